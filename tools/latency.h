/* latency.h: a histogram of durations: its slots grow with the time, so that a percentile is right
 * to 3 % and nothing has to be sorted or stored. */
#ifndef KNOBEL_TOOLS_LATENCY_H
#define KNOBEL_TOOLS_LATENCY_H

#include <stdint.h>

enum {
    LATENCY_FINE = 64,      /* the first nanoseconds have a slot each … */
    LATENCY_DOUBLINGS = 57, /* … from there on each doubling has half as many */
    LATENCY_SLOTS = LATENCY_FINE + LATENCY_DOUBLINGS * LATENCY_FINE / 2,
};

typedef struct {
    uint64_t count;
    int64_t max_ns;
    uint32_t slot[LATENCY_SLOTS];
} latency;

void latency_add(latency *l, int64_t ns);

/* The time in milliseconds within which this share (0 to 1) of them lay; 0 if there are none. */
double latency_ms(const latency *l, double part);

#endif
