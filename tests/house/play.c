/* play.c: matches in the house: moves, bots, grips, watching, judges, dice of all kinds. Told as
 * scenes, as in house.c.
 *
 * Needs the games: yatzi yucatan bossa yubitsume crane */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/stage.h"

/* ---- playing ---- */

static void a_move_is_told_to_all(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    enter(s, CARA, "");
    say(s, ANNA,
        "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"salt\":\"000000000000000a\",\"id\":4}");
    for (uint32_t guest = ANNA; guest <= CARA; guest++) {
        json_t *told = last(s, guest, "table");
        assert_true(equals(json_object_get(told, "event"), "6"));
        assert_int_equal(json_array_size(json_object_get(told, "lines")), 6);
        json_decref(told);
    }
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"throw\",\"id\":4}");
    EXPECT(BEN, "not_due");
    say(s, BEN, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(BEN, "not_yours");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"dance\",\"id\":4}");
    EXPECT(ANNA, "unreadable");
    close_stage(s);
}

static void a_move_sent_twice_is_made_once(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"event\":0,\"id\":4}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"event\":0,\"id\":5}");
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
            say(s, ANNA, "{\"type\":\"bot\",\"seat\":%d,\"level\":\"%s\",\"id\":3}", seat,
                seat == 1 ? "beginner" : "random");
        for (int match = 1; match <= 2; match++) {
            say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
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
    say(s, BEN, "{\"type\":\"leave\",\"id\":4}");
    EXPECT(BEN, NULL);
    json_t *room = last(s, ANNA, "room");
    json_t *seat = json_array_get(json_object_get(room, "seats"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "bot")), "regular");
    json_decref(room);
    say(s, ANNA, "{\"type\":\"leave\",\"id\":4}");
    enter(s, CARA, "");
    false_wait(&s->f, 3600000);
    json_t *told = last(s, CARA, "table");
    assert_true(equals(json_object_get(told, "over"), "true"));
    json_decref(told);
    close_stage(s);
}

/* Bots cannot go on with real dice once everybody has left. */
static void without_people_real_dice_stop(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    enter(s, CARA, "");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\"}");
    say(s, ANNA, "{\"type\":\"start\"}");
    say(s, ANNA, "{\"type\":\"leave\",\"id\":4}");
    EXPECT(ANNA, NULL);
    json_t *told = last(s, CARA, "table");
    assert_true(equals(json_object_get(told, "stopped"), "true"));
    json_decref(told);
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
    close_stage(s);
}

static json_int_t last_event(stage *s)
{
    json_t *told = last(s, ANNA, "table");
    json_int_t event = json_integer_value(json_object_get(told, "event"));
    json_decref(told);
    return event;
}

/* A bot that threw at once would cover it. */
static void a_bot_lets_people_read_the_result(void **state)
{
    (void)state;
    stage *s = against_bot("yubitsume", "best");
    say(s, ANNA,
        "{\"type\":\"set\",\"options\":{\"window_ms\":1000,\"first\":1},\"pace_ms\":1500,"
        "\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    false_wait(&s->f, 1500); /* the time to hit is over */
    json_int_t settled = last_event(s);
    false_wait(&s->f, 2500);
    say(s, ANNA, "{\"type\":\"chat\",\"text\":\"hm\",\"id\":5}");
    assert_null(false_last(&s->f, ANNA, "table"));
    false_wait(&s->f, 2500);
    assert_true(last_event(s) > settled);
    close_stage(s);
}

/* ---- grips ---- */

static void the_grip_is_hidden_from_the_hand(void **state)
{
    (void)state;
    stage *s = seated("crane", BEN);
    enter(s, CARA, "");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"grip\",\"seat\":1,\"um\":24000,\"id\":4}");
    assert_null(false_last(&s->f, ANNA, "grip"));
    json_t *grip = last(s, CARA, "grip");
    assert_true(equals(json_object_get(grip, "um"), "24000"));
    json_decref(grip);
    say(s, BEN, "{\"type\":\"call\",\"word\":\"more\",\"id\":4}");
    json_t *call = last(s, ANNA, "call");
    assert_string_equal(json_string_value(json_object_get(call, "word")), "more");
    json_decref(call);
    int kept = s->f.kept;
    say(s, BEN, "{\"type\":\"call\",\"text\":\"now!\",\"id\":4}");
    assert_int_equal(kept, s->f.kept);
    close_stage(s);
}

/* A person and a bot at Crane, and a watcher; the bot grabs when it has thought for a while. */
static stage *bot_at_crane(void)
{
    stage *s = against_bot("crane", "regular");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"set\",\"pace_ms\":3000,\"options\":{\"first\":2},\"id\":3}");
    EXPECT(ANNA, NULL);
    enter(s, CARA, "");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
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
        say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"%s\",\"id\":4}",
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

