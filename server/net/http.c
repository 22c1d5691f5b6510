/* http.c: HTTP/1.1. See http.h. */
#include "server/net/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "native/handshake.h"
#include "native/native.h"

enum { TEXT_FIRST = 512, HEAD_WRITTEN_MAX = 2048, POLICY_MAX = 512 };

static const char *const names[HTTP_HEADERS] = {
    [HTTP_HOST] = "host",
    [HTTP_ORIGIN] = "origin",
    [HTTP_ACCEPT] = "accept",
    [HTTP_ACCEPT_ENCODING] = "accept-encoding",
    [HTTP_IF_NONE_MATCH] = "if-none-match",
    [HTTP_UPGRADE] = "upgrade",
    [HTTP_KEY] = "sec-websocket-key",
    [HTTP_SUBPROTOCOLS] = "sec-websocket-protocol",
    [HTTP_WEBSOCKET_VERSION] = "sec-websocket-version",
    [HTTP_FORWARDED_FOR] = "x-forwarded-for",
    [HTTP_FORWARDED_PROTO] = "x-forwarded-proto",
    [HTTP_GUEST] = "x-knobel-guest",
};

const char *http_header_name(http_header header)
{
    return names[header];
}

bool http_is_from_guests(http_header header)
{
    return header != HTTP_FORWARDED_FOR && header != HTTP_FORWARDED_PROTO && header != HTTP_GUEST;
}

/* ---- what llhttp reads ---- */

static int refuse(http_reader *h, int status)
{
    h->refusal = status;
    return HPE_USER;
}

/* Bounded by what bounds its parts: target, head and body. */
static void append(http_reader *h, const char *at, size_t count)
{
    if (h->length + count > h->size) {
        while (h->length + count > h->size)
            h->size = h->size ? 2 * h->size : TEXT_FIRST;
        h->text = native_realloc(h->text, h->size);
    }
    if (count > 0)
        memcpy(h->text + h->length, at, count);
    h->length += (uint32_t)count;
}

static int on_begin(llhttp_t *parser)
{
    http_reader *h = parser->data;
    h->length = 0;
    append(h, "", 1); /* so that no place is 0 */
    h->target = h->length;
    h->body = h->body_length = h->head_bytes = 0;
    memset(h->value, 0, sizeof h->value);
    h->name_length = 0;
    h->header = -1;
    return 0;
}

static int on_target(llhttp_t *parser, const char *at, size_t count)
{
    http_reader *h = parser->data;
    if (h->length - h->target + count > HTTP_TARGET_MAX)
        return refuse(h, HTTP_STATUS_URI_TOO_LONG);
    append(h, at, count);
    return 0;
}

static int on_closed(llhttp_t *parser)
{
    append(parser->data, "", 1);
    return 0;
}

static int on_name(llhttp_t *parser, const char *at, size_t count)
{
    http_reader *h = parser->data;
    h->head_bytes += (uint32_t)count;
    if (h->head_bytes > HTTP_HEAD_MAX)
        return refuse(h, HTTP_STATUS_REQUEST_HEADER_FIELDS_TOO_LARGE);
    /* A name too long for us is cut, and then none that matters. */
    size_t fits = sizeof h->name - 1 - h->name_length;
    count = count < fits ? count : fits;
    memcpy(h->name + h->name_length, at, count);
    h->name_length += (uint8_t)count;
    return 0;
}

static int on_name_read(llhttp_t *parser)
{
    http_reader *h = parser->data;
    h->name[h->name_length] = '\0';
    h->name_length = 0;
    h->header = -1;
    if (h->body) /* behind a body that came in chunks anybody can write anything */
        return 0;
    for (int i = 0; i < HTTP_HEADERS; i++)
        if (strcasecmp(h->name, names[i]) == 0)
            h->header = (int8_t)i;
    if (h->header < 0)
        return 0;
    /* Two of these could be understood in two ways; of the others the last one counts. */
    if (h->value[h->header] && (h->header == HTTP_HOST || h->header == HTTP_ORIGIN))
        return refuse(h, HTTP_STATUS_BAD_REQUEST);
    h->value[h->header] = h->length;
    return 0;
}

