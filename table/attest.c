/* attest.c: lines of the list of seals, their hashes, and how a log carries them. See attest.h. */
#include "table/attest.h"

#include <string.h>

static const char *const kind_names[] = {"seal", "start", "stop", "end"};

void attest_write_line(const attest_line *line, kn_text *out)
{
    kn_put_int(out, (int64_t)line->number);
    kn_put_char(out, ' ');
    kn_put_int(out, line->at_ms);
    kn_put_char(out, ' ');
    kn_put(out, kind_names[line->kind]);
    kn_put_char(out, ' ');
    kn_put_hex64(out, line->room);
    kn_put_char(out, ' ');
    kn_put_int(out, line->seals);
    kn_put_char(out, ' ');
    kn_put_int(out, line->stopped);
    if (!line->hash)
        return;
    kn_put_char(out, ' ');
    kn_put_hex(out, line->hash, TABLE_HASH_BYTES);
}

void attest_head(const uint8_t before[TABLE_HASH_BYTES], const char *line,
                 uint8_t head[TABLE_HASH_BYTES])
{
    uint8_t joined[TABLE_HASH_BYTES + ATTEST_LINE_MAX];
    size_t length = strlen(line);
    memcpy(joined, before, TABLE_HASH_BYTES);
    memcpy(joined + TABLE_HASH_BYTES, line, length);
    table_hash(NULL, joined, TABLE_HASH_BYTES + length, head);
}

void attest_write_signed(uint64_t number, const uint8_t head[TABLE_HASH_BYTES], kn_text *out)
{
    kn_put(out, "knobel seals ");
    kn_put_int(out, (int64_t)number);
    kn_put_char(out, ' ');
    kn_put_hex(out, head, TABLE_HASH_BYTES);
}

void attest_write_claim(const attest_line *line, const uint8_t before[TABLE_HASH_BYTES],
                        kn_text *out)
{
    char text[ATTEST_LINE_MAX];
    uint8_t head[TABLE_HASH_BYTES];
    kn_text written = kn_text_on(text, sizeof text);
    attest_write_line(line, &written);
    attest_head(before, text, head);
    attest_write_signed(line->number, head, out);
}

/* ---- in a log ---- */

static void put_hex_line(kn_text *out, const char *word, const uint8_t *bytes, size_t count)
{
    kn_put(out, word);
    kn_put_char(out, ' ');
    kn_put_hex(out, bytes, count);
    kn_put_char(out, '\n');
}

void attest_put_sealed(const attest_seal *seal, kn_text *out)
{
    const attestation *given = &seal->given;
    kn_put(out, "sealed ");
    kn_put_int(out, (int64_t)given->number);
    kn_put_char(out, ' ');
    kn_put_int(out, given->at_ms);
    kn_put_char(out, ' ');
    kn_put_hex64(out, seal->room);
    kn_put_char(out, ' ');
    kn_put_int(out, seal->seals);
    kn_put_char(out, ' ');
    kn_put_int(out, seal->stopped);
    kn_put_char(out, '\n');
}

void attest_put_header(const attest_seal *seal, kn_text *out)
{
    const attestation *given = &seal->given;
    if (!given->number)
        return;
    put_hex_line(out, "house", seal->key, sizeof seal->key);
    attest_put_sealed(seal, out);
    put_hex_line(out, "before", given->before, sizeof given->before);
    put_hex_line(out, "signed", given->signature, sizeof given->signature);
}

void attest_put_end(const attestation *end, kn_text *out)
{
    if (!end->number)
        return;
    kn_put(out, "closed ");
    kn_put_int(out, (int64_t)end->number);
    kn_put_char(out, ' ');
    kn_put_int(out, end->at_ms);
    kn_put_char(out, '\n');
    put_hex_line(out, "before", end->before, sizeof end->before);
    put_hex_line(out, "signed", end->signature, sizeof end->signature);
}
