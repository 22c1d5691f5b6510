/* bot.c: Yatzi's bots. The best plays to win, the strong one for points, both by exact values; the
 * others see less far and misjudge by the noise in the table below. */
#include "games/yatzi/bot.h"

#include <string.h>

#include "games/yatzi/solution.h"

#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- levels ---- */

/* What a player sees in the rest of the sheet. */
enum { SEES_POINTS, SEES_PAR, SEES_BONUS, SEES_ALL, SEES_WINS };

static const struct {
    uint8_t sheet;  /* how far it looks ahead */
    uint8_t throws; /* how many further throws it thinks ahead */
    double noise;   /* points by which it misjudges a move: the standard deviation */
    uint16_t fastest_ms, spread_ms;
} levels[BOT_LEVELS] = {
    [BOT_CHILD] = {SEES_POINTS, 1, 7, 1800, 4200},    [BOT_BEGINNER] = {SEES_PAR, 1, 3, 1400, 3600},
    [BOT_REGULAR] = {SEES_BONUS, 2, 1.5, 1000, 2800}, [BOT_STRONG] = {SEES_ALL, 2, 0, 800, 2200},
    [BOT_BEST] = {SEES_WINS, 2, 0, 800, 2200},
};

/* What a good player gets out of each box on average. */
static const double par[YATZI_BOXES] = {2.1,  5.3,  8.6,  12.2, 15.7, 19.2, 21.7,
                                        13.1, 22.6, 29.5, 32.7, 16.9, 22};

/* ---- the position as a seat sees it ---- */

typedef struct {
    const yatzi_solution *solution;
    const yatzi_state *s;
    int seat;
    yatzi_sheet sheet;
    int points; /* without the bonus */
    int keep;   /* the dice on the table */
    int left;   /* throws left after the one under way */
} outlook;

static outlook look(const yatzi_solution *solution, const yatzi_state *s, int seat)
{
    yatzi_count c = yatzi_count_dice(s->dice);
    outlook o = {solution, s, seat, yatzi_sheet_of(s, seat), yatzi_points_so_far(s, seat), 0, 0};
    o.keep = yatzi_keep_at(c.of + 1);
    o.left = YATZI_THROWS - s->throws;
    return o;
}

/* What the turn is worth from where it is. */
static double from_here(const outlook *o, const yatzi_turn *turn)
{
    if (o->s->phase == YATZI_DECIDING)
        return turn->best[o->left][o->keep];
    if (o->s->phase == YATZI_THROWING)
        return turn->keep[o->left + 1][o->keep];
    return turn->keep[YATZI_THROWS][0];
}

static bool in_turn(const outlook *o)
{
    return o->s->turn == o->seat &&
           (o->s->phase == YATZI_THROWING || o->s->phase == YATZI_DECIDING);
}

static double expected_points(const outlook *o)
{
    yatzi_turn turn;
    if (!in_turn(o))
        return o->points + o->solution->values[yatzi_place(o->solution, o->sheet)];
    yatzi_think_points(o->solution, o->sheet, &turn);
    return o->points + from_here(o, &turn);
}

/* ---- the chance to win ---- */

/* The normal distribution; by Hastings' formula, right to 3e-7. */
static double normal(double x)
{
    static const double a[] = {0.0705230784, 0.0422820123, 0.0092705272,
                               0.0001520143, 0.0002765672, 0.0000430638};
    double z = (x < 0 ? -x : x) * 0.70710678118654752, power = z, sum = 1;
    for (int i = 0; i < 6; i++) {
        double part = a[i] * power;
        sum += part;
        power *= z;
    }
    for (int i = 0; i < 4; i++)
        sum *= sum;
    return x < 0 ? 0.5 / sum : 1 - 0.5 / sum;
}

/* A final score that is not yet known, taken as normal with the exact mean and variance. */
typedef struct {
    double mean, variance;
} prospect;

typedef struct {
    prospect of[KN_SEATS_MAX];
    int count;
} rivals;

static double variance_at(const yatzi_solution *solution, uint32_t place)
{
    double square = yatzi_squares(solution)[place], mean = solution->values[place],
           by_mean = mean * mean;
    return square > by_mean ? square - by_mean : 0;
}

static rivals find_rivals(const outlook *o)
{
    rivals r = {.count = 0};
    for (int seat = 0; seat < o->s->setup.seats; seat++) {
        if (seat == o->seat)
            continue;
        outlook other = look(o->solution, o->s, seat);
        r.of[r.count++] = (prospect){
            expected_points(&other),
            other.sheet.mask == MASKS - 1
                ? 0
                : variance_at(o->solution, yatzi_place(o->solution, other.sheet)),
        };
    }
    return r;
}

