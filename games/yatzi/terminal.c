/* terminal.c: Yatzi in the terminal: five dice, and the sheet with a column for everyone. */
#include <stdio.h>

#include "terminal/face.h"
#include "words/words.h"

enum {
    DICE = 5,
    BOXES = 13,
    UPPER = 6,
    THROWS = 3,
    LABEL_COLUMNS = 17,
    COLUMN_MIN = 4,
    SHEET_ROWS = 20
};

static const char *const boxes[BOXES] = {
    "ones",       "twos",         "threes",          "fours",
    "fives",      "sixes",        "three_of_a_kind", "four_of_a_kind",
    "full_house", "small_street", "large_street",    "yatzi",
    "chance"};

static bool deciding(const scene *s)
{
    return look_is(s->view, "phase", "deciding");
}

static int throws_made(const scene *s)
{
    return look_int(s->view, "throws");
}

static bool may_throw(const scene *s)
{
    return face_due(s) && throws_made(s) < THROWS;
}

static int die_at(const scene *s, int i)
{
    int shown = look_number(look_at(look_in(s->view, "dice"), i));
    return shown >= 1 && shown <= 6 ? shown : 0;
}

static bool may_fill(const scene *s, int box)
{
    return face_due(s) && look_has(look_in(s->view, "possible"), boxes[box]);
}

/* The box pointed at: the next one from the cursor on that may be filled, or -1. */
static int box_at(const scene *s, const face_choice *c)
{
    for (int i = 0; i < BOXES; i++)
        if (may_fill(s, (c->cursor + i) % BOXES))
            return (c->cursor + i) % BOXES;
    return -1;
}

/* ---- the dice ---- */

static void draw_one_die(const scene *s, face_choice *c, area a, int row, int column, int i)
{
    bool kept = c->marked >> i & 1, rested = c->place >> i & 1;
    int pips = die_at(s, i) && !rested ? face_tumbling(c, i, die_at(s, i)) : die_at(s, i);
    draw_die(a, row, column, pips, kept ? INK_DIE_KEPT : INK_DIE);
    if (!pips || !may_throw(s))
        return;
    draw_format(a, row + DIE_ROWS, column + 1, kept ? INK_ACCENT : INK_SOFT, "%d %s", i + 1,
                kept ? _("keep") : "");
    draw_spot(a, row, column, DIE_ROWS + 1, DIE_COLUMNS, '1' + i);
}

/* All in a row if there is room, else three and two. */
static void draw_dice(const scene *s, face_choice *c, area a)
{
    enum { GAP = 1, ROW = DIE_ROWS + 1 };
    int across = a.width >= DICE * (DIE_COLUMNS + GAP) ? DICE : 3;
    for (int i = 0; i < DICE; i++) {
        int in_row = i / across, left = DICE - in_row * across;
        int indent = (across - (left < across ? left : across)) * (DIE_COLUMNS + GAP) / 2;
        draw_one_die(s, c, a, in_row * ROW, indent + i % across * (DIE_COLUMNS + GAP), i);
    }
}

static void draw_turn(const scene *s, face_choice *c, area a)
{
    int turn = look_int(s->view, "turn") - 1, thrown = throws_made(s);
    if (s->over || !s->playing)
        return;
    draw_text(a, 0, 0, INK_SEAT + (turn < 0 ? 0 : turn % KN_SEATS_MAX), scene_name(s, turn));
    if (thrown > 0)
        draw_format(a, 0, draw_width(scene_name(s, turn)) + 2, INK_SOFT, _("throw %d of %d"),
                    thrown, THROWS);
    draw_dice(s, c, area_part(a, 2, 0, a.height - 2, a.width));
}

/* ---- the sheet ---- */

typedef struct {
    const scene *s;
    area a;
    int label, column;             /* widths */
    int seat[KN_SEATS_MAX], seats; /* whose columns are shown */
    int chosen;                    /* the box pointed at, or -1 */
    bool tumbling;                 /* what the dice score is not shown yet */
    int row, step;                 /* where it is written, and how far the next row is */
} sheet;

/* Where the n-th column begins. */
static int column_of(const sheet *t, int n)
{
    return t->label + n * t->column;
}

static json_t *seat_of(const sheet *t, int seat)
{
    return look_at(look_in(t->s->view, "seats"), seat);
}

static void draw_number(const sheet *t, int n, ink with, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    draw_right(t->a, t->row, column_of(t, n) + t->column - 1, with, text);
}

