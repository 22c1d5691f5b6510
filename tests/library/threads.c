/* threads.c: a test of the promise about threads, made to be run under the thread sanitizer: every
 * thread has handles of its own; a solution, a position, a finished match and the games are shared;
 * a batch is shared in ranges. All threads find the same. Needs the games: yucatan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/knobel.h"

enum { THREADS = 4, TABLES = 16, LOG_MAX = 1 << 18 };

static const char setup[] = "yucatan seats=2";

/* What all threads look at, and nobody changes. */
static struct {
    knobel_position *start;
    knobel_solution *solution;
    knobel_table *played;
    knobel_batch *batch;
    knobel_batch_arrays arrays;
} shared;

/* What one thread found; no asserts there, since they jump. */
typedef struct {
    int number;
    bool good;
    double value;
    uint64_t fingerprint;
    size_t log_length, review_length;
    char log[LOG_MAX];
} worker;

static void run_all(void *(*work)(void *), worker *workers)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i].number = i;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(workers[i].good);
    }
}

/* ---- handles of one's own ---- */

/* A match of two bots at a table; false if anything is refused. */
static bool play_match(knobel_table *table, knobel_position *view, knobel_bot *const *bots)
{
    while (!knobel_table_over(table)) {
        char text[KNOBEL_MOVE_TEXT_MAX];
        knobel_move move;
        size_t length;
        int seat = knobel_table_to_act(table) & 1 ? 0 : 1;
        knobel_act act = {.size = sizeof act, .acted_ms = KNOBEL_NEVER, .claimed_ms = KNOBEL_NEVER};
        if (knobel_table_view(table, seat, view) ||
            knobel_bot_choose(bots[seat], view, &move, NULL) ||
            knobel_position_write_move(view, seat, move, text, sizeof text, &length) ||
            knobel_table_play(table, seat, text, length, &act))
            return false;
    }
    return true;
}

static knobel_table *open_table(void)
{
    static const uint8_t secret[KNOBEL_SECRET_BYTES] = {1, 2, 3};
    static const knobel_seat seats[] = {{"Anna", NULL, 17}, {"Bea", "best", 0}};
    knobel_plan plan = {.size = sizeof plan, .setup = setup, .seats = seats, .secret = secret};
    knobel_table *table = NULL;
    return knobel_table_open(&plan, &table) ? NULL : table;
}

/* Everything that one thread can do: a match, its log, values, a review, the rules. */
static bool do_all(worker *w)
{
    knobel_position *view = NULL;
    knobel_bot *bots[2] = {NULL};
    knobel_table *table = open_table();
    knobel_report report;
    knobel_opinion value;
    char *review = NULL;
    bool good = table && !knobel_position_read(setup, strlen(setup), &view) &&
                !knobel_bot_open(shared.start, 0, "best", 5, shared.solution, NULL, &bots[0]) &&
                !knobel_bot_open(shared.start, 1, "regular", 6, shared.solution, NULL, &bots[1]) &&
                play_match(table, view, bots) && !knobel_bot_value(bots[0], shared.start, &value) &&
                !knobel_table_save(table, w->log, sizeof w->log, &w->log_length) &&
                !knobel_verify(w->log, w->log_length, &report) && report.rolls > 0 &&
                !knobel_table_review(shared.played, shared.solution, NULL, NULL, &review) &&
                !knobel_game_fingerprint(knobel_find_game("yucatan"), 3, 5, &w->fingerprint);
    w->value = good ? value.value : 0;
    w->review_length = good ? strlen(review) : 0;
    knobel_free(review);
    knobel_bot_free(bots[0]);
    knobel_bot_free(bots[1]);
    knobel_table_free(table);
    knobel_position_free(view);
    return good;
}

static void *work_alone(void *given)
{
    worker *w = given;
    w->good = do_all(w);
    return NULL;
}

static void threads_with_handles_of_their_own(void **none)
{
    static worker workers[THREADS];
    (void)none;
    run_all(work_alone, workers);
    for (int i = 1; i < THREADS; i++) {
        assert_true(workers[i].value == workers[0].value);
        assert_int_equal(workers[i].fingerprint, workers[0].fingerprint);
        assert_int_equal(workers[i].review_length, workers[0].review_length);
        assert_int_equal(workers[i].log_length, workers[0].log_length);
        assert_memory_equal(workers[i].log, workers[0].log, workers[0].log_length);
    }
}

/* ---- a solver that is lent threads ---- */

typedef struct {
    void (*part)(void *job, int part);
    void *job;
    int from, to;
} share;

static void *do_share(void *given)
{
    share *s = given;
    for (int i = s->from; i < s->to; i++)
        s->part(s->job, i);
    return NULL;
}

