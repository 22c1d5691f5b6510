/* yatzi.h: Yatzi solved, for tools and tests: the values, and what the final score can be. */
#ifndef KNOBEL_BOTS_YATZI_H
#define KNOBEL_BOTS_YATZI_H

#include "bots/bot.h"

size_t yatzi_lore_bytes(const kn_setup *setup);

/* How many numbers this machine works on at once: 1, 4 or 8. */
int yatzi_lanes(void);

/* How to solve: so many numbers at once, as far as the machine can (0: as many as it can; the
 * values are the same to the last bit), and whether for the spread of scores too, which playing to
 * win needs. */
typedef struct {
    int lanes;
    bool squares;
} yatzi_solving;

/* Solve, into memory of yatzi_lore_bytes(). False if it was stopped. */
bool yatzi_solve(const kn_setup *setup, void *lore, const bot_machine *machine,
                 const volatile bool *stop, const yatzi_solving *how);

/* The expected score of a whole game. */
double yatzi_value(const void *lore);

#endif
