/* bot.c: Bossa's bots and judge: the levels, setting up by sampled worlds, the choice of chips;
 * then tree search, and the solver near the end.
 *
 * Work is cut into parts that do not depend on the number of cores, each with its own seed, and
 * added up in whole numbers: without a time limit the same seed gives the same choice anywhere. */
#include <string.h>

#include "games/bossa/bot.h"

/* What a level does for one answer. Noise is the most, either way, by which its judgement of a move
 * is off: chances to win, for a child tiles. */
typedef struct {
    double noise;
    int64_t nodes; /* for trying to solve higher piles */
    uint32_t playouts;
    uint16_t think_ms;
    uint16_t worlds;     /* sampled for a choice while setting up */
    uint8_t solves;      /* piles up to this are always solved */
    uint8_t tries;       /* piles up to this are solved if the nodes suffice */
    uint8_t solved_pile; /* always, at the end of playouts */
    uint8_t parts;       /* the number of trees that share the playouts */
    bool careful;        /* never hands over a win in one turn that can be avoided */
} plan;

/* clang-format off */
static const plan plans[BOT_LEVELS] = {
    /*               noise  nodes playouts think worlds solves tries solved parts careful */
    [BOT_CHILD]    = {2.00,      0,     0,  2500,    1,    0,    0,    0,    1,   false},
    [BOT_BEGINNER] = {0.25,      0,    20,  4000,    4,    0,    0,    0,    1,   false},
    [BOT_REGULAR]  = {0.05,      0,   200,  3000,   16,    1,    1,    1,    1,   true},
    [BOT_STRONG]   = {0.00,      0,  1000,  2500,   64,    3,    3,    2,    1,   true},
    [BOT_BEST]     = {0.00, 100000, 24000,  2000,  256,    5,    7,    2,    4,   true},
};
/* clang-format on */

enum { PARTS_MAX = 32, SOLVE_PARTS = 4, SOLVE_BITS_MAX = 14 };
enum { FIRST_TRY_NS = 10000000, NEXT_TRY = 20 }; /* a tile more takes about so much longer */
enum { TAKES = 3, WORLD_PLAYOUTS = 50, LOOKS = 8, GLANCES = 8 };

/* ---- time ---- */

/* A clock and when to stop by it; without a limit there is no clock. */
typedef struct {
    int64_t (*now_ns)(void);
    int64_t start_ns, limit_ns;
} stopwatch;

static stopwatch start_watch(const bot *b)
{
    stopwatch w = {NULL, 0, 0};
    if (b->budget_ms > 0 && b->machine && b->machine->now_ns) {
        w.now_ns = b->machine->now_ns;
        w.start_ns = w.now_ns();
        w.limit_ns = b->budget_ms * 1000000;
    }
    return w;
}

/* The time when this many tenths of the budget are used. */
static int64_t tenths(const stopwatch *w, int count)
{
    return w->start_ns + w->limit_ns / 10 * count;
}

static bool time_is_over(const stopwatch *w)
{
    return w->now_ns && w->now_ns() >= tenths(w, 9);
}

/* With a time limit the best level uses all of it and all cores; other levels do not think longer.
 */
static plan with_time(const bot *b, plan p, const stopwatch *w)
{
    if (w->now_ns && p.parts > 1) {
        int cores = b->machine->cores;
        p.playouts = UINT32_MAX;
        p.nodes = INT64_MAX;
        p.tries = p.solves;
        for (int64_t ns = FIRST_TRY_NS; ns <= w->limit_ns && p.tries < BOSSA_SOLVABLE - 2;
             ns *= NEXT_TRY)
            p.tries++;
        p.parts = (uint8_t)(cores < 1 ? 1 : cores > PARTS_MAX ? PARTS_MAX : cores);
    }
    return p;
}

/* ---- opinions ---- */

static bot_opinion exactly(kn_move move, double value)
{
    return (bot_opinion){move, value, 0};
}

/* A mean of playouts, and its statistical error. */
static bot_opinion sampled(kn_move move, uint64_t sum, uint64_t count)
{
    if (count == 0)
        return (bot_opinion){move, 0, 1};
    double n = (double)count, value = (double)sum / (double)BOSSA_ONE / n;
    double smooth = (value * n + 1) / (n + 2), spread = smooth * (1 - smooth);
    return (bot_opinion){move, value, 1.96 * __builtin_sqrt(spread / n)};
}

