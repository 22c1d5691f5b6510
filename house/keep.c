/* keep.c: writes a room as lines of text for the disk, and reads it back.
 *
 * The record of a room is small and rewritten whenever something in it changes; the log of a match
 * is stored in parts, each written once. */
#include <string.h>

#include "games/games.h"
#include "house/inside.h"

/* ---- writing ---- */

static void put_line(kn_text *out, const char *key, const char *value)
{
    kn_put(out, key);
    kn_put_char(out, ' ');
    kn_put(out, value);
    kn_put_char(out, '\n');
}

static void put_number(kn_text *out, const char *key, int64_t value)
{
    kn_put(out, key);
    kn_put_char(out, ' ');
    kn_put_int(out, value);
    kn_put_char(out, '\n');
}

static void put_hex(kn_text *out, const char *key, const uint8_t *bytes)
{
    kn_put(out, key);
    kn_put_char(out, ' ');
    kn_put_hex(out, bytes, TABLE_HASH_BYTES);
    kn_put_char(out, '\n');
}

/* `person 3 HASH` */
static void put_person(kn_text *out, const person *p)
{
    kn_put(out, "person ");
    kn_put_int(out, p->id);
    kn_put_char(out, ' ');
    kn_put_hex(out, p->token, sizeof p->token);
    kn_put_char(out, '\n');
}

/* `moving 3 UNTIL HASH`: the key for another device; `moved 3 HASH`: the token that is void. */
static void put_moving(kn_text *out, const person *p)
{
    if (p->key_until_ms) {
        kn_put(out, "moving ");
        kn_put_int(out, p->id);
        kn_put_char(out, ' ');
        kn_put_int(out, p->key_until_ms);
        kn_put_char(out, ' ');
        kn_put_hex(out, p->key, sizeof p->key);
        kn_put_char(out, '\n');
    }
    if (p->has_moved) {
        kn_put(out, "moved ");
        kn_put_int(out, p->id);
        kn_put_char(out, ' ');
        kn_put_hex(out, p->void_token, sizeof p->void_token);
        kn_put_char(out, '\n');
    }
}

/* `held 3 1 2`: the seats of the match that the person has held in it. */
static void put_held(kn_text *out, const person *p)
{
    if (!p->held)
        return;
    kn_put(out, "held ");
    kn_put_int(out, p->id);
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        if (p->held & KN_ACTOR(seat)) {
            kn_put_char(out, ' ');
            kn_put_int(out, seat + 1);
        }
    kn_put_char(out, '\n');
}

/* `seat 1 3 - 5f3a9c0d11223344 Anna`: the person or 0, the bot or a dash, the salt, the name. */
static void put_seat(kn_text *out, int number, const room_seat *s)
{
    kn_put(out, "seat ");
    kn_put_int(out, number);
    kn_put_char(out, ' ');
    kn_put_int(out, s->person);
    kn_put_char(out, ' ');
    kn_put(out, s->bot[0] ? s->bot : "-");
    kn_put_char(out, ' ');
    kn_put_hex64(out, s->salt);
    kn_put_char(out, ' ');
    kn_put(out, s->name);
    kn_put_char(out, '\n');
}

/* `notes 1 0 3 1 2 1`: in this match hints, and how often time ran out; then how much of both has
 * been told, which older records do not have. The second number was once the wins in this room. */
static void put_notes(kn_text *out, int number, const room_seat *s)
{
    if (!s->hints.so_far && !s->late.so_far)
        return;
    kn_put(out, "notes ");
    kn_put_int(out, number);
    kn_put_char(out, ' ');
    kn_put(out, "0 ");
    kn_put_int(out, s->hints.so_far);
    kn_put_char(out, ' ');
    kn_put_int(out, s->late.so_far);
    kn_put_char(out, ' ');
    kn_put_int(out, s->hints.told);
    kn_put_char(out, ' ');
    kn_put_int(out, s->late.told);
    kn_put_char(out, '\n');
}

