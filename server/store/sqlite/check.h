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

/* What was found in the rows. */
typedef struct {
    uint64_t sum;    /* of all marks */
    int64_t damaged; /* rows that do not fit theirs */
} check_found;

/* Likewise, and that every row fits its mark, and that together they are those that were written.
 * Seen at one moment, also while a house writes. */
check_end check_file(sqlite3 *db, check_found *found, char why[STORE_WHY_MAX]);

#endif