static int on_value(llhttp_t *parser, const char *at, size_t count)
{
    http_reader *h = parser->data;
    h->head_bytes += (uint32_t)count;
    if (h->head_bytes > HTTP_HEAD_MAX)
        return refuse(h, HTTP_STATUS_REQUEST_HEADER_FIELDS_TOO_LARGE);
    if (h->header >= 0)
        append(h, at, count);
    return 0;
}

static int on_value_read(llhttp_t *parser)
{
    http_reader *h = parser->data;
    if (h->header >= 0)
        append(h, "", 1);
    return 0;
}

static uint32_t body_most(const http_reader *h)
{
    bool large = h->large && strcmp(h->text + h->target, h->large) == 0;
    return large && h->large_most > h->body_most ? h->large_most : h->body_most;
}

static int on_head(llhttp_t *parser)
{
    http_reader *h = parser->data;
    h->body = h->length;
    switch (llhttp_get_method(parser)) {
    case HTTP_GET:
    case HTTP_HEAD:
    case HTTP_POST: break;
    default: return refuse(h, HTTP_STATUS_METHOD_NOT_ALLOWED);
    }
    if (!h->value[HTTP_HOST] && llhttp_get_http_minor(parser) > 0)
        return refuse(h, HTTP_STATUS_BAD_REQUEST);
    if (parser->content_length > body_most(h) && parser->content_length != UINT64_MAX)
        return refuse(h, HTTP_STATUS_PAYLOAD_TOO_LARGE);
    return 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t count)
{
    http_reader *h = parser->data;
    if (h->body_length + count > body_most(h))
        return refuse(h, HTTP_STATUS_PAYLOAD_TOO_LARGE);
    append(h, at, count);
    h->body_length += (uint32_t)count;
    return 0;
}

/* Pause, so that the answer comes before the next request is looked at. An upgrade pauses by
 * itself, and behind its last byte. */
static int on_whole(llhttp_t *parser)
{
    http_reader *h = parser->data;
    append(h, "", 1);
    h->whole = true;
    return llhttp_get_upgrade(parser) ? 0 : HPE_PAUSED;
}

static const llhttp_settings_t settings = {
    .on_message_begin = on_begin,
    .on_url = on_target,
    .on_url_complete = on_closed,
    .on_header_field = on_name,
    .on_header_field_complete = on_name_read,
    .on_header_value = on_value,
    .on_header_value_complete = on_value_read,
    .on_headers_complete = on_head,
    .on_body = on_body,
    .on_message_complete = on_whole,
};

/* ---- requests ---- */

http_reader *http_open(size_t body_most)
{
    http_reader *h = native_realloc(NULL, sizeof *h);
    memset(h, 0, sizeof *h);
    llhttp_init(&h->parser, HTTP_REQUEST, &settings);
    h->parser.data = h;
    h->body_most = (uint32_t)body_most;
    return h;
}

void http_allow_large(http_reader *h, const char *target, size_t most)
{
    h->large = target;
    h->large_most = (uint32_t)most;
}

void http_close(http_reader *h)
{
    if (h) {
        free(h->text);
        free(h);
    }
}

bool http_begun(const http_reader *h)
{
    return h->length > 0;
}

http_progress http_read(http_reader *h, kn_slice *bytes)
{
    llhttp_errno_t error = llhttp_execute(&h->parser, bytes->at, bytes->length);
    if (error == HPE_OK) {
        *bytes = (kn_slice){bytes->at + bytes->length, 0};
        return HTTP_MORE;
    }
    if (!h->whole) {
        if (!h->refusal)
            h->refusal = HTTP_STATUS_BAD_REQUEST;
        return HTTP_REFUSED;
    }
    const char *end = llhttp_get_error_pos(&h->parser);
    bytes->length -= (size_t)(end - bytes->at);
    bytes->at = end;
    return HTTP_WHOLE;
}

