/* nodes.c: this node among others: what it hears of them and tells them, rooms that they left
 * behind, and handing over its own when it leaves. See inside.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/inside.h"
#include "server/net/forward.h"
#include "server/server_log.h"

enum {
    HAND_OVER_MS = 100,   /* between two steps of handing over rooms to other nodes … */
    HAND_OVER_ROOMS = 20, /* … and rooms in each of them */
    WAKE_ROOMS = 64,      /* rooms that are claimed at once */
};

/* ---- rooms whose clock goes on ---- */

/* They come into memory, as if somebody had asked for each. */
typedef struct {
    server *server;
    char code[HOUSE_CODE_MAX];
} sleeper;

static void wake(void *with, owner_kind kind, const char *address)
{
    (void)address;
    sleeper *one = with;
    if (kind == OWNER_ME)
        house_wake(one->server->hub.house, one->code, server_now_ms(one->server));
    free(one);
}

/* Some at a time, so that guests who ask for a room meanwhile need not wait for all of them. */
typedef struct {
    reader_job job; /* first */
    server *server;
    store_codes codes;
    size_t next, left;      /* in `codes`, which is gone round */
    store_codes some, ours; /* to be claimed now; and what is this node's then */
    const char *misread;
    char why[STORE_WHY_MAX];
} waking;

static void end_waking(waking *w)
{
    server *s = w->server;
    bool again = s->wake_again && !w->job.cancelled;
    s->waking = s->wake_again = false;
    free(w->codes.code);
    free(w->some.code);
    free(w);
    if (again)
        nodes_wake_all(s);
}

static void claim_sleepers(store *s, reader_job *job)
{
    waking *w = (waking *)job;
    if (!store_claim_all(s, &w->some, &w->ours))
        w->misread = store_misread(s, w->why);
}

static void wake_claimed(reader_job *job);

/* Those that are in memory are awake. Behind everybody who waits by now. */
static void claim_next(waking *w)
{
    server *s = w->server;
    w->some.count = 0;
    for (; w->left > 0 && w->some.count < WAKE_ROOMS; w->left--) {
        const char *code = w->codes.code[w->next++ % w->codes.count];
        if (!house_has(s->hub.house, code))
            store_add_code(&w->some, code);
    }
    w->job = (reader_job){.read = claim_sleepers, .done = wake_claimed};
    if (w->some.count == 0 || s->leaving || s->draining || !reader_ask(s->reader, &w->job))
        end_waking(w);
}

static void wake_claimed(reader_job *job)
{
    waking *w = (waking *)job;
    server *s = w->server;
    if (!job->cancelled)
        server_note_misread(s, w->misread, w->why);
    w->misread = NULL;
    for (size_t i = 0; i < w->ours.count && !job->cancelled; i++) {
        sleeper *one = native_realloc(NULL, sizeof *one);
        *one = (sleeper){.server = s};
        memcpy(one->code, w->ours.code[i], sizeof one->code);
        owner_ask(s->owner, one->code, wake, one);
    }
    free(w->ours.code);
    w->ours = (store_codes){0};
    if (job->cancelled)
        end_waking(w);
    else
        claim_next(w);
}

static void find_sleepers(store *s, reader_job *job)
{
    waking *w = (waking *)job;
    if (!store_clocked(s, &w->codes))
        w->misread = store_misread(s, w->why);
}

/* Other nodes may do the same now: each begins somewhere else. */
static void found_sleepers(reader_job *job)
{
    waking *w = (waking *)job;
    uint32_t somewhere;
    native_random(&somewhere, sizeof somewhere);
    w->left = w->codes.count;
    w->next = w->left ? somewhere % w->left : 0;
    wake_claimed(job);
}

/* At the start; and where other nodes have left some behind, again and again. */
void nodes_wake_all(server *s)
{
    if (s->waking) {
        s->wake_again = true;
        return;
    }
    waking *w = native_realloc(NULL, sizeof *w);
    *w = (waking){.job = {.read = find_sleepers, .done = found_sleepers}, .server = s};
    s->waking = reader_ask(s->reader, &w->job);
    if (!s->waking)
        free(w);
}

/* ---- leaving ---- */

/* Rooms that are being given up. */
typedef struct {
    reader_job job; /* first */
    store_codes codes;
} releasing;

static void give_up_rooms(store *s, reader_job *job)
{
    char why[STORE_WHY_MAX];
    if (!store_release(s, &((releasing *)job)->codes))
        store_misread(s, why); /* they are free when this node is gone */
}

static void rooms_given_up(reader_job *job)
{
    free(((releasing *)job)->codes.code);
    free(job);
}

/* Some rooms at a time go to other nodes, wherever their guests come back to; the others are played
 * in meanwhile. What is on its way to the disk has to be there first. */
static void hand_over(uv_timer_t *timer)
{
    server *s = timer->data;
    char codes[HAND_OVER_ROOMS][HOUSE_CODE_MAX];
    size_t count = house_rooms(s->hub.house, codes, HAND_OVER_ROOMS);
    releasing *r = native_realloc(NULL, sizeof *r);
    *r = (releasing){.job = {.read = give_up_rooms, .done = rooms_given_up}};
    for (size_t i = 0; i < count; i++)
        if (!store_is_on_its_way(s->store, codes[i])) {
            house_lost(s->hub.house, codes[i]);
            store_add_code(&r->codes, codes[i]);
        }
    if (r->codes.count == 0 || !reader_ask(s->reader, &r->job))
        rooms_given_up(&r->job);
    if (count > 0)
        return;
    uv_timer_stop(timer);
    server_say_goodbye(s);
}

