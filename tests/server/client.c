/* client.c: the guest's end of the wire, against houses that answer well, badly, byte by byte and
 * not at all. The house is a script of bytes in the same loop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/client.h"
#include "native/handshake.h"
#include "native/native.h"
#include "tests/engine/scenes.h"

enum { HEARD_MAX = 4096, TAKEN_MAX = 1 << 16, SENT_MAX = 1 << 20 };

/* ---- a house of straw ---- */

typedef struct {
    const char *bytes; /* to send; the answer to the key stands where it says KEY */
    size_t length;
    size_t piece; /* so many bytes in one packet; 0: all */
    bool stays;   /* does not hang up when all is sent */
} script;

static struct {
    uv_loop_t loop;
    uv_tcp_t door, guest;
    uv_timer_t sending;
    script script;
    client_house place;
    char taken[TAKEN_MAX]; /* what the client has sent */
    size_t taken_length;
    char *send;
    size_t send_length, sent;
    bool there;
} straw;

static void hang_up(void)
{
    if (straw.there && !uv_is_closing((uv_handle_t *)&straw.guest))
        uv_close((uv_handle_t *)&straw.guest, NULL);
    if (!uv_is_closing((uv_handle_t *)&straw.sending))
        uv_close((uv_handle_t *)&straw.sending, NULL);
    if (!uv_is_closing((uv_handle_t *)&straw.door))
        uv_close((uv_handle_t *)&straw.door, NULL);
}

static void send_piece(uv_timer_t *timer)
{
    size_t left = straw.send_length - straw.sent;
    size_t piece = straw.script.piece && straw.script.piece < left ? straw.script.piece : left;
    uv_buf_t buffer = uv_buf_init(straw.send + straw.sent, (unsigned)piece);
    int written = piece > 0 ? uv_try_write((uv_stream_t *)&straw.guest, &buffer, 1) : 0;
    if (written > 0)
        straw.sent += (size_t)written;
    if (straw.sent == straw.send_length) {
        uv_timer_stop(timer);
        if (!straw.script.stays)
            hang_up();
    }
}

/* The script with the right answer to the client's key in it. */
static void prepare(void)
{
    char answer[HANDSHAKE_ANSWER_MAX] = "";
    char *key = strstr(straw.taken, "Sec-WebSocket-Key: ");
    const char *mark = straw.script.length > 3 ? strstr(straw.script.bytes, "KEY") : NULL;
    if (key)
        handshake_answer(key + 19, strcspn(key + 19, "\r"), answer);
    straw.send = native_realloc(NULL, straw.script.length + sizeof answer);
    size_t before = mark ? (size_t)(mark - straw.script.bytes) : straw.script.length;
    memcpy(straw.send, straw.script.bytes, before);
    straw.send_length = before;
    if (mark) {
        memcpy(straw.send + before, answer, strlen(answer));
        straw.send_length += strlen(answer);
        memcpy(straw.send + straw.send_length, mark + 3, straw.script.length - before - 3);
        straw.send_length += straw.script.length - before - 3;
    }
}

static void lend(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
    (void)handle;
    (void)wanted;
    *out = uv_buf_init(straw.taken + straw.taken_length,
                       (unsigned)(TAKEN_MAX - 1 - straw.taken_length));
}

static void take(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    (void)stream;
    (void)buffer;
    if (count < 0) {
        hang_up();
        return;
    }
    straw.taken_length += (size_t)count;
    straw.taken[straw.taken_length] = '\0';
    if (!straw.send && strstr(straw.taken, "\r\n\r\n")) {
        prepare();
        uv_timer_start(&straw.sending, send_piece, 0, 1);
    }
}

static void welcome(uv_stream_t *door, int status)
{
    assert_int_equal(status, 0);
    uv_tcp_init(&straw.loop, &straw.guest);
    straw.there = true;
    assert_int_equal(uv_accept(door, (uv_stream_t *)&straw.guest), 0);
    uv_tcp_nodelay(&straw.guest, 1);
    uv_read_start((uv_stream_t *)&straw.guest, lend, take);
}

