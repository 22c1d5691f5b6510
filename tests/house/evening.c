/* evening.c: the house: the evening of a room: places and points, several games, who picks the next
 * one and who goes first in it, who sits out, striking out, limits, restarts. Told as scenes.
 *
 * Needs the games: yatzi bossa crane yucatan yubitsume */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/evening.h"
#include "tests/house/stage.h"

/* ---- points ---- */

static void every_size_counts_alike(void **state)
{
    (void)state;
    for (int seats = 2; seats <= KN_SEATS_MAX; seats++) {
        static const uint8_t place[KN_SEATS_MAX] = {1, 2, 3, 4, 5, 6, 7, 8};
        for (int seat = 0; seat < seats; seat++)
            assert_int_equal(evening_points(place, seats, seat), 2 * (seats - 1 - seat));
    }
}

/* However they are tied, a match of so many is worth the same in all. */
static void ties_share_what_there_is(void **state)
{
    (void)state;
    static const uint8_t places[][5] = {
        {1, 1, 1, 1, 1}, {1, 1, 3, 3, 5}, {1, 2, 2, 2, 5}, {4, 4, 1, 2, 3}, {5, 1, 1, 1, 1}};
    static const int points[][5] = {
        {4, 4, 4, 4, 4}, {7, 7, 3, 3, 0}, {8, 4, 4, 4, 0}, {1, 1, 8, 6, 4}, {0, 5, 5, 5, 5}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int sum = 0;
        for (int seat = 0; seat < 5; seat++) {
            assert_int_equal(evening_points(places[i], 5, seat), points[i][seat]);
            sum += points[i][seat];
        }
        assert_int_equal(sum, 5 * 4);
    }
}

static int32_t false_scores[] = {7, 12, 7, 3};
static kn_actors false_winners;
static int32_t false_score(const void *state, int seat)
{
    (void)state;
    return false_scores[seat];
}
static kn_actors false_result(const void *state)
{
    (void)state;
    return false_winners;
}

static void expect_places(bool fewest, kn_actors winners, const char *expected)
{
    kn_game game = {.fewest_win = fewest, .score = false_score, .result = false_result};
    uint8_t place[KN_SEATS_MAX];
    char text[16];
    false_winners = winners;
    evening_places(&game, NULL, 4, place);
    snprintf(text, sizeof text, "%d%d%d%d", place[0], place[1], place[2], place[3]);
    assert_string_equal(text, expected);
}

static void the_rules_say_who_won_and_points_the_rest(void **state)
{
    (void)state;
    expect_places(false, KN_ACTOR(1), "2124");
    expect_places(true, KN_ACTOR(3), "2421");
    expect_places(false, KN_ACTOR(3), "3231"); /* won by a goal, not by points */
    expect_places(false, KN_ACTOR(0) | KN_ACTOR(3), "1341");
    expect_places(false, 0, "2124"); /* nobody wins */
}

/* ---- playing ---- */

enum { GUESTS = 4 };
static json_t *last_table[GUESTS + 1];

static void forget_tables(void)
{
    for (int guest = 0; guest <= GUESTS; guest++) {
        json_decref(last_table[guest]);
        last_table[guest] = NULL;
    }
}

static json_t *known;

/* The room as somebody is told who comes in. */
static json_t *room_now(stage *s)
{
    enum { STRANGER = 9 };
    enter(s, STRANGER, "");
    json_t *told = last(s, STRANGER, "room");
    false_go(&s->f, STRANGER);
    return told;
}

static json_t *evening_now(stage *s)
{
    json_t *told = room_now(s);
    json_decref(known);
    known = json_incref(json_object_get(told, "evening"));
    json_decref(told);
    assert_non_null(known);
    return known;
}

/* One row of the standings: `Anna 6 2`. */
static void row(json_t *one, char *out, size_t size)
{
    snprintf(out, size, "%s %d %d %d", json_string_value(json_object_get(one, "name")),
             (int)json_integer_value(json_object_get(one, "points")),
             (int)json_integer_value(json_object_get(one, "wins")),
             (int)json_integer_value(json_object_get(one, "place")));
}

