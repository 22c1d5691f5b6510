/* websocket.c: parses frames into messages. See websocket.h. */
#include "server/net/websocket.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "native/native.h"

enum { CODE_BYTES = 2, MASK_BYTES = 4 };

/* wslay's parser of frames, and what it is fed with. */
typedef struct websocket_reader {
    wslay_frame_context_ptr frames;
    kn_slice source;
    uint64_t fed, used;     /* bytes handed to wslay; those of whole frames */
    uint64_t payload_heard; /* of the frame under way */
    char control[WEBSOCKET_CONTROL_MAX];
    uint8_t control_length;
} reader;

/* Not lent to anybody. One thread, so one is enough to save most of the making. */
static reader *spare;

/* ---- readers ---- */

static ssize_t feed(uint8_t *buffer, size_t size, int flags, void *user)
{
    reader *r = user;
    (void)flags;
    size_t count = r->source.length < size ? r->source.length : size;
    if (count == 0)
        return -1;
    memcpy(buffer, r->source.at, count);
    r->source.at += count;
    r->source.length -= count;
    r->fed += count;
    return (ssize_t)count;
}

static reader *new_reader(void)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = feed};
    reader *r = native_realloc(NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    if (wslay_frame_context_init(&r->frames, &callbacks, r) != 0)
        abort();
    return r;
}

static void free_reader(reader *r)
{
    if (r) {
        wslay_frame_context_free(r->frames);
        free(r);
    }
}

static reader *borrow_reader(websocket *w)
{
    reader *r = w->reader ? w->reader : spare ? spare : new_reader();
    if (r == spare)
        spare = NULL;
    w->reader = r;
    return r;
}

/* Between two frames wslay remembers nothing, so the reader can serve anybody. */
static void return_reader(websocket *w)
{
    if (!w->reader || w->reader->fed != w->reader->used)
        return;
    if (spare)
        free_reader(w->reader);
    else
        spare = w->reader;
    w->reader = NULL;
}

/* ---- UTF-8 ---- */

/* How many bytes the character at `s` has; 0 if it is none. Behind the text stands at least one
 * byte that is not a continuation. */
