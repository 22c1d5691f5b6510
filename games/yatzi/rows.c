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
    yatzi_row row[OFFERS_MOST];
    int count;
} choice;

/* More dice of a face, or a better kind of roll, never score less in a box. So `any` holds for each
 * kind what a box offers at least, and each kind what it offers beyond. */
typedef struct {
    unsigned open;
    yatzi_row upper[YATZI_FACES][YATZI_DICE]; /* of those open */
    choice any_five, five[YATZI_FACES];
    choice any_fixed, fixed[LOW_FIXED];
    choice by_sum[LOW_SUMS]; /* without the sum; each kind has those before it too */
} choices;

static yatzi_row moved(yatzi_row row, int points)
{
    return (yatzi_row){row.at - points, row.first + points, row.last + points};
}

static void add_offer(choice *c, yatzi_row row)
{
    c->row[c->count++] = row;
}

static void add_upper(yatzi_sheet sheet, int face, yatzi_row_of row_of, void *context, choices *out)
{
    for (int count = 0; count < YATZI_DICE; count++) {
        int points = count * (face + 1), sum = sheet.upper + points;
        yatzi_sheet next = {(uint16_t)(sheet.mask | 1u << face),
                            (uint8_t)(sum < UPPER ? sum : UPPER), sheet.flag};
        out->upper[face][count] = moved(row_of(context, next), points);
    }
}

static void add_lower(yatzi_sheet sheet, int box, yatzi_row_of row_of, void *context, choices *out)
{
    static const uint8_t from[] = {BY_SUM_THREE, BY_SUM_FOUR};
    yatzi_sheet next = {(uint16_t)(sheet.mask | 1u << box), sheet.upper, sheet.flag};
    yatzi_row row = row_of(context, next);
    bool chance = box == YATZI_BOX_CHANCE;
    if (!chance)
        add_offer(&out->any_fixed, row);
    if (box == YATZI_BOX_FULL_HOUSE)
        add_offer(&out->fixed[FIXED_FULL], moved(row, YATZI_FULL_HOUSE));
    if (box == YATZI_BOX_SMALL_STREET) {
        add_offer(&out->fixed[FIXED_SMALL], moved(row, YATZI_SMALL_STREET));
        add_offer(&out->fixed[FIXED_LARGE], moved(row, YATZI_SMALL_STREET));
    }
    if (box == YATZI_BOX_LARGE_STREET)
        add_offer(&out->fixed[FIXED_LARGE], moved(row, YATZI_LARGE_STREET));
    if (!chance && box > YATZI_BOX_FOUR)
        return;
    add_offer(&out->by_sum[chance ? BY_SUM_CHANCE : from[box - YATZI_BOX_THREE]], row);
}

/* What Yatzis do with a box. */
static void add_fives(const yatzi_solution *solution, yatzi_sheet sheet, int box,
                      yatzi_row_of row_of, void *context, choices *out)
{
    yatzi_row row[YATZI_FACES];
    int points[YATZI_FACES], least = -1, allowed = 0;
    for (int face = 0; face < YATZI_FACES; face++) {
        int roll = solution->lattice.roll_of[solution->lattice.five[face]];
        yatzi_sheet next = sheet;
        points[face] = -1;
        if (!(yatzi_allowed(solution, sheet, roll) >> box & 1))
            continue;
        points[face] = yatzi_fill(solution, &next, roll, box);
        row[face] = moved(row_of(context, next), points[face]);
        allowed++;
        if (least < 0 || points[face] < points[least])
            least = face;
    }
    bool any = allowed == YATZI_FACES;
    if (any)
        add_offer(&out->any_five, row[least]);
    for (int face = 0; face < YATZI_FACES; face++)
        if (points[face] >= 0 && !(any && points[face] == points[least]))
            add_offer(&out->five[face], row[face]);
}

static void find_choices(const yatzi_solution *solution, yatzi_sheet sheet, yatzi_row_of row_of,
                         void *context, choices *out)
{
    out->open = ~(unsigned)sheet.mask & (MASKS - 1);
    out->any_five.count = out->any_fixed.count = 0;
    for (int face = 0; face < YATZI_FACES; face++)
        out->five[face].count = 0;
    for (int kind = 0; kind < LOW_FIXED; kind++)
        out->fixed[kind].count = 0;
    for (int kind = 0; kind < LOW_SUMS; kind++)
        out->by_sum[kind].count = 0;
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (sheet.mask >> box & 1)
            continue;
        if (box <= YATZI_BOX_SIXES)
            add_upper(sheet, box, row_of, context, out);
        else
            add_lower(sheet, box, row_of, context, out);
        add_fives(solution, sheet, box, row_of, context, out);
    }
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
#define ROWS_MAX(a, b) YATZI_MAX_8(a, b)
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

void yatzi_mix_rows(const yatzi_solution *solution, const yatzi_share *shares, int count, int hi,
                    double *out)
{
    (void)solution;
#ifdef HAS_X86
    if (solution->lanes > 4) {
        mix_widest(shares, count, hi, out);
        return;
    }
#endif
#if defined HAS_X86 || defined __wasm_simd128__
    if (solution->lanes > 1) {
        mix_wide(shares, count, hi, out);
        return;
    }
#endif
    mix_narrow(shares, count, hi, out);
}

/* Adding, multiplying and choosing never turn an order round, not even by rounding. So the chances
 * fall from number to number, and it does not matter how many are computed at once. */
void yatzi_think_rows(const yatzi_solution *solution, yatzi_sheet sheet, yatzi_row_of row_of,
                      void *context, int lo, int hi, double sure, double *out)
{
    choices c;
    find_choices(solution, sheet, row_of, context, &c);
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

static yatzi_row duel_row(void *context, yatzi_sheet sheet)
{
    duel_turn *d = context;
    int lo = d->lo - ROW_MARGIN, at = 0;
    while (at < d->count && !same_future(d->solution, d->sheet[at], sheet))
        at++;
    if (at == d->count) {
        d->sheet[d->count++] = sheet;
        yatzi_duel(d->solution, sheet, d->other, lo, d->hi + ROW_BLOCK, d->row[at]);
    }
    return (yatzi_row){d->row[at] - lo, lo, d->hi + 1};
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
        row[behind - lo] = lost < 1 ? 1 - lost : 0; /* rounded up it may be more: YATZI_MAX_8 */
    }
}
