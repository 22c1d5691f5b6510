/* hear.c: guests come, are heard, go. Finds what a message asks for, sees that it may be asked now,
 * and has the room settle afterwards. */
#include <string.h>

#include "house/inside.h"

/* ---- the members of a message ---- */

const house_field *field(const house_message *m, const char *key)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->field[i].key, key) == 0)
            return &m->field[i];
    return NULL;
}

bool field_is_absent(const house_message *m, const char *key)
{
    return !field(m, key);
}

bool field_text(const house_message *m, const char *key, kn_slice *out)
{
    const house_field *f = field(m, key);
    if (!f || f->kind != HOUSE_TEXT)
        return false;
    *out = f->text;
    return true;
}

bool field_int(const house_message *m, const char *key, int64_t min, int64_t max, int64_t *out)
{
    const house_field *f = field(m, key);
    if (!f || f->kind != HOUSE_NUMBER || !(f->number >= (double)min && f->number <= (double)max))
        return false;
    *out = (int64_t)f->number;
    return (double)*out == f->number;
}

bool field_bool(const house_message *m, const char *key, bool *out)
{
    const house_field *f = field(m, key);
    if (!f || (f->kind != HOUSE_TRUE && f->kind != HOUSE_FALSE))
        return false;
    *out = f->kind == HOUSE_TRUE;
    return true;
}

bool field_name(const house_message *m, const char *key, char *out, size_t size)
{
    kn_slice text;
    if (!field_text(m, key, &text) || !good_text(text, size))
        return false;
    memcpy(out, text.at, text.length);
    out[text.length] = '\0';
    return true;
}

bool field_salt(const house_message *m, uint64_t *salt)
{
    kn_slice text;
    *salt = 0;
    return field_is_absent(m, "salt") ||
           (field_text(m, "salt", &text) && kn_read_hex64(text, salt) && *salt);
}

refusal field_seat(const room *r, const house_message *m, int *seat)
{
    int64_t number;
    if (!field_int(m, "seat", 1, room_seats_max(r), &number))
        return "no_such_seat";
    *seat = (int)number - 1;
    return NULL;
}

refusal field_own_seat(const room *r, const guest *g, const house_message *m, int *seat)
{
    refusal why = field_seat(r, m, seat);
    if (why)
        return why;
    return g->person && r->seat[*seat].person == g->person ? NULL : "not_yours";
}

/* ---- opening and closing ---- */

const house_limits house_limits_initial = {
    .rooms = 20000,
    .guests_a_room = 64,
    .rooms_an_hour = 30,
    .misses_a_minute = 30,
    .messages_a_second = 30,
    .messages_at_once = 60,
    .chats_at_once = 5,
    .idle_ms = 60000,
    .grace_ms = 10000,
    .lag_cap_ms = 200,
    .lead_ms = 150,
};

house *house_open(const house_machine *machine, const house_limits *limits)
{
    house *h = machine->grow(machine->with, NULL, sizeof *h);
    memset(h, 0, sizeof *h);
    h->machine = *machine;
    h->limits = *limits;
    h->out = machine->grow(machine->with, NULL, HOUSE_SAY_MAX);
    machine->random(machine->with, h->opened.key, sizeof h->opened.key);
    machine->random(machine->with, h->missed.key, sizeof h->missed.key);
    return h;
}

void house_close(house *h)
{
    const house_machine machine = h->machine;
    for (size_t i = 0; i < h->rooms.room;)
        if (h->rooms.entry[i].key)
            room_free(h->rooms.entry[i].value); /* closes the gap: look here again */
        else
            i++;
    for (size_t i = 0; i < h->guests.room; i++)
        if (h->guests.entry[i].key)
            machine.grow(machine.with, h->guests.entry[i].value, 0);
    machine.grow(machine.with, h->rooms.entry, 0);
    machine.grow(machine.with, h->guests.entry, 0);
    machine.grow(machine.with, h->alarms, 0);
    machine.grow(machine.with, h->out, 0);
    machine.grow(machine.with, h, 0);
}

/* ---- guests ---- */

static guest *guest_find(const house *h, uint32_t id)
{
    return map_find(&h->guests, (uint64_t)id + 1);
}

