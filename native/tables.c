/* tables.c: tables that allocate the memory for their logs. See tables.h. */
#include "native/tables.h"

#include <stdlib.h>

#include "native/native.h"

static void lend(table *t, size_t size, uint32_t room)
{
    table_lend_memory(t, native_realloc(t->log.text, size), size,
                      native_realloc(t->log.marks, room * sizeof(table_mark)), room);
}

void tables_grow(table *t)
{
    while (!table_has_memory(t))
        lend(t, 2 * t->log.size, 2 * t->log.capacity);
}

table_answer tables_open(table *t, const table_plan *plan)
{
    enum { SIZE = 1 << 15, LINES = 512 };
    table_log log = {.size = SIZE, .capacity = LINES};
    log.text = native_realloc(NULL, SIZE);
    log.marks = native_realloc(NULL, LINES * sizeof(table_mark));
    table_answer answer = table_open(t, plan, log);
    if (answer) {
        free(log.text);
        free(log.marks);
    }
    return answer;
}

table_answer tables_load(table *t, kn_slice text, table_report *report)
{
    table_log log = {.size = text.length + TABLE_HEADER_MAX, .capacity = 16};
    for (size_t i = 0; i < text.length; i++)
        log.capacity += text.at[i] == '\n';
    log.text = native_realloc(NULL, log.size);
    log.marks = native_realloc(NULL, log.capacity * sizeof(table_mark));
    table_answer answer = table_load(t, text, log, report);
    if (answer) {
        free(log.text);
        free(log.marks);
    }
    return answer;
}

void tables_free(table *t)
{
    free(t->log.text);
    free(t->log.marks);
}
