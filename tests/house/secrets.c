/* secrets.c: whatever a guest says, the answer depends on nothing that is hidden from that guest.
 * The same guest says the same in both of two houses (twins.h) and must be told the same, byte by
 * byte.
 *
 * Needs the games: yatzi bossa yubitsume crane */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/old_house.h"
#include "tests/house/twins.h"

/* Only the long test asks everything; under a sanitizer, which looks for other faults, a fifth. */
static int one_in(void)
{
#if defined KNOBEL_SANITIZED
    return scene_is_long() ? 5 : 15;
#else
    return scene_is_long() ? 1 : 3;
#endif
}

static void tell_both(uint32_t guest, const char *text)
{
    for (int i = 0; i < 2; i++)
        false_send(&twin[i]->f, guest, text);
}

/* What can be counted from outside. */
static void expect_same_counts(const secret *about, const char *said)
{
    house_counts counts[2];
    for (int i = 0; i < 2; i++)
        house_count(twin[i]->f.house, &counts[i]);
    if (counts[0].events != counts[1].events || counts[0].moves != counts[1].moves)
        fail_msg("%s: counted after %s", about->name, said);
}

static void expect_same_letters(const secret *about, uint32_t guest, const char *said)
{
    const false_box *a = &twin[0]->f.box[guest], *b = &twin[1]->f.box[guest];
    for (int i = 0; i < a->count && i < b->count; i++)
        if (strcmp(a->text[i], b->text[i]) != 0)
            fail_msg("%s: %s\n  %s\n  %s", about->name, said, a->text[i], b->text[i]);
    if (a->count != b->count || a->closed != b->closed)
        fail_msg("%s: %s: %d and %d messages", about->name, said, a->count, b->count);
    expect_same_counts(about, said);
}

/* Whoever has the link may come in, and say how far they have got. */
static void a_stranger_comes(const secret *about, uint32_t guest, int match, int event)
{
    char text[PHRASE_MAX];
    write_enter(text, twin[0]->code, match, event);
    for (int i = 0; i < 2; i++)
        false_come(&twin[i]->f, guest);
    tell_both(guest, text);
    expect_same_letters(about, guest, text);
}

/* ---- the tests ---- */

/* Nothing but a refusal came of it: the houses are as they were. */
static bool was_refused(uint32_t guest)
{
    const false_box *box = &twin[0]->f.box[guest];
    return box->count == 1 && strncmp(box->text[0], "{\"type\":\"refused\"", 17) == 0;
}

static void ask(const secret *about, const char *said)
{
    tell_both(about->asks, said);
    expect_same_letters(about, about->asks, said);
    expect_same_letters(about, DAVE, said);
}

static void one_question(void **state)
{
    (void)state;
    for (const secret *about = secrets; about->name; about++) {
        int refusals = 0;
        make_phrases(about->asks);
        open_twins(about);
        for (int n = 0; n < phrase_count; n += one_in()) {
            if (opens(about, phrases_said[n]))
                continue;
            if (refusals < REFUSALS && n > 0 && was_refused(about->asks)) {
                forget_letters(twin[0]);
                forget_letters(twin[1]);
                refusals++;
            } else {
                close_twins();
                open_twins(about);
                refusals = 0;
            }
            ask(about, phrases_said[n]);
        }
        close_twins();
    }
}

/* One thing after the other: what was let through opens the way for what comes next. */
static void several_questions(void **state)
{
    enum { QUESTIONS = 5 };
    const int rounds = 120 / one_in();
    kn_random random = kn_random_from(20261116);
    (void)state;
    for (const secret *about = secrets; about->name; about++) {
        make_phrases(about->asks);
        for (int n = 0; n < rounds; n++) {
            open_twins(about);
            for (int k = 0; k < QUESTIONS; k++) {
                const char *said = phrases_said[kn_random_below(&random, (uint32_t)phrase_count)];
                /* a move may rightly open what was hidden */
                if (opens(about, said) || strstr(said, "\"play\""))
                    continue;
                tell_both(about->asks, said);
                expect_same_letters(about, about->asks, said);
            }
            close_twins();
        }
    }
}

