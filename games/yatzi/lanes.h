/* lanes.h: one turn of Yatzi for several lanes at once, written once for every type of number.
 *
 * The including file defines the names below; it may include this again with others. All types do
 * the same operations in the same order, so their results are equal to the last bit.
 *     LANES_NAME, LANES_TARGET    a suffix for the functions, and their attributes
 *     lanes                       the type: one number or several
 *     LANES_ADD LANES_MAX         of two
 *     LANES_TIMES                 by a number
 *     LANES_LOWER                 what is known of lower boxes: lanes, or where they lie
 *     LANES_OFFER(lower, points)  those lanes, with this many points for filling the box */
#define LANES_PASTE_(name, suffix) name##_##suffix
#define LANES_PASTE(name, suffix) LANES_PASTE_(name, suffix)
#define LANES_(name) LANES_PASTE(name, LANES_NAME)
#define LANES_SUMS 4
#define LANES_INLINE LANES_TARGET static inline __attribute__((YATZI_INLINED, unused))
#define LANES_STATIC LANES_TARGET static __attribute__((unused)) /* not all take all of it */
#if defined KNOBEL_SANITIZED
#define LANES_UNROLL
#elif defined __clang__
#define LANES_UNROLL _Pragma("clang loop unroll(full)")
#else
#define LANES_UNROLL _Pragma("GCC unroll 21")
#endif

/* What may be done with a roll, for each lane; LOWEST where nothing may. */
typedef struct {
    lanes upper[YATZI_FACES][YATZI_DICE]; /* by how many dice show the face */
    lanes five[YATZI_FACES];              /* a Yatzi of each face */
    lanes fixed[LOW_FIXED];       /* the lower boxes whose points do not depend on the sum */
    LANES_LOWER by_sum[LOW_SUMS]; /* and those where they do, without the sum */
} LANES_(offers);

/* The row of each place in a triangle: how many of its further dice are no fours. */
static const uint8_t LANES_(row)[TRIANGLE(6)] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4,
                                                 4, 4, 4, 4, 5, 5, 5, 5, 5, 5};

/* ---- throwing: the mean over the next die, for triangle `m` of a fibre ---- */

LANES_INLINE void LANES_(expect_triangle)(lanes *fibre, const lanes *one, const lanes *two,
                                          const lanes *three, const int m)
{
    lanes *to = fibre + TETRAHEDRON(m);
    const lanes *more = fibre + TETRAHEDRON(m + 1);
    LANES_UNROLL
    for (int i = 0; i < TRIANGLE(m + 1); i++) {
        const int row = LANES_(row)[i], at = TETRAHEDRON(m) + i;
        lanes high = LANES_ADD(LANES_ADD(more[i], more[i + row + 1]), more[i + row + 2]);
        lanes low = LANES_ADD(LANES_ADD(one[at], two[at]), three[at]);
        to[i] = LANES_TIMES(LANES_ADD(high, low), 1.0 / YATZI_FACES);
    }
}

LANES_INLINE void LANES_(expect_fibres)(const yatzi_lattice *l, lanes *val, const int free)
{
    const int size = YATZI_DICE - free;
    for (int p = l->group[size][0]; p < l->group[size][4]; p++) {
        lanes *fibre = val + l->base[p];
        const lanes *one = val + l->base[l->raised[p][0]], *two = val + l->base[l->raised[p][1]],
                    *three = val + l->base[l->raised[p][2]];
        if (free > 4)
            LANES_(expect_triangle)(fibre, one, two, three, 4);
        if (free > 3)
            LANES_(expect_triangle)(fibre, one, two, three, 3);
        if (free > 2)
            LANES_(expect_triangle)(fibre, one, two, three, 2);
        if (free > 1)
            LANES_(expect_triangle)(fibre, one, two, three, 1);
        LANES_(expect_triangle)(fibre, one, two, three, 0);
    }
}

/* From what rolls are worth to what keeps are worth, one die at a time. */
LANES_STATIC void LANES_(expect)(const yatzi_lattice *l, lanes *val)
{
    LANES_(expect_fibres)(l, val, 1);
    LANES_(expect_fibres)(l, val, 2);
    LANES_(expect_fibres)(l, val, 3);
    LANES_(expect_fibres)(l, val, 4);
    LANES_(expect_fibres)(l, val, 5);
}

/* ---- choosing: the best of all keeps within a roll, one die less at a time ---- */