static bool is_sure_loss(const bot_opinion *opinion)
{
    return opinion->value == 0 && opinion->error == 0;
}

/* What of an opinion can be relied upon; of a sure loss, nothing. */
static double reliable(const bot_opinion *opinion)
{
    return is_sure_loss(opinion) ? -2 : opinion->value - opinion->error;
}

/* The one to choose. */
static int most_reliable(const bot_opinion *opinions, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (reliable(&opinions[i]) > reliable(&opinions[best]))
            best = i;
    return best;
}

static double one_minus(double value)
{
    return 1 - value;
}

/* ---- solving ---- */

typedef struct {
    const bossa_board *board;
    const bossa_step *steps;
    int count;
    bool all; /* every step exactly, not only the best */
    int64_t nodes, deadline_ns;
    int64_t (*now_ns)(void);
    int32_t values[BOSSA_STEPS_MAX];
    bool stopped[SOLVE_PARTS];
} solving;

/* Every so-manyth step. If only the best is asked for, what cannot beat the part's best so far is
 * left with a bound that does not either. */
static void solve_part(void *job, int part)
{
    solving *s = job;
    bossa_bounds table[1 << SOLVE_BITS_MAX];
    int bits = 2 * s->board->left < SOLVE_BITS_MAX ? 2 * s->board->left : SOLVE_BITS_MAX;
    int32_t whole = bossa_whole[s->board->left], best = 0;
    bossa_solver solver = {.table = table,
                           .mask = (1u << bits) - 1,
                           .limit = s->nodes,
                           .now_ns = s->now_ns,
                           .deadline_ns = s->deadline_ns};
    memset(table, 0, sizeof *table << bits);
    for (int i = part; i < s->count && !solver.stopped; i += SOLVE_PARTS) {
        s->values[i] = bossa_solve_step(&solver, s->board, s->steps[i], s->all ? 0 : best, whole);
        if (s->values[i] > best)
            best = s->values[i];
    }
    s->stopped[part] = solver.stopped;
}

/* All steps of a board solved, if the plan goes so far and nodes or time suffice. */
static bool solve(const bot *b, const plan *p, const stopwatch *w, solving *s)
{
    int pile = s->board->left - 1;
    bool must = pile <= p->solves;
    if (pile > p->tries)
        return false;
    s->nodes = must ? INT64_MAX : p->nodes;
    s->now_ns = w->now_ns;
    s->deadline_ns = tenths(w, must ? 8 : 5);
    bot_spread(b->machine, solve_part, s, SOLVE_PARTS);
    for (int part = 0; part < SOLVE_PARTS; part++)
        if (s->stopped[part])
            return false;
    return true;
}

/* ---- searching ---- */

typedef struct {
    bossa_task task;
    bossa_tally tallies[PARTS_MAX][BOSSA_STEPS_MAX];
} searching;

static void search_part(void *job, int part)
{
    searching *s = job;
    bossa_task task = s->task;
    task.seed += (uint64_t)part;
    memset(s->tallies[part], 0, sizeof s->tallies[part]);
    bossa_search(&task, s->tallies[part]);
}

/* Search the steps of a board, or the board before a draw (no steps), and add up the trees in the
 * tallies of the first. */
static void search(bot *b, const plan *p, const stopwatch *w, searching *s)
{
    int parts = p->parts;
    s->task.effort.playouts =
        p->playouts == UINT32_MAX ? UINT32_MAX : p->playouts / (uint32_t)parts;
    s->task.effort.solved_pile = p->solved_pile;
    s->task.now_ns = w->now_ns;
    s->task.deadline_ns = tenths(w, 9);
    s->task.seed = kn_random_next(&b->random);
    bot_spread(b->machine, search_part, s, parts);
    for (int part = 1; part < parts; part++)
        for (int i = 0; i < (s->task.count ? s->task.count : 1); i++) {
            s->tallies[0][i].visits += s->tallies[part][i].visits;
            s->tallies[0][i].sum += s->tallies[part][i].sum;
        }
}

/* ---- acting ---- */

