/* websocket.h: parses frames into messages: the receiving half of RFC 6455, by wslay.
 *
 * Most guests are idle. wslay's parser takes four kilobytes, so a connection borrows one only while
 * it has an unfinished frame. */
#ifndef KNOBEL_SERVER_NET_WEBSOCKET_H
#define KNOBEL_SERVER_NET_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

enum {
    WEBSOCKET_TEXT = 1,
    WEBSOCKET_CLOSE = 8,
    WEBSOCKET_PING = 9,
    WEBSOCKET_PONG = 10,
    WEBSOCKET_CONTROL_MAX = 125, /* bytes in a control frame */
};

/* Codes of closing, those of RFC 6455 and ours. */
enum {
    CLOSE_NORMAL = 1000,
    CLOSE_STOPPING = 1001,
    CLOSE_BROKEN = 1002,
    CLOSE_BINARY = 1003,
    CLOSE_NO_CODE = 1005,
    CLOSE_NOT_TEXT = 1007,
    CLOSE_LIMIT = 1008,
    CLOSE_TOO_BIG = 1009,
    CLOSE_DISK = 1013,
};

struct websocket_reader;

typedef struct {
    struct websocket_reader *reader; /* while a frame is unfinished */
    char *message;                   /* what has come of an unfinished message, or NULL */
    uint32_t length;
    bool fragmented; /* frames of the message are still to come */
} websocket;

/* Who listens. */
typedef struct {
    /* A message. False: no more, please; nothing further is read. */
    bool (*text)(void *with, kn_slice text);
    void (*ping)(void *with, kn_slice payload);
    void (*pong)(void *with, kn_slice payload);
    void (*closed)(void *with, int code); /* the other end's farewell; nothing further is read */
} websocket_handlers;

/* Bytes have come. 0, or the code to close with: then never call this again. Messages are at most
 * `most` bytes long. */
int websocket_read(websocket *w, const websocket_handlers *handlers, void *with, kn_slice bytes,
                   size_t most);

/* Give back what it holds. */
void websocket_free(websocket *w);

/* Give back the one spare parser that is kept. */
void websocket_end(void);

#endif
