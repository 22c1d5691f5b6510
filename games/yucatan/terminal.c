/* terminal.c: Yu-C-A-Tan in the terminal: fourteen cards, the last throw, the sheet. */
#include <stdio.h>
#include <stdlib.h>

#include "terminal/face.h"
#include "words/words.h"

enum {
    CARDS = 14,
    FIRST_ROW = 8, /* cards in the upper row; the numbers lie below */
    DICE = 12,
    CARD_COLUMNS = 9,
    CARD_ROWS = 4, /* and a row for its name */
    STEP = CARD_COLUMNS + 1,
};

static bool may_pick(const scene *s)
{
    return face_due(s);
}

static json_t *card_at(const scene *s, int i)
{
    return look_at(look_in(s->view, "cards"), i);
}

/* The card pointed at: the next one from the cursor on that is free. */
static int card_chosen(const scene *s, const face_choice *c)
{
    for (int i = 0; i < CARDS; i++) {
        int card = (c->cursor + i) % CARDS;
        if (card_at(s, card) && !look_true(card_at(s, card), "used"))
            return card;
    }
    return -1;
}

/* ---- dice ---- */

static const json_t *side_at(const scene *s, int number)
{
    return look_at(look_in(s->view, "faces"), number - 1);
}

static const char *shape_glyph(const char *shape)
{
    return draw_glyph(strcmp(shape, "circle") == 0   ? GLYPH_CIRCLE
                      : strcmp(shape, "square") == 0 ? GLYPH_SQUARE
                                                     : GLYPH_CROSS);
}

/* Does a die that shows this number fit the card of that name? */
static bool fits(const scene *s, int number, const char *card)
{
    if (strcmp(card, "odd") == 0 || strcmp(card, "even") == 0)
        return number % 2 == (card[0] == 'o');
    return atoi(card) == number || look_is(side_at(s, number), "shape", card) ||
           look_is(side_at(s, number), "colour", card);
}

/* Number, shape and the first letter of the colour: `4●r`. */
static void put_die(const scene *s, int number, char *text, size_t size)
{
    const json_t *side = side_at(s, number);
    snprintf(text, size, "%d%s%.1s", number, shape_glyph(look_text(side, "shape")),
             look_text(side, "colour"));
}

static void draw_one_die(const scene *s, area a, int row, int column, int number, bool fitting)
{
    char text[24];
    put_die(s, number, text, sizeof text);
    draw_small_die(a, row, column, text, fitting ? INK_DIE_KEPT : INK_DIE);
}

static void put_last_throw(const scene *s, const json_t *last, char *words, size_t size)
{
    snprintf(words, size,
             look_true(last, "dash") ? _("%s threw for %s: no die fits")
                                     : _("%s threw for %s: %d fit"),
             scene_name(s, look_int(last, "seat") - 1), face_word(s, look_text(last, "card")),
             look_int(last, "fits"));
}

static void draw_last_throw(const scene *s, face_choice *c, area a)
{
    const json_t *last = look_in(s->view, "last");
    const char *card = look_text(last, "card");
    char words[160];
    int column = 0;
    if (!json_is_object(last))
        return;
    put_last_throw(s, last, words, sizeof words);
    draw_text(a, 0, 0, look_true(last, "dash") ? INK_BAD : INK_SOFT, words);
    for (int i = 0; i < DICE; i++) {
        int number = look_number(look_at(look_in(last, "dice"), i));
        if (number < 1 || number > 6)
            continue;
        int shown = face_tumbling(c, i, number);
        draw_one_die(s, a, 1, column, shown, shown == number && fits(s, number, card));
        column += SMALL_DIE_COLUMNS + 1;
    }
}

/* ---- cards ---- */

static ink colour_ink(const char *name)
{
    return strcmp(name, "red") == 0      ? INK_RED
           : strcmp(name, "blue") == 0   ? INK_BLUE
           : strcmp(name, "orange") == 0 ? INK_ORANGE
                                         : INK_STRONG;
}

/* What the card wants, as a picture. */
static const char *card_picture(const char *name)
{
    if (strcmp(name, "odd") == 0)
        return "1 3 5";
    if (strcmp(name, "even") == 0)
        return "2 4 6";
    if (strcmp(name, "circle") == 0 || strcmp(name, "square") == 0 || strcmp(name, "cross") == 0)
        return shape_glyph(name);
    if (strcmp(name, "red") == 0 || strcmp(name, "blue") == 0 || strcmp(name, "orange") == 0)
        return draw_glyph(GLYPH_FULL);
    return name;
}

