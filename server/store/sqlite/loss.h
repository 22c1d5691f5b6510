/* loss.h: has the file lost anything since a house last wrote to it? Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_LOSS_H
#define KNOBEL_SERVER_STORE_SQLITE_LOSS_H

#include "server/store/sqlite/check.h"

typedef struct {
    char what[STORE_WHY_MAX]; /* in words; empty: nothing is lost */
    uint64_t number;          /* of the last batch that anybody knows of */
    int64_t clock_ms;         /* as the tip beside the file has it, or TIP_NO_CLOCK */
    bool unchecked;           /* the file is too large to be read now */
} loss;

/* Look, and change nothing: whoever wants to save something needs the file as it is. False: it
 * cannot be looked at, and `why` says why. */
bool loss_look(const char *path, loss *out, char why[STORE_WHY_MAX]);

/* Make what is left the truth: the next look finds nothing missing. What SQLite itself complains
 * about stays. */
bool loss_accept(sqlite3 *db, const loss *known, char why[STORE_WHY_MAX]);

#endif
