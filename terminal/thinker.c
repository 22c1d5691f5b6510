/* thinker.c: a thread on which bots and judges think. See thinker.h. */
#include "terminal/thinker.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "native/native.h"
#include "native/players.h"

enum {
    WAITING_MAX = 64,      /* more seats and judges than any room has */
    STACK_BYTES = 8 << 20, /* solvers and searches need up to two of them */
};

/* A ring: first the finished thoughts, then the current one, then those waiting. */
struct thinker {
    house_thought *ring[WAITING_MAX];
    unsigned taken, done, asked; /* counters that only grow */
    bool stopping;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t news;
    int wake[2];
};

static void think(house_thought *t)
{
    const void *solution =
        house_needs_solution(t) ? players_take_solution(t->game, &t->setup) : NULL;
    house_think(t, solution, &players_machine_alone);
    players_give_solution_back(solution);
}

static void *work(void *with)
{
    thinker *t = with;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->done == t->asked && !t->stopping)
            pthread_cond_wait(&t->news, &t->lock);
        if (t->stopping)
            break;
        house_thought *thought = t->ring[t->done % WAITING_MAX];
        pthread_mutex_unlock(&t->lock);
        think(thought);
        pthread_mutex_lock(&t->lock);
        t->done++;
        ssize_t ignored = write(t->wake[1], "", 1);
        (void)ignored;
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

thinker *thinker_open(void)
{
    thinker *t = native_realloc(NULL, sizeof *t);
    pthread_attr_t size;
    *t = (thinker){.stopping = false};
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->news, NULL);
    if (pipe(t->wake) != 0)
        abort();
    for (int i = 0; i < 2; i++) {
        fcntl(t->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(t->wake[i], F_SETFD, FD_CLOEXEC);
    }
    pthread_attr_init(&size);
    pthread_attr_setstacksize(&size, STACK_BYTES);
    if (pthread_create(&t->thread, &size, work, t) != 0)
        abort();
    pthread_attr_destroy(&size);
    return t;
}

void thinker_stop(thinker *t)
{
    pthread_mutex_lock(&t->lock);
    t->stopping = true;
    pthread_cond_signal(&t->news);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    t->done = t->asked;
}

void thinker_close(thinker *t)
{
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->news);
    close(t->wake[0]);
    close(t->wake[1]);
    free(t);
}

void thinker_ask(thinker *t, house_thought *thought)
{
    pthread_mutex_lock(&t->lock);
    if (t->asked - t->taken == WAITING_MAX)
        abort(); /* a room never asks this many */
    t->ring[t->asked++ % WAITING_MAX] = thought;
    pthread_cond_signal(&t->news);
    pthread_mutex_unlock(&t->lock);
}

house_thought *thinker_next(thinker *t)
{
    char bytes[64];
    house_thought *thought = NULL;
    pthread_mutex_lock(&t->lock);
    if (t->taken != t->done)
        thought = t->ring[t->taken++ % WAITING_MAX];
    else
        while (read(t->wake[0], bytes, sizeof bytes) > 0)
            continue;
    pthread_mutex_unlock(&t->lock);
    return thought;
}

int thinker_file(const thinker *t)
{
    return t->wake[0];
}

int thinker_busy(const thinker *t)
{
    return (int)(t->asked - t->taken);
}
