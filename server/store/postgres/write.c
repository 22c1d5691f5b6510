/* write.c: writes a batch to PostgreSQL. See postgres.h.
 *
 * One pipeline a batch: everything is sent at once, from BEGIN to COMMIT, with all rows of a kind
 * in one statement, so a batch costs one round trip. First comes the fence: it locks the row of
 * this node, and divides by zero if the epoch is no longer ours; then PostgreSQL leaves out the
 * rest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/mark.h"
#include "server/store/postgres/postgres.h"
#include "words/words.h"

/* ---- statements ---- */

enum {
    FENCE,
    ROOMS,
    PARTS,
    CHAT,
    TOUCH,
    TRIM_CHAT,
    TRIM_PARTS,
    SEALS,
    BIN,
    EMPTY,
    ENTRIES,
    FORGET,
    CLOCK,
    WRITES
};

/* Rooms that were kept several times count as they were last. A room goes into the bin only if this
 * node has it, and nothing happened in it since it was looked at. What was told to somebody is
 * never written over: parts and chat are plain INSERTs. All nodes empty the bin, and one leaves to
 * another what that has begun with. */
static const char *const sql[WRITES] = {
    [FENCE] = "WITH f AS MATERIALIZED (SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2 FOR SHARE)"
              " SELECT 1 / count(*) FROM f",
    [ROOMS] = "INSERT INTO rooms(code, status, listed, clocked, touched_ms, record, mark, owner,"
              " owner_epoch, needs) SELECT DISTINCT ON (u.code) u.code, u.status, u.listed,"
              " u.clocked, u.touched_ms, u.record, u.mark, $8::int, $9::bigint, $10::int"
              " FROM unnest($1::text[], $2::int[], $3::bool[], $4::bool[], $5::bigint[],"
              " $6::text[], $7::bigint[]) WITH ORDINALITY"
              " u(code, status, listed, clocked, touched_ms, record, mark, at)"
              " ORDER BY u.code, u.at DESC"
              " ON CONFLICT (code) DO UPDATE SET status = excluded.status,"
              " listed = excluded.listed, clocked = excluded.clocked,"
              " touched_ms = excluded.touched_ms, record = excluded.record, mark = excluded.mark,"
              " needs = excluded.needs, binned_ms = 0",
    [PARTS] = "INSERT INTO parts(room, match, part, text, mark) SELECT * FROM"
              " unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[])",
    [CHAT] = "INSERT INTO chat(room, number, text, mark) SELECT * FROM"
             " unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[])",
    [TOUCH] = "UPDATE rooms SET touched_ms = u.now_ms FROM (SELECT room, max(now_ms) AS now_ms"
              " FROM unnest($1::text[], $2::bigint[]) t(room, now_ms) GROUP BY room) u"
              " WHERE code = u.room AND touched_ms <= u.now_ms - 60000",
    [TRIM_CHAT] = "DELETE FROM chat USING (SELECT room, max(number) AS number"
                  " FROM unnest($1::text[], $2::bigint[]) t(room, number) GROUP BY room) u"
                  " WHERE chat.room = u.room AND chat.number <= u.number",
    [TRIM_PARTS] = "DELETE FROM parts USING unnest($1::text[], $2::bigint[]) u(room, match)"
                   " WHERE parts.room = u.room AND parts.match <= u.match",
    [SEALS] = "INSERT INTO seals(list, number, line, head) SELECT $4::int, u.* FROM"
              " unnest($1::bigint[], $2::text[], $3::bytea[]) u",
    [BIN] = "UPDATE rooms SET binned_ms = u.now_ms FROM"
            " unnest($1::text[], $2::bigint[], $3::bigint[]) u(room, since_ms, now_ms)"
            " WHERE code = u.room AND touched_ms < u.since_ms AND owner = $4::int"
            " AND owner_epoch = $5::bigint",
    [EMPTY] = "WITH l AS MATERIALIZED (SELECT code FROM rooms, unnest($1::text[], $2::bigint[])"
              " u(room, since_ms) WHERE code = u.room AND binned_ms > 0"
              " AND binned_ms <= u.since_ms FOR UPDATE OF rooms SKIP LOCKED),"
              " d AS (DELETE FROM rooms r USING l WHERE r.code = l.code RETURNING r.code),"
              " p AS (DELETE FROM parts USING d WHERE parts.room = d.code)"
              " DELETE FROM chat USING d WHERE chat.room = d.code",
    [ENTRIES] = "INSERT INTO board(id, play, name, points, live, kept_ms) SELECT * FROM"
                " unnest($1::text[], $2::bytea[], $3::text[], $4::bigint[], $5::bool[],"
                " $6::bigint[]) ON CONFLICT DO NOTHING",
    [FORGET] = "DELETE FROM board WHERE kept_ms < (SELECT max(before_ms) FROM"
               " unnest($1::bigint[]) u(before_ms))",
    [CLOCK] = "UPDATE house SET clock_ms = greatest(clock_ms, $1)",
};
static const char *const names[WRITES] = {"fence", "rooms",   "parts", "chat", "touch",
                                          "trim",  "forget",  "seals", "bin",  "empty",
                                          "board", "unboard", "clock"};

