/* house.c: the house: rooms, seats, tokens, hosts, bots, being away, talk, taking back, crashes.
 * Told as scenes: who sends what, who hears what. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/false_machine.h"
#include "tests/scenes.h"

/* ---- a stage ---- */

typedef struct {
    false_machine f;
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX]; /* of the room, of its host */
} stage;

enum { ANNA = 1, BEN = 2, CARA = 3, DAVE = 4 };

static void send(stage *s, uint32_t guest, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void send(stage *s, uint32_t guest, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    false_send(&s->f, guest, text);
}

/* The last answer to the guest must be this: NULL for `done`, else why it was refused. */
static void expect_answer(stage *s, uint32_t guest, const char *why, int line)
{
    json_t *one, *answer = NULL;
    while ((one = false_read(&s->f, guest))) {
        const char *type = json_string_value(json_object_get(one, "type"));
        if (strcmp(type, "done") != 0 && strcmp(type, "refused") != 0) {
            json_decref(one);
            continue;
        }
        json_decref(answer);
        answer = one;
    }
    const char *given = json_string_value(json_object_get(answer, "why"));
    if (!answer || strcmp(given ? given : "done", why ? why : "done") != 0)
        fail_msg("line %d: answered %s, not %s", line, given ? given : "done", why ? why : "done");
    json_decref(answer);
}
#define EXPECT(guest, why) expect_answer(s, guest, why, __LINE__)

/* A member of the last message of that type, by its path. */
static json_t *last(stage *s, uint32_t guest, const char *type)
{
    json_t *message = false_last(&s->f, guest, type);
    if (!message)
        fail_msg("%u heard no %s", (unsigned)guest, type);
    return message;
}

static bool equals(json_t *message, const char *expected)
{
    char *text = json_dumps(message, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    bool same = strcmp(text, expected) == 0;
    if (!same)
        print_message("%s instead of %s\n", text, expected);
    free(text);
    return same;
}

static void enter(stage *s, uint32_t guest, const char *token)
{
    false_come(&s->f, guest);
    send(s, guest, "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true,\"id\":1}",
         s->code, token);
}

static void sit(stage *s, uint32_t guest, const char *name)
{
    send(s, guest, "{\"type\":\"sit\",\"name\":\"%s\",\"salt\":\"00000000000000%02x\",\"id\":2}",
         name, (unsigned)guest);
}

/* The token in the `you` message that waits. */
static void token_of(stage *s, uint32_t guest, char token[HOUSE_TOKEN_MAX])
{
    json_t *you = last(s, guest, "you");
    strcpy(token, json_string_value(json_object_get(you, "token")));
    json_decref(you);
}

static stage *open_stage(const char *game)
{
    stage *s = calloc(1, sizeof *s);
    char body[128];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"pace_ms\":0}", game);
    false_open(&s->f, 1);
    assert_null(false_open_room(&s->f, body, s->code, s->token));
    enter(s, ANNA, s->token);
    EXPECT(ANNA, NULL);
    return s;
}

static void close_stage(stage *s)
{
    false_close(&s->f);
    free(s);
}

/* Anna and Ben at a table of Yatzi; Anna is due. */
static stage *two_at_yatzi(void)
{
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    return s;
}

/* ---- rooms and seats ---- */

static void a_room_is_opened_and_entered(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    json_t *you = last(s, ANNA, "you");
    assert_true(equals(json_object_get(you, "host"), "true"));
    assert_true(equals(json_object_get(you, "seats"), "[1]"));
    assert_null(json_object_get(you, "token")); /* she has it already */
    json_decref(you);
    close_stage(s);
}

static void a_room_must_name_a_game(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    assert_string_equal(false_open_room(&s->f, "{}", code, token), "no_such_game");
    assert_string_equal(false_open_room(&s->f, "{\"game\":\"chess\"}", code, token),
                        "no_such_game");
    assert_string_equal(
        false_open_room(&s->f, "{\"game\":\"yatzi\",\"options\":{\"sheet\":\"x\"}}", code, token),
        "bad_option");
    assert_string_equal(
        false_open_room(&s->f, "{\"game\":\"yatzi\",\"standin\":\"x\"}", code, token), "bad_level");
    close_stage(s);
}

static void codes_are_read_as_people_type_them(void **state)
{
    (void)state;
    char code[HOUSE_CODE_MAX];
    assert_true(house_read_code(kn_slice_of("k7q-m3t"), code));
    assert_string_equal(code, "K7QM3T");
    assert_false(house_read_code(kn_slice_of("K7QM3"), code));
    assert_false(house_read_code(kn_slice_of("K7QM3TT"), code));
    assert_false(house_read_code(kn_slice_of("K7QM30"), code));
    assert_false(house_read_code(kn_slice_of(""), code));
}

static void a_seat_is_filled_once(void **state)
{
    (void)state;
    stage *s = open_stage("bossa");
    for (uint32_t guest = BEN; guest <= DAVE; guest++)
        enter(s, guest, "");
    sit(s, BEN, "Ben");
    EXPECT(BEN, NULL);
    send(s, CARA, "{\"type\":\"sit\",\"seat\":1,\"name\":\"Cara\",\"id\":2}");
    EXPECT(CARA, "seat_taken");
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
    sit(s, DAVE, "Dave");
    EXPECT(DAVE, "full");
    send(s, DAVE, "{\"type\":\"sit\",\"seat\":3,\"name\":\"Dave\",\"id\":2}");
    EXPECT(DAVE, "no_such_seat");
    close_stage(s);
}

static void a_locked_room_seats_nobody_new(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    send(s, ANNA, "{\"type\":\"set\",\"locked\":true,\"id\":3}");
    EXPECT(ANNA, NULL);
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    EXPECT(CARA, "locked");
    send(s, BEN, "{\"type\":\"stand\",\"id\":3}");
    sit(s, BEN, "Ben");
    EXPECT(BEN, NULL);
    send(s, ANNA, "{\"type\":\"set\",\"locked\":false,\"id\":3}");
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
    close_stage(s);
}

static void bots_make_room_where_nobody_is_left(void **state)
{
    (void)state;
    stage *s = open_stage("bossa");
    enter(s, CARA, "");
    send(s, ANNA, "{\"type\":\"bot\",\"seat\":1,\"level\":\"child\",\"id\":2}");
    send(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\",\"id\":2}");
    sit(s, CARA, "Cara");
    EXPECT(CARA, "full");
    send(s, ANNA, "{\"type\":\"leave\",\"id\":3}");
    EXPECT(ANNA, NULL);
    sit(s, CARA, "Cara");
    json_t *you = last(s, CARA, "you");
    assert_true(equals(json_object_get(you, "host"), "true"));
    json_decref(you);
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    EXPECT(BEN, "full");
    close_stage(s);
}

static void names_are_text(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    static const char *const bad[] = {"\"\"",
                                      "\" x\"",
                                      "\"a\\nb\"",
                                      "\"a\\u0000b\"",
                                      "7",
                                      "\"\\u202e\"",
                                      "\"1234567890123456789012345678901234567890\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (i == 5)
            continue; /* whether turning marks are names is the log's business */
        send(s, ANNA, "{\"type\":\"sit\",\"name\":%s,\"id\":2}", bad[i]);
        json_t *one = NULL, *answer = NULL;
        while ((one = false_read(&s->f, ANNA))) {
            json_decref(answer);
            answer = one;
        }
        assert_string_equal(json_string_value(json_object_get(answer, "type")), "refused");
        json_decref(answer);
    }
    sit(s, ANNA, "<b>Ann\\\"a</b>");
    json_t *room = last(s, ANNA, "room");
    assert_string_equal(json_string_value(json_object_get(
                            json_array_get(json_object_get(room, "seats"), 0), "name")),
                        "<b>Ann\"a</b>");
    json_decref(room);
    close_stage(s);
}

static void two_people_sit_at_one_device(void **state)
{
    (void)state;
    stage *s = open_stage("bossa");
    sit(s, ANNA, "Anna");
    sit(s, ANNA, "Ben");
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    json_t *told = last(s, ANNA, "table");
    json_t *eyes = json_object_get(told, "eyes");
    assert_non_null(json_object_get(eyes, "1"));
    assert_non_null(json_object_get(eyes, "2"));
    assert_null(json_object_get(eyes, "watcher"));
    json_decref(told);
    close_stage(s);
}

static void only_the_host_decides(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    static const char *const wishes[] = {"start", "stop", "set", "bot", "remove", "host"};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        send(s, BEN, "{\"type\":\"%s\",\"seat\":2,\"level\":\"best\",\"id\":3}", wishes[i]);
        EXPECT(BEN, "not_host");
    }
    close_stage(s);
}

