/* columns.h: fills the lanes of lanes.h from the values of later positions, written
 * once for every kind of number. Included by solve.c after the lanes, with these names
 * defined:
 *     COLUMNS_NAME, COLUMNS_TARGET, columns   a suffix, attributes, and the type of the lanes
 *     COLUMNS_LANES                           how many there are
 * and, where a single lane is no double:
 *     one, ONE_AT(solution, place)                a single lane, and what is known of a place
 *     ONE_PLUS(a, points) ONE_MAX(a, b)       arithmetic on it
 *     ONE_NEVER                               less than anything
 *     ONE_PUT(columns, lane, a)               into the lanes
 *     COLUMNS_KEEP(solution, place, columns, n)   store lane n as solved */
#ifndef one
#define one double
#define ONE_AT(solution, place) ((solution)->values[place])
#define ONE_PLUS(a, points) ((a) + (points))
#define ONE_MAX(a, b) ((a) > (b) ? (a) : (b))
#define ONE_NEVER LOWEST
#define ONE_PUT(to, lane, a) (((double *)(to))[lane] = (a))
#define COLUMNS_KEEP(solution, place, solved, n)                                                   \
    ((solution)->values[place] = ((const double *)(solved))[n])
#endif
#define COLUMNS_PASTE_(name, suffix) name##_##suffix
#define COLUMNS_PASTE(name, suffix) COLUMNS_PASTE_(name, suffix)
#define COLUMNS_(name) COLUMNS_PASTE(name, COLUMNS_NAME)
#define COLUMNS_INLINE COLUMNS_TARGET static inline __attribute__((YATZI_INLINED))
/* Unrolled, boxes and points are constants: no sums to convert and no places to compute. */
#if defined KNOBEL_SANITIZED
#define COLUMNS_UNROLL
#elif defined __clang__
#define COLUMNS_UNROLL _Pragma("clang loop unroll(full)")
#else
#define COLUMNS_UNROLL _Pragma("GCC unroll 13")
#endif

/* What filling a box is worth in a lane; an upper box with `count` dice of its face. */
COLUMNS_INLINE one COLUMNS_(offer)(const plan *p, lane at, int box, int count, bool five,
                                   int points)
{
    int class = box <= YATZI_BOX_SIXES ? p->steps->after[box][count][at.class] : at.class;
    return ONE_PLUS(ONE_AT(p->solution, p->row[five][at.flag][box] + (uint32_t) class), points);
}

/* Yatzis that are jokers: into their own box, or any lower one, or for a 0. */
COLUMNS_INLINE void COLUMNS_(jokers)(const plan *p, lane at, one *out)
{
    static const uint8_t full[LOWER_BOXES] = {
        0, 0, YATZI_FULL_HOUSE, YATZI_SMALL_STREET, YATZI_LARGE_STREET, 0, 0};
    const int extra = at.flag ? YATZI_SECOND : 0;
    one fixed = ONE_NEVER, by_sum = ONE_NEVER;
    for (int i = p->upper_boxes < p->boxes ? p->upper_boxes : 0; i < p->boxes; i++) {
        int box = p->box[i], points = box <= YATZI_BOX_SIXES ? 0 : full[box - YATZI_BOX_THREE];
        one here = COLUMNS_(offer)(p, at, box, 0, true, extra + points);
        if (box <= YATZI_BOX_SIXES || points)
            fixed = ONE_MAX(fixed, here);
        else
            by_sum = ONE_MAX(by_sum, here);
    }
    for (int face = 0; face < YATZI_FACES; face++) {
        int sum = YATZI_DICE * (face + 1);
        if (p->open >> face & 1) {
            out[face] = COLUMNS_(offer)(p, at, face, YATZI_DICE, true, sum + extra);
            continue;
        }
        one with_sum = ONE_PLUS(by_sum, sum);
        out[face] = ONE_MAX(fixed, with_sum);
    }
}

