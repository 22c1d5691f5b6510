/* connection.c: one connection. See connection.h. */
#include "server/net/connection.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "protocol/message.h"
#include "server/net/forward.h"
#include "server/net/hub.h"
#include "server/net/routes.h"
#include "server/owner.h"

enum { OUT_FIRST = 4 };

/* ---- memory ---- */

void connection_use(connection *c)
{
    c->uses++;
}

static void drop_output(connection *c, uint32_t from)
{
    for (uint32_t i = from; i < c->out_count; i++) {
        c->out_bytes -= c->out[i]->length;
        buffer_drop(c->out[i]);
    }
    c->out_count = from;
    if (c->out_count == 0) {
        free(c->out);
        c->out = NULL;
        c->out_capacity = 0;
        c->out_bytes = c->out_done = 0;
    }
}

void connection_drop(connection *c)
{
    if (--c->uses > 0)
        return;
    drop_output(c, 0);
    http_close(c->http);
    websocket_free(&c->frames);
    free(c->later);
    free(c);
}

/* ---- the end ---- */

static void end(connection *c, connection_end how)
{
    if (how <= c->end)
        return;
    c->end = (uint8_t)how;
    if (how == END_GENTLY && c->out_count == 0)
        c->deadline_ms = hub_now_ms(c->hub) + CONNECTION_LINGER_MS;
    hub_attend(c);
}

/* The house need not think of this guest any more. */
static void leave_house(connection *c)
{
    if (!c->known)
        return;
    c->known = false;
    house_gone(c->hub->house, c->number, hub_now_ms(c->hub));
}

void connection_send_goodbye(connection *c, buffer *p)
{
    if (!c->websocket_open || c->farewell || c->end) {
        buffer_drop(p);
        return;
    }
    leave_house(c);
    connection_send(c, p);
    c->farewell = true;
    c->deadline_ms = hub_now_ms(c->hub) + CONNECTION_LINGER_MS;
}

void connection_say_goodbye(connection *c, int code, const char *why)
{
    connection_send_goodbye(c, buffer_goodbye(code, why));
    c->hub->metrics.closed_by_limit += code == CLOSE_LIMIT;
}

void connection_finish(connection *c, connection_end how)
{
    c->deadline_ms = hub_now_ms(c->hub) + CONNECTION_WRITE_MS;
    end(c, how);
}

void connection_gone(connection *c)
{
    c->gone = true;
    c->end = END_NOW;
    if (c->asking)
        owner_forget(c->hub->owner, c);
    if (c->forward)
        forward_leave(c->forward);
    leave_house(c);
    if (c->websocket_open)
        c->hub->metrics.websockets--;
    c->websocket_open = false;
    hub_forget(c);
    connection_drop(c);
}

void connection_cut_off(connection *c)
{
    c->cut_off = true;
    /* Over HTTP an answer may still be wanted; a WebSocket has ended. */
    if (c->websocket_open || !c->answering || (c->forward && forward_is_websocket(c->forward)))
        end(c, END_NOW);
    else if (c->end == END_GENTLY)
        end(c, END_WRITTEN);
}

/* ---- writing ---- */

void connection_check_output(connection *c)
{
    bool fits = c->out_bytes <= (size_t)c->hub->settings->output_bytes && !c->flooded;
    if (!c->websocket_open || c->farewell || c->end || fits)
        return;
    /* What has not begun to leave need not leave any more. */
    uint32_t begun = c->out_lent ? c->out_lent : c->out_done > 0;
    drop_output(c, begun);
    connection_say_goodbye(c, CLOSE_LIMIT, "slow_down");
}

void connection_send(connection *c, buffer *p)
{
    if (c->end == END_NOW || c->farewell) {
        buffer_drop(p);
        return;
    }
    if (c->out_count == c->out_capacity) {
        c->out_capacity = c->out_capacity ? 2 * c->out_capacity : OUT_FIRST;
        c->out = native_realloc(c->out, c->out_capacity * sizeof(buffer *));
    }
    if (c->out_count == 0 && !c->websocket_open)
        c->deadline_ms = hub_now_ms(c->hub) + CONNECTION_WRITE_MS;
    c->out[c->out_count++] = p;
    c->out_bytes += p->length;
    hub_attend(c);
}

int connection_lend(connection *c, kn_slice *pieces, int most)
{
    uint32_t count = c->out_count < (uint32_t)most ? c->out_count : (uint32_t)most;
    for (uint32_t i = 0; i < count; i++)
        pieces[i] = (kn_slice){c->out[i]->at, c->out[i]->length};
    if (count > 0) {
        pieces[0].at += c->out_done;
        pieces[0].length -= c->out_done;
    }
    c->out_lent = count;
    return (int)count;
}

