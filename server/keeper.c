/* keeper.c: the thread that writes. See keeper.h. */
#include "server/keeper.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"

/* ---- on its own thread ---- */

static void carry_out(keeper *k, bool try)
{
    int64_t begun = native_steady_ns();
    k->job.well =
        try ? store_try(k->store, k->job.why) : store_write(k->store, k->job.batch, k->job.why);
    k->job.took_ns = native_steady_ns() - begun;
}

static void work(void *with)
{
    keeper *k = with;
    uv_mutex_lock(&k->lock);
    for (;;) {
        if (k->state != KEEPER_WRITES && k->state != KEEPER_TRIES) {
            if (k->leaving)
                break;
            uv_cond_wait(&k->changed, &k->lock);
            continue;
        }
        bool try = k->state == KEEPER_TRIES;
        uv_mutex_unlock(&k->lock);
        carry_out(k, try);
        uv_mutex_lock(&k->lock);
        k->state = KEEPER_DONE;
        uv_async_send(&k->done_signal);
    }
    uv_mutex_unlock(&k->lock);
}

/* ---- on the loop ---- */

static void tell(uv_async_t *signal)
{
    keeper *k = signal->data;
    uv_mutex_lock(&k->lock);
    bool done = k->state == KEEPER_DONE;
    if (done)
        k->state = KEEPER_RESTS;
    uv_mutex_unlock(&k->lock);
    if (!done)
        return;
    keeper_result result = k->job;
    k->busy = false;
    k->done(k->with, &result);
    if (result.batch)
        store_batch_free(result.batch);
}

void keeper_open(keeper *k, uv_loop_t *loop, store *s,
                 void (*done)(void *with, const keeper_result *result), void *with)
{
    memset(k, 0, sizeof *k);
    k->store = s;
    k->done = done;
    k->with = with;
    k->done_signal.data = k;
    if (uv_mutex_init(&k->lock) || uv_cond_init(&k->changed) ||
        uv_async_init(loop, &k->done_signal, tell) || uv_thread_create(&k->thread, work, k))
        abort(); /* a machine without threads */
}

void keeper_close(keeper *k)
{
    uv_mutex_lock(&k->lock);
    k->leaving = true;
    uv_cond_signal(&k->changed);
    uv_mutex_unlock(&k->lock);
    uv_thread_join(&k->thread);
    if (k->busy && k->job.batch)
        store_batch_free(k->job.batch);
    uv_close((uv_handle_t *)&k->done_signal, NULL);
    uv_cond_destroy(&k->changed);
    uv_mutex_destroy(&k->lock);
}

static void begin(keeper *k, keeper_result job, int state)
{
    k->busy = true;
    k->since_ns = native_steady_ns();
    uv_mutex_lock(&k->lock);
    k->job = job;
    k->state = state;
    uv_cond_signal(&k->changed);
    uv_mutex_unlock(&k->lock);
}

bool keeper_hangs(const keeper *k, int64_t patience_ms)
{
    return k->busy && native_steady_ns() - k->since_ns > patience_ms * 1000000;
}

bool keeper_write(keeper *k, uint64_t number)
{
    store_batch *batch = store_take(k->store);
    if (batch)
        begin(k, (keeper_result){.number = number, .batch = batch}, KEEPER_WRITES);
    return batch != NULL;
}

void keeper_try(keeper *k)
{
    begin(k, (keeper_result){.tried = true}, KEEPER_TRIES);
}
