/* batches.c: tests of batches: the same as the rules, whatever the ranges and threads, and the same
 * numbers on every machine; dice given and thrown; rewards, ends and hostile numbers; no step
 * allocates memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/knobel.h"

enum { TABLES = 24, CHANCES_MOST = 128 };
#if defined KNOBEL_SANITIZED
enum { STEPS = 500 };
#else
enum { STEPS = 1500 };
#endif

typedef struct {
    knobel_shape shape;
    knobel_batch *batch;
    int32_t actions[TABLES];
    int8_t due[TABLES];
    uint8_t done[TABLES], winners[TABLES], answers[TABLES];
    uint64_t *masks;
    int16_t *observations;
    float *rewards;
    int32_t *scores;
    knobel_batch_arrays arrays;
    uint64_t random;
} stage;

static stage *set_up(const char *start, bool given_dice, knobel_reward reward)
{
    stage *s = calloc(1, sizeof *s);
    knobel_batch_plan plan = {.size = sizeof plan,
                              .start = start,
                              .tables = TABLES,
                              .seed = 5,
                              .given_dice = given_dice,
                              .reward = reward};
    s->random = 3;
    assert_int_equal(knobel_batch_open(&plan, &s->batch), KNOBEL_OK);
    assert_int_equal(knobel_batch_shape(s->batch, &s->shape), KNOBEL_OK);
    s->masks = calloc(TABLES * (size_t)s->shape.mask_words, sizeof *s->masks);
    s->observations = calloc(TABLES * (size_t)s->shape.observed, sizeof *s->observations);
    s->rewards = calloc(TABLES * (size_t)s->shape.seats, sizeof *s->rewards);
    s->scores = calloc(TABLES * (size_t)s->shape.seats, sizeof *s->scores);
    s->arrays = (knobel_batch_arrays){.size = sizeof s->arrays,
                                      .actions = s->actions,
                                      .due = s->due,
                                      .masks = s->masks,
                                      .observations = s->observations,
                                      .rewards = s->rewards,
                                      .done = s->done,
                                      .scores = s->scores,
                                      .winners = s->winners,
                                      .answers = s->answers};
    assert_int_equal(knobel_batch_reset(s->batch, &s->arrays, 0, TABLES), KNOBEL_OK);
    return s;
}

static void clear_away(stage *s)
{
    knobel_batch_free(s->batch);
    free(s->masks);
    free(s->observations);
    free(s->rewards);
    free(s->scores);
    free(s);
}

static const uint64_t *mask_of(const stage *s, int table)
{
    return s->masks + table * s->shape.mask_words;
}

/* A legal action, by the mask. */
static int32_t pick(stage *s, int table)
{
    int legal[2048], count = 0;
    for (int a = 0; a < 64 * s->shape.mask_words; a++)
        if (mask_of(s, table)[a / 64] >> a % 64 & 1)
            legal[count++] = a;
    assert_true(count > 0);
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return legal[(s->random >> 33) % (unsigned)count];
}

static void choose_all(stage *s)
{
    for (int i = 0; i < TABLES; i++)
        s->actions[i] = pick(s, i);
}

/* For every game, with two seats and with the most, the batch goes on. */
static void for_every_game(void (*check)(const char *start, const knobel_game *game))
{
    for (size_t i = 0; knobel_game_at(i); i++) {
        const knobel_game *game = knobel_game_at(i);
        char start[64];
        snprintf(start, sizeof start, "%s seats=2", knobel_game_key(game));
        check(start, game);
        snprintf(start, sizeof start, "%s seats=%d", knobel_game_key(game),
                 knobel_game_seats_max(game));
        check(start, game);
    }
}

/* ---- as the rules say ---- */

/* What the batch shows is what the seat due may know and do. */
static void check_sight(stage *s, int table, knobel_position *view)
{
    uint64_t mask[64];
    int16_t numbers[1024];
    int who = s->due[table];
    assert_int_equal(knobel_batch_view(s->batch, (size_t)table, who, view), KNOBEL_OK);
    assert_int_equal(knobel_position_mask(view, who, mask, 64), KNOBEL_OK);
    assert_int_equal(knobel_position_observe(view, who, numbers, 1024), KNOBEL_OK);
    assert_memory_equal(mask, mask_of(s, table), (size_t)s->shape.mask_words * sizeof *mask);
    assert_memory_equal(numbers, s->observations + table * s->shape.observed,
                        (size_t)s->shape.observed * sizeof *numbers);
}