/* The answer is out: the connection is free for the next request, which may have come already. */
static void finish_answer(connection *c)
{
    c->answering = c->answered = false;
    http_next(c->http);
    c->deadline_ms = hub_now_ms(c->hub) + c->hub->settings->idle_ms;
    if (c->later) {
        char *bytes = c->later;
        uint32_t length = c->later_length;
        c->later = NULL;
        c->later_length = 0;
        connection_read(c, (kn_slice){bytes, length});
        free(bytes);
    }
    if (c->cut_off && !c->answering)
        end(c, END_NOW);
}

void connection_wrote(connection *c, size_t bytes)
{
    uint32_t whole = 0;
    c->hub->metrics.bytes_out += bytes;
    c->out_done += bytes;
    for (; whole < c->out_count && c->out_done >= c->out[whole]->length; whole++) {
        c->out_done -= c->out[whole]->length;
        c->out_bytes -= c->out[whole]->length;
        buffer_drop(c->out[whole]);
    }
    c->out_lent = 0;
    c->out_count -= whole;
    memmove(c->out, c->out + whole, c->out_count * sizeof(buffer *));
    if (c->forward)
        forward_wrote(c->forward);
    if (bytes > 0 && !c->websocket_open)
        c->deadline_ms = hub_now_ms(c->hub) + CONNECTION_WRITE_MS;
    if (c->out_count > 0)
        return;
    drop_output(c, 0);
    if (c->end == END_GENTLY)
        c->deadline_ms = hub_now_ms(c->hub) + CONNECTION_LINGER_MS;
    else if (c->answered && !c->end)
        finish_answer(c);
}

/* ---- HTTP ---- */

void connection_give_answer(connection *c, buffer *p)
{
    connection_send(c, p);
    c->answered = true;
    if (c->last)
        end(c, END_GENTLY);
}

void connection_answer(connection *c, buffer *head, buffer *body, bool keep)
{
    c->hub->metrics.requests++;
    c->last = !keep;
    if (body)
        connection_send(c, head);
    connection_give_answer(c, body ? body : head);
}

void connection_hold_answer(connection *c, buffer *answer, bool keep)
{
    c->hub->metrics.requests++;
    c->last = !keep;
    c->deadline_ms = KN_NEVER;
    hub_hold(c, answer, HELD_ANSWER);
}

void connection_finish_requests(connection *c)
{
    if (c->forward && forward_is_websocket(c->forward)) {
        forward_leave(c->forward);
        connection_finish(c, END_WRITTEN);
        return;
    }
    if (c->websocket_open)
        return;
    c->last = true;
    if (!c->answering || c->answered)
        end(c, c->answered ? END_GENTLY : END_NOW);
}

/* Bytes behind a request whose answer is not out yet: pipelining, in moderation. */
static void keep_for_later(connection *c, kn_slice bytes)
{
    if (bytes.length > CONNECTION_LATER_MAX - c->later_length) {
        end(c, END_NOW);
        return;
    }
    c->later = native_realloc(c->later, c->later_length + bytes.length);
    memcpy(c->later + c->later_length, bytes.at, bytes.length);
    c->later_length += (uint32_t)bytes.length;
}

static void read_frames(connection *c, kn_slice bytes);

static void read_requests(connection *c, kn_slice bytes)
{
    while (bytes.length > 0 && !c->answering && !c->end) {
        bool begun = http_begun(c->http);
        http_progress progress = http_read(c->http, &bytes);
        if (progress == HTTP_MORE) {
            if (!begun && http_begun(c->http)) /* empty lines begin nothing */
                c->deadline_ms = hub_now_ms(c->hub) + c->hub->settings->header_ms;
            return;
        }
        c->answering = true;
        if (progress == HTTP_REFUSED)
            routes_refuse(c, c->http->refusal);
        else
            routes_answer(c);
        if (c->websocket_open) {
            http_close(c->http);
            c->http = NULL;
            read_frames(c, bytes);
            return;
        }
    }
    if (bytes.length > 0 && !c->end)
        keep_for_later(c, bytes);
}

/* ---- WebSocket ---- */

void connection_upgrade(connection *c, buffer *answer, const char *address)
{
    hub *h = c->hub;
    connection_send(c, answer);
    c->answering = false;
    c->websocket_open = true;
    c->deadline_ms = KN_NEVER;
    c->ponged_ms = hub_now_ms(h);
    h->metrics.requests++;
    h->metrics.websockets++;
    c->known = true;
    memcpy(c->address, address, strlen(address) + 1);
    house_come(h->house, c->number, address, c->ponged_ms);
    if (c->room[0])
        house_tie(h->house, c->number, c->room);
}

