/* qr.c: a link as a QR code in text. See qr.h. */
#include "terminal/qr.h"

#include <qrencode.h>

enum { QUIET = 2 }; /* a light margin, which cameras need */

static bool is_dark(const QRcode *code, int row, int column)
{
    if (row < 0 || column < 0 || row >= code->width || column >= code->width)
        return false;
    return code->data[row * code->width + column] & 1;
}

/* Light dots are drawn, dark ones left out: terminals with a dark background need it this way; with
 * colours it does not matter. */
static void draw_pair(const QRcode *code, area a, int row, int column)
{
    bool upper = is_dark(code, 2 * row - QUIET, column - QUIET);
    bool lower = is_dark(code, 2 * row - QUIET + 1, column - QUIET);
    draw_text(a, row, column, INK_DIE_BLACK,
              upper && lower ? " "
              : upper        ? "▄"
              : lower        ? "▀"
                             : "█");
}

bool qr_draw(const char *text, area a)
{
    if (!screen_has_unicode())
        return false;
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (!code)
        return false;
    int columns = code->width + 2 * QUIET, rows = (columns + 1) / 2;
    bool fits = rows <= a.height && columns <= a.width;
    for (int row = 0; fits && row < rows; row++)
        for (int column = 0; column < columns; column++)
            draw_pair(code, a, row, column);
    QRcode_free(code);
    return fits;
}
