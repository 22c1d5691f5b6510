/* sqlite.h: a connection to the data file: opened the same way everywhere, checked to be Knobel's,
 * with errors in words. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_SQLITE_H
#define KNOBEL_SERVER_STORE_SQLITE_SQLITE_H

#include <sqlite3.h>

#include "server/store/store.h"

/* The path of a file that is there, from the root on, to be freed; NULL, and errno says why. */
char *sqlite_whole_path(const char *path);

/* Connect to a file that is there; NULL if that fails. The path must begin at the root: SQLite
 * takes names such as `file:…` for something else. */
sqlite3 *sqlite_open(const char *path, char why[STORE_WHY_MAX]);

/* Is it a file of Knobel's that this program understands, or an empty one (version 0)? */
bool sqlite_look(sqlite3 *db, int *version, char why[STORE_WHY_MAX]);
enum {
    SQLITE_TIP_VERSION = 2,    /* the first one with marks, a bin and a tip */
    SQLITE_RECENT_VERSION = 3, /* the first one with tables of recent parts */
};

/* Likewise, but not empty. With `make`, an empty one becomes ours, and one of an earlier version
 * becomes one of this. */
bool sqlite_is_ours(sqlite3 *db, bool make, char why[STORE_WHY_MAX]);

/* One statement without a result; several to be used again. */
bool sqlite_do(sqlite3 *db, const char *sql, char why[STORE_WHY_MAX]);
bool sqlite_prepare(sqlite3 *db, const char *const *sql, int count, sqlite3_stmt **prepared,
                    char why[STORE_WHY_MAX]);

/* Carry out a statement that gives no rows. */
bool sqlite_carry_out(sqlite3_stmt *statement);

/* Give back statements and connection; what was begun and not committed is undone. The log of
 * SQLite stays as it is, also when this was the last connection, unless it was asked to tidy. */
void sqlite_tidy_at_close(sqlite3 *db);
void sqlite_close(sqlite3 **db, sqlite3_stmt **prepared, int count);

/* The last error in words, with the system's if it left one in errno, which SQLite does not clear.
 * Always false. */
bool sqlite_explain(sqlite3 *db, char why[STORE_WHY_MAX]);

/* Write a sentence of ours, or one of the system about a path, or that the file is damaged, and
 * where. Always false. */
bool sqlite_say(char why[STORE_WHY_MAX], const char *sentence);
bool sqlite_say_system(char why[STORE_WHY_MAX], const char *path);
bool sqlite_call_damaged(char why[STORE_WHY_MAX], const char *where);

/* Make a name in a folder last: its file may be synced and still be gone without it. */
bool sqlite_keep_name(const char *path);

#endif
