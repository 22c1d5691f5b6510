/* bots.c: Bossa's player held against the rules: its small board against the game, its solver
 * against a plain one that knows only the contract, its advice against brute force; wins it must
 * see, losses it must not hand over, and the same choice for the same seed. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/survey.h"
#include "games/bossa/bot.h"
#include "tests/engine/scenes.h"

static int pile(const bossa_state *s)
{
    return __builtin_popcount(s->unseen) - 1;
}

static bossa_state begin(int chips)
{
    kn_setup setup;
    bossa_state s;
    kn_setup_initial(&bossa_game, BOSSA_SEATS, &setup);
    setup.option[BOSSA_OPTION_CHIPS] = chips;
    assert_int_equal(bossa_game.start(&setup, &s), KN_OK);
    return s;
}

static bossa_state after(const bossa_state *s, int actor, kn_move move)
{
    bossa_state next = *s;
    kn_event event = {.actor = (uint8_t)actor, .move = move};
    assert_int_equal(bossa_game.apply(&next, &event), KN_OK);
    return next;
}

/* A random event; markers and moves that end the match are taken seldom, so that it lasts. */
static bossa_state wander(const bossa_state *s, kn_random *random)
{
    kn_event event = {0};
    bossa_state next;
    for (int tries = 0;; tries++) {
        int64_t now = 0;
        assert_true(kn_random_event(&bossa_game, s, random, &now, &event));
        next = after(s, event.actor, event.move);
        if (tries > 12 || s->phase != BOSSA_ACTING ||
            (next.phase == BOSSA_DRAWING && (event.move >> BOSSA_KIND_AT & 7) < BOSSA_REDRAW))
            return next;
    }
}

/* A position of a random match in which a seat must act, the pile at most so high. */
static bossa_state find_acting(kn_random *random, int least, int most, int chips)
{
    for (;;) {
        bossa_state s = begin(chips);
        while (s.phase != BOSSA_OVER) {
            if (s.phase == BOSSA_ACTING && pile(&s) <= most && pile(&s) >= least)
                return s;
            s = wander(&s, random);
        }
    }
}

static bot sit(int seat, int level, uint64_t seed)
{
    bot b = bot_open(&bossa_game, seat, level, seed);
    b.kind = &bossa_bot;
    return b;
}

static kn_move chosen(const bossa_state *s, int seat, int level, uint64_t seed)
{
    bot b = sit(seat, level, seed);
    bossa_state view;
    int64_t delay;
    bossa_game.view(s, seat, &view);
    kn_move move = bossa_bot.choose(&b, &view, &delay);
    assert_true(delay > 0);
    return move;
}

/* ---- the small board ---- */

static int outcome_for(const bossa_state *s, int seat)
{
    return s->phase != BOSSA_OVER     ? BOSSA_GOING
           : s->winners == 3          ? BOSSA_DRAWN
           : s->winners == 1u << seat ? BOSSA_WON
                                      : BOSSA_LOST;
}

static void check_board(const bossa_board *board, const bossa_state *s)
{
    bossa_board expected = bossa_board_from(s);
    assert_memory_equal(board, &expected, sizeof expected);
}

/* One by one, swaps are those that are listed after what may be put down. */
static void check_swaps(const bossa_board *board, const bossa_step *listed, int count)
{
    bossa_step puts[BOSSA_STEPS_MAX];
    int first = bossa_list_puts(board, puts);
    assert_int_equal(bossa_count_swaps(board), count - first);
    for (int i = first; i < count; i++)
        assert_true(bossa_swap_at(board, (uint32_t)(i - first)) == listed[i]);
}

/* The ways in which the board lists what may be put on a line: beyond six; up to six and with the
 * chip, with five tiles that have pips for the line, with more. */
enum { WAY_LONG, WAY_CHIP, WAY_FIVE, WAY_MORE, WAYS };
static long ways_tried[WAYS];

