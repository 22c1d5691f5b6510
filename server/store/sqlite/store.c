/* store.c: stores all records in one SQLite file (store.h). Here: the file and its connections,
 * and writing. read.c reads and finds what is to be deleted, checkpoint.c keeps
 * SQLite's log short, repair.c repairs after a failed sync, loss.c and check.c notice what is
 * missing, watch.c looks on while the file is used, bin.c restores, backup.c copies, recent.c keeps
 * together what is written together. */
#include "server/store/sqlite/inside.h"

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
#include "server/store/sqlite/board.h"
#include "server/store/sqlite/check.h"
#include "server/store/sqlite/loss.h"
#include "server/store/sqlite/repair.h"
#include "server/store/sqlite/seals.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

enum {
    LOG_KEPT = 48 << 20,     /* bytes of the log of SQLite that stay allocated */
    PROBE_BYTES = 256 << 10, /* a disk that takes this is worth a try */
};

/* ---- what is done with the file ---- */

/* Moves are kept one part each, so a part must cost little: it goes behind the last part that was
 * written (recent.h), and the row of the room is written only when its time is older than
 * STORE_TOUCH_MS. */
static const char *const writes[WRITES] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [OLD_MARK] = "SELECT mark FROM rooms WHERE code = ?1",
    [ROOM] = "INSERT INTO rooms(code, status, listed, clocked, touched_ms, record, mark)"
             " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(code) DO UPDATE SET status = ?2,"
             " listed = ?3, clocked = ?4, touched_ms = ?5, record = ?6, mark = ?7, binned_ms = 0",
    [CHAT] = "INSERT INTO chat(room, number, text, mark) VALUES(?1, ?2, ?3, ?4)",
    [OLD_CHAT] = "SELECT mark FROM chat WHERE room = ?1 AND number <= ?2",
    [SEAL] = "INSERT INTO seals(number, line, head) VALUES(?1, ?2, ?3)",
    [TRIM] = "DELETE FROM chat WHERE room = ?1 AND number <= ?2",
    [TOUCHED] = "SELECT touched_ms FROM rooms WHERE code = ?1",
    [TOUCH] = "UPDATE rooms SET touched_ms = ?2 WHERE code = ?1 AND touched_ms <= ?3",
    [OLD_PARTS] = "SELECT mark FROM parts WHERE room = ?1 AND match <= ?2",
    [TRIM_PARTS] = "DELETE FROM parts WHERE room = ?1 AND match <= ?2",
    [BIN_ROOM] = "UPDATE rooms SET binned_ms = ?3 WHERE code = ?1 AND touched_ms < ?2",
    [IN_BIN] = "SELECT mark FROM rooms WHERE code = ?1 AND binned_ms > 0 AND binned_ms <= ?2 "
               "AND " CHECK_BIN_FITS,
    [CLEAR_ROOM] = "DELETE FROM rooms WHERE code = ?1",
    [TIP] = ("UPDATE tip SET number = ?1, hash = ?2, sum = ?3, clock_ms = ?4,"
             " generation = ?5, moved_room = ?6, moved_id = ?7"),
};

/* ---- the file ---- */

/* Make the file if there is none. */
static bool make_file(sqlite_store *s, const char *path, char why[STORE_WHY_MAX])
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
static bool lock_file(sqlite_store *s, char why[STORE_WHY_MAX])
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
static bool open_file(sqlite_store *s, char why[STORE_WHY_MAX])
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
static bool note_places(sqlite_store *s, char why[STORE_WHY_MAX])
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

static bool in_place(store *base, char why[STORE_WHY_MAX])
{
    sqlite_store *s = (sqlite_store *)base;
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
static bool make_private(const sqlite_store *s, char why[STORE_WHY_MAX])
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
    ((sqlite_store *)with)->log_pages = pages;
    return SQLITE_OK;
}

