/* bots.c: the players of Yu-C-A-Tan: the known values, the solver against plain ones, and
 * advice against brute force through the rules themselves. Nothing here is timed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "games/yucatan/bot.h"
#include "tests/engine/scenes.h"

enum { DICE = YUCATAN_DICE, KINDS = YUCATAN_KINDS, WORTHS = YUCATAN_TURN_MOST + 1 };

static void assert_close(double value, double expected, double most)
{
    if (!(value - expected <= most && expected - value <= most))
        fail_msg("%.12f instead of %.12f", value, expected);
}

static double uniform(kn_random *random)
{
    return kn_random_below(random, 1 << 20) / (double)(1 << 20);
}

static kn_setup setup_for(int seats, int rounds)
{
    kn_setup setup;
    kn_setup_initial(&yucatan_game, seats, &setup);
    setup.option[YUCATAN_ROUNDS] = rounds;
    return setup;
}

/* To be freed. */
static yucatan_solution *learn(int seats, int rounds)
{
    kn_setup setup = setup_for(seats, rounds);
    yucatan_solution *solution = malloc(yucatan_bot.solution_bytes(&setup));
    assert_non_null(solution);
    assert_true(yucatan_bot.learn(&setup, solution, NULL, NULL));
    return solution;
}

static bot sit(const void *solution, int seat, int level, uint64_t seed)
{
    bot b = {.kind = &yucatan_bot, .solution = solution, .random = kn_random_from(seed)};
    b.seat = (uint8_t)seat;
    b.level = (uint8_t)level;
    return b;
}

/* ---- the known values ---- */

static void test_known_values(void **unused)
{
    static const double chances[] = {0.3109896895, 0.3639482092, 0.3873228876, 0.4013010982};
    static const double first[KINDS] = {10.8211830960, 15.6951417441, 15.7318519725};
    yucatan_solution *solution = learn(2, YUCATAN_ROUNDS_MOST);
    yucatan_spot start = yucatan_turn_start();
    (void)unused;
    assert_int_equal(solution->map.rows, YUCATAN_ROWS);
    assert_int_equal(solution->map.spots, YUCATAN_SPOTS);
    assert_close(yucatan_spot_value(&solution->map, &solution->points, &start), first[2], 1e-9);
    for (int kind = 0; kind < KINDS; kind++)
        assert_close(yucatan_pick_value(&solution->map, &solution->points, &start, kind),
                     first[kind], 1e-9);
    for (int rounds = 1; rounds <= 4; rounds++)
        assert_close(yucatan_chance(solution, 2 * rounds, 0), chances[rounds - 1], 1e-9);
    for (int rounds = 5; rounds <= YUCATAN_ROUNDS_MOST; rounds++) {
        double chance = yucatan_chance(solution, 2 * rounds, 0);
        assert_true(chance > yucatan_chance(solution, 2 * rounds - 2, 0) && chance < 0.5);
    }
    free(solution);
}

/* ---- against a plain solver ---- */

/* One turn by plain recursion: cards of each kind counted in full, nothing merged. */
typedef struct {
    double worth[WORTHS];
    double value[DICE + 1][3][7][7][WORTHS];
    bool known[DICE + 1][3][7][7][WORTHS];
} plain_turn;

static plain_turn plain;

static double plain_best(int dice, const int *left, int points);

static double plain_throw(int kind, int dice, const int *left, int points)
{
    static const double odds[KINDS] = {1. / 2, 1. / 3, 1. / 6};
    int after[KINDS] = {left[0], left[1], left[2]};
    double chance = 1;
    for (int die = 0; die < dice; die++)
        chance *= 1 - odds[kind];
    double sum = chance * plain.worth[0];
    after[kind]--;
    for (int fit = 1; fit <= dice; fit++) {
        chance *= odds[kind] / (1 - odds[kind]) * (dice - fit + 1) / fit;
        sum += chance * plain_best(dice - fit, after, points + fit * (kind + 1));
    }
    return sum;
}

static double plain_best(int dice, const int *left, int points)
{
    double *value = &plain.value[dice][left[0]][left[1]][left[2]][points];
    bool *known = &plain.known[dice][left[0]][left[1]][left[2]][points];
    if (*known)
        return *value;
    *value = dice < DICE ? plain.worth[points] : -1;
    for (int kind = 0; dice > 0 && kind < KINDS; kind++) {
        double thrown = left[kind] > 0 ? plain_throw(kind, dice, left, points) : -1;
        if (thrown > *value)
            *value = thrown;
    }
    *known = true;
    return *value;
}

