/* scenes.c: the scenes of Bossa. A tile is its white and its black pips: 41. Most scenes stand in
 * the first turn: five tiles in the hand of whoever moves, four in the other's. */
#include <stdio.h>
#include <string.h>

#include "core/survey.h"
#include "tests/engine/scenes.h"

static scene seen_by(const scene *s, int who)
{
    scene seen = *s;
    s->game->view(s->state, who, seen.state);
    return seen;
}

static bool position_has(const scene *s, const char *part)
{
    return strstr(scene_position(s), part) != NULL;
}

static int count_moves(const scene *s, int seat)
{
    kn_move moves[KN_MOVES_MAX];
    return s->game->moves(s->state, seat - 1, moves);
}

/* ---- tiles ---- */

/* 27 tiles; 6, 5, 4, 3, 2, 1 of them show 1 to 6 pips of a colour, 6 show none; 56 pips a colour.
 */
static void test_tiles(void **unused)
{
    static const int expected[] = {6, 6, 5, 4, 3, 2, 1};
    int white[7] = {0}, black[7] = {0}, pips = 0;
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    (void)unused;
    scene s = scene_from(&bossa_game, "phase=looking dice=6,1");
    int count = bossa_game.outcomes(s.state, outcomes);
    assert_int_equal(count, 27);
    for (int i = 0; i < count; i++) {
        char tile[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(tile, sizeof tile);
        bossa_game.write_move(s.state, KN_CHANCE, outcomes[i].move, &text);
        assert_int_equal(outcomes[i].weight, 1);
        white[tile[0] - '0']++;
        black[tile[1] - '0']++;
        pips += tile[0] - '0';
    }
    assert_memory_equal(white, expected, sizeof expected);
    assert_memory_equal(black, expected, sizeof expected);
    assert_int_equal(pips, 56);
}

#define FIRST "phase=acting turn=1 white_owner=1 drawn=06 "
#define CHIPS(mine) "chips=on kept=" mine ",doubler "
#define SECOND "phase=acting turn=2 white_owner=1 drawn=06 "

/* What may be laid: the position, the move, and whether it is one. */
static const struct {
    const char *position, *move;
    bool legal;
} layings[] = {
    /* 10 is white 1 only, never black 0 */
    {FIRST "dice=2,1 hand1=10,20,02,31,06 hand2=03,04,05,40", "lay white 1 10", true},
    {FIRST "dice=2,1 hand1=10,20,02,31,06 hand2=03,04,05,40", "lay black 2 02 10", false},
    {FIRST "dice=2,1 hand1=10,20,02,31,06 hand2=03,04,05,40", "lay black 2 02", true},
    /* 42 and 31 together: white 7 or black 3 */
    {FIRST "dice=6,2 hand1=42,31,50,40,06 hand2=03,04,05,20", "lay white 7 31 42", true},
    {FIRST "dice=6,2 hand1=42,31,50,40,06 hand2=03,04,05,20", "lay black 3 31 42", true},
    {FIRST "dice=6,2 hand1=42,31,50,40,06 hand2=03,04,05,20", "lay white 7 31 40 42", false},
    /* black die 6: 5 and 7; the own line or the other's */
    {FIRST "dice=1,6 hand1=05,01,33,40,06 hand2=03,04,50,20", "lay black 5 05", true},
    {FIRST "dice=1,6 hand1=05,01,33,40,06 hand2=03,04,50,20", "lay black 7 01 06", true},
    {FIRST "dice=1,6 hand1=05,01,33,40,06 hand2=03,04,50,20", "lay black 6 06", false},
    {FIRST "dice=1,6 hand1=05,01,33,40,06 hand2=03,04,50,20", "lay black 3 33", false},
    /* black die 1: only 2, one tile or two, never three */
    {FIRST "dice=3,1 hand1=02,01,11,40,06 hand2=03,04,50,20", "lay black 2 02", true},
    {FIRST "dice=3,1 hand1=02,01,11,40,06 hand2=03,04,50,20", "lay black 2 01 11", true},
    {FIRST "dice=3,1 hand1=02,01,11,40,06 hand2=03,04,50,20", "lay black 6 06", false},
    {FIRST "dice=3,4 hand1=01,11,31,40,06 hand2=03,04,50,20", "lay black 3 01 11 31", false},
    /* white die 5, two tiles on 6: three on 7, never two */
    {SECOND "dice=5,1 white=6:51+10 hand1=01,02,03 hand2=40,20,11,50,06", "lay white 7 11 20 40",
     true},
    {SECOND "dice=5,1 white=6:51+10 hand1=01,02,03 hand2=40,20,11,50,06", "lay white 7 20 50",
     false},
    {SECOND "dice=5,1 white=6:51+10 hand1=01,02,03 hand2=40,20,11,50,06", "lay white 4 40",
     true}, /* the other side knows nothing of it */
    /* white die 4, two tiles on 5: one or three on 6, never two */
    {SECOND "dice=4,1 white=5:40+10 hand1=01,02,03 hand2=60,30,20,11,06", "lay white 6 60", true},
    {SECOND "dice=4,1 white=5:40+10 hand1=01,02,03 hand2=60,30,20,11,06", "lay white 6 11 20 30",
     true},
    {SECOND "dice=4,1 white=5:40+10 hand1=01,02,03 hand2=42,30,20,11,06", "lay white 6 20 42",
     false},
    /* white die 5, one tile on 6: exactly two on 7 */
    {SECOND "dice=5,1 white=6:60 hand1=01,02,03,04 hand2=50,20,40,21,06", "lay white 7 20 50",
     true},
    {SECOND "dice=5,1 white=6:60 hand1=01,02,03,04 hand2=30,20,22,21,06", "lay white 7 20 22 30",
     false},
};

static void test_laying(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof layings / sizeof *layings; i++) {
        scene s = scene_from(&bossa_game, layings[i].position);
        int seat = strstr(layings[i].position, "turn=1") ? 1 : 2;
        char line[KN_MOVE_TEXT_MAX];
        snprintf(line, sizeof line, "%d: %s", seat, layings[i].move);
        if (scene_lists(&s, seat, layings[i].move) != layings[i].legal ||
            scene_try(&s, line) != (layings[i].legal ? KN_OK : KN_ILLEGAL))
            fail_msg("%s at %s", layings[i].move, layings[i].position);
    }
}

