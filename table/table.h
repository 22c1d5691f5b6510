/* table.h: one match of one game: seats, the log, dice, deadlines, what each seat may see.
 *
 * The only place where rules meet time, dice and people. No sockets, files, clock or memory of its
 * own: the caller passes the time and lends the memory for the log, so that the same code serves a
 * server, a terminal and a browser. All calls either do all they say or change nothing. */
#ifndef KNOBEL_TABLE_TABLE_H
#define KNOBEL_TABLE_TABLE_H

#include "core/game.h"
#include "table/attest.h"
#include "table/envelope.h"

enum {
    TABLE_NAME_MAX = 40,      /* bytes of a name, with the closing zero */
    TABLE_BOT_MAX = 24,       /* likewise of a bot's key */
    TABLE_SAME_MAX = 33,      /* likewise of the name of dice that are the same for everybody */
    TABLE_LINE_MAX = 256,     /* likewise of any line of a log */
    TABLE_HEADER_MAX = 2048,  /* bytes of a log before its first event */
    TABLE_EVENTS_MAX = 20000, /* in one log */
    TABLE_BACKS_MAX = 200,    /* likewise; each plays the match again */
    TABLE_BURST = 32,         /* events that one call may add */
    TABLE_LOG_MAX = TABLE_HEADER_MAX + TABLE_EVENTS_MAX * TABLE_LINE_MAX,
    TABLE_FORMAT = 2, /* of new logs; those of format 1 are read and played on, too */
};

/* What a call answers: 0, a refusal of the rules (kn_refusal), or one of these. */
typedef int table_answer;
enum {
    TABLE_OK = KN_OK,
    TABLE_NO_MEMORY = KN_REFUSALS, /* lend more memory for the log and ask again */
    TABLE_LOG_FULL,                /* a match this long is not kept */
    TABLE_NO_SUCH_SEAT,
    TABLE_NOT_OURS,     /* the house throws the dice at this table */
    TABLE_NO_DICE_DUE,  /* nothing to throw now */
    TABLE_NO_SECRET,    /* a log without its secret can be looked at, not played on */
    TABLE_NOTHING_BACK, /* nothing there to take back */
    TABLE_TOO_MANY_BACKS,
    TABLE_DICE_SHOWN,     /* a die has been seen since: it would help to choose again */
    TABLE_SAME_STANDS,    /* nothing is taken back with dice that are the same for everybody */
    TABLE_BAD_NAME,       /* a name must be 1 to 39 bytes of UTF-8 text */
    TABLE_NOTHING_THERE,  /* no such entry, or one that no longer counts */
    TABLE_HOUSE_THREW_IT, /* the house threw that die: there is nothing to correct */
    TABLE_TIME_COUNTED,   /* decided by reaction time, which nobody can have again */
    /* from here on: complaints about a log, each with the number of its line */
    TABLE_NOT_A_LOG,
    TABLE_OTHER_FORMAT,
    TABLE_NO_SUCH_GAME,
    TABLE_OTHER_VERSION,
    TABLE_BAD_LINE,
    TABLE_BAD_OPTION,
    TABLE_BAD_SEAT,
    TABLE_WRONG_NUMBER,
    TABLE_TIME_BACKWARDS,
    TABLE_WRONG_DICE,
    TABLE_WRONG_SALT,
    TABLE_WRONG_SECRET,
    TABLE_CUT_OFF,
    TABLE_CHANGED,
    TABLE_LEFTOVER,
    TABLE_TOO_LONG,
    TABLE_ANSWERS
};

/* A key for an answer, for programs and protocols: `not_due`, `wrong_dice`. */
const char *table_answer_key(table_answer answer);

/* Someone at the table. */
typedef struct {
    char name[TABLE_NAME_MAX];
    char bot[TABLE_BOT_MAX]; /* the key of the bot that plays, or empty: a person */
    uint64_t salt;           /* brought when sitting down; 0: none */
} table_seat;

