/* routes.c: the routes of the server over HTTP. See routes.h. */
#include "server/net/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "games/games.h"
#include "native/native.h"
#include "protocol/message.h"
#include "server/net/hub.h"
#include "server/net/page.h"
#include "server/qr.h"
#include "server/server_log.h"

enum {
    ANSWER_MAX = 32768, /* bytes of the facts about rooms and games */
    KEY_LENGTH = 24,    /* of a Sec-WebSocket-Key */
    REFUSAL_MAX = 64,
    LOG_BYTES_A_REQUEST = 4096, /* so much of a log counts as one more request … */
    LOG_SHARE = 4,              /* … up to this part of those that may come at once */
};
#define SUBPROTOCOL "knobel.1"
#define ROOMS "/api/rooms/"

/* A request on its way through the routes. */
typedef struct {
    connection *c;
    hub *h;
    http_request asked;
    char address[HOUSE_ADDRESS_MAX]; /* whose it is; behind a proxy not that of the connection */
    bool held;                       /* the answer tells what may not be on disk yet */
} request;

/* ---- answering ---- */

static void answer(request *r, http_answer *a)
{
    a->keep = r->asked.keep && !r->c->refused && !r->h->refusing && !r->c->cut_off;
    a->head_only = r->asked.method == HTTP_LOOKS;
    buffer *p = http_write(a, true);
    if (r->held)
        connection_hold_answer(r->c, p, a->keep);
    else
        connection_answer(r->c, p, NULL, a->keep);
}

static void answer_text(request *r, int status, const char *type, kn_slice text)
{
    answer(r, &(http_answer){.status = status, .type = type, .body = text});
}

static void answer_json(request *r, int status, kn_slice json)
{
    answer_text(r, status, "application/json", json);
}

static int status_of(const char *why)
{
    static const struct {
        const char *why;
        int status;
    } known[] = {
        {"origin", 403},      {"no_such_room", 404}, {"playing", 409},  {"slow_down", 429},
        {"not_playing", 404}, {"damaged", 500},      {"busy", 503},     {"disk", 503},
        {"draining", 503},    {"host", 421},         {"no_space", 507},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].why, why) == 0)
            return known[i].status;
    return 400;
}

static kn_slice write_refusal(const char *why, char out[REFUSAL_MAX])
{
    kn_json json = kn_json_on(out, REFUSAL_MAX);
    kn_json_object(&json, NULL);
    kn_json_string(&json, "why", why);
    kn_json_end_object(&json);
    return (kn_slice){out, json.text.length};
}

static void refuse_as(request *r, int status, const char *why, const char *more)
{
    char text[REFUSAL_MAX];
    answer(r, &(http_answer){.status = status,
                             .type = "application/json",
                             .more = more,
                             .body = write_refusal(why, text)});
}

static void refuse(request *r, const char *why)
{
    int status = status_of(why);
    refuse_as(r, status, why,
              status == 429 || status == 503 || status == 507 ? "Retry-After: 5\r\n" : NULL);
}

static void refuse_and_end(connection *c, int status, const char *why)
{
    char text[REFUSAL_MAX];
    http_answer a = {
        .status = status, .type = "application/json", .body = write_refusal(why, text)};
    if (status == HTTP_STATUS_METHOD_NOT_ALLOWED)
        a.more = "Allow: GET, HEAD, POST\r\n";
    connection_answer(c, http_write(&a, true), NULL, false);
}

void routes_refuse(connection *c, int status)
{
    refuse_and_end(c, status, "not_understood");
}

void routes_refuse_why(connection *c, const char *why)
{
    refuse_and_end(c, status_of(why), why);
}

/* ---- who asks ---- */

/* The host in `https://knobel.example:8020/`, without its port. */
static kn_slice host_in(const char *url)
{
    const char *from = strstr(url, "://");
    from = from ? from + 3 : url;
    size_t length = *from == '[' ? strcspn(from, "]") + 1 : strcspn(from, ":/,");
    return (kn_slice){from, length};
}

static bool same_host(kn_slice a, kn_slice b)
{
    return a.length == b.length && strncasecmp(a.at, b.at, a.length) == 0;
}

/* A name that anybody may have given this machine: a page of theirs could then pass for ours. So if
 * we know our own name, we answer to no other. Numbers are nobody's name. */
static bool host_is_ours(const request *r)
{
    const char *asked = r->asked.header[HTTP_HOST], *named = r->h->settings->origins;
    const char *url = r->h->settings->url;
    if (!url || !asked)
        return true;
    kn_slice host = host_in(asked);
    size_t digits = 0;
    while (digits < host.length && strchr("0123456789.", host.at[digits]))
        digits++;
    bool ours = (host.length > 0 && digits == host.length) || *asked == '[' ||
                same_host(host, kn_slice_of("localhost")) || same_host(host, host_in(url));
    for (; named && *named && !ours; named += strcspn(named, ","), named += *named == ',')
        ours = same_host(host, host_in(named));
    return ours;
}

