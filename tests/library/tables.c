/* tables.c: tests of tables, positions, bots and answers through the public header alone: a match
 * is played by bots, saved, verified, damaged, taken back, reviewed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/knobel.h"

enum { PLAYS_MOST = 5000 };

static knobel_position *position(const char *text)
{
    knobel_position *p = NULL;
    assert_int_equal(knobel_position_read(text, strlen(text), &p), KNOBEL_OK);
    return p;
}

static knobel_table *opened(const char *setup, const uint8_t *secret)
{
    static const knobel_seat seats[KNOBEL_SEATS_MAX] = {{"Anna", NULL, 17}, {"Bea", "child", 0}};
    knobel_plan plan = {.size = sizeof plan, .setup = setup, .seats = seats, .secret = secret};
    knobel_table *t = NULL;
    assert_int_equal(knobel_table_open(&plan, &t), KNOBEL_OK);
    return t;
}

static char *saved(const knobel_table *t, size_t *length)
{
    assert_int_equal(knobel_table_save(t, NULL, 0, length), KNOBEL_TOO_SMALL);
    char *log = malloc(*length + 1);
    assert_int_equal(knobel_table_save(t, log, *length, NULL), KNOBEL_TOO_SMALL);
    assert_int_equal(knobel_table_save(t, log, *length + 1, length), KNOBEL_OK);
    return log;
}

/* Everybody who is due moves as a random bot would, or lets the clock act. */
static void play_on(knobel_table *t, const char *setup, int moves)
{
    knobel_position *view = position(setup);
    knobel_bot *bots[KNOBEL_SEATS_MAX] = {NULL};
    int seats = knobel_position_seats(view);
    int64_t now = 0;
    for (int seat = 0; seat < seats; seat++)
        assert_int_equal(
            knobel_bot_open(view, seat, "random", (uint64_t)seat + 1, NULL, NULL, &bots[seat]),
            KNOBEL_OK);
    for (int n = 0; n < moves && !knobel_table_over(t); n++) {
        int seat = 0;
        int64_t alarm = knobel_table_alarm(t), delay;
        while (seat < seats && !(knobel_table_to_act(t) >> seat & 1))
            seat++;
        if (seat == seats || (alarm != KNOBEL_NEVER && n % 3 == 0)) {
            now = alarm > now ? alarm : now;
            assert_int_equal(knobel_table_tick(t, now), KNOBEL_OK);
            continue;
        }
        char text[KNOBEL_MOVE_TEXT_MAX];
        size_t length;
        knobel_move move;
        knobel_act act = {.size = sizeof act,
                          .now_ms = now,
                          .acted_ms = KNOBEL_NEVER,
                          .claimed_ms = KNOBEL_NEVER,
                          .salt = 1000 + (uint64_t)n};
        assert_int_equal(knobel_table_view(t, seat, view), KNOBEL_OK);
        assert_int_equal(knobel_bot_choose(bots[seat], view, &move, &delay), KNOBEL_OK);
        assert_int_equal(knobel_position_write_move(view, seat, move, text, sizeof text, &length),
                         KNOBEL_OK);
        assert_int_equal(knobel_table_play(t, seat, text, length, &act), KNOBEL_OK);
    }
    for (int seat = 0; seat < seats; seat++)
        knobel_bot_free(bots[seat]);
    knobel_position_free(view);
}

static const char *start_of(size_t game)
{
    static char start[64];
    snprintf(start, sizeof start, "%s seats=2", knobel_game_key(knobel_game_at(game)));
    return start;
}

/* ---- logs ---- */

static void matches_are_saved_and_verified(void **none)
{
    (void)none;
    for (size_t game = 0; knobel_game_at(game); game++) {
        knobel_table *t = opened(start_of(game), NULL), *again = NULL;
        knobel_report report;
        size_t length, length_again;
        play_on(t, start_of(game), PLAYS_MOST);
        char *log = saved(t, &length);
        assert_int_equal(knobel_table_load(log, length, &report, &again), KNOBEL_OK);
        assert_int_equal(report.line, 0); /* of a complaint, and there is none */
        assert_true(report.rolls > 0);
        assert_int_equal(report.unchecked, 0);
        assert_int_equal(report.over, knobel_table_over(t));
        char *log_again = saved(again, &length_again);
        assert_string_equal(log, log_again);
        free(log_again);
        /* Cut off anywhere, or with one byte changed, it is refused, and says where. */
        for (size_t cut = 0; cut < length; cut += 1 + length / 40)
            assert_int_not_equal(knobel_verify(log, cut, &report), KNOBEL_OK);
        for (size_t at = 0; at < length; at += 1 + length / 60) {
            log[at] ^= 1;
            assert_int_not_equal(knobel_verify(log, length, &report), KNOBEL_OK);
            log[at] ^= 1;
        }
        free(log);
        knobel_table_free(again);
        knobel_table_free(t);
    }
}

