/* server.c: the main loop. See server.h; clearing.c and nodes.c hold the rest.
 *
 * A pass reads all input; the house hears, keeps and says. Before the loop sleeps, new records go
 * to the writer thread, and messages whose records are on disk are sent, one write per connection.
 * Messages that depend on the current batch wait for it. What has to be read is read on a third
 * thread before the house needs it (reader.h, owner.h). Where several nodes share a database, a
 * fourth says that this one lives (heart.h). */
#include "server/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "native/native.h"
#include "native/threads.h"
#include "server/board.h"
#include "server/inside.h"
#include "server/server_log.h"
#include "words/words.h"

enum {
    RETRY_MS = 1000,        /* to see whether the disk is well again … */
    RETRY_SHARED_MS = 250,  /* … and the database, or whether others may have our rooms */
    CLEAR_MS = 2000,        /* between two clearings away, if somebody plays meanwhile */
    FILES_BESIDES = 64,     /* open files that are not connections */
    FILES_FEW = 16,         /* and those that are, at least: a browser opens several */
    CLOCK_JUMP_MS = 2000,   /* the clock on the wall may be this far from ours */
    LOOK_MS = 1000,         /* between two looks at the data file */
    TIME_MS = 3600000,      /* and between two notes of the time, when nothing else is kept */
    THINK_MS = 2000,        /* for bots to come to an end when the house closes */
    TIME_SHARED_MS = 60000, /* between two notes of the time, where others need it, too */
    SHOW_MS = 2000,         /* between two times that the other nodes are told what is new here */
    ROOMS_MOST = 1000,      /* rooms that are forgotten at a time */
};

/* ---- time ---- */

/* Unix time when the house was opened, and from then on as much more as has gone by. The clock on
 * the wall may jump, back or ahead, or the machine may sleep: nobody could play meanwhile, so no
 * deadline passes by that. */
int64_t server_now_ms(void *with)
{
    server *s = with;
    return s->clock_ms + native_steady_ns() / 1000000;
}

/* Only the dates of matches and messages follow the clock on the wall. */
static void look_at_the_clock(server *s)
{
    int64_t jump = native_unix_ms() - server_now_ms(s) - s->date_ms;
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
    house_tick(s->hub.house, server_now_ms(s));
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
    int64_t left = alarm - server_now_ms(s);
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
    s->hub.metrics.waiting_thoughts =
        bot_threads_waiting(s->bot_threads) + programs_waiting(s->programs);
    s->hub.metrics.turns_lost = programs_lost(s->programs);
    s->hub.metrics.waiting_reads = reader_waiting(s->reader);
    s->hub.mute = !heart_may_speak(s->heart);
    nodes_watch(s);
    hub_sweep(&s->hub);
}

/* ---- what is read while everybody waits ---- */

typedef struct {
    reader_job job; /* first */
    const char *room;
    store_room *loaded;
} reading;

static void read_room(store *s, reader_job *job)
{
    reading *r = (reading *)job;
    r->loaded = store_load(s, r->room);
}

static store_room *load_now(server *s, const char *room)
{
    reading r = {.job.read = read_room, .room = room};
    reader_read_now(s->reader, &r.job);
    return r.loaded;
}

/* ---- what the hub asks for ---- */

static void keep(void *with, const house_record *record)
{
    store_keep(((server *)with)->store, record);
}

static void keep_entry(void *with, const store_entry *entry)
{
    server *s = with;
    store_keep_entry(s->store, entry, server_now_ms(s));
}

void server_note_misread(server *s, const char *key, const char *why)
{
    if (!key)
        return;
    s->hub.metrics.store_errors++;
    server_log(SERVER_LOG_ERROR, "misread", FACTS({"why", why, 0}));
}

static void misread(void *with, const char *key, const char *why)
{
    server_note_misread(with, key, why);
}

/* Has reading failed, rather than found nothing? Then why: `disk`, `damaged`. Only where the reader
 * does not read. */
static const char *note_misreading(server *s)
{
    char why[STORE_WHY_MAX];
    const char *key = store_misread(s->store, why);
    server_note_misread(s, key, why);
    return key;
}

/* What was read before is at hand, while somebody is answered who asked for the room. Otherwise it
 * is read now, but only where no other node can have it. */
