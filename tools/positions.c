/* positions.c: the commands that look at games and positions: games, moves, describe, perft,
 * fingerprint. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/survey.h"
#include "sentences/show.h"
#include "tools/command.h"
#include "words/words.h"

enum { JSON_MAX = 1 << 16 };

static int print_json(kn_json *json)
{
    if (!kn_json_whole(json))
        return complain(EXIT_FAILED, _("the answer is too long"));
    puts(json->text.at);
    return EXIT_WELL;
}

/* ---- games ---- */

static void print_option(const kn_game *game, const kn_option *option)
{
    char values[256];
    kn_text text = kn_text_on(values, sizeof values);
    command_option_values(game, option, &text);
    printf("    %s=%s", option->key, values);
    if (option->names)
        printf(_(" (default: %s)\n"), option->names[option->initial]);
    else
        printf(_(" (default: %d)\n"), option->initial);
}

static void print_game(const kn_game *game)
{
    printf("%s: ", game->key);
    if (game->seats_min == game->seats_max)
        printf(_("%d seats\n"), game->seats_min);
    else
        printf(_("%d to %d seats\n"), game->seats_min, game->seats_max);
    for (int i = 0; i < game->option_count; i++)
        print_option(game, &game->options[i]);
}

int games_command(const arguments *given)
{
    static char buffer[JSON_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_list(&json, NULL);
    for (int i = 0; kn_games[i]; i++) {
        if (given->json)
            kn_describe_game(kn_games[i], &json);
        else
            print_game(kn_games[i]);
    }
    kn_json_end_list(&json);
    return given->json ? print_json(&json) : EXIT_WELL;
}

/* ---- moves ---- */

static const char *due_name(int who)
{
    static char name[16];
    snprintf(name, sizeof name, "seat%d", who + 1);
    return who == KN_CHANCE ? "dice" : who == KN_CLOCK ? "clock" : name;
}

/* The moves of one actor; chance lists its outcomes with their weights. */
static int list_of(const kn_game *game, const void *state, int who, kn_move *moves,
                   uint32_t *weights)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    if (who != KN_CHANCE)
        return game->moves(state, who, moves);
    int count = game->outcomes(state, outcomes);
    for (int i = 0; i < count; i++) {
        moves[i] = outcomes[i].move;
        weights[i] = outcomes[i].weight;
    }
    return count;
}

static void put_moves(const kn_game *game, const void *state, int who, kn_json *json)
{
    kn_move moves[KN_MOVES_MAX];
    uint32_t weights[KN_MOVES_MAX];
    int count = list_of(game, state, who, moves, weights);
    if (json) {
        kn_json_list(json, due_name(who));
        for (int i = 0; i < count; i++)
            kn_json_string(json, NULL, show_move(game, state, who, moves[i]));
        kn_json_end_list(json);
        return;
    }
    for (int i = 0; i < count; i++) {
        printf("%s: %s", due_name(who), show_move(game, state, who, moves[i]));
        if (who == KN_CHANCE && weights[i] != 1)
            printf(" (%" PRIu32 ")", weights[i]);
        putchar('\n');
    }
}

int moves_command(const arguments *given)
{
    static char buffer[JSON_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    table_state state;
    const kn_game *game = command_game(given->word[0]);
    if (!game || !command_position(game, given->word[1], &state))
        return EXIT_MISUSED;
    kn_json_object(&json, NULL);
    for (kn_actors due = game->to_act(&state); due; due &= (kn_actors)(due - 1))
        put_moves(game, &state, kn_first_actor(due), given->json ? &json : NULL);
    kn_json_end_object(&json);
    return given->json ? print_json(&json) : EXIT_WELL;
}

/* ---- describe ---- */

int describe_command(const arguments *given)
{
    static char buffer[JSON_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    table_state state, view;
    kn_setup setup;
    int who = -1;
    const kn_game *game = command_game(given->word[0]);
    if (!game || !command_position(game, given->word[1], &state))
        return EXIT_MISUSED;
    memcpy(&setup, &state, sizeof setup);
    if (!command_viewer(given->as, setup.seats, &who))
        return EXIT_MISUSED;
    view = state;
    if (who >= 0)
        game->view(&state, who, &view);
    if (!given->json) {
        show_view(game, &view, NULL, stdout);
        return EXIT_WELL;
    }
    kn_json_object(&json, NULL);
    kn_json_string(&json, "game", game->key);
    game->describe(&view, &json);
    kn_json_end_object(&json);
    return print_json(&json);
}

/* ---- counting ---- */

int perft_command(const arguments *given)
{
    enum { DEPTH_MAX = 30 };
    table_state state;
    int64_t depth;
    const kn_game *game = command_game(given->word[0]);
    if (!game || !command_position(game, given->word[1], &state))
        return EXIT_MISUSED;
    if (!kn_read_int(kn_slice_of(given->word[2]), 0, DEPTH_MAX, &depth))
        return complain(EXIT_MISUSED, _("the depth must be a number from 0 to %d"), DEPTH_MAX);
    uint64_t count = kn_perft(game, &state, (int)depth);
    if (given->json)
        printf("{\"depth\":%d,\"count\":%" PRIu64 "}\n", (int)depth, count);
    else
        printf("%" PRIu64 "\n", count);
    return EXIT_WELL;
}

int fingerprint_command(const arguments *given)
{
    enum { SEED = 1, MATCHES = 20 };
    const kn_game *only = given->words > 0 ? command_game(given->word[0]) : NULL;
    if (given->words > 0 && !only)
        return EXIT_MISUSED;
    for (int i = 0; only ? i < 1 : kn_games[i] != NULL; i++) {
        const kn_game *game = only ? only : kn_games[i];
        printf("%s %d %d %016" PRIx64 "\n", game->key, SEED, MATCHES,
               kn_fingerprint(game, SEED, MATCHES));
    }
    return EXIT_WELL;
}
