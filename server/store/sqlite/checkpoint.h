/* checkpoint.h: moves what is in SQLite's write-ahead log into the data file, on its own thread: on
 * a slow disk that takes a second, and no player should wait for it. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_CHECKPOINT_H
#define KNOBEL_SERVER_STORE_SQLITE_CHECKPOINT_H

#include "server/store/store.h"

typedef struct checkpoint checkpoint;

checkpoint *checkpoint_start(const char *path, char why[STORE_WHY_MAX]);

/* A pass under way is finished. False: moving has failed. */
bool checkpoint_stop(checkpoint *m);

/* After a commit: the number of pages in the log now. */
void checkpoint_note(checkpoint *m, int pages);

/* Before a commit: waits if the log has become too long; the commit after that begins it anew.
 * False: moving has failed, and `why` says why. */
bool checkpoint_ready(checkpoint *m, char why[STORE_WHY_MAX]);

#endif
