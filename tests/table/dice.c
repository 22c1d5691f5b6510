/* dice.c: where dice come from: the sealed envelope, and dice that are the same for
 * everyone.
 *
 * Needs the games: yatzi yucatan bossa crane */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/yatzi/rules.h"
#include "table/inside.h"
#include "tests/table/sitting.h"

/* ---- the sealed envelope ---- */

/* The same secret, moves and salts give the same dice, whatever the times. */
static void test_same_dice(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 1);
    sitting one = sit_down(&plan, 1), two = sit_down(&plan, 1);
    table_act act = {.now_ms = 99999, .acted_ms = 5, .claimed_ms = 77, .error_ms = 3, .salt = 11};
    assert_int_equal(play_text(&one.t, 0, "throw", 11), TABLE_OK);
    assert_int_equal(table_play(&two.t, 0, kn_slice_of("throw"), &act), TABLE_OK);
    assert_memory_equal(&one.t.state, &two.t.state, sizeof one.t.state);
    leave(&one.t);
    leave(&two.t);
}

/* Another salt, another secret, another salt when sitting down: other dice. */
static void test_other_dice(void **unused)
{
    (void)unused;
    int same = 0;
    for (uint64_t i = 0; i < 64; i++) {
        table_plan plan = plan_for(&yatzi_game, 2, 1), other = plan;
        if (i % 3 == 0)
            other.secret[i % 32] ^= 1;
        if (i % 3 == 1)
            other.seat[1].salt ^= 1 + i;
        sitting one = sit_down(&plan, 1), two = sit_down(&other, 1);
        play_text(&one.t, 0, "throw", 11);
        play_text(&two.t, 0, "throw", i % 3 == 2 ? 12 + i : 11);
        same += memcmp(&one.t.state, &two.t.state, sizeof one.t.state) == 0;
        leave(&one.t);
        leave(&two.t);
    }
    assert_true(same < 4); /* by chance 64 / 7776 */
}

/* In which order the bets of two seats arrive changes nothing, not even the dice to come. */
static void test_order_does_not_choose_dice(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&crane_game, 3, 4);
    sitting one = sit_down(&plan, 1), two = sit_down(&plan, 1);
    play_text(&one.t, 0, "close", 1);
    play_text(&two.t, 0, "close", 1);
    assert_int_equal(play_text(&one.t, 1, "bet high", 2), TABLE_OK);
    assert_int_equal(play_text(&one.t, 2, "bet low", 3), TABLE_OK);
    assert_int_equal(play_text(&two.t, 2, "bet low", 3), TABLE_OK);
    assert_int_equal(play_text(&two.t, 1, "bet high", 2), TABLE_OK);
    assert_memory_equal(&one.t.state, &two.t.state, sizeof one.t.state);
    leave(&one.t);
    leave(&two.t);
}

/* Draws follow the weights: a chi-square over many rolls of uneven outcomes. */
static void test_weights(void **unused)
{
    enum { ROLLS = 60000, KINDS = 4 };
    static const kn_outcome outcomes[KINDS] = {{0, 19}, {1, 19}, {2, 2}, {3, 60}};
    envelope e = {.open = true};
    int seen[KINDS] = {0};
    double chi = 0;
    (void)unused;
    memcpy(e.secret, "a secret for a test of the dice.", sizeof e.secret);
    for (e.rolls = 0; e.rolls < ROLLS; e.rolls++)
        seen[envelope_roll(&e, 2, outcomes, KINDS)]++;
    for (int i = 0; i < KINDS; i++) {
        double expected = ROLLS * outcomes[i].weight / 100.0;
        chi += (seen[i] - expected) * (seen[i] - expected) / expected;
    }
    assert_true(chi < 16.27); /* three degrees of freedom, one in a thousand; the secret is fixed */
}

/* ---- the same dice for everyone ---- */

/* What fell where: turns, throws and dice from 1 on; 0: nothing did. */
enum { TURNS = 16, TOSSES = 16, DICE = 16 };
typedef uint8_t fallen[TURNS][TOSSES][DICE];

/* Note every die of a match; where someone threw before, the same has to lie. */
static void note_dice(const table *t, fallen known)
{
    const kn_game *game = t->plan.game;
    static bool thrown[KN_SEATS_MAX][TURNS][TOSSES][DICE];
    table_state state;
    int seat = 0;
    memset(thrown, 0, sizeof thrown);
    memset(&state, 0, sizeof state);
    assert_int_equal(game->start(&t->plan.setup, &state), KN_OK);
    for (uint32_t i = 0; i < t->log.count; i++) {
        const char *at = t->log.text + t->log.marks[i].offset;
        log_line line;
        assert_true(log_read_line((kn_slice){at, (size_t)(strchr(at, '\n') - at)}, &line));
        kn_event event = {.actor = (uint8_t)line.actor};
        assert_int_equal(game->read_move(&state, line.actor, line.move, &event.move), KN_OK);
        if (line.actor == KN_CHANCE) {
            kn_place p = game->place(&state);
            assert_true(p.turn > 0 && p.turn < TURNS && p.toss > 0 && p.toss < TOSSES);
            assert_true(p.die > 0 && p.die < DICE && !thrown[seat][p.turn][p.toss][p.die]);
            thrown[seat][p.turn][p.toss][p.die] = true;
            uint8_t *face = &known[p.turn][p.toss][p.die];
            assert_true(*face == 0 || *face == event.move);
            *face = (uint8_t)event.move;
        }
        seat = line.actor < KN_SEATS_MAX ? line.actor : seat;
        assert_int_equal(game->apply(&state, &event), KN_OK);
    }
}

