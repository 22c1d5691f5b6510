/* rules.c: the commands that ask the rules: moves, perft, fingerprint. All they need of the engine
 * is what libknobel offers to everyone. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "library/knobel.h"
#include "sentences/answers.h"
#include "tools/command.h"
#include "words/words.h"

/* The position of a command line; NULL after a complaint. */
static knobel_position *read_position(const char *game, const char *text)
{
    char whole[2 * KNOBEL_POSITION_MAX];
    knobel_position *position = NULL;
    if (!command_game(game))
        return NULL;
    int length = snprintf(whole, sizeof whole, "%s %s", game, strcmp(text, "start") ? text : "");
    knobel_answer answer = length < (int)sizeof whole
                               ? knobel_position_read(whole, (size_t)length, &position)
                               : KNOBEL_UNREADABLE;
    if (answer)
        complain(EXIT_MISUSED, _("\"%s\" is not a valid %s position: %s"), text, game,
                 answer_words((table_answer)answer));
    return position;
}

/* ---- moves ---- */

static const char *due_name(int who)
{
    static char name[16];
    snprintf(name, sizeof name, "seat%d", who + 1);
    return who == KNOBEL_CHANCE ? "dice" : who == KNOBEL_CLOCK ? "clock" : name;
}

/* What one actor can do; the outcomes of chance with their weights, moves with 1. */
static size_t list_moves(const knobel_position *position, int who, knobel_outcome *out)
{
    knobel_move moves[KNOBEL_MOVES_MAX];
    size_t count = 0;
    if (who == KNOBEL_CHANCE) {
        knobel_position_outcomes(position, out, KNOBEL_OUTCOMES_MAX, &count);
        return count;
    }
    knobel_position_moves(position, who, moves, KNOBEL_MOVES_MAX, &count);
    for (size_t i = 0; i < count; i++)
        out[i] = (knobel_outcome){moves[i], 1};
    return count;
}

static void put_moves(const knobel_position *position, int who, kn_json *json)
{
    knobel_outcome moves[KNOBEL_MOVES_MAX];
    size_t count = list_moves(position, who, moves);
    if (json)
        kn_json_list(json, due_name(who));
    for (size_t i = 0; i < count; i++) {
        char text[KNOBEL_MOVE_TEXT_MAX] = "";
        knobel_position_write_move(position, who, moves[i].move, text, sizeof text, NULL);
        if (json)
            kn_json_string(json, NULL, text);
        else if (moves[i].weight == 1)
            printf("%s: %s\n", due_name(who), text);
        else
            printf("%s: %s (%" PRIu32 ")\n", due_name(who), text, moves[i].weight);
    }
    if (json)
        kn_json_end_list(json);
}

int moves_command(const arguments *given)
{
    static char buffer[1 << 16];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    knobel_position *position = read_position(given->word[0], given->word[1]);
    if (!position)
        return EXIT_MISUSED;
    knobel_actors due = knobel_position_to_act(position);
    kn_json_object(&json, NULL);
    for (int who = 0; due >> who; who++)
        if (due >> who & 1)
            put_moves(position, who, given->json ? &json : NULL);
    kn_json_end_object(&json);
    knobel_position_free(position);
    if (!kn_json_whole(&json))
        return complain(EXIT_FAILED, _("the answer is too long"));
    if (given->json)
        puts(buffer);
    return EXIT_WELL;
}

/* ---- counting ---- */

int perft_command(const arguments *given)
{
    enum { DEPTH_MAX = 30 };
    int64_t depth;
    uint64_t count = 0;
    knobel_position *position = read_position(given->word[0], given->word[1]);
    if (!position)
        return EXIT_MISUSED;
    bool good = kn_read_int(kn_slice_of(given->word[2]), 0, DEPTH_MAX, &depth);
    if (good)
        knobel_position_count(position, (int)depth, &count);
    knobel_position_free(position);
    if (!good)
        return complain(EXIT_MISUSED, _("the depth must be a number from 0 to %d"), DEPTH_MAX);
    if (given->json)
        printf("{\"depth\":%d,\"count\":%" PRIu64 "}\n", (int)depth, count);
    else
        printf("%" PRIu64 "\n", count);
    return EXIT_WELL;
}

static void print_fingerprint(const knobel_game *game)
{
    enum { SEED = 1, MATCHES = 20 };
    uint64_t found = 0;
    knobel_game_fingerprint(game, SEED, MATCHES, &found);
    printf("%s %d %d %016" PRIx64 "\n", knobel_game_key(game), SEED, MATCHES, found);
}

int fingerprint_command(const arguments *given)
{
    if (given->words > 0 && !command_game(given->word[0]))
        return EXIT_MISUSED;
    if (given->words > 0)
        print_fingerprint(knobel_find_game(given->word[0]));
    for (size_t i = 0; given->words == 0 && knobel_game_at(i); i++)
        print_fingerprint(knobel_game_at(i));
    return EXIT_WELL;
}
