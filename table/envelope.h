/* envelope.h: the sealed envelope: dice that the house cannot choose and nobody can predict.
 *
 * The house seals a secret by publishing its SHA-256 before anyone sits down. Every seat brings a
 * salt, and another one with every move. Each seat has its own chain, a hash over its moves and
 * salts; a roll is an HMAC, under the secret, of its number and all chains. Arrival times and the
 * order among the seats are left out, because the house could choose them. docs/log-format.md has
 * the recipe byte for byte. */
#ifndef KNOBEL_TABLE_ENVELOPE_H
#define KNOBEL_TABLE_ENVELOPE_H

#include "core/game.h"
#include "table/hash.h"

typedef struct {
    uint8_t secret[TABLE_HASH_BYTES];
    uint8_t seal[TABLE_HASH_BYTES];
    uint8_t chain[KN_SEATS_MAX][TABLE_HASH_BYTES];
    uint32_t rolls; /* made on the line of play that counts, declared ones included */
    bool open;      /* is the secret known? */
} envelope;

/* The seal of a secret. */
void envelope_seal(const uint8_t secret[TABLE_HASH_BYTES], uint8_t seal[TABLE_HASH_BYTES]);

/* Begin the chains: `about` is the text that says which game is played, under which seal. */
void envelope_begin(envelope *e, const char *about, const uint64_t *salts, int seats);

/* A seat has moved. */
void envelope_move(envelope *e, int seat, const char *move, uint64_t salt);

/* The secret behind the dice of that name, the same for everybody who plays this game with them. */
void envelope_name(const char *game, const char *name, uint8_t secret[TABLE_HASH_BYTES]);

/* What falls at a place where the same falls for everybody. */
kn_move envelope_roll_at(const envelope *e, kn_place place, const kn_outcome *outcomes, int count);

/* What falls next: one of the outcomes, each with exactly its weight. */
kn_move envelope_roll(const envelope *e, int seats, const kn_outcome *outcomes, int count);

#endif
