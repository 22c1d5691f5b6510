/* qr.c: links as QR codes, by libqrencode. See qr.h. */
#include "server/qr.h"

#include <qrencode.h>
#include <string.h>

enum { QUIET = 4 }; /* modules of light around it, as the standard wants */

static QRcode *encode(const char *link)
{
    if (strlen(link) > QR_LINK_MAX)
        return NULL;
    return QRcode_encodeString8bit(link, 0, QR_ECLEVEL_M);
}

/* Is it dark there? Outside all is light. */
static bool dark(const QRcode *code, int x, int y)
{
    return x >= 0 && y >= 0 && x < code->width && y < code->width &&
           (code->data[y * code->width + x] & 1);
}

/* One path: a row of dark modules is one step of it. */
static void put_row(const QRcode *code, int y, kn_text *out)
{
    for (int x = 0, width; x < code->width; x += width + 1) {
        width = 0;
        while (dark(code, x + width, y))
            width++;
        if (width == 0)
            continue;
        kn_put_char(out, 'M');
        kn_put_int(out, x + QUIET);
        kn_put_char(out, ' ');
        kn_put_int(out, y + QUIET);
        kn_put_char(out, 'h');
        kn_put_int(out, width);
        kn_put(out, "v1h-");
        kn_put_int(out, width);
        kn_put_char(out, 'z');
    }
}

bool qr_svg(const char *link, kn_text *out)
{
    QRcode *code = encode(link);
    if (!code)
        return false;
    int side = code->width + 2 * QUIET;
    kn_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    kn_put_int(out, side);
    kn_put_char(out, ' ');
    kn_put_int(out, side);
    kn_put(out, "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h");
    kn_put_int(out, side);
    kn_put_char(out, 'v');
    kn_put_int(out, side);
    kn_put(out, "H0z\"/><path d=\"");
    for (int y = 0; y < code->width; y++)
        put_row(code, y, out);
    kn_put(out, "\"/></svg>\n");
    QRcode_free(code);
    return !out->cut;
}

/* Two rows of modules a line. The light is drawn, since most terminals are dark: with the colours
 * set, it is right on any. */
bool qr_terminal(const char *link, kn_text *out)
{
    static const char *const blocks[] = {" ", "▄", "▀", "█"}; /* light: none, below, above, both */
    QRcode *code = encode(link);
    if (!code)
        return false;
    for (int y = -QUIET / 2; y < code->width + QUIET / 2; y += 2) {
        kn_put(out, "  \033[97;40m");
        for (int x = -QUIET / 2; x < code->width + QUIET / 2; x++)
            kn_put(out, blocks[2 * !dark(code, x, y) + !dark(code, x, y + 1)]);
        kn_put(out, "\033[0m\n");
    }
    QRcode_free(code);
    return !out->cut;
}
