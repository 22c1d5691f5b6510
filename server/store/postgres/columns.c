/* columns.c: columns of values for PostgreSQL. See columns.h. */
#include "server/store/postgres/columns.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"

enum { FIRST_BYTES = 4096, SPARED_BYTES = 1 << 20 };

static void put(column *c, const void *bytes, size_t length)
{
    while (c->length + length > c->size) {
        c->size = c->size ? 2 * c->size : FIRST_BYTES;
        c->at = native_realloc(c->at, c->size);
    }
    if (length > 0)
        memcpy(c->at + c->length, bytes, length);
    c->length += length;
}

static void put_int(column *c, int32_t number)
{
    uint32_t wire = htonl((uint32_t)number);
    put(c, &wire, sizeof wire);
}

/* One dimension from 1 on, without NULLs; how long it is stands in column_close. */
void columns_begin(columns *c, int count, const column_type *types)
{
    static const int32_t oids[] = {16, 23, 20, 25, 17}; /* as PostgreSQL numbers its types */
    c->count = count;
    for (int i = 0; i < count; i++) {
        column *one = &c->column[i];
        if (one->size > SPARED_BYTES) {
            free(one->at);
            *one = (column){0};
        }
        one->length = 0;
        one->rows = 0;
        put_int(one, 1);
        put_int(one, 0);
        put_int(one, oids[types[i]]);
        put_int(one, 0);
        put_int(one, 1);
    }
}

void columns_free(columns *c)
{
    for (int i = 0; i < COLUMNS_MAX; i++)
        free(c->column[i].at);
    memset(c, 0, sizeof *c);
}

void column_add_int(column *c, int32_t number)
{
    put_int(c, sizeof number);
    put_int(c, number);
    c->rows++;
}

void column_add_bigint(column *c, int64_t number)
{
    put_int(c, sizeof number);
    put_int(c, (int32_t)((uint64_t)number >> 32));
    put_int(c, (int32_t)(uint64_t)number);
    c->rows++;
}

void column_add_bool(column *c, bool yes)
{
    char byte = yes;
    put_int(c, sizeof byte);
    put(c, &byte, sizeof byte);
    c->rows++;
}

void column_add_text(column *c, kn_slice text)
{
    put_int(c, (int32_t)text.length);
    put(c, text.at, text.length);
    c->rows++;
}

void column_close(column *c)
{
    enum { AT_ROWS = 12 };
    uint32_t wire = htonl((uint32_t)c->rows);
    memcpy(c->at + AT_ROWS, &wire, sizeof wire);
}
