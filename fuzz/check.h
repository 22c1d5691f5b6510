/* check.h: what the fuzz targets share: facts that must hold, and random play from a state that was
 * read from text. A fact that does not hold aborts the program, so that libFuzzer notices. */
#ifndef KNOBEL_FUZZ_CHECK_H
#define KNOBEL_FUZZ_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "core/game.h"

/* The one function of a target; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Say where, and stop. */
_Noreturn void check_failed(const char *file, int line, const char *fact);
#define HOLDS(fact) ((fact) ? (void)0 : check_failed(__FILE__, __LINE__, #fact))

typedef union {
    uint64_t align;
    uint8_t bytes[KN_STATE_MAX];
} any_state;

/* The bytes of an input, taken from the front; 0 when there are none left. */
uint8_t check_byte(kn_slice *input);

/* The same number for the same bytes. */
uint64_t check_seed(const uint8_t *data, size_t size);

/* Any game of the house, the template included. */
const kn_game *check_game(uint8_t byte);

/* A table set at random, and that many random events later; returns the time. */
int64_t check_start(const kn_game *game, kn_random *random, int events, any_state *state);

/* Is this state, and what everyone sees of it, written whole, read back the same and described? */
void check_texts(const kn_game *game, const any_state *state);

/* Has everyone due a move, and is what is listed accepted? */
void check_due(const kn_game *game, const any_state *state, int64_t now_ms);

/* Play at most so many random events; none may be refused. */
void check_play_on(const kn_game *game, any_state *state, kn_random *random, int64_t now_ms,
                   int events);

#endif
