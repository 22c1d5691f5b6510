/* visit.c: a visit to a room: hears the house, draws, reads keys, sends messages. See visit.h. */
#include "terminal/visit.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "sentences/answers.h"
#include "terminal/size.h"
#include "terminal/stage.h"
#include "words/words.h"

/* ---- saying ---- */

void visit_say(visit *v, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    json_t *message = json_vpack_ex(NULL, 0, format, values);
    va_end(values);
    channel_send(v->channel, message);
}

uint64_t visit_salt(visit *v)
{
    uint64_t salt;
    if (v->manner->seed)
        return kn_random_next(&v->random);
    native_random(&salt, sizeof salt);
    return salt;
}

static const char *salt_text(visit *v)
{
    static char text[17];
    kn_text out = kn_text_on(text, sizeof text);
    kn_put_hex64(&out, visit_salt(v));
    return text;
}

void visit_make_move(visit *v, const face_act *act)
{
    json_t *play =
        json_pack("{s:s, s:i, s:s, s:s, s:I}", "type", "play", "seat", act->seat + 1, "move",
                  act->text, "salt", salt_text(v), "event", (json_int_t)v->s.event);
    if (act->after_ms >= 0)
        json_object_set_new(play, "after_ms", json_real(act->after_ms));
    channel_send(v->channel, play);
    v->pending = face_nothing;
    v->hints = HINT_NONE;
}

void visit_want_log(visit *v, unsigned why)
{
    v->log_wanted |= why;
    channel_ask_log(v->channel, v->s.match);
}

/* ---- telling the person here ---- */

void visit_notice(visit *v, ink with, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(v->notice, sizeof v->notice, format, values);
    va_end(values);
    v->notice_ink = with;
}

void visit_type(visit *v, typing for_what, const char *text)
{
    int most = for_what == TYPE_NAME   ? TABLE_NAME_MAX - 1
               : for_what == TYPE_CALL ? HOUSE_CALL_MAX - 1
                                       : HOUSE_CHAT_MAX - 1;
    v->typing = for_what;
    edit_begin(&v->line, text, most);
}

void visit_ask(visit *v, asking for_what)
{
    v->asking = for_what;
}

/* ---- coming in ---- */

static void bring_salt(visit *v, int seat)
{
    visit_say(v, "{s:s, s:i, s:s, s:i}", "type", "salt", "seat", seat + 1, "salt", salt_text(v),
              "id", VISIT_ID_SALT);
}

static void take_seats(visit *v)
{
    for (int i = 0; i < v->manner->seats; i++) {
        const visit_seat *seat = &v->manner->seat[i];
        if (seat->bot)
            visit_say(v, "{s:s, s:i, s:s}", "type", "bot", "seat", i + 1, "level", seat->bot);
        else
            visit_say(v, "{s:s, s:i, s:s}", "type", "sit", "seat", i + 1, "name", seat->name);
    }
    if (!v->manner->start)
        return;
    for (int i = 0; i < v->manner->seats; i++) /* they arrive after the seal for these seats */
        if (!v->manner->seat[i].bot)
            bring_salt(v, i);
    visit_say(v, "{s:s}", "type", "start");
}

/* For every new seal our seats send new salts. */
static void bring_salts(visit *v)
{
    const char *seal = look_text(v->s.room, "seal");
    if (v->s.playing || !v->s.mine || strcmp(seal, v->salted_for) == 0)
        return;
    snprintf(v->salted_for, sizeof v->salted_for, "%s", seal);
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        if (v->s.mine & KN_ACTOR(seat))
            bring_salt(v, seat);
}

/* ---- hearing ---- */

/* The table has changed: drop the unfinished choice. */
static void renew_choice(visit *v)
{
    scene *s = &v->s;
    const face *f = face_for(s->game);
    match_choose_viewer(v);
    if (v->choice_match == s->match && v->choice_event == s->event && v->choice_viewer == s->viewer)
        return;
    face_choice before = v->choice;
    memset(&v->choice, 0, sizeof v->choice);
    if (f->carry && v->choice_match == s->match)
        f->carry(s, &before, &v->choice);
    v->choice_match = s->match;
    v->choice_event = s->event;
    v->choice_viewer = s->viewer;
    v->hints = HINT_NONE;
    v->judging = false;
    v->pending = face_nothing;
    v->notice[0] = '\0';
    if (v->asking == ASK_SURE || v->asking == ASK_MOVE)
        v->asking = ASK_NOTHING;
}

