/* bot_queue.c: the order in which bots think. See bot_queue.h.
 *
 * Everybody has an account of the time spent for them, and so has every room of theirs. Of those
 * who wait the one with the least is next. Who begins to wait starts with no less than who was
 * served last: time not used is not saved up. */
#include "server/bot_queue.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"

enum { FIRST_GUESS_NS = 1000000 };

/* What is the same for whoever has bots think and for a room of theirs. */
typedef struct {
    int64_t spent_ns;
    size_t waiting;
    int running;
} account;

typedef struct room_share {
    account account;
    struct room_share *next;
    struct owner_share *owner;
    bot_task *first[2], *last[2]; /* moves, judgements */
    int64_t guess_ns;             /* how long its last thought took */
    char room[HOUSE_CODE_MAX];
} room_share;

typedef struct owner_share {
    account account;
    struct owner_share *next;
    room_share *rooms;
    int64_t served_ns; /* the account of the room served last */
    char address[HOUSE_ADDRESS_MAX];
    bool alone; /* its matches are without people: they have shares of their own */
} owner_share;

struct bot_queue {
    owner_share *owners;
    int64_t served_ns[2]; /* the account of who was served last, with people and without */
    size_t waiting;
    int threads, running, running_alone;
};

bot_queue *bot_queue_open(int threads)
{
    bot_queue *q = native_realloc(NULL, sizeof *q);
    memset(q, 0, sizeof *q);
    q->threads = threads;
    return q;
}

size_t bot_queue_waiting(const bot_queue *q)
{
    return q->waiting;
}

/* ---- shares ---- */

static owner_share *find_owner(bot_queue *q, const house_thought *t)
{
    owner_share *o = q->owners;
    while (o && (o->alone != t->alone || strcmp(o->address, t->address) != 0))
        o = o->next;
    if (o)
        return o;
    o = native_realloc(NULL, sizeof *o);
    memset(o, 0, sizeof *o);
    memcpy(o->address, t->address, sizeof o->address);
    o->alone = t->alone;
    o->account.spent_ns = q->served_ns[t->alone];
    o->next = q->owners;
    q->owners = o;
    return o;
}

static room_share *find_room(owner_share *o, const house_thought *t)
{
    room_share *r = o->rooms;
    while (r && strcmp(r->room, t->room) != 0)
        r = r->next;
    if (r)
        return r;
    r = native_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    memcpy(r->room, t->room, sizeof r->room);
    r->owner = o;
    r->guess_ns = FIRST_GUESS_NS;
    r->account.spent_ns = o->served_ns;
    r->next = o->rooms;
    o->rooms = r;
    return r;
}

static bool is_idle(const account *a)
{
    return a->waiting == 0 && a->running == 0;
}

/* Rooms whose account says no more than that of a new one would; with `all`, every idle one. */
static void forget_rooms(owner_share *o, bool all)
{
    for (room_share **at = &o->rooms, *r; (r = *at);) {
        if (is_idle(&r->account) && (all || r->account.spent_ns <= o->served_ns)) {
            *at = r->next;
            free(r);
        } else {
            at = &r->next;
        }
    }
}

/* Likewise of those who have bots think. Who was served and has nothing to do at the moment is
 * remembered, or a debt would be gone as soon as one stops for an instant. */
static void forget_owners(bot_queue *q, bool all)
{
    for (owner_share **at = &q->owners, *o; (o = *at);) {
        bool even = o->account.spent_ns <= q->served_ns[o->alone];
        if (is_idle(&o->account) && (all || even)) {
            *at = o->next;
            forget_rooms(o, true);
            free(o);
        } else {
            at = &o->next;
        }
    }
}

/* Where nobody waits nobody is in debt. */
static void forget_if_all_idle(bot_queue *q)
{
    if (q->waiting == 0 && q->running == 0)
        forget_owners(q, true);
}

/* ---- coming and going ---- */

void bot_queue_put(bot_queue *q, house_thought *thought)
{
    owner_share *o = find_owner(q, thought);
    room_share *r = find_room(o, thought);
    bot_task *task = native_realloc(NULL, sizeof *task);
    int kind = thought->judge;
    *task = (bot_task){.thought = thought, .share = r};
    *(r->first[kind] ? &r->last[kind]->next : &r->first[kind]) = task;
    r->last[kind] = task;
    r->account.waiting++;
    o->account.waiting++;
    q->waiting++;
}

static bot_task *take_from(bot_queue *q, room_share *r)
{
    int kind = r->first[0] ? 0 : 1;
    bot_task *task = r->first[kind];
    r->first[kind] = task->next;
    r->account.waiting--;
    r->owner->account.waiting--;
    q->waiting--;
    return task;
}

/* Charged before it is known how long it takes, or all threads would begin with the same one. */
static void charge(room_share *r, int64_t ns)
{
    r->account.spent_ns += ns;
    r->owner->account.spent_ns += ns;
}

static room_share *next_room(const owner_share *o)
{
    room_share *next = NULL;
    for (room_share *r = o->rooms; r; r = r->next)
        if (r->account.waiting > 0 &&
            (!next || r->account.spent_ns <= next->account.spent_ns)) /* the oldest is last */
            next = r;
    return next;
}

static bool may_begin(const bot_queue *q, const owner_share *o)
{
    if (o->account.waiting == 0)
        return false;
    if (o->alone && q->running_alone > 0 && q->running_alone >= q->threads / 2)
        return false;
    return q->threads == 1 || o->account.running < q->threads - 1;
}

static owner_share *next_owner(const bot_queue *q)
{
    owner_share *next = NULL;
    for (owner_share *o = q->owners; o; o = o->next) {
        if (!may_begin(q, o))
            continue;
        if (!next || o->alone < next->alone ||
            (o->alone == next->alone && o->account.spent_ns <= next->account.spent_ns))
            next = o;
    }
    return next;
}

bot_task *bot_queue_take(bot_queue *q)
{
    owner_share *o = next_owner(q);
    if (!o)
        return NULL;
    room_share *r = next_room(o);
    bot_task *task = take_from(q, r);
    q->served_ns[o->alone] = o->account.spent_ns;
    o->served_ns = r->account.spent_ns;
    task->charged_ns = r->guess_ns;
    charge(r, task->charged_ns);
    r->account.running++;
    o->account.running++;
    q->running++;
    q->running_alone += o->alone;
    forget_rooms(o, false);
    forget_owners(q, false);
    return task;
}

house_thought *bot_queue_done(bot_queue *q, bot_task *task, int64_t took_ns)
{
    house_thought *thought = task->thought;
    room_share *r = task->share;
    charge(r, took_ns - task->charged_ns);
    r->guess_ns = took_ns;
    r->account.running--;
    r->owner->account.running--;
    q->running--;
    q->running_alone -= r->owner->alone;
    forget_if_all_idle(q);
    free(task);
    return thought;
}

house_thought *bot_queue_give_up(bot_queue *q)
{
    for (owner_share *o = q->owners; o; o = o->next) {
        if (o->account.waiting == 0)
            continue;
        room_share *r = next_room(o);
        bot_task *task = take_from(q, r);
        house_thought *thought = task->thought;
        forget_if_all_idle(q);
        free(task);
        return thought;
    }
    return NULL;
}

void bot_queue_close(bot_queue *q)
{
    while (bot_queue_give_up(q))
        continue;
    forget_owners(q, true);
    free(q);
}
