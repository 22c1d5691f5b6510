/* called.c: what options, their values and the levels of bots are called. See called.h. */
#include "terminal/called.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words/words.h"

static const struct {
    const char *level, *name, *means;
} levels[] = {
    {"child", N_("Child"), N_("plays like a child in its first game")},
    {"beginner", N_("Beginner"), N_("knows the rules, sees what is near")},
    {"regular", N_("Regular"), N_("plays well, and errs")},
    {"strong", N_("Strong"), N_("hardly errs")},
    {"best", N_("Best"), N_("the best there is")},
    {"random", N_("Random"), N_("any move, without a thought")},
};

const char *called_level(const char *level)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strcmp(levels[i].level, level) == 0)
            return _(levels[i].name);
    return level;
}

const char *called_level_means(const char *level)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strcmp(levels[i].level, level) == 0)
            return _(levels[i].means);
    return "";
}

/* An option without a value is its name. */
static const struct {
    const char *key, *value, *words;
} options[] = {
    {"second_yatzi", NULL, N_("The second Yatzi")},
    {"second_yatzi", "rolled", N_("after any Yatzi thrown")},
    {"second_yatzi", "box", N_("after 50 in the Yatzi box")},
    {"second_yatzi", "off", N_("never")},
    {"sheet", NULL, N_("The sheet")},
    {"sheet", "ravensburger", "Ravensburger"},
    {"sheet", "american", N_("american")},
    {"rounds", NULL, N_("Rounds")},
    {"chips", NULL, N_("Chips")},
    {"chips", "off", N_("without")},
    {"chips", "on", N_("with chips")},
    {"level", NULL, N_("Level")},
    {"level", "basic", N_("basic")},
    {"level", "advanced", N_("advanced")},
    {"level", "professional", N_("professional")},
    {"window_ms", NULL, N_("Time to hit")},
    {"window_ms", "0", N_("real dice, real hands")},
    {"bet_goal", NULL, N_("With two players")},
    {"bet_goal", "each_kind", N_("one of each kind")},
    {"bet_goal", "any_three", N_("any three")},
    {"hand", NULL, N_("The hand")},
    {"hand", "screen", N_("on the screen")},
    {"hand", "cards", N_("real cards")},
    {"first", NULL, N_("Who begins")},
    {"first", "0", N_("drawn by lot")},
};

static const char *find(const char *key, const char *value)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *other = options[i].value;
        if (strcmp(options[i].key, key) == 0 &&
            (value && other ? strcmp(other, value) == 0 : !value && !other))
            return _(options[i].words);
    }
    return NULL;
}

const char *called_option(const char *game, const char *key)
{
    const char *found = find(key, NULL);
    return found ? found : words_for_key(game, key);
}

const char *called_value(const char *game, const char *key, const char *value)
{
    static char words[64];
    const char *found = find(key, value);
    if (found)
        return found;
    if (strcmp(key, "window_ms") == 0) {
        snprintf(words, sizeof words, _("%.1f seconds"), atoi(value) / 1000.0);
        return words;
    }
    if (strcmp(key, "first") == 0) {
        snprintf(words, sizeof words, _("seat %s"), value);
        return words;
    }
    return words_for_key(game, value);
}

const char *called_language(const char *key)
{
    static const char *const names[][2] = {
        {"en", "English"}, {"de", "Deutsch"}, {"nl", "Nederlands"}, {"ja", "日本語"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], key) == 0)
            return names[i][1];
    return key;
}
