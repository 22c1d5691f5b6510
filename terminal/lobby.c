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

/* ---- who has come in ---- */

static int guests_in(const visit *v, const json_t *room)
{
    bool us = !look_has(v->s.you, "person"); /* we are one of them */
    int guests = look_int(room, "watchers") - us;
    return guests > 0 ? guests : 0;
}

/* Something about this seat for everyone to read; false if nothing has changed. */
static bool tell_seat(visit *v, const json_t *was, const json_t *is)
{
    char words[SCENE_TEXT_MAX];
    bool before = look_has(was, "person"), now = look_has(is, "person");
    const char *format = NULL;
    if (now && !(before && look_int(was, "person") == look_int(is, "person")))
        format = _("%s takes seat %d.");
    else if (before && !now)
        format = _("%s has left seat %d.");
    else if (now && look_true(was, "away") != look_true(is, "away"))
        format = look_true(is, "away") ? _("%s (seat %d) is away.") : _("%s (seat %d) is back.");
    if (!format || (now && v->s.mine & KN_ACTOR(look_int(is, "seat") - 1)))
        return false;
    snprintf(words, sizeof words, format, look_text(now ? is : was, "name"), look_int(is, "seat"));
    scene_remark(&v->s, words);
    return true;
}

/* Guests without a seat have no names here. Whoever sits down is told as that, not as leaving. */
void lobby_tell_changes(visit *v, const json_t *before)
{
    const json_t *room = v->s.room, *seats = look_in(room, "seats");
    int more = guests_in(v, room) - guests_in(v, before);
    bool told = false;
    if (channel_is_local(v->channel))
        return;
    for (int i = 0; i < look_count(seats); i++)
        told |= tell_seat(v, look_at(look_in(before, "seats"), i), look_at(seats, i));
    if (!told && more > 0)
        scene_remark(&v->s, _("Someone has come in."));
    else if (!told && more < 0)
        scene_remark(&v->s, _("Someone without a seat has left."));
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
        const scene_talk *t = &s->talk[i];
        draw_text(a, i - first, 0, INK_ACCENT, t->from);
        draw_text(a, i - first, t->from[0] ? draw_width(t->from) + 2 : 0,
                  t->from[0] ? INK_PLAIN : INK_GOOD, t->text);
    }
}

/* How many are in the room without a seat. */
static int draw_guests(const visit *v, area a, int row)
{
    char words[SCENE_TEXT_MAX];
    int guests = guests_in(v, v->s.room);
    if (guests == 0)
        return 0;
    snprintf(words, sizeof words,
             words_plural("%d guest without a seat", "%d guests without a seat", guests), guests);
    draw_text(a, row, 2, INK_GOOD, words);
    return 1;
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
    } else if (v->s.mine && look_int(v->s.room, "match") > 0) {
        out[count++] = (draw_key){'g', "g", _("next match")};
    }
    if (visit_evening_is_worth_showing(v))
        out[count++] = (draw_key){'e', "e", _("evening")};
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

static const char *status(const visit *v)
{
    return v->s.playing ? _("A match is in progress. Only the players can see it.")
           : v->s.host  ? _("You are the host: start when everyone is here.")
                        : _("The host starts the match.");
}

/* Seats, guests, and below them the options; returns the row behind the guests. */
static int draw_people(visit *v, area a)
{
    int seats = look_count(look_in(v->s.room, "seats"));
    place_cursor(v, seats);
    draw_text(a, 0, 0, INK_STRONG, _("At the table"));
    for (int seat = 0; seat < seats; seat++)
        draw_seat(v, a, 1 + seat, seat);
    return 1 + seats + draw_guests(v, a, 1 + seats);
}

/* On a small screen everything stands below each other: first the link, last what was said. */
static void draw_small(visit *v, area a)
{
    enum { LINK_ROWS = 2, TALK_LEAST = 2 };
    a = area_part(a, 0, 1, a.height, a.width - 2);
    const char *link = channel_link(v->channel);
    int rows = link[0] ? 1 + draw_wrapped_rows(a.width, link) : 0;
    draw_link(v, area_take_top(&a, rows));
    int used = draw_people(v, a), options = (int)json_object_size(look_in(v->s.room, "options"));
    area_take_top(&a, used);
    if (a.height >= options + TALK_LEAST + 1)
        draw_options(v, area_inside(area_take_top(&a, options + 1), 0, 2));
    draw_talk(v, a);
}

static void draw_large(visit *v, area a)
{
    area left = area_inside(area_take_left(&a, LEFT_COLUMNS), 1, 2);
    area talk = area_take_bottom(&left, TALK_ROWS);
    int used = draw_people(v, left);
    draw_options(v, area_part(left, used + 1, 2, left.height, left.width));
    draw_talk(v, talk);
    draw_link(v, area_inside(a, 1, 1));
}

void lobby_draw(visit *v, area a)
{
    draw_key keys[DRAW_KEYS_MAX];
    int count = v->typing || v->asking ? 0 : lobby_keys(v, keys);
    visit_title(v, area_take_top(&a, 1), words_for_key("game", v->s.game));
    bool said = v->typing || v->asking || v->notice[0];
    stage_rows rows = visit_take_rows(v, &a, keys, count, said ? "" : status(v));
    if (visit_is_small())
        draw_small(v, a);
    else
        draw_large(v, a);
    if (said)
        match_draw_prompt(v, rows.line);
    else
        draw_wrapped(area_part(rows.line, 0, 1, rows.line.height, rows.line.width - 2), 0,
                     INK_STRONG, status(v));
    if (v->typing || v->asking)
        return;
    draw_keys(area_part(rows.bar, 0, 1, rows.bar.height, rows.bar.width - 2), 0, keys, count);
    draw_keys(area_part(rows.below, 0, 1, rows.below.height, rows.below.width - 2), 0, keys,
              visit_house_keys(v, keys));
}

/* ---- keys ---- */

/* The bot behind this one: through all levels, then through the server's programs; NULL: none. */
static const char *next_bot(const visit *v, const char *name)
{
    const json_t *programs = look_in(v->s.room, "bots");
    int level = bot_level(kn_slice_of(name)), at = level >= 0 ? 0 : look_count(programs);
    if (level >= 0 && level + 1 < BOT_LEVELS)
        return bot_levels[level + 1];
    for (int i = 0; level < 0 && i < look_count(programs); i++)
        if (strcmp(json_string_value(json_array_get(programs, (size_t)i)), name) == 0)
            at = i + 1;
    return at < look_count(programs) ? json_string_value(json_array_get(programs, (size_t)at))
                                     : NULL;
}

/* From none through all of them and back to none. */
static void change_bot(visit *v)
{
    const json_t *one = seat_at(v, v->cursor);
    bool is_bot = look_has(one, "bot");
    if (!is_free(v, v->cursor) && !is_bot)
        return;
    const char *next = is_bot ? next_bot(v, look_text(one, "bot")) : bot_levels[BOT_REGULAR];
    if (next)
        visit_say(v, "{s:s, s:i, s:s}", "type", "bot", "seat", v->cursor + 1, "level", next);
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
    case 'e':
        if (visit_evening_is_worth_showing(v))
            visit_evening_open(v);
        return true;
    case 'g': /* the first match is the host's; others propose a further one */
        visit_say(v, "{s:s}", "type",
                  v->s.host || look_int(v->s.room, "match") == 0 ? "start" : "again");
        return true;
    case '?': rules_open(&v->page, v->s.game); return true;
    default: return false;
    }
}
