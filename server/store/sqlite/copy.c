/* copy.c: a house out of a SQLite file, row by row, and into one. See copy.h. The lists of seals of
 * a house on several machines are more than one: all but the first have tables of their own. */
#include "server/store/copy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/sqlite/board.h"
#include "server/store/sqlite/check.h"
#include "server/store/sqlite/inside.h"
#include "server/store/sqlite/recent.h"
#include "server/store/sqlite/seals.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

/* ---- out ---- */

enum { NAME_MAX_BYTES = 64, LISTS_MAX = 64 };

static kn_slice text_at(sqlite3_stmt *row, int column)
{
    const char *text = sqlite3_column_blob(row, column);
    return (kn_slice){text ? text : "", (size_t)sqlite3_column_bytes(row, column)};
}

/* Columns: bytes or NULL, the room, the text, the numbers. */
static bool pour_rows(sqlite3 *db, int what, const char *sql, int64_t list, const copy_sink *into,
                      char why[STORE_WHY_MAX])
{
    enum { AT_BYTES, AT_ROOM, AT_TEXT, AT_NUMBERS };
    sqlite3_stmt *ask = NULL;
    int rc = SQLITE_ERROR;
    errno = 0;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return false;
    bool poured = true;
    while (poured && (rc = sqlite3_step(ask)) == SQLITE_ROW) {
        copy_row row = {.what = what, .room = text_at(ask, AT_ROOM), .text = text_at(ask, AT_TEXT)};
        int first = list > 0;
        row.number[0] = list;
        row.number[COPY_NEEDS] = STORE_FORMAT; /* it may be anything that this program reads */
        for (int i = first; i < COPY_COMPARED && AT_NUMBERS + i - first < sqlite3_column_count(ask);
             i++)
            row.number[i] = sqlite3_column_int64(ask, AT_NUMBERS + i - first);
        kn_slice bytes = text_at(ask, AT_BYTES);
        if (bytes.length == sizeof row.bytes)
            memcpy(row.bytes, bytes.at, sizeof row.bytes);
        else if (bytes.length > 0)
            poured = sqlite_say(why, _("this file is damaged"));
        poured = poured && into->row(into->with, &row, why);
    }
    if (poured && rc != SQLITE_DONE)
        poured = sqlite_explain(db, why);
    sqlite3_finalize(ask);
    return poured;
}

/* The name of a table of a list: the first one's is as it always was. */
static void name_table(const char *base, int64_t list, char out[NAME_MAX_BYTES])
{
    if (list == COPY_FIRST_LIST)
        snprintf(out, NAME_MAX_BYTES, "%s", base);
    else
        snprintf(out, NAME_MAX_BYTES, "%s_of_%lld", base, (long long)list);
}

static bool pour_list(sqlite3 *db, int64_t list, const copy_sink *into, char why[STORE_WHY_MAX])
{
    char seals[NAME_MAX_BYTES], keys[NAME_MAX_BYTES], sql[2][160];
    name_table("seals", list, seals);
    name_table("keys", list, keys);
    snprintf(sql[0], sizeof sql[0], "SELECT head, '', line, number FROM %s", seals);
    snprintf(sql[1], sizeof sql[1], "SELECT seed, '', '', number, made_ms FROM %s", keys);
    return pour_rows(db, COPY_SEAL, sql[0], list, into, why) &&
           pour_rows(db, COPY_KEY, sql[1], list, into, why);
}

/* The numbers of all lists that are in the file. */
static int find_lists(sqlite3 *db, int64_t lists[LISTS_MAX])
{
    int count = 1;
    sqlite3_stmt *ask = NULL;
    lists[0] = COPY_FIRST_LIST;
    sqlite3_prepare_v2(db,
                       "SELECT CAST(substr(name, 10) AS INT) FROM sqlite_schema"
                       " WHERE type = 'table' AND name GLOB 'seals_of_[0-9]*'",
                       -1, &ask, NULL);
    while (ask && count < LISTS_MAX && sqlite3_step(ask) == SQLITE_ROW)
        lists[count++] = sqlite3_column_int64(ask, 0);
    sqlite3_finalize(ask);
    return count;
}

