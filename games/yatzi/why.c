/* why.c: reasons for moves in Yatzi.
 *
 * A keep is for the box without which it would be worth least. But a chance is only a part: what
 * decides is the whole, the points of this turn and those of all later turns. Both come from the
 * exact values, so what is told of two moves differs by what the judge says. */
#include <string.h>

#include "games/yatzi/bot.h"
#include "games/yatzi/solution.h"

const bot_reason_kind yatzi_reasons[] = {
    [REASON_NEEDS] = {"needs",
                      REASON_HAS_WHAT | REASON_HAS_FACES | REASON_HAS_CHANCE | REASON_HAS_COUNT},
    [REASON_REACH] = {"reach", REASON_HAS_WHAT | REASON_HAS_CHANCE | REASON_HAS_COUNT},
    [REASON_SURE] = {"sure", REASON_HAS_WHAT},
    [REASON_BRINGS] = {"brings", REASON_HAS_WHAT | REASON_HAS_AMOUNT},
    [REASON_TURN] = {"turn", REASON_HAS_AMOUNT | REASON_HAS_AVERAGE},
    [REASON_NOW] = {"now", REASON_HAS_WHAT | REASON_HAS_AMOUNT | REASON_HAS_AVERAGE},
    [REASON_LATER] = {"later", REASON_HAS_THAN},
    [REASON_BONUS] = {"bonus", REASON_HAS_AMOUNT},
    [REASON_NO_BONUS] = {"no_bonus", REASON_HAS_AMOUNT},
    {NULL, 0},
};

#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif

enum { USUAL_DICE = 3 };                /* of a number: so many each earn the bonus */
enum { GOALS = 2 };                     /* boxes named for a keep */
static const double matters_least = 1;  /* points a second box must be worth to be named */
static const double matters_part = 0.5; /* and which part of the first one */
static const double bonus_least = 0.5;  /* points of the bonus that are worth a word */
static const double nearly_one = 1 - 1e-9;

/* ---- what a keep is for ---- */

/* A keep among the opinions, and each box for it. */
typedef struct {
    int opinion, place;          /* the place of the keep in the lattice */
    double now, later;           /* points of this turn, and of those to come */
    double matters[YATZI_BOXES]; /* points lost if the box could not be filled in this turn */
    double aimed[YATZI_BOXES];   /* playing for the box alone: its chance, or its points */
} keeping;

/* Boxes that score the sum of some dice: any throw fills them, more or less well. */
static bool is_sum(int box)
{
    return box <= YATZI_BOX_SIXES || box == YATZI_BOX_CHANCE;
}

static int keep_of(kn_move move)
{
    uint8_t count[YATZI_FACES];
    for (int face = 0; face < YATZI_FACES; face++)
        count[face] = (uint8_t)(move >> 3 * face & 7);
    return yatzi_keep_at(count);
}

static int points_in(const yatzi_solution *solution, yatzi_sheet sheet, int roll, int box)
{
    if (!(yatzi_allowed(solution, sheet, roll) >> box & 1))
        return 0;
    return yatzi_fill(solution, &sheet, roll, box);
}

/* A turn in which nothing counts but this box. */
static void think_of_box(const yatzi_solution *solution, yatzi_sheet sheet, int box,
                         yatzi_turn *turn)
{
    for (int roll = 0; roll < ROLLS; roll++) {
        int points = points_in(solution, sheet, roll, box);
        for (int other = 0; other < YATZI_BOXES; other++)
            turn->fill[roll][other] = LOWEST;
        turn->fill[roll][box] = is_sum(box) ? points : points > 0;
    }
    yatzi_think(&solution->lattice, turn);
}

