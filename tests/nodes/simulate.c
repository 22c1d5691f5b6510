/* simulate.c: a house on several machines, under false clocks, a false network and a false
 * database, through many matches.
 *
 *     simulate_nodes FIRST LAST     plays the matches of these seeds; one seed repeats any failure
 *     simulate_nodes unfenced LAST  the same without the fence, until a seed fails: one must
 *
 * Three nodes run the real server (server/server.c and all it stands on) on the system of
 * false_system.h; only libuv and PostgreSQL are false. People play by WebSocket, at whatever node;
 * nodes are killed, put to sleep, drained and cut off from each other, from the database and from
 * people; the database stops, is slow, and its answers get lost. Meanwhile no two nodes may have a
 * room and speak; in the end all that anybody was told must be true (told.h). Each seed is played
 * in a process of its own. */
#define _GNU_SOURCE /* strcasestr */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/games.h"
#include "native/native.h"
#include "server/heart.h"
#include "server/net/hub.h"
#include "server/server.h"
#include "server/server_log.h"
#include "tests/house/eavesdrop.h"
#include "tests/nodes/false_store.h"
#include "tests/nodes/false_system.h"
#include "tests/nodes/false_uv.h"
#include "tests/nodes/told.h"

enum {
    ROOMS = 2,
    PEOPLE = 2, /* at each table */
    CHAOS_MS = 60000,
    PATIENCE_MS = 300000, /* after that, for everything to come to an end */
    ANSWER_MS = 4000,     /* people wait so long for an answer */
    BYTES_MAX = 1 << 18,
};

typedef struct {
    told told;
    const kn_game *game;
    char token[HOUSE_TOKEN_MAX];
    bool open;
} room;

typedef struct {
    room *room;
    int number;
    told_settings settings;
    char token[HOUSE_TOKEN_MAX];
    pipe_end *pipe;
    char *bytes; /* that have come and are not read */
    size_t length;
    bool closed, gone;
    json_t *you, *seen, *table; /* as told last: who, the room, the match */
    uint32_t match, event;
    bool seated;
    /* what waits for an answer: */
    int64_t id, asked_ns;
    int move, key, value; /* -1: none */
    bool waiting, done;   /* `done`: so was the last answer */
} person;

static struct {
    uint64_t seed;
    room room[ROOMS];
    person person[ROOMS * PEOPLE];
    hub *hub[MACHINES];
    heart *heart[MACHINES];
    bool runs[MACHINES];
    int64_t rests_until_ns[MACHINES];
    long faults, matches, comings;
    int only_settings; /* nobody does anything else while this is not 0 */
    bool finishing, stopping;
} world;

/* ---- complaints ---- */

static int complain_to = 2;

void fail(const char *what, const char *detail)
{
    dprintf(complain_to, "seed %" PRIu64 ", %" PRId64 " ms: %s: %s\n", world.seed,
            world_ns() / MS_NS, what, detail);
    _exit(1);
}

void eavesdrop_complain(const char *what, const char *message)
{
    fail(what, message);
}

/* In place of server_log.c. */
void server_log(server_log_level level, const char *event, const server_log_fact *facts)
{
    (void)level;
    if (!getenv("VERBOSE"))
        return;
    fprintf(stderr, "%8" PRId64 " node %d: %s", world_ns() / MS_NS, machine_now(), event);
    for (; facts && facts->key; facts++)
        fprintf(stderr, " %s=%s%" PRId64, facts->key, facts->text ? facts->text : "",
                facts->number);
    fprintf(stderr, "\n");
}

static void note(const char *what, int node, int other)
{
    world.faults++;
    if (getenv("VERBOSE"))
        fprintf(stderr, "%8" PRId64 " ** %s %d %d\n", world_ns() / MS_NS, what, node, other);
}

/* ---- who has a room and speaks ---- */

