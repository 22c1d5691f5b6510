/* forward.c: guests of a room that another node has. See forward.h. */
#include "server/net/forward.h"

#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "native/handshake.h"
#include "native/native.h"
#include "server/net/routes.h"
#include "server/owner.h"
#include "server/server_log.h"

enum {
    FORWARDED_SHARE = 2, /* of all connections, those that may be forwarded at a time */
    FORWARDS_FEW = 16,   /* and always so many */
    FILES_BESIDES = 64,
    READ_BYTES = 65536,
    REQUEST_MAX = HTTP_TARGET_MAX + HTTP_HEAD_MAX + 2048,
    FIRST_MAX = REQUEST_MAX + 4 * CONNECTION_LATER_MAX, /* bytes that wait for the connection */
    KEEP_ALIVE_S = 2,
    UNACKNOWLEDGED_MS = 3000, /* the system of a node that sleeps still acknowledges */
    MASK_BYTES = 4,
    FRAME_HEAD_MAX = 8,
    STATUS_AT = 9, /* behind `HTTP/1.1 ` */
};

struct forwards {
    uv_loop_t *loop;
    hub *hub;
    proof_key key;
    forward *first;
    int count, most;
    int64_t second_ms; /* since when these were asked: */
    int asked;
    char reading[READ_BYTES]; /* lent to one at a time */
};

struct forward {
    uv_tcp_t tcp; /* must come first */
    uv_connect_t connecting;
    uv_getaddrinfo_t looking;
    struct forwards *all;
    connection *guest; /* NULL: gone, or told that this has failed */
    forward *next, **place;
    enum { ONE_ANSWER, ALL_BYTES, FRAMES } kind;
    int uses; /* the socket, and the look-up of a name */
    char code[HOUSE_CODE_MAX], to[OWNER_ADDRESS_MAX];
    char *first; /* to be sent as soon as it is connected */
    size_t first_length;
    size_t waiting; /* bytes handed to the loop that the system has not taken */
    bool looking_up, connected, closed, reading, asking;
    bool begun;         /* something of the answer has gone to the guest */
    uint8_t head_match; /* FRAMES: how much of the end of the answer's head has come */
    char head[STATUS_AT + 3];
    uint8_t head_length;
    int64_t deadline_ms, heard_ms, asked_ms;
};

/* What the system did not take at once. */
typedef struct {
    uv_write_t request; /* must come first */
    forward *forward;
    size_t count;
    char bytes[];
} late;

/* ---- all of them ---- */

/* Each needs an open file besides the guest's own. */
static int most_files(const server_settings *settings)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur > INT_MAX)
        return INT_MAX;
    int rest = (int)files.rlim_cur - settings->connections - FILES_BESIDES;
    return rest > FORWARDS_FEW ? rest : FORWARDS_FEW;
}

struct forwards *forwards_open(uv_loop_t *loop, hub *h)
{
    int share = h->settings->connections / FORWARDED_SHARE, files = most_files(h->settings);
    struct forwards *all = native_realloc(NULL, sizeof *all);
    memset(all, 0, sizeof *all);
    all->loop = loop;
    all->hub = h;
    all->most = share < files ? share : files;
    h->machine.secret(h->machine.with, all->key.key);
    return all;
}

void forwards_close(struct forwards *all)
{
    while (all && all->first)
        forward_leave(all->first);
}

void forwards_free(struct forwards *all)
{
    free(all);
}

const proof_key *forwards_key(const struct forwards *all)
{
    return &all->key;
}

/* ---- the end ---- */

static void drop(forward *f)
{
    if (--f->uses > 0)
        return;
    free(f->first);
    free(f);
}

static void tcp_closed(uv_handle_t *handle)
{
    drop((forward *)handle);
}

void forward_leave(forward *f)
{
    struct forwards *all = f->all;
    if (f->closed)
        return;
    f->closed = true;
    if (f->asking)
        owner_forget(all->hub->owner, f);
    f->asking = false;
    if (f->guest)
        f->guest->forward = NULL;
    f->guest = NULL;
    *f->place = f->next;
    if (f->next)
        f->next->place = f->place;
    all->count--;
    all->hub->metrics.forwards = (uint64_t)all->count;
    if (f->looking_up)
        uv_cancel((uv_req_t *)&f->looking);
    uv_close((uv_handle_t *)&f->tcp, tcp_closed);
}

