/* bots_hands.c: the hands of Yubitsume and Crane: stated times and rates are kept, what they know
 * is held against brute force through the rules, and what they solve against slow plain solving. */
#include "tests/scenes.h"

#include <stdlib.h>
#include <string.h>

#include "bots/hands.h"
#include "core/survey.h"
#include "games/crane.h"
#include "games/yubitsume.h"

/* ---- the stage ---- */

static bot open_bot(const bot_kind *kind, int seat, int level, uint64_t seed)
{
    bot b = bot_open(kind->game, seat, level, seed);
    b.kind = kind;
    return b;
}

static void assert_near(double a, double b, double most)
{
    if (!(a - b <= most && b - a <= most))
        fail_msg("%.12f is not %.12f within %g", a, b, most);
}

typedef struct {
    const kn_game *game;
    bot seat[KN_SEATS_MAX];
    union {
        uint64_t align;
        uint8_t bytes[KN_STATE_MAX];
    } state;
    kn_random dice;
    int64_t now_ms;
    uint64_t hash; /* of all choices */
    int seats;
} match;

static void happen(match *m, int actor, kn_move move, int64_t acted_ms)
{
    union {
        uint64_t align;
        uint8_t bytes[KN_STATE_MAX];
    } view;
    if (acted_ms > m->now_ms)
        m->now_ms = acted_ms;
    kn_event event = {
        .at_ms = m->now_ms, .acted_ms = acted_ms, .move = move, .actor = (uint8_t)actor};
    assert_int_equal(m->game->apply(&m->state, &event), KN_OK);
    for (int seat = 0; seat < m->seats; seat++) {
        m->game->view(&m->state, seat, &view);
        if (m->seat[seat].kind->watch)
            m->seat[seat].kind->watch(&m->seat[seat], &view);
    }
}

static void choose_and_act(match *m, int seat, int64_t from_ms)
{
    union {
        uint64_t align;
        uint8_t bytes[KN_STATE_MAX];
    } view;
    int64_t delay_ms, again_ms;
    bot *b = &m->seat[seat];
    m->game->view(&m->state, seat, &view);
    kn_move move = b->kind->choose(b, &view, &delay_ms);
    assert_int_equal(b->kind->choose(b, &view, &again_ms), move);
    assert_int_equal(again_ms, delay_ms);
    m->hash = (m->hash ^ move ^ (uint64_t)delay_ms << 32) * 0x100000001b3u;
    if (delay_ms != KN_NEVER)
        happen(m, seat, move, from_ms + delay_ms);
}

/* From the start to the end; returns who won. */
static kn_actors play(match *m)
{
    kn_actors due;
    while ((due = m->game->to_act(&m->state))) {
        if (due & KN_ACTOR(KN_CHANCE)) {
            kn_event event;
            assert_true(kn_random_event(m->game, &m->state, &m->dice, &m->now_ms, &event));
            happen(m, KN_CHANCE, event.move, m->now_ms);
            continue;
        }
        int64_t from_ms = m->now_ms, alarm = m->game->alarm(&m->state);
        for (int seat = 0; seat < m->seats; seat++)
            if (due & KN_ACTOR(seat) && (alarm != KN_NEVER || seat == kn_first_actor(due)))
                choose_and_act(m, seat, from_ms);
        if (due & KN_ACTOR(KN_CLOCK)) {
            alarm = m->game->alarm(&m->state);
            happen(m, KN_CLOCK, 0, alarm > m->now_ms ? alarm : m->now_ms);
        }
    }
    return m->game->result(&m->state);
}

static match set_up(const bot_kind *kind, const kn_setup *setup, const int *levels, uint64_t seed)
{
    match m = {.game = kind->game, .seats = setup->seats, .hash = 0xcbf29ce484222325u};
    m.dice = kn_random_from(seed);
    assert_int_equal(m.game->start(setup, &m.state), KN_OK);
    for (int seat = 0; seat < m.seats; seat++)
        m.seat[seat] = open_bot(kind, seat, levels[seat], seed * 8 + (uint64_t)seat);
    return m;
}