static void open_house(const script *s)
{
    struct sockaddr_in address;
    struct sockaddr_storage bound;
    int size = sizeof bound;
    char url[64];
    memset(&straw, 0, sizeof straw);
    straw.script = *s;
    uv_loop_init(&straw.loop);
    uv_tcp_init(&straw.loop, &straw.door);
    uv_timer_init(&straw.loop, &straw.sending);
    uv_ip4_addr("127.0.0.1", 0, &address);
    uv_tcp_bind(&straw.door, (const struct sockaddr *)&address, 0);
    assert_int_equal(uv_listen((uv_stream_t *)&straw.door, 4, welcome), 0);
    uv_tcp_getsockname(&straw.door, (struct sockaddr *)&bound, &size);
    snprintf(url, sizeof url, "http://127.0.0.1:%d",
             ntohs(((struct sockaddr_in *)&bound)->sin_port));
    assert_int_equal(client_find(url, &straw.place), CLIENT_FINE);
}

static void run_house(void)
{
    uv_run(&straw.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&straw.loop), 0);
    free(straw.send);
}

/* ---- a guest who remembers ---- */

static struct {
    char heard[HEARD_MAX]; /* all messages, a bar behind each; long ones by their length */
    const char *says;      /* when it opens, or NULL */
    const char *leaves_at; /* hearing this, or NULL */
    client_end end;
    char reason[CLIENT_REASON_MAX];
    int opened, closed;
} memory;

static void remember_opened(client *c, void *with)
{
    assert_ptr_equal(with, &memory);
    memory.opened++;
    if (memory.says)
        assert_true(client_send(c, kn_slice_of(memory.says)));
}

static void remember_heard(client *c, void *with, kn_slice text)
{
    (void)with;
    size_t length = strlen(memory.heard);
    assert_int_equal(text.at[text.length], '\0');
    if (text.length < 100)
        snprintf(memory.heard + length, HEARD_MAX - length, "%s|", text.at);
    else
        snprintf(memory.heard + length, HEARD_MAX - length, "%zu|", text.length);
    if (memory.leaves_at && strcmp(text.at, memory.leaves_at) == 0)
        client_close(c);
}

static void remember_closed(client *c, void *with, const client_end *end)
{
    (void)with;
    assert_false(client_send(c, kn_slice_of("too late")));
    memory.closed++;
    memory.end = *end;
    snprintf(memory.reason, sizeof memory.reason, "%s", end->reason);
    if (!straw.there) /* else the house notices, and has read everything by then */
        hang_up();
}

static const client_handlers handlers = {remember_opened, remember_heard, remember_closed};

static void visit(const script *s)
{
    open_house(s);
    client_connect(&straw.loop, &straw.place, NULL, &handlers, &memory);
    run_house();
    assert_int_equal(memory.closed, 1);
}

/* ---- scenes ---- */

#define WELCOME                                                                                    \
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"            \
    "Sec-WebSocket-Accept: KEY\r\nSec-WebSocket-Protocol: knobel.1\r\n\r\n"
#define BYTES(text) text, sizeof text - 1

typedef struct {
    const char *name, *bytes;
    size_t length;
    client_why why;
    int code;
    const char *heard, *reason;
} visit_scene;

