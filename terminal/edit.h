/* edit.h: one line of text being typed. */
#ifndef KNOBEL_TERMINAL_EDIT_H
#define KNOBEL_TERMINAL_EDIT_H

#include "terminal/draw.h"

enum { EDIT_MAX = 282 }; /* bytes, with the closing zero: the longest line of chat fits */

typedef struct {
    char text[EDIT_MAX];
    int length, cursor; /* in bytes */
    int most;           /* bytes allowed, without the zero */
} edit;

/* Start editing this text; at most this number of bytes. */
void edit_begin(edit *e, const char *text, int most);

/* Handle a key; true if the line used it. It never uses Enter and Escape. */
bool edit_key(edit *e, int key);

/* Draw a prompt and the line behind it, with the cursor; a long line is shown around the cursor. */
void edit_draw(const edit *e, area a, int row, const char *prompt);

#endif
