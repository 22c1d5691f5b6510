/* read.c: reads what is stored, from a connection of its own; and finds what is to be cleared away.
 * See store.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/sqlite/check.h"
#include "server/store/sqlite/inside.h"
#include "server/store/sqlite/seals.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

const char *const sqlite_reads[READS] = {
    [LOOK] = "BEGIN",
    [END_LOOK] = "COMMIT",
    [GET_ROOM] = "SELECT touched_ms, 0, 0, record, mark, status, listed, clocked, binned_ms > 0 "
                 "AND " CHECK_BIN_FITS " FROM rooms WHERE code = ?1",
    [GET_LAST_MATCH] = "SELECT max(match) FROM parts WHERE room = ?1",
    [GET_PARTS] = "SELECT 0, match, part, text, mark FROM parts WHERE room = ?1 AND match = ?2"
                  " ORDER BY part",
    [GET_PLACE] = RECENT_GET_PLACE,
    [GET_LEARN_0] = RECENT_LEARN("recent_0"),
    [GET_LEARN_1] = RECENT_LEARN("recent_1"),
    [GET_RECENT_0] = "SELECT 0, match, part, text, mark, room FROM recent_0 WHERE id = ?1",
    [GET_RECENT_1] = "SELECT 0, match, part, text, mark, room FROM recent_1 WHERE id = ?1",
    [GET_CHAT] = "SELECT 0, 0, number, text, mark FROM chat WHERE room = ?1 ORDER BY number",
    [GET_CLOCKED] = "SELECT code FROM rooms WHERE clocked AND binned_ms = 0 ORDER BY code",
    [GET_USED] = "SELECT (page_count - freelist_count) * page_size"
                 " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    [GET_TAKEN] = "SELECT EXISTS(SELECT 1 FROM rooms WHERE code = ?1)",
    [GET_PAST] = "SELECT code FROM rooms WHERE status = ?1 AND touched_ms < ?2 AND binned_ms = 0"
                 " ORDER BY touched_ms LIMIT ?3",
    [GET_BINNED] =
        "SELECT code FROM rooms WHERE binned_ms > 0 AND binned_ms <= ?1 AND " CHECK_BIN_FITS
        " ORDER BY binned_ms LIMIT ?2",
};
enum {
    AT_TIME,
    AT_MATCH,
    AT_NUMBER,
    AT_TEXT,
    AT_MARK,
    AT_STATUS,
    AT_ROOM = AT_STATUS, /* of a recent part */
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