static const visit_scene scenes[] = {
    {"hangs up", BYTES(WELCOME), CLIENT_LOST, 0, "", ""},
    {"a message", BYTES(WELCOME "\x81\x05hello"), CLIENT_LOST, 0, "hello|", ""},
    {"two, and an empty one",
     BYTES(WELCOME "\x81\x01"
                   "a\x81\x01"
                   "b\x81\x00"),
     CLIENT_LOST, 0, "a|b||", ""},
    {"in fragments, a ping between",
     BYTES(WELCOME "\x01\x01"
                   "a\x89\x01"
                   "?\x80\x01"
                   "b"),
     CLIENT_LOST, 0, "ab|", ""},
    {"a longer head than needed",
     BYTES(WELCOME "\x81\x7e\x00\x02"
                   "ab"),
     CLIENT_BROKEN, 0, "", ""},
    {"goodbye with a reason",
     BYTES(WELCOME "\x81\x01"
                   "a\x88\x06\x0f\xa1gone"),
     CLIENT_CLOSED, 4001, "a|", "gone"},
    {"goodbye without", BYTES(WELCOME "\x88\x00"), CLIENT_CLOSED, 0, "", ""},
    {"binary",
     BYTES(WELCOME "\x82\x01"
                   "a\x81\x01"
                   "b"),
     CLIENT_BROKEN, 0, "", ""},
    {"not UTF-8", BYTES(WELCOME "\x81\x02\xc3\x28"), CLIENT_BROKEN, 0, "", ""},
    {"a reserved bit",
     BYTES(WELCOME "\xc1\x01"
                   "a"),
     CLIENT_BROKEN, 0, "", ""},
    {"an end without a beginning",
     BYTES(WELCOME "\x80\x01"
                   "a"),
     CLIENT_BROKEN, 0, "", ""},
    {"a ping too long", BYTES(WELCOME "\x89\x7e\x00\x80"), CLIENT_BROKEN, 0, "", ""},
    {"a frame beyond all numbers", BYTES(WELCOME "\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff"),
     CLIENT_BROKEN, 0, "", ""},
    {"cut off", BYTES(WELCOME "\x81\x05hel"), CLIENT_LOST, 0, "", ""},
    {"the wrong answer",
     BYTES("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
           "Sec-WebSocket-Protocol: knobel.1\r\n\r\n"),
     CLIENT_NOT_A_HOUSE, 0, "", ""},
    {"another protocol",
     BYTES("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Accept: KEY\r\nSec-WebSocket-Protocol: chess.7\r\n\r\n"),
     CLIENT_NOT_A_HOUSE, 0, "", ""},
    {"refuses", BYTES("HTTP/1.1 429 No\r\nContent-Length: 19\r\n\r\n{\"why\":\"slow_down\"}"),
     CLIENT_REFUSED, 429, "", "{\"why\":\"slow_down\"}"},
    {"refuses until it hangs up", BYTES("HTTP/1.1 503 No\r\n\r\ndraining"), CLIENT_REFUSED, 503, "",
     "draining"},
    {"a page", BYTES("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), CLIENT_REFUSED, 200, "",
     "hi"},
    {"another language", BYTES("SSH-2.0-OpenSSH_9.2\r\n"), CLIENT_NOT_A_HOUSE, 0, "", ""},
    {"says nothing", BYTES(""), CLIENT_NOT_A_HOUSE, 0, "", ""},
};

static void check_scene(const visit_scene *s, size_t piece)
{
    memset(&memory, 0, sizeof memory);
    visit(&(script){s->bytes, s->length, piece, false});
    if (memory.end.why != s->why || memory.end.code != s->code ||
        strcmp(memory.heard, s->heard) != 0 || strcmp(memory.reason, s->reason) != 0)
        fail_msg("%s, in pieces of %zu: why %d, code %d, heard \"%s\", reason \"%s\"", s->name,
                 piece, memory.end.why, memory.end.code, memory.heard, memory.reason);
}

static void test_scenes(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        check_scene(&scenes[i], 0);
        check_scene(&scenes[i], 7);
        check_scene(&scenes[i], 1);
    }
}