static void draw_card(const scene *s, area a, int i, bool chosen)
{
    const json_t *card = card_at(s, i);
    const char *name = look_text(card, "name");
    int dice = look_count(look_in(card, "dice")), worth = look_int(card, "worth");
    int row = i < FIRST_ROW ? 0 : CARD_ROWS + 1,
        column = (i < FIRST_ROW ? i : i - FIRST_ROW) * STEP;
    area box = area_part(a, row, column, CARD_ROWS + 1, CARD_COLUMNS);
    area frame = area_part(box, 0, 0, CARD_ROWS, CARD_COLUMNS);
    bool used = look_true(card, "used");
    char text[64];
    draw_frame(frame, chosen ? INK_ACCENT : INK_SOFT);
    draw_centred(frame, 1, used && dice == 0 ? INK_SOFT : colour_ink(name), card_picture(name));
    snprintf(text, sizeof text, dice ? "%d=%lld" : "+%d", dice ? dice : worth,
             (long long)dice * worth);
    draw_centred(frame, 2, dice ? INK_ACCENT : INK_SOFT, used && !dice ? "" : text);
    snprintf(text, sizeof text, "%s%s", chosen ? draw_glyph(GLYPH_HERE) : "", face_word(s, name));
    draw_centred(box, CARD_ROWS, chosen ? INK_MARKED : used ? INK_SOFT : INK_PLAIN, text);
    if (!used)
        draw_spot(box, 0, 0, box.height, box.width, SCREEN_PICK + i);
}

/* ---- the sheet ---- */

static void draw_round(const scene *s, area a, int row, int column, const json_t *points)
{
    char text[16];
    (void)s;
    if (json_is_null(points))
        draw_right(a, row, column, INK_SOFT, draw_glyph(GLYPH_EMPTY));
    else if (json_integer_value(points) == 0)
        draw_right(a, row, column, INK_BAD, draw_glyph(GLYPH_DASH));
    else {
        snprintf(text, sizeof text, "%d", look_number(points));
        draw_right(a, row, column, INK_PLAIN, text);
    }
}

/* Rounds are shown if there is room, the total always. */
static void draw_sheet(const scene *s, area a)
{
    char text[16];
    int rounds = look_int(s->view, "rounds");
    int name = a.width - 4 > 14 ? 14 : a.width - 4;
    int shown = (a.width - name - 5) / 4;
    int first = rounds > shown ? rounds - shown : 0;
    for (int seat = 0; seat < s->seats; seat++) {
        const json_t *one = look_at(look_in(s->view, "seats"), seat);
        face_name(s, a, seat, 0, name, seat);
        for (int round = first; shown > 0 && round < rounds; round++)
            draw_round(s, a, seat, name + 4 * (round - first + 1),
                       look_at(look_in(one, "sheet"), round));
        snprintf(text, sizeof text, "%d", look_int(one, "total"));
        draw_right(a, seat, a.width, INK_STRONG, text);
    }
}

/* In two columns, without rounds, if there are too few rows. */
static void draw_small_sheet(const scene *s, area a)
{
    if (s->seats <= a.height) {
        draw_sheet(s, a);
        return;
    }
    for (int seat = 0; seat < s->seats; seat++) {
        area part = area_part(a, seat / 2, seat % 2 * (a.width / 2), 1, a.width / 2 - 1);
        char text[16];
        snprintf(text, sizeof text, "%d",
                 look_int(look_at(look_in(s->view, "seats"), seat), "total"));
        face_name(s, part, 0, 0, part.width - 4, seat);
        draw_right(part, 0, part.width, INK_STRONG, text);
    }
}

/* ---- the table ---- */

/* In one row, or in two. */
static void draw_heading(const scene *s, area a)
{
    int points = look_int(s->view, "points"), turn = look_int(s->view, "turn") - 1;
    int dice = 0;
    char words[160];
    for (int i = 0; i < DICE; i++)
        dice += !look_has(look_at(look_in(s->view, "dice"), i), "card");
    snprintf(words, sizeof words, _("round %d of %d"), look_int(s->view, "round"),
             look_int(s->view, "rounds"));
    draw_right(a, 0, a.width, INK_SOFT, words);
    if (s->over || turn < 0)
        return;
    draw_text(a, 0, 0, INK_SEAT + turn % KN_SEATS_MAX, scene_name(s, turn));
    snprintf(words, sizeof words, _("%d points on the cards, %d dice left"), points, dice);
    draw_text(a, a.height > 1, a.height > 1 ? 0 : draw_width(scene_name(s, turn)) + 2,
              points ? INK_STRONG : INK_SOFT, words);
}

/* ---- on a small screen: the cards as a list in columns ---- */

enum { SMALL_ACROSS = 3 };

