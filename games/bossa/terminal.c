/* terminal.c: Bossa in the terminal: the two lines, both hands, and a list of legal moves, which
 * shrinks with every tile that is marked. */
#include <stdio.h>
#include <stdlib.h>

#include "terminal/face.h"
#include "words/words.h"

enum {
    COLOURS = 2,
    HAND_MAX = 8,
    LISTED_MAX = 512,
    PLACES_MAX = 16,
    LINE_ROWS = 5, /* of one line: its numbers and four rows of tiles */
    TILE_COLUMNS = 5,
    LIST_COLUMNS = 32,
};

/* ---- tiles ---- */

/* A tile in a hand, `[4|1]`: its white half and its black half. */
static void draw_tile(area a, int row, int column, const char *tile, bool marked)
{
    char white[8], black[8];
    snprintf(white, sizeof white, "[%c", tile[0] ? tile[0] : '?');
    snprintf(black, sizeof black, "%c]", tile[0] && tile[1] ? tile[1] : '?');
    draw_text(a, row, column, marked ? INK_DIE_KEPT : INK_DIE, white);
    draw_text(a, row, column + 2, INK_SOFT, draw_glyph(GLYPH_UPRIGHT));
    draw_text(a, row, column + 3, marked ? INK_DIE_KEPT : INK_DIE_BLACK, black);
}

/* A tile on the table, `41`, with a star if a chip lies on it. */
static void draw_laid(area a, int row, int column, const char *tile, bool chip)
{
    char half[2] = {tile[0], '\0'};
    draw_text(a, row, column, INK_DIE, half);
    half[0] = tile[0] ? tile[1] : '\0';
    draw_text(a, row, column + 1, INK_DIE_BLACK, half);
    if (chip)
        draw_text(a, row, column + 2, INK_ACCENT, "*");
}

static const json_t *hand_of(const scene *s, int seat)
{
    return look_in(look_at(look_in(s->view, "seats"), seat), "hand");
}

static const char *hand_tile(const scene *s, int seat, int i)
{
    const char *tile = json_string_value(look_at(hand_of(s, seat), i));
    return tile ? tile : "";
}

/* Does someone's chip lie on this tile? */
static bool has_chip(const scene *s, const char *tile)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (tile[0] && look_is(look_at(look_in(s->view, "seats"), seat), "chip_on", tile))
            return true;
    return false;
}

/* ---- what can be done ---- */

/* Is the tile part of the move? A star behind it marks the one under the chip. */
static bool uses(const char *move, const char *tile)
{
    for (const char *at = strchr(move, ' '); at && strlen(tile) == 2; at = strchr(at + 1, ' '))
        if (strncmp(at + 1, tile, 2) == 0 && (at[3] == '\0' || at[3] == ' ' || at[3] == '*'))
            return true;
    return false;
}

static bool fits_marks(const scene *s, const face_choice *c, const char *move)
{
    bool exchange = strncmp(move, "exchange ", 9) == 0;
    for (int i = 0; i < HAND_MAX; i++) {
        const char *tile = hand_tile(s, s->viewer, i);
        if (!(c->marked >> i & 1) || !tile[0])
            continue;
        if (exchange ? strncmp(move + 9, tile, 2) != 0 : !uses(move, tile))
            return false;
    }
    return true;
}

/* The moves that use all marked tiles; returns how many. */
static int list_moves(const scene *s, const face_choice *c, const char *out[LISTED_MAX])
{
    int count = 0;
    for (int i = 0; i < look_count(s->moves) && count < LISTED_MAX; i++) {
        const char *move = json_string_value(look_at(s->moves, i));
        if (move && fits_marks(s, c, move))
            out[count++] = move;
    }
    return count;
}

static int chosen_of(const face_choice *c, int count)
{
    return c->cursor < count ? c->cursor : count - 1;
}

