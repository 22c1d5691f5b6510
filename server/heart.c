/* heart.c: the heart of a node. See heart.h. */
#include "server/heart.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "native/native.h"

/* ---- who is dead ---- */

/* All counting begins anew if we were asleep ourselves, or cut off: then we know nothing. */
void observer_look(observer *o, const store_nodes *nodes, int self, int64_t now_ms)
{
    bool awake = o->last_ms > 0 && now_ms - o->last_ms < HEART_DEAD_MS / 2;
    observer before = *o;
    o->count = 0;
    o->last_ms = now_ms;
    for (size_t i = 0; i < nodes->count && o->count < OBSERVED_MAX; i++) {
        const store_node *n = &nodes->node[i];
        int64_t since_ms = now_ms;
        if (n->id == self || n->state == STORE_GONE)
            continue;
        for (size_t k = 0; awake && k < before.count; k++)
            if (before.seen[k].id == n->id && before.seen[k].epoch == n->epoch &&
                before.seen[k].beat == n->beat)
                since_ms = before.seen[k].since_ms;
        o->seen[o->count].id = n->id;
        o->seen[o->count].epoch = n->epoch;
        o->seen[o->count].beat = n->beat;
        o->seen[o->count++].since_ms = since_ms;
    }
}

const store_node *observer_next_dead(const observer *o, const store_nodes *nodes, size_t *from,
                                     int64_t now_ms)
{
    for (; *from < o->count; ++*from) {
        if (now_ms - o->seen[*from].since_ms < HEART_DEAD_MS)
            continue;
        for (size_t i = 0; i < nodes->count; i++)
            if (nodes->node[i].id == o->seen[*from].id) {
                ++*from;
                return &nodes->node[i];
            }
    }
    return NULL;
}

int64_t observer_due_ms(const observer *o, int64_t now_ms, int64_t most)
{
    for (size_t i = 0; i < o->count; i++) {
        int64_t left = o->seen[i].since_ms + HEART_DEAD_MS - now_ms;
        if (left > 0 && left < most)
            most = left;
    }
    return most;
}

/* ---- the thread ---- */

struct heart {
    store *store;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t changed;
    uv_async_t news_signal;
    void (*told)(void *with, const heart_news *news);
    void *with;
    atomic_llong lease_ms;    /* on the clock that goes on while the machine sleeps */
    atomic_llong lease_epoch; /* of the beat that it is from */
    atomic_llong epoch;       /* the last one that the server knows of */
    observer observer;
    heart_news last; /* the loop's own */
    /* under the lock: */
    heart_news news; /* not yet told */
    bool has_news, leaving, draining, hurry;
    char *shown, *counts; /* to tell with the next beat; NULL: nothing new */
};

/* Goes on while the machine sleeps. */
static int64_t boot_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

bool heart_may_speak(const heart *h)
{
    return !h || (boot_ms() < h->lease_ms && h->lease_epoch <= h->epoch);
}

bool heart_may_be_dead(const heart *h)
{
    return h && boot_ms() >= h->lease_ms + HEART_DEAD_MS - HEART_LEASE_MS;
}

static int bury_dead(heart *h, const store_nodes *nodes)
{
    int64_t now_ms = boot_ms();
    char why[STORE_WHY_MAX];
    size_t from = 0;
    int buried = 0;
    const store_node *dead;
    observer_look(&h->observer, nodes, store_node_id(h->store), now_ms);
    while ((dead = observer_next_dead(&h->observer, nodes, &from, now_ms)))
        buried += store_bury(h->store, dead, why);
    return buried;
}

static void tell_news(heart *h, heart_news *news)
{
    uv_mutex_lock(&h->lock);
    if (h->has_news) { /* nobody was told of the last one; a fence is not forgotten */
        store_nodes_free(&h->news.nodes);
        news->buried += h->news.buried;
        if (h->news.end == BEAT_FENCED)
            news->end = BEAT_FENCED;
    }
    h->news = *news;
    h->has_news = true;
    uv_mutex_unlock(&h->lock);
    uv_async_send(&h->news_signal);
}