/* ---- numbers ---- */

static void test_scatter_and_tail(void **unused)
{
    enum { MANY = 400000 };
    kn_random random = kn_random_from(1);
    double sum = 0, squares = 0, tail = 0, tail_squares = 0, beyond = 0, far = 0;
    (void)unused;
    for (int i = 0; i < MANY; i++) {
        double z = hands_normal(&random), e = hands_exponential(&random);
        sum += z;
        squares += z * z;
        beyond += z > 1;
        tail += e;
        tail_squares += e * e;
        far += e > 2;
        assert_true(e >= 0 && z > -6 && z < 6);
    }
    assert_near(sum / MANY, 0, 0.006);
    assert_near(squares / MANY, 1, 0.01);
    assert_near(beyond / MANY, 1 - hands_below(1), 0.004);
    assert_near(tail / MANY, 1, 0.006);
    assert_near(tail_squares / MANY, 2, 0.04);
    assert_near(far / MANY, 0.135335283, 0.003);
}

/* e to the power of -y, by its series. */
static double falling(double y)
{
    double term = 1, sum = 1;
    for (int n = 1; n < 120; n++)
        sum += term *= y / n;
    return 1 / sum;
}

static void test_below_is_the_integral(void **unused)
{
    const double step = 1.0 / 512, root = 2.50662827463100050242;
    double sum = 0.5;
    (void)unused;
    for (double z = 0; z < 5; z += step) {
        assert_near(hands_below(z), sum, 2e-7);
        assert_near(hands_below(-z), 1 - sum, 2e-7);
        double middle = z + step / 2, end = z + step;
        sum += step / 6 / root *
               (falling(z * z / 2) + 4 * falling(middle * middle / 2) + falling(end * end / 2));
    }
}

/* ---- Yubitsume: times and rates ---- */

enum { THROWS = 20000 };

typedef struct {
    int64_t ms[THROWS]; /* of the hits that are no false starts, sorted */
    int hits, right, early, still;
} answers;

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static answers ask(int level, const char *position)
{
    static answers a;
    scene s = scene_from(&yubitsume_game, position);
    yubitsume_state *state = (yubitsume_state *)s.state;
    unsigned right =
        yubitsume_case_of(state->setup.option[YUBITSUME_OPTION_LEVEL], state->now.dice).right;
    bot b = open_bot(&yubitsume_bot, 0, level, 5);
    memset(&a, 0, sizeof a);
    for (int i = 0; i < THROWS; i++) {
        int64_t delay_ms;
        state->shown_ms = 1000 + 977 * i;
        kn_move move = yubitsume_bot.choose(&b, state, &delay_ms);
        if (delay_ms == KN_NEVER) {
            a.still++;
        } else if (delay_ms < YUBITSUME_FALSE_START_MS) {
            a.early++;
        } else {
            a.ms[a.hits++] = delay_ms;
            a.right += right >> (move - YUBITSUME_HIT) & 1;
        }
    }
    qsort(a.ms, (size_t)a.hits, sizeof *a.ms, by_size);
    return a;
}

#define EASY "seats=2 window_ms=30000 phase=window turn=1 dice=1s,2b,2c shown_ms=9"

static void test_medians_and_tails(void **unused)
{
    static const double median[BOT_LEVELS] = {1100, 900, 700, 550, 420};
    (void)unused;
    for (int level = 0; level < BOT_LEVELS; level++) {
        answers a = ask(level, EASY);
        double middle = (double)a.ms[a.hits / 2];
        double fast = middle - (double)a.ms[a.hits / 20];
        double slow = (double)a.ms[a.hits * 19 / 20] - middle;
        assert_near(middle, median[level], 0.02 * median[level]);
        assert_true(slow > 1.5 * fast); /* a fast part and a long tail */
        assert_true(a.ms[0] >= 150);
    }
}

static double median_of(int level, const char *position)
{
    answers a = ask(level, position);
    return (double)a.ms[a.hits / 2];
}