static void note_ways(const bossa_board *board)
{
    for (int colour = 0; colour < BOSSA_COLOURS; colour++) {
        int tiles = 0;
        for (uint32_t rest = board->hand[board->turn]; rest; rest &= rest - 1)
            tiles += bossa_pips[colour][__builtin_ctz(rest)] > 0;
        bool is_long = board->high[colour] > 6;
        ways_tried[WAY_LONG] += is_long;
        ways_tried[WAY_CHIP] += !is_long && board->chip[board->turn] != BOSSA_CHIP_NONE;
        ways_tried[WAY_FIVE] += !is_long && tiles == 5;
        ways_tried[WAY_MORE] += !is_long && tiles > 5;
    }
}

/* All moves of a position, in the order of the game, and every draw after a redraw. */
static void check_steps(const bossa_state *s)
{
    kn_move moves[KN_MOVES_MAX];
    bossa_step listed[BOSSA_STEPS_MAX];
    bossa_board board = bossa_board_from(s);
    int count = bossa_game.moves(s, s->turn, moves), seat = s->turn;
    bool wins = false;
    assert_int_equal(bossa_list(&board, listed), count);
    for (int i = 0; i < count; i++) {
        bossa_step step = bossa_step_from(s, moves[i]);
        bossa_state next = after(s, seat, moves[i]);
        int outcome = bossa_outcome(&board, step);
        assert_true(listed[i] == step);
        assert_int_equal(outcome, outcome_for(&next, seat));
        wins |= outcome == BOSSA_WON;
        if (outcome != BOSSA_GOING)
            continue;
        bossa_board made = board;
        bossa_make(&made, step);
        check_board(&made, &next);
    }
    assert_int_equal(bossa_wins_now(&board), wins);
    check_swaps(&board, listed, count);
    note_ways(&board);
}

static void check_draws(const bossa_state *s)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    bossa_step steps[BOSSA_STEPS_MAX];
    int count = bossa_game.outcomes(s, outcomes), seat = s->turn;
    for (int i = 0; i < count; i++) {
        bossa_board board = bossa_board_from(s);
        bossa_state next = after(s, KN_CHANCE, outcomes[i].move);
        int outcome = bossa_draw(&board, (int)outcomes[i].move);
        if (next.ending && s->phase == BOSSA_DRAWING) /* stuck */
            assert_int_equal(bossa_list(&board, steps), 0);
        else
            assert_int_equal(outcome, outcome_for(&next, seat));
        if (next.phase != BOSSA_OVER)
            check_board(&board, &next);
    }
}

static void test_the_board_plays_as_the_game(void **unused)
{
    kn_random random = kn_random_from(1);
    (void)unused;
    for (int match = 0; match < 300; match++) {
        bossa_state s = begin(match % 2);
        while (s.phase != BOSSA_OVER) {
            if (s.phase == BOSSA_ACTING)
                check_steps(&s);
            else if (s.phase == BOSSA_DRAWING || s.phase == BOSSA_REDRAWING)
                check_draws(&s);
            s = wander(&s, &random);
        }
    }
    for (int way = 0; way < WAYS; way++)
        if (ways_tried[way] < 20)
            fail_msg("way %d of listing was tried %ld times", way, ways_tried[way]);
}

/* ---- the solver ---- */

/* The value for `seat` in units of 1/(2 u!), by the contract of the game alone. */
static int32_t plain(const bossa_state *s, int seat)
{
    kn_move moves[KN_MOVES_MAX];
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    int32_t whole = bossa_whole[pile(s) + 1], total = 0;
    if (s->phase == BOSSA_OVER)
        return whole / 2 * outcome_for(s, seat);
    if (s->phase != BOSSA_ACTING) {
        int count = bossa_game.outcomes(s, outcomes);
        for (int i = 0; i < count; i++) {
            bossa_state next = after(s, KN_CHANCE, outcomes[i].move);
            total += plain(&next, seat);
        }
        return total;
    }
    int count = bossa_game.moves(s, s->turn, moves);
    for (int i = 0; i < count; i++) {
        bossa_state next = after(s, s->turn, moves[i]);
        int32_t value = plain(&next, s->turn);
        total = value > total ? value : total;
    }
    return seat == s->turn ? total : whole - total;
}

