/* pager.c: a scrollable text. See pager.h. */
#include "terminal/pager.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "words/words.h"

enum { TEXT_COLUMNS = 76 }; /* longer lines are hard to read */

static char *copy(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(native_realloc(NULL, size), text, size);
}

void pager_begin(pager *p, const char *title, const char *text, bool at_end)
{
    pager_end(p);
    p->title = copy(title);
    p->text = copy(text);
    p->top = at_end ? 1 << 30 : 0;
}

void pager_end(pager *p)
{
    free(p->title);
    free(p->text);
    memset(p, 0, sizeof *p);
}

bool pager_open(const pager *p)
{
    return p->text != NULL;
}

/* One line of the text from a row on; returns how many rows it takes. */
static int draw_line(area a, int row, const char *line, bool shown)
{
    bool heading = strncmp(line, "# ", 2) == 0, item = strncmp(line, "- ", 2) == 0;
    ink with = heading ? INK_ACCENT : INK_PLAIN;
    area part = item ? area_part(a, 0, 2, a.height, a.width - 2) : a;
    const char *words = heading || item ? line + 2 : line;
    if (!words[0])
        return 1;
    if (!shown)
        return draw_wrapped_rows(part.width, words);
    if (item)
        draw_text(a, row, 0, INK_ACCENT, draw_glyph(GLYPH_DOT));
    return draw_wrapped(part, row, with, words);
}

/* All lines, `top` rows further up; returns how many rows there are. */
static int draw_lines(const pager *p, area a, bool shown)
{
    char line[4096];
    int row = 0;
    for (const char *at = p->text; *at;) {
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        row += draw_line(a, row - p->top, line, shown && row - p->top < a.height);
        at += length + (at[length] == '\n');
    }
    return row;
}

static void bound(pager *p)
{
    int most = p->rows - p->height;
    p->top = p->top > most ? most : p->top;
    p->top = p->top < 0 ? 0 : p->top;
}

static void draw_bar(const pager *p, area a)
{
    const draw_key keys[] = {
        {SCREEN_DOWN, screen_has_unicode() ? "↑↓" : "Up/Down", _("scroll")},
        {SCREEN_PAGE_DOWN, _("Space"), _("next page")},
        {SCREEN_ESCAPE, "Esc", _("back")},
    };
    char part[32];
    int shown = p->top + p->height < p->rows ? p->top + p->height : p->rows;
    snprintf(part, sizeof part, "%d/%d", shown, p->rows);
    draw_right(a, 0, a.width, INK_SOFT, part);
    draw_keys(area_part(a, 0, 0, 1, a.width - draw_width(part) - 1), 0, keys, 3);
}

void pager_draw(pager *p, area a)
{
    area title = area_take_top(&a, 1), bar = area_take_bottom(&a, 1);
    draw_padded(title, 0, 0, title.width, INK_TITLE, "");
    draw_text(title, 0, 1, INK_TITLE, p->title);
    area text = area_inside(a, 1, 2);
    if (text.width > TEXT_COLUMNS)
        text = area_middle(text, text.height, TEXT_COLUMNS);
    p->height = text.height;
    p->rows = draw_lines(p, text, false);
    bound(p);
    draw_lines(p, text, true);
    draw_bar(p, bar);
}

bool pager_key(pager *p, int key)
{
    switch (key) {
    case SCREEN_UP: p->top--; break;
    case SCREEN_DOWN:
    case SCREEN_ENTER: p->top++; break;
    case SCREEN_PAGE_UP: p->top -= p->height - 1; break;
    case ' ':
    case SCREEN_PAGE_DOWN: p->top += p->height - 1; break;
    case SCREEN_HOME: p->top = 0; break;
    case SCREEN_END: p->top = p->rows; break;
    case 'q':
    case SCREEN_ESCAPE: return false;
    default: break;
    }
    bound(p);
    return true;
}
