/* scenes.c: the scenes of Yu-C-A-Tan. Read the tables from top to bottom to learn the game. */
#include <stdio.h>
#include <string.h>

#include "tests/engine/scenes.h"

/* One throw of twelve dice, then stop: how many fit, and what is written. */
static void test_points(void **unused)
{
    static const struct {
        const char *card, *dice;
        int fits, points;
    } table[] = {
        {"odd", "1 3 5 5 1 2 4 6 2 4 6 2", 5, 5},    {"even", "2 4 6 2 1 3 5 1 3 5 1 3", 4, 4},
        {"blue", "1 6 6 2 3 4 5 2 3 4 5 2", 3, 6}, /* a circle and two crosses */
        {"red", "2 4 4 1 3 5 6 1 3 5 6 1", 3, 6},    {"orange", "3 5 1 2 4 6 1 2 4 6 1 2", 2, 4},
        {"circle", "1 4 2 3 5 6 2 3 5 6 2 3", 2, 4}, /* a blue one and a red one */
        {"square", "2 5 5 5 1 3 4 6 1 3 4 6", 4, 8}, {"cross", "3 6 1 2 4 5 1 2 4 5 1 2", 2, 4},
        {"1", "1 1 2 3 4 5 6 2 3 4 5 6", 2, 6},      {"2", "2 2 2 2 2 2 1 3 4 5 6 6", 6, 18},
        {"3", "3 1 2 4 5 6 1 2 4 5 6 1", 1, 3},      {"4", "4 1 2 3 5 6 1 2 3 5 6 4", 2, 6},
        {"5", "5 5 5 1 2 3 4 6 1 2 3 4", 3, 9},      {"6", "6 6 6 6 6 6 6 6 6 6 6 1", 11, 33},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char picked[32], dice[64];
        snprintf(picked, sizeof picked, "1: pick %s", table[i].card);
        snprintf(dice, sizeof dice, "dice: %s", table[i].dice);
        scene s = scene_from(&yucatan_game, "seats=2");
        scene_play(&s, picked, dice, NULL);
        assert_int_equal(scene_number(&s, "last.fits"), table[i].fits);
        scene_play(&s, "1: stop", NULL);
        if (scene_number(&s, "seats.0.sheet.0") != table[i].points)
            fail_msg("%s on %s", table[i].dice, table[i].card);
    }
}

/* Six of twelve on the 2, three of six on the cross, three dice unused: 6 x 3 + 3 x 2. */
static void test_a_turn(void **unused)
{
    (void)unused;
    scene s = scene_from(&yucatan_game, "seats=2");
    assert_int_equal(scene_try(&s, "1: stop"), KN_ILLEGAL); /* throw first */
    assert_false(scene_lists(&s, 1, "stop"));
    assert_int_equal(scene_try(&s, "2: pick cross"), KN_NOT_DUE);
    scene_play(&s, "1: pick 2", NULL);
    assert_int_equal(scene_number(&s, "in_cup"), 12);
    assert_int_equal(scene_try(&s, "1: stop"), KN_NOT_DUE); /* the dice are rolling */
    scene_play(&s, "dice: 2 1 2 3 2 4 2 5 2 6 2 1", NULL);
    assert_int_equal(scene_number(&s, "points"), 18);
    assert_int_equal(scene_try(&s, "1: pick 2"), KN_ILLEGAL); /* used in this turn */
    assert_false(scene_lists(&s, 1, "pick 2"));
    assert_true(scene_lists(&s, 1, "pick cross"));
    assert_true(scene_lists(&s, 1, "stop"));
    scene_play(&s, "1: pick cross", NULL);
    assert_int_equal(scene_number(&s, "in_cup"), 6);
    scene_play(&s, "dice: 3 6 3 1 2 4", NULL); /* a 2 counts no more */
    assert_int_equal(scene_number(&s, "points"), 24);
    scene_play(&s, "1: stop", NULL);
    assert_int_equal(scene_number(&s, "seats.0.sheet.0"), 24);
    assert_int_equal(scene_number(&s, "last.points"), 24);
    assert_int_equal(scene_number(&s, "turn"), 2);
    scene_play(&s, "2: pick 2", NULL); /* all cards have returned */
}