void house_come(house *h, uint32_t id, const char *address, int64_t now_ms)
{
    guest *g = h->machine.grow(h->machine.with, NULL, sizeof *g);
    (void)now_ms;
    memset(g, 0, sizeof *g);
    g->id = id;
    kn_text text = kn_text_on(g->address, sizeof g->address);
    kn_put(&text, address);
    map_put(&h->guests, (uint64_t)id + 1, g, h->machine.grow, h->machine.with);
    h->counts.guests++;
}

void house_gone(house *h, uint32_t id, int64_t now_ms)
{
    guest *g = guest_find(h, id);
    if (!g)
        return;
    room *r = g->room;
    if (r)
        room_exit(r, g, now_ms);
    map_remove(&h->guests, (uint64_t)id + 1);
    h->machine.grow(h->machine.with, g, 0);
    h->counts.guests--;
    if (r)
        room_settle(r, now_ms);
}

/* Send a guest away; `g` is gone afterwards, its room has to settle. */
static void dismiss(house *h, guest *g, int code, const char *why, int64_t now_ms)
{
    uint32_t id = g->id;
    house_gone(h, id, now_ms);
    h->machine.dismiss(h->machine.with, id, code, why);
}

void house_measured(house *h, uint32_t id, double round_trip_ms)
{
    guest *g = guest_find(h, id);
    if (!g || !(round_trip_ms >= 0))
        return;
    fair_measured(&g->trips, round_trip_ms);
    if (!g->room || !g->person)
        return;
    person *p = person_find(g->room, g->person);
    double smallest = fair_smallest(&g->trips);
    uint8_t lag = smallest <= 100 ? 0 : smallest <= 300 ? 1 : 2;
    if (p && p->lag != lag) {
        p->lag = lag;
        g->room->told_differs = true; /* told with whatever comes next: not worth a message */
    }
}

bool house_in_a_hurry(const house *h, uint32_t id)
{
    const guest *g = guest_find(h, id);
    return g && g->room && g->person && match_on(g->room) && match_is_timed(g->room);
}

/* ---- entering ---- */

static refusal hear_enter(house *h, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice typed, token;
    char code[HOUSE_CODE_MAX];
    int64_t match = 0, event = 0, chat = 0;
    char name[TABLE_NAME_MAX] = "";
    bucket *missed = address_bucket(&h->missed, g->address);
    double each_ms = 60000.0 / h->limits.misses_a_minute;
    if (!bucket_has(missed, h->limits.misses_a_minute, each_ms, now_ms))
        return "slow_down";
    /* Before the room is fetched: one that nobody enters then would stay in memory. */
    if (!field_is_absent(m, "name") && !field_name(m, "name", name, sizeof name))
        return "bad_name";
    bool coded = field_text(m, "room", &typed) && house_read_code(typed, code);
    room *r = coded ? room_find(h, code, now_ms) : NULL;
    if (!r && coded && strcmp(h->not_found, "no_such_room") != 0)
        return h->not_found;
    if (!r) {
        bucket_take(missed, h->limits.misses_a_minute, each_ms, now_ms);
        return "no_such_room";
    }
    /* Watchers must not keep out those who play. */
    person *p = field_text(m, "token", &token) ? person_of_token(r, token) : NULL;
    if (p ? p->guests >= PERSON_GUESTS_MAX : r->guest_count >= h->limits.guests_a_room)
        return "full";
    if (name[0])
        memcpy(g->name, name, sizeof name);
    if (g->room)
        room_exit(g->room, g, now_ms);
    g->person = p ? p->id : 0;
    g->wants_moves = field(m, "moves") && field(m, "moves")->kind == HOUSE_TRUE;
    field_int(m, "since.match", 0, UINT32_MAX, &match);
    field_int(m, "since.event", 0, TABLE_EVENTS_MAX, &event);
    field_int(m, "chat", 0, UINT32_MAX, &chat);
    g->match = (uint32_t)match;
    g->passed = (uint32_t)event;
    room_enter(r, g, now_ms);
    say_entered(g, now_ms);
    say_you(g);
    for (uint32_t i = 0; i < r->chat_count; i++)
        if (chat_at(r, i)->number > chat)
            say_chat(g, chat_at(r, i));
    return NULL;
}

/* ---- hearing ---- */

typedef refusal hearer(room *r, guest *g, const house_message *m, int64_t now_ms);