/* Does the opponent win in the next turn, whatever tiles come? */
static bool hands_over(bossa_board board)
{
    for (uint32_t rest = board.unseen; rest; rest &= rest - 1) {
        bossa_board next = board;
        int outcome = bossa_draw(&next, __builtin_ctz(rest));
        if (outcome != BOSSA_GOING) {
            if (outcome != BOSSA_LOST) /* it is still for the seat that redraws */
                return false;
        } else if (board.redrawing ? !hands_over(next) : !bossa_wins_now(&next)) {
            return false;
        }
    }
    return true;
}

/* The value of the step if it is obvious; false if it is not. */
static bool foreseen(const plan *p, const bossa_board *board, bossa_step step, double *value)
{
    int outcome = bossa_outcome(board, step);
    *value = outcome / 2.0;
    if (outcome != BOSSA_GOING)
        return true;
    if (!p->careful)
        return false;
    bossa_board next = *board;
    bossa_make(&next, step);
    *value = 0;
    return hands_over(next);
}

static bool weigh_exactly(const bot *b, const plan *p, const stopwatch *w, bool all,
                          const bossa_board *board, const bossa_step *steps, int count,
                          bot_opinion *out)
{
    solving job = {.board = board, .steps = steps, .count = count, .all = all};
    if (!solve(b, p, w, &job))
        return false;
    for (int i = 0; i < count; i++)
        out[i] = exactly(out[i].move, (double)job.values[i] / (double)bossa_whole[board->left]);
    return true;
}

/* Search only among the steps the fate of which is not foreseen. */
static void weigh_by_search(bot *b, const plan *p, const stopwatch *w, bool all,
                            const bossa_board *board, const bossa_step *steps, int count,
                            bot_opinion *out)
{
    bossa_step open[BOSSA_STEPS_MAX];
    uint16_t place[BOSSA_STEPS_MAX];
    searching job;
    int opened = 0;
    for (int i = 0; i < count; i++) {
        double value;
        if (foreseen(p, board, steps[i], &value)) {
            out[i] = exactly(out[i].move, value);
        } else {
            place[opened] = (uint16_t)i;
            open[opened++] = steps[i];
        }
    }
    if (opened == 0)
        return;
    job.task = (bossa_task){.board = board, .steps = open, .count = opened, .effort.even = all};
    search(b, p, w, &job);
    for (int i = 0; i < opened; i++)
        out[place[i]] =
            sampled(out[place[i]].move, job.tallies[0][i].sum, job.tallies[0][i].visits);
}

/* The moves of the seat to move, not yet analysed. */
static int list_steps(const bossa_state *s, bossa_step *steps, bot_opinion *out)
{
    kn_move moves[KN_MOVES_MAX];
    int count = bossa_game.moves(s, s->turn, moves);
    for (int i = 0; i < count; i++) {
        steps[i] = bossa_step_from(s, moves[i]);
        out[i] = exactly(moves[i], 0);
    }
    return count;
}

/* A child counts the tiles it gets rid of. */
static void count_tiles_laid(const bossa_step *steps, int count, bot_opinion *out)
{
    for (int i = 0; i < count; i++)
        out[i].value = (double)(steps[i] >> STEP_COUNT & 255);
}

static int winning_step(const bossa_board *board, const bossa_step *steps, int count)
{
    for (int i = 0; i < count; i++)
        if (bossa_outcome(board, steps[i]) == BOSSA_WON)
            return i;
    return -1;
}

/* Analyse every move of the seat to move: all of them thoroughly, or only the best. */
static int weigh_steps(bot *b, const plan *p, const stopwatch *w, bool all, const bossa_state *s,
                       bot_opinion *out)
{
    bossa_step steps[BOSSA_STEPS_MAX];
    bossa_board board = bossa_board_from(s);
    int count = list_steps(s, steps, out), won = winning_step(&board, steps, count);
    bool true_values = all || p->noise > 0; /* a bound with noise would mislead */
    if (p->playouts == 0) {
        count_tiles_laid(steps, count, out);
    } else if (won >= 0 && !all && p->careful) {
        out[0] = exactly(out[won].move, 1);
        return 1;
    } else if (!weigh_exactly(b, p, w, true_values, &board, steps, count, out)) {
        weigh_by_search(b, p, w, all, &board, steps, count, out);
    }
    return count;
}