static void check_end(const stage *s, int table, const knobel_game *game)
{
    const float *rewards = s->rewards + table * s->shape.seats;
    const int32_t *scores = s->scores + table * s->shape.seats;
    float sum = 0;
    assert_true(s->winners[table] != 0);
    for (int seat = 0; seat < s->shape.seats; seat++) {
        sum += rewards[seat];
        assert_int_equal(rewards[seat] > 0, s->winners[table] >> seat & 1);
    }
    assert_true(sum > 0.999f && sum < 1.001f);
    (void)scores, (void)game;
}

static void shows_what_the_rules_say(const char *start, const knobel_game *game)
{
    stage *s = set_up(start, false, KNOBEL_REWARD_WINS);
    knobel_position *view;
    int ended = 0;
    assert_int_equal(knobel_position_read(start, strlen(start), &view), KNOBEL_OK);
    for (int n = 0; n < STEPS; n++) {
        check_sight(s, n % TABLES, view);
        choose_all(s);
        assert_int_equal(knobel_batch_step(s->batch, &s->arrays, 0, TABLES), KNOBEL_OK);
        for (int i = 0; i < TABLES; i++) {
            assert_in_range(s->due[i], 0, s->shape.seats - 1);
            if (s->done[i])
                check_end(s, i, game);
            ended += s->done[i];
        }
    }
    assert_true(ended > 0);
    knobel_position_free(view);
    clear_away(s);
}

static void batches_play_by_the_rules(void **none)
{
    (void)none;
    for_every_game(shows_what_the_rules_say);
}

/* ---- dice ---- */

/* With given dice the same match can be played move by move through a position. */
static void plays_along(const char *start, const knobel_game *game)
{
    stage *s = set_up(start, true, KNOBEL_REWARD_POINTS);
    knobel_position *p, *begin;
    uint32_t weights[CHANCES_MOST];
    (void)game;
    assert_int_equal(knobel_position_read(start, strlen(start), &p), KNOBEL_OK);
    assert_int_equal(knobel_position_read(start, strlen(start), &begin), KNOBEL_OK);
    double points[KNOBEL_SEATS_MAX] = {0};
    for (int n = 0; n < STEPS && s->shape.still < 0; n++) {
        knobel_event event = {.at_ms = KNOBEL_NEVER};
        choose_all(s);
        event.actor = (uint8_t)s->due[0];
        assert_int_equal(knobel_position_action_move(p, event.actor, s->actions[0], &event.move),
                         KNOBEL_OK);
        if (event.actor == KNOBEL_CHANCE) {
            assert_int_equal(knobel_batch_weights(s->batch, 0, weights, CHANCES_MOST), KNOBEL_OK);
            assert_true(weights[s->actions[0]] > 0);
        }
        assert_int_equal(knobel_position_play(p, &event), KNOBEL_OK);
        assert_int_equal(knobel_batch_step(s->batch, &s->arrays, 0, TABLES), KNOBEL_OK);
        for (int seat = 0; seat < s->shape.seats; seat++) {
            double sign = knobel_game_fewest_win(game) ? -1 : 1;
            points[seat] += s->rewards[seat];
            assert_true(points[seat] == sign * knobel_position_score(p, seat));
        }
        assert_int_equal(s->done[0], knobel_position_to_act(p) == 0);
        if (s->done[0]) {
            assert_int_equal(s->winners[0], knobel_position_result(p));
            assert_int_equal(s->scores[0], knobel_position_score(p, 0));
            assert_int_equal(knobel_position_copy(begin, p), KNOBEL_OK);
            memset(points, 0, sizeof points);
        }
    }
    knobel_position_free(p);
    knobel_position_free(begin);
    clear_away(s);
}

static void given_dice_and_points(void **none)
{
    (void)none;
    for_every_game(plays_along);
}

/* ---- ranges and threads ---- */

typedef struct {
    stage *s;
    size_t from, to;
} part;

static void *step_part(void *given)
{
    part *p = given;
    knobel_batch_step(p->s->batch, &p->s->arrays, p->from, p->to);
    return NULL;
}

