/* metrics.h: what the server counts about itself, for Prometheus. One thread. */
#ifndef KNOBEL_SERVER_METRICS_H
#define KNOBEL_SERVER_METRICS_H

#include <stdint.h>

#include "house/house.h"

enum { METRICS_BUCKETS = 16, METRICS_TEXT_MAX = 16384 };

/* How long something took, counted by steps that double from 50 µs on. */
typedef struct {
    uint64_t bucket[METRICS_BUCKETS];
    uint64_t count;
    double seconds;
} metrics_times;

typedef struct {
    uint64_t connections, websockets, waiting_thoughts, waiting_reads, stored_bytes; /* now */
    uint64_t nodes, all_guests, all_rooms, all_playing; /* of all nodes that live; 0: alone */
    uint64_t fenced;                                    /* ever */
    uint64_t accepted, requests, refused_connections;   /* ever */
    uint64_t messages_in, messages_out, bytes_in, bytes_out;
    uint64_t closed_by_limit, thoughts, records, commits, store_errors, rooms_lost, rooms_cleared,
        turns_lost;
    uint64_t forwards, forwarded, forwards_failed; /* now and ever, to other nodes */
    metrics_times commit, turn, thinking;
} metrics;

void metrics_time(metrics_times *times, int64_t ns);

/* Everything as Prometheus reads it. */
void metrics_write(const metrics *m, const house_counts *house, kn_text *out);

#endif