enum { PLACES = 1 << 10 };

static int32_t solved(const bossa_state *s, kn_move move, int32_t low, int32_t high, int places)
{
    bossa_bounds table[PLACES];
    bossa_board board = bossa_board_from(s);
    memset(table, 0, sizeof table);
    bossa_solver solver = {.table = table, .mask = (uint32_t)places - 1, .limit = INT64_MAX};
    int32_t value = bossa_solve_step(&solver, &board, bossa_step_from(s, move), low, high);
    assert_false(solver.stopped);
    return value;
}

static void check_solver(const bossa_state *s)
{
    kn_move moves[KN_MOVES_MAX];
    int count = bossa_game.moves(s, s->turn, moves);
    for (int i = 0; i < count; i++) {
        bossa_state next = after(s, s->turn, moves[i]);
        assert_int_equal(solved(s, moves[i], 0, bossa_whole[pile(s) + 1], PLACES),
                         plain(&next, s->turn));
    }
}

static void test_the_solver_against_a_plain_one(void **unused)
{
    kn_random random = kn_random_from(2);
    (void)unused;
    for (int i = 0; i < 240; i++) {
        bossa_state s = find_acting(&random, 0, 2, i % 2);
        check_solver(&s);
    }
    for (int i = 0; i < 12; i++) { /* without exchanges the plain one can go further */
        bossa_state s = find_acting(&random, 3, 3, i % 2);
        s.spent[0] |= BOSSA_MARKER_EXCHANGE;
        s.spent[1] |= BOSSA_MARKER_EXCHANGE;
        if (bossa_game.moves(&s, s.turn, (kn_move[KN_MOVES_MAX]){0}) > 0)
            check_solver(&s);
    }
}

/* Whatever is asked, and whatever is remembered: within the window the value, beyond it a bound. */
static void test_bounds_are_bounds(void **unused)
{
    kn_random random = kn_random_from(3);
    (void)unused;
    for (int i = 0; i < 60; i++) {
        kn_move moves[KN_MOVES_MAX];
        bossa_state s = find_acting(&random, 3, 4, i % 2);
        int32_t whole = bossa_whole[pile(&s) + 1];
        uint32_t count = (uint32_t)bossa_game.moves(&s, s.turn, moves);
        kn_move move = moves[kn_random_below(&random, count)];
        int32_t value = solved(&s, move, 0, whole, 1);
        assert_in_range(value, 0, whole);
        for (int k = 0; k < 8; k++) {
            int32_t low = (int32_t)kn_random_below(&random, (uint32_t)whole);
            low = k == 0 && value > 0 ? value - 1 : k == 1 && value < whole ? value : low;
            int32_t high =
                low + 1 + (k > 1 ? (int32_t)kn_random_below(&random, (uint32_t)(whole - low)) : 0);
            int32_t got = solved(&s, move, low, high, PLACES);
            if (value <= low)
                assert_in_range(got, value, low);
            else if (value >= high)
                assert_in_range(got, high, value);
            else
                assert_int_equal(got, value);
        }
    }
}

static void test_the_solver_stops(void **unused)
{
    kn_random random = kn_random_from(4);
    bossa_state s = find_acting(&random, 7, 9, 0);
    bossa_board board = bossa_board_from(&s);
    bossa_bounds table[2];
    (void)unused;
    memset(table, 0, sizeof table);
    bossa_solver solver = {.table = table, .mask = 1, .limit = 1000};
    board.spent[0] = board.spent[1] = 0;
    board.turn = !board.turn;
    bossa_solve(&solver, &board, 0, bossa_whole[board.left]);
    assert_true(solver.stopped);
    assert_in_range(solver.nodes, 1001, 1001 + 64 * BOSSA_STEPS_MAX);
}

/* ---- advice ---- */

