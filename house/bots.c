/* bots.c: the bots of a room: when they think, when they move, and hints for players who ask.
 *
 * A bot thinks as soon as it is to move and moves when a person of its level would. Its decision
 * counts only while what it sees stays the same. */
#include <string.h>

#include "bots/bot.h"
#include "bots/random.h"
#include "house/inside.h"

/* Levels that only the house has. */
enum { LEVEL_RANDOM = BOT_LEVELS, LEVEL_PROGRAM };

bool level_exists(kn_slice level)
{
    return kn_slice_is(level, "random") || bot_level(level) >= 0;
}

/* ---- programs ---- */

bool plays_here(const room *r, const house_program *program)
{
    return !program->game || program->game == r->settings.game;
}

/* The program of this name that plays the game of the room, or NULL. */
static const house_program *program_of(const room *r, kn_slice name)
{
    const house_machine *m = &r->house->machine;
    for (int i = 0; i < m->program_count; i++)
        if (kn_slice_is(name, m->programs[i].name) && plays_here(r, &m->programs[i]))
            return &m->programs[i];
    return NULL;
}

bool bot_exists(const room *r, kn_slice name)
{
    return level_exists(name) || program_of(r, name);
}

static int level_number(const char *level)
{
    kn_slice name = kn_slice_of(level);
    return bot_level(name) >= 0           ? bot_level(name)
           : strcmp(level, "random") == 0 ? LEVEL_RANDOM
                                          : LEVEL_PROGRAM;
}

void house_let_stand_in(house_thought *t)
{
    uint64_t seed = kn_random_next(&t->player.random);
    t->program = NULL;
    t->player = bot_open(t->game, t->seat, level_number(t->standin), seed);
}

/* ---- who plays ---- */

void bots_leave(room *r, int seat)
{
    if (r->seat[seat].playing)
        r->house->machine.grow(r->house->machine.with, r->seat[seat].playing, 0);
    r->seat[seat].playing = NULL;
}

/* Which bot plays for a seat now; NULL: the person does. A program that this house does not have,
 * or not for this game, is somebody who is away. */
static const char *level_for(const room *r, int seat, int64_t now)
{
    const room_seat *s = &r->seat[seat];
    int64_t ends = turn_clock_ends(r, seat);
    if (s->bot[0])
        return bot_exists(r, kn_slice_of(s->bot)) ? s->bot : r->settings.standin;
    if (s->person && (s->standin || (ends != KN_NEVER && ends <= now)))
        return r->settings.standin;
    return NULL;
}

