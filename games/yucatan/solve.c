/* solve.c: solves one turn of Yu-C-A-Tan backwards, and matches of two from the end to the start.
 * See bot.h.
 *
 * Turns that differ only in the total before them are solved side by side, in lanes made for the
 * machine's vectors; every lane does the same sums in the same order as one turn alone. */
#include <string.h>

#include "games/yucatan/bot.h"

enum { NONE = -1, NOTHING = -1 /* worse than any worth */ };
enum { LANES = 8, WORTHS = YUCATAN_TURN_MOST + 1 };

static const uint8_t kind_cards[YUCATAN_KINDS] = {2, 6, 6};
static const uint8_t kind_worth[YUCATAN_KINDS] = {1, 2, 3};
static const uint8_t kind_faces[YUCATAN_KINDS] = {3, 2, 1}; /* of six that fit */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* ---- the map ---- */

static void draw_odds(yucatan_map *map)
{
    for (int kind = 0; kind < YUCATAN_KINDS; kind++) {
        double fit = kind_faces[kind] / 6.0, miss = 1 - fit;
        map->odds[kind][0][0] = 1;
        for (int n = 1; n <= YUCATAN_DICE; n++)
            for (int k = 0; k <= n; k++) {
                double with = k > 0 ? map->odds[kind][n - 1][k - 1] * fit : 0;
                double without = k < n ? map->odds[kind][n - 1][k] * miss : 0;
                map->odds[kind][n][k] = with + without;
            }
    }
}

/* Add a row if a match can come to it. Fewer cards left than dice: the others have been used, and
 * each holds a die. */
static void draw_row(yucatan_map *map, int dice, int few, int some, int many)
{
    int laid = YUCATAN_DICE - dice, left[YUCATAN_KINDS] = {few, some, many}, used[YUCATAN_KINDS];
    for (int kind = 0; kind < YUCATAN_KINDS; kind++)
        used[kind] = left[kind] == dice ? 0 : kind_cards[kind] - left[kind];
    if (used[0] + used[1] + used[2] > laid)
        return;
    yucatan_row *row = &map->row[map->rows];
    row->dice = (uint8_t)dice;
    for (int kind = 0; kind < YUCATAN_KINDS; kind++)
        row->left[kind] = (uint8_t)left[kind];
    row->least = (uint8_t)(laid + used[1] + 2 * used[2]);
    row->most = (uint8_t)(3 * laid - used[1] - 2 * used[0]);
    row->base = (int16_t)(map->spots - row->least);
    map->row_of[dice][few][some][many] = map->rows++;
    map->spots = (int16_t)(map->spots + row->most - row->least + 1);
}

void yucatan_draw_map(yucatan_map *map)
{
    memset(map, 0, sizeof *map);
    memset(map->row_of, NONE, sizeof map->row_of);
    draw_odds(map);
    for (int dice = 0; dice <= YUCATAN_DICE; dice++)
        for (int few = 0; few <= smaller(kind_cards[0], dice); few++)
            for (int some = 0; some <= smaller(kind_cards[1], dice); some++)
                for (int many = 0; many <= smaller(kind_cards[2], dice); many++)
                    draw_row(map, dice, few, some, many);
}

static const yucatan_row *find_row(const yucatan_map *map, int dice, const int *left)
{
    return &map->row[map->row_of[dice][smaller(left[0], dice)][smaller(left[1], dice)]
                                [smaller(left[2], dice)]];
}

/* The cards left when one of this kind is picked. */
static void pick_from(const int *left, int kind, int *after)
{
    for (int i = 0; i < YUCATAN_KINDS; i++)
        after[i] = left[i] - (i == kind);
}

/* ---- a turn, backwards ---- */

/* Where the values lie after a card of this kind was thrown for and so many dice fit, less the
 * points so far. */
static void look_ahead(const yucatan_map *map, const yucatan_row *row, int kind, int *then)
{
    int left[YUCATAN_KINDS] = {row->left[0], row->left[1], row->left[2]}, after[YUCATAN_KINDS];
    pick_from(left, kind, after);
    for (int fit = 1; fit <= row->dice; fit++)
        then[fit] = find_row(map, row->dice - fit, after)->base + fit * kind_worth[kind];
}

