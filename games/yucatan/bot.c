/* bot.c: Yu-C-A-Tan's bots, and the value of every position in points and in chances.
 *
 * Points, and chances with two players, are exact (solve.c). With three to five seats the others
 * are assumed to play for points, except that the one who plays last may try to catch the seat;
 * against these totals, known exactly, the seat plays all its turns to end on top. */
#include <string.h>

#include "games/yucatan/bot.h"

enum { NONE = -1, TOTALS = YUCATAN_TOTAL_MOST + 1, WORTHS = YUCATAN_TURN_MOST + 1 };

/* What can be done: stop, or pick a card of a kind. */
enum { STOP, PICK, ACTIONS = PICK + YUCATAN_KINDS };

/* How far the chances of three to five seats can be off: measured with three, where over 95 % of
 * what was said lay within this of how often it came true, the others playing for points or to win.
 */
#define MODEL_ERROR 0.16

/* Closer than this is equal. */
#define HAIR 1e-12

/* ---- reading a position ---- */

/* Kinds differ in what a die is worth. */
static int kind_of(int card)
{
    return yucatan_worth(card) - 1;
}

static yucatan_spot spot_of(const yucatan_state *s)
{
    yucatan_spot spot = {.points = s->points, .kind = NONE, .cup = __builtin_popcount(s->cup)};
    for (int card = 1; card <= YUCATAN_CARDS; card++)
        spot.left[kind_of(card)] += !(s->used >> card & 1);
    for (int i = 0; i < YUCATAN_DICE; i++) {
        bool thrown = s->on[i] == YUCATAN_NO_CARD;
        spot.dice += thrown;
        spot.fit += s->phase == YUCATAN_THROWING && thrown && s->face[i] != 0 &&
                    yucatan_fits(s->card, s->face[i]);
    }
    if (s->phase == YUCATAN_THROWING)
        spot.kind = kind_of(s->card);
    return spot;
}

/* Is a turn of the seat under way, or just to begin? */
static bool on_turn(const yucatan_state *s, int seat)
{
    return s->turn == seat && s->phase != YUCATAN_DRAW_FIRST && s->phase != YUCATAN_OVER;
}

/* The turns of a seat after the present or next one. */
static int turns_later(const yucatan_state *s, int seat)
{
    return s->setup.option[YUCATAN_ROUNDS] - yucatan_turns_had(s, seat) - on_turn(s, seat);
}

static int total_of(const yucatan_state *s, int seat)
{
    return yucatan_game.score(s, seat);
}

/* What was learned; without it as much as can be done on the spot. */
static const yucatan_solution *solution_of(const bot *b, bot_meaning meaning,
                                           yucatan_solution *spare)
{
    if (b->solution)
        return b->solution;
    yucatan_learn_turns(spare);
    if (meaning == BOT_WINS)
        yucatan_learn_hunts(spare);
    return spare;
}

/* ---- three to five: the others' totals ---- */

/* How likely a rival ends below, and level with, each total of the seat. */
typedef struct {
    double below[TOTALS], level[TOTALS];
} rivalry;

/* How likely every total of a seat is after its present turn and `later` more, played for points.
 */
static void outlook(const yucatan_solution *solution, const yucatan_state *s, int seat, int later,
                    double *chance)
{
    int have = total_of(s, seat);
    double now[WORTHS] = {1};
    if (on_turn(s, seat)) {
        yucatan_spot spot = spot_of(s);
        yucatan_written(&solution->map, &solution->points, &spot, now);
    }
    memset(chance, 0, TOTALS * sizeof *chance);
    for (int points = 0; points < WORTHS; points++)
        for (int more = 0; now[points] > 0 && more <= later * YUCATAN_TURN_MOST; more++)
            chance[have + points + more] += now[points] * solution->sum[later][more];
}

/* A rival that plays for points: one that plays before the seat cannot know what to beat. */
static void meet_early(const yucatan_solution *solution, const yucatan_state *s, int rival,
                       rivalry *r)
{
    double below = 0;
    outlook(solution, s, rival, turns_later(s, rival), r->level);
    for (int total = 0; total < TOTALS; total++) {
        r->below[total] = below;
        below += r->level[total];
    }
}

