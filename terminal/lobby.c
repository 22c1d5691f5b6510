/* lobby.c: a room without a match: who sits where, the link for others, bots, the start. See
 * stage.h. */
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "sentences/names.h"
#include "terminal/qr.h"
#include "terminal/rules.h"
#include "terminal/stage.h"
#include "words/words.h"

enum { LEFT_COLUMNS = 46, TALK_ROWS = 6 };

static const json_t *seat_at(const visit *v, int seat)
{
    return look_at(look_in(v->s.room, "seats"), seat);
}

static bool is_free(const visit *v, int seat)
{
    return !look_has(seat_at(v, seat), "person") && !look_has(seat_at(v, seat), "bot");
}

static bool is_mine(const visit *v, int seat)
{
    return v->s.mine & KN_ACTOR(seat);
}

/* ---- drawing ---- */

static void draw_seat(const visit *v, area a, int row, int seat)
{
    const json_t *one = seat_at(v, seat);
    bool here = seat == v->cursor;
    const char *remark = look_has(one, "bot")     ? level_meaning(look_text(one, "bot"))
                         : is_mine(v, seat)       ? _("you")
                         : look_true(one, "away") ? _("away")
                                                  : "";
    draw_text(a, row, 0, INK_ACCENT, here ? draw_glyph(GLYPH_HERE) : " ");
    draw_format(a, row, 2, INK_SOFT, "%d", seat + 1);
    if (is_free(v, seat))
        draw_text(a, row, 5, INK_SOFT, _("free"));
    else
        draw_padded(a, row, 5, 16, INK_SEAT + seat, scene_name(&v->s, seat));
    draw_text(a, row, 22, INK_SOFT, remark);
    draw_spot(a, row, 0, 1, a.width, SCREEN_PICK + seat);
}

static void draw_options(const visit *v, area a)
{
    const char *key;
    json_t *value;
    int row = 0;
    char number[24];
    json_object_foreach(look_in(v->s.room, "options"), key, value)
    {
        snprintf(number, sizeof number, "%d", look_number(value));
        draw_padded(a, row, 0, 18, INK_SOFT, option_name(v->s.game, key));
        draw_text(
            a, row++, 19, INK_PLAIN,
            value_name(v->s.game, key, json_is_string(value) ? json_string_value(value) : number));
    }
}

/* The link with its picture, as large as there is room for. */
static void draw_link(const visit *v, area a)
{
    const char *link = channel_link(v->channel);
    int row = 0;
    if (!link[0])
        return;
    draw_text(a, row++, 0, INK_STRONG, _("Send this link to the others:"));
    row += draw_wrapped(a, row, INK_ACCENT, link);
    qr_draw(link, area_part(a, row + 1, 0, a.height - row - 1, a.width));
}

static void draw_talk(const visit *v, area a)
{
    const scene *s = &v->s;
    int first = s->talk_count > a.height ? s->talk_count - a.height : 0;
    for (int i = first; i < s->talk_count; i++) {
        draw_text(a, i - first, 0, INK_ACCENT, s->talk[i].from);
        draw_text(a, i - first, draw_width(s->talk[i].from) + 2, INK_PLAIN, s->talk[i].text);
    }
}

static int lobby_keys(const visit *v, draw_key *out)
{
    int count = 0;
    out[count++] = (draw_key){SCREEN_DOWN, screen_has_unicode() ? "↑↓" : "Up/Down", _("seat")};
    if (is_free(v, v->cursor))
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("sit down")};
    else if (is_mine(v, v->cursor))
        out[count++] = (draw_key){'x', "x", _("leave seat")};
    if (v->s.host) {
        if (is_free(v, v->cursor) || look_has(seat_at(v, v->cursor), "bot"))
            out[count++] = (draw_key){'b', "b", _("bot")};
        else if (!is_mine(v, v->cursor))
            out[count++] = (draw_key){'x', "x", _("remove")};
        out[count++] = (draw_key){'g', "g", _("start")};
    }
    return count;
}

