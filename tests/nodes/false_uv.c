/* false_uv.c: libuv on the false system. See false_uv.h.
 *
 * A turn of a loop goes as libuv's does: timers, `prepare`, waiting, what has come, closing. */
#include "tests/nodes/false_uv.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "native/native.h"
#include "tests/nodes/false_system.h"

enum { READ_BYTES = 65536, HANDLES_MAX = 4096, YIELDS = 4, SPLITS = 50 };

/* A request that ends with the next turn. */
typedef struct ending {
    struct ending *next;
    uv_write_t *write;
    uv_connect_t *connect;
    int status;
} ending;

typedef struct handle {
    uv_handle_t *uv;
    struct loop *loop;
    bool active, closing, pending;
    union {
        uv_timer_cb ring;
        uv_async_cb tell;
        uv_prepare_cb prepare;
        uv_signal_cb signalled;
        uv_connection_cb called;
    } call;
    uv_close_cb closed;
    int64_t due_ms, repeat_ms; /* timers */
    int number;                /* signals */
    pipe_end *pipe;            /* connections */
    bool listens, reads;
    uv_alloc_cb lend;
    uv_read_cb hear;
    uv_connect_t *connecting;
    uv_connect_cb connected;
} handle;

typedef struct loop {
    int machine;
    handle *handles[HANDLES_MAX];
    int count;
    ending *ended, **last;
    bool stop;
} loop;

static loop *loops[MACHINES]; /* the last one of each */

/* ---- threads ---- */

typedef struct {
    uv_thread_cb work;
    void *with;
} thread_start;

static void run_thread(void *with)
{
    thread_start start = *(thread_start *)with;
    free(with);
    start.work(start.with);
}

int uv_thread_create(uv_thread_t *thread, uv_thread_cb work, void *with)
{
    thread_start *start = native_realloc(NULL, sizeof *start);
    *start = (thread_start){work, with};
    *thread = (uv_thread_t)fiber_start(machine_now(), run_thread, start);
    return 0;
}

int uv_thread_create_ex(uv_thread_t *thread, const uv_thread_options_t *options, uv_thread_cb work,
                        void *with)
{
    (void)options;
    return uv_thread_create(thread, work, with);
}

int uv_thread_join(uv_thread_t *thread)
{
    fiber *f = (fiber *)*thread;
    while (!fiber_is_over(f))
        fiber_wait(f, NEVER_NS);
    return 0;
}

/* A mutex is one byte in the memory of the real one. */
static bool *held(uv_mutex_t *mutex)
{
    return (bool *)mutex;
}

int uv_mutex_init(uv_mutex_t *mutex)
{
    *held(mutex) = false;
    return 0;
}

void uv_mutex_destroy(uv_mutex_t *mutex)
{
    (void)mutex;
}

void uv_mutex_lock(uv_mutex_t *mutex)
{
    if (one_in(YIELDS))
        fiber_yield();
    while (*held(mutex))
        fiber_wait(mutex, NEVER_NS);
    *held(mutex) = true;
}

void uv_mutex_unlock(uv_mutex_t *mutex)
{
    *held(mutex) = false;
    fiber_wake(mutex, false);
}

int uv_cond_init(uv_cond_t *cond)
{
    (void)cond;
    return 0;
}

void uv_cond_destroy(uv_cond_t *cond)
{
    (void)cond;
}

void uv_cond_signal(uv_cond_t *cond)
{
    fiber_wake(cond, false);
}

void uv_cond_broadcast(uv_cond_t *cond)
{
    fiber_wake(cond, true);
}

static void wait_until(uv_cond_t *cond, uv_mutex_t *mutex, int64_t until_ns)
{
    uv_mutex_unlock(mutex);
    fiber_wait(cond, until_ns);
    while (*held(mutex))
        fiber_wait(mutex, NEVER_NS);
    *held(mutex) = true;
}

void uv_cond_wait(uv_cond_t *cond, uv_mutex_t *mutex)
{
    wait_until(cond, mutex, NEVER_NS);
}

int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout)
{
    int64_t until_ns = machine_to_world_ns(machine_ns() + (int64_t)timeout);
    wait_until(cond, mutex, until_ns);
    return world_ns() < until_ns ? 0 : UV_ETIMEDOUT;
}

/* ---- loops and handles ---- */

static loop *loop_of(const uv_loop_t *uv)
{
    return uv->data;
}