static double plain_solve(const double *worth)
{
    static const int all[KINDS] = {2, 6, 6};
    memcpy(plain.worth, worth, sizeof plain.worth);
    memset(plain.known, 0, sizeof plain.known);
    return plain_best(DICE, all, 0);
}

/* Every spot that plain recursion came to, against the solver's. */
static void compare_spots(const yucatan_map *map, const yucatan_turn *turn)
{
    for (int dice = 0; dice <= DICE; dice++)
        for (int i = 0; i < 3 * 7 * 7 * WORTHS; i++) {
            int points = i % WORTHS, cards = i / WORTHS;
            yucatan_spot spot = {dice, {cards / 49, cards / 7 % 7, cards % 7}, points, -1, 0, 0};
            if (plain.known[dice][spot.left[0]][spot.left[1]][spot.left[2]][points])
                assert_close(yucatan_spot_value(map, turn, &spot),
                             plain.value[dice][spot.left[0]][spot.left[1]][spot.left[2]][points],
                             1e-12);
        }
}

/* Worths of any shape, also such that no match has. */
static void test_turn_against_plain(void **unused)
{
    static yucatan_map map;
    kn_random random = kn_random_from(1);
    (void)unused;
    yucatan_draw_map(&map);
    for (int trial = 0; trial < 20; trial++) {
        yucatan_turn turn;
        yucatan_spot start = yucatan_turn_start();
        double written[WORTHS], sum = 0, mean = 0;
        for (int points = 0; points < WORTHS; points++)
            turn.worth[points] = uniform(&random) + (trial % 2 ? points / 20. : 0);
        yucatan_solve_turn(&map, &turn);
        assert_close(yucatan_spot_value(&map, &turn, &start), plain_solve(turn.worth), 1e-12);
        compare_spots(&map, &turn);
        yucatan_written(&map, &turn, &start, written);
        for (int points = 0; points < WORTHS; points++) {
            assert_true(written[points] >= 0);
            sum += written[points];
            mean += written[points] * turn.worth[points];
        }
        assert_close(sum, 1, 1e-12);
        assert_close(mean, yucatan_spot_value(&map, &turn, &start), 1e-12);
    }
}

/* Many totals side by side are the same numbers, to the last bit, as one by one. */
static void test_lanes(void **unused)
{
    enum { COUNT = 21 };
    static yucatan_map map;
    double after[COUNT + YUCATAN_TURN_MOST], before[COUNT];
    kn_random random = kn_random_from(2);
    (void)unused;
    yucatan_draw_map(&map);
    for (int i = 0; i < COUNT + YUCATAN_TURN_MOST; i++)
        after[i] = uniform(&random);
    yucatan_before_turn(&map, after, before, COUNT);
    for (int i = 0; i < COUNT; i++) {
        yucatan_turn turn;
        yucatan_spot start = yucatan_turn_start();
        memcpy(turn.worth, after + i, sizeof turn.worth);
        yucatan_solve_turn(&map, &turn);
        assert_true(before[i] == yucatan_spot_value(&map, &turn, &start));
    }
}

/* The last turn for every lead, the one before for some. */
static void test_chances_against_plain(void **unused)
{
    enum { MOST = YUCATAN_TURN_MOST };
    double last[4 * MOST + 1], worth[WORTHS];
    yucatan_solution *solution = learn(2, 1);
    (void)unused;
    for (int lead = -2 * MOST; lead <= 2 * MOST; lead++) {
        for (int points = 0; points < WORTHS; points++)
            worth[points] = lead + points > 0 ? 1 : lead + points == 0 ? 0.5 : 0;
        last[2 * MOST + lead] = plain_solve(worth);
        assert_close(yucatan_chance(solution, 1, lead), last[2 * MOST + lead], 1e-12);
    }
    for (int lead = -MOST; lead <= MOST; lead += 7) {
        for (int points = 0; points < WORTHS; points++)
            worth[points] = 1 - last[2 * MOST - lead - points];
        assert_close(yucatan_chance(solution, 2, lead), plain_solve(worth), 1e-12);
    }
    free(solution);
}

/* ---- against brute force through the rules ---- */

/* The best that the seat whose turn it is can get from here until its turn is over, by trying all
 * cards (`every`) or one of each kind, and every face of every die. */
