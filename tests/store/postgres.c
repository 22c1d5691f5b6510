/* postgres.c: what only a store in PostgreSQL does: addresses, rights, versions, fences, and copies
 * from and to a file. Runs under tests/postgres. */
#include <libpq-fe.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "native/native.h"
#include "server/store/postgres/postgres.h"
#include "tests/store/keeping.h"

/* ---- addresses ---- */

static void refuses(const char *where, const char *sentence)
{
    store *s = store_open(where, keeping_why);
    if (s)
        fail_msg("opened %s", where);
    if (!strstr(keeping_why, sentence))
        fail_msg("%s: %s", where, keeping_why);
}

/* A password is shown to nobody, wherever it stands. */
static void test_passwords_are_not_shown(void **unused)
{
    (void)unused;
    static const char *const wheres[][2] = {
        {"postgresql://anna:s3cret@host/house", "postgresql://anna:***@host/house"},
        {"postgres://anna:s3@cret:x@host:5432,other/house",
         "postgres://anna:***@host:5432,other/house"},
        {"postgresql:///house?user=anna&password=s3cret&host=/tmp",
         "postgresql:///house?user=anna&password=***&host=/tmp"},
        {"postgresql:///house?sslpassword=s3cret", "postgresql:///house?sslpassword=***"},
        {"postgresql://host:5432/house", "postgresql://host:5432/house"},
        {"/srv/anna:s3cret@here.db", "/srv/anna:s3cret@here.db"},
    };
    char shown[STORE_WHY_MAX];
    for (size_t i = 0; i < sizeof wheres / sizeof *wheres; i++)
        assert_string_equal(store_shown(wheres[i][0], shown), wheres[i][1]);
    static const char *const bad[] = {"postgresql://anna:s3cret@host:port/house",
                                      "postgresql://anna:s3cret@[::1/house",
                                      "postgresql://anna:s3cret@host/house?s3cret"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        refuses(bad[i], "");
        assert_null(strstr(keeping_why, "s3cret"));
    }
}

static void test_wrong_addresses(void **unused)
{
    (void)unused;
    char where[256];
    refuses("postgresql://anna@host:port/house?what", "not a valid address");
    refuses("postgresql:///house?host=/nowhere&user=anna&password=s3cret", "cannot connect");
    assert_null(strstr(keeping_why, "s3cret"));
    snprintf(where, sizeof where, "postgresql:///nothing?host=%s&user=knobel",
             getenv("KNOBEL_POSTGRES_FOLDER"));
    refuses(where, "cannot connect");
    snprintf(where, sizeof where, "postgresql:///postgres?host=%s&user=nobody",
             getenv("KNOBEL_POSTGRES_FOLDER"));
    refuses(where, "cannot connect");
}

/* ---- rights, encodings, versions ---- */

static void test_missing_rights(void **unused)
{
    (void)unused;
    char where[256], sql[128];
    snprintf(sql, sizeof sql, "CREATE ROLE guest_%d LOGIN", (int)getpid());
    keeping_do(sql);
    snprintf(where, sizeof where, "%s&user=guest_%d", keeping_path, (int)getpid());
    refuses(where, "lacks a right");
    snprintf(sql, sizeof sql, "GRANT USAGE ON SCHEMA %s TO guest_%d",
             strstr(keeping_path, "keeping_"), (int)getpid());
    keeping_do(sql);
    refuses(where, "lacks a right");
    keeping_do("CREATE TABLE mine()"); /* nothing was left behind */
}

static void test_another_encoding(void **unused)
{
    (void)unused;
    char where[256], sql[128];
    snprintf(sql, sizeof sql,
             "CREATE DATABASE latin_%d TEMPLATE template0 ENCODING LATIN1"
             " LOCALE 'C'",
             (int)getpid());
    keeping_do(sql);
    snprintf(where, sizeof where, "postgresql:///latin_%d?host=%s&user=knobel", (int)getpid(),
             getenv("KNOBEL_POSTGRES_FOLDER"));
    refuses(where, "the database has the encoding LATIN1");
}

static void test_other_databases_are_refused(void **unused)
{
    (void)unused;
    keeping_do("CREATE TABLE letters(text text)");
    refuses(keeping_path, "this database belongs to another program");
    keeping_do("CREATE TABLE house(one int, rooms int)");
    refuses(keeping_path, "this database belongs to another program");
}

static void test_a_newer_database_is_refused(void **unused)
{
    (void)unused;
    store_close(open_store());
    keeping_do("UPDATE house SET version = 99, steps = 99");
    refuses(keeping_path, "this database was made by a newer Knobel");
}

/* It has taken steps that we do not know, but we need not know them: an update can be undone. */
static void test_a_newer_database_that_only_has_more(void **unused)
{
    (void)unused;
    store_close(open_store());
    keeping_do("ALTER TABLE rooms ADD COLUMN later int NOT NULL DEFAULT 0; CREATE TABLE later();"
               "UPDATE house SET steps = 99");
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    store_close(s);
    keeping_must_be("SELECT steps FROM house", 99);
}

