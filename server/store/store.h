/* store.h: the house's records, in one SQLite file or in a PostgreSQL database. They are collected
 * into a batch on the loop's thread and written, all or none, on another. Reading sees only what is
 * on disk; it may wait for it, so a server reads on a third thread (server/reader.h). Three
 * threads: the loop's, the writer's and the reader's. */
#ifndef KNOBEL_SERVER_STORE_STORE_H
#define KNOBEL_SERVER_STORE_STORE_H

#include "house/house.h"

typedef struct store store;
typedef struct store_batch store_batch;

enum {
    STORE_WHY_MAX = 512,
    STORE_GATHERED_MAX = 32 << 20, /* bytes; see store_gathered */
};

/* Open the file, or the database behind a `postgresql://…`; make it if there is none. NULL: cannot
 * be used, and `why` says why, in words of SQLite, PostgreSQL or ours. Only one house may have a
 * file open at a time. The file is checked first (up to a size; larger ones later, while they are
 * used): one that is damaged, or has lost what was written, is refused and left as it is. */
store *store_open(const char *where, char why[STORE_WHY_MAX]);
void store_close(store *s);

/* The same, but what is lost is lost: a damaged file is used as far as it can be read. `lost`
 * says what was wrong; empty: nothing. */
store *store_open_anyway(const char *where, char lost[STORE_WHY_MAX], char why[STORE_WHY_MAX]);

/* Codes of rooms. */
typedef struct {
    char (*code)[HOUSE_CODE_MAX]; /* to be freed */
    size_t count, size;
} store_codes;
bool store_add_code(store_codes *codes, const char *code); /* false if it cannot be one */

/* ---- nodes: several houses on one database, each with rooms of its own ---- */

enum {
    STORE_ADDRESS_MAX = 262, /* HOST:PORT, with the closing zero */
    /* Of rooms: what this program can read. To be raised with every change after which an older
     * program could not go on with a match: of records, of logs, or of the version of a game. */
    STORE_FORMAT = 1,
};

typedef struct {
    int id;              /* from 1 */
    const char *address; /* HOST:PORT where the others reach it, or "" */
} store_self;

/* Like store_open, as this node. A file has only one. `lost`: like store_open_anyway; or NULL. */
store *store_open_as(const char *where, const store_self *self, char *lost,
                     char why[STORE_WHY_MAX]);

/* How a node looks to the others. */
typedef struct {
    int id;
    int64_t epoch, beat;
    enum { STORE_LIVES, STORE_DRAINS, STORE_GONE } state;
    int reads; /* STORE_FORMAT of its program */
    char address[STORE_ADDRESS_MAX];
    char *shown, *counts; /* its public rooms and its figures, as JSON, or NULL; to be freed */
} store_node;
typedef struct {
    store_node *node; /* by id; store_nodes_free */
    size_t count;
} store_nodes;
void store_nodes_free(store_nodes *nodes);

typedef enum {
    BEAT_WELL,   /* `others` are the nodes as they are now, this one too */
    BEAT_FENCED, /* this node's rooms are no longer its own */
    BEAT_FAILED, /* who knows; `why` */
    BEAT_UNSENT, /* likewise: the store is not to be reached */
} beat_end;

/* The number of this node; and its epoch, in which it has all rooms that it has: 0 if it has lost
 * them and did not begin another one yet. Any thread. */
int store_node_id(const store *s);
int64_t store_epoch(const store *s);

/* Are there other nodes, maybe? Then the rest of this is needed: beat, claim, release. */
bool store_is_shared(const store *s);

/* Say that this node lives, on a thread that does nothing else. `shown` and `counts` are told to
 * the others, if they are not NULL. */
beat_end store_beat(store *s, const char *shown, const char *counts, bool draining,
                    store_nodes *others, char why[STORE_WHY_MAX]);

/* On the same thread: declare a node dead that stands still as it was seen: nothing that it had
 * begun to write will be written. False: it does not, or cannot be told. */
bool store_bury(store *s, const store_node *dead, char why[STORE_WHY_MAX]);

typedef enum {
    CLAIM_MINE,    /* from now on, if it was not before */
    CLAIM_OTHER,   /* at `address` */
    CLAIM_NONE,    /* there is no such room */
    CLAIM_UNKNOWN, /* cannot be told, or nobody can read it; store_misread says why if it failed */
} claim_end;

/* Whose is the room? Without `take` it is not claimed, but some living node named that may. On the
 * reader's thread, and before store_load. */
claim_end store_claim(store *s, const char *room, bool take, char address[STORE_ADDRESS_MAX]);

/* Claim all of these that nobody has and this program can read, at once. `out`: those that are this
 * node's then. On the reader's thread; false: misread. */
bool store_claim_all(store *s, const store_codes *rooms, store_codes *out);

/* Give up rooms, so that others may claim them at once. On the reader's thread; nothing of them may
 * be on its way. False: misread. */
bool store_release(store *s, const store_codes *rooms);