/* HOST: only the host may. FREE: changes nothing that is kept, so it is heard even if nothing can
 * be kept. */
enum { HOST = 1, FREE = 2 };

static const struct {
    const char *type;
    hearer *hear;
    int how;
} hearers[] = {
    {"play", hear_play, 0},         {"sync", hear_sync, FREE},
    {"grip", hear_grip, FREE},      {"call", hear_call, FREE},
    {"chat", hear_chat, 0},         {"sit", hear_sit, 0},
    {"salt", hear_salt, 0},         {"rename", hear_rename, 0},
    {"stand", hear_stand, 0},       {"leave", hear_leave, 0},
    {"declare", hear_declare, 0},   {"roll", hear_roll, 0},
    {"back", hear_back, 0},         {"agree", hear_agree, 0},
    {"disagree", hear_disagree, 0}, {"judge", hear_judge, FREE},
    {"start", hear_start, HOST},    {"stop", hear_stop, HOST},
    {"set", hear_set, HOST},        {"bot", hear_bot, HOST},
    {"remove", hear_remove, HOST},  {"host", hear_host, HOST},
    {"correct", hear_correct, 0},   {"correctable", hear_correctable, FREE},
};

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
        if (h->refuse && !(hearers[i].how & FREE))
            return h->refuse;
        if (hearers[i].how & HOST && (!g->person || g->room->host != g->person))
            return "not_host";
        return hearers[i].hear(g->room, g, m, now_ms);
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
        dismiss(h, g, 1008, "slow_down", now_ms);
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
}

void house_mishear(house *h, uint32_t id, int64_t now_ms)
{
    guest *g = guest_find(h, id);
    if (g && !too_many(h, g, now_ms))
        say_answer(h, g, NULL, "not_understood");
}

/* ---- time ---- */

void house_tick(house *h, int64_t now_ms)
{
    /* A room whose alarm stays due is settled once a call, not for ever. */
    for (int n = h->alarm_count; n > 0 && h->alarm_count > 0; n--) {
        room *r = h->alarms[0];
        if (r->alarm_ms > now_ms)
            break;
        room_settle(r, now_ms);
    }
    while (h->oldest && h->oldest->empty_ms + h->limits.idle_ms <= now_ms)
        room_free(h->oldest);
}

int64_t house_alarm(const house *h)
{
    int64_t alarm = h->alarm_count > 0 ? h->alarms[0]->alarm_ms : KN_NEVER;
    int64_t idle = h->oldest ? h->oldest->empty_ms + h->limits.idle_ms : KN_NEVER;
    if (alarm == KN_NEVER || (idle != KN_NEVER && idle < alarm))
        return idle;
    return alarm;
}

/* ---- trouble and the end ---- */

void house_refuse_all(house *h, const char *why)
{
    h->refuse = why;
}

static void dismiss_all(room *r, int code, const char *why)
{
    house *h = r->house;
    while (r->guests) {
        guest *g = r->guests;
        uint32_t id = g->id;
        r->guests = g->next;
        map_remove(&h->guests, (uint64_t)id + 1);
        h->machine.grow(h->machine.with, g, 0);
        h->counts.guests--;
        h->machine.dismiss(h->machine.with, id, code, why);
    }
    r->guest_count = 0;
}

void house_lost(house *h, const char *code)
{
    room *r = room_in_memory(h, code);
    if (!r)
        return;
    dismiss_all(r, 1013, "disk");
    room_free(r);
}

void house_farewell(house *h)
{
    for (size_t i = 0; i < h->guests.room;) {
        guest *g = h->guests.entry[i].key ? h->guests.entry[i].value : NULL;
        if (!g) {
            i++;
            continue;
        }
        uint32_t id = g->id;
        if (g->room)
            room_exit(g->room, g, 0);
        map_remove(&h->guests, (uint64_t)id + 1);
        h->machine.grow(h->machine.with, g, 0);
        h->counts.guests--;
        h->machine.dismiss(h->machine.with, id, 1001, "draining");
    }
}

void house_count(const house *h, house_counts *out)
{
    *out = h->counts;
    out->rooms = h->rooms.count;
    out->playing = 0;
    for (size_t i = 0; i < h->rooms.room; i++)
        out->playing += h->rooms.entry[i].key && match_on(h->rooms.entry[i].value);
}