/* Someone wants to take back: ask the next of ours who has not agreed. */
static void look_at_back_request(visit *v)
{
    json_t *back = look_in(v->s.table, "back"), *agreed = look_in(back, "agreed");
    kn_actors asked = (kn_actors)(v->s.mine & ~look_seats(agreed));
    if (v->asking == ASK_BACK)
        v->asking = ASK_NOTHING;
    if (!back || !asked)
        return;
    v->asked_seat = kn_first_actor(asked);
    visit_ask(v, ASK_BACK);
}

/* Someone is away, and we have not said yet what happens. An answer can be changed on the page. */
static void look_at_absent(visit *v)
{
    char person[16];
    const json_t *absent = look_in(v->s.room, "absent"), *votes = look_in(absent, "votes");
    snprintf(person, sizeof person, "%d", look_int(v->s.you, "person"));
    if (v->asking == ASK_ABSENT)
        v->asking = ASK_NOTHING;
    if (v->asking == ASK_NOTHING && json_is_null(json_object_get(votes, person)))
        visit_ask(v, ASK_ABSENT);
}

static void look_at_dice(visit *v)
{
    if (v->typing == TYPE_DICE && !v->s.dice_due)
        v->typing = TYPE_NOTHING;
    if (v->typing == TYPE_NOTHING && v->s.dice_due && v->s.mine)
        visit_type(v, TYPE_DICE, "");
}

/* The first match goes into the file that was named, every further one into a file of its own. */
static void save_by_itself(visit *v)
{
    bool first = v->auto_match == 0;
    if (v->auto_match != v->s.match) {
        snprintf(v->auto_path, sizeof v->auto_path, "%s", v->manner->save_to);
        if (!first)
            saving_find_free(v->manner->save_to, v->auto_path);
        if (!first)
            visit_notice(v, INK_GOOD, _("This match is saved to %s."), v->auto_path);
        v->auto_match = v->s.match;
    }
    visit_want_log(v, LOG_TO_AUTOSAVE);
}

static void hear_table(visit *v)
{
    renew_choice(v);
    look_at_back_request(v);
    look_at_dice(v);
    if (v->s.over)
        end_reached(v);
    else
        v->result_shown = false;
    if (v->manner->save_to && channel_is_local(v->channel) && !v->s.stopped)
        save_by_itself(v);
}

static void hear_refusal(visit *v, const json_t *message)
{
    if (look_int(message, "id") == VISIT_ID_SALT)
        return; /* it came too late, or twice: nobody at this keyboard asked for anything */
    if (look_int(message, "id") == VISIT_ID_JUDGE && v->pending.what == FACE_MOVE) {
        visit_make_move(v, &v->pending); /* no tutor here: the move stands */
        return;
    }
    v->judging = false;
    v->hints = HINT_NONE;
    visit_notice(v, INK_BAD, "%s", refusal_words(look_text(message, "why")));
}

/* Whoever comes back is told who they are: someone else may sit at this keyboard today. */
static void greet(visit *v)
{
    const scene *s = &v->s;
    if (v->greeted || !v->entered || !s->room || (s->playing && !s->table))
        return;
    v->greeted = true;
    if (s->mine && v->manner->seats == 0 && !channel_is_local(v->channel))
        visit_notice(v, INK_GOOD, _("You are %s here. Someone else? knobel join LINK NAME"),
                     scene_name(s, kn_first_actor(s->mine)));
}

/* A short line; what someone here has to read stays. */
static void hear_reaction(visit *v, const json_t *message)
{
    int seat = look_int(message, "seat") - 1;
    if (seat < 0 || seat >= KN_SEATS_MAX || (v->notice[0] && v->notice_ink == INK_BAD))
        return;
    visit_notice(v, INK_SOFT, "%s: %s", scene_name(&v->s, seat),
                 reaction_words(look_text(message, "what")));
}