/* The host of a page is the house's own, or one that was named. */
static bool origin_is_ours(const request *r)
{
    const char *origin = r->asked.header[HTTP_ORIGIN], *host = r->asked.header[HTTP_HOST];
    if (!origin)
        return true; /* not a browser */
    const char *from = strstr(origin, "://");
    if (from && host && strcasecmp(from + 3, host) == 0)
        return true;
    const char *named = r->h->settings->origins;
    size_t length = strlen(origin);
    for (; named && *named; named += strcspn(named, ","), named += *named == ',')
        if (strncasecmp(named, origin, length) == 0 && (!named[length] || named[length] == ','))
            return true;
    return false;
}

static void note_refusal(const request *r, const char *why)
{
    server_log(SERVER_LOG_INFO, "refused",
               r->h->settings->log_addresses ? FACTS({"why", why, 0}, {"address", r->address, 0})
                                             : FACTS({"why", why, 0}));
}

/* Takes `count` requests from the address's limit, one by one; true if it runs out. */
static bool too_many_requests(request *r, size_t count)
{
    const server_settings *s = r->h->settings;
    while (count-- > 0)
        if (!addresses_take(r->h->addresses, r->address, s->requests_at_once,
                            1000.0 / s->requests_a_second, hub_now_ms(r->h)))
            return true;
    return false;
}

/* A log is read and written anew before it is sent, so a long one counts as several requests. */
static bool too_many_logs(request *r, size_t bytes)
{
    size_t most = (size_t)r->h->settings->requests_at_once / LOG_SHARE;
    size_t count = bytes / LOG_BYTES_A_REQUEST;
    return too_many_requests(r, count < most ? count : most);
}

/* ---- the page ---- */

static void send_file(request *r, const page_file *file)
{
    int form = page_form(file, r->asked.header[HTTP_ACCEPT_ENCODING]);
    static const char *const codings[] = {NULL, "gzip", "br"};
    const char *known = r->asked.header[HTTP_IF_NONE_MATCH];
    http_answer a = {.status = 200,
                     .type = file->type,
                     .etag = file->etag[form],
                     .coding = codings[form],
                     .immutable = file->immutable,
                     .body = {file->at[form], (size_t)(file->end[form] - file->at[form])},
                     .keep = r->asked.keep && !r->c->cut_off,
                     .head_only = r->asked.method == HTTP_LOOKS};
    if (known && strstr(known, a.etag)) {
        a.status = 304;
        a.body.length = 0;
    }
    bool body = a.body.length > 0 && !a.head_only;
    connection_answer(r->c, http_write(&a, false), body ? buffer_lent(a.body) : NULL, a.keep);
}

/* The addresses of screens, which are all the one page. */
static bool is_screen(kn_slice path)
{
    return kn_slice_is(path, "/") || kn_slice_begins(path, "/t/") || kn_slice_is(path, "/mine") ||
           kn_slice_is(path, "/review") || kn_slice_is(path, "/look") ||
           kn_slice_is(path, "/same") || kn_slice_is(path, "/learn");
}

static void get_page(request *r)
{
    kn_slice path = r->asked.path;
    if (is_screen(path))
        path = kn_slice_of("/index.html");
    const page_file *file = page_find(path);
    if (file)
        send_file(r, file);
    else
        refuse_as(r, 404, "not_understood", NULL);
}

/* ---- facts ---- */

static void get_games(request *r)
{
    char text[ANSWER_MAX];
    kn_json json = kn_json_on(text, sizeof text);
    kn_json_object(&json, NULL);
    kn_json_int(&json, "protocol", HOUSE_PROTOCOL);
    kn_json_list(&json, "games");
    for (int i = 0; kn_games[i]; i++)
        kn_describe_game(kn_games[i], &json);
    kn_json_end_list(&json);
    kn_json_end_object(&json);
    answer_json(r, 200, (kn_slice){text, json.text.length});
}

static void get_health(request *r)
{
    const char *why = r->h->refusing ? r->h->refusing : r->h->unsound;
    answer_text(r, why ? 503 : 200, "text/plain", kn_slice_of(why ? why : "ok"));
}

static void get_metrics(request *r)
{
    char text[METRICS_TEXT_MAX];
    kn_text out = kn_text_on(text, sizeof text);
    house_counts counts;
    house_count(r->h->house, &counts);
    metrics_write(&r->h->metrics, &counts, &out);
    answer_text(r, 200, "text/plain; version=0.0.4; charset=utf-8", (kn_slice){text, out.length});
}

