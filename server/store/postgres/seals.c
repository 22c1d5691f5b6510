/* seals.c: the lists of seals and the signing keys in PostgreSQL. A list is a chain that one house
 * adds to, so every node has a list and a key of its own. See postgres.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/postgres/postgres.h"
#include "words/words.h"

/* ---- bytes ---- */

const char *postgres_hex(const uint8_t *bytes, size_t count, char out[POSTGRES_HEX_MAX])
{
    kn_text text = kn_text_on(out, POSTGRES_HEX_MAX);
    kn_put(&text, "\\x");
    kn_put_hex(&text, bytes, count);
    return out;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool postgres_bytes(const PGresult *result, int row, int field, uint8_t *out, size_t count)
{
    const char *hex = PQgetvalue(result, row, field);
    if (strlen(hex) != 2 * count + 2 || hex[0] != '\\' || hex[1] != 'x')
        return false;
    for (size_t i = 0; i < count; i++) {
        int high = digit(hex[2 * i + 2]), low = digit(hex[2 * i + 3]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* ---- keys ---- */

static void hash_key(const store_key *key, uint8_t hash[TABLE_HASH_BYTES])
{
    table_hash(NULL, key->seed, sizeof key->seed, hash);
}

bool postgres_add_key(postgres *p, int list, const store_key *key, char why[STORE_WHY_MAX])
{
    char number[16], made[24], seed[POSTGRES_HEX_MAX], hashed[POSTGRES_HEX_MAX];
    uint8_t hash[TABLE_HASH_BYTES];
    hash_key(key, hash);
    snprintf(number, sizeof number, "%d", list);
    snprintf(made, sizeof made, "%lld", (long long)key->made_ms);
    const char *const values[] = {number, made, postgres_hex(key->seed, sizeof key->seed, seed),
                                  postgres_hex(hash, sizeof hash, hashed)};
    return postgres_do_with(p,
                            "INSERT INTO keys(list, number, made_ms, seed, hash)"
                            " SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4 FROM keys"
                            " WHERE list = $1",
                            4, values, why);
}

int postgres_last_key(postgres *p, int list, store_key *key, char why[STORE_WHY_MAX])
{
    char number[16];
    uint8_t hash[TABLE_HASH_BYTES], kept[TABLE_HASH_BYTES];
    const char *const values[] = {number};
    snprintf(number, sizeof number, "%d", list);
    PGresult *row = postgres_ask_with(p,
                                      "SELECT made_ms, seed, hash FROM keys WHERE list = $1"
                                      " ORDER BY number DESC LIMIT 1",
                                      1, values, why);
    if (!row)
        return -1;
    int found = PQntuples(row);
    if (found == 1) {
        key->made_ms = postgres_number(row, 0, 0);
        bool whole = postgres_bytes(row, 0, 1, key->seed, sizeof key->seed) &&
                     postgres_bytes(row, 0, 2, kept, sizeof kept);
        hash_key(key, hash);
        if (!whole || memcmp(hash, kept, sizeof kept) != 0) {
            store_say(why, words_in(store_postgres.damaged_words));
            found = -1;
        }
    }
    PQclear(row);
    return found;
}

bool postgres_key(postgres *p, int list, store_key *key, char why[STORE_WHY_MAX])
{
    int found = postgres_last_key(p, list, key, why);
    if (found != 0)
        return found > 0;
    native_random(key->seed, sizeof key->seed);
    key->made_ms = native_unix_ms();
    return postgres_add_key(p, list, key, why);
}

/* ---- the list ---- */

static bool follows(const PGresult *rows, int row, uint32_t number, uint8_t head[TABLE_HASH_BYTES])
{
    uint8_t kept[TABLE_HASH_BYTES];
    if (postgres_number(rows, row, 0) != number || PQgetlength(rows, row, 1) >= ATTEST_LINE_MAX ||
        !postgres_bytes(rows, row, 2, kept, sizeof kept))
        return false;
    attest_head(head, PQgetvalue(rows, row, 1), head);
    return memcmp(head, kept, sizeof kept) == 0;
}

/* Some lines at a time: a list may be long. */
bool postgres_check_seals(postgres *p, int list, char why[STORE_WHY_MAX])
{
    enum { LINES = 10000 };
    uint8_t head[TABLE_HASH_BYTES] = {0};
    uint32_t number = 0;
    for (int rows = LINES; rows == LINES;) {
        char which[16], after[16];
        const char *const values[] = {which, after};
        snprintf(which, sizeof which, "%d", list);
        snprintf(after, sizeof after, "%u", number);
        PGresult *lines = postgres_ask_with(p,
                                            "SELECT number, line, head FROM seals WHERE list = $1"
                                            " AND number > $2 ORDER BY number LIMIT 10000",
                                            2, values, why);
        if (!lines)
            return false;
        rows = PQntuples(lines);
        bool whole = true;
        for (int row = 0; whole && row < rows; row++)
            whole = follows(lines, row, ++number, head);
        PQclear(lines);
        if (!whole) {
            snprintf(why, STORE_WHY_MAX, _("the list of seals is not in order: line %u"), number);
            return false;
        }
    }
    return true;
}

bool postgres_seals_end(store *base, store_seals *end)
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX], list[16];
    const char *const values[] = {list};
    postgres *p = postgres_reader(s);
    memset(end, 0, sizeof *end);
    if (!p)
        return false;
    snprintf(list, sizeof list, "%d", s->id);
    PGresult *row = postgres_ask_with(p,
                                      "SELECT number, head FROM seals WHERE list = $1"
                                      " ORDER BY number DESC LIMIT 1",
                                      1, values, why);
    if (!row)
        return postgres_misread(s, why);
    end->count = (uint32_t)postgres_number(row, 0, 0);
    bool known = PQntuples(row) == 0 || postgres_bytes(row, 0, 1, end->head, sizeof end->head);
    PQclear(row);
    return known || store_call_misread(base, "damaged", words_in(store_postgres.damaged_words));
}

/* Whole lines, as many as fit. */
bool postgres_seals_lines(store *base, uint32_t after, kn_text *out)
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX], list[16], number[16], most[24];
    const char *const values[] = {list, number, most};
    postgres *p = postgres_reader(s);
    if (!p)
        return false;
    snprintf(list, sizeof list, "%d", s->id);
    snprintf(number, sizeof number, "%u", after);
    snprintf(most, sizeof most, "%zu", out->size / 8 + 1);
    PGresult *lines = postgres_ask_with(p,
                                        "SELECT line FROM seals WHERE list = $1 AND number > $2"
                                        " ORDER BY number LIMIT $3",
                                        3, values, why);
    if (!lines)
        return postgres_misread(s, why);
    for (int row = 0; row < PQntuples(lines) && out->size - out->length > ATTEST_LINE_MAX + 1;
         row++) {
        kn_put(out, PQgetvalue(lines, row, 0));
        kn_put_char(out, '\n');
    }
    PQclear(lines);
    return true;
}

/* The list of any node: each has a key. */
bool postgres_seals_were(store *base, const store_seals *then)
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX], number[16], head[POSTGRES_HEX_MAX];
    const char *const values[] = {number, postgres_hex(then->head, sizeof then->head, head)};
    postgres *p = postgres_reader(s);
    if (!p)
        return false;
    snprintf(number, sizeof number, "%u", then->count);
    PGresult *rows = postgres_ask_with(p,
                                       "SELECT 1 FROM (SELECT DISTINCT list FROM keys) AS k"
                                       " JOIN seals AS s ON s.list = k.list"
                                       " WHERE s.number = $1 AND s.head = $2",
                                       2, values, why);
    if (!rows)
        return postgres_misread(s, why);
    bool found = PQntuples(rows) > 0;
    PQclear(rows);
    return found;
}
