/* power.c: the power is cut while the store writes. Killing a program proves little, as the system
 * still has what it wrote; so here the disk itself is played again (played.h) up to some moment,
 * and of what was not synced by then a random part is lost. What the store had said to be written
 * must be there, and every batch as a whole or not at all.
 *
 * The programs that write are children of this one. Some meet failing syncs, after which the system
 * shows what the disk does not have; some are killed right then. After some cuts others go on where
 * these were, and the power is cut again.
 *
 *   test_power                        SEEDS: how many ways; SEED: which ones, and which programs
 *   test_power --replay FOLDER CUT SEED   once more what has failed and was kept there */
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/random.h"
#include "native/native.h"
#include "tests/store/keeping.h"
#include "tests/store/played.h"

enum {
    LIVES = 30,       /* programs, one after the other */
    LATER_LIVES = 3,  /* after a cut */
    BATCHES = 30,     /* that each of them writes, if it lives so long */
    ROOMS = 100,      /* beside the one that counts */
    SEEDS = 4,        /* ways in which what was not synced is lost, unless SEEDS says more */
    CUTS = 50,        /* moments for each of these */
    SOON = 300,       /* entries of the trace, after something special */
    COUNT_BYTES = 16, /* of each part of the room that counts */
};

/* ---- what is written ---- */

/* Batch n adds the n-th part to the room that counts, and its number to some other rooms. */
static bool batch_speaks_of(uint32_t batch, int room)
{
    kn_random random = kn_random_from((uint64_t)batch * ROOMS + (uint64_t)room);
    return kn_random_below(&random, 12) == 0;
}

static void gather(store *s, uint32_t batch)
{
    char text[1500], room[HOUSE_CODE_MAX];
    memset(text, '.', sizeof text);
    text[300 + batch * 37 % 1100] = '\0';
    for (int i = 0; i < ROOMS; i++) {
        snprintf(room, sizeof room, "R%05d", i);
        text[snprintf(text, sizeof text, "%u ", batch)] = '.';
        if (batch_speaks_of(batch, i))
            keep_room(s, room, HOUSE_PLAYING, batch, text);
    }
    snprintf(text, COUNT_BYTES + 1, "%*u", COUNT_BYTES, batch);
    keep_part(s, "COUNT", 1, batch, batch, text);
}

/* How many batches the store knows of. */
static uint32_t count_batches(store *s)
{
    uint32_t match = 0;
    size_t length = 0;
    char reason[STORE_WHY_MAX];
    free(store_parts(s, "COUNT", &match, &length));
    if (store_misread(s, reason))
        return UINT32_MAX;
    return (uint32_t)(length / COUNT_BYTES);
}

/* ---- those who write ---- */

static void order(const char *orders)
{
    int file = open(getenv("FAULTY_CONTROL"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, orders, strlen(orders)) != (ssize_t)strlen(orders))
        _exit(3);
    close(file);
}

/* Some operation to come fails, and all of its kind after it; or only those with the file itself,
 * so that batches are written well while their pages cannot be moved. */
static void make_trouble(kn_random *random)
{
    static const char *const errors[] = {"sync EIO", "sync EIO", "write EIO", "write ENOSPC"};
    char orders[32];
    snprintf(orders, sizeof orders, "%s %u", errors[kn_random_below(random, 4)],
             kn_random_below(random, 4));
    order(kn_random_below(random, 3) ? orders : "sync EIO 0 .db");
}

