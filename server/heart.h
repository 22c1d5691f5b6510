/* heart.h: the heart of a node among others: a thread that says twice a second that this node
 * lives, on a connection of its own, and looks whether the others do. A node that was not heard of
 * for HEART_DEAD_MS is declared dead, by whoever sees it first. A node that has not been able to
 * say that it lives says nothing else either: it may have been declared dead. */
#ifndef KNOBEL_SERVER_HEART_H
#define KNOBEL_SERVER_HEART_H

#include <uv.h>

#include "server/store/store.h"

enum {
    HEART_EVERY_MS = 500,
    HEART_LEASE_MS = 2500, /* after a beat this node may speak for so long … */
    HEART_DEAD_MS = 3000,  /* … and others wait for so long */
};

typedef struct heart heart;

/* What a beat has brought. */
typedef struct {
    beat_end end;
    /* The nodes as they are, with BEAT_WELL, and as they were told last; the heart's own until the
     * next news. */
    store_nodes nodes, before;
    int buried; /* nodes that were declared dead */
    char why[STORE_WHY_MAX];
} heart_news;

/* The first beat is over when this returns. `told` is called on the loop. */
heart *heart_open(uv_loop_t *loop, store *s, void (*told)(void *with, const heart_news *news),
                  void *with);

/* The loop has to run once more before heart_free. */
void heart_close(heart *h);
void heart_free(heart *h);

/* May this node speak? Any thread. Without a heart (NULL) it always may. */
bool heart_may_speak(const heart *h);

/* Have the others not heard of this node for so long that they may have its rooms? */
bool heart_may_be_dead(const heart *h);

/* What to tell the others from now on; copied. And that this node leaves. */
void heart_show(heart *h, const char *shown, const char *counts);
void heart_drain(heart *h);

/* Beat now: this node has begun this epoch, and has no rooms of an earlier one any more. As long as
 * it has not said so, no beat of this epoch allows it to speak. */
void heart_hurry(heart *h, int64_t epoch);

/* ---- who is dead ---- */

enum { OBSERVED_MAX = 256 };

/* What an observer has seen of the others, and since when. */
typedef struct {
    struct {
        int id;
        int64_t epoch, beat, since_ms;
    } seen[OBSERVED_MAX];
    size_t count;
    int64_t last_ms; /* of its own last beat that succeeded; 0: none yet */
} observer;

/* This node's beat has succeeded, and these are the nodes: the next one at or behind `from` that
 * has stood still for HEART_DEAD_MS, during which our own beats went on; NULL: none. */
void observer_look(observer *o, const store_nodes *nodes, int self, int64_t now_ms);
const store_node *observer_next_dead(const observer *o, const store_nodes *nodes, size_t *from,
                                     int64_t now_ms);

/* In how many milliseconds the first of them is dead if none of them is heard of; at most `most`.
 */
int64_t observer_due_ms(const observer *o, int64_t now_ms, int64_t most);

#endif
