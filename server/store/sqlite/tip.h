/* tip.h: how far the file has come. Every batch has a number and a hash that follows from all
 * before it. The last one of each is in the file, and, as soon as the batch is on disk, in a small
 * file beside it. So a file that has lost its last batches is noticed: the one beside knows of
 * more. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_TIP_H
#define KNOBEL_SERVER_STORE_SQLITE_TIP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { TIP_HOUSE_BYTES = 16, TIP_NO_CLOCK = -1 };

typedef struct {
    uint8_t house[TIP_HOUSE_BYTES]; /* which file this is; a copy is another one */
    uint64_t number, hash;          /* of the last batch */
    uint64_t sum;                   /* of the marks of all rows */
    int64_t clock_ms;               /* how long houses have run on this file */
    int64_t accepted;               /* damaged rows that somebody knows of */
    uint64_t open; /* drawn by the house that has it open, or did not close it; 0: closed well */
} tip;

/* The hash of the batch after `before`. */
uint64_t tip_hash(const tip *before, uint64_t sum);

/* ---- beside the file ---- */

typedef struct {
    int file; /* -1: none */
    int good; /* the place of the two that holds the last tip; the other one is written next */
    atomic_bool unsynced;
} tip_beside;

typedef enum {
    TIP_NONE,    /* there is none, or an empty one */
    TIP_THERE,   /* `out` has it: house, number, hash, open, and the clock or TIP_NO_CLOCK */
    TIP_DAMAGED, /* there is something, but it cannot be read */
    TIP_NO_FILE, /* errno says why it cannot be opened */
} tip_read_end;

/* Open the one beside the file at `path`, made if `make`, and read it. */
tip_read_end tip_open(tip_beside *beside, const char *path, bool make, tip *out);
void tip_close(tip_beside *beside);

/* After the batch is on disk. Should this fail, the tip beside is behind, which is no harm. */
void tip_write(tip_beside *beside, const tip *now);
bool tip_sync(tip_beside *beside); /* any thread */

#endif
