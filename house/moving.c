/* moving.c: a person moves to another device: with a key that is good once, and for ten minutes.
 *
 * The house makes the key and keeps only its hash, as it does with tokens. It is stored with the
 * room, so it stays good if the server restarts or the room leaves memory: a device whose battery
 * is dying may be the last one here. Ten minutes are those of the date, so the time in which no
 * server runs counts. */
#include <string.h>

#include "house/inside.h"

enum { CLOSE_MOVED = 4002 };

refusal hear_seat_key(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    char key[HOUSE_TOKEN_MAX];
    person *p = person_find(r, g->person);
    (void)m;
    if (!p)
        return "not_yours";
    if (!bucket_take(&p->keys, KEYS_AT_ONCE, KEYS_EACH_MS, now_ms))
        return "slow_down";
    person_draw_token(r, key, p->key); /* in place of an earlier one */
    p->key_until_ms = house_date(r->house, now_ms) + KEY_LASTS_MS;
    r->changed = true;
    kn_json json = say_begin(r->house, "seat_key");
    kn_json_string(&json, "key", key);
    kn_json_int(&json, "until", p->key_until_ms);
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AFTER_KEEPING);
    return NULL;
}

/* If the date was set back, it is not good for longer. */
static bool is_good(const person *p, int64_t date_ms)
{
    return date_ms < p->key_until_ms && p->key_until_ms - date_ms <= KEY_LASTS_MS;
}

person *moving_find(room *r, kn_slice key, int64_t now_ms)
{
    uint8_t hash[TABLE_HASH_BYTES];
    person *found = NULL;
    if (key.length != HOUSE_TOKEN_MAX - 1)
        return NULL;
    table_hash(NULL, key.at, key.length, hash);
    for (int i = 0; i < r->people_count; i++)
        if (is_good(&r->people[i], house_date(r->house, now_ms)) &&
            same_hash(hash, r->people[i].key))
            found = &r->people[i];
    return found;
}

bool moving_made_void(const room *r, kn_slice token)
{
    uint8_t hash[TABLE_HASH_BYTES];
    bool found = false;
    table_hash(NULL, token.at, token.length, hash);
    for (int i = 0; i < r->people_count; i++)
        found |= r->people[i].has_moved && same_hash(hash, r->people[i].void_token);
    return found;
}

void moving_take(room *r, guest *g, person *p)
{
    memcpy(p->void_token, p->token, sizeof p->void_token);
    p->has_moved = true;
    memset(p->key, 0, sizeof p->key);
    p->key_until_ms = 0;
    person_draw_token(r, g->token, p->token);
    r->changed = true;
}

void moving_dismiss_others(room *r, const guest *g, int64_t now_ms)
{
    for (guest *each = r->guests, *next; each; each = next) {
        next = each->next;
        if (each != g && each->person == g->person)
            guest_dismiss(r->house, each, CLOSE_MOVED, "moved", now_ms);
    }
}
