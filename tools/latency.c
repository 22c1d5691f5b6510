/* latency.c: a histogram of durations. See latency.h. */
#include "tools/latency.h"

/* Below LATENCY_FINE a slot for each nanosecond; above, LATENCY_FINE / 2 slots for each doubling.
 */
static int slot_of(uint64_t ns)
{
    int doublings = 0;
    while (ns >> doublings >= LATENCY_FINE)
        doublings++;
    int slot = (int)(ns >> doublings) + doublings * (LATENCY_FINE / 2);
    return slot < LATENCY_SLOTS ? slot : LATENCY_SLOTS - 1;
}

/* The longest time that falls into a slot. */
static double end_of(int slot)
{
    int doublings = slot < LATENCY_FINE ? 0 : slot / (LATENCY_FINE / 2) - 1;
    uint64_t first = (uint64_t)(slot - doublings * (LATENCY_FINE / 2));
    return (double)((first + 1) << doublings) - 1;
}

void latency_add(latency *l, int64_t ns)
{
    if (ns < 0)
        ns = 0;
    l->count++;
    l->slot[slot_of((uint64_t)ns)]++;
    if (ns > l->max_ns)
        l->max_ns = ns;
}

double latency_ms(const latency *l, double part)
{
    uint64_t wanted = (uint64_t)(part * (double)l->count), passed = 0;
    double end_ns = 0;
    for (int i = 0; i < LATENCY_SLOTS && passed <= wanted && passed < l->count; i++) {
        passed += l->slot[i];
        end_ns = end_of(i);
    }
    return (end_ns < (double)l->max_ns ? end_ns : (double)l->max_ns) / 1e6;
}
