/* board_routes.h: the board of the day over HTTP: who was how good, and one more. */
#ifndef KNOBEL_SERVER_NET_BOARD_ROUTES_H
#define KNOBEL_SERVER_NET_BOARD_ROUTES_H

#include "server/net/request.h"

#define BOARD "/api/board"

/* Does this server keep one? */
bool board_is_kept(const hub *h);

void board_get(request *r);
void board_post(request *r);

#endif