static void get_rooms(request *r)
{
    char text[ANSWER_MAX];
    kn_json json = kn_json_on(text, sizeof text);
    r->held = true;
    kn_json_object(&json, NULL);
    kn_json_list(&json, "rooms");
    house_list_rooms(r->h->house, &json);
    kn_json_end_list(&json);
    kn_json_end_object(&json);
    answer_json(r, 200, (kn_slice){text, json.text.length});
}

static void post_room(request *r)
{
    char text[ANSWER_MAX];
    kn_text out = kn_text_on(text, sizeof text);
    message said;
    if (!origin_is_ours(r)) {
        refuse(r, "origin");
        return;
    }
    if (!message_read(r->asked.body, &said)) {
        refuse(r, "not_understood");
        return;
    }
    const char *why = house_open_room(r->h->house, r->address, &said.said, hub_now_ms(r->h), &out);
    message_free(&said);
    if (why) {
        refuse(r, why);
    } else {
        r->held = true;
        answer_json(r, 201, (kn_slice){text, out.length});
    }
}

/* ---- one room ---- */

/* Only a wrong code is a miss: a disk that fails is nobody's guess. */
static void count_miss(request *r, const char *why)
{
    if (strcmp(why, "no_such_room") == 0)
        house_missed(r->h->house, r->address, hub_now_ms(r->h));
}

static void get_room(request *r, const char *code)
{
    char text[ANSWER_MAX];
    kn_json json = kn_json_on(text, sizeof text);
    r->held = true;
    kn_json_object(&json, NULL);
    const char *why = house_describe_room(r->h->house, code, hub_now_ms(r->h), &json);
    kn_json_end_object(&json);
    if (why) {
        count_miss(r, why);
        refuse(r, why);
    } else {
        answer_json(r, 200, (kn_slice){text, json.text.length});
    }
}

/* A number such as `match=3` in what stands behind the question mark; 0: there is none. */
static uint32_t asked_number(const request *r, const char *key)
{
    const size_t length = strlen(key);
    int64_t number = 0;
    kn_slice rest = r->asked.query, one;
    while (rest.length > 0) {
        if (!kn_take_until(&rest, '&', &one)) {
            one = rest;
            rest.length = 0;
        }
        if (kn_slice_begins(one, key))
            kn_read_int((kn_slice){one.at + length, one.length - length}, 1, UINT32_MAX, &number);
    }
    return (uint32_t)number;
}

/* The log of one match; NULL if it was sent, or why not. */
static const char *send_log(request *r, const char *code, uint32_t *match)
{
    size_t length;
    const char *misread;
    char *parts = r->h->machine.parts(r->h->machine.with, code, match, &length, &misread);
    if (!parts)
        return misread;
    if (too_many_logs(r, length)) {
        free(parts);
        return "slow_down";
    }
    size_t size = length + TABLE_LINE_MAX + 1;
    char *text = native_realloc(NULL, size);
    kn_text out = kn_text_on(text, size);
    const char *why = house_write_log(r->h->house, code, *match, (kn_slice){parts, length},
                                      hub_now_ms(r->h), &out);
    if (!why)
        answer_text(r, 200, "text/plain; charset=utf-8", (kn_slice){text, out.length});
    free(text);
    free(parts);
    return why;
}

static void get_log(request *r, const char *code)
{
    uint32_t asked = asked_number(r, "match="), match = asked;
    r->held = true; /* the secret is out only when the end of the match is on disk */
    const char *why = send_log(r, code, &match);
    /* Without a number: the last finished match. */
    if (why && strcmp(why, "playing") == 0 && asked == 0 && match > 1) {
        match--;
        why = send_log(r, code, &match);
    }
    if (!why)
        return;
    count_miss(r, why);
    refuse(r, why);
}

/* How the world calls this house: as we were told, or as this request does. */
static bool write_link(const request *r, const char *code, char *out, size_t size)
{
    const char *host = r->asked.header[HTTP_HOST], *proto = r->asked.header[HTTP_FORWARDED_PROTO];
    bool tls = r->h->settings->behind_proxy && proto && strcasecmp(proto, "https") == 0;
    int length = -1;
    if (r->h->settings->url)
        length = snprintf(out, size, "%s/t/%s", r->h->settings->url, code);
    else if (host)
        length = snprintf(out, size, "%s://%s/t/%s", tls ? "https" : "http", host, code);
    return length > 0 && (size_t)length < size;
}

