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

/* Chance draws a code that an old room has: that room is looked at, and leaves memory again. */
static void a_room_whose_code_is_drawn_leaves_memory_again(void **state)
{
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    house_counts counts;
    (void)state;
    stage *s = open_stage("yatzi");
    kn_random before = s->f.random;
    assert_null(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token));
    s->f.committed = s->f.kept;
    false_go(&s->f, ANNA);
    false_wait(&s->f, 2 * s->f.limits.idle_ms);
    s->f.random = before;
    char other[HOUSE_CODE_MAX];
    assert_null(false_open_room(&s->f, "{\"game\":\"yatzi\"}", other, token));
    assert_string_not_equal(other, code);
    house_count(s->f.house, &counts);
    assert_int_equal(counts.rooms, 2); /* the new one, and the one whose code was drawn first */
    false_wait(&s->f, 2 * s->f.limits.idle_ms);
    house_count(s->f.house, &counts);
    assert_int_equal(counts.rooms, 0);
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

/* ---- nobody is stranded ---- */

enum { MINUTE = 60000 };

static json_t *absent_for(stage *s, uint32_t guest)
{
    json_t *room = last(s, guest, "room"), *absent = json_object_get(room, "absent");
    json_incref(absent);
    json_decref(room);
    return absent;
}

/* What this guest was told last: `{"seats":[1],"votes":{"2":null}}`; NULL: there is no vote. */
static void expect_absent(stage *s, uint32_t guest, const char *expected, int line)
{
    json_t *absent = absent_for(s, guest);
    if (!expected ? absent != NULL : !absent || !equals(absent, expected))
        fail_msg("line %d: not %s", line, expected ? expected : "without a vote");
    json_decref(absent);
}
#define EXPECT_ABSENT(guest, expected) expect_absent(s, guest, expected, __LINE__)

static void vote(stage *s, uint32_t guest, const char *wanted)
{
    say(s, guest, "{\"type\":\"vote\",\"for\":\"%s\",\"id\":7}", wanted);
}

static bool has_standin(stage *s, uint32_t guest, int seat)
{
    json_t *room = last(s, guest, "room");
    const json_t *one = json_array_get(json_object_get(room, "seats"), (size_t)seat - 1);
    bool standin = json_is_true(json_object_get(one, "standin"));
    json_decref(room);
    return standin;
}

static stage *three_at_yatzi(void)
{
    stage *s = seated("yatzi", CARA);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    return s;
}

/* The host closes the page on their own turn: whoever is left decides alone, without any message
 * but the vote. */
static void who_is_left_alone_decides(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    vote(s, BEN, "bot");
    EXPECT(BEN, "no_vote");
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE - 1000);
    EXPECT_ABSENT(BEN, NULL);
    false_wait(&s->f, 1000);
    EXPECT_ABSENT(BEN, "{\"seats\":[1],\"votes\":{\"2\":null}}");
    vote(s, BEN, "wait");
    EXPECT_ABSENT(BEN, "{\"seats\":[1],\"votes\":{\"2\":\"wait\"}}");
    false_wait(&s->f, 60 * MINUTE);
    assert_null(false_last(&s->f, BEN, "table"));
    vote(s, BEN, "bot");
    false_wait(&s->f, 1000);
    assert_int_equal(due_now(s, BEN), 2);
    close_stage(s);
}

static void who_comes_back_takes_the_seat_from_the_bot(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, BEN, "bot");
    false_wait(&s->f, 1000);
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"throw\",\"id\":4}");
    enter(s, ANNA, s->token);
    assert_false(has_standin(s, BEN, 1));
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"fill chance\",\"id\":4}");
    EXPECT(BEN, NULL);
    false_wait(&s->f, MINUTE);
    assert_int_equal(due_now(s, ANNA), 1);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    false_go(&s->f, ANNA); /* once more away: it is asked once more */
    false_wait(&s->f, MINUTE);
    EXPECT_ABSENT(BEN, "{\"seats\":[1],\"votes\":{\"2\":null}}");
    close_stage(s);
}