static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    server *s = with;
    char why[STORE_WHY_MAX];
    store_room *found = owner_at_hand(s->owner, room), *read = NULL;
    if (!found && !store_is_shared(s->store))
        found = read = load_now(s, room);
    if (!found) {
        house_not_fetched(fetching, "busy");
        return false;
    }
    bool fetched = store_hand_out(s->store, found, fetching);
    if (!fetched)
        server_note_misread(s, store_room_misread(found, why), why);
    store_room_free(read);
    return fetched;
}

static bool new_code(void *with, char code[HOUSE_CODE_MAX])
{
    return owner_code(((server *)with)->owner, code);
}

static void think(void *with, house_thought *thought)
{
    server *s = with;
    if (thought->program)
        programs_ask(s->programs, thought);
    else
        bot_threads_ask(s->bot_threads, thought);
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
    house_thought_done(s->hub.house, thought, server_now_ms(s));
}

/* ---- the list of seals ---- */

static void sign(void *with, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES])
{
    sign_text(&((server *)with)->key, text, signature);
}

static void secret(void *with, uint8_t out[TABLE_HASH_BYTES])
{
    store_secret(((server *)with)->store, out);
}

static bool seals_end(void *with, hub_seals *end)
{
    *end = ((server *)with)->on_disk;
    return true;
}

