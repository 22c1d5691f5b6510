/* terminal.c: Tactile Crane Championship in the terminal: the card, the deck from the side, bets.
 *
 * The challenger's screen is dark. A terminal does not report when a key is released, so one press
 * starts the hand and another stops it; the time between is the distance. */
#include <stdio.h>

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

static void draw_seats(const scene *s, area a)
{
    char words[128];
    for (int i = 0; i < s->seats; i++) {
        const json_t *seat = look_at(look_in(s->view, "seats"), i);
        const json_t *last = look_at(look_in(look_in(s->view, "last"), "seats"), i);
        int row = 2 * i, got = look_int(last, "got");
        face_name(s, a, row, 0, 16, i);
        snprintf(words, sizeof words, "%d", look_int(seat, "total"));
        draw_right(a, row, 20, INK_STRONG, words);
        if (got > 0 && !in_phase(s, "grab") && !in_phase(s, "bets"))
            draw_format(a, row, 21, INK_GOOD, "+%d", got);
        draw_text(a, row, 26, INK_SOFT, bet_shown(s, seat, i));
        put_achieved(s, seat, words, sizeof words);
        if (look_int(seat, "multipliers") > 0)
            draw_format(a, row + 1, 2, INK_SOFT, _("%d multipliers"),
                        look_int(seat, "multipliers"));
        draw_text(a, row + 1, 18, INK_GOOD, words);
    }
}

/* ---- what came of it ---- */

/* Returns how many rows it takes. */
static int draw_last(const scene *s, area a)
{
    const json_t *last = look_in(s->view, "last"), *card = look_in(last, "card");
    int count = look_int(last, "count"), number = look_int(card, "number");
    char words[200];
    if (!json_is_object(last))
        return 0;
    snprintf(words, sizeof words,
             count == number  ? _("%s lifted %d of %d: exactly right!")
             : count < number ? _("%s lifted %d of %d: too few.")
                              : _("%s lifted %d of %d: too many."),
             scene_name(s, look_int(last, "seat") - 1), count, number);
    int rows = draw_wrapped(a, 0, count == number ? INK_GOOD : INK_PLAIN, words);
    if (look_has(last, "slip"))
        draw_format(a, rows, 0, INK_SOFT, _("slip %+.1f%%, hand %.1f mm"),
                    look_int(last, "slip") / 10.0 - 100, look_int(last, "travel_um") / 1000.0);
    return rows + look_has(last, "slip");
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

/* Show only what the others call out. */
static void draw_dark(const scene *s, const face_choice *c, area a)
{
    area middle = area_middle(a, 12, 66);
    int calls = 7;
    draw_fill(a, INK_NIGHT);
    draw_centred(middle, 0, INK_NIGHT, _("Your eyes are closed."));
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
    draw_card(
        s, area_part(area_take_left(&upper, CARD_COLUMNS + 2), 0, 1, CARD_ROWS - 1, CARD_COLUMNS));
    draw_deck(s, area_part(area_take_left(&upper, DECK_COLUMNS + 1), 0, 1, UPPER, DECK_COLUMNS));
    draw_seats(s, area_part(upper, 0, 1, UPPER, upper.width - 1));
    a = area_inside(a, a.height > 10 ? 1 : 0, 1);
    draw_jackpots(s, area_take_right(&a, 33));
    draw_last(s, area_take_top(&a, 3));
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
    return true;
}

static const char *ask_dice(const scene *s)
{
    (void)s;
    return _("Which card was turned up? (such as 10 index; or middle, ring, little)");
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
};
