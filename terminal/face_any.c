/* face_any.c: the generic face: any game, without knowing it: what its view says, and its moves in
 * a list. */
#include <stdio.h>
#include <stdlib.h>

#include "sentences/show.h"
#include "terminal/face.h"
#include "words/words.h"

enum { LIST_COLUMNS = 28 };

static void draw_view(const scene *s, area a)
{
    table_seat seats[KN_SEATS_MAX] = {0};
    char *text = NULL;
    size_t size = 0;
    int row = 0;
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        snprintf(seats[seat].name, TABLE_NAME_MAX, "%s", scene_name(s, seat));
    FILE *out = open_memstream(&text, &size);
    if (!out || !s->view)
        return;
    show_described(s->game, s->view, seats, out);
    fclose(out);
    for (char *line = text; *line; row++) {
        size_t length = strcspn(line, "\n");
        bool more = line[length] == '\n';
        line[length] = '\0';
        draw_text(a, row, 0, INK_PLAIN, line);
        line += length + more;
    }
    free(text);
}

/* The part of the list around the cursor. */
static void draw_moves(const scene *s, const face_choice *c, area a)
{
    int count = look_count(s->moves), first = c->cursor - a.height / 2;
    first = first > count - a.height ? count - a.height : first;
    first = first < 0 ? 0 : first;
    for (int i = first; i < count && i - first < a.height; i++) {
        bool here = i == c->cursor;
        draw_text(a, i - first, 0, INK_ACCENT, here ? draw_glyph(GLYPH_HERE) : " ");
        draw_padded(a, i - first, 2, a.width - 2, here ? INK_MARKED : INK_PLAIN,
                    json_string_value(look_at(s->moves, i)));
        draw_spot(a, i - first, 0, 1, a.width, SCREEN_PICK + i);
    }
}

static void draw(const scene *s, face_choice *c, area a)
{
    area list = area_take_right(&a, LIST_COLUMNS);
    draw_view(s, a);
    if (face_due(s))
        draw_moves(s, c, list);
}

static int keys(const scene *s, const face_choice *c, draw_key *out)
{
    (void)c;
    if (!face_due(s))
        return 0;
    out[0] = (draw_key){SCREEN_DOWN, screen_has_unicode() ? "↑↓" : "Up/Down", _("choose a move")};
    out[1] = (draw_key){SCREEN_ENTER, "Enter", _("play it")};
    return 2;
}

static face_act key(const scene *s, face_choice *c, int pressed, int64_t at_ns)
{
    int count = look_count(s->moves);
    (void)at_ns;
    if (!face_due(s) || count == 0)
        return face_nothing;
    if (pressed == SCREEN_UP || pressed == SCREEN_DOWN) {
        c->cursor = (c->cursor + (pressed == SCREEN_UP ? count - 1 : 1)) % count;
        return face_chose;
    }
    if (pressed >= SCREEN_PICK && pressed < SCREEN_PICK + count) {
        bool again = c->cursor == pressed - SCREEN_PICK;
        c->cursor = pressed - SCREEN_PICK;
        if (!again)
            return face_chose;
        pressed = SCREEN_ENTER;
    }
    if (pressed == SCREEN_ENTER && c->cursor < count)
        return face_move(s, "%s", json_string_value(look_at(s->moves, c->cursor)));
    return face_nothing;
}

static bool tell(const scene *s, const log_line *line, kn_text *out)
{
    (void)s;
    for (size_t i = 0; i < line->move.length; i++)
        kn_put_char(out, line->move.at[i]);
    return true;
}

const face face_any = {.game = "", .draw = draw, .keys = keys, .key = key, .tell = tell};
