/* play.h: a match at one keyboard, line by line, for any game. */
#ifndef KNOBEL_TERMINAL_PLAY_H
#define KNOBEL_TERMINAL_PLAY_H

#include <stdio.h>

#include "table/table.h"

/* How to sit down. */
typedef struct {
    FILE *in, *out;
    const char *save_to; /* a file for the log, or NULL */
    uint64_t seed;       /* for the bots and the salts; 0: unforeseeable */
} play_manner;

/* Play until the game is over or the input ends, at a table of native/tables.h. Returns false if
 * the log could not be saved. */
bool play_match(table *t, const play_manner *manner);

#endif
