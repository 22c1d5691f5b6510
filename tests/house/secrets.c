/* secrets.c: whatever a guest says, the answer depends on nothing that is hidden from that guest.
 *
 * Two houses are alike except for what one player did in secret. The same guest says the same in
 * both, ordinary and hostile things, and must be told the same, byte by byte.
 *
 * Needs the games: yatzi bossa yubitsume crane */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/old_house.h"
#include "tests/house/stage.h"

/* ---- the two houses ---- */

/* A table up to the moment that is looked at. `other` is what differs: 0 or 1. */
typedef struct {
    const char *name;
    stage *(*set)(int other);
    uint32_t asks;        /* who, besides a stranger */
    const char *opens[4]; /* what of theirs rightly brings it to light */
} secret;

/* Only the long test asks everything; under a sanitizer, which looks for other faults, a fifth. */
static int one_in(void)
{
#if defined KNOBEL_SANITIZED
    return scene_is_long() ? 5 : 15;
#else
    return scene_is_long() ? 1 : 3;
#endif
}

static stage *twin[2];

static void forget_letters(stage *s)
{
    for (uint32_t guest = ANNA; guest < FALSE_GUESTS; guest++)
        for (json_t *one; (one = false_read(&s->f, guest));)
            json_decref(one);
}

static void open_twins(const secret *about)
{
    for (int i = 0; i < 2; i++)
        twin[i] = about->set(i);
}

static void close_twins(void)
{
    for (int i = 0; i < 2; i++)
        close_stage(twin[i]);
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

/* ---- what a guest can say ---- */

enum { NUMBERS = 18, PHRASES_MAX = 4096, PHRASE_MAX = 160 };

static char phrases_said[PHRASES_MAX][PHRASE_MAX];
static int phrase_count;

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    assert_true(phrase_count < PHRASES_MAX);
    vsnprintf(phrases_said[phrase_count++], PHRASE_MAX, format, values);
    va_end(values);
}

static const char *const words[] = {
    "throw",        "hit 1",    "hit knife",      "hit nothing",    "close",     "bet high",
    "bet low",      "bet just", "open",           "count 1",        "count 5",   "jackpot 1",
    "white",        "black",    "start",          "count 7",        "7 ring",    "5 ring",
    "keep doubler", "?",        "keep converter", "lay black 2 20", "redraw 20",
};
enum { WORDS = sizeof words / sizeof *words };

/* Numbers of events there are, may be, and are not. */
static void add_numbers(int seat, const char *word)
{
    for (int number = 0; number < NUMBERS; number++) {
        add("{\"type\":\"play\",\"seat\":%d,\"move\":\"%s\",\"event\":%d,\"id\":9}", seat, word,
            number);
        add("{\"type\":\"correct\",\"event\":%d,\"shown\":\"%s\",\"id\":9}", number, word);
    }
}

