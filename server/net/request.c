/* request.c: a request on its way through the routes. See request.h. */
#include "server/net/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/net/forward.h"
#include "server/net/page.h"
#include "server/server_log.h"

enum {
    REFUSAL_MAX = 64,
    LOG_BYTES_A_REQUEST = 4096, /* so much of a log counts as one more request … */
    LOG_SHARE = 4,              /* … up to this part of those that may come at once */
};

/* ---- answering ---- */

static void request_answer(request *r, http_answer *a)
{
    a->keep = r->asked.keep && !r->c->refused && !r->h->refusing && !r->c->cut_off;
    a->head_only = r->asked.method == HTTP_LOOKS;
    buffer *p = http_write(a, true);
    if (r->held)
        connection_hold_answer(r->c, p, a->keep);
    else
        connection_answer(r->c, p, NULL, a->keep);
}

void request_answer_text(request *r, int status, const char *type, kn_slice text)
{
    request_answer(r, &(http_answer){.status = status, .type = type, .body = text});
}

void request_answer_page(request *r, kn_slice text)
{
    request_answer(r, &(http_answer){.status = 200,
                                     .type = "text/html; charset=utf-8",
                                     .script = page_script,
                                     .style = page_style,
                                     .body = text});
}

void request_answer_json(request *r, int status, kn_slice json)
{
    request_answer_text(r, status, "application/json", json);
}

int request_status(const char *why)
{
    static const struct {
        const char *why;
        int status;
    } known[] = {
        {"origin", 403},      {"no_such_room", 404}, {"playing", 409},    {"slow_down", 429},
        {"not_playing", 404}, {"damaged", 500},      {"busy", 503},       {"disk", 503},
        {"draining", 503},    {"host", 421},         {"no_space", 507},   {"elsewhere", 503},
        {"no_board", 404},    {"on_board", 409},     {"board_full", 507}, {"too_long", 413},
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

void request_refuse_as(request *r, int status, const char *why, const char *more)
{
    char text[REFUSAL_MAX];
    request_answer(r, &(http_answer){.status = status,
                                     .type = "application/json",
                                     .more = more,
                                     .body = write_refusal(why, text)});
}

void request_refuse(request *r, const char *why)
{
    int status = request_status(why);
    request_refuse_as(r, status, why,
                      status == 429 || status == 503 || status == 507 ? "Retry-After: 5\r\n"
                                                                      : NULL);
}

void request_end(connection *c, int status, const char *why)
{
    char text[REFUSAL_MAX];
    http_answer a = {
        .status = status, .type = "application/json", .body = write_refusal(why, text)};
    if (status == HTTP_STATUS_METHOD_NOT_ALLOWED)
        a.more = "Allow: GET, HEAD, POST\r\n";
    connection_answer(c, http_write(&a, true), NULL, false);
}

void request_wait(connection *c)
{
    c->asking = true;
    c->deadline_ms = KN_NEVER;
    c->asked_ms = hub_now_ms(c->hub);
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
bool request_host_is_ours(const request *r)
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
bool request_origin_is_ours(const request *r)
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

void request_note_refusal(const request *r, const char *why)
{
    server_log(SERVER_LOG_INFO, "refused",
               r->h->settings->log_addresses ? FACTS({"why", why, 0}, {"address", r->address, 0})
                                             : FACTS({"why", why, 0}));
}

bool request_too_many(request *r, size_t count)
{
    const server_settings *s = r->h->settings;
    while (count-- > 0)
        if (!addresses_take(r->h->addresses, r->address, s->requests_at_once,
                            1000.0 / s->requests_a_second, hub_now_ms(r->h)))
            return true;
    return false;
}

bool request_too_many_bytes(request *r, size_t bytes)
{
    size_t most = (size_t)r->h->settings->requests_at_once / LOG_SHARE;
    size_t count = bytes / LOG_BYTES_A_REQUEST;
    return request_too_many(r, count < most ? count : most);
}

/* Whose request it is: as another node says, as a proxy says, or as we see. False: somebody claims
 * to be one of our nodes. */
static bool find_guest(request *r)
{
    const connection *c = r->c;
    const char *const *header = r->asked.header, *proto = header[HTTP_FORWARDED_PROTO];
    const char *key = r->asked.upgrade ? header[HTTP_KEY] : NULL;
    proof_guest guest;
    bool proxied = r->h->settings->behind_proxy;
    if (r->h->forwards && header[HTTP_GUEST]) {
        if (!proof_read(forwards_key(r->h->forwards), header[HTTP_GUEST], r->asked.path, key,
                        &guest))
            return false;
        memcpy(r->address, guest.address, sizeof r->address);
        r->tls = guest.tls;
        r->c->forwarded = true;
        return true;
    }
    if (!proxied || !header[HTTP_FORWARDED_FOR] ||
        !address_read_forwarded(header[HTTP_FORWARDED_FOR], r->address))
        memcpy(r->address, c->address, sizeof r->address);
    r->tls = proxied && proto && strcasecmp(proto, "https") == 0;
    return true;
}

void request_read(connection *c, request *r)
{
    *r = (request){.c = c, .h = c->hub};
    http_get_request(c->http, &r->asked);
    r->c->forwarded = false;
    if (!find_guest(r))
        r->forged = true;
}

kn_slice request_value(const request *r, const char *key)
{
    const size_t length = strlen(key);
    kn_slice rest = r->asked.query, one, found = {"", 0};
    while (rest.length > 0) {
        if (!kn_take_until(&rest, '&', &one)) {
            one = rest;
            rest.length = 0;
        }
        if (kn_slice_begins(one, key))
            found = (kn_slice){one.at + length, one.length - length};
    }
    return found;
}

uint32_t request_number(const request *r, const char *key)
{
    int64_t number = 0;
    kn_read_int(request_value(r, key), 1, UINT32_MAX, &number);
    return (uint32_t)number;
}

bool request_message(request *r, message *out)
{
    const char *why = !request_origin_is_ours(r)          ? "origin"
                      : !message_read(r->asked.body, out) ? "not_understood"
                                                          : NULL;
    if (why)
        request_refuse(r, why);
    return !why;
}
