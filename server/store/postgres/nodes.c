/* nodes.c: the nodes of a house in PostgreSQL, and who has which room. See postgres.h.
 *
 * A node has an epoch, which is raised when it starts, when it does not know what it has written,
 * and by others when it is dead. A room names its owner and the owner's epoch: if that epoch is
 * over, nobody has the room. Changes of owners compare and swap exactly what was seen. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "native/native.h"
#include "server/store/postgres/postgres.h"
#include "words/words.h"

enum {
    SILENT_MS = 3000, /* a node that stands still for so long is dead */
    LOOK_MS = 100,    /* between two looks */
    TRIES_MAX = 5,    /* if others are faster */
};

/* What is changed about owners must be durable: a commit with a warning may be lost with this
 * server, and counts as one that has failed. */
static bool is_certain(const postgres *p, char why[STORE_WHY_MAX])
{
    return !p->warned || store_say(why, _("the database has committed with a warning"));
}

static PGresult *change(postgres *p, const char *sql, int count, const char *const *values,
                        char why[STORE_WHY_MAX])
{
    p->warned = false;
    PGresult *done = postgres_ask_with(p, sql, count, values, why);
    if (!done || is_certain(p, why))
        return done;
    PQclear(done);
    return NULL;
}

/* ---- this node ---- */

/* 0: never seen; -1: `why`. */
static int64_t look_at_epoch(postgres *p, const char *id, char why[STORE_WHY_MAX])
{
    PGresult *row = postgres_ask_with(p, "SELECT epoch FROM nodes WHERE id = $1", 1,
                                      (const char *const[]){id}, why);
    int64_t epoch = row ? postgres_number(row, 0, 0) : -1;
    PQclear(row);
    return epoch;
}

/* 1: done; 0: the epoch is another one by now; -1: `why`. */
static int begin_epoch(postgres_store *s, postgres *p, const char *id, int64_t seen,
                       char why[STORE_WHY_MAX])
{
    char reads[16], epoch[24];
    const char *const values[] = {id, s->address, reads, epoch};
    snprintf(reads, sizeof reads, "%d", STORE_FORMAT);
    snprintf(epoch, sizeof epoch, "%lld", (long long)seen);
    PGresult *row = change(
        p,
        "INSERT INTO nodes(id, epoch, beat, state, address, reads) VALUES($1, 1, 1, 0, $2, $3)"
        " ON CONFLICT (id) DO UPDATE SET epoch = nodes.epoch + 1, beat = nodes.beat + 1,"
        " state = 0, address = excluded.address, reads = excluded.reads"
        " WHERE nodes.epoch = $4 RETURNING epoch",
        4, values, why);
    if (!row)
        return -1;
    int rows = PQntuples(row);
    if (rows > 0)
        s->epoch = postgres_number(row, 0, 0);
    PQclear(row);
    return rows;
}

/* Locking the row waits for whatever the node had begun to write. Only from the epoch that was
 * seen: what a lost connection still does later must not end an epoch in which the node plays. */
bool postgres_register(postgres_store *s, postgres *p, char why[STORE_WHY_MAX])
{
    char id[16];
    snprintf(id, sizeof id, "%d", s->id);
    for (int i = 0; i < TRIES_MAX; i++) {
        int64_t seen = look_at_epoch(p, id, why);
        int done = seen < 0 ? -1 : begin_epoch(s, p, id, seen, why);
        if (done != 0)
            return done > 0;
    }
    return store_say(why, _("another node has taken over the rooms of this one"));
}

static void pause_ms(int ms)
{
    struct timespec rest = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&rest, NULL);
}

