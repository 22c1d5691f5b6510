/* house.c: the house: rooms, seats, tokens, hosts, talk. Told as scenes: who sends what, who hears
 * what.
 *
 * Needs the games: yatzi bossa */
#include <string.h>

#include "tests/house/stage.h"

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
    stage *s = seated("yatzi", BEN);
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

static bool is_list_of_objects(json_t *value)
{
    size_t i;
    json_t *one;
    json_array_foreach(value, i, one) if (!json_is_object(one)) return false;
    return json_array_size(value) > 0;
}

/* Put what is missing into a value that has only what differs from another one. */
static void complete(json_t *value, json_t *from)
{
    const char *key;
    size_t i;
    json_t *one;
    if (json_is_object(value) && json_is_object(from)) {
        json_object_foreach(value, key, one) complete(one, json_object_get(from, key));
        assert_int_equal(json_object_update_missing(value, from), 0);
    } else if (is_list_of_objects(value) && is_list_of_objects(from) &&
               json_array_size(value) == json_array_size(from)) {
        json_array_foreach(value, i, one) complete(one, json_array_get(from, i));
    }
}

/* The views of a message that tells once what several seats see. */
static void complete_views(json_t *eyes)
{
    const char *seat;
    json_t *one, *first = NULL;
    json_object_foreach(eyes, seat, one)
    {
        json_t *view = json_object_get(one, "view");
        if (!first)
            first = view;
        else if (json_object_get(one, "like_first"))
            complete(view, first);
        json_object_del(one, "like_first");
    }
}

/* Somebody due plays, or time passes. */
static void go_on(stage *s, json_t *eyes, int step)
{
    const char *seat;
    json_t *one;
    json_object_foreach(eyes, seat, one)
    {
        json_t *moves = json_object_get(one, "moves");
        size_t count = json_array_size(moves);
        if (count == 0)
            continue;
        say(s, ANNA, "{\"type\":\"play\",\"seat\":%s,\"move\":\"%s\",\"id\":4}", seat,
            json_string_value(json_array_get(moves, (size_t)step % count)));
        return;
    }
    false_wait(&s->f, 500);
}

/* Two devices of one person, who has all seats of a game: the second is told once what they see
 * alike. Returns how long a message about the table is on average. */
static size_t compare_devices(const kn_game *game)
{
    enum { STEPS = 80 };
    size_t bytes = 0, messages = 0;
    stage *s = open_stage(game->key);
    say(s, ANNA, "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true}", s->code,
        s->token);
    for (int seat = 0; seat < game->seats_max; seat++)
        sit(s, ANNA, (char[]){(char)('A' + seat), '\0'});
    enter(s, BEN, s->token);
    say(s, BEN,
        "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true,\"once\":true}",
        s->code, s->token);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    for (int step = 0; step < STEPS; step++) {
        json_t *all = false_last(&s->f, ANNA, "table"), *once = false_last(&s->f, BEN, "table");
        if (!all != !once)
            fail_msg("%s: only one device is told, at step %d", game->key, step);
        json_t *eyes = json_object_get(all, "eyes");
        if (once) {
            char *text = json_dumps(once, JSON_COMPACT);
            bytes += strlen(text);
            messages++;
            free(text);
            complete_views(json_object_get(once, "eyes"));
            assert_true(json_equal(json_object_get(once, "eyes"), eyes));
        }
        go_on(s, eyes, step);
        json_decref(all);
        json_decref(once);
    }
    close_stage(s);
    assert_true(messages > 0);
    return bytes / messages;
}

static void what_all_seats_of_a_device_see_is_told_once(void **state)
{
    enum { MOST = 4096 };
    (void)state;
    for (int i = 0; kn_games[i]; i++) {
        size_t bytes = compare_devices(kn_games[i]);
        if (bytes > MOST)
            fail_msg("%s: %zu bytes", kn_games[i]->key, bytes);
    }
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
    sit(s, BEN, "Ben again");
    EXPECT(BEN, "removed");
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, BEN, token);
    sit(s, BEN, "Ben again");
    EXPECT(BEN, "removed");
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_room_is_opened_and_entered),
    cmocka_unit_test(a_room_must_name_a_game),
    cmocka_unit_test(codes_are_read_as_people_type_them),
    cmocka_unit_test(a_seat_is_filled_once),
    cmocka_unit_test(a_locked_room_seats_nobody_new),
    cmocka_unit_test(bots_make_room_where_nobody_is_left),
    cmocka_unit_test(names_are_text),
    cmocka_unit_test(two_people_sit_at_one_device),
    cmocka_unit_test(what_all_seats_of_a_device_see_is_told_once),
    cmocka_unit_test(only_the_host_decides),
    cmocka_unit_test(the_host_hands_the_role_on_or_leaves),
    cmocka_unit_test(somebody_removed_has_to_go),
    cmocka_unit_test(settings_are_all_or_nothing),
    cmocka_unit_test(too_few_cannot_start),
    cmocka_unit_test(chat_is_heard_kept_and_limited),
    cmocka_unit_test(chat_beyond_the_kept_lines_goes),
};

SCENES_MAIN(tests)
