/* wire.c: one TCP connection to a server. See wire.h. */
#include "client/wire.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"

/* Lent to one read at a time: nobody keeps bytes in it beyond the callback. */
static char reading[1 << 16];

/* What the system did not accept immediately. */
typedef struct {
    uv_write_t request;
    wire *wire;
    size_t count;
    char bytes[];
} late;

/* ---- closing ---- */

static void handle_closed(uv_handle_t *handle)
{
    wire *w = handle->data;
    if (--w->handles == 0)
        w->kind->gone(w, w->why);
}

void wire_close(wire *w, client_why why)
{
    if (w->closed)
        return;
    w->closed = true;
    w->why = (uint8_t)why;
    uv_close((uv_handle_t *)&w->timer, handle_closed);
    /* Between two addresses the socket is being closed already. */
    if (!uv_is_closing((uv_handle_t *)&w->tcp))
        uv_close((uv_handle_t *)&w->tcp, handle_closed);
}

/* ---- reading ---- */

static void lend_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
    (void)handle;
    (void)wanted;
    *out = uv_buf_init(reading, sizeof reading);
}

static void bytes_came(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    wire *w = stream->data;
    if (w->closed || count == 0)
        return;
    if (count < 0) {
        w->kind->ended(w);
        return;
    }
    w->in += (uint64_t)count;
    w->kind->read(w, buffer->base, (size_t)count);
}

/* ---- connecting ---- */

static void try_place(wire *w);

static void next_place(uv_handle_t *handle)
{
    wire *w = handle->data;
    if (w->closed) {
        handle_closed(handle);
        return;
    }
    uv_tcp_init(handle->loop, &w->tcp);
    w->place++;
    try_place(w);
}

static void place_failed(wire *w)
{
    if (w->place + 1 < w->house->places)
        uv_close((uv_handle_t *)&w->tcp, next_place);
    else
        wire_close(w, CLIENT_UNREACHABLE);
}

static void connect_done(uv_connect_t *request, int status)
{
    wire *w = request->data;
    if (w->closed || status == UV_ECANCELED)
        return;
    if (status < 0) {
        place_failed(w);
        return;
    }
    uv_tcp_nodelay(&w->tcp, 1);
    uv_read_start((uv_stream_t *)&w->tcp, lend_room, bytes_came);
    w->kind->connected(w);
}

static void try_place(wire *w)
{
    const struct sockaddr *address = (const struct sockaddr *)&w->house->place[w->place];
    const struct sockaddr *from = (const struct sockaddr *)&w->house->from;
    if ((from->sa_family != 0 && uv_tcp_bind(&w->tcp, from, 0) < 0) ||
        uv_tcp_connect(&w->connecting, &w->tcp, address, connect_done) < 0)
        place_failed(w);
}

static void timer_rang(uv_timer_t *timer)
{
    wire *w = timer->data;
    if (!w->closed)
        w->kind->alarm(w);
}

void wire_open(wire *w, uv_loop_t *loop, const client_house *house, const wire_kind *kind)
{
    w->kind = kind;
    w->house = house;
    w->handles = 2;
    w->tcp.data = w->timer.data = w->connecting.data = w;
    uv_timer_init(loop, &w->timer);
    uv_tcp_init(loop, &w->tcp);
    wire_alarm(w, CLIENT_DEADLINE_MS);
    try_place(w);
}

void wire_alarm(wire *w, uint64_t ms)
{
    if (!w->closed)
        uv_timer_start(&w->timer, timer_rang, ms, ms);
}

/* ---- writing ---- */

static void late_written(uv_write_t *request, int status)
{
    late *l = request->data;
    l->wire->waiting -= l->count;
    if (status < 0)
        wire_close(l->wire, CLIENT_LOST);
    free(l);
}

static void write_late(wire *w, const char *bytes, size_t count)
{
    late *l = native_realloc(NULL, sizeof *l + count);
    l->wire = w;
    l->count = count;
    l->request.data = l;
    memcpy(l->bytes, bytes, count);
    w->waiting += count;
    uv_buf_t buffer = uv_buf_init(l->bytes, (unsigned)count);
    if (uv_write(&l->request, (uv_stream_t *)&w->tcp, &buffer, 1, late_written) < 0) {
        w->waiting -= count;
        free(l);
        wire_close(w, CLIENT_LOST);
    }
}

void wire_write(wire *w, const char *bytes, size_t count)
{
    if (w->closed || count == 0)
        return;
    if (w->waiting + count > CLIENT_WAITING_MAX) {
        wire_close(w, CLIENT_LOST);
        return;
    }
    w->out += count;
    int written = 0;
    if (w->waiting == 0) {
        uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)count);
        written = uv_try_write((uv_stream_t *)&w->tcp, &buffer, 1);
        if (written == UV_EAGAIN)
            written = 0;
    }
    if (written < 0)
        wire_close(w, CLIENT_LOST);
    else if ((size_t)written < count)
        write_late(w, bytes + written, count - (size_t)written);
}
