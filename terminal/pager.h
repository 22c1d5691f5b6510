/* pager.h: a scrollable text on the whole screen: rules, the log, a review. A line with `# ` is a
 * heading, one with `- ` an item, anything else a paragraph. */
#ifndef KNOBEL_TERMINAL_PAGER_H
#define KNOBEL_TERMINAL_PAGER_H

#include "terminal/draw.h"

typedef struct {
    char *title, *text; /* its own */
    int top;            /* the first row shown */
    int rows, height;   /* of the text and of the screen, when last drawn */
} pager;

/* Begin, at the first row or at the last. */
void pager_begin(pager *p, const char *title, const char *text, bool at_end);
void pager_end(pager *p);

/* Is there something to show? */
bool pager_open(const pager *p);

void pager_draw(pager *p, area a);

/* A key; false if it ends the reading. */
bool pager_key(pager *p, int key);

#endif