void http_next(http_reader *h)
{
    if (llhttp_get_errno(&h->parser) == HPE_PAUSED_UPGRADE)
        llhttp_resume_after_upgrade(&h->parser);
    else
        llhttp_resume(&h->parser);
    h->whole = false;
    h->length = 0;
    free(h->text);
    h->text = NULL;
    h->size = 0;
}

void http_get_request(const http_reader *h, http_request *out)
{
    memset(out, 0, sizeof *out);
    uint8_t method = llhttp_get_method((llhttp_t *)&h->parser);
    out->method = method == HTTP_POST ? HTTP_POSTS : method == HTTP_HEAD ? HTTP_LOOKS : HTTP_GETS;
    kn_slice target = kn_slice_of(h->text + h->target);
    out->path = target;
    if (kn_take_until(&target, '?', &out->path))
        out->query = target;
    for (int i = 0; i < HTTP_HEADERS; i++)
        if (h->value[i])
            out->header[i] = h->text + h->value[i];
    out->body = (kn_slice){h->text + h->body, h->body_length};
    out->keep = llhttp_should_keep_alive(&h->parser);
    out->upgrade = llhttp_get_upgrade((llhttp_t *)&h->parser);
}

/* ---- answers ---- */

/* On everything. The page may run the engine, which is WebAssembly; nothing inline but the one
 * script and the one style that the build has put there, nothing from elsewhere, in nobody's frame.
 */
static const char policy[] =
    "Content-Security-Policy: default-src 'self'; script-src 'self'%s 'wasm-unsafe-eval'; "
    "style-src 'self'%s; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n";
static const char guards[] =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

static const char *status_words(int status)
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 421: return "Misdirected Request";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    case 507: return "Insufficient Storage";
    default: return "Other";
    }
}

static void write_date(char *out, size_t size)
{
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(out, size, "%a, %d %b %Y %H:%M:%S GMT", &parts);
}

static int write_head(const http_answer *a, char *out, size_t size)
{
    char length[48] = "", date[32], allowed[POLICY_MAX];
    write_date(date, sizeof date);
    if (a->status != HTTP_STATUS_NOT_MODIFIED)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", a->body.length);
    snprintf(allowed, sizeof allowed, policy, a->script ? a->script : "", a->style ? a->style : "");
    return snprintf(out, size,
                    "HTTP/1.1 %d %s\r\n"
                    "Date: %s\r\n"
                    "Content-Type: %s\r\n%s"
                    "Cache-Control: %s\r\n"
                    "%s%s%s%s%s%s%s"
                    "%s%sConnection: %s\r\n\r\n",
                    a->status, status_words(a->status), date, a->type, length,
                    a->immutable ? "public, max-age=31536000, immutable"
                    : a->etag    ? "no-cache"
                                 : "no-store",
                    a->etag ? "Vary: Accept-Encoding\r\nETag: " : "", a->etag ? a->etag : "",
                    a->etag ? "\r\n" : "", a->coding ? "Content-Encoding: " : "",
                    a->coding ? a->coding : "", a->coding ? "\r\n" : "", a->more ? a->more : "",
                    allowed, guards, a->keep ? "keep-alive" : "close");
}

buffer *http_write(const http_answer *answer, bool copied)
{
    char head[HEAD_WRITTEN_MAX];
    size_t length = (size_t)write_head(answer, head, sizeof head);
    if (length >= sizeof head)
        abort(); /* all its parts are ours */
    size_t body = copied && !answer->head_only ? answer->body.length : 0;
    buffer *p = buffer_new(length + body);
    memcpy(p->own, head, length);
    if (body > 0)
        memcpy(p->own + length, answer->body.at, body);
    return p;
}

buffer *http_switch(const char *key, const char *subprotocol)
{
    char head[HEAD_WRITTEN_MAX], accept[HANDSHAKE_ANSWER_MAX];
    handshake_answer(key, strlen(key), accept);
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 101 Switching Protocols\r\n"
                          "Upgrade: websocket\r\n"
                          "Connection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\n"
                          "Sec-WebSocket-Protocol: %s\r\n\r\n",
                          accept, subprotocol);
    buffer *p = buffer_new((size_t)length);
    memcpy(p->own, head, (size_t)length);
    return p;
}