/* Throw for a card from every spot of a row; what is better than before becomes its value. */
static inline void throw_row(const yucatan_map *map, const yucatan_row *row, int kind,
                             const double *worth, double *value, const int lanes)
{
    const double *odds = map->odds[kind][row->dice];
    int then[YUCATAN_DICE + 1];
    look_ahead(map, row, kind, then);
    for (int points = row->least; points <= row->most; points++) {
        double sum[LANES], *best = value + (row->base + points) * lanes;
        for (int lane = 0; lane < lanes; lane++)
            sum[lane] = odds[0] * worth[lane];
        for (int fit = 1; fit <= row->dice; fit++) {
            const double *next = value + (then[fit] + points) * lanes;
            for (int lane = 0; lane < lanes; lane++)
                sum[lane] = sum[lane] + odds[fit] * next[lane];
        }
        for (int lane = 0; lane < lanes; lane++)
            best[lane] = sum[lane] > best[lane] ? sum[lane] : best[lane];
    }
}

/* One row after the other; worth[p + lane] is what writing p down is worth in a lane. Values are
 * interleaved by lanes. */
static inline void solve_lanes(const yucatan_map *map, const double *worth, double *value,
                               const int lanes)
{
    for (int i = 0; i < map->rows; i++) {
        const yucatan_row *row = &map->row[i];
        for (int points = row->least; points <= row->most; points++)
            for (int lane = 0; lane < lanes; lane++) /* stop; not before the first throw */
                value[(row->base + points) * lanes + lane] =
                    row->dice < YUCATAN_DICE ? worth[points + lane] : NOTHING;
        for (int kind = 0; kind < YUCATAN_KINDS; kind++)
            if (row->left[kind] > 0)
                throw_row(map, row, kind, worth, value, lanes);
    }
}

void yucatan_solve_turn(const yucatan_map *map, yucatan_turn *turn)
{
    solve_lanes(map, turn->worth, turn->value, 1);
}

void yucatan_before_turn(const yucatan_map *map, const double *after, double *before, int count)
{
    double value[YUCATAN_SPOTS * LANES];
    for (int first = 0; first < count; first += LANES) {
        double worth[LANES + YUCATAN_TURN_MOST] = {0};
        int lanes = smaller(LANES, count - first);
        memcpy(worth, after + first, (size_t)(lanes + YUCATAN_TURN_MOST) * sizeof *worth);
        solve_lanes(map, worth, value, LANES);
        memcpy(before + first, value + (map->spots - 1) * LANES, (size_t)lanes * sizeof *before);
    }
}

/* ---- looking into a solved turn ---- */

yucatan_spot yucatan_turn_start(void)
{
    yucatan_spot start = {.dice = YUCATAN_DICE, .kind = NONE};
    for (int kind = 0; kind < YUCATAN_KINDS; kind++)
        start.left[kind] = kind_cards[kind];
    return start;
}

static double value_at(const yucatan_map *map, const yucatan_turn *turn, int dice, const int *left,
                       int points)
{
    return turn->value[find_row(map, dice, left)->base + points];
}

/* The dice in the cup may land so that more fit. */
static double rolling_value(const yucatan_map *map, const yucatan_turn *turn,
                            const yucatan_spot *spot)
{
    const double *odds = map->odds[spot->kind][spot->cup];
    double sum = 0;
    for (int more = 0; more <= spot->cup; more++) {
        int fit = spot->fit + more, points = spot->points + fit * kind_worth[spot->kind];
        double then =
            fit == 0 ? turn->worth[0] : value_at(map, turn, spot->dice - fit, spot->left, points);
        sum = sum + odds[more] * then;
    }
    return sum;
}

static yucatan_spot picked(const yucatan_spot *spot, int kind)
{
    yucatan_spot rolling = *spot;
    pick_from(spot->left, kind, rolling.left);
    rolling.kind = kind;
    rolling.cup = spot->dice;
    rolling.fit = 0;
    return rolling;
}

