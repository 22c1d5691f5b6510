/* encoding.h: the moves and views of a game as fixed numbers, for programs that learn or simulate.
 *
 * A game that has them exports `NAME_encoding` from its encode.c; games/list finds it. The README
 * of the game says what each number means. A number never changes its meaning: new ones are added
 * at the end, or `version` is raised. */
#ifndef KNOBEL_CORE_ENCODING_H
#define KNOBEL_CORE_ENCODING_H

#include "core/game.h"

enum { KN_ACTIONS_MAX = 2048, KN_OBSERVED_MAX = 1024, KN_NO_STILL = -1 };

/* A run of numbers in an observation. First come all fields that are there once, then one block of
 * the others for each seat: whoever looks first, then clockwise. */
typedef struct {
    const char *key;
    uint16_t count;
    bool each_seat;
    int16_t min, max; /* of each number */
} kn_observed;

/* How the outcomes of chance are numbered here: outcome `first` + k * `step` is number `from` + k,
 * for k below `count`. Without any (`count` is 0) chance is not to act. */
typedef struct {
    kn_move first;
    uint16_t from, step, count;
    uint16_t throws; /* so many dice in a row have these outcomes, whatever falls: 1 at least */
    uint64_t among;  /* all these k are equally likely, and no others; 0: they have weights */
} kn_chances;

/* The outcomes of a few dice: all of the first `count`. */
#define KN_EVEN(count) (((uint64_t)1 << (count)) - 1)

typedef struct kn_encoding {
    const kn_game *game;
    uint16_t version;
    uint16_t chances; /* outcomes of chance are numbered from 0 up to this */
    int16_t still;    /* the action of a seat that lets the time pass, or KN_NO_STILL */
    const kn_observed *fields;
    uint8_t field_count;
    /* Actions are numbered from 0 up to this. */
    int (*actions)(const kn_setup *setup);
    /* The move that an action means here; false if it never means one. The rules decide whether it
     * is legal. */
    bool (*move_of)(const void *view, int seat, int action, kn_move *out);
    /* The action that means this move, or -1: one that `moves` does not list has none. */
    int (*action_of)(const void *view, int seat, kn_move move);
    /* Optional: set the bits of all legal actions of a seat that is to act; the words are clear.
     * Without it the moves are listed. */
    void (*mask)(const void *view, int seat, uint64_t *words);
    kn_chances (*chances_here)(const void *state);
    /* Optional: a whole throw at once, k for each of its dice; the same as one event after the
     * other.
     */
    void (*land)(void *state, const uint8_t *outcomes);
    /* All numbers of the fields, in their order, for a seat or KN_WATCHER who sees this view. */
    void (*observe)(const void *view, int who, int16_t *out);
} kn_encoding;

/* The numbers of an observation. */
static inline int kn_observed_count(const kn_encoding *encoding, int seats)
{
    int count = 0;
    for (int i = 0; i < encoding->field_count; i++)
        count += encoding->fields[i].count * (encoding->fields[i].each_seat ? seats : 1);
    return count;
}

/* A seat as seen by another: 0 for oneself, then clockwise. A watcher counts from the first seat.
 */
static inline int kn_seat_from(int who, int seat, int seats)
{
    int self = who < seats ? who : 0;
    return seat >= self ? seat - self : seat - self + seats;
}

/* The seat that is `place` seats on from who looks. */
static inline int kn_seat_at(int who, int place, int seats)
{
    int seat = (who < seats ? who : 0) + place;
    return seat >= seats ? seat - seats : seat;
}

static inline void kn_set_bit(uint64_t *words, int bit)
{
    words[bit / 64] |= (uint64_t)1 << bit % 64;
}

#endif
