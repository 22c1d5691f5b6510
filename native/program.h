/* program.h: a program of somebody else's that we talk with in lines, over its standard input and
 * output. Whatever it does, no call here takes longer than its deadline. */
#ifndef KNOBEL_NATIVE_PROGRAM_H
#define KNOBEL_NATIVE_PROGRAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

enum {
    PROGRAM_LINE_MAX = 1024, /* bytes of a line from it, with the closing zero */
    PROGRAM_SAYS_MAX = 65536 /* bytes that it may write for one question */
};

typedef struct program program;

typedef struct {
    const char *command;     /* for the shell */
    int memory_mb;           /* 0: no limit */
    bool quiet;              /* what it writes on standard error goes nowhere */
    const atomic_bool *stop; /* once true, all waiting ends; may be NULL */
} program_plan;

/* What came of saying or hearing something. */
typedef enum {
    PROGRAM_WELL,
    PROGRAM_LATE,   /* it did not read or write in time */
    PROGRAM_GONE,   /* it has ended, or closed its input or output */
    PROGRAM_FLOODS, /* it wrote too much */
} program_answer;

/* NULL if it cannot be started. That its command is wrong shows later: it is gone. The plan must
 * last. SIGPIPE must be ignored. */
program *program_start(const program_plan *plan);

/* Ends it and whatever it has started, at once. */
void program_end(program *p);

/* Times are those of native_steady_ns. */
program_answer program_say(program *p, kn_slice text, int64_t until_ns);

/* The next line, without its end. */
program_answer program_hear(program *p, char line[PROGRAM_LINE_MAX], int64_t until_ns);

/* A new question follows: what it has written so far is forgotten, and it may write again. */
void program_turn(program *p);

#endif
