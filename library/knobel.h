/* knobel.h: libknobel, the games of Knobel for other programs: rules, tables, bots, exact values
 * and batches of simulated matches. docs/library.md is the guide.
 *
 * The library has no global state. Different handles can be used by different threads at the same
 * time; one handle by one thread at a time, except where a call takes a const handle (any number of
 * threads, as long as nobody changes it) and for batches (see there).
 *
 * Every call checks what it is given: texts, numbers, sizes. Only pointers are trusted: a handle
 * must come from this library and must not have been freed, an array must be as long as the call
 * says. NULL is refused where a handle is needed. What is refused has changed nothing. The library
 * never ends the program; without memory it answers KNOBEL_NO_MEMORY.
 *
 * Texts go in as a pointer and a length and need no closing zero. Texts come out in a buffer of the
 * caller's, with a closing zero: `*length` becomes the length without it, even if the buffer is too
 * small (KNOBEL_TOO_SMALL; then nothing is written). `out` may be NULL if `size` is 0, and `length`
 * may be NULL. Seats count from 0 here, and from 1 in texts. Times are whole milliseconds since the
 * match began. */
#ifndef KNOBEL_H
#define KNOBEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- answers ---- */

/* What a call answers. Values never change their meaning; new ones may be added. */
typedef enum {
    KNOBEL_OK = 0, /* all is well */
    /* the rules refuse */
    KNOBEL_OVER = 1,       /* the match is over */
    KNOBEL_NOT_DUE = 2,    /* this actor may not act now */
    KNOBEL_ILLEGAL = 3,    /* this is not a legal move here */
    KNOBEL_TOO_SOON = 4,   /* the clock may not act yet */
    KNOBEL_TOO_LATE = 5,   /* the time for this move is over */
    KNOBEL_BAD_TIME = 6,   /* this time cannot be */
    KNOBEL_UNREADABLE = 7, /* the text is not a move, or not a position */
    KNOBEL_IMPOSSIBLE = 8, /* no match can reach this position */
    KNOBEL_BAD_SETUP = 9,  /* seats or options are out of range */
    /* the table refuses */
    KNOBEL_NO_MEMORY = 10,      /* there is not enough memory */
    KNOBEL_LOG_FULL = 11,       /* the log of this match is full */
    KNOBEL_NO_SUCH_SEAT = 12,   /* there is no such seat */
    KNOBEL_NOT_OURS = 13,       /* the table throws the dice here */
    KNOBEL_NO_DICE_DUE = 14,    /* there is nothing to throw now */
    KNOBEL_NO_SECRET = 15,      /* without its secret a log can only be looked at */
    KNOBEL_NOTHING_BACK = 16,   /* there is nothing to take back */
    KNOBEL_TOO_MANY_BACKS = 17, /* too much was taken back in this match */
    KNOBEL_DICE_SHOWN = 18,     /* someone has seen dice since then */
    KNOBEL_SAME_STANDS = 19,    /* nothing is taken back with the same dice for everyone */
    KNOBEL_BAD_NAME = 20,       /* a name must be 1 to 39 bytes of plain text */
    KNOBEL_NOTHING_THERE = 21,  /* there is no such entry, or it no longer counts */
    KNOBEL_HOUSE_THREW_IT = 22, /* the table threw that die: there is nothing to correct */
    KNOBEL_TIME_COUNTED = 23,   /* reaction time has decided this */
    /* a log is wrong; the report has the line */
    KNOBEL_NOT_A_LOG = 24,      /* this is not a log */
    KNOBEL_OTHER_FORMAT = 25,   /* the log has another format */
    KNOBEL_NO_SUCH_GAME = 26,   /* there is no such game */
    KNOBEL_OTHER_VERSION = 27,  /* the log was played by another version of the rules */
    KNOBEL_BAD_LINE = 28,       /* a line of the log is malformed */
    KNOBEL_BAD_OPTION = 29,     /* an option of the log is wrong */
    KNOBEL_BAD_SEAT = 30,       /* a seat of the log is wrong */
    KNOBEL_WRONG_NUMBER = 31,   /* an event of the log has a wrong number */
    KNOBEL_TIME_BACKWARDS = 32, /* the time in the log goes backwards */
    KNOBEL_WRONG_DICE = 33,     /* a roll does not follow from the secret */
    KNOBEL_WRONG_SALT = 34,     /* a salt of the log is wrong */
    KNOBEL_WRONG_SECRET = 35,   /* the secret does not fit the seal */
    KNOBEL_CUT_OFF = 36,        /* the log is cut off */
    KNOBEL_CHANGED = 37,        /* the log was changed */
    KNOBEL_LEFTOVER = 38,       /* something follows the end of the log */
    KNOBEL_TOO_LONG = 39,       /* the text is too long */
    /* the library refuses */
    KNOBEL_BAD_ARGUMENT = 64,  /* NULL, a size or a number out of range */
    KNOBEL_TOO_SMALL = 65,     /* the buffer or array is too small */
    KNOBEL_NO_SUCH_LEVEL = 66, /* of a bot */
    KNOBEL_NO_JUDGE = 67,      /* nobody can judge this game */
    KNOBEL_NO_SOLUTION = 68,   /* this bot or judge needs a solution, or there is none to compute */
    KNOBEL_OTHER_SOLUTION = 69, /* the solution is of another game or of other options */
    KNOBEL_STOPPED = 70,        /* `*stop` became true */
    KNOBEL_NO_ENCODING = 71,    /* the game has no numbers for moves and views */
    KNOBEL_NO_NUMBER = 72,      /* this move has no number, or this number means no move here */
    KNOBEL_NO_RANDOMNESS = 73,  /* the system has no random numbers for a secret */
} knobel_answer;

