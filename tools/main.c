/* main.c: the program `knobel`: finds the command, reads its arguments, prints help. */
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/study.h"
#include "native/keeper.h"
#include "native/native.h"
#include "native/solution_cache.h"
#include "sentences/answers.h"
#include "terminal/screen.h"
#include "tools/command.h"
#include "tools/flags.h"
#include "words/words.h"

static const command commands[] = {
    {"games", "", N_("List the games, their seats and options"), "", games_command, 0, 0,
     TAKES_JSON},
    {"play", N_("[GAME [NAME…]]"), N_("Play at this keyboard"),
     N_("NAME is a person at the table; bot or bot:LEVEL is a bot, where LEVEL is child, beginner, "
        "regular,\n"
        "strong, best or random. With no names, you play against a bot. With no game, you are "
        "asked for one.\n"
        "Bots take the seats without a name that the game needs, or that --seats asks for.\n"),
     play_command, 0, 1 + KN_SEATS_MAX,
     TAKES_OPTION | TAKES_SEATS | TAKES_DICE | TAKES_SAVE | TAKES_LOAD | TAKES_SEED | TAKES_SCREEN},
    {"join", N_("LINK [NAME]"), N_("Join a room by its link"),
     N_("LINK is the link the host sent you, such as http://192.168.1.5:8020/t/K7QM3T. If you were "
        "there\n"
        "before, you get your seat back; with a NAME, only the seat of that name, so that several "
        "people\n"
        "can share an account.\n"),
     join_command, 1, 2, TAKES_SCREEN},
    {"host", N_("[URL] GAME [NAME…]"), N_("Open a room on a server and wait for others"),
     N_("URL is the address of a server (knobel serve), such as http://192.168.1.5:8020. Without "
        "it,\n"
        "KNOBEL_HOUSE is used, or else the server on this machine. Names and bots work as in play. "
        "The link\n"
        "for the others is shown with a QR code.\n"),
     host_command, 1, 2 + KN_SEATS_MAX, TAKES_OPTION | TAKES_DICE | TAKES_WATCHING | TAKES_SCREEN},
    {"replay", N_("LOG"), N_("Show a log from its first event to its last"),
     N_("LOG is a file, or - for standard input.\n"), replay_command, 1, 1, TAKES_JSON | TAKES_AS},
    {"verify", N_("LOG"), N_("Recompute every roll in a log from its sealed secret"),
     N_("LOG is a file, or - for standard input. Exit code 1 means the log is not valid.\n"),
     verify_command, 1, 1, TAKES_JSON | TAKES_SEALS},
    {"evening", N_("FILE [MATCH]"), N_("Show an evening: its points, and what stood out"),
     N_("FILE is an evening as the page and the terminal save it, or - for standard input. All its "
        "logs are checked. With MATCH, prints the log of that match instead. Exit code 1 means "
        "that "
        "something is not valid.\n"),
     evening_command, 1, 2, TAKES_JSON},
    {"moves", N_("GAME POSITION"), N_("List the legal moves in a position"), "", moves_command, 2,
     2, TAKES_JSON},
    {"describe", N_("GAME POSITION"), N_("Describe a position"),
     N_("With --as, shows only what that seat or a spectator may see.\n"), describe_command, 2, 2,
     TAKES_JSON | TAKES_AS},
    {"perft", N_("GAME POSITION DEPTH"), N_("Count all sequences of DEPTH events"), "",
     perft_command, 3, 3, TAKES_JSON},
    {"fingerprint", N_("[GAME]"), N_("Hash the behaviour of the rules over seeded matches"),
     N_("Prints one line per game: key, seed, matches, fingerprint.\n"), fingerprint_command, 0, 1,
     0},
    {"arena", N_("GAME BOT BOT…"), N_("Let bots play against each other, many times"),
     N_("BOT is random, child, beginner, regular, strong or best, or exec:COMMAND for a program of "
        "yours\n(docs/engine-protocol.md). Bots swap seats and replay the same dice.\n"),
     arena_command, 2, 1 + KN_SEATS_MAX,
     TAKES_JSON | TAKES_OPTION | TAKES_SEED | TAKES_MATCHES | TAKES_THREADS | TAKES_BOT_MS},
    {"engine", N_("GAME [BOT]"), N_("Play for another program, over standard input and output"),
     N_("BOT is random, child, beginner, regular, strong or best (default). "
        "docs/engine-protocol.md "
        "describes\nthe lines that are read and written.\n"),
     engine_command, 1, 2, 0},
    {"hint", N_("GAME POSITION"), N_("Show every move in a position with its value"),
     N_("Values assume the best play known. If several seats are to move, choose one with --as.\n"),
     hint_command, 2, 2, TAKES_JSON | TAKES_AS | TAKES_BOT | TAKES_SEED | TAKES_WINS},
    {"review", N_("LOG"), N_("Show what was luck and what was a mistake in a match"),
     N_("LOG is a file, or - for standard input.\n"), review_command, 1, 1, TAKES_JSON},
    {"solve", N_("GAME"), N_("Solve a game; show its value, the time and the memory it takes"),
     N_("The time shown is the best of three runs.\n"), solve_command, 1, 1,
     TAKES_JSON | TAKES_OPTION | TAKES_SEATS | TAKES_THREADS | TAKES_ODDS},
    {"bench", N_("[GAME|hash]"), N_("Measure events and matches per second, and sizes"),
     N_("With a solver, also how much faster it is with several numbers at the same time; with "
        "hash, the\nhash that decides the dice, beside the same without the processor's "
        "instructions for it.\n"),
     bench_command, 0, 1, TAKES_JSON},
};

