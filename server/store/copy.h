/* copy.h: a house on its way from one store to another, of whatever kind: row by row, and counted
 * and hashed on both sides. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_COPY_H
#define KNOBEL_SERVER_STORE_COPY_H

#include "server/store/store.h"

enum {
    COPY_COMPARED = 5,
    COPY_NEEDS = COPY_COMPARED,
    COPY_NUMBERS,
    COPY_FIRST_LIST = 1,
    COPY_BYTES = 32
};

/* One row of any table. */
typedef struct {
    enum {
        COPY_HOUSE, /* its time */
        COPY_ROOM,  /* status, listed, clocked, touched, binned */
        COPY_PART,  /* match, part */
        COPY_CHAT,  /* number */
        COPY_SEAL,  /* list, number; bytes: the head */
        COPY_KEY,   /* list, number, time; bytes: the seed */
        COPY_ENTRY, /* points, live, time; room: its id; text: the name; bytes: what was played */
        COPY_KINDS
    } what;
    kn_slice room, text;
    /* COPY_NEEDS: the format (STORE_FORMAT) that a room needs, and in which the house writes; not
     * compared, since a file does not say it */
    int64_t number[COPY_NUMBERS];
    uint8_t bytes[COPY_BYTES];
} copy_row;

/* Takes rows; false: `why`. */
typedef struct {
    void *with;
    bool (*row)(void *with, const copy_row *row, char why[STORE_WHY_MAX]);
} copy_sink;

/* Gives them all. */
typedef struct {
    void *with;
    bool (*pour)(void *with, const copy_sink *into, char why[STORE_WHY_MAX]);
} copy_source;

/* What was poured, whatever its order. */
typedef struct {
    uint64_t sum;
    int64_t rows;
} copy_digest;
void copy_digest_row(copy_digest *digest, const copy_row *row);
copy_sink copy_digest_sink(copy_digest *digest);

/* A source that is looked at while it is poured: the other side must come to the same. */
typedef struct {
    const copy_source *from;
    const copy_sink *into;
    copy_digest digest;
} copy_tee;
bool copy_through(copy_tee *tee, const copy_source *from, const copy_sink *into,
                  char why[STORE_WHY_MAX]);

/* Have both sides the same? */
bool copy_compare(const copy_digest *one, const copy_digest *other, char why[STORE_WHY_MAX]);

/* Like store_copy, while a server runs on the original: all is seen at one moment. */
bool store_copy_live(const char *from, const char *to, char why[STORE_WHY_MAX]);

#endif