static void add_for_seat(int seat)
{
    static const char *const plain[] = {"back", "agree", "disagree", "judge", "stand"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        add("{\"type\":\"%s\",\"seat\":%d,\"id\":9}", plain[i], seat);
    for (int number = 0; number < NUMBERS; number++)
        add("{\"type\":\"back\",\"seat\":%d,\"to\":%d,\"id\":9}", seat, number);
    for (int i = 0; i < WORDS; i++)
        add_numbers(seat, words[i]);
    add("{\"type\":\"grip\",\"seat\":%d,\"um\":900,\"id\":9}", seat);
    add("{\"type\":\"rename\",\"seat\":%d,\"name\":\"X\",\"id\":9}", seat);
    add("{\"type\":\"salt\",\"seat\":%d,\"salt\":\"00000000000000aa\",\"id\":9}", seat);
}

/* Every tile, as one's own and as the other's. */
static void add_tiles(int seat)
{
    for (int white = 0; white <= 6; white++)
        for (int black = white == 0; white + black <= 6; black++) {
            add("{\"type\":\"play\",\"seat\":%d,\"move\":\"exchange 20 %d%d\",\"id\":9}", seat,
                white, black);
            add("{\"type\":\"declare\",\"shown\":\"%d%d\",\"id\":9}", white, black);
            add("{\"type\":\"declare\",\"shown\":\"%d%d zz\",\"id\":9}", white, black);
            for (int number = 4; number < NUMBERS; number += 2)
                add("{\"type\":\"correct\",\"event\":%d,\"shown\":\"%d%d\",\"id\":9}", number,
                    white, black);
        }
}

static void make_phrases(int seat)
{
    static const char *const plain[] = {
        "{\"type\":\"roll\",\"id\":9}",
        "{\"type\":\"chat\",\"text\":\"x\",\"id\":9}",
        "{\"type\":\"call\",\"word\":\"more\",\"id\":9}",
        "{\"type\":\"react\",\"what\":\"wow\",\"id\":9}",
        "{\"type\":\"seat_key\",\"id\":9}",
        "{\"type\":\"sync\",\"client\":1,\"id\":9}",
        "{\"type\":\"stop\",\"id\":9}",
        "{\"type\":\"start\",\"id\":9}",
        "{\"type\":\"again\",\"id\":9}",
        "{\"type\":\"vote\",\"for\":\"bot\",\"id\":9}",
        "{\"type\":\"set\",\"turn_s\":60,\"id\":9}",
        "{\"type\":\"sit\",\"name\":\"X\",\"id\":9}",
        "{\"type\":\"fly\",\"id\":9}",
    };
    phrase_count = 0;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        add("%s", plain[i]);
    for (int number = 0; number < NUMBERS; number++) {
        add("{\"type\":\"correctable\",\"event\":%d,\"id\":9}", number);
        add("{\"type\":\"correct\",\"event\":%d,\"remove\":true,\"id\":9}", number);
    }
    add_for_seat(seat);
    add_tiles(seat);
}

/* Whoever has the link may come in, and say how far they have got. */
static void a_stranger_comes(const secret *about, uint32_t guest, int match, int event)
{
    char text[PHRASE_MAX];
    snprintf(text, sizeof text,
             "{\"type\":\"enter\",\"room\":\"%s\",\"moves\":true,"
             "\"since\":{\"match\":%d,\"event\":%d},\"id\":9}",
             twin[0]->code, match, event);
    for (int i = 0; i < 2; i++)
        false_come(&twin[i]->f, guest);
    tell_both(guest, text);
    expect_same_letters(about, guest, text);
}

/* Does this bring the secret to light? When a match is stopped, all is told. */
static bool opens(const secret *about, const char *said)
{
    for (int i = 0; i < 4 && about->opens[i]; i++)
        if (strstr(said, about->opens[i]))
            return true;
    return strstr(said, "\"stop\"") != NULL;
}

/* ---- the secrets ---- */

static stage *in_the_window(int slapped)
{
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    enter(s, DAVE, "");
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":4000,\"first\":1},\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    forget_letters(s);
    if (slapped) {
        say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"hit knife\",\"id\":4}");
        EXPECT(BEN, NULL);
    }
    return s;
}

/* Cara's own hand comes down, too: is it the first? */
static stage *own_slap(int after_another)
{
    stage *s = in_the_window(after_another);
    say(s, CARA, "{\"type\":\"play\",\"seat\":3,\"move\":\"hit knife\",\"event\":4,\"id\":4}");
    return s;
}

/* A wish to take back, made while the dice are still in the air. */
static stage *wish_before_the_window(int slapped)
{
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    enter(s, DAVE, "");
    say(s, ANNA,
        "{\"type\":\"set\",\"dice\":\"ours\",\"options\":{\"window_ms\":4000,\"first\":1},"
        "\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"back\",\"seat\":1,\"id\":4}");
    EXPECT(ANNA, NULL);
    for (int die = 0; die < 3; die++)
        say(s, ANNA, "{\"type\":\"roll\",\"id\":4}");
    EXPECT(ANNA, NULL);
    forget_letters(s);
    if (slapped) {
        say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"hit knife\",\"id\":4}");
        EXPECT(BEN, NULL);
    }
    return s;
}

static stage *at_bossa(const char *chips)
{
    stage *s = open_stage("bossa");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, DAVE, "");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"options\":{\"chips\":\"%s\"},\"id\":3}",
        chips);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"5 3\",\"id\":4}");
    EXPECT(ANNA, NULL);
    return s;
}

static void look_at(stage *s, uint32_t guest, const char *tiles)
{
    say(s, guest, "{\"type\":\"declare\",\"shown\":\"%s\",\"id\":4}", tiles);
    EXPECT(guest, NULL);
}

static stage *half_a_hand(int other)
{
    stage *s = at_bossa("off");
    look_at(s, ANNA, other ? "41 33" : "10 11");
    forget_letters(s);
    return s;
}

static stage *a_hidden_hand(int other)
{
    stage *s = at_bossa("off");
    look_at(s, ANNA, other ? "41 42 33 06" : "10 11 12 13");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"start\",\"id\":4}");
    EXPECT(ANNA, NULL);
    forget_letters(s);
    return s;
}

static stage *two_hidden_hands(int other)
{
    stage *s = a_hidden_hand(other);
    look_at(s, BEN, "20 21 22 23");
    forget_letters(s);
    return s;
}

/* By Anna's eyes it is Ben's hand that is hidden. */
static stage *the_other_hidden_hand(int other)
{
    stage *s = a_hidden_hand(0);
    look_at(s, BEN, other ? "41 42 33 06" : "20 21 22 23");
    forget_letters(s);
    return s;
}

static stage *a_hidden_chip(int other)
{
    stage *s = at_bossa("on");
    look_at(s, ANNA, "10 11 12 13");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"white\",\"id\":4}");
    EXPECT(ANNA, NULL);
    look_at(s, BEN, "20 21 22 23");
    forget_letters(s);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"keep %s\",\"id\":4}",
        other ? "doubler" : "converter");
    EXPECT(ANNA, NULL);
    return s;
}

