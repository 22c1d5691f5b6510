/* socket.c: TCP connections. See socket.h. */
#include "server/net/socket.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/net/forward.h"
#include "server/server_log.h"

enum {
    READ_BYTES = 65536,
    PIECES = 32, /* written with one call */
    BACKLOG = 1024,
};

typedef struct {
    uv_tcp_t tcp; /* must come first */
    sockets *sockets;
    connection *connection; /* NULL: gone */
    bool reading, writing, shut;
} socket_end;

/* Bytes the system did not take at once. */
typedef struct {
    uv_write_t request; /* must come first */
    size_t bytes;
} rest;

/* ---- closing ---- */

static void free_socket(uv_handle_t *handle)
{
    free(handle);
}

static void close_socket(socket_end *s)
{
    connection *c = s->connection;
    s->connection = NULL;
    uv_close((uv_handle_t *)&s->tcp, free_socket);
    connection_gone(c);
}

/* No more from us; the other end may still be sending. */
static void shut_our_end(socket_end *s)
{
    uv_os_fd_t fd;
    s->shut = true;
    if (uv_fileno((const uv_handle_t *)&s->tcp, &fd) == 0)
        shutdown(fd, SHUT_WR);
}

/* ---- writing ---- */

static void rest_written(uv_write_t *request, int status)
{
    rest *r = (rest *)request;
    socket_end *s = (socket_end *)request->handle;
    if (s->connection) {
        s->writing = false;
        if (status == 0)
            connection_wrote(s->connection, r->bytes);
        else
            s->connection->end = END_NOW;
        hub_attend(s->connection);
    }
    free(r);
}

static size_t lend(connection *c, uv_buf_t *buffers, unsigned *count)
{
    kn_slice pieces[PIECES];
    size_t bytes = 0;
    *count = (unsigned)connection_lend(c, pieces, PIECES);
    for (unsigned i = 0; i < *count; i++) {
        buffers[i] = uv_buf_init((char *)pieces[i].at, (unsigned)pieces[i].length);
        bytes += pieces[i].length;
    }
    return bytes;
}

/* The system takes no more now: the loop writes on when it does. */
static void write_later(socket_end *s)
{
    uv_buf_t buffers[PIECES];
    unsigned count;
    rest *r = native_realloc(NULL, sizeof *r);
    r->bytes = lend(s->connection, buffers, &count);
    if (uv_write(&r->request, (uv_stream_t *)&s->tcp, buffers, count, rest_written) == 0) {
        s->writing = true;
    } else {
        free(r);
        s->connection->end = END_NOW;
    }
}

static void write_out(socket_end *s)
{
    connection *c = s->connection;
    while (c->out_count > 0 && !s->writing && c->end != END_NOW) {
        uv_buf_t buffers[PIECES];
        unsigned count;
        size_t bytes = lend(c, buffers, &count);
        int wrote = uv_try_write((uv_stream_t *)&s->tcp, buffers, count);
        if (wrote < 0 && wrote != UV_EAGAIN) {
            c->end = END_NOW;
            return;
        }
        connection_wrote(c, wrote < 0 ? 0 : (size_t)wrote);
        if (wrote < 0 || (size_t)wrote < bytes)
            write_later(s);
    }
}

/* ---- reading ---- */

static void lend_buffer(uv_handle_t *handle, size_t wished, uv_buf_t *out)
{
    (void)wished;
    *out = uv_buf_init(((socket_end *)handle)->sockets->buffer, READ_BYTES);
}

static void listen_or_not(socket_end *s);

static void hear(uv_stream_t *stream, ssize_t count, const uv_buf_t *came)
{
    socket_end *s = (socket_end *)stream;
    connection *c = s->connection;
    if (!c || count == 0)
        return;
    if (count > 0) {
        s->sockets->hub->metrics.bytes_in += (uint64_t)count;
        connection_read(c, (kn_slice){came->base, (size_t)count});
        if (c->forward)
            listen_or_not(s); /* at once: the loop may go on reading from it */
        return;
    }
    if (count == UV_EOF)
        connection_cut_off(c);
    else
        c->end = END_NOW;
    hub_attend(c);
}

static void listen_or_not(socket_end *s)
{
    bool listens = connection_listens(s->connection);
    if (listens == s->reading)
        return;
    s->reading = listens;
    if (!listens)
        uv_read_stop((uv_stream_t *)&s->tcp);
    else if (uv_read_start((uv_stream_t *)&s->tcp, lend_buffer, hear) != 0)
        s->connection->end = END_NOW;
}

/* ---- one connection, at the end of a turn ---- */

static void attend(socket_end *s)
{
    connection *c = s->connection;
    if (!s->writing)
        write_out(s);
    listen_or_not(s);
    bool written = c->out_count == 0;
    if (c->end == END_NOW || (written && c->end == END_WRITTEN) ||
        (written && c->end == END_GENTLY && c->cut_off))
        close_socket(s);
    else if (written && c->end == END_GENTLY && !s->shut)
        shut_our_end(s);
}

