/* rules.h: the state of Yu-C-A-Tan, for rules and bots.
 *
 * Only rules.c writes a state; all others read it. */
#ifndef KNOBEL_GAMES_YUCATAN_RULES_H
#define KNOBEL_GAMES_YUCATAN_RULES_H

#include "core/game.h"

extern const kn_game yucatan_game;

enum { YUCATAN_DICE = 12, YUCATAN_FACES = 6, YUCATAN_SEATS = 5, YUCATAN_ROUNDS_MOST = 10 };
enum { YUCATAN_TURN_MOST = 36 }; /* points of the best turn there is */

/* On the sheet; a turn that is written has at least 1 point. */
enum { YUCATAN_DASH = 0, YUCATAN_TO_COME = 0xff };

/* Cards are numbers: odd, even, three shapes, three colours, the numbers 1 to 6. */
enum { YUCATAN_NO_CARD, YUCATAN_CARDS = 14 };

/* A move is the card picked, or: */
enum { YUCATAN_STOP = YUCATAN_NO_CARD };

/* The options. */
enum { YUCATAN_ROUNDS, YUCATAN_FIRST };

/* The phases. */
enum { YUCATAN_DRAW_FIRST, YUCATAN_READY, YUCATAN_THROWING, YUCATAN_DECIDING, YUCATAN_OVER };

typedef struct {
    kn_setup setup;
    uint16_t used; /* cards picked in this turn, one bit each */
    uint16_t cup;  /* dice that have yet to land, one bit each */
    uint8_t phase;
    uint8_t turn;               /* whose */
    uint8_t card;               /* the one that is thrown for */
    uint8_t points;             /* of this turn, lying on the cards */
    uint8_t face[YUCATAN_DICE]; /* 0: in the cup, or not thrown in this turn */
    uint8_t on[YUCATAN_DICE];   /* the card on which a die lies */
    uint8_t sheet[YUCATAN_SEATS][YUCATAN_ROUNDS_MOST];
    uint8_t last_card;               /* the throw settled last; it stays when the turn passes on */
    uint8_t last_face[YUCATAN_DICE]; /* 0: was not thrown */
    uint8_t unused;
} yucatan_state;

/* Does a die that shows `face` fit the card? */
bool yucatan_fits(int card, int face);

/* Points for each die that fits. */
int yucatan_worth(int card);

/* How many turns a seat has had. */
int yucatan_turns_had(const yucatan_state *s, int seat);

/* All dice in the cup land, in their order, on faces counted from 0: the same as one event for
 * each. For simulations. */
void yucatan_land_all(yucatan_state *s, const uint8_t *faces);

#endif
