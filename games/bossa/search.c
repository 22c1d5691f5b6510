/* search.c: tree search for Bossa. Every playout draws real chances, follows the most promising
 * moves while giving each its share (PUCT), adds one board to the tree and plays the rest hastily,
 * or solves it when few tiles are left. The tree is a table of boards after a move: it is on the
 * stack, needs no links, and move orders that meet share their results. */
#include <string.h>

#include "games/bossa/bot.h"

enum { TABLE_BITS = 15, BUCKET = 4, PATH_MAX = 2 * BOSSA_TILES, CLOCK_EVERY = 16 };
enum { SOLVER_PLACES = 256, SOLVER_LIMIT = 20000 };

/* How much a step is worth trying before anything is known of it; markers are best kept. */
enum { WEIGHT_PUT = 8, WEIGHT_REDRAW = 2, WEIGHT_EXCHANGE = 1, SWAPS_FROM = 16 };

#define EXPLORE 1.0     /* how much the untried is favoured */
#define UNTRIED 0.1     /* how much lower than its siblings an untried step is valued */
#define SWAP_ONE_IN 16u /* a hasty player spends a marker without need */

typedef struct {
    bossa_tally *table;
    uint32_t mask;
    int solved_pile;
    kn_random random;
} tree;

typedef struct {
    bossa_tally *tally;
    uint32_t key;
    int seat;
} path_step;

static int random_tile(const bossa_board *board, kn_random *random)
{
    return bossa_tile_at(board->unseen, kn_random_below(random, board->left));
}

static uint64_t ended(int outcome)
{
    return BOSSA_ONE / 2 * (uint64_t)outcome;
}

/* ---- playing hastily ---- */

/* Exactly, for the seat that draws; false if that takes too long. */
static bool solve_rest(const bossa_board *board, uint64_t *value)
{
    bossa_bounds table[SOLVER_PLACES];
    int32_t whole = bossa_whole[board->left];
    memset(table, 0, sizeof table);
    bossa_solver solver = {.table = table, .mask = SOLVER_PLACES - 1, .limit = SOLVER_LIMIT};
    int32_t solved = bossa_solve(&solver, board, 0, whole);
    *value = (uint64_t)solved * BOSSA_ONE / (uint64_t)whole;
    return !solver.stopped;
}

static uint32_t any_of(uint32_t count, kn_random *random)
{
    return count > 1 ? kn_random_below(random, count) : 0;
}

/* A random put that does not lose immediately, or -1; a winning one if there is one. */
static int hasty_put(const bossa_board *board, const bossa_step *steps, int count,
                     kn_random *random)
{
    int kept = -1, at = (int)any_of((uint32_t)count, random);
    if (bossa_only_the_last_tile_ends(board)) {
        for (int i = 0; i < count; i++)
            if ((steps[i] >> STEP_COUNT & 255) == board->held[board->turn])
                return i;
        return count > 0 ? at : -1;
    }
    for (int i = 0; i < count; i++, at = at + 1 < count ? at + 1 : 0) {
        int outcome = bossa_outcome(board, steps[at]);
        if (outcome == BOSSA_WON)
            return at;
        if (outcome != BOSSA_LOST && kept < 0)
            kept = at;
    }
    return kept;
}

/* What a hasty player does with the tile just drawn; how it ends, if it does. */
static int play_hastily(bossa_board *board, kn_random *random)
{
    bossa_step steps[BOSSA_STEPS_MAX], step = 0;
    int chosen = hasty_put(board, steps, bossa_list_puts(board, steps), random);
    int outcome = BOSSA_LOST;
    if (chosen >= 0) {
        step = steps[chosen];
        outcome = bossa_outcome(board, step);
    }
    if (chosen < 0 || (kn_random_below(random, SWAP_ONE_IN) == 0 && outcome != BOSSA_WON)) {
        uint32_t swaps = bossa_count_swaps(board);
        bossa_step swap = swaps ? bossa_swap_at(board, any_of(swaps, random)) : 0;
        if (swaps && bossa_outcome(board, swap) != BOSSA_LOST) {
            step = swap;
            outcome = bossa_outcome(board, swap);
        }
    }
    if (outcome == BOSSA_GOING)
        bossa_make(board, step);
    return outcome;
}

