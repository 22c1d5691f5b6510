/* bots.c: the hands of Crane: stated scatter is kept, what they know is held against the
 * rules, and what they solve against slow plain solving. */
#include <string.h>

#include "games/crane/bot.h"
#include "tests/engine/hands.h"

/* ---- the hand ---- */

static kn_move card_of(int number, int finger)
{
    return (kn_move)(1 + (number - CRANE_LOWEST) * CRANE_FINGERS + finger);
}

/* The mean and the spread of one hand's travel for ten cards, relative to the mean of its level. */
static void test_stated_scatter_and_lean(void **unused)
{
    static const double scatter[] = {0.22, 0.15, 0.10, 0.065, 0.04};
    static const double lean[] = {0.12, 0.08, 0.05, 0.025, 0.01};
    enum { HANDS = 400, GRABS = 100 };
    (void)unused;
    for (int level = 0; level < BOT_LEVELS; level++) {
        double all = 0, squares = 0, within = 0;
        for (int i = 0; i < HANDS; i++) {
            scene s = scene_from(&crane_game, "seats=3 phase=grab card=10,ring bets=-,high,low");
            crane_state *state = (crane_state *)s.state;
            double sum = 0, own_squares = 0;
            for (int turn = 0; turn < GRABS; turn++) {
                int64_t delay_ms;
                bot b = open_bot(&crane_bot, 0, level, (uint64_t)i);
                state->turns = (uint8_t)turn;
                kn_move move = crane_bot.choose(&b, state, &delay_ms);
                double um = move & CRANE_TAG_NUMBER;
                sum += um / GRABS;
                own_squares += um * um / GRABS;
            }
            all += sum / HANDS;
            squares += sum * sum / HANDS;
            within += (own_squares - sum * sum) / HANDS;
        }
        double spread = within / (all * all), between = squares / (all * all) - 1;
        assert_near(spread, scatter[level] * scatter[level],
                    0.05 * scatter[level] * scatter[level]);
        assert_near(between, lean[level] * lean[level] + spread / GRABS,
                    0.25 * (lean[level] * lean[level] + spread / GRABS));
    }
}

/* One card too many loses everything, one too few only two: good hands aim below the number. */
static void test_careful_hands_stop_short(void **unused)
{
    enum { HANDS = 200 };
    double mean[BOT_LEVELS] = {0};
    (void)unused;
    for (int level = 0; level < BOT_LEVELS; level++)
        for (int i = 0; i < HANDS; i++) {
            scene s = scene_from(&crane_game, "seats=3 phase=grab card=20,ring bets=-,high,low");
            bot b = open_bot(&crane_bot, 0, level, (uint64_t)i);
            int64_t delay_ms;
            kn_move um = crane_bot.choose(&b, s.state, &delay_ms) & CRANE_TAG_NUMBER;
            mean[level] +=
                crane_cards_held(um, CRANE_PER_MILLE, (int)card_of(20, 2)) / (double)HANDS;
        }
    assert_near(mean[BOT_BEGINNER], 20, 1);
    assert_true(mean[BOT_REGULAR] < mean[BOT_STRONG] && mean[BOT_STRONG] < mean[BOT_BEST]);
    assert_true(mean[BOT_BEST] < 20);
}

/* The value at the start of a match of equals is what they get, within its error. */
static void test_value_against_played_matches(void **unused)
{
    enum { MATCHES = 150 };
    static const int levels[] = {4, 4, 4, 4, 4, 4};
    (void)unused;
    for (int seats = 3; seats <= CRANE_SEATS; seats++) {
        kn_setup setup;
        double sum = 0;
        kn_setup_initial(&crane_game, seats, &setup);
        match m = set_up(&crane_bot, &setup, levels, 1);
        bot_opinion opinion = crane_bot.value(&m.seat[0], &m.state);
        for (int i = 0; i < MATCHES; i++) {
            m = set_up(&crane_bot, &setup, levels, (uint64_t)i);
            play(&m);
            for (int seat = 0; seat < seats; seat++)
                sum += crane_game.score(&m.state, seat) / (double)(MATCHES * seats);
        }
        assert_near(opinion.value, sum, opinion.error);
        assert_true(opinion.error < 4);
    }
}

