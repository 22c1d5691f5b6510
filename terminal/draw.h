/* draw.h: drawing on the screen: areas, text that lines up in any language, frames, dice, the key
 * bar. Nothing is drawn outside its area. */
#ifndef KNOBEL_TERMINAL_DRAW_H
#define KNOBEL_TERMINAL_DRAW_H

#include "terminal/screen.h"

/* ---- areas ---- */

typedef struct {
    int top, left, height, width;
} area;

area area_screen(void);

/* A part of an area, cut where it would stick out. */
area area_part(area a, int row, int column, int height, int width);

/* The area inside a margin. */
area area_inside(area a, int rows, int columns);

/* Cut off a side; the rest stays. */
area area_take_top(area *rest, int rows);
area area_take_bottom(area *rest, int rows);
area area_take_left(area *rest, int columns);
area area_take_right(area *rest, int columns);

/* A part of this size in the middle. */
area area_middle(area a, int height, int width);

/* Is there less room than the large layouts need? */
enum { DRAW_LARGE_ROWS = 19, DRAW_LARGE_COLUMNS = 80 };
bool area_is_small(area a);

/* ---- text ---- */

/* How many columns a text takes as it is shown. */
int draw_width(const char *text);

/* Rows and columns are counted inside the area; what does not fit is cut off, with a mark. */
void draw_text(area a, int row, int column, ink with, const char *text);
void draw_format(area a, int row, int column, ink with, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Aligned right before a column, and centred in the area. */
void draw_right(area a, int row, int end, ink with, const char *text);
void draw_centred(area a, int row, ink with, const char *text);

/* Text in exactly this number of columns: cut, or padded with blanks. */
void draw_padded(area a, int row, int column, int width, ink with, const char *text);

/* Wrapped at blanks, or between any two letters of Chinese and Japanese; returns the number of
 * rows. Negative rows are not shown, which scrolls a text. */
int draw_wrapped(area a, int row, ink with, const char *text);

/* How many rows that would take. */
int draw_wrapped_rows(int width, const char *text);

/* The same, each row in the middle of the area. */
int draw_wrapped_centred(area a, int row, ink with, const char *text);

/* ---- shapes ---- */

typedef enum {
    GLYPH_ACROSS,
    GLYPH_UPRIGHT,
    GLYPH_TOP_LEFT,
    GLYPH_TOP_RIGHT,
    GLYPH_BOTTOM_LEFT,
    GLYPH_BOTTOM_RIGHT,
    GLYPH_PIP,
    GLYPH_HERE,  /* points at what is chosen */
    GLYPH_TURN,  /* marks the seat to move */
    GLYPH_DONE,  /* a tick */
    GLYPH_EMPTY, /* an empty place */
    GLYPH_DASH,
    GLYPH_DOT, /* separator */
    GLYPH_CUT, /* something is cut off */
    GLYPH_UP,
    GLYPH_DOWN,
    GLYPH_LEFT,
    GLYPH_RIGHT,
    GLYPH_CIRCLE,
    GLYPH_SQUARE,
    GLYPH_CROSS,
    GLYPH_FULL,  /* a block, for bars */
    GLYPH_LIGHT, /* a light one */
    GLYPH_CARDS, /* the edge of a deck */
    GLYPH_ENTER,
    GLYPHS
} glyph;

/* As this screen can show it. */
const char *draw_glyph(glyph g);

void draw_fill(area a, ink with);
void draw_frame(area a, ink with);
void draw_titled_frame(area a, ink with, const char *title);
void draw_rule(area a, int row, ink with);

/* A glyph, repeated. */
void draw_run(area a, int row, int column, int count, ink with, glyph g);

/* A die of 5 rows and 9 columns with its pips; 0 pips: in the cup. And one of 3 rows and 5
 * columns with a text. The ink is one of a die. */
enum { DIE_ROWS = 5, DIE_COLUMNS = 9, SMALL_DIE_ROWS = 3, SMALL_DIE_COLUMNS = 5 };
void draw_die(area a, int row, int column, int pips, ink with);
void draw_small_die(area a, int row, int column, const char *shows, ink with);

/* A click inside this part of the area means that key. */
void draw_spot(area a, int row, int column, int height, int width, int key);

/* ---- keys ---- */

/* One key and what it does; `shown` may name several: `1-5`. A click means `key`. */
typedef struct {
    int key;
    const char *shown, *label;
} draw_key;

enum { DRAW_KEYS_MAX = 24 };

/* Keys from a row on, drawn more tightly if there is less room. */
void draw_keys(area a, int row, const draw_key *keys, int count);

/* How many rows they take in this width, at most `most`. */
int draw_keys_rows(int width, const draw_key *keys, int count, int most);

#endif
