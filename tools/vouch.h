/* vouch.h: who vouches for a log: the signatures of its house, and the house's list of seals. */
#ifndef KNOBEL_TOOLS_VOUCH_H
#define KNOBEL_TOOLS_VOUCH_H

#include "table/table.h"

typedef enum {
    VOUCH_NOBODY, /* the log is not signed */
    VOUCH_SEAL,   /* a house has signed the seal, but not the end */
    VOUCH_LOG,    /* … and the whole log */
    VOUCH_FALSE,  /* a signature does not match */
} vouch;

vouch vouch_for(const table *t, const table_report *report);

/* A key for programs: `nobody`, `seal`, `log`, `false`. */
const char *vouch_key(vouch v);
void vouch_print(vouch v, const attest_seal *sealed);

/* What the list of a house says about the room of a log. */
typedef struct {
    uint32_t lines;
    uint32_t seals, started, ended, stopped; /* of that room */
} vouch_list;

/* Read the list in a file (`-`: standard input): NULL, or the key of what is wrong: `unreadable`,
 * `broken` (a line does not follow from those before), `missing` (this log is not in it). */
const char *vouch_read_list(const char *path, const table *t, const table_report *report,
                            vouch_list *out);
void vouch_print_list(const vouch_list *list);

#endif
