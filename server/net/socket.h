/* socket.h: TCP connections, by libuv. Reads what arrives, and writes what a connection has to send
 * once per pass of the loop, at its end. */
#ifndef KNOBEL_SERVER_NET_SOCKET_H
#define KNOBEL_SERVER_NET_SOCKET_H

#include <uv.h>

#include "server/net/hub.h"

enum { SOCKETS_WHY_MAX = 128 };

/* Where connections come in. */
typedef struct {
    uv_tcp_t listener;
    struct sockets *sockets;
    bool listening, for_metrics;
} socket_door;

typedef struct sockets {
    hub *hub;
    uv_loop_t *loop;
    socket_door people, metrics;
    char *buffer; /* all reading goes through it */
} sockets;

/* Open the doors. False: `why` says why; `*door` is the one that stays shut. */
bool sockets_open(sockets *s, uv_loop_t *loop, hub *h, const socket_door **door,
                  char why[SOCKETS_WHY_MAX]);

/* The port in use; 0: none. */
int sockets_port(const socket_door *door);

/* Nobody comes in any more. */
void sockets_shut_door(sockets *s);

/* All connections that have something to write, to end, or to stop hearing. */
void sockets_attend(sockets *s);

/* Close all that are left, and then, when the loop has run, give back the memory. */
void sockets_close(sockets *s);
void sockets_free(sockets *s);

#endif
