/* table.c: one match: opening, playing, viewing, saving. See table.h; the log is in log.c, loading
 * in load.c. */
#include "table/table.h"

#include <string.h>

#include "core/assert.h"
#include "table/inside.h"

/* ---- answers ---- */

static const char *const answer_keys[TABLE_ANSWERS] = {
    [KN_OK] = "ok",
    [KN_OVER] = "over",
    [KN_NOT_DUE] = "not_due",
    [KN_ILLEGAL] = "illegal",
    [KN_TOO_SOON] = "too_soon",
    [KN_TOO_LATE] = "too_late",
    [KN_BAD_TIME] = "bad_time",
    [KN_UNREADABLE] = "unreadable",
    [KN_IMPOSSIBLE] = "impossible",
    [KN_BAD_SETUP] = "bad_setup",
    [TABLE_NO_MEMORY] = "no_room",
    [TABLE_LOG_FULL] = "log_full",
    [TABLE_NO_SUCH_SEAT] = "no_such_seat",
    [TABLE_NOT_OURS] = "not_ours",
    [TABLE_NO_DICE_DUE] = "no_dice_due",
    [TABLE_NO_SECRET] = "no_secret",
    [TABLE_NOTHING_BACK] = "nothing_back",
    [TABLE_TOO_MANY_BACKS] = "too_many_backs",
    [TABLE_DICE_SHOWN] = "dice_shown",
    [TABLE_SAME_STANDS] = "same_stands",
    [TABLE_BAD_NAME] = "bad_name",
    [TABLE_NOTHING_THERE] = "nothing_there",
    [TABLE_HOUSE_THREW_IT] = "house_threw_it",
    [TABLE_TIME_COUNTED] = "time_counted",
    [TABLE_NOT_A_LOG] = "not_a_log",
    [TABLE_OTHER_FORMAT] = "other_format",
    [TABLE_NO_SUCH_GAME] = "no_such_game",
    [TABLE_OTHER_VERSION] = "other_version",
    [TABLE_BAD_LINE] = "bad_line",
    [TABLE_BAD_OPTION] = "bad_option",
    [TABLE_BAD_SEAT] = "bad_seat",
    [TABLE_WRONG_NUMBER] = "wrong_number",
    [TABLE_TIME_BACKWARDS] = "time_backwards",
    [TABLE_WRONG_DICE] = "wrong_dice",
    [TABLE_WRONG_SALT] = "wrong_salt",
    [TABLE_WRONG_SECRET] = "wrong_secret",
    [TABLE_CUT_OFF] = "cut_off",
    [TABLE_CHANGED] = "changed",
    [TABLE_LEFTOVER] = "leftover",
    [TABLE_TOO_LONG] = "too_long",
};

const char *table_answer_key(table_answer answer)
{
    return answer_keys[answer];
}

/* ---- opening ---- */

static bool good_seats(const table_plan *plan)
{
    for (int i = 0; i < plan->setup.seats; i++)
        if (!log_good_name(plan->seat[i].name) || !log_good_bot(plan->seat[i].bot))
            return false;
    return true;
}

/* Same dice need a game that numbers its dice, and the house as the only thrower. */
static bool good_dice(const table_plan *plan)
{
    return !plan->same[0] || (!plan->ours && plan->game->place && table_good_same(plan->same));
}

bool table_has_memory(const table *t)
{
    return t->log.size - t->log.length >= (size_t)TABLE_BURST * TABLE_LINE_MAX &&
           t->log.capacity - t->log.count >= TABLE_BURST;
}

void table_lend_memory(table *t, char *text, size_t size, table_mark *marks, uint32_t capacity)
{
    t->log.text = text;
    t->log.size = size;
    t->log.marks = marks;
    t->log.capacity = capacity;
}

/* ---- an event happens ---- */

int64_t table_date(const table *t, int64_t now_ms)
{
    return now_ms > t->last_ms && now_ms <= KN_TIME_MAX ? now_ms : t->last_ms;
}

table_answer table_begin(table *t)
{
    char about[TABLE_HEADER_MAX];
    kn_text text = kn_text_on(about, sizeof about);
    uint64_t salts[KN_SEATS_MAX];
    for (int i = 0; i < KN_SEATS_MAX; i++)
        salts[i] = t->plan.seat[i].salt;
    log_write_about(t, &text);
    envelope_begin(&t->envelope, about, salts, t->plan.setup.seats);
    memset(t->moved, 0, sizeof t->moved);
    memset(&t->state, 0, sizeof t->state);
    return t->plan.game->start(&t->plan.setup, &t->state);
}

