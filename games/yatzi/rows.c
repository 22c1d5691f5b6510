/* rows.c: solves a turn of Yatzi for every number of points that may be needed, and with it the end
 * of a match of two, exactly. The lanes are the points needed: filling a box shifts them. */
#include <string.h>

#include "games/yatzi/solution.h"

#if defined __x86_64__ && defined __GNUC__
#include <immintrin.h>
#define HAS_X86 1
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif
#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif

enum { OFFERS_MOST = YATZI_BOXES, SUM_MOST = YATZI_DICE * YATZI_FACES };
#define NOTHING (-1.0) /* less than any chance */

/* Some boxes, each as the row behind it, moved by its points. */
typedef struct {
    const double *row[OFFERS_MOST];
    int count;
} choice;

typedef struct {
    choice upper[YATZI_FACES][YATZI_DICE], five[YATZI_FACES], fixed[LOW_FIXED];
    double by_sum[LOW_SUMS][ROW_LONGEST + 32 + ROW_SLACK];
} choices;

static void add_offer(choice *c, const double *row, int points)
{
    c->row[c->count++] = row - points;
}

static void add_upper(yatzi_sheet sheet, int face, yatzi_row_of row_of, void *context, choices *out)
{
    for (int count = 0; count < YATZI_DICE; count++) {
        int points = count * (face + 1), sum = sheet.upper + points;
        yatzi_sheet next = {(uint16_t)(sheet.mask | 1u << face),
                            (uint8_t)(sum < UPPER ? sum : UPPER), sheet.flag};
        add_offer(&out->upper[face][count], row_of(context, next), points);
    }
}

/* What each lower box gets for what is fixed, or SUM. */
enum { SUM = 255 };
static const uint8_t fixed_points[LOW_FIXED][LOWER_BOXES] = {
    [FIXED_NONE] = {0, 0, 0, 0, 0, 0, SUM},
    [FIXED_SMALL] = {0, 0, 0, YATZI_SMALL_STREET, 0, 0, SUM},
    [FIXED_LARGE] = {0, 0, 0, YATZI_SMALL_STREET, YATZI_LARGE_STREET, 0, SUM},
    [FIXED_THREE] = {SUM, 0, 0, 0, 0, 0, SUM},
    [FIXED_FULL] = {SUM, 0, YATZI_FULL_HOUSE, 0, 0, 0, SUM},
    [FIXED_FOUR] = {SUM, SUM, 0, 0, 0, 0, SUM},
};

/* The boxes that score the sum: chance, with three of a kind, and with four of a kind too. */
static void add_by_sum(const double *row, int from_kind, int lo, int hi, choices *out)
{
    for (int kind = from_kind; kind < LOW_SUMS; kind++)
        for (int needed = lo - SUM_MOST; needed < hi + ROW_SLACK; needed++) {
            double *at = &out->by_sum[kind][needed - (lo - SUM_MOST)];
            if (row[needed] > *at)
                *at = row[needed];
        }
}

static void add_lower(yatzi_sheet sheet, int box, yatzi_row_of row_of, void *context, int lo,
                      int hi, choices *out)
{
    yatzi_sheet next = {(uint16_t)(sheet.mask | 1u << box), sheet.upper, sheet.flag};
    const double *row = row_of(context, next);
    int lower = box - YATZI_BOX_THREE;
    for (int kind = 0; kind < LOW_FIXED; kind++)
        if (fixed_points[kind][lower] != SUM)
            add_offer(&out->fixed[kind], row, fixed_points[kind][lower]);
    if (box == YATZI_BOX_CHANCE)
        add_by_sum(row, BY_SUM_CHANCE, lo, hi, out);
    else if (box <= YATZI_BOX_FOUR)
        add_by_sum(row, box == YATZI_BOX_THREE ? BY_SUM_THREE : BY_SUM_FOUR, lo, hi, out);
}

static void add_fives(const yatzi_solution *solution, yatzi_sheet sheet, yatzi_row_of row_of,
                      void *context, choices *out)
{
    for (int face = 0; face < YATZI_FACES; face++) {
        int roll = solution->lattice.roll_of[solution->lattice.five[face]];
        unsigned allowed = yatzi_allowed(solution, sheet, roll);
        for (int box = 0; box < YATZI_BOXES; box++) {
            yatzi_sheet next = sheet;
            if (!(allowed >> box & 1))
                continue;
            int points = yatzi_fill(solution, &next, roll, box);
            add_offer(&out->five[face], row_of(context, next), points);
        }
    }
}

static void find_choices(const yatzi_solution *solution, yatzi_sheet sheet, yatzi_row_of row_of,
                         void *context, int lo, int hi, choices *out)
{
    for (int face = 0; face < YATZI_FACES; face++) {
        out->five[face].count = 0;
        for (int count = 0; count < YATZI_DICE; count++)
            out->upper[face][count].count = 0;
    }
    for (int kind = 0; kind < LOW_FIXED; kind++)
        out->fixed[kind].count = 0;
    for (int kind = 0; kind < LOW_SUMS; kind++)
        for (int i = 0; i < hi - lo + 32 + ROW_SLACK; i++)
            out->by_sum[kind][i] = NOTHING;
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (sheet.mask >> box & 1)
            continue;
        if (box <= YATZI_BOX_SIXES)
            add_upper(sheet, box, row_of, context, out);
        else
            add_lower(sheet, box, row_of, context, lo, hi, out);
    }
    add_fives(solution, sheet, row_of, context, out);
}

/* ---- one or several numbers at once, as the machine can ---- */

