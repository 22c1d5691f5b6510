/* reason.h: why a move is good or bad: facts with small arguments, without words. Each game has its
 * own kinds of facts; its words have the sentences.
 *
 * A fact is true on its own and computed, not guessed. If no simple cause is known, a move has no
 * reason, only its value. */
#ifndef KNOBEL_BOTS_REASON_H
#define KNOBEL_BOTS_REASON_H

#include "core/json.h"

enum { REASON_WHAT_MAX = 20, REASON_FACES_MAX = 7, BOT_REASONS_MAX = 160 };

/* A kind of reason: its key, and which arguments it has. A list of them ends with a NULL. */
enum {
    REASON_HAS_WHAT = 1,
    REASON_HAS_FACES = 2,
    REASON_HAS_CHANCE = 4,
    REASON_HAS_COUNT = 8,
    REASON_HAS_OF = 16,
    REASON_HAS_AMOUNT = 32,
    REASON_HAS_AVERAGE = 64,
    REASON_HAS_THAN = 128,
};
typedef struct {
    const char *name;
    uint8_t has;
} bot_reason_kind;

typedef struct {
    double chance, amount, average;
    uint16_t opinion; /* index of the judge's opinion */
    uint8_t key;      /* index of the kind of reason */
    uint8_t count, of;
    char what[REASON_WHAT_MAX];   /* an identifier of the rules */
    char than[REASON_WHAT_MAX];   /* another one */
    char faces[REASON_FACES_MAX]; /* of a die: "36" */
} bot_reason;

/* The best moves come first; what does not fit is left out. */
typedef struct {
    const bot_reason_kind *kinds;
    int count;
    bot_reason reason[BOT_REASONS_MAX + 1]; /* the last one takes what does not fit */
} bot_reasons;

/* Add a reason for an opinion, cleared; the caller fills in its arguments. */
bot_reason *bot_reason_add(bot_reasons *reasons, int opinion, int key);

/* The first reason for an opinion; NULL if there is none. */
const bot_reason *bot_reason_first(const bot_reasons *reasons, int opinion);

/* The member `why` of an opinion, if there are reasons for it. */
void bot_write_reasons(const bot_reasons *reasons, int opinion, kn_json *out);

#endif
