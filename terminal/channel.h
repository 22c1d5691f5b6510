/* channel.h: messages to and from a house, in this process or on a server: the same protocol
 * (docs/protocol.md) for both. A channel enters its room by itself, and again after a lost
 * connection. One thread. */
#ifndef KNOBEL_TERMINAL_CHANNEL_H
#define KNOBEL_TERMINAL_CHANNEL_H

#include <jansson.h>

#include "house/house.h"

typedef struct channel channel;

/* The state of a channel. */
typedef enum {
    CHANNEL_CONNECTING, /* for the first time or again */
    CHANNEL_OPEN,
    CHANNEL_CLOSED, /* for good: channel_error says why */
} channel_status;

/* What keeps us out of the room. */
typedef enum {
    CHANNEL_FINE,
    CHANNEL_UNREACHABLE, /* no server has answered yet */
    CHANNEL_CUT,         /* we were in the room, and the connection broke */
    CHANNEL_WRONG_CODE,  /* the server has no such room */
    CHANNEL_SENT_AWAY,   /* it does not let us in, or not any more */
} channel_trouble;

/* ---- opening ---- */

/* A house in this process, with one room, opened as `POST /api/rooms` asks (takes over `request`).
 */
typedef struct {
    uint64_t seed;    /* seed of dice, codes and bots; 0: unpredictable */
    bool fast;        /* skip time in which nobody here has to act */
    const char *load; /* a log to continue, or NULL */
} channel_options;
channel *channel_local(json_t *request, const channel_options *manner);

/* A room on a server: by its link, or a new one at that address (`request`, taken over as above;
 * NULL: the link says which). `name` is our name as a spectator. */
channel *channel_remote(const char *url, json_t *request, const char *name);

void channel_close(channel *c);

/* ---- talking ---- */

/* Send a message, which is taken over. What is sent while disconnected is lost. */
void channel_send(channel *c, json_t *message);

/* The next message of the house, to be freed with json_decref; NULL: none now. In addition to the
 * protocol: `{"type":"log","match":2,"text":"…"}`, or with `why` instead of the text. */
json_t *channel_receive(channel *c);

/* Ask for the log of a match. A local house also gives that of a match in progress. */
void channel_ask_log(channel *c, uint32_t match);

/* Local only: nobody here will act before the clock does, so skip the time until then. */
void channel_skip_time(channel *c);

/* ---- waiting ---- */

/* Do pending work without waiting; call it when the file is readable or the time has passed. */
void channel_run(channel *c);
int channel_file(const channel *c);
int channel_timeout_ms(const channel *c); /* -1: for ever */

/* ---- asking ---- */

channel_status channel_status_of(const channel *c);
channel_trouble channel_trouble_of(const channel *c);
const char *channel_error(const channel *c); /* an error as a sentence; empty if there is none */
bool channel_is_local(const channel *c);
const char *channel_host(const channel *c); /* the server; empty if local */
const char *channel_room(const channel *c); /* its code; empty until it is known */

/* The link for others; empty if local. */
const char *channel_link(const channel *c);

#endif