/* One of the first version becomes one of this, with all that is in it. */
static void test_an_older_database_is_upgraded(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    store_close(s);
    keeping_do("DROP TABLE board; DROP TABLE shown; ALTER TABLE house DROP COLUMN format,"
               " DROP COLUMN steps; UPDATE house SET version = 1");
    bool found;
    assert_false(store_restore(keeping_path, "K7QM3T", &found, keeping_why));
    assert_non_null(strstr(keeping_why, "older Knobel"));
    s = open_store();
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    store_close(s);
    keeping_must_be("SELECT steps FROM house", POSTGRES_VERSION);
    keeping_must_be("SELECT version FROM house", 3); /* programs of that time can go on with it */
}

/* A long copy that reads a table must not be waited for: the nodes that run would wait behind that,
 * and could not beat. */
static void test_an_upgrade_waits_for_nobody(void **unused)
{
    (void)unused;
    store_nodes nodes;
    store *s = open_store();
    keeping_do("ALTER TABLE house DROP COLUMN steps");
    PGconn *db = PQconnectdb(keeping_path);
    PQclear(PQexec(db, "SET idle_in_transaction_session_timeout = '300s'")); /* not for ever */
    PQclear(PQexec(db, "BEGIN; SELECT 1 FROM house"));
    refuses(keeping_path, "lock timeout");
    assert_int_equal(store_beat(s, NULL, NULL, false, &nodes, keeping_why), BEAT_WELL);
    store_nodes_free(&nodes);
    PGresult *end = PQexec(db, "COMMIT");
    assert_int_equal(PQresultStatus(end), PGRES_COMMAND_OK);
    PQclear(end);
    PQfinish(db);
    store_close(s);
    store_close(open_store());
    keeping_must_be("SELECT steps FROM house", POSTGRES_VERSION);
}

static void test_a_standby_is_refused(void **unused)
{
    (void)unused;
    char where[256];
    snprintf(where, sizeof where, "%s%%20-cdefault_transaction_read_only%%3Don", keeping_path);
    refuses(where, "read-only");
}

/* ---- how much is used ---- */

static void fill(int rooms)
{
    char sql[320];
    snprintf(sql, sizeof sql,
             "INSERT INTO parts SELECT room, 1, part, (SELECT string_agg(md5(room || part || i),"
             " '') FROM generate_series(1, 12) i) FROM generate_series(0, 9) part,"
             " (SELECT 'ROOM' || generate_series(1, %d) AS room) r",
             rooms);
    keeping_do(sql);
}

/* What was deleted does not count, whether or not PostgreSQL has tidied up; the table itself stays
 * as large as it was. */
static void test_what_is_deleted_does_not_count(void **unused)
{
    (void)unused;
    store *s = open_store();
    assert_true(store_used(s) < 200000);
    fill(4000); /* more than is sampled */
    int64_t full = store_used(s);
    assert_in_range(full, 17 << 20, 30 << 20);
    keeping_do("DELETE FROM parts WHERE part % 2 = 0");
    assert_in_range(store_used(s), full * 2 / 5, full * 3 / 5);
    keeping_do("VACUUM parts");
    assert_in_range(store_used(s), full * 2 / 5, full * 3 / 5);
    keeping_do("DELETE FROM parts WHERE room <> 'ROOM4000'"); /* the last page keeps its place */
    assert_true(store_used(s) < full / 20);
    keeping_do("VACUUM parts");
    assert_true(store_used(s) < full / 20);
    store_close(s);
}

/* ---- nodes ---- */

static store *open_node(int id)
{
    char address[32];
    snprintf(address, sizeof address, "node%d:8020", id);
    store *s = store_open_as(keeping_path, &(store_self){id, address}, NULL, keeping_why);
    if (!s)
        fail_msg("cannot open: %s", keeping_why);
    return s;
}

static const char *claimed(store *s, const char *room, bool take)
{
    static char address[STORE_ADDRESS_MAX];
    switch (store_claim(s, room, take, address)) {
    case CLAIM_MINE: return "mine";
    case CLAIM_OTHER: return address;
    case CLAIM_NONE: return "none";
    default: return "unknown";
    }
}

static beat_end beat(store *s, store_nodes *nodes)
{
    return store_beat(s, NULL, NULL, false, nodes, keeping_why);
}

/* A room belongs to whoever made it or claimed it, until that node is gone. */
static void test_claims(void **unused)
{
    (void)unused;
    store *one = open_node(1), *two = open_node(2);
    keep_example(one, "K7QM3T", 1);
    must_write(one);
    assert_string_equal(claimed(one, "K7QM3T", true), "mine");
    assert_string_equal(claimed(two, "K7QM3T", true), "node1:8020");
    assert_string_equal(claimed(two, "NOBODY", true), "none");
    store_codes rooms = {0};
    store_add_code(&rooms, "K7QM3T");
    assert_true(store_release(one, &rooms));
    free(rooms.code);
    assert_string_equal(claimed(one, "K7QM3T", false), "node2:8020");
    assert_string_equal(claimed(two, "K7QM3T", true), "mine");
    assert_string_equal(claimed(one, "K7QM3T", true), "node2:8020");
    /* a node that leaves has given it up, or gives it up now */
    assert_string_equal(claimed(two, "K7QM3T", false), "node1:8020");
    keeping_must_be("SELECT count(*) FROM rooms WHERE owner IS NULL", 1);
    assert_string_equal(claimed(two, "K7QM3T", true), "mine");
    store_close(two);
    assert_string_equal(claimed(one, "K7QM3T", true), "mine");
    assert_string_equal(fetched(one, "K7QM3T"), keeping_example);
    /* nor is one claimed that needs a newer program */
    keeping_do("UPDATE rooms SET needs = 99, owner = NULL");
    assert_string_equal(claimed(one, "K7QM3T", true), "unknown");
    store_close(one);
}

