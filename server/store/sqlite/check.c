/* check.c: checks the data file. See check.h. */
#include "server/store/sqlite/check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "server/store/mark.h"
#include "server/store/sqlite/board.h"
#include "server/store/sqlite/recent.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

/* Is damage the reason that a statement has failed? */
static check_end judge_failure(sqlite3 *db, char why[STORE_WHY_MAX])
{
    int code = sqlite3_errcode(db) & 0xff;
    sqlite_explain(db, why);
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? CHECK_DAMAGED : CHECK_UNKNOWN;
}

/* ---- the tip ---- */

static bool take_tip(sqlite3_stmt *row, tip *out)
{
    *out = (tip){
        .number = (uint64_t)sqlite3_column_int64(row, 0),
        .hash = (uint64_t)sqlite3_column_int64(row, 1),
        .sum = (uint64_t)sqlite3_column_int64(row, 2),
        .clock_ms = sqlite3_column_int64(row, 3),
        .accepted = sqlite3_column_int64(row, 4),
        .open = (uint64_t)sqlite3_column_int64(row, 5),
    };
    if (sqlite3_column_bytes(row, 6) != TIP_HOUSE_BYTES)
        return false;
    memcpy(out->house, sqlite3_column_blob(row, 6), TIP_HOUSE_BYTES);
    return true;
}

check_end check_read_tip(sqlite3 *db, tip *out, char why[STORE_WHY_MAX])
{
    sqlite3_stmt *ask = NULL;
    static const char *const sql =
        "SELECT number, hash, sum, clock_ms, accepted, open, house FROM tip";
    errno = 0;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return judge_failure(db, why);
    int rc = sqlite3_step(ask);
    check_end end = CHECK_SOUND;
    if (rc != SQLITE_ROW && rc != SQLITE_DONE) {
        end = judge_failure(db, why);
    } else if (rc == SQLITE_DONE || !take_tip(ask, out)) {
        sqlite_call_damaged(why, "tip");
        end = CHECK_DAMAGED;
    }
    sqlite3_finalize(ask);
    return end;
}

/* ---- how it hangs together ---- */

static check_end ask_sqlite(sqlite3 *db, const char *sql, char why[STORE_WHY_MAX])
{
    sqlite3_stmt *ask = NULL;
    check_end end = CHECK_SOUND;
    errno = 0;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return judge_failure(db, why);
    if (sqlite3_step(ask) != SQLITE_ROW) {
        end = judge_failure(db, why);
    } else if (strcmp((const char *)sqlite3_column_text(ask, 0), "ok") != 0) {
        snprintf(why, STORE_WHY_MAX, "%s: %.150s", _("this file is damaged"),
                 (const char *)sqlite3_column_text(ask, 0));
        end = CHECK_DAMAGED;
    }
    sqlite3_finalize(ask);
    return end;
}

/* The second one compares the indexes of the rooms with the rooms. */
check_end check_structure(sqlite3 *db, char why[STORE_WHY_MAX])
{
    check_end end = ask_sqlite(db, "PRAGMA quick_check(1)", why);
    return end == CHECK_SOUND ? ask_sqlite(db, "PRAGMA integrity_check(rooms)", why) : end;
}

/* ---- the rows ---- */

static const struct {
    int what;
    const char *sql;
    int version; /* the first one that has it */
} tables[] = {
    {HOUSE_KEEP_ROOM,
     "SELECT mark, code, status, listed + 2 * clocked, record, " CHECK_BIN_FITS " FROM rooms", 1},
    {HOUSE_KEEP_PART, "SELECT mark, room, match, part, text, 1 FROM parts", 1},
    {HOUSE_KEEP_PART, RECENT_ROWS("mark, room, match, part, text, 1", "recent_0", "0"),
     SQLITE_RECENT_VERSION},
    {HOUSE_KEEP_PART, RECENT_ROWS("mark, room, match, part, text, 1", "recent_1", "1"),
     SQLITE_RECENT_VERSION},
    {HOUSE_KEEP_CHAT, "SELECT mark, room, 0, number, text, 1 FROM chat", 1},
};
enum { TABLES = sizeof tables / sizeof *tables };

