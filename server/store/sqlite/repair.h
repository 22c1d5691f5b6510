/* repair.h: makes sure that the disk has what the system shows of the data file. Private to the
 * store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_REPAIR_H
#define KNOBEL_SERVER_STORE_SQLITE_REPAIR_H

#include <stdbool.h>

/* Write once more, and sync, the log of SQLite beside `path` and every page of `file` that the log
 * speaks of. Nobody else may write meanwhile. False: errno says why. */
bool repair_file(int file, const char *path);

#endif
