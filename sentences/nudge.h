/* nudge.h: the words of a nudge, the first step of a hint: a direction without a move. The judge
 * chooses it (bot_nudge); the words of the game have the sentence. */
#ifndef KNOBEL_SENTENCES_NUDGE_H
#define KNOBEL_SENTENCES_NUDGE_H

#include "protocol/look.h"

/* The sentence for a message `opinions` of the house. */
const char *nudge_words(const char *game, const json_t *opinions);

/* Are all moves equally good? */
bool nudge_all_alike(const json_t *opinions);

#endif
