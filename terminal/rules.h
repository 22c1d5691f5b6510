/* rules.h: the rules of a game on the screen. */
#ifndef KNOBEL_TERMINAL_RULES_H
#define KNOBEL_TERMINAL_RULES_H

#include "terminal/pager.h"

/* Open the rules in the language spoken. */
void rules_open(pager *p, const char *game);

#endif
