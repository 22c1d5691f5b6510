/* away.c: the house: people who come back, and people who are away. Told as scenes.
 *
 * Needs the games: yatzi */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/stage.h"

/* ---- coming back ---- */

static void who_comes_back_has_the_seat_and_what_was_missed(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char token[HOUSE_TOKEN_MAX];
    token_of(s, BEN, token);
    false_go(&s->f, BEN);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    false_come(&s->f, CARA); /* another number, the same person */
    say(s, CARA,
        "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"since\":{\"match\":1,\"event\":4}}",
        s->code, token);
    json_t *told = last(s, CARA, "table");
    assert_int_equal(json_array_size(json_object_get(told, "lines")), 2);
    assert_non_null(json_object_get(json_object_get(told, "eyes"), "2"));
    json_decref(told);
    close_stage(s);
}

static void a_wrong_token_makes_a_watcher(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    enter(s, CARA, "00000000000000000000000000000000");
    json_t *you = last(s, CARA, "you");
    assert_true(equals(json_object_get(you, "person"), "null"));
    assert_true(equals(json_object_get(you, "seats"), "[]"));
    json_decref(you);
    close_stage(s);
}

static void after_a_crash_all_that_was_committed_is_there(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    say(s, ANNA, "{\"type\":\"chat\",\"text\":\"Hello Ben\"}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    json_t *before = last(s, ANNA, "table");
    s->f.committed = s->f.kept;
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    json_t *later = last(s, ANNA, "table");
    json_decref(later);
    false_crash(&s->f);
    enter(s, BEN, ben);
    json_t *message, *chat = NULL, *after = NULL;
    while ((message = false_read(&s->f, BEN))) {
        const char *type = json_string_value(json_object_get(message, "type"));
        if (strcmp(type, "chat") == 0)
            chat = json_incref(message);
        if (strcmp(type, "table") == 0)
            after = json_incref(message);
        json_decref(message);
    }
    assert_string_equal(json_string_value(json_object_get(chat, "text")), "Hello Ben");
    assert_true(json_equal(json_object_get(after, "lines"), json_object_get(before, "lines")));
    assert_non_null(json_object_get(json_object_get(after, "eyes"), "2"));
    json_decref(chat);
    json_decref(before);
    json_decref(after);
    close_stage(s);
}

/* The same salt and move after the crash give the same dice: the secret is the same. */
static void after_a_crash_the_same_dice_are_to_come(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    static const char throw[] =
        "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"salt\":\"000000000000000a\",\"id\":4}";
    s->f.committed = s->f.kept;
    say(s, ANNA, throw);
    json_t *before = last(s, ANNA, "table");
    false_crash(&s->f);
    enter(s, ANNA, s->token);
    say(s, ANNA, throw);
    json_t *after = last(s, ANNA, "table");
    json_t *dice = json_object_get(
        json_object_get(json_object_get(json_object_get(before, "eyes"), "1"), "view"), "dice");
    assert_true(json_equal(
        dice, json_object_get(
                  json_object_get(json_object_get(json_object_get(after, "eyes"), "1"), "view"),
                  "dice")));
    json_decref(before);
    json_decref(after);
    close_stage(s);
}

static void idle_rooms_leave_memory_and_come_back(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    house_counts counts;
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    false_go(&s->f, ANNA);
    false_go(&s->f, BEN);
    false_wait(&s->f, 2 * s->f.limits.idle_ms);
    house_count(s->f.house, &counts);
    assert_int_equal(counts.rooms, 0);
    enter(s, ANNA, s->token);
    json_t *told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "event"), "6"));
    json_decref(told);
    close_stage(s);
}

/* ---- being away ---- */

static void being_away_shows_after_a_while(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    false_go(&s->f, BEN);
    json_t *room = last(s, ANNA, "room");
    json_t *seat = json_array_get(json_object_get(room, "seats"), 1);
    assert_true(equals(json_object_get(seat, "away"), "false"));
    json_decref(room);
    false_wait(&s->f, s->f.limits.grace_ms);
    room = last(s, ANNA, "room");
    seat = json_array_get(json_object_get(room, "seats"), 1);
    assert_true(equals(json_object_get(seat, "away"), "true"));
    json_decref(room);
    close_stage(s);
}

/* Anna throws and fills a box; then Ben is due. */
static void anna_finishes_her_turn(stage *s, const char *box)
{
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"fill %s\",\"id\":4}", box);
    EXPECT(ANNA, NULL);
}

static int64_t due_now(stage *s, uint32_t guest)
{
    json_t *told = last(s, guest, "table");
    int64_t due = json_integer_value(json_array_get(json_object_get(told, "due"), 0));
    json_decref(told);
    return due;
}

static void a_bot_stands_in_until_the_person_is_back(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    say(s, ANNA, "{\"type\":\"set\",\"away\":\"bot\",\"away_s\":30,\"id\":3}");
    EXPECT(ANNA, NULL);
    anna_finishes_her_turn(s, "chance");
    false_go(&s->f, BEN);
    false_wait(&s->f, 29000);
    assert_null(false_last(&s->f, ANNA, "table"));
    false_wait(&s->f, 10000);
    assert_int_equal(due_now(s, ANNA), 1);
    anna_finishes_her_turn(s, "ones");
    false_wait(&s->f, 1000);
    enter(s, BEN, ben);
    json_t *room = last(s, ANNA, "room");
    json_t *seat = json_array_get(json_object_get(room, "seats"), 1);
    assert_null(json_object_get(seat, "standin"));
    json_decref(room);
    close_stage(s);
}