static uint32_t travel_after(bot b, const crane_state *s, const int *calls, int count)
{
    int64_t delay_ms;
    crane_bot.watch(&b, s);
    for (int i = 0; i < count; i++)
        crane_bot.hear(&b, calls[i]);
    return crane_bot.choose(&b, s, &delay_ms) & CRANE_TAG_NUMBER;
}

static void test_calls(void **unused)
{
    static const int more[] = {1, 1}, less[] = {-1}, stopped[] = {1, 1, 0};
    scene s = scene_from(&crane_game, "seats=3 phase=grab card=10,ring bets=-,high,low");
    const crane_state *state = (const crane_state *)s.state;
    bot child = open_bot(&crane_bot, 0, BOT_CHILD, 4), best = open_bot(&crane_bot, 0, BOT_BEST, 4);
    (void)unused;
    uint32_t quiet = travel_after(child, state, NULL, 0);
    assert_true(travel_after(child, state, more, 2) > quiet);
    assert_true(travel_after(child, state, less, 1) < quiet);
    assert_int_equal(travel_after(child, state, stopped, 3), quiet);
    assert_int_equal(travel_after(best, state, more, 2), travel_after(best, state, NULL, 0));
    /* The child gives one card for a call. */
    double cards = 9.5, called = 11.5;
    assert_near(travel_after(child, state, more, 2) / (double)quiet, called / cards, 1e-3);
}

static void test_calls_are_forgotten_with_the_turn(void **unused)
{
    scene s = scene_from(&crane_game, "seats=3 phase=grab card=10,ring bets=-,high,low");
    bot a = open_bot(&crane_bot, 1, BOT_CHILD, 4), b = a;
    int64_t delay_ms;
    (void)unused;
    crane_bot.watch(&a, s.state);
    crane_bot.watch(&b, s.state);
    crane_bot.hear(&a, 1);
    scene_play(&s, "1: open", "dice: 10 ring", "2: close", "1: bet low", "3: bet low",
               "dice: slip 1000", NULL);
    crane_bot.watch(&a, s.state);
    crane_bot.watch(&b, s.state);
    assert_int_equal(crane_bot.choose(&a, s.state, &delay_ms),
                     crane_bot.choose(&b, s.state, &delay_ms));
}

/* ---- the record ---- */

static void watch_lines(bot *b, scene *s, const char *const *lines)
{
    for (; *lines; lines++) {
        crane_state view;
        scene_play(s, *lines, NULL);
        crane_game.view(s->state, b->seat, &view);
        crane_bot.watch(b, &view);
    }
}

static void test_the_record(void **unused)
{
    static const char *const high[] = {
        "dice: 10 ring",   "1: close",      "2: bet low",   "3: bet low",
        "dice: slip 1000", "1: grab 25000", "1: jackpot 1", NULL};
    static const char *const opened[] = {"dice: 9 ring",    "2: close", "1: bet low", "3: bet low",
                                         "dice: slip 1000", "2: open",  NULL};
    scene s = scene_from(&crane_game, "seats=3");
    bot b = open_bot(&crane_bot, 1, BOT_BEST, 1), child = open_bot(&crane_bot, 1, BOT_CHILD, 1);
    int card = (int)card_of(10, 2);
    double before[3], after[3], again[3], naive[3];
    (void)unused;
    double grabs = crane_bot_chances(&b, 0, card, 100, before);
    assert_near(before[0] + before[1] + before[2], 1, 1e-12);
    watch_lines(&b, &s, high);
    assert_near(crane_bot_chances(&b, 0, card, 100, after), grabs + 1, 1e-12);
    assert_true(after[0] > before[0] && after[1] < before[1]);
    /* Eyes opened: nothing was grabbed, and the last grab is not noted twice. */
    watch_lines(&b, &s, opened);
    assert_near(crane_bot_chances(&b, 0, card, 100, again), grabs + 1, 1e-12);
    assert_near(crane_bot_chances(&b, 1, card, 100, again), grabs, 1e-12);
    /* More on the finger it was seen with than on another. */
    crane_bot_chances(&b, 0, (int)card_of(10, 0), 100, again);
    assert_true(after[0] > again[0]);
    /* A child does not look at the record. */
    crane_bot_chances(&child, 0, card, 100, naive);
    crane_bot.watch(&child, s.state);
    crane_bot_chances(&child, 0, card, 100, again);
    assert_near(naive[0], again[0], 1e-2);
}