static kn_slice text_at(sqlite3_stmt *row, int column)
{
    const char *text = sqlite3_column_blob(row, column);
    return (kn_slice){text ? text : "", (size_t)sqlite3_column_bytes(row, column)};
}

/* A row of an earlier version has no mark. */
static void look_at_row(sqlite3_stmt *row, int what, check_found *found)
{
    bool fits = sqlite3_column_int(row, 5), marked = sqlite3_column_type(row, 0) != SQLITE_NULL;
    uint64_t mark = (uint64_t)sqlite3_column_int64(row, 0);
    if (marked)
        found->sum += mark;
    if (marked && fits)
        fits = mark == mark_row(what, text_at(row, 1), sqlite3_column_int64(row, 2),
                                sqlite3_column_int64(row, 3), text_at(row, 4));
    found->damaged += !fits;
}

static check_end look_at_rows(sqlite3 *db, int which, check_found *found, char why[STORE_WHY_MAX])
{
    sqlite3_stmt *ask = NULL;
    int rc;
    errno = 0;
    if (!sqlite_prepare(db, &tables[which].sql, 1, &ask, why))
        return judge_failure(db, why);
    while ((rc = sqlite3_step(ask)) == SQLITE_ROW)
        look_at_row(ask, tables[which].what, found);
    check_end end = rc == SQLITE_DONE ? CHECK_SOUND : judge_failure(db, why);
    sqlite3_finalize(ask);
    return end;
}

bool check_clock(sqlite3 *db, int64_t clock_ms, int64_t *last_ms)
{
    static const int64_t ten_years_ms = INT64_C(10) * 365 * 24 * 3600 * 1000;
    static const char *const sql = "SELECT coalesce(max(touched_ms), 0), count(*) FROM rooms";
    char ignored[STORE_WHY_MAX];
    sqlite3_stmt *ask = NULL;
    bool rooms = false;
    *last_ms = 0;
    if (sqlite_prepare(db, &sql, 1, &ask, ignored) && sqlite3_step(ask) == SQLITE_ROW) {
        *last_ms = sqlite3_column_int64(ask, 0);
        rooms = sqlite3_column_int64(ask, 1) > 0;
    }
    sqlite3_finalize(ask);
    return clock_ms >= 0 && (!rooms || clock_ms - ten_years_ms <= *last_ms);
}

static check_end compare(const tip *known, const check_found *found, char why[STORE_WHY_MAX])
{
    if (found->damaged <= known->accepted && found->sum == known->sum)
        return CHECK_SOUND;
    if (found->damaged > known->accepted)
        snprintf(why, STORE_WHY_MAX,
                 words_plural("this file is damaged: %ld record was changed",
                              "this file is damaged: %ld records were changed",
                              (long)found->damaged),
                 (long)found->damaged);
    else
        sqlite_say(why, _("this file is damaged: some records are missing"));
    return CHECK_DAMAGED;
}

static check_end look_at_all(sqlite3 *db, check_found *found, char why[STORE_WHY_MAX])
{
    tip known;
    int version = 0;
    int64_t last_ms;
    *found = (check_found){0};
    check_end end = check_read_tip(db, &known, why);
    if (end == CHECK_SOUND && !sqlite_look(db, &version, why))
        end = judge_failure(db, why);
    for (int i = 0; i < TABLES && end == CHECK_SOUND; i++)
        if (version >= tables[i].version)
            end = look_at_rows(db, i, found, why);
    if (end == CHECK_SOUND)
        end = board_look(db, &found->damaged, why) ? CHECK_SOUND : judge_failure(db, why);
    if (end == CHECK_SOUND)
        end = compare(&known, found, why);
    if (end == CHECK_SOUND && !check_clock(db, known.clock_ms, &last_ms)) {
        sqlite_call_damaged(why, "clock_ms");
        end = CHECK_DAMAGED;
    }
    return end == CHECK_SOUND ? check_structure(db, why) : end;
}

check_end check_file(sqlite3 *db, check_found *found, char why[STORE_WHY_MAX])
{
    if (!sqlite_do(db, "BEGIN", why))
        return judge_failure(db, why);
    check_end end = look_at_all(db, found, why);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return end;
}
