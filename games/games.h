/* games.h: the games of the house. */
#ifndef KNOBEL_GAMES_GAMES_H
#define KNOBEL_GAMES_GAMES_H

#include "core/game.h"

extern const kn_game yatzi_game, yucatan_game, bossa_game, yubitsume_game, crane_game;
extern const kn_game template_game;

/* The five games, in the order in which the house lists them, then NULL. */
extern const kn_game *const kn_games[];

/* A game of the house by its key, the template included; NULL if there is none. */
const kn_game *kn_find_game(kn_slice key);

#endif
