/* crowd.c: simulates a crowd of guests of a server, phase by phase: opens rooms, connects the
 * guests in batches, lets them play, disconnects them. crowd_play.c has what they do at the tables.
 */
#include "tools/crowd.h"

#include <jansson.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "native/native.h"
#include "table/table.h"

enum {
    ROOMS_AT_ONCE = 64,   /* requests on their way */
    GUESTS_AT_ONCE = 100, /* connecting at the same time: fewer than a system's backlog */
    TICK_MS = 1,
    SETTLING_MS = 1000,
    WARMING_MS = 1000,
    COMING_MAX_MS = 120000,
    MESSAGE_ROOM = 256,
    SEED = 7,
};

/* The first two messages of a guest, by their ids. */
enum { ENTER_ID = 1, SIT_ID = 2 };

/* ---- messages ---- */

kn_json crowd_begin(char *buffer, size_t size, const char *type)
{
    kn_json message = kn_json_on(buffer, size);
    kn_json_object(&message, NULL);
    kn_json_string(&message, "type", type);
    return message;
}

void crowd_say(crowd_guest *g, kn_json *message)
{
    kn_json_end_object(message);
    if (g->wire)
        client_send(g->wire, (kn_slice){message->text.at, message->text.length});
}

bool crowd_is(const char *message, const char *type)
{
    const char *value = strstr(message, "\"type\":\"");
    return value && strncmp(value + 8, type, strlen(type)) == 0 && value[8 + strlen(type)] == '"';
}

uint32_t crowd_number(const char *message, const char *name)
{
    const char *value = strstr(message, name);
    return value ? (uint32_t)strtoul(value + strlen(name), NULL, 10) : 0;
}

/* ---- going wrong, and leaving ---- */

void crowd_complain(crowd *c, const char *what, const char *why)
{
    if (c->complaint[0])
        return;
    kn_text text = kn_text_on(c->complaint, sizeof c->complaint);
    kn_put(&text, what);
    kn_put(&text, ": ");
    kn_put(&text, why);
}

static void leave(crowd *c)
{
    if (c->phase == CROWD_LEAVING)
        return;
    c->phase = CROWD_LEAVING;
    uv_close((uv_handle_t *)&c->ticking, NULL);
    for (int i = 0; i < c->guest_count; i++)
        if (c->guests[i].wire)
            client_close(c->guests[i].wire);
}

/* A step without which there is no crowd. */
static void give_up(crowd *c, const char *what, const char *why)
{
    crowd_complain(c, what, why);
    leave(c);
}

/* ---- rooms ---- */

static void ask_for_rooms(crowd *c);

static bool read_room(crowd_room *r, kn_slice body)
{
    json_t *answer = json_loadb(body.at, body.length, 0, NULL);
    const char *code = json_string_value(json_object_get(answer, "room"));
    const char *token = json_string_value(json_object_get(answer, "token"));
    bool fine = code && token && strlen(code) < sizeof r->code && strlen(token) < sizeof r->token;
    if (fine) {
        memcpy(r->code, code, strlen(code) + 1);
        memcpy(r->token, token, strlen(token) + 1);
    }
    json_decref(answer);
    return fine;
}

static void room_opened(void *with, const client_answer *answer)
{
    crowd_room *r = with;
    crowd *c = r->crowd;
    c->rooms_open++;
    if (answer->status == 201 && read_room(r, answer->body))
        ask_for_rooms(c);
    else
        give_up(c, "POST /api/rooms", answer->status ? answer->body.at : client_words(answer->why));
}

static void ask_for_rooms(crowd *c)
{
    char body[MESSAGE_ROOM];
    kn_json json = kn_json_on(body, sizeof body);
    kn_json_object(&json, NULL);
    kn_json_string(&json, "game", c->plan.game->key);
    kn_json_end_object(&json);
    while (c->phase == CROWD_OPENING && c->rooms_asked < c->room_count &&
           c->rooms_asked - c->rooms_open < ROOMS_AT_ONCE)
        client_ask(&c->loop, &c->plan.house, "POST", "/api/rooms", kn_slice_of(body), room_opened,
                   &c->rooms[c->rooms_asked++]);
}

/* ---- guests ---- */

static void call_guests(crowd *c);

