/* match.c: the match in a room: starting, playing, taking back, stopping, and loading its parts. */
#include <string.h>

#include "house/inside.h"
#include "table/log.h"

bool match_on(const room *r)
{
    return r->status == HOUSE_PLAYING && r->table;
}

/* The table's time never goes back, whatever the clock of the house does. */
int64_t match_now(const room *r, int64_t now_ms)
{
    int64_t now = now_ms - r->began_ms;
    return now > 0 ? now : 0;
}

/* ---- memory ---- */

static void *grow(house *h, void *old, size_t size)
{
    return h->machine.grow(h->machine.with, old, size);
}

static void match_free_log(house *h, table *t)
{
    grow(h, t->log.text, 0);
    grow(h, t->log.marks, 0);
}

void match_free(room *r)
{
    if (!r->table)
        return;
    match_free_log(r->house, r->table);
    grow(r->house, r->table, 0);
    r->table = NULL;
}

static table_log new_log(house *h, size_t size, uint32_t lines)
{
    return (table_log){.text = grow(h, NULL, size),
                       .size = size,
                       .marks = grow(h, NULL, lines * sizeof(table_mark)),
                       .capacity = lines};
}

void match_grow(room *r)
{
    table *t = r->table;
    size_t size = t->log.size + t->log.size / 2;
    uint32_t lines = t->log.capacity + t->log.capacity / 2;
    table_lend_memory(t, grow(r->house, t->log.text, size), size,
                      grow(r->house, t->log.marks, lines * sizeof(table_mark)), lines);
}

static void make_room(room *r)
{
    while (!table_has_memory(r->table))
        match_grow(r);
}

/* ---- beginning and ending ---- */

void match_setup(const room *r, int seats, kn_setup *setup)
{
    kn_slice rest = kn_slice_of(r->settings.options), word, key;
    kn_setup_initial(r->settings.game, seats, setup);
    if (r->settings.ours && r->settings.game->companion) {
        word = kn_slice_of(r->settings.game->companion);
        if (kn_take_until(&word, '=', &key))
            kn_read_option(r->settings.game, key, word, setup);
    }
    while (rest.length > 0 && kn_take_word(&rest, &word))
        if (kn_take_until(&word, '=', &key))
            kn_read_option(r->settings.game, key, word, setup);
    /* Fewer may sit here than when it was chosen or came to that seat. */
    int first = kn_first_option(r->settings.game);
    if (first < 0 || r->settings.begins == BEGINS_SAME || setup->option[first] == KN_FIRST_DRAWN)
        return;
    if (evening_first(r) >= 0)
        setup->option[first] = evening_first(r) + 1;
    if (setup->option[first] > seats)
        setup->option[first] = (setup->option[first] - 1) % seats + 1;
}

bool match_is_timed(const room *r)
{
    return r->table->plan.game->alarm != kn_no_alarm;
}

/* Where reaction counts, late news is waited for, and dice leave early enough for the farthest
 * seat to show them when all do. */
static void set_fair_time(room *r)
{
    table *t = r->table;
    if (!match_is_timed(r))
        return;
    t->patience_ms = r->house->limits.lag_cap_ms;
    t->lead_ms = 0;
    for (const guest *g = r->guests; g && !t->plan.ours; g = g->next) {
        int64_t lead_ms = fair_lead(&g->trips, r->house->limits.lead_ms);
        if (seats_of(r, g->person) && lead_ms > t->lead_ms)
            t->lead_ms = lead_ms;
    }
}

static void make_plan(const room *r, int64_t now_ms, table_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->game = r->settings.game;
    match_setup(r, room_taken(r), &plan->setup);
    plan->ours = r->settings.ours;
    memcpy(plan->same, r->settings.same, sizeof plan->same);
    plan->opened_ms = house_date(r->house, now_ms);
    memcpy(plan->secret, r->secret, sizeof plan->secret);
    plan->sealed = r->sealed;
    for (int i = 0; i < plan->setup.seats; i++) {
        memcpy(plan->seat[i].name, r->seat[i].name, sizeof plan->seat[i].name);
        memcpy(plan->seat[i].bot, r->seat[i].bot, sizeof plan->seat[i].bot);
        plan->seat[i].salt = r->seat[i].salt;
    }
}

