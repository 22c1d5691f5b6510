/* hands.h: what hands have in common: scatter, tails and rates, all from whole random numbers, so
 * that they are the same everywhere; and how a crane hears what is called to it. */
#ifndef KNOBEL_BOTS_HANDS_H
#define KNOBEL_BOTS_HANDS_H

#include "bots/bot.h"

/* Numbers for one occasion: who asks twice about the same occasion gets the same answer. */
kn_random hands_random(const bot *b, uint64_t occasion);

/* Mean 0 and spread 1, near enough: the sum of twelve even numbers, never beyond 6. */
double hands_normal(kn_random *random);

/* Mean 1, no memory. */
double hands_exponential(kn_random *random);

/* True so many times in a thousand. */
bool hands_happen(kn_random *random, int per_mille);

/* How often a normal number is below z; within 1.5e-7. */
double hands_below(double z);

/* A pause as people make them, `usual_ms` on average: half of it always, the rest as it comes. */
int64_t hands_pause_ms(kn_random *random, int usual_ms);

/* Crane: somebody calls "more" (1), "less" (-1) or "stop" (0); the next grab may follow. */
void crane_bot_hear(bot *b, int direction);

/* Crane: how far a hand goes with this move, in um; 0: it does not grab, or the cards are real. */
int64_t crane_bot_travel(kn_move move);

/* Crane: how likely too many, too few and exactly the number are, going by the record of a seat;
 * returns how many grabs that belief is worth. */
double crane_bot_chances(const bot *b, int seat, int card, int deck, double chance[3]);

/* Crane, a game of two: how many of the other's turns it takes on average to achieve the goal from
 * each number of HIGH, LOW and JUST achieved, if the best bet is made on every card. */
typedef struct {
    double needed[3][3][2];
} crane_way;
void crane_bot_way(const bot *b, int goal, int challenger, crane_way *way);

/* Crane: bot_kind's why; `judge` must have looked at the same view before. */
void crane_why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out);

#endif
