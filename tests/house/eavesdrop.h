/* eavesdrop.h: hears every message that leaves a house in a test and complains if its receiver may
 * not know what is in it. Does not ask the house: it goes by what lies on the false disk and by the
 * rules. */
#ifndef KNOBEL_TESTS_HOUSE_EAVESDROP_H
#define KNOBEL_TESTS_HOUSE_EAVESDROP_H

#include "tests/house/false_machine.h"

/* A message to somebody who has this token (or none, if it is empty); a token it gives replaces
 * that one. */
void eavesdrop(const false_machine *f, const char *room, char token[HOUSE_TOKEN_MAX],
               kn_slice message);

/* Give memory back. */
void eavesdrop_end(void);

/* Supplied by who listens: something is wrong. Does not come back. */
void eavesdrop_complain(const char *what, const char *message);

/* Does a whole log load, with every die as the secret says? */
bool eavesdrop_log_is_right(const char *text);

#endif