/* Is a device still to answer the seal? One that is not there, or never answers, is not waited
 * for. */
static bool brings_salts(const room *r, uint32_t id)
{
    for (const guest *g = r->guests; g; g = g->next)
        if (g->person == id && g->brings_salts)
            return true;
    return false;
}

static bool salts_missing(const room *r)
{
    if (r->settings.same[0])
        return false; /* nobody has a part in such dice */
    for (int i = 0; i < KN_SEATS_MAX; i++)
        if (r->seat[i].person && !r->seat[i].salt && brings_salts(r, r->seat[i].person))
            return true;
    return false;
}

static refusal start_refusal(const room *r)
{
    if (match_on(r))
        return "playing";
    if (r->house->space >= HOUSE_NO_MATCHES)
        return "no_space";
    if (room_taken(r) < r->settings.game->seats_min)
        return "too_few";
    return room_taken(r) > r->settings.game->seats_max ? "too_many" : NULL;
}

static void forget_wishes(room *r)
{
    for (int i = 0; i < r->people_count; i++)
        r->people[i].again = false;
}

static refusal start(room *r, int64_t now_ms)
{
    enum { SIZE_FIRST = TABLE_HEADER_MAX + (TABLE_BURST + 16) * TABLE_LINE_MAX, ROOM_FIRST = 128 };
    table_plan plan;
    seats_close_up(r, room_taken(r));
    make_plan(r, now_ms, &plan);
    table *t = grow(r->house, NULL, sizeof *t);
    table_log log = new_log(r->house, SIZE_FIRST, ROOM_FIRST);
    table_answer answer = table_open(t, &plan, log);
    if (answer) {
        grow(r->house, log.text, 0);
        grow(r->house, log.marks, 0);
        grow(r->house, t, 0);
        return answer == KN_BAD_SETUP ? "bad_option" : table_answer_key(answer);
    }
    match_free(r);
    r->table = t;
    r->began_ms = now_ms;
    r->match++;
    r->status = HOUSE_PLAYING;
    r->stopped = false;
    r->unlisted |= LIST_START;
    r->parts = 0;
    r->kept = 0;
    r->events_seen = 0;
    r->counted = 0;
    r->changed = true;
    r->not_started = NULL;
    set_fair_time(r);
    turn_clock_stop(r);
    notes_begin(r);
    forget_wishes(r);
    evening_forget_picks(r);
    if (r->evening)
        r->evening->over = false;
    r->last_met = r->last_person;
    seats_held_begin(r);
    for (int i = 0; i < KN_SEATS_MAX; i++)
        bots_leave(r, i);
    return NULL;
}

/* Too many in this room, or in all rooms by those who come from one address? */
static bool starts_too_often(room *r, int64_t now_ms)
{
    house *h = r->house;
    if (!seals_may_add(h, r->asked_from, now_ms) ||
        !bucket_take(&r->starts, STARTS_AT_ONCE, STARTS_EACH_MS, now_ms))
        return true;
    seals_count(h, r->asked_from, now_ms);
    return false;
}

static refusal start_soon(room *r, int64_t now_ms)
{
    enum { SALTS_WAIT_MS = 3000 };
    refusal why = start_refusal(r);
    if (why)
        return why;
    if (starts_too_often(r, now_ms))
        return "slow_down";
    if (!salts_missing(r))
        return start(r, now_ms);
    if (!r->starting)
        r->starting_ms = now_ms + SALTS_WAIT_MS;
    r->starting = true;
    return NULL;
}

refusal hear_start(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    (void)m;
    memcpy(r->asked_from, g->address, sizeof r->asked_from);
    return start_soon(r, now_ms);
}

/* The next match may be proposed by anybody who sits at the table; the first one is the host's:
 * others may still be on their way. */
refusal hear_again(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    refusal why = start_refusal(r);
    (void)m;
    (void)now_ms;
    if (why)
        return why;
    if (r->match == 0)
        return "not_host";
    if (!seats_of(r, g->person))
        return "not_yours";
    person *p = person_find(r, g->person);
    r->told_differs |= !p->again;
    p->again = true;
    memcpy(r->asked_from, g->address, sizeof r->asked_from);
    r->not_started = NULL;
    return NULL;
}