/* What was collected is gone when no die fits; the sheet gets a dash. */
static void test_no_die_fits(void **unused)
{
    (void)unused;
    scene s = scene_from(&yucatan_game, "seats=2");
    scene_play(&s, "1: pick odd", "dice: 2 2 4 4 6 6 2 2 4 4 6 6", NULL); /* at once */
    assert_string_equal(scene_position(&s), "seats=2 phase=ready turn=2 sheet1=0,-,-,- last=odd "
                                            "last_dice=2,2,4,4,6,6,2,2,4,4,6,6");
    scene_play(&s, "2: pick 6", "dice: 6 6 6 6 6 6 6 6 1 1 1 1", NULL);
    assert_int_equal(scene_number(&s, "points"), 24);
    scene_play(&s, "2: pick even", "dice: 1 1 3 5", NULL);
    assert_string_equal(scene_position(&s), "seats=2 phase=ready turn=1 sheet1=0,-,-,- "
                                            "sheet2=0,-,-,- last=even "
                                            "last_dice=-,-,-,-,-,-,-,-,1,1,3,5");
    assert_int_equal(scene_number(&s, "last.seat"), 2);
    assert_int_equal(scene_number(&s, "last.fits"), 0);
    assert_int_equal(scene_number(&s, "last.points"), 0);
    assert_int_equal(scene_number(&s, "seats.1.total"), 0);
}

/* No dice left: the turn ends by itself and counts. */
static void test_all_dice_laid(void **unused)
{
    (void)unused;
    scene s = scene_from(&yucatan_game, "seats=1 rounds=2");
    scene_play(&s, "1: pick even", "dice: 2 4 6 2 4 6 2 4 6 2 4 1", "1: pick 1", "dice: 1", NULL);
    assert_int_equal(scene_number(&s, "seats.0.sheet.0"), 11 + 3);
    assert_string_equal(scene_string(&s, "phase"), "ready");
    scene_play(&s, "1: pick 6", "dice: 6 6 6 6 6 6 6 6 6 6 6 6", NULL); /* the best turn there is */
    assert_int_equal(scene_number(&s, "seats.0.total"), 14 + 36);
    assert_string_equal(scene_string(&s, "phase"), "over");
}

/* The longest turn: twelve cards, one die on each. */
static void test_twelve_cards(void **unused)
{
    static const char *const throws[][2] = {
        {"1: pick 1", "dice: 1 2 2 2 2 2 2 2 2 2 2 2"},
        {"1: pick 2", "dice: 2 3 3 3 3 3 3 3 3 3 3"},
        {"1: pick 3", "dice: 3 4 4 4 4 4 4 4 4 4"},
        {"1: pick 4", "dice: 4 5 5 5 5 5 5 5 5"},
        {"1: pick 5", "dice: 5 6 6 6 6 6 6 6"},
        {"1: pick 6", "dice: 6 1 1 1 1 1 1"},
        {"1: pick odd", "dice: 1 2 2 2 2 2"},
        {"1: pick even", "dice: 2 1 1 1 1"},
        {"1: pick circle", "dice: 1 2 2 2"},
        {"1: pick square", "dice: 2 1 1"},
        {"1: pick cross", "dice: 3 1"},
        {"1: pick blue", "dice: 1"},
    };
    (void)unused;
    scene s = scene_from(&yucatan_game, "seats=1 rounds=1");
    for (size_t i = 0; i < sizeof throws / sizeof *throws; i++)
        scene_play(&s, throws[i][0], throws[i][1], NULL);
    assert_int_equal(scene_number(&s, "seats.0.total"), 6 * 3 + 2 * 1 + 4 * 2);
    assert_int_equal(yucatan_game.result(s.state), KN_ACTOR(0));
}

