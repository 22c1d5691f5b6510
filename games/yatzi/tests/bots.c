/* bots.c: the solvers and players of Yatzi against known values, against each other, and
 * against a slow plain solver that knows only the rules and tries every throw. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "games/yatzi/bot.h"
#include "games/yatzi/solution.h"
#include "native/native.h"
#include "native/threads.h"
#include "tests/engine/scenes.h"

static const bot_machine machine = {
    .now_ns = native_steady_ns, .spread = threads_spread, .cores = 2};

enum { ROLLED, BOX, OFF, AMERICAN, READINGS };
static void *solutions[READINGS];

/* Sanitizers see two of the four: the others differ in one comparison. */
static bool is_tried(int reading)
{
    return scene_times(READINGS) == READINGS || reading == ROLLED || reading == AMERICAN;
}

static kn_setup setup_of(int reading, int seats)
{
    kn_setup setup;
    kn_setup_initial(&yatzi_game, seats, &setup);
    if (reading == AMERICAN)
        setup.option[YATZI_OPTION_SHEET] = YATZI_SHEET_AMERICAN;
    else
        setup.option[YATZI_OPTION_SECOND] = reading;
    return setup;
}

static void *solved(int reading, int lanes, const bot_machine *by)
{
    kn_setup setup = setup_of(reading, 2);
    void *solution = malloc(yatzi_solution_bytes(&setup));
    assert_non_null(solution);
    yatzi_solving how = {.lanes = lanes, .squares = true};
    assert_true(yatzi_solve(&setup, solution, by, NULL, &how));
    return solution;
}

static int learn_all(void **unused)
{
    (void)unused;
    for (int reading = 0; reading < READINGS; reading++)
        if (is_tried(reading))
            solutions[reading] = solved(reading, 0, &machine);
    return 0;
}

static int forget_all(void **unused)
{
    (void)unused;
    for (int reading = 0; reading < READINGS; reading++)
        free(solutions[reading]);
    return 0;
}

static const yatzi_state *state_of(const scene *s)
{
    return (const yatzi_state *)(const void *)s->state;
}

static int reading_of(const scene *s)
{
    return yatzi_rules(&state_of(s)->setup);
}

static bot bot_at(const scene *s, int seat, int level)
{
    bot b = bot_open(&yatzi_game, seat, level, 7);
    b.kind = &yatzi_bot;
    b.solution = solutions[reading_of(s)];
    return b;
}

/* ---- the slow solver ---- */

/* What a finished turn is worth to whoever asks. */
typedef double (*worth_of)(const yatzi_state *after, void *context);

/* Every set of dice by its key: how many of each face, as digits in base six. */
enum { KEYS = 46656 };
static const int digit[YATZI_FACES] = {1, 6, 36, 216, 1296, 7776};

/* What a key is worth with so many throws left: all dice on the table, or the others in the cup. */
typedef struct {
    double worth[YATZI_THROWS][KEYS];
    bool known[YATZI_THROWS][KEYS];
    const yatzi_state *s; /* ready to throw */
    worth_of finished;
    void *context;
} slow_turn;

static int key_of(const uint8_t *dice)
{
    int key = 0;
    for (int i = 0; i < YATZI_DICE; i++)
        key += dice[i] ? digit[dice[i] - 1] : 0;
    return key;
}

static double slow_best(slow_turn *t, int key, int left);

/* The mean over every way the dice in the cup can fall. */
static double slow_throw(slow_turn *t, int key, int cup, int left)
{
    if (t->known[left][key])
        return t->worth[left][key];
    double worth = 0;
    if (cup == 0)
        worth = slow_best(t, key, left);
    for (int face = 0; cup > 0 && face < YATZI_FACES; face++)
        worth += slow_throw(t, key + digit[face], cup - 1, left) / YATZI_FACES;
    t->known[left][key] = true;
    t->worth[left][key] = worth;
    return worth;
}

static double slow_fill(slow_turn *t, const uint8_t *dice, int box)
{
    yatzi_state s = *t->s;
    kn_event fill = {.actor = s.turn, .move = YATZI_FILL | (kn_move)box};
    memcpy(s.dice, dice, sizeof s.dice);
    s.phase = YATZI_DECIDING;
    s.throws = YATZI_THROWS;
    if (yatzi_game.apply(&s, &fill) != KN_OK)
        return LOWEST;
    return t->finished(&s, t->context);
}

