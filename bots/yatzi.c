/* yatzi.c: the players of Yatzi. The best play to win, the strong for points, both by exact values;
 * the others see less far and misjudge by an amount that is stated in one table below. */
#include "bots/yatzi.h"

#include <string.h>

#include "bots/yatzi_lore.h"
#include "games/games.h"

#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- levels ---- */

/* What a player sees in the rest of the sheet. */
enum { SEES_POINTS, SEES_PAR, SEES_BONUS, SEES_ALL, SEES_WINS };

static const struct {
    uint8_t sheet;  /* what it sees in the rest of the sheet */
    uint8_t throws; /* how many further throws it thinks ahead */
    double noise;   /* points by which it misjudges a move: the standard deviation */
    uint16_t fastest_ms, spread_ms;
} levels[BOT_LEVELS] = {
    [BOT_CHILD] = {SEES_POINTS, 1, 7, 1800, 4200},
    [BOT_BEGINNER] = {SEES_PAR, 1, 4, 1400, 3600},
    [BOT_REGULAR] = {SEES_BONUS, 2, 1.5, 1000, 2800},
    [BOT_STRONG] = {SEES_ALL, 2, 0, 800, 2200},
    [BOT_BEST] = {SEES_WINS, 2, 0, 800, 2200},
};

/* What a good player gets out of each box on average. */
static const double par[YATZI_BOXES] = {2.1,  5.3,  8.6,  12.2, 15.7, 19.2, 21.7,
                                        13.1, 22.6, 29.5, 32.7, 16.9, 22};

/* ---- the position as a seat sees it ---- */

typedef struct {
    const yatzi_lore *lore;
    const yatzi_state *s;
    int seat;
    yatzi_sheet sheet;
    int points; /* without the bonus */
    int keep;   /* the dice on the table */
    int left;   /* throws left after the one under way */
} outlook;

static int points_so_far(const yatzi_state *s, int seat)
{
    int points = 100 * s->bonuses[seat];
    for (int box = 0; box < YATZI_BOXES; box++)
        if (s->box[seat][box] != YATZI_FREE)
            points += s->box[seat][box];
    return points;
}

static outlook look(const yatzi_lore *lore, const yatzi_state *s, int seat)
{
    yatzi_count c = yatzi_count_dice(s->dice);
    outlook o = {lore, s, seat, yatzi_sheet_of(s, seat), points_so_far(s, seat), 0, 0};
    o.keep = yatzi_keep_at(&lore->lattice, c.of + 1);
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
        return o->points + o->lore->values[yatzi_place(o->lore, o->sheet)];
    yatzi_think_points(o->lore, o->sheet, &turn);
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

static double variance_at(const yatzi_lore *lore, uint32_t place)
{
    double square = lore->squares[place], mean = lore->values[place], by_mean = mean * mean;
    return square > by_mean ? square - by_mean : 0;
}

static rivals find_rivals(const outlook *o)
{
    rivals r = {.count = 0};
    for (int seat = 0; seat < o->s->setup.seats; seat++) {
        if (seat == o->seat)
            continue;
        outlook other = look(o->lore, o->s, seat);
        r.of[r.count++] = (prospect){
            expected_points(&other),
            other.sheet.mask == MASKS - 1
                ? 0
                : variance_at(o->lore, yatzi_place(o->lore, other.sheet)),
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

/* Two players near the end: solved, not estimated. */
static bool is_duel(const outlook *o)
{
    unsigned open = 0;
    if (o->s->setup.seats != 2)
        return false;
    for (int box = 0; box < YATZI_BOXES; box++)
        open += (o->s->box[0][box] == YATZI_FREE) + (o->s->box[1][box] == YATZI_FREE);
    return open <= 2 * DUEL_BOXES;
}
