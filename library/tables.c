/* tables.c: matches with their logs. See knobel.h. */
#include "table/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "library/inside.h"

enum { FIRST_BYTES = 1 << 14, FIRST_EVENTS = 256, TEXT_MOST = TABLE_LOG_MAX + TABLE_HEADER_MAX };

/* ---- memory ---- */

static bool allocate_log(size_t bytes, uint32_t events, table_log *log)
{
    *log = (table_log){.text = malloc(bytes),
                       .size = bytes,
                       .marks = malloc(events * sizeof(table_mark)),
                       .capacity = events};
    if (log->text && log->marks)
        return true;
    free(log->text);
    free(log->marks);
    return false;
}

/* Twice as much memory for the log; false if there is none. */
static bool grow(table *t)
{
    size_t size = 2 * t->log.size;
    uint32_t capacity = 2 * t->log.capacity;
    char *text = realloc(t->log.text, size);
    if (!text)
        return false;
    t->log.text = text;
    table_mark *marks = realloc(t->log.marks, capacity * sizeof *marks);
    if (!marks)
        return false;
    table_lend_memory(t, text, size, marks, capacity);
    return true;
}

/* Is there memory for what the next call may write? */
static bool ready(table *t)
{
    while (!table_has_memory(t))
        if (!grow(t))
            return false;
    return true;
}

/* Ask once more if all that was missing was memory. */
static bool again(table *t, table_answer answer)
{
    return answer == TABLE_NO_MEMORY && t->log.capacity <= 2 * TABLE_EVENTS_MAX && grow(t);
}

PUBLIC void knobel_table_free(knobel_table *t)
{
    if (!t)
        return;
    free(t->table.log.text);
    free(t->table.log.marks);
    free(t);
}

/* ---- opening and loading ---- */

static bool copy_text(const char *text, char *out, size_t size)
{
    size_t length = text ? strlen(text) : 0;
    if (length >= size)
        return false;
    memcpy(out, text ? text : "", length);
    out[length] = '\0';
    return true;
}