/* The chance that `a` ends before `b`, a tie counting half. */
static double ahead(prospect a, prospect b)
{
    double lead = a.mean - b.mean, variance = a.variance + b.variance;
    if (variance < 1e-6)
        return lead > 1e-6 ? 1 : lead < -1e-6 ? 0 : 0.5;
    return normal(lead / __builtin_sqrt(variance));
}

/* Against one rival in closed form; against several by the middle of fifteen slices of my score,
 * because the same good score beats them all. */
static double chance_against(const rivals *r, prospect me)
{
    enum { SLICES = 15 };
    static const double slice[SLICES] = {-1.833914636, -1.281551566, -0.967421566, -0.727913291,
                                         -0.524400513, -0.340694827, -0.167894005, 0,
                                         0.167894005,  0.340694827,  0.524400513,  0.727913291,
                                         0.967421566,  1.281551566,  1.833914636};
    double deviation = __builtin_sqrt(me.variance), sum = 0;
    if (r->count == 1)
        return ahead(me, r->of[0]);
    for (int i = 0; i < SLICES; i++) {
        double by = deviation * slice[i], all = 1;
        for (int j = 0; j < r->count; j++)
            all *= ahead((prospect){me.mean + by, 0}, r->of[j]);
        sum += all;
    }
    return sum / SLICES;
}

static int turns_left(const yatzi_state *s)
{
    int turns = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        for (int box = 0; box < YATZI_BOXES; box++)
            turns += s->box[seat][box] == YATZI_FREE;
    return turns;
}

/* Two players near the end: solved, not estimated. */
static bool is_duel(const outlook *o)
{
    return o->s->setup.seats == 2 && turns_left(o->s) <= 2 * DUEL_BOXES;
}

/* How far the estimate may be off: in 95 of 100 positions of duels, measured where they can be
 * solved, by turns left for each player: one, two, more. */
static double estimate_error(const yatzi_state *s)
{
    int seats = s->setup.seats, turns = turns_left(s);
    return 2 * turns <= 3 * seats ? 0.19 : turns <= 2 * seats ? 0.13 : 0.09;
}

/* The rows of a duel behind my turn, each solved when it is first asked for. */
enum { ROWS_MOST = 24 };
typedef struct {
    yatzi_sheet other;
    int behind; /* now */
    int count;
    yatzi_sheet sheet[ROWS_MOST];
    double row[ROWS_MOST][ROW_MARGIN + 1];
} duel;

static double chance_in_duel(const outlook *o, duel *d, yatzi_sheet next, int points)
{
    int lo = d->behind - ROW_MARGIN, at = 0;
    uint32_t place = yatzi_place(o->solution, next);
    while (at < d->count && yatzi_place(o->solution, d->sheet[at]) != place)
        at++;
    if (at == d->count) {
        d->sheet[d->count++] = next;
        yatzi_duel(o->solution, next, d->other, lo, d->behind, d->row[at]);
    }
    return d->row[at][d->behind - points - lo];
}

static double chance_after(const outlook *o, const rivals *r, yatzi_sheet next, int points)
{
    uint32_t place = yatzi_place(o->solution, next);
    prospect me = {o->points + points + o->solution->values[place], 0};
    if (next.mask != MASKS - 1)
        me.variance = variance_at(o->solution, place);
    return chance_against(r, me);
}

/* Fill in everything, to win: true if that is exact. The estimate takes everyone to play for
 * points from the next turn on. */
static bool think_wins(const outlook *o, bool may_solve, yatzi_turn *turn)
{
    duel d;
    rivals r = find_rivals(o);
    bool solve = may_solve && is_duel(o), exact = true;
    for (int i = 0; i < r.count; i++)
        exact = exact && r.of[i].variance == 0;
    if (solve) {
        d.other = yatzi_sheet_of(o->s, !o->seat);
        d.behind = yatzi_points_so_far(o->s, !o->seat) - o->points;
        d.count = 0;
    }
    for (int roll = 0; roll < ROLLS; roll++) {
        unsigned allowed = yatzi_allowed(o->solution, o->sheet, roll);
        for (int box = 0; box < YATZI_BOXES; box++) {
            yatzi_sheet next = o->sheet;
            turn->fill[roll][box] = LOWEST;
            if (!(allowed >> box & 1))
                continue;
            int points = yatzi_fill(o->solution, &next, roll, box);
            turn->fill[roll][box] =
                solve ? chance_in_duel(o, &d, next, points) : chance_after(o, &r, next, points);
        }
    }
    yatzi_think(&o->solution->lattice, turn);
    return solve || exact;
}

/* ---- judging ---- */