/* A key for an answer, such as `not_due`; `unknown` for any other number. */
const char *knobel_answer_key(knobel_answer answer);

/* An answer as an English sentence. */
const char *knobel_answer_text(knobel_answer answer);

/* The version of the library, such as `0.1.0`. */
const char *knobel_version(void);

/* ---- actors and limits ---- */

enum {
    KNOBEL_SEATS_MAX = 8,       /* seats at a table */
    KNOBEL_CHANCE = 8,          /* the actor that dice, tiles and cards belong to */
    KNOBEL_CLOCK = 9,           /* the actor that lets time run out */
    KNOBEL_WATCHER = 10,        /* looks, without a seat */
    KNOBEL_NOBODY = -1,         /* no actor */
    KNOBEL_NEVER = -1,          /* a time that does not come */
    KNOBEL_MOVES_MAX = 512,     /* legal moves of a seat */
    KNOBEL_OUTCOMES_MAX = 80,   /* outcomes of chance */
    KNOBEL_MOVE_TEXT_MAX = 64,  /* bytes of a move as text, with the closing zero */
    KNOBEL_POSITION_MAX = 2048, /* likewise of a position */
    KNOBEL_DESCRIBE_MAX = 8448, /* likewise of a description */
    KNOBEL_SECRET_BYTES = 32,   /* of a secret, a seal or a hash */
    KNOBEL_DEPTH_MAX = 64,      /* of knobel_position_count */
};

/* A set of actors, one bit each: bit 0 is the first seat. */
typedef uint16_t knobel_actors;

/* A move as a number that the game has packed: to be passed on, compared and written as text. It
 * means the same as long as the version of the game is the same. For numbers that are small and
 * fixed see `actions` below. */
typedef uint32_t knobel_move;

/* ---- games ---- */

/* A game. Games are constants: they are never freed, and any thread may use them. */
typedef struct kn_game knobel_game;

/* The games in the order of the home page; NULL behind the last one. */
const knobel_game *knobel_game_at(size_t index);

/* A game by its key; NULL if there is none. */
const knobel_game *knobel_find_game(const char *key);

/* Its key. */
const char *knobel_game_key(const knobel_game *game);

/* The version of its rules: raised when the same events could lead to something else. */
int knobel_game_version(const knobel_game *game);

/* The fewest seats it can have. */
int knobel_game_seats_min(const knobel_game *game);

/* The most seats it can have. */
int knobel_game_seats_max(const knobel_game *game);

/* Do the fewest points win, and not the most? */
bool knobel_game_fewest_win(const knobel_game *game);

/* The game as JSON: its key, version, seats, and its options with their values. */
knobel_answer knobel_game_describe(const knobel_game *game, char *out, size_t size, size_t *length);

/* One number for the behaviour of a game on so many random matches (at most 10,000); the same on
 * every machine. */
knobel_answer knobel_game_fingerprint(const knobel_game *game, uint64_t seed, int matches,
                                      uint64_t *fingerprint);

/* ---- positions ---- */

