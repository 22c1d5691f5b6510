/* nudge.h: a direction, without naming the move: the first step of a hint. The page says the same
 * (web/src/table/nudge.ts). */
#ifndef KNOBEL_TERMINAL_NUDGE_H
#define KNOBEL_TERMINAL_NUDGE_H

#include "terminal/look.h"

/* From the list of opinions of a judge. */
const char *nudge_words(const char *game, const json_t *moves);

/* Is one move as good as the other? */
bool nudge_all_alike(const json_t *moves);

#endif