/* Where everything loses against best play: what would be hardest for others, by search alone. */
static int weigh_lost_steps(bot *b, const plan *p, const stopwatch *w, const bossa_state *s,
                            bot_opinion *out)
{
    bossa_step steps[BOSSA_STEPS_MAX];
    bossa_board board = bossa_board_from(s);
    int count = list_steps(s, steps, out);
    weigh_by_search(b, p, w, false, &board, steps, count, out);
    return count;
}

/* ---- before a draw ---- */

/* What a board is worth to the seat that draws. */
static bot_opinion weigh_draw(bot *b, const plan *p, const stopwatch *w, const bossa_board *board)
{
    int pile = board->left - 1;
    if (pile <= p->solves || pile < p->tries) {
        bossa_bounds table[1 << SOLVE_BITS_MAX];
        bossa_solver solver = {.table = table,
                               .mask = (1u << SOLVE_BITS_MAX) - 1,
                               .limit = pile <= p->solves ? INT64_MAX : p->nodes,
                               .now_ns = w->now_ns,
                               .deadline_ns = tenths(w, 5)};
        int32_t whole = bossa_whole[board->left];
        memset(table, 0, sizeof table);
        int32_t value = bossa_solve(&solver, board, 0, whole);
        if (!solver.stopped)
            return exactly(0, (double)value / (double)whole);
    }
    searching job;
    job.task = (bossa_task){.board = board};
    search(b, p, w, &job);
    return sampled(0, job.tallies[0][0].sum, job.tallies[0][0].visits);
}

/* ---- setting up: sampled worlds ---- */

static void happen(bossa_state *s, int actor, kn_move move)
{
    kn_event event = {.actor = (uint8_t)actor, .move = move};
    bossa_game.apply(s, &event);
}

static void play_out_setup(bossa_state *s, int looks, kn_random *random);

/* A world as it may be after this choice, for a seat that sees `view`, up to the first draw. */
static bossa_state one_world(const bossa_state *view, int seat, const kn_move *choice, int looks,
                             kn_random *random)
{
    bossa_state s = *view;
    bossa_game.guess(&s, seat, random);
    if (choice)
        happen(&s, seat, *choice);
    play_out_setup(&s, looks, random);
    return s;
}

/* What a seat takes, judged from a few sampled worlds; without samples, anything. */
static kn_move glance(const bossa_state *s, int looks, kn_random *random)
{
    kn_move moves[KN_MOVES_MAX], best = 0;
    bossa_state view;
    uint64_t most = 0;
    int count = bossa_game.moves(s, s->turn, moves);
    if (looks == 0)
        return moves[kn_random_below(random, (uint32_t)count)];
    bossa_game.view(s, s->turn, &view);
    for (int i = 0; i < count; i++) {
        uint64_t sum = 0;
        for (int look = 0; look < looks; look++) {
            bossa_state world = one_world(&view, s->turn, &moves[i], 0, random);
            bossa_board board = bossa_board_from(&world);
            for (int k = 0; k < GLANCES; k++) {
                uint64_t value = bossa_playout(board, 0, random);
                sum += board.turn == s->turn ? value : BOSSA_ONE - value;
            }
        }
        if (sum >= most) {
            most = sum;
            best = moves[i];
        }
    }
    return best;
}

/* Throw, deal, look, take and keep, until the first tile is to be drawn. */
static void play_out_setup(bossa_state *s, int looks, kn_random *random)
{
    while (s->phase < BOSSA_DRAWING) {
        int actor = kn_first_actor(bossa_game.to_act(s));
        kn_outcome outcomes[KN_OUTCOMES_MAX];
        if (s->phase == BOSSA_KEEPING) {
            kn_move chip = BOSSA_CHIP_DOUBLER + kn_random_below(random, 2);
            happen(s, actor, (kn_move)BOSSA_KEEP << BOSSA_KIND_AT | chip);
        } else if (actor == KN_CHANCE) {
            uint32_t count = (uint32_t)bossa_game.outcomes(s, outcomes);
            happen(s, actor, outcomes[kn_random_below(random, count)].move);
        } else {
            happen(s, actor, glance(s, looks, random));
        }
    }
}

/* Many worlds for each choice, shared out among parts; without choices, for the view as it is. */
typedef struct {
    const bossa_state *view;
    const kn_move *choices;
    int count, seat, worlds, parts;
    uint64_t seed;
    const stopwatch *watch;
    struct {
        uint64_t sum[TAKES], squares[TAKES], worlds;
    } of[PARTS_MAX];
} sampling;

