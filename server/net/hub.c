/* hub.c: all connections, and the messages that wait for the disk. See hub.h. */
#include "server/net/hub.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/board.h"
#include "server/net/board_routes.h"
#include "server/net/routes.h"
#include "server/server_log.h"

enum { CONNECTIONS_FIRST = 64, HELD_FIRST = 256, REFUSED_SHARE = 2 };

int64_t hub_now_ms(const hub *h)
{
    return h->machine.now_ms(h->machine.with);
}

/* ---- what the house asks for ---- */

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
    (void)with;
    native_random(bytes, count);
}

static connection *guest(hub *h, uint32_t number)
{
    return number > 0 && number <= h->capacity ? h->connections[number - 1] : NULL;
}

/* The message as a frame; the one made last, if it is the same again. */
static buffer *frame_of(hub *h, kn_slice text)
{
    if (h->last_said) {
        kn_slice last = buffer_payload(h->last_said);
        if (last.length == text.length && memcmp(last.at, text.at, text.length) == 0)
            return buffer_share(h->last_said);
        buffer_drop(h->last_said);
    }
    h->last_said = buffer_frame(WEBSOCKET_TEXT, text);
    return buffer_share(h->last_said);
}

static void hold(connection *to, buffer *what, int kind, uint64_t batch);

static void say(void *with, uint32_t number, kn_slice text, house_when when)
{
    hub *h = with;
    connection *c = guest(h, number);
    if (!c || !c->known || c->flooded)
        return;
    h->metrics.messages_out++;
    if (when == HOUSE_AT_ONCE)
        connection_send(c, frame_of(h, text));
    else
        hold(c, frame_of(h, text), HELD_MESSAGE,
             when == HOUSE_AFTER_KEEPING ? h->batch : h->seen_batch);
}

static void dismiss(void *with, uint32_t number, int code, const char *why)
{
    hub *h = with;
    connection *c = guest(h, number);
    if (!c)
        return;
    c->known = false;
    h->metrics.closed_by_limit += code == CLOSE_LIMIT;
    /* Who is shown out goes before that is kept. */
    hold(c, buffer_goodbye(code, why), HELD_GOODBYE,
         code == CLOSE_LIMIT ? h->seen_batch : h->batch);
}

static void keep(void *with, const house_record *record)
{
    hub *h = with;
    h->metrics.records++;
    h->ends[h->batch % HUB_BATCHES].batch = h->batch;
    h->ends[h->batch % HUB_BATCHES].records = h->metrics.records;
    if (!record->unseen)
        h->seen_batch = h->batch;
    h->machine.keep(h->machine.with, record);
}

void hub_keep_entry(hub *h, const store_entry *entry)
{
    h->seen_batch = h->batch;
    h->machine.keep_entry(h->machine.with, entry);
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    hub *h = with;
    return h->machine.fetch(h->machine.with, room, fetching);
}

static void think(void *with, house_thought *thought)
{
    hub *h = with;
    h->machine.think(h->machine.with, thought);
}

static void sign(void *with, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES])
{
    hub *h = with;
    h->machine.sign(h->machine.with, text, signature);
}

static bool new_code(void *with, char code[HOUSE_CODE_MAX])
{
    hub *h = with;
    return h->machine.code(h->machine.with, code);
}

/* ---- opening and closing ---- */

void hub_open(hub *h, const hub_machine *machine, const server_settings *settings)
{
    memset(h, 0, sizeof *h);
    h->machine = *machine;
    h->settings = settings;
    h->addresses = addresses_open();
    h->batch = 1;
    house_machine asked = {h,     grow,  draw_random, say,      dismiss, keep,
                           fetch, think, sign,        new_code, NULL,    0};
    if (!machine->sign)
        asked.sign = NULL;
    if (!machine->code)
        asked.code = NULL;
    asked.programs = settings->program;
    asked.program_count = settings->programs;
    h->house = house_open(&asked, &settings->house);
}

void hub_close(hub *h)
{
    for (uint32_t i = 0; i < h->capacity; i++)
        if (h->connections[i])
            connection_gone(h->connections[i]);
    hub_take_back(h);
    while (hub_next_busy(h))
        continue;
    house_close(h->house);
    if (h->last_said)
        buffer_drop(h->last_said);
    free(h->connections);
    for (int i = 0; i < HUB_BATCHES; i++)
        free(h->held[i].at);
    free(h->addresses);
    free(h->senders);
    websocket_end();
}

