/* scenes.c: the scenes of Yubitsume. Read the tables from top to bottom to learn what is right
 * to hit, who is safe, and what becomes of the fingers. */
#include <stdio.h>
#include <string.h>

#include "core/survey.h"
#include "tests/engine/scenes.h"

static const kn_game *const game = &yubitsume_game;

/* Throw, show the dice at 0 ms and let the first seat slap before the clock closes. */
static scene after_throw(const char *setup, const char *dice, const char *slap)
{
    scene s = scene_from(game, setup);
    scene_play(&s, "1: throw", dice, NULL);
    if (slap)
        scene_play(&s, slap, NULL);
    scene_play(&s, "clock: close", NULL);
    return s;
}

static void expect_verdict(const scene *s, int seat, const char *verdict)
{
    char path[32];
    snprintf(path, sizeof path, "last.seats.%d.verdict", seat - 1);
    if (strcmp(scene_string(s, path), verdict) != 0)
        fail_msg("seat %d: %s, not %s, at %s", seat, scene_string(s, path), verdict,
                 scene_position(s));
}

/* Play one slap with its own error; `scene` lines have none. */
static void slap_with_error(scene *s, int seat, const char *move, int64_t acted_ms, int error_ms)
{
    kn_event event = {.at_ms = acted_ms + 60, .acted_ms = acted_ms};
    event.actor = (uint8_t)(seat - 1);
    event.error_ms = (uint16_t)error_ms;
    assert_int_equal(game->read_move(s->state, seat - 1, kn_slice_of(move), &event.move), KN_OK);
    assert_int_equal(game->apply(s->state, &event), KN_OK);
    if (event.at_ms > s->now_ms)
        s->now_ms = event.at_ms;
}

/* ---- what is right ---- */

#define BASIC "seats=2"
#define ADVANCED "seats=2 level=advanced"
#define PROFESSIONAL "seats=2 level=professional"

/* The right hits are every letter of `right`: 1 2 3 white dice, k the knife, empty: keep still. At
 * professional the black die is the last. */
static void test_cases(void **unused)
{
    static const struct {
        const char *level, *dice;
        int number;
        const char *right;
    } table[] = {
        {BASIC, "dice: 1s 2b 2c", 1, "1"},
        {BASIC, "dice: 1s 2c 3c", 1, "1"},
        {BASIC, "dice: 2c 1s 3c", 1, "2"},
        {BASIC, "dice: 1s 3s 1b", 2, ""},
        {BASIC, "dice: 2b 2c 3c", 2, ""},
        {ADVANCED, "dice: 2b 2c 3c", 2, ""},
        {BASIC, "dice: 1s 2b 3c", 3, "k"},
        {BASIC, "dice: 3s 1b 2c", 3, "k"},
        {BASIC, "dice: 1s 3s 1s", 2, ""},
        {ADVANCED, "dice: 1s 3s 1s", 4, "123"},
        {BASIC, "dice: 1s 1b 1s", 2, ""},
        {ADVANCED, "dice: 1s 1b 1s", 5, "123"},
        {ADVANCED, "dice: 1s 1s 1s", 4, "123"}, /* symbol and number: the symbol is asked first */
        {PROFESSIONAL, "dice: 1s 3s 1b 1s", 6, ""},
        {PROFESSIONAL, "dice: 1s 3s 1b 3s", 1, "3"},
        {PROFESSIONAL, "dice: 1s 1b 3s 1b", 1, "3"},
        {PROFESSIONAL, "dice: 1s 3s 1b 2c", 2, ""},
        {PROFESSIONAL, "dice: 3s 1b 2c 2c", 3, "k"},
        {PROFESSIONAL, "dice: 1s 3s 1b 2b", 4, "12"},
        {PROFESSIONAL, "dice: 3s 1s 1b 3c", 5, "23"},
    };
    static const char *const hits[] = {"1", "2", "3", "black", "knife"};
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (int hit = 0; hit < 5; hit++) {
            char slap[32];
            const char letter = "123bk"[hit];
            const char *verdict = strchr(table[i].right, letter) ? "safe" : "wrong";
            if (letter == 'b' && strcmp(table[i].level, PROFESSIONAL) != 0)
                continue;
            snprintf(slap, sizeof slap, "1: hit %s @420", hits[hit]);
            scene s = after_throw(table[i].level, table[i].dice, slap);
            assert_int_equal(scene_number(&s, "last.case"), table[i].number);
            expect_verdict(&s, 1, verdict);
            expect_verdict(&s, 2, *table[i].right ? "nothing" : "safe");
        }
}

