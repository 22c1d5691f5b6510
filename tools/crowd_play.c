/* crowd_play.c: what a crowd does at the tables: one random legal move at a time in each room, the
 * next as soon as everyone has heard of the last and the pace allows it; then the next match. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "tools/crowd.h"

enum {
    START_ID = 3,
    PLAY_ID = 4,
    MESSAGE_ROOM = 256,
    BURST = 20,     /* messages that a guest may send ahead of its rate */
    WAIT_MS = 1000, /* pause for a guest that was refused for being too fast */
    UNSEEN_MS =
        200, /* after the answer: a guest that has not seen the move by then will not see it, */
    UNSEEN_LOOKS = 20, /* if we have read this often: on a busy machine we may be the late ones */
};

/* ---- the queue of rooms that can go on ---- */

static void enqueue(crowd_room *r)
{
    crowd *c = r->crowd;
    if (r->queued)
        return;
    r->queued = true;
    r->next = NULL;
    if (c->ready)
        c->ready_last->next = r;
    else
        c->ready = r;
    c->ready_last = r;
}

static crowd_room *dequeue(crowd *c)
{
    crowd_room *r = c->ready;
    if (r) {
        c->ready = r->next;
        r->queued = false;
    }
    return r;
}

/* ---- sending ---- */

/* May the guest send now? The server limits messages per second, with a burst. */
static bool may_send(const crowd_guest *g, int64_t now_ns)
{
    int64_t each_ns = INT64_C(1000000000) / g->room->crowd->plan.each;
    return g->free_ns <= now_ns + BURST * each_ns;
}

static void count_sending(crowd_guest *g, int64_t now_ns)
{
    if (g->free_ns < now_ns)
        g->free_ns = now_ns;
    g->free_ns += INT64_C(1000000000) / g->room->crowd->plan.each;
}

void crowd_start(crowd_room *r)
{
    char buffer[MESSAGE_ROOM];
    crowd_guest *host = &r->guests[0];
    kn_json start = crowd_begin(buffer, sizeof buffer, "start");
    r->over = false;
    count_sending(host, native_steady_ns());
    kn_json_int(&start, "id", START_ID);
    crowd_say(host, &start);
}

static void play(crowd_guest *g, int64_t now_ns)
{
    crowd_room *r = g->room;
    char buffer[MESSAGE_ROOM], salt[17];
    kn_json message = crowd_begin(buffer, sizeof buffer, "play");
    kn_text text = kn_text_on(salt, sizeof salt);
    kn_put_hex64(&text, kn_random_next(&r->crowd->random) | 1); /* 0 would be none */
    kn_json_int(&message, "seat", g->seat);
    kn_json_string(&message, "move", g->move);
    kn_json_string(&message, "salt", salt);
    kn_json_int(&message, "event", g->event);
    kn_json_int(&message, "id", PLAY_ID);
    r->mover = g;
    r->match = g->match;
    r->event = g->event;
    r->sent_ns = now_ns;
    r->untold = r->count;
    r->done_ns = 0;
    r->looks = 0;
    for (int i = 0; i < r->count; i++)
        r->guests[i].told = false;
    g->sent = true;
    count_sending(g, now_ns);
    crowd_say(g, &message);
}

/* Is it this guest's turn, as far as is known? What was sent is not sent again unseen. */
static bool is_due(const crowd_guest *g)
{
    return g->wire && g->move[0] && !g->sent;
}

/* A guest who is to move and may send; a random one if there are several. */
static crowd_guest *choose_mover(crowd_room *r, int64_t now_ns)
{
    int seats = r->crowd->plan.seats;
    int first = (int)kn_random_below(&r->crowd->random, (uint32_t)seats);
    for (int i = 0; i < seats; i++) {
        crowd_guest *g = &r->guests[(first + i) % seats];
        if (is_due(g) && may_send(g, now_ns))
            return g;
    }
    return NULL;
}

static bool anybody_due(const crowd_room *r)
{
    for (int i = 0; i < r->crowd->plan.seats; i++)
        if (is_due(&r->guests[i]))
            return true;
    return false;
}

/* With a rate, moves are made on schedule, however fast the server answers. */
static bool time_for_a_move(const crowd *c, int64_t now_ns)
{
    double passed_s = (double)(now_ns - c->paced_ns) / 1e9;
    return c->plan.rate == 0 || (double)c->paced < passed_s * c->plan.rate;
}

/* Each room in the queue once; those that cannot continue yet go back to its end. */
static void move_on(crowd *c, int64_t now_ns)
{
    crowd_room *last = c->ready_last, *r = NULL;
    if (!c->ready)
        return;
    while (r != last && time_for_a_move(c, now_ns) && (r = dequeue(c))) {
        crowd_guest *g = choose_mover(r, now_ns);
        if (g) {
            c->paced++;
            play(g, now_ns);
        } else if (anybody_due(r)) {
            enqueue(r);
        }
    }
}