/* `lay white 6 14* 20` in words. */
static void put_words(const scene *s, const char *move, kn_text *out)
{
    char kind[24] = "", line[24] = "", third[24] = "", text[SCENE_TEXT_MAX];
    int number = 0, used = 0;
    sscanf(move, "%23s %23s %23s", kind, line, third);
    sscanf(move, "%*s %*s %d %n", &number, &used);
    if (used > 0 && (strcmp(kind, "lay") == 0 || strcmp(kind, "stack") == 0)) {
        snprintf(text, sizeof text, kind[0] == 'l' ? _("lay %s %d: %s") : _("stack %s %d: %s"),
                 face_word(s, line), number, move + used);
    } else if (strcmp(kind, "redraw") == 0) {
        snprintf(text, sizeof text, _("redraw %s"), line);
    } else if (strcmp(kind, "exchange") == 0) {
        snprintf(text, sizeof text, _("exchange %s for %s"), line, third);
    } else if (strcmp(kind, "keep") == 0) {
        snprintf(text, sizeof text, _("keep the %s"), face_word(s, line));
    } else if (strcmp(kind, "start") == 0) {
        snprintf(text, sizeof text, "%s", _("go first"));
    } else {
        snprintf(text, sizeof text, _("take %s"), face_word(s, kind));
    }
    kn_put(out, text);
}

static void draw_list(const scene *s, const face_choice *c, area a)
{
    const char *moves[LISTED_MAX];
    int count = list_moves(s, c, moves), chosen = chosen_of(c, count);
    int first = chosen - a.height / 2;
    char words[SCENE_TEXT_MAX];
    first = first > count - a.height ? count - a.height : first;
    first = first < 0 ? 0 : first;
    if (count == 0)
        draw_wrapped(a, 0, INK_SOFT, _("These tiles cannot be played together."));
    for (int i = first; i < count && i - first < a.height; i++) {
        kn_text text = kn_text_on(words, sizeof words);
        put_words(s, moves[i], &text);
        draw_text(a, i - first, 0, INK_ACCENT, i == chosen ? draw_glyph(GLYPH_HERE) : " ");
        draw_padded(a, i - first, 2, a.width - 2, i == chosen ? INK_MARKED : INK_PLAIN, words);
        draw_spot(a, i - first, 0, 1, a.width, SCREEN_PICK + HAND_MAX + i);
    }
}

/* ---- the lines ---- */

/* A place of a line: its number, and what lies there. */
typedef struct {
    int value;
    bool die;
    const json_t *position, *end; /* laid already; or something may be laid there */
} place;

static int by_value(const void *a, const void *b)
{
    return ((const place *)a)->value - ((const place *)b)->value;
}

static int list_places(const json_t *line, place out[PLACES_MAX])
{
    int count = 0;
    json_t *one;
    size_t i;
    if (look_has(line, "die"))
        out[count++] = (place){.value = look_int(line, "die"), .die = true};
    json_array_foreach(look_in(line, "positions"), i, one)
    {
        if (count < PLACES_MAX)
            out[count++] = (place){.value = look_int(one, "value"), .position = one};
    }
    json_array_foreach(look_in(line, "ends"), i, one)
    {
        if (count < PLACES_MAX)
            out[count++] = (place){.value = look_int(one, "value"), .end = one};
    }
    qsort(out, (size_t)count, sizeof *out, by_value);
    return count;
}

/* Two tiles a row; what was stacked stands below what it lies on. */
static void draw_position(const scene *s, area a, int column, const json_t *position)
{
    json_t *layer, *tile;
    size_t i, j;
    int row = 1;
    json_array_foreach(look_in(position, "layers"), i, layer)
    {
        json_array_foreach(layer, j, tile)
        {
            const char *name = json_string_value(tile);
            if (name)
                draw_laid(a, row + (int)j / 2, column + (int)j % 2 * 3, name, has_chip(s, name));
        }
        row += (look_count(layer) + 1) / 2;
    }
}

/* How many tiles may be laid there: `1-2`. */
static void draw_end(area a, int column, const json_t *end)
{
    char text[24] = "";
    const json_t *counts = look_in(end, "counts");
    for (int i = 0; i < look_count(counts); i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%d", i > 0 ? "/" : "",
                 look_number(look_at(counts, i)));
    }
    draw_format(a, 1, column, INK_SOFT, "+%s", text);
}

