/* bits.h: counting and finding bits. The compiler's own count is a call of a function where the
 * processor may be an old one. */
#ifndef KNOBEL_CORE_BITS_H
#define KNOBEL_CORE_BITS_H

#include <stdint.h>

#define KN_EACH_BYTE(byte) ((byte)*UINT64_C(0x0101010101010101))

/* How many bits are set in every two, and in every four. */
static inline uint64_t kn_bits_in_pairs(uint64_t word)
{
    return word - (word >> 1 & KN_EACH_BYTE(0x55));
}

static inline uint64_t kn_bits_in_fours(uint64_t pairs)
{
    return (pairs & KN_EACH_BYTE(0x33)) + (pairs >> 2 & KN_EACH_BYTE(0x33));
}

/* How many bits are set in each byte and those below it. */
static inline uint64_t kn_bits_up_to_byte(uint64_t fours)
{
    return KN_EACH_BYTE((fours + (fours >> 4)) & KN_EACH_BYTE(0x0f));
}

/* How many bits are set. */
static inline unsigned kn_count_bits(uint64_t word)
{
    return (unsigned)(kn_bits_up_to_byte(kn_bits_in_fours(kn_bits_in_pairs(word))) >> 56);
}

/* Where the bit is that has `n` set bits below it; there must be one. Without branches, since
 * chance often decides what is looked for. */
static inline unsigned kn_nth_bit(uint64_t word, unsigned n)
{
    uint64_t pairs = kn_bits_in_pairs(word), fours = kn_bits_in_fours(pairs);
    uint64_t up_to = kn_bits_up_to_byte(fours);
    /* The top bit of a byte stays where `n` is not below its count: these bytes are passed over. */
    uint64_t passed = ((KN_EACH_BYTE(n) | KN_EACH_BYTE(0x80)) - up_to) & KN_EACH_BYTE(0x80);
    unsigned at = (unsigned)(KN_EACH_BYTE(passed >> 7) >> 56) * 8, here;
    n -= (unsigned)(up_to << 8 >> at & 0xff);
    here = (unsigned)(fours >> at & 15);
    at += n >= here ? 4 : 0;
    n -= n >= here ? here : 0;
    here = (unsigned)(pairs >> at & 3);
    at += n >= here ? 2 : 0;
    n -= n >= here ? here : 0;
    return at + (n >= (word >> at & 1));
}

#endif
