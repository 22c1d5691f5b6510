/* board.c: the board of the day. See board.h. */
#include "server/board.h"

#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "native/native.h"
#include "native/sign.h"
#include "table/log.h"

/* ---- whose ---- */

bool board_good_key(kn_slice key)
{
    uint8_t bytes[BOARD_KEY_DIGITS / 2];
    return key.length == BOARD_KEY_DIGITS && kn_read_hex(key, bytes, sizeof bytes);
}

/* SHA-256 of `knobel board 2026-11-18 GAME KEY`: 8 bytes for the salt, 16 for the entry. */
void board_person_of(const char *board, kn_slice key, board_person *out)
{
    enum { TIE_BYTES = 8, ENTRY_BYTES = 16 };
    char text[128];
    uint8_t hash[TABLE_HASH_BYTES];
    kn_text all = kn_text_on(text, sizeof text);
    kn_text tie = kn_text_on(out->tie, sizeof out->tie);
    kn_text entry = kn_text_on(out->entry, sizeof out->entry);
    kn_put(&all, "knobel board ");
    kn_put(&all, board);
    kn_put_slice(&all, key);
    table_hash(NULL, text, all.length, hash);
    kn_put_hex(&tie, hash, TIE_BYTES);
    kn_put_hex(&entry, hash + TIE_BYTES, ENTRY_BYTES);
}

bool board_name(kn_slice game, kn_slice day, char out[BOARD_NAME_MAX])
{
    const kn_game *found = kn_find_game(game);
    char same[TABLE_SAME_MAX];
    kn_text word = kn_text_on(same, sizeof same), name = kn_text_on(out, BOARD_NAME_MAX);
    kn_put_slice(&word, day);
    if (!found || !found->place || word.cut || !table_is_day(same))
        return false;
    kn_put(&name, same);
    kn_put_char(&name, ' ');
    kn_put(&name, found->key);
    kn_put_char(&name, ' ');
    return !name.cut;
}

const char *board_entry_of(const store_entry *entry)
{
    return strrchr(entry->id, ' ') + 1;
}

/* ---- the log ---- */

/* A log in memory of its own. */
typedef struct {
    table t;
    table_report report;
    kn_slice text, events; /* events: the lines of the match */
    char *memory;
    table_mark *marks;
} checked;

static table_answer load(checked *c, kn_slice text)
{
    uint32_t lines = 1;
    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    c->text = text;
    c->memory = native_realloc(NULL, text.length + TABLE_LINE_MAX + 1);
    c->marks = native_realloc(NULL, lines * sizeof *c->marks);
    const table_log log = {.text = c->memory,
                           .size = text.length + TABLE_LINE_MAX + 1,
                           .marks = c->marks,
                           .capacity = lines};
    return table_load(&c->t, text, log, &c->report);
}

/* Played alone, as everybody plays it: no other options, no bot, nothing taken back. */
static const char *why_not_usual(const table *t)
{
    kn_setup usual;
    const table_plan *plan = &t->plan;
    if (!table_is_day(plan->same))
        return "not_daily";
    if (plan->setup.seats != 1 || plan->seat[0].bot[0])
        return "not_alone";
    kn_setup_initial(plan->game, 1, &usual);
    if (memcmp(usual.option, plan->setup.option, sizeof usual.option) != 0)
        return "not_usual";
    return t->backs > 0 ? "taken_back" : NULL;
}

/* The day has begun somewhere and is not over everywhere, now and when the match was played. */
static const char *why_not_now(const table *t, int64_t now_ms)
{
    const table_plan *plan = &t->plan;
    int64_t ended_ms = plan->opened_ms + t->last_ms;
    if (table_day_to_come(plan->same, now_ms))
        return "not_yet";
    if (table_day_over(plan->same, now_ms))
        return "day_over";
    if (plan->opened_ms > now_ms + BOARD_CLOCK_MS || t->last_ms > now_ms ||
        ended_ms > now_ms + BOARD_CLOCK_MS || table_day_to_come(plan->same, plan->opened_ms) ||
        table_day_over(plan->same, ended_ms))
        return "impossible_time";
    return t->last_ms < (int64_t)t->moved[0] * BOARD_MOVE_MS ? "impossible_time" : NULL;
}

/* The lines of events, as they were written. */
static kn_slice events_of(kn_slice text)
{
    static const char begin[] = "\nevents\n";
    const char *at = text.at, *end = text.at + text.length;
    while (end - at > (ptrdiff_t)strlen(begin) && memcmp(at, begin, strlen(begin)) != 0)
        at++;
    at += strlen(begin);
    return (kn_slice){at, at < end ? (size_t)(end - at) : 0};
}

/* Where ` salt=TIE` stands in a line of events; its length, if it does not. */
static size_t find_salt(kn_slice line, kn_slice salt)
{
    size_t at = 0;
    while (at + salt.length < line.length &&
           (memcmp(line.at + at, salt.at, salt.length) != 0 || line.at[at + salt.length] != ':'))
        at++;
    return at + salt.length < line.length ? at : line.length;
}