/* A node that was declared dead writes nothing more, and its rooms are anybody's; when it has seen
 * that, it begins anew. */
static void test_the_fence(void **unused)
{
    (void)unused;
    store *one = open_node(1), *two = open_node(2);
    store_nodes nodes;
    keep_example(one, "K7QM3T", 1);
    must_write(one);
    assert_int_equal(beat(two, &nodes), BEAT_WELL);
    assert_int_equal(nodes.count, 2);
    store_node seen = nodes.node[0], late = seen;
    assert_int_equal(seen.id, 1);
    late.beat--; /* somebody who has not looked lately */
    assert_false(store_bury(two, &late, keeping_why));
    assert_string_equal(claimed(two, "K7QM3T", true), "node1:8020");
    assert_true(store_bury(two, &seen, keeping_why));
    assert_false(store_bury(two, &seen, keeping_why)); /* it is dead already */
    store_nodes_free(&nodes);
    assert_string_equal(claimed(two, "K7QM3T", true), "mine");
    keep_chat(one, "K7QM3T", 2, 2, "from the grave");
    store_batch *batch = store_take(one);
    assert_int_equal(store_write(one, batch, keeping_why), STORE_FENCED);
    store_batch_free(batch);
    assert_int_equal(beat(one, &nodes), BEAT_FAILED);
    assert_string_equal(claimed(one, "K7QM3T", true), "unknown");
    assert_string_equal(fetched(two, "K7QM3T"), keeping_example);
    assert_true(store_try(one, keeping_why));
    assert_int_equal(beat(one, &nodes), BEAT_WELL);
    store_nodes_free(&nodes);
    assert_string_equal(claimed(one, "K7QM3T", true), "node2:8020");
    keep_example(one, "AAAAAA", 3);
    must_write(one);
    store_close(one);
    store_close(two);
}

/* A beat notices it, too. */
static void test_a_beat_is_fenced(void **unused)
{
    (void)unused;
    store *one = open_node(1);
    store_nodes nodes;
    keeping_do("UPDATE nodes SET epoch = epoch + 1");
    assert_int_equal(beat(one, &nodes), BEAT_FENCED);
    assert_int_equal(beat(one, &nodes), BEAT_FAILED);
    assert_true(store_try(one, keeping_why));
    assert_int_equal(beat(one, &nodes), BEAT_WELL);
    store_nodes_free(&nodes);
    store_close(one);
}

static void cut_connections(void)
{
    keeping_do(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        " AND application_name = 'knobel'");
}

/* A server that goes away in the middle leaves it unknown what was written; the next try finds out
 * in a new epoch. */
static void test_a_connection_is_lost(void **unused)
{
    (void)unused;
    store *s = open_node(1);
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    cut_connections();
    keep_example(s, "AAAAAA", 2);
    store_batch *batch = store_take(s);
    assert_int_equal(store_write(s, batch, keeping_why), STORE_UNKNOWN);
    store_batch_free(batch);
    assert_string_equal(claimed(s, "K7QM3T", true), "unknown");
    assert_true(store_try(s, keeping_why));
    assert_string_equal(claimed(s, "K7QM3T", true), "mine");
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_string_equal(fetched(s, "AAAAAA"), "");
    keep_example(s, "AAAAAA", 2);
    must_write(s);
    store_close(s);
}

/* Has every INSERT into `parts` do something else. */
static void spoil(const char *what)
{
    char sql[512];
    snprintf(sql, sizeof sql,
             "CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS"
             " $$BEGIN %s; RETURN NEW; END$$;"
             "CREATE OR REPLACE TRIGGER spoiled BEFORE INSERT ON parts FOR EACH ROW"
             " EXECUTE FUNCTION spoil()",
             what);
    keeping_do(sql);
}

/* It has a room, and could not write another one. */
static store *open_node_on_a_full_disk(void)
{
    store *s = open_node(1);
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    spoil("RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'");
    keep_example(s, "AAAAAA", 2);
    store_batch *batch = store_take(s);
    assert_int_equal(store_write(s, batch, keeping_why), STORE_FAILED);
    store_batch_free(batch);
    return s;
}

/* What the server says is wrong has changed nothing, and the rooms stay ours. */
static void test_a_full_disk(void **unused)
{
    (void)unused;
    store *s = open_node_on_a_full_disk();
    assert_non_null(strstr(keeping_why, "the disk of the database is full"));
    assert_string_equal(fetched(s, "AAAAAA"), "");
    assert_string_equal(claimed(s, "K7QM3T", true), "mine");
    spoil("NULL");
    assert_true(store_try(s, keeping_why));
    keep_example(s, "AAAAAA", 2);
    must_write(s);
    store_close(s);
}

/* If it turns out later that the connection is gone, too, the house has to forget its rooms before
 * the next epoch begins, in which they are for all to take. */