/* Bring what waits in the log of SQLite into the file, and begin the log anew. Somebody reading (a
 * backup) may hold back some of it, which is no failure. */
static bool empty_log(sqlite_store *s, char why[STORE_WHY_MAX])
{
    errno = 0;
    int rc = sqlite3_wal_checkpoint_v2(s->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return rc == SQLITE_OK || (rc & 0xff) == SQLITE_BUSY || sqlite_explain(s->writer, why);
}

/* At the start and after a failure the log is not trusted (repair.c): before this nothing that
 * stands in it may be built upon. */
static bool mend(sqlite_store *s, char why[STORE_WHY_MAX])
{
    if (!sqlite_do(s->writer, "BEGIN IMMEDIATE", why))
        return false;
    bool mended = repair_file(s->file, s->path) || sqlite_say_system(why, s->path);
    return mended && sqlite_do(s->writer, "COMMIT", why);
}

static void close_writer(sqlite_store *s)
{
    if (s->checkpoint)
        checkpoint_stop(s->checkpoint);
    s->checkpoint = NULL;
    recent_close(&s->recent);
    sqlite_close(&s->writer, s->write, WRITES);
}

/* What was written before must still be there. */
static bool read_tip(sqlite_store *s, char why[STORE_WHY_MAX])
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
static bool open_tip(sqlite_store *s, char why[STORE_WHY_MAX])
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

static bool open_writer(sqlite_store *s, bool make, const loss *accepted, char why[STORE_WHY_MAX])
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
        board_make(s->writer, why) && (!accepted || loss_accept(s->writer, accepted, why)) &&
        sqlite_prepare(s->writer, writes, WRITES, s->write, why) && read_tip(s, why) &&
        recent_open(&s->recent, s->writer, why) && (!make || open_tip(s, why)) && empty_log(s, why))
        s->checkpoint = checkpoint_start(s->path, why);
    if (!s->checkpoint)
        close_writer(s);
    return s->checkpoint;
}

static bool open_reader(sqlite_store *s, char why[STORE_WHY_MAX])
{
    s->reader = sqlite_open(s->path, why);
    return s->reader && sqlite_do(s->reader, "PRAGMA query_only = 1", why) &&
           sqlite_prepare(s->reader, sqlite_reads, READS, s->read, why);
}

/* ---- opening and closing ---- */

static bool watch_file(sqlite_store *s, bool at_once, char why[STORE_WHY_MAX])
{
    s->watch = watch_start(s->path, &s->beside, at_once, why);
    return s->watch;
}

/* `why` says what is lost, and what can be done. No file is left where there was none. */
static bool refuse_loss(const sqlite_store *s, const loss *found, char why[STORE_WHY_MAX])
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
static bool open_seals(sqlite_store *s, loss *found, bool accepted, char why[STORE_WHY_MAX])
{
    char broken[STORE_WHY_MAX];
    if (seals_key(s->writer, &s->base.key, broken) && seals_check(s->writer, broken))
        return true;
    sqlite_say(found->what, broken);
    if (!accepted)
        return refuse_loss(s, found, why);
    return seals_set_aside(s->writer, why) && seals_make_key(s->writer, &s->base.key, why);
}

/* The writer goes last and, if all is well, brings the rest of the log into the file. If not, the
 * log stays as it is, to be mended at the next start. */
static void close_store(store *base)
{
    sqlite_store *s = (sqlite_store *)base;
    char why[STORE_WHY_MAX];
    if (s->watch)
        watch_stop(s->watch);
    sqlite_close(&s->reader, s->read, READS);
    for (int i = 0; i < 2; i++)
        rows_free(&s->rows[i]);
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
    store_finish(base);
    free(s->path);
    free(s);
}

