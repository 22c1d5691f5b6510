/* channel_local.c: a house in this process, with one room and one guest: us. See channel.h.
 *
 * It is the same house that runs behind sockets, with a smaller machine around it: its records stay
 * in memory, and a thread thinks for the bots. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "native/tables.h"
#include "protocol/look.h"
#include "protocol/message.h"
#include "sentences/answers.h"
#include "terminal/channel_inside.h"
#include "terminal/thinker.h"
#include "words/words.h"

enum {
    GUEST = 1,
    PACE_MS = 1500,    /* how long bots think */
    NEAR_MS = 1,       /* a round trip between us and our own house */
    LAG_CAP_MS = 50,   /* how far our own claim about a reaction is believed */
    NO_LIMIT = 100000, /* limits on messages: none are needed against us */
};

typedef struct {
    channel base; /* must come first */
    house *house;
    thinker *thinker;
    channel_options manner;
    kn_random random;    /* if there is a seed */
    int64_t clock_ms;    /* what the clock showed … */
    int64_t running_ns;  /* … when it started, on the steady clock; 0: it is stopped */
    kn_actors mine, due; /* as we were told */
    bool hurry;          /* none of our seats will act before the clock does */

    /* The stored log: the parts of the current match, joined. */
    uint32_t match;
    char *parts;
    size_t length, size;

    /* The records of a room to load, made from a log. */
    char *record;
} local;

/* When hurrying, time stands still except where someone here has to react: so the same seed and the
 * same keys give the same match. */
static int64_t now_ms(const local *h)
{
    return h->clock_ms + (h->running_ns ? (native_steady_ns() - h->running_ns) / 1000000 : 0);
}

static void set_clock(local *h, int64_t now, bool runs)
{
    h->clock_ms = now;
    h->running_ns = runs ? native_steady_ns() : 0;
}

/* ---- what the house asks of its machine ---- */

static void *grow(void *with, void *old, size_t size)
{
    (void)with;
    if (size > 0)
        return native_realloc(old, size);
    free(old);
    return NULL;
}

static void draw_random(void *with, void *bytes, size_t count)
{
    local *h = with;
    uint8_t *at = bytes;
    native_random(bytes, count);
    for (size_t i = 0; h->manner.seed && i < count; i++)
        at[i] = (uint8_t)(kn_random_next(&h->random) >> 32);
}

static void say(void *with, uint32_t guest, kn_slice text, house_when when)
{
    local *h = with;
    (void)guest;
    (void)when;
    channel_received(&h->base, text);
    json_t *last = json_array_get(h->base.heard, json_array_size(h->base.heard) - 1);
    if (look_is(last, "type", "you"))
        h->mine = look_seats(look_in(last, "seats"));
    if (look_is(last, "type", "table")) {
        h->due = look_seats(look_in(last, "due"));
        h->hurry &= look_has(last, "alarm");
        if (h->manner.fast)
            set_clock(h, now_ms(h), look_has(last, "alarm") && h->mine & h->due && !h->hurry);
    }
}

static void dismiss(void *with, uint32_t guest, int code, const char *why)
{
    local *h = with;
    (void)guest;
    (void)code;
    channel_fail(&h->base, CHANNEL_SENT_AWAY, why);
}

static void add_part(local *h, kn_slice part)
{
    if (h->length + part.length + 1 > h->size) {
        h->size = 2 * (h->length + part.length + 1);
        h->parts = native_realloc(h->parts, h->size);
    }
    memcpy(h->parts + h->length, part.at, part.length);
    h->length += part.length;
    h->parts[h->length] = '\0';
}

static void keep(void *with, const house_record *record)
{
    local *h = with;
    if (record->what != HOUSE_KEEP_PART)
        return;
    if (record->match != h->match)
        h->length = 0;
    h->match = record->match;
    add_part(h, record->text);
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    local *h = with;
    house_record record = {.what = HOUSE_KEEP_ROOM, .room = room, .match = h->match};
    if (!h->record || strcmp(room, h->base.room) != 0)
        return false;
    record.text = kn_slice_of(h->record);
    if (!house_fetched(fetching, &record))
        return false;
    record.what = HOUSE_KEEP_PART;
    record.text = (kn_slice){h->parts, h->length};
    return house_fetched(fetching, &record);
}

