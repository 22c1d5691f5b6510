/* routes.c: the routes of the server over HTTP. See routes.h. */
#include "server/net/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "games/games.h"
#include "native/native.h"
#include "server/net/board_routes.h"
#include "server/net/forward.h"
#include "server/net/hub.h"
#include "server/net/page.h"
#include "server/net/request.h"
#include "server/net/room_routes.h"
#include "server/owner.h"
#include "server/server_log.h"

enum {
    KEY_LENGTH = 24, /* of a Sec-WebSocket-Key */
    LIST_END = 64,   /* bytes that stay free behind a list of rooms */
};
#define WEBSOCKETS "/ws/"

/* ---- the page ---- */

/* `status`: 200, or 404 if the page only says that there is nothing. */
static void send_file(request *r, int status, const page_file *file)
{
    int form = page_form(file, r->asked.header[HTTP_ACCEPT_ENCODING]);
    static const char *const codings[] = {NULL, "gzip", "br"};
    const char *known = r->asked.header[HTTP_IF_NONE_MATCH];
    bool is_page = strncmp(file->type, "text/html", 9) == 0;
    http_answer a = {.status = status,
                     .type = file->type,
                     .script = is_page ? page_script : NULL,
                     .style = is_page ? page_style : NULL,
                     .etag = status == 200 ? file->etag[form] : NULL,
                     .coding = codings[form],
                     .immutable = file->immutable,
                     .body = {file->at[form], (size_t)(file->end[form] - file->at[form])},
                     .keep = r->asked.keep && !r->c->cut_off,
                     .head_only = r->asked.method == HTTP_LOOKS};
    if (known && a.etag && strstr(known, a.etag)) {
        a.status = 304;
        a.body.length = 0;
    }
    bool body = a.body.length > 0 && !a.head_only;
    connection_answer(r->c, http_write(&a, false), body ? buffer_lent(a.body) : NULL, a.keep);
}

/* The addresses of screens, which are all the one page. */
static bool is_screen(kn_slice path)
{
    static const char *const screens[] = {"/",     "/mine",  "/review", "/look",
                                          "/same", "/board", "/learn"};
    if (kn_slice_begins(path, TABLES) || kn_slice_begins(path, SCREENS))
        return true;
    if (path.length > 1 && path.at[path.length - 1] == '/')
        path.length--;
    for (size_t i = 0; i < sizeof screens / sizeof *screens; i++)
        if (kn_slice_is(path, screens[i]))
            return true;
    return false;
}

/* Does a browser ask for something to show? Scripts and programs get an answer that they can read.
 */
static bool is_for_people(const request *r)
{
    const char *accepted = r->asked.header[HTTP_ACCEPT];
    return accepted && strstr(accepted, "text/html");
}

static void get_page(request *r)
{
    const page_file *page = page_find(kn_slice_of("/index.html"));
    const page_file *file = is_screen(r->asked.path) ? page : page_find(r->asked.path);
    if (file)
        send_file(r, 200, file);
    else if (page && is_for_people(r))
        send_file(r, 404, page); /* it says so in the language of whoever reads it */
    else
        request_refuse_as(r, 404, "not_understood", NULL);
}

/* ---- facts ---- */

static void get_games(request *r)
{
    char text[ANSWER_MAX];
    kn_json json = kn_json_on(text, sizeof text);
    kn_json_object(&json, NULL);
    kn_json_int(&json, "protocol", HOUSE_PROTOCOL);
    kn_json_bool(&json, "board", board_is_kept(r->h));
    kn_json_list(&json, "games");
    for (int i = 0; kn_games[i]; i++)
        kn_describe_game(kn_games[i], &json);
    kn_json_end_list(&json);
    kn_json_end_object(&json);
    request_answer_json(r, 200, (kn_slice){text, json.text.length});
}

/* For a proxy: 404 while the house closes, since then nobody new is to be sent here, but those who
 * are here may stay; and 200 otherwise, since no other node is better off without its disk. */
static void get_health_for_proxy(request *r)
{
    const hub *h = r->h;
    bool draining = (h->refusing && strcmp(h->refusing, "draining") == 0) ||
                    (h->unsound && strcmp(h->unsound, "draining") == 0);
    request_answer_text(r, draining ? 404 : 200, "text/plain",
                        kn_slice_of(draining ? "draining" : "ok"));
}