/* A rival that will try to catch the seat in its last turn, when the seat has finished. */
static void meet_late(const yucatan_solution *solution, const yucatan_state *s, int rival,
                      rivalry *r)
{
    double chance[TOTALS];
    outlook(solution, s, rival, turns_later(s, rival) - 1, chance);
    for (int total = 0; total < TOTALS; total++) {
        r->below[total] = r->level[total] = 0;
        for (int other = 0; other <= total; other++) {
            int ahead = total - other;
            double level = ahead < WORTHS ? solution->level[ahead] : 0;
            double above = ahead < WORTHS ? solution->above[ahead] : 0;
            r->level[total] += chance[other] * level;
            r->below[total] += chance[other] * (1 - above - level);
        }
    }
}

/* A rival that tries it right now. The seat has finished: one total is all that matters. */
static void meet_now(const yucatan_solution *solution, const yucatan_state *s, int seat, int rival,
                     rivalry *r)
{
    int total = total_of(s, seat), ahead = total - total_of(s, rival);
    yucatan_spot spot = spot_of(s);
    double above, level;
    yucatan_hunt(&solution->map, &spot, ahead, &above, &level);
    memset(r, 0, sizeof *r);
    r->level[total] = level;
    r->below[total] = 1 - above - level;
}

/* Does the rival play its last turn after the seat? */
static bool plays_after(const yucatan_state *s, int rival, int seat)
{
    int seats = s->setup.seats, had = yucatan_turns_had(s, rival) - yucatan_turns_had(s, seat);
    int from_rival = (rival - s->turn + seats) % seats,
        from_seat = (seat - s->turn + seats) % seats;
    return had != 0 ? had < 0 : from_rival > from_seat;
}

/* Nobody can know whether a rival that plays last will play for points or to catch the seat: the
 * mean of both has proved good against either. */
static void meet(const yucatan_solution *solution, const yucatan_state *s, int seat, int rival,
                 rivalry *r)
{
    rivalry hunting;
    meet_early(solution, s, rival, r);
    if (!plays_after(s, rival, seat))
        return;
    if (turns_later(s, rival) > 0)
        meet_late(solution, s, rival, &hunting);
    else if (on_turn(s, rival))
        meet_now(solution, s, seat, rival, &hunting);
    else
        return;
    for (int total = 0; total < TOTALS; total++) {
        r->below[total] = (r->below[total] + hunting.below[total]) / 2;
        r->level[total] = (r->level[total] + hunting.level[total]) / 2;
    }
}

/* The seat's part of the win for each final total of its own: nobody may end above, and those level
 * share. */
static void parts(const yucatan_solution *solution, const yucatan_state *s, int seat, double *part)
{
    double level[YUCATAN_SEATS][TOTALS]; /* nobody met so far is above, and so many are level */
    rivalry r;
    memset(level, 0, sizeof level);
    for (int total = 0; total < TOTALS; total++)
        level[0][total] = 1;
    for (int rival = 0; rival < s->setup.seats; rival++) {
        if (rival == seat)
            continue;
        meet(solution, s, seat, rival, &r);
        for (int k = YUCATAN_SEATS - 1; k >= 0; k--)
            for (int total = 0; total < TOTALS; total++)
                level[k][total] = level[k][total] * r.below[total] +
                                  (k > 0 ? level[k - 1][total] * r.level[total] : 0);
    }
    for (int total = 0; total < TOTALS; total++) {
        part[total] = 0;
        for (int k = 0; k < YUCATAN_SEATS; k++)
            part[total] += level[k][total] / (k + 1);
    }
}

/* How many of its later turns the seat can think through: turn k before the last asks for 36 k more
 * totals to be solved, and so many can be in a millisecond even on a slow machine. */
static int turns_near(int64_t budget_ms, int later)
{
    enum { SOLVED_A_MS = 20 };
    int near = 0;
    int64_t solved = 0;
    while (near < later) {
        solved += near * YUCATAN_TURN_MOST + WORTHS;
        if (budget_ms > 0 && solved > budget_ms * SOLVED_A_MS)
            break;
        near++;
    }
    return near;
}