static bool draw_secret(uint8_t *secret)
{
    size_t have = 0;
    while (have < TABLE_HASH_BYTES) {
        ssize_t got = getrandom(secret + have, TABLE_HASH_BYTES - have, 0);
        if (got < 0 && errno != EINTR)
            return false;
        have += got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* The game and the options; only the start of a match can be opened. */
static knobel_answer read_setup(const char *text, table_plan *out)
{
    table_state read, start = {.bytes = {0}};
    if (strlen(text) > KNOBEL_POSITION_MAX)
        return KNOBEL_TOO_LONG;
    knobel_answer answer = library_read_position(kn_slice_of(text), &out->game, &read);
    if (answer)
        return answer;
    out->setup = library_setup(&read);
    if (out->game->start(&out->setup, &start) != KN_OK ||
        memcmp(&start, &read, out->game->state_bytes) != 0)
        return KNOBEL_BAD_SETUP;
    return KNOBEL_OK;
}

static knobel_answer read_seats(const knobel_seat *seats, table_plan *out)
{
    for (int i = 0; i < out->setup.seats; i++) {
        table_seat *seat = &out->seat[i];
        if (!copy_text(seats[i].name, seat->name, sizeof seat->name) ||
            !copy_text(seats[i].bot, seat->bot, sizeof seat->bot))
            return KNOBEL_BAD_NAME;
        seat->salt = seats[i].salt;
    }
    return KNOBEL_OK;
}

static knobel_answer read_dice(const knobel_plan *plan, table_plan *out)
{
    out->ours = plan->dice == KNOBEL_DICE_OURS;
    if (plan->dice == KNOBEL_DICE_SAME)
        return plan->same && plan->same[0] && copy_text(plan->same, out->same, sizeof out->same)
                   ? KNOBEL_OK
                   : KNOBEL_BAD_NAME;
    if (plan->dice != KNOBEL_DICE_SEALED && plan->dice != KNOBEL_DICE_OURS)
        return KNOBEL_BAD_ARGUMENT;
    if (plan->secret)
        memcpy(out->secret, plan->secret, sizeof out->secret);
    else if (!draw_secret(out->secret))
        return KNOBEL_NO_RANDOMNESS;
    return KNOBEL_OK;
}

static knobel_answer read_plan(const knobel_plan *plan, table_plan *out)
{
    memset(out, 0, sizeof *out);
    if (!plan || plan->size < sizeof *plan || !plan->setup || !plan->seats)
        return KNOBEL_BAD_ARGUMENT;
    out->opened_ms = plan->opened_ms;
    knobel_answer answer = read_setup(plan->setup, out);
    if (!answer)
        answer = read_seats(plan->seats, out);
    return answer ? answer : read_dice(plan, out);
}

PUBLIC knobel_answer knobel_table_open(const knobel_plan *plan, knobel_table **out)
{
    table_plan read;
    table_log log;
    knobel_answer answer = out ? read_plan(plan, &read) : KNOBEL_BAD_ARGUMENT;
    if (answer)
        return answer;
    knobel_table *fresh = malloc(sizeof *fresh);
    if (!fresh || !allocate_log(FIRST_BYTES, FIRST_EVENTS, &log)) {
        free(fresh);
        return KNOBEL_NO_MEMORY;
    }
    answer = (knobel_answer)table_open(&fresh->table, &read, log);
    if (answer) {
        free(log.text);
        free(log.marks);
        free(fresh);
        return answer;
    }
    *out = fresh;
    return KNOBEL_OK;
}

static void copy_report(const table_report *from, knobel_report *to)
{
    if (!to)
        return;
    *to = (knobel_report){.line = from->line,
                          .events = from->events,
                          .rolls = from->rolls,
                          .unchecked = from->unchecked,
                          .declared = from->declared,
                          .salted = from->salted,
                          .unsalted = from->unsalted,
                          .over = from->over};
    memcpy(to->hash, from->hash, sizeof to->hash);
}

static uint32_t count_lines(kn_slice text)
{
    uint32_t lines = 0;
    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    return lines;
}

PUBLIC knobel_answer knobel_table_load(const char *log, size_t length, knobel_report *report,
                                       knobel_table **out)
{
    enum { SPARE = 16 };
    kn_slice text;
    table_log memory;
    table_report found;
    memset(&found, 0, sizeof found);
    copy_report(&found, report);
    if (!out || !library_given(log, length, &text))
        return KNOBEL_BAD_ARGUMENT;
    if (length > TEXT_MOST)
        return KNOBEL_TOO_LONG;
    knobel_table *fresh = malloc(sizeof *fresh);
    if (!fresh || !allocate_log(length + TABLE_HEADER_MAX, count_lines(text) + SPARE, &memory)) {
        free(fresh);
        return KNOBEL_NO_MEMORY;
    }
    knobel_answer answer = (knobel_answer)table_load(&fresh->table, text, memory, &found);
    if (!answer)
        found.line = 0; /* it is the last one that was read */
    copy_report(&found, report);
    if (answer) {
        free(memory.text);
        free(memory.marks);
        free(fresh);
        return answer;
    }
    *out = fresh;
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_verify(const char *log, size_t length, knobel_report *report)
{
    knobel_table *loaded = NULL;
    knobel_answer answer = knobel_table_load(log, length, report, &loaded);
    knobel_table_free(loaded);
    return answer;
}

/* ---- playing ---- */

PUBLIC knobel_answer knobel_table_play(knobel_table *t, int seat, const char *move, size_t length,
                                       const knobel_act *act)
{
    kn_slice text;
    if (!t || !act || act->size < sizeof *act || !library_given(move, length, &text))
        return KNOBEL_BAD_ARGUMENT;
    table_act made = {.now_ms = act->now_ms,
                      .acted_ms = act->acted_ms,
                      .claimed_ms = act->claimed_ms,
                      .error_ms = act->error_ms,
                      .salt = act->salt};
    if (!ready(&t->table))
        return KNOBEL_NO_MEMORY;
    return (knobel_answer)table_play(&t->table, seat, text, &made);
}

PUBLIC knobel_answer knobel_table_tick(knobel_table *t, int64_t now_ms)
{
    if (!t)
        return KNOBEL_BAD_ARGUMENT;
    if (!ready(&t->table))
        return KNOBEL_NO_MEMORY;
    return (knobel_answer)table_tick(&t->table, now_ms);
}

PUBLIC int64_t knobel_table_alarm(const knobel_table *t)
{
    return t ? table_alarm(&t->table) : KNOBEL_NEVER;
}

PUBLIC knobel_answer knobel_table_declare(knobel_table *t, const char *shown, size_t length,
                                          int64_t now_ms)
{
    kn_slice text;
    if (!t || !library_given(shown, length, &text))
        return KNOBEL_BAD_ARGUMENT;
    if (!ready(&t->table))
        return KNOBEL_NO_MEMORY;
    return (knobel_answer)table_declare(&t->table, text, now_ms);
}

PUBLIC knobel_answer knobel_table_roll(knobel_table *t, int64_t now_ms)
{
    if (!t)
        return KNOBEL_BAD_ARGUMENT;
    if (!ready(&t->table))
        return KNOBEL_NO_MEMORY;
    return (knobel_answer)table_roll(&t->table, now_ms);
}

PUBLIC bool knobel_table_over(const knobel_table *t)
{
    return t && table_over(&t->table);
}

PUBLIC knobel_actors knobel_table_to_act(const knobel_table *t)
{
    return t ? t->table.plan.game->to_act(&t->table.state) : 0;
}

PUBLIC uint32_t knobel_table_events(const knobel_table *t)
{
    return t ? t->table.log.count : 0;
}

/* ---- looking ---- */

PUBLIC knobel_answer knobel_table_view(const knobel_table *t, int who, knobel_position *into)
{
    return t ? knobel_table_view_after(t, who, t->table.log.count, into) : KNOBEL_BAD_ARGUMENT;
}

PUBLIC knobel_answer knobel_table_view_after(const knobel_table *t, int who, uint32_t number,
                                             knobel_position *into)
{
    if (!t || !into)
        return KNOBEL_BAD_ARGUMENT;
    const kn_game *game = t->table.plan.game;
    table_state then = {.bytes = {0}};
    if (!library_may_look(who, t->table.plan.setup.seats))
        return KNOBEL_NO_SUCH_SEAT;
    memset(into, 0, sizeof *into);
    into->game = game;
    if (number >= t->table.log.count) {
        table_view(&t->table, who, &into->state);
        return KNOBEL_OK;
    }
    table_state_after(&t->table, number, &then);
    game->view(&then, who, &into->state);
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_table_since(const knobel_table *t, int who, uint32_t after, char *out,
                                        size_t size, size_t *length, uint32_t *last)
{
    if (!t || !out || size == 0 || !last)
        return KNOBEL_BAD_ARGUMENT;
    if (!library_may_look(who, t->table.plan.setup.seats))
        return KNOBEL_NO_SUCH_SEAT;
    kn_text text = kn_text_on(out, size);
    uint32_t passed = table_since(&t->table, who, after, &text);
    if (passed == after && after < t->table.log.count)
        return KNOBEL_TOO_SMALL;
    *last = passed;
    if (length)
        *length = text.length;
    return KNOBEL_OK;
}

/* ---- taking back, correcting, keeping ---- */

PUBLIC knobel_answer knobel_table_before_last_move(const knobel_table *t, int seat,
                                                   uint32_t *number)
{
    bool any;
    if (!t || !number)
        return KNOBEL_BAD_ARGUMENT;
    if (seat < 0 || seat >= t->table.plan.setup.seats)
        return KNOBEL_NO_SUCH_SEAT;
    *number = table_before_last_move(&t->table, seat, &any);
    return any ? KNOBEL_OK : KNOBEL_NOTHING_BACK;
}

PUBLIC knobel_answer knobel_table_ask_back(knobel_table *t, int seat, uint32_t to, int64_t now_ms)
{
    if (!t)
        return KNOBEL_BAD_ARGUMENT;
    if (!ready(&t->table))
        return KNOBEL_NO_MEMORY;
    return (knobel_answer)table_ask_back(&t->table, seat, to, now_ms);
}

PUBLIC knobel_answer knobel_table_agree_back(knobel_table *t, int seat, int64_t now_ms)
{
    if (!t)
        return KNOBEL_BAD_ARGUMENT;
    if (!ready(&t->table))
        return KNOBEL_NO_MEMORY;
    return (knobel_answer)table_agree_back(&t->table, seat, now_ms);
}

PUBLIC void knobel_table_refuse_back(knobel_table *t)
{
    if (t)
        table_refuse_back(&t->table);
}

PUBLIC knobel_answer knobel_table_correct(knobel_table *t, int seat, uint32_t number,
                                          const char *right, size_t length, int64_t now_ms,
                                          uint32_t *unfit)
{
    kn_slice text;
    table_answer answer;
    if (!t || !unfit || !library_given(right, length, &text))
        return KNOBEL_BAD_ARGUMENT;
    if (seat < 0 || seat >= t->table.plan.setup.seats)
        return KNOBEL_NO_SUCH_SEAT;
    *unfit = 0;
    if (!ready(&t->table))
        return KNOBEL_NO_MEMORY;
    do
        answer = table_correct(&t->table, seat, number, text, now_ms, unfit);
    while (again(&t->table, answer));
    return (knobel_answer)answer;
}

PUBLIC knobel_answer knobel_table_seal(const knobel_table *t, uint8_t seal[KNOBEL_SECRET_BYTES])
{
    if (!t || !seal)
        return KNOBEL_BAD_ARGUMENT;
    memcpy(seal, t->table.envelope.seal, KNOBEL_SECRET_BYTES);
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_table_save(const knobel_table *t, char *out, size_t size,
                                       size_t *length)
{
    if (!t)
        return KNOBEL_BAD_ARGUMENT;
    size_t most = table_save_size(&t->table);
    char *buffer = malloc(most);
    if (!buffer)
        return KNOBEL_NO_MEMORY;
    kn_text text = kn_text_on(buffer, most);
    table_save(&t->table, &text);
    knobel_answer answer = library_hand_out(buffer, text.length, out, size, length);
    free(buffer);
    return answer;
}
