/* study.c: extra answers about Yu-C-A-Tan: chances to win, and the value of one turn. */
#include "bots/study.h"
#include "games/yucatan/bot.h"

static int judge_wins(bot *b, const void *view, bot_opinion *out)
{
    return yucatan_judge(b, view, BOT_WINS, out);
}

static bool can_tell_wins(const bot *b, const void *view)
{
    (void)b;
    (void)view;
    return true;
}

/* With two at the table, who wins. */
static const bot_kind *asked(const kn_setup *setup)
{
    return setup->seats == 2 ? &yucatan_wins_bot : &yucatan_bot;
}

/* What one turn is worth in points, and by the kind of its first card. */
static void figures(const void *solved, double *out)
{
    const yucatan_solution *solution = solved;
    yucatan_spot start = yucatan_turn_start();
    out[0] = yucatan_spot_value(&solution->map, &solution->points, &start);
    for (int kind = 0; kind < YUCATAN_KINDS; kind++)
        out[1 + kind] = yucatan_pick_value(&solution->map, &solution->points, &start, kind);
}

const bot_study yucatan_study = {
    .kind = &yucatan_bot,
    .judge_wins = judge_wins,
    .can_tell_wins = can_tell_wins,
    .asked = asked,
    .figures = figures,
    .figure_keys = {"turn", "first_odd_even", "first_shape_colour", "first_number"},
};
