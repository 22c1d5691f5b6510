/* menu.c: the menu. See menu.h.
 *
 * One list of rows; left and right change the selected row, Enter activates it. */
#include "terminal/menu.h"

#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "games/games.h"
#include "sentences/answers.h"
#include "sentences/names.h"
#include "terminal/pager.h"
#include "terminal/rules.h"
#include "terminal/size.h"
#include "words/rules.h"
#include "words/words.h"

enum { LABEL_COLUMNS = 19, LABEL_COLUMNS_SMALL = 17, LEFT_COLUMNS = 51, WINDOW_STEP_MS = 500 };

/* What a row is for. */
typedef enum { ROW_GAME, ROW_OPTION, ROW_DICE, ROW_SEAT, ROW_LANGUAGE, ROW_BEGIN } row_kind;

typedef struct {
    row_kind kind;
    int index; /* of the option or the seat */
} row;

enum { ROWS_MAX = 4 + KN_OPTIONS_MAX + KN_SEATS_MAX, PICK_GAME = SCREEN_PICK + ROWS_MAX };

typedef struct {
    menu_choice *m;
    row rows[ROWS_MAX];
    int count;
    pager page;
    enum { TYPE_NOT, TYPE_A_NAME, TYPE_A_LINK } typing;
    edit line;
    char notice[320];
    menu_answer answer;
    bool done;
} menu;

/* ---- the choice ---- */

static int taken(const menu_choice *m)
{
    int count = 0;
    for (int i = 0; i < KN_SEATS_MAX; i++)
        count += m->seat[i].name[0] != '\0';
    return count;
}

static void seat_bot(table_seat *seat, const char *level)
{
    snprintf(seat->bot, sizeof seat->bot, "%s", level);
    snprintf(seat->name, sizeof seat->name, "%s", level);
}

/* Another game: its own options, and seats it has room for. */
static void choose_game(menu_choice *m, const kn_game *game)
{
    m->game = game;
    for (int i = game->seats_max; i < KN_SEATS_MAX; i++)
        memset(&m->seat[i], 0, sizeof m->seat[i]);
    for (int i = 0; i < KN_SEATS_MAX && taken(m) < game->seats_min; i++)
        if (!m->seat[i].name[0])
            seat_bot(&m->seat[i], bot_levels[BOT_REGULAR]);
    kn_setup_initial(game, taken(m), &m->setup);
}

void menu_begin(menu_choice *m, const kn_game *game)
{
    memset(m, 0, sizeof *m);
    snprintf(m->seat[0].name, sizeof m->seat[0].name, "%s", _("You"));
    seat_bot(&m->seat[1], bot_levels[BOT_REGULAR]);
    choose_game(m, game ? game : kn_games[0]);
}

/* ---- rows ---- */

static void add_row(menu *n, row_kind kind, int index)
{
    n->rows[n->count++] = (row){kind, index};
}

static void list_rows(menu *n)
{
    const kn_game *game = n->m->game;
    n->count = 0;
    add_row(n, ROW_GAME, 0);
    for (int i = 0; i < game->option_count; i++)
        add_row(n, ROW_OPTION, i);
    add_row(n, ROW_DICE, 0);
    for (int i = 0; i < game->seats_max; i++)
        add_row(n, ROW_SEAT, i);
    add_row(n, ROW_LANGUAGE, 0);
    add_row(n, ROW_BEGIN, 0);
    if (n->m->row >= n->count)
        n->m->row = n->count - 1;
}

static const row *here(const menu *n)
{
    return &n->rows[n->m->row];
}

static const char *option_value(const menu_choice *m, int i)
{
    const kn_option *o = &m->game->options[i];
    static char number[16];
    snprintf(number, sizeof number, "%d", m->setup.option[i]);
    return value_name(m->game->key, o->key, o->names ? o->names[m->setup.option[i]] : number);
}

static const char *row_label(const menu *n, const row *r)
{
    static char words[64];
    switch (r->kind) {
    case ROW_GAME: return _("Game");
    case ROW_OPTION: return option_name(n->m->game->key, n->m->game->options[r->index].key);
    case ROW_DICE: return _("Dice");
    case ROW_LANGUAGE: return _("Language");
    case ROW_BEGIN: return _("Start");
    case ROW_SEAT: break;
    }
    snprintf(words, sizeof words, _("Seat %d"), r->index + 1);
    return words;
}

static const char *row_value(const menu *n, const row *r)
{
    const menu_choice *m = n->m;
    const table_seat *seat = &m->seat[r->index];
    switch (r->kind) {
    case ROW_GAME: return words_for_key("game", m->game->key);
    case ROW_OPTION: return option_value(m, r->index);
    case ROW_DICE: return m->ours ? _("real dice, typed in") : _("the house throws");
    case ROW_LANGUAGE: return language_name(words_language());
    case ROW_SEAT:
        return !seat->name[0] ? _("nobody") : seat->bot[0] ? level_name(seat->bot) : seat->name;
    case ROW_BEGIN: break;
    }
    return "";
}