/* `sealed 12 1794700800000 5f3a9c0d11223344 3 0`: the line of the list and its time, the room in
 * the list, how many seals and how many stopped matches; then who vouches for it, if anybody. */
static void put_sealed(kn_text *out, const attest_seal *s)
{
    attest_put_sealed(s, out);
    if (!s->given.number)
        return;
    put_hex(out, "vouched_by", s->key);
    put_hex(out, "vouched_before", s->given.before);
    kn_put(out, "vouched_signed ");
    kn_put_hex(out, s->given.signature, sizeof s->given.signature);
    kn_put_char(out, '\n');
}

static void write_record(const room *r, kn_text *out)
{
    put_line(out, "room", "1");
    put_line(out, "game", r->settings.game->key);
    put_line(out, "options", r->settings.options);
    put_number(out, "ours", r->settings.ours);
    if (r->settings.same[0])
        put_line(out, "same", r->settings.same);
    put_number(out, "same_fresh", r->settings.same_fresh);
    put_number(out, "listed", r->settings.listed);
    put_number(out, "locked", r->settings.locked);
    put_number(out, "watching", r->settings.watching);
    put_number(out, "away_bot", r->settings.away);
    put_number(out, "away_s", r->settings.away_s);
    put_number(out, "turn_s", r->settings.turn_s);
    put_number(out, "pace_ms", r->settings.pace_ms);
    put_number(out, "hints", r->settings.hints);
    put_number(out, "begins", r->settings.begins);
    put_number(out, "language", r->settings.language);
    put_number(out, "invite_names", r->settings.invite_names);
    put_number(out, "reactions", r->settings.reactions);
    put_line(out, "standin", r->settings.standin);
    put_number(out, "status", r->status);
    put_number(out, "stopped", r->stopped);
    put_number(out, "match", r->match);
    put_hex(out, "secret", r->secret);
    put_sealed(out, &r->sealed);
    put_number(out, "last_person", r->last_person);
    put_number(out, "host", r->host);
    put_number(out, "host_missed", r->host_missed);
    if (r->screen_key[0])
        put_line(out, "screen", r->screen_key);
    for (int i = 0; i < r->people_count; i++)
        put_person(out, &r->people[i]);
    for (int i = 0; i < r->people_count; i++)
        put_moving(out, &r->people[i]);
    for (uint32_t i = 0; i < r->removed_count && i < ROOM_REMOVED_MAX; i++)
        put_hex(out, "removed", r->removed[i]);
    for (int i = 0; i < r->people_count; i++)
        if (r->people[i].played_for)
            put_number(out, "played_for", r->people[i].id);
    for (int i = 0; i < r->people_count && match_on(r); i++)
        put_held(out, &r->people[i]);
    for (int i = 0; i < KN_SEATS_MAX; i++)
        if (r->seat[i].name[0]) {
            put_seat(out, i + 1, &r->seat[i]);
            put_notes(out, i + 1, &r->seat[i]);
        }
    evening_write(r, out);
}

static house_record record_of(const room *r, int what, int64_t now_ms)
{
    return (house_record){.what = what,
                          .room = r->code,
                          .now_ms = now_ms,
                          .match = r->match,
                          .status = r->status,
                          .listed = r->settings.listed,
                          .clocked = match_on(r) && r->settings.turn_s > 0};
}

void keep_record(house *h, const house_record *record)
{
    h->records++;
    h->machine.keep(h->machine.with, record);
}

void house_write_part_head(const table *t, kn_text *out)
{
    put_hex(out, "secret", t->envelope.secret);
}

/* Is all that was added to the log unseen by others than those who did it? Nobody else is told
 * anything then. */
static bool is_unseen(const room *r)
{
    const table_log *log = &r->table->log;
    if (log->known == log->count || r->kept < log->marks[log->known].offset)
        return false;
    for (uint32_t i = log->known; i < log->count; i++)
        if (!(log->marks[i].unseen & KN_ACTOR(KN_WATCHER)))
            return false;
    return true;
}

