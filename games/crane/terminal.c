/* terminal.c: Tactile Crane Championship in the terminal: the card, the deck from the side, bets.
 *
 * The challenger's screen is dark. A terminal does not report when a key is released, so one press
 * starts the hand and another stops it; the time between is the distance. */
#include <stdio.h>

#include "games/crane/rules.h"
#include "native/native.h"
#include "terminal/face.h"
#include "words/words.h"

enum {
    BETS = 3,
    UM_PER_MS = 8,    /* how fast the hand goes: four cards a second */
    UM_MOST = 400000, /* the rules take no more */
    GRIP_EVERY_MS = 150,
    UM_PER_ROW = 4000, /* of the deck as it is drawn: two cards */
    COUNT_MOST = 136,
};

static const char *const bets[BETS] = {"high", "low", "just"};

static bool in_phase(const scene *s, const char *phase)
{
    return look_is(s->view, "phase", phase);
}

static int challenger(const scene *s)
{
    return look_int(s->view, "turn") - 1;
}

static bool real_cards(const scene *s)
{
    return strcmp(scene_option(s, "hand"), "cards") == 0;
}

/* The player who grabs sees nothing from closing their eyes until the count. */
static bool is_dark(const scene *s)
{
    return s->playing && s->viewer == challenger(s) && !real_cards(s) &&
           (in_phase(s, "bets") || in_phase(s, "slip") || in_phase(s, "grab"));
}

static bool may_grab(const scene *s)
{
    return face_due(s) && in_phase(s, "grab");
}

static bool may_bet(const scene *s)
{
    return face_due(s) && in_phase(s, "bets");
}

static bool may_call(const scene *s)
{
    return s->playing && s->viewer != challenger(s) && !may_bet(s) &&
           (in_phase(s, "grab") || in_phase(s, "bets"));
}

static int travel_um(const face_choice *c, int64_t now_ns)
{
    double um = c->travel;
    if (c->began_ns)
        um += (double)(now_ns - c->began_ns) / 1e6 * UM_PER_MS;
    return um > UM_MOST ? UM_MOST : (int)um;
}

/* ---- what came of a turn: the same sentences as on the page ---- */

enum { PLACE_MAX = 160, SENTENCE_MAX = 400, ROUNDS = 2, TURNS_MOST = 100, TURNS_TOLD = 10 };

/* What stands in the places of a sentence: `{name}`, `{n}`. */
typedef struct {
    const char *name, *bet, *verdict, *names;
    int n, count, number, lost, back, cards, all;
} places;