/* ---- drawing ---- */

static int count_games(void)
{
    int count = 0;
    while (kn_games[count])
        count++;
    return count;
}

/* All games, so that nobody has to guess what else there is; the chosen one is in brackets, which
 * is seen without colours too. Returns how many rows they take. */
static int draw_games(const menu *n, area a)
{
    enum { ROOMY = 60 };
    int column = 0, line = 0, gap = a.width < ROOMY ? 1 : 2;
    for (int i = 0; kn_games[i]; i++) {
        char name[96];
        snprintf(name, sizeof name, kn_games[i] == n->m->game ? "[%s]" : "%s",
                 words_for_key("game", kn_games[i]->key));
        int width = draw_width(name);
        if (column > 0 && column + width > a.width) {
            line++;
            column = 0;
        }
        draw_text(a, line, column, kn_games[i] == n->m->game ? INK_MARKED : INK_PLAIN, name);
        draw_spot(a, line, column, 1, width, PICK_GAME + i);
        column += width + gap;
    }
    return line + 1;
}

static ink value_ink(const menu *n, const row *r, bool chosen)
{
    const table_seat *seat = &n->m->seat[r->index];
    if (chosen)
        return INK_MARKED;
    if (r->kind != ROW_SEAT || (seat->name[0] && seat->bot[0]))
        return INK_PLAIN;
    return seat->name[0] ? INK_SEAT + r->index : INK_SOFT;
}

/* Rows from the second on: the first is the games. If they do not all fit, those around the chosen
 * one are shown. */
static void draw_rows(const menu *n, area a)
{
    int label = a.width < LEFT_COLUMNS - 4 ? LABEL_COLUMNS_SMALL : LABEL_COLUMNS, line = 0;
    bool gaps = a.height >= n->count + 5;
    int rows = n->count - 1, first = n->m->row - a.height / 2;
    first = first > rows - a.height ? rows - a.height : first;
    first = first < 0 ? 0 : first;
    for (int i = 1 + first; i < n->count && line < a.height; i++, line++) {
        const row *r = &n->rows[i];
        bool chosen = i == n->m->row, head = r->kind != n->rows[i - 1].kind;
        if (head && gaps && (r->kind == ROW_SEAT || r->kind == ROW_LANGUAGE))
            line++;
        draw_text(a, line, 0, INK_ACCENT, chosen ? draw_glyph(GLYPH_HERE) : " ");
        draw_padded(a, line, 2, label - 3,
                    r->kind == ROW_BEGIN ? INK_STRONG
                    : chosen             ? INK_PLAIN
                                         : INK_SOFT,
                    row_label(n, r));
        draw_text(a, line, label, value_ink(n, r, chosen), row_value(n, r));
        draw_spot(a, line, 0, 1, a.width, SCREEN_PICK + i);
    }
}

/* A description of the row: the game in a paragraph, or a bot in a few words. */
static void draw_about(const menu *n, area a)
{
    char line[2048];
    const char *text = rules_text(n->m->game->key);
    const row *r = here(n);
    int at = 0;
    draw_text(a, at++, 0, INK_ACCENT, words_for_key("game", n->m->game->key));
    at++;
    for (int paragraph = 0; paragraph < 3 && *text; paragraph++) {
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (line[0] == '#')
            break;
        at += draw_wrapped(a, at, paragraph ? INK_SOFT : INK_PLAIN, words_in(line)) + 1;
        text += length;
        text += strspn(text, "\n");
    }
    if (r->kind == ROW_SEAT && n->m->seat[r->index].bot[0])
        draw_format(a, at, 0, INK_ACCENT, "%s: %s", level_name(n->m->seat[r->index].bot),
                    level_meaning(n->m->seat[r->index].bot));
}

static int menu_keys(const menu *n, draw_key *out)
{
    int count = 0;
    bool unicode = screen_has_unicode();
    out[count++] = (draw_key){SCREEN_DOWN, unicode ? "↑↓" : "Up/Down", _("row")};
    if (here(n)->kind != ROW_BEGIN)
        out[count++] = (draw_key){SCREEN_RIGHT, unicode ? "←→" : "Left/Right", _("change")};
    if (here(n)->kind == ROW_SEAT)
        out[count++] = (draw_key){'e', "e", _("name")};
    out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("start")};
    out[count++] = (draw_key){'?', "?", _("rules")};
    out[count++] = (draw_key){'j', "j", _("join a room")};
    out[count++] = (draw_key){'q', "q", _("leave")};
    return count;
}

