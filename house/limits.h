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
typedef struct addresses {
    uint8_t key[ADDRESSES_KEY]; /* random: nobody can choose an address that shares another's */
    bucket by_address[ADDRESSES];
} addresses;

/* Take from the bucket of an address, and see whether there is anything left in it. Whoever has a
 * larger network of IPv6 could come from each of its parts: all of them together have no more than
 * ADDRESS_WIDER of one. */
enum { ADDRESS_WIDER = 16, ADDRESS_WIDER_MAX = 48 };
bool address_has(addresses *a, const char *address, int most, double each_ms, int64_t now_ms);
void address_take(addresses *a, const char *address, int most, double each_ms, int64_t now_ms);

/* The larger network, the first 48 bits, of an address of IPv6 that is written with its first 64;
 * false: it has none. */
bool address_wider(const char *address, char out[ADDRESS_WIDER_MAX]);

#endif
