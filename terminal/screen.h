/* screen.h: the terminal as a screen: opened and closed safely, keys and clicks in, one frame at a
 * time out. Only screen.c knows ncurses; drawing is in draw.h. */
#ifndef KNOBEL_TERMINAL_SCREEN_H
#define KNOBEL_TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

/* How the screen should be. */
typedef struct {
    bool no_colour; /* also by NO_COLOR in the environment, and where the terminal has none */
    bool ascii;     /* also where the locale is not UTF-8 */
} screen_settings;

/* The least that can be played on; below 24 rows or 80 columns the layout is a smaller one. */
enum { SCREEN_ROWS_MIN = 20, SCREEN_COLUMNS_MIN = 40 };

/* Is there a terminal to read keys from and to write on? And one whose name (TERM) is known here,
 * and that can be drawn on? */
bool screen_is_terminal(void);
bool screen_possible(void);

/* Does the user's own locale take more than ASCII? By its name: it may not be installed here. */
bool screen_locale_is_utf8(void);

/* Take over the terminal. screen_close restores it; so does a signal that ends the program, or a
 * crash. False if the terminal is not capable. */
bool screen_open(const screen_settings *settings);
void screen_close(void);

int screen_rows(void);
int screen_columns(void);

/* May more than ASCII be shown? */
bool screen_has_unicode(void);

/* ---- keys ---- */

/* A key is a character, or one of these, whose numbers follow all characters. */
enum {
    SCREEN_NO_KEY = -1,
    SCREEN_ENTER = '\n',
    SCREEN_TAB = '\t',
    SCREEN_ESCAPE = 27,
    SCREEN_UP = 0x110000,
    SCREEN_DOWN,
    SCREEN_LEFT,
    SCREEN_RIGHT,
    SCREEN_HOME,
    SCREEN_END,
    SCREEN_PAGE_UP,
    SCREEN_PAGE_DOWN,
    SCREEN_ERASE,           /* deletes backwards */
    SCREEN_DELETE,          /* forwards */
    SCREEN_PICK = 0x120000, /* + n: the n-th thing that a face offers was clicked */
};

/* Wait until a key comes, the size changes, one of the files (-1: none) is readable, or this many
 * milliseconds have passed (-1: for ever). */
void screen_wait(int file, int timeout_ms);

/* The next key, without waiting; a click on a spot is the key of that spot. `*at_ns` is when it
 * came, on the steady clock. */
int screen_key(int64_t *at_ns);

/* ---- frames ---- */

/* Begin an empty frame, without spots; show it all at once. Shown returns when, on the steady
 * clock. */
void screen_begin(void);
int64_t screen_show(void);

/* How something is written. Seats have inks of their own from INK_SEAT on. */
typedef enum {
    INK_PLAIN,
    INK_SOFT,
    INK_STRONG,
    INK_TITLE,
    INK_KEY,
    INK_ACCENT,
    INK_GOOD,
    INK_BAD,
    INK_MARKED,
    INK_DIE, /* each followed by the ink of its edge */
    INK_DIE_EDGE,
    INK_DIE_KEPT,
    INK_DIE_KEPT_EDGE,
    INK_DIE_BLACK,
    INK_DIE_BLACK_EDGE,
    INK_RED,
    INK_BLUE,
    INK_ORANGE,
    INK_PAPER,
    INK_NIGHT,
    INK_SEAT,
    INKS = INK_SEAT + 8
} ink;

/* Characters from a place on; the caller has cut them to fit. */
void screen_put(int row, int column, ink with, const wchar_t *text, int length);

/* A click inside means this key, until the next frame begins. */
void screen_spot(int row, int column, int height, int width, int key);

/* Show the cursor of an input line in this frame. */
void screen_cursor(int row, int column);

#endif
