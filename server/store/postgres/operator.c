/* operator.c: what commands do with a house in PostgreSQL: the bin, the key, copies. A server may
 * run meanwhile. See postgres.h. */
#include <stdio.h>
#include <stdlib.h>

#include "server/store/postgres/postgres.h"
#include "words/words.h"

static bool open_ours(postgres *p, const char *where, bool read_only, char why[STORE_WHY_MAX])
{
    return postgres_begin(p, where, why) && postgres_connect(p, read_only, why) &&
           postgres_is_ours(p, false, why);
}

/* ---- keys: every node has its own ---- */

static bool find_key(postgres *p, int node, store_key *key, char why[STORE_WHY_MAX])
{
    int found = postgres_last_key(p, node, key, why);
    if (found == 0)
        snprintf(why, STORE_WHY_MAX, _("node %d has not run on this database yet"), node);
    return found > 0;
}

bool postgres_read_key(const char *where, int node, store_key *key, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    bool read = open_ours(&p, where, false, why) && find_key(&p, node, key, why);
    postgres_end(&p);
    return read;
}

bool postgres_replace_key(const char *where, int node, const store_key *key,
                          char why[STORE_WHY_MAX])
{
    postgres p = {0};
    store_key before;
    bool replaced = open_ours(&p, where, false, why) && find_key(&p, node, &before, why) &&
                    postgres_wait_for_silence(&p, node, why) &&
                    postgres_add_key(&p, node, key, why);
    postgres_end(&p);
    return replaced;
}

/* ---- all nodes ---- */

bool postgres_is_alone(postgres *p, char why[STORE_WHY_MAX])
{
    PGresult *nodes = postgres_ask(p, "SELECT id FROM nodes WHERE state < 2", why);
    bool alone = nodes;
    for (int row = 0; alone && row < PQntuples(nodes); row++)
        alone = postgres_wait_for_silence(p, (int)postgres_number(nodes, row, 0), why);
    PQclear(nodes);
    return alone;
}

/* Nodes read it when they start. */
bool store_replace_secret(const char *where, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    if (!store_is_database(where))
        return store_say(why, _("only a server on PostgreSQL has nodes"));
    bool replaced = open_ours(&p, where, false, why) && postgres_is_alone(&p, why) &&
                    postgres_do(&p,
                                "UPDATE house SET id = uuid_send(gen_random_uuid())"
                                " || uuid_send(gen_random_uuid())",
                                why);
    postgres_end(&p);
    return replaced;
}

/* ---- the bin ---- */

bool postgres_list_bin(const char *where,
                       void (*each)(void *with, const char *room, int64_t binned_ms), void *with,
                       char why[STORE_WHY_MAX])
{
    postgres p = {0};
    PGresult *rows =
        open_ours(&p, where, true, why)
            ? postgres_ask(&p,
                           "SELECT code, greatest(0, clock_ms - binned_ms) FROM rooms, house"
                           " WHERE binned_ms > 0 AND record IS NOT NULL"
                           " ORDER BY binned_ms DESC, code",
                           why)
            : NULL;
    for (int row = 0; rows && row < PQntuples(rows); row++)
        each(with, PQgetvalue(rows, row, 0), postgres_number(rows, row, 1));
    PQclear(rows);
    postgres_end(&p);
    return rows;
}

/* It grows old anew from here on. */
bool postgres_restore(const char *where, const char *room, bool *found, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    const char *const values[] = {room};
    PGresult *done = open_ours(&p, where, false, why)
                         ? postgres_ask_with(&p,
                                             "UPDATE rooms SET binned_ms = 0, touched_ms ="
                                             " (SELECT clock_ms FROM house) WHERE code = $1 AND"
                                             " binned_ms > 0",
                                             1, values, why)
                         : NULL;
    *found = done && atoi(PQcmdTuples(done)) > 0;
    PQclear(done);
    postgres_end(&p);
    return done;
}

/* ---- a copy ---- */

/* A copy in a file, which is what knobel copy makes; it must not be there. */
bool postgres_backup(const char *where, const char *copy, char why[STORE_WHY_MAX])
{
    return store_copy_live(where, copy, why);
}
