/* players.c: bots at a table in this process. See players.h. */
#include "native/players.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bots/random.h"
#include "native/native.h"
#include "native/solution_cache.h"
#include "native/threads.h"
#include "table/table.h"

const bot_machine players_machine = {
    .now_ns = native_steady_ns, .spread = threads_spread, .cores = 1};
const bot_machine players_machine_alone = {.now_ns = native_steady_ns, .cores = 1};

enum {
    RANDOM = BOT_LEVELS, /* the level of a bot that plays at random */
    SOLUTIONS_KEPT = 16, /* more only while all of them are in use; 4 MB each at most */
};

/* ---- solution ---- */

typedef struct solution {
    const kn_game *game;
    kn_setup setup;
    void *solved;
    unsigned uses;
    bool ready;
    struct solution *next; /* the next one was used longer ago */
} solution;

static solution *solutions;
static pthread_mutex_t solutions_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t solution_ready = PTHREAD_COND_INITIALIZER;

/* Take the solution out of the list and put it at the front; NULL if there is none. */
static solution *find_solution(const kn_game *game, const kn_setup *setup)
{
    for (solution **at = &solutions; *at; at = &(*at)->next) {
        solution *one = *at;
        if (one->game != game || memcmp(&one->setup, setup, sizeof *setup) != 0)
            continue;
        *at = one->next;
        one->next = solutions;
        solutions = one;
        return one;
    }
    return NULL;
}

/* Free unused solutions, the one used longest ago first, until few enough are left. */
static void drop_solutions(void)
{
    for (;;) {
        solution **last_unused = NULL;
        int count = 0;
        for (solution **at = &solutions; *at; at = &(*at)->next, count++)
            if ((*at)->uses == 0)
                last_unused = at;
        if (count <= SOLUTIONS_KEPT || !last_unused)
            return;
        solution *gone = *last_unused;
        *last_unused = gone->next;
        free(gone->solved);
        free(gone);
    }
}

/* Solve outside the lock: it takes a while, and others may need another solution. */
static solution *learn(const bot_kind *kind, const kn_setup *setup, size_t bytes)
{
    static const bool never = false;
    solution *fresh = native_realloc(NULL, sizeof *fresh);
    *fresh = (solution){kind->game, *setup, native_aligned(bytes), 1, false, solutions};
    solutions = fresh;
    drop_solutions();
    pthread_mutex_unlock(&solutions_lock);
    if (!solution_cache_read(kind->game, setup, fresh->solved, bytes)) {
        kind->learn(setup, fresh->solved, &players_machine, &never);
        solution_cache_write(kind->game, setup, fresh->solved, bytes);
    }
    pthread_mutex_lock(&solutions_lock);
    fresh->ready = true;
    pthread_cond_broadcast(&solution_ready);
    return fresh;
}

const void *players_take_solution(const kn_game *game, const kn_setup *setup)
{
    const bot_kind *kind = bot_kind_for(game);
    if (!kind || !kind->solution_bytes)
        return NULL;
    const kn_setup reduced = bot_setup_to_solve(kind, setup);
    size_t bytes = kind->solution_bytes(&reduced);
    if (bytes == 0)
        return NULL;
    pthread_mutex_lock(&solutions_lock);
    solution *one = find_solution(game, &reduced);
    if (one) {
        one->uses++;
        while (!one->ready)
            pthread_cond_wait(&solution_ready, &solutions_lock);
    } else {
        one = learn(kind, &reduced, bytes);
    }
    pthread_mutex_unlock(&solutions_lock);
    return one->solved;
}

void players_give_solution_back(const void *solved)
{
    if (!solved)
        return;
    pthread_mutex_lock(&solutions_lock);
    for (solution *one = solutions; one; one = one->next)
        if (one->solved == solved)
            one->uses--;
    drop_solutions();
    pthread_mutex_unlock(&solutions_lock);
}

/* ---- playing ---- */

bool players_open(bot *b, const kn_game *game, const kn_setup *setup, int seat, kn_slice key,
                  uint64_t seed)
{
    int level = kn_slice_is(key, "random") ? RANDOM : bot_level(key);
    if (level < 0)
        return false;
    *b = bot_open(game, seat, level, seed);
    b->machine = &players_machine;
    if (level != RANDOM)
        b->solution = players_take_solution(game, setup);
    return true;
}

kn_move players_choose(bot *b, const kn_game *game, const void *state, int64_t *delay_ms)
{
    table_state view;
    game->view(state, b->seat, &view);
    if (b->level == RANDOM || !b->kind)
        return random_bot(game, &view, b->seat, &b->random, delay_ms);
    return b->kind->choose(b, &view, delay_ms);
}

void players_watch(bot *b, const kn_game *game, const void *state)
{
    table_state view;
    if (b->level == RANDOM || !b->kind || !b->kind->watch)
        return;
    game->view(state, b->seat, &view);
    b->kind->watch(b, &view);
}