static sqlite3_stmt *ask_about(sqlite_store *s, int which, const char *room)
{
    sqlite3_bind_text(s->read[which], 1, room, -1, SQLITE_STATIC);
    return s->read[which];
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

/* The next record that a statement finds. 1: here it is; 0: there are no more; -1: misread. */
static int next_record(sqlite_store *s, int which, int what, const char *room, house_record *out)
{
    errno = 0;
    int rc = sqlite3_step(s->read[which]);
    if (rc == SQLITE_DONE)
        return 0;
    if (rc != SQLITE_ROW) {
        misread(s);
        return -1;
    }
    if (read_record(s->read[which], what, room, out))
        return 1;
    call_damaged(s);
    return -1;
}

/* Load all records of one kind; false if something is wrong with one. */
static bool load_kind(sqlite_store *s, int which, int what, const char *room, store_batch *into,
                      uint32_t *count)
{
    house_record record;
    int next;
    sqlite3_stmt *ask = ask_about(s, which, room);
    for (*count = 0; (next = next_record(s, which, what, room, &record)) > 0; ++*count)
        batch_keep(into, &record, record.now_ms);
    sqlite3_reset(ask);
    return next == 0;
}

/* A room that cannot have been put into the bin then was not put there. */
static bool is_binned(sqlite_store *s, const char *room)
{
    sqlite3_stmt *ask = ask_about(s, GET_ROOM, room);
    bool binned = sqlite3_step(ask) == SQLITE_ROW && sqlite3_column_int(ask, AT_BINNED);
    sqlite3_reset(ask);
    return binned;
}

/* ---- the parts of a match ---- */

/* They are in up to three tables: those that have moved (recent.h) come before those that are to
 * move, and these before those that were added after that. */
typedef struct {
    const char *room;
    uint32_t match, count;
    recent_place place;
    bool (*each)(void *with, const house_record *part); /* false: no more of them */
    void *with;
} part_search;

/* Learn what was written since the last time. Inside of one look at the file, as all that follows.
 */
static bool learn(sqlite_store *s, recent_place *out)
{
    recent_end end = recent_read_place(s->read[GET_PLACE], out);
    for (int i = 0; i < 2 && end == RECENT_READ; i++)
        end = recent_learn(&s->rows[i], s->read[GET_LEARN_0 + i],
                           out->generation - (i != out->generation % 2));
    if (end == RECENT_DAMAGED)
        call_damaged(s);
    else if (end == RECENT_FAILED)
        misread(s);
    return end == RECENT_READ;
}

/* A log is worth nothing with a part missing in the middle. */
static int take_part(sqlite_store *s, part_search *p, int which, house_record *out)
{
    int next = next_record(s, which, HOUSE_KEEP_PART, p->room, out);
    if (next <= 0 || out->match != p->match)
        return next;
    if (out->number == p->count++ && p->each(p->with, out))
        return next;
    call_damaged(s);
    return -1;
}

/* Every recent part of the room in one table, or only those of the match that are wanted; 0: all is
 * well. Another match is not read: that would take longer the more is hidden in it. */
static int each_recent(sqlite_store *s, int which, part_search *p,
                       int (*visit)(sqlite_store *s, part_search *p, int from, house_record *out))
{
    const rows *known = &s->rows[which];
    const rows_room *room = rows_find(known, p->room);
    bool all = p->place.generation % 2 == which;
    house_record part;
    int next = 0;
    for (uint32_t row = room ? room->first : 0; row && next >= 0; row = known->next[row]) {
        sqlite3_stmt *ask = s->read[GET_RECENT_0 + which];
        if ((visit == take_part && known->match[row] != p->match) ||
            (!all && recent_has_moved(&p->place, p->room, row)))
            continue;
        sqlite3_bind_int64(ask, 1, row);
        next = visit(s, p, GET_RECENT_0 + which, &part);
        sqlite3_reset(ask);
    }
    return next < 0 ? -1 : 0;
}

/* Which match is the last one? Rows may be gone that are known. */
static int see_match(sqlite_store *s, part_search *p, int which, house_record *out)
{
    int next = next_record(s, which, HOUSE_KEEP_PART, p->room, out);
    if (next > 0 && out->match > p->match)
        p->match = out->match;
    return next;
}

static bool find_last_match(sqlite_store *s, part_search *p)
{
    sqlite3_stmt *ask = ask_about(s, GET_LAST_MATCH, p->room);
    errno = 0;
    bool read = sqlite3_step(ask) == SQLITE_ROW || misread(s);
    if (read)
        p->match = (uint32_t)sqlite3_column_int64(ask, 0);
    sqlite3_reset(ask);
    return read && each_recent(s, 0, p, see_match) == 0 && each_recent(s, 1, p, see_match) == 0;
}

/* All parts of a match, in order; match 0: the last one. */
static bool each_part(sqlite_store *s, part_search *p)
{
    house_record part;
    int next;
    if (!learn(s, &p->place) || (p->match == 0 && !find_last_match(s, p)))
        return false;
    int fresh = (int)(p->place.generation % 2);
    sqlite3_stmt *ask = ask_about(s, GET_PARTS, p->room);
    sqlite3_bind_int64(ask, 2, p->match);
    while ((next = take_part(s, p, GET_PARTS, &part)) > 0)
        ;
    sqlite3_reset(ask);
    return next == 0 && each_recent(s, !fresh, p, take_part) == 0 &&
           each_recent(s, fresh, p, take_part) == 0;
}

/* ---- rooms ---- */

static bool load_part(void *with, const house_record *part)
{
    batch_keep(with, part, part->now_ms);
    return true;
}

static load_end load_all(sqlite_store *s, const char *room, store_batch *into)
{
    uint32_t rooms, lines;
    part_search parts = {.room = room, .each = load_part, .with = into};
    if (is_binned(s, room))
        return LOAD_BINNED;
    if (!load_kind(s, GET_ROOM, HOUSE_KEEP_ROOM, room, into, &rooms))
        return LOAD_MISREAD;
    if (rooms == 0)
        return LOAD_NONE;
    return each_part(s, &parts) && load_kind(s, GET_CHAT, HOUSE_KEEP_CHAT, room, into, &lines)
               ? LOAD_FOUND
               : LOAD_MISREAD;
}

/* One look at the file: a batch that is committed meanwhile is not seen in part. */
static bool look(sqlite_store *s)
{
    errno = 0;
    return sqlite_carry_out(s->read[LOOK]) || misread(s);
}

load_end sqlite_load(store *base, const char *room, store_batch *into)
{
    sqlite_store *s = (sqlite_store *)base;
    if (!look(s))
        return LOAD_MISREAD;
    load_end end = load_all(s, room, into);
    sqlite_carry_out(s->read[END_LOOK]);
    return end;
}

/* ---- logs ---- */

static bool join_part(void *with, const house_record *part)
{
    store_joined *all = with;
    store_join(all, part->text);
    return all->length <= STORE_PARTS_MAX;
}

char *sqlite_parts(store *base, const char *room, uint32_t *match, size_t *length)
{
    sqlite_store *s = (sqlite_store *)base;
    store_joined all = {0};
    part_search parts = {.room = room, .match = *match, .each = join_part, .with = &all};
    if (!look(s))
        return NULL;
    bool read = is_binned(s, room) || each_part(s, &parts);
    sqlite_carry_out(s->read[END_LOOK]);
    if (!read) {
        free(all.at);
        return NULL;
    }
    if (parts.count > 0)
        *match = parts.match;
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

bool sqlite_seals_were(store *base, const store_seals *then)
{
    char why[STORE_WHY_MAX];
    int found = seals_were(((sqlite_store *)base)->reader, then, why);
    return found < 0 ? store_call_misread(base, "disk", why) : found > 0;
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

/* Nobody else has any. */
bool sqlite_past(store *base, int status, int64_t before_ms, int most, int claims, store_codes *out)
{
    (void)claims;
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
        sqlite3_stmt *ask = ask_about(s, GET_TAKEN, wanted->code[i]);
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