/* A hand that goes on as it has begun is understood: chances approach the frequencies. */
static void test_the_record_converges(void **unused)
{
    enum { GRABS = 100, NUMBER = 10 };
    static const int counts[] = {8, 9, 9, 10, 10, 10, 10, 11, 11, 12};
    scene s = scene_from(&crane_game, "seats=2");
    crane_state *state = (crane_state *)s.state;
    bot b = open_bot(&crane_bot, 1, BOT_BEST, 1);
    double chance[3];
    (void)unused;
    for (int i = 0; i < GRABS; i++) {
        crane_bot.watch(&b, state);
        state->turns++;
        state->jackpot[0] ^= 1; /* cards have moved */
        state->last.card = (uint8_t)card_of(NUMBER, i / 10 % CRANE_FINGERS);
        state->last.count = (uint8_t)counts[i % 10];
        state->last.jackpot = 1;
    }
    crane_bot.watch(&b, state);
    crane_bot_chances(&b, 0, (int)card_of(NUMBER, 1), 100, chance);
    assert_near(chance[0], 0.3, 0.05);
    assert_near(chance[1], 0.3, 0.05);
    assert_near(chance[2], 0.4, 0.05);
}

/* ---- bets and jackpots ---- */

static double opinion_on(const bot_opinion *opinions, int count, kn_move move)
{
    for (int i = 0; i < count; i++)
        if (opinions[i].move == move)
            return opinions[i].value;
    fail_msg("no opinion on %u", (unsigned)move);
    return 0;
}

/* What seat 2 of 3 gets for a bet if the count is so and seat 3 bets that, by the rules. */
static double paid(const crane_state *bets, int mine, int other, int count)
{
    crane_state s = *bets;
    kn_move step = CRANE_THICKNESS_UM * CRANE_PER_MILLE / crane_gain[crane_finger(s.card)];
    kn_event events[] = {
        {.actor = 1, .move = CRANE_BET | (kn_move)mine},
        {.actor = 2, .move = CRANE_BET | (kn_move)other},
        {.actor = KN_CHANCE, .move = 1000},
        {.actor = 0, .move = CRANE_TRAVEL | (step / 2 + (kn_move)(count - 1) * step)},
        {.actor = 0, .move = CRANE_TAKE | (s.jackpot[0] > s.jackpot[1] ? 1u : 2u)},
    };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        assert_int_equal(crane_game.apply(&s, &events[i]), KN_OK);
    assert_int_equal(s.last.count, count);
    return s.last.got[1];
}

/* Every bet against every outcome and every bet of the other. Jackpots are even, so that no card
 * is left over in sharing. */
static void test_bets_against_the_rules(void **unused)
{
    kn_random random = kn_random_from(11);
    (void)unused;
    for (int i = 0; i < 50; i++) {
        scene s = scene_from(&crane_game, "seats=3 phase=bets card=10,ring jackpots=6,4 turns=3");
        crane_state *state = (crane_state *)s.state;
        bot b = open_bot(&crane_bot, 1, BOT_BEST, 1);
        bot_opinion opinions[3];
        double chance[3], value[3];
        state->card = (uint8_t)(1 + kn_random_below(&random, CRANE_CARD_KINDS));
        state->jackpot[0] = (uint8_t)(2 + 2 * kn_random_below(&random, 6));
        state->jackpot[1] = (uint8_t)(2 + 2 * kn_random_below(&random, 6));
        int number = crane_number(state->card);
        int count[] = {number + 1, number - 1, number};
        crane_bot_chances(&b, 0, state->card, state->deck, chance);
        for (int mine = 0; mine < 3; mine++) {
            value[mine] = 0;
            for (int fell = 0; fell < 3; fell++) {
                double shared = paid(state, mine + 1, CRANE_JUST, count[fell]);
                double alone = paid(state, mine + 1, CRANE_HIGH, count[fell]);
                value[mine] += chance[fell] * (chance[2] * shared + (1 - chance[2]) * alone);
            }
        }
        assert_int_equal(crane_bot.judge(&b, state, opinions), 3);
        for (int mine = 1; mine < 3; mine++)
            assert_near(opinion_on(opinions, 3, CRANE_BET | (kn_move)(mine + 1)) -
                            opinion_on(opinions, 3, CRANE_BET | CRANE_HIGH),
                        value[mine] - value[0], 1e-9);
    }
}

