/* back.c: what was done in a match is undone: moves taken back, entries of real dice corrected.
 * Told as scenes, as in house.c.
 *
 * Needs the games: yatzi yucatan bossa yubitsume crane */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/old_house.h"
#include "tests/house/stage.h"

/* ---- taking back ---- */

/* Anna throws, events 1 to 6, and fills a box, which no die has followed yet. */
static void fill_a_box(stage *s)
{
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"fill chance\",\"id\":4}");
    EXPECT(ANNA, NULL);
}

static void taking_back_needs_consent(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    fill_a_box(s);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, NULL);
    json_t *told = last(s, BEN, "table");
    assert_true(equals(json_object_get(json_object_get(told, "back"), "agreed"), "[1]"));
    assert_true(equals(json_object_get(told, "event"), "7"));
    json_decref(told);
    say(s, BEN, "{\"type\":\"disagree\",\"seat\":2,\"id\":6}");
    told = last(s, ANNA, "table");
    assert_null(json_object_get(told, "back"));
    json_decref(told);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    say(s, BEN, "{\"type\":\"agree\",\"seat\":2,\"id\":6}");
    EXPECT(BEN, NULL);
    told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "event"), "8"));
    json_decref(told);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"fill ones\",\"event\":7,\"id\":4}");
    EXPECT(ANNA, "outdated");
    close_stage(s);
}

/* Dice that were seen would help to choose again: who plays against bots is asked by nobody. */
static void no_throw_is_taken_back(void **state)
{
    (void)state;
    stage *s = against_bot("yatzi", "child");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, "dice_shown");
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"to\":0,\"id\":5}");
    EXPECT(ANNA, "dice_shown");
    close_stage(s);
}

/* The dice of the day, alone: one card, and another one, and then the best of them. */
static void same_dice_are_not_peeked_at(void **state)
{
    (void)state;
    stage *s = open_stage("yucatan");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"same\",\"same\":\"2026-11-15\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"pick odd\",\"id\":4}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, "same_stands");
    close_stage(s);
}

/* Is a wish to take back under discussion, as Anna hears of it? */
static void expect_wish(stage *s, bool there, uint32_t event, int line)
{
    json_t *told = last(s, ANNA, "table");
    bool is = json_object_get(told, "back") != NULL;
    uint32_t now = (uint32_t)json_integer_value(json_object_get(told, "event"));
    if (is != there || now != event)
        fail_msg("line %d: event %u, %s", line, (unsigned)now, is ? "a wish" : "no wish");
    json_decref(told);
}

/* Those are asked who sit there now, whoever sat there when the match began. */
static void taking_back_is_asked_of_who_sits_there_now(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    say(s, ANNA,
        "{\"type\":\"set\",\"pace_ms\":10000,\"id\":3}"); /* it thinks for as long as this */
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    fill_a_box(s);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}"); /* a bot is not asked */
    expect_wish(s, false, 8, __LINE__);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"fill ones\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":null,\"id\":3}");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    EXPECT(BEN, NULL);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}"); /* Ben is */
    expect_wish(s, true, 9, __LINE__);
    say(s, BEN, "{\"type\":\"stand\",\"id\":6}"); /* and with him the question goes */
    expect_wish(s, false, 9, __LINE__);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    expect_wish(s, false, 10, __LINE__);
    close_stage(s);
}

/* Nothing is taken back behind the back of who is away, whoever stands in. */
static void a_bot_that_stands_in_does_not_agree(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    say(s, ANNA, "{\"type\":\"set\",\"away\":\"bot\",\"away_s\":30,\"pace_ms\":10000,\"id\":3}");
    false_go(&s->f, BEN);
    false_wait(&s->f, 60000);
    fill_a_box(s);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    expect_wish(s, true, 7, __LINE__);
    enter(s, BEN, ben);
    say(s, BEN, "{\"type\":\"agree\",\"seat\":2,\"id\":6}");
    EXPECT(BEN, NULL);
    expect_wish(s, false, 8, __LINE__);
    close_stage(s);
}

