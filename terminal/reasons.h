/* reasons.h: the reasons of judges, in words. The page says the same (web/src/table/reasons.ts). */
#ifndef KNOBEL_TERMINAL_REASONS_H
#define KNOBEL_TERMINAL_REASONS_H

#include <jansson.h>

#include "bots/reason.h"
#include "core/text.h"

enum { REASON_WORDS_MAX = 240 };

/* One sentence, in the language in use. */
void reason_words(const char *game, const bot_reason *reason, kn_text *out);

/* A reason as a house tells it; false if it is none that we know. */
bool reason_read(const json_t *told, bot_reason *out);

#endif