/* Is the node gone? 1: yes; 0: it says that it lives; -1: `why`. */
static int look_at_node(postgres *p, int id, int64_t *beat, char why[STORE_WHY_MAX])
{
    char number[16];
    const char *const values[] = {number};
    snprintf(number, sizeof number, "%d", id);
    PGresult *row =
        postgres_ask_with(p, "SELECT state, beat FROM nodes WHERE id = $1", 1, values, why);
    if (!row)
        return -1;
    int gone = PQntuples(row) == 0 || postgres_number(row, 0, 0) == STORE_GONE;
    *beat = postgres_number(row, 0, 1);
    PQclear(row);
    return gone;
}

/* Two servers with one number would fence each other without end. */
bool postgres_wait_for_silence(postgres *p, int id, char why[STORE_WHY_MAX])
{
    int64_t first, beat;
    int gone = look_at_node(p, id, &first, why);
    for (int waited = 0; gone == 0 && waited < SILENT_MS; waited += LOOK_MS) {
        pause_ms(LOOK_MS);
        gone = look_at_node(p, id, &beat, why);
        if (gone == 0 && beat != first) {
            snprintf(why, STORE_WHY_MAX,
                     _("another server is running on this database as node %d; give each "
                       "its own --node"),
                     id);
            return false;
        }
    }
    return gone >= 0;
}

/* ---- beats ---- */

static char *copy_field(const PGresult *rows, int row, int field)
{
    if (PQgetisnull(rows, row, field))
        return NULL;
    size_t size = (size_t)PQgetlength(rows, row, field) + 1;
    return memcpy(native_realloc(NULL, size), PQgetvalue(rows, row, field), size);
}

static void take_nodes(const PGresult *rows, store_nodes *out)
{
    out->count = (size_t)PQntuples(rows);
    out->node = native_realloc(NULL, (out->count + 1) * sizeof *out->node);
    for (int i = 0; i < PQntuples(rows); i++) {
        store_node *node = &out->node[i];
        int state = (int)postgres_number(rows, i, 3);
        *node = (store_node){
            .id = (int)postgres_number(rows, i, 0),
            .epoch = postgres_number(rows, i, 1),
            .beat = postgres_number(rows, i, 2),
            .state = state == STORE_LIVES || state == STORE_DRAINS ? (unsigned)state : STORE_GONE,
            .reads = (int)postgres_number(rows, i, 4),
            .shown = copy_field(rows, i, 6),
            .counts = copy_field(rows, i, 7),
        };
        snprintf(node->address, sizeof node->address, "%s", PQgetvalue(rows, i, 5));
    }
}

static bool look_at_nodes(postgres *p, store_nodes *out, char why[STORE_WHY_MAX])
{
    PGresult *rows = postgres_ask(p,
                                  "SELECT n.id, n.epoch, n.beat, n.state, n.reads, n.address,"
                                  " s.rooms, s.counts FROM nodes n LEFT JOIN shown s"
                                  " ON s.node = n.id ORDER BY n.id",
                                  why);
    if (!rows)
        return false;
    take_nodes(rows, out);
    PQclear(rows);
    return true;
}

static bool show(postgres *p, int id, const char *shown, const char *counts,
                 char why[STORE_WHY_MAX])
{
    char number[16];
    const char *const values[] = {number, shown, counts ? counts : "{}"};
    snprintf(number, sizeof number, "%d", id);
    return !shown || postgres_do_with(p,
                                      "INSERT INTO shown(node, rooms, counts) VALUES($1, $2, $3)"
                                      " ON CONFLICT (node) DO UPDATE SET rooms = excluded.rooms,"
                                      " counts = excluded.counts",
                                      3, values, why);
}

static bool read_format(postgres_store *s, char why[STORE_WHY_MAX])
{
    PGresult *row = postgres_ask(&s->pulse, "SELECT format FROM house", why);
    if (!row)
        return false;
    int format = (int)postgres_number(row, 0, 0);
    s->format = format < STORE_FORMAT ? format : STORE_FORMAT;
    PQclear(row);
    return true;
}

/* 1: done; 0: the epoch is no longer ours; -1: `why`. A node that somebody has asked to drain stays
 * asked. */
