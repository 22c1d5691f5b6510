/* tokens.h: who we are in rooms of other houses: tokens, kept in a file of the user's own
 * ($XDG_STATE_HOME/knobel/tokens, a line `HOST ROOM TOKEN` each). */
#ifndef KNOBEL_TERMINAL_TOKENS_H
#define KNOBEL_TERMINAL_TOKENS_H

#include "house/house.h"

/* The token for a room; false if there is none. */
bool tokens_find(const char *host, const char *room, char token[HOUSE_TOKEN_MAX]);

/* Keep one. If the file cannot be written, it is only not remembered. */
void tokens_keep(const char *host, const char *room, const char *token);

#endif