#define ROWS_NAME narrow
#define ROWS_TARGET
#define numbers double
#define ROWS_ADD(a, b) ((a) + (b))
#define ROWS_MAX(a, b) ((a) > (b) ? (a) : (b))
#define ROWS_ALL(number) (number)
#define ROWS_TIMES(a, number) ((a) * (number))
#define ROWS_LOAD(from) (*(from))
#include "games/yatzi/rows.h"

#ifdef HAS_X86
#define ROWS_NAME wide
#define ROWS_TARGET __attribute__((target("avx2")))
#define numbers __m256d
#define ROWS_ADD(a, b) _mm256_add_pd(a, b)
#define ROWS_MAX(a, b) _mm256_max_pd(a, b)
#define ROWS_ALL(number) _mm256_set1_pd(number)
#define ROWS_TIMES(a, number) _mm256_mul_pd(a, _mm256_set1_pd(number))
#define ROWS_LOAD(from) _mm256_loadu_pd(from)
#include "games/yatzi/rows.h"

#define ROWS_NAME widest
#define ROWS_TARGET __attribute__((target("avx512f")))
#define numbers __m512d
#define ROWS_ADD(a, b) _mm512_add_pd(a, b)
#define ROWS_MAX(a, b) _mm512_max_pd(a, b)
#define ROWS_ALL(number) _mm512_set1_pd(number)
#define ROWS_TIMES(a, number) _mm512_mul_pd(a, _mm512_set1_pd(number))
#define ROWS_LOAD(from) _mm512_loadu_pd(from)
#include "games/yatzi/rows.h"
#elif defined __wasm_simd128__
#define ROWS_NAME wide
#define ROWS_TARGET
#define numbers v128_t
#define ROWS_ADD(a, b) wasm_f64x2_add(a, b)
#define ROWS_MAX(a, b) wasm_f64x2_pmax(b, a) /* b < a ? a : b */
#define ROWS_ALL(number) wasm_f64x2_splat(number)
#define ROWS_TIMES(a, number) wasm_f64x2_mul(a, wasm_f64x2_splat(number))
#define ROWS_LOAD(from) wasm_v128_load(from)
#include "games/yatzi/rows.h"
#endif

static int think(const yatzi_solution *solution, const choices *c, int lo, int hi, double sure,
                 double *out)
{
#ifdef HAS_X86
    if (solution->lanes > 4)
        return think_widest(solution, c, lo, hi, sure, out);
#endif
#if defined HAS_X86 || defined __wasm_simd128__
    if (solution->lanes > 1)
        return think_wide(solution, c, lo, hi, sure, out);
#endif
    return think_narrow(solution, c, lo, hi, sure, out);
}

/* Adding, multiplying and choosing never turn an order round, not even by rounding. So the chances
 * fall from number to number, and it does not matter how many are computed at once. */
void yatzi_think_rows(const yatzi_solution *solution, yatzi_sheet sheet, yatzi_row_of row_of,
                      void *context, int lo, int hi, double sure, double *out)
{
    choices c;
    find_choices(solution, sheet, row_of, context, lo, hi, &c);
    int known = think(solution, &c, lo, hi, sure, out);
    while (known <= hi - lo && out[known] >= sure)
        known++;
    for (int i = 0; i < known; i++)
        out[i] = 1;
}

/* ---- duels ---- */

enum { DUEL_NEXT_MOST = 24, DUEL_LONGEST = 900 };

/* The rows behind one turn, each solved when it is asked for. */
typedef struct {
    const yatzi_solution *solution;
    yatzi_sheet other;
    int lo, hi, count;
    yatzi_sheet sheet[DUEL_NEXT_MOST];
    double row[DUEL_NEXT_MOST][DUEL_LONGEST];
} duel_turn;

static bool same_future(const yatzi_solution *solution, yatzi_sheet a, yatzi_sheet b)
{
    return a.mask == b.mask && yatzi_place(solution, a) == yatzi_place(solution, b);
}

static const double *duel_row(void *context, yatzi_sheet sheet)
{
    duel_turn *d = context;
    int lo = d->lo - ROW_MARGIN, at = 0;
    while (at < d->count && !same_future(d->solution, d->sheet[at], sheet))
        at++;
    if (at == d->count) {
        d->sheet[d->count++] = sheet;
        yatzi_duel(d->solution, sheet, d->other, lo, d->hi + ROW_SLACK, d->row[at]);
    }
    return d->row[at] - lo;
}

/* Both sheets are full: only the bonuses are missing. */
static double duel_result(const yatzi_solution *solution, yatzi_sheet me, yatzi_sheet other,
                          int behind)
{
    double lead = solution->values[yatzi_place(solution, me)] -
                  solution->values[yatzi_place(solution, other)] - behind;
    return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
}

void yatzi_duel(const yatzi_solution *solution, yatzi_sheet me, yatzi_sheet other, int lo, int hi,
                double *row)
{
    if (other.mask == MASKS - 1) {
        for (int behind = lo; behind <= hi; behind++)
            row[behind - lo] = duel_result(solution, me, other, behind);
        return;
    }
    /* The other is to move; it needs what I am ahead. Beyond these bounds all is decided. */
    int most = yatzi_most(solution, other), least = -yatzi_most(solution, me);
    double theirs[DUEL_LONGEST];
    duel_turn turn;
    turn.solution = solution;
    turn.other = me;
    turn.lo = least - 1;
    turn.hi = most + 1;
    turn.count = 0;
    yatzi_think_rows(solution, other, duel_row, &turn, turn.lo, turn.hi, NEVER_SURE, theirs);
    for (int behind = lo; behind <= hi; behind++) {
        int needed = -behind;
        double lost = needed < turn.lo ? 1 : needed > turn.hi ? 0 : theirs[needed - turn.lo];
        row[behind - lo] = 1 - lost;
    }
}
