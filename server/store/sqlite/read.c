/* read.c: reads what is stored, from a connection of its own; and finds what is to be cleared away.
 * See store.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/sqlite/inside.h"
#include "server/store/sqlite/seals.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

const char *const sqlite_reads[READS] = {
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
    [GET_TAKEN] = "SELECT EXISTS(SELECT 1 FROM rooms WHERE code = ?1)",
    [GET_PAST] = "SELECT code FROM rooms WHERE status = ?1 AND touched_ms < ?2 AND binned_ms = 0"
                 " ORDER BY touched_ms LIMIT ?3",
    [GET_BINNED] = "SELECT code FROM rooms WHERE binned_ms > 0 AND binned_ms <= ?1"
                   " ORDER BY binned_ms LIMIT ?2",
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

/* ---- reading ---- */

/* The statement was not carried out to its end. */
static bool misread(sqlite_store *s)
{
    char why[STORE_WHY_MAX];
    int code = sqlite3_errcode(s->reader) & 0xff;
    bool damaged = code == SQLITE_NOTADB || (code == SQLITE_CORRUPT && errno != EIO);
    sqlite_explain(s->reader, why);
    return store_call_misread(&s->base, damaged ? "damaged" : "disk", why);
}

/* What was read cannot be right. */
static bool call_damaged(sqlite_store *s)
{
    return store_call_misread(&s->base, "damaged", _("this file is damaged"));
}

static sqlite3_stmt *ask_about(sqlite_store *s, int which, const char *room, uint32_t match)
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

