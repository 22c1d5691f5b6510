/* players.h: bots at a table in this process, with memory for their solution, threads and a clock.
 */
#ifndef KNOBEL_NATIVE_PLAYERS_H
#define KNOBEL_NATIVE_PLAYERS_H

#include "bots/bot.h"

/* What this machine can do for a bot, with threads or without. */
extern const bot_machine players_machine, players_machine_alone;

/* The solution of a game under these options. The first caller computes it while others who need
 * the same one wait. NULL if there is nothing to solve. Any thread. It stays until it is given back
 * as often as it was taken; a few more are kept for later callers. */
const void *players_take_solution(const kn_game *game, const kn_setup *setup);
void players_give_solution_back(const void *solution);

/* A bot by its key: `random` or a level; false if there is none. Its solution is never given back.
 */
bool players_open(bot *b, const kn_game *game, const kn_setup *setup, int seat, kn_slice key,
                  uint64_t seed);

/* Its move, from its seat's view of `state`, which may be that view itself. */
kn_move players_choose(bot *b, const kn_game *game, const void *state, int64_t *delay_ms);

/* Show it the state after an event. */
void players_watch(bot *b, const kn_game *game, const void *state);

#endif