/* Any other Yatzi. A box that cannot use it takes a 0. */
COLUMNS_INLINE void COLUMNS_(fives)(const plan *p, lane at, one *out)
{
    one fixed = ONE_NEVER, equal = ONE_NEVER, chance = ONE_NEVER;
    bool second = at.flag && p->solution->rules != RULES_AMERICAN;
    COLUMNS_UNROLL
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (!(p->open >> box & 1))
            continue;
        one here = COLUMNS_(offer)(p, at, box, 0, true, box == YATZI_BOX_YATZI ? YATZI_FIVE : 0);
        if (box == YATZI_BOX_CHANCE)
            chance = here;
        else if (box == YATZI_BOX_THREE || box == YATZI_BOX_FOUR)
            equal = ONE_MAX(equal, here);
        else
            fixed = ONE_MAX(fixed, here);
    }
    COLUMNS_UNROLL
    for (int face = 0; face < YATZI_FACES; face++) {
        int sum = YATZI_DICE * (face + 1);
        one by_equal = ONE_PLUS(equal, sum);
        one by_chance = ONE_PLUS(chance, second ? YATZI_SECOND : sum);
        one best = ONE_MAX(by_equal, by_chance);
        best = ONE_MAX(best, fixed);
        if (p->open >> face & 1) {
            one own = COLUMNS_(offer)(p, at, face, YATZI_DICE, true, sum);
            best = ONE_MAX(best, own);
        }
        out[face] = best;
    }
}

/* The lower boxes, sorted by what they ask for. */
COLUMNS_INLINE void COLUMNS_(gather_lower)(const plan *p, lane at, int i, COLUMNS_(offers) * o)
{
    one lower[LOWER_BOXES];
    for (int box = YATZI_BOX_THREE; box < YATZI_BOXES; box++) {
        lower[box - YATZI_BOX_THREE] = ONE_NEVER;
        if (p->open >> box & 1)
            lower[box - YATZI_BOX_THREE] = COLUMNS_(offer)(p, at, box, 0, false, 0);
    }
    const one three = lower[0], four = lower[1], full = lower[2], small = lower[3],
              large = lower[4], yatzi = lower[5], chance = lower[6];
    const one small_made = ONE_PLUS(small, YATZI_SMALL_STREET),
              large_made = ONE_PLUS(large, YATZI_LARGE_STREET),
              full_made = ONE_PLUS(full, YATZI_FULL_HOUSE);
    const one streets = ONE_MAX(small, large), misses = ONE_MAX(yatzi, streets);
    const one other = ONE_MAX(yatzi, full), kinds = ONE_MAX(three, four);
    const one unequal = ONE_MAX(other, kinds), none = ONE_MAX(unequal, streets);
    const one small_street = ONE_MAX(small_made, large),
              large_street = ONE_MAX(small_made, large_made);
    const one with_small = ONE_MAX(unequal, small_street),
              with_large = ONE_MAX(unequal, large_street);
    const one missed = ONE_MAX(misses, full), filled = ONE_MAX(misses, full_made);
    const one with_three = ONE_MAX(missed, four), with_full = ONE_MAX(filled, four);
    const one sum_three = ONE_MAX(chance, three), sum_four = ONE_MAX(sum_three, four);
    ONE_PUT(&o->fixed[FIXED_NONE], i, none);
    ONE_PUT(&o->fixed[FIXED_SMALL], i, with_small);
    ONE_PUT(&o->fixed[FIXED_LARGE], i, with_large);
    ONE_PUT(&o->fixed[FIXED_THREE], i, with_three);
    ONE_PUT(&o->fixed[FIXED_FULL], i, with_full);
    ONE_PUT(&o->fixed[FIXED_FOUR], i, missed);
    ONE_PUT(&o->by_sum[BY_SUM_CHANCE], i, chance);
    ONE_PUT(&o->by_sum[BY_SUM_THREE], i, sum_three);
    ONE_PUT(&o->by_sum[BY_SUM_FOUR], i, sum_four);
}