/* The settled throw stays in sight while the next seat throws. */
static void test_last_throw(void **unused)
{
    (void)unused;
    scene s = scene_from(&yucatan_game, "seats=2");
    scene_play(&s, "1: pick 6", "dice: 6 6 6 6 6 6 6 6 6 6 1 2", "1: pick red", NULL);
    assert_int_equal(scene_number(&s, "last.seat"), 1);
    assert_int_equal(scene_number(&s, "last.fits"), 10);
    assert_string_equal(scene_string(&s, "last.card"), "6");
    scene_play(&s, "dice: 4 1", "1: stop", "2: pick blue", "dice: 5 5", NULL);
    assert_int_equal(scene_number(&s, "last.seat"), 1);
    assert_string_equal(scene_string(&s, "last.card"), "red");
    assert_int_equal(scene_number(&s, "last.dice.10"), 4);
    assert_int_equal(scene_number(&s, "last.dice.11"), 1);
    assert_int_equal(scene_number(&s, "last.fits"), 1);
    assert_int_equal(scene_number(&s, "last.points"), 32);
    assert_string_equal(scene_string(&s, "card"), "blue");
    assert_int_equal(scene_number(&s, "in_cup"), 10);
}

static void test_rounds(void **unused)
{
    static const int rounds[] = {4, 4, 4, 3, 3};
    (void)unused;
    for (int seats = 1; seats <= 5; seats++) {
        char position[32];
        snprintf(position, sizeof position, "seats=%d", seats);
        scene s = scene_from(&yucatan_game, position);
        assert_int_equal(scene_number(&s, "rounds"), rounds[seats - 1]);
    }
}

/* Most points wins; equal totals share the win. */
static void test_winners(void **unused)
{
    static const struct {
        const char *sheet1, *dice;
        kn_actors winners;
    } table[] = {
        {"10,10", "dice: 6 6 6 1 1 1 1 1 1 1 1 1", KN_ACTOR(0)},
        {"10,10", "dice: 6 6 6 6 1 1 1 1 1 1 1 1", KN_ACTOR(1)},
        {"10,11", "dice: 6 6 6 6 1 1 1 1 1 1 1 1", KN_ACTOR(1)},
        {"10,12", "dice: 6 6 6 6 1 1 1 1 1 1 1 1", KN_ACTOR(0) | KN_ACTOR(1)},
        {"0,0", "dice: 1 1 1 1 1 1 1 1 1 1 1 1", KN_ACTOR(1)},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char position[96];
        snprintf(position, sizeof position, "rounds=2 turn=2 sheet1=%s sheet2=10,-",
                 table[i].sheet1);
        scene s = scene_from(&yucatan_game, position);
        assert_int_equal(yucatan_game.result(s.state), 0);
        scene_play(&s, "2: pick 6", table[i].dice, NULL);
        if (yucatan_game.to_act(s.state))
            scene_play(&s, "2: stop", NULL);
        assert_int_equal(yucatan_game.to_act(s.state), 0);
        if (yucatan_game.result(s.state) != table[i].winners)
            fail_msg("%s, then %s", table[i].sheet1, table[i].dice);
        assert_int_equal(scene_try(&s, "1: pick 6"), KN_OVER);
    }
}

static void test_first_drawn(void **unused)
{
    (void)unused;
    scene s = scene_from(&yucatan_game, "seats=3 first=0 rounds=1");
    assert_int_equal(scene_try(&s, "dice: first 4"), KN_UNREADABLE);
    scene_play(&s, "dice: first 3", "3: pick 6", "dice: 1 1 1 1 1 1 1 1 1 1 1 1", "1: pick 6",
               "dice: 6 1 1 1 1 1 1 1 1 1 1 1", "1: stop", "2: pick 1",
               "dice: 1 1 1 1 1 1 1 1 1 1 1 1", NULL);
    assert_int_equal(yucatan_game.result(s.state), KN_ACTOR(1));
    s = scene_from(&yucatan_game, "seats=3 first=2");
    assert_int_equal(scene_try(&s, "1: pick 6"), KN_NOT_DUE);
    scene_play(&s, "2: pick 6", NULL);
}

