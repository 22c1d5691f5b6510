/* inside.h: the inside of a running server, for the files that make it up: server.c has the loop,
 * clearing.c clears away, nodes.c knows the other nodes. Private to them. All of it is the loop's.
 */
#ifndef KNOBEL_SERVER_INSIDE_H
#define KNOBEL_SERVER_INSIDE_H

#include <uv.h>

#include "native/sign.h"
#include "server/bot_threads.h"
#include "server/heart.h"
#include "server/net/hub.h"
#include "server/net/socket.h"
#include "server/owner.h"
#include "server/programs.h"
#include "server/reader.h"
#include "server/store/writer.h"

typedef struct server {
    server_settings settings;
    uv_loop_t loop;
    uv_prepare_t before_sleep;
    uv_timer_t alarm, sweep, retry, clear, look, note_time, drain, hand_over, show;
    uv_signal_t terminate, interrupt;
    hub hub;
    sockets sockets;
    store *store;
    writer writer;
    reader *reader;
    owner *owner;
    heart *heart; /* NULL: there are no other nodes */
    bot_threads *bot_threads;
    programs *programs;
    sign_key key;
    int64_t clock_ms;    /* Unix time when the steady clock showed 0, as we believed at the start */
    int64_t date_ms;     /* how far ahead of that the clock on the wall is now */
    int64_t alarm_ms;    /* what the timer is set to; KN_NEVER: it is not */
    int64_t turn_ns;     /* when the last turn ended … */
    uint64_t turn_idle;  /* … and how long the loop had slept by then */
    bool failing;        /* the disk */
    bool hanging;        /* likewise, it does not answer */
    bool full;           /* the quota is used up */
    int64_t unlooked;    /* bytes written since we looked at it */
    store_old *old;      /* what is to go, found and not yet gone; or NULL */
    store_clearing most; /* rooms to clear away in the next batch … */
    store_clearing last; /* … and so many went with the last one */
    bool clear_more;     /* which was written just now: there may be more */
    bool looking;        /* the reader looks for what is to go */
    bool waking;         /* rooms whose clock goes on are brought into memory … */
    bool wake_again;     /* … and there may be more by now */
    uint64_t true_batch; /* all up to this one are on disk */
    int64_t epoch;       /* in which our rooms were claimed */
    hub_seals on_disk;   /* the list of seals */
    bool beating;        /* the last beat went well */
    bool has_others;     /* and there were other nodes */
    bool unreached;      /* the last beat did not reach the store … */
    bool cut_off;        /* … for so long that they may have our rooms */
    bool leaving;        /* rooms are being handed over */
    bool draining;
} server;

/* ---- the loop (server.c) ---- */

int64_t server_now_ms(void *with);
void server_note_misread(server *s, const char *key, const char *why);
void server_give_up_gathered(server *s);
void server_lose_all(server *s);
void server_say_goodbye(server *s);

/* ---- clearing away (clearing.c) ---- */

void clearing_begin(server *s);
bool clearing_in_use(void *with, const char *room);
void clearing_note_space(server *s, int64_t used);
void clearing_wrote(server *s, size_t written);
void clearing_ring(uv_timer_t *timer);
void clearing_took(server *s, int64_t took_ns); /* a batch that cleared some was written */
void clearing_go_on(server *s);
void clearing_stop(server *s); /* until it has looked again */

/* ---- other nodes (nodes.c) ---- */

void nodes_wake_all(server *s);
void nodes_leave(server *s);
void nodes_fenced(server *s);
void nodes_watch(server *s);
void nodes_heard(void *with, const heart_news *news);
void nodes_show(uv_timer_t *timer);

#endif