/* Everything that may be done in lane `i` of a block; upper boxes that are filled stay as they are.
 */
COLUMNS_INLINE void COLUMNS_(gather)(const plan *p, lane at, int i, COLUMNS_(offers) * o)
{
    one five[YATZI_FACES];
    COLUMNS_UNROLL
    for (int box = 0; box <= YATZI_BOX_SIXES; box++) {
        if (!(p->open >> box & 1))
            continue;
        COLUMNS_UNROLL
        for (int count = 0; count < YATZI_DICE; count++) {
            one here = COLUMNS_(offer)(p, at, box, count, false, count * (box + 1));
            ONE_PUT(&o->upper[box][count], i, here);
        }
    }
    COLUMNS_(gather_lower)(p, at, i, o);
    if (p->joker)
        COLUMNS_(jokers)(p, at, five);
    else
        COLUMNS_(fives)(p, at, five);
    for (int face = 0; face < YATZI_FACES; face++)
        ONE_PUT(&o->five[face], i, five[face]);
}

/* Lanes that wait to be solved together. */
typedef struct {
    COLUMNS_(offers) o;
    uint32_t place[COLUMNS_LANES];
    int count;
} COLUMNS_(block);

COLUMNS_INLINE void COLUMNS_(clear)(COLUMNS_(block) * b)
{
    b->count = 0;
    for (int i = 0; i < COLUMNS_LANES; i++) {
        for (int face = 0; face < YATZI_FACES; face++) {
            for (int count = 0; count < YATZI_DICE; count++)
                ONE_PUT(&b->o.upper[face][count], i, ONE_NEVER);
            ONE_PUT(&b->o.five[face], i, ONE_NEVER);
        }
        for (int kind = 0; kind < LOW_FIXED; kind++)
            ONE_PUT(&b->o.fixed[kind], i, ONE_NEVER);
        for (int kind = 0; kind < LOW_SUMS; kind++)
            ONE_PUT(&b->o.by_sum[kind], i, ONE_NEVER);
    }
}

COLUMNS_INLINE void COLUMNS_(solve_block)(yatzi_solution *solution, COLUMNS_(block) * b)
{
    columns solved = COLUMNS_(turn)(&solution->lattice, &b->o);
    for (int i = 0; i < b->count; i++)
        COLUMNS_KEEP(solution, b->place[i], &solved, i);
    b->count = 0;
}

/* All masks with these upper boxes and `lower` lower ones. Their lanes are packed without gaps. */
COLUMNS_TARGET static void COLUMNS_(solve_masks)(yatzi_solution *solution, const steps *st,
                                                 unsigned upper, int lower)
{
    COLUMNS_(block) b;
    COLUMNS_(clear)(&b);
    for (unsigned set = 0; set < 1u << LOWER_BOXES; set++) {
        if ((int)kn_count_bits(set) != lower)
            continue;
        plan p = plan_for(solution, st, set << YATZI_BOX_THREE | upper);
        for (uint32_t place = solution->first[p.mask]; place < solution->first[p.mask + 1];
             place++) {
            int at = (int)(place - solution->first[p.mask]), classes = solution->classes[upper];
            bool flag = at >= classes;
            COLUMNS_(gather)(&p, (lane){at - flag * classes, flag}, b.count, &b.o);
            b.place[b.count++] = place;
            if (b.count == COLUMNS_LANES)
                COLUMNS_(solve_block)(solution, &b);
        }
    }
    if (b.count > 0)
        COLUMNS_(solve_block)(solution, &b);
}

#undef COLUMNS_NAME
#undef COLUMNS_TARGET
#undef columns
#undef COLUMNS_LANES
#undef one
#undef ONE_AT
#undef ONE_PLUS
#undef ONE_MAX
#undef ONE_NEVER
#undef ONE_PUT
#undef COLUMNS_KEEP
#undef COLUMNS_PASTE_
#undef COLUMNS_PASTE
#undef COLUMNS_
#undef COLUMNS_INLINE
#undef COLUMNS_UNROLL