/* The other node does not answer, or no more. */
static void fail(forward *f)
{
    connection *c = f->guest;
    bool begun = f->begun, frames = f->kind == FRAMES;
    f->all->hub->metrics.forwards_failed++;
    forward_leave(f);
    if (!c || c->end)
        return;
    if (begun)
        connection_finish(c, END_WRITTEN);
    else if (frames)
        connection_say_goodbye(c, CLOSE_DISK, "elsewhere");
    else
        routes_refuse_why(c, "elsewhere");
}

void forwards_lost(struct forwards *all, const char *address)
{
    for (forward *f = all ? all->first : NULL, *next; f; f = next) {
        next = f->next;
        if (strcmp(f->to, address) == 0)
            fail(f);
    }
}

/* It has said all. */
static void finish(forward *f)
{
    connection *c = f->guest;
    if (!f->begun) {
        fail(f);
        return;
    }
    connection_end how = f->kind == ONE_ANSWER ? END_GENTLY : END_WRITTEN;
    forward_leave(f);
    connection_finish(c, how);
}

/* ---- to the other node ---- */

static void late_written(uv_write_t *request, int status)
{
    late *l = (late *)request;
    forward *f = l->forward;
    f->waiting -= l->count;
    if (status < 0 && !f->closed)
        fail(f);
    else if (f->guest && f->waiting <= FORWARD_LITTLE)
        hub_attend(f->guest); /* it is listened to again */
    free(l);
}

static void write_late(forward *f, const char *bytes, size_t count)
{
    late *l = native_realloc(NULL, sizeof *l + count);
    l->forward = f;
    l->count = count;
    memcpy(l->bytes, bytes, count);
    f->waiting += count;
    uv_buf_t piece = uv_buf_init(l->bytes, (unsigned)count);
    if (uv_write(&l->request, (uv_stream_t *)&f->tcp, &piece, 1, late_written) == 0)
        return;
    f->waiting -= count;
    free(l);
    fail(f);
}

static void write_now(forward *f, const char *bytes, size_t count)
{
    int written = 0;
    if (f->waiting == 0) {
        uv_buf_t piece = uv_buf_init((char *)bytes, (unsigned)count);
        written = uv_try_write((uv_stream_t *)&f->tcp, &piece, 1);
        if (written == UV_EAGAIN)
            written = 0;
    }
    if (written < 0)
        fail(f);
    else if ((size_t)written < count)
        write_late(f, bytes + written, count - (size_t)written);
}

void forward_bytes(forward *f, kn_slice bytes)
{
    if (bytes.length == 0)
        return;
    if (f->connected) {
        write_now(f, bytes.at, bytes.length);
        return;
    }
    if (f->first_length + bytes.length > FIRST_MAX) {
        fail(f);
        return;
    }
    f->first = native_realloc(f->first, f->first_length + bytes.length);
    memcpy(f->first + f->first_length, bytes.at, bytes.length);
    f->first_length += bytes.length;
}

/* As a client writes it: masked. */
void forward_frame(forward *f, int opcode, kn_slice payload)
{
    enum { FINAL = 0x80, MASKED = 0x80, SHORT_MAX = 125, TWO_BYTES = 126 };
    uint8_t *frame = native_realloc(NULL, FRAME_HEAD_MAX + payload.length), mask[MASK_BYTES];
    size_t at = 0;
    frame[at++] = (uint8_t)(FINAL | opcode);
    if (payload.length <= SHORT_MAX) {
        frame[at++] = (uint8_t)(MASKED | payload.length);
    } else { /* no message of a guest is longer than 64 KB */
        frame[at++] = MASKED | TWO_BYTES;
        frame[at++] = (uint8_t)(payload.length >> 8);
        frame[at++] = (uint8_t)(payload.length & 0xff);
    }
    native_random(mask, sizeof mask);
    memcpy(frame + at, mask, sizeof mask);
    at += sizeof mask;
    for (size_t i = 0; i < payload.length; i++)
        frame[at + i] = (uint8_t)payload.at[i] ^ mask[i % sizeof mask];
    forward_bytes(f, (kn_slice){(const char *)frame, at + payload.length});
    free(frame);
}

