/* false_machine.h: a machine for houses in tests: clock, chance, network and disk that are not
 * real, so that one seed repeats everything. A disk that can be looked at and can lose what was not
 * committed; a letter box for every guest. */
#ifndef KNOBEL_TESTS_HOUSE_FALSE_MACHINE_H
#define KNOBEL_TESTS_HOUSE_FALSE_MACHINE_H

#include <jansson.h>

#include "house/house.h"
#include "native/sign.h"

enum { FALSE_GUESTS = 256 };

/* What was kept, in the order it was. */
typedef struct {
    house_record record; /* its texts are copies */
    char room[HOUSE_CODE_MAX];
    char *text;
    uint8_t head[TABLE_HASH_BYTES]; /* of the list of seals */
} false_record;

typedef struct {
    char **text; /* messages not yet read */
    int count, size;
    int closed; /* the code it was dismissed with, or 0 */
} false_box;

typedef struct {
    house *house;
    house_limits limits;
    sign_key key;
    kn_random random;
    int64_t now_ms;
    int64_t shut_ms; /* how much of the time, as the clock shows it, no house has run */
    false_record *disk;
    int kept, committed, disk_size; /* those behind `committed` are lost in a crash */
    int losses;                     /* how often that happened */
    uint64_t records;               /* kept by the house since it was opened */
    uint64_t asked;                 /* how often a house has asked for memory */
    false_box box[FALSE_GUESTS];
    house_thought *thoughts[FALSE_GUESTS]; /* not yet thought */
    int thinking;
    bool think_later; /* else at once */
    /* If set, whatever leaves the house goes here and not into a box. */
    void (*post)(void *with, uint32_t guest, kn_slice text, house_when when);
    void *post_with;
} false_machine;

void false_open(false_machine *f, uint64_t seed);
void false_close(false_machine *f);

/* The house ends at once; what was not committed is lost; another one opens on the same disk. */
void false_crash(false_machine *f);

/* A guest comes and goes; sends a message; reads the next one (to be given back by json_decref), or
 * NULL. */
void false_come(false_machine *f, uint32_t guest);
void false_go(false_machine *f, uint32_t guest);
void false_send(false_machine *f, uint32_t guest, const char *text);
json_t *false_read(false_machine *f, uint32_t guest);

/* The last message of that type among those waiting; all are taken. NULL if there is none. */
json_t *false_last(false_machine *f, uint32_t guest, const char *type);

/* Time passes; whatever is due is done on the way. */
void false_wait(false_machine *f, int64_t ms);

/* The parts of a match, joined, to be freed; NULL if there are none. */
char *false_parts(const false_machine *f, const char *room, uint32_t match);

/* The last record of a room; NULL if there is none. */
const false_record *false_room(const false_machine *f, const char *room);

/* Forget all that was kept and not committed. */
void false_lose(false_machine *f);

/* All thoughts that wait are thought. */
void false_think(false_machine *f);

/* Open a room with this body; its code and token. Returns why not, or NULL. */
const char *false_open_room(false_machine *f, const char *body, char code[HOUSE_CODE_MAX],
                            char token[HOUSE_TOKEN_MAX]);

#endif
