/* study.c: extra answers about Yatzi: chances to win, and all final scores. */
#include "bots/study.h"
#include "games/yatzi/bot.h"

static int judge_wins(bot *b, const void *view, bot_opinion *out)
{
    return yatzi_judge(b, view, BOT_WINS, out);
}

/* The values alone; the spread, which play to win needs, is not part of the value. */
static bool solve(const kn_setup *setup, void *solution, const bot_machine *machine, int lanes,
                  const volatile bool *stop)
{
    const yatzi_solving values = {.lanes = lanes, .squares = false};
    return yatzi_solve(setup, solution, machine, stop, &values);
}

static int lanes(int way)
{
    static const int ways[] = {1, 4, 8};
    const int count = sizeof ways / sizeof *ways;
    return way < count && ways[way] <= yatzi_lanes() ? ways[way] : 0;
}

_Static_assert((int)YATZI_SCORES_MOST <= (int)STUDY_SCORES_MOST, "every score has a place");

const bot_study yatzi_study = {
    .kind = &yatzi_bot,
    .judge_wins = judge_wins,
    .can_tell_wins = yatzi_can_win,
    .solve = solve,
    .lanes = lanes,
    .odds_bytes = yatzi_odds_bytes,
    .distribution = yatzi_distribution,
    .reach = yatzi_reach,
};