bool forward_is_websocket(const forward *f)
{
    return f->kind != ONE_ANSWER;
}

bool forward_takes(const forward *f)
{
    return forward_is_websocket(f) && f->connected;
}

bool forward_listens(const forward *f)
{
    return forward_takes(f) && f->waiting <= FORWARD_MUCH;
}

/* ---- from the other node ---- */

/* The answer to our own handshake, which the guest does not need: it has had one. What stands
 * behind its head; nothing as long as that is not whole. False: it is not the right one. */
static bool skip_head(forward *f, kn_slice *bytes)
{
    static const char end[] = "\r\n\r\n";
    while (bytes->length > 0 && f->head_match < sizeof end - 1) {
        char c = *bytes->at++;
        bytes->length--;
        if (f->head_length < sizeof f->head)
            f->head[f->head_length++] = c;
        f->head_match = c == end[f->head_match] ? f->head_match + 1 : c == end[0];
    }
    if (f->head_match < sizeof end - 1)
        return true;
    f->begun = true;
    return memcmp(f->head + STATUS_AT, "101", 3) == 0;
}

static void hand_on(forward *f, kn_slice bytes)
{
    connection *c = f->guest;
    f->heard_ms = hub_now_ms(f->all->hub);
    f->deadline_ms = f->kind == ONE_ANSWER ? f->heard_ms + FORWARD_ANSWER_MS : KN_NEVER;
    if (f->kind == FRAMES && !f->begun && !skip_head(f, &bytes)) {
        f->begun = false;
        fail(f);
        return;
    }
    if (bytes.length == 0)
        return;
    f->begun = true;
    buffer *p = buffer_new(bytes.length);
    memcpy(p->own, bytes.at, bytes.length);
    connection_send(c, p);
    if (c->out_bytes > FORWARD_MUCH && f->reading) {
        f->reading = false;
        uv_read_stop((uv_stream_t *)&f->tcp);
    }
}

static void lend_buffer(uv_handle_t *handle, size_t wished, uv_buf_t *out)
{
    (void)wished;
    *out = uv_buf_init(((forward *)handle)->all->reading, READ_BYTES);
}

static void hear(uv_stream_t *stream, ssize_t count, const uv_buf_t *came)
{
    forward *f = (forward *)stream;
    if (f->closed || count == 0)
        return;
    if (count > 0)
        hand_on(f, (kn_slice){came->base, (size_t)count});
    else if (count == UV_EOF)
        finish(f);
    else
        fail(f);
}

static void read_on(forward *f)
{
    f->reading = true;
    if (uv_read_start((uv_stream_t *)&f->tcp, lend_buffer, hear) != 0)
        fail(f);
}

void forward_wrote(forward *f)
{
    if (f->connected && !f->reading && f->guest->out_bytes <= FORWARD_LITTLE)
        read_on(f);
}

/* ---- connecting ---- */

/* A node that has gone without a word is noticed. */
static void watch_the_wire(forward *f)
{
    uv_os_fd_t fd;
    unsigned ms = UNACKNOWLEDGED_MS;
    uv_tcp_nodelay(&f->tcp, 1);
    uv_tcp_keepalive(&f->tcp, 1, KEEP_ALIVE_S);
    if (uv_fileno((const uv_handle_t *)&f->tcp, &fd) == 0)
        setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &ms, sizeof ms);
}

static void connect_done(uv_connect_t *request, int status)
{
    forward *f = request->data;
    if (f->closed)
        return;
    if (status < 0) {
        fail(f);
        return;
    }
    char *first = f->first;
    f->connected = true;
    f->first = NULL;
    f->deadline_ms = hub_now_ms(f->all->hub) + FORWARD_ANSWER_MS;
    watch_the_wire(f);
    write_now(f, first, f->first_length);
    free(first);
    if (!f->closed && f->kind == ALL_BYTES)
        connection_read_later(f->guest); /* what stood behind the handshake */
    if (!f->closed)
        read_on(f);
    if (!f->closed)
        hub_attend(f->guest); /* it is listened to from now on */
}