void __real_hub_open(hub *h, const hub_machine *machine, const server_settings *settings);
void __wrap_hub_open(hub *h, const hub_machine *machine, const server_settings *settings);
void __real_hub_close(hub *h);
void __wrap_hub_close(hub *h);
heart *__real_heart_open(uv_loop_t *loop, store *s, void (*tell)(void *, const heart_news *),
                         void *with);
heart *__wrap_heart_open(uv_loop_t *loop, store *s, void (*tell)(void *, const heart_news *),
                         void *with);

void __wrap_hub_open(hub *h, const hub_machine *machine, const server_settings *settings)
{
    __real_hub_open(h, machine, settings);
    world.hub[machine_now()] = h;
}

void __wrap_hub_close(hub *h)
{
    world.hub[machine_now()] = NULL;
    __real_hub_close(h);
}

heart *__wrap_heart_open(uv_loop_t *loop, store *s, void (*tell)(void *, const heart_news *),
                         void *with)
{
    return world.heart[machine_now()] = __real_heart_open(loop, s, tell, with);
}

static bool speaks_for(int node, const char *code)
{
    if (!machine_is_up(node) || !world.hub[node] || !world.heart[node] ||
        !house_has(world.hub[node]->house, code))
        return false;
    machine_pretend(node); /* by its own clock */
    bool may = heart_may_speak(world.heart[node]);
    machine_pretend(-1);
    return may;
}

static void watch(void)
{
    for (int i = 0; i < ROOMS; i++) {
        int speakers = 0;
        for (int node = 1; node <= NODES && world.room[i].open; node++)
            speakers += speaks_for(node, world.room[i].told.code);
        if (speakers > 1)
            fail("a room is owned by two who speak", world.room[i].told.code);
    }
}

/* ---- nodes ---- */

static void opened(void *with, int port)
{
    (void)with, (void)port;
}

static void run_node(void *with)
{
    int node = *(int *)with;
    char address[32], why[SERVER_WHY_MAX];
    server_settings settings = server_settings_initial;
    snprintf(address, sizeof address, "10.77.%d.2:%d", node, FALSE_PORT);
    settings.listen = "10.77.0.0";
    settings.port = FALSE_PORT;
    settings.file = "postgresql://false";
    settings.node = node;
    settings.address = address;
    settings.threads = 1;
    settings.quota_mb = 0;
    settings.connections = 200;
    settings.connections_an_address = 200;
    settings.requests_a_second = settings.requests_at_once = 1000000;
    settings.house = house_limits_initial;
    settings.house.rooms_an_hour = settings.house.misses_a_minute = 1000000;
    settings.house.messages_a_second = settings.house.messages_at_once = 1000;
    settings.house.chats_at_once = 1000;
    settings.house.idle_ms = 20000;
    server_run(&settings, opened, NULL, why);
    world.runs[node] = false;
}

static void stop_node(int node)
{
    machine_kill(node);
    world.hub[node] = NULL;
    world.heart[node] = NULL;
    world.runs[node] = false;
}

/* Starts what has ended, after a while. */
static void look_after_nodes(void *with)
{
    static int number[NODES + 1];
    (void)with;
    for (;; fiber_sleep_ms(100))
        for (int node = 1; node <= NODES; node++) {
            if (world.runs[node] || world_ns() < world.rests_until_ns[node])
                continue;
            if (machine_is_up(node))
                stop_node(node);
            machine_boot(node);
            number[node] = node;
            world.runs[node] = true;
            world.rests_until_ns[node] = world_ns() + (1 + below(3000)) * MS_NS;
            fiber_start(node, run_node, &number[node]);
        }
}

/* ---- faults ---- */

static void cut_for_a_while(int one, int other, const char *what)
{
    note(what, one, other);
    link_cut(one, other, true);
    fiber_sleep_ms(300 + below(8000));
    link_cut(one, other, false);
}

static void put_to_sleep(int node)
{
    int life = machine_life(node);
    note("sleep", node, 0);
    machine_pause(node, true);
    fiber_sleep_ms(200 + below(one_in(4) ? 20000 : 6000));
    if (machine_life(node) == life)
        machine_pause(node, false);
}

