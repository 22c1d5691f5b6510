/* power.c: the power is cut while the store writes. Killing a program proves little, as the system
 * still has what it wrote; so here the disk itself is played again (faulty.h) up to some moment,
 * and of what was not synced by then a random part is lost, sector by sector. What the store had
 * said to be written must be there, and every batch as a whole or not at all.
 *
 * The programs that write are children of this one. Some meet failing syncs, after which the system
 * shows what the disk does not have; some are killed right then. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/random.h"
#include "native/native.h"
#include "tests/store/faulty.h"
#include "tests/store/keeping.h"

enum {
    LIVES = 30,       /* programs, one after the other */
    BATCHES = 30,     /* that each of them writes, if it lives so long */
    ROOMS = 100,      /* beside the one that counts */
    SEEDS = 6,        /* ways in which what was not synced is lost, unless SEEDS says more */
    CUTS = 50,        /* moments for each of these */
    SOON = 100,       /* entries of the trace, after a failed sync */
    SECTOR = 512,     /* bytes that reach the disk together */
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
    stat(getenv("FAULTY_TRACE"), &facts);
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
            _exit(0); /* killed, with the failed batch in the log */
        if (!written || kn_random_below(&random, 8) == 0)
            order("");
        store_batch_free(gathered);
        if (written)
            promise(++batch);
        else if (!recovers(s))
            return 2;
    }
    if (kn_random_below(&random, 2) == 0)
        _exit(0);
    store_close(s);
    return 0;
}

/* ---- the disk, played again ---- */

typedef struct {
    char *bytes;
    size_t length, size;
} image;

/* A file as the disk has it, and what was done to it and not synced. */
typedef struct {
    char path[160];
    image kept;
    size_t pending[20000]; /* where in the trace */
    int pending_count;
} disk_file;

typedef struct {
    char *trace;
    size_t length;
    kn_random random;
    disk_file file[64];
    int files;
    struct {
        int file;
        bool there;
    } name[128]; /* created and removed, in this order */
    int names, names_synced;
} disk;

static faulty_entry entry_at(const disk *d, size_t at, const char **path, const char **bytes)
{
    faulty_entry entry;
    memcpy(&entry, d->trace + at, sizeof entry);
    *path = d->trace + at + sizeof entry;
    *bytes = *path + entry.path_length;
    return entry;
}

static void resize(image *i, size_t length)
{
    if (length > i->size) {
        i->size = 2 * length;
        i->bytes = native_realloc(i->bytes, i->size);
    }
    if (length > i->length)
        memset(i->bytes + i->length, 0, length - i->length);
    i->length = length;
}

typedef enum { LOSE_NOTHING, LOSE_SOME, LOSE_ALL } losing;

static bool survives(disk *d, losing how)
{
    return how == LOSE_NOTHING || (how == LOSE_SOME && kn_random_below(&d->random, 2) == 0);
}

/* Carry out an entry of the trace, or part of it. */
static void carry_out(disk *d, image *i, size_t at, losing how)
{
    const char *path, *bytes;
    faulty_entry entry = entry_at(d, at, &path, &bytes);
    if (entry.what == FAULTY_TRUNCATE && survives(d, how))
        resize(i, entry.offset);
    if (entry.what != FAULTY_WRITE)
        return;
    for (size_t done = 0; done < entry.length;) {
        size_t piece = SECTOR - (entry.offset + done) % SECTOR;
        if (piece > entry.length - done)
            piece = entry.length - done;
        if (survives(d, how)) {
            if (i->length < entry.offset + done + piece)
                resize(i, entry.offset + done + piece);
            memcpy(i->bytes + entry.offset + done, bytes + done, piece);
        }
        done += piece;
    }
}

/* A sync covers what was done before it began; a failed one loses some of that for ever. */
static void sync_file(disk *d, disk_file *f, size_t begun, losing how)
{
    int left = 0;
    for (int i = 0; i < f->pending_count; i++)
        if (f->pending[i] < begun)
            carry_out(d, &f->kept, f->pending[i], how);
        else
            f->pending[left++] = f->pending[i];
    f->pending_count = left;
}

/* The youngest file of that name. */
static disk_file *find_file(disk *d, const char *path, size_t length)
{
    for (int i = d->files - 1; i >= 0; i--)
        if (strlen(d->file[i].path) == length && memcmp(d->file[i].path, path, length) == 0)
            return &d->file[i];
    return NULL;
}

static void add_name(disk *d, int file, bool there)
{
    assert_true(d->names < 128);
    d->name[d->names].file = file;
    d->name[d->names++].there = there;
}

static void create_file(disk *d, const char *path, size_t length)
{
    assert_true(d->files < 64 && length < sizeof d->file->path);
    memcpy(d->file[d->files].path, path, length);
    add_name(d, d->files++, true);
}

/* What the disk has done by the entry at that place; returns where the next one is. */
static size_t play(disk *d, size_t at)
{
    const char *path, *bytes;
    faulty_entry entry = entry_at(d, at, &path, &bytes);
    disk_file *f = find_file(d, path, entry.path_length);
    switch (entry.what) {
    case FAULTY_CREATE: create_file(d, path, entry.path_length); break;
    case FAULTY_UNLINK: add_name(d, (int)(f - d->file), false); break;
    case FAULTY_SYNC: sync_file(d, f, entry.begun, LOSE_NOTHING); break;
    case FAULTY_SYNC_FAILED: sync_file(d, f, entry.begun, LOSE_SOME); break;
    case FAULTY_FOLDER_SYNC: d->names_synced = d->names; break;
    default: assert_in_range(f->pending_count, 0, 20000 - 1); f->pending[f->pending_count++] = at;
    }
    return at + sizeof entry + entry.path_length + entry.length;
}