/* At first the cursor points at the first seat that is free. */
static void place_cursor(visit *v, int seats)
{
    if (v->cursor_placed)
        return;
    v->cursor_placed = true;
    while (v->cursor < seats - 1 && !is_free(v, v->cursor))
        v->cursor++;
}

void lobby_draw(visit *v, area a)
{
    draw_key keys[DRAW_KEYS_MAX];
    area title = area_take_top(&a, 1), below = area_take_bottom(&a, 1);
    area bar = area_take_bottom(&a, 1), line = area_take_bottom(&a, 1);
    visit_title(v, title, words_for_key("game", v->s.game));
    area left = area_inside(area_take_left(&a, LEFT_COLUMNS), 1, 2);
    area talk = area_take_bottom(&left, TALK_ROWS);
    int seats = look_count(look_in(v->s.room, "seats"));
    place_cursor(v, seats);
    draw_text(left, 0, 0, INK_STRONG, _("At the table"));
    for (int seat = 0; seat < seats; seat++)
        draw_seat(v, left, 1 + seat, seat);
    draw_options(v, area_part(left, seats + 2, 2, left.height, left.width));
    draw_talk(v, talk);
    draw_link(v, area_inside(a, 1, 1));
    if (v->typing || v->asking || v->notice[0])
        match_draw_prompt(v, line);
    else
        draw_text(line, 0, 1, INK_STRONG,
                  v->s.playing ? _("A match is in progress. Only the players can see it.")
                  : v->s.host  ? _("You are the host: start when everyone is here.")
                               : _("The host starts the match."));
    if (v->typing || v->asking)
        return;
    draw_keys(area_part(bar, 0, 1, 1, bar.width - 2), 0, keys, lobby_keys(v, keys));
    draw_keys(area_part(below, 0, 1, 1, below.width - 2), 0, keys, visit_house_keys(v, keys));
}

/* ---- keys ---- */

/* From none through all levels and back to none. */
static void change_bot(visit *v)
{
    const json_t *one = seat_at(v, v->cursor);
    int level =
        look_has(one, "bot") ? bot_level(kn_slice_of(look_text(one, "bot"))) + 1 : BOT_REGULAR;
    if (!is_free(v, v->cursor) && !look_has(one, "bot"))
        return;
    if (level < BOT_LEVELS)
        visit_say(v, "{s:s, s:i, s:s}", "type", "bot", "seat", v->cursor + 1, "level",
                  bot_levels[level]);
    else
        visit_say(v, "{s:s, s:i, s:n}", "type", "bot", "seat", v->cursor + 1, "level");
}

/* Our own seat is left at once; somebody else's is a matter to be sure of. */
static void leave_or_remove(visit *v)
{
    if (is_mine(v, v->cursor)) {
        visit_say(v, "{s:s, s:i}", "type", "stand", "seat", v->cursor + 1);
    } else if (v->s.host && look_has(seat_at(v, v->cursor), "person")) {
        v->asked_seat = v->cursor;
        visit_ask(v, ASK_REMOVE);
    }
}

bool lobby_key(visit *v, int key)
{
    int seats = look_count(look_in(v->s.room, "seats"));
    v->notice[0] = '\0';
    if (key >= SCREEN_PICK && key < SCREEN_PICK + seats) {
        v->cursor = key - SCREEN_PICK;
        return true;
    }
    switch (key) {
    case SCREEN_UP: v->cursor = v->cursor > 0 ? v->cursor - 1 : 0; return true;
    case SCREEN_DOWN: v->cursor = v->cursor < seats - 1 ? v->cursor + 1 : v->cursor; return true;
    case SCREEN_ENTER:
        if (is_free(v, v->cursor))
            visit_type(v, TYPE_NAME, v->name);
        return true;
    case 'x': leave_or_remove(v); return true;
    case 'b': change_bot(v); return true;
    case 'g': visit_say(v, "{s:s}", "type", "start"); return true;
    case '?': rules_open(&v->page, v->s.game); return true;
    default: return false;
    }
}