/* The dice would be the same again, and everyone knows them now. */
static void what_was_fought_for_is_not_taken_back(void **state)
{
    (void)state;
    stage *s = against_bot("yubitsume", "child");
    say(s, ANNA,
        "{\"type\":\"set\",\"options\":{\"window_ms\":1000,\"first\":1},\"pace_ms\":1500,"
        "\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}"); /* hands may come down */
    EXPECT(ANNA, "time_counted");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"hit knife\",\"id\":4}");
    EXPECT(ANNA, NULL);
    false_wait(&s->f, 1500); /* and now they are counted */
    json_t *told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "alarm"), "null"));
    json_decref(told);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, "time_counted");
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"to\":0,\"id\":5}");
    EXPECT(ANNA, "time_counted");
    close_stage(s);
}

/* Houses once allowed it: their logs are still read. */
static void a_log_in_which_it_was_taken_back_is_read(void **state)
{
    (void)state;
    stage *s = seated("yubitsume", BEN);
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":1000,\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    false_wait(&s->f, 3000);
    old_house_begins_again(s->f.house, s->code);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    crash_and_return(s);
    json_t *told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "event"), "10"));
    json_decref(told);
    close_stage(s);
}

/* ---- corrections ---- */

/* What somebody has heard last of a match's scores, by the view of seat 1. */
static int64_t total_of_first(stage *s, uint32_t guest)
{
    json_t *told = last(s, guest, "table"), *eyes = json_object_get(told, "eyes");
    json_t *view = json_object_get(json_object_iter_value(json_object_iter(eyes)), "view");
    json_t *total = json_object_get(json_array_get(json_object_get(view, "seats"), 0), "total");
    int64_t points = json_integer_value(total);
    json_decref(told);
    return points;
}

static void who_plays_may_correct(void **state)
{
    (void)state;
    stage *s = seated("yatzi", BEN);
    enter(s, CARA, "");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\"}");
    say(s, ANNA, "{\"type\":\"start\"}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"4 4 4 1 2\"}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"fill fours\"}");
    assert_int_equal(total_of_first(s, CARA), 12);
    say(s, CARA, "{\"type\":\"correct\",\"event\":5,\"shown\":\"4\",\"id\":5}");
    EXPECT(CARA, "not_yours");
    say(s, CARA, "{\"type\":\"correctable\",\"event\":5,\"id\":5}");
    EXPECT(CARA, "not_yours");
    say(s, BEN, "{\"type\":\"correctable\",\"event\":5}");
    json_t *may = last(s, BEN, "correctable");
    assert_true(equals(json_object_get(may, "may"), "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]"));
    json_decref(may);
    say(s, BEN, "{\"type\":\"correctable\",\"event\":7}");
    may = last(s, BEN, "correctable");
    assert_true(json_array_size(json_object_get(may, "may")) > 13);
    json_decref(may);
    say(s, BEN, "{\"type\":\"correct\",\"event\":5,\"shown\":\"4\",\"id\":6}");
    EXPECT(BEN, NULL);
    assert_int_equal(total_of_first(s, ANNA), 16);
    assert_int_equal(total_of_first(s, CARA), 16);
    /* 8 took back, 9 and 10 are the dice again, 11 is the box */
    say(s, ANNA, "{\"type\":\"correct\",\"event\":11,\"move\":\"throw\",\"id\":7}");
    EXPECT(ANNA, NULL); /* nothing came after it */
    say(s, ANNA, "{\"type\":\"correct\",\"event\":2,\"shown\":\"6\",\"id\":8}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"correct\",\"event\":99,\"shown\":\"6\",\"id\":8}");
    EXPECT(ANNA, "nothing_there");
    close_stage(s);
}

/* The answer says which later event no longer fits; a room that comes back from disk is the
 * same.
 */
