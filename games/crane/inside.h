/* inside.h: what rules.c, text.c, upshot.c and encode.c of this game share. Nothing else includes
 * it. */
#ifndef KNOBEL_GAMES_CRANE_INSIDE_H
#define KNOBEL_GAMES_CRANE_INSIDE_H

#include "games/crane/rules.h"

enum { CRANE_MULTIPLIERS = 6, CRANE_TURNS_MAX = 100 };

/* Of the slips, per mille. */
enum { CRANE_SLIP_MIN = 960, CRANE_SLIP_MAX = 1040, CRANE_SLIP_STEP = 5 };
bool crane_is_slip(int64_t slip);

/* The bet cards of each kind that a seat has at first in a game of two. */
extern const uint8_t crane_bets_of_two[CRANE_BET_KINDS];

/* The bet that a grab proves right. */
int crane_right_bet(const crane_grab *grab);

int crane_multipliers_left(const crane_state *s);
int32_t crane_score(const void *state, int seat);
bool crane_match_over(const crane_state *s);

/* Those who play on after two rounds: all who have the most cards, if they are several. */
kn_actors crane_tied_seats(const crane_state *s);

/* The challenger of the turn that begins: in turn, and then the tied ones from the starter on. */
int crane_next_challenger(const crane_state *s);

/* ---- the texts, as the game hands them out ---- */

void crane_write_move(const void *state, int actor, kn_move move, kn_text *out);
kn_refusal crane_read_move(const void *state, int actor, kn_slice text, kn_move *out);
void crane_write_position(const void *state, kn_text *out);
kn_refusal crane_read_position(kn_slice text, void *state);
void crane_describe(const void *view, kn_json *out);
void crane_describe_last(const crane_state *s, kn_json *out);

/* ---- what came of a turn: upshot.c ---- */

bool crane_upshot(const void *before, const kn_event *event, const void *after, kn_json *out);

#endif
