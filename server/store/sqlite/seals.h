/* seals.h: the list of seals and the signing keys of the house, in the data file. Private to the
 * store. */
#ifndef KNOBEL_SERVER_STORE_SQLITE_SEALS_H
#define KNOBEL_SERVER_STORE_SQLITE_SEALS_H

#include <sqlite3.h>

#include "server/store/store.h"

/* The tables, where a file does not have them yet. */
extern const char seals_tables[];

/* The key that is in use; makes one if there is neither a key nor a list. */
bool seals_key(sqlite3 *db, store_key *key, char why[STORE_WHY_MAX]);
bool seals_make_key(sqlite3 *db, store_key *key, char why[STORE_WHY_MAX]);
bool seals_add_key(sqlite3 *db, const store_key *key, char why[STORE_WHY_MAX]);

/* Is the list whole: does every line follow from those before? */
bool seals_check(sqlite3 *db, char why[STORE_WHY_MAX]);

/* Begin an empty list; the old one stays in the file under another name. */
bool seals_set_aside(sqlite3 *db, char why[STORE_WHY_MAX]);

bool seals_end(sqlite3 *db, store_seals *end, char why[STORE_WHY_MAX]);
bool seals_lines(sqlite3 *db, uint32_t after, kn_text *out, char why[STORE_WHY_MAX]);

/* Had it this head after so many lines? 1: yes; 0: no; -1: `why`. */
int seals_were(sqlite3 *db, const store_seals *then, char why[STORE_WHY_MAX]);

#endif
