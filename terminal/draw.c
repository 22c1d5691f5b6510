/* draw.c: drawing on the screen. See draw.h.
 *
 * All text passes through `read_cells`: it turns UTF-8 into columns, drops what would move the
 * cursor or reverse the writing (texts may come from strangers), and folds letters to ASCII on a
 * plain screen. */
#define _XOPEN_SOURCE 700
#include "terminal/draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "words/fold.h"

enum { TEXT_MAX = 4096 };

/* ---- areas ---- */

area area_screen(void)
{
    return (area){0, 0, screen_rows(), screen_columns()};
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

area area_part(area a, int row, int column, int height, int width)
{
    int top = clamp(row, 0, a.height), left = clamp(column, 0, a.width);
    return (area){a.top + top, a.left + left, clamp(height, 0, a.height - top),
                  clamp(width, 0, a.width - left)};
}

area area_inside(area a, int rows, int columns)
{
    return area_part(a, rows, columns, a.height - 2 * rows, a.width - 2 * columns);
}

area area_take_top(area *rest, int rows)
{
    area taken = area_part(*rest, 0, 0, rows, rest->width);
    *rest = area_part(*rest, taken.height, 0, rest->height, rest->width);
    return taken;
}

area area_take_bottom(area *rest, int rows)
{
    area taken = area_part(*rest, rest->height - rows, 0, rows, rest->width);
    rest->height -= taken.height;
    return taken;
}

area area_take_left(area *rest, int columns)
{
    area taken = area_part(*rest, 0, 0, rest->height, columns);
    *rest = area_part(*rest, 0, taken.width, rest->height, rest->width);
    return taken;
}

area area_take_right(area *rest, int columns)
{
    area taken = area_part(*rest, 0, rest->width - columns, rest->height, columns);
    rest->width -= taken.width;
    return taken;
}

area area_middle(area a, int height, int width)
{
    return area_part(a, (a.height - height) / 2, (a.width - width) / 2, height, width);
}

bool area_is_small(area a)
{
    return a.height < DRAW_LARGE_ROWS || a.width < DRAW_LARGE_COLUMNS;
}

/* ---- glyphs ---- */

static const struct {
    const char *unicode, *ascii;
} glyphs[GLYPHS] = {
    [GLYPH_ACROSS] = {"─", "-"},
    [GLYPH_UPRIGHT] = {"│", "|"},
    [GLYPH_TOP_LEFT] = {"╭", "."},
    [GLYPH_TOP_RIGHT] = {"╮", "."},
    [GLYPH_BOTTOM_LEFT] = {"╰", "'"},
    [GLYPH_BOTTOM_RIGHT] = {"╯", "'"},
    [GLYPH_PIP] = {"●", "o"},
    [GLYPH_HERE] = {"▸", ">"},
    [GLYPH_TURN] = {"▶", ">"},
    [GLYPH_DONE] = {"✓", "+"},
    [GLYPH_EMPTY] = {"·", "."},
    [GLYPH_DASH] = {"–", "-"},
    [GLYPH_DOT] = {"·", "-"},
    [GLYPH_CUT] = {"…", "~"},
    [GLYPH_UP] = {"↑", "^"},
    [GLYPH_DOWN] = {"↓", "v"},
    [GLYPH_LEFT] = {"←", "<"},
    [GLYPH_RIGHT] = {"→", ">"},
    [GLYPH_CIRCLE] = {"●", "o"},
    [GLYPH_SQUARE] = {"■", "#"},
    [GLYPH_CROSS] = {"✚", "+"},
    [GLYPH_FULL] = {"█", "#"},
    [GLYPH_LIGHT] = {"░", "."},
    [GLYPH_CARDS] = {"▬", "="},
    [GLYPH_ENTER] = {"Enter", "Enter"},
};

const char *draw_glyph(glyph g)
{
    return screen_has_unicode() ? glyphs[g].unicode : glyphs[g].ascii;
}

/* ---- from UTF-8 to columns ---- */

/* Characters that reverse the writing direction or join letters invisibly. */
static bool is_invisible(wchar_t c)
{
    return (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xe0000 && c <= 0xe0fff);
}

/* The next character of a UTF-8 text; broken bytes become U+FFFD. */
static wchar_t next_character(const unsigned char **at)
{
    static const wchar_t lowest[] = {0, 0x80, 0x800, 0x10000};
    unsigned char first = *(*at)++;
    int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    wchar_t c = more <= 0 ? first : first & (0x3f >> more);
    if (more < 0 || first > 0xf4)
        return 0xfffd;
    for (int i = 0; i < more; i++) {
        if ((**at & 0xc0) != 0x80)
            return 0xfffd;
        c = c << 6 | (*(*at)++ & 0x3f);
    }
    return c < lowest[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c;
}

/* The characters that are shown, at most `most`; returns how many. */
static int read_cells(const char *text, wchar_t *cells, int most)
{
    const unsigned char *at = (const unsigned char *)text;
    int count = 0;
    while (*at && count < most) {
        wchar_t c = next_character(&at);
        if (is_invisible(c))
            continue;
        if (wcwidth(c) < 0)
            c = 0xfffd;
        if (c < 0x80 || screen_has_unicode()) {
            cells[count++] = c;
            continue;
        }
        for (const char *plain = words_fold((uint32_t)c); *plain && count < most; plain++)
            cells[count++] = (wchar_t)(unsigned char)*plain;
    }
    return count;
}

static int columns_of(const wchar_t *cells, int count)
{
    int width = 0;
    for (int i = 0; i < count; i++)
        width += wcwidth(cells[i]) > 0 ? wcwidth(cells[i]) : 0;
    return width;
}

int draw_width(const char *text)
{
    wchar_t cells[TEXT_MAX];
    return columns_of(cells, read_cells(text, cells, TEXT_MAX));
}

/* ---- text ---- */

/* How many cells fit into this number of columns. */
static int fitting(const wchar_t *cells, int count, int columns)
{
    int used = 0, fit = 0;
    while (fit < count) {
        int width = wcwidth(cells[fit]) > 0 ? wcwidth(cells[fit]) : 0;
        if (used + width > columns)
            break;
        used += width;
        fit++;
    }
    return fit;
}

static void put_cells(area a, int row, int column, ink with, wchar_t *cells, int count)
{
    if (row < 0 || row >= a.height || column < 0 || column >= a.width)
        return;
    int room = a.width - column, fit = fitting(cells, count, room);
    if (fit < count && fit > 0) {
        wchar_t mark[4];
        fit = fitting(cells, count, room - 1);
        read_cells(draw_glyph(GLYPH_CUT), mark, 1);
        cells[fit++] = mark[0];
    }
    screen_put(a.top + row, a.left + column, with, cells, fit);
}

void draw_text(area a, int row, int column, ink with, const char *text)
{
    wchar_t cells[TEXT_MAX];
    put_cells(a, row, column, with, cells, read_cells(text, cells, TEXT_MAX));
}

void draw_format(area a, int row, int column, ink with, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    draw_text(a, row, column, with, text);
}

void draw_right(area a, int row, int end, ink with, const char *text)
{
    int width = draw_width(text), column = end - width;
    draw_text(a, row, column < 0 ? 0 : column, with, text);
}

void draw_centred(area a, int row, ink with, const char *text)
{
    draw_right(a, row, (a.width + draw_width(text)) / 2, with, text);
}

void draw_padded(area a, int row, int column, int width, ink with, const char *text)
{
    wchar_t blank[TEXT_MAX];
    area part = area_part(a, row, column, 1, width);
    if (row < 0 || row >= a.height)
        return;
    wmemset(blank, L' ', TEXT_MAX);
    put_cells(part, 0, 0, with, blank, part.width);
    draw_text(part, 0, 0, with, text);
}

/* ---- paragraphs ---- */

/* A line may be broken between any two of these letters, but not before closing punctuation. */
static bool breaks_anywhere(wchar_t c)
{
    return c >= 0x2e80 && wcwidth(c) == 2;
}

static bool must_not_begin(wchar_t c)
{
    return c && wcschr(L"、。，．・：；？！）」』】〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ", c);
}

/* How many cells make the next line of this width. */
static int line_length(const wchar_t *cells, int count, int columns)
{
    int fit = fitting(cells, count, columns);
    if (fit == count)
        return count;
    for (int end = fit; end > 0; end--) {
        if (cells[end] == L' ')
            return end;
        if (end < fit + 1 && !must_not_begin(cells[end]) &&
            (breaks_anywhere(cells[end]) || breaks_anywhere(cells[end - 1])))
            return end;
    }
    return fit > 0 ? fit : 1;
}

typedef enum { WRAP_MEASURE, WRAP_LEFT, WRAP_CENTRED } wrap_how;

static int wrap(area a, int row, ink with, const char *text, wrap_how how)
{
    wchar_t cells[TEXT_MAX];
    int count = read_cells(text, cells, TEXT_MAX), rows = 0;
    for (int at = 0; at < count && a.width > 0; rows++) {
        int length = line_length(cells + at, count - at, a.width);
        int spare = how == WRAP_CENTRED ? a.width - columns_of(cells + at, length) : 0;
        if (how != WRAP_MEASURE)
            put_cells(a, row + rows, spare / 2, with, cells + at, length);
        at += length;
        while (at < count && cells[at] == L' ')
            at++;
    }
    return rows;
}

int draw_wrapped(area a, int row, ink with, const char *text)
{
    return wrap(a, row, with, text, WRAP_LEFT);
}

int draw_wrapped_centred(area a, int row, ink with, const char *text)
{
    return wrap(a, row, with, text, WRAP_CENTRED);
}

int draw_wrapped_rows(int width, const char *text)
{
    return wrap((area){.width = width}, 0, INK_PLAIN, text, WRAP_MEASURE);
}

/* ---- shapes ---- */

void draw_run(area a, int row, int column, int count, ink with, glyph g)
{
    wchar_t cells[TEXT_MAX];
    read_cells(draw_glyph(g), cells, 1);
    count = clamp(count, 0, TEXT_MAX);
    wmemset(cells, cells[0], (size_t)count);
    put_cells(a, row, column, with, cells, clamp(count, 0, a.width - column));
}

void draw_fill(area a, ink with)
{
    for (int row = 0; row < a.height; row++)
        draw_padded(a, row, 0, a.width, with, "");
}

void draw_rule(area a, int row, ink with)
{
    draw_run(a, row, 0, a.width, with, GLYPH_ACROSS);
}

void draw_frame(area a, ink with)
{
    int bottom = a.height - 1, right = a.width - 1;
    draw_run(a, 0, 1, right - 1, with, GLYPH_ACROSS);
    draw_run(a, bottom, 1, right - 1, with, GLYPH_ACROSS);
    for (int row = 1; row < bottom; row++) {
        draw_text(a, row, 0, with, draw_glyph(GLYPH_UPRIGHT));
        draw_text(a, row, right, with, draw_glyph(GLYPH_UPRIGHT));
    }
    draw_text(a, 0, 0, with, draw_glyph(GLYPH_TOP_LEFT));
    draw_text(a, 0, right, with, draw_glyph(GLYPH_TOP_RIGHT));
    draw_text(a, bottom, 0, with, draw_glyph(GLYPH_BOTTOM_LEFT));
    draw_text(a, bottom, right, with, draw_glyph(GLYPH_BOTTOM_RIGHT));
}

void draw_titled_frame(area a, ink with, const char *title)
{
    draw_frame(a, with);
    draw_format(area_part(a, 0, 2, 1, a.width - 4), 0, 0, INK_STRONG, " %s ", title);
}

/* Where the pips of each number lie: nine places, row by row, one bit each. */
static const unsigned pip_places[] = {0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d};

void draw_die(area a, int row, int column, int pips, ink with)
{
    area die = area_part(a, row, column, DIE_ROWS, DIE_COLUMNS);
    if (row + DIE_ROWS > a.height || column + DIE_COLUMNS > a.width)
        return;
    draw_fill(die, with);
    draw_frame(die, with + 1);
    for (int place = 0; place < 9 && pips >= 0 && pips <= 6; place++)
        if (pip_places[pips] >> place & 1)
            draw_text(die, 1 + place / 3, 2 + place % 3 * 2, with, draw_glyph(GLYPH_PIP));
}

void draw_small_die(area a, int row, int column, const char *shows, ink with)
{
    area die = area_part(a, row, column, SMALL_DIE_ROWS, SMALL_DIE_COLUMNS);
    if (row + SMALL_DIE_ROWS > a.height || column + SMALL_DIE_COLUMNS > a.width)
        return;
    draw_fill(die, with);
    draw_frame(die, with + 1);
    draw_centred(die, 1, with, shows);
}

void draw_spot(area a, int row, int column, int height, int width, int key)
{
    area part = area_part(a, row, column, height, width);
    screen_spot(part.top, part.left, part.height, part.width, key);
}

/* ---- keys ---- */

/* How keys are drawn as space gets scarce: with wide caps, with narrow ones, with labels cut short.
 */
typedef struct {
    int margin, label_most;
} key_style;

static const key_style key_styles[] = {{1, 99}, {0, 99}, {0, 18}, {0, 14}, {0, 10}, {0, 5}};
enum { KEY_STYLES = sizeof key_styles / sizeof *key_styles, KEY_GAP = 2 };

static int label_width(const draw_key *k, const key_style *style)
{
    int width = draw_width(k->label);
    return width > style->label_most ? style->label_most : width;
}

static int key_width(const draw_key *k, const key_style *style)
{
    return draw_width(k->shown) + 2 * style->margin + 1 + label_width(k, style);
}

/* How many rows of this width the keys take in this style. */
static int style_rows(int width, const draw_key *keys, int count, const key_style *style)
{
    int rows = 1, column = 0;
    for (int i = 0; i < count; i++) {
        int wide = key_width(&keys[i], style);
        if (column > 0 && column + wide > width) {
            rows++;
            column = 0;
        }
        column += wide + KEY_GAP;
    }
    return rows;
}

/* The widest style that fits. */
static const key_style *find_style(int width, const draw_key *keys, int count, int rows)
{
    const key_style *style = key_styles;
    while (style < key_styles + KEY_STYLES - 1 && style_rows(width, keys, count, style) > rows)
        style++;
    return style;
}

int draw_keys_rows(int width, const draw_key *keys, int count, int most)
{
    int rows = style_rows(width, keys, count, find_style(width, keys, count, most));
    return rows < most ? rows : most;
}

void draw_keys(area a, int row, const draw_key *keys, int count)
{
    int rows = a.height - row, column = 0;
    const key_style *style = find_style(a.width, keys, count, rows);
    for (int i = 0; i < count; i++) {
        const draw_key *k = &keys[i];
        int width = key_width(k, style), cap = width - label_width(k, style) - 1;
        if (column > 0 && column + width > a.width && row + 1 < a.height) {
            row++;
            column = 0;
        }
        draw_padded(a, row, column, cap, INK_KEY, "");
        draw_text(a, row, column + style->margin, INK_KEY, k->shown);
        draw_text(area_part(a, row, column + cap + 1, 1, width - cap - 1), 0, 0, INK_PLAIN,
                  k->label);
        draw_spot(a, row, column, 1, width, k->key);
        column += width + KEY_GAP;
    }
}