static double slow_best(slow_turn *t, int key, int left)
{
    uint8_t dice[YATZI_DICE];
    double best = LOWEST;
    for (int face = 0, die = 0; face < YATZI_FACES; face++)
        for (int n = key / digit[face] % 6; n > 0; n--)
            dice[die++] = (uint8_t)(face + 1);
    for (int box = 0; box < YATZI_BOXES; box++) {
        double worth = slow_fill(t, dice, box);
        best = worth > best ? worth : best;
    }
    for (int kept = 0; left > 0 && kept < 31; kept++) {
        int some = 0, cup = 0;
        for (int i = 0; i < YATZI_DICE; i++) {
            some += kept >> i & 1 ? digit[dice[i] - 1] : 0;
            cup += !(kept >> i & 1);
        }
        double worth = slow_throw(t, some, cup, left - 1);
        best = worth > best ? worth : best;
    }
    return best;
}

static slow_turn *slow_begin(const yatzi_state *s, worth_of finished, void *context)
{
    slow_turn *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->s = s;
    t->finished = finished;
    t->context = context;
    return t;
}

static double slow_start(const yatzi_state *s, worth_of finished, void *context)
{
    slow_turn *t = slow_begin(s, finished, context);
    double value = slow_throw(t, 0, YATZI_DICE, YATZI_THROWS - 1);
    free(t);
    return value;
}

/* Sheets come again and again: those that were seen are remembered. */
enum { KNOWN_MOST = 256 };
typedef struct {
    int count;
    yatzi_state sheet[KNOWN_MOST];
    double value[KNOWN_MOST];
} slow_known;

static double slow_once(const yatzi_state *s, worth_of finished, void *context, slow_known *known)
{
    for (int i = 0; i < known->count; i++)
        if (memcmp(&known->sheet[i], s, sizeof *s) == 0)
            return known->value[i];
    double value = slow_start(s, finished, context);
    assert_true(known->count < KNOWN_MOST);
    known->sheet[known->count] = *s;
    known->value[known->count++] = value;
    return value;
}

/* Final points of a seat that plays alone. */
static double slow_points(const yatzi_state *s, void *context)
{
    return s->phase == YATZI_OVER ? yatzi_game.score(s, 0)
                                  : slow_once(s, slow_points, context, context);
}

static void near(double found, double expected, double within)
{
    if (found < expected - within || found > expected + within)
        fail_msg("%.12f instead of %.12f", found, expected);
}

/* ---- values ---- */

static void test_values(void **unused)
{
    (void)unused;
    static const double known[READINGS] = {[OFF] = 245.87077451,
                                           [ROLLED] = 248.17450646,
                                           [BOX] = 248.14981934,
                                           [AMERICAN] = 254.58772873};
    for (int reading = 0; reading < READINGS; reading++)
        if (is_tried(reading))
            near(yatzi_value(solutions[reading]), known[reading], 1e-8);
    kn_setup setup = setup_of(ROLLED, 8);
    assert_true(yatzi_bot.solution_bytes(&setup) <= 16 << 20);
}

/* One number at a time, four, eight; one thread, two: always the same bits. Sanitizers see one
 * sheet solved eight at a time. */
static void test_lanes_are_equal(void **unused)
{
    static const int lanes[] = {8, 4, 1};
    (void)unused;
    for (int reading = ROLLED; reading <= scene_times(AMERICAN); reading += AMERICAN - ROLLED)
        for (int i = 0; i < scene_times(3); i++) {
            yatzi_solution *a = solutions[reading], *b = solved(reading, lanes[i], NULL);
            size_t places = a->first[MASKS];
            assert_int_equal(places, b->first[MASKS]);
            assert_memory_equal(a->values, b->values, places * sizeof *a->values);
            assert_memory_equal(yatzi_squares(a), yatzi_squares(b), places * sizeof(float));
            free(b);
        }
}

static void test_solving_stops(void **unused)
{
    (void)unused;
    volatile bool stop = true;
    kn_setup setup = setup_of(BOX, 1);
    void *solution = malloc(yatzi_solution_bytes(&setup));
    assert_false(yatzi_bot.learn(&setup, solution, &machine, &stop));
    free(solution);
}