static const own_command own_commands[] = {
    {"serve", N_("Run the server that people play on in their browsers"), serve_command},
    {"backup", N_("Copy a server's data, even while it is running"), backup_command},
    {"restore", N_("Bring back rooms that a server has deleted"), restore_command},
    {"copy", N_("Copy a server's data between a file and a database"), copy_command},
    {"cluster", N_("Look after a server on several machines"), cluster_command},
    {"health", N_("Ask a server whether it is working"), health_command},
    {"key", N_("Show or replace the key that signs a server's seals and logs"), key_command},
    {"load", N_("Simulate many guests at once, to see how much a server can take"), load_command},
};

/* Features that only some games have. */
static bool has_same_dice(const kn_game *game)
{
    return game->place != NULL;
}

static bool tells_wins(const kn_game *game)
{
    return bot_study_for(game)->judge_wins != NULL;
}

static bool tells_odds(const kn_game *game)
{
    return bot_study_for(game)->distribution != NULL;
}

static const struct {
    unsigned takes;
    const char *flag, *meaning;
} flag_lines[] = {
    {TAKES_OPTION, "--option KEY=VALUE",
     N_("set a game option (see knobel games); can be repeated")},
    {TAKES_SEATS, "--seats N", N_("use N seats")},
    {TAKES_DICE, "--dice ours", N_("throw real dice and type in what they show")},
    {TAKES_DICE, "--dice same:NAME", N_("use the dice of this name, the same for everyone")},
    {TAKES_WATCHING, "--watching late",
     N_("show spectators the table only when nothing on it is secret; all, late or none")},
    {TAKES_SAVE, "--save FILE", N_("save the log to this file")},
    {TAKES_LOAD, "--load FILE", N_("continue the match in this log")},
    {TAKES_SEED, "--seed N",
     N_("derive dice, salts and bots from this number: repeatable, but not secret")},
    {TAKES_MATCHES, "-n N", N_("play N matches (default: 1000)")},
    {TAKES_THREADS, "--threads N", N_("use N threads (default: one per core)")},
    {TAKES_BOT, "--bot LEVEL",
     N_("show only the move a bot of this level would make; with --seed always the same")},
    {TAKES_BOT_MS, "--bot-ms N", N_("give programs N milliseconds per move (default: 5000)")},
    {TAKES_WINS, "--wins", N_("show chances of winning instead of points")},
    {TAKES_ODDS, "--odds",
     N_("also show how likely each final score is, and the best chance of reaching it")},
    {TAKES_SEALS, "--seals FILE",
     N_("check that the log is in this list of seals (a server's /api/seals/list)")},
    {TAKES_AS, "--as WHO", N_("show it as seen by seat 1, 2, … or by a spectator (watcher)")},
    {TAKES_JSON, "--json", N_("print JSON")},
    {TAKES_SCREEN, "--plain", N_("play line by line instead of full screen")},
    {TAKES_SCREEN, "--ascii", N_("use ASCII characters only")},
    {TAKES_SCREEN, "--no-color", N_("do not use colours (like NO_COLOR in the environment)")},
    {TAKES_SCREEN, "--fast", N_("skip the bots' thinking pauses and all other waiting")},
};

