/* clearing.c: clears away rooms that are past their time, and watches the space that is left. See
 * inside.h. */
#include <stdlib.h>

#include "native/native.h"
#include "server/inside.h"
#include "server/server_log.h"

enum {
    LOOK_FOR = 1024,     /* rooms that are found with one look … */
    CLAIM_MANY = 256,    /* … and those of them that nobody had, which takes a write */
    CLEAR_FEW = 2,       /* rooms at a time to begin with, and always allowed … */
    CLEAR_FEW_AFAR = 32, /* … also in a database, where a commit takes its time, however few … */
    CLEAR_MANY = 1024,   /* … and at most */
    EMPTY_MANY = 64,     /* rooms that go for good, with all of their matches */
    CLEAR_TAKES_MS = 20, /* what a batch that clears may take, as it holds up the next one */
};

/* Looking for what is to go, on the reader's thread. */
typedef struct {
    reader_job job; /* first */
    server *server;
    store_retention retention;
    int64_t now_ms;
    int most; /* 0: only how much is used */
    store_old *old;
    int64_t used;
    const char *misread;
    char why[STORE_WHY_MAX];
} looking;

void clearing_begin(server *s)
{
    s->most = (store_clearing){store_is_shared(s->store) ? CLEAR_FEW_AFAR : CLEAR_FEW, CLEAR_FEW};
}

bool clearing_in_use(void *with, const char *room)
{
    return house_has(((server *)with)->hub.house, room);
}

/* What is new is refused first, so that matches that are being played can end. */
void clearing_note_space(server *s, int64_t used)
{
    int64_t most = (int64_t)s->settings.quota_mb << 20;
    bool full = most && used >= most;
    house_set_space(s->hub.house, !most || used < most - most / 4 ? HOUSE_PLENTY
                                  : used < most - most / 8        ? HOUSE_NO_ROOMS
                                                                  : HOUSE_NO_MATCHES);
    s->hub.metrics.stored_bytes = (uint64_t)used;
    if (full == s->full || s->hanging)
        return;
    s->full = full;
    server_log(full ? SERVER_LOG_ERROR : SERVER_LOG_INFO, full ? "quota_full" : "quota_well",
               FACTS({"megabytes", NULL, used >> 20}));
    hub_refuse(&s->hub, full ? "no_space" : NULL);
}

static void look(store *from, reader_job *job)
{
    looking *l = (looking *)job;
    if (l->server->settings.quota_mb)
        l->used = store_used(from);
    if (l->most > 0)
        l->old = store_look_for_old(from, &l->retention, l->now_ms, l->most, CLAIM_MANY);
    l->misread = store_misread(from, l->why);
}

void clearing_stop(server *s)
{
    store_old_free(s->old);
    s->old = NULL;
}

/* The next ones of those that were found. */
static void clear_next(server *s)
{
    store_clearing done = store_clear_old(s->store, s->old, s->most, clearing_in_use, s);
    if (done.binned + done.emptied > 0)
        s->last = done;
    s->hub.metrics.rooms_cleared += (uint64_t)done.binned;
}

static void looked(reader_job *job)
{
    looking *l = (looking *)job;
    server *s = l->server;
    s->looking = false;
    if (!job->cancelled && !s->failing && !s->draining && !s->leaving) {
        server_note_misread(s, l->misread, l->why);
        if (l->used >= 0)
            clearing_note_space(s, l->used);
        if (l->old) {
            clearing_stop(s);
            s->old = l->old;
            l->old = NULL;
            clear_next(s);
        }
    }
    store_old_free(l->old);
    free(l);
}

/* Those that are in use stay, and are found again and again. */
static void ask_to_look(server *s, int most)
{
    house_counts counts;
    if (s->failing || s->draining || s->looking)
        return;
    house_count(s->hub.house, &counts);
    looking *l = native_realloc(NULL, sizeof *l);
    *l = (looking){.job = {.read = look, .done = looked},
                   .server = s,
                   .retention = s->settings.retention,
                   .now_ms = server_now_ms(s),
                   .most = most ? most + (int)counts.rooms : 0};
    s->looking = reader_ask(s->reader, &l->job);
    if (!s->looking)
        free(l);
}

/* Much may be written between two clearings away. */
void clearing_wrote(server *s, size_t written)
{
    s->unlooked += (int64_t)written;
    if (!s->settings.quota_mb || s->unlooked < ((int64_t)s->settings.quota_mb << 20) / 64)
        return;
    s->unlooked = 0;
    ask_to_look(s, 0);
}

/* The next look comes when all is written, so that it finds nothing twice. Guests who wait for the
 * reader come first. */
static void clear_some(server *s)
{
    if (s->failing || s->draining || s->leaving)
        return;
    if (s->old && store_old_is_done(s->store, s->old))
        clearing_stop(s);
    if (s->old)
        clear_next(s);
    else if (reader_waiting(s->reader) == 0)
        ask_to_look(s, LOOK_FOR);
}

void clearing_ring(uv_timer_t *timer)
{
    clear_some(timer->data);
}

/* A batch that was not full says nothing about a larger one. */
static int adapt(int most, int few, int many, int last, int64_t took_ms)
{
    if (took_ms > CLEAR_TAKES_MS && last > 0)
        return most / 2 > few ? most / 2 : few;
    if (took_ms < CLEAR_TAKES_MS / 2 && last == most)
        return 2 * most < many ? 2 * most : many;
    return most;
}

/* As fast as the disk allows, while nobody waits for it: the next batch at once, and as large as
 * fits the time. */
void clearing_took(server *s, int64_t took_ns)
{
    int64_t took_ms = took_ns / 1000000;
    int few = store_is_shared(s->store) ? CLEAR_FEW_AFAR : CLEAR_FEW;
    s->most.binned = adapt(s->most.binned, few, CLEAR_MANY, s->last.binned, took_ms);
    s->most.emptied = adapt(s->most.emptied, CLEAR_FEW, EMPTY_MANY, s->last.emptied, took_ms);
    s->clear_more = true;
}

void clearing_go_on(server *s)
{
    if (s->looking)
        return; /* later */
    if (s->clear_more && s->hub.held_count == 0 && store_gathered(s->store) == 0)
        clear_some(s);
    s->clear_more = false;
}
