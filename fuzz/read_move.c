/* read_move.c: fuzzes the text of a move. The first bytes choose the game, the table, how far the
 * match has come and who moves; the rest is the move. */
#include <string.h>

#include "fuzz/check.h"

enum { PLAY_ON = 12 };

/* What was accepted is written in one form, which says the same. */
static void check_round_trip(const kn_game *game, const any_state *before, const kn_event *event)
{
    char line[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(line, sizeof line);
    kn_move again = ~event->move;
    game->write_move(before, event->actor, event->move, &text);
    HOLDS(!text.cut && text.length > 0 && !strpbrk(line, "\n\r"));
    HOLDS(game->read_move(before, event->actor, kn_slice_of(line), &again) == KN_OK);
    HOLDS(again == event->move);
}

/* The clock strikes at its alarm, the others come before it. */
static int64_t time_for(const kn_game *game, const any_state *state, int actor, int64_t now_ms)
{
    int64_t alarm = game->alarm(state);
    if (alarm == KN_NEVER || (actor == KN_CLOCK ? now_ms > alarm : now_ms < alarm))
        return now_ms;
    return alarm;
}

/* A match so far. */
struct scene {
    const kn_game *game;
    uint8_t table, events;
    kn_random random;
    int64_t now_ms;
    any_state state;
};

/* Many inputs are about the same few scenes, and playing one takes longer than reading a move. */
static const struct scene *scene_of(const kn_game *game, uint8_t table, uint8_t events)
{
    static struct scene kept[1024];
    struct scene *scene = &kept[(check_seed(&table, 1) ^ events * 37u ^ (uintptr_t)game) % 1024];
    if (scene->game != game || scene->table != table || scene->events != events) {
        *scene = (struct scene){.game = game, .table = table, .events = events};
        scene->random = kn_random_from(table);
        scene->now_ms = check_start(game, &scene->random, events, &scene->state);
    }
    return scene;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kn_slice input = {(const char *)data, size};
    const kn_game *game = check_game(check_byte(&input));
    uint8_t table = check_byte(&input), events = check_byte(&input), who = check_byte(&input);
    const struct scene *scene = scene_of(game, table, events);
    kn_random random = scene->random;
    any_state before = scene->state, state;
    int64_t now_ms = scene->now_ms;
    kn_actors due = game->to_act(&before);
    kn_event event = {.actor = who % (KN_CLOCK + 1)};
    if (due && who > 127) /* mostly someone whose turn it is */
        event.actor = (uint8_t)kn_first_actor(due);
    state = before;
    kn_refusal refusal = game->read_move(&state, event.actor, input, &event.move);
    HOLDS(memcmp(&state, &before, game->state_bytes) == 0);
    if (refusal)
        return 0;
    event.at_ms = event.acted_ms = time_for(game, &before, event.actor, now_ms);
    if (game->apply(&state, &event) != KN_OK) {
        HOLDS(memcmp(&state, &before, game->state_bytes) == 0);
        return 0;
    }
    HOLDS(due & KN_ACTOR(event.actor));
    check_round_trip(game, &before, &event);
    check_texts(game, &state);
    check_play_on(game, &state, &random, event.at_ms, PLAY_ON);
    return 0;
}
