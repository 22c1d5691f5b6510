/* scenes.c: the scenes of Yatzi. Read the tables from top to bottom to learn the scoring. */
#include <stdio.h>

#include "tests/engine/scenes.h"

/* What a throw is worth in a box, on a fresh sheet. */
static void test_points(void **unused)
{
    static const struct {
        const char *dice, *box;
        int points;
    } table[] = {
        {"3,3,3,4,4", "full_house", 25},
        {"3,3,4,4,4", "full_house", 25},
        {"3,3,4,4,6", "full_house", 0},
        {"1,5,5,5,6", "ones", 1},
        {"1,5,5,5,6", "twos", 0},
        {"1,5,5,5,6", "fives", 15},
        {"1,5,5,5,6", "sixes", 6},
        {"1,5,5,5,6", "three_of_a_kind", 22},
        {"1,5,5,5,6", "four_of_a_kind", 0},
        {"1,5,5,5,6", "chance", 22},
        {"1,5,5,5,5", "four_of_a_kind", 21},
        {"1,5,5,5,5", "three_of_a_kind", 21},
        {"1,2,3,4,6", "small_street", 30},
        {"2,3,4,5,5", "small_street", 30},
        {"3,4,5,6,1", "small_street", 30},
        {"1,2,3,5,6", "small_street", 0},
        {"1,2,3,4,6", "large_street", 0},
        {"1,2,3,4,5", "large_street", 40},
        {"2,3,4,5,6", "large_street", 40},
        {"5,4,3,2,1", "small_street", 30},
        {"4,4,4,4,4", "yatzi", 50},
        {"4,4,4,4,5", "yatzi", 0},
        {"4,4,4,4,4", "four_of_a_kind", 20},
        {"4,4,4,4,4", "three_of_a_kind", 20},
        {"4,4,4,4,4", "full_house", 0},
        {"4,4,4,4,4", "small_street", 0},
        {"4,4,4,4,4", "large_street", 0},
        {"4,4,4,4,4", "chance", 20}, /* a first Yatzi */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char position[128], move[64], path[64];
        snprintf(position, sizeof position, "phase=deciding throws=1 dice=%s", table[i].dice);
        snprintf(move, sizeof move, "1: fill %s", table[i].box);
        snprintf(path, sizeof path, "seats.0.%s", table[i].box);
        scene s = scene_from(&yatzi_game, position);
        scene_play(&s, move, NULL);
        if (scene_number(&s, path) != table[i].points)
            fail_msg("%s in %s", table[i].dice, table[i].box);
    }
}

static void test_a_turn(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=2");
    assert_int_equal(scene_try(&s, "1: fill chance"), KN_ILLEGAL); /* throw first */
    assert_int_equal(scene_try(&s, "2: throw"), KN_NOT_DUE);
    scene_play(&s, "1: throw", "dice: 3 3 4 4 6", "1: keep 3 3 4 4", "dice: 3", NULL);
    assert_int_equal(scene_number(&s, "possible.full_house"), 25);
    assert_int_equal(scene_try(&s, "1: keep 6"), KN_ILLEGAL); /* the 6 was thrown again */
    scene_play(&s, "1: fill full_house", NULL);
}

/* Dice set aside may be thrown again; three throws at most; stopping early is allowed. */
static void test_throws(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=2");
    scene_play(&s, "1: throw", "dice: 3 3 4 4 6", "1: keep 3 3 4 4", "dice: 1", "1: keep 4 4",
               "dice: 2 2 2", NULL);
    assert_int_equal(scene_try(&s, "1: throw"), KN_ILLEGAL);
    assert_int_equal(scene_try(&s, "1: keep 2 2 2"), KN_ILLEGAL);
    scene_play(&s, "1: fill full_house", NULL);
    assert_int_equal(scene_number(&s, "seats.0.full_house"), 25);
    scene_play(&s, "2: throw", "dice: 6 6 6 6 6", "2: fill yatzi", "1: throw", "dice: 1 2 3 4 5",
               NULL);
    assert_int_equal(scene_try(&s, "1: fill full_house"), KN_ILLEGAL); /* full */
    assert_int_equal(scene_try(&s, "1: keep 6"), KN_ILLEGAL);
    assert_int_equal(scene_try(&s, "1: keep 1 2 3 4 5"), KN_ILLEGAL); /* then fill a box */
}