static void draw_line(const scene *s, area a, int colour)
{
    const json_t *line = look_at(look_in(s->view, "lines"), colour);
    place places[PLACES_MAX];
    int count = list_places(line, places), owner = look_int(line, "owner") - 1;
    area label = area_take_left(&a, 12);
    int step = count > 0 && a.width / count < 10 ? a.width / count : 10;
    draw_text(label, 0, 0, INK_STRONG, face_word(s, look_text(line, "colour")));
    if (owner >= 0)
        draw_text(label, 1, 0, INK_SEAT + owner % KN_SEATS_MAX, scene_name(s, owner));
    for (int i = 0; i < count; i++) {
        int column = i * step;
        char number[16];
        snprintf(number, sizeof number, places[i].die ? "(%d)" : " %d ", places[i].value);
        draw_text(a, 0, column,
                  places[i].die   ? (colour == 0 ? INK_DIE : INK_DIE_BLACK)
                  : places[i].end ? INK_SOFT
                                  : INK_STRONG,
                  number);
        if (places[i].position)
            draw_position(s, a, column, places[i].position);
        else if (places[i].end)
            draw_end(a, column, places[i].end);
    }
}

/* ---- the hands ---- */

enum { MARKERS = 3, NAME_COLUMNS = 12 };
static const char *const markers[MARKERS] = {"redraw", "exchange", "stack"};

static int markers_width(const scene *s)
{
    int width = -1; /* no blank behind the last */
    for (int i = 0; i < MARKERS; i++)
        width += draw_width(face_word(s, markers[i])) + 2;
    return width;
}

static void draw_markers(const scene *s, area a, int row, int column, const json_t *seat)
{
    for (int i = 0; i < MARKERS; i++) {
        bool left = look_true(seat, markers[i]);
        const char *word = face_word(s, markers[i]);
        draw_text(a, row, column, left ? INK_GOOD : INK_SOFT,
                  left ? draw_glyph(GLYPH_DONE) : draw_glyph(GLYPH_DASH));
        draw_text(a, row, column + 1, left ? INK_PLAIN : INK_SOFT, word);
        column += draw_width(word) + 2;
    }
}

/* The chip, as long as it has not been used. */
static void draw_chip(const scene *s, area a, int row, const json_t *seat)
{
    bool used = look_has(seat, "chip_on");
    char words[64];
    if (!look_has(seat, "chip"))
        return;
    snprintf(words, sizeof words, "%s %s", draw_glyph(used ? GLYPH_DASH : GLYPH_DONE),
             face_word(s, look_text(seat, "chip")));
    draw_right(a, row, a.width - 1, used ? INK_SOFT : INK_ACCENT, words);
}

static void draw_hand(const scene *s, const face_choice *c, area a, int seat)
{
    const json_t *one = look_at(look_in(s->view, "seats"), seat);
    bool mine = seat == s->viewer && face_due(s), known = json_is_array(look_in(one, "hand"));
    int count = known ? look_count(look_in(one, "hand")) : look_int(one, "tiles");
    const char *drawn = look_text(s->view, "drawn");
    face_name(s, a, 0, 0, NAME_COLUMNS, seat);
    /* Where words are long, the blank between is what can be spared. */
    draw_markers(s, a, 0, NAME_COLUMNS + (NAME_COLUMNS + markers_width(s) < a.width), one);
    draw_chip(s, a, 2, one);
    for (int i = 0; i < count && i < HAND_MAX; i++) {
        int column = 2 + i * (TILE_COLUMNS + 1);
        const char *tile = known ? hand_tile(s, seat, i) : "";
        bool marked = mine && c->marked >> i & 1;
        draw_tile(a, 1, column, tile, marked);
        if (mine && known && look_is(s->view, "phase", "acting")) {
            draw_format(a, 2, column, marked ? INK_ACCENT : INK_SOFT, " %d%s", i + 1,
                        marked ? draw_glyph(GLYPH_DONE) : "");
            draw_spot(a, 1, column, 2, TILE_COLUMNS, SCREEN_PICK + i);
        }
        if (drawn[0] && strcmp(drawn, tile) == 0)
            draw_text(a, 2, column + 3, INK_ACCENT, draw_glyph(GLYPH_UP));
    }
}