/* A head without an end; a message as long as allowed, one byte longer. */
static void test_long(void **unused)
{
    static char bytes[SENT_MAX];
    (void)unused;
    for (int more = 0; more < 2; more++) {
        memset(&memory, 0, sizeof memory);
        size_t head = strlen(WELCOME);
        memcpy(bytes, WELCOME, head);
        /* two fragments, each of a size that is allowed by itself */
        memcpy(bytes + head, "\x01\x7f\x00\x00\x00\x00\x00\x03\xff\xff", 10);
        memset(bytes + head + 10, 'a', 0x3ffff);
        size_t end = head + 10 + 0x3ffff;
        memcpy(bytes + end,
               more ? "\x80\x02"
                      "bb"
                    : "\x80\x01"
                      "b",
               more ? 4 : 3);
        visit(&(script){bytes, end + (more ? 4 : 3), 0, false});
        assert_string_equal(memory.heard, more ? "" : "262144|");
        assert_int_equal(memory.end.why, more ? CLIENT_BROKEN : CLIENT_LOST);
    }
    memset(&memory, 0, sizeof memory);
    strcpy(bytes, "HTTP/1.1 101 Switching Protocols\r\nX: ");
    memset(bytes + strlen(bytes), 'x', 20000);
    visit(&(script){bytes, 20000, 0, true});
    assert_int_equal(memory.end.why, CLIENT_NOT_A_HOUSE);
}

/* The house gets a pong for its ping, and what the guest says, masked. */
static void test_saying(void **unused)
{
    uint8_t text[8];
    size_t to_ping = strlen(WELCOME "\x89\x01?") - strlen("KEY") + HANDSHAKE_ANSWER_MAX - 1;
    (void)unused;
    memset(&memory, 0, sizeof memory);
    memory.says = "hello";
    memory.leaves_at = "bye";
    visit(&(script){BYTES(WELCOME "\x89\x01?\x81\x03"
                                  "bye\x81\x06unread\x88\x02\x03\xe8"),
                    to_ping, true});
    assert_int_equal(memory.end.why, CLIENT_LEFT);
    assert_string_equal(memory.heard, "bye|");
    const uint8_t *frame = (const uint8_t *)strstr(straw.taken, "\r\n\r\n") + 4;
    assert_memory_equal(frame, "\x81\x85", 2);
    for (int i = 0; i < 5; i++)
        text[i] = frame[6 + i] ^ frame[2 + i % 4];
    assert_memory_equal(text, "hello", 5);
    frame += 6 + 5;
    assert_memory_equal(frame, "\x8a\x81", 2); /* the pong */
    assert_int_equal(frame[6] ^ frame[2], '?');
    frame += 6 + 1;
    assert_memory_equal(frame, "\x88\x82", 2); /* goodbye, 1000 */
    assert_int_equal(frame[6] ^ frame[2], 0x03);
    assert_int_equal(frame[7] ^ frame[3], 0xe8);
}

static void test_limits_of_saying(void **unused)
{
    static char text[CLIENT_SEND_MAX + 2];
    (void)unused;
    memset(text, 'a', sizeof text - 1);
    memset(&memory, 0, sizeof memory);
    open_house(&(script){BYTES(WELCOME), 0, false});
    client *c = client_connect(&straw.loop, &straw.place, NULL, &handlers, &memory);
    assert_false(client_send(c, kn_slice_of("too soon")));
    while (memory.opened == 0)
        uv_run(&straw.loop, UV_RUN_ONCE);
    assert_false(client_send(c, (kn_slice){text, CLIENT_SEND_MAX + 1}));
    assert_true(client_send(c, (kn_slice){text, CLIENT_SEND_MAX}));
    run_house();
}

/* A port that nobody listens on, and nobody else can have. */
static int hold_a_port(struct sockaddr_storage *place)
{
    int held = socket(AF_INET, SOCK_STREAM, 0);
    socklen_t size = sizeof(struct sockaddr_in);
    ((struct sockaddr_in *)place)->sin_port = 0;
    assert_int_equal(bind(held, (struct sockaddr *)place, size), 0);
    assert_int_equal(getsockname(held, (struct sockaddr *)place, &size), 0);
    return held;
}

static void test_nobody_there(void **unused)
{
    (void)unused;
    memset(&memory, 0, sizeof memory);
    open_house(&(script){"", 0, 0, false});
    hang_up();
    uv_run(&straw.loop, UV_RUN_DEFAULT);
    int held = hold_a_port(&straw.place.place[0]);
    client_connect(&straw.loop, &straw.place, NULL, &handlers, &memory);
    run_house();
    close(held);
    assert_int_equal(memory.end.why, CLIENT_UNREACHABLE);
    assert_int_equal(memory.closed, 1);
}

