/* qr.h: links as QR codes. */
#ifndef KNOBEL_SERVER_QR_H
#define KNOBEL_SERVER_QR_H

#include "core/text.h"

enum { QR_SVG_MAX = 65536, QR_TERMINAL_MAX = 16384, QR_LINK_MAX = 512 };

/* The link as an SVG picture, or as lines of half blocks for a terminal, dark on light. False if it
 * is too long. */
bool qr_svg(const char *link, kn_text *out);
bool qr_terminal(const char *link, kn_text *out);

#endif
