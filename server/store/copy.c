/* copy.c: copies a house from one store to another. See copy.h. */
#include "server/store/copy.h"

#include <stdio.h>
#include <string.h>

#include "server/store/kind.h"
#include "server/store/mark.h"
#include "words/words.h"

/* ---- counting and hashing ---- */

void copy_digest_row(copy_digest *digest, const copy_row *row)
{
    uint64_t hash = mark_bytes((uint64_t)row->what + 1, row->room.at, row->room.length);
    hash = mark_mix(hash, row->text.length);
    hash = mark_bytes(hash, row->text.at, row->text.length);
    hash = mark_bytes(hash, row->number, COPY_COMPARED * sizeof *row->number);
    digest->sum += mark_bytes(hash, row->bytes, sizeof row->bytes);
    digest->rows++;
}

static bool add_to_digest(void *with, const copy_row *row, char why[STORE_WHY_MAX])
{
    (void)why;
    copy_digest_row(with, row);
    return true;
}

copy_sink copy_digest_sink(copy_digest *digest)
{
    return (copy_sink){digest, add_to_digest};
}

static bool through(void *with, const copy_row *row, char why[STORE_WHY_MAX])
{
    copy_tee *tee = with;
    copy_digest_row(&tee->digest, row);
    return tee->into->row(tee->into->with, row, why);
}

bool copy_through(copy_tee *tee, const copy_source *from, const copy_sink *into,
                  char why[STORE_WHY_MAX])
{
    *tee = (copy_tee){.from = from, .into = into};
    const copy_sink sink = {tee, through};
    return from->pour(from->with, &sink, why);
}

bool copy_compare(const copy_digest *one, const copy_digest *other, char why[STORE_WHY_MAX])
{
    return (one->sum == other->sum && one->rows == other->rows) ||
           store_say(why, _("the copy is not the same as the original"));
}

/* ---- from one to the other ---- */

typedef struct {
    const store_kind *kind;
    const char *where;
    bool live; /* a server may run on it meanwhile */
} origin;

static bool pour(void *with, const copy_sink *into, char why[STORE_WHY_MAX])
{
    const origin *from = with;
    return from->kind->copy_out(from->where, from->live, into, why);
}

static bool copy(const char *from, const char *to, bool live, char why[STORE_WHY_MAX])
{
    origin o = {store_is_database(from) ? &store_postgres : &store_sqlite, from, live};
    const copy_source source = {&o, pour};
    const store_kind *kind = store_is_database(to) ? &store_postgres : &store_sqlite;
    return kind->copy_in(to, &source, why);
}

bool store_copy(const char *from, const char *to, char why[STORE_WHY_MAX])
{
    return copy(from, to, false, why);
}

bool store_copy_live(const char *from, const char *to, char why[STORE_WHY_MAX])
{
    return copy(from, to, true, why);
}
