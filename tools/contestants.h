/* contestants.h: who plays in the arena: our bots by their level, and programs (`exec:COMMAND`). */
#ifndef KNOBEL_TOOLS_CONTESTANTS_H
#define KNOBEL_TOOLS_CONTESTANTS_H

#include <stdatomic.h>

#include "bots/bot.h"
#include "native/program_bot.h"

/* One of those that were named on the command line. */
typedef struct contestant contestant;

/* NULL if there is no such bot. A program has `move_ms` for a move. */
contestant *contestant_open(const char *key, int64_t move_ms);
void contestant_close(contestant *c);

/* Turns that it has lost, and the reason of the last one; NULL: none. */
int contestant_lost(const contestant *c, const char **why);

/* Its part in one match, at one seat. */
typedef struct seated seated;
seated *seated_open(contestant *c, const kn_game *game, const kn_setup *setup, int seat,
                    uint64_t seed);
void seated_close(seated *s, const void *state);

/* `state` is the truth; it is shown no more than its seat sees. */
kn_move seated_choose(seated *s, const void *state, int64_t *delay_ms);

/* An event is about to be applied to `state`; it has been applied. */
void seated_tell(seated *s, const void *state, const kn_event *event);
void seated_watch(seated *s, const void *state);

#endif
