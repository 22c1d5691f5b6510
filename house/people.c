/* people.c: persons with their tokens, the seats they hold, and what the host does about them. */
#include <string.h>

#include "games/games.h"
#include "house/inside.h"

/* ---- persons ---- */

person *person_find(room *r, uint32_t id)
{
    for (int i = 0; id && i < r->people_count; i++)
        if (r->people[i].id == id)
            return &r->people[i];
    return NULL;
}

bool person_here(const room *r, uint32_t id)
{
    for (int i = 0; i < r->people_count; i++)
        if (r->people[i].id == id)
            return r->people[i].guests > 0;
    return false;
}

bool same_hash(const uint8_t *a, const uint8_t *b)
{
    volatile uint8_t differs = 0;
    for (int i = 0; i < TABLE_HASH_BYTES; i++)
        differs |= (uint8_t)(a[i] ^ b[i]);
    return differs == 0;
}

person *person_of_token(room *r, kn_slice token)
{
    uint8_t hash[TABLE_HASH_BYTES];
    person *found = NULL;
    if (token.length != HOUSE_TOKEN_MAX - 1)
        return NULL;
    table_hash(NULL, token.at, token.length, hash);
    for (int i = 0; i < r->people_count; i++)
        if (same_hash(hash, r->people[i].token))
            found = &r->people[i];
    return found;
}

bool person_was_removed(const room *r, kn_slice token)
{
    uint8_t hash[TABLE_HASH_BYTES];
    bool found = false;
    table_hash(NULL, token.at, token.length, hash);
    for (uint32_t i = 0; i < r->removed_count && i < ROOM_REMOVED_MAX; i++)
        found |= same_hash(hash, r->removed[i]);
    return found;
}

void person_note_removed(room *r, const uint8_t token[TABLE_HASH_BYTES])
{
    memcpy(r->removed[r->removed_count++ % ROOM_REMOVED_MAX], token, TABLE_HASH_BYTES);
    r->changed = true;
}

static void forget_person(room *r, uint32_t id);

/* Somebody without a seat makes room for somebody who takes one: who is not there first, then who
 * came first. There are fewer seats than places, so this always finds one. */
static void make_place(room *r)
{
    const person *goes = NULL;
    for (int i = 0; i < r->people_count; i++) {
        const person *p = &r->people[i];
        if (p->id != r->host && p->id != r->host_missed && !seats_of(r, p->id) &&
            !evening_benched(r, p->id) && (!goes || (goes->guests && !p->guests)))
            goes = p;
    }
    if (goes)
        forget_person(r, goes->id);
}

void person_draw_token(room *r, char token[HOUSE_TOKEN_MAX], uint8_t hash[TABLE_HASH_BYTES])
{
    uint8_t bytes[(HOUSE_TOKEN_MAX - 1) / 2];
    r->house->machine.random(r->house->machine.with, bytes, sizeof bytes);
    kn_text text = kn_text_on(token, HOUSE_TOKEN_MAX);
    kn_put_hex(&text, bytes, sizeof bytes);
    table_hash(NULL, token, HOUSE_TOKEN_MAX - 1, hash);
}

bool person_new(room *r, char token[HOUSE_TOKEN_MAX], uint32_t *id)
{
    if (r->people_count == ROOM_PEOPLE_MAX)
        make_place(r);
    if (r->people_count == ROOM_PEOPLE_MAX)
        return false;
    person *p = &r->people[r->people_count++];
    memset(p, 0, sizeof *p);
    *id = p->id = ++r->last_person;
    person_draw_token(r, token, p->token);
    r->changed = true;
    return true;
}

kn_actors seats_of(const room *r, uint32_t id)
{
    kn_actors set = 0;
    for (int i = 0; id && i < KN_SEATS_MAX; i++)
        if (r->seat[i].person == id)
            set |= KN_ACTOR(i);
    return set;
}

