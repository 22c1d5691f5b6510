/* friends.c: the house: several matches among friends: who proposes the next one, who goes first,
 * hints and time that ran out, for all to see. Told as scenes.
 *
 * Needs the games: yatzi crane */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/stage.h"

static json_t *room_for(stage *s, uint32_t guest)
{
    return last(s, guest, "room");
}

static json_t *seat_in(json_t *room, int seat)
{
    return json_array_get(json_object_get(room, "seats"), (size_t)seat - 1);
}

/* Of a seat, as this guest was told last. */
static int64_t told_of(stage *s, uint32_t guest, int seat, const char *key)
{
    json_t *room = room_for(s, guest);
    int64_t value = json_integer_value(json_object_get(seat_in(room, seat), key));
    json_decref(room);
    return value;
}

/* A whole match of Yatzi of these two; `first` begins. */
static void play_it_out(stage *s, int first)
{
    static const char *const boxes[] = {
        "ones",       "twos",         "threes",          "fours",
        "fives",      "sixes",        "three_of_a_kind", "four_of_a_kind",
        "full_house", "small_street", "large_street",    "yatzi",
        "chance"};
    for (size_t box = 0; box < sizeof boxes / sizeof *boxes; box++)
        for (int n = 0; n < 2; n++) {
            int seat = (first + n - 1) % 2 + 1;
            uint32_t guest = seat == 1 ? ANNA : BEN;
            say(s, guest, "{\"type\":\"play\",\"seat\":%d,\"move\":\"throw\",\"id\":4}", seat);
            EXPECT(guest, NULL);
            say(s, guest, "{\"type\":\"play\",\"seat\":%d,\"move\":\"fill %s\",\"id\":4}", seat,
                boxes[box]);
        }
}

static void expect_status(stage *s, const char *status, int line)
{
    say(s, ANNA, "{\"type\":\"set\",\"listed\":false,\"id\":3}"); /* tells the room again */
    json_t *room = room_for(s, ANNA);
    if (strcmp(json_string_value(json_object_get(room, "status")), status) != 0)
        fail_msg("line %d: not %s", line, status);
    json_decref(room);
}
#define EXPECT_STATUS(status) expect_status(s, status, __LINE__)

static void again(stage *s, uint32_t guest)
{
    say(s, guest, "{\"type\":\"again\",\"id\":6}");
}

/* ---- the next match ---- */

static void the_first_match_is_the_hosts(void **state)
{
    (void)state;
    stage *s = seated("yatzi", BEN);
    again(s, BEN);
    EXPECT(BEN, "not_host");
    close_stage(s);
}

static void a_guest_proposes_the_next_match_and_all_agree(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    again(s, BEN);
    EXPECT(BEN, "playing");
    play_it_out(s, 1);
    enter(s, CARA, "");
    again(s, CARA);
    EXPECT(CARA, "not_yours"); /* who only watches has no part in it */
    again(s, BEN);
    EXPECT(BEN, NULL);
    json_t *room = room_for(s, ANNA);
    assert_true(equals(json_object_get(room, "again"), "[2]"));
    assert_true(equals(json_object_get(room, "status"), "\"over\""));
    json_decref(room);
    again(s, ANNA);
    EXPECT(ANNA, NULL);
    room = room_for(s, BEN);
    assert_true(equals(json_object_get(room, "again"), "[]"));
    assert_true(equals(json_object_get(room, "match"), "2"));
    assert_true(equals(json_object_get(room, "status"), "\"playing\""));
    json_decref(room);
    close_stage(s);
}

/* Too many matches in a short time: all learn why the next one does not start, until it does. */
static void a_proposal_that_cannot_be_says_why(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    enum { MANY = 50 };
    bool refused = false;
    for (int i = 0; i < MANY && !refused; i++) {
        say(s, ANNA, "{\"type\":\"stop\",\"id\":5}");
        say(s, ANNA, "{\"type\":\"start\",\"id\":5}");
        false_wait(&s->f, 1);
        json_t *room = room_for(s, BEN);
        refused = !equals(json_object_get(room, "status"), "\"playing\"");
        json_decref(room);
    }
    assert_true(refused);
    again(s, BEN);
    again(s, ANNA);
    EXPECT(ANNA, NULL);
    json_t *room = room_for(s, BEN);
    assert_true(equals(json_object_get(room, "not_started"), "\"slow_down\""));
    assert_true(equals(json_object_get(room, "again"), "[]"));
    json_decref(room);
    false_wait(&s->f, 30000);
    again(s, BEN);
    again(s, ANNA);
    room = room_for(s, BEN);
    assert_null(json_object_get(room, "not_started"));
    assert_true(equals(json_object_get(room, "status"), "\"playing\""));
    json_decref(room);
    close_stage(s);
}

/* Who is away is not asked; what is to be played must be what was agreed to. */
static void a_proposal_is_for_those_here_and_for_this_game(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    play_it_out(s, 1);
    again(s, BEN);
    EXPECT(BEN, NULL);
    say(s, ANNA, "{\"type\":\"set\",\"game\":\"crane\",\"id\":3}");
    json_t *room = room_for(s, BEN);
    assert_true(equals(json_object_get(room, "again"), "[]"));
    json_decref(room);
    again(s, BEN);
    EXPECT(BEN, NULL);
    EXPECT_STATUS("waiting"); /* the table in sight was of another game */
    false_go(&s->f, ANNA);
    false_wait(&s->f, s->f.limits.grace_ms + 1000);
    room = room_for(s, BEN);
    assert_true(equals(json_object_get(room, "status"), "\"playing\""));
    json_decref(room);
    close_stage(s);
}

/* ---- who goes first ---- */