/* Who sees how much of an event about to happen. */
static table_mark mark_sights(const table *t, const table_state *before, const kn_event *event)
{
    table_mark mark = {.actor = event->actor};
    if (event->actor < KN_SEATS_MAX)
        mark.ordinal = (uint16_t)t->moved[event->actor];
    for (int who = 0; who <= KN_WATCHER; who++) {
        if (who >= t->plan.setup.seats && who != KN_WATCHER)
            continue;
        kn_sight sight = t->plan.game->seen(before, event, who);
        if (sight != KN_SEEN)
            mark.hidden |= KN_ACTOR(who);
        if (sight == KN_UNSEEN)
            mark.unseen |= KN_ACTOR(who);
    }
    return mark;
}

table_answer table_append(table *t, log_line *line, table_mark mark)
{
    table_log *log = &t->log;
    line->number = log->count + 1;
    if (log->count == TABLE_EVENTS_MAX)
        return TABLE_LOG_FULL;
    if (log->count == log->capacity)
        return TABLE_NO_MEMORY;
    kn_text out = kn_text_on(log->text + log->length, log->size - log->length);
    log_write_line(line, &out);
    if (out.cut) {
        log->text[log->length] = '\0';
        return TABLE_NO_MEMORY;
    }
    mark.offset = (uint32_t)log->length;
    log->marks[log->count++] = mark;
    log->length += out.length;
    if (!mark.unseen)
        log->known = log->count;
    t->last_ms = line->at_ms;
    return TABLE_OK;
}

bool table_draw(const table *t, kn_move *fallen)
{
    const table_plan *plan = &t->plan;
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    int count = kn_outcomes(plan->game, &t->state, outcomes);
    if (count == 0)
        return false;
    *fallen = plan->same[0]
                  ? envelope_roll_at(&t->envelope, plan->game->place(&t->state), outcomes, count)
                  : envelope_roll(&t->envelope, plan->setup.seats, outcomes, count);
    return true;
}

/* Does a move have a part in the dice? Those without a salt have none: the house makes the moves of
 * bots, and could choose among moves by the dice that follow. In format 1 all had. */
static bool enters_chain(const table *t, const kn_event *event)
{
    return event->salt != 0 || t->plan.format == 1;
}

/* What an event means for the dice to come. */
void table_count_in(table *t, const kn_event *event, const char *move)
{
    if (event->actor == KN_CHANCE)
        t->envelope.rolls++;
    if (event->actor < KN_SEATS_MAX) {
        if (enters_chain(t, event))
            envelope_move(&t->envelope, event->actor, move, event->salt);
        if (++t->moved[event->actor] > t->reached[event->actor])
            t->reached[event->actor] = t->moved[event->actor];
    }
}

table_answer table_read_event(const table *t, const void *state, const log_line *line,
                              kn_event *event)
{
    *event = (kn_event){
        .at_ms = line->at_ms,
        .acted_ms = line->acted_ms == KN_NEVER ? line->at_ms : line->acted_ms,
        .salt = line->salt,
        .error_ms = line->error_ms,
        .actor = (uint8_t)line->actor,
    };
    return t->plan.game->read_move(state, line->actor, line->move, &event->move);
}

/* The text of a move is read as its player sees the table: what is hidden must not decide whether
 * it makes sense. */
static table_answer read_as_seen(const table *t, const log_line *line, kn_event *event)
{
    table_state view;
    if (line->actor >= KN_SEATS_MAX)
        return table_read_event(t, &t->state, line, event);
    memset(&view, 0, sizeof view);
    t->plan.game->view(&t->state, line->actor, &view);
    return table_read_event(t, &view, line, event);
}