/* Somebody who is there, and was here before the last match, has proposed it, and all who sit there
 * and are not away agree. Whoever comes while all others are away starts nothing. */
static bool all_want_it(const room *r)
{
    bool any = false;
    for (int i = 0; i < r->people_count; i++) {
        const person *p = &r->people[i];
        any |= p->again && p->guests > 0 && p->id <= r->last_met;
        if (!p->again && !p->away && seats_of(r, p->id))
            return false;
    }
    return any;
}

/* What cannot be is not wanted any longer; everybody learns why, and may ask again. */
static void note_start(room *r, refusal why)
{
    r->not_started = why;
    if (!why)
        return;
    forget_wishes(r);
    r->told_differs = true;
}

void match_start_if_wanted(room *r, int64_t now_ms)
{
    if (match_on(r) || r->starting || !all_want_it(r))
        return;
    note_start(r, start_soon(r, now_ms));
}

void match_start_if_due(room *r, int64_t now_ms)
{
    if (!r->starting || (salts_missing(r) && now_ms < r->starting_ms))
        return;
    r->starting = false;
    refusal why = start_refusal(r);
    note_start(r, why ? why : start(r, now_ms));
}

/* Without a result. */
void match_stop(room *r)
{
    r->status = HOUSE_WAITING;
    r->stopped = true;
    r->unlisted |= LIST_STOP;
    r->sealed.stopped++;
    for (guest *each = r->guests; each; each = each->next)
        each->wants_table = true;
    room_seal_next(r);
}

bool match_is_full(const room *r)
{
    return table_is_full(r->table);
}

refusal hear_stop(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    (void)g;
    (void)m;
    (void)now_ms;
    if (!match_on(r))
        return "not_playing";
    match_stop(r);
    return NULL;
}

/* ---- time ---- */

/* When the last die fell, dated ahead or not. */
static int64_t last_dice_ms(const table *t)
{
    for (uint32_t i = t->log.known; i > 0; i--) {
        const table_mark *mark = &t->log.marks[i - 1];
        size_t end = i < t->log.count ? t->log.marks[i].offset : t->log.length;
        log_line line;
        if (mark->actor == KN_CHANCE && !mark->taken_back &&
            log_read_line((kn_slice){t->log.text + mark->offset, end - mark->offset - 1}, &line))
            return line.at_ms;
    }
    return 0;
}

int64_t match_shown_ms(const room *r)
{
    return r->table->plan.game->alarm(&r->table->state) == KN_NEVER ? KN_NEVER
                                                                    : last_dice_ms(r->table);
}

void match_tick(room *r, int64_t now_ms)
{
    table *t = r->table;
    int64_t alarm = table_alarm(t);
    if (alarm != KN_NEVER && alarm <= match_now(r, now_ms)) {
        make_room(r);
        table_tick(t, match_now(r, now_ms));
    }
    turn_clock_look(r);
}

int64_t match_alarm(const room *r, int64_t now_ms)
{
    int64_t soonest = table_alarm(r->table), ends = turn_clock_alarm(r, match_now(r, now_ms));
    if (ends != KN_NEVER && (soonest == KN_NEVER || ends < soonest))
        soonest = ends;
    return soonest == KN_NEVER ? KN_NEVER : soonest + r->began_ms;
}

/* ---- moves ---- */

static refusal why_not(table_answer answer)
{
    return answer ? table_answer_key(answer) : NULL;
}

/* Counts are for everybody who asks: what is done unseen counts when it comes to light. */
void match_count(room *r)
{
    for (; r->counted < r->table->log.known; r->counted++) {
        r->house->counts.events++;
        r->house->counts.moves += r->table->log.marks[r->counted].actor < KN_SEATS_MAX;
    }
}

static table_answer play(room *r, int seat, kn_slice move, const table_act *act)
{
    make_room(r);
    set_fair_time(r);
    table_answer answer = table_play(r->table, seat, move, act);
    if (!answer)
        turn_clock_moved(r, seat); /* if it is due again, that is another decision */
    return answer;
}

