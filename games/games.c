/* games.c: the list of games. A new game is added here and nowhere else. */
#include "games/games.h"

const kn_game *const kn_games[] = {&yatzi_game,     &yucatan_game, &bossa_game,
                                   &yubitsume_game, &crane_game,   NULL};

const kn_game *kn_find_game(kn_slice key)
{
    for (int i = 0; kn_games[i]; i++)
        if (kn_slice_is(key, kn_games[i]->key))
            return kn_games[i];
    return kn_slice_is(key, template_game.key) ? &template_game : NULL;
}
