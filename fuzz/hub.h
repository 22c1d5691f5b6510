/* hub.h: a hub without sockets, disk, clock or randomness, for fuzzing what comes over the network:
 * the same bytes always have the same effect. */
#ifndef KNOBEL_FUZZ_HUB_H
#define KNOBEL_FUZZ_HUB_H

#include "server/net/hub.h"

enum { FALSE_THOUGHTS_MAX = 64, FALSE_OUT_MAX = 1 << 20 };

typedef struct {
    hub hub;
    int64_t now_ms;
    house_thought *thought[FALSE_THOUGHTS_MAX];
    int thoughts;
    kn_random random;
    char room[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX]; /* a room that is there already */
    char *out;                                         /* all that was sent to the connection */
    size_t out_length;
} false_hub;

/* Open one; it has to be closed. */
void false_hub_open(false_hub *f);
void false_hub_close(false_hub *f);

/* The end of a turn: what was kept is on disk, what was to be thought has been, all output is
 * written; for one connection. True: it is still there. */
bool false_hub_turn(false_hub *f, connection *c);

/* Feed bytes in pieces of at most so many, a turn after each. True: it is still there. */
bool false_hub_feed(false_hub *f, connection *c, kn_slice bytes, size_t piece);

#endif
