/* bin.c: rooms that were cleared away and can still be fetched back. A program of its own does
 * this, also while a house runs: it changes nothing that a house holds in memory, as no house holds
 * a room that is in the bin. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/sqlite/inside.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

static sqlite3 *open_bin(const char *path, char why[STORE_WHY_MAX])
{
    int version = 0;
    char *whole = sqlite_whole_path(path);
    sqlite3 *db = NULL;
    if (!whole)
        sqlite_say_system(why, path);
    else
        db = sqlite_open(whole, why);
    if (db && (!sqlite_is_ours(db, false, why) || !sqlite_look(db, &version, why)))
        sqlite_close(&db, NULL, 0);
    if (db && version < SQLITE_TIP_VERSION) {
        sqlite_say(why, _("this file was made by an older Knobel and has no bin yet"));
        sqlite_close(&db, NULL, 0);
    }
    free(whole);
    return db;
}

bool sqlite_list_bin(const char *path,
                     void (*each)(void *with, const char *room, int64_t binned_ms), void *with,
                     char why[STORE_WHY_MAX])
{
    static const char *const sql = "SELECT code, max(0, tip.clock_ms - binned_ms) FROM rooms, tip"
                                   " WHERE binned_ms > 0 ORDER BY binned_ms DESC, code";
    sqlite3_stmt *ask = NULL;
    sqlite3 *db = open_bin(path, why);
    int rc = SQLITE_ERROR;
    if (db && sqlite_prepare(db, &sql, 1, &ask, why)) {
        errno = 0;
        while ((rc = sqlite3_step(ask)) == SQLITE_ROW)
            if (sqlite3_column_text(ask, 0))
                each(with, (const char *)sqlite3_column_text(ask, 0), sqlite3_column_int64(ask, 1));
        if (rc != SQLITE_DONE)
            sqlite_explain(db, why);
    }
    sqlite_close(&db, &ask, 1);
    return rc == SQLITE_DONE;
}

/* It grows old anew from here on. */
bool sqlite_restore(const char *path, const char *room, bool *found, char why[STORE_WHY_MAX])
{
    static const char *const sql = "UPDATE rooms SET binned_ms = 0, touched_ms = (SELECT clock_ms"
                                   " FROM tip) WHERE code = ?1 AND binned_ms > 0";
    sqlite3_stmt *change = NULL;
    sqlite3 *db = open_bin(path, why);
    bool done = db && sqlite_do(db, "PRAGMA synchronous = FULL", why) &&
                sqlite_prepare(db, &sql, 1, &change, why);
    if (done) {
        errno = 0;
        sqlite3_bind_text(change, 1, room, -1, SQLITE_STATIC);
        done = sqlite3_step(change) == SQLITE_DONE || sqlite_explain(db, why);
        *found = done && sqlite3_changes(db) > 0;
    }
    sqlite_close(&db, &change, 1);
    return done;
}