/* ---- the table ---- */

static void draw_heading(const scene *s, area a)
{
    char words[160];
    const char *ending = look_text(s->view, "ending");
    snprintf(words, sizeof words, _("%d tiles in the pile"), look_int(s->view, "pile"));
    draw_right(a, 0, a.width, INK_SOFT, words);
    if (ending[0])
        draw_text(a, 0, 0, INK_STRONG, face_word(s, ending));
    else if (look_has(s->view, "tie"))
        draw_format(a, 0, 0, INK_SOFT, _("both dice showed %d: thrown again"),
                    look_int(s->view, "tie"));
}

/* ---- on a small screen: the lines as text, the hands, and the moves below ---- */

/* What lies at a place, `15,24/10`: tiles, and behind a stroke what is stacked on them. */
static void put_position(const scene *s, const json_t *position, kn_text *out)
{
    json_t *layer, *tile;
    size_t i, j;
    json_array_foreach(look_in(position, "layers"), i, layer)
    {
        kn_put(out, i > 0 ? "/" : "");
        json_array_foreach(layer, j, tile)
        {
            const char *name = json_string_value(tile);
            kn_put(out, j > 0 ? "," : "");
            kn_put(out, name ? name : "");
            kn_put(out, name && has_chip(s, name) ? "*" : "");
        }
    }
}

/* How many tiles may be laid there, `+1/2`. */
static void put_end(const json_t *end, kn_text *out)
{
    const json_t *counts = look_in(end, "counts");
    for (int i = 0; i < look_count(counts); i++) {
        kn_put(out, i > 0 ? "/" : "+");
        kn_put_int(out, look_number(look_at(counts, i)));
    }
}

/* A line in as many rows as it needs: its colour, whose it is, its places; returns how many. */
static int draw_small_line(const scene *s, area a, int row, int colour, bool shown)
{
    enum { GAP = 2 };
    const json_t *line = look_at(look_in(s->view, "lines"), colour);
    place places[PLACES_MAX];
    int count = list_places(line, places), owner = look_int(line, "owner") - 1, first = row;
    const char *label = face_word(s, look_text(line, "colour"));
    int column = draw_width(label) + 1;
    if (shown)
        draw_text(a, row, 0, INK_STRONG, label);
    if (owner >= 0) {
        if (shown)
            draw_text(a, row, column, INK_SEAT + owner % KN_SEATS_MAX, scene_name(s, owner));
        column += draw_width(scene_name(s, owner)) + GAP;
    }
    for (int i = 0; i < count; i++) {
        char number[16], lies[96];
        kn_text text = kn_text_on(lies, sizeof lies);
        snprintf(number, sizeof number, places[i].die ? "(%d)" : "%d:", places[i].value);
        if (places[i].position)
            put_position(s, places[i].position, &text);
        else if (places[i].end)
            put_end(places[i].end, &text);
        int width = draw_width(number) + draw_width(lies);
        if (column > 0 && column + width > a.width) {
            row++;
            column = 1;
        }
        if (shown) {
            draw_text(a, row, column,
                      places[i].die   ? (colour == 0 ? INK_DIE : INK_DIE_BLACK)
                      : places[i].end ? INK_SOFT
                                      : INK_STRONG,
                      number);
            draw_text(a, row, column + draw_width(number), places[i].end ? INK_SOFT : INK_PLAIN,
                      lies);
        }
        column += width + GAP;
    }
    return row - first + 1;
}

