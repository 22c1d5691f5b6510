/* client.h: the client side of the network: WebSocket connections to a server (docs/protocol.md),
 * and single HTTP requests.
 *
 * The caller owns the loop and may use it for anything else, such as a keyboard or ten thousand
 * more connections; everything happens on its thread. Only plain `http://` and `ws://`: TLS is left
 * to the proxy in front of a server. */
#ifndef KNOBEL_CLIENT_CLIENT_H
#define KNOBEL_CLIENT_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <uv.h>

#include "core/text.h"

enum {
    CLIENT_HOST_MAX = 262,        /* a name, a colon and a port, with the closing zero */
    CLIENT_ROOM_MAX = 16,         /* a code as someone typed it, likewise */
    CLIENT_PLACES_MAX = 4,        /* addresses of one name that are tried */
    CLIENT_SEND_MAX = 4096,       /* bytes of a message to the house */
    CLIENT_MESSAGE_MAX = 1 << 18, /* of a message from it */
    CLIENT_ANSWER_MAX = 1 << 23,  /* of the body of an answer over HTTP */
    CLIENT_WAITING_MAX = 1 << 18, /* that may wait to be sent */
    CLIENT_REASON_MAX = 124,      /* of the reason for a close, with the closing zero */
    CLIENT_DEADLINE_MS = 10000,   /* for connecting, and for an answer to begin */
    CLIENT_SILENCE_MS = 60000,    /* without a sign of the house: it is gone (it pings each 15 s) */
    CLIENT_FAREWELL_MS = 2000,    /* for the house to answer a close */
};

/* Why something could not be done, or came to its end. */
typedef enum {
    CLIENT_FINE,
    CLIENT_BAD_URL,      /* not an address of a house */
    CLIENT_TLS,          /* https:// or wss:// */
    CLIENT_NO_SUCH_HOST, /* the name is not known */
    CLIENT_UNREACHABLE,  /* nobody answers there */
    CLIENT_REFUSED,      /* answered, but not with a WebSocket: `code` is the HTTP status */
    CLIENT_NOT_A_HOUSE,  /* what answers speaks no HTTP or no knobel.1 */
    CLIENT_LOST,         /* the connection broke, or fell silent */
    CLIENT_CLOSED,       /* the house said goodbye: `code` is the WebSocket code */
    CLIENT_LEFT,         /* this end said goodbye */
    CLIENT_BROKEN,       /* the house sent what the protocol does not allow */
    CLIENT_WHYS
} client_why;

/* A sentence for people, in their language. */
const char *client_words(client_why why);

/* ---- where a house is ---- */

typedef struct {
    char host[CLIENT_HOST_MAX]; /* as the Host field wants it */
    char room[CLIENT_ROOM_MAX]; /* of a link to a room (`…/t/K7QM3T`), else empty */
    struct sockaddr_storage place[CLIENT_PLACES_MAX];
    int places;
} client_house;

/* Read `http://host:port/t/CODE` (scheme, port and path may be left out) and look the name up,
 * which may take a while. */
client_why client_find(const char *url, client_house *out);

/* ---- a connection ---- */

typedef struct client client;

/* How a connection ended. */
typedef struct {
    client_why why;
    int code;           /* of HTTP or WebSocket, see above; else 0 */
    const char *reason; /* what the house said; may be empty, never NULL */
} client_end;

/* What the caller wants to hear. None of these is called from inside a function of this header.
 * All may call client_send and client_close. */
typedef struct {
    /* The connection is open: send `enter`. */
    void (*opened)(client *c, void *with);
    /* A message, closed by a zero that is not counted; lasts as long as the call. */
    void (*heard)(client *c, void *with, kn_slice text);
    /* Called exactly once for every connection, also one that never opened; `c` is gone after it.
     */
    void (*closed)(client *c, void *with, const client_end *end);
} client_ears;

/* Connect. House and ears must outlast the connection. Never NULL. */
client *client_connect(uv_loop_t *loop, const client_house *house, const client_ears *ears,
                       void *with);

/* Send one message; false if the connection is not open, the text longer than CLIENT_SEND_MAX, or
 * too much is waiting already. */
bool client_send(client *c, kn_slice text);

/* Say goodbye; `closed` follows. */
void client_close(client *c);

/* Bytes on the wire so far. */
typedef struct {
    uint64_t in, out;
} client_bytes;
client_bytes client_count(const client *c);

/* ---- a single request ---- */

/* The answer: its status, or 0 and why there is none. The body is closed by a zero that is not
 * counted and lasts as long as the call. */
typedef struct {
    int status;
    client_why why;
    kn_slice body;
} client_answer;

/* Ask over HTTP: `client_ask(loop, house, "POST", "/api/rooms", body, answered, with)`. The house
 * must outlast the request; method, path and body need not. `answered` is called exactly once. */
void client_ask(uv_loop_t *loop, const client_house *house, const char *method, const char *path,
                kn_slice body, void (*answered)(void *with, const client_answer *answer),
                void *with);

#endif