/* The first address of a name may be the wrong one. */
static void test_second_address(void **unused)
{
    (void)unused;
    memset(&memory, 0, sizeof memory);
    open_house(&(script){BYTES(WELCOME "\x81\x02hi"), 0, false});
    straw.place.place[1] = straw.place.place[0];
    straw.place.places = 2;
    ((struct sockaddr_in *)&straw.place.place[0])->sin_port = htons(1);
    client_connect(&straw.loop, &straw.place, NULL, &handlers, &memory);
    run_house();
    assert_string_equal(memory.heard, "hi|");
}

static void test_leaving_at_once(void **unused)
{
    (void)unused;
    memset(&memory, 0, sizeof memory);
    open_house(&(script){BYTES(WELCOME), 0, true});
    client_close(client_connect(&straw.loop, &straw.place, NULL, &handlers, &memory));
    assert_int_equal(memory.closed, 0); /* never from inside */
    run_house();
    assert_int_equal(memory.end.why, CLIENT_LEFT);
}

/* ---- asking ---- */

static struct {
    int status, times;
    client_why why;
    size_t length;
    char body[64];
} answer;

static void answered(void *with, const client_answer *a)
{
    assert_ptr_equal(with, &answer);
    answer.status = a->status;
    answer.why = a->why;
    answer.length = a->body.length;
    answer.times++;
    snprintf(answer.body, sizeof answer.body, "%s", a->body.at);
    hang_up();
}

static void test_asking(void **unused)
{
    static const struct {
        const char *bytes;
        int status;
        client_why why;
        const char *body;
    } table[] = {
        {"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nhi", 201, CLIENT_FINE, "hi"},
        {"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", 404, CLIENT_FINE, ""},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n1\r\ni\r\n0\r\n\r\n", 200,
         CLIENT_FINE, "hi"},
        {"HTTP/1.1 200 OK\r\n\r\nuntil it hangs up", 200, CLIENT_FINE, "until it hangs up"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nnot all", 0, CLIENT_LOST, ""},
        {"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", 0, CLIENT_NOT_A_HOUSE, ""},
        {"", 0, CLIENT_LOST, ""},
    };
    (void)unused;
    for (size_t i = 0; i < 2 * sizeof table / sizeof *table; i++) {
        memset(&answer, 0, sizeof answer);
        const char *bytes = table[i / 2].bytes;
        open_house(&(script){bytes, strlen(bytes), i % 2, false});
        client_ask(&straw.loop, &straw.place, "POST", "/api/rooms", kn_slice_of("{}"), answered,
                   &answer);
        run_house();
        if (answer.times != 1 || answer.status != table[i / 2].status ||
            answer.why != table[i / 2].why || strcmp(answer.body, table[i / 2].body) != 0)
            fail_msg("%zu: status %d, why %d, body \"%s\"", i, answer.status, answer.why,
                     answer.body);
        assert_non_null(strstr(straw.taken, "POST /api/rooms HTTP/1.1\r\n"));
        assert_non_null(strstr(straw.taken, "Content-Length: 2\r\n\r\n{}"));
    }
}

static void test_long_answer(void **unused)
{
    static char bytes[SENT_MAX];
    (void)unused;
    int head = snprintf(bytes, sizeof bytes, "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n");
    memset(bytes + head, 'x', 900000);
    memset(&answer, 0, sizeof answer);
    open_house(&(script){bytes, (size_t)head + 900000, 0, false});
    client_ask(&straw.loop, &straw.place, "GET", "/", kn_slice_of(""), answered, &answer);
    run_house();
    assert_int_equal(answer.length, 900000);
    assert_null(strstr(straw.taken, "Content-Length"));
}

/* ---- finding ---- */

