/* read.c: reads what is stored, on the loop's thread, from a connection of its own; and finds what
 * is to be cleared away. See store.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/inside.h"
#include "server/store/seals.h"
#include "server/store/sqlite.h"
#include "words/words.h"

enum { PARTS_MAX = 2 * TABLE_LOG_MAX }; /* bytes of the parts of one match */

const char *const store_reads[READS] = {
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
    if (!sqlite_carry_out(s->read[LOOK])) {
        misread(s);
        house_not_fetched(fetching, s->misread_key);
        return false;
    }
    bool binned = is_binned(s, room);
    bool fetched = !binned && hand_out(s, GET_ROOM, HOUSE_KEEP_ROOM, room, fetching, &rooms) &&
                   rooms == 1 && hand_out(s, GET_PARTS, HOUSE_KEEP_PART, room, fetching, &rows) &&
                   hand_out(s, GET_CHAT, HOUSE_KEEP_CHAT, room, fetching, &rows);
    sqlite_carry_out(s->read[END_LOOK]);
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

bool store_seals_end(store *s, store_seals *end)
{
    return seals_end(s->reader, end, s->misread) || unreadable(s);
}

bool store_seals_lines(store *s, uint32_t after, kn_text *out)
{
    return seals_lines(s->reader, after, out, s->misread) || unreadable(s);
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

/* What is kept as the time of the last record may be STORE_TOUCH_MS too early. */
int store_clear(store *s, const store_retention *retention, int64_t now_ms, int most,
                bool (*in_use)(void *with, const char *room), void *with)
{
    sqlite3_stmt *ask = s->read[GET_PAST];
    int count = 0;
    if (is_clearing(s, true))
        return 0;
    for (int status = HOUSE_WAITING; status <= HOUSE_OVER; status++) {
        int64_t kept_ms = retention->kept_ms[status], own = store_own_ms(s, now_ms);
        batch_record as = {
            .what = BATCH_CLEAR, .since_ms = own - STORE_TOUCH_MS - kept_ms, .now_ms = own};
        sqlite3_bind_int(ask, 1, status);
        sqlite3_bind_int64(ask, 2, as.since_ms);
        if (kept_ms != KN_NEVER)
            count += clear_found(s, ask, &as, most - count, in_use, with);
    }
    return count;
}

int store_empty_bin(store *s, const store_retention *retention, int64_t now_ms, int most)
{
    int64_t own = store_own_ms(s, now_ms);
    batch_record as = {.what = BATCH_EMPTY, .since_ms = own - retention->bin_ms, .now_ms = own};
    if (is_clearing(s, false) || retention->bin_ms == KN_NEVER)
        return 0;
    sqlite3_bind_int64(s->read[GET_BINNED], 1, as.since_ms);
    return clear_found(s, s->read[GET_BINNED], &as, most, NULL, NULL);
}
