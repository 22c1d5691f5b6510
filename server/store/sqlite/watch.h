/* watch.h: a thread that looks after the data file while a house runs: it syncs the tip beside it
 * and reads the whole file every hour, or less often if that takes long. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_WATCH_H
#define KNOBEL_SERVER_STORE_SQLITE_WATCH_H

#include "server/store/sqlite/tip.h"
#include "server/store/store.h"

typedef struct watch watch;

/* `at_once`: the file was not checked when it was opened. */
watch *watch_start(const char *path, tip_beside *beside, bool at_once, char why[STORE_WHY_MAX]);
void watch_stop(watch *w);

/* Has damage been found? Then `why` says what. Any thread. */
bool watch_damaged(watch *w, char why[STORE_WHY_MAX]);

#endif