static void test_refused_moves(void **unused)
{
    static const char *const table[] = {
        "1: pick",      "1: pick ",     "1: pick -",     "1: pick 0", "1: pick 7", "1: pick Cross",
        "1: pick red ", "1: pick  red", "1: pick 1 2",   "1: throw",  "1: cross",  "1: stop now",
        "dice: 0",      "dice: 7",      "dice: first 1", "dice: 01",
    };
    (void)unused;
    scene s = scene_from(&yucatan_game, "seats=2");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (scene_try(&s, table[i]) != KN_UNREADABLE)
            fail_msg("read: %s", table[i]);
    for (kn_move move = 15; move != 0; move <<= 1) {
        kn_event event = {.move = move};
        assert_int_equal(yucatan_game.apply(s.state, &event), KN_ILLEGAL);
    }
    assert_string_equal(scene_position(&s), "seats=2 phase=ready turn=1");
}

#define SIX_TWOS "dice=2,2,2,2,2,2,1,3,4,5,6,6 on=2,2,2,2,2,2,-,-,-,-,-,-"
#define ONE_TWO "dice=2,-,-,-,-,-,-,-,-,-,-,- on=2,-,-,-,-,-,-,-,-,-,-,-"

/* Positions of a turn under way, as they are written and read. */
static void test_positions(void **unused)
{
    static const char *const table[] = {
        "seats=2 phase=ready turn=1",
        "seats=5 rounds=1 first=0 phase=draw_first turn=1",
        "seats=2 phase=deciding turn=1 " SIX_TWOS " last=2 last_dice=2,2,2,2,2,2,1,3,4,5,6,6",
        "seats=2 phase=throwing turn=1 card=cross dice=2,2,2,2,2,2,3,-,-,-,-,- "
        "on=2,2,2,2,2,2,-,-,-,-,-,- last=2 last_dice=2,2,2,2,2,2,1,3,4,5,6,6",
        "seats=2 phase=throwing turn=2 card=cross dice=-,-,-,-,-,-,-,-,-,-,-,- "
        "on=-,-,-,-,-,-,-,-,-,-,-,- sheet1=24,-,-,- last=cross "
        "last_dice=-,-,-,-,-,-,3,6,3,1,2,4",
        "seats=1 rounds=2 phase=over turn=1 sheet1=0,36 last=5 "
        "last_dice=5,5,5,5,5,5,5,5,5,5,5,5",
        "seats=2 phase=throwing turn=1 card=6 " ONE_TWO " last=2 "
        "last_dice=2,1,1,1,1,1,1,1,1,1,1,1",
        "seats=2 phase=throwing turn=2 card=cross dice=2,2,2,2,2,2,3,-,-,-,-,- "
        "on=2,2,2,2,2,2,-,-,-,-,-,- sheet1=0,-,-,- last=2 last_dice=2,2,2,2,2,2,1,3,4,5,6,6",
        "seats=2 phase=ready turn=2 sheet1=24,-,-,-", /* silent about the last throw */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(&yucatan_game, table[i]);
        assert_string_equal(scene_position(&s), table[i]);
    }
}

