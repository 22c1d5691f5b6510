/* moving.c: the house: a seat moves to another device, by a key that is good once and for ten
 * minutes. Told as scenes.
 *
 * Needs the games: yatzi */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/stage.h"

enum { MINUTE = 60000, CLOSE_MOVED = 4002 };

/* A key for the guest's seats. */
static void key_of(stage *s, uint32_t guest, char key[HOUSE_TOKEN_MAX])
{
    say(s, guest, "{\"type\":\"seat_key\",\"id\":5}");
    json_t *given = last(s, guest, "seat_key");
    strcpy(key, json_string_value(json_object_get(given, "key")));
    json_decref(given);
}

/* Another device comes with a key. */
static void come_with(stage *s, uint32_t guest, const char *key)
{
    false_come(&s->f, guest);
    say(s, guest, "{\"type\":\"enter\",\"room\":\"%s\",\"seat_key\":\"%s\",\"id\":1}", s->code,
        key);
}

static void expect_seats(stage *s, uint32_t guest, const char *seats)
{
    json_t *you = last(s, guest, "you");
    assert_true(equals(json_object_get(you, "seats"), seats));
    json_decref(you);
}

static void the_seat_is_at_the_new_device_and_nowhere_else(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char old[HOUSE_TOKEN_MAX], new[HOUSE_TOKEN_MAX], key[HOUSE_TOKEN_MAX];
    token_of(s, BEN, old);
    key_of(s, BEN, key);
    come_with(s, CARA, key);
    json_t *you = last(s, CARA, "you");
    assert_true(equals(json_object_get(you, "seats"), "[2]"));
    assert_true(equals(json_object_get(you, "person"), "2"));
    strcpy(new, json_string_value(json_object_get(you, "token")));
    json_decref(you);
    assert_string_not_equal(old, new);
    assert_int_equal(s->f.box[BEN].closed, CLOSE_MOVED);
    /* The old token is no one's, and its device learns why. */
    enter(s, DAVE, old);
    EXPECT(DAVE, "moved");
    enter(s, 5, new);
    expect_seats(s, 5, "[2]");
    close_stage(s);
}

/* The host's role and the match go along; nobody was away. */
static void the_host_stays_host_and_plays_on(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX];
    key_of(s, ANNA, key);
    come_with(s, CARA, key);
    json_t *you = last(s, CARA, "you");
    assert_true(equals(json_object_get(you, "host"), "true"));
    json_decref(you);
    say(s, CARA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(CARA, NULL);
    false_wait(&s->f, 2 * s->f.limits.grace_ms);
    json_t *room = last(s, BEN, "room");
    json_t *seat = json_array_get(json_object_get(room, "seats"), 0);
    assert_true(equals(json_object_get(seat, "away"), "false"));
    json_decref(room);
    close_stage(s);
}

static void a_key_is_good_once(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX];
    key_of(s, BEN, key);
    come_with(s, CARA, key);
    EXPECT(CARA, NULL);
    come_with(s, DAVE, key); /* at the same moment */
    EXPECT(DAVE, "bad_key");
    assert_int_equal(s->f.box[CARA].closed, 0);
    say(s, CARA, "{\"type\":\"rename\",\"seat\":2,\"name\":\"B\",\"id\":4}");
    EXPECT(CARA, "playing"); /* it is theirs */
    close_stage(s);
}

static void a_key_is_good_for_ten_minutes(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        stage *s = two_at_yatzi();
        char key[HOUSE_TOKEN_MAX];
        key_of(s, BEN, key);
        false_wait(&s->f, 10 * MINUTE - 1 + late);
        come_with(s, CARA, key);
        EXPECT(CARA, late ? "bad_key" : NULL);
        close_stage(s);
    }
}

/* Nor is it good for longer if the date is set back. */
static void a_date_set_back_makes_no_key_last(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX];
    key_of(s, BEN, key);
    house_set_date(s->f.house, -60 * MINUTE);
    come_with(s, CARA, key);
    EXPECT(CARA, "bad_key");
    close_stage(s);
}

