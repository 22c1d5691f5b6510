/* room.c: a room in memory: opening, loading, settling after every change, entering and leaving. */
#include <string.h>

#include "games/games.h"
#include "house/inside.h"

/* ---- codes ---- */

/* No two of these look or sound alike: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
static const char code_letters[] = "34679ACDEFGHJKMNPQRTWXY";
enum { CODE_LENGTH = 6, CODE_LETTERS = sizeof code_letters - 1 };

bool house_read_code(kn_slice typed, char code[HOUSE_CODE_MAX])
{
    int length = 0;
    for (size_t i = 0; i < typed.length; i++) {
        char c = typed.at[i];
        if (c == ' ' || c == '-')
            continue;
        if (c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        if (length == CODE_LENGTH || c == '\0' || !strchr(code_letters, c))
            return false;
        code[length++] = c;
    }
    code[length] = '\0';
    return length == CODE_LENGTH;
}

void house_draw_code(void (*random)(void *with, void *bytes, size_t count), void *with,
                     char code[HOUSE_CODE_MAX])
{
    for (int i = 0; i < CODE_LENGTH;) {
        uint8_t byte;
        random(with, &byte, 1);
        if (byte < 256 / CODE_LETTERS * CODE_LETTERS)
            code[i++] = code_letters[byte % CODE_LETTERS];
    }
    code[CODE_LENGTH] = '\0';
}

uint64_t room_key(const char *code)
{
    uint64_t key = 0;
    memcpy(&key, code, strlen(code));
    return key;
}

/* ---- the list of rooms without guests ---- */

static bool is_listed_as_empty(const room *r)
{
    return r->newer || r->older || r->house->oldest == r;
}

static void unlist(room *r)
{
    house *h = r->house;
    if (!is_listed_as_empty(r))
        return;
    *(r->older ? &r->older->newer : &h->oldest) = r->newer;
    *(r->newer ? &r->newer->older : &h->newest) = r->older;
    r->older = r->newer = NULL;
}

static void list_as_empty(room *r)
{
    house *h = r->house;
    unlist(r);
    r->older = h->newest;
    *(h->newest ? &h->newest->newer : &h->oldest) = r;
    h->newest = r;
}

/* ---- alarms: a heap ---- */

static void put_alarm(house *h, int index, room *r)
{
    h->alarms[index] = r;
    r->alarm_index = index;
}

static void sift(house *h, int index, room *r)
{
    for (int up; index > 0; index = up) {
        up = (index - 1) / 2;
        if (h->alarms[up]->alarm_ms <= r->alarm_ms)
            break;
        put_alarm(h, index, h->alarms[up]);
    }
    for (int down; (down = 2 * index + 1) < h->alarm_count; index = down) {
        if (down + 1 < h->alarm_count && h->alarms[down + 1]->alarm_ms < h->alarms[down]->alarm_ms)
            down++;
        if (h->alarms[down]->alarm_ms >= r->alarm_ms)
            break;
        put_alarm(h, index, h->alarms[down]);
    }
    put_alarm(h, index, r);
}

void room_set_alarm(room *r, int64_t alarm_ms)
{
    house *h = r->house;
    if (alarm_ms == KN_NEVER) {
        if (r->alarm_index < 0)
            return;
        int hole = r->alarm_index;
        room *last = h->alarms[--h->alarm_count];
        r->alarm_index = -1;
        if (last != r)
            sift(h, hole, last);
        return;
    }
    r->alarm_ms = alarm_ms;
    if (r->alarm_index >= 0) {
        sift(h, r->alarm_index, r);
        return;
    }
    if (h->alarm_count == h->alarm_capacity) {
        h->alarm_capacity = h->alarm_capacity ? 2 * h->alarm_capacity : 64;
        h->alarms = h->machine.grow(h->machine.with, h->alarms,
                                    (size_t)h->alarm_capacity * sizeof *h->alarms);
    }
    sift(h, h->alarm_count++, r);
}

/* ---- coming into being, and going ---- */

