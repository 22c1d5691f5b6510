/* sitting.h: a table to test with: a match of any game, seats who play at random, its log saved and
 * loaded. */
#ifndef KNOBEL_TESTS_TABLE_SITTING_H
#define KNOBEL_TESTS_TABLE_SITTING_H

#include "table/table.h"
#include "tests/engine/scenes.h"

enum { LOG_SIZE = 1 << 20, MARKS = 12000 };

typedef struct {
    table t;
    kn_random random;
    int64_t now_ms;
} sitting;

/* Memory for a log; `leave` gives back that of a table. */
table_log fresh_log(void);
void leave(table *t);

/* People with salts at a table with a secret, all from the seed. */
table_plan plan_for(const kn_game *game, int seats, uint64_t seed);
sitting sit_down(const table_plan *plan, uint64_t seed);

/* With the same dice for everyone, under this name. */
sitting sit_with_same(const kn_game *game, int seats, const char *name, uint64_t seed);

table_answer play_text(table *t, int seat, const char *move, uint64_t salt);

/* One random move of someone due, or the clock. */
void step(sitting *s);
void play_out(sitting *s);

/* The saved text, to be freed. */
char *saved(const table *t);

table_answer load(const char *text, table *t, table_report *report);

/* The log of a table loads, and leads to the same position. */
void assert_loads_same(const table *t, uint32_t declared);

void for_every_game(void (*check)(const kn_game *game, int seats, uint64_t seed));

#endif
