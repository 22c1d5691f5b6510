/* solve.c: solves every position of a column for points, from the last box to the first.
 *
 * The lanes of a mask are its classes of upper sums, with and without the flag. Masks with the same
 * number of filled boxes do not depend on each other and are spread over all threads. */
#include <string.h>

#include "games/yatzi/bot.h"
#include "games/yatzi/solution.h"

#if defined __x86_64__ && defined __GNUC__
#include <cpuid.h>
#include <immintrin.h>
#define HAS_X86 1
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#define HAS_WASM 1
#endif
#if defined __clang__
#pragma STDC FP_CONTRACT OFF /* the same bits on every machine */
#endif

int yatzi_lanes(void)
{
#ifdef HAS_X86
    enum { OSXSAVE = 1 << 27, AVX2 = 1 << 5, AVX512F = 1 << 16, YMM_STATE = 6, ZMM_STATE = 0xe6 };
    unsigned a, b, c, d, state, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & OSXSAVE))
        return 1;
    __asm__ volatile("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return 1;
    if (b & AVX512F && (state & ZMM_STATE) == ZMM_STATE)
        return 8;
    return b & AVX2 && (state & YMM_STATE) == YMM_STATE ? 4 : 1;
#elif defined HAS_WASM
    return 2;
#else
    return 1;
#endif
}

/* All masks with so many boxes filled. */
typedef struct {
    yatzi_solution *solution;
    const volatile bool *stop;
    int level;    /* boxes filled */
    int lanes;    /* how many are solved at once */
    bool squares; /* these too */
    /* Whom to tell how many positions are known; NULL where several threads solve. */
    const bot_machine *told;
    uint32_t known;
} wave;

/* How an upper box changes the class of the sum, for the masks of one piece of work. */
typedef struct {
    uint8_t after[YATZI_FACES][YATZI_DICE + 1][UPPER_CLASSES_MOST];
} steps;

static void find_steps(const yatzi_solution *solution, unsigned upper, steps *out)
{
    for (int face = 0; face < YATZI_FACES; face++) {
        if (upper >> face & 1)
            continue;
        for (int count = 0; count <= YATZI_DICE; count++)
            for (int class = 0; class < solution->classes[upper]; class ++) {
                int sum = solution->sum_of[upper][class] + count * (face + 1);
                out->after[face][count][class] =
                    solution->class_of[upper | 1u << face][sum < UPPER ? sum : UPPER];
            }
    }
}

/* What the lanes of one mask have in common. */
typedef struct {
    const yatzi_solution *solution;
    const steps *steps;
    unsigned mask, open;
    int boxes, upper_boxes; /* open ones, in `box` */
    uint8_t box[YATZI_BOXES];
    bool joker; /* a Yatzi is one */
    /* Where the values lie after filling a box: without and with a Yatzi, and the flag before it.
     */
    uint32_t row[2][2][YATZI_BOXES];
} plan;

typedef struct {
    int class;
    bool flag;
} lane;

static uint32_t row_after(const plan *p, int box, bool flag)
{
    unsigned next = p->mask | 1u << box;
    uint32_t row = p->solution->first[next];
    if (flag && yatzi_flagged(p->solution->rules, next))
        row += p->solution->classes[next & UPPER];
    return row;
}

static plan plan_for(const yatzi_solution *solution, const steps *st, unsigned mask)
{
    plan p = {.solution = solution, .steps = st, .mask = mask, .open = ~mask & (MASKS - 1)};
    p.joker = solution->rules == RULES_AMERICAN && mask >> YATZI_BOX_YATZI & 1;
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (!(p.open >> box & 1))
            continue;
        p.box[p.boxes++] = (uint8_t)box;
        p.upper_boxes += box <= YATZI_BOX_SIXES;
        bool sets = solution->rules == RULES_ROLLED || box == YATZI_BOX_YATZI;
        p.row[false][false][box] = row_after(&p, box, false);
        p.row[false][true][box] = p.row[true][true][box] = row_after(&p, box, true);
        p.row[true][false][box] = row_after(&p, box, sets);
    }
    return p;
}