/* What is left of the special moves, as much of each word as there is room for. */
static void draw_small_markers(const scene *s, area a, const json_t *seat)
{
    int each = a.width / MARKERS;
    bool words = markers_width(s) <= a.width;
    for (int i = 0, column = 0; i < MARKERS; i++) {
        bool left = look_true(seat, markers[i]);
        const char *word = face_word(s, markers[i]);
        draw_text(a, 0, column, left ? INK_GOOD : INK_SOFT,
                  draw_glyph(left ? GLYPH_DONE : GLYPH_DASH));
        draw_text(area_part(a, 0, column + 1, 1, words ? a.width : each - 2), 0, 0,
                  left ? INK_PLAIN : INK_SOFT, word);
        column += words ? draw_width(word) + 2 : each;
    }
}

/* Two rows; a third one for the numbers of the tiles that can be marked. Returns how many. */
static int draw_small_hand(const scene *s, const face_choice *c, area a, int seat)
{
    enum { NAME = 11 };
    const json_t *one = look_at(look_in(s->view, "seats"), seat);
    bool known = json_is_array(look_in(one, "hand"));
    bool numbered =
        seat == s->viewer && face_due(s) && known && look_is(s->view, "phase", "acting");
    int count = known ? look_count(look_in(one, "hand")) : look_int(one, "tiles");
    count = count > HAND_MAX ? HAND_MAX : count;
    int step = 1 + count * (TILE_COLUMNS + 1) <= a.width ? TILE_COLUMNS + 1 : TILE_COLUMNS - 1;
    const char *drawn = look_text(s->view, "drawn");
    face_name(s, a, 0, 0, NAME, seat);
    draw_small_markers(s, area_part(a, 0, NAME + 1, 1, a.width - NAME - 1), one);
    for (int i = 0; i < count; i++) {
        int column = 1 + i * step;
        const char *tile = known ? hand_tile(s, seat, i) : "";
        bool marked = numbered && c->marked >> i & 1, fresh = drawn[0] && strcmp(drawn, tile) == 0;
        if (step > TILE_COLUMNS)
            draw_tile(a, 1, column, tile, marked);
        else
            draw_laid(a, 1, column, tile[0] ? tile : "??", false);
        if (numbered) {
            draw_format(a, 2, column, marked ? INK_ACCENT : INK_SOFT, "%d%s", i + 1,
                        marked  ? draw_glyph(GLYPH_DONE)
                        : fresh ? draw_glyph(GLYPH_UP)
                                : "");
            draw_spot(a, 1, column, 2, step, SCREEN_PICK + i);
        }
    }
    int used = 1 + count * step;
    draw_chip(s, area_part(a, numbered ? 2 : 1, used, 1, a.width - used), 0, one);
    return numbered ? 3 : 2;
}

static void draw_small(const scene *s, const face_choice *c, area a)
{
    enum { COLUMNS = 76 };
    a = area_middle(a, a.height, a.width > COLUMNS ? COLUMNS : a.width);
    a = area_part(a, 0, 1, a.height, a.width - 2);
    draw_heading(s, area_take_top(&a, 1));
    for (int colour = 0; colour < COLOURS; colour++) {
        int rows = draw_small_line(s, a, 0, colour, false);
        draw_small_line(s, area_take_top(&a, rows), 0, colour, true);
    }
    for (int seat = 0; seat < s->seats; seat++)
        area_take_top(&a, draw_small_hand(s, c, a, seat));
    if (face_due(s))
        draw_list(s, c, a);
}

static void draw(const scene *s, face_choice *c, area a)
{
    if (area_is_small(a)) {
        draw_small(s, c, a);
        return;
    }
    enum { HANDS_ROWS = 7, ROWS = 36, COLUMNS = 130 };
    a = area_middle(a, a.height > ROWS ? ROWS : a.height, a.width > COLUMNS ? COLUMNS : a.width);
    area hands = area_take_bottom(&a, a.height > 30 ? a.height / 2 : HANDS_ROWS);
    area list = area_take_right(&hands, LIST_COLUMNS + (hands.width > 100 ? 20 : 0));
    a = area_inside(a, a.height > 16 ? 1 : 0, 1);
    hands = area_part(hands, 0, 1, hands.height, hands.width - 1);
    draw_heading(s, area_take_top(&a, a.height > 13 ? 2 : 1));
    int rows = a.height / COLOURS < LINE_ROWS ? LINE_ROWS : a.height / COLOURS;
    for (int colour = 0; colour < COLOURS; colour++)
        draw_line(s, area_part(a, colour * rows, 0, rows, a.width), colour);
    draw_rule(hands, 0, INK_SOFT);
    int gap = hands.height > 10 ? 4 : 3;
    for (int seat = 0; seat < s->seats; seat++)
        draw_hand(s, c, area_part(hands, 1 + seat * gap, 0, 3, hands.width), seat);
    if (!face_due(s))
        return;
    draw_titled_frame(list, INK_SOFT, _("possible moves"));
    draw_list(s, c, area_inside(list, 1, 2));
}