static void put_place(kn_text *out, kn_slice place, const places *p)
{
    const struct {
        const char *place, *text;
        int number;
    } all[] = {
        {"name", p->name, 0},        {"bet", p->bet, 0},      {"verdict", p->verdict, 0},
        {"names", p->names, 0},      {"n", NULL, p->n},       {"count", NULL, p->count},
        {"number", NULL, p->number}, {"lost", NULL, p->lost}, {"back", NULL, p->back},
        {"cards", NULL, p->cards},   {"all", NULL, p->all},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (kn_slice_is(place, all[i].place)) {
            if (all[i].text)
                kn_put(out, all[i].text);
            else
                kn_put_int(out, all[i].number);
        }
}

/* The sentence, after a blank if another one stands before it; nothing if it does not fit. */
static void say(kn_text *out, const char *sentence, places p)
{
    char words[SENTENCE_MAX];
    kn_text text = kn_text_on(words, sizeof words);
    kn_slice rest = kn_slice_of(sentence), piece;
    while (kn_take_until(&rest, '{', &piece)) {
        kn_put_slice(&text, piece);
        if (kn_take_until(&rest, '}', &piece))
            put_place(&text, piece, &p);
    }
    kn_put_slice(&text, rest);
    if (text.cut || out->length + text.length + 2 > out->size)
        return;
    kn_put(out, out->length > 0 ? " " : "");
    kn_put(out, words);
}

static const char *verdict(const json_t *last)
{
    static char words[PLACE_MAX];
    kn_text text = kn_text_on(words, sizeof words);
    int off = look_int(last, "count") - look_int(look_in(last, "card"), "number");
    if (off == 0)
        say(&text, _("exactly right"), (places){0});
    else if (off < 0)
        say(&text, words_plural("one too few", "{n} too few", -off), (places){.n = -off});
    else
        say(&text, words_plural("one too many", "{n} too many", off), (places){.n = off});
    return words;
}

static places counted(const scene *s, const json_t *last)
{
    return (places){.name = scene_name(s, look_int(last, "seat") - 1),
                    .count = look_int(last, "count"),
                    .number = look_int(look_in(last, "card"), "number"),
                    .verdict = verdict(last)};
}

/* What the challenger gets, and where the other cards go. */
static void put_challenger(const scene *s, const json_t *last, kn_text *out)
{
    int seat = look_int(last, "seat") - 1;
    places p = counted(s, last);
    p.n = look_int(look_at(look_in(last, "seats"), seat), "got");
    p.lost = look_int(last, "jackpot_change");
    p.back = p.number;
    if (look_is(last, "right", "just"))
        say(out, _("All of them and a jackpot go to {name}: +{n}."), p);
    else if (look_is(last, "right", "high"))
        say(out,
            _("Too many: nothing for {name}. To a jackpot: {lost}; back into the deck: {back}."),
            p);
    else if (p.n > 0)
        say(out,
            _("For every missing card, one goes to a jackpot: {lost}. {name} keeps the rest: "
              "+{n}."),
            p);
    else
        say(out,
            _("At least as many are missing as were lifted: all go to a jackpot, none to {name}."),
            p);
}

/* Of two: a right bet is set aside, a wrong one returns. */
static void put_bet_of_two(const scene *s, const json_t *last, kn_text *out)
{
    for (int i = 0; i < s->seats; i++) {
        const json_t *one = look_at(look_in(last, "seats"), i);
        if (look_has(one, "bet"))
            say(out,
                look_true(one, "right") ? _("{name} bet on {bet}: right, so this bet is achieved.")
                                        : _("{name} bet on {bet}: wrong, so the bet card returns."),
                (places){.name = scene_name(s, i), .bet = face_word(s, look_text(one, "bet"))});
    }
}

/* Those whose bet was right, with what they got; or the others, with what they had bet. */
static int list_bets(const scene *s, const json_t *last, bool right, kn_text *out)
{
    int listed = 0;
    for (int i = 0; i < s->seats; i++) {
        const json_t *one = look_at(look_in(last, "seats"), i);
        if (!look_has(one, "bet") || look_true(one, "right") != right)
            continue;
        kn_put(out, listed++ > 0 ? _(", ") : "");
        kn_put(out, scene_name(s, i));
        kn_put(out, right ? " +" : " (");
        if (right)
            kn_put_int(out, look_int(one, "got"));
        else
            kn_put(out, face_word(s, look_text(one, "bet")));
        kn_put(out, right ? "" : ")");
    }
    return listed;
}

static void put_bets(const scene *s, const json_t *last, kn_text *out)
{
    char names[SENTENCE_MAX], wrong[SENTENCE_MAX];
    kn_text right = kn_text_on(names, sizeof names), others = kn_text_on(wrong, sizeof wrong);
    places p = {.names = names, .bet = face_word(s, look_text(last, "right"))};
    if (s->seats == 2) {
        put_bet_of_two(s, last, out);
        return;
    }
    if (list_bets(s, last, true, &right) == 0)
        say(out, _("Nobody bet on {bet}."), p);
    else
        say(out,
            look_is(last, "right", "just")
                ? _("{bet} was right and wins the other jackpot: {names}.")
                : _("{bet} was right: {names}."),
            p);
    p.names = wrong;
    if (list_bets(s, last, false, &others) > 0)
        say(out, _("Wrong: {names}."), p);
}

static void put_swaps(const scene *s, const json_t *upshot, kn_text *out)
{
    for (int i = 0; i < s->seats; i++) {
        int n = look_number(look_at(look_in(upshot, "swaps"), i));
        if (n > 0)
            say(out,
                words_plural("{name} swaps ten loose cards for a multiplier, which is worth ten.",
                             "{name} swaps loose cards for {n} multipliers, worth ten each.", n),
                (places){.name = scene_name(s, i), .n = n});
    }
}

static void put_tied(const scene *s, const json_t *upshot, kn_text *out)
{
    const json_t *tied = look_in(upshot, "tied");
    char names[SENTENCE_MAX];
    kn_text text = kn_text_on(names, sizeof names);
    for (int i = 0; i < look_count(tied); i++) {
        kn_put(&text, i > 0 ? _(", ") : "");
        kn_put(&text, scene_name(s, look_number(look_at(tied, i)) - 1));
    }
    if (look_count(tied) > 0)
        say(out, _("Tied for the most cards: {names}. Each of them takes one more turn."),
            (places){.names = names});
}

static void put_end(const json_t *upshot, kn_text *out)
{
    const char *ended = look_text(upshot, "ended");
    const struct {
        const char *key, *words;
    } all[] = {
        {"turns", _("The match is over: everyone has been the challenger twice.")},
        {"tie_break", _("The match is over: all who were tied have had one more turn.")},
        {"goal", _("The match is over: the bet goal is reached.")},
        {"cards", _("The match is over: someone holds 40 cards.")},
        {"deck", _("The match is over early: the deck has no card left to turn up.")},
        {"limit",
         _("The match is over: it ends after 100 turns, even if nobody has reached a goal.")},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(ended, all[i].key) == 0)
            say(out, all[i].words, (places){0});
}

/* What the house says came of an event; NULL: nothing. */
static const json_t *upshot_of(const scene *s, uint32_t number)
{
    json_t *upshots = look_in(s->table, "upshots"), *one;
    size_t i;
    json_array_foreach(upshots, i, one)
    {
        if (number > 0 && look_int(one, "event") == (int)number)
            return one;
    }
    return NULL;
}

static void put_upshot(const scene *s, const json_t *upshot, kn_text *out)
{
    const json_t *last = look_in(upshot, "last");
    if (look_true(upshot, "opened"))
        say(out, _("Nothing moves, and the turn is used up."), (places){0});
    if (json_is_object(last) && look_true(upshot, "settled")) {
        put_challenger(s, last, out);
        put_bets(s, last, out);
    }
    put_swaps(s, upshot, out);
    put_tied(s, upshot, out);
    put_end(upshot, out);
}

/* Turn 5 of 6; of two nobody knows how many there will be, until it has taken very long. */
static void put_turn(const scene *s, kn_text *out)
{
    const json_t *seats = look_in(s->view, "seats");
    places p = {.n = look_int(s->view, "turns") + 1, .all = ROUNDS * s->seats};
    int tied = 0;
    for (int i = 0; i < s->seats; i++)
        tied += look_true(look_at(seats, i), "tied");
    p.all += tied;
    if (s->seats > 2) {
        say(out, tied > 0 ? _("Tie-break: turn {n} of {all}") : _("Turn {n} of {all}"), p);
        return;
    }
    p.all = TURNS_MOST;
    say(out, p.n > TURNS_MOST - TURNS_TOLD ? _("Turn {n} of {all} at most") : _("Turn {n}"), p);
}

/* ---- the card ---- */

/* Digits of three columns and five rows, one bit a dot. */
static const uint16_t digits[10] = {075557, 026227, 071747, 071717, 055711,
                                    074717, 074757, 071111, 075757, 075717};

static void draw_digit(area a, int column, int digit)
{
    for (int row = 0; row < 5; row++)
        for (int i = 0; i < 3; i++)
            if (digits[digit] >> ((4 - row) * 3 + 2 - i) & 1)
                draw_text(a, row, column + 2 * i, INK_STRONG, screen_has_unicode() ? "██" : "##");
}

static void draw_number(area a, int number)
{
    enum { DIGIT = 7, MOST = 99 };
    number = number < 0 ? 0 : number > MOST ? MOST : number;
    int column = number >= 10 ? (a.width - 2 * DIGIT + 1) / 2 : (a.width - DIGIT + 1) / 2;
    if (number >= 10)
        draw_digit(a, column, number / 10 % 10);
    draw_digit(a, column + (number >= 10 ? DIGIT : 0), number % 10);
}

/* Four fingers, the one to be spared crossed out. */
static void draw_spared(area a, const char *finger)
{
    static const char *const order[] = {"little", "ring", "middle", "index"};
    for (int i = 0; i < 4; i++) {
        bool spared = strcmp(order[i], finger) == 0;
        draw_text(a, 0, (a.width - 7) / 2 + 2 * i, spared ? INK_BAD : INK_PLAIN,
                  spared ? "x" : draw_glyph(GLYPH_UPRIGHT));
    }
}

static void draw_card(const scene *s, area a)
{
    const json_t *card = look_in(s->view, "card");
    char words[96];
    draw_frame(a, INK_SOFT);
    if (!json_is_object(card))
        return;
    area inside = area_inside(a, 1, 1);
    draw_number(area_part(inside, 1, 0, 5, inside.width), look_int(card, "number"));
    draw_spared(area_part(inside, 7, 0, 1, inside.width), look_text(card, "finger"));
    snprintf(words, sizeof words, _("no %s"), face_word(s, look_text(card, "finger")));
    draw_centred(inside, 8, INK_BAD, words);
}

/* ---- the deck ---- */

/* From the side, with the part in the hand lifted a little. */
static void draw_deck(const scene *s, area a)
{
    enum { CARDS_PER_ROW = 12 };
    int rows = (look_int(s->view, "deck") + CARDS_PER_ROW - 1) / CARDS_PER_ROW;
    int held = s->grip_seat >= 0 && in_phase(s, "grab") ? s->grip_um / UM_PER_ROW + 1 : 0;
    char words[64];
    rows = rows > a.height - 3 ? a.height - 3 : rows;
    held = held > rows - 1 ? rows - 1 : held;
    for (int i = 0; i < rows; i++) {
        bool lifted = i >= rows - held;
        draw_run(a, a.height - 3 - i - lifted, lifted ? 2 : 0, a.width - 3,
                 lifted ? INK_ACCENT : INK_SOFT, GLYPH_CARDS);
    }
    snprintf(words, sizeof words, _("deck: %d"), look_int(s->view, "deck"));
    draw_text(a, a.height - 1, 0, INK_SOFT, words);
}

static void draw_jackpots(const scene *s, area a)
{
    const json_t *jackpots = look_in(s->view, "jackpots");
    for (int i = 0; i < look_count(jackpots); i++) {
        int cards = look_number(look_at(jackpots, i)), column = i * 16;
        draw_format(a, 0, column, INK_ACCENT, _("jackpot: %d"), cards);
        draw_run(a, 1, column, cards < 14 ? cards : 14, INK_ACCENT, GLYPH_CARDS);
    }
}

/* ---- the seats ---- */

static const char *bet_shown(const scene *s, const json_t *seat, int number)
{
    if (number == challenger(s))
        return s->playing ? _("challenger") : "";
    if (look_has(seat, "bet"))
        return face_word(s, look_text(seat, "bet"));
    return look_true(seat, "has_bet") ? _("has bet") : "";
}

/* In a game of two: which bets are achieved. */
static void put_achieved(const scene *s, const json_t *seat, char *out, size_t size)
{
    const json_t *achieved = look_in(seat, "achieved");
    out[0] = '\0';
    for (int i = 0; s->seats == 2 && i < BETS; i++)
        for (int n = look_int(achieved, bets[i]); n > 0 && n < 4; n--) {
            size_t length = strlen(out);
            snprintf(out + length, size - length, "%s%s ", draw_glyph(GLYPH_DONE),
                     face_word(s, bets[i]));
        }
}

/* Cards that are worth ten each. */
static void put_multipliers(int n, kn_text *out)
{
    if (n > 0)
        say(out, words_plural("one multiplier: {cards}", "{n} multipliers: {cards}", n),
            (places){.n = n, .cards = 10 * n});
}

/* Is what came of the last grab shown? */
static bool between_grabs(const scene *s)
{
    return !in_phase(s, "slip") && !in_phase(s, "grab") && !in_phase(s, "jackpot");
}

/* Why someone got what they got. */
static void put_judged(const scene *s, const json_t *last, kn_text *out)
{
    const char *bet = look_text(last, "bet");
    if (!bet[0] || !between_grabs(s))
        return;
    kn_put(out, out->length > 0 ? " " : "");
    say(out, look_true(last, "right") ? _("{bet} was right") : _("{bet} was wrong"),
        (places){.bet = face_word(s, bet)});
}

static void draw_seats(const scene *s, area a)
{
    char words[128];
    for (int i = 0; i < s->seats; i++) {
        const json_t *seat = look_at(look_in(s->view, "seats"), i);
        const json_t *last = look_at(look_in(look_in(s->view, "last"), "seats"), i);
        int row = (s->seats == 2 ? 3 : 2) * i, got = look_int(last, "got");
        kn_text text = kn_text_on(words, sizeof words);
        face_name(s, a, row, 0, 16, i);
        draw_format(a, row, 17, INK_STRONG, "%3d", look_int(seat, "total"));
        if (got > 0 && between_grabs(s))
            draw_format(a, row, 21, INK_GOOD, "+%d", got);
        draw_text(a, row, 26, INK_SOFT, bet_shown(s, seat, i));
        put_multipliers(look_int(seat, "multipliers"), &text);
        put_judged(s, last, &text);
        draw_text(a, row + 1, 2, INK_SOFT, words);
        put_achieved(s, seat, words, sizeof words);
        if (s->seats == 2)
            draw_text(a, row + 2, 2, INK_GOOD, words);
    }
}

/* ---- what came of it ---- */

/* What the last turn came to; below, if there is room, how the cards slipped. Returns how many rows
 * it takes. */
static int draw_last(const scene *s, area a)
{
    const json_t *last = look_in(s->view, "last");
    bool exact = look_is(last, "right", "just");
    char words[SENTENCE_MAX];
    kn_text text = kn_text_on(words, sizeof words);
    if (!json_is_object(last))
        return 0;
    say(&text, _("{name} has lifted {count} of {number}: {verdict}."), counted(s, last));
    int rows = draw_wrapped(a, 0, exact ? INK_GOOD : INK_PLAIN, words);
    text = kn_text_on(words, sizeof words);
    if (look_has(last, "jackpot"))
        put_challenger(s, last, &text);
    rows += draw_wrapped(a, rows, INK_PLAIN, words);
    if (look_has(last, "slip"))
        draw_format(a, rows, 0, INK_SOFT, _("slip %+.1f%%, hand %.1f mm"),
                    look_int(last, "slip") / 10.0 - 100, look_int(last, "travel_um") / 1000.0);
    return rows + look_has(last, "slip");
}

/* What ended the match, where the box with the result leaves it to be seen. */
static void draw_end(const scene *s, area a)
{
    const json_t *upshots = look_in(s->table, "upshots");
    char words[SENTENCE_MAX];
    kn_text text = kn_text_on(words, sizeof words);
    put_end(look_at(upshots, look_count(upshots) - 1), &text);
    if (text.length > 0)
        draw_wrapped(a, a.height - draw_wrapped_rows(a.width, words), INK_STRONG, words);
}

/* ---- choosing ---- */

static void draw_bets(const scene *s, const face_choice *c, area a)
{
    enum { BOX = 13, GAP = 2 };
    int step = a.width >= BETS * (BOX + GAP) - GAP ? BOX + GAP : a.width / BETS;
    int width = step < BOX ? step : BOX;
    const json_t *left = look_in(look_at(look_in(s->view, "seats"), s->viewer), "bet_cards");
    for (int i = 0; i < BETS; i++) {
        bool here = c->cursor == i, can = look_int(left, bets[i]) > 0;
        area box = area_part(a, 0, i * step, 3, width);
        char words[64];
        draw_frame(box, here ? INK_ACCENT : INK_SOFT);
        snprintf(words, sizeof words, "%s%d %s", here ? draw_glyph(GLYPH_HERE) : "", i + 1,
                 face_word(s, bets[i]));
        draw_centred(box, 1, !can ? INK_SOFT : here ? INK_MARKED : INK_STRONG, words);
        draw_spot(box, 0, 0, 3, width, SCREEN_PICK + i);
    }
}

static void draw_calls(const scene *s, area a)
{
    int first = s->call_count > a.height ? s->call_count - a.height : 0;
    for (int i = first; i < s->call_count; i++)
        draw_format(a, i - first, 0, INK_ACCENT, "%s: %s", s->calls[i].from, s->calls[i].text);
}

/* What was asked for, for those who want to be told again. */
static void draw_asked(const scene *s, const face_choice *c, area a, int row)
{
    const json_t *card = look_in(s->view, "card");
    char words[96], number[12];
    if (!c->kind) {
        draw_centred(a, row, INK_NIGHT, _("Press n to be told again what to lift."));
        return;
    }
    snprintf(number, sizeof number, "%d", look_int(card, "number"));
    snprintf(words, sizeof words, _("%s cards, no %s"), number,
             face_word(s, look_text(card, "finger")));
    draw_centred(a, row, INK_NIGHT, words);
}

/* Show only what the others call out. */
static void draw_dark(const scene *s, const face_choice *c, area a)
{
    area middle = area_middle(a, 12, 66);
    int calls = 7;
    draw_fill(a, INK_NIGHT);
    draw_centred(middle, 0, INK_NIGHT, _("Your eyes are closed."));
    draw_asked(s, c, middle, 6);
    if (may_grab(s)) {
        draw_centred(middle, 2, INK_NIGHT,
                     c->began_ns     ? _("The hand is moving.")
                     : c->travel > 0 ? _("The hand rests on the cards.")
                                     : _("The hand lies on top of the deck."));
        int row = 4;
        row += draw_wrapped_centred(middle, row, INK_NIGHT,
                                    _("Press Space to move it, Space again to stop."));
        row += draw_wrapped_centred(middle, row, INK_NIGHT,
                                    _("Enter lifts the cards, and that is final."));
        calls = row + 1;
    } else {
        draw_centred(middle, 2, INK_NIGHT, _("The others are betting."));
    }
    draw_calls(s, area_part(middle, calls, 4, 5, middle.width - 4));
}

static void draw_choice(const scene *s, const face_choice *c, area a)
{
    if (may_bet(s)) {
        draw_bets(s, c, a);
    } else if (may_grab(s) && real_cards(s)) {
        draw_format(a, 0, 0, INK_STRONG, _("How many cards were lifted? %d"), c->place);
    } else if (face_due(s) && in_phase(s, "jackpot")) {
        draw_text(a, 0, 0, INK_STRONG, _("Which jackpot?"));
    } else if (face_due(s) && in_phase(s, "eyes") && !real_cards(s)) {
        draw_wrapped(
            a, 0, INK_PLAIN,
            _("In the dark, Space moves your hand, Space again stops it, and Enter lifts."));
    } else {
        draw_calls(s, a);
    }
}

/* ---- on a small screen: number and seats above, then one row for the deck ---- */

/* The deck lying down: the part in the hand is marked. */
static void draw_small_deck(const scene *s, area a)
{
    enum { UM_PER_CARD = 2000 };
    const json_t *jackpots = look_in(s->view, "jackpots");
    int deck = look_int(s->view, "deck"), held = 0, width = a.width * deck / COUNT_MOST;
    char words[64];
    if (s->grip_seat >= 0 && in_phase(s, "grab"))
        held = s->grip_um / UM_PER_CARD * a.width / COUNT_MOST + 1;
    snprintf(words, sizeof words, _("deck: %d"), deck);
    draw_text(a, 0, 0, INK_SOFT, words);
    for (int i = 0, column = draw_width(words) + 2; i < look_count(jackpots); i++) {
        snprintf(words, sizeof words, _("jackpot: %d"), look_number(look_at(jackpots, i)));
        draw_text(a, 0, column, INK_ACCENT, words);
        column += draw_width(words) + 2;
    }
    draw_run(a, 1, 0, width, INK_SOFT, GLYPH_CARDS);
    draw_run(a, 1, 0, held < width ? held : width, INK_ACCENT, GLYPH_CARDS);
}

static void draw_small_seats(const scene *s, area a)
{
    enum { NAME = 11, TOTAL = 14, BET = 15 };
    int step = 2 * s->seats <= a.height ? 2 : 1;
    for (int i = 0; i < s->seats; i++) {
        const json_t *seat = look_at(look_in(s->view, "seats"), i);
        const json_t *last = look_at(look_in(look_in(s->view, "last"), "seats"), i);
        char words[128];
        int got = look_int(last, "got");
        face_name(s, a, i * step, 0, NAME, i);
        snprintf(words, sizeof words, "%d", look_int(seat, "total"));
        draw_right(a, i * step, TOTAL, INK_STRONG, words);
        if (got > 0 && !in_phase(s, "grab") && !in_phase(s, "bets"))
            draw_format(a, i * step, BET, INK_GOOD, "+%d", got);
        else
            draw_text(a, i * step, BET, INK_SOFT, bet_shown(s, seat, i));
        put_achieved(s, seat, words, sizeof words);
        if (step > 1 && words[0])
            draw_text(a, i * step + 1, 2, INK_GOOD, words);
        else if (step > 1 && look_int(seat, "multipliers") > 0)
            draw_format(a, i * step + 1, 2, INK_SOFT, _("%d multipliers"),
                        look_int(seat, "multipliers"));
    }
}

static void draw_small(const scene *s, const face_choice *c, area a)
{
    enum { CARD_COLUMNS = 15, CARD_ROWS = 7, DIGIT_ROWS = 5, COLUMNS = 60 };
    const json_t *card = look_in(s->view, "card");
    char words[96];
    a = area_middle(a, a.height, a.width > COLUMNS ? COLUMNS : a.width);
    a = area_part(a, 0, 1, a.height, a.width - 2);
    area upper = area_take_top(&a, CARD_ROWS), left = area_take_left(&upper, CARD_COLUMNS);
    if (json_is_object(card)) {
        draw_number(area_part(left, 0, 0, DIGIT_ROWS, left.width - 1), look_int(card, "number"));
        snprintf(words, sizeof words, _("no %s"), face_word(s, look_text(card, "finger")));
        draw_wrapped(area_part(left, DIGIT_ROWS, 0, CARD_ROWS - DIGIT_ROWS, left.width - 1), 0,
                     INK_BAD, words);
    }
    draw_small_seats(s, upper);
    draw_small_deck(s, area_take_top(&a, in_phase(s, "grab") ? 2 : 1)); /* a hand needs a deck */
    area_take_top(&a, draw_last(s, a));
    draw_choice(s, c, a);
}

static void draw(const scene *s, face_choice *c, area a)
{
    enum { CARD_COLUMNS = 21, CARD_ROWS = 12, DECK_COLUMNS = 18, UPPER = 12, ROWS = 22 };
    char words[64];
    kn_text text = kn_text_on(words, sizeof words);
    if (c->began_ns)
        c->wake_ns = native_steady_ns() + GRIP_EVERY_MS * 1000000LL;
    if (is_dark(s)) {
        draw_dark(s, c, a);
        return;
    }
    if (area_is_small(a)) {
        draw_small(s, c, a);
        return;
    }
    a = area_middle(a, a.height > ROWS ? ROWS : a.height, a.width > 100 ? 100 : a.width);
    area upper = area_take_top(&a, UPPER);
    area left = area_take_left(&upper, CARD_COLUMNS + 2);
    draw_card(s, area_part(left, 0, 1, CARD_ROWS - 1, CARD_COLUMNS));
    put_turn(s, &text);
    if (!s->over)
        draw_text(left, CARD_ROWS - 1, 2, INK_STRONG, words);
    draw_deck(s, area_part(area_take_left(&upper, DECK_COLUMNS + 1), 0, 1, UPPER, DECK_COLUMNS));
    draw_seats(s, area_part(upper, 0, 1, UPPER, upper.width - 1));
    a = area_inside(a, a.height > 10 ? 1 : 0, 1);
    if (s->over)
        draw_end(s, a);
    draw_jackpots(s, area_take_right(&a, 33));
    draw_last(s, area_take_top(&a, may_bet(s) ? 3 : 4));
    draw_choice(s, c, a);
}

/* ---- keys ---- */

static int bet_keys(draw_key *out)
{
    out[0] = (draw_key){SCREEN_RIGHT, screen_has_unicode() ? "←→" : "Arrows", _("bet")};
    out[1] = (draw_key){SCREEN_ENTER, "Enter", _("place it face down")};
    return 2;
}

static int grab_keys(const scene *s, const face_choice *c, draw_key *out)
{
    int count = 0;
    if (real_cards(s)) {
        out[count++] = (draw_key){'1', "0-9", _("cards")};
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("confirm")};
    } else {
        out[count++] = (draw_key){' ', _("Space"), c->began_ns ? _("stop") : _("move")};
        out[count++] = (draw_key){'r', "r", _("start over")};
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("lift")};
    }
    out[count++] = (draw_key){'o', "o", _("open your eyes: turn lost")};
    return count;
}

