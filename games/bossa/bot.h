/* bot.h: what the parts of Bossa's bot share: a small board that is quick to copy, the moves on it,
 * the solver for the end and the tree search before it. Private to this folder. */
#ifndef KNOBEL_GAMES_BOSSA_BOT_H
#define KNOBEL_GAMES_BOSSA_BOT_H

#include "bots/bot.h"
#include "games/bossa/rules.h"

/* ---- the board ---- */

/* What the rest of a match depends on, once it is known. The first 40 bytes are hashed. */
typedef struct {
    uint64_t counts[BOSSA_COLOURS]; /* tiles on each value, four bits a value; the die has none */
    uint32_t hand[BOSSA_SEATS];
    uint32_t unseen;
    uint8_t low[BOSSA_COLOURS], high[BOSSA_COLOURS];
    uint8_t spent[BOSSA_SEATS];
    uint8_t chip[BOSSA_SEATS]; /* none once it is used */
    uint8_t turn;
    uint8_t redrawing; /* the next tile is for a redraw, and ends the turn */
    uint8_t zero[2];
    uint8_t held[BOSSA_SEATS], left; /* how many tiles are in the hands and unseen */
    uint8_t white_owner;             /* a seat */
    uint8_t zeros[4];
} bossa_board;

/* A move: its tiles (32 bits), and for laying and stacking the value and the number of tiles;
 * then the tile under the chip plus one, or the other's tile of an exchange; line and kind. */
typedef uint64_t bossa_step;
enum { STEP_VALUE = 32, STEP_COUNT = 40, STEP_TILE = 48, STEP_LINE = 56, STEP_KIND = 57 };
enum { BOSSA_STEPS_MAX = 352 };

/* How a step ends the match for the seat that makes it, in halves of a win. */
enum { BOSSA_LOST, BOSSA_DRAWN, BOSSA_WON, BOSSA_GOING };

/* From a state in which both hands and chips are known, drawing, acting or redrawing. */
bossa_board bossa_board_from(const bossa_state *s);
bossa_step bossa_step_from(const bossa_state *s, kn_move move);

/* What the seat that has drawn may lay or stack; what it may redraw and exchange. */
int bossa_list_puts(const bossa_board *board, bossa_step *out);
int bossa_list_swaps(const bossa_board *board, bossa_step *out);
int bossa_list(const bossa_board *board, bossa_step *out);

/* How many bossa_list_swaps would list, and one of them, counted from 0. */
uint32_t bossa_count_swaps(const bossa_board *board);
bossa_step bossa_swap_at(const bossa_board *board, uint32_t at);

int bossa_outcome(const bossa_board *board, bossa_step step);

/* Is there a step that wins immediately? */
bool bossa_wins_now(const bossa_board *board);

/* Make a step that does not end the match. */
void bossa_make(bossa_board *board, bossa_step step);

/* The next tile. A redraw may end the match with it: how, for the seat that drew, else going. */
int bossa_draw(bossa_board *board, int tile);

uint64_t bossa_hash(const bossa_board *board);

static inline int bossa_positions(const bossa_board *board, int colour)
{
    return board->high[colour] - board->low[colour];
}

/* Can a put end the match only by leaving no tile in the hand? */
static inline bool bossa_only_the_last_tile_ends(const bossa_board *board)
{
    return board->left > 1 && bossa_positions(board, BOSSA_WHITE) < BOSSA_GOAL - 1 &&
           bossa_positions(board, BOSSA_BLACK) < BOSSA_GOAL - 1;
}

/* ---- the solver ---- */

/* Values are whole numbers: with u tiles unseen, of 1/(2 u!). Then nothing is ever rounded, and
 * bounds can be compared. */
enum { BOSSA_SOLVABLE = 12 }; /* unseen tiles; more would not fit */
extern const int32_t bossa_whole[BOSSA_SOLVABLE + 1];

/* Known bounds of the value of a board before a draw. */
typedef struct {
    uint64_t key;
    int32_t low, high;
} bossa_bounds;

typedef struct {
    bossa_bounds *table;
    uint32_t mask;        /* the table has one place more */
    int64_t nodes, limit; /* boards visited; above the limit the answer is void */
    int64_t (*now_ns)(void);
    int64_t deadline_ns; /* with a clock */
    bool stopped;
} bossa_solver;

/* What the board, before a draw, is worth to the seat that draws; exact within low and high, a
 * bound beyond them. */
int32_t bossa_solve(bossa_solver *solver, const bossa_board *board, int32_t low, int32_t high);

/* The same for a step of the seat that has drawn. */
int32_t bossa_solve_step(bossa_solver *solver, const bossa_board *board, bossa_step step,
                         int32_t low, int32_t high);

/* ---- the tree search ---- */

#define BOSSA_ONE ((uint64_t)1 << 24) /* a sure win */

/* How often something was tried, and the sum of what came of it. */
typedef struct {
    uint32_t key; /* 0: empty */
    uint32_t visits;
    uint64_t sum;
} bossa_tally;

typedef struct {
    uint32_t playouts;
    uint8_t solved_pile; /* playouts end where so few tiles are left, and are solved */
    bool even;           /* half of the playouts go to all steps alike */
} bossa_effort;

/* Try the steps of a board that has been drawn to, the tallies of which are given; or, without
 * steps, a board before a draw. Goes on from what the tallies hold; `deadline_ns` counts if there
 * is a clock. */
typedef struct {
    const bossa_board *board;
    const bossa_step *steps;
    int count;
    bossa_effort effort;
    int64_t (*now_ns)(void);
    int64_t deadline_ns;
    uint64_t seed;
} bossa_task;

void bossa_search(const bossa_task *task, bossa_tally *tallies);

/* One playout: the rest of a match between fast, weak players, for the seat to move. */
uint64_t bossa_playout(bossa_board board, int solved_pile, kn_random *random);

/* ---- reasons ---- */

enum {
    REASON_WINS,       /* at once */
    REASON_LOSES,      /* at once */
    REASON_DRAWS,      /* at once */
    REASON_LETS_WIN,   /* `count` of `of` tiles let the opponent win immediately */
    REASON_BLOCKS,     /* with `count` of `of` tiles the opponent has no move and loses */
    REASON_STUCK,      /* with `count` of `of` tiles the opponent can only redraw or exchange */
    REASON_FITS,       /* the hand then fits `count` of `of` ends of the lines */
    REASON_FINDS,      /* with `count` of `of` tiles drawn it then fits one of them */
    REASON_OWN_LINE,   /* has `count` of `of` positions then */
    REASON_OTHER_LINE, /* likewise */
    REASON_FURTHER,    /* a worse move looks better one turn ahead, but wins less often */
};
extern const bot_reason_kind bossa_reasons[];

/* bot_kind's why and nudge. */
void bossa_why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out);
int bossa_nudge(const void *view, const bot_opinion *opinions, int count,
                const bot_reasons *reasons, int opinion);
extern const char *const bossa_nudges[];

#endif