static int beat_once(postgres_store *s, long long epoch, bool draining, char why[STORE_WHY_MAX])
{
    char id[16], number[24], state[16];
    const char *const values[] = {id, number, state};
    snprintf(id, sizeof id, "%d", s->id);
    snprintf(number, sizeof number, "%lld", epoch);
    snprintf(state, sizeof state, "%d", draining ? STORE_DRAINS : STORE_LIVES);
    PGresult *done = change(&s->pulse,
                            "UPDATE nodes SET beat = beat + 1,"
                            " state = greatest(state, $3::smallint)"
                            " WHERE id = $1 AND epoch = $2",
                            3, values, why);
    if (!done)
        return -1;
    int rows = atoi(PQcmdTuples(done));
    PQclear(done);
    return rows;
}

/* Between two epochs there is nothing to say. */
beat_end postgres_beat(store *base, const char *shown, const char *counts, bool draining,
                       store_nodes *others, char why[STORE_WHY_MAX])
{
    postgres_store *s = (postgres_store *)base;
    long long epoch = s->epoch;
    *others = (store_nodes){0};
    if (epoch == 0) {
        store_say(why, _("the disk has already failed"));
        return BEAT_FAILED;
    }
    if (!postgres_is_up(&s->pulse) && !postgres_connect(&s->pulse, false, why))
        return BEAT_UNSENT;
    int done = beat_once(s, epoch, draining, why);
    if (done == 0) {
        store_say(why, _("another node has taken over the rooms of this one"));
        return atomic_compare_exchange_strong(&s->epoch, &epoch, 0) ? BEAT_FENCED : BEAT_FAILED;
    }
    if (done > 0 && show(&s->pulse, s->id, shown, counts, why) && read_format(s, why) &&
        look_at_nodes(&s->pulse, others, why))
        return BEAT_WELL;
    beat_end end = postgres_is_up(&s->pulse) ? BEAT_FAILED : BEAT_UNSENT;
    postgres_disconnect(&s->pulse);
    return end;
}

/* Nobody else has changed the row since we saw it, so its node has stood still. One whose last
 * batch is still under way is buried later: this node must not wait for it, but go on beating. */
bool postgres_bury(store *base, const store_node *dead, char why[STORE_WHY_MAX])
{
    postgres_store *s = (postgres_store *)base;
    char id[16], epoch[24], beat[24];
    const char *const values[] = {id, epoch, beat};
    snprintf(id, sizeof id, "%d", dead->id);
    snprintf(epoch, sizeof epoch, "%lld", (long long)dead->epoch);
    snprintf(beat, sizeof beat, "%lld", (long long)dead->beat);
    PGresult *done = postgres_is_up(&s->pulse)
                         ? change(&s->pulse,
                                  "WITH d AS MATERIALIZED (SELECT id FROM nodes WHERE id = $1 AND"
                                  " epoch = $2 AND beat = $3 FOR NO KEY UPDATE SKIP LOCKED)"
                                  " UPDATE nodes n SET epoch = n.epoch + 1, state = 2 FROM d"
                                  " WHERE n.id = d.id",
                                  3, values, why)
                         : NULL;
    bool buried = done && atoi(PQcmdTuples(done)) > 0;
    PQclear(done);
    return buried;
}

/* ---- rooms ---- */

/* A room and its owner, as they were seen. */
typedef struct {
    bool there, owned, has_owner;
    int owner, needs;
    int64_t owner_epoch;
    char address[STORE_ADDRESS_MAX];
} ownership;