/* ---- help ---- */

static void help_all(FILE *out)
{
    fprintf(out, _("Knobel, a house of tabletop games.\n"
                   "\n"
                   "Usage: knobel COMMAND [ARGUMENT…]\n"
                   "\n"));
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(out, "  %-12s %s\n", commands[i].name, _(commands[i].summary));
    for (size_t i = 0; i < sizeof own_commands / sizeof *own_commands; i++)
        fprintf(out, "  %-12s %s\n", own_commands[i].name, _(own_commands[i].summary));
    fprintf(out, _("\n"
                   "  Run knobel COMMAND --help for details, or knobel --version for the version.\n"
                   "  Add --lang en|de|nl|ja to choose the language.\n"));
}

static const struct {
    const char *flag;
    bool (*can)(const kn_game *game);
} only_for_some[] = {
    {"--dice same:NAME", has_same_dice},
    {"--wins", tells_wins},
    {"--odds", tells_odds},
};

/* ` (This, That)`: the games with a feature, unless all have it. */
static void print_games(const char *name)
{
    bool (*can)(const kn_game *game) = NULL;
    int told = 0;
    for (size_t i = 0; i < sizeof only_for_some / sizeof *only_for_some; i++)
        if (strcmp(only_for_some[i].flag, name) == 0)
            can = only_for_some[i].can;
    for (int i = 0; can && kn_games[i]; i++)
        if (can(kn_games[i]))
            printf("%s%s", told++ ? _(", ") : " (", words_for_key("game", kn_games[i]->key));
    if (told > 0)
        putchar(')');
}

static int help_one(const command *c)
{
    char line[256];
    snprintf(line, sizeof line, "%s%s%s", c->name, c->use[0] ? " " : "",
             c->use[0] ? _(c->use) : "");
    printf(_("Usage: knobel %s\n"
             "\n"
             "%s.\n"),
           line, _(c->summary));
    if (strstr(c->use, "POSITION"))
        printf("\n%s", _("POSITION is start, or one argument in quotes such as\n"
                         "\"seats=2 phase=deciding throws=1 dice=3,3,4,4,6\".\n"));
    if (c->details[0])
        printf("\n%s", _(c->details));
    for (size_t i = 0, first = 1; i < sizeof flag_lines / sizeof *flag_lines; i++)
        if (c->takes & flag_lines[i].takes) {
            printf("%s  %-20s %s", first ? "\n" : "", flag_lines[i].flag, _(flag_lines[i].meaning));
            print_games(flag_lines[i].flag);
            putchar('\n');
            first = 0;
        }
    return EXIT_WELL;
}

/* ---- what commands share ---- */