static void the_host_hands_the_role_on_or_leaves(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    send(s, ANNA, "{\"type\":\"host\",\"seat\":2,\"id\":3}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    EXPECT(ANNA, "not_host");
    json_t *you = last(s, CARA, "you");
    assert_true(equals(json_object_get(you, "host"), "true"));
    json_decref(you);
    send(s, CARA, "{\"type\":\"leave\",\"id\":5}");
    EXPECT(CARA, NULL);
    json_t *room = last(s, BEN, "room"); /* Anna has been here longest */
    assert_true(equals(json_object_get(room, "host"), "1"));
    json_decref(room);
    close_stage(s);
}

static void somebody_removed_has_to_go(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    char token[HOUSE_TOKEN_MAX];
    token_of(s, BEN, token);
    send(s, ANNA, "{\"type\":\"remove\",\"seat\":1,\"id\":3}");
    EXPECT(ANNA, NULL);
    assert_int_equal(s->f.box[BEN].closed, 4001);
    enter(s, BEN, token);
    json_t *you = last(s, BEN, "you");
    assert_true(equals(json_object_get(you, "person"), "null"));
    json_decref(you);
    close_stage(s);
}

static void settings_are_all_or_nothing(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    send(s, ANNA, "{\"type\":\"set\",\"listed\":true,\"turn_s\":1,\"id\":3}");
    EXPECT(ANNA, "bad_option");
    send(s, ANNA, "{\"type\":\"set\",\"turn_s\":30,\"options\":{\"sheet\":\"american\"},\"id\":3}");
    json_t *room = last(s, ANNA, "room");
    assert_true(equals(json_object_get(room, "listed"), "false"));
    assert_true(equals(json_object_get(room, "turn_s"), "30"));
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(room, "options"), "sheet")), "american");
    json_decref(room);
    close_stage(s);
}