/* From now on, whatever happens, the store must know of so many. */
static void promise(uint32_t batches)
{
    struct stat facts;
    char line[64];
    if (stat(getenv("FAULTY_TRACE"), &facts) != 0)
        _exit(3);
    int length = snprintf(line, sizeof line, "%lld %u\n", (long long)facts.st_size, batches);
    int file = open(getenv("POWER_PROMISES"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || write(file, line, (size_t)length) != length)
        _exit(3);
    close(file);
}

/* Not at once: a failed sync is told to every opening of the file. */
static bool recovers(store *s)
{
    char why[STORE_WHY_MAX];
    bool well = false;
    for (int tries = 0; tries < 10 && !well; tries++)
        well = store_try(s, why);
    return well;
}

/* One program's life; it ends well, or in the middle of trouble. */
static int live(const char *path, uint64_t seed)
{
    kn_random random = kn_random_from(seed);
    char why[STORE_WHY_MAX];
    store *s = store_open(path, why);
    if (!s)
        return 2;
    promise(count_batches(s));
    for (uint32_t batch = count_batches(s), end = batch + BATCHES; batch < end;) {
        if (kn_random_below(&random, 4) == 0)
            make_trouble(&random);
        gather(s, batch);
        store_batch *gathered = store_take(s);
        bool written = store_write(s, gathered, why) == STORE_WRITTEN;
        if (!written && kn_random_below(&random, 2) == 0)
            faulty_kill(); /* with the failed batch in the log */
        if (!written || kn_random_below(&random, 8) == 0)
            order("");
        store_batch_free(gathered);
        if (written)
            promise(++batch);
        else if (!recovers(s))
            return 2;
    }
    if (kn_random_below(&random, 2) == 0)
        faulty_kill();
    store_close(s);
    return 0;
}

/* ---- after the cut ---- */

/* What is being looked at: kept if the test fails. */
static struct {
    char folder[160];
    size_t cut; /* 0: none yet */
    uint64_t seed;
} now;

static void look_at(const char *folder)
{
    snprintf(now.folder, sizeof now.folder, "%s", folder);
    now.cut = 0;
}

/* What SQLite itself said last about a damaged file. */
static char damage[200];

static void hear_sqlite(void *unused, int code, const char *message)
{
    (void)unused;
    if ((code & 0xff) == SQLITE_CORRUPT)
        snprintf(damage, sizeof damage, " (SQLite %d: %s)", code, message);
}

/* The store as it is after the cut: every batch promised is there, and all of it. */
static void check_after_cut(const char *database, size_t cut, uint32_t promised)
{
    damage[0] = '\0';
    store *s = store_open(database, keeping_why);
    if (!s)
        fail_msg("cut at %zu: %s%s", cut, keeping_why, damage);
    uint32_t batches = count_batches(s);
    if (batches == UINT32_MAX || batches < promised)
        fail_msg("cut at %zu: promised %u, there are %d", cut, promised, (int)batches);
    for (int i = 0; i < ROOMS; i++) {
        char room[HOUSE_CODE_MAX], expected[64] = "";
        snprintf(room, sizeof room, "R%05d", i);
        for (uint32_t batch = 0; batch < batches; batch++)
            if (batch_speaks_of(batch, i))
                snprintf(expected, sizeof expected, "room %s playing: %u .", room, batch);
        const char *found = fetched(s, room);
        if (strncmp(found, expected, strlen(expected)) != 0 || (found[0] && !expected[0]))
            fail_msg("cut at %zu, %u batches: %.40s", cut, batches, found);
    }
    gather(s, batches);
    must_write(s);
    assert_int_equal(count_batches(s), batches + 1);
    store_close(s);
}

static uint32_t promised_by(const char *promises, size_t cut)
{
    uint32_t most = 0;
    for (const char *line = promises; *line; line = strchr(line, '\n') + 1) {
        unsigned long long at;
        unsigned batches;
        assert_int_equal(sscanf(line, "%llu %u", &at, &batches), 2);
        if (at <= cut && batches > most)
            most = batches;
    }
    return most;
}

/* ---- the test ---- */

/* Programs write to the disk of this folder, which keeps the trace and the promises. */
static void live_there(const char *folder, uint64_t seed, int lives)
{
    char text[32];
    setenv("FAULTY_FILES", keeping_in(folder, "disk/house.db"), 1);
    setenv("FAULTY_CONTROL", keeping_in(folder, "control"), 1);
    setenv("FAULTY_TRACE", keeping_in(folder, "trace"), 1);
    setenv("POWER_PROMISES", keeping_in(folder, "promises"), 1);
    for (int life = 0; life < lives; life++) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)seed * LIVES + (unsigned)life);
        setenv("FAULTY_DELAYS", text, 1);
        unlink(getenv("FAULTY_CONTROL"));
        assert_int_equal(keeping_again("live", getenv("FAULTY_FILES"), text), 0);
    }
}

