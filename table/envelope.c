/* envelope.c: the sealed envelope. See envelope.h. */
#include "table/envelope.h"

#include <string.h>

void envelope_seal(const uint8_t secret[TABLE_HASH_BYTES], uint8_t seal[TABLE_HASH_BYTES])
{
    table_hash(NULL, secret, TABLE_HASH_BYTES, seal);
}

void envelope_name(const char *game, const char *name, uint8_t secret[TABLE_HASH_BYTES])
{
    char line[96];
    kn_text text = kn_text_on(line, sizeof line);
    kn_put(&text, "knobel same dice ");
    kn_put(&text, game);
    kn_put_char(&text, ' ');
    kn_put(&text, name);
    table_hash(NULL, line, text.length, secret);
}

/* `seat 1 5f3a9c0d11223344`, or a dash where there is no salt. */
static void put_salt(kn_text *text, uint64_t salt)
{
    if (salt == 0)
        kn_put_char(text, '-');
    else
        kn_put_hex64(text, salt);
}

void envelope_begin(envelope *e, const char *about, const uint64_t *salts, int seats)
{
    uint8_t root[TABLE_HASH_BYTES];
    table_hash(NULL, about, strlen(about), root);
    memset(e->chain, 0, sizeof e->chain);
    e->rolls = 0;
    for (int seat = 0; seat < seats; seat++) {
        char line[40];
        kn_text text = kn_text_on(line, sizeof line);
        kn_put(&text, "seat ");
        kn_put_int(&text, seat + 1);
        kn_put_char(&text, ' ');
        put_salt(&text, salts[seat]);
        table_hash(root, line, text.length, e->chain[seat]);
    }
}

void envelope_move(envelope *e, int seat, const char *move, uint64_t salt)
{
    char line[KN_MOVE_TEXT_MAX + 24];
    kn_text text = kn_text_on(line, sizeof line);
    uint8_t key[TABLE_HASH_BYTES];
    kn_put(&text, move);
    kn_put_char(&text, ' ');
    put_salt(&text, salt);
    memcpy(key, e->chain[seat], sizeof key);
    table_hash(key, line, text.length, e->chain[seat]);
}

/* A number below `bound`, each equally likely: the first 64-bit word of the digest below the
 * largest multiple of `bound`; if none is, the digest is hashed on. */
static uint64_t draw_below(const uint8_t *secret, uint8_t digest[TABLE_HASH_BYTES], uint64_t bound)
{
    uint64_t uneven = (0 - bound) % bound; /* 2^64 mod bound */
    for (;;) {
        for (int at = 0; at < TABLE_HASH_BYTES; at += 8) {
            uint64_t word = 0;
            for (int i = 0; i < 8; i++)
                word = word << 8 | digest[at + i];
            if (word <= UINT64_MAX - uneven)
                return word % bound;
        }
        uint8_t before[TABLE_HASH_BYTES];
        memcpy(before, digest, sizeof before);
        table_hash(secret, before, sizeof before, digest);
    }
}

/* The outcome in whose share of the weights a drawn number lies. */
static kn_move fall(const envelope *e, uint8_t digest[TABLE_HASH_BYTES], const kn_outcome *outcomes,
                    int count)
{
    uint64_t total = 0;
    int i = 0;
    for (int k = 0; k < count; k++)
        total += outcomes[k].weight;
    uint64_t drawn = draw_below(e->secret, digest, total);
    while (drawn >= outcomes[i].weight)
        drawn -= outcomes[i++].weight;
    return outcomes[i].move;
}

kn_move envelope_roll_at(const envelope *e, kn_place place, const kn_outcome *outcomes, int count)
{
    char line[48];
    uint8_t digest[TABLE_HASH_BYTES];
    kn_text text = kn_text_on(line, sizeof line);
    kn_put(&text, "turn ");
    kn_put_int(&text, place.turn);
    kn_put(&text, " throw ");
    kn_put_int(&text, place.toss);
    kn_put(&text, " die ");
    kn_put_int(&text, place.die);
    table_hash(e->secret, line, text.length, digest);
    return fall(e, digest, outcomes, count);
}

kn_move envelope_roll(const envelope *e, int seats, const kn_outcome *outcomes, int count)
{
    uint8_t message[24 + sizeof e->chain], digest[TABLE_HASH_BYTES];
    kn_text text = kn_text_on((char *)message, 24);
    kn_put(&text, "roll ");
    kn_put_int(&text, (int64_t)e->rolls + 1);
    kn_put_char(&text, '\n');
    memcpy(message + text.length, e->chain, (size_t)seats * TABLE_HASH_BYTES);
    table_hash(e->secret, message, text.length + (size_t)seats * TABLE_HASH_BYTES, digest);
    return fall(e, digest, outcomes, count);
}
