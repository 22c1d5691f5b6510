/* hands.h: what the hands of all bots share: random errors, pauses and rates, computed from whole
 * random numbers, so that they are the same everywhere. */
#ifndef KNOBEL_BOTS_HANDS_H
#define KNOBEL_BOTS_HANDS_H

#include "bots/bot.h"

/* Numbers for one occasion: who asks twice about the same occasion gets the same answer. */
kn_random hands_random(const bot *b, uint64_t occasion);

/* Mean 0 and spread 1, near enough: the sum of twelve even numbers, never beyond 6. */
double hands_normal(kn_random *random);

/* Mean 1, no memory. */
double hands_exponential(kn_random *random);

/* True with this probability. */
bool hands_happen(kn_random *random, int per_mille);

/* How often a normal number is below z; within 1.5e-7. */
double hands_below(double z);

/* A pause as people make them, `usual_ms` on average: half of it always, the rest as it comes. */
int64_t hands_pause_ms(kn_random *random, int usual_ms);

#endif