static void get_qr(request *r, const char *code)
{
    char link[QR_LINK_MAX], facts[ANSWER_MAX];
    kn_json json = kn_json_on(facts, sizeof facts);
    const char *why = house_describe_room(r->h->house, code, hub_now_ms(r->h), &json);
    if (why) {
        count_miss(r, why);
        refuse(r, why);
        return;
    }
    char *picture = native_realloc(NULL, QR_SVG_MAX);
    kn_text out = kn_text_on(picture, QR_SVG_MAX);
    if (write_link(r, code, link, sizeof link) && qr_svg(link, &out))
        answer_text(r, 200, "image/svg+xml", (kn_slice){picture, out.length});
    else
        refuse(r, "not_understood");
    free(picture);
}

static void ask_room(request *r)
{
    kn_slice rest = r->asked.path, typed;
    char code[HOUSE_CODE_MAX];
    rest.at += strlen(ROOMS);
    rest.length -= strlen(ROOMS);
    if (!kn_take_until(&rest, '/', &typed)) {
        typed = rest;
        rest.length = 0;
    }
    if (house_tried_too_often(r->h->house, r->address, hub_now_ms(r->h)))
        refuse(r, "slow_down");
    else if (!house_read_code(typed, code))
        refuse(r, "no_such_room");
    else if (rest.length == 0)
        get_room(r, code);
    else if (kn_slice_is(rest, "log"))
        get_log(r, code);
    else if (kn_slice_is(rest, "qr"))
        get_qr(r, code);
    else
        refuse_as(r, 404, "not_understood", NULL);
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
        refuse(r, "disk");
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
    answer_json(r, 200, (kn_slice){out, json.text.length});
}

/* Lines of the list, from the one behind `after` on. */
static void get_seal_lines(request *r)
{
    enum { SEALS_MAX = 128 << 10 }; /* bytes of one answer */
    const hub_machine *machine = &r->h->machine;
    char *lines = native_realloc(NULL, SEALS_MAX);
    kn_text out = kn_text_on(lines, SEALS_MAX);
    if (!machine->sign || !machine->seals_lines(machine->with, asked_number(r, "after="), &out))
        refuse(r, "disk");
    else if (too_many_logs(r, out.length))
        refuse(r, "slow_down");
    else
        answer_text(r, 200, "text/plain; charset=utf-8", (kn_slice){lines, out.length});
    free(lines);
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

static void open_websocket(request *r)
{
    const char *why = NULL;
    if (!is_handshake(&r->asked)) {
        refuse_as(r, HTTP_STATUS_UPGRADE_REQUIRED, "not_understood",
                  "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
        return;
    }
    if (!list_has(r->asked.header[HTTP_SUBPROTOCOLS], SUBPROTOCOL))
        why = "not_understood";
    else if (!origin_is_ours(r))
        why = "origin";
    else if (r->h->refusing && strcmp(r->h->refusing, "draining") == 0)
        why = "draining";
    else if (r->h->settings->behind_proxy && !hub_count_address(r->c, r->address))
        why = "slow_down";
    if (why) {
        note_refusal(r, why);
        refuse(r, why);
        return;
    }
    connection_upgrade(r->c, http_switch(r->asked.header[HTTP_KEY], SUBPROTOCOL), r->address);
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
    };
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (kn_slice_is(r->asked.path, routes[i].path)) {
            routes[i].answer(r);
            return;
        }
    if (kn_slice_begins(r->asked.path, ROOMS))
        ask_room(r);
    else
        get_page(r);
}

/* Metrics count what happens at every table, so they are for the operator alone. */
static void route_metrics(request *r)
{
    if (r->asked.method == HTTP_POSTS)
        refuse_as(r, 405, "not_understood", "Allow: GET, HEAD\r\n");
    else if (kn_slice_is(r->asked.path, "/metrics"))
        get_metrics(r);
    else if (kn_slice_is(r->asked.path, "/healthz"))
        get_health(r);
    else
        refuse_as(r, 404, "not_understood", NULL);
}

void routes_answer(connection *c)
{
    request r = {.c = c, .h = c->hub};
    http_get_request(c->http, &r.asked);
    const char *forwarded = r.asked.header[HTTP_FORWARDED_FOR];
    if (!r.h->settings->behind_proxy || !forwarded || !address_read_forwarded(forwarded, r.address))
        memcpy(r.address, c->address, sizeof r.address);
    if (c->refused || too_many_requests(&r, 1)) {
        note_refusal(&r, "slow_down");
        refuse(&r, "slow_down");
    } else if (!host_is_ours(&r)) {
        note_refusal(&r, "host");
        refuse(&r, "host");
    } else if (c->for_metrics) {
        route_metrics(&r);
    } else if (r.asked.method != HTTP_POSTS) {
        route_get(&r);
    } else if (kn_slice_is(r.asked.path, "/api/rooms")) {
        post_room(&r);
    } else {
        refuse_as(&r, 405, "not_understood", "Allow: GET, HEAD\r\n");
    }
}