static void test_the_epoch_is_over_before_the_next_begins(void **unused)
{
    (void)unused;
    store *s = open_node_on_a_full_disk();
    spoil("NULL");
    cut_connections();
    assert_false(store_try(s, keeping_why)); /* this is when it is noticed */
    assert_false(store_try(s, keeping_why));
    assert_int_equal(store_epoch(s), 0);
    keeping_must_be("SELECT epoch FROM nodes", 1);
    assert_string_equal(claimed(s, "K7QM3T", true), "unknown");
    assert_true(store_try(s, keeping_why));
    assert_int_equal(store_epoch(s), 2);
    assert_string_equal(claimed(s, "K7QM3T", true), "mine");
    store_close(s);
}

/* A commit with a warning may not be on the standby. */
static void test_a_warning(void **unused)
{
    (void)unused;
    store *s = open_node(1);
    spoil("RAISE WARNING 'the standby is gone'");
    keep_example(s, "K7QM3T", 1);
    store_batch *batch = store_take(s);
    assert_int_equal(store_write(s, batch, keeping_why), STORE_UNKNOWN);
    store_batch_free(batch);
    spoil("NULL");
    assert_true(store_try(s, keeping_why));
    assert_string_equal(claimed(s, "K7QM3T", true), "mine");
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    store_close(s);
}

/* A node that is dead may still be in the middle of a batch. Until that is over its rooms are not
 * taken, but nobody waits for it: who declares it dead must go on beating. What it wrote is there,
 * or never will be. */
static void test_a_takeover_waits(void **unused)
{
    (void)unused;
    store *one = open_node(1), *two = open_node(2);
    store_nodes nodes;
    assert_int_equal(beat(two, &nodes), BEAT_WELL);
    PGconn *db = PQconnectdb(keeping_path); /* the ghost of node 1 */
    PQclear(PQexec(db, "SET idle_in_transaction_session_timeout = '300s'")); /* not for ever */
    PQclear(PQexec(db, "BEGIN; SELECT 1 FROM nodes WHERE id = 1 FOR SHARE"));
    assert_false(store_bury(two, &nodes.node[0], keeping_why));
    PQclear(PQexec(db, "INSERT INTO parts VALUES('K7QM3T', 1, 0, 'in flight')"));
    PGresult *end = PQexec(db, "COMMIT"); /* it is still there: nobody has waited */
    assert_int_equal(PQresultStatus(end), PGRES_COMMAND_OK);
    PQclear(end);
    assert_true(store_bury(two, &nodes.node[0], keeping_why));
    uint32_t match = 0;
    size_t length;
    char *text = store_parts(two, "K7QM3T", &match, &length);
    assert_string_equal(text, "in flight");
    free(text);
    PQfinish(db);
    store_nodes_free(&nodes);
    store_close(one);
    store_close(two);
}

/* A node is cut off between the fence and the end of its batch: the server itself ends that, sooner
 * than the node is declared dead. */
static void test_cut_off_in_a_batch(void **unused)
{
    (void)unused;
    store_nodes nodes;
    postgres cut;
    store *one = open_node(1), *two = open_node(2);
    assert_int_equal(beat(two, &nodes), BEAT_WELL);
    assert_true(postgres_begin(&cut, keeping_path, keeping_why));
    assert_true(postgres_connect(&cut, false, keeping_why));
    assert_true(postgres_do(&cut, "BEGIN", keeping_why));
    assert_true(postgres_do(&cut, "SELECT 1 FROM nodes WHERE id = 1 FOR SHARE", keeping_why));
    int64_t begun_ns = native_steady_ns();
    while (!store_bury(two, &nodes.node[0], keeping_why))
        if (native_steady_ns() - begun_ns > 60 * INT64_C(1000000000))
            fail_msg("it is not over");
    print_message("buried after %d ms\n", (int)((native_steady_ns() - begun_ns) / 1000000));
    PQclear(PQexec(cut.db, "COMMIT"));
    assert_false(postgres_is_up(&cut));
    postgres_end(&cut);
    store_nodes_free(&nodes);
    store_close(one);
    store_close(two);
}

/* ---- many rooms ---- */

static long counted(const char *what)
{
    char sql[256];
    PGconn *db = PQconnectdb(keeping_path);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM rooms WHERE %s", what);
    PGresult *row = PQexec(db, sql);
    long count = postgres_number(row, 0, 0);
    PQclear(row);
    PQfinish(db);
    return count;
}

static void keep_rooms(store *s, int count, int64_t now_ms)
{
    char code[HOUSE_CODE_MAX];
    for (int i = 0; i < count; i++) {
        snprintf(code, sizeof code, "ROOM%02d", i);
        keep_room(s, code, HOUSE_WAITING, now_ms, "as it is");
    }
    must_write(s);
}

