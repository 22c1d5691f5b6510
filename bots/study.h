/* study.h: what is known about a game beyond playing it, for the commands hint, solve and bench. A
 * game with such answers has a study.c; members may be NULL. */
#ifndef KNOBEL_BOTS_STUDY_H
#define KNOBEL_BOTS_STUDY_H

#include "bots/bot.h"

enum { STUDY_FIGURES_MAX = 4, STUDY_SCORES_MOST = 1800 };

typedef struct {
    const bot_kind *kind;
    /* As bot_kind's judge, but by the chance to win, and whether that chance is known here. */
    int (*judge_wins)(bot *b, const void *view, bot_opinion *out);
    bool (*can_tell_wins)(const bot *b, const void *view);
    /* As bot_kind's learn, but only what `value` needs, and with at most so many numbers at the
     * same time (0: as many as the machine can); the result is the same. */
    bool (*solve)(const kn_setup *setup, void *solution, const bot_machine *machine, int lanes,
                  const volatile bool *stop);
    /* How many numbers at the same time this machine can do, from 1 on: the `way`th of them from 0
     * on, or 0. */
    int (*lanes)(int way);
    /* The kind whose value people want to know under this setup. */
    const bot_kind *(*asked)(const kn_setup *setup);
    /* Further figures of the solution, and their keys; the game's words have a sentence for them.
     */
    void (*figures)(const void *solution, double *out);
    const char *figure_keys[STUDY_FIGURES_MAX];
    /* The probability of each final score of a seat when played for points, and the best chance to
     * reach it: one number per score from 0 on, at most STUDY_SCORES_MOST; returns how many, 0 if
     * it was stopped. Both need `odds_bytes` bytes of memory, aligned for doubles. */
    size_t (*odds_bytes)(const void *solution, const void *view, int seat);
    int (*distribution)(const void *solution, const void *view, int seat, void *memory,
                        const bot_machine *machine, const volatile bool *stop, double *out);
    int (*reach)(const void *solution, const void *view, int seat, void *memory,
                 const bot_machine *machine, const volatile bool *stop, double *out);
    /* A tree search with this number of playouts, from early in a match. */
    void (*search)(const kn_setup *setup, uint64_t seed, int playouts);
} bot_study;

#define STUDIES_DECLARE(name) extern const bot_study name##_study;
GAMES_WITH_STUDY(STUDIES_DECLARE)

/* What is known about a game; an empty study if there is none. */
const bot_study *bot_study_for(const kn_game *game);

#endif
