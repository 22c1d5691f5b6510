/* limits.c: buckets that fill with time. See limits.h.
 *
 * A bucket is one number: the instant at which it is full again. Taking one moves it later by the
 * time one needs to come back; it is empty when that is too far ahead. */
#include "house/limits.h"

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
    uint32_t hash = 2166136261u;
    for (; *address; address++)
        hash = (hash ^ (uint8_t)*address) * 16777619u;
    return &a->by_address[(hash ^ hash >> 16) % ADDRESSES];
}
