/* bots.c: the hands of Yubitsume: stated times and rates are kept, what they know is held
 * against brute force through the rules, and what they solve against slow plain solving. */
#include <stdlib.h>
#include <string.h>

#include "games/yubitsume/rules.h"
#include "tests/engine/hands.h"

/* ---- times and rates ---- */

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

/* ---- what is right, and the chance to win ---- */

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

/* ---- whole matches ---- */

static void test_matches(void **unused)
{
    (void)unused;
    play_random(&yubitsume_bot, 40);
}

static void test_opinions_everywhere(void **unused)
{
    (void)unused;
    judge_everywhere(&yubitsume_bot, 100);
}

/* The choices of one match, as one number: the same by every compiler and in WASM. */
static void test_choices_are_the_same_everywhere(void **unused)
{
    static const int levels[] = {0, 1, 2, 3, 4};
    kn_setup setup;
    (void)unused;
    kn_setup_initial(&yubitsume_game, 5, &setup);
    setup.option[YUBITSUME_OPTION_LEVEL] = YUBITSUME_PROFESSIONAL;
    match m = set_up(&yubitsume_bot, &setup, levels, 12);
    play(&m);
    assert_int_equal(m.hash, 0x617230a979a5aaf0u);
}

static void test_each_level_beats_the_one_below(void **unused)
{
    (void)unused;
    for (int level = BOT_BEGINNER; level <= BOT_BEST; level++)
        assert_beats(&yubitsume_bot, level, 90, 100);
}

static const struct CMUnitTest tests[] = {
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
    cmocka_unit_test(test_matches),
    cmocka_unit_test(test_opinions_everywhere),
    cmocka_unit_test(test_choices_are_the_same_everywhere),
    cmocka_unit_test(test_each_level_beats_the_one_below),
};

SCENES_MAIN(tests)
