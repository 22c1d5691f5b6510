/* rules.h: the state of Tactile Crane Championship, and what rules and bots share. */
#ifndef KNOBEL_GAMES_CRANE_RULES_H
#define KNOBEL_GAMES_CRANE_RULES_H

#include "core/game.h"

extern const kn_game crane_game;

enum {
    CRANE_SEATS = 6,
    CRANE_CARDS = 136,
    CRANE_LOWEST = 4,
    CRANE_HIGHEST = 20,
    CRANE_FINGERS = 4,
    CRANE_COPIES = 2,
    CRANE_CARD_KINDS = (CRANE_HIGHEST - CRANE_LOWEST + 1) * CRANE_FINGERS,
    CRANE_JACKPOT = 3,
    CRANE_PAY = 2,
    CRANE_MULTIPLIER = 10,
    CRANE_CARDS_TO_WIN = 40,
    CRANE_BETS_TO_WIN = 3,
    CRANE_ROUNDS = 2, /* of turns, with three or more */
};

/* The hand: how far it may go, how far one card is, and how it moves without each finger. */
enum { CRANE_TRAVEL_MAX_UM = 400000, CRANE_THICKNESS_UM = 2000, CRANE_PER_MILLE = 1000 };
extern const uint16_t crane_gain[CRANE_FINGERS];

/* How the cards can slip, per mille. */
enum { CRANE_SLIPS = 17 };
extern const kn_outcome crane_slips[CRANE_SLIPS];

enum { CRANE_NO_BET, CRANE_HIGH, CRANE_LOW, CRANE_JUST, CRANE_HIDDEN };
enum { CRANE_BET_KINDS = 3 };

enum { CRANE_OPTION_GOAL, CRANE_OPTION_HAND, CRANE_OPTION_FIRST };
enum { CRANE_GOAL_EACH_KIND, CRANE_GOAL_ANY_THREE };
enum { CRANE_HAND_SCREEN, CRANE_HAND_CARDS };

enum {
    CRANE_DRAW_FIRST,
    CRANE_FLIP,
    CRANE_EYES,
    CRANE_BETS,
    CRANE_SLIP,
    CRANE_GRAB,
    CRANE_CHOOSE,
    CRANE_OVER
};

/* The last grab that was counted. Until the jackpot is chosen its cards still lie in the deck. */
typedef struct {
    uint32_t travel_um; /* 0 with real cards */
    uint16_t slip;      /* 0 with real cards */
    uint8_t card;       /* 0: none was counted yet */
    uint8_t count;
    uint8_t challenger;
    uint8_t jackpot; /* from 1; 0: not chosen yet */
    uint8_t bet[CRANE_SEATS];
    uint8_t got[CRANE_SEATS];
    uint8_t unused[2];
} crane_grab;

typedef struct {
    kn_setup setup;
    crane_grab last;
    uint16_t slip; /* 0: not drawn, or not to be known */
    uint8_t phase;
    uint8_t turn;    /* whose; 0 before the first and after the last */
    uint8_t starter; /* the first challenger */
    uint8_t turns;   /* used up */
    uint8_t tied;    /* the seats that play off a tie, one bit each */
    uint8_t card;    /* 1 + the kind turned up; 0: none */
    uint8_t deck;
    uint8_t jackpot[2];
    uint8_t unused;
    uint8_t loose[CRANE_SEATS];
    uint8_t multipliers[CRANE_SEATS];
    uint8_t bet[CRANE_SEATS];
    uint8_t achieved[2][CRANE_BET_KINDS]; /* only in a game of two */
    uint8_t gone[CRANE_CARD_KINDS];       /* copies that were turned up and left the deck */
} crane_state;

/* A move of a seat is a tag and a number; a move of chance is the bare number. */
enum { CRANE_TAG_SHIFT = 20, CRANE_TAG_NUMBER = (1 << CRANE_TAG_SHIFT) - 1 };
enum {
    CRANE_CLOSE = 1 << CRANE_TAG_SHIFT,
    CRANE_OPEN = 2 << CRANE_TAG_SHIFT,
    CRANE_BET = 3 << CRANE_TAG_SHIFT,
    CRANE_TRAVEL = 4 << CRANE_TAG_SHIFT,
    CRANE_COUNT = 5 << CRANE_TAG_SHIFT,
    CRANE_TAKE = 6 << CRANE_TAG_SHIFT,
};

/* What a card asks for (1 + its kind, as in the state): how many, and without which finger. */
int crane_number(int card);
int crane_finger(int card);

/* How many cards the hand holds after so much travel, were the deck thick enough. */
int crane_cards_held(uint32_t travel_um, int slip, int card);

bool crane_for_two(const crane_state *s);
bool crane_on_screen(const crane_state *s);

/* Has the seat still a bet card of this kind? Only in a game of two can it be gone. */
bool crane_has_bet(const crane_state *s, int seat, int kind);

/* In a game of two: has the seat achieved all the bets it needs? */
bool crane_goal_reached(const crane_state *s, int seat);

#endif