/* What the next `count` totals from the present one on are worth with the later turns to come:
 * those near are played to win, those too far off (only under a budget) for points. */
static void later_worths(const yucatan_solution *solution, const yucatan_state *s, int seat,
                         int64_t budget_ms, double *worth, int count)
{
    double part[TOTALS], now[TOTALS + YUCATAN_TURN_MOST], before[TOTALS];
    int later = turns_later(s, seat), near = turns_near(budget_ms, later), far = later - near;
    int have = total_of(s, seat), width = count + near * YUCATAN_TURN_MOST;
    parts(solution, s, seat, part);
    for (int i = 0; i < width; i++) {
        now[i] = 0;
        for (int more = 0; more <= far * YUCATAN_TURN_MOST && have + i + more < TOTALS; more++)
            now[i] += solution->sum[far][more] * part[have + i + more];
    }
    while (width > count) {
        width -= YUCATAN_TURN_MOST;
        yucatan_before_turn(&solution->map, now, before, width);
        memcpy(now, before, (size_t)width * sizeof *now);
    }
    memcpy(worth, now, (size_t)count * sizeof *worth);
}

/* What a bot remembers during its turn, in which the others' sheets stay as they are. */
typedef struct {
    int64_t budget_ms;
    kn_setup setup;
    uint8_t sheet[YUCATAN_SEATS][YUCATAN_ROUNDS_MOST];
    uint8_t seat;
    bool known;
    double worth[WORTHS];
} notes;
_Static_assert(sizeof(notes) <= BOT_MEMORY, "a bot can remember its notes");

/* The same for the bot's own turn, worked out once a turn. */
static void own_worths(bot *b, const yucatan_solution *solution, const yucatan_state *s,
                       double *worth)
{
    notes memo;
    memcpy(&memo, b->memory, sizeof memo);
    if (!memo.known || memo.seat != s->turn || memo.budget_ms != b->budget_ms ||
        memcmp(&memo.setup, &s->setup, sizeof memo.setup) != 0 ||
        memcmp(memo.sheet, s->sheet, sizeof memo.sheet) != 0) {
        memo.budget_ms = b->budget_ms;
        memo.setup = s->setup;
        memcpy(memo.sheet, s->sheet, sizeof memo.sheet);
        memo.seat = s->turn;
        memo.known = true;
        later_worths(solution, s, s->turn, b->budget_ms, memo.worth, WORTHS);
        memcpy(b->memory, &memo, sizeof memo);
    }
    memcpy(worth, memo.worth, sizeof memo.worth);
}

/* ---- chances ---- */

static bool two_solved(const yucatan_solution *solution, const yucatan_state *s)
{
    return s->setup.seats == 2 && solution->turns >= 2 * s->setup.option[YUCATAN_ROUNDS];
}

/* Nobody has a turn to come but the seat, and that is the present one. */
static bool last_turn(const yucatan_state *s, int seat)
{
    int later = 0;
    for (int other = 0; other < s->setup.seats; other++)
        later += turns_later(s, other);
    return later == 0 && s->turn == seat;
}

/* The error of the chances of a position. */
static double error_of(const yucatan_solution *solution, const yucatan_state *s, int seat)
{
    bool exact = s->setup.seats == 1 || s->phase == YUCATAN_OVER ||
                 s->phase == YUCATAN_DRAW_FIRST || two_solved(solution, s) || last_turn(s, seat);
    return exact ? 0 : MODEL_ERROR;
}

/* What every end of the present turn is worth to the one whose turn it is. */
static void win_worths(bot *b, const yucatan_solution *solution, const yucatan_state *s,
                       double *worth)
{
    if (s->setup.seats == 1) { /* alone, nobody else can win */
        for (int points = 0; points < WORTHS; points++)
            worth[points] = 1;
        return;
    }
    if (!two_solved(solution, s)) {
        own_worths(b, solution, s, worth);
        return;
    }
    int other = 1 - s->turn, turns = turns_later(s, 0) + turns_later(s, 1);
    int lead = total_of(s, s->turn) - total_of(s, other);
    for (int points = 0; points < WORTHS; points++)
        worth[points] = 1 - yucatan_chance(solution, turns, -(lead + points));
}

