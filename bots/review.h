/* review.h: computes what was luck and what was a mistake in a match. It goes through the events
 * one by one, so that the caller can show progress or stop. `knobel review`, the terminal and the
 * page share this code and its JSON. */
#ifndef KNOBEL_BOTS_REVIEW_H
#define KNOBEL_BOTS_REVIEW_H

#include "bots/bot.h"

enum {
    REVIEW_BETTER_MAX = 3,       /* better moves listed for a worse one, at most */
    REVIEW_NOTE_JSON_MAX = 1024, /* bytes of a note as JSON, at most */
    REVIEW_SEAT_JSON_MAX = 768,  /* bytes of an account as JSON, at most */
};

/* What an account is made of. */
typedef enum { REVIEW_START, REVIEW_LUCK, REVIEW_ERRORS, REVIEW_GIFTS, REVIEW_KINDS } review_kind;

/* The account of one seat: start + luck - errors + gifts = end. Luck is what the dice changed,
 * errors are what its own moves lost, gifts what the moves of others gained it. A doubt is half of
 * a 95 % interval; 0: exact. */
typedef struct {
    double start, luck, errors, gifts, end;
    double doubt;                    /* the largest doubt of a single value */
    double kind_doubt[REVIEW_KINDS]; /* doubts of the sums above */
} review_account;

typedef struct {
    char move[KN_MOVE_TEXT_MAX];
    double value, doubt;
} review_choice;

/* What an event changed for a seat. */
typedef struct {
    uint32_t number;
    int seat, actor;
    double change, value;      /* value: after it */
    double doubt, value_doubt; /* doubts of the change and of the value */
    bool advised;              /* a move of that seat that a hint would have named first */
    bool worse;                /* a move of that seat, and there certainly was a better one: */
    int better_count;          /* the better moves, best first; none: it was better to keep still */
    char move[KN_MOVE_TEXT_MAX];
    review_choice better[REVIEW_BETTER_MAX];
} review_note;

/* A review in progress, as plain memory. */
typedef struct {
    const kn_game *game;
    bot_meaning meaning;
    int seats;
    bot judge[KN_SEATS_MAX];        /* the strongest bots, with their solution; set by the caller */
    kn_random random[KN_SEATS_MAX]; /* their numbers at the start, as a hint uses them */
    review_account seat[KN_SEATS_MAX];
    double value_doubt[KN_SEATS_MAX]; /* doubt of the last value */
    uint8_t last[KN_SEATS_MAX];       /* what the last event was for the seat: a review_kind */
    uint64_t state[KN_STATE_MAX / 8]; /* the state of the game after the last event */
} review;

/* Start with these judges, one per seat. False if the game has none. */
bool review_open(review *r, const kn_game *game, const kn_setup *setup, const bot *judges);

/* Add one event that counts; fills in what it changed, at most one note per seat; returns how many.
 */
int review_event(review *r, uint32_t number, const kn_event *event,
                 review_note notes[KN_SEATS_MAX]);

/* ---- the same in pieces, to think on several machines ---- */

/* What the match is worth to each seat. */
typedef struct {
    bot_opinion of[KN_SEATS_MAX];
} review_values;

/* What a hint would have said of a move: whether it would have named it first, otherwise which are
 * better. */
typedef struct {
    bool advised, worse;
    int better_count;
    review_choice better[REVIEW_BETTER_MAX];
} review_verdict;

/* `review_open` without values, and those of the start. */
bool review_prepare(review *r, const kn_game *game, const kn_setup *setup, const bot *judges);
void review_start(review *r, const review_values *values);

/* Who thinks: the values of the state. */
void review_think(review *r, review_values *out);

/* Go on as if the values of the state had been thought of; for kinds that can skip. */
void review_skip(review *r);

/* What a hint would have said of a move. It depends on nothing but the state before it. */
void review_judge(const review *r, const void *before, const kn_event *event, review_verdict *out);

/* Who keeps the accounts: is the verdict on the next event wanted? Then enter the event, with it or
 * with NULL. */
bool review_wants_verdict(const review *r, const kn_event *event, const review_values *values);
int review_enter(review *r, uint32_t number, const kn_event *event, const review_values *values,
                 const review_verdict *verdict, review_note notes[KN_SEATS_MAX]);

/* The best of the better moves; `-`: keep still. */
const char *review_best(const review_note *note);

/* After the last event: add the remaining doubt to the accounts. */
void review_close(review *r);

/* As JSON: `{"game":…,"meaning":…,"events":[` notes `],"seats":[` accounts `]}`. */
void review_json_begin(const review *r, kn_json *json);
void review_json_note(const review_note *note, kn_json *json);
void review_json_end(const review *r, const char *const names[], kn_json *json);

#endif
