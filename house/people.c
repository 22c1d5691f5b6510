/* people.c: persons with their tokens, the seats they hold, the host, and what the host decides. */
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

/* Takes the same time wherever two hashes differ. */
static bool same_hash(const uint8_t *a, const uint8_t *b)
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

static void forget_person(room *r, uint32_t id);

/* Somebody without a seat makes room for somebody who takes one: who is not there first, then who
 * came first. There are fewer seats than places, so this always finds one. */
static void make_place(room *r)
{
    const person *goes = NULL;
    for (int i = 0; i < r->people_count; i++) {
        const person *p = &r->people[i];
        if (p->id != r->host && !seats_of(r, p->id) && (!goes || (goes->guests && !p->guests)))
            goes = p;
    }
    if (goes)
        forget_person(r, goes->id);
}

bool person_new(room *r, char token[HOUSE_TOKEN_MAX], uint32_t *id)
{
    uint8_t bytes[(HOUSE_TOKEN_MAX - 1) / 2];
    if (r->people_count == ROOM_PEOPLE_MAX)
        make_place(r);
    if (r->people_count == ROOM_PEOPLE_MAX)
        return false;
    person *p = &r->people[r->people_count++];
    memset(p, 0, sizeof *p);
    *id = p->id = ++r->last_person;
    r->house->machine.random(r->house->machine.with, bytes, sizeof bytes);
    kn_text text = kn_text_on(token, HOUSE_TOKEN_MAX);
    kn_put_hex(&text, bytes, sizeof bytes);
    table_hash(NULL, token, HOUSE_TOKEN_MAX - 1, p->token);
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

static void you_changed(room *r, uint32_t id)
{
    for (guest *g = r->guests; g; g = g->next)
        if (id && g->person == id)
            g->you_changed = g->wants_table = true;
}

/* The role goes to whoever has been here longest, if possible somebody who is there. */
static void pass_host_on(room *r)
{
    r->host = 0;
    for (int i = r->people_count - 1; i >= 0; i--)
        if (r->people[i].guests > 0 || !r->host || !person_here(r, r->host))
            r->host = r->people[i].id;
    you_changed(r, r->host);
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
    memmove(p, p + 1, (size_t)(&r->people[r->people_count] - (p + 1)) * sizeof *p);
    r->people_count--;
    if (r->host == id)
        pass_host_on(r);
    r->changed = true;
}

/* ---- being away ---- */

/* Is any of those there for whom the match goes on? A stranger who looks in does not count. */
static bool players_here(const room *r)
{
    for (int i = 0; i < r->people_count; i++)
        if (r->people[i].guests > 0 && (r->people[i].id == r->host || seats_of(r, r->people[i].id)))
            return true;
    return false;
}

static bool stands_in(const room *r, const person *p, int64_t now_ms)
{
    return r->away_bot && p->guests == 0 && match_on(r) && players_here(r) &&
           p->gone_ms + (int64_t)r->away_s * 1000 <= now_ms;
}

/* A host who does not come back must not hold up the others; nor one whose token was lost on the
 * way. */
static bool host_is_missed(const room *r, int64_t now_ms)
{
    bool missed = false, others = false;
    for (int i = 0; i < r->people_count; i++) {
        const person *p = &r->people[i];
        if (p->id == r->host)
            missed = p->guests == 0 && p->gone_ms + HOST_MISSED_MS <= now_ms;
        else
            others |= p->guests > 0;
    }
    return missed && others;
}

void person_watch_time(room *r, int64_t now_ms)
{
    if (host_is_missed(r, now_ms)) {
        pass_host_on(r);
        r->changed = true;
    }
    for (int i = 0; i < r->people_count; i++) {
        person *p = &r->people[i];
        bool away = p->guests == 0 && p->gone_ms + r->house->limits.grace_ms <= now_ms;
        bool standin = stands_in(r, p, now_ms);
        r->told_differs |= away != p->away;
        p->away = away;
        for (int seat = 0; seat < KN_SEATS_MAX; seat++) {
            if (r->seat[seat].person != p->id)
                continue;
            r->told_differs |= r->seat[seat].standin != standin;
            r->seat[seat].standin = standin;
        }
    }
}

int64_t person_alarm(const room *r)
{
    int64_t soonest = KN_NEVER;
    for (int i = 0; i < r->people_count && r->guest_count > 0; i++) {
        const person *p = &r->people[i];
        if (p->guests > 0)
            continue;
        int64_t alarm = KN_NEVER;
        if (!p->away)
            alarm = p->gone_ms + r->house->limits.grace_ms;
        else if (r->away_bot && match_on(r) && players_here(r) && seats_of(r, p->id) &&
                 !r->seat[kn_first_actor(seats_of(r, p->id))].standin)
            alarm = p->gone_ms + (int64_t)r->away_s * 1000;
        if (alarm != KN_NEVER && (soonest == KN_NEVER || alarm < soonest))
            soonest = alarm;
    }
    return soonest;
}

/* ---- seats ---- */

static void set_name(char name[TABLE_NAME_MAX], const char *text)
{
    memset(name, 0, TABLE_NAME_MAX);
    memcpy(name, text, strlen(text));
}

static void free_seat(room *r, int seat)
{
    room_seat *s = &r->seat[seat];
    you_changed(r, s->person);
    s->name[0] = s->bot[0] = '\0';
    s->person = 0;
    s->salt = 0;
    s->standin = false;
    minds_leave(r, seat);
    r->changed = true;
}

static bool in_match(const room *r, int seat)
{
    return match_on(r) && seat < r->table->plan.setup.seats;
}

/* In a match a seat that somebody gives up goes to a bot. */
static void give_up_seat(room *r, int seat)
{
    free_seat(r, seat);
    if (!in_match(r, seat))
        return;
    memcpy(r->seat[seat].bot, r->standin, sizeof r->standin);
    set_name(r->seat[seat].name, r->standin);
}

/* If somebody sits beyond so many seats, all move up. */
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
        minds_leave(r, i);
    r->changed = true;
}

