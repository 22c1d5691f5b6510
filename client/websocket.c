/* websocket.c: a WebSocket connection: starts as HTTP (llhttp), continues as WebSocket (wslay).
 * wslay checks frames, fragments and UTF-8. Messages are assembled here, in memory shared by all
 * connections, so that an idle connection needs none. */
#include <llhttp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#include "client/wire.h"
#include "native/handshake.h"
#include "native/native.h"

enum {
    HEAD_MAX = 8192,     /* bytes of the HTTP answer */
    FIELD_MAX = 64,      /* bytes of the header fields that are read */
    CHECK_MS = 15000,    /* how often to check for silence */
    MASKS = 1024,        /* random bytes drawn in one call */
    WRITING_MAX = 16384, /* bytes collected for one write */
};
static const char protocol[] = "knobel.1";

/* The answer to the upgrade request; freed when the connection is open. */
typedef struct {
    llhttp_t parser;
    char key[HANDSHAKE_KEY_MAX];
    char room[CLIENT_ROOM_MAX]; /* for the address; or empty */
    char field[FIELD_MAX], value[FIELD_MAX], body[CLIENT_REASON_MAX];
    size_t field_length, value_length, body_length, length;
    bool accepted, ours, refused;
} opening;

struct client {
    wire wire;
    const client_handlers *handlers;
    void *with;
    opening *opening;
    wslay_event_context_ptr frames; /* once it is open */
    char *kept;                     /* the start of an incomplete message */
    size_t kept_length;
    char *reason;
    uint64_t heard_ms; /* when the last data arrived */
    int code;
    uint8_t kind;   /* opcode of the current frame */
    bool busy;      /* reading: what is sent waits until it ends */
    bool leaving;   /* this end has closed */
    bool answering; /* the other end has closed; it gets an answer and nothing else */
};

/* The state of the connection that is being read. */
static char message[CLIENT_MESSAGE_MAX + 1];
static size_t message_length;
static const char *coming;
static size_t coming_length;

/* The state of the connection that is being flushed. */
static char writing[WRITING_MAX];
static size_t writing_length;

/* ---- the end ---- */

static void connection_gone(wire *w, client_why why)
{
    client *c = (client *)w;
    client_end end = {why, c->code, c->reason ? c->reason : ""};
    c->handlers->closed(c, c->with, &end);
    if (c->frames)
        wslay_event_context_free(c->frames);
    free(c->opening);
    free(c->kept);
    free(c->reason);
    free(c);
}

static void give_reason(client *c, int code, const char *text, size_t length)
{
    if (length >= CLIENT_REASON_MAX)
        length = CLIENT_REASON_MAX - 1;
    c->code = code;
    c->reason = native_realloc(c->reason, length + 1);
    memcpy(c->reason, text, length);
    c->reason[length] = '\0';
}

/* ---- sending ---- */

