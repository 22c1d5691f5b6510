/* evening.c: the evening in the terminal: points of all matches, the matches one by one, the next
 * game, the end with what stood out, all logs in one file. See stage.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "native/native.h"
#include "native/tables.h"
#include "sentences/names.h"
#include "terminal/stage.h"
#include "words/words.h"

static const json_t *evening_in(const visit *v)
{
    return look_in(v->s.room, "evening");
}

static const json_t *match_at(const visit *v, int at)
{
    return look_at(look_in(evening_in(v), "matches"), at);
}

static int matches_in(const visit *v)
{
    return look_count(look_in(evening_in(v), "matches"));
}

/* Bots of the same level get a number. */
static const char *player_name(const json_t *player, char *out, size_t size)
{
    int number = look_int(player, "number");
    if (!look_has(player, "bot"))
        snprintf(out, size, "%s", look_text(player, "name"));
    else if (number > 1)
        snprintf(out, size, "%s %d", level_name(look_text(player, "bot")), number);
    else
        snprintf(out, size, "%s", level_name(look_text(player, "bot")));
    return out;
}

static bool same_player(const json_t *a, const json_t *b)
{
    return look_int(a, "person") == look_int(b, "person") &&
           look_int(a, "number") == look_int(b, "number") &&
           strcmp(look_text(a, "bot"), look_text(b, "bot")) == 0 &&
           strcmp(look_text(a, "name"), look_text(b, "name")) == 0;
}

/* The row of the standings, or 0. */
static int player_index(const visit *v, const json_t *player)
{
    const json_t *standings = look_in(evening_in(v), "standings");
    for (int i = 0; i < look_count(standings) && i < EVENING_PLAYERS_MAX; i++)
        if (same_player(look_at(standings, i), player))
            return i;
    return 0;
}

bool visit_evening_is_worth_showing(const visit *v)
{
    return !v->s.playing && matches_in(v) > 0;
}

/* ---- logs ---- */

static char **kept_log(visit *v, uint32_t match)
{
    evening_screen *e = &v->evening;
    for (int i = 0; i < e->logs; i++)
        if (e->log[i].match == match)
            return &e->log[i].text;
    return NULL;
}

/* An empty text: it cannot be had. The oldest makes room. */
void visit_evening_keep_log(visit *v, uint32_t match, const char *text)
{
    evening_screen *e = &v->evening;
    char **known = kept_log(v, match);
    if (known && !text[0])
        return;
    char *copy = native_realloc(NULL, strlen(text) + 1);
    strcpy(copy, text);
    if (known) {
        free(*known);
        *known = copy;
        return;
    }
    if (e->logs == EVENING_MATCHES_MAX) {
        free(e->log[0].text);
        memmove(&e->log[0], &e->log[1], (EVENING_MATCHES_MAX - 1) * sizeof *e->log);
        e->logs--;
    }
    e->log[e->logs].match = match;
    e->log[e->logs++].text = copy;
}

bool visit_evening_hear_log(visit *v, const json_t *message)
{
    uint32_t match = (uint32_t)look_int(message, "match");
    if (!v->evening.asked || v->evening.asked != match)
        return false;
    v->evening.asked = 0;
    visit_evening_keep_log(v, match, look_text(message, "text"));
    return true;
}

/* Ask for the next log that is missing; true: one is on its way. */
static bool fetch_logs(visit *v)
{
    if (v->evening.asked)
        return true;
    for (int i = 0; i < matches_in(v); i++) {
        uint32_t match = (uint32_t)look_int(match_at(v, i), "match");
        if (kept_log(v, match))
            continue;
        v->evening.asked = match;
        channel_ask_log(v->channel, match);
        return true;
    }
    return false;
}

/* ---- all logs as one file: docs/log-format.md ---- */

static void put_player(const visit *v, int at, kn_text *out)
{
    const json_t *one = look_at(look_in(evening_in(v), "standings"), at);
    char text[160];
    snprintf(text, sizeof text, "player %d %s%s %s\n", at + 1,
             look_has(one, "bot") ? "bot:" : "person", look_text(one, "bot"),
             look_text(one, "name"));
    kn_put(out, text);
}

static void put_match(const visit *v, const json_t *one, kn_text *out)
{
    char text[160];
    const json_t *seats = look_in(one, "seats");
    snprintf(text, sizeof text, "match %d %s %s", look_int(one, "match"), look_text(one, "game"),
             look_true(one, "struck") ? "struck" : "counted");
    kn_put(out, text);
    for (int i = 0; i < look_count(seats); i++) {
        snprintf(text, sizeof text, " %d:%d", player_index(v, look_at(seats, i)) + 1,
                 look_int(look_at(seats, i), "place"));
        kn_put(out, text);
    }
    kn_put_char(out, '\n');
}