static int64_t first_due(stage *s)
{
    json_t *told = last(s, BEN, "table");
    int64_t due = json_integer_value(json_array_get(json_object_get(told, "due"), 0));
    json_decref(told);
    return due;
}

static void start(stage *s)
{
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
}

static void who_goes_first_rotates(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    play_it_out(s, 1);
    start(s);
    assert_int_equal(first_due(s), 2);
    say(s, ANNA, "{\"type\":\"stop\",\"id\":3}"); /* nothing came of it */
    start(s);
    assert_int_equal(first_due(s), 2);
    play_it_out(s, 2);
    start(s);
    assert_int_equal(first_due(s), 1);
    close_stage(s);
}

/* The seat whose turn it would be is no longer there. */
static void it_rotates_among_those_who_are_left(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    play_it_out(s, 1);
    say(s, BEN, "{\"type\":\"leave\"}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    json_t *told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "due"), "[1]"));
    json_decref(told);
    close_stage(s);
}

static void the_host_can_keep_who_goes_first(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    say(s, ANNA, "{\"type\":\"set\",\"begins\":\"same\",\"id\":3}");
    EXPECT(ANNA, NULL);
    play_it_out(s, 1);
    start(s);
    assert_int_equal(first_due(s), 1);
    close_stage(s);
}

/* ---- hints ---- */

static void among_people_there_are_no_hints_unless_the_host_allows_them(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\",\"id\":2}");
    json_t *room = room_for(s, ANNA);
    assert_true(equals(json_object_get(room, "hints"), "true"));
    json_decref(room);
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    room = room_for(s, ANNA);
    assert_true(equals(json_object_get(room, "hints"), "false"));
    json_decref(room);
    start(s);
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, "no_hints");
    say(s, ANNA, "{\"type\":\"set\",\"hints\":true,\"id\":3}");
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

static void hints_are_seen_by_all_and_outlive_the_house(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    say(s, ANNA, "{\"type\":\"set\",\"hints\":true,\"id\":3}");
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
    assert_int_equal(told_of(s, BEN, 1, "hints"), 1);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"fill chance\",\"id\":4}");
    EXPECT(ANNA, NULL);
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, BEN, ben);
    assert_int_equal(told_of(s, BEN, 1, "hints"), 1); /* although it is not Anna's turn any more */
    enter(s, ANNA, s->token);
    say(s, ANNA, "{\"type\":\"stop\",\"id\":5}");
    EXPECT(ANNA, NULL);
    start(s);
    assert_int_equal(told_of(s, BEN, 1, "hints"), 0);
    close_stage(s);
}

/* Somebody who comes while all are away starts nothing, nor does the wish of somebody who has gone.
 */
static void a_stranger_starts_no_match(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    play_it_out(s, 1);
    say(s, BEN, "{\"type\":\"again\",\"id\":5}");
    EXPECT(BEN, NULL);
    false_go(&s->f, BEN);
    false_go(&s->f, ANNA);
    false_wait(&s->f, 60000);
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    say(s, CARA, "{\"type\":\"again\",\"id\":6}");
    EXPECT(CARA, NULL);
    false_wait(&s->f, 60000);
    json_t *room = room_for(s, CARA);
    assert_string_equal(json_string_value(json_object_get(room, "status")), "over");
    json_decref(room);
    close_stage(s);
}

/* While several act unseen, a hint would tell that this one has not acted yet. */
static void a_hint_tells_nothing_that_is_hidden(void **state)
{
    (void)state;
    stage *s = seated("crane", CARA);
    say(s, ANNA, "{\"type\":\"set\",\"hints\":true,\"id\":3}");
    start(s);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"close\",\"id\":4}");
    EXPECT(ANNA, NULL);
    json_decref(room_for(s, CARA));
    say(s, BEN, "{\"type\":\"judge\",\"seat\":2,\"id\":5}");
    EXPECT(BEN, NULL);
    assert_null(false_last(&s->f, ANNA, "room"));
    assert_null(false_last(&s->f, CARA, "room"));
    say(s, ANNA, "{\"type\":\"stop\",\"id\":3}"); /* now nothing is hidden */
    assert_int_equal(told_of(s, CARA, 2, "hints"), 1);
    close_stage(s);
}

/* ---- time that ran out ---- */

static void time_that_ran_out_is_told(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    say(s, ANNA, "{\"type\":\"set\",\"turn_s\":20,\"id\":3}");
    assert_int_equal(told_of(s, BEN, 1, "late"), 0);
    false_wait(&s->f, 21000);
    assert_int_equal(told_of(s, BEN, 1, "late"), 1);
    say(s, ANNA, "{\"type\":\"set\",\"turn_s\":0,\"away\":\"bot\",\"away_s\":10,\"id\":3}");
    false_go(&s->f, ANNA); /* a bot that stands in is not time that ran out */
    false_wait(&s->f, 60000);
    assert_int_equal(told_of(s, BEN, 1, "late"), 1);
    close_stage(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_first_match_is_the_hosts),
    cmocka_unit_test(a_guest_proposes_the_next_match_and_all_agree),
    cmocka_unit_test(a_proposal_that_cannot_be_says_why),
    cmocka_unit_test(a_proposal_is_for_those_here_and_for_this_game),
    cmocka_unit_test(who_goes_first_rotates),
    cmocka_unit_test(it_rotates_among_those_who_are_left),
    cmocka_unit_test(the_host_can_keep_who_goes_first),
    cmocka_unit_test(among_people_there_are_no_hints_unless_the_host_allows_them),
    cmocka_unit_test(hints_are_seen_by_all_and_outlive_the_house),
    cmocka_unit_test(a_hint_tells_nothing_that_is_hidden),
    cmocka_unit_test(a_stranger_starts_no_match),
    cmocka_unit_test(time_that_ran_out_is_told),
};

SCENES_MAIN(tests)
