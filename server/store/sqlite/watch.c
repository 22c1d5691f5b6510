/* watch.c: the thread that looks after the data file. See watch.h. */
#include "server/store/sqlite/watch.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "native/native.h"
#include "server/store/sqlite/check.h"
#include "server/store/sqlite/sqlite.h"

/* Between two checks of the file. Tests do not wait for an hour. */
#ifndef WATCH_CHECK_S
#define WATCH_CHECK_S 3600
#endif
enum { EVERY_S = 1, REST_SHARE = 200 }; /* a check may take this part of the time, no more */

struct watch {
    sqlite3 *db;
    tip_beside *beside;
    int64_t due_s; /* the next check */
    pthread_t thread;
    pthread_mutex_t lock; /* over all below */
    pthread_cond_t news;
    bool stop, damaged;
    char why[STORE_WHY_MAX];
};

static void check(watch *w)
{
    check_found found;
    char why[STORE_WHY_MAX] = "";
    check_end end = check_file(w->db, &found, why);
    if (end == CHECK_DAMAGED) {
        pthread_mutex_lock(&w->lock);
        w->damaged = true;
        sqlite_say(w->why, why);
        pthread_mutex_unlock(&w->lock);
    }
}

/* True: stop. */
static bool rest(watch *w)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += EVERY_S;
    pthread_mutex_lock(&w->lock);
    int rc = 0;
    while (!w->stop && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&w->news, &w->lock, &until);
    bool stop = w->stop;
    pthread_mutex_unlock(&w->lock);
    return stop;
}

static int64_t now_s(void)
{
    return native_steady_ns() / 1000000000;
}

static void *work(void *with)
{
    watch *w = with;
    do {
        tip_sync(w->beside);
        int64_t begun_s = now_s();
        if (begun_s >= w->due_s) {
            check(w);
            w->due_s = now_s() + WATCH_CHECK_S + REST_SHARE * (now_s() - begun_s);
        }
    } while (!rest(w));
    return NULL;
}

watch *watch_start(const char *path, tip_beside *beside, bool at_once, char why[STORE_WHY_MAX])
{
    sqlite3 *db = sqlite_open(path, why);
    if (!db || !sqlite_do(db, "PRAGMA query_only = 1", why)) {
        sqlite_close(&db, NULL, 0);
        return NULL;
    }
    watch *w = native_realloc(NULL, sizeof *w);
    pthread_condattr_t steady;
    *w = (watch){.db = db, .beside = beside, .due_s = now_s() + (at_once ? 0 : WATCH_CHECK_S)};
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&w->news, &steady);
    pthread_condattr_destroy(&steady);
    if (pthread_create(&w->thread, NULL, work, w) != 0)
        abort();
    return w;
}

/* A check under way is given up. */
void watch_stop(watch *w)
{
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->news);
    pthread_mutex_unlock(&w->lock);
    sqlite3_interrupt(w->db);
    pthread_join(w->thread, NULL);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->news);
    sqlite_close(&w->db, NULL, 0);
    free(w);
}

bool watch_damaged(watch *w, char why[STORE_WHY_MAX])
{
    pthread_mutex_lock(&w->lock);
    bool damaged = w->damaged;
    if (damaged)
        sqlite_say(why, w->why);
    pthread_mutex_unlock(&w->lock);
    return damaged;
}
