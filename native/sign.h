/* sign.h: Ed25519 signatures, by Nettle: how a house vouches for its seals and logs. */
#ifndef KNOBEL_NATIVE_SIGN_H
#define KNOBEL_NATIVE_SIGN_H

#include "table/attest.h"

enum { SIGN_SEED_BYTES = 32 };

/* A key to sign with. */
typedef struct {
    uint8_t seed[SIGN_SEED_BYTES];
    uint8_t public[ATTEST_KEY_BYTES];
} sign_key;

void sign_key_from_seed(sign_key *key, const uint8_t seed[SIGN_SEED_BYTES]);
void sign_text(const sign_key *key, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES]);
bool sign_is_valid(const uint8_t key[ATTEST_KEY_BYTES], kn_slice text,
                   const uint8_t signature[ATTEST_SIGNATURE_BYTES]);

#endif
