/* program_bot.h: a program of somebody else's that plays: our side of docs/engine-protocol.md.
 *
 * It is started when it is first asked, told of a match as far as its seat sees it, and asked for
 * moves. If it fails it has lost that turn, and somebody else has to move. After too many failures
 * it is left alone for a while. */
#ifndef KNOBEL_NATIVE_PROGRAM_BOT_H
#define KNOBEL_NATIVE_PROGRAM_BOT_H

#include "core/game.h"
#include "native/program.h"

enum {
    PROGRAM_MATCH_MAX = 48, /* bytes of the name of a match, with the closing zero */
    PROGRAM_PROTOCOL = 1,
    PROGRAM_MOVE_MS = 5000, /* for a move, if nobody says otherwise */
    PROGRAM_MEMORY_MB = 1024,
};

typedef struct {
    program_plan program;
    int64_t move_ms;
} program_bot_plan;

typedef struct {
    const kn_game *game;
    const void *view; /* of the seat */
    int seat;
    uint64_t seed;     /* for a program that wants its choices to be repeatable */
    const char *match; /* tells this seat of this match from all others */
    kn_slice events;   /* what the seat has seen of the match, from its beginning: lines of a log */
} program_question;

/* Why there is no move. */
typedef enum {
    PROGRAM_BOT_WELL,
    PROGRAM_BOT_LATE,       /* no answer in time */
    PROGRAM_BOT_GONE,       /* it has ended, or closed its input or output */
    PROGRAM_BOT_FLOODS,     /* too much output */
    PROGRAM_BOT_UNREADABLE, /* no answer of the protocol */
    PROGRAM_BOT_ILLEGAL,    /* not a move here */
    PROGRAM_BOT_RESTS,      /* has failed too often: it was not even asked */
    PROGRAM_BOT_STOPPED,    /* `stop` of its plan */
} program_bot_why;
extern const char *const program_bot_whys[]; /* a key for each */

typedef struct program_bot program_bot;

/* One thread at a time. The plan must last. */
program_bot *program_bot_open(const program_bot_plan *plan);
void program_bot_close(program_bot *b);

/* A move of the seat, and when it is made: `delay_ms` after the position was there, or KN_NEVER: it
 * keeps still. */
program_bot_why program_bot_ask(program_bot *b, const program_question *question, kn_move *move,
                                int64_t *delay_ms);

/* The match is over: the winners and the points of each seat. Told if the program knows that match
 * and is still well. */
void program_bot_over(program_bot *b, const program_question *question);

#endif