static const char *log_of(visit *v, const json_t *match)
{
    char **text = kept_log(v, (uint32_t)look_int(match, "match"));
    return text ? *text : "";
}

static void write_file(visit *v, kn_text *out)
{
    kn_put(out, "knobel evening 1\nroom ");
    kn_put(out, channel_room(v->channel)[0] ? channel_room(v->channel) : "-");
    kn_put_char(out, '\n');
    for (int i = 0; i < look_count(look_in(evening_in(v), "standings")); i++)
        put_player(v, i, out);
    for (int i = 0; i < matches_in(v); i++)
        if (log_of(v, match_at(v, i))[0])
            put_match(v, match_at(v, i), out);
    for (int i = 0; i < matches_in(v); i++)
        kn_put(out, log_of(v, match_at(v, i)));
}

static void save(visit *v)
{
    enum { HEAD_MAX = 16384 };
    size_t size = HEAD_MAX;
    char path[SAVING_PATH_MAX];
    for (int i = 0; i < v->evening.logs; i++)
        size += strlen(v->evening.log[i].text);
    char *text = native_realloc(NULL, size);
    kn_text out = kn_text_on(text, size);
    write_file(v, &out);
    saving_find_free("evening.txt", path);
    if (native_write_file(path, text, out.length))
        visit_notice(v, INK_GOOD, _("All logs saved to %s."), path);
    else
        visit_notice(v, INK_BAD, _("cannot write %s: %s"), path, strerror(errno));
    free(text);
}

/* ---- what stood out ---- */

static void forget_awards(visit *v)
{
    evening_screen *e = &v->evening;
    review_end(e->job);
    e->job = NULL;
    e->at = 0;
    memset(&e->awards, 0, sizeof e->awards);
    json_decref(e->of);
    e->of = json_incref((json_t *)evening_in(v));
}

/* A match has been reviewed, or cannot be. */
static void add_match(visit *v, const review_report *r)
{
    evening_screen *e = &v->evening;
    const json_t *match = match_at(v, e->at), *seats = look_in(match, "seats");
    table t;
    table_report report;
    int player[KN_SEATS_MAX] = {0};
    kn_actors people = 0;
    if (tables_load(&t, kn_slice_of(log_of(v, match)), &report))
        return;
    for (int seat = 0; seat < t.plan.setup.seats; seat++) {
        player[seat] = player_index(v, look_at(seats, seat));
        if (look_has(look_at(seats, seat), "person"))
            people |= KN_ACTOR(seat);
    }
    awards_add(&e->awards, &t, r, player, people);
    tables_free(&t);
}

/* One match after the other, in the background. */
static void review_next(visit *v)
{
    evening_screen *e = &v->evening;
    if (e->job && review_done(e->job)) {
        add_match(v, review_result(e->job));
        review_end(e->job);
        e->job = NULL;
        e->at++;
    }
    while (!e->job && e->at < matches_in(v)) {
        const json_t *match = match_at(v, e->at);
        if (!look_true(match, "struck") && log_of(v, match)[0])
            e->job = review_begin(log_of(v, match));
        else
            e->at++;
    }
}

/* What is under way goes on; called whenever something was heard. */
void visit_evening_go_on(visit *v)
{
    evening_screen *e = &v->evening;
    bool over = look_true(evening_in(v), "over");
    if (v->s.playing || !evening_in(v) || (!e->saving && !(e->open && over)))
        return;
    if (e->of != evening_in(v))
        forget_awards(v);
    if (fetch_logs(v))
        return;
    if (e->saving) {
        e->saving = false;
        save(v);
    }
    if (e->open && over)
        review_next(v);
}

bool visit_evening_is_busy(const visit *v)
{
    return v->evening.job != NULL;
}

void visit_evening_free(visit *v)
{
    evening_screen *e = &v->evening;
    review_end(e->job);
    json_decref(e->of);
    for (int i = 0; i < e->logs; i++)
        free(e->log[i].text);
}

/* ---- drawing ---- */