/* All that must be known to open a table. */
typedef struct {
    const kn_game *game;
    kn_setup setup;
    table_seat seat[KN_SEATS_MAX];
    bool ours;                 /* people throw real dice and say what fell */
    char same[TABLE_SAME_MAX]; /* the dice of this name, the same for everybody; empty: sealed ones.
                                * Then the secret follows from the name */
    int64_t opened_ms;         /* Unix time, for people to read */
    uint8_t secret[TABLE_HASH_BYTES];
    uint8_t format;     /* of the log; 0: TABLE_FORMAT */
    attest_seal sealed; /* who vouches for the seal, if anybody */
} table_plan;

/* What is stored for each event line besides its text. */
typedef struct {
    uint32_t offset;    /* where its line begins */
    uint16_t ordinal;   /* how many moves of the same seat stand before it */
    kn_actors hidden;   /* who sees only that it happened */
    kn_actors unseen;   /* who does not see it at all */
    uint8_t actor;      /* a seat, KN_CHANCE, KN_CLOCK or TABLE_BACK */
    uint8_t taken_back; /* no longer part of the match */
} table_mark;

enum { TABLE_BACK = 15 };

/* The log, in memory of the caller's. */
typedef struct {
    char *text;
    size_t length, size;
    table_mark *marks;
    uint32_t count, capacity;
    uint32_t known; /* the last event that everybody may know of; those behind it are unseen */
} table_log;

/* Room for the state of any game. */
typedef union {
    uint64_t align;
    uint8_t bytes[KN_STATE_MAX];
} table_state;

typedef struct {
    table_plan plan; /* its secret is kept in the envelope only */
    envelope envelope;
    table_log log;
    attestation closed; /* who vouches for the whole log, if it was loaded and anybody does */
    int64_t last_ms;
    int64_t lead_ms; /* dice are dated this much ahead, so that they can be shown to all at once */
    int64_t patience_ms; /* deadlines pass this much late: what was done in time may still arrive */
    uint32_t moved[KN_SEATS_MAX];   /* moves of each seat that count */
    uint32_t reached[KN_SEATS_MAX]; /* the most there ever were */
    uint32_t backs;                 /* how often something was taken back */
    uint32_t back_to;               /* the wish under discussion: keep events up to here … */
    kn_actors back_agreed;          /* … and who agrees; nobody: no wish */
    uint8_t back_by;                /* whose wish it is */
    kn_actors back_asked;           /* whose consent it takes; nobody: all who began as people */
    table_state state;
} table;

/* Is this a name for dice: 1 to 32 small letters, digits and dashes? */
bool table_good_same(const char *name);

/* ---- playing ---- */

/* Open a table: writes the header, and throws dice that are due at once. */
table_answer table_open(table *t, const table_plan *plan, table_log log);

/* Is there no place in the log for one more call? Then the match cannot go on. */
bool table_is_full(const table *t);

/* Is there memory for one more call? If not, lend some: the old contents come along. */
bool table_has_memory(const table *t);
void table_lend_memory(table *t, char *text, size_t size, table_mark *marks, uint32_t capacity);

/* A move as a player made it. Times are milliseconds since the table opened. */
typedef struct {
    int64_t now_ms;     /* arrival */
    int64_t acted_ms;   /* when it was done, as judged; KN_NEVER: on arrival */
    int64_t claimed_ms; /* when the device says it was done; KN_NEVER: it says nothing */
    uint16_t error_ms;  /* how far `acted_ms` can be trusted */
    uint64_t salt;      /* 0: none */
} table_act;

/* A seat (from 0) makes a move; dice and deadlines that follow are carried out. */
table_answer table_play(table *t, int seat, kn_slice move, const table_act *act);

/* Carry out automatic events that are due by now. */
table_answer table_tick(table *t, int64_t now_ms);

/* When to tick next, or KN_NEVER. */
int64_t table_alarm(const table *t);

/* At a table with dice of our own: say what one die, tile or card shows; or let the house throw it.
 */
table_answer table_declare(table *t, kn_slice shown, int64_t now_ms);
table_answer table_roll(table *t, int64_t now_ms);

bool table_over(const table *t);

/* ---- looking ---- */

/* What a seat or KN_WATCHER may see, as a state of the game. */
void table_view(const table *t, int who, void *out);