/* ---- expected points: doubles, one or several at a time ---- */

#define LANES_NAME plain
#define LANES_TARGET
#define lanes double
#define LANES_ADD(a, b) ((a) + (b))
#define LANES_MAX(a, b) ((a) > (b) ? (a) : (b))
#define LANES_TIMES(a, number) ((a) * (number))
#define LANES_LOWER double
#define LANES_OFFER(lower, points) ((lower) + (points))
#include "games/yatzi/lanes.h"

#define COLUMNS_NAME plain
#define COLUMNS_TARGET
#define columns double
#define COLUMNS_LANES 1
#include "games/yatzi/columns.h"

#ifdef HAS_X86
#define LANES_NAME wide
#define LANES_TARGET __attribute__((target("avx2")))
#define lanes __m256d
#define LANES_ADD(a, b) _mm256_add_pd(a, b)
#define LANES_MAX(a, b) _mm256_max_pd(a, b)
#define LANES_TIMES(a, number) _mm256_mul_pd(a, _mm256_set1_pd(number))
#define LANES_LOWER __m256d
#define LANES_OFFER(lower, points) _mm256_add_pd(lower, _mm256_set1_pd(points))
#include "games/yatzi/lanes.h"

#define COLUMNS_NAME wide
#define COLUMNS_TARGET __attribute__((target("avx2")))
#define columns __m256d
#define COLUMNS_LANES 4
#include "games/yatzi/columns.h"

#define LANES_NAME widest
#define LANES_TARGET __attribute__((target("avx512f")))
#define lanes __m512d
#define LANES_ADD(a, b) _mm512_add_pd(a, b)
#define LANES_MAX(a, b) YATZI_MAX_8(a, b)
#define LANES_TIMES(a, number) _mm512_mul_pd(a, _mm512_set1_pd(number))
#define LANES_LOWER __m512d
#define LANES_OFFER(lower, points) _mm512_add_pd(lower, _mm512_set1_pd(points))
#include "games/yatzi/lanes.h"

#define COLUMNS_NAME widest
#define COLUMNS_TARGET __attribute__((target("avx512f")))
#define columns __m512d
#define COLUMNS_LANES 8
#include "games/yatzi/columns.h"
#endif

#ifdef HAS_WASM
#define LANES_NAME wide
#define LANES_TARGET
#define lanes v128_t
#define LANES_ADD(a, b) wasm_f64x2_add(a, b)
#define LANES_MAX(a, b) wasm_f64x2_pmax(b, a) /* b < a ? a : b */
#define LANES_TIMES(a, number) wasm_f64x2_mul(a, wasm_f64x2_splat(number))
#define LANES_LOWER v128_t
#define LANES_OFFER(lower, points) wasm_f64x2_add(lower, wasm_f64x2_splat(points))
#include "games/yatzi/lanes.h"

#define COLUMNS_NAME wide
#define COLUMNS_TARGET
#define columns v128_t
#define COLUMNS_LANES 2
#include "games/yatzi/columns.h"
#endif

/* ---- means and squares together, when played for points: floats, one or several at a time ---- */

static inline float *squares_of(yatzi_solution *solution)
{
    return (float *)(solution->values + solution->first[MASKS]);
}

typedef struct {
    float mean, square;
} both;

static inline both both_at(const yatzi_solution *solution, uint32_t place)
{
    return (both){(float)solution->values[place], yatzi_squares(solution)[place]};
}

static inline both both_plus(both a, double points)
{
    float by = (float)points, twice = 2 * a.mean, more = by * (twice + by);
    return (both){a.mean + by, a.square + more};
}

static inline both both_max(both a, both b)
{
    return a.mean > b.mean ? a : b;
}

static inline both both_add(both a, both b)
{
    return (both){a.mean + b.mean, a.square + b.square};
}

static inline both both_times(both a, double number)
{
    float by = (float)number;
    return (both){a.mean * by, a.square * by};
}

