/* sheets.c: the tables behind Yatzi's solvers: the lattice of dice, the columns and what they have
 * in common, and a single turn in plain arithmetic. See solution.h. */
#include <string.h>

#include "games/yatzi/solution.h"

/* ---- the lattice ---- */

/* The counts of three faces, by place: triangle by triangle, row by row. */
static void list_places(uint8_t (*out)[3])
{
    int place = 0;
    for (int m = 0; m <= YATZI_DICE; m++)
        for (int row = 0; row <= m; row++)
            for (int last = 0; last <= row; last++, place++) {
                out[place][0] = (uint8_t)(m - row);
                out[place][1] = (uint8_t)(row - last);
                out[place][2] = (uint8_t)last;
            }
}

/* The keeps, fibre by fibre. */
static void build_keeps(yatzi_lattice *l)
{
    uint8_t of[FIBRES][3];
    int keep = 0;
    list_places(of);
    for (int fibre = 0; fibre < FIBRES; fibre++) {
        int size = of[fibre][0] + of[fibre][1] + of[fibre][2];
        for (int place = 0; place < TETRAHEDRON(YATZI_DICE + 1 - size); place++, keep++) {
            memcpy(l->count[keep], of[fibre], sizeof of[fibre]);
            memcpy(l->count[keep] + 3, of[place], sizeof of[place]);
        }
    }
}

/* What the rules say of a roll on a fresh sheet. */
static void judge_roll(yatzi_lattice *l, int roll)
{
    const uint8_t *count = l->count[l->roll[roll]];
    yatzi_state s;
    memset(&s, 0, sizeof s);
    memset(s.box, YATZI_FREE, sizeof s.box);
    s.setup.option[YATZI_OPTION_SECOND] = YATZI_SECOND_OFF;
    for (int face = 1, die = 0; face <= YATZI_FACES; face++)
        for (int n = 0; n < count[face - 1]; n++)
            s.dice[die++] = (uint8_t)face;
    yatzi_count c = yatzi_count_dice(s.dice);
    uint8_t *points = l->points[roll];
    for (int box = 0; box < YATZI_BOXES; box++)
        points[box] = (uint8_t)yatzi_points(&s, &c, box);
    l->face[roll] = c.most == YATZI_DICE ? s.dice[0] : 0;
    if (c.most == YATZI_DICE)
        l->five[s.dice[0] - 1] = l->roll[roll];
}

/* What of a roll's points in lower boxes is fixed. */
static int fixed_of(const uint8_t *points)
{
    if (points[YATZI_BOX_FOUR])
        return FIXED_FOUR;
    if (points[YATZI_BOX_THREE])
        return points[YATZI_BOX_FULL_HOUSE] ? FIXED_FULL : FIXED_THREE;
    if (points[YATZI_BOX_LARGE_STREET])
        return FIXED_LARGE;
    return points[YATZI_BOX_SMALL_STREET] ? FIXED_SMALL : FIXED_NONE;
}

/* Rolls with the same sum and the same fixed points are of one kind. */
static void build_low_kinds(yatzi_lattice *l)
{
    int kinds = 0;
    for (int fixed = 0; fixed < LOW_FIXED; fixed++) {
        l->low_first[fixed] = (uint8_t)kinds;
        for (int sum = YATZI_DICE; sum <= YATZI_DICE * YATZI_FACES; sum++) {
            bool found = false;
            for (int roll = 0; roll < ROLLS; roll++) {
                const uint8_t *points = l->points[roll];
                if (l->face[roll] || points[YATZI_BOX_CHANCE] != sum || fixed_of(points) != fixed)
                    continue;
                l->low_kind[roll] = (uint8_t)kinds;
                found = true;
            }
            l->low_sum[kinds] = sum;
            kinds += found;
        }
    }
    l->low_first[LOW_FIXED] = (uint8_t)kinds;
}

static void find_fewer(yatzi_lattice *l, int keep)
{
    uint8_t *count = l->count[keep];
    for (int face = 0; face < YATZI_FACES; face++) {
        if (count[face] == 0)
            continue;
        count[face]--;
        l->fewer[keep][l->faces[keep]++] = (uint16_t)yatzi_keep_at(count);
        count[face]++;
    }
}

