/* hash.h: the one function that a table needs from outside. Nettle provides it natively, a
 * library of the page in the browser; none of the cryptography is our own. */
#ifndef KNOBEL_TABLE_HASH_H
#define KNOBEL_TABLE_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { TABLE_HASH_BYTES = 32 };

/* HMAC-SHA-256 of the message under a key of 32 bytes; without a key (NULL) plain SHA-256. */
void table_hash(const uint8_t *key, const void *message, size_t length,
                uint8_t out[TABLE_HASH_BYTES]);

#endif
