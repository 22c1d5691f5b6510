/* seals.c: the list of seals (table/attest.h): every seal given, every match started, ended or
 * stopped, one line each, in a chain of hashes that the house signs. Whoever has one signed line
 * can show that a later list leaves something out. */
#include <string.h>

#include "house/inside.h"

void house_set_seals(house *h, const uint8_t key[ATTEST_KEY_BYTES], uint32_t count,
                     const uint8_t head[TABLE_HASH_BYTES])
{
    memcpy(h->seals.key, key, sizeof h->seals.key);
    h->seals.count = count;
    memcpy(h->seals.head, head, sizeof h->seals.head);
}

bool seals_may_add(house *h, const char *address, int64_t now_ms)
{
    return address_has(&h->sealing, address, CHANGES_AT_ONCE, CHANGES_EACH_MS, now_ms);
}

void seals_count(house *h, const char *address, int64_t now_ms)
{
    address_take(&h->sealing, address, CHANGES_AT_ONCE, CHANGES_EACH_MS, now_ms);
}

/* One more line, kept and signed. */
static attestation add_line(room *r, attest_kind kind, const attest_seal *of, const uint8_t *hash,
                            int64_t now_ms)
{
    house *h = r->house;
    char text[ATTEST_LINE_MAX], claim[ATTEST_TEXT_MAX];
    attestation a = {.number = ++h->seals.count, .at_ms = house_date(h, now_ms)};
    attest_line line = {.kind = kind,
                        .number = a.number,
                        .at_ms = a.at_ms,
                        .room = of->room,
                        .seals = of->seals,
                        .stopped = of->stopped,
                        .hash = hash};
    kn_text out = kn_text_on(text, sizeof text), signs = kn_text_on(claim, sizeof claim);
    attest_write_line(&line, &out);
    memcpy(a.before, h->seals.head, sizeof a.before);
    attest_head(a.before, text, h->seals.head);
    attest_write_signed(a.number, h->seals.head, &signs);
    h->machine.sign(h->machine.with, (kn_slice){claim, signs.length}, a.signature);
    house_record record = {.what = HOUSE_KEEP_SEAL,
                           .room = r->code,
                           .now_ms = now_ms,
                           .number = h->seals.count,
                           .text = {text, out.length},
                           .head = h->seals.head};
    keep_record(h, &record);
    return a;
}

/* A seal that has not been given before. */
static void list_seal(room *r, int64_t now_ms)
{
    uint8_t seal[TABLE_HASH_BYTES];
    envelope_seal(r->secret, seal);
    memcpy(r->sealed.key, r->house->seals.key, sizeof r->sealed.key);
    r->sealed.given = add_line(r, ATTEST_SEAL, &r->sealed, seal, now_ms);
}

/* The match is over: its whole log is vouched for. */
static void list_end(room *r, int64_t now_ms)
{
    house *h = r->house;
    uint8_t hash[TABLE_HASH_BYTES];
    size_t size = table_save_size(r->table);
    char *log = h->machine.grow(h->machine.with, NULL, size);
    kn_text out = kn_text_on(log, size);
    table_save(r->table, &out);
    table_hash(NULL, log, out.length, hash);
    h->machine.grow(h->machine.with, log, 0);
    attestation closed = add_line(r, ATTEST_END, &r->table->plan.sealed, hash, now_ms);
    /* A key that was replaced during the match does not vouch for what the new one signs. */
    if (memcmp(r->table->plan.sealed.key, h->seals.key, sizeof h->seals.key) == 0)
        keep_closed(r, &closed, now_ms);
}

/* In the order in which it happened. A match whose seal nobody vouches for is not listed: it was
 * sealed before this house had a key. */
void seals_list(room *r, int64_t now_ms)
{
    unsigned what = r->unlisted;
    bool vouched = r->table && r->table->plan.sealed.given.number > 0;
    r->unlisted = 0;
    r->sealed.seals += (what & LIST_SEAL) != 0;
    if (!r->house->machine.sign)
        return;
    if (what & LIST_GIVEN_UP && r->given_up.given.number > 0)
        add_line(r, ATTEST_STOP, &r->given_up, NULL, now_ms);
    if (what & LIST_START && vouched)
        add_line(r, ATTEST_START, &r->table->plan.sealed, NULL, now_ms);
    if (what & LIST_END && vouched)
        list_end(r, now_ms);
    if (what & LIST_STOP && vouched)
        add_line(r, ATTEST_STOP, &r->table->plan.sealed, NULL, now_ms);
    if (what & LIST_SEAL)
        list_seal(r, now_ms);
}
