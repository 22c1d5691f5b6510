/* solution.h: what the solvers of Yatzi share: the lattice of dice, the sheets, and the values.
 *
 * A keep is a multiset of at most five dice. Keeps with the same ones, twos and threes are a fibre:
 * triangles of fours, fives and sixes, one for each number of further dice: a tetrahedron. Fibres
 * themselves are numbered like the places in one. Adding a die leads from triangle to triangle, at
 * places that are sums: so the inner loops need no tables. */
#ifndef KNOBEL_GAMES_YATZI_SOLUTION_H
#define KNOBEL_GAMES_YATZI_SOLUTION_H

#include "bots/bot.h"
#include "core/bits.h"
#include "games/yatzi/rules.h"

enum { KEEPS = 462, ROLLS = 252, FIBRES = 56, LOW_KINDS_MOST = 100, UPPER_CLASSES_MOST = 44 };
/* Positions that differ: of the sheets with the most, rolled and american. */
enum { YATZI_PLACES_MOST = 320000 };
enum { MASKS = 1 << YATZI_BOXES, UPPER_MASKS = 64, UPPER = 63, LOWER_BOXES = 7 };

/* Dice in triangles and tetrahedra of so many rows; the place of a die within a triangle. */
#define TRIANGLE(rows) ((rows) * ((rows) + 1) / 2)
#define TETRAHEDRON(rows) ((rows) * ((rows) + 1) * ((rows) + 2) / 6)

/* The inner loops are one piece of code. Under a sanitizer, which looks at every step, that would
 * take minutes to compile: there they stay functions. */
#if defined KNOBEL_SANITIZED
#define YATZI_INLINED
#else
#define YATZI_INLINED always_inline
#endif

/* The greater of two numbers of which one at most is negative: they are in the order of their bits.
 * So a chance must never fall below 0, nor above 1 where it is taken from 1. Processors that add
 * and compare in the same unit have another one for integers. */
#define YATZI_MAX_8(a, b)                                                                          \
    _mm512_castsi512_pd(_mm512_max_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)))

/* What the lower boxes see of a roll that is no Yatzi: some score the sum, chance and perhaps three
 * and four of a kind; the others a fixed number, perhaps 0. The second decides the first. */
enum { BY_SUM_CHANCE, BY_SUM_THREE, BY_SUM_FOUR, LOW_SUMS };
enum { FIXED_NONE, FIXED_SMALL, FIXED_LARGE, FIXED_THREE, FIXED_FULL, FIXED_FOUR, LOW_FIXED };

typedef struct {
    uint8_t first_roll[FIBRES];         /* the first with these ones, twos and threes */
    uint8_t count[KEEPS][6];            /* dice of each face */
    uint8_t faces[KEEPS];               /* different ones */
    uint16_t fewer[KEEPS][YATZI_DICE];  /* with one die less, for each of those */
    uint16_t roll[ROLLS];               /* the keeps with five dice, fibre by fibre */
    uint8_t roll_of[KEEPS];             /* its number among the rolls */
    double chance[ROLLS];               /* to throw it with all five */
    uint8_t low_kind[ROLLS];            /* for a Yatzi without meaning */
    uint8_t points[ROLLS][YATZI_BOXES]; /* without second Yatzi and joker */
    uint8_t face[ROLLS];                /* 1 to 6 if all five dice show it, otherwise 0 */
    uint16_t five[YATZI_FACES];         /* the keeps with five equal dice */
    uint8_t low_first[LOW_FIXED + 1];   /* the kinds for the lower boxes, by what is fixed */
    double low_sum[LOW_KINDS_MOST];     /* and their sums */
} yatzi_lattice;

/* Which further Yatzi counts: the three readings of the Ravensburger sheet, and the american one.
 */
enum { RULES_ROLLED, RULES_BOX, RULES_OFF, RULES_AMERICAN };

/* One seat's column as far as its future goes. */
typedef struct {
    uint16_t mask; /* boxes filled */
    uint8_t upper; /* their upper sum, 63 at most */
    uint8_t flag;  /* the second Yatzi would count */
} yatzi_sheet;

/* Everything solved for one set of options. Upper sums that have the same future are one class:
 * with the boxes still open, the same further sums earn the bonus. */
typedef struct {
    yatzi_lattice lattice;
    bool has_squares;
    uint8_t lanes; /* how many numbers this machine works on at once */
    uint8_t rules;
    uint8_t classes[UPPER_MASKS];
    uint8_t class_of[UPPER_MASKS][UPPER + 1];        /* by upper sum */
    uint8_t sum_of[UPPER_MASKS][UPPER_CLASSES_MOST]; /* a sum of the class */
    uint32_t first[MASKS + 1];                       /* where the values of a mask begin */
    double values[]; /* expected further points, bonus included; then the squares */
} yatzi_solution;

/* The expected squares of those points when played for points. */
static inline const float *yatzi_squares(const yatzi_solution *solution)
{
    return (const float *)(solution->values + solution->first[MASKS]);
}

/* ---- the lattice ---- */