static void guest_opened(client *wire, void *with)
{
    crowd_guest *g = with;
    char buffer[MESSAGE_ROOM];
    kn_json enter = crowd_begin(buffer, sizeof buffer, "enter");
    (void)wire;
    kn_json_string(&enter, "room", g->room->code);
    if (g == g->room->guests) /* the host; a room without its host would notify everyone */
        kn_json_string(&enter, "token", g->room->token);
    if (g->seat > 0)
        kn_json_bool(&enter, "moves", true);
    kn_json_int(&enter, "id", ENTER_ID);
    crowd_say(g, &enter);
}

static void sit(crowd_guest *g)
{
    char buffer[MESSAGE_ROOM], name[TABLE_NAME_MAX];
    kn_json json = crowd_begin(buffer, sizeof buffer, "sit");
    snprintf(name, sizeof name, "Guest %d", g->seat);
    kn_json_int(&json, "seat", g->seat);
    kn_json_string(&json, "name", name);
    kn_json_int(&json, "id", SIT_ID);
    crowd_say(g, &json);
}

/* While connecting, only the answers matter. */
static void hear_coming(crowd_guest *g, const char *message)
{
    crowd *c = g->room->crowd;
    if (crowd_is(message, "refused")) {
        give_up(c, g->room->code, message);
    } else if (crowd_is(message, "done")) {
        if (g->seat > 0 && crowd_number(message, "\"id\":") == ENTER_ID) {
            sit(g);
        } else {
            g->here = true;
            c->guests_here++;
            call_guests(c);
        }
    }
}

static void guest_heard(client *wire, void *with, kn_slice text)
{
    crowd_guest *g = with;
    (void)wire;
    if (g->here)
        crowd_hear(g, text.at);
    else
        hear_coming(g, text.at);
}

static void guest_closed(client *wire, void *with, const client_end *end)
{
    crowd_guest *g = with;
    crowd *c = g->room->crowd;
    char why[CROWD_COMPLAINT_MAX];
    (void)wire;
    g->wire = NULL;
    g->sent = false;
    if (c->phase == CROWD_LEAVING)
        return;
    c->lost++;
    snprintf(why, sizeof why, "%d %s: %s", end->code, end->reason, client_words(end->why));
    crowd_complain(c, "WebSocket", why);
    if (c->phase < CROWD_SETTLING)
        leave(c);
}

static const client_handlers guest_handlers = {guest_opened, guest_heard, guest_closed};

/* Connect the guests of this phase, one batch at a time. */
static void call_guests(crowd *c)
{
    int last = c->phase == CROWD_COMING ? c->guests_busy : c->guest_count;
    while (c->phase != CROWD_LEAVING && c->guests_called < last &&
           c->guests_called - c->guests_here < GUESTS_AT_ONCE) {
        crowd_guest *g = &c->guests[c->guests_called++];
        g->wire = client_connect(&c->loop, &g->room->house, g->room->code, &guest_handlers, g);
    }
}

/* ---- measuring ---- */

static void begin_measuring(crowd *c)
{
    for (int i = 0; i < c->guest_count; i++)
        if (c->guests[i].wire)
            c->guests[i].bytes = client_count(c->guests[i].wire);
    c->moves = c->events = c->matches = c->unseen = 0;
    c->to_done = c->to_everyone = (latency){0};
    c->at_start = cost_of(c->plan.pid);
    c->own_at_start = cost_of((int)getpid());
}

static void end_measuring(crowd *c, int64_t now_ns)
{
    c->measured_s = (double)(now_ns - c->since_ns) / 1e9;
    c->own_at_end = cost_of((int)getpid());
    c->at_end = cost_of(c->plan.pid);
    for (int i = 0; i < c->guest_count; i++) {
        const crowd_guest *g = &c->guests[i];
        client_bytes *sum = i < c->guests_busy ? &c->playing : &c->idling;
        client_bytes now = g->wire ? client_count(g->wire) : g->bytes;
        sum->in += now.in - g->bytes.in;
        sum->out += now.out - g->bytes.out;
    }
}

/* ---- one phase after the other ---- */

static bool phase_over(const crowd *c, int64_t passed_ms)
{
    switch (c->phase) {
    case CROWD_OPENING: return c->rooms_open == c->room_count;
    case CROWD_COMING: return c->guests_here == c->guests_busy;
    case CROWD_GATHERING: return c->guests_here == c->guest_count;
    case CROWD_SETTLING: return passed_ms >= SETTLING_MS;
    case CROWD_WARMING: return passed_ms >= WARMING_MS;
    case CROWD_MEASURING:
        return passed_ms >= 1000 * (int64_t)c->plan.seconds &&
               (c->moves > 0 || passed_ms > COMING_MAX_MS);
    case CROWD_LEAVING: break;
    }
    return false;
}