/* Every travel that is listed, through the rules, over all slips. */
static void test_grabs_against_the_rules(void **unused)
{
    scene s = scene_from(&crane_game, "seats=3 phase=grab card=14,little bets=-,high,low "
                                      "jackpots=3,8 cards=4,1,2 turns=3 starter=1");
    static bot_opinion opinions[KN_MOVES_MAX];
    bot b = open_bot(&crane_bot, 0, BOT_BEST, 1);
    (void)unused;
    int count = crane_bot.judge(&b, s.state, opinions);
    double rest = opinion_on(opinions, count, CRANE_OPEN);
    assert_int_equal(count, ((crane_state *)s.state)->deck + 1);
    for (int i = 0; i < count; i++) {
        double sum = 0, weight = 0;
        for (int k = 0; k < CRANE_SLIPS && opinions[i].move != CRANE_OPEN; k++) {
            crane_state t = *(crane_state *)s.state;
            kn_event grab = {.actor = 0, .move = opinions[i].move};
            kn_event take = {.actor = 0, .move = CRANE_TAKE | 2};
            t.slip = (uint16_t)crane_slips[k].move;
            assert_int_equal(crane_game.apply(&t, &grab), KN_OK);
            assert_int_equal(crane_game.apply(&t, &take), KN_OK);
            sum += crane_slips[k].weight * t.last.got[0];
            weight += crane_slips[k].weight;
        }
        assert_near(opinions[i].value - rest, weight > 0 ? sum / weight : 0, 1e-9);
    }
}

/* Slow and plain: sweep over the turns until nothing changes. */
static void plain_way(const bot *b, int goal, double needed[3][3][2])
{
    enum { SWEEPS = 3000 };
    memset(needed, 0, sizeof(double[3][3][2]));
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int high = 0; high < 3; high++)
            for (int low = 0; low < 3; low++)
                for (int just = 0; just < 2; just++) {
                    bool there =
                        goal == CRANE_GOAL_ANY_THREE ? high + low + just >= 3 : high && low && just;
                    double sum = 0, now = needed[high][low][just];
                    for (int card = 1; card <= CRANE_CARD_KINDS && !there; card++) {
                        double chance[3], best = now;
                        crane_bot_chances(b, 0, card, CRANE_CARDS, chance);
                        double after[] = {high < 2 ? needed[high + 1][low][just] : now,
                                          low < 2 ? needed[high][low + 1][just] : now,
                                          just < 1 ? needed[high][low][just + 1] : now};
                        for (int kind = 0; kind < 3; kind++) {
                            double then = chance[kind] * after[kind] + (1 - chance[kind]) * now;
                            best = then < best ? then : best;
                        }
                        sum += 1 + best;
                    }
                    needed[high][low][just] = sum / CRANE_CARD_KINDS;
                }
}

static void test_the_way_against_plain_solving(void **unused)
{
    (void)unused;
    for (int goal = CRANE_GOAL_EACH_KIND; goal <= CRANE_GOAL_ANY_THREE; goal++) {
        bot b = open_bot(&crane_bot, 1, goal ? BOT_BEST : BOT_REGULAR, 1);
        double plain[3][3][2];
        crane_way way;
        crane_bot_way(&b, goal, 0, &way);
        plain_way(&b, goal, plain);
        for (int i = 0; i < 18; i++)
            assert_near(way.needed[i / 6][i / 2 % 3][i % 2], plain[i / 6][i / 2 % 3][i % 2], 1e-6);
    }
}

