/* check.c: facts and walks shared by the fuzz targets. See check.h. */
#include "fuzz/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "games/games.h"

_Noreturn void check_failed(const char *file, int line, const char *fact)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, fact);
    abort();
}

uint8_t check_byte(kn_slice *input)
{
    if (input->length == 0)
        return 0;
    uint8_t byte = (uint8_t)input->at[0];
    *input = (kn_slice){input->at + 1, input->length - 1};
    return byte;
}

uint64_t check_seed(const uint8_t *data, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 0x100000001b3u; /* FNV-1a */
    return hash;
}

const kn_game *check_game(uint8_t byte)
{
    int games = 0;
    while (kn_games[games])
        games++;
    int pick = byte % (games + 1);
    return pick < games ? kn_games[pick] : &template_game;
}

int64_t check_start(const kn_game *game, kn_random *random, int events, any_state *state)
{
    kn_setup setup;
    kn_event event;
    int64_t now_ms = 0;
    memset(state, 0, sizeof *state);
    kn_random_setup(game, random, &setup);
    HOLDS(game->start(&setup, state) == KN_OK);
    while (events-- > 0 && kn_random_event(game, state, random, &now_ms, &event))
        HOLDS(game->apply(state, &event) == KN_OK);
    return now_ms;
}

static void check_text(const kn_game *game, const any_state *state)
{
    char position[KN_POSITION_MAX], description[KN_DESCRIBE_MAX];
    kn_text text = kn_text_on(position, sizeof position);
    kn_json json = kn_json_on(description, sizeof description);
    any_state read;
    memset(&read, 0x5a, sizeof read);
    game->write_position(state, &text);
    HOLDS(!text.cut);
    HOLDS(game->read_position(kn_slice_of(position), &read) == KN_OK);
    HOLDS(memcmp(&read, state, game->state_bytes) == 0);
    kn_json_object(&json, NULL);
    game->describe(state, &json);
    kn_json_end_object(&json);
    HOLDS(kn_json_whole(&json));
}

void check_texts(const kn_game *game, const any_state *state)
{
    kn_setup setup;
    any_state seen;
    memcpy(&setup, state, sizeof setup);
    check_text(game, state);
    for (int i = 0; i <= setup.seats; i++) {
        memset(&seen, 0, sizeof seen);
        game->view(state, i < setup.seats ? i : KN_WATCHER, &seen);
        check_text(game, &seen);
    }
}

/* Before its alarm everyone but the clock may act, and from then on only the clock. */
static void check_accepted(const kn_game *game, const any_state *state, int who, kn_move move,
                           int64_t now_ms)
{
    int64_t alarm = game->alarm(state);
    kn_event event = {.actor = (uint8_t)who, .move = move};
    any_state next = *state;
    event.at_ms = event.acted_ms = alarm == KN_NEVER ? now_ms : alarm;
    HOLDS(game->apply(&next, &event) == KN_OK);
}

void check_due(const kn_game *game, const any_state *state, int64_t now_ms)
{
    kn_actors due = game->to_act(state);
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    kn_move moves[KN_MOVES_MAX];
    HOLDS((due == 0) == (game->result(state) != 0));
    int count = game->outcomes(state, outcomes);
    HOLDS((due == KN_ACTOR(KN_CHANCE)) == (count > 0) && count <= KN_OUTCOMES_MAX);
    for (int i = 0; i < count; i++)
        check_accepted(game, state, KN_CHANCE, outcomes[i].move, now_ms);
    for (int who = 0; who <= KN_CLOCK; who++) {
        if (who == KN_CHANCE)
            continue;
        count = game->moves(state, who, moves);
        HOLDS(!(due & KN_ACTOR(who)) == (count == 0) && count <= KN_MOVES_MAX);
        for (int i = 0; i < count; i += 1 + count / 16)
            check_accepted(game, state, who, moves[i], now_ms);
    }
}

void check_play_on(const kn_game *game, any_state *state, kn_random *random, int64_t now_ms,
                   int events)
{
    kn_event event;
    while (events-- > 0 && kn_random_event(game, state, random, &now_ms, &event))
        HOLDS(game->apply(state, &event) == KN_OK);
    check_texts(game, state);
}