static void expect_row(stage *s, int at, const char *expected, int line)
{
    char text[80];
    json_t *standings = json_object_get(evening_now(s), "standings");
    row(json_array_get(standings, (size_t)at), text, sizeof text);
    if (strcmp(text, expected) != 0)
        fail_msg("line %d: %s, not %s", line, text, expected);
}
#define EXPECT_ROW(at, expected) expect_row(s, at, expected, __LINE__)

static const char *next_game(stage *s)
{
    json_t *game = json_object_get(json_object_get(evening_now(s), "next"), "game");
    return game ? json_string_value(game) : "none";
}

static size_t matches(stage *s)
{
    return json_array_size(json_object_get(evening_now(s), "matches"));
}

static void hear_tables(stage *s, uint32_t guest)
{
    json_t *one;
    while ((one = false_read(&s->f, guest))) {
        const char *type = json_string_value(json_object_get(one, "type"));
        if (strcmp(type, "table") == 0) {
            json_decref(last_table[guest]);
            last_table[guest] = json_incref(one);
        }
        json_decref(one);
    }
}

static bool move_once(stage *s, uint32_t guest)
{
    const char *seat;
    json_t *eyes;
    hear_tables(s, guest);
    json_object_foreach(json_object_get(last_table[guest], "eyes"), seat, eyes)
    {
        json_t *moves = json_object_get(eyes, "moves");
        size_t count = json_array_size(moves);
        if (count == 0)
            continue;
        /* The last one brings a match forward: to fill a box, to bet, to keep still. */
        false_wait(&s->f, 50); /* nobody sends more than so many a second */
        say(s, guest, "{\"type\":\"play\",\"seat\":%s,\"move\":\"%s\"}", seat,
            json_string_value(json_array_get(moves, count - 1)));
        return true;
    }
    return false;
}

static bool is_over(const json_t *told)
{
    return json_is_true(json_object_get(told, "over"));
}

/* Everybody there makes some move until the match is over. */
static void play_it_out(stage *s)
{
    enum { STEPS_MAX = 4000 };
    for (int step = 0; step < STEPS_MAX; step++) {
        bool moved = false;
        for (uint32_t guest = ANNA; guest <= GUESTS; guest++)
            moved |= move_once(s, guest);
        hear_tables(s, ANNA);
        if (is_over(last_table[ANNA]))
            return;
        if (!moved)
            false_wait(&s->f, 500);
    }
    fail_msg("a match without end");
}

static void start_and_play(stage *s)
{
    false_wait(&s->f, 10000); /* matches may not follow each other too quickly */
    hear_tables(s, ANNA);
    forget_tables();
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    play_it_out(s);
}

static void pick(stage *s, uint32_t guest, const char *game)
{
    say(s, guest, "{\"type\":\"pick\",\"game\":\"%s\",\"id\":7}", game);
}

/* Anna, Ben and Cara; matches are short. */
static stage *three_of_us(const char *game)
{
    stage *s = seated(game, CARA);
    forget_tables();
    return s;
}

static void leave_stage(stage *s)
{
    forget_tables();
    json_decref(known);
    known = NULL;
    close_stage(s);
}

/* ---- the list ---- */

static void matches_are_listed_with_places_and_points(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    assert_int_equal(matches(s), 0);
    assert_string_equal(next_game(s), "yatzi");
    start_and_play(s);
    pick(s, ANNA, "crane");
    EXPECT(ANNA, NULL);
    start_and_play(s);
    json_t *list = json_object_get(evening_now(s), "matches");
    assert_int_equal(json_array_size(list), 2);
    int64_t all = 0;
    for (size_t at = 0; at < 2; at++) {
        json_t *one = json_array_get(list, at), *seats = json_object_get(one, "seats");
        assert_true(equals(json_object_get(one, "game"), at ? "\"crane\"" : "\"yatzi\""));
        assert_true(equals(json_object_get(one, "match"), at ? "2" : "1"));
        assert_true(equals(json_object_get(one, "struck"), "false"));
        assert_int_equal(json_array_size(seats), 3);
        for (size_t seat = 0; seat < 3; seat++)
            all += json_integer_value(json_object_get(json_array_get(seats, seat), "points"));
    }
    assert_int_equal(all, 2 * 3 * 2);
    json_t *standings = json_object_get(evening_now(s), "standings");
    assert_int_equal(json_array_size(standings), 3);
    for (size_t at = 0; at < 3; at++)
        all -= json_integer_value(json_object_get(json_array_get(standings, at), "points"));
    assert_int_equal(all, 0);
    leave_stage(s);
}

