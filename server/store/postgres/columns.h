/* columns.h: what goes along with a statement to PostgreSQL: numbers and texts, and whole columns
 * of them, so that any number of rows is one statement. Private to the store. */
#ifndef KNOBEL_SERVER_STORE_POSTGRES_COLUMNS_H
#define KNOBEL_SERVER_STORE_POSTGRES_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

enum { COLUMNS_MAX = 12 };

/* How a column is sent: arrays of these types. */
typedef enum { COLUMN_BOOL, COLUMN_INT, COLUMN_BIGINT, COLUMN_TEXT, COLUMN_BYTES } column_type;

typedef struct {
    char *at; /* the array as PostgreSQL reads it, its head first */
    size_t length, size;
    int32_t rows;
} column;

/* The columns of one statement; memory is used again. */
typedef struct {
    int count;
    column column[COLUMNS_MAX];
} columns;

void columns_begin(columns *c, int count, const column_type *types);
void columns_free(columns *c);

void column_add_int(column *c, int32_t number);
void column_add_bigint(column *c, int64_t number);
void column_add_bool(column *c, bool yes);
void column_add_text(column *c, kn_slice text); /* or bytes */

/* The finished array. */
void column_close(column *c);

#endif
