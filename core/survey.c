/* survey.c: counted trees, seeded matches, fingerprints. See survey.h. */
#include "core/survey.h"

#include <string.h>

typedef union {
    uint64_t align;
    uint8_t bytes[KN_STATE_MAX];
} any_state;

/* ---- counted trees ---- */

static uint64_t perft_after(const kn_game *game, const void *state, int actor, kn_move move,
                            int depth)
{
    any_state next;
    int64_t at_ms = game->alarm(state);
    if (at_ms == KN_NEVER)
        at_ms = 0;
    kn_event event = {.at_ms = at_ms, .acted_ms = at_ms, .move = move, .actor = (uint8_t)actor};
    memcpy(&next, state, game->state_bytes);
    return game->apply(&next, &event) == KN_OK ? kn_perft(game, &next, depth - 1) : 0;
}

uint64_t kn_perft(const kn_game *game, const void *state, int depth)
{
    kn_actors due = game->to_act(state);
    uint64_t leaves = 0;
    if (depth == 0 || due == 0)
        return 1;
    if (due & KN_ACTOR(KN_CHANCE)) {
        kn_outcome outcomes[KN_OUTCOMES_MAX];
        int count = kn_outcomes(game, state, outcomes);
        for (int i = 0; i < count; i++)
            leaves += perft_after(game, state, KN_CHANCE, outcomes[i].move, depth);
        return leaves;
    }
    for (kn_actors rest = due; rest; rest &= (kn_actors)(rest - 1)) {
        kn_move moves[KN_MOVES_MAX];
        int who = kn_first_actor(rest), count = kn_moves(game, state, who, moves);
        for (int i = 0; i < count; i++)
            leaves += perft_after(game, state, who, moves[i], depth);
    }
    return leaves;
}

/* ---- random matches ---- */

void kn_random_setup(const kn_game *game, kn_random *random, kn_setup *setup)
{
    uint32_t spread = (uint32_t)(game->seats_max - game->seats_min + 1);
    int seats = game->seats_min + (int)kn_random_below(random, spread);
    kn_setup_initial(game, seats, setup);
    for (int i = 0; i < game->option_count; i++) {
        const kn_option *option = &game->options[i];
        int32_t max = strcmp(option->key, "first") == 0 ? seats : option->max;
        spread = (uint32_t)(max - option->min + 1);
        setup->option[i] = option->min + (int32_t)kn_random_below(random, spread);
        if (option->or_zero && kn_random_below(random, 4) == 0)
            setup->option[i] = 0;
    }
}

static kn_move random_outcome(const kn_game *game, const void *state, kn_random *random)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    int count = kn_outcomes(game, state, outcomes);
    uint32_t total = 0;
    for (int i = 0; i < count; i++)
        total += outcomes[i].weight;
    uint32_t drawn = kn_random_below(random, total);
    int i = 0;
    while (drawn >= outcomes[i].weight)
        drawn -= outcomes[i++].weight;
    return outcomes[i].move;
}

/* One of the actors due. The clock waits its turn like the others, so that some do not act in time.
 */
static int random_actor(kn_actors due, kn_random *random)
{
    int place = (int)kn_random_below(random, (uint32_t)__builtin_popcount(due));
    while (place-- > 0)
        due &= (kn_actors)(due - 1);
    return kn_first_actor(due);
}

enum { PAUSE_MS = 900 };

bool kn_random_event(const kn_game *game, const void *state, kn_random *random, int64_t *now_ms,
                     kn_event *event)
{
    kn_actors due = game->to_act(state);
    if (due == 0)
        return false;
    memset(event, 0, sizeof *event);
    if (due == KN_ACTOR(KN_CHANCE)) {
        event->actor = KN_CHANCE;
        event->move = random_outcome(game, state, random);
    } else {
        kn_move moves[KN_MOVES_MAX];
        int64_t alarm = game->alarm(state);
        event->actor = (uint8_t)(due & (due - 1) ? random_actor(due, random) : kn_first_actor(due));
        int count = kn_moves(game, state, event->actor, moves);
        event->move = moves[kn_random_below(random, (uint32_t)count)];
        if (alarm != KN_NEVER) {
            *now_ms += kn_random_below(random, PAUSE_MS);
            event->error_ms = (uint16_t)kn_random_below(random, 40);
            bool clock = event->actor == KN_CLOCK;
            if (clock ? *now_ms < alarm : *now_ms > alarm)
                *now_ms = alarm;
        }
    }
    event->at_ms = event->acted_ms = *now_ms;
    return true;
}

uint64_t kn_random_match(const kn_game *game, void *state, kn_random *random, uint64_t most)
{
    kn_event event;
    int64_t now_ms = 0;
    uint64_t events = 0;
    while (events < most && kn_random_event(game, state, random, &now_ms, &event) &&
           game->apply(state, &event) == KN_OK)
        events++;
    return events;
}

/* ---- fingerprints ---- */

static void mix(uint64_t *hash, const char *text)
{
    for (; *text; text++)
        *hash = (*hash ^ (uint8_t)*text) * 0x100000001b3u; /* FNV-1a */
    *hash = (*hash ^ '\n') * 0x100000001b3u;
}

static void mix_position(uint64_t *hash, const kn_game *game, const void *state)
{
    char position[KN_POSITION_MAX], description[KN_DESCRIBE_MAX];
    kn_text text = kn_text_on(position, sizeof position);
    kn_json json = kn_json_on(description, sizeof description);
    game->write_position(state, &text);
    game->describe(state, &json);
    mix(hash, position);
    mix(hash, description);
}

static void mix_event(uint64_t *hash, const kn_game *game, const void *state, const kn_event *event)
{
    char line[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(line, sizeof line);
    game->write_move(state, event->actor, event->move, &text);
    mix(hash, line);
    for (int who = 0; who <= KN_WATCHER; who++)
        *hash = (*hash ^ (uint64_t)game->seen(state, event, who)) * 0x100000001b3u;
}

/* What one seat and a watcher see. */
static void mix_views(uint64_t *hash, const kn_game *game, const void *state, int n)
{
    kn_setup setup;
    any_state seen;
    memcpy(&setup, state, sizeof setup);
    game->view(state, n % setup.seats, &seen);
    mix_position(hash, game, &seen);
    game->view(state, KN_WATCHER, &seen);
    mix_position(hash, game, &seen);
}

uint64_t kn_fingerprint(const kn_game *game, uint64_t seed, int matches)
{
    enum { EVENTS_MOST = 20000 };
    kn_random random = kn_random_from(seed);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int match = 0; match < matches; match++) {
        kn_setup setup;
        any_state state;
        kn_event event;
        int64_t now_ms = 0;
        kn_random_setup(game, &random, &setup);
        game->start(&setup, &state);
        for (int n = 0; n < EVENTS_MOST; n++) {
            if (!kn_random_event(game, &state, &random, &now_ms, &event))
                break;
            mix_event(&hash, game, &state, &event);
            game->apply(&state, &event);
            mix_position(&hash, game, &state);
            mix_views(&hash, game, &state, n);
        }
        hash = (hash ^ game->result(&state)) * 0x100000001b3u;
    }
    return hash;
}
