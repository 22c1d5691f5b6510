/* store.c: stores all records in one SQLite file (store.h). Here: the file and its connections,
 * writing, reading and deleting. batch.c collects, checkpoint.c keeps SQLite's log short, repair.c
 * repairs after a failed sync, loss.c and check.c notice what is missing, watch.c looks on while
 * the file is used, bin.c restores, backup.c copies. */
#include "server/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "native/native.h"
#include "server/store/batch.h"
#include "server/store/checkpoint.h"
#include "server/store/loss.h"
#include "server/store/mark.h"
#include "server/store/repair.h"
#include "server/store/seals.h"
#include "server/store/sqlite.h"
#include "server/store/watch.h"
#include "words/words.h"

enum {
    TOUCH_MS = 60000,              /* a room's time of the last record is this exact */
    LOG_KEPT = 48 << 20,           /* bytes of the log of SQLite that stay allocated */
    PROBE_BYTES = 256 << 10,       /* a disk that takes this is worth a try */
    PARTS_MAX = 2 * TABLE_LOG_MAX, /* bytes of the parts of one match */
    MATCHES_KEPT = 1000,           /* of one room; the logs of earlier ones go */
};

/* ---- what is done with the file ---- */

/* Moves are kept one part each, so a part must cost little: it goes behind the last part of its
 * room, and the row of the room is written only when its time is older than TOUCH_MS. Plain
 * INSERTs: a part that is there already was told to somebody and is never written over. */
enum {
    BEGIN,
    COMMIT,
    OLD_MARK,
    ROOM,
    PART,
    CHAT,
    SEAL,
    TRIM,
    TOUCH,
    OLD_CHAT,
    OLD_PARTS,
    TRIM_PARTS,
    BIN_ROOM,
    IN_BIN,
    CLEAR_ROOM,
    TIP,
    WRITES
};

static const char *const writes[WRITES] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [OLD_MARK] = "SELECT mark FROM rooms WHERE code = ?1",
    [ROOM] = "INSERT INTO rooms(code, status, listed, clocked, touched_ms, record, mark)"
             " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(code) DO UPDATE SET status = ?2,"
             " listed = ?3, clocked = ?4, touched_ms = ?5, record = ?6, mark = ?7, binned_ms = 0",
    [PART] = "INSERT INTO parts(room, match, part, text, mark) VALUES(?1, ?2, ?3, ?4, ?5)",
    [CHAT] = "INSERT INTO chat(room, number, text, mark) VALUES(?1, ?2, ?3, ?4)",
    [OLD_CHAT] = "SELECT mark FROM chat WHERE room = ?1 AND number <= ?2",
    [SEAL] = "INSERT INTO seals(number, line, head) VALUES(?1, ?2, ?3)",
    [TRIM] = "DELETE FROM chat WHERE room = ?1 AND number <= ?2",
    [TOUCH] = "UPDATE rooms SET touched_ms = ?2 WHERE code = ?1 AND touched_ms <= ?3",
    [OLD_PARTS] = "SELECT mark FROM parts WHERE room = ?1 AND match <= ?2",
    [TRIM_PARTS] = "DELETE FROM parts WHERE room = ?1 AND match <= ?2",
    [BIN_ROOM] = "UPDATE rooms SET binned_ms = ?3 WHERE code = ?1 AND touched_ms < ?2",
    [IN_BIN] = "SELECT mark FROM rooms WHERE code = ?1 AND binned_ms > 0 AND binned_ms <= ?2",
    [CLEAR_ROOM] = "DELETE FROM rooms WHERE code = ?1",
    [TIP] = "UPDATE tip SET number = ?1, hash = ?2, sum = ?3, clock_ms = ?4",
};

enum {
    LOOK,
    END_LOOK,
    GET_ROOM,
    GET_PARTS,
    GET_CHAT,
    GET_CLOCKED,
    GET_PAST,
    GET_BINNED,
    GET_USED,
    READS
};

static const char *const reads[READS] = {
    [LOOK] = "BEGIN",
    [END_LOOK] = "COMMIT",
    [GET_ROOM] = "SELECT touched_ms, 0, 0, record, mark, status, listed, clocked, binned_ms"
                 " FROM rooms WHERE code = ?1",
    [GET_PARTS] = "SELECT 0, match, part, text, mark FROM parts WHERE room = ?1 AND match ="
                  " CASE ?2 WHEN 0 THEN (SELECT max(match) FROM parts WHERE room = ?1) ELSE ?2 END"
                  " AND NOT EXISTS(SELECT 1 FROM rooms WHERE code = ?1 AND binned_ms > 0)"
                  " ORDER BY part",
    [GET_CHAT] = "SELECT 0, 0, number, text, mark FROM chat WHERE room = ?1 ORDER BY number",
    [GET_CLOCKED] = "SELECT code FROM rooms WHERE clocked AND binned_ms = 0 ORDER BY code",
    [GET_USED] = "SELECT (page_count - freelist_count) * page_size"
                 " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    [GET_PAST] = "SELECT code FROM rooms WHERE status = ?1 AND touched_ms < ?2 AND binned_ms = 0"
                 " ORDER BY touched_ms",
    [GET_BINNED] = "SELECT code FROM rooms WHERE binned_ms > 0 AND binned_ms <= ?1"
                   " ORDER BY binned_ms",
};
enum {
    AT_TIME,
    AT_MATCH,
    AT_NUMBER,
    AT_TEXT,
    AT_MARK,
    AT_STATUS,
    AT_LISTED,
    AT_CLOCKED,
    AT_BINNED
};

