/* reason.h: why a move is good or bad: facts with small arguments, without words.
 * terminal/reasons.c and web/src/table/reasons.ts have the sentences.
 *
 * A fact is true by itself and computed, not guessed; where no simple cause is known there is none,
 * and only the numbers of the judge speak. */
#ifndef KNOBEL_BOTS_REASON_H
#define KNOBEL_BOTS_REASON_H

#include "core/json.h"

/* Which arguments a key has is told by bot_reason_kinds. */
enum {
    /* Yatzi: */
    REASON_NEEDS,  /* `what` needs one of `faces`: `chance` within `count` throws */
    REASON_REACH,  /* `what` comes about with `chance` within `count` throws */
    REASON_SURE,   /* `what` is sure already */
    REASON_BRINGS, /* `what` brings `amount` points on average within `count` throws */
    REASON_NOW, /* `amount` points now; the box is worth `average` more than `than` if left free */
    REASON_LEAST,    /* `amount` points now; no free box is worth less */
    REASON_BONUS,    /* against three of a number, the bonus gains `amount` points on average */
    REASON_NO_BONUS, /* or loses them */
    /* Yu-C-A-Tan: */
    REASON_HIT,  /* at least one of `count` dice fits: `chance` */
    REASON_RISK, /* `amount` points are lost if none does */
    REASON_TURN, /* the turn brings `amount` points on average */
    REASON_SAFE, /* `amount` points are written down */
    /* Bossa: */
    REASON_WINS,       /* at once */
    REASON_LOSES,      /* at once */
    REASON_DRAWS,      /* at once */
    REASON_LETS_WIN,   /* `count` of `of` tiles let the other win at once */
    REASON_BLOCKS,     /* with `count` of `of` tiles the other can do nothing, and loses */
    REASON_STUCK,      /* with `count` of `of` tiles the other can only redraw or exchange */
    REASON_FITS,       /* the hand then fits `count` of `of` ends of the lines */
    REASON_FINDS,      /* with `count` of `of` tiles drawn it then fits one of them */
    REASON_OWN_LINE,   /* has `count` of `of` positions then */
    REASON_OTHER_LINE, /* likewise */
    /* Crane: */
    REASON_TOO_MANY, /* cards: `chance` */
    REASON_TOO_FEW,
    REASON_EXACT,
    REASON_PAYS,   /* a right bet brings `amount` cards */
    REASON_SHARES, /* those who bet it share `amount` cards */
    REASON_GOAL,   /* a right bet wins the match */
    REASON_GRAB,   /* `count` cards exactly: `chance`, if the hand obeys */
    REASON_TAKES,  /* `amount` cards come out of this jackpot */
    REASON_HOLDS,  /* this jackpot has `amount` cards then */
    REASON_KEYS
};

enum { REASON_WHAT_MAX = 20, REASON_FACES_MAX = 7, BOT_REASONS_MAX = 160 };

typedef struct {
    double chance, amount, average;
    uint16_t opinion; /* which of the judge's, from 0 */
    uint8_t key;
    uint8_t count, of;
    char what[REASON_WHAT_MAX];   /* an identifier of the rules */
    char than[REASON_WHAT_MAX];   /* another one */
    char faces[REASON_FACES_MAX]; /* of a die: "36" */
} bot_reason;

/* For the best moves first; what does not fit is left out. */
typedef struct {
    int count;
    bot_reason reason[BOT_REASONS_MAX + 1]; /* the last is where what does not fit goes */
} bot_reasons;

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
extern const struct bot_reason_kind {
    const char *name;
    uint8_t has;
} bot_reason_kinds[REASON_KEYS];

/* One more reason for an opinion, cleared; its arguments are the caller's to fill in. */
bot_reason *bot_reason_add(bot_reasons *reasons, int opinion, int key);

/* The member `why` of an opinion, if there are reasons for it. */
void bot_write_reasons(const bot_reasons *reasons, int opinion, kn_json *out);

#endif