static void a_correction_that_does_not_fit(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\"}");
    say(s, ANNA, "{\"type\":\"start\"}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"4 4 4 1 2\"}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"keep 4 4 4\"}");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"1 2\"}");
    say(s, ANNA, "{\"type\":\"correct\",\"event\":3,\"shown\":\"2\",\"id\":6}");
    json_t *refused = last(s, ANNA, "refused");
    assert_string_equal(json_string_value(json_object_get(refused, "why")), "illegal");
    assert_int_equal(json_integer_value(json_object_get(refused, "event")), 7);
    json_decref(refused);
    for (int i = 0; i < 41; i++) {
        say(s, ANNA, "{\"type\":\"correct\",\"event\":%d,\"shown\":\"%d\",\"id\":6}", 9 + 2 * i,
            1 + i % 2);
        if (i != 20)
            continue;
        EXPECT(ANNA, NULL);
        crash_and_return(s);
    }
    EXPECT(ANNA, "too_many_backs");
    close_stage(s);
}

/* Neither by asking what is there nor from a seat that is not in the match. */
static void what_is_hidden_is_not_learnt_by_correcting(void **state)
{
    (void)state;
    stage *s = seated("yubitsume", BEN);
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":4000},\"id\":3}");
    for (int ours = 0; ours < 2; ours++) {
        const char *why = ours ? "too_soon" : "not_ours";
        say(s, ANNA, "{\"type\":\"set\",\"dice\":\"%s\",\"id\":3}", ours ? "ours" : "house");
        EXPECT(ANNA, NULL);
        say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
        say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
        if (ours)
            for (int die = 0; die < 3; die++)
                say(s, ANNA, "{\"type\":\"roll\",\"id\":4}");
        EXPECT(ANNA, NULL);
        for (int slapped = 0; slapped < 2; slapped++) {
            say(s, ANNA, "{\"type\":\"correctable\",\"event\":5,\"id\":5}");
            EXPECT(ANNA, why);
            say(s, ANNA, "{\"type\":\"correct\",\"event\":5,\"move\":\"hit knife\",\"id\":5}");
            EXPECT(ANNA, why);
            say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"hit knife\",\"id\":6}");
            EXPECT(BEN, slapped ? "not_due" : NULL);
        }
        say(s, ANNA, "{\"type\":\"stop\",\"id\":3}");
    }
    close_stage(s);
}

/* The phase of Bossa that somebody heard of last, and how many tiles lie open at a seat. */
static void expect_bossa(stage *s, uint32_t guest, const char *phase, size_t tiles, int line)
{
    json_t *told = last(s, guest, "table"), *eyes = json_object_get(told, "eyes");
    json_t *view = json_object_get(json_object_iter_value(json_object_iter(eyes)), "view");
    json_t *hand = json_object_get(json_array_get(json_object_get(view, "seats"), BEN - 1), "hand");
    const char *now = json_string_value(json_object_get(view, "phase"));
    if (strcmp(now, phase) != 0 || json_array_size(hand) != tiles)
        fail_msg("line %d: %s with %d tiles", line, now, (int)json_array_size(hand));
    json_decref(told);
}

/* Anna has entered a wrong tile, one that Ben holds. Nobody learns that from a refusal; it shows
 * when the hands open, and then she can put it right. */
static void a_tile_that_two_hold_shows_when_hands_open(void **state)
{
    (void)state;
    stage *s = seated("bossa", BEN);
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"5 3\",\"id\":4}");
    say(s, BEN, "{\"type\":\"declare\",\"shown\":\"10\",\"id\":4}");
    EXPECT(BEN, "not_yours"); /* it is Anna who looks */
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"41 10 11 12\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"start\",\"id\":4}");
    EXPECT(ANNA, NULL);
    say(s, BEN, "{\"type\":\"declare\",\"shown\":\"41 20 21 22\",\"id\":4}");
    EXPECT(BEN, NULL);
    say(s, ANNA, "{\"type\":\"correct\",\"event\":3,\"shown\":\"14\",\"id\":4}");
    EXPECT(ANNA, "too_soon"); /* Ben's tiles are behind it, and hidden from her */
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"white\",\"id\":4}");
    expect_bossa(s, BEN, "opening", 3, __LINE__);
    say(s, BEN, "{\"type\":\"declare\",\"shown\":\"41\",\"id\":4}");
    EXPECT(BEN, "illegal");
    say(s, ANNA, "{\"type\":\"correct\",\"event\":3,\"shown\":\"14\",\"id\":4}");
    expect_bossa(s, ANNA, "drawing", 4, __LINE__);
    crash_and_return(s);
    expect_bossa(s, ANNA, "drawing", 4, __LINE__);
    close_stage(s);
}