static int draw_standings(const visit *v, area a, int row)
{
    const json_t *standings = look_in(evening_in(v), "standings");
    char name[SCENE_TEXT_MAX], number[24];
    int end = a.width < 60 ? a.width : 60;
    for (int i = 0; i < look_count(standings) && row < a.height; i++, row++) {
        const json_t *one = look_at(standings, i);
        bool first = look_int(one, "place") == 1 && look_int(one, "points") > 0;
        draw_format(a, row, 0, INK_SOFT, "%2d", look_int(one, "place"));
        draw_padded(a, row, 3, end - 3 - 10, first ? INK_STRONG : INK_PLAIN,
                    player_name(one, name, sizeof name));
        snprintf(number, sizeof number, "%d", look_int(one, "points"));
        draw_right(a, row, end, first ? INK_STRONG : INK_PLAIN, number);
    }
    return row;
}

/* The game, then everyone with their points: `Anna 4, Ben 2, Cara 0`. */
static void put_played(const json_t *match, char *out, size_t size)
{
    const json_t *seats = look_in(match, "seats");
    char name[SCENE_TEXT_MAX];
    size_t length =
        (size_t)snprintf(out, size, "%s: ", words_for_key("game", look_text(match, "game")));
    for (int place = 1; place <= KN_SEATS_MAX; place++)
        for (int i = 0; i < look_count(seats); i++) {
            const json_t *one = look_at(seats, i);
            if (look_int(one, "place") != place || length >= size)
                continue;
            length +=
                (size_t)snprintf(out + length, size - length, "%s %d, ",
                                 player_name(one, name, sizeof name), look_int(one, "points"));
        }
    if (length >= 2 && length < size)
        out[length - 2] = '\0';
}

static int draw_matches(visit *v, area a, int row)
{
    char words[2 * SCENE_TEXT_MAX];
    int count = matches_in(v), fits = a.height - row;
    if (v->evening.cursor >= count)
        v->evening.cursor = count - 1;
    int first = v->evening.cursor < fits ? 0 : v->evening.cursor - fits + 1;
    for (int i = first; i < count && row < a.height; i++, row++) {
        const json_t *one = match_at(v, i);
        bool struck = look_true(one, "struck"), here = i == v->evening.cursor;
        put_played(one, words, sizeof words);
        draw_text(a, row, 0, INK_ACCENT, here ? draw_glyph(GLYPH_HERE) : " ");
        draw_text(area_part(a, row, 2, 1, a.width - 2), 0, 0, struck ? INK_SOFT : INK_PLAIN, words);
        if (struck)
            draw_right(a, row, a.width, INK_BAD, _(" struck out"));
        draw_spot(a, row, 0, 1, a.width, SCREEN_PICK + i);
    }
    return row;
}

static int draw_awards(const visit *v, area a, int row)
{
    char text[4096], names[EVENING_PLAYERS_MAX][SCENE_TEXT_MAX];
    const char *called[EVENING_PLAYERS_MAX];
    const json_t *standings = look_in(evening_in(v), "standings");
    int players =
        look_count(standings) < EVENING_PLAYERS_MAX ? look_count(standings) : EVENING_PLAYERS_MAX;
    for (int i = 0; i < players; i++)
        called[i] = player_name(look_at(standings, i), names[i], sizeof names[i]);
    kn_text out = kn_text_on(text, sizeof text);
    awards_write(&v->evening.awards, called, players, &out);
    for (char *line = strtok(text, "\n"); line && row < a.height; line = strtok(NULL, "\n"))
        row += draw_wrapped(area_part(a, row, 0, a.height - row, a.width), 0, INK_PLAIN, line + 2);
    if (v->evening.at < matches_in(v))
        draw_format(a, row++, 0, INK_SOFT, _("looking at match %d of %d…"), v->evening.at + 1,
                    matches_in(v));
    return row;
}

/* Who won it, or what comes next. */
static void put_headline(const visit *v, char *out, size_t size)
{
    const json_t *evening = evening_in(v), *standings = look_in(evening, "standings");
    char name[SCENE_TEXT_MAX];
    int first = 0;
    while (first < look_count(standings) && look_int(look_at(standings, first), "place") == 1 &&
           look_int(look_at(standings, first), "points") > 0)
        first++;
    if (!look_true(evening, "over"))
        snprintf(out, size, _("Next game: %s"),
                 words_for_key("game", look_text(look_in(evening, "next"), "game")));
    else if (first == 1)
        snprintf(out, size, _("%s wins the evening."),
                 player_name(look_at(standings, 0), name, sizeof name));
    else
        snprintf(out, size, "%s",
                 first ? _("Several players win the evening.") : _("Nobody has won the evening."));
}