static bool pour_all(sqlite3 *db, const copy_sink *into, char why[STORE_WHY_MAX])
{
    static const struct {
        int what;
        const char *sql;
    } tables[] = {
        {COPY_HOUSE, "SELECT NULL, '', '', clock_ms FROM tip"},
        {COPY_ROOM, "SELECT NULL, code, record, status, listed, clocked, touched_ms, binned_ms"
                    " FROM rooms"},
        {COPY_PART, "SELECT NULL, room, text, match, part FROM parts"},
        {COPY_PART, RECENT_ROWS("NULL, room, text, match, part", "recent_0", "0")},
        {COPY_PART, RECENT_ROWS("NULL, room, text, match, part", "recent_1", "1")},
        {COPY_CHAT, "SELECT NULL, room, text, number FROM chat"},
        {COPY_ENTRY, "SELECT play, id, name, points, live, kept_ms FROM board"},
    };
    int64_t lists[LISTS_MAX];
    int count = find_lists(db, lists);
    bool poured = true;
    for (size_t i = 0; poured && i < sizeof tables / sizeof *tables; i++)
        poured = pour_rows(db, tables[i].what, tables[i].sql, 0, into, why);
    for (int i = 0; poured && i < count; i++)
        poured = pour_list(db, lists[i], into, why);
    return poured;
}

/* The store is opened as a server would do it: checked, brought up to date, and locked. */
bool sqlite_copy_out(const char *path, bool live, const copy_sink *into, char why[STORE_WHY_MAX])
{
    (void)live; /* a file is copied as a file then */
    char *whole = sqlite_whole_path(path);
    if (!whole)
        return sqlite_say_system(why, path);
    store *s = store_open(whole, why);
    bool poured = s && pour_all(((sqlite_store *)s)->reader, into, why);
    if (s)
        store_close(s);
    free(whole);
    return poured;
}

/* ---- in ---- */

enum { PUT_ROOM, PUT_PART, PUT_CHAT, PUTS };
static const char *const puts_sql[PUTS] = {
    [PUT_ROOM] = ("INSERT INTO rooms(code, record, mark, status, listed, clocked, touched_ms,"
                  " binned_ms) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
    [PUT_PART] = "INSERT INTO parts(room, text, mark, match, part) VALUES(?1, ?2, ?3, ?4, ?5)",
    [PUT_CHAT] = "INSERT INTO chat(room, text, mark, number) VALUES(?1, ?2, ?3, ?4)",
};

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *put[PUTS];
    uint64_t sum; /* of all marks */
    int64_t clock_ms;
} filling;

static bool put_row(filling *f, const copy_row *row, int which, int numbers, uint64_t mark)
{
    enum { AT_ROOM = 1, AT_TEXT, AT_MARK, AT_NUMBERS };
    sqlite3_stmt *put = f->put[which];
    sqlite3_bind_text(put, AT_ROOM, row->room.at, (int)row->room.length, SQLITE_STATIC);
    sqlite3_bind_text(put, AT_TEXT, row->text.length ? row->text.at : "", (int)row->text.length,
                      SQLITE_STATIC);
    sqlite3_bind_int64(put, AT_MARK, (int64_t)mark);
    for (int i = 0; i < numbers; i++)
        sqlite3_bind_int64(put, AT_NUMBERS + i, row->number[i]);
    f->sum += mark;
    return sqlite_carry_out(put);
}

/* Rows of lists are few: their statement is made anew each time. */
static bool put_in_list(filling *f, const copy_row *row, char why[STORE_WHY_MAX])
{
    char name[NAME_MAX_BYTES], sql[256];
    uint8_t hash[TABLE_HASH_BYTES];
    bool key = row->what == COPY_KEY;
    sqlite3_stmt *put = NULL;
    name_table(key ? "keys" : "seals", row->number[0], name);
    snprintf(sql, sizeof sql,
             key ? "CREATE TABLE IF NOT EXISTS %s(number INTEGER PRIMARY KEY, made_ms INT NOT NULL,"
                   " seed BLOB NOT NULL, hash BLOB NOT NULL) STRICT"
                 : "CREATE TABLE IF NOT EXISTS %s(number INTEGER PRIMARY KEY, line TEXT NOT NULL,"
                   " head BLOB NOT NULL) STRICT",
             name);
    if (!sqlite_do(f->db, sql, why))
        return false;
    snprintf(sql, sizeof sql,
             key ? "INSERT INTO %s(number, made_ms, seed, hash) VALUES(?1, ?2, ?3, ?4)"
                 : "INSERT INTO %s(number, line, head) VALUES(?1, ?2, ?3)",
             name);
    const char *statement = sql;
    if (!sqlite_prepare(f->db, &statement, 1, &put, why))
        return false;
    sqlite3_bind_int64(put, 1, row->number[1]);
    sqlite3_bind_blob(put, 3, row->bytes, sizeof row->bytes, SQLITE_STATIC);
    if (key) {
        table_hash(NULL, row->bytes, sizeof row->bytes, hash);
        sqlite3_bind_int64(put, 2, row->number[2]);
        sqlite3_bind_blob(put, 4, hash, sizeof hash, SQLITE_STATIC);
    } else {
        sqlite3_bind_text(put, 2, row->text.at, (int)row->text.length, SQLITE_STATIC);
    }
    bool done = sqlite3_step(put) == SQLITE_DONE || sqlite_explain(f->db, why);
    sqlite3_finalize(put);
    return done;
}

