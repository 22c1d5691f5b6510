/* log.c: saving and loading: what is saved goes on as it was, and whatever is damaged in a
 * log is refused at its line.
 *
 * Needs the games: yatzi template */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/yatzi/rules.h"
#include "tests/table/sitting.h"

/* At any moment: what is saved loads to the same table, which goes on with the same dice. */
static void check_save_load(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    sitting s = sit_down(&plan, seed), r;
    table_report report;
    for (int n = 0; n < 25 && !table_over(&s.t); n++)
        step(&s);
    char *text = saved(&s.t);
    memset(&r, 0, sizeof r);
    assert_int_equal(load(text, &r.t, &report), TABLE_OK);
    assert_int_equal(report.unchecked, 0);
    r.random = s.random;
    play_out(&s);
    play_out(&r);
    char *one = saved(&s.t), *two = saved(&r.t);
    assert_string_equal(one, two);
    leave(&s.t);
    leave(&r.t);
    free(text), free(one), free(two);
}

static void test_save_load(void **unused)
{
    (void)unused;
    for_every_game(check_save_load);
}

/* ---- a game without options ---- */

static kn_game bare; /* the template without its option; found like a game of the house */

const kn_game *__real_kn_find_game(kn_slice key);
const kn_game *__wrap_kn_find_game(kn_slice key);
const kn_game *__wrap_kn_find_game(kn_slice key)
{
    return bare.key && kn_slice_is(key, bare.key) ? &bare : __real_kn_find_game(key);
}

/* Its log has a line `options` with nothing behind it, and loads like any other. */
static void test_no_options(void **unused)
{
    (void)unused;
    bare = *kn_find_game(kn_slice_of("template"));
    bare.key = "bare";
    bare.option_count = 0;
    bare.options = NULL;
    table_plan plan = plan_for(&bare, 2, 3);
    sitting s = sit_down(&plan, 3);
    char *text = saved(&s.t);
    assert_non_null(strstr(text, "\noptions\n"));
    leave(&s.t);
    free(text);
    for (int seats = 1; seats <= KN_SEATS_MAX; seats++)
        check_save_load(&bare, seats, (uint64_t)seats);
}

/* Where the lines of a text begin. */
static size_t line_starts(const char *text, size_t *starts, size_t most)
{
    size_t count = 0;
    for (const char *at = text; *at && count < most; at = strchr(at, '\n') + 1)
        starts[count++] = (size_t)(at - text);
    starts[count] = strlen(text);
    return count;
}

/* A log in which something was changed is refused at the line where that shows first; what came
 * before is right, so the complaint is never earlier than the change. */
static void refuse(const char *text, size_t changed_line, const char *what)
{
    table t;
    table_report report;
    memset(&t, 0x77, sizeof t);
    table before = t;
    table_answer answer = load(text, &t, &report);
    if (answer == TABLE_OK)
        fail_msg("%s at line %zu: accepted", what, changed_line);
    if (report.line < (int)changed_line)
        fail_msg("%s at line %zu: complaint %d at line %d", what, changed_line, answer,
                 report.line);
    assert_memory_equal(&t, &before, sizeof t);
}

/* Damage to the log of this table, which is left. */
static void damage(sitting *s)
{
    enum { LINES = 4000 };
    static size_t at[LINES + 1];
    for (int n = 0; n < 12 && !table_over(&s->t); n++)
        step(s);
    char *text = saved(&s->t), *bad = malloc(2 * strlen(text) + 2);
    size_t lines = line_starts(text, at, LINES), length = strlen(text);
    for (size_t i = 0; i < lines; i++) {
        size_t size = at[i + 1] - at[i];
        snprintf(bad, length + 1, "%.*s", (int)at[i], text);
        refuse(bad, i, "cut off"); /* before line i + 1 */
        snprintf(bad, length + 1, "%.*s", (int)(at[i] + size / 2), text);
        refuse(bad, i + 1, "cut off in the line");
        snprintf(bad, length + 1, "%.*s%s", (int)at[i], text, text + at[i + 1]);
        refuse(bad, i + 1, "line left out");
        snprintf(bad, 2 * length + 2, "%.*s%s", (int)at[i + 1], text, text + at[i]);
        refuse(bad, i + 1, "line doubled");
        if (i + 1 < lines) {
            snprintf(bad, length + 1, "%.*s%.*s%.*s%s", (int)at[i], text,
                     (int)(at[i + 2] - at[i + 1]), text + at[i + 1], (int)size, text + at[i],
                     text + at[i + 2]);
            refuse(bad, i + 1, "lines swapped");
        }
    }
    leave(&s->t);
    free(text), free(bad);
}

static void check_damage(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    sitting s = sit_down(&plan, seed);
    damage(&s);
}

static void test_damage(void **unused)
{
    (void)unused;
    for_every_game(check_damage);
}

/* Every single character matters. */
static void test_edits(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        table_plan plan = plan_for(kn_games[i], 2, 7);
        sitting s = sit_down(&plan, 7);
        for (int n = 0; n < 8; n++)
            step(&s);
        char *text = saved(&s.t);
        size_t line = 1;
        for (size_t at = 0; text[at]; at++) {
            char kept = text[at];
            text[at] = kept == '1'                  ? '2'
                       : kept == 'a'                ? 'b'
                       : kept >= '0' && kept <= '9' ? '1'
                                                    : 'a';
            refuse(text, line, "edited");
            text[at] = kept;
            line += kept == '\n';
        }
        leave(&s.t);
        free(text);
    }
}

