/* bot.h: Yu-C-A-Tan solved: one turn for any value of its points, and two players to the end.
 *
 * Cards of a kind are alike (odd and even; shapes and colours; numbers), so a turn is described by
 * the dice left, the cards left of each kind and the points so far. The caller says what scoring a
 * number of points is worth: the points themselves, or the chance to win with them. */
#ifndef KNOBEL_GAMES_YUCATAN_BOT_H
#define KNOBEL_GAMES_YUCATAN_BOT_H

#include "bots/bot.h"
#include "games/yucatan/rules.h"

enum { YUCATAN_KINDS = 3 };
enum { YUCATAN_ROWS = 310, YUCATAN_SPOTS = 1526 };
enum { YUCATAN_TOTAL_MOST = YUCATAN_TURN_MOST * YUCATAN_ROUNDS_MOST };

/* Where in a turn someone is. While dice roll, `dice` counts all that are thrown. */
typedef struct {
    int dice;
    int left[YUCATAN_KINDS]; /* cards that can still be picked */
    int points;
    int kind; /* of the card that is thrown for, or -1 */
    int cup;  /* dice that have yet to land */
    int fit;  /* dice of this throw that have landed and fit */
} yucatan_spot;

/* Dice and cards left; never more cards of a kind than dice, for each takes one at least. The
 * points that can lie there are `least` to `most`, and `base` + points is where they are kept. */
typedef struct {
    int16_t base;
    uint8_t dice, left[YUCATAN_KINDS];
    uint8_t least, most;
} yucatan_row;

/* The shape of a turn: the same for every match. */
typedef struct {
    double odds[YUCATAN_KINDS][YUCATAN_DICE + 1][YUCATAN_DICE + 1]; /* of n dice, k fit */
    yucatan_row row[YUCATAN_ROWS];                                  /* fewest dice first */
    int16_t row_of[YUCATAN_DICE + 1][3][7][7];
    int16_t rows, spots;
} yucatan_map;

/* A turn played as well as can be for `worth`. */
typedef struct {
    double worth[YUCATAN_TURN_MOST + 1]; /* value of scoring this many points; 0: a dash */
    double value[YUCATAN_SPOTS];
} yucatan_turn;

/* What is learned for one setup. */
typedef struct {
    yucatan_map map;
    yucatan_turn points; /* the best turn for points */
    /* The probability of a number of points in a number of such turns. */
    double sum[YUCATAN_ROUNDS_MOST + 1][YUCATAN_TOTAL_MOST + 1];
    /* The last turn of a match, with so many points to catch up: the chances to end above and
     * level, played to win. */
    double above[YUCATAN_TURN_MOST + 1], level[YUCATAN_TURN_MOST + 1];
    int32_t turns;   /* of both seats, for which chances are known; 0 unless there are two */
    double chance[]; /* see yucatan_chance */
} yucatan_solution;

/* ---- one turn ---- */

void yucatan_draw_map(yucatan_map *map);

/* The start of a turn. */
yucatan_spot yucatan_turn_start(void);

/* Solve a turn for the worths stored in it. */
void yucatan_solve_turn(const yucatan_map *map, yucatan_turn *turn);

/* For `count` totals in a row: what each is worth before a turn, if `after` says what totals are
 * worth after it. `after` has YUCATAN_TURN_MOST more entries than `before`. */
void yucatan_before_turn(const yucatan_map *map, const double *after, double *before, int count);

/* What a spot is worth under best play, and what picking a card of a kind there is. */
double yucatan_spot_value(const yucatan_map *map, const yucatan_turn *turn,
                          const yucatan_spot *spot);
double yucatan_pick_value(const yucatan_map *map, const yucatan_turn *turn,
                          const yucatan_spot *spot, int kind);

/* How likely it is that the turn will be written down with so many points, under best play from
 * this spot. */
void yucatan_written(const yucatan_map *map, const yucatan_turn *turn, const yucatan_spot *spot,
                     double *chance);

/* From this spot of the last turn of a match, played to win: the chances to end above and level
 * with someone who is `ahead` points ahead. */
void yucatan_hunt(const yucatan_map *map, const yucatan_spot *spot, int ahead, double *above,
                  double *level);

/* ---- a match ---- */

/* The parts of the solution, in this order: turns for points and their sums; last turns. The
 * chances of two come with yucatan_learn. */
void yucatan_learn_turns(yucatan_solution *solution);
void yucatan_learn_hunts(yucatan_solution *solution);

size_t yucatan_solution_bytes(const kn_setup *setup);
void yucatan_reduce(kn_setup *setup);
bool yucatan_learn(const kn_setup *setup, void *solution, const bot_machine *machine,
                   const volatile bool *stop);

/* Two players who play to win, `turns` turns to come of both together: the chance of the one to
 * play who is `lead` points ahead; a shared win is half a win. */
double yucatan_chance(const yucatan_solution *solution, int turns, int lead);

/* ---- a position ---- */

/* All moves of the seat and what the position is worth to it, in points or in chances to win. Where
 * several share a win each has an equal part of it. Chances are exact for one and two seats; for
 * more see bot.c. */
int yucatan_judge(bot *b, const void *view, bot_meaning meaning, bot_opinion *out);
bot_opinion yucatan_value(bot *b, const void *view, bot_meaning meaning);

/* The kind whose values are chances to win; that of bot.h counts points. They play alike. */
extern const bot_kind yucatan_wins_bot;

/* ---- reasons ---- */

enum {
    REASON_HIT,  /* at least one of `count` dice fits: `chance` */
    REASON_RISK, /* `amount` points are lost if none does */
    REASON_TURN, /* the turn scores `amount` points on average */
    REASON_SAFE, /* `amount` points are written down */
};
extern const bot_reason_kind yucatan_reasons[];

#endif