/* A situation in a match: the whole truth, or what one seat may know of it (a view). */
typedef struct knobel_position knobel_position;

/* Something happens. `acted_ms` is when it was done, no later than `at_ms`, when it arrived; they
 * matter only in games where reaction counts. Set `at_ms` to KNOBEL_NEVER if time does not matter:
 * then it happens when the clock may act, or at 0. */
typedef struct {
    int64_t at_ms;     /* when it arrived */
    int64_t acted_ms;  /* when it was done */
    knobel_move move;  /* what */
    uint16_t error_ms; /* how far `acted_ms` can be trusted */
    uint8_t actor;     /* a seat, KNOBEL_CHANCE or KNOBEL_CLOCK */
} knobel_event;

/* One thing that chance can bring. */
typedef struct {
    knobel_move move; /* as an event of KNOBEL_CHANCE */
    uint32_t weight;  /* its probability is this part of the sum of all */
} knobel_outcome;

/* Read `GAME key=value …`, the form that knobel_position_text writes; keys left out are as at the
 * start, so `GAME seats=2` is the start of a match. Free it with knobel_position_free. */
knobel_answer knobel_position_read(const char *text, size_t length, knobel_position **position);

/* Free a position; NULL is allowed. */
void knobel_position_free(knobel_position *position);

/* Make `into` equal to `from`, whatever it was before. */
knobel_answer knobel_position_copy(const knobel_position *from, knobel_position *into);

/* Its game. */
const knobel_game *knobel_position_game(const knobel_position *position);

/* The number of seats. */
int knobel_position_seats(const knobel_position *position);

/* The position as text, at most KNOBEL_POSITION_MAX bytes. */
knobel_answer knobel_position_text(const knobel_position *position, char *out, size_t size,
                                   size_t *length);

/* All options, as `key=value …`. */
knobel_answer knobel_position_options(const knobel_position *position, char *out, size_t size,
                                      size_t *length);

/* The position as JSON with all that is needed to draw it; what is hidden in a view is null. At
 * most KNOBEL_DESCRIBE_MAX bytes. */
knobel_answer knobel_position_describe(const knobel_position *position, char *out, size_t size,
                                       size_t *length);

/* Make `into` what `who` (a seat or KNOBEL_WATCHER) may know of `position`; they may be the same.
 */
knobel_answer knobel_position_view(const knobel_position *position, int who, knobel_position *into);

/* In the view of `who`: replace what is hidden by one possible assignment. The same seed gives the
 * same one. Without anything hidden nothing changes. */
knobel_answer knobel_position_guess(knobel_position *view, int who, uint64_t seed);

/* Who may act now; nobody: the match is over. Chance never acts together with others. */
knobel_actors knobel_position_to_act(const knobel_position *position);

/* When the clock may act, or KNOBEL_NEVER. */
int64_t knobel_position_alarm(const knobel_position *position);

/* The legal moves of a seat or of the clock, none if it may not act. Moves on a continuous scale
 * are listed by representatives; others can be read from text. `room` is the length of `moves`;
 * KNOBEL_MOVES_MAX is always enough. */
knobel_answer knobel_position_moves(const knobel_position *position, int who, knobel_move *moves,
                                    size_t room, size_t *count);

/* Everything that chance can bring now, none if it is not to act. KNOBEL_OUTCOMES_MAX is always
 * enough room. */
knobel_answer knobel_position_outcomes(const knobel_position *position, knobel_outcome *outcomes,
                                       size_t room, size_t *count);

/* A legal move as text, at most KNOBEL_MOVE_TEXT_MAX bytes. */
knobel_answer knobel_position_write_move(const knobel_position *position, int actor,
                                         knobel_move move, char *out, size_t size, size_t *length);

/* The move that a text means. Whether it is legal is decided when it is played. */
knobel_answer knobel_position_read_move(const knobel_position *position, int actor,
                                        const char *text, size_t length, knobel_move *move);

/* Let something happen. */
knobel_answer knobel_position_play(knobel_position *position, const knobel_event *event);

/* The points of a seat; 0 if there is no such seat. */
int32_t knobel_position_score(const knobel_position *position, int seat);

/* Who has won, one or several; nobody until the match is over. */
knobel_actors knobel_position_result(const knobel_position *position);

/* How many sequences of `depth` events (at most KNOBEL_DEPTH_MAX) follow; a match that ends earlier
 * counts once. */