static int keys(const scene *s, const face_choice *c, draw_key *out)
{
    if (may_bet(s))
        return bet_keys(out);
    if (may_grab(s))
        return grab_keys(s, c, out);
    if (face_due(s) && in_phase(s, "eyes")) {
        out[0] = (draw_key){SCREEN_ENTER, "Enter", _("close your eyes")};
        return 1;
    }
    if (face_due(s) && in_phase(s, "jackpot")) {
        out[0] = (draw_key){'1', "1", _("left jackpot")};
        out[1] = (draw_key){'2', "2", _("right jackpot")};
        return 2;
    }
    if (!may_call(s))
        return 0;
    out[0] = (draw_key){'+', "+", _("call: more")};
    out[1] = (draw_key){'-', "-", _("less")};
    out[2] = (draw_key){'s', "s", _("stop")};
    out[3] = (draw_key){'x', "x", _("other words")};
    return 4;
}

static face_act choose_bet(const scene *s, face_choice *c, int pressed)
{
    int bet = face_pick(pressed, "123", BETS);
    if (bet >= 0) {
        bool again = c->cursor == bet && pressed >= SCREEN_PICK;
        c->cursor = bet;
        return again ? face_move(s, "bet %s", bets[bet]) : face_chose;
    }
    if (pressed == SCREEN_LEFT || pressed == SCREEN_RIGHT) {
        c->cursor = (c->cursor + (pressed == SCREEN_LEFT ? BETS - 1 : 1)) % BETS;
        return face_chose;
    }
    return pressed == SCREEN_ENTER ? face_move(s, "bet %s", bets[c->cursor]) : face_nothing;
}

