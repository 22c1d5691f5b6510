/* log.c: the lines of a log. See log.h. */
#include "table/inside.h"

#include <string.h>

/* ---- times ---- */

/* Seconds with three decimals. */
static void put_time(kn_text *out, int64_t ms)
{
    kn_put_int(out, ms / 1000);
    kn_put_char(out, '.');
    kn_put_char(out, (char)('0' + ms / 100 % 10));
    kn_put_char(out, (char)('0' + ms / 10 % 10));
    kn_put_char(out, (char)('0' + ms % 10));
}

static bool read_time(kn_slice text, int64_t *ms)
{
    kn_slice seconds;
    int64_t whole, decimals = 0;
    if (!kn_take_until(&text, '.', &seconds) || text.length != 3 ||
        !kn_read_int(seconds, 0, KN_TIME_MAX / 1000, &whole))
        return false;
    for (int i = 0; i < 3; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
        decimals = decimals * 10 + (text.at[i] - '0');
    }
    *ms = whole * 1000 + decimals;
    return *ms <= KN_TIME_MAX;
}

/* ---- lines of events ---- */

static void put_actor(kn_text *out, const log_line *line)
{
    switch (line->actor) {
    case KN_CHANCE: kn_put(out, line->declared ? "ours" : "dice"); break;
    case KN_CLOCK: kn_put(out, "clock"); break;
    case TABLE_BACK: kn_put(out, "back"); break;
    default: kn_put(out, "seat"); kn_put_int(out, line->actor + 1);
    }
}

void log_write_line(const log_line *line, kn_text *out)
{
    kn_put_int(out, line->number);
    kn_put_char(out, ' ');
    put_time(out, line->at_ms);
    kn_put_char(out, ' ');
    put_actor(out, line);
    if (line->acted_ms != KN_NEVER) {
        kn_put_key(out, "acted");
        put_time(out, line->acted_ms);
    }
    if (line->error_ms) {
        kn_put_key(out, "error");
        kn_put_int(out, line->error_ms);
    }
    if (line->claimed_ms != KN_NEVER) {
        kn_put_key(out, "claimed");
        put_time(out, line->claimed_ms);
    }
    if (line->salt) {
        kn_put_key(out, "salt");
        kn_put_hex64(out, line->salt);
    }
    if (line->by >= 0) {
        kn_put_key(out, "by");
        kn_put_int(out, line->by + 1);
    }
    kn_put(out, ": ");
    kn_put_slice(out, line->move);
    kn_put_char(out, '\n');
}

static bool read_actor(kn_slice word, log_line *line)
{
    int64_t seat;
    line->declared = kn_slice_is(word, "ours");
    if (line->declared || kn_slice_is(word, "dice"))
        line->actor = KN_CHANCE;
    else if (kn_slice_is(word, "clock"))
        line->actor = KN_CLOCK;
    else if (kn_slice_is(word, "back"))
        line->actor = TABLE_BACK;
    else if (kn_slice_begins(word, "seat") &&
             kn_read_int((kn_slice){word.at + 4, word.length - 4}, 1, KN_SEATS_MAX, &seat))
        line->actor = (int)seat - 1;
    else
        return false;
    return true;
}

static bool read_attribute(kn_slice word, log_line *line)
{
    kn_slice key;
    int64_t number = 0;
    if (!kn_take_until(&word, '=', &key))
        return false;
    if (kn_slice_is(key, "acted"))
        return read_time(word, &line->acted_ms);
    if (kn_slice_is(key, "claimed"))
        return read_time(word, &line->claimed_ms);
    if (kn_slice_is(key, "salt"))
        return kn_read_hex64(word, &line->salt);
    if (kn_slice_is(key, "by") && kn_read_int(word, 1, KN_SEATS_MAX, &number)) {
        line->by = (int)number - 1;
        return true;
    }
    bool read = kn_slice_is(key, "error") && kn_read_int(word, 1, UINT16_MAX, &number);
    line->error_ms = (uint16_t)number;
    return read;
}

/* Only a seat acts at another time than its line's, or brings a salt; only a wish has somebody who
 * made it. */
static bool fits_actor(const log_line *line)
{
    bool plain = line->acted_ms == KN_NEVER && line->claimed_ms == KN_NEVER &&
                 line->error_ms == 0 && line->salt == 0;
    return (plain || line->actor < KN_SEATS_MAX) && line->acted_ms < line->at_ms &&
           (line->by >= 0) == (line->actor == TABLE_BACK);
}

/* Written again it must be the same: one form for one line. */
static bool is_canonical(kn_slice text, const log_line *line)
{
    char again[TABLE_LINE_MAX];
    kn_text out = kn_text_on(again, sizeof again);
    log_write_line(line, &out);
    return !out.cut && out.length == text.length + 1 && memcmp(again, text.at, text.length) == 0;
}

bool log_read_line(kn_slice text, log_line *line)
{
    kn_slice rest = text, head, word;
    int64_t number;
    *line = (log_line){.acted_ms = KN_NEVER, .claimed_ms = KN_NEVER, .by = -1};
    if (!kn_take_until(&rest, ':', &head) || rest.length < 2 || rest.at[0] != ' ')
        return false;
    line->move = (kn_slice){rest.at + 1, rest.length - 1};
    if (!kn_take_word(&head, &word) || !kn_read_int(word, 1, TABLE_EVENTS_MAX, &number) ||
        !kn_take_word(&head, &word) || !read_time(word, &line->at_ms) ||
        !kn_take_word(&head, &word) || !read_actor(word, line))
        return false;
    line->number = (uint32_t)number;
    while (head.length > 0)
        if (!kn_take_word(&head, &word) || !read_attribute(word, line))
            return false;
    return fits_actor(line) && is_canonical(text, line);
}

