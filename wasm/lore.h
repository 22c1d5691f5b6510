/* lore.h: keeps what was solved for the next caller that needs it. */
#ifndef KNOBEL_WASM_LORE_H
#define KNOBEL_WASM_LORE_H

#include "bots/bot.h"

/* What is to be known under this setup, solved now if it was not before; NULL: there is nothing to
 * solve. JavaScript is told how far it is. Lasts until LORES_KEPT others were asked for. */
enum { LORES_KEPT = 4 };
const void *lore_for(const bot_kind *kind, const kn_setup *setup);

#endif
