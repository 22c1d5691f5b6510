/* backup.c: copies the data file, even while the server is running. The copy gets its name only
 * after it was written beside its place, checked and synced: a copy that exists is complete. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store/sqlite/check.h"
#include "server/store/sqlite/inside.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

/* All pages in one go, seen at one moment: in steps it would begin again whenever the house writes.
 * The house goes on meanwhile. */
static bool copy_pages(sqlite3 *from, sqlite3 *to, char why[STORE_WHY_MAX])
{
    sqlite3_backup *copying = sqlite3_backup_init(to, "main", from, "main");
    if (!copying)
        return sqlite_explain(to, why);
    sqlite3_backup_step(copying, -1);
    return sqlite3_backup_finish(copying) == SQLITE_OK || sqlite_explain(to, why);
}

/* A damaged file can be copied, but nobody should rely on it. One of the first version has no marks
 * that could be compared. */
static bool is_sound(sqlite3 *db, char why[STORE_WHY_MAX])
{
    check_found found;
    int version;
    if (!sqlite_look(db, &version, why))
        return false;
    return (version < SQLITE_TIP_VERSION ? check_structure(db, why)
                                         : check_file(db, &found, why)) == CHECK_SOUND;
}

/* The copy is a house of its own: put in the place of the original it is taken for what it is, not
 * for the original that has lost something. And nobody has it open. It must be one file, without a
 * log beside it. */
static bool make_another(sqlite3 *db, char why[STORE_WHY_MAX])
{
    int version;
    if (!sqlite_look(db, &version, why))
        return false;
    return version < SQLITE_TIP_VERSION ||
           sqlite_do(db,
                     "PRAGMA journal_mode = DELETE;"
                     "UPDATE tip SET house = randomblob(16), open = 0",
                     why);
}

/* The copy gets no log of its own while it is made: it is thrown away if anything goes wrong. */
static bool fill(const char *from_path, const char *to_path, char why[STORE_WHY_MAX])
{
    sqlite3 *from = sqlite_open(from_path, why), *to = NULL;
    bool filled = from && sqlite_is_ours(from, false, why) && (to = sqlite_open(to_path, why)) &&
                  sqlite_do(to, "PRAGMA journal_mode = OFF", why) && copy_pages(from, to, why) &&
                  make_another(to, why) && is_sound(to, why);
    sqlite_close(&to, NULL, 0);
    sqlite_close(&from, NULL, 0);
    return filled;
}

static bool sync_file(const char *path)
{
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    bool synced = fsync(file) == 0;
    int error = errno;
    close(file);
    errno = error;
    return synced;
}

/* A link never replaces a file, a new name does; but not every disk has links. */
static bool put_in_place(const char *beside, const char *copy)
{
    if (link(beside, copy) == 0)
        return unlink(beside) == 0;
    if (errno == EEXIST)
        return false;
    if (access(copy, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(beside, copy) == 0;
}

/* What a copy is made of. */
typedef struct {
    const char *path;
} original;

static bool fill_from_file(void *with, const char *path, char why[STORE_WHY_MAX])
{
    return fill(((const original *)with)->path, path, why);
}

static bool make_copy(bool (*fill_it)(void *with, const char *path, char why[STORE_WHY_MAX]),
                      void *with, const char *beside, const char *copy, char why[STORE_WHY_MAX])
{
    if (!fill_it(with, beside, why))
        return false;
    return (sync_file(beside) && put_in_place(beside, copy) && sqlite_keep_name(copy)) ||
           sqlite_say_system(why, copy);
}

bool sqlite_make_whole(const char *copy,
                       bool (*fill_it)(void *with, const char *path, char why[STORE_WHY_MAX]),
                       void *with, char why[STORE_WHY_MAX])
{
    char beside[PATH_MAX];
    if (access(copy, F_OK) == 0)
        return sqlite_say(why, _("a file with that name already exists"));
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", copy) >= (int)sizeof beside)
        return sqlite_say(why, strerror(ENAMETOOLONG));
    int file = mkstemp(beside); /* for nobody else to read */
    if (file >= 0)
        close(file);
    char *whole_beside = file >= 0 ? sqlite_whole_path(beside) : NULL;
    bool made = whole_beside ? make_copy(fill_it, with, whole_beside, copy, why)
                             : sqlite_say_system(why, copy);
    if (!made && file >= 0)
        unlink(beside);
    free(whole_beside);
    return made;
}

bool sqlite_backup(const char *path, const char *copy, char why[STORE_WHY_MAX])
{
    if (access(copy, F_OK) == 0)
        return sqlite_say(why, _("a file with that name already exists"));
    original from = {sqlite_whole_path(path)};
    if (!from.path)
        return sqlite_say_system(why, path);
    bool made = sqlite_make_whole(copy, fill_from_file, &from, why);
    free((char *)from.path);
    return made;
}
