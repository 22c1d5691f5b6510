/* channel_inside.h: what both kinds of channel share: the queue of messages heard, and the
 * functions that each kind implements. Only channel*.c include this. */
#ifndef KNOBEL_TERMINAL_CHANNEL_INSIDE_H
#define KNOBEL_TERMINAL_CHANNEL_INSIDE_H

#include "terminal/channel.h"

enum { CHANNEL_LINK_MAX = 320, CHANNEL_ERROR_MAX = 256 };

typedef struct {
    void (*send)(channel *c, const char *text, size_t length);
    void (*ask_log)(channel *c, uint32_t match);
    void (*skip_time)(channel *c); /* or NULL */
    void (*run)(channel *c);
    int (*file)(const channel *c);
    int (*timeout_ms)(const channel *c);
    void (*close)(channel *c);
} channel_kind;

struct channel {
    const channel_kind *kind;
    json_t *heard; /* a list, oldest first */
    channel_status state;
    channel_trouble keeps_out;
    bool was_in; /* in the room, once */
    const char *host;
    char room[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    char seat_key[HOUSE_TOKEN_MAX]; /* moves a seat to us, once; or empty */
    char link[CHANNEL_LINK_MAX], trouble[CHANNEL_ERROR_MAX];
    /* What has been seen so far, for reconnecting. */
    uint32_t match, event, chat;
};

void channel_begin(channel *c, const channel_kind *kind);
void channel_end(channel *c);

/* A text from the house; one that cannot be parsed is dropped. */
void channel_received(channel *c, kn_slice text);

/* A log that was asked for, or why there is none. */
void channel_received_log(channel *c, uint32_t match, const char *text, const char *why);

/* The first message after connecting. */
void channel_enter(channel *c, const char *name);

/* End the channel, for this reason. */
void channel_fail(channel *c, channel_trouble why, const char *words);

#endif
