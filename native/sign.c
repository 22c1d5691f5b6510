/* sign.c: Ed25519 signatures. See sign.h. */
#include "native/sign.h"

#include <sodium.h>

void sign_key_from_seed(sign_key *key, const uint8_t seed[SIGN_SEED_BYTES])
{
    crypto_sign_seed_keypair(key->public, key->secret, seed);
}

void sign_text(const sign_key *key, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES])
{
    crypto_sign_detached(signature, NULL, (const uint8_t *)text.at, text.length, key->secret);
}

bool sign_is_valid(const uint8_t key[ATTEST_KEY_BYTES], kn_slice text,
                   const uint8_t signature[ATTEST_SIGNATURE_BYTES])
{
    return crypto_sign_verify_detached(signature, (const uint8_t *)text.at, text.length, key) == 0;
}