/* New codes that are free, and reserved for this node: those of `wanted` that are not taken. On the
 * reader's thread; false: misread. */
bool store_reserve(store *s, const store_codes *wanted, store_codes *out);

/* For the operator: all nodes; have one drained (NODE 0: what all may write is raised, see
 * docs/cluster.md). */
bool store_list_nodes(const char *where, store_nodes *out, int *format, char why[STORE_WHY_MAX]);
bool store_drain_node(const char *where, int node, bool *found, char why[STORE_WHY_MAX]);
bool store_finish_format(const char *where, int *format, char why[STORE_WHY_MAX]);

/* ---- time ---- */

/* The store has a time of its own: it goes on while a house has the file open, and stands still
 * while none has. Rooms grow old by it. All times handed in and out are the house's; this says
 * what time the house has now. Without it the two are the same. */
void store_set_time(store *s, int64_t now_ms);

/* Gather a note of how late it is, for times in which nothing else is kept. */
void store_keep_time(store *s, int64_t now_ms);

/* ---- the file itself ---- */

/* Is the file still where it was, under its name, with its log beside it? Any thread. If not,
 * `why` says why, and nothing that is written will ever be found again. */
bool store_in_place(store *s, char why[STORE_WHY_MAX]);

/* Has the check that goes on while the file is open found damage? Then `why` says what. */
bool store_damaged(store *s, char why[STORE_WHY_MAX]);

/* ---- writing ---- */

/* Gather a record; it is copied. */
void store_keep(store *s, const house_record *record);

/* How many bytes are gathered and not yet taken. The store takes more than STORE_GATHERED_MAX, but
 * a disk that is so slow is a disk that fails: accept nothing more. */
size_t store_gathered(const store *s);

/* The batch gathered so far, or NULL if it is empty; a new one begins. */
store_batch *store_take(store *s);

typedef enum {
    STORE_WRITTEN,
    STORE_FAILED,  /* nothing was written */
    STORE_FENCED,  /* nothing was written: another node has taken over the rooms of this one */
    STORE_UNKNOWN, /* maybe it was written: only what store_try finds afterwards counts */
} store_end;

/* Write a batch durably, all or nothing. Any thread, one batch at a time. Unless it is written,
 * `why` says why not, and store_try must have said yes before the next. */
store_end store_write(store *s, store_batch *batch, char why[STORE_WHY_MAX]);

/* Every room the batch speaks of, each once. */
void store_rooms_of(const store_batch *batch, void (*each)(void *with, const char *room),
                    void *with);
size_t store_records_of(const store_batch *batch);
size_t store_bytes_of(const store_batch *batch);

/* The last line of the list of seals in the batch, if it has any. */
void store_last_seal(const store_batch *batch,
                     void (*found)(void *with, uint32_t number,
                                   const uint8_t head[TABLE_HASH_BYTES]),
                     void *with);

/* Does the batch clear something away? */
bool store_clears(const store_batch *batch);

/* On the loop's thread, before store_close. */
void store_batch_free(store_batch *batch);

/* Can the disk be written again? Like store_write, with nothing to lose: any thread, and not while
 * a batch is being written. */
bool store_try(store *s, char why[STORE_WHY_MAX]);

/* ---- reading ---- */

/* All of this may wait for the disk: on one thread, which a server has for it. */

/* What was found of a room. It is read by one thread and handed out by the loop's. */
typedef struct store_room store_room;
store_room *store_load(store *s, const char *room);
store_room *store_no_room(const char *room); /* as if there were none */
void store_room_free(store_room *r);

/* On the loop's thread. As house_machine.fetch. Not to be had while records of that room are on
 * their way, as the disk is behind then (`busy`); if it is in the bin (`cleared`); and if it could
 * not be read (`disk`, `damaged`), or house_fetched does not understand a record: then some may
 * have been handed out. */
bool store_hand_out(store *s, store_room *r, struct house_fetching *fetching);

/* Could it not be read, or not be understood? `disk` or `damaged`, and `why` says why; or NULL. */
const char *store_room_misread(const store_room *r, char why[STORE_WHY_MAX]);

/* Is something of that room on its way to the disk? On the loop's thread. */
bool store_is_on_its_way(const store *s, const char *room);

/* Load and hand out, where nobody minds waiting. */
bool store_fetch(store *s, const char *room, struct house_fetching *fetching);

/* Has reading failed since this was asked last, rather than found nothing? `disk` or `damaged`, and
 * `why` says why; or NULL. */
const char *store_misread(store *s, char why[STORE_WHY_MAX]);

/* All parts of one match, joined and closed by a zero, to be freed; NULL if there are none. Match
 * 0: the last one, and its number is put there. */
char *store_parts(store *s, const char *room, uint32_t *match, size_t *length);

/* How many bytes are in use; negative if that cannot be read. What was cleared away is used again
 * and does not count; nor does SQLite's log beside the file. */
int64_t store_used(store *s);