void you_changed(room *r, uint32_t id)
{
    for (guest *g = r->guests; g; g = g->next)
        if (id && g->person == id)
            g->you_changed = g->wants_table = true;
}

void host_make(room *r, uint32_t id)
{
    you_changed(r, r->host);
    r->host = id;
    r->host_missed = 0;
    you_changed(r, r->host);
    r->changed = true;
}

/* Who would rather be host: those who are connected, then those who play. */
static int fit_for_host(const room *r, const person *p)
{
    return 2 * (p->guests > 0) + (match_on(r) && (seats_of(r, p->id) & match_all_seats(r)));
}

/* A role that is only lent is handed on as such. */
static void host_hand_on(room *r, uint32_t id)
{
    uint32_t missed = r->host_missed;
    host_make(r, id);
    if (missed != id)
        r->host_missed = missed;
}

/* The host's role goes to the person who has been here longest of those who are fittest. */
void host_pass_on(room *r)
{
    const person *next = NULL;
    for (int i = 0; i < r->people_count; i++)
        if (!next || fit_for_host(r, &r->people[i]) > fit_for_host(r, next))
            next = &r->people[i];
    host_hand_on(r, next ? next->id : 0);
}

static void forget_person(room *r, uint32_t id)
{
    person *p = person_find(r, id);
    if (!p)
        return;
    for (guest *g = r->guests; g; g = g->next)
        if (g->person == id) {
            g->person = 0;
            g->you_changed = g->wants_table = true;
            r->watcher_count++;
        }
    evening_unbench(r, id, NULL);
    memmove(p, p + 1, (size_t)(&r->people[r->people_count] - (p + 1)) * sizeof *p);
    r->people_count--;
    if (r->host_missed == id)
        r->host_missed = 0;
    if (r->host == id)
        host_pass_on(r);
    r->changed = true;
}

/* ---- seats ---- */

static void set_name(char name[TABLE_NAME_MAX], const char *text)
{
    memset(name, 0, TABLE_NAME_MAX);
    memcpy(name, text, strlen(text));
}

static bool in_match(const room *r, int seat)
{
    return match_on(r) && seat < r->table->plan.setup.seats;
}

static void free_seat(room *r, int seat)
{
    room_seat *s = &r->seat[seat];
    if (in_match(r, seat))
        table_refuse_back(r->table); /* others sit here than those who were asked */
    you_changed(r, s->person);
    s->name[0] = s->bot[0] = '\0';
    s->person = 0;
    s->salt = 0;
    s->standin = false;
    s->begins = false;
    s->hints = s->late = (seat_note){0};
    bots_leave(r, seat);
    r->changed = true;
}

/* The number of seats and their order have a part in the dice of the next match. So the secret
 * must be a new one: whoever knew the old one could have tried. */
static void seats_changed(room *r)
{
    if (!match_on(r))
        room_seal_next(r);
}

/* In a match a bot takes over a seat that is given up. */
static void give_up_seat(room *r, int seat)
{
    free_seat(r, seat);
    if (!in_match(r, seat))
        return;
    memcpy(r->seat[seat].bot, r->settings.standin, sizeof r->settings.standin);
    set_name(r->seat[seat].name, r->settings.standin);
}

/* If a person sits beyond this number of seats, all move up. */
void seats_close_up(room *r, int seats)
{
    int free = 0;
    while (seats < KN_SEATS_MAX && !r->seat[seats].name[0])
        seats++;
    if (seats == KN_SEATS_MAX)
        return;
    for (int i = 0; i < KN_SEATS_MAX; i++) {
        if (!r->seat[i].name[0])
            continue;
        room_seat moved = r->seat[free];
        r->seat[free] = r->seat[i];
        if (free != i)
            r->seat[i] = moved;
        you_changed(r, r->seat[free++].person);
    }
    for (int i = 0; i < KN_SEATS_MAX; i++)
        bots_leave(r, i);
    r->changed = true;
}

