/* bot_threads.c: the threads on which bots and judges think. See bot_threads.h. */
#include "server/bot_threads.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "native/native.h"
#include "native/players.h"
#include "server/bot_queue.h"

enum {
    THREADS_MAX = 64,
    STACK_BYTES = 8 << 20, /* the deepest search takes one and a half */
    QUEUE_FIRST = 64,
    NICE = 5, /* the loop comes first */
};

/* Thoughts that are done, oldest first. */
typedef struct {
    struct {
        house_thought *thought;
        int64_t took_ns;
    } * ring;
    size_t first, count, capacity;
} queue;

struct bot_threads {
    uv_mutex_t lock;
    uv_cond_t changed;
    uv_async_t done_signal;
    uv_thread_t thread[THREADS_MAX];
    int threads;
    bot_threads_calls calls;
    /* under the lock: */
    bot_queue *waiting;
    queue finished;
    int thinking;
    bool leaving;
};

/* ---- queues ---- */

static void put(queue *q, house_thought *thought, int64_t took_ns)
{
    if (q->count == q->capacity) {
        queue wider = {.count = q->count, .capacity = q->capacity ? 2 * q->capacity : QUEUE_FIRST};
        wider.ring = native_realloc(NULL, wider.capacity * sizeof *wider.ring);
        for (size_t i = 0; i < q->count; i++)
            wider.ring[i] = q->ring[(q->first + i) % q->capacity];
        free(q->ring);
        *q = wider;
    }
    size_t at = (q->first + q->count++) % q->capacity;
    q->ring[at].thought = thought;
    q->ring[at].took_ns = took_ns;
}

static house_thought *take(queue *q, int64_t *took_ns)
{
    if (q->count == 0)
        return NULL;
    house_thought *thought = q->ring[q->first].thought;
    *took_ns = q->ring[q->first].took_ns;
    q->first = (q->first + 1) % q->capacity;
    q->count--;
    return thought;
}

/* ---- on their own threads ---- */

/* One core for each: there are others who think. */
void bot_threads_think(void *with, house_thought *t)
{
    (void)with;
    const void *solution =
        house_needs_solution(t) ? players_take_solution(t->game, &t->setup) : NULL;
    house_think(t, solution, &players_machine_alone);
    players_give_solution_back(solution);
}

static void work(void *with)
{
    bot_threads *t = with;
    int64_t begun;
    setpriority(PRIO_PROCESS, 0, NICE); /* of this thread, on Linux; elsewhere it does no harm */
    uv_mutex_lock(&t->lock);
    while (!t->leaving) {
        bot_task *task = bot_queue_take(t->waiting);
        if (!task) {
            uv_cond_wait(&t->changed, &t->lock);
            continue;
        }
        t->thinking++;
        uv_mutex_unlock(&t->lock);
        begun = native_steady_ns();
        t->calls.think(t->calls.with, task->thought);
        int64_t took_ns = native_steady_ns() - begun;
        uv_mutex_lock(&t->lock);
        t->thinking--;
        put(&t->finished, bot_queue_done(t->waiting, task, took_ns), took_ns);
        if (bot_queue_waiting(t->waiting) >
            0) /* another thread may begin what it could not before */
            uv_cond_signal(&t->changed);
        if (t->leaving)
            uv_cond_broadcast(&t->changed);
        else
            uv_async_send(&t->done_signal);
    }
    uv_mutex_unlock(&t->lock);
}

/* ---- on the loop ---- */

static void tell(uv_async_t *signal)
{
    bot_threads *t = signal->data;
    for (;;) {
        int64_t took_ns;
        uv_mutex_lock(&t->lock);
        house_thought *thought = take(&t->finished, &took_ns);
        uv_mutex_unlock(&t->lock);
        if (!thought)
            return;
        t->calls.done(t->calls.with, thought, took_ns);
    }
}

bot_threads *bot_threads_open(uv_loop_t *loop, int threads, const bot_threads_calls *calls)
{
    const uv_thread_options_t options = {UV_THREAD_HAS_STACK_SIZE, STACK_BYTES};
    bot_threads *t = native_realloc(NULL, sizeof *t);
    memset(t, 0, sizeof *t);
    t->calls = *calls;
    t->done_signal.data = t;
    if (threads == 0)
        threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    t->waiting = bot_queue_open(threads);
    if (uv_mutex_init(&t->lock) || uv_cond_init(&t->changed) ||
        uv_async_init(loop, &t->done_signal, tell))
        abort();
    for (; t->threads < threads; t->threads++)
        if (uv_thread_create_ex(&t->thread[t->threads], &options, work, t) != 0)
            abort(); /* a machine without threads */
    return t;
}

void bot_threads_ask(bot_threads *t, house_thought *thought)
{
    uv_mutex_lock(&t->lock);
    bot_queue_put(t->waiting, thought);
    uv_cond_signal(&t->changed);
    uv_mutex_unlock(&t->lock);
}

size_t bot_threads_waiting(bot_threads *t)
{
    uv_mutex_lock(&t->lock);
    size_t count = bot_queue_waiting(t->waiting);
    uv_mutex_unlock(&t->lock);
    return count;
}

static void give_up(bot_threads *t)
{
    int64_t took_ns;
    for (house_thought *thought;
         (thought = bot_queue_give_up(t->waiting)) || (thought = take(&t->finished, &took_ns));)
        t->calls.done(t->calls.with, thought, -1);
    bot_queue_close(t->waiting);
    free(t->finished.ring);
}

static void free_threads(uv_handle_t *signal)
{
    free(signal->data);
}

bool bot_threads_close(bot_threads *t, int64_t wait_ms)
{
    int64_t until = native_steady_ns() + wait_ms * 1000000, left;
    uv_mutex_lock(&t->lock);
    t->leaving = true;
    uv_cond_broadcast(&t->changed);
    while (t->thinking > 0 && (left = until - native_steady_ns()) > 0)
        uv_cond_timedwait(&t->changed, &t->lock, (uint64_t)left);
    bool all_done = t->thinking == 0;
    uv_mutex_unlock(&t->lock);
    if (!all_done)
        return false;
    for (int i = 0; i < t->threads; i++)
        uv_thread_join(&t->thread[i]);
    give_up(t);
    uv_cond_destroy(&t->changed);
    uv_mutex_destroy(&t->lock);
    uv_close((uv_handle_t *)&t->done_signal, free_threads);
    return true;
}