static void a_secret_repeats_the_dice(void **none)
{
    (void)none;
    uint8_t secret[KNOBEL_SECRET_BYTES] = {1, 2, 3}, seal[2][KNOBEL_SECRET_BYTES];
    size_t length[2];
    char *log[2];
    for (int i = 0; i < 2; i++) {
        knobel_table *t = opened(start_of(0), secret);
        play_on(t, start_of(0), 40);
        log[i] = saved(t, &length[i]);
        assert_int_equal(knobel_table_seal(t, seal[i]), KNOBEL_OK);
        knobel_table_free(t);
    }
    assert_string_equal(log[0], log[1]);
    assert_memory_equal(seal[0], seal[1], sizeof seal[0]);
    free(log[0]);
    free(log[1]);
}

static void events_are_told_and_taken_back(void **none)
{
    (void)none;
    knobel_table *t = opened(start_of(0), NULL);
    char lines[1 << 14];
    uint32_t last = 0, back;
    size_t length;
    play_on(t, start_of(0), 6);
    assert_int_equal(knobel_table_since(t, KNOBEL_WATCHER, 0, lines, sizeof lines, &length, &last),
                     KNOBEL_OK);
    assert_int_equal(last, knobel_table_events(t));
    assert_int_equal(length, strlen(lines));
    assert_int_equal(knobel_table_since(t, KNOBEL_WATCHER, 0, lines, 4, &length, &last),
                     KNOBEL_TOO_SMALL);
    assert_int_equal(knobel_table_since(t, 7, 0, lines, sizeof lines, &length, &last),
                     KNOBEL_NO_SUCH_SEAT);
    /* Not behind dice that were seen: on until a move has brought none. */
    knobel_answer asked = KNOBEL_DICE_SHOWN;
    for (int n = 0; n < 60 && asked == KNOBEL_DICE_SHOWN; n++) {
        play_on(t, start_of(0), 1);
        if (knobel_table_before_last_move(t, 0, &back) == KNOBEL_OK)
            asked = knobel_table_ask_back(t, 0, back, 100000);
    }
    assert_int_equal(asked, KNOBEL_OK);
    knobel_position *now = position(start_of(0)), *then = position(start_of(0));
    char text[2][KNOBEL_POSITION_MAX];
    assert_int_equal(knobel_table_view(t, 0, now), KNOBEL_OK);
    assert_int_equal(knobel_table_view_after(t, 0, back, then), KNOBEL_OK);
    assert_int_equal(knobel_position_text(now, text[0], sizeof text[0], NULL), KNOBEL_OK);
    assert_int_equal(knobel_position_text(then, text[1], sizeof text[1], NULL), KNOBEL_OK);
    assert_string_equal(text[0], text[1]);
    knobel_position_free(now);
    knobel_position_free(then);
    knobel_table_free(t);
}

static void bad_plans_are_refused(void **none)
{
    (void)none;
    static const knobel_seat seats[2] = {{"Anna", NULL, 0}, {"Bea", NULL, 0}};
    static const knobel_seat long_name[2] = {
        {"Anna", NULL, 0}, {"a name that is far too long to be written down", NULL, 0}};
    knobel_table *t = NULL;
    knobel_plan plan = {.size = sizeof plan, .setup = start_of(0), .seats = seats}, bad = plan;
    bad.size = 1;
    assert_int_equal(knobel_table_open(&bad, &t), KNOBEL_BAD_ARGUMENT);
    bad = plan;
    bad.setup = "chess seats=2";
    assert_int_equal(knobel_table_open(&bad, &t), KNOBEL_NO_SUCH_GAME);
    bad = plan;
    bad.seats = long_name;
    assert_int_equal(knobel_table_open(&bad, &t), KNOBEL_BAD_NAME);
    bad = plan;
    bad.dice = (knobel_dice)9;
    assert_int_equal(knobel_table_open(&bad, &t), KNOBEL_BAD_ARGUMENT);
    bad = plan;
    bad.dice = KNOBEL_DICE_SAME;
    assert_int_equal(knobel_table_open(&bad, &t), KNOBEL_BAD_NAME);
    bad.same = "Not A Name";
    assert_int_not_equal(knobel_table_open(&bad, &t), KNOBEL_OK);
    assert_null(t);
    bad.same = "2026-11-16";
    assert_int_equal(knobel_table_open(&bad, &t), KNOBEL_OK);
    knobel_table_free(t);
    knobel_table_free(NULL);
}

