/* words.c: looks up texts in the catalogues as msgfmt wrote them: a sorted list of texts and the
 * list of their translations. See words.h. */
#include "words/words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "words/fold.h"

extern const char words_de[], words_en[], words_ja[], words_nl[]; /* catalogues.S */

const char *const words_languages[] = {"en", "de", "nl", "ja", NULL};
static const char *const catalogues[] = {words_en, words_de, words_nl, words_ja};
static int chosen;
static bool ascii;

bool words_choose(const char *name)
{
    for (int i = 0; words_languages[i]; i++)
        if (strncmp(name, words_languages[i], 2) == 0 &&
            (name[2] == '\0' || strchr("_-.@", name[2]))) {
            chosen = i;
            return true;
        }
    return false;
}

void words_choose_from_environment(void)
{
    static const char *const names[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
    chosen = 0;
    for (int i = 0; i < 4; i++) {
        const char *value = getenv(names[i]);
        /* LANGUAGE is a list. The others end the search: someone chose that language, known or not.
         */
        for (; value && *value; value = strchr(value, ':') ? strchr(value, ':') + 1 : "")
            if (words_choose(value))
                return;
        if (i > 0 && value && getenv(names[i])[0])
            return;
    }
}

const char *words_language(void)
{
    return words_languages[chosen];
}

/* ---- the format of msgfmt: seven words of 32 bits, then pairs of length and offset ---- */

static uint32_t word_at(const char *catalogue, uint32_t offset)
{
    uint32_t word;
    memcpy(&word, catalogue + offset, sizeof word);
    return word;
}

/* ---- in ASCII ---- */

void words_use_ascii(void)
{
    ascii = true;
}

bool words_are_ascii(void)
{
    return ascii && strcmp(words_language(), "ja") != 0;
}

/* The translation of this number as it is shown. Folded ones are kept: whoever asked for one may
 * still hold it. */
static const char *shown(const char *catalogue, uint32_t number)
{
    static char **kept[sizeof catalogues / sizeof *catalogues];
    uint32_t entry = word_at(catalogue, 16) + 8 * number;
    const char *text = catalogue + word_at(catalogue, entry + 4);
    if (!words_are_ascii())
        return text;
    if (!kept[chosen])
        kept[chosen] = calloc(word_at(catalogue, 8), sizeof **kept);
    char **folded = kept[chosen] ? &kept[chosen][number] : NULL;
    if (folded && !*folded)
        *folded = words_fold_text(text, word_at(catalogue, entry));
    return folded && *folded ? *folded : text;
}

/* The number of a text in a catalogue; false if it is not there. */
static bool look_up(const char *catalogue, const char *text, uint32_t *number)
{
    uint32_t low = 0, high = word_at(catalogue, 8);
    uint32_t texts = word_at(catalogue, 12);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = strcmp(text, catalogue + word_at(catalogue, texts + 8 * middle + 4));
        if (order == 0) {
            *number = middle;
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

static const char *find(const char *text)
{
    uint32_t number;
    return look_up(catalogues[chosen], text, &number) ? shown(catalogues[chosen], number) : NULL;
}

static const char *find_in(const char *language, const char *text)
{
    uint32_t number;
    for (int i = 0; words_languages[i]; i++)
        if (strcmp(language, words_languages[i]) == 0 && look_up(catalogues[i], text, &number))
            return catalogues[i] +
                   word_at(catalogues[i], word_at(catalogues[i], 16) + 8 * number + 4);
    return NULL;
}

const char *words_in_language(const char *language, const char *text)
{
    const char *found = text[0] ? find_in(language, text) : NULL;
    return found ? found : text;
}

const char *words_in(const char *text)
{
    const char *found = text[0] ? find(text) : NULL;
    return found ? found : text;
}

/* Japanese has one form; the others have two, one of them for exactly one thing. */
const char *words_plural(const char *one, const char *many, long number)
{
    const char *found = find(one);
    if (!found)
        return number == 1 ? one : many;
    if (number == 1 || strcmp(words_language(), "ja") == 0)
        return found;
    return found + strlen(found) + 1;
}

/* A text with a context is stored as `CONTEXT EOT TEXT`; empty if it is too long. */
enum { WITH_CONTEXT_MAX = 96 };
static const char *with_context(const char *context, const char *text, char out[WITH_CONTEXT_MAX])
{
    size_t length = strlen(context);
    out[0] = '\0';
    if (length + strlen(text) + 2 > WITH_CONTEXT_MAX)
        return out;
    memcpy(out, context, length);
    out[length] = '\004';
    strcpy(out + length + 1, text);
    return out;
}

const char *words_for_key(const char *game, const char *key)
{
    char with_game[WITH_CONTEXT_MAX];
    const char *found = find(with_context(game, key, with_game));
    if (found && with_game[0])
        return found;
    return key[0] ? words_in(key) : key;
}

const char *words_title_in(const char *language, const char *game)
{
    char key[WITH_CONTEXT_MAX];
    const char *title = words_of(game)->title;
    const char *found = title ? title : find_in(language, with_context("game", game, key));
    return found && found[0] ? found : game;
}