/* Who plays alone beats nobody. */
static void a_match_alone_is_not_listed(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    forget_tables();
    sit(s, ANNA, "Anna");
    start_and_play(s);
    assert_int_equal(matches(s), 0);
    leave_stage(s);
}

static void a_match_can_be_struck_out_and_counted_again(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    start_and_play(s);
    char before[80], after[80];
    row(json_array_get(json_object_get(evening_now(s), "standings"), 0), before, sizeof before);
    say(s, BEN, "{\"type\":\"strike\",\"match\":1,\"struck\":true,\"id\":5}");
    EXPECT(BEN, "not_host");
    say(s, ANNA, "{\"type\":\"strike\",\"match\":2,\"struck\":true,\"id\":5}");
    EXPECT(ANNA, "nothing_there");
    say(s, ANNA, "{\"type\":\"strike\",\"match\":1,\"struck\":true}");
    EXPECT_ROW(0, "Anna 0 0 1");
    EXPECT_ROW(2, "Cara 0 0 1");
    json_t *one = json_array_get(json_object_get(evening_now(s), "matches"), 0);
    assert_true(equals(json_object_get(one, "struck"), "true"));
    say(s, ANNA, "{\"type\":\"strike\",\"match\":1,\"struck\":false}");
    row(json_array_get(json_object_get(evening_now(s), "standings"), 0), after, sizeof after);
    assert_string_equal(before, after);
    leave_stage(s);
}

static void a_new_name_is_the_same_player(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    start_and_play(s);
    say(s, BEN, "{\"type\":\"rename\",\"seat\":2,\"name\":\"Benno\",\"id\":5}");
    EXPECT(BEN, NULL);
    start_and_play(s);
    json_t *standings = json_object_get(evening_now(s), "standings"), *one;
    size_t at;
    assert_int_equal(json_array_size(standings), 3);
    json_array_foreach(standings, at, one)
        assert_string_not_equal(json_string_value(json_object_get(one, "name")), "Ben");
    leave_stage(s);
}

/* ---- told only when it changes ---- */

static bool last_room_has_evening(stage *s, uint32_t guest)
{
    json_t *room = last(s, guest, "room");
    bool has = json_object_get(room, "evening") != NULL;
    json_decref(room);
    return has;
}

static void the_evening_is_told_when_it_changes_and_to_newcomers(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    start_and_play(s);
    hear_tables(s, BEN);
    say(s, ANNA, "{\"type\":\"set\",\"listed\":true}");
    assert_false(last_room_has_evening(s, BEN));
    enter(s, DAVE, "");
    assert_true(last_room_has_evening(s, DAVE));
    assert_false(last_room_has_evening(s, BEN)); /* who heard that somebody has come */
    say(s, ANNA, "{\"type\":\"strike\",\"match\":1,\"struck\":true}");
    assert_true(last_room_has_evening(s, BEN));
    assert_true(last_room_has_evening(s, DAVE));
    say(s, BEN, "{\"type\":\"rename\",\"seat\":2,\"name\":\"Benno\"}");
    assert_true(last_room_has_evening(s, DAVE));
    leave_stage(s);
}

/* ---- the next game ---- */

static void the_host_picks_and_the_old_table_is_left(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    start_and_play(s);
    pick(s, ANNA, "nothing");
    EXPECT(ANNA, "no_such_game");
    pick(s, ANNA, "crane");
    json_t *room = room_now(s);
    assert_true(equals(json_object_get(room, "game"), "\"crane\""));
    assert_true(equals(json_object_get(room, "status"), "\"waiting\""));
    json_decref(room);
    say(s, ANNA, "{\"type\":\"start\"}");
    pick(s, ANNA, "yatzi");
    EXPECT(ANNA, "playing");
    assert_string_equal(next_game(s), "none"); /* a match is on */
    leave_stage(s);
}