/* A room that everybody has left is for whoever comes: between matches its bots make room. */
static bool is_free(room *r, int seat)
{
    const room_seat *s = &r->seat[seat];
    return !s->name[0] || (s->bot[0] && !match_on(r) && !person_find(r, r->host));
}

/* In a match the seats of the match come first: somebody may have taken a bot's place. */
static int first_free_seat(room *r)
{
    for (int i = 0; i < room_seats_max(r); i++)
        if (!r->seat[i].name[0])
            return i;
    for (int i = 0; i < room_seats_max(r); i++)
        if (is_free(r, i))
            return i;
    return -1;
}

/* Only those who are somebody here may sit; unless nobody is left who could open it again. */
static bool is_locked_for(room *r, const guest *g)
{
    return r->locked && !g->person && person_find(r, r->host);
}

refusal hear_sit(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    char name[TABLE_NAME_MAX];
    int seat = first_free_seat(r);
    uint64_t salt;
    refusal why = field_is_absent(m, "seat") ? NULL : field_seat(r, m, &seat);
    (void)now_ms;
    if (why)
        return why;
    if (!field_name(m, "name", name, sizeof name))
        return "bad_name";
    if (!field_salt(m, &salt))
        return "bad_salt";
    if (is_locked_for(r, g))
        return "locked";
    if (seat < 0)
        return "full";
    if (!is_free(r, seat))
        return "seat_taken";
    if (!g->person) {
        if (!person_new(r, g->token, &g->person))
            return "full";
        person_find(r, g->person)->guests = 1;
        r->watcher_count--;
    }
    free_seat(r, seat);
    set_name(r->seat[seat].name, name);
    r->seat[seat].person = g->person;
    r->seat[seat].salt = salt;
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
    set_name(r->seat[seat].name, name);
    r->changed = true;
    return NULL;
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
    r->seat[seat].salt = salt;
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
    for (int seat = 0; g->person && seat < KN_SEATS_MAX; seat++)
        if (r->seat[seat].person == g->person && (only < 0 || only == seat))
            give_up_seat(r, seat);
    return NULL;
}

refusal hear_leave(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    (void)m;
    (void)now_ms;
    uint32_t id = g->person;
    for (int seat = 0; id && seat < KN_SEATS_MAX; seat++)
        if (r->seat[seat].person == id)
            give_up_seat(r, seat);
    forget_person(r, id);
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
        return NULL;
    }
    if (!field_text(m, "level", &level) || !level_exists(level))
        return "bad_level";
    free_seat(r, seat);
    memcpy(s->bot, level.at, level.length);
    s->bot[level.length] = '\0';
    set_name(s->name, s->bot);
    return NULL;
}

