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
    void (*ended)(wire *w); /* the server has closed its end */
    void (*alarm)(wire *w); /* the time set by wire_alarm is up */
    /* All handles are closed: tell the caller and free the memory. */
    void (*gone)(wire *w, client_why why);
} wire_kind;

/* The first member of every struct that is built on it. */
struct wire {
    uv_tcp_t tcp;
    uv_timer_t timer;
    uv_connect_t connecting;
    const wire_kind *kind;
    const client_house *house;
    uint64_t in, out; /* bytes */
    size_t waiting;   /* bytes passed to the loop, not yet to the system */
    uint8_t place;    /* the address being tried */
    uint8_t handles;  /* still open */
    uint8_t why;      /* a client_why, once it is closed */
    bool closed;
};

/* Start to connect, with CLIENT_DEADLINE_MS to succeed. */
void wire_open(wire *w, uv_loop_t *loop, const client_house *house, const wire_kind *kind);

/* Write. The wire is closed if it cannot, or if too much is waiting. */
void wire_write(wire *w, const char *bytes, size_t count);

/* Call `alarm` after this time, repeatedly. */
void wire_alarm(wire *w, uint64_t ms);

/* Close; `gone` follows. Only the first reason counts. */
void wire_close(wire *w, client_why why);

#endif
