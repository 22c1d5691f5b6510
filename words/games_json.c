/* games_json.c: a program for the builds: prints the words of the games that the page needs, as
 * JSON, in the order of the home page. See games_json. */
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "games/list.h"
#include "words/words.h"

enum { BYTES_MAX = 1 << 18 };

static void put_text(kn_json *out, const char *key, const char *text)
{
    if (text)
        kn_json_string(out, key, text);
    else
        kn_json_null(out, key);
}

static void put_reasons(kn_json *out, const words_reason *all)
{
    static const char *const by[] = {"always", "amount", "count", "throws"};
    kn_json_object(out, "reasons");
    for (; all && all->key; all++) {
        kn_json_object(out, all->key);
        kn_json_string(out, "by", by[all->by]);
        put_text(out, "one", all->one);
        put_text(out, "many", all->many);
        kn_json_end_object(out);
    }
    kn_json_end_object(out);
}

static void put_nudges(kn_json *out, const words_nudge *all)
{
    kn_json_object(out, "nudges");
    for (; all && all->key; all++)
        put_text(out, all->key, all->words);
    kn_json_end_object(out);
}

static void put_values(kn_json *out, const words_option *all, const char *option)
{
    kn_json_object(out, "values");
    for (; all->key; all++)
        if (strcmp(all->key, option) == 0 && all->value && strcmp(all->value, WORDS_SECONDS) != 0)
            put_text(out, all->value, all->words);
    kn_json_end_object(out);
}

/* The names of an option and its values; the page words seconds itself. */
static void put_options(kn_json *out, const words_option *all)
{
    kn_json_object(out, "options");
    for (const words_option *one = all; one && one->key; one++) {
        if (one->value)
            continue;
        kn_json_object(out, one->key);
        put_text(out, "label", one->words);
        put_values(out, all, one->key);
        kn_json_end_object(out);
    }
    kn_json_end_object(out);
}

static void put_game(kn_json *out, const char *name)
{
    const words_game *game = words_of(name);
    kn_json_object(out, NULL);
    kn_json_string(out, "game", name);
    kn_json_int(out, "bots", game->bots ? game->bots : 1);
    put_text(out, "title", game->title);
    put_text(out, "short", game->short_title);
    put_text(out, "about", game->about);
    put_text(out, "by", game->by);
    put_text(out, "minutes", game->minutes);
    put_options(out, game->options);
    put_reasons(out, game->reasons);
    put_nudges(out, game->nudges);
    kn_json_end_object(out);
}

#define NAME(name) #name,

int main(void)
{
    static const char *const names[] = {GAMES_ON_SHELF(NAME) NULL};
    static char text[BYTES_MAX];
    kn_json out = kn_json_on(text, sizeof text);
    kn_json_list(&out, NULL);
    for (int i = 0; names[i]; i++)
        put_game(&out, names[i]);
    kn_json_end_list(&out);
    return out.text.cut || puts(text) < 0;
}
