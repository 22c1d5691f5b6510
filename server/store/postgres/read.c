/* read.c: reads from PostgreSQL, on the reader's thread, and finds what is to be cleared away. See
 * postgres.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/mark.h"
#include "server/store/postgres/postgres.h"
#include "words/words.h"

/* ---- the connection ---- */

bool postgres_misread(postgres_store *s, const char *why)
{
    if (!postgres_is_up(&s->reader) || PQtransactionStatus(s->reader.db) != PQTRANS_IDLE)
        postgres_disconnect(&s->reader);
    return store_call_misread(&s->base, "disk", why);
}

/* Whoever waits for a lock here may hold that of the node, which must go on beating. */
static bool connect_reader(postgres_store *s, char why[STORE_WHY_MAX])
{
    if (postgres_connect(&s->reader, false, why) &&
        postgres_do(&s->reader, "SET lock_timeout = 2000", why))
        return true;
    postgres_disconnect(&s->reader);
    return false;
}

/* A server that was restarted has said goodbye, which is noticed here. */
postgres *postgres_reader(postgres_store *s)
{
    char why[STORE_WHY_MAX];
    if (postgres_is_up(&s->reader))
        PQconsumeInput(s->reader.db);
    if (postgres_is_up(&s->reader) || connect_reader(s, why))
        return &s->reader;
    store_call_misread(&s->base, "disk", why);
    return NULL;
}

static bool call_damaged(postgres_store *s)
{
    return store_call_misread(&s->base, "damaged", words_in(store_postgres.damaged_words));
}

/* ---- a room ---- */