table_answer table_carry_out(table *t, log_line *line)
{
    const kn_game *game = t->plan.game;
    char move[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(move, sizeof move);
    kn_event event;
    table_state before = t->state;
    /* Check who is to move first: the text of a move can only be read for such a seat. */
    kn_actors due = game->to_act(&t->state);
    if (due == 0 || !(due & KN_ACTOR(line->actor)))
        return due == 0 ? KN_OVER : KN_NOT_DUE;
    table_answer answer = read_as_seen(t, line, &event);
    if (!answer)
        answer = game->apply(&t->state, &event);
    if (answer)
        return answer;
    game->write_move(&before, line->actor, event.move, &text);
    line->move = (kn_slice){move, text.length};
    answer = table_append(t, line, mark_sights(t, &before, &event));
    if (answer)
        t->state = before;
    else
        table_count_in(t, &event, move);
    return answer;
}

/* ---- what happens by itself ---- */

static log_line plain_line(int actor, int64_t at_ms)
{
    return (log_line){
        .at_ms = at_ms, .actor = actor, .acted_ms = KN_NEVER, .claimed_ms = KN_NEVER, .by = -1};
}

/* One event whose move is given as a number. */
static table_answer carry_out_move(table *t, int actor, kn_move move, int64_t at_ms)
{
    char name[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(name, sizeof name);
    log_line line = plain_line(actor, at_ms);
    t->plan.game->write_move(&t->state, actor, move, &text);
    line.move = (kn_slice){name, text.length};
    return table_carry_out(t, &line);
}

static table_answer throw_one(table *t, int64_t now_ms)
{
    kn_move move;
    if (!table_draw(t, &move))
        return TABLE_NO_DICE_DUE;
    return carry_out_move(t, KN_CHANCE, move, table_date(t, now_ms + t->lead_ms));
}

/* The dice that the house has to throw now. */
static bool dice_due(const table *t)
{
    return t->plan.game->to_act(&t->state) & KN_ACTOR(KN_CHANCE) && !t->plan.ours &&
           t->envelope.open;
}

static bool clock_due(const table *t, int64_t now_ms)
{
    int64_t alarm = t->plan.game->alarm(&t->state);
    return t->plan.game->to_act(&t->state) & KN_ACTOR(KN_CLOCK) && alarm != KN_NEVER &&
           alarm + t->patience_ms <= now_ms;
}

/* Carry out what happens by itself. A long series pauses when the lent memory ends; a tick goes on.
 */
void table_settle(table *t, int64_t now_ms)
{
    table_answer answer = TABLE_OK;
    for (int n = 0; n < TABLE_BURST && !answer; n++) {
        kn_move moves[KN_MOVES_MAX];
        if (dice_due(t)) {
            answer = throw_one(t, now_ms);
        } else if (clock_due(t, table_date(t, now_ms))) {
            kn_assert(kn_moves(t->plan.game, &t->state, KN_CLOCK, moves) > 0);
            answer = carry_out_move(t, KN_CLOCK, moves[0], table_date(t, now_ms));
        } else {
            return;
        }
    }
}

table_answer table_open(table *t, const table_plan *plan, table_log log)
{
    if (!kn_setup_valid(plan->game, &plan->setup) || !good_dice(plan))
        return KN_BAD_SETUP;
    if (!good_seats(plan))
        return TABLE_BAD_NAME;
    if (log.size < TABLE_HEADER_MAX)
        return TABLE_NO_MEMORY;
    memset(t, 0, sizeof *t);
    t->plan = *plan;
    if (!t->plan.format)
        t->plan.format = TABLE_FORMAT;
    memcpy(t->envelope.secret, plan->secret, sizeof plan->secret);
    memset(t->plan.secret, 0, sizeof t->plan.secret);
    if (plan->same[0])
        envelope_name(plan->game->key, plan->same, t->envelope.secret);
    t->envelope.open = true;
    envelope_seal(t->envelope.secret, t->envelope.seal);
    t->log = log;
    t->log.count = t->log.known = 0;
    kn_text header = kn_text_on(log.text, log.size);
    log_write_header(t, &header);
    t->log.length = header.length;
    table_answer answer = table_begin(t);
    if (!answer)
        table_settle(t, 0);
    return answer;
}

/* ---- playing ---- */

/* As if every seat had acted unseen: the end of a long match must not tell how many have. */
bool table_is_full(const table *t)
{
    uint32_t most = t->log.known + KN_SEATS_MAX;
    if (most < t->log.count)
        most = t->log.count;
    return most + TABLE_BURST > TABLE_EVENTS_MAX;
}

/* A call that may add events needs memory for them. */
table_answer table_call_refusal(const table *t)
{
    if (table_is_full(t))
        return TABLE_LOG_FULL;
    return table_has_memory(t) ? TABLE_OK : TABLE_NO_MEMORY;
}

table_answer table_play(table *t, int seat, kn_slice move, const table_act *act)
{
    if (seat < 0 || seat >= t->plan.setup.seats)
        return TABLE_NO_SUCH_SEAT;
    table_answer answer = table_call_refusal(t);
    if (answer)
        return answer;
    if (!t->envelope.open)
        return TABLE_NO_SECRET;
    log_line line = plain_line(seat, table_date(t, act->now_ms));
    bool earlier = act->acted_ms >= 0 && act->acted_ms < line.at_ms;
    line.acted_ms = earlier ? act->acted_ms : KN_NEVER;
    line.claimed_ms =
        act->claimed_ms >= 0 && act->claimed_ms < KN_TIME_MAX ? act->claimed_ms : KN_NEVER;
    line.error_ms = act->error_ms;
    line.salt = act->salt;
    table_earlier_salt(t, seat, &line.salt);
    line.move = move;
    answer = table_carry_out(t, &line);
    if (answer)
        return answer;
    t->back_agreed = 0;
    table_settle(t, act->now_ms);
    return TABLE_OK;
}

table_answer table_tick(table *t, int64_t now_ms)
{
    table_answer answer = table_call_refusal(t);
    if (!answer)
        table_settle(t, now_ms);
    return answer;
}

int64_t table_alarm(const table *t)
{
    if (dice_due(t))
        return t->last_ms;
    int64_t alarm = t->plan.game->alarm(&t->state);
    if (alarm == KN_NEVER || !(t->plan.game->to_act(&t->state) & KN_ACTOR(KN_CLOCK)))
        return KN_NEVER;
    return alarm + t->patience_ms;
}

/* Chance at a table where people throw the dice. */
static table_answer ours_refusal(const table *t)
{
    if (!t->plan.ours)
        return TABLE_NOT_OURS;
    if (!(t->plan.game->to_act(&t->state) & KN_ACTOR(KN_CHANCE)))
        return TABLE_NO_DICE_DUE;
    return table_call_refusal(t);
}

table_answer table_declare(table *t, kn_slice shown, int64_t now_ms)
{
    table_answer answer = ours_refusal(t);
    if (answer)
        return answer;
    log_line line = plain_line(KN_CHANCE, table_date(t, now_ms));
    line.declared = true;
    line.move = shown;
    answer = table_carry_out(t, &line);
    if (!answer) {
        table_refuse_back(t);
        table_settle(t, now_ms);
    }
    return answer;
}

table_answer table_roll(table *t, int64_t now_ms)
{
    table_answer answer = ours_refusal(t);
    if (!answer && !t->envelope.open)
        answer = TABLE_NO_SECRET;
    if (!answer)
        answer = throw_one(t, now_ms);
    if (!answer) {
        table_refuse_back(t);
        table_settle(t, now_ms);
    }
    return answer;
}

bool table_over(const table *t)
{
    return t->plan.game->to_act(&t->state) == 0;
}

/* ---- looking ---- */

void table_view(const table *t, int who, void *out)
{
    t->plan.game->view(&t->state, who, out);
}

/* The same line with a `?` for the move and nothing that belongs to it. */
static void put_hidden(kn_slice text, kn_text *out)
{
    log_line line;
    if (!log_read_line(text, &line))
        return;
    line.acted_ms = line.claimed_ms = KN_NEVER;
    line.error_ms = 0;
    line.salt = 0;
    line.move = (kn_slice){"?", 1};
    log_write_line(&line, out);
}

bool table_line(const table *t, int who, uint32_t number, kn_text *out)
{
    const table_mark *mark = &t->log.marks[number - 1];
    size_t end = number < t->log.count ? t->log.marks[number].offset : t->log.length;
    kn_slice line = {t->log.text + mark->offset, end - mark->offset - 1};
    if (mark->unseen & KN_ACTOR(who))
        return false;
    if (mark->hidden & KN_ACTOR(who)) {
        put_hidden(line, out);
        return true;
    }
    kn_put_slice(out, line);
    kn_put_char(out, '\n');
    return true;
}

uint32_t table_since(const table *t, int who, uint32_t after, kn_text *out)
{
    uint32_t passed = after;
    while (passed < t->log.count && out->size - out->length > TABLE_LINE_MAX)
        table_line(t, who, ++passed, out);
    return passed;
}

/* ---- keeping ---- */

size_t table_save_size(const table *t)
{
    return t->log.length + 4 * TABLE_LINE_MAX;
}

void table_save(const table *t, kn_text *out)
{
    uint8_t check[TABLE_HASH_BYTES] = {0};
    kn_put(out, t->log.text);
    if (t->envelope.open) {
        kn_put(out, "secret ");
        kn_put_hex(out, t->envelope.secret, sizeof t->envelope.secret);
        kn_put_char(out, '\n');
    }
    log_check(check, (kn_slice){out->at, out->length});
    kn_put(out, "end ");
    kn_put_int(out, t->log.count);
    kn_put_char(out, ' ');
    kn_put_hex(out, check, LOG_CHECK_BYTES);
    kn_put_char(out, '\n');
    attest_put_end(&t->closed, out);
}
