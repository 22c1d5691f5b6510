/* back.c: taking back, dice and cards of our own, and correcting what was entered of them.
 *
 * Needs the games: yatzi crane */
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "games/crane/rules.h"
#include "games/yatzi/rules.h"
#include "table/inside.h"
#include "tests/table/sitting.h"

/* ---- taking back ---- */

/* Anna throws and fills a box: events 1 to 6, and 7. */
static sitting a_box_filled(const table_plan *plan)
{
    sitting s = sit_down(plan, 3);
    assert_int_equal(play_text(&s.t, 0, "throw", 5), TABLE_OK);
    assert_int_equal(play_text(&s.t, 0, "fill chance", 6), TABLE_OK);
    return s;
}

static void test_take_back(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 3);
    sitting s = sit_down(&plan, 3);
    bool any;
    assert_int_equal(table_before_last_move(&s.t, 0, &any), 0);
    assert_false(any);
    assert_int_equal(table_ask_back(&s.t, 0, 0, 0), TABLE_NOTHING_BACK);
    play_text(&s.t, 0, "throw", 5);
    table_state after_throw = s.t.state;
    play_text(&s.t, 0, "fill chance", 6);
    table_state after_box = s.t.state;
    uint32_t to = table_before_last_move(&s.t, 0, &any);
    assert_true(any);
    /* Everyone has to agree. */
    assert_int_equal(table_ask_back(&s.t, 0, to, 10), TABLE_OK);
    assert_memory_equal(&s.t.state, &after_box, sizeof after_box);
    assert_int_equal(table_agree_back(&s.t, 1, 10), TABLE_OK);
    assert_memory_equal(&s.t.state, &after_throw, sizeof after_throw);
    /* And the log tells it all, loads and checks. */
    assert_int_equal(play_text(&s.t, 0, "fill ones", 7), TABLE_OK);
    char *text = saved(&s.t);
    table t;
    table_report report;
    assert_non_null(strstr(text, " back by=1: 6\n"));
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_int_equal(report.rolls, 5);
    assert_int_equal(report.events, 7);
    assert_memory_equal(&t.state, &s.t.state, sizeof t.state);
    leave(&t);
    leave(&s.t);
    free(text);
}

/* Older logs have throws that were taken back: the same action gave the same dice. They still load.
 */
static void test_throw_taken_back_earlier(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 3);
    sitting s = sit_down(&plan, 3);
    play_text(&s.t, 0, "throw", 5);
    play_text(&s.t, 0, "throw", 6); /* all five again */
    table_state after_second = s.t.state;
    assert_int_equal(table_take_back(&s.t, 0, 6, s.t.last_ms), TABLE_OK);
    assert_int_equal(play_text(&s.t, 0, "throw", 999), TABLE_OK); /* with another salt */
    assert_memory_equal(&s.t.state, &after_second, sizeof after_second);
    assert_loads_same(&s.t, 0);
    leave(&s.t);
}

/* Nobody chooses again by dice that they have seen. */
static void test_no_back_behind_dice(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 3);
    sitting s = sit_down(&plan, 3);
    play_text(&s.t, 0, "throw", 5);
    uint32_t count = s.t.log.count;
    for (uint32_t to = 0; to < count; to++)
        assert_int_equal(table_ask_back(&s.t, 0, to, 10), TABLE_DICE_SHOWN);
    assert_int_equal(s.t.log.count, count);
    assert_int_equal(table_agree_back(&s.t, 1, 10), TABLE_NOTHING_BACK);
    leave(&s.t);
    /* A box is free to go until the next one throws. */
    s = a_box_filled(&plan);
    assert_int_equal(table_ask_back(&s.t, 0, 6, 10), TABLE_OK);
    assert_int_equal(play_text(&s.t, 1, "throw", 7), TABLE_OK);
    assert_int_equal(table_agree_back(&s.t, 1, 10), TABLE_NOTHING_BACK);
    assert_int_equal(table_ask_back(&s.t, 0, 6, 10), TABLE_DICE_SHOWN);
    leave(&s.t);
}

