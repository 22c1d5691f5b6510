/* random.c: the simplest player. See random.h. */
#include "bots/random.h"

enum { FASTEST_MS = 250, SPREAD_MS = 1500, STILL_ONE_IN = 3 };

kn_move random_bot(const kn_game *game, const void *view, int seat, kn_random *random,
                   int64_t *delay_ms)
{
    kn_move moves[KN_MOVES_MAX];
    uint32_t count = (uint32_t)kn_moves(game, view, seat, moves);
    bool timed = game->to_act(view) & KN_ACTOR(KN_CLOCK);
    *delay_ms = FASTEST_MS + kn_random_below(random, SPREAD_MS);
    if (timed && kn_random_below(random, STILL_ONE_IN) == 0)
        *delay_ms = KN_NEVER;
    return moves[kn_random_below(random, count)];
}