/* Sheets with few open boxes, each for a reason. */
static const char *const small[] = {
    /* the last box of each sort */
    "seats=1 phase=ready sheet1=3,6,9,12,15,18,20,20,25,30,40,50,- yatzis=1",
    "seats=1 phase=ready sheet1=3,6,9,12,15,-,20,20,25,30,40,0,20",
    "seats=1 phase=ready sheet1=3,6,9,12,15,18,20,20,-,30,40,0,20",
    /* the second Yatzi can still be made, and made to count */
    "seats=1 phase=ready sheet1=3,6,9,12,15,18,20,20,25,30,40,-,-",
    "seats=1 second_yatzi=box phase=ready sheet1=3,6,9,-,15,18,20,20,25,30,40,50,- yatzis=1",
    "seats=1 second_yatzi=off phase=ready sheet1=3,6,9,12,-,-,20,20,25,30,40,0,20",
    /* jokers: own box, lower box, a 0 */
    "seats=1 sheet=american phase=ready sheet1=3,6,9,12,15,-,20,20,25,30,-,50,20 yatzis=1 "
    "bonuses=0",
    "seats=1 sheet=american phase=ready sheet1=3,6,-,-,15,18,20,20,25,30,40,0,20 yatzis=0 "
    "bonuses=0",
    "seats=1 sheet=american phase=ready sheet1=3,6,9,12,15,18,20,-,-,30,40,50,20 yatzis=2 "
    "bonuses=1",
};
enum { SMALL = sizeof small / sizeof *small };

static void test_slow_solver_agrees(void **unused)
{
    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        static slow_known known;
        scene s = scene_from(&yatzi_game, small[i]);
        if (!is_tried(reading_of(&s)))
            continue;
        bot b = bot_at(&s, 0, BOT_STRONG);
        known.count = 0;
        near(yatzi_bot.value(&b, s.state).value, slow_points(state_of(&s), &known), 1e-9);
    }
}

/* ---- advice ---- */

/* Every move of a random roll on each small sheet, against brute force. */
static void test_advice(void **unused)
{
    (void)unused;
    kn_random random = kn_random_from(11);
    for (int i = 0; i < SMALL; i++) {
        static slow_known known;
        bot_opinion opinions[KN_MOVES_MAX];
        scene s = scene_from(&yatzi_game, small[i]);
        if (!is_tried(reading_of(&s)))
            continue;
        const yatzi_state ready = *state_of(&s);
        slow_turn *t = slow_begin(&ready, slow_points, &known);
        yatzi_state *now = (yatzi_state *)(void *)s.state;
        known.count = 0;
        now->phase = YATZI_DECIDING;
        now->throws = (uint8_t)(1 + kn_random_below(&random, 2));
        for (int die = 0; die < YATZI_DICE; die++)
            now->dice[die] = (uint8_t)(1 + kn_random_below(&random, YATZI_FACES));
        bot b = bot_at(&s, 0, BOT_STRONG);
        int count = yatzi_bot.judge(&b, now, opinions);
        assert_true(count > 1);
        for (int k = 0; k < count; k++) {
            kn_move move = opinions[k].move;
            uint8_t dice[YATZI_DICE] = {0};
            int cup = YATZI_DICE;
            for (int face = 1, die = 0; !(move & YATZI_FILL) && face <= YATZI_FACES; face++)
                for (kn_move n = move >> 3 * (face - 1) & 7; n > 0; n--, cup--)
                    dice[die++] = (uint8_t)face;
            double worth = move & YATZI_FILL
                               ? slow_fill(t, now->dice, (int)(move & ~(kn_move)YATZI_FILL))
                               : slow_throw(t, key_of(dice), cup, YATZI_THROWS - now->throws - 1);
            near(opinions[k].value, worth, 1e-9);
            assert_true(k == 0 || opinions[k - 1].value >= opinions[k].value);
        }
        near(yatzi_bot.value(&b, now).value, opinions[0].value, 1e-9);
        free(t);
    }
}

static double value_for(int reading, const void *state, int seat)
{
    bot b = bot_open(&yatzi_game, seat, BOT_STRONG, 1);
    b.solution = solutions[reading];
    return yatzi_bot.value(&b, state).value;
}

/* In a random match, before every event and for every seat: chance is worth the mean of what it can
 * bring, a seat's own turn the best of its moves, and others' moves are worth nothing to it. */
