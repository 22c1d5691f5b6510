/* server.c: the main loop. See server.h.
 *
 * A pass reads all input; the house hears, keeps and says. Before the loop sleeps, new records go
 * to the writer thread, and messages whose records are on disk are sent, one write per connection.
 * Messages that depend on the current batch wait for it. */
#include "server/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

#include "native/native.h"
#include "native/threads.h"
#include "server/bot_threads.h"
#include "server/net/hub.h"
#include "server/net/socket.h"
#include "server/server_log.h"
#include "server/store/writer.h"

enum {
    RETRY_MS = 1000,      /* to see whether the disk is well again */
    CLEAR_MS = 2000,      /* between two clearings away */
    CLEAR_MOST = 2,       /* rooms at a time: more would hold up the commits of others */
    FILES_BESIDES = 64,   /* open files that are not connections */
    CLOCK_JUMP_MS = 2000, /* the clock on the wall may be this far from ours */
    THINK_MS = 2000,      /* for bots to come to an end when the house closes */
};

typedef struct {
    server_settings settings;
    uv_loop_t loop;
    uv_prepare_t before_sleep;
    uv_timer_t alarm, sweep, retry, clear, drain;
    uv_signal_t terminate, interrupt;
    hub hub;
    sockets sockets;
    store *store;
    writer writer;
    bot_threads *bot_threads;
    int64_t clock_ms;   /* Unix time when the steady clock showed 0 */
    int64_t alarm_ms;   /* what the timer is set to; KN_NEVER: it is not */
    int64_t turn_ns;    /* when the last turn ended … */
    uint64_t turn_idle; /* … and how long the loop had slept by then */
    bool failing;       /* the disk */
    bool hanging;       /* likewise, it does not answer */
    int64_t unweighed;  /* bytes kept since we looked how many there are */
    bool full;          /* the quota is used up */
    bool draining;
} server;

/* ---- time ---- */

/* Unix time that never goes back and never jumps with the clock on the wall, except forward: a
 * machine that slept. */
static int64_t now_ms(void *with)
{
    server *s = with;
    return s->clock_ms + native_steady_ns() / 1000000;
}

static void look_at_the_clock(server *s)
{
    int64_t ahead = native_unix_ms() - now_ms(s);
    if (ahead <= CLOCK_JUMP_MS)
        return;
    s->clock_ms += ahead;
    s->alarm_ms = KN_NEVER; /* to be set again: it is due sooner than we thought */
}

static void ring(uv_timer_t *timer)
{
    server *s = timer->data;
    s->alarm_ms = KN_NEVER;
    house_tick(s->hub.house, now_ms(s));
}

static void set_alarm(server *s)
{
    int64_t alarm = house_alarm(s->hub.house);
    if (alarm == s->alarm_ms)
        return;
    s->alarm_ms = alarm;
    if (alarm == KN_NEVER) {
        uv_timer_stop(&s->alarm);
        return;
    }
    int64_t left = alarm - now_ms(s);
    uv_update_time(&s->loop);
    uv_timer_start(&s->alarm, ring, left > 0 ? (uint64_t)left : 0, 0);
}

/* A disk that answers nothing is as bad as one that answers no, as long as that lasts. */
static void look_at_the_disk(server *s)
{
    if (s->hanging || s->failing || !writer_hangs(&s->writer, s->settings.disk_ms))
        return;
    s->hanging = true;
    s->hub.metrics.store_errors++;
    hub_refuse(&s->hub, s->draining ? "draining" : "disk");
    server_log(SERVER_LOG_ERROR, "disk_hangs", NULL);
}

static void sweep(uv_timer_t *timer)
{
    server *s = timer->data;
    look_at_the_clock(s);
    look_at_the_disk(s);
    s->hub.metrics.waiting_thoughts = bot_threads_waiting(s->bot_threads);
    hub_sweep(&s->hub);
}