/* The games across the top; below them the rows, and beside those the description if there is room.
 */
static void draw_choices(const menu *n, area a)
{
    enum { ROWS = 32, COLUMNS = 120, MARK = 2 };
    bool small = a.width < DRAW_LARGE_COLUMNS;
    a = area_middle(a, a.height > ROWS + 10 ? ROWS : a.height,
                    a.width > COLUMNS ? COLUMNS : a.width);
    if (a.height >= DRAW_LARGE_ROWS)
        area_take_top(&a, 1);
    area games = area_part(a, 0, small ? 1 : 2, a.height, a.width - 3);
    draw_text(games, 0, 0, INK_ACCENT, here(n)->kind == ROW_GAME ? draw_glyph(GLYPH_HERE) : " ");
    int used = draw_games(n, area_part(games, 0, MARK, games.height, games.width - MARK));
    area_take_top(&a, used + (a.height >= DRAW_LARGE_ROWS));
    if (small) {
        draw_rows(n, area_part(a, 0, 1, a.height, a.width - 2));
        return;
    }
    area left = area_take_left(&a, LEFT_COLUMNS);
    draw_rows(n, area_part(left, 0, 2, left.height, left.width - 4));
    draw_about(n, area_part(a, 0, 1, a.height, a.width - 2));
}

static void draw(menu *n)
{
    draw_key keys[DRAW_KEYS_MAX];
    area a = area_screen();
    screen_begin();
    if (size_is_too_small(a) || pager_open(&n->page)) {
        if (size_is_too_small(a))
            size_draw_needed(a);
        else
            pager_draw(&n->page, a);
        screen_show();
        return;
    }
    int count = menu_keys(n, keys), width = a.width - 2;
    area title = area_take_top(&a, 1),
         bar = area_take_bottom(&a, draw_keys_rows(width, keys, count, 3));
    int said = n->typing ? 1 : draw_wrapped_rows(width, n->notice);
    area line = area_take_bottom(&a, said < 1 ? 1 : said > 3 ? 3 : said);
    draw_padded(title, 0, 0, title.width, INK_TITLE, "");
    draw_format(title, 0, 1, INK_TITLE, "Knobel %s %s", draw_glyph(GLYPH_DOT),
                _("a house of tabletop games"));
    draw_choices(n, a);
    area inner = area_part(line, 0, 1, line.height, width);
    if (n->typing)
        edit_draw(&n->line, inner, 0, n->typing == TYPE_A_LINK ? _("Room link:") : _("Your name:"));
    else
        draw_wrapped(inner, 0, INK_BAD, n->notice);
    draw_keys(area_part(bar, 0, 1, bar.height, width), 0, keys, count);
    screen_show();
}

/* ---- changing ---- */

static int around(int value, int by, int min, int max)
{
    value += by;
    return value > max ? min : value < min ? max : value;
}

static void change_game(menu_choice *m, int by)
{
    int i = 0;
    while (kn_games[i] != m->game)
        i++;
    choose_game(m, kn_games[around(i, by, 0, count_games() - 1)]);
}

static void change_option(menu_choice *m, int i, int by)
{
    const kn_option *o = &m->game->options[i];
    int max = o->max, step = 1;
    if (strcmp(o->key, "first") == 0 && max > taken(m))
        max = taken(m);
    if (strcmp(o->key, "window_ms") == 0)
        step = WINDOW_STEP_MS;
    m->setup.option[i] = around(m->setup.option[i], by * step, o->or_zero ? 0 : o->min, max);
}

/* The next value: person, each level, nobody, and back to person. */
static void change_seat(menu_choice *m, int i, int by)
{
    table_seat *seat = &m->seat[i];
    int level = seat->bot[0] ? bot_level(kn_slice_of(seat->bot)) : -1;
    int now = !seat->name[0] ? BOT_LEVELS + 1 : level + 1; /* 0: a person */
    int next = around(now, by, 0, BOT_LEVELS + 1);
    memset(seat, 0, sizeof *seat);
    if (next == 0 && i == 0)
        snprintf(seat->name, sizeof seat->name, "%s", _("You"));
    else if (next == 0)
        snprintf(seat->name, sizeof seat->name, _("Player %d"), i + 1);
    else if (next <= BOT_LEVELS)
        seat_bot(seat, bot_levels[next - 1]);
    if (m->game->adjust && taken(m) >= m->game->seats_min)
        kn_setup_initial(m->game, taken(m), &m->setup);
}

static void change_language(int by)
{
    int count = 0, now = 0;
    for (; words_languages[count]; count++)
        if (strcmp(words_languages[count], words_language()) == 0)
            now = count;
    /* Without Unicode there is no Japanese. */
    do
        now = around(now, by, 0, count - 1);
    while (!screen_has_unicode() && strcmp(words_languages[now], "ja") == 0);
    words_choose(words_languages[now]);
}

