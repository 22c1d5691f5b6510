/* played.c: a disk, played again. See played.h. */
#include "tests/store/played.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/random.h"
#include "native/native.h"
#include "tests/store/keeping.h"

enum {
    SECTOR = 512, /* bytes that reach the disk together */
    FILES = 64,
    NAMES = 128,
    PENDING = 20000,
    TRACE_MAX = 1 << 30,
};

const char *const played_files[PLAYED_FILE_COUNT] = {"house.db", "house.db-wal", "house.db-journal",
                                                     "house.db-tip"};

typedef struct {
    char *bytes;
    size_t length, size;
} image;

/* A file as the disk has it, and what was done to it and not synced. */
typedef struct {
    char path[160];
    image kept;
    size_t pending[PENDING]; /* where in the trace */
    int pending_count;
} disk_file;

struct played {
    char *trace;
    size_t length, at; /* of the trace; played so far */
    uint64_t seed;
    kn_random random; /* for failed syncs */
    disk_file file[FILES];
    int files;
    struct {
        int file;
        bool there;
        size_t at; /* where in the trace */
    } name[NAMES]; /* created and removed, in this order */
    int names, names_synced;
};

/* ---- the trace ---- */

faulty_entry played_entry(const played *d, size_t at, const char **path, size_t *next)
{
    faulty_entry entry;
    memcpy(&entry, d->trace + at, sizeof entry);
    *path = d->trace + at + sizeof entry;
    *next = at + sizeof entry + entry.path_length + entry.length;
    return entry;
}

size_t played_length(const played *d)
{
    return d->length;
}

static faulty_entry entry_at(const played *d, size_t at, const char **bytes)
{
    const char *path;
    size_t next;
    faulty_entry entry = played_entry(d, at, &path, &next);
    *bytes = path + entry.path_length;
    return entry;
}

/* ---- losing ---- */

/* Every sector for itself; or what was written first, or last; or what lies in front, or behind. */
typedef enum {
    LOSE_NOTHING,
    LOSE_ALL,
    LOSE_SOME,
    LOSE_EARLY,
    LOSE_LATE,
    LOSE_FRONT,
    LOSE_BACK,
    LOSING,
} losing;

typedef struct {
    losing how;
    size_t edge; /* in the trace or in the file */
    kn_random *random;
} loss;

static loss draw_loss(const played *d, const disk_file *f, kn_random *random)
{
    loss drawn = {.how = kn_random_below(random, LOSING), .random = random};
    if (f->pending_count > 0) {
        const char *bytes;
        drawn.edge = f->pending[kn_random_below(random, (uint32_t)f->pending_count)];
        if (drawn.how == LOSE_FRONT || drawn.how == LOSE_BACK)
            drawn.edge = entry_at(d, drawn.edge, &bytes).offset;
    }
    return drawn;
}

static bool by_chance(const loss *by)
{
    return kn_random_below(by->random, 2) == 0;
}

/* Does the entry at `at` reach the disk, as far as it is about this place? */
static bool survives(const loss *by, size_t at, size_t offset)
{
    switch (by->how) {
    case LOSE_NOTHING: return true;
    case LOSE_EARLY: return at >= by->edge;
    case LOSE_LATE: return at < by->edge;
    case LOSE_FRONT: return offset >= by->edge;
    case LOSE_BACK: return offset < by->edge;
    case LOSE_SOME: return by_chance(by);
    default: return false;
    }
}

static bool truncation_survives(const loss *by, size_t at)
{
    bool by_place = by->how == LOSE_FRONT || by->how == LOSE_BACK;
    return by_place ? by_chance(by) : survives(by, at, 0);
}

/* ---- files ---- */

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

/* Carry out an entry of the trace, or part of it. */
static void carry_out(const played *d, image *i, size_t at, const loss *by)
{
    const char *bytes;
    faulty_entry entry = entry_at(d, at, &bytes);
    if (entry.what == FAULTY_TRUNCATE && truncation_survives(by, at))
        resize(i, entry.offset);
    if (entry.what != FAULTY_WRITE)
        return;
    for (size_t done = 0; done < entry.length;) {
        size_t place = entry.offset + done, piece = SECTOR - place % SECTOR;
        if (piece > entry.length - done)
            piece = entry.length - done;
        if (survives(by, at, place)) {
            if (i->length < place + piece)
                resize(i, place + piece);
            memcpy(i->bytes + place, bytes + done, piece);
        }
        done += piece;
    }
}

/* A sync covers what was done before it began; a failed one loses some of that for ever. */
static void sync_file(played *d, disk_file *f, size_t begun, loss by)
{
    int left = 0;
    for (int i = 0; i < f->pending_count; i++)
        if (f->pending[i] < begun)
            carry_out(d, &f->kept, f->pending[i], &by);
        else
            f->pending[left++] = f->pending[i];
    f->pending_count = left;
}

/* The youngest file of that name. */
static disk_file *find_file(played *d, const char *path, size_t length)
{
    for (int i = d->files - 1; i >= 0; i--)
        if (strlen(d->file[i].path) == length && memcmp(d->file[i].path, path, length) == 0)
            return &d->file[i];
    return NULL;
}