int complain(int code, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("knobel: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    return code;
}

const kn_game *command_game(const char *key)
{
    const kn_game *game = kn_find_game(kn_slice_of(key));
    char keys[128];
    kn_text text = kn_text_on(keys, sizeof keys);
    if (game)
        return game;
    for (int i = 0; kn_games[i]; i++) {
        kn_put(&text, i > 0 ? ", " : "");
        kn_put(&text, kn_games[i]->key);
    }
    complain(EXIT_MISUSED, _("unknown game \"%s\"; choose from: %s"), key, keys);
    return NULL;
}

bool command_position(const kn_game *game, const char *text, table_state *state)
{
    memset(state, 0, sizeof *state);
    bool start = strcmp(text, "start") == 0;
    kn_refusal refusal = game->read_position(kn_slice_of(start ? "" : text), state);
    if (refusal)
        complain(EXIT_MISUSED, _("\"%s\" is not a valid %s position: %s"), text, game->key,
                 answer_words(refusal));
    return refusal == KN_OK;
}

static const kn_option *find_option(const kn_game *game, kn_slice key)
{
    for (int i = 0; i < game->option_count; i++)
        if (kn_slice_is(key, game->options[i].key))
            return &game->options[i];
    return NULL;
}

void command_option_values(const kn_game *game, const kn_option *option, kn_text *out)
{
    char range[64];
    bool first = strcmp(option->key, "first") == 0;
    for (int i = 0; option->names && option->names[i]; i++) {
        kn_put(out, i > 0 ? "|" : "");
        kn_put(out, option->names[i]);
    }
    if (option->names)
        return;
    snprintf(range, sizeof range, _("%d to %d"), option->min,
             first ? game->seats_max : option->max);
    kn_put(out, option->or_zero ? "0|" : "");
    kn_put(out, range);
}

/* What the option takes, or which options there are. */
static void complain_of_option(const kn_game *game, const char *text, const kn_option *option)
{
    char list[256];
    kn_text out = kn_text_on(list, sizeof list);
    if (option) {
        command_option_values(game, option, &out);
        complain(EXIT_MISUSED, _("\"%s\": the option %s of %s takes %s"), text, option->key,
                 game->key, list);
        return;
    }
    for (int i = 0; i < game->option_count; i++) {
        kn_put(&out, i > 0 ? ", " : "");
        kn_put(&out, game->options[i].key);
        kn_put(&out, "=");
        command_option_values(game, &game->options[i], &out);
    }
    complain(EXIT_MISUSED, _("%s has no option \"%s\"; choose from: %s"), game->key, text, list);
}

static bool set_option(const kn_game *game, const char *text, kn_setup *setup)
{
    kn_slice value = kn_slice_of(text), key;
    bool parted = kn_take_until(&value, '=', &key);
    if (parted && kn_read_option(game, key, value, setup))
        return true;
    complain_of_option(game, text, find_option(game, parted ? key : kn_slice_of(text)));
    return false;
}

static void complain_of_seats(const kn_game *game)
{
    if (game->seats_min == game->seats_max)
        complain(EXIT_MISUSED, _("%s takes exactly %d players, including bots"), game->key,
                 game->seats_min);
    else
        complain(EXIT_MISUSED, _("%s takes %d to %d players, including bots"), game->key,
                 game->seats_min, game->seats_max);
}

bool command_seats(const kn_game *game, const arguments *given, int *seats)
{
    int64_t number;
    if (!given->seats)
        return true;
    if (!kn_read_int(kn_slice_of(given->seats), 1, KN_SEATS_MAX, &number)) {
        complain(EXIT_MISUSED, _("--seats takes a number from %d to %d, not \"%s\""),
                 game->seats_min, game->seats_max, given->seats);
        return false;
    }
    *seats = (int)number;
    return true;
}

bool command_setup(const kn_game *game, int seats, const arguments *given, kn_setup *setup)
{
    if (seats < game->seats_min || seats > game->seats_max) {
        complain_of_seats(game);
        return false;
    }
    kn_setup_initial(game, seats, setup);
    /* With real dice some games have other default options; the command line overrides them. */
    bool ours = given->dice && strcmp(given->dice, "ours") == 0;
    if (ours && game->companion && !set_option(game, game->companion, setup))
        return false;
    for (int i = 0; i < given->options; i++)
        if (!set_option(game, given->option[i], setup))
            return false;
    return true;
}

bool command_viewer(const char *as, int seats, int *who)
{
    int64_t seat;
    if (!as)
        return true;
    if (strcmp(as, "watcher") == 0) {
        *who = KN_WATCHER;
    } else if (kn_read_int(kn_slice_of(as), 1, seats, &seat)) {
        *who = (int)seat - 1;
    } else {
        complain(EXIT_MISUSED, _("--as takes a seat number from 1 to %d, or watcher"), seats);
        return false;
    }
    return true;
}

/* ---- the command line ---- */

/* The options of this command, into `given`; false after a complaint. */
static bool read_arguments(const command *c, int argc, char **argv, arguments *given)
{
    flag_texts options = {given->option, &given->options, ARGUMENT_OPTIONS_MAX};
    const struct {
        unsigned takes;
        const char *name;
        int kind;
        void *into;
    } all[] = {
        {TAKES_JSON, "json", FLAG_SWITCH, &given->json},
        {TAKES_OPTION, "option", FLAG_TEXTS, &options},
        {TAKES_SEATS, "seats", FLAG_TEXT, &given->seats},
        {TAKES_DICE, "dice", FLAG_TEXT, &given->dice},
        {TAKES_WATCHING, "watching", FLAG_TEXT, &given->watching},
        {TAKES_SAVE, "save", FLAG_TEXT, &given->save},
        {TAKES_LOAD, "load", FLAG_TEXT, &given->load},
        {TAKES_SEED, "seed", FLAG_TEXT, &given->seed},
        {TAKES_SEALS, "seals", FLAG_TEXT, &given->seals},
        {TAKES_AS, "as", FLAG_TEXT, &given->as},
        {TAKES_MATCHES, "n", FLAG_TEXT, &given->matches},
        {TAKES_THREADS, "threads", FLAG_TEXT, &given->threads},
        {TAKES_BOT, "bot", FLAG_TEXT, &given->bot},
        {TAKES_BOT_MS, "bot-ms", FLAG_TEXT, &given->bot_ms},
        {TAKES_ODDS, "odds", FLAG_SWITCH, &given->odds},
        {TAKES_WINS, "wins", FLAG_SWITCH, &given->wins},
        {TAKES_SCREEN, "plain", FLAG_SWITCH, &given->plain},
        {TAKES_SCREEN, "ascii", FLAG_SWITCH, &given->ascii},
        {TAKES_SCREEN, "no-color", FLAG_SWITCH, &given->no_colour},
        {TAKES_SCREEN, "fast", FLAG_SWITCH, &given->fast},
    };
    flag taken[sizeof all / sizeof *all];
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].takes & c->takes)
            taken[count++] = (flag){.name = all[i].name, .kind = all[i].kind, .into = all[i].into};
    int words = flags_read(taken, count, false, argc, argv);
    given->help = words == FLAGS_HELP;
    if (words < 0)
        return given->help;
    for (int i = 0; i < words && i < ARGUMENT_WORDS_MAX; i++)
        given->word[given->words++] = argv[1 + i];
    if (words > ARGUMENT_WORDS_MAX)
        complain(EXIT_MISUSED, _("too many arguments"));
    return words <= ARGUMENT_WORDS_MAX;
}

