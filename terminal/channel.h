/* channel.h: messages to and from a house, in this process or on a server: the same protocol
 * (docs/protocol.md) for both. A channel enters its room by itself, and again after a lost
 * connection. One thread. */
#ifndef KNOBEL_TERMINAL_CHANNEL_H
#define KNOBEL_TERMINAL_CHANNEL_H

#include <jansson.h>

#include "house/house.h"

typedef struct channel channel;

/* How things stand. */
typedef enum {
    CHANNEL_CONNECTING, /* for the first time or again */
    CHANNEL_OPEN,
    CHANNEL_CLOSED, /* for good: channel_error says why */
} channel_status;

/* ---- opening ---- */

/* A house of our own in this process, with one room, opened as `POST /api/rooms` asks (`request` is
 * taken). */
typedef struct {
    uint64_t seed;    /* dice, codes and bots come from this number; 0: from nothing foreseeable */
    bool fast;        /* time that nobody here needs is skipped */
    const char *load; /* a log to go on with, or NULL */
} channel_options;
channel *channel_local(json_t *request, const channel_options *manner);

/* A room of a house elsewhere: by its link, or a new one at that address (`request`, taken, as
 * above; NULL: the link says which). `name` is who we are when we only watch. */
channel *channel_remote(const char *url, json_t *request, const char *name);

void channel_close(channel *c);

/* ---- talking ---- */

/* Say something; the message is taken. What is said while the house is not there is lost. */
void channel_send(channel *c, json_t *message);

/* The next message of the house, to be given back by json_decref; NULL: none now. Besides those of
 * the protocol: `{"type":"log","match":2,"text":"…"}`, or with `why` instead of the text. */
json_t *channel_receive(channel *c);

/* Ask for the log of a match. Our own house gives that of the one being played, too. */
void channel_ask_log(channel *c, uint32_t match);

/* Local: nobody here will act until the clock has; the time until then need not be waited for. */
void channel_skip_time(channel *c);

/* ---- waiting ---- */

/* Let it work, without waiting; call it when the file can be read or the time has passed. */
void channel_run(channel *c);
int channel_file(const channel *c);
int channel_timeout_ms(const channel *c); /* -1: for ever */

/* ---- asking ---- */

channel_status channel_status_of(const channel *c);
const char *channel_error(const channel *c); /* a sentence; empty if there is none */
bool channel_is_local(const channel *c);
const char *channel_room(const channel *c); /* its code; empty until it is known */

/* The link for others; empty if local. */
const char *channel_link(const channel *c);

#endif