static void strangers_and_their_numbers(void **state)
{
    enum { FIRST_STRANGER = 20 };
    (void)state;
    for (const secret *about = secrets; about->name; about++)
        for (int match = 0; match < 3; match++) {
            open_twins(about);
            for (int event = 0; event < NUMBERS; event++)
                a_stranger_comes(about, FIRST_STRANGER + (uint32_t)event, match, event);
            close_twins();
        }
}

/* The house throws what is due at a table with real dice, where throws may be taken back. */
static void roll_all(stage *s)
{
    enum { DICE = 3 };
    for (int die = 0; die < DICE; die++)
        say(s, ANNA, "{\"type\":\"roll\",\"id\":4}");
}

/* Whoever is due does the first thing they may, and the window passes without a hand. */
static void play_without_hands(stage *s)
{
    for (uint32_t guest = ANNA; guest <= BEN; guest++) {
        json_t *told = false_last(&s->f, guest, "table");
        const char *seat = guest == ANNA ? "1" : "2";
        json_t *eyes = json_object_get(json_object_get(told, "eyes"), seat);
        json_t *move = json_array_get(json_object_get(eyes, "moves"), 0);
        if (move && strncmp(json_string_value(move), "hit", 3) != 0)
            say(s, guest,
                "{\"type\":\"play\",\"seat\":%s,\"move\":\"%s\","
                "\"salt\":\"0123456789abcdef\",\"id\":4}",
                seat, json_string_value(move));
        json_decref(told);
    }
    roll_all(s);
    false_wait(&s->f, 2000);
}

/* A long log, of a match that is taken back to its beginning again and again. */
static stage *late_in_a_long_match(int slapped)
{
    enum { BACKS = 38, STEPS = 15 };
    stage *s = seated("yubitsume", BEN);
    say(s, ANNA,
        "{\"type\":\"set\",\"dice\":\"ours\",\"options\":{\"window_ms\":1000,\"first\":1},"
        "\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    for (int i = 0; i < BACKS; i++) {
        for (int n = 0; n < STEPS; n++)
            play_without_hands(s);
        old_house_begins_again(s->f.house, s->code);
    }
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    roll_all(s);
    if (slapped)
        say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"hit knife\",\"id\":4}");
    return s;
}

/* Is it too much to tell what came behind this event? */
static bool is_skipped(const secret *about, int event)
{
    enum { STRANGER = 20 };
    a_stranger_comes(about, STRANGER, 1, event);
    json_t *heard = last(twin[0], STRANGER, "table");
    bool skipped = json_object_get(heard, "skipped") != NULL;
    json_decref(heard);
    for (int i = 0; i < 2; i++)
        false_go(&twin[i]->f, STRANGER);
    return skipped;
}

/* Fifty kilobytes missed are not told one by one: by the length of what is told, not of what
 * happened. */
static void long_matches_tell_no_length(void **state)
{
    enum { AROUND = 8 };
    const secret about = {
        "a slap late in a long match", "yubitsume", late_in_a_long_match, DAVE, {0}};
    (void)state;
    open_twins(&about);
    enter(twin[0], CARA, "");
    enter(twin[1], CARA, "");
    json_t *heard = last(twin[0], CARA, "table");
    int known = (int)json_integer_value(json_object_get(heard, "event"));
    json_decref(heard);
    int first = 0, border = known; /* the first event behind which it is not too much */
    while (first < border) {
        int middle = (first + border) / 2;
        if (is_skipped(&about, middle))
            first = middle + 1;
        else
            border = middle;
    }
    assert_true(border > AROUND && border < known);
    for (int event = border - AROUND; event < border + AROUND; event++)
        is_skipped(&about, event);
    for (int event = known; event < known + AROUND; event++)
        is_skipped(&about, event);
    close_twins();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(one_question),
    cmocka_unit_test(several_questions),
    cmocka_unit_test(strangers_and_their_numbers),
    cmocka_unit_test(long_matches_tell_no_length),
};

SCENES_MAIN(tests)
