/* tables.h: tables that allocate the memory for their logs. */
#ifndef KNOBEL_NATIVE_TABLES_H
#define KNOBEL_NATIVE_TABLES_H

#include "table/table.h"

/* Open a table, or load one from a log. What was opened is freed by tables_free. */
table_answer tables_open(table *t, const table_plan *plan);
table_answer tables_load(table *t, kn_slice text, table_report *report);
void tables_free(table *t);

/* More memory, if the log needs it for the next event. */
void tables_grow(table *t);

#endif