/* One thread over all, or three over parts in another order: the same numbers. */
static void threads_change_nothing(void **none)
{
    (void)none;
    char start[64];
    snprintf(start, sizeof start, "%s seats=2", knobel_game_key(knobel_game_at(0)));
    stage *whole = set_up(start, false, KNOBEL_REWARD_WINS);
    stage *split = set_up(start, false, KNOBEL_REWARD_WINS);
    part parts[] = {{split, 16, TABLES}, {split, 0, 7}, {split, 7, 16}};
    for (int n = 0; n < STEPS / 5; n++) {
        pthread_t threads[3];
        choose_all(whole);
        memcpy(split->actions, whole->actions, sizeof split->actions);
        assert_int_equal(knobel_batch_step(whole->batch, &whole->arrays, 0, TABLES), KNOBEL_OK);
        for (int i = 0; i < 3; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, step_part, &parts[i]), 0);
        for (int i = 0; i < 3; i++)
            pthread_join(threads[i], NULL);
        assert_memory_equal(whole->due, split->due, sizeof whole->due);
        assert_memory_equal(whole->observations, split->observations,
                            TABLES * (size_t)whole->shape.observed * sizeof(int16_t));
    }
    clear_away(whole);
    clear_away(split);
}

/* ---- the same on every machine ---- */

/* Into a hash, number by number: the order of bytes does not matter. */
static void mix(uint64_t *hash, uint64_t number)
{
    *hash = (*hash ^ number) * 0x100000001b3u;
    *hash ^= *hash >> 29;
}

static void mix_table(const stage *s, int table, uint64_t *hash)
{
    mix(hash, (uint64_t)s->due[table] << 8 | s->done[table]);
    for (int i = 0; i < s->shape.mask_words; i++)
        mix(hash, mask_of(s, table)[i]);
    for (int i = 0; i < s->shape.observed; i++)
        mix(hash, (uint16_t)s->observations[table * s->shape.observed + i]);
    if (s->done[table])
        mix(hash, s->winners[table]);
    for (int seat = 0; s->done[table] && seat < s->shape.seats; seat++)
        mix(hash, (uint32_t)s->scores[table * s->shape.seats + seat]);
}

/* One number for all that a batch shows in many steps from this start. */
static uint64_t fingerprint(const char *start)
{
    stage *s = set_up(start, false, KNOBEL_REWARD_WINS);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int n = 0; n < 500; n++) {
        for (int i = 0; i < TABLES; i++)
            mix_table(s, i, &hash);
        choose_all(s);
        assert_int_equal(knobel_batch_step(s->batch, &s->arrays, 0, TABLES), KNOBEL_OK);
    }
    clear_away(s);
    return hash;
}

/* Lines `FINGERPRINT START` in games/NAME/tests/batches.txt. */
static void check_fingerprints(const char *game)
{
    char path[1024], line[256];
    int lines = 0;
    snprintf(path, sizeof path, "%s/%s/tests/batches.txt", GAMES_DIR, game);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is not there", path);
    for (; fgets(line, sizeof line, file); lines++) {
        char *start;
        line[strcspn(line, "\n")] = '\0';
        uint64_t expected = strtoull(line, &start, 16), found = fingerprint(start + 1);
        if (found != expected)
            fail_msg("%016" PRIx64 " instead of: %s", found, line);
    }
    fclose(file);
    assert_true(lines > 0);
}

static void the_same_on_every_machine(void **none)
{
    (void)none;
    for (size_t i = 0; knobel_game_at(i); i++)
        check_fingerprints(knobel_game_key(knobel_game_at(i)));
}

/* ---- memory ---- */

static volatile unsigned allocations;

#if defined KNOBEL_SANITIZED
int __sanitizer_install_malloc_and_free_hooks(void (*got)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *));

static void count_got(const volatile void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
    allocations++;
}

static void count_freed(const volatile void *memory)
{
    (void)memory;
}

static void count_allocations(void)
{
    assert_true(__sanitizer_install_malloc_and_free_hooks(count_got, count_freed) > 0);
}
#else
/* In place of those of the C library, for all of this program. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);

void *malloc(size_t bytes)
{
    allocations++;
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    allocations++;
    return __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    allocations++;
    return __libc_realloc(memory, bytes);
}

static void count_allocations(void)
{
}
#endif

static void step_allocates_nothing(const char *start, const knobel_game *game)
{
    (void)game;
    for (int given = 0; given < 2; given++) {
        unsigned before = allocations;
        stage *s = set_up(start, given, KNOBEL_REWARD_POINTS);
        assert_true(allocations > before);
        before = allocations;
        for (int n = 0; n < 200; n++) {
            choose_all(s);
            knobel_batch_step(s->batch, &s->arrays, 0, TABLES);
        }
        knobel_batch_reset(s->batch, &s->arrays, 0, TABLES);
        assert_int_equal(allocations, before);
        clear_away(s);
    }
}

static void steps_allocate_nothing(void **none)
{
    (void)none;
    count_allocations();
    for_every_game(step_allocates_nothing);
}

/* ---- hostile numbers ---- */

