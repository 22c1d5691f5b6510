/* inside.h: what writing (store.c) and reading (read.c) share. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_INSIDE_H
#define KNOBEL_SERVER_STORE_SQLITE_INSIDE_H

#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "server/store/kind.h"
#include "server/store/mark.h"
#include "server/store/sqlite/checkpoint.h"
#include "server/store/sqlite/recent.h"
#include "server/store/sqlite/watch.h"

/* The statements: what they do is said where they are carried out. */
enum {
    BEGIN,
    COMMIT,
    OLD_MARK,
    ROOM,
    CHAT,
    SEAL,
    TRIM,
    TOUCHED,
    TOUCH,
    OLD_CHAT,
    OLD_PARTS,
    TRIM_PARTS,
    BIN_ROOM,
    IN_BIN,
    CLEAR_ROOM,
    TIP,
    WRITES
};

enum {
    LOOK,
    END_LOOK,
    GET_ROOM,
    GET_LAST_MATCH,
    GET_PARTS,
    GET_PLACE,
    GET_LEARN_0,
    GET_LEARN_1,
    GET_RECENT_0,
    GET_RECENT_1,
    GET_CHAT,
    GET_CLOCKED,
    GET_PAST,
    GET_BINNED,
    GET_USED,
    GET_TAKEN,
    READS
};
extern const char *const sqlite_reads[READS];

/* A file on disk, by its number there: what its name leads to may become another one. */
typedef struct {
    char *path;
    dev_t device;
    ino_t number;
} place;
enum { PLACE_FILE, PLACE_LOG, PLACE_INDEX, PLACES }; /* the log of SQLite, and the index of that */

typedef struct {
    store base;
    char *path;
    bool made;       /* the file was not there */
    int lock, file;  /* the open file, for repairs */
    sqlite3 *writer; /* NULL after a failure, until it is tried again */
    sqlite3_stmt *write[WRITES];
    recent recent;
    checkpoint *checkpoint;
    int log_pages; /* in the log of SQLite after the last commit */
    sqlite3 *reader;
    sqlite3_stmt *read[READS];
    rows rows[2];  /* of recent parts, as far as the reader knows them */
    tip tip, next; /* of the last batch written, and of the one being written */
    tip_beside beside;
    watch *watch;
    place place[PLACES];
    atomic_llong size; /* of the file; it never becomes less */
} sqlite_store;

/* What reading does (read.c). */
load_end sqlite_load(store *base, const char *room, store_batch *into);
char *sqlite_parts(store *base, const char *room, uint32_t *match, size_t *length);
int64_t sqlite_used(store *base);
bool sqlite_clocked(store *base, store_codes *out);
bool sqlite_past(store *base, int status, int64_t before_ms, int most, int claims,
                 store_codes *out);
bool sqlite_binned(store *base, int64_t until_ms, int most, store_codes *out);
bool sqlite_reserve(store *base, const store_codes *wanted, store_codes *out);
bool sqlite_seals_end(store *base, store_seals *end);
bool sqlite_seals_lines(store *base, uint32_t after, kn_text *out);
bool sqlite_seals_were(store *base, const store_seals *then);

/* The board (board.c). */
bool sqlite_board(store *base, const char *board, store_board *out);

/* The bin (bin.c) and copies (backup.c). */
bool sqlite_list_bin(const char *path,
                     void (*each)(void *with, const char *room, int64_t binned_ms), void *with,
                     char why[STORE_WHY_MAX]);
bool sqlite_restore(const char *path, const char *room, bool *found, char why[STORE_WHY_MAX]);
bool sqlite_backup(const char *path, const char *copy, char why[STORE_WHY_MAX]);
bool sqlite_copy_out(const char *path, bool live, const copy_sink *into, char why[STORE_WHY_MAX]);
bool sqlite_copy_in(const char *path, const copy_source *from, char why[STORE_WHY_MAX]);

/* A file that gets its name only when `fill_it` has filled it. */
bool sqlite_make_whole(const char *copy,
                       bool (*fill_it)(void *with, const char *path, char why[STORE_WHY_MAX]),
                       void *with, char why[STORE_WHY_MAX]);

#endif