/* What a move is worth within a turn that has been thought through. */
static double move_value(const outlook *o, const yatzi_turn *turn, kn_move move, int left)
{
    const yatzi_lattice *l = &o->solution->lattice;
    uint8_t count[YATZI_FACES];
    if (move & YATZI_FILL)
        return turn->fill[l->roll_of[o->keep]][move & ~(kn_move)YATZI_FILL];
    for (int face = 0; face < YATZI_FACES; face++)
        count[face] = (uint8_t)(move >> 3 * face & 7);
    return turn->keep[o->s->phase == YATZI_READY ? YATZI_THROWS : left][yatzi_keep_at(count)];
}

static int list_opinions(const outlook *o, const yatzi_turn *turn, int left, double plus,
                         double error, bot_opinion *out)
{
    kn_move moves[KN_MOVES_MAX];
    int count = yatzi_game.moves(o->s, o->seat, moves);
    for (int i = 0; i < count; i++)
        out[i] = (bot_opinion){moves[i], move_value(o, turn, moves[i], left) + plus, error};
    return count;
}

/* Solving a duel takes up to this long. */
enum { DUEL_MS = 150 };

static bool may_solve(const bot *b)
{
    return b->budget_ms == 0 || b->budget_ms >= DUEL_MS;
}

bool yatzi_can_win(const bot *b, const void *view)
{
    const yatzi_solution *solution = b->solution;
    const yatzi_state *s = view;
    return solution && solution->has_squares && s->setup.seats > 1;
}

int yatzi_judge(bot *b, const void *view, bot_meaning meaning, bot_opinion *out)
{
    const yatzi_state *s = view;
    yatzi_turn turn;
    if (!b->solution || s->turn != b->seat ||
        (s->phase != YATZI_READY && s->phase != YATZI_DECIDING))
        return 0;
    outlook o = look(b->solution, s, b->seat);
    double plus = o.points, error = 0;
    if (meaning == BOT_WINS && yatzi_can_win(b, view)) {
        plus = 0;
        if (!think_wins(&o, may_solve(b), &turn))
            error = estimate_error(s);
    } else {
        yatzi_think_points(o.solution, o.sheet, &turn);
    }
    int count = list_opinions(&o, &turn, o.left, plus, error, out);
    bot_sort(out, count);
    return count;
}

static int judge(bot *b, const void *view, bot_opinion *out)
{
    return yatzi_judge(b, view, BOT_POINTS, out);
}

/* My chance while someone else is to act: against one opponent, 1 minus theirs. */
static bot_opinion win_value(const bot *b, const outlook *o)
{
    yatzi_turn turn;
    bool over = o->s->phase == YATZI_OVER;
    if (over || o->s->phase == YATZI_DRAW_FIRST ||
        (o->s->turn != o->seat && o->s->setup.seats > 2)) {
        rivals r = find_rivals(o);
        uint32_t place = yatzi_place(o->solution, o->sheet);
        prospect me = {o->points + o->solution->values[place],
                       over ? 0 : variance_at(o->solution, place)};
        return (bot_opinion){0, chance_against(&r, me), over ? 0 : estimate_error(o->s)};
    }
    outlook checkpoint = look(o->solution, o->s, o->s->turn);
    bool exact = think_wins(&checkpoint, may_solve(b), &turn);
    double theirs = from_here(&checkpoint, &turn);
    return (bot_opinion){0, o->s->turn == o->seat ? theirs : 1 - theirs,
                         exact ? 0 : estimate_error(o->s)};
}

bot_opinion yatzi_worth(bot *b, const void *view, bot_meaning meaning)
{
    if (!b->solution)
        return (bot_opinion){0, 0, 0};
    outlook o = look(b->solution, view, b->seat);
    if (meaning == BOT_WINS && yatzi_can_win(b, view))
        return win_value(b, &o);
    return (bot_opinion){0, expected_points(&o), 0};
}

static bot_opinion value(bot *b, const void *view)
{
    return yatzi_worth(b, view, BOT_POINTS);
}

/* ---- playing ---- */

/* What filling a box looks like to someone who does not see the whole game. */
static double apparent(int sees, int box, int points)
{
    double worth = points;
    if (sees >= SEES_PAR)
        worth -= par[box];
    if (sees >= SEES_BONUS && box <= YATZI_BOX_SIXES) {
        int over = points - 3 * (box + 1);
        worth += over * (YATZI_BONUS / 63.0);
    }
    return worth;
}