/* Every room whose clock goes on, in order. False: misread. */
bool store_clocked(store *s, store_codes *out);

/* ---- the board of the day (server/board.h) ---- */

enum { STORE_ENTRY_ID_MAX = 80 };

/* A result. `id` is `DAY GAME PERSON`: each person is on a board once, and each match. */
typedef struct {
    int64_t kept_ms, points;
    uint8_t play[TABLE_HASH_BYTES]; /* what was played, whoever says so */
    char id[STORE_ENTRY_ID_MAX], name[TABLE_NAME_MAX];
    bool live; /* played on this server, not on a device */
} store_entry;

/* Gather one, unless the person or the match is there already; and forget those kept before. */
void store_keep_entry(store *s, const store_entry *entry, int64_t now_ms);
void store_forget_entries(store *s, int64_t before_ms, int64_t now_ms);

/* On the reader's thread: the entries whose id begins with `board`, first come first. False:
 * misread. */
typedef struct {
    store_entry *entry; /* to be freed */
    size_t count, size;
} store_board;
bool store_read_board(store *s, const char *board, store_board *out);

/* ---- the list of seals (table/attest.h), and the key that signs it ---- */

enum { STORE_SEED_BYTES = 32 };

typedef struct {
    int64_t made_ms;
    uint8_t seed[STORE_SEED_BYTES];
} store_key;

/* How many lines the list has on disk, and its head. */
typedef struct {
    uint32_t count;
    uint8_t head[TABLE_HASH_BYTES];
} store_seals;

/* The key of the house, made at the first start. */
const store_key *store_signing_key(const store *s);

/* What all nodes of this house know, and nobody else. */
void store_secret(const store *s, uint8_t secret[TABLE_HASH_BYTES]);

/* Reading; false: misread. */
bool store_seals_end(store *s, store_seals *end);
bool store_seals_lines(store *s, uint32_t after, kn_text *out);

/* On the reader's thread: had the list of a node of this house this head after so many lines? */
bool store_seals_were(store *s, const store_seals *then);

/* The key in a file, also while a house has it open; in a database the key of this node. */
bool store_read_key(const char *where, int node, store_key *key, char why[STORE_WHY_MAX]);

/* Replace the key in a file that no house has open; the old one stays in the file. */
bool store_replace_key(const char *where, int node, const store_key *key, char why[STORE_WHY_MAX]);

/* Replace what store_secret tells, in a database that no house has open. */
bool store_replace_secret(const char *where, char why[STORE_WHY_MAX]);

/* ---- clearing away ---- */

/* How long rooms are kept after their last record, by status: waiting, playing (abandoned), over;
 * and then in the bin. KN_NEVER: they are not cleared away. */
typedef struct {
    int64_t kept_ms[3];
    int64_t bin_ms;
} store_retention;

/* What is to go: rooms past their time, and those that were in the bin long enough; at most so many
 * of each. Of those that nobody has, at most `claims` of each status become this node's. Reading.
 * NULL: misread. */
typedef struct store_old store_old;
store_old *store_look_for_old(store *s, const store_retention *retention, int64_t now_ms, int most,
                              int claims);
void store_old_free(store_old *old);

/* Rooms at a time: into the bin, and out of it for good. */
typedef struct {
    int binned, emptied;
} store_clearing;

/* Gather that at most so many of the next ones go, except those past their time that `in_use` says.
 * They go with the batch being gathered, and cannot be fetched meanwhile; what has happened in a
 * room since it was found spares it. On the loop's thread. Returns how many go; none go while
 * earlier ones are still on their way. */
store_clearing store_clear_old(store *s, store_old *old, store_clearing most,
                               bool (*in_use)(void *with, const char *room), void *with);

/* Have all of them had their turn, and what was gathered of them is written or given up? */
bool store_old_is_done(const store *s, const store_old *old);

/* ---- the bin, for the operator, also while a house has the file open ---- */

/* Each room in the bin, the last one binned first, with how long it has been there. False: `why`.
 */
bool store_list_bin(const char *where,
                    void (*each)(void *with, const char *room, int64_t binned_ms), void *with,
                    char why[STORE_WHY_MAX]);

/* Take a room out of the bin, as it was. `*found`: it was there. False: `why`. */
bool store_restore(const char *where, const char *room, bool *found, char why[STORE_WHY_MAX]);

/* ---- copying ---- */

/* A copy as a file, whole and checked, also while a house has the original open. Never in place of
 * another file. False: `why` says why. */
bool store_backup(const char *where, const char *copy, char why[STORE_WHY_MAX]);

/* Copy everything into an empty file or database, which is made if need be, and compare. No house
 * may have either open. */
bool store_copy(const char *from, const char *to, char why[STORE_WHY_MAX]);

/* Is it a database rather than a file? And the address without a password in it, for people. */
bool store_is_database(const char *where);
const char *store_shown(const char *where, char out[STORE_WHY_MAX]);
void store_hide(char *where); /* the same, in place */

#endif
