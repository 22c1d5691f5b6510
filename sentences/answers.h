/* answers.h: the answers of tables and houses, in words. */
#ifndef KNOBEL_SENTENCES_ANSWERS_H
#define KNOBEL_SENTENCES_ANSWERS_H

#include "table/table.h"

/* One sentence, without the line number, that says what is wrong and where possible what to do. */
const char *answer_words(table_answer answer);

/* The same for the key of a refusal, as docs/protocol.md lists them. */
const char *refusal_words(const char *why);

/* A chat phrase by its key, and a word called out to the player who grabs. */
const char *phrase_words(const char *key);
const char *call_words(const char *word);
const char *reaction_words(const char *what);

/* The sentence that this many rolls check out, with a `%u` for the number and a line feed. `same`:
 * the dice are the same for everyone, which proves something else. */
const char *answer_rolls(unsigned rolls, bool same);

#endif
