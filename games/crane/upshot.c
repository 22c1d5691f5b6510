/* upshot.c: what came of a turn: what was lifted, who had bet what, who gets what, and what ended
 * the match. The line of a grab has only the travel of the hand, and bets are hidden lines. */
#include "games/crane/inside.h"

/* Keys of what ends a match. */
static const char *end_of_two(const crane_state *s)
{
    for (int seat = 0; seat < 2; seat++)
        if (crane_goal_reached(s, seat))
            return "goal";
    for (int seat = 0; seat < 2; seat++)
        if (crane_score(s, seat) >= CRANE_CARDS_TO_WIN)
            return "cards";
    return s->deck == 0 ? "deck" : "limit";
}

static int turns_to_play(const crane_state *s)
{
    return CRANE_ROUNDS * s->setup.seats + __builtin_popcount(s->tied);
}

static const char *end_of(const crane_state *s)
{
    if (s->phase != CRANE_OVER)
        return NULL;
    if (crane_for_two(s))
        return end_of_two(s);
    if (s->turns < turns_to_play(s))
        return "deck";
    return s->tied ? "tie_break" : "turns";
}

/* Those who play off a tie from now on. */
static void describe_tied(const crane_state *before, const crane_state *after, kn_json *out)
{
    kn_actors tied = before->tied || after->phase == CRANE_OVER ? 0 : after->tied;
    kn_json_list(out, "tied");
    for (int seat = 0; seat < after->setup.seats; seat++)
        if (tied & KN_ACTOR(seat))
            kn_json_int(out, NULL, seat + 1);
    kn_json_end_list(out);
}

static void describe_swaps(const crane_state *before, const crane_state *after, kn_json *out)
{
    uint8_t swaps[CRANE_SEATS];
    for (int seat = 0; seat < after->setup.seats; seat++)
        swaps[seat] = (uint8_t)(after->multipliers[seat] - before->multipliers[seat]);
    kn_json_numbers(out, "swaps", swaps, after->setup.seats);
}

bool crane_upshot(const void *before, const kn_event *event, const void *after, kn_json *out)
{
    const crane_state *then = before, *now = after;
    bool opened = event->move == CRANE_OPEN;
    if (event->actor >= KN_SEATS_MAX || (then->phase != CRANE_GRAB && then->phase != CRANE_CHOOSE))
        return false;
    kn_json_int(out, "turn", then->turns + 1);
    kn_json_int_or_null(out, "of", crane_for_two(then) ? 0 : turns_to_play(then), 0);
    kn_json_bool(out, "opened", opened);
    kn_json_bool(out, "settled", now->turns > then->turns);
    if (opened)
        kn_json_null(out, "last");
    else
        crane_describe_last(now, out);
    describe_swaps(then, now, out);
    describe_tied(then, now, out);
    kn_json_string(out, "ended", end_of(now));
    return true;
}
