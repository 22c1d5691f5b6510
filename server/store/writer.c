/* writer.c: the writer thread. See writer.h. */
#include "server/store/writer.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"

/* ---- on its own thread ---- */

static void carry_out(writer *k, bool try)
{
    int64_t begun = native_steady_ns();
    if (!try)
        k->job.end = store_write(k->store, k->job.batch, k->job.why);
    else
        k->job.end = store_try(k->store, k->job.why) ? STORE_WRITTEN : STORE_FAILED;
    k->job.took_ns = native_steady_ns() - begun;
}

static void work(void *with)
{
    writer *k = with;
    uv_mutex_lock(&k->lock);
    for (;;) {
        if (k->state != WRITER_WRITES && k->state != WRITER_TRIES) {
            if (k->leaving)
                break;
            uv_cond_wait(&k->changed, &k->lock);
            continue;
        }
        bool try = k->state == WRITER_TRIES;
        uv_mutex_unlock(&k->lock);
        carry_out(k, try);
        uv_mutex_lock(&k->lock);
        k->state = WRITER_DONE;
        uv_async_send(&k->done_signal);
    }
    uv_mutex_unlock(&k->lock);
}

/* ---- on the loop ---- */

static void rested(uv_timer_t *timer)
{
    ((writer *)timer->data)->busy = false;
}

/* The result is told, but the next batch may have to wait. */
static void rest(writer *k)
{
    int64_t passed_ms = (native_steady_ns() - k->since_ns) / 1000000;
    k->busy = passed_ms < WRITER_EVERY_MS;
    if (k->busy)
        uv_timer_start(&k->rest, rested, (uint64_t)(WRITER_EVERY_MS - passed_ms), 0);
}

static void tell(uv_async_t *signal)
{
    writer *k = signal->data;
    uv_mutex_lock(&k->lock);
    bool done = k->state == WRITER_DONE;
    if (done)
        k->state = WRITER_RESTS;
    uv_mutex_unlock(&k->lock);
    if (!done)
        return;
    writer_result result = k->job;
    k->job.batch = NULL;
    rest(k);
    k->done(k->with, &result);
    if (result.batch)
        store_batch_free(result.batch);
}

void writer_open(writer *k, uv_loop_t *loop, store *s,
                 void (*done)(void *with, const writer_result *result), void *with)
{
    memset(k, 0, sizeof *k);
    k->store = s;
    k->done = done;
    k->with = with;
    k->done_signal.data = k->rest.data = k;
    if (uv_timer_init(loop, &k->rest) || uv_mutex_init(&k->lock) || uv_cond_init(&k->changed) ||
        uv_async_init(loop, &k->done_signal, tell) || uv_thread_create(&k->thread, work, k))
        abort(); /* a machine without threads */
}

void writer_close(writer *k)
{
    uv_mutex_lock(&k->lock);
    k->leaving = true;
    uv_cond_signal(&k->changed);
    uv_mutex_unlock(&k->lock);
    uv_thread_join(&k->thread);
    if (k->busy && k->job.batch)
        store_batch_free(k->job.batch);
    uv_close((uv_handle_t *)&k->done_signal, NULL);
    uv_close((uv_handle_t *)&k->rest, NULL);
    uv_cond_destroy(&k->changed);
    uv_mutex_destroy(&k->lock);
}

static void begin(writer *k, writer_result job, int state)
{
    k->busy = true;
    k->since_ns = native_steady_ns();
    uv_mutex_lock(&k->lock);
    k->job = job;
    k->state = state;
    uv_cond_signal(&k->changed);
    uv_mutex_unlock(&k->lock);
}

bool writer_hangs(const writer *k, int64_t patience_ms)
{
    return k->busy && native_steady_ns() - k->since_ns > patience_ms * 1000000;
}

bool writer_write(writer *k, uint64_t number)
{
    store_batch *batch = store_take(k->store);
    if (batch)
        begin(k, (writer_result){.number = number, .batch = batch}, WRITER_WRITES);
    return batch != NULL;
}

void writer_try(writer *k)
{
    begin(k, (writer_result){.tried = true}, WRITER_TRIES);
}