static void end_phase(crowd *c, int64_t now_ns)
{
    switch (c->phase) {
    case CROWD_OPENING: break;
    case CROWD_COMING: c->before_idle = cost_of(c->plan.pid); break;
    case CROWD_GATHERING: c->coming_s = (double)(now_ns - c->since_ns) / 1e9; break;
    case CROWD_SETTLING:
        c->after_idle = cost_of(c->plan.pid);
        c->paced_ns = now_ns;
        for (int i = 0; i < c->plan.rooms; i++)
            crowd_start(&c->rooms[i]);
        break;
    case CROWD_WARMING: begin_measuring(c); break;
    case CROWD_MEASURING: end_measuring(c, now_ns); break;
    case CROWD_LEAVING: break;
    }
}

static void tick(uv_timer_t *timer)
{
    crowd *c = timer->data;
    int64_t now_ns = native_steady_ns(), passed_ms = (now_ns - c->since_ns) / 1000000;
    if (c->phase >= CROWD_WARMING)
        crowd_pace(c, now_ns);
    if (c->phase < CROWD_SETTLING && passed_ms > COMING_MAX_MS) {
        give_up(c, "WebSocket", client_words(CLIENT_UNREACHABLE));
    } else if (phase_over(c, passed_ms)) {
        end_phase(c, now_ns);
        if (c->phase == CROWD_MEASURING) {
            leave(c);
            return;
        }
        c->phase++;
        c->since_ns = now_ns;
        if (c->phase <= CROWD_GATHERING)
            call_guests(c);
    }
}

/* ---- the plan ---- */

/* A server limits what comes from one address, such as changes of seats. Where it is on this
 * machine itself, every room comes from an address of its own: all of 127.0.0.0/8 is here. */
static void choose_address(crowd_room *r, uint32_t number)
{
    const struct sockaddr_in *to = (const struct sockaddr_in *)&r->crowd->plan.house.place[0];
    struct sockaddr_in *from = (struct sockaddr_in *)&r->house.from;
    r->house = r->crowd->plan.house;
    if (to->sin_family != AF_INET || ntohl(to->sin_addr.s_addr) >> 24 != IN_LOOPBACKNET)
        return;
    from->sin_family = AF_INET;
    from->sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + number);
}

static void place_guests(crowd *c)
{
    const crowd_plan *p = &c->plan;
    int next = 0;
    for (int i = 0; i < c->room_count; i++) {
        crowd_room *r = &c->rooms[i];
        bool plays = i < p->rooms;
        r->crowd = c;
        choose_address(r, (uint32_t)i);
        r->guests = &c->guests[next];
        r->count = plays ? p->seats + p->watchers : p->idle_a_room;
        if (r->count > c->guest_count - next)
            r->count = c->guest_count - next;
        for (int k = 0; k < r->count; k++, next++) {
            c->guests[next].room = r;
            c->guests[next].seat = plays && k < p->seats ? (uint8_t)(k + 1) : 0;
        }
    }
}

static void *zeroed(size_t size)
{
    return memset(native_realloc(NULL, size), 0, size);
}

bool crowd_run(crowd *c, const crowd_plan *plan)
{
    memset(c, 0, sizeof *c);
    c->plan = *plan;
    c->random = kn_random_from(SEED);
    c->guests_busy = plan->rooms * (plan->seats + plan->watchers);
    c->guest_count = c->guests_busy + plan->idle;
    c->room_count = plan->rooms + (plan->idle + plan->idle_a_room - 1) / plan->idle_a_room;
    c->rooms = zeroed((size_t)c->room_count * sizeof *c->rooms);
    c->guests = zeroed((size_t)c->guest_count * sizeof *c->guests);
    place_guests(c);
    uv_loop_init(&c->loop);
    uv_timer_init(&c->loop, &c->ticking);
    c->ticking.data = c;
    uv_timer_start(&c->ticking, tick, TICK_MS, TICK_MS);
    c->since_ns = native_steady_ns();
    ask_for_rooms(c);
    uv_run(&c->loop, UV_RUN_DEFAULT);
    uv_loop_close(&c->loop);
    return c->measured_s > 0;
}

void crowd_free(crowd *c)
{
    free(c->rooms);
    free(c->guests);
}