/* Those who see what others do not, behind this many bytes of the log, have it in the last record.
 */
static void note_unseen(room *r, size_t kept)
{
    const table_log *log = &r->table->log;
    for (uint32_t i = log->count; i > 0 && log->marks[i - 1].offset >= kept; i--)
        for (int seat = 0; seat < r->table->plan.setup.seats; seat++)
            if (!(log->marks[i - 1].unseen & KN_ACTOR(seat)))
                r->seat[seat].unseen_record = r->house->records;
}

/* What was added to the log; the first part brings the secret. */
static void keep_parts(room *r, int64_t now_ms)
{
    house *h = r->house;
    const table *t = r->table;
    size_t kept = r->kept;
    bool unseen = kept < t->log.length && is_unseen(r);
    while (r->kept < t->log.length) {
        kn_text text = kn_text_on(h->out, HOUSE_PART_MAX);
        if (r->parts == 0)
            house_write_part_head(t, &text);
        size_t length = t->log.length - r->kept;
        if (length > HOUSE_PART_MAX - text.length - 1)
            length = HOUSE_PART_MAX - text.length - 1;
        memcpy(h->out + text.length, t->log.text + r->kept, length);
        house_record record = record_of(r, HOUSE_KEEP_PART, now_ms);
        record.number = r->parts++;
        record.unseen = unseen;
        record.text = (kn_slice){h->out, text.length + length};
        keep_record(h, &record);
        r->kept += length;
    }
    if (unseen)
        note_unseen(r, kept);
}

void keep_closed(room *r, const attestation *closed, int64_t now_ms)
{
    kn_text text = kn_text_on(r->house->out, HOUSE_PART_MAX);
    attest_put_end(closed, &text);
    house_record record = record_of(r, HOUSE_KEEP_PART, now_ms);
    record.number = r->parts++;
    record.text = (kn_slice){text.at, text.length};
    keep_record(r->house, &record);
}

void keep_room(room *r, int64_t now_ms)
{
    house *h = r->house;
    if (r->table)
        keep_parts(r, now_ms);
    seals_list(r, now_ms);
    if (!r->changed)
        return;
    kn_text text = kn_text_on(h->out, HOUSE_RECORD_MAX);
    write_record(r, &text);
    house_record record = record_of(r, HOUSE_KEEP_ROOM, now_ms);
    record.text = (kn_slice){h->out, text.length};
    keep_record(h, &record);
    r->changed = false;
    r->told_differs = true;
}

void house_write_loaded(const house_loaded *loaded, kn_text *out)
{
    enum { US = 1 };
    const table *t = loaded->table;
    const table_plan *plan = &t->plan;
    room r = {.settings = room_settings_initial,
              .status = table_over(t) ? HOUSE_OVER : HOUSE_PLAYING,
              .match = 1,
              .last_person = US,
              .host = US,
              .people = {{.id = US}},
              .people_count = 1};
    kn_text options = kn_text_on(r.settings.options, sizeof r.settings.options);
    r.settings.game = plan->game;
    r.settings.ours = plan->ours;
    r.settings.pace_ms = loaded->pace_ms;
    r.settings.hints = HINTS_ON;
    kn_write_options(plan->game, &plan->setup, true, &options);
    memcpy(r.settings.same, plan->same, sizeof r.settings.same);
    memcpy(r.secret, loaded->secret, sizeof r.secret);
    table_hash(NULL, loaded->token, strlen(loaded->token), r.people[0].token);
    for (int i = 0; i < plan->setup.seats; i++) {
        const table_seat *from = &plan->seat[i];
        room_seat *s = &r.seat[i];
        s->person = from->bot[0] ? 0 : US;
        memcpy(s->bot, from->bot, sizeof s->bot);
        memcpy(s->name, from->name, sizeof s->name);
    }
    write_record(&r, out);
}

