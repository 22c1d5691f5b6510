/* postgres.h: a connection to a PostgreSQL database: opened the same way everywhere, checked to be
 * Knobel's, with errors in words; and what writing, reading and beating share. Private to the
 * store. */
#ifndef KNOBEL_SERVER_STORE_POSTGRES_POSTGRES_H
#define KNOBEL_SERVER_STORE_POSTGRES_POSTGRES_H

#include <libpq-fe.h>
#include <stdatomic.h>

#include "server/store/kind.h"
#include "server/store/postgres/columns.h"

/* ---- connections ---- */

typedef struct {
    char *where;    /* the address, with its password */
    char *password; /* in it; or NULL */
    PGconn *db;     /* NULL: not connected */
    bool warned;    /* PostgreSQL has sent a warning since this was set to false */
} postgres;

/* False: it is no address of a database. */
bool postgres_begin(postgres *p, const char *where, char why[STORE_WHY_MAX]);
void postgres_end(postgres *p);

/* Connect, to a server that can write unless `read_only`. False: `why`. Any connection that was
 * there is closed. */
bool postgres_connect(postgres *p, bool read_only, char why[STORE_WHY_MAX]);
void postgres_disconnect(postgres *p);
bool postgres_is_up(const postgres *p);

/* One statement, or several, without parameters; the result is asked for, or only whether it was
 * done. NULL or false: `why`. */
PGresult *postgres_ask(postgres *p, const char *sql, char why[STORE_WHY_MAX]);
bool postgres_do(postgres *p, const char *sql, char why[STORE_WHY_MAX]);

/* Likewise one with parameters, as text; NULL is NULL. */
PGresult *postgres_ask_with(postgres *p, const char *sql, int count, const char *const *values,
                            char why[STORE_WHY_MAX]);
bool postgres_do_with(postgres *p, const char *sql, int count, const char *const *values,
                      char why[STORE_WHY_MAX]);

/* What went wrong, in words; `result` NULL: with the connection. Always false. */
bool postgres_explain(const postgres *p, const PGresult *result, char why[STORE_WHY_MAX]);

/* A number of a result; 0 where there is none. */
int64_t postgres_number(const PGresult *result, int row, int field);

/* ---- the tables (schema.c) ---- */

enum { POSTGRES_VERSION = 4 };

/* Is it a database of Knobel's that this program understands? With `make`, an empty one becomes
 * ours, and one of an earlier version becomes one of this. One of a later version may do, too. */
bool postgres_is_ours(postgres *p, bool make, char why[STORE_WHY_MAX]);

/* ---- keys and seals: every node has its own list under its own key (seals.c) ---- */

/* The last key of a list; one is made if there is none. Without making: 1: found; 0: there is
 * none; -1: `why`. */
bool postgres_key(postgres *p, int list, store_key *key, char why[STORE_WHY_MAX]);
int postgres_last_key(postgres *p, int list, store_key *key, char why[STORE_WHY_MAX]);
bool postgres_add_key(postgres *p, int list, const store_key *key, char why[STORE_WHY_MAX]);
bool postgres_check_seals(postgres *p, int list, char why[STORE_WHY_MAX]);
bool postgres_seals_end(store *base, store_seals *end);
bool postgres_seals_lines(store *base, uint32_t after, kn_text *out);
bool postgres_seals_were(store *base, const store_seals *then);

/* Bytes as PostgreSQL writes and reads them: `\x…`. */
enum { POSTGRES_HEX_MAX = 2 * TABLE_HASH_BYTES + 3 };
const char *postgres_hex(const uint8_t *bytes, size_t count, char out[POSTGRES_HEX_MAX]);
bool postgres_bytes(const PGresult *result, int row, int field, uint8_t *out, size_t count);

/* ---- the store ---- */

typedef struct {
    store base;
    int id; /* of this node */
    char address[STORE_ADDRESS_MAX];
    atomic_llong epoch; /* raised whenever what was written is uncertain; 0: not known now */
    atomic_int format;  /* that all nodes can read */
    postgres writer, reader, pulse;
    bool failed; /* nothing is written until it was tried again */
    columns columns;
    int64_t clock_ms; /* as this node has written it */
} postgres_store;

/* Take the number of this node, with a new epoch: everything that it had begun to write before is
 * written by then, or never will be. */
bool postgres_register(postgres_store *s, postgres *p, char why[STORE_WHY_MAX]);
bool postgres_wait_for_silence(postgres *p, int id, char why[STORE_WHY_MAX]);
bool postgres_is_alone(postgres *p, char why[STORE_WHY_MAX]); /* no node runs */

/* Writing (write.c). */
store_end postgres_write(store *base, const store_batch *batch, char why[STORE_WHY_MAX]);
bool postgres_prepare_writing(postgres_store *s, char why[STORE_WHY_MAX]);

/* Reading (read.c). */
load_end postgres_load(store *base, const char *room, store_batch *into);
char *postgres_parts(store *base, const char *room, uint32_t *match, size_t *length);
int64_t postgres_used(store *base);
bool postgres_clocked(store *base, store_codes *out);
bool postgres_past(store *base, int status, int64_t before_ms, int most, int claims,
                   store_codes *out);
bool postgres_binned(store *base, int64_t until_ms, int most, store_codes *out);

/* The board (board.c). */
bool postgres_board(store *base, const char *board, store_board *out);

/* A room `r` that nobody has. */
#define POSTGRES_NOBODYS                                                                           \
    " NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = r.owner AND n.epoch = r.owner_epoch"          \
    " AND n.state < 2)"

/* A connection for reading that is up, or misread. */
postgres *postgres_reader(postgres_store *s);
bool postgres_misread(postgres_store *s, const char *why);

/* Nodes (nodes.c). */
beat_end postgres_beat(store *base, const char *shown, const char *counts, bool draining,
                       store_nodes *others, char why[STORE_WHY_MAX]);
bool postgres_bury(store *base, const store_node *dead, char why[STORE_WHY_MAX]);
claim_end postgres_claim(store *base, const char *room, bool take, char address[STORE_ADDRESS_MAX]);
bool postgres_claim_all(store *base, const store_codes *rooms, store_codes *out);
bool postgres_release(store *base, const store_codes *rooms);
bool postgres_reserve(store *base, const store_codes *wanted, store_codes *out);

/* Without a house (operator.c). */
bool postgres_read_key(const char *where, int node, store_key *key, char why[STORE_WHY_MAX]);
bool postgres_replace_key(const char *where, int node, const store_key *key,
                          char why[STORE_WHY_MAX]);
bool postgres_list_bin(const char *where,
                       void (*each)(void *with, const char *room, int64_t binned_ms), void *with,
                       char why[STORE_WHY_MAX]);
bool postgres_restore(const char *where, const char *room, bool *found, char why[STORE_WHY_MAX]);
bool postgres_backup(const char *where, const char *copy, char why[STORE_WHY_MAX]);
bool postgres_copy_out(const char *where, bool live, const copy_sink *into,
                       char why[STORE_WHY_MAX]);
bool postgres_copy_in(const char *where, const copy_source *from, char why[STORE_WHY_MAX]);

#endif
