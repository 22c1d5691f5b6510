/* awards.h: what stood out in an evening: the luckiest and the unluckiest by the reviews' own
 * numbers, the best throw of each game, the fastest and the steadiest hand. For the terminal and
 * `knobel evening`; web/src/evening/awards.ts is the same for the page. */
#ifndef KNOBEL_TERMINAL_AWARDS_H
#define KNOBEL_TERMINAL_AWARDS_H

#include "house/evening.h"
#include "native/review.h"
#include "table/table.h"

enum { AWARDS_GAMES_MAX = 16 };

/* The luck of a match or of a throw. Points and chances of winning do not add up, so luck is also
 * counted in units of what the dice of that match usually do. */
typedef struct {
    const kn_game *game; /* NULL: there is none */
    bot_meaning meaning;
    double value, units;
} awards_luck;

/* The hand of a player: the fastest hit, or how far off all grabs were. */
typedef struct {
    const kn_game *game; /* NULL: none yet */
    double value;
    int count;
} awards_hand;

typedef struct {
    double luck; /* of all matches, in units */
    int matches;
    awards_luck best, worst;
    awards_hand fast, steady;
} awards_player;

typedef struct {
    awards_player player[EVENING_PLAYERS_MAX];
    struct {
        awards_luck luck;
        int player;
    } thrown[AWARDS_GAMES_MAX]; /* one for each game */
    int thrown_count;
} awards;

/* Add a match with its review, or NULL. `player`: who sat on each seat; `people`: the seats of
 * persons, as the hands of bots are made up. */
void awards_add(awards *a, const table *t, const review_report *r, const int player[KN_SEATS_MAX],
                kn_actors people);

/* In words, a line each that starts with `- `. */
void awards_write(const awards *a, const char *const *names, int players, kn_text *out);

#endif
