/* odds.c: the final score: its distribution when played for points, and for every number of points
 * the best chance to reach it.
 *
 * Both go from the last box to the first, with one row of numbers for every position: by points
 * that follow, or by points needed. Only two levels of filled boxes are kept at a time. */
#include <string.h>

#include "games/yatzi/bot.h"
#include "games/yatzi/solution.h"

#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct {
    const yatzi_solution *solution;
    const volatile bool *stop;
    unsigned from; /* boxes filled at the beginning: only sheets that can follow matter */
    int level;
    bool reach;      /* else the distribution */
    uint32_t *first; /* where a position's row begins, within its level; by place */
    double *rows[2]; /* of even and odd levels */
} rows_job;

/* A position by its place among those of its mask. */
static yatzi_sheet sheet_at(const yatzi_solution *solution, unsigned mask, int lane)
{
    int classes = solution->classes[mask & UPPER], class = lane % classes;
    return (yatzi_sheet){(uint16_t)mask, solution->sum_of[mask & UPPER][class], lane >= classes};
}

static int bits_in(unsigned set)
{
    int bits = 0;
    for (; set; set &= set - 1)
        bits++;
    return bits;
}

static int places_of(const yatzi_solution *solution, unsigned mask)
{
    return (int)(solution->first[mask + 1] - solution->first[mask]);
}

/* Can this mask come after `from`, with so many boxes filled? */
static bool follows(unsigned mask, unsigned from, int level)
{
    return (mask & from) == from && bits_in(mask) == level;
}

/* How long the rows of a level are together; with `first`, where each begins. */
static size_t lay_out(const yatzi_solution *solution, unsigned from, int level, uint32_t *first)
{
    size_t length = 0;
    for (unsigned mask = from; mask < MASKS; mask++) {
        if (!follows(mask, from, level))
            continue;
        for (int i = 0; i < places_of(solution, mask); i++) {
            if (first)
                first[solution->first[mask] + (uint32_t)i] = (uint32_t)length;
            length += (size_t)yatzi_most(solution, sheet_at(solution, mask, i)) + 1 + ROW_SLACK;
        }
    }
    return length;
}

enum { PARTS = 512 };

static size_t longest_level(const yatzi_solution *solution, unsigned from)
{
    size_t longest = 0;
    for (int level = 0; level <= YATZI_BOXES; level++) {
        size_t length = lay_out(solution, from, level, NULL);
        if (length > longest)
            longest = length;
    }
    return longest;
}

/* ---- the best chance to reach ---- */

enum { NEXT_MOST = 96 };

/* What is so nearly certain counts as certain. In 13 turns that adds 1.3e-13 at most. */
#define SURE (1 - 1e-14)

/* The rows behind one turn, each with a margin of certainty before it and of none behind. */
typedef struct {
    const rows_job *job;
    int count, lo, hi;
    uint32_t place[NEXT_MOST];
    double row[NEXT_MOST][ROW_LONGEST];
} behind;

static const double *row_behind(void *context, yatzi_sheet sheet)
{
    behind *b = context;
    const rows_job *j = b->job;
    uint32_t place = yatzi_place(j->solution, sheet);
    int at = 0, most = yatzi_most(j->solution, sheet);
    while (at < b->count && b->place[at] != place)
        at++;
    double *row = b->row[at] + ROW_MARGIN;
    if (at < b->count)
        return row;
    b->place[b->count++] = place;
    for (int needed = -ROW_MARGIN; needed < 0; needed++)
        row[needed] = 1;
    memcpy(row, j->rows[(j->level + 1) & 1] + j->first[place], ((size_t)most + 1) * sizeof *row);
    for (int needed = most + 1; needed < b->hi + ROW_SLACK; needed++)
        row[needed] = 0;
    return row;
}

/* ---- the distribution ---- */

/* How likely each way to end a turn is, when played for points. */
typedef struct {
    double of[ROLLS];   /* to end on this roll */
    uint8_t box[ROLLS]; /* and the box it goes into */
} endings;

static int best_box(const yatzi_turn *turn, int roll)
{
    int best = 0;
    for (int box = 1; box < YATZI_BOXES; box++)
        if (turn->fill[roll][box] > turn->fill[roll][best])
            best = box;
    return best;
}

/* Spread the chance of each keep over the rolls it can become, one die at a time. Keeps with more
 * dice come later, in a fibre and from fibre to fibre. */
static void throw_rest(const yatzi_lattice *l, double *chance)
{
    for (int fibre = 0; fibre < FIBRES; fibre++)
        for (int m = 0; m < YATZI_DICE - l->size[fibre]; m++)
            for (int row = 0, i = 0; row <= m; row++)
                for (int sixes = 0; sixes <= row; sixes++, i++) {
                    int place = TETRAHEDRON(m) + i;
                    double *here = chance + l->base[fibre] + place, share = *here / YATZI_FACES;
                    double *more = chance + l->base[fibre] + TETRAHEDRON(m + 1) + i;
                    *here = 0;
                    more[0] += share;
                    more[row + 1] += share;
                    more[row + 2] += share;
                    for (int face = 0; face < 3; face++)
                        chance[l->base[l->raised[fibre][face]] + place] += share;
                }
}

/* From each roll to the keep that is best with so many throws left, one die less at a time. Who
 * keeps all five dice has stopped. */