/* `AT PERSON text|phrase`, a tab, the name, a tab, the text. */
void keep_chat(room *r, const chat_line *line, int64_t now_ms)
{
    kn_text text = kn_text_on(r->house->out, HOUSE_RECORD_MAX);
    kn_put_int(&text, line->at_ms);
    kn_put_char(&text, ' ');
    kn_put_int(&text, line->person);
    kn_put(&text, line->phrase ? " phrase" : " text");
    kn_put_char(&text, '\t');
    kn_put(&text, line->from);
    kn_put_char(&text, '\t');
    kn_put(&text, line->text);
    house_record record = record_of(r, HOUSE_KEEP_CHAT, now_ms);
    record.number = line->number;
    record.text = (kn_slice){text.at, text.length};
    keep_record(r->house, &record);
}

/* ---- reading ---- */

struct house_fetching {
    house *house;
    const char *code;
    room *room;
    char *parts;
    size_t length, size;
    int64_t kept_ms; /* when something was kept last */
    const char *why; /* it cannot be had */
};

static bool copy_text(kn_slice text, char *out, size_t size)
{
    if (text.length >= size)
        return false;
    memset(out, 0, size);
    memcpy(out, text.at, text.length);
    return true;
}

static bool read_number(kn_slice value, int64_t max, int64_t *out)
{
    return kn_read_int(value, 0, max, out);
}

static bool read_person(room *r, kn_slice value)
{
    kn_slice id;
    int64_t number;
    if (r->people_count == ROOM_PEOPLE_MAX || !kn_take_until(&value, ' ', &id) ||
        !read_number(id, UINT32_MAX, &number))
        return false;
    person *p = &r->people[r->people_count++];
    p->id = (uint32_t)number;
    return kn_read_hex(value, p->token, sizeof p->token);
}

static person *read_whose(room *r, kn_slice *value)
{
    kn_slice id;
    int64_t number;
    return kn_take_until(value, ' ', &id) && read_number(id, UINT32_MAX, &number)
               ? person_find(r, (uint32_t)number)
               : NULL;
}

static bool read_moving(room *r, kn_slice value)
{
    kn_slice until;
    person *p = read_whose(r, &value);
    return p && kn_take_until(&value, ' ', &until) &&
           read_number(until, INT64_MAX / 10, &p->key_until_ms) &&
           kn_read_hex(value, p->key, sizeof p->key);
}

static bool read_moved(room *r, kn_slice value)
{
    person *p = read_whose(r, &value);
    return p && (p->has_moved = kn_read_hex(value, p->void_token, sizeof p->void_token));
}

static bool read_seat(room *r, kn_slice value)
{
    kn_slice number, holder, level, salt;
    int64_t seat, id;
    if (!kn_take_until(&value, ' ', &number) || !kn_take_until(&value, ' ', &holder) ||
        !kn_take_until(&value, ' ', &level) || !kn_take_until(&value, ' ', &salt) ||
        !kn_read_int(number, 1, KN_SEATS_MAX, &seat) || !read_number(holder, UINT32_MAX, &id))
        return false;
    room_seat *s = &r->seat[seat - 1];
    s->person = (uint32_t)id;
    if (!kn_slice_is(level, "-") && !copy_text(level, s->bot, sizeof s->bot))
        return false;
    return kn_read_hex64(salt, &s->salt) && copy_text(value, s->name, sizeof s->name);
}

static bool take_number(kn_slice *from, int64_t max, int64_t *number)
{
    kn_slice word;
    return kn_take_word(from, &word) && read_number(word, max, number);
}

static bool read_held(room *r, kn_slice value)
{
    person *p = read_whose(r, &value);
    kn_slice word;
    int64_t seat;
    while (p && kn_take_word(&value, &word)) {
        if (!kn_read_int(word, 1, KN_SEATS_MAX, &seat))
            return false;
        p->held |= KN_ACTOR(seat - 1);
    }
    return p != NULL;
}