static void hear(visit *v, json_t *message)
{
    json_t *before = look_is(message, "type", "room") ? json_incref(v->s.room) : NULL;
    scene_hear(&v->s, message);
    if (before)
        lobby_tell_changes(v, before);
    json_decref(before);
    if (look_is(message, "type", "you") && !v->entered) {
        v->entered = true;
        if (v->manner->seats > 0)
            take_seats(v);
    } else if (look_is(message, "type", "room")) {
        bring_salts(v);
        if (v->s.table)
            renew_choice(v);
        look_at_absent(v);
    } else if (look_is(message, "type", "table")) {
        hear_table(v);
    } else if (look_is(message, "type", "opinions")) {
        advice_hear(v);
    } else if (look_is(message, "type", "reaction")) {
        hear_reaction(v, message);
    } else if (look_is(message, "type", "refused")) {
        hear_refusal(v, message);
    } else if (look_is(message, "type", "log")) {
        if (!visit_evening_hear_log(v, message))
            end_hear_log(v, message);
    }
}

static void hear_all(visit *v)
{
    json_t *message;
    while ((message = channel_receive(v->channel))) {
        hear(v, message);
        json_decref(message);
    }
    greet(v);
    end_look_at_review(v);
    if (v->s.playing)
        v->evening.open = false;
    visit_evening_go_on(v);
}

/* ---- drawing ---- */

/* A table of the game that was played before is no longer shown when another one is next. */
static bool is_at_table(const visit *v)
{
    return v->s.table && !v->s.stopped && !look_is(v->s.room, "status", "waiting");
}

void visit_title(const visit *v, area a, const char *title)
{
    char right[160], words[160];
    bool away = !channel_is_local(v->channel), lost = channel_status_of(v->channel) != CHANNEL_OPEN;
    snprintf(right, sizeof right, "%s%s%s%s", v->tutor ? _("tutor") : "",
             v->tutor && away ? "  " : "", away ? channel_room(v->channel) : "",
             lost ? _("  (connecting)") : "");
    int room = a.width - 2 - (right[0] ? draw_width(right) + 2 : 0);
    snprintf(words, sizeof words, "Knobel %s %s", draw_glyph(GLYPH_DOT), title);
    draw_padded(a, 0, 0, a.width, INK_TITLE, "");
    draw_text(area_part(a, 0, 1, 1, room), 0, 0, INK_TITLE,
              draw_width(words) > room ? title : words);
    draw_right(a, 0, a.width - 1, INK_TITLE, right);
}

bool visit_is_small(void)
{
    enum { LARGE_ROWS = DRAW_LARGE_ROWS + 5 }; /* title, line, two rows of keys, one event */
    return screen_rows() < LARGE_ROWS || screen_columns() < DRAW_LARGE_COLUMNS;
}

stage_rows visit_take_rows(const visit *v, area *rest, const draw_key *own, int count,
                           const char *says)
{
    enum { KEYS_MOST = 2, SAYS_MOST = 2 };
    draw_key always[DRAW_KEYS_MAX];
    int width = rest->width - 2, line = 1, bar = 1, below = 1;
    bool small = visit_is_small();
    if (small) {
        below = draw_keys_rows(width, always, visit_house_keys(v, always), KEYS_MOST);
        bar = draw_keys_rows(width, own, count, KEYS_MOST);
        line = draw_wrapped_rows(width, says) < SAYS_MOST ? 1 : SAYS_MOST;
    }
    area all = area_take_bottom(rest, line + bar + below);
    stage_rows rows = {area_part(all, 0, 0, line, all.width),
                       area_part(all, line, 0, bar, all.width),
                       area_part(all, line + bar, 0, below, all.width)};
    if (small && v->asking) {
        rows.line = all;
    } else if (small && v->typing) {
        rows.bar = area_take_bottom(&all, bar);
        rows.line = all;
    } else if (small && draw_wrapped_rows(width, v->notice) > line) {
        rows.line = area_part(all, 0, 0, line + bar, all.width);
        rows.bar.height = 0;
    }
    return rows;
}