static store *open_store(const char *path, const store_self *self, char *accepted,
                         char why[STORE_WHY_MAX])
{
    (void)self; /* a file has one house at a time */
    sqlite_store *s = native_realloc(NULL, sizeof *s);
    loss found = {0};
    *s = (sqlite_store){.lock = -1, .file = -1, .beside = {.file = -1}};
    store_begin(&s->base, &store_sqlite);
    bool usable = make_file(s, path, why) && lock_file(s, why) && open_file(s, why) &&
                  loss_look(s->path, &found, why);
    if (usable && found.what[0] && !accepted)
        usable = refuse_loss(s, &found, why);
    if (usable && open_writer(s, true, found.what[0] ? &found : NULL, why) &&
        open_seals(s, &found, accepted, why) && open_reader(s, why) && note_places(s, why) &&
        watch_file(s, found.unchecked, why)) {
        if (accepted)
            sqlite_say(accepted, found.what);
        s->base.clock_ms = s->tip.clock_ms;
        table_hash(s->base.key.seed, "nodes", strlen("nodes"), s->base.secret);
        return &s->base;
    }
    close_store(&s->base);
    return NULL;
}

static bool damaged(store *base, char why[STORE_WHY_MAX])
{
    return watch_damaged(((sqlite_store *)base)->watch, why);
}

/* ---- writing ---- */

static void bind_slice(sqlite3_stmt *statement, int at, kn_slice text)
{
    sqlite3_bind_text64(statement, at, text.length ? text.at : "", text.length, SQLITE_STATIC,
                        SQLITE_UTF8);
}

/* A statement about a room, its code bound. */
static sqlite3_stmt *about(sqlite_store *s, int which, const char *room)
{
    sqlite3_bind_text(s->write[which], 1, room, -1, SQLITE_STATIC);
    return s->write[which];
}

/* A row with this mark is added. */
static void add_mark(sqlite_store *s, sqlite3_stmt *w, int column, uint64_t mark)
{
    sqlite3_bind_int64(w, column, (int64_t)mark);
    s->next.sum += mark;
}

/* Rows are going: take their marks, which this statement finds. Returns how many; -1: failed. */
static int take_marks(sqlite_store *s, sqlite3_stmt *w)
{
    int rc, count = 0;
    for (; (rc = sqlite3_step(w)) == SQLITE_ROW; count++)
        s->next.sum -= (uint64_t)sqlite3_column_int64(w, 0);
    return sqlite3_reset(w) == SQLITE_OK && rc == SQLITE_DONE ? count : -1;
}

/* Delete the rows of a room up to some number. Mostly there are none. */
static bool trim(sqlite_store *s, int which, int how, const char *room, int64_t up_to)
{
    sqlite3_stmt *old = about(s, which, room), *w = about(s, how, room);
    sqlite3_bind_int64(old, 2, up_to);
    sqlite3_bind_int64(w, 2, up_to);
    int count = take_marks(s, old);
    return count == 0 || (count > 0 && sqlite_carry_out(w));
}

static bool trim_parts(sqlite_store *s, const char *room, int64_t up_to_match)
{
    return trim(s, OLD_PARTS, TRIM_PARTS, room, up_to_match) &&
           recent_trim(&s->recent, room, up_to_match, &s->next.sum);
}

static bool write_room(sqlite_store *s, const batch_record *r, kn_slice text)
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
    return sqlite_carry_out(w);
}

static bool touch_room(sqlite_store *s, const batch_record *r)
{
    sqlite3_stmt *w = about(s, TOUCH, r->room);
    sqlite3_bind_int64(w, 2, r->now_ms);
    sqlite3_bind_int64(w, 3, r->now_ms - STORE_TOUCH_MS);
    return sqlite_carry_out(w);
}

/* What is known already need not be looked for with every part. */
static bool read_touched(sqlite_store *s, const char *room, int64_t *touched_ms)
{
    sqlite3_stmt *ask = about(s, TOUCHED, room);
    int rc = sqlite3_step(ask);
    if (rc == SQLITE_ROW)
        *touched_ms = sqlite3_column_int64(ask, 0);
    return sqlite3_reset(ask) == SQLITE_OK && (rc == SQLITE_ROW || rc == SQLITE_DONE);
}

