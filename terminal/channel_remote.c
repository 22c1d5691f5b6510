/* channel_remote.c: a room on a server, over a WebSocket. See channel.h.
 *
 * A lost connection is opened again, with longer and longer pauses; the server then sends what was
 * missed. Tokens are stored in a file (tokens.h), so that you find your seat again another day. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "client/client.h"
#include "native/native.h"
#include "protocol/look.h"
#include "sentences/answers.h"
#include "terminal/channel_inside.h"
#include "terminal/tokens.h"
#include "words/words.h"

enum {
    RETRY_FIRST_MS = 400, /* growing slowly: another server takes over after some seconds */
    RETRY_MOST_MS = 15000,
    SPREAD_MOST_MS = 60000,
    CLOSE_REMOVED = 4001, /* the WebSocket codes after which we do not reconnect */
    CLOSE_MOVED = 4002,
    CREATED = 201,
    WELL = 200,
    PATH_MAX_BYTES = 64,
};

typedef struct {
    channel base; /* must come first */
    uv_loop_t loop;
    client_house house;
    client *connection; /* NULL: not connected */
    int64_t retry_ns;   /* when to try again; 0: not waiting */
    int retry_ms;       /* how long to wait next time */
    int spread_ms;      /* after being cut off: at most so much longer, by lot, as the house said */
    const char *put_off; /* why we may not enter now, but perhaps later; or NULL */
    int asking;          /* requests under channel */
    uint32_t log_match;
    bool closing;
    char name[TABLE_NAME_MAX];
    /* the token that is in the file, and the names of its seats */
    char kept[HOUSE_TOKEN_MAX], kept_names[TOKENS_NAMES_MAX];
    int person; /* who we are in the room; 0: nobody yet */
} remote;

static void connect_remote(remote *a);

/* ---- the token ---- */

/* With these names of seats, or with those it had (NULL). */
static void keep_token(remote *a, const char *names)
{
    bool known = strcmp(a->kept, a->base.token) == 0;
    if (!a->base.token[0] || (known && (!names || strcmp(a->kept_names, names) == 0)))
        return;
    snprintf(a->kept, sizeof a->kept, "%s", a->base.token);
    if (names)
        snprintf(a->kept_names, sizeof a->kept_names, "%s", names);
    tokens_keep(a->house.host, a->base.room, a->base.token, a->kept_names);
}

/* The names of our seats. Those of seats that were given up are remembered until there are others.
 */
static void keep_names(remote *a, const json_t *room)
{
    char names[TOKENS_NAMES_MAX];
    kn_text text = kn_text_on(names, sizeof names);
    const json_t *seats = look_in(room, "seats");
    for (int i = 0; a->person && i < look_count(seats) && i < KN_SEATS_MAX; i++) {
        const json_t *seat = look_at(seats, i);
        if (look_int(seat, "person") != a->person)
            continue;
        kn_put(&text, names[0] ? "\t" : "");
        kn_put(&text, look_text(seat, "name"));
    }
    keep_token(a, names[0] ? names : NULL);
}

/* ---- the connection ---- */

static void opened(client *c, void *with)
{
    remote *a = with;
    (void)c;
    channel_enter(&a->base, a->name);
}

/* Is it worth to try again? */
static bool passes(const char *why)
{
    static const char *const passing[] = {"disk", "busy", "elsewhere", "draining"};
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (strcmp(why, passing[i]) == 0)
            return true;
    return false;
}

static void refused(remote *a, const char *why)
{
    if (a->connection && a->base.was_in && passes(why)) {
        a->put_off = refusal_words(why);
        client_close(a->connection);
        return;
    }
    channel_fail(&a->base,
                 strcmp(why, "no_such_room") == 0 ? CHANNEL_WRONG_CODE : CHANNEL_SENT_AWAY,
                 refusal_words(why));
}