/* All moves, best first, each with the value that brute force finds. */
static void test_advice_by_brute_force(void **unused)
{
    kn_random random = kn_random_from(5);
    (void)unused;
    for (int i = 0; i < 60; i++) {
        bot_opinion opinions[KN_MOVES_MAX];
        bossa_state s = find_acting(&random, 1, 2, i % 2);
        double whole = bossa_whole[pile(&s) + 1];
        bot b = sit(s.turn, BOT_CHILD, (uint64_t)i);
        int count = bossa_bot.judge(&b, &s, opinions);
        assert_int_equal(count, bossa_game.moves(&s, s.turn, (kn_move[KN_MOVES_MAX]){0}));
        for (int k = 0; k < count; k++) {
            bossa_state next = after(&s, s.turn, opinions[k].move);
            assert_true(opinions[k].error == 0);
            assert_true(opinions[k].value == plain(&next, s.turn) / whole);
            assert_true(k == 0 || opinions[k].value <= opinions[k - 1].value);
        }
        bot_opinion value = bossa_bot.value(&b, &s);
        assert_true(value.value == opinions[0].value && value.error == 0);
        bossa_state next = after(&s, s.turn, chosen(&s, s.turn, BOT_BEST, 9));
        assert_true(plain(&next, s.turn) / whole == opinions[0].value);
    }
}

/* What a position is worth before a draw is the mean over the draws, for both seats. */
static void test_luck_sums_up(void **unused)
{
    kn_random random = kn_random_from(6);
    (void)unused;
    for (int i = 0; i < 20; i++) {
        kn_outcome outcomes[KN_OUTCOMES_MAX];
        bossa_state s = find_acting(&random, 3, 4, i % 2);
        while (s.phase == BOSSA_ACTING)
            s = wander(&s, &random);
        int count = bossa_game.outcomes(&s, outcomes);
        double sum[BOSSA_SEATS] = {0, 0}, before[BOSSA_SEATS];
        for (int seat = 0; seat < BOSSA_SEATS; seat++) {
            bot b = sit(seat, BOT_BEST, 1);
            before[seat] = bossa_bot.value(&b, &s).value;
            for (int k = 0; k < count; k++) {
                bossa_state next = after(&s, KN_CHANCE, outcomes[k].move);
                sum[seat] += bossa_bot.value(&b, &next).value / count;
            }
        }
        for (int seat = 0; count > 0 && seat < BOSSA_SEATS; seat++)
            assert_float_equal(sum[seat], before[seat], 1e-12);
        assert_float_equal(before[0] + before[1], 1, 1e-12);
    }
}

/* ---- what it must see ---- */

static bool wins(const bossa_state *s, kn_move move)
{
    bossa_state next = after(s, s->turn, move);
    return outcome_for(&next, s->turn) == BOSSA_WON;
}

static void test_wins_in_one_are_seen(void **unused)
{
    kn_random random = kn_random_from(7);
    (void)unused;
    for (int found = 0; found < 150;) {
        kn_move moves[KN_MOVES_MAX];
        bossa_state s = find_acting(&random, 0, (int)kn_random_below(&random, 17), found % 2);
        int count = bossa_game.moves(&s, s.turn, moves);
        bool any = false;
        for (int i = 0; i < count; i++)
            any |= wins(&s, moves[i]);
        for (int level = BOT_REGULAR; any && level < BOT_LEVELS; level++)
            assert_true(wins(&s, chosen(&s, s.turn, level, (uint64_t)found)));
        found += any;
    }
}

/* Has this move lost, or will the other win in the next turn whatever tile comes? */
static bool gives_away(const bossa_state *s, int seat)
{
    kn_move moves[KN_MOVES_MAX];
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    if (s->phase == BOSSA_OVER)
        return outcome_for(s, seat) == BOSSA_LOST;
    if (s->phase == BOSSA_ACTING) {
        int count = bossa_game.moves(s, s->turn, moves);
        for (int i = 0; i < count; i++)
            if (wins(s, moves[i]))
                return true;
        return false;
    }
    int count = bossa_game.outcomes(s, outcomes);
    for (int i = 0; i < count; i++) {
        bossa_state next = after(s, KN_CHANCE, outcomes[i].move);
        if (!gives_away(&next, seat))
            return false;
    }
    return true;
}