static handle *of(const void *uv)
{
    return ((const uv_handle_t *)uv)->u.reserved[0];
}

int uv_loop_init(uv_loop_t *uv)
{
    loop *l = native_realloc(NULL, sizeof *l);
    memset(l, 0, sizeof *l);
    l->machine = machine_now();
    l->last = &l->ended;
    loops[l->machine] = l;
    uv->data = l;
    return 0;
}

int uv_loop_close(uv_loop_t *uv)
{
    loop *l = loop_of(uv);
    if (loops[l->machine] == l)
        loops[l->machine] = NULL;
    free(l);
    return 0;
}

int uv_loop_configure(uv_loop_t *uv, uv_loop_option option, ...)
{
    (void)uv, (void)option;
    return 0;
}

uint64_t uv_metrics_idle_time(uv_loop_t *uv)
{
    (void)uv;
    return 0;
}

void uv_update_time(uv_loop_t *uv)
{
    (void)uv;
}

void uv_stop(uv_loop_t *uv)
{
    loop_of(uv)->stop = true;
}

static handle *add_handle(uv_loop_t *uv, void *it, uv_handle_type type)
{
    loop *l = loop_of(uv);
    handle *h = native_realloc(NULL, sizeof *h);
    uv_handle_t *base = it;
    if (l->count == HANDLES_MAX)
        abort();
    *h = (handle){.uv = base, .loop = l};
    base->loop = uv;
    base->type = type;
    base->u.reserved[0] = h;
    l->handles[l->count++] = h;
    return h;
}

int uv_is_closing(const uv_handle_t *uv)
{
    return of(uv)->closing;
}

void uv_walk(uv_loop_t *uv, uv_walk_cb each, void *with)
{
    loop *l = loop_of(uv);
    for (int i = 0; i < l->count; i++)
        each(l->handles[i]->uv, with);
}

/* ---- timers, signals, and calls from other threads ---- */

static int64_t loop_ms(void)
{
    return machine_ns() / MS_NS;
}

int uv_timer_init(uv_loop_t *uv, uv_timer_t *timer)
{
    add_handle(uv, timer, UV_TIMER);
    return 0;
}

int uv_timer_start(uv_timer_t *timer, uv_timer_cb ring, uint64_t timeout, uint64_t repeat)
{
    handle *h = of(timer);
    h->active = true;
    h->call.ring = ring;
    h->due_ms = loop_ms() + (int64_t)timeout;
    h->repeat_ms = (int64_t)repeat;
    return 0;
}

int uv_timer_stop(uv_timer_t *timer)
{
    of(timer)->active = false;
    return 0;
}

int uv_prepare_init(uv_loop_t *uv, uv_prepare_t *prepare)
{
    add_handle(uv, prepare, UV_PREPARE);
    return 0;
}

int uv_prepare_start(uv_prepare_t *prepare, uv_prepare_cb call)
{
    of(prepare)->active = true;
    of(prepare)->call.prepare = call;
    return 0;
}

int uv_async_init(uv_loop_t *uv, uv_async_t *async, uv_async_cb tell)
{
    handle *h = add_handle(uv, async, UV_ASYNC);
    h->active = true;
    h->call.tell = tell;
    return 0;
}

int uv_async_send(uv_async_t *async)
{
    handle *h = of(async);
    h->pending = true;
    fiber_wake(h->loop, true);
    return 0;
}

int uv_signal_init(uv_loop_t *uv, uv_signal_t *signal)
{
    add_handle(uv, signal, UV_SIGNAL);
    return 0;
}

int uv_signal_start(uv_signal_t *signal, uv_signal_cb call, int number)
{
    handle *h = of(signal);
    h->active = true;
    h->call.signalled = call;
    h->number = number;
    return 0;
}

void false_signal(int machine, int number)
{
    loop *l = loops[machine];
    for (int i = 0; l && i < l->count; i++)
        if (l->handles[i]->uv->type == UV_SIGNAL && l->handles[i]->number == number)
            l->handles[i]->pending = true;
    if (l)
        fiber_wake(l, true);
}

/* ---- connections ---- */

int uv_tcp_init(uv_loop_t *uv, uv_tcp_t *tcp)
{
    add_handle(uv, tcp, UV_TCP);
    return 0;
}

int uv_tcp_bind(uv_tcp_t *tcp, const struct sockaddr *place, unsigned flags)
{
    (void)tcp, (void)place, (void)flags;
    return 0;
}