/* Once everyone has left, bots leave their seats to the next guest between matches. */
static bool is_free(room *r, int seat)
{
    const room_seat *s = &r->seat[seat];
    return !s->name[0] || (s->bot[0] && !match_on(r) && !person_find(r, r->host));
}

void seats_held_note(room *r)
{
    for (int i = 0; i < r->people_count; i++)
        r->people[i].held |= seats_of(r, r->people[i].id) & match_all_seats(r);
}

void seats_held_begin(room *r)
{
    for (int i = 0; i < r->people_count; i++)
        r->people[i].held = 0;
    seats_held_note(r);
}

/* Would this seat show somebody a second hand of the match, beside that of a seat they have held in
 * it? The host could look into any hand, by taking its seat and giving it back. */
static bool shows_another_hand(room *r, const guest *g, int seat)
{
    const person *p = person_find(r, g->person);
    bool hides = r->settings.game->seen != kn_all_seen;
    return p && hides && in_match(r, seat) && p->held && !(p->held & KN_ACTOR(seat));
}

/* How well it suits who wants any seat: 0, not at all, as it is not free. In a match its seats come
 * first: somebody may have taken a bot's place. */
static int suits(room *r, const guest *g, int seat)
{
    enum { REFUSED = 1, A_BOTS, EMPTY };
    if (!is_free(r, seat))
        return 0;
    if (shows_another_hand(r, g, seat))
        return REFUSED;
    return r->seat[seat].name[0] ? A_BOTS : EMPTY;
}

static int first_free_seat(room *r, const guest *g)
{
    int best = -1, suited = 0;
    for (int i = 0; i < room_seats_max(r); i++)
        if (suits(r, g, i) > suited) {
            best = i;
            suited = suits(r, g, i);
        }
    return best;
}

/* In a closed room only known people may sit, unless nobody is left who could open it. */
static bool is_locked_for(room *r, const guest *g)
{
    return r->settings.locked && !g->person && person_find(r, r->host);
}

refusal hear_sit(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    char name[TABLE_NAME_MAX];
    int seat = first_free_seat(r, g);
    uint64_t salt;
    refusal why = field_is_absent(m, "seat") ? NULL : field_seat(r, m, &seat);
    (void)now_ms;
    if (why)
        return why;
    if (!field_name(m, "name", name, sizeof name))
        return "bad_name";
    if (!field_salt(m, &salt))
        return "bad_salt";
    if (g->removed)
        return "removed";
    if (is_locked_for(r, g))
        return "locked";
    if (seat < 0)
        return "full";
    if (!is_free(r, seat))
        return "seat_taken";
    if (shows_another_hand(r, g, seat))
        return "other_hand";
    if (!g->person) {
        if (!person_new(r, g->token, &g->person))
            return "full";
        person_find(r, g->person)->guests = 1;
        r->watcher_count--;
    }
    free_seat(r, seat);
    set_name(r->seat[seat].name, name);
    r->seat[seat].person = g->person;
    if (match_on(r))
        seats_held_note(r);
    evening_unbench(r, g->person, name);
    seats_changed(r); /* and the salt that came along is not needed: it is older than the seal */
    if (!person_find(r, r->host))
        r->host = g->person;
    you_changed(r, g->person);
    r->changed = true;
    return NULL;
}

refusal hear_rename(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    char name[TABLE_NAME_MAX];
    int seat;
    refusal why = field_own_seat(r, g, m, &seat);
    (void)now_ms;
    if (why)
        return why;
    if (in_match(r, seat))
        return "playing";
    if (!field_name(m, "name", name, sizeof name))
        return "bad_name";
    char before[TABLE_NAME_MAX];
    memcpy(before, r->seat[seat].name, sizeof before);
    set_name(r->seat[seat].name, name);
    evening_renamed(r, seat, before);
    r->changed = true;
    return NULL;
}