static bool write_part(sqlite_store *s, const batch_record *r, kn_slice text)
{
    uint64_t mark = mark_row(HOUSE_KEEP_PART, kn_slice_of(r->room), r->match, r->number, text);
    if (r->number == 0 && r->match > STORE_MATCHES_KEPT &&
        !trim_parts(s, r->room, (int64_t)r->match - STORE_MATCHES_KEPT))
        return false;
    if (!recent_add(&s->recent, r, text, mark))
        return false;
    s->next.sum += mark;
    int64_t *touched_ms = recent_touched(&s->recent, r->room);
    if (*touched_ms == 0 && !read_touched(s, r->room, touched_ms))
        return false;
    if (*touched_ms > r->now_ms - STORE_TOUCH_MS)
        return true;
    *touched_ms = r->now_ms;
    return touch_room(s, r);
}

static bool write_chat(sqlite_store *s, const batch_record *r, kn_slice text)
{
    sqlite3_stmt *w = about(s, CHAT, r->room);
    sqlite3_bind_int64(w, 2, r->number);
    bind_slice(w, 3, text);
    add_mark(s, w, 4, mark_row(HOUSE_KEEP_CHAT, kn_slice_of(r->room), 0, r->number, text));
    return sqlite_carry_out(w) &&
           trim(s, OLD_CHAT, TRIM, r->room, (int64_t)r->number - HOUSE_CHAT_KEPT) &&
           touch_room(s, r);
}

/* The text is the head, then the line. */
static bool write_seal(sqlite_store *s, const batch_record *r, kn_slice text)
{
    sqlite3_stmt *w = s->write[SEAL];
    sqlite3_bind_int64(w, 1, r->number);
    bind_slice(w, 2, (kn_slice){text.at + TABLE_HASH_BYTES, text.length - TABLE_HASH_BYTES});
    sqlite3_bind_blob(w, 3, text.at, TABLE_HASH_BYTES, SQLITE_STATIC);
    return sqlite_carry_out(w);
}

/* A room that has been used again since then stays. */
static bool bin_room(sqlite_store *s, const batch_record *r)
{
    sqlite3_stmt *w = about(s, BIN_ROOM, r->room);
    sqlite3_bind_int64(w, 2, r->since_ms);
    sqlite3_bind_int64(w, 3, r->now_ms > 0 ? r->now_ms : 1); /* 0: not in the bin */
    return sqlite_carry_out(w);
}

/* Likewise one that was taken out of the bin. */
static bool clear_room(sqlite_store *s, const batch_record *r)
{
    sqlite3_stmt *in_bin = about(s, IN_BIN, r->room);
    sqlite3_bind_int64(in_bin, 2, r->since_ms);
    int count = take_marks(s, in_bin);
    return count == 0 ||
           (count > 0 && sqlite_carry_out(about(s, CLEAR_ROOM, r->room)) &&
            trim_parts(s, r->room, INT64_MAX) && trim(s, OLD_CHAT, TRIM, r->room, INT64_MAX));
}

/* The last thing in every batch. */
static bool write_tip(sqlite_store *s, const store_batch *batch)
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
    sqlite3_bind_int64(w, 5, s->recent.place.generation);
    sqlite3_bind_text(w, 6, s->recent.place.room, -1, SQLITE_STATIC);
    sqlite3_bind_int64(w, 7, s->recent.place.number);
    return sqlite_carry_out(w);
}

static bool write_records(sqlite_store *s, const store_batch *batch)
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
        case BATCH_ENTRY: written = board_write(s->writer, text); break;
        case BATCH_FORGET: written = board_forget(s->writer, r->since_ms); break;
        }
    return written;
}