static face_act count_cards(const scene *s, face_choice *c, int pressed)
{
    if (pressed >= '0' && pressed <= '9' && c->place * 10 + pressed - '0' <= COUNT_MOST)
        c->place = c->place * 10 + pressed - '0';
    else if (pressed == SCREEN_ERASE)
        c->place /= 10;
    else if (pressed == SCREEN_ENTER)
        return face_move(s, "count %d", c->place);
    else
        return face_nothing;
    return face_chose;
}

static face_act grip(const scene *s, const face_choice *c, int64_t at_ns)
{
    face_act act = {.what = FACE_GRIP, .seat = s->viewer, .after_ms = -1};
    act.um = travel_um(c, at_ns);
    return act;
}

static face_act move_hand(const scene *s, face_choice *c, int pressed, int64_t at_ns)
{
    switch (pressed) {
    case ' ':
        c->travel = travel_um(c, at_ns);
        c->began_ns = c->began_ns ? 0 : at_ns;
        return grip(s, c, at_ns);
    case 'r':
        c->travel = 0;
        c->began_ns = 0;
        return grip(s, c, at_ns);
    case SCREEN_ENTER: return face_move(s, "grab %d", travel_um(c, at_ns));
    default: return face_nothing;
    }
}

static face_act call(int pressed)
{
    face_act act = {.what = FACE_CALL, .after_ms = -1};
    const char *word = pressed == '+'   ? "more"
                       : pressed == '-' ? "less"
                       : pressed == 's' ? "stop"
                                        : "";
    if (pressed == 'x')
        act.what = FACE_TYPE;
    else if (!word[0])
        return face_nothing;
    snprintf(act.text, sizeof act.text, "%s", word);
    return act;
}

