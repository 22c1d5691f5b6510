/* crowd.h: many simulated guests of a server, for `knobel load`: some play match after match with
 * random legal moves, the others only watch. One loop and one clock measure how long a move takes
 * from being sent until the last guest of the room has it. */
#ifndef KNOBEL_TOOLS_CROWD_H
#define KNOBEL_TOOLS_CROWD_H

#include "client/client.h"
#include "core/game.h"
#include "tools/cost.h"
#include "tools/latency.h"

enum {
    CROWD_CODE_MAX = 8,   /* bytes of a room code, with the final zero */
    CROWD_TOKEN_MAX = 64, /* bytes of a token, with the final zero */
    CROWD_COMPLAINT_MAX = 200,
    CROWD_ROOMS_MAX = 10000,
    CROWD_WATCHERS_MAX = 64, /* in a room */
    CROWD_IDLE_MAX = 60000,  /* there are no more ports between two addresses */
    CROWD_RATE_MAX = 1000000,
    CROWD_SECONDS_MAX = 86400,
};

/* What to simulate. */
typedef struct {
    client_house house;
    const kn_game *game;
    int rooms, seats; /* rooms that play */
    int watchers;     /* guests in each of these rooms */
    int idle;         /* spectators in rooms where nothing happens */
    int idle_a_room;
    int rate;    /* moves per second, in total; 0: as fast as the server answers */
    int each;    /* moves per second of one guest, at most */
    int seconds; /* seconds of measuring; longer if there is no move until then */
    int pid;     /* process of the server, if it runs on this machine; otherwise 0 */
} crowd_plan;

typedef struct crowd crowd;
typedef struct crowd_room crowd_room;

typedef struct {
    client *wire; /* NULL: not connected */
    crowd_room *room;
    uint32_t match, event;       /* event number of the last table message */
    int64_t free_ns;             /* until then it has sent as much as the server allows */
    client_bytes bytes;          /* when the measuring began */
    uint8_t seat;                /* from 1; 0: a watcher */
    bool here;                   /* has entered, and has a seat if it plays */
    bool told;                   /* has seen the current move */
    bool sent;                   /* a move, and has seen nothing new since */
    char move[KN_MOVE_TEXT_MAX]; /* a random legal move; empty: not to move */
} crowd_guest;

struct crowd_room {
    crowd *crowd;
    client_house house; /* with an address to come from */
    char code[CROWD_CODE_MAX], token[CROWD_TOKEN_MAX];
    crowd_guest *guests; /* the host first */
    int count;
    crowd_room *next; /* the next room in the queue */
    bool queued, over;
    /* The current move: its sender waits for an answer, all others for the news. */
    crowd_guest *mover; /* NULL: there is none */
    uint32_t match, event;
    int64_t sent_ns, done_ns; /* done_ns: when it was answered; 0: not yet */
    int looks;                /* reads of the sockets since then */
    int untold;               /* guests who have not seen it yet */
};

typedef enum {
    CROWD_OPENING,   /* rooms */
    CROWD_COMING,    /* connect the players */
    CROWD_GATHERING, /* connect the idle guests */
    CROWD_SETTLING,  /* let the server settle */
    CROWD_WARMING,   /* play without measuring */
    CROWD_MEASURING,
    CROWD_LEAVING,
} crowd_phase;

struct crowd {
    crowd_plan plan;
    crowd_phase phase;
    int64_t since_ns; /* when the phase began */
    uv_loop_t loop;
    uv_timer_t ticking;
    kn_random random;

    crowd_room *rooms; /* the playing rooms, then the idle ones */
    int room_count, rooms_asked, rooms_open;
    crowd_guest *guests; /* in the same order */
    int guest_count, guests_busy, guests_called, guests_here;

    crowd_room *ready, *ready_last; /* the queue */
    int64_t paced_ns;               /* the rate counts from here … */
    uint64_t paced;                 /* … and this many moves were sent since then */

    /* results */
    uint64_t moves, events, matches;
    uint64_t unseen;        /* moves that not everyone saw: the rules hide some */
    uint64_t refused, lost; /* messages; connections */
    uint64_t slowed;        /* matches refused because they started too soon after the last ones */
    latency to_done, to_everyone;
    client_bytes playing, idling; /* all together, while measured */
    cost before_idle, after_idle, at_start, at_end, own_at_start, own_at_end;
    double coming_s, measured_s;
    char complaint[CROWD_COMPLAINT_MAX]; /* the first error; empty: none */
};

/* Run it all, from opening the rooms to leaving them; false if not all guests could connect. */
bool crowd_run(crowd *c, const crowd_plan *plan);
void crowd_free(crowd *c);

/* ---- between crowd.c and crowd_play.c ---- */

/* Report an error; the first one is kept. */
void crowd_complain(crowd *c, const char *what, const char *why);

/* Send what was begun with `{"type":`. */
kn_json crowd_begin(char *buffer, size_t size, const char *type);
void crowd_say(crowd_guest *g, kn_json *message);

/* Members are found by searching for their names, such as `"event":`. These cannot occur inside a
 * text, where quotes are escaped, and no view of a game has members of these names. */
bool crowd_is(const char *message, const char *type);
uint32_t crowd_number(const char *message, const char *name);

/* Start a match; read its messages; make moves. */
void crowd_start(crowd_room *r);
void crowd_hear(crowd_guest *g, const char *message);
void crowd_pace(crowd *c, int64_t now_ns);

#endif
