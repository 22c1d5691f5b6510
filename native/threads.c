/* threads.c: runs work in parallel, with POSIX threads. See threads.h. */
#include "native/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

static int in_use;

typedef struct {
    void (*part)(void *job, int part);
    void *job;
    int parts;
    atomic_int next;
} work;

int threads_use(int count)
{
    if (count == 0)
        count = (int)sysconf(_SC_NPROCESSORS_ONLN);
    in_use = count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : count;
    return in_use;
}

/* Take the next part until there is none left. */
static void *take_parts(void *given)
{
    work *w = given;
    for (int part; (part = atomic_fetch_add(&w->next, 1)) < w->parts;)
        w->part(w->job, part);
    return NULL;
}

void threads_spread(void (*part)(void *job, int part), void *job, int parts)
{
    pthread_t thread[THREADS_MAX];
    work w = {part, job, parts, 0};
    int count = in_use ? in_use : threads_use(0), started = 0;
    if (count > parts)
        count = parts;
    /* If a thread cannot be started, the others do its share. */
    while (started + 1 < count && pthread_create(&thread[started], NULL, take_parts, &w) == 0)
        started++;
    take_parts(&w);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}