static void test_harder_dice_take_longer(void **unused)
{
    (void)unused;
    for (int level = 0; level < BOT_LEVELS; level++) {
        double easy = median_of(level, EASY);
        double knife = median_of(
            level, "seats=2 window_ms=30000 phase=window turn=1 dice=1s,2b,3c shown_ms=9");
        double number = median_of(
            level,
            "seats=2 level=advanced window_ms=30000 phase=window turn=1 dice=1s,1b,1s shown_ms=9");
        double black = median_of(level, "seats=2 level=professional window_ms=30000 phase=window "
                                        "turn=1 dice=3s,1b,2c,2c shown_ms=9");
        assert_true(easy * 1.05 < knife && knife * 1.03 < number && number * 1.03 < black);
    }
}

static void assert_rate(int seen, double per_mille)
{
    double rate = per_mille / 1000, spread = rate * (1 - rate) / THROWS;
    assert_true((seen / (double)THROWS - rate) * (seen / (double)THROWS - rate) < 16 * spread);
}

/* As stated in docs/bots.md. */
static void test_rates_of_confusion(void **unused)
{
    static const int wrong[] = {120, 70, 40, 20, 8}, jumps[] = {200, 120, 70, 35, 12};
    static const int freezes[] = {60, 30, 15, 6, 2}, early[] = {20, 10, 6, 3, 1};
    (void)unused;
    for (int level = 0; level < BOT_LEVELS; level++) {
        answers due = ask(level, EASY);
        double seen = 1 - early[level] / 1000.0;
        assert_rate(due.early, early[level]);
        assert_rate(due.still, freezes[level] * seen);
        assert_rate(due.hits - due.right, wrong[level] * seen * (1 - freezes[level] / 1000.0));
        answers still =
            ask(level, "seats=2 window_ms=30000 phase=window turn=1 dice=1s,3s,1b shown_ms=9");
        assert_rate(still.hits, jumps[level] * seen);
    }
}

static void test_no_hand_comes_after_the_window(void **unused)
{
    (void)unused;
    answers a =
        ask(BOT_CHILD, "seats=2 window_ms=1000 phase=window turn=1 dice=1s,2b,2c shown_ms=9");
    assert_true(a.ms[a.hits - 1] <= 1000);
    assert_true(a.still > THROWS / 2);
}

/* Only the throw and the seed count: not who has hit already, not what was asked before. */
static void test_one_answer_for_one_throw(void **unused)
{
    scene s = scene_from(&yubitsume_game, EASY);
    yubitsume_state view;
    int64_t first_ms, again_ms;
    bot a = open_bot(&yubitsume_bot, 0, BOT_REGULAR, 3), b = a;
    (void)unused;
    yubitsume_game.view(s.state, 0, &view);
    kn_move first = yubitsume_bot.choose(&a, &view, &first_ms);
    yubitsume_bot.value(&b, &view);
    scene_play(&s, "2: hit 1 @300", NULL);
    yubitsume_game.view(s.state, 0, &view);
    assert_int_equal(yubitsume_bot.choose(&b, &view, &again_ms), first);
    assert_int_equal(first_ms, again_ms);
    assert_memory_equal(&a, &b, sizeof a);
}

/* ---- Yubitsume: what is right, and the chance to win ---- */

/* Every throw, every hit: right is what costs no finger, the others keeping still. */
static void brute_force_throw(const yubitsume_state *thrown)
{
    bot_opinion opinions[KN_MOVES_MAX];
    bot b = open_bot(&yubitsume_bot, 1, BOT_BEST, 1);
    int count = yubitsume_bot.judge(&b, thrown, opinions);
    assert_int_equal(count, thrown->setup.option[YUBITSUME_OPTION_LEVEL] == 2 ? 5 : 4);
    for (int i = 0; i < count; i++) {
        yubitsume_state s = *thrown;
        kn_event hit = {.at_ms = 500, .acted_ms = 500, .move = opinions[i].move, .actor = 1};
        kn_event close = {.at_ms = 9000, .acted_ms = 9000, .actor = KN_CLOCK};
        assert_int_equal(yubitsume_game.apply(&s, &hit), KN_OK);
        assert_int_equal(yubitsume_game.apply(&s, &close), KN_OK);
        assert_true(opinions[i].value == (s.lost[1] == 0));
        assert_true(i == 0 || opinions[i - 1].value >= opinions[i].value);
    }
}

