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

/* The row of each place in a triangle: how many of its dice are not of the first face. */
static const uint8_t LANES_(row)[TRIANGLE(6)] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4,
                                                 4, 4, 4, 4, 5, 5, 5, 5, 5, 5};

/* Triangles of a tetrahedron that are known, by their number of dice. Fully unrolled, those in use
 * are registers. */
typedef struct {
    lanes of[YATZI_DICE + 1][TRIANGLE(6)];
} LANES_(triangles);

/* Where triangle `m` lies: in a fibre, or across all fibres, at one place of each. */
LANES_INLINE int LANES_(at)(const bool across, const int m, const int i)
{
    return across ? yatzi_fibres_at(m) + i * TETRAHEDRON(YATZI_DICE + 1 - m) : TETRAHEDRON(m) + i;
}

/* ---- choosing: the best of all keeps within a roll, one die less at a time ---- */

LANES_INLINE void LANES_(choose_triangle)(const lanes *from, const bool across, const int m,
                                          LANES_(triangles) * best)
{
    const lanes *fewer = best->of[m > 0 ? m - 1 : 0];
    LANES_UNROLL
    for (int i = 0; i < TRIANGLE(m + 1); i++) {
        const int row = LANES_(row)[i], last = i - TRIANGLE(row);
        lanes here = from[LANES_(at)(across, m, i)];
        if (row < m)
            here = LANES_MAX(here, fewer[i]);
        if (last < row)
            here = LANES_MAX(here, fewer[i - row]);
        if (last > 0)
            here = LANES_MAX(here, fewer[i - row - 1]);
        best->of[m][i] = here;
    }
}

LANES_INLINE void LANES_(store_triangle)(const LANES_(triangles) * from, const bool across,
                                         const int m, lanes *to)
{
    LANES_UNROLL
    for (int i = 0; i < TRIANGLE(m + 1); i++)
        to[LANES_(at)(across, m, i)] = from->of[m][i];
}

/* Choose among three faces: those of a fibre or across fibres. */
LANES_INLINE void LANES_(choose_three)(lanes *val, const bool across, const bool store,
                                       const int most, LANES_(triangles) * best)
{
    best->of[0][0] = val[0];
#define LANES_CHOOSE(m)                                                                            \
    if (most >= (m)) {                                                                             \
        LANES_(choose_triangle)(val, across, m, best);                                             \
        if (store)                                                                                 \
            LANES_(store_triangle)(best, across, m, val);                                          \
    }
    LANES_CHOOSE(1)
    LANES_CHOOSE(2)
    LANES_CHOOSE(3)
    LANES_CHOOSE(4)
    LANES_CHOOSE(5)
#undef LANES_CHOOSE
}

LANES_INLINE void LANES_(choose_across_of)(lanes *val, const int size)
{
    for (int place = TETRAHEDRON(size); place < TETRAHEDRON(size + 1); place++) {
        LANES_(triangles) best;
        LANES_(choose_three)(val + place, true, true, YATZI_DICE - size, &best);
    }
}

/* The first half of it: fewer ones, twos and threes. */
LANES_STATIC void LANES_(choose_across)(lanes *val)
{
    LANES_(choose_across_of)(val, 0);
    LANES_(choose_across_of)(val, 1);
    LANES_(choose_across_of)(val, 2);
    LANES_(choose_across_of)(val, 3);
    LANES_(choose_across_of)(val, 4);
}

/* ---- throwing: the mean over the next die ---- */

/* Triangle `m` of a fibre, from the next one and from the fibres with one more of each low face. */
LANES_INLINE void LANES_(expect_triangle)(lanes *fibre, const lanes *one, const lanes *two,
                                          const lanes *three, const int m,
                                          LANES_(triangles) * known)
{
    const lanes *more = known->of[m + 1];
    LANES_UNROLL
    for (int i = 0; i < TRIANGLE(m + 1); i++) {
        const int row = LANES_(row)[i], at = TETRAHEDRON(m) + i;
        lanes high = LANES_ADD(LANES_ADD(more[i], more[i + row + 1]), more[i + row + 2]);
        lanes low = LANES_ADD(LANES_ADD(one[at], two[at]), three[at]);
        fibre[at] = known->of[m][i] = LANES_TIMES(LANES_ADD(high, low), 1.0 / YATZI_FACES);
    }
}