/* The last entry goes without a trace on the table, in every game alike: one tile, not the choice
 * before it. */
static void the_last_entry_can_be_removed(void **state)
{
    (void)state;
    stage *s = seated("bossa", BEN);
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"5 3\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"41 10 11 12\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"white\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"20 21\",\"id\":4}");
    EXPECT(ANNA, NULL);
    expect_bossa(s, BEN, "opening", 2, __LINE__);
    say(s, ANNA, "{\"type\":\"correct\",\"event\":8,\"remove\":true,\"id\":5}");
    EXPECT(ANNA, "too_late"); /* another tile has come since */
    say(s, ANNA, "{\"type\":\"correct\",\"event\":9,\"remove\":false,\"id\":5}");
    EXPECT(ANNA, "unreadable");
    say(s, ANNA, "{\"type\":\"correct\",\"event\":9,\"remove\":true,\"id\":5}");
    EXPECT(ANNA, NULL);
    expect_bossa(s, BEN, "opening", 1, __LINE__);
    say(s, ANNA, "{\"type\":\"correct\",\"event\":9,\"remove\":true,\"id\":5}");
    EXPECT(ANNA, "nothing_there");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"22 23 24\",\"id\":4}");
    EXPECT(ANNA, NULL);
    expect_bossa(s, BEN, "drawing", 4, __LINE__);
    crash_and_return(s);
    expect_bossa(s, ANNA, "drawing", 4, __LINE__);
    close_stage(s);
}

static void a_seat_beyond_the_match_sees_nothing(void **state)
{
    (void)state;
    stage *s = seated("crane", BEN);
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"options\":{\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, CARA, "{\"type\":\"sit\",\"seat\":4,\"name\":\"Cara too\",\"id\":3}");
    EXPECT(CARA, NULL);
    say(s, ANNA, "{\"type\":\"roll\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"close\",\"id\":4}");
    EXPECT(ANNA, NULL);
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"bet high\",\"id\":4}");
    EXPECT(BEN, NULL);
    say(s, BEN, "{\"type\":\"correctable\",\"event\":3,\"id\":5}");
    EXPECT(BEN, NULL);
    say(s, CARA, "{\"type\":\"correctable\",\"event\":3,\"id\":5}");
    EXPECT(CARA, "not_yours");
    say(s, CARA, "{\"type\":\"correct\",\"event\":3,\"move\":\"bet low\",\"id\":5}");
    EXPECT(CARA, "not_yours");
    close_stage(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_back_needs_consent),
        cmocka_unit_test(no_throw_is_taken_back),
        cmocka_unit_test(same_dice_are_not_peeked_at),
        cmocka_unit_test(taking_back_is_asked_of_who_sits_there_now),
        cmocka_unit_test(a_bot_that_stands_in_does_not_agree),
        cmocka_unit_test(what_was_fought_for_is_not_taken_back),
        cmocka_unit_test(a_log_in_which_it_was_taken_back_is_read),
        cmocka_unit_test(who_plays_may_correct),
        cmocka_unit_test(a_correction_that_does_not_fit),
        cmocka_unit_test(what_is_hidden_is_not_learnt_by_correcting),
        cmocka_unit_test(a_tile_that_two_hold_shows_when_hands_open),
        cmocka_unit_test(the_last_entry_can_be_removed),
        cmocka_unit_test(a_seat_beyond_the_match_sees_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