static void get_health(request *r)
{
    if (kn_slice_is(r->asked.query, "proxy")) {
        get_health_for_proxy(r);
        return;
    }
    const char *why = r->h->refusing ? r->h->refusing : r->h->mute ? "disk" : r->h->unsound;
    request_answer_text(r, why ? 503 : 200, "text/plain", kn_slice_of(why ? why : "ok"));
}

static void get_metrics(request *r)
{
    char text[METRICS_TEXT_MAX];
    kn_text out = kn_text_on(text, sizeof text);
    house_counts counts;
    house_count(r->h->house, &counts);
    metrics_write(&r->h->metrics, &counts, &out);
    request_answer_text(r, 200, "text/plain; version=0.0.4; charset=utf-8",
                        (kn_slice){text, out.length});
}

/* The rooms of the other nodes, as these have told us: lists, as text. */
static void list_others(const hub *h, kn_text *out)
{
    for (size_t i = 0; h->nodes && i < h->nodes->count; i++) {
        const store_node *n = &h->nodes->node[i];
        size_t length = n->shown ? strlen(n->shown) : 0;
        if (n->id == h->self || n->state == STORE_GONE || length <= 2 ||
            out->length + length + LIST_END > out->size)
            continue;
        if (out->at[out->length - 1] != '[')
            kn_put_char(out, ',');
        kn_put_slice(out, (kn_slice){n->shown + 1, length - 2});
    }
}

static void get_rooms(request *r)
{
    char text[ANSWER_MAX];
    kn_json json = kn_json_on(text, sizeof text);
    r->held = true;
    kn_json_object(&json, NULL);
    kn_json_list(&json, "rooms");
    house_list_rooms(r->h->house, &json);
    list_others(r->h, &json.text);
    kn_json_end_list(&json);
    kn_json_end_object(&json);
    request_answer_json(r, 200, (kn_slice){text, json.text.length});
}

static void post_room(request *r)
{
    char text[ANSWER_MAX];
    kn_text out = kn_text_on(text, sizeof text);
    message said;
    if (!request_message(r, &said))
        return;
    const char *why = house_open_room(r->h->house, r->address, &said.said, hub_now_ms(r->h), &out);
    message_free(&said);
    if (why) {
        request_refuse(r, why);
    } else {
        r->held = true;
        request_answer_json(r, 201, (kn_slice){text, out.length});
    }
}

/* ---- the list of seals ---- */

static void put_hex(kn_json *json, const char *key, const uint8_t *bytes, size_t count)
{
    char hex[2 * ATTEST_SIGNATURE_BYTES + 1];
    kn_text text = kn_text_on(hex, sizeof hex);
    kn_put_hex(&text, bytes, count);
    kn_json_string(json, key, hex);
}

/* How long the list is, its head, and the signature of that. */
static void get_seals(request *r)
{
    const hub_machine *machine = &r->h->machine;
    char out[ANSWER_MAX], claim[ATTEST_TEXT_MAX];
    uint8_t signature[ATTEST_SIGNATURE_BYTES];
    hub_seals end;
    if (!machine->sign || !machine->seals_end(machine->with, &end)) {
        request_refuse(r, "disk");
        return;
    }
    kn_text text = kn_text_on(claim, sizeof claim);
    attest_write_signed(end.count, end.head, &text);
    machine->sign(machine->with, (kn_slice){claim, text.length}, signature);
    kn_json json = kn_json_on(out, sizeof out);
    kn_json_object(&json, NULL);
    put_hex(&json, "key", end.key, sizeof end.key);
    kn_json_int(&json, "count", end.count);
    put_hex(&json, "head", end.head, sizeof end.head);
    put_hex(&json, "signature", signature, sizeof signature);
    kn_json_end_object(&json);
    request_answer_json(r, 200, (kn_slice){out, json.text.length});
}

static void seals_told(void *with, owner_kind kind, const char *address)
{
    (void)address;
    connection *c = with;
    request r;
    c->asking = c->late = false;
    request_read(c, &r);
    const owner_text *found = kind == OWNER_ME ? owner_text_at_hand(r.h->owner) : NULL;
    if (!found || found->why)
        request_refuse(&r, "disk");
    else if (request_too_many_bytes(&r, found->length[0]))
        request_refuse(&r, "slow_down");
    else
        request_answer_text(&r, 200, "text/plain; charset=utf-8",
                            (kn_slice){found->text[0], found->length[0]});
}