static void kill_node(int node)
{
    note("kill", node, 0);
    world.rests_until_ns[node] = world_ns() + below(6000) * MS_NS;
    if (machine_is_up(node))
        stop_node(node);
}

/* It wakes up with messages that it has not read yet, which change rooms that others have by now;
 * and those end before they could write over what it writes. Only settings are changed meanwhile:
 * moves that are written twice would be noticed by the database. */
static void wake_alone(int node)
{
    int life = machine_life(node);
    note("wake", node, 0);
    world.only_settings++;
    fiber_sleep_ms(500);
    machine_pause(node, true);
    fiber_sleep_ms(9000 + below(4000));
    if (machine_life(node) == life) {
        machine_pause(node, false);
        fiber_sleep_ms(10 + below(100));
        for (int other = 1; other <= NODES; other++)
            if (other != node)
                kill_node(other);
    }
    world.only_settings--;
}

static void stop_database(void)
{
    note("restart", 0, 0);
    false_store_stop();
    fiber_sleep_ms(below(4000));
    false_store_start();
}

static void drain_node(int node)
{
    note("drain", node, 0);
    if (one_in(2))
        false_store_drain(node);
    else
        false_signal(node, SIGTERM);
}

static void slow_down(void)
{
    note("slow", 0, 0);
    false_store_slow(100 + below(2500));
    fiber_sleep_ms(below(6000));
    false_store_slow(0);
}

static void lose_answers(void)
{
    note("lost answers", 0, 0);
    false_store_lose(2 + below(10));
    fiber_sleep_ms(below(5000));
    false_store_lose(0);
}

static void harm(void *with)
{
    int node = 1 + (int)below(NODES), other = 1 + (int)below(NODES);
    (void)with;
    switch (below(10)) {
    case 0: kill_node(node); break;
    case 1: put_to_sleep(node); break;
    case 2: cut_for_a_while(node, DATABASE, "cut off"); break;
    case 3: cut_for_a_while(node, other, "partition"); break;
    case 4: cut_for_a_while(node, WORLD, "unreachable"); break;
    case 5: stop_database(); break;
    case 6: drain_node(node); break;
    case 7: slow_down(); break;
    case 8: lose_answers(); break;
    case 9: wake_alone(node); break;
    }
}

/* Faults may overlap; in the end all is mended. */
static void cause_chaos(void *with)
{
    (void)with;
    while (world_ns() < CHAOS_MS * MS_NS) {
        fiber_sleep_ms(500 + below(4000));
        fiber_start(WORLD, harm, NULL);
    }
    fiber_sleep_ms(25000); /* the longest of them */
    world.finishing = true;
}

/* ---- bytes ---- */

static bool receive(person *p, int64_t until_ns)
{
    size_t count;
    while (!p->closed && world_ns() < until_ns) {
        came what = pipe_read(p->pipe, p->bytes + p->length, BYTES_MAX - p->length - 1, &count);
        p->length += count;
        p->bytes[p->length] = '\0';
        if (what == CAME_END || what == CAME_RESET)
            p->closed = true;
        else if (what != CAME_NOTHING)
            return true;
        else {
            int64_t due = pipe_due_ns(p->pipe);
            fiber_wait(p, due < until_ns ? due : until_ns);
        }
    }
    return false;
}

static void eat(person *p, size_t count)
{
    p->length -= count;
    memmove(p->bytes, p->bytes + count, p->length + 1);
}

static void hang_up(person *p)
{
    if (p->pipe)
        pipe_close(p->pipe);
    p->pipe = NULL;
    p->closed = true;
    p->length = 0;
    p->bytes[0] = '\0';
}

static bool call(person *p)
{
    int64_t until_ns = world_ns() + 3000 * MS_NS;
    hang_up(p);
    p->pipe = pipe_call(1 + (int)below(NODES), p);
    p->closed = false;
    if (receive(p, until_ns))
        return true;
    hang_up(p);
    return false;
}

static void send_text(person *p, const char *text)
{
    if (!pipe_write(p->pipe, text, strlen(text)))
        p->closed = true;
}