/* Positions that no match can reach. */
static void test_impossible_positions(void **unused)
{
    static const char *const table[] = {
        "turn=2",         /* the starter has not played */
        "sheet1=5,-,-,-", /* has played, but is to play */
        "sheet1=-,5,-,-",
        "turn=2 sheet1=-,5,-,-",                 /* the second round before the first */
        "first=0 seats=3 turn=1 sheet2=5,-,-,-", /* the third was passed over */
        "first=0 phase=draw_first turn=2",       /* nobody's turn yet */
        "first=0 phase=draw_first last=6 last_dice=1,1,1,1,1,1,1,1,1,1,1,1",
        "phase=draw_first", /* but seat 1 was to start */
        "phase=over",
        "rounds=1 sheet1=5 sheet2=6", /* over, but not said to be */
        "rounds=1 phase=over turn=2 sheet1=5 sheet2=6",
        "phase=deciding", /* nothing thrown */
        "phase=throwing", /* for no card */
        "phase=ready card=6",
        "phase=ready " SIX_TWOS,
        "phase=deciding card=6 " SIX_TWOS,
        "phase=throwing card=2 dice=2,-,-,-,-,-,-,-,-,-,-,- on=2,-,-,-,-,-,-,-,-,-,-,-", /* twice */
        "phase=throwing card=6 dice=1,-,2,-,-,-,-,-,-,-,-,-", /* dice land in order */
        "phase=throwing card=6 dice=1,1,1,1,1,1,1,1,1,1,1,1", /* all have landed */
        "phase=throwing card=6 dice=-,-,-,-,-,-,-,-,-,-,-,- on=1,-,-,-,-,-,-,-,-,-,-,-",
        "phase=deciding dice=3,3,3,3,3,3,1,3,4,5,6,6 on=2,2,2,2,2,2,-,-,-,-,-,-", /* no 2 */
        "phase=deciding dice=2,2,2,2,2,2,2,3,4,5,6,6 on=2,2,2,2,2,2,-,-,-,-,-,-", /* a 2 left */
        "phase=deciding dice=2,2,2,2,2,2,2,2,2,2,2,2 on=2,2,2,2,2,2,2,2,2,2,2,2", /* none left */
        "phase=deciding dice=2,2,2,2,2,2,1,3,4,5,6,- on=2,2,2,2,2,2,-,-,-,-,-,-", /* in the cup */
        "phase=deciding " SIX_TWOS " last=red last_dice=2,2,2,2,2,2,1,3,4,5,6,6", /* the 2 it was */
        "phase=deciding " SIX_TWOS " last=2 last_dice=2,2,2,2,2,2,1,3,4,5,6,5",
        "phase=deciding " SIX_TWOS " last=2 last_dice=2,2,2,2,2,-,1,3,4,5,6,6",
        "phase=deciding " SIX_TWOS " last_dice=2,2,2,2,2,2,1,3,4,5,6,6", /* for no card */
        "phase=throwing card=6 " ONE_TWO " last=2 last_dice=2,-,1,1,1,1,1,1,1,1,1,1", /* eleven */
        "phase=throwing card=6 " ONE_TWO " last=2 last_dice=2,2,1,1,1,1,1,1,1,1,1,1", /* fitted */
        "phase=throwing card=6 " ONE_TWO " last=1 last_dice=2,2,2,2,2,2,2,2,2,2,2,2", /* a dash */
        "last=6 last_dice=1,1,1,1,1,1,1,1,1,1,1,1", /* before the first throw */
        "turn=2 sheet1=5,-,-,- last=6 last_dice=1,1,1,1,1,1,1,1,1,1,1,1", /* that was a dash */
        "turn=2 sheet1=0,-,-,- last=1 last_dice=1,1,1,1,1,1,1,1,1,1,1,1", /* that was none */
        "turn=2 sheet1=0,-,-,- last=1 last_dice=-,-,-,-,-,-,-,-,-,-,-,-", /* no throw at all */
        "turn=2 sheet1=4,-,-,- last=1 last_dice=1,2,2,2,2,2,2,2,2,2,2,2", /* 3, not 4 */
        "turn=2 sheet1=3,-,-,- last=1 last_dice=1,2,2,2,2,2,2,2,2,2,2,-", /* 4 at least */
        "turn=2 sheet1=7,-,-,- last=1 last_dice=1,2,2,2,2,2,2,2,2,2,2,-", /* 6 at most */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint64_t state[KN_STATE_MAX / 8];
        kn_refusal refusal = yucatan_game.read_position(kn_slice_of(table[i]), state);
        if (refusal != KN_IMPOSSIBLE)
            fail_msg("%d: %s", (int)refusal, table[i]);
    }
}