int visit_house_keys(const visit *v, draw_key *out)
{
    int count = 0;
    const scene *s = &v->s;
    bool due = face_due(s), hints = look_true(s->room, "hints");
    out[count++] = (draw_key){'?', "?", _("rules")};
    if (is_at_table(v))
        out[count++] = (draw_key){'l', "l", _("log")};
    if (due && hints)
        out[count++] = (draw_key){'h', "h", _("hint")};
    if (s->playing && s->mine && hints)
        out[count++] = (draw_key){'t', "t", v->tutor ? _("tutor off") : _("tutor")};
    if (s->playing && s->mine)
        out[count++] = (draw_key){'u', "u", _("take back")};
    if (s->dice_due && s->mine)
        out[count++] = (draw_key){'d', "d", _("enter dice")};
    if (s->table && (s->over || channel_is_local(v->channel)))
        out[count++] = (draw_key){'w', "w", _("save")};
    if (!channel_is_local(v->channel))
        out[count++] = (draw_key){'c', "c", _("chat")};
    out[count++] = (draw_key){'q', "q", _("leave")};
    return count;
}

/* What is the matter with the connection, and what can be done: told apart, so that nobody waits
 * for a room that does not exist. */
typedef struct {
    char title[STAGE_NOTICE_MAX];
    const char *then; /* what happens next */
    bool bad;
} trouble_words;

static trouble_words describe_trouble(const visit *v)
{
    const channel *c = v->channel;
    trouble_words t = {.then = "", .bad = true};
    switch (channel_trouble_of(c)) {
    case CHANNEL_FINE:
        snprintf(t.title, sizeof t.title, _("Connecting to %s…"), channel_host(c));
        t.bad = false;
        break;
    case CHANNEL_UNREACHABLE:
        snprintf(t.title, sizeof t.title, _("%s can't be reached."), channel_host(c));
        t.then = channel_status_of(c) == CHANNEL_CLOSED
                     ? _("Check the address, and whether the server is running.")
                     : _("Trying again. Check the address, and whether the server is running.");
        break;
    case CHANNEL_CUT:
        snprintf(t.title, sizeof t.title, "%s", _("The connection is lost."));
        t.then = _("Trying again. Your seat stays yours.");
        break;
    case CHANNEL_WRONG_CODE:
        snprintf(t.title, sizeof t.title, _("There is no room %s on %s."), channel_room(c),
                 channel_host(c));
        t.then = _("Check the code, or ask the host for the link again.");
        break;
    case CHANNEL_SENT_AWAY:
        snprintf(t.title, sizeof t.title, "%s", _("You can't stay in this room."));
        break;
    }
    return t;
}

/* A box in the middle of the screen. */
static void draw_trouble(const visit *v, area a)
{
    enum { COLUMNS = 60, EDGE = 2, INDENT = 3 };
    trouble_words t = describe_trouble(v);
    const char *error = channel_trouble_of(v->channel) == CHANNEL_WRONG_CODE ||
                                channel_trouble_of(v->channel) == CHANNEL_CUT
                            ? ""
                            : channel_error(v->channel);
    int width = a.width < COLUMNS ? a.width : COLUMNS, inner = width - 2 * INDENT, row = 1;
    int rows = draw_wrapped_rows(inner, t.title) + draw_wrapped_rows(inner, error) +
               draw_wrapped_rows(inner, t.then) + 2 + (t.then[0] != '\0');
    area box = area_middle(a, rows + 2 * EDGE - 1, width), inside = area_inside(box, 1, INDENT);
    draw_fill(box, INK_PLAIN);
    draw_frame(box, t.bad ? INK_BAD : INK_SOFT);
    row += draw_wrapped_centred(inside, row, INK_STRONG, t.title);
    row += draw_wrapped_centred(inside, row, t.bad ? INK_BAD : INK_SOFT, error);
    if (t.then[0])
        row += 1 + draw_wrapped_centred(inside, row + 1, INK_PLAIN, t.then);
    draw_centred(inside, row + 1, INK_SOFT, _("q leaves"));
}

