/* game.h: the contract between the rules of a game and everything else.
 *
 * A game lives in games/ and exports one constant `kn_game`: functions over a plain struct of
 * state. Rules see no clock, no randomness, no system and no words for people. Whatever happens
 * is an event handed to `apply`; a list of events is a match. docs/adding-a-game.md is the guide.
 */
#ifndef KNOBEL_CORE_GAME_H
#define KNOBEL_CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/json.h"
#include "core/random.h"
#include "core/text.h"

enum {
    KN_SEATS_MAX = 8,
    KN_OPTIONS_MAX = 6,
    KN_MOVES_MAX = 512,
    KN_OUTCOMES_MAX = 80,
    KN_STATE_MAX = 1024,    /* bytes of the largest state */
    KN_MOVE_TEXT_MAX = 64,  /* with the closing zero */
    KN_POSITION_MAX = 1024, /* likewise */
    KN_DESCRIBE_MAX = 8192, /* likewise */
};

/* Times are whole milliseconds since the table opened; nothing later than this is accepted. */
#define KN_TIME_MAX ((int64_t)1 << 48)
#define KN_NEVER (-1)

/* Who may act: a seat (0 to 7), the dice, or the clock. A watcher only looks. */
enum { KN_CHANCE = 8, KN_CLOCK = 9, KN_WATCHER = 10 };

/* A set of actors, one bit each. */
typedef uint16_t kn_actors;
#define KN_ACTOR(who) ((kn_actors)(1u << (who)))

/* A move of a seat, of the dice or of the clock; each game packs its own. */
typedef uint32_t kn_move;

/* The only input of the rules. `acted_ms` is when it was really done, as far as that can be
 * believed within `error_ms`; it differs from `at_ms` only where reaction counts. `salt` is the
 * seat's own random number; rules never look at it. */
typedef struct {
    int64_t at_ms;
    int64_t acted_ms;
    uint64_t salt;
    kn_move move;
    uint16_t error_ms;
    uint8_t actor;
} kn_event;

/* One possible result of the next die, tile or card. */
typedef struct {
    kn_move move;
    uint32_t weight;
} kn_outcome;

/* The place of a die for the player who throws it, all counted from 1: the turn of that seat, the
 * throw in that turn, the die in that throw. Turn 0: it belongs to no player, such as a draw of who
 * goes first. */
typedef struct {
    uint16_t turn, toss, die;
} kn_place;

/* Why the rules refuse. A refused event has changed nothing. */
typedef enum {
    KN_OK = 0,
    KN_OVER,       /* the game is over */
    KN_NOT_DUE,    /* this actor may not act now */
    KN_ILLEGAL,    /* not a legal move here */
    KN_TOO_SOON,   /* the clock may not act before its alarm */
    KN_TOO_LATE,   /* the window for this move has closed */
    KN_BAD_TIME,   /* a time that cannot be */
    KN_UNREADABLE, /* the text is not a move, or not a position */
    KN_IMPOSSIBLE, /* a position that no match can reach */
    KN_BAD_SETUP,  /* seats or options out of range */
    KN_REFUSALS
} kn_refusal;

/* How much of an event someone sees. */
typedef enum {
    KN_SEEN,   /* all of it */
    KN_ACTED,  /* who acted and when, not what was done */
    KN_UNSEEN, /* nothing, not even that it happened */
} kn_sight;

/* A choice offered when a table opens: one of `names`, or without names a whole number. */
typedef struct {
    const char *key;
    const char *const *names; /* ends with NULL; value k is names[k] */
    int32_t min, max, initial;
    bool or_zero; /* 0 is allowed as well, and means none */
} kn_option;

/* The choices made. Every game's state begins with its setup. */
typedef struct {
    int32_t option[KN_OPTIONS_MAX];
    uint8_t seats;
    uint8_t unused[3];
} kn_setup;