static void think_simply(const outlook *o, int sees, yatzi_turn *turn)
{
    for (int roll = 0; roll < ROLLS; roll++) {
        unsigned allowed = yatzi_allowed(o->solution, o->sheet, roll);
        for (int box = 0; box < YATZI_BOXES; box++) {
            yatzi_sheet next = o->sheet;
            turn->fill[roll][box] = LOWEST;
            if (allowed >> box & 1)
                turn->fill[roll][box] =
                    apparent(sees, box, yatzi_fill(o->solution, &next, roll, box));
        }
    }
    yatzi_think(&o->solution->lattice, turn);
}

/* Nearly normal, with mean 0 and deviation 1: the sum of three even numbers from -1 to 1. */
static double noise(kn_random *random)
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (double)(kn_random_next(random) >> 11) * 0x1p-52 - 1;
    return sum;
}

/* Without solution there are still the dice. */
static void know_little(const kn_setup *setup, yatzi_solution *solution)
{
    yatzi_build_lattice(&solution->lattice);
    solution->rules = (uint8_t)yatzi_rules(setup);
}

static kn_move choose_simply(bot *b, const yatzi_state *s, int level)
{
    yatzi_solution own;
    yatzi_turn turn;
    bot_opinion opinions[KN_MOVES_MAX];
    if (!b->solution)
        know_little(&s->setup, &own);
    outlook o = look(b->solution ? b->solution : &own, s, b->seat);
    int left = o.left < levels[level].throws ? o.left : levels[level].throws;
    think_simply(&o, levels[level].sheet, &turn);
    int count = list_opinions(&o, &turn, left, 0, 0, opinions);
    for (int i = 0; i < count; i++) {
        double by = levels[level].noise * noise(&b->random);
        opinions[i].value += by;
    }
    bot_sort(opinions, count);
    return opinions[0].move;
}

/* To win; where that makes no difference, for points. */
static kn_move choose_to_win(bot *b, const yatzi_state *s)
{
    bot_opinion wins[KN_MOVES_MAX], points[KN_MOVES_MAX];
    int count = yatzi_judge(b, s, BOT_WINS, wins);
    yatzi_judge(b, s, BOT_POINTS, points);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count && wins[j].value > wins[0].value - 1e-9; j++)
            if (wins[j].move == points[i].move)
                return wins[j].move;
    return wins[0].move;
}

static int64_t thinking_ms(bot *b, const yatzi_state *s, int level)
{
    enum { TO_CUP_MS = 300, LAST_PART = 2 };
    uint32_t spread = levels[level].spread_ms;
    if (s->phase == YATZI_READY)
        return TO_CUP_MS + kn_random_below(&b->random, levels[level].fastest_ms);
    /* After the last throw there is less to think about. */
    if (s->throws == YATZI_THROWS)
        spread /= LAST_PART;
    return levels[level].fastest_ms + kn_random_below(&b->random, spread);
}

static kn_move choose(bot *b, const void *view, int64_t *delay_ms)
{
    const yatzi_state *s = view;
    bot_opinion opinions[KN_MOVES_MAX];
    int sees = levels[b->level].sheet;
    *delay_ms = thinking_ms(b, s, b->level);
    if (s->phase == YATZI_READY)
        return 0;
    if (sees == SEES_WINS && yatzi_can_win(b, view))
        return choose_to_win(b, s);
    if (sees >= SEES_ALL && b->solution) {
        yatzi_judge(b, s, BOT_POINTS, opinions);
        return opinions[0].move;
    }
    return choose_simply(b, s, sees >= SEES_ALL ? BOT_REGULAR : b->level);
}

/* One column is solved by itself: only the rules that score it matter, not who else plays. */
static void reduce(kn_setup *setup)
{
    kn_setup solved = {.seats = 1};
    solved.option[YATZI_OPTION_SHEET] = setup->option[YATZI_OPTION_SHEET];
    if (setup->option[YATZI_OPTION_SHEET] != YATZI_SHEET_AMERICAN)
        solved.option[YATZI_OPTION_SECOND] = setup->option[YATZI_OPTION_SECOND];
    *setup = solved;
}

static bool learn(const kn_setup *setup, void *solution, const bot_machine *machine,
                  const volatile bool *stop)
{
    return yatzi_solve(setup, solution, machine, stop, &(yatzi_solving){.squares = true});
}

const bot_kind yatzi_bot = {
    .game = &yatzi_game,
    .meaning = BOT_POINTS,
    .solution_bytes = yatzi_solution_bytes,
    .learn = learn,
    .reduce = reduce,
    .solution_from = BOT_STRONG,
    .choose = choose,
    .judge = judge,
    .opinions_are_values = true,
    .why = yatzi_why,
    .reasons = yatzi_reasons,
    .nudge = yatzi_nudge,
    .nudges = yatzi_nudges,
    .value = value,
};
