/* false_store.h: a database that several houses share, without a database: in place of
 * server/store/postgres, which says in SQL what this says in C. Whoever asks sends a question to
 * another machine. It is answered there whatever becomes of the asker meanwhile; the answer may be
 * late, or lost, and with it the knowledge whether something was written. */
#ifndef KNOBEL_TESTS_NODES_FALSE_STORE_H
#define KNOBEL_TESTS_NODES_FALSE_STORE_H

#include <stdbool.h>
#include <stdint.h>

/* An empty one. Without the fence it writes what nodes send whose epoch is over. */
void false_store_begin(bool fenced);

/* The server stops (all that is under way is lost), and starts. */
void false_store_stop(void);
void false_store_start(void);

/* Answers take so much longer; and one in so many is lost with its connection, 0: none. */
void false_store_slow(int64_t ms);
void false_store_lose(uint32_t one_in_so_many);

/* As `knobel cluster drain` does. */
void false_store_drain(int node);

/* How often a node has begun a new epoch, was buried, or found that it was. */
typedef struct {
    long writes, burials, fenced, unknown, claims;
} false_store_counts;
extern false_store_counts false_store_counted;

#endif