static double brute_force(const yucatan_state *s, int seat, bot_meaning meaning, bool every)
{
    kn_actors due = yucatan_game.to_act(s);
    kn_move moves[KN_MOVES_MAX];
    kn_outcome falls[KN_OUTCOMES_MAX];
    double best = -1, sum = 0;
    if (due == 0 || s->turn != seat) {
        kn_actors winners = yucatan_game.result(s);
        double part = winners & KN_ACTOR(seat) ? 1. / __builtin_popcount(winners) : 0;
        return meaning == BOT_WINS ? part : yucatan_game.score(s, seat);
    }
    bool rolling = due == KN_ACTOR(KN_CHANCE);
    int count = rolling ? yucatan_game.outcomes(s, falls) : yucatan_game.moves(s, seat, moves);
    unsigned tried = 0;
    for (int i = 0; i < count; i++) {
        yucatan_state next = *s;
        kn_event event = {.actor = (uint8_t)kn_first_actor(due)};
        event.move = rolling ? falls[i].move : moves[i];
        int worth = rolling ? 0 : yucatan_worth((int)event.move);
        if (!rolling && !every && tried >> worth & 1)
            continue;
        tried |= 1u << worth;
        assert_int_equal(yucatan_game.apply(&next, &event), KN_OK);
        double value = brute_force(&next, seat, meaning, every);
        sum += value / count;
        best = value > best ? value : best;
    }
    return rolling ? sum : best;
}

/* Play the seat's turn at random until so few dice are left and something is to be decided. */
static bool play_until(yucatan_state *s, int dice, kn_random *random)
{
    int seat = s->turn;
    int64_t now = 0;
    while (s->turn == seat && yucatan_game.to_act(s)) {
        int left = 0;
        kn_event event;
        for (int i = 0; i < DICE; i++)
            left += s->on[i] == YUCATAN_NO_CARD;
        if (s->phase == YUCATAN_DECIDING && left <= dice)
            return true;
        kn_random_event(&yucatan_game, s, random, &now, &event);
        if (event.actor == seat && event.move == YUCATAN_STOP)
            continue;
        assert_int_equal(yucatan_game.apply(s, &event), KN_OK);
    }
    return false;
}

static void check_position(bot *b, const yucatan_state *s, bot_meaning meaning, bool every)
{
    bot_opinion opinions[KN_MOVES_MAX];
    int count = yucatan_judge(b, s, meaning, opinions);
    assert_close(yucatan_value(b, s, meaning).value, brute_force(s, b->seat, meaning, every), 1e-9);
    assert_int_equal(count, __builtin_popcount(~(unsigned)s->used & 0x7ffe) + 1);
    for (int i = 0; i < count; i++) {
        yucatan_state next = *s;
        kn_event event = {.actor = b->seat, .move = opinions[i].move};
        assert_true(opinions[i].error == 0);
        assert_true(i == 0 || opinions[i].value <= opinions[i - 1].value);
        assert_int_equal(yucatan_game.apply(&next, &event), KN_OK);
        assert_close(opinions[i].value, brute_force(&next, b->seat, meaning, every), 1e-9);
        /* and in the middle of the throw */
        event = (kn_event){.actor = KN_CHANCE, .move = 1 + (kn_move)i % YUCATAN_FACES};
        if (next.phase != YUCATAN_THROWING || i % 3)
            continue;
        assert_int_equal(yucatan_game.apply(&next, &event), KN_OK);
        assert_close(yucatan_value(b, &next, meaning).value,
                     brute_force(&next, b->seat, meaning, every), 1e-9);
    }
}

/* The last turn of a match of two and of three, where chances are exact for any number of seats. */
static void check_brute_force(int seats, int dice, int positions, bool every)
{
    yucatan_solution *solution = learn(seats, 1);
    kn_random random = kn_random_from((uint64_t)(seats * 10 + dice));
    while (positions > 0) {
        kn_setup setup = setup_for(seats, 1);
        yucatan_state s;
        assert_int_equal(yucatan_game.start(&setup, &s), KN_OK);
        for (int seat = 0; seat < seats - 1; seat++)
            s.sheet[seat][0] = (uint8_t)(8 + kn_random_below(&random, 20));
        s.turn = (uint8_t)(seats - 1);
        if (!play_until(&s, dice, &random))
            continue;
        bot b = sit(solution, seats - 1, BOT_BEST, 1);
        check_position(&b, &s, BOT_POINTS, every);
        check_position(&b, &s, BOT_WINS, every);
        positions--;
    }
    free(solution);
}

