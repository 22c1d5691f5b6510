/* rows.h: which rows of a table of recent parts (recent.h) are of which room: a list for each room,
 * in memory. Whoever writes has one of each table, and whoever reads. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_ROWS_H
#define KNOBEL_SERVER_STORE_SQLITE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "house/house.h"

/* A room, and its rows by their numbers; 0: none. */
typedef struct {
    char code[HOUSE_CODE_MAX];
    uint32_t first, last;
    uint32_t match, part; /* of the last one */
    int64_t touched_ms;   /* for whoever writes: when the room itself was touched */
} rows_room;

typedef struct {
    int64_t generation; /* which filling of the table this is */
    uint32_t *next;     /* of the row with this number, the next of its room */
    uint32_t *match;    /* likewise, of which match it is */
    uint32_t top, size; /* the last number; how many there is memory for */
    rows_room *room;    /* in the order in which they came */
    uint32_t rooms, rooms_size;
    uint32_t *slot; /* by a hash of the code: the number of a room, from 1 */
    uint32_t slots;
} rows;

enum { ROWS_MAX = 1 << 26 }; /* a damaged file must not make us ask for more memory */

/* Add a row behind all others. False: this number cannot be. */
bool rows_add(rows *r, const char *room, int64_t number, uint32_t match, uint32_t part);

/* The room, or NULL; until the next one is added. */
rows_room *rows_find(const rows *r, const char *room);

/* All rooms in the order of their codes, to be freed. */
char (*rows_codes(const rows *r))[HOUSE_CODE_MAX];

/* Begin anew, for another filling; give back the memory. */
void rows_clear(rows *r, int64_t generation);
void rows_free(rows *r);

#endif
