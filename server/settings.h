/* settings.h: the settings of a server. */
#ifndef KNOBEL_SERVER_SETTINGS_H
#define KNOBEL_SERVER_SETTINGS_H

#include "house/house.h"
#include "server/store/store.h"

enum { SERVER_PROGRAMS_MAX = 16 };

typedef struct {
    const char *listen;  /* an address of this machine */
    int port;            /* 0: any that is free */
    const char *file;    /* where everything is kept: a file, or postgresql://… */
    int node;            /* the number of this node, if the house runs on several machines; or 0 */
    const char *address; /* HOST:PORT where the other nodes reach this one, or NULL */
    const char *metrics; /* where to tell them: a port of this machine, or ADDRESS:PORT; or NULL */
    const char *url;     /* how the world calls this house, or NULL: as each request does */
    const char *origins; /* of pages that may come in besides our own, parted by commas; or NULL */
    bool behind_proxy;   /* believe X-Forwarded-For and X-Forwarded-Proto */
    bool log_addresses;
    bool accept_loss; /* use a file that is damaged or has lost something */
    int threads;      /* for bots; 0: one a core */
    house_program program[SERVER_PROGRAMS_MAX]; /* programs that play … */
    const char *command[SERVER_PROGRAMS_MAX];   /* … and how each is started */
    int programs;
    int64_t bot_ms; /* for a move of one */
    int bot_memory_mb;

    bool board;          /* keep a board of the day … */
    int entries_a_board; /* … with at most so many entries of each game … */
    int entries_a_day;   /* … of which one address may send these */

    int quota_mb; /* of the file, at most; 0: no matter how much */
    int connections, connections_an_address;
    int requests_a_second, requests_at_once; /* over HTTP, from one address */
    int frame_bytes, body_bytes;             /* of a message and of a request, at most */
    int output_bytes;                        /* waiting for one guest, at most */
    int64_t header_ms;                       /* for a request to come in whole */
    int64_t idle_ms;                         /* between two requests */
    int64_t ping_ms;                         /* between two pings, unless a guest is in a hurry */
    int64_t pong_ms;                         /* without a pong: gone */
    int64_t disk_ms;                         /* for a write; after that the disk has failed */
    int64_t drain_ms;                        /* for saying goodbye */

    house_limits house;
    store_retention retention;
} server_settings;

extern const server_settings server_settings_initial;

#endif