enum { SAMPLE_SHIFT = 8 }; /* 16 bits of a value are kept, so that squares can be added up */

static uint64_t try_world(const sampling *s, int choice, uint64_t seed)
{
    kn_random random = kn_random_from(seed);
    bossa_tally tally = {0, 0, 0};
    bossa_state world =
        one_world(s->view, s->seat, s->choices ? &s->choices[choice] : NULL, LOOKS, &random);
    bossa_board board = bossa_board_from(&world);
    bossa_task task = {.board = &board, .effort.playouts = WORLD_PLAYOUTS, .seed = seed};
    bossa_search(&task, &tally);
    uint64_t value = (tally.sum / tally.visits) >> SAMPLE_SHIFT;
    return board.turn == s->seat ? value : (BOSSA_ONE >> SAMPLE_SHIFT) - value;
}

/* The same worlds for every choice, as far as the choices let them be the same. */
static void sample_part(void *job, int part)
{
    sampling *s = job;
    memset(&s->of[part], 0, sizeof s->of[part]);
    for (int world = part; world < s->worlds && !time_is_over(s->watch); world += s->parts) {
        for (int i = 0; i < s->count; i++) {
            uint64_t value = try_world(s, i, s->seed + (uint64_t)world);
            s->of[part].sum[i] += value;
            s->of[part].squares[i] += value * value;
        }
        s->of[part].worlds++;
    }
}

static bot_opinion sampled_worlds(kn_move move, const sampling *s, int choice)
{
    uint64_t sum = 0, squares = 0, worlds = 0;
    for (int part = 0; part < s->parts; part++) {
        sum += s->of[part].sum[choice];
        squares += s->of[part].squares[choice];
        worlds += s->of[part].worlds;
    }
    if (worlds == 0)
        return (bot_opinion){move, 0.5, 0.5};
    double one = (double)(BOSSA_ONE >> SAMPLE_SHIFT), n = (double)worlds;
    double mean = (double)sum / n / one, square = (double)squares / n / (one * one);
    double spread = square - mean * mean;
    double error = spread > 0 ? 1.96 * __builtin_sqrt(spread / n) : 0;
    return (bot_opinion){move, mean, worlds > 1 && error > 0 ? error : 0.5};
}

static void weigh_worlds(bot *b, const plan *p, const stopwatch *w, const bossa_state *view,
                         const kn_move *choices, int count, bot_opinion *out)
{
    sampling job = {.view = view, .choices = choices, .count = count, .seat = b->seat, .watch = w};
    job.worlds = p->playouts == UINT32_MAX ? INT32_MAX : p->worlds;
    job.parts = p->parts;
    job.seed = kn_random_next(&b->random);
    bot_spread(b->machine, sample_part, &job, job.parts);
    for (int i = 0; i < count; i++)
        out[i] = sampled_worlds(choices ? choices[i] : 0, &job, i);
}

static int weigh_takes(bot *b, const plan *p, const stopwatch *w, const bossa_state *s,
                       bot_opinion *out)
{
    kn_move moves[KN_MOVES_MAX];
    int count = bossa_game.moves(s, b->seat, moves);
    weigh_worlds(b, p, w, s, moves, count, out);
    return count;
}

/* ---- the chips: both keep one at once ---- */

enum { CHIPS = 2 };

/* Chances to win by own chip and opponent's chip, and how often the opponent should keep each. */
typedef struct {
    double value[CHIPS][CHIPS], error, other[CHIPS];
} chip_game;

/* The other's best mixture: the one that makes the own chips equally good, if there is one. */
static void mix(chip_game *g)
{
    double a = g->value[0][0], b = g->value[0][1], c = g->value[1][0], d = g->value[1][1];
    double worst[CHIPS] = {a > c ? a : c, b > d ? b : d}; /* by the opponent's chip */
    double least = (a < b ? a : b) > (c < d ? c : d) ? (a < b ? a : b) : (c < d ? c : d);
    double most = worst[0] < worst[1] ? worst[0] : worst[1], sum = a - b - c + d;
    double first = worst[0] <= worst[1] ? 1 : 0;
    if (least < most && sum != 0)
        first = (d - b) / sum;
    g->other[0] = first;
    g->other[1] = 1 - first;
}

