/* advice.h: a stage for tests of the reasons of judges: judge a position, and look for a reason. */
#ifndef KNOBEL_TESTS_ENGINE_ADVICE_H
#define KNOBEL_TESTS_ENGINE_ADVICE_H

#include "bots/bot.h"
#include "tests/engine/scenes.h"

typedef struct {
    bot b;
    bot_opinion opinions[KN_MOVES_MAX];
    int count;
    bot_reasons reasons;
} advice;

/* What the best judge says; the next call overwrites it. */
advice *judge(const kn_game *game, const void *solution, int seat, const void *state);

/* The `nth` reason for a move; NULL if there is none. */
const bot_reason *reason_for(const advice *a, const scene *s, const char *move, int nth);

/* The key of the direction that names no move. */
const char *nudge_for(const advice *a, const void *state);

/* Play random legal moves until a seat is to move in this phase; false if the match ends before. */
bool stroll(const kn_game *game, void *state, int events, kn_random *random);

void assert_close(double value, double expected, double most);

#endif