static void check_event(const scene *s, const kn_event *event)
{
    int reading = reading_of(s), actor = event->actor;
    for (int seat = 0; seat < state_of(s)->setup.seats; seat++) {
        double now = value_for(reading, s->state, seat), then = 0;
        if (actor == KN_CHANCE) {
            kn_outcome outcomes[KN_OUTCOMES_MAX];
            int count = yatzi_game.outcomes(s->state, outcomes);
            for (int i = 0; i < count; i++) {
                scene next = *s;
                kn_event one = *event;
                one.move = outcomes[i].move;
                assert_int_equal(yatzi_game.apply(next.state, &one), KN_OK);
                then += value_for(reading, next.state, seat) / count;
            }
        } else {
            scene next = *s;
            kn_event one = *event;
            if (actor == seat) {
                bot_opinion opinions[KN_MOVES_MAX];
                bot b = bot_at(s, seat, BOT_BEST);
                assert_true(yatzi_bot.judge(&b, s->state, opinions) > 0);
                near(opinions[0].value, now, 1e-9);
                one.move = opinions[0].move;
            }
            assert_int_equal(yatzi_game.apply(next.state, &one), KN_OK);
            then = value_for(reading, next.state, seat);
        }
        near(then, now, 1e-9);
    }
}

static void test_values_hang_together(void **unused)
{
    (void)unused;
    for (int reading = 0; reading < READINGS; reading++) {
        if (!is_tried(reading))
            continue;
        kn_setup setup = setup_of(reading, 2);
        kn_random random = kn_random_from(100 + (uint64_t)reading);
        scene s = {.game = &yatzi_game};
        kn_event event;
        assert_int_equal(yatzi_game.start(&setup, s.state), KN_OK);
        while (kn_random_event(&yatzi_game, s.state, &random, &s.now_ms, &event)) {
            check_event(&s, &event);
            assert_int_equal(yatzi_game.apply(s.state, &event), KN_OK);
        }
        for (int seat = 0; seat < 2; seat++)
            near(value_for(reading, s.state, seat), yatzi_game.score(s.state, seat), 1e-9);
    }
}

/* ---- playing to win ---- */

/* The chance of the one of two who has just filled a box, when both play to win. */
static double slow_win(const yatzi_state *s, void *context)
{
    int seat = !s->turn;
    if (s->phase == YATZI_OVER) {
        int lead = yatzi_game.score(s, seat) - yatzi_game.score(s, !seat);
        return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    }
    return 1 - slow_once(s, slow_win, context, context);
}

static void test_duels_are_solved(void **unused)
{
    static const char *const duels[] = {
        /* the very last turn, the last round, and up to two rounds */
        "seats=2 phase=ready turn=2 sheet1=3,6,9,12,15,18,20,20,25,30,40,0,20 "
        "sheet2=3,6,9,12,15,-,25,24,25,30,40,0,23",
        "seats=2 phase=ready turn=1 sheet1=3,6,9,12,15,18,20,20,25,30,40,0,- "
        "sheet2=3,6,9,12,-,18,20,20,25,30,40,0,20",
        "seats=2 phase=ready turn=2 sheet1=3,6,9,12,15,18,20,20,25,-,40,0,20 "
        "sheet2=3,6,9,12,15,12,20,20,-,30,40,-,20",
        "seats=2 phase=ready turn=1 sheet1=3,6,9,12,15,18,20,20,-,30,40,-,20 "
        "sheet2=3,6,9,12,15,18,20,20,25,-,-,0,20",
        "seats=2 sheet=american phase=ready turn=1 sheet1=3,6,9,12,15,18,20,20,-,30,40,50,20 "
        "sheet2=3,6,9,12,15,18,20,20,25,30,-,0,20 yatzis=1,0 bonuses=0,0",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof duels / sizeof *duels; i++) {
        static slow_known known;
        scene s = scene_from(&yatzi_game, duels[i]);
        int seat = state_of(&s)->turn;
        bot b = bot_at(&s, seat, BOT_BEST), other = bot_at(&s, !seat, BOT_BEST);
        known.count = 0;
        bot_opinion found = yatzi_worth(&b, s.state, BOT_WINS);
        near(found.value, slow_start(state_of(&s), slow_win, &known), 1e-12);
        assert_true(found.error == 0);
        near(yatzi_worth(&other, s.state, BOT_WINS).value, 1 - found.value, 1e-15);
    }
}

