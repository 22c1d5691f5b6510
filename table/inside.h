/* inside.h: what the files of the table share: how an event happens. Private to table/. */
#ifndef KNOBEL_TABLE_INSIDE_H
#define KNOBEL_TABLE_INSIDE_H

#include "table/log.h"

/* ---- an event happens (table.c) ---- */

/* The time of an event that arrives now: time never goes back, whatever the caller's clock does. */
int64_t table_date(const table *t, int64_t now_ms);

/* Set the table anew and begin the chains, as after opening. */
table_answer table_begin(table *t);

/* The event that a line tells, for a match that stands in `state`. */
table_answer table_read_event(const table *t, const void *state, const log_line *line,
                              kn_event *event);

/* Carry out one event as its line says and add that line to the log. `line->number` is set here. */
table_answer table_carry_out(table *t, log_line *line);

/* Add a line to the log; what an event means for the dice to come. */
table_answer table_append(table *t, log_line *line, table_mark mark);
void table_count_in(table *t, const kn_event *event, const char *move);

/* What falls next, by the secret; false if nothing is to fall. */
bool table_draw(const table *t, kn_move *fallen);

/* Carry out what happens by itself: the house's dice, the clock. */
void table_settle(table *t, int64_t now_ms);

/* A call that may add events needs memory for them. */
table_answer table_call_refusal(const table *t);

/* ---- taking back (back.c) ---- */

/* The salt this seat brought with the same move number before something was taken back. */
bool table_earlier_salt(const table *t, int seat, uint64_t *salt);

/* Is there an event behind number `to`, and does that one still count? */
bool table_can_go_back(const table *t, uint32_t to);

/* Forget the events behind number `to`; play the others again. */
table_answer table_take_back(table *t, int by, uint32_t to, int64_t at_ms);

#endif