static void more_than_half_of_those_here_decide(void **state)
{
    (void)state;
    stage *s = three_at_yatzi();
    enter(s, DAVE, ""); /* a spectator has no voice */
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    EXPECT_ABSENT(DAVE, "{\"seats\":[1],\"votes\":{\"2\":null,\"3\":null}}");
    vote(s, DAVE, "bot");
    EXPECT(DAVE, "not_yours");
    vote(s, BEN, "run");
    EXPECT(BEN, "not_understood");
    vote(s, BEN, "bot");
    EXPECT(BEN, NULL);
    EXPECT_ABSENT(CARA, "{\"seats\":[1],\"votes\":{\"2\":\"bot\",\"3\":null}}");
    vote(s, CARA, "stop");
    EXPECT_ABSENT(BEN, "{\"seats\":[1],\"votes\":{\"2\":\"bot\",\"3\":\"stop\"}}");
    vote(s, CARA, "bot");
    EXPECT_ABSENT(BEN, NULL);
    close_stage(s);
}

/* Anna, the host, has gone, and Ben is host for her. */
static void two_who_disagree_go_on_after_a_minute(void **state)
{
    (void)state;
    stage *s = three_at_yatzi();
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, CARA, "wait");
    vote(s, BEN, "stop");
    false_wait(&s->f, MINUTE - 1000);
    EXPECT_ABSENT(CARA, "{\"seats\":[1],\"votes\":{\"2\":\"stop\",\"3\":\"wait\"}}");
    false_wait(&s->f, 1000);
    EXPECT_ABSENT(CARA, NULL);
    assert_true(has_standin(s, BEN, 1)); /* and nobody has ended the match against Cara's will */
    close_stage(s);
}

static void one_who_never_answers_holds_up_nobody(void **state)
{
    (void)state;
    stage *s = three_at_yatzi();
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, CARA, "bot");
    false_wait(&s->f, MINUTE);
    EXPECT_ABSENT(CARA, NULL);
    assert_true(has_standin(s, BEN, 1));
    close_stage(s);
}

/* Who wants to wait is asked again, and may change their mind. */
static void waiting_ends_nothing(void **state)
{
    (void)state;
    stage *s = three_at_yatzi();
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, BEN, "wait");
    vote(s, CARA, "bot");
    false_wait(&s->f, 2 * MINUTE);
    EXPECT_ABSENT(CARA, "{\"seats\":[1],\"votes\":{\"2\":\"wait\",\"3\":\"bot\"}}");
    vote(s, BEN, "stop");
    false_wait(&s->f, MINUTE);
    EXPECT_ABSENT(CARA, NULL);
    close_stage(s);
}

static void who_returns_during_the_vote_ends_it(void **state)
{
    (void)state;
    stage *s = three_at_yatzi();
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, BEN, "stop");
    enter(s, ANNA, s->token);
    EXPECT_ABSENT(BEN, NULL);
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    EXPECT_ABSENT(BEN, "{\"seats\":[1],\"votes\":{\"2\":null,\"3\":null}}");
    close_stage(s);
}

/* A second one who goes away makes it another question; and whose page only reloads is not gone. */
static void several_can_be_absent_at_once(void **state)
{
    (void)state;
    stage *s = three_at_yatzi();
    char cara[HOUSE_TOKEN_MAX];
    token_of(s, CARA, cara);
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, BEN, "bot");
    false_go(&s->f, CARA);
    false_wait(&s->f, 1000);
    enter(s, CARA, cara);
    EXPECT_ABSENT(BEN, "{\"seats\":[1],\"votes\":{\"2\":\"bot\",\"3\":null}}");
    vote(s, BEN, "wait");
    false_go(&s->f, CARA);
    false_wait(&s->f, MINUTE);
    EXPECT_ABSENT(BEN, "{\"seats\":[1,3],\"votes\":{\"2\":null}}");
    vote(s, BEN, "bot");
    false_wait(&s->f, 1000);
    assert_int_equal(due_now(s, BEN), 2);
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"throw\",\"id\":4}");
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"fill chance\",\"id\":4}");
    false_wait(&s->f, 1000);
    assert_int_equal(due_now(s, BEN), 2); /* bots have played for both */
    close_stage(s);
}

/* The one who has not voted goes: then those who have decide. */
static void a_voice_that_leaves_counts_no_more(void **state)
{
    (void)state;
    stage *s = three_at_yatzi();
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, BEN, "bot");
    false_go(&s->f, CARA);
    false_wait(&s->f, s->f.limits.grace_ms + 1000);
    assert_true(has_standin(s, BEN, 1));
    close_stage(s);
}