static face_act key(const scene *s, face_choice *c, int pressed, int64_t at_ns)
{
    if (is_dark(s) && pressed == 'n') {
        c->kind = !c->kind;
        return face_chose;
    }
    if (may_bet(s))
        return choose_bet(s, c, pressed);
    if (may_grab(s) && pressed == 'o')
        return face_move(s, "open");
    if (may_grab(s))
        return real_cards(s) ? count_cards(s, c, pressed) : move_hand(s, c, pressed, at_ns);
    if (face_due(s) && in_phase(s, "eyes") && (pressed == SCREEN_ENTER || pressed == ' '))
        return face_move(s, "close");
    if (face_due(s) && in_phase(s, "jackpot") && (pressed == '1' || pressed == '2'))
        return face_move(s, "jackpot %c", pressed);
    return may_call(s) ? call(pressed) : face_nothing;
}

/* While the hand moves, the audience watches. */
static face_act wake(const scene *s, face_choice *c, int64_t at_ns)
{
    return c->began_ns && may_grab(s) ? grip(s, c, at_ns) : face_chose;
}

/* Bets are secret; a dark screen hides nothing. */
static face_secrecy secrecy(const scene *s)
{
    return may_bet(s) ? FACE_SECRET : FACE_OPEN;
}

/* ---- words ---- */

