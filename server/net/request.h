/* request.h: a request on its way through the routes: who asks, and how it is answered. */
#ifndef KNOBEL_SERVER_NET_REQUEST_H
#define KNOBEL_SERVER_NET_REQUEST_H

#include "protocol/message.h"
#include "server/net/hub.h"

enum { ANSWER_MAX = 32768 }; /* bytes of the facts about rooms and games */

typedef struct {
    connection *c;
    hub *h;
    http_request asked;
    char address[HOUSE_ADDRESS_MAX]; /* whose it is; behind a proxy not that of the connection */
    bool tls;                        /* it came by https, as far as we are told */
    bool forged;                     /* it claims to come from another node, and does not */
    bool held;                       /* the answer tells what may not be on disk yet */
} request;

/* The request that the connection has read whole. */
void request_read(connection *c, request *r);

/* The value of a key such as `game=` in what stands behind the question mark; empty: there is none.
 * And a number such as `match=3`; 0: there is none. */
kn_slice request_value(const request *r, const char *key);
uint32_t request_number(const request *r, const char *key);

/* ---- who asks ---- */

/* Does the request name this house as its host; does the page that it comes from? */
bool request_host_is_ours(const request *r);
bool request_origin_is_ours(const request *r);
void request_note_refusal(const request *r, const char *why);

/* Takes `count` requests from the address's limit, one by one; true if it runs out. */
bool request_too_many(request *r, size_t count);

/* A log is read and written anew before it is sent, so a long one counts as several requests. */
bool request_too_many_bytes(request *r, size_t bytes);

/* The message in the body, if the page that sends it is ours; to be freed. False: refused. */
bool request_message(request *r, message *out);

/* ---- answering ---- */

void request_answer_text(request *r, int status, const char *type, kn_slice text);
void request_answer_json(request *r, int status, kn_slice json);

/* The page, with something put into it. */
void request_answer_page(request *r, kn_slice text);

/* For a key of the protocol; `more` are lines of the head, or NULL. */
void request_refuse(request *r, const char *why);
void request_refuse_as(request *r, int status, const char *why, const char *more);
void request_end(connection *c, int status, const char *why); /* refuse what was read, and end */
int request_status(const char *why);

/* Wait for something that is read. */
void request_wait(connection *c);

#endif
