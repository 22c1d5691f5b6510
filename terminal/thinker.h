/* thinker.h: a thread on which bots and judges think, one thought after the other, so that the
 * screen always reacts to keys. */
#ifndef KNOBEL_TERMINAL_THINKER_H
#define KNOBEL_TERMINAL_THINKER_H

#include "house/house.h"

typedef struct thinker thinker;

thinker *thinker_open(void);

/* Waits for the current thought; thinker_next returns those not started as they are. */
void thinker_stop(thinker *t);
void thinker_close(thinker *t);

/* Queue a thought; thinker_next returns it. */
void thinker_ask(thinker *t, house_thought *thought);

/* A finished thought, or NULL, in the order they were queued. */
house_thought *thinker_next(thinker *t);

/* A file that becomes readable when one is done. */
int thinker_file(const thinker *t);

/* How many are queued or running. */
int thinker_busy(const thinker *t);

#endif