static void make_folders(const char *folder)
{
    static const char *const inside[] = {"", "disk", "start", "cut"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(mkdir(keeping_in(folder, inside[i]), 0700), 0);
}

static char *read_promises(const char *folder)
{
    size_t length;
    char *promises = native_read_file(keeping_in(folder, "promises"), 1 << 20, &length);
    assert_non_null(promises);
    return promises;
}

/* ---- moments for cuts ---- */

/* A sync has failed: most is at stake. */
static bool is_failed_sync(const faulty_entry *entry, const char *path)
{
    (void)path;
    return entry->what == FAULTY_SYNC_FAILED;
}

/* SQLite's log begins anew: at the start, and after a failure. */
static bool is_log_emptied(const faulty_entry *entry, const char *path)
{
    return entry->what == FAULTY_TRUNCATE && entry->offset == 0 && entry->path_length > 4 &&
           memcmp(path + entry->path_length - 4, "-wal", 4) == 0;
}

/* All moments soon after something. */
static uint32_t find_soon(const played *d, bool (*it)(const faulty_entry *, const char *),
                          size_t *soon)
{
    const char *path;
    uint32_t count = 0;
    int left = 0;
    for (size_t at = 0; at < played_length(d); left--) {
        faulty_entry entry = played_entry(d, at, &path, &at);
        if (it(&entry, path))
            left = SOON;
        if (left > 0)
            soon[count++] = at;
    }
    return count;
}

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

/* When to cut, in turn; and how many cuts there were of each kind. */
enum { AFTER_FAILED_SYNC, AFTER_NEW_LOG, AT_ANY_TIME, KINDS };
static int cuts_made[KINDS];

/* A disk that lived for a short time may have met no failing sync. */
static void choose_cuts(const played *d, uint64_t seed, size_t *cut, int cuts)
{
    kn_random random = kn_random_from(seed);
    size_t *soon[2], size = played_length(d) / sizeof(faulty_entry) * sizeof **soon + 1;
    uint32_t count[2];
    for (int i = 0; i < 2; i++) {
        soon[i] = native_realloc(NULL, size);
        count[i] = find_soon(d, i == AFTER_NEW_LOG ? is_log_emptied : is_failed_sync, soon[i]);
    }
    for (int i = 0; i < cuts; i++) {
        int kind = i % KINDS;
        if (kind != AT_ANY_TIME && count[kind] == 0)
            kind = AT_ANY_TIME;
        cut[i] = kind == AT_ANY_TIME ? kn_random_below(&random, (uint32_t)played_length(d))
                                     : soon[kind][kn_random_below(&random, count[kind])];
        cuts_made[kind]++;
    }
    qsort(cut, (size_t)cuts, sizeof *cut, by_size);
    free(soon[0]);
    free(soon[1]);
}

/* ---- cutting ---- */

static void cut_here(played *d, const char *folder, const char *promises)
{
    static const char *const made_again[] = {"house.db-shm", "house.db-lock"};
    char cut[160], database[200];
    size_t at = played_until(d, now.cut);
    snprintf(cut, sizeof cut, "%s/cut", folder);
    snprintf(database, sizeof database, "%s/%s", cut, played_files[0]);
    for (int i = 0; i < PLAYED_FILE_COUNT; i++)
        unlink(keeping_in(cut, played_files[i]));
    for (int i = 0; i < 2; i++)
        unlink(keeping_in(cut, made_again[i]));
    played_cut(d, cut);
    check_after_cut(database, at, promised_by(promises, at));
}

/* Play a disk from its start, and cut it at some moments. */
static void cut_often(const char *folder, uint64_t seed, int cuts)
{
    size_t cut[CUTS];
    char *promises = read_promises(folder);
    played *d = played_open(folder, seed);
    choose_cuts(d, seed, cut, cuts);
    look_at(folder);
    now.seed = seed;
    for (int i = 0; i < cuts; i++) {
        now.cut = cut[i];
        cut_here(d, folder, promises);
    }
    played_close(d);
    free(promises);
}

/* Cut one disk at some moment; another one starts with what is found then. */
static void go_on_from(const char *first, const char *second, uint64_t seed)
{
    size_t cut;
    char line[32], *promises = read_promises(first);
    played *d = played_open(first, seed);
    make_folders(second);
    choose_cuts(d, seed, &cut, 1);
    size_t at = played_until(d, cut);
    played_cut(d, keeping_in(second, "start"));
    played_cut(d, keeping_in(second, "disk"));
    int length = snprintf(line, sizeof line, "0 %u\n", promised_by(promises, at));
    assert_true(native_write_file(keeping_in(second, "promises"), line, (size_t)length));
    played_close(d);
    free(promises);
}

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    return getenv(name) ? strtoull(getenv(name), NULL, 10) : otherwise;
}

