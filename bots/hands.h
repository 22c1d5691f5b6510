/* hands.h: what the hands of all bots share: random errors, pauses and rates, computed from whole
 * random numbers, so that they are the same everywhere. */
#ifndef KNOBEL_BOTS_HANDS_H
#define KNOBEL_BOTS_HANDS_H

#include "bots/bot.h"

/* Random numbers for one occasion: the same occasion always gets the same numbers. */
kn_random hands_random(const bot *b, uint64_t occasion);

/* Mean 0 and standard deviation 1, approximately normal: the sum of twelve uniform numbers, never
 * beyond 6. */
double hands_normal(kn_random *random);

/* Exponentially distributed with mean 1. */
double hands_exponential(kn_random *random);

/* True with this probability. */
bool hands_happen(kn_random *random, int per_mille);

/* The probability that a normal number is below z; within 1.5e-7. */
double hands_below(double z);

/* A pause like a person's, `usual_ms` on average: half of it fixed, the rest random. */
int64_t hands_pause_ms(kn_random *random, int usual_ms);

#endif
