/* visit.h: a visit to a room on the screen, from entering to leaving: lobby, match, end. */
#ifndef KNOBEL_TERMINAL_VISIT_H
#define KNOBEL_TERMINAL_VISIT_H

#include "terminal/channel.h"

/* Who takes a seat when we enter. */
typedef struct {
    const char *name; /* of a person at this keyboard, or NULL */
    const char *bot;  /* its level, or NULL */
} visit_seat;

typedef struct {
    visit_seat seat[KN_SEATS_MAX];
    int seats;
    const char *name;    /* our name, as a default, or NULL */
    bool start;          /* start the match when everyone sits */
    uint64_t seed;       /* seed of our salts; 0: unpredictable */
    const char *save_to; /* save the log to this file, or NULL */
    bool calm;           /* no animation */
} visit_manner;

/* The screen must be open. Ends when the user leaves, or when the connection is lost for good. */
void visit_run(channel *c, const visit_manner *manner);

#endif