/* A refusal before we have entered means that we may not enter. */
static void heard(client *c, void *with, kn_slice text)
{
    remote *a = with;
    (void)c;
    channel_received(&a->base, text);
    const json_t *last = json_array_get(a->base.heard, json_array_size(a->base.heard) - 1);
    if (a->base.state == CHANNEL_OPEN)
        a->retry_ms = RETRY_FIRST_MS;
    else if (look_is(last, "type", "refused"))
        refused(a, look_text(last, "why"));
    if (look_is(last, "type", "entered"))
        a->spread_ms = look_int(last, "spread_ms");
    if (look_is(last, "type", "spread"))
        a->spread_ms = look_int(last, "ms");
    if (look_is(last, "type", "you"))
        a->person = look_has(last, "person") ? look_int(last, "person") : 0;
    if (look_is(last, "type", "you"))
        keep_token(a, NULL);
    if (look_is(last, "type", "room"))
        keep_names(a, last);
}

/* Some of the time over which the house wants its guests to come back: each has another part, so
 * that they do not come all at once. */
static int64_t lot_ms(const remote *a)
{
    uint32_t lot;
    int most = a->spread_ms > SPREAD_MOST_MS ? SPREAD_MOST_MS : a->spread_ms;
    native_random(&lot, sizeof lot);
    return most > 0 ? lot % (uint32_t)most : 0;
}

static void try_again(remote *a, const char *trouble)
{
    int64_t more_ms = a->base.state == CHANNEL_OPEN ? lot_ms(a) : 0;
    a->base.state = CHANNEL_CONNECTING;
    a->base.keeps_out = a->base.was_in ? CHANNEL_CUT : CHANNEL_UNREACHABLE;
    snprintf(a->base.trouble, sizeof a->base.trouble, "%s", trouble);
    a->retry_ns = native_steady_ns() + (a->retry_ms + more_ms) * 1000000;
    a->retry_ms += a->retry_ms / 4;
    if (a->retry_ms > RETRY_MOST_MS)
        a->retry_ms = RETRY_MOST_MS;
}

static void closed(client *c, void *with, const client_end *end)
{
    remote *a = with;
    (void)c;
    a->connection = NULL;
    if (a->closing || a->base.state == CHANNEL_CLOSED)
        return;
    if (end->why == CLIENT_CLOSED && end->code == CLOSE_REMOVED)
        channel_fail(&a->base, CHANNEL_SENT_AWAY, _("You were removed from the room."));
    else if (end->why == CLIENT_CLOSED && end->code == CLOSE_MOVED)
        refused(a, "moved");
    else if (end->why == CLIENT_BROKEN || end->why == CLIENT_NOT_A_HOUSE)
        channel_fail(&a->base, CHANNEL_UNREACHABLE, client_words(end->why));
    else
        try_again(a, a->put_off ? a->put_off : client_words(end->why));
    a->put_off = NULL;
}

static void connect_remote(remote *a)
{
    static const client_handlers handlers = {.opened = opened, .heard = heard, .closed = closed};
    a->retry_ns = 0;
    a->connection = client_connect(&a->loop, &a->house, a->base.room, &handlers, a);
}

/* ---- a new room ---- */

static void enter_room(remote *a)
{
    snprintf(a->base.link, sizeof a->base.link, "http://%s/t/%s", a->house.host, a->base.room);
    connect_remote(a);
}

static void room_opened(void *with, const client_answer *answer)
{
    remote *a = with;
    json_t *body =
        answer->status ? json_loadb(answer->body.at, answer->body.length, 0, NULL) : NULL;
    a->asking--;
    if (answer->status == CREATED && look_text(body, "room")[0]) {
        snprintf(a->base.room, sizeof a->base.room, "%s", look_text(body, "room"));
        snprintf(a->base.token, sizeof a->base.token, "%s", look_text(body, "token"));
        keep_token(a, NULL);
        if (!a->closing)
            enter_room(a);
    } else if (answer->status) {
        refused(a, look_text(body, "why"));
    } else {
        channel_fail(&a->base, CHANNEL_UNREACHABLE, client_words(answer->why));
    }
    json_decref(body);
}

static void open_room(remote *a, const json_t *request)
{
    char *text = json_dumps(request, JSON_COMPACT);
    a->asking++;
    client_ask(&a->loop, &a->house, "POST", "/api/rooms", kn_slice_of(text), room_opened, a);
    free(text);
}

/* ---- opening ---- */

static const channel_kind remote_kind;

/* A room by its link: with the token we had there, if any. Whoever gives a name gets the token of
 * that name only: others may use this account. */
