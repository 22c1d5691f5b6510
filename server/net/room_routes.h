/* room_routes.h: answers about one room: its facts, its log, its QR codes, its page with the
 * invitation. The room is on this node, or nowhere. */
#ifndef KNOBEL_SERVER_NET_ROOM_ROUTES_H
#define KNOBEL_SERVER_NET_ROOM_ROUTES_H

#include "server/net/request.h"

#define ROOMS "/api/rooms/"
#define TABLES "/t/"
#define SCREENS "/tv/"

/* The code in an address, and what stands behind it. */
kn_slice room_take_code(kn_slice path, const char *before, kn_slice *typed);

/* The code in `/t/CODE`, with or without a slash behind it. */
bool room_asked_table(const request *r, char code[HOUSE_CODE_MAX]);

void room_answer(request *r);

/* False: nothing can be told of it, for whatever reason; then it is the page that everybody gets.
 */
bool room_answer_table(request *r);

/* A picture of a link that moves a seat. */
void room_draw_qr(request *r);

#endif
