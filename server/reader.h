/* reader.h: a thread that reads from the store, so that the loop never waits for a disk or a
 * network: one job after the other, in order. */
#ifndef KNOBEL_SERVER_READER_H
#define KNOBEL_SERVER_READER_H

#include <uv.h>

#include "server/store/store.h"

enum { READER_WAITING_MAX = 10000 }; /* jobs; more are refused */

/* The first member of whatever is wanted. */
typedef struct reader_job {
    struct reader_job *next;
    void (*read)(store *s, struct reader_job *job); /* on the reader's thread */
    void (*done)(struct reader_job *job);           /* on the loop: the job is its caller's again */
    bool cancelled; /* the reader has closed, maybe before it was read */
} reader_job;

typedef struct reader reader;

reader *reader_open(uv_loop_t *loop, store *s);

/* What is being read is finished; all jobs are done, cancelled. The loop has to run once more
 * before reader_free. */
void reader_close(reader *r);
void reader_free(reader *r);

/* False: too many wait. */
bool reader_ask(reader *r, reader_job *job);
size_t reader_waiting(const reader *r);

/* Where nothing else can be done: read on this thread, when the other one does not. */
void reader_read_now(reader *r, reader_job *job);

#endif
