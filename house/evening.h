/* evening.h: what a match of an evening is worth, for the house and for those who add up its logs.
 */
#ifndef KNOBEL_HOUSE_EVENING_H
#define KNOBEL_HOUSE_EVENING_H

#include "core/game.h"

/* So many matches of an evening are listed; older ones are only summed up. */
enum { EVENING_MATCHES_MAX = 24, EVENING_PLAYERS_MAX = 24 };

/* The places of all seats of a match that is over, from 1 on; those who share one skip the next. */
void evening_places(const kn_game *game, const void *state, int seats, uint8_t place[KN_SEATS_MAX]);

/* The points of a seat: two for everybody behind it, one for everybody who shares its place. */
int evening_points(const uint8_t *place, int seats, int seat);

#endif