room *room_new(house *h, const char *code)
{
    room *r = h->machine.grow(h->machine.with, NULL, sizeof *r);
    memset(r, 0, sizeof *r);
    r->house = h;
    memcpy(r->code, code, strlen(code));
    r->alarm_index = -1;
    r->settings = room_settings_initial;
    turn_clock_stop(r);
    map_put(&h->rooms, room_key(code), r, h->machine.grow, h->machine.with);
    return r;
}

void room_free(room *r)
{
    house *h = r->house;
    room_set_alarm(r, KN_NEVER);
    unlist(r);
    match_free(r);
    evening_free(r);
    for (int i = 0; i < KN_SEATS_MAX; i++)
        bots_leave(r, i);
    if (r->chat)
        h->machine.grow(h->machine.with, r->chat, 0);
    map_remove(&h->rooms, room_key(r->code));
    h->machine.grow(h->machine.with, r, 0);
}

room *room_in_memory(const house *h, const char *code)
{
    return map_find(&h->rooms, room_key(code));
}

/* Its seats, as far as they count for the game chosen. */
int room_seats_max(const room *r)
{
    return r->settings.game->seats_max;
}

int room_taken(const room *r)
{
    int taken = 0;
    for (int i = 0; i < KN_SEATS_MAX; i++)
        taken += r->seat[i].name[0] != '\0';
    return taken;
}

/* A new name for a set of same dice. */
static void draw_same(room *r)
{
    enum { LETTERS = 12 };
    uint8_t bytes[LETTERS];
    r->house->machine.random(r->house->machine.with, bytes, sizeof bytes);
    memset(r->settings.same, 0, sizeof r->settings.same);
    for (int i = 0; i < LETTERS; i++)
        r->settings.same[i] = (char)('a' + bytes[i] % 26);
}

/* A secret for the next match; the salts for it are still to come. */
void room_seal_next(room *r)
{
    r->house->machine.random(r->house->machine.with, r->secret, sizeof r->secret);
    if (r->settings.same_fresh)
        draw_same(r);
    if (r->settings.same[0])
        envelope_name(r->settings.game->key, r->settings.same, r->secret);
    for (int i = 0; i < KN_SEATS_MAX; i++)
        r->seat[i].salt = 0;
    for (int i = 0; i < r->people_count; i++)
        r->people[i].again = false;
    if (!r->sealed.room)
        r->house->machine.random(r->house->machine.with, &r->sealed.room, sizeof r->sealed.room);
    r->sealed.given.number = 0;
    r->unlisted |= LIST_SEAL;
    r->starting = false; /* what was to start is no longer what was asked for */
    r->changed = true;
}

static bool is_taken(house *h, const char *code, int64_t now_ms)
{
    room *r = room_find(h, code, now_ms);
    if (r)
        room_settle(r, now_ms); /* it may have been fetched for nobody: it leaves memory again */
    return r || h->code_taken;
}

/* A code that no other room has; NULL, or why there is none. */
static refusal find_code(house *h, char code[HOUSE_CODE_MAX], int64_t now_ms)
{
    enum { DRAWS_MAX = 100 };
    int draws = 0;
    if (h->machine.code)
        return h->machine.code(h->machine.with, code) && !room_in_memory(h, code) ? NULL : "busy";
    do
        house_draw_code(h->machine.random, h->machine.with, code);
    while (is_taken(h, code, now_ms) && ++draws < DRAWS_MAX);
    if (draws == DRAWS_MAX)
        return h->code_taken ? "damaged" : "busy";                  /* there are millions */
    return strcmp(h->not_found, "no_such_room") != 0 ? h->not_found /* somebody else's, maybe */
                                                     : NULL;
}

