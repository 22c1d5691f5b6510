/* inside.h: what rules.c, text.c and encode.c of Yubitsume share. */
#ifndef KNOBEL_GAMES_YUBITSUME_INSIDE_H
#define KNOBEL_GAMES_YUBITSUME_INSIDE_H

#include "games/yubitsume/rules.h"

enum { YUBITSUME_WINDOW_MAX_MS = 30000, YUBITSUME_FACES = 6 };

/* How the wooden finger fell; 0: not yet. */
enum { YUBITSUME_CLEAN = 1, YUBITSUME_BLOODY, YUBITSUME_SIDE };

/* The other moves: those of the clock and of chance. */
enum {
    YUBITSUME_CLOSE = 0,
    YUBITSUME_FACE = 48,
    YUBITSUME_WOOD = 64,
    YUBITSUME_NUMBER = 15, /* the bits of any move that are not its kind */
};

extern const char *const yubitsume_level_names[];

static inline int yubitsume_level_of(const yubitsume_state *s)
{
    return s->setup.option[YUBITSUME_OPTION_LEVEL];
}

static inline int yubitsume_dice_count(const yubitsume_state *s)
{
    return yubitsume_level_of(s) == YUBITSUME_PROFESSIONAL ? YUBITSUME_DICE : YUBITSUME_WHITE;
}

static inline uint8_t yubitsume_everybody(const yubitsume_state *s)
{
    return (uint8_t)((1u << s->setup.seats) - 1);
}

/* What a slap, or none, came to. */
enum {
    YUBITSUME_NOT_IN,
    YUBITSUME_SAFE,
    YUBITSUME_TOO_SLOW,
    YUBITSUME_WRONG,
    YUBITSUME_FALSE_START,
    YUBITSUME_NOTHING,
    YUBITSUME_NOT_SAFE, /* at the real table: too slow, wrong or nothing, who knows */
};

/* Fill in the verdicts and answer who loses a finger. */
uint8_t yubitsume_judge(const yubitsume_state *s, const yubitsume_slaps *t, uint8_t *verdict);

int64_t yubitsume_window_end_ms(const yubitsume_state *s);

/* The next to throw the wooden finger, clockwise from the thrower; someone must be at risk. */
int yubitsume_next_at_risk(const yubitsume_state *s);

int32_t yubitsume_score(const void *state, int seat);

/* ---- the texts, as the game hands them out ---- */

void yubitsume_write_move(const void *state, int actor, kn_move move, kn_text *out);
kn_refusal yubitsume_read_move(const void *state, int actor, kn_slice text, kn_move *out);
void yubitsume_write_position(const void *state, kn_text *out);
kn_refusal yubitsume_read_position(kn_slice text, void *state);
void yubitsume_describe(const void *view, kn_json *out);

#endif
