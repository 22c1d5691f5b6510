/* mark.c: the marks of rows. See mark.h. */
#include "server/store/mark.h"

#include <string.h>

/* The finish of splitmix64. */
uint64_t mark_mix(uint64_t one, uint64_t other)
{
    uint64_t x = one * UINT64_C(0x9e3779b97f4a7c15) + other;
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Eight bytes at a time: this is done for every move. The length goes in last, so that zeros at the
 * end count. */
uint64_t mark_bytes(uint64_t before, const void *bytes, size_t length)
{
    const char *at = bytes;
    uint64_t word;
    for (size_t left = length; left > 0;) {
        size_t piece = left < sizeof word ? left : sizeof word;
        word = 0;
        memcpy(&word, at, piece);
        before = mark_mix(before, word);
        at += piece;
        left -= piece;
    }
    return mark_mix(before, length);
}

uint64_t mark_row(int what, kn_slice room, int64_t one, int64_t other, kn_slice text)
{
    uint64_t mark = mark_bytes((uint64_t)what + 1, room.at, room.length);
    mark = mark_mix(mark_mix(mark, (uint64_t)one), (uint64_t)other);
    return mark_bytes(mark, text.at, text.length);
}
