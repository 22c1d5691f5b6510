/* inside.h: what writing (store.c) and reading (read.c) share. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_INSIDE_H
#define KNOBEL_SERVER_STORE_INSIDE_H

#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "server/store/batch.h"
#include "server/store/checkpoint.h"
#include "server/store/mark.h"
#include "server/store/watch.h"

enum { STORE_TOUCH_MS = 60000 }; /* a room's time of the last record is this exact */

/* The statements: what they do is said where they are carried out. */
enum {
    BEGIN,
    COMMIT,
    OLD_MARK,
    ROOM,
    PART,
    CHAT,
    SEAL,
    TRIM,
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
    GET_PARTS,
    GET_CHAT,
    GET_CLOCKED,
    GET_PAST,
    GET_BINNED,
    GET_USED,
    READS
};
extern const char *const store_reads[READS];

/* A file on disk, by its number there: what its name leads to may become another one. */
typedef struct {
    char *path;
    dev_t device;
    ino_t number;
} place;
enum { PLACE_FILE, PLACE_LOG, PLACE_INDEX, PLACES }; /* the log of SQLite, and the index of that */

struct store {
    char *path;
    bool made;       /* the file was not there */
    int lock, file;  /* the open file, for repairs */
    sqlite3 *writer; /* NULL after a failure, until store_try */
    sqlite3_stmt *write[WRITES];
    checkpoint *checkpoint;
    int log_pages; /* in the log of SQLite after the last commit */
    sqlite3 *reader;
    sqlite3_stmt *read[READS];
    char misread[STORE_WHY_MAX];
    store_key key;
    const char *misread_key; /* `disk`, `damaged` */
    tip tip, next;           /* of the last batch written, and of the one being written */
    tip_beside beside;
    watch *watch;
    place place[PLACES];
    atomic_llong size;                     /* of the file; it never becomes less */
    int64_t ahead_ms;                      /* the house's time is so far ahead of ours */
    store_batch *gathered, *taken, *spare; /* taken: on their way, the youngest first */
};

/* The time of the house in the store's own, which goes on only while a house has the file open. */
int64_t store_own_ms(const store *s, int64_t now_ms);

#endif
