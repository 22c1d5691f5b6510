/* review.h: the review of a match (bots/review.h) with the memory and the threads of this machine,
 * for the command `review` and the terminal. */
#ifndef KNOBEL_NATIVE_REVIEW_H
#define KNOBEL_NATIVE_REVIEW_H

#include "bots/review.h"
#include "table/table.h"

/* A whole review. */
typedef struct {
    review sum;
    review_note *notes;
    int count, room;
} review_report;

/* Go through a match; false if the game has no judge, or it was stopped (`*stop` became true). */
bool review_make(const table *t, const volatile bool *stop, review_report *out);
void review_free(review_report *r);

/* The same in the background: begin with a log, ask whether it is done, end. */
typedef struct review_job review_job;
review_job *review_begin(const char *log);
bool review_done(const review_job *job);
const review_report *review_result(const review_job *job); /* NULL: there is none */
void review_end(review_job *job);

#endif