static chip_game weigh_chip_game(bot *b, const plan *p, const stopwatch *w, const bossa_state *view)
{
    chip_game g = {.error = 0};
    plan quarter = *p;
    quarter.playouts = p->playouts == UINT32_MAX ? UINT32_MAX : p->playouts / (CHIPS * CHIPS) + 1;
    for (int i = 0; i < CHIPS * CHIPS; i++) {
        bossa_state s = *view;
        stopwatch part = *w;
        s.chip[b->seat] = (uint8_t)(BOSSA_CHIP_DOUBLER + i / CHIPS);
        s.chip[!b->seat] = (uint8_t)(BOSSA_CHIP_DOUBLER + i % CHIPS);
        s.phase = BOSSA_DRAWING;
        part.limit_ns = w->limit_ns / (CHIPS * CHIPS) * (i + 1);
        bossa_board board = bossa_board_from(&s);
        bot_opinion one = weigh_draw(b, &quarter, &part, &board);
        g.value[i / CHIPS][i % CHIPS] = s.turn == b->seat ? one.value : one_minus(one.value);
        g.error = one.error > g.error ? one.error : g.error;
    }
    mix(&g);
    return g;
}

/* The value of a chip against the opponent's best mixed strategy. */
static bot_opinion weigh_chip(const chip_game *g, int chip)
{
    double first = g->value[chip][0] * g->other[0], second = g->value[chip][1] * g->other[1];
    kn_move move = (kn_move)BOSSA_KEEP << BOSSA_KIND_AT | (kn_move)(BOSSA_CHIP_DOUBLER + chip);
    return (bot_opinion){move, first + second, g->error};
}

static int weigh_chips(bot *b, const plan *p, const stopwatch *w, const bossa_state *s,
                       bot_opinion *out)
{
    chip_game g = weigh_chip_game(b, p, w, s);
    for (int chip = 0; chip < CHIPS; chip++)
        out[chip] = weigh_chip(&g, chip);
    return CHIPS;
}

/* ---- the kind ---- */

static int weigh(bot *b, const plan *p, const stopwatch *w, bool all, const bossa_state *s,
                 bot_opinion *out)
{
    if (s->phase == BOSSA_ACTING)
        return weigh_steps(b, p, w, all, s, out);
    return s->phase == BOSSA_KEEPING ? weigh_chips(b, p, w, s, out) : weigh_takes(b, p, w, s, out);
}

/* A number between -1 and 1. */
static double either_way(kn_random *random)
{
    return (double)kn_random_below(random, 2001) / 1000.0 - 1;
}

static kn_move choose(bot *b, const void *view, int64_t *delay_ms)
{
    bot_opinion opinions[KN_MOVES_MAX];
    kn_move moves[KN_MOVES_MAX];
    stopwatch w = start_watch(b);
    plan p = with_time(b, plans[b->level], &w);
    int count = bossa_game.moves(view, b->seat, moves);
    *delay_ms = p.think_ms / 2 + kn_random_below(&b->random, p.think_ms);
    if (count == 1)
        return moves[0];
    count = weigh(b, &p, &w, false, view, opinions);
    if (p.careful && is_sure_loss(&opinions[most_reliable(opinions, count)]))
        count = weigh_lost_steps(b, &p, &w, view, opinions);
    for (int i = 0; p.noise > 0 && i < count; i++) {
        double off = p.noise * either_way(&b->random);
        if (p.playouts == 0 || !is_sure_loss(&opinions[i])) /* only a child overlooks that */
            opinions[i].value += off;
    }
    return opinions[most_reliable(opinions, count)].move;
}

static int judge(bot *b, const void *view, bot_opinion *out)
{
    stopwatch w = start_watch(b);
    plan p = with_time(b, plans[BOT_BEST], &w);
    const bossa_state *s = view;
    if (!(bossa_game.to_act(s) & KN_ACTOR(b->seat)))
        return 0;
    int count = weigh(b, &p, &w, true, s, out);
    bot_sort(out, count);
    return count;
}

/* The value of the best move for the seat to move, or for its opponent. */
static bot_opinion value_of_best(bot *b, const plan *p, const stopwatch *w, const bossa_state *s)
{
    bot_opinion opinions[KN_MOVES_MAX];
    int count = weigh(b, p, w, false, s, opinions);
    bot_opinion best = opinions[most_reliable(opinions, count)];
    if (s->turn != b->seat && s->phase == BOSSA_ACTING)
        best.value = one_minus(best.value);
    return best;
}