static void too_few_cannot_start(void **state)
{
    (void)state;
    stage *s = open_stage("bossa");
    sit(s, ANNA, "Anna");
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, "too_few");
    send(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\",\"id\":3}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, "playing");
    close_stage(s);
}

/* ---- playing ---- */

static void a_move_is_told_to_all(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    enter(s, CARA, "");
    send(
        s, ANNA,
        "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"salt\":\"000000000000000a\",\"id\":4}");
    for (uint32_t guest = ANNA; guest <= CARA; guest++) {
        json_t *told = last(s, guest, "table");
        assert_true(equals(json_object_get(told, "event"), "6"));
        assert_int_equal(json_array_size(json_object_get(told, "lines")), 6);
        json_decref(told);
    }
    send(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"throw\",\"id\":4}");
    EXPECT(BEN, "not_due");
    send(s, BEN, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(BEN, "not_yours");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"dance\",\"id\":4}");
    EXPECT(ANNA, "unreadable");
    close_stage(s);
}

static void a_move_sent_twice_is_made_once(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"event\":0,\"id\":4}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"event\":0,\"id\":5}");
    EXPECT(ANNA, "outdated");
    close_stage(s);
}

static void bots_play_to_the_end_and_a_rematch_keeps_the_room(void **state)
{
    (void)state;
    static const char *const games[] = {"yatzi", "yucatan", "bossa", "yubitsume", "crane"};
    for (int game = 0; game < 5; game++) {
        stage *s = open_stage(games[game]);
        enter(s, BEN, "");
        for (int seat = 1; seat <= 2; seat++)
            send(s, ANNA, "{\"type\":\"bot\",\"seat\":%d,\"level\":\"%s\",\"id\":3}", seat,
                 seat == 1 ? "beginner" : "random");
        for (int match = 1; match <= 2; match++) {
            send(s, ANNA, "{\"type\":\"start\",\"id\":4}");
            false_wait(&s->f, 3600000);
            json_t *told = last(s, BEN, "table");
            if (!equals(json_object_get(told, "over"), "true") ||
                json_integer_value(json_object_get(told, "match")) != match)
                fail_msg("%s: match %d is not over", games[game], match);
            json_decref(told);
        }
        close_stage(s);
    }
}

static void somebody_who_leaves_is_followed_by_a_bot(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    send(s, BEN, "{\"type\":\"leave\",\"id\":4}");
    EXPECT(BEN, NULL);
    json_t *room = last(s, ANNA, "room");
    json_t *seat = json_array_get(json_object_get(room, "seats"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "bot")), "regular");
    json_decref(room);
    send(s, ANNA, "{\"type\":\"leave\",\"id\":4}");
    enter(s, CARA, "");
    false_wait(&s->f, 3600000);
    json_t *told = last(s, CARA, "table");
    assert_true(equals(json_object_get(told, "over"), "true"));
    json_decref(told);
    close_stage(s);
}

/* ---- taking back ---- */

static void taking_back_needs_consent(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    send(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, NULL);
    json_t *told = last(s, BEN, "table");
    assert_true(equals(json_object_get(json_object_get(told, "back"), "agreed"), "[1]"));
    assert_true(equals(json_object_get(told, "event"), "6"));
    json_decref(told);
    send(s, BEN, "{\"type\":\"disagree\",\"seat\":2,\"id\":6}");
    told = last(s, ANNA, "table");
    assert_null(json_object_get(told, "back"));
    json_decref(told);
    send(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    send(s, BEN, "{\"type\":\"agree\",\"seat\":2,\"id\":6}");
    EXPECT(BEN, NULL);
    told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "event"), "7"));
    json_decref(told);
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"event\":6,\"id\":4}");
    EXPECT(ANNA, "outdated");
    close_stage(s);
}

/* ---- coming back ---- */

