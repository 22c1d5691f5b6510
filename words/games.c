/* games.c: the words of the games, from their folders. */
#include <string.h>

#include "games/list.h"
#include "words/words.h"

#define DECLARE(name) extern const words_game name##_words;
GAMES_WITH_WORDS(DECLARE)

#define POINTER(name) &name##_words,
const words_game *const words_games[] = {GAMES_WITH_WORDS(POINTER) NULL};

const words_game *words_of(const char *game)
{
    static const words_game nothing = {.game = ""};
    for (int i = 0; words_games[i]; i++)
        if (strcmp(words_games[i]->game, game) == 0)
            return words_games[i];
    return &nothing;
}
