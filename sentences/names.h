/* names.h: the names of options, their values, bot levels and languages. */
#ifndef KNOBEL_SENTENCES_NAMES_H
#define KNOBEL_SENTENCES_NAMES_H

/* The name of a level: `Strong`; and what that means: `hardly errs`. */
const char *level_name(const char *level);
const char *level_meaning(const char *level);

/* The name of an option of a game, and of one of its values as text. The last one lasts until the
 * next call. */
const char *option_name(const char *game, const char *key);
const char *value_name(const char *game, const char *key, const char *value);

/* A language in its own words. */
const char *language_name(const char *key);

#endif