/* A request; the body of the answer if its status was this one, to be freed. */
static char *request(person *p, const char *head, int status, const char *body)
{
    char text[1024], first[16];
    int64_t until_ns = world_ns() + ANSWER_MS * MS_NS;
    if (!call(p))
        return NULL;
    snprintf(text, sizeof text,
             "%s HTTP/1.1\r\nHost: 10.77.1.2\r\nConnection: close\r\nContent-Length: %zu\r\n"
             "Content-Type: application/json\r\n\r\n%s",
             head, strlen(body), body);
    send_text(p, text);
    while (receive(p, until_ns))
        continue;
    snprintf(first, sizeof first, "HTTP/1.1 %d", status);
    char *end = strstr(p->bytes, "\r\n\r\n"), *length = strcasestr(p->bytes, "content-length:");
    bool whole = end && length && length < end && !strncmp(p->bytes, first, strlen(first)) &&
                 strlen(end + 4) == strtoul(length + strlen("content-length:"), NULL, 10);
    char *answer = whole ? strdup(end + 4) : NULL;
    hang_up(p);
    return answer;
}

/* ---- WebSocket ---- */

static void send_frame(person *p, int opcode, const char *text, size_t length)
{
    char frame[1024] = {(char)(0x80 | opcode)};
    size_t at = 2;
    frame[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[at++] = (char)(length >> 8);
        frame[at++] = (char)(length & 0xff);
    }
    at += 4; /* the mask: zeros */
    memcpy(frame + at, text, length);
    if (!pipe_write(p->pipe, frame, at + length))
        p->closed = true;
}

/* The first frame, if it is whole: how long it is, and where its text begins. */
static size_t frame_length(const person *p, size_t *head)
{
    const uint8_t *at = (const uint8_t *)p->bytes;
    if (p->length < 10)
        return p->length >= 2 && at[1] < 126 && p->length >= (*head = 2) + at[1] ? 2u + at[1] : 0;
    uint64_t length = at[1];
    *head = length == 126 ? 4 : length == 127 ? 10 : 2;
    if (length >= 126) {
        length = 0;
        for (size_t i = 2; i < *head; i++)
            length = length << 8 | at[i];
    }
    return p->length >= *head + length ? *head + length : 0;
}

/* The next message, to be given back; NULL: none until then, or it is closed. */
static json_t *next_message(person *p, int64_t until_ns)
{
    enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };
    while (!p->closed) {
        size_t head, length = frame_length(p, &head);
        if (length == 0) {
            if (!receive(p, until_ns))
                return NULL;
            continue;
        }
        int opcode = p->bytes[0] & 0xf;
        json_t *message =
            opcode == TEXT ? json_loadb(p->bytes + head, length - head, 0, NULL) : NULL;
        if (opcode == PING)
            send_frame(p, PONG, p->bytes + head, length - head);
        p->closed |= opcode == CLOSE;
        eat(p, length);
        if (message)
            return message;
    }
    return NULL;
}

static bool shake_hands(person *p)
{
    char text[512];
    int64_t until_ns = world_ns() + ANSWER_MS * MS_NS;
    snprintf(text, sizeof text,
             "GET /ws/%s HTTP/1.1\r\nHost: 10.77.1.2\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
             "Sec-WebSocket-Protocol: knobel.1\r\n\r\n",
             p->room->told.code);
    send_text(p, text);
    char *end;
    while (!(end = strstr(p->bytes, "\r\n\r\n")))
        if (!receive(p, until_ns))
            return false;
    if (strncmp(p->bytes, "HTTP/1.1 101", 12) != 0)
        return false;
    eat(p, (size_t)(end + 4 - p->bytes));
    return true;
}

/* ---- what people hear ---- */

static void remember(json_t **what, json_t *message)
{
    json_decref(*what);
    *what = json_incref(message);
}

