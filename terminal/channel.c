/* channel.c: what both kinds of channel share. See channel.h. */
#include "terminal/channel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/look.h"
#include "terminal/channel_inside.h"

void channel_begin(channel *c, const channel_kind *kind)
{
    c->kind = kind;
    c->heard = json_array();
    c->state = CHANNEL_CONNECTING;
    c->host = "";
}

void channel_end(channel *c)
{
    json_decref(c->heard);
}

void channel_close(channel *c)
{
    if (c)
        c->kind->close(c);
}

/* ---- hearing ---- */

/* Remember the last event seen. */
static void note(channel *c, const json_t *message)
{
    if (look_is(message, "type", "entered")) {
        c->state = CHANNEL_OPEN;
        c->keeps_out = CHANNEL_FINE;
        c->was_in = true;
    }
    if (look_is(message, "type", "you") && look_has(message, "token")) {
        snprintf(c->token, sizeof c->token, "%s", look_text(message, "token"));
        c->seat_key[0] = '\0'; /* used up */
    }
    if (look_is(message, "type", "chat"))
        c->chat = (uint32_t)look_int(message, "number");
    if (look_is(message, "type", "table")) {
        c->match = (uint32_t)look_int(message, "match");
        c->event = (uint32_t)look_int(message, "event");
    }
}

void channel_received(channel *c, kn_slice text)
{
    json_t *message = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(message)) {
        json_decref(message);
        return;
    }
    note(c, message);
    json_array_append_new(c->heard, message);
}

void channel_received_log(channel *c, uint32_t match, const char *text, const char *why)
{
    json_t *message = json_pack("{s:s, s:I}", "type", "log", "match", (json_int_t)match);
    json_object_set_new(message, text ? "text" : "why", json_string(text ? text : why));
    json_array_append_new(c->heard, message);
}

json_t *channel_receive(channel *c)
{
    json_t *first = json_incref(json_array_get(c->heard, 0));
    json_array_remove(c->heard, 0);
    return first;
}

/* ---- saying ---- */

void channel_send(channel *c, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text && c->state != CHANNEL_CLOSED)
        c->kind->send(c, text, strlen(text));
    free(text);
    json_decref(message);
}

void channel_enter(channel *c, const char *name)
{
    json_t *enter = json_pack("{s:s, s:s, s:b, s:b, s:I, s:{s:I, s:I}}", "type", "enter", "room",
                              c->room, "moves", 1, "salts", 1, "chat", (json_int_t)c->chat, "since",
                              "match", (json_int_t)c->match, "event", (json_int_t)c->event);
    if (c->token[0])
        json_object_set_new(enter, "token", json_string(c->token));
    if (c->seat_key[0])
        json_object_set_new(enter, "seat_key", json_string(c->seat_key));
    if (name && name[0])
        json_object_set_new(enter, "name", json_string(name));
    channel_send(c, enter);
}

void channel_fail(channel *c, channel_trouble why, const char *words)
{
    c->state = CHANNEL_CLOSED;
    c->keeps_out = why;
    snprintf(c->trouble, sizeof c->trouble, "%s", words);
}

/* ---- passed on ---- */

void channel_ask_log(channel *c, uint32_t match)
{
    c->kind->ask_log(c, match);
}

void channel_skip_time(channel *c)
{
    if (c->kind->skip_time)
        c->kind->skip_time(c);
}

void channel_run(channel *c)
{
    c->kind->run(c);
}

int channel_file(const channel *c)
{
    return c->kind->file(c);
}

int channel_timeout_ms(const channel *c)
{
    return json_array_size(c->heard) > 0 ? 0 : c->kind->timeout_ms(c);
}

channel_status channel_status_of(const channel *c)
{
    return c->state;
}

channel_trouble channel_trouble_of(const channel *c)
{
    return c->keeps_out;
}

const char *channel_host(const channel *c)
{
    return c->host;
}

const char *channel_error(const channel *c)
{
    return c->trouble;
}

bool channel_is_local(const channel *c)
{
    return !c->link[0];
}

const char *channel_room(const channel *c)
{
    return c->room;
}

const char *channel_link(const channel *c)
{
    return c->link;
}