static seated_bot *seated_bot_for(room *r, int seat, const char *level)
{
    house *h = r->house;
    seated_bot *m = r->seat[seat].playing;
    uint64_t seed;
    if (m && strcmp(m->level, level) == 0)
        return m;
    bots_leave(r, seat);
    m = h->machine.grow(h->machine.with, NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    memcpy(m->level, level, strlen(level));
    h->machine.random(h->machine.with, &seed, sizeof seed);
    m->bot = bot_open(r->settings.game, seat, level_number(level), seed);
    r->seat[seat].playing = m;
    return m;
}

/* ---- thinking ---- */

/* For whom a room has its bots think: its host, or else somebody who plays, or else who is there.
 */
static const guest *patron(const room *r)
{
    const guest *best = r->guests;
    for (const guest *g = r->guests; g; g = g->next) {
        bool host = g->person && g->person == r->host, plays = seats_of(r, g->person) != 0;
        if (host)
            return g;
        if (plays && !seats_of(r, best->person))
            best = g;
    }
    return best;
}

/* Whoever has a larger network of IPv6 is one, however many addresses they come from. */
static void write_patron(const room *r, char out[HOUSE_ADDRESS_MAX])
{
    const guest *g = patron(r);
    char wider[ADDRESS_WIDER_MAX];
    kn_text text = kn_text_on(out, HOUSE_ADDRESS_MAX);
    if (g)
        kn_put(&text, address_wider(g->address, wider) ? wider : g->address);
}

static bool is_without_people(const room *r)
{
    for (int seat = 0; seat < r->table->plan.setup.seats; seat++)
        if (r->seat[seat].person)
            return false;
    return true;
}

/* With so many bytes behind it. */
static pending *new_thought(room *r, int seat, const bot *b, size_t behind)
{
    house *h = r->house;
    pending *p = h->machine.grow(h->machine.with, NULL, sizeof *p + behind);
    house_thought *t = &p->thought;
    memset(p, 0, sizeof *p);
    p->house = h;
    memcpy(t->room, r->code, sizeof t->room);
    t->match = r->match;
    t->event = r->table->log.known;
    t->ticket = ++h->tickets ? h->tickets : ++h->tickets;
    t->game = r->settings.game;
    t->setup = r->table->plan.setup;
    t->seat = seat;
    write_patron(r, t->address);
    t->alone = is_without_people(r);
    t->player = *b;
    table_view(r->table, seat, &t->view);
    h->counts.thinking++;
    return p;
}

/* A thought of a program has all that its seat has seen, as the program may have been started just
 * now, or been asked by another room meanwhile. */
static pending *new_choice(room *r, int seat, const seated_bot *m)
{
    const house_program *program = program_of(r, kn_slice_of(m->level));
    size_t most = program ? r->table->log.length + TABLE_LINE_MAX + 1 : 0;
    pending *p = new_thought(r, seat, &m->bot, most);
    if (!program)
        return p;
    kn_text events = kn_text_on((char *)(p + 1), most);
    table_since(r->table, seat, 0, &events);
    p->thought.program = program;
    p->thought.events = (kn_slice){(char *)(p + 1), events.length};
    memcpy(p->thought.standin, r->settings.standin, sizeof p->thought.standin);
    return p;
}

static void begin_to_think(room *r, int seat, seated_bot *m)
{
    house *h = r->house;
    pending *p = new_choice(r, seat, m);
    memcpy(p->thought.level, m->level, sizeof p->thought.level);
    r->seat[seat].thinking = m->ticket = p->thought.ticket;
    m->decided = false;
    h->machine.think(h->machine.with, &p->thought);
}

/* ---- a hand that grabs ---- */

/* How far the hand of a bot goes with what it decided, in um; 0: it does not grab. */
static int64_t travel(const seated_bot *m)
{
    return m->bot.kind && m->bot.kind->travel ? m->bot.kind->travel(m->move) : 0;
}

/* A hand that has changed its mind goes on from where it is. */
static void begin_to_pull(seated_bot *m, int64_t now)
{
    m->pull_ms = m->grip_ms = now;
    m->pull_um = travel(m) > 0 ? m->grip_um : 0;
}

/* How far it is: it begins slowly and ends slowly. */
static int64_t pull_at(const seated_bot *m, int64_t now)
{
    enum { WHOLE = 1000 };
    int64_t time = m->act_ms - m->pull_ms, to = travel(m);
    int64_t part = time > 0 ? (now - m->pull_ms) * WHOLE / time : WHOLE;
    int64_t way = part * part * (3 * WHOLE - 2 * part) / ((int64_t)WHOLE * WHOLE);
    return m->pull_um + (to - m->pull_um) * way / WHOLE;
}

static bool pulls(const room *r, const seated_bot *m)
{
    return r->guests && m->decided && m->act_ms != KN_NEVER && travel(m) > 0;
}

/* The others see the hand of a bot close, as they would see a person's. */
static void tell_grip(room *r, int seat, seated_bot *m, int64_t now)
{
    enum { GRIP_EACH_MS = 100 };
    if (!pulls(r, m) || now < m->grip_ms)
        return;
    m->grip_um = pull_at(m, now);
    m->grip_ms = now + GRIP_EACH_MS;
    talk_grip(r, seat, m->grip_um);
}

/* When it acts if nothing happens meanwhile: not so soon that nobody can read what it covers. A
 * hand takes longer than the pace allows for thinking, or nobody could call out to it; one that was
 * called to on its way goes on for a moment. */
static int64_t time_to_act(const room *r, const seated_bot *m, const house_thought *t, int64_t now)
{
    enum { HAND_PACES = 4, CALLED_MS = 2500 };
    const bot_kind *kind = bot_kind_for(t->game);
    int64_t pace = r->settings.pace_ms, delay = t->delay_ms;
    int64_t longest = pace * (travel(m) > 0 ? HAND_PACES : 1);
    int64_t rest = pace > 0 && kind && kind->rest_ms ? kind->rest_ms(&t->view) : 0;
    delay = delay > longest ? longest : delay;
    delay = delay < rest ? rest : delay;
    if (travel(m) <= 0 || m->grip_um <= 0)
        return now + delay;
    int64_t soonest = now + (delay > CALLED_MS ? CALLED_MS : delay);
    return m->act_ms > soonest ? m->act_ms : soonest;
}

/* The decision takes effect. */
static void decide(room *r, seated_bot *m, const house_thought *t, int64_t now_ms)
{
    int64_t shown = match_shown_ms(r), now = match_now(r, now_ms);
    m->ticket = 0;
    if (m->bot.level != LEVEL_PROGRAM) /* else it was perhaps another one that thought */
        m->bot = t->player;
    m->decided = true;
    if (m->grip_um <= 0)
        m->calls = 0;
    m->view = t->view;
    m->move = t->move;
    if (t->delay_ms == KN_NEVER)
        m->act_ms = KN_NEVER;
    else
        m->act_ms = shown != KN_NEVER ? shown + t->delay_ms : time_to_act(r, m, t, now);
    begin_to_pull(m, now);
}

static void answer_judge(house *h, const pending *p)
{
    guest *g = map_find(&h->guests, (uint64_t)p->guest + 1);
    if (!g || g->judging != p->thought.ticket) /* gone; somebody else has the number now */
        return;
    g->judging = 0;
    room *r = room_in_memory(h, p->thought.room);
    if (g->room && g->room == r && r->match == p->thought.match)
        say_opinions(g, p);
}

static void forget_ticket(room *r, uint32_t ticket)
{
    for (int i = 0; i < KN_SEATS_MAX; i++) {
        if (r->seat[i].thinking == ticket)
            r->seat[i].thinking = 0;
        if (r->seat[i].judging == ticket)
            r->seat[i].judging = 0;
    }
}

void house_thought_done(house *h, house_thought *thought, int64_t now_ms)
{
    pending *p = (pending *)thought;
    room *r = room_in_memory(h, thought->room);
    h->counts.thinking--;
    if (r)
        forget_ticket(r, thought->ticket);
    if (thought->judge)
        answer_judge(h, p);
    else if (r && match_on(r) && r->match == thought->match && r->seat[thought->seat].playing &&
             r->seat[thought->seat].playing->ticket == thought->ticket)
        decide(r, r->seat[thought->seat].playing, thought, now_ms);
    if (r && !thought->judge)
        room_settle(r, now_ms);
    h->machine.grow(h->machine.with, p, 0);
}

/* ---- moving ---- */

static bool sees_the_same(const room *r, int seat, const seated_bot *m)
{
    table_state view;
    memset(&view, 0, sizeof view);
    table_view(r->table, seat, &view);
    return memcmp(&view, &m->view, r->settings.game->state_bytes) == 0;
}

/* Make the move; if the rules refuse what the bot chose, the first legal one. */
static void make_move(room *r, int seat, seated_bot *m, int64_t now)
{
    kn_move moves[KN_MOVES_MAX];
    table_act act = {.now_ms = now, .acted_ms = KN_NEVER, .claimed_ms = KN_NEVER};
    if (match_shown_ms(r) != KN_NEVER)
        act.acted_ms = m->act_ms;
    if (r->seat[seat].person && !r->seat[seat].standin)
        note_late(r, seat);
    m->decided = false;
    m->grip_um = 0;
    if (match_move(r, seat, m->move, &act) &&
        kn_moves(r->settings.game, &r->table->state, seat, moves) > 0)
        match_move(r, seat, moves[0], &act);
}

static bool move_one(room *r, int seat, const char *level, int64_t now)
{
    seated_bot *m = seated_bot_for(r, seat, level);
    if (r->seat[seat].thinking)
        return false;
    if (!m->decided || !sees_the_same(r, seat, m))
        begin_to_think(r, seat, m);
    if (!m->decided || m->act_ms == KN_NEVER || m->act_ms > now) {
        tell_grip(r, seat, m, now);
        return false;
    }
    make_move(r, seat, m, now);
    return true;
}

/* First whether a bot plays, then whether it is due: for a person that may be hidden, and must not
 * take its time. */
bool bots_move(room *r, int64_t now_ms)
{
    kn_actors due = r->settings.game->to_act(&r->table->state);
    int64_t now = match_now(r, now_ms);
    for (int seat = 0; seat < r->table->plan.setup.seats; seat++) {
        const char *level = level_for(r, seat, now);
        if (level && due & KN_ACTOR(seat) && move_one(r, seat, level, now))
            return true;
    }
    return false;
}

int64_t bots_alarm(const room *r, int64_t now_ms)
{
    int64_t soonest = KN_NEVER, now = match_now(r, now_ms);
    kn_actors due = r->settings.game->to_act(&r->table->state);
    for (int seat = 0; seat < r->table->plan.setup.seats; seat++) {
        const seated_bot *m = r->seat[seat].playing;
        if (!m || !(due & KN_ACTOR(seat)) || !m->decided || m->act_ms == KN_NEVER ||
            !level_for(r, seat, now))
            continue;
        int64_t next = pulls(r, m) && m->grip_ms < m->act_ms ? m->grip_ms : m->act_ms;
        if (soonest == KN_NEVER || next < soonest)
            soonest = next;
    }
    return soonest == KN_NEVER ? KN_NEVER : soonest + r->began_ms;
}

/* ---- noticing ---- */

void bots_look(room *r)
{
    table_state view;
    if (r->events_seen == r->table->log.count)
        return;
    r->events_seen = r->table->log.count;
    for (int seat = 0; seat < r->table->plan.setup.seats; seat++) {
        seated_bot *m = r->seat[seat].playing;
        if (!m || m->ticket || m->bot.level >= BOT_LEVELS || !m->bot.kind || !m->bot.kind->watch)
            continue;
        table_view(r->table, seat, &view);
        m->bot.kind->watch(&m->bot, &view);
    }
}

void bots_hear(room *r, int direction)
{
    enum { CALLS_MOST = 8 };
    for (int seat = 0; match_on(r) && seat < r->table->plan.setup.seats; seat++) {
        seated_bot *m = r->seat[seat].playing;
        if (!m || m->bot.level == LEVEL_PROGRAM || !m->bot.kind || !m->bot.kind->hear)
            continue;
        m->bot.kind->hear(&m->bot, direction);
        if ((!m->ticket && travel(m) <= 0) || m->calls >= CALLS_MOST)
            continue; /* only a hand thinks again, and not for ever */
        m->calls++;
        m->decided = false;
        m->ticket = 0;
    }
}

/* ---- judging ---- */

static bool plays_at_random(const bot *b)
{
    return !b->kind || b->level >= BOT_LEVELS;
}

bool house_needs_solution(const house_thought *t)
{
    const bot *b = &t->player;
    return t->judge ? b->kind != NULL : !plays_at_random(b) && b->level >= b->kind->solution_from;
}

static void judge(house_thought *t)
{
    bot *b = &t->player;
    t->opinions = b->kind && b->kind->judge ? b->kind->judge(b, &t->view, t->opinion) : 0;
    bot_explain(b, &t->view, t->opinion, t->opinions, &t->reasons);
}

static void choose(house_thought *t)
{
    bot *b = &t->player;
    t->move = plays_at_random(b) ? random_bot(t->game, &t->view, t->seat, &b->random, &t->delay_ms)
                                 : b->kind->choose(b, &t->view, &t->delay_ms);
}

void house_think(house_thought *t, const void *solution, const bot_machine *machine)
{
    t->player.solution = solution;
    t->player.machine = machine;
    t->opinions = 0;
    if (t->judge)
        judge(t);
    else
        choose(t);
    t->player.solution = NULL;
    t->player.machine = NULL;
}

refusal hear_judge(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    house *h = r->house;
    int seat;
    refusal why = field_own_seat(r, g, m, &seat);
    (void)now_ms;
    if (why)
        return why;
    if (!match_on(r) || seat >= r->table->plan.setup.seats)
        return "not_playing";
    if (!(r->settings.game->to_act(&r->table->state) & KN_ACTOR(seat)))
        return "not_due";
    const bot_kind *kind = bot_kind_for(r->settings.game);
    if (!hints_allowed(r) || !kind || !kind->judge)
        return "no_hints";
    if (match_shown_ms(r) != KN_NEVER) /* a hand that is told where to go is not one's own */
        return "not_now";
    if (r->seat[seat].judging)
        return "slow_down";
    bot judge = bot_open(r->settings.game, seat, BOT_BEST, 1);
    pending *p = new_thought(r, seat, &judge, 0);
    memcpy(p->thought.level, "best", sizeof "best");
    p->thought.judge = true;
    p->guest = g->id;
    g->judging = r->seat[seat].judging = p->thought.ticket;
    note_hint(r, seat);
    h->machine.think(h->machine.with, &p->thought);
    return NULL;
}
