/* table.c: the limits of a table: names, memory, times.
 *
 * Needs the games: yatzi */
#include <stdlib.h>
#include <string.h>

#include "games/yatzi/rules.h"
#include "tests/table/sitting.h"

static void test_names(void **unused)
{
    static const struct {
        const char *name;
        bool good;
    } names[] = {
        {"Anna", true},
        {"さくら", true},
        {"Zoë van Dam", true},
        {"", false},
        {" Anna", false},
        {"Anna ", false},
        {"A\nB", false},
        {"A\x7f", false},
        {"\xff\xfe", false},
        {"\xc0\x80", false},
        {"\xed\xa0\x80", false},
        {"a\xe2\x80\xae"
         "b",
         false},
        {"0123456789012345678901234567890123456789", false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        table t;
        table_plan plan = plan_for(&yatzi_game, 1, 1);
        table_log log = fresh_log();
        memset(plan.seat[0].name, 0, sizeof plan.seat[0].name);
        memcpy(plan.seat[0].name, names[i].name,
               strlen(names[i].name) < TABLE_NAME_MAX ? strlen(names[i].name) : TABLE_NAME_MAX);
        table_answer answer = table_open(&t, &plan, log);
        if ((answer == TABLE_OK) != names[i].good)
            fail_msg("name %zu: %d", i, answer);
        free(log.text);
        free(log.marks);
    }
}

/* Without room nothing happens; with more lent, play goes on. */
static void test_room(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 1, 1);
    table t;
    table_log log = fresh_log();
    log.size = TABLE_HEADER_MAX;
    log.capacity = 4;
    assert_int_equal(table_open(&t, &plan, log), TABLE_OK);
    table before = t;
    assert_int_equal(play_text(&t, 0, "throw", 1), TABLE_NO_MEMORY);
    assert_memory_equal(&t, &before, sizeof t);
    table_lend_memory(&t, log.text, LOG_SIZE, log.marks, MARKS);
    assert_int_equal(play_text(&t, 0, "throw", 1), TABLE_OK);
    assert_int_equal(t.log.count, 6);
    assert_true(sizeof(table) <= 8192);
    leave(&t);
}

/* Whether a log is full does not depend on how many events are unseen, and there is place for all
 * that a call may add. */
static void test_full(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 1, 1);
    sitting s = sit_down(&plan, 1);
    const table_log log = s.t.log;
    bool any[2] = {false, false};
    s.t.log.capacity = 2 * TABLE_EVENTS_MAX; /* nothing is due, so nothing is written */
    for (uint32_t known = TABLE_EVENTS_MAX - 2 * TABLE_BURST; known < TABLE_EVENTS_MAX; known++) {
        table_answer first = TABLE_OK;
        for (uint32_t unseen = 0; unseen <= KN_SEATS_MAX; unseen++) {
            s.t.log.known = known;
            s.t.log.count = known + unseen;
            table_answer answer = table_tick(&s.t, 0);
            if (unseen == 0)
                first = answer;
            assert_int_equal(answer, first);
            if (!answer)
                assert_true(s.t.log.count + TABLE_BURST <= TABLE_EVENTS_MAX);
            any[answer == TABLE_LOG_FULL] = true;
        }
    }
    assert_true(any[0] && any[1]);
    s.t.log = log;
    leave(&s.t);
}

/* Times from a broken clock do no harm: they never go back, and the log still loads. */
static void test_wild_times(void **unused)
{
    static const int64_t wild[] = {INT64_MIN, -5, 0, 100, 50, KN_TIME_MAX - 1, INT64_MAX, 3};
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 1, 1);
    sitting s = sit_down(&plan, 1);
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        table_act act = {.now_ms = wild[i],
                         .acted_ms = wild[(i + 3) % 8],
                         .claimed_ms = wild[(i + 5) % 8],
                         .error_ms = 65535,
                         .salt = UINT64_MAX};
        table_answer expected = i == 3 || i == 5 || i == 7 ? KN_ILLEGAL : TABLE_OK;
        assert_int_equal(table_play(&s.t, 0, kn_slice_of(i % 2 ? "fill chance" : "throw"), &act),
                         expected);
        table_tick(&s.t, wild[i]);
    }
    char *text = saved(&s.t);
    table t;
    table_report report;
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    leave(&t);
    leave(&s.t);
    free(text);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_names),
    cmocka_unit_test(test_room),
    cmocka_unit_test(test_full),
    cmocka_unit_test(test_wild_times),
};

SCENES_MAIN(tests)
