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

/* Play until the game is over or the input ends. The log's memory belongs to `play`: see play_free.
 * Returns false if the log could not be saved. */
bool play_match(table *t, const play_manner *manner);

/* Open a table, or load one, with memory for its log. */
table_answer play_open(table *t, const table_plan *plan);
table_answer play_load(table *t, kn_slice text, table_report *report);
void play_free(table *t);

#endif
