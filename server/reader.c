/* reader.c: the reader thread. See reader.h. */
#include "server/reader.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"

/* Jobs in order. */
typedef struct {
    reader_job *first, *last;
} queue;

struct reader {
    store *store;
    uv_thread_t thread;
    uv_mutex_t using; /* the store is being read */
    uv_mutex_t lock;
    uv_cond_t changed;
    uv_async_t done_signal;
    size_t count; /* the loop's own: of those that are not done */
    /* under the lock: */
    queue waiting, read;
    bool leaving;
};

static void put(queue *q, reader_job *job)
{
    job->next = NULL;
    if (q->last)
        q->last->next = job;
    else
        q->first = job;
    q->last = job;
}

static reader_job *take(queue *q)
{
    reader_job *job = q->first;
    if (job)
        q->first = job->next;
    if (!q->first)
        q->last = NULL;
    return job;
}

void reader_read_now(reader *r, reader_job *job)
{
    uv_mutex_lock(&r->using);
    job->read(r->store, job);
    uv_mutex_unlock(&r->using);
}

/* ---- on its own thread ---- */

static void work(void *with)
{
    reader *r = with;
    uv_mutex_lock(&r->lock);
    while (!r->leaving) {
        reader_job *job = take(&r->waiting);
        if (!job) {
            uv_cond_wait(&r->changed, &r->lock);
            continue;
        }
        uv_mutex_unlock(&r->lock);
        reader_read_now(r, job);
        uv_mutex_lock(&r->lock);
        put(&r->read, job);
        uv_async_send(&r->done_signal);
    }
    uv_mutex_unlock(&r->lock);
}

/* ---- on the loop ---- */

static void finish(reader *r, reader_job *job)
{
    r->count--;
    job->done(job);
}

static void tell(uv_async_t *signal)
{
    reader *r = signal->data;
    for (;;) {
        uv_mutex_lock(&r->lock);
        reader_job *job = take(&r->read);
        uv_mutex_unlock(&r->lock);
        if (!job)
            return;
        finish(r, job);
    }
}

reader *reader_open(uv_loop_t *loop, store *s)
{
    reader *r = native_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    r->store = s;
    r->done_signal.data = r;
    if (uv_mutex_init(&r->using) || uv_mutex_init(&r->lock) || uv_cond_init(&r->changed) ||
        uv_async_init(loop, &r->done_signal, tell) || uv_thread_create(&r->thread, work, r))
        abort(); /* a machine without threads */
    return r;
}

void reader_close(reader *r)
{
    uv_mutex_lock(&r->lock);
    r->leaving = true;
    uv_cond_signal(&r->changed);
    uv_mutex_unlock(&r->lock);
    uv_thread_join(&r->thread);
    for (reader_job *job; (job = take(&r->read)) || (job = take(&r->waiting));) {
        job->cancelled = true;
        finish(r, job);
    }
    uv_close((uv_handle_t *)&r->done_signal, NULL);
    uv_cond_destroy(&r->changed);
    uv_mutex_destroy(&r->lock);
    uv_mutex_destroy(&r->using);
}

void reader_free(reader *r)
{
    free(r);
}

bool reader_ask(reader *r, reader_job *job)
{
    if (r->leaving || r->count >= READER_WAITING_MAX)
        return false;
    r->count++;
    uv_mutex_lock(&r->lock);
    put(&r->waiting, job);
    uv_cond_signal(&r->changed);
    uv_mutex_unlock(&r->lock);
    return true;
}

size_t reader_waiting(const reader *r)
{
    return r->count;
}
