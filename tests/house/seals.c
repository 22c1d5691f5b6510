/* seals.c: the house: seals, salts, and the list that says which seals there were. Told as scenes.
 *
 * Needs the games: yatzi yubitsume */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/stage.h"

/* ---- helpers ---- */

static void seal_of(stage *s, uint32_t guest, char seal[65])
{
    say(s, guest,
        "{\"type\":\"rename\",\"seat\":1,\"name\":\"A\",\"id\":9}"); /* tells the room again */
    json_t *room = last(s, guest, "room");
    strcpy(seal, json_string_value(json_object_get(room, "seal")));
    json_decref(room);
}

static void bring_salt(stage *s, uint32_t guest, int seat, int salt)
{
    say(s, guest, "{\"type\":\"salt\",\"seat\":%d,\"salt\":\"00000000000000%02x\",\"id\":8}", seat,
        (unsigned)salt);
}

static json_t *room_of(stage *s, uint32_t guest)
{
    return last(s, guest, "room");
}

static bool is_playing(stage *s, uint32_t guest)
{
    json_t *room = room_of(s, guest);
    bool playing = strcmp(json_string_value(json_object_get(room, "status")), "playing") == 0;
    json_decref(room);
    return playing;
}

/* Anna and Ben, whose devices answer seals, before their first match. */
static stage *two_who_bring_salts(const char *game)
{
    stage *s = seated(game, BEN);
    bring_salt(s, ANNA, 1, 0xa1);
    bring_salt(s, BEN, 2, 0xb1);
    return s;
}

/* The log of the first match for people; to be freed. */
static char *log_of(stage *s)
{
    char *parts = false_parts(&s->f, s->code, 1);
    size_t size = strlen(parts) + 2 * TABLE_LINE_MAX;
    char *log = malloc(size);
    kn_text out = kn_text_on(log, size);
    assert_null(house_write_log(s->f.house, s->code, 1, kn_slice_of(parts), s->f.now_ms, &out));
    free(parts);
    return log;
}

static table_answer load_log(const char *text, table *t, table_report *report)
{
    size_t size = strlen(text) + TABLE_HEADER_MAX;
    table_log memory = {.text = malloc(size),
                        .size = size,
                        .marks = malloc(4096 * sizeof(table_mark)),
                        .capacity = 4096};
    table_answer answer = table_load(t, kn_slice_of(text), memory, report);
    if (answer) {
        free(memory.text);
        free(memory.marks);
    }
    return answer;
}

static void leave(table *t)
{
    free(t->log.text);
    free(t->log.marks);
}

static bool seal_is_signed(const stage *s, const table *t)
{
    char claim[ATTEST_TEXT_MAX];
    kn_text text = kn_text_on(claim, sizeof claim);
    table_seal_claim(t, &text);
    return sign_is_valid(s->f.key.public, (kn_slice){claim, text.length},
                         t->plan.sealed.given.signature);
}

static bool end_is_signed(const stage *s, const table *t, const table_report *report)
{
    char claim[ATTEST_TEXT_MAX];
    kn_text text = kn_text_on(claim, sizeof claim);
    table_end_claim(t, report, &text);
    return sign_is_valid(s->f.key.public, (kn_slice){claim, text.length}, t->closed.signature);
}

/* Every line builds on the one before; returns how many there are. */
static uint32_t check_list(const stage *s)
{
    uint8_t head[TABLE_HASH_BYTES] = {0};
    uint32_t count = 0;
    for (int i = 0; i < s->f.kept; i++) {
        const false_record *r = &s->f.disk[i];
        if (r->record.what != HOUSE_KEEP_SEAL)
            continue;
        assert_int_equal(r->record.number, ++count);
        attest_head(head, r->text, head);
        assert_memory_equal(head, r->head, sizeof head);
    }
    return count;
}

static int lines_of_kind(const stage *s, const char *kind)
{
    int count = 0;
    for (int i = 0; i < s->f.kept; i++)
        if (s->f.disk[i].record.what == HOUSE_KEEP_SEAL)
            count += strstr(s->f.disk[i].text, kind) != NULL;
    return count;
}

