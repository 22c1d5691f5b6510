/* turn_clock.c: the turn clock: since when a seat may act, and until when. When the time has run
 * out, a bot decides (bots.c). */
#include "house/inside.h"

void turn_clock_stop(room *r)
{
    for (int i = 0; i < KN_SEATS_MAX; i++)
        r->seat[i].due_ms = KN_NEVER;
}

void turn_clock_moved(room *r, int seat)
{
    r->seat[seat].due_ms = KN_NEVER;
}

void turn_clock_look(room *r)
{
    const table *t = r->table;
    const kn_game *game = t->plan.game;
    /* Not while reaction counts: what comes after that is another decision, and how long it has
     * lasted must not tell when somebody has acted unseen. */
    kn_actors due = game->alarm(&t->state) == KN_NEVER ? game->to_act(&t->state) : 0;
    for (int i = 0; i < t->plan.setup.seats; i++) {
        if (!(due & KN_ACTOR(i)))
            r->seat[i].due_ms = KN_NEVER;
        else if (r->seat[i].due_ms == KN_NEVER)
            r->seat[i].due_ms = t->last_ms;
    }
}

int64_t turn_clock_ends(const room *r, int seat)
{
    if (r->settings.turn_s == 0 || r->seat[seat].due_ms == KN_NEVER || !r->seat[seat].person ||
        r->table->plan.game->alarm(&r->table->state) != KN_NEVER)
        return KN_NEVER;
    return r->seat[seat].due_ms + r->settings.turn_s * 1000;
}

int64_t turn_clock_alarm(const room *r, int64_t now_ms)
{
    int64_t soonest = KN_NEVER;
    for (int i = 0; i < r->table->plan.setup.seats; i++) {
        int64_t ends = turn_clock_ends(r, i);
        if (ends > now_ms && (soonest == KN_NEVER || ends < soonest))
            soonest = ends;
    }
    return soonest;
}

bool turn_clock_runs(const room *r)
{
    return match_on(r) && r->settings.turn_s > 0 && r->alarm_index >= 0;
}
