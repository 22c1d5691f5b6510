/* review.h: what was luck and what was error in a match, for the command `review` and for the
 * screen. */
#ifndef KNOBEL_TERMINAL_REVIEW_H
#define KNOBEL_TERMINAL_REVIEW_H

#include "bots/bot.h"
#include "table/table.h"

/* The account of one seat: start + luck - errors + gifts = end. Luck is what the dice changed,
 * errors what its own moves lost, gifts what the moves of others brought. */
typedef struct {
    double start, luck, errors, gifts, end;
    double doubt; /* of one value: half of a 95 % interval; 0: exact */
} review_account;

/* An event that changed what the match is worth to a seat. */
typedef struct {
    uint32_t number;
    int seat, actor;
    double change, value; /* value: after it */
    bool worse;           /* a move of that seat, and there was a better one: */
    char move[KN_MOVE_TEXT_MAX], best[KN_MOVE_TEXT_MAX];
} review_note;

typedef struct {
    bot_meaning meaning;
    int seats;
    review_account seat[KN_SEATS_MAX];
    int32_t score[KN_SEATS_MAX];
    review_note *notes;
    int count, room;
} review;

/* Go through a match; false if the game has no judge, or it was stopped (`*stop` became true). */
bool review_make(const table *t, const volatile bool *stop, review *out);
void review_free(review *r);

/* The same beside the screen: begin with a log, look whether it is done, end. */
typedef struct review_job review_job;
review_job *review_begin(const char *log);
bool review_done(const review_job *job);
const review *review_result(const review_job *job); /* NULL: there is none */
void review_end(review_job *job);

#endif
