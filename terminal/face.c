/* face.c: the list of faces, and what they share. See face.h. */
#include "terminal/face.h"

#include <stdarg.h>
#include <stdio.h>

#include "native/native.h"
#include "words/words.h"

#define POINTER(name) &face_##name,
static const face *const faces[] = {GAMES_WITH_TERMINAL(POINTER) NULL};

const face *face_for(const char *game)
{
    for (int i = 0; faces[i]; i++)
        if (strcmp(faces[i]->game, game) == 0)
            return faces[i];
    return &face_any;
}

const face_act face_nothing = {.what = FACE_NOTHING, .after_ms = -1};
const face_act face_chose = {.what = FACE_CHOSE, .after_ms = -1};

face_act face_move(const scene *s, const char *format, ...)
{
    face_act act = {.what = FACE_MOVE, .seat = s->viewer, .after_ms = -1};
    va_list values;
    va_start(values, format);
    vsnprintf(act.text, sizeof act.text, format, values);
    va_end(values);
    return act;
}

bool face_due(const scene *s)
{
    return s->playing && s->viewer < KN_SEATS_MAX && s->due & s->mine & KN_ACTOR(s->viewer);
}

int face_pick(int key, const char *keys, int count)
{
    const char *found = key > 0 && key < 0x80 ? strchr(keys, key) : NULL;
    if (found && found - keys < count)
        return (int)(found - keys);
    return key >= SCREEN_PICK && key < SCREEN_PICK + count ? key - SCREEN_PICK : -1;
}

const char *face_word(const scene *s, const char *key)
{
    return words_for_key(s->game, key);
}

void face_name(const scene *s, area a, int row, int column, int width, int seat)
{
    bool due = s->playing && s->due & KN_ACTOR(seat);
    draw_text(a, row, column, INK_ACCENT, due ? draw_glyph(GLYPH_TURN) : " ");
    draw_padded(a, row, column + 2, width - 2, INK_SEAT + seat, scene_name(s, seat));
}

bool face_hidden(const log_line *line)
{
    return kn_slice_is(line->move, "?");
}

void face_begin_tumble(const scene *s, face_choice *c)
{
    c->began_ns = s->calm ? 0 : native_steady_ns();
}

enum { TUMBLE_MS = 450, TUMBLE_MORE_MS = 40, STEP_MS = 60 }; /* each die tumbles a little longer */

bool face_still_tumbling(const face_choice *c)
{
    return c->began_ns && native_steady_ns() - c->began_ns < TUMBLE_MS * 1000000LL;
}

int face_tumbling(face_choice *c, int i, int shows)
{
    int64_t now = native_steady_ns(), passed_ms = (now - c->began_ns) / 1000000;
    if (!c->began_ns || passed_ms >= TUMBLE_MS + TUMBLE_MORE_MS * i)
        return shows;
    c->wake_ns = now + STEP_MS * 1000000;
    return (int)((passed_ms / STEP_MS * 5 + i * 7 + passed_ms / STEP_MS * i) % 6) + 1;
}