static void connect_to(forward *f, const struct sockaddr *place)
{
    f->connecting.data = f;
    if (uv_tcp_connect(&f->connecting, &f->tcp, place, connect_done) != 0)
        fail(f);
}

static void found(uv_getaddrinfo_t *request, int status, struct addrinfo *places)
{
    forward *f = request->data;
    f->looking_up = false;
    if (!f->closed) {
        if (status == 0)
            connect_to(f, places->ai_addr);
        else
            fail(f);
    }
    uv_freeaddrinfo(places);
    drop(f);
}

/* `192.0.2.1:8020`, `[2001:db8::1]:8020` or `node-a:8020`. */
static void find(forward *f)
{
    char host[OWNER_ADDRESS_MAX];
    struct sockaddr_storage place;
    const char *colon = strrchr(f->to, ':');
    int64_t port;
    if (!colon || !kn_read_int(kn_slice_of(colon + 1), 1, UINT16_MAX, &port)) {
        fail(f);
        return;
    }
    bool bracket = f->to[0] == '[' && colon > f->to + 1 && colon[-1] == ']';
    size_t length = (size_t)(colon - f->to) - (bracket ? 2 : 0);
    memcpy(host, f->to + bracket, length);
    host[length] = '\0';
    if (uv_ip4_addr(host, (int)port, (struct sockaddr_in *)&place) == 0 ||
        uv_ip6_addr(host, (int)port, (struct sockaddr_in6 *)&place) == 0) {
        connect_to(f, (struct sockaddr *)&place);
        return;
    }
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    f->looking.data = f;
    if (uv_getaddrinfo(f->all->loop, &f->looking, found, host, colon + 1, &hints) != 0) {
        fail(f);
        return;
    }
    f->looking_up = true;
    f->uses++;
}

/* NULL: there are too many. */
static forward *begin(connection *c, int kind, const char *code, const char *to)
{
    struct forwards *all = c->hub->forwards;
    if (all->count >= all->most || strlen(to) >= OWNER_ADDRESS_MAX)
        return NULL;
    forward *f = native_realloc(NULL, sizeof *f);
    memset(f, 0, sizeof *f);
    f->all = all;
    f->guest = c;
    f->kind = kind;
    f->uses = 1;
    memcpy(f->to, to, strlen(to) + 1);
    kn_text text = kn_text_on(f->code, sizeof f->code);
    kn_put(&text, code);
    f->deadline_ms = hub_now_ms(all->hub) + FORWARD_CONNECT_MS;
    f->heard_ms = hub_now_ms(all->hub);
    f->next = all->first;
    f->place = &all->first;
    if (f->next)
        f->next->place = &f->next;
    all->first = f;
    all->count++;
    all->hub->metrics.forwards = (uint64_t)all->count;
    all->hub->metrics.forwarded++;
    uv_tcp_init(all->loop, &f->tcp);
    c->forward = f;
    return f;
}

/* ---- what is asked there ---- */

static void put_line(kn_text *out, const char *name, const char *value)
{
    kn_put(out, name);
    kn_put(out, ": ");
    kn_put(out, value);
    kn_put(out, "\r\n");
}

/* Written anew, from what this house reads of a request: nothing else can slip through. */
static bool is_of_upgrade(int header)
{
    return header == HTTP_UPGRADE || header == HTTP_KEY || header == HTTP_SUBPROTOCOLS ||
           header == HTTP_WEBSOCKET_VERSION;
}

static void put_request(const http_request *asked, const char *proof, bool upgrades, kn_text *out)
{
    kn_put(out, asked->method == HTTP_LOOKS ? "HEAD " : "GET "); /* rooms take no others */
    kn_put_slice(out, asked->path);
    kn_put(out, asked->query.length > 0 ? "?" : "");
    kn_put_slice(out, asked->query);
    kn_put(out, " HTTP/1.1\r\n");
    for (int i = 0; i < HTTP_HEADERS; i++)
        if (asked->header[i] && http_is_from_guests(i) && (upgrades || !is_of_upgrade(i)))
            put_line(out, http_header_name(i), asked->header[i]);
    put_line(out, http_header_name(HTTP_GUEST), proof);
    put_line(out, "connection", upgrades ? "Upgrade" : "close");
    kn_put(out, "\r\n");
}

