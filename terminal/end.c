/* end.c: the end of a match: who won, whether the dice check out, saving the log, the review with
 * its chart. See stage.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "native/tables.h"
#include "sentences/answers.h"
#include "sentences/show.h"
#include "terminal/stage.h"
#include "words/words.h"

/* ---- the log ---- */

void end_reached(visit *v)
{
    if (v->s.stopped || v->log_match == v->s.match)
        return;
    v->log_match = v->s.match;
    v->result_shown = false;
    v->checked[0] = '\0';
    free(v->log);
    v->log = NULL;
    visit_want_log(v, LOG_TO_CHECK);
}

/* The sentence without its line feed. */
static void put_sentence(char *out, size_t size, const char *format, unsigned number)
{
    char words[STAGE_NOTICE_MAX];
    snprintf(words, sizeof words, format, number);
    words[strcspn(words, "\n")] = '\0';
    snprintf(out, size, "%s", words);
}

static void check(visit *v)
{
    table t;
    table_report report = {0};
    table_answer answer = tables_load(&t, kn_slice_of(v->log), &report);
    if (answer) {
        snprintf(v->checked, sizeof v->checked, "%s", answer_words(answer));
        return;
    }
    bool same = t.plan.same[0];
    tables_free(&t);
    if (report.rolls)
        put_sentence(v->checked, sizeof v->checked, answer_rolls(report.rolls, same), report.rolls);
    else if (report.declared)
        put_sentence(v->checked, sizeof v->checked,
                     words_plural("%u roll was made with real dice.\n",
                                  "%u rolls were made with real dice.\n", report.declared),
                     report.declared);
}

/* May this file be written without asking? It is new, or holds this very match. */
bool end_may_save(const visit *v, const char *path)
{
    bool by_hand = v->saved_match == v->s.match && strcmp(path, v->saved_path) == 0;
    bool by_itself = v->auto_match == v->s.match && strcmp(path, v->auto_path) == 0;
    return by_hand || by_itself || !saving_would_replace(path);
}

static bool save(visit *v, const char *log, const char *path)
{
    bool saved = native_write_file(path, log, strlen(log));
    if (!saved)
        visit_notice(v, INK_BAD, _("cannot write %s: %s"), path, strerror(errno));
    return saved;
}

static void save_by_hand(visit *v, const char *log)
{
    if (!save(v, log, v->save_path))
        return;
    snprintf(v->saved_path, sizeof v->saved_path, "%s", v->save_path);
    v->saved_match = v->s.match;
    visit_notice(v, INK_GOOD, _("Log saved to %s."), v->save_path);
}

void end_hear_log(visit *v, const json_t *message)
{
    const char *log = look_text(message, "text");
    unsigned wanted = v->log_wanted;
    v->log_wanted = 0;
    if (!log[0]) {
        visit_notice(v, INK_BAD, "%s", refusal_words(look_text(message, "why")));
        return;
    }
    if (v->s.over && !v->s.stopped)
        visit_evening_keep_log(v, v->s.match, log);
    if (wanted & LOG_TO_AUTOSAVE)
        save(v, log, v->auto_path);
    if (wanted & LOG_TO_SAVE)
        save_by_hand(v, log);
    if (wanted & (LOG_TO_CHECK | LOG_TO_REVIEW)) {
        free(v->log);
        v->log = native_realloc(NULL, strlen(log) + 1);
        strcpy(v->log, log);
    }
    if (wanted & LOG_TO_CHECK)
        check(v);
    if (wanted & LOG_TO_REVIEW && !v->reviewing)
        v->reviewing = review_begin(v->log);
}

/* ---- the result ---- */

static void put_result(const scene *s, char *out, size_t size)
{
    char names[KN_SEATS_MAX * (TABLE_NAME_MAX + 16)];
    kn_text text = kn_text_on(names, sizeof names);
    int many = __builtin_popcount(s->won), told = 0;
    if (s->seats == 1) {
        snprintf(out, size, "%s", _("The match is over."));
        return;
    }
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        if (s->won & KN_ACTOR(seat)) {
            if (told > 0)
                kn_put(&text, told + 1 == many ? _(" and ") : _(", "));
            kn_put(&text, scene_name(s, seat));
            told++;
        }
    snprintf(out, size, many > 1 ? _("The win is shared by %s.\n") : _("The winner: %s.\n"), names);
    out[strcspn(out, "\n")] = '\0';
}

void end_draw_line(const visit *v, area a)
{
    char words[STAGE_NOTICE_MAX];
    put_result(&v->s, words, sizeof words);
    draw_text(a, 0, 1, INK_STRONG, words);
    if (v->reviewing)
        draw_right(a, 0, a.width - 1, INK_SOFT, _("analysing the match…"));
    else if (look_count(look_in(v->s.room, "again")) > 0)
        draw_right(a, 0, a.width - 1, INK_ACCENT, _("Proposed: another match (n)"));
}

