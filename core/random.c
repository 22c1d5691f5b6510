/* random.c: xoshiro256** (Blackman and Vigna, public domain algorithm), seeded by splitmix64. */
#include "core/random.h"

static uint64_t splitmix(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

kn_random kn_random_from(uint64_t seed)
{
    kn_random random;
    for (int i = 0; i < 4; i++)
        random.state[i] = splitmix(&seed);
    return random;
}

static uint64_t turn_left(uint64_t value, int by)
{
    return value << by | value >> (64 - by);
}

uint64_t kn_random_next(kn_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = turn_left(s[1] * 5, 7) * 9, carried = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= carried;
    s[3] = turn_left(s[3], 45);
    return result;
}

uint32_t kn_random_below(kn_random *random, uint32_t bound)
{
    /* The high half of a product spreads 2^32 numbers over `bound` places; the few that would
     * make some places likelier are drawn again. */
    uint64_t product = (kn_random_next(random) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t uneven = (uint32_t)(0 - bound) % bound;
        while ((uint32_t)product < uneven)
            product = (kn_random_next(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}
