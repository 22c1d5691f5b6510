/* board.h: the board of the day: results with the dice of a day, checked from their logs. Whoever
 * sends one proves with a key of the device that it is theirs: every move of the match carries a
 * salt that follows from the key. docs/protocol.md has the rules. No sockets, no clock. */
#ifndef KNOBEL_SERVER_BOARD_H
#define KNOBEL_SERVER_BOARD_H

#include "server/store/store.h"

enum {
    BOARD_LOG_MAX = 16 << 10,  /* bytes of a log; one seat's match has about five thousand */
    BOARD_BODY_MAX = 20 << 10, /* likewise of the request around it */
    BOARD_KEY_DIGITS = 32,     /* of a device's key */
    BOARD_TIE_MAX = 17,        /* of the salt, with the closing zero */
    BOARD_ENTRY_MAX = 33,      /* likewise of the name of an entry */
    BOARD_NAME_MAX = 48,       /* likewise of a board: `2026-11-18 GAME ` */
    BOARD_MOVE_MS = 20,        /* nobody moves faster than this on average … */
    BOARD_CLOCK_MS = 600000,   /* … and a device's clock may be this far ahead */
};
#define BOARD_KEPT_MS (INT64_C(8) * 24 * 3600 * 1000) /* the day itself, and a week */

/* What follows from a key, for one day and one game: the salt of all moves, and the entry. Nobody
 * can tell which entries of different days or games have the same key. */
typedef struct {
    char tie[BOARD_TIE_MAX], entry[BOARD_ENTRY_MAX];
} board_person;
bool board_good_key(kn_slice key);
void board_person_of(const char *board, kn_slice key, board_person *out);

/* `2026-11-18 GAME `, with which the ids of all entries begin; false if there is no such board. */
bool board_name(kn_slice game, kn_slice day, char out[BOARD_NAME_MAX]);

/* May this log be on a board now, as the match of whoever has the key? NULL, and `*out` is its
 * entry; or why not. */
typedef struct {
    store_entry entry;
    store_seals closed; /* the list of whoever signed its end, up to there; count 0: nobody did */
    uint32_t stopped;   /* matches in the same room before, of which nobody knows the end */
} board_finding;
const char *board_check(kn_slice log, kn_slice key, int64_t unix_ms, board_finding *out);

/* A name of somebody's choice, as it may be shown; false if it is none. */
bool board_copy_name(kn_slice name, char out[TABLE_NAME_MAX]);

/* Best first. */
void board_sort(store_board *board, bool fewest_win);

/* The part of an id behind the board. */
const char *board_entry_of(const store_entry *entry);

#endif
