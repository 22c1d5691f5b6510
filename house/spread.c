/* spread.c: over how long guests should come back after all of them were cut off at once. The more
 * there are, the longer: a house that starts, or takes over the rooms of another, should not have
 * to welcome everybody in the same moment. A house that is killed says nothing any more, so guests
 * are told while all is well: on entering, and when their number has changed by much. */
#include "house/inside.h"

enum { MUCH_MORE = 2, MUCH_LESS = 4, SPREAD_LEAST_MS = 50 };

int64_t spread_ms(const house *h)
{
    enum { STEP_MS = 100 }; /* in coarse steps, so that nobody can count guests by it */
    int64_t ms = (int64_t)h->counts.guests * 1000 / h->limits.returns_a_second, step = STEP_MS;
    while (step < ms)
        step *= 2;
    return ms < STEP_MS ? 0 : step;
}

static void tell(guest *g, int64_t ms)
{
    kn_json json = say_begin(g->room->house, "spread");
    kn_json_int(&json, "ms", ms);
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AT_ONCE); /* it is about nothing that is kept */
}

void spread_tell_all(house *h)
{
    int64_t ms = spread_ms(h);
    h->spread_told_ms = ms;
    for (size_t i = 0; i < h->guests.capacity; i++) {
        guest *g = h->guests.entry[i].key ? h->guests.entry[i].value : NULL;
        if (g && g->room)
            tell(g, ms);
    }
}

void spread_settle(house *h)
{
    int64_t ms = spread_ms(h), told = h->spread_told_ms;
    int64_t more = told * MUCH_MORE > SPREAD_LEAST_MS ? told * MUCH_MORE : SPREAD_LEAST_MS;
    if (ms >= more || (told > SPREAD_LEAST_MS && ms * MUCH_LESS <= told))
        spread_tell_all(h);
}
