/* bench.c: [--tables N] [--threads N] [--bare] [GAME…]: how many decisions a second a batch makes,
 * with random legal moves, masks and observations, for all games or for these. Each thread has a
 * batch of its own with N tables. `make bench` runs it; python/bench compares Python with it
 * (--bare: only the two numbers). */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "library/knobel.h"

/* A try is short, and the best of many counts: so other work on the machine disturbs as little as
 * may be. */
enum { TRIES = 12, DECISIONS = 65536, THREADS_MAX = 16 };

typedef struct {
    const char *start;
    int tables;
    bool alone;
    pthread_barrier_t *together;
    knobel_shape shape;
    knobel_batch *batch;
    knobel_batch_arrays arrays;
    int32_t *actions;
    uint64_t *masks;
    uint8_t *done;
    uint64_t random, matches, decisions;
    double whole_s, steps_s; /* of the last try */
} bench;

/* With one thread the processor's time, which other work on the machine disturbs less. */
static double seconds(bool alone)
{
    struct timespec now;
    clock_gettime(alone ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
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

static void *zeros(int tables, int columns, size_t size)
{
    void *memory = calloc((size_t)tables * (size_t)columns, size);
    if (!memory)
        exit(1);
    return memory;
}

static void open_batch(bench *b)
{
    knobel_batch_plan plan = {
        .size = sizeof plan, .start = b->start, .tables = (size_t)b->tables, .seed = b->random};
    check(knobel_batch_open(&plan, &b->batch));
    check(knobel_batch_shape(b->batch, &b->shape));
    b->actions = zeros(b->tables, 1, sizeof *b->actions);
    b->masks = zeros(b->tables, b->shape.mask_words, sizeof *b->masks);
    b->done = zeros(b->tables, 1, 1);
    b->arrays = (knobel_batch_arrays){.size = sizeof b->arrays,
                                      .actions = b->actions,
                                      .due = zeros(b->tables, 1, 1),
                                      .masks = b->masks,
                                      .observations = zeros(b->tables, b->shape.observed, 2),
                                      .rewards = zeros(b->tables, b->shape.seats, sizeof(float)),
                                      .done = b->done};
    check(knobel_batch_reset(b->batch, &b->arrays, 0, (size_t)b->tables));
}

static void close_batch(bench *b)
{
    knobel_batch_free(b->batch);
    free(b->actions);
    free(b->masks);
    free(b->done);
    free(b->arrays.due);
    free(b->arrays.observations);
    free(b->arrays.rewards);
}

/* One try. The steps alone are timed only where a step is long enough for a clock. */
static void try_once(bench *b)
{
    double start = seconds(b->alone), stepping = 0;
    for (int n = 0; n < DECISIONS / b->tables; n++) {
        for (int i = 0; i < b->tables; i++)
            b->actions[i] = pick(b, b->masks + (size_t)i * (size_t)b->shape.mask_words);
        double before = b->tables > 16 ? seconds(b->alone) : 0;
        check(knobel_batch_step(b->batch, &b->arrays, 0, (size_t)b->tables));
        stepping += b->tables > 16 ? seconds(b->alone) - before : 0;
        for (int i = 0; i < b->tables; i++)
            b->matches += b->done[i];
    }
    b->decisions += DECISIONS / b->tables * b->tables;
    b->whole_s = seconds(b->alone) - start;
    b->steps_s = b->tables > 16 ? stepping : b->whole_s;
}

static void *work(void *given)
{
    bench *b = given;
    for (int i = 0; i < TRIES; i++) {
        pthread_barrier_wait(b->together);
        try_once(b);
        pthread_barrier_wait(b->together);
    }
    return NULL;
}

/* The best try: decisions a second of the steps alone, and of the whole loop. */
static void measure(bench *benches, int threads, double *steps, double *whole)
{
    pthread_t thread[THREADS_MAX];
    pthread_barrier_t together;
    double decisions = (double)threads * (DECISIONS / benches->tables * benches->tables);
    pthread_barrier_init(&together, NULL, (unsigned)threads + 1);
    for (int i = 0; i < threads; i++) {
        benches[i].together = &together;
        if (pthread_create(&thread[i], NULL, work, &benches[i]) != 0)
            exit(1);
    }
    for (int n = 0; n < TRIES; n++) {
        double slowest = 0, slowest_steps = 0;
        pthread_barrier_wait(&together);
        pthread_barrier_wait(&together);
        for (int i = 0; i < threads; i++) {
            slowest = benches[i].whole_s > slowest ? benches[i].whole_s : slowest;
            slowest_steps = benches[i].steps_s > slowest_steps ? benches[i].steps_s : slowest_steps;
        }
        *steps = decisions / slowest_steps > *steps ? decisions / slowest_steps : *steps;
        *whole = decisions / slowest > *whole ? decisions / slowest : *whole;
    }
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&together);
}

static void run(const char *game, int tables, int threads, bool bare)
{
    char start[64];
    bench benches[THREADS_MAX] = {{0}};
    double steps = 0, whole = 0;
    knobel_position *position;
    knobel_shape shape;
    snprintf(start, sizeof start, "%s seats=2", game);
    check(knobel_position_read(start, strlen(start), &position));
    knobel_answer answer = knobel_position_shape(position, &shape);
    knobel_position_free(position);
    if (answer == KNOBEL_NO_ENCODING)
        return;
    for (int i = 0; i < threads; i++) {
        benches[i] = (bench){
            .start = start, .tables = tables, .alone = threads == 1, .random = 7u + (unsigned)i};
        open_batch(&benches[i]);
    }
    measure(benches, threads, &steps, &whole);
    if (bare)
        printf("%.0f %.0f\n", steps, whole);
    else
        printf("%-22s %10.0f %14.0f %15.1f %8d %8d\n", start, steps, whole,
               (double)benches[0].decisions / (double)(benches[0].matches ? benches[0].matches : 1),
               shape.actions, shape.observed);
    for (int i = 0; i < threads; i++)
        close_batch(&benches[i]);
}

static int number(const char *text, int most)
{
    long value = text ? strtol(text, NULL, 10) : 0;
    if (value < 1 || value > most) {
        fputs("use: bench_library [--tables N] [--threads N] [--bare] [GAME…]\n", stderr);
        exit(2);
    }
    return (int)value;
}

int main(int count, char **words)
{
    int tables = 1024, threads = 1, games = 0;
    bool bare = false;
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--tables") == 0)
            tables = number(words[++i], DECISIONS);
        else if (strcmp(words[i], "--threads") == 0)
            threads = number(words[++i], THREADS_MAX);
        else if (strcmp(words[i], "--bare") == 0)
            bare = true;
        else
            words[games++] = words[i];
    }
    if (!bare)
        printf("%-22s %10s %14s %15s %8s %8s\n", "decisions per second", "steps", "moves chosen",
               "decisions/match", "actions", "numbers");
    for (int i = 0; i < games; i++)
        run(words[i], tables, threads, bare);
    for (size_t i = 0; games == 0 && knobel_game_at(i); i++)
        run(knobel_game_key(knobel_game_at(i)), tables, threads, bare);
    return 0;
}