/* The chance of the one whose turn it is. */
static double chance_on_turn(bot *b, const yucatan_solution *solution, const yucatan_state *s)
{
    yucatan_turn turn;
    yucatan_spot spot = spot_of(s);
    win_worths(b, solution, s, turn.worth);
    yucatan_solve_turn(&solution->map, &turn);
    return yucatan_spot_value(&solution->map, &turn, &spot);
}

static double chance_of(bot *b, const yucatan_solution *solution, const yucatan_state *s)
{
    double value;
    if (s->phase == YUCATAN_DRAW_FIRST || s->setup.seats == 1) /* nobody is better off */
        return 1.0 / s->setup.seats;
    if (s->phase == YUCATAN_OVER) {
        kn_actors winners = yucatan_game.result(s);
        return winners & KN_ACTOR(b->seat) ? 1.0 / __builtin_popcount(winners) : 0;
    }
    if (b->seat == s->turn)
        return chance_on_turn(b, solution, s);
    if (two_solved(solution, s))
        return 1 - chance_on_turn(b, solution, s);
    later_worths(solution, s, b->seat, b->budget_ms, &value, 1);
    return value;
}

/* ---- values and opinions ---- */

static double points_of(const yucatan_solution *solution, const yucatan_state *s, int seat)
{
    yucatan_spot start = yucatan_turn_start(), spot = spot_of(s);
    double turn = yucatan_spot_value(&solution->map, &solution->points, &start);
    double now =
        on_turn(s, seat) ? yucatan_spot_value(&solution->map, &solution->points, &spot) : 0;
    return total_of(s, seat) + now + turns_later(s, seat) * turn;
}

bot_opinion yucatan_value(bot *b, const void *view, bot_meaning meaning)
{
    const yucatan_state *s = view;
    yucatan_solution spare;
    const yucatan_solution *solution = solution_of(b, meaning, &spare);
    bot_opinion opinion = {0};
    if (meaning == BOT_POINTS) {
        opinion.value = points_of(solution, s, b->seat);
    } else {
        opinion.value = chance_of(b, solution, s);
        opinion.error = error_of(solution, s, b->seat);
    }
    return opinion;
}

/* What each action is worth within a solved turn. */
static void action_values(const yucatan_solution *solution, const yucatan_turn *turn,
                          const yucatan_spot *spot, double *value)
{
    value[STOP] = turn->worth[spot->points];
    for (int kind = 0; kind < YUCATAN_KINDS; kind++)
        if (spot->left[kind] > 0)
            value[PICK + kind] = yucatan_pick_value(&solution->map, turn, spot, kind);
}

/* The same for the one whose turn it is, to the end of the match. */
static void judge_actions(bot *b, const yucatan_solution *solution, const yucatan_state *s,
                          bot_meaning meaning, double *value)
{
    yucatan_turn turn;
    yucatan_spot spot = spot_of(s), start = yucatan_turn_start();
    if (meaning == BOT_WINS) {
        win_worths(b, solution, s, turn.worth);
        yucatan_solve_turn(&solution->map, &turn);
        action_values(solution, &turn, &spot, value);
        return;
    }
    double later = yucatan_spot_value(&solution->map, &solution->points, &start);
    action_values(solution, &solution->points, &spot, value);
    for (int action = 0; action < ACTIONS; action++)
        value[action] = total_of(s, s->turn) + value[action] + turns_later(s, s->turn) * later;
}

static int action_of(kn_move move)
{
    return move == YUCATAN_STOP ? STOP : PICK + kind_of((int)move);
}

int yucatan_judge(bot *b, const void *view, bot_meaning meaning, bot_opinion *out)
{
    const yucatan_state *s = view;
    yucatan_solution spare;
    kn_move moves[KN_MOVES_MAX];
    int count = yucatan_game.moves(s, b->seat, moves);
    double value[ACTIONS] = {0};
    if (count == 0)
        return 0;
    const yucatan_solution *solution = solution_of(b, meaning, &spare);
    judge_actions(b, solution, s, meaning, value);
    for (int i = 0; i < count; i++) {
        out[i].move = moves[i];
        out[i].value = value[action_of(moves[i])];
        out[i].error = meaning == BOT_POINTS ? 0 : error_of(solution, s, b->seat);
    }
    bot_sort(out, count);
    return count;
}