/* One event of the log (counted from 1) as `who` may see it: what is hidden shows a `?` for the
 * move. False, and nothing is written, if it is unseen. */
bool table_line(const table *t, int who, uint32_t number, kn_text *out);

/* The events behind number `after`, a line each, as `who` may see them. Writes whole lines as long
 * as they fit; returns the number of the last event passed. */
uint32_t table_since(const table *t, int who, uint32_t after, kn_text *out);

/* ---- looking back ---- */

/* Event `number` (from 1) as the rules got it; `state` is the one it met. False if it does not
 * count: it was taken back, or is a taking back itself. */
bool table_event(const table *t, uint32_t number, const void *state, kn_event *out);

/* The state after event `number`; 0: before the first. Of the events that count. */
void table_state_after(const table *t, uint32_t number, void *out);

/* ---- taking back ---- */

/* The number of the event before the last move of that seat that counts; 0 if there is none or it
 * was the first event. `*any` says whether there is one. */
uint32_t table_before_last_move(const table *t, int seat, bool *any);

/* Wish to take back all events behind number `to`; done as soon as every seat in `back_asked`
 * agrees: set it first if others sit there than when the match began. The wish lapses with the
 * next move. The same action gives the same dice again. Refused where dice that were seen would
 * help to choose: behind a die of the house, and anywhere at a table with the same dice for
 * everybody. */
table_answer table_ask_back(table *t, int seat, uint32_t to, int64_t now_ms);
table_answer table_agree_back(table *t, int seat, int64_t now_ms);
void table_refuse_back(table *t);

/* ---- the dice of a day ---- */

/* Same dice may have the name of a day, `2026-11-15`. Is it still to come, wherever on Earth? */
bool table_day_to_come(const char *same, int64_t unix_ms);

/* Is it the name of a day at all? Is that day over, wherever on Earth? */
bool table_is_day(const char *same);
bool table_day_over(const char *same, int64_t unix_ms);

/* ---- correcting, at a table with dice of our own ---- */

/* Can what event `number` says be corrected? Then `*before` is the position it happened in. */
table_answer table_correctable(const table *t, uint32_t number, table_state *before);

/* Event `number` should have said `right`; `by` is the seat that says so. All that came after
 * happens again as it was. If something of it no longer can, nothing is changed and `*unfit` is the
 * number of that event, else 0. In the log it is taken back to before the event and played again.
 */
table_answer table_correct(table *t, int by, uint32_t number, kn_slice right, int64_t now_ms,
                           uint32_t *unfit);

/* Event `number`, the last one that counts, as if it had never been entered: for one that was no
 * entry at all, or of another kind. KN_TOO_LATE if something has happened since. */
table_answer table_withdraw(table *t, int by, uint32_t number, int64_t now_ms);

/* ---- keeping ---- */

/* The whole log with the secret: for the house's own keeping, and for everybody once the match is
 * over. Needs `table_save_size` bytes at most. */
size_t table_save_size(const table *t);
void table_save(const table *t, kn_text *out);

/* How a log was found to be. */
typedef struct {
    int line;           /* of the complaint */
    uint32_t events;    /* that count */
    uint32_t rolls;     /* recomputed from the secret and found equal */
    uint32_t unchecked; /* thrown by the house, but there is no secret to check them by */
    uint32_t declared;  /* thrown with real dice, of those that count */
    uint32_t salted;    /* moves of seats that brought a salt */
    uint32_t unsalted;
    bool over;
    uint8_t
        hash[TABLE_HASH_BYTES]; /* of the log up to its end, which is what `closed` vouches for */
} table_report;

/* Load a log: checks every line, every move and, where the secret is there, every roll. `*t` is
 * written only if all is well. The memory must hold the text, a closing zero, and a mark a line. */
table_answer table_load(table *t, kn_slice text, table_log log, table_report *report);

/* The texts that the house has signed, if it vouches for the seal and for the end of this log; the
 * signatures are in the plan and in the report. */
void table_seal_claim(const table *t, kn_text *out);
void table_end_claim(const table *t, const table_report *report, kn_text *out);

#endif