table_answer match_move(room *r, int seat, kn_move move, const table_act *act)
{
    char name[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(name, sizeof name);
    r->table->plan.game->write_move(&r->table->state, seat, move, &text);
    return play(r, seat, (kn_slice){name, text.length}, act);
}

/* Has this seat moved, or was something taken back, since that event? A number that nobody can know
 * yet is taken for the last one that can be known. */
static bool outdated(const room *r, int seat, uint32_t event)
{
    const table_log *log = &r->table->log;
    for (uint32_t i = event < log->known ? event : log->known; i < log->count; i++)
        if (log->marks[i].actor == seat || log->marks[i].actor == TABLE_BACK)
            return true;
    return false;
}

static refusal own_seat_in_match(const room *r, const guest *g, const house_message *m, int *seat)
{
    refusal why = field_own_seat(r, g, m, seat);
    if (why)
        return why;
    return match_on(r) && *seat < r->table->plan.setup.seats ? NULL : "not_playing";
}

static void judge_time(const room *r, const guest *g, const house_message *m, table_act *act)
{
    const house_field *after = field(m, "after_ms");
    int64_t shown = match_shown_ms(r);
    if (shown == KN_NEVER)
        return;
    double after_ms = after && after->kind == HOUSE_NUMBER ? after->number : -1;
    fair_belief belief =
        fair_judge(&g->trips, shown, after_ms, act->now_ms, r->house->limits.lag_cap_ms);
    act->acted_ms = belief.acted_ms;
    act->claimed_ms = belief.claimed_ms;
    act->error_ms = belief.error_ms;
}

refusal hear_play(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice move;
    int64_t event;
    int seat;
    refusal why = own_seat_in_match(r, g, m, &seat);
    if (why)
        return why;
    table_act act = {.now_ms = match_now(r, now_ms), .acted_ms = KN_NEVER, .claimed_ms = KN_NEVER};
    if (!field_salt(m, &act.salt))
        return "bad_salt";
    if (!field_text(m, "move", &move) || move.length >= KN_MOVE_TEXT_MAX)
        return "unreadable";
    if (field_int(m, "event", 0, TABLE_EVENTS_MAX, &event) && outdated(r, seat, (uint32_t)event))
        return "outdated";
    judge_time(r, g, m, &act);
    return why_not(play(r, seat, move, &act));
}

/* ---- dice of our own ---- */

kn_actors match_all_seats(const room *r)
{
    return (kn_actors)((1u << r->table->plan.setup.seats) - 1);
}

kn_actors match_seats(const room *r, const guest *g)
{
    return (kn_actors)(seats_of(r, g->person) & match_all_seats(r));
}

refusal match_seated(const room *r, const guest *g)
{
    if (!match_on(r))
        return "not_playing";
    return match_seats(r, g) ? NULL : "not_yours";
}

/* The seats that will see how the next die falls. */
static kn_actors seats_shown_next(const table *t)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    kn_event next = {.at_ms = t->last_ms, .acted_ms = t->last_ms, .actor = KN_CHANCE};
    kn_actors shown = 0;
    if (kn_outcomes(t->plan.game, &t->state, outcomes) > 0)
        next.move = outcomes[0].move;
    for (int seat = 0; seat < t->plan.setup.seats; seat++)
        if (t->plan.game->seen(&t->state, &next, seat) == KN_SEEN)
            shown |= KN_ACTOR(seat);
    return shown;
}

/* What only others see is theirs to say. For a bot anybody may. */
static bool may_declare(const room *r, const guest *g)
{
    kn_actors shown = seats_shown_next(r->table);
    if (!(r->table->plan.game->to_act(&r->table->state) & KN_ACTOR(KN_CHANCE)) ||
        shown & match_seats(r, g))
        return true;
    for (int seat = 0; seat < r->table->plan.setup.seats; seat++)
        if (shown & KN_ACTOR(seat) && r->seat[seat].person)
            return false;
    return true;
}

static refusal declare_one(room *r, const guest *g, kn_slice shown, int64_t now)
{
    make_room(r);
    return may_declare(r, g) ? why_not(table_declare(r->table, shown, now)) : "not_yours";
}