/* A salt that is older than the seal proves nothing. */
static bool is_for_this_seal(const room *r, const house_message *m)
{
    uint8_t seal[TABLE_HASH_BYTES], given[TABLE_HASH_BYTES];
    kn_slice text;
    if (field_is_absent(m, "seal"))
        return true;
    envelope_seal(r->secret, seal);
    return field_text(m, "seal", &text) && kn_read_hex(text, given, sizeof given) &&
           memcmp(seal, given, sizeof seal) == 0;
}

refusal hear_salt(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    uint64_t salt;
    int seat;
    refusal why = field_own_seat(r, g, m, &seat);
    (void)now_ms;
    if (why)
        return why;
    if (in_match(r, seat))
        return "playing";
    if (!field_salt(m, &salt) || !salt)
        return "bad_salt";
    if (r->seat[seat].salt || !is_for_this_seal(r, m))
        return "outdated";
    r->seat[seat].salt = salt;
    g->brings_salts = true;
    r->changed = true;
    return NULL;
}

refusal hear_stand(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    int only = -1;
    refusal why = field_is_absent(m, "seat") ? NULL : field_own_seat(r, g, m, &only);
    (void)now_ms;
    if (why)
        return why;
    bool sat = seats_of(r, g->person);
    for (int seat = 0; g->person && seat < KN_SEATS_MAX; seat++)
        if (r->seat[seat].person == g->person && (only < 0 || only == seat))
            give_up_seat(r, seat);
    if (sat)
        seats_changed(r);
    return NULL;
}

refusal hear_leave(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    (void)m;
    (void)now_ms;
    uint32_t id = g->person;
    bool sat = seats_of(r, id);
    for (int seat = 0; id && seat < KN_SEATS_MAX; seat++)
        if (r->seat[seat].person == id)
            give_up_seat(r, seat);
    forget_person(r, id);
    if (sat)
        seats_changed(r);
    return NULL;
}

/* ---- the host ---- */

refusal hear_bot(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice level;
    int seat;
    refusal why = field_seat(r, m, &seat);
    (void)g;
    (void)now_ms;
    if (why)
        return why;
    room_seat *s = &r->seat[seat];
    if (s->person)
        return "seat_taken";
    const house_field *f = field(m, "level");
    if (f && f->kind == HOUSE_NULL) {
        if (!s->bot[0])
            return "seat_free";
        free_seat(r, seat);
        seats_changed(r);
        return NULL;
    }
    if (!field_text(m, "level", &level) || !bot_exists(r, level))
        return "bad_level";
    free_seat(r, seat);
    memcpy(s->bot, level.at, level.length);
    s->bot[level.length] = '\0';
    set_name(s->name, s->bot);
    seats_changed(r);
    return NULL;
}

/* Disconnect a person and forget them, except that they may not sit down again. */
static void show_out(room *r, uint32_t id, int64_t now_ms)
{
    house *h = r->house;
    const person *p = person_find(r, id);
    if (p)
        person_note_removed(r, p->token);
    for (guest *g = r->guests, *next; g; g = next) {
        next = g->next;
        if (g->person != id)
            continue;
        uint32_t number = g->id;
        house_gone(h, number, now_ms);
        h->machine.dismiss(h->machine.with, number, 4001, "removed");
    }
    forget_person(r, id);
}

refusal hear_remove(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    int seat;
    refusal why = field_seat(r, m, &seat);
    if (why)
        return why;
    uint32_t id = r->seat[seat].person;
    if (!id)
        return "seat_free";
    if (id == r->host_missed)
        return "not_host"; /* the role is only lent */
    give_up_seat(r, seat);
    seats_changed(r);
    if (!seats_of(r, id) && id != g->person)
        show_out(r, id, now_ms);
    return NULL;
}

refusal hear_host(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    int seat;
    refusal why = field_seat(r, m, &seat);
    (void)g;
    (void)now_ms;
    if (why)
        return why;
    if (!r->seat[seat].person)
        return "seat_free";
    if (r->seat[seat].person != r->host)
        host_hand_on(r, r->seat[seat].person);
    return NULL;
}
