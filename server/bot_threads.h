/* bot_threads.h: the threads on which bots and judges think, so that the loop never waits. */
#ifndef KNOBEL_SERVER_BOT_THREADS_H
#define KNOBEL_SERVER_BOT_THREADS_H

#include <uv.h>

#include "house/house.h"

typedef struct bot_threads bot_threads;

/* What the threads do, and whom they tell. `think` is called on them, `done` on the loop; `took_ns`
 * -1: nobody thought about it, and nobody will. */
typedef struct {
    void *with; /* handed to both */
    void (*think)(void *with, house_thought *thought);
    void (*done)(void *with, house_thought *thought, int64_t took_ns);
} bot_threads_calls;

/* So many threads; 0: one a core. */
bot_threads *bot_threads_open(uv_loop_t *loop, int threads, const bot_threads_calls *calls);

/* A `think` for our own bots, whatever it is called with. */
void bot_threads_think(void *with, house_thought *thought);

/* Queue a question; bot_queue.h says in which order they are thought about. */
void bot_threads_ask(bot_threads *t, house_thought *thought);

/* How many thoughts nobody has begun with. */
size_t bot_threads_waiting(bot_threads *t);

/* Give up what nobody has begun with, and wait at most so long for the rest. False: some still
 * think, so what they think with must stay; and so do the threads. The loop has to run once more.
 */
bool bot_threads_close(bot_threads *t, int64_t wait_ms);

#endif