/* As many letters of a name as fit: in a narrow column they tell more than a mark that some are
 * missing. */
static void cut_name(const char *name, int width, char out[TABLE_NAME_MAX])
{
    for (int bytes = (int)strlen(name); bytes >= 0; bytes--) {
        if ((name[bytes] & 0xc0) == 0x80) /* inside a letter */
            continue;
        snprintf(out, TABLE_NAME_MAX, "%.*s", bytes, name);
        if (draw_width(out) <= width)
            return;
    }
}

static void draw_names(sheet *t)
{
    int turn = look_int(t->s->view, "turn") - 1;
    for (int n = 0; n < t->seats; n++) {
        area part = area_part(t->a, t->row, column_of(t, n) + 1, 1, t->column - 2);
        if (t->column <= COLUMN_MIN + 1)
            part = area_part(t->a, t->row, column_of(t, n) + 1, 1, t->column - 1);
        int seat = t->seat[n];
        char name[TABLE_NAME_MAX];
        snprintf(name, sizeof name, "%s", scene_name(t->s, seat));
        if (t->column <= COLUMN_MIN + 1)
            cut_name(scene_name(t->s, seat), part.width, name);
        int width = draw_width(name);
        draw_text(part, 0, width < part.width ? part.width - width : 0,
                  t->s->playing && seat == turn ? INK_SEAT + seat : INK_STRONG, name);
    }
    t->row += t->step;
}

/* What the dice would score, in the box where it would be written. */
static void draw_possible(const sheet *t, int box)
{
    json_t *possible = look_in(look_in(t->s->view, "possible"), boxes[box]);
    int turn = look_int(t->s->view, "turn") - 1, n = 0;
    while (n < t->seats && t->seat[n] != turn)
        n++;
    if (!possible || n == t->seats || t->tumbling)
        return;
    int points = look_number(possible);
    draw_number(t, n, box == t->chosen ? INK_MARKED : points > 0 ? INK_ACCENT : INK_SOFT, points);
}

static void draw_box(sheet *t, int box)
{
    bool chosen = box == t->chosen;
    if (chosen)
        draw_text(t->a, t->row, 0, INK_ACCENT, draw_glyph(GLYPH_HERE));
    draw_padded(t->a, t->row, 2, t->label - 2, chosen ? INK_STRONG : INK_PLAIN,
                face_word(t->s, boxes[box]));
    for (int n = 0; n < t->seats; n++) {
        json_t *points = look_in(seat_of(t, t->seat[n]), boxes[box]);
        if (json_is_integer(points))
            draw_number(t, n, INK_PLAIN, look_number(points));
        else
            draw_right(t->a, t->row, column_of(t, n) + t->column - 1, INK_SOFT,
                       draw_glyph(GLYPH_EMPTY));
    }
    draw_possible(t, box);
    if (may_fill(t->s, box))
        draw_spot(t->a, t->row, 0, 1, t->a.width, SCREEN_PICK + box);
    t->row += t->step;
}

static void draw_sum(sheet *t, const char *key, ink with)
{
    draw_padded(t->a, t->row, 2, t->label - 2, with, face_word(t->s, key));
    for (int n = 0; n < t->seats; n++)
        draw_number(t, n, with, look_int(seat_of(t, t->seat[n]), key));
    t->row += t->step;
}

static void draw_line(sheet *t)
{
    int width = t->label + t->s->seats * t->column;
    draw_run(t->a, t->row, 2, width - 2, INK_SOFT, GLYPH_ACROSS);
    t->row += t->step;
}

/* How wide the column of a seat is. */
static int column_width(const scene *s, int room)
{
    enum { MOST = 12 };
    int each = (room - LABEL_COLUMNS) / (s->seats > 0 ? s->seats : 1);
    return each < COLUMN_MIN ? COLUMN_MIN : each > MOST ? MOST : each;
}

