/* simulate.c: an example for libknobel: the exact value of a game of Yatzi, then thousands of
 * matches in a batch, played at random and by a simple rule. docs/library.md explains it.
 *
 *     cc -O2 -o simulate examples/simulate.c $(pkg-config --cflags --libs knobel) && ./simulate
 *
 * Needs the games: yatzi */
#include <knobel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 64, MATCHES = 2000, WORDS_MOST = 32 };

static void must(knobel_answer answer)
{
    if (answer == KNOBEL_OK)
        return;
    fprintf(stderr, "%s\n", knobel_answer_text(answer));
    exit(1);
}

/* What perfect play brings alone, by the solver. */
static double perfect(const char *start)
{
    knobel_position *position;
    knobel_solution *solution;
    knobel_bot *judge;
    knobel_opinion value;
    must(knobel_position_read(start, strlen(start), &position));
    must(knobel_solve(position, NULL, NULL, &solution));
    must(knobel_bot_open(position, 0, "best", 1, solution, NULL, &judge));
    must(knobel_bot_value(judge, position, &value));
    knobel_bot_free(judge);
    knobel_solution_free(solution);
    knobel_position_free(position);
    return value.value;
}

/* The last legal action: the game lists its boxes behind its throws, so this one fills the last
 * free box as soon as it can. */
static int32_t last_legal(const uint64_t *mask, int words)
{
    int32_t action = 0;
    for (int i = 0; i < 64 * words; i++)
        if (mask[i / 64] >> i % 64 & 1)
            action = i;
    return action;
}

/* The points of many matches, on average. */
static double simulate(const char *start)
{
    knobel_batch *batch;
    knobel_shape shape;
    knobel_batch_plan plan = {.size = sizeof plan, .start = start, .tables = TABLES, .seed = 1};
    static int32_t actions[TABLES], scores[TABLES * KNOBEL_SEATS_MAX];
    static uint8_t done[TABLES];
    static uint64_t masks[TABLES * WORDS_MOST];
    knobel_batch_arrays arrays = {
        .size = sizeof arrays, .actions = actions, .masks = masks, .done = done, .scores = scores};
    double points = 0;
    int matches = 0;
    must(knobel_batch_open(&plan, &batch));
    must(knobel_batch_shape(batch, &shape));
    if (shape.mask_words > WORDS_MOST)
        exit(1);
    must(knobel_batch_reset(batch, &arrays, 0, TABLES));
    while (matches < MATCHES) {
        for (int i = 0; i < TABLES; i++)
            actions[i] = last_legal(masks + i * shape.mask_words, shape.mask_words);
        must(knobel_batch_step(batch, &arrays, 0, TABLES));
        for (int i = 0; i < TABLES; i++)
            if (done[i]) {
                points += scores[i * shape.seats];
                matches++;
            }
    }
    knobel_batch_free(batch);
    return points / matches;
}

int main(void)
{
    const char *start = "yatzi seats=1";
    printf("%.4f points with perfect play\n", perfect(start));
    printf("%.1f points without throwing twice\n", simulate(start));
    return 0;
}
