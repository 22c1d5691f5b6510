/* hash.h: the one thing a table asks of the machine it runs on. Natively libsodium answers, in the
 * browser a library of the page; there is no cryptography of our own. */
#ifndef KNOBEL_TABLE_HASH_H
#define KNOBEL_TABLE_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { TABLE_HASH_BYTES = 32 };

/* HMAC-SHA-256 of the message under a key of 32 bytes; without a key (NULL) plain SHA-256. */
void table_hash(const uint8_t *key, const void *message, size_t length,
                uint8_t out[TABLE_HASH_BYTES]);

#endif
