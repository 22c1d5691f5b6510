/* way_away.c: a room of a house elsewhere, over a WebSocket. See way.h.
 *
 * A connection that is lost is opened again, ever more patiently; the house then tells what was
 * missed. Tokens are kept in a file (tokens.h), so that coming back another day finds one's seat.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "client/client.h"
#include "native/native.h"
#include "terminal/answers.h"
#include "terminal/look.h"
#include "terminal/tokens.h"
#include "terminal/way_ends.h"
#include "words/words.h"

enum {
    RETRY_FIRST_MS = 500,
    RETRY_MOST_MS = 15000,
    CLOSE_REMOVED = 4001, /* the WebSocket code after which there is no coming back */
    CREATED = 201,
    WELL = 200,
    PATH_MAX_BYTES = 64,
};

typedef struct {
    way w; /* must come first */
    uv_loop_t loop;
    client_house house;
    client *connection; /* NULL: none now */
    int64_t retry_ns;   /* when to try again; 0: not waiting */
    int retry_ms;       /* how long to wait next time */
    int asking;         /* requests under way */
    uint32_t log_match;
    bool closing;
    char name[TABLE_NAME_MAX];
    char kept[HOUSE_TOKEN_MAX]; /* the token that is in the file */
} away;

static void connect_away(away *a);

/* ---- the token ---- */

static void keep_token(away *a)
{
    if (strcmp(a->kept, a->w.token) == 0)
        return;
    snprintf(a->kept, sizeof a->kept, "%s", a->w.token);
    tokens_keep(a->house.host, a->w.room, a->w.token);
}

/* ---- the connection ---- */

static void opened(client *c, void *with)
{
    away *a = with;
    (void)c;
    way_enter(&a->w, a->name);
}

/* A refusal before we are in is a refusal to let us in. */
static void heard(client *c, void *with, kn_slice text)
{
    away *a = with;
    (void)c;
    way_heard(&a->w, text);
    const json_t *last = json_array_get(a->w.heard, json_array_size(a->w.heard) - 1);
    if (a->w.state == WAY_HERE)
        a->retry_ms = RETRY_FIRST_MS;
    else if (look_is(last, "type", "refused"))
        way_give_up(&a->w, refusal_words(look_text(last, "why")));
    if (look_is(last, "type", "you"))
        keep_token(a);
}

static void try_again(away *a, const char *trouble)
{
    a->w.state = WAY_COMING;
    snprintf(a->w.trouble, sizeof a->w.trouble, "%s", trouble);
    a->retry_ns = native_steady_ns() + (int64_t)a->retry_ms * 1000000;
    a->retry_ms = 2 * a->retry_ms > RETRY_MOST_MS ? RETRY_MOST_MS : 2 * a->retry_ms;
}

static void closed(client *c, void *with, const client_end *end)
{
    away *a = with;
    (void)c;
    a->connection = NULL;
    if (a->closing || a->w.state == WAY_GONE)
        return;
    if (end->why == CLIENT_CLOSED && end->code == CLOSE_REMOVED)
        way_give_up(&a->w, _("You were removed from the room."));
    else if (end->why == CLIENT_BROKEN || end->why == CLIENT_NOT_A_HOUSE)
        way_give_up(&a->w, client_words(end->why));
    else
        try_again(a, client_words(end->why));
}

static void connect_away(away *a)
{
    static const client_ears ears = {.opened = opened, .heard = heard, .closed = closed};
    a->retry_ns = 0;
    a->connection = client_connect(&a->loop, &a->house, &ears, a);
}

/* ---- a new room ---- */

static void enter_room(away *a)
{
    snprintf(a->w.link, sizeof a->w.link, "http://%s/t/%s", a->house.host, a->w.room);
    connect_away(a);
}

