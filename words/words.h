/* words.h: every word for people. Sources are English; the languages are gettext catalogues
 * (po/), compiled by msgfmt and carried inside the program, so that it speaks them wherever it
 * runs. */
#ifndef KNOBEL_WORDS_WORDS_H
#define KNOBEL_WORDS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Take the language from a name such as `de`, `nl_BE.UTF-8` or `ja`; false if we do not speak it.
 */
bool words_choose(const char *name);

/* The same from the environment, as gettext does: LANGUAGE, LC_ALL, LC_MESSAGES, LANG. */
void words_choose_from_environment(void);

/* The two letters of the language in use, and all there are, ending with NULL. */
const char *words_language(void);
extern const char *const words_languages[];

/* The text in that language; the English one if there is none. */
const char *words_in(const char *text) __attribute__((format_arg(1)));
const char *words_plural(const char *one, const char *many, long number)
    __attribute__((format_arg(1), format_arg(2)));

/* The word for an identifier of the rules (`full_house`), as the game of that key means it. Never
 * NULL. */
const char *words_for_key(const char *game, const char *key);

/* All such identifiers, each with the game that means something of its own by it, or NULL. */
typedef struct {
    const char *game, *key;
} words_key;
extern const words_key words_keys[];
extern const int words_key_count;

#define _(text) words_in(text)
#define N_(text) text
#define K_(key)                                                                                    \
    {                                                                                              \
        NULL, key                                                                                  \
    }
#define KC_(game, key)                                                                             \
    {                                                                                              \
        game, key                                                                                  \
    }

#endif
