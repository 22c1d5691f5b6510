/* batch.c: collects records. This happens for every move at every table, so a record costs a copy
 * and no allocation: the memory grows by doubling and is reused. */
#include "server/store/batch.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"

enum {
    BATCH_ALIGNED = 8,      /* where a record may begin */
    BATCH_FIRST = 64 << 10, /* bytes of memory to begin with */
    BATCH_SPARED = 4 << 20, /* bytes that a batch may hold on to between uses */
};

static size_t aligned(size_t size)
{
    return (size + BATCH_ALIGNED - 1) / BATCH_ALIGNED * BATCH_ALIGNED;
}

/* The text of a record may consist of two. */
static void add(store_batch *batch, batch_record *record, const char *room, kn_slice first,
                kn_slice text)
{
    size_t needed = aligned(sizeof *record + first.length + text.length);
    while (batch->length + needed > batch->size) {
        batch->size = batch->size ? 2 * batch->size : BATCH_FIRST;
        batch->bytes = native_realloc(batch->bytes, batch->size);
    }
    kn_text code = kn_text_on(record->room, sizeof record->room);
    kn_put(&code, room);
    record->length = (uint32_t)(first.length + text.length);
    char *at = batch->bytes + batch->length;
    memcpy(at, record, sizeof *record);
    if (first.length > 0)
        memcpy(at + sizeof *record, first.at, first.length);
    if (text.length > 0)
        memcpy(at + sizeof *record + first.length, text.at, text.length);
    batch->length += needed;
    batch->records++;
    if (record->now_ms > batch->now_ms)
        batch->now_ms = record->now_ms;
}

void batch_keep(store_batch *batch, const house_record *record, int64_t now_ms)
{
    batch_record r = {
        .now_ms = now_ms,
        .match = record->match,
        .number = record->number,
        .what = (uint8_t)record->what,
        .status = (uint8_t)record->status,
        .listed = record->listed,
        .clocked = record->clocked,
    };
    kn_slice head = {(const char *)record->head, record->head ? TABLE_HASH_BYTES : 0};
    add(batch, &r, record->room, head, record->text);
}

void batch_clear(store_batch *batch, int what, const char *room, int64_t since_ms, int64_t now_ms)
{
    batch_record r = {.now_ms = now_ms, .since_ms = since_ms, .what = (uint8_t)what};
    add(batch, &r, room, (kn_slice){0}, (kn_slice){0});
    batch->clears = true;
}

void batch_clock(store_batch *batch, int64_t now_ms)
{
    batch_record r = {.now_ms = now_ms, .what = BATCH_CLOCK};
    add(batch, &r, "", (kn_slice){0}, (kn_slice){0});
}

void batch_entry(store_batch *batch, const store_entry *entry)
{
    batch_record r = {.now_ms = entry->kept_ms, .what = BATCH_ENTRY};
    add(batch, &r, "", (kn_slice){0}, (kn_slice){(const char *)entry, sizeof *entry});
}

void batch_forget(store_batch *batch, int64_t before_ms, int64_t now_ms)
{
    batch_record r = {.now_ms = now_ms, .since_ms = before_ms, .what = BATCH_FORGET};
    add(batch, &r, "", (kn_slice){0}, (kn_slice){0});
}

const batch_record *batch_next(const store_batch *batch, size_t *at, kn_slice *text)
{
    if (*at >= batch->length)
        return NULL;
    const batch_record *record = (const batch_record *)(batch->bytes + *at);
    *text = (kn_slice){batch->bytes + *at + sizeof *record, record->length};
    *at += aligned(sizeof *record + record->length);
    return record;
}

bool batch_has(const store_batch *batch, const char *room)
{
    const batch_record *record;
    size_t at = 0;
    kn_slice text;
    while ((record = batch_next(batch, &at, &text)))
        if (strcmp(record->room, room) == 0)
            return true;
    return false;
}

void batch_reset(store_batch *batch)
{
    if (batch->size > BATCH_SPARED) {
        free(batch->bytes);
        batch->bytes = NULL;
        batch->size = 0;
    }
    batch->length = batch->records = 0;
    batch->now_ms = 0;
    batch->clears = false;
}

/* ---- the rooms of a batch ---- */

static int by_code(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void store_rooms_of(const store_batch *batch, void (*each)(void *with, const char *room),
                    void *with)
{
    const char **rooms = native_realloc(NULL, (batch->records + 1) * sizeof *rooms);
    const batch_record *record;
    size_t count = 0, at = 0;
    kn_slice text;
    while ((record = batch_next(batch, &at, &text)))
        if (record->what <= HOUSE_KEEP_CHAT)
            rooms[count++] = record->room;
    qsort(rooms, count, sizeof *rooms, by_code);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(rooms[i - 1], rooms[i]) != 0)
            each(with, rooms[i]);
    free(rooms);
}

size_t store_records_of(const store_batch *batch)
{
    return batch->records;
}

size_t store_bytes_of(const store_batch *batch)
{
    return batch->length;
}

void store_last_seal(const store_batch *batch,
                     void (*found)(void *with, uint32_t number,
                                   const uint8_t head[TABLE_HASH_BYTES]),
                     void *with)
{
    const batch_record *record, *last = NULL;
    size_t at = 0;
    kn_slice text, head = {0};
    while ((record = batch_next(batch, &at, &text)))
        if (record->what == HOUSE_KEEP_SEAL) {
            last = record;
            head = text;
        }
    if (last)
        found(with, last->number, (const uint8_t *)head.at);
}

bool store_clears(const store_batch *batch)
{
    return batch->clears;
}