void end_draw_result(visit *v, area a)
{
    enum { COLUMNS = 60, INDENT = 8, POINTS = 8 };
    const scene *s = &v->s;
    char words[STAGE_NOTICE_MAX], points[16];
    bool small = a.width < COLUMNS;
    put_result(s, words, sizeof words);
    int said = small ? draw_wrapped_rows(a.width - 4, words) - 1 : 0;
    said += small ? draw_wrapped_rows(a.width - 4, v->checked) - 2 : 0;
    area box = area_middle(a, s->seats + 8 + (said > 0 ? said : 0), small ? a.width : COLUMNS);
    area inside = area_inside(box, 1, small ? 1 : 3);
    int row = a.height < s->seats + 8 + said ? 0 : 1, indent = small ? 0 : INDENT;
    draw_fill(box, INK_PLAIN);
    draw_frame(box, INK_ACCENT);
    row += draw_wrapped_centred(inside, row, INK_STRONG, words) + 1;
    for (int seat = 0; seat < s->seats; seat++, row++) {
        bool won = s->won & KN_ACTOR(seat);
        json_t *score = look_at(look_in(s->table, "scores"), seat);
        snprintf(points, sizeof points, "%d", look_number(score));
        int end = inside.width - indent - (small ? 1 : 4);
        draw_text(inside, row, indent, INK_ACCENT, won ? draw_glyph(GLYPH_DONE) : " ");
        draw_padded(inside, row, indent + 2, end - indent - 2 - POINTS, INK_SEAT + seat,
                    scene_name(s, seat));
        draw_right(inside, row, end, won ? INK_STRONG : INK_PLAIN, points);
    }
    row++;
    draw_wrapped(area_part(inside, row, 0, inside.height - row, inside.width), 0, INK_GOOD,
                 v->checked);
}

int end_keys(const visit *v, draw_key *out)
{
    int count = 0;
    if (!v->result_shown)
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("view the table")};
    if (v->s.host || v->s.mine)
        out[count++] = (draw_key){'n', "n", _("next match")};
    out[count++] = (draw_key){'r', "r", _("review: luck and mistakes")};
    if (visit_evening_is_worth_showing(v))
        out[count++] = (draw_key){'e', "e", _("evening")};
    return count;
}

bool end_key(visit *v, int key)
{
    if (!v->result_shown && (key == SCREEN_ENTER || key == SCREEN_ESCAPE || key == ' ')) {
        v->result_shown = true;
        return true;
    }
    if (key == 'n' && (v->s.host || v->s.mine)) { /* the host starts it, others propose it */
        visit_say(v, "{s:s}", "type", v->s.host ? "start" : "again");
        return true;
    }
    if (key == 'e' && visit_evening_is_worth_showing(v)) {
        visit_evening_open(v);
        return true;
    }
    if (key == 'r' && !v->reviewing) {
        v->result_shown = true;
        visit_want_log(v, LOG_TO_REVIEW);
        return true;
    }
    return false;
}

/* ---- the review ---- */

enum { CHART_ROWS = 12, CHART_COLUMNS = 62, CHART_LABELS = 9, PAGE_MARGINS = 4 };

/* As wide as the page it is shown on. */
static int chart_columns(void)
{
    int room = screen_columns() - CHART_LABELS - PAGE_MARGINS;
    return room < 2 ? 2 : room < CHART_COLUMNS ? room : CHART_COLUMNS;
}

/* A size in points, or in per cent. */
static double size_of(const review_report *r, double size)
{
    return r->sum.meaning == BOT_WINS ? 100 * size : size;
}

/* A value, or a change of one, as people count it, to be printed with one decimal. */
static double counted(const review_report *r, double value)
{
    return show_number(bot_counted(r->sum.meaning, size_of(r, value)), 1);
}

/* The values of a seat, one for each column of the chart, with the least and the greatest of all.
 */
static void sample(const review_report *r, int seat, uint32_t last, double out[CHART_COLUMNS])
{
    double value = r->sum.seat[seat].start;
    int next = 0, columns = chart_columns();
    for (int column = 0; column < columns; column++) {
        uint32_t until = (uint32_t)((uint64_t)last * (unsigned)column / (unsigned)(columns - 1));
        for (; next < r->count && r->notes[next].number <= until; next++)
            if (r->notes[next].seat == seat)
                value = r->notes[next].value;
        out[column] = value;
    }
}

/* Better values are higher in the chart, no matter what wins. */
static void put_chart(const review_report *r, kn_text *out)
{
    static double values[KN_SEATS_MAX][CHART_COLUMNS];
    char rows[CHART_ROWS][CHART_COLUMNS + 1], label[32];
    uint32_t last = r->count > 0 ? r->notes[r->count - 1].number : 0;
    double low = 1e9, high = -1e9;
    int columns = chart_columns();
    for (int seat = 0; seat < r->sum.seats; seat++) {
        sample(r, seat, last, values[seat]);
        for (int i = 0; i < columns; i++) {
            low = values[seat][i] < low ? values[seat][i] : low;
            high = values[seat][i] > high ? values[seat][i] : high;
        }
    }
    for (int row = 0; row < CHART_ROWS; row++)
        snprintf(rows[row], sizeof rows[row], "%*s", columns, "");
    double span = high > low ? high - low : 1;
    for (int i = 0; i < columns; i++)
        for (int seat = 0; seat < r->sum.seats; seat++) {
            int row = (int)((high - values[seat][i]) / span * (CHART_ROWS - 1) + 0.5);
            rows[row][i] = (char)('1' + seat);
        }
    for (int row = 0; row < CHART_ROWS; row++) {
        double at = high - span * row / (CHART_ROWS - 1);
        snprintf(label, sizeof label, r->sum.meaning == BOT_WINS ? "%6.1f%% " : "%7.1f ",
                 counted(r, at));
        kn_put(out, row % 3 == 0 || row == CHART_ROWS - 1 ? label : "        ");
        kn_put(out, draw_glyph(GLYPH_UPRIGHT));
        kn_put(out, rows[row]);
        kn_put_char(out, '\n');
    }
}