static bool tell(const scene *s, const log_line *line, kn_text *out)
{
    char text[SCENE_TEXT_MAX], move[KN_MOVE_TEXT_MAX], word[24] = "", rest[40] = "";
    const json_t *upshot = upshot_of(s, line->number), *last = look_in(upshot, "last");
    kn_text lifted = kn_text_on(text, sizeof text);
    snprintf(move, sizeof move, "%.*s", (int)line->move.length, line->move.at);
    sscanf(move, "%23s %39s", word, rest);
    if (strcmp(word, "slip") == 0 || (line->actor == KN_CHANCE && face_hidden(line)))
        return false;
    if (face_hidden(line))
        snprintf(text, sizeof text, "%s", _("places a bet face down"));
    else if (line->actor == KN_CHANCE)
        snprintf(text, sizeof text, _("%s cards, no %s"), word, face_word(s, rest));
    else if (strcmp(word, "bet") == 0)
        snprintf(text, sizeof text, _("bets: %s"), face_word(s, rest));
    else if (json_is_object(last) && strcmp(word, "jackpot") != 0)
        say(&lifted, _("lifts {count} of {number}: {verdict}."), counted(s, last));
    else if (strcmp(word, "grab") == 0)
        snprintf(text, sizeof text, "%s", _("lifts"));
    else if (strcmp(word, "count") == 0)
        snprintf(text, sizeof text, _("lifted %s cards"), rest);
    else if (strcmp(word, "jackpot") == 0)
        snprintf(text, sizeof text, "%s",
                 strcmp(rest, "1") == 0 ? _("chooses the left jackpot")
                                        : _("chooses the right jackpot"));
    else
        snprintf(text, sizeof text, "%s",
                 strcmp(word, "close") == 0 ? _("closes their eyes") : _("opens their eyes"));
    kn_put(out, text);
    if (upshot && strcmp(word, "jackpot") == 0)
        kn_put(out, ":");
    put_upshot(s, upshot, out);
    return true;
}