/* With the same dice for everyone other choices show more of them: not even a box is taken back. */
static void test_same_dice_stand(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 1, 3);
    strcpy(plan.same, "2026-11-15");
    sitting s = a_box_filled(&plan);
    assert_int_equal(table_ask_back(&s.t, 0, 6, 10), TABLE_SAME_STANDS);
    assert_int_equal(table_ask_back(&s.t, 0, 0, 10), TABLE_SAME_STANDS);
    assert_int_equal(table_ask_back(&s.t, 0, 7, 10), TABLE_NOTHING_BACK);
    leave(&s.t);
}

/* Real dice: those who throw them decide. */
static void test_real_dice_go_back(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 1, 3);
    plan.ours = true;
    sitting s = sit_down(&plan, 3);
    play_text(&s.t, 0, "throw", 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(table_declare(&s.t, kn_slice_of("6"), 0), TABLE_OK);
    assert_int_equal(table_ask_back(&s.t, 0, 0, 10), TABLE_OK);
    assert_int_equal(s.t.backs, 1);
    leave(&s.t);
}

/* How far a card will slip is drawn when all bets are in, and nobody sees it: a bet may go back. */
static void test_hidden_die_helps_nobody(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&crane_game, 2, 3);
    plan.setup.option[CRANE_OPTION_FIRST] = 1;
    sitting s = sit_down(&plan, 3);
    assert_int_equal(play_text(&s.t, 0, "close", 4), TABLE_OK);
    uint32_t before = s.t.log.count;
    assert_int_equal(play_text(&s.t, 1, "bet high", 5), TABLE_OK);
    assert_int_equal(s.t.log.count, before + 2);
    assert_int_equal(s.t.log.marks[before + 1].actor, KN_CHANCE);
    assert_int_equal(table_ask_back(&s.t, 1, before, 10), TABLE_OK);
    assert_int_equal(table_agree_back(&s.t, 0, 10), TABLE_OK);
    assert_int_equal(table_ask_back(&s.t, 1, 0, 10), TABLE_DICE_SHOWN); /* the card is face up */
    leave(&s.t);
}

/* But a grab stands, as everybody learns by it how far the card slipped. */
static void test_secret_die_that_was_used(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&crane_game, 3, 3);
    plan.setup.option[CRANE_OPTION_FIRST] = 1;
    sitting s = sit_down(&plan, 3);
    assert_int_equal(play_text(&s.t, 0, "close", 4), TABLE_OK);
    assert_int_equal(play_text(&s.t, 1, "bet high", 5), TABLE_OK);
    uint32_t bet = s.t.log.count;
    assert_int_equal(play_text(&s.t, 2, "bet low", 5), TABLE_OK);
    uint32_t grab = s.t.log.count;
    assert_int_equal(play_text(&s.t, 0, "grab 12000", 6), TABLE_OK);
    assert_int_equal(table_ask_back(&s.t, 0, grab, 10), TABLE_DICE_SHOWN);
    assert_int_equal(table_ask_back(&s.t, 2, bet, 10), TABLE_DICE_SHOWN);
    leave(&s.t);
}

static void test_wish_lapses(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 3);
    sitting s = a_box_filled(&plan);
    assert_int_equal(table_ask_back(&s.t, 0, 6, 10), TABLE_OK);
    table_refuse_back(&s.t);
    assert_int_equal(table_agree_back(&s.t, 1, 10), TABLE_NOTHING_BACK);
    assert_int_equal(table_ask_back(&s.t, 5, 6, 10), TABLE_NO_SUCH_SEAT);
    assert_int_equal(table_ask_back(&s.t, 0, 6, 10), TABLE_OK);
    play_text(&s.t, 1, "throw", 6);
    assert_int_equal(table_agree_back(&s.t, 1, 10), TABLE_NOTHING_BACK);
    leave(&s.t);
}

