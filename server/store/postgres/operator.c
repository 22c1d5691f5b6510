/* operator.c: what commands do with a house in PostgreSQL: the bin, the key, copies. A server may
 * run meanwhile. See postgres.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/postgres/postgres.h"
#include "words/words.h"

enum { FIRST_LIST = 1 }; /* the list of the first node */

static bool open_ours(postgres *p, const char *where, bool read_only, char why[STORE_WHY_MAX])
{
    return postgres_begin(p, where, why) && postgres_connect(p, read_only, why) &&
           postgres_is_ours(p, false, why);
}

bool postgres_read_key(const char *where, store_key *key, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    bool read = open_ours(&p, where, false, why) && postgres_key(&p, FIRST_LIST, key, why);
    postgres_end(&p);
    return read;
}

/* The key of the first node; the others keep theirs. */
bool postgres_replace_key(const char *where, const store_key *key, char why[STORE_WHY_MAX])
{
    postgres p = {0};
    bool replaced = open_ours(&p, where, false, why) &&
                    postgres_wait_for_silence(&p, FIRST_LIST, why) &&
                    postgres_add_key(&p, FIRST_LIST, key, why);
    postgres_end(&p);
    return replaced;
}

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

/* A copy in a file, which is what knobel copy makes; it must not be there. */
bool postgres_backup(const char *where, const char *copy, char why[STORE_WHY_MAX])
{
    return store_copy_live(where, copy, why);
}
