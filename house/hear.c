/* hear.c: handles the messages of guests. Finds the function for a message, checks that the guest
 * may send it now, and then settles the room. */
#include <string.h>

#include "house/inside.h"

/* ---- entering ---- */

static double miss_ms(const house *h)
{
    return 60000.0 / h->limits.misses_a_minute;
}

bool house_tried_too_often(house *h, const char *address, int64_t now_ms)
{
    return !address_has(&h->missed, address, h->limits.misses_a_minute, miss_ms(h), now_ms);
}

void house_missed(house *h, const char *address, int64_t now_ms)
{
    address_take(&h->missed, address, h->limits.misses_a_minute, miss_ms(h), now_ms);
}

/* An answer of its own, told from others by its address: it ends the visit. */
static const char tried_too_often[] = "slow_down";

/* With a key for another device. A wrong one counts as a wrong code does: nobody finds one by
 * trying. Whoever has a seat here already would lose it: their device has one token. */
static refusal find_by_key(room *r, const guest *g, kn_slice key, person **p, int64_t now_ms)
{
    house *h = r->house;
    const person *known = *p;
    if (h->refuse)
        return h->refuse;
    *p = moving_find(r, key, now_ms);
    if (!*p) {
        house_missed(h, g->address, now_ms);
        return "bad_key";
    }
    return known && known != *p && seats_of(r, known->id) ? "seated" : NULL;
}

/* A big screen is nobody, whoever else uses its browser. */
static bool is_screen(const house_message *m)
{
    const house_field *screen = field(m, "screen");
    return screen && screen->kind == HOUSE_TRUE;
}

/* Who a guest is, by token or by key; NULL: a spectator. */
static refusal find_person(room *r, const guest *g, const house_message *m, person **p,
                           int64_t now_ms)
{
    kn_slice token, key;
    bool known = !is_screen(m) && field_text(m, "token", &token);
    bool moves = !is_screen(m) && field_text(m, "seat_key", &key);
    *p = known ? person_of_token(r, token) : NULL;
    if (moves)
        return find_by_key(r, g, key, p, now_ms);
    if (known && !*p && moving_made_void(r, token))
        return "moved";
    /* Watchers must not keep out those who play. */
    bool full =
        *p ? (*p)->guests >= PERSON_GUESTS_MAX : r->guest_count >= r->house->limits.guests_a_room;
    return full ? "full" : NULL;
}

static refusal hear_enter(house *h, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice typed, token = {0}, key;
    char code[HOUSE_CODE_MAX];
    int64_t match = 0, event = 0, chat = 0;
    char name[TABLE_NAME_MAX] = "";
    if (house_tried_too_often(h, g->address, now_ms))
        return tried_too_often;
    /* Before the room is fetched: one that nobody enters then would stay in memory. */
    if (!field_is_absent(m, "name") && !field_name(m, "name", name, sizeof name))
        return "bad_name";
    bool coded = field_text(m, "room", &typed) && house_read_code(typed, code);
    if (coded && g->tied[0] && strcmp(g->tied, code) != 0)
        return "other_room";
    room *r = coded ? room_find(h, code, now_ms) : NULL;
    if (!r && coded && strcmp(h->not_found, "no_such_room") != 0)
        return h->not_found;
    if (!r) {
        house_missed(h, g->address, now_ms);
        return "no_such_room";
    }
    person *p;
    bool screen = is_screen(m), known = !screen && field_text(m, "token", &token);
    bool moves = !screen && field_text(m, "seat_key", &key);
    refusal why = find_person(r, g, m, &p, now_ms);
    if (why) {
        room_settle(r, now_ms); /* it may have been fetched for nobody */
        return why;
    }
    if (name[0])
        memcpy(g->name, name, sizeof name);
    if (g->room)
        room_exit(g->room, g, now_ms);
    g->person = p ? p->id : 0;
    g->brings_salts = field(m, "salts") && field(m, "salts")->kind == HOUSE_TRUE;
    g->removed = !p && known && person_was_removed(r, token);
    g->screen = screen;
    g->let_in = screen && screen_may_see(r, g, m, now_ms);
    g->wants_moves = field(m, "moves") && field(m, "moves")->kind == HOUSE_TRUE;
    g->wants_once = field(m, "once") && field(m, "once")->kind == HOUSE_TRUE;
    field_int(m, "since.match", 0, UINT32_MAX, &match);
    field_int(m, "since.event", 0, TABLE_EVENTS_MAX, &event);
    field_int(m, "chat", 0, UINT32_MAX, &chat);
    g->match = (uint32_t)match;
    g->passed = (uint32_t)event;
    room_enter(r, g, now_ms);
    if (moves)
        moving_take(r, g, p);
    say_entered(g, now_ms);
    say_you(g);
    for (uint32_t i = 0; i < r->chat_count; i++)
        if (chat_at(r, i)->number > chat)
            say_chat(g, chat_at(r, i));
    if (moves)
        moving_dismiss_others(r, g, now_ms);
    return NULL;
}

/* ---- hearing ---- */

typedef refusal hearer(room *r, guest *g, const house_message *m, int64_t now_ms);