/* The room that a message wants to enter; false: it is another message. */
static bool wants_to_enter(const house_message *m, char code[HOUSE_CODE_MAX])
{
    kn_slice type = {0}, room = {0};
    for (int i = 0; i < m->count; i++) {
        const house_field *field = &m->field[i];
        if (field->kind == HOUSE_TEXT && strcmp(field->key, "type") == 0)
            type = field->text;
        if (field->kind == HOUSE_TEXT && strcmp(field->key, "room") == 0)
            room = field->text;
    }
    return kn_slice_is(type, "enter") && room.at && house_read_code(room, code);
}

static void hear_message(connection *c, kn_slice text);

/* A text is put behind those that wait; its length stands before it. */
static void put_off(connection *c, kn_slice text)
{
    uint32_t length = (uint32_t)text.length;
    if (sizeof length + text.length > CONNECTION_LATER_MAX - c->later_length) {
        end(c, END_NOW); /* all of a message or nothing of it */
        return;
    }
    keep_for_later(c, (kn_slice){(const char *)&length, sizeof length});
    keep_for_later(c, text);
}

/* Hear those that have waited, until one of them has to be asked about again. */
static void hear_put_off(connection *c)
{
    char *waiting = c->later;
    uint32_t length = c->later_length, at = 0, one;
    c->later = NULL;
    c->later_length = 0;
    while (at < length && !c->end) {
        memcpy(&one, waiting + at, sizeof one);
        kn_slice text = {waiting + at + sizeof one, one};
        at += (uint32_t)sizeof one + one;
        if (c->forward)
            forward_frame(c->forward, WEBSOCKET_TEXT, text);
        else if (c->asking)
            put_off(c, text);
        else
            hear_message(c, text);
    }
    free(waiting);
}

/* The first of those that wait is the one that was asked about. */
static void enter_told(void *with, owner_kind kind, const char *address)
{
    connection *c = with;
    hub *h = c->hub;
    uint32_t length;
    message said;
    char code[HOUSE_CODE_MAX];
    bool late = c->late;
    c->asking = c->late = false;
    memcpy(&length, c->later, sizeof length);
    kn_slice text = {c->later + sizeof length, length};
    if (!c->known || c->end || !message_read(text, &said))
        return;
    bool coded = wants_to_enter(&said.said, code), here = kind == OWNER_ME || kind == OWNER_NONE;
    /* Who has tried too many codes is answered here, so that no other node gives them more. */
    here |= house_tried_too_often(h->house, c->address, hub_now_ms(h));
    proof_guest guest = {.tls = false};
    memcpy(guest.address, c->address, sizeof guest.address);
    if (here)
        house_hear(h->house, c->number, &said.said, hub_now_ms(h));
    else if (kind == OWNER_OTHER && coded && h->forwards && !c->forwarded &&
             forward_visit(c, &guest, code, address))
        leave_house(c);
    else
        house_refuse(h->house, c->number, &said.said, kind == OWNER_OTHER ? "elsewhere" : "disk",
                     hub_now_ms(h));
    if (!here && c->forward)
        forward_frame(c->forward, WEBSOCKET_TEXT, text);
    message_free(&said);
    c->later_length -= (uint32_t)sizeof length + length;
    memmove(c->later, c->later + sizeof length + length, c->later_length);
    if (late)
        hear_put_off(c);
    hub_attend(c); /* it is listened to again */
}

static void ask_for_room(connection *c, const char *code, kn_slice text)
{
    put_off(c, text);
    if (c->end)
        return;
    c->asking = true;
    c->asked_ms = hub_now_ms(c->hub);
    owner_ask(c->hub->owner, code, enter_told, c);
    c->late = c->asking;
}

static void hear_message(connection *c, kn_slice text)
{
    hub *h = c->hub;
    message said;
    char code[HOUSE_CODE_MAX];
    if (!c->known || c->flooded)
        return; /* on its way out; only its farewell is waited for */
    if (!message_read(text, &said)) {
        house_mishear(h->house, c->number, hub_now_ms(h));
        return;
    }
    if (h->owner && wants_to_enter(&said.said, code) && (!c->room[0] || strcmp(c->room, code) == 0))
        ask_for_room(c, code, text);
    else
        house_hear(h->house, c->number, &said.said, hub_now_ms(h));
    message_free(&said);
}

static bool hear_text(void *with, kn_slice text)
{
    connection *c = with;
    c->hub->metrics.messages_in++;
    if (c->forward)
        forward_frame(c->forward, WEBSOCKET_TEXT, text);
    else if (c->asking)
        put_off(c, text);
    else
        hear_message(c, text);
    return c->end == END_NOT_YET;
}

static void hear_ping(void *with, kn_slice payload)
{
    connection *c = with;
    if (bucket_take(&c->pings, CONNECTION_PINGS_AT_ONCE, 1000.0 / CONNECTION_PINGS_A_SECOND,
                    hub_now_ms(c->hub)))
        connection_send(c, buffer_frame(WEBSOCKET_PONG, payload));
    else
        connection_say_goodbye(c, CLOSE_LIMIT, "slow_down");
}

