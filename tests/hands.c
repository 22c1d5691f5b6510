/* hands.c: bots of Yubitsume and Crane that play whole matches. */
#include "tests/hands.h"

bot open_bot(const bot_kind *kind, int seat, int level, uint64_t seed)
{
    bot b = bot_open(kind->game, seat, level, seed);
    b.kind = kind;
    return b;
}

void assert_near(double a, double b, double most)
{
    if (!(a - b <= most && b - a <= most))
        fail_msg("%.12f is not %.12f within %g", a, b, most);
}

static void happen(match *m, int actor, kn_move move, int64_t acted_ms)
{
    union {
        uint64_t align;
        uint8_t bytes[KN_STATE_MAX];
    } view;
    if (acted_ms > m->now_ms)
        m->now_ms = acted_ms;
    kn_event event = {
        .at_ms = m->now_ms, .acted_ms = acted_ms, .move = move, .actor = (uint8_t)actor};
    assert_int_equal(m->game->apply(&m->state, &event), KN_OK);
    for (int seat = 0; seat < m->seats; seat++) {
        m->game->view(&m->state, seat, &view);
        if (m->seat[seat].kind->watch)
            m->seat[seat].kind->watch(&m->seat[seat], &view);
    }
}

static void choose_and_act(match *m, int seat, int64_t from_ms)
{
    union {
        uint64_t align;
        uint8_t bytes[KN_STATE_MAX];
    } view;
    int64_t delay_ms, again_ms;
    bot *b = &m->seat[seat];
    m->game->view(&m->state, seat, &view);
    kn_move move = b->kind->choose(b, &view, &delay_ms);
    assert_int_equal(b->kind->choose(b, &view, &again_ms), move);
    assert_int_equal(again_ms, delay_ms);
    m->hash = (m->hash ^ move ^ (uint64_t)delay_ms << 32) * 0x100000001b3u;
    if (delay_ms != KN_NEVER)
        happen(m, seat, move, from_ms + delay_ms);
}

kn_actors play(match *m)
{
    kn_actors due;
    while ((due = m->game->to_act(&m->state))) {
        if (due & KN_ACTOR(KN_CHANCE)) {
            kn_event event;
            assert_true(kn_random_event(m->game, &m->state, &m->dice, &m->now_ms, &event));
            happen(m, KN_CHANCE, event.move, m->now_ms);
            continue;
        }
        int64_t from_ms = m->now_ms, alarm = m->game->alarm(&m->state);
        for (int seat = 0; seat < m->seats; seat++)
            if (due & KN_ACTOR(seat) && (alarm != KN_NEVER || seat == kn_first_actor(due)))
                choose_and_act(m, seat, from_ms);
        if (due & KN_ACTOR(KN_CLOCK)) {
            alarm = m->game->alarm(&m->state);
            happen(m, KN_CLOCK, 0, alarm > m->now_ms ? alarm : m->now_ms);
        }
    }
    return m->game->result(&m->state);
}

match set_up(const bot_kind *kind, const kn_setup *setup, const int *levels, uint64_t seed)
{
    match m = {.game = kind->game, .seats = setup->seats, .hash = 0xcbf29ce484222325u};
    m.dice = kn_random_from(seed);
    assert_int_equal(m.game->start(setup, &m.state), KN_OK);
    for (int seat = 0; seat < m.seats; seat++)
        m.seat[seat] = open_bot(kind, seat, levels[seat], seed * 8 + (uint64_t)seat);
    return m;
}
