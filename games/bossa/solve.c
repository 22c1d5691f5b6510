/* solve.c: solves the end of a match of Bossa exactly: every draw with its chance, every answer,
 * bounds at both (alpha-beta for the players, Ballard's Star1 for the draws). Values are whole
 * numbers, so that bounds compare exactly; rounding errors could make a wrong move look best. */
#include "games/bossa/bot.h"

const int32_t bossa_whole[BOSSA_SOLVABLE + 1] = {
    2, 2, 4, 12, 48, 240, 1440, 10080, 80640, 725760, 7257600, 79833600, 958003200};

enum { CLOCK_EVERY = 1024, REMEMBERED = 3 }; /* fewer unseen tiles are solved faster than found */

static int32_t best_step(bossa_solver *solver, const bossa_board *board, int32_t low, int32_t high);

static int32_t ended(int outcome, int unseen)
{
    return bossa_whole[unseen] / 2 * outcome;
}

static bool stop(bossa_solver *solver)
{
    solver->nodes++;
    if (solver->nodes > solver->limit || (solver->now_ns && solver->nodes % CLOCK_EVERY == 0 &&
                                          solver->now_ns() > solver->deadline_ns))
        solver->stopped = true;
    return solver->stopped;
}

/* What a draw leads to, for the seat that draws. */
static int32_t after_draw(bossa_solver *solver, const bossa_board *board, int tile, int32_t low,
                          int32_t high)
{
    bossa_board next = *board;
    int outcome = bossa_draw(&next, tile);
    int32_t whole = bossa_whole[next.left];
    if (outcome != BOSSA_GOING)
        return ended(outcome, next.left);
    if (board->redrawing)
        return whole - bossa_solve(solver, &next, whole - high, whole - low);
    return best_step(solver, &next, low, high);
}

static bool wins_with(const bossa_board *board, int tile)
{
    bossa_board next = *board;
    bossa_draw(&next, tile);
    return bossa_wins_now(&next);
}

/* The sum over all draws; those that win at once come first, for they narrow the bounds of the
 * others for nothing. */
static int32_t all_draws(bossa_solver *solver, const bossa_board *board, int32_t low, int32_t high)
{
    int32_t whole = bossa_whole[board->left - 1], sum = 0, open = board->left * whole;
    uint32_t others = board->unseen;
    for (uint32_t rest = board->redrawing ? 0 : others; rest; rest &= rest - 1)
        if (wins_with(board, __builtin_ctz(rest))) {
            others &= ~(rest & -rest);
            sum += whole;
            open -= whole;
        }
    for (; others; others &= others - 1) {
        if (sum >= high || sum + open <= low)
            break;
        open -= whole; /* the most that the draws after this one can add */
        int32_t least = low - sum - open, most = high - sum;
        sum += after_draw(solver, board, __builtin_ctz(others), least < 0 ? 0 : least,
                          most > whole ? whole : most);
    }
    /* Cut off from above, the draws not looked at bring nothing; from below, everything. */
    return sum >= high ? sum : sum + open;
}

int32_t bossa_solve(bossa_solver *solver, const bossa_board *board, int32_t low, int32_t high)
{
    int32_t whole = bossa_whole[board->left];
    bossa_bounds none = {0, 0, whole}, *known = &none;
    uint64_t key = 0;
    if (stop(solver))
        return 0;
    if (board->left >= REMEMBERED) {
        key = bossa_hash(board);
        known = &solver->table[key >> 32 & solver->mask];
    }
    if (known->key != key)
        *known = (bossa_bounds){key, 0, whole};
    if (known->low >= high || known->low == known->high)
        return known->low;
    if (known->high <= low)
        return known->high;
    int32_t value = all_draws(solver, board, low, high);
    if (solver->stopped || known == &none)
        return value;
    if (known->key != key) /* others have taken the place meanwhile */
        *known = (bossa_bounds){key, 0, whole};
    if (value > low && value > known->low)
        known->low = value;
    if (value < high && value < known->high)
        known->high = value;
    return value;
}

int32_t bossa_solve_step(bossa_solver *solver, const bossa_board *board, bossa_step step,
                         int32_t low, int32_t high)
{
    int outcome = bossa_outcome(board, step);
    int32_t whole = bossa_whole[board->left];
    if (outcome != BOSSA_GOING)
        return ended(outcome, board->left);
    bossa_board next = *board;
    bossa_make(&next, step);
    if (next.redrawing)
        return bossa_solve(solver, &next, low, high);
    return whole - bossa_solve(solver, &next, whole - high, whole - low);
}

/* The most that any step brings; none is a loss. */
static int32_t best_step(bossa_solver *solver, const bossa_board *board, int32_t low, int32_t high)
{
    bossa_step steps[BOSSA_STEPS_MAX];
    int count = bossa_list(board, steps);
    int32_t best = 0;
    for (int i = 0; i < count; i++)
        if (bossa_outcome(board, steps[i]) == BOSSA_WON)
            return bossa_whole[board->left];
    for (int i = 0; i < count && best < high; i++) {
        int32_t value = bossa_solve_step(solver, board, steps[i], best > low ? best : low, high);
        if (solver->stopped)
            return 0;
        if (value > best)
            best = value;
    }
    return best;
}
