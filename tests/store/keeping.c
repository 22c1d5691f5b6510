/* keeping.c: the stage for tests of the store. See keeping.h. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
#include "tests/store/keeping.h"

#include <ftw.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/store/batch.h"

char keeping_folder[64], keeping_path[128], keeping_why[STORE_WHY_MAX];

/* ---- the house, as far as the store can tell ---- */

void house_not_fetched(struct house_fetching *f, const char *why)
{
    f->why = why;
}

bool house_fetched(struct house_fetching *f, const house_record *r)
{
    static const char *const kinds[] = {"room", "part", "chat"};
    static const char *const statuses[] = {"waiting", "playing", "over"};
    assert_true(f->length < sizeof f->text);
    if (f->most == 0)
        return false;
    f->most--;
    char *at = f->text + f->length;
    size_t size = sizeof f->text - f->length;
    int length = (int)r->text.length < 60 ? (int)r->text.length : 60;
    if (r->what == HOUSE_KEEP_ROOM)
        f->length += (size_t)snprintf(at, size, "room %s %s%s%s: %.*s\n", r->room,
                                      statuses[r->status], r->listed ? " listed" : "",
                                      r->clocked ? " clocked" : "", length, r->text.at);
    else
        f->length += (size_t)snprintf(at, size, "%s %u.%u: %.*s\n", kinds[r->what], r->match,
                                      r->number, length, r->text.at);
    return true;
}

/* ---- a folder for each test ---- */

bool keeping_in_database(void)
{
    return getenv("KNOBEL_POSTGRES");
}

static void do_at(const char *where, const char *sql)
{
    PGconn *db = PQconnectdb(where);
    PGresult *done = PQexec(db, sql);
    ExecStatusType status = PQresultStatus(done);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(db));
    PQclear(done);
    PQfinish(db);
}

void keeping_do(const char *sql)
{
    do_at(keeping_path, sql);
}

void keeping_must_be(const char *sql, long long number)
{
    PGconn *db = PQconnectdb(keeping_path);
    PGresult *row = PQexec(db, sql);
    if (PQntuples(row) != 1 || atoll(PQgetvalue(row, 0, 0)) != number)
        fail_msg("%s: not %lld: %s%s", sql, number,
                 PQntuples(row) == 1 ? PQgetvalue(row, 0, 0) : "", PQerrorMessage(db));
    PQclear(row);
    PQfinish(db);
}

/* A schema for each test: that is quicker than a database. */
static void make_schema(void)
{
    static int count;
    char sql[64];
    count++;
    snprintf(sql, sizeof sql, "CREATE SCHEMA keeping_%d_%d", (int)getpid(), count);
    do_at(getenv("KNOBEL_POSTGRES"), sql);
    int length = snprintf(keeping_path, sizeof keeping_path, "%s&options=-csearch_path%%3D%s",
                          getenv("KNOBEL_POSTGRES"), strstr(sql, "keeping"));
    assert_in_range(length, 1, sizeof keeping_path - 1);
}

int keeping_set_up(void **unused)
{
    (void)unused;
    const char *memory = getenv("KNOBEL_MEMORY"); /* where a sync costs nothing */
    if (!memory)
        memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    int length =
        snprintf(keeping_folder, sizeof keeping_folder, "%s/knobel-keeping-XXXXXX", memory);
    if (length >= (int)sizeof keeping_folder || !mkdtemp(keeping_folder))
        return -1;
    snprintf(keeping_path, sizeof keeping_path, "%s/house.db", keeping_folder);
    keeping_why[0] = '\0';
    if (keeping_in_database())
        make_schema();
    return 0;
}

static int remove_one(const char *name, const struct stat *facts, int kind, struct FTW *where)
{
    (void)facts, (void)kind, (void)where;
    return remove(name);
}