static void draw_small_card(const scene *s, area a, int i, bool chosen)
{
    const json_t *card = card_at(s, i);
    const char *name = look_text(card, "name"), *picture = card_picture(name);
    int dice = look_count(look_in(card, "dice")), worth = look_int(card, "worth");
    bool used = look_true(card, "used"), shape = strcmp(picture, shape_glyph(name)) == 0;
    char text[64];
    snprintf(text, sizeof text, dice ? "%d=%lld" : "+%d", dice ? dice : worth,
             (long long)dice * worth);
    int value = used && !dice ? 0 : draw_width(text);
    draw_text(a, 0, 0, INK_ACCENT, chosen ? draw_glyph(GLYPH_HERE) : " ");
    draw_right(a, 0, a.width - 1, dice ? INK_ACCENT : INK_SOFT, value ? text : "");
    snprintf(text, sizeof text, "%s%s", shape && picture[0] != '+' ? picture : "",
             face_word(s, name));
    draw_text(area_part(a, 0, 1, 1, a.width - 3 - value), 0, 0,
              chosen ? INK_MARKED
              : used ? INK_SOFT
                     : colour_ink(name),
              text);
    if (!used)
        draw_spot(a, 0, 0, 1, a.width, SCREEN_PICK + i);
}

/* The last throw: a sentence, and below it the dice, as many in a row as there is room for. */
static int draw_small_throw(const scene *s, face_choice *c, area a)
{
    enum { EACH = 4 };
    const json_t *last = look_in(s->view, "last");
    const char *card = look_text(last, "card");
    int column = 0, row = 1, across = a.width / EACH;
    char words[160], text[24];
    if (!json_is_object(last))
        return 0;
    put_last_throw(s, last, words, sizeof words);
    draw_text(a, 0, 0, look_true(last, "dash") ? INK_BAD : INK_SOFT, words);
    for (int i = 0; i < DICE; i++) {
        int number = look_number(look_at(look_in(last, "dice"), i));
        if (number < 1 || number > 6)
            continue;
        if (column == across) {
            column = 0;
            row++;
        }
        int shown = face_tumbling(c, i, number);
        put_die(s, shown, text, sizeof text);
        draw_text(a, row, EACH * column++,
                  shown == number && fits(s, number, card) ? INK_DIE_KEPT : INK_DIE, text);
    }
    return row + 1;
}

static void draw_small(const scene *s, face_choice *c, area a)
{
    enum { COLUMNS = 60, ROWS = (CARDS + SMALL_ACROSS - 1) / SMALL_ACROSS };
    a = area_middle(a, a.height, a.width > COLUMNS ? COLUMNS : a.width);
    int chosen = may_pick(s) ? card_chosen(s, c) : -1, width = a.width / SMALL_ACROSS;
    c->place = SMALL_ACROSS;
    draw_heading(s, area_take_top(&a, 2));
    area cards = area_take_top(&a, ROWS);
    for (int i = 0; i < CARDS; i++)
        draw_small_card(s, area_part(cards, i / SMALL_ACROSS, i % SMALL_ACROSS * width, 1, width),
                        i, i == chosen);
    area_take_top(&a, draw_small_throw(s, c, a));
    draw_small_sheet(s, a);
}

static void draw(const scene *s, face_choice *c, area a)
{
    enum { COLUMNS = FIRST_ROW * STEP - 1, ROWS = 19 };
    if (area_is_small(a)) {
        draw_small(s, c, a);
        return;
    }
    c->place = 0;
    int chosen = may_pick(s) ? card_chosen(s, c) : -1, numbers = CARDS - FIRST_ROW;
    bool tall = a.height >= ROWS + KN_SEATS_MAX + 2;
    area felt = area_middle(a, tall ? ROWS + KN_SEATS_MAX : a.height, COLUMNS);
    draw_heading(s, area_part(felt, 0, 0, 1, COLUMNS));
    area cards = area_part(felt, 1, 0, 2 * (CARD_ROWS + 1), COLUMNS);
    for (int i = 0; i < CARDS; i++)
        draw_card(s, cards, i, i == chosen);
    if (tall) {
        draw_sheet(s, area_part(felt, ROWS, 0, s->seats, COLUMNS));
    } else {
        area beside = area_part(cards, CARD_ROWS + 1, numbers * STEP, CARD_ROWS + 1, COLUMNS);
        draw_sheet(s, beside);
    }
    draw_last_throw(s, c, area_part(felt, 2 * (CARD_ROWS + 1) + 2, 0, 4, COLUMNS));
}

/* ---- keys ---- */

static bool may_stop(const scene *s)
{
    return face_due(s) && look_is(s->view, "phase", "deciding");
}