/* Does any other node take rooms, as far as is known? */
static bool others_live(const server *s)
{
    const store_nodes *nodes = s->hub.nodes;
    for (size_t i = 0; nodes && i < nodes->count; i++)
        if (nodes->node[i].id != s->hub.self && nodes->node[i].state == STORE_LIVES)
            return true;
    return !nodes;
}

/* A house alone says goodbye at once; a node among others hands over its rooms first. */
void nodes_leave(server *s)
{
    if (s->leaving || s->draining)
        return;
    if (!s->heart || s->failing || !others_live(s)) {
        server_say_goodbye(s);
        return;
    }
    s->leaving = true;
    s->hub.unsound = "draining"; /* a proxy sends nobody here any more */
    owner_drain(s->owner);
    heart_drain(s->heart);
    uv_timer_start(&s->hand_over, hand_over, HAND_OVER_MS, HAND_OVER_MS);
}

/* ---- other nodes ---- */

/* The figures of all living nodes together. */
static void count_nodes(server *s, const store_nodes *nodes)
{
    metrics *m = &s->hub.metrics;
    m->nodes = m->all_guests = m->all_rooms = m->all_playing = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        unsigned long guests, rooms, playing;
        const store_node *n = &nodes->node[i];
        if (n->state == STORE_GONE)
            continue;
        m->nodes++;
        if (!n->counts || sscanf(n->counts, "{\"guests\":%lu,\"rooms\":%lu,\"playing\":%lu}",
                                 &guests, &rooms, &playing) != 3)
            continue;
        m->all_guests += guests;
        m->all_rooms += rooms;
        m->all_playing += playing;
    }
}

/* Guests that are forwarded to a node whose epoch is over are not heard there: it has no rooms any
 * more, or sleeps. Whoever declared it dead, its rooms are for all to take. */
static void leave_the_dead(server *s, const store_nodes *before, const store_nodes *nodes)
{
    bool left = false;
    for (size_t i = 0; i < before->count; i++)
        for (size_t k = 0; k < nodes->count; k++)
            if (before->node[i].id == nodes->node[k].id && nodes->node[k].id != s->hub.self &&
                before->node[i].epoch != nodes->node[k].epoch) {
                forwards_lost(s->hub.forwards, before->node[i].address);
                left = true;
            }
    if (left)
        nodes_wake_all(s);
}

static void heard_of_nodes(server *s, const store_nodes *nodes)
{
    s->hub.nodes = nodes;
    s->hub.self = store_node_id(s->store);
    s->has_others = others_live(s);
    count_nodes(s, nodes);
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->node[i].id == s->hub.self && nodes->node[i].state == STORE_DRAINS &&
            !s->leaving && !s->draining) {
            server_log(SERVER_LOG_INFO, "asked_to_drain", NULL);
            nodes_leave(s);
        }
}

/* All rooms are forgotten, and their guests look for them anew. Until the store is well nobody is
 * let in. */
static void give_up_all(server *s)
{
    s->failing = true;
    s->hub.metrics.store_errors++;
    hub_refuse(&s->hub, s->draining ? "draining" : "disk");
    server_lose_all(s);
    server_give_up_gathered(s);
}

/* Nothing here is this node's any more. Whoever fails already finds that out when it tries again.
 */
void nodes_fenced(server *s)
{
    s->hub.metrics.fenced++;
    give_up_all(s);
}

/* Whoever only listens would hear nothing of what goes on elsewhere, and a node that has nothing to
 * write would not notice. Where the store is only slow, nobody takes the rooms; nor without other
 * nodes. */
void nodes_watch(server *s)
{
    if (s->cut_off || !s->unreached || !s->has_others || !heart_may_be_dead(s->heart))
        return;
    s->cut_off = true;
    server_log(SERVER_LOG_WARNING, "cut_off", NULL);
    give_up_all(s);
}

void nodes_heard(void *with, const heart_news *news)
{
    server *s = with;
    s->hub.nodes = NULL; /* those of the news before */
    if (news->buried > 0) {
        server_log(SERVER_LOG_WARNING, "nodes_dead", FACTS({"nodes", NULL, news->buried}));
        nodes_wake_all(s);
    }
    if (news->end == BEAT_WELL) {
        s->cut_off = false;
        leave_the_dead(s, &news->before, &news->nodes);
        heard_of_nodes(s, &news->nodes);
    } else if (s->beating) {
        server_log(SERVER_LOG_WARNING, news->end == BEAT_FENCED ? "fenced" : "beat_failed",
                   FACTS({"why", news->why, 0}));
    }
    s->beating = news->end == BEAT_WELL;
    s->unreached = news->end == BEAT_UNSENT;
    if (news->end == BEAT_FENCED && !s->failing)
        nodes_fenced(s);
}

/* What the others are told of this node. */
void nodes_show(uv_timer_t *timer)
{
    server *s = timer->data;
    static char rooms[16384];
    char counts[128];
    house_counts now;
    if (s->failing || s->writer.busy || store_gathered(s->store) > 0)
        return; /* what is not on disk yet is not shown */
    kn_json json = kn_json_on(rooms, sizeof rooms);
    kn_json_list(&json, NULL);
    house_list_rooms(s->hub.house, &json);
    kn_json_end_list(&json);
    house_count(s->hub.house, &now);
    snprintf(counts, sizeof counts, "{\"guests\":%lu,\"rooms\":%lu,\"playing\":%lu}",
             (unsigned long)now.guests, (unsigned long)now.rooms, (unsigned long)now.playing);
    heart_show(s->heart, kn_json_whole(&json) ? rooms : "[]", counts);
}
