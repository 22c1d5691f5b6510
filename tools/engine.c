/* engine.c: the command `engine`: our bots for other programs, over standard input and output. The
 * other side of docs/engine-protocol.md, which native/program_bot.c speaks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "native/players.h"
#include "tools/command.h"
#include "words/words.h"

enum { LINE_MAX_BYTES = 4096 };

/* What it was told. */
typedef struct {
    const kn_game *game;
    kn_slice level;
    int64_t seat; /* from 1; 0: none yet */
    uint64_t seed;
    table_state view;
    bool seated, seen; /* there is a bot; there is a view */
    bot bot;
} engine;

/* ---- what comes in ---- */

/* `GAME seats=2 …` */
static bool hear_new(engine *e, kn_slice about)
{
    kn_slice game, setup = about;
    if (!kn_take_until(&setup, ' ', &game))
        game = about, setup = (kn_slice){"", 0};
    e->seat = 0;
    e->seated = false;
    e->seen = kn_slice_is(game, e->game->key) && e->game->read_position(setup, &e->view) == KN_OK;
    return e->seen;
}

static bool hear_seat(engine *e, kn_slice number)
{
    e->seated = false;
    return kn_read_int(number, 1, KN_SEATS_MAX, &e->seat);
}

static bool hear_seed(engine *e, kn_slice number)
{
    char text[24] = "", *end;
    if (number.length == 0 || number.length >= sizeof text)
        return false;
    memcpy(text, number.at, number.length);
    e->seed = strtoull(text, &end, 10);
    e->seated = false;
    return *end == '\0';
}

static bool hear_position(engine *e, kn_slice text)
{
    e->seen = e->game->read_position(text, &e->view) == KN_OK;
    return e->seen;
}

/* ---- what goes out ---- */

/* Only levels that choose by it need what was solved. */
static bool needs_solution(const engine *e, const bot *b)
{
    return !kn_slice_is(e->level, "random") && b->kind && b->level >= b->kind->solution_from;
}

static void seat_bot(engine *e)
{
    kn_setup setup;
    int level = kn_slice_is(e->level, "random") ? BOT_LEVELS : bot_level(e->level);
    memcpy(&setup, &e->view, sizeof setup);
    players_give_solution_back(e->bot.solution);
    e->bot = bot_open(e->game, (int)e->seat - 1, level, e->seed);
    e->bot.machine = &players_machine_alone;
    e->bot.solution = needs_solution(e, &e->bot) ? players_take_solution(e->game, &setup) : NULL;
    e->seated = true;
}

/* The first `go` should not have to wait for what can be known before. */
static void learn(const engine *e)
{
    bot b = bot_open(e->game, 0, bot_level(e->level), 0);
    kn_setup setup;
    kn_setup_initial(e->game, e->game->seats_min, &setup);
    if (needs_solution(e, &b))
        players_give_solution_back(players_take_solution(e->game, &setup));
}

static bool answer(engine *e)
{
    char move[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(move, sizeof move);
    int64_t delay_ms;
    int seat = (int)e->seat - 1;
    if (!e->seen || seat < 0 || !(e->game->to_act(&e->view) & KN_ACTOR(seat)))
        return false;
    if (!e->seated)
        seat_bot(e);
    kn_move chosen = players_choose(&e->bot, e->game, &e->view, &delay_ms);
    e->game->write_move(&e->view, seat, chosen, &text);
    if (delay_ms == KN_NEVER)
        puts("still");
    else
        printf("after %" PRId64 "\nmove %s\n", delay_ms, move);
    return true;
}

/* One line; false if it makes no sense here. What we do not know is for others. */
static bool hear(engine *e, kn_slice line)
{
    static const struct {
        const char *word;
        bool (*hear)(engine *e, kn_slice rest);
    } lines[] = {
        {"new", hear_new},
        {"seat", hear_seat},
        {"seed", hear_seed},
        {"position", hear_position},
    };
    kn_slice word, rest = line;
    if (!kn_take_until(&rest, ' ', &word))
        word = line, rest = (kn_slice){"", 0};
    if (kn_slice_is(word, "knobel"))
        return puts("ready") >= 0;
    if (kn_slice_is(word, "go"))
        return answer(e);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (kn_slice_is(word, lines[i].word))
            return lines[i].hear(e, rest);
    return true;
}

/* The next line without its end; false at the end of all, or if it is too long. */
static bool read_line(char line[LINE_MAX_BYTES])
{
    if (!fgets(line, LINE_MAX_BYTES, stdin))
        return false;
    size_t length = strcspn(line, "\r\n");
    bool whole = line[length] != '\0' || feof(stdin);
    line[length] = '\0';
    return whole;
}

int engine_command(const arguments *given)
{
    const char *level = given->words > 1 ? given->word[1] : bot_levels[BOT_BEST];
    engine *e = calloc(1, sizeof *e);
    char line[LINE_MAX_BYTES];
    int code = EXIT_WELL;
    if (!e)
        return EXIT_FAILED;
    e->game = command_game(given->word[0]);
    e->level = kn_slice_of(level);
    if (!e->game) {
        code = EXIT_MISUSED;
    } else if (strcmp(level, "random") != 0 && bot_level(e->level) < 0) {
        code =
            complain(EXIT_MISUSED, _("unknown bot \"%s\"; choose from: %s"), level, COMMAND_BOTS);
    } else {
        learn(e);
        while (read_line(line) && strcmp(line, "quit") != 0) {
            if (!hear(e, kn_slice_of(line))) {
                code = complain(EXIT_WRONG, _("this line makes no sense here: %s"), line);
                break;
            }
            fflush(stdout);
        }
        players_give_solution_back(e->bot.solution);
    }
    free(e);
    return code;
}
