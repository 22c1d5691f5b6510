/* review.c: the review of a match, on this machine. See review.h. */
#include "native/review.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "native/players.h"
#include "native/tables.h"

enum { STACK_BYTES = 8 << 20 };

/* Memory for the notes of one more event. */
static void make_room(review_report *r)
{
    if (r->count + KN_SEATS_MAX <= r->room)
        return;
    r->room = r->room ? 2 * r->room : 256;
    r->notes = native_realloc(r->notes, (size_t)r->room * sizeof *r->notes);
}

/* All events that count, from the start. */
static bool go_through_all(const table *t, const volatile bool *stop, review_report *r)
{
    kn_event event;
    for (uint32_t number = 1; number <= t->log.count && !*stop; number++)
        if (table_event(t, number, r->sum.state, &event)) {
            make_room(r);
            r->count += review_event(&r->sum, number, &event, r->notes + r->count);
        }
    review_close(&r->sum);
    return !*stop;
}

bool review_make(const table *t, const volatile bool *stop, review_report *out)
{
    const kn_game *game = t->plan.game;
    bot judges[KN_SEATS_MAX];
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < t->plan.setup.seats; seat++)
        if (!players_open(&judges[seat], game, &t->plan.setup, seat, kn_slice_of("best"), 1))
            return false;
    if (review_open(&out->sum, game, &t->plan.setup, judges) && go_through_all(t, stop, out))
        return true;
    review_free(out);
    return false;
}

void review_free(review_report *r)
{
    free(r->notes);
    memset(r, 0, sizeof *r);
}

/* ---- beside the screen ---- */

struct review_job {
    pthread_t thread;
    char *log;
    volatile bool stop;
    bool well;
    atomic_bool done;
    review_report result;
};

static void *work(void *with)
{
    review_job *job = with;
    table t;
    table_report report;
    if (!tables_load(&t, kn_slice_of(job->log), &report)) {
        job->well = review_make(&t, &job->stop, &job->result);
        tables_free(&t);
    }
    atomic_store(&job->done, true);
    return NULL;
}

review_job *review_begin(const char *log)
{
    review_job *job = native_realloc(NULL, sizeof *job);
    pthread_attr_t size;
    memset(job, 0, sizeof *job);
    job->log = native_realloc(NULL, strlen(log) + 1);
    strcpy(job->log, log);
    pthread_attr_init(&size);
    pthread_attr_setstacksize(&size, STACK_BYTES);
    if (pthread_create(&job->thread, &size, work, job) != 0)
        abort();
    pthread_attr_destroy(&size);
    return job;
}

bool review_done(const review_job *job)
{
    return atomic_load(&job->done);
}

const review_report *review_result(const review_job *job)
{
    return job->well ? &job->result : NULL;
}

void review_end(review_job *job)
{
    if (!job)
        return;
    job->stop = true;
    pthread_join(job->thread, NULL);
    review_free(&job->result);
    free(job->log);
    free(job);
}
