/* solutions.h: keeps what was solved for the next caller that needs it. */
#ifndef KNOBEL_WASM_SOLUTIONS_H
#define KNOBEL_WASM_SOLUTIONS_H

#include "bots/bot.h"

/* What is to be known under this setup, solved now if it was not before; NULL: there is nothing to
 * solve. JavaScript is told how far it is. Lasts until SOLUTIONS_KEPT others were asked for. */
enum { SOLUTIONS_KEPT = 4 };
const void *solution_for(const bot_kind *kind, const kn_setup *setup);

#endif
