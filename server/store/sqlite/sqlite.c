/* sqlite.c: connections to the data file, and how it is recognised. See sqlite.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "server/store/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store/sqlite/recent.h"
#include "words/words.h"

enum {
    OURS = 0x4b6e6f62, /* `Knob`, in the header of the file */
    FIRST_VERSION = 1, /* of the tables below, that can be read */
    VERSION = SQLITE_RECENT_VERSION,
    BUSY_MS = 5000, /* others (a backup, a curious shell) hold locks only for moments */
    CACHE_KB = 16384,
    FIELD_MAX = 1 << 20, /* bytes; a damaged file must not make us ask for more */
};

/* As the first version had them. A part is found by its place, so a log is read in one sweep and
 * grows at its end. The indexes are for clearing away and for the start of the house. */
static const char tables[] =
    "CREATE TABLE rooms(code TEXT NOT NULL PRIMARY KEY, status INT NOT NULL, listed INT NOT NULL,"
    " clocked INT NOT NULL, touched_ms INT NOT NULL, record TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX rooms_by_age ON rooms(status, touched_ms);"
    "CREATE INDEX rooms_clocked ON rooms(code) WHERE clocked;"
    "CREATE TABLE parts(room TEXT NOT NULL, match INT NOT NULL, part INT NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(room, match, part)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE chat(room TEXT NOT NULL, number INT NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY(room, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe(id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT;";

/* The second version adds marks (mark.h), the bin and the tip (tip.h). Rows without a mark were
 * written by the first. What it called the time of a room's last record was that of the clock on
 * the wall; from now on it is time that houses have run. That goes on from the last record, so that
 * a clock that is wrong today makes no room old. */
static const char additions[] =
    "ALTER TABLE rooms ADD COLUMN mark INT;"
    "ALTER TABLE rooms ADD COLUMN binned_ms INT NOT NULL DEFAULT 0;"
    "ALTER TABLE parts ADD COLUMN mark INT;"
    "ALTER TABLE chat ADD COLUMN mark INT;"
    "DROP INDEX rooms_by_age;"
    "CREATE INDEX rooms_by_age ON rooms(status, touched_ms) WHERE binned_ms = 0;"
    "CREATE INDEX rooms_in_bin ON rooms(binned_ms) WHERE binned_ms > 0;"
    "CREATE TABLE tip(id INTEGER PRIMARY KEY CHECK(id = 1), house BLOB NOT NULL,"
    " number INT NOT NULL, hash INT NOT NULL, sum INT NOT NULL, clock_ms INT NOT NULL,"
    " accepted INT NOT NULL, open INT NOT NULL) STRICT;"
    "INSERT INTO tip SELECT 1, randomblob(16), 0, 0, 0, min(coalesce(max(touched_ms), 0),"
    " unixepoch() * 1000), 0, 0 FROM rooms;";

/* The third adds the tables of recent parts (recent.h). */
static const char recent_tables[] = RECENT_TABLES;

/* ---- errors ---- */

bool sqlite_say(char why[STORE_WHY_MAX], const char *sentence)
{
    snprintf(why, STORE_WHY_MAX, "%s", sentence);
    return false;
}

bool sqlite_say_system(char why[STORE_WHY_MAX], const char *path)
{
    char reason[STORE_WHY_MAX / 2] = "";
    strerror_r(errno, reason, sizeof reason);
    snprintf(why, STORE_WHY_MAX, "%s: %s", path, reason);
    return false;
}

bool sqlite_call_damaged(char why[STORE_WHY_MAX], const char *where)
{
    snprintf(why, STORE_WHY_MAX, "%s (%s)", _("this file is damaged"), where);
    return false;
}

bool sqlite_explain(sqlite3 *db, char why[STORE_WHY_MAX])
{
    char reason[STORE_WHY_MAX / 2] = "";
    int system = errno, code = sqlite3_errcode(db) & 0xff;
    if (code == SQLITE_NOTADB)
        return sqlite_say(why, _("this is not a Knobel file"));
    if (code == SQLITE_CORRUPT && system != EIO) {
        snprintf(why, STORE_WHY_MAX, "%s (SQLite %d: %.150s)", _("this file is damaged"),
                 sqlite3_extended_errcode(db), sqlite3_errmsg(db));
        return false;
    }
    bool of_system = code == SQLITE_IOERR || code == SQLITE_FULL || code == SQLITE_CANTOPEN ||
                     code == SQLITE_CORRUPT;
    if (!of_system || system == 0 || strerror_r(system, reason, sizeof reason) != 0)
        return sqlite_say(why, sqlite3_errmsg(db));
    snprintf(why, STORE_WHY_MAX, "%s (%s)", sqlite3_errmsg(db), reason);
    return false;
}

/* ---- connections ---- */

