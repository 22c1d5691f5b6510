/* old_house.h: what houses once did, and logs still tell. */
#ifndef KNOBEL_TESTS_HOUSE_OLD_HOUSE_H
#define KNOBEL_TESTS_HOUSE_OLD_HOUSE_H

#include "house/house.h"

/* The match in this room is taken back to its beginning, whatever was decided by reaction time. It
 * is kept with the next message. */
void old_house_begins_again(house *h, const char *code);

#endif