/* ---- positions ---- */

static void positions_are_read_and_written(void **none)
{
    (void)none;
    for (size_t game = 0; knobel_game_at(game); game++) {
        knobel_position *p = position(start_of(game)), *again;
        char text[KNOBEL_POSITION_MAX], json[KNOBEL_DESCRIBE_MAX];
        size_t length;
        uint64_t count;
        assert_int_equal(knobel_position_text(p, text, sizeof text, &length), KNOBEL_OK);
        assert_int_equal(length, strlen(text));
        again = position(text);
        assert_int_equal(knobel_position_describe(again, json, sizeof json, &length), KNOBEL_OK);
        assert_int_equal(json[0], '{');
        assert_int_equal(json[length - 1], '}');
        assert_int_equal(knobel_position_describe(p, json, 2, NULL), KNOBEL_TOO_SMALL);
        assert_int_equal(knobel_position_count(p, 0, &count), KNOBEL_OK);
        assert_int_equal(count, 1);
        assert_int_equal(knobel_position_count(p, 65, &count), KNOBEL_BAD_ARGUMENT);
        assert_int_equal(knobel_position_view(p, 2, again), KNOBEL_NO_SUCH_SEAT);
        assert_int_equal(knobel_position_view(p, KNOBEL_WATCHER, p), KNOBEL_OK);
        knobel_position_free(p);
        knobel_position_free(again);
    }
    knobel_position *none_at_all = NULL;
    assert_int_equal(knobel_position_read(NULL, 5, &none_at_all), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_position_read("x", 1, NULL), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_position_read("chess", 5, &none_at_all), KNOBEL_NO_SUCH_GAME);
    assert_null(none_at_all);
}

/* Any number as a move of anybody: refused or accepted, but never a crash, and never half. */
static void hostile_moves_are_refused(void **none)
{
    (void)none;
    for (size_t game = 0; knobel_game_at(game); game++) {
        knobel_position *p = position(start_of(game));
        uint64_t random = 99;
        for (int n = 0; n < 20000; n++) {
            char text[KNOBEL_MOVE_TEXT_MAX] = "";
            random = random * 6364136223846793005u + 1442695040888963407u;
            knobel_event event = {.at_ms = n % 3 ? KNOBEL_NEVER : (int64_t)random,
                                  .acted_ms = (int64_t)(random >> 20),
                                  .move = (knobel_move)(random >> 32) >> random % 32,
                                  .actor = (uint8_t)(random >> 8 & 15)};
            knobel_position_write_move(p, event.actor, event.move, text, sizeof text, NULL);
            knobel_position_play(p, &event);
            knobel_position_read_move(p, event.actor, text, random % sizeof text, &event.move);
        }
        knobel_position_free(p);
    }
}

/* ---- bots ---- */

