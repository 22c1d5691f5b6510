/* solutions.c: keeps what was solved. See solutions.h. */
#include "wasm/solutions.h"

#include <string.h>

#include "wasm/export.h"
#include "wasm/memory.h"

IMPORT("knobel", "learnt")
void learnt_hook(const char *game, size_t length, double part);

typedef struct {
    const bot_kind *kind;
    kn_setup setup;
    void *solved;
} solution;

static solution kept[SOLUTIONS_KEPT]; /* the one asked for last comes first */

static void learnt(double part)
{
    const char *game = kept[0].kind->game->key;
    learnt_hook(game, strlen(game), part);
}

/* Bring the solution to the front, or make room there in place of the one used longest ago. */
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

const void *solution_for(const bot_kind *kind, const kn_setup *setup)
{
    static const bot_machine machine = {.learnt = learnt};
    static const bool never = false;
    size_t bytes = kind && kind->solution_bytes ? kind->solution_bytes(setup) : 0;
    if (bytes == 0)
        return NULL;
    if (!find(kind, setup)) {
        void *room = memory_grow(memory_grow(kept[0].solved, 0), bytes);
        kept[0] = (solution){kind, *setup, room};
        learnt(0);
        kind->learn(setup, room, &machine, &never);
    }
    return kept[0].solved;
}