/* However many sit there and whatever they do: the same die falls at the same place. */
static void test_same_for_everybody(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        static fallen known;
        memset(known, 0, sizeof known);
        for (int n = 0; kn_games[i]->place && n < 3 * kn_games[i]->seats_max; n++) {
            sitting s = sit_with_same(kn_games[i], 1 + n % kn_games[i]->seats_max, "2026-11-15",
                                      (uint64_t)n + 1);
            play_out(&s);
            note_dice(&s.t, known);
            leave(&s.t);
        }
    }
    assert_non_null(yatzi_game.place);
    assert_non_null(yucatan_game.place);
}

/* A name that cannot be, a game without places, real dice: no table. */
static void test_same_refused(void **unused)
{
    static const char *const bad[] = {"A", "a b", "ä", "a\nb"};
    (void)unused;
    table t;
    table_log log = fresh_log();
    table_plan plan = plan_for(&yatzi_game, 2, 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(plan.same, sizeof plan.same, "%s", bad[i]);
        assert_int_equal(table_open(&t, &plan, log), KN_BAD_SETUP);
    }
    memset(plan.same, 'a', sizeof plan.same); /* nothing closes it */
    assert_int_equal(table_open(&t, &plan, log), KN_BAD_SETUP);
    plan.same[TABLE_SAME_MAX - 1] = '\0';
    assert_int_equal(table_open(&t, &plan, log), TABLE_OK);
    plan.ours = true;
    assert_int_equal(table_open(&t, &plan, log), KN_BAD_SETUP);
    plan = plan_for(&bossa_game, 2, 1);
    plan.same[0] = 'a';
    assert_int_equal(table_open(&t, &plan, log), KN_BAD_SETUP);
    free(log.text), free(log.marks);
}

/* Where an older log took something back, the dice are those that everyone gets there. */
static void test_same_after_taking_back(void **unused)
{
    (void)unused;
    static fallen known;
    sitting s = sit_with_same(&yatzi_game, 1, "back", 1), other;
    play_text(&s.t, 0, "throw", 1);
    table_state thrown = s.t.state;
    assert_int_equal(table_take_back(&s.t, 0, 0, s.t.last_ms), TABLE_OK);
    play_text(&s.t, 0, "throw", 2);
    assert_memory_equal(&s.t.state, &thrown, sizeof thrown);
    other = sit_with_same(&yatzi_game, 1, "back", 9);
    play_out(&other);
    memset(known, 0, sizeof known);
    note_dice(&other.t, known);
    for (int i = 0; i < 5; i++)
        assert_int_equal(((const uint8_t *)&thrown)[offsetof(yatzi_state, dice) + (size_t)i],
                         known[1][1][i + 1]);
    leave(&s.t);
    leave(&other.t);
}

/* A day begins fourteen hours before it does in Greenwich, and other names are no days. */
static void test_days_to_come(void **unused)
{
    static const int64_t hour_ms = INT64_C(3600) * 1000, november_15_ms = INT64_C(1794700800000);
    static const struct {
        const char *same;
        int64_t hours; /* from the beginning of 2026-11-15 */
        bool to_come;
    } days[] = {
        {"2026-11-15", 0, false},        {"2026-11-15", -14, false},
        {"2026-11-15", -15, true},       {"2026-11-16", 9, true},
        {"2026-11-16", 10, false},       {"2026-12-01", 0, true},
        {"2027-01-01", 47 * 24, false},  {"2027-01-01", 46 * 24, true},
        {"2028-02-29", 471 * 24, false}, {"2028-02-29", 470 * 24, true},
        {"2028-03-01", 471 * 24, true},  {"2028-03-01", 472 * 24, false},
        {"2026-11-14", 0, false},        {"1969-12-31", 0, false},
        {"9999-99-99", 0, true},         {"2030-11-15-", 0, false},
        {"anna-2030", 0, false},         {"20301115", 0, false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof days / sizeof *days; i++)
        if (table_day_to_come(days[i].same, november_15_ms + days[i].hours * hour_ms) !=
            days[i].to_come)
            fail_msg("%s after %d hours", days[i].same, (int)days[i].hours);
}

/* And ends twelve hours after it does in Greenwich. */
static void test_days_that_are_over(void **unused)
{
    static const int64_t hour_ms = INT64_C(3600) * 1000, november_15_ms = INT64_C(1794700800000);
    static const struct {
        const char *same;
        int64_t hours;
        bool over;
    } days[] = {
        {"2026-11-15", 0, false},  {"2026-11-15", 35, false}, {"2026-11-15", 36, true},
        {"2026-11-14", 11, false}, {"2026-11-14", 12, true},  {"2026-10-31", 0, true},
        {"2026-11-16", 0, false},  {"anna", 0, false},        {"2026-11-1x", 0, false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof days / sizeof *days; i++)
        if (table_day_over(days[i].same, november_15_ms + days[i].hours * hour_ms) != days[i].over)
            fail_msg("%s after %d hours", days[i].same, (int)days[i].hours);
    assert_true(table_is_day("2026-11-15"));
    assert_false(table_is_day("abc"));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_same_dice),
    cmocka_unit_test(test_other_dice),
    cmocka_unit_test(test_order_does_not_choose_dice),
    cmocka_unit_test(test_weights),
    cmocka_unit_test(test_same_for_everybody),
    cmocka_unit_test(test_same_refused),
    cmocka_unit_test(test_same_after_taking_back),
    cmocka_unit_test(test_days_to_come),
    cmocka_unit_test(test_days_that_are_over),
};

SCENES_MAIN(tests)
