/* rules.h: the state of Bossa, how a move is packed, what tiles are worth; for the rules and for
 * bots, which get the view of their seat. */
#ifndef KNOBEL_GAMES_BOSSA_RULES_H
#define KNOBEL_GAMES_BOSSA_RULES_H

#include "core/bits.h"
#include "core/game.h"

extern const kn_game bossa_game;

enum {
    BOSSA_SEATS = 2,
    BOSSA_TILES = 27,
    BOSSA_DEALT = 4,
    BOSSA_HAND_MAX = 7,
    BOSSA_FACES = 6,
    BOSSA_GOAL = 6,
    BOSSA_VALUES = 13,
};

enum { BOSSA_OPTION_CHIPS };
enum { BOSSA_CHIPS_OFF, BOSSA_CHIPS_ON };

enum {
    BOSSA_THROWING,
    BOSSA_LOOKING,
    BOSSA_CHOOSING,
    BOSSA_OPENING,
    BOSSA_KEEPING,
    BOSSA_DRAWING,
    BOSSA_ACTING,
    BOSSA_REDRAWING,
    BOSSA_OVER
};

enum { BOSSA_WHITE, BOSSA_BLACK, BOSSA_COLOURS, BOSSA_START = BOSSA_COLOURS };
enum { BOSSA_MARKER_REDRAW = 1, BOSSA_MARKER_EXCHANGE = 2, BOSSA_MARKER_STACK = 4 };

/* Hidden: kept, but unknown to whom this is shown. */
enum { BOSSA_CHIP_NONE, BOSSA_CHIP_HIDDEN, BOSSA_CHIP_DOUBLER, BOSSA_CHIP_CONVERTER };

/* A line of positions, indexed by their value; where the die lies there are no tiles. */
typedef struct {
    uint32_t laid[BOSSA_VALUES];
    uint8_t count[BOSSA_VALUES]; /* of tiles in `laid` */
    uint8_t die;                 /* 0: not thrown yet */
    uint8_t low, high;           /* the ends, the die included */
} bossa_line;

/* Sets of tiles are masks; a single tile is its number plus one, 0 for none. */
typedef struct {
    kn_setup setup;
    uint32_t hand[BOSSA_SEATS];  /* empty while `held` is not: hidden from whom this is shown */
    uint32_t stack[BOSSA_SEATS]; /* the tiles each seat has stacked */
    uint32_t unseen;             /* in the pile, in hands nobody may look at, or out of the game */
    uint32_t gone;               /* thrown away by a redraw */
    bossa_line line[BOSSA_COLOURS];
    uint8_t phase;
    uint8_t turn;              /* whose; in the end, who moved last */
    uint8_t tie;               /* what both dice have just shown, so that they are thrown again */
    uint8_t drawn;             /* the tile drawn in this turn */
    uint8_t white_owner;       /* 0: not chosen yet; else a seat plus one */
    uint8_t held[BOSSA_SEATS]; /* tiles in a hand, those lying face down not counted */
    uint8_t spent[BOSSA_SEATS];
    uint8_t stack_line[BOSSA_SEATS], stack_value[BOSSA_SEATS];
    uint8_t chip[BOSSA_SEATS];
    uint8_t under[BOSSA_SEATS]; /* the tile under the chip */
    uint8_t ending;
    uint8_t winners; /* one bit a seat */
    uint8_t unused[1];
} bossa_state;

_Static_assert(sizeof(bossa_line) == 4 * BOSSA_VALUES + BOSSA_VALUES + 3, "no gaps");
_Static_assert(sizeof(bossa_state) == sizeof(kn_setup) + 24 + 2 * sizeof(bossa_line) + 20,
               "no gaps");

/* A move: seven bits for tiles of the sorted hand, the tile under the chip plus one, the line, the
 * kind, and the value of the place. An exchange has the other's tile as its place; what is taken
 * or kept stands where the tiles would. While moves are being listed the number of tiles stands
 * between the kind and the place. */
enum {
    BOSSA_CHIP_AT = 7,
    BOSSA_LINE_AT = 10,
    BOSSA_KIND_AT = 11,
    BOSSA_COUNT_AT = 14,
    BOSSA_PLACE_AT = 18,
};
enum { BOSSA_LAY, BOSSA_STACK, BOSSA_REDRAW, BOSSA_EXCHANGE, BOSSA_TAKE, BOSSA_KEEP };

/* Every pair of one to six pips, by white, then by black. */
extern const uint8_t bossa_pips[BOSSA_COLOURS][BOSSA_TILES];

/* What a tile is worth in a line under a chip; 0 if the chip may not lie on it there. */
static inline unsigned bossa_changed_pips(int chip, int colour, int tile)
{
    unsigned own = bossa_pips[colour][tile], other = bossa_pips[!colour][tile];
    if (chip == BOSSA_CHIP_DOUBLER)
        return 2 * own;
    return chip == BOSSA_CHIP_CONVERTER && other != own ? other : 0;
}

/* How many tiles may lie next to so many, one bit for each number; none is the die. */
static inline unsigned bossa_next_counts(unsigned count)
{
    return count == 0 ? 1u << 1 | 1u << 2 : (1u << count >> 1 | 1u << (count + 1)) & ~1u;
}

/* The tile at a place of the sorted hand, or -1. */
static inline int bossa_tile_at(uint32_t hand, unsigned place)
{
    return place < kn_count_bits(hand) ? (int)kn_nth_bit(hand, place) : -1;
}

/* The tiles of the sorted hand that a set of places means. */
static inline uint32_t bossa_pick(uint32_t hand, unsigned places)
{
    uint32_t tiles = 0;
    for (; hand; hand &= hand - 1, places >>= 1)
        tiles |= hand & -hand & -(places & 1);
    return tiles;
}

#endif