static void more_than_half_of_those_here_pick(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    pick(s, BEN, "crane");
    EXPECT(BEN, "not_host"); /* others may still be on their way */
    start_and_play(s);
    enter(s, DAVE, "");
    pick(s, DAVE, "crane");
    EXPECT(DAVE, "not_yours");
    pick(s, BEN, "crane");
    EXPECT(BEN, NULL);
    assert_string_equal(next_game(s), "yatzi");
    assert_true(equals(json_object_get(evening_now(s), "votes"), "{\"2\":\"crane\"}"));
    pick(s, CARA, "yucatan");
    assert_string_equal(next_game(s), "yatzi");
    pick(s, CARA, "crane");
    assert_string_equal(next_game(s), "crane");
    assert_true(equals(json_object_get(evening_now(s), "votes"), "{}"));
    leave_stage(s);
}

/* Who has gone is not waited for. */
static void those_who_are_away_have_no_vote(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    start_and_play(s);
    false_go(&s->f, CARA);
    false_wait(&s->f, s->f.limits.grace_ms + 1000);
    pick(s, BEN, "crane");
    assert_string_equal(next_game(s), "yatzi"); /* one of two */
    false_go(&s->f, ANNA);
    false_wait(&s->f, s->f.limits.grace_ms + 1000);
    pick(s, BEN, "crane");
    json_t *room = last(s, BEN, "room");
    assert_true(equals(json_object_get(room, "game"), "\"crane\""));
    json_decref(room);
    leave_stage(s);
}

/* ---- other numbers of seats ---- */

static void seats_text(stage *s, char *out, size_t size)
{
    json_t *room, *one;
    size_t at;
    say(s, ANNA, "{\"type\":\"set\",\"listed\":false}");
    room = last(s, ANNA, "room");
    out[0] = '\0';
    json_array_foreach(json_object_get(room, "seats"), at, one)
    {
        const char *name = json_string_value(json_object_get(one, "name"));
        if (name)
            snprintf(out + strlen(out), size - strlen(out), "%s ", name);
    }
    json_decref(room);
}

static void expect_seats(stage *s, const char *expected, int line)
{
    char text[256];
    seats_text(s, text, sizeof text);
    if (strcmp(text, expected) != 0)
        fail_msg("line %d: %snot %s", line, text, expected);
}
#define EXPECT_SEATS(expected) expect_seats(s, expected, __LINE__)

static size_t benched(stage *s)
{
    return json_array_size(json_object_get(evening_now(s), "bench"));
}

static void those_without_a_seat_sit_out_and_come_back(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":4,\"level\":\"child\"}");
    start_and_play(s);
    say(s, ANNA, "{\"type\":\"set\",\"game\":\"bossa\",\"id\":5}");
    EXPECT(ANNA, "too_many"); /* a plain setting sends nobody away */
    pick(s, ANNA, "bossa");
    assert_int_equal(benched(s), 2);
    EXPECT_SEATS("Anna Ben "); /* the bot first, then the last of those who have played as much */
    start_and_play(s);
    pick(s, CARA, "bossa"); /* who sits out has a vote */
    EXPECT(CARA, NULL);
    pick(s, ANNA, "bossa");
    EXPECT_SEATS("Anna Cara "); /* who has played less comes in */
    pick(s, ANNA, "crane");
    EXPECT_SEATS("Anna Ben Cara child ");
    assert_int_equal(benched(s), 0);
    leave_stage(s);
}

static void who_leaves_the_room_is_not_waited_for_on_the_bench(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    start_and_play(s);
    pick(s, ANNA, "bossa");
    say(s, CARA, "{\"type\":\"leave\"}");
    assert_int_equal(benched(s), 0);
    pick(s, ANNA, "yatzi");
    EXPECT_SEATS("Anna Ben ");
    leave_stage(s);
}

/* ---- who goes first ---- */

static int first_due(stage *s)
{
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    hear_tables(s, ANNA);
    return (int)json_integer_value(json_array_get(json_object_get(last_table[ANNA], "due"), 0));
}

static void it_rotates_from_game_to_game(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    start_and_play(s); /* Anna went first */
    pick(s, ANNA, "yucatan");
    false_wait(&s->f, 10000);
    assert_int_equal(first_due(s), 2);
    play_it_out(s);
    pick(s, ANNA, "yatzi");
    false_wait(&s->f, 10000);
    assert_int_equal(first_due(s), 3);
    leave_stage(s);
}