/* A chance that was rounded up beyond 1 must not make another one negative. */
static void test_chances_of_duels(void **unused)
{
    (void)unused;
    static const char *const duels[] = {
        "seats=2 phase=ready turn=1 sheet1=3,6,9,12,15,-,20,20,25,30,40,-,20 "
        "sheet2=3,6,9,12,-,18,20,20,25,30,40,0,-",
        "seats=2 phase=ready turn=1 sheet1=3,6,9,12,15,18,-,20,-,30,40,50,20 yatzis=1,0 "
        "sheet2=3,6,-,12,15,18,20,-,25,30,40,0,20",
    };
    yatzi_solution *solution = solutions[ROLLED];
    uint8_t able = solution->lanes;
    for (int lanes = 1; lanes <= able; lanes *= 2)
        for (int i = 0; i < 2; i++) {
            enum { MOST = 300 };
            double row[2 * MOST + 1];
            scene s = scene_from(&yatzi_game, duels[i]);
            solution->lanes = (uint8_t)lanes;
            yatzi_duel(solution, yatzi_sheet_of(state_of(&s), 1), yatzi_sheet_of(state_of(&s), 0),
                       -MOST, MOST, row);
            for (int at = 0; at <= 2 * MOST; at++)
                if (!(row[at] >= 0 && row[at] <= 1))
                    fail_msg("duel %d, %d lanes, %d behind: %g", i, lanes, at - MOST, row[at]);
        }
    solution->lanes = able;
}

/* Lanes or not, the same chances. */
static void test_duel_lanes_are_equal(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game,
                         "seats=2 phase=ready turn=1 sheet1=3,6,9,12,15,-,20,20,25,30,40,-,20 "
                         "sheet2=3,6,9,12,-,18,20,20,25,30,40,0,-");
    bot b = bot_at(&s, 0, BOT_BEST);
    yatzi_solution *solution = solutions[ROLLED];
    uint8_t lanes = solution->lanes;
    double wide = yatzi_worth(&b, s.state, BOT_WINS).value;
    solution->lanes = 1;
    assert_true(yatzi_worth(&b, s.state, BOT_WINS).value == wide);
    solution->lanes = lanes;
}

/* Points and wins differ where they should: behind by 26 with one throw and chance left, only a
 * large sum helps; the points of a sure pair do not. */
static void test_wins_take_risks(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=2 phase=deciding turn=2 throws=2 dice=5,5,5,4,4 "
                                      "sheet1=3,6,9,12,15,18,20,20,25,30,40,0,29 "
                                      "sheet2=3,6,9,12,15,18,20,20,25,30,40,0,-");
    bot_opinion points[KN_MOVES_MAX], wins[KN_MOVES_MAX];
    bot b = bot_at(&s, 1, BOT_BEST);
    yatzi_judge(&b, s.state, BOT_POINTS, points);
    yatzi_judge(&b, s.state, BOT_WINS, wins);
    assert_true(points[0].move != wins[0].move);
    assert_true(wins[0].value > 0 && wins[0].error == 0);
    int64_t delay;
    assert_int_equal(yatzi_bot.choose(&b, s.state, &delay), wins[0].move);
}

/* At the start of a game for several nobody is ahead but for the first turn. */
static void test_wins_begin_even(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        kn_setup setup = setup_of(ROLLED, seats);
        scene s = {.game = &yatzi_game};
        assert_int_equal(yatzi_game.start(&setup, s.state), KN_OK);
        for (int seat = 0; seat < seats; seat++) {
            bot b = bot_at(&s, seat, BOT_BEST);
            near(yatzi_worth(&b, s.state, BOT_WINS).value, 1.0 / seats, 0.03);
        }
    }
}

/* ---- the final score ---- */

typedef struct {
    int needed;
    slow_known known;
} slow_goal;

static double slow_reached(const yatzi_state *s, void *context)
{
    slow_goal *goal = context;
    if (s->phase == YATZI_OVER)
        return yatzi_game.score(s, 0) >= goal->needed;
    return slow_once(s, slow_reached, context, &goal->known);
}

/* The best chance to get so many points, by brute force. */
static double slow_reach(const yatzi_state *s, int needed)
{
    static slow_goal goal;
    goal.needed = needed;
    goal.known.count = 0;
    return slow_start(s, slow_reached, &goal);
}