#define BOTH_NEVER ((both){(float)LOWEST, 0})

#define LANES_NAME both
#define LANES_TARGET
#define lanes both
#define LANES_ADD both_add
#define LANES_MAX both_max
#define LANES_TIMES both_times
#define LANES_LOWER both
#define LANES_OFFER both_plus
#include "games/yatzi/lanes.h"

#define COLUMNS_NAME both
#define COLUMNS_TARGET
#define columns both
#define COLUMNS_LANES 1
#define one both
#define ONE_AT both_at
#define ONE_PLUS both_plus
#define ONE_MAX both_max
#define ONE_NEVER BOTH_NEVER
#define ONE_PUT(to, lane, a) (*((to) + (lane)) = (a))
#define COLUMNS_KEEP(solution, place, solved, n) (squares_of(solution)[place] = (solved)[n].square)
#include "games/yatzi/columns.h"

#ifdef HAS_X86
typedef __m256 floats;
#define FLOATS_LANES 8
#define FLOATS_TARGET __attribute__((target("avx2")))
#define FLOATS_OF(number) _mm256_set1_ps(number)
#define FLOATS_ADD(a, b) _mm256_add_ps(a, b)
#define FLOATS_TIMES(a, b) _mm256_mul_ps(a, b)
#define FLOATS_GREATER(a, b) _mm256_cmp_ps(a, b, _CMP_GT_OQ)
#define FLOATS_PICK(which, a, b) _mm256_blendv_ps(b, a, which)
#elif defined HAS_WASM
typedef v128_t floats;
#define FLOATS_LANES 4
#define FLOATS_TARGET
#define FLOATS_OF(number) wasm_f32x4_splat(number)
#define FLOATS_ADD(a, b) wasm_f32x4_add(a, b)
#define FLOATS_TIMES(a, b) wasm_f32x4_mul(a, b)
#define FLOATS_GREATER(a, b) wasm_f32x4_gt(a, b)
#define FLOATS_PICK(which, a, b) wasm_v128_bitselect(a, b, which)
#endif

#ifdef FLOATS_LANES
typedef struct {
    floats mean, square;
} boths;
#define BOTHS FLOATS_TARGET __attribute__((always_inline)) static inline

BOTHS boths boths_add(boths a, boths b)
{
    return (boths){FLOATS_ADD(a.mean, b.mean), FLOATS_ADD(a.square, b.square)};
}

BOTHS boths boths_times(boths a, double number)
{
    floats by = FLOATS_OF((float)number);
    return (boths){FLOATS_TIMES(a.mean, by), FLOATS_TIMES(a.square, by)};
}

BOTHS boths boths_plus(boths a, double points)
{
    floats by = FLOATS_OF((float)points), twice = FLOATS_ADD(a.mean, a.mean);
    floats more = FLOATS_TIMES(by, FLOATS_ADD(twice, by));
    return (boths){FLOATS_ADD(a.mean, by), FLOATS_ADD(a.square, more)};
}

BOTHS boths boths_max(boths a, boths b)
{
    floats first = FLOATS_GREATER(a.mean, b.mean);
    return (boths){FLOATS_PICK(first, a.mean, b.mean), FLOATS_PICK(first, a.square, b.square)};
}

BOTHS void boths_put(boths *to, int at, both a)
{
    ((float *)&to->mean)[at] = a.mean;
    ((float *)&to->square)[at] = a.square;
}

#define LANES_NAME boths
#define LANES_TARGET FLOATS_TARGET
#define lanes boths
#define LANES_ADD boths_add
#define LANES_MAX boths_max
#define LANES_TIMES boths_times
#define LANES_LOWER boths
#define LANES_OFFER boths_plus
#include "games/yatzi/lanes.h"