/* What a chip does, on exactly one of the tiles put down, once. */
static void test_chips(void **unused)
{
    static const struct {
        const char *chip, *hand, *move;
        bool legal;
    } table[] = {
        {"doubler", "20,21,30,12,06", "lay white 6 20 21*", true},
        {"doubler", "20,21,30,12,06", "lay white 6 20* 21", true}, /* another move */
        {"doubler", "20,21,30,12,06", "lay white 6 30*", true},
        {"doubler", "20,10,30,12,06", "lay white 6 10* 20*", false},
        {"doubler", "02,10,30,12,06", "lay white 6 02* 30", false}, /* twice nothing is nothing */
        {"doubler", "20,60,30,12,06", "lay white 6 60*", false},    /* 12 */
        {"converter", "14,20,30,12,06", "lay white 6 14* 20", true},
        {"converter", "14,20,30,12,06", "lay white 6 06*", true}, /* white after the change */
        {"converter", "14,20,30,60,06", "lay white 6 60*", false},
        {"converter", "33,31,30,12,06", "lay white 6 30 33*", false}, /* changes nothing */
        {"converter", "20,21,30,12,06", "lay white 6 20 21*", false}, /* 2 + 1 */
        {"hidden", "20,21,30,12,06", "lay white 6 20 21*", false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char position[256], line[64];
        snprintf(position, sizeof position,
                 FIRST "chips=on kept=%s,doubler dice=5,1 hand1=%s hand2=03,04,05,40",
                 table[i].chip, table[i].hand);
        snprintf(line, sizeof line, "1: %s", table[i].move);
        scene s = scene_from(&bossa_game, position);
        if (scene_lists(&s, 1, table[i].move) != table[i].legal ||
            (scene_try(&s, line) == KN_OK) != table[i].legal)
            fail_msg("%s: %s", table[i].chip, table[i].move);
    }
    scene s = scene_from(&bossa_game, FIRST CHIPS("doubler") "dice=5,1 hand1=20,21,30,12,06 "
                                                             "hand2=03,40,02,60");
    scene_play(&s, "1: lay white 6 30*", "dice: 50", "2: lay white 4 40", "dice: 22", NULL);
    assert_string_equal(scene_string(&s, "seats.0.chip_on"), "30");
    assert_int_equal(scene_try(&s, "1: stack white 4 20*"), KN_ILLEGAL); /* used */
    s = scene_from(&bossa_game, FIRST CHIPS("doubler") "dice=5,1 hand1=20,21,40,12,06 "
                                                       "hand2=03,42,02,60");
    scene_play(&s, "1: lay white 4 40", "dice: 50", "2: stack white 4 42", "dice: 22", NULL);
    assert_true(scene_lists(&s, 1, "stack white 4 20*")); /* with a marker too */
}

/* ---- markers ---- */

#define MARKERS FIRST "dice=5,1 hand1=60,40,12,30,06 hand2=03,20,21,50"

static void test_redraw(void **unused)
{
    (void)unused;
    scene s = scene_from(&bossa_game, MARKERS);
    assert_int_equal(scene_try(&s, "1: redraw 20"), KN_ILLEGAL); /* not in the hand */
    scene_play(&s, "1: redraw 30", NULL);
    assert_int_equal(scene_try(&s, "dice: 30"), KN_ILLEGAL); /* it is gone */
    scene_play(&s, "dice: 01", NULL);
    assert_true(position_has(&s, " hand1=01,06,12,40,60 "));
    assert_int_equal(scene_number(&s, "turn"), 2); /* nothing is laid */
    assert_int_equal(scene_number(&s, "pile"), 16);
    scene_play(&s, "dice: 22", "2: redraw 22", "dice: 23", "dice: 24", NULL);
    assert_int_equal(scene_try(&s, "1: redraw 24"), KN_ILLEGAL); /* once a game */
}

static void test_exchange(void **unused)
{
    (void)unused;
    scene s = scene_from(&bossa_game, MARKERS);
    assert_int_equal(scene_try(&s, "1: exchange 20 60"), KN_ILLEGAL); /* the own tile first */
    scene_play(&s, "1: exchange 60 20", NULL);
    assert_true(position_has(&s, " hand1=06,12,20,30,40 "));
    assert_true(position_has(&s, " hand2=03,21,50,60"));
    scene_play(&s, "dice: 22", "2: exchange 22 20", "dice: 24", NULL);
    assert_int_equal(scene_try(&s, "1: exchange 24 22"), KN_ILLEGAL);
}

static void test_stack(void **unused)
{
    (void)unused;
    scene s = scene_from(&bossa_game, MARKERS);
    assert_int_equal(scene_try(&s, "1: stack white 5 40 12"), KN_ILLEGAL); /* never on the die */
    scene_play(&s, "1: lay white 4 40", "dice: 41", NULL);
    assert_int_equal(scene_try(&s, "2: stack white 4 20 21"), KN_ILLEGAL); /* two on one */
    assert_int_equal(scene_try(&s, "2: lay white 4 41"), KN_ILLEGAL);
    scene_play(&s, "2: stack white 4 41", "dice: 42", "1: stack white 4 42", NULL); /* again */
    assert_int_equal(scene_number(&s, "lines.0.positions.0.count"), 1);
    assert_string_equal(scene_string(&s, "lines.0.positions.0.layers.1.0"), "42");
    assert_string_equal(scene_string(&s, "lines.0.positions.0.layers.2.0"), "41");
    scene_play(&s, "dice: 22", NULL);
    assert_int_equal(scene_try(&s, "2: stack white 4 22"), KN_ILLEGAL);
}

/* Everything there is to do in one first turn: four ways to lay, 5 redraws, 5 times 4 exchanges. */
static void test_a_whole_list(void **unused)
{
    static const char *const laid[] = {"lay white 6 60", "lay white 4 40", "lay white 4 12 30",
                                       "lay black 2 12"};
    (void)unused;
    scene s = scene_from(&bossa_game, MARKERS);
    for (size_t i = 0; i < sizeof laid / sizeof *laid; i++)
        assert_true(scene_lists(&s, 1, laid[i]));
    assert_int_equal(count_moves(&s, 1), 4 + 5 + 5 * 4);
    assert_int_equal(count_moves(&s, 2), 0);
}

/* ---- setting up ---- */

static void test_setting_up(void **unused)
{
    (void)unused;
    scene s = scene_from(&bossa_game, "seats=2");
    scene_play(&s, "dice: 4 4", NULL);
    assert_int_equal(scene_number(&s, "tie"), 4); /* both again */
    scene_play(&s, "dice: 2 5 41 20 33 05", NULL);
    assert_int_equal(scene_number(&s, "turn"), 2); /* the higher die chooses */
    assert_int_equal(count_moves(&s, 2), 3);
    assert_int_equal(scene_try(&s, "1: white"), KN_NOT_DUE);
    scene_play(&s, "2: black", NULL);
    assert_int_equal(scene_number(&s, "lines.1.owner"), 2);
    assert_string_equal(scene_string(&s, "phase"), "opening");
    assert_int_equal(scene_try(&s, "dice: 41"), KN_ILLEGAL); /* in the other hand */
    scene_play(&s, "dice: 10 11 12 13", NULL);
    assert_int_equal(scene_number(&s, "turn"), 1); /* the other starts */
    assert_int_equal(scene_number(&s, "seats.0.tiles"), 4);
    assert_int_equal(scene_number(&s, "seats.1.tiles"), 4);
    assert_int_equal(scene_number(&s, "pile"), 18);
}

static void test_taking_the_start(void **unused)
{
    (void)unused;
    scene s = scene_from(&bossa_game, "seats=2");
    scene_play(&s, "dice: 2 5 41 20 33 05", "2: start", "dice: 10 11 12 13", NULL);
    assert_int_equal(scene_number(&s, "turn"), 1);
    assert_int_equal(count_moves(&s, 1), 2);
    assert_int_equal(scene_try(&s, "1: start"), KN_ILLEGAL);
    scene_play(&s, "1: black", NULL);
    assert_string_equal(scene_string(&s, "phase"), "drawing"); /* both hands have been seen */
    assert_int_equal(scene_number(&s, "turn"), 2);
    assert_int_equal(scene_number(&s, "lines.1.owner"), 1);
    assert_int_equal(scene_number(&s, "lines.1.die"), 5);
}

/* A hand is looked at alone, until a colour has been taken. */
static void test_hands_are_secret(void **unused)
{
    kn_event tile = {.actor = KN_CHANCE, .move = 0};
    (void)unused;
    scene s = scene_from(&bossa_game, "seats=2");
    scene_play(&s, "dice: 2 5 41 20", NULL);
    assert_int_equal(bossa_game.seen(s.state, &tile, 1), KN_SEEN);
    assert_int_equal(bossa_game.seen(s.state, &tile, 0), KN_ACTED);
    assert_int_equal(bossa_game.seen(s.state, &tile, KN_WATCHER), KN_ACTED);
    scene_play(&s, "dice: 33 05", NULL);
    scene own = seen_by(&s, 1), other = seen_by(&s, 0), watcher = seen_by(&s, KN_WATCHER);
    assert_true(position_has(&own, " hand2=05,20,33,41"));
    assert_true(position_has(&other, " hand2=-,-,-,-"));
    assert_true(position_has(&watcher, " hand2=-,-,-,-"));
    scene_play(&s, "2: start", "dice: 10 11 12 13", NULL);
    own = seen_by(&s, 1), other = seen_by(&s, 0), watcher = seen_by(&s, KN_WATCHER);
    assert_true(position_has(&own, " hand1=-,-,-,- hand2=05,20,33,41"));
    assert_true(position_has(&other, " hand1=10,11,12,13 hand2=-,-,-,-"));
    assert_true(position_has(&watcher, " hand1=-,-,-,- hand2=-,-,-,-"));
    scene_play(&s, "1: white", NULL);
    watcher = seen_by(&s, KN_WATCHER);
    assert_true(position_has(&watcher, " hand1=10,11,12,13 hand2=05,20,33,41"));
}

/* Both keep a chip at once; they lie open when the first tile has been drawn. */
static void test_chips_are_secret(void **unused)
{
    kn_event keep = {.actor = 1};
    (void)unused;
    scene s = scene_from(&bossa_game, "chips=on phase=keeping turn=1 dice=2,5 white_owner=2 "
                                      "hand1=10,11,12,13 hand2=05,20,33,41");
    assert_int_equal(bossa_game.to_act(s.state), KN_ACTOR(0) | KN_ACTOR(1));
    assert_int_equal(bossa_game.seen(s.state, &keep, 0), KN_ACTED);
    assert_int_equal(bossa_game.seen(s.state, &keep, KN_WATCHER), KN_ACTED);
    assert_int_equal(scene_try(&s, "1: keep hidden"), KN_UNREADABLE);
    scene_play(&s, "2: keep converter", NULL);
    assert_int_equal(scene_try(&s, "2: keep doubler"), KN_NOT_DUE);
    scene other = seen_by(&s, 0);
    assert_true(position_has(&other, " kept=none,hidden"));
    scene_play(&s, "1: keep doubler", NULL);
    other = seen_by(&s, 0);
    scene own = seen_by(&s, 1), watcher = seen_by(&s, KN_WATCHER);
    assert_true(position_has(&other, " kept=doubler,hidden"));
    assert_true(position_has(&own, " kept=hidden,converter"));
    assert_true(position_has(&watcher, " kept=hidden,hidden"));
    scene_play(&s, "dice: 01", NULL);
    watcher = seen_by(&s, KN_WATCHER);
    assert_true(position_has(&watcher, " kept=doubler,converter"));
}

/* ---- the end ---- */

static const char *const game_a[] = {"dice: 1 5 05 21 32 24",
                                     "2: white",
                                     "dice: 02 14 10 12 04",
                                     "1: exchange 12 32",
                                     "dice: 51",
                                     "2: lay black 6 12 24",
                                     "dice: 41",
                                     "1: lay black 7 02 14 41",
                                     "dice: 01",
                                     "2: lay black 8 01 05 21 51",
                                     NULL};

static const char *const game_b[] = {"dice: 5 6 33 20 41 60",
                                     "2: white",
                                     "dice: 32 40 31 06 23",
                                     "1: exchange 23 33",
                                     "dice: 11",
                                     "2: exchange 41 32",
                                     "dice: 13",
                                     "1: lay white 6 31 33",
                                     "dice: 21",
                                     "2: lay white 7 20 23 32",
                                     "dice: 24",
                                     "1: lay white 8 40 41",
                                     "dice: 51",
                                     "2: lay white 9 11 21 60",
                                     "dice: 05",
                                     "1: lay black 5 05",
                                     "dice: 42",
                                     "2: lay white 4 42",
                                     "dice: 03",
                                     "1: lay white 3 13 24",
                                     NULL};

static const char *const game_c[] = {"dice: 2 4 32 14 41 20",
                                     "2: white",
                                     "dice: 15 42 21 02",
                                     "1: keep doubler",
                                     "2: keep converter",
                                     "dice: 51",
                                     "1: exchange 21 20",
                                     "dice: 33",
                                     "2: exchange 33 15",
                                     "dice: 05",
                                     "1: redraw 20",
                                     "dice: 12 23",
                                     "2: lay white 3 15 21",
                                     "dice: 30",
                                     "1: lay black 3 33",
                                     "dice: 01",
                                     "2: lay black 5 01 14",
                                     "dice: 50",
                                     "1: lay black 6 02 12 42",
                                     "dice: 11",
                                     "2: lay black 2 11 41",
                                     "dice: 13",
                                     "1: lay black 7 13* 51",
                                     "dice: 03",
                                     "2: lay black 8 03 23 32",
                                     NULL};

static const char *const game_d[] = {"dice: 5 1 22 11 02 21",
                                     "1: black",
                                     "dice: 05 10 40 12 24",
                                     "2: exchange 24 02",
                                     "dice: 51",
                                     "1: lay black 2 11 21",
                                     "dice: 41",
                                     "2: redraw 41",
                                     "dice: 01 14",
                                     "1: lay white 4 22 24",
                                     "dice: 06",
                                     NULL};

static const char *const game_e[] = {"dice: 4 5 51 24 30 23",
                                     "2: black",
                                     "dice: 12 05 01 10 06",
                                     "1: redraw 05",
                                     "dice: 21 40",
                                     "2: exchange 23 12",
                                     "dice: 33",
                                     "1: exchange 10 51",
                                     "dice: 50",
                                     "2: redraw 10",
                                     "dice: 32 41",
                                     "1: lay black 4 21 23",
                                     "dice: 03",
                                     "2: lay white 5 24 30",
                                     "dice: 31",
                                     "1: stack black 4 33 41",
                                     "dice: 04",
                                     "2: lay black 3 03",
                                     "dice: 13",
                                     "1: lay black 2 01 31",
                                     "dice: 20",
                                     "2: stack white 5 12 40",
                                     "dice: 11",
                                     "1: lay black 6 06",
                                     "dice: 22",
                                     "2: lay white 3 32",
                                     "dice: 02",
                                     "1: lay black 1 11",
                                     "dice: 60",
                                     "2: lay white 6 60",
                                     "dice: 14",
                                     "1: lay white 2 13 14",
                                     "dice: 15",
                                     "2: lay white 7 20 50",
                                     NULL};

/* Whole games, one for each way to end. */
static void test_whole_games(void **unused)
{
    static const struct {
        const char *position;
        const char *const *lines;
        const char *ending;
        int winner;
    } table[] = {
        {"seats=2", game_a, "a", 2},  {"seats=2", game_b, "b", 2}, /* seat 1 laid the sixth */
        {"chips=on", game_c, "c", 2}, {"seats=2", game_d, "d", 1},
        {"seats=2", game_e, "e", 1}, /* 2 tiles against 3 */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(&bossa_game, table[i].position);
        for (const char *const *line = table[i].lines; *line; line++) {
            assert_string_equal(scene_string(&s, "ending"), "");
            scene_play(&s, *line, NULL);
        }
        assert_string_equal(scene_string(&s, "phase"), "over");
        assert_string_equal(scene_string(&s, "ending"), table[i].ending);
        assert_int_equal(bossa_game.result(s.state), KN_ACTOR(table[i].winner - 1));
        assert_int_equal(bossa_game.score(s.state, table[i].winner - 1), 1);
        assert_int_equal(bossa_game.score(s.state, 2 - table[i].winner), 0);
        assert_int_equal(scene_try(&s, "1: white"), KN_OVER);
    }
}

#define SIX_OWN                                                                                    \
    "phase=acting turn=1 dice=4,6 white_owner=2 white=3:10+20 "                                    \
    "black=4:14,5:04+51,7:12+15,8:06+11+21,9:01+03+33+42 hand1=22,41 spent1=redraw,exchange "      \
    "hand2=60 spent2=exchange,stack stack2=white:3:13+23 gone=02 drawn=22"
#define SIX_LEFT                                                                                   \
    "phase=acting turn=1 dice=3,4 white_owner=2 white=2:20 "                                       \
    "black=2:31+51,3:33,5:05,6:03+23,7:14+22+41 hand1=01,02,06,30,32,42 spent1=exchange hand2=11 " \
    "spent2=exchange drawn=06"
#define ALL_BY_STACK                                                                               \
    "phase=acting turn=2 dice=3,6 white_owner=2 white=4:23+24,5:10+14+31 hand1=03,41,50,60 "       \
    "spent1=redraw hand2=13,20,22 gone=51 drawn=22"
#define PILE_EMPTY                                                                                 \
    "phase=acting turn=2 dice=1,3 white_owner=2 white=2:20,3:11+24,4:42,5:21+30 "                  \
    "black=2:22,4:31+33,5:05,6:01+15,7:14+32+51 hand1=06,40 spent1=redraw,exchange,stack "         \
    "stack1=white:2:23 hand2=03,10,13,41,50 spent2=redraw,exchange,stack stack2=black:2:02 "       \
    "gone=04,12 drawn=13"
#define CONVERTED                                                                                  \
    "chips=on phase=drawing turn=2 dice=2,1 white_owner=1 black=2:14+31 hand1=01,15,23,33 "        \
    "spent1=exchange hand2=02,04,05,06,40,42 spent2=redraw,exchange kept=converter,doubler "       \
    "under=14,- gone=13"

/* The last line of a game, how it ends, and who wins (one bit a seat). */
static void test_endings(void **unused)
{
    static const struct {
        const char *position, *line, *ending;
        int winners;
    } table[] = {
        {SIX_OWN, "1: lay black 3 22 41", "a", 1}, /* the own sixth with the last tiles: still A */
        {SIX_LEFT, "1: lay black 1 01", "b", 1},
        {ALL_BY_STACK, "2: stack white 5 13 20 22", "a", 2},
        {PILE_EMPTY, "2: lay white 6 10 13 41", "e", 3}, /* 2 against 2 */
        /* next to two tiles on black 2: no one tile and no three worth 3, doubled or not */
        {CONVERTED, "dice: 41", "d", 1},
        {CONVERTED, "dice: 03", "", 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(&bossa_game, table[i].position);
        scene_play(&s, table[i].line, NULL);
        if (strcmp(scene_string(&s, "ending"), table[i].ending) != 0 ||
            bossa_game.result(s.state) != table[i].winners)
            fail_msg("%s", table[i].line);
    }
    scene s = scene_from(&bossa_game, PILE_EMPTY);
    scene_play(&s, "2: lay white 6 10 13 41", NULL);
    assert_int_equal(bossa_game.score(s.state, 0) + bossa_game.score(s.state, 1), 0); /* a draw */
}

enum { MATCHES = 500, HAND_MOST = 7, LIST_MOST = 336, TURNS_BEFORE_E = 16 };

/* No hand grows beyond seven tiles, no list beyond 336 moves; the pile lasts sixteen turns. */
static void test_bounds(void **unused)
{
    kn_random random = kn_random_from(2023);
    (void)unused;
    for (int match = 0; match < MATCHES; match++) {
        scene s = scene_from(&bossa_game, match % 2 ? "chips=on" : "chips=off");
        int turns = 0;
        kn_event event;
        while (kn_random_event(&bossa_game, s.state, &random, &s.now_ms, &event)) {
            bool acting = strcmp(scene_string(&s, "phase"), "acting") == 0;
            turns += acting;
            assert_true(scene_number(&s, "seats.0.tiles") <= HAND_MOST);
            assert_true(scene_number(&s, "seats.1.tiles") <= HAND_MOST);
            assert_true(!acting || count_moves(&s, event.actor + 1) <= LIST_MOST);
            assert_int_equal(bossa_game.apply(s.state, &event), KN_OK);
        }
        if (strcmp(scene_string(&s, "ending"), "e") == 0)
            assert_true(turns >= TURNS_BEFORE_E);
    }
}

/* ---- texts ---- */

static void test_texts(void **unused)
{
    static const struct {
        const char *line;
        kn_refusal refusal;
    } table[] = {
        {"1: lay white 4 30 12", KN_OK}, /* in any order */
        {"1: lay white 4 12 12", KN_UNREADABLE},
        {"1: lay white 4 12* 30*", KN_UNREADABLE},
        {"1: lay white 4 12 30*", KN_ILLEGAL}, /* no chips in this game */
        {"1: lay white 4 12  30", KN_UNREADABLE},
        {"1: lay white 4", KN_UNREADABLE},
        {"1: lay white 13 12", KN_UNREADABLE},
        {"1: lay red 4 40", KN_UNREADABLE},
        {"1: lay start 4 40", KN_UNREADABLE},
        {"1: lay white 4 44", KN_UNREADABLE}, /* no such tile */
        {"1: lay white 4 41", KN_ILLEGAL},    /* not in the hand */
        {"1: stack white 4 40", KN_ILLEGAL},
        {"1: redraw 40*", KN_UNREADABLE},
        {"1: redraw 40 12", KN_UNREADABLE},
        {"1: exchange 40", KN_UNREADABLE},
        {"1: exchange 40 41", KN_ILLEGAL},
        {"1: white", KN_ILLEGAL},
        {"1: keep doubler", KN_ILLEGAL},
        {"1: pass", KN_UNREADABLE},
        {"2: exchange 20 40", KN_NOT_DUE},
        {"dice: 41", KN_NOT_DUE},
        {"dice: 00", KN_UNREADABLE},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(&bossa_game, MARKERS), before = s;
        kn_refusal refusal = scene_try(&s, table[i].line);
        if (refusal != table[i].refusal)
            fail_msg("%s: %d", table[i].line, (int)refusal);
        if (refusal)
            assert_memory_equal(s.state, before.state, bossa_game.state_bytes);
    }
}

#define HANDS "hand1=60,40,12,30,06 hand2=03,20,21,50"

/* Texts that are none, tables that cannot be set, and positions that no match can reach. */
static const struct {
    kn_refusal refusal;
    const char *position;
} refused[] = {
    {KN_BAD_SETUP, "seats=3"},
    {KN_BAD_SETUP, "chips=maybe"},
    {KN_UNREADABLE, "phase=looking dice=4,3 hand1=41,-"},         /* half a secret */
    {KN_UNREADABLE, "phase=choosing dice=4,3 hand1=-,-,-,-,-"},   /* five tiles */
    {KN_UNREADABLE, "phase=choosing dice=4,3 hand1=41,20,10,10"}, /* one of them twice */
    {KN_UNREADABLE, "phase=choosing dice=4,3 hand1=41,20,10,44"}, /* no such tile */
    {KN_UNREADABLE, FIRST "turn=1 dice=5,1 " HANDS},              /* a key twice */
    {KN_UNREADABLE, FIRST "dice=5,1 colour=white " HANDS},        /* no such key */
    {KN_UNREADABLE,
     SECOND "dice=5,1 white=7:60+10 hand1=01,02,03 hand2=40,20,11,50,06"}, /* a gap */
    {KN_UNREADABLE, SECOND "dice=5,1 white=5:50 hand1=01,02,03,04 hand2=40,20,11,51,06"}, /* die */
    {KN_UNREADABLE, SECOND "dice=5,1 white=6:60, hand1=01,02,03,04 hand2=40,20,11,50,06"},
    {KN_IMPOSSIBLE, "dice=-,3"},                                        /* white is thrown first */
    {KN_IMPOSSIBLE, "dice=3,4"},                                        /* then someone looks */
    {KN_IMPOSSIBLE, "phase=looking dice=3,3"},                          /* thrown again */
    {KN_IMPOSSIBLE, "phase=looking dice=3,4 turn=1"},                   /* the higher die looks */
    {KN_IMPOSSIBLE, "phase=looking dice=4,3 hand2=41"},                 /* nobody looks at that */
    {KN_IMPOSSIBLE, "phase=choosing dice=4,3 hand1=41,20,10"},          /* three tiles */
    {KN_IMPOSSIBLE, "phase=choosing dice=4,3 hand1=41,20,10,11 tie=2"}, /* long ago */
    {KN_IMPOSSIBLE, "phase=keeping dice=5,1 white_owner=1 hand1=60,40,12,30 hand2=03,20,21,50"},
    {KN_IMPOSSIBLE, "phase=drawing dice=5,1 hand1=60,40,12,30 hand2=03,20,21,50"}, /* no owner */
    {KN_IMPOSSIBLE, "phase=drawing dice=5,1 white_owner=1 hand1=-,-,-,- hand2=03,20,21,50"},
    {KN_IMPOSSIBLE, "phase=drawing dice=5,1 white_owner=1 hand1=60,40,12 hand2=03,20,21,50"},
    {KN_IMPOSSIBLE, "phase=redrawing dice=5,1 white_owner=1 hand1=60,40,12,30 hand2=03,20,21,50"},
    {KN_IMPOSSIBLE, "phase=acting dice=5,1 white_owner=1 " HANDS},          /* nothing drawn */
    {KN_IMPOSSIBLE, "phase=acting dice=5,1 white_owner=1 drawn=20 " HANDS}, /* by the other */
    {KN_IMPOSSIBLE, FIRST "dice=5,1 hand1=60,40,12,30,06,51 hand2=03,20,21,50"},
    {KN_IMPOSSIBLE, FIRST "dice=5,1 spent1=redraw " HANDS},        /* what was thrown away? */
    {KN_IMPOSSIBLE, FIRST "dice=5,1 spent2=stack " HANDS},         /* what was stacked? */
    {KN_IMPOSSIBLE, FIRST "dice=5,1 gone=41 " HANDS},              /* by which redraw? */
    {KN_IMPOSSIBLE, FIRST "dice=5,1 kept=doubler,doubler " HANDS}, /* without chips */
    {KN_IMPOSSIBLE, FIRST "dice=5,1 chips=on kept=doubler,none " HANDS},
    {KN_IMPOSSIBLE, FIRST "dice=5,1 chips=on kept=doubler,doubler under=60,- " HANDS},
    {KN_IMPOSSIBLE, FIRST "dice=5,1 ending=a " HANDS},
    {KN_IMPOSSIBLE, SECOND "dice=5,1 white=6:51 hand1=01,02,03,04 hand2=40,20,11,50,06"},
    {KN_IMPOSSIBLE, SECOND "dice=5,1 white=6:30+20+10 hand1=01,02 hand2=40,21,11,50,06"},
    {KN_IMPOSSIBLE, SECOND "dice=5,1 white=6:60+01 hand1=10,02,03 hand2=40,20,11,50,06"},
    {KN_IMPOSSIBLE, FIRST "dice=5,1 white=6:60 hand1=40,12,30,06 hand2=03,20,21,50"}, /* whose? */
    {KN_IMPOSSIBLE, "phase=over dice=5,1 white_owner=1 " HANDS},
    {KN_IMPOSSIBLE, "phase=over dice=5,1 white_owner=1 ending=e " HANDS},
    {KN_IMPOSSIBLE, "phase=over dice=5,1 white_owner=1 ending=d drawn=06 " HANDS}, /* not stuck */
};

static void test_refused_positions(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        uint64_t state[KN_STATE_MAX / 8];
        kn_refusal refusal = bossa_game.read_position(kn_slice_of(refused[i].position), state);
        if (refusal != refused[i].refusal)
            fail_msg("%d: %s", (int)refusal, refused[i].position);
    }
    scene_from(&bossa_game, FIRST "dice=5,1 " HANDS); /* what most of these were made from */
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_tiles),
    cmocka_unit_test(test_laying),
    cmocka_unit_test(test_chips),
    cmocka_unit_test(test_redraw),
    cmocka_unit_test(test_exchange),
    cmocka_unit_test(test_stack),
    cmocka_unit_test(test_a_whole_list),
    cmocka_unit_test(test_setting_up),
    cmocka_unit_test(test_taking_the_start),
    cmocka_unit_test(test_hands_are_secret),
    cmocka_unit_test(test_chips_are_secret),
    cmocka_unit_test(test_whole_games),
    cmocka_unit_test(test_endings),
    cmocka_unit_test(test_bounds),
    cmocka_unit_test(test_texts),
    cmocka_unit_test(test_refused_positions),
};

SCENES_MAIN(tests)
