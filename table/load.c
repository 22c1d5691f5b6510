/* load.c: loads a table from a log. Every line must be exactly what this table would have written
 * in its place; the first one that is not is reported by its number. */
#include <string.h>

#include "games/games.h"
#include "table/inside.h"

/* Where the reading stands. */
typedef struct {
    table *t;
    kn_slice rest, line; /* still to come; the current line without its end */
    table_report *report;
} reading;

static table_answer next_line(reading *r)
{
    r->report->line++;
    if (!kn_take_until(&r->rest, '\n', &r->line))
        return TABLE_CUT_OFF;
    return r->line.length < TABLE_LINE_MAX ? TABLE_OK : TABLE_BAD_LINE;
}

/* The next line must be `WORD VALUE`. */
static table_answer next_value(reading *r, const char *word, kn_slice *value)
{
    kn_slice head;
    table_answer answer = next_line(r);
    *value = r->line;
    if (answer)
        return answer;
    if (kn_slice_is(*value, word)) { /* nothing behind it */
        value->length = 0;
        return TABLE_OK;
    }
    return kn_take_until(value, ' ', &head) && kn_slice_is(head, word) ? TABLE_OK : TABLE_BAD_LINE;
}

/* ---- the header ---- */

static table_answer read_game(reading *r)
{
    kn_slice value, key;
    int64_t format, version;
    table_answer answer = next_value(r, "knobel", &value);
    if (answer || !kn_slice_begins(value, "log "))
        return TABLE_NOT_A_LOG;
    kn_take_until(&value, ' ', &key);
    if (!kn_read_int(value, 1, TABLE_FORMAT, &format))
        return TABLE_OTHER_FORMAT;
    r->t->plan.format = (uint8_t)format;
    answer = next_value(r, "game", &value);
    if (answer)
        return answer;
    if (!kn_take_until(&value, ' ', &key) || !kn_read_int(value, 1, UINT16_MAX, &version))
        return TABLE_BAD_LINE;
    r->t->plan.game = kn_find_game(key);
    if (!r->t->plan.game)
        return TABLE_NO_SUCH_GAME;
    return version == r->t->plan.game->version ? TABLE_OK : TABLE_OTHER_VERSION;
}

static table_answer read_setup(reading *r)
{
    const kn_game *game = r->t->plan.game;
    kn_setup *setup = &r->t->plan.setup;
    kn_fields fields;
    kn_slice value;
    int64_t seats;
    table_answer answer = next_value(r, "seats", &value);
    if (answer)
        return answer;
    if (!kn_read_int(value, game->seats_min, game->seats_max, &seats))
        return KN_BAD_SETUP;
    kn_setup_initial(game, (int)seats, setup);
    answer = next_value(r, "options", &value);
    if (answer)
        return answer;
    if (!kn_read_fields(value, &fields))
        return TABLE_BAD_OPTION;
    for (int i = 0; i < fields.count; i++)
        if (!kn_read_option(game, fields.key[i], fields.value[i], setup))
            return TABLE_BAD_OPTION;
    return kn_setup_valid(game, setup) ? TABLE_OK : TABLE_BAD_OPTION;
}

static bool copy_word(kn_slice word, char *out, size_t size)
{
    if (word.length >= size)
        return false;
    memcpy(out, word.at, word.length);
    out[word.length] = '\0';
    return true;
}

/* `same NAME` */
static table_answer read_same(reading *r, kn_slice value)
{
    table_plan *plan = &r->t->plan;
    kn_slice word;
    kn_take_until(&value, ' ', &word);
    if (!copy_word(value, plan->same, sizeof plan->same) || !table_good_same(plan->same))
        return TABLE_BAD_LINE;
    return plan->game->place ? TABLE_OK : TABLE_BAD_OPTION;
}

/* Where the secret follows from the name, so does the seal; and nothing else is needed. */
static table_answer same_refusal(reading *r)
{
    envelope *e = &r->t->envelope;
    uint8_t seal[TABLE_HASH_BYTES];
    if (!r->t->plan.same[0])
        return TABLE_OK;
    envelope_name(r->t->plan.game->key, r->t->plan.same, e->secret);
    envelope_seal(e->secret, seal);
    e->open = memcmp(seal, e->seal, sizeof seal) == 0;
    return e->open ? TABLE_OK : TABLE_WRONG_SECRET;
}

