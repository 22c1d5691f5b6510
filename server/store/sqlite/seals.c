/* seals.c: the list of seals and the signing keys of the house. See seals.h. */
#include "server/store/sqlite/seals.h"

#include <stdio.h>
#include <string.h>

#include "native/native.h"
#include "server/store/sqlite/sqlite.h"
#include "words/words.h"

/* Every line has the head after it, so that the chain goes on from the last line alone. Keys that
 * were replaced stay, so that it can be said which key was in use when. */
const char seals_tables[] =
    "CREATE TABLE IF NOT EXISTS seals(number INTEGER PRIMARY KEY, line TEXT NOT NULL,"
    " head BLOB NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS keys(number INTEGER PRIMARY KEY, made_ms INT NOT NULL,"
    " seed BLOB NOT NULL, hash BLOB NOT NULL) STRICT;";

/* A key that has changed on disk would sign, but in nobody's name. */
static void hash_key(const store_key *key, uint8_t hash[TABLE_HASH_BYTES])
{
    table_hash(NULL, key->seed, sizeof key->seed, hash);
}

/* Copy a blob of exactly this size. */
static bool read_blob(sqlite3_stmt *row, int column, void *out, size_t size)
{
    const void *bytes = sqlite3_column_blob(row, column);
    if (!bytes || (size_t)sqlite3_column_bytes(row, column) != size)
        return false;
    memcpy(out, bytes, size);
    return true;
}

/* ---- keys ---- */

bool seals_add_key(sqlite3 *db, const store_key *key, char why[STORE_WHY_MAX])
{
    static const char *const sql = "INSERT INTO keys(made_ms, seed, hash) VALUES(?1, ?2, ?3)";
    uint8_t hash[TABLE_HASH_BYTES];
    sqlite3_stmt *add = NULL;
    hash_key(key, hash);
    if (!sqlite_prepare(db, &sql, 1, &add, why))
        return false;
    sqlite3_bind_int64(add, 1, key->made_ms);
    sqlite3_bind_blob(add, 2, key->seed, sizeof key->seed, SQLITE_STATIC);
    sqlite3_bind_blob(add, 3, hash, sizeof hash, SQLITE_STATIC);
    bool added = sqlite3_step(add) == SQLITE_DONE || sqlite_explain(db, why);
    sqlite3_finalize(add);
    return added;
}

/* 1: found; 0: there is none; -1: `why`. */
static int last_key(sqlite3 *db, store_key *key, char why[STORE_WHY_MAX])
{
    static const char *const sql =
        "SELECT made_ms, seed, hash FROM keys ORDER BY number DESC LIMIT 1";
    uint8_t hash[TABLE_HASH_BYTES], kept[TABLE_HASH_BYTES];
    sqlite3_stmt *ask = NULL;
    int found = -1;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return -1;
    int rc = sqlite3_step(ask);
    if (rc == SQLITE_DONE)
        found = 0;
    else if (rc != SQLITE_ROW)
        sqlite_explain(db, why);
    else if (!read_blob(ask, 1, key->seed, sizeof key->seed) ||
             !read_blob(ask, 2, kept, sizeof kept) ||
             (hash_key(key, hash), memcmp(hash, kept, sizeof kept) != 0))
        sqlite_say(why, _("this file is damaged"));
    else {
        key->made_ms = sqlite3_column_int64(ask, 0);
        found = 1;
    }
    sqlite3_finalize(ask);
    return found;
}

bool seals_make_key(sqlite3 *db, store_key *key, char why[STORE_WHY_MAX])
{
    native_random(key->seed, sizeof key->seed);
    key->made_ms = native_unix_ms();
    return seals_add_key(db, key, why);
}

/* A list was signed with some key: without one it is lost. */
static bool make_first_key(sqlite3 *db, store_key *key, char why[STORE_WHY_MAX])
{
    store_seals end;
    if (!seals_end(db, &end, why))
        return false;
    return end.count > 0 ? sqlite_call_damaged(why, "keys") : seals_make_key(db, key, why);
}

bool seals_key(sqlite3 *db, store_key *key, char why[STORE_WHY_MAX])
{
    int found = last_key(db, key, why);
    return found == 0 ? make_first_key(db, key, why) : found > 0;
}