/* ---- coming and going ---- */

bool hub_count_address(connection *c, const char *address)
{
    hub *h = c->hub;
    if (!addresses_add(h->addresses, address, h->settings->connections_an_address, &c->places))
        return false;
    c->counted = true;
    return true;
}

/* Behind a proxy, and where other nodes forward guests, the address is known only when a request
 * has come. */
bool hub_counts_late(const hub *h)
{
    return h->settings->behind_proxy || h->forwards;
}

/* A free number, from 1; 0 if the hub is full. Numbers are not used again at once, so that people
 * who look at messages can tell guests apart. */
static uint32_t free_number(hub *h)
{
    if (h->count >= (uint32_t)h->settings->connections)
        return 0;
    if (h->count == h->capacity) {
        uint32_t capacity = h->capacity ? 2 * h->capacity : CONNECTIONS_FIRST;
        h->connections = native_realloc(h->connections, capacity * sizeof *h->connections);
        memset(h->connections + h->capacity, 0, (capacity - h->capacity) * sizeof *h->connections);
        h->next_free = h->capacity;
        h->capacity = capacity;
    }
    while (h->connections[h->next_free])
        h->next_free = (h->next_free + 1) % h->capacity;
    uint32_t number = h->next_free + 1;
    h->next_free = number % h->capacity;
    return number;
}

/* Somebody over the limit is told so, in answer to a request; but not without end: each address
 * gets as many such answers at a time as it may have connections. */
static bool refuse_politely(connection *c)
{
    hub *h = c->hub;
    h->metrics.refused_connections++;
    if (!addresses_add(h->addresses, c->address,
                       REFUSED_SHARE * h->settings->connections_an_address, &c->places))
        return false;
    c->counted = c->refused = true;
    return true;
}

connection *hub_welcome(hub *h, const char *address)
{
    uint32_t number = free_number(h);
    h->metrics.accepted++;
    if (number == 0) {
        h->metrics.refused_connections++;
        server_log(SERVER_LOG_WARNING, "full", FACTS({"connections", NULL, h->count}));
        return NULL;
    }
    connection *c = native_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    c->hub = h;
    c->number = number;
    c->uses = 1;
    kn_text text = kn_text_on(c->address, sizeof c->address);
    kn_put(&text, address);
    if (!hub_counts_late(h) && !hub_count_address(c, address) && !refuse_politely(c)) {
        free(c);
        return NULL;
    }
    c->http = http_open((size_t)h->settings->body_bytes);
    if (board_is_kept(h))
        http_allow_large(c->http, BOARD, BOARD_BODY_MAX);
    c->deadline_ms = hub_now_ms(h) + h->settings->header_ms;
    h->connections[number - 1] = c;
    h->count++;
    h->metrics.connections = h->count;
    return c;
}

void hub_forget(connection *c)
{
    hub *h = c->hub;
    if (c->counted)
        addresses_remove(h->addresses, &c->places);
    h->connections[c->number - 1] = NULL;
    h->count--;
    h->metrics.connections = h->count;
}

void hub_attend(connection *c)
{
    if (c->listed || c->gone)
        return;
    connection_use(c);
    c->listed = true;
    c->next = c->hub->busy;
    c->hub->busy = c;
}

connection *hub_next_busy(hub *h)
{
    while (h->busy) {
        connection *c = h->busy;
        bool gone = c->gone;
        h->busy = c->next;
        c->listed = false;
        connection_drop(c);
        if (gone)
            continue;
        connection_check_output(c);
        return c;
    }
    return NULL;
}

/* ---- holding back ---- */

static void put(held_ring *ring, const held *one)
{
    if (ring->count == ring->capacity) {
        size_t capacity = ring->capacity ? 2 * ring->capacity : HELD_FIRST;
        held *wider = native_realloc(NULL, capacity * sizeof *wider);
        for (size_t i = 0; i < ring->count; i++)
            wider[i] = ring->at[(ring->first + i) % ring->capacity];
        free(ring->at);
        *ring = (held_ring){wider, 0, ring->count, capacity};
    }
    ring->at[(ring->first + ring->count++) % ring->capacity] = *one;
}

/* Until this batch is on disk. Nothing overtakes what is held for the same connection. All batches
 * before the one being written are done with. */