static bool look_at_owner(postgres *p, const char *room, ownership *is, char why[STORE_WHY_MAX])
{
    const char *const values[] = {room};
    PGresult *row = postgres_ask_with(p,
                                      "SELECT r.owner, r.owner_epoch, r.needs, n.address"
                                      " FROM rooms r LEFT JOIN nodes n ON n.id = r.owner AND"
                                      " n.epoch = r.owner_epoch AND n.state < 2"
                                      " WHERE r.code = $1 AND r.record IS NOT NULL",
                                      1, values, why);
    if (!row)
        return false;
    *is = (ownership){.there = PQntuples(row) > 0};
    if (is->there) {
        is->has_owner = !PQgetisnull(row, 0, 0);
        is->owner = (int)postgres_number(row, 0, 0);
        is->owner_epoch = postgres_number(row, 0, 1);
        is->needs = (int)postgres_number(row, 0, 2);
        is->owned = !PQgetisnull(row, 0, 3);
        snprintf(is->address, sizeof is->address, "%s", PQgetvalue(row, 0, 3));
    }
    PQclear(row);
    return true;
}

/* Take it from whom it was seen with. 1: done; 0: somebody was faster, or we are fenced; -1: `why`.
 * The room is locked first: while that waits, the node can go on beating. */
static int take_room(postgres_store *s, const char *room, const ownership *from, long long epoch,
                     char why[STORE_WHY_MAX])
{
    char id[16], ours[24], owner[16], owners[24];
    const char *const values[] = {room, id, ours, from->has_owner ? owner : NULL,
                                  from->has_owner ? owners : NULL};
    snprintf(id, sizeof id, "%d", s->id);
    snprintf(ours, sizeof ours, "%lld", epoch);
    snprintf(owner, sizeof owner, "%d", from->owner);
    snprintf(owners, sizeof owners, "%lld", (long long)from->owner_epoch);
    PGresult *done = change(
        &s->reader,
        "WITH o AS MATERIALIZED (SELECT code FROM rooms WHERE code = $1 AND owner IS NOT DISTINCT"
        " FROM $4::int AND owner_epoch IS NOT DISTINCT FROM $5::bigint FOR UPDATE),"
        " f AS MATERIALIZED (SELECT 1 FROM o, nodes n WHERE id = $2 AND epoch = $3 FOR SHARE OF n)"
        " UPDATE rooms r SET owner = $2, owner_epoch = $3 FROM o, f WHERE r.code = o.code",
        5, values, why);
    if (!done)
        return -1;
    int rows = atoi(PQcmdTuples(done));
    PQclear(done);
    return rows;
}

/* Some other node that may claim the room: one that lives and can read it. */
static claim_end find_another(postgres_store *s, const ownership *is,
                              char address[STORE_ADDRESS_MAX], char why[STORE_WHY_MAX])
{
    char id[16], needs[16];
    const char *const values[] = {id, needs};
    snprintf(id, sizeof id, "%d", s->id);
    snprintf(needs, sizeof needs, "%d", is->needs);
    PGresult *row = postgres_ask_with(&s->reader,
                                      "SELECT address FROM nodes WHERE id <> $1 AND state = 0 AND"
                                      " reads >= $2 ORDER BY random() LIMIT 1",
                                      2, values, why);
    if (!row) {
        postgres_misread(s, why);
        return CLAIM_UNKNOWN;
    }
    bool found = PQntuples(row) > 0;
    if (found)
        snprintf(address, STORE_ADDRESS_MAX, "%s", PQgetvalue(row, 0, 0));
    PQclear(row);
    return found ? CLAIM_OTHER : CLAIM_UNKNOWN;
}

/* An earlier release whose connection broke may still come true: the room is ours no longer then,
 * without our knowing. So it is released now, for certain. */
static bool release_one(store *base, const char *room)
{
    store_codes one = {0};
    store_add_code(&one, room);
    bool released = postgres_release(base, &one);
    free(one.code);
    return released;
}

