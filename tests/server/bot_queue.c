/* bot_queue.c: in which order bots think: nobody's hard thinkers hold up another's. Time is what
 * the test says. */
#include "server/bot_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/scenes.h"

enum { MS = 1000000, TASKS_MAX = 512 };

static house_thought thoughts[TASKS_MAX];
static int asked;

/* Somebody asks for a thought in a room; `alone`: nobody plays there but bots. */
static house_thought *ask(bot_queue *q, const char *address, int room, bool alone, bool judge)
{
    house_thought *t = &thoughts[asked++];
    assert_true(asked < TASKS_MAX);
    memset(t, 0, sizeof *t);
    snprintf(t->room, sizeof t->room, "R%d", room);
    snprintf(t->address, sizeof t->address, "%s", address);
    t->alone = alone;
    t->judge = judge;
    bot_queue_put(q, t);
    return t;
}

static bot_queue *open_queue(int threads)
{
    asked = 0;
    return bot_queue_open(threads);
}

/* Think the next one through; who asked for it. */
static const char *think_one(bot_queue *q, int64_t took_ms)
{
    bot_task *task = bot_queue_take(q);
    return task ? bot_queue_done(q, task, took_ms * MS)->address : "";
}

static void who_has_had_less_comes_first(void **state)
{
    (void)state;
    bot_queue *q = open_queue(1);
    for (int room = 0; room < 30; room++)
        ask(q, "hard", room, false, false);
    assert_string_equal(think_one(q, 100), "hard");
    for (int i = 0; i < 10; i++) { /* thirty wait, and yet */
        ask(q, "light", 100, false, false);
        assert_string_equal(think_one(q, 1), "light");
    }
    /* Nor is the other one kept out for ever. */
    int hard = 0;
    for (int i = 0; i < 150; i++) {
        ask(q, "light", 100, false, false);
        hard += think_one(q, i % 2 ? 1 : 100)[0] == 'h';
    }
    assert_true(hard > 10);
    bot_queue_close(q);
}

/* Time that nobody took is not saved up: who was away an hour does not have the next hour alone. */
static void nothing_is_saved_up(void **state)
{
    (void)state;
    bot_queue *q = open_queue(1);
    for (int i = 0; i < 80; i++)
        ask(q, "busy", 1, false, false);
    for (int i = 0; i < 50; i++)
        think_one(q, 100);
    int late = 0;
    for (int i = 0; i < 20; i++)
        ask(q, "late", 2, false, false);
    for (int i = 0; i < 20; i++)
        late += think_one(q, 100)[0] == 'l';
    assert_in_range(late, 9, 11);
    bot_queue_close(q);
}

static void rooms_of_one_take_turns(void **state)
{
    (void)state;
    bot_queue *q = open_queue(1);
    int taken[3] = {0};
    for (int i = 0; i < 20; i++)
        for (int room = 0; room < 3; room++)
            ask(q, "anna", room, false, false);
    for (int i = 0; i < 30; i++) {
        bot_task *task = bot_queue_take(q);
        taken[task->thought->room[1] - '0']++;
        bot_queue_done(q, task, 10 * MS);
    }
    for (int room = 0; room < 3; room++)
        assert_int_equal(taken[room], 10);
    bot_queue_close(q);
}

/* A match waits for a move; but the hints of one do not wait for the moves of all others. */
static void moves_come_before_judgements_in_a_room(void **state)
{
    (void)state;
    bot_queue *q = open_queue(1);
    house_thought *judgement = ask(q, "anna", 1, false, true);
    house_thought *move = ask(q, "anna", 1, false, false);
    for (int room = 10; room < 40; room++)
        ask(q, "hard", room, false, false);
    bot_task *task = bot_queue_take(q);
    assert_ptr_equal(bot_queue_done(q, task, MS), move);
    int until = 0;
    do {
        task = bot_queue_take(q);
        until++;
    } while (bot_queue_done(q, task, 100 * MS) != judgement);
    assert_true(until <= 2);
    bot_queue_close(q);
}

/* With two threads one is always left for somebody else. */
static void nobody_has_all_threads(void **state)
{
    (void)state;
    bot_queue *q = open_queue(2);
    for (int room = 0; room < 5; room++)
        ask(q, "hard", room, false, false);
    bot_task *first = bot_queue_take(q);
    assert_non_null(first);
    assert_null(bot_queue_take(q));
    ask(q, "light", 9, false, false);
    bot_task *second = bot_queue_take(q);
    assert_string_equal(second->thought->address, "light");
    bot_queue_done(q, first, 100 * MS);
    bot_queue_done(q, second, MS);
    assert_int_equal(bot_queue_waiting(q), 4);
    bot_queue_close(q);
}

/* Bots among themselves have what is left over, from however many addresses. */
static void matches_without_people_come_last(void **state)
{
    (void)state;
    bot_queue *q = open_queue(4);
    char address[8];
    for (int i = 0; i < 9; i++) {
        snprintf(address, sizeof address, "bots%d", i);
        ask(q, address, i, true, false);
    }
    bot_task *running[2] = {bot_queue_take(q), bot_queue_take(q)};
    assert_non_null(running[1]);
    assert_null(bot_queue_take(q)); /* half of four */
    ask(q, "anna", 50, false, false);
    bot_queue_done(q, running[0], MS);
    bot_task *next = bot_queue_take(q);
    assert_string_equal(next->thought->address, "anna");
    bot_queue_done(q, next, 1000 * MS);
    bot_queue_done(q, running[1], MS);
    assert_int_equal(bot_queue_waiting(q), 7);
    bot_queue_close(q);
}

static void what_waits_can_be_given_up(void **state)
{
    (void)state;
    bot_queue *q = open_queue(1);
    for (int i = 0; i < 10; i++)
        ask(q, i % 2 ? "anna" : "ben", i % 3, i % 4 == 0, i % 5 == 0);
    bot_task *task = bot_queue_take(q);
    int given_up = 0;
    while (bot_queue_give_up(q))
        given_up++;
    assert_int_equal(given_up, 9);
    bot_queue_done(q, task, MS);
    assert_null(bot_queue_take(q));
    bot_queue_close(q);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_has_had_less_comes_first),
    cmocka_unit_test(nothing_is_saved_up),
    cmocka_unit_test(rooms_of_one_take_turns),
    cmocka_unit_test(moves_come_before_judgements_in_a_room),
    cmocka_unit_test(nobody_has_all_threads),
    cmocka_unit_test(matches_without_people_come_last),
    cmocka_unit_test(what_waits_can_be_given_up),
};

SCENES_MAIN(tests)