static void who_comes_back_has_the_seat_and_what_was_missed(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char token[HOUSE_TOKEN_MAX];
    token_of(s, BEN, token);
    false_go(&s->f, BEN);
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    false_come(&s->f, CARA); /* another number, the same person */
    send(
        s, CARA,
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
    send(s, ANNA, "{\"type\":\"chat\",\"text\":\"Hello Ben\"}");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    json_t *before = last(s, ANNA, "table");
    s->f.committed = s->f.kept;
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
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
    send(s, ANNA, throw);
    json_t *before = last(s, ANNA, "table");
    false_crash(&s->f);
    enter(s, ANNA, s->token);
    send(s, ANNA, throw);
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
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
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
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"fill %s\",\"id\":4}", box);
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
    send(s, ANNA, "{\"type\":\"set\",\"away\":\"bot\",\"away_s\":30,\"id\":3}");
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
    send(s, ANNA, "{\"type\":\"set\",\"turn_s\":20,\"id\":3}");
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

/* Its clock goes on while the house is shut and nobody is there. */
static void a_clocked_room_is_woken(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    send(s, ANNA, "{\"type\":\"set\",\"turn_s\":20,\"id\":3}");
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

/* ---- talk ---- */

static void chat_is_heard_kept_and_limited(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    send(s, BEN, "{\"type\":\"chat\",\"text\":\"Well <i>thrown</i>!\"}");
    json_t *chat = last(s, ANNA, "chat");
    assert_string_equal(json_string_value(json_object_get(chat, "text")), "Well <i>thrown</i>!");
    assert_string_equal(json_string_value(json_object_get(chat, "from")), "Ben");
    json_decref(chat);
    send(s, BEN, "{\"type\":\"chat\",\"phrase\":\"well_played\",\"id\":1}");
    EXPECT(BEN, NULL);
    send(s, BEN, "{\"type\":\"chat\",\"phrase\":\"swear\",\"id\":1}");
    EXPECT(BEN, "bad_text");
    for (int i = 0; i < 3; i++)
        send(s, BEN, "{\"type\":\"chat\",\"text\":\"and again\",\"id\":1}");
    EXPECT(BEN, NULL);
    send(s, BEN, "{\"type\":\"chat\",\"text\":\"and again\",\"id\":1}");
    EXPECT(BEN, "slow_down");
    char text[HOUSE_CHAT_MAX + 1];
    memset(text, 'x', sizeof text);
    text[HOUSE_CHAT_MAX] = '\0';
    false_wait(&s->f, 10000);
    send(s, BEN, "{\"type\":\"chat\",\"text\":\"%s\",\"id\":1}", text);
    EXPECT(BEN, "bad_text");
    text[HOUSE_CHAT_MAX - 1] = '\0';
    send(s, BEN, "{\"type\":\"chat\",\"text\":\"%s\",\"id\":1}", text);
    EXPECT(BEN, NULL);
    close_stage(s);
}

static void chat_beyond_the_kept_lines_goes(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    for (int i = 1; i <= HOUSE_CHAT_KEPT + 10; i++) {
        send(s, BEN, "{\"type\":\"chat\",\"text\":\"line %d\"}", i);
        false_wait(&s->f, 1000);
    }
    enter(s, CARA, "");
    int lines = 0;
    json_int_t first = 0;
    for (json_t *one; (one = false_read(&s->f, CARA)); json_decref(one)) {
        if (strcmp(json_string_value(json_object_get(one, "type")), "chat") != 0)
            continue;
        first = lines++ ? first : json_integer_value(json_object_get(one, "number"));
    }
    assert_int_equal(lines, HOUSE_CHAT_KEPT);
    assert_int_equal(first, 11);
    close_stage(s);
}

static void the_grip_is_hidden_from_the_hand(void **state)
{
    (void)state;
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, CARA, "");
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"grip\",\"seat\":1,\"um\":24000,\"id\":4}");
    assert_null(false_last(&s->f, ANNA, "grip"));
    json_t *grip = last(s, CARA, "grip");
    assert_true(equals(json_object_get(grip, "um"), "24000"));
    json_decref(grip);
    send(s, BEN, "{\"type\":\"call\",\"word\":\"more\",\"id\":4}");
    json_t *call = last(s, ANNA, "call");
    assert_string_equal(json_string_value(json_object_get(call, "word")), "more");
    json_decref(call);
    int kept = s->f.kept;
    send(s, BEN, "{\"type\":\"call\",\"text\":\"now!\",\"id\":4}");
    assert_int_equal(kept, s->f.kept);
    close_stage(s);
}

/* A person and a bot at Crane, and a watcher; the bot grabs when it has thought for a while. */
static stage *bot_at_crane(void)
{
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    send(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"regular\",\"id\":3}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"set\",\"pace_ms\":3000,\"options\":{\"first\":2},\"id\":3}");
    EXPECT(ANNA, NULL);
    enter(s, CARA, "");
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    return s;
}

/* Anna bets as soon as she may. */
static void bet_if_due(stage *s)
{
    json_t *told = false_last(&s->f, ANNA, "table");
    json_t *eyes = told ? json_object_get(json_object_get(told, "eyes"), "1") : NULL;
    json_t *moves = json_object_get(eyes, "moves");
    if (json_array_size(moves) > 0)
        send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"%s\",\"id\":4}",
             json_string_value(json_array_get(moves, 0)));
    json_decref(told);
}

static void the_hand_of_a_bot_is_seen_to_close(void **state)
{
    enum { STEP_MS = 50, STEPS = 400, LEAST_GRIPS = 5 };
    (void)state;
    stage *s = bot_at_crane();
    int grips = 0, fewer = 0;
    json_int_t before = 0;
    for (int i = 0; i < STEPS && grips < LEAST_GRIPS; i++) {
        false_wait(&s->f, STEP_MS);
        bet_if_due(s);
        int kept = s->f.kept;
        json_t *grip = false_last(&s->f, CARA, "grip");
        if (!grip)
            continue;
        assert_int_equal(json_integer_value(json_object_get(grip, "seat")), 2);
        json_int_t um = json_integer_value(json_object_get(grip, "um"));
        fewer += um < before;
        before = um;
        grips++;
        assert_int_equal(kept, s->f.kept);
        json_decref(grip);
    }
    assert_int_equal(grips, LEAST_GRIPS);
    assert_int_equal(fewer, 0);
    assert_true(before > 0);
    close_stage(s);
}

