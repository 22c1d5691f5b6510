/* board.c: the board of the day in the data file. See board.h. */
#include "server/store/sqlite/board.h"

#include <string.h>

#include "server/store/sqlite/inside.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

static const char board_table[] =
    "CREATE TABLE IF NOT EXISTS board(id TEXT PRIMARY KEY, play BLOB NOT NULL UNIQUE,"
    " name TEXT NOT NULL, points INT NOT NULL, live INT NOT NULL, kept_ms INT NOT NULL)"
    " STRICT, WITHOUT ROWID;";

#define COLUMNS "id, play, name, points, live, kept_ms, mark"

/* ---- the table ---- */

/* 1: it has them; 0: not; -1: `why`. The first versions had none; they can still use the table. */
static int has_marks(sqlite3 *db, char why[STORE_WHY_MAX])
{
    static const char *const sql = "SELECT 1 FROM pragma_table_info('board') WHERE name = 'mark'";
    sqlite3_stmt *ask = NULL;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return -1;
    int rc = sqlite3_step(ask), has = rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : -1;
    if (has < 0)
        sqlite_explain(db, why);
    sqlite3_finalize(ask);
    return has;
}

bool board_make(sqlite3 *db, char why[STORE_WHY_MAX])
{
    if (!sqlite_do(db, board_table, why))
        return false;
    int has = has_marks(db, why);
    return has > 0 || (has == 0 && sqlite_do(db, "ALTER TABLE board ADD COLUMN mark INT", why));
}

/* Marks of entries are not part of the sum of all: an earlier version may add some without. */
static int64_t mark_of(const store_entry *e)
{
    enum { MARK_ENTRY = 100 }; /* no kind of record that has a room */
    uint64_t mark =
        mark_row(MARK_ENTRY, kn_slice_of(e->id), e->points, e->live, kn_slice_of(e->name));
    return (int64_t)mark_bytes(mark_mix(mark, (uint64_t)e->kept_ms), e->play, sizeof e->play);
}

/* ---- writing ---- */

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *made = NULL;
    sqlite3_prepare_v2(db, sql, -1, &made, NULL);
    return made;
}

static bool finish(sqlite3_stmt *statement)
{
    bool done = statement && sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_finalize(statement) == SQLITE_OK && done;
}

bool board_write(sqlite3 *db, kn_slice entry)
{
    sqlite3_stmt *put =
        prepare(db, "INSERT OR IGNORE INTO board(" COLUMNS ") VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    store_entry e;
    memcpy(&e, entry.at, sizeof e);
    sqlite3_bind_text(put, 1, e.id, -1, SQLITE_STATIC);
    sqlite3_bind_blob(put, 2, e.play, sizeof e.play, SQLITE_STATIC);
    sqlite3_bind_text(put, 3, e.name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(put, 4, e.points);
    sqlite3_bind_int64(put, 5, e.live);
    sqlite3_bind_int64(put, 6, e.kept_ms);
    sqlite3_bind_int64(put, 7, mark_of(&e));
    return finish(put);
}

bool board_forget(sqlite3 *db, int64_t before_ms)
{
    sqlite3_stmt *forget = prepare(db, "DELETE FROM board WHERE kept_ms < ?1");
    sqlite3_bind_int64(forget, 1, before_ms);
    return finish(forget);
}

/* ---- reading ---- */

static bool misread(sqlite_store *s)
{
    char why[STORE_WHY_MAX];
    sqlite_explain(s->reader, why);
    return store_call_misread(&s->base, "disk", why);
}

static bool copy_text(sqlite3_stmt *row, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    kn_text copy = kn_text_on(out, size);
    kn_put(&copy, text ? text : "");
    return text && !copy.cut;
}

static bool read_entry(sqlite3_stmt *row, store_entry *e)
{
    const void *play = sqlite3_column_blob(row, 1);
    if (!play || sqlite3_column_bytes(row, 1) != sizeof e->play)
        return false;
    memcpy(e->play, play, sizeof e->play);
    e->points = sqlite3_column_int64(row, 3);
    e->live = sqlite3_column_int64(row, 4);
    e->kept_ms = sqlite3_column_int64(row, 5);
    return copy_text(row, 0, e->id, sizeof e->id) && copy_text(row, 2, e->name, sizeof e->name) &&
           (sqlite3_column_type(row, 6) == SQLITE_NULL ||
            sqlite3_column_int64(row, 6) == mark_of(e));
}

bool board_look(sqlite3 *db, int64_t *damaged, char why[STORE_WHY_MAX])
{
    static const char *const sql = "SELECT " COLUMNS " FROM board";
    sqlite3_stmt *ask = NULL;
    store_entry e;
    int rc, has = has_marks(db, why);
    if (has <= 0)
        return has == 0;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return false;
    while ((rc = sqlite3_step(ask)) == SQLITE_ROW) {
        memset(&e, 0, sizeof e);
        *damaged += !read_entry(ask, &e);
    }
    if (rc != SQLITE_DONE)
        sqlite_explain(db, why);
    sqlite3_finalize(ask);
    return rc == SQLITE_DONE;
}

/* A prefix is a range: it ends before the next character in place of its last one. */
bool sqlite_board(store *base, const char *board, store_board *out)
{
    sqlite_store *s = (sqlite_store *)base;
    int rc = SQLITE_ERROR;
    bool well = true;
    sqlite3_stmt *ask =
        prepare(s->reader, "SELECT " COLUMNS " FROM board"
                           " WHERE id >= ?1 AND id < ?1 || char(0x10ffff) ORDER BY kept_ms, id");
    sqlite3_bind_text(ask, 1, board, -1, SQLITE_STATIC);
    while (well && ask && (rc = sqlite3_step(ask)) == SQLITE_ROW)
        well = read_entry(ask, store_add_entry(out));
    if (!well)
        store_call_misread(base, "damaged", words_in(store_sqlite.damaged_words));
    else if (rc != SQLITE_DONE)
        well = misread(s);
    sqlite3_finalize(ask);
    return well;
}
