/* hands.c: bots that play whole matches. See hands.h. */
#include "tests/engine/hands.h"

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

static void random_levels(kn_random *random, int *levels)
{
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        levels[seat] = (int)kn_random_below(random, BOT_LEVELS);
}

void play_random(const bot_kind *kind, int matches)
{
    kn_random random = kn_random_from(3);
    for (int i = 0; i < matches; i++) {
        kn_setup setup;
        int levels[KN_SEATS_MAX];
        kn_random_setup(kind->game, &random, &setup);
        random_levels(&random, levels);
        match m = set_up(kind, &setup, levels, (uint64_t)i), again = m;
        assert_int_equal(play(&m), play(&again));
        assert_true(m.hash == again.hash);
        for (int seat = 0; seat < m.seats; seat++) {
            bot_opinion end = kind->value(&m.seat[seat], &m.state);
            assert_true(end.error == 0);
            if (kind->meaning == BOT_WINS)
                assert_true(end.value == (m.game->result(&m.state) >> seat & 1));
            else if (m.seats > 2)
                assert_true(end.value == m.game->score(&m.state, seat));
        }
    }
}

void judge_everywhere(const bot_kind *kind, int positions)
{
    static bot_opinion opinions[KN_MOVES_MAX];
    kn_move moves[KN_MOVES_MAX];
    kn_random random = kn_random_from(5);
    for (int i = 0; i < positions; i++) {
        kn_setup setup;
        scene s = {.game = kind->game};
        kn_event event;
        kn_random_setup(kind->game, &random, &setup);
        kind->game->start(&setup, s.state);
        for (uint32_t n = kn_random_below(&random, 60); n > 0; n--)
            if (kn_random_event(kind->game, s.state, &random, &s.now_ms, &event))
                kind->game->apply(s.state, &event);
        for (int seat = 0; seat < setup.seats; seat++) {
            scene view = s;
            kind->game->view(s.state, seat, view.state);
            bot b = open_bot(kind, seat, i % BOT_LEVELS, 1);
            int count = kind->judge(&b, view.state, opinions);
            assert_int_equal(count, kind->game->moves(view.state, seat, moves));
            for (int k = 1; k < count; k++)
                assert_true(opinions[k - 1].value >= opinions[k].value);
            bot_opinion worth = kind->value(&b, view.state);
            assert_true(worth.error >= 0 && worth.value == worth.value);
        }
    }
}

void assert_beats(const bot_kind *kind, int level, int least, int of)
{
    int won = 0;
    for (int i = 0; i < of; i++) {
        kn_setup setup;
        int levels[] = {i % 2 ? level : level - 1, i % 2 ? level - 1 : level};
        kn_setup_initial(kind->game, 2, &setup);
        match m = set_up(kind, &setup, levels, (uint64_t)(1000 + i));
        won += play(&m) == KN_ACTOR(1 - i % 2);
    }
    if (won < least)
        fail_msg("%s beats the level below in %d of %d only", bot_levels[level], won, of);
}