/* The turn as it is, but this box is closed; one in which nothing else is open is worth nothing. */
static void think_without(const yatzi_solution *solution, const yatzi_turn *whole, int box,
                          yatzi_turn *turn)
{
    memcpy(turn->fill, whole->fill, sizeof turn->fill);
    for (int roll = 0; roll < ROLLS; roll++) {
        bool open = false;
        turn->fill[roll][box] = LOWEST;
        for (int other = 0; other < YATZI_BOXES; other++)
            open = open || turn->fill[roll][other] > LOWEST;
        if (!open)
            turn->fill[roll][box] = 0;
    }
    yatzi_think(&solution->lattice, turn);
}

static void weigh_box(const yatzi_solution *solution, yatzi_sheet sheet, const yatzi_turn *whole,
                      int left, int box, keeping *keeps, int count)
{
    yatzi_turn turn;
    think_without(solution, whole, box, &turn);
    for (int i = 0; i < count; i++) {
        const keeping *k = &keeps[i];
        keeps[i].matters[box] = whole->keep[left][k->place] - turn.keep[left][k->place];
    }
    think_of_box(solution, sheet, box, &turn);
    for (int i = 0; i < count; i++)
        keeps[i].aimed[box] = turn.keep[left][keeps[i].place];
}

/* ---- the whole ---- */

/* What this turn scores on average if it is played for the most points of the whole match. */
typedef struct {
    double best[YATZI_THROWS][KEEPS];     /* a roll with so many throws left */
    double keep[YATZI_THROWS + 1][KEEPS]; /* keeping these dice; [0] not used */
} turn_points;

static int dice_in(const yatzi_lattice *l, int place)
{
    int sum = 0;
    for (int face = 0; face < YATZI_FACES; face++)
        sum += l->count[place][face];
    return sum;
}

/* The points of the best box for a roll, and what the match is worth with it. */
static double points_of_best_box(const yatzi_solution *solution, yatzi_sheet sheet,
                                 const yatzi_turn *whole, int roll, double *worth)
{
    int best = 0;
    for (int box = 1; box < YATZI_BOXES; box++)
        if (whole->fill[roll][box] > whole->fill[roll][best])
            best = box;
    *worth = whole->fill[roll][best];
    return yatzi_fill(solution, &sheet, roll, best);
}

static bool holds(const yatzi_lattice *l, int roll, int place)
{
    for (int face = 0; face < YATZI_FACES; face++)
        if (l->count[place][face] > l->count[roll][face])
            return false;
    return true;
}

/* A roll with throws left: a box, or the best of its keeps. */
static void count_rolls(const yatzi_solution *solution, yatzi_sheet sheet, const yatzi_turn *whole,
                        int left, turn_points *p)
{
    const yatzi_lattice *l = &solution->lattice;
    for (int roll = 0; roll < ROLLS; roll++) {
        double worth;
        int place = l->roll[roll];
        p->best[left][place] = points_of_best_box(solution, sheet, whole, roll, &worth);
        for (int keep = 0; left > 0 && keep < KEEPS; keep++)
            if (whole->keep[left][keep] > worth && dice_in(l, keep) < YATZI_DICE &&
                holds(l, place, keep)) {
                worth = whole->keep[left][keep];
                p->best[left][place] = p->keep[left][keep];
            }
    }
}

/* A keep, with this throw to come: the mean over the next die. */
static void count_keeps(const yatzi_lattice *l, int left, turn_points *p)
{
    for (int size = YATZI_DICE; size >= 0; size--)
        for (int place = 0; place < KEEPS; place++) {
            uint8_t count[YATZI_FACES];
            double sum = 0;
            if (dice_in(l, place) != size)
                continue;
            if (size == YATZI_DICE) {
                p->keep[left][place] = p->best[left - 1][place];
                continue;
            }
            memcpy(count, l->count[place], sizeof count);
            for (int face = 0; face < YATZI_FACES; face++) {
                count[face]++;
                sum += p->keep[left][yatzi_keep_at(count)];
                count[face]--;
            }
            p->keep[left][place] = sum / YATZI_FACES;
        }
}