static void test_advice_against_brute_force(void **unused)
{
    (void)unused;
    check_brute_force(2, 2, 10, true);
    check_brute_force(3, 2, 10, true);
    check_brute_force(3, 3, 2, false);
}

/* ---- values that add up ---- */

/* What a value must be: the average of what the dice may bring, or the best of the moves; and for
 * the other of two seats what is left of the win. */
static double one_step(bot *bots, const yucatan_state *s, int seat, bot_meaning meaning)
{
    bot_opinion opinions[KN_MOVES_MAX];
    kn_outcome falls[KN_OUTCOMES_MAX];
    int count = yucatan_game.outcomes(s, falls);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        yucatan_state next = *s;
        kn_event event = {.actor = KN_CHANCE, .move = falls[i].move};
        assert_int_equal(yucatan_game.apply(&next, &event), KN_OK);
        sum += yucatan_value(&bots[seat], &next, meaning).value / count;
    }
    if (count > 0)
        return sum;
    if (s->phase == YUCATAN_OVER)
        return meaning == BOT_POINTS ? yucatan_game.score(s, seat)
                                     : (1 + (yucatan_game.result(s) >> seat & 1) -
                                        (yucatan_game.result(s) >> (1 - seat) & 1)) /
                                           2.;
    if (s->turn != seat && meaning == BOT_POINTS) /* nothing the others do matters */
        return yucatan_value(&bots[seat], s, meaning).value;
    assert_true(yucatan_judge(&bots[s->turn], s, meaning, opinions) > 0);
    return s->turn == seat ? opinions[0].value : 1 - opinions[0].value;
}

/* Final score = value at the start + luck of the dice - errors, in a match of random moves. */
static void check_sums(bot *bots, const kn_setup *setup, kn_random *random)
{
    yucatan_state s;
    double start[2], luck[2] = {0, 0}, errors[2] = {0, 0};
    int64_t now = 0;
    kn_event event;
    assert_int_equal(yucatan_game.start(setup, &s), KN_OK);
    for (int seat = 0; seat < 2; seat++)
        start[seat] = yucatan_value(&bots[seat], &s, BOT_POINTS).value;
    while (kn_random_event(&yucatan_game, &s, random, &now, &event)) {
        double before[2];
        for (int seat = 0; seat < 2; seat++) {
            before[seat] = yucatan_value(&bots[seat], &s, BOT_POINTS).value;
            assert_close(one_step(bots, &s, seat, BOT_POINTS), before[seat], 1e-9);
            assert_close(one_step(bots, &s, seat, BOT_WINS),
                         yucatan_value(&bots[seat], &s, BOT_WINS).value, 1e-9);
        }
        assert_int_equal(yucatan_game.apply(&s, &event), KN_OK);
        for (int seat = 0; seat < 2; seat++) {
            double change = yucatan_value(&bots[seat], &s, BOT_POINTS).value - before[seat];
            *(event.actor == KN_CHANCE ? &luck[seat] : &errors[seat]) += change;
        }
    }
    for (int seat = 0; seat < 2; seat++) {
        assert_true(errors[seat] <= 1e-9);
        assert_close(start[seat] + luck[seat] + errors[seat], yucatan_game.score(&s, seat), 1e-6);
    }
}

static void test_values_add_up(void **unused)
{
    (void)unused;
    kn_random random = kn_random_from(3);
    for (int match = 0; match < 8; match++) {
        kn_setup setup = setup_for(2, 1 + match % 3);
        setup.option[YUCATAN_FIRST] = match % 2;
        yucatan_solution *solution = learn(2, setup.option[YUCATAN_ROUNDS]);
        bot bots[2] = {sit(solution, 0, BOT_BEST, 1), sit(solution, 1, BOT_BEST, 2)};
        check_sums(bots, &setup, &random);
        free(solution);
    }
}

/* ---- three and more ---- */

/* Half of the chances to end below and level with `ahead` are added. */
static void count_parts(const double *written, int ahead, double *part)
{
    for (int points = 0; points < ahead; points++)
        part[0] += written[points] / 2;
    part[1] += written[ahead] / 2;
}