static void test_judge_against_the_rules(void **unused)
{
    (void)unused;
    for (int level = YUBITSUME_BASIC; level <= YUBITSUME_PROFESSIONAL; level++) {
        scene s = scene_from(&yubitsume_game, "seats=3 phase=window turn=1 dice=1s,1s,1s");
        yubitsume_state *state = (yubitsume_state *)s.state;
        state->setup.option[YUBITSUME_OPTION_LEVEL] = level;
        for (int n = 0; n < (level == YUBITSUME_PROFESSIONAL ? 1296 : 216); n++) {
            for (int die = 0, rest = n; die < YUBITSUME_DICE; die++, rest /= 6)
                state->now.dice[die] = (uint8_t)(1 + rest % 6);
            if (level != YUBITSUME_PROFESSIONAL)
                state->now.dice[YUBITSUME_BLACK] = 0;
            brute_force_throw(state);
        }
    }
}

/* Slow and plain: two equals; the chance of the first to win the ring from so many fingers. */
static double ring_chance(int mine, int other)
{
    enum { MOST = 6, SWEEPS = 3000 };
    double chance[MOST + 2][MOST + 2] = {{0}};
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int a = 1; a <= MOST; a++)
            for (int b = 1; b <= MOST; b++) {
                double if_mine = a > 1 ? chance[a - 1][b]
                                       : 19 / 40.0 * chance[a][b] + 2 / 40.0 * chance[a + 1][b];
                double if_other =
                    b > 1 ? chance[a][b - 1]
                          : 19 / 40.0 + 19 / 40.0 * chance[a][b] + 2 / 40.0 * chance[a][b + 1];
                chance[a][b] = (if_mine + if_other) / 2;
            }
    return chance[mine][other];
}

static double match_chance(int rings, int other, double ring_now)
{
    if (rings == 3 || other == 3)
        return rings == 3;
    double p = ring_now >= 0 ? ring_now : ring_chance(5 - rings, 5 - other);
    return p * match_chance(rings + 1, other, -1) + (1 - p) * match_chance(rings, other + 1, -1);
}

static void test_value_against_plain_solving(void **unused)
{
    static const struct {
        const char *position;
        int rings, other;
        int mine, others;
    } cases[] = {
        {"seats=2 phase=ready turn=1", 0, 0, 5, 5},
        {"seats=2 phase=ready turn=2 rings=3,1", 2, 1, 3, 4},
        {"seats=2 phase=ready turn=1 rings=0,16 lost=1,3", 0, 1, 4, 1},
        {"seats=2 phase=ready turn=1 rings=1,3 lost=3,0", 1, 2, 1, 3},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene s = scene_from(&yubitsume_game, cases[i].position);
        bot b = open_bot(&yubitsume_bot, 0, BOT_BEST, 7 + i);
        bot_opinion opinion = yubitsume_bot.value(&b, s.state);
        double plain = match_chance(cases[i].rings, cases[i].other,
                                    ring_chance(cases[i].mine, cases[i].others));
        assert_near(opinion.value, plain, 2 * opinion.error);
        assert_true(opinion.error > 0 && opinion.error < 0.016);
    }
}

static void test_value_of_a_slap(void **unused)
{
    scene s = scene_from(&yubitsume_game, EASY " rings=3,3");
    bot b = open_bot(&yubitsume_bot, 0, BOT_BEST, 1);
    (void)unused;
    double before = yubitsume_bot.value(&b, s.state).value;
    scene good = s, bad = s;
    scene_play(&good, "1: hit 1 @400", NULL);
    scene_play(&bad, "1: hit 2 @400", NULL);
    assert_near(yubitsume_bot.value(&b, good.state).value, before, 0.03);
    assert_true(yubitsume_bot.value(&b, bad.state).value < before - 0.03);
}

/* A clock on which every look takes a millisecond. */
static int64_t looks;

