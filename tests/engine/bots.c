/* bots.c: what every bot promises, for all games: legal moves from the view alone, the same seed
 * the same choice, and values that fit together: a decision is worth its best move, a roll the mean
 * of what can fall. Together with the value of a finished match that makes every review add up. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/study.h"
#include "core/survey.h"
#include "native/native.h"
#include "native/threads.h"
#include "tests/engine/scenes.h"

typedef union {
    uint64_t align;
    uint8_t bytes[KN_STATE_MAX];
} any_state;

static const bot_machine machine = {
    .now_ns = native_steady_ns, .spread = threads_spread, .cores = 2};

/* The random setups of a game, the same in all tests, with what is learned for each: learned once.
 */
enum { SETUPS = 6 };
typedef struct {
    const bot_kind *kind;
    kn_setup setup;
    void *solution; /* or NULL */
} ground;

static void *learned(const bot_kind *kind, const kn_setup *setup)
{
    static const bool never = false;
    size_t bytes = kind->solution_bytes ? kind->solution_bytes(setup) : 0;
    void *solution = bytes ? native_aligned(bytes) : NULL;
    if (solution)
        assert_true(kind->learn(setup, solution, &machine, &never));
    return solution;
}

static const ground *ground_of(const bot_kind *kind, int number)
{
    static ground grounds[SETUPS];
    assert_true(number < SETUPS);
    ground *g = &grounds[number];
    kn_random random = kn_random_from(11 + (uint64_t)number);
    if (g->kind != kind) {
        free(g->solution);
        g->kind = kind;
        kn_random_setup(kind->game, &random, &g->setup);
        g->solution = learned(kind, &g->setup);
    }
    return g;
}

static bot open_bot(const bot_kind *kind, const void *solution, int seat, int level, uint64_t seed)
{
    bot b = bot_open(kind->game, seat, level, seed);
    b.solution = solution;
    b.machine = &machine;
    return b;
}

