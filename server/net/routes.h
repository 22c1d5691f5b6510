/* routes.h: the routes of the server over HTTP (docs/protocol.md). */
#ifndef KNOBEL_SERVER_NET_ROUTES_H
#define KNOBEL_SERVER_NET_ROUTES_H

#include "server/net/connection.h"

#define ROUTES_SUBPROTOCOL "knobel.1"

/* Answer the request that the connection has read whole. */
void routes_answer(connection *c);

/* Refuse what was read of a request, for a status of HTTP or a key of the protocol, and end. */
void routes_refuse(connection *c, int status);
void routes_refuse_why(connection *c, const char *why);

#endif
