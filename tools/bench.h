/* bench.h: parts of the command `bench` that measure something beside a reference, in turns, and
 * print the ratio. */
#ifndef KNOBEL_TOOLS_BENCH_H
#define KNOBEL_TOOLS_BENCH_H

#include <stdbool.h>

#include "core/game.h"

/* A solver with as many numbers at the same time as this machine can, and with one; on one thread.
 * Prints nothing if there is only one way. */
void bench_ways_to_solve(const kn_game *game);

/* The hash of a roll, and the same without the processor's instructions for it. */
void bench_hash(bool json);

#endif
