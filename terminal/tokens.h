/* tokens.h: the user's tokens for rooms on servers, stored in the user's own file
 * ($XDG_STATE_HOME/knobel/tokens). Each has a line `HOST ROOM TOKEN NAMES`: the names of the seats
 * it holds, with tabs between them, tell apart several people who share an account. */
#ifndef KNOBEL_TERMINAL_TOKENS_H
#define KNOBEL_TERMINAL_TOKENS_H

#include "house/house.h"

enum { TOKENS_NAMES_MAX = KN_SEATS_MAX * TABLE_NAME_MAX };

/* The token for a room of the person with this name; NULL: of whoever was there last. False if
 * there is none. */
bool tokens_find(const char *host, const char *room, const char *name, char token[HOUSE_TOKEN_MAX]);

/* Store a token and the names of its seats. If the file cannot be written, it is not remembered. */
void tokens_keep(const char *host, const char *room, const char *token, const char *names);

#endif