static int run(const command *c, int argc, char **argv)
{
    arguments given = {0};
    if (!read_arguments(c, argc, argv, &given))
        return EXIT_MISUSED;
    if (given.help)
        return help_one(c);
    if (given.words < c->words_min || given.words > c->words_max)
        return complain(EXIT_MISUSED, _("usage: knobel %s %s   (see knobel %s --help)"), c->name,
                        _(c->use), c->name);
    int code = c->run(&given);
    if (fflush(stdout) != 0)
        return complain(EXIT_FAILED, _("could not write the output"));
    return code;
}

/* `--lang de` or `--lang=de`, in front of the command or anywhere behind it; the words move up. */
static bool read_language(int *argc, char **argv)
{
    static const char name[] = "--lang";
    int kept = 1;
    words_choose_from_environment();
    for (int i = 1, took; i < *argc; i += took) {
        size_t length = sizeof name - 1;
        const char *value = strncmp(argv[i], name, length) != 0 ? NULL
                            : argv[i][length] == '='            ? argv[i] + length + 1
                            : argv[i][length] != '\0'           ? NULL
                            : i + 1 < *argc                     ? argv[i + 1]
                                                                : "";
        took = value && value == argv[i + 1] ? 2 : 1;
        if (strcmp(argv[i], "--") == 0)
            took = *argc - i; /* behind it everything is a word */
        if (value && !words_choose(value)) {
            complain(EXIT_MISUSED, _("--lang takes one of: en, de, nl, ja"));
            return false;
        }
        for (int word = 0; !value && word < took; word++)
            argv[kept++] = argv[i + word];
    }
    argv[ *argc = kept] = NULL;
    return true;
}

int main(int argc, char **argv)
{
    if (keeper_wanted(argc, argv))
        return keeper_run(argv);
    setlocale(LC_CTYPE, "");
    if (strcmp(setlocale(LC_CTYPE, NULL), "C") == 0)
        setlocale(LC_CTYPE, "C.UTF-8"); /* widths of wide characters, wherever we run */
    if (!screen_locale_is_utf8())
        words_use_ascii();
    if (!read_language(&argc, argv))
        return EXIT_MISUSED;
    solution_cache_use();
    if (argc == 1 && screen_is_terminal())
        return play_command(&(arguments){0});
    const char *name = argc > 1 ? argv[1] : "--help";
    if (strcmp(name, "--version") == 0)
        return printf("knobel %s\n", KNOBEL_VERSION) < 0 ? EXIT_FAILED : EXIT_WELL;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        help_all(stdout);
        return argc > 1 ? EXIT_WELL : EXIT_MISUSED;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(name, commands[i].name) == 0)
            return run(&commands[i], argc - 1, argv + 1);
    for (size_t i = 0; i < sizeof own_commands / sizeof *own_commands; i++)
        if (strcmp(name, own_commands[i].name) == 0)
            return own_commands[i].run(argc - 1, argv + 1);
    return complain(EXIT_MISUSED, _("unknown command \"%s\"; run knobel --help for a list"), name);
}