static const char *ask_dice(const scene *s)
{
    (void)s;
    return _("Which card was turned up? (such as 10 index; or middle, ring, little)");
}

/* ---- the hand, for an evening ---- */

/* A turn is counted when its grab is, and used up: the last grab is then another one. */
static bool is_counted(const kn_event *event)
{
    kn_move tag = event->move & ~(kn_move)CRANE_TAG_NUMBER;
    return event->actor < KN_SEATS_MAX && (tag == CRANE_TRAVEL || tag == CRANE_COUNT);
}

static int hand(const table *t, int seat, int *values, int most)
{
    table_state state;
    kn_event event;
    int count = 0;
    table_state_after(t, 0, &state);
    for (uint32_t number = 1; number <= t->log.count && count < most; number++) {
        const crane_state *s = (const crane_state *)&state;
        if (!table_event(t, number, &state, &event))
            continue;
        crane_game.apply(&state, &event);
        int off = s->last.count - crane_number(s->last.card);
        if (is_counted(&event) && s->last.challenger == seat)
            values[count++] = off < 0 ? -off : off;
    }
    return count;
}

const face face_crane = {
    .game = "crane",
    .draw = draw,
    .keys = keys,
    .key = key,
    .wake = wake,
    .dark = is_dark,
    .secrecy = secrecy,
    .tell = tell,
    .ask_dice = ask_dice,
    .hand = hand,
    .hand_kind = FACE_STEADY,
};
