/* limits.h: rate limits: buckets that refill with time, one per guest or per address. */
#ifndef KNOBEL_HOUSE_LIMITS_H
#define KNOBEL_HOUSE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* A token bucket: full at first, refilled over time. */
typedef struct {
    int64_t from_ms; /* since when it is full, or will be */
} bucket;

/* Take one; false if it is empty. It holds `most`, and one comes back every `each_ms`. */
bool bucket_take(bucket *b, int most, double each_ms, int64_t now_ms);

/* Is there anything left to take? */
bool bucket_has(const bucket *b, int most, double each_ms, int64_t now_ms);

/* A bucket for each of the addresses seen lately. When there are too many, addresses share: the
 * limit is then stricter, never laxer. */
enum { ADDRESSES = 16384, ADDRESSES_KEY = 32 };
typedef struct {
    uint8_t key[ADDRESSES_KEY]; /* random: nobody can choose an address that shares another's */
    bucket by_address[ADDRESSES];
} addresses;

bucket *address_bucket(addresses *a, const char *address);

#endif