/* ---- why ---- */

const bot_reason_kind yucatan_reasons[] = {
    [REASON_HIT] = {"hit", REASON_HAS_COUNT | REASON_HAS_CHANCE},
    [REASON_RISK] = {"risk", REASON_HAS_AMOUNT},
    [REASON_TURN] = {"turn", REASON_HAS_AMOUNT},
    [REASON_SAFE] = {"safe", REASON_HAS_AMOUNT},
    {NULL, 0},
};

/* What the whole turn scores comes first: it is what the moves differ by. */
static void explain_pick(const yucatan_solution *solution, const yucatan_spot *spot, int kind,
                         int opinion, bot_reasons *out)
{
    bot_reason_add(out, opinion, REASON_TURN)->amount =
        yucatan_pick_value(&solution->map, &solution->points, spot, kind);
    bot_reason *one = bot_reason_add(out, opinion, REASON_HIT);
    one->count = (uint8_t)spot->dice;
    one->chance = 1 - solution->map.odds[kind][spot->dice][0];
    if (spot->points > 0)
        bot_reason_add(out, opinion, REASON_RISK)->amount = spot->points;
}

static void why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out)
{
    yucatan_solution spare;
    const yucatan_solution *solution = solution_of(b, BOT_POINTS, &spare);
    yucatan_spot spot = spot_of(view);
    for (int i = 0; i < count; i++)
        if (opinions[i].move == YUCATAN_STOP)
            bot_reason_add(out, i, REASON_SAFE)->amount = spot.points;
        else
            explain_pick(solution, &spot, kind_of((int)opinions[i].move), i, out);
}

enum { NUDGE_STOP = YUCATAN_KINDS }; /* after the kinds of cards */
static const char *const nudges[] = {"odd_even", "shape_colour", "number", [NUDGE_STOP] = "stop",
                                     NULL};

static int nudge(const void *view, const bot_opinion *opinions, int count,
                 const bot_reasons *reasons, int opinion)
{
    kn_move move = opinions[opinion].move;
    (void)view;
    (void)count;
    (void)reasons;
    return move == YUCATAN_STOP ? NUDGE_STOP : kind_of((int)move);
}

/* ---- playing ---- */

enum { SEES_THROW, SEES_TURN, SEES_MATCH };

/* How the levels differ. A weaker player sees only to the end of the next throw, is wrong about it
 * by `noise` points (standard deviation), likes numbers by so many points more than they deserve,
 * and stops when the turn is worth `content`. Times are for one decision. */
static const struct {
    uint8_t sight;
    double noise, likes_numbers;
    int content;
    int32_t base_ms;
    uint32_t spread_ms;
} levels[BOT_LEVELS] = {
    [BOT_CHILD] = {SEES_THROW, 3, 3, 9, 1200, 2500},
    [BOT_BEGINNER] = {SEES_THROW, 2, 0, 12, 1200, 2000},
    [BOT_REGULAR] = {SEES_THROW, 1, 0, YUCATAN_TURN_MOST, 900, 1500},
    [BOT_STRONG] = {SEES_TURN, 0, 0, YUCATAN_TURN_MOST, 800, 1200},
    [BOT_BEST] = {SEES_MATCH, 0, 0, YUCATAN_TURN_MOST, 800, 1200},
};

/* Nearly normal: mean 0, standard deviation 1. */
static double noise(kn_random *random)
{
    enum { TERMS = 12, STEPS = 1 << 20 };
    int64_t sum = 0;
    for (int i = 0; i < TERMS; i++)
        sum += kn_random_below(random, STEPS);
    return (double)sum / STEPS - TERMS / 2;
}