static void change(menu *n, int by)
{
    const row *r = here(n);
    switch (r->kind) {
    case ROW_GAME: change_game(n->m, by); break;
    case ROW_OPTION: change_option(n->m, r->index, by); break;
    case ROW_DICE: n->m->ours = !n->m->ours; break;
    case ROW_SEAT: change_seat(n->m, r->index, by); break;
    case ROW_LANGUAGE: change_language(by); break;
    case ROW_BEGIN: break;
    }
    list_rows(n);
}

/* ---- leaving ---- */

/* Close gaps between the seats. */
static void begin(menu *n)
{
    menu_choice *m = n->m;
    int seats = 0;
    for (int i = 0; i < KN_SEATS_MAX; i++)
        if (m->seat[i].name[0])
            m->seat[seats++] = m->seat[i];
    for (int i = seats; i < KN_SEATS_MAX; i++)
        memset(&m->seat[i], 0, sizeof m->seat[i]);
    if (seats < m->game->seats_min) {
        snprintf(n->notice, sizeof n->notice, "%s", refusal_words("too_few"));
        return;
    }
    m->setup.seats = (uint8_t)seats;
    n->answer = MENU_PLAY;
    n->done = true;
}

static void end_typing(menu *n)
{
    const row *r = here(n);
    if (n->typing == TYPE_A_LINK && n->line.length > 0) {
        snprintf(n->m->link, sizeof n->m->link, "%s", n->line.text);
        n->answer = MENU_JOIN;
        n->done = true;
    } else if (n->typing == TYPE_A_NAME && n->line.length > 0) {
        table_seat *seat = &n->m->seat[r->index];
        memset(seat, 0, sizeof *seat);
        snprintf(seat->name, sizeof seat->name, "%.*s", TABLE_NAME_MAX - 1, n->line.text);
    }
    n->typing = TYPE_NOT;
}

static void key(menu *n, int pressed)
{
    n->notice[0] = '\0';
    if (pressed >= PICK_GAME && pressed < PICK_GAME + count_games()) {
        n->m->row = 0;
        choose_game(n->m, kn_games[pressed - PICK_GAME]);
        list_rows(n);
        return;
    }
    if (pressed >= SCREEN_PICK && pressed < SCREEN_PICK + n->count) {
        bool again = n->m->row == pressed - SCREEN_PICK;
        n->m->row = pressed - SCREEN_PICK;
        pressed = here(n)->kind == ROW_BEGIN ? SCREEN_ENTER : again ? SCREEN_RIGHT : SCREEN_NO_KEY;
    }
    switch (pressed) {
    case SCREEN_UP: n->m->row = around(n->m->row, -1, 0, n->count - 1); break;
    case SCREEN_DOWN: n->m->row = around(n->m->row, 1, 0, n->count - 1); break;
    case SCREEN_LEFT: change(n, -1); break;
    case SCREEN_RIGHT: change(n, 1); break;
    case SCREEN_ENTER: begin(n); break;
    case '?': rules_open(&n->page, n->m->game->key); break;
    case 'j':
        n->typing = TYPE_A_LINK;
        edit_begin(&n->line, n->m->link, EDIT_MAX - 1);
        break;
    case 'e':
        if (here(n)->kind == ROW_SEAT) {
            const table_seat *seat = &n->m->seat[here(n)->index];
            n->typing = TYPE_A_NAME;
            edit_begin(&n->line, seat->bot[0] ? "" : seat->name, TABLE_NAME_MAX - 1);
        }
        break;
    case 'q': n->done = true; break;
    default: break;
    }
}

static void read_key(menu *n, int pressed)
{
    if (pager_open(&n->page)) {
        if (!pager_key(&n->page, pressed))
            pager_end(&n->page);
    } else if (n->typing && pressed == SCREEN_ENTER) {
        end_typing(n);
    } else if (n->typing && pressed == SCREEN_ESCAPE) {
        n->typing = TYPE_NOT;
    } else if (n->typing) {
        edit_key(&n->line, pressed);
    } else {
        key(n, pressed);
    }
}

menu_answer menu_run(menu_choice *m)
{
    menu n = {.m = m, .answer = MENU_LEAVE};
    int64_t at_ns;
    memcpy(n.notice, m->notice, sizeof n.notice);
    m->notice[0] = '\0';
    list_rows(&n);
    while (!n.done) {
        draw(&n);
        screen_wait(-1, -1);
        for (int pressed; !n.done && (pressed = screen_key(&at_ns)) != SCREEN_NO_KEY;)
            read_key(&n, pressed);
    }
    pager_end(&n.page);
    return n.answer;
}