/* What a spectator has seen of the bot's hand. */
typedef struct {
    bool begun;
    int um; /* what it lifted with; -1: nothing yet */
} hand_seen;

static void watch_hand(stage *s, hand_seen *seen)
{
    json_t *message, *line;
    size_t n;
    for (; (message = false_read(&s->f, CARA)); json_decref(message)) {
        seen->begun |= strcmp(json_string_value(json_object_get(message, "type")), "grip") == 0;
        json_array_foreach(json_object_get(message, "lines"), n, line)
        {
            const char *grab = strstr(json_string_value(line), ": grab ");
            seen->um = grab ? atoi(grab + strlen(": grab ")) : seen->um;
        }
    }
}

/* The bot grabs at the usual pace; somebody calls so often as soon as its hand is seen. Answers how
 * far it went; `took_ms` is how long it could be seen. */
static int grab_called(const char *word, int calls, int64_t *took_ms)
{
    enum { STEP_MS = 50, STEPS = 1200 };
    stage *s = bot_at_crane();
    hand_seen seen = {false, -1};
    *took_ms = 0;
    say(s, ANNA, "{\"type\":\"set\",\"pace_ms\":1500,\"id\":3}");
    for (int i = 0; i < STEPS && seen.um < 0; i++) {
        false_wait(&s->f, STEP_MS);
        bet_if_due(s);
        watch_hand(s, &seen);
        *took_ms += seen.begun ? STEP_MS : 0;
        if (seen.begun && calls-- > 0)
            say(s, ANNA, "{\"type\":\"call\",\"word\":\"%s\"}", word);
    }
    close_stage(s);
    return seen.um;
}

static void a_hand_can_be_called_to(void **state)
{
    enum { TIME_TO_CALL_MS = 2900, LONGEST_MS = 9000 };
    int64_t quiet_ms, more_ms, less_ms;
    (void)state;
    int quiet = grab_called("", 0, &quiet_ms);
    int more = grab_called("more", 2, &more_ms), less = grab_called("less", 2, &less_ms);
    assert_true(quiet > 0);
    assert_true(more > quiet);
    assert_true(less < quiet);
    assert_true(quiet_ms >= TIME_TO_CALL_MS && quiet_ms <= LONGEST_MS);
    assert_true(more_ms >= TIME_TO_CALL_MS && more_ms <= LONGEST_MS);
}

/* What was lifted stands neither in the line of a grab nor, later, in the view. */
static void what_came_of_a_turn_is_told(void **state)
{
    enum { TURNS = 3, WAIT_MS = 3600000 };
    (void)state;
    stage *s = open_stage("crane");
    for (int seat = 1; seat <= TURNS; seat++)
        say(s, ANNA, "{\"type\":\"bot\",\"seat\":%d,\"level\":\"regular\",\"id\":3}", seat);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    false_wait(&s->f, WAIT_MS);
    enter(s, CARA, ""); /* who comes later is told all of it */
    json_t *told = last(s, CARA, "table"), *upshots = json_object_get(told, "upshots"), *one;
    int settled = 0;
    size_t n;
    json_array_foreach(upshots, n, one)
    {
        settled += json_is_true(json_object_get(one, "settled"));
    }
    assert_true(settled >= 2 * TURNS);
    one = json_array_get(upshots, json_array_size(upshots) - 1);
    assert_non_null(json_string_value(json_object_get(one, "ended")));
    json_decref(told);
    close_stage(s);
}

/* ---- watching ---- */

/* Anna, whose hand it is, and Ben at Crane; Dave watches. */
static stage *watched(const char *watching)
{
    stage *s = seated("crane", BEN);
    enter(s, DAVE, "");
    say(s, ANNA, "{\"type\":\"set\",\"watching\":\"%s\",\"options\":{\"first\":1},\"id\":3}",
        watching);
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"close\",\"id\":4}");
    EXPECT(ANNA, NULL);
    return s;
}

static void bet_and_grip(stage *s)
{
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"bet high\",\"id\":4}");
    EXPECT(BEN, NULL);
    say(s, ANNA, "{\"type\":\"grip\",\"seat\":1,\"um\":24000,\"id\":4}");
    EXPECT(ANNA, NULL);
}

static bool heard(stage *s, uint32_t guest, const char *type)
{
    json_t *message = false_last(&s->f, guest, type);
    json_decref(message);
    return message != NULL;
}