int uv_listen(uv_stream_t *stream, int backlog, uv_connection_cb called)
{
    handle *h = of(stream);
    (void)backlog;
    h->active = h->listens = true;
    h->call.called = called;
    h->pipe = pipe_listen(h->loop);
    return 0;
}

int uv_accept(uv_stream_t *listener, uv_stream_t *client)
{
    handle *h = of(client);
    h->pipe = pipe_accept(of(listener)->pipe, h->loop);
    return h->pipe ? 0 : UV_EAGAIN;
}

static void write_place(int machine, struct sockaddr *out, int *length)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(FALSE_PORT)};
    place.sin_addr.s_addr = htonl(0x0a4d0002u | (uint32_t)machine << 8);
    memcpy(out, &place, sizeof place);
    *length = sizeof place;
}

int uv_tcp_getpeername(const uv_tcp_t *tcp, struct sockaddr *out, int *length)
{
    write_place(pipe_peer(of(tcp)->pipe), out, length);
    return 0;
}

int uv_tcp_getsockname(const uv_tcp_t *tcp, struct sockaddr *out, int *length)
{
    write_place(of(tcp)->loop->machine, out, length);
    return 0;
}

int uv_tcp_nodelay(uv_tcp_t *tcp, int enable)
{
    (void)tcp, (void)enable;
    return 0;
}

int uv_tcp_keepalive(uv_tcp_t *tcp, int enable, unsigned delay)
{
    (void)tcp, (void)enable, (void)delay;
    return 0;
}

/* There is nothing to set on a socket that is none. */
int uv_fileno(const uv_handle_t *uv, uv_os_fd_t *fd)
{
    (void)uv, (void)fd;
    return UV_ENOTSUP;
}

int uv_tcp_connect(uv_connect_t *request, uv_tcp_t *tcp, const struct sockaddr *place,
                   uv_connect_cb connected)
{
    handle *h = of(tcp);
    uint32_t address = ntohl(((const struct sockaddr_in *)place)->sin_addr.s_addr);
    h->pipe = pipe_call((int)(address >> 8 & 0xff), h->loop);
    h->connecting = request;
    h->connected = connected;
    request->cb = connected;
    request->handle = (uv_stream_t *)tcp;
    return 0;
}

int uv_read_start(uv_stream_t *stream, uv_alloc_cb lend, uv_read_cb hear)
{
    handle *h = of(stream);
    h->reads = true;
    h->lend = lend;
    h->hear = hear;
    return 0;
}

int uv_read_stop(uv_stream_t *stream)
{
    of(stream)->reads = false;
    return 0;
}

/* Now and then the system takes only a part. */
int uv_try_write(uv_stream_t *stream, const uv_buf_t buffers[], unsigned count)
{
    int written = 0;
    for (unsigned i = 0; i < count; i++) {
        size_t length = one_in(SPLITS) ? buffers[i].len / 2 : buffers[i].len;
        if (length > 0 && !pipe_write(of(stream)->pipe, buffers[i].base, length))
            return UV_EPIPE;
        written += (int)length;
        if (length < buffers[i].len)
            return written > 0 ? written : UV_EAGAIN;
    }
    return written;
}

static void end_later(loop *l, uv_write_t *write, uv_connect_t *connect, int status)
{
    ending *e = native_realloc(NULL, sizeof *e);
    *e = (ending){.write = write, .connect = connect, .status = status};
    *l->last = e;
    l->last = &e->next;
}

int uv_write(uv_write_t *request, uv_stream_t *stream, const uv_buf_t buffers[], unsigned count,
             uv_write_cb written)
{
    handle *h = of(stream);
    request->handle = stream;
    request->cb = written;
    bool well = true;
    for (unsigned i = 0; i < count && well; i++)
        well = pipe_write(h->pipe, buffers[i].base, buffers[i].len);
    end_later(h->loop, request, NULL, well ? 0 : UV_EPIPE);
    return 0;
}

/* Names are not looked up here. */
int uv_getaddrinfo(uv_loop_t *uv, uv_getaddrinfo_t *request, uv_getaddrinfo_cb found,
                   const char *node, const char *service, const struct addrinfo *hints)
{
    (void)uv, (void)request, (void)found, (void)node, (void)service, (void)hints;
    return UV_ENOTSUP;
}

void uv_close(uv_handle_t *uv, uv_close_cb closed)
{
    handle *h = of(uv);
    h->closing = true;
    h->active = false;
    h->closed = closed;
    if (h->pipe)
        pipe_close(h->pipe);
    if (h->connecting)
        end_later(h->loop, NULL, h->connecting, UV_ECANCELED);
    h->connecting = NULL;
}