/* Random matches with random take-backs load, and never re-roll: also those that older programs
 * allowed. */
static void check_many_backs(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    for (int i = 1; i < seats; i++)
        strcpy(plan.seat[i].bot, "random"); /* bots agree */
    sitting s = sit_down(&plan, seed);
    for (int n = 0; n < 60 && !table_over(&s.t); n++) {
        if (n % 5 == 4 && s.t.log.count > 3) {
            uint32_t to = kn_random_below(&s.random, s.t.log.count);
            if (table_ask_back(&s.t, 0, to, s.t.last_ms) == TABLE_DICE_SHOWN) {
                table_take_back(&s.t, 0, to, s.t.last_ms);
                table_settle(&s.t, s.t.last_ms);
            }
        }
        if (!table_over(&s.t))
            step(&s);
    }
    char *text = saved(&s.t);
    table t;
    table_report report;
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_memory_equal(&t.state, &s.t.state, sizeof t.state);
    leave(&t);
    leave(&s.t);
    free(text);
}

static void test_many_backs(void **unused)
{
    (void)unused;
    for_every_game(check_many_backs);
}

/* ---- dice of our own ---- */

static void test_declared(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 3);
    sitting house = sit_down(&plan, 3);
    assert_int_equal(table_declare(&house.t, kn_slice_of("3"), 0), TABLE_NOT_OURS);
    plan.ours = true;
    sitting s = sit_down(&plan, 3);
    assert_int_equal(table_declare(&s.t, kn_slice_of("3"), 0), TABLE_NO_DICE_DUE);
    play_text(&s.t, 0, "throw", 0);
    assert_int_equal(play_text(&s.t, 0, "throw", 0), KN_NOT_DUE); /* the dice are in the air */
    assert_int_equal(table_declare(&s.t, kn_slice_of("7"), 0), KN_UNREADABLE);
    for (int i = 0; i < 4; i++)
        assert_int_equal(table_declare(&s.t, kn_slice_of("6"), 0), TABLE_OK);
    assert_int_equal(table_roll(&s.t, 0),
                     TABLE_OK); /* one fell off the table: the house throws it */
    char *text = saved(&s.t);
    table t;
    table_report report;
    assert_non_null(strstr(text, " ours: 6\n"));
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_int_equal(report.declared, 4);
    assert_int_equal(report.rolls, 1);
    leave(&t);
    leave(&s.t);
    leave(&house.t);
    free(text);
}

/* Throws and declares five dice. */
static void throw_five(table *t, int seat, const char *move, const char *faces)
{
    assert_int_equal(play_text(t, seat, move, 7), TABLE_OK);
    for (; *faces; faces++)
        assert_int_equal(table_declare(t, (kn_slice){faces, 1}, t->last_ms + 5), TABLE_OK);
}

static table_answer correct(table *t, uint32_t number, const char *right, uint32_t *unfit)
{
    return table_correct(t, 1, number, kn_slice_of(right), t->last_ms + 9, unfit);
}

/* Two turns of Yatzi: 1 throw, 2-6 dice, 7 fill fours, 8 throw, 9-13 dice, 14 keep, 15-17 dice. */
static sitting two_turns(table_plan *plan)
{
    *plan = plan_for(&yatzi_game, 2, 3);
    plan->ours = true;
    sitting s = sit_down(plan, 3);
    throw_five(&s.t, 0, "throw", "44423");
    assert_int_equal(play_text(&s.t, 0, "fill fours", 8), TABLE_OK);
    throw_five(&s.t, 1, "throw", "55123");
    throw_five(&s.t, 1, "keep 5 5", "666");
    return s;
}