static void beat(heart *h)
{
    heart_news news = {0};
    uv_mutex_lock(&h->lock);
    char *shown = h->shown, *counts = h->counts;
    bool draining = h->draining;
    h->shown = h->counts = NULL;
    uv_mutex_unlock(&h->lock);
    int64_t begun_ms = boot_ms(), epoch = store_epoch(h->store);
    news.end = store_beat(h->store, shown, counts, draining, &news.nodes, news.why);
    if (news.end == BEAT_WELL && store_epoch(h->store) == epoch) {
        h->lease_epoch = epoch;
        h->lease_ms = begun_ms + HEART_LEASE_MS;
    }
    if (news.end == BEAT_WELL)
        news.buried = bury_dead(h, &news.nodes);
    free(shown);
    free(counts);
    tell_news(h, &news);
}

static void work(void *with)
{
    heart *h = with;
    uv_mutex_lock(&h->lock);
    while (!h->leaving) {
        int64_t begun = native_steady_ns();
        uv_mutex_unlock(&h->lock);
        beat(h);
        uv_mutex_lock(&h->lock);
        int64_t left = HEART_EVERY_MS - (native_steady_ns() - begun) / 1000000;
        left = observer_due_ms(&h->observer, boot_ms(), left);
        if (left > 0 && !h->leaving && !h->hurry)
            uv_cond_timedwait(&h->changed, &h->lock, (uint64_t)left * 1000000);
        h->hurry = false;
    }
    uv_mutex_unlock(&h->lock);
}

/* ---- on the loop ---- */

static void tell(uv_async_t *signal)
{
    heart *h = signal->data;
    uv_mutex_lock(&h->lock);
    bool news = h->has_news;
    heart_news told = h->news;
    h->has_news = false;
    h->news = (heart_news){0};
    uv_mutex_unlock(&h->lock);
    if (!news)
        return;
    if (told.end == BEAT_WELL) {
        store_nodes_free(&h->last.before);
        told.before = h->last.nodes;
    } else {
        store_nodes_free(&told.nodes);
        told.nodes = h->last.nodes;
        told.before = h->last.before;
    }
    h->last = told;
    h->told(h->with, &h->last);
}

heart *heart_open(uv_loop_t *loop, store *s, void (*told)(void *with, const heart_news *news),
                  void *with)
{
    heart *h = native_realloc(NULL, sizeof *h);
    memset(h, 0, sizeof *h);
    h->store = s;
    h->epoch = store_epoch(s);
    h->told = told;
    h->with = with;
    h->news_signal.data = h;
    if (uv_mutex_init(&h->lock) || uv_cond_init(&h->changed) ||
        uv_async_init(loop, &h->news_signal, tell))
        abort();
    beat(h);
    if (uv_thread_create(&h->thread, work, h))
        abort(); /* a machine without threads */
    return h;
}

void heart_close(heart *h)
{
    uv_mutex_lock(&h->lock);
    h->leaving = true;
    uv_cond_signal(&h->changed);
    uv_mutex_unlock(&h->lock);
    uv_thread_join(&h->thread);
    uv_close((uv_handle_t *)&h->news_signal, NULL);
    uv_cond_destroy(&h->changed);
    uv_mutex_destroy(&h->lock);
}

void heart_free(heart *h)
{
    store_nodes_free(&h->last.before);
    store_nodes_free(&h->last.nodes);
    store_nodes_free(&h->news.nodes);
    free(h->shown);
    free(h->counts);
    free(h);
}

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(native_realloc(NULL, size), text, size);
}

void heart_show(heart *h, const char *shown, const char *counts)
{
    char *one = copy_of(shown), *other = copy_of(counts);
    uv_mutex_lock(&h->lock);
    free(h->shown);
    free(h->counts);
    h->shown = one;
    h->counts = other;
    uv_mutex_unlock(&h->lock);
}

void heart_hurry(heart *h, int64_t epoch)
{
    h->epoch = epoch;
    uv_mutex_lock(&h->lock);
    h->hurry = true;
    uv_cond_signal(&h->changed);
    uv_mutex_unlock(&h->lock);
}

void heart_drain(heart *h)
{
    uv_mutex_lock(&h->lock);
    h->draining = true;
    uv_cond_signal(&h->changed);
    uv_mutex_unlock(&h->lock);
}
