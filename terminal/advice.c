/* advice.c: hints in three steps (a nudge, the best few, all values), and the tutor who asks before
 * a costly move, with the cost and the reasons. See stage.h. */
#include <math.h>
#include <stdio.h>

#include "bots/bot.h"
#include "sentences/nudge.h"
#include "sentences/reasons.h"
#include "sentences/show.h"
#include "terminal/stage.h"
#include "words/words.h"

enum { FEW = 3, COLUMNS = 66, VALUE_COLUMNS = 9, VALUE_MAX = 32 };

/* Losses that the tutor ignores: in points, and in chances to win. */
static const double costly_points = 2.0, costly_wins = 0.03;

static bool opinions_fit(const visit *v)
{
    const scene *s = &v->s;
    return s->opinions && (uint32_t)look_int(s->opinions, "event") == s->event &&
           look_int(s->opinions, "seat") == s->viewer + 1;
}

static bot_meaning meaning_of(const scene *s)
{
    int found = kn_read_name(kn_slice_of(look_text(s->opinions, "meaning")), bot_meanings);
    return found < 0 ? BOT_POINTS : (bot_meaning)found;
}

static bool in_points(const scene *s)
{
    return meaning_of(s) != BOT_WINS;
}

static double number(const json_t *opinion, const char *key)
{
    return json_number_value(look_in(opinion, key));
}

static void put_size(const scene *s, const char *sign, double size, char *text, size_t bytes)
{
    double shown = show_number(in_points(s) ? size : 100 * size, 1);
    snprintf(text, bytes, in_points(s) ? "%s%.1f" : "%s%.1f %%", shown == 0 ? "" : sign, shown);
}

/* The value that a seat gets in the end. */
static void put_value(const scene *s, double value, char *text, size_t bytes)
{
    put_size(s, "", bot_counted(meaning_of(s), value), text, bytes);
}

/* How far a move is from the best: fewer points, or more where the fewest win. */
static void put_change(const scene *s, double change, char *text, size_t bytes)
{
    const char *sign = change >= 0 ? "" : meaning_of(s) == BOT_MINUS_POINTS ? "+" : "−";
    put_size(s, sign, fabs(change), text, bytes);
}

/* ---- drawing ---- */

/* A move with its value (the best) or its cost (the others), and the error of that. */
static void draw_opinion(const visit *v, area a, int row, const json_t *one, const json_t *best)
{
    const scene *s = &v->s;
    char value[VALUE_MAX], doubt[VALUE_MAX], text[2 * VALUE_MAX];
    bool first = one == best;
    if (first)
        put_value(s, number(one, "value"), value, sizeof value);
    else
        put_change(s, number(one, "value") - number(best, "value"), value, sizeof value);
    draw_right(a, row, VALUE_COLUMNS, first ? INK_GOOD : INK_PLAIN, value);
    draw_text(a, row, VALUE_COLUMNS + 2, first ? INK_STRONG : INK_PLAIN,
              match_move_words(v, s->viewer, look_text(one, "move")));
    if (number(one, "error") <= 0)
        return;
    put_size(s, "", number(one, "error"), doubt, sizeof doubt);
    snprintf(text, sizeof text, " ± %s", doubt);
    draw_right(a, row, a.width, INK_SOFT, text);
}

/* The reasons for a move, below each other; returns how many rows they took. */
static int draw_reasons(const visit *v, area a, int row, const json_t *one)
{
    const json_t *why = look_in(one, "why");
    area part = area_part(a, 0, VALUE_COLUMNS + 2, a.height, a.width - VALUE_COLUMNS - 2);
    int rows = 0;
    for (int i = 0; i < look_count(why) && row + rows < a.height; i++) {
        char words[REASON_WORDS_MAX];
        kn_text text = kn_text_on(words, sizeof words);
        bot_reason reason;
        if (!reason_read(v->s.game, look_at(why, i), &reason))
            continue;
        reason_words(v->s.game, &reason, &text);
        rows += draw_wrapped(part, row + rows, INK_SOFT, words);
    }
    return rows;
}

static area open_box(area a, int rows, const char *title)
{
    area box = area_middle(a, rows < a.height ? rows : a.height, COLUMNS);
    draw_fill(box, INK_PLAIN);
    draw_titled_frame(box, INK_ACCENT, title);
    return area_inside(box, 1, 2);
}

static void draw_nudge(const visit *v, area a)
{
    enum { ROWS = 6 };
    area inside = open_box(a, ROWS, v->judging ? _("thinking…") : _("hint"));
    if (v->judging)
        return;
    draw_wrapped(inside, 0, INK_STRONG, nudge_words(v->s.game, v->s.opinions));
    if (!nudge_all_alike(v->s.opinions))
        draw_text(inside, inside.height - 1, 0, INK_SOFT, _("h: best moves"));
}

