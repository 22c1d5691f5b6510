/* players.c: bots at a table of this machine. See players.h. */
#include "terminal/players.h"

#include <stdlib.h>
#include <string.h>

#include "bots/random.h"
#include "native/native.h"
#include "native/threads.h"
#include "table/table.h"

const bot_machine players_machine = {native_steady_ns, threads_spread, 1};
const bot_machine players_machine_alone = {native_steady_ns, NULL, 1};

enum { RANDOM = BOT_LEVELS }; /* the level of a bot that plays at random */

/* ---- lore ---- */

typedef struct lore {
    const kn_game *game;
    kn_setup setup;
    void *solved;
    struct lore *next;
} lore;

const void *players_lore(const kn_game *game, const kn_setup *setup)
{
    static lore *all;
    static const bool never = false;
    const bot_kind *kind = bot_kind_for(game);
    size_t bytes = kind && kind->lore_bytes ? kind->lore_bytes(setup) : 0;
    if (bytes == 0)
        return NULL;
    for (lore *one = all; one; one = one->next)
        if (one->game == game && memcmp(&one->setup, setup, sizeof *setup) == 0)
            return one->solved;
    lore *fresh = native_room(NULL, sizeof *fresh);
    *fresh = (lore){game, *setup, native_aligned_room(bytes), all};
    kind->learn(setup, fresh->solved, &players_machine, &never);
    all = fresh;
    return fresh->solved;
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
        b->lore = players_lore(game, setup);
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
