/* qr.h: a link as a QR code, with two rows of dots in each row of text. */
#ifndef KNOBEL_TERMINAL_QR_H
#define KNOBEL_TERMINAL_QR_H

#include "terminal/draw.h"

/* Draw it if it fits; false if it does not, or the screen cannot show it. */
bool qr_draw(const char *text, area a);

#endif