bool postgres_prepare_writing(postgres_store *s, char why[STORE_WHY_MAX])
{
    for (int i = 0; i < WRITES; i++) {
        PGresult *done = PQprepare(s->writer.db, names[i], sql[i], 0, NULL);
        bool well =
            PQresultStatus(done) == PGRES_COMMAND_OK || postgres_explain(&s->writer, done, why);
        PQclear(done);
        if (!well)
            return false;
    }
    return true;
}

/* ---- rows ---- */

static void add_room(columns *c, const batch_record *r, kn_slice text)
{
    kn_slice room = kn_slice_of(r->room);
    column_add_text(&c->column[0], room);
    column_add_int(&c->column[1], r->status);
    column_add_bool(&c->column[2], r->listed);
    column_add_bool(&c->column[3], r->clocked);
    column_add_bigint(&c->column[4], r->now_ms);
    column_add_text(&c->column[5], text);
    column_add_bigint(&c->column[6],
                      (int64_t)mark_row(HOUSE_KEEP_ROOM, room,
                                        MARK_ROOM(r->status, r->listed, r->clocked), text));
}

static void add_part(columns *c, const batch_record *r, kn_slice text)
{
    kn_slice room = kn_slice_of(r->room);
    column_add_text(&c->column[0], room);
    column_add_bigint(&c->column[1], r->match);
    column_add_bigint(&c->column[2], r->number);
    column_add_text(&c->column[3], text);
    column_add_bigint(&c->column[4],
                      (int64_t)mark_row(HOUSE_KEEP_PART, room, r->match, r->number, text));
}

static void add_chat(columns *c, const batch_record *r, kn_slice text)
{
    kn_slice room = kn_slice_of(r->room);
    column_add_text(&c->column[0], room);
    column_add_bigint(&c->column[1], r->number);
    column_add_text(&c->column[2], text);
    column_add_bigint(&c->column[3], (int64_t)mark_row(HOUSE_KEEP_CHAT, room, 0, r->number, text));
}

/* The text is the head, then the line. */
static void add_seal(columns *c, const batch_record *r, kn_slice text)
{
    column_add_bigint(&c->column[0], r->number);
    column_add_text(&c->column[1],
                    (kn_slice){text.at + TABLE_HASH_BYTES, text.length - TABLE_HASH_BYTES});
    column_add_text(&c->column[2], (kn_slice){text.at, TABLE_HASH_BYTES});
}

static void add_pair(columns *c, const batch_record *r, int64_t number)
{
    column_add_text(&c->column[0], kn_slice_of(r->room));
    column_add_bigint(&c->column[1], number);
}

static void add_entry(columns *c, kn_slice text)
{
    store_entry e;
    memcpy(&e, text.at, sizeof e);
    column_add_text(&c->column[0], kn_slice_of(e.id));
    column_add_text(&c->column[1], (kn_slice){(const char *)e.play, sizeof e.play});
    column_add_text(&c->column[2], kn_slice_of(e.name));
    column_add_bigint(&c->column[3], e.points);
    column_add_bool(&c->column[4], e.live);
    column_add_bigint(&c->column[5], e.kept_ms);
}

/* What the record means for one of the statements; most mean nothing. */
static void add_row(columns *c, int which, const batch_record *r, kn_slice text)
{
    bool touches = r->what == HOUSE_KEEP_PART || r->what == HOUSE_KEEP_CHAT;
    bool many = r->match > STORE_MATCHES_KEPT && r->number == 0;
    if (which == ROOMS && r->what == HOUSE_KEEP_ROOM)
        add_room(c, r, text);
    else if (which == PARTS && r->what == HOUSE_KEEP_PART)
        add_part(c, r, text);
    else if (which == CHAT && r->what == HOUSE_KEEP_CHAT)
        add_chat(c, r, text);
    else if (which == TOUCH && touches)
        add_pair(c, r, r->now_ms);
    else if (which == TRIM_CHAT && r->what == HOUSE_KEEP_CHAT && r->number > HOUSE_CHAT_KEPT)
        add_pair(c, r, (int64_t)r->number - HOUSE_CHAT_KEPT);
    else if (which == TRIM_PARTS && r->what == HOUSE_KEEP_PART && many)
        add_pair(c, r, (int64_t)r->match - STORE_MATCHES_KEPT);
    else if (which == SEALS && r->what == HOUSE_KEEP_SEAL)
        add_seal(c, r, text);
    else if (which == EMPTY && r->what == BATCH_EMPTY)
        add_pair(c, r, r->since_ms);
    else if (which == ENTRIES && r->what == BATCH_ENTRY)
        add_entry(c, text);
    else if (which == FORGET && r->what == BATCH_FORGET)
        column_add_bigint(&c->column[0], r->since_ms);
    else if (which == BIN && r->what == BATCH_CLEAR) {
        add_pair(c, r, r->since_ms);
        column_add_bigint(&c->column[2], r->now_ms > 0 ? r->now_ms : 1); /* 0: not in the bin */
    }
}

