/* yatzi_columns.h: fills the lanes of yatzi_lanes.h from the values of later positions, written once
 * for every kind of number. Included by yatzi_solve.c after the lanes, with these names defined:
 *     COLUMNS_NAME, COLUMNS_TARGET, columns   a suffix, attributes, and the type of the lanes
 *     COLUMNS_LANES                           how many there are
 *     one, ONE_AT(lore, place)                a single lane, and what is known of a place
 *     ONE_PLUS(a, points) ONE_MAX(a, b)       arithmetic on it
 *     ONE_NEVER                               less than anything
 *     ONE_PUT(columns, lane, a)               into the lanes
 *     COLUMNS_KEEP(lore, place, columns, n)   store the first n lanes as solved */
#define COLUMNS_PASTE_(name, suffix) name##_##suffix
#define COLUMNS_PASTE(name, suffix) COLUMNS_PASTE_(name, suffix)
#define COLUMNS_(name) COLUMNS_PASTE(name, COLUMNS_NAME)
#define COLUMNS_INLINE COLUMNS_TARGET static inline __attribute__((always_inline))

/* What filling a box is worth in a lane; an upper box with `count` dice of its face. */
COLUMNS_INLINE one COLUMNS_(offer)(const plan *p, lane at, int box, int count, bool five,
                                   int points)
{
    int class = box <= YATZI_BOX_SIXES ? p->steps->after[box][count][at.class] : at.class;
    return ONE_PLUS(ONE_AT(p->lore, p->row[five][at.flag][box] + (uint32_t)class), points);
}

/* A Yatzi that is a joker: its own box, or any lower one, or a 0. */
COLUMNS_INLINE one COLUMNS_(joker)(const plan *p, lane at, int face)
{
    static const uint8_t full[LOWER_BOXES] = {
        0, 0, YATZI_FULL_HOUSE, YATZI_SMALL_STREET, YATZI_LARGE_STREET, 0, 0};
    int extra = at.flag ? YATZI_SECOND : 0, sum = YATZI_DICE * (face + 1);
    if (p->open >> face & 1)
        return COLUMNS_(offer)(p, at, face, YATZI_DICE, true, sum + extra);
    one best = ONE_NEVER;
    unsigned lower = p->open & ~(unsigned)UPPER, boxes = lower ? lower : p->open;
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (!(boxes >> box & 1))
            continue;
        int points = lower ? full[box - YATZI_BOX_THREE] : 0;
        one here =
            COLUMNS_(offer)(p, at, box, 0, true, extra + (lower && !points ? sum : points));
        best = ONE_MAX(best, here);
    }
    return best;
}

/* Any other Yatzi. A box that cannot use it takes a 0. */
COLUMNS_INLINE void COLUMNS_(fives)(const plan *p, lane at, one *out)
{
    one fixed = ONE_NEVER, equal = ONE_NEVER, chance = ONE_NEVER;
    bool second = at.flag && p->lore->rules != RULES_AMERICAN;
    for (int i = 0; i < p->boxes; i++) {
        int box = p->box[i];
        one here =
            COLUMNS_(offer)(p, at, box, 0, true, box == YATZI_BOX_YATZI ? YATZI_FIVE : 0);
        if (box == YATZI_BOX_CHANCE)
            chance = here;
        else if (box == YATZI_BOX_THREE || box == YATZI_BOX_FOUR)
            equal = ONE_MAX(equal, here);
        else
            fixed = ONE_MAX(fixed, here);
    }
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
    const one small_street = ONE_MAX(small_made, large), large_street = ONE_MAX(small_made, large_made);
    const one with_small = ONE_MAX(unequal, small_street), with_large = ONE_MAX(unequal, large_street);
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
    for (int b = 0; b < p->upper_boxes; b++) {
        const int box = p->box[b];
        for (int count = 0; count < YATZI_DICE; count++) {
            one here = COLUMNS_(offer)(p, at, box, count, false, count * (box + 1));
            ONE_PUT(&o->upper[box][count], i, here);
        }
    }
    COLUMNS_(gather_lower)(p, at, i, o);
    if (!p->joker)
        COLUMNS_(fives)(p, at, five);
    for (int face = 0; face < YATZI_FACES; face++) {
        if (p->joker)
            five[face] = COLUMNS_(joker)(p, at, face);
        ONE_PUT(&o->five[face], i, five[face]);
    }
}

COLUMNS_INLINE void COLUMNS_(clear)(COLUMNS_(offers) * o)
{
    for (int face = 0; face < YATZI_FACES; face++)
        for (int count = 0; count < YATZI_DICE; count++)
            for (int i = 0; i < COLUMNS_LANES; i++)
                ONE_PUT(&o->upper[face][count], i, ONE_NEVER);
}

/* The lanes of a mask from `from` on; behind the last there are copies of it. */
COLUMNS_INLINE void COLUMNS_(gather_block)(const plan *p, int from, int count,
                                           COLUMNS_(offers) * o)
{
    int classes = p->lore->classes[p->mask & UPPER];
    for (int i = 0; i < COLUMNS_LANES; i++) {
        int at = from + i < count ? from + i : count - 1;
        bool flag = at >= classes;
        COLUMNS_(gather)(p, (lane){at - flag * classes, flag}, i, o);
    }
}

/* All lanes of a mask. */
COLUMNS_TARGET static void COLUMNS_(solve_mask)(yatzi_lore *lore, const plan *p)
{
    int count = (int)(lore->first[p->mask + 1] - lore->first[p->mask]);
    COLUMNS_(offers) o;
    COLUMNS_(clear)(&o);
    for (int from = 0; from < count; from += COLUMNS_LANES) {
        int left = count - from < COLUMNS_LANES ? count - from : COLUMNS_LANES;
        COLUMNS_(gather_block)(p, from, count, &o);
        columns solved = COLUMNS_(turn)(&lore->lattice, &o);
        COLUMNS_KEEP(lore, lore->first[p->mask] + (uint32_t)from, &solved, left);
    }
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