/* ---- what the hub asks for ---- */

static void keep(void *with, const house_record *record)
{
    server *s = with;
    s->unweighed += (int64_t)record->text.length;
    store_keep(s->store, record);
}

static void note_misreading(server *s)
{
    char why[STORE_WHY_MAX];
    if (!store_misread(s->store, why))
        return;
    s->hub.metrics.store_errors++;
    server_log(SERVER_LOG_ERROR, "misread", FACTS({"why", why, 0}));
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    server *s = with;
    bool fetched = store_fetch(s->store, room, fetching);
    if (!fetched)
        note_misreading(s);
    return fetched;
}

static char *parts(void *with, const char *room, uint32_t *match, size_t *length)
{
    server *s = with;
    char *text = store_parts(s->store, room, match, length);
    if (!text)
        note_misreading(s);
    return text;
}

static void think(void *with, house_thought *thought)
{
    bot_threads_ask(((server *)with)->bot_threads, thought);
}

static void thought_done(void *with, house_thought *thought, int64_t took_ns)
{
    server *s = with;
    if (took_ns < 0) { /* the house has closed */
        free(thought);
        return;
    }
    s->hub.metrics.thoughts++;
    metrics_time(&s->hub.metrics.thinking, took_ns);
    house_thought_done(s->hub.house, thought, now_ms(s));
}

/* ---- the disk ---- */

static void lose(void *with, const char *room)
{
    server *s = with;
    s->hub.metrics.rooms_lost++;
    house_lost(s->hub.house, room);
}

/* What was gathered will not be kept: the rooms concerned are forgotten, as the disk knows better,
 * and nobody is told what was held. */
static void give_up_gathered(server *s)
{
    store_batch *gathered = store_take(s->store);
    if (gathered) {
        store_rooms_of(gathered, lose, s);
        store_batch_free(gathered);
    }
    hub_take_back(&s->hub);
}

/* A batch was not kept, and what was gathered since builds on it. Nothing is accepted until the
 * disk is well. */
static void fail(server *s, const writer_result *result)
{
    uint64_t lost = s->hub.metrics.rooms_lost;
    s->failing = true;
    s->hanging = false;
    s->hub.metrics.store_errors++;
    hub_refuse(&s->hub, s->draining ? "draining" : "disk");
    store_rooms_of(result->batch, lose, s);
    give_up_gathered(s);
    server_log(SERVER_LOG_ERROR, "disk_failed",
               FACTS({"why", result->why, 0},
                     {"rooms", NULL, (int64_t)(s->hub.metrics.rooms_lost - lost)}));
}

/* What is new is refused first, so that matches that are being played can end. */
static void look_at_the_space(server *s)
{
    int64_t most = (int64_t)s->settings.quota_mb << 20, used = most ? store_used(s->store) : 0;
    if (used < 0) {
        note_misreading(s);
        return;
    }
    bool full = most && used >= most;
    house_set_space(s->hub.house, !most || used < most - most / 4 ? HOUSE_PLENTY
                                  : used < most - most / 8        ? HOUSE_NO_ROOMS
                                                                  : HOUSE_NO_MATCHES);
    s->hub.metrics.stored_bytes = (uint64_t)used;
    s->unweighed = 0;
    if (full == s->full || s->hanging)
        return;
    s->full = full;
    server_log(full ? SERVER_LOG_ERROR : SERVER_LOG_INFO, full ? "quota_full" : "quota_well",
               FACTS({"megabytes", NULL, used >> 20}));
    hub_refuse(&s->hub, full ? "no_space" : NULL);
}

/* Every now and then is not enough where a little more makes a difference. */
static bool must_look_at_the_space(const server *s)
{
    enum { PARTS = 64 };
    int64_t most = (int64_t)s->settings.quota_mb << 20;
    return most && s->unweighed >= most / PARTS && !s->failing && !s->draining;
}