/* Our chip is kept; the opponent's is not, or is still face down. */
static bot_opinion value_of_chip(bot *b, const plan *p, const stopwatch *w, const bossa_state *s)
{
    chip_game g = weigh_chip_game(b, p, w, s);
    return weigh_chip(&g, s->chip[b->seat] == BOSSA_CHIP_CONVERTER);
}

static bot_opinion value_before_draw(bot *b, const plan *p, const stopwatch *w,
                                     const bossa_state *s)
{
    bossa_board board = bossa_board_from(s);
    bot_opinion one = weigh_draw(b, p, w, &board);
    if (s->turn != b->seat)
        one.value = one_minus(one.value);
    return one;
}

/* While others look and choose, or dice and tiles fall that are not all open. */
static bot_opinion value_of_setup(bot *b, const plan *p, const stopwatch *w, const bossa_state *s)
{
    bot_opinion one;
    if (s->phase == BOSSA_THROWING && s->line[BOSSA_WHITE].die == 0)
        return exactly(0, 0.5); /* the seats are alike */
    weigh_worlds(b, p, w, s, NULL, 1, &one);
    return one;
}

static bot_opinion value_by(bot *b, const plan *p, const stopwatch *w, const bossa_state *s)
{
    bool due = bossa_game.to_act(s) & KN_ACTOR(b->seat);
    if (s->phase == BOSSA_OVER)
        return exactly(0, (s->winners >> b->seat & 1) / (s->winners == 3 ? 2.0 : 1.0));
    if (due || s->phase == BOSSA_ACTING)
        return value_of_best(b, p, w, s);
    if (s->phase == BOSSA_KEEPING || s->chip[!b->seat] == BOSSA_CHIP_HIDDEN)
        return value_of_chip(b, p, w, s);
    if (s->phase == BOSSA_DRAWING || s->phase == BOSSA_REDRAWING)
        return value_before_draw(b, p, w, s);
    return value_of_setup(b, p, w, s);
}

static bot_opinion value(bot *b, const void *view)
{
    stopwatch w = start_watch(b);
    plan p = with_time(b, plans[BOT_BEST], &w);
    return value_by(b, &p, &w, view);
}

/* Solving decides whether there is a search; the search itself takes one number, however long it
 * is. */
static void skip(bot *b, const void *view)
{
    stopwatch none = {NULL, 0, 0};
    plan p = plans[BOT_BEST];
    p.playouts = p.parts;
    p.worlds = 1;
    value_by(b, &p, &none, view);
}

/* Once everything is open, what one seat wins the other loses. The same numbers would lead to the
 * same search. */
static bool is_shared(const bot *judges, const bossa_state *one, const bossa_state *other)
{
    return one->phase >= BOSSA_DRAWING && one->phase != BOSSA_OVER &&
           memcmp(one, other, sizeof *one) == 0 &&
           memcmp(&judges[0].random, &judges[1].random, sizeof judges->random) == 0;
}

static void values(bot *judges, const void *const *views, bot_opinion *out)
{
    const bossa_state *s = views[0];
    int first = s->turn == 1, second = !first;
    bool shared = is_shared(judges, s, views[1]);
    out[first] = value(&judges[first], views[first]);
    if (!shared) {
        out[second] = value(&judges[second], views[second]);
        return;
    }
    out[second] = (bot_opinion){0, one_minus(out[first].value), out[first].error};
    judges[second].random = judges[first].random;
}

static size_t solution_bytes(const kn_setup *setup)
{
    (void)setup;
    return 0;
}

static bool learn(const kn_setup *setup, void *solution, const bot_machine *machine,
                  const volatile bool *stop)
{
    (void)setup, (void)solution, (void)machine, (void)stop;
    return true;
}

const bot_kind bossa_bot = {
    .game = &bossa_game,
    .meaning = BOT_WINS,
    .solution_bytes = solution_bytes,
    .learn = learn,
    .choose = choose,
    .judge = judge,
    .opinions_are_values = true,
    .why = bossa_why,
    .reasons = bossa_reasons,
    .nudge = bossa_nudge,
    .nudges = bossa_nudges,
    .value = value,
    .values = values,
    .skip = skip,
};
