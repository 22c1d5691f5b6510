/* hall.h: where guests come in: all connections, the house behind them, and what is held back until
 * it is true. Whatever the house says counts only when what it kept before is on disk; so it lies
 * in the hall until then. No sockets, no disk: those are asked for through `hall_machine`. */
#ifndef KNOBEL_SERVER_HALL_H
#define KNOBEL_SERVER_HALL_H

#include "house/house.h"
#include "server/addresses.h"
#include "server/connection.h"
#include "server/metrics.h"
#include "server/settings.h"

typedef struct {
    void *with; /* handed to each of these */
    int64_t (*now_ms)(void *with);
    void (*keep)(void *with, const house_record *record);
    bool (*fetch)(void *with, const char *room, struct house_fetching *fetching);
    void (*think)(void *with, house_thought *thought);
    char *(*parts)(void *with, const char *room, uint32_t *match, size_t *length);
} hall_machine;

/* Something that waits for the disk. */
typedef struct {
    connection *to;
    parcel *what;
    uint64_t batch; /* that must be written first */
    enum { HELD_MESSAGE, HELD_ANSWER, HELD_GOODBYE } kind;
} held;

typedef struct hall {
    hall_machine machine;
    const server_settings *settings;
    house *house;
    metrics metrics;
    addresses_seen *addresses;

    connection **connections; /* by number - 1; NULL: free */
    uint32_t room, count, next_free;
    connection *busy; /* those with something to write or to end */

    held *held; /* a ring, oldest first */
    size_t held_first, held_count, held_room, held_bytes;
    uint64_t batch; /* the one being gathered */
    bool crowded;   /* too much is held: nobody is listened to until it is less */

    parcel *last_said;    /* the same is often said to many */
    const char *refusing; /* `disk`, `draining`, or NULL */
    uint32_t swept;       /* how far the round through all connections has come */
} hall;

enum {
    HALL_HELD_MOST = 64 << 20, /* bytes held; above that nobody is listened to … */
    HALL_HELD_FEW = 16 << 20,  /* … until there are no more than these */
    HALL_SWEEPS = 10,          /* parts of a round through all connections … */
    HALL_SWEEP_MS = 100,       /* … and the time between them */
};

void hall_open(hall *h, const hall_machine *machine, const server_settings *settings);
void hall_close(hall *h);

/* Somebody comes from an address. The connection is freed after connection_gone. NULL: far too many
 * are there; close the door at once. */
connection *hall_welcome(hall *h, const char *address);

/* Put into the list of those with something to do; and take one out, or NULL. */
void hall_attend(connection *c);
connection *hall_next_busy(hall *h);

/* Hold something back until the batch being gathered is on disk. The parcel is the hall's. */
void hall_hold(connection *to, parcel *what, int kind);

/* All batches up to this one are on disk. */
void hall_release(hall *h, uint64_t batch);

/* What was held will never be true: nobody is told, and everybody concerned has to come back. */
void hall_take_back(hall *h);

/* Nothing is accepted, for this reason; NULL: all is well again. */
void hall_refuse(hall *h, const char *why);

/* The house closes: no further requests. */
void hall_end_requests(hall *h);

/* Every HALL_SWEEP_MS: pings and deadlines. */
void hall_sweep(hall *h);

/* ---- for connections ---- */

int64_t hall_now_ms(const hall *h);
void hall_forget(connection *c);                             /* it is gone */
bool hall_count_address(connection *c, const char *address); /* false: too many from there */

#endif
