/* rules.c: finds the rules of a game. See rules.h. */
#include "words/rules.h"

#include <stddef.h>
#include <string.h>

#include "games/list.h"

/* rules_texts.S has them. */
#define DECLARE(name) extern const char rules_##name[];
GAMES_WITH_RULES(DECLARE)
#define ENTRY(name) {#name, rules_##name},

const char *rules_text(const char *game)
{
    static const struct {
        const char *game, *text;
    } all[] = {GAMES_WITH_RULES(ENTRY){NULL, NULL}};
    for (int i = 0; all[i].game; i++)
        if (strcmp(all[i].game, game) == 0)
            return all[i].text;
    return "";
}
