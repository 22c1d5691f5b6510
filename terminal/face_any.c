/* face_any.c: the generic face: shows the view of any game, and its moves as a list. */
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

static bool is_identifier(kn_slice word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.at[i] != '_' && (word.at[i] < 'a' || word.at[i] > 'z'))
            return false;
    return word.length > 0;
}

/* One word of a move: an identifier of the rules in words, anything else as it is. */
static void put_word(const scene *s, kn_slice word, kn_text *out)
{
    char key[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(key, sizeof key);
    for (size_t i = 0; i < word.length; i++)
        kn_put_char(&text, word.at[i]);
    kn_put(out, is_identifier(word) ? face_word(s, key) : key);
}

static void put_move(const scene *s, kn_slice move, kn_text *out)
{
    size_t start = 0;
    for (size_t i = 0; i <= move.length; i++) {
        if (i < move.length && move.at[i] != ' ')
            continue;
        put_word(s, (kn_slice){move.at + start, i - start}, out);
        if (i < move.length)
            kn_put_char(out, ' ');
        start = i + 1;
    }
}

/* The part of the list around the cursor. */
static void draw_moves(const scene *s, const face_choice *c, area a)
{
    int count = look_count(s->moves), first = c->cursor - a.height / 2;
    first = first > count - a.height ? count - a.height : first;
    first = first < 0 ? 0 : first;
    for (int i = first; i < count && i - first < a.height; i++) {
        bool here = i == c->cursor;
        char words[SCENE_TEXT_MAX];
        kn_text text = kn_text_on(words, sizeof words);
        put_move(s, kn_slice_of(json_string_value(look_at(s->moves, i))), &text);
        draw_text(a, i - first, 0, INK_ACCENT, here ? draw_glyph(GLYPH_HERE) : " ");
        draw_padded(a, i - first, 2, a.width - 2, here ? INK_MARKED : INK_PLAIN, words);
        draw_spot(a, i - first, 0, 1, a.width, SCREEN_PICK + i);
    }
}

static void draw(const scene *s, face_choice *c, area a)
{
    int rows = a.height / 3;
    area list = area_is_small(a) ? area_take_bottom(&a, rows) : area_take_right(&a, LIST_COLUMNS);
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
    put_move(s, line->move, out);
    return true;
}

const face face_any = {.game = "", .draw = draw, .keys = keys, .key = key, .tell = tell};