static void test_reach(void **unused)
{
    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        scene s = scene_from(&yatzi_game, small[i]);
        const yatzi_state *state = state_of(&s);
        if (!is_tried(reading_of(&s)))
            continue;
        void *solution = solutions[reading_of(&s)],
             *memory = malloc(yatzi_odds_bytes(solution, state, 0));
        double reach[YATZI_SCORES_MOST], chance[YATZI_SCORES_MOST], sum = 0, mean = 0;
        int scores = yatzi_reach(solution, state, 0, memory, &machine, NULL, reach);
        assert_int_equal(yatzi_distribution(solution, state, 0, memory, NULL, NULL, chance),
                         scores);
        for (int points = scores - 1; points >= 0; points--) {
            sum += chance[points];
            mean += points * chance[points];
            assert_true(reach[points] >= sum - 1e-12);
            assert_true(points == 0 || reach[points] <= reach[points - 1] + 1e-12);
        }
        near(sum, 1, 1e-12);
        near(mean, value_for(reading_of(&s), state, 0), 1e-9);
        free(memory);
    }
}

/* With one box left, every goal by brute force; and the distribution, which then is the same. */
static void test_reach_by_brute_force(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        scene s = scene_from(&yatzi_game, small[i]);
        const yatzi_state *state = state_of(&s);
        void *solution = solutions[ROLLED], *memory = malloc(yatzi_odds_bytes(solution, state, 0));
        double reach[YATZI_SCORES_MOST];
        int scores = yatzi_reach(solution, state, 0, memory, &machine, NULL, reach);
        for (int points = yatzi_game.score(state, 0); points < scores; points += 7)
            near(reach[points], slow_reach(state, points), 1e-12);
        free(memory);
    }
}

/* The same with upper sums from far below the bonus to beyond it: neighbours share what does not
 * depend on the bonus. */
static void test_reach_near_the_bonus(void **unused)
{
    (void)unused;
    for (int twos = 0; twos <= 5; twos++)
        for (int fives = 0; fives <= 5; fives++) {
            char text[128];
            snprintf(text, sizeof text,
                     "seats=1 phase=ready sheet1=3,%d,9,12,%d,-,20,20,25,30,40,0,20", 2 * twos,
                     5 * fives);
            scene s = scene_from(&yatzi_game, text);
            void *solution = solutions[ROLLED],
                 *memory = malloc(yatzi_odds_bytes(solution, s.state, 0));
            double reach[YATZI_SCORES_MOST];
            int scores = yatzi_reach(solution, s.state, 0, memory, &machine, NULL, reach);
            int so_far = yatzi_game.score(s.state, 0);
            for (int points = so_far; points < scores; points++)
                near(reach[points], slow_reach(state_of(&s), points), 1e-12);
            free(memory);
        }
}

enum { GOALS = 24 };

/* Two boxes and a second Yatzi that may count: the rows behind the first turn have a flag, and are
 * solved themselves. Sanitizers see some of the goals. */
static void test_reach_with_a_second_yatzi(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game,
                         "seats=1 phase=ready sheet1=3,6,9,12,15,-,20,20,25,30,40,50,- yatzis=1");
    const yatzi_state *state = state_of(&s);
    void *solution = solutions[ROLLED], *memory = malloc(yatzi_odds_bytes(solution, state, 0));
    double reach[YATZI_SCORES_MOST];
    int scores = yatzi_reach(solution, state, 0, memory, &machine, NULL, reach);
    int least = yatzi_game.score(state, 0), goals = scene_times(GOALS);
    assert_true(yatzi_sheet_of(state, 0).flag && scores > least + YATZI_SECOND);
    for (int goal = 0; goal < goals; goal++) {
        int points = scores - 1 - goal * (scores - 1 - least) / goals;
        near(reach[points], slow_reach(state, points), 1e-12);
    }
    free(memory);
}

/* However many numbers are computed at once, the chances have the same bits. */
static void test_reach_lanes_are_equal(void **unused)
{
    (void)unused;
    static const uint8_t lanes[] = {4, 2, 1};
    scene s = scene_from(&yatzi_game, "seats=1 phase=ready sheet1=3,-,9,12,-,18,20,20,-,30,-,0,20");
    yatzi_solution *solution = solutions[ROLLED];
    void *memory = malloc(yatzi_odds_bytes(solution, s.state, 0));
    double all[YATZI_SCORES_MOST], few[YATZI_SCORES_MOST];
    uint8_t able = solution->lanes;
    for (int how = 0; how < 2; how++) {
        int (*odds)(const void *, const void *, int, void *, const bot_machine *,
                    const volatile bool *, double *) = how ? yatzi_distribution : yatzi_reach;
        int scores = odds(solution, s.state, 0, memory, &machine, NULL, all);
        assert_true(scores > 0);
        for (size_t i = 0; i < sizeof lanes; i++) {
            solution->lanes = lanes[i] < able ? lanes[i] : able;
            assert_int_equal(odds(solution, s.state, 0, memory, &machine, NULL, few), scores);
            assert_memory_equal(all, few, (size_t)scores * sizeof *all);
        }
        solution->lanes = able;
    }
    free(memory);
}