/* ---- the cut ---- */

/* Put a file as it is found after the cut into another folder. */
static void put_file(disk *d, const disk_file *f, const char *name, losing how)
{
    image found = {0};
    resize(&found, f->kept.length);
    if (f->kept.length > 0)
        memcpy(found.bytes, f->kept.bytes, f->kept.length);
    for (int i = 0; i < f->pending_count; i++)
        carry_out(d, &found, f->pending[i], how);
    FILE *out = fopen(name, "wb");
    assert_non_null(out);
    if (found.length > 0)
        assert_int_equal(fwrite(found.bytes, 1, found.length, out), found.length);
    fclose(out);
    free(found.bytes);
}

/* Names are created and removed in order, but how far that came nobody knows. */
static void cut_power(disk *d, const char *database)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-lock", "-journal", "-tip"};
    losing how = kn_random_below(&d->random, 3);
    int names = d->names - d->names_synced;
    names = d->names_synced + (int)kn_random_below(&d->random, (uint32_t)names + 1);
    for (int e = 0; e < 6; e++) {
        char name[256], original[192];
        snprintf(name, sizeof name, "%s%s", database, endings[e]);
        snprintf(original, sizeof original, "%s%s", keeping_path, endings[e]);
        unlink(name);
        const disk_file *last = NULL;
        for (int i = 0; i < names; i++)
            if (strcmp(d->file[d->name[i].file].path, original) == 0)
                last = d->name[i].there ? &d->file[d->name[i].file] : NULL;
        if (last && (e < 2 || e >= 4))
            put_file(d, last, name, how);
    }
}

/* The store as it is after the cut: every batch promised is there, and all of it. */
static void check_after_cut(const char *database, size_t cut, uint32_t promised)
{
    store *s = store_open(database, keeping_why);
    if (!s)
        fail_msg("cut at %zu: %s", cut, keeping_why);
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

static void set_up_disk(void)
{
    setenv("FAULTY_FILES", keeping_path, 1);
    setenv("FAULTY_CONTROL", keeping_in_folder("control"), 1);
    setenv("FAULTY_TRACE", keeping_in_folder("trace"), 1);
    setenv("POWER_PROMISES", keeping_in_folder("promises"), 1);
}

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

/* Moments for cuts: every other one soon after a sync has failed, when most is at stake. */
static void choose_cuts(disk *d, size_t cut[CUTS])
{
    const char *path, *bytes;
    size_t *soon = native_realloc(NULL, d->length / sizeof(faulty_entry) * sizeof *soon + 1);
    uint32_t count = 0;
    int left = 0;
    for (size_t at = 0; at < d->length; left--) {
        faulty_entry entry = entry_at(d, at, &path, &bytes);
        if (entry.what == FAULTY_SYNC_FAILED)
            left = SOON;
        at += sizeof entry + entry.path_length + entry.length;
        if (left > 0)
            soon[count++] = at;
    }
    assert_true(count > 0);
    for (int i = 0; i < CUTS; i++)
        cut[i] = i % 2 ? soon[kn_random_below(&d->random, count)]
                       : kn_random_below(&d->random, (uint32_t)d->length);
    qsort(cut, CUTS, sizeof *cut, by_size);
    free(soon);
}

/* The disk from its first day on, cut at some moments. */
static void cut_often(disk *d, uint64_t seed, const char *promises, const char *database)
{
    size_t cut[CUTS], at = 0;
    d->random = kn_random_from(seed);
    choose_cuts(d, cut);
    for (int i = 0; i < CUTS; i++) {
        while (at < cut[i])
            at = play(d, at);
        cut_power(d, database);
        check_after_cut(database, at, promised_by(promises, at));
    }
}

static void test_power_cuts(void **unused)
{
    (void)unused;
    set_up_disk();
    for (int life = 0; life < LIVES; life++) {
        char seed[16];
        snprintf(seed, sizeof seed, "%d", life);
        unlink(getenv("FAULTY_CONTROL"));
        assert_int_equal(keeping_again("live", keeping_path, seed), 0);
    }
    char database[192], *promises;
    size_t length, trace_length;
    promises = native_read_file(getenv("POWER_PROMISES"), 1 << 20, &length);
    char *trace = native_read_file(getenv("FAULTY_TRACE"), 1 << 30, &trace_length);
    assert_non_null(trace);
    assert_true(promised_by(promises, trace_length) >= LIVES * BATCHES / 10);
    assert_int_equal(mkdir(keeping_in_folder("cut"), 0700), 0);
    snprintf(database, sizeof database, "%s/cut/house.db", keeping_folder);
    uint64_t seeds = getenv("SEEDS") ? strtoull(getenv("SEEDS"), NULL, 10) : SEEDS;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        disk *d = calloc(1, sizeof *d);
        d->trace = trace;
        d->length = trace_length;
        cut_often(d, seed, promises, database);
        for (int i = 0; i < d->files; i++)
            free(d->file[i].kept.bytes);
        free(d);
    }
    printf("# %d power cuts\n", (int)seeds * CUTS);
    free(trace);
    free(promises);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {KEEPING_TEST(test_power_cuts)};
    if (argc == 4)
        return live(argv[2], strtoull(argv[3], NULL, 10));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