/* ---- sending ---- */

enum { NUMBERS_MAX = 3 };

/* The columns of a statement, and the numbers behind them. */
static const struct {
    int columns;
    column_type type[7];
    enum { NONE, NODE, EPOCH, FORMAT } number[NUMBERS_MAX];
} shapes[WRITES] = {
    [FENCE] = {0, {0}, {NODE, EPOCH}},
    [ROOMS] = {7,
               {COLUMN_TEXT, COLUMN_INT, COLUMN_BOOL, COLUMN_BOOL, COLUMN_BIGINT, COLUMN_TEXT,
                COLUMN_BIGINT},
               {NODE, EPOCH, FORMAT}},
    [PARTS] = {5, {COLUMN_TEXT, COLUMN_BIGINT, COLUMN_BIGINT, COLUMN_TEXT, COLUMN_BIGINT}, {0}},
    [CHAT] = {4, {COLUMN_TEXT, COLUMN_BIGINT, COLUMN_TEXT, COLUMN_BIGINT}, {0}},
    [TOUCH] = {2, {COLUMN_TEXT, COLUMN_BIGINT}, {0}},
    [TRIM_CHAT] = {2, {COLUMN_TEXT, COLUMN_BIGINT}, {0}},
    [TRIM_PARTS] = {2, {COLUMN_TEXT, COLUMN_BIGINT}, {0}},
    [SEALS] = {3, {COLUMN_BIGINT, COLUMN_TEXT, COLUMN_BYTES}, {NODE}},
    [BIN] = {3, {COLUMN_TEXT, COLUMN_BIGINT, COLUMN_BIGINT}, {NODE, EPOCH}},
    [EMPTY] = {2, {COLUMN_TEXT, COLUMN_BIGINT}, {0}},
    [ENTRIES] = {6,
                 {COLUMN_TEXT, COLUMN_BYTES, COLUMN_TEXT, COLUMN_BIGINT, COLUMN_BOOL,
                  COLUMN_BIGINT},
                 {0}},
    [FORGET] = {1, {COLUMN_BIGINT}, {0}},
};

static bool send_statement(postgres_store *s, int which)
{
    const char *values[COLUMNS_MAX];
    int lengths[COLUMNS_MAX], formats[COLUMNS_MAX], count = 0;
    char text[NUMBERS_MAX][24];
    const long long known[] = {0, s->id, s->epoch, s->format};
    for (; count < shapes[which].columns; count++) {
        column *c = &s->columns.column[count];
        column_close(c);
        values[count] = c->at;
        lengths[count] = (int)c->length;
        formats[count] = 1;
    }
    for (int i = 0; i < NUMBERS_MAX && shapes[which].number[i] != NONE; i++, count++) {
        snprintf(text[i], sizeof text[i], "%lld", known[shapes[which].number[i]]);
        values[count] = text[i];
        lengths[count] = formats[count] = 0;
    }
    return PQsendQueryPrepared(s->writer.db, names[which], count, values, lengths, formats, 0);
}

/* All rows of the batch that one statement is for, if there are any. */
static bool send_rows(postgres_store *s, int which, const store_batch *batch, int *sent)
{
    const batch_record *r;
    size_t at = 0;
    kn_slice text;
    columns_begin(&s->columns, shapes[which].columns, shapes[which].type);
    while ((r = batch_next(batch, &at, &text)))
        add_row(&s->columns, which, r, text);
    if (s->columns.column[0].rows == 0)
        return true;
    ++*sent;
    return send_statement(s, which);
}

