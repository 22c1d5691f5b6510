/* wire.h: one TCP connection to a server, used by websocket.c and ask.c: tries the server's
 * addresses in turn, has a deadline, writes what it can immediately and the rest later, and is
 * never freed inside one of its own callbacks. */
#ifndef KNOBEL_CLIENT_WIRE_H
#define KNOBEL_CLIENT_WIRE_H

#include "client/client.h"

typedef struct wire wire;

/* What happens on a wire. None of these is called after wire_close, except the last. */
typedef struct {
    void (*connected)(wire *w);
    void (*read)(wire *w, const char *bytes, size_t count);
    void (*ended)(wire *w); /* the house has closed its end */
    void (*alarm)(wire *w); /* the time set by wire_alarm has come */
    /* All handles are closed: tell the caller and free the memory. */
    void (*gone)(wire *w, client_why why);
} wire_kind;

/* Stands first in whatever is built on it. */
struct wire {
    uv_tcp_t tcp;
    uv_timer_t timer;
    uv_connect_t connecting;
    const wire_kind *kind;
    const client_house *house;
    uint64_t in, out; /* bytes */
    size_t waiting;   /* bytes handed to the loop, not yet to the system */
    uint8_t place;    /* the address being tried */
    uint8_t handles;  /* still open */
    uint8_t why;      /* a client_why, once it is closed */
    bool closed;
};

/* Begin to connect, with CLIENT_DEADLINE_MS to do so. */
void wire_open(wire *w, uv_loop_t *loop, const client_house *house, const wire_kind *kind);

/* Write; a wire that cannot, or on which too much is waiting, is closed. */
void wire_write(wire *w, const char *bytes, size_t count);

/* Call `alarm` after so long, and again and again. */
void wire_alarm(wire *w, uint64_t ms);

/* Close; `gone` follows. What was said first counts. */
void wire_close(wire *w, client_why why);

#endif