/* Texts that are no position at all. */
static void test_unreadable_positions(void **unused)
{
    static const char *const table[] = {
        "seats=0",
        "seats=6",
        "seats=2 seats=2",
        "seats=2  turn=1",
        "rounds=0",
        "rounds=11",
        "seats=2 first=3",
        "turn=0",
        "turn=3",
        "colour=red",
        "card=7",
        "phase=asleep",
        "sheet3=1,-,-,-",         /* of two seats */
        "sheet1=1,-,-",           /* of four rounds */
        "turn=2 sheet1=37,-,-,-", /* 36 at most */
        "turn=2 sheet1=256,-,-,-",
        "dice=-,-,-,-,-,-,-,-,-,-,-",
        "dice=7,-,-,-,-,-,-,-,-,-,-,-",
        "on=-,-,-,-,-,-,-,-,-,-,-",
        "on=-,-,-,-,-,-,-,-,-,-,-,-,-",
        "on=7,-,-,-,-,-,-,-,-,-,-,-",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint64_t state[KN_STATE_MAX / 8];
        kn_refusal refusal = yucatan_game.read_position(kn_slice_of(table[i]), state);
        if (refusal != KN_UNREADABLE && refusal != KN_BAD_SETUP)
            fail_msg("%d: %s", (int)refusal, table[i]);
    }
}

/* ---- odds ---- */

static const char *const cards[] = {"odd",    "even", "circle", "square", "cross", "blue", "red",
                                    "orange", "1",    "2",      "3",      "4",     "5",    "6"};

/* On how many of its faces one die fits a card. Eleven dice lie already, on a card that is not
 * asked for; the last one is thrown. */
static int faces_that_fit(const char *card)
{
    bool odd = strcmp(card, "odd") == 0;
    int fit = 0;
    for (int face = 1; face <= 6; face++) {
        char picked[32], die[32];
        snprintf(picked, sizeof picked, "1: pick %s", card);
        snprintf(die, sizeof die, "dice: %d", face);
        scene s = scene_from(&yucatan_game, "seats=1 rounds=1");
        scene_play(&s, odd ? "1: pick even" : "1: pick odd",
                   odd ? "dice: 2 2 2 2 2 2 2 2 2 2 2 1" : "dice: 1 1 1 1 1 1 1 1 1 1 1 2", picked,
                   die, NULL);
        fit += yucatan_game.score(s.state, 0) > 0;
    }
    return fit;
}

static void test_odds(void **unused)
{
    (void)unused;
    for (int card = 0; card < 14; card++)
        assert_int_equal(faces_that_fit(cards[card]), card < 2 ? 3 : card < 8 ? 2 : 1);
}

/* Every shape meets two colours and every colour two shapes. */
static void test_faces(void **unused)
{
    static const char *const table[][2] = {{"circle", "blue"},   {"square", "red"},
                                           {"cross", "orange"},  {"circle", "red"},
                                           {"square", "orange"}, {"cross", "blue"}};
    (void)unused;
    scene s = scene_from(&yucatan_game, "seats=2");
    for (int face = 0; face < 6; face++) {
        char shape[32], colour[32];
        snprintf(shape, sizeof shape, "faces.%d.shape", face);
        snprintf(colour, sizeof colour, "faces.%d.colour", face);
        assert_string_equal(scene_string(&s, shape), table[face][0]);
        assert_string_equal(scene_string(&s, colour), table[face][1]);
    }
}

/* A small solver of one turn. Cards of a kind are alike, so how many of each kind are left is all
 * that counts. `worth` says what it is worth to have written so many points. */
enum { DICE = 12, KINDS = 3, MOST = 36 };
static const int kind_cards[KINDS] = {2, 6, 6}, kind_worth[KINDS] = {1, 2, 3};
static const double kind_odds[KINDS] = {1. / 2, 1. / 3, 1. / 6};

typedef struct {
    double worth[MOST + 1];
    double value[DICE + 1][3][7][7][MOST + 1]; /* dice, cards of each kind, points */
    bool known[DICE + 1][3][7][7][MOST + 1];
} turn_solver;

static double best(turn_solver *t, int dice, const int *left, int points);

static double throw_for(turn_solver *t, int kind, int dice, const int *left, int points)
{
    int after[KINDS] = {left[0], left[1], left[2]};
    double p = kind_odds[kind], chance = 1;
    for (int die = 0; die < dice; die++)
        chance *= 1 - p;
    double sum = chance * t->worth[0];
    after[kind]--;
    for (int fit = 1; fit <= dice; fit++) {
        chance *= p / (1 - p) * (dice - fit + 1) / fit;
        sum += chance * best(t, dice - fit, after, points + fit * kind_worth[kind]);
    }
    return sum;
}

