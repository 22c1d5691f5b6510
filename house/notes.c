/* notes.c: what everybody learns about a seat besides its moves: how many hints it has asked for,
 * and how often its time ran out and a bot decided.
 *
 * Both tell that the seat had not moved yet. So they are told when all know that it is this seat's
 * turn alone; until then they wait, at the longest until the match is over. */
#include <string.h>

#include "house/inside.h"

static kn_actors due_in(const room *r, const void *state)
{
    return (kn_actors)(r->table->plan.game->to_act(state) & match_all_seats(r));
}

/* Does everybody, player and spectator, see that this seat alone is to move? Where spectators do
 * not see the table, they must not learn it from a note. */
static bool is_known_to_be_due(const room *r, int seat)
{
    const table *t = r->table;
    table_state view;
    if (r->settings.watching != WATCH_ALL || due_in(r, &t->state) != KN_ACTOR(seat))
        return false;
    for (int who = 0; who <= KN_WATCHER; who++) {
        if (who >= t->plan.setup.seats && who != KN_WATCHER)
            continue;
        memset(&view, 0, sizeof view);
        t->plan.game->view(&t->state, who, &view);
        if (due_in(r, &view) != KN_ACTOR(seat))
            return false;
    }
    return true;
}

static bool is_told(const room_seat *s)
{
    return s->hints.told == s->hints.so_far && s->late.told == s->late.so_far;
}

static void tell(room *r, int seat)
{
    room_seat *s = &r->seat[seat];
    if (is_told(s) || (match_on(r) && !is_known_to_be_due(r, seat)))
        return;
    s->hints.told = s->hints.so_far;
    s->late.told = s->late.so_far;
    r->told_differs = true;
    /* Kept with the room, but a hint is no reason to write to a disk that fails. */
    if (!r->house->refuse)
        r->changed = true;
}

static void note(room *r, int seat, seat_note *n)
{
    n->so_far += n->so_far < UINT16_MAX;
    tell(r, seat);
}

void note_hint(room *r, int seat)
{
    note(r, seat, &r->seat[seat].hints);
}

void note_late(room *r, int seat)
{
    note(r, seat, &r->seat[seat].late);
}

void notes_begin(room *r)
{
    for (int i = 0; i < KN_SEATS_MAX; i++)
        r->seat[i].hints = r->seat[i].late = (seat_note){0};
}

void notes_tell(room *r)
{
    for (int i = 0; i < KN_SEATS_MAX; i++)
        tell(r, i);
}