static void recover(server *s)
{
    s->failing = s->hanging = false;
    server_log(SERVER_LOG_INFO, "disk_well", NULL);
    if (!s->draining)
        hub_refuse(&s->hub, s->full ? "no_space" : NULL);
}

static void kept(void *with, const writer_result *result)
{
    server *s = with;
    if (result->tried) {
        if (result->well)
            recover(s);
    } else if (result->well) {
        s->hub.metrics.commits++;
        metrics_time(&s->hub.metrics.commit, result->took_ns);
        hub_release(&s->hub, result->number);
        if (s->hanging)
            recover(s);
        if (must_look_at_the_space(s))
            look_at_the_space(s);
    } else {
        fail(s, result);
    }
}

static void retry(uv_timer_t *timer)
{
    server *s = timer->data;
    if (s->failing && !s->writer.busy)
        writer_try(&s->writer);
}

static bool in_use(void *with, const char *room)
{
    return house_has(((server *)with)->hub.house, room);
}

static void clear(uv_timer_t *timer)
{
    server *s = timer->data;
    if (s->failing || s->draining)
        return;
    look_at_the_space(s);
    int count = store_clear(s->store, &s->settings.retention, now_ms(s), CLEAR_MOST, in_use, s);
    if (count < 0)
        note_misreading(s);
    else
        s->hub.metrics.rooms_cleared += (uint64_t)count;
}

/* ---- the rhythm ---- */

/* Hand the collected records to the writer; without any, held answers may leave now. */
static void make_true(server *s)
{
    hub *h = &s->hub;
    if (s->failing && store_gathered(s->store) > 0)
        give_up_gathered(s);
    h->crowded |= store_gathered(s->store) > STORE_GATHERED_MAX;
    if (s->writer.busy)
        return;
    if (writer_write(&s->writer, h->batch)) {
        h->batch++;
    } else if (h->held_count > 0) {
        hub_release(h, h->batch);
        h->batch++;
    }
}

static void count_turn(server *s)
{
    int64_t now = native_steady_ns();
    uint64_t idle = uv_metrics_idle_time(&s->loop);
    metrics_time(&s->hub.metrics.turn, now - s->turn_ns - (int64_t)(idle - s->turn_idle));
    s->turn_ns = now;
    s->turn_idle = idle;
}

/* Nobody is left, and everything is written. */
static bool is_over(const server *s)
{
    return s->draining && s->hub.count == 0 && !s->writer.busy && s->hub.held_count == 0;
}

static void end_turn(uv_prepare_t *handle)
{
    server *s = handle->data;
    do {
        make_true(s);
        sockets_attend(&s->sockets);
        /* Closing a connection may have made the house say and keep something more. */
    } while (!s->writer.busy && (s->hub.held_count > 0 || store_gathered(s->store) > 0));
    set_alarm(s);
    count_turn(s);
    if (is_over(s))
        uv_stop(&s->loop);
}

/* ---- the end ---- */

static void out_of_time(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static void drain(uv_signal_t *signal, int number)
{
    server *s = signal->data;
    if (s->draining) { /* a second signal */
        uv_stop(&s->loop);
        return;
    }
    s->draining = true;
    server_log(SERVER_LOG_INFO, "stopping", FACTS({"signal", NULL, number}));
    sockets_shut_door(&s->sockets);
    hub_refuse(&s->hub, "draining");
    house_farewell(s->hub.house);
    hub_end_requests(&s->hub);
    uv_timer_start(&s->drain, out_of_time, (uint64_t)s->settings.drain_ms, 0);
}

/* ---- opening and closing ---- */

/* As many open files as we may; fewer connections, if those are few. */
static void allow_connections(server *s)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files) != 0)
        getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < (rlim_t)s->settings.connections + FILES_BESIDES) {
        s->settings.connections = (int)files.rlim_cur - FILES_BESIDES;
        server_log(SERVER_LOG_WARNING, "few_files",
                   FACTS({"connections", NULL, s->settings.connections}));
    }
}