static void hear_table(person *p, json_t *message)
{
    uint32_t match = (uint32_t)json_integer_value(json_object_get(message, "match"));
    uint32_t event = (uint32_t)json_integer_value(json_object_get(message, "event"));
    if (match < p->match)
        fail("an earlier match came back", p->room->told.code);
    if (match == p->match && event < p->event)
        fail("events were lost", p->room->told.code);
    p->match = match;
    p->event = event;
    remember(&p->table, message);
}

static void hear_who(person *p, json_t *you)
{
    const char *token = json_string_value(json_object_get(you, "token"));
    bool seated = json_array_size(json_object_get(you, "seats")) > 0;
    if (token)
        strcpy(p->token, token);
    if (p->seated && !seated)
        fail("a seat is lost", p->room->told.code);
    p->seated |= seated;
    remember(&p->you, you);
}

static void hear_answer(person *p, const json_t *answer, bool done)
{
    if (!p->waiting || json_integer_value(json_object_get(answer, "id")) != p->id)
        return;
    p->waiting = false;
    p->done = done;
    if (p->move >= 0)
        told_answer_move(&p->room->told, p->move, done);
    if (p->value >= 0)
        told_answer_setting(&p->room->told, &p->settings, p->key, p->value, done);
}

static void hear(person *p, json_t *message)
{
    const char *type = json_string_value(json_object_get(message, "type"));
    told_hear(&p->room->told, &p->settings, message);
    if (strcmp(type, "you") == 0)
        hear_who(p, message);
    else if (strcmp(type, "room") == 0)
        remember(&p->seen, message);
    else if (strcmp(type, "table") == 0)
        hear_table(p, message);
    else if (strcmp(type, "done") == 0 || strcmp(type, "refused") == 0)
        hear_answer(p, message, type[0] == 'd');
    json_decref(message);
}

/* ---- what they do ---- */

/* The text lacks its end. */
static void ask(person *p, const char *text)
{
    char whole[768];
    int length = snprintf(whole, sizeof whole, "%s,\"id\":%" PRId64 "}", text, ++p->id);
    p->waiting = true;
    p->asked_ns = world_ns();
    send_frame(p, 1, whole, (size_t)length);
}

static bool is_playing(const person *p)
{
    const char *status = json_string_value(json_object_get(p->seen, "status"));
    return status && strcmp(status, "playing") == 0;
}

static void play(person *p)
{
    const char *seat;
    json_t *eyes;
    char text[256];
    if (json_integer_value(json_object_get(p->seen, "match")) != (json_int_t)p->match)
        return;
    json_object_foreach(json_object_get(p->table, "eyes"), seat, eyes)
    {
        json_t *moves = json_object_get(eyes, "moves");
        if (json_array_size(moves) == 0 || p->waiting)
            continue;
        const char *move =
            json_string_value(json_array_get(moves, below((uint32_t)json_array_size(moves))));
        uint64_t salt = random_number() | 1;
        snprintf(text, sizeof text,
                 "{\"type\":\"play\",\"seat\":%s,\"move\":\"%s\",\"salt\":\"%016" PRIx64
                 "\",\"event\":%u,\"after_ms\":%u",
                 seat, move, salt, p->event, below(900));
        p->move = told_ask_move(&p->room->told, salt);
        ask(p, text);
    }
}

static int seated_people(const person *p)
{
    size_t i;
    json_t *seat;
    int count = 0;
    json_array_foreach(json_object_get(p->seen, "seats"), i, seat)
    {
        count += json_integer_value(json_object_get(seat, "person")) > 0;
    }
    return count;
}

static void act(person *p)
{
    char text[256];
    bool host = p->number == 0, playing = is_playing(p);
    p->move = p->value = -1;
    if (!p->you || !p->seen)
        return;
    if (host && !world.finishing && (world.only_settings || one_in(6)))
        ask(p, told_next_setting(&p->room->told, text, sizeof text, &p->key, &p->value));
    else if (world.only_settings)
        return;
    else if (one_in(40)) {
        snprintf(text, sizeof text, "{\"type\":\"chat\",\"text\":\"%016" PRIx64 "\"",
                 random_number());
        ask(p, text);
    } else if (!p->seated && !playing) {
        snprintf(text, sizeof text, "{\"type\":\"sit\",\"name\":\"P%d\"", p->number);
        ask(p, text);
    } else if (playing && world.finishing && host)
        ask(p, "{\"type\":\"stop\"");
    else if (playing)
        play(p);
    else if (host && !world.finishing && seated_people(p) >= PEOPLE &&
             p->room->told.match < TOLD_MATCHES - 1)
        ask(p, "{\"type\":\"start\"");
}