static void test_two_bet_on_what_they_need(void **unused)
{
    scene s = scene_from(&crane_game,
                         "seats=2 phase=bets card=20,ring turns=8 achieved2=1,1,0 jackpots=3");
    bot b = open_bot(&crane_bot, 1, BOT_BEST, 1);
    bot_opinion opinions[3];
    int64_t delay_ms;
    (void)unused;
    assert_int_equal(crane_bot.choose(&b, s.state, &delay_ms), CRANE_BET | CRANE_JUST);
    assert_int_equal(crane_bot.judge(&b, s.state, opinions), 3);
    assert_int_equal(opinions[0].move, CRANE_BET | CRANE_JUST);
    assert_near(opinions[1].value, opinions[2].value, 1e-12);
}

/* The other one lacks only the JUST: an exact grab would hand over the game. */
static void test_wary_hands_give_nothing_away(void **unused)
{
    scene s = scene_from(&crane_game, "seats=2 phase=grab card=6,ring turns=8 achieved2=1,1,0 "
                                      "bets=-,hidden jackpots=3");
    bot b = open_bot(&crane_bot, 0, BOT_BEST, 1);
    static bot_opinion opinions[KN_MOVES_MAX];
    (void)unused;
    crane_bot.judge(&b, s.state, opinions);
    int count =
        crane_cards_held(opinions[0].move & CRANE_TAG_NUMBER, CRANE_PER_MILLE, (int)card_of(6, 2));
    assert_int_equal(count, 5);
}

static void test_jackpots(void **unused)
{
    scene s = scene_from(&crane_game, "seats=3 phase=grab card=10,ring bets=-,high,low "
                                      "jackpots=3,8 slip=1000 turns=3");
    scene exact = s, few = s;
    bot b = open_bot(&crane_bot, 0, BOT_BEST, 1);
    int64_t delay_ms;
    (void)unused;
    scene_play(&exact, "1: grab 20000", NULL);
    assert_int_equal(scene_number(&exact, "last.count"), 10);
    assert_int_equal(crane_bot.choose(&b, exact.state, &delay_ms), CRANE_TAKE | 2);
    scene_play(&few, "1: grab 16000", NULL);
    assert_int_equal(crane_bot.choose(&b, few.state, &delay_ms), CRANE_TAKE | 1);
}

/* ---- whole matches ---- */

static void test_matches(void **unused)
{
    (void)unused;
    play_random(&crane_bot, 60);
}

static void test_opinions_everywhere(void **unused)
{
    (void)unused;
    judge_everywhere(&crane_bot, 100);
}

/* The choices of one match, as one number: the same by every compiler and in WASM. */
static void test_choices_are_the_same_everywhere(void **unused)
{
    static const int levels[] = {0, 1, 2, 3, 4};
    kn_setup setup;
    (void)unused;
    kn_setup_initial(&crane_game, 5, &setup);
    match five = set_up(&crane_bot, &setup, levels, 12);
    play(&five);
    kn_setup_initial(&crane_game, 2, &setup);
    match two = set_up(&crane_bot, &setup, levels + 3, 12);
    play(&two);
    assert_int_equal(five.hash, 0x6b0030db839bc2dbu);
    assert_int_equal(two.hash, 0xb45be4f4fe5098aeu);
}

static void test_each_level_beats_the_one_below(void **unused)
{
    (void)unused;
    for (int level = BOT_BEGINNER; level <= BOT_BEST; level++)
        assert_beats(&crane_bot, level, 165, 300);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_stated_scatter_and_lean),
    cmocka_unit_test(test_careful_hands_stop_short),
    cmocka_unit_test(test_value_against_played_matches),
    cmocka_unit_test(test_calls),
    cmocka_unit_test(test_calls_are_forgotten_with_the_turn),
    cmocka_unit_test(test_the_record),
    cmocka_unit_test(test_the_record_converges),
    cmocka_unit_test(test_bets_against_the_rules),
    cmocka_unit_test(test_grabs_against_the_rules),
    cmocka_unit_test(test_the_way_against_plain_solving),
    cmocka_unit_test(test_two_bet_on_what_they_need),
    cmocka_unit_test(test_wary_hands_give_nothing_away),
    cmocka_unit_test(test_jackpots),
    cmocka_unit_test(test_matches),
    cmocka_unit_test(test_opinions_everywhere),
    cmocka_unit_test(test_choices_are_the_same_everywhere),
    cmocka_unit_test(test_each_level_beats_the_one_below),
};

SCENES_MAIN(tests)
