/* match.c: a match on the screen: the face of the game, the events, whose turn it is, and handing
 * over the keyboard where hands are secret. See stage.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "sentences/answers.h"
#include "terminal/rules.h"
#include "terminal/stage.h"
#include "words/words.h"

enum {
    FACE_ROWS_MIN = DRAW_LARGE_ROWS,
    FACE_ROWS_SMALL = 15,
    TOLD_ROWS_MAX = 6,
    WIDE = 124, /* at least this wide, the log has a pane beside the table */
    PANE_COLUMNS = 42,
};

/* ---- the seat that looks ---- */

static bool several_here(const scene *s)
{
    return (s->mine & (s->mine - 1)) != 0;
}

/* Show the view of our seat to move; if there are several, the one after the last shown. */
void match_choose_viewer(visit *v)
{
    scene *s = &v->s;
    kn_actors can = s->due & s->mine;
    int viewer = s->viewer;
    if (!s->mine)
        viewer = KN_WATCHER;
    else if (can && !(can & KN_ACTOR(viewer)))
        viewer = kn_first_actor(can);
    else if (!(s->mine & KN_ACTOR(viewer)))
        viewer = kn_first_actor(s->mine);
    scene_look(s, viewer);
}

/* Do others at this keyboard see something else than the seat that looks? */
static bool others_see_differently(const scene *s)
{
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        if (s->mine & KN_ACTOR(seat) && seat != s->viewer &&
            !json_equal(scene_view_of(s, seat), s->view))
            return true;
    return false;
}

static face_secrecy secrecy(const scene *s)
{
    const face *f = face_for(s->game);
    return f->secrecy ? f->secrecy(s) : FACE_AS_SEEN;
}

static bool has_secrets(const scene *s)
{
    face_secrecy how = secrecy(s);
    return how == FACE_SECRET || (how == FACE_AS_SEEN && others_see_differently(s));
}

/* The log is shared by all seats at this keyboard: while they have secrets from each other, it
 * stays closed. */
static bool log_is_closed(const scene *s)
{
    const face *f = face_for(s->game);
    bool secrets = secrecy(s) == FACE_SECRET || others_see_differently(s);
    return s->playing && ((several_here(s) && secrets) || (f->dark && f->dark(s)));
}

bool match_must_hand_over(const visit *v)
{
    const scene *s = &v->s;
    return s->playing && s->table && several_here(s) && face_due(s) && v->handed_to != s->viewer &&
           !face_for(s->game)->together && has_secrets(s);
}

void match_draw_hand_over(const visit *v, area a)
{
    char words[STAGE_NOTICE_MAX];
    const draw_key keys[] = {{SCREEN_ENTER, "Enter", _("only I can see the screen")},
                             {'q', "q", _("leave")}};
    int rows = draw_keys_rows(a.width, keys, 2, 2);
    area bar = area_take_bottom(&a, rows), middle = area_middle(a, 5, a.width - 4);
    visit_title(v, area_take_top(&a, 1), words_for_key("game", v->s.game));
    snprintf(words, sizeof words, _("For %s's eyes only."), scene_name(&v->s, v->s.viewer));
    draw_centred(middle, 0, INK_SEAT + v->s.viewer, words);
    draw_centred(middle, 2, INK_SOFT, _("Everyone else, please look away."));
    if (v->asking == ASK_LEAVE)
        draw_centred(middle, 4, INK_ACCENT, _("Leave the match? (y/n)"));
    draw_keys(bar, 0, keys, 2);
}

/* ---- what was told ---- */

static const char *line_name(const scene *s, const scene_line *line)
{
    switch (line->actor) {
    case KN_CHANCE: return words_for_key(s->game, s->ours ? "our_dice" : "dice");
    case KN_CLOCK: return _("clock");
    case TABLE_BACK:
    case SCENE_SPOKEN: return "";
    default: return scene_name(s, line->actor);
    }
}

static ink line_ink(const scene_line *line)
{
    return line->actor < KN_SEATS_MAX ? INK_SEAT + line->actor : INK_SOFT;
}

