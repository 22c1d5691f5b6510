/* size.h: windows that are too small to play in. */
#ifndef KNOBEL_TERMINAL_SIZE_H
#define KNOBEL_TERMINAL_SIZE_H

#include "terminal/draw.h"

bool size_is_too_small(area screen);

/* Say what the window needs. */
void size_draw_needed(area screen);

#endif