knobel_answer knobel_position_count(const knobel_position *position, int depth, uint64_t *count);

/* ---- moves and views as numbers ---- */

/* How many numbers a game has under the options of a position. The README of a game says what they
 * mean; a number keeps its meaning as long as `version` is the same. */
typedef struct {
    int version;    /* of the meaning of the numbers */
    int seats;      /* at the table */
    int actions;    /* of seats, from 0 up to this */
    int chances;    /* outcomes of chance, from 0 up to this */
    int mask_words; /* words of 64 bits that hold a bit for each action and for each chance */
    int observed;   /* numbers in an observation */
    int still;      /* the action that lets the time pass, which is no move; or -1 */
} knobel_shape;

/* The shape of the numbers. */
knobel_answer knobel_position_shape(const knobel_position *position, knobel_shape *shape);

/* The fields of an observation as JSON: a list of their keys, with their first place, their count,
 * whether there is one for each seat (then `place` is that of the seat that looks, and `stride`
 * leads to the next seat clockwise), and their bounds. */
knobel_answer knobel_position_fields(const knobel_position *position, char *out, size_t size,
                                     size_t *length);

/* The number of a legal move of a seat or of an outcome of KNOBEL_CHANCE. A move on a continuous
 * scale has one only if it is listed. */
knobel_answer knobel_position_action(const knobel_position *position, int who, knobel_move move,
                                     int *action);

/* The legal move, or possible outcome, that a number means. */
knobel_answer knobel_position_action_move(const knobel_position *position, int who, int action,
                                          knobel_move *move);

/* A bit for every legal action of a seat, or every possible outcome of KNOBEL_CHANCE: action `a` is
 * bit a % 64 of word a / 64. `room` is the number of words in `mask`. Where the clock runs, keeping
 * still is legal, too. */
knobel_answer knobel_position_mask(const knobel_position *position, int who, uint64_t *mask,
                                   size_t room);

/* What a seat or KNOBEL_WATCHER may know, as numbers; `room` is the length of `out`. */
knobel_answer knobel_position_observe(const knobel_position *position, int who, int16_t *out,
                                      size_t room);

/* ---- tables: one match with its log and its sealed dice ---- */

/* A match. Whoever holds the handle is the house: it knows the secret. */
typedef struct knobel_table knobel_table;

/* Where the dice come from. */
typedef enum {
    KNOBEL_DICE_SEALED, /* the table throws, from a secret that was sealed before */
    KNOBEL_DICE_OURS,   /* people throw and say what fell */
    KNOBEL_DICE_SAME,   /* the dice of a name, the same for everybody */
} knobel_dice;

/* Someone at the table. */
typedef struct {
    const char *name; /* 1 to 39 bytes of UTF-8 */
    const char *bot;  /* the level of the bot that plays, or NULL: a person */
    uint64_t salt;    /* brought along for the dice; 0: none */
} knobel_seat;

/* All that must be known to open a table. Clear it first; `size` is sizeof(knobel_plan), so that
 * members can be added later. */
typedef struct {
    size_t size;              /* sizeof(knobel_plan) */
    const char *setup;        /* `GAME seats=2 key=value …`, the start of a match */
    const knobel_seat *seats; /* one for each seat */
    knobel_dice dice;         /* where they come from */
    const char *same;         /* the name of KNOBEL_DICE_SAME: 1 to 32 of a-z, 0-9 and dashes */
    const uint8_t *secret;    /* of KNOBEL_SECRET_BYTES bytes; NULL: unpredictable, by the system */
    int64_t opened_ms;        /* Unix time in milliseconds, for people to read */
} knobel_plan;

/* How a log was found to be. */
typedef struct {
    int line;           /* of the complaint; 0: none */
    uint32_t events;    /* that count */
    uint32_t rolls;     /* recomputed from the secret and found equal */
    uint32_t unchecked; /* thrown by the table, but there is no secret to check them by */
    uint32_t declared;  /* thrown with real dice */
    uint32_t salted;    /* moves of seats that brought a salt */
    uint32_t unsalted;  /* and those that did not */
    bool over;          /* has the match ended? */
    uint8_t hash[KNOBEL_SECRET_BYTES]; /* SHA-256 of the log up to its end */
} knobel_report;

