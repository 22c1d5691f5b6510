/* copy.c: a house out of a PostgreSQL database, row by row, and into one. See copy.h. */
#include "server/store/copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/mark.h"
#include "server/store/postgres/postgres.h"
#include "words/words.h"

enum { FETCHED_ROWS = 2000, GATHERED_BYTES = 4 << 20 };

/* ---- out ---- */

/* Columns: bytes or NULL, the room, the text, the numbers. */
static const char *const out_sql[COPY_KINDS] = {
    [COPY_HOUSE] = "SELECT NULL, '', '', clock_ms, 0, 0, 0, 0, format FROM house",
    [COPY_ROOM] = ("SELECT NULL, code, record, status, listed::int, clocked::int, touched_ms,"
                   " binned_ms, needs FROM rooms WHERE record IS NOT NULL"),
    [COPY_PART] = "SELECT NULL, room, text, match, part FROM parts",
    [COPY_CHAT] = "SELECT NULL, room, text, number FROM chat",
    [COPY_SEAL] = "SELECT head, '', line, list, number FROM seals",
    [COPY_KEY] = "SELECT seed, '', '', list, number, made_ms FROM keys",
    [COPY_ENTRY] = "SELECT play, id, name, points, live::int, kept_ms FROM board",
};

static kn_slice text_at(const PGresult *rows, int row, int field)
{
    return (kn_slice){PQgetvalue(rows, row, field), (size_t)PQgetlength(rows, row, field)};
}

static bool pour_row(const PGresult *rows, int at, int what, const copy_sink *into,
                     char why[STORE_WHY_MAX])
{
    enum { AT_BYTES, AT_ROOM, AT_TEXT, AT_NUMBERS };
    copy_row row = {
        .what = what, .room = text_at(rows, at, AT_ROOM), .text = text_at(rows, at, AT_TEXT)};
    for (int i = 0; AT_NUMBERS + i < PQnfields(rows); i++)
        row.number[i] = postgres_number(rows, at, AT_NUMBERS + i);
    if (!PQgetisnull(rows, at, AT_BYTES) &&
        !postgres_bytes(rows, at, AT_BYTES, row.bytes, sizeof row.bytes))
        return store_say(why, words_in(store_postgres.damaged_words));
    return into->row(into->with, &row, why);
}

/* Some rows at a time. */
static bool pour_kind(postgres *p, int what, const copy_sink *into, char why[STORE_WHY_MAX])
{
    char sql[256];
    snprintf(sql, sizeof sql, "DECLARE pouring CURSOR FOR %s", out_sql[what]);
    bool poured = postgres_do(p, sql, why);
    for (int rows = 1; poured && rows > 0;) {
        snprintf(sql, sizeof sql, "FETCH %d FROM pouring", FETCHED_ROWS);
        PGresult *some = postgres_ask(p, sql, why);
        rows = some ? PQntuples(some) : 0;
        poured = some;
        for (int row = 0; poured && row < rows; row++)
            poured = pour_row(some, row, what, into, why);
        PQclear(some);
    }
    return poured && postgres_do(p, "CLOSE pouring", why);
}

static bool pour_all(postgres *p, const copy_sink *into, char why[STORE_WHY_MAX])
{
    bool poured = true;
    for (int what = 0; poured && what < COPY_KINDS; what++)
        poured = pour_kind(p, what, into, why);
    return poured;
}

static bool open_database(postgres *p, const char *where, bool make, char why[STORE_WHY_MAX])
{
    return postgres_begin(p, where, why) && postgres_connect(p, false, why) &&
           postgres_is_ours(p, make, why) &&
           postgres_do(p, "SET idle_in_transaction_session_timeout = 0", why);
}