static void expect_event(stage *s, uint32_t guest, int event, int line)
{
    json_t *told = last(s, guest, "table");
    int now = (int)json_integer_value(json_object_get(told, "event"));
    if (now != event)
        fail_msg("line %d: event %d", line, now);
    json_decref(told);
}

/* The hand opens a second window without its token, and is a watcher there. */
static void a_second_window_shows_the_hand_nothing(void **state)
{
    (void)state;
    stage *s = watched("late");
    expect_event(s, DAVE, 2, __LINE__);
    bet_and_grip(s);
    assert_false(heard(s, DAVE, "table"));
    enter(s, CARA, "");
    expect_event(s, CARA, 2, __LINE__); /* nothing of the bet, not even that there is one */
    say(s, ANNA, "{\"type\":\"grip\",\"seat\":1,\"um\":30000,\"id\":4}");
    assert_true(heard(s, BEN, "grip"));
    assert_false(heard(s, DAVE, "grip"));
    assert_false(heard(s, CARA, "grip"));
    say(s, ANNA, "{\"type\":\"set\",\"watching\":\"all\",\"id\":3}");
    EXPECT(ANNA, "playing");
    s->f.committed = s->f.kept;
    false_crash(&s->f); /* the table is found again as it was */
    enter(s, ANNA, s->token);
    enter(s, DAVE, "");
    expect_event(s, DAVE, 2, __LINE__);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"grab 24000\",\"id\":4}");
    EXPECT(ANNA, NULL);
    expect_event(s, DAVE, 6, __LINE__); /* the bet, the slip, the grab, and the next card */
    close_stage(s);
}

/* What was taken back stays told, and the numbers go on. */
static void a_late_watcher_hears_of_taking_back(void **state)
{
    (void)state;
    stage *s = watched("late");
    expect_event(s, DAVE, 2, __LINE__);
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":5}");
    say(s, BEN, "{\"type\":\"agree\",\"seat\":2,\"id\":6}");
    EXPECT(BEN, NULL);
    expect_event(s, DAVE, 3, __LINE__);
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, DAVE, "");
    expect_event(s, DAVE, 3, __LINE__);
    close_stage(s);
}

static void a_room_without_watchers(void **state)
{
    (void)state;
    stage *s = watched("none");
    bet_and_grip(s);
    assert_false(heard(s, DAVE, "table"));
    enter(s, CARA, "");
    assert_false(heard(s, CARA, "table"));
    say(s, ANNA, "{\"type\":\"stop\",\"id\":3}");
    expect_event(s, CARA, 4, __LINE__);
    expect_event(s, DAVE, 4, __LINE__);
    say(s, ANNA, "{\"type\":\"set\",\"watching\":\"nobody\",\"id\":3}");
    EXPECT(ANNA, "bad_option");
    close_stage(s);
}

/* ---- big screens ---- */

static void enter_as_screen(stage *s, uint32_t guest, const char *more)
{
    false_go(&s->f, guest); /* if it was there before */
    false_come(&s->f, guest);
    say(s, guest, "{\"type\":\"enter\",\"room\":\"%s\",\"screen\":true%s,\"id\":1}", s->code, more);
    EXPECT(guest, NULL);
}

static void expect_screens(stage *s, int screens, int watchers, int line)
{
    json_t *room = last(s, ANNA, "room");
    int told = (int)json_integer_value(json_object_get(room, "screens"));
    int others = (int)json_integer_value(json_object_get(room, "watchers"));
    if (told != screens || others != watchers)
        fail_msg("line %d: %d screens, %d watchers", line, told, others);
    json_decref(room);
}

/* The browser on the television may be one that somebody plays in: as a screen it is nobody. */
static void a_screen_is_nobody_and_does_nothing(void **state)
{
    static const char *const said[] = {
        "{\"type\":\"sit\",\"seat\":2,\"name\":\"Tv\",\"id\":7}", "{\"type\":\"start\",\"id\":7}",
        "{\"type\":\"chat\",\"text\":\"Hi\",\"id\":7}",           "{\"type\":\"screen\",\"id\":7}",
        "{\"type\":\"call\",\"word\":\"more\",\"id\":7}",
    };
    (void)state;
    stage *s = two_at_yatzi();
    char own[96];
    snprintf(own, sizeof own, ",\"moves\":true,\"token\":\"%s\"", s->token);
    false_come(&s->f, DAVE);
    say(s, DAVE, "{\"type\":\"enter\",\"room\":\"%s\",\"screen\":true%s}", s->code, own);
    json_t *you = last(s, DAVE, "you");
    assert_true(json_is_null(json_object_get(you, "person")));
    assert_true(json_is_false(json_object_get(you, "host")));
    json_decref(you);
    false_come(&s->f, CARA);
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"screen\":true%s}", s->code, own);
    json_t *told = last(s, CARA, "table");
    json_t *eyes = json_object_get(told, "eyes");
    assert_int_equal(json_object_size(eyes), 1);
    assert_non_null(json_object_get(eyes, "watcher"));
    json_decref(told);
    expect_screens(s, 2, 0, __LINE__);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        say(s, DAVE, "%s", said[i]);
        EXPECT(DAVE, "not_yours");
    }
    say(s, DAVE, "{\"type\":\"sync\",\"client\":1,\"id\":8}");
    EXPECT(DAVE, NULL);
    false_go(&s->f, CARA);
    expect_screens(s, 1, 0, __LINE__);
    /* The same connection may go on as somebody, and the other way round. */
    say(s, DAVE, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":9}", s->code);
    EXPECT(DAVE, NULL);
    expect_screens(s, 0, 1, __LINE__);
    close_stage(s);
}

