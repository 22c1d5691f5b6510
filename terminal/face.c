/* face.c: the faces there are, and what they share. See face.h. */
#include "terminal/face.h"

#include <stdarg.h>
#include <stdio.h>

#include "words/words.h"

static const face *const faces[] = {&face_yatzi, &face_yucatan, &face_bossa, &face_yubitsume,
                                    &face_crane};

const face *face_for(const char *game)
{
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++)
        if (strcmp(faces[i]->game, game) == 0)
            return faces[i];
    return &face_any;
}

const face_act face_nothing = {.what = FACE_NOTHING, .after_ms = -1};
const face_act face_chose = {.what = FACE_CHOSE, .after_ms = -1};

face_act face_move(const scene *s, const char *format, ...)
{
    face_act act = {.what = FACE_MOVE, .seat = s->eyes, .after_ms = -1};
    va_list values;
    va_start(values, format);
    vsnprintf(act.text, sizeof act.text, format, values);
    va_end(values);
    return act;
}

bool face_due(const scene *s)
{
    return s->playing && s->eyes < KN_SEATS_MAX && s->due & s->mine & KN_ACTOR(s->eyes);
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
