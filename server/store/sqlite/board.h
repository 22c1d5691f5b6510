/* board.h: the board of the day in the data file. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_BOARD_H
#define KNOBEL_SERVER_STORE_SQLITE_BOARD_H

#include <sqlite3.h>

#include "server/store/store.h"

/* The table, where a file does not have it yet. */
extern const char board_table[];

/* Add an entry, a store_entry as bytes, unless the person or the match is there; forget old ones.
 * Entries are few: the statement is made anew each time. */
bool board_write(sqlite3 *db, kn_slice entry);
bool board_forget(sqlite3 *db, int64_t before_ms);

#endif
