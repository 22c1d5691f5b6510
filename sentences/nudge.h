/* nudge.h: the words of a nudge, the first step of a hint: a direction without a move. The judge
 * chooses it (bot_nudge); the words of the game have the sentence. */
#ifndef KNOBEL_SENTENCES_NUDGE_H
#define KNOBEL_SENTENCES_NUDGE_H

#include "protocol/look.h"

/* The sentence for what a house tells as `opinions`. */
const char *nudge_words(const char *game, const json_t *opinions);

/* Is one move as good as the other? */
bool nudge_all_alike(const json_t *opinions);

#endif