/* What a weaker player sees: the points if nothing is done after the next throw. */
static void guess_actions(const yucatan_solution *solution, const yucatan_spot *spot, bot *b,
                          double *value)
{
    yucatan_turn flat; /* a turn in which nobody goes on */
    for (int points = 0; points < WORTHS; points++)
        flat.worth[points] = points;
    for (int i = 0; i < solution->map.rows; i++)
        for (int points = solution->map.row[i].least; points <= solution->map.row[i].most; points++)
            flat.value[solution->map.row[i].base + points] = points;
    action_values(solution, &flat, spot, value);
    for (int kind = 0; kind < YUCATAN_KINDS; kind++)
        value[PICK + kind] += noise(&b->random) * levels[b->level].noise;
    value[ACTIONS - 1] += levels[b->level].likes_numbers;
    if (spot->points >= levels[b->level].content)
        value[STOP] = YUCATAN_TOTAL_MOST;
}

static bool possible(const yucatan_spot *spot, int action)
{
    return action == STOP ? spot->dice < YUCATAN_DICE : spot->left[action - PICK] > 0;
}

/* The best action; of those that are equal the one with more points in it. */
static int best_action(const yucatan_spot *spot, const double *value, const double *points)
{
    int best = NONE;
    for (int action = 0; action < ACTIONS; action++) {
        if (!possible(spot, action))
            continue;
        double gain = best == NONE ? 1 : value[action] - value[best];
        if (gain > HAIR || (gain > -HAIR && points[action] > points[best]))
            best = action;
    }
    return best;
}

/* Cards of a kind are alike: any of them. */
static kn_move any_card(const yucatan_state *s, int kind, kn_random *random)
{
    kn_move cards[YUCATAN_CARDS];
    uint32_t count = 0;
    for (int card = 1; card <= YUCATAN_CARDS; card++)
        if (kind_of(card) == kind && !(s->used >> card & 1))
            cards[count++] = (kn_move)card;
    return cards[kn_random_below(random, count)];
}

static kn_move choose(bot *b, const void *view, int64_t *delay_ms)
{
    const yucatan_state *s = view;
    yucatan_solution spare;
    bool to_win = levels[b->level].sight == SEES_MATCH && s->setup.seats > 1;
    bot_meaning meaning = to_win ? BOT_WINS : BOT_POINTS;
    const yucatan_solution *solution = solution_of(b, meaning, &spare);
    yucatan_spot spot = spot_of(s);
    double value[ACTIONS] = {0}, points[ACTIONS] = {0};
    judge_actions(b, solution, s, BOT_POINTS, points);
    if (levels[b->level].sight == SEES_THROW)
        guess_actions(solution, &spot, b, value);
    else
        judge_actions(b, solution, s, meaning, value);
    *delay_ms =
        levels[b->level].base_ms + (int64_t)kn_random_below(&b->random, levels[b->level].spread_ms);
    int action = best_action(&spot, value, points);
    return action == STOP ? YUCATAN_STOP : any_card(s, action - PICK, &b->random);
}

static int judge_points(bot *b, const void *view, bot_opinion *out)
{
    return yucatan_judge(b, view, BOT_POINTS, out);
}

static bot_opinion value_points(bot *b, const void *view)
{
    return yucatan_value(b, view, BOT_POINTS);
}

static int judge_wins(bot *b, const void *view, bot_opinion *out)
{
    return yucatan_judge(b, view, BOT_WINS, out);
}

static bot_opinion value_wins(bot *b, const void *view)
{
    return yucatan_value(b, view, BOT_WINS);
}

const bot_kind yucatan_bot = {
    .game = &yucatan_game,
    .meaning = BOT_POINTS,
    .solution_bytes = yucatan_solution_bytes,
    .learn = yucatan_learn,
    .reduce = yucatan_reduce,
    .choose = choose,
    .judge = judge_points,
    .opinions_are_values = true,
    .why = why,
    .reasons = yucatan_reasons,
    .nudge = nudge,
    .nudges = nudges,
    .value = value_points,
};

const bot_kind yucatan_wins_bot = {
    .game = &yucatan_game,
    .meaning = BOT_WINS,
    .solution_bytes = yucatan_solution_bytes,
    .learn = yucatan_learn,
    .reduce = yucatan_reduce,
    .choose = choose,
    .judge = judge_wins,
    .value = value_wins,
};
