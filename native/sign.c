/* sign.c: Ed25519 signatures. See sign.h. */
#include "native/sign.h"

#include <nettle/eddsa.h>
#include <string.h>

_Static_assert(SIGN_SEED_BYTES == ED25519_KEY_SIZE && ATTEST_KEY_BYTES == ED25519_KEY_SIZE &&
                   ATTEST_SIGNATURE_BYTES == ED25519_SIGNATURE_SIZE,
               "keys and signatures of Ed25519");

void sign_key_from_seed(sign_key *key, const uint8_t seed[SIGN_SEED_BYTES])
{
    memcpy(key->seed, seed, SIGN_SEED_BYTES);
    ed25519_sha512_public_key(key->public, seed);
}

void sign_text(const sign_key *key, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES])
{
    ed25519_sha512_sign(key->public, key->seed, text.length, (const uint8_t *)text.at, signature);
}

bool sign_is_valid(const uint8_t key[ATTEST_KEY_BYTES], kn_slice text,
                   const uint8_t signature[ATTEST_SIGNATURE_BYTES])
{
    return ed25519_sha512_verify(key, text.length, (const uint8_t *)text.at, signature) == 1;
}
