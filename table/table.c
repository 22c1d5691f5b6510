/* table.c: one match: playing, looking, taking back. See table.h; the log is in log.c, loading in
 * load.c. */
#include "table/table.h"

#include <string.h>

#include "core/assert.h"
#include "table/log.h"

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
    [TABLE_BAD_NAME] = "bad_name",
    [TABLE_NOTHING_THERE] = "nothing_there",
    [TABLE_HOUSE_THREW_IT] = "house_threw_it",
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

/* Dice that are the same for everybody need places, and nobody else who throws. */
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
    return log_carry_out(t, &line);
}

static table_answer throw_one(table *t, int64_t now_ms)
{
    kn_move move;
    if (!log_draw(t, &move))
        return TABLE_NO_DICE_DUE;
    return carry_out_move(t, KN_CHANCE, move, log_date(t, now_ms + t->lead_ms));
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
static void settle(table *t, int64_t now_ms)
{
    table_answer answer = TABLE_OK;
    for (int n = 0; n < TABLE_BURST && !answer; n++) {
        kn_move moves[KN_MOVES_MAX];
        if (dice_due(t)) {
            answer = throw_one(t, now_ms);
        } else if (clock_due(t, log_date(t, now_ms))) {
            kn_assert(kn_moves(t->plan.game, &t->state, KN_CLOCK, moves) > 0);
            answer = carry_out_move(t, KN_CLOCK, moves[0], log_date(t, now_ms));
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
    memcpy(t->envelope.secret, plan->secret, sizeof plan->secret);
    memset(t->plan.secret, 0, sizeof t->plan.secret);
    if (plan->same[0])
        envelope_name(plan->game->key, plan->same, t->envelope.secret);
    t->envelope.open = true;
    envelope_seal(t->envelope.secret, t->envelope.seal);
    t->log = log;
    t->log.count = 0;
    kn_text header = kn_text_on(log.text, log.size);
    log_write_header(t, &header);
    t->log.length = header.length;
    table_answer answer = log_begin(t);
    if (!answer)
        settle(t, 0);
    return answer;
}

/* ---- playing ---- */

/* A call that may add events needs memory for them. */
static table_answer room_for_a_call(const table *t)
{
    if (t->log.count + TABLE_BURST > TABLE_EVENTS_MAX)
        return TABLE_LOG_FULL;
    return table_has_memory(t) ? TABLE_OK : TABLE_NO_MEMORY;
}

table_answer table_play(table *t, int seat, kn_slice move, const table_act *act)
{
    if (seat < 0 || seat >= t->plan.setup.seats)
        return TABLE_NO_SUCH_SEAT;
    table_answer answer = room_for_a_call(t);
    if (answer)
        return answer;
    if (!t->envelope.open)
        return TABLE_NO_SECRET;
    log_line line = plain_line(seat, log_date(t, act->now_ms));
    bool earlier = act->acted_ms >= 0 && act->acted_ms < line.at_ms;
    line.acted_ms = earlier ? act->acted_ms : KN_NEVER;
    line.claimed_ms =
        act->claimed_ms >= 0 && act->claimed_ms < KN_TIME_MAX ? act->claimed_ms : KN_NEVER;
    line.error_ms = act->error_ms;
    line.salt = act->salt;
    log_earlier_salt(t, seat, &line.salt);
    line.move = move;
    answer = log_carry_out(t, &line);
    if (answer)
        return answer;
    t->back_agreed = 0;
    settle(t, act->now_ms);
    return TABLE_OK;
}

table_answer table_tick(table *t, int64_t now_ms)
{
    table_answer answer = room_for_a_call(t);
    if (!answer)
        settle(t, now_ms);
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
    return room_for_a_call(t);
}

table_answer table_declare(table *t, kn_slice shown, int64_t now_ms)
{
    table_answer answer = ours_refusal(t);
    if (answer)
        return answer;
    log_line line = plain_line(KN_CHANCE, log_date(t, now_ms));
    line.declared = true;
    line.move = shown;
    answer = log_carry_out(t, &line);
    if (!answer)
        settle(t, now_ms);
    return answer;
}

table_answer table_roll(table *t, int64_t now_ms)
{
    table_answer answer = ours_refusal(t);
    if (!answer && !t->envelope.open)
        answer = TABLE_NO_SECRET;
    if (!answer)
        answer = throw_one(t, now_ms);
    if (!answer)
        settle(t, now_ms);
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

/* ---- taking back ---- */

uint32_t table_before_last_move(const table *t, int seat, bool *any)
{
    *any = false;
    for (uint32_t i = t->log.count; i > 0; i--)
        if (t->log.marks[i - 1].actor == seat && !t->log.marks[i - 1].taken_back) {
            *any = true;
            return i - 1;
        }
    return 0;
}

static kn_actors people(const table *t)
{
    kn_actors set = 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (!t->plan.seat[i].bot[0])
            set |= KN_ACTOR(i);
    return set;
}

/* Taken back as soon as the last person agrees. */
static table_answer agree(table *t, int seat, int64_t now_ms)
{
    t->back_agreed |= KN_ACTOR(seat);
    if (people(t) & ~t->back_agreed)
        return TABLE_OK;
    t->back_agreed = 0;
    table_answer answer = log_take_back(t, t->back_by, t->back_to, log_date(t, now_ms));
    if (!answer)
        settle(t, now_ms);
    return answer;
}

/* Once the match is over its secret is out, and nothing is taken back. */
static table_answer back_refusal(const table *t, int seat)
{
    if (seat < 0 || seat >= t->plan.setup.seats)
        return TABLE_NO_SUCH_SEAT;
    if (table_over(t))
        return KN_OVER;
    if (t->backs == TABLE_BACKS_MAX)
        return TABLE_TOO_MANY_BACKS;
    return room_for_a_call(t);
}

table_answer table_ask_back(table *t, int seat, uint32_t to, int64_t now_ms)
{
    table_answer answer = back_refusal(t, seat);
    if (answer)
        return answer;
    if (!log_can_go_back(t, to))
        return TABLE_NOTHING_BACK;
    t->back_to = to;
    t->back_by = (uint8_t)seat;
    t->back_agreed = 0;
    return agree(t, seat, now_ms);
}

table_answer table_agree_back(table *t, int seat, int64_t now_ms)
{
    table_answer answer = back_refusal(t, seat);
    if (answer)
        return answer;
    return t->back_agreed ? agree(t, seat, now_ms) : TABLE_NOTHING_BACK;
}

void table_refuse_back(table *t)
{
    t->back_agreed = 0;
}

/* ---- keeping ---- */

size_t table_save_size(const table *t)
{
    return t->log.length + 2 * TABLE_LINE_MAX;
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
}
