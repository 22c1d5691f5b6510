/* reasons.h: the reasons of judges, in the words of the games. */
#ifndef KNOBEL_SENTENCES_REASONS_H
#define KNOBEL_SENTENCES_REASONS_H

#include <jansson.h>

#include "bots/reason.h"
#include "core/text.h"

enum { REASON_WORDS_MAX = 240 };

/* One sentence, in the language in use. */
void reason_words(const char *game, const bot_reason *reason, kn_text *out);

/* A reason of that game as a house tells it; false if it is none that we know. */
bool reason_read(const char *game, const json_t *told, bot_reason *out);

#endif