/* Several words are several dice: all of them, or none. */
static refusal declare_words(room *r, const guest *g, kn_slice shown, int64_t now)
{
    enum { WORDS_MAX = 16 };
    static const refusal unreadable = "unreadable";
    refusal why = declare_one(r, g, shown, now);
    kn_slice word;
    if (!why || strcmp(why, unreadable) != 0)
        return why;
    table before = *r->table;
    for (int n = 0; n < WORDS_MAX && kn_take_word(&shown, &word); n++) {
        why = declare_one(r, g, word, now);
        if (why || shown.length == 0)
            break;
    }
    if (why || shown.length > 0) { /* as it was, but for the room that was lent */
        before.log.text = r->table->log.text;
        before.log.size = r->table->log.size;
        before.log.marks = r->table->log.marks;
        before.log.capacity = r->table->log.capacity;
        *r->table = before;
        r->table->log.text[r->table->log.length] = '\0';
    }
    return shown.length > 0 && !why ? unreadable : why;
}

/* A wish to take back would end with the first hand that comes down, and tell of it. */
static void end_wish_before_hands(room *r)
{
    if (match_shown_ms(r) != KN_NEVER)
        table_refuse_back(r->table);
}

refusal hear_declare(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice shown;
    refusal why = match_seated(r, g);
    if (why)
        return why;
    if (!field_text(m, "shown", &shown) || shown.length >= TABLE_LINE_MAX)
        return "unreadable";
    why = declare_words(r, g, shown, match_now(r, now_ms));
    end_wish_before_hands(r);
    return why;
}

refusal hear_roll(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    refusal why = match_seated(r, g);
    (void)m;
    if (why)
        return why;
    make_room(r);
    table_answer answer = table_roll(r->table, match_now(r, now_ms));
    end_wish_before_hands(r);
    return why_not(answer);
}

/* ---- taking back ---- */

/* Whose consent it takes: of every person who holds a seat now. A bot that merely stands in for
 * somebody decides nothing for them: nobody takes back behind the back of who is away. */
static kn_actors asked_for_back(const room *r)
{
    kn_actors asked = 0;
    for (int i = 0; i < r->table->plan.setup.seats; i++)
        if (r->seat[i].person)
            asked |= KN_ACTOR(i);
    return asked;
}

/* After something was taken back everybody decides anew. */
void match_decide_anew(room *r, uint32_t backs)
{
    if (r->table->backs != backs)
        turn_clock_stop(r);
}

refusal hear_back(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    int64_t to = 0;
    bool any = true;
    int seat;
    refusal why = own_seat_in_match(r, g, m, &seat);
    if (why)
        return why;
    /* While hands may come down nobody may learn whether one has: neither by asking, nor by a wish
     * that ends. */
    if (match_shown_ms(r) != KN_NEVER)
        return table_answer_key(TABLE_TIME_COUNTED);
    if (field_is_absent(m, "to"))
        to = table_before_last_move(r->table, seat, &any);
    else if (!field_int(m, "to", 0, TABLE_EVENTS_MAX, &to))
        return "not_understood";
    if (!any)
        return "nothing_back";
    if (r->table->backs >= ROOM_BACKS_MAX)
        return "too_many_backs";
    uint32_t backs = r->table->backs;
    make_room(r);
    r->table->back_asked = asked_for_back(r);
    table_answer answer = table_ask_back(r->table, seat, (uint32_t)to, match_now(r, now_ms));
    match_decide_anew(r, backs);
    return why_not(answer);
}

refusal hear_agree(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    int seat;
    refusal why = own_seat_in_match(r, g, m, &seat);
    if (why)
        return why;
    uint32_t backs = r->table->backs;
    make_room(r);
    r->table->back_asked = asked_for_back(r);
    table_answer answer = table_agree_back(r->table, seat, match_now(r, now_ms));
    match_decide_anew(r, backs);
    return why_not(answer);
}