static int evening_keys(const visit *v, draw_key *out)
{
    bool over = look_true(evening_in(v), "over");
    int count = 0;
    if (!over && (v->s.host || v->s.mine))
        out[count++] = (draw_key){'p', "p", v->s.host ? _("next game") : _("vote")};
    if (v->s.host) {
        bool struck = look_true(match_at(v, v->evening.cursor), "struck");
        out[count++] = (draw_key){'x', "x", struck ? _("count again") : _("strike out")};
        out[count++] = (draw_key){'o', "o", over ? _("keep playing") : _("end evening")};
        if (over)
            out[count++] = (draw_key){'N', "N", _("new evening")};
    }
    out[count++] = (draw_key){'w', "w", _("save all logs")};
    out[count++] = (draw_key){SCREEN_ESCAPE, "Esc", _("back")};
    return count;
}

void visit_evening_draw(visit *v, area a)
{
    draw_key keys[DRAW_KEYS_MAX];
    char words[STAGE_NOTICE_MAX];
    int count = v->asking ? 0 : evening_keys(v, keys), row = 0;
    visit_title(v, area_take_top(&a, 1), _("The evening"));
    put_headline(v, words, sizeof words);
    bool said = v->asking || v->notice[0];
    stage_rows rows = visit_take_rows(v, &a, keys, count, said ? "" : words);
    area inside = area_inside(a, visit_is_small() ? 0 : 1, 2);
    row = draw_standings(v, inside, row) + 1;
    if (look_true(evening_in(v), "over"))
        row = draw_awards(v, inside, row) + 1;
    row = draw_matches(v, inside, row) + 1;
    if (row < inside.height)
        draw_wrapped(area_part(inside, row, 0, inside.height - row, inside.width), 0, INK_SOFT,
                     _("In every match you get two points for each player behind you and one for "
                       "each player you tie with."));
    if (said)
        match_draw_prompt(v, rows.line);
    else
        draw_text(area_part(rows.line, 0, 1, 1, rows.line.width - 2), 0, 0, INK_STRONG, words);
    draw_keys(area_part(rows.bar, 0, 1, rows.bar.height, rows.bar.width - 2), 0, keys, count);
}

/* ---- keys ---- */

/* All games with a number each, as a question. */
void visit_evening_ask_game(char *out, size_t size)
{
    size_t length = (size_t)snprintf(out, size, "%s", _("Next game?"));
    for (int i = 0; kn_games[i] && i < 9 && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "  %d %s", i + 1,
                                   words_for_key("game", kn_games[i]->key));
}

void visit_evening_key_game(visit *v, int key)
{
    int count = 0;
    while (kn_games[count])
        count++;
    if (key != SCREEN_ESCAPE && (key < '1' || key >= '1' + count))
        return;
    v->asking = ASK_NOTHING;
    if (key == SCREEN_ESCAPE)
        return;
    v->evening.open = false;
    visit_say(v, "{s:s, s:s}", "type", "pick", "game", kn_games[key - '1']->key);
}

static void strike(visit *v)
{
    const json_t *match = match_at(v, v->evening.cursor);
    visit_say(v, "{s:s, s:i, s:b}", "type", "strike", "match", look_int(match, "match"), "struck",
              !look_true(match, "struck"));
}

void visit_evening_open(visit *v)
{
    v->evening.open = true;
    v->evening.cursor = matches_in(v) - 1;
    v->notice[0] = '\0';
}

bool visit_evening_key(visit *v, int key)
{
    bool over = look_true(evening_in(v), "over");
    int last = matches_in(v) - 1;
    v->notice[0] = '\0';
    if (key >= SCREEN_PICK && key <= SCREEN_PICK + last) {
        v->evening.cursor = key - SCREEN_PICK;
        return true;
    }
    switch (key) {
    case SCREEN_UP: v->evening.cursor -= v->evening.cursor > 0; return true;
    case SCREEN_DOWN: v->evening.cursor += v->evening.cursor < last; return true;
    case SCREEN_ESCAPE:
    case SCREEN_ENTER:
    case 'e': v->evening.open = false; return true;
    case 'p':
        if (!over && (v->s.host || v->s.mine))
            visit_ask(v, ASK_GAME);
        return true;
    case 'w': v->evening.saving = true; return true;
    default: break;
    }
    if (!v->s.host)
        return false;
    switch (key) {
    case 'x': strike(v); return true;
    case 'o': visit_say(v, "{s:s, s:b}", "type", "evening", "over", !over); return true;
    case 'N':
        if (over)
            visit_ask(v, ASK_NEW_EVENING);
        return true;
    default: return false;
    }
}
