/* check.h: reads the whole data file and says whether all is there. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_CHECK_H
#define KNOBEL_SERVER_STORE_SQLITE_CHECK_H

#include <sqlite3.h>

#include "server/store/sqlite/tip.h"
#include "server/store/store.h"

/* Unless it is sound, `why` says what is wrong. CHECK_UNKNOWN: the disk failed, or the connection
 * was interrupted. */
typedef enum { CHECK_SOUND, CHECK_DAMAGED, CHECK_UNKNOWN } check_end;

/* The tip as the file has it. */
check_end check_read_tip(sqlite3 *db, tip *out, char why[STORE_WHY_MAX]);

/* Only what SQLite itself can tell: how the file hangs together. */
check_end check_structure(sqlite3 *db, char why[STORE_WHY_MAX]);

/* Whether a row of `rooms` can be in the bin since then: after it was last used, and not in the
 * future, but for what the clocks of nodes differed that once had it. */
#define CHECK_BIN_FITS                                                                             \
    "(binned_ms = 0 OR binned_ms BETWEEN touched_ms + 1 AND (SELECT clock_ms + 86400000 FROM "     \
    "tip))"

/* Can this be the clock of the file? Not if nothing was used for ten years before. `*last_ms`: when
 * a room was used last, 0 if there is none. */
bool check_clock(sqlite3 *db, int64_t clock_ms, int64_t *last_ms);

/* What was found in the rows. */
typedef struct {
    uint64_t sum;    /* of all marks */
    int64_t damaged; /* rows that do not fit theirs */
} check_found;

/* Likewise, and that every row fits its mark, and that together they are those that were written;
 * and that times are possible.
 * Seen at one moment, also while a house writes. */
check_end check_file(sqlite3 *db, check_found *found, char why[STORE_WHY_MAX]);

#endif