/* At once those that nobody has, and no others; what is this node's stays so. */
static void test_all_are_claimed_at_once(void **unused)
{
    (void)unused;
    store *one = open_node(1), *two = open_node(2);
    store_codes rooms = {0}, ours;
    keep_rooms(one, 6, 1);
    keep_example(two, "K7QM3T", 1);
    must_write(two);
    keeping_do("UPDATE rooms SET owner = NULL, owner_epoch = NULL WHERE code < 'ROOM04'");
    keeping_do("UPDATE rooms SET owner = 2, owner_epoch = 1 WHERE code = 'K7QM3T'");
    keeping_do("UPDATE rooms SET needs = 99 WHERE code = 'ROOM02'");
    keeping_do("UPDATE rooms SET owner = 9, owner_epoch = 1 WHERE code = 'ROOM03'");
    keeping_do("UPDATE rooms SET record = NULL WHERE code = 'ROOM01'"); /* only reserved */
    static const char *const asked[] = {"ROOM00", "ROOM01", "ROOM02", "ROOM03",
                                        "ROOM04", "K7QM3T", "NOBODY"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        store_add_code(&rooms, asked[i]);
    assert_true(store_claim_all(two, &rooms, &ours));
    assert_int_equal(ours.count, 3);
    assert_string_equal(ours.code[0], "ROOM00");
    assert_string_equal(ours.code[1], "ROOM03");
    assert_string_equal(ours.code[2], "K7QM3T");
    assert_string_equal(claimed(two, "ROOM04", true), "node1:8020");
    free(ours.code);
    keeping_do("UPDATE nodes SET epoch = epoch + 1 WHERE id = 1");
    assert_true(store_claim_all(one, &rooms, &ours)); /* fenced */
    assert_int_equal(ours.count, 0);
    free(ours.code);
    free(rooms.code);
    store_close(one);
    store_close(two);
}

/* ---- rooms that somebody has locked, who is gone ---- */

typedef struct {
    store *s;
    claim_end end;
} claiming;

/* As a guest does, who comes again when nothing is known about the room: on a busy machine the lock
 * may be there for longer than anybody waits for it. */
static void *claim(void *with)
{
    claiming *c = with;
    char address[STORE_ADDRESS_MAX];
    do
        c->end = store_claim(c->s, "K7QM3T", true, address);
    while (c->end == CLAIM_UNKNOWN);
    return NULL;
}

static void wait_for_a_lock(PGconn *db)
{
    for (bool waits = false; !waits;) {
        PGresult *row = PQexec(db, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
        waits = PQntuples(row) > 0;
        PQclear(row);
    }
}

/* Whoever claims such a room may have to wait, but the node can go on beating. */
static void test_a_claim_lets_the_node_beat(void **unused)
{
    (void)unused;
    store *one = open_node(1), *two = open_node(2);
    store_codes rooms = {0}, ours = {0};
    keep_example(one, "AAAAAA", 1);
    keep_example(one, "K7QM3T", 1);
    must_write(one);
    store_close(one);
    PGconn *db = PQconnectdb(keeping_path);
    PQclear(PQexec(db, "SET idle_in_transaction_session_timeout = '300s'")); /* not for ever */
    PQclear(PQexec(db, "BEGIN; SELECT 1 FROM rooms WHERE code = 'K7QM3T' FOR UPDATE"));
    store_add_code(&rooms, "AAAAAA");
    store_add_code(&rooms, "K7QM3T");
    assert_true(store_claim_all(two, &rooms, &ours)); /* what is free, without waiting */
    assert_int_equal(ours.count, 1);
    assert_string_equal(ours.code[0], "AAAAAA");
    claiming c = {two, CLAIM_UNKNOWN};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, claim, &c), 0);
    wait_for_a_lock(db);
    keeping_must_be("SELECT count(*) FROM (SELECT 1 FROM nodes WHERE id = 2 FOR UPDATE SKIP LOCKED)"
                    " free",
                    1);
    PQclear(PQexec(db, "COMMIT"));
    pthread_join(thread, NULL);
    assert_int_equal(c.end, CLAIM_MINE);
    PQfinish(db);
    free(ours.code);
    free(rooms.code);
    store_close(two);
}

/* Looking for what is old takes few of those that nobody has, and none that need a newer program.
 */
static void test_few_are_claimed_to_be_cleared(void **unused)
{
    (void)unused;
    store *s = open_node(1);
    keep_rooms(s, 20, 1);
    keeping_do("UPDATE rooms SET owner = NULL, owner_epoch = NULL WHERE code < 'ROOM15'");
    keeping_do("UPDATE rooms SET needs = 99 WHERE code < 'ROOM03'");
    store_old *old = store_look_for_old(s, &keeping_retention, 100 * HOUR_MS, 100, 4);
    assert_int_equal(counted("owner = 1"), 5 + 4);
    store_clearing done = store_clear_old(s, old, (store_clearing){100, 100}, nobody, NULL);
    assert_int_equal(done.binned, 5 + 4);
    must_write(s);
    assert_int_equal(counted("binned_ms > 0"), 5 + 4);
    store_old_free(old);
    old = store_look_for_old(s, &keeping_retention, 100 * HOUR_MS, 100, 100);
    assert_int_equal(counted("owner = 1"), 20 - 3);
    assert_int_equal(counted("owner IS NULL AND needs = 99 AND binned_ms = 0"), 3);
    store_old_free(old);
    store_close(s);
}

