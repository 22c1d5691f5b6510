/* board.h: the board of the day in the data file. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_BOARD_H
#define KNOBEL_SERVER_STORE_SQLITE_BOARD_H

#include <sqlite3.h>

#include "server/store/store.h"

/* Make the table where a file does not have it yet, and the column of marks in it. */
bool board_make(sqlite3 *db, char why[STORE_WHY_MAX]);

/* Count the entries that do not fit their mark, in a file that need not have any. False: `why`. */
bool board_look(sqlite3 *db, int64_t *damaged, char why[STORE_WHY_MAX]);

/* Add an entry, a store_entry as bytes, unless the person or the match is there; forget old ones.
 * Entries are few: the statement is made anew each time. */
bool board_write(sqlite3 *db, kn_slice entry);
bool board_forget(sqlite3 *db, int64_t before_ms);

#endif