static int last_of(stage *s)
{
    json_t *list = json_object_get(evening_now(s), "matches");
    json_t *seats = json_object_get(json_array_get(list, json_array_size(list) - 1), "seats");
    int worst = 0, loser = 0;
    for (size_t at = 0; at < json_array_size(seats); at++) {
        int place = (int)json_integer_value(json_object_get(json_array_get(seats, at), "place"));
        if (place > worst) {
            worst = place;
            loser = (int)at + 1;
        }
    }
    return loser;
}

static void the_loser_goes_first_if_that_is_chosen(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    say(s, ANNA, "{\"type\":\"set\",\"begins\":\"nobody\",\"id\":5}");
    EXPECT(ANNA, "bad_option");
    say(s, ANNA, "{\"type\":\"set\",\"begins\":\"loser\",\"id\":5}");
    EXPECT(ANNA, NULL);
    for (int n = 0; n < 3; n++) {
        start_and_play(s);
        int loser = last_of(s);
        say(s, ANNA, "{\"type\":\"stop\"}");
        false_wait(&s->f, 10000);
        assert_int_equal(first_due(s), loser);
        say(s, ANNA, "{\"type\":\"stop\"}");
    }
    leave_stage(s);
}

/* ---- limits and restarts ---- */

static void old_matches_are_summed_up(void **state)
{
    (void)state;
    stage *s = open_stage("bossa");
    forget_tables();
    enum { MATCHES = EVENING_MATCHES_MAX + 3 };
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":1,\"level\":\"random\"}");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"random\"}");
    for (int n = 0; n < MATCHES; n++)
        start_and_play(s);
    assert_int_equal(matches(s), EVENING_MATCHES_MAX);
    assert_true(equals(json_object_get(evening_now(s), "earlier"), "3"));
    json_t *standings = json_object_get(evening_now(s), "standings");
    int64_t all = 0;
    assert_int_equal(json_array_size(standings), 2); /* two bots of one level are two */
    for (size_t at = 0; at < 2; at++)
        all += json_integer_value(json_object_get(json_array_get(standings, at), "points"));
    assert_int_equal(all, 2 * MATCHES);
    leave_stage(s);
}

static void it_outlives_the_house(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    say(s, ANNA, "{\"type\":\"set\",\"begins\":\"loser\"}");
    start_and_play(s);
    pick(s, ANNA, "bossa");
    start_and_play(s);
    say(s, ANNA, "{\"type\":\"strike\",\"match\":2,\"struck\":true}");
    say(s, ANNA, "{\"type\":\"evening\",\"over\":true}");
    char *before = json_dumps(evening_now(s), JSON_SORT_KEYS), *after;
    assert_true(equals(json_object_get(evening_now(s), "over"), "true"));
    assert_int_equal(benched(s), 1);
    crash_and_return(s);
    after = json_dumps(evening_now(s), JSON_SORT_KEYS);
    assert_string_equal(after, before);
    free(before);
    free(after);
    leave_stage(s);
}

/* With more people than are listed, and long names, the record still fits and is read again. */
static void an_evening_of_many_people_is_kept(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    forget_tables();
    for (int n = 0; n < EVENING_PLAYERS_MAX / 8 + 1; n++) {
        for (int seat = 1; seat <= 8; seat++) { /* every time others, with long names */
            false_wait(&s->f, 500);
            say(s, ANNA, "{\"type\":\"stand\",\"seat\":%d}", seat);
            say(s, ANNA,
                "{\"type\":\"sit\",\"seat\":%d,\"name\":\"%02d-%02d-"
                "34567890123456789012345678901234\"}",
                seat, n, seat);
        }
        start_and_play(s);
    }
    size_t listed = matches(s);
    assert_true(listed >= 2 && listed <= EVENING_MATCHES_MAX);
    json_t *standings = json_object_get(evening_now(s), "standings");
    assert_int_equal(json_array_size(standings), EVENING_PLAYERS_MAX);
    char *before = json_dumps(evening_now(s), JSON_SORT_KEYS), *after;
    crash_and_return(s);
    after = json_dumps(evening_now(s), JSON_SORT_KEYS);
    assert_string_equal(after, before);
    free(before);
    free(after);
    leave_stage(s);
}