static void test_wins_are_not_handed_over(void **unused)
{
    kn_random random = kn_random_from(8);
    (void)unused;
    for (int found = 0; found < scene_times(60);) {
        kn_move moves[KN_MOVES_MAX];
        bossa_state s = find_acting(&random, 4, 4 + (int)kn_random_below(&random, 12), found % 2);
        int count = bossa_game.moves(&s, s.turn, moves), given = 0;
        for (int i = 0; i < count; i++) {
            bossa_state next = after(&s, s.turn, moves[i]);
            given += gives_away(&next, s.turn);
        }
        if (given == 0 || given == count)
            continue;
        for (int level = BOT_REGULAR; level < (found < 10 ? BOT_LEVELS : BOT_BEST); level++) {
            bossa_state next = after(&s, s.turn, chosen(&s, s.turn, level, (uint64_t)found));
            assert_false(gives_away(&next, s.turn));
        }
        found++;
    }
}

/* A sure win stays one, whatever the other does and the tiles are. */
static void test_solved_positions_are_not_lost(void **unused)
{
    kn_random random = kn_random_from(9);
    (void)unused;
    for (int found = 0; found < scene_times(40);) {
        bossa_state s = find_acting(&random, 2, 5, found % 2);
        int seat = s.turn;
        bot b = sit(seat, BOT_BEST, (uint64_t)found);
        if (bossa_bot.value(&b, &s).value < 1)
            continue;
        found++;
        while (s.phase != BOSSA_OVER) {
            bool mine = s.phase == BOSSA_ACTING && s.turn == seat;
            s = mine ? after(&s, seat, chosen(&s, seat, BOT_BEST, 3)) : wander(&s, &random);
        }
        assert_int_equal(outcome_for(&s, seat), BOSSA_WON);
    }
}

/* ---- whole matches ---- */

/* Every level, every phase: what is chosen is legal, what is valued is a chance. */
static void test_whole_matches(void **unused)
{
    (void)unused;
    for (int match = 0; match < 24; match++) {
        kn_random random = kn_random_from((uint64_t)match);
        bossa_state s = begin(match % 2);
        int level = match % BOT_BEST;
        while (s.phase != BOSSA_OVER) {
            int actor = kn_first_actor(bossa_game.to_act(&s));
            s = actor == KN_CHANCE ? wander(&s, &random)
                                   : after(&s, actor, chosen(&s, actor, level, (uint64_t)match));
        }
        for (int seat = 0; seat < BOSSA_SEATS; seat++) {
            bot b = sit(seat, level, 1);
            assert_true(bossa_bot.value(&b, &s).value == outcome_for(&s, seat) / 2.0);
        }
    }
}

static void check_value(const bossa_state *s)
{
    bot_opinion opinions[KN_MOVES_MAX];
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        bossa_state view;
        bot b = sit(seat, BOT_BEST, 5);
        bossa_game.view(s, seat, &view);
        bot_opinion value = bossa_bot.value(&b, &view);
        assert_true(value.value >= 0 && value.value <= 1 && value.error >= 0 && value.error < 0.2);
        int count = bossa_bot.judge(&b, &view, opinions);
        assert_int_equal(count, bossa_game.moves(&view, seat, (kn_move[KN_MOVES_MAX]){0}));
        for (int i = 0; i < count; i++)
            assert_true(opinions[i].value >= 0 && opinions[i].value <= 1);
    }
}

