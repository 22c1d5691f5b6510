/* writer.h: the writer thread. It writes one batch at a time while the next one is collected, so
 * the slower the disk, the larger the batches. Whatever a batch holds, it costs two pages and a
 * sync, so on a fast disk there is a short rest between two: then more moves share that. A move
 * that comes after a quiet moment is written at once. */
#ifndef KNOBEL_SERVER_STORE_WRITER_H
#define KNOBEL_SERVER_STORE_WRITER_H

#include <uv.h>

#include "server/store/store.h"

/* How something that was written ended. */
typedef struct {
    bool tried;         /* only tried whether the disk is well */
    store_end end;      /* STORE_WRITTEN: all is well */
    uint64_t number;    /* of the batch */
    store_batch *batch; /* NULL: none */
    int64_t took_ns;
    char why[STORE_WHY_MAX]; /* not */
} writer_result;

enum { WRITER_EVERY_MS = 3 }; /* at least, from the beginning of a batch to that of the next */

typedef struct {
    store *store;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t changed;
    uv_async_t done_signal;
    uv_timer_t rest;
    void (*done)(void *with, const writer_result *result);
    void *with;
    /* the loop's own: */
    bool busy;        /* something is under way, or its result not yet told, or it rests */
    int64_t since_ns; /* and since when */
    /* under the lock: */
    enum { WRITER_RESTS, WRITER_WRITES, WRITER_TRIES, WRITER_DONE } state;
    bool leaving;
    writer_result job;
} writer;

/* `done` is called on the loop; the batch is freed behind it. */
void writer_open(writer *k, uv_loop_t *loop, store *s,
                 void (*done)(void *with, const writer_result *result), void *with);

/* What is under way is finished, but its result not told. The loop has to run once more. */
void writer_close(writer *k);

/* Has what is under way taken longer than this? */
bool writer_hangs(const writer *k, int64_t patience_ms);

/* Write what the store has gathered, as batch `number`; false if that is nothing. Only if not busy.
 */
bool writer_write(writer *k, uint64_t number);

/* Check that the disk can be written. Only if not busy. */
void writer_try(writer *k);

#endif