/* The last lines, the newest at the bottom; names in a column of their own. */
static void draw_told(const scene *s, area a)
{
    enum { NAME_COLUMNS = 12 };
    int count = log_is_closed(s) ? 0 : scene_told_now(s);
    int first = count > a.height ? count - a.height : 0;
    for (int i = first; i < count; i++) {
        const scene_line *line = &s->told[i];
        int row = i - first;
        if (line->actor == SCENE_SPOKEN) {
            draw_text(a, row, 0, INK_ACCENT, line->text);
            continue;
        }
        draw_padded(a, row, 0, NAME_COLUMNS, line_ink(line), line_name(s, line));
        draw_text(a, row, NAME_COLUMNS + 1, INK_PLAIN, line->text);
    }
}

static void draw_pane(const scene *s, area a)
{
    area inside = area_inside(a, 1, 2);
    draw_titled_frame(a, INK_SOFT, _("log"));
    draw_told(s, inside);
}

static void open_log(visit *v)
{
    const scene *s = &v->s;
    size_t size = (size_t)s->told_count * (SCENE_TEXT_MAX + TABLE_NAME_MAX + 4) + 64;
    char *text = native_realloc(NULL, size);
    kn_text out = kn_text_on(text, size);
    for (int i = 0; i < s->told_count; i++) {
        const char *name = line_name(s, &s->told[i]);
        kn_put(&out, name);
        kn_put(&out, name[0] ? ": " : "");
        kn_put(&out, s->told[i].text);
        kn_put_char(&out, '\n');
    }
    pager_begin(&v->page, _("log"), text, true);
    free(text);
}

/* ---- whose turn ---- */

static void join_names(const scene *s, kn_actors seats, kn_text *out)
{
    int many = __builtin_popcount(seats), told = 0;
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        if (seats & KN_ACTOR(seat)) {
            if (told > 0)
                kn_put(out, told + 1 == many ? _(" and ") : _(", "));
            kn_put(out, scene_name(s, seat));
            told++;
        }
}

/* Who came too late has no seat in this match. */
static bool watches(const scene *s)
{
    return (s->mine & ((1u << s->seats) - 1)) == 0;
}

static void draw_status(const visit *v, area a)
{
    const scene *s = &v->s;
    char names[KN_SEATS_MAX * (TABLE_NAME_MAX + 16)];
    char waiting[sizeof names + 64];
    kn_text text = kn_text_on(names, sizeof names);
    if (s->over) {
        end_draw_line(v, a);
    } else if (face_due(s)) {
        if (face_for(s->game)->together && look_has(s->table, "alarm"))
            return;
        if (several_here(s))
            draw_format(a, 0, 1, INK_STRONG, _("%s, it's your turn."), scene_name(s, s->viewer));
        else
            draw_text(a, 0, 1, INK_STRONG, _("It's your turn."));
    } else if (s->due) {
        join_names(s, s->due, &text);
        snprintf(waiting, sizeof waiting, _("Waiting for %s…"), names);
        if (watches(s))
            draw_format(a, 0, 1, INK_SOFT, "%s %s", _("You are watching."), waiting);
        else
            draw_text(a, 0, 1, INK_SOFT, waiting);
    }
}

static const char *question(const visit *v, char *words, size_t size)
{
    const scene *s = &v->s;
    char away[KN_SEATS_MAX * (TABLE_NAME_MAX + 16)];
    kn_text names = kn_text_on(away, sizeof away);
    const json_t *back = look_in(s->table, "back");
    switch (v->asking) {
    case ASK_LEAVE:
        return channel_is_local(v->channel) ? _("Leave the match? (y/n)")
                                            : _("Leave? You keep your seat. (y/n)");
    case ASK_BACK:
        snprintf(words, size, _("%s: %s wants to take back a move. Allow it? (y/n)"),
                 scene_name(s, v->asked_seat), scene_name(s, look_int(back, "by") - 1));
        return words;
    case ASK_SURE: return v->notice;
    case ASK_REMOVE:
        snprintf(words, size, _("Remove %s, who can then only watch? (y/n)"),
                 scene_name(s, v->asked_seat));
        return words;
    case ASK_ABSENT:
        join_names(s, look_seats(look_in(look_in(s->room, "absent"), "seats")), &names);
        snprintf(words, size, _("Away: %s. B: a bot plays, W: keep waiting, S: stop the match."),
                 away);
        return words;
    case ASK_MOVE: return v->asked_move.ask;
    case ASK_REPLACE:
        snprintf(words, size, _("%s exists already. Replace it? (y/n)"), v->save_path);
        return words;
    case ASK_GAME: visit_evening_ask_game(words, size); return words;
    case ASK_NEW_EVENING: return _("Delete all points of this evening? (y/n)");
    case ASK_NOTHING: break;
    }
    return "";
}

