/* command.h: what the commands of the program share: arguments, exit codes, error messages. */
#ifndef KNOBEL_TOOLS_COMMAND_H
#define KNOBEL_TOOLS_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "games/games.h"
#include "table/table.h"

/* Exit codes. */
enum {
    EXIT_WELL = 0,
    EXIT_WRONG = 1,   /* the check failed */
    EXIT_MISUSED = 2, /* the command line is wrong */
    EXIT_FAILED = 3,  /* the system failed: a file, the disk */
};

/* The names of all bots, for error messages. */
#define COMMAND_BOTS "random, child, beginner, regular, strong, best"

enum { ARGUMENT_WORDS_MAX = 12, ARGUMENT_OPTIONS_MAX = 12 };

/* A parsed command line. Flags not given are NULL or false. */
typedef struct {
    const char *word[ARGUMENT_WORDS_MAX]; /* arguments that are not flags */
    int words;
    const char *option[ARGUMENT_OPTIONS_MAX]; /* --option KEY=VALUE */
    int options;
    const char *seats, *dice, *save, *load, *seed, *as, *matches, *threads, *bot, *seals, *watching,
        *bot_ms;
    bool json, help, odds, wins;
    bool plain, ascii, no_colour, fast; /* options of the screen */
} arguments;

/* The flags, one bit each, so that a command can say which it takes. */
enum {
    TAKES_JSON = 1,
    TAKES_OPTION = 2,
    TAKES_SEATS = 4,
    TAKES_DICE = 8,
    TAKES_SAVE = 16,
    TAKES_LOAD = 32,
    TAKES_SEED = 64,
    TAKES_AS = 128,
    TAKES_MATCHES = 256,
    TAKES_THREADS = 512,
    TAKES_BOT = 1024,
    TAKES_ODDS = 2048,
    TAKES_WINS = 4096,
    TAKES_SCREEN = 8192,
    TAKES_SEALS = 16384,
    TAKES_WATCHING = 32768,
    TAKES_BOT_MS = 65536,
};

typedef struct {
    const char *name;
    const char *use;     /* its arguments, for the usage line */
    const char *summary; /* a one-line summary */
    const char *details; /* for --help */
    int (*run)(const arguments *given);
    int words_min, words_max;
    unsigned takes;
} command;

/* A command with its own options: it parses its command line itself (tools/flags.h). */
typedef struct {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv); /* argv[0] is the name */
} own_command;

/* The commands, each in the file of its kind. */
int games_command(const arguments *given);
int moves_command(const arguments *given);
int describe_command(const arguments *given);
int perft_command(const arguments *given);
int fingerprint_command(const arguments *given);
int evening_command(const arguments *given);
int play_command(const arguments *given);
int join_command(const arguments *given);
int host_command(const arguments *given);
int replay_command(const arguments *given);
int verify_command(const arguments *given);
int bench_command(const arguments *given);
int arena_command(const arguments *given);
int engine_command(const arguments *given);
int hint_command(const arguments *given);
int review_command(const arguments *given);
int solve_command(const arguments *given);
int serve_command(int argc, char **argv);
int backup_command(int argc, char **argv);
int key_command(int argc, char **argv);
int restore_command(int argc, char **argv);
int load_command(int argc, char **argv);
int copy_command(int argc, char **argv);
int cluster_command(int argc, char **argv);
int health_command(int argc, char **argv);

/* The address of a database in these words: the password in it is hidden from other users of this
 * machine. Returns the address to use from then on. */
const char *command_hide_secret(const char *where, int argc, char **argv);

/* Print `knobel: …` on standard error and return the code. */
int complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A game by its key; NULL after a complaint that lists the games. */
const kn_game *command_game(const char *key);

/* A position of a game; false after a complaint. `start` stands for the start. */
bool command_position(const kn_game *game, const char *text, table_state *state);

/* What an option takes: `off|on`, `1 to 10`. */
void command_option_values(const kn_game *game, const kn_option *option, kn_text *out);

/* `--seats`, if it is given; false after a complaint. */
bool command_seats(const kn_game *game, const arguments *given, int *seats);

/* Seats and options as the command line says; false after a complaint. */
bool command_setup(const kn_game *game, int seats, const arguments *given, kn_setup *setup);

/* Read a log from a file; returns an exit code, after a complaint if it fails. */
int command_load(const char *path, table *t);

/* `--as 2` or `--as watcher`: whose view; false after a complaint. Without the flag: `*who` stays.
 */
bool command_viewer(const char *as, int seats, int *who);

#endif
