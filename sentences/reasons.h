/* reasons.h: the reasons of judges, in the words of the games. */
#ifndef KNOBEL_SENTENCES_REASONS_H
#define KNOBEL_SENTENCES_REASONS_H

#include <jansson.h>

#include "bots/reason.h"
#include "core/text.h"

enum { REASON_WORDS_MAX = 240 };

/* One sentence, in the language in use. */
void reason_words(const char *game, const bot_reason *reason, kn_text *out);

/* Read a reason of that game from a message of the house; false if it is unknown. */
bool reason_read(const char *game, const json_t *told, bot_reason *out);

#endif