static bool read_notes(room *r, kn_slice value)
{
    int64_t seat, wins, hints, late, told_hints = 0, told_late = 0;
    if (!take_number(&value, KN_SEATS_MAX, &seat) || seat < 1 ||
        !take_number(&value, UINT32_MAX, &wins) || !take_number(&value, UINT16_MAX, &hints) ||
        !take_number(&value, UINT16_MAX, &late))
        return false;
    if (value.length > 0 && (!take_number(&value, hints, &told_hints) ||
                             !take_number(&value, late, &told_late) || value.length > 0))
        return false;
    room_seat *s = &r->seat[seat - 1];
    s->hints = (seat_note){.so_far = (uint16_t)hints, .told = (uint16_t)told_hints};
    s->late = (seat_note){.so_far = (uint16_t)late, .told = (uint16_t)told_late};
    return true;
}

static bool read_played_for(room *r, int64_t id)
{
    person *p = person_find(r, (uint32_t)id);
    if (p)
        p->played_for = true;
    return p != NULL;
}

static bool read_removed(room *r, kn_slice value)
{
    return r->removed_count < ROOM_REMOVED_MAX &&
           kn_read_hex(value, r->removed[r->removed_count++], TABLE_HASH_BYTES);
}

static bool read_sealed(room *r, kn_slice value)
{
    attest_seal *s = &r->sealed;
    kn_slice number, at, list, seals;
    int64_t n, given, stopped;
    if (!kn_take_until(&value, ' ', &number) || !kn_take_until(&value, ' ', &at) ||
        !kn_take_until(&value, ' ', &list) || !kn_take_until(&value, ' ', &seals) ||
        !read_number(number, INT64_MAX / 10, &n) ||
        !read_number(at, INT64_MAX / 10, &s->given.at_ms) || !kn_read_hex64(list, &s->room) ||
        !read_number(seals, UINT32_MAX, &given) || !read_number(value, UINT32_MAX, &stopped))
        return false;
    s->given.number = (uint64_t)n;
    s->seals = (uint32_t)given;
    s->stopped = (uint32_t)stopped;
    return true;
}

/* A line whose value is a number below `max`. */
static bool read_count(room *r, kn_slice key, kn_slice value)
{
    int64_t n;
    if (!read_number(value, UINT32_MAX, &n))
        return false;
    if (kn_slice_is(key, "ours"))
        r->settings.ours = n;
    else if (kn_slice_is(key, "same_fresh"))
        r->settings.same_fresh = n;
    else if (kn_slice_is(key, "listed"))
        r->settings.listed = n;
    else if (kn_slice_is(key, "locked"))
        r->settings.locked = n;
    else if (kn_slice_is(key, "watching"))
        r->settings.watching = n < WATCHINGS ? (uint8_t)n : WATCH_NONE;
    else if (kn_slice_is(key, "language"))
        r->settings.language = n < LANGUAGES ? (uint8_t)n : 0;
    else if (kn_slice_is(key, "invite_names"))
        r->settings.invite_names = n;
    else if (kn_slice_is(key, "reactions"))
        r->settings.reactions = n;
    else if (kn_slice_is(key, "away_bot"))
        r->settings.away = n < AWAYS ? (uint8_t)n : AWAY_ASK;
    else if (kn_slice_is(key, "away_s"))
        r->settings.away_s = n;
    else if (kn_slice_is(key, "turn_s"))
        r->settings.turn_s = n;
    else if (kn_slice_is(key, "pace_ms"))
        r->settings.pace_ms = n;
    else if (kn_slice_is(key, "hints"))
        r->settings.hints = n < HINTS ? (uint8_t)n : HINTS_OFF;
    else if (kn_slice_is(key, "rotate")) /* of an earlier version */
        r->settings.begins = n ? BEGINS_ROTATE : BEGINS_SAME;
    else if (kn_slice_is(key, "begins"))
        r->settings.begins = n < BEGINS ? (uint8_t)n : BEGINS_ROTATE;
    else if (kn_slice_is(key, "status"))
        r->status = n <= HOUSE_OVER ? (int)n : HOUSE_WAITING;
    else if (kn_slice_is(key, "stopped"))
        r->stopped = n;
    else if (kn_slice_is(key, "match"))
        r->match = (uint32_t)n;
    else if (kn_slice_is(key, "last_person"))
        r->last_person = r->last_met = (uint32_t)n;
    else if (kn_slice_is(key, "host"))
        r->host = (uint32_t)n;
    else if (kn_slice_is(key, "host_missed"))
        r->host_missed = (uint32_t)n;
    else if (kn_slice_is(key, "ended"))
        return true; /* of an earlier version: matches that came to an end */
    else if (kn_slice_is(key, "played_for"))
        return read_played_for(r, n);
    else
        return kn_slice_is(key, "room") && n == 1;
    return true;
}

