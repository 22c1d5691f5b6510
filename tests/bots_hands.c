/* bots_hands.c: what the hands of Yubitsume and Crane share: scatter and tails, and whole matches:
 * every choice is accepted, the same everywhere, and each level beats the one below. */
#include "games/crane.h"
#include "games/yubitsume.h"
#include "tests/hands.h"

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
    cmocka_unit_test(test_matches_of_yubitsume),
    cmocka_unit_test(test_matches_of_crane),
    cmocka_unit_test(test_opinions_everywhere),
    cmocka_unit_test(test_choices_are_the_same_everywhere),
    cmocka_unit_test(test_each_level_beats_the_one_below),
};

SCENES_MAIN(tests)