static void an_evening_ends_goes_on_and_begins_anew(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    start_and_play(s);
    say(s, BEN, "{\"type\":\"evening\",\"over\":true,\"id\":5}");
    EXPECT(BEN, "not_host");
    say(s, ANNA, "{\"type\":\"evening\",\"over\":true}");
    assert_true(equals(json_object_get(evening_now(s), "over"), "true"));
    assert_string_equal(next_game(s), "none");
    start_and_play(s); /* one more after all */
    assert_true(equals(json_object_get(evening_now(s), "over"), "false"));
    assert_int_equal(matches(s), 2);
    say(s, ANNA, "{\"type\":\"evening\",\"new\":true}");
    assert_int_equal(matches(s), 0);
    leave_stage(s);
}

/* As an earlier version wrote it: `rotate`, `ended`, and wins among the notes. */
static void a_record_of_an_earlier_version_is_read(void **state)
{
    (void)state;
    stage *s = three_of_us("yatzi");
    false_record *record = (false_record *)false_room(&s->f, s->code);
    char *old = malloc(strlen(record->text) + 200), *at = strstr(record->text, "begins 0\n");
    assert_non_null(at);
    sprintf(old, "%.*srotate 1\nended 4\n%snotes 1 3 0 0\n", (int)(at - record->text), record->text,
            at + strlen("begins 0\n"));
    free(record->text);
    record->text = old;
    record->record.text = kn_slice_of(old);
    crash_and_return(s);
    assert_int_equal(matches(s), 0);
    assert_true(equals(json_object_get(evening_now(s), "begins"), "\"rotate\""));
    EXPECT_SEATS("Anna Ben Cara ");
    leave_stage(s);
}

/* ---- all of it ---- */

static void an_evening_of_all_games(void **state)
{
    (void)state;
    static const char *const games[] = {"yatzi", "yucatan", "bossa", "yubitsume", "crane"};
    stage *s = three_of_us("yatzi");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":4,\"level\":\"child\"}");
    for (size_t at = 0; at < sizeof games / sizeof *games; at++) {
        pick(s, ANNA, games[at]);
        start_and_play(s);
    }
    assert_int_equal(matches(s), 5);
    json_t *standings = json_object_get(evening_now(s), "standings");
    int64_t all = 0;
    for (size_t at = 0; at < json_array_size(standings); at++)
        all += json_integer_value(json_object_get(json_array_get(standings, at), "points"));
    assert_int_equal(json_array_size(standings), 4);
    assert_int_equal(all, 4 * 4 * 3 + 2 * 1);
    leave_stage(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_size_counts_alike),
    cmocka_unit_test(ties_share_what_there_is),
    cmocka_unit_test(the_rules_say_who_won_and_points_the_rest),
    cmocka_unit_test(matches_are_listed_with_places_and_points),
    cmocka_unit_test(a_match_alone_is_not_listed),
    cmocka_unit_test(a_match_can_be_struck_out_and_counted_again),
    cmocka_unit_test(a_new_name_is_the_same_player),
    cmocka_unit_test(the_evening_is_told_when_it_changes_and_to_newcomers),
    cmocka_unit_test(the_host_picks_and_the_old_table_is_left),
    cmocka_unit_test(more_than_half_of_those_here_pick),
    cmocka_unit_test(those_who_are_away_have_no_vote),
    cmocka_unit_test(those_without_a_seat_sit_out_and_come_back),
    cmocka_unit_test(who_leaves_the_room_is_not_waited_for_on_the_bench),
    cmocka_unit_test(it_rotates_from_game_to_game),
    cmocka_unit_test(the_loser_goes_first_if_that_is_chosen),
    cmocka_unit_test(old_matches_are_summed_up),
    cmocka_unit_test(it_outlives_the_house),
    cmocka_unit_test(an_evening_of_many_people_is_kept),
    cmocka_unit_test(an_evening_ends_goes_on_and_begins_anew),
    cmocka_unit_test(a_record_of_an_earlier_version_is_read),
    cmocka_unit_test(an_evening_of_all_games),
};

SCENES_MAIN(tests)