bool postgres_copy_out(const char *where, bool live, const copy_sink *into, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    bool poured = open_database(&p, where, false, why) && (live || postgres_is_alone(&p, why)) &&
                  postgres_do(&p, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", why) &&
                  pour_all(&p, into, why) && postgres_do(&p, "COMMIT", why);
    postgres_end(&p);
    return poured;
}

/* ---- in ---- */

/* Rows of one kind at a time are gathered. */
typedef struct {
    postgres *p;
    int what;
    size_t bytes;
    columns columns;
} filling;

/* Columns: the bytes or mark, the room, the text, the numbers. */
static const char *const in_sql[COPY_KINDS] = {
    [COPY_HOUSE] = "UPDATE house SET clock_ms = t.clock_ms, format = t.format FROM"
                   " unnest($1::bytea[], $2::text[], $3::text[], $4::bigint[], $5::bigint[],"
                   " $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])"
                   " t(h, r, t, clock_ms, a, b, c, d, format)",
    [COPY_ROOM] =
        "INSERT INTO rooms(mark, code, record, status, listed, clocked, touched_ms,"
        " binned_ms, needs) SELECT u.m, u.c, u.r, u.s::int, u.l <> 0, u.k <> 0, u.t, u.b,"
        " u.n::int FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[],"
        " $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])"
        " u(m, c, r, s, l, k, t, b, n)",
    [COPY_PART] = "INSERT INTO parts(mark, room, text, match, part) SELECT * FROM"
                  " unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])",
    [COPY_CHAT] = "INSERT INTO chat(mark, room, text, number) SELECT * FROM"
                  " unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[])",
    [COPY_SEAL] = "INSERT INTO seals(head, line, list, number) SELECT u.h, u.t, u.l::int, u.n FROM"
                  " unnest($1::bytea[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])"
                  " u(h, r, t, l, n)",
    [COPY_KEY] = "INSERT INTO keys(seed, hash, list, number, made_ms) SELECT u.s, sha256(u.s),"
                 " u.l::int, u.n::int, u.m FROM unnest($1::bytea[], $2::text[], $3::text[],"
                 " $4::bigint[], $5::bigint[], $6::bigint[]) u(s, r, t, l, n, m)",
    [COPY_ENTRY] = "INSERT INTO board(play, id, name, points, live, kept_ms) SELECT u.h, u.i, u.n,"
                   " u.p, u.l <> 0, u.k FROM unnest($1::bytea[], $2::text[], $3::text[],"
                   " $4::bigint[], $5::bigint[], $6::bigint[]) u(h, i, n, p, l, k)",
};
static const int in_numbers[COPY_KINDS] = {6, 6, 2, 1, 2, 3, 3};
enum { BEFORE_NUMBERS = 3 };

static bool has_mark(int what)
{
    return what == COPY_ROOM || what == COPY_PART || what == COPY_CHAT;
}

static void begin_columns(filling *f, int what)
{
    column_type types[COLUMNS_MAX] = {has_mark(what) ? COLUMN_BIGINT : COLUMN_BYTES, COLUMN_TEXT,
                                      COLUMN_TEXT};
    for (int i = BEFORE_NUMBERS; i < COLUMNS_MAX; i++)
        types[i] = COLUMN_BIGINT;
    f->what = what;
    f->bytes = 0;
    columns_begin(&f->columns, BEFORE_NUMBERS + in_numbers[what], types);
}

/* Send what was gathered. */
static bool flush(filling *f, char why[STORE_WHY_MAX])
{
    const char *values[COLUMNS_MAX];
    int lengths[COLUMNS_MAX], formats[COLUMNS_MAX];
    if (f->columns.count == 0 || f->columns.column[0].rows == 0)
        return true;
    for (int i = 0; i < f->columns.count; i++) {
        column_close(&f->columns.column[i]);
        values[i] = f->columns.column[i].at;
        lengths[i] = (int)f->columns.column[i].length;
        formats[i] = 1;
    }
    PGresult *done = PQexecParams(f->p->db, in_sql[f->what], f->columns.count, NULL, values,
                                  lengths, formats, 0);
    bool well = PQresultStatus(done) == PGRES_COMMAND_OK || postgres_explain(f->p, done, why);
    PQclear(done);
    begin_columns(f, f->what);
    return well;
}

static uint64_t mark_of(const copy_row *row)
{
    const int64_t *n = row->number;
    switch (row->what) {
    case COPY_ROOM:
        return mark_row(HOUSE_KEEP_ROOM, row->room, MARK_ROOM(n[0], n[1], n[2]), row->text);
    case COPY_PART: return mark_row(HOUSE_KEEP_PART, row->room, n[0], n[1], row->text);
    default: return mark_row(HOUSE_KEEP_CHAT, row->room, 0, n[0], row->text);
    }
}

static bool take_row(void *with, const copy_row *row, char why[STORE_WHY_MAX])
{
    filling *f = with;
    column *c = f->columns.column;
    if (((int)row->what != f->what || f->bytes > GATHERED_BYTES) && !flush(f, why))
        return false;
    if ((int)row->what != f->what)
        begin_columns(f, row->what);
    if (has_mark(row->what))
        column_add_bigint(&c[0], (int64_t)mark_of(row));
    else
        column_add_text(&c[0], (kn_slice){(const char *)row->bytes, sizeof row->bytes});
    column_add_text(&c[1], row->room);
    column_add_text(&c[2], row->text);
    for (int i = 0; i < in_numbers[row->what]; i++)
        column_add_bigint(&c[BEFORE_NUMBERS + i], row->number[i]);
    f->bytes += row->text.length + sizeof *row;
    return true;
}

static bool is_empty(postgres *p, char why[STORE_WHY_MAX])
{
    PGresult *row = postgres_ask(p,
                                 "SELECT (SELECT count(*) FROM rooms) + (SELECT count(*) FROM"
                                 " seals)",
                                 why);
    bool empty = row && postgres_number(row, 0, 0) == 0;
    if (row && !empty)
        store_say(why, _("there is a server's data in this database already"));
    PQclear(row);
    return empty;
}

/* All in one transaction: it is there as a whole, and the same, or not at all. A key that an empty
 * house has made vouches for nothing yet. */
bool postgres_copy_in(const char *where, const copy_source *from, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    filling f = {.p = &p, .what = -1};
    const copy_sink sink = {&f, take_row};
    copy_digest digest = {0};
    const copy_sink count = copy_digest_sink(&digest);
    copy_tee tee;
    bool copied = open_database(&p, where, true, why) && postgres_is_alone(&p, why) &&
                  postgres_do(&p, "BEGIN", why) && is_empty(&p, why) &&
                  postgres_do(&p, "DELETE FROM keys", why) &&
                  copy_through(&tee, from, &sink, why) && flush(&f, why) &&
                  pour_all(&p, &count, why) && copy_compare(&digest, &tee.digest, why) &&
                  postgres_do(&p, "COMMIT", why);
    columns_free(&f.columns);
    postgres_end(&p);
    return copied;
}
