/* store.c: stores all records in a PostgreSQL database (store.h). Here: opening and closing, and
 * what follows a failure. write.c writes, read.c reads, nodes.c knows the other nodes, operator.c
 * is for commands, schema.c has the tables. Three connections: the writer's, the reader's, and one
 * that only says that this node lives. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/postgres/postgres.h"
#include "words/words.h"

enum { HOUSE_ID_BYTES = 32 };

static bool open_writer(postgres_store *s, char why[STORE_WHY_MAX])
{
    return postgres_connect(&s->writer, false, why) && postgres_prepare_writing(s, why);
}

static bool read_house(postgres_store *s, char why[STORE_WHY_MAX])
{
    PGresult *row = postgres_ask(&s->writer, "SELECT clock_ms, format, id FROM house", why);
    uint8_t id[HOUSE_ID_BYTES];
    if (!row)
        return false;
    if (!postgres_bytes(row, 0, 2, id, sizeof id)) {
        PQclear(row);
        return store_say(why, words_in(store_postgres.damaged_words));
    }
    table_hash(NULL, id, sizeof id, s->base.secret);
    s->base.clock_ms = s->clock_ms = postgres_number(row, 0, 0);
    s->format = (int)postgres_number(row, 0, 1);
    PQclear(row);
    return true;
}

/* Codes that this node had reserved before this epoch and nobody got. Those of this one the reader
 * may have reserved a moment ago; and of a later one, if this is what a lost connection still does.
 */
static bool drop_reserved(postgres_store *s, int64_t before, char why[STORE_WHY_MAX])
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "DELETE FROM rooms WHERE owner = %d AND record IS NULL AND owner_epoch < %lld", s->id,
             (long long)before);
    return postgres_do(&s->writer, sql, why);
}

/* Not as gone as somebody who was declared dead: whoever closes well leaves nothing behind. */
static void close_store(store *base)
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX], sql[128];
    if (postgres_is_up(&s->writer) && !s->failed && s->epoch > 0) {
        drop_reserved(s, s->epoch + 1, why);
        snprintf(sql, sizeof sql,
                 "UPDATE nodes SET epoch = epoch + 1, state = %d"
                 " WHERE id = %d AND epoch = %lld",
                 STORE_GONE, s->id, (long long)s->epoch);
        postgres_do(&s->writer, sql, why);
    }
    postgres_end(&s->writer);
    postgres_end(&s->reader);
    postgres_end(&s->pulse);
    columns_free(&s->columns);
    store_finish(base);
    free(s);
}

static bool open_seals(postgres_store *s, char *lost, char why[STORE_WHY_MAX])
{
    char broken[STORE_WHY_MAX];
    if (postgres_key(&s->writer, s->id, &s->base.key, broken) &&
        postgres_check_seals(&s->writer, s->id, broken))
        return true;
    if (lost)
        store_say(lost, broken);
    return store_say(why, broken);
}

static store *open_store(const char *where, const store_self *self, char *lost,
                         char why[STORE_WHY_MAX])
{
    postgres_store *s = native_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    store_begin(&s->base, &store_postgres);
    s->id = s->base.id = self->id > 0 ? self->id : 1;
    snprintf(s->address, sizeof s->address, "%s", self->address ? self->address : "");
    if (postgres_begin(&s->writer, where, why) && postgres_begin(&s->reader, where, why) &&
        postgres_begin(&s->pulse, where, why) && postgres_connect(&s->writer, false, why) &&
        postgres_is_ours(&s->writer, true, why) && postgres_prepare_writing(s, why) &&
        postgres_wait_for_silence(&s->writer, s->id, why) &&
        postgres_register(s, &s->writer, why) && read_house(s, why) &&
        drop_reserved(s, s->epoch, why) && open_seals(s, lost, why))
        return &s->base;
    close_store(&s->base);
    return NULL;
}

/* The server looks after its files itself. */
static bool in_place(store *base, char why[STORE_WHY_MAX])
{
    (void)base, (void)why;
    return true;
}

static bool damaged(store *base, char why[STORE_WHY_MAX])
{
    (void)base, (void)why;
    return false;
}

static int64_t epoch(const store *base)
{
    return ((const postgres_store *)base)->epoch;
}

/* After anything but a plain failure, the node begins a new epoch: it has no rooms then. Where it
 * turns out only here that the old one is over, the house has to hear of that first. */
static bool try_database(store *base, char why[STORE_WHY_MAX])
{
    postgres_store *s = (postgres_store *)base;
    bool again = !postgres_is_up(&s->writer), begins = s->epoch == 0;
    if (again && !begins) {
        s->epoch = 0;
        return postgres_explain(&s->writer, NULL, why);
    }
    if (again && !open_writer(s, why))
        return false;
    if (begins && (!postgres_register(s, &s->writer, why) || !drop_reserved(s, s->epoch, why)))
        return false;
    if (!postgres_do(&s->writer, "UPDATE house SET clock_ms = clock_ms", why))
        return false;
    s->failed = false;
    return true;
}

const store_kind store_postgres = {
    .damaged_words = N_("the database is damaged"),
    .open = open_store,
    .close = close_store,
    .in_place = in_place,
    .damaged = damaged,
    .write = postgres_write,
    .try = try_database,
    .load = postgres_load,
    .parts = postgres_parts,
    .used = postgres_used,
    .clocked = postgres_clocked,
    .past = postgres_past,
    .binned = postgres_binned,
    .seals_end = postgres_seals_end,
    .seals_lines = postgres_seals_lines,
    .seals_were = postgres_seals_were,
    .board = postgres_board,
    .beat = postgres_beat,
    .bury = postgres_bury,
    .epoch = epoch,
    .claim = postgres_claim,
    .claim_all = postgres_claim_all,
    .release = postgres_release,
    .reserve = postgres_reserve,
    .read_key = postgres_read_key,
    .replace_key = postgres_replace_key,
    .list_bin = postgres_list_bin,
    .restore = postgres_restore,
    .backup = postgres_backup,
    .copy_out = postgres_copy_out,
    .copy_in = postgres_copy_in,
};