/* Count the cases of every throw there is. */
static void count_cases(scene s, int dice_left, int *count)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    if (dice_left == 0) {
        scene_play(&s, "clock: close", NULL);
        count[scene_number(&s, "last.case")]++;
        return;
    }
    int faces = game->outcomes(s.state, outcomes);
    for (int i = 0; i < faces; i++) {
        scene next = s;
        kn_event die = {.actor = KN_CHANCE, .move = outcomes[i].move};
        assert_int_equal(game->apply(next.state, &die), KN_OK);
        count_cases(next, dice_left - 1, count);
    }
}

static void test_odds(void **unused)
{
    static const struct {
        const char *level;
        int dice, count[7];
    } table[] = {
        {BASIC, 3, {0, 126, 78, 12, 0, 0, 0}},
        {ADVANCED, 3, {0, 126, 36, 12, 24, 18, 0}},
        {PROFESSIONAL, 4, {0, 522, 36, 108, 324, 144, 162}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int count[7] = {0};
        scene s = scene_from(game, table[i].level);
        scene_play(&s, "1: throw", NULL);
        count_cases(s, table[i].dice, count);
        for (int number = 1; number <= 6; number++)
            assert_int_equal(count[number], table[i].count[number]);
    }
}

/* ---- who is safe ---- */

#define THREE "seats=3"
#define HIT_FIRST "dice: 1s 2b 2c"

/* Slaps of three seats; the first die is right. What counts is when, not in which order. */
static void test_verdicts(void **unused)
{
    static const struct {
        const char *slaps[3], *verdicts[3];
    } table[] = {
        {{"1: hit 1 @420", "2: hit 1 @419", "3: hit 2 @300"}, {"too_slow", "safe", "wrong"}},
        {{"3: hit 1 @420", "1: hit 1 @500", NULL}, {"too_slow", "nothing", "safe"}},
        {{"2: hit 1 @420", "1: hit 1 @420", NULL}, {"safe", "safe", "nothing"}},
        {{"1: hit knife @420", NULL, NULL}, {"wrong", "nothing", "nothing"}},
        {{"1: hit 1 @99", "2: hit 1 @100", NULL}, {"false_start", "safe", "nothing"}},
        {{"1: hit 1 @0", NULL, NULL}, {"false_start", "nothing", "nothing"}},
        {{"1: hit 1 @4000", NULL, NULL}, {"safe", "nothing", "nothing"}},
        {{NULL, NULL, NULL}, {"nothing", "nothing", "nothing"}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(game, THREE);
        scene_play(&s, "1: throw", HIT_FIRST, table[i].slaps[0], table[i].slaps[1],
                   table[i].slaps[2], NULL);
        scene_play(&s, "clock: close", NULL);
        for (int seat = 1; seat <= 3; seat++) {
            char path[32];
            const char *verdict = table[i].verdicts[seat - 1];
            expect_verdict(&s, seat, verdict);
            snprintf(path, sizeof path, "seats.%d.fingers_left", seat - 1);
            assert_int_equal(scene_number(&s, path), strcmp(verdict, "safe") == 0 ? 5 : 4);
        }
    }
}

/* When still is due only those who moved lose a finger. */
static void test_keep_still(void **unused)
{
    (void)unused;
    scene s = scene_from(game, THREE);
    scene_play(&s, "1: throw", "dice: 1s 3s 1b", "2: hit 1 @420", "3: hit knife @50",
               "clock: close", NULL);
    expect_verdict(&s, 1, "safe");
    expect_verdict(&s, 2, "wrong");
    expect_verdict(&s, 3, "false_start");
    assert_int_equal(scene_number(&s, "seats.0.fingers_left"), 5);
    assert_int_equal(scene_number(&s, "seats.1.fingers_left"), 4);
    assert_int_equal(scene_number(&s, "seats.2.fingers_left"), 4);
}

/* Right slaps whose errors reach the earliest are too close to call; more does not help. */
static void test_too_close_to_call(void **unused)
{
    static const struct {
        int64_t acted_ms[3];
        int error_ms[3];
        const char *verdicts[3];
    } table[] = {
        {{400, 410, 430}, {0, 0, 0}, {"safe", "too_slow", "too_slow"}},
        {{400, 410, 430}, {5, 5, 0}, {"safe", "safe", "too_slow"}},
        {{400, 410, 430}, {5, 4, 25}, {"safe", "too_slow", "safe"}},
        {{400, 410, 430}, {0, 10, 30}, {"safe", "safe", "safe"}},
        {{400, 400, 430}, {0, 30, 0}, {"safe", "safe", "safe"}}, /* the less certain earliest */
        {{400, 410, 90}, {0, 9, 65535}, {"safe", "too_slow", "false_start"}},
        {{400, 4000, 410}, {0, 65535, 0}, {"safe", "safe", "too_slow"}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(game, THREE);
        scene_play(&s, "1: throw", HIT_FIRST, NULL);
        for (int seat = 1; seat <= 3; seat++)
            slap_with_error(&s, seat, "hit 1", table[i].acted_ms[seat - 1],
                            table[i].error_ms[seat - 1]);
        scene_play(&s, "clock: close", NULL);
        for (int seat = 1; seat <= 3; seat++)
            expect_verdict(&s, seat, table[i].verdicts[seat - 1]);
        assert_int_equal(scene_number(&s, "last.seats.1.error_ms"), table[i].error_ms[1]);
    }
}

/* ---- the window ---- */

static void test_window(void **unused)
{
    (void)unused;
    scene s = scene_from(game, "seats=2 window_ms=2000");
    assert_int_equal(game->alarm(s.state), KN_NEVER);
    assert_int_equal(scene_try(&s, "1: hit 1"), KN_ILLEGAL); /* nothing lies there yet */
    assert_int_equal(scene_try(&s, "2: throw"), KN_NOT_DUE);
    s.now_ms = 7000;
    scene_play(&s, "1: throw", HIT_FIRST, NULL);
    assert_int_equal(scene_number(&s, "shown_ms"), 7000);
    assert_int_equal(game->alarm(s.state), 9000);
    assert_int_equal(scene_try(&s, "1: throw"), KN_ILLEGAL);
    assert_int_equal(scene_try(&s, "1: hit black"), KN_ILLEGAL); /* there is none */
    assert_int_equal(scene_try(&s, "clock: close @8999"), KN_TOO_SOON);
    assert_int_equal(scene_try(&s, "1: hit 1 @9001"), KN_TOO_LATE);
    scene_play(&s, "1: hit 1 @7420", NULL);
    assert_int_equal(scene_number(&s, "seats.0.reaction_ms"), 420);
    assert_int_equal(scene_try(&s, "1: hit 2 @7500"), KN_NOT_DUE); /* the first action is final */
    scene_play(&s, "2: hit 1 @6990", NULL);                        /* before anything was seen */
    assert_int_equal(game->alarm(s.state), 7000);
    scene_play(&s, "clock: close", NULL);
    assert_int_equal(scene_number(&s, "last.seats.1.reaction_ms"), -10);
    expect_verdict(&s, 1, "safe");
    expect_verdict(&s, 2, "false_start");
}

/* The dice are shown at the end of all time: the clock can still close. */
static void test_end_of_time(void **unused)
{
    (void)unused;
    scene s = scene_from(game, BASIC);
    s.now_ms = KN_TIME_MAX;
    scene_play(&s, "1: throw", HIT_FIRST, "clock: close", "2: throw", NULL);
}

/* Nobody learns of another's slap before the window closes; a seat knows its own. */
static void test_hidden(void **unused)
{
    static const int lookers[] = {0, 2, KN_WATCHER};
    (void)unused;
    scene s = scene_from(game, THREE);
    scene_play(&s, "1: throw", HIT_FIRST, NULL);
    scene before = s, after = s, seen[2] = {s, s};
    kn_event event = {.at_ms = 400, .acted_ms = 380, .actor = 1};
    scene_play(&after, "2: hit 1 @380", NULL);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(game->seen(s.state, &event, lookers[i]), KN_UNSEEN);
        game->view(before.state, lookers[i], seen[0].state);
        game->view(after.state, lookers[i], seen[1].state);
        assert_memory_equal(seen[0].state, seen[1].state, game->state_bytes);
    }
    assert_int_equal(game->seen(s.state, &event, 1), KN_SEEN);
    game->view(after.state, 1, seen[1].state);
    assert_string_equal(scene_string(&seen[1], "seats.1.hit"), "1");
    scene_play(&after, "clock: close", NULL);
    game->view(after.state, KN_WATCHER, seen[1].state);
    assert_string_equal(scene_string(&seen[1], "last.seats.1.hit"), "1");
}

static void test_order_of_arrival(void **unused)
{
    (void)unused;
    scene s = scene_from(game, THREE), t;
    scene_play(&s, "1: throw", HIT_FIRST, NULL);
    t = s;
    scene_play(&s, "1: hit 1 @500", "2: hit 2 @400", "3: hit 1 @450", NULL);
    scene_play(&t, "3: hit 1 @450", "1: hit 1 @500", "2: hit 2 @400", NULL);
    assert_memory_equal(s.state, t.state, game->state_bytes);
}

/* ---- fingers and rings ---- */

static void expect_hand(const scene *s, int seat, const char *const *hand)
{
    for (int finger = 0; finger < 5; finger++) {
        char path[32];
        snprintf(path, sizeof path, "seats.%d.hand.%d", seat - 1, finger);
        assert_string_equal(scene_string(s, path), hand[finger]);
    }
}

/* From the little finger on; a ring protects its finger. */
static void test_which_finger(void **unused)
{
    static const char *const two_gone[] = {"lost", "lost", "whole", "whole", "whole"};
    static const char *const past_rings[] = {"ring", "lost", "ring", "lost", "whole"};
    (void)unused;
    scene s = scene_from(game, THREE);
    scene_play(&s, "1: throw", HIT_FIRST, "1: hit 1 @400", "clock: close", "2: throw", HIT_FIRST,
               "1: hit 1 @4400", "clock: close", NULL);
    expect_hand(&s, 2, two_gone);
    assert_int_equal(scene_number(&s, "seats.0.fingers_left"), 5);
    s = scene_from(game, "seats=2 rings=0,5 lost=0,1");
    scene_play(&s, "1: throw", HIT_FIRST, "1: hit 1 @400", "clock: close", NULL);
    expect_hand(&s, 2, past_rings);
    assert_int_equal(scene_number(&s, "seats.1.fingers_left"), 1);
}

static void test_wooden_finger(void **unused)
{
    static const struct {
        const char *fell;
        int left;
        const char *phase;
    } table[] = {
        {"dice: clean", 1, "ready"}, {"dice: bloody", 0, "ring"}, {"dice: side", 2, "ready"}};
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(game, "seats=2 lost=0,4");
        scene_play(&s, "1: throw", HIT_FIRST, "1: hit 1 @400", "clock: close", NULL);
        assert_int_equal(scene_number(&s, "wood_for"), 2);
        assert_int_equal(game->outcomes(s.state, outcomes), 3);
        assert_int_equal(outcomes[0].weight, 19);
        assert_int_equal(outcomes[1].weight, 19);
        assert_int_equal(outcomes[2].weight, 2);
        assert_int_equal(scene_try(&s, "dice: 1s"), KN_ILLEGAL);
        scene_play(&s, table[i].fell, NULL);
        assert_int_equal(scene_number(&s, "seats.1.fingers_left"), table[i].left);
        assert_string_equal(scene_string(&s, "phase"), table[i].phase);
        assert_string_equal(scene_string(&s, "last.seats.1.wood"), table[i].fell + 6);
    }
}

/* Several last fingers: clockwise from the thrower, all before the ring is given. */
static void test_wooden_finger_in_turn(void **unused)
{
    (void)unused;
    scene s = scene_from(game, "seats=4 turn=3 lost=4,4,4,5");
    scene_play(&s, "3: throw", HIT_FIRST, "clock: close", NULL);
    assert_int_equal(scene_number(&s, "wood_for"), 3);
    scene_play(&s, "dice: bloody", NULL);
    assert_int_equal(scene_number(&s, "wood_for"), 1);
    scene_play(&s, "dice: bloody", NULL);
    assert_int_equal(scene_number(&s, "wood_for"), 2);
    scene_play(&s, "dice: clean", NULL);
    assert_int_equal(scene_number(&s, "ring_for"), 2);
    assert_int_equal(game->to_act(s.state), KN_ACTOR(1));
}

/* One left takes a ring, nobody left takes none; either way all fingers come back and the throw
 * goes on clockwise from the last thrower. */
static void test_new_round(void **unused)
{
    (void)unused;
    scene s = scene_from(game, "seats=3 lost=2,4,5");
    scene_play(&s, "1: throw", HIT_FIRST, "1: hit 1 @400", "clock: close", "dice: bloody", NULL);
    assert_int_equal(scene_try(&s, "2: ring thumb"), KN_NOT_DUE);
    assert_int_equal(scene_try(&s, "1: throw"), KN_ILLEGAL);
    assert_true(scene_lists(&s, 1, "ring little")); /* a finger that was lost will do */
    scene_play(&s, "1: ring little", NULL);
    assert_int_equal(scene_number(&s, "seats.0.rings"), 1);
    assert_int_equal(scene_number(&s, "seats.0.fingers_left"), 4);
    assert_int_equal(scene_number(&s, "seats.2.fingers_left"), 5);
    assert_int_equal(game->to_act(s.state), KN_ACTOR(1));
    s = scene_from(game, "seats=3 turn=2 lost=5,4,4");
    scene_play(&s, "2: throw", HIT_FIRST, "clock: close", "dice: bloody bloody", NULL);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(game->score(s.state, seat), 0);
    assert_int_equal(game->to_act(s.state), KN_ACTOR(2));
    assert_int_equal(scene_number(&s, "seats.0.fingers_left"), 5);
}

/* Whoever is out does not throw and may not slap. */
static void test_out_of_the_round(void **unused)
{
    (void)unused;
    scene s = scene_from(game, "seats=3 lost=0,5,0");
    scene_play(&s, "1: throw", HIT_FIRST, NULL);
    assert_int_equal(scene_try(&s, "2: hit 1 @400"), KN_NOT_DUE);
    scene_play(&s, "clock: close", NULL);
    expect_verdict(&s, 2, "not_in");
    scene_play(&s, "3: throw", NULL);
}

static void test_three_rings(void **unused)
{
    (void)unused;
    scene s = scene_from(game, "seats=2 phase=ring rings=6,24 lost=0,3 turn=2");
    assert_int_equal(scene_try(&s, "1: ring middle"), KN_ILLEGAL); /* wears one already */
    scene_play(&s, "1: ring thumb", NULL);
    assert_int_equal(game->to_act(s.state), 0);
    assert_int_equal(game->result(s.state), KN_ACTOR(0));
    assert_int_equal(game->score(s.state, 0), 3);
    assert_int_equal(game->score(s.state, 1), 2);
    assert_int_equal(scene_try(&s, "1: throw"), KN_OVER);
}

static void test_first_drawn(void **unused)
{
    (void)unused;
    scene s = scene_from(game, "seats=3 first=0");
    assert_int_equal(scene_try(&s, "dice: first 4"), KN_UNREADABLE);
    scene_play(&s, "dice: first 3", "3: throw", HIT_FIRST, "clock: close", "1: throw", NULL);
}

/* ---- texts ---- */

static void test_refused_moves(void **unused)
{
    static const char *const table[] = {
        "1: hit",        "1: hit 4",    "1: hit  1", "1: hit 0", "1: ring",       "1: ring toe",
        "1: throw dice", "dice: 2s",    "dice: 1S",  "dice: 3b", "dice: first 1", "clock: throw",
        "clock: hit 1",  "dice: close", "1: close",  "1: clean",
    };
    (void)unused;
    scene s = scene_from(game, BASIC " phase=window dice=1s,2b,2c");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (scene_try(&s, table[i]) != KN_UNREADABLE)
            fail_msg("readable: %s", table[i]);
}

/* A position says everything, and reads back as the same bytes. */
/* Real dice and real hands: no clock, and whoever threw says who is safe. */
static void test_by_hand(void **unused)
{
    (void)unused;
    scene s = scene_from(game, "seats=3 window_ms=0 lost=1,2,0");
    scene_play(&s, "1: throw", "dice: 1s 2b 2c", NULL);
    assert_int_equal(game->alarm(s.state), KN_NEVER);
    assert_int_equal(game->to_act(s.state), KN_ACTOR(0));
    assert_int_equal(scene_number(&s, "case"), 1);
    assert_string_equal(scene_string(&s, "right.0"), "1");
    assert_int_equal(scene_try(&s, "clock: close"), KN_NOT_DUE);
    assert_int_equal(scene_try(&s, "1: hit 1"), KN_ILLEGAL);
    assert_int_equal(scene_try(&s, "1: safe 2 1"), KN_UNREADABLE);
    assert_int_equal(scene_try(&s, "1: safe 4"), KN_ILLEGAL);
    assert_int_equal(scene_try(&s, "1: safe"), KN_UNREADABLE);
    assert_int_equal(scene_try(&s, "2: safe 3"), KN_NOT_DUE);
    scene_play(&s, "1: safe 3", NULL);
    expect_verdict(&s, 1, "not_safe");
    expect_verdict(&s, 3, "safe");
    assert_int_equal(scene_number(&s, "seats.0.fingers_left"), 3);
    assert_int_equal(scene_number(&s, "seats.1.fingers_left"), 2);
    assert_int_equal(scene_number(&s, "seats.2.fingers_left"), 5);
    /* still was due: two have moved */
    scene_play(&s, "2: throw", "dice: 1s 3s 1b", "2: safe 2", NULL);
    assert_int_equal(scene_number(&s, "seats.0.fingers_left"), 2);
    assert_int_equal(scene_number(&s, "seats.1.fingers_left"), 2);
    assert_int_equal(scene_number(&s, "seats.2.fingers_left"), 4);
    /* too close to call, as the table saw it; and nobody at all */
    scene_play(&s, "3: throw", "dice: 1s 2b 3c", "3: safe 1 3", NULL);
    assert_int_equal(scene_number(&s, "seats.1.fingers_left"), 1);
    scene_play(&s, "1: throw", "dice: 1s 2b 3c", "1: safe nobody", "dice: clean", NULL);
    assert_int_equal(scene_number(&s, "seats.2.fingers_left"), 3);
    assert_false(scene_lists(&s, 2, "safe 1"));
}

static void test_positions(void **unused)
{
    static const char *const table[] = {
        "seats=2 phase=ready turn=1 rings=0,0 lost=0,0",
        "seats=2 level=professional window_ms=9000 phase=throwing turn=2 rings=0,0 lost=0,0 "
        "dice=1s,3c,-,-",
        "seats=3 phase=window turn=1 rings=16,0,0 lost=1,2,5 dice=1s,2b,2c shown_ms=70000 "
        "slaps=1@420~12,knife@-30000~0,-",
        "seats=3 phase=fingers turn=1 rings=0,0,0 lost=3,4,5 risk=0,1,0 last=1s,2b,2c "
        "last_slaps=2@420~12,-,out last_wood=-,-,-",
        "seats=2 phase=ring turn=2 rings=0,0 lost=1,5 last=1s,2b,2c last_slaps=1@420~12,- "
        "last_wood=-,bloody",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(game, table[i]);
        assert_string_equal(scene_position(&s), table[i]);
    }
}

#define SETTLED " last=1s,2b,2c last_slaps="

/* Positions that no match can reach, and texts that are none. */
static void test_refused_positions(void **unused)
{
    static const char *const table[] = {
        "seats=1",
        "seats=6",
        "window_ms=-1",
        "window_ms=999",
        "window_ms=30001",
        "level=expert",
        "seats=2 first=3",
        "colour=red",
        "seats=2 turn=3",
        "rings=32,0",
        "rings=15,0",           /* four rings */
        "rings=7,0",            /* three, and it is not over */
        "phase=over",           /* nobody has three */
        "phase=over rings=7,7", /* both have */
        "phase=over rings=7,0 lost=1,0",
        "lost=6,0",
        "rings=3,0 lost=4,0", /* six fingers */
        "lost=5,0",           /* a thrower without fingers */
        "lost=0,5",           /* one is left: the ring is due */
        "phase=ring",         /* two are left */
        "phase=draw_first",   /* the first seat begins */
        "first=0 phase=draw_first lost=1,0",
        "first=0 phase=draw_first turn=2",
        "dice=1s,-,-",                 /* nobody has thrown */
        "phase=throwing dice=1s,-,2b", /* not from the first on */
        "phase=throwing dice=1s,2b,2c",
        "phase=throwing dice=1s,2s,-",
        "phase=throwing dice=1s,-",
        "phase=throwing dice=1s,-,-,-", /* a black die at basic */
        "phase=window dice=1s,2b,-",
        "phase=window",
        "shown_ms=5",
        "phase=window dice=1s,2b,2c shown_ms=-1",
        "phase=window dice=1s,2b,2c shown_ms=281474976710657",
        "phase=window dice=1s,2b,2c slaps=1@4001~0,-",    /* too late */
        "phase=window dice=1s,2b,2c slaps=1@-1~0,-",      /* before the table opened */
        "phase=window dice=1s,2b,2c slaps=black@400~0,-", /* no black die */
        "phase=window dice=1s,2b,2c slaps=1@400,-",
        "phase=window dice=1s,2b,2c slaps=1@400~65536,-",
        "phase=window dice=1s,2b,2c slaps=out,-",
        "phase=window dice=1s,2b,2c slaps=-,-,-",
        "seats=3 phase=window dice=1s,2b,2c lost=0,5,0 slaps=-,1@400~0,-", /* is out */
        "slaps=1@400~0,-",
        "risk=1,0",
        "phase=fingers lost=0,4",                                          /* nobody at risk */
        "phase=fingers lost=0,4 risk=0,1",                                 /* after which throw? */
        "phase=fingers lost=1,3 risk=0,1" SETTLED "-,-",                   /* two fingers left */
        "phase=fingers lost=1,4 risk=0,1" SETTLED "-,1@400~0",             /* was safe */
        "phase=fingers lost=4,4 risk=1,1" SETTLED "-,- last_wood=-,clean", /* out of turn */
        "last=1s,2b,2c",
        "lost=1,1 last=1s,2b,- last_slaps=-,-",
        "last_slaps=-,-",
        "last_wood=clean,-",
        "lost=1,1" SETTLED "-,out",                       /* a throw for one */
        "lost=1,0" SETTLED "-,-",                         /* both lost a finger */
        "seats=3 lost=1,1,5" SETTLED "-,-,-",             /* where did the third go? */
        "lost=1,1" SETTLED "-,- last_wood=bloody,-",      /* is in all the same */
        "lost=0,1" SETTLED "1@400~0,- last_wood=clean,-", /* was safe */
        "lost=1,1" SETTLED "-,- last_wood=red,-",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint64_t state[KN_STATE_MAX / 8];
        if (game->read_position(kn_slice_of(table[i]), state) == KN_OK)
            fail_msg("accepted: %s", table[i]);
    }
}

/* Counted by hand: three dice of six faces, then the hits of each seat and the clock. */
static void test_perft(void **unused)
{
    static const struct {
        const char *setup;
        int depth;
        uint64_t leaves;
    } table[] = {
        {"seats=2", 1, 1},
        {"seats=2", 4, 216},
        {"seats=2", 5, 216 * (2 * 4 + 1)},
        {"seats=5 level=professional", 6, 1296 * (5 * 5 + 1)},
        {"seats=4 first=0", 2, 4},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(game, table[i].setup);
        assert_int_equal(kn_perft(game, s.state, table[i].depth), table[i].leaves);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_cases),
    cmocka_unit_test(test_odds),
    cmocka_unit_test(test_verdicts),
    cmocka_unit_test(test_keep_still),
    cmocka_unit_test(test_too_close_to_call),
    cmocka_unit_test(test_window),
    cmocka_unit_test(test_end_of_time),
    cmocka_unit_test(test_hidden),
    cmocka_unit_test(test_order_of_arrival),
    cmocka_unit_test(test_which_finger),
    cmocka_unit_test(test_wooden_finger),
    cmocka_unit_test(test_wooden_finger_in_turn),
    cmocka_unit_test(test_new_round),
    cmocka_unit_test(test_out_of_the_round),
    cmocka_unit_test(test_three_rings),
    cmocka_unit_test(test_first_drawn),
    cmocka_unit_test(test_refused_moves),
    cmocka_unit_test(test_by_hand),
    cmocka_unit_test(test_positions),
    cmocka_unit_test(test_refused_positions),
    cmocka_unit_test(test_perft),
};

SCENES_MAIN(tests)