/* A move as a player made it. Clear it first; `size` is sizeof(knobel_act). */
typedef struct {
    size_t size;        /* sizeof(knobel_act) */
    int64_t now_ms;     /* arrival */
    int64_t acted_ms;   /* when it was done, as judged; KNOBEL_NEVER: on arrival */
    int64_t claimed_ms; /* when the device says it was done; KNOBEL_NEVER: it says nothing */
    uint16_t error_ms;  /* how far `acted_ms` can be trusted */
    uint64_t salt;      /* for the dice that follow; 0: none */
} knobel_act;

/* Open a table; dice that are due at once are thrown. Free it with knobel_table_free. */
knobel_answer knobel_table_open(const knobel_plan *plan, knobel_table **table);

/* Load a log: checks every line, every move and, where the secret is there, every roll. `report`
 * may be NULL; it is filled in whether the log is good or not. */
knobel_answer knobel_table_load(const char *log, size_t length, knobel_report *report,
                                knobel_table **table);

/* The same without keeping a table. */
knobel_answer knobel_verify(const char *log, size_t length, knobel_report *report);

/* Free a table; NULL is allowed. */
void knobel_table_free(knobel_table *table);

/* A seat makes a move; dice and deadlines that follow are carried out. */
knobel_answer knobel_table_play(knobel_table *table, int seat, const char *move, size_t length,
                                const knobel_act *act);

/* Carry out what is due by now. */
knobel_answer knobel_table_tick(knobel_table *table, int64_t now_ms);

/* When to tick next, or KNOBEL_NEVER. */
int64_t knobel_table_alarm(const knobel_table *table);

/* With KNOBEL_DICE_OURS: say what one die, tile or card shows. */
knobel_answer knobel_table_declare(knobel_table *table, const char *shown, size_t length,
                                   int64_t now_ms);

/* With KNOBEL_DICE_OURS: let the table throw this one. */
knobel_answer knobel_table_roll(knobel_table *table, int64_t now_ms);

/* Is the match over? */
bool knobel_table_over(const knobel_table *table);

/* Who may act now. */
knobel_actors knobel_table_to_act(const knobel_table *table);

/* The number of events in the log. */
uint32_t knobel_table_events(const knobel_table *table);

/* Make `into` what a seat or KNOBEL_WATCHER may know now. */
knobel_answer knobel_table_view(const knobel_table *table, int who, knobel_position *into);

/* The same as it was after event `number`; 0: before the first. Of the events that count. */
knobel_answer knobel_table_view_after(const knobel_table *table, int who, uint32_t number,
                                      knobel_position *into);

/* The events behind number `after` as `who` may see them, a line each, as many whole lines as fit;
 * `*last` is the `after` of the next call. */
knobel_answer knobel_table_since(const knobel_table *table, int who, uint32_t after, char *out,
                                 size_t size, size_t *length, uint32_t *last);

/* The number of the event before the last move of a seat that counts, to be taken back to. */
knobel_answer knobel_table_before_last_move(const knobel_table *table, int seat, uint32_t *number);

/* A seat wishes to take back all events behind number `to`. It is done when every person at the
 * table agrees, at once if it is the only one. The same actions then bring the same dice. */
knobel_answer knobel_table_ask_back(knobel_table *table, int seat, uint32_t to, int64_t now_ms);

/* A seat agrees to the wish. */
knobel_answer knobel_table_agree_back(knobel_table *table, int seat, int64_t now_ms);

/* Somebody does not agree: the wish is forgotten. */
void knobel_table_refuse_back(knobel_table *table);

/* With KNOBEL_DICE_OURS: event `number` should have said `right`. All that came after happens again
 * as it was; if some of it no longer can, nothing changes and `*unfit` is the number of that event,
 * else 0. */
knobel_answer knobel_table_correct(knobel_table *table, int seat, uint32_t number,
                                   const char *right, size_t length, int64_t now_ms,
                                   uint32_t *unfit);

/* The seal: the SHA-256 of the secret, for everybody to see before the match. */
knobel_answer knobel_table_seal(const knobel_table *table, uint8_t seal[KNOBEL_SECRET_BYTES]);

/* The whole log with the secret: for the house's own keeping, and for everybody once the match is
 * over. */
knobel_answer knobel_table_save(const knobel_table *table, char *out, size_t size, size_t *length);

/* ---- solutions, bots and judges ---- */

/* What the machine lends to solvers and bots; members may be NULL or 0. `size` is
 * sizeof(knobel_machine). Nothing here may throw or jump out. */