static void draw_sheet(const scene *s, const face_choice *c, area a)
{
    sheet t = {.s = s, .a = a, .label = LABEL_COLUMNS, .chosen = box_at(s, c), .step = 1};
    t.tumbling = face_still_tumbling(c);
    for (t.seats = 0; t.seats < s->seats; t.seats++)
        t.seat[t.seats] = t.seats;
    t.column = column_width(s, a.width);
    if (t.label + s->seats * t.column > a.width)
        t.label = a.width - s->seats * t.column;
    if (a.height >= 2 * SHEET_ROWS)
        t.step = 2;
    draw_names(&t);
    for (int box = 0; box < UPPER; box++)
        draw_box(&t, box);
    draw_sum(&t, "upper", INK_SOFT);
    draw_sum(&t, "bonus", INK_SOFT);
    draw_line(&t);
    for (int box = UPPER; box < BOXES; box++)
        draw_box(&t, box);
    if (look_has(look_at(look_in(s->view, "seats"), 0), "hundreds") && a.height > t.row + 2)
        draw_sum(&t, "hundreds", INK_SOFT);
    if (a.height > t.row + 1)
        draw_line(&t);
    draw_sum(&t, "total", INK_STRONG);
}

/* ---- on a small screen: the dice above the two halves of the sheet ---- */

static void draw_small_dice(const scene *s, face_choice *c, area a)
{
    enum { STEP = SMALL_DIE_COLUMNS + 2 };
    for (int i = 0; i < DICE; i++) {
        bool kept = c->marked >> i & 1, rested = c->place >> i & 1;
        int pips = die_at(s, i) && !rested ? face_tumbling(c, i, die_at(s, i)) : die_at(s, i);
        char text[8] = "";
        if (pips)
            snprintf(text, sizeof text, "%d", pips);
        draw_small_die(a, 0, i * STEP, text, kept ? INK_DIE_KEPT : INK_DIE);
        if (!pips || !may_throw(s))
            continue;
        draw_format(a, SMALL_DIE_ROWS, i * STEP + 1, kept ? INK_ACCENT : INK_SOFT, "%d %s", i + 1,
                    kept ? draw_glyph(GLYPH_DONE) : "");
        draw_spot(a, 0, i * STEP, SMALL_DIE_ROWS + 1, SMALL_DIE_COLUMNS, '1' + i);
    }
}

/* Everyone's total, where there is no room for everyone's column. */
static void draw_totals(const scene *s, area a)
{
    int each = a.width / (s->seats > 0 ? s->seats : 1);
    for (int seat = 0; seat < s->seats; seat++) {
        area part = area_part(a, 0, seat * each, 1, each - 1);
        char text[16];
        snprintf(text, sizeof text, "%d",
                 look_int(look_at(look_in(s->view, "seats"), seat), "total"));
        draw_text(area_part(part, 0, 0, 1, part.width - draw_width(text)), 0, 0, INK_SEAT + seat,
                  scene_name(s, seat));
        draw_right(part, 0, part.width, INK_STRONG, text);
    }
}

/* All columns if they fit into half the width, else only one: whose turn it is. */
static void choose_columns(sheet *t, int half)
{
    enum { LABEL_LEAST = 11, MOST = 8 };
    const scene *s = t->s;
    int fit = (half - LABEL_LEAST) / COLUMN_MIN, turn = look_int(s->view, "turn") - 1;
    t->seats = s->seats <= fit ? s->seats : 1;
    for (int n = 0; n < t->seats; n++)
        t->seat[n] = n;
    if (t->seats < s->seats)
        t->seat[0] = turn >= 0 && turn < s->seats ? turn : 0;
    t->column = (half - LABEL_COLUMNS) / (t->seats > 0 ? t->seats : 1);
    t->column = t->column > MOST ? MOST : t->column < COLUMN_MIN ? COLUMN_MIN : t->column;
    t->label = half - t->seats * t->column < LABEL_COLUMNS + 2 ? half - t->seats * t->column
                                                               : LABEL_COLUMNS + 2;
}