static void key_of(stage *s, char more[64])
{
    say(s, ANNA, "{\"type\":\"screen\"}");
    json_t *answer = last(s, ANNA, "screen");
    snprintf(more, 64, ",\"key\":\"%s\"", json_string_value(json_object_get(answer, "key")));
    json_decref(answer);
}

/* Where nobody may watch, only the host lets a screen in, and not while a match is on. */
static void the_host_lets_a_screen_in(void **state)
{
    char more[64], again[64];
    (void)state;
    stage *s = watched("none");
    say(s, ANNA, "{\"type\":\"screen\",\"id\":3}");
    EXPECT(ANNA, "playing");
    say(s, BEN, "{\"type\":\"screen\",\"id\":3}");
    EXPECT(BEN, "not_host");
    say(s, ANNA, "{\"type\":\"stop\",\"id\":3}");
    key_of(s, more);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    key_of(s, again); /* what lets one in lets another in */
    assert_string_equal(again, more);
    enter_as_screen(s, CARA, "");
    assert_false(heard(s, CARA, "table"));
    enter_as_screen(s, CARA, ",\"key\":\"333333\"");
    assert_false(heard(s, CARA, "table"));
    false_go(&s->f, CARA);
    false_come(&s->f, CARA); /* as somebody who watches it does not help */
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\"%s,\"id\":1}", s->code, more);
    assert_false(heard(s, CARA, "table"));
    s->f.committed = s->f.kept;
    false_crash(&s->f); /* it finds its way back */
    enter(s, ANNA, s->token);
    false_come(&s->f, CARA);
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"screen\":true%s}", s->code, more);
    assert_true(heard(s, CARA, "table"));
    say(s, ANNA, "{\"type\":\"stop\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"set\",\"watching\":\"late\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"set\",\"watching\":\"none\",\"id\":3}");
    key_of(s, again); /* another one: the old one is void */
    assert_string_not_equal(again, more);
    close_stage(s);
}

/* ---- judges ---- */

static void a_judge_values_every_move(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    say(s, ANNA, "{\"type\":\"set\",\"hints\":true,\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
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
    say(s, BEN, "{\"type\":\"judge\",\"seat\":2,\"id\":5}");
    EXPECT(BEN, "not_due");
    say(s, ANNA, "{\"type\":\"set\",\"hints\":false,\"id\":3}");
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, "no_hints");
    close_stage(s);
}

static void nobody_is_told_where_to_hit(void **state)
{
    (void)state;
    stage *s = seated("yubitsume", BEN);
    say(s, ANNA, "{\"type\":\"set\",\"hints\":true,\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":4}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1,\"id\":5}");
    EXPECT(ANNA, "not_now");
    close_stage(s);
}

/* When the window closed, by the lines of a table; it must have. */
static int64_t closed_ms(json_t *told)
{
    json_t *lines = json_object_get(told, "lines");
    unsigned s, ms;
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        if (strstr(line, "clock: close") && sscanf(line, "%*u %u.%u", &s, &ms) == 2)
            return 1000 * (int64_t)s + ms;
    }
    fail();
    return 0;
}

/* No turn clock runs while reaction counts, so the next one does not tell when somebody has hit,
 * also if another house has read the match since. */