static void room_opened(void *with, const client_answer *answer)
{
    away *a = with;
    json_t *body =
        answer->status ? json_loadb(answer->body.at, answer->body.length, 0, NULL) : NULL;
    a->asking--;
    if (answer->status == CREATED && look_text(body, "room")[0]) {
        snprintf(a->w.room, sizeof a->w.room, "%s", look_text(body, "room"));
        snprintf(a->w.token, sizeof a->w.token, "%s", look_text(body, "token"));
        keep_token(a);
        if (!a->closing)
            enter_room(a);
    } else {
        way_give_up(&a->w, answer->status ? refusal_words(look_text(body, "why"))
                                          : client_words(answer->why));
    }
    json_decref(body);
}

static void open_room(away *a, const json_t *wish)
{
    char *text = json_dumps(wish, JSON_COMPACT);
    a->asking++;
    client_ask(&a->loop, &a->house, "POST", "/api/rooms", kn_slice_of(text), room_opened, a);
    free(text);
}

/* ---- opening ---- */

static const way_kind away_kind;

/* A room by its link: with the token we had there, if any. */
static void find_room(away *a)
{
    if (!house_read_code(kn_slice_of(a->house.room), a->w.room)) {
        way_give_up(&a->w, _("this is not a room link"));
        return;
    }
    if (tokens_find(a->house.host, a->w.room, a->w.token))
        snprintf(a->kept, sizeof a->kept, "%s", a->w.token);
    enter_room(a);
}

way *way_away(const char *url, json_t *wish, const char *name)
{
    away *a = native_realloc(NULL, sizeof *a);
    memset(a, 0, sizeof *a);
    way_begin(&a->w, &away_kind);
    a->w.link[0] = '-'; /* not at home, whatever happens */
    a->retry_ms = RETRY_FIRST_MS;
    snprintf(a->name, sizeof a->name, "%s", name ? name : "");
    uv_loop_init(&a->loop);
    client_why why = client_find(url, &a->house);
    if (why != CLIENT_FINE)
        way_give_up(&a->w, client_words(why));
    else if (wish)
        open_room(a, wish);
    else
        find_room(a);
    json_decref(wish);
    return &a->w;
}

static void close_away(way *w)
{
    away *a = (away *)w;
    a->closing = true;
    if (a->connection)
        client_close(a->connection);
    while (uv_run(&a->loop, UV_RUN_ONCE) && (a->connection || a->asking > 0))
        continue;
    uv_run(&a->loop, UV_RUN_NOWAIT);
    uv_loop_close(&a->loop);
    way_end(w);
    free(a);
}

/* ---- working ---- */

static void say_away(way *w, const char *text, size_t length)
{
    away *a = (away *)w;
    if (a->connection)
        client_send(a->connection, (kn_slice){text, length});
}

static void turn_away(way *w)
{
    away *a = (away *)w;
    if (a->retry_ns && native_steady_ns() >= a->retry_ns && w->state != WAY_GONE)
        connect_away(a);
    uv_run(&a->loop, UV_RUN_NOWAIT);
}

static int file_away(const way *w)
{
    return uv_backend_fd(&((const away *)w)->loop);
}

static int timeout_away(const way *w)
{
    const away *a = (const away *)w;
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
    away *a = with;
    a->asking--;
    if (answer->status == WELL) {
        way_heard_log(&a->w, a->log_match, answer->body.at, NULL);
        return;
    }
    json_t *body =
        answer->status ? json_loadb(answer->body.at, answer->body.length, 0, NULL) : NULL;
    way_heard_log(&a->w, a->log_match, NULL, body ? look_text(body, "why") : "not_playing");
    json_decref(body);
}

static void ask_log_away(way *w, uint32_t match)
{
    away *a = (away *)w;
    char path[PATH_MAX_BYTES];
    snprintf(path, sizeof path, "/api/rooms/%s/log?match=%u", w->room, match);
    a->log_match = match;
    a->asking++;
    client_ask(&a->loop, &a->house, "GET", path, kn_slice_of(""), log_came, a);
}

static const way_kind away_kind = {
    .say = say_away,
    .ask_log = ask_log_away,
    .turn = turn_away,
    .file = file_away,
    .timeout_ms = timeout_away,
    .close = close_away,
};