static bool enter(person *p)
{
    char text[512];
    snprintf(text, sizeof text,
             "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true,"
             "\"since\":{\"match\":%u,\"event\":%u}",
             p->room->told.code, p->token, p->match, one_in(3) ? 0 : p->event);
    p->move = p->value = -1;
    ask(p, text);
    while (p->waiting) {
        json_t *message = next_message(p, p->asked_ns + ANSWER_MS * MS_NS);
        if (!message)
            return false;
        hear(p, message);
    }
    return p->done;
}

static void visit(person *p)
{
    if (!call(p) || !shake_hands(p) || !enter(p))
        return;
    world.comings++;
    while (!p->closed && !world.stopping) {
        int64_t until_ns = world_ns() + (20 + below(300)) * MS_NS;
        for (json_t *message; (message = next_message(p, until_ns));)
            hear(p, message);
        if (p->closed || (p->waiting && world_ns() - p->asked_ns > ANSWER_MS * MS_NS))
            return;
        if (one_in(400))
            return; /* a bad line */
        if (!p->waiting)
            act(p);
    }
}

static void live(void *with)
{
    person *p = with;
    while (!world.stopping) {
        visit(p);
        hang_up(p);
        p->waiting = false;
        fiber_sleep_ms(20 + below(500));
    }
    p->gone = true;
}

/* ---- rooms ---- */

static void open_room(room *r, person *p)
{
    char body[256];
    bool clocked = one_in(2);
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"pace_ms\":0,\"away\":\"wait\",\"hints\":false%s}", r->game->key,
             clocked ? ",\"turn_s\":300" : "");
    for (;; fiber_sleep_ms(100)) {
        char *answer = request(p, "POST /api/rooms", 201, body);
        json_t *read = answer ? json_loads(answer, 0, NULL) : NULL;
        const char *code = json_string_value(json_object_get(read, "room"));
        if (code) {
            strcpy(r->told.code, code);
            strcpy(r->token, json_string_value(json_object_get(read, "token")));
            r->open = true;
        }
        json_decref(read);
        free(answer);
        if (r->open)
            return;
    }
}

static void check_room(room *r, person *p)
{
    char head[128], *logs = strdup("");
    for (uint32_t match = 1; match <= r->told.match; match++) {
        char *text = NULL;
        snprintf(head, sizeof head, "GET /api/rooms/%s/log?match=%u", r->told.code, match);
        for (int i = 0; i < 100 && !(text = request(p, head, 200, "")); i++)
            fiber_sleep_ms(200);
        if (!text)
            fail("a log cannot be had", head);
        if (!eavesdrop_log_is_right(text))
            fail("a log is not right", text);
        told_check_log(&r->told, match, text);
        logs = native_realloc(logs, strlen(logs) + strlen(text) + 1);
        strcat(logs, text);
        free(text);
        world.matches++;
    }
    told_check_moves(&r->told, logs);
    free(logs);
}

/* Who waits for an answer may have begun a match. */
static bool everybody_is_done(void)
{
    for (int i = 0; i < ROOMS * PEOPLE; i++) {
        const person *p = &world.person[i];
        if (!p->seen || p->waiting || is_playing(p))
            return false;
    }
    return world.finishing;
}