static void draw_small(const scene *s, face_choice *c, area a)
{
    enum { COLUMNS = 64, DICE_ROWS = SMALL_DIE_ROWS + 1 };
    a = area_middle(a, a.height, a.width > COLUMNS ? COLUMNS : a.width);
    int turn = look_int(s->view, "turn") - 1, thrown = throws_made(s);
    area head = area_take_top(&a, 1);
    if (!s->over && s->playing) {
        area dice = area_take_top(&a, DICE_ROWS);
        draw_text(head, 0, 1, INK_SEAT + (turn < 0 ? 0 : turn % KN_SEATS_MAX), scene_name(s, turn));
        if (thrown > 0)
            draw_format(head, 0, draw_width(scene_name(s, turn)) + 3, INK_SOFT, _("throw %d of %d"),
                        thrown, THROWS);
        draw_small_dice(s, c, area_part(dice, 0, 1, dice.height, dice.width - 1));
    }
    sheet t = {.s = s, .chosen = box_at(s, c), .step = 1, .tumbling = face_still_tumbling(c)};
    choose_columns(&t, a.width / 2);
    area names = area_take_top(&a, 1), left = area_take_left(&a, a.width / 2);
    if (t.seats < s->seats)
        draw_totals(s, names);
    sheet upper = t, lower = t;
    upper.a = left;
    lower.a = a;
    for (int half = 0; half < 2 && t.seats == s->seats; half++) {
        t.a = half ? area_part(names, 0, left.width, 1, a.width) : names;
        t.row = 0;
        draw_names(&t);
    }
    for (int box = 0; box < UPPER; box++)
        draw_box(&upper, box);
    draw_sum(&upper, "upper", INK_SOFT);
    draw_sum(&upper, "bonus", INK_SOFT);
    for (int box = UPPER; box < BOXES; box++)
        draw_box(&lower, box);
    if (look_has(look_at(look_in(s->view, "seats"), 0), "hundreds") && a.height > lower.row + 1)
        draw_sum(&lower, "hundreds", INK_SOFT);
    draw_sum(&lower, "total", INK_STRONG);
}

static void draw(const scene *s, face_choice *c, area a)
{
    enum { DICE_COLUMNS = 32, DICE_COLUMNS_WIDE = 56, WIDE = 110 };
    if (area_is_small(a)) {
        draw_small(s, c, a);
        return;
    }
    int dice = a.width >= WIDE ? DICE_COLUMNS_WIDE : DICE_COLUMNS;
    int width = dice + LABEL_COLUMNS + s->seats * column_width(s, a.width - dice);
    int rows = a.height >= 2 * SHEET_ROWS ? 2 * SHEET_ROWS : SHEET_ROWS;
    if (a.height > SHEET_ROWS + 2)
        a = area_middle(a, rows, width < a.width ? width : a.width);
    area left = area_take_left(&a, dice);
    draw_turn(s, c, area_part(left, 0, 1, left.height, left.width - 2));
    draw_sheet(s, c, a);
}

/* ---- keys ---- */

enum { ALL_DICE = (1 << DICE) - 1 };

/* Whoever keeps some dice is about to throw the others. */
static bool enter_throws(const scene *s, const face_choice *c)
{
    return may_throw(s) && deciding(s) && c->marked != 0 && c->marked != ALL_DICE;
}

static int points_in(const scene *s, int box)
{
    return look_int(look_in(s->view, "possible"), boxes[box]);
}

/* Whoever keeps all dice is about to fill a box: point at the one that scores most. */
static void point_at_best(const scene *s, face_choice *c)
{
    int best = -1;
    for (int box = 0; box < BOXES; box++)
        if (may_fill(s, box) && (best < 0 || points_in(s, box) > points_in(s, best)))
            best = box;
    c->cursor = best < 0 ? c->cursor : best;
}

/* A zero is never written by a slip of the finger. */
static face_act fill(const scene *s, int box)
{
    face_act act = face_move(s, "fill %s", boxes[box]);
    if (points_in(s, box) == 0)
        snprintf(act.ask, sizeof act.ask, _("%s: write a zero there? (y/n)"),
                 face_word(s, boxes[box]));
    return act;
}

static int keys(const scene *s, const face_choice *c, draw_key *out)
{
    int count = 0;
    if (!face_due(s))
        return 0;
    if (!deciding(s)) {
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("throw")};
        return count;
    }
    if (may_throw(s)) {
        out[count++] = (draw_key){'1', "1-5", _("keep")};
        if (enter_throws(s, c))
            out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("throw the others")};
        else if (!c->marked)
            out[count++] = (draw_key){' ', _("Space"), _("throw all")};
    }
    if (enter_throws(s, c)) {
        out[count++] = (draw_key){'0', "0", _("keep none")};
        return count;
    }
    out[count++] = (draw_key){SCREEN_DOWN, screen_has_unicode() ? "↑↓" : "Up/Down", _("box")};
    out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("fill")};
    return count;
}

/* Of equal dice the rules keep the first ones: so do the marks. */
static void mark_first(const scene *s, face_choice *c)
{
    int kept[7] = {0};
    uint32_t marked = 0;
    for (int i = 0; i < DICE; i++)
        kept[die_at(s, i)] += c->marked >> i & 1;
    for (int i = 0; i < DICE; i++)
        if (kept[die_at(s, i)]-- > 0)
            marked |= 1u << i;
    c->marked = marked;
}

