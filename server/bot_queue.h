/* bot_queue.h: the order in which bots think: fair by who has them think, and among the rooms of
 * one by room. Whoever has taken less time is served first, so that many rooms of hard thinkers
 * hold up nobody else's. Pure: no threads, no clock. */
#ifndef KNOBEL_SERVER_BOT_QUEUE_H
#define KNOBEL_SERVER_BOT_QUEUE_H

#include "house/house.h"

typedef struct bot_queue bot_queue;

/* A thought that is being thought, or waits. */
typedef struct bot_task {
    house_thought *thought;
    struct bot_task *next;
    struct room_share *share;
    int64_t charged_ns; /* on account */
} bot_task;

/* For this many threads. */
bot_queue *bot_queue_open(int threads);

/* Gives up what waits; nothing may be under way. */
void bot_queue_close(bot_queue *q);

void bot_queue_put(bot_queue *q, house_thought *thought);

/* The next one to think, or NULL: none waits, or none may begin before another has ended. With more
 * than one thread nobody has them all, and matches without people have at most half of them, and
 * only those that nobody else wants. In a room moves come before judgements, since a match waits
 * for them. */
bot_task *bot_queue_take(bot_queue *q);

/* It is done, and took so long. Frees the task; returns its thought. */
house_thought *bot_queue_done(bot_queue *q, bot_task *task, int64_t took_ns);

/* Any that waits, to be given up, or NULL. */
house_thought *bot_queue_give_up(bot_queue *q);

size_t bot_queue_waiting(const bot_queue *q);

#endif