refusal hear_disagree(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    int seat;
    refusal why = own_seat_in_match(r, g, m, &seat);
    (void)now_ms;
    if (why)
        return why;
    if (!r->table->back_agreed)
        return "nothing_back";
    table_refuse_back(r->table);
    return NULL;
}

/* ---- found again ---- */

static uint32_t count_events(kn_slice log)
{
    uint32_t count = 0;
    bool events = false;
    for (kn_slice line; kn_take_until(&log, '\n', &line);) {
        count += events;
        events |= kn_slice_is(line, "events");
    }
    return count;
}

/* The parts of a log: `secret HEX`; the log from its header to its last event; and what vouches for
 * its end, if anything does. In a log the secret stands behind the events. */
typedef struct {
    kn_slice secret, lines, closed;
} log_parts;

static bool split_parts(kn_slice parts, log_parts *out)
{
    *out = (log_parts){.lines = parts};
    if (!kn_take_until(&out->lines, '\n', &out->secret))
        return false;
    kn_slice rest = out->lines, line;
    while (out->closed.length == 0 && kn_take_until(&rest, '\n', &line))
        if (kn_slice_begins(line, "closed "))
            out->closed = (kn_slice){line.at, (size_t)(rest.at + rest.length - line.at)};
    out->lines.length -= out->closed.length;
    return true;
}

table_answer match_read_parts(house *h, kn_slice parts, table *t)
{
    log_parts log_of;
    table_report report;
    if (!split_parts(parts, &log_of))
        return TABLE_CUT_OFF;
    kn_slice secret = log_of.secret, rest = log_of.lines;
    size_t size = rest.length + secret.length + 64;
    char *whole = grow(h, NULL, size);
    kn_text text = kn_text_on(whole, size);
    memcpy(whole, rest.at, rest.length);
    whole[rest.length] = '\0';
    text.length = rest.length;
    uint32_t lines = count_events(rest);
    kn_put_slice(&text, secret);
    kn_put(&text, "\nend ");
    kn_put_int(&text, lines);
    kn_put_char(&text, '\n');
    table_log log = new_log(h, size + TABLE_HEADER_MAX, lines + 16);
    table_answer answer = table_load(t, (kn_slice){whole, text.length}, log, &report);
    grow(h, whole, 0);
    if (answer) {
        grow(h, log.text, 0);
        grow(h, log.marks, 0);
    }
    return answer;
}

/* The log for people: the same lines, the secret behind them, and the end. They are ours and were
 * checked when they were made; playing them again would take long and hold everybody up. */
void match_write_log(kn_slice parts, kn_text *out)
{
    uint8_t check[TABLE_HASH_BYTES] = {0};
    log_parts log;
    split_parts(parts, &log);
    kn_put_slice(out, log.lines);
    kn_put_slice(out, log.secret);
    kn_put_char(out, '\n');
    log_check(check, (kn_slice){out->at, out->length});
    kn_put(out, "end ");
    kn_put_int(out, count_events(log.lines));
    kn_put_char(out, ' ');
    kn_put_hex(out, check, LOG_CHECK_BYTES);
    kn_put_char(out, '\n');
    kn_put_slice(out, log.closed);
}

/* By the date, so that a match which rests for a week shows that. But a date can be wrong: the time
 * never goes back behind the last event, nor further ahead of it than this house, or one before it,
 * has run since. */
void match_go_on(room *r, int64_t kept_ms, int64_t now_ms)
{
    const table *t = r->table;
    int64_t passed = house_date(r->house, now_ms) - t->plan.opened_ms;
    int64_t ran = now_ms > kept_ms ? now_ms - kept_ms : 0;
    if (passed > t->last_ms + ran)
        passed = t->last_ms + ran;
    if (passed < t->last_ms)
        passed = t->last_ms;
    r->began_ms = now_ms - passed;
}

table_answer match_load(room *r, kn_slice parts)
{
    table *t = grow(r->house, NULL, sizeof *t);
    table_answer answer = match_read_parts(r->house, parts, t);
    if (answer) {
        grow(r->house, t, 0);
        return answer;
    }
    r->table = t;
    r->kept = t->log.length;
    r->events_seen = 0;
    r->counted = t->log.known;
    set_fair_time(r);
    return TABLE_OK;
}
