/* twins.c: see twins.h.
 *
 * Needs the games: yatzi bossa yubitsume crane */
#include "tests/house/twins.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

stage *twin[2];

void forget_letters(stage *s)
{
    for (uint32_t guest = ANNA; guest < FALSE_GUESTS; guest++)
        for (json_t *one; (one = false_read(&s->f, guest));)
            json_decref(one);
}

void open_twins(const secret *about)
{
    for (int i = 0; i < 2; i++)
        twin[i] = about->set(i);
}

void close_twins(void)
{
    for (int i = 0; i < 2; i++)
        close_stage(twin[i]);
}

/* ---- what a guest can say ---- */

char phrases_said[PHRASES_MAX][PHRASE_MAX];
int phrase_count;

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

/* Whoever sits there, or nobody. */
static void add_for_any_seat(void)
{
    enum { SEATS = 3 };
    for (int seat = 1; seat <= SEATS; seat++) {
        add("{\"type\":\"bot\",\"seat\":%d,\"level\":\"regular\",\"id\":9}", seat);
        add("{\"type\":\"bot\",\"seat\":%d,\"level\":null,\"id\":9}", seat);
        add("{\"type\":\"sit\",\"seat\":%d,\"name\":\"X\",\"id\":9}", seat);
    }
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

static int seat_of(uint32_t guest)
{
    return guest == DAVE ? 1 : (int)guest;
}

void make_phrases(uint32_t guest)
{
    int seat = seat_of(guest);
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
        "{\"type\":\"leave\",\"id\":9}",
        "{\"type\":\"pick\",\"game\":\"yatzi\",\"id\":9}",
        "{\"type\":\"strike\",\"match\":1,\"struck\":true,\"id\":9}",
        "{\"type\":\"evening\",\"over\":true,\"id\":9}",
        "{\"type\":\"screen\",\"id\":9}",
        "{\"type\":\"remove\",\"seat\":3,\"id\":9}",
        "{\"type\":\"host\",\"seat\":2,\"id\":9}",
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
    add_for_any_seat();
    add_tiles(seat);
}

void write_enter(char text[PHRASE_MAX], const char *code, int match, int event)
{
    snprintf(text, PHRASE_MAX,
             "{\"type\":\"enter\",\"room\":\"%s\",\"moves\":true,"
             "\"since\":{\"match\":%d,\"event\":%d},\"id\":9}",
             code, match, event);
}

bool opens(const secret *about, const char *said)
{
    for (int i = 0; i < 4 && about->opens[i]; i++)
        if (strstr(said, about->opens[i]))
            return true;
    return strstr(said, "\"stop\"") != NULL;
}

/* ---- the secrets ---- */

#define OURS "\"dice\":\"ours\","

/* A match of those up to `last` with these settings; Dave watches. */
static stage *begun(const char *game, uint32_t last, const char *settings)
{
    stage *s = seated(game, last);
    enter(s, DAVE, "");
    say(s, ANNA, "{\"type\":\"set\",%s,\"id\":3}", settings);
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    return s;
}

static stage *in_the_window(int slapped)
{
    stage *s = begun("yubitsume", CARA, "\"options\":{\"window_ms\":4000,\"first\":1}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    forget_letters(s);
    if (slapped) {
        say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"hit knife\",\"id\":4}");
        EXPECT(BEN, NULL);
    }
    return s;
}

/* In both there is a hand, but it lies elsewhere. */
static stage *what_was_hit(int other)
{
    stage *s = in_the_window(0);
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"hit %s\",\"id\":4}",
        other ? "knife" : "1");
    EXPECT(BEN, NULL);
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
    stage *s = begun("yubitsume", CARA, OURS "\"options\":{\"window_ms\":4000,\"first\":1}");
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

static stage *at_bossa(bool chips)
{
    const char *on = OURS "\"options\":{\"chips\":\"on\"}";
    const char *off = OURS "\"options\":{\"chips\":\"off\"}";
    stage *s = begun("bossa", BEN, chips ? on : off);
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
    stage *s = at_bossa(false);
    look_at(s, ANNA, other ? "41 33" : "10 11");
    forget_letters(s);
    return s;
}

static stage *a_hidden_hand(int other)
{
    stage *s = at_bossa(false);
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
    stage *s = at_bossa(true);
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

/* Somebody gives up their seat, and the host does not leave it to a bot. */
static stage *without(uint32_t who, stage *s)
{
    say(s, who, "{\"type\":\"stand\",\"id\":4}");
    EXPECT(who, NULL);
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":%u,\"level\":null,\"id\":4}", (unsigned)who);
    EXPECT(ANNA, NULL);
    forget_letters(s);
    return s;
}

static stage *a_chip_left_behind(int other)
{
    return without(ANNA, a_hidden_chip(other));
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
    stage *s = begun("crane", BEN, OURS "\"options\":{\"first\":1}");
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
    stage *s = begun("crane", CARA, OURS "\"options\":{\"first\":1}");
    grab(s, 9, ANNA, BEN, other ? "just" : "high", 0);
    forget_letters(s);
    return s;
}

static stage *a_bet_left_behind(int other)
{
    return without(BEN, a_bet_face_down(other));
}

/* By the eyes of somebody who watches, but not live. */
static stage *a_bet_seen_late(int other)
{
    stage *s = begun("crane", BEN, "\"watching\":\"late\",\"options\":{\"first\":1}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"close\",\"id\":4}");
    EXPECT(ANNA, NULL);
    forget_letters(s);
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"bet %s\",\"id\":4}",
        other ? "just" : "high");
    EXPECT(BEN, NULL);
    return s;
}