static void keep_best(const yatzi_lattice *l, const yatzi_turn *turn, int left, double *chance)
{
    const double *best = turn->best[left];
    for (int keep = KEEPS - 1; keep > 0; keep--) {
        uint8_t count[YATZI_FACES];
        if (chance[keep] == 0 || turn->keep[left][keep] == best[keep])
            continue;
        memcpy(count, l->count[keep], sizeof count);
        for (int face = 0; face < YATZI_FACES; face++) {
            if (count[face] == 0)
                continue;
            count[face]--;
            int fewer = yatzi_keep_at(l, count);
            count[face]++;
            if (best[fewer] == best[keep]) {
                chance[fewer] += chance[keep];
                chance[keep] = 0;
                break;
            }
        }
    }
}

static void find_endings(const yatzi_lattice *l, const yatzi_turn *turn, endings *out)
{
    double chance[KEEPS] = {1};
    for (int left = YATZI_THROWS - 1; left >= 0; left--) {
        throw_rest(l, chance);
        if (left > 0)
            keep_best(l, turn, left, chance);
    }
    for (int roll = 0; roll < ROLLS; roll++) {
        out->of[roll] = chance[l->roll[roll]];
        out->box[roll] = (uint8_t)best_box(turn, roll);
    }
}

static void mix_endings(const rows_job *j, yatzi_sheet sheet, double *row, int most)
{
    yatzi_turn turn;
    endings e;
    yatzi_think_points(j->solution, sheet, &turn);
    find_endings(&j->solution->lattice, &turn, &e);
    for (int points = 0; points <= most; points++)
        row[points] = 0;
    for (int roll = 0; roll < ROLLS; roll++) {
        yatzi_sheet next = sheet;
        if (e.of[roll] == 0)
            continue;
        int gained = yatzi_fill(j->solution, &next, roll, e.box[roll]);
        int further = yatzi_most(j->solution, next);
        const double *from = j->rows[(j->level + 1) & 1] + j->first[yatzi_place(j->solution, next)];
        for (int points = 0; points <= further; points++) {
            double part = e.of[roll] * from[points];
            row[gained + points] += part;
        }
    }
}

/* ---- both, level by level ---- */

static void solve_place(const rows_job *j, behind *b, yatzi_sheet sheet)
{
    int most = yatzi_most(j->solution, sheet);
    double *row = j->rows[j->level & 1] + j->first[yatzi_place(j->solution, sheet)];
    if (!j->reach) {
        mix_endings(j, sheet, row, most);
        return;
    }
    b->job = j;
    b->count = 0;
    b->lo = 0;
    b->hi = most;
    yatzi_think_rows(j->solution, sheet, row_behind, b, 0, most, SURE, row);
}

static void solve_part(void *job, int part)
{
    const rows_job *j = job;
    behind b;
    for (unsigned mask = (unsigned)part; mask < MASKS; mask += PARTS)
        for (int i = 0; follows(mask, j->from, j->level) && i < places_of(j->solution, mask); i++)
            if (!(j->stop && *j->stop))
                solve_place(j, &b, sheet_at(j->solution, mask, i));
}

/* Full sheets: the bonus or nothing. */
static void begin_rows(const rows_job *j)
{
    for (int i = 0; i < places_of(j->solution, MASKS - 1); i++) {
        uint32_t place = j->solution->first[MASKS - 1] + (uint32_t)i;
        double *row = j->rows[YATZI_BOXES & 1] + j->first[place];
        int bonus = (int)j->solution->values[place];
        for (int points = 0; points <= bonus; points++)
            row[points] = j->reach || points == bonus;
    }
}

size_t yatzi_odds_bytes(const void *solution, const void *view, int seat)
{
    const yatzi_solution *l = solution;
    size_t rows = 2 * longest_level(l, yatzi_sheet_of(view, seat).mask);
    return rows * sizeof(double) + l->first[MASKS] * sizeof(uint32_t);
}

static int solve_rows(rows_job *j, const yatzi_state *s, int seat, void *memory,
                      const bot_machine *machine, double *out)
{
    yatzi_sheet sheet = yatzi_sheet_of(s, seat);
    j->from = sheet.mask;
    size_t room = longest_level(j->solution, j->from);
    j->rows[0] = memory;
    j->rows[1] = j->rows[0] + room;
    j->first = (uint32_t *)(j->rows[1] + room);
    j->level = YATZI_BOXES;
    lay_out(j->solution, j->from, j->level, j->first);
    begin_rows(j);
    while (j->level > bits_in(j->from)) {
        j->level--;
        lay_out(j->solution, j->from, j->level, j->first);
        bot_spread(machine, solve_part, j, PARTS);
    }
    if (j->stop && *j->stop)
        return 0;
    int most = yatzi_most(j->solution, sheet), points = yatzi_points_so_far(s, seat);
    for (int i = 0; i < points; i++)
        out[i] = j->reach;
    memcpy(out + points, j->rows[j->level & 1] + j->first[yatzi_place(j->solution, sheet)],
           ((size_t)most + 1) * sizeof *out);
    return points + most + 1;
}

int yatzi_distribution(const void *solution, const void *view, int seat, void *memory,
                       const bot_machine *machine, const volatile bool *stop, double *out)
{
    rows_job j = {.solution = solution, .stop = stop, .reach = false};
    return solve_rows(&j, view, seat, memory, machine, out);
}

int yatzi_reach(const void *solution, const void *view, int seat, void *memory,
                const bot_machine *machine, const volatile bool *stop, double *out)
{
    rows_job j = {.solution = solution, .stop = stop, .reach = true};
    return solve_rows(&j, view, seat, memory, machine, out);
}