/* Another node empties the bin, too, and is not done yet: nobody waits for it. */
static void test_two_empty_the_bin(void **unused)
{
    (void)unused;
    char impatient[192];
    snprintf(impatient, sizeof impatient, "%s%%20-clock_timeout%%3D10s", keeping_path);
    store *s = store_open_as(impatient, &(store_self){1, ""}, NULL, keeping_why);
    assert_non_null(s);
    keep_rooms(s, 3, 1);
    assert_int_equal(clear_rooms(s, &keeping_retention, 10 * HOUR_MS, 10, nobody), 3);
    must_write(s);
    PGconn *other = PQconnectdb(keeping_path);
    PQclear(PQexec(other, "BEGIN; DELETE FROM rooms WHERE code = 'ROOM01'"));
    assert_int_equal(empty_bin(s, &keeping_retention, 100 * HOUR_MS, 10), 3);
    must_write(s);
    assert_int_equal(counted("code LIKE 'ROOM%'"), 1);
    PQclear(PQexec(other, "ROLLBACK"));
    PQfinish(other);
    assert_int_equal(empty_bin(s, &keeping_retention, 100 * HOUR_MS, 10), 1);
    must_write(s);
    assert_int_equal(counted("code LIKE 'ROOM%'"), 0);
    store_close(s);
}

/* What was reserved as soon as a new epoch had begun stays reserved, and so does what a later one
 * has reserved, if this comes late; the rest goes. */
static void test_codes_of_this_epoch_stay(void **unused)
{
    (void)unused;
    store *s = open_node(1);
    store_codes wanted = {0}, got;
    store_add_code(&wanted, "AAAAAA");
    assert_true(store_reserve(s, &wanted, &got));
    free(got.code);
    free(wanted.code);
    keeping_do(
        "CREATE FUNCTION reserve() RETURNS trigger LANGUAGE plpgsql AS"
        " $$BEGIN INSERT INTO rooms(code, owner, owner_epoch, needs, status, listed, clocked,"
        " touched_ms) VALUES('CCCCCC', NEW.id, NEW.epoch, 1, 0, false, false, 0),"
        " ('EEEEEE', NEW.id, NEW.epoch + 1, 1, 0, false, false, 0);"
        " RETURN NEW; END$$;"
        "CREATE TRIGGER reserving AFTER UPDATE ON nodes FOR EACH ROW"
        " WHEN (NEW.state = 0 AND NEW.epoch > OLD.epoch) EXECUTE FUNCTION reserve()");
    keeping_do("UPDATE nodes SET epoch = epoch + 1, state = 2");
    store_nodes nodes;
    assert_int_equal(beat(s, &nodes), BEAT_FENCED);
    assert_true(store_try(s, keeping_why));
    assert_int_equal(counted("code = 'CCCCCC'"), 1);
    assert_int_equal(counted("code = 'EEEEEE'"), 1);
    assert_int_equal(counted("code = 'AAAAAA'"), 0);
    store_close(s);
    assert_int_equal(counted("code = 'CCCCCC'"), 0);
    assert_int_equal(counted("code = 'EEEEEE'"), 1);
}

static void test_codes_are_reserved(void **unused)
{
    (void)unused;
    store *one = open_node(1), *two = open_node(2);
    store_codes wanted = {0}, got;
    store_add_code(&wanted, "AAAAAA");
    store_add_code(&wanted, "CCCCCC");
    store_add_code(&wanted, "AAAAAA");
    assert_true(store_reserve(one, &wanted, &got));
    assert_int_equal(got.count, 2);
    free(got.code);
    assert_true(store_reserve(two, &wanted, &got));
    assert_int_equal(got.count, 0);
    free(got.code);
    assert_string_equal(claimed(two, "AAAAAA", true), "none"); /* there is no room yet */
    keep_example(one, "AAAAAA", 1);
    must_write(one);
    assert_string_equal(claimed(two, "AAAAAA", true), "node1:8020");
    store_close(one); /* gives back what it did not need */
    assert_true(store_reserve(two, &wanted, &got));
    assert_int_equal(got.count, 1);
    assert_string_equal(got.code[0], "CCCCCC");
    free(got.code);
    free(wanted.code);
    store_close(two);
}

/* Two servers with one number are refused as long as the first one beats. */
static void *keep_beating(void *with)
{
    char why[STORE_WHY_MAX];
    store_nodes nodes;
    for (int i = 0; i < 600 && !*(atomic_bool *)((void **)with)[1]; i++) {
        store_beat(((void **)with)[0], NULL, NULL, false, &nodes, why);
        store_nodes_free(&nodes);
        struct timespec rest = {0, 50000000};
        nanosleep(&rest, NULL);
    }
    return NULL;
}

static void test_one_number_twice(void **unused)
{
    (void)unused;
    store *one = open_node(1);
    atomic_bool stop = false;
    void *with[] = {one, &stop};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, keep_beating, with), 0);
    assert_null(store_open_as(keeping_path, &(store_self){1, ""}, NULL, keeping_why));
    assert_non_null(strstr(keeping_why, "as node 1"));
    stop = true;
    pthread_join(thread, NULL);
    store *again = open_node(1); /* it stands still now: its epoch is over */
    keep_example(one, "K7QM3T", 1);
    store_batch *batch = store_take(one);
    assert_int_equal(store_write(one, batch, keeping_why), STORE_FENCED);
    store_batch_free(batch);
    store_close(one);
    keep_example(again, "K7QM3T", 1);
    must_write(again);
    store_close(again);
}

/* ---- keys ---- */

