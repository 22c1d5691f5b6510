/* random.h: the simplest player: any legal move, each equally likely. */
#ifndef KNOBEL_BOTS_RANDOM_H
#define KNOBEL_BOTS_RANDOM_H

#include "core/game.h"

/* A move for `seat`, which sees `view`, and how long it takes. If the clock runs, doing nothing is
 * a choice too: then the delay is KN_NEVER. */
kn_move random_bot(const kn_game *game, const void *view, int seat, kn_random *random,
                   int64_t *delay_ms);

#endif