static int dice_in(const uint8_t *count)
{
    return count[0] + count[1] + count[2] + count[3] + count[4] + count[5];
}

void yatzi_build_lattice(yatzi_lattice *l)
{
    static const int factorial[] = {1, 1, 2, 6, 24, 120};
    int roll = 0;
    memset(l, 0, sizeof *l);
    build_keeps(l);
    for (int keep = 0; keep < KEEPS; keep++) {
        const uint8_t *count = l->count[keep];
        int ways = factorial[YATZI_DICE];
        find_fewer(l, keep);
        if (dice_in(count) < YATZI_DICE)
            continue;
        for (int face = 0; face < YATZI_FACES; face++)
            ways /= factorial[count[face]];
        if (count[4] + count[5] == 0)
            l->first_roll[yatzi_place_of(count)] = (uint8_t)roll;
        l->roll[roll] = (uint16_t)keep;
        l->roll_of[keep] = (uint8_t)roll;
        l->chance[roll] = ways / 7776.0;
        judge_roll(l, roll++);
    }
    build_low_kinds(l);
}

int yatzi_keep_at(const uint8_t *count)
{
    int size = count[0] + count[1] + count[2], number = yatzi_place_of(count) - TETRAHEDRON(size);
    return yatzi_fibres_at(size) + number * TETRAHEDRON(YATZI_DICE + 1 - size) +
           yatzi_place_of(count + 3);
}

/* ---- sheets ---- */

int yatzi_rules(const kn_setup *setup)
{
    static const uint8_t of_second[] = {
        [YATZI_SECOND_ROLLED] = RULES_ROLLED,
        [YATZI_SECOND_BOX] = RULES_BOX,
        [YATZI_SECOND_OFF] = RULES_OFF,
    };
    if (setup->option[YATZI_OPTION_SHEET] == YATZI_SHEET_AMERICAN)
        return RULES_AMERICAN;
    return of_second[setup->option[YATZI_OPTION_SECOND]];
}

/* The sums that the upper boxes in a set can make, as one bit each, 63 and more in the last. */
static uint64_t sums_of(unsigned boxes)
{
    uint64_t sums = 1;
    for (int face = 1; face <= YATZI_FACES; face++) {
        uint64_t before = sums;
        if (!(boxes >> (face - 1) & 1))
            continue;
        for (int sum = 0; sum <= UPPER; sum++)
            for (int count = 1; before >> sum & 1 && count <= YATZI_DICE; count++) {
                int more = sum + count * face;
                sums |= (uint64_t)1 << (more < UPPER ? more : UPPER);
            }
    }
    return sums;
}

/* Two sums are of one class if the same further sum is the least that earns the bonus. */
static void build_classes(yatzi_solution *solution, unsigned upper)
{
    uint64_t made = sums_of(upper), ahead = sums_of(~upper & UPPER);
    int last = -1, classes = 0;
    for (int sum = 0; sum <= UPPER; sum++) {
        int least = UPPER - sum;
        if (!(made >> sum & 1))
            continue;
        while (least <= UPPER && !(ahead >> least & 1))
            least++;
        if (least != last) {
            solution->sum_of[upper][classes++] = (uint8_t)sum;
            last = least;
        }
        solution->class_of[upper][sum] = (uint8_t)(classes - 1);
    }
    solution->classes[upper] = (uint8_t)classes;
}

void yatzi_build_sheets(yatzi_solution *solution, const kn_setup *setup)
{
    uint32_t places = 0;
    solution->rules = (uint8_t)yatzi_rules(setup);
    memset(solution->class_of, 0, sizeof solution->class_of);
    for (unsigned upper = 0; upper < UPPER_MASKS; upper++)
        build_classes(solution, upper);
    for (unsigned mask = 0; mask < MASKS; mask++) {
        solution->first[mask] = places;
        places += (uint32_t)solution->classes[mask & UPPER] *
                  (yatzi_flagged(solution->rules, mask) ? 2 : 1);
    }
    solution->first[MASKS] = places;
}