/* ---- judges ---- */

static void a_judge_values_every_move(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    send(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
    json_t *opinions = last(s, ANNA, "opinions");
    json_t *moves = json_object_get(opinions, "moves");
    assert_true(json_array_size(moves) > 13);
    const char *position = json_string_value(json_object_get(opinions, "position"));
    assert_non_null(strstr(position, "phase=deciding"));
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *why = json_object_get(json_array_get(moves, i), "why");
        assert_non_null(json_object_get(json_array_get(why, 0), "key"));
    }
    json_decref(opinions);
    send(s, BEN, "{\"type\":\"judge\",\"seat\":2,\"id\":5}");
    EXPECT(BEN, "not_due");
    send(s, ANNA, "{\"type\":\"set\",\"hints\":false,\"id\":3}");
    send(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, "no_hints");
    close_stage(s);
}

static void nobody_is_told_where_to_hit(void **state)
{
    (void)state;
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    send(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":4}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, "not_now");
    close_stage(s);
}

/* ---- trouble ---- */

/* How often something that begins so was said, and how often before all was kept. */
typedef struct {
    const char *begins;
    int said, early;
} overheard;

static void overhear(void *with, uint32_t guest, kn_slice text, house_when when)
{
    overheard *o = with;
    (void)guest;
    if (!kn_slice_begins(text, o->begins))
        return;
    o->said++;
    o->early += when == HOUSE_AT_ONCE;
}

/* Opinions tell what fell, so they must not be there before it is kept. That nothing can be kept
 * tells nothing, and must not wait for a disk that does not answer. */
static void what_waits_for_the_disk(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    overheard opinions = {"{\"type\":\"opinions\"", 0, 0},
              refused = {"{\"type\":\"refused\"", 0, 0};
    s->f.post = overhear;
    s->f.post_with = &opinions;
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    send(s, ANNA, "{\"type\":\"judge\",\"seat\":1}");
    assert_int_equal(opinions.said, 1);
    assert_int_equal(opinions.early, 0);
    s->f.post_with = &refused;
    send(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"throw\",\"id\":5}");
    assert_int_equal(refused.early, 0);
    house_refuse_all(s->f.house, "disk");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":5}");
    assert_int_equal(refused.said, 2);
    assert_int_equal(refused.early, 1);
    close_stage(s);
}

static void while_nothing_can_be_kept_nothing_is_accepted(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    int kept = s->f.kept;
    house_refuse_all(s->f.house, "disk");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, "disk");
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    assert_string_equal(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token), "disk");
    false_wait(&s->f, 100000);
    assert_int_equal(kept, s->f.kept);
    house_refuse_all(s->f.house, NULL);
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

static void seal_of_room(stage *s, char *out)
{
    json_t *room = last(s, ANNA, "room");
    strcpy(out, json_string_value(json_object_get(room, "seal")));
    json_decref(room);
}

/* The log of a match that is given up is open to all, so its secret is not that of the next. */
static void a_match_of_other_rules_is_given_up(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char before[2 * TABLE_HASH_BYTES + 1], after[sizeof before];
    send(s, ANNA, "{\"type\":\"set\",\"listed\":true}");
    seal_of_room(s, before);
    for (int i = 0; i < s->f.kept; i++) {
        char *version = strstr(s->f.disk[i].text, "\ngame yatzi 1\n");
        if (version && s->f.disk[i].record.what == HOUSE_KEEP_PART)
            version[strlen("\ngame yatzi ")] = '9';
    }
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, ANNA, s->token);
    seal_of_room(s, after);
    assert_string_not_equal(before, after);
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

static void a_room_that_was_not_kept_is_forgotten(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    s->f.committed = s->f.kept;
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    false_lose(&s->f);
    house_lost(s->f.house, s->code);
    assert_int_equal(s->f.box[ANNA].closed, 1013);
    enter(s, ANNA, s->token);
    json_t *told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "event"), "0"));
    json_decref(told);
    close_stage(s);
}

