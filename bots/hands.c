/* hands.c: random errors, pauses and rates of bots' hands. See hands.h. */
#include "bots/hands.h"

kn_random hands_random(const bot *b, uint64_t occasion)
{
    kn_random mixed = kn_random_from(occasion * 0x9e3779b97f4a7c15u + b->seat);
    return kn_random_from(b->random.state[0] ^ kn_random_next(&mixed));
}

double hands_normal(kn_random *random)
{
    enum { NUMBERS = 12, TWICE_MEAN = NUMBERS * 65535 };
    int32_t sum = 0;
    for (int i = 0; i < NUMBERS / 4; i++)
        for (uint64_t bits = kn_random_next(random), k = 0; k < 4; k++, bits >>= 16)
            sum += (int32_t)(bits & 0xffff);
    return (double)(2 * sum - TWICE_MEAN) / 131072;
}

/* Von Neumann's method, by comparisons alone: numbers are drawn while they fall. The first of a run
 * of odd length is the answer; each run of even length before it counts one. */
double hands_exponential(kn_random *random)
{
    for (uint32_t whole = 0;; whole++) {
        uint32_t first = (uint32_t)(kn_random_next(random) >> 32), last = first;
        for (bool odd = true;; odd = !odd) {
            uint32_t next = (uint32_t)(kn_random_next(random) >> 32);
            if (next < last) {
                last = next;
                continue;
            }
            if (odd)
                return whole + first / 4294967296.0;
            break;
        }
    }
}

bool hands_happen(kn_random *random, int per_mille)
{
    return (int)kn_random_below(random, 1000) < per_mille;
}

/* Abramowitz and Stegun 26.2.19: a polynomial to the power of -16. */
double hands_below(double z)
{
    static const double factor[] = {0.0498673470, 0.0211410061, 0.0032776263,
                                    0.0000380036, 0.0000488906, 0.0000053830};
    double x = z < 0 ? -z : z, sum = 0;
    for (int i = 5; i >= 0; i--)
        sum = (sum + factor[i]) * x;
    sum += 1;
    for (int i = 0; i < 4; i++)
        sum *= sum;
    double beyond = 0.5 / sum;
    return z < 0 ? beyond : 1 - beyond;
}

int64_t hands_pause_ms(kn_random *random, int usual_ms)
{
    enum { LONGEST = 4 };
    double tail = hands_exponential(random);
    return (int64_t)(usual_ms / 2.0 * (1 + (tail < LONGEST ? tail : LONGEST)));
}
