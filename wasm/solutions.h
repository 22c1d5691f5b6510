/* solutions.h: a cache of the solutions that bots and judges need. */
#ifndef KNOBEL_WASM_SOLUTIONS_H
#define KNOBEL_WASM_SOLUTIONS_H

#include "bots/bot.h"

/* The solution for this setup, computed now unless it is stored; NULL if there is nothing to solve.
 * JavaScript gets the progress. Valid until SOLUTIONS_KEPT others were asked for. */
enum { SOLUTIONS_KEPT = 4 };
const void *solution_for(const bot_kind *kind, const kn_setup *setup);

#endif