#define FIVE_FOURS "phase=deciding throws=2 dice=4,4,4,4,4 "
#define BOX_WITH_50 "-,-,-,-,-,-,-,-,-,-,-,50,-"
#define BOX_WITH_0 "-,-,-,-,-,-,-,-,-,-,-,0,-"
#define YATZI_IN_SIXES "-,-,-,-,-,30,-,-,-,-,-,-,-"

/* The second Yatzi: 100 in a free chance box, by three readings. */
static void test_second_yatzi(void **unused)
{
    static const struct {
        const char *reading, *sheet, *yatzis;
        int chance;
    } table[] = {
        {"rolled", BOX_WITH_50, "1", 100},   {"rolled", YATZI_IN_SIXES, "1", 100},
        {"rolled", BOX_WITH_0, "0", 20},     {"box", BOX_WITH_50, "1", 100},
        {"box", YATZI_IN_SIXES, "1", 20},    {"off", BOX_WITH_50, "1", 20},
        {"rolled", YATZI_IN_SIXES, "0", 20}, /* five sixes of 30 points were never one throw */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char position[256];
        snprintf(position, sizeof position,
                 "seats=1 " FIVE_FOURS "second_yatzi=%s sheet1=%s yatzis=%s", table[i].reading,
                 table[i].sheet, table[i].yatzis);
        scene s = scene_from(&yatzi_game, position);
        if (scene_number(&s, "possible.chance") != table[i].chance)
            fail_msg("%s", position);
    }
}

static void test_no_joker(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=1 " FIVE_FOURS "sheet1=-,-,-,16,-,-,20,20,-,-,-,50,25 "
                                      "yatzis=1");
    assert_int_equal(scene_number(&s, "possible.full_house"), 0);
    assert_int_equal(scene_number(&s, "possible.small_street"), 0);
    assert_int_equal(scene_number(&s, "possible.large_street"), 0);
    assert_int_equal(scene_number(&s, "possible.ones"), 0);
    assert_int_equal(scene_number(&s, "possible.sixes"), 0);
}

/* The american sheet: the own number first, then any lower box at full worth, then a 0 above. */
static void test_joker(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=1 sheet=american " FIVE_FOURS
                                      "sheet1=-,-,-,-,-,-,-,-,-,-,-,50,- yatzis=1");
    assert_true(scene_lists(&s, 1, "fill fours"));
    assert_false(scene_lists(&s, 1, "fill large_street"));
    scene_play(&s, "1: fill fours", NULL);
    assert_int_equal(scene_number(&s, "seats.0.total"), 20 + 50 + 100);
    s = scene_from(&yatzi_game,
                   "seats=1 sheet=american " FIVE_FOURS "sheet1=-,-,-,16,-,-,-,-,-,-,-,0,-");
    assert_false(scene_lists(&s, 1, "fill ones"));
    scene_play(&s, "1: fill large_street", NULL);
    assert_int_equal(scene_number(&s, "seats.0.total"), 16 + 40); /* no hundred beside a 0 */
    s = scene_from(&yatzi_game, "seats=1 sheet=american " FIVE_FOURS
                                "sheet1=-,2,3,16,5,6,20,20,25,30,40,50,20 yatzis=1");
    scene_play(&s, "1: fill ones", NULL);
    assert_int_equal(scene_number(&s, "seats.0.ones"), 0);
    assert_int_equal(scene_number(&s, "seats.0.hundreds"), 100);
}

static void test_bonus(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=2 sheet1=3,6,9,12,15,12,-,-,-,-,-,-,- "
                                      "sheet2=2,6,9,12,15,18,-,-,-,-,-,-,-");
    assert_int_equal(scene_number(&s, "seats.0.bonus"), 0); /* 57 */
    assert_int_equal(scene_number(&s, "seats.1.upper"), 62);
    assert_int_equal(scene_number(&s, "seats.1.bonus"), 0);
    s = scene_from(&yatzi_game, "seats=1 sheet1=3,6,9,12,15,18,-,-,-,-,-,-,-");
    assert_int_equal(scene_number(&s, "seats.0.bonus"), 35);
    assert_int_equal(scene_number(&s, "seats.0.total"), 98);
}