static bool put_entry(filling *f, const copy_row *row)
{
    store_entry e = {.points = row->number[0], .live = row->number[1], .kept_ms = row->number[2]};
    kn_text id = kn_text_on(e.id, sizeof e.id), name = kn_text_on(e.name, sizeof e.name);
    kn_put_slice(&id, row->room);
    kn_put_slice(&name, row->text);
    memcpy(e.play, row->bytes, sizeof e.play);
    return board_write(f->db, (kn_slice){(const char *)&e, sizeof e});
}

static bool take_row(void *with, const copy_row *row, char why[STORE_WHY_MAX])
{
    filling *f = with;
    const int64_t *n = row->number;
    bool put = true;
    if (n[COPY_NEEDS] > STORE_FORMAT)
        return sqlite_say(why, _("this database was made by a newer Knobel"));
    errno = 0;
    switch (row->what) {
    case COPY_HOUSE: f->clock_ms = n[0]; return true;
    case COPY_ROOM:
        put = put_row(f, row, PUT_ROOM, 5,
                      mark_row(HOUSE_KEEP_ROOM, row->room, MARK_ROOM(n[0], n[1], n[2]), row->text));
        break;
    case COPY_PART:
        put = put_row(f, row, PUT_PART, 2,
                      mark_row(HOUSE_KEEP_PART, row->room, n[0], n[1], row->text));
        break;
    case COPY_CHAT:
        put =
            put_row(f, row, PUT_CHAT, 1, mark_row(HOUSE_KEEP_CHAT, row->room, 0, n[0], row->text));
        break;
    case COPY_ENTRY: put = put_entry(f, row); break;
    default: return put_in_list(f, row, why);
    }
    return put || sqlite_explain(f->db, why);
}

static bool write_end(filling *f, char why[STORE_WHY_MAX])
{
    char sql[160];
    snprintf(sql, sizeof sql, "UPDATE tip SET sum = %lld, clock_ms = %lld; COMMIT;",
             (long long)f->sum, (long long)f->clock_ms);
    return sqlite_do(f->db, sql, why);
}

/* The same content, read again, in a file that is sound and has no log beside it. */
static bool check_filled(filling *f, const copy_digest *expected, char why[STORE_WHY_MAX])
{
    copy_digest digest = {0};
    const copy_sink count = copy_digest_sink(&digest);
    check_found found;
    return pour_all(f->db, &count, why) && copy_compare(&digest, expected, why) &&
           check_file(f->db, &found, why) == CHECK_SOUND &&
           sqlite_do(f->db, "PRAGMA journal_mode = DELETE", why);
}

static bool fill(void *with, const char *path, char why[STORE_WHY_MAX])
{
    filling f = {.db = sqlite_open(path, why)};
    const copy_sink sink = {&f, take_row};
    copy_tee tee;
    bool filled = f.db && sqlite_is_ours(f.db, true, why) && sqlite_do(f.db, seals_tables, why) &&
                  board_make(f.db, why) && sqlite_prepare(f.db, puts_sql, PUTS, f.put, why) &&
                  sqlite_do(f.db, "BEGIN", why) && copy_through(&tee, with, &sink, why) &&
                  write_end(&f, why) && check_filled(&f, &tee.digest, why);
    sqlite_close(&f.db, f.put, PUTS);
    return filled;
}

bool sqlite_copy_in(const char *path, const copy_source *from, char why[STORE_WHY_MAX])
{
    return sqlite_make_whole(path, fill, (void *)from, why);
}