static const char *prompt(const visit *v)
{
    const face *f = face_for(v->s.game);
    switch (v->typing) {
    case TYPE_CHAT: return _("Say:");
    case TYPE_CALL: return _("Call:");
    case TYPE_SAVE: return _("Save the log as:");
    case TYPE_NAME: return _("Your name:");
    case TYPE_DICE:
        return v->notice[0]  ? v->notice
               : f->ask_dice ? f->ask_dice(&v->s)
                             : _("What do the dice, tiles or cards show?");
    case TYPE_NOTHING: break;
    }
    return "";
}

void match_draw_prompt(const visit *v, area a)
{
    char words[STAGE_NOTICE_MAX];
    area part = area_part(a, 0, 1, a.height, a.width - 2);
    const char *asked = v->asking ? question(v, words, sizeof words) : v->notice;
    ink with = v->asking ? INK_ACCENT : v->notice_ink;
    if (v->typing)
        edit_draw(&v->line, part, 0, prompt(v));
    else if ((v->asking || v->notice[0]) && part.height > 1)
        draw_wrapped(part, 0, with, asked);
    else if (v->asking || v->notice[0])
        draw_text(part, 0, 0, with, asked);
    else
        draw_status(v, a);
}

/* ---- moves in words ---- */

const char *match_move_words(const visit *v, int seat, const char *move)
{
    static char words[SCENE_TEXT_MAX];
    kn_text text = kn_text_on(words, sizeof words);
    const face *f = face_for(v->s.game);
    log_line line = {.actor = seat, .by = -1, .move = kn_slice_of(move)};
    if (!f->tell || !f->tell(&v->s, &line, &text))
        snprintf(words, sizeof words, "%s", move);
    return words;
}

/* ---- the screen ---- */

/* The keys of the moment: what is typed, or the face's. */
static int list_keys(const visit *v, draw_key *keys)
{
    int count = 0;
    bool dice = v->typing == TYPE_DICE;
    if (!v->typing)
        return v->asking   ? 0
               : v->s.over ? end_keys(v, keys)
                           : face_for(v->s.game)->keys(&v->s, &v->choice, keys);
    keys[count++] = (draw_key){SCREEN_ENTER, "Enter", dice ? _("enter") : _("done")};
    if (dice)
        keys[count++] = (draw_key){SCREEN_TAB, "Tab", _("let the house throw")};
    keys[count++] = (draw_key){SCREEN_ESCAPE, "Esc", dice ? _("other keys") : _("not now")};
    return count;
}

/* The line, the keys of the current step, and below them the general ones. */
static void draw_rows(const visit *v, area *rest)
{
    draw_key keys[DRAW_KEYS_MAX];
    int count = list_keys(v, keys);
    stage_rows rows = visit_take_rows(v, rest, keys, count, "");
    match_draw_prompt(v, rows.line);
    if (v->asking)
        return;
    draw_keys(area_part(rows.bar, 0, 1, rows.bar.height, rows.bar.width - 2), 0, keys, count);
    if (!v->typing)
        draw_keys(area_part(rows.below, 0, 1, rows.below.height, rows.below.width - 2), 0, keys,
                  visit_house_keys(v, keys));
}