/* Five equal dice in every turn that wants them, and the streets and full house in theirs. */
static void test_best_game(void **unused)
{
    static const char *const turns[][2] = {
        {"dice: 6 6 6 6 6", "1: fill yatzi"},
        {"dice: 6 6 6 6 6", "1: fill chance"},
        {"dice: 1 1 1 1 1", "1: fill ones"},
        {"dice: 2 2 2 2 2", "1: fill twos"},
        {"dice: 3 3 3 3 3", "1: fill threes"},
        {"dice: 4 4 4 4 4", "1: fill fours"},
        {"dice: 5 5 5 5 5", "1: fill fives"},
        {"dice: 6 6 6 6 6", "1: fill sixes"},
        {"dice: 6 6 6 6 6", "1: fill three_of_a_kind"},
        {"dice: 6 6 6 6 6", "1: fill four_of_a_kind"},
        {"dice: 6 6 6 5 5", "1: fill full_house"},
        {"dice: 2 3 4 5 6", "1: fill small_street"},
        {"dice: 2 3 4 5 6", "1: fill large_street"},
    };
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=1");
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        scene_play(&s, "1: throw", turns[i][0], turns[i][1], NULL);
    assert_int_equal(yatzi_game.score(s.state, 0), 445);
    assert_int_equal(yatzi_game.to_act(s.state), 0);
    assert_int_equal(yatzi_game.result(s.state), KN_ACTOR(0));
}

static void test_shared_win(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=2 turn=2 phase=deciding throws=1 dice=1,1,2,3,6 "
                                      "sheet1=3,6,9,12,15,18,20,20,25,30,40,50,20 "
                                      "sheet2=3,6,9,12,15,18,20,20,25,30,40,50,- yatzis=1,1");
    scene_play(&s, "2: fill chance", NULL);
    assert_int_equal(yatzi_game.result(s.state), KN_ACTOR(0));
    s = scene_from(&yatzi_game, "seats=2 turn=2 phase=deciding throws=1 dice=1,4,5,6,4 "
                                "sheet1=3,6,9,12,15,18,20,20,25,30,40,50,20 "
                                "sheet2=3,6,9,12,15,18,20,20,25,30,40,50,- yatzis=1,1");
    scene_play(&s, "2: fill chance", NULL);
    assert_int_equal(yatzi_game.result(s.state), KN_ACTOR(0) | KN_ACTOR(1));
}

static void test_first_drawn(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=3 first=0");
    scene_play(&s, "dice: first 3", "3: throw", "dice: 1 1 1 1 1", "3: fill ones", "1: throw",
               NULL);
}

/* Positions that no match can reach, and texts that are none. */
static void test_refused_positions(void **unused)
{
    static const char *const table[] = {
        "seats=9",
        "seats=2 seats=2",
        "seats=2  turn=1",
        "seats=2 turn=3",
        "colour=red",
        "sheet1=7,-,-,-,-,-,-,-,-,-,-,-,-",       /* seven ones */
        "sheet1=-,-,-,-,-,-,-,-,-,-,-,-",         /* twelve boxes */
        "sheet1=-,-,-,-,-,-,-,-,-,-,-,50,-",      /* a Yatzi that never was */
        "seats=2 turn=2",                         /* the starter has not played */
        "phase=deciding throws=1 dice=1,2,3,4,-", /* a die in the cup */
        "phase=throwing throws=1 dice=1,-,-,-,6", /* one kept in the first throw */
        "phase=over",
        "second_yatzi=off seats=1 sheet1=-,-,-,-,-,-,-,-,-,-,-,50,100 yatzis=2",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint64_t state[KN_STATE_MAX / 8];
        if (yatzi_game.read_position(kn_slice_of(table[i]), state) == KN_OK)
            fail_msg("accepted: %s", table[i]);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_points),
    cmocka_unit_test(test_a_turn),
    cmocka_unit_test(test_throws),
    cmocka_unit_test(test_second_yatzi),
    cmocka_unit_test(test_no_joker),
    cmocka_unit_test(test_joker),
    cmocka_unit_test(test_bonus),
    cmocka_unit_test(test_best_game),
    cmocka_unit_test(test_shared_win),
    cmocka_unit_test(test_first_drawn),
    cmocka_unit_test(test_refused_positions),
};

SCENES_MAIN(tests)