refusal room_open(house *h, const char *address, const house_message *m, int64_t now_ms,
                  char token[HOUSE_TOKEN_MAX], room **out)
{
    char code[HOUSE_CODE_MAX];
    double each_ms = 3600000.0 / h->limits.rooms_an_hour;
    if (h->refuse)
        return h->refuse;
    if (h->space >= HOUSE_NO_ROOMS)
        return "no_space";
    if ((int)h->rooms.count >= h->limits.rooms && !h->oldest)
        return "busy";
    if (!address_has(&h->opened, address, h->limits.rooms_an_hour, each_ms, now_ms))
        return "slow_down";
    refusal why = find_code(h, code, now_ms);
    if (why)
        return why;
    if ((int)h->rooms.count >= h->limits.rooms)
        room_free(h->oldest);
    room *r = room_new(h, code);
    r->settings.game = kn_games[0];
    r->empty_ms = now_ms;
    why = field_is_absent(m, "game") ? "no_such_game" : room_change(r, m, now_ms);
    if (why) {
        room_free(r);
        return why;
    }
    address_take(&h->opened, address, h->limits.rooms_an_hour, each_ms, now_ms);
    person_new(r, token, &r->host);
    r->people[0].gone_ms = now_ms;
    room_seal_next(r);
    list_as_empty(r);
    *out = r;
    return NULL;
}

const char *house_open_room(house *h, const char *address, const house_message *m, int64_t now_ms,
                            kn_text *out)
{
    char token[HOUSE_TOKEN_MAX], link[HOUSE_CODE_MAX + 4];
    room *r;
    refusal why = room_open(h, address, m, now_ms, token, &r);
    if (why) {
        h->counts.refused++;
        return why;
    }
    room_settle(r, now_ms);
    kn_text text = kn_text_on(link, sizeof link);
    kn_put(&text, "/t/");
    kn_put(&text, r->code);
    kn_json json = kn_json_on(out->at, out->size);
    kn_json_object(&json, NULL);
    kn_json_string(&json, "room", r->code);
    kn_json_string(&json, "link", link);
    kn_json_string(&json, "token", token);
    kn_json_end_object(&json);
    *out = json.text;
    return NULL;
}

size_t house_rooms(const house *h, char (*codes)[HOUSE_CODE_MAX], size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < h->rooms.capacity && count < most; i++) {
        const room *r = h->rooms.entry[i].key ? h->rooms.entry[i].value : NULL;
        if (r)
            memcpy(codes[count++], r->code, HOUSE_CODE_MAX);
    }
    return count;
}

bool house_has(const house *h, const char *code)
{
    return room_in_memory(h, code) != NULL;
}

/* ---- guests ---- */

void room_enter(room *r, guest *g, int64_t now_ms)
{
    person *p = person_find(r, g->person);
    (void)now_ms;
    g->room = r;
    g->next = r->guests;
    r->guests = g;
    r->guest_count++;
    if (p) {
        p->guests++;
        p->away = false;
    } else {
        *(g->screen ? &r->screen_count : &r->watcher_count) += 1;
    }
    g->wants_room = g->wants_table = g->wants_evening = true;
    r->told_differs = true;
    unlist(r);
}

void room_exit(room *r, guest *g, int64_t now_ms)
{
    person *p = person_find(r, g->person);
    for (guest **at = &r->guests; *at; at = &(*at)->next)
        if (*at == g) {
            *at = g->next;
            break;
        }
    g->room = NULL;
    r->guest_count--;
    if (p && --p->guests == 0)
        p->gone_ms = now_ms;
    else if (!p)
        *(g->screen ? &r->screen_count : &r->watcher_count) -= 1;
    r->told_differs = true;
    if (r->guest_count == 0)
        r->empty_ms = now_ms;
}

/* ---- settling ---- */

static int64_t sooner(int64_t a, int64_t b)
{
    if (a == KN_NEVER || b == KN_NEVER)
        return a == KN_NEVER ? b : a;
    return a < b ? a : b;
}

/* The match is over: its secret is out, the next one is sealed. */
static void finish(room *r)
{
    r->status = HOUSE_OVER;
    r->unlisted |= LIST_END;
    evening_add(r);
    turn_clock_stop(r);
    room_seal_next(r);
}

/* A match with real dice in a room that everybody has left for good: nobody can say what they show,
 * and nobody can stop it. */
static bool is_abandoned(const room *r)
{
    return r->table->plan.ours && r->people_count == 0;
}

/* What happens by itself: deadlines, and bots whose time has come. False: there is more to do, but
 * others have their turn first. */