static void draw(visit *v)
{
    area a = area_screen();
    const scene *s = &v->s;
    screen_begin();
    v->choice.wake_ns = 0;
    if (size_is_too_small(a))
        size_draw_needed(a);
    else if (pager_open(&v->page))
        pager_draw(&v->page, a);
    else if (!s->room)
        draw_trouble(v, a);
    else if (v->evening.open)
        visit_evening_draw(v, a);
    else if (match_must_hand_over(v))
        match_draw_hand_over(v, a);
    else if (is_at_table(v))
        match_draw(v, a);
    else
        lobby_draw(v, a);
    if (s->room && channel_status_of(v->channel) != CHANNEL_OPEN && !pager_open(&v->page) &&
        !size_is_too_small(a))
        draw_trouble(v, a);
    int64_t shown_ns = screen_show();
    if (v->choice.shown_ns == FACE_SHOW_NOW)
        v->choice.shown_ns = shown_ns;
}

/* ---- keys ---- */

static void send_typed(visit *v)
{
    const char *text = v->line.text;
    switch (v->typing) {
    case TYPE_CHAT: /* `/wow` is a reaction */
        visit_say(v, "{s:s, s:s}", "type", text[0] == '/' ? "react" : "chat",
                  text[0] == '/' ? "what" : "text", text + (text[0] == '/'));
        break;
    case TYPE_CALL: visit_say(v, "{s:s, s:s}", "type", "call", "text", text); break;
    case TYPE_DICE: visit_say(v, "{s:s, s:s}", "type", "declare", "shown", text); break;
    case TYPE_SAVE:
        snprintf(v->save_path, sizeof v->save_path, "%s", text);
        if (end_may_save(v, text))
            visit_want_log(v, LOG_TO_SAVE);
        else
            visit_ask(v, ASK_REPLACE);
        break;
    case TYPE_NAME:
        snprintf(v->name, sizeof v->name, "%.*s", TABLE_NAME_MAX - 1, text);
        visit_say(v, "{s:s, s:i, s:s}", "type", "sit", "seat", v->cursor + 1, "name", v->name);
        break;
    case TYPE_NOTHING: break;
    }
}

static void key_typed(visit *v, int key)
{
    v->notice[0] = '\0';
    if (key == SCREEN_ESCAPE) {
        v->typing = TYPE_NOTHING;
    } else if (key == SCREEN_TAB && v->typing == TYPE_DICE) {
        visit_say(v, "{s:s}", "type", "roll");
    } else if (key == SCREEN_ENTER) {
        typing was = v->typing;
        if (v->line.length > 0)
            send_typed(v);
        v->typing = TYPE_NOTHING;
        if (was == TYPE_DICE) /* as long as dice are due, and the house has not said more */
            visit_type(v, TYPE_DICE, "");
    } else {
        edit_key(&v->line, key);
    }
}

/* `y`, or the first letter of yes in the current language. */
static bool means_yes(int key)
{
    return key == 'y' || key == 'Y' || (key < 0x80 && tolower(key) == _("yes")[0]);
}

/* Capital letters: the question comes by itself, and all others are for the table. */
static bool key_voted(visit *v, int key)
{
    const char *wanted = key == 'B'                           ? "bot"
                         : key == 'S'                         ? "stop"
                         : key == 'W' || key == SCREEN_ESCAPE ? "wait"
                                                              : NULL;
    if (!wanted)
        return false;
    v->asking = ASK_NOTHING;
    visit_say(v, "{s:s, s:s}", "type", "vote", "for", wanted);
    return true;
}

static void key_answered(visit *v, int key)
{
    bool yes = means_yes(key), no = key == 'n' || key == 'N' || key == SCREEN_ESCAPE;
    asking was = v->asking;
    if (!yes && !no)
        return;
    v->asking = ASK_NOTHING;
    switch (was) {
    case ASK_LEAVE: v->left = yes; break;
    case ASK_BACK:
        visit_say(v, "{s:s, s:i}", "type", yes ? "agree" : "disagree", "seat", v->asked_seat + 1);
        break;
    case ASK_SURE:
        if (yes)
            visit_make_move(v, &v->pending);
        v->pending = face_nothing;
        break;
    case ASK_REMOVE:
        if (yes)
            visit_say(v, "{s:s, s:i}", "type", "remove", "seat", v->asked_seat + 1);
        break;
    case ASK_MOVE:
        if (yes)
            advice_want_move(v, &v->asked_move);
        break;
    case ASK_REPLACE:
        if (yes)
            visit_want_log(v, LOG_TO_SAVE);
        else
            match_begin_saving(v, v->save_path);
        break;
    case ASK_NEW_EVENING:
        if (yes)
            visit_say(v, "{s:s, s:b}", "type", "evening", "new", 1);
        v->evening.open = !yes;
        break;
    case ASK_GAME:
    case ASK_ABSENT:
    case ASK_NOTHING: break;
    }
}

