/* hash.c: the table's hash (table/hash.h), by Nettle, which uses the processor's SHA-256
 * instructions where it has them. */
#include <nettle/hmac.h>

#include "table/hash.h"

_Static_assert(SHA256_DIGEST_SIZE == TABLE_HASH_BYTES, "the table's hash is SHA-256");

static void keyed(const uint8_t *key, const void *message, size_t length, uint8_t *out)
{
    struct hmac_sha256_ctx hash;
    hmac_sha256_set_key(&hash, TABLE_HASH_BYTES, key);
    hmac_sha256_update(&hash, length, message);
    hmac_sha256_digest(&hash, TABLE_HASH_BYTES, out);
}

static void plain(const void *message, size_t length, uint8_t *out)
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_update(&hash, length, message);
    sha256_digest(&hash, TABLE_HASH_BYTES, out);
}

void table_hash(const uint8_t *key, const void *message, size_t length,
                uint8_t out[TABLE_HASH_BYTES])
{
    if (key)
        keyed(key, message, length, out);
    else
        plain(message, length, out);
}
