/* fair.h: estimates when a hit was made, and how far to trust that. Pure arithmetic;
 * docs/fair-time.md explains it and measures how well it works. */
#ifndef KNOBEL_HOUSE_FAIR_H
#define KNOBEL_HOUSE_FAIR_H

#include <stdint.h>

enum {
    FAIR_TRIPS = 8,      /* recent round trips that are remembered */
    FAIR_ERROR_MS = 8,   /* no slap is known better: painted frames, sampled hands */
    FAIR_DEVICE_MS = 25, /* what a device adds by itself: a frame till the dice are painted, and a
                          * clock that is a little late */
    FAIR_MARGIN_MS = 30, /* on top of half a round trip, till dice are on disk and have arrived */
};

/* The round trips of one connection, in milliseconds. */
typedef struct {
    float trip[FAIR_TRIPS];
    int count, next;
} fair_trips;

void fair_measured(fair_trips *trips, double round_trip_ms);

/* The smallest of the recent ones; negative if none was measured. */
double fair_smallest(const fair_trips *trips);

/* How long before they are shown dice should leave the house, so that this connection has them in
 * time; at most `most_ms`. A table needs the longest of its seats, and no more: who has the dice
 * early can look at them early. */
int64_t fair_lead(const fair_trips *trips, int64_t most_ms);

/* What is believed of one slap. Times are those of the table. */
typedef struct {
    int64_t acted_ms;   /* when it was made, as judged */
    int64_t claimed_ms; /* when the device says; KN_NEVER if it says nothing */
    uint16_t error_ms;  /* how far `acted_ms` can be trusted */
} fair_belief;

/* `after_ms`: from the painted frame to the press, as the device says, negative if it says nothing.
 *
 * The slap can have been made within [arrival - window, arrival]; the window is the smallest round
 * trip and FAIR_DEVICE_MS, at most `cap_ms`. A claim in it is believed. A claim outside is doubted
 * by as much as it lies outside: the slap is set so far inside, at most where one without a claim
 * stands, half of the way back; and the error grows by half the doubt. So lying further makes it
 * worse, unless half of the way is beyond the cap: then it stands at the cap. Whatever is said,
 * slap and error stay within the window and FAIR_ERROR_MS. */
fair_belief fair_judge(const fair_trips *trips, int64_t shown_ms, double after_ms,
                       int64_t arrived_ms, int64_t cap_ms);

#endif
