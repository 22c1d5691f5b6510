/* kind.h: what a kind of store does: SQLite (server/store/sqlite/) or PostgreSQL
 * (server/store/postgres/). Gathering, time and what is on its way are the same for all (store.c).
 * Private to the store. */
#ifndef KNOBEL_SERVER_STORE_KIND_H
#define KNOBEL_SERVER_STORE_KIND_H

#include "server/store/batch.h"
#include "server/store/copy.h"

enum {
    STORE_TOUCH_MS = 60000,              /* a room's time of the last record is this exact */
    STORE_MATCHES_KEPT = 1000,           /* of one room; the logs of earlier ones go */
    STORE_PARTS_MAX = 2 * TABLE_LOG_MAX, /* bytes of the parts of one match */
};

/* How looking for a room ended. */
typedef enum {
    LOAD_FOUND,
    LOAD_NONE,    /* there is no such room */
    LOAD_BINNED,  /* it is in the bin */
    LOAD_MISREAD, /* store_call_misread has been told why */
} load_end;

/* All times are the store's own. */
typedef struct {
    const char *damaged_words; /* that what was read cannot be right, for people */

    /* A store whose `base` is filled in by store_begin. `lost`: what is lost is lost, and said
     * there; or NULL. */
    store *(*open)(const char *where, const store_self *self, char *lost, char why[STORE_WHY_MAX]);
    void (*close)(store *s); /* and free it */

    bool (*in_place)(store *s, char why[STORE_WHY_MAX]);
    bool (*damaged)(store *s, char why[STORE_WHY_MAX]);

    /* on the writer's thread */
    store_end (*write)(store *s, const store_batch *batch, char why[STORE_WHY_MAX]);
    bool (*try)(store *s, char why[STORE_WHY_MAX]);

    /* on the reader's thread; false or NULL, and store_call_misread was told why */
    load_end (*load)(store *s, const char *room, store_batch *into);
    char *(*parts)(store *s, const char *room, uint32_t *match, size_t *length);
    int64_t (*used)(store *s);
    bool (*clocked)(store *s, store_codes *out);
    bool (*past)(store *s, int status, int64_t before_ms, int most, int claims, store_codes *out);
    bool (*binned)(store *s, int64_t until_ms, int most, store_codes *out);
    bool (*seals_end)(store *s, store_seals *end);
    bool (*seals_lines)(store *s, uint32_t after, kn_text *out);
    bool (*seals_were)(store *s, const store_seals *then);
    bool (*board)(store *s, const char *board, store_board *out);

    /* nodes; NULL where there is only one */
    beat_end (*beat)(store *s, const char *shown, const char *counts, bool draining,
                     store_nodes *others, char why[STORE_WHY_MAX]);
    bool (*bury)(store *s, const store_node *dead, char why[STORE_WHY_MAX]);
    int64_t (*epoch)(const store *s);
    claim_end (*claim)(store *s, const char *room, bool take, char address[STORE_ADDRESS_MAX]);
    bool (*claim_all)(store *s, const store_codes *rooms, store_codes *out);
    bool (*release)(store *s, const store_codes *rooms);
    bool (*reserve)(store *s, const store_codes *wanted, store_codes *out);

    /* without a house */
    bool (*read_key)(const char *where, int node, store_key *key, char why[STORE_WHY_MAX]);
    bool (*replace_key)(const char *where, int node, const store_key *key, char why[STORE_WHY_MAX]);
    bool (*list_bin)(const char *where,
                     void (*each)(void *with, const char *room, int64_t binned_ms), void *with,
                     char why[STORE_WHY_MAX]);
    bool (*restore)(const char *where, const char *room, bool *found, char why[STORE_WHY_MAX]);
    bool (*backup)(const char *where, const char *copy, char why[STORE_WHY_MAX]);

    /* copying (copy.h) */
    bool (*copy_out)(const char *where, bool live, const copy_sink *into, char why[STORE_WHY_MAX]);
    bool (*copy_in)(const char *where, const copy_source *from, char why[STORE_WHY_MAX]);
} store_kind;

extern const store_kind store_sqlite, store_postgres;

/* What every store begins with. */
struct store {
    const store_kind *kind;
    int id; /* of this node */
    store_key key;
    uint8_t secret[TABLE_HASH_BYTES]; /* of all nodes */
    int64_t clock_ms;                 /* the store's own time when it was opened */
    int64_t ahead_ms;                 /* the house's time is so far ahead of ours */
    char misread[STORE_WHY_MAX];
    const char *misread_key;               /* `disk`, `damaged` */
    store_batch *gathered, *taken, *spare; /* taken: on their way, the youngest first */
};

/* For kinds: begin a store, and end it. */
void store_begin(store *s, const store_kind *kind);
void store_finish(store *s);

/* Reading has failed: `key` is `disk` or `damaged`. Always false. */
bool store_call_misread(store *s, const char *key, const char *why);

/* A batch that belongs to no store, for what was read. */
store_batch *batch_new(void);
void batch_free(store_batch *batch);

/* A text that grows, with a closing zero. */
typedef struct {
    char *at;
    size_t length, size;
} store_joined;
void store_join(store_joined *all, kn_slice text);

/* One more entry of a board, to be filled in. */
store_entry *store_add_entry(store_board *board);

/* Write a sentence into `why`. Always false. */
bool store_say(char why[STORE_WHY_MAX], const char *sentence);

#endif