static void draw_values(const visit *v, area a, bool all)
{
    enum { ROWS = 16 };
    const json_t *moves = look_in(v->s.opinions, "moves"), *best = look_at(moves, 0);
    area inside =
        open_box(a, ROWS, in_points(&v->s) ? _("expected final points") : _("chance of winning"));
    int most = all ? look_count(moves) : FEW;
    for (int i = 0, row = 0; i < most && i < look_count(moves) && row < inside.height; i++) {
        draw_opinion(v, inside, row++, look_at(moves, i), best);
        if (!all)
            row += draw_reasons(v, inside, row, look_at(moves, i));
    }
    if (!all)
        draw_text(inside, inside.height - 1, 0, INK_SOFT, _("h: all values"));
}

static const json_t *opinion_on(const scene *s, const char *move)
{
    const json_t *moves = look_in(s->opinions, "moves");
    for (int i = 0; i < look_count(moves); i++)
        if (look_is(look_at(moves, i), "move", move))
            return look_at(moves, i);
    return NULL;
}

/* What the tutor says about the waiting move. */
static void draw_doubt(const visit *v, area a)
{
    enum { ROWS = 12 };
    const json_t *best = look_at(look_in(v->s.opinions, "moves"), 0);
    const json_t *one = opinion_on(&v->s, v->pending.text);
    area inside = open_box(a, ROWS, _("Are you sure?"));
    int row = 0;
    draw_opinion(v, inside, row++, one, best);
    row += draw_reasons(v, inside, row, one) + 1;
    draw_text(inside, row++, 0, INK_SOFT, _("Better"));
    draw_opinion(v, inside, row++, best, best);
    draw_reasons(v, inside, row, best);
}

void advice_draw(const visit *v, area a)
{
    if (v->asking == ASK_SURE && opinions_fit(v) && opinion_on(&v->s, v->pending.text))
        draw_doubt(v, a);
    else if (v->hints && (v->hints == HINT_NUDGE || v->judging))
        draw_nudge(v, a);
    else if (v->hints)
        draw_values(v, a, v->hints == HINT_ALL);
}

/* ---- asking ---- */

static void ask_judge(visit *v)
{
    v->judging = true;
    visit_say(v, "{s:s, s:i, s:i}", "type", "judge", "seat", v->s.viewer + 1, "id", VISIT_ID_JUDGE);
}

void advice_next(visit *v)
{
    bool alike = opinions_fit(v) && nudge_all_alike(v->s.opinions);
    if (!face_due(&v->s) || v->hints == HINT_ALL || (v->hints == HINT_NUDGE && alike))
        v->hints = HINT_NONE;
    else if (v->hints == HINT_NONE || !v->judging)
        v->hints++;
    if (v->hints && !opinions_fit(v) && !v->judging)
        ask_judge(v);
}

/* Make the waiting move, or question it: differences within the judge's error are no mistakes. */
static void consider(visit *v)
{
    const scene *s = &v->s;
    const json_t *best = look_at(look_in(s->opinions, "moves"), 0);
    const json_t *one = opinion_on(s, v->pending.text);
    double cost = number(best, "value") - number(one, "value");
    double doubt = hypot(number(best, "error"), number(one, "error"));
    char text[VALUE_MAX];
    if (!one || cost <= (in_points(s) ? costly_points : costly_wins) + doubt) {
        visit_make_move(v, &v->pending);
        return;
    }
    put_size(s, "", cost, text, sizeof text);
    visit_notice(
        v, INK_ACCENT,
        in_points(s)
            ? _("That costs %s points; better: %s. Play it anyway? (y/n)")
            : _("That costs %s of your chance of winning; better: %s. Play it anyway? (y/n)"),
        text, match_move_words(v, s->viewer, look_text(best, "move")));
    visit_ask(v, ASK_SURE);
}

void advice_hear(visit *v)
{
    v->judging = false;
    if (opinions_fit(v) && v->pending.what == FACE_MOVE)
        consider(v);
}

/* A move was chosen. With the tutor on it is analysed first, unless reaction time counts. */
void advice_want_move(visit *v, const face_act *act)
{
    bool tutored = v->tutor && act->after_ms < 0 && look_true(v->s.room, "hints");
    if (!tutored) {
        visit_make_move(v, act);
        return;
    }
    v->pending = *act;
    if (opinions_fit(v))
        consider(v);
    else if (!v->judging)
        ask_judge(v);
}
