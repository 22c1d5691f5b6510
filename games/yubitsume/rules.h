/* rules.h: the state of Yubitsume and what the dice ask for, for rules and bots. */
#ifndef KNOBEL_GAMES_YUBITSUME_RULES_H
#define KNOBEL_GAMES_YUBITSUME_RULES_H

#include "core/game.h"

extern const kn_game yubitsume_game;

enum {
    YUBITSUME_SEATS = 5,
    YUBITSUME_WHITE = 3,
    YUBITSUME_BLACK = YUBITSUME_WHITE,
    YUBITSUME_DICE,
    YUBITSUME_FINGERS = 5,
    YUBITSUME_RINGS_TO_WIN = 3,
    YUBITSUME_FALSE_START_MS = 100,
};

/* What a hand can hit; 0: nothing. */
enum {
    YUBITSUME_HIT_NOTHING,
    YUBITSUME_HIT_BLACK = YUBITSUME_BLACK + 1,
    YUBITSUME_HIT_KNIFE,
    YUBITSUME_HITS
};

/* How the wooden finger falls: the finger stays, is off, or stays and another comes back. */
enum { YUBITSUME_CLEAN_WEIGHT = 19, YUBITSUME_BLOODY_WEIGHT = 19, YUBITSUME_SIDE_WEIGHT = 2 };

enum { YUBITSUME_OPTION_LEVEL, YUBITSUME_OPTION_WINDOW, YUBITSUME_OPTION_FIRST };
enum { YUBITSUME_BASIC, YUBITSUME_ADVANCED, YUBITSUME_PROFESSIONAL };

enum {
    YUBITSUME_DRAW_FIRST,
    YUBITSUME_READY,
    YUBITSUME_THROWING,
    YUBITSUME_WINDOW,
    YUBITSUME_FINGER,
    YUBITSUME_RING,
    YUBITSUME_OVER
};

/* One throw and what everyone did about it. */
typedef struct {
    int16_t reaction_ms[YUBITSUME_SEATS]; /* after the dice were shown; far too early is cut off */
    uint16_t error_ms[YUBITSUME_SEATS];
    uint8_t dice[YUBITSUME_DICE]; /* three white, one black; 0: in the hand */
    uint8_t hit[YUBITSUME_SEATS];
    uint8_t in; /* the seats in the round */
} yubitsume_slaps;

typedef struct {
    kn_setup setup;
    uint8_t phase;
    uint8_t turn;                  /* who throws or has thrown */
    uint8_t acted;                 /* the seats whose slap is in */
    uint8_t risk;                  /* the seats that must still throw the wooden finger */
    int64_t shown_ms;              /* when the dice became visible; 0 outside the window */
    yubitsume_slaps now;           /* its `in` always tells who is in the round */
    yubitsume_slaps last;          /* the throw settled last; `in` is 0 if there is none */
    uint8_t wood[YUBITSUME_SEATS]; /* how the wooden finger fell after it */
    uint8_t rings[YUBITSUME_SEATS];
    uint8_t lost[YUBITSUME_SEATS]; /* ringless fingers gone, counted from the little finger */
    uint8_t unused[5];
} yubitsume_state;

/* A move is a kind and a number; those of chance and of the seats do not mix. */
enum { YUBITSUME_THROW = 0, YUBITSUME_HIT = 16, YUBITSUME_PUT_RING = 32 };

/* Real dice and real hands: this and a bit for each seat that lost nothing. */
enum { YUBITSUME_SPARED = 128 };

/* Without a window hands come down on the real table, and the thrower says who is safe. */
static inline bool yubitsume_by_hand(const yubitsume_state *s)
{
    return s->setup.option[YUBITSUME_OPTION_WINDOW] == 0;
}

/* What is right on these dice. */
typedef struct {
    uint8_t number; /* of the case, 1 to 6 */
    uint8_t right;  /* a bit for each right hit; none: keep still */
} yubitsume_case;
yubitsume_case yubitsume_case_of(int level, const uint8_t *dice);

/* Ringless fingers that a seat still has. */
int yubitsume_fingers_left(const yubitsume_state *s, int seat);

#endif
