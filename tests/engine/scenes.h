/* scenes.h: a small stage for the tests of the games: set a position, play lines, look at the
 * result.
 *
 * A line is `ACTOR: MOVE`, the actor a seat from 1 on, `dice` or `clock`: "1: keep 3 3 4". A number
 * behind `@` is the time in milliseconds: "2: hit 1 @420". Several dice may stand in one line:
 * "dice: 3 3 4". Every check prints the line or position it failed at. */
#ifndef KNOBEL_TESTS_ENGINE_SCENES_H
#define KNOBEL_TESTS_ENGINE_SCENES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "games/games.h"

typedef struct {
    const kn_game *game;
    union {
        uint64_t align;
        uint8_t state[KN_STATE_MAX];
    };
    int64_t now_ms;
} scene;

/* Set the table from a position; fails the test if it is refused. */
scene scene_from(const kn_game *game, const char *position);

/* Play lines, the last of them NULL; each must be accepted. */
void scene_play(scene *s, ...);

/* Play one line and answer what the rules said. */
kn_refusal scene_try(scene *s, const char *line);

/* Is this move among the listed ones of that seat (counted from 1)? */
bool scene_lists(const scene *s, int seat, const char *move);

/* A number or text from the description, by its path: "seats.0.total", "phase". */
int64_t scene_number(const scene *s, const char *path);
const char *scene_string(const scene *s, const char *path);

/* The position as text, in a buffer that the next call overwrites. */
const char *scene_position(const scene *s);

/* Is this one of the long tests? Then LONG is set, and nothing is left out for want of time. */
static inline bool scene_is_long(void)
{
    return getenv("LONG") != NULL;
}

/* How often to try something at random: so often, or a small part of it under sanitizers, which
 * are slow. */
static inline int scene_times(int often)
{
#if defined KNOBEL_SANITIZED
    int part = scene_is_long() ? 8 : 16;
    return (often + part - 1) / part;
#else
    return often;
#endif
}

/* One group of tests per program; counts are read from the output. */
#define SCENES_MAIN(tests)                                                                         \
    int main(void)                                                                                 \
    {                                                                                              \
        return cmocka_run_group_tests(tests, NULL, NULL);                                          \
    }

#endif