static void weigh_turn(const yatzi_solution *solution, yatzi_sheet sheet, const yatzi_turn *whole,
                       int left, keeping *keeps, int count)
{
    turn_points p;
    for (int throws = 1; throws <= left; throws++) {
        count_rolls(solution, sheet, whole, throws - 1, &p);
        count_keeps(&solution->lattice, throws, &p);
    }
    for (int i = 0; i < count; i++) {
        keeps[i].now = p.keep[left][keeps[i].place];
        keeps[i].later = whole->keep[left][keeps[i].place] - keeps[i].now;
    }
}

/* ---- which faces are needed ---- */

/* Of the thrown dice, how many show a face. */
static int thrown(const yatzi_lattice *l, int roll, int place, int face)
{
    return l->count[l->roll[roll]][face] - l->count[place][face];
}

static bool can_become(const yatzi_lattice *l, int place, int roll)
{
    for (int face = 0; face < YATZI_FACES; face++)
        if (thrown(l, roll, place, face) < 0)
            return false;
    return true;
}

/* The faces one of which has to fall, if that is all there is to it: every throw with one of them
 * completes the box and no other does. A bit for each, or none. */
static unsigned needed_faces(const yatzi_solution *solution, yatzi_sheet sheet, int place, int box)
{
    const yatzi_lattice *l = &solution->lattice;
    unsigned needed = (1u << YATZI_FACES) - 1;
    for (int pass = 0; pass < 2; pass++)
        for (int roll = 0; roll < ROLLS; roll++) {
            unsigned shown = 0;
            if (!can_become(l, place, roll))
                continue;
            for (int face = 0; face < YATZI_FACES; face++)
                shown |= (unsigned)(thrown(l, roll, place, face) > 0) << face;
            bool done = points_in(solution, sheet, roll, box) > 0;
            if (pass == 0 && !done)
                needed &= ~shown; /* this face alone does not do it */
            if (pass == 1 && done && !(shown & needed))
                return 0;
        }
    return needed;
}

static void write_faces(unsigned faces, char *out)
{
    for (int face = 0; face < YATZI_FACES; face++)
        if (faces >> face & 1)
            *out++ = (char)('1' + face);
}

/* ---- reasons ---- */

static void name_box(int box, char out[REASON_WHAT_MAX])
{
    char text[KN_MOVE_TEXT_MAX];
    kn_text move = kn_text_on(text, sizeof text), name = kn_text_on(out, REASON_WHAT_MAX);
    yatzi_game.write_move(NULL, 0, YATZI_FILL | (kn_move)box, &move);
    kn_put(&name, text + strlen("fill "));
}

static void tell_goal(const yatzi_solution *solution, yatzi_sheet sheet, const keeping *k, int box,
                      int left, bot_reasons *out)
{
    if (is_sum(box)) {
        bot_reason *one = bot_reason_add(out, k->opinion, REASON_BRINGS);
        name_box(box, one->what);
        one->amount = k->aimed[box];
        return;
    }
    bool sure = k->aimed[box] > nearly_one;
    unsigned faces = sure ? 0 : needed_faces(solution, sheet, k->place, box);
    bot_reason *one = bot_reason_add(out, k->opinion,
                                     sure    ? REASON_SURE
                                     : faces ? REASON_NEEDS
                                             : REASON_REACH);
    name_box(box, one->what);
    write_faces(faces, one->faces);
    one->chance = k->aimed[box];
    one->count = (uint8_t)left;
}

/* The box that matters most to a keep, of those not named yet; -1: none is worth naming. */
static int next_goal(const keeping *k, unsigned named, double first)
{
    int best = -1;
    for (int box = 0; box < YATZI_BOXES; box++)
        if (!(named >> box & 1) && (best < 0 || k->matters[box] > k->matters[best]))
            best = box;
    if (best < 0 || k->matters[best] <= 0)
        return -1;
    bool small = k->matters[best] < matters_least || k->matters[best] < matters_part * first;
    return named && small ? -1 : best;
}