static void limits_answer_clearly(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    for (int i = 0; i < s->f.limits.messages_at_once; i++)
        send(s, BEN, "{\"type\":\"sync\",\"client\":1}");
    send(s, BEN, "{\"type\":\"sync\",\"client\":1,\"id\":9}");
    json_t *one, *answer = NULL;
    while ((one = false_read(&s->f, BEN))) {
        json_decref(answer);
        answer = one;
    }
    assert_string_equal(json_string_value(json_object_get(answer, "why")), "slow_down");
    json_decref(answer);
    for (int i = 0; i < 200; i++)
        send(s, BEN, "{\"type\":\"sync\",\"client\":1}");
    assert_int_equal(s->f.box[BEN].closed, 1008);
    for (int i = 0; i < s->f.limits.misses_a_minute; i++) {
        false_come(&s->f, CARA);
        send(s, CARA, "{\"type\":\"enter\",\"room\":\"333333\",\"id\":1}");
        EXPECT(CARA, "no_such_room");
        false_go(&s->f, CARA);
    }
    false_come(&s->f, CARA);
    send(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
    EXPECT(CARA, "slow_down");
    false_wait(&s->f, 60000);
    send(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
    EXPECT(CARA, NULL);
    close_stage(s);
}

static void rooms_are_limited_by_address(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    for (int i = 1; i < s->f.limits.rooms_an_hour; i++)
        assert_null(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token));
    assert_string_equal(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token), "slow_down");
    close_stage(s);
}

/* A host who changes the level of a bot again and again does not fill the queue of all bots. */
static void a_seat_thinks_one_thought_at_a_time(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    house_counts counts;
    s->f.think_later = true;
    send(s, BEN, "{\"type\":\"leave\"}");
    anna_finishes_her_turn(s, "chance");
    for (int i = 0; i < 20; i++)
        send(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"%s\"}", i % 2 ? "best" : "strong");
    house_count(s->f.house, &counts);
    assert_int_equal(counts.thinking, 1);
    false_think(&s->f);
    close_stage(s);
}

static void people_who_left_their_seats_do_not_fill_the_room(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    for (int i = 0; i < 40; i++) {
        enter(s, BEN, "");
        sit(s, BEN, "Ben");
        send(s, BEN, "{\"type\":\"stand\",\"id\":3}");
        EXPECT(BEN, NULL);
        false_go(&s->f, BEN);
    }
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
    close_stage(s);
}

static void watchers_do_not_keep_out_who_plays(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    false_go(&s->f, BEN);
    for (int i = 0; i < s->f.limits.guests_a_room; i++)
        enter(s, (uint32_t)(10 + i), "");
    enter(s, 9, "");
    EXPECT(9, "full");
    enter(s, BEN, ben);
    EXPECT(BEN, NULL);
    close_stage(s);
}

static void only_who_plays_says_what_fell(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    send(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\"}");
    send(s, ANNA, "{\"type\":\"start\"}");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    send(s, BEN, "{\"type\":\"declare\",\"shown\":\"4\",\"id\":5}");
    EXPECT(BEN, "not_yours");
    send(s, ANNA, "{\"type\":\"declare\",\"shown\":\"4 9 4\",\"id\":5}");
    EXPECT(ANNA, "unreadable");
    send(s, ANNA, "{\"type\":\"declare\",\"shown\":\"4 4 4 1 2\",\"id\":5}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

/* What the room says of its dice. */
static void expect_dice(stage *s, const char *dice, const char *same)
{
    json_t *room = last(s, ANNA, "room");
    assert_true(equals(json_object_get(room, "dice"), dice));
    if (same)
        assert_true(equals(json_object_get(room, "same"), same));
    else
        assert_null(json_object_get(room, "same"));
    json_decref(room);
}

static void same_dice_are_chosen_and_kept(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "\"dice\":\"same\",\"same\":\"No\"",
        "\"dice\":\"same\",\"same\":\"\"",
        "\"dice\":\"same\",\"same\":7",
        "\"dice\":\"same\",\"same\":\"a-name-of-thirty-three-characters\"",
        "\"dice\":\"house\",\"same\":\"2026-11-15\"",
        "\"same\":\"2026-11-15\"",
        "\"game\":\"bossa\",\"dice\":\"same\",\"same\":\"2026-11-15\"",
    };
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        send(s, ANNA, "{\"type\":\"set\",%s,\"id\":5}", bad[i]);
        EXPECT(ANNA, "bad_option");
    }
    send(s, ANNA, "{\"type\":\"set\",\"dice\":\"same\",\"same\":\"2026-11-15\"}");
    expect_dice(s, "\"same\"", "\"2026-11-15\"");
    send(s, ANNA, "{\"type\":\"start\"}");
    send(s, ANNA, "{\"type\":\"set\",\"dice\":\"house\",\"id\":6}");
    EXPECT(ANNA, "playing");
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, ANNA, s->token);
    expect_dice(s, "\"same\"", "\"2026-11-15\"");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":7}");
    EXPECT(ANNA, NULL);
    char *parts = false_parts(&s->f, s->code, 1);
    assert_non_null(strstr(parts, "\ndice same 2026-11-15\n"));
    free(parts);
    send(s, ANNA, "{\"type\":\"stop\"}");
    send(s, ANNA, "{\"type\":\"set\",\"game\":\"bossa\"}");
    expect_dice(s, "\"house\"", NULL); /* this game has none */
    close_stage(s);
}

static void expect_seal(stage *s, char *out)
{
    json_t *room = last(s, ANNA, "room");
    strcpy(out, json_string_value(json_object_get(room, "seal")));
    assert_true(equals(json_object_get(room, "same"), "null"));
    json_decref(room);
}