static bool read_line(room *r, kn_slice line)
{
    kn_slice key;
    if (!kn_take_until(&line, ' ', &key))
        return false;
    if (kn_slice_is(key, "game"))
        return (r->settings.game = kn_find_game(line)) != NULL;
    if (kn_slice_is(key, "options"))
        return copy_text(line, r->settings.options, sizeof r->settings.options);
    if (kn_slice_is(key, "same"))
        return copy_text(line, r->settings.same, sizeof r->settings.same) &&
               table_good_same(r->settings.same);
    if (kn_slice_is(key, "screen"))
        return copy_text(line, r->screen_key, sizeof r->screen_key);
    if (kn_slice_is(key, "standin"))
        return copy_text(line, r->settings.standin, sizeof r->settings.standin);
    if (kn_slice_is(key, "secret"))
        return kn_read_hex(line, r->secret, sizeof r->secret);
    if (kn_slice_is(key, "sealed"))
        return read_sealed(r, line);
    if (kn_slice_is(key, "vouched_by"))
        return kn_read_hex(line, r->sealed.key, sizeof r->sealed.key);
    if (kn_slice_is(key, "vouched_before"))
        return kn_read_hex(line, r->sealed.given.before, sizeof r->sealed.given.before);
    if (kn_slice_is(key, "vouched_signed"))
        return kn_read_hex(line, r->sealed.given.signature, sizeof r->sealed.given.signature);
    if (kn_slice_is(key, "removed"))
        return read_removed(r, line);
    if (kn_slice_is(key, "person"))
        return read_person(r, line);
    if (kn_slice_is(key, "moving"))
        return read_moving(r, line);
    if (kn_slice_is(key, "moved"))
        return read_moved(r, line);
    if (kn_slice_is(key, "held"))
        return read_held(r, line);
    if (kn_slice_is(key, "seat"))
        return read_seat(r, line);
    if (kn_slice_is(key, "notes"))
        return read_notes(r, line);
    if (evening_reads(key))
        return evening_read(r, key, line);
    return read_count(r, key, line);
}

static bool read_record(room *r, kn_slice text)
{
    kn_slice line;
    r->settings.begins = BEGINS_SAME; /* the first version knew nothing else */
    while (text.length > 0)
        if (!kn_take_until(&text, '\n', &line) || !read_line(r, line))
            return false;
    return r->settings.game != NULL;
}

static bool read_chat(room *r, const house_record *record)
{
    kn_slice rest = record->text, at, writer, kind, from;
    int64_t at_ms, id;
    if (!kn_take_until(&rest, ' ', &at) || !kn_take_until(&rest, ' ', &writer) ||
        !kn_take_until(&rest, '\t', &kind) || !kn_take_until(&rest, '\t', &from) ||
        !read_number(at, INT64_MAX / 10, &at_ms) || !read_number(writer, UINT32_MAX, &id))
        return false;
    chat_line *line = chat_add(r);
    line->number = record->number;
    line->at_ms = at_ms;
    line->person = (uint32_t)id;
    line->phrase = kn_slice_is(kind, "phrase");
    return copy_text(from, line->from, sizeof line->from) &&
           copy_text(rest, line->text, sizeof line->text);
}