/* ---- the list ---- */

bool seals_end(sqlite3 *db, store_seals *end, char why[STORE_WHY_MAX])
{
    static const char *const sql = "SELECT number, head FROM seals ORDER BY number DESC LIMIT 1";
    sqlite3_stmt *ask = NULL;
    memset(end, 0, sizeof *end);
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return false;
    int rc = sqlite3_step(ask);
    bool known = rc == SQLITE_DONE;
    if (rc == SQLITE_ROW) {
        end->count = (uint32_t)sqlite3_column_int64(ask, 0);
        known = read_blob(ask, 1, end->head, sizeof end->head) ||
                sqlite_say(why, _("this file is damaged"));
    } else if (!known) {
        sqlite_explain(db, why);
    }
    sqlite3_finalize(ask);
    return known;
}

/* Does the row follow from the head before it, which becomes the one after it? */
static bool follows(sqlite3_stmt *row, uint32_t number, uint8_t head[TABLE_HASH_BYTES])
{
    const char *line = (const char *)sqlite3_column_text(row, 1);
    uint8_t kept[TABLE_HASH_BYTES];
    if (sqlite3_column_int64(row, 0) != number || !line ||
        sqlite3_column_bytes(row, 1) >= ATTEST_LINE_MAX || !read_blob(row, 2, kept, sizeof kept))
        return false;
    attest_head(head, line, head);
    return memcmp(head, kept, sizeof kept) == 0;
}

bool seals_check(sqlite3 *db, char why[STORE_WHY_MAX])
{
    static const char *const sql = "SELECT number, line, head FROM seals ORDER BY number";
    uint8_t head[TABLE_HASH_BYTES] = {0};
    sqlite3_stmt *ask = NULL;
    uint32_t number = 0;
    int rc;
    bool whole = true;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return false;
    while (whole && (rc = sqlite3_step(ask)) == SQLITE_ROW)
        whole = follows(ask, ++number, head);
    if (whole && rc != SQLITE_DONE)
        whole = sqlite_explain(db, why);
    else if (!whole)
        snprintf(why, STORE_WHY_MAX, _("the list of seals is not in order: line %u"), number);
    sqlite3_finalize(ask);
    return whole;
}

bool seals_set_aside(sqlite3 *db, char why[STORE_WHY_MAX])
{
    char sql[96];
    snprintf(sql, sizeof sql, "ALTER TABLE seals RENAME TO seals_until_%lld",
             (long long)native_unix_ms());
    return sqlite_do(db, sql, why) && sqlite_do(db, seals_tables, why);
}

/* Whole lines, as many as fit. */
bool seals_lines(sqlite3 *db, uint32_t after, kn_text *out, char why[STORE_WHY_MAX])
{
    static const char *const sql = "SELECT line FROM seals WHERE number > ?1 ORDER BY number";
    sqlite3_stmt *ask = NULL;
    int rc = SQLITE_DONE;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return false;
    sqlite3_bind_int64(ask, 1, after);
    while (out->size - out->length > ATTEST_LINE_MAX + 1 &&
           (rc = sqlite3_step(ask)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(ask, 0);
        kn_put(out, line ? line : "");
        kn_put_char(out, '\n');
    }
    bool read = rc == SQLITE_DONE || rc == SQLITE_ROW || sqlite_explain(db, why);
    sqlite3_finalize(ask);
    return read;
}

int seals_were(sqlite3 *db, const store_seals *then, char why[STORE_WHY_MAX])
{
    static const char *const sql = "SELECT 1 FROM seals WHERE number = ?1 AND head = ?2";
    sqlite3_stmt *ask = NULL;
    if (!sqlite_prepare(db, &sql, 1, &ask, why))
        return -1;
    sqlite3_bind_int64(ask, 1, then->count);
    sqlite3_bind_blob(ask, 2, then->head, sizeof then->head, SQLITE_STATIC);
    int rc = sqlite3_step(ask), found = rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : -1;
    if (found < 0)
        sqlite_explain(db, why);
    sqlite3_finalize(ask);
    return found;
}
