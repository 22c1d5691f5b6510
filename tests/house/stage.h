/* stage.h: a house on a false machine, with one room and people in it, for scenes: who sends what,
 * who hears what.
 *
 * Needs the games: yatzi */
#ifndef KNOBEL_TESTS_HOUSE_STAGE_H
#define KNOBEL_TESTS_HOUSE_STAGE_H

#include "tests/engine/scenes.h"
#include "tests/house/false_machine.h"

typedef struct {
    false_machine f;
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX]; /* of the room, of its host */
} stage;

enum { ANNA = 1, BEN = 2, CARA = 3, DAVE = 4 };

/* A room for a game, with Anna, its host, in it. */
stage *open_stage(const char *game);
void close_stage(stage *s);

/* Anna and those after her up to Ben or Cara, or Anna and a bot, each in their seats in a room
 * whose match has not begun. */
stage *seated(const char *game, uint32_t last);
stage *against_bot(const char *game, const char *level);

/* Anna and Ben at a table of Yatzi; Anna is due. */
stage *two_at_yatzi(void);

void say(stage *s, uint32_t guest, const char *format, ...) __attribute__((format(printf, 3, 4)));
void enter(stage *s, uint32_t guest, const char *token);
void sit(stage *s, uint32_t guest, const char *name);

/* The machine fails once all is on disk; the house reads it again, and Anna comes back. */
void crash_and_return(stage *s);

/* The last answer to the guest must be this: NULL for `done`, else why it was refused. */
void expect_answer(stage *s, uint32_t guest, const char *why, int line);
#define EXPECT(guest, why) expect_answer(s, guest, why, __LINE__)

/* The last message of that type; it must be there. */
json_t *last(stage *s, uint32_t guest, const char *type);
bool equals(json_t *message, const char *expected);

/* The token in the `you` message that waits. */
void token_of(stage *s, uint32_t guest, char token[HOUSE_TOKEN_MAX]);

#endif
