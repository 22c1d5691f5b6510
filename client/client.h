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
    CLIENT_HOST_MAX = 262,        /* a name, a colon and a port, with the final zero */
    CLIENT_ROOM_MAX = 16,         /* a room code as typed, with the final zero */
    CLIENT_KEY_MAX = 33,          /* a key that moves a seat, likewise */
    CLIENT_PLACES_MAX = 4,        /* addresses of one name to try */
    CLIENT_SEND_MAX = 4096,       /* bytes of a message to the server */
    CLIENT_MESSAGE_MAX = 1 << 18, /* bytes of a message from the server */
    CLIENT_ANSWER_MAX = 1 << 23,  /* bytes of the body of an HTTP answer */
    CLIENT_WAITING_MAX = 1 << 18, /* bytes that may wait to be sent */
    CLIENT_REASON_MAX = 124,      /* bytes of the reason for a close, with the final zero */
    CLIENT_DEADLINE_MS = 10000,   /* time to connect, and for an answer to begin */
    CLIENT_SILENCE_MS =
        60000, /* after this long without data the server counts as gone (it pings every 15 s) */
    CLIENT_FAREWELL_MS = 2000, /* time for the server to answer a close */
};

/* Why something failed or ended. */
typedef enum {
    CLIENT_FINE,
    CLIENT_BAD_URL,      /* not an address of a server */
    CLIENT_TLS,          /* https:// or wss:// */
    CLIENT_NO_SUCH_HOST, /* unknown host name */
    CLIENT_UNREACHABLE,  /* nobody answers there */
    CLIENT_REFUSED,      /* answered, but not with a WebSocket: `code` is the HTTP status */
    CLIENT_NOT_A_HOUSE,  /* the answer is not HTTP or not knobel.1 */
    CLIENT_LOST,         /* the connection broke, or fell silent */
    CLIENT_CLOSED,       /* the server closed: `code` is the WebSocket code */
    CLIENT_LEFT,         /* this end closed */
    CLIENT_BROKEN,       /* the server broke the protocol */
    CLIENT_WHYS
} client_why;

/* A sentence for people, in their language. */
const char *client_words(client_why why);

/* ---- where a house is ---- */

typedef struct {
    char host[CLIENT_HOST_MAX];    /* as in the Host field */
    char room[CLIENT_ROOM_MAX];    /* the room code of a link (`…/t/K7QM3T`), or empty */
    char seat_key[CLIENT_KEY_MAX]; /* of a link that moves a seat (`…#seat=KEY`), or empty */
    struct sockaddr_storage place[CLIENT_PLACES_MAX];
    int places;
    struct sockaddr_storage from; /* an address of this machine to come from; zeros: any */
} client_house;

/* Read `http://host:port/t/CODE` (scheme, port and path may be left out) and look the name up,
 * which may take a while. */
client_why client_find(const char *url, client_house *out);

/* ---- a connection ---- */

typedef struct client client;

/* How a connection ended. */
typedef struct {
    client_why why;
    int code;           /* of HTTP or WebSocket, see above, or 0 */
    const char *reason; /* the server's reason; may be empty, never NULL */
} client_end;

/* The caller's callbacks. None of them is called from inside a function of this header. All may
 * call client_send and client_close. */
typedef struct {
    /* The connection is open: send `enter`. */
    void (*opened)(client *c, void *with);
    /* A message with a final zero that is not counted; valid only during the call. */
    void (*heard)(client *c, void *with, kn_slice text);
    /* Called exactly once for every connection, even one that never opened; `c` is freed after it.
     */
    void (*closed)(client *c, void *with, const client_end *end);
} client_handlers;

/* Connect, to enter this room (NULL: not known yet). `house` and `handlers` must outlive the
 * connection. Never NULL. */
client *client_connect(uv_loop_t *loop, const client_house *house, const char *room,
                       const client_handlers *handlers, void *with);

/* Send one message; false if the connection is not open, the text longer than CLIENT_SEND_MAX, or
 * too much is waiting already. */
bool client_send(client *c, kn_slice text);

/* Close; `closed` follows. */
void client_close(client *c);

/* Bytes on the wire so far. */
typedef struct {
    uint64_t in, out;
} client_bytes;
client_bytes client_count(const client *c);

/* ---- a single request ---- */

/* The answer: its status, or 0 and why there is none. The body has a final zero that is not counted
 * and is valid only during the call. */
typedef struct {
    int status;
    client_why why;
    kn_slice body;
} client_answer;

/* Ask over HTTP: `client_ask(loop, house, "POST", "/api/rooms", body, answered, with)`. `house`
 * must outlive the request; method, path and body need not. `answered` is called exactly once. */
void client_ask(uv_loop_t *loop, const client_house *house, const char *method, const char *path,
                kn_slice body, void (*answered)(void *with, const client_answer *answer),
                void *with);

#endif
