/* recent.h: where parts are written first. A move is about 130 bytes, and SQLite writes whole
 * pages. Among the parts of its room every move would have a page of its own, written twice. So
 * parts go into a table in the order in which they come, and many share a page. When that table is
 * full, another one is filled, and every batch moves some rows of the full one to their rooms in
 * `parts`, room after room, so that again many share a page. A part is in exactly one place: rows
 * of the full table up to the place that the row of the tip names count no more; all go at once
 * when the last one has moved. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_RECENT_H
#define KNOBEL_SERVER_STORE_SQLITE_RECENT_H

#include <sqlite3.h>

#include "server/store/batch.h"
#include "server/store/sqlite/rows.h"

/* The tables, and what the row of the tip says about them. */
#define RECENT_TABLE(table)                                                                        \
    "CREATE TABLE " table "(id INTEGER PRIMARY KEY, room TEXT NOT NULL, match INT NOT NULL,"       \
    " part INT NOT NULL, text TEXT NOT NULL, mark INT NOT NULL) STRICT;"
#define RECENT_TABLES                                                                              \
    RECENT_TABLE("recent_0")                                                                       \
    RECENT_TABLE("recent_1")                                                                       \
    "ALTER TABLE tip ADD COLUMN generation INT NOT NULL DEFAULT 0;"                                \
    "ALTER TABLE tip ADD COLUMN moved_room TEXT NOT NULL DEFAULT '';"                              \
    "ALTER TABLE tip ADD COLUMN moved_id INT NOT NULL DEFAULT 0;"

/* All rows of a table that count; `parity` is its number. */
#define RECENT_ROWS(columns, table, parity)                                                        \
    "SELECT " columns " FROM " table ", tip WHERE (generation % 2 = " parity " OR (room, " table   \
    ".id) > (moved_room, moved_id))"

/* What that row says. */
typedef struct {
    int64_t generation; /* how often the tables have changed places: odd, and recent_1 is filled */
    char room[HOUSE_CODE_MAX];
    int64_t number; /* of the other one, rows up to this have moved: of rooms before `room`, too */
} recent_place;
#define RECENT_GET_PLACE "SELECT generation, moved_room, moved_id FROM tip"
typedef enum { RECENT_READ, RECENT_FAILED, RECENT_DAMAGED } recent_end;
recent_end recent_read_place(sqlite3_stmt *ask, recent_place *out);

/* Learn of all rows of a table that were added since the last time. */
#define RECENT_LEARN(table) "SELECT id, room, match, part FROM " table " WHERE id > ?1 ORDER BY id"
recent_end recent_learn(rows *r, sqlite3_stmt *ask, int64_t generation);

/* Has this row moved? Asked for the table that is not being filled. */
bool recent_has_moved(const recent_place *place, const char *room, int64_t number);

/* ---- writing ---- */

enum {
    RECENT_STATE,
    RECENT_IN_PARTS,
    RECENT_LEARN_0,
    RECENT_LEARN_1,
    RECENT_ADD_0,
    RECENT_ADD_1,
    RECENT_MOVE_0,
    RECENT_MOVE_1,
    RECENT_MARK_0,
    RECENT_MARK_1,
    RECENT_DROP_0,
    RECENT_DROP_1,
    RECENT_EMPTY_0,
    RECENT_EMPTY_1,
    RECENT_STATEMENTS
};

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *statement[RECENT_STATEMENTS];
    rows rows[2];
    recent_place place;            /* as it is after the batch that is being written */
    uint32_t added;                /* by that batch */
    bool moving;                   /* the table that is not being filled has rows */
    bool stuck;                    /* it cannot be read: leave it alone */
    char (*codes)[HOUSE_CODE_MAX]; /* of its rooms, in order … */
    uint32_t at, row;              /* … of these the one that moves now, and its next row */
} recent;

bool recent_open(recent *r, sqlite3 *db, char why[STORE_WHY_MAX]);
void recent_close(recent *r);

/* Inside of a batch; `sum` is that of all marks. False: SQLite has failed, or, if it says that all
 * is well, the part is there already. Nothing may be done after that but close. */
bool recent_add(recent *r, const batch_record *part, kn_slice text, uint64_t mark);
bool recent_trim(recent *r, const char *room, int64_t up_to_match, uint64_t *sum);
bool recent_move(recent *r, uint64_t *sum); /* at its end */

/* When the room of a part that was just added was touched last; to be set. */
int64_t *recent_touched(recent *r, const char *room);

/* Some loss was accepted: bring whatever can be read to its room, and put aside what cannot. After
 * this both tables are empty. `knows_moved`: the row of the tip can be read. */
bool recent_salvage(sqlite3 *db, bool knows_moved, char why[STORE_WHY_MAX]);

#endif
