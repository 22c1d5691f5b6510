/* owner.h: which node of a house on several machines has a room (docs/cluster.md). A room is in the
 * memory of one node at a time. A house on one machine has all of its rooms. One thread: the
 * loop's.
 */
#ifndef KNOBEL_SERVER_OWNER_H
#define KNOBEL_SERVER_OWNER_H

#include "server/settings.h"

typedef struct owner owner;

typedef enum {
    OWNER_ME,      /* this node, from now on if nobody had it before: let the house hear */
    OWNER_OTHER,   /* another node, which is to be reached at `address` */
    OWNER_NONE,    /* there is no such room */
    OWNER_UNKNOWN, /* cannot be told now: 503, and try again */
} owner_kind;

enum { OWNER_ADDRESS_MAX = 262 }; /* host:port, with the closing zero */

/* `address` lasts as long as the call; NULL unless OWNER_OTHER. */
typedef void (*owner_answer)(void *with, owner_kind kind, const char *address);

/* Who has this room (a code as house_read_code writes it)? Claims it if nobody has it, or if the
 * node that had it is dead. Answers once, before this returns or later. While `answer` runs for
 * OWNER_ME, the house finds the room at hand: whatever is to be asked about it, ask it there.
 * Without an owner (NULL) all rooms are this node's. */
void owner_ask(owner *o, const char *code, owner_answer answer, void *with);

/* Texts that have to be read: the parts of a match (0: the last one, and the one before it), or
 * lines of the list of seals. Asked for like a room; the answer is OWNER_ME, or OWNER_UNKNOWN if
 * too many wait. While it runs, the text is at hand. */
typedef struct {
    char *text[2]; /* each closed by a zero, or NULL: there is none */
    size_t length[2];
    uint32_t match[2];
    const char *why; /* `disk`, `damaged`: it cannot be read; or NULL */
} owner_text;
void owner_read_log(owner *o, const char *code, uint32_t match, owner_answer answer, void *with);
void owner_read_seals(owner *o, uint32_t after, size_t most, owner_answer answer, void *with);
const owner_text *owner_text_at_hand(const owner *o);

/* Anything else that has to be read: `look` puts it into `about`, on the reader's thread. It is at
 * hand while the answer runs, and dropped behind it, answer or not. Whether it could be read is in
 * the text at hand. */
typedef struct {
    void (*look)(store *s, void *about);
    void (*drop)(void *about);
    void *about;
} owner_reading;
void owner_read(owner *o, const owner_reading *reading, owner_answer answer, void *with);
void *owner_about_at_hand(const owner *o);

/* Whoever asked `with` this has gone: no answer, please. */
void owner_forget(owner *o, void *with);

/* ---- for the server ---- */

typedef struct {
    void *with; /* handed to each of these */
    store *store;
    struct reader *reader;
    bool (*has)(void *with, const char *code); /* is the room in memory? */
    void (*misread)(void *with, const char *key, const char *why);
} owner_machine;

owner *owner_open(const owner_machine *machine);
void owner_stop(owner *o);  /* nobody is answered any more */
void owner_close(owner *o); /* when the reader has closed */

/* While an answer runs: what was read of this room. NULL: nothing was. */
store_room *owner_at_hand(owner *o, const char *code);

/* A new code for a room, which nobody else gets; false: none is at hand. */
bool owner_code(owner *o, char code[HOUSE_CODE_MAX]);

/* This node has lost all of its rooms, and with them the codes that it had reserved. */
void owner_lost_all(owner *o);

/* From now on nothing more is claimed. */
void owner_drain(owner *o);

#endif