static void grab(stage *s, int card, uint32_t hand, uint32_t bets, const char *bet, int count)
{
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"%d ring\",\"id\":4}", card);
    EXPECT(ANNA, NULL);
    say(s, hand, "{\"type\":\"play\",\"seat\":%u,\"move\":\"close\",\"id\":4}", (unsigned)hand);
    EXPECT(hand, NULL);
    say(s, bets, "{\"type\":\"play\",\"seat\":%u,\"move\":\"bet %s\",\"id\":4}", (unsigned)bets,
        bet);
    EXPECT(bets, NULL);
    if (count == 0)
        return;
    say(s, hand, "{\"type\":\"play\",\"seat\":%u,\"move\":\"count %d\",\"id\":4}", (unsigned)hand,
        count);
    EXPECT(hand, NULL);
}

/* If Anna had counted 7 in her first turn, Ben would have no more right to bet on just. */
static stage *a_hidden_bet(int other)
{
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, DAVE, "");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"options\":{\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    grab(s, 7, ANNA, BEN, "just", 5);
    grab(s, 8, BEN, ANNA, "low", 5);
    forget_letters(s);
    grab(s, 9, ANNA, BEN, other ? "just" : "high", 0);
    forget_letters(s);
    return s;
}

/* Of three, one has bet and one has not: the bet lies face down for everyone else. */
static stage *a_bet_face_down(int other)
{
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    enter(s, DAVE, "");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"options\":{\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    grab(s, 9, ANNA, BEN, other ? "just" : "high", 0);
    forget_letters(s);
    return s;
}

/* By the eyes of somebody who watches, but not live. */
static stage *a_bet_seen_late(int other)
{
    stage *s = open_stage("crane");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
    enter(s, DAVE, "");
    say(s, ANNA, "{\"type\":\"set\",\"watching\":\"late\",\"options\":{\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"close\",\"id\":4}");
    EXPECT(ANNA, NULL);
    forget_letters(s);
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"bet %s\",\"id\":4}",
        other ? "just" : "high");
    EXPECT(BEN, NULL);
    return s;
}

/* What the house draws is one of the tiles that nobody holds: that says what others do not hold. */
#define ROLL "\"roll\""
#define STAND "\"stand\"" /* a bot goes on */
#define MOVE(begins) "\"move\":\"" begins
static const secret secrets[] = {
    {"a slap, to a player", in_the_window, CARA, {0}},
    {"a slap, to a watcher", in_the_window, DAVE, {0}},
    {"a slap before one's own", own_slap, CARA, {0}},
    {"a slap and a wish", wish_before_the_window, CARA, {0}},
    {"half a hand", half_a_hand, BEN, {0}},
    {"a hidden hand", a_hidden_hand, BEN, {ROLL}},
    {"a hidden hand, to a watcher", a_hidden_hand, DAVE, {0}},
    {"two hidden hands", two_hidden_hands, BEN, {MOVE("white"), MOVE("black"), STAND}},
    {"the other hidden hand", the_other_hidden_hand, ANNA, {0}},
    {"a hidden chip", a_hidden_chip, BEN, {0}},
    {"a hidden bet", a_hidden_bet, ANNA, {MOVE("count"), MOVE("open"), STAND}},
    {"a hidden bet, to a watcher", a_hidden_bet, DAVE, {0}},
    {"a bet face down, to who bets next", a_bet_face_down, CARA, {MOVE("bet"), STAND}},
    {"a bet face down, to a watcher", a_bet_face_down, DAVE, {0}},
    {"a bet, to a late watcher", a_bet_seen_late, DAVE, {0}},
};
enum { SECRETS = sizeof secrets / sizeof *secrets };

/* ---- the tests ---- */

static int seat_of(uint32_t guest)
{
    return guest == DAVE ? 1 : (int)guest;
}

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
    enum { REFUSALS = 50 }; /* less than are too many at once */
    (void)state;
    for (int i = 0; i < SECRETS; i++) {
        const secret *about = &secrets[i];
        int refusals = 0;
        make_phrases(seat_of(about->asks));
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
    for (int i = 0; i < SECRETS; i++) {
        const secret *about = &secrets[i];
        make_phrases(seat_of(about->asks));
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
    for (int i = 0; i < SECRETS; i++)
        for (int match = 0; match < 3; match++) {
            open_twins(&secrets[i]);
            for (int event = 0; event < NUMBERS; event++)
                a_stranger_comes(&secrets[i], FIRST_STRANGER + (uint32_t)event, match, event);
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
    stage *s = open_stage("yubitsume");
    sit(s, ANNA, "Anna");
    enter(s, BEN, "");
    sit(s, BEN, "Ben");
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
    const secret about = {"a slap late in a long match", late_in_a_long_match, DAVE, {0}};
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