static void a_new_key_makes_the_old_one_void(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char first[HOUSE_TOKEN_MAX], second[HOUSE_TOKEN_MAX];
    key_of(s, BEN, first);
    key_of(s, BEN, second);
    come_with(s, CARA, first);
    EXPECT(CARA, "bad_key");
    come_with(s, DAVE, second);
    EXPECT(DAVE, NULL);
    close_stage(s);
}

static void strangers_get_no_key_and_nobody_gets_many(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX];
    enter(s, CARA, "");
    say(s, CARA, "{\"type\":\"seat_key\",\"id\":5}");
    EXPECT(CARA, "not_yours");
    for (int i = 0; i < 3; i++)
        key_of(s, BEN, key);
    say(s, BEN, "{\"type\":\"seat_key\",\"id\":5}");
    EXPECT(BEN, "slow_down");
    false_wait(&s->f, MINUTE);
    key_of(s, BEN, key);
    close_stage(s);
}

/* A wrong key costs what a wrong code does, and so does the key of another room, a token, and
 * nothing at all. */
static void nobody_finds_a_key_by_trying(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX], token[HOUSE_TOKEN_MAX];
    token_of(s, BEN, token);
    key_of(s, BEN, key);
    false_come(&s->f, CARA);
    const char *const wrong[] = {token, "", "00000000000000000000000000000000", s->code};
    for (int i = 0; i < s->f.limits.misses_a_minute; i++) {
        say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"seat_key\":\"%s\",\"id\":1}", s->code,
            wrong[i % 4]);
        EXPECT(CARA, "bad_key");
    }
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"seat_key\":\"%s\",\"id\":1}", s->code, key);
    EXPECT(CARA, "slow_down");
    assert_int_equal(s->f.box[CARA].closed, 1008);
    assert_int_equal(s->f.box[BEN].closed, 0);
    close_stage(s);
}

/* The house knows only the hash. The key outlives a crash, and a room that leaves memory. */
static void a_key_survives_a_restart_as_a_hash(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX], old[HOUSE_TOKEN_MAX];
    token_of(s, BEN, old);
    key_of(s, BEN, key);
    for (int i = 0; i < s->f.kept; i++)
        assert_true(!s->f.disk[i].text || !strstr(s->f.disk[i].text, key));
    false_go(&s->f, ANNA);
    false_go(&s->f, BEN);
    false_wait(&s->f, 2 * s->f.limits.idle_ms);
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    come_with(s, CARA, key);
    expect_seats(s, CARA, "[2]");
    s->f.committed = s->f.kept;
    false_crash(&s->f); /* that it was used survives, too, and that the old token is void */
    come_with(s, DAVE, key);
    EXPECT(DAVE, "bad_key");
    enter(s, BEN, old);
    EXPECT(BEN, "moved");
    close_stage(s);
}

/* A device that has a seat of its own would lose it. */
static void who_sits_here_takes_no_other_seat_by_a_key(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX];
    key_of(s, BEN, key);
    false_come(&s->f, CARA);
    say(s, CARA,
        "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"seat_key\":\"%s\",\"id\":1}",
        s->code, s->token, key);
    EXPECT(CARA, "seated");
    come_with(s, DAVE, key); /* it was not used */
    EXPECT(DAVE, NULL);
    close_stage(s);
}

static void who_was_removed_has_no_key_left(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX];
    key_of(s, BEN, key);
    say(s, ANNA, "{\"type\":\"remove\",\"seat\":2,\"id\":4}");
    EXPECT(ANNA, NULL);
    come_with(s, CARA, key);
    EXPECT(CARA, "bad_key");
    close_stage(s);
}

/* What cannot be kept does not happen. */
static void a_failing_disk_moves_nobody(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char key[HOUSE_TOKEN_MAX];
    key_of(s, BEN, key);
    house_refuse_all(s->f.house, "disk");
    come_with(s, CARA, key);
    EXPECT(CARA, "disk");
    assert_int_equal(s->f.box[BEN].closed, 0);
    house_refuse_all(s->f.house, NULL);
    come_with(s, DAVE, key);
    EXPECT(DAVE, NULL);
    close_stage(s);
}

