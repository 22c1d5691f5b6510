/* rules.c: finds the rules of a game. See rules.h. */
#include "words/rules.h"

#include <stddef.h>
#include <string.h>

extern const char rules_bossa[], rules_crane[], rules_yatzi[], rules_yubitsume[],
    rules_yucatan[]; /* rules_texts.S */

const char *rules_text(const char *game)
{
    static const struct {
        const char *game, *text;
    } all[] = {{"bossa", rules_bossa},
               {"crane", rules_crane},
               {"yatzi", rules_yatzi},
               {"yubitsume", rules_yubitsume},
               {"yucatan", rules_yucatan}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].game, game) == 0)
            return all[i].text;
    return "";
}