/* What a plain solver says about a last turn that is to end above or level with `ahead`. */
static void plain_hunt(const yucatan_map *map, const yucatan_spot *spot, int ahead, double *part)
{
    yucatan_turn turn;
    double written[WORTHS];
    for (int points = 0; points < WORTHS; points++)
        turn.worth[points] = points > ahead ? 1 : points == ahead ? 0.5 : 0;
    plain_solve(turn.worth);
    yucatan_solve_turn(map, &turn);
    assert_close(yucatan_spot_value(map, &turn, spot),
                 plain_best(spot->dice, spot->left, spot->points), 1e-12);
    yucatan_written(map, &turn, spot, written);
    count_parts(written, ahead, part);
}

/* Seat 1 has finished with 18; seat 2 is in its last turn, seat 3 has one to come. Each of them
 * plays for points or tries to catch seat 1, as likely as not. */
static void test_three_seats(void **unused)
{
    yucatan_solution *solution = learn(3, 1);
    scene s = scene_from(&yucatan_game, "seats=3 rounds=1 turn=2 sheet1=18 phase=deciding "
                                        "dice=2,2,2,2,2,1,1,3,4,5,6,6 on=2,2,2,2,2,-,-,-,-,-,-,-");
    bot b = sit(solution, 0, BOT_BEST, 1);
    yucatan_spot spot = {7, {2, 6, 5}, 15, -1, 0, 0}, start = yucatan_turn_start();
    double second[2] = {0}, third[2] = {0}, written[WORTHS], expected = 0;
    (void)unused;
    plain_hunt(&solution->map, &spot, 18, second);
    plain_hunt(&solution->map, &start, 18, third);
    yucatan_written(&solution->map, &solution->points, &spot, written);
    count_parts(written, 18, second);
    count_parts(solution->sum[1], 18, third);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            expected += second[i] * third[k] / (1 + i + k);
    bot_opinion value = yucatan_value(&b, s.state, BOT_WINS);
    assert_close(value.value, expected, 1e-12);
    assert_true(value.error > 0);
    assert_true(yucatan_value(&b, s.state, BOT_POINTS).error == 0);
    /* The first seat is behind, and two will know its total; the last is level and will know. */
    yucatan_solution *two = learn(3, 2);
    s = scene_from(&yucatan_game, "seats=3 rounds=2 sheet1=0,- sheet2=20,- sheet3=20,-");
    bot first = sit(two, 0, BOT_BEST, 1), last = sit(two, 2, BOT_BEST, 1);
    assert_true(yucatan_value(&first, s.state, BOT_WINS).value < 0.2);
    assert_true(yucatan_value(&last, s.state, BOT_WINS).value > 0.45);
    free(two);
    /* At the start, by lot: everyone alike, and that is exact. */
    s = scene_from(&yucatan_game, "seats=3 rounds=1 first=0");
    assert_close(yucatan_value(&b, s.state, BOT_WINS).value, 1. / 3, 1e-12);
    free(solution);
}

/* The last seat needs 30 to share the win and has 29: who plays for points stops, who plays to win
 * goes on. */
static void test_playing_to_win(void **unused)
{
    static const char position[] = "seats=3 rounds=1 turn=3 sheet1=30 sheet2=3 phase=deciding "
                                   "dice=2,2,2,2,2,2,2,2,2,4,4,1 on=2,2,2,2,2,2,2,2,2,even,even,-";
    yucatan_solution *solution = learn(3, 1);
    scene s = scene_from(&yucatan_game, position);
    bot strong = sit(solution, 2, BOT_STRONG, 1), best = sit(solution, 2, BOT_BEST, 1);
    int64_t delay;
    (void)unused;
    assert_int_equal(yucatan_bot.choose(&strong, s.state, &delay), YUCATAN_STOP);
    /* A shape wins once in three; odd would give a half of the half that it shares. */
    assert_int_equal(yucatan_worth((int)yucatan_bot.choose(&best, s.state, &delay)), 2);
    free(solution);
}

/* ---- behaviour ---- */

/* A whole match; `trace` takes one number for all that happened. */
static void play_match(const kn_setup *setup, bot *bots, uint64_t seed, yucatan_state *s,
                       uint64_t *trace)
{
    kn_random dice = kn_random_from(seed);
    *trace = seed;
    assert_int_equal(yucatan_game.start(setup, s), KN_OK);
    for (kn_actors due; (due = yucatan_game.to_act(s)) != 0;) {
        kn_event event = {.actor = (uint8_t)kn_first_actor(due)};
        int64_t delay = 0;
        if (event.actor == KN_CHANCE)
            event.move = 1 + kn_random_below(&dice, YUCATAN_FACES);
        else
            event.move = yucatan_bot.choose(&bots[event.actor], s, &delay);
        assert_true(delay >= 0 && delay < 10000);
        assert_int_equal(yucatan_game.apply(s, &event), KN_OK);
        *trace = (*trace * 31 + event.move) * 31 + (uint64_t)delay;
    }
}