/* Each node has its own key, which can be replaced while it does not run. */
static void test_keys_of_nodes(void **unused)
{
    (void)unused;
    store *two = open_node(2);
    store_key own = *store_signing_key(two), found, new = {.made_ms = 5, .seed = {1, 2, 3}};
    assert_true(store_read_key(keeping_path, 2, &found, keeping_why));
    assert_memory_equal(found.seed, own.seed, sizeof own.seed);
    assert_false(store_read_key(keeping_path, 1, &found, keeping_why));
    assert_string_equal(keeping_why, "node 1 has not run on this database yet");
    assert_false(store_replace_key(keeping_path, 1, &new, keeping_why));
    store_close(two);
    assert_true(store_replace_key(keeping_path, 2, &new, keeping_why));
    store *one = open_node(1);
    two = open_node(2);
    assert_memory_equal(store_signing_key(two)->seed, new.seed, sizeof new.seed);
    assert_memory_not_equal(store_signing_key(one)->seed, new.seed, sizeof new.seed);
    store_close(one);
    store_close(two);
    assert_false(store_read_key(keeping_in_folder("house.db"), 2, &found, keeping_why));
    assert_string_equal(keeping_why, "only a server on PostgreSQL has nodes");
}

/* What all nodes know, likewise: while none of them runs. */
static void test_the_secret_of_all_nodes(void **unused)
{
    (void)unused;
    uint8_t secret[3][TABLE_HASH_BYTES];
    store *one = open_node(1), *two = open_node(2);
    store_secret(one, secret[0]);
    store_secret(two, secret[1]);
    assert_memory_equal(secret[0], secret[1], sizeof secret[0]);
    store_close(one);
    atomic_bool stop = false;
    void *with[] = {two, &stop};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, keep_beating, with), 0);
    assert_false(store_replace_secret(keeping_path, keeping_why));
    assert_non_null(strstr(keeping_why, "as node 2"));
    stop = true;
    pthread_join(thread, NULL);
    store_close(two);
    assert_true(store_replace_secret(keeping_path, keeping_why));
    one = open_node(1);
    two = open_node(2);
    store_secret(one, secret[1]);
    store_secret(two, secret[2]);
    assert_memory_not_equal(secret[0], secret[1], sizeof secret[0]);
    assert_memory_equal(secret[1], secret[2], sizeof secret[1]);
    store_close(one);
    store_close(two);
}

/* ---- copies ---- */

static void keep_seal(store *s, uint32_t number, const uint8_t before[TABLE_HASH_BYTES],
                      uint8_t head[TABLE_HASH_BYTES])
{
    char line[64];
    snprintf(line, sizeof line, "line %u", number);
    attest_head(before, line, head);
    store_keep(s, &(house_record){.what = HOUSE_KEEP_SEAL,
                                  .room = "K7QM3T",
                                  .number = number,
                                  .text = kn_slice_of(line),
                                  .head = head});
}

static void keep_entry(store *s, int64_t now_ms)
{
    const store_entry e = {.points = 231,
                           .live = true,
                           .play = {1, 2, 3},
                           .id = "2026-11-18 dice 5f3a",
                           .name = "Änna O'Neill"};
    store_keep_entry(s, &e, now_ms);
}

static bool has_entry(store *s)
{
    store_board found;
    assert_true(store_read_board(s, "2026-11-18 dice ", &found));
    bool same = found.count == 1 && found.entry[0].points == 231 && found.entry[0].live &&
                found.entry[0].play[2] == 3 && found.entry[0].kept_ms == 5 &&
                strcmp(found.entry[0].id, "2026-11-18 dice 5f3a") == 0 &&
                strcmp(found.entry[0].name, "Änna O'Neill") == 0;
    free(found.entry);
    return same;
}

/* From a file into the database and back: nothing is missing, and both go on. */
static void test_there_and_back(void **unused)
{
    (void)unused;
    char there[160], back[160], lines[2][4096];
    uint8_t head[TABLE_HASH_BYTES] = {0};
    bool found;
    snprintf(there, sizeof there, "%s/there.db", keeping_folder);
    snprintf(back, sizeof back, "%s/back.db", keeping_folder);
    store *s = store_open(there, keeping_why);
    assert_non_null(s);
    store_set_time(s, 5 * HOUR_MS);
    store_key key = *store_signing_key(s);
    keep_example(s, "K7QM3T", 5 * HOUR_MS + 7);
    keep_example(s, "BINNED", 5 * HOUR_MS);
    keep_example(s, "ANNA", 9 * HOUR_MS);
    for (uint32_t i = 1; i <= 300; i++)
        keep_seal(s, i, head, head);
    keep_entry(s, 5 * HOUR_MS + 5);
    must_write(s);
    assert_int_equal(clear_rooms(s, &keeping_retention, 9 * HOUR_MS, 1, nobody), 1);
    must_write(s);
    assert_false(store_copy(there, keeping_path, keeping_why)); /* somebody has it open */
    store_close(s);
    if (!store_copy(there, keeping_path, keeping_why))
        fail_msg("%s", keeping_why);
    assert_false(store_copy(there, keeping_path, keeping_why));
    assert_non_null(strstr(keeping_why, "there is a server's data in this database already"));
    if (!store_copy(keeping_path, back, keeping_why))
        fail_msg("%s", keeping_why);
    assert_false(store_copy(keeping_path, back, keeping_why));
    const char *const wheres[] = {keeping_path, back};
    for (int i = 0; i < 2; i++) {
        s = store_open(wheres[i], keeping_why);
        if (!s)
            fail_msg("%s", keeping_why);
        assert_memory_equal(&key, store_signing_key(s), sizeof key);
        assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
        assert_string_equal(why_not_fetched(s, "BINNED"), "cleared");
        kn_text text = kn_text_on(lines[i], sizeof lines[i]);
        assert_true(store_seals_lines(s, 0, &text));
        store_seals end;
        assert_true(store_seals_end(s, &end));
        assert_int_equal(end.count, 300);
        assert_memory_equal(end.head, head, sizeof head);
        assert_true(has_entry(s));
        store_close(s);
        assert_true(store_restore(wheres[i], "BINNED", &found, keeping_why) && found);
    }
    assert_string_equal(lines[0], lines[1]);
}

