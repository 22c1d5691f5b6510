/* hash.c: the table's hash (table/hash.h), by libsodium. */
#include <sodium.h>

#include "table/hash.h"

void table_hash(const uint8_t *key, const void *message, size_t length,
                uint8_t out[TABLE_HASH_BYTES])
{
    if (key)
        crypto_auth_hmacsha256(out, message, length, key);
    else
        crypto_hash_sha256(out, message, length);
}