static void test_power_cuts(void **unused)
{
    (void)unused;
    uint64_t seeds = number_of("SEEDS", SEEDS), first = number_of("SEED", 0);
    char folder[80], later[80];
    snprintf(folder, sizeof folder, "%s/first", keeping_folder);
    make_folders(folder);
    look_at(folder);
    live_there(folder, first, LIVES);
    char *promises = read_promises(folder);
    assert_true(promised_by(promises, SIZE_MAX) >= LIVES * BATCHES / 10);
    free(promises);
    for (uint64_t seed = first; seed < first + seeds; seed++) {
        cut_often(folder, seed, CUTS);
        snprintf(later, sizeof later, "%s/after-%u", keeping_folder, (unsigned)seed);
        go_on_from(folder, later, seed);
        look_at(later);
        live_there(later, seed + 1, LATER_LIVES);
        cut_often(later, seed, CUTS);
    }
    printf("# %d power cuts, and %d to go on from: %d after a failed sync, %d after a new log\n",
           (int)seeds * 2 * CUTS, (int)seeds, cuts_made[AFTER_FAILED_SYNC],
           cuts_made[AFTER_NEW_LOG]);
    now.folder[0] = '\0';
    assert_in_range(cuts_made[AFTER_FAILED_SYNC], seeds * (CUTS / KINDS), INT_MAX);
    assert_in_range(cuts_made[AFTER_NEW_LOG], seeds * 2 * (CUTS / KINDS), INT_MAX);
}

/* ---- what is kept of a failure ---- */

static void keep_file(const char *from, const char *to, const char *name)
{
    size_t length;
    char *bytes = native_read_file(keeping_in(from, name), 1 << 30, &length);
    if (bytes)
        native_write_file(keeping_in(to, name), bytes, length);
    free(bytes);
}

/* Beside this program. */
static void keep_failure(void)
{
    char program[128] = "", folder[160], from[200], start[200];
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return;
    snprintf(folder, sizeof folder, "%s-failed-%d", program, (int)getpid());
    snprintf(from, sizeof from, "%s/start", now.folder);
    snprintf(start, sizeof start, "%s/start", folder);
    mkdir(folder, 0700);
    mkdir(start, 0700);
    mkdir(keeping_in(folder, "cut"), 0700);
    keep_file(now.folder, folder, "trace");
    keep_file(now.folder, folder, "promises");
    for (int i = 0; i < PLAYED_FILE_COUNT; i++)
        keep_file(from, start, played_files[i]);
    if (now.cut > 0)
        printf("# once more: %s --replay %s %zu %llu\n", program, folder, now.cut,
               (unsigned long long)now.seed);
    else
        printf("# before any cut; kept in %s\n", folder);
}

static int tear_down(void **unused)
{
    if (now.folder[0])
        keep_failure();
    return keeping_tear_down(unused);
}

static void test_replay(void **unused)
{
    (void)unused;
    char *promises = read_promises(now.folder);
    played *d = played_open(now.folder, now.seed);
    cut_here(d, now.folder, promises);
    played_close(d);
    free(promises);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_power_cuts, keeping_set_up, tear_down)};
    static const struct CMUnitTest replay[] = {cmocka_unit_test(test_replay)};
    sqlite3_config(SQLITE_CONFIG_LOG, hear_sqlite, NULL);
    if (argc == 4)
        return live(argv[2], strtoull(argv[3], NULL, 10));
    if (argc != 5)
        return cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(now.folder, sizeof now.folder, "%s", argv[2]);
    now.cut = strtoull(argv[3], NULL, 10);
    now.seed = strtoull(argv[4], NULL, 10);
    return cmocka_run_group_tests(replay, NULL, NULL);
}
