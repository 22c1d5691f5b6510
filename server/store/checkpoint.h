/* checkpoint.h: brings what waits in the log of SQLite into the file itself, on a thread of its
 * own: on a slow disk that takes a second, and no player should wait for it. Inside the store only.
 */
#ifndef KNOBEL_SERVER_STORE_CHECKPOINT_H
#define KNOBEL_SERVER_STORE_CHECKPOINT_H

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
