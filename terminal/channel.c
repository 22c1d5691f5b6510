/* way.c: what both kinds of way have in common. See way.h. */
#include "terminal/way.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/look.h"
#include "terminal/way_ends.h"

void way_begin(way *w, const way_kind *kind)
{
    w->kind = kind;
    w->heard = json_array();
    w->state = WAY_COMING;
}

void way_end(way *w)
{
    json_decref(w->heard);
}

void way_close(way *w)
{
    if (w)
        w->kind->close(w);
}

/* ---- hearing ---- */

/* Remember how far we have come. */
static void note(way *w, const json_t *message)
{
    if (look_is(message, "type", "entered"))
        w->state = WAY_HERE;
    if (look_is(message, "type", "you") && look_has(message, "token"))
        snprintf(w->token, sizeof w->token, "%s", look_text(message, "token"));
    if (look_is(message, "type", "chat"))
        w->chat = (uint32_t)look_int(message, "number");
    if (look_is(message, "type", "table")) {
        w->match = (uint32_t)look_int(message, "match");
        w->event = (uint32_t)look_int(message, "event");
    }
}

void way_heard(way *w, kn_slice text)
{
    json_t *message = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(message)) {
        json_decref(message);
        return;
    }
    note(w, message);
    json_array_append_new(w->heard, message);
}

void way_heard_log(way *w, uint32_t match, const char *text, const char *why)
{
    json_t *message = json_pack("{s:s, s:I}", "type", "log", "match", (json_int_t)match);
    json_object_set_new(message, text ? "text" : "why", json_string(text ? text : why));
    json_array_append_new(w->heard, message);
}

json_t *way_hear(way *w)
{
    json_t *first = json_incref(json_array_get(w->heard, 0));
    json_array_remove(w->heard, 0);
    return first;
}

/* ---- saying ---- */

void way_say(way *w, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text && w->state != WAY_GONE)
        w->kind->say(w, text, strlen(text));
    free(text);
    json_decref(message);
}

void way_enter(way *w, const char *name)
{
    json_t *enter = json_pack("{s:s, s:s, s:b, s:I, s:{s:I, s:I}}", "type", "enter", "room",
                              w->room, "moves", 1, "chat", (json_int_t)w->chat, "since", "match",
                              (json_int_t)w->match, "event", (json_int_t)w->event);
    if (w->token[0])
        json_object_set_new(enter, "token", json_string(w->token));
    if (name && name[0])
        json_object_set_new(enter, "name", json_string(name));
    way_say(w, enter);
}

void way_give_up(way *w, const char *trouble)
{
    w->state = WAY_GONE;
    snprintf(w->trouble, sizeof w->trouble, "%s", trouble);
}

/* ---- passed on ---- */

void way_ask_log(way *w, uint32_t match)
{
    w->kind->ask_log(w, match);
}

void way_hurry(way *w)
{
    if (w->kind->hurry)
        w->kind->hurry(w);
}

void way_turn(way *w)
{
    w->kind->turn(w);
}

int way_file(const way *w)
{
    return w->kind->file(w);
}

int way_timeout_ms(const way *w)
{
    return json_array_size(w->heard) > 0 ? 0 : w->kind->timeout_ms(w);
}

way_state way_stands(const way *w)
{
    return w->state;
}

const char *way_trouble(const way *w)
{
    return w->trouble;
}

bool way_is_home(const way *w)
{
    return !w->link[0];
}

const char *way_room(const way *w)
{
    return w->room;
}

const char *way_link(const way *w)
{
    return w->link;
}