/* Anna and Ben throw and fill until it is over. */
static void play_to_the_end(stage *s)
{
    static const char *const boxes[] = {
        "ones",       "twos",         "threes",          "fours",
        "fives",      "sixes",        "three_of_a_kind", "four_of_a_kind",
        "full_house", "small_street", "large_street",    "yatzi",
        "chance"};
    for (size_t turn = 0; turn < sizeof boxes / sizeof *boxes; turn++)
        for (int seat = 1; seat <= 2; seat++) {
            say(s, seat == 1 ? ANNA : BEN,
                "{\"type\":\"play\",\"seat\":%d,\"move\":\"throw\",\"salt\":\"%016x\",\"id\":4}",
                seat, (unsigned)(0x100 * turn + (unsigned)seat));
            say(s, seat == 1 ? ANNA : BEN,
                "{\"type\":\"play\",\"seat\":%d,\"move\":\"fill %s\",\"salt\":\"%016x\",\"id\":5}",
                seat, boxes[turn], (unsigned)(0x200 * turn + (unsigned)seat));
            EXPECT(seat == 1 ? ANNA : BEN, NULL);
        }
}

/* ---- scenes ---- */

/* Else whoever runs the house could try options, with the salts at hand, until the dice please. */
static void options_chosen_after_the_salts_make_a_new_seal(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yubitsume");
    char before[65], after[65];
    seal_of(s, ANNA, before);
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":3000},\"id\":3}");
    EXPECT(ANNA, NULL);
    seal_of(s, ANNA, after);
    assert_string_not_equal(before, after);
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":3000},\"id\":3}");
    seal_of(s, ANNA, before);
    assert_string_equal(before, after); /* nothing has changed */
    close_stage(s);
}

static void whoever_sits_down_or_stands_up_makes_a_new_seal(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    static const char *const messages[] = {
        "{\"type\":\"bot\",\"seat\":3,\"level\":\"regular\",\"id\":3}",
        "{\"type\":\"bot\",\"seat\":3,\"level\":null,\"id\":3}",
        "{\"type\":\"sit\",\"seat\":4,\"name\":\"Anna 2\",\"id\":3}",
        "{\"type\":\"stand\",\"seat\":4,\"id\":3}",
    };
    char before[65], after[65];
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        bring_salt(s, ANNA, 1, 0xa2);
        seal_of(s, ANNA, before);
        say(s, ANNA, "%s", messages[i]);
        json_t *room = room_of(s, ANNA);
        assert_true(equals(
            json_object_get(json_array_get(json_object_get(room, "seats"), 0), "salted"), "false"));
        json_decref(room);
        seal_of(s, ANNA, after);
        assert_string_not_equal(before, after);
    }
    close_stage(s);
}

static void the_match_waits_for_the_salts_of_those_who_bring_them(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"sheet\":\"american\"},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    EXPECT(ANNA, NULL);
    bring_salt(s, ANNA, 1, 0xa3);
    assert_false(is_playing(s, ANNA));
    bring_salt(s, BEN, 2, 0xb3);
    assert_true(is_playing(s, ANNA));
    char *parts = false_parts(&s->f, s->code, 1);
    assert_non_null(strstr(parts, "seat 1 person 00000000000000a3 Anna\n"));
    assert_non_null(strstr(parts, "seat 2 person 00000000000000b3 Ben\n"));
    free(parts);
    close_stage(s);
}

static void it_does_not_wait_for_ever(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"sheet\":\"american\"},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    bring_salt(s, ANNA, 1, 0xa3);
    assert_false(is_playing(s, ANNA));
    false_wait(&s->f, 3100);
    assert_true(is_playing(s, ANNA));
    close_stage(s);
}

static void the_house_signs_the_seal_and_the_end(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    table t;
    table_report report;
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    play_to_the_end(s);
    char *log = log_of(s);
    assert_int_equal(load_log(log, &t, &report), TABLE_OK);
    assert_true(report.over);
    assert_true(t.closed.number > t.plan.sealed.given.number);
    assert_true(seal_is_signed(s, &t));
    assert_true(end_is_signed(s, &t, &report));
    t.envelope.seal[0] ^= 1;
    assert_false(seal_is_signed(s, &t));
    report.hash[31] ^= 1;
    assert_false(end_is_signed(s, &t, &report));
    leave(&t);
    free(log);
    check_list(s);
    assert_int_equal(lines_of_kind(s, " start "), 1);
    assert_int_equal(lines_of_kind(s, " end "), 1);
    close_stage(s);
}

/* Whoever stops until the dice please cannot hide it. */
static void seals_and_stopped_matches_are_counted(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    json_t *room = room_of(s, BEN);
    int seals = (int)json_integer_value(json_object_get(room, "seals"));
    assert_true(equals(json_object_get(room, "stopped_matches"), "0"));
    json_decref(room);
    for (int i = 0; i < 3; i++) {
        say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
        say(s, ANNA, "{\"type\":\"stop\",\"id\":5}");
        bring_salt(s, ANNA, 1, 0xa3);
        bring_salt(s, BEN, 2, 0xb3);
    }
    room = room_of(s, BEN);
    assert_true(equals(json_object_get(room, "stopped_matches"), "3"));
    assert_int_equal(json_integer_value(json_object_get(room, "seals")), seals + 3);
    json_decref(room);
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    char *parts = false_parts(&s->f, s->code, 4), expected[64];
    snprintf(expected, sizeof expected, " %d 3\nbefore ", seals + 3);
    assert_non_null(strstr(parts, expected));
    free(parts);
    check_list(s);
    assert_int_equal(lines_of_kind(s, " stop "), 3);
    close_stage(s);
}

