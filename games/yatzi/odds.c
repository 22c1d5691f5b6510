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

static int places_of(const yatzi_solution *solution, unsigned mask)
{
    return (int)(solution->first[mask + 1] - solution->first[mask]);
}

/* Can this mask come after `from`, with so many boxes filled? */
static bool follows(unsigned mask, unsigned from, int level)
{
    return (mask & from) == from && (int)kn_count_bits(mask) == level;
}

/* How long the rows of a level are together; with `first`, where each begins. */
static size_t lay_out(const yatzi_solution *solution, unsigned from, int level, uint32_t *first)
{
    size_t length = ROW_MARGIN + ROW_BLOCK;
    for (unsigned mask = from; mask < MASKS; mask++) {
        if (!follows(mask, from, level))
            continue;
        for (int i = 0; i < places_of(solution, mask); i++) {
            if (first)
                first[solution->first[mask] + (uint32_t)i] = (uint32_t)length;
            length += (size_t)yatzi_most(solution, sheet_at(solution, mask, i)) + 1 + 2 * ROW_BLOCK;
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

/* The row behind a turn, with a block of what is certain before it and of nothing behind it. */
static yatzi_row row_behind(void *context, yatzi_sheet sheet)
{
    const rows_job *j = context;
    const double *row = j->rows[(j->level + 1) & 1] + j->first[yatzi_place(j->solution, sheet)];
    return (yatzi_row){row, -ROW_BLOCK, yatzi_most(j->solution, sheet) + 1};
}

static void end_row(const rows_job *j, double *row, int most)
{
    for (int i = 0; i < ROW_BLOCK; i++) {
        row[i - ROW_BLOCK] = j->reach;
        row[most + 1 + i] = 0;
    }
}

/* What is so nearly certain counts as certain. In 13 turns that adds 1.3e-13 at most. */
#define SURE (1 - 1e-14)

/* ---- the distribution ---- */

/* Spread the chance of each keep over the rolls it can become, one die at a time. A keep
 * comes after all that have one of its dice less. */
static void throw_rest(const yatzi_lattice *l, double *chance)
{
    double all[KEEPS];
    for (int keep = 0; keep < KEEPS; keep++) {
        double before = 0;
        for (int i = 0; i < l->faces[keep]; i++)
            before += all[l->fewer[keep][i]];
        all[keep] = chance[keep] + before * (1.0 / YATZI_FACES);
        chance[keep] = 0;
    }
    for (int roll = 0; roll < ROLLS; roll++)
        chance[l->roll[roll]] = all[l->roll[roll]];
}

/* From each roll to the keep that is best with so many throws left, one die less at a time. Who
 * keeps all five dice has stopped. */
static void keep_best(const yatzi_lattice *l, const yatzi_turn *turn, int left, double *chance)
{
    const double *best = turn->best[left];
    for (int keep = KEEPS - 1; keep > 0; keep--) {
        if (chance[keep] == 0 || turn->keep[left][keep] == best[keep])
            continue;
        int i = 0;
        while (best[l->fewer[keep][i]] != best[keep])
            i++;
        chance[l->fewer[keep][i]] += chance[keep];
        chance[keep] = 0;
    }
}

/* How likely a turn ends on each roll, when played for points; by keep. */
static void find_endings(const yatzi_lattice *l, const yatzi_turn *turn, double *chance)
{
    memset(chance, 0, KEEPS * sizeof *chance);
    for (int roll = 0; roll < ROLLS; roll++)
        chance[l->roll[roll]] = l->chance[roll];
    for (int left = YATZI_THROWS - 1; left > 0; left--) {
        keep_best(l, turn, left, chance);
        throw_rest(l, chance);
    }
}

/* Rolls that are not Yatzis and go into the same box with the same points lead to the same sheet.
 */
static void mix_endings(rows_job *j, yatzi_sheet sheet, double *row, int most)
{
    enum { POINTS = YATZI_LARGE_STREET + 1 };
    const yatzi_lattice *l = &j->solution->lattice;
    yatzi_turn turn;
    double chance[KEEPS];
    yatzi_share shares[ROLLS];
    int16_t at[YATZI_BOXES][POINTS], count = 0;
    memset(at, -1, sizeof at);
    yatzi_think_points(j->solution, sheet, &turn);
    find_endings(l, &turn, chance);
    for (int roll = 0; roll < ROLLS; roll++) {
        yatzi_sheet next = sheet;
        int box = turn.box[roll];
        double part = chance[l->roll[roll]];
        int16_t *known = &at[box][l->face[roll] ? 0 : l->points[roll][box]];
        if (!l->face[roll] && *known >= 0) {
            shares[*known].part += part;
            continue;
        }
        if (!l->face[roll])
            *known = count;
        int points = yatzi_fill(j->solution, &next, roll, box);
        shares[count++] = (yatzi_share){row_behind(j, next), points, part};
    }
    yatzi_mix_rows(j->solution, shares, count, most, row);
}

/* ---- both, level by level ---- */

static double *row_at(const rows_job *j, unsigned mask, int i)
{
    return j->rows[j->level & 1] + j->first[j->solution->first[mask] + (uint32_t)i];
}

typedef struct {
    int lo, hi;
} range;

/* Of two neighbouring classes of upper sums, the lower one misses the bonus where the other just
 * makes it. That changes nothing if the upper boxes alone are enough then, nor if everything else
 * with the bonus is not. The needed points in between, for which the two may differ: */
static range difference(const yatzi_solution *solution, yatzi_sheet lower, yatzi_sheet higher)
{
    int upper = 0, most = yatzi_most(solution, higher);
    for (int face = 0; face < YATZI_FACES; face++)
        upper += lower.mask >> face & 1 ? 0 : YATZI_DICE * (face + 1);
    return (range){YATZI_BONUS_FROM - higher.upper + 1,
                   most - upper + YATZI_BONUS_FROM - lower.upper - 1};
}

/* The best chances of a sheet; those that are the same in the next class are taken from there. */
static void reach(rows_job *j, unsigned mask, int i, int most)
{
    const yatzi_solution *solution = j->solution;
    yatzi_sheet sheet = sheet_at(solution, mask, i);
    double *row = row_at(j, mask, i);
    range r = {0, most};
    bool last = (i + 1) % solution->classes[mask & UPPER] == 0;
    if (!last)
        r = difference(solution, sheet, sheet_at(solution, mask, i + 1));
    if (r.hi > most)
        r.hi = most;
    if (r.lo <= r.hi)
        yatzi_think_rows(solution, sheet, row_behind, j, r.lo, r.hi, SURE, row + r.lo);
    for (int needed = 0; !last && needed <= most; needed++)
        if (needed < r.lo || needed > r.hi)
            row[needed] = row_at(j, mask, i + 1)[needed];
}

static void solve_place(rows_job *j, unsigned mask, int i)
{
    yatzi_sheet sheet = sheet_at(j->solution, mask, i);
    int most = yatzi_most(j->solution, sheet);
    if (j->reach)
        reach(j, mask, i, most);
    else
        mix_endings(j, sheet, row_at(j, mask, i), most);
    end_row(j, row_at(j, mask, i), most);
}

/* From the highest class of upper sums down. */
static void solve_part(void *job, int part)
{
    rows_job *j = job;
    for (unsigned mask = (unsigned)part; mask < MASKS; mask += PARTS)
        for (int i = places_of(j->solution, mask) - 1; follows(mask, j->from, j->level) && i >= 0;
             i--)
            if (!(j->stop && *j->stop))
                solve_place(j, mask, i);
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
        end_row(j, row, bonus);
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
    while (j->level > (int)kn_count_bits(j->from)) {
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