static void think(void *with, house_thought *thought)
{
    local *h = with;
    thinker_ask(h->thinker, thought);
}

/* ---- a room made from a log ---- */

/* The parts of a log: first its secret, then all lines up to the secret's own. */
static void take_parts(local *h, const table *t)
{
    char line[2 * TABLE_HASH_BYTES + 16];
    kn_text head = kn_text_on(line, sizeof line);
    house_write_part_head(t, &head);
    add_part(h, (kn_slice){line, head.length});
    add_part(h, (kn_slice){t->log.text, t->log.length});
    h->match = 1;
}

static bool prepare_loaded(local *h)
{
    size_t length;
    table t;
    table_report report;
    char *text = native_read_file(h->manner.load, TABLE_LOG_MAX, &length);
    if (!text) {
        channel_fail(&h->base, CHANNEL_SENT_AWAY, strerror(errno));
        return false;
    }
    table_answer answer = tables_load(&t, (kn_slice){text, length}, &report);
    free(text);
    if (answer) {
        channel_fail(&h->base, CHANNEL_SENT_AWAY, answer_words(answer));
        return false;
    }
    snprintf(h->base.room, sizeof h->base.room, "%s", "HHHHHH");
    memset(h->base.token, 'a', sizeof h->base.token - 1);
    h->record = native_realloc(NULL, HOUSE_RECORD_MAX);
    kn_text out = kn_text_on(h->record, HOUSE_RECORD_MAX);
    house_loaded loaded = {
        .table = &t, .token = h->base.token, .pace_ms = h->manner.fast ? 0 : PACE_MS};
    draw_random(h, loaded.secret, sizeof loaded.secret);
    house_write_loaded(&loaded, &out);
    take_parts(h, &t);
    tables_free(&t);
    return true;
}

/* ---- opening ---- */

static bool open_room(local *h, json_t *request)
{
    char answer[256];
    char *text = json_dumps(request, JSON_COMPACT);
    message body;
    kn_text out = kn_text_on(answer, sizeof answer);
    const char *why = "not_understood";
    if (message_read(kn_slice_of(text), &body)) {
        why = house_open_room(h->house, "home", &body.said, now_ms(h), &out);
        message_free(&body);
    }
    free(text);
    json_t *opened = why ? NULL : json_loads(answer, 0, NULL);
    if (opened) {
        snprintf(h->base.room, sizeof h->base.room, "%s", look_text(opened, "room"));
        snprintf(h->base.token, sizeof h->base.token, "%s", look_text(opened, "token"));
    } else {
        channel_fail(&h->base, CHANNEL_SENT_AWAY, refusal_words(why));
    }
    json_decref(opened);
    return !why;
}

static void open_house(local *h)
{
    house_machine machine = {.with = h,
                             .grow = grow,
                             .random = draw_random,
                             .say = say,
                             .dismiss = dismiss,
                             .keep = keep,
                             .fetch = fetch,
                             .think = think};
    house_limits limits = house_limits_initial;
    limits.messages_a_second = limits.messages_at_once = limits.chats_at_once = NO_LIMIT;
    limits.lag_cap_ms = LAG_CAP_MS;
    h->house = house_open(&machine, &limits);
    h->thinker = thinker_open();
}

static const channel_kind local_kind;

channel *channel_local(json_t *request, const channel_options *manner)
{
    local *h = native_realloc(NULL, sizeof *h);
    memset(h, 0, sizeof *h);
    channel_begin(&h->base, &local_kind);
    h->manner = *manner;
    h->random = kn_random_from(manner->seed);
    set_clock(h, native_unix_ms(), !manner->fast);
    open_house(h);
    bool there = manner->load ? prepare_loaded(h) : open_room(h, request);
    json_decref(request);
    if (there) {
        house_come(h->house, GUEST, "home", now_ms(h));
        house_measured(h->house, GUEST, NEAR_MS);
        channel_enter(&h->base, NULL);
    }
    return &h->base;
}