static double best(turn_solver *t, int dice, const int *left, int points)
{
    double *value = &t->value[dice][left[0]][left[1]][left[2]][points];
    bool *known = &t->known[dice][left[0]][left[1]][left[2]][points];
    if (*known)
        return *value;
    *value = dice < DICE ? t->worth[points] : 0; /* stop; not before the first throw */
    for (int kind = 0; dice > 0 && kind < KINDS; kind++) {
        double thrown = left[kind] > 0 ? throw_for(t, kind, dice, left, points) : 0;
        if (thrown > *value)
            *value = thrown;
    }
    *known = true;
    return *value;
}

static turn_solver solver;

static void assert_near(double value, double expected)
{
    if (value - expected > 1e-9 || expected - value > 1e-9)
        fail_msg("%.10f instead of %.10f", value, expected);
}

static double solve_turn(const double *worth)
{
    memcpy(solver.worth, worth, sizeof solver.worth);
    memset(solver.known, 0, sizeof solver.known);
    return best(&solver, DICE, kind_cards, 0);
}

/* What a turn is worth on average if played for points, by the kind of the first card. */
static void test_best_turn(void **unused)
{
    double worth[MOST + 1];
    (void)unused;
    for (int points = 0; points <= MOST; points++)
        worth[points] = points;
    assert_near(solve_turn(worth), 15.7318519725);
    assert_near(throw_for(&solver, 2, DICE, kind_cards, 0), 15.7318519725);
    assert_near(throw_for(&solver, 1, DICE, kind_cards, 0), 15.6951417441);
    assert_near(throw_for(&solver, 0, DICE, kind_cards, 0), 10.8211830960);
}

enum { ROUNDS = 4, LEAD_MOST = ROUNDS * MOST };

/* The first seat's chances by its lead, before a turn, from those after it. */
static void before_turn(bool second, const double *after, double *before, int lead)
{
    double worth[MOST + 1];
    for (int points = 0; points <= MOST; points++)
        worth[points] = second ? 1 - after[lead - points] : after[lead + points];
    before[lead] = second ? 1 - solve_turn(worth) : solve_turn(worth);
}

/* Two seats that both play to win, a shared win counting one half: the first seat's chances at the
 * start of a match of one to four rounds, counted back from the end. */
static void test_playing_to_win(void **unused)
{
    static const double expected[] = {0.3109896895, 0.3639482092, 0.3873228876, 0.4013010982};
    static double chances[2 * ROUNDS + 1][2 * LEAD_MOST + 1];
    (void)unused;
    for (int lead = -LEAD_MOST; lead <= LEAD_MOST; lead++)
        chances[0][LEAD_MOST + lead] = lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    for (int turns = 1; turns <= 2 * ROUNDS; turns++) { /* that are left */
        int had = 2 * ROUNDS - turns, behind = had / 2 * MOST, ahead = (had + 1) / 2 * MOST;
        for (int lead = -behind; lead <= ahead; lead++)
            before_turn(turns % 2 == 1, chances[turns - 1], chances[turns], LEAD_MOST + lead);
    }
    for (int rounds = 1; rounds <= ROUNDS; rounds++)
        assert_near(chances[2 * rounds][LEAD_MOST], expected[rounds - 1]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_points),
    cmocka_unit_test(test_a_turn),
    cmocka_unit_test(test_no_die_fits),
    cmocka_unit_test(test_all_dice_laid),
    cmocka_unit_test(test_twelve_cards),
    cmocka_unit_test(test_last_throw),
    cmocka_unit_test(test_rounds),
    cmocka_unit_test(test_winners),
    cmocka_unit_test(test_first_drawn),
    cmocka_unit_test(test_refused_moves),
    cmocka_unit_test(test_positions),
    cmocka_unit_test(test_impossible_positions),
    cmocka_unit_test(test_unreadable_positions),
    cmocka_unit_test(test_odds),
    cmocka_unit_test(test_faces),
    cmocka_unit_test(test_best_turn),
    cmocka_unit_test(test_playing_to_win),
};

SCENES_MAIN(tests)