typedef struct {
    size_t size; /* sizeof(knobel_machine) */
    /* A steady clock in nanoseconds, for bots that think for a limited time. */
    int64_t (*now_ns)(void);
    /* Run part(job, 0) to part(job, parts - 1), each once, in any order and on any threads; return
     * when all are done. */
    void (*spread)(void (*part)(void *job, int part), void *job, int parts);
    int cores; /* on which `spread` can run; 0: one */
    /* For one answer of a bot that can think longer; 0: no limit but that of its level. With a
     * limit it no longer plays the same everywhere. */
    int64_t budget_ms;
    /* Progress of a solver, from 0 to 1. */
    void (*learnt)(double part);
} knobel_machine;

/* What was computed for a game under its options. It never changes, so any number of threads may
 * use it; it must outlast the bots that were given it. */
typedef struct knobel_solution knobel_solution;

/* Solve the game under the options of a position; the position itself does not matter. `machine`
 * and `stop` may be NULL; once `*stop` is true the call ends soon. KNOBEL_NO_SOLUTION: this game
 * needs none. Free it with knobel_solution_free. */
knobel_answer knobel_solve(const knobel_position *position, const knobel_machine *machine,
                           const volatile bool *stop, knobel_solution **solution);

/* Free a solution; NULL is allowed. */
void knobel_solution_free(knobel_solution *solution);

/* The bytes of memory it takes. */
size_t knobel_solution_bytes(const knobel_solution *solution);

/* Somebody who plays or judges for one seat. */
typedef struct knobel_bot knobel_bot;

/* What the values of a judge count. More is always better. */
typedef enum {
    KNOBEL_POINTS = 0,       /* expected points, where the most win */
    KNOBEL_WINS = 1,         /* the chance to win; a shared win counts half */
    KNOBEL_MINUS_POINTS = 2, /* expected points with a minus, where the fewest win */
} knobel_meaning;

/* What a move, or a position, is worth to a seat. */
typedef struct {
    knobel_move move; /* 0 for a position */
    double value;     /* in what knobel_bot_meaning says */
    double error;     /* half of a 95 % interval; 0: exact */
} knobel_opinion;

/* A bot for a seat in matches with the options of this position. `level` is `child`, `beginner`,
 * `regular`, `strong`, `best` or `random`. Strong bots and all judges of some games need a solution
 * (KNOBEL_NO_SOLUTION says so). With the same seed it plays the same everywhere. `solution` and
 * `machine` may be NULL. Free it with knobel_bot_free. */
knobel_answer knobel_bot_open(const knobel_position *position, int seat, const char *level,
                              uint64_t seed, const knobel_solution *solution,
                              const knobel_machine *machine, knobel_bot **bot);

/* Free a bot; NULL is allowed. */
void knobel_bot_free(knobel_bot *bot);

/* The move of the bot, whose seat must be due. It looks only at what its seat may know. `delay_ms`
 * (or NULL) is how long a person of that level would take; where reaction counts, when it acts
 * after the dice are shown, KNOBEL_NEVER: it keeps still. */
knobel_answer knobel_bot_choose(knobel_bot *bot, const knobel_position *position, knobel_move *move,
                                int64_t *delay_ms);

/* Show the bot the position after an event, for bots that remember. */
knobel_answer knobel_bot_watch(knobel_bot *bot, const knobel_position *position);

/* Every legal move with its value as the strongest bot sees it, best first. The seat must be due.
 * KNOBEL_MOVES_MAX is always enough room. */
knobel_answer knobel_bot_judge(knobel_bot *bot, const knobel_position *position,
                               knobel_opinion *opinions, size_t room, size_t *count);

/* The same with reasons, as JSON: a list of `move`, `value`, `error` and reasons. */
knobel_answer knobel_bot_explain(knobel_bot *bot, const knobel_position *position, char *out,
                                 size_t size, size_t *length);

/* The value of a position for the seat under best play, whoever is to act; `move` is 0. */
knobel_answer knobel_bot_value(knobel_bot *bot, const knobel_position *position,
                               knobel_opinion *value);

/* What the values count. */
knobel_answer knobel_bot_meaning(const knobel_bot *bot, knobel_meaning *meaning);

/* What was luck and what was a mistake in a match, as JSON: for every event the change of every
 * seat's value, with better moves, and the account of each seat. `solution`, `machine` and `stop`
 * may be NULL. `*json` becomes a text to be freed with knobel_free. */
