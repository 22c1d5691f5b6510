/* play.c: matches in the house: moves, bots, taking back, grips, judges, dice of all kinds,
 * corrections. Told as scenes, as in house.c.
 *
 * Needs the games: yatzi yucatan bossa yubitsume crane */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/old_house.h"
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
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\",\"id\":3}");
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
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\",\"id\":3}");
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
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"best\",\"id\":3}");
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

/* Houses once allowed it: their logs are still read. */
static void a_log_in_which_it_was_taken_back_is_read(void **state)
{
    (void)state;
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":1000,\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    false_wait(&s->f, 3000);
    old_house_begins_again(s->f.house, s->code);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, ANNA, s->token);
    json_t *told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "event"), "10"));
    json_decref(told);
    close_stage(s);
}

/* ---- grips ---- */

static void the_grip_is_hidden_from_the_hand(void **state)
{
    (void)state;
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
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
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"regular\",\"id\":3}");
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
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
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
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
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

/* ---- dice of all kinds, corrections ---- */

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
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, ANNA, s->token);
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
    stage *s = open_stage("bossa");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
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
    s->f.committed = s->f.kept;
    false_crash(&s->f); /* the log is read again */
    enter(s, ANNA, s->token);
    expect_bossa(s, ANNA, "drawing", 4, __LINE__);
    close_stage(s);
}

/* The last entry goes without a trace on the table, in every game alike: one tile, not the choice
 * before it. */
static void the_last_entry_can_be_removed(void **state)
{
    (void)state;
    stage *s = open_stage("bossa");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
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
    s->f.committed = s->f.kept;
    false_crash(&s->f); /* the log is read again */
    enter(s, ANNA, s->token);
    expect_bossa(s, ANNA, "drawing", 4, __LINE__);
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
        cmocka_unit_test(a_move_is_told_to_all),
        cmocka_unit_test(a_move_sent_twice_is_made_once),
        cmocka_unit_test(bots_play_to_the_end_and_a_rematch_keeps_the_room),
        cmocka_unit_test(somebody_who_leaves_is_followed_by_a_bot),
        cmocka_unit_test(without_people_real_dice_stop),
        cmocka_unit_test(taking_back_needs_consent),
        cmocka_unit_test(no_throw_is_taken_back),
        cmocka_unit_test(same_dice_are_not_peeked_at),
        cmocka_unit_test(taking_back_is_asked_of_who_sits_there_now),
        cmocka_unit_test(a_bot_that_stands_in_does_not_agree),
        cmocka_unit_test(what_was_fought_for_is_not_taken_back),
        cmocka_unit_test(a_bot_lets_people_read_the_result),
        cmocka_unit_test(a_log_in_which_it_was_taken_back_is_read),
        cmocka_unit_test(the_grip_is_hidden_from_the_hand),
        cmocka_unit_test(the_hand_of_a_bot_is_seen_to_close),
        cmocka_unit_test(a_hand_can_be_called_to),
        cmocka_unit_test(what_came_of_a_turn_is_told),
        cmocka_unit_test(a_second_window_shows_the_hand_nothing),
        cmocka_unit_test(a_late_watcher_hears_of_taking_back),
        cmocka_unit_test(a_room_without_watchers),
        cmocka_unit_test(a_judge_values_every_move),
        cmocka_unit_test(nobody_is_told_where_to_hit),
        cmocka_unit_test(only_who_plays_says_what_fell),
        cmocka_unit_test(same_dice_are_chosen_and_kept),
        cmocka_unit_test(days_to_come_are_refused),
        cmocka_unit_test(same_dice_drawn_by_the_house_are_not_told),
        cmocka_unit_test(who_plays_may_correct),
        cmocka_unit_test(a_correction_that_does_not_fit),
        cmocka_unit_test(what_is_hidden_is_not_learnt_by_correcting),
        cmocka_unit_test(a_tile_that_two_hold_shows_when_hands_open),
        cmocka_unit_test(the_last_entry_can_be_removed),
        cmocka_unit_test(a_seat_beyond_the_match_sees_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