double yucatan_pick_value(const yucatan_map *map, const yucatan_turn *turn,
                          const yucatan_spot *spot, int kind)
{
    yucatan_spot rolling = picked(spot, kind);
    return rolling_value(map, turn, &rolling);
}

double yucatan_spot_value(const yucatan_map *map, const yucatan_turn *turn,
                          const yucatan_spot *spot)
{
    if (spot->kind != NONE)
        return rolling_value(map, turn, spot);
    return value_at(map, turn, spot->dice, spot->left, spot->points);
}

/* ---- a turn, forwards ---- */

typedef struct {
    const yucatan_map *map;
    const yucatan_turn *turn;
    double reach[YUCATAN_SPOTS]; /* how likely the turn comes there */
    double *written;
} forwards;

static void roll_on(forwards *f, const yucatan_spot *spot, double reach)
{
    const double *odds = f->map->odds[spot->kind][spot->cup];
    for (int more = 0; more <= spot->cup; more++) {
        int fit = spot->fit + more, points = spot->points + fit * kind_worth[spot->kind];
        if (fit == 0)
            f->written[0] += reach * odds[more];
        else
            f->reach[find_row(f->map, spot->dice - fit, spot->left)->base + points] +=
                reach * odds[more];
    }
}

/* Best play where nothing rolls: stop if nothing is better. */
static void play_on(forwards *f, const yucatan_spot *spot, double reach)
{
    int best = NONE;
    double value = spot->dice < YUCATAN_DICE ? f->turn->worth[spot->points] : NOTHING;
    for (int kind = 0; kind < YUCATAN_KINDS; kind++) {
        double thrown = spot->left[kind] > 0 && spot->dice > 0
                            ? yucatan_pick_value(f->map, f->turn, spot, kind)
                            : NOTHING;
        if (thrown > value) {
            value = thrown;
            best = kind;
        }
    }
    if (best == NONE) {
        f->written[spot->points] += reach;
        return;
    }
    yucatan_spot rolling = picked(spot, best);
    roll_on(f, &rolling, reach);
}

void yucatan_written(const yucatan_map *map, const yucatan_turn *turn, const yucatan_spot *spot,
                     double *chance)
{
    forwards f = {.map = map, .turn = turn, .written = chance};
    memset(chance, 0, WORTHS * sizeof *chance);
    if (spot->kind != NONE)
        roll_on(&f, spot, 1);
    else
        f.reach[find_row(map, spot->dice, spot->left)->base + spot->points] = 1;
    for (int i = map->rows - 1; i >= 0; i--) {
        const yucatan_row *row = &map->row[i];
        for (int points = row->least; points <= row->most; points++) {
            double reach = f.reach[row->base + points];
            yucatan_spot at = {.dice = row->dice, .points = points, .kind = NONE};
            for (int kind = 0; kind < YUCATAN_KINDS; kind++)
                at.left[kind] = row->left[kind];
            if (reach > 0)
                play_on(&f, &at, reach);
        }
    }
}

void yucatan_hunt(const yucatan_map *map, const yucatan_spot *spot, int ahead, double *above,
                  double *level)
{
    yucatan_turn turn;
    double chance[WORTHS];
    for (int points = 0; points < WORTHS; points++)
        turn.worth[points] = points > ahead ? 1 : points == ahead ? 0.5 : 0;
    yucatan_solve_turn(map, &turn);
    yucatan_written(map, &turn, spot, chance);
    *above = *level = 0;
    for (int points = 0; points < WORTHS; points++) {
        *above += points > ahead ? chance[points] : 0;
        *level += points == ahead ? chance[points] : 0;
    }
}

/* ---- a match ---- */

/* Sums of turns: each from the one before and one turn more. */
static void add_turns(yucatan_solution *solution, const double *one)
{
    memset(solution->sum, 0, sizeof solution->sum);
    solution->sum[0][0] = 1;
    for (int turns = 1; turns <= YUCATAN_ROUNDS_MOST; turns++)
        for (int total = 0; total <= (turns - 1) * YUCATAN_TURN_MOST; total++)
            for (int points = 0; points < WORTHS; points++)
                solution->sum[turns][total + points] +=
                    solution->sum[turns - 1][total] * one[points];
}