/* ---- the header ---- */

void log_write_about(const table *t, kn_text *out)
{
    kn_put(out, "knobel log ");
    kn_put_int(out, t->plan.format);
    kn_put(out, "\ngame ");
    kn_put(out, t->plan.game->key);
    kn_put_char(out, ' ');
    kn_put_int(out, t->plan.game->version);
    kn_put(out, "\nseats ");
    kn_put_int(out, t->plan.setup.seats);
    kn_put(out, "\noptions");
    kn_write_options(t->plan.game, &t->plan.setup, true, out);
    kn_put(out, t->plan.ours ? "\ndice ours" : t->plan.same[0] ? "\ndice same " : "\ndice house");
    kn_put(out, t->plan.same);
    kn_put(out, "\nseal ");
    kn_put_hex(out, t->envelope.seal, sizeof t->envelope.seal);
    kn_put_char(out, '\n');
}

void log_write_header(const table *t, kn_text *out)
{
    log_write_about(t, out);
    kn_put(out, "opened ");
    kn_put_int(out, t->plan.opened_ms);
    kn_put_char(out, '\n');
    for (int i = 0; i < t->plan.setup.seats; i++) {
        const table_seat *seat = &t->plan.seat[i];
        kn_put(out, "seat ");
        kn_put_int(out, i + 1);
        kn_put(out, seat->bot[0] ? " bot:" : " person");
        kn_put(out, seat->bot);
        kn_put_char(out, ' ');
        if (seat->salt)
            kn_put_hex64(out, seat->salt);
        else
            kn_put_char(out, '-');
        kn_put_char(out, ' ');
        kn_put(out, seat->name);
        kn_put_char(out, '\n');
    }
    attest_put_header(&t->plan.sealed, out);
    kn_put(out, "events\n");
}

/* How many bytes the UTF-8 character at `s` has; 0 if it is none, or one that should not be in a
 * name. */
static int utf8_character(const uint8_t *s)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = s[0] < 0x80       ? 1
                 : s[0] >> 5 == 6  ? 2
                 : s[0] >> 4 == 14 ? 3
                 : s[0] >> 3 == 30 ? 4
                                   : 0;
    uint32_t code = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (s[i] >> 6 != 2)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
    bool turning = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    bool none = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return length > 0 && code >= least[length] && !control && !turning && !none ? length : 0;
}

/* The length of a text in a field of `size` bytes; `size` if nothing closes it. */
static size_t length_in(const char *text, size_t size)
{
    const char *end = memchr(text, 0, size);
    return end ? (size_t)(end - text) : size;
}

bool log_good_name(const char *name)
{
    size_t length = length_in(name, TABLE_NAME_MAX);
    if (length == 0 || length == TABLE_NAME_MAX || name[0] == ' ' || name[length - 1] == ' ')
        return false;
    for (size_t i = 0; i < length;) {
        int bytes = utf8_character((const uint8_t *)name + i);
        if (bytes == 0)
            return false;
        i += (size_t)bytes;
    }
    return true;
}

/* Small letters, digits and dashes, or nothing at all. */
static bool good_key(const char *key, size_t size)
{
    size_t length = length_in(key, size);
    for (size_t i = 0; i < length; i++)
        if (!(key[i] >= 'a' && key[i] <= 'z') && !(key[i] >= '0' && key[i] <= '9') && key[i] != '-')
            return false;
    return length < size;
}

bool log_good_bot(const char *key)
{
    return good_key(key, TABLE_BOT_MAX);
}

bool table_good_same(const char *name)
{
    return name[0] && good_key(name, TABLE_SAME_MAX);
}

void log_check(uint8_t check[TABLE_HASH_BYTES], kn_slice text)
{
    uint8_t joined[TABLE_HASH_BYTES + TABLE_LINE_MAX];
    for (kn_slice line; kn_take_until(&text, '\n', &line);) {
        size_t length = line.length < TABLE_LINE_MAX ? line.length : TABLE_LINE_MAX;
        memcpy(joined, check, TABLE_HASH_BYTES);
        memcpy(joined + TABLE_HASH_BYTES, line.at, length);
        table_hash(NULL, joined, TABLE_HASH_BYTES + length, check);
    }
}

kn_slice log_line_at(const table *t, uint32_t index)
{
    const char *at = t->log.text + t->log.marks[index].offset;
    const char *end = memchr(at, '\n', t->log.length - t->log.marks[index].offset);
    return (kn_slice){at, (size_t)(end - at)};
}

/* ---- looking back ---- */

bool table_event(const table *t, uint32_t number, const void *state, kn_event *out)
{
    log_line line;
    if (number == 0 || number > t->log.count)
        return false;
    const table_mark *mark = &t->log.marks[number - 1];
    return !mark->taken_back && mark->actor != TABLE_BACK &&
           log_read_line(log_line_at(t, number - 1), &line) &&
           !table_read_event(t, state, &line, out);
}

void table_state_after(const table *t, uint32_t number, void *out)
{
    kn_event event;
    t->plan.game->start(&t->plan.setup, out);
    for (uint32_t n = 1; n <= number && n <= t->log.count; n++)
        if (table_event(t, n, out, &event))
            t->plan.game->apply(out, &event);
}
