/* advice.c: judging positions in tests. See advice.h. */
#include "tests/engine/advice.h"

#include <math.h>
#include <string.h>

void assert_close(double value, double expected, double most)
{
    if (!(fabs(value - expected) <= most))
        fail_msg("%.12f instead of %.12f", value, expected);
}

advice *judge(const kn_game *game, const void *solution, int seat, const void *state)
{
    static advice a;
    a.b = bot_open(game, seat, BOT_BEST, 1);
    a.b.solution = solution;
    a.count = a.b.kind->judge(&a.b, state, a.opinions);
    bot_explain(&a.b, state, a.opinions, a.count, &a.reasons);
    return &a;
}

const bot_reason *reason_for(const advice *a, const scene *s, const char *move, int nth)
{
    char text[KN_MOVE_TEXT_MAX];
    for (int i = 0; i < a->reasons.count; i++) {
        const bot_reason *one = &a->reasons.reason[i];
        kn_text out = kn_text_on(text, sizeof text);
        s->game->write_move(s->state, a->b.seat, a->opinions[one->opinion].move, &out);
        if (strcmp(text, move) == 0 && nth-- == 0)
            return one;
    }
    return NULL;
}

const char *nudge_for(const advice *a, const void *state)
{
    return bot_nudge(&a->b, state, a->opinions, a->count, &a->reasons);
}

bool stroll(const kn_game *game, void *state, int events, kn_random *random)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    kn_move moves[KN_MOVES_MAX];
    for (int i = 0; i < events || game->to_act(state) & KN_ACTOR(KN_CHANCE); i++) {
        kn_actors due = game->to_act(state);
        kn_event event = {.actor = KN_CHANCE};
        if (!due)
            return false;
        if (due & KN_ACTOR(KN_CHANCE)) {
            int count = game->outcomes(state, outcomes);
            event.move = outcomes[kn_random_below(random, (uint32_t)count)].move;
        } else {
            event.actor = (uint8_t)kn_first_actor(due);
            int count = game->moves(state, event.actor, moves);
            event.move = moves[kn_random_below(random, (uint32_t)count)];
        }
        assert_int_equal(game->apply(state, &event), KN_OK);
    }
    return game->to_act(state) != 0;
}