static size_t character_bytes(const uint8_t *s)
{
    static const struct {
        uint8_t first, last, second_min, second_max, bytes;
    } forms[] = {
        {0x00, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (s[0] < forms[i].first || s[0] > forms[i].last)
            continue;
        if (forms[i].bytes > 1 && (s[1] < forms[i].second_min || s[1] > forms[i].second_max))
            return 0;
        for (size_t k = 2; k < forms[i].bytes; k++)
            if ((s[k] & 0xc0) != 0x80)
                return 0;
        return forms[i].bytes;
    }
    return 0;
}

static bool is_text(kn_slice text)
{
    size_t at = 0;
    while (at < text.length) {
        uint8_t four[4] = {0};
        uint64_t eight;
        if (at + sizeof eight <= text.length) {
            memcpy(&eight, text.at + at, sizeof eight);
            if ((eight & UINT64_C(0x8080808080808080)) == 0) { /* mostly */
                at += sizeof eight;
                continue;
            }
        }
        size_t left = text.length - at;
        memcpy(four, text.at + at, left < sizeof four ? left : sizeof four);
        size_t bytes = character_bytes(four);
        if (bytes == 0 || bytes > left)
            return false;
        at += bytes;
    }
    return true;
}

/* ---- frames ---- */

/* Does a frame that begins like this belong here? 0, or the code to close with. */
static int frame_fault(const websocket *w, const struct wslay_frame_iocb *f, size_t most)
{
    if (f->rsv != 0 || !f->mask)
        return CLOSE_BROKEN;
    switch (f->opcode) {
    case WSLAY_CONNECTION_CLOSE:
    case WSLAY_PING:
    case WSLAY_PONG: return 0; /* wslay has checked their length */
    case WSLAY_CONTINUATION_FRAME:
        if (!w->fragmented)
            return CLOSE_BROKEN;
        break;
    case WSLAY_TEXT_FRAME:
        if (w->fragmented)
            return CLOSE_BROKEN;
        break;
    case WSLAY_BINARY_FRAME: return CLOSE_BINARY;
    default: return CLOSE_BROKEN;
    }
    return f->payload_length > most - w->length ? CLOSE_TOO_BIG : 0;
}

/* May the other end say this code? */
static bool may_say(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

/* The other end says goodbye. */
static int hear_close(const websocket_handlers *handlers, void *with, kn_slice payload)
{
    const uint8_t *bytes = (const uint8_t *)payload.at;
    int code = CLOSE_NO_CODE;
    if (payload.length == 1)
        return CLOSE_BROKEN;
    if (payload.length >= CODE_BYTES) {
        code = bytes[0] << 8 | bytes[1];
        if (!may_say(code))
            return CLOSE_BROKEN;
        kn_slice reason = {payload.at + CODE_BYTES, payload.length - CODE_BYTES};
        if (!is_text(reason))
            return CLOSE_NOT_TEXT;
    }
    handlers->closed(with, code);
    return 0;
}

/* A piece of a control frame. `*stop`: nothing further is to be read. */
static int hear_control(reader *r, const websocket_handlers *handlers, void *with,
                        const struct wslay_frame_iocb *f, bool *stop)
{
    memcpy(r->control + r->control_length, f->data, f->data_length);
    r->control_length += (uint8_t)f->data_length;
    if (r->control_length < f->payload_length)
        return 0;
    kn_slice payload = {r->control, r->control_length};
    r->control_length = 0;
    if (f->opcode == WSLAY_PING)
        handlers->ping(with, payload);
    else if (f->opcode == WSLAY_PONG)
        handlers->pong(with, payload);
    else {
        *stop = true;
        return hear_close(handlers, with, payload);
    }
    return 0;
}

/* A piece of a message; a message in one piece is not copied. */
static int hear_piece(websocket *w, const websocket_handlers *handlers, void *with,
                      const struct wslay_frame_iocb *f, bool frame_ends, size_t most, bool *stop)
{
    kn_slice text = {(const char *)f->data, f->data_length};
    bool ends = frame_ends && f->fin;
    if (!ends || w->message) {
        if (!w->message)
            w->message = native_realloc(NULL, most);
        memcpy(w->message + w->length, text.at, text.length);
        w->length += (uint32_t)text.length;
        text = (kn_slice){w->message, w->length};
    }
    if (ends)
        w->fragmented = false;
    else if (!f->fin)
        w->fragmented = true;
    if (!ends)
        return 0;
    char *done = w->message;
    w->message = NULL;
    w->length = 0;
    bool good = is_text(text);
    *stop = !good || !handlers->text(with, text);
    free(done);
    return good ? 0 : CLOSE_NOT_TEXT;
}

/* What wslay has read of a frame. */
static int hear_frame(websocket *w, const websocket_handlers *handlers, void *with,
                      const struct wslay_frame_iocb *f, size_t most, bool *stop)
{
    reader *r = w->reader;
    int fault = r->payload_heard == 0 ? frame_fault(w, f, most) : 0;
    if (fault)
        return fault;
    r->payload_heard += f->data_length;
    bool ends = r->payload_heard == f->payload_length;
    if (ends) {
        size_t extended = f->payload_length <= WEBSOCKET_CONTROL_MAX ? 0
                          : f->payload_length <= UINT16_MAX          ? 2
                                                                     : 8;
        r->used += 2 + extended + MASK_BYTES + f->payload_length;
        r->payload_heard = 0;
    }
    return wslay_is_ctrl_frame(f->opcode) ? hear_control(r, handlers, with, f, stop)
                                          : hear_piece(w, handlers, with, f, ends, most, stop);
}

int websocket_read(websocket *w, const websocket_handlers *handlers, void *with, kn_slice bytes,
                   size_t most)
{
    reader *r = borrow_reader(w);
    bool stop = false;
    int fault = 0;
    r->source = bytes;
    while (!fault && !stop) {
        struct wslay_frame_iocb frame;
        memset(&frame, 0, sizeof frame);
        ssize_t got = wslay_frame_recv(r->frames, &frame);
        if (got == WSLAY_ERR_WANT_READ)
            break;
        fault = got < 0 ? CLOSE_BROKEN : hear_frame(w, handlers, with, &frame, most, &stop);
    }
    if (!fault && !stop)
        return_reader(w);
    return fault;
}

void websocket_free(websocket *w)
{
    free_reader(w->reader);
    free(w->message);
    *w = (websocket){0};
}

void websocket_end(void)
{
    free_reader(spare);
    spare = NULL;
}