static void explain_keep(const yatzi_solution *solution, yatzi_sheet sheet, const keeping *k,
                         int left, bot_reasons *out)
{
    unsigned named = 0;
    double first = 0;
    for (int i = 0; i < GOALS; i++) {
        int box = next_goal(k, named, first);
        if (box < 0)
            break;
        if (i == 0)
            first = k->matters[box];
        named |= 1u << box;
        tell_goal(solution, sheet, k, box, left, out);
    }
    bot_reason *one = bot_reason_add(out, k->opinion, REASON_TURN);
    one->amount = k->now;
    one->average = k->later;
}

/* What a free box is worth, with the turn for it; an upper one filled as usual, with three dice. */
static double worth_free(const yatzi_solution *solution, yatzi_sheet sheet, int box)
{
    yatzi_sheet filled = sheet;
    int upper = sheet.upper + USUAL_DICE * (box + 1);
    filled.mask |= (uint16_t)(1u << box);
    if (box <= YATZI_BOX_SIXES)
        filled.upper = (uint8_t)(upper < UPPER ? upper : UPPER);
    return solution->values[yatzi_place(solution, sheet)] -
           solution->values[yatzi_place(solution, filled)];
}

/* The box that would score most now, if it is more than `points`; -1 if none does. */
static int richer_box(const yatzi_solution *solution, yatzi_sheet sheet, int roll, int points)
{
    int found = -1;
    for (int box = 0; box < YATZI_BOXES; box++) {
        int other = sheet.mask >> box & 1 ? 0 : points_in(solution, sheet, roll, box);
        if (other > points) {
            points = other;
            found = box;
        }
    }
    return found;
}

/* Points now and points later, bonus included, add up to what the move is worth. If the best move
 * leaves points on the table, that is what it keeps for later. */
static void explain_fill(const yatzi_solution *solution, yatzi_sheet sheet, int roll, int box,
                         int opinion, bot_reasons *out)
{
    yatzi_sheet next = sheet;
    bot_reason *one = bot_reason_add(out, opinion, REASON_NOW);
    int points = yatzi_fill(solution, &next, roll, box);
    one->amount = points;
    one->average = solution->values[yatzi_place(solution, next)];
    name_box(box, one->what);
    int kept = opinion == 0 ? richer_box(solution, sheet, roll, points) : -1;
    if (kept >= 0)
        name_box(kept, bot_reason_add(out, opinion, REASON_LATER)->than);
    if (box > YATZI_BOX_SIXES || next.flag != sheet.flag)
        return;
    double bonus = solution->values[yatzi_place(solution, next)] -
                   solution->values[yatzi_place(solution, sheet)] +
                   worth_free(solution, sheet, box);
    if (bonus >= bonus_least)
        bot_reason_add(out, opinion, REASON_BONUS)->amount = bonus;
    else if (bonus <= -bonus_least)
        bot_reason_add(out, opinion, REASON_NO_BONUS)->amount = -bonus;
}

static void explain_keeps(const yatzi_solution *solution, yatzi_sheet sheet, int left,
                          keeping *keeps, int count)
{
    yatzi_turn whole;
    yatzi_think_points(solution, sheet, &whole);
    weigh_turn(solution, sheet, &whole, left, keeps, count);
    for (int box = 0; box < YATZI_BOXES; box++) {
        if (!(sheet.mask >> box & 1))
            weigh_box(solution, sheet, &whole, left, box, keeps, count);
        else
            for (int i = 0; i < count; i++)
                keeps[i].matters[box] = 0;
    }
}