static bool commit(sqlite_store *s, const store_batch *batch, char why[STORE_WHY_MAX])
{
    if (!checkpoint_ready(s->checkpoint, why))
        return false;
    errno = 0;
    s->next = s->tip;
    if (!sqlite_carry_out(s->write[BEGIN]) || !write_records(s, batch) ||
        !recent_move(&s->recent, &s->next.sum) || !write_tip(s, batch) ||
        !sqlite_carry_out(s->write[COMMIT]))
        return sqlite3_errcode(s->writer) == SQLITE_OK
                   ? sqlite_say(why, sqlite3_errstr(SQLITE_CONSTRAINT)) /* it is there already */
                   : sqlite_explain(s->writer, why);
    s->tip = s->next;
    checkpoint_note(s->checkpoint, s->log_pages);
    if (!in_place(&s->base, why)) /* written, but where nobody will ever look */
        return false;
    tip_write(&s->beside, &s->tip);
    return true;
}

/* The writer is given up whenever it has failed: what it holds in memory is worth nothing now, and
 * what it had begun is undone. */
static store_end write_batch(store *base, const store_batch *batch, char why[STORE_WHY_MAX])
{
    sqlite_store *s = (sqlite_store *)base;
    if (!s->writer) {
        sqlite_say(why, _("the disk has already failed"));
        return STORE_FAILED;
    }
    if (commit(s, batch, why))
        return STORE_WRITTEN;
    close_writer(s);
    return STORE_FAILED;
}

/* Write something of the size of a batch, into the file itself. What it took stays free inside the
 * file: the batches to come find at least that much. */
static bool probe(sqlite_store *s, char why[STORE_WHY_MAX])
{
    char sql[128];
    snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO probe VALUES(1, zeroblob(%d))", PROBE_BYTES);
    return sqlite_do(s->writer, sql, why) && empty_log(s, why) &&
           sqlite_do(s->writer, "DELETE FROM probe", why);
}

static bool try_disk(store *base, char why[STORE_WHY_MAX])
{
    sqlite_store *s = (sqlite_store *)base;
    if (!in_place(&s->base, why) || (!s->writer && !open_writer(s, false, NULL, why)))
        return false;
    if (probe(s, why))
        return true;
    close_writer(s);
    return false;
}

/* ---- the key that signs the list of seals ---- */

static bool read_key(const char *path, int node, store_key *key, char why[STORE_WHY_MAX])
{
    (void)node;
    sqlite3 *db = sqlite_open(path, why);
    bool read = db && sqlite_is_ours(db, false, why) && sqlite_do(db, seals_tables, why) &&
                seals_key(db, key, why);
    sqlite_close(&db, NULL, 0);
    return read;
}

static bool replace_key(const char *path, int node, const store_key *key, char why[STORE_WHY_MAX])
{
    (void)node;
    store *s = open_store(path, NULL, NULL, why);
    if (!s)
        return false;
    bool replaced = seals_add_key(((sqlite_store *)s)->writer, key, why);
    close_store(s);
    return replaced;
}

/* ---- all of it ---- */

const store_kind store_sqlite = {
    .damaged_words = N_("this file is damaged"),
    .open = open_store,
    .close = close_store,
    .in_place = in_place,
    .damaged = damaged,
    .write = write_batch,
    .try = try_disk,
    .load = sqlite_load,
    .parts = sqlite_parts,
    .used = sqlite_used,
    .clocked = sqlite_clocked,
    .past = sqlite_past,
    .binned = sqlite_binned,
    .reserve = sqlite_reserve,
    .seals_end = sqlite_seals_end,
    .seals_lines = sqlite_seals_lines,
    .seals_were = sqlite_seals_were,
    .board = sqlite_board,
    .read_key = read_key,
    .replace_key = replace_key,
    .list_bin = sqlite_list_bin,
    .restore = sqlite_restore,
    .backup = sqlite_backup,
    .copy_out = sqlite_copy_out,
    .copy_in = sqlite_copy_in,
};
