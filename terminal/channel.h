/* way.h: the house at the other end, be it in this process or far away: the same messages
 * (docs/protocol.md) go over both. A way enters its room by itself, and again whenever the
 * connection has been lost. One thread. */
#ifndef KNOBEL_TERMINAL_WAY_H
#define KNOBEL_TERMINAL_WAY_H

#include <jansson.h>

#include "house/house.h"

typedef struct way way;

/* How things stand. */
typedef enum {
    WAY_COMING, /* on the way to the house, for the first time or again */
    WAY_HERE,
    WAY_GONE, /* for good: way_trouble says why */
} way_state;

/* ---- opening ---- */

/* A house of our own in this process, with one room, opened as `POST /api/rooms` asks (`wish` is
 * taken). */
typedef struct {
    uint64_t seed;    /* dice, codes and bots come from this number; 0: from nothing foreseeable */
    bool fast;        /* time that nobody here needs is skipped */
    const char *load; /* a log to go on with, or NULL */
} way_manner;
way *way_home(json_t *wish, const way_manner *manner);

/* A room of a house elsewhere: by its link, or a new one at that address (`wish`, taken, as
 * above; NULL: the link says which). `name` is who we are when we only watch. */
way *way_away(const char *url, json_t *wish, const char *name);

void way_close(way *w);

/* ---- talking ---- */

/* Say something; the message is taken. What is said while the house is not there is lost. */
void way_say(way *w, json_t *message);

/* The next message of the house, to be given back by json_decref; NULL: none now. Besides those of
 * the protocol: `{"type":"log","match":2,"text":"…"}`, or with `why` instead of the text. */
json_t *way_hear(way *w);

/* Ask for the log of a match. Our own house gives that of the one being played, too. */
void way_ask_log(way *w, uint32_t match);

/* At home: nobody here will act until the clock has; the time until then need not be waited for. */
void way_hurry(way *w);

/* ---- waiting ---- */

/* Let it work, without waiting; call it when the file can be read or the time has passed. */
void way_turn(way *w);
int way_file(const way *w);
int way_timeout_ms(const way *w); /* -1: for ever */

/* ---- asking ---- */

way_state way_stands(const way *w);
const char *way_trouble(const way *w); /* a sentence; empty if there is none */
bool way_is_home(const way *w);
const char *way_room(const way *w); /* its code; empty until it is known */

/* The link for others; empty at home. */
const char *way_link(const way *w);

#endif