/* No seat sees how the hand slips until the count. */
static stage *a_hidden_slip(int other)
{
    stage *s = begun("crane", BEN, OURS "\"options\":{\"hand\":\"screen\",\"first\":1}");
    grab(s, 9, ANNA, BEN, "high", 0);
    say(s, BEN, "{\"type\":\"declare\",\"shown\":\"slip %d\",\"id\":4}", other ? 1040 : 960);
    EXPECT(BEN, NULL);
    forget_letters(s);
    return s;
}

/* What the house draws is one of the tiles that nobody holds: that says what others do not hold. */
#define ROLL "\"roll\""
#define STAND "\"stand\"" /* a bot goes on */
#define LEAVE "\"leave\""
#define MOVE(begins) "\"move\":\"" begins
const secret secrets[] = {
    {"a slap, to a player", "yubitsume", in_the_window, CARA, {0}},
    {"a slap, to a watcher", "yubitsume", in_the_window, DAVE, {0}},
    {"what was hit, to a player", "yubitsume", what_was_hit, CARA, {0}},
    {"a slap before one's own", "yubitsume", own_slap, CARA, {0}},
    {"a slap and a wish", "yubitsume", wish_before_the_window, CARA, {0}},
    {"half a hand", "bossa", half_a_hand, BEN, {0}},
    {"a hidden hand", "bossa", a_hidden_hand, BEN, {ROLL}},
    {"a hidden hand, to a watcher", "bossa", a_hidden_hand, DAVE, {0}},
    {"two hidden hands",
     "bossa",
     two_hidden_hands,
     BEN,
     {MOVE("white"), MOVE("black"), STAND, LEAVE}},
    {"the other hidden hand", "bossa", the_other_hidden_hand, ANNA, {0}},
    {"a hidden chip", "bossa", a_hidden_chip, BEN, {0}},
    {"a chip left behind", "bossa", a_chip_left_behind, BEN, {0}},
    {"a hidden bet", "crane", a_hidden_bet, ANNA, {MOVE("count"), MOVE("open"), STAND, LEAVE}},
    {"a hidden bet, to a watcher", "crane", a_hidden_bet, DAVE, {0}},
    {"a bet face down, to who bets next",
     "crane",
     a_bet_face_down,
     CARA,
     {MOVE("bet"), STAND, LEAVE}},
    {"a bet left behind", "crane", a_bet_left_behind, CARA, {MOVE("bet"), STAND, LEAVE}},
    {"a bet face down, to a watcher", "crane", a_bet_face_down, DAVE, {0}},
    {"a bet, to a late watcher", "crane", a_bet_seen_late, DAVE, {0}},
    {"how the hand slips", "crane", a_hidden_slip, ANNA, {MOVE("grab"), STAND, LEAVE}},
    {0},
};
