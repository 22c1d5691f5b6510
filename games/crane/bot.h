/* bot.h: what the parts of the bot share: what it believes of a hand, and the way to the goal with
 * two players. */
#ifndef KNOBEL_GAMES_CRANE_BOT_H
#define KNOBEL_GAMES_CRANE_BOT_H

#include "bots/bot.h"
#include "games/crane/rules.h"

/* How likely too many, too few and exactly the number are, going by the record of a seat;
 * returns how many grabs that belief is worth. */
double crane_bot_chances(const bot *b, int seat, int card, int deck, double chance[3]);

/* A game of two: how many of the other's turns it takes on average to achieve the goal from
 * each number of HIGH, LOW and JUST achieved, if the best bet is made on every card. */
typedef struct {
    double needed[3][3][2];
} crane_way;
void crane_bot_way(const bot *b, int goal, int challenger, crane_way *way);

/* ---- reasons ---- */

enum {
    REASON_TOO_MANY, /* cards: `chance` */
    REASON_TOO_FEW,
    REASON_EXACT,
    REASON_PAYS,   /* a right bet wins `amount` cards */
    REASON_SHARES, /* those who bet it share `amount` cards */
    REASON_GOAL,   /* a right bet wins the match */
    REASON_GRAB,   /* `count` cards exactly: `chance`, if the hand obeys */
    REASON_TAKES,  /* `amount` cards come out of this jackpot */
    REASON_HOLDS,  /* this jackpot has `amount` cards then */
};
extern const bot_reason_kind crane_reasons[];

/* bot_kind's why and nudge; `judge` must have looked at the same view before. */
void crane_why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out);
int crane_nudge(const void *view, const bot_opinion *opinions, int count,
                const bot_reasons *reasons, int opinion);
extern const char *const crane_nudges[];

#endif
