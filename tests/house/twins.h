/* twins.h: pairs of houses that are alike except for what one player did in secret, and all that a
 * guest can say in them. Whatever is said, the answer must not depend on what is hidden.
 *
 * Needs the games: yatzi bossa yubitsume crane */
#ifndef KNOBEL_TESTS_HOUSE_TWINS_H
#define KNOBEL_TESTS_HOUSE_TWINS_H

#include "tests/house/stage.h"

/* A table up to the moment that is looked at. `other` is what differs: 0 or 1. */
typedef struct {
    const char *name, *game;
    stage *(*set)(int other);
    uint32_t asks;        /* who, besides a stranger */
    const char *opens[4]; /* what of theirs rightly brings it to light */
} secret;
extern const secret secrets[]; /* ends with one without a name */

extern stage *twin[2];
void open_twins(const secret *about);
void close_twins(void);
void forget_letters(stage *s);

/* What a guest can say who sits there, ordinary and hostile things. */
enum { PHRASES_MAX = 4096, PHRASE_MAX = 160 };
extern char phrases_said[PHRASES_MAX][PHRASE_MAX];
extern int phrase_count;
void make_phrases(uint32_t guest);

/* What a stranger with the link says, who has got so far. */
void write_enter(char text[PHRASE_MAX], const char *code, int match, int event);

/* So many refusals in a row change nothing; more are too many at once. */
enum { REFUSALS = 50 };

/* Numbers of events there are, may be, and are not: from 0 up to this. */
enum { NUMBERS = 18 };

/* Does this bring the secret to light? When a match is stopped, all is told. */
bool opens(const secret *about, const char *said);

#endif