static void start_timer(server *s, uv_timer_t *timer, uv_timer_cb ring_it, uint64_t every_ms)
{
    uv_timer_init(&s->loop, timer);
    timer->data = s;
    if (every_ms > 0)
        uv_timer_start(timer, ring_it, every_ms, every_ms);
}

static void start_signal(server *s, uv_signal_t *handle, int number)
{
    uv_signal_init(&s->loop, handle);
    handle->data = s;
    uv_signal_start(handle, drain, number);
}

static void start_loop(server *s)
{
    uv_loop_init(&s->loop);
    uv_loop_configure(&s->loop, UV_METRICS_IDLE_TIME);
    uv_prepare_init(&s->loop, &s->before_sleep);
    s->before_sleep.data = s;
    uv_prepare_start(&s->before_sleep, end_turn);
    start_timer(s, &s->alarm, NULL, 0);
    start_timer(s, &s->drain, NULL, 0);
    start_timer(s, &s->sweep, sweep, HUB_SWEEP_MS);
    start_timer(s, &s->retry, retry, RETRY_MS);
    start_timer(s, &s->clear, clear, CLEAR_MS);
    start_signal(s, &s->terminate, SIGTERM);
    start_signal(s, &s->interrupt, SIGINT);
    signal(SIGPIPE, SIG_IGN);
}

static void close_handle(uv_handle_t *handle, void *with)
{
    (void)with;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void wake(void *with, const char *room)
{
    server *s = with;
    house_wake(s->hub.house, room, now_ms(s));
}

static void open_house(server *s)
{
    const hub_machine machine = {s, now_ms, keep, fetch, think, parts};
    allow_connections(s);
    threads_use(0); /* before there are threads that might ask */
    start_loop(s);
    s->clock_ms = native_unix_ms() - native_steady_ns() / 1000000;
    s->alarm_ms = KN_NEVER;
    s->turn_ns = native_steady_ns();
    writer_open(&s->writer, &s->loop, s->store, kept, s);
    s->bot_threads = bot_threads_open(&s->loop, s->settings.threads, thought_done, s);
    hub_open(&s->hub, &machine, &s->settings);
    look_at_the_space(s);
    store_clocked(s->store, wake, s);
}

/* True: everything was given back. */
static bool close_house(server *s)
{
    sockets_close(&s->sockets);
    writer_close(&s->writer);
    bool all_done = bot_threads_close(s->bot_threads, THINK_MS);
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    sockets_free(&s->sockets);
    if (all_done) /* else somebody still thinks with the house's memory, and the program ends */
        hub_close(&s->hub);
    store_close(s->store);
    return all_done;
}

server_end server_run(const server_settings *settings, void (*opened)(void *with, int port),
                      void *with, char why[SERVER_WHY_MAX])
{
    server *s = native_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->settings = *settings;
    s->store = store_open(settings->file, why);
    if (!s->store) {
        free(s);
        return SERVER_NO_FILE;
    }
    open_house(s);
    const socket_door *door;
    bool open = sockets_open(&s->sockets, &s->loop, &s->hub, &door, why);
    server_end end = open                         ? SERVER_STOPPED
                     : door == &s->sockets.people ? SERVER_NO_DOOR
                                                  : SERVER_NO_METRICS;
    if (open) {
        int port = sockets_port(&s->sockets.people), aside = sockets_port(&s->sockets.metrics);
        server_log(SERVER_LOG_INFO, "open",
                   aside ? FACTS({"port", NULL, port}, {"metrics", NULL, aside})
                         : FACTS({"port", NULL, port}));
        opened(with, port);
        uv_run(&s->loop, UV_RUN_DEFAULT);
    }
    if (close_house(s))
        free(s);
    if (open)
        server_log(SERVER_LOG_INFO, "closed", NULL);
    return end;
}
