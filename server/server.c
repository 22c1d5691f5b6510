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
#include "native/sign.h"
#include "native/threads.h"
#include "server/bot_threads.h"
#include "server/net/hub.h"
#include "server/net/socket.h"
#include "server/server_log.h"
#include "server/store/writer.h"
#include "words/words.h"

enum {
    RETRY_MS = 1000,      /* to see whether the disk is well again */
    CLEAR_MS = 2000,      /* between two clearings away, if somebody plays meanwhile */
    CLEAR_FEW = 2,        /* rooms at a time to begin with, and always allowed … */
    CLEAR_MANY = 1024,    /* … and at most */
    CLEAR_TAKES_MS = 20,  /* what a batch that clears may take, as it holds up the next one */
    FILES_BESIDES = 64,   /* open files that are not connections */
    FILES_FEW = 16,       /* and those that are, at least: a browser opens several */
    CLOCK_JUMP_MS = 2000, /* the clock on the wall may be this far from ours */
    LOOK_MS = 1000,       /* between two looks at the data file */
    TIME_MS = 3600000,    /* and between two notes of the time, when nothing else is kept */
    THINK_MS = 2000,      /* for bots to come to an end when the house closes */
};

typedef struct {
    server_settings settings;
    uv_loop_t loop;
    uv_prepare_t before_sleep;
    uv_timer_t alarm, sweep, retry, clear, look, note_time, drain;
    uv_signal_t terminate, interrupt;
    hub hub;
    sockets sockets;
    store *store;
    writer writer;
    bot_threads *bot_threads;
    sign_key key;
    int64_t clock_ms;   /* Unix time when the steady clock showed 0, as we believed at the start */
    int64_t date_ms;    /* how far ahead of that the clock on the wall is now */
    int64_t alarm_ms;   /* what the timer is set to; KN_NEVER: it is not */
    int64_t turn_ns;    /* when the last turn ended … */
    uint64_t turn_idle; /* … and how long the loop had slept by then */
    bool failing;       /* the disk */
    bool hanging;       /* likewise, it does not answer */
    bool full;          /* the quota is used up */
    int64_t unlooked;   /* bytes written since we looked at it */
    int clear_most;     /* rooms to clear away in the next batch */
    bool clear_more;    /* one that cleared some was written just now: there may be more */
    bool draining;
} server;

/* ---- time ---- */

/* Unix time when the house was opened, and from then on as much more as has gone by. The clock on
 * the wall may jump, back or ahead, or the machine may sleep: nobody could play meanwhile, so no
 * deadline passes by that. */
static int64_t now_ms(void *with)
{
    server *s = with;
    return s->clock_ms + native_steady_ns() / 1000000;
}

/* Only the dates of matches and messages follow the clock on the wall. */
static void look_at_the_clock(server *s)
{
    int64_t jump = native_unix_ms() - now_ms(s) - s->date_ms;
    if (jump >= -CLOCK_JUMP_MS && jump <= CLOCK_JUMP_MS)
        return;
    s->date_ms += jump;
    house_set_date(s->hub.house, s->date_ms);
    server_log(SERVER_LOG_WARNING, "clock_jumped", FACTS({"ms", NULL, jump}));
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
    store_keep(((server *)with)->store, record);
}

/* Has reading failed, rather than found nothing? Then why: `disk`, `damaged`. */
static const char *note_misreading(server *s)
{
    char why[STORE_WHY_MAX];
    const char *key = store_misread(s->store, why);
    if (key) {
        s->hub.metrics.store_errors++;
        server_log(SERVER_LOG_ERROR, "misread", FACTS({"why", why, 0}));
    }
    return key;
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    server *s = with;
    bool fetched = store_fetch(s->store, room, fetching);
    if (!fetched)
        note_misreading(s);
    return fetched;
}

static char *parts(void *with, const char *room, uint32_t *match, size_t *length, const char **why)
{
    server *s = with;
    char *text = store_parts(s->store, room, match, length);
    const char *misread = text ? NULL : note_misreading(s);
    *why = misread ? misread : "no_such_room";
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

/* ---- the list of seals ---- */

static void sign(void *with, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES])
{
    sign_text(&((server *)with)->key, text, signature);
}