static void find_room(remote *a)
{
    char words[CHANNEL_ERROR_MAX];
    snprintf(words, sizeof words, _("\"%s\" is not a room code; one looks like this: K7QM3T"),
             a->house.room);
    if (!house_read_code(kn_slice_of(a->house.room), a->base.room)) {
        channel_fail(&a->base, CHANNEL_WRONG_CODE,
                     a->house.room[0] ? words
                                      : _("this link has no room in it; one looks like "
                                          "http://example.org:8020/t/K7QM3T"));
        return;
    }
    const char *name = a->name[0] ? a->name : NULL;
    memcpy(a->base.seat_key, a->house.seat_key, sizeof a->house.seat_key);
    if (!a->base.seat_key[0] && tokens_find(a->house.host, a->base.room, name, a->base.token))
        snprintf(a->kept, sizeof a->kept, "%s", a->base.token);
    enter_room(a);
}

channel *channel_remote(const char *url, json_t *request, const char *name)
{
    remote *a = native_realloc(NULL, sizeof *a);
    memset(a, 0, sizeof *a);
    channel_begin(&a->base, &remote_kind);
    a->base.link[0] = '-'; /* never local, whatever happens */
    a->base.host = a->house.host;
    a->retry_ms = RETRY_FIRST_MS;
    snprintf(a->name, sizeof a->name, "%s", name ? name : "");
    uv_loop_init(&a->loop);
    client_why why = client_find(url, &a->house);
    if (why != CLIENT_FINE)
        channel_fail(&a->base, CHANNEL_UNREACHABLE, client_words(why));
    else if (request)
        open_room(a, request);
    else
        find_room(a);
    json_decref(request);
    return &a->base;
}

static void close_remote(channel *c)
{
    remote *a = (remote *)c;
    a->closing = true;
    if (a->connection)
        client_close(a->connection);
    while (uv_run(&a->loop, UV_RUN_ONCE) && (a->connection || a->asking > 0))
        continue;
    uv_run(&a->loop, UV_RUN_NOWAIT);
    uv_loop_close(&a->loop);
    channel_end(c);
    free(a);
}

/* ---- working ---- */

static void send_remote(channel *c, const char *text, size_t length)
{
    remote *a = (remote *)c;
    if (a->connection)
        client_send(a->connection, (kn_slice){text, length});
}

static void run_remote(channel *c)
{
    remote *a = (remote *)c;
    if (a->retry_ns && native_steady_ns() >= a->retry_ns && c->state != CHANNEL_CLOSED)
        connect_remote(a);
    uv_run(&a->loop, UV_RUN_NOWAIT);
}

static int file_remote(const channel *c)
{
    return uv_backend_fd(&((const remote *)c)->loop);
}

static int timeout_remote(const channel *c)
{
    const remote *a = (const remote *)c;
    int least = uv_backend_timeout(&a->loop);
    if (a->retry_ns) {
        int64_t left = (a->retry_ns - native_steady_ns()) / 1000000 + 1;
        left = left < 0 ? 0 : left;
        least = least < 0 || left < least ? (int)left : least;
    }
    return least;
}

/* ---- the log ---- */

static void log_came(void *with, const client_answer *answer)
{
    remote *a = with;
    a->asking--;
    if (answer->status == WELL) {
        channel_received_log(&a->base, a->log_match, answer->body.at, NULL);
        return;
    }
    json_t *body =
        answer->status ? json_loadb(answer->body.at, answer->body.length, 0, NULL) : NULL;
    channel_received_log(&a->base, a->log_match, NULL,
                         body ? look_text(body, "why") : "not_playing");
    json_decref(body);
}

static void ask_log_remote(channel *c, uint32_t match)
{
    remote *a = (remote *)c;
    char path[PATH_MAX_BYTES];
    snprintf(path, sizeof path, "/api/rooms/%s/log?match=%u", c->room, match);
    a->log_match = match;
    a->asking++;
    client_ask(&a->loop, &a->house, "GET", path, kn_slice_of(""), log_came, a);
}

static const channel_kind remote_kind = {
    .send = send_remote,
    .ask_log = ask_log_remote,
    .run = run_remote,
    .file = file_remote,
    .timeout_ms = timeout_remote,
    .close = close_remote,
};
