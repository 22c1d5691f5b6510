/* checkpoint.c: a thread that empties SQLite's write-ahead log. See checkpoint.h.
 *
 * Commits continue meanwhile, so after a pass there is always more: the log would never be empty,
 * and SQLite restarts it only when it is. So above a certain length one commit waits for one pass,
 * which then has little left to do.
 *
 * A commit that makes the log longer makes the file system write about it, too, and with that
 * whatever other programs have just written: a sync that takes 1 ms takes 100. So the log gets its
 * length ahead of time, piece by piece, after the start. What is behind the last commit means
 * nothing to SQLite, as it does when the log was begun anew.
 *
 * SQLite takes care of two things that a second writer of its log must take care of, too. A log
 * that was begun anew must be so on the disk before anything in it is written over: of an old log
 * that comes back after a power cut, with its first commits and without its last ones, SQLite would
 * believe every word. And what a failed sync has lost nobody writes again (repair.c): after one no
 * page may be moved any more, or the log could be begun anew without it.
 *
 * A pass is made only if there is something to move. Versions of SQLite before 3.51.3 lose pages if
 * a pass that finds nothing to do meets a commit that begins the log anew:
 * https://sqlite.org/wal.html#walresetbug */
#include "server/store/sqlite/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "native/native.h"
#include "server/store/sqlite/sqlite.h"

#ifndef CHECKPOINT_PASS_PAGES
#define CHECKPOINT_PASS_PAGES 2000 /* pages that make a pass worthwhile; tests use fewer */
#endif
enum {
    MOST_PAGES = 4 * CHECKPOINT_PASS_PAGES, /* in the log: now a commit waits */
    LATE_PAGES =
        3 * CHECKPOINT_PASS_PAGES, /* from here on pass after pass, so that it waits little */
    AHEAD_BYTES = 1 << 20,         /* of the log, at a time … */
    AHEAD_EVERY_MS = 50,           /* … and the time between two: others use the disk, too */
    AHEAD_PAGE = 4096,
    FRAME_BYTES = 4096 + 24,
};
#ifndef CHECKPOINT_AHEAD_PAGES
#define CHECKPOINT_AHEAD_PAGES MOST_PAGES /* how long the log is made; tests want it short */
#endif

struct checkpoint {
    sqlite3 *db;
    pthread_t thread;
    pthread_mutex_t lock; /* over all below */
    pthread_cond_t news;
    int pages, moved;     /* in the log; of these in the file, too */
    uint64_t logs;        /* how often it was begun anew */
    uint64_t begun, done; /* passes */
    bool wanted, stop;
    bool failed; /* once is enough: see repair.c */
    int log;     /* the file of the log, while it gets its length; -1: it has it */
    char why[STORE_WHY_MAX];
};

/* Move what is there. A reader (a backup) may hold back some pages; that is not a failure. */
static void move(checkpoint *m)
{
    char why[STORE_WHY_MAX] = "";
    int pages = 0, moved = 0;
    uint64_t log = m->logs;
    pthread_mutex_unlock(&m->lock);
    errno = 0;
    int rc = sqlite3_wal_checkpoint_v2(m->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &moved);
    bool failed = rc != SQLITE_OK && (rc & 0xff) != SQLITE_BUSY;
    if (failed)
        sqlite_explain(m->db, why);
    pthread_mutex_lock(&m->lock);
    if (failed)
        sqlite_say(m->why, why);
    m->failed = failed;
    if (rc == SQLITE_OK && m->logs == log)
        m->moved = moved;
}

/* One pass: not after a failure, and not for nothing (see above). */
static void pass(checkpoint *m)
{
    m->wanted = false;
    m->begun++;
    if (!m->failed && m->moved < m->pages)
        move(m);
    m->done++;
    pthread_cond_broadcast(&m->news);
}

/* Page by page: written in one go, the system would keep the piece as one, and write all of it with
 * every commit. Nobody else may write meanwhile: SQLite appends to the same file. The sync comes
 * first: the log may just have been cut to nothing, and no disk has to know that yet. */
static bool lengthen(const checkpoint *m)
{
    static const char nothing[AHEAD_PAGE];
    struct stat facts = {0};
    char why[STORE_WHY_MAX];
    if (!sqlite_do(m->db, "BEGIN IMMEDIATE", why))
        return false;
    bool more = fstat(m->log, &facts) == 0 &&
                facts.st_size < (off_t)CHECKPOINT_AHEAD_PAGES * FRAME_BYTES &&
                fdatasync(m->log) == 0;
    for (off_t at = facts.st_size, end = at + AHEAD_BYTES; more && at < end; at += AHEAD_PAGE)
        more = pwrite(m->log, nothing, AHEAD_PAGE, at) == AHEAD_PAGE;
    return sqlite_do(m->db, "COMMIT", why) && more;
}

/* Give the log one more piece of its length, or give that up; then rest. */
static void go_ahead(checkpoint *m)
{
    struct timespec until;
    pthread_mutex_unlock(&m->lock);
    bool more = lengthen(m);
    pthread_mutex_lock(&m->lock);
    if (!more) {
        close(m->log);
        m->log = -1;
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += AHEAD_EVERY_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    if (!m->stop && !m->wanted)
        pthread_cond_timedwait(&m->news, &m->lock, &until);
}

static void *work(void *with)
{
    checkpoint *m = with;
    pthread_mutex_lock(&m->lock);
    while (!m->stop)
        if (m->wanted)
            pass(m);
        else if (m->log >= 0)
            go_ahead(m);
        else
            pthread_cond_wait(&m->news, &m->lock);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

static int open_log(const char *path)
{
    char name[PATH_MAX];
    int length = snprintf(name, sizeof name, "%s-wal", path);
    return length < (int)sizeof name ? open(name, O_WRONLY | O_CLOEXEC) : -1;
}

checkpoint *checkpoint_start(const char *path, char why[STORE_WHY_MAX])
{
    sqlite3 *db = sqlite_open(path, why);
    if (!db || !sqlite_do(db, "PRAGMA synchronous = FULL", why)) {
        sqlite_close(&db, NULL, 0);
        return NULL;
    }
    checkpoint *m = native_realloc(NULL, sizeof *m);
    *m = (checkpoint){.db = db, .log = CHECKPOINT_AHEAD_PAGES > 0 ? open_log(path) : -1};
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
    if (m->log >= 0)
        close(m->log);
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
    if (pages <= m->pages) { /* the log was begun anew */
        m->moved = 0;
        m->logs++;
    }
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