/* ---- keys ---- */

static int keys(const scene *s, const face_choice *c, draw_key *out)
{
    int count = 0;
    if (!face_due(s))
        return 0;
    if (look_is(s->view, "phase", "acting")) {
        out[count++] = (draw_key){'1', "1-8", _("mark tiles")};
        if (c->marked)
            out[count++] = (draw_key){'0', "0", _("unmark")};
    }
    out[count++] = (draw_key){SCREEN_DOWN, screen_has_unicode() ? "↑↓" : "Up/Down", _("choose")};
    out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("play it")};
    return count;
}

static face_act do_chosen(const scene *s, const face_choice *c)
{
    const char *moves[LISTED_MAX];
    int count = list_moves(s, c, moves);
    return count > 0 ? face_move(s, "%s", moves[chosen_of(c, count)]) : face_chose;
}

static face_act key(const scene *s, face_choice *c, int pressed, int64_t at_ns)
{
    const char *moves[LISTED_MAX];
    int tile = face_pick(pressed, "12345678", HAND_MAX), count = list_moves(s, c, moves);
    (void)at_ns;
    if (!face_due(s))
        return face_nothing;
    if (tile >= 0 && look_is(s->view, "phase", "acting")) {
        if (hand_tile(s, s->viewer, tile)[0])
            c->marked ^= 1u << tile;
        c->cursor = 0;
        return face_chose;
    }
    if (pressed >= SCREEN_PICK + HAND_MAX && pressed < SCREEN_PICK + HAND_MAX + count) {
        bool again = chosen_of(c, count) == pressed - SCREEN_PICK - HAND_MAX;
        c->cursor = pressed - SCREEN_PICK - HAND_MAX;
        return again ? do_chosen(s, c) : face_chose;
    }
    switch (pressed) {
    case '0':
        c->marked = 0;
        c->cursor = 0;
        return face_chose;
    case SCREEN_UP:
        c->cursor = chosen_of(c, count) > 0 ? chosen_of(c, count) - 1 : 0;
        return face_chose;
    case SCREEN_DOWN:
        c->cursor = chosen_of(c, count) + 1 < count ? chosen_of(c, count) + 1 : c->cursor;
        return face_chose;
    case SCREEN_ENTER: return do_chosen(s, c);
    default: return face_nothing;
    }
}

/* Chips are chosen secretly. */
static face_secrecy secrecy(const scene *s)
{
    return look_is(s->view, "phase", "keeping") ? FACE_SECRET : FACE_AS_SEEN;
}

/* ---- words ---- */

static bool tell(const scene *s, const log_line *line, kn_text *out)
{
    char move[KN_MOVE_TEXT_MAX];
    if (face_hidden(line) || line->actor == KN_CHANCE) {
        for (size_t i = 0; i < line->move.length; i++)
            kn_put_char(out, line->move.at[i]);
        return true;
    }
    snprintf(move, sizeof move, "%.*s", (int)line->move.length, line->move.at);
    put_words(s, move, out);
    return true;
}

static const char *ask_dice(const scene *s)
{
    if (look_is(s->view, "phase", "throwing"))
        return _("What do the dice show, white first? (such as 5 2)");
    return _("Which tile was drawn? (white then black pips, such as 41)");
}

const face face_bossa = {
    .game = "bossa",
    .draw = draw,
    .keys = keys,
    .key = key,
    .secrecy = secrecy,
    .tell = tell,
    .ask_dice = ask_dice,
};