static bool go_on(room *r, int64_t now_ms)
{
    enum { STEPS_MAX = 16 };
    for (int n = 0; n < STEPS_MAX; n++) {
        if (!match_on(r))
            return true;
        match_tick(r, now_ms);
        bots_look(r);
        if (table_over(r->table))
            finish(r);
        else if (is_abandoned(r))
            match_stop(r);
        else if (match_is_full(r))
            match_stop(r); /* or bots and deadlines would be refused, and tried again, for ever */
        else if (!bots_move(r, now_ms))
            return true;
    }
    return false;
}

void room_settle(room *r, int64_t now_ms)
{
    enum { RETRY_MS = 1000 };
    house *h = r->house;
    if (r->settling)
        return;
    r->settling = true;
    person_watch_time(r, now_ms);
    if (!h->refuse) {
        match_start_if_wanted(r, now_ms);
        match_start_if_due(r, now_ms);
    }
    bool done = h->refuse || go_on(r, now_ms);
    if (r->table)
        match_count(r);
    notes_tell(r);
    keep_room(r, now_ms);
    say_changes(r, now_ms);
    int64_t alarm = done ? person_alarm(r) : now_ms;
    if (r->starting)
        alarm = sooner(alarm, r->starting_ms);
    if (match_on(r))
        alarm = sooner(alarm, sooner(match_alarm(r, now_ms), bots_alarm(r, now_ms)));
    /* What could not be done now is tried again, but others come first. */
    int64_t soonest = now_ms + (h->refuse ? RETRY_MS : 1);
    room_set_alarm(r, alarm != KN_NEVER && alarm < soonest ? soonest : alarm);
    if (r->guest_count == 0 && !turn_clock_runs(r) && !is_listed_as_empty(r))
        list_as_empty(r);
    else if (turn_clock_runs(r))
        unlist(r);
    r->settling = false;
}

/* ---- facts ---- */

const char *house_describe_room(house *h, const char *code, int64_t now_ms, kn_json *out)
{
    room *r = room_find(h, code, now_ms);
    if (!r)
        return h->not_found;
    describe_room(r, out);
    describe_players(r, out);
    kn_json_int(out, "match", r->match);
    kn_json_bool(out, "listed", r->settings.listed);
    room_settle(r, now_ms);
    return NULL;
}

const char *house_invite(house *h, const char *code, int64_t now_ms, house_invitation *out)
{
    room *r = room_find(h, code, now_ms);
    memset(out, 0, sizeof *out);
    if (!r)
        return h->not_found;
    kn_actors seats = seats_of(r, r->host);
    out->game = r->settings.game->key;
    out->language = language_names[r->settings.language];
    if (seats && r->settings.invite_names)
        memcpy(out->host, r->seat[kn_first_actor(seats)].name, sizeof out->host);
    room_settle(r, now_ms);
    return NULL;
}

void house_list_rooms(house *h, kn_json *out)
{
    enum { LISTED_MAX = 100 };
    int listed = 0;
    for (size_t i = 0; i < h->rooms.capacity && listed < LISTED_MAX; i++) {
        const room *r = h->rooms.entry[i].key ? h->rooms.entry[i].value : NULL;
        if (!r || !r->settings.listed || r->guest_count == 0)
            continue;
        kn_json_object(out, NULL);
        describe_room(r, out);
        kn_json_end_object(out);
        listed++;
    }
}

void house_wake(house *h, const char *code, int64_t now_ms)
{
    room *r = room_find(h, code, now_ms);
    if (r)
        room_settle(r, now_ms);
}

const char *house_write_log(house *h, const char *code, uint32_t match, kn_slice parts,
                            int64_t now_ms, kn_text *out)
{
    room *r = room_find(h, code, now_ms);
    if (!r)
        return h->not_found;
    room_settle(r, now_ms);
    if (r->status == HOUSE_PLAYING && match >= r->match)
        return "playing";
    match_write_log(parts, out);
    return NULL;
}

uint32_t house_match_on(house *h, const char *code)
{
    const room *r = room_in_memory(h, code);
    return r && r->status == HOUSE_PLAYING ? r->match : 0;
}