static int keys(const scene *s, const face_choice *c, draw_key *out)
{
    int count = 0, chosen = card_chosen(s, c);
    if (!face_due(s))
        return 0;
    out[count++] = (draw_key){SCREEN_RIGHT, screen_has_unicode() ? "←↑↓→" : "Arrows", _("card")};
    out[count++] = (draw_key){'1', "1-6", _("number")};
    if (chosen >= 0)
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("throw for it")};
    if (may_stop(s))
        out[count++] = (draw_key){'s', "s", _("stop and score")};
    return count;
}

/* To the next free card in that direction. */
static void step(const scene *s, face_choice *c, int by)
{
    int card = card_chosen(s, c);
    for (int i = 0; card >= 0 && i < CARDS; i++) {
        card = (card + by + CARDS) % CARDS;
        if (!look_true(card_at(s, card), "used"))
            break;
    }
    c->cursor = card < 0 ? 0 : card;
}

/* On a small screen: to the next free card of the same column. */
static void change_small_row(const scene *s, face_choice *c, int by)
{
    int card = card_chosen(s, c), across = c->place, rows = (CARDS + across - 1) / across;
    for (int i = 1; card >= 0 && i < rows; i++) {
        int next = ((card / across + by * i + 2 * rows) % rows) * across + card % across;
        if (next < CARDS && !look_true(card_at(s, next), "used")) {
            c->cursor = next;
            return;
        }
    }
}

/* Between the rows, to the card nearest by. */
static void change_row(const scene *s, face_choice *c)
{
    int card = card_chosen(s, c), column = card < FIRST_ROW ? card : card - FIRST_ROW;
    int first = card < FIRST_ROW ? FIRST_ROW : 0,
        count = card < FIRST_ROW ? CARDS - FIRST_ROW : FIRST_ROW;
    int best = -1;
    for (int i = 0; i < count; i++)
        if (!look_true(card_at(s, first + i), "used") &&
            (best < 0 || abs(i - column) < abs(best - column)))
            best = i;
    if (best >= 0)
        c->cursor = first + best;
}

static face_act pick(const scene *s, int card)
{
    if (card < 0 || look_true(card_at(s, card), "used"))
        return face_nothing;
    return face_move(s, "pick %s", look_text(card_at(s, card), "name"));
}

static face_act key(const scene *s, face_choice *c, int pressed, int64_t at_ns)
{
    int number = face_pick(pressed, "123456", 6);
    (void)at_ns;
    c->began_ns = 0;
    if (!face_due(s))
        return face_nothing;
    if (pressed >= SCREEN_PICK && pressed < SCREEN_PICK + CARDS) {
        bool again = card_chosen(s, c) == pressed - SCREEN_PICK;
        c->cursor = pressed - SCREEN_PICK;
        return again ? pick(s, c->cursor) : face_chose;
    }
    if (number >= 0) {
        c->cursor = FIRST_ROW + number;
        return face_chose;
    }
    switch (pressed) {
    case SCREEN_LEFT: step(s, c, -1); return face_chose;
    case SCREEN_RIGHT: step(s, c, 1); return face_chose;
    case SCREEN_UP:
    case SCREEN_DOWN:
        if (c->place) /* columns, as drawn */
            change_small_row(s, c, pressed == SCREEN_UP ? -1 : 1);
        else
            change_row(s, c);
        return face_chose;
    case SCREEN_ENTER: return pick(s, card_chosen(s, c));
    case 's': return may_stop(s) ? face_move(s, "stop") : face_nothing;
    default: return face_nothing;
    }
}

static void carry(const scene *s, const face_choice *before, face_choice *now)
{
    now->cursor = before->cursor;
    if (look_has(s->view, "last"))
        face_begin_tumble(s, now);
}

/* ---- words ---- */

static bool tell(const scene *s, const log_line *line, kn_text *out)
{
    char text[SCENE_TEXT_MAX], move[KN_MOVE_TEXT_MAX];
    snprintf(move, sizeof move, "%.*s", (int)line->move.length, line->move.at);
    if (line->actor == KN_CHANCE)
        snprintf(text, sizeof text, "%s", move);
    else if (strncmp(move, "pick ", 5) == 0)
        snprintf(text, sizeof text, _("throws for %s"), face_word(s, move + 5));
    else
        snprintf(text, sizeof text, "%s", _("stops"));
    kn_put(out, text);
    return true;
}

static const char *ask_dice(const scene *s)
{
    (void)s;
    return _("What do the real dice show? (such as 4 1 6 6 …)");
}

const face face_yucatan = {
    .game = "yucatan",
    .draw = draw,
    .keys = keys,
    .key = key,
    .carry = carry,
    .tell = tell,
    .ask_dice = ask_dice,
};
