/* way_ends.h: what the two kinds of way share: the queue of what was heard, and what each kind
 * does in its own way. Only way*.c include this. */
#ifndef KNOBEL_TERMINAL_WAY_ENDS_H
#define KNOBEL_TERMINAL_WAY_ENDS_H

#include "terminal/way.h"

enum { WAY_LINK_MAX = 320, WAY_TROUBLE_MAX = 256 };

typedef struct {
    void (*say)(way *w, const char *text, size_t length);
    void (*ask_log)(way *w, uint32_t match);
    void (*hurry)(way *w); /* or NULL */
    void (*turn)(way *w);
    int (*file)(const way *w);
    int (*timeout_ms)(const way *w);
    void (*close)(way *w);
} way_kind;

struct way {
    const way_kind *kind;
    json_t *heard; /* a list, oldest first */
    way_state state;
    char room[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    char link[WAY_LINK_MAX], trouble[WAY_TROUBLE_MAX];
    /* What has been seen so far, for coming back to it. */
    uint32_t match, event, chat;
};

void way_begin(way *w, const way_kind *kind);
void way_end(way *w);

/* A text from the house; what cannot be understood is dropped. */
void way_heard(way *w, kn_slice text);

/* A log that was asked for, or why there is none. */
void way_heard_log(way *w, uint32_t match, const char *text, const char *why);

/* The first message of a visit. */
void way_enter(way *w, const char *name);

/* It is over, for this reason. */
void way_give_up(way *w, const char *trouble);

#endif