static void add_name(played *d, int file, bool there, size_t at)
{
    assert_true(d->names < NAMES);
    d->name[d->names].file = file;
    d->name[d->names].at = at;
    d->name[d->names++].there = there;
}

/* A sync of the folder covers the names that were made and removed before it began. */
static void sync_names(played *d, size_t begun)
{
    while (d->names_synced < d->names && d->name[d->names_synced].at < begun)
        d->names_synced++;
}

static disk_file *create_file(played *d, const char *path, size_t length, size_t at)
{
    assert_true(d->files < FILES && length < sizeof d->file->path);
    memcpy(d->file[d->files].path, path, length);
    add_name(d, d->files, true, at);
    return &d->file[d->files++];
}

/* ---- playing ---- */

static void play(played *d, size_t at)
{
    const char *path;
    size_t next;
    faulty_entry entry = played_entry(d, at, &path, &next);
    disk_file *f = find_file(d, path, entry.path_length);
    assert_true(f || entry.what == FAULTY_CREATE || entry.what == FAULTY_FOLDER_SYNC);
    switch (entry.what) {
    case FAULTY_CREATE: create_file(d, path, entry.path_length, at); break;
    case FAULTY_UNLINK: add_name(d, (int)(f - d->file), false, at); break;
    case FAULTY_SYNC: sync_file(d, f, entry.begun, (loss){.how = LOSE_NOTHING}); break;
    case FAULTY_SYNC_FAILED: sync_file(d, f, entry.begun, draw_loss(d, f, &d->random)); break;
    case FAULTY_FOLDER_SYNC: sync_names(d, entry.begun); break;
    default: assert_in_range(f->pending_count, 0, PENDING - 1); f->pending[f->pending_count++] = at;
    }
}

size_t played_until(played *d, size_t at)
{
    const char *path;
    while (d->at < at && d->at < d->length) {
        size_t now = d->at;
        played_entry(d, now, &path, &d->at);
        play(d, now);
    }
    return d->at;
}

/* The folder that the files were in, with the slash at its end. */
static int folder_of(const played *d, const char **path)
{
    size_t next = 0;
    faulty_entry entry;
    do
        entry = played_entry(d, next, path, &next);
    while (entry.what == FAULTY_FOLDER_SYNC && next < d->length);
    int length = entry.path_length;
    while (length > 0 && (*path)[length - 1] != '/')
        length--;
    return length;
}

static void start_with(played *d, const char *folder, const char *name)
{
    const char *original;
    char path[256];
    image found = {0};
    snprintf(path, sizeof path, "%s/start/%s", folder, name);
    found.bytes = native_read_file(path, TRACE_MAX, &found.length);
    if (!found.bytes)
        return;
    found.size = found.length;
    int length = folder_of(d, &original);
    length = snprintf(path, sizeof path, "%.*s%s", length, original, name);
    create_file(d, path, (size_t)length, 0)->kept = found;
    d->names_synced = d->names;
}

played *played_open(const char *folder, uint64_t seed)
{
    char path[256];
    played *d = calloc(1, sizeof *d);
    snprintf(path, sizeof path, "%s/trace", folder);
    d->trace = native_read_file(path, TRACE_MAX, &d->length);
    assert_non_null(d->trace);
    d->seed = seed;
    d->random = kn_random_from(seed);
    for (int i = 0; i < PLAYED_FILE_COUNT; i++)
        start_with(d, folder, played_files[i]);
    return d;
}

void played_close(played *d)
{
    for (int i = 0; i < d->files; i++)
        free(d->file[i].kept.bytes);
    free(d->trace);
    free(d);
}

/* ---- the cut ---- */

static void put_file(const played *d, const disk_file *f, const char *path, kn_random *random)
{
    image found = {0};
    loss by = draw_loss(d, f, random);
    resize(&found, f->kept.length);
    if (f->kept.length > 0)
        memcpy(found.bytes, f->kept.bytes, f->kept.length);
    for (int i = 0; i < f->pending_count; i++)
        carry_out(d, &found, f->pending[i], &by);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    if (found.length > 0)
        assert_int_equal(fwrite(found.bytes, 1, found.length, out), found.length);
    assert_int_equal(fclose(out), 0);
    free(found.bytes);
}

static bool is_called(const disk_file *f, const char *name)
{
    const char *slash = strrchr(f->path, '/');
    return slash && strcmp(slash + 1, name) == 0;
}

/* Names are created and removed in order, but how far that came nobody knows. */
void played_cut(const played *d, const char *folder)
{
    kn_random random = kn_random_from(d->seed ^ (uint64_t)d->at << 20);
    int count = d->names_synced;
    count += (int)kn_random_below(&random, (uint32_t)(d->names - d->names_synced) + 1);
    for (int n = 0; n < PLAYED_FILE_COUNT; n++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder, played_files[n]);
        const disk_file *last = NULL;
        for (int i = 0; i < count; i++)
            if (is_called(&d->file[d->name[i].file], played_files[n]))
                last = d->name[i].there ? &d->file[d->name[i].file] : NULL;
        if (last)
            put_file(d, last, path, &random);
    }
}