static face_act throw_others(const scene *s, face_choice *c)
{
    char text[KN_MOVE_TEXT_MAX] = "";
    if (c->marked == 0)
        return face_move(s, "throw");
    mark_first(s, c);
    for (int shown = 1; shown <= 6; shown++)
        for (int i = 0; i < DICE; i++)
            if (c->marked >> i & 1 && die_at(s, i) == shown) {
                size_t length = strlen(text);
                snprintf(text + length, sizeof text - length, " %d", shown);
            }
    return face_move(s, "keep%s", text);
}

/* Up and down pass over boxes that are full. */
static void step_box(const scene *s, face_choice *c, int by)
{
    int box = box_at(s, c);
    for (int i = 0; box >= 0 && i < BOXES; i++) {
        box = (box + by + BOXES) % BOXES;
        if (may_fill(s, box))
            break;
    }
    c->cursor = box < 0 ? 0 : box;
}

static face_act pick_box(const scene *s, face_choice *c, int box)
{
    bool again = box == box_at(s, c);
    if (!may_fill(s, box))
        return face_nothing;
    c->cursor = box;
    return again ? fill(s, box) : face_chose;
}

static face_act key(const scene *s, face_choice *c, int pressed, int64_t at_ns)
{
    int die = face_pick(pressed, "12345", DICE), box = box_at(s, c);
    (void)at_ns;
    c->began_ns = 0;
    if (!face_due(s))
        return face_nothing;
    if (!deciding(s))
        return pressed == SCREEN_ENTER || pressed == ' ' ? face_move(s, "throw") : face_nothing;
    if (pressed >= SCREEN_PICK && pressed < SCREEN_PICK + BOXES)
        return pick_box(s, c, pressed - SCREEN_PICK);
    if (die >= 0 && may_throw(s)) {
        c->marked ^= 1u << die;
        if (c->marked == ALL_DICE)
            point_at_best(s, c);
        return face_chose;
    }
    if (pressed == '0' && c->marked) {
        c->marked = 0;
        return face_chose;
    }
    if (enter_throws(s, c) ? pressed == SCREEN_ENTER || pressed == ' '
                           : pressed == ' ' && may_throw(s) && !c->marked)
        return throw_others(s, c);
    if (pressed == SCREEN_UP || pressed == SCREEN_DOWN) {
        step_box(s, c, pressed == SCREEN_UP ? -1 : 1);
        return face_chose;
    }
    if (pressed == SCREEN_ENTER && box >= 0)
        return fill(s, box);
    return face_nothing;
}

/* Dice kept once are likely to be kept again; they lie where they lay. */
static void carry(const scene *s, const face_choice *before, face_choice *now)
{
    now->kind = throws_made(s);
    now->cursor = before->cursor;
    if (deciding(s) && now->kind > 1 && now->kind == before->kind + 1 && face_due(s))
        now->marked = before->marked;
    now->place = (int)now->marked; /* these were not thrown */
    if (!may_throw(s))
        now->marked = 0;
    if (deciding(s))
        face_begin_tumble(s, now);
}

/* ---- words ---- */

static bool tell(const scene *s, const log_line *line, kn_text *out)
{
    char text[SCENE_TEXT_MAX], move[KN_MOVE_TEXT_MAX];
    snprintf(move, sizeof move, "%.*s", (int)line->move.length, line->move.at);
    if (line->actor == KN_CHANCE) {
        kn_put(out, move);
        return true;
    }
    if (strncmp(move, "keep ", 5) == 0)
        snprintf(text, sizeof text, _("keeps %s"), move + 5);
    else if (strncmp(move, "fill ", 5) == 0)
        snprintf(text, sizeof text, _("fills: %s"), face_word(s, move + 5));
    else
        snprintf(text, sizeof text, "%s", _("throws the dice"));
    kn_put(out, text);
    return true;
}

static const char *ask_dice(const scene *s)
{
    (void)s;
    return _("What do the real dice show? (such as 4 4 2 6 1)");
}

const face face_yatzi = {
    .game = "yatzi",
    .draw = draw,
    .keys = keys,
    .key = key,
    .carry = carry,
    .tell = tell,
    .ask_dice = ask_dice,
};