bool forward_request(connection *c, const http_request *asked, const proof_guest *guest,
                     const char *code, const char *to)
{
    char proof[PROOF_MAX];
    /* On any other path no WebSocket comes of it, and the rest would be requests of strangers. */
    bool upgrades = asked->upgrade && kn_slice_begins(asked->path, "/ws/");
    forward *f = begin(c, upgrades ? ALL_BYTES : ONE_ANSWER, code, to);
    if (!f)
        return false;
    proof_write(&f->all->key, guest, asked->path, upgrades ? asked->header[HTTP_KEY] : NULL, proof);
    f->first = native_realloc(NULL, REQUEST_MAX);
    kn_text text = kn_text_on(f->first, REQUEST_MAX);
    put_request(asked, proof, upgrades, &text);
    f->first_length = text.length;
    find(f);
    return true;
}

bool forward_visit(connection *c, const proof_guest *guest, const char *code, const char *to)
{
    char proof[PROOF_MAX], key[HANDSHAKE_KEY_MAX], path[HOUSE_CODE_MAX + 8] = "/ws/";
    forward *f = begin(c, FRAMES, code, to);
    if (!f)
        return false;
    kn_text where = kn_text_on(path, sizeof path);
    kn_put(&where, "/ws/");
    kn_put(&where, code);
    handshake_key(key);
    http_request asked = {.method = HTTP_GETS, .path = kn_slice_of(path)};
    asked.header[HTTP_HOST] = to;
    asked.header[HTTP_UPGRADE] = "websocket";
    asked.header[HTTP_KEY] = key;
    asked.header[HTTP_SUBPROTOCOLS] = ROUTES_SUBPROTOCOL;
    asked.header[HTTP_WEBSOCKET_VERSION] = "13";
    proof_write(&f->all->key, guest, asked.path, key, proof);
    f->first = native_realloc(NULL, REQUEST_MAX);
    kn_text text = kn_text_on(f->first, REQUEST_MAX);
    put_request(&asked, proof, true, &text);
    f->first_length = text.length;
    find(f);
    return true;
}

/* ---- time ---- */

static void owner_told(void *with, owner_kind kind, const char *address)
{
    forward *f = with;
    f->asking = false;
    if (kind == OWNER_UNKNOWN || (kind == OWNER_OTHER && strcmp(address, f->to) == 0))
        return;
    fail(f); /* the guest comes back, and finds who has the room now */
}

/* A node that is asleep or cut off says nothing, and nobody closes the connection to it. */
static void ask_again(forward *f, int64_t now_ms)
{
    struct forwards *all = f->all;
    if (f->asking || now_ms - f->heard_ms < FORWARD_SILENT_MS ||
        now_ms - f->asked_ms < FORWARD_SILENT_MS)
        return;
    if (now_ms - all->second_ms >= 1000) {
        all->second_ms = now_ms;
        all->asked = 0;
    }
    if (all->asked++ >= FORWARD_ASKS_A_SECOND)
        return;
    f->asking = true;
    f->asked_ms = now_ms;
    owner_ask(all->hub->owner, f->code, owner_told, f);
}

void forward_watch_time(forward *f, int64_t now_ms)
{
    connection *c = f->guest;
    if (c->out_count > 0 && c->deadline_ms != KN_NEVER && now_ms >= c->deadline_ms) {
        forward_leave(f);
        connection_finish(c, END_NOW);
    } else if ((f->deadline_ms != KN_NEVER && now_ms >= f->deadline_ms) ||
               now_ms - f->heard_ms >= c->hub->settings->pong_ms) {
        fail(f);
    } else if (f->connected) { /* a node that is asleep takes connections, and answers nothing */
        ask_again(f, now_ms);
    }
}