/* From one database into another: a room that only newer programs can read stays one. To a file,
 * which knows no such rooms, it does not go. */
static void test_from_database_to_database(void **unused)
{
    (void)unused;
    char other[sizeof keeping_path + 8], sql[160], file[160];
    snprintf(other, sizeof other, "%s_b", keeping_path);
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", strstr(other, "keeping_"));
    keeping_do(sql);
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    keep_example(s, "AAAAAA", 1);
    must_write(s);
    store_close(s);
    keeping_do("UPDATE rooms SET needs = 99 WHERE code = 'K7QM3T'; UPDATE house SET format = 98");
    if (!store_copy(keeping_path, other, keeping_why))
        fail_msg("%s", keeping_why);
    snprintf(sql, sizeof sql, "SELECT sum(needs) FROM %s.rooms", strstr(other, "keeping_"));
    keeping_must_be(sql, 99 + 1);
    snprintf(sql, sizeof sql, "SELECT format FROM %s.house", strstr(other, "keeping_"));
    keeping_must_be(sql, 98);
    snprintf(file, sizeof file, "%s/file.db", keeping_folder);
    assert_false(store_copy(keeping_path, file, keeping_why));
    assert_non_null(strstr(keeping_why, "newer Knobel"));
}

/* While a server runs, a backup is a file, and whole. */
static void test_a_backup(void **unused)
{
    (void)unused;
    char copy[160];
    snprintf(copy, sizeof copy, "%s/copy.db", keeping_folder);
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    keep_entry(s, 5);
    must_write(s);
    if (!store_backup(keeping_path, copy, keeping_why))
        fail_msg("%s", keeping_why);
    keep_example(s, "AAAAAA", 1);
    must_write(s);
    store_close(s);
    s = store_open(copy, keeping_why);
    assert_non_null(s);
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_string_equal(fetched(s, "AAAAAA"), "");
    assert_true(has_entry(s));
    store_close(s);
}

/* A row that was changed behind our back is noticed. */
static void test_a_changed_row(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    keeping_do("UPDATE parts SET text = 'another throw' WHERE part = 1");
    assert_string_equal(why_not_fetched(s, "K7QM3T"), "damaged");
    assert_string_equal(store_misread(s, keeping_why), "damaged");
    store_close(s);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        KEEPING_TEST(test_passwords_are_not_shown),
        KEEPING_TEST(test_wrong_addresses),
        KEEPING_TEST(test_missing_rights),
        KEEPING_TEST(test_another_encoding),
        KEEPING_TEST(test_other_databases_are_refused),
        KEEPING_TEST(test_a_newer_database_is_refused),
        KEEPING_TEST(test_a_newer_database_that_only_has_more),
        KEEPING_TEST(test_an_older_database_is_upgraded),
        KEEPING_TEST(test_an_upgrade_waits_for_nobody),
        KEEPING_TEST(test_a_standby_is_refused),
        KEEPING_TEST(test_what_is_deleted_does_not_count),
        KEEPING_TEST(test_claims),
        KEEPING_TEST(test_the_fence),
        KEEPING_TEST(test_a_beat_is_fenced),
        KEEPING_TEST(test_a_connection_is_lost),
        KEEPING_TEST(test_a_full_disk),
        KEEPING_TEST(test_the_epoch_is_over_before_the_next_begins),
        KEEPING_TEST(test_a_warning),
        KEEPING_TEST(test_a_takeover_waits),
        KEEPING_TEST(test_cut_off_in_a_batch),
        KEEPING_TEST(test_all_are_claimed_at_once),
        KEEPING_TEST(test_a_claim_lets_the_node_beat),
        KEEPING_TEST(test_few_are_claimed_to_be_cleared),
        KEEPING_TEST(test_two_empty_the_bin),
        KEEPING_TEST(test_codes_of_this_epoch_stay),
        KEEPING_TEST(test_codes_are_reserved),
        KEEPING_TEST(test_one_number_twice),
        KEEPING_TEST(test_keys_of_nodes),
        KEEPING_TEST(test_the_secret_of_all_nodes),
        KEEPING_TEST(test_there_and_back),
        KEEPING_TEST(test_from_database_to_database),
        KEEPING_TEST(test_a_backup),
        KEEPING_TEST(test_a_changed_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
