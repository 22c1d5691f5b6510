/* http.c: fuzzes how a connection handles the bytes of requests, with the real routes and house.
 * However the bytes are cut into pieces, the answers are the same. */
#include <string.h>

#include "fuzz/check.h"
#include "fuzz/hub.h"

enum { WHOLE = 1 << 16, STATUSES_MAX = 512 };

typedef struct {
    char line[STATUSES_MAX][16]; /* `HTTP/1.1 404` */
    int count;
} answers;

/* Where the text stands in the bytes, or NULL. */
static const char *find(kn_slice bytes, const char *text)
{
    for (; bytes.length > 0; bytes.at++, bytes.length--)
        if (kn_slice_begins(bytes, text))
            return bytes.at;
    return NULL;
}

/* Of a request with several faults another one may be found first: all of these are one. */
static const char *alike(const char *line)
{
    static const char *const faults[] = {"400", "405", "413", "414", "431"};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (strcmp(line + 9, faults[i]) == 0)
            return "fault";
    return line;
}

/* Every answer has a first line of ours, a head of ours, and the body it says. */
static void read_answers(const false_hub *f, answers *out)
{
    kn_slice rest = {f->out, f->out_length};
    out->count = 0;
    while (rest.length > 0) {
        kn_slice head = rest;
        size_t body = 0;
        HOLDS(kn_slice_begins(rest, "HTTP/1.1 "));
        HOLDS(out->count < STATUSES_MAX);
        memcpy(out->line[out->count], rest.at, 12);
        out->line[out->count++][12] = '\0';
        if (memcmp(rest.at + 9, "101", 3) == 0)
            return; /* frames follow */
        const char *end = find(head, "\r\n\r\n");
        HOLDS(end);
        head.length = (size_t)(end - head.at);
        HOLDS(find(head, "Content-Security-Policy: "));
        const char *length = find(head, "Content-Length: ");
        for (length = length ? length + 16 : ""; *length >= '0' && *length <= '9'; length++)
            body = 10 * body + (size_t)(*length - '0');
        rest.at = end + 4;
        rest.length = f->out_length - (size_t)(rest.at - f->out);
        /* The answer to HEAD has none; then the next answer stands there, or nothing. */
        if (rest.length >= body && !(kn_slice_begins(rest, "HTTP/1.1 "))) {
            rest.at += body;
            rest.length -= body;
        } else {
            HOLDS(rest.length == 0 || kn_slice_begins(rest, "HTTP/1.1 "));
        }
    }
}

static void ask(kn_slice bytes, size_t piece, answers *out)
{
    false_hub f;
    false_hub_open(&f);
    connection *c = hub_welcome(&f.hub, "192.0.2.7");
    HOLDS(c);
    if (false_hub_feed(&f, c, bytes, piece)) {
        /* Then silence: whoever has begun is told, whoever has not is let go. */
        f.now_ms += f.hub.settings->header_ms + f.hub.settings->idle_ms;
        bool open = c->websocket_open;
        connection_watch_time(c, f.now_ms);
        bool there = false_hub_turn(&f, c);
        HOLDS(there == open);
    }
    read_answers(&f, out);
    false_hub_close(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static answers at_once, in_pieces;
    kn_slice bytes = {(const char *)data, size};
    ask(bytes, WHOLE, &at_once);
    ask(bytes, 1 + size % 7, &in_pieces);
    HOLDS(at_once.count == in_pieces.count);
    for (int i = 0; i < at_once.count; i++)
        HOLDS(strcmp(alike(at_once.line[i]), alike(in_pieces.line[i])) == 0);
    return 0;
}
