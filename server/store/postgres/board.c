/* board.c: the board of the day in PostgreSQL: one for all nodes. See postgres.h. */
#include <string.h>

#include "server/store/postgres/postgres.h"
#include "words/words.h"

static bool copy_text(const PGresult *rows, int row, int field, char *out, size_t size)
{
    kn_text copy = kn_text_on(out, size);
    kn_put(&copy, PQgetvalue(rows, row, field));
    return !copy.cut;
}

static bool read_entry(const PGresult *rows, int row, store_entry *e)
{
    e->points = postgres_number(rows, row, 3);
    e->live = postgres_number(rows, row, 4);
    e->kept_ms = postgres_number(rows, row, 5);
    return postgres_bytes(rows, row, 1, e->play, sizeof e->play) &&
           copy_text(rows, row, 0, e->id, sizeof e->id) &&
           copy_text(rows, row, 2, e->name, sizeof e->name);
}

bool postgres_board(store *base, const char *board, store_board *out)
{
    postgres_store *s = (postgres_store *)base;
    char why[STORE_WHY_MAX];
    postgres *p = postgres_reader(s);
    if (!p)
        return false;
    PGresult *rows =
        postgres_ask_with(p,
                          "SELECT id, play, name, points, live::int, kept_ms FROM board"
                          " WHERE starts_with(id, $1) AND id >= $1 ORDER BY kept_ms, id",
                          1, &board, why);
    if (!rows)
        return postgres_misread(s, why);
    bool well = true;
    for (int row = 0; well && row < PQntuples(rows); row++)
        well = read_entry(rows, row, store_add_entry(out));
    PQclear(rows);
    return well || store_call_misread(base, "damaged", words_in(store_postgres.damaged_words));
}