static void test_correct(void **unused)
{
    (void)unused;
    table_plan plan;
    uint32_t unfit;
    sitting s = two_turns(&plan);
    assert_int_equal(yatzi_game.score(&s.t.state, 0), 12);
    /* a die: all behind it is as it was */
    assert_int_equal(correct(&s.t, 6, "4", &unfit), TABLE_OK);
    assert_int_equal(yatzi_game.score(&s.t.state, 0), 16);
    assert_int_equal(s.t.log.count, 17 + 1 + 12);
    assert_true(s.t.plan.game->to_act(&s.t.state) == KN_ACTOR(1));
    /* a box, now at another number: 18 took back, 19 is the die */
    assert_int_equal(correct(&s.t, 7, "fill chance", &unfit), TABLE_NOTHING_THERE);
    assert_int_equal(correct(&s.t, 20, "fill chance", &unfit), TABLE_OK);
    assert_int_equal(yatzi_game.score(&s.t.state, 0), 18);
    assert_loads_same(&s.t, 5 + 5 + 3);
    leave(&s.t);
}

static void test_correct_refused(void **unused)
{
    (void)unused;
    table_plan plan;
    uint32_t unfit;
    sitting s = two_turns(&plan);
    char *before = saved(&s.t);
    static const struct {
        uint32_t number;
        const char *right;
        table_answer answer;
        uint32_t unfit;
    } wrong[] = {
        {9, "1", KN_ILLEGAL, 14}, /* then there are no two fives to keep */
        {6, "7", KN_UNREADABLE, 0},       {7, "fill nonsense", KN_UNREADABLE, 0},
        {7, "throw", KN_NOT_DUE, 8}, /* then the dice are in the air */
        {0, "1", TABLE_NOTHING_THERE, 0}, {18, "1", TABLE_NOTHING_THERE, 0},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        table_answer answer = correct(&s.t, wrong[i].number, wrong[i].right, &unfit);
        assert_int_equal(answer, wrong[i].answer);
        assert_int_equal(unfit, wrong[i].unfit);
        char *after = saved(&s.t);
        assert_string_equal(before, after);
        free(after);
    }
    /* what it says already */
    assert_int_equal(correct(&s.t, 7, "fill fours", &unfit), TABLE_OK);
    assert_int_equal(s.t.log.count, 17);
    /* too little room: nothing happens, then it does */
    s.t.log.capacity = 20;
    assert_int_equal(correct(&s.t, 6, "4", &unfit), TABLE_NO_MEMORY);
    assert_int_equal(s.t.log.count, 17);
    s.t.log.capacity = MARKS;
    assert_int_equal(correct(&s.t, 6, "4", &unfit), TABLE_OK);
    s.t.backs = TABLE_BACKS_MAX;
    assert_int_equal(correct(&s.t, 19, "3", &unfit), TABLE_TOO_MANY_BACKS);
    free(before);
    leave(&s.t);
    table_plan house = plan_for(&yatzi_game, 2, 3);
    s = sit_down(&house, 3);
    play_text(&s.t, 0, "throw", 1);
    assert_int_equal(correct(&s.t, 2, "1", &unfit), TABLE_NOT_OURS);
    leave(&s.t);
}

/* A die that the house threw is not to be corrected; if it no longer follows from the secret after
 * a correction, it becomes one that people say fell, and the log still holds. */