typedef struct kn_game {
    const char *key;  /* its name in logs, links and commands */
    uint16_t version; /* raised whenever the same events could lead to something else */
    uint8_t seats_min, seats_max;
    uint16_t state_bytes;
    uint8_t option_count;
    const kn_option *options;
    bool fewest_win;              /* the fewest points win, not the most */
    const char *const *seat_keys; /* members of the description that hold seats; ends with NULL */
    const char *companion;        /* the options for play with the real game, or NULL */
    void (*adjust)(kn_setup *setup); /* optional: initial options that depend on the seats */

    /* Set the table. */
    kn_refusal (*start)(const kn_setup *setup, void *state);
    /* The actors who may act now. Chance never acts together with others. Empty: the game is over.
     */
    kn_actors (*to_act)(const void *state);
    /* Every legal move of a seat or of the clock; returns how many. A move on a continuous scale is
     * listed by representatives: `apply` decides. */
    int (*moves)(const void *state, int who, kn_move *out);
    /* Every outcome that chance can have; returns how many, none when chance is not to act. */
    int (*outcomes)(const void *state, kn_outcome *out);
    /* The only way anything happens. */
    kn_refusal (*apply)(void *state, const kn_event *event);
    /* The time from which the clock may act, or KN_NEVER. */
    int64_t (*alarm)(const void *state);
    /* Points as the game counts them. */
    int32_t (*score)(const void *state, int seat);
    /* The winners, one or several; none until the game is over. */
    kn_actors (*result)(const void *state);

    /* The same struct with what `who` (a seat or KN_WATCHER) may not know blanked. */
    void (*view)(const void *state, int who, void *out);
    /* What `who` sees of an event that is about to be applied to `state`. */
    kn_sight (*seen)(const void *state, const kn_event *event, int who);

    /* One line of text for a move of `actor`; reading judges the form, `apply` the rules. */
    void (*write_move)(const void *state, int actor, kn_move move, kn_text *out);
    kn_refusal (*read_move)(const void *state, int actor, kn_slice text, kn_move *out);
    /* One line of `key=value` for a state or a view; keys left out are as at the start. */
    void (*write_position)(const void *state, kn_text *out);
    kn_refusal (*read_position)(kn_slice text, void *state);
    /* The members of one JSON object with everything that a face needs to draw. */
    void (*describe)(const void *view, kn_json *out);
    /* Optional: what an event came to, where its line does not say it: the members of one JSON
     * object, for the history of the match. `before` and `after` are views of somebody who sees the
     * event. False: there is nothing to say, and nothing was written. */
    bool (*upshot)(const void *before, const kn_event *event, const void *after, kn_json *out);
    /* Optional: the place of the next die. It must not depend on the seat, on the number of seats
     * or on earlier turns, so that everyone can get the same dice. */
    kn_place (*place)(const void *state);
    /* Optional: replace what is hidden from `who` by one possible assignment. */
    void (*guess)(void *view, int who, kn_random *random);
} kn_game;

/* ---- what all games share ---- */

/* The default options for this number of seats. */
void kn_setup_initial(const kn_game *game, int seats, kn_setup *setup);

/* Is every number within its range? */
bool kn_setup_valid(const kn_game *game, const kn_setup *setup);

/* A cleared state with this setup; false, and nothing is touched, if the setup is out of range.
 * Every `start` begins with this. */
bool kn_begin(const kn_game *game, const kn_setup *setup, void *state);

/* `level=basic window_ms=4000`: all options, or only those that differ from the initial ones. */
void kn_write_options(const kn_game *game, const kn_setup *setup, bool all, kn_text *out);

/* Set one option from `key` and `value`; false if there is no such key or value. */
bool kn_read_option(const kn_game *game, kn_slice key, kn_slice value, kn_setup *setup);

/* A game as JSON: its key, version, seats and options. */
void kn_describe_game(const kn_game *game, kn_json *out);

/* Begin a position: `seats=2` and the options that differ. */
void kn_write_setup(const kn_game *game, const void *state, kn_text *out);

/* Begin to read a position: take its fields apart, set the table for its seats and options, and
 * mark those fields used. */
kn_refusal kn_read_setup(const kn_game *game, kn_slice text, kn_fields *fields, void *state);

/* Checks the times and that the actor may act. Every `apply` begins with this. */
kn_refusal kn_event_refusal(kn_actors due, const kn_event *event);

/* `moves` and `outcomes` of a game, into KN_MOVES_MAX and KN_OUTCOMES_MAX places; a game that lists
 * more traps. */
int kn_moves(const kn_game *game, const void *state, int who, kn_move *out);
int kn_outcomes(const kn_game *game, const void *state, kn_outcome *out);

/* Copy equally likely moves into outcomes. */
int kn_even_outcomes(kn_move first, int count, kn_outcome *out);

/* A game in which nothing is hidden and nothing is timed. */
kn_sight kn_all_seen(const void *state, const kn_event *event, int who);
int64_t kn_no_alarm(const void *state);

/* The seats with the most points, or with the fewest where those win. */
kn_actors kn_leading(const kn_game *game, const void *state);

/* The lowest member of a set of actors; the set must not be empty. */
int kn_first_actor(kn_actors set);

/* The option `first`, for games in which one seat goes first: a seat from 1 on, or 0 to draw it by
 * chance. */
#define KN_FIRST_OPTION                                                                            \
    {                                                                                              \
        "first", NULL, 0, KN_SEATS_MAX, 1, false                                                   \
    }
enum { KN_FIRST_DRAWN = 0 };
int kn_first_option(const kn_game *game); /* where the game has it, or -1 */
kn_refusal kn_read_first(kn_slice text, int seats, kn_move *out);
void kn_write_first(kn_move seat, kn_text *out);

/* The face that a die shows, from 1 on. */
kn_refusal kn_read_face(kn_slice text, int faces, kn_move *out);

#endif
