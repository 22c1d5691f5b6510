/* games.c: the list of games, made from their folders. */
#include "games/games.h"

#define POINTER(name) &name##_game,

const kn_game *const kn_games[] = {GAMES_ON_SHELF(POINTER) NULL};

static const kn_game *const hidden[] = {GAMES_HIDDEN(POINTER) NULL};

static const kn_game *find(const kn_game *const *list, kn_slice key)
{
    for (int i = 0; list[i]; i++)
        if (kn_slice_is(key, list[i]->key))
            return list[i];
    return NULL;
}

const kn_game *kn_find_game(kn_slice key)
{
    const kn_game *found = find(kn_games, key);
    return found ? found : find(hidden, key);
}