/* Somebody who holds nothing any more has to go. */
static void show_out(room *r, uint32_t id, int64_t now_ms)
{
    house *h = r->house;
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
    give_up_seat(r, seat);
    if (!seats_of(r, id) && id != g->person)
        show_out(r, id, now_ms);
    return NULL;
}

refusal hear_host(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    int seat;
    refusal why = field_seat(r, m, &seat);
    (void)now_ms;
    if (why)
        return why;
    if (!r->seat[seat].person)
        return "seat_free";
    r->host = r->seat[seat].person;
    you_changed(r, g->person);
    you_changed(r, r->host);
    r->changed = true;
    return NULL;
}

/* ---- settings ---- */

/* Room for what a message may change, so that a refused one changes nothing. */
typedef struct {
    const kn_game *game;
    char options[OPTIONS_TEXT_MAX];
    bool ours, same_fresh, listed, locked, away_bot, hints;
    char same[TABLE_SAME_MAX];
    int64_t away_s, turn_s, pace_ms;
    char standin[TABLE_BOT_MAX];
} settings;

static refusal read_game(const house_message *m, settings *s)
{
    kn_slice key;
    if (field_is_absent(m, "game"))
        return NULL;
    const kn_game *game = field_text(m, "game", &key) ? kn_find_game(key) : NULL;
    if (!game)
        return "no_such_game";
    if (game != s->game)
        s->options[0] = '\0';
    if (!game->place) {
        s->same_fresh = false;
        s->same[0] = '\0';
    }
    s->game = game;
    return NULL;
}

/* The text of an option's value, which may come as a number. */
static kn_slice value_text(const house_field *f, char buffer[32])
{
    kn_text text = kn_text_on(buffer, 32);
    if (f->kind == HOUSE_TEXT)
        return f->text;
    if (f->kind == HOUSE_NUMBER && f->number > -1e9 && f->number < 1e9)
        kn_put_int(&text, (int64_t)f->number);
    return (kn_slice){buffer, text.length};
}

/* Add `key=value`, in place of an earlier value of that key. */
static bool put_option(settings *s, kn_slice key, kn_slice value)
{
    char merged[OPTIONS_TEXT_MAX];
    kn_text out = kn_text_on(merged, sizeof merged);
    kn_slice rest = kn_slice_of(s->options), word, head;
    while (rest.length > 0 && kn_take_word(&rest, &word)) {
        kn_slice tail = word;
        if (kn_take_until(&tail, '=', &head) && head.length == key.length &&
            memcmp(head.at, key.at, key.length) == 0)
            continue;
        kn_put(&out, out.length ? " " : "");
        kn_put_slice(&out, word);
    }
    kn_put(&out, out.length ? " " : "");
    kn_put_slice(&out, key);
    kn_put_char(&out, '=');
    kn_put_slice(&out, value);
    memcpy(s->options, merged, sizeof merged);
    return !out.cut;
}

static refusal read_options(const house_message *m, settings *s)
{
    static const char prefix[] = "options.";
    char buffer[32];
    kn_setup setup;
    kn_setup_initial(s->game, s->game->seats_max, &setup);
    for (int i = 0; i < m->count; i++) {
        const house_field *f = &m->field[i];
        if (strncmp(f->key, prefix, sizeof prefix - 1) != 0)
            continue;
        kn_slice key = kn_slice_of(f->key + sizeof prefix - 1), value = value_text(f, buffer);
        if (!kn_read_option(s->game, key, value, &setup) || !put_option(s, key, value))
            return "bad_option";
    }
    return NULL;
}

static bool read_word(const house_message *m, const char *key, const char *no, const char *yes,
                      bool *out)
{
    kn_slice word;
    if (field_is_absent(m, key))
        return true;
    if (!field_text(m, key, &word) || (!kn_slice_is(word, no) && !kn_slice_is(word, yes)))
        return false;
    *out = kn_slice_is(word, yes);
    return true;
}

static bool read_number(const house_message *m, const char *key, int64_t min, int64_t max,
                        int64_t *out)
{
    const house_field *f = field(m, key);
    if (min > 0 && f && f->kind == HOUSE_NUMBER && f->number == 0)
        min = 0; /* no clock */
    return !f || field_int(m, key, min, max, out);
}

static bool read_flag(const house_message *m, const char *key, bool *out)
{
    return field_is_absent(m, key) || field_bool(m, key, out);
}