static void put_accounts(const visit *v, const review_report *r, kn_text *out)
{
    char line[SCENE_TEXT_MAX];
    for (int seat = 0; seat < r->sum.seats; seat++) {
        const review_account *a = &r->sum.seat[seat];
        double errors = show_number(size_of(r, a->errors), 1);
        const char *sign = errors == 0 ? "" : r->sum.meaning == BOT_MINUS_POINTS ? "+" : "−";
        snprintf(line, sizeof line,
                 _("- %d %s: start %.1f, luck %+.1f, mistakes %s%.1f, gifts %+.1f, end %.1f\n"),
                 seat + 1, scene_name(&v->s, seat), counted(r, a->start), counted(r, a->luck), sign,
                 errors, counted(r, a->gifts), counted(r, a->end));
        kn_put(out, line);
    }
}

static int by_cost(const void *a, const void *b)
{
    const review_note *left = a, *right = b;
    return (left->change > right->change) - (left->change < right->change);
}

/* The most costly moves. */
static void put_errors(const visit *v, const review_report *r, kn_text *out)
{
    enum { SHOWN_MAX = 12 };
    char line[SCENE_TEXT_MAX], move[SCENE_TEXT_MAX];
    int shown = 0;
    review_note *worst = native_realloc(NULL, (size_t)(r->count + 1) * sizeof *worst);
    int count = 0;
    for (int i = 0; i < r->count; i++)
        if (r->notes[i].worse)
            worst[count++] = r->notes[i];
    qsort(worst, (size_t)count, sizeof *worst, by_cost);
    for (; shown < count && shown < SHOWN_MAX; shown++) {
        const review_note *n = &worst[shown];
        snprintf(move, sizeof move, "%s", match_move_words(v, n->seat, n->move));
        snprintf(line, sizeof line, _("- %s %s: costs %.1f; better: %s\n"),
                 scene_name(&v->s, n->seat), move, size_of(r, -n->change),
                 n->better_count > 0 ? match_move_words(v, n->seat, review_best(n))
                                     : _("keep still"));
        kn_put(out, line);
    }
    if (count == 0)
        kn_put(out, _("Nobody made a mistake.\n"));
    free(worst);
}

/* A game whose moves have no value tells something else. */
static bool open_own_review(visit *v)
{
    enum { SIZE = 16384 };
    const face *f = face_for(v->s.game);
    table_report report;
    table t;
    if (!f->review || tables_load(&t, kn_slice_of(v->log), &report))
        return false;
    char *text = native_realloc(NULL, SIZE);
    kn_text out = kn_text_on(text, SIZE);
    f->review(&t, &out);
    tables_free(&t);
    pager_begin(&v->page, _("review: reactions and misses"), text, false);
    free(text);
    return true;
}

static void open_review(visit *v, const review_report *r)
{
    enum { SIZE = 32768 };
    char *text = native_realloc(NULL, SIZE);
    kn_text out = kn_text_on(text, SIZE);
    kn_put(&out, "# ");
    kn_put(&out, r->sum.meaning == BOT_WINS ? _("chance of winning") : _("expected final points"));
    kn_put(&out, "\n\n");
    put_chart(r, &out);
    kn_put(&out, "\n");
    put_accounts(v, r, &out);
    kn_put(&out, "\n");
    kn_put(&out, _("Luck is what the dice changed, mistakes are what a player's own moves lost, "
                   "and gifts are what other players' moves brought. Together with the start they "
                   "add up to the end.\n"));
    kn_put(&out, "\n# ");
    kn_put(&out, _("The costliest moves"));
    kn_put(&out, "\n\n");
    put_errors(v, r, &out);
    pager_begin(&v->page, _("review: luck and mistakes"), text, false);
    free(text);
}

void end_look_at_review(visit *v)
{
    if (!v->reviewing || !review_done(v->reviewing))
        return;
    const review_report *r = review_result(v->reviewing);
    if (r && !open_own_review(v))
        open_review(v, r);
    if (!r)
        visit_notice(v, INK_BAD, _("%s cannot be analysed"), words_for_key("game", v->s.game));
    review_end(v->reviewing);
    v->reviewing = NULL;
}

void end_free(visit *v)
{
    review_end(v->reviewing);
    free(v->log);
}
