/* attest.h: what a house vouches for: the seal when it was given, and the log at its end.
 *
 * A house has a signing key and a list of seals: a line for each seal it gives and for each match
 * that starts, ends or is stopped. Every line is hashed together with the hash of the list before
 * it, the head; the house signs the new head. One signature therefore vouches for a line and for
 * all lines before it. A log carries what is needed to recompute the head of its own lines.
 * docs/log-format.md has the format. Signing and checking signatures is the caller's. */
#ifndef KNOBEL_TABLE_ATTEST_H
#define KNOBEL_TABLE_ATTEST_H

#include "core/text.h"
#include "table/hash.h"

enum {
    ATTEST_KEY_BYTES = 32,
    ATTEST_SIGNATURE_BYTES = 64,
    ATTEST_LINE_MAX = 160, /* bytes of a line of the list, with the closing zero */
    ATTEST_TEXT_MAX = 104, /* likewise of the text that is signed */
};

/* A signed line of the list. */
typedef struct {
    uint64_t number; /* of the line, from 1; 0: there is none, nobody vouches */
    int64_t at_ms;
    uint8_t before[TABLE_HASH_BYTES]; /* the head before it */
    uint8_t signature[ATTEST_SIGNATURE_BYTES];
} attestation;

/* Who vouches for the seal of a match. */
typedef struct {
    uint8_t key[ATTEST_KEY_BYTES];
    uint64_t room;           /* the room in the list: a number that says nothing about its code */
    uint32_t seals, stopped; /* so many seals of the room, this one included; matches stopped */
    attestation given;
} attest_seal;

typedef enum { ATTEST_SEAL, ATTEST_START, ATTEST_STOP, ATTEST_END } attest_kind;

/* A line of the list, without its end. `hash` is the seal, or of an `end` the hash of the log. */
typedef struct {
    attest_kind kind;
    uint64_t number;
    int64_t at_ms;
    uint64_t room;
    uint32_t seals, stopped;
    const uint8_t *hash; /* of ATTEST_SEAL and ATTEST_END */
} attest_line;

void attest_write_line(const attest_line *line, kn_text *out);

/* The head of the list after this line. */
void attest_head(const uint8_t before[TABLE_HASH_BYTES], const char *line,
                 uint8_t head[TABLE_HASH_BYTES]);

/* The text that a house signs: `knobel seals N HEAD`. */
void attest_write_signed(uint64_t number, const uint8_t head[TABLE_HASH_BYTES], kn_text *out);

/* The same for a line whose head before it is known. */
void attest_write_claim(const attest_line *line, const uint8_t before[TABLE_HASH_BYTES],
                        kn_text *out);

/* `sealed N AT ROOM SEALS STOPPED`, as logs and the records of rooms have it. */
void attest_put_sealed(const attest_seal *seal, kn_text *out);

/* The lines of a log's header that carry the attestation of its seal; nothing if there is none. */
void attest_put_header(const attest_seal *seal, kn_text *out);

/* The lines behind the end of a log; nothing if there is none. */
void attest_put_end(const attestation *end, kn_text *out);

#endif
