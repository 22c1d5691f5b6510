/* screen.c: big screens: televisions and projectors that show a room to everybody in it. A screen
 * is a guest without a person: it sees what a watcher may see, counts as a screen, and can do
 * nothing. Where watchers see a match late or not at all, a screen sees it as it goes on only with
 * a key, and only the host can get that. */
#include <string.h>

#include "house/inside.h"

/* A key is as long as the code of a room, for somebody has to type it with the buttons of a
 * television. Like a code it is not found by trying: a wrong one counts as a wrong code. */
bool screen_may_see(room *r, const guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice typed;
    char key[HOUSE_CODE_MAX];
    if (!field_text(m, "key", &typed))
        return false;
    if (r->screen_key[0] && house_read_code(typed, key) && strcmp(key, r->screen_key) == 0)
        return true;
    house_missed(r->house, g->address, now_ms);
    return false;
}

/* Who else may watch has changed: all screens have to be let in again. */
void screens_out(room *r)
{
    memset(r->screen_key, 0, sizeof r->screen_key);
    for (guest *g = r->guests; g; g = g->next)
        g->let_in = false;
}

void say_screen_key(guest *g)
{
    kn_json json = say_begin(g->room->house, "screen");
    kn_json_string(&json, "key", g->room->screen_key);
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AFTER_SEEN);
    g->wants_key = false;
}

/* Nobody decides during a match that it is shown. A host who has let screens in before may let one
 * more in, and could look at it alone: everybody is told how many there are. */
refusal hear_screen(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    (void)m;
    (void)now_ms;
    if (!r->screen_key[0]) {
        if (match_on(r) && r->settings.watching != WATCH_ALL)
            return "playing";
        house_draw_code(r->house->machine.random, r->house->machine.with, r->screen_key);
        r->changed = true;
    }
    g->wants_key = true;
    return NULL;
}