static table_answer read_dice(reading *r)
{
    kn_slice value;
    table_answer answer = next_value(r, "dice", &value);
    if (answer)
        return answer;
    r->t->plan.ours = kn_slice_is(value, "ours");
    if (kn_slice_begins(value, "same "))
        answer = read_same(r, value);
    if (!answer)
        answer = next_value(r, "seal", &value);
    if (!answer && !kn_read_hex(value, r->t->envelope.seal, TABLE_HASH_BYTES))
        answer = TABLE_BAD_LINE;
    if (!answer)
        answer = same_refusal(r);
    if (!answer)
        answer = next_value(r, "opened", &value);
    if (!answer && !kn_read_int(value, 0, INT64_MAX / 10, &r->t->plan.opened_ms))
        answer = TABLE_BAD_LINE;
    return answer;
}

/* `1 bot:random - Robo` */
static table_answer read_seat(reading *r, table_seat *seat)
{
    kn_slice rest, number, kind, salt;
    table_answer answer = next_value(r, "seat", &rest);
    if (answer)
        return answer;
    if (!kn_take_until(&rest, ' ', &number) || !kn_take_until(&rest, ' ', &kind) ||
        !kn_take_until(&rest, ' ', &salt))
        return TABLE_BAD_SEAT;
    if (kn_slice_begins(kind, "bot:") &&
        !copy_word((kn_slice){kind.at + 4, kind.length - 4}, seat->bot, sizeof seat->bot))
        return TABLE_BAD_SEAT;
    if (!kn_slice_is(salt, "-") && !kn_read_hex64(salt, &seat->salt))
        return TABLE_BAD_SEAT;
    bool good = copy_word(rest, seat->name, sizeof seat->name) && log_good_name(seat->name) &&
                log_good_bot(seat->bot);
    return good ? TABLE_OK : TABLE_BAD_SEAT;
}

/* `1234` */
static bool take_number(kn_slice *rest, int64_t max, int64_t *out)
{
    kn_slice word;
    return kn_take_word(rest, &word) && kn_read_int(word, 0, max, out);
}

/* The head before an attested line, and the signature. */
static table_answer read_signed(reading *r, attestation *a)
{
    kn_slice value;
    table_answer answer = next_value(r, "before", &value);
    if (!answer && !kn_read_hex(value, a->before, sizeof a->before))
        answer = TABLE_BAD_LINE;
    if (!answer)
        answer = next_value(r, "signed", &value);
    if (!answer && !kn_read_hex(value, a->signature, sizeof a->signature))
        answer = TABLE_BAD_LINE;
    return answer;
}

/* `house KEY`, `sealed N AT ROOM SEALS STOPPED`, `before HEAD`, `signed SIGNATURE`; or nothing. */
static table_answer read_sealed(reading *r)
{
    attest_seal *seal = &r->t->plan.sealed;
    int64_t number, seals, stopped;
    kn_slice value, room;
    if (r->t->plan.format == 1 || !kn_slice_begins(r->rest, "house "))
        return TABLE_OK;
    table_answer answer = next_value(r, "house", &value);
    if (!answer && !kn_read_hex(value, seal->key, sizeof seal->key))
        answer = TABLE_BAD_LINE;
    if (!answer)
        answer = next_value(r, "sealed", &value);
    if (answer)
        return answer;
    if (!take_number(&value, INT64_MAX / 10, &number) || number == 0 ||
        !take_number(&value, INT64_MAX / 10, &seal->given.at_ms) || !kn_take_word(&value, &room) ||
        !kn_read_hex64(room, &seal->room) || !take_number(&value, UINT32_MAX, &seals) ||
        !take_number(&value, UINT32_MAX, &stopped) || value.length > 0)
        return TABLE_BAD_LINE;
    seal->given.number = (uint64_t)number;
    seal->seals = (uint32_t)seals;
    seal->stopped = (uint32_t)stopped;
    return read_signed(r, &seal->given);
}

/* The header as this table would write it; the first line that differs is the one complained of. */
static table_answer header_refusal(reading *r, kn_slice text)
{
    table_log *log = &r->t->log;
    kn_text out = kn_text_on(log->text, log->size);
    size_t same = 0;
    log_write_header(r->t, &out);
    log->length = out.length;
    while (same < out.length && same < text.length && text.at[same] == log->text[same])
        same++;
    if (same == out.length)
        return out.cut ? TABLE_NO_MEMORY : TABLE_OK;
    r->report->line = 1;
    for (size_t i = 0; i < same; i++)
        r->report->line += text.at[i] == '\n';
    return TABLE_BAD_LINE;
}