/* The row of the time is everybody's: it is written now and then, and when that is all there is. */
static bool send_clock(postgres_store *s, const store_batch *batch, int *sent)
{
    enum { CLOCK_MS = 1000 };
    char text[24];
    const char *const values[] = {text};
    const batch_record *r;
    size_t at = 0;
    kn_slice unused;
    bool asked = false;
    while (!asked && (r = batch_next(batch, &at, &unused)))
        asked = r->what == BATCH_CLOCK;
    if (batch->now_ms < s->clock_ms + (asked ? 1 : CLOCK_MS))
        return true;
    s->clock_ms = batch->now_ms;
    snprintf(text, sizeof text, "%lld", (long long)batch->now_ms);
    ++*sent;
    return PQsendQueryPrepared(s->writer.db, names[CLOCK], 1, values, NULL, NULL, 0);
}

static bool send_batch(postgres_store *s, const store_batch *batch, int *sent)
{
    PGconn *db = s->writer.db;
    *sent = 3;
    bool well =
        PQsendQueryParams(db, "BEGIN", 0, NULL, NULL, NULL, NULL, 0) && send_statement(s, FENCE);
    for (int which = ROOMS; well && which < CLOCK; which++)
        well = send_rows(s, which, batch, sent);
    return well && send_clock(s, batch, sent) &&
           PQsendQueryParams(db, "COMMIT", 0, NULL, NULL, NULL, NULL, 0) && PQpipelineSync(db);
}

/* ---- the answers ---- */

/* Is this a commit, not a transaction that was undone instead? */
static bool is_commit(const PGresult *result)
{
    return strcmp(PQcmdStatus((PGresult *)result), "COMMIT") == 0;
}

/* Take all answers. `first` is the first error, or NULL. True: the last one was a commit. */
static bool take_answers(postgres_store *s, int sent, PGresult **first)
{
    bool committed = false;
    for (int i = 0; i < sent; i++) {
        for (PGresult *one; (one = PQgetResult(s->writer.db));) {
            ExecStatusType status = PQresultStatus(one);
            bool well = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
            committed = i == sent - 1 && well && is_commit(one);
            if (!well && status != PGRES_PIPELINE_ABORTED && !*first)
                *first = one;
            else
                PQclear(one);
            if (PQstatus(s->writer.db) != CONNECTION_OK)
                return false;
        }
    }
    PGresult *sync = PQgetResult(s->writer.db);
    bool in_step = PQresultStatus(sync) == PGRES_PIPELINE_SYNC;
    PQclear(sync);
    return committed && in_step;
}

static store_end judge(postgres_store *s, bool committed, const PGresult *error,
                       char why[STORE_WHY_MAX])
{
    const char *state = error ? PQresultErrorField(error, PG_DIAG_SQLSTATE) : NULL;
    bool up = PQstatus(s->writer.db) == CONNECTION_OK;
    if (committed && !s->writer.warned)
        return STORE_WRITTEN;
    if (committed) { /* it may not be on the standby */
        store_say(why, _("the database has committed with a warning"));
        return STORE_UNKNOWN;
    }
    postgres_explain(&s->writer, error, why);
    if (!up || !error || !PQexitPipelineMode(s->writer.db))
        return STORE_UNKNOWN;
    if (!postgres_do(&s->writer, "ROLLBACK", why))
        return STORE_UNKNOWN;
    if (state && strcmp(state, "22012") == 0) {
        store_say(why, _("another node has taken over the rooms of this one"));
        return STORE_FENCED;
    }
    return STORE_FAILED;
}

static store_end write_batch(postgres_store *s, const store_batch *batch, char why[STORE_WHY_MAX])
{
    PGresult *error = NULL;
    int sent = 0;
    s->writer.warned = false;
    bool all = PQenterPipelineMode(s->writer.db) && send_batch(s, batch, &sent);
    bool committed = all && take_answers(s, sent, &error);
    store_end end = judge(s, committed, error, why);
    PQclear(error);
    if (end == STORE_WRITTEN)
        PQexitPipelineMode(s->writer.db);
    return end;
}

/* A connection on which something is uncertain is given up: when another one has raised the epoch,
 * what was begun here is written or never will be. */
store_end postgres_write(store *base, const store_batch *batch, char why[STORE_WHY_MAX])
{
    postgres_store *s = (postgres_store *)base;
    store_end end = s->failed ? STORE_FAILED : STORE_UNKNOWN;
    if (s->failed || !postgres_is_up(&s->writer))
        store_say(why, _("the disk has already failed"));
    else
        end = write_batch(s, batch, why);
    s->failed = end != STORE_WRITTEN;
    if (end == STORE_UNKNOWN)
        postgres_disconnect(&s->writer);
    if (end == STORE_FENCED || end == STORE_UNKNOWN)
        s->epoch = 0; /* nothing is claimed meanwhile */
    return end;
}
