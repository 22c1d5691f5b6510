/* correct.c: corrects an entry at a table with real dice: one event changes, and all later ones
 * happen again as they were. It is rehearsed first, so that a correction that fails changes
 * nothing; then the log, which only grows, takes back and repeats. */
#include <string.h>

#include "table/inside.h"

/* The most that a line grows when it happens again: longer numbers and times. */
enum { LINE_GROWTH = 32 };

/* Events that counted before something was taken back, one bit each. */
typedef struct {
    uint8_t bits[(TABLE_EVENTS_MAX + 7) / 8];
} event_set;

static bool counts(const table *t, uint32_t index)
{
    return !t->log.marks[index].taken_back && t->log.marks[index].actor != TABLE_BACK;
}

static table_answer refusal_to_correct(const table *t, uint32_t number)
{
    log_line line;
    if (!t->plan.ours)
        return TABLE_NOT_OURS;
    if (t->plan.game->to_act(&t->state) == 0)
        return KN_OVER;
    if (!t->envelope.open)
        return TABLE_NO_SECRET;
    /* While hands may come down the times count, and they cannot be repeated. */
    if (t->plan.game->alarm(&t->state) != KN_NEVER)
        return KN_TOO_SOON;
    if (number < 1 || number > t->log.count || !counts(t, number - 1) ||
        !log_read_line(log_line_at(t, number - 1), &line) || line.actor == KN_CLOCK)
        return TABLE_NOTHING_THERE;
    return line.actor == KN_CHANCE && !line.declared ? TABLE_HOUSE_THREW_IT : TABLE_OK;
}

/* A reaction cannot be had again. */
static bool is_timed(const log_line *line)
{
    return line->actor == KN_CLOCK || line->acted_ms != KN_NEVER || line->claimed_ms != KN_NEVER ||
           line->error_ms != 0;
}

/* One event of the log, played into `state`. */
static table_answer rehearse_one(const table *t, const log_line *line, table_state *state)
{
    kn_event event;
    kn_actors due = t->plan.game->to_act(state);
    if (due == 0 || !(due & KN_ACTOR(line->actor)))
        return due == 0 ? KN_OVER : KN_NOT_DUE;
    table_answer answer = table_read_event(t, state, line, &event);
    if (!answer)
        answer = t->plan.game->apply(state, &event);
    return answer;
}

/* The corrected event and all behind it; `*unfit` is where it went wrong, if that was later. */
static table_answer rehearse(const table *t, uint32_t number, kn_slice right, int64_t at_ms,
                             uint32_t *unfit)
{
    table_state state;
    table_answer answer = TABLE_OK;
    memset(&state, 0, sizeof state);
    table_state_after(t, number - 1, &state);
    for (uint32_t i = number - 1; i < t->log.count && !answer; i++) {
        log_line line;
        if (!counts(t, i))
            continue;
        if (!log_read_line(log_line_at(t, i), &line))
            return TABLE_BAD_LINE;
        line.at_ms = at_ms;
        if (i == number - 1)
            line.move = right;
        answer = is_timed(&line) ? KN_TOO_LATE : rehearse_one(t, &line, &state);
        *unfit = answer && i >= number ? i + 1 : 0;
    }
    return answer;
}

/* A die that the house threw stays as it fell; where it no longer follows from the secret it is
 * from now on one that people say fell. */
static bool follows_from_secret(const table *t, const log_line *line)
{
    kn_move shown, fallen;
    return t->plan.game->read_move(&t->state, KN_CHANCE, line->move, &shown) == KN_OK &&
           table_draw(t, &fallen) && shown == fallen;
}

static table_answer repeat(table *t, uint32_t index, const kn_slice *right, int64_t at_ms)
{
    log_line line;
    if (!log_read_line(log_line_at(t, index), &line))
        return TABLE_BAD_LINE;
    line.at_ms = at_ms;
    if (right)
        line.move = *right;
    if (line.actor == KN_CHANCE && !line.declared)
        line.declared = !follows_from_secret(t, &line);
    if (line.actor < KN_SEATS_MAX)
        table_earlier_salt(t, line.actor, &line.salt);
    return table_carry_out(t, &line);
}

/* Room for the line that takes back and all that happens again. */
static table_answer room_to_repeat(const table *t, const event_set *again, uint32_t number)
{
    uint32_t lines = 1;
    for (uint32_t i = number - 1; i < t->log.count; i++)
        lines += again->bits[i / 8] >> i % 8 & 1;
    size_t bytes = t->log.length - t->log.marks[number - 1].offset + (size_t)lines * LINE_GROWTH;
    if (t->log.count + lines + TABLE_BURST > TABLE_EVENTS_MAX)
        return TABLE_LOG_FULL;
    bool fits = t->log.capacity - t->log.count >= lines &&
                t->log.size - t->log.length >= bytes + TABLE_LINE_MAX;
    return fits ? TABLE_OK : TABLE_NO_MEMORY;
}

static event_set counting_from(const table *t, uint32_t index)
{
    event_set set = {{0}};
    for (uint32_t i = index; i < t->log.count; i++)
        if (counts(t, i))
            set.bits[i / 8] |= (uint8_t)(1u << i % 8);
    return set;
}

static bool says_already(const table *t, uint32_t number, kn_slice right)
{
    log_line line;
    return log_read_line(log_line_at(t, number - 1), &line) && line.move.length == right.length &&
           memcmp(line.move.at, right.at, right.length) == 0;
}

table_answer table_correctable(const table *t, uint32_t number, table_state *before)
{
    table_answer answer = refusal_to_correct(t, number);
    memset(before, 0, sizeof *before);
    if (!answer)
        table_state_after(t, number - 1, before);
    return answer;
}

table_answer table_correct(table *t, int by, uint32_t number, kn_slice right, int64_t now_ms,
                           uint32_t *unfit)
{
    *unfit = 0;
    if (by < 0 || by >= t->plan.setup.seats)
        return TABLE_NO_SUCH_SEAT;
    table_answer answer = refusal_to_correct(t, number);
    if (answer || says_already(t, number, right))
        return answer;
    if (t->backs == TABLE_BACKS_MAX)
        return TABLE_TOO_MANY_BACKS;
    int64_t at_ms = table_date(t, now_ms);
    event_set again = counting_from(t, number - 1);
    answer = rehearse(t, number, right, at_ms, unfit);
    if (!answer)
        answer = room_to_repeat(t, &again, number);
    if (answer)
        return answer;
    uint32_t end = t->log.count;
    t->back_agreed = 0;
    answer = table_take_back(t, by, number - 1, at_ms);
    for (uint32_t i = number - 1; i < end && !answer; i++)
        if (again.bits[i / 8] >> i % 8 & 1)
            answer = repeat(t, i, i == number - 1 ? &right : NULL, at_ms);
    return answer;
}

table_answer table_withdraw(table *t, int by, uint32_t number, int64_t now_ms)
{
    if (by < 0 || by >= t->plan.setup.seats)
        return TABLE_NO_SUCH_SEAT;
    table_answer answer = refusal_to_correct(t, number);
    for (uint32_t i = number; i < t->log.count && !answer; i++)
        if (counts(t, i))
            answer = KN_TOO_LATE;
    if (!answer)
        answer = table_take_back(t, by, number - 1, table_date(t, now_ms));
    if (!answer)
        t->back_agreed = 0;
    return answer;
}
