/* rules.h: the state of Yatzi, and what rules and bots share. README.md has the rules for players.
 */
#ifndef KNOBEL_GAMES_YATZI_RULES_H
#define KNOBEL_GAMES_YATZI_RULES_H

#include "core/game.h"

extern const kn_game yatzi_game;

enum { YATZI_DICE = 5, YATZI_THROWS = 3, YATZI_FACES = 6 };
enum { YATZI_BONUS_FROM = 63, YATZI_BONUS = 35, YATZI_SECOND = 100, YATZI_FREE = 0xff };
enum { YATZI_FULL_HOUSE = 25, YATZI_SMALL_STREET = 30, YATZI_LARGE_STREET = 40, YATZI_FIVE = 50 };

enum {
    YATZI_BOX_ONES,
    YATZI_BOX_SIXES = 5,
    YATZI_BOX_THREE,
    YATZI_BOX_FOUR,
    YATZI_BOX_FULL_HOUSE,
    YATZI_BOX_SMALL_STREET,
    YATZI_BOX_LARGE_STREET,
    YATZI_BOX_YATZI,
    YATZI_BOX_CHANCE,
    YATZI_BOXES
};

enum { YATZI_OPTION_SECOND, YATZI_OPTION_SHEET, YATZI_OPTION_FIRST };
enum { YATZI_SECOND_ROLLED, YATZI_SECOND_BOX, YATZI_SECOND_OFF };
enum { YATZI_SHEET_RAVENSBURGER, YATZI_SHEET_AMERICAN };

enum { YATZI_DRAW_FIRST, YATZI_READY, YATZI_THROWING, YATZI_DECIDING, YATZI_OVER };

typedef struct {
    kn_setup setup;
    uint8_t phase;
    uint8_t turn;             /* whose */
    uint8_t throws;           /* made or under way in this turn */
    uint8_t dice[YATZI_DICE]; /* 0: in the cup */
    uint8_t box[KN_SEATS_MAX][YATZI_BOXES];
    uint8_t yatzis[KN_SEATS_MAX];  /* turns that ended on five equal dice */
    uint8_t bonuses[KN_SEATS_MAX]; /* the american sheet's hundreds */
} yatzi_state;

/* A move is `keep` with three bits for each face, how many of it are kept, or `fill` and a box. */
enum { YATZI_FILL = 1 << 18 };

/* ---- what a throw is worth ---- */

typedef struct {
    uint8_t of[YATZI_FACES + 1]; /* how many dice show each face; 0: those in the cup */
    uint8_t sum, most;
} yatzi_count;

yatzi_count yatzi_count_dice(const uint8_t *dice);

/* What the dice score in a box of the seat whose turn it is. */
int yatzi_points(const yatzi_state *s, const yatzi_count *c, int box);

/* The boxes that may be filled, one bit each. */
unsigned yatzi_fillable(const yatzi_state *s, const yatzi_count *c);

/* ---- playing ---- */

/* All dice in the cup land, in their order: the same as one event for each. For simulations. */
void yatzi_land_all(yatzi_state *s, const uint8_t *faces);

#endif