static void the_list_has_no_gap_after_a_crash(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    s->f.committed = s->f.kept;
    uint32_t before = check_list(s);
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    assert_int_equal(check_list(s), before + 1);
    false_crash(&s->f);
    assert_int_equal(check_list(s), before);
    enter(s, ANNA, s->token);
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    false_wait(&s->f, 5000);
    assert_int_equal(check_list(s), before + 1);
    close_stage(s);
}

/* Nobody could say what the real dice show, and nobody could stop the match. */
static void a_match_with_real_dice_ends_when_everybody_has_left(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"random\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    EXPECT(ANNA, NULL);
    enter(s, BEN, "");
    assert_true(is_playing(s, BEN));
    say(s, ANNA, "{\"type\":\"leave\",\"id\":5}");
    assert_false(is_playing(s, BEN));
    say(s, BEN, "{\"type\":\"sit\",\"name\":\"Ben\",\"id\":6}");
    EXPECT(BEN, NULL);
    close_stage(s);
}

/* A salt that is older than the seal proves nothing, and a second one would be a choice. */
static void a_seat_has_one_salt_for_a_seal(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    char old[65];
    seal_of(s, ANNA, old);
    bring_salt(s, ANNA, 1, 0xa2);
    EXPECT(ANNA, "outdated");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":3,\"level\":\"random\",\"id\":3}");
    say(s, ANNA,
        "{\"type\":\"salt\",\"seat\":1,\"salt\":\"00000000000000a4\",\"seal\":\"%s\",\"id\":8}",
        old);
    EXPECT(ANNA, "outdated");
    bring_salt(s, ANNA, 1, 0xa5);
    EXPECT(ANNA, NULL);
    close_stage(s);
}

static void a_new_seal_ends_a_start_that_waits(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"sheet\":\"american\"},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"sheet\":\"ravensburger\"},\"id\":3}");
    false_wait(&s->f, 10000);
    assert_false(is_playing(s, ANNA));
    close_stage(s);
}