static int64_t slow_clock(void)
{
    return 1000000 * looks++;
}

static void test_value_keeps_its_budget(void **unused)
{
    static const bot_machine machine = {.now_ns = slow_clock};
    scene s = scene_from(&yubitsume_game, "seats=5 phase=ready turn=1");
    bot b = open_bot(&yubitsume_bot, 0, BOT_BEST, 1);
    (void)unused;
    double unhurried = yubitsume_bot.value(&b, s.state).error;
    assert_int_equal(looks, 0);
    b.machine = &machine;
    b.budget_ms = 5;
    double hurried = yubitsume_bot.value(&b, s.state).error;
    assert_true(looks <= 8 && hurried > 2 * unhurried);
}

static void test_rings_and_throws(void **unused)
{
    scene s = scene_from(&yubitsume_game, "seats=2 phase=ring turn=1 rings=2,0 lost=0,5");
    bot b = open_bot(&yubitsume_bot, 0, BOT_BEST, 1);
    int64_t delay_ms;
    (void)unused;
    assert_int_equal(yubitsume_bot.choose(&b, s.state, &delay_ms), YUBITSUME_PUT_RING | 2);
    assert_true(delay_ms > 0);
    s = scene_from(&yubitsume_game, "seats=2 phase=ready turn=1");
    assert_int_equal(yubitsume_bot.choose(&b, s.state, &delay_ms), YUBITSUME_THROW);
}

/* ---- Crane: the hand ---- */

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
        crane_bot_hear(&b, calls[i]);
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
    crane_bot_hear(&a, 1);
    scene_play(&s, "1: open", "dice: 10 ring", "2: close", "1: bet low", "3: bet low",
               "dice: slip 1000", NULL);
    crane_bot.watch(&a, s.state);
    crane_bot.watch(&b, s.state);
    assert_int_equal(crane_bot.choose(&a, s.state, &delay_ms),
                     crane_bot.choose(&b, s.state, &delay_ms));
}

/* ---- Crane: the record ---- */

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

/* ---- Crane: bets and jackpots ---- */

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

static void random_levels(kn_random *random, int *levels)
{
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        levels[seat] = (int)kn_random_below(random, BOT_LEVELS);
}

/* All options and levels: every choice is accepted, asked twice it is the same, and a match played
 * again is the same match. */
static void play_random(const bot_kind *kind, int matches)
{
    kn_random random = kn_random_from(3);
    for (int i = 0; i < matches; i++) {
        kn_setup setup;
        int levels[KN_SEATS_MAX];
        kn_random_setup(kind->game, &random, &setup);
        random_levels(&random, levels);
        match m = set_up(kind, &setup, levels, (uint64_t)i), again = m;
        assert_int_equal(play(&m), play(&again));
        assert_true(m.hash == again.hash);
        for (int seat = 0; seat < m.seats; seat++) {
            bot_opinion end = kind->value(&m.seat[seat], &m.state);
            assert_true(end.error == 0);
            if (kind->meaning == BOT_WINS)
                assert_true(end.value == (m.game->result(&m.state) >> seat & 1));
            else if (m.seats > 2)
                assert_true(end.value == m.game->score(&m.state, seat));
        }
    }
}

static void test_matches_of_yubitsume(void **unused)
{
    (void)unused;
    play_random(&yubitsume_bot, 40);
}

static void test_matches_of_crane(void **unused)
{
    (void)unused;
    play_random(&crane_bot, 60);
}

/* At random positions: every legal move has its opinion, best first, and judging changes no choice.
 */
