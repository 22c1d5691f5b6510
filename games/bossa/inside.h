/* inside.h: what rules.c, text.c and encode.c of Bossa share. */
#ifndef KNOBEL_GAMES_BOSSA_INSIDE_H
#define KNOBEL_GAMES_BOSSA_INSIDE_H

#include "games/bossa/rules.h"

#define BOSSA_KIND(kind) ((kn_move)(kind) << BOSSA_KIND_AT)
#define BOSSA_TILE(tile) ((uint32_t)1 << (tile))

/* The endings, with the letters of README.md. */
enum { BOSSA_NOT_ENDED, BOSSA_ENDED_A, BOSSA_ENDED_B, BOSSA_ENDED_C, BOSSA_ENDED_D, BOSSA_ENDED_E };

/* ---- looking at the table ---- */

static inline int bossa_first_tile(uint32_t tiles)
{
    return __builtin_ctz(tiles);
}

static inline int bossa_count_tiles(uint32_t tiles)
{
    return (int)kn_count_bits(tiles);
}

/* How many positions have been laid in a line. */
static inline int bossa_line_positions(const bossa_line *line)
{
    return line->high - line->low;
}

static inline bool bossa_within(const bossa_line *line, unsigned value)
{
    return value >= line->low && value <= line->high;
}

/* The seat whose line has this colour; only once the colours are chosen. */
static inline int bossa_owner(const bossa_state *s, int colour)
{
    return colour == BOSSA_WHITE ? s->white_owner - 1 : BOSSA_SEATS - s->white_owner;
}

/* The seat with the higher die; it chooses first. */
static inline int bossa_higher(const bossa_state *s)
{
    return s->line[BOSSA_BLACK].die > s->line[BOSSA_WHITE].die;
}

static inline bool bossa_is_hidden(const bossa_state *s, int seat)
{
    return s->hand[seat] == 0 && s->held[seat] > 0;
}

/* ---- the rules, as far as a position is judged by them ---- */

/* How many tiles the seat whose turn it is may put on a value of a line, one bit for each number:
 * beyond an end that is to lay, within the line to stack. */
unsigned bossa_counts_at(const bossa_state *s, int colour, unsigned value);

/* Nothing to lay and no marker to use? */
bool bossa_is_stuck(const bossa_state *s);

/* How the game ends with the action just made, if it does. */
int bossa_ending_now(const bossa_state *s);

void bossa_finish(bossa_state *s, int ending);

/* ---- the texts, as the game hands them out ---- */

void bossa_write_move(const void *state, int actor, kn_move move, kn_text *out);
kn_refusal bossa_read_move(const void *state, int actor, kn_slice text, kn_move *out);
void bossa_write_position(const void *state, kn_text *out);
kn_refusal bossa_read_position(kn_slice text, void *state);
void bossa_describe(const void *view, kn_json *out);

#endif