uint64_t bossa_playout(bossa_board board, int solved_pile, kn_random *random)
{
    int first = board.turn, seat, outcome;
    uint64_t value;
    do {
        seat = board.turn;
        if (board.left <= solved_pile + 1 && solve_rest(&board, &value))
            return seat == first ? value : BOSSA_ONE - value;
        bool redrawn = board.redrawing;
        outcome = bossa_draw(&board, random_tile(&board, random));
        if (outcome == BOSSA_GOING && !redrawn)
            outcome = play_hastily(&board, random);
    } while (outcome == BOSSA_GOING);
    return seat == first ? ended(outcome) : BOSSA_ONE - ended(outcome);
}

/* ---- the tree ---- */

/* The place of a board after a step; if it has none, the least used of its bucket or, for mere
 * looking, NULL. */
static bossa_tally *find(const tree *t, const bossa_board *board, bool make)
{
    uint64_t hash = bossa_hash(board);
    uint32_t key = (uint32_t)hash | 1;
    bossa_tally *bucket = t->table + (hash >> 32 & t->mask) * BUCKET, *least = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key)
            return &bucket[i];
        if (bucket[i].visits < least->visits)
            least = &bucket[i];
    }
    if (!make)
        return NULL;
    *least = (bossa_tally){key, 0, 0};
    return least;
}

static int weight(bossa_step step)
{
    unsigned kind = step >> STEP_KIND;
    return kind == BOSSA_REDRAW     ? WEIGHT_REDRAW
           : kind == BOSSA_EXCHANGE ? WEIGHT_EXCHANGE
                                    : WEIGHT_PUT;
}

/* The results of all steps so far. */
typedef struct {
    uint64_t visits, sum;
    int weights;
} totals;

static totals add_tallies(const bossa_step *steps, const bossa_tally *const *tallies, int count)
{
    totals all = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        all.weights += weight(steps[i]);
        if (tallies[i]) {
            all.visits += tallies[i]->visits;
            all.sum += tallies[i]->sum;
        }
    }
    return all;
}

/* The step to try next: the best so far, with an advance for those seldom tried. Looking begins
 * anywhere: equals would else be tried in the order of the list, white before black, and the owner
 * of the white line be thought better off. */
static int promising(const bossa_board *board, const bossa_step *steps,
                     const bossa_tally *const *tallies, int count, kn_random *random)
{
    totals all = add_tallies(steps, tallies, count);
    double mean = all.visits ? (double)all.sum / (double)all.visits : (double)(BOSSA_ONE / 2);
    double untried = mean / (double)BOSSA_ONE - UNTRIED;
    double advance = EXPLORE * __builtin_sqrt((double)all.visits + 1) / all.weights;
    double best = -1e9;
    int chosen = 0, i = (int)kn_random_below(random, (uint32_t)count);
    for (int looked = 0; looked < count; looked++, i = i + 1 < count ? i + 1 : 0) {
        uint32_t visits = tallies[i] ? tallies[i]->visits : 0;
        int outcome = bossa_outcome(board, steps[i]);
        double due = advance * weight(steps[i]) / (1.0 + visits);
        double value = untried;
        if (outcome != BOSSA_GOING) {
            value = outcome / 2.0;
            due = 0;
        } else if (visits) {
            value = (double)tallies[i]->sum / (double)visits / (double)BOSSA_ONE;
        }
        value += due;
        if (value > best) {
            best = value;
            chosen = i;
        }
    }
    return chosen;
}

/* Choose a step of a board within the tree; `visits` is how often the tree has been here. Exchanges
 * are many and seldom good: a board must have been seen often before they are weighed. */