/* All levels at tables of every size, twice; and once more without solution or in a hurry. */
static void test_same_seed_same_choice(void **unused)
{
    (void)unused;
    for (int seats = 1; seats <= YUCATAN_SEATS; seats++) {
        kn_setup setup = setup_for(seats, 3);
        yucatan_solution *solution = learn(seats, 3);
        uint64_t trace[3];
        for (int run = 0; run < 3; run++) {
            bot bots[YUCATAN_SEATS];
            yucatan_state s;
            for (int seat = 0; seat < seats; seat++) {
                int level = (BOT_BEST + seat) % BOT_LEVELS;
                bots[seat] = sit(run < 2 ? solution : NULL, seat, level, (uint64_t)seat);
            }
            play_match(&setup, bots, (uint64_t)seats, &s, &trace[run]);
        }
        assert_true(trace[0] == trace[1]);
        assert_true(seats == 2 || trace[0] == trace[2]); /* two without solution play by guess */
        free(solution);
    }
}

static void test_a_small_budget(void **unused)
{
    kn_setup setup = setup_for(5, YUCATAN_ROUNDS_MOST);
    bot bots[YUCATAN_SEATS];
    yucatan_state s;
    uint64_t trace;
    (void)unused;
    for (int seat = 0; seat < YUCATAN_SEATS; seat++) {
        bots[seat] = sit(NULL, seat, seat < 2 ? BOT_BEST : BOT_STRONG, (uint64_t)seat);
        bots[seat].budget_ms = 1 + 4 * seat;
    }
    play_match(&setup, bots, 1, &s, &trace);
}

/* Each level makes more of a turn than the one below. */
static void test_levels(void **unused)
{
    enum { MATCHES = 100 };
    yucatan_solution *solution = learn(1, YUCATAN_ROUNDS_MOST);
    kn_setup setup = setup_for(1, YUCATAN_ROUNDS_MOST);
    double before = 8;
    (void)unused;
    for (int level = BOT_CHILD; level <= BOT_STRONG; level++) {
        double sum = 0;
        for (uint64_t match = 0; match < MATCHES; match++) {
            bot b = sit(solution, 0, level, match);
            yucatan_state s;
            uint64_t trace;
            play_match(&setup, &b, match + 1000, &s, &trace);
            sum += yucatan_game.score(&s, 0) / (double)(MATCHES * YUCATAN_ROUNDS_MOST);
        }
        assert_true(sum > before);
        before = sum + 0.2;
    }
    free(solution);
}

static void backwards(void (*part)(void *job, int part), void *job, int count)
{
    for (int i = count - 1; i >= 0; i--)
        part(job, i);
}

/* In whichever order the parts are solved, the solution is the same; and solving can be stopped. */
static void test_learning(void **unused)
{
    static const volatile bool stop = true;
    const bot_machine machine = {.spread = backwards, .cores = 2};
    kn_setup setup = setup_for(2, 3);
    size_t bytes = yucatan_bot.solution_bytes(&setup);
    void *one = calloc(1, bytes), *other = calloc(1, bytes);
    (void)unused;
    assert_true(one && other);
    assert_true(yucatan_bot.learn(&setup, one, NULL, NULL));
    assert_true(yucatan_bot.learn(&setup, other, &machine, NULL));
    assert_memory_equal(one, other, bytes);
    assert_false(yucatan_bot.learn(&setup, other, &machine, &stop));
    setup = setup_for(2, YUCATAN_ROUNDS_MOST);
    assert_true(yucatan_bot.solution_bytes(&setup) < 1 << 17);
    free(one);
    free(other);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_known_values),
    cmocka_unit_test(test_turn_against_plain),
    cmocka_unit_test(test_lanes),
    cmocka_unit_test(test_chances_against_plain),
    cmocka_unit_test(test_advice_against_brute_force),
    cmocka_unit_test(test_values_add_up),
    cmocka_unit_test(test_three_seats),
    cmocka_unit_test(test_playing_to_win),
    cmocka_unit_test(test_same_seed_same_choice),
    cmocka_unit_test(test_a_small_budget),
    cmocka_unit_test(test_levels),
    cmocka_unit_test(test_learning),
};

SCENES_MAIN(tests)