/* The current row as a record, in the store's own time; false if it is invalid. */
static bool read_record(sqlite3_stmt *row, int what, const char *room, house_record *out)
{
    int64_t match = sqlite3_column_int64(row, AT_MATCH);
    int64_t number = sqlite3_column_int64(row, AT_NUMBER);
    const char *text = sqlite3_column_blob(row, AT_TEXT);
    int status = what == HOUSE_KEEP_ROOM ? sqlite3_column_int(row, AT_STATUS) : 0;
    *out = (house_record){
        .what = what,
        .room = room,
        .now_ms = sqlite3_column_int64(row, AT_TIME),
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
static int next_record(sqlite_store *s, int which, int what, const char *room, uint32_t rows,
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
    if (read_record(s->read[which], what, room, out) &&
        (what != HOUSE_KEEP_PART || out->number == rows))
        return 1;
    call_damaged(s);
    return -1;
}

/* Load all records of one kind; false if something is wrong with one. */
static bool load_kind(sqlite_store *s, int which, int what, const char *room, store_batch *into,
                      uint32_t *rows)
{
    house_record record;
    int next;
    sqlite3_stmt *ask = ask_about(s, which, room, 0);
    for (*rows = 0; (next = next_record(s, which, what, room, *rows, &record)) > 0; ++*rows)
        batch_keep(into, &record, record.now_ms);
    sqlite3_reset(ask);
    return next == 0;
}

static bool is_binned(sqlite_store *s, const char *room)
{
    sqlite3_stmt *ask = ask_about(s, GET_ROOM, room, 0);
    bool binned = sqlite3_step(ask) == SQLITE_ROW && sqlite3_column_int64(ask, AT_BINNED) > 0;
    sqlite3_reset(ask);
    return binned;
}

static load_end load_all(sqlite_store *s, const char *room, store_batch *into)
{
    uint32_t rooms, rows;
    if (is_binned(s, room))
        return LOAD_BINNED;
    if (!load_kind(s, GET_ROOM, HOUSE_KEEP_ROOM, room, into, &rooms))
        return LOAD_MISREAD;
    if (rooms == 0)
        return LOAD_NONE;
    return load_kind(s, GET_PARTS, HOUSE_KEEP_PART, room, into, &rows) &&
                   load_kind(s, GET_CHAT, HOUSE_KEEP_CHAT, room, into, &rows)
               ? LOAD_FOUND
               : LOAD_MISREAD;
}

/* One look at the file: a batch that is committed meanwhile is not seen in part. */
load_end sqlite_load(store *base, const char *room, store_batch *into)
{
    sqlite_store *s = (sqlite_store *)base;
    errno = 0;
    if (!sqlite_carry_out(s->read[LOOK])) {
        misread(s);
        return LOAD_MISREAD;
    }
    load_end end = load_all(s, room, into);
    sqlite_carry_out(s->read[END_LOOK]);
    return end;
}

/* ---- logs ---- */

char *sqlite_parts(store *base, const char *room, uint32_t *match, size_t *length)
{
    sqlite_store *s = (sqlite_store *)base;
    store_joined all = {0};
    house_record part;
    uint32_t rows = 0;
    int next;
    sqlite3_stmt *ask = ask_about(s, GET_PARTS, room, *match);
    while ((next = next_record(s, GET_PARTS, HOUSE_KEEP_PART, room, rows++, &part)) > 0) {
        store_join(&all, part.text);
        *match = part.match;
        if (all.length > STORE_PARTS_MAX) {
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

bool sqlite_seals_end(store *base, store_seals *end)
{
    char why[STORE_WHY_MAX];
    return seals_end(((sqlite_store *)base)->reader, end, why) ||
           store_call_misread(base, "disk", why);
}

bool sqlite_seals_lines(store *base, uint32_t after, kn_text *out)
{
    char why[STORE_WHY_MAX];
    return seals_lines(((sqlite_store *)base)->reader, after, out, why) ||
           store_call_misread(base, "disk", why);
}

/* ---- how much is used ---- */

int64_t sqlite_used(store *base)
{
    sqlite_store *s = (sqlite_store *)base;
    int64_t bytes = -1;
    if (sqlite3_step(s->read[GET_USED]) == SQLITE_ROW)
        bytes = sqlite3_column_int64(s->read[GET_USED], 0);
    else
        misread(s);
    sqlite3_reset(s->read[GET_USED]);
    return bytes;
}

/* ---- many rooms ---- */

/* All codes that a statement finds. */
static bool read_codes(sqlite_store *s, int which, store_codes *out)
{
    sqlite3_stmt *ask = s->read[which];
    int rc;
    errno = 0;
    while ((rc = sqlite3_step(ask)) == SQLITE_ROW)
        store_add_code(out, (const char *)sqlite3_column_text(ask, 0));
    if (rc != SQLITE_DONE)
        misread(s);
    sqlite3_reset(ask);
    return rc == SQLITE_DONE;
}

bool sqlite_clocked(store *base, store_codes *out)
{
    return read_codes((sqlite_store *)base, GET_CLOCKED, out);
}

bool sqlite_past(store *base, int status, int64_t before_ms, int most, store_codes *out)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_bind_int(s->read[GET_PAST], 1, status);
    sqlite3_bind_int64(s->read[GET_PAST], 2, before_ms);
    sqlite3_bind_int(s->read[GET_PAST], 3, most);
    return read_codes(s, GET_PAST, out);
}

bool sqlite_binned(store *base, int64_t until_ms, int most, store_codes *out)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_bind_int64(s->read[GET_BINNED], 1, until_ms);
    sqlite3_bind_int(s->read[GET_BINNED], 2, most);
    return read_codes(s, GET_BINNED, out);
}

/* Nobody else gives out codes: those that are free stay free. */
bool sqlite_reserve(store *base, const store_codes *wanted, store_codes *out)
{
    sqlite_store *s = (sqlite_store *)base;
    int rc = SQLITE_ROW;
    for (size_t i = 0; i < wanted->count && rc == SQLITE_ROW; i++) {
        sqlite3_stmt *ask = ask_about(s, GET_TAKEN, wanted->code[i], 0);
        errno = 0;
        rc = sqlite3_step(ask);
        if (rc == SQLITE_ROW && !sqlite3_column_int(ask, 0))
            store_add_code(out, wanted->code[i]);
        else if (rc != SQLITE_ROW)
            misread(s);
        sqlite3_reset(ask);
    }
    return rc == SQLITE_ROW;
}
