/* forward.h: guests of a room that another node has. Their request goes there, and what comes back
 * goes to them, byte for byte: an answer over HTTP, or all of a WebSocket. The house of this node
 * does not hear of them. What was forwarded once is not forwarded again. */
#ifndef KNOBEL_SERVER_NET_FORWARD_H
#define KNOBEL_SERVER_NET_FORWARD_H

#include <uv.h>

#include "server/net/hub.h"
#include "server/net/proof.h"

enum {
    FORWARD_CONNECT_MS = 1500,  /* for the other node to take the connection … */
    FORWARD_ANSWER_MS = 10000,  /* … and to begin to answer, and between two parts of an answer */
    FORWARD_SILENT_MS = 2000,   /* of the other node; then ask whether it still has the room */
    FORWARD_ASKS_A_SECOND = 20, /* of all that are silent */
    FORWARD_MUCH = 128 << 10,   /* bytes that wait for one end: the other is not read from … */
    FORWARD_LITTLE = 32 << 10,  /* … until there are no more than these */
};

typedef struct forward forward;

/* Closed before the loop runs for the last time, and freed after that. */
struct forwards *forwards_open(uv_loop_t *loop, hub *h);
void forwards_close(struct forwards *all);
void forwards_free(struct forwards *all);
const proof_key *forwards_key(const struct forwards *all);

/* Send the request that the connection has read to the node at `to`, HOST:PORT, which has the room
 * `code`. False: there are too many already. */
bool forward_request(connection *c, const http_request *asked, const proof_guest *guest,
                     const char *code, const char *to);

/* The same for a guest whose WebSocket is open here and who asks for a room there; what it says
 * goes there by forward_frame from now on. */
bool forward_visit(connection *c, const proof_guest *guest, const char *code, const char *to);

/* The node at this address has lost all its rooms: whoever is forwarded there comes back, and finds
 * them elsewhere. */
void forwards_lost(struct forwards *all, const char *address);

/* ---- for the connection ---- */

void forward_bytes(forward *f, kn_slice bytes);               /* of the guest */
void forward_frame(forward *f, int opcode, kn_slice payload); /* likewise, after forward_visit */
bool forward_takes(const forward *f);                         /* bytes of the guest … */
bool forward_listens(const forward *f);                       /* … and wants more of them now */
bool forward_is_websocket(const forward *f);                  /* rather than one answer */
void forward_wrote(forward *f);                               /* to the guest */
void forward_watch_time(forward *f, int64_t now_ms);
void forward_leave(forward *f); /* the guest is gone, or wants no more */

#endif
