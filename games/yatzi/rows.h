/* rows.h: one turn of Yatzi for every number of points that may be needed, written once for every
 * type of number. Included by rows.c after its choices, with these names defined:
 *     ROWS_NAME, ROWS_TARGET     a suffix for the functions, and their attributes
 *     numbers                    the type: one number or several
 *     ROWS_ADD ROWS_MAX          of two
 *     ROWS_ALL(number)           the same in all of them
 *     ROWS_TIMES(a, number)
 *     ROWS_LOAD(from)            as many as lie there */
#define LANES_NAME ROWS_NAME
#define LANES_TARGET ROWS_TARGET
#define lanes numbers
#define LANES_ADD ROWS_ADD
#define LANES_MAX ROWS_MAX
#define LANES_TIMES ROWS_TIMES
#define LANES_LOWER const double *
#define LANES_OFFER(lower, points) ROWS_LOAD((lower) - (int)(points))
#include "games/yatzi/lanes.h"
#define ROWS_PASTE_(name, suffix) name##_##suffix
#define ROWS_PASTE(name, suffix) ROWS_PASTE_(name, suffix)
#define ROWS_(name) ROWS_PASTE(name, ROWS_NAME)

/* All rows are read from the most points down. */
ROWS_TARGET static inline numbers ROWS_(block)(yatzi_row row, int needed)
{
    int from = needed < row.first ? row.first : needed;
    const double *at = row.at + (from > row.last ? row.last : from);
    /* As a number: before the first row there is no memory to point to. */
    __builtin_prefetch((const void *)((uintptr_t)at - 2 * ROW_BLOCK * sizeof *at));
    return ROWS_LOAD(at);
}

/* The best of a choice, or what is known already. */
ROWS_TARGET static inline numbers ROWS_(best)(const choice *c, int needed, numbers best)
{
    for (int i = 0; i < c->count; i++)
        best = ROWS_MAX(best, ROWS_(block)(c->row[i], needed));
    return best;
}

ROWS_TARGET static inline void ROWS_(offer)(const choices *c, int needed, ROWS_(offers) * out)
{
    const numbers nothing = ROWS_ALL(NOTHING);
    const numbers five = ROWS_(best)(&c->any_five, needed, nothing);
    const numbers fixed = ROWS_(best)(&c->any_fixed, needed, nothing);
    for (int face = 0; face < YATZI_FACES; face++) {
        for (int count = 0; count < YATZI_DICE; count++)
            out->upper[face][count] =
                c->open >> face & 1 ? ROWS_(block)(c->upper[face][count], needed) : nothing;
        out->five[face] = ROWS_(best)(&c->five[face], needed, five);
    }
    for (int kind = 0; kind < LOW_FIXED; kind++)
        out->fixed[kind] = ROWS_(best)(&c->fixed[kind], needed, fixed);
}

/* From the most points down, until a chance is `sure`: those below can only be better. Returns the
 * place of the last that was computed. */
ROWS_TARGET static int ROWS_(think)(const yatzi_solution *solution, const choices *c, int lo,
                                    int hi, double sure, double *out)
{
    const int step = sizeof(numbers) / sizeof(double);
    double by_sum[LOW_SUMS][SUM_MOST + ROW_LONGEST + 2 * ROW_BLOCK];
    for (int i = 0; i < hi - lo + SUM_MOST + ROW_BLOCK; i += step) {
        numbers best = ROWS_ALL(NOTHING);
        for (int kind = 0; kind < LOW_SUMS; kind++) {
            best = ROWS_(best)(&c->by_sum[kind], lo - SUM_MOST + i, best);
            memcpy(by_sum[kind] + i, &best, sizeof best);
        }
    }
    int at = (hi - lo) / step * step;
    for (;; at -= step) {
        ROWS_(offers) o;
        int needed = lo + at;
        ROWS_(offer)(c, needed, &o);
        for (int kind = 0; kind < LOW_SUMS; kind++)
            o.by_sum[kind] = by_sum[kind] + (at + SUM_MOST);
        numbers solved = ROWS_(turn)(&solution->lattice, &o);
        memcpy(out + at, &solved, sizeof solved);
        if (at == 0 || out[at] >= sure)
            return at;
    }
}

ROWS_TARGET static void ROWS_(mix)(const yatzi_share *shares, int count, int hi, double *out)
{
    const int step = sizeof(numbers) / sizeof(double);
    for (int at = hi / step * step; at >= 0; at -= step) {
        numbers sum = ROWS_ALL(0);
        for (int i = 0; i < count; i++) {
            numbers row = ROWS_(block)(shares[i].row, at - shares[i].points);
            sum = ROWS_ADD(sum, ROWS_TIMES(row, shares[i].part));
        }
        memcpy(out + at, &sum, sizeof sum);
    }
}

#undef ROWS_NAME
#undef ROWS_TARGET
#undef numbers
#undef ROWS_ADD
#undef ROWS_MAX
#undef ROWS_ALL
#undef ROWS_TIMES
#undef ROWS_LOAD
#undef ROWS_PASTE_
#undef ROWS_PASTE
#undef ROWS_