/* With `chance` the results are not stored but summed, each as likely as the roll. */
LANES_INLINE void LANES_(choose_triangle)(lanes *fibre, const lanes *const *less, const int faces,
                                          const int m, const double *chance, lanes *sum)
{
    lanes *to = fibre + TETRAHEDRON(m);
    const lanes *fewer = fibre + TETRAHEDRON(m - 1);
    LANES_UNROLL
    for (int i = 0; i < TRIANGLE(m + 1); i++) {
        const int row = LANES_(row)[i], sixes = i - TRIANGLE(row), at = TETRAHEDRON(m) + i;
        lanes best = to[i];
        if (row < m)
            best = LANES_MAX(best, fewer[i]);
        if (sixes < row)
            best = LANES_MAX(best, fewer[i - row]);
        if (sixes > 0)
            best = LANES_MAX(best, fewer[i - row - 1]);
        if (faces > 0)
            best = LANES_MAX(best, less[0][at]);
        if (faces > 1)
            best = LANES_MAX(best, less[1][at]);
        if (faces > 2)
            best = LANES_MAX(best, less[2][at]);
        if (chance) {
            lanes part = LANES_TIMES(best, chance[i]);
            sum[i % LANES_SUMS] = LANES_ADD(sum[i % LANES_SUMS], part);
        } else {
            to[i] = best;
        }
    }
}

LANES_INLINE void LANES_(choose_fibres)(const yatzi_lattice *l, lanes *val, const int free,
                                        const int faces, const bool last, lanes *sum)
{
    const int size = YATZI_DICE - free;
    for (int p = l->group[size][faces]; p < l->group[size][faces + 1]; p++) {
        lanes *fibre = val + l->base[p];
        const double *chance = last ? l->chance + l->first_roll[p] : NULL;
        const lanes *const less[3] = {val + l->base[l->lowered[p][0]],
                                      val + l->base[l->lowered[p][1]],
                                      val + l->base[l->lowered[p][2]]};
        LANES_(choose_triangle)(fibre, less, faces, 0, free == 0 ? chance : NULL, sum);
        if (free > 0)
            LANES_(choose_triangle)(fibre, less, faces, 1, free == 1 ? chance : NULL, sum);
        if (free > 1)
            LANES_(choose_triangle)(fibre, less, faces, 2, free == 2 ? chance : NULL, sum);
        if (free > 2)
            LANES_(choose_triangle)(fibre, less, faces, 3, free == 3 ? chance : NULL, sum);
        if (free > 3)
            LANES_(choose_triangle)(fibre, less, faces, 4, free == 4 ? chance : NULL, sum);
        if (free > 4)
            LANES_(choose_triangle)(fibre, less, faces, 5, free == 5 ? chance : NULL, sum);
    }
}

LANES_INLINE void LANES_(choose_all)(const yatzi_lattice *l, lanes *val, const bool last,
                                     lanes *sum)
{
    LANES_(choose_fibres)(l, val, 5, 0, last, sum);
    LANES_(choose_fibres)(l, val, 4, 1, last, sum);
    LANES_(choose_fibres)(l, val, 3, 1, last, sum);
    LANES_(choose_fibres)(l, val, 3, 2, last, sum);
    LANES_(choose_fibres)(l, val, 2, 1, last, sum);
    LANES_(choose_fibres)(l, val, 2, 2, last, sum);
    LANES_(choose_fibres)(l, val, 2, 3, last, sum);
    LANES_(choose_fibres)(l, val, 1, 1, last, sum);
    LANES_(choose_fibres)(l, val, 1, 2, last, sum);
    LANES_(choose_fibres)(l, val, 1, 3, last, sum);
    LANES_(choose_fibres)(l, val, 0, 1, last, sum);
    LANES_(choose_fibres)(l, val, 0, 2, last, sum);
    LANES_(choose_fibres)(l, val, 0, 3, last, sum);
}

LANES_STATIC void LANES_(choose)(const yatzi_lattice *l, lanes *val)
{
    LANES_(choose_all)(l, val, false, NULL);
}

/* The same, then the mean over the first throw; several sums, so that one need not wait for the
 * other. */
LANES_STATIC lanes LANES_(choose_first)(const yatzi_lattice *l, lanes *val)
{
    lanes sum[LANES_SUMS];
    LANES_UNROLL
    for (int i = 0; i < LANES_SUMS; i++)
        sum[i] = LANES_TIMES(val[0], 0);
    LANES_(choose_all)(l, val, true, sum);
    return LANES_ADD(LANES_ADD(sum[0], sum[1]), LANES_ADD(sum[2], sum[3]));
}

/* ---- filling ---- */

/* What three upper boxes are worth, for up to five dice of their faces, by place in a fibre. A box
 * with five is a Yatzi, which has offers of its own: any number will do. */
