/* told.h: what the people of a room were told, which must stay true whatever happens to the nodes:
 * every line of every match, every move that was done or refused, the chat, the settings. */
#ifndef KNOBEL_TESTS_NODES_TOLD_H
#define KNOBEL_TESTS_NODES_TOLD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    TOLD_MATCHES = 128,
    TOLD_LINES = 2048,
    TOLD_MOVES = 8192,
    TOLD_CHAT = 4096,
    TOLD_OPEN = 4096
};

/* What became of a move. */
typedef enum { MOVE_UNKNOWN, MOVE_DONE, MOVE_REFUSED } move_end;

typedef struct {
    char code[16];
    uint32_t match; /* the last one that anybody was told of */
    char *line[TOLD_MATCHES][TOLD_LINES];
    struct {
        uint64_t salt;
        move_end end;
    } move[TOLD_MOVES];
    int moves;
    char *chat[TOLD_CHAT];
    int changes;                          /* of settings */
    bool unanswered[2][TOLD_OPEN];        /* by key and value */
    long lines, acknowledged, changes_ok; /* how much that was */
} told;

/* Somebody's own view of the settings, in the order in which they heard of them. */
typedef struct {
    int value[2];
} told_settings;

/* A message to somebody. Complains through `fail`, which does not come back. */
void told_hear(told *t, told_settings *mine, const json_t *message);

/* A move with this salt is on its way; its number. And what became of it. */
int told_ask_move(told *t, uint64_t salt);
void told_answer_move(told *t, int number, bool done);

/* The next setting to be changed, as a message without its end; and that it was. */
const char *told_next_setting(told *t, char *out, size_t size, int *key, int *value);
void told_answer_setting(told *t, told_settings *mine, int key, int value, bool done);

/* Compare a whole log of a match with it. */
void told_check_log(const told *t, uint32_t match, const char *text);

/* And all of them together: what was done is there once, what was refused is not. */
void told_check_moves(const told *t, const char *logs);

/* Supplied by the simulator. */
void fail(const char *what, const char *detail);

#endif
