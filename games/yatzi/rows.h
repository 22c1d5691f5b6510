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

ROWS_TARGET static inline void ROWS_(best)(const choice *c, int count, int needed, numbers *out)
{
    for (int k = 0; k < count; k++) {
        numbers best = ROWS_ALL(NOTHING);
        for (int i = 0; i < c[k].count; i++)
            best = ROWS_MAX(best, ROWS_LOAD(c[k].row[i] + needed));
        out[k] = best;
    }
}

/* From the most points down, until a chance is `sure`: those below can only be better. Returns the
 * place of the last that was computed. */
ROWS_TARGET static int ROWS_(think)(const yatzi_solution *solution, const choices *c, int lo,
                                    int hi, double sure, double *out)
{
    const int step = sizeof(numbers) / sizeof(double);
    int at = (hi - lo) / step * step;
    for (;; at -= step) {
        ROWS_(offers) o;
        int needed = lo + at;
        ROWS_(best)(&c->upper[0][0], YATZI_FACES * YATZI_DICE, needed, &o.upper[0][0]);
        ROWS_(best)(c->five, YATZI_FACES, needed, o.five);
        ROWS_(best)(c->fixed, LOW_FIXED, needed, o.fixed);
        for (int k = 0; k < LOW_SUMS; k++)
            o.by_sum[k] = c->by_sum[k] + (at + SUM_MOST);
        numbers solved = ROWS_(turn)(&solution->lattice, &o);
        memcpy(out + at, &solved, sizeof solved);
        if (at == 0 || out[at] >= sure)
            return at;
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