LANES_INLINE void LANES_(fill_three)(const lanes (*upper)[YATZI_DICE], lanes *restrict out)
{
    lanes two[TRIANGLE(6)];
    LANES_UNROLL
    for (int i = 0; i < TRIANGLE(6); i++) {
        const int row = LANES_(row)[i], last = i - TRIANGLE(row);
        two[i] =
            LANES_MAX(upper[1][row - last < 4 ? row - last : 4], upper[2][last < 4 ? last : 4]);
    }
    LANES_UNROLL
    for (int m = 0; m <= YATZI_DICE; m++) {
        LANES_UNROLL
        for (int i = 0; i < TRIANGLE(m + 1); i++) {
            const int first = m - LANES_(row)[i];
            out[TETRAHEDRON(m) + i] = LANES_MAX(upper[0][first < 4 ? first : 4], two[i]);
        }
    }
}

/* All rolls with `free` fours, fives and sixes; `kind` begins with the first of them. */
LANES_INLINE const uint8_t *LANES_(fill_fibres)(const yatzi_lattice *restrict l,
                                                const uint8_t *kind, const lanes *restrict low,
                                                const lanes *restrict left,
                                                const lanes *restrict right, lanes *restrict val,
                                                const int free)
{
    const int size = YATZI_DICE - free, places = TRIANGLE(free + 1), first = TETRAHEDRON(free);
    for (int p = l->group[size][0]; p < l->group[size][4]; p++, kind += places) {
        lanes *to = val + l->base[p] + first;
        const lanes here = left[l->place[p]];
        LANES_UNROLL
        for (int i = 0; i < places; i++)
            to[i] = LANES_MAX(LANES_MAX(here, right[first + i]), low[kind[i]]);
    }
    return kind;
}

/* The best lower box for every kind of roll. */
LANES_INLINE void LANES_(fill_low)(const yatzi_lattice *restrict l,
                                   const LANES_(offers) *restrict o, lanes *restrict low)
{
    static const uint8_t by_sum[LOW_FIXED] = {
        [FIXED_THREE] = BY_SUM_THREE, [FIXED_FULL] = BY_SUM_THREE, [FIXED_FOUR] = BY_SUM_FOUR};
    for (int fixed = 0; fixed < LOW_FIXED; fixed++) {
        const lanes otherwise = o->fixed[fixed];
        LANES_LOWER sums = o->by_sum[by_sum[fixed]];
        for (int k = l->low_first[fixed]; k < l->low_first[fixed + 1]; k++)
            low[k] = LANES_MAX(LANES_OFFER(sums, l->low_sum[k]), otherwise);
    }
}

/* The best box for every roll. */
LANES_INLINE void LANES_(fill)(const yatzi_lattice *restrict l, const LANES_(offers) *restrict o,
                               lanes *restrict val)
{
    lanes low[LOW_KINDS_MOST], left[FIBRES], right[FIBRES];
    LANES_(fill_low)(l, o, low);
    LANES_(fill_three)(o->upper, left);
    LANES_(fill_three)(o->upper + 3, right);
    const uint8_t *kind = l->low_kind;
    kind = LANES_(fill_fibres)(l, kind, low, left, right, val, 5);
    kind = LANES_(fill_fibres)(l, kind, low, left, right, val, 4);
    kind = LANES_(fill_fibres)(l, kind, low, left, right, val, 3);
    kind = LANES_(fill_fibres)(l, kind, low, left, right, val, 2);
    kind = LANES_(fill_fibres)(l, kind, low, left, right, val, 1);
    LANES_(fill_fibres)(l, kind, low, left, right, val, 0);
    for (int face = 0; face < YATZI_FACES; face++)
        val[l->five[face]] = o->five[face];
}

/* ---- a whole turn ---- */

LANES_STATIC lanes LANES_(turn)(const yatzi_lattice *l, const LANES_(offers) * o)
{
    lanes val[KEEPS];
    LANES_(fill)(l, o, val);
    LANES_(expect)(l, val);
    LANES_(choose)(l, val);
    LANES_(expect)(l, val);
    return LANES_(choose_first)(l, val);
}

#undef LANES_NAME
#undef LANES_TARGET
#undef lanes
#undef LANES_ADD
#undef LANES_MAX
#undef LANES_TIMES
#undef LANES_LOWER
#undef LANES_OFFER
#undef LANES_PASTE_
#undef LANES_PASTE
#undef LANES_
#undef LANES_SUMS
#undef LANES_INLINE
#undef LANES_STATIC
#undef LANES_UNROLL
