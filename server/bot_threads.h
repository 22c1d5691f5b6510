/* bot_threads.h: the threads on which bots and judges think, so that the loop never waits. */
#ifndef KNOBEL_SERVER_BOT_THREADS_H
#define KNOBEL_SERVER_BOT_THREADS_H

#include <uv.h>

#include "house/house.h"

typedef struct bot_threads bot_threads;

/* So many threads; 0: one a core. `done` is called on the loop; `took_ns` -1: nobody thought about
 * it, and nobody will. */
bot_threads *bot_threads_open(uv_loop_t *loop, int threads,
                              void (*done)(void *with, house_thought *thought, int64_t took_ns),
                              void *with);

/* Queue a question; bot_queue.h says in which order they are thought about. */
void bot_threads_ask(bot_threads *t, house_thought *thought);

/* How many thoughts nobody has begun with. */
size_t bot_threads_waiting(bot_threads *t);

/* Give up what nobody has begun with, and wait at most so long for the rest. False: some still
 * think, so what they think with must stay; and so do the threads. The loop has to run once more.
 */
bool bot_threads_close(bot_threads *t, int64_t wait_ms);

#endif
