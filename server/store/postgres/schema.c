/* schema.c: the tables in PostgreSQL, and how they came to be what they are. See postgres.h. */
#include <stdio.h>
#include <string.h>

#include "server/store/postgres/postgres.h"
#include "words/words.h"

/* Rows of nodes change twice a second, in place. A room without a record is a code that a node has
 * reserved. Codes are compared as bytes. */
static const char first[] =
    "CREATE TABLE house(one bool PRIMARY KEY DEFAULT true CHECK (one), version int NOT NULL,"
    " id bytea NOT NULL, clock_ms bigint NOT NULL);"
    "INSERT INTO house(version, id, clock_ms) VALUES(1, uuid_send(gen_random_uuid())"
    " || uuid_send(gen_random_uuid()), 0);"
    "CREATE TABLE nodes(id int PRIMARY KEY, epoch bigint NOT NULL, beat bigint NOT NULL,"
    " state smallint NOT NULL, address text NOT NULL, reads int NOT NULL) WITH (fillfactor=10);"
    "CREATE TABLE rooms(code text COLLATE \"C\" PRIMARY KEY, owner int, owner_epoch bigint,"
    " needs int NOT NULL, status int NOT NULL, listed bool NOT NULL, clocked bool NOT NULL,"
    " touched_ms bigint NOT NULL, binned_ms bigint NOT NULL DEFAULT 0, record text, mark bigint);"
    "CREATE INDEX rooms_by_age ON rooms(status, touched_ms) WHERE binned_ms = 0;"
    "CREATE INDEX rooms_in_bin ON rooms(binned_ms) WHERE binned_ms > 0;"
    "CREATE INDEX rooms_clocked ON rooms(code) WHERE clocked;"
    "CREATE TABLE parts(room text COLLATE \"C\" NOT NULL, match bigint NOT NULL,"
    " part bigint NOT NULL, text text NOT NULL, mark bigint, PRIMARY KEY(room, match, part));"
    "CREATE TABLE chat(room text COLLATE \"C\" NOT NULL, number bigint NOT NULL,"
    " text text NOT NULL, mark bigint, PRIMARY KEY(room, number));"
    "CREATE TABLE seals(list int NOT NULL, number bigint NOT NULL, line text NOT NULL,"
    " head bytea NOT NULL, PRIMARY KEY(list, number));"
    "CREATE TABLE keys(list int NOT NULL, number int NOT NULL, made_ms bigint NOT NULL,"
    " seed bytea NOT NULL, hash bytea NOT NULL, PRIMARY KEY(list, number));";

/* What the nodes tell each other, and what all of them can read. */
static const char second[] =
    "CREATE TABLE shown(node int PRIMARY KEY, rooms text NOT NULL, counts text NOT NULL);"
    "ALTER TABLE house ADD COLUMN format int NOT NULL DEFAULT 1;";

/* The board of the day. */
static const char third[] =
    "CREATE TABLE board(id text COLLATE \"C\" PRIMARY KEY, play bytea NOT NULL UNIQUE,"
    " name text NOT NULL, points bigint NOT NULL, live bool NOT NULL, kept_ms bigint NOT NULL);";

/* How many steps were taken. Until here that was house.version, which older programs compare with
 * what they know; from here on it says what a program must know at least (`least`, below). */
static const char fourth[] = "ALTER TABLE house ADD COLUMN steps int NOT NULL DEFAULT 0;";

/* A step that only adds what older programs can leave alone, such as a table, or a column with a
 * default, does not shut them out: nodes of both versions run until all are updated, and one can go
 * back. Any other raises `least` to its own number. */
static const struct {
    const char *sql;
    int least;
} steps[POSTGRES_VERSION] = {{first, 1}, {second, 2}, {third, 3}, {fourth, 3}};
enum { COUNTED = 4 }; /* the step from which on they are counted */

/* ---- whose database is it ---- */

typedef struct {
    int steps; /* that were taken; 0: not ours */
    int least; /* a program must know these */
    bool empty;
} identity;

/* A table of that name may be anybody's: only ours has these columns. */
static bool identify(postgres *p, identity *is, char why[STORE_WHY_MAX])
{
    static const char look[] =
        "SELECT (SELECT count(*) FROM information_schema.columns WHERE table_name = 'house' AND"
        " table_schema = current_schema AND column_name IN ('one', 'version', 'id', 'clock_ms')),"
        " (SELECT count(*) FROM pg_class WHERE relnamespace = current_schema::regnamespace AND"
        " relkind IN ('r', 'p', 'v'))";
    static const char look_closer[] = /* the column may not be there */
        "SELECT version, coalesce((to_jsonb(house) ->> 'steps')::int, version) FROM house";
    PGresult *facts = postgres_ask(p, look, why);
    if (!facts)
        return false;
    bool ours = postgres_number(facts, 0, 0) == 4;
    *is = (identity){.empty = postgres_number(facts, 0, 1) == 0};
    PQclear(facts);
    if (!ours)
        return true;
    facts = postgres_ask(p, look_closer, why);
    if (!facts)
        return false;
    is->least = (int)postgres_number(facts, 0, 0);
    is->steps = (int)postgres_number(facts, 0, 1);
    PQclear(facts);
    return true;
}

static bool take_step(postgres *p, int to, char why[STORE_WHY_MAX])
{
    char note[96];
    snprintf(note, sizeof note,
             to < COUNTED ? "UPDATE house SET version = %d"
                          : "UPDATE house SET version = %d, steps = %d",
             steps[to - 1].least, to);
    return postgres_do(p, steps[to - 1].sql, why) && postgres_do(p, note, why);
}

/* Is it one that this program can use, if it may change it? */
static bool judge(const identity *is, bool make, char why[STORE_WHY_MAX])
{
    if (is->least > POSTGRES_VERSION)
        return store_say(why, _("this database was made by a newer Knobel"));
    if (is->steps == 0 && !is->empty)
        return store_say(why, _("this database belongs to another program"));
    if (is->steps == 0 && !make)
        return store_say(why, _("this is not a Knobel database"));
    if (is->steps < POSTGRES_VERSION && !make)
        return store_say(why, _("this database was made by an older Knobel; start a server on it "
                                "first, which updates it"));
    return true;
}

/* All in one transaction, and one program at a time: a database is empty, old or complete. While a
 * table that is to be changed is being copied, say, nobody else may wait behind us for long: nodes
 * that beat are. So better another time. */
static bool upgrade(postgres *p, char why[STORE_WHY_MAX])
{
    identity is = {0};
    bool done = postgres_do(p, "BEGIN; SELECT pg_advisory_xact_lock(1265527650)", why) &&
                postgres_do(p, "SET LOCAL lock_timeout = 1000", why) && identify(p, &is, why) &&
                judge(&is, true, why);
    for (int to = is.steps + 1; done && to <= POSTGRES_VERSION; to++)
        done = take_step(p, to, why);
    char ignored[STORE_WHY_MAX];
    return done ? postgres_do(p, "COMMIT", why) : (postgres_do(p, "ROLLBACK", ignored), false);
}

bool postgres_is_ours(postgres *p, bool make, char why[STORE_WHY_MAX])
{
    identity is;
    if (!identify(p, &is, why) || !judge(&is, make, why))
        return false;
    return is.steps >= POSTGRES_VERSION || upgrade(p, why);
}