static bool is_listed(const kn_game *game, const void *state, int seat, kn_move move)
{
    kn_move moves[KN_MOVES_MAX];
    int count = game->moves(state, seat, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Continuous moves are not all listed: the rules decide. */
static bool is_accepted(const kn_game *game, const any_state *state, int seat, kn_move move)
{
    any_state next = *state;
    int64_t alarm = game->alarm(state);
    kn_event event = {.actor = (uint8_t)seat, .move = move};
    event.at_ms = event.acted_ms = alarm == KN_NEVER ? 0 : alarm;
    return game->apply(&next, &event) == KN_OK;
}

/* ---- choosing ---- */

static void check_choice(const bot_kind *kind, const void *solution, const any_state *state,
                         int seat, int level, uint64_t seed)
{
    any_state view;
    int64_t delay_ms, again_ms;
    memset(&view, 0, sizeof view);
    kind->game->view(state, seat, &view);
    bot one = open_bot(kind, solution, seat, level, seed),
        two = open_bot(kind, solution, seat, level, seed);
    kn_move move = kind->choose(&one, &view, &delay_ms);
    if (!is_accepted(kind->game, state, seat, move))
        fail_msg("%s, level %d: an illegal move", kind->game->key, level);
    assert_int_equal(kind->choose(&two, &view, &again_ms), move);
    assert_int_equal(delay_ms, again_ms);
    assert_true(delay_ms >= 0 || delay_ms == KN_NEVER);
}

/* Walk through random matches and let every level choose now and then. */
static void test_choices(void **given)
{
    const bot_kind *kind = *(const bot_kind **)*given;
    const kn_game *game = kind->game;
    kn_random random = kn_random_from(11);
    for (int match = 0; match < scene_times(4); match++) {
        const ground *g = ground_of(kind, match);
        any_state state;
        kn_event event;
        int64_t now_ms = 0;
        game->start(&g->setup, &state);
        for (int n = 0; kn_random_event(game, &state, &random, &now_ms, &event); n++) {
            int level = n % BOT_LEVELS;
            bool costly = bot_study_for(game)->search && level >= BOT_STRONG && n % 3;
            if (event.actor < KN_SEATS_MAX && n % 4 == 0 && !costly)
                check_choice(kind, g->solution, &state, event.actor, level, (uint64_t)(n + 1));
            game->apply(&state, &event);
        }
    }
}

/* ---- judging ---- */

/* Points have a minus where the fewest win, and people never see it. */
static void test_meaning(void **given)
{
    const bot_kind *kind = *(const bot_kind **)*given;
    bool minus = kind->game->fewest_win && kind->meaning != BOT_WINS;
    if (minus != (kind->meaning == BOT_MINUS_POINTS))
        fail_msg("%s: the values of its judge mean %s, and fewest_win is %s", kind->game->key,
                 bot_meanings[kind->meaning], kind->game->fewest_win ? "true" : "false");
    assert_true(bot_counted(BOT_POINTS, 7.5) == 7.5);
    assert_true(bot_counted(BOT_WINS, 0.25) == 0.25);
    assert_true(bot_counted(BOT_MINUS_POINTS, -7.5) == 7.5);
    assert_false(signbit(bot_counted(BOT_MINUS_POINTS, 0)));
}

static void check_opinions(const bot_kind *kind, const void *solution, const any_state *state,
                           int seat)
{
    static bot_opinion opinions[KN_MOVES_MAX];
    kn_move moves[KN_MOVES_MAX];
    any_state view;
    bot judge = open_bot(kind, solution, seat, BOT_BEST, 1);
    memset(&view, 0, sizeof view);
    kind->game->view(state, seat, &view);
    int count = kind->judge(&judge, &view, opinions);
    assert_int_equal(count, kind->game->moves(state, seat, moves));
    for (int i = 0; i < count; i++) {
        assert_true(is_listed(kind->game, state, seat, opinions[i].move));
        assert_true(opinions[i].error >= 0);
        if (i > 0)
            assert_true(opinions[i - 1].value >= opinions[i].value);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(opinions[k].move, opinions[i].move);
    }
}

static void test_opinions(void **given)
{
    const bot_kind *kind = *(const bot_kind **)*given;
    const kn_game *game = kind->game;
    kn_random random = kn_random_from(12);
    any_state state;
    kn_event event;
    int64_t now_ms = 0;
    if (!kind->judge)
        return;
    const ground *g = ground_of(kind, 0);
    game->start(&g->setup, &state);
    for (int n = 0; kn_random_event(game, &state, &random, &now_ms, &event); n++) {
        if (event.actor < KN_SEATS_MAX && n % 3 == 0)
            check_opinions(kind, g->solution, &state, event.actor);
        game->apply(&state, &event);
    }
}

/* ---- values that fit together ---- */

static double value_of(const bot_kind *kind, const void *solution, const any_state *state, int seat)
{
    any_state view;
    bot judge = open_bot(kind, solution, seat, BOT_BEST, 1);
    memset(&view, 0, sizeof view);
    kind->game->view(state, seat, &view);
    bot_opinion opinion = kind->value(&judge, &view);
    assert_true(opinion.error == 0);
    return opinion.value;
}

static double value_after(const bot_kind *kind, const void *solution, const any_state *state,
                          const kn_event *event, kn_move move, int seat)
{
    any_state next = *state;
    kn_event other = *event;
    other.move = move;
    assert_int_equal(kind->game->apply(&next, &other), KN_OK);
    return value_of(kind, solution, &next, seat);
}

/* What the position should be worth, from one event further on. */
static double expected_value(const bot_kind *kind, const void *solution, const any_state *state,
                             const kn_event *event, int seat)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    kn_move moves[KN_MOVES_MAX];
    double sum = 0, total = 0, best = -HUGE_VAL;
    if (event->actor == KN_CHANCE) {
        int count = kind->game->outcomes(state, outcomes);
        for (int i = 0; i < count; i++) {
            sum += outcomes[i].weight *
                   value_after(kind, solution, state, event, outcomes[i].move, seat);
            total += outcomes[i].weight;
        }
        return sum / total;
    }
    int count = kind->game->moves(state, event->actor, moves);
    for (int i = 0; i < count; i++) {
        double value = value_after(kind, solution, state, event, moves[i], seat);
        if (value > best)
            best = value;
    }
    return best;
}

static void check_values(const bot_kind *kind, const ground *g, uint64_t seed)
{
    const void *solution = g->solution;
    const kn_game *game = kind->game;
    kn_random random = kn_random_from(seed);
    any_state state;
    kn_event event;
    int64_t now_ms = 0;
    game->start(&g->setup, &state);
    for (int n = 0; kn_random_event(game, &state, &random, &now_ms, &event); n++) {
        /* Moves of others do not change one's own points. */
        int seat = event.actor < KN_SEATS_MAX ? event.actor : n % g->setup.seats;
        double value = value_of(kind, solution, &state, seat);
        double expected = expected_value(kind, solution, &state, &event, seat);
        if (fabs(value - expected) > 1e-9)
            fail_msg("%s: %.12f, but one event on %.12f", game->key, value, expected);
        game->apply(&state, &event);
    }
    for (int seat = 0; seat < g->setup.seats; seat++)
        assert_true(fabs(bot_counted(kind->meaning, value_of(kind, solution, &state, seat)) -
                         game->score(&state, seat)) < 1e-9);
}

/* The games whose points are solved. */
static void test_values(void **given)
{
    const bot_kind *kind = *(const bot_kind **)*given;
    for (int match = 0; match < scene_times(SETUPS); match++)
        check_values(kind, ground_of(kind, match), (uint64_t)match + 1);
}

/* ---- solutions ---- */

/* Both solutions give every legal move the same value, to the last bit. */
static void check_same_opinions(const bot_kind *kind, const void *solution, const void *shared,
                                const any_state *state, int seat)
{
    bot_opinion one[KN_MOVES_MAX], two[KN_MOVES_MAX];
    any_state view;
    kind->game->view(state, seat, &view);
    bot a = open_bot(kind, solution, seat, BOT_BEST, 1);
    bot b = open_bot(kind, shared, seat, BOT_BEST, 1);
    int count = kind->judge(&a, &view, one);
    assert_int_equal(kind->judge(&b, &view, two), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(one[i].move, two[i].move);
        assert_memory_equal(&one[i].value, &two[i].value, sizeof one[i].value);
    }
}

/* Setups that count as the same have the same solution. */
static void test_solutions(void **given)
{
    const bot_kind *kind = *(const bot_kind **)*given;
    const kn_game *game = kind->game;
    for (int match = 0; match < scene_times(SETUPS); match++) {
        const ground *g = ground_of(kind, match);
        const kn_setup reduced = bot_setup_to_solve(kind, &g->setup);
        const kn_setup twice = bot_setup_to_solve(kind, &reduced);
        assert_true(kn_setup_valid(game, &reduced));
        assert_memory_equal(&reduced, &twice, sizeof reduced);
        void *shared = learned(kind, &reduced);
        kn_random random = kn_random_from((uint64_t)match + 1);
        any_state state;
        kn_event event;
        int64_t now_ms = 0;
        game->start(&g->setup, &state);
        for (int n = 0; kn_random_event(game, &state, &random, &now_ms, &event); n++) {
            if (event.actor < KN_SEATS_MAX && n % 4 == 0)
                check_same_opinions(kind, g->solution, shared, &state, event.actor);
            game->apply(&state, &event);
        }
        free(shared);
    }
}

/* ---- the list ---- */

enum { TESTS_MOST = 32 };

int main(void)
{
    static char names[TESTS_MOST][64];
    static struct CMUnitTest tests[TESTS_MOST];
    static const bot_kind *kinds[TESTS_MOST];
    int count = 0;
    for (int i = 0; kn_games[i]; i++) {
        const bot_kind *kind = bot_kind_for(kn_games[i]);
        const struct {
            const char *name;
            CMUnitTestFunction test;
            bool here;
        } all[] = {
            {"meaning", test_meaning, true},
            {"choices", test_choices, true},
            {"opinions", test_opinions, true},
            {"values", test_values, kind && kind->meaning != BOT_WINS && kind->solution_bytes},
            {"solutions", test_solutions, kind && kind->reduce}};
        for (size_t k = 0; kind && k < sizeof all / sizeof *all; k++) {
            if (!all[k].here)
                continue;
            snprintf(names[count], sizeof names[count], "%s: %s", kn_games[i]->key, all[k].name);
            kinds[count] = kind;
            tests[count] =
                (struct CMUnitTest){names[count], all[k].test, NULL, NULL, &kinds[count]};
            count++;
        }
    }
    return _cmocka_run_group_tests("bots", tests, (size_t)count, NULL, NULL);
}
