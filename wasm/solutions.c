/* solutions.c: a cache of solutions. See solutions.h. */
#include "wasm/solutions.h"

#include <string.h>

#include "wasm/export.h"
#include "wasm/memory.h"

IMPORT("knobel", "learnt")
void learnt_hook(const char *game, size_t length, double part);

/* Solutions outlast the module if JavaScript keeps them: `recall` puts one into memory and answers
 * whether it had it. */
IMPORT("knobel", "recall")
bool recall_solution_hook(const char *game, size_t length, const void *setup, size_t size,
                          void *solved, size_t bytes);
IMPORT("knobel", "keep")
void keep_solution_hook(const char *game, size_t length, const void *setup, size_t size,
                        const void *solved, size_t bytes);

typedef struct {
    const bot_kind *kind;
    kn_setup setup;
    void *solved;
} solution;

static solution kept[SOLUTIONS_KEPT]; /* the one used last comes first */

static void learnt(double part)
{
    const char *game = kept[0].kind->game->key;
    learnt_hook(game, strlen(game), part);
}

/* Move the solution to the front; if there is none, the one used longest ago, to be replaced. */
static bool find(const bot_kind *kind, const kn_setup *setup)
{
    int at = 0;
    while (at < SOLUTIONS_KEPT - 1 &&
           (kept[at].kind != kind || memcmp(&kept[at].setup, setup, sizeof *setup) != 0))
        at++;
    solution one = kept[at];
    memmove(kept + 1, kept, (size_t)at * sizeof *kept);
    kept[0] = one;
    return one.kind == kind && memcmp(&one.setup, setup, sizeof *setup) == 0;
}

/* Recall the solution, or compute it. */
static void learn(const solution *one, size_t bytes)
{
    static const bot_machine machine = {.learnt = learnt};
    static const bool never = false;
    const char *game = one->kind->game->key;
    const kn_setup *setup = &one->setup;
    if (recall_solution_hook(game, strlen(game), setup, sizeof *setup, one->solved, bytes))
        return;
    learnt(0);
    one->kind->learn(setup, one->solved, &machine, &never);
    keep_solution_hook(game, strlen(game), setup, sizeof *setup, one->solved, bytes);
}

const void *solution_for(const bot_kind *kind, const kn_setup *setup)
{
    if (!kind || !kind->solution_bytes)
        return NULL;
    const kn_setup reduced = bot_setup_to_solve(kind, setup);
    size_t bytes = kind->solution_bytes(&reduced);
    if (bytes == 0)
        return NULL;
    if (!find(kind, &reduced)) {
        void *memory = memory_grow(memory_grow(kept[0].solved, 0), bytes);
        kept[0] = (solution){kind, reduced, memory};
        learn(&kept[0], bytes);
    }
    return kept[0].solved;
}