static void illegal_actions_change_nothing(const char *start, const knobel_game *game)
{
    static const int32_t hostile[] = {-1, INT32_MIN, INT32_MAX, 2047, 4096};
    stage *s = set_up(start, false, KNOBEL_REWARD_WINS);
    int16_t *before = malloc((size_t)s->shape.observed * sizeof *before);
    (void)game;
    for (int n = 0; n < STEPS / 5; n++) {
        size_t bytes = (size_t)s->shape.observed * sizeof *before;
        int8_t due = s->due[0];
        memcpy(before, s->observations, bytes);
        choose_all(s);
        s->actions[0] = hostile[n % 5];
        for (int a = n % 61; n % 5 == 0 && a < s->shape.actions; a += 61)
            if (!(mask_of(s, 0)[a / 64] >> a % 64 & 1))
                s->actions[0] = a;
        assert_int_not_equal(knobel_batch_step(s->batch, &s->arrays, 0, TABLES), KNOBEL_OK);
        assert_int_not_equal(s->answers[0], KNOBEL_OK);
        assert_int_equal(s->answers[1], KNOBEL_OK);
        assert_int_equal(s->due[0], due);
        assert_int_equal(s->done[0], 0);
        assert_memory_equal(before, s->observations, bytes);
        choose_all(s);
        assert_int_equal(knobel_batch_step(s->batch, &s->arrays, 0, TABLES), KNOBEL_OK);
    }
    free(before);
    clear_away(s);
}

static void illegal_actions(void **none)
{
    (void)none;
    for_every_game(illegal_actions_change_nothing);
}

static void bad_plans_and_ranges(void **none)
{
    (void)none;
    char start[64];
    knobel_batch *batch = NULL;
    snprintf(start, sizeof start, "%s seats=2", knobel_game_key(knobel_game_at(0)));
    knobel_batch_plan plan = {.size = sizeof plan, .start = start, .tables = 4};
    knobel_batch_plan bad = plan;
    bad.size = 3;
    assert_int_equal(knobel_batch_open(&bad, &batch), KNOBEL_BAD_ARGUMENT);
    bad = plan;
    bad.tables = 0;
    assert_int_equal(knobel_batch_open(&bad, &batch), KNOBEL_BAD_ARGUMENT);
    bad.tables = SIZE_MAX;
    assert_int_equal(knobel_batch_open(&bad, &batch), KNOBEL_BAD_ARGUMENT);
    bad = plan;
    bad.start = "chess seats=2";
    assert_int_equal(knobel_batch_open(&bad, &batch), KNOBEL_NO_SUCH_GAME);
    bad.start = "template seats=2";
    assert_int_equal(knobel_batch_open(&bad, &batch), KNOBEL_NO_ENCODING);
    bad.start = "";
    assert_int_equal(knobel_batch_open(&bad, &batch), KNOBEL_NO_SUCH_GAME);
    assert_null(batch);
    assert_int_equal(knobel_batch_open(&plan, &batch), KNOBEL_OK);
    int32_t actions[4] = {0};
    uint32_t weights[1];
    knobel_batch_arrays arrays = {.size = sizeof arrays, .actions = actions};
    assert_int_equal(knobel_batch_step(batch, &arrays, 0, 5), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_batch_step(batch, &arrays, 3, 2), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_batch_step(batch, &arrays, 4, 4), KNOBEL_OK);
    assert_int_equal(knobel_batch_step(NULL, &arrays, 0, 1), KNOBEL_BAD_ARGUMENT);
    assert_int_equal(knobel_batch_weights(batch, 0, weights, 1), KNOBEL_TOO_SMALL);
    assert_int_equal(knobel_batch_weights(batch, 4, weights, 1), KNOBEL_BAD_ARGUMENT);
    arrays.actions = NULL;
    assert_int_equal(knobel_batch_step(batch, &arrays, 0, 1), KNOBEL_BAD_ARGUMENT);
    knobel_batch_free(batch);
    knobel_batch_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches_play_by_the_rules), cmocka_unit_test(given_dice_and_points),
        cmocka_unit_test(threads_change_nothing),    cmocka_unit_test(the_same_on_every_machine),
        cmocka_unit_test(steps_allocate_nothing),    cmocka_unit_test(illegal_actions),
        cmocka_unit_test(bad_plans_and_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