/* A file on disk, by its number there: what its name leads to may become another one. */
typedef struct {
    char *path;
    dev_t device;
    ino_t number;
} place;
enum { PLACE_FILE, PLACE_LOG, PLACE_INDEX, PLACES }; /* the log of SQLite, and the index of that */

struct store {
    char *path;
    bool made;       /* the file was not there */
    int lock, file;  /* the open file, for repairs */
    sqlite3 *writer; /* NULL after a failure, until store_try */
    sqlite3_stmt *write[WRITES];
    checkpoint *checkpoint;
    int log_pages; /* in the log of SQLite after the last commit */
    sqlite3 *reader;
    sqlite3_stmt *read[READS];
    char misread[STORE_WHY_MAX];
    store_key key;
    const char *misread_key; /* `disk`, `damaged` */
    tip tip, next;           /* of the last batch written, and of the one being written */
    tip_beside beside;
    watch *watch;
    place place[PLACES];
    atomic_llong size;                     /* of the file; it never becomes less */
    int64_t ahead_ms;                      /* the house's time is so far ahead of ours */
    store_batch *gathered, *taken, *spare; /* taken: on their way, the youngest first */
};

/* ---- the file ---- */

/* Make the file if there is none. */
static bool make_file(store *s, const char *path, char why[STORE_WHY_MAX])
{
    struct stat facts;
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    else if (errno != EEXIST)
        return sqlite_say_system(why, path);
    s->made = file >= 0;
    s->path = sqlite_whole_path(path);
    if (!s->path || stat(s->path, &facts) != 0)
        return sqlite_say_system(why, path);
    if (!S_ISREG(facts.st_mode))
        return sqlite_say(why, _("this is not a file"));
    return sqlite_keep_name(s->path) || sqlite_say_system(why, path);
}

/* Two houses would each hold rooms in memory that the other one changes. This lock lies beside the
 * file; earlier versions know only this one. */
static bool lock_file(store *s, char why[STORE_WHY_MAX])
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s-lock", s->path) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return sqlite_say_system(why, s->path);
    }
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0)
        return sqlite_say_system(why, path);
    if (flock(s->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno != EWOULDBLOCK)
        return sqlite_say_system(why, path);
    return sqlite_say(why, _("another server has this file open"));
}

/* Open from here to the end: a program that closes a file loses all its locks on it, also those
 * that SQLite took through another opening. The second lock is on the file itself, because it may
 * have several names, and beside each of them another log of SQLite. It does not touch SQLite's own
 * locks, so a backup can read meanwhile. */
static bool open_file(store *s, char why[STORE_WHY_MAX])
{
    s->file = open(s->path, O_RDWR | O_CLOEXEC);
    if (s->file < 0)
        return sqlite_say_system(why, s->path);
    if (flock(s->file, LOCK_EX | LOCK_NB) == 0)
        return true;
    return errno == EWOULDBLOCK ? sqlite_say(why, _("another server has this file open"))
                                : sqlite_say_system(why, s->path);
}

/* Note where everything lies. */
static bool note_places(store *s, char why[STORE_WHY_MAX])
{
    static const char *const endings[PLACES] = {"", "-wal", "-shm"};
    struct stat facts;
    for (int i = 0; i < PLACES; i++) {
        place *p = &s->place[i];
        size_t size = strlen(s->path) + strlen(endings[i]) + 1;
        p->path = native_realloc(NULL, size);
        snprintf(p->path, size, "%s%s", s->path, endings[i]);
        if (stat(p->path, &facts) != 0)
            return sqlite_say_system(why, p->path);
        p->device = facts.st_dev;
        p->number = facts.st_ino;
        if (i == PLACE_FILE)
            s->size = facts.st_size;
    }
    return true;
}

bool store_in_place(store *s, char why[STORE_WHY_MAX])
{
    struct stat facts;
    long long known = s->size; /* before looking: the other thread may see it grow meanwhile */
    for (int i = 0; i < PLACES; i++) {
        const place *p = &s->place[i];
        bool there = stat(p->path, &facts) == 0;
        if (!there && errno != ENOENT)
            return sqlite_say_system(why, p->path);
        if (!there || facts.st_dev != p->device || facts.st_ino != p->number ||
            (i == PLACE_FILE && facts.st_size < known)) {
            snprintf(why, STORE_WHY_MAX, _("%s was deleted, renamed, replaced or cut off"),
                     p->path);
            return false;
        }
        if (i == PLACE_FILE && facts.st_size > known)
            s->size = facts.st_size;
    }
    return true;
}

