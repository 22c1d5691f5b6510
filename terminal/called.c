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
    {"child", N_("Child"), N_("plays like a child in their first game")},
    {"beginner", N_("Beginner"), N_("knows the rules, sees only what is close")},
    {"regular", N_("Regular"), N_("plays well, but makes mistakes")},
    {"strong", N_("Strong"), N_("rarely makes a mistake")},
    {"best", N_("Best"), N_("the best there is")},
    {"random", N_("Random"), N_("plays any move, at random")},
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
    {"second_yatzi", NULL, N_("Second Yatzi")},
    {"second_yatzi", "rolled", N_("After any five of a kind")},
    {"second_yatzi", "box", N_("After 50 in the Yatzi box")},
    {"second_yatzi", "off", N_("Never")},
    {"sheet", NULL, N_("Score sheet")},
    {"sheet", "ravensburger", "Ravensburger"},
    {"sheet", "american", N_("American")},
    {"rounds", NULL, N_("Rounds")},
    {"chips", NULL, N_("Chips")},
    {"chips", "off", N_("Without chips")},
    {"chips", "on", N_("With chips")},
    {"level", NULL, N_("Level")},
    {"level", "basic", N_("Basic")},
    {"level", "advanced", N_("Advanced")},
    {"level", "professional", N_("Professional")},
    {"window_ms", NULL, N_("Time to hit")},
    {"window_ms", "0", N_("Real dice, real hands")},
    {"bet_goal", NULL, N_("Two-player goal")},
    {"bet_goal", "each_kind", N_("One of each kind")},
    {"bet_goal", "any_three", N_("Any three")},
    {"hand", NULL, N_("Hand")},
    {"hand", "screen", N_("On screen")},
    {"hand", "cards", N_("Real cards")},
    {"first", NULL, N_("Who goes first")},
    {"first", "0", N_("Drawn by lot")},
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