enum { LOOK, ROOM, PARTS, CHAT, END_LOOK, LOOKS };
static const char *const looks[LOOKS] = {
    [LOOK] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [ROOM] = "SELECT touched_ms, 0, 0, record, mark, status, listed::int, clocked::int, binned_ms"
             " FROM rooms WHERE code = $1 AND record IS NOT NULL",
    [PARTS] = "SELECT 0, match, part, text, mark FROM parts WHERE room = $1 AND match ="
              " (SELECT max(match) FROM parts WHERE room = $1) ORDER BY part",
    [CHAT] = "SELECT 0, 0, number, text, mark FROM chat WHERE room = $1 ORDER BY number",
    [END_LOOK] = "COMMIT",
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

/* Does the row fit its mark? One that a first version wrote, long ago, has none. */
static bool fits_mark(const PGresult *rows, int row, const house_record *r)
{
    kn_slice room = kn_slice_of(r->room);
    uint64_t mark =
        r->what == HOUSE_KEEP_ROOM
            ? mark_row(r->what, room, MARK_ROOM(r->status, r->listed, r->clocked), r->text)
            : mark_row(r->what, room, r->match, r->number, r->text);
    return PQgetisnull(rows, row, AT_MARK) || (uint64_t)postgres_number(rows, row, AT_MARK) == mark;
}

/* A row as a record, in the store's own time; false if it is invalid. */
static bool read_record(const PGresult *rows, int row, int what, const char *room,
                        house_record *out)
{
    bool is_room = what == HOUSE_KEEP_ROOM;
    int64_t match = postgres_number(rows, row, AT_MATCH);
    int64_t number = postgres_number(rows, row, AT_NUMBER);
    int status = is_room ? (int)postgres_number(rows, row, AT_STATUS) : 0;
    *out = (house_record){
        .what = what,
        .room = room,
        .now_ms = postgres_number(rows, row, AT_TIME),
        .match = (uint32_t)match,
        .number = (uint32_t)number,
        .text = {PQgetvalue(rows, row, AT_TEXT), (size_t)PQgetlength(rows, row, AT_TEXT)},
        .status = status,
        .listed = is_room && postgres_number(rows, row, AT_LISTED),
        .clocked = is_room && postgres_number(rows, row, AT_CLOCKED),
    };
    return match == out->match && number == out->number && status >= HOUSE_WAITING &&
           status <= HOUSE_OVER && (what != HOUSE_KEEP_PART || number == row) &&
           fits_mark(rows, row, out);
}

static bool load_kind(const PGresult *rows, int what, const char *room, store_batch *into)
{
    house_record record;
    for (int row = 0; row < PQntuples(rows); row++) {
        if (!read_record(rows, row, what, room, &record))
            return false;
        batch_keep(into, &record, record.now_ms);
    }
    return true;
}

/* All at once, and seen at one moment. False: the first error is in `why`. */
static bool look(postgres *p, const char *room, PGresult *found[LOOKS], char why[STORE_WHY_MAX])
{
    const char *const values[] = {room};
    bool well = PQenterPipelineMode(p->db);
    int sent = 0;
    for (; well && sent < LOOKS; sent += well)
        well = PQsendQueryParams(p->db, looks[sent], sent != LOOK && sent != END_LOOK, NULL, values,
                                 NULL, NULL, 0);
    well = well && PQpipelineSync(p->db);
    for (int i = 0; well && i < sent; i++)
        for (PGresult *one; (one = PQgetResult(p->db));) {
            ExecStatusType status = PQresultStatus(one);
            well &= status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
            if (!well && status != PGRES_PIPELINE_ABORTED)
                postgres_explain(p, one, why);
            PQclear(found[i]);
            found[i] = one;
        }
    if (!well) { /* the connection is given up with all that is under way */
        if (!postgres_is_up(p))
            postgres_explain(p, NULL, why);
        postgres_disconnect(p);
        return false;
    }
    PQclear(PQgetResult(p->db));
    return PQexitPipelineMode(p->db) || postgres_explain(p, NULL, why);
}

static load_end load_found(postgres_store *s, PGresult *const *found, const char *room,
                           store_batch *into)
{
    if (PQntuples(found[ROOM]) == 0)
        return LOAD_NONE;
    if (postgres_number(found[ROOM], 0, AT_BINNED) > 0)
        return LOAD_BINNED;
    if (load_kind(found[ROOM], HOUSE_KEEP_ROOM, room, into) &&
        load_kind(found[PARTS], HOUSE_KEEP_PART, room, into) &&
        load_kind(found[CHAT], HOUSE_KEEP_CHAT, room, into))
        return LOAD_FOUND;
    call_damaged(s);
    return LOAD_MISREAD;
}

load_end postgres_load(store *base, const char *room, store_batch *into)
{
    postgres_store *s = (postgres_store *)base;
    PGresult *found[LOOKS] = {NULL};
    char why[STORE_WHY_MAX] = "";
    load_end end = LOAD_MISREAD;
    postgres *p = postgres_reader(s);
    if (p && look(p, room, found, why))
        end = load_found(s, found, room, into);
    else if (p)
        postgres_misread(s, why);
    for (int i = 0; i < LOOKS; i++)
        PQclear(found[i]);
    return end;
}

/* ---- logs ---- */

char *postgres_parts(store *base, const char *room, uint32_t *match, size_t *length)
{
    static const char sql[] =
        "SELECT 0, match, part, text, mark FROM parts WHERE room = $1 AND match = CASE $2::bigint"
        " WHEN 0 THEN (SELECT max(match) FROM parts WHERE room = $1) ELSE $2::bigint END"
        " AND NOT EXISTS (SELECT 1 FROM rooms WHERE code = $1 AND binned_ms > 0) ORDER BY part";
    postgres_store *s = (postgres_store *)base;
    char number[16], why[STORE_WHY_MAX];
    const char *const values[] = {room, number};
    store_joined all = {0};
    house_record part;
    postgres *p = postgres_reader(s);
    snprintf(number, sizeof number, "%u", *match);
    PGresult *rows = p ? postgres_ask_with(p, sql, 2, values, why) : NULL;
    if (p && !rows)
        postgres_misread(s, why);
    bool whole = rows;
    for (int row = 0; whole && row < PQntuples(rows); row++) {
        whole =
            read_record(rows, row, HOUSE_KEEP_PART, room, &part) && all.length <= STORE_PARTS_MAX;
        if (!whole) {
            call_damaged(s);
            break;
        }
        store_join(&all, part.text);
        *match = part.match;
    }
    PQclear(rows);
    *length = all.length;
    if (whole)
        return all.at;
    free(all.at);
    return NULL;
}

/* ---- many rooms ---- */

/* All codes that a statement finds. */
static bool read_codes(postgres_store *s, const char *sql, int count, const char *const *values,
                       store_codes *out)
{
    char why[STORE_WHY_MAX];
    postgres *p = postgres_reader(s);
    if (!p)
        return false;
    PGresult *rows = postgres_ask_with(p, sql, count, values, why);
    if (!rows)
        return postgres_misread(s, why);
    for (int row = 0; row < PQntuples(rows); row++)
        store_add_code(out, PQgetvalue(rows, row, 0));
    PQclear(rows);
    return true;
}

bool postgres_clocked(store *base, store_codes *out)
{
    char id[16];
    const char *const values[] = {id};
    snprintf(id, sizeof id, "%d", ((postgres_store *)base)->id);
    return read_codes((postgres_store *)base,
                      "SELECT code FROM rooms r WHERE clocked AND binned_ms = 0 AND"
                      " (owner = $1 OR" POSTGRES_NOBODYS ") ORDER BY code",
                      1, values, out);
}

/* Those of this node, and some of those that nobody has, apart. */
static bool look_for_past(postgres_store *s, const char *const *values, int claims,
                          store_codes *ours, store_codes *nobodys)
{
    static const char sql[] =
        "SELECT code, coalesce(owner = $1 AND owner_epoch = $2, false)::int FROM rooms r WHERE"
        " status = $3 AND touched_ms < $4 AND binned_ms = 0 AND needs <= $6 AND"
        " (owner = $1 AND owner_epoch = $2 AND record IS NOT NULL OR" POSTGRES_NOBODYS ")"
        " ORDER BY touched_ms LIMIT $5";
    char why[STORE_WHY_MAX];
    postgres *p = postgres_reader(s);
    if (!p)
        return false;
    PGresult *rows = postgres_ask_with(p, sql, 6, values, why);
    if (!rows)
        return postgres_misread(s, why);
    for (int row = 0; row < PQntuples(rows); row++) {
        bool own = postgres_number(rows, row, 1);
        if (own || (int)nobodys->count < claims)
            store_add_code(own ? ours : nobodys, PQgetvalue(rows, row, 0));
    }
    PQclear(rows);
    return true;
}

/* Rooms of this node; and those that nobody has become its own first. One look finds both, from the
 * oldest on, so it goes past none but those of other nodes; and it locks nothing. */
bool postgres_past(store *base, int status, int64_t before_ms, int most, int claims,
                   store_codes *out)
{
    postgres_store *s = (postgres_store *)base;
    char id[16], epoch[24], kind[16], before[24], limit[16], reads[16];
    const char *const values[] = {id, epoch, kind, before, limit, reads};
    store_codes nobodys = {0}, claimed = {0};
    snprintf(id, sizeof id, "%d", s->id);
    snprintf(epoch, sizeof epoch, "%lld", (long long)s->epoch);
    snprintf(kind, sizeof kind, "%d", status);
    snprintf(before, sizeof before, "%lld", (long long)before_ms);
    snprintf(limit, sizeof limit, "%d", most);
    snprintf(reads, sizeof reads, "%d", STORE_FORMAT);
    bool read = look_for_past(s, values, claims, out, &nobodys) &&
                (nobodys.count == 0 || postgres_claim_all(base, &nobodys, &claimed));
    for (size_t i = 0; i < claimed.count; i++)
        store_add_code(out, claimed.code[i]);
    free(nobodys.code);
    free(claimed.code);
    return read;
}

bool postgres_binned(store *base, int64_t until_ms, int most, store_codes *out)
{
    char until[24], limit[16];
    const char *const values[] = {until, limit};
    snprintf(until, sizeof until, "%lld", (long long)until_ms);
    snprintf(limit, sizeof limit, "%d", most);
    return read_codes((postgres_store *)base,
                      "SELECT code FROM rooms WHERE binned_ms > 0 AND binned_ms <= $1"
                      " ORDER BY binned_ms LIMIT $2",
                      2, values, out);
}

/* ---- how much is used ---- */

/* A table hardly ever gets smaller when rows are deleted: what was theirs is used again. So the
 * bytes of rows that are there are counted, in the pages of a sample (4 MB, always the same ones),
 * and the table counts by its share of them, with indexes and all. Counters would be cheaper, but a
 * crash or a failover sets them to zero. */
#define SAMPLED(table) "least(1, 4194304.0 / greatest(1, pg_relation_size('" table "')))"
#define LIVE(table, row)                                                                           \
    "('" table "'::regclass, (SELECT coalesce(sum(" row "), 0) FROM " table                        \
    " TABLESAMPLE SYSTEM (100 * " SAMPLED(table) ") REPEATABLE (0)) / " SAMPLED(table) "), "

/* Of the seals nothing is deleted. */
static const char used[] =
    "SELECT sum(pg_total_relation_size(t) * least(1, live / greatest(1, pg_table_size(t))))::bigint"
    " FROM (VALUES " LIVE("rooms", "96 + coalesce(pg_column_size(record), 0)")
        LIVE("parts", "72 + pg_column_size(text)")
            LIVE("chat", "64 + pg_column_size(text)") "('seals', 'infinity')) u(t, live)";

int64_t postgres_used(store *base)
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX];
    postgres *p = postgres_reader(s);
    PGresult *row = p ? postgres_ask(p, used, why) : NULL;
    if (!row) {
        if (p)
            postgres_misread(s, why);
        return -1;
    }
    int64_t bytes = postgres_number(row, 0, 0);
    PQclear(row);
    return bytes;
}