int keeping_tear_down(void **unused)
{
    (void)unused;
    return nftw(keeping_folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

const char *keeping_in(const char *folder, const char *name)
{
    static char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, name);
    return whole;
}

const char *keeping_in_folder(const char *name)
{
    return keeping_in(keeping_folder, name);
}

store *open_store(void)
{
    store *s = store_open(keeping_path, keeping_why);
    if (!s)
        fail_msg("cannot open: %s", keeping_why);
    return s;
}

/* ---- gathering, writing, fetching ---- */

void keep_room(store *s, const char *room, int status, int64_t now_ms, const char *text)
{
    store_keep(s, &(house_record){.what = HOUSE_KEEP_ROOM,
                                  .room = room,
                                  .now_ms = now_ms,
                                  .status = status,
                                  .text = kn_slice_of(text)});
}

void keep_part(store *s, const char *room, uint32_t match, uint32_t number, int64_t now_ms,
               const char *text)
{
    store_keep(s, &(house_record){.what = HOUSE_KEEP_PART,
                                  .room = room,
                                  .now_ms = now_ms,
                                  .match = match,
                                  .number = number,
                                  .text = kn_slice_of(text)});
}

void keep_chat(store *s, const char *room, uint32_t number, int64_t now_ms, const char *text)
{
    store_keep(s, &(house_record){.what = HOUSE_KEEP_CHAT,
                                  .room = room,
                                  .now_ms = now_ms,
                                  .number = number,
                                  .text = kn_slice_of(text)});
}

void keep_next_seal(store *s, uint32_t number, uint8_t head[TABLE_HASH_BYTES])
{
    char line[ATTEST_LINE_MAX];
    kn_text text = kn_text_on(line, sizeof line);
    attest_line what = {.kind = ATTEST_START, .number = number, .room = 7, .seals = 1};
    attest_write_line(&what, &text);
    attest_head(head, line, head);
    house_record record = {.what = HOUSE_KEEP_SEAL,
                           .room = "K7QM3T",
                           .number = number,
                           .text = {line, text.length},
                           .head = head};
    store_keep(s, &record);
}

bool write_batch(store *s)
{
    store_batch *batch = store_take(s);
    assert_non_null(batch);
    keeping_why[0] = '\0';
    bool written = store_write(s, batch, keeping_why) == STORE_WRITTEN;
    assert_true(written || keeping_why[0]);
    store_batch_free(batch);
    return written;
}

void must_write(store *s)
{
    if (!write_batch(s))
        fail_msg("cannot write: %s", keeping_why);
}

/* Everything about a room as text; empty if there is none. */
const char *fetched(store *s, const char *room)
{
    static struct house_fetching f;
    f.length = 0;
    f.why = NULL;
    f.text[0] = '\0';
    f.most = -1;
    bool there = store_fetch(s, room, &f);
    assert_true(there == (f.length > 0));
    return f.text;
}

const char *why_not_fetched(store *s, const char *room)
{
    struct house_fetching f = {.most = -1};
    return store_fetch(s, room, &f) ? NULL : f.why ? f.why : "no_such_room";
}

/* A room with a match and some talk. */
void keep_example(store *s, const char *room, int64_t now_ms)
{
    keep_room(s, room, HOUSE_PLAYING, now_ms, "as it is");
    keep_part(s, room, 1, 0, now_ms, "the header\n");
    keep_part(s, room, 1, 1, now_ms, "1 0.000 seat1: throw\n");
    keep_chat(s, room, 1, now_ms, "hello");
}

const char keeping_example[] = "room K7QM3T playing: as it is\n"
                               "part 1.0: the header\n\n"
                               "part 1.1: 1 0.000 seat1: throw\n\n"
                               "chat 0.1: hello\n";

static int clear_old(store *s, const store_retention *retention, int64_t now_ms, int most,
                     bool (*in_use)(void *with, const char *room))
{
    store_old *old = store_look_for_old(s, retention, now_ms, 1000, 1000);
    assert_non_null(old);
    store_clearing done = store_clear_old(s, old, (store_clearing){most, most}, in_use, NULL);
    store_old_free(old);
    return done.binned;
}

int clear_rooms(store *s, const store_retention *retention, int64_t now_ms, int most,
                bool (*in_use)(void *with, const char *room))
{
    store_retention only = *retention;
    only.bin_ms = KN_NEVER;
    return clear_old(s, &only, now_ms, most, in_use);
}

int empty_bin(store *s, const store_retention *retention, int64_t now_ms, int most)
{
    store_retention only = {{KN_NEVER, KN_NEVER, KN_NEVER}, retention->bin_ms};
    size_t before = store_gathered(s);
    clear_old(s, &only, now_ms, most, nobody);
    return (int)((store_gathered(s) - before) / sizeof(batch_record)); /* they have no text */
}

void add_room(void *with, const char *room)
{
    strcat(with, room);
    strcat(with, " ");
}

bool nobody(void *with, const char *room)
{
    (void)with, (void)room;
    return false;
}

const store_retention keeping_retention = {{1 * HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS}, 4 * HOUR_MS};

int keeping_again(const char *command, const char *one, const char *other)
{
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "again", command, one, other, (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
