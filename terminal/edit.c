/* edit.c: one line of text being typed. See edit.h. */
#define _XOPEN_SOURCE 700
#include "terminal/edit.h"

#include <stdio.h>
#include <string.h>

void edit_begin(edit *e, const char *text, int most)
{
    e->most = most < EDIT_MAX ? most : EDIT_MAX - 1;
    snprintf(e->text, sizeof e->text, "%s", text);
    e->length = e->cursor = (int)strlen(e->text);
}

/* The bytes of a character in UTF-8; returns how many. */
static int encode(int c, char *out)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    out[0] = (char)((0xff00 >> (more + 1) & 0xff) | c >> 6 * more);
    for (int i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
    return more + 1;
}

static bool is_inner(const edit *e, int at)
{
    return ((unsigned char)e->text[at] & 0xc0) == 0x80;
}

static int before(const edit *e, int at)
{
    if (at > 0)
        at--;
    while (at > 0 && is_inner(e, at))
        at--;
    return at;
}

static int behind(const edit *e, int at)
{
    if (at < e->length)
        at++;
    while (at < e->length && is_inner(e, at))
        at++;
    return at;
}

static void insert(edit *e, int c)
{
    char bytes[4];
    int count = encode(c, bytes);
    if (e->length + count > e->most)
        return;
    memmove(e->text + e->cursor + count, e->text + e->cursor, (size_t)(e->length - e->cursor + 1));
    memcpy(e->text + e->cursor, bytes, (size_t)count);
    e->cursor += count;
    e->length += count;
}

static void cut(edit *e, int from, int to)
{
    memmove(e->text + from, e->text + to, (size_t)(e->length - to + 1));
    e->length -= to - from;
    e->cursor = from;
}

bool edit_key(edit *e, int key)
{
    enum { CLEAR_ALL = 21 }; /* Ctrl-U */
    switch (key) {
    case SCREEN_LEFT: e->cursor = before(e, e->cursor); return true;
    case SCREEN_RIGHT: e->cursor = behind(e, e->cursor); return true;
    case SCREEN_HOME: e->cursor = 0; return true;
    case SCREEN_END: e->cursor = e->length; return true;
    case SCREEN_ERASE: cut(e, before(e, e->cursor), e->cursor); return true;
    case SCREEN_DELETE: cut(e, e->cursor, behind(e, e->cursor)); return true;
    case CLEAR_ALL: cut(e, 0, e->length); return true;
    default: break;
    }
    if (key < ' ' || key >= SCREEN_UP || wcwidth(key) < 0)
        return false;
    insert(e, key);
    return true;
}

/* A long prompt stands above the line if there is room for both. */
void edit_draw(const edit *e, area a, int row, const char *prompt)
{
    char part[EDIT_MAX];
    int column = draw_width(prompt) + 1, from = 0;
    if (column > a.width / 2 && a.height - row > 1) {
        int rows = draw_wrapped_rows(a.width, prompt);
        area above = area_part(a, row, 0, a.height - row - 1, a.width);
        draw_wrapped(above, 0, INK_STRONG, prompt);
        row += rows < above.height ? rows : above.height;
        column = 0;
    } else {
        draw_text(a, row, 0, INK_STRONG, prompt);
    }
    for (;; from = behind(e, from)) {
        snprintf(part, sizeof part, "%.*s", e->cursor - from, e->text + from);
        if (from >= e->cursor || column + draw_width(part) < a.width)
            break;
    }
    draw_text(a, row, column, INK_PLAIN, e->text + from);
    screen_cursor(a.top + row, a.left + column + draw_width(part));
}