claim_end postgres_claim(store *base, const char *room, bool take, char address[STORE_ADDRESS_MAX])
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX];
    ownership is;
    for (int i = 0; i < TRIES_MAX; i++) {
        long long epoch = s->epoch;
        postgres *p = postgres_reader(s);
        if (!p || epoch == 0)
            return CLAIM_UNKNOWN;
        if (!look_at_owner(p, room, &is, why)) {
            postgres_misread(s, why);
            return CLAIM_UNKNOWN;
        }
        if (!is.there)
            return CLAIM_NONE;
        bool mine = is.owned && is.owner == s->id;
        if (mine && take)
            return is.owner_epoch == epoch ? CLAIM_MINE : CLAIM_UNKNOWN;
        if (mine && (is.owner_epoch != epoch || !release_one(base, room)))
            return CLAIM_UNKNOWN;
        if (is.owned && !mine) {
            snprintf(address, STORE_ADDRESS_MAX, "%s", is.address);
            return CLAIM_OTHER;
        }
        if (!take || is.needs > STORE_FORMAT)
            return find_another(s, &is, address, why);
        int taken = take_room(s, room, &is, epoch, why);
        if (taken < 0)
            postgres_misread(s, why);
        if (taken != 0)
            return taken > 0 ? CLAIM_MINE : CLAIM_UNKNOWN;
    }
    return CLAIM_UNKNOWN;
}

/* ---- many rooms, and codes ---- */

/* Columns of codes as one parameter; then this node, its epoch, and a number. */
static PGresult *ask_about_codes(postgres_store *s, const char *sql, const store_codes *codes,
                                 int64_t number, char why[STORE_WHY_MAX])
{
    columns c = {0};
    char id[16], epoch[24], text[24];
    columns_begin(&c, 1, (const column_type[]){COLUMN_TEXT});
    for (size_t i = 0; i < codes->count; i++)
        column_add_text(&c.column[0], kn_slice_of(codes->code[i]));
    column_close(&c.column[0]);
    snprintf(id, sizeof id, "%d", s->id);
    snprintf(epoch, sizeof epoch, "%lld", (long long)s->epoch);
    snprintf(text, sizeof text, "%lld", (long long)number);
    const char *const values[] = {c.column[0].at, id, epoch, text};
    const int lengths[] = {(int)c.column[0].length, 0, 0, 0}, formats[] = {1, 0, 0, 0};
    PGresult *result = PQexecParams(s->reader.db, sql, 4, NULL, values, lengths, formats, 0);
    columns_free(&c);
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return result;
    postgres_explain(&s->reader, result, why);
    PQclear(result);
    return NULL;
}

/* Of those that nobody has, what a dead node had only reserved comes along, and is given back one
 * day; it is no room. One that somebody has locked is left to whoever asks for it. */
bool postgres_claim_all(store *base, const store_codes *rooms, store_codes *out)
{
    static const char sql[] =
        "WITH f AS MATERIALIZED (SELECT 1 FROM nodes WHERE id = $2::int AND epoch = $3::bigint"
        " FOR SHARE), o AS MATERIALIZED (SELECT code, owner, owner_epoch FROM rooms r WHERE"
        " code = ANY($1::text[]) AND needs <= $4::bigint AND" POSTGRES_NOBODYS "),"
        " l AS MATERIALIZED (SELECT r.code FROM rooms r, o, f WHERE r.code = o.code AND"
        " r.owner IS NOT DISTINCT FROM o.owner AND r.owner_epoch IS NOT DISTINCT FROM"
        " o.owner_epoch FOR UPDATE OF r SKIP LOCKED),"
        " c AS (UPDATE rooms r SET owner = $2::int, owner_epoch = $3::bigint FROM l WHERE"
        " r.code = l.code RETURNING r.code, r.record)"
        " SELECT code FROM c WHERE record IS NOT NULL UNION ALL SELECT code FROM rooms, f"
        " WHERE code = ANY($1::text[]) AND owner = $2::int AND owner_epoch = $3::bigint AND"
        " record IS NOT NULL";
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX];
    if (!postgres_reader(s))
        return false;
    s->reader.warned = false;
    PGresult *rows = ask_about_codes(s, sql, rooms, STORE_FORMAT, why);
    bool certain = rows && is_certain(&s->reader, why);
    for (int row = 0; certain && row < PQntuples(rows); row++)
        store_add_code(out, PQgetvalue(rows, row, 0));
    PQclear(rows);
    return certain || postgres_misread(s, why);
}

