/* fair.c: estimates when a hit was made. See fair.h. */
#include "house/fair.h"

#include "core/game.h"

/* Nothing longer is a round trip; half of it, as an error, still fits an event. */
enum { TRIP_MAX_MS = 60000 };
_Static_assert((TRIP_MAX_MS + FAIR_DEVICE_MS) / 2 + FAIR_ERROR_MS <= UINT16_MAX, "fits");

/* ---- round trips ---- */

void fair_measured(fair_trips *trips, double round_trip_ms)
{
    if (!(round_trip_ms >= 0)) /* not a number, among others */
        return;
    trips->trip[trips->next] = (float)(round_trip_ms < TRIP_MAX_MS ? round_trip_ms : TRIP_MAX_MS);
    trips->next = (trips->next + 1) % FAIR_TRIPS;
    if (trips->count < FAIR_TRIPS)
        trips->count++;
}

double fair_smallest(const fair_trips *trips)
{
    float smallest = -1;
    for (int i = 0; i < trips->count; i++)
        if (i == 0 || trips->trip[i] < smallest)
            smallest = trips->trip[i];
    return (double)smallest;
}

/* Without a measurement the lag counts as 0: not answering pings must bring no advantage. */
static double trip_ms(const fair_trips *trips)
{
    double smallest = fair_smallest(trips);
    return smallest > 0 ? smallest : 0;
}

static int64_t at_most(int64_t ms, int64_t most_ms)
{
    if (most_ms < 0)
        return 0;
    return ms < most_ms ? ms : most_ms;
}

int64_t fair_lead(const fair_trips *trips, int64_t most_ms)
{
    return at_most((int64_t)(trip_ms(trips) / 2) + FAIR_MARGIN_MS, most_ms);
}

/* ---- slaps ---- */

static int64_t claimed_time(int64_t shown_ms, double after_ms)
{
    if (!(after_ms >= 0 && after_ms < (double)(KN_TIME_MAX - shown_ms) - 1))
        return KN_NEVER; /* nothing that can be */
    return shown_ms + (int64_t)(after_ms + 0.5);
}

fair_belief fair_judge(const fair_trips *trips, int64_t shown_ms, double after_ms,
                       int64_t arrived_ms, int64_t cap_ms)
{
    int64_t way = (int64_t)trip_ms(trips) + FAIR_DEVICE_MS; /* there, painted, and back */
    int64_t window = at_most(way, cap_ms), middle = at_most(way / 2, cap_ms);
    int64_t claimed = claimed_time(shown_ms, after_ms);
    int64_t before = arrived_ms - claimed, doubt = window - middle;
    if (claimed == KN_NEVER) {
        before = middle;
    } else if (before < 0) {
        doubt = at_most(-before, doubt);
        before = doubt;
    } else {
        doubt = at_most(before > window ? before - window : 0, doubt);
        before = at_most(before, window) - doubt;
    }
    return (fair_belief){
        .acted_ms = arrived_ms > before ? arrived_ms - before : 0,
        .claimed_ms = claimed,
        .error_ms = (uint16_t)(FAIR_ERROR_MS + doubt / 2),
    };
}