/* A room that was fetched for somebody who may not come in does not stay in memory. */
static void a_wrong_key_keeps_no_room_in_memory(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    house_counts counts;
    false_go(&s->f, ANNA);
    false_go(&s->f, BEN);
    false_wait(&s->f, 2 * s->f.limits.idle_ms);
    come_with(s, CARA, "00000000000000000000000000000000");
    EXPECT(CARA, "bad_key");
    false_wait(&s->f, 2 * s->f.limits.idle_ms);
    house_count(s->f.house, &counts);
    assert_int_equal(counts.rooms, 0);
    close_stage(s);
}

/* As many people as a room knows, each moved once, each with a key: all of it is kept. */
static void a_room_full_of_keys_is_kept(void **state)
{
    (void)state;
    enum { PEOPLE = 15, FIRST = 10, SECOND = 100, SEATS = 8 };
    stage *s = open_stage("yatzi");
    char key[HOUSE_TOKEN_MAX];
    for (uint32_t i = 0; i < PEOPLE; i++) {
        enter(s, FIRST + i, "");
        sit(s, FIRST + i, "A name as long as a name can be, Anna.");
        EXPECT(FIRST + i, NULL);
        key_of(s, FIRST + i, key);
        come_with(s, SECOND + i, key);
        EXPECT(SECOND + i, NULL);
        key_of(s, SECOND + i, key);
        if (i + SEATS < PEOPLE) {
            say(s, SECOND + i, "{\"type\":\"stand\",\"id\":4}");
            EXPECT(SECOND + i, NULL);
        }
    }
    size_t length = strlen(false_room(&s->f, s->code)->text);
    assert_in_range(length, 4000, HOUSE_RECORD_MAX - 2);
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    come_with(s, BEN, key);
    expect_seats(s, BEN, "[8]");
    close_stage(s);
}

/* ---- invitations ---- */

static void an_invitation_names_the_host_only_if_it_may(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    house_invitation told;
    sit(s, ANNA, "Anna");
    assert_null(house_invite(s->f.house, s->code, s->f.now_ms, &told));
    assert_string_equal(told.game, "yatzi");
    assert_string_equal(told.language, "en");
    assert_string_equal(told.host, "");
    say(s, ANNA, "{\"type\":\"set\",\"invite_names\":true,\"language\":\"ja\",\"id\":4}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"set\",\"language\":\"xx\",\"id\":4}");
    EXPECT(ANNA, "bad_option");
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    assert_null(house_invite(s->f.house, s->code, s->f.now_ms, &told));
    assert_string_equal(told.language, "ja");
    assert_string_equal(told.host, "Anna");
    assert_string_equal(house_invite(s->f.house, "333333", s->f.now_ms, &told), "no_such_room");
    close_stage(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_seat_is_at_the_new_device_and_nowhere_else),
    cmocka_unit_test(the_host_stays_host_and_plays_on),
    cmocka_unit_test(a_key_is_good_once),
    cmocka_unit_test(a_key_is_good_for_ten_minutes),
    cmocka_unit_test(a_date_set_back_makes_no_key_last),
    cmocka_unit_test(a_new_key_makes_the_old_one_void),
    cmocka_unit_test(strangers_get_no_key_and_nobody_gets_many),
    cmocka_unit_test(nobody_finds_a_key_by_trying),
    cmocka_unit_test(a_key_survives_a_restart_as_a_hash),
    cmocka_unit_test(who_sits_here_takes_no_other_seat_by_a_key),
    cmocka_unit_test(who_was_removed_has_no_key_left),
    cmocka_unit_test(a_failing_disk_moves_nobody),
    cmocka_unit_test(a_wrong_key_keeps_no_room_in_memory),
    cmocka_unit_test(a_room_full_of_keys_is_kept),
    cmocka_unit_test(an_invitation_names_the_host_only_if_it_may),
};

SCENES_MAIN(tests)