LANES_INLINE void LANES_(expect_fibre)(lanes *fibre, const lanes *one, const lanes *two,
                                       const lanes *three, const int free,
                                       LANES_(triangles) * known)
{
    if (free > 4)
        LANES_(expect_triangle)(fibre, one, two, three, 4, known);
    if (free > 3)
        LANES_(expect_triangle)(fibre, one, two, three, 3, known);
    if (free > 2)
        LANES_(expect_triangle)(fibre, one, two, three, 2, known);
    if (free > 1)
        LANES_(expect_triangle)(fibre, one, two, three, 1, known);
    if (free > 0)
        LANES_(expect_triangle)(fibre, one, two, three, 0, known);
}

/* ---- filling ---- */

/* The best of three upper boxes. A box with five is a Yatzi, which has offers of its own: any
 * number will do. */
LANES_INLINE lanes LANES_(fill_upper)(const lanes (*upper)[YATZI_DICE], const int first,
                                      const int second, const int third)
{
    const int most = YATZI_DICE - 1;
    return LANES_MAX(
        LANES_MAX(upper[0][first < most ? first : most], upper[1][second < most ? second : most]),
        upper[2][third < most ? third : most]);
}

/* The same for a whole triangle. */
LANES_INLINE void LANES_(fill_triangle)(const lanes (*upper)[YATZI_DICE], const int m, lanes *out)
{
    LANES_UNROLL
    for (int i = 0; i < TRIANGLE(m + 1); i++) {
        const int row = LANES_(row)[i], last = i - TRIANGLE(row);
        out[i] = LANES_(fill_upper)(upper, m - row, row - last, last);
    }
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

/* The rolls of a fibre: the best of what its low faces, its high faces and the lower boxes offer.
 */
LANES_INLINE void LANES_(fill_fibre)(const lanes *low, const uint8_t *kind, const lanes left,
                                     const lanes *right, const int free, lanes *out)
{
    LANES_UNROLL
    for (int i = 0; i < TRIANGLE(free + 1); i++)
        out[i] = LANES_MAX(LANES_MAX(left, right[i]), low[kind[i]]);
}

/* Yatzis of the last three faces, or of the first three, lie in the corners. */
LANES_INLINE void LANES_(fill_fives)(const lanes *five, lanes *out)
{
    out[TRIANGLE(0)] = five[0];
    out[TRIANGLE(5)] = five[1];
    out[TRIANGLE(6) - 1] = five[2];
}

/* ---- fibre by fibre: what is known of its rolls, then of its keeps ---- */

enum { LANES_(GIVEN), LANES_(FILL), LANES_(CHOOSE) }; /* where its rolls come from */

LANES_INLINE void LANES_(solve_fibres)(const yatzi_lattice *l, const LANES_(offers) * o,
                                       const lanes *low, lanes *val, const int how, const int free)
{
    const int size = YATZI_DICE - free, length = TETRAHEDRON(free + 1), less = TETRAHEDRON(free);
    int number = TETRAHEDRON(size);
    lanes *fibre = val + yatzi_fibres_at(size);
    const lanes *one = val + yatzi_fibres_at(size + 1);
    lanes right[TRIANGLE(6)];
    if (how == LANES_(FILL))
        LANES_(fill_triangle)(o->upper + 3, free, right);
    for (int row = 0; row <= size; row++)
        for (int last = 0; last <= row; last++, fibre += length, one += less, number++) {
            LANES_(triangles) known;
            if (how == LANES_(CHOOSE)) {
                LANES_(choose_three)(fibre, false, false, free, &known);
            } else if (how == LANES_(FILL)) {
                const uint8_t *kind = l->low_kind + l->first_roll[number];
                const lanes left = LANES_(fill_upper)(o->upper, size - row, row - last, last);
                LANES_(fill_fibre)(low, kind, left, right, free, known.of[free]);
                if (free == YATZI_DICE)
                    LANES_(fill_fives)(o->five + 3, known.of[free]);
            } else {
                LANES_UNROLL
                for (int i = 0; i < TRIANGLE(free + 1); i++)
                    known.of[free][i] = fibre[less + i];
            }
            if (how != LANES_(GIVEN))
                LANES_(store_triangle)(&known, false, free, fibre);
            LANES_(expect_fibre)
            (fibre, one, one + (row + 1) * less, one + (row + 2) * less, free, &known);
        }
    if (how == LANES_(FILL) && size == YATZI_DICE)
        LANES_(fill_fives)(o->five, val + yatzi_fibres_at(size));
}

LANES_INLINE void LANES_(solve_keeps)(const yatzi_lattice *l, const LANES_(offers) * o,
                                      const lanes *low, lanes *val, const int how)
{
    if (how == LANES_(FILL))
        LANES_(solve_fibres)(l, o, low, val, how, 0);
    LANES_(solve_fibres)(l, o, low, val, how, 1);
    LANES_(solve_fibres)(l, o, low, val, how, 2);
    LANES_(solve_fibres)(l, o, low, val, how, 3);
    LANES_(solve_fibres)(l, o, low, val, how, 4);
    LANES_(solve_fibres)(l, o, low, val, how, 5);
}

/* From what rolls are worth to what keeps are worth. */
LANES_STATIC void LANES_(expect)(const yatzi_lattice *l, lanes *val)
{
    LANES_(solve_keeps)(l, NULL, NULL, val, LANES_(GIVEN));
}

/* The best of all keeps within a keep. */
LANES_STATIC void LANES_(choose)(lanes *val)
{
    LANES_(choose_across)(val);
    for (int size = 0; size < YATZI_DICE; size++)
        for (int i = 0; i < TRIANGLE(size + 1); i++) {
            LANES_(triangles) best;
            lanes *fibre = val + yatzi_fibres_at(size) + i * TETRAHEDRON(YATZI_DICE + 1 - size);
            LANES_(choose_three)(fibre, false, true, YATZI_DICE - size, &best);
        }
}

/* ---- the first throw ---- */

/* In how many orders the dice of a place can fall. */
static const uint8_t LANES_(ways)[YATZI_DICE + 1][TRIANGLE(6)] = {
    {1},
    {1, 1, 1},
    {1, 2, 2, 1, 2, 1},
    {1, 3, 3, 3, 6, 3, 1, 3, 3, 1},
    {1, 4, 4, 6, 12, 6, 4, 12, 12, 4, 1, 4, 6, 4, 1},
    {1, 5, 5, 10, 20, 10, 10, 30, 30, 10, 5, 20, 30, 20, 5, 1, 5, 10, 10, 5, 1},
};

/* All ways to throw a triangle; the sums of its rows need not wait for each other. */
LANES_INLINE lanes LANES_(weigh)(const lanes *roll, const int m)
{
    lanes sum = roll[0], line = roll[0];
    LANES_UNROLL
    for (int i = 1; i < TRIANGLE(m + 1); i++) {
        const int row = LANES_(row)[i], ways = LANES_(ways)[m][i];
        const lanes part = ways == 1 ? roll[i] : LANES_TIMES(roll[i], ways);
        line = i == TRIANGLE(row) ? part : LANES_ADD(line, part);
        if (i + 1 == TRIANGLE(row + 1))
            sum = LANES_ADD(sum, line);
    }
    return sum;
}

LANES_INLINE lanes LANES_(first_of)(const yatzi_lattice *l, lanes *val, const int free, lanes sum)
{
    const int size = YATZI_DICE - free, length = TETRAHEDRON(free + 1);
    lanes *fibre = val + yatzi_fibres_at(size);
    for (int i = TETRAHEDRON(size); i < TETRAHEDRON(size + 1); i++, fibre += length) {
        LANES_(triangles) best;
        LANES_(choose_three)(fibre, false, false, free, &best);
        lanes ways = LANES_(weigh)(best.of[free], free);
        sum = LANES_ADD(sum, LANES_TIMES(ways, l->chance[l->first_roll[i]]));
    }
    return sum;
}

/* The mean over the first throw, when it is chosen across fibres. */
LANES_STATIC lanes LANES_(first)(const yatzi_lattice *l, lanes *val)
{
    lanes sum = LANES_TIMES(val[0], 0);
    sum = LANES_(first_of)(l, val, 0, sum);
    sum = LANES_(first_of)(l, val, 1, sum);
    sum = LANES_(first_of)(l, val, 2, sum);
    sum = LANES_(first_of)(l, val, 3, sum);
    sum = LANES_(first_of)(l, val, 4, sum);
    return LANES_(first_of)(l, val, 5, sum);
}

/* ---- a whole turn ---- */

LANES_STATIC void LANES_(last_throw)(const yatzi_lattice *l, const LANES_(offers) * o, lanes *val)
{
    lanes low[LOW_KINDS_MOST];
    LANES_(fill_low)(l, o, low);
    LANES_(solve_keeps)(l, o, low, val, LANES_(FILL));
}

LANES_STATIC void LANES_(second_throw)(const yatzi_lattice *l, lanes *val)
{
    LANES_(choose_across)(val);
    LANES_(solve_keeps)(l, NULL, NULL, val, LANES_(CHOOSE));
}

LANES_STATIC lanes LANES_(turn)(const yatzi_lattice *l, const LANES_(offers) * o)
{
    lanes val[KEEPS];
    LANES_(last_throw)(l, o, val);
    LANES_(second_throw)(l, val);
    LANES_(choose_across)(val);
    return LANES_(first)(l, val);
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
#undef LANES_INLINE
#undef LANES_STATIC
#undef LANES_UNROLL