/* Each complaint by name, with its line. */
static void test_complaints(void **unused)
{
#define HEAD                                                                                       \
    "knobel log 1\ngame yatzi 1\nseats 1\n"                                                        \
    "options second_yatzi=rolled sheet=ravensburger first=1\ndice ours\n"                          \
    "seal 0000000000000000000000000000000000000000000000000000000000000000\nopened 0\n"            \
    "seat 1 person - Anna\nevents\n"
    static const struct {
        const char *text;
        table_answer answer;
        int line;
    } table_of_logs[] = {
        {"", TABLE_NOT_A_LOG, 1},
        {"hello\n", TABLE_NOT_A_LOG, 1},
        {"knobel log 3\n", TABLE_OTHER_FORMAT, 1},
        {"knobel log 1\ngame chess 1\n", TABLE_NO_SUCH_GAME, 2},
        {"knobel log 1\ngame yatzi 2\n", TABLE_OTHER_VERSION, 2},
        {"knobel log 1\ngame yatzi 1\nseats 9\n", KN_BAD_SETUP, 3},
        {"knobel log 1\ngame yatzi 1\nseats 1\noptions sheet=swiss\n", TABLE_BAD_OPTION, 4},
        {HEAD "end 0\n", TABLE_OK, 10},
        {HEAD "end 1\n", TABLE_WRONG_NUMBER, 10},
        {HEAD "end 0\nmore\n", TABLE_LEFTOVER, 11},
        {HEAD "end 0 0123456789abcdef\n", TABLE_CHANGED, 10},
        {HEAD, TABLE_CUT_OFF, 10},
        {HEAD "1 0.000 seat1: fill ones\nend 1\n", KN_ILLEGAL, 10},
        {HEAD "1 0.000 seat1: sing\nend 1\n", KN_UNREADABLE, 10},
        {HEAD "1 0.000 seat2: throw\nend 1\n", KN_NOT_DUE, 10},
        {HEAD "2 0.000 seat1: throw\nend 1\n", TABLE_WRONG_NUMBER, 10},
        {HEAD "1 0.0 seat1: throw\nend 1\n", TABLE_BAD_LINE, 10},
        {HEAD "1 0.000 seat1: throw \nend 1\n", KN_UNREADABLE, 10},
        {HEAD "1 5.000 seat1: throw\n2 4.999 ours: 3\nend 2\n", TABLE_TIME_BACKWARDS, 11},
        {HEAD "1 5.000 seat1: throw\n2 5.000 ours: 7\nend 2\n", KN_UNREADABLE, 11},
        {HEAD "1 5.000 seat1: throw\n2 5.000 ours: 6\nend 2\n", TABLE_OK, 12},
        {HEAD "1 5.000 seat1: throw\n2 5.000 clock: close\nend 2\n", KN_NOT_DUE, 11},
        {HEAD "1 5.000 seat1: throw\n2 6.000 back by=1: 0\nend 2\n", TABLE_OK, 12},
        {HEAD "1 5.000 seat1: throw\n2 6.000 back by=1: 1\nend 2\n", TABLE_NOTHING_BACK, 11},
        {HEAD "1 5.000 seat1: throw\n2 6.000 back by=2: 0\nend 2\n", TABLE_BAD_LINE, 11},
        {HEAD "1 5.000 seat1: throw\n2 6.000 back by=1: 0\n"
              "3 7.000 seat1 salt=0000000000000001: throw\nend 3\n",
         TABLE_WRONG_SALT, 12},
        {HEAD "secret 00\nend 0\n", TABLE_WRONG_SECRET, 10},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table_of_logs / sizeof *table_of_logs; i++) {
        table t;
        table_report report;
        table_answer answer = load(table_of_logs[i].text, &t, &report);
        if (answer != table_of_logs[i].answer || report.line != table_of_logs[i].line)
            fail_msg("log %zu: answer %d at line %d", i, answer, report.line);
        if (!answer)
            leave(&t);
    }
}

/* The log tells the name, and the secret follows from it: checked with the secret line or without;
 * under another name the seal is wrong. */
static void test_same_log(void **unused)
{
    (void)unused;
    sitting s = sit_with_same(&yatzi_game, 2, "abc-1", 3);
    table t;
    table_report report;
    play_out(&s);
    char *text = saved(&s.t);
    assert_non_null(strstr(text, "\ndice same abc-1\nseal "));
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_true(report.rolls > 100);
    leave(&t);
    char *name = strstr(text, "abc-1");
    name[4] = '2';
    assert_int_equal(load(text, &t, &report), TABLE_WRONG_SECRET);
    assert_int_equal(report.line, 6);
    name[4] = 'X';
    assert_int_equal(load(text, &t, &report), TABLE_BAD_LINE);
    assert_int_equal(report.line, 5);
    name[4] = '1';
    sprintf(strstr(text, "secret "), "end %u\n", (unsigned)s.t.log.count);
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_int_equal(report.unchecked, 0);
    leave(&t);
    free(text);
    leave(&s.t);
}

static void test_same_damage(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        sitting s = {.now_ms = 0};
        if (!kn_games[i]->place)
            continue;
        s = sit_with_same(kn_games[i], 2, "2026-11-15", 5);
        damage(&s);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_save_load),   cmocka_unit_test(test_no_options),
    cmocka_unit_test(test_damage),      cmocka_unit_test(test_edits),
    cmocka_unit_test(test_complaints),  cmocka_unit_test(test_same_log),
    cmocka_unit_test(test_same_damage),
};

SCENES_MAIN(tests)