static void close_local(channel *c)
{
    local *h = (local *)c;
    house_thought *undone;
    thinker_stop(h->thinker);
    while ((undone = thinker_next(h->thinker)))
        house_thought_done(h->house, undone, now_ms(h));
    house_close(h->house);
    thinker_close(h->thinker);
    channel_end(c);
    free(h->parts);
    free(h->record);
    free(h);
}

/* ---- working ---- */

static void send_local(channel *c, const char *text, size_t length)
{
    local *h = (local *)c;
    message said;
    if (!message_read((kn_slice){text, length}, &said)) {
        house_mishear(h->house, GUEST, now_ms(h));
        return;
    }
    house_hear(h->house, GUEST, &said.said, now_ms(h));
    message_free(&said);
}

/* Nobody here has to act and no bot is thinking: then only time would pass. */
static bool may_skip(const local *h)
{
    return (h->hurry || (h->manner.fast && !(h->mine & h->due))) && thinker_busy(h->thinker) == 0;
}

static void skip_time(local *h)
{
    int64_t alarm = house_alarm(h->house), now = now_ms(h);
    if (!may_skip(h))
        return;
    if (alarm != KN_NEVER && alarm > now && alarm < now + 60000)
        set_clock(h, alarm, !h->manner.fast);
}

static void run_local(channel *c)
{
    local *h = (local *)c;
    house_thought *thought;
    while ((thought = thinker_next(h->thinker)))
        house_thought_done(h->house, thought, now_ms(h));
    skip_time(h);
    house_tick(h->house, now_ms(h));
}

static void skip_time_local(channel *c)
{
    ((local *)c)->hurry = true;
}

static int file_local(const channel *c)
{
    return thinker_file(((const local *)c)->thinker);
}

static int timeout_local(const channel *c)
{
    const local *h = (const local *)c;
    int64_t alarm = house_alarm(h->house);
    if (alarm == KN_NEVER)
        return -1;
    int64_t left = alarm - now_ms(h);
    return left <= 0 || may_skip(h) ? 0 : left > 60000 ? 60000 : (int)left;
}

/* ---- the log ---- */

/* Parts as one log with the secret at its end, whether the match is over or not. */
static char *joined_log(const local *h, size_t *length)
{
    const char *body = h->length > 0 ? strchr(h->parts, '\n') : NULL;
    const char *events = body ? strstr(body, "\nevents\n") : NULL;
    long lines = 0;
    if (!events)
        return NULL;
    for (const char *at = events + strlen("\nevents\n"); *at; at++)
        lines += *at == '\n';
    size_t size = h->length + 64;
    char *log = native_realloc(NULL, size);
    *length = (size_t)snprintf(log, size, "%s%.*s\nend %ld\n", body + 1, (int)(body - h->parts),
                               h->parts, lines);
    return log;
}

/* Load it into a table and save it again: verified, and with its checksum. */
static void ask_log_local(channel *c, uint32_t match)
{
    local *h = (local *)c;
    table t;
    table_report report;
    size_t length = 0;
    char *raw = match == h->match ? joined_log(h, &length) : NULL;
    if (!raw || tables_load(&t, (kn_slice){raw, length}, &report)) {
        free(raw);
        channel_received_log(c, match, NULL, "not_playing");
        return;
    }
    size_t size = table_save_size(&t);
    raw = native_realloc(raw, size);
    kn_text out = kn_text_on(raw, size);
    table_save(&t, &out);
    channel_received_log(c, match, raw, NULL);
    tables_free(&t);
    free(raw);
}

static const channel_kind local_kind = {
    .send = send_local,
    .ask_log = ask_log_local,
    .skip_time = skip_time_local,
    .run = run_local,
    .file = file_local,
    .timeout_ms = timeout_local,
    .close = close_local,
};
