/* bench.c: [GAME…]: how many decisions a second a batch makes on one core, with random legal moves,
 * masks and observations, for all games or for these. `make bench` runs it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "library/knobel.h"

enum { TABLES = 256, TRIES = 5, STEPS = 4000 };

typedef struct {
    knobel_shape shape;
    knobel_batch *batch;
    int32_t actions[TABLES];
    int8_t due[TABLES];
    uint8_t done[TABLES];
    uint64_t *masks;
    int16_t *observations;
    float *rewards;
    uint64_t random, matches, wait;
} bench;

/* The processor's time of this thread, so that other work on the machine counts as little as may
 * be. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static uint32_t below(bench *b, uint32_t bound)
{
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((b->random >> 32) * bound >> 32);
}

/* One of the legal actions, each equally likely. */
static int32_t pick(bench *b, const uint64_t *mask)
{
    uint32_t count = 0;
    int word = 0;
    for (int i = 0; i < b->shape.mask_words; i++)
        count += (uint32_t)__builtin_popcountll(mask[i]);
    uint32_t place = below(b, count);
    for (;; word++) {
        uint32_t here = (uint32_t)__builtin_popcountll(mask[word]);
        if (place < here)
            break;
        place -= here;
    }
    uint64_t rest = mask[word];
    while (place-- > 0)
        rest &= rest - 1;
    return 64 * word + __builtin_ctzll(rest);
}

static void check(knobel_answer answer)
{
    if (answer) {
        fprintf(stderr, "%s\n", knobel_answer_text(answer));
        exit(1);
    }
}

/* Decisions a second: of the whole loop, and of the steps alone, without choosing the moves. */
static void measure(bench *b, const knobel_batch_arrays *arrays, double *whole, double *alone)
{
    double stepping = 0, start = seconds();
    for (int n = 0; n < STEPS; n++) {
        for (int i = 0; i < TABLES; i++)
            b->actions[i] = pick(b, b->masks + (size_t)i * (size_t)b->shape.mask_words);
        double before = seconds();
        check(knobel_batch_step(b->batch, arrays, 0, TABLES));
        stepping += seconds() - before;
        for (int i = 0; i < TABLES; i++)
            b->matches += b->done[i];
    }
    double decisions = (double)STEPS * TABLES;
    double rate = decisions / (seconds() - start);
    *whole = rate > *whole ? rate : *whole;
    *alone = decisions / stepping > *alone ? decisions / stepping : *alone;
}

static void run(const char *start)
{
    bench b = {.random = 7};
    knobel_batch_plan plan = {.size = sizeof plan, .start = start, .tables = TABLES, .seed = 1};
    if (knobel_batch_open(&plan, &b.batch) == KNOBEL_NO_ENCODING)
        return;
    check(knobel_batch_shape(b.batch, &b.shape));
    b.masks = calloc(TABLES * (size_t)b.shape.mask_words, sizeof *b.masks);
    b.observations = calloc(TABLES * (size_t)b.shape.observed, sizeof *b.observations);
    b.rewards = calloc(TABLES * (size_t)b.shape.seats, sizeof *b.rewards);
    knobel_batch_arrays arrays = {.size = sizeof arrays,
                                  .actions = b.actions,
                                  .due = b.due,
                                  .masks = b.masks,
                                  .observations = b.observations,
                                  .rewards = b.rewards,
                                  .done = b.done};
    double whole = 0, alone = 0;
    check(knobel_batch_reset(b.batch, &arrays, 0, TABLES));
    for (int i = 0; i < TRIES; i++)
        measure(&b, &arrays, &whole, &alone);
    double a_match = (double)STEPS * TABLES * TRIES / (double)(b.matches ? b.matches : 1);
    printf("%-22s %10.0f %14.0f %15.1f %8d %8d\n", start, alone, whole, a_match, b.shape.actions,
           b.shape.observed);
    free(b.masks);
    free(b.observations);
    free(b.rewards);
    knobel_batch_free(b.batch);
}

static bool asked_for(const char *game, int count, char **games)
{
    for (int i = 1; i < count; i++)
        if (strcmp(games[i], game) == 0)
            return true;
    return count < 2;
}

int main(int count, char **games)
{
    printf("%-22s %10s %14s %15s %8s %8s\n", "decisions per second", "steps", "moves chosen",
           "decisions/match", "actions", "numbers");
    for (size_t i = 0; knobel_game_at(i); i++) {
        char start[64];
        const char *game = knobel_game_key(knobel_game_at(i));
        snprintf(start, sizeof start, "%s seats=2", game);
        if (asked_for(game, count, games))
            run(start);
    }
    return 0;
}