void match_draw(visit *v, area a)
{
    const scene *s = &v->s;
    const face *f = face_for(s->game);
    visit_title(v, area_take_top(&a, 1), words_for_key("game", s->game));
    draw_rows(v, &a);
    if (f->dark && f->dark(s) && s->playing) {
        /* the whole log */
    } else if (a.width >= WIDE && a.height >= FACE_ROWS_MIN) {
        draw_pane(s, area_take_right(&a, PANE_COLUMNS));
    } else {
        int rows = a.height - (visit_is_small() ? FACE_ROWS_SMALL : FACE_ROWS_MIN);
        area told = area_take_bottom(&a, rows > TOLD_ROWS_MAX ? TOLD_ROWS_MAX
                                         : rows < 0           ? 0
                                                              : rows);
        draw_told(s, area_part(told, 0, 1, told.height, told.width - 2));
    }
    f->draw(s, &v->choice, a);
    advice_draw(v, a);
    if (s->over && !v->result_shown)
        end_draw_result(v, a);
}

/* ---- keys ---- */

/* The last of our seats that moved. */
static int last_mover(const scene *s)
{
    for (int i = s->told_count - 1; i >= 0; i--)
        if (s->told[i].actor < KN_SEATS_MAX && s->mine & KN_ACTOR(s->told[i].actor))
            return s->told[i].actor;
    return s->viewer;
}

/* The name offered is one that no file has, or that this match has already. */
void match_begin_saving(visit *v, const char *typed)
{
    char usual[SCENE_GAME_MAX + 32], name[SAVING_PATH_MAX];
    snprintf(usual, sizeof usual, "knobel-%s.log", v->s.game);
    if (v->saved_match == v->s.match && !typed)
        snprintf(name, sizeof name, "%s", v->saved_path);
    else
        saving_find_free(typed ? typed : usual, name);
    visit_type(v, TYPE_SAVE, name);
}

static bool match_house_key(visit *v, int key)
{
    const scene *s = &v->s;
    switch (key) {
    case '?': rules_open(&v->page, s->game); return true;
    case 'l':
        if (!log_is_closed(s))
            open_log(v);
        return true;
    case 'h': advice_next(v); return true;
    case 't':
        if (s->playing && s->mine && look_true(s->room, "hints"))
            v->tutor = !v->tutor;
        return true;
    case 'u':
        if (s->playing && s->mine)
            visit_say(v, "{s:s, s:i}", "type", "back", "seat", last_mover(s) + 1);
        return true;
    case 'd':
        if (s->dice_due && s->mine)
            visit_type(v, TYPE_DICE, "");
        return true;
    case 'w':
        if (s->over || channel_is_local(v->channel))
            match_begin_saving(v, NULL);
        return true;
    case SCREEN_ESCAPE: v->hints = HINT_NONE; return true;
    default: return false;
    }
}

/* Carry out the face's answer to a key. */
static bool act_out(visit *v, const face_act *act)
{
    switch (act->what) {
    case FACE_NOTHING: return false;
    case FACE_CHOSE: break;
    case FACE_MOVE:
        v->asked_move = *act;
        if (act->ask[0])
            visit_ask(v, ASK_MOVE);
        else
            advice_want_move(v, act);
        break;
    case FACE_CALL: visit_say(v, "{s:s, s:s}", "type", "call", "word", act->text); break;
    case FACE_GRIP:
        visit_say(v, "{s:s, s:i, s:i}", "type", "grip", "seat", act->seat + 1, "um", act->um);
        break;
    case FACE_TYPE: visit_type(v, TYPE_CALL, ""); break;
    case FACE_HURRY: channel_skip_time(v->channel); break;
    }
    return true;
}

bool match_key(visit *v, int key, int64_t at_ns)
{
    const face *f = face_for(v->s.game);
    v->notice[0] = '\0';
    if (v->s.over)
        return end_key(v, key) || match_house_key(v, key);
    if (v->hints && key == SCREEN_ESCAPE)
        return match_house_key(v, key);
    face_act act = f->key(&v->s, &v->choice, key, at_ns);
    return act_out(v, &act) || match_house_key(v, key);
}

void match_wake(visit *v, int64_t at_ns)
{
    const face *f = face_for(v->s.game);
    if (!v->s.table || !v->choice.wake_ns || at_ns < v->choice.wake_ns || !f->wake)
        return;
    face_act act = f->wake(&v->s, &v->choice, at_ns);
    act_out(v, &act);
}
