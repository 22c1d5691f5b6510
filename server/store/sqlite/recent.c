/* recent.c: the tables of recent parts. See recent.h. */
#include "server/store/sqlite/recent.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/sqlite/sqlite.h"

#ifndef RECENT_FULL
#define RECENT_FULL 65536 /* rows, some 10 MB; tests use fewer */
#endif
enum {
    MOVED_PER_ADDED = 2, /* so that one table is empty before the other one is full */
    /* Rows at least, as those of a room share pages. */
    MOVED_AT_ONCE = RECENT_FULL < 1024 ? RECENT_FULL / 4 : 256,
};

#define EACH(which, before, after)                                                                 \
    [which##_0] = before "recent_0" after, [which##_1] = before "recent_1" after

/* Moving never fails because of what is in the rows: see recent_salvage. */
static const char *const statements[RECENT_STATEMENTS] = {
    [RECENT_STATE] = RECENT_GET_PLACE,
    [RECENT_IN_PARTS] = "SELECT 1 FROM parts WHERE room = ?1 AND match = ?2 AND part = ?3",
    [RECENT_LEARN_0] = RECENT_LEARN("recent_0"),
    [RECENT_LEARN_1] = RECENT_LEARN("recent_1"),
    EACH(RECENT_ADD, "INSERT INTO ",
         "(room, match, part, text, mark, id)"
         " VALUES(?1, ?2, ?3, ?4, ?5, ?6)"),
    EACH(RECENT_MOVE,
         "INSERT OR IGNORE INTO parts(room, match, part, text, mark)"
         " SELECT room, match, part, text, mark FROM ",
         " WHERE id = ?1"),
    EACH(RECENT_MARK, "SELECT mark FROM ", " WHERE id = ?1 AND match <= ?2"),
    EACH(RECENT_DROP, "DELETE FROM ", " WHERE id = ?1"),
    EACH(RECENT_EMPTY, "DELETE FROM ", ""),
};

/* ---- what is there ---- */

recent_end recent_read_place(sqlite3_stmt *ask, recent_place *out)
{
    recent_end end = RECENT_FAILED;
    *out = (recent_place){0};
    errno = 0;
    int rc = sqlite3_step(ask);
    if (rc == SQLITE_ROW) {
        const char *room = (const char *)sqlite3_column_text(ask, 1);
        kn_text code = kn_text_on(out->room, sizeof out->room);
        kn_put(&code, room ? room : "");
        out->generation = sqlite3_column_int64(ask, 0);
        out->number = sqlite3_column_int64(ask, 2);
        end = room && strlen(room) < sizeof out->room && out->generation >= 0 ? RECENT_READ
                                                                              : RECENT_DAMAGED;
    } else if (rc == SQLITE_DONE) {
        end = RECENT_DAMAGED;
    }
    return sqlite3_reset(ask) == SQLITE_OK ? end : RECENT_FAILED;
}

recent_end recent_learn(rows *r, sqlite3_stmt *ask, int64_t generation)
{
    int rc;
    bool fits = true;
    if (r->generation != generation)
        rows_clear(r, generation);
    sqlite3_bind_int64(ask, 1, r->top);
    errno = 0;
    while ((rc = sqlite3_step(ask)) == SQLITE_ROW && fits) {
        const char *room = (const char *)sqlite3_column_text(ask, 1);
        fits = room && rows_add(r, room, sqlite3_column_int64(ask, 0),
                                (uint32_t)sqlite3_column_int64(ask, 2),
                                (uint32_t)sqlite3_column_int64(ask, 3));
    }
    sqlite3_reset(ask);
    if (!fits)
        return RECENT_DAMAGED;
    return rc == SQLITE_DONE ? RECENT_READ : RECENT_FAILED;
}

bool recent_has_moved(const recent_place *place, const char *room, int64_t number)
{
    int order = strcmp(room, place->room);
    return order < 0 || (order == 0 && number <= place->number);
}

/* ---- opening and closing ---- */

static int filled(const recent *r)
{
    return (int)(r->place.generation % 2);
}

/* Begin to move the rows of the table that is not being filled, or go on where that was left. */
static void begin_moving(recent *r)
{
    const rows *from = &r->rows[!filled(r)];
    r->moving = from->top > 0 && !r->stuck;
    if (!r->moving)
        return;
    r->codes = rows_codes(from);
    r->at = 0;
    while (r->at < from->rooms && strcmp(r->codes[r->at], r->place.room) < 0)
        r->at++;
    r->row = r->at < from->rooms ? rows_find(from, r->codes[r->at])->first : 0;
    while (r->row && recent_has_moved(&r->place, r->codes[r->at], r->row))
        r->row = from->next[r->row];
}

static void end_moving(recent *r)
{
    free(r->codes);
    r->codes = NULL;
    r->moving = false;
}

static recent_end read_all(recent *r)
{
    recent_end end = recent_read_place(r->statement[RECENT_STATE], &r->place);
    for (int i = 0; i < 2 && end == RECENT_READ; i++) {
        rows_clear(&r->rows[i], -1);
        end = recent_learn(&r->rows[i], r->statement[RECENT_LEARN_0 + i],
                           r->place.generation - (i != filled(r)));
    }
    return end;
}

bool recent_open(recent *r, sqlite3 *db, char why[STORE_WHY_MAX])
{
    r->db = db;
    r->added = 0;
    if (!sqlite_prepare(db, statements, RECENT_STATEMENTS, r->statement, why))
        return false;
    recent_end end = read_all(r);
    if (end == RECENT_READ)
        begin_moving(r);
    else if (end == RECENT_DAMAGED)
        sqlite_call_damaged(why, "recent");
    else
        sqlite_explain(db, why);
    return end == RECENT_READ;
}

void recent_close(recent *r)
{
    bool stuck = r->stuck;
    for (int i = 0; i < RECENT_STATEMENTS; i++)
        sqlite3_finalize(r->statement[i]);
    for (int i = 0; i < 2; i++)
        rows_free(&r->rows[i]);
    end_moving(r);
    *r = (recent){.stuck = stuck};
}

/* ---- adding ---- */

static bool is_behind(const rows_room *known, const batch_record *part)
{
    return part->match > known->match ||
           (part->match == known->match && part->number > known->part);
}

/* A part that is there already was told to somebody and is never written over. Those of a room come
 * in order, so only the last one must be known. */
static bool is_new(recent *r, const batch_record *part)
{
    for (int i = 0; i < 2; i++) {
        const rows_room *known = rows_find(&r->rows[i ? !filled(r) : filled(r)], part->room);
        if (known && known->first)
            return is_behind(known, part);
    }
    sqlite3_stmt *ask = r->statement[RECENT_IN_PARTS];
    sqlite3_bind_text(ask, 1, part->room, -1, SQLITE_STATIC);
    sqlite3_bind_int64(ask, 2, part->match);
    sqlite3_bind_int64(ask, 3, part->number);
    int rc = sqlite3_step(ask);
    return sqlite3_reset(ask) == SQLITE_OK && rc == SQLITE_DONE;
}

bool recent_add(recent *r, const batch_record *part, kn_slice text, uint64_t mark)
{
    rows *into = &r->rows[filled(r)];
    sqlite3_stmt *add = r->statement[RECENT_ADD_0 + filled(r)];
    int64_t number = (int64_t)into->top + 1;
    if (!is_new(r, part) || !rows_add(into, part->room, number, part->match, part->number))
        return false;
    r->added++;
    sqlite3_bind_text(add, 1, part->room, -1, SQLITE_STATIC);
    sqlite3_bind_int64(add, 2, part->match);
    sqlite3_bind_int64(add, 3, part->number);
    sqlite3_bind_text64(add, 4, text.length ? text.at : "", text.length, SQLITE_STATIC,
                        SQLITE_UTF8);
    sqlite3_bind_int64(add, 5, (int64_t)mark);
    sqlite3_bind_int64(add, 6, number);
    return sqlite_carry_out(add);
}

int64_t *recent_touched(recent *r, const char *room)
{
    return &rows_find(&r->rows[filled(r)], room)->touched_ms;
}

/* ---- taking away ---- */

/* Take the mark of a row from the sum, if the row is there and its match is old enough. */
static bool take_mark(recent *r, int which, uint32_t row, int64_t up_to_match, uint64_t *sum,
                      bool *found)
{
    sqlite3_stmt *ask = r->statement[RECENT_MARK_0 + which];
    sqlite3_bind_int64(ask, 1, row);
    sqlite3_bind_int64(ask, 2, up_to_match);
    int rc = sqlite3_step(ask);
    *found = rc == SQLITE_ROW;
    if (*found)
        *sum -= (uint64_t)sqlite3_column_int64(ask, 0);
    return sqlite3_reset(ask) == SQLITE_OK && (*found || rc == SQLITE_DONE);
}

static bool trim_row(recent *r, int which, uint32_t row, int64_t up_to_match, uint64_t *sum)
{
    bool found, taken = take_mark(r, which, row, up_to_match, sum, &found);
    sqlite3_bind_int64(r->statement[RECENT_DROP_0 + which], 1, row);
    return taken && (!found || sqlite_carry_out(r->statement[RECENT_DROP_0 + which]));
}

bool recent_trim(recent *r, const char *room, int64_t up_to_match, uint64_t *sum)
{
    bool trimmed = true;
    for (int which = 0; which < 2; which++) {
        rows_room *known = rows_find(&r->rows[which], room);
        uint32_t row = known ? known->first : 0;
        for (; row && trimmed; row = r->rows[which].next[row])
            if (which == filled(r) || !recent_has_moved(&r->place, room, row))
                trimmed = trim_row(r, which, row, up_to_match, sum);
        if (known && up_to_match == INT64_MAX) /* another room may get this code */
            known->first = 0, known->touched_ms = 0;
    }
    return trimmed;
}

/* ---- moving ---- */

/* Everything has moved. The rows that are left are copies, and what they took is filled again soon:
 * overwriting it would mean to write it once more. */
static bool finish(recent *r)
{
    int which = !filled(r);
    char why[STORE_WHY_MAX];
    bool emptied = sqlite_do(r->db, "PRAGMA secure_delete = FAST", why) &&
                   sqlite_carry_out(r->statement[RECENT_EMPTY_0 + which]) &&
                   sqlite_do(r->db, "PRAGMA secure_delete = ON", why);
    r->place.room[0] = '\0';
    r->place.number = 0;
    rows_clear(&r->rows[which], r->rows[which].generation);
    end_moving(r);
    return emptied;
}

/* A row that is not there was trimmed. One that was there already, after some loss, goes. */
static bool move_row(recent *r, uint64_t *sum)
{
    int which = !filled(r);
    sqlite3_stmt *move = r->statement[RECENT_MOVE_0 + which];
    bool found;
    sqlite3_bind_int64(move, 1, r->row);
    if (!sqlite_carry_out(move)) {
        r->stuck = (sqlite3_errcode(r->db) & 0xff) == SQLITE_CORRUPT;
        return false;
    }
    if (sqlite3_changes(r->db) == 0 && !take_mark(r, which, r->row, INT64_MAX, sum, &found))
        return false;
    memcpy(r->place.room, r->codes[r->at], sizeof r->place.room);
    r->place.number = r->row;
    r->row = r->rows[which].next[r->row];
    return true;
}

static bool move_next(recent *r, uint64_t *sum)
{
    const rows *from = &r->rows[!filled(r)];
    while (!r->row && r->at < from->rooms && ++r->at < from->rooms)
        r->row = rows_find(from, r->codes[r->at])->first;
    return r->row ? move_row(r, sum) : finish(r);
}

bool recent_move(recent *r, uint64_t *sum)
{
    bool moved = true;
    if (!r->moving && !r->stuck && r->rows[filled(r)].top >= RECENT_FULL) {
        r->place.generation++;
        rows_clear(&r->rows[filled(r)], r->place.generation);
        begin_moving(r);
        r->added = 0;
    }
    if (!r->moving || r->added * MOVED_PER_ADDED < MOVED_AT_ONCE)
        return true;
    for (uint32_t left = r->added * MOVED_PER_ADDED; left > 0 && moved && r->moving; left--)
        moved = move_next(r, sum);
    r->added = 0;
    return moved;
}

/* ---- after a loss ---- */

/* Bring the rows that this finds to their rooms, as far as they can be read. They are read through
 * another connection: SQLite writes nothing more in a transaction that has met damage. */
static void salvage_rows(sqlite3 *from, sqlite3 *db, const char *select, const char *order)
{
    char sql[320], why[STORE_WHY_MAX];
    const char *find = sql, *put = "INSERT OR IGNORE INTO parts(room, match, part, text, mark)"
                                   " VALUES(?1, ?2, ?3, ?4, ?5)";
    sqlite3_stmt *found = NULL, *row = NULL;
    snprintf(sql, sizeof sql, "%s ORDER BY %s", select, order);
    if (sqlite_prepare(from, &find, 1, &found, why) && sqlite_prepare(db, &put, 1, &row, why))
        while (sqlite3_step(found) == SQLITE_ROW) {
            for (int i = 0; i < 5; i++)
                sqlite3_bind_value(row, i + 1, sqlite3_column_value(found, i));
            sqlite_carry_out(row);
        }
    sqlite3_finalize(found);
    sqlite3_finalize(row);
}

/* A table that cannot even be emptied stays under another name. Should the power fail before that,
 * the next one who accepts the loss finds the same rows in both places, and brings none twice. */
static bool empty_or_replace(sqlite3 *db, int which, char why[STORE_WHY_MAX])
{
    static const char *const make[] = {RECENT_TABLE("recent_0"), RECENT_TABLE("recent_1")};
    char sql[128];
    uint32_t name;
    snprintf(sql, sizeof sql, "DELETE FROM recent_%d", which);
    if (sqlite_do(db, sql, why))
        return true;
    native_random(&name, sizeof name);
    snprintf(sql, sizeof sql, "ALTER TABLE recent_%d RENAME TO lost_%08x", which, name);
    return sqlite_do(db, sql, why) && sqlite_do(db, make[which], why);
}

bool recent_salvage(sqlite3 *db, bool knows_moved, char why[STORE_WHY_MAX])
{
#define COLUMNS "room, match, part, text, mark"
    static const char *const counting[] = {RECENT_ROWS(COLUMNS, "recent_0", "0"),
                                           RECENT_ROWS(COLUMNS, "recent_1", "1")};
    static const char *const all[] = {"SELECT " COLUMNS " FROM recent_0",
                                      "SELECT " COLUMNS " FROM recent_1"};
    static const char *const orders[][2] = {{"recent_0.id", "recent_0.id DESC"},
                                            {"recent_1.id", "recent_1.id DESC"}};
    sqlite3 *from = sqlite_open(sqlite3_db_filename(db, "main"), why);
    bool done = from && sqlite_do(db, "BEGIN IMMEDIATE", why);
    for (int i = 0; i < 4 && done; i++)
        salvage_rows(from, db, knows_moved ? counting[i / 2] : all[i / 2], orders[i / 2][i % 2]);
    sqlite_close(&from, NULL, 0);
    done = done && sqlite_do(db, "COMMIT", why);
    for (int which = 0; which < 2 && done; which++)
        done = empty_or_replace(db, which, why);
    return done;
}
