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

bucket *address_bucket(addresses *a, const char *address)
{
    uint8_t hash[TABLE_HASH_BYTES];
    table_hash(a->key, address, strlen(address), hash);
    return &a->by_address[(hash[0] | hash[1] << 8) % ADDRESSES];
}
