/* survey.h: walks through a game by its contract alone: counted trees, seeded matches and their
 * fingerprint. The same code runs natively and in WASM, so equal numbers mean equal rules. */
#ifndef KNOBEL_CORE_SURVEY_H
#define KNOBEL_CORE_SURVEY_H

#include "core/game.h"

/* How many sequences of `depth` events follow; a game that ends earlier counts once. */
uint64_t kn_perft(const kn_game *game, const void *state, int depth);

/* A random setup: seats and options all within their ranges. */
void kn_random_setup(const kn_game *game, kn_random *random, kn_setup *setup);

/* Pick an actor who may act, and a move for it; `now_ms` moves on. Random, but the same for the
 * same numbers. Returns false when the game is over. */
bool kn_random_event(const kn_game *game, const void *state, kn_random *random, int64_t *now_ms,
                     kn_event *event);

/* Play from `state` to the end, at most `most` events; returns how many. */
uint64_t kn_random_match(const kn_game *game, void *state, kn_random *random, uint64_t most);

/* One number for the behaviour of a game: a hash over everything that is said about `matches`
 * random matches: events as text, positions, descriptions, results, for every seat and a watcher.
 */
uint64_t kn_fingerprint(const kn_game *game, uint64_t seed, int matches);

#endif