void yatzi_why(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out)
{
    enum { KEEPS_MOST = 32 }; /* each of five dice is kept or not */
    const yatzi_solution *solution = b->solution;
    const yatzi_state *s = view;
    keeping keeps[KEEPS_MOST];
    int kept = 0, next = 0;
    if (!solution || s->phase != YATZI_DECIDING)
        return;
    yatzi_sheet sheet = yatzi_sheet_of(s, b->seat);
    yatzi_count dice = yatzi_count_dice(s->dice);
    int roll = solution->lattice.roll_of[yatzi_keep_at(dice.of + 1)];
    int left = YATZI_THROWS - s->throws;
    for (int i = 0; i < count && kept < KEEPS_MOST; i++)
        if (!(opinions[i].move & YATZI_FILL))
            keeps[kept++] = (keeping){.opinion = i, .place = keep_of(opinions[i].move)};
    if (kept > 0)
        explain_keeps(solution, sheet, left, keeps, kept);
    for (int i = 0; i < count; i++)
        if (opinions[i].move & YATZI_FILL)
            explain_fill(solution, sheet, roll, (int)(opinions[i].move & ~(kn_move)YATZI_FILL), i,
                         out);
        else if (next < kept)
            explain_keep(solution, sheet, &keeps[next++], left, out);
}

/* ---- a direction ---- */

enum {
    NUDGE_STREET,
    NUDGE_FULL_HOUSE,
    NUDGE_HIGH_DICE,
    NUDGE_UPPER_BOX,
    NUDGE_EQUAL_DICE,
    NUDGE_THROW_AGAIN,
    NUDGE_GOOD_ENOUGH,
    NUDGE_GIVE_UP,
    NUDGE_LOOK_UPPER,
    NUDGE_LOOK_LOWER,
};
const char *const yatzi_nudges[] = {
    [NUDGE_STREET] = "street",
    [NUDGE_FULL_HOUSE] = "full_house",
    [NUDGE_HIGH_DICE] = "high_dice",
    [NUDGE_UPPER_BOX] = "upper_box",
    [NUDGE_EQUAL_DICE] = "equal_dice",
    [NUDGE_THROW_AGAIN] = "throw_again",
    [NUDGE_GOOD_ENOUGH] = "good_enough",
    [NUDGE_GIVE_UP] = "give_up",
    [NUDGE_LOOK_UPPER] = "look_upper",
    [NUDGE_LOOK_LOWER] = "look_lower",
    NULL,
};

static bool goal_is(const bot_reason *first, const char *box)
{
    return first && strcmp(first->what, box) == 0;
}

static bool goal_is_upper(const bot_reason *first)
{
    static const char *const upper[] = {"ones", "twos", "threes", "fours", "fives", "sixes"};
    for (int i = 0; i < YATZI_FACES; i++)
        if (goal_is(first, upper[i]))
            return true;
    return false;
}

/* Low dice are kept for chance only where a second Yatzi is written there. */
static int throw_again(kn_move keep, const bot_reason *first)
{
    enum { LOW_FACES = 0x1ff }; /* of a keep: ones, twos and threes */
    if (goal_is(first, "small_street") || goal_is(first, "large_street"))
        return NUDGE_STREET;
    if (goal_is(first, "full_house"))
        return NUDGE_FULL_HOUSE;
    if (goal_is(first, "chance") && !(keep & LOW_FACES))
        return NUDGE_HIGH_DICE;
    if (goal_is_upper(first))
        return NUDGE_UPPER_BOX;
    return first && first->what[0] ? NUDGE_EQUAL_DICE : NUDGE_THROW_AGAIN;
}

int yatzi_nudge(const void *view, const bot_opinion *opinions, int count,
                const bot_reasons *reasons, int opinion)
{
    const bot_reason *first = bot_reason_first(reasons, opinion);
    kn_move move = opinions[opinion].move;
    (void)view;
    if (!(move & YATZI_FILL))
        return throw_again(move, first);
    for (int i = 0; i < count; i++)
        if (!(opinions[i].move & YATZI_FILL))
            return NUDGE_GOOD_ENOUGH;
    if (first && first->amount == 0)
        return NUDGE_GIVE_UP;
    return (move & ~(kn_move)YATZI_FILL) <= YATZI_BOX_SIXES ? NUDGE_LOOK_UPPER : NUDGE_LOOK_LOWER;
}
