/* thinker.h: a thread on which bots and judges think, one thought after the other, so that the
 * screen always reacts to keys. */
#ifndef KNOBEL_TERMINAL_THINKER_H
#define KNOBEL_TERMINAL_THINKER_H

#include "house/house.h"

typedef struct thinker thinker;

thinker *thinker_open(void);

/* Waits for the thought under way; those not begun are handed back undone by thinker_next. */
void thinker_stop(thinker *t);
void thinker_close(thinker *t);

/* Think about this; it comes back by thinker_next. */
void thinker_ask(thinker *t, house_thought *thought);

/* A finished answer, or NULL; in the order of the questions. */
house_thought *thinker_next(thinker *t);

/* Can be read from when one is done. */
int thinker_file(const thinker *t);

/* How many are under way. */
int thinker_busy(const thinker *t);

#endif
