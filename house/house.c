/* house.c: opening and closing a house, guests, time, and failures of the disk. See house.h. */
#include <string.h>

#include "house/inside.h"

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
    .returns_a_second = 2000,
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
    memcpy(h->sealing.key, h->missed.key, sizeof h->sealing.key); /* as unknown to everyone */
    return h;
}

void house_close(house *h)
{
    const house_machine machine = h->machine;
    for (size_t i = 0; i < h->rooms.capacity;)
        if (h->rooms.entry[i].key)
            room_free(h->rooms.entry[i].value); /* closes the gap: look here again */
        else
            i++;
    for (size_t i = 0; i < h->guests.capacity; i++)
        if (h->guests.entry[i].key)
            machine.grow(machine.with, h->guests.entry[i].value, 0);
    machine.grow(machine.with, h->rooms.entry, 0);
    machine.grow(machine.with, h->guests.entry, 0);
    machine.grow(machine.with, h->alarms, 0);
    machine.grow(machine.with, h->out, 0);
    machine.grow(machine.with, h, 0);
}

/* ---- guests ---- */

guest *guest_find(const house *h, uint32_t id)
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
    spread_settle(h);
}

void house_tie(house *h, uint32_t id, const char *code)
{
    guest *g = guest_find(h, id);
    if (!g)
        return;
    kn_text text = kn_text_on(g->tied, sizeof g->tied);
    kn_put(&text, code);
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
    spread_settle(h);
    if (r)
        room_settle(r, now_ms);
}

/* Disconnect a guest. `g` is freed; its room has to settle afterwards. */
void guest_dismiss(house *h, guest *g, int code, const char *why, int64_t now_ms)
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

/* ---- time ---- */

void house_set_date(house *h, int64_t ahead_ms)
{
    h->date_ahead_ms = ahead_ms;
}

int64_t house_date(const house *h, int64_t now_ms)
{
    int64_t date_ms = now_ms + h->date_ahead_ms;
    return date_ms > 0 ? date_ms : 0;
}

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

void house_set_space(house *h, house_space space)
{
    h->space = space;
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

void house_on_disk(house *h, uint64_t records)
{
    if (records > h->records_on_disk)
        h->records_on_disk = records;
}

void house_farewell(house *h)
{
    spread_tell_all(h);
    for (size_t i = 0; i < h->guests.capacity;) {
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
    for (size_t i = 0; i < h->rooms.capacity; i++)
        out->playing += h->rooms.entry[i].key && match_on(h->rooms.entry[i].value);
}
