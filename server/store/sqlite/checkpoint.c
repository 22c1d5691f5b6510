/* checkpoint.c: a thread that empties SQLite's write-ahead log. See checkpoint.h.
 *
 * Commits continue meanwhile, so after a pass there is always more: the log would never be empty,
 * and SQLite restarts it only when it is. So above a certain length one commit waits for one pass,
 * which then has little left to do. */
#include "server/store/sqlite/checkpoint.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "native/native.h"
#include "server/store/sqlite/sqlite.h"

#ifndef CHECKPOINT_PASS_PAGES
#define CHECKPOINT_PASS_PAGES 2000 /* pages that make a pass worthwhile; tests use fewer */
#endif
enum {
    MOST_PAGES = 4 * CHECKPOINT_PASS_PAGES, /* in the log: now a commit waits */
    LATE_PAGES =
        3 * CHECKPOINT_PASS_PAGES, /* from here on pass after pass, so that it waits little */
};

struct checkpoint {
    sqlite3 *db;
    pthread_t thread;
    pthread_mutex_t lock; /* over all below */
    pthread_cond_t news;
    int pages, moved;     /* in the log; of these in the file, too */
    uint64_t begun, done; /* passes */
    bool wanted, stop;
    bool failed; /* once is enough: see repair.c */
    char why[STORE_WHY_MAX];
};

/* One pass. A reader (a backup) may hold back some pages; that is not a failure. */
static void pass(checkpoint *m)
{
    char why[STORE_WHY_MAX] = "";
    int pages = 0, moved = 0;
    m->wanted = false;
    m->begun++;
    pthread_mutex_unlock(&m->lock);
    errno = 0;
    int rc = sqlite3_wal_checkpoint_v2(m->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &moved);
    bool failed = rc != SQLITE_OK && (rc & 0xff) != SQLITE_BUSY;
    if (failed)
        sqlite_explain(m->db, why);
    pthread_mutex_lock(&m->lock);
    m->done++;
    if (failed && !m->failed)
        sqlite_say(m->why, why);
    m->failed |= failed;
    if (rc == SQLITE_OK)
        m->moved = moved;
    pthread_cond_broadcast(&m->news);
}

static void *work(void *with)
{
    checkpoint *m = with;
    pthread_mutex_lock(&m->lock);
    while (!m->stop)
        if (m->wanted)
            pass(m);
        else
            pthread_cond_wait(&m->news, &m->lock);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

checkpoint *checkpoint_start(const char *path, char why[STORE_WHY_MAX])
{
    sqlite3 *db = sqlite_open(path, why);
    if (!db || !sqlite_do(db, "PRAGMA synchronous = FULL", why)) {
        sqlite_close(&db, NULL, 0);
        return NULL;
    }
    checkpoint *m = native_realloc(NULL, sizeof *m);
    *m = (checkpoint){.db = db};
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->news, NULL);
    if (pthread_create(&m->thread, NULL, work, m) != 0)
        abort();
    return m;
}

bool checkpoint_stop(checkpoint *m)
{
    pthread_mutex_lock(&m->lock);
    m->stop = true;
    pthread_cond_broadcast(&m->news);
    pthread_mutex_unlock(&m->lock);
    pthread_join(m->thread, NULL);
    bool well = !m->failed;
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->news);
    sqlite_close(&m->db, NULL, 0);
    free(m);
    return well;
}

static void want(checkpoint *m)
{
    m->wanted = true;
    pthread_cond_broadcast(&m->news);
}

void checkpoint_note(checkpoint *m, int pages)
{
    pthread_mutex_lock(&m->lock);
    if (pages < m->pages)
        m->moved = 0; /* the log was begun anew */
    m->pages = pages;
    if (pages - m->moved >= CHECKPOINT_PASS_PAGES || pages >= LATE_PAGES)
        want(m);
    pthread_mutex_unlock(&m->lock);
}

bool checkpoint_ready(checkpoint *m, char why[STORE_WHY_MAX])
{
    pthread_mutex_lock(&m->lock);
    if (m->pages >= MOST_PAGES) {
        uint64_t next = m->begun + 1; /* one under way may have begun before the last commit */
        want(m);
        while (m->done < next)
            pthread_cond_wait(&m->news, &m->lock);
    }
    bool ready = !m->failed;
    if (!ready)
        sqlite_say(why, m->why);
    pthread_mutex_unlock(&m->lock);
    return ready;
}