/* Dice that are the same for everybody: `same` is their name, or the house draws one each time. */
static bool read_same(const house_message *m, settings *s)
{
    kn_slice name;
    bool named = field_text(m, "same", &name);
    s->ours = false;
    s->same_fresh = !named;
    memset(s->same, 0, sizeof s->same);
    if (!named) { /* any name until one is drawn */
        s->same[0] = '-';
        const house_field *f = field(m, "same");
        return s->game->place && (!f || f->kind == HOUSE_NULL);
    }
    if (name.length >= sizeof s->same)
        return false;
    memcpy(s->same, name.at, name.length);
    return s->game->place && table_good_same(s->same);
}

static bool read_dice(const house_message *m, settings *s)
{
    kn_slice word;
    if (field_is_absent(m, "dice"))
        return field_is_absent(m, "same");
    if (field_text(m, "dice", &word) && kn_slice_is(word, "same"))
        return read_same(m, s);
    s->same_fresh = false;
    s->same[0] = '\0';
    return field_is_absent(m, "same") && read_word(m, "dice", "house", "ours", &s->ours);
}

/* Will everybody get the same dice as without this message? */
static bool same_stays(const settings *s, const room *r)
{
    bool named_alike =
        s->same_fresh == r->same_fresh && (s->same_fresh || strcmp(s->same, r->same) == 0);
    return named_alike && (s->game == r->game || !s->same[0]);
}

static refusal read_settings(const house_message *m, settings *s)
{
    kn_slice level;
    refusal why = read_game(m, s);
    if (!why)
        why = read_options(m, s);
    if (why)
        return why;
    if (!field_is_absent(m, "standin")) {
        if (!field_text(m, "standin", &level) || !level_exists(level))
            return "bad_level";
        memset(s->standin, 0, sizeof s->standin);
        memcpy(s->standin, level.at, level.length);
    }
    bool good = read_dice(m, s) && read_word(m, "away", "wait", "bot", &s->away_bot) &&
                read_flag(m, "listed", &s->listed) && read_flag(m, "locked", &s->locked) &&
                read_flag(m, "hints", &s->hints) &&
                read_number(m, "away_s", AWAY_MIN_S, AWAY_MAX_S, &s->away_s) && s->away_s > 0 &&
                read_number(m, "turn_s", TURN_MIN_S, TURN_MAX_S, &s->turn_s) &&
                read_number(m, "pace_ms", 0, PACE_MAX_MS, &s->pace_ms);
    return good ? NULL : "bad_option";
}

refusal room_change(room *r, const house_message *m)
{
    settings s = {.game = r->game,
                  .ours = r->ours,
                  .same_fresh = r->same_fresh,
                  .listed = r->listed,
                  .locked = r->locked,
                  .away_bot = r->away_bot,
                  .hints = r->hints,
                  .away_s = r->away_s,
                  .turn_s = r->turn_s,
                  .pace_ms = r->pace_ms};
    memcpy(s.options, r->options, sizeof s.options);
    memcpy(s.same, r->same, sizeof s.same);
    memcpy(s.standin, r->standin, sizeof s.standin);
    refusal why = read_settings(m, &s);
    if (why)
        return why;
    bool same_game = s.game == r->game && s.ours == r->ours && !strcmp(s.options, r->options);
    bool dice_stay = same_stays(&s, r);
    if (match_on(r) && !(same_game && dice_stay))
        return "playing";
    if (room_taken(r) > s.game->seats_max)
        return "too_many";
    if (!match_on(r))
        seats_close_up(r, s.game->seats_max);
    r->game = s.game;
    r->ours = s.ours;
    r->listed = s.listed;
    r->locked = s.locked;
    r->away_bot = s.away_bot;
    r->hints = s.hints;
    r->away_s = (int)s.away_s;
    r->turn_s = (int)s.turn_s;
    r->pace_ms = (int)s.pace_ms;
    memcpy(r->options, s.options, sizeof s.options);
    memcpy(r->standin, s.standin, sizeof s.standin);
    if (!dice_stay) {
        r->same_fresh = s.same_fresh;
        memcpy(r->same, s.same, sizeof r->same);
        room_seal_next(r);
    }
    r->changed = true;
    return NULL;
}

refusal hear_set(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    (void)g;
    (void)now_ms;
    return room_change(r, m);
}
