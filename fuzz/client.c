/* client.c: fuzzes the client with whatever a server may send. The first byte says what is fuzzed:
 * 0 the answer to the opening request, 1 the frames of an open connection, 2 the answer to a single
 * request; the second says how long the pieces are in which the rest arrives. This file replaces
 * the wire beneath. */
#include <stdlib.h>
#include <string.h>

#include "client/wire.h"
#include "fuzz/check.h"
#include "native/handshake.h"

/* ---- a wire without a socket ---- */

static wire *last;
static char written[CLIENT_WAITING_MAX];
static size_t written_length;

void wire_open(wire *w, uv_loop_t *loop, const client_house *house, const wire_kind *kind)
{
    w->kind = kind;
    w->house = house;
    w->tcp.loop = loop;
    last = w;
    written_length = 0;
}

void wire_write(wire *w, const char *bytes, size_t count)
{
    if (w->closed || count > sizeof written - 1 - written_length)
        return;
    memcpy(written + written_length, bytes, count);
    written_length += count;
    written[written_length] = '\0';
    w->out += count;
}

void wire_alarm(wire *w, uint64_t ms)
{
    HOLDS(ms > 0 && w == last);
}

void wire_close(wire *w, client_why why)
{
    if (!w->closed)
        w->why = (uint8_t)why;
    w->closed = true;
}

/* ---- a guest ---- */

static int opened, closed, answers;

static void guest_opened(client *c, void *with)
{
    (void)with;
    opened++;
    HOLDS(client_send(c, kn_slice_of("hello")));
}

static void guest_heard(client *c, void *with, kn_slice text)
{
    (void)with;
    HOLDS(opened == 1 && closed == 0);
    HOLDS(text.length <= CLIENT_MESSAGE_MAX && text.at[text.length] == '\0');
    if (text.length > 0 && text.at[0] == 's')
        client_send(c, text);
    if (text.length > 0 && text.at[0] == 'c')
        client_close(c);
}

static void guest_closed(client *c, void *with, const client_end *end)
{
    (void)with;
    closed++;
    HOLDS(!client_send(c, kn_slice_of("late")));
    HOLDS(end->why > CLIENT_FINE && end->why < CLIENT_WHYS);
    HOLDS(strlen(end->reason) < CLIENT_REASON_MAX);
}

static void answered(void *with, const client_answer *answer)
{
    (void)with;
    answers++;
    HOLDS((answer->status == 0) == (answer->why != CLIENT_FINE));
    HOLDS(answer->body.length <= CLIENT_ANSWER_MAX && answer->body.at[answer->body.length] == '\0');
}

/* ---- a house ---- */

static void send_right_answer(wire *w)
{
    char text[256], answer[HANDSHAKE_ANSWER_MAX];
    kn_text out = kn_text_on(text, sizeof text);
    handshake_answer(strstr(written, "Sec-WebSocket-Key: ") + 19, HANDSHAKE_KEY_MAX - 1, answer);
    kn_put(&out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Protocol: knobel.1\r\nSec-WebSocket-Accept: ");
    kn_put(&out, answer);
    kn_put(&out, "\r\n\r\n");
    w->kind->read(w, text, out.length);
    HOLDS(opened == 1);
}

/* Each piece in memory of exactly its size, so that reading beyond it is noticed. */
static void send_pieces(wire *w, const uint8_t *bytes, size_t count, size_t piece)
{
    while (count > 0 && !w->closed) {
        size_t length = piece && piece < count ? piece : count;
        char *copy = malloc(length);
        memcpy(copy, bytes, length);
        w->kind->read(w, copy, length);
        free(copy);
        bytes += length;
        count -= length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const client_handlers handlers = {guest_opened, guest_heard, guest_closed};
    static const client_house house = {.host = "127.0.0.1:8020", .places = 1};
    if (size < 2)
        return 0;
    opened = closed = answers = 0;
    if (data[0] == 2)
        client_ask(uv_default_loop(), &house, "GET", "/", kn_slice_of(""), answered, NULL);
    else
        client_connect(uv_default_loop(), &house, NULL, &handlers, NULL);
    wire *w = last;
    w->kind->connected(w);
    if (data[0] == 1)
        send_right_answer(w);
    send_pieces(w, data + 2, size - 2, data[1]);
    if (!w->closed)
        w->kind->alarm(w);
    if (!w->closed)
        w->kind->ended(w);
    HOLDS(w->closed);
    w->kind->gone(w, w->why);
    HOLDS(closed + answers == 1);
    return 0;
}