static table_answer read_header(reading *r)
{
    kn_slice text = r->rest;
    table_answer answer = read_game(r);
    if (!answer)
        answer = read_setup(r);
    if (!answer)
        answer = read_dice(r);
    for (int i = 0; !answer && i < r->t->plan.setup.seats; i++)
        answer = read_seat(r, &r->t->plan.seat[i]);
    if (!answer)
        answer = read_sealed(r);
    if (!answer)
        answer = next_line(r);
    if (!answer && !kn_slice_is(r->line, "events"))
        answer = TABLE_BAD_LINE;
    return answer ? answer : header_refusal(r, text);
}

/* The secret stands at the end but is needed from the start. */
static table_answer find_secret(reading *r)
{
    envelope *e = &r->t->envelope;
    uint8_t seal[TABLE_HASH_BYTES];
    kn_slice rest = r->rest, line, word;
    for (int ahead = 1; kn_take_until(&rest, '\n', &line); ahead++) {
        if (!kn_slice_begins(line, "secret "))
            continue;
        kn_take_until(&line, ' ', &word);
        e->open = false;
        if (kn_read_hex(line, e->secret, sizeof e->secret)) {
            envelope_seal(e->secret, seal);
            e->open = memcmp(seal, e->seal, sizeof seal) == 0;
        }
        if (!e->open)
            r->report->line += ahead;
        return e->open ? TABLE_OK : TABLE_WRONG_SECRET;
    }
    return TABLE_OK;
}

/* ---- the events ---- */

/* Does this die lie as the secret says? */
static table_answer check_dice(reading *r, const log_line *line)
{
    const table *t = r->t;
    kn_move shown, fallen;
    if (line->declared)
        return t->plan.ours ? TABLE_OK : TABLE_NOT_OURS;
    if (!t->envelope.open) {
        r->report->unchecked++;
        return TABLE_OK;
    }
    if (!table_draw(t, &fallen))
        return KN_NOT_DUE;
    table_answer answer = t->plan.game->read_move(&t->state, KN_CHANCE, line->move, &shown);
    if (answer)
        return answer;
    r->report->rolls++;
    return shown == fallen ? TABLE_OK : TABLE_WRONG_DICE;
}

static table_answer check_salt(reading *r, const log_line *line)
{
    uint64_t salt = line->salt;
    table_earlier_salt(r->t, line->actor, &salt);
    if (salt)
        r->report->salted++;
    else
        r->report->unsalted++;
    return salt == line->salt ? TABLE_OK : TABLE_WRONG_SALT;
}

static table_answer read_back(table *t, const log_line *line)
{
    int64_t to;
    if (line->by >= t->plan.setup.seats || table_over(t) ||
        !kn_read_int(line->move, 0, TABLE_EVENTS_MAX, &to))
        return TABLE_BAD_LINE;
    return table_take_back(t, line->by, (uint32_t)to, line->at_ms);
}

static table_answer read_move(reading *r, log_line *line)
{
    table_answer answer = TABLE_OK;
    if (line->actor == KN_CHANCE)
        answer = check_dice(r, line);
    else if (line->actor < KN_SEATS_MAX)
        answer = check_salt(r, line);
    return answer ? answer : table_carry_out(r->t, line);
}

static table_answer read_event(reading *r)
{
    const table_log *log = &r->t->log;
    size_t before = log->length;
    log_line line;
    if (!log_read_line(r->line, &line))
        return TABLE_BAD_LINE;
    if (line.number != log->count + 1)
        return TABLE_WRONG_NUMBER;
    if (line.at_ms < r->t->last_ms)
        return TABLE_TIME_BACKWARDS;
    table_answer answer = line.actor == TABLE_BACK ? read_back(r->t, &line) : read_move(r, &line);
    if (answer)
        return answer;
    bool same = log->length == before + r->line.length + 1 &&
                memcmp(log->text + before, r->line.at, r->line.length) == 0;
    return same ? TABLE_OK : TABLE_BAD_LINE;
}

/* Is this exactly what would be written of it? */
static bool is_as_written(kn_slice text, const attestation *closed)
{
    char again[2 * TABLE_LINE_MAX];
    kn_text out = kn_text_on(again, sizeof again);
    attest_put_end(closed, &out);
    return text.length == out.length && memcmp(text.at, again, out.length) == 0;
}

