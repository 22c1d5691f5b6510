/* connection.h: one connection, from its first byte to its last. It starts as HTTP and may become a
 * WebSocket, and so a guest of the house. Bytes go in, bytes come out; the caller has the socket
 * (socket.c, or a fuzzer). Never freed in the middle of its own work. */
#ifndef KNOBEL_SERVER_NET_CONNECTION_H
#define KNOBEL_SERVER_NET_CONNECTION_H

#include "house/house.h"
#include "house/limits.h"
#include "server/net/addresses.h"
#include "server/net/buffer.h"
#include "server/net/http.h"
#include "server/net/websocket.h"

struct hub;
struct forward;

/* How a connection comes to its end. */
typedef enum {
    END_NOT_YET,
    END_GENTLY,  /* write what there is, say that there is no more, wait for the other end */
    END_WRITTEN, /* write what there is, then close */
    END_NOW,
} connection_end;

typedef struct connection {
    struct hub *hub;
    void *socket;            /* reads and writes for it */
    struct connection *next; /* among those with something to do */
    uint32_t number;         /* in the hub, from 1; the house calls the guest so, too */
    uint32_t uses;           /* the socket, the list of those with something to do, what is held */
    address_places places;   /* where its address is counted */
    uint8_t end;             /* a connection_end */
    bool counted;            /* there */
    bool refused;            /* came when there were too many from its address */
    bool for_metrics;        /* came through the door for metrics: nothing else is told there */
    bool websocket_open;
    bool known;     /* to the house, as a guest */
    bool farewell;  /* our close frame is on its way */
    bool answering; /* a request; nothing is read until the answer has been written */
    bool answered;  /* the answer is in the output */
    bool last;      /* there will be no further request */
    bool listed;    /* in the list of those with something to do */
    bool cut_off;   /* the other end sends no more */
    bool gone;      /* its socket is */

    bool asking; /* which node has the room that it wants: what else it says waits in `later` */
    bool late;   /* … and the answer to that was not there at once */
    int64_t asked_ms;
    bool forwarded; /* by another node, which is not to be forwarded again */

    char room[HOUSE_CODE_MAX]; /* that it came for, by the address; or empty */
    uint32_t match_on;         /* that was played there when it asked for a log; 0: none */
    struct forward *forward;   /* it is a guest of another node; or NULL */
    http_reader *http;         /* until it is a WebSocket */
    websocket frames;
    char *later; /* bytes behind a request being answered; messages while `asking` */
    uint32_t later_length;

    buffer **out; /* in order; the first has been written up to out_done */
    uint32_t out_count, out_capacity;
    uint32_t out_lent; /* number of them being written now */
    size_t out_done, out_bytes;
    size_t held_bytes; /* in the hub for it, until they are true … */
    uint64_t held_for; /* … and the batch that the last of them waits for, or waited */
    bool flooded;      /* … and they were too many: nothing more is held, and it will be closed */

    int64_t deadline_ms; /* KN_NEVER: none */
    int64_t pinged_ns;   /* when; 0: not yet */
    int64_t ponged_ms;   /* the last sign of life */
    bool pinging;        /* no pong yet */
    bucket pings;        /* of the other end */
    char address[HOUSE_ADDRESS_MAX];
} connection;

enum {
    CONNECTION_LATER_MAX = 16384, /* bytes that may come before an answer was written */
    CONNECTION_WRITE_MS = 30000,  /* without progress in writing: gone */
    CONNECTION_ASK_MS = 10000,    /* for an answer which node has a room */
    CONNECTION_LINGER_MS = 2000,  /* for the other end to hear the last word */
    CONNECTION_PINGS_A_SECOND = 5,
    CONNECTION_PINGS_AT_ONCE = 20,
    CONNECTION_HURRY_MS = 1000, /* between two pings where reaction counts */
};

/* ---- for the socket ---- */

/* Bytes arrived; the peer stopped sending; the socket and with it the connection are gone. */
void connection_read(connection *c, kn_slice bytes);
void connection_cut_off(connection *c);
void connection_gone(connection *c);

/* The bytes to write, at most `most` pieces of them, lent until connection_wrote says how many were
 * written. Returns how many pieces. */
int connection_lend(connection *c, kn_slice *pieces, int most);
void connection_wrote(connection *c, size_t bytes);

/* Does it want to be read from? */
bool connection_listens(const connection *c);

/* ---- for the hub ---- */

void connection_send(connection *c, buffer *p); /* which is the connection's from then on */
void connection_say_goodbye(connection *c, int code, const char *why);
void connection_send_goodbye(connection *c, buffer *p); /* likewise */
void connection_give_answer(connection *c, buffer *p);  /* one that was held */
void connection_finish_requests(connection *c);         /* the current request is the last */
void connection_check_output(connection *c); /* too much: it does not read; closes with 1008 */
void connection_watch_time(connection *c, int64_t now_ms);

/* ---- for the routes ---- */

/* The answer to the request at hand: at once, or held until what was kept is on disk. A body that
 * was not copied into the head comes as a second buffer. */
void connection_answer(connection *c, buffer *head, buffer *body, bool keep);
void connection_hold_answer(connection *c, buffer *answer, bool keep);

/* The request becomes a WebSocket. */
void connection_upgrade(connection *c, buffer *answer, const char *address);

/* The request was answered later than it was read: read what came behind it. */
void connection_read_later(connection *c);

/* Nothing more is to be read; what has to be written is. */
void connection_finish(connection *c, connection_end how);

/* ---- memory ---- */

void connection_use(connection *c);
void connection_drop(connection *c); /* frees it after the last use */

#endif