static void a_match_can_be_stopped_by_vote(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, BEN, "stop");
    json_t *room = last(s, BEN, "room");
    assert_true(equals(json_object_get(room, "status"), "\"waiting\""));
    assert_true(equals(json_object_get(room, "stopped_matches"), "1"));
    assert_null(json_object_get(room, "absent"));
    json_decref(room);
    int stops = 0; /* in the list of seals, for everybody to see */
    for (int i = 0; i < s->f.kept; i++)
        stops += s->f.disk[i].record.what == HOUSE_KEEP_SEAL && strstr(s->f.disk[i].text, " stop ");
    assert_int_equal(stops, 1);
    close_stage(s);
}

/* Who decides that is kept; the question itself is asked anew, after a minute of this house. */
static void a_restart_keeps_what_was_decided(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, BEN, ben);
    EXPECT_ABSENT(BEN, NULL);
    false_wait(&s->f, MINUTE);
    EXPECT_ABSENT(BEN, "{\"seats\":[1],\"votes\":{\"2\":null}}");
    s->f.think_later = true;
    vote(s, BEN, "bot");
    s->f.committed = s->f.kept;
    false_think(&s->f);
    false_crash(&s->f);
    s->f.think_later = false;
    enter(s, BEN, ben);
    false_wait(&s->f, 1000);
    assert_int_equal(due_now(s, BEN), 2);
    close_stage(s);
}

/* Nobody is there for whom anything could be decided: a match may take days. */
static void if_all_are_away_nothing_happens(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    enter(s, DAVE, ""); /* a stranger keeps the room in memory */
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    vote(s, BEN, "bot");
    s->f.think_later = true;
    false_go(&s->f, BEN);
    EXPECT_ABSENT(DAVE, NULL);
    enter(s, BEN, ben);
    json_t *before = last(s, BEN, "table");
    false_go(&s->f, BEN);
    s->f.think_later = false;
    false_think(&s->f);
    false_wait(&s->f, 3 * 24 * 60 * MINUTE);
    enter(s, BEN, ben);
    json_t *after = last(s, BEN, "table");
    assert_true(json_equal(json_object_get(before, "event"), json_object_get(after, "event")));
    json_decref(before);
    json_decref(after);
    close_stage(s);
}

/* Where everybody has hours for a decision, or the host wants to wait, nobody is asked. */
static void slow_rooms_do_not_ask(void **state)
{
    (void)state;
    static const char *const slow[] = {"\"turn_s\":86400", "\"away\":\"wait\""};
    for (int i = 0; i < 2; i++) {
        stage *s = two_at_yatzi();
        say(s, ANNA, "{\"type\":\"set\",%s,\"id\":3}", slow[i]);
        EXPECT(ANNA, NULL);
        false_go(&s->f, ANNA);
        false_wait(&s->f, 30 * MINUTE);
        EXPECT_ABSENT(BEN, NULL);
        vote(s, BEN, "stop");
        EXPECT(BEN, "no_vote");
        close_stage(s);
    }
}

static void expect_host(stage *s, uint32_t guest, bool is, int line)
{
    json_t *you = last(s, guest, "you");
    if (json_is_true(json_object_get(you, "host")) != is)
        fail_msg("line %d: host or not", line);
    json_decref(you);
}

/* Nothing has to happen for it: it is time alone. */
static void the_role_of_an_absent_host_passes_on_till_they_are_back(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    json_decref(last(s, BEN, "you"));
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE - 1000);
    assert_null(false_last(&s->f, BEN, "you"));
    false_wait(&s->f, 1000);
    expect_host(s, BEN, true, __LINE__);
    s->f.committed = s->f.kept;
    enter(s, ANNA, s->token);
    expect_host(s, ANNA, true, __LINE__);
    expect_host(s, BEN, false, __LINE__);
    close_stage(s);
}

/* Between matches, too, and also if somebody else comes only later. */
static void somebody_who_comes_later_becomes_host(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    enter(s, DAVE, "");
    false_go(&s->f, ANNA);
    false_wait(&s->f, 3 * MINUTE);
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    expect_host(s, BEN, true, __LINE__);
    say(s, BEN, "{\"type\":\"host\",\"seat\":2,\"id\":4}"); /* does not make it theirs for good */
    EXPECT(BEN, NULL);
    say(s, BEN, "{\"type\":\"remove\",\"seat\":1,\"id\":5}");
    EXPECT(BEN, "not_host");
    enter(s, ANNA, s->token);
    expect_host(s, ANNA, true, __LINE__);
    close_stage(s);
}