/* ---- the move on its way ---- */

/* The current move is done: the room continues. */
static void settle(crowd_room *r, int64_t now_ns)
{
    r->mover = NULL;
    if (r->over) {
        r->crowd->matches++;
        crowd_start(r);
        return;
    }
    crowd_guest *g = r->crowd->plan.rate == 0 ? choose_mover(r, now_ns) : NULL;
    if (g)
        play(g, now_ns);
    else if (anybody_due(r))
        enqueue(r);
}

static void tell(crowd_guest *g, int64_t now_ns)
{
    crowd_room *r = g->room;
    if (!r->mover || g->told || (g->match == r->match && g->event <= r->event))
        return;
    g->told = true;
    if (--r->untold > 0)
        return;
    latency_add(&r->crowd->to_everyone, now_ns - r->sent_ns);
    if (r->done_ns)
        settle(r, now_ns);
}

static void hear_done(crowd_guest *g, int64_t now_ns)
{
    crowd_room *r = g->room;
    if (r->mover != g || r->done_ns)
        return;
    r->done_ns = now_ns;
    r->crowd->moves++;
    latency_add(&r->crowd->to_done, now_ns - r->sent_ns);
    if (r->untold == 0)
        settle(r, now_ns);
}

static void hear_refused(crowd_guest *g, const char *message, int64_t now_ns)
{
    crowd *c = g->room->crowd;
    bool slow = strstr(message, "\"slow_down\"") != NULL, starting = g->room->mover != g;
    if (slow)
        g->free_ns = now_ns + WAIT_MS * INT64_C(1000000);
    if (slow && starting) { /* short matches: a room may start only a limited number in a row */
        c->slowed++;
    } else {
        c->refused++;
        crowd_complain(c, g->room->code, message);
    }
    g->sent = false;
    if (g->room->mover == g)
        settle(g->room, now_ns);
}

/* Some games hide that a seat acted at all: then not everyone sees the move, and nobody waits. */
static void stop_waiting(crowd *c, int64_t now_ns)
{
    for (int i = 0; i < c->plan.rooms; i++) {
        crowd_room *r = &c->rooms[i];
        if (!r->mover || !r->done_ns || ++r->looks < UNSEEN_LOOKS)
            continue;
        if (now_ns - r->done_ns > UNSEEN_MS * INT64_C(1000000)) {
            c->unseen++;
            settle(r, now_ns);
        }
    }
}

/* ---- the table ---- */

/* One of the legal moves, if there are any for this guest: the k-th takes the place of the one
 * before with a chance of 1 in k. */
static void choose_move(crowd_guest *g, const char *message)
{
    const char *at = strstr(message, "\"moves\":[");
    uint32_t count = 0;
    g->move[0] = '\0';
    if (!at)
        return;
    for (at += strlen("\"moves\":["); *at == '"'; at += *at == ',') {
        size_t length = strcspn(++at, "\"");
        if (length < sizeof g->move && kn_random_below(&g->room->crowd->random, ++count) == 0) {
            memcpy(g->move, at, length);
            g->move[length] = '\0';
        }
        at += length + (at[length] == '"');
    }
}

static bool is_over(const char *message)
{
    const char *over = strstr(message, "\"over\":");
    return over && strncmp(over, "\"over\":true", 11) == 0;
}

static void hear_table(crowd_guest *g, const char *message, int64_t now_ns)
{
    crowd_room *r = g->room;
    uint32_t match = crowd_number(message, "\"match\":"),
             event = crowd_number(message, "\"event\":");
    if (g == r->guests) { /* one is enough to count by */
        r->crowd->events += match == g->match ? event - g->event : event;
        r->over = is_over(message);
    }
    if (match != g->match || event > g->event)
        g->sent = false;
    g->match = match;
    g->event = event;
    if (g->seat > 0)
        choose_move(g, message);
    tell(g, now_ns);
    /* Dice or the clock may have made it someone's turn while there was no current move. */
    if (!r->mover && !r->queued && (is_due(g) || r->over))
        settle(r, now_ns);
}

void crowd_hear(crowd_guest *g, const char *message)
{
    if (g->room->crowd->phase < CROWD_WARMING)
        return;
    int64_t now_ns = native_steady_ns();
    if (crowd_is(message, "table"))
        hear_table(g, message, now_ns);
    else if (crowd_is(message, "done"))
        hear_done(g, now_ns);
    else if (crowd_is(message, "refused"))
        hear_refused(g, message, now_ns);
}

void crowd_pace(crowd *c, int64_t now_ns)
{
    stop_waiting(c, now_ns);
    move_on(c, now_ns);
}
