/* back.c: taking back moves. All must agree; it stays in the log, and nobody chooses again by dice
 * that were seen. */
#include <string.h>

#include "table/inside.h"

bool table_earlier_salt(const table *t, int seat, uint64_t *salt)
{
    log_line line;
    if (t->moved[seat] >= t->reached[seat])
        return false;
    for (uint32_t i = 0; i < t->log.count; i++) {
        const table_mark *mark = &t->log.marks[i];
        if (mark->actor == seat && mark->taken_back && mark->ordinal == t->moved[seat] &&
            log_read_line(log_line_at(t, i), &line)) {
            *salt = line.salt;
            return true;
        }
    }
    return false;
}

static table_answer play_again(table *t)
{
    table_answer answer = table_begin(t);
    for (uint32_t i = 0; !answer && i < t->log.count; i++) {
        char move[KN_MOVE_TEXT_MAX];
        log_line line;
        kn_event event;
        if (t->log.marks[i].taken_back || t->log.marks[i].actor == TABLE_BACK)
            continue;
        if (!log_read_line(log_line_at(t, i), &line) || line.move.length >= sizeof move)
            return TABLE_BAD_LINE;
        memcpy(move, line.move.at, line.move.length);
        move[line.move.length] = '\0';
        answer = table_read_event(t, &t->state, &line, &event);
        if (!answer)
            answer = t->plan.game->apply(&t->state, &event);
        if (!answer)
            table_count_in(t, &event, move);
    }
    return answer;
}

bool table_can_go_back(const table *t, uint32_t to)
{
    if (to > t->log.count || (to > 0 && t->log.marks[to - 1].taken_back))
        return false;
    for (uint32_t i = to; i < t->log.count; i++)
        if (!t->log.marks[i].taken_back && t->log.marks[i].actor != TABLE_BACK)
            return true;
    return false;
}

table_answer table_take_back(table *t, int by, uint32_t to, int64_t at_ms)
{
    char number[12];
    kn_text text = kn_text_on(number, sizeof number);
    log_line line = {.at_ms = at_ms,
                     .actor = TABLE_BACK,
                     .acted_ms = KN_NEVER,
                     .claimed_ms = KN_NEVER,
                     .by = by};
    if (!table_can_go_back(t, to))
        return TABLE_NOTHING_BACK;
    if (t->backs == TABLE_BACKS_MAX)
        return TABLE_TOO_MANY_BACKS;
    kn_put_int(&text, to);
    line.move = (kn_slice){number, text.length};
    table_answer answer = table_append(t, &line, (table_mark){.actor = TABLE_BACK});
    if (answer)
        return answer;
    for (uint32_t i = to; i < t->log.count - 1; i++)
        t->log.marks[i].taken_back = true;
    t->backs++;
    return play_again(t);
}

/* ---- agreeing ---- */

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

/* Has someone seen what this die shows? */
static bool is_seen(const table *t, const table_mark *mark)
{
    kn_actors seats = (kn_actors)((1u << t->plan.setup.seats) - 1);
    return seats & ~mark->hidden;
}

/* Has a die behind event `to` been seen, or one that nobody could see by what a seat did with it?
 */
static bool was_shown(const table *t, uint32_t to)
{
    bool secret = false; /* is the last die one that nobody has seen? */
    for (uint32_t i = 0; i < t->log.count; i++) {
        const table_mark *mark = &t->log.marks[i];
        if (mark->taken_back)
            continue;
        bool die = mark->actor == KN_CHANCE;
        if (i >= to && (die ? is_seen(t, mark) : secret && mark->actor < KN_SEATS_MAX))
            return true;
        if (die)
            secret = !is_seen(t, mark);
    }
    return false;
}

/* A die that was seen would help to choose again: to do the same and get it, or something else and
 * get another one. Those who agree cannot allow that for others, such as bots. The same dice for
 * everybody can be seen elsewhere, too, and results are compared with people who are not here. Real
 * dice are in the hands of those who throw them. */
static table_answer peek_refusal(const table *t, uint32_t to)
{
    if (t->plan.same[0])
        return TABLE_SAME_STANDS;
    return !t->plan.ours && was_shown(t, to) ? TABLE_DICE_SHOWN : TABLE_OK;
}

static kn_actors asked(const table *t)
{
    kn_actors set = t->back_asked;
    if (set)
        return set;
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (!t->plan.seat[i].bot[0])
            set |= KN_ACTOR(i);
    return set;
}

/* Taken back as soon as the last of those asked agrees. */
static table_answer agree(table *t, int seat, int64_t now_ms)
{
    t->back_agreed |= KN_ACTOR(seat);
    if (asked(t) & ~t->back_agreed)
        return TABLE_OK;
    t->back_agreed = 0;
    table_answer answer = table_take_back(t, t->back_by, t->back_to, table_date(t, now_ms));
    if (!answer)
        table_settle(t, now_ms);
    return answer;
}

/* Would this undo what was decided by who was first? The dice would be the same, and everyone knows
 * them now. Only asking is refused: logs in which it was once allowed still load. */
static bool was_fought_for(const table *t, uint32_t to)
{
    for (uint32_t i = to; i < t->log.count; i++)
        if (t->log.marks[i].actor == KN_CLOCK && !t->log.marks[i].taken_back)
            return true;
    return false;
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
    return table_call_refusal(t);
}

table_answer table_ask_back(table *t, int seat, uint32_t to, int64_t now_ms)
{
    table_answer answer = back_refusal(t, seat);
    if (answer)
        return answer;
    if (!table_can_go_back(t, to))
        return TABLE_NOTHING_BACK;
    if (was_fought_for(t, to))
        return TABLE_TIME_COUNTED;
    answer = peek_refusal(t, to);
    if (answer)
        return answer;
    t->back_to = to;
    t->back_by = (uint8_t)seat;
    t->back_agreed = 0;
    return agree(t, seat, now_ms);
}

table_answer table_agree_back(table *t, int seat, int64_t now_ms)
{
    table_answer answer = back_refusal(t, seat);
    if (!answer)
        answer = !t->back_agreed                 ? TABLE_NOTHING_BACK
                 : was_fought_for(t, t->back_to) ? TABLE_TIME_COUNTED
                                                 : peek_refusal(t, t->back_to);
    return answer ? answer : agree(t, seat, now_ms);
}

void table_refuse_back(table *t)
{
    t->back_agreed = 0;
}
