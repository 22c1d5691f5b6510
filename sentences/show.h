/* show.h: the generic face: any game's view as text, without knowing the game. */
#ifndef KNOBEL_SENTENCES_SHOW_H
#define KNOBEL_SENTENCES_SHOW_H

#include <stdio.h>

#include "table/table.h"

/* Print what a state or view describes. */
void show_view(const kn_game *game, const void *view, const table_seat *seats, FILE *out);

/* The same for a view from a message of the house, of the game with that key. */
struct json_t;
void show_described(const char *game, struct json_t *view, const table_seat *seats, FILE *out);

/* A number to be printed with so many decimals: what rounds to zero is zero, without a sign. */
double show_number(double value, int decimals);

/* How many columns a text takes on a terminal. */
int show_width(const char *text);

/* The text, then blanks up to `width` columns. */
void show_padded(const char *text, int width, FILE *out);

/* The text of a move, in a buffer that the next call overwrites. */
const char *show_move(const kn_game *game, const void *state, int actor, kn_move move);

#endif