void yatzi_build_lattice(yatzi_lattice *l);
int yatzi_keep_at(const uint8_t *count);

/* Where the counts of three faces lie in a tetrahedron. */
static inline int yatzi_place_of(const uint8_t *count)
{
    int row = count[1] + count[2];
    return TETRAHEDRON(count[0] + row) + TRIANGLE(row) + count[2];
}

/* Where the fibres with so many ones, twos and threes begin. */
static inline int yatzi_fibres_at(int size)
{
    static const uint16_t at[] = {0, 56, 161, 281, 381, 441, KEEPS};
    return at[size];
}

/* ---- sheets ---- */

int yatzi_rules(const kn_setup *setup);
void yatzi_build_sheets(yatzi_solution *solution, const kn_setup *setup);
yatzi_sheet yatzi_sheet_of(const yatzi_state *s, int seat);
int yatzi_points_so_far(const yatzi_state *s, int seat); /* without the bonus */

/* Does the flag matter to this mask's future? */
static inline bool yatzi_flagged(int rules, unsigned mask)
{
    bool yatzi = mask >> YATZI_BOX_YATZI & 1, chance = mask >> YATZI_BOX_CHANCE & 1;
    switch (rules) {
    case RULES_ROLLED: return !chance;
    case RULES_BOX: return yatzi && !chance;
    case RULES_AMERICAN: return yatzi && mask != MASKS - 1;
    default: return false;
    }
}

/* Where the sheet's value lies. */
static inline uint32_t yatzi_place(const yatzi_solution *solution, yatzi_sheet sheet)
{
    unsigned upper = sheet.mask & UPPER;
    uint32_t place = solution->first[sheet.mask] + solution->class_of[upper][sheet.upper];
    if (sheet.flag && yatzi_flagged(solution->rules, sheet.mask))
        place += solution->classes[upper];
    return place;
}

/* The boxes a roll may go into. */
unsigned yatzi_allowed(const yatzi_solution *solution, yatzi_sheet sheet, int roll);

/* Fill a box: the points it brings, without the bonus for 63, and the sheet as it is then. */
int yatzi_fill(const yatzi_solution *solution, yatzi_sheet *sheet, int roll, int box);

/* No more points than this can follow. */
int yatzi_most(const yatzi_solution *solution, yatzi_sheet sheet);

/* ---- one turn ---- */

/* What everything within a turn is worth, given what filling a box is worth. */
typedef struct {
    double fill[ROLLS][YATZI_BOXES];  /* LOWEST where it is not allowed */
    uint8_t box[ROLLS];               /* the best one */
    double best[YATZI_THROWS][KEEPS]; /* a roll with so many throws left; of use for rolls only */
    double keep[YATZI_THROWS + 1]
               [KEEPS]; /* keeping these dice and throwing the rest; [0] not used */
} yatzi_turn;
#define LOWEST (-1e30)

/* Fill in all but `fill`. The turn as it begins is then `keep[YATZI_THROWS][0]`. */
void yatzi_think(const yatzi_lattice *l, yatzi_turn *turn);

/* Fill in everything, for points. */
void yatzi_think_points(const yatzi_solution *solution, yatzi_sheet sheet, yatzi_turn *turn);

/* ---- one turn for every number of points that are needed ---- */

enum { ROW_BLOCK = 8 };    /* as many numbers are read at once, at most */
enum { ROW_MARGIN = 150 }; /* no box brings more */

/* Something by the points that are needed: `at[first]` to `at[last + ROW_BLOCK - 1]`. All that lie
 * before the block at `first` are like it, and all behind the one at `last`. Moved by the points of
 * a box, `at` still points into the same memory: ROW_MARGIN numbers lie before it. */
typedef struct {
    const double *at;
    int first, last;
} yatzi_row;

/* What a sheet is worth by the points that are needed then. */
typedef yatzi_row (*yatzi_row_of)(void *context, yatzi_sheet sheet);
enum { ROW_LONGEST = 1800 };

/* The best chance at the start of a turn when `lo` to `hi` points are needed; `out` has room for
 * ROW_BLOCK more. What is at least `sure` counts as 1, and takes no time. */
void yatzi_think_rows(const yatzi_solution *solution, yatzi_sheet sheet, yatzi_row_of row_of,
                      void *context, int lo, int hi, double sure, double *out);
#define NEVER_SURE 2.0

/* Parts of rows, each moved by the points it brings, added up from 0 to `hi`. */
typedef struct {
    yatzi_row row;
    int points;
    double part;
} yatzi_share;
void yatzi_mix_rows(const yatzi_solution *solution, const yatzi_share *shares, int count, int hi,
                    double *out);

/* ---- playing to win ---- */

enum { DUEL_BOXES = 2 }; /* a duel is solved from so many open boxes each */

/* For two: what is left for `me` after it filled a box, by the points the other is ahead then, from
 * `lo` on; the other is to move. `lo` to `hi` are all that `row` has room for. */
void yatzi_duel(const yatzi_solution *solution, yatzi_sheet me, yatzi_sheet other, int lo, int hi,
                double *row);

#endif