/* HOST: only the host may. FREE: changes nothing that is kept, so it is heard even if nothing can
 * be kept. SEALS: makes a new seal before a match, and so one more line in a list that is never
 * cleared. What starts a match is not marked so: it starts later, maybe, and counts then; and what
 * stops one has been counted with its start. */
enum { HOST = 1, FREE = 2, SEALS = 4 };

static const struct {
    const char *type;
    hearer *hear;
    int how;
} hearers[] = {
    {"play", hear_play, 0},
    {"sync", hear_sync, FREE},
    {"grip", hear_grip, FREE},
    {"call", hear_call, FREE},
    {"react", hear_react, FREE},
    {"chat", hear_chat, 0},
    {"sit", hear_sit, SEALS},
    {"salt", hear_salt, 0},
    {"rename", hear_rename, 0},
    {"seat_key", hear_seat_key, 0},
    {"stand", hear_stand, SEALS},
    {"leave", hear_leave, SEALS},
    {"declare", hear_declare, 0},
    {"roll", hear_roll, 0},
    {"back", hear_back, 0},
    {"agree", hear_agree, 0},
    {"disagree", hear_disagree, 0},
    {"judge", hear_judge, FREE},
    {"vote", hear_vote, 0},
    {"again", hear_again, 0},
    {"pick", hear_pick, SEALS},
    {"strike", hear_strike, HOST},
    {"evening", hear_evening, HOST},
    {"start", hear_start, HOST},
    {"stop", hear_stop, HOST},
    {"set", hear_set, HOST | SEALS},
    {"screen", hear_screen, HOST},
    {"bot", hear_bot, HOST | SEALS},
    {"remove", hear_remove, HOST | SEALS},
    {"host", hear_host, HOST},
    {"correct", hear_correct, 0},
    {"correctable", hear_correctable, FREE},
};

/* Something that may make a new seal. Only what does counts, and for whoever did it: nobody can
 * hold up others, nor fill the list. */
static refusal hear_change(house *h, guest *g, const house_message *m, hearer *hearer_of,
                           int64_t now_ms)
{
    room *r = g->room;
    char address[HOUSE_ADDRESS_MAX];
    memcpy(address, g->address, sizeof address); /* the guest may be gone afterwards */
    if (!match_on(r) && h->space >= HOUSE_NO_MATCHES)
        return "no_space";
    if (!match_on(r) && !seals_may_add(h, address, now_ms))
        return "slow_down";
    refusal why = hearer_of(r, g, m, now_ms);
    if (r->unlisted & LIST_SEAL)
        seals_count(h, address, now_ms);
    return why;
}

static refusal hear(house *h, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice type;
    if (!field_text(m, "type", &type))
        return "not_understood";
    if (kn_slice_is(type, "enter"))
        return hear_enter(h, g, m, now_ms);
    for (size_t i = 0; i < sizeof hearers / sizeof *hearers; i++) {
        if (!kn_slice_is(type, hearers[i].type))
            continue;
        if (!g->room)
            return "not_entered";
        if (g->screen && hearers[i].hear != hear_sync)
            return "not_yours"; /* it shows, and does nothing */
        if (h->refuse && !(hearers[i].how & FREE))
            return h->refuse;
        if (hearers[i].how & HOST && (!g->person || g->room->host != g->person))
            return "not_host";
        return hearers[i].how & SEALS ? hear_change(h, g, m, hearers[i].hear, now_ms)
                                      : hearers[i].hear(g->room, g, m, now_ms);
    }
    return "not_understood";
}

/* One message too many is refused; many of them end the visit. */
static bool too_many(house *h, guest *g, int64_t now_ms)
{
    enum { STRIKES_MAX = 100 };
    if (bucket_take(&g->messages, h->limits.messages_at_once, 1000.0 / h->limits.messages_a_second,
                    now_ms)) {
        g->strikes -= g->strikes > 0; /* one good message does not make up for all others */
        return false;
    }
    if (++g->strikes > STRIKES_MAX) {
        guest_dismiss(h, g, 1008, "slow_down", now_ms);
        return true;
    }
    say_answer(h, g, NULL, "slow_down");
    return true;
}

void house_hear(house *h, uint32_t id, const house_message *m, int64_t now_ms)
{
    guest *g = guest_find(h, id);
    h->counts.heard++;
    if (!g || too_many(h, g, now_ms))
        return;
    room *before = g->room;
    refusal why = hear(h, g, m, now_ms);
    g = guest_find(h, id); /* the room may have sent it away */
    if (before)
        room_settle(before, now_ms);
    if (g && g->room && g->room != before)
        room_settle(g->room, now_ms);
    if (g)
        say_answer(h, g, m, why);
    if (g && why == tried_too_often)
        guest_dismiss(h, g, 1008, why, now_ms); /* nobody finds rooms by trying */
}

void house_refuse(house *h, uint32_t id, const house_message *m, const char *why, int64_t now_ms)
{
    guest *g = guest_find(h, id);
    h->counts.heard++;
    if (g && !too_many(h, g, now_ms))
        say_answer(h, g, m, why);
}

void house_mishear(house *h, uint32_t id, int64_t now_ms)
{
    guest *g = guest_find(h, id);
    if (g && !too_many(h, g, now_ms))
        say_answer(h, g, NULL, "not_understood");
}
