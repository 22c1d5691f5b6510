/* tokens.h: the user's tokens for rooms on servers, stored in the user's own file
 * ($XDG_STATE_HOME/knobel/tokens, with a line `HOST ROOM TOKEN` for each). */
#ifndef KNOBEL_TERMINAL_TOKENS_H
#define KNOBEL_TERMINAL_TOKENS_H

#include "house/house.h"

/* The token for a room; false if there is none. */
bool tokens_find(const char *host, const char *room, char token[HOUSE_TOKEN_MAX]);

/* Store a token. If the file cannot be written, it is not remembered. */
void tokens_keep(const char *host, const char *room, const char *token);

#endif
