/* random.h: a seeded stream of numbers for bots, simulations and tests: the same seed, the same
 * numbers, everywhere. Dice at a table never come from here (see table/envelope.h). */
#ifndef KNOBEL_CORE_RANDOM_H
#define KNOBEL_CORE_RANDOM_H

#include <stdint.h>

typedef struct {
    uint64_t state[4];
} kn_random;

kn_random kn_random_from(uint64_t seed);
uint64_t kn_random_next(kn_random *random);

/* A number below `bound` (not 0), each equally likely. */
uint32_t kn_random_below(kn_random *random, uint32_t bound);

#endif