void yucatan_learn_turns(yucatan_solution *solution)
{
    double one[WORTHS];
    yucatan_spot start = yucatan_turn_start();
    yucatan_draw_map(&solution->map);
    for (int points = 0; points < WORTHS; points++)
        solution->points.worth[points] = points;
    yucatan_solve_turn(&solution->map, &solution->points);
    yucatan_written(&solution->map, &solution->points, &start, one);
    add_turns(solution, one);
    solution->turns = 0;
}

void yucatan_learn_hunts(yucatan_solution *solution)
{
    yucatan_spot start = yucatan_turn_start();
    for (int ahead = 0; ahead < WORTHS; ahead++)
        yucatan_hunt(&solution->map, &start, ahead, &solution->above[ahead],
                     &solution->level[ahead]);
}

/* With so many turns to come the one to play has half of them, rounded up. A lead beyond what can
 * be caught up is won or lost; in between lie 36 turns + 1 leads. */
static int lead_least(int turns)
{
    return -((turns + 1) / 2) * YUCATAN_TURN_MOST;
}

static int leads(int turns)
{
    return turns * YUCATAN_TURN_MOST + 1;
}

static int chances_before(int turns)
{
    return turns + turns * (turns - 1) / 2 * YUCATAN_TURN_MOST;
}

double yucatan_chance(const yucatan_solution *solution, int turns, int lead)
{
    int at = lead - lead_least(turns);
    if (at < 0 || at >= leads(turns))
        return at < 0 ? 0 : 1;
    return solution->chance[chances_before(turns) + at];
}

size_t yucatan_solution_bytes(const kn_setup *setup)
{
    size_t chances = 0;
    if (setup->seats == 2)
        chances = (size_t)chances_before(2 * setup->option[YUCATAN_ROUNDS] + 1);
    return sizeof(yucatan_solution) + chances * sizeof(double);
}

/* The number of rounds matters only with two players; who goes first never does. */
void yucatan_reduce(kn_setup *setup)
{
    kn_setup solved = {.seats = setup->seats == 2 ? 2 : 1};
    solved.option[YUCATAN_ROUNDS] = setup->seats == 2 ? setup->option[YUCATAN_ROUNDS] : 1;
    *setup = solved;
}

typedef struct {
    yucatan_solution *solution;
    const volatile bool *stop;
    int turns; /* to come */
} stage;

/* The chances of the next few leads. */
static void solve_leads(void *job, int part)
{
    const stage *now = job;
    int first = part * LANES, count = smaller(LANES, leads(now->turns) - first);
    int lead = lead_least(now->turns) + first;
    double after[LANES + YUCATAN_TURN_MOST];
    if (now->stop && *now->stop)
        return;
    for (int i = 0; i < count + YUCATAN_TURN_MOST; i++)
        after[i] = 1 - yucatan_chance(now->solution, now->turns - 1, -(lead + i));
    yucatan_before_turn(&now->solution->map, after,
                        now->solution->chance + chances_before(now->turns) + first, count);
}

bool yucatan_learn(const kn_setup *setup, void *memory, const bot_machine *machine,
                   const volatile bool *stop)
{
    yucatan_solution *solution = memory;
    yucatan_learn_turns(solution);
    yucatan_learn_hunts(solution);
    solution->turns = setup->seats == 2 ? 2 * setup->option[YUCATAN_ROUNDS] : 0;
    if (solution->turns > 0)
        solution->chance[0] = 0.5; /* nothing to come, and level */
    for (int turns = 1; turns <= solution->turns; turns++) {
        stage now = {solution, stop, turns};
        bot_spread(machine, solve_leads, &now, (leads(turns) + LANES - 1) / LANES);
        bot_learnt(machine,
                   (double)chances_before(turns + 1) / chances_before(solution->turns + 1));
    }
    if (stop && *stop)
        return false;
    bot_learnt(machine, 1);
    return true;
}