static void test_correct_house_die(void **unused)
{
    (void)unused;
    table_plan plan;
    uint32_t unfit;
    sitting s = two_turns(&plan);
    assert_int_equal(play_text(&s.t, 1, "fill sixes", 9), TABLE_OK);
    assert_int_equal(play_text(&s.t, 0, "throw", 10), TABLE_OK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(table_roll(&s.t, s.t.last_ms), TABLE_OK); /* events 20 to 24 */
    assert_int_equal(correct(&s.t, 22, "1", &unfit), TABLE_HOUSE_THREW_IT);
    assert_int_equal(correct(&s.t, 6, "4", &unfit), TABLE_OK); /* moves are as before: so is it */
    assert_loads_same(&s.t, 13);
    assert_int_equal(correct(&s.t, 27, "fill chance", &unfit), TABLE_OK);
    assert_loads_same(&s.t, 13 + 5); /* none of them follows any longer */
    assert_int_equal(play_text(&s.t, 0, "fill ones", 11), TABLE_OK);
    leave(&s.t);
}

/* Whatever is corrected in whatever game: either nothing has changed, or the log loads again. */
static void check_corrections(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    plan.ours = true;
    kn_slice key, value = kn_slice_of(game->companion ? game->companion : "");
    if (kn_take_until(&value, '=', &key))
        assert_true(kn_read_option(game, key, value, &plan.setup));
    sitting s = sit_down(&plan, seed);
    for (int n = 0; n < 300 && !table_over(&s.t); n++) {
        if (game->to_act(&s.t.state) & KN_ACTOR(KN_CHANCE)) {
            kn_outcome outcomes[KN_OUTCOMES_MAX];
            char name[KN_MOVE_TEXT_MAX];
            kn_text text = kn_text_on(name, sizeof name);
            uint32_t count = (uint32_t)game->outcomes(&s.t.state, outcomes);
            kn_move shown = outcomes[kn_random_below(&s.random, count)].move;
            game->write_move(&s.t.state, KN_CHANCE, shown, &text);
            assert_int_equal(table_declare(&s.t, kn_slice_of(name), s.t.last_ms + 1), TABLE_OK);
        } else {
            kn_event event;
            char name[KN_MOVE_TEXT_MAX];
            kn_text text = kn_text_on(name, sizeof name);
            s.now_ms = s.t.last_ms;
            assert_true(kn_random_event(game, &s.t.state, &s.random, &s.now_ms, &event));
            game->write_move(&s.t.state, event.actor, event.move, &text);
            assert_int_equal(play_text(&s.t, event.actor, name, kn_random_next(&s.random)),
                             TABLE_OK);
        }
        if (n % 7 || s.t.log.count == 0 || s.t.log.count > 4000 || s.t.backs > 30)
            continue;
        uint32_t number = 1 + kn_random_below(&s.random, s.t.log.count), unfit;
        table_state at;
        if (table_correctable(&s.t, number, &at))
            continue;
        int actor = s.t.log.marks[number - 1].actor;
        kn_move moves[KN_MOVES_MAX];
        kn_outcome outcomes[KN_OUTCOMES_MAX];
        uint32_t count = (uint32_t)(actor == KN_CHANCE ? game->outcomes(&at, outcomes)
                                                       : game->moves(&at, actor, moves));
        uint32_t which = kn_random_below(&s.random, count);
        char name[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(name, sizeof name);
        game->write_move(&at, actor, actor == KN_CHANCE ? outcomes[which].move : moves[which],
                         &text);
        table before = s.t;
        if (table_correct(&s.t, 0, number, kn_slice_of(name), s.t.last_ms + 1, &unfit)) {
            assert_memory_equal(&before, &s.t, sizeof before);
            assert_true(unfit == 0 || unfit > number);
        }
    }
    char *text = saved(&s.t);
    table again;
    table_report report;
    assert_int_equal(load(text, &again, &report), TABLE_OK);
    assert_memory_equal(&again.state, &s.t.state, sizeof s.t.state);
    leave(&again);
    leave(&s.t);
    free(text);
}

static void test_corrections(void **unused)
{
    (void)unused;
    for_every_game(check_corrections);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_take_back),
    cmocka_unit_test(test_throw_taken_back_earlier),
    cmocka_unit_test(test_no_back_behind_dice),
    cmocka_unit_test(test_same_dice_stand),
    cmocka_unit_test(test_real_dice_go_back),
    cmocka_unit_test(test_hidden_die_helps_nobody),
    cmocka_unit_test(test_secret_die_that_was_used),
    cmocka_unit_test(test_wish_lapses),
    cmocka_unit_test(test_many_backs),
    cmocka_unit_test(test_declared),
    cmocka_unit_test(test_correct),
    cmocka_unit_test(test_correct_refused),
    cmocka_unit_test(test_correct_house_die),
    cmocka_unit_test(test_corrections),
};

SCENES_MAIN(tests)