/* `closed N AT`, `before HEAD`, `signed SIGNATURE`; or nothing. */
static table_answer read_closed(reading *r)
{
    attestation *closed = &r->t->closed;
    kn_slice text = r->rest, value;
    int64_t number;
    if (text.length == 0)
        return TABLE_OK;
    if (!r->t->plan.sealed.given.number || !kn_slice_begins(text, "closed ")) {
        r->report->line++;
        return TABLE_LEFTOVER;
    }
    table_answer answer = next_value(r, "closed", &value);
    if (!answer && (!take_number(&value, INT64_MAX / 10, &number) || number == 0 ||
                    !take_number(&value, INT64_MAX / 10, &closed->at_ms) || value.length > 0))
        answer = TABLE_BAD_LINE;
    if (answer)
        return answer;
    closed->number = (uint64_t)number;
    answer = read_signed(r, closed);
    return answer || is_as_written(text, closed) ? answer : TABLE_LEFTOVER;
}

/* `end N CHECK`; a log written by hand may leave the check out. */
static table_answer read_end(reading *r, kn_slice above)
{
    kn_slice value = r->line, word, number;
    uint8_t check[TABLE_HASH_BYTES] = {0}, given[LOG_CHECK_BYTES];
    int64_t count;
    bool checked;
    kn_take_until(&value, ' ', &word);
    checked = kn_take_until(&value, ' ', &number);
    if (!checked)
        number = value;
    if (!kn_read_int(number, 0, TABLE_EVENTS_MAX, &count))
        return TABLE_BAD_LINE;
    if (count != r->t->log.count)
        return TABLE_WRONG_NUMBER;
    if (checked) {
        log_check(check, above);
        if (!kn_read_hex(value, given, sizeof given))
            return TABLE_BAD_LINE;
        if (memcmp(check, given, sizeof given) != 0)
            return TABLE_CHANGED;
    }
    table_hash(NULL, above.at, above.length + r->line.length + 1, r->report->hash);
    return read_closed(r);
}

static table_answer read_events(reading *r, kn_slice text)
{
    bool secret = false;
    for (;;) {
        table_answer answer = next_line(r);
        if (answer)
            return answer;
        if (kn_slice_begins(r->line, "end "))
            return read_end(r, (kn_slice){text.at, (size_t)(r->line.at - text.at)});
        if (!secret && kn_slice_begins(r->line, "secret "))
            secret = true; /* the next line must be the end */
        else
            answer = secret ? TABLE_BAD_LINE : read_event(r);
        if (answer)
            return answer;
    }
}

static void count_events(const table *t, table_report *report)
{
    for (uint32_t i = 0; i < t->log.count; i++) {
        const table_mark *mark = &t->log.marks[i];
        log_line line;
        if (mark->taken_back || mark->actor == TABLE_BACK)
            continue;
        report->events++;
        if (mark->actor == KN_CHANCE && log_read_line(log_line_at(t, i), &line))
            report->declared += line.declared;
    }
    report->over = table_over(t);
}

table_answer table_load(table *t, kn_slice text, table_log log, table_report *report)
{
    table loaded;
    reading r = {.t = &loaded, .rest = text, .report = report};
    memset(report, 0, sizeof *report);
    memset(&loaded, 0, sizeof loaded);
    loaded.log = log;
    loaded.log.count = loaded.log.known = 0;
    if (text.length > TABLE_LOG_MAX)
        return TABLE_TOO_LONG;
    table_answer answer = read_header(&r);
    if (!answer)
        answer = find_secret(&r);
    if (!answer)
        answer = table_begin(&loaded);
    if (!answer)
        answer = read_events(&r, text);
    if (answer)
        return answer;
    count_events(&loaded, report);
    *t = loaded;
    return TABLE_OK;
}

/* ---- who vouches ---- */

static attest_line line_of(const table *t, attest_kind kind, const attestation *a,
                           const uint8_t *hash)
{
    const attest_seal *seal = &t->plan.sealed;
    return (attest_line){.kind = kind,
                         .number = a->number,
                         .at_ms = a->at_ms,
                         .room = seal->room,
                         .seals = seal->seals,
                         .stopped = seal->stopped,
                         .hash = hash};
}

void table_seal_claim(const table *t, kn_text *out)
{
    const attestation *given = &t->plan.sealed.given;
    attest_line line = line_of(t, ATTEST_SEAL, given, t->envelope.seal);
    attest_write_claim(&line, given->before, out);
}

void table_end_claim(const table *t, const table_report *report, kn_text *out)
{
    attest_line line = line_of(t, ATTEST_END, &t->closed, report->hash);
    attest_write_claim(&line, t->closed.before, out);
}
