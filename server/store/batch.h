/* batch.h: records on their way to the disk, in one block of memory. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_BATCH_H
#define KNOBEL_SERVER_STORE_BATCH_H

#include "server/store/store.h"

/* What can be done to the file: keep something (HOUSE_KEEP_…), put a room into the bin, take one
 * out of it for good, only note how late it is; add to a board, or forget old boards. */
enum { BATCH_CLEAR = HOUSE_KEEP_SEAL + 1, BATCH_EMPTY, BATCH_CLOCK, BATCH_ENTRY, BATCH_FORGET };

/* One record; its text lies behind it in the batch. */
typedef struct {
    int64_t now_ms;   /* in the store's own time */
    int64_t since_ms; /* to clear away: only if the room was not touched, or binned, since */
    uint32_t match, number, length;
    uint8_t what, status;
    bool listed, clocked;
    char room[HOUSE_CODE_MAX];
} batch_record;

struct store_batch {
    store *owner;
    store_batch *next; /* of those on their way */
    char *bytes;
    size_t length, size;
    size_t records;
    int64_t now_ms; /* of the last record */
    bool clears;    /* some record clears a room away, or empties the bin */
};

/* `now_ms` is the store's own time. */
void batch_keep(store_batch *batch, const house_record *record, int64_t now_ms);
void batch_clear(store_batch *batch, int what, const char *room, int64_t since_ms, int64_t now_ms);
void batch_clock(store_batch *batch, int64_t now_ms);
void batch_entry(store_batch *batch, const store_entry *entry);
void batch_forget(store_batch *batch, int64_t before_ms, int64_t now_ms);

/* The record at `*at` and its text; moves on. NULL at the end. */
const batch_record *batch_next(const store_batch *batch, size_t *at, kn_slice *text);

/* Does any record speak of the room? */
bool batch_has(const store_batch *batch, const char *room);

/* Empty, for the next use; memory that was needed only once is given back. */
void batch_reset(store_batch *batch);

#endif
