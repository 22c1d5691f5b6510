/* house.c: the house: rooms, seats, tokens, hosts, coming back, being away, talk, trouble. Told as
 * scenes: who sends what, who hears what. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stage.h"

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
    say(s, CARA, "{\"type\":\"sit\",\"seat\":1,\"name\":\"Cara\",\"id\":2}");
    EXPECT(CARA, "seat_taken");
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
    sit(s, DAVE, "Dave");
    EXPECT(DAVE, "full");
    say(s, DAVE, "{\"type\":\"sit\",\"seat\":3,\"name\":\"Dave\",\"id\":2}");
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
    say(s, ANNA, "{\"type\":\"set\",\"locked\":true,\"id\":3}");
    EXPECT(ANNA, NULL);
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    EXPECT(CARA, "locked");
    say(s, BEN, "{\"type\":\"stand\",\"id\":3}");
    sit(s, BEN, "Ben");
    EXPECT(BEN, NULL);
    say(s, ANNA, "{\"type\":\"set\",\"locked\":false,\"id\":3}");
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
    close_stage(s);
}

static void bots_make_room_where_nobody_is_left(void **state)
{
    (void)state;
    stage *s = open_stage("bossa");
    enter(s, CARA, "");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":1,\"level\":\"child\",\"id\":2}");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\",\"id\":2}");
    sit(s, CARA, "Cara");
    EXPECT(CARA, "full");
    say(s, ANNA, "{\"type\":\"leave\",\"id\":3}");
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
        say(s, ANNA, "{\"type\":\"sit\",\"name\":%s,\"id\":2}", bad[i]);
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
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
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
        say(s, BEN, "{\"type\":\"%s\",\"seat\":2,\"level\":\"best\",\"id\":3}", wishes[i]);
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
    say(s, ANNA, "{\"type\":\"host\",\"seat\":2,\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    EXPECT(ANNA, "not_host");
    json_t *you = last(s, CARA, "you");
    assert_true(equals(json_object_get(you, "host"), "true"));
    json_decref(you);
    say(s, CARA, "{\"type\":\"leave\",\"id\":5}");
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
    say(s, ANNA, "{\"type\":\"remove\",\"seat\":1,\"id\":3}");
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
    say(s, ANNA, "{\"type\":\"set\",\"listed\":true,\"turn_s\":1,\"id\":3}");
    EXPECT(ANNA, "bad_option");
    say(s, ANNA, "{\"type\":\"set\",\"turn_s\":30,\"options\":{\"sheet\":\"american\"},\"id\":3}");
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
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, "too_few");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\",\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, "playing");
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

/* Its clock goes on while the house is shut and nobody is there. */
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

/* ---- talk ---- */

static void chat_is_heard_kept_and_limited(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    say(s, BEN, "{\"type\":\"chat\",\"text\":\"Well <i>thrown</i>!\"}");
    json_t *chat = last(s, ANNA, "chat");
    assert_string_equal(json_string_value(json_object_get(chat, "text")), "Well <i>thrown</i>!");
    assert_string_equal(json_string_value(json_object_get(chat, "from")), "Ben");
    json_decref(chat);
    say(s, BEN, "{\"type\":\"chat\",\"phrase\":\"well_played\",\"id\":1}");
    EXPECT(BEN, NULL);
    say(s, BEN, "{\"type\":\"chat\",\"phrase\":\"swear\",\"id\":1}");
    EXPECT(BEN, "bad_text");
    for (int i = 0; i < 3; i++)
        say(s, BEN, "{\"type\":\"chat\",\"text\":\"and again\",\"id\":1}");
    EXPECT(BEN, NULL);
    say(s, BEN, "{\"type\":\"chat\",\"text\":\"and again\",\"id\":1}");
    EXPECT(BEN, "slow_down");
    char text[HOUSE_CHAT_MAX + 1];
    memset(text, 'x', sizeof text);
    text[HOUSE_CHAT_MAX] = '\0';
    false_wait(&s->f, 10000);
    say(s, BEN, "{\"type\":\"chat\",\"text\":\"%s\",\"id\":1}", text);
    EXPECT(BEN, "bad_text");
    text[HOUSE_CHAT_MAX - 1] = '\0';
    say(s, BEN, "{\"type\":\"chat\",\"text\":\"%s\",\"id\":1}", text);
    EXPECT(BEN, NULL);
    close_stage(s);
}

static void chat_beyond_the_kept_lines_goes(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    for (int i = 1; i <= HOUSE_CHAT_KEPT + 10; i++) {
        say(s, BEN, "{\"type\":\"chat\",\"text\":\"line %d\"}", i);
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
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1}");
    assert_int_equal(opinions.said, 1);
    assert_int_equal(opinions.early, 0);
    s->f.post_with = &refused;
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"throw\",\"id\":5}");
    assert_int_equal(refused.early, 0);
    house_refuse_all(s->f.house, "disk");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":5}");
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
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, "disk");
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    assert_string_equal(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token), "disk");
    false_wait(&s->f, 100000);
    assert_int_equal(kept, s->f.kept);
    house_refuse_all(s->f.house, NULL);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
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
    say(s, ANNA, "{\"type\":\"set\",\"listed\":true}");
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
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

static void a_room_that_was_not_kept_is_forgotten(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    s->f.committed = s->f.kept;
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
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
        say(s, BEN, "{\"type\":\"sync\",\"client\":1}");
    say(s, BEN, "{\"type\":\"sync\",\"client\":1,\"id\":9}");
    json_t *one, *answer = NULL;
    while ((one = false_read(&s->f, BEN))) {
        json_decref(answer);
        answer = one;
    }
    assert_string_equal(json_string_value(json_object_get(answer, "why")), "slow_down");
    json_decref(answer);
    for (int i = 0; i < 200; i++)
        say(s, BEN, "{\"type\":\"sync\",\"client\":1}");
    assert_int_equal(s->f.box[BEN].closed, 1008);
    for (int i = 0; i < s->f.limits.misses_a_minute; i++) {
        false_come(&s->f, CARA);
        say(s, CARA, "{\"type\":\"enter\",\"room\":\"333333\",\"id\":1}");
        EXPECT(CARA, "no_such_room");
        false_go(&s->f, CARA);
    }
    false_come(&s->f, CARA);
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
    EXPECT(CARA, "slow_down");
    false_wait(&s->f, 60000);
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
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
    say(s, BEN, "{\"type\":\"leave\"}");
    anna_finishes_her_turn(s, "chance");
    for (int i = 0; i < 20; i++)
        say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"%s\"}", i % 2 ? "best" : "strong");
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
        say(s, BEN, "{\"type\":\"stand\",\"id\":3}");
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
    say(s, DAVE, "{\"type\":\"chat\",\"text\":\"x\",\"id\":1}");
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
        cmocka_unit_test(what_waits_for_the_disk),
        cmocka_unit_test(while_nothing_can_be_kept_nothing_is_accepted),
        cmocka_unit_test(a_match_of_other_rules_is_given_up),
        cmocka_unit_test(a_room_that_was_not_kept_is_forgotten),
        cmocka_unit_test(limits_answer_clearly),
        cmocka_unit_test(rooms_are_limited_by_address),
        cmocka_unit_test(a_seat_thinks_one_thought_at_a_time),
        cmocka_unit_test(people_who_left_their_seats_do_not_fill_the_room),
        cmocka_unit_test(watchers_do_not_keep_out_who_plays),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
