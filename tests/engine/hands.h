/* hands.h: a stage for tests of bots where reaction or skill counts: bots that play whole matches,
 * in their own time. */
#ifndef KNOBEL_TESTS_ENGINE_HANDS_H
#define KNOBEL_TESTS_ENGINE_HANDS_H

#include "bots/hands.h"
#include "core/survey.h"
#include "tests/engine/scenes.h"

bot open_bot(const bot_kind *kind, int seat, int level, uint64_t seed);

void assert_near(double a, double b, double most);

typedef struct {
    const kn_game *game;
    bot seat[KN_SEATS_MAX];
    union {
        uint64_t align;
        uint8_t bytes[KN_STATE_MAX];
    } state;
    kn_random dice;
    int64_t now_ms;
    uint64_t hash; /* of all choices */
    int seats;
} match;

match set_up(const bot_kind *kind, const kn_setup *setup, const int *levels, uint64_t seed);

/* From the start to the end; returns who won. */
kn_actors play(match *m);

/* All options and levels: every choice is accepted, asked twice it is the same, and a match played
 * again is the same match. */
void play_random(const bot_kind *kind, int matches);

/* At random positions: every legal move has its opinion, best first, and judging changes no choice.
 */
void judge_everywhere(const bot_kind *kind, int positions);

/* Of this many matches of two, at least this many are won against the level below. */
void assert_beats(const bot_kind *kind, int level, int least, int of);

#endif