#define COLUMNS_NAME boths
#define COLUMNS_TARGET FLOATS_TARGET
#define columns boths
#define COLUMNS_LANES FLOATS_LANES
#define one both
#define ONE_AT both_at
#define ONE_PLUS both_plus
#define ONE_MAX both_max
#define ONE_NEVER BOTH_NEVER
#define ONE_PUT boths_put
#define COLUMNS_KEEP(solution, place, solved, n)                                                   \
    (squares_of(solution)[place] = ((const float *)&(solved)->square)[n])
#include "games/yatzi/columns.h"
#endif

/* ---- wave by wave ---- */

#ifdef FLOATS_LANES
static void solve_wide(const wave *w, const steps *st, unsigned upper, int lower)
{
#ifdef HAS_X86
    if (w->lanes > 4) {
        solve_masks_widest(w->solution, st, upper, lower);
        return;
    }
#endif
    solve_masks_wide(w->solution, st, upper, lower);
}
#endif

/* The masks of one set of upper boxes and so many lower ones. */
static void solve_some(const wave *w, unsigned upper, int lower)
{
    steps st;
    find_steps(w->solution, upper, &st);
#ifdef FLOATS_LANES
    if (w->lanes > 1) {
        solve_wide(w, &st, upper, lower);
        if (w->squares)
            solve_masks_boths(w->solution, &st, upper, lower);
        return;
    }
#endif
    solve_masks_plain(w->solution, &st, upper, lower);
    if (w->squares)
        solve_masks_both(w->solution, &st, upper, lower);
}

static void tell_some(wave *w, unsigned upper, int lower)
{
    const uint32_t *first = w->solution->first;
    for (unsigned set = 0; set < 1u << LOWER_BOXES; set++) {
        unsigned mask = set << YATZI_BOX_THREE | upper;
        if ((int)kn_count_bits(set) == lower)
            w->known += first[mask + 1] - first[mask];
    }
    bot_learnt(w->told, (double)w->known / first[MASKS]);
}

/* Of one set of upper boxes, the masks that have as many boxes filled as the wave wants. */
static void solve_upper(void *job, int part)
{
    wave *w = job;
    unsigned upper = UPPER - (unsigned)part;
    int lower = w->level - (int)kn_count_bits(upper);
    if (lower < 0 || lower > LOWER_BOXES || (w->stop && *w->stop))
        return;
    solve_some(w, upper, lower);
    if (w->told)
        tell_some(w, upper, lower);
}

size_t yatzi_solution_bytes(const kn_setup *setup)
{
    (void)setup;
    return sizeof(yatzi_solution) + YATZI_PLACES_MOST * (sizeof(double) + sizeof(float));
}

bool yatzi_solve(const kn_setup *setup, void *memory, const bot_machine *machine,
                 const volatile bool *stop, const yatzi_solving *how)
{
    yatzi_solution *solution = memory;
    yatzi_build_lattice(&solution->lattice);
    yatzi_build_sheets(solution, setup);
    solution->has_squares = how->squares;
    for (int class = 0; class < solution->classes[UPPER]; class ++) {
        uint32_t place = solution->first[MASKS - 1] + (uint32_t) class;
        int bonus = solution->sum_of[UPPER][class] == UPPER ? YATZI_BONUS : 0;
        solution->values[place] = bonus;
        squares_of(solution)[place] = (float)(bonus * bonus);
    }
    int able = yatzi_lanes(), lanes = how->lanes == 0 || how->lanes > able ? able : how->lanes;
    solution->lanes = (uint8_t)lanes;
    wave w = {.solution = solution, .stop = stop, .lanes = lanes, .squares = how->squares};
    w.told = machine && machine->spread ? NULL : machine;
    w.known = solution->first[MASKS] - solution->first[MASKS - 1]; /* the full sheets */
    for (w.level = YATZI_BOXES - 1; w.level >= 0; w.level--)
        bot_spread(machine, solve_upper, &w, UPPER_MASKS);
    if (stop && *stop)
        return false;
    bot_learnt(machine, 1);
    return true;
}

double yatzi_value(const void *memory)
{
    const yatzi_solution *solution = memory;
    return solution->values[0];
}