/* The list goes on from what is on disk. */
static void set_seals(server *s, const store_seals *end)
{
    s->on_disk.count = end->count;
    memcpy(s->on_disk.head, end->head, sizeof s->on_disk.head);
    memcpy(s->on_disk.key, s->key.public, sizeof s->on_disk.key);
    house_set_seals(s->hub.house, s->on_disk.key, end->count, end->head);
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
void server_give_up_gathered(server *s)
{
    store_batch *gathered = store_take(s->store);
    if (gathered) {
        store_rooms_of(gathered, lose, s);
        store_batch_free(gathered);
    }
    hub_take_back(&s->hub);
}

static void lose_rooms(server *s)
{
    char(*codes)[HOUSE_CODE_MAX] = native_realloc(NULL, ROOMS_MOST * sizeof *codes);
    for (size_t count; (count = house_rooms(s->hub.house, codes, ROOMS_MOST)) > 0;)
        for (size_t i = 0; i < count; i++)
            lose(s, codes[i]);
    free(codes);
}

/* All rooms are forgotten: they are somebody else's now, or what the disk knows of them is
 * uncertain. */
void server_lose_all(server *s)
{
    lose_rooms(s);
    clearing_stop(s);
    owner_lost_all(s->owner);
}

/* A batch was not kept, and what was gathered since builds on it. Nothing is accepted until the
 * disk is well. */
static void fail(server *s, const writer_result *result)
{
    static const char *const events[] = {[STORE_FAILED] = "disk_failed",
                                         [STORE_FENCED] = "fenced",
                                         [STORE_UNKNOWN] = "disk_unknown"};
    uint64_t lost = s->hub.metrics.rooms_lost;
    s->failing = true;
    s->hanging = false;
    s->hub.metrics.store_errors++;
    s->hub.metrics.fenced += result->end == STORE_FENCED;
    hub_refuse(&s->hub, s->draining ? "draining" : "disk");
    store_rooms_of(result->batch, lose, s);
    if (result->end != STORE_FAILED)
        server_lose_all(s);
    server_give_up_gathered(s);
    server_log(SERVER_LOG_ERROR, events[result->end],
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

/* Where the list of seals stands, on the reader's thread. */
typedef struct {
    reader_job job; /* first */
    server *server;
    store_seals end;
    bool well;
    const char *misread;
    char why[STORE_WHY_MAX];
} seals_reading;

static void read_seals(store *s, reader_job *job)
{
    seals_reading *r = (seals_reading *)job;
    r->well = store_seals_end(s, &r->end);
    r->misread = r->well ? NULL : store_misread(s, r->why);
}

static void seals_read(reader_job *job)
{
    seals_reading *r = (seals_reading *)job;
    server *s = r->server;
    if (!job->cancelled) {
        server_note_misread(s, r->misread, r->why);
        if (r->well && s->failing && s->epoch > 0 && s->epoch == store_epoch(s->store)) {
            server_give_up_gathered(s);
            set_seals(s, &r->end);
            stop_refusing(s);
            nodes_wake_all(s); /* of those that were lost */
        }
    }
    free(r);
}

/* What was given up is not in the list. If that cannot be read now, or this node was declared dead
 * meanwhile, all is tried again in a moment. */
static void recover(server *s)
{
    seals_reading *r = native_realloc(NULL, sizeof *r);
    *r = (seals_reading){.job = {.read = read_seals, .done = seals_read}, .server = s};
    int64_t epoch = store_epoch(s->store);
    server_give_up_gathered(s); /* it may go on from lines that are not in the list */
    if (epoch != s->epoch)
        server_lose_all(
            s); /* they are those of the epoch before, and maybe another node's by now */
    else
        owner_lost_all(s->owner);
    s->epoch = epoch;
    if (s->heart)
        heart_hurry(s->heart, epoch);
    if (!reader_ask(s->reader, &r->job))
        free(r);
}

/* ---- what was written ---- */

/* What is true may be said, if this node may speak. If not, it is said later, or never: then the
 * heart knows that nothing here is its own any more. */
static void release(server *s)
{
    if (heart_may_speak(s->heart))
        hub_release(&s->hub, s->true_batch);
}

static void note_seal(void *with, uint32_t number, const uint8_t head[TABLE_HASH_BYTES])
{
    server *s = with;
    s->on_disk.count = number;
    memcpy(s->on_disk.head, head, sizeof s->on_disk.head);
}

static void kept(void *with, const writer_result *result)
{
    server *s = with;
    if (result->tried) {
        if (result->end == STORE_WRITTEN)
            recover(s);
    } else if (result->end == STORE_WRITTEN) {
        s->hub.metrics.commits++;
        metrics_time(&s->hub.metrics.commit, result->took_ns);
        store_last_seal(result->batch, note_seal, s);
        s->true_batch = result->number;
        release(s);
        clearing_wrote(s, store_bytes_of(result->batch));
        if (s->hanging)
            stop_refusing(s);
        if (store_clears(result->batch))
            clearing_took(s, result->took_ns);
    } else {
        fail(s, result);
    }
}

/* Rooms may have been claimed again since it fails. As soon as a new epoch begins they are for all
 * to take, so they are forgotten before. */
static void retry(uv_timer_t *timer)
{
    server *s = timer->data;
    bool fenced = store_epoch(s->store) == 0;
    if (fenced && !s->failing)
        nodes_fenced(s); /* and the heart did not say so yet */
    if (!s->failing || s->writer.busy)
        return;
    if (fenced)
        lose_rooms(s);
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
        server_give_up_gathered(s);
        server_log(SERVER_LOG_ERROR, "file_moved", FACTS({"why", why, 0}));
    }
    if (!s->hub.unsound && store_damaged(s->store, why)) {
        s->hub.unsound = "damaged";
        s->hub.metrics.store_errors++;
        server_log(SERVER_LOG_ERROR, "damaged", FACTS({"why", why, 0}));
    }
}

/* ---- noting the time ---- */

static void note_time(uv_timer_t *timer)
{
    server *s = timer->data;
    if (s->failing || s->draining)
        return;
    store_keep_time(s->store, server_now_ms(s));
    store_forget_entries(s->store, server_now_ms(s) - BOARD_KEPT_MS, server_now_ms(s));
    if (s->heart)
        nodes_wake_all(s);
}

/* ---- the rhythm ---- */

/* Hand the collected records to the writer; without any, held answers may leave now. Those that do
 * not depend on what is being written do not wait for it. */
static void make_true(server *s)
{
    hub *h = &s->hub;
    if (s->failing && store_gathered(s->store) > 0)
        server_give_up_gathered(s);
    h->crowded |= store_gathered(s->store) > STORE_GATHERED_MAX;
    release(s);
    if (s->writer.busy)
        return;
    if (writer_write(&s->writer, h->batch)) {
        h->batch++;
    } else if (h->held_count > 0) {
        s->true_batch = h->batch++;
        release(s);
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

static bool has_more_to_say(const server *s)
{
    const hub *h = &s->hub;
    return heart_may_speak(s->heart) &&
           (s->writer.busy ? hub_may_release(h, s->true_batch) : h->held_count > 0);
}

static void end_turn(uv_prepare_t *handle)
{
    server *s = handle->data;
    clearing_go_on(s);
    do {
        make_true(s);
        sockets_attend(&s->sockets);
        /* Closing a connection may have made the house say and keep something more. */
    } while (has_more_to_say(s) || (!s->writer.busy && store_gathered(s->store) > 0));
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

void server_say_goodbye(server *s)
{
    s->draining = true;
    sockets_shut_door(&s->sockets);
    hub_refuse(&s->hub, "draining");
    house_farewell(s->hub.house);
    hub_end_requests(&s->hub);
    uv_timer_start(&s->drain, out_of_time, (uint64_t)s->settings.drain_ms, 0);
}

static void drain(uv_signal_t *signal, int number)
{
    server *s = signal->data;
    if (s->draining || s->leaving) { /* a second signal */
        uv_stop(&s->loop);
        return;
    }
    server_log(SERVER_LOG_INFO, "stopping", FACTS({"signal", NULL, number}));
    nodes_leave(s);
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
    start_timer(s, &s->retry, retry, store_is_shared(s->store) ? RETRY_SHARED_MS : RETRY_MS);
    start_timer(s, &s->clear, clearing_ring, CLEAR_MS);
    start_timer(s, &s->look, look_at_the_file, LOOK_MS);
    start_timer(s, &s->note_time, note_time, store_is_shared(s->store) ? TIME_SHARED_MS : TIME_MS);
    start_timer(s, &s->hand_over, NULL, 0);
    start_timer(s, &s->show, nodes_show, store_is_shared(s->store) ? SHOW_MS : 0);
    start_signal(s, &s->terminate, SIGTERM);
    start_signal(s, &s->interrupt, SIGINT);
}

static void close_handle(uv_handle_t *handle, void *with)
{
    (void)with;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* The first time, before anybody else reads. */
static void open_seals(server *s)
{
    store_seals end;
    sign_key_from_seed(&s->key, store_signing_key(s->store)->seed);
    if (store_seals_end(s->store, &end)) {
        set_seals(s, &end);
        return;
    }
    note_misreading(s); /* nothing is accepted until it can be read */
    s->failing = true;
    hub_refuse(&s->hub, "disk");
}

static void open_house(server *s)
{
    const hub_machine machine = {s,    server_now_ms, keep,   fetch,    think,
                                 sign, seals_end,     secret, new_code, keep_entry};
    threads_use(0); /* before there are threads that might ask */
    start_loop(s);
    int64_t unix_ms = native_unix_ms(), least_ms = 1; /* the house knows no time before 1970 */
    s->clock_ms = (unix_ms > least_ms ? unix_ms : least_ms) - native_steady_ns() / 1000000;
    s->alarm_ms = KN_NEVER;
    clearing_begin(s);
    s->turn_ns = native_steady_ns();
    s->beating = true;
    s->epoch = store_epoch(s->store);
    hub_open(&s->hub, &machine, &s->settings);
    store_set_time(s->store, server_now_ms(s));
    open_seals(s);
    int64_t used = s->settings.quota_mb ? store_used(s->store) : 0;
    if (used >= 0)
        clearing_note_space(s, used);
    writer_open(&s->writer, &s->loop, s->store, kept, s);
    const bot_threads_calls calls = {s, bot_threads_think, thought_done};
    s->bot_threads = bot_threads_open(&s->loop, s->settings.threads, &calls);
    s->programs = programs_open(&s->loop, &s->settings, thought_done, s);
    if (store_is_shared(s->store))
        s->heart = heart_open(&s->loop, s->store, nodes_heard, s);
    s->reader = reader_open(&s->loop, s->store);
    s->owner = owner_open(&(owner_machine){s, s->store, s->reader, clearing_in_use, misread});
    s->hub.owner = s->owner;
    nodes_wake_all(s);
}

/* True: everything was given back. */
static bool close_house(server *s)
{
    sockets_close(&s->sockets);
    owner_stop(s->owner);
    reader_close(s->reader);
    writer_close(&s->writer);
    if (s->heart)
        heart_close(s->heart);
    bool programs_done = programs_close(s->programs, THINK_MS);
    bool all_done = bot_threads_close(s->bot_threads, THINK_MS) && programs_done;
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    sockets_free(&s->sockets);
    if (all_done) /* else somebody still thinks with the house's memory, and the program ends */
        hub_close(&s->hub);
    owner_close(s->owner);
    reader_free(s->reader);
    if (s->heart)
        heart_free(s->heart);
    clearing_stop(s);
    store_close(s->store);
    return all_done;
}

static bool open_store(server *s, char why[SERVER_WHY_MAX])
{
    char lost[STORE_WHY_MAX] = "";
    const store_self self = {s->settings.node, s->settings.address};
    s->store = store_open_as(s->settings.file, &self, s->settings.accept_loss ? lost : NULL, why);
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
