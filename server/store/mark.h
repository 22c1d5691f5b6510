/* mark.h: what a row says as one number, which is stored beside it: a row that the disk has changed
 * no longer fits its mark. Against accidents, not against people. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_MARK_H
#define KNOBEL_SERVER_STORE_MARK_H

#include <stdint.h>

#include "core/text.h"

/* A row: which table (HOUSE_KEEP_…), its room, its numbers, its text. */
uint64_t mark_row(int what, kn_slice room, int64_t one, int64_t other, kn_slice text);

/* The numbers of a room's row. */
#define MARK_ROOM(status, listed, clocked) (status), ((listed) ? 1 : 0) | ((clocked) ? 2 : 0)

/* A number that follows from both, and in which every bit depends on all of theirs. */
uint64_t mark_mix(uint64_t one, uint64_t other);

/* Bytes of any length, following on from `before`. */
uint64_t mark_bytes(uint64_t before, const void *bytes, size_t length);

#endif