/* Whoever holds the role for somebody else hands it on as it is, or leaves: it was only lent. */
static void a_role_that_is_lent_stays_lent(void **state)
{
    (void)state;
    stage *s = three_at_yatzi();
    false_go(&s->f, ANNA);
    false_wait(&s->f, MINUTE);
    expect_host(s, BEN, true, __LINE__);
    say(s, BEN, "{\"type\":\"host\",\"seat\":3,\"id\":4}");
    EXPECT(BEN, NULL);
    expect_host(s, CARA, true, __LINE__);
    say(s, CARA, "{\"type\":\"leave\",\"id\":5}");
    EXPECT(CARA, NULL);
    expect_host(s, BEN, true, __LINE__);
    enter(s, ANNA, s->token);
    expect_host(s, ANNA, true, __LINE__);
    close_stage(s);
}

/* Anna plays alone and does not come back; Ben has a seat for the next match, which would never be.
 */
static void who_waits_for_the_next_match_is_not_stranded(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    false_go(&s->f, ANNA);
    json_decref(last(s, BEN, "you"));
    false_wait(&s->f, 59 * MINUTE);
    assert_null(false_last(&s->f, BEN, "you"));
    false_wait(&s->f, 2 * MINUTE);
    expect_host(s, BEN, true, __LINE__);
    say(s, BEN, "{\"type\":\"stop\",\"id\":4}");
    EXPECT(BEN, NULL);
    enter(s, ANNA, s->token);
    expect_host(s, ANNA, true, __LINE__);
    close_stage(s);
}

/* However many people come and go meanwhile, also if the host only watches. */
static void an_absent_host_is_not_forgotten(void **state)
{
    enum { FIRST = 10, MANY = 20 };
    (void)state;
    stage *s = open_stage("yatzi");
    false_go(&s->f, ANNA);
    for (uint32_t guest = FIRST; guest < FIRST + MANY; guest++) {
        enter(s, guest, "");
        sit(s, guest, "One of many");
        false_wait(&s->f, MINUTE);
        if (guest < FIRST + MANY - 1) {
            say(s, guest, "{\"type\":\"stand\",\"id\":4}");
            EXPECT(guest, NULL);
        }
    }
    enter(s, ANNA, s->token);
    expect_host(s, ANNA, true, __LINE__);
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
    cmocka_unit_test(a_room_whose_code_is_drawn_leaves_memory_again),
    cmocka_unit_test(idle_rooms_leave_memory_and_come_back),
    cmocka_unit_test(being_away_shows_after_a_while),
    cmocka_unit_test(a_bot_stands_in_until_the_person_is_back),
    cmocka_unit_test(who_is_left_alone_decides),
    cmocka_unit_test(who_comes_back_takes_the_seat_from_the_bot),
    cmocka_unit_test(more_than_half_of_those_here_decide),
    cmocka_unit_test(two_who_disagree_go_on_after_a_minute),
    cmocka_unit_test(one_who_never_answers_holds_up_nobody),
    cmocka_unit_test(waiting_ends_nothing),
    cmocka_unit_test(who_returns_during_the_vote_ends_it),
    cmocka_unit_test(several_can_be_absent_at_once),
    cmocka_unit_test(a_voice_that_leaves_counts_no_more),
    cmocka_unit_test(a_match_can_be_stopped_by_vote),
    cmocka_unit_test(a_restart_keeps_what_was_decided),
    cmocka_unit_test(if_all_are_away_nothing_happens),
    cmocka_unit_test(slow_rooms_do_not_ask),
    cmocka_unit_test(the_role_of_an_absent_host_passes_on_till_they_are_back),
    cmocka_unit_test(somebody_who_comes_later_becomes_host),
    cmocka_unit_test(a_role_that_is_lent_stays_lent),
    cmocka_unit_test(who_waits_for_the_next_match_is_not_stranded),
    cmocka_unit_test(an_absent_host_is_not_forgotten),
    cmocka_unit_test(a_turn_clock_decides_once),
    cmocka_unit_test(a_clocked_room_is_woken),
    cmocka_unit_test(a_clock_set_back_freezes_nothing),
    cmocka_unit_test(a_clock_set_ahead_takes_nobodys_turn),
    cmocka_unit_test(dates_follow_the_clock_on_the_wall),
    cmocka_unit_test(a_seat_thinks_one_thought_at_a_time),
};

SCENES_MAIN(tests)