bool postgres_release(store *base, const store_codes *rooms)
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX];
    PGresult *done = postgres_reader(s)
                         ? ask_about_codes(s,
                                           "UPDATE rooms SET owner = NULL, owner_epoch = NULL WHERE"
                                           " code = ANY($1::text[]) AND owner = $2::int AND"
                                           " owner_epoch = $3::bigint AND $4::bigint IS NOT NULL",
                                           rooms, 0, why)
                         : NULL;
    if (!done && postgres_is_up(&s->reader))
        return postgres_misread(s, why);
    PQclear(done);
    return done;
}

bool postgres_reserve(store *base, const store_codes *wanted, store_codes *out)
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX];
    PGresult *rows =
        postgres_reader(s)
            ? ask_about_codes(
                  s,
                  "WITH f AS MATERIALIZED (SELECT 1 FROM nodes WHERE id = $2::int AND"
                  " epoch = $3::bigint FOR SHARE)"
                  " INSERT INTO rooms(code, owner, owner_epoch, needs, status, listed, clocked,"
                  " touched_ms) SELECT u.code, $2::int, $3::bigint, 1, 0, false, false, $4::bigint"
                  " FROM f, (SELECT DISTINCT code FROM unnest($1::text[]) t(code)) u"
                  " ON CONFLICT (code) DO NOTHING RETURNING code",
                  wanted, s->base.clock_ms, why)
            : NULL;
    if (!rows)
        return postgres_is_up(&s->reader) ? postgres_misread(s, why) : false;
    for (int row = 0; row < PQntuples(rows); row++)
        store_add_code(out, PQgetvalue(rows, row, 0));
    PQclear(rows);
    return true;
}

/* ---- for the operator ---- */

static bool open_for_operator(postgres *p, const char *where, char why[STORE_WHY_MAX])
{
    if (!store_is_database(where))
        return store_say(why, _("only a server on PostgreSQL has nodes"));
    return postgres_begin(p, where, why) && postgres_connect(p, false, why) &&
           postgres_is_ours(p, false, why);
}

bool store_list_nodes(const char *where, store_nodes *out, int *format, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    *out = (store_nodes){0};
    bool listed = open_for_operator(&p, where, why) && look_at_nodes(&p, out, why);
    PGresult *row = listed ? postgres_ask(&p, "SELECT format FROM house", why) : NULL;
    if (row)
        *format = (int)postgres_number(row, 0, 0);
    PQclear(row);
    postgres_end(&p);
    return row;
}

bool store_drain_node(const char *where, int node, bool *found, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    char id[16];
    const char *const values[] = {id};
    snprintf(id, sizeof id, "%d", node);
    PGresult *done =
        open_for_operator(&p, where, why)
            ? postgres_ask_with(&p, "UPDATE nodes SET state = 1 WHERE id = $1 AND state < 2", 1,
                                values, why)
            : NULL;
    *found = done && atoi(PQcmdTuples(done)) > 0;
    PQclear(done);
    postgres_end(&p);
    return done;
}

bool store_finish_format(const char *where, int *format, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    PGresult *row = open_for_operator(&p, where, why)
                        ? postgres_ask(&p,
                                       "UPDATE house SET format = greatest(format, coalesce("
                                       "(SELECT min(reads) FROM nodes WHERE state < 2), format))"
                                       " RETURNING format",
                                       why)
                        : NULL;
    if (row)
        *format = (int)postgres_number(row, 0, 0);
    PQclear(row);
    postgres_end(&p);
    return row;
}