yatzi_sheet yatzi_sheet_of(const yatzi_state *s, int seat)
{
    yatzi_sheet sheet = {0, 0, 0};
    int upper = 0;
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (s->box[seat][box] == YATZI_FREE)
            continue;
        sheet.mask |= (uint16_t)(1u << box);
        if (box <= YATZI_BOX_SIXES)
            upper += s->box[seat][box];
    }
    sheet.upper = (uint8_t)(upper < UPPER ? upper : UPPER);
    sheet.flag = yatzi_rules(&s->setup) == RULES_ROLLED
                     ? s->yatzis[seat] > 0
                     : s->box[seat][YATZI_BOX_YATZI] == YATZI_FIVE;
    return sheet;
}

int yatzi_points_so_far(const yatzi_state *s, int seat)
{
    int points = 100 * s->bonuses[seat];
    for (int box = 0; box < YATZI_BOXES; box++)
        if (s->box[seat][box] != YATZI_FREE)
            points += s->box[seat][box];
    return points;
}

static bool is_joker(const yatzi_solution *solution, yatzi_sheet sheet, int roll)
{
    return solution->rules == RULES_AMERICAN && solution->lattice.face[roll] &&
           sheet.mask >> YATZI_BOX_YATZI & 1;
}

unsigned yatzi_allowed(const yatzi_solution *solution, yatzi_sheet sheet, int roll)
{
    unsigned open = ~(unsigned)sheet.mask & (MASKS - 1);
    if (!is_joker(solution, sheet, roll))
        return open;
    unsigned own = 1u << (solution->lattice.face[roll] - 1), lower = open & ~(unsigned)UPPER;
    return open & own ? own : lower ? lower : open;
}

/* What a further Yatzi brings in a box, beyond what any roll would. */
static int points_of_yatzi(const yatzi_solution *solution, yatzi_sheet sheet, int box, int points)
{
    if (solution->rules != RULES_AMERICAN)
        return box == YATZI_BOX_CHANCE && sheet.flag ? YATZI_SECOND : points;
    if (!(sheet.mask >> YATZI_BOX_YATZI & 1))
        return points;
    if (sheet.flag)
        points += YATZI_SECOND;
    switch (box) {
    case YATZI_BOX_FULL_HOUSE: return points + YATZI_FULL_HOUSE;
    case YATZI_BOX_SMALL_STREET: return points + YATZI_SMALL_STREET;
    case YATZI_BOX_LARGE_STREET: return points + YATZI_LARGE_STREET;
    default: return points;
    }
}

int yatzi_fill(const yatzi_solution *solution, yatzi_sheet *sheet, int roll, int box)
{
    int points = solution->lattice.points[roll][box];
    if (box <= YATZI_BOX_SIXES) {
        int upper = sheet->upper + points;
        sheet->upper = (uint8_t)(upper < UPPER ? upper : UPPER);
    }
    if (solution->lattice.face[roll]) {
        points = points_of_yatzi(solution, *sheet, box, points);
        if (solution->rules == RULES_ROLLED || box == YATZI_BOX_YATZI)
            sheet->flag = solution->rules != RULES_OFF;
    }
    sheet->mask |= (uint16_t)(1u << box);
    return points;
}

int yatzi_most(const yatzi_solution *solution, yatzi_sheet sheet)
{
    static const uint8_t most[YATZI_BOXES] = {5,
                                              10,
                                              15,
                                              20,
                                              25,
                                              30,
                                              30,
                                              30,
                                              YATZI_FULL_HOUSE,
                                              YATZI_SMALL_STREET,
                                              YATZI_LARGE_STREET,
                                              YATZI_FIVE,
                                              30};
    int points = 0, upper = sheet.upper;
    bool american = solution->rules == RULES_AMERICAN;
    bool yatzi = sheet.flag || !(sheet.mask >> YATZI_BOX_YATZI & 1);
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (sheet.mask >> box & 1)
            continue;
        points += most[box] + (american && yatzi ? YATZI_SECOND : 0);
        upper += box <= YATZI_BOX_SIXES ? most[box] : 0;
        if (box == YATZI_BOX_CHANCE && !american && solution->rules != RULES_OFF)
            points += YATZI_SECOND - most[box];
    }
    return points + (upper >= YATZI_BONUS_FROM ? YATZI_BONUS : 0);
}