/* Only the pong to the last ping counts, and its time is the one we remember. */
static void hear_pong(void *with, kn_slice payload)
{
    connection *c = with;
    if (c->forward)
        forward_frame(c->forward, WEBSOCKET_PONG, payload);
    if (!c->pinging || payload.length != sizeof c->pinged_ns ||
        memcmp(payload.at, &c->pinged_ns, sizeof c->pinged_ns) != 0)
        return;
    c->pinging = false;
    c->ponged_ms = hub_now_ms(c->hub);
    if (c->known)
        house_measured(c->hub->house, c->number, (double)(native_steady_ns() - c->pinged_ns) / 1e6);
}

static void hear_farewell(void *with, int code)
{
    connection *c = with;
    connection_say_goodbye(c, code == CLOSE_NO_CODE ? CLOSE_NORMAL : code, "");
    end(c, END_WRITTEN);
}

static void read_frames(connection *c, kn_slice bytes)
{
    static const websocket_handlers handlers = {hear_text, hear_ping, hear_pong, hear_farewell};
    if (bytes.length == 0 || c->end)
        return;
    int fault =
        websocket_read(&c->frames, &handlers, c, bytes, (size_t)c->hub->settings->frame_bytes);
    if (!fault)
        return;
    connection_say_goodbye(c, fault, "not_understood");
    end(c, END_GENTLY);
}

static void ping(connection *c)
{
    c->pinged_ns = native_steady_ns();
    c->pinging = true;
    connection_send(c, buffer_frame(WEBSOCKET_PING,
                                    (kn_slice){(const char *)&c->pinged_ns, sizeof c->pinged_ns}));
}

/* An unanswered ping is not replaced, otherwise slow guests would never be measured. */
static bool ping_is_due(const connection *c)
{
    int64_t since_ms = (native_steady_ns() - c->pinged_ns) / 1000000 + HUB_SWEEP_MS;
    if (!c->pinged_ns || since_ms >= c->hub->settings->ping_ms)
        return true;
    return !c->pinging && since_ms >= CONNECTION_HURRY_MS && c->known &&
           house_in_a_hurry(c->hub->house, c->number);
}

/* ---- both ---- */

void connection_read_later(connection *c)
{
    char *bytes = c->later;
    uint32_t length = c->later_length;
    if (!c->websocket_open && !c->forward)
        return; /* finish_answer does it, when the answer is out */
    c->later = NULL;
    c->later_length = 0;
    if (c->websocket_open) {
        http_close(c->http);
        c->http = NULL;
    }
    if (c->cut_off)
        end(c, END_NOW);
    else if (bytes)
        connection_read(c, (kn_slice){bytes, length});
    free(bytes);
}

void connection_read(connection *c, kn_slice bytes)
{
    if (c->end)
        return;
    if (c->hub->crowded)
        hub_attend(c);
    if (c->websocket_open)
        read_frames(c, bytes);
    else if (c->forward && forward_takes(c->forward))
        forward_bytes(c->forward, bytes);
    else if (c->answering)
        keep_for_later(c, bytes);
    else
        read_requests(c, bytes);
}

bool connection_listens(const connection *c)
{
    if (c->cut_off || (c->websocket_open && c->hub->crowded && !c->end))
        return false;
    if (c->forward && !c->end)
        return forward_listens(c->forward);
    if (c->websocket_open && c->asking && !c->end)
        return false;
    return !c->answering || c->end;
}

/* Nobody could say in time which node has the room. */
static void stop_asking(connection *c)
{
    owner_forget(c->hub->owner, c);
    if (c->websocket_open) {
        enter_told(c, OWNER_UNKNOWN, NULL);
    } else {
        c->asking = c->late = false;
        routes_refuse_why(c, "disk");
    }
}

static void run_out_of_time(connection *c)
{
    c->deadline_ms = KN_NEVER;
    if (!c->websocket_open && !c->answering && !c->end && http_begun(c->http)) {
        c->answering = true;
        routes_refuse(c, HTTP_STATUS_REQUEST_TIMEOUT);
    } else {
        end(c, END_NOW);
    }
}

void connection_watch_time(connection *c, int64_t now_ms)
{
    if (c->forward) {
        forward_watch_time(c->forward, now_ms);
        return;
    }
    if (c->asking && (c->hub->mute || now_ms - c->asked_ms >= CONNECTION_ASK_MS))
        stop_asking(c);
    if (c->deadline_ms != KN_NEVER && now_ms >= c->deadline_ms) {
        run_out_of_time(c);
        return;
    }
    if (!c->websocket_open || c->end || c->farewell)
        return;
    if (now_ms - c->ponged_ms >= c->hub->settings->pong_ms) {
        leave_house(c);
        end(c, END_NOW);
    } else if (ping_is_due(c)) {
        ping(c);
    }
}