static void bots_need_what_they_need(void **none)
{
    (void)none;
    int judged = 0;
    for (size_t game = 0; knobel_game_at(game); game++) {
        knobel_position *p = position(start_of(game));
        knobel_solution *solution = NULL, *other = NULL;
        knobel_bot *bot = NULL;
        knobel_opinion value, opinions[KNOBEL_MOVES_MAX];
        knobel_meaning meaning;
        size_t count;
        knobel_answer solved = knobel_solve(p, NULL, NULL, &solution);
        assert_true(solved == KNOBEL_OK || solved == KNOBEL_NO_SOLUTION);
        assert_int_equal(knobel_bot_open(p, 0, "master", 1, solution, NULL, &bot),
                         KNOBEL_NO_SUCH_LEVEL);
        assert_int_equal(knobel_bot_open(p, 2, "best", 1, solution, NULL, &bot),
                         KNOBEL_NO_SUCH_SEAT);
        if (solution)
            assert_int_equal(knobel_bot_open(p, 0, "best", 1, NULL, NULL, &bot),
                             KNOBEL_NO_SOLUTION);
        assert_int_equal(knobel_bot_open(p, 0, "best", 1, solution, NULL, &bot), KNOBEL_OK);
        if (solution && knobel_bot_value(bot, p, &value) == KNOBEL_OK) {
            assert_int_equal(knobel_bot_meaning(bot, &meaning), KNOBEL_OK);
            assert_int_equal(knobel_bot_judge(bot, p, opinions, KNOBEL_MOVES_MAX, &count),
                             KNOBEL_OK);
            assert_true(count > 0);
            judged++;
            knobel_position *wrong = position(start_of(game + 1 < 2 ? game + 1 : 0));
            if (knobel_position_game(wrong) != knobel_position_game(p)) {
                assert_int_equal(knobel_bot_value(bot, wrong, &value), KNOBEL_BAD_SETUP);
                knobel_bot *nobody = NULL;
                assert_int_equal(knobel_bot_open(wrong, 0, "best", 1, solution, NULL, &nobody),
                                 KNOBEL_OTHER_SOLUTION);
            }
            knobel_position_free(wrong);
        }
        volatile bool stop = true;
        if (solution)
            assert_int_equal(knobel_solve(p, NULL, &stop, &other), KNOBEL_STOPPED);
        assert_null(other);
        knobel_bot_free(bot);
        knobel_solution_free(solution);
        knobel_position_free(p);
    }
    assert_true(judged > 0);
}

static void reviews_add_up(void **none)
{
    (void)none;
    knobel_position *p = position(start_of(0));
    knobel_solution *solution = NULL;
    knobel_table *t = opened(start_of(0), NULL);
    char *json = NULL;
    assert_int_equal(knobel_solve(p, NULL, NULL, &solution), KNOBEL_OK);
    play_on(t, start_of(0), 8);
    assert_int_equal(knobel_table_review(t, NULL, NULL, NULL, &json), KNOBEL_NO_SOLUTION);
    assert_null(json);
    volatile bool stop = true;
    assert_int_equal(knobel_table_review(t, solution, NULL, &stop, &json), KNOBEL_STOPPED);
    assert_int_equal(knobel_table_review(t, solution, NULL, NULL, &json), KNOBEL_OK);
    assert_int_equal(json[0], '{');
    assert_int_equal(json[strlen(json) - 1], '}');
    assert_non_null(strstr(json, "\"seats\":["));
    knobel_free(json);
    knobel_table_free(t);
    knobel_solution_free(solution);
    knobel_position_free(p);
}

/* ---- answers ---- */

static void every_answer_has_a_key_and_a_text(void **none)
{
    (void)none;
    for (int i = 0; i <= KNOBEL_NO_RANDOMNESS; i++) {
        bool answer = i <= KNOBEL_TOO_LONG || i >= KNOBEL_BAD_ARGUMENT;
        const char *key = knobel_answer_key((knobel_answer)i);
        assert_int_equal(strcmp(key, "unknown") != 0, answer);
        assert_int_equal(
            strcmp(knobel_answer_text((knobel_answer)i), "This is not an answer.") != 0, answer);
    }
    assert_string_equal(knobel_answer_key((knobel_answer)-1), "unknown");
    assert_string_equal(knobel_answer_key((knobel_answer)100000), "unknown");
}

/* Nothing breaks on NULL where a handle is needed. */
static void null_is_refused(void **none)
{
    (void)none;
    size_t length;
    assert_int_equal(knobel_table_play(NULL, 0, "x", 1, NULL), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_table_save(NULL, NULL, 0, &length), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_table_tick(NULL, 0), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_position_text(NULL, NULL, 0, NULL), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_position_to_act(NULL), 0);
    assert_int_equal(knobel_solve(NULL, NULL, NULL, NULL), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_bot_choose(NULL, NULL, NULL, NULL), KNOBEL_BAD_ARGUMENT);
    assert_null(knobel_find_game(NULL));
    assert_null(knobel_game_at(1000));
    assert_int_equal(knobel_game_version(NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_are_saved_and_verified),
        cmocka_unit_test(a_secret_repeats_the_dice),
        cmocka_unit_test(events_are_told_and_taken_back),
        cmocka_unit_test(bad_plans_are_refused),
        cmocka_unit_test(positions_are_read_and_written),
        cmocka_unit_test(hostile_moves_are_refused),
        cmocka_unit_test(bots_need_what_they_need),
        cmocka_unit_test(reviews_add_up),
        cmocka_unit_test(every_answer_has_a_key_and_a_text),
        cmocka_unit_test(null_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