static void test_every_phase_has_a_value(void **unused)
{
    kn_random random = kn_random_from(10);
    bossa_state s = begin(BOSSA_CHIPS_ON);
    unsigned seen = 0;
    (void)unused;
    while (s.phase != BOSSA_OVER && (seen >> BOSSA_ACTING & 1) == 0) {
        if (!(seen >> s.phase & 1) || s.phase == BOSSA_KEEPING)
            check_value(&s);
        seen |= 1u << s.phase;
        s = wander(&s, &random);
    }
}

/* ---- the same choice, in time ---- */

/* Of the choices below; it changes only with how the levels play. */
#define DIGEST UINT64_C(8462911566348847945)

static void backwards(void (*part)(void *job, int part), void *job, int parts)
{
    while (parts-- > 0)
        part(job, parts);
}

/* A hash over choices and values; the number is the same for every compiler and in WASM. */
static uint64_t digest(const bot_machine *machine)
{
    uint64_t hash = 14695981039346656037u;
    kn_random random = kn_random_from(11);
    for (int i = 0; i < 6; i++) {
        bossa_state s = begin(i % 2);
        while (s.phase != BOSSA_OVER) {
            int actor = kn_first_actor(bossa_game.to_act(&s));
            if (actor == KN_CHANCE) {
                s = wander(&s, &random);
                continue;
            }
            bossa_state view;
            int64_t delay;
            bot b = sit(actor, pile(&s) == 13 || pile(&s) == 6 ? BOT_BEST : i % BOT_BEST, 77);
            b.machine = machine;
            bossa_game.view(&s, actor, &view);
            kn_move move = bossa_bot.choose(&b, &view, &delay);
            hash = (hash ^ move) * 1099511628211u;
            hash = (hash ^ (uint64_t)delay) * 1099511628211u;
            s = after(&s, actor, move);
        }
    }
    return hash;
}

static void test_same_seed_same_choice(void **unused)
{
    bot_machine reversed = {.spread = backwards, .cores = 3};
    uint64_t alone = digest(NULL);
    (void)unused;
    assert_true(alone == digest(&reversed));
    if (alone != DIGEST)
        fail_msg("%" PRIu64 " instead of the usual digest of choices", alone);
}

/* A clock that goes on whenever someone looks. */
static int64_t fake_ns;
static int64_t fake_clock(void)
{
    return fake_ns += 80000;
}

static void test_the_budget_is_kept(void **unused)
{
    kn_random random = kn_random_from(12);
    bot_machine machine = {.now_ns = fake_clock, .spread = backwards, .cores = 2};
    (void)unused;
    int times = scene_times(12);
    for (int i = 0; i < times; i++) {
        bot_opinion opinions[KN_MOVES_MAX];
        bossa_state s =
            3 * i < 2 * times ? find_acting(&random, 0, 4 * (i % 4) + 4, i % 2) : begin(i % 2);
        while (s.phase == BOSSA_THROWING || s.phase == BOSSA_LOOKING)
            s = wander(&s, &random);
        bot b = sit(s.turn, BOT_BEST, (uint64_t)i);
        b.machine = &machine;
        b.budget_ms = 20;
        fake_ns = 0;
        assert_true(bossa_bot.judge(&b, &s, opinions) > 0);
        assert_in_range(fake_ns, 0, 24000000);
        fake_ns = 0;
        bossa_bot.value(&b, &s);
        assert_in_range(fake_ns, 0, 24000000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_board_plays_as_the_game),
        cmocka_unit_test(test_the_solver_against_a_plain_one),
        cmocka_unit_test(test_bounds_are_bounds),
        cmocka_unit_test(test_the_solver_stops),
        cmocka_unit_test(test_advice_by_brute_force),
        cmocka_unit_test(test_luck_sums_up),
        cmocka_unit_test(test_wins_in_one_are_seen),
        cmocka_unit_test(test_wins_are_not_handed_over),
        cmocka_unit_test(test_solved_positions_are_not_lost),
        cmocka_unit_test(test_whole_matches),
        cmocka_unit_test(test_every_phase_has_a_value),
        cmocka_unit_test(test_same_seed_same_choice),
        cmocka_unit_test(test_the_budget_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