static bossa_step choose(tree *t, const bossa_board *board, uint32_t visits, bool *any)
{
    bossa_step steps[BOSSA_STEPS_MAX];
    const bossa_tally *tallies[BOSSA_STEPS_MAX];
    int count = bossa_list_puts(board, steps);
    if (count == 0 || visits >= SWAPS_FROM || board->left <= 1)
        count += bossa_list_swaps(board, steps + count);
    *any = count > 0;
    if (count == 0)
        return 0;
    for (int i = 0; i < count; i++) {
        int outcome = bossa_outcome(board, steps[i]);
        tallies[i] = NULL;
        if (outcome == BOSSA_WON)
            return steps[i];
        if (outcome != BOSSA_GOING)
            continue;
        bossa_board next = *board;
        bossa_make(&next, steps[i]);
        tallies[i] = find(t, &next, false);
    }
    return steps[promising(board, steps, tallies, count, &t->random)];
}

/* Follow the tree from a board before a draw; `depth` steps of the path are taken already. Returns
 * the value for seat 0. */
static uint64_t follow(tree *t, bossa_board board, path_step *path, int *depth)
{
    for (;;) {
        uint64_t value;
        int seat = board.turn, outcome;
        bossa_tally *last = *depth ? path[*depth - 1].tally : NULL;
        if (board.left <= t->solved_pile + 1 || (last && last->visits == 0)) {
            value = bossa_playout(board, t->solved_pile, &t->random);
            return seat == 0 ? value : BOSSA_ONE - value;
        }
        bool redrawn = board.redrawing, any = true;
        outcome = bossa_draw(&board, random_tile(&board, &t->random));
        if (outcome == BOSSA_GOING && redrawn)
            continue;
        if (outcome == BOSSA_GOING) {
            bossa_step step = choose(t, &board, last ? last->visits : 0, &any);
            outcome = any ? bossa_outcome(&board, step) : BOSSA_LOST;
            if (outcome == BOSSA_GOING) {
                bossa_make(&board, step);
                bossa_tally *tally = find(t, &board, true);
                path[(*depth)++] = (path_step){tally, tally->key, seat};
                continue;
            }
        }
        return seat == 0 ? ended(outcome) : BOSSA_ONE - ended(outcome);
    }
}

static void learn(const path_step *path, int depth, uint64_t value)
{
    for (int i = 0; i < depth; i++)
        if (path[i].tally->key == path[i].key) { /* else its place was taken by a later one */
            path[i].tally->visits++;
            path[i].tally->sum += path[i].seat == 0 ? value : BOSSA_ONE - value;
        }
}

/* One playout that begins with this step of the task, or without steps with a draw. */
static void try_once(const bossa_task *task, tree *t, bossa_tally *tallies, uint32_t number)
{
    path_step path[PATH_MAX];
    const bossa_tally *looked_at[BOSSA_STEPS_MAX];
    bossa_board board = *task->board;
    int depth = 1, chosen = 0;
    path[0] = (path_step){tallies, 0, board.turn};
    if (task->count > 0) {
        for (int i = 0; i < task->count; i++)
            looked_at[i] = &tallies[i];
        chosen = task->effort.even && number % 2 == 0
                     ? (int)(number / 2 % (uint32_t)task->count)
                     : promising(&board, task->steps, looked_at, task->count, &t->random);
        int outcome = bossa_outcome(&board, task->steps[chosen]);
        path[0].tally = &tallies[chosen];
        if (outcome != BOSSA_GOING) {
            learn(path, 1, board.turn == 0 ? ended(outcome) : BOSSA_ONE - ended(outcome));
            return;
        }
        bossa_make(&board, task->steps[chosen]);
    }
    uint64_t value = follow(t, board, path, &depth);
    learn(path, depth, value);
}

static uint32_t table_mask(uint32_t playouts)
{
    uint32_t buckets = 1;
    while (buckets < (1u << TABLE_BITS) / BUCKET && buckets * BUCKET / 2 < playouts)
        buckets *= 2;
    return buckets - 1;
}

void bossa_search(const bossa_task *task, bossa_tally *tallies)
{
    bossa_tally table[1 << TABLE_BITS];
    tree t = {table, table_mask(task->effort.playouts), task->effort.solved_pile,
              kn_random_from(task->seed)};
    memset(table, 0, (t.mask + 1) * BUCKET * sizeof *table);
    for (uint32_t i = 0; i < task->effort.playouts; i++) {
        if (task->now_ns && i % CLOCK_EVERY == 0 && task->now_ns() >= task->deadline_ns)
            break;
        try_once(task, &t, tallies, i);
    }
}
