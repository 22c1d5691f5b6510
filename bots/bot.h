/* bot.h: players and judges. A bot gets what its seat sees, never the truth.
 *
 * Bots are as pure as rules: no allocation, no clock, no threads of their own. The caller lends
 * memory for what was solved for a game (its solution), and passes in threads and time. With the
 * same seed and no time limit a bot makes the same choice everywhere, natively and in WASM. */
#ifndef KNOBEL_BOTS_BOT_H
#define KNOBEL_BOTS_BOT_H

#include "bots/reason.h"
#include "core/game.h"
#include "games/list.h"

/* Five levels, from a child's first game to the best there is. Keys, as in logs: `bot:regular`. */
enum { BOT_CHILD, BOT_BEGINNER, BOT_REGULAR, BOT_STRONG, BOT_BEST, BOT_LEVELS };
extern const char *const bot_levels[]; /* child beginner regular strong best, then NULL */

/* What a value means. */
typedef enum {
    BOT_POINTS,      /* expected points, where the most win */
    BOT_WINS,        /* the chance to win; a shared win counts half */
    BOT_MINUS_POINTS /* expected points with a minus, where the fewest win */
} bot_meaning;
extern const char *const bot_meanings[]; /* points wins minus_points, then NULL */

/* A value, or a change of one, as people count it: points without the minus. Whatever is shown to
 * people goes through this; JSON has the value itself, and its meaning. */
double bot_counted(bot_meaning meaning, double value);

/* What a move, or a whole position, is worth to a seat. More is always better. */
typedef struct {
    kn_move move;
    double value;
    double error; /* half of a 95 % interval; 0: exact */
} bot_opinion;

/* What the machine can do; members may be NULL. */
typedef struct {
    int64_t (*now_ns)(void);
    void (*spread)(void (*part)(void *job, int part), void *job,
                   int parts); /* runs the parts in parallel */
    int cores;
    /* Progress while a game is being learnt, from 0 to 1. Called often if one thread learns; with
     * `spread`, now and then by the thread that started it. */
    void (*learnt)(double part);
} bot_machine;

enum { BOT_MEMORY = 512 };

/* A bot at a seat, as plain memory. */
typedef struct {
    const struct bot_kind *kind;
    const void *solution; /* what was solved for these options, or NULL */
    const bot_machine *machine;
    int64_t budget_ms; /* for one answer; 0: no limit but that of the level */
    kn_random random;
    uint8_t level, seat;
    uint8_t unused[6];
    uint64_t memory[BOT_MEMORY / 8]; /* what it remembers; only its kind reads it */
} bot;

/* How bots play a game. */
typedef struct bot_kind {
    const kn_game *game;
    bot_meaning meaning;
    /* The solution of a game under these options: how many bytes it takes (0: there is none), and
     * computing it into memory that is aligned for any type. It holds no addresses, so that it can
     * be stored and read by the same program. False if it was stopped (`*stop` became true). */
    size_t (*solution_bytes)(const kn_setup *setup);
    bool (*learn)(const kn_setup *setup, void *solution, const bot_machine *machine,
                  const volatile bool *stop);
    /* Optional: reset what the solution does not depend on, so that setups with the same solution
     * become equal. Without it, every setup has a solution of its own. */
    void (*reduce)(kn_setup *setup);
    int solution_from; /* the lowest level that needs a solution to choose; judges always do */
    /* Optional: after every event, what the seat sees now. */
    void (*watch)(bot *b, const void *view);
    /* A move for the seat, and how long a person of that level would think (or, where reaction
     * counts, when it acts after the dice are shown; KN_NEVER: it keeps still). */
    kn_move (*choose)(bot *b, const void *view, int64_t *delay_ms);
    /* Optional: how long people need to read what has just come out, before this seat goes on and
     * covers it. */
    int64_t (*rest_ms)(const void *view);
    /* Every legal move with its value as the strongest bot sees it, best first; returns how many.
     */
    int (*judge)(bot *b, const void *view, bot_opinion *out);
    /* Does an opinion say what `value` says after the move? Not where a hand may do something else
     * than it was told, or where a move is only right or wrong. */
    bool opinions_are_values;
    /* Optional: the reasons for the opinions, which `judge` has sorted; `out` is empty. */
    void (*why)(bot *b, const void *view, const bot_opinion *opinions, int count, bot_reasons *out);
    const bot_reason_kind *reasons; /* the kinds of reasons */
    /* Optional: the direction in which an opinion lies, without naming the move, as an index into
     * `nudges`. There are several opinions, and they differ. */
    int (*nudge)(const void *view, const bot_opinion *opinions, int count,
                 const bot_reasons *reasons, int opinion);
    const char *const *nudges; /* keys, for which the game's words have sentences; then NULL */
    /* Optional, for games in which others call out to the player who acts: "more" (1), "less" (-1)
     * or "stop" (0). */
    void (*hear)(bot *b, int direction);
    /* Optional, for games with a grab: how far the hand moves, in µm; 0 for other moves. */
    int64_t (*travel)(kn_move move);
    /* The value of the position for the seat under best play, no matter who is to move; `move` is
     * not used. */
    bot_opinion (*value)(bot *b, const void *view);
    /* Optional: `value` for all seats at the same time, with the same answers. For judges that need
     * not search twice for two seats that see the same. */
    void (*values)(bot *judges, const void *const *views, bot_opinion *out);
    /* Optional: take as many random numbers as `value` would, without thinking. With it, positions
     * of a match can be judged apart from each other, on several machines, with the same answers.
     */
    void (*skip)(bot *b, const void *view);
} bot_kind;

/* The bot.c of a game has one: NAME_bot. */
#define BOTS_DECLARE(name) extern const bot_kind name##_bot;
GAMES_WITH_BOT(BOTS_DECLARE)

/* The kind for a game; NULL if there are only random moves. */
const bot_kind *bot_kind_for(const kn_game *game);

/* A bot for a seat. Without a kind for the game it plays at random. */
bot bot_open(const kn_game *game, int seat, int level, uint64_t seed);

/* A level by its key; -1 if there is none. */
int bot_level(kn_slice key);

/* The setup under which a solution is stored: equal for all setups that share one. */
kn_setup bot_setup_to_solve(const bot_kind *kind, const kn_setup *setup);

/* Run the parts of a job, in parallel if the machine can. */
void bot_spread(const bot_machine *machine, void (*part)(void *job, int part), void *job,
                int parts);

/* Report progress in learning, if the machine wants it. */
void bot_learnt(const bot_machine *machine, double part);

/* The move with the best value, and sorting by value. */
void bot_sort(bot_opinion *opinions, int count);

/* The reasons for the judge's opinions; none if there is only one move. */
void bot_explain(bot *b, const void *view, const bot_opinion *opinions, int count,
                 bot_reasons *out);

/* Is the first opinion better than another one, beyond the errors of both and in the digits that
 * people see: tenths of a point or of a per cent? */
bool bot_clearly_better(bot_meaning meaning, const bot_opinion *one, const bot_opinion *other);

/* The key of a nudge, the first step of a hint: `only_one`, `all_alike`, `close`, `compare`, or one
 * of the game's own. A direction is given only if every move that lies in another one is clearly
 * worse. */
const char *bot_nudge(const bot *b, const void *view, const bot_opinion *opinions, int count,
                      const bot_reasons *reasons);

#endif