static void test_finding(void **unused)
{
    static const struct {
        const char *url;
        client_why why;
        const char *host, *room;
    } table[] = {
        {"http://127.0.0.1:8020", CLIENT_FINE, "127.0.0.1:8020", ""},
        {"http://127.0.0.1:8020/", CLIENT_FINE, "127.0.0.1:8020", ""},
        {"127.0.0.1/t/K7QM3T", CLIENT_FINE, "127.0.0.1:80", "K7QM3T"},
        {"ws://127.0.0.1:1/t/k7-qm3t?lang=de", CLIENT_FINE, "127.0.0.1:1", "k7-qm3t"},
        {"http://[::1]:8020/t/K7QM3T#x", CLIENT_FINE, "[::1]:8020", "K7QM3T"},
        {"https://127.0.0.1/t/K7QM3T", CLIENT_TLS, "", ""},
        {"wss://127.0.0.1", CLIENT_TLS, "", ""},
        {"", CLIENT_BAD_URL, "", ""},
        {"http://", CLIENT_BAD_URL, "", ""},
        {"ftp://127.0.0.1", CLIENT_BAD_URL, "", ""},
        {"http://127.0.0.1:", CLIENT_BAD_URL, "", ""},
        {"http://127.0.0.1:70000", CLIENT_BAD_URL, "", ""},
        {"http://127.0.0.1:123456", CLIENT_BAD_URL, "", ""},
        {"http://[::1", CLIENT_BAD_URL, "", ""},
        {"http://me@127.0.0.1", CLIENT_BAD_URL, "", ""},
        {"http://127.0.0.1/t/", CLIENT_BAD_URL, "", ""},
        {"http://127.0.0.1/t/K7QM3T K7QM3T", CLIENT_BAD_URL, "", ""},
        {"http://127.0.0.1/t/K7QM\r\nX: y", CLIENT_BAD_URL, "", ""},
        {"http://127.0.0.1/t/K7QM3TK7QM3TK7QM3T", CLIENT_BAD_URL, "", ""},
        {"http://no.such.host.invalid", CLIENT_NO_SUCH_HOST, "", ""},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        client_house house;
        client_why why = client_find(table[i].url, &house);
        if (why != table[i].why || (why == CLIENT_FINE && (strcmp(house.host, table[i].host) != 0 ||
                                                           strcmp(house.room, table[i].room) != 0)))
            fail_msg("%s: why %d, host \"%s\", room \"%s\"", table[i].url, why, house.host,
                     house.room);
        assert_true(strlen(client_words(why)) > 0);
    }
}

/* A link that moves a seat. */
static void test_finding_a_key(void **unused)
{
    client_house house;
    (void)unused;
    assert_int_equal(
        client_find("127.0.0.1/t/K7QM3T#seat=0123456789abcdef0123456789abcdef", &house),
        CLIENT_FINE);
    assert_string_equal(house.room, "K7QM3T");
    assert_string_equal(house.seat_key, "0123456789abcdef0123456789abcdef");
    assert_int_equal(client_find("127.0.0.1/t/K7QM3T", &house), CLIENT_FINE);
    assert_string_equal(house.seat_key, "");
    assert_int_equal(client_find("127.0.0.1/t/K7QM3T#seat=01 23", &house), CLIENT_BAD_URL);
    assert_int_equal(
        client_find("127.0.0.1/t/K7QM3T#seat=0123456789abcdef0123456789abcdef0", &house),
        CLIENT_BAD_URL);
}

/* The example of RFC 6455, 1.3. */
static void test_handshake(void **unused)
{
    char text[HANDSHAKE_ANSWER_MAX], key[HANDSHAKE_KEY_MAX];
    (void)unused;
    handshake_answer("dGhlIHNhbXBsZSBub25jZQ==", 24, text);
    assert_string_equal(text, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    handshake_key(key);
    assert_int_equal(strlen(key), 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handshake),
        cmocka_unit_test(test_finding),
        cmocka_unit_test(test_finding_a_key),
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_saying),
        cmocka_unit_test(test_limits_of_saying),
        cmocka_unit_test(test_nobody_there),
        cmocka_unit_test(test_second_address),
        cmocka_unit_test(test_leaving_at_once),
        cmocka_unit_test(test_asking),
        cmocka_unit_test(test_long_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
