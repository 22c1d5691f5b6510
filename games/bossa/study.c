/* study.c: measures the speed of Bossa's tree search. */
#include "bots/study.h"
#include "core/survey.h"
#include "games/bossa/bot.h"

/* From the first draw of a match. */
static void search(const kn_setup *setup, uint64_t seed, int playouts)
{
    enum { SOLVED_PILE = 2 };
    kn_random random = kn_random_from(seed);
    bossa_state state;
    kn_event event;
    int64_t now_ms = 0;
    bossa_game.start(setup, &state);
    while (state.phase != BOSSA_DRAWING &&
           kn_random_event(&bossa_game, &state, &random, &now_ms, &event))
        bossa_game.apply(&state, &event);
    bossa_board board = bossa_board_from(&state);
    bossa_tally tally = {0, 0, 0};
    bossa_task task = {.board = &board, .effort = {playouts, SOLVED_PILE, false}, .seed = seed};
    bossa_search(&task, &tally);
}

const bot_study bossa_study = {.kind = &bossa_bot, .search = search};
