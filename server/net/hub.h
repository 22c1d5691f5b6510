/* hub.h: all connections, the house behind them, and the messages that wait for the disk. What the
 * house says may leave only when the records it kept before are on disk; until then it stays in the
 * hub. Records that are unseen hold up only what tells of them: otherwise the time of any answer
 * would tell that there are some. The caller provides sockets and disk (`hub_machine`). */
#ifndef KNOBEL_SERVER_NET_HUB_H
#define KNOBEL_SERVER_NET_HUB_H

#include "house/house.h"
#include "server/metrics.h"
#include "server/net/addresses.h"
#include "server/net/connection.h"
#include "server/settings.h"

/* The list of seals, and who vouches for it. */
typedef struct {
    uint8_t key[ATTEST_KEY_BYTES];
    uint32_t count;
    uint8_t head[TABLE_HASH_BYTES];
} hub_seals;

typedef struct {
    void *with; /* handed to each of these */
    int64_t (*now_ms)(void *with);
    void (*keep)(void *with, const house_record *record);
    bool (*fetch)(void *with, const char *room, struct house_fetching *fetching);
    void (*think)(void *with, house_thought *thought);
    void (*sign)(void *with, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES]);
    /* The end of the list of seals as it is on disk; false if it is not known. */
    bool (*seals_end)(void *with, hub_seals *end);
    /* What all nodes of this house know, and nobody else. */
    void (*secret)(void *with, uint8_t secret[TABLE_HASH_BYTES]);
    /* As house_machine.code; NULL: the house draws codes itself. */
    bool (*code)(void *with, char code[HOUSE_CODE_MAX]);
    /* Keep an entry of the board of the day; NULL: there is none. */
    void (*keep_entry)(void *with, const store_entry *entry);
} hub_machine;

/* Something that waits for the disk. */
typedef struct {
    connection *to;
    buffer *what;
    uint64_t batch; /* that must be written first */
    enum { HELD_MESSAGE, HELD_ANSWER, HELD_GOODBYE } kind;
} held;

/* Those of one batch, in the order in which they were said. */
typedef struct {
    held *at;
    size_t first, count, capacity; /* a ring */
} held_ring;

enum { HUB_BATCHES = 3 }; /* one is written, one is being written, one is being gathered */

typedef struct hub {
    hub_machine machine;
    const server_settings *settings;
    house *house;
    struct owner *owner;       /* which node has a room; NULL: this one has all */
    struct forwards *forwards; /* to the other nodes; NULL: there are none */
    metrics metrics;
    addresses_seen *addresses;
    struct addresses *senders; /* to the board of the day; NULL: nobody yet */

    connection **connections; /* by number - 1; NULL: free */
    uint32_t capacity, count, next_free;
    connection *busy; /* those with something to write or to end */

    held_ring held[HUB_BATCHES]; /* by the number of the batch: each has its turn again */
    size_t held_count, held_bytes;
    uint64_t batch;      /* the one being gathered */
    uint64_t seen_batch; /* the last one with a record that is not unseen */
    struct {
        uint64_t batch, records; /* kept till its end, since the hub was opened */
    } ends[HUB_BATCHES];
    bool crowded; /* too much is held: nobody is listened to until it is less */

    buffer *last_said;    /* the same is often said to many */
    const char *refusing; /* `disk`, `draining`, or NULL */
    const char *unsound;  /* `damaged`: goes on, but somebody should look; or NULL */
    bool mute;            /* this node may not speak: others may have its rooms by now */
    const store_nodes
        *nodes;     /* as they were last heard of; NULL: unknown, or there are no others */
    int self;       /* which of them is this one */
    uint32_t swept; /* how far the round through all connections has come */
} hub;

enum {
    HUB_HELD_MOST = 64 << 20, /* bytes held; above that nobody is listened to … */
    HUB_HELD_FEW = 16 << 20,  /* … until there are no more than these */
    HUB_SWEEPS = 10,          /* parts of a round through all connections … */
    HUB_SWEEP_MS = 100,       /* … and the time between them */
};

void hub_open(hub *h, const hub_machine *machine, const server_settings *settings);
void hub_close(hub *h);

/* Somebody comes from an address. The connection is freed after connection_gone. NULL: far too many
 * are there; close the door at once. */
connection *hub_welcome(hub *h, const char *address);

/* Put into the list of those with something to do; and take one out, or NULL. */
void hub_attend(connection *c);
connection *hub_next_busy(hub *h);

/* Hold something back until all that is not unseen is on disk, and what was held before for the
 * same connection has left. The buffer is the hub's. */
void hub_hold(connection *to, buffer *what, int kind);

/* Is something held that waits for no batch behind this one? */
bool hub_may_release(const hub *h, uint64_t batch);

/* An entry of the board of the day is to be kept. */
void hub_keep_entry(hub *h, const store_entry *entry);

/* All batches up to this one are on disk. */
void hub_release(hub *h, uint64_t batch);

/* The held answers could not be stored: drop them, and make their guests reconnect. */
void hub_take_back(hub *h);

/* Nothing is accepted, for this reason; NULL: all is well again. */
void hub_refuse(hub *h, const char *why);

/* The house closes: no further requests. */
void hub_end_requests(hub *h);

/* Every HUB_SWEEP_MS: pings and deadlines. */
void hub_sweep(hub *h);

/* ---- for connections ---- */

int64_t hub_now_ms(const hub *h);
void hub_forget(connection *c);                             /* it is gone */
bool hub_count_address(connection *c, const char *address); /* false: too many from there */
bool hub_counts_late(const hub *h); /* not as soon as somebody comes, but with a WebSocket */

#endif
