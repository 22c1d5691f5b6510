/* store.h: the house's records, in one SQLite file. They are collected into a batch on the loop's
 * thread and written, all or none, on another. Reads use a connection of the loop's own and see
 * only what is on disk. Two threads: the loop's and the writer's. */
#ifndef KNOBEL_SERVER_STORE_STORE_H
#define KNOBEL_SERVER_STORE_STORE_H

#include "house/house.h"

typedef struct store store;
typedef struct store_batch store_batch;

enum {
    STORE_WHY_MAX = 512,
    STORE_GATHERED_MAX = 32 << 20, /* bytes; see store_gathered */
};

/* Open the file, or make it. NULL: cannot be used, and `why` says why, in words of SQLite or ours.
 * Only one house may have a file open at a time. The file is checked first (up to a size; larger
 * ones later, while they are used): one that is damaged, or has lost what was written, is refused
 * and left as it is. */
store *store_open(const char *path, char why[STORE_WHY_MAX]);
void store_close(store *s);

/* The same, but what is lost is lost: a damaged file is used as far as it can be read. `lost`
 * says what was wrong; empty: nothing. */
store *store_open_anyway(const char *path, char lost[STORE_WHY_MAX], char why[STORE_WHY_MAX]);

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

/* Write a batch durably, all or nothing. Any thread, one batch at a time. False: `why` says why,
 * and store_try must have said yes before the next. */
bool store_write(store *s, store_batch *batch, char why[STORE_WHY_MAX]);

/* Every room the batch speaks of, each once. */
void store_rooms_of(const store_batch *batch, void (*each)(void *with, const char *room),
                    void *with);
size_t store_records_of(const store_batch *batch);
size_t store_bytes_of(const store_batch *batch);

/* Does the batch clear something away? */
bool store_clears(const store_batch *batch);

/* On the loop's thread, before store_close. */
void store_batch_free(store_batch *batch);

/* Can the disk be written again? Like store_write, with nothing to lose: any thread, and not while
 * a batch is being written. */
bool store_try(store *s, char why[STORE_WHY_MAX]);

/* ---- reading, on the loop's thread ---- */

/* As house_machine.fetch. Not to be had while records of that room are on their way, as the disk is
 * behind then (`busy`); if it is in the bin (`cleared`); and if the file cannot be read (`disk`,
 * `damaged`), or house_fetched does not understand a record: then some may have been handed out. */
bool store_fetch(store *s, const char *room, struct house_fetching *fetching);

/* Has reading failed since this was asked last, rather than found nothing? `disk` or `damaged`, and
 * `why` says why; or NULL. */
const char *store_misread(store *s, char why[STORE_WHY_MAX]);

/* All parts of one match, joined and closed by a zero, to be freed; NULL if there are none. Match
 * 0: the last one, and its number is put there. */
char *store_parts(store *s, const char *room, uint32_t *match, size_t *length);

/* How much of the file is in use, in bytes; negative if it cannot be read. What was cleared away is
 * used again and does not count; nor does SQLite's log beside the file. */
int64_t store_used(store *s);

/* Every room whose clock goes on. */
void store_clocked(store *s, void (*each)(void *with, const char *room), void *with);

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

/* Reading, on the loop's thread; false: misread. */
bool store_seals_end(store *s, store_seals *end);
bool store_seals_lines(store *s, uint32_t after, kn_text *out);

/* The key in a file, also while a house has it open. */
bool store_read_key(const char *path, store_key *key, char why[STORE_WHY_MAX]);

/* Replace the key in a file that no house has open; the old one stays in the file. */
bool store_replace_key(const char *path, const store_key *key, char why[STORE_WHY_MAX]);

/* ---- clearing away ---- */

/* How long rooms are kept after their last record, by status: waiting, playing (abandoned), over;
 * and then in the bin. KN_NEVER: they are not cleared away. */
typedef struct {
    int64_t kept_ms[3];
    int64_t bin_ms;
} store_retention;

/* Gather that at most `most` rooms past their time go into the bin, except those that `in_use`
 * says; they go with the batch being gathered, and cannot be fetched meanwhile. On the loop's
 * thread. Returns how many; none while earlier ones are still on their way. */
int store_clear(store *s, const store_retention *retention, int64_t now_ms, int most,
                bool (*in_use)(void *with, const char *room), void *with);

/* Likewise that at most `most` rooms in the bin go for good. To be called right behind store_clear,
 * so that both go together. */
int store_empty_bin(store *s, const store_retention *retention, int64_t now_ms, int most);

/* ---- the bin, for the operator, also while a house has the file open ---- */

/* Each room in the bin, the last one binned first, with how long it has been there. False: `why`.
 */
bool store_list_bin(const char *path, void (*each)(void *with, const char *room, int64_t binned_ms),
                    void *with, char why[STORE_WHY_MAX]);

/* Take a room out of the bin, as it was. `*found`: it was there. False: `why`. */
bool store_restore(const char *path, const char *room, bool *found, char why[STORE_WHY_MAX]);

/* ---- copying ---- */

/* A copy of the file, whole and checked, also while a house has it open. Never in place of another
 * file. False: `why` says why. */
bool store_backup(const char *path, const char *copy, char why[STORE_WHY_MAX]);

#endif