static void add_part(struct house_fetching *f, const house_record *record)
{
    const house_machine *machine = &f->house->machine;
    if (f->length + record->text.length > f->size) {
        f->size = 2 * (f->length + record->text.length);
        f->parts = machine->grow(machine->with, f->parts, f->size);
    }
    memcpy(f->parts + f->length, record->text.at, record->text.length);
    f->length += record->text.length;
    f->room->parts = record->number + 1;
}

bool house_fetched(struct house_fetching *f, const house_record *record)
{
    switch (record->what) {
    case HOUSE_KEEP_ROOM:
        if (f->room)
            return false;
        f->room = room_new(f->house, f->code);
        f->kept_ms = record->now_ms;
        return read_record(f->room, record->text);
    case HOUSE_KEEP_PART:
        if (!f->room || record->match != f->room->match)
            return f->room != NULL;
        add_part(f, record);
        return true;
    case HOUSE_KEEP_CHAT: return f->room && read_chat(f->room, record);
    case HOUSE_KEEP_SEAL: return false; /* of no room */
    }
    return false;
}

void house_not_fetched(struct house_fetching *f, const char *why)
{
    f->why = why;
}

/* Like any other that is stopped: all are counted. */
static void stop_unread(room *r)
{
    r->given_up = r->sealed;
    r->unlisted |= LIST_GIVEN_UP;
    r->sealed.stopped++;
    room_seal_next(r); /* anybody can read its log now, and its secret there */
}

/* A match of other rules can no longer be played: it is given up; its log stays on disk. */
static void give_up_match(room *r)
{
    if (r->status == HOUSE_PLAYING)
        stop_unread(r);
    r->status = HOUSE_WAITING;
    r->changed = true;
}

static bool is_of_others(table_answer answer)
{
    return answer == TABLE_OTHER_FORMAT || answer == TABLE_NO_SUCH_GAME ||
           answer == TABLE_OTHER_VERSION;
}

/* False: its log is damaged. */
static bool revive(struct house_fetching *f, int64_t now_ms)
{
    room *r = f->room;
    for (int i = 0; i < r->people_count; i++)
        r->people[i].gone_ms = now_ms;
    for (int i = 0; i < KN_SEATS_MAX; i++)
        r->seat[i].unseen_record = f->house->records; /* any of them */
    r->empty_ms = now_ms;
    table_answer answer =
        f->length > 0 ? match_load(r, (kn_slice){f->parts, f->length}) : TABLE_CUT_OFF;
    if (!answer) {
        match_go_on(r, f->kept_ms, now_ms);
        seats_held_note(r); /* records of an earlier version do not say */
    } else if (is_of_others(answer) && r->status != HOUSE_WAITING)
        give_up_match(r);
    /* A seal of a house that had no key, or another one: nobody vouches for it now. */
    if (!match_on(r) && f->house->machine.sign &&
        (!r->sealed.given.number ||
         memcmp(r->sealed.key, f->house->seals.key, sizeof r->sealed.key) != 0))
        room_seal_next(r);
    return !answer || r->status == HOUSE_WAITING;
}

room *room_find(house *h, const char *code, int64_t now_ms)
{
    struct house_fetching f = {.house = h, .code = code, .why = "no_such_room"};
    room *r = room_in_memory(h, code);
    h->code_taken = false;
    if (r)
        return r;
    if ((int)h->rooms.count >= h->limits.rooms) {
        h->not_found = "busy";
        if (!h->oldest)
            return NULL;
        room_free(h->oldest);
    }
    bool found = h->machine.fetch(h->machine.with, code, &f) && f.room && revive(&f, now_ms);
    if (f.parts)
        h->machine.grow(h->machine.with, f.parts, 0);
    if (found)
        return f.room;
    if (f.room) {
        room_free(f.room);
        if (strcmp(f.why, "no_such_room") == 0)
            f.why = "damaged"; /* it is there, but not as we wrote it */
    }
    bool cleared = strcmp(f.why, "cleared") == 0;
    h->code_taken = cleared || strcmp(f.why, "damaged") == 0;
    h->not_found = cleared ? "no_such_room" : f.why;
    return NULL;
}