/* The variance behind the estimate of wins is that of the distribution. */
static void test_squares(void **unused)
{
    (void)unused;
    scene s = scene_from(&yatzi_game, "seats=1 phase=ready sheet1=3,-,9,12,-,18,20,20,-,30,-,0,20");
    yatzi_solution *solution = solutions[ROLLED];
    void *memory = malloc(yatzi_odds_bytes(solution, s.state, 0));
    double chance[YATZI_SCORES_MOST], square = 0;
    int scores = yatzi_distribution(solution, s.state, 0, memory, &machine, NULL, chance);
    int so_far = yatzi_points_so_far(state_of(&s), 0);
    for (int points = 0; points < scores; points++)
        square += chance[points] * (points - so_far) * (points - so_far);
    near(yatzi_squares(solution)[yatzi_place(solution, yatzi_sheet_of(state_of(&s), 0))], square,
         0.5);
    free(memory);
}

/* ---- players ---- */

/* Play alone; the score and a number for all choices. */
static int play(int level, uint64_t seed, bool solution, uint64_t *choices)
{
    kn_setup setup = setup_of(ROLLED, 1);
    kn_random dice = kn_random_from(seed);
    scene s = {.game = &yatzi_game};
    assert_int_equal(yatzi_game.start(&setup, s.state), KN_OK);
    bot b = bot_at(&s, 0, level);
    b.random = kn_random_from(seed);
    if (!solution)
        b.solution = NULL;
    for (kn_actors due; (due = yatzi_game.to_act(s.state));) {
        kn_event event = {.actor = (uint8_t)kn_first_actor(due)};
        int64_t delay = 0;
        if (event.actor == KN_CHANCE)
            event.move = 1 + kn_random_below(&dice, YATZI_FACES);
        else
            event.move = yatzi_bot.choose(&b, s.state, &delay);
        assert_true(delay >= 0 && delay < 10000);
        *choices = (*choices ^ event.move) * 0x100000001b3 + (uint64_t)delay;
        assert_int_equal(yatzi_game.apply(s.state, &event), KN_OK);
    }
    return yatzi_game.score(s.state, 0);
}

static void test_same_seed_same_choices(void **unused)
{
    (void)unused;
    for (int level = 0; level < BOT_LEVELS; level++)
        for (int solution = 0; solution < 2; solution++) {
            uint64_t first = 0, again = 0;
            assert_int_equal(play(level, 5, solution, &first), play(level, 5, solution, &again));
            assert_true(first == again);
        }
}

static void test_levels_rise(void **unused)
{
    (void)unused;
    double before = 0;
    for (int level = 0; level <= BOT_STRONG; level++) {
        enum { GAMES = 60 };
        double sum = 0;
        uint64_t choices = 0;
        for (uint64_t seed = 0; seed < GAMES; seed++)
            sum += play(level, seed, true, &choices);
        assert_true(sum / GAMES > before);
        before = sum / GAMES;
    }
    assert_true(before > 225 && before < 270);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_lanes_are_equal),
        cmocka_unit_test(test_solving_stops),
        cmocka_unit_test(test_slow_solver_agrees),
        cmocka_unit_test(test_advice),
        cmocka_unit_test(test_values_hang_together),
        cmocka_unit_test(test_duels_are_solved),
        cmocka_unit_test(test_chances_of_duels),
        cmocka_unit_test(test_duel_lanes_are_equal),
        cmocka_unit_test(test_wins_take_risks),
        cmocka_unit_test(test_wins_begin_even),
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_reach_by_brute_force),
        cmocka_unit_test(test_reach_near_the_bonus),
        cmocka_unit_test(test_reach_with_a_second_yatzi),
        cmocka_unit_test(test_reach_lanes_are_equal),
        cmocka_unit_test(test_squares),
        cmocka_unit_test(test_same_seed_same_choices),
        cmocka_unit_test(test_levels_rise),
    };
    return cmocka_run_group_tests(tests, learn_all, forget_all);
}
