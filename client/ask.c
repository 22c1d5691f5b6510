/* ask.c: a single HTTP request, on a connection of its own. */
#include <llhttp.h>
#include <stdlib.h>
#include <string.h>

#include "client/wire.h"
#include "native/native.h"

enum { REQUEST_HEAD_MAX = 1024, ANSWER_HEAD_MAX = 16384, BODY_FIRST = 1024, STATUS_MIN = 100 };

typedef struct {
    wire wire;
    llhttp_t parser;
    void (*answered)(void *with, const client_answer *answer);
    void *with;
    char *request; /* head and body, until it is sent */
    size_t request_length;
    char *body; /* of the answer; always with space for a final zero */
    size_t length, capacity, head_length;
    bool begun, whole;
} request;

/* ---- the answer ---- */

static int head_whole(llhttp_t *parser)
{
    request *r = parser->data;
    r->begun = true;
    return parser->status_code >= STATUS_MIN ? 0 : -1;
}

static int add_body(llhttp_t *parser, const char *at, size_t length)
{
    request *r = parser->data;
    if (length > CLIENT_ANSWER_MAX - r->length)
        return -1;
    if (r->length + length >= r->capacity) {
        r->capacity =
            r->length + length + 1 > 2 * r->capacity ? r->length + length + 1 : 2 * r->capacity;
        r->body = native_realloc(r->body, r->capacity);
    }
    memcpy(r->body + r->length, at, length);
    r->length += length;
    return 0;
}

static int answer_whole(llhttp_t *parser)
{
    request *r = parser->data;
    r->whole = true;
    return HPE_PAUSED; /* anything after it */
}

static const llhttp_settings_t answer_settings = {
    .on_headers_complete = head_whole,
    .on_body = add_body,
    .on_message_complete = answer_whole,
};

/* ---- what happens on the wire ---- */

static void request_made(wire *w)
{
    request *r = (request *)w;
    wire_write(w, r->request, r->request_length);
    free(r->request);
    r->request = NULL;
}

static void request_read(wire *w, const char *bytes, size_t count)
{
    request *r = (request *)w;
    wire_alarm(w, CLIENT_DEADLINE_MS);
    if (!r->begun)
        r->head_length += count;
    llhttp_errno_t result = llhttp_execute(&r->parser, bytes, count);
    if (r->whole)
        wire_close(w, CLIENT_FINE);
    else if (result != HPE_OK || (!r->begun && r->head_length > ANSWER_HEAD_MAX))
        wire_close(w, CLIENT_NOT_A_HOUSE);
}

static void request_ended(wire *w)
{
    request *r = (request *)w;
    llhttp_finish(&r->parser);
    wire_close(w, r->whole ? CLIENT_FINE : CLIENT_LOST);
}

static void request_late(wire *w)
{
    request *r = (request *)w;
    wire_close(w, r->begun ? CLIENT_LOST : CLIENT_UNREACHABLE);
}

static void request_gone(wire *w, client_why why)
{
    request *r = (request *)w;
    client_answer answer = {.why = why, .body = {"", 0}};
    if (why == CLIENT_FINE) {
        r->body[r->length] = '\0';
        answer.status = r->parser.status_code;
        answer.body = (kn_slice){r->body, r->length};
    }
    r->answered(r->with, &answer);
    free(r->request);
    free(r->body);
    free(r);
}

static const wire_kind request_kind = {request_made, request_read, request_ended, request_late,
                                       request_gone};

/* ---- asking ---- */

static void write_request(request *r, const char *method, const char *path, kn_slice body)
{
    char buffer[REQUEST_HEAD_MAX];
    kn_text head = kn_text_on(buffer, sizeof buffer);
    kn_put(&head, method);
    kn_put(&head, " ");
    kn_put(&head, path);
    kn_put(&head, " HTTP/1.1\r\nHost: ");
    kn_put(&head, r->wire.house->host);
    kn_put(&head, "\r\nConnection: close\r\n");
    if (body.length > 0) {
        kn_put(&head, "Content-Type: application/json\r\nContent-Length: ");
        kn_put_int(&head, (int64_t)body.length);
        kn_put(&head, "\r\n");
    }
    kn_put(&head, "\r\n");
    r->request_length = head.length + body.length;
    r->request = native_realloc(NULL, r->request_length);
    memcpy(r->request, buffer, head.length);
    if (body.length > 0)
        memcpy(r->request + head.length, body.at, body.length);
}

void client_ask(uv_loop_t *loop, const client_house *house, const char *method, const char *path,
                kn_slice body, void (*answered)(void *with, const client_answer *answer),
                void *with)
{
    request *r = native_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    r->answered = answered;
    r->with = with;
    r->capacity = BODY_FIRST;
    r->body = native_realloc(NULL, r->capacity);
    r->wire.house = house;
    llhttp_init(&r->parser, HTTP_RESPONSE, &answer_settings);
    r->parser.data = r;
    write_request(r, method, path, body);
    wire_open(&r->wire, loop, house, &request_kind);
}