/* Only what makes a seal counts, and only for the address that did it. */
static void refused_changes_hold_up_nobody(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    enter(s, DAVE, "");
    for (int i = 0; i < 400; i++) {
        say(s, DAVE, "{\"type\":\"sit\",\"seat\":1,\"name\":\"Dave\",\"id\":3}");
        false_wait(&s->f, 200);
    }
    EXPECT(DAVE, "seat_taken");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":3,\"level\":\"random\",\"id\":3}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

static void the_list_cannot_be_filled(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    bool refused = false;
    for (int i = 0; i < 2000 && !refused; i++) {
        say(s, ANNA, "{\"type\":\"bot\",\"seat\":3,\"level\":\"%s\",\"id\":3}",
            i % 2 ? "random" : "child");
        false_wait(&s->f, 200);
        json_t *answer = false_last(&s->f, ANNA, "refused");
        refused = answer != NULL;
        json_decref(answer);
    }
    assert_true(refused);
    assert_true(lines_of_kind(s, " seal ") < 800);
    close_stage(s);
}

/* ---- many rooms of one address ---- */

enum { ROOMS = 30 }; /* as many as an address may open in an hour */

/* The host of each sits there with a bot. A device that brings salts, and then does not, lets the
 * match begin by itself some seconds after it was asked for. */
static stage *many_rooms(bool salts)
{
    stage *s = open_stage("yatzi");
    for (uint32_t host = ANNA; host < ANNA + ROOMS; host++) {
        if (host != ANNA) {
            assert_null(
                false_open_room(&s->f, "{\"game\":\"yatzi\",\"pace_ms\":0}", s->code, s->token));
            false_come(&s->f, host);
        }
        say(s, host, "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"salts\":%s,\"id\":1}",
            s->code, s->token, salts ? "true" : "false");
        sit(s, host, "Anna");
        say(s, host, "{\"type\":\"bot\",\"seat\":2,\"level\":\"random\",\"id\":3}");
        EXPECT(host, NULL);
    }
    return s;
}

static int list_length(const stage *s)
{
    int count = 0;
    for (int i = 0; i < s->f.kept; i++)
        count += s->f.disk[i].record.what == HOUSE_KEEP_SEAL;
    return count;
}

/* Has the last that was told of the room, if anything was, a match on? */
static bool heard_of_a_match(stage *s, uint32_t guest)
{
    json_t *room = false_last(&s->f, guest, "room");
    const char *status = json_string_value(json_object_get(room, "status"));
    bool on = status && strcmp(status, "playing") == 0;
    json_decref(room);
    return on;
}

/* Every so often each host stops the match and asks for the next; returns how many were refused. */
static int matches_in_all_rooms(stage *s, const char *ask, int seconds, int each_s)
{
    int refused = 0;
    for (int second = 0; second < seconds; second += each_s) {
        for (uint32_t host = ANNA; host < ANNA + ROOMS; host++) {
            say(s, host, "{\"type\":\"stop\"}");
            while (s->f.box[host].count > 0)
                json_decref(false_read(&s->f, host));
            say(s, host, "%s", second ? ask : "{\"type\":\"start\"}");
        }
        false_wait(&s->f, (int64_t)each_s * 1000);
        for (uint32_t host = ANNA; host < ANNA + ROOMS; host++)
            refused += !heard_of_a_match(s, host);
    }
    return refused;
}

/* A room starts ten matches a minute, and there can be many rooms. */
static void many_rooms_cannot_fill_the_list(void **state)
{
    enum { HOUR_S = 3600, EACH_S = 10, LINES_MOST = 5000 };
    static const char *const asks[] = {"{\"type\":\"start\"}", "{\"type\":\"again\"}"};
    (void)state;
    for (int way = 0; way < 4; way++) {
        stage *s = many_rooms(way / 2);
        int before = list_length(s);
        assert_true(matches_in_all_rooms(s, asks[way % 2], HOUR_S, EACH_S) > 0);
        int lines = list_length(s) - before;
        if (lines > LINES_MOST)
            fail_msg("%s: %d lines in an hour", asks[way % 2], lines);
        close_stage(s);
    }
}

/* Thirty tables behind one address, each with a new match every other minute of a long evening. */
static void a_school_may_play_many_short_matches(void **state)
{
    enum { EVENING_S = 6 * 3600, EACH_S = 120 };
    (void)state;
    stage *s = many_rooms(true);
    assert_int_equal(matches_in_all_rooms(s, "{\"type\":\"again\"}", EVENING_S, EACH_S), 0);
    close_stage(s);
}

/* A new key vouches for nothing that was sealed under the old one. */
static void a_key_that_is_replaced_during_a_match(void **state)
{
    (void)state;
    stage *s = two_who_bring_salts("yatzi");
    table t;
    table_report report;
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    false_wait(&s->f, 5000);
    say(s, ANNA, "{\"type\":\"remove\",\"seat\":2,\"id\":5}"); /* a bot plays on */
    sign_key old = s->f.key;
    s->f.committed = s->f.kept;
    sign_key_from_seed(&s->f.key, (const uint8_t[SIGN_SEED_BYTES]){2});
    false_crash(&s->f);
    enter(s, ANNA, s->token);
    say(s, ANNA, "{\"type\":\"stand\",\"id\":6}"); /* now bots alone */
    false_wait(&s->f, 3600000);
    char *log = log_of(s);
    assert_int_equal(load_log(log, &t, &report), TABLE_OK);
    assert_true(report.over);
    assert_int_equal(t.closed.number, 0);
    assert_memory_equal(t.plan.sealed.key, old.public, sizeof old.public);
    leave(&t);
    free(log);
    check_list(s);
    assert_int_equal(lines_of_kind(s, " end "), 1);
    close_stage(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_seat_has_one_salt_for_a_seal),
    cmocka_unit_test(a_new_seal_ends_a_start_that_waits),
    cmocka_unit_test(refused_changes_hold_up_nobody),
    cmocka_unit_test(the_list_cannot_be_filled),
    cmocka_unit_test(many_rooms_cannot_fill_the_list),
    cmocka_unit_test(a_school_may_play_many_short_matches),
    cmocka_unit_test(a_key_that_is_replaced_during_a_match),
    cmocka_unit_test(a_match_with_real_dice_ends_when_everybody_has_left),
    cmocka_unit_test(options_chosen_after_the_salts_make_a_new_seal),
    cmocka_unit_test(whoever_sits_down_or_stands_up_makes_a_new_seal),
    cmocka_unit_test(the_match_waits_for_the_salts_of_those_who_bring_them),
    cmocka_unit_test(it_does_not_wait_for_ever),
    cmocka_unit_test(the_house_signs_the_seal_and_the_end),
    cmocka_unit_test(seals_and_stopped_matches_are_counted),
    cmocka_unit_test(the_list_has_no_gap_after_a_crash),
};

SCENES_MAIN(tests)