static bool seals_end(void *with, hub_seals *end)
{
    server *s = with;
    store_seals on_disk;
    if (!store_seals_end(s->store, &on_disk)) {
        note_misreading(s);
        return false;
    }
    end->count = on_disk.count;
    memcpy(end->head, on_disk.head, sizeof end->head);
    memcpy(end->key, s->key.public, sizeof end->key);
    return true;
}

static bool seals_lines(void *with, uint32_t after, kn_text *out)
{
    server *s = with;
    bool read = store_seals_lines(s->store, after, out);
    if (!read)
        note_misreading(s);
    return read;
}

/* The list goes on from what is on disk. */
static bool continue_seals(server *s)
{
    hub_seals end;
    if (!seals_end(s, &end))
        return false;
    house_set_seals(s->hub.house, end.key, end.count, end.head);
    return true;
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

static void stop_refusing(server *s)
{
    s->failing = s->hanging = false;
    server_log(SERVER_LOG_INFO, "disk_well", NULL);
    if (!s->draining)
        hub_refuse(&s->hub, s->full ? "no_space" : NULL);
}

/* What was given up is not in the list. If that cannot be read now, all is tried again in a moment.
 */
static void recover(server *s)
{
    give_up_gathered(s); /* it may go on from lines that are not in the list */
    if (continue_seals(s))
        stop_refusing(s);
}

/* ---- clearing away ---- */

static bool in_use(void *with, const char *room)
{
    return house_has(((server *)with)->hub.house, room);
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
    if (full == s->full || s->hanging)
        return;
    s->full = full;
    server_log(full ? SERVER_LOG_ERROR : SERVER_LOG_INFO, full ? "quota_full" : "quota_well",
               FACTS({"megabytes", NULL, used >> 20}));
    hub_refuse(&s->hub, full ? "no_space" : NULL);
}

/* Much may be written between two clearings away. */
static void look_at_the_space_now_and_then(server *s, size_t written)
{
    s->unlooked += (int64_t)written;
    if (s->unlooked < ((int64_t)s->settings.quota_mb << 20) / 64)
        return;
    s->unlooked = 0;
    look_at_the_space(s);
}

static void clear_some(server *s)
{
    const store_retention *retention = &s->settings.retention;
    if (s->failing || s->draining)
        return;
    look_at_the_space(s);
    s->hub.metrics.rooms_cleared +=
        (uint64_t)store_clear(s->store, retention, now_ms(s), s->clear_most, in_use, s);
    store_empty_bin(s->store, retention, now_ms(s), s->clear_most);
    note_misreading(s);
}

static void clear(uv_timer_t *timer)
{
    clear_some(timer->data);
}

/* As fast as the disk allows, while nobody waits for it: the next batch at once, and as large as
 * fits the time. */
static void note_clearing(server *s, int64_t took_ns)
{
    int64_t took_ms = took_ns / 1000000;
    if (took_ms > CLEAR_TAKES_MS && s->clear_most > CLEAR_FEW)
        s->clear_most /= 2;
    else if (took_ms < CLEAR_TAKES_MS / 2 && s->clear_most < CLEAR_MANY)
        s->clear_most *= 2;
    s->clear_more = true;
}

static void go_on_clearing(server *s)
{
    if (s->clear_more && s->hub.held_count == 0 && store_gathered(s->store) == 0)
        clear_some(s);
    s->clear_more = false;
}

/* ---- what was written ---- */

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
        look_at_the_space_now_and_then(s, store_bytes_of(result->batch));
        if (s->hanging)
            stop_refusing(s);
        if (store_clears(result->batch))
            note_clearing(s, result->took_ns);
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

/* The file itself: is it still there, and whole? */
static void look_at_the_file(uv_timer_t *timer)
{
    server *s = timer->data;
    char why[STORE_WHY_MAX];
    if (!s->failing && !s->hanging && !s->writer.busy && !store_in_place(s->store, why)) {
        s->failing = true;
        s->hub.metrics.store_errors++;
        hub_refuse(&s->hub, s->draining ? "draining" : "disk");
        give_up_gathered(s);
        server_log(SERVER_LOG_ERROR, "file_moved", FACTS({"why", why, 0}));
    }
    if (!s->hub.unsound && store_damaged(s->store, why)) {
        s->hub.unsound = "damaged";
        s->hub.metrics.store_errors++;
        server_log(SERVER_LOG_ERROR, "damaged", FACTS({"why", why, 0}));
    }
}

static void note_time(uv_timer_t *timer)
{
    server *s = timer->data;
    if (!s->failing && !s->draining)
        store_keep_time(s->store, now_ms(s));
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
    go_on_clearing(s);
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

/* As many open files as we may; fewer connections, if those are few. False: too few for anybody to
 * be served. */
static bool allow_connections(server *s, char why[SERVER_WHY_MAX])
{
    struct rlimit files;
    int fewest = s->settings.connections < FILES_FEW ? s->settings.connections : FILES_FEW;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return true;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files) != 0)
        getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < (rlim_t)(FILES_BESIDES + fewest)) {
        snprintf(why, SERVER_WHY_MAX,
                 _("this system allows %d open files, but the server needs at least %d; see "
                   "ulimit -n"),
                 (int)files.rlim_cur, FILES_BESIDES + fewest);
        return false;
    }
    if (files.rlim_cur < (rlim_t)s->settings.connections + FILES_BESIDES) {
        s->settings.connections = (int)files.rlim_cur - FILES_BESIDES;
        server_log(SERVER_LOG_WARNING, "few_files",
                   FACTS({"connections", NULL, s->settings.connections}));
    }
    return true;
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
    start_timer(s, &s->look, look_at_the_file, LOOK_MS);
    start_timer(s, &s->note_time, note_time, TIME_MS);
    start_signal(s, &s->terminate, SIGTERM);
    start_signal(s, &s->interrupt, SIGINT);
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
    const hub_machine machine = {s,     now_ms, keep,      fetch,      think,
                                 parts, sign,   seals_end, seals_lines};
    threads_use(0); /* before there are threads that might ask */
    start_loop(s);
    int64_t unix_ms = native_unix_ms(), least_ms = 1; /* the house knows no time before 1970 */
    s->clock_ms = (unix_ms > least_ms ? unix_ms : least_ms) - native_steady_ns() / 1000000;
    s->alarm_ms = KN_NEVER;
    s->clear_most = CLEAR_FEW;
    s->turn_ns = native_steady_ns();
    writer_open(&s->writer, &s->loop, s->store, kept, s);
    s->bot_threads = bot_threads_open(&s->loop, s->settings.threads, thought_done, s);
    sign_key_from_seed(&s->key, store_signing_key(s->store)->seed);
    hub_open(&s->hub, &machine, &s->settings);
    store_set_time(s->store, now_ms(s));
    if (!continue_seals(s)) { /* nothing is accepted until it can be read */
        s->failing = true;
        hub_refuse(&s->hub, "disk");
    }
    look_at_the_space(s);
    store_clocked(s->store, wake, s);
    note_misreading(s);
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

static bool open_store(server *s, char why[SERVER_WHY_MAX])
{
    char lost[STORE_WHY_MAX] = "";
    if (s->settings.accept_loss)
        s->store = store_open_anyway(s->settings.file, lost, why);
    else
        s->store = store_open(s->settings.file, why);
    if (lost[0])
        server_log(SERVER_LOG_ERROR, "loss_accepted", FACTS({"why", lost, 0}));
    return s->store;
}

/* A connection that is gone and a file that is too long are errors like any other. */
static void ignore_signals(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

server_end server_run(const server_settings *settings, void (*opened)(void *with, int port),
                      void *with, char why[SERVER_WHY_MAX])
{
    server *s = native_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->settings = *settings;
    ignore_signals();
    server_end early = !allow_connections(s, why) ? SERVER_FEW_FILES
                       : !open_store(s, why)      ? SERVER_NO_FILE
                                                  : SERVER_STOPPED;
    if (early != SERVER_STOPPED) {
        free(s);
        return early;
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
