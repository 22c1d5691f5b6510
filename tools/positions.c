/* positions.c: the commands that show games and positions in words: games, describe. */
#include <stdio.h>
#include <string.h>

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