/* A name that the house draws is not told while it is played with, and each match has its own. */
static void same_dice_drawn_by_the_house_are_not_told(void **state)
{
    (void)state;
    stage *s = open_stage("yucatan");
    char seal[3][2 * TABLE_HASH_BYTES + 1];
    sit(s, ANNA, "Anna");
    send(s, ANNA, "{\"type\":\"set\",\"dice\":\"same\"}");
    expect_seal(s, seal[0]);
    send(s, ANNA, "{\"type\":\"start\"}");
    expect_seal(s, seal[1]);
    assert_string_equal(seal[0], seal[1]);
    send(s, ANNA, "{\"type\":\"stop\"}");
    expect_seal(s, seal[2]);
    assert_string_not_equal(seal[0], seal[2]);
    close_stage(s);
}

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
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, CARA, "");
    send(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\"}");
    send(s, ANNA, "{\"type\":\"start\"}");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    send(s, ANNA, "{\"type\":\"declare\",\"shown\":\"4 4 4 1 2\"}");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"fill fours\"}");
    assert_int_equal(total_of_first(s, CARA), 12);
    send(s, CARA, "{\"type\":\"correct\",\"event\":5,\"shown\":\"4\",\"id\":5}");
    EXPECT(CARA, "not_yours");
    send(s, CARA, "{\"type\":\"correctable\",\"event\":5,\"id\":5}");
    EXPECT(CARA, "not_yours");
    send(s, BEN, "{\"type\":\"correctable\",\"event\":5}");
    json_t *may = last(s, BEN, "correctable");
    assert_true(equals(json_object_get(may, "may"), "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]"));
    json_decref(may);
    send(s, BEN, "{\"type\":\"correctable\",\"event\":7}");
    may = last(s, BEN, "correctable");
    assert_true(json_array_size(json_object_get(may, "may")) > 13);
    json_decref(may);
    send(s, BEN, "{\"type\":\"correct\",\"event\":5,\"shown\":\"4\",\"id\":6}");
    EXPECT(BEN, NULL);
    assert_int_equal(total_of_first(s, ANNA), 16);
    assert_int_equal(total_of_first(s, CARA), 16);
    /* 8 took back, 9 and 10 are the dice again, 11 is the box */
    send(s, ANNA, "{\"type\":\"correct\",\"event\":11,\"move\":\"throw\",\"id\":7}");
    EXPECT(ANNA, NULL); /* nothing came after it */
    send(s, ANNA, "{\"type\":\"correct\",\"event\":2,\"shown\":\"6\",\"id\":8}");
    EXPECT(ANNA, NULL);
    send(s, ANNA, "{\"type\":\"correct\",\"event\":99,\"shown\":\"6\",\"id\":8}");
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
    send(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\"}");
    send(s, ANNA, "{\"type\":\"start\"}");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    send(s, ANNA, "{\"type\":\"declare\",\"shown\":\"4 4 4 1 2\"}");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"keep 4 4 4\"}");
    send(s, ANNA, "{\"type\":\"declare\",\"shown\":\"1 2\"}");
    send(s, ANNA, "{\"type\":\"correct\",\"event\":3,\"shown\":\"2\",\"id\":6}");
    json_t *refused = last(s, ANNA, "refused");
    assert_string_equal(json_string_value(json_object_get(refused, "why")), "illegal");
    assert_int_equal(json_integer_value(json_object_get(refused, "event")), 7);
    json_decref(refused);
    for (int i = 0; i < 41; i++) {
        send(s, ANNA, "{\"type\":\"correct\",\"event\":%d,\"shown\":\"%d\",\"id\":6}", 9 + 2 * i,
             1 + i % 2);
        if (i != 20)
            continue;
        EXPECT(ANNA, NULL);
        s->f.committed = s->f.kept;
        false_crash(&s->f);
        enter(s, ANNA, s->token);
    }
    EXPECT(ANNA, "too_many_backs");
    close_stage(s);
}

/* Neither by asking what is there nor from a seat that is not in the match. */
static void what_is_hidden_is_not_learnt_by_correcting(void **state)
{
    (void)state;
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    send(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":4000},\"id\":3}");
    for (int ours = 0; ours < 2; ours++) {
        const char *why = ours ? "too_soon" : "not_ours";
        send(s, ANNA, "{\"type\":\"set\",\"dice\":\"%s\",\"id\":3}", ours ? "ours" : "house");
        EXPECT(ANNA, NULL);
        send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
        send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
        if (ours)
            for (int die = 0; die < 3; die++)
                send(s, ANNA, "{\"type\":\"roll\",\"id\":4}");
        EXPECT(ANNA, NULL);
        for (int slapped = 0; slapped < 2; slapped++) {
            send(s, ANNA, "{\"type\":\"correctable\",\"event\":5,\"id\":5}");
            EXPECT(ANNA, why);
            send(s, ANNA, "{\"type\":\"correct\",\"event\":5,\"move\":\"hit knife\",\"id\":5}");
            EXPECT(ANNA, why);
            send(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"hit knife\",\"id\":6}");
            EXPECT(BEN, slapped ? "not_due" : NULL);
        }
        send(s, ANNA, "{\"type\":\"stop\",\"id\":3}");
    }
    close_stage(s);
}

