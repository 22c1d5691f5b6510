/* keeper.h: the thread that writes. One batch is under way at a time; the next one gathers
 * meanwhile, so the slower the disk, the larger the batches. */
#ifndef KNOBEL_SERVER_KEEPER_H
#define KNOBEL_SERVER_KEEPER_H

#include <uv.h>

#include "server/store.h"

/* How something that was written ended. */
typedef struct {
    bool tried; /* only tried whether the disk is well */
    bool well;
    uint64_t number;    /* of the batch */
    store_batch *batch; /* NULL: none */
    int64_t took_ns;
    char why[STORE_WHY_MAX]; /* not */
} keeper_result;

typedef struct {
    store *store;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t changed;
    uv_async_t done_signal;
    void (*done)(void *with, const keeper_result *result);
    void *with;
    /* the loop's own: */
    bool busy;        /* something is under way, or its result not yet told */
    int64_t since_ns; /* and since when */
    /* under the lock: */
    enum { KEEPER_RESTS, KEEPER_WRITES, KEEPER_TRIES, KEEPER_DONE } state;
    bool leaving;
    keeper_result job;
} keeper;

/* `done` is called on the loop; the batch is freed behind it. */
void keeper_open(keeper *k, uv_loop_t *loop, store *s,
                 void (*done)(void *with, const keeper_result *result), void *with);

/* What is under way is finished, but its result not told. The loop has to run once more. */
void keeper_close(keeper *k);

/* Has what is under way taken longer than this? */
bool keeper_hangs(const keeper *k, int64_t patience_ms);

/* Write what the store has gathered, as batch `number`; false if that is nothing. Only if not busy.
 */
bool keeper_write(keeper *k, uint64_t number);

/* See whether the disk is well. Likewise. */
void keeper_try(keeper *k);

#endif