/* One thread at a time uses a connection, so it needs no lock of its own. */
sqlite3 *sqlite_open(const char *path, char why[STORE_WHY_MAX])
{
    sqlite3 *db = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    errno = 0;
    if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK) {
        sqlite_explain(db, why);
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, BUSY_MS);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, FIELD_MAX);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA cell_size_check = 1; PRAGMA cache_size = -%d", CACHE_KB);
    if (!sqlite_do(db, sql, why))
        sqlite_close(&db, NULL, 0);
    return db;
}

bool sqlite_do(sqlite3 *db, const char *sql, char why[STORE_WHY_MAX])
{
    errno = 0;
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || sqlite_explain(db, why);
}

bool sqlite_prepare(sqlite3 *db, const char *const *sql, int count, sqlite3_stmt **prepared,
                    char why[STORE_WHY_MAX])
{
    for (int i = 0; i < count; i++) {
        unsigned flags = SQLITE_PREPARE_PERSISTENT;
        if (sqlite3_prepare_v3(db, sql[i], -1, flags, &prepared[i], NULL) != SQLITE_OK)
            return sqlite_explain(db, why);
    }
    return true;
}

bool sqlite_carry_out(sqlite3_stmt *statement)
{
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && done;
}

void sqlite_tidy_at_close(sqlite3 *db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
}

void sqlite_close(sqlite3 **db, sqlite3_stmt **prepared, int count)
{
    for (int i = 0; i < count; i++) {
        sqlite3_finalize(prepared[i]);
        prepared[i] = NULL;
    }
    sqlite3_close(*db);
    *db = NULL;
}

/* ---- whose file is it ---- */

typedef struct {
    int application, version, tables;
    bool wal;
} identity;

static bool identify(sqlite3 *db, identity *is, char why[STORE_WHY_MAX])
{
    sqlite3_stmt *ask = NULL;
    static const char *const sql =
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema),"
        " journal_mode FROM pragma_application_id, pragma_user_version, pragma_journal_mode";
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return false;
    bool known = sqlite3_step(ask) == SQLITE_ROW;
    if (known) {
        const unsigned char *mode = sqlite3_column_text(ask, 3);
        *is = (identity){
            .application = sqlite3_column_int(ask, 0),
            .version = sqlite3_column_int(ask, 1),
            .tables = sqlite3_column_int(ask, 2),
            .wal = mode && strcmp((const char *)mode, "wal") == 0,
        };
    } else {
        sqlite_explain(db, why);
    }
    sqlite3_finalize(ask);
    return known;
}

/* All in one transaction: a file is empty, old or complete, whenever the power fails. */
static bool make_tables(sqlite3 *db, int version, char why[STORE_WHY_MAX])
{
    char marks[128];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             OURS, VERSION);
    return sqlite_do(db, "BEGIN IMMEDIATE", why) &&
           (version >= FIRST_VERSION || sqlite_do(db, tables, why)) &&
           (version >= SQLITE_TIP_VERSION || sqlite_do(db, additions, why)) &&
           sqlite_do(db, recent_tables, why) && sqlite_do(db, marks, why);
}

static bool make_ours(sqlite3 *db, char why[STORE_WHY_MAX])
{
    identity now;
    if (!sqlite_do(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", why) ||
        !identify(db, &now, why))
        return false;
    if (!now.wal)
        return sqlite_say(why, _("this file system cannot hold the server's file"));
    return now.version == VERSION || make_tables(db, now.version, why);
}

bool sqlite_look(sqlite3 *db, int *version, char why[STORE_WHY_MAX])
{
    identity is;
    if (!identify(db, &is, why))
        return false;
    bool empty = is.application == 0 && is.version == 0 && is.tables == 0;
    if (is.application != OURS && !empty)
        return sqlite_say(why, _("this file belongs to another program"));
    if (is.version > VERSION)
        return sqlite_say(why, _("this file was made by a newer Knobel"));
    if (is.version < FIRST_VERSION && !empty)
        return sqlite_call_damaged(why, "user_version");
    *version = is.version;
    return true;
}

bool sqlite_is_ours(sqlite3 *db, bool make, char why[STORE_WHY_MAX])
{
    int version;
    if (!sqlite_look(db, &version, why))
        return false;
    if (make)
        return make_ours(db, why);
    return version > 0 || sqlite_say(why, _("this is not a Knobel file"));
}

/* ---- names ---- */

char *sqlite_whole_path(const char *path)
{
    return realpath(path, NULL);
}

bool sqlite_keep_name(const char *path)
{
    char folder[PATH_MAX];
    int length = snprintf(folder, sizeof folder, "%s", path);
    if (length >= (int)sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int at = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0)
        return false;
    bool kept = fsync(at) == 0;
    int error = errno;
    close(at);
    errno = error;
    return kept;
}
