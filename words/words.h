/* words.h: every word for people. Sources are English; the other languages are gettext catalogues
 * (po/), compiled by msgfmt and embedded in the program. */
#ifndef KNOBEL_WORDS_WORDS_H
#define KNOBEL_WORDS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Set the language from a name such as `de`, `nl_BE.UTF-8` or `ja`; false if there is no such
 * catalogue. */
bool words_choose(const char *name);

/* The same from the environment, as gettext does: LANGUAGE, LC_ALL, LC_MESSAGES, LANG. */
void words_choose_from_environment(void);

/* The two letters of the language in use, and all there are, ending with NULL. */
const char *words_language(void);
extern const char *const words_languages[];

/* From now on, all words in ASCII only; `ä` becomes `ae`. Not in Japanese, which has no other way
 * to be written. */
void words_use_ascii(void);
bool words_are_ascii(void);

/* The text in that language; the English one if there is none. */
const char *words_in(const char *text) __attribute__((format_arg(1)));
const char *words_plural(const char *one, const char *many, long number)
    __attribute__((format_arg(1), format_arg(2)));

/* The same in a language of one's own choice, by its two letters, whatever language is in use; and
 * the title of a game. Any thread may ask. */
const char *words_in_language(const char *language, const char *text)
    __attribute__((format_arg(2)));
const char *words_title_in(const char *language, const char *game);

/* The word for an identifier of the rules (`full_house`), as the game of that key means it. Never
 * NULL. */
const char *words_for_key(const char *game, const char *key);

/* ---- what games say ---- */

/* Such an identifier, with the game that gives it a meaning of its own, or NULL. */
typedef struct {
    const char *game, *key;
} words_key;

/* What an option is called (value NULL), or one of its values. */
typedef struct {
    const char *key, *value, *words;
} words_option;
#define WORDS_SECONDS "ms" /* for any other value in milliseconds: the words have a `%.1f` */

/* Why a move is good or bad, by the reason's key; a number decides which of the two sentences is
 * used. */
typedef struct {
    const char *key, *one, *many;
    enum { WORDS_ALWAYS, WORDS_BY_AMOUNT, WORDS_BY_COUNT, WORDS_BY_THROWS } by;
} words_reason;

/* A direction, by its key. */
typedef struct {
    const char *key, *words;
} words_nudge;

/* The words of one game, from games/NAME/words.c. Lists end with a NULL; those that are NULL are
 * empty. */
typedef struct {
    const char *game;
    /* On the home page. Title and short title only if they differ from the word for its key and
     * from the title. */
    const char *title, *short_title, *about, *by, *minutes;
    int bots; /* bots to play against by default */
    const words_key *keys;
    const words_option *options;
    const words_reason *reasons;
    const words_nudge *nudges;
    const char *figures; /* figures of the solution, with a `%.10f` for each */
} words_game;

/* The words of a game by its key; an empty set of words if it has none. */
const words_game *words_of(const char *game);

/* All games that have words, ending with NULL, and the identifiers that several share. */
extern const words_game *const words_games[];
extern const words_key words_shared_keys[];

#define _(text) words_in(text)
#define N_(text) text
#define P_(one, many) one, many
#define K_END                                                                                      \
    {                                                                                              \
        NULL, NULL                                                                                 \
    }
#define K_(key)                                                                                    \
    {                                                                                              \
        NULL, key                                                                                  \
    }
#define KC_(game, key)                                                                             \
    {                                                                                              \
        game, key                                                                                  \
    }

#endif