static void test_opinions_everywhere(void **unused)
{
    static const bot_kind *const kinds[] = {&yubitsume_bot, &crane_bot};
    static bot_opinion opinions[KN_MOVES_MAX];
    kn_move moves[KN_MOVES_MAX];
    kn_random random = kn_random_from(5);
    (void)unused;
    for (int i = 0; i < 200; i++) {
        const bot_kind *kind = kinds[i % 2];
        kn_setup setup;
        scene s = {.game = kind->game};
        kn_event event;
        kn_random_setup(kind->game, &random, &setup);
        kind->game->start(&setup, s.state);
        for (uint32_t n = kn_random_below(&random, 60); n > 0; n--)
            if (kn_random_event(kind->game, s.state, &random, &s.now_ms, &event))
                kind->game->apply(s.state, &event);
        for (int seat = 0; seat < setup.seats; seat++) {
            scene view = s;
            kind->game->view(s.state, seat, view.state);
            bot b = open_bot(kind, seat, i % BOT_LEVELS, 1);
            int count = kind->judge(&b, view.state, opinions);
            assert_int_equal(count, kind->game->moves(view.state, seat, moves));
            for (int k = 1; k < count; k++)
                assert_true(opinions[k - 1].value >= opinions[k].value);
            bot_opinion worth = kind->value(&b, view.state);
            assert_true(worth.error >= 0 && worth.value == worth.value);
        }
    }
}

/* The choices of one match of each game, as one number: the same by every compiler and in WASM. */
static void test_choices_are_the_same_everywhere(void **unused)
{
    static const int levels[] = {0, 1, 2, 3, 4};
    kn_setup setup;
    (void)unused;
    kn_setup_initial(&yubitsume_game, 5, &setup);
    setup.option[YUBITSUME_OPTION_LEVEL] = YUBITSUME_PROFESSIONAL;
    match yubitsume = set_up(&yubitsume_bot, &setup, levels, 12);
    play(&yubitsume);
    kn_setup_initial(&crane_game, 5, &setup);
    match crane = set_up(&crane_bot, &setup, levels, 12);
    play(&crane);
    kn_setup_initial(&crane_game, 2, &setup);
    match two = set_up(&crane_bot, &setup, levels + 3, 12);
    play(&two);
    assert_int_equal(yubitsume.hash, 0x617230a979a5aaf0u);
    assert_int_equal(crane.hash, 0x75bdb49e839bc2dbu);
    assert_int_equal(two.hash, 0xba431387fe5098aeu);
}

static void assert_beats(const bot_kind *kind, int level, int least, int of)
{
    int won = 0;
    for (int i = 0; i < of; i++) {
        kn_setup setup;
        int levels[] = {i % 2 ? level : level - 1, i % 2 ? level - 1 : level};
        kn_setup_initial(kind->game, 2, &setup);
        match m = set_up(kind, &setup, levels, (uint64_t)(1000 + i));
        won += play(&m) == KN_ACTOR(1 - i % 2);
    }
    if (won < least)
        fail_msg("%s beats the level below in %d of %d only", bot_levels[level], won, of);
}

static void test_each_level_beats_the_one_below(void **unused)
{
    (void)unused;
    for (int level = BOT_BEGINNER; level <= BOT_BEST; level++) {
        assert_beats(&yubitsume_bot, level, 90, 100);
        assert_beats(&crane_bot, level, 165, 300);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_scatter_and_tail),
    cmocka_unit_test(test_below_is_the_integral),
    cmocka_unit_test(test_medians_and_tails),
    cmocka_unit_test(test_harder_dice_take_longer),
    cmocka_unit_test(test_rates_of_confusion),
    cmocka_unit_test(test_no_hand_comes_after_the_window),
    cmocka_unit_test(test_one_answer_for_one_throw),
    cmocka_unit_test(test_judge_against_the_rules),
    cmocka_unit_test(test_value_against_plain_solving),
    cmocka_unit_test(test_value_of_a_slap),
    cmocka_unit_test(test_value_keeps_its_budget),
    cmocka_unit_test(test_rings_and_throws),
    cmocka_unit_test(test_stated_scatter_and_lean),
    cmocka_unit_test(test_careful_hands_stop_short),
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
    cmocka_unit_test(test_value_against_played_matches),
    cmocka_unit_test(test_matches_of_yubitsume),
    cmocka_unit_test(test_matches_of_crane),
    cmocka_unit_test(test_opinions_everywhere),
    cmocka_unit_test(test_choices_are_the_same_everywhere),
    cmocka_unit_test(test_each_level_beats_the_one_below),
};

SCENES_MAIN(tests)