/* ---- a turn ---- */

static void ring_timers(loop *l)
{
    int64_t now_ms = loop_ms();
    for (int i = 0; i < l->count; i++) {
        handle *h = l->handles[i];
        if (h->uv->type != UV_TIMER || !h->active || h->due_ms > now_ms)
            continue;
        h->active = h->repeat_ms > 0;
        h->due_ms = now_ms + h->repeat_ms;
        h->call.ring((uv_timer_t *)h->uv);
    }
}

static void end_requests(loop *l)
{
    while (l->ended) {
        ending e = *l->ended;
        free(l->ended);
        l->ended = e.next;
        if (!l->ended)
            l->last = &l->ended;
        if (e.write)
            e.write->cb(e.write, e.status);
        else
            e.connect->cb(e.connect, e.status);
    }
}

static void finish_connecting(handle *h)
{
    size_t count;
    came what = pipe_read(h->pipe, NULL, 0, &count);
    uv_connect_t *request = h->connecting;
    if (what == CAME_NOTHING)
        return;
    h->connecting = NULL;
    h->connected(request, what == CAME_ANSWER ? 0 : UV_ECONNREFUSED);
}

static void read_some(handle *h)
{
    uv_buf_t lent = {0};
    size_t count;
    h->lend(h->uv, READ_BYTES, &lent);
    came what = pipe_read(h->pipe, lent.base, lent.len, &count);
    if (what == CAME_BYTES)
        h->hear((uv_stream_t *)h->uv, (ssize_t)count, &lent);
    else if (what == CAME_END || what == CAME_RESET)
        h->hear((uv_stream_t *)h->uv, what == CAME_END ? UV_EOF : UV_ECONNRESET, &lent);
}

/* What this handle waits for is due then. */
static int64_t due_ns(const handle *h)
{
    if (h->closing || h->pending)
        return 0;
    if (h->uv->type == UV_TIMER && h->active)
        return machine_to_world_ns(h->due_ms * MS_NS);
    if (h->pipe && (h->listens || h->connecting || h->reads))
        return pipe_due_ns(h->pipe);
    return NEVER_NS;
}

static void hear_of(handle *h)
{
    bool pending = h->pending;
    h->pending = false;
    if (h->uv->type == UV_ASYNC && pending)
        h->call.tell((uv_async_t *)h->uv);
    else if (h->uv->type == UV_SIGNAL && pending)
        h->call.signalled((uv_signal_t *)h->uv, h->number);
    else if (h->uv->type != UV_TCP || !h->pipe || due_ns(h) > world_ns())
        return;
    else if (h->listens)
        h->call.called((uv_stream_t *)h->uv, 0);
    else if (h->connecting)
        finish_connecting(h);
    else if (h->reads)
        read_some(h);
}

static void close_handles(loop *l)
{
    for (int i = 0; i < l->count;) {
        handle *h = l->handles[i];
        if (!h->closing) {
            i++;
            continue;
        }
        l->handles[i] = l->handles[--l->count];
        if (h->closed)
            h->closed(h->uv);
        free(h);
    }
}

static void wait_for_something(loop *l)
{
    int64_t until_ns = l->ended || l->stop ? 0 : NEVER_NS;
    for (int i = 0; i < l->count && until_ns > 0; i++) {
        int64_t due = due_ns(l->handles[i]);
        until_ns = due < until_ns ? due : until_ns;
    }
    if (until_ns > world_ns())
        fiber_wait(l, until_ns);
}

int uv_run(uv_loop_t *uv, uv_run_mode mode)
{
    loop *l = loop_of(uv);
    do {
        ring_timers(l);
        for (int i = 0; i < l->count; i++)
            if (l->handles[i]->uv->type == UV_PREPARE && l->handles[i]->active)
                l->handles[i]->call.prepare((uv_prepare_t *)l->handles[i]->uv);
        if (mode == UV_RUN_DEFAULT)
            wait_for_something(l);
        end_requests(l);
        for (int i = 0; i < l->count; i++)
            if (!l->handles[i]->closing)
                hear_of(l->handles[i]);
        end_requests(l);
        close_handles(l);
    } while (mode == UV_RUN_DEFAULT && !l->stop && l->count > 0);
    l->stop = false;
    return 0;
}
