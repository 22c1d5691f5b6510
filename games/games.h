/* games.h: the list of games. */
#ifndef KNOBEL_GAMES_GAMES_H
#define KNOBEL_GAMES_GAMES_H

#include "core/game.h"
#include "games/list.h" /* made by games/list */

/* Each folder of games/ has one: NAME_game. */
#define GAMES_DECLARE(name) extern const kn_game name##_game;
GAMES_ON_SHELF(GAMES_DECLARE)
GAMES_HIDDEN(GAMES_DECLARE)

/* The games of the home page, in its order, then NULL. */
extern const kn_game *const kn_games[];

/* A game by its key, the hidden ones included; NULL if there is none. */
const kn_game *kn_find_game(kn_slice key);

#endif