/* The file holds the secrets of matches that are being played: it is for nobody else to read, and
 * what SQLite puts beside it neither. Not before we know that it is ours. */
static bool make_private(const store *s, char why[STORE_WHY_MAX])
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s%s", s->path, endings[i]);
        if (chmod(path, 0600) != 0 && errno != ENOENT)
            return sqlite_say_system(why, path);
    }
    return true;
}

/* ---- the connections ---- */

/* How far the log of SQLite has grown; called at every commit. */
static int see_log(void *with, sqlite3 *db, const char *name, int pages)
{
    (void)db, (void)name;
    ((store *)with)->log_pages = pages;
    return SQLITE_OK;
}

/* Bring what waits in the log of SQLite into the file, and begin the log anew. Somebody reading (a
 * backup) may hold back some of it, which is no failure. */
static bool empty_log(store *s, char why[STORE_WHY_MAX])
{
    errno = 0;
    int rc = sqlite3_wal_checkpoint_v2(s->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return rc == SQLITE_OK || (rc & 0xff) == SQLITE_BUSY || sqlite_explain(s->writer, why);
}

/* At the start and after a failure the log is not trusted (repair.c): before this nothing that
 * stands in it may be built upon. */
static bool mend(store *s, char why[STORE_WHY_MAX])
{
    if (!sqlite_do(s->writer, "BEGIN IMMEDIATE", why))
        return false;
    bool mended = repair_file(s->file, s->path) || sqlite_say_system(why, s->path);
    return mended && sqlite_do(s->writer, "COMMIT", why);
}

static void close_writer(store *s)
{
    if (s->checkpoint)
        checkpoint_stop(s->checkpoint);
    s->checkpoint = NULL;
    sqlite_close(&s->writer, s->write, WRITES);
}

/* What was written before must still be there. */
static bool read_tip(store *s, char why[STORE_WHY_MAX])
{
    tip found;
    if (check_read_tip(s->writer, &found, why) != CHECK_SOUND)
        return false;
    if (found.number < s->tip.number)
        return sqlite_say(why, _("this file is damaged: some records are missing"));
    s->tip = found;
    return true;
}

/* Mark the file as open, and write the tip beside it: in both places at once, so that neither is
 * left to speak of another file; and synced before the log, which has the mark, is emptied. */
static bool open_tip(store *s, char why[STORE_WHY_MAX])
{
    tip before;
    char sql[64];
    native_random(&s->tip.open, sizeof s->tip.open);
    s->tip.open |= 1;
    snprintf(sql, sizeof sql, "UPDATE tip SET open = %lld", (long long)s->tip.open);
    if (!sqlite_do(s->writer, sql, why))
        return false;
    if (tip_open(&s->beside, s->path, true, &before) == TIP_NO_FILE)
        return sqlite_say_system(why, s->path);
    tip_write(&s->beside, &s->tip);
    tip_write(&s->beside, &s->tip);
    return (tip_sync(&s->beside) && sqlite_keep_name(s->path)) || sqlite_say_system(why, s->path);
}

static bool open_writer(store *s, bool make, const loss *accepted, char why[STORE_WHY_MAX])
{
    char sql[128];
    int version;
    snprintf(sql, sizeof sql, "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = %d",
             LOG_KEPT);
    s->writer = sqlite_open(s->path, why);
    if (!s->writer)
        return false;
    sqlite3_wal_hook(s->writer, see_log, s);
    if (sqlite_look(s->writer, &version, why) && mend(s, why) &&
        sqlite_is_ours(s->writer, make, why) && make_private(s, why) &&
        sqlite_do(s->writer, sql, why) && sqlite_do(s->writer, seals_tables, why) &&
        (!accepted || loss_accept(s->writer, accepted, why)) &&
        sqlite_prepare(s->writer, writes, WRITES, s->write, why) && read_tip(s, why) &&
        (!make || open_tip(s, why)) && empty_log(s, why))
        s->checkpoint = checkpoint_start(s->path, why);
    if (!s->checkpoint)
        close_writer(s);
    return s->checkpoint;
}

static bool open_reader(store *s, char why[STORE_WHY_MAX])
{
    s->reader = sqlite_open(s->path, why);
    return s->reader && sqlite_do(s->reader, "PRAGMA query_only = 1", why) &&
           sqlite_prepare(s->reader, reads, READS, s->read, why);
}

/* ---- opening and closing ---- */

static store_batch *new_batch(store *s)
{
    store_batch *batch = native_realloc(NULL, sizeof *batch);
    *batch = (store_batch){.owner = s};
    return batch;
}

static bool watch_file(store *s, bool at_once, char why[STORE_WHY_MAX])
{
    s->watch = watch_start(s->path, &s->beside, at_once, why);
    return s->watch;
}

/* `why` says what is lost, and what can be done. No file is left where there was none. */
static bool refuse_loss(const store *s, const loss *found, char why[STORE_WHY_MAX])
{
    if (s->made)
        unlink(s->path);
    snprintf(why, STORE_WHY_MAX,
             _("%s. Restore a backup, or start with --accept-loss to go on "
               "with what is left."),
             found->what);
    return false;
}

/* A list that is damaged is put aside if that was accepted, and another one begins under a new key:
 * the old key vouches for what is lost. */
static bool open_seals(store *s, loss *found, bool accepted, char why[STORE_WHY_MAX])
{
    char broken[STORE_WHY_MAX];
    if (seals_key(s->writer, &s->key, broken) && seals_check(s->writer, broken))
        return true;
    sqlite_say(found->what, broken);
    if (!accepted)
        return refuse_loss(s, found, why);
    return seals_set_aside(s->writer, why) && seals_make_key(s->writer, &s->key, why);
}

static store *open_with(const char *path, char *accepted, char why[STORE_WHY_MAX])
{
    store *s = native_realloc(NULL, sizeof *s);
    loss found = {0};
    *s = (store){.lock = -1, .file = -1, .beside = {.file = -1}};
    s->gathered = new_batch(s);
    bool usable = make_file(s, path, why) && lock_file(s, why) && open_file(s, why) &&
                  loss_look(s->path, &found, why);
    if (usable && found.what[0] && !accepted)
        usable = refuse_loss(s, &found, why);
    if (usable && open_writer(s, true, found.what[0] ? &found : NULL, why) &&
        open_seals(s, &found, accepted, why) && open_reader(s, why) && note_places(s, why) &&
        watch_file(s, found.unchecked, why)) {
        if (accepted)
            sqlite_say(accepted, found.what);
        return s;
    }
    store_close(s);
    return NULL;
}

store *store_open(const char *path, char why[STORE_WHY_MAX])
{
    return open_with(path, NULL, why);
}

store *store_open_anyway(const char *path, char lost[STORE_WHY_MAX], char why[STORE_WHY_MAX])
{
    return open_with(path, lost, why);
}

static void drop_batch(store_batch *batch)
{
    if (batch)
        free(batch->bytes);
    free(batch);
}

/* The writer goes last and, if all is well, brings the rest of the log into the file. If not, the
 * log stays as it is, to be mended at the next start. */
void store_close(store *s)
{
    char why[STORE_WHY_MAX];
    if (s->watch)
        watch_stop(s->watch);
    sqlite_close(&s->reader, s->read, READS);
    if (s->checkpoint && checkpoint_stop(s->checkpoint) &&
        sqlite_do(s->writer, "UPDATE tip SET open = 0", why))
        sqlite_tidy_at_close(s->writer);
    s->checkpoint = NULL;
    close_writer(s);
    tip_sync(&s->beside);
    tip_close(&s->beside);
    for (int i = 0; i < PLACES; i++)
        free(s->place[i].path);
    if (s->file >= 0)
        close(s->file);
    if (s->lock >= 0)
        close(s->lock);
    drop_batch(s->gathered);
    drop_batch(s->spare);
    free(s->path);
    free(s);
}

bool store_damaged(store *s, char why[STORE_WHY_MAX])
{
    return watch_damaged(s->watch, why);
}

/* ---- time ---- */

void store_set_time(store *s, int64_t now_ms)
{
    s->ahead_ms = now_ms - s->tip.clock_ms;
}

/* Time in the house as time of ours. */
static int64_t own_ms(const store *s, int64_t house_ms)
{
    return house_ms - s->ahead_ms;
}

void store_keep_time(store *s, int64_t now_ms)
{
    batch_clock(s->gathered, own_ms(s, now_ms));
}

/* ---- gathering ---- */

void store_keep(store *s, const house_record *record)
{
    batch_keep(s->gathered, record, own_ms(s, record->now_ms));
}

size_t store_gathered(const store *s)
{
    return s->gathered->length;
}

store_batch *store_take(store *s)
{
    store_batch *taken = s->gathered;
    if (taken->records == 0)
        return NULL;
    s->gathered = s->spare ? s->spare : new_batch(s);
    s->spare = NULL;
    taken->next = s->taken;
    s->taken = taken;
    return taken;
}

void store_batch_free(store_batch *batch)
{
    store *s = batch->owner;
    store_batch **link = &s->taken;
    while (*link != batch)
        link = &(*link)->next;
    *link = batch->next;
    batch_reset(batch);
    if (s->spare)
        drop_batch(batch);
    else
        s->spare = batch;
}

/* ---- writing ---- */

static void bind_slice(sqlite3_stmt *statement, int at, kn_slice text)
{
    sqlite3_bind_text64(statement, at, text.length ? text.at : "", text.length, SQLITE_STATIC,
                        SQLITE_UTF8);
}

/* Carry out a statement that gives no rows. */
static bool carry_out(sqlite3_stmt *statement)
{
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && done;
}

/* A statement about a room, its code bound. */
static sqlite3_stmt *about(store *s, int which, const char *room)
{
    sqlite3_bind_text(s->write[which], 1, room, -1, SQLITE_STATIC);
    return s->write[which];
}

/* A row with this mark is added. */
static void add_mark(store *s, sqlite3_stmt *w, int column, uint64_t mark)
{
    sqlite3_bind_int64(w, column, (int64_t)mark);
    s->next.sum += mark;
}

/* Rows are going: take their marks, which this statement finds. Returns how many; -1: failed. */
static int take_marks(store *s, sqlite3_stmt *w)
{
    int rc, count = 0;
    for (; (rc = sqlite3_step(w)) == SQLITE_ROW; count++)
        s->next.sum -= (uint64_t)sqlite3_column_int64(w, 0);
    return sqlite3_reset(w) == SQLITE_OK && rc == SQLITE_DONE ? count : -1;
}

/* Delete the rows of a room up to some number. Mostly there are none. */
static bool trim(store *s, int which, int how, const char *room, int64_t up_to)
{
    sqlite3_stmt *old = about(s, which, room), *w = about(s, how, room);
    sqlite3_bind_int64(old, 2, up_to);
    sqlite3_bind_int64(w, 2, up_to);
    int count = take_marks(s, old);
    return count == 0 || (count > 0 && carry_out(w));
}

static bool write_room(store *s, const batch_record *r, kn_slice text)
{
    sqlite3_stmt *w = about(s, ROOM, r->room);
    if (take_marks(s, about(s, OLD_MARK, r->room)) < 0)
        return false;
    sqlite3_bind_int(w, 2, r->status);
    sqlite3_bind_int(w, 3, r->listed);
    sqlite3_bind_int(w, 4, r->clocked);
    sqlite3_bind_int64(w, 5, r->now_ms);
    bind_slice(w, 6, text);
    add_mark(s, w, 7,
             mark_row(HOUSE_KEEP_ROOM, kn_slice_of(r->room),
                      MARK_ROOM(r->status, r->listed, r->clocked), text));
    return carry_out(w);
}

static bool touch_room(store *s, const batch_record *r)
{
    sqlite3_stmt *w = about(s, TOUCH, r->room);
    sqlite3_bind_int64(w, 2, r->now_ms);
    sqlite3_bind_int64(w, 3, r->now_ms - TOUCH_MS);
    return carry_out(w);
}

static bool write_part(store *s, const batch_record *r, kn_slice text)
{
    sqlite3_stmt *w = about(s, PART, r->room);
    sqlite3_bind_int64(w, 2, r->match);
    sqlite3_bind_int64(w, 3, r->number);
    bind_slice(w, 4, text);
    add_mark(s, w, 5, mark_row(HOUSE_KEEP_PART, kn_slice_of(r->room), r->match, r->number, text));
    if (r->number == 0 &&
        !trim(s, OLD_PARTS, TRIM_PARTS, r->room, (int64_t)r->match - MATCHES_KEPT))
        return false;
    return carry_out(w) && touch_room(s, r);
}

static bool write_chat(store *s, const batch_record *r, kn_slice text)
{
    sqlite3_stmt *w = about(s, CHAT, r->room);
    sqlite3_bind_int64(w, 2, r->number);
    bind_slice(w, 3, text);
    add_mark(s, w, 4, mark_row(HOUSE_KEEP_CHAT, kn_slice_of(r->room), 0, r->number, text));
    return carry_out(w) && trim(s, OLD_CHAT, TRIM, r->room, (int64_t)r->number - HOUSE_CHAT_KEPT) &&
           touch_room(s, r);
}

/* The text is the head, then the line. */
static bool write_seal(store *s, const batch_record *r, kn_slice text)
{
    sqlite3_stmt *w = s->write[SEAL];
    sqlite3_bind_int64(w, 1, r->number);
    bind_slice(w, 2, (kn_slice){text.at + TABLE_HASH_BYTES, text.length - TABLE_HASH_BYTES});
    sqlite3_bind_blob(w, 3, text.at, TABLE_HASH_BYTES, SQLITE_STATIC);
    return carry_out(w);
}

/* A room that has been used again since then stays. */
static bool bin_room(store *s, const batch_record *r)
{
    sqlite3_stmt *w = about(s, BIN_ROOM, r->room);
    sqlite3_bind_int64(w, 2, r->since_ms);
    sqlite3_bind_int64(w, 3, r->now_ms > 0 ? r->now_ms : 1); /* 0: not in the bin */
    return carry_out(w);
}

/* Likewise one that was taken out of the bin. */
static bool clear_room(store *s, const batch_record *r)
{
    sqlite3_stmt *in_bin = about(s, IN_BIN, r->room);
    sqlite3_bind_int64(in_bin, 2, r->since_ms);
    int count = take_marks(s, in_bin);
    return count == 0 || (count > 0 && carry_out(about(s, CLEAR_ROOM, r->room)) &&
                          trim(s, OLD_PARTS, TRIM_PARTS, r->room, INT64_MAX) &&
                          trim(s, OLD_CHAT, TRIM, r->room, INT64_MAX));
}

/* The last thing in every batch. */
static bool write_tip(store *s, const store_batch *batch)
{
    sqlite3_stmt *w = s->write[TIP];
    s->next.hash = tip_hash(&s->tip, s->next.sum);
    s->next.number++;
    if (batch->now_ms > s->next.clock_ms)
        s->next.clock_ms = batch->now_ms;
    sqlite3_bind_int64(w, 1, (int64_t)s->next.number);
    sqlite3_bind_int64(w, 2, (int64_t)s->next.hash);
    sqlite3_bind_int64(w, 3, (int64_t)s->next.sum);
    sqlite3_bind_int64(w, 4, s->next.clock_ms);
    return carry_out(w);
}

static bool write_records(store *s, const store_batch *batch)
{
    const batch_record *r;
    size_t at = 0;
    kn_slice text;
    bool written = true;
    while (written && (r = batch_next(batch, &at, &text)))
        switch (r->what) {
        case HOUSE_KEEP_ROOM: written = write_room(s, r, text); break;
        case HOUSE_KEEP_PART: written = write_part(s, r, text); break;
        case HOUSE_KEEP_CHAT: written = write_chat(s, r, text); break;
        case HOUSE_KEEP_SEAL: written = write_seal(s, r, text); break;
        case BATCH_CLEAR: written = bin_room(s, r); break;
        case BATCH_EMPTY: written = clear_room(s, r); break;
        }
    return written;
}

static bool commit(store *s, const store_batch *batch, char why[STORE_WHY_MAX])
{
    if (!checkpoint_ready(s->checkpoint, why))
        return false;
    errno = 0;
    s->next = s->tip;
    if (!carry_out(s->write[BEGIN]) || !write_records(s, batch) || !write_tip(s, batch) ||
        !carry_out(s->write[COMMIT]))
        return sqlite_explain(s->writer, why);
    s->tip = s->next;
    checkpoint_note(s->checkpoint, s->log_pages);
    if (!store_in_place(s, why)) /* written, but where nobody will ever look */
        return false;
    tip_write(&s->beside, &s->tip);
    return true;
}

/* The writer is given up whenever it has failed: what it holds in memory is worth nothing now, and
 * what it had begun is undone. */
bool store_write(store *s, store_batch *batch, char why[STORE_WHY_MAX])
{
    if (!s->writer)
        return sqlite_say(why, _("the disk has already failed"));
    if (commit(s, batch, why))
        return true;
    close_writer(s);
    return false;
}

/* Write something of the size of a batch, into the file itself. What it took stays free inside the
 * file: the batches to come find at least that much. */
static bool probe(store *s, char why[STORE_WHY_MAX])
{
    char sql[128];
    snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO probe VALUES(1, zeroblob(%d))", PROBE_BYTES);
    return sqlite_do(s->writer, sql, why) && empty_log(s, why) &&
           sqlite_do(s->writer, "DELETE FROM probe", why);
}

bool store_try(store *s, char why[STORE_WHY_MAX])
{
    if (!store_in_place(s, why) || (!s->writer && !open_writer(s, false, NULL, why)))
        return false;
    if (probe(s, why))
        return true;
    close_writer(s);
    return false;
}

/* ---- reading ---- */

/* The statement was not carried out to its end. */
static bool misread(store *s)
{
    int code = sqlite3_errcode(s->reader) & 0xff;
    bool damaged = code == SQLITE_NOTADB || (code == SQLITE_CORRUPT && errno != EIO);
    s->misread_key = damaged ? "damaged" : "disk";
    return sqlite_explain(s->reader, s->misread);
}

/* What was read cannot be right. */
static void call_damaged(store *s)
{
    s->misread_key = "damaged";
    sqlite_say(s->misread, _("this file is damaged"));
}

/* `misread` says why. */
static bool unreadable(store *s)
{
    s->misread_key = "disk";
    return false;
}

const char *store_misread(store *s, char why[STORE_WHY_MAX])
{
    const char *key = s->misread_key;
    if (key)
        sqlite_say(why, s->misread);
    s->misread_key = NULL;
    return key;
}

static sqlite3_stmt *ask_about(store *s, int which, const char *room, uint32_t match)
{
    sqlite3_stmt *ask = s->read[which];
    sqlite3_bind_text(ask, 1, room, -1, SQLITE_STATIC);
    if (which == GET_PARTS)
        sqlite3_bind_int64(ask, 2, match);
    return ask;
}

/* Does the row fit its mark? One of an earlier version has none. */
static bool fits_mark(sqlite3_stmt *row, const house_record *r)
{
    bool is_room = r->what == HOUSE_KEEP_ROOM;
    kn_slice room = kn_slice_of(r->room);
    uint64_t mark =
        is_room ? mark_row(r->what, room, MARK_ROOM(r->status, r->listed, r->clocked), r->text)
                : mark_row(r->what, room, r->match, r->number, r->text);
    return sqlite3_column_type(row, AT_MARK) == SQLITE_NULL ||
           (uint64_t)sqlite3_column_int64(row, AT_MARK) == mark;
}

/* The current row as a record; false if it is invalid. */
static bool read_record(const store *s, sqlite3_stmt *row, int what, const char *room,
                        house_record *out)
{
    int64_t match = sqlite3_column_int64(row, AT_MATCH);
    int64_t number = sqlite3_column_int64(row, AT_NUMBER);
    const char *text = sqlite3_column_blob(row, AT_TEXT);
    int status = what == HOUSE_KEEP_ROOM ? sqlite3_column_int(row, AT_STATUS) : 0;
    *out = (house_record){
        .what = what,
        .room = room,
        .now_ms = sqlite3_column_int64(row, AT_TIME) + s->ahead_ms,
        .match = (uint32_t)match,
        .number = (uint32_t)number,
        .text = {text ? text : "", (size_t)sqlite3_column_bytes(row, AT_TEXT)},
        .status = status,
        .listed = what == HOUSE_KEEP_ROOM && sqlite3_column_int(row, AT_LISTED),
        .clocked = what == HOUSE_KEEP_ROOM && sqlite3_column_int(row, AT_CLOCKED),
    };
    return match == out->match && number == out->number && status >= HOUSE_WAITING &&
           status <= HOUSE_OVER && fits_mark(row, out);
}

/* The next record of its kind. 1: here it is; 0: there are no more; -1: misread. A log is worth
 * nothing with a part missing in the middle. */
static int next_record(store *s, int which, int what, const char *room, uint32_t rows,
                       house_record *out)
{
    errno = 0;
    int rc = sqlite3_step(s->read[which]);
    if (rc == SQLITE_DONE)
        return 0;
    if (rc != SQLITE_ROW) {
        misread(s);
        return -1;
    }
    if (read_record(s, s->read[which], what, room, out) &&
        (what != HOUSE_KEEP_PART || out->number == rows))
        return 1;
    call_damaged(s);
    return -1;
}

/* Hand out all records of one kind; false if something is wrong with one. */
static bool hand_out(store *s, int which, int what, const char *room,
                     struct house_fetching *fetching, uint32_t *rows)
{
    house_record record;
    int next;
    sqlite3_stmt *ask = ask_about(s, which, room, 0);
    *rows = 0;
    while ((next = next_record(s, which, what, room, *rows, &record)) > 0) {
        if (!house_fetched(fetching, &record)) {
            call_damaged(s);
            break;
        }
        ++*rows;
    }
    sqlite3_reset(ask);
    return next == 0;
}

/* Has something been gathered that is not on disk yet? Then what the disk knows is old. */
static bool is_on_its_way(const store *s, const char *room)
{
    bool found = batch_has(s->gathered, room);
    for (const store_batch *batch = s->taken; batch && !found; batch = batch->next)
        found = batch_has(batch, room);
    return found;
}

static bool is_binned(store *s, const char *room)
{
    sqlite3_stmt *ask = ask_about(s, GET_ROOM, room, 0);
    bool binned = sqlite3_step(ask) == SQLITE_ROW && sqlite3_column_int64(ask, AT_BINNED) > 0;
    sqlite3_reset(ask);
    return binned;
}

/* One look at the file: a batch that is committed meanwhile is not seen in part. */
bool store_fetch(store *s, const char *room, struct house_fetching *fetching)
{
    uint32_t rooms, rows;
    errno = 0;
    if (is_on_its_way(s, room)) {
        house_not_fetched(fetching, "busy");
        return false;
    }
    if (!carry_out(s->read[LOOK])) {
        misread(s);
        house_not_fetched(fetching, s->misread_key);
        return false;
    }
    bool binned = is_binned(s, room);
    bool fetched = !binned && hand_out(s, GET_ROOM, HOUSE_KEEP_ROOM, room, fetching, &rooms) &&
                   rooms == 1 && hand_out(s, GET_PARTS, HOUSE_KEEP_PART, room, fetching, &rows) &&
                   hand_out(s, GET_CHAT, HOUSE_KEEP_CHAT, room, fetching, &rows);
    carry_out(s->read[END_LOOK]);
    if (binned)
        house_not_fetched(fetching, "cleared");
    else if (!fetched && s->misread_key)
        house_not_fetched(fetching, s->misread_key);
    return fetched;
}

/* ---- logs ---- */

/* A text that grows, with a closing zero. */
typedef struct {
    char *at;
    size_t length, size;
} joined;

static void join(joined *all, kn_slice text)
{
    while (all->length + text.length + 1 > all->size) {
        all->size = all->size ? 2 * all->size : HOUSE_PART_MAX;
        all->at = native_realloc(all->at, all->size);
    }
    memcpy(all->at + all->length, text.at, text.length);
    all->length += text.length;
    all->at[all->length] = '\0';
}

char *store_parts(store *s, const char *room, uint32_t *match, size_t *length)
{
    joined all = {0};
    house_record part;
    uint32_t rows = 0;
    int next;
    sqlite3_stmt *ask = ask_about(s, GET_PARTS, room, *match);
    while ((next = next_record(s, GET_PARTS, HOUSE_KEEP_PART, room, rows++, &part)) > 0) {
        join(&all, part.text);
        *match = part.match;
        if (all.length > PARTS_MAX) {
            call_damaged(s);
            next = -1;
            break;
        }
    }
    sqlite3_reset(ask);
    if (next < 0) {
        free(all.at);
        return NULL;
    }
    *length = all.length;
    return all.at;
}

/* ---- the list of seals ---- */

const store_key *store_signing_key(const store *s)
{
    return &s->key;
}

bool store_seals_end(store *s, store_seals *end)
{
    return seals_end(s->reader, end, s->misread) || unreadable(s);
}

bool store_seals_lines(store *s, uint32_t after, kn_text *out)
{
    return seals_lines(s->reader, after, out, s->misread) || unreadable(s);
}

bool store_read_key(const char *path, store_key *key, char why[STORE_WHY_MAX])
{
    sqlite3 *db = sqlite_open(path, why);
    bool read = db && sqlite_is_ours(db, false, why) && sqlite_do(db, seals_tables, why) &&
                seals_key(db, key, why);
    sqlite_close(&db, NULL, 0);
    return read;
}

bool store_replace_key(const char *path, const store_key *key, char why[STORE_WHY_MAX])
{
    store *s = store_open(path, why);
    if (!s)
        return false;
    bool replaced = seals_add_key(s->writer, key, why);
    store_close(s);
    return replaced;
}

/* ---- how much is used ---- */

int64_t store_used(store *s)
{
    int64_t bytes = -1;
    if (sqlite3_step(s->read[GET_USED]) == SQLITE_ROW)
        bytes = sqlite3_column_int64(s->read[GET_USED], 0);
    else
        misread(s);
    sqlite3_reset(s->read[GET_USED]);
    return bytes;
}

/* ---- many rooms ---- */

typedef char code[HOUSE_CODE_MAX];

/* The code of the row at hand; false if it cannot be one. */
static bool read_code(sqlite3_stmt *row, code out)
{
    const char *text = (const char *)sqlite3_column_text(row, 0);
    if (!text || strlen(text) >= HOUSE_CODE_MAX)
        return false;
    strcpy(out, text);
    return true;
}

/* Read all rows before the first callback, since a callback may fetch. */
void store_clocked(store *s, void (*each)(void *with, const char *room), void *with)
{
    code *codes = NULL;
    size_t count = 0, size = 0;
    int rc;
    while ((rc = sqlite3_step(s->read[GET_CLOCKED])) == SQLITE_ROW) {
        if (count == size) {
            size = size ? 2 * size : 64;
            codes = native_realloc(codes, size * sizeof *codes);
        }
        count += read_code(s->read[GET_CLOCKED], codes[count]);
    }
    if (rc != SQLITE_DONE)
        misread(s);
    sqlite3_reset(s->read[GET_CLOCKED]);
    for (size_t i = 0; i < count; i++)
        each(with, codes[i]);
    free(codes);
}

/* ---- clearing away ---- */

/* Are rooms that are to be cleared away still on their way? Those of the batch being gathered
 * count only if some were gathered before this turn. */
static bool is_clearing(const store *s, bool gathered_too)
{
    bool found = gathered_too && s->gathered->clears;
    for (const store_batch *batch = s->taken; batch && !found; batch = batch->next)
        found = batch->clears;
    return found;
}

/* Gather the rooms that a query finds; returns how many. */
static int clear_found(store *s, sqlite3_stmt *ask, const batch_record *as, int most,
                       bool (*in_use)(void *with, const char *room), void *with)
{
    int rc = SQLITE_DONE, count = 0;
    errno = 0;
    while (count < most && (rc = sqlite3_step(ask)) == SQLITE_ROW) {
        code room;
        if (!read_code(ask, room) || (in_use && in_use(with, room)) || is_on_its_way(s, room))
            continue;
        batch_clear(s->gathered, as->what, room, as->since_ms, as->now_ms);
        count++;
    }
    if (rc != SQLITE_DONE && rc != SQLITE_ROW)
        misread(s);
    sqlite3_reset(ask);
    return count;
}

/* What is kept as the time of the last record may be TOUCH_MS too early. */
int store_clear(store *s, const store_retention *retention, int64_t now_ms, int most,
                bool (*in_use)(void *with, const char *room), void *with)
{
    sqlite3_stmt *ask = s->read[GET_PAST];
    int count = 0;
    if (is_clearing(s, true))
        return 0;
    for (int status = HOUSE_WAITING; status <= HOUSE_OVER; status++) {
        int64_t kept_ms = retention->kept_ms[status], own = own_ms(s, now_ms);
        batch_record as = {
            .what = BATCH_CLEAR, .since_ms = own - TOUCH_MS - kept_ms, .now_ms = own};
        sqlite3_bind_int(ask, 1, status);
        sqlite3_bind_int64(ask, 2, as.since_ms);
        if (kept_ms != KN_NEVER)
            count += clear_found(s, ask, &as, most - count, in_use, with);
    }
    return count;
}

int store_empty_bin(store *s, const store_retention *retention, int64_t now_ms, int most)
{
    int64_t own = own_ms(s, now_ms);
    batch_record as = {.what = BATCH_EMPTY, .since_ms = own - retention->bin_ms, .now_ms = own};
    if (is_clearing(s, false) || retention->bin_ms == KN_NEVER)
        return 0;
    sqlite3_bind_int64(s->read[GET_BINNED], 1, as.since_ms);
    return clear_found(s, s->read[GET_BINNED], &as, most, NULL, NULL);
}