/* Lines of the list, from the one behind `after` on. */
static void get_seal_lines(request *r)
{
    enum { SEALS_MAX = 128 << 10 }; /* bytes of one answer */
    if (!r->h->machine.sign || !r->h->owner) {
        request_refuse(r, "disk");
        return;
    }
    request_wait(r->c);
    owner_read_seals(r->h->owner, request_number(r, "after="), SEALS_MAX, seals_told, r->c);
    r->c->late = r->c->asking;
}

/* ---- WebSocket ---- */

/* Is the word in a list parted by commas? */
static bool list_has(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (; list && *list; list += strcspn(list, ","), list += *list == ',') {
        list += strspn(list, " \t");
        if (strncasecmp(list, word, length) == 0 && strchr(" \t,", list[length]))
            return true;
    }
    return false;
}

static bool is_handshake(const http_request *asked)
{
    const char *const *header = asked->header;
    return asked->method == HTTP_GETS && asked->upgrade &&
           list_has(header[HTTP_UPGRADE], "websocket") && header[HTTP_KEY] &&
           strlen(header[HTTP_KEY]) == KEY_LENGTH && header[HTTP_WEBSOCKET_VERSION] &&
           strcmp(header[HTTP_WEBSOCKET_VERSION], "13") == 0;
}

/* May the request become a WebSocket? Otherwise it has been refused. */
static bool may_upgrade(request *r)
{
    const char *why = NULL;
    if (!is_handshake(&r->asked)) {
        request_refuse_as(r, HTTP_STATUS_UPGRADE_REQUIRED, "not_understood",
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
        return false;
    }
    if (!list_has(r->asked.header[HTTP_SUBPROTOCOLS], ROUTES_SUBPROTOCOL))
        why = "not_understood";
    else if (!r->c->forwarded && !request_origin_is_ours(r))
        why = "origin";
    else if (r->h->refusing && strcmp(r->h->refusing, "draining") == 0)
        why = "draining";
    else if (hub_counts_late(r->h) && !r->c->counted && !hub_count_address(r->c, r->address))
        why = "slow_down";
    if (!why)
        return true;
    request_note_refusal(r, why);
    request_refuse(r, why);
    return false;
}

static void upgrade(request *r)
{
    connection_upgrade(r->c, http_switch(r->asked.header[HTTP_KEY], ROUTES_SUBPROTOCOL),
                       r->address);
}

/* Of any room: which one is told by the first message. */
static void open_websocket(request *r)
{
    if (may_upgrade(r))
        upgrade(r);
}

/* ---- which node has the room ---- */

/* The room is here, or nowhere. */
static void answer_here(request *r)
{
    bool is_link = kn_slice_begins(r->asked.path, TABLES);
    if (kn_slice_begins(r->asked.path, WEBSOCKETS))
        upgrade(r);
    else if (!is_link)
        room_answer(r);
    else if (!room_answer_table(r))
        get_page(r);
}

static void answer_elsewhere(request *r, const char *address)
{
    proof_guest guest = {.tls = r->tls};
    memcpy(guest.address, r->address, sizeof guest.address);
    if (kn_slice_begins(r->asked.path, TABLES) && (r->c->forwarded || !r->h->forwards))
        get_page(r);
    else if (r->c->forwarded || !r->h->forwards)
        request_refuse(r, "elsewhere"); /* it was sent here: that node knows better by now */
    else if (!forward_request(r->c, &r->asked, &guest, r->c->room, address))
        request_refuse(r, "busy");
}

static void owner_told(void *with, owner_kind kind, const char *address)
{
    connection *c = with;
    bool late = c->late;
    request r;
    c->asking = c->late = false;
    request_read(c, &r);
    if (kn_slice_begins(r.asked.path, TABLES) && kind == OWNER_UNKNOWN)
        get_page(&r); /* the page needs no room; it will ask again */
    else
        switch (kind) {
        case OWNER_ME:
        case OWNER_NONE: answer_here(&r); break;
        case OWNER_OTHER: answer_elsewhere(&r, address); break;
        case OWNER_UNKNOWN: request_refuse(&r, "disk"); break;
        }
    if (late && c->websocket_open)
        connection_read_later(c);
}

static void ask_owner(request *r)
{
    connection *c = r->c;
    if (!r->h->owner) {
        answer_here(r);
        return;
    }
    request_wait(c);
    if (r->h->mute)
        owner_told(c, OWNER_UNKNOWN, NULL);
    else
        owner_ask(r->h->owner, c->room, owner_told, c);
    c->late = c->asking;
}

/* A request about a room, which is in its address. */
static void ask_room(request *r)
{
    kn_slice typed;
    room_take_code(r->asked.path, ROOMS, &typed);
    if (house_tried_too_often(r->h->house, r->address, hub_now_ms(r->h)))
        request_refuse(r, "slow_down");
    else if (!house_read_code(typed, r->c->room))
        request_refuse(r, "no_such_room");
    else
        ask_owner(r);
}

/* Likewise the page of a room, which everybody gets, whatever is asked. */
static void get_table(request *r)
{
    if (room_asked_table(r, r->c->room) &&
        !house_tried_too_often(r->h->house, r->address, hub_now_ms(r->h)))
        ask_owner(r);
    else
        get_page(r);
}

/* Likewise a WebSocket. Whether there is such a room is told when it is entered. */
static void visit_room(request *r)
{
    kn_slice typed, rest = room_take_code(r->asked.path, WEBSOCKETS, &typed);
    if (rest.length > 0 || !house_read_code(typed, r->c->room))
        request_refuse(r, "no_such_room");
    else if (house_tried_too_often(r->h->house, r->address, hub_now_ms(r->h)))
        request_refuse(r, "slow_down");
    else if (may_upgrade(r))
        ask_owner(r);
}

/* ---- all ---- */

static void route_get(request *r)
{
    static const struct {
        const char *path;
        void (*answer)(request *r);
    } routes[] = {
        {"/ws", open_websocket},   {"/healthz", get_health},  {"/api/games", get_games},
        {"/api/rooms", get_rooms}, {"/api/seals", get_seals}, {"/api/seals/list", get_seal_lines},
        {BOARD, board_get},
    };
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (kn_slice_is(r->asked.path, routes[i].path)) {
            routes[i].answer(r);
            return;
        }
    if (kn_slice_begins(r->asked.path, WEBSOCKETS))
        visit_room(r);
    else if (kn_slice_begins(r->asked.path, ROOMS))
        ask_room(r);
    else if (kn_slice_begins(r->asked.path, TABLES))
        get_table(r);
    else
        get_page(r);
}

/* Metrics count what happens at every table, so they are for the operator alone. */
static void route_metrics(request *r)
{
    if (r->asked.method == HTTP_POSTS)
        request_refuse_as(r, 405, "not_understood", "Allow: GET, HEAD\r\n");
    else if (kn_slice_is(r->asked.path, "/metrics"))
        get_metrics(r);
    else if (kn_slice_is(r->asked.path, "/healthz"))
        get_health(r);
    else
        request_refuse_as(r, 404, "not_understood", NULL);
}

void routes_refuse(connection *c, int status)
{
    request_end(c, status, "not_understood");
}

void routes_refuse_why(connection *c, const char *why)
{
    request_end(c, request_status(why), why);
}

void routes_answer(connection *c)
{
    request r;
    c->room[0] = '\0'; /* that of an earlier request on this connection */
    request_read(c, &r);
    if (r.forged) {
        request_note_refusal(&r, "forged");
        request_end(c, HTTP_STATUS_FORBIDDEN, "origin");
    } else if (c->refused || request_too_many(&r, 1)) {
        request_note_refusal(&r, "slow_down");
        request_refuse(&r, "slow_down");
    } else if (!c->forwarded && !request_host_is_ours(&r)) {
        request_note_refusal(&r, "host");
        request_refuse(&r, "host");
    } else if (c->for_metrics) {
        route_metrics(&r);
    } else if (r.asked.method != HTTP_POSTS) {
        route_get(&r);
    } else if (kn_slice_is(r.asked.path, "/api/rooms")) {
        post_room(&r);
    } else if (kn_slice_is(r.asked.path, "/api/qr")) {
        room_draw_qr(&r);
    } else if (kn_slice_is(r.asked.path, BOARD)) {
        board_post(&r);
    } else {
        request_refuse_as(&r, 405, "not_understood", "Allow: GET, HEAD\r\n");
    }
}
