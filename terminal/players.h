/* players.h: bots at a table of this machine: their lore in memory, their threads and clock. */
#ifndef KNOBEL_TERMINAL_PLAYERS_H
#define KNOBEL_TERMINAL_PLAYERS_H

#include "bots/bot.h"

/* What this machine can do for a bot, with threads or without. */
extern const bot_machine players_machine, players_machine_alone;

/* What can be solved for a game under these options: solved when first asked for, then kept. NULL
 * if there is nothing to solve. Not to be called from several threads at once. */
const void *players_lore(const kn_game *game, const kn_setup *setup);

/* A bot by its key: `random` or a level; false if there is none. */
bool players_open(bot *b, const kn_game *game, const kn_setup *setup, int seat, kn_slice key,
                  uint64_t seed);

/* Its move, from what its seat sees of `state`. */
kn_move players_choose(bot *b, const kn_game *game, const void *state, int64_t *delay_ms);

/* Something has happened: let it look. */
void players_watch(bot *b, const kn_game *game, const void *state);

#endif
