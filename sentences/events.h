/* events.h: the events of a match as sentences, with names, as one viewer may see them. */
#ifndef KNOBEL_SENTENCES_EVENTS_H
#define KNOBEL_SENTENCES_EVENTS_H

#include <stdio.h>

#include "table/table.h"

/* Print the events after number `after` as `who` sees them; dice of one throw are on one line.
 * Returns the number of the last event. */
uint32_t tell_events(const table *t, int who, uint32_t after, FILE *out);

/* Who won, with points. */
void tell_result(const table *t, FILE *out);

#endif
