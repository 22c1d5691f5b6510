/* visit.h: a visit to a room on the screen, from entering to leaving: lobby, match, end. */
#ifndef KNOBEL_TERMINAL_VISIT_H
#define KNOBEL_TERMINAL_VISIT_H

#include "terminal/channel.h"

/* Who is to take a seat when we come in. */
typedef struct {
    const char *name; /* of a person at this keyboard, or NULL */
    const char *bot;  /* its level, or NULL */
} visit_seat;

typedef struct {
    visit_seat seat[KN_SEATS_MAX];
    int seats;
    const char *name;    /* what we are called, as a first guess, or NULL */
    bool start;          /* begin the match when all sit */
    uint64_t seed;       /* for our salts; 0: unforeseeable */
    const char *save_to; /* keep the log in this file, or NULL */
    bool calm;           /* nothing moves by itself */
} visit_manner;

/* The screen must be open. Ends when the user leaves, or when the connection is lost for good. */
void visit_run(channel *c, const visit_manner *manner);

#endif
