/* bot.h: Yatzi solved, for tools and tests: the values, and the final scores. */
#ifndef KNOBEL_GAMES_YATZI_BOT_H
#define KNOBEL_GAMES_YATZI_BOT_H

#include "bots/bot.h"

size_t yatzi_solution_bytes(const kn_setup *setup);

/* How many numbers this machine works on at once: 1, 4 or 8. */
int yatzi_lanes(void);

/* How to solve: how many numbers at the same time, as far as the machine can (0: as many as it can;
 * the values are the same to the last bit), and whether to compute the spread of scores too, which
 * playing to win needs. */
typedef struct {
    int lanes;
    bool squares;
} yatzi_solving;

/* Solve, into memory of yatzi_solution_bytes(). False if it was stopped. */
bool yatzi_solve(const kn_setup *setup, void *solution, const bot_machine *machine,
                 const volatile bool *stop, const yatzi_solving *how);

/* The expected score of a whole game. */
double yatzi_value(const void *solution);

/* ---- points or wins ---- */

/* Is the chance to win of this seat known? Not if it plays alone, and not without a solution. */
bool yatzi_can_win(const bot *b, const void *view);

/* bot_kind's judge and value, for points or for wins. The chance to win is exact for the last turn
 * of all and from four turns before the end between two; otherwise it is estimated from the exact
 * mean and variance of everyone's final score. */
int yatzi_judge(bot *b, const void *view, bot_meaning meaning, bot_opinion *out);
bot_opinion yatzi_worth(bot *b, const void *view, bot_meaning meaning);

/* ---- reasons ---- */

enum {
    REASON_NEEDS,    /* `what` needs one of `faces`: `chance` within `count` throws */
    REASON_REACH,    /* `what` comes about with `chance` within `count` throws */
    REASON_SURE,     /* `what` is sure already */
    REASON_BRINGS,   /* `what` scores `amount` points on average within `count` throws */
    REASON_TURN,     /* `amount` points in this turn and `average` later, on average */
    REASON_NOW,      /* `amount` points now and `average` later, on average */
    REASON_LATER,    /* of the best move: `than` would score more now and stays empty */
    REASON_BONUS,    /* against three of a number, the bonus gains `amount` points on average */
    REASON_NO_BONUS, /* or loses them */
};
extern const bot_reason_kind yatzi_reasons[];

/* bot_kind's why and nudge, for points. */
void yatzi_why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out);
int yatzi_nudge(const void *view, const bot_opinion *opinions, int count,
                const bot_reasons *reasons, int opinion);
extern const char *const yatzi_nudges[];

/* ---- the final score ---- */

enum { YATZI_SCORES_MOST = 1800 };

/* What the final score of a seat can be, from where its sheet stands between two turns (the view of
 * a table just opened: the whole game). Memory for both, aligned for doubles; a third of a gigabyte
 * for a whole game. */
size_t yatzi_odds_bytes(const void *solution, const void *view, int seat);

/* How likely each final score is, when played for points; returns how many numbers there are, from
 * 0 points on, at most YATZI_SCORES_MOST; 0 if it was stopped. */
int yatzi_distribution(const void *solution, const void *view, int seat, void *memory,
                       const bot_machine *machine, const volatile bool *stop, double *out);

/* For every number of points the best chance to reach it; returns as above. */
int yatzi_reach(const void *solution, const void *view, int seat, void *memory,
                const bot_machine *machine, const volatile bool *stop, double *out);

#endif
