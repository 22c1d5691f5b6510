/* limits.c: rate limits. See limits.h.
 *
 * A bucket is one number: the time at which it is full again. Taking one moves it later by the time
 * one needs to refill; the bucket is empty when that is too far ahead. */
#include "house/limits.h"

#include <string.h>

#include "table/hash.h"

bool bucket_has(const bucket *b, int most, double each_ms, int64_t now_ms)
{
    int64_t from = b->from_ms > now_ms ? b->from_ms : now_ms;
    return (double)(from - now_ms) + each_ms <= most * each_ms + 0.5;
}

bool bucket_take(bucket *b, int most, double each_ms, int64_t now_ms)
{
    if (!bucket_has(b, most, each_ms, now_ms))
        return false;
    int64_t from = b->from_ms > now_ms ? b->from_ms : now_ms;
    b->from_ms = from + (int64_t)(each_ms + 0.5);
    return true;
}

static bucket *address_bucket(addresses *a, const char *address)
{
    uint8_t hash[TABLE_HASH_BYTES];
    table_hash(a->key, address, strlen(address), hash);
    return &a->by_address[(hash[0] | hash[1] << 8) % ADDRESSES];
}

/* The zeros behind the first 64 bits are the longest row of them, so `::` is at the end, and up to
 * three numbers stand before the fourth. */
bool address_wider(const char *address, char out[ADDRESS_WIDER_MAX])
{
    enum { NUMBERS = 3 };
    size_t length = strlen(address), at = 0;
    if (length < 3 || length >= ADDRESS_WIDER_MAX || strcmp(address + length - 2, "::") != 0)
        return false;
    for (int n = 0; at < length - 2 && n < NUMBERS; n += address[at++] == ':')
        out[at] = address[at];
    out[at - (at > 0 && out[at - 1] == ':')] = '\0';
    return true;
}

bool address_has(addresses *a, const char *address, int most, double each_ms, int64_t now_ms)
{
    char wider[ADDRESS_WIDER_MAX];
    return bucket_has(address_bucket(a, address), most, each_ms, now_ms) &&
           (!address_wider(address, wider) ||
            bucket_has(address_bucket(a, wider), most * ADDRESS_WIDER, each_ms / ADDRESS_WIDER,
                       now_ms));
}

void address_take(addresses *a, const char *address, int most, double each_ms, int64_t now_ms)
{
    char wider[ADDRESS_WIDER_MAX];
    bucket_take(address_bucket(a, address), most, each_ms, now_ms);
    if (address_wider(address, wider))
        bucket_take(address_bucket(a, wider), most * ADDRESS_WIDER, each_ms / ADDRESS_WIDER,
                    now_ms);
}