static void key_anywhere(visit *v, int key)
{
    switch (key) {
    case 'q':
        if (v->s.playing && v->s.mine && channel_status_of(v->channel) != CHANNEL_CLOSED)
            visit_ask(v, ASK_LEAVE);
        else
            v->left = true;
        break;
    case 'c':
        if (!channel_is_local(v->channel))
            visit_type(v, TYPE_CHAT, "");
        break;
    default: break;
    }
}

static void key(visit *v, int pressed, int64_t at_ns)
{
    bool lobby = !is_at_table(v);
    if (pager_open(&v->page)) {
        if (!pager_key(&v->page, pressed))
            pager_end(&v->page);
    } else if (v->typing) {
        key_typed(v, pressed);
    } else if (v->asking == ASK_ABSENT && key_voted(v, pressed)) {
        return;
    } else if (v->asking == ASK_GAME) {
        visit_evening_key_game(v, pressed);
    } else if (v->asking && v->asking != ASK_ABSENT) {
        key_answered(v, pressed);
    } else if (v->evening.open) {
        if (!visit_evening_key(v, pressed))
            key_anywhere(v, pressed);
    } else if (match_must_hand_over(v)) {
        if (pressed == SCREEN_ENTER)
            v->handed_to = v->s.viewer;
        else if (pressed == 'q')
            visit_ask(v, ASK_LEAVE);
    } else if (!v->s.room || !(lobby ? lobby_key(v, pressed) : match_key(v, pressed, at_ns))) {
        key_anywhere(v, pressed);
    }
}

static void read_keys(visit *v)
{
    int64_t at_ns;
    for (int pressed; !v->left && (pressed = screen_key(&at_ns)) != SCREEN_NO_KEY;) {
        key(v, pressed, at_ns);
        hear_all(v); /* so that the next key meets the result of this one */
    }
}

/* ---- the loop ---- */

static int timeout_ms(const visit *v)
{
    enum { REVIEW_LOOK_MS = 100 };
    int least = channel_timeout_ms(v->channel);
    if ((v->reviewing || visit_evening_is_busy(v)) && (least < 0 || least > REVIEW_LOOK_MS))
        least = REVIEW_LOOK_MS;
    if (v->choice.wake_ns) {
        int64_t left = (v->choice.wake_ns - native_steady_ns() + 999999) / 1000000;
        left = left < 0 ? 0 : left;
        if (least < 0 || left < least)
            least = (int)left;
    }
    return least;
}

static void begin(visit *v, channel *c, const visit_manner *manner)
{
    uint64_t seed = manner->seed;
    memset(v, 0, sizeof *v);
    v->channel = c;
    v->manner = manner;
    v->handed_to = -1;
    v->choice_viewer = -1;
    v->pending = face_nothing;
    if (manner->name)
        snprintf(v->name, sizeof v->name, "%s", manner->name);
    v->random = kn_random_from(seed + 1);
    scene_open(&v->s);
    v->s.calm = manner->calm;
    v->s.home = channel_is_local(c);
}

void visit_run(channel *c, const visit_manner *manner)
{
    visit v;
    begin(&v, c, manner);
    while (!v.left) {
        channel_run(c);
        hear_all(&v);
        draw(&v);
        screen_wait(channel_file(c), timeout_ms(&v));
        read_keys(&v);
        match_wake(&v, native_steady_ns());
    }
    pager_end(&v.page);
    end_free(&v);
    visit_evening_free(&v);
    scene_close(&v.s);
}