knobel_answer knobel_table_review(const knobel_table *table, const knobel_solution *solution,
                                  const knobel_machine *machine, const volatile bool *stop,
                                  char **json);

/* Free a text that a call has allocated; NULL is allowed. */
void knobel_free(void *text);

/* ---- batches: many matches at once, as numbers ---- */

/* Many tables of one game, without logs. A call works on tables `from` up to (not including) `to`.
 * Several threads may call at the same time if their ranges do not overlap. No call but
 * knobel_batch_open allocates memory. */
typedef struct knobel_batch knobel_batch;

enum { KNOBEL_BATCH_TABLES_MAX = 1 << 24 };

/* What a seat gets. */
typedef enum {
    KNOBEL_REWARD_WINS,   /* at the end: 1, shared by all winners; otherwise 0 */
    KNOBEL_REWARD_POINTS, /* with every step: the points it has gained; lost, where fewest win */
} knobel_reward;

/* All that must be known to open a batch. Clear it first; `size` is sizeof(knobel_batch_plan). */
typedef struct {
    size_t size;          /* sizeof(knobel_batch_plan) */
    const char *start;    /* `GAME key=value …`: the position in which every match begins */
    size_t tables;        /* 1 to KNOBEL_BATCH_TABLES_MAX */
    uint64_t seed;        /* table i has dice of its own, which depend on the seed and on i alone */
    bool given_dice;      /* the caller brings the dice: then KNOBEL_CHANCE is due like a seat */
    knobel_reward reward; /* what a seat gets */
} knobel_batch_plan;

/* The caller's arrays, one entry for each table of the batch (not of the range), so that ranges
 * share them. Those that are out may be NULL. `size` is sizeof(knobel_batch_arrays). */
typedef struct {
    size_t size; /* sizeof(knobel_batch_arrays) */
    /* in: the action of who is due, or the number of the outcome where chance is due. */
    const int32_t *actions;
    /* in, may be NULL (300 ms): for hits, how long after the dice were shown. */
    const int16_t *reaction_ms;
    /* out: who decides next: a seat, KNOBEL_CHANCE (with given dice), or KNOBEL_NOBODY if the match
     * can begin only in an end. */
    int8_t *due;
    /* out: shape.mask_words words for each table: the legal actions of who is due. */
    uint64_t *masks;
    /* out: shape.observed numbers for each table: what the seat that is due may know. If chance is
     * due, what a watcher may know. */
    int16_t *observations;
    /* out: shape.seats numbers for each table. */
    float *rewards;
    /* out: 1 if this step ended the match. The next match has begun then: due, masks and
     * observations are already its. */
    uint8_t *done;
    /* out, written only where a match has ended: shape.seats points for each table. */
    int32_t *scores;
    /* out, written only where a match has ended: its winners. */
    uint8_t *winners;
    /* out: a knobel_answer for each table. */
    uint8_t *answers;
} knobel_batch_arrays;

/* Open a batch. Free it with knobel_batch_free. */
knobel_answer knobel_batch_open(const knobel_batch_plan *plan, knobel_batch **batch);

/* Free a batch; NULL is allowed. No thread may be in it. */
void knobel_batch_free(knobel_batch *batch);

/* The shape of its numbers. */
knobel_answer knobel_batch_shape(const knobel_batch *batch, knobel_shape *shape);

/* Begin new matches at these tables and fill in all arrays that are out. */
knobel_answer knobel_batch_reset(knobel_batch *batch, const knobel_batch_arrays *arrays,
                                 size_t from, size_t to);

/* At each of these tables who is due acts; then dice and clock, until somebody is due again. A
 * table whose action is illegal stays as it was, with reward 0; the others go on, and the call
 * answers what the first of them was refused for. */
knobel_answer knobel_batch_step(knobel_batch *batch, const knobel_batch_arrays *arrays, size_t from,
                                size_t to);

/* With given dice: the weight of every outcome of chance at a table, 0 for those that cannot be;
 * `room` is the length of `weights`, at least shape.chances. */
knobel_answer knobel_batch_weights(const knobel_batch *batch, size_t table, uint32_t *weights,
                                   size_t room);

/* Make `into` what a seat or KNOBEL_WATCHER may know at a table. */
knobel_answer knobel_batch_view(const knobel_batch *batch, size_t table, int who,
                                knobel_position *into);

#ifdef __cplusplus
}
#endif

#endif