void sockets_attend(sockets *s)
{
    for (connection *c; (c = hub_next_busy(s->hub));)
        attend(c->socket);
}

/* ---- coming in ---- */

static void welcome(uv_stream_t *listener, int status)
{
    const socket_door *door = listener->data;
    sockets *all = door->sockets;
    char address[HOUSE_ADDRESS_MAX];
    struct sockaddr_storage from;
    int length = sizeof from;
    if (status != 0)
        return;
    socket_end *s = native_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->sockets = all;
    uv_tcp_init(all->loop, &s->tcp);
    if (uv_accept(listener, (uv_stream_t *)&s->tcp) == 0 &&
        uv_tcp_getpeername(&s->tcp, (struct sockaddr *)&from, &length) == 0) {
        address_write((struct sockaddr *)&from, address);
        s->connection = hub_welcome(all->hub, address);
    }
    if (!s->connection) {
        uv_close((uv_handle_t *)&s->tcp, free_socket);
        return;
    }
    s->connection->socket = s;
    s->connection->for_metrics = door->for_metrics;
    uv_tcp_nodelay(&s->tcp, 1);
    hub_attend(s->connection);
}

static int bind_to(socket_door *door, const char *address, int port)
{
    struct sockaddr_storage place;
    if (uv_ip6_addr(address, port, (struct sockaddr_in6 *)&place) != 0 &&
        uv_ip4_addr(address, port, (struct sockaddr_in *)&place) != 0)
        return UV_EINVAL;
    uv_tcp_init(door->sockets->loop, &door->listener);
    door->listener.data = door;
    door->listening = true;
    int error = uv_tcp_bind(&door->listener, (struct sockaddr *)&place, 0);
    return error ? error : uv_listen((uv_stream_t *)&door->listener, BACKLOG, welcome);
}

static void shut(socket_door *door)
{
    if (door->listening)
        uv_close((uv_handle_t *)&door->listener, NULL);
    door->listening = false;
}

static int open_for_people(sockets *s)
{
    const server_settings *settings = s->hub->settings;
    int error = bind_to(&s->people, settings->listen, settings->port);
    if (!error || strcmp(settings->listen, "::") != 0)
        return error;
    shut(&s->people); /* a machine without IPv6 */
    uv_run(s->loop, UV_RUN_NOWAIT);
    return bind_to(&s->people, "0.0.0.0", settings->port);
}

/* `9020`, `192.0.2.1:9020` or `[2001:db8::1]:9020`. Without an address: this machine only. */
static int open_for_metrics(sockets *s)
{
    char address[HOUSE_ADDRESS_MAX] = "127.0.0.1";
    const char *where = s->hub->settings->metrics, *colon = where ? strrchr(where, ':') : NULL;
    int64_t port;
    if (!where)
        return 0;
    if (!kn_read_int(kn_slice_of(colon ? colon + 1 : where), 0, UINT16_MAX, &port))
        return UV_EINVAL;
    if (colon) {
        bool six = where[0] == '[' && colon[-1] == ']';
        size_t length = (size_t)(colon - where) - (six ? 2 : 0);
        if (length >= sizeof address || colon == where)
            return UV_EINVAL;
        memcpy(address, where + six, length);
        address[length] = '\0';
    }
    return bind_to(&s->metrics, address, (int)port);
}

bool sockets_open(sockets *s, uv_loop_t *loop, hub *h, const socket_door **door,
                  char why[SOCKETS_WHY_MAX])
{
    *s = (sockets){.hub = h, .loop = loop, .buffer = native_realloc(NULL, READ_BYTES)};
    s->people.sockets = s->metrics.sockets = s;
    s->metrics.for_metrics = true;
    *door = &s->people;
    if (h->settings->node > 0)
        h->forwards = forwards_open(loop, h);
    int error = open_for_people(s);
    if (!error) {
        *door = &s->metrics;
        error = open_for_metrics(s);
    }
    if (error)
        snprintf(why, SOCKETS_WHY_MAX, "%s", uv_strerror(error));
    return error == 0;
}

int sockets_port(const socket_door *door)
{
    struct sockaddr_storage place;
    int length = sizeof place;
    if (!door->listening ||
        uv_tcp_getsockname(&door->listener, (struct sockaddr *)&place, &length) != 0)
        return 0;
    return ntohs(place.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&place)->sin6_port
                                             : ((struct sockaddr_in *)&place)->sin_port);
}

/* ---- going ---- */

void sockets_shut_door(sockets *s)
{
    shut(&s->people);
    shut(&s->metrics);
}

void sockets_close(sockets *s)
{
    sockets_shut_door(s);
    for (uint32_t i = 0; i < s->hub->capacity; i++)
        if (s->hub->connections[i])
            close_socket(s->hub->connections[i]->socket);
    forwards_close(s->hub->forwards);
}

void sockets_free(sockets *s)
{
    forwards_free(s->hub->forwards);
    s->hub->forwards = NULL;
    free(s->buffer);
}