/* Has every move this salt? What was played is hashed without it: with another one it is still the
 * same match. */
static bool is_tied(const checked *c, const char *board, const char *tie,
                    uint8_t play[TABLE_HASH_BYTES])
{
    char written[32];
    kn_text salt = kn_text_on(written, sizeof written);
    kn_slice rest = events_of(c->text), line;
    size_t size = BOARD_NAME_MAX + rest.length;
    char *bare = native_realloc(NULL, size);
    kn_text out = kn_text_on(bare, size);
    uint32_t tied = 0;
    kn_put(&salt, " salt=");
    kn_put(&salt, tie);
    kn_put(&out, board);
    while (kn_take_until(&rest, '\n', &line) && !kn_slice_begins(line, "secret ") &&
           !kn_slice_begins(line, "end ")) {
        size_t at = find_salt(line, (kn_slice){written, salt.length});
        kn_put_slice(&out, (kn_slice){line.at, at});
        if (at < line.length) {
            at += salt.length;
            kn_put_slice(&out, (kn_slice){line.at + at, line.length - at});
            tied++;
        }
        kn_put_char(&out, '\n');
    }
    table_hash(NULL, bare, out.length, play);
    free(bare);
    return c->report.unsalted == 0 && tied == c->report.salted;
}

/* The claim ends with the head of the list. */
static bool read_claim(uint64_t number, kn_slice claim, store_seals *out)
{
    enum { DIGITS = 2 * TABLE_HASH_BYTES };
    out->count = (uint32_t)number;
    return out->count == number && claim.length > DIGITS &&
           kn_read_hex((kn_slice){claim.at + claim.length - DIGITS, DIGITS}, out->head,
                       sizeof out->head);
}

/* `false_signature`: somebody signed it, but not so. */
static const char *read_signature(const checked *c, board_finding *out)
{
    char claim[ATTEST_TEXT_MAX];
    const attest_seal *seal = &c->t.plan.sealed;
    kn_text text = kn_text_on(claim, sizeof claim);
    if (!seal->given.number || !c->t.closed.number)
        return NULL;
    table_end_claim(&c->t, &c->report, &text);
    if (!sign_is_valid(seal->key, (kn_slice){claim, text.length}, c->t.closed.signature) ||
        !read_claim(c->t.closed.number, (kn_slice){claim, text.length}, &out->closed))
        return "false_signature";
    out->stopped = seal->stopped;
    return NULL;
}

static const char *check(checked *c, kn_slice key, int64_t unix_ms, board_finding *out)
{
    const table *t = &c->t;
    char board[BOARD_NAME_MAX];
    board_person person;
    store_entry *e = &out->entry;
    const char *why = why_not_usual(t);
    if (!why)
        why = why_not_now(t, unix_ms);
    if (!why && !c->report.over)
        why = "not_over";
    if (!why)
        why = read_signature(c, out);
    if (why)
        return why;
    if (!board_name(kn_slice_of(t->plan.game->key), kn_slice_of(t->plan.same), board))
        return "not_daily";
    board_person_of(board, key, &person);
    if (!is_tied(c, board, person.tie, e->play))
        return "not_yours";
    kn_text id = kn_text_on(e->id, sizeof e->id), name = kn_text_on(e->name, sizeof e->name);
    kn_put(&id, board);
    kn_put(&id, person.entry);
    kn_put(&name, t->plan.seat[0].name);
    e->points = t->plan.game->score(&t->state, 0);
    return NULL;
}

const char *board_check(kn_slice log, kn_slice key, int64_t unix_ms, board_finding *out)
{
    memset(out, 0, sizeof *out);
    if (!board_good_key(key))
        return "bad_key";
    if (log.length > BOARD_LOG_MAX)
        return "too_long";
    checked *c = native_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    table_answer answer = load(c, log);
    const char *why = answer ? table_answer_key(answer) : check(c, key, unix_ms, out);
    free(c->memory);
    free(c->marks);
    free(c);
    return why;
}

bool board_copy_name(kn_slice name, char out[TABLE_NAME_MAX])
{
    kn_text text = kn_text_on(out, TABLE_NAME_MAX);
    kn_put_slice(&text, name);
    return !text.cut && strlen(out) == name.length && log_good_name(out);
}

/* ---- in order ---- */

static int by_points(const void *a, const void *b)
{
    const store_entry *one = a, *other = b;
    if (one->points != other->points)
        return one->points > other->points ? -1 : 1;
    if (one->kept_ms != other->kept_ms)
        return one->kept_ms < other->kept_ms ? -1 : 1;
    return strcmp(one->id, other->id);
}

static int by_fewest(const void *a, const void *b)
{
    const store_entry *one = a, *other = b;
    return one->points == other->points ? by_points(a, b) : -by_points(a, b);
}

void board_sort(store_board *board, bool fewest_win)
{
    if (board->count > 1)
        qsort(board->entry, board->count, sizeof *board->entry, fewest_win ? by_fewest : by_points);
}
