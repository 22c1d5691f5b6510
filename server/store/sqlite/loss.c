/* loss.c: compares the file with what is known about it. See loss.h.
 *
 * SQLite reads its log as far as the checksums fit and takes the rest for the remains of a power
 * cut, whatever it was. The tip beside the file knows better. Only batches that were on disk ever
 * got there, so neither a kill nor a power cut can make it know of more than the file. */
#include "server/store/sqlite/loss.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "server/store/mark.h"
#include "server/store/sqlite/recent.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

enum { CHECK_MB = 256 }; /* a file that takes a second or two to read; larger ones are read later */

typedef struct {
    const char *path;
    off_t size;
    bool has_log;        /* the log of SQLite is beside it, and not empty */
    tip_read_end beside; /* how the tip beside was read */
    tip tip_beside;
} scene;

static bool same_house(const scene *s, const tip *known)
{
    return s->beside == TIP_THERE &&
           memcmp(s->tip_beside.house, known->house, TIP_HOUSE_BYTES) == 0;
}

/* Rooms grow old by this clock. The tip beside may be behind, but time does not go back. */
static bool clock_fits(const tip *beside, const tip *known)
{
    if (beside->clock_ms == TIP_NO_CLOCK)
        return true;
    return beside->number == known->number ? beside->clock_ms == known->clock_ms
                                           : beside->clock_ms <= known->clock_ms;
}

static void compare_tips(const scene *s, const tip *known, loss *out)
{
    const tip *beside = &s->tip_beside;
    if (s->beside == TIP_DAMAGED)
        snprintf(out->what, sizeof out->what, _("the file %s is damaged"), "…-tip");
    else if (known->open && !s->has_log && (!same_house(s, known) || beside->open != known->open))
        /* Whoever had it open did so elsewhere, or under another name. */
        snprintf(out->what, sizeof out->what,
                 _("the file %s is missing: this one was copied, moved or renamed without it, or "
                   "has another name"),
                 "…-wal");
    else if (!same_house(s, known))
        return; /* one that was closed well, or a copy */
    else if (beside->number > known->number)
        snprintf(out->what, sizeof out->what, _("the last %llu of %llu writes are missing"),
                 (unsigned long long)(beside->number - known->number),
                 (unsigned long long)beside->number);
    else if (beside->number == known->number && beside->hash != known->hash)
        snprintf(out->what, sizeof out->what, _("this is not the file that was here before"));
    else if (!clock_fits(beside, known))
        sqlite_call_damaged(out->what, "clock_ms");
}

static bool look_inside(const scene *s, sqlite3 *db, loss *out, char why[STORE_WHY_MAX])
{
    tip known;
    check_found found;
    check_end end = check_read_tip(db, &known, out->what);
    if (end == CHECK_SOUND) {
        if (known.number > out->number)
            out->number = known.number;
        if (same_house(s, &known))
            out->clock_ms = s->tip_beside.clock_ms;
        compare_tips(s, &known, out);
    }
    if (end == CHECK_SOUND && !out->what[0] && !out->unchecked)
        end = check_file(db, &found, out->what);
    if (end != CHECK_UNKNOWN)
        return true;
    return sqlite_say(why, out->what);
}

/* A file of an earlier version knows nothing of itself. An empty one is about to be made ours, but
 * not where another one has been. */
static bool look_at_file(const scene *s, loss *out, char why[STORE_WHY_MAX])
{
    int version = 0;
    if (s->size > 0) {
        sqlite3 *db = sqlite_open(s->path, why);
        bool looked = db && sqlite_look(db, &version, why) &&
                      (version < SQLITE_TIP_VERSION || look_inside(s, db, out, why));
        sqlite_close(&db, NULL, 0);
        if (!looked)
            return false;
    }
    if (version == 0 && s->beside == TIP_THERE && s->tip_beside.number > 0)
        snprintf(out->what, sizeof out->what, _("this file is empty, but %llu writes are missing"),
                 (unsigned long long)s->tip_beside.number);
    return true;
}

bool loss_look(const char *path, loss *out, char why[STORE_WHY_MAX])
{
    char log_path[PATH_MAX];
    struct stat facts, log;
    scene s = {.path = path};
    tip_beside beside;
    *out = (loss){.clock_ms = TIP_NO_CLOCK};
    if (stat(path, &facts) != 0)
        return sqlite_say_system(why, path);
    snprintf(log_path, sizeof log_path, "%s-wal", path);
    s.size = facts.st_size;
    s.has_log = stat(log_path, &log) == 0 && log.st_size > 0;
    s.beside = tip_open(&beside, path, false, &s.tip_beside);
    if (s.beside == TIP_NO_FILE)
        sqlite_say_system(why, path);
    tip_close(&beside);
    out->number = s.beside == TIP_THERE ? s.tip_beside.number : 0;
    out->unchecked = s.size > (off_t)CHECK_MB << 20;
    return s.beside != TIP_NO_FILE && look_at_file(&s, out, why);
}

/* The time that goes on: that of the tip beside the file, or of the file if rooms do not speak
 * against it, or else that of the room that was used last. */
static int64_t clock_after(sqlite3 *db, const loss *known, const tip *old)
{
    int64_t last_ms;
    if (known->clock_ms != TIP_NO_CLOCK)
        return known->clock_ms;
    return check_clock(db, old->clock_ms, &last_ms) ? old->clock_ms : last_ms;
}

bool loss_accept(sqlite3 *db, const loss *known, char why[STORE_WHY_MAX])
{
    tip old = {.clock_ms = TIP_NO_CLOCK};
    check_found found;
    char sql[320], ignored[STORE_WHY_MAX];
    bool had_tip = check_read_tip(db, &old, ignored) == CHECK_SOUND;
    uint64_t number = known->number + 1;
    if (!recent_salvage(db, had_tip, why))
        return false;
    int64_t clock_ms = clock_after(db, known, &old);
    check_file(db, &found, ignored);
    snprintf(sql, sizeof sql,
             "INSERT OR REPLACE INTO tip(id, house, number, hash, sum, clock_ms, accepted, open)"
             " VALUES(1, %s, %lld, %lld, %lld, %lld, %lld, 0)",
             had_tip ? "(SELECT house FROM tip)" : "randomblob(16)", (long long)number,
             (long long)mark_mix(old.hash, number), (long long)found.sum, (long long)clock_ms,
             (long long)found.damaged);
    return sqlite_do(db, sql, why);
}
