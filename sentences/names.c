/* names.c: the names of options, their values, bot levels and languages. See names.h. */
#include "sentences/names.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words/words.h"

static const struct {
    const char *level, *name, *means;
} levels[] = {
    {"child", N_("Child"), N_("plays like a child in their first game")},
    {"beginner", N_("Beginner"), N_("knows the rules, sees only what is close")},
    {"regular", N_("Regular"), N_("plays well, but makes mistakes")},
    {"strong", N_("Strong"), N_("rarely makes a mistake")},
    {"best", N_("Best"), N_("the best there is")},
    {"random", N_("Random"), N_("plays any move, at random")},
};

const char *level_name(const char *level)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strcmp(levels[i].level, level) == 0)
            return _(levels[i].name);
    return level;
}

const char *level_meaning(const char *level)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strcmp(levels[i].level, level) == 0)
            return _(levels[i].means);
    return "";
}

/* What games have in common. */
static const words_option shared[] = {
    {"first", NULL, N_("Who goes first")},
    {"first", "0", N_("Drawn by lot")},
    {NULL, NULL, NULL},
};

static const char *find_in(const words_option *options, const char *key, const char *value)
{
    for (; options && options->key; options++) {
        const char *other = options->value;
        if (strcmp(options->key, key) == 0 &&
            (value && other ? strcmp(other, value) == 0 : !value && !other))
            return _(options->words);
    }
    return NULL;
}

static const char *find(const char *game, const char *key, const char *value)
{
    const char *found = find_in(words_of(game)->options, key, value);
    return found ? found : find_in(shared, key, value);
}

const char *option_name(const char *game, const char *key)
{
    const char *found = find(game, key, NULL);
    return found ? found : words_for_key(game, key);
}

const char *value_name(const char *game, const char *key, const char *value)
{
    static char words[64];
    const char *found = find(game, key, value), *seconds = find(game, key, WORDS_SECONDS);
    if (found)
        return found;
    if (seconds) {
        snprintf(words, sizeof words, seconds, atoi(value) / 1000.0);
        return words;
    }
    if (strcmp(key, "first") == 0) {
        snprintf(words, sizeof words, _("seat %s"), value);
        return words;
    }
    return words_for_key(game, value);
}

const char *language_name(const char *key)
{
    static const char *const names[][2] = {
        {"en", "English"}, {"de", "Deutsch"}, {"nl", "Nederlands"}, {"ja", "日本語"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], key) == 0)
            return names[i][1];
    return key;
}
