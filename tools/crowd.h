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
    CROWD_CODE_MAX = 8,   /* of a room, with the closing zero */
    CROWD_TOKEN_MAX = 64, /* likewise */
    CROWD_COMPLAINT_MAX = 200,
    CROWD_ROOMS_MAX = 10000,
    CROWD_WATCHERS_MAX = 64, /* in a room */
    CROWD_IDLE_MAX = 60000,  /* there are not more ports between two addresses */
    CROWD_RATE_MAX = 1000000,
    CROWD_SECONDS_MAX = 86400,
};

/* What is to be tried. */
typedef struct {
    client_house house;
    const kn_game *game;
    int rooms, seats; /* those that play */
    int watchers;     /* in each of these rooms */
    int idle;         /* watchers in rooms where nothing happens */
    int idle_a_room;
    int rate;    /* moves a second, in all; 0: as fast as the house answers */
    int each;    /* moves a second of one guest, at most */
    int seconds; /* of measuring */
    int pid;     /* of the house, if it runs on this machine; else 0 */
} crowd_plan;

typedef struct crowd crowd;
typedef struct crowd_room crowd_room;

typedef struct {
    client *wire; /* NULL: not there yet, or gone */
    crowd_room *room;
    uint32_t match, event;       /* of the last table message */
    int64_t free_ns;             /* has sent as much as the house allows up to this instant */
    client_bytes bytes;          /* when the measuring began */
    uint8_t seat;                /* from 1; 0: a watcher */
    bool here;                   /* has entered, and sits if it plays */
    bool told;                   /* has the move that is on its way */
    char move[KN_MOVE_TEXT_MAX]; /* chosen from the legal ones; empty: not due */
} crowd_guest;

struct crowd_room {
    crowd *crowd;
    char code[CROWD_CODE_MAX], token[CROWD_TOKEN_MAX];
    crowd_guest *guests; /* the host first */
    int count;
    crowd_room *next; /* in the queue of rooms that can go on */
    bool queued, over;
    /* The move on its way; the sender waits for an answer, all others for the news. */
    crowd_guest *mover; /* NULL: there is none */
    uint32_t match, event;
    int64_t sent_ns, done_ns; /* done_ns: when it was answered; 0: not yet */
    int looks;                /* at the sockets since then */
    int untold;               /* guests who have not heard of it */
};

typedef enum {
    CROWD_OPENING,   /* rooms */
    CROWD_COMING,    /* those at the tables that play */
    CROWD_GATHERING, /* those who idle */
    CROWD_SETTLING,  /* the house comes to rest */
    CROWD_WARMING,   /* matches go on, nothing is counted yet */
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

    crowd_room *rooms; /* those that play, then those for idling */
    int room_count, rooms_asked, rooms_open;
    crowd_guest *guests; /* in the same order */
    int guest_count, guests_busy, guests_called, guests_here;

    crowd_room *ready, *ready_last; /* the queue */
    int64_t paced_ns;               /* the rate counts from here … */
    uint64_t paced;                 /* … and so many moves were sent since */

    /* what came of it */
    uint64_t moves, events, matches;
    uint64_t unseen;        /* moves that not everyone was told of: the rules hide some */
    uint64_t refused, lost; /* messages; connections */
    uint64_t slowed;        /* matches that were begun too soon after the last ones */
    latency to_done, to_everyone;
    client_bytes playing, idling; /* all together, while measured */
    cost before_idle, after_idle, at_start, at_end, own_at_start, own_at_end;
    double coming_s, measured_s;
    char complaint[CROWD_COMPLAINT_MAX]; /* the first thing that went wrong; empty: nothing */
};

/* All of it, from opening the rooms to leaving them; false if the crowd could not even be gathered.
 */
bool crowd_run(crowd *c, const crowd_plan *plan);
void crowd_free(crowd *c);

/* ---- between crowd.c and crowd_play.c ---- */

/* Something went wrong; the first is kept. */
void crowd_complain(crowd *c, const char *what, const char *why);

/* Send what was begun with `{"type":`. */
kn_json crowd_begin(char *buffer, size_t size, const char *type);
void crowd_say(crowd_guest *g, kn_json *message);

/* A message's members are found by looking for their names, `"event":`. Such a name cannot stand
 * inside a text, as quotes there are escaped, and no view of a game has a member called like these.
 */
bool crowd_is(const char *message, const char *type);
uint32_t crowd_number(const char *message, const char *name);

/* Begin a match; hear what concerns it; make the moves that are due. */
void crowd_start(crowd_room *r);
void crowd_hear(crowd_guest *g, const char *message);
void crowd_pace(crowd *c, int64_t now_ns);

#endif