/* ---- one turn ---- */

#define LANES_NAME one
#define LANES_TARGET
#define lanes double
#define LANES_ADD(a, b) ((a) + (b))
#define LANES_MAX(a, b) ((a) > (b) ? (a) : (b))
#define LANES_TIMES(a, number) ((a) * (number))
#define LANES_LOWER double
#define LANES_OFFER(lower, points) ((lower) + (points))
#include "games/yatzi/lanes.h"

void yatzi_think(const yatzi_lattice *l, yatzi_turn *turn)
{
    for (int roll = 0; roll < ROLLS; roll++) {
        double best = turn->fill[roll][0];
        int at = 0;
        for (int box = 1; box < YATZI_BOXES; box++) {
            at = turn->fill[roll][box] > best ? box : at;
            best = turn->fill[roll][box] > best ? turn->fill[roll][box] : best;
        }
        turn->best[0][l->roll[roll]] = best;
        turn->box[roll] = (uint8_t)at;
    }
    for (int throws = 1; throws <= YATZI_THROWS; throws++) {
        for (int roll = 0; roll < ROLLS; roll++)
            turn->keep[throws][l->roll[roll]] = turn->best[throws - 1][l->roll[roll]];
        expect_one(l, turn->keep[throws]);
        if (throws == YATZI_THROWS)
            break;
        memcpy(turn->best[throws], turn->keep[throws], sizeof turn->best[throws]);
        choose_one(turn->best[throws]);
    }
}

/* What filling a box with anything but a Yatzi is worth: in upper boxes by the number of dice that
 * show the face, in lower ones always the same, without the points. */
static void fill_box(const yatzi_solution *solution, yatzi_sheet sheet, int box, yatzi_turn *turn)
{
    const yatzi_lattice *l = &solution->lattice;
    double after[YATZI_DICE * YATZI_FACES + 1];
    yatzi_sheet next = {(uint16_t)(sheet.mask | 1u << box), sheet.upper, sheet.flag};
    bool upper = box <= YATZI_BOX_SIXES;
    after[0] = solution->values[yatzi_place(solution, next)];
    for (int points = box + 1; upper && points < YATZI_DICE * (box + 1); points += box + 1) {
        int sum = sheet.upper + points;
        next.upper = (uint8_t)(sum < UPPER ? sum : UPPER);
        after[points] = solution->values[yatzi_place(solution, next)];
    }
    for (int roll = 0; roll < ROLLS; roll++) {
        int points = l->points[roll][box];
        if (!l->face[roll])
            turn->fill[roll][box] = points + after[upper ? points : 0];
    }
}

static void fill_five(const yatzi_solution *solution, yatzi_sheet sheet, int roll, double *fill)
{
    unsigned allowed = yatzi_allowed(solution, sheet, roll);
    for (int box = 0; box < YATZI_BOXES; box++) {
        yatzi_sheet next = sheet;
        fill[box] = LOWEST;
        if (!(allowed >> box & 1))
            continue;
        int points = yatzi_fill(solution, &next, roll, box);
        fill[box] = points + solution->values[yatzi_place(solution, next)];
    }
}

void yatzi_think_points(const yatzi_solution *solution, yatzi_sheet sheet, yatzi_turn *turn)
{
    const yatzi_lattice *l = &solution->lattice;
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (!(sheet.mask >> box & 1))
            fill_box(solution, sheet, box, turn);
        else
            for (int roll = 0; roll < ROLLS; roll++)
                turn->fill[roll][box] = LOWEST;
    }
    for (int face = 0; face < YATZI_FACES; face++) {
        int roll = l->roll_of[l->five[face]];
        fill_five(solution, sheet, roll, turn->fill[roll]);
    }
    yatzi_think(l, turn);
}