static void the_turn_clock_begins_when_the_window_has_closed(void **state)
{
    enum { TURN_S = 20 };
    (void)state;
    stage *s = seated("yubitsume", BEN);
    say(s, ANNA,
        "{\"type\":\"set\",\"turn_s\":%d,\"options\":{\"window_ms\":4000,\"first\":1},\"id\":3}",
        TURN_S);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    false_wait(&s->f, 1000);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"hit knife\",\"id\":4}");
    EXPECT(ANNA, NULL);
    crash_and_return(s);
    false_wait(&s->f, 5000);
    json_t *told = last(s, ANNA, "table");
    assert_true(json_integer_value(json_object_get(told, "turn_ends")) >=
                closed_ms(told) + 1000 * TURN_S);
    json_decref(told);
    close_stage(s);
}

/* ---- dice of all kinds ---- */

static void only_who_plays_says_what_fell(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\"}");
    say(s, ANNA, "{\"type\":\"start\"}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    say(s, BEN, "{\"type\":\"declare\",\"shown\":\"4\",\"id\":5}");
    EXPECT(BEN, "not_yours");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"4 9 4\",\"id\":5}");
    EXPECT(ANNA, "unreadable");
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"4 4 4 1 2\",\"id\":5}");
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
        say(s, ANNA, "{\"type\":\"set\",%s,\"id\":5}", bad[i]);
        EXPECT(ANNA, "bad_option");
    }
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"same\",\"same\":\"2026-11-15\"}");
    expect_dice(s, "\"same\"", "\"2026-11-15\"");
    say(s, ANNA, "{\"type\":\"start\"}");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"house\",\"id\":6}");
    EXPECT(ANNA, "playing");
    crash_and_return(s);
    expect_dice(s, "\"same\"", "\"2026-11-15\"");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":7}");
    EXPECT(ANNA, NULL);
    char *parts = false_parts(&s->f, s->code, 1);
    assert_non_null(strstr(parts, "\ndice same 2026-11-15\n"));
    free(parts);
    say(s, ANNA, "{\"type\":\"stop\"}");
    say(s, ANNA, "{\"type\":\"set\",\"game\":\"bossa\"}");
    expect_dice(s, "\"house\"", NULL); /* this game has none */
    close_stage(s);
}

/* Tomorrow's dice are for tomorrow, whether a room is opened with them or set to them. */
static void days_to_come_are_refused(void **state)
{
    (void)state;
    char token[HOUSE_TOKEN_MAX], code[HOUSE_CODE_MAX];
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"same\",\"same\":\"2026-11-16\",\"id\":5}");
    EXPECT(ANNA, "not_yet");
    assert_string_equal(false_open_room(&s->f,
                                        "{\"game\":\"yatzi\",\"dice\":\"same\","
                                        "\"same\":\"2027-01-01\"}",
                                        code, token),
                        "not_yet");
    false_wait(&s->f, 10 * 3600 * 1000); /* now it has begun somewhere */
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"same\",\"same\":\"2026-11-16\"}");
    expect_dice(s, "\"same\"", "\"2026-11-16\"");
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
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"same\"}");
    expect_seal(s, seal[0]);
    say(s, ANNA, "{\"type\":\"start\"}");
    expect_seal(s, seal[1]);
    assert_string_equal(seal[0], seal[1]);
    say(s, ANNA, "{\"type\":\"stop\"}");
    expect_seal(s, seal[2]);
    assert_string_not_equal(seal[0], seal[2]);
    close_stage(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_told_to_all),
        cmocka_unit_test(a_move_sent_twice_is_made_once),
        cmocka_unit_test(bots_play_to_the_end_and_a_rematch_keeps_the_room),
        cmocka_unit_test(somebody_who_leaves_is_followed_by_a_bot),
        cmocka_unit_test(without_people_real_dice_stop),
        cmocka_unit_test(a_bot_lets_people_read_the_result),
        cmocka_unit_test(the_grip_is_hidden_from_the_hand),
        cmocka_unit_test(the_hand_of_a_bot_is_seen_to_close),
        cmocka_unit_test(a_hand_can_be_called_to),
        cmocka_unit_test(what_came_of_a_turn_is_told),
        cmocka_unit_test(a_second_window_shows_the_hand_nothing),
        cmocka_unit_test(a_late_watcher_hears_of_taking_back),
        cmocka_unit_test(a_room_without_watchers),
        cmocka_unit_test(a_screen_is_nobody_and_does_nothing),
        cmocka_unit_test(the_host_lets_a_screen_in),
        cmocka_unit_test(a_judge_values_every_move),
        cmocka_unit_test(nobody_is_told_where_to_hit),
        cmocka_unit_test(only_who_plays_says_what_fell),
        cmocka_unit_test(the_turn_clock_begins_when_the_window_has_closed),
        cmocka_unit_test(same_dice_are_chosen_and_kept),
        cmocka_unit_test(days_to_come_are_refused),
        cmocka_unit_test(same_dice_drawn_by_the_house_are_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