static void a_turn_clock_decides_once(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    say(s, ANNA, "{\"type\":\"set\",\"turn_s\":20,\"id\":3}");
    EXPECT(ANNA, NULL);
    assert_int_equal(due_now(s, BEN), 1);
    false_wait(&s->f, 19000);
    assert_null(false_last(&s->f, BEN, "table"));
    false_wait(&s->f, 2000);
    json_t *told = last(s, BEN, "table");
    assert_true(equals(json_object_get(told, "event"), "6"));
    json_decref(told);
    close_stage(s);
}

static int64_t event_now(stage *s, uint32_t guest)
{
    json_t *told = last(s, guest, "table");
    int64_t event = json_integer_value(json_object_get(told, "event"));
    json_decref(told);
    return event;
}

/* Over a restart the clock of the machine may be set back, or ahead, or be wrong for a while. The
 * time of the table goes on from its last event: a turn has its twenty seconds, not less and not
 * for ever. What `by` says is what no house has run. */
static void restart_with_clock(int64_t by)
{
    stage *s = two_at_yatzi();
    say(s, ANNA, "{\"type\":\"set\",\"turn_s\":20,\"id\":3}");
    anna_finishes_her_turn(s, "chance");
    int64_t event = event_now(s, BEN);
    false_wait(&s->f, 1000);
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    s->f.now_ms += by;
    s->f.shut_ms += by;
    house_wake(s->f.house, s->code, s->f.now_ms);
    enter(s, ANNA, s->token);
    assert_int_equal(event_now(s, ANNA), event);
    false_wait(&s->f, 17000);
    assert_null(false_last(&s->f, ANNA, "table"));
    false_wait(&s->f, 5000);
    assert_true(event_now(s, ANNA) > event); /* time is up: the house throws for Ben */
    close_stage(s);
}

static void a_clock_set_back_freezes_nothing(void **state)
{
    (void)state;
    restart_with_clock(-3600000);
    restart_with_clock(-INT64_C(400) * 24 * 3600000);
}

static void a_clock_set_ahead_takes_nobodys_turn(void **state)
{
    (void)state;
    restart_with_clock(3600000);
    restart_with_clock(INT64_C(400) * 24 * 3600000);
}

/* Dates are those of the clock on the wall, times are not. */
static void dates_follow_the_clock_on_the_wall(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    const int64_t ahead = INT64_C(400) * 24 * 3600000;
    char opened[40];
    sit(s, ANNA, "Anna");
    house_set_date(s->f.house, ahead);
    say(s, ANNA, "{\"type\":\"chat\",\"text\":\"Hello\",\"id\":3}");
    json_t *chat = last(s, ANNA, "chat");
    assert_int_equal(json_integer_value(json_object_get(chat, "at")), s->f.now_ms + ahead);
    json_decref(chat);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    json_t *told = last(s, ANNA, "table");
    assert_int_equal(json_integer_value(json_object_get(told, "opened")), s->f.now_ms);
    assert_int_equal(json_integer_value(json_object_get(told, "now")), 0);
    json_decref(told);
    char *parts = false_parts(&s->f, s->code, 1);
    snprintf(opened, sizeof opened, "\nopened %lld\n", (long long)(s->f.now_ms + ahead));
    assert_non_null(strstr(parts, opened));
    free(parts);
    close_stage(s);
}

/* Nobody has to be there for its clock to go on. */
static void a_clocked_room_is_woken(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    say(s, ANNA, "{\"type\":\"set\",\"turn_s\":20,\"id\":3}");
    assert_true(s->f.disk[s->f.kept - 1].record.clocked);
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    s->f.now_ms += 25000;
    house_wake(s->f.house, s->code, s->f.now_ms);
    false_wait(&s->f, 1000);
    enter(s, ANNA, s->token);
    json_t *told = last(s, ANNA, "table");
    assert_true(json_integer_value(json_object_get(told, "event")) >= 6);
    json_decref(told);
    close_stage(s);
}

/* A host who changes the level of a bot again and again does not fill the queue of all bots. */
static void a_seat_thinks_one_thought_at_a_time(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    house_counts counts;
    s->f.think_later = true;
    say(s, BEN, "{\"type\":\"leave\"}");
    anna_finishes_her_turn(s, "chance");
    for (int i = 0; i < 20; i++)
        say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"%s\"}",
            i % 2 ? "beginner" : "child");
    house_count(s->f.house, &counts);
    assert_int_equal(counts.thinking, 1);
    false_think(&s->f);
    close_stage(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_comes_back_has_the_seat_and_what_was_missed),
    cmocka_unit_test(a_wrong_token_makes_a_watcher),
    cmocka_unit_test(after_a_crash_all_that_was_committed_is_there),
    cmocka_unit_test(after_a_crash_the_same_dice_are_to_come),
    cmocka_unit_test(idle_rooms_leave_memory_and_come_back),
    cmocka_unit_test(being_away_shows_after_a_while),
    cmocka_unit_test(a_bot_stands_in_until_the_person_is_back),
    cmocka_unit_test(a_turn_clock_decides_once),
    cmocka_unit_test(a_clocked_room_is_woken),
    cmocka_unit_test(a_clock_set_back_freezes_nothing),
    cmocka_unit_test(a_clock_set_ahead_takes_nobodys_turn),
    cmocka_unit_test(dates_follow_the_clock_on_the_wall),
    cmocka_unit_test(a_seat_thinks_one_thought_at_a_time),
};

SCENES_MAIN(tests)