static void a_seat_beyond_the_match_sees_nothing(void **state)
{
    (void)state;
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    send(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"options\":{\"first\":1},\"id\":3}");
    send(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    send(s, CARA, "{\"type\":\"sit\",\"seat\":4,\"name\":\"Cara too\",\"id\":3}");
    EXPECT(CARA, NULL);
    send(s, ANNA, "{\"type\":\"roll\",\"id\":4}");
    send(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"close\",\"id\":4}");
    EXPECT(ANNA, NULL);
    send(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"bet high\",\"id\":4}");
    EXPECT(BEN, NULL);
    send(s, BEN, "{\"type\":\"correctable\",\"event\":3,\"id\":5}");
    EXPECT(BEN, NULL);
    send(s, CARA, "{\"type\":\"correctable\",\"event\":3,\"id\":5}");
    EXPECT(CARA, "not_yours");
    send(s, CARA, "{\"type\":\"correct\",\"event\":3,\"move\":\"bet low\",\"id\":5}");
    EXPECT(CARA, "not_yours");
    close_stage(s);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    static const char *const nonsense[] = {"{}",
                                           "[]",
                                           "7",
                                           "{\"type\":7}",
                                           "{\"type\":\"fly\"}",
                                           "{\"type\":\"play\",\"type\":\"play\"}",
                                           "{"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        false_send(&s->f, ANNA, nonsense[i]);
        EXPECT(ANNA, "not_understood");
    }
    false_come(&s->f, DAVE);
    send(s, DAVE, "{\"type\":\"chat\",\"text\":\"x\",\"id\":1}");
    EXPECT(DAVE, "not_entered");
    close_stage(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_is_opened_and_entered),
        cmocka_unit_test(a_room_must_name_a_game),
        cmocka_unit_test(codes_are_read_as_people_type_them),
        cmocka_unit_test(a_seat_is_filled_once),
        cmocka_unit_test(a_locked_room_seats_nobody_new),
        cmocka_unit_test(bots_make_room_where_nobody_is_left),
        cmocka_unit_test(names_are_text),
        cmocka_unit_test(two_people_sit_at_one_device),
        cmocka_unit_test(only_the_host_decides),
        cmocka_unit_test(the_host_hands_the_role_on_or_leaves),
        cmocka_unit_test(somebody_removed_has_to_go),
        cmocka_unit_test(settings_are_all_or_nothing),
        cmocka_unit_test(too_few_cannot_start),
        cmocka_unit_test(a_move_is_told_to_all),
        cmocka_unit_test(a_move_sent_twice_is_made_once),
        cmocka_unit_test(bots_play_to_the_end_and_a_rematch_keeps_the_room),
        cmocka_unit_test(somebody_who_leaves_is_followed_by_a_bot),
        cmocka_unit_test(taking_back_needs_consent),
        cmocka_unit_test(who_comes_back_has_the_seat_and_what_was_missed),
        cmocka_unit_test(a_wrong_token_makes_a_watcher),
        cmocka_unit_test(after_a_crash_all_that_was_committed_is_there),
        cmocka_unit_test(after_a_crash_the_same_dice_are_to_come),
        cmocka_unit_test(idle_rooms_leave_memory_and_come_back),
        cmocka_unit_test(being_away_shows_after_a_while),
        cmocka_unit_test(a_bot_stands_in_until_the_person_is_back),
        cmocka_unit_test(a_turn_clock_decides_once),
        cmocka_unit_test(a_clocked_room_is_woken),
        cmocka_unit_test(chat_is_heard_kept_and_limited),
        cmocka_unit_test(chat_beyond_the_kept_lines_goes),
        cmocka_unit_test(the_grip_is_hidden_from_the_hand),
        cmocka_unit_test(the_hand_of_a_bot_is_seen_to_close),
        cmocka_unit_test(a_judge_values_every_move),
        cmocka_unit_test(nobody_is_told_where_to_hit),
        cmocka_unit_test(what_waits_for_the_disk),
        cmocka_unit_test(while_nothing_can_be_kept_nothing_is_accepted),
        cmocka_unit_test(a_match_of_other_rules_is_given_up),
        cmocka_unit_test(a_room_that_was_not_kept_is_forgotten),
        cmocka_unit_test(limits_answer_clearly),
        cmocka_unit_test(rooms_are_limited_by_address),
        cmocka_unit_test(a_seat_thinks_one_thought_at_a_time),
        cmocka_unit_test(people_who_left_their_seats_do_not_fill_the_room),
        cmocka_unit_test(watchers_do_not_keep_out_who_plays),
        cmocka_unit_test(only_who_plays_says_what_fell),
        cmocka_unit_test(same_dice_are_chosen_and_kept),
        cmocka_unit_test(same_dice_drawn_by_the_house_are_not_told),
        cmocka_unit_test(who_plays_may_correct),
        cmocka_unit_test(a_correction_that_does_not_fit),
        cmocka_unit_test(what_is_hidden_is_not_learnt_by_correcting),
        cmocka_unit_test(a_seat_beyond_the_match_sees_nothing),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
