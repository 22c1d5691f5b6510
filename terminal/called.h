/* called.h: what options, their values and the levels of bots are called. */
#ifndef KNOBEL_TERMINAL_CALLED_H
#define KNOBEL_TERMINAL_CALLED_H

/* The name of a level: `Strong`; and what that means: `hardly errs`. */
const char *called_level(const char *level);
const char *called_level_means(const char *level);

/* The name of an option of a game, and of one of its values as text. The last one lasts until the
 * next call. */
const char *called_option(const char *game, const char *key);
const char *called_value(const char *game, const char *key, const char *value);

/* A language in its own words. */
const char *called_language(const char *key);

#endif