static void spread(void (*part)(void *job, int part), void *job, int parts)
{
    pthread_t threads[THREADS];
    share shares[THREADS];
    for (int i = 0; i < THREADS; i++) {
        shares[i] = (share){part, job, parts * i / THREADS, parts * (i + 1) / THREADS};
        if (pthread_create(&threads[i], NULL, do_share, &shares[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void solvers_spread_over_threads(void **none)
{
    knobel_machine machine = {.size = sizeof machine, .spread = spread, .cores = THREADS};
    knobel_solution *solution;
    knobel_bot *judge, *other;
    knobel_opinion value, same;
    (void)none;
    assert_int_equal(knobel_solve(shared.start, &machine, NULL, &solution), KNOBEL_OK);
    assert_int_equal(knobel_bot_open(shared.start, 0, "best", 1, solution, &machine, &judge), 0);
    assert_int_equal(knobel_bot_open(shared.start, 0, "best", 1, shared.solution, NULL, &other), 0);
    assert_int_equal(knobel_bot_value(judge, shared.start, &value), KNOBEL_OK);
    assert_int_equal(knobel_bot_value(other, shared.start, &same), KNOBEL_OK);
    assert_true(value.value == same.value);
    knobel_bot_free(judge);
    knobel_bot_free(other);
    knobel_solution_free(solution);
}

/* ---- a batch in ranges ---- */

/* The first legal action at each table of a range, then the step. */
static bool step_range(size_t from, size_t to, int32_t *actions, int words)
{
    for (size_t i = from; i < to; i++) {
        const uint64_t *mask = shared.arrays.masks + i * (size_t)words;
        int32_t action = 0;
        while (!(mask[action / 64] >> action % 64 & 1))
            action++;
        actions[i] = action;
    }
    return knobel_batch_step(shared.batch, &shared.arrays, from, to) == KNOBEL_OK;
}

static int32_t actions[TABLES];

static void *work_in_range(void *given)
{
    worker *w = given;
    knobel_shape shape;
    size_t from = (size_t)w->number * TABLES / THREADS, to = from + TABLES / THREADS;
    w->good = knobel_batch_shape(shared.batch, &shape) == KNOBEL_OK;
    for (int n = 0; w->good && n < 500; n++)
        w->good = step_range(from, to, actions, shape.mask_words);
    return NULL;
}

static void ranges_of_a_batch(void **none)
{
    static worker workers[THREADS];
    knobel_batch_plan plan = {.size = sizeof plan, .start = setup, .tables = TABLES, .seed = 9};
    knobel_shape shape;
    (void)none;
    assert_int_equal(knobel_batch_open(&plan, &shared.batch), KNOBEL_OK);
    assert_int_equal(knobel_batch_shape(shared.batch, &shape), KNOBEL_OK);
    uint64_t *masks = calloc(TABLES * (size_t)shape.mask_words, sizeof *masks);
    int16_t *observations = calloc(TABLES * (size_t)shape.observed, sizeof *observations);
    shared.arrays = (knobel_batch_arrays){.size = sizeof shared.arrays,
                                          .actions = actions,
                                          .masks = masks,
                                          .observations = observations};
    assert_int_equal(knobel_batch_reset(shared.batch, &shared.arrays, 0, TABLES), KNOBEL_OK);
    run_all(work_in_range, workers);
    knobel_batch_free(shared.batch);
    free(masks);
    free(observations);
}

/* ---- */

static int share_all(void **none)
{
    knobel_bot *bots[2];
    knobel_position *view;
    (void)none;
    shared.played = open_table();
    bool good = shared.played && !knobel_position_read(setup, strlen(setup), &shared.start) &&
                !knobel_position_read(setup, strlen(setup), &view) &&
                !knobel_solve(shared.start, NULL, NULL, &shared.solution);
    for (int seat = 0; good && seat < 2; seat++)
        good = !knobel_bot_open(shared.start, seat, "random", 1, NULL, NULL, &bots[seat]);
    good = good && play_match(shared.played, view, bots);
    knobel_bot_free(bots[0]);
    knobel_bot_free(bots[1]);
    knobel_position_free(view);
    return good ? 0 : -1;
}

static int free_all(void **none)
{
    (void)none;
    knobel_table_free(shared.played);
    knobel_solution_free(shared.solution);
    knobel_position_free(shared.start);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_with_handles_of_their_own),
        cmocka_unit_test(solvers_spread_over_threads),
        cmocka_unit_test(ranges_of_a_batch),
    };
    return cmocka_run_group_tests(tests, share_all, free_all);
}