static ssize_t gather(wslay_event_context_ptr frames, const uint8_t *bytes, size_t count, int flags,
                      void *with)
{
    (void)flags;
    (void)with;
    size_t room = sizeof writing - writing_length;
    if (room == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (count > room)
        count = room;
    memcpy(writing + writing_length, bytes, count);
    writing_length += count;
    return (ssize_t)count;
}

static int draw_mask(wslay_event_context_ptr frames, uint8_t *out, size_t count, void *with)
{
    static uint8_t masks[MASKS * 4];
    static size_t used = sizeof masks;
    (void)frames;
    (void)with;
    if (used + count > sizeof masks) {
        native_random(masks, sizeof masks);
        used = 0;
    }
    memcpy(out, masks + used, count);
    used += count;
    return 0;
}

/* Write all waiting frames, with as few writes as possible. */
static void flush(client *c)
{
    do {
        writing_length = 0;
        if (wslay_event_send(c->frames) != 0) {
            wire_close(&c->wire, CLIENT_LOST);
            return;
        }
        wire_write(&c->wire, writing, writing_length);
    } while (writing_length == sizeof writing && wslay_event_want_write(c->frames));
}

bool client_send(client *c, kn_slice text)
{
    if (!c->frames || c->wire.closed || c->leaving || c->answering ||
        text.length > CLIENT_SEND_MAX || c->wire.waiting + text.length > CLIENT_WAITING_MAX / 2)
        return false;
    struct wslay_event_msg frame = {WSLAY_TEXT_FRAME, (const uint8_t *)text.at, text.length};
    if (wslay_event_queue_msg(c->frames, &frame) != 0)
        return false;
    if (!c->busy)
        flush(c);
    return true;
}

void client_close(client *c)
{
    if (c->wire.closed || c->leaving)
        return;
    c->leaving = true;
    if (!c->frames) {
        wire_close(&c->wire, CLIENT_LEFT);
        return;
    }
    wslay_event_queue_close(c->frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0);
    wire_alarm(&c->wire, CLIENT_FAREWELL_MS);
    if (!c->busy)
        flush(c);
}

client_bytes client_count(const client *c)
{
    return (client_bytes){c->wire.in, c->wire.out};
}

/* ---- frames ---- */

static ssize_t take_bytes(wslay_event_context_ptr frames, uint8_t *out, size_t size, int flags,
                          void *with)
{
    (void)flags;
    (void)with;
    if (coming_length == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (size > coming_length)
        size = coming_length;
    memcpy(out, coming, size);
    coming += size;
    coming_length -= size;
    return (ssize_t)size;
}

/* The server broke the protocol: say so, and read nothing more. */
static void give_up(client *c, uint16_t code)
{
    wslay_event_shutdown_read(c->frames);
    wslay_event_queue_close(c->frames, code, NULL, 0);
}

static void frame_begins(wslay_event_context_ptr frames,
                         const struct wslay_event_on_frame_recv_start_arg *frame, void *with)
{
    client *c = with;
    (void)frames;
    c->kind = frame->opcode;
    if (frame->opcode == WSLAY_BINARY_FRAME)
        give_up(c, WSLAY_CODE_UNSUPPORTED_DATA);
}

static void frame_goes_on(wslay_event_context_ptr frames,
                          const struct wslay_event_on_frame_recv_chunk_arg *part, void *with)
{
    client *c = with;
    (void)frames;
    if (wslay_is_ctrl_frame(c->kind))
        return;
    if (part->data_length > CLIENT_MESSAGE_MAX - message_length) {
        give_up(c, WSLAY_CODE_MESSAGE_TOO_BIG);
        return;
    }
    memcpy(message + message_length, part->data, part->data_length);
    message_length += part->data_length;
}

static void message_whole(wslay_event_context_ptr frames,
                          const struct wslay_event_on_msg_recv_arg *whole, void *with)
{
    client *c = with;
    (void)frames;
    if (whole->opcode == WSLAY_CONNECTION_CLOSE) {
        c->answering = true;
        if (!c->leaving && whole->msg_length >= 2) /* the code takes two */
            give_reason(c, whole->status_code, (const char *)whole->msg + 2, whole->msg_length - 2);
    } else if (whole->opcode == WSLAY_TEXT_FRAME) {
        message[message_length] = '\0';
        kn_slice text = {message, message_length};
        message_length = 0;
        if (!c->leaving && wslay_event_get_read_enabled(c->frames))
            c->handlers->heard(c, c->with, text);
    }
}

static const struct wslay_event_callbacks frame_callbacks = {
    .recv_callback = take_bytes,
    .send_callback = gather,
    .genmask_callback = draw_mask,
    .on_frame_recv_start_callback = frame_begins,
    .on_frame_recv_chunk_callback = frame_goes_on,
    .on_msg_recv_callback = message_whole,
};

/* A message may span several reads: meanwhile store it in memory of its own. */
static void fetch_kept(client *c)
{
    message_length = c->kept_length;
    if (c->kept_length > 0)
        memcpy(message, c->kept, c->kept_length);
    free(c->kept);
    c->kept = NULL;
    c->kept_length = 0;
}

static void keep_rest(client *c)
{
    if (message_length == 0)
        return;
    c->kept = native_realloc(NULL, message_length);
    c->kept_length = message_length;
    memcpy(c->kept, message, message_length);
}

static void take_frames(client *c, const char *bytes, size_t count)
{
    coming = bytes;
    coming_length = count;
    c->busy = true;
    fetch_kept(c);
    int broken = wslay_event_recv(c->frames);
    keep_rest(c);
    c->busy = false;
    if (wslay_event_want_write(c->frames))
        flush(c);
    if (c->answering)
        wire_close(&c->wire, c->leaving ? CLIENT_LEFT : CLIENT_CLOSED);
    else if (broken || !wslay_event_get_read_enabled(c->frames))
        wire_close(&c->wire, CLIENT_BROKEN);
}

/* ---- opening ---- */

static int add_field(llhttp_t *parser, const char *at, size_t length)
{
    opening *o = parser->data;
    for (size_t i = 0; i < length && o->field_length < sizeof o->field - 1; i++)
        o->field[o->field_length++] = at[i];
    return 0;
}

static int add_value(llhttp_t *parser, const char *at, size_t length)
{
    opening *o = parser->data;
    for (size_t i = 0; i < length && o->value_length < sizeof o->value - 1; i++)
        o->value[o->value_length++] = at[i];
    return 0;
}

static bool answers(const char *value, const char *key)
{
    char answer[HANDSHAKE_ANSWER_MAX];
    handshake_answer(key, strlen(key), answer);
    return strcmp(value, answer) == 0;
}

static int field_whole(llhttp_t *parser)
{
    opening *o = parser->data;
    o->field[o->field_length] = o->value[o->value_length] = '\0';
    if (strcasecmp(o->field, "Sec-WebSocket-Accept") == 0)
        o->accepted = answers(o->value, o->key);
    else if (strcasecmp(o->field, "Sec-WebSocket-Protocol") == 0)
        o->ours = strcmp(o->value, protocol) == 0;
    o->field_length = o->value_length = 0;
    return 0;
}

static int add_body(llhttp_t *parser, const char *at, size_t length)
{
    opening *o = parser->data;
    for (size_t i = 0; i < length && o->body_length < sizeof o->body - 1; i++)
        o->body[o->body_length++] = at[i];
    return 0;
}

static int answer_whole(llhttp_t *parser)
{
    opening *o = parser->data;
    o->refused = !parser->upgrade;
    return o->refused ? HPE_PAUSED : HPE_OK; /* anything after it */
}

static const llhttp_settings_t opening_settings = {
    .on_header_field = add_field,
    .on_header_value = add_value,
    .on_header_value_complete = field_whole,
    .on_body = add_body,
    .on_message_complete = answer_whole,
};

static void become_websocket(client *c)
{
    free(c->opening);
    c->opening = NULL;
    if (wslay_event_context_client_init(&c->frames, &frame_callbacks, c) != 0)
        abort(); /* no memory */
    wslay_event_config_set_no_buffering(c->frames, 1);
    wslay_event_config_set_max_recv_msg_length(c->frames, CLIENT_MESSAGE_MAX);
    wire_alarm(&c->wire, CHECK_MS);
    c->handlers->opened(c, c->with);
}

static void take_refusal(client *c)
{
    opening *o = c->opening;
    give_reason(c, o->parser.status_code, o->body, o->body_length);
    wire_close(&c->wire, CLIENT_REFUSED);
}

static void take_answer(client *c, const char *bytes, size_t count)
{
    opening *o = c->opening;
    o->length += count;
    llhttp_errno_t result = llhttp_execute(&o->parser, bytes, count);
    if (result == HPE_PAUSED_UPGRADE && o->accepted && o->ours) {
        const char *rest = llhttp_get_error_pos(&o->parser);
        size_t used = (size_t)(rest - bytes);
        become_websocket(c);
        if (used < count && !c->wire.closed)
            take_frames(c, rest, count - used);
    } else if (o->refused) {
        take_refusal(c);
    } else if (result != HPE_OK || o->length > HEAD_MAX) {
        wire_close(&c->wire, CLIENT_NOT_A_HOUSE);
    }
}

/* ---- what happens on the wire ---- */

static void connection_made(wire *w)
{
    client *c = (client *)w;
    char buffer[1024];
    kn_text head = kn_text_on(buffer, sizeof buffer);
    kn_put(&head, c->opening->room[0] ? "GET /ws/" : "GET /ws");
    kn_put(&head, c->opening->room);
    kn_put(&head, " HTTP/1.1\r\nHost: ");
    kn_put(&head, w->house->host);
    kn_put(&head, "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                  "\r\nSec-WebSocket-Protocol: ");
    kn_put(&head, protocol);
    kn_put(&head, "\r\nSec-WebSocket-Key: ");
    kn_put(&head, c->opening->key);
    kn_put(&head, "\r\n\r\n");
    wire_write(w, buffer, head.length);
}

static void connection_read(wire *w, const char *bytes, size_t count)
{
    client *c = (client *)w;
    c->heard_ms = uv_now(w->tcp.loop);
    if (c->frames)
        take_frames(c, bytes, count);
    else
        take_answer(c, bytes, count);
}

static void connection_ended(wire *w)
{
    client *c = (client *)w;
    if (c->opening)
        llhttp_finish(&c->opening->parser);
    if (c->leaving)
        wire_close(w, CLIENT_LEFT);
    else if (c->opening && c->opening->refused)
        take_refusal(c);
    else
        wire_close(w, c->frames ? CLIENT_LOST : CLIENT_NOT_A_HOUSE);
}

static void connection_alarm(wire *w)
{
    client *c = (client *)w;
    if (c->leaving)
        wire_close(w, CLIENT_LEFT);
    else if (!c->frames)
        wire_close(w, CLIENT_UNREACHABLE);
    else if (uv_now(w->tcp.loop) - c->heard_ms > CLIENT_SILENCE_MS)
        wire_close(w, CLIENT_LOST);
}

static const wire_kind connection_kind = {connection_made, connection_read, connection_ended,
                                          connection_alarm, connection_gone};

client *client_connect(uv_loop_t *loop, const client_house *house, const char *room,
                       const client_handlers *handlers, void *with)
{
    client *c = native_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    c->handlers = handlers;
    c->with = with;
    c->opening = native_realloc(NULL, sizeof *c->opening);
    memset(c->opening, 0, sizeof *c->opening);
    llhttp_init(&c->opening->parser, HTTP_RESPONSE, &opening_settings);
    c->opening->parser.data = c->opening;
    handshake_key(c->opening->key);
    kn_text text = kn_text_on(c->opening->room, sizeof c->opening->room);
    kn_put(&text, room ? room : "");
    wire_open(&c->wire, loop, house, &connection_kind);
    return c;
}
