/* words.h: every word for people. Sources are English; the other languages are gettext catalogues
 * (po/), compiled by msgfmt and carried inside the program, so that it speaks them wherever it
 * runs. */
#ifndef KNOBEL_WORDS_WORDS_H
#define KNOBEL_WORDS_WORDS_H

#include <stdbool.h>

/* Take the language from a name such as `de`, `nl_BE.UTF-8` or `ja`; false if we do not speak it.
 */
bool words_choose(const char *name);

/* The same from the environment, as gettext does: LANGUAGE, LC_ALL, LC_MESSAGES, LANG. */
void words_choose_from_environment(void);

/* The two letters of the language in use, and all there are, ending with NULL. */
const char *words_language(void);
extern const char *const words_languages[];

/* The text in that language; the English one if there is none. */
const char *words_in(const char *text);
const char *words_plural(const char *one, const char *many, long number);

/* The word for an identifier of the rules (`full_house`): a translation, or the identifier with
 * blanks, in a buffer that a few more calls leave alone. */
const char *words_for_key(const char *key);

#define _(text) words_in(text)
#define N_(text) text

#endif