static void play_all(void *with)
{
    (void)with;
    fiber_start(WORLD, look_after_nodes, NULL);
    for (int i = 0; i < ROOMS * PEOPLE; i++) {
        person *p = &world.person[i];
        p->room = &world.room[i / PEOPLE];
        p->number = i % PEOPLE;
        p->bytes = native_realloc(NULL, BYTES_MAX);
        if (p->number == 0)
            open_room(p->room, p);
        strcpy(p->token, p->number == 0 ? p->room->token : "");
        fiber_start(WORLD, live, p);
    }
    fiber_start(WORLD, cause_chaos, NULL);
    while (!everybody_is_done()) {
        fiber_sleep_ms(100);
        if (world_ns() > (CHAOS_MS + PATIENCE_MS) * MS_NS)
            fail("the rooms do not go on", world.room[0].told.code);
    }
    world.stopping = true;
    for (int i = 0; i < ROOMS * PEOPLE; i++)
        while (!world.person[i].gone)
            fiber_sleep_ms(100);
    for (int i = 0; i < ROOMS; i++)
        check_room(&world.room[i], &world.person[i * PEOPLE]);
}

/* ---- seeds ---- */

typedef struct {
    long faults, matches, lines, moves, comings, writes, burials, fenced, unknown, claims;
} counts;

static void add_counts(counts *sum, const counts *one)
{
    for (size_t i = 0; i < sizeof *sum / sizeof(long); i++)
        ((long *)sum)[i] += ((const long *)one)[i];
}

static const kn_game *draw_game(uint64_t number)
{
    uint64_t games = 0;
    while (kn_games[games])
        games++;
    return kn_games[number % games];
}

static void play_seed(uint64_t seed, bool unfenced, counts *out)
{
    world.seed = seed;
    for (int i = 0; i < ROOMS; i++)
        world.room[i].game = draw_game(seed + (uint64_t)i * 2);
    false_store_begin(!unfenced);
    system_run(seed, play_all, watch, NULL);
    *out = (counts){.faults = world.faults,
                    .matches = world.matches,
                    .comings = world.comings,
                    .writes = false_store_counted.writes,
                    .burials = false_store_counted.burials,
                    .fenced = false_store_counted.fenced,
                    .unknown = false_store_counted.unknown,
                    .claims = false_store_counted.claims};
    for (int i = 0; i < ROOMS; i++) {
        out->lines += world.room[i].told.lines;
        out->moves += world.room[i].told.acknowledged;
    }
}

/* In a process of its own: true if all was well. Complaints go to standard error. */
static bool play_apart(uint64_t seed, bool unfenced, counts *out)
{
    int ends[2], status;
    if (pipe(ends) != 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        counts mine;
        play_seed(seed, unfenced, &mine);
        bool told_all = write(ends[1], &mine, sizeof mine) == sizeof mine;
        _exit(told_all ? 0 : 1);
    }
    close(ends[1]);
    bool well = read(ends[0], out, sizeof *out) == sizeof *out;
    close(ends[0]);
    waitpid(child, &status, 0);
    return well && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
    bool unfenced = argc > 1 && strcmp(argv[1], "unfenced") == 0;
    uint64_t first = argc > 1 && !unfenced ? strtoull(argv[1], NULL, 10) : 1;
    uint64_t last = argc > 2 ? strtoull(argv[2], NULL, 10) : first;
    counts all = {0}, one;
    long played = 0, failed = 0;
    for (uint64_t seed = first; seed <= last && !(unfenced && failed); seed++) {
        played++;
        if (play_apart(seed, unfenced, &one))
            add_counts(&all, &one);
        else
            failed++;
    }
    printf(
        "# %ld faults, %ld comings, %ld matches, %ld lines told, %ld moves confirmed; %ld batches "
        "written, %ld unknown, %ld nodes declared dead, %ld times fenced, %ld rooms claimed\n",
        all.faults, all.comings, all.matches, all.lines, all.moves, all.writes, all.unknown,
        all.burials, all.fenced, all.claims);
    bool well = unfenced ? failed > 0 : failed == 0;
    printf("%sok - %s: %ld of %ld seeds fail\n", well ? "" : "not ",
           unfenced ? "without the fence it is noticed" : "houses on three nodes", failed, played);
    return well ? 0 : 1;
}