static void hold(connection *to, buffer *what, int kind, uint64_t batch)
{
    hub *h = to->hub;
    if (batch < to->held_for)
        batch = to->held_for;
    if (batch + HUB_BATCHES <= h->batch)
        batch = h->batch - HUB_BATCHES + 1;
    to->held_for = batch;
    connection_use(to);
    h->held_count++;
    h->held_bytes += what->length;
    to->held_bytes += what->length;
    if (kind == HELD_MESSAGE && to->held_bytes > (size_t)h->settings->output_bytes) {
        to->flooded =
            true; /* closed at the end of the turn: not here, in the middle of the house */
        hub_attend(to);
    }
    h->crowded |= h->held_bytes > HUB_HELD_MOST;
    put(&h->held[batch % HUB_BATCHES], &(held){to, what, batch, kind});
}

void hub_hold(connection *to, buffer *what, int kind)
{
    hold(to, what, kind, to->hub->seen_batch);
}

static const held *oldest_of(const held_ring *ring)
{
    return ring->count > 0 ? &ring->at[ring->first] : NULL;
}

/* The ring that waits for the earliest batch; NULL: nothing is held. */
static held_ring *oldest_ring(hub *h)
{
    held_ring *oldest = NULL;
    for (int i = 0; i < HUB_BATCHES; i++) {
        const held *one = oldest_of(&h->held[i]);
        if (one && (!oldest || one->batch < oldest_of(oldest)->batch))
            oldest = &h->held[i];
    }
    return oldest;
}

bool hub_may_release(const hub *h, uint64_t batch)
{
    for (int i = 0; i < HUB_BATCHES; i++) {
        const held *one = oldest_of(&h->held[i]);
        if (one && one->batch <= batch)
            return true;
    }
    return false;
}

static held take_oldest(hub *h)
{
    held_ring *ring = oldest_ring(h);
    held oldest = ring->at[ring->first];
    ring->first = (ring->first + 1) % ring->capacity;
    ring->count--;
    h->held_count--;
    h->held_bytes -= oldest.what->length;
    oldest.to->held_bytes -= oldest.what->length;
    return oldest;
}

static void hand_over(const held *one)
{
    connection *c = one->to;
    switch (one->kind) {
    case HELD_MESSAGE:
        if (c->websocket_open && !c->forward) /* another node speaks there by now */
            connection_send(c, one->what);
        else
            buffer_drop(one->what);
        break;
    case HELD_ANSWER: connection_give_answer(c, one->what); break;
    case HELD_GOODBYE: connection_send_goodbye(c, one->what); break;
    }
    connection_drop(c);
}

static void listen_again(hub *h)
{
    h->crowded = false;
    for (uint32_t i = 0; i < h->capacity; i++)
        if (h->connections[i])
            hub_attend(h->connections[i]);
}

static void tell_house(const hub *h, uint64_t batch)
{
    uint64_t records = 0;
    for (int i = 0; i < HUB_BATCHES; i++)
        if (h->ends[i].batch <= batch && h->ends[i].records > records)
            records = h->ends[i].records;
    house_on_disk(h->house, records);
}

void hub_release(hub *h, uint64_t batch)
{
    tell_house(h, batch);
    while (hub_may_release(h, batch)) {
        held one = take_oldest(h);
        hand_over(&one);
    }
    if (h->crowded && h->held_bytes <= HUB_HELD_FEW)
        listen_again(h);
}

void hub_take_back(hub *h)
{
    while (h->held_count > 0) {
        held one = take_oldest(h);
        buffer_drop(one.what);
        if (one.kind == HELD_ANSWER && one.to->answering)
            routes_refuse_why(one.to, "disk");
        else
            connection_say_goodbye(one.to, CLOSE_DISK, "disk");
        connection_drop(one.to);
    }
    if (h->crowded)
        listen_again(h);
}

void hub_refuse(hub *h, const char *why)
{
    h->refusing = why;
    house_refuse_all(h->house, why);
}

void hub_end_requests(hub *h)
{
    for (uint32_t i = 0; i < h->capacity; i++)
        if (h->connections[i])
            connection_finish_requests(h->connections[i]);
}

/* ---- time ---- */

void hub_sweep(hub *h)
{
    int64_t now_ms = hub_now_ms(h);
    uint32_t share = h->capacity / HUB_SWEEPS + 1;
    for (uint32_t i = 0; i < share && h->capacity > 0; i++) {
        h->swept = (h->swept + 1) % h->capacity;
        if (h->connections[h->swept])
            connection_watch_time(h->connections[h->swept], now_ms);
    }
}
