/* games_json.c: a program for the builds: what the page has to know of the words of the games, as
 * JSON, in the order of the shelf. See games_json. */
#include <stdio.h>
#include <string.h>

#include "games/list.h"
#include "words/words.h"

static void put_text(const char *text)
{
    if (!text) {
        fputs("null", stdout);
        return;
    }
    putchar('"');
    for (; *text; text++)
        printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('"');
}

static void put_member(const char *key, const char *text)
{
    printf(",\"%s\":", key);
    put_text(text);
}

static void put_reasons(const words_reason *all)
{
    static const char *const by[] = {"always", "amount", "count", "throws"};
    const char *parted = "";
    for (; all && all->key; all++, parted = ",") {
        printf("%s\"%s\":{\"by\":\"%s\"", parted, all->key, by[all->by]);
        put_member("one", all->one);
        put_member("many", all->many);
        putchar('}');
    }
}

static void put_nudges(const words_nudge *all)
{
    const char *parted = "";
    for (; all && all->key; all++, parted = ",") {
        printf("%s\"%s\":", parted, all->key);
        put_text(all->words);
    }
}

/* What an option is called and what its values are; seconds are for the page to say. */
static void put_options(const words_option *all)
{
    const char *parted = "";
    for (const words_option *one = all; one && one->key; one++) {
        if (one->value)
            continue;
        printf("%s\"%s\":{\"label\":", parted, one->key);
        put_text(one->words);
        fputs(",\"values\":{", stdout);
        parted = "";
        for (const words_option *value = all; value->key; value++) {
            if (strcmp(value->key, one->key) != 0 || !value->value ||
                strcmp(value->value, WORDS_SECONDS) == 0)
                continue;
            printf("%s\"%s\":", parted, value->value);
            put_text(value->words);
            parted = ",";
        }
        fputs("}}", stdout);
        parted = ",";
    }
}

static void put_game(const char *name)
{
    const words_game *game = words_of(name);
    printf("{\"game\":\"%s\",\"bots\":%d", name, game->bots ? game->bots : 1);
    put_member("title", game->title);
    put_member("short", game->short_title);
    put_member("about", game->about);
    put_member("by", game->by);
    put_member("minutes", game->minutes);
    fputs(",\"options\":{", stdout);
    put_options(game->options);
    fputs("},\"reasons\":{", stdout);
    put_reasons(game->reasons);
    fputs("},\"nudges\":{", stdout);
    put_nudges(game->nudges);
    fputs("}}", stdout);
}

#define NAME(name) #name,

int main(void)
{
    static const char *const names[] = {GAMES_ON_SHELF(NAME) NULL};
    putchar('[');
    for (int i = 0; names[i]; i++) {
        fputs(i > 0 ? ",\n" : "", stdout);
        put_game(names[i]);
    }
    puts("]");
    return 0;
}
