/* terminal.c: Yubitsume in the terminal: the dice, the knife, everyone's hand. All people at this
 * keyboard play at the same time, each with keys of their own; a terminal reports when a key goes
 * down, and that is all this game needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/yubitsume/inside.h"
#include "native/native.h"
#include "terminal/face.h"
#include "words/words.h"

enum {
    WHITE = 3,
    FINGERS = 5,
    HITS = 5, /* three dice, the black one, the knife */
    KNIFE = HITS - 1,
    BOX_ROWS = 7,
    BOX_COLUMNS = 13,
    SEAT_COLUMNS = 16,
    SHOWN_TURN = 1000000000, /* times of the table are remembered modulo this */
};

static const char *const hits[HITS] = {"1", "2", "3", "black", "knife"};
static const char *const fingers[FINGERS] = {"little", "ring", "middle", "index", "thumb"};

static bool in_window(const scene *s)
{
    return look_is(s->view, "phase", "window");
}

/* Hands come down on the real table; here it is only said who is safe. */
static bool by_hand(const scene *s)
{
    return in_window(s) && !look_has(s->view, "closes_ms");
}

static bool has_black(const scene *s)
{
    return look_is(s->view, "level", "professional");
}

static int64_t time_of(const scene *s, const char *key)
{
    return look_ms(s->view, key);
}

/* Dice may be sent ahead: they are shown to all at the same moment. */
static bool dice_shown(const scene *s)
{
    return by_hand(s) || (in_window(s) && scene_now_ms(s) >= time_of(s, "shown_ms"));
}

/* Do several people share this keyboard? */
static bool several_here(const scene *s)
{
    return (s->mine & (s->mine - 1)) != 0;
}

/* ---- keys of their own ---- */

/* For each person at this keyboard: three dice, the black die, the knife. */
static const char *keys_of(const scene *s, int seat)
{
    static const char *const sets[] = {"qweas", "uiojk", "xcvdf", "12345", "67890"};
    int index = 0;
    if (!several_here(s))
        return "1234 ";
    for (int other = 0; other < seat; other++)
        index += s->mine >> other & 1;
    return sets[index % 5];
}

/* Who hit what with this key; -1: nobody. */
static int seat_of_key(const scene *s, int pressed, int *hit)
{
    for (int seat = 0; seat < s->seats; seat++) {
        if (!(s->due & s->mine & KN_ACTOR(seat)))
            continue;
        *hit = face_pick(pressed, keys_of(s, seat), HITS);
        if (*hit >= 0)
            return seat;
    }
    return -1;
}

/* ---- dice ---- */

static const char *symbol_of(char letter)
{
    bool unicode = screen_has_unicode();
    switch (letter) {
    case 's': return "(x_x)";
    case 'b': return unicode ? "[ ¥ ]" : "[ $ ]";
    default: return unicode ? "▐██━━" : "[##]=";
    }
}

static const char *face_words(const char *shown)
{
    static char words[48];
    int number = shown[0] - '0';
    const char *format = shown[1] == 's'   ? words_plural("%d skull", "%d skulls", number)
                         : shown[1] == 'b' ? words_plural("%d banknote", "%d banknotes", number)
                                           : words_plural("%d cleaver", "%d cleavers", number);
    snprintf(words, sizeof words, format, number);
    return words;
}

/* One, two or three times the symbol; an empty text: not seen yet. */
static void draw_symbols(area a, int column, const char *shown, ink with)
{
    area box = area_part(a, 0, column, BOX_ROWS, BOX_COLUMNS);
    int number = shown[0] - '0';
    draw_fill(box, with);
    draw_frame(box, with + 1);
    if (!shown[0] || !shown[1])
        return;
    for (int i = 0; i < number && i < 3; i++)
        draw_centred(box, 1 + (3 - number) + 2 * i, with, symbol_of(shown[1]));
    draw_centred(area_part(a, BOX_ROWS, column - 1, 1, BOX_COLUMNS + 2), 0, INK_PLAIN,
                 face_words(shown));
}

static void draw_knife(area a, int column, ink with)
{
    static const char *const blade[] = {"/|", "/ |", "| |", "|_|", "[=]"};
    area box = area_part(a, 0, column, BOX_ROWS, BOX_COLUMNS);
    draw_frame(box, with);
    for (int i = 0; i < 5; i++)
        draw_right(box, 1 + i, 8, with == INK_SOFT ? INK_PLAIN : with, blade[i]);
    draw_centred(area_part(a, BOX_ROWS, column, 1, BOX_COLUMNS), 0, INK_PLAIN, _("knife"));
}

/* Is this what should have been hit in the throw settled last? */
static bool was_right(const scene *s, const char *hit)
{
    json_t *one;
    size_t i;
    const json_t *from = by_hand(s) ? s->view : look_in(s->view, "last");
    json_array_foreach(look_in(from, "right"), i, one)
    {
        if (json_is_string(one) && strcmp(json_string_value(one), hit) == 0)
            return true;
    }
    return false;
}

/* How dice are drawn, large or small. */
typedef struct {
    int columns, first, step; /* of a die, to the first one and from one to the next */
    int below;                /* the row for its key, or for the mark of the right one */
    void (*symbols)(area a, int column, const char *shown, ink with);
    void (*knife)(area a, int column, ink with);
} die_look;

/* The key that hits it, where one person plays. */
static void draw_hit_key(const scene *s, area a, const die_look *look, int column, int hit)
{
    char shown[16];
    if (!in_window(s) || by_hand(s) || several_here(s) || !(s->due & s->mine))
        return;
    snprintf(shown, sizeof shown, "%c", keys_of(s, kn_first_actor(s->mine))[hit]);
    draw_centred(area_part(a, look->below, column, 1, look->columns), 0, INK_ACCENT,
                 hit == KNIFE ? _("Space") : shown);
    draw_spot(a, 0, column, look->below + 1, look->columns, SCREEN_PICK + hit);
}

/* Where the dice to be seen are described; NULL: none are. */
static const json_t *shown_dice(const scene *s)
{
    if (in_window(s))
        return dice_shown(s) ? s->view : NULL;
    return look_is(s->view, "phase", "throwing") ? NULL : look_in(s->view, "last");
}

static void draw_dice_as(const scene *s, area a, const die_look *look)
{
    bool judged = (!in_window(s) && !look_is(s->view, "phase", "throwing")) || by_hand(s);
    const json_t *from = shown_dice(s);
    for (int hit = 0, column = look->first; hit < HITS; hit++) {
        bool black = hit == WHITE, right = judged && was_right(s, hits[hit]);
        const char *shown = black ? look_text(from, "black")
                                  : json_string_value(look_at(look_in(from, "dice"), hit));
        if (black && !has_black(s))
            continue;
        if (hit == KNIFE)
            look->knife(a, column, right ? INK_ACCENT : INK_SOFT);
        else
            look->symbols(a, column, shown ? shown : "",
                          black   ? INK_DIE_BLACK
                          : right ? INK_DIE_KEPT
                                  : INK_DIE);
        if (right)
            draw_centred(area_part(a, look->below, column, 1, look->columns), 0, INK_ACCENT,
                         draw_glyph(GLYPH_UP));
        draw_hit_key(s, a, look, column, hit);
        column += look->step;
    }
}

static void draw_dice(const scene *s, area a)
{
    static const die_look large = {BOX_COLUMNS,  1,         BOX_COLUMNS + 2, BOX_ROWS + 1,
                                   draw_symbols, draw_knife};
    draw_dice_as(s, a, &large);
}

/* ---- hands ---- */

/* From the little finger to the thumb: whole, lost, or with a ring. */
static void draw_fingers(const scene *s, area a, const json_t *seat)
{
    bool unicode = screen_has_unicode();
    (void)s;
    for (int i = 0; i < FINGERS; i++) {
        const char *how = json_string_value(look_at(look_in(seat, "hand"), i));
        bool lost = how && strcmp(how, "lost") == 0, ring = how && strcmp(how, "ring") == 0;
        const char *whole = unicode ? "┃" : "|";
        int column = 2 + 2 * i + (i == FINGERS - 1);
        draw_text(a, 0, column, INK_STRONG, lost ? " " : whole);
        draw_text(a, 1, column, ring ? INK_ACCENT : INK_STRONG,
                  ring   ? (unicode ? "◎" : "O")
                  : lost ? draw_glyph(GLYPH_EMPTY)
                         : whole);
    }
}

static ink verdict_ink(const char *verdict)
{
    return strcmp(verdict, "safe") == 0     ? INK_GOOD
           : strcmp(verdict, "not_in") == 0 ? INK_SOFT
                                            : INK_BAD;
}

/* What someone did about the throw settled last, and what came of it. */
static void draw_verdict(const scene *s, area a, const json_t *one)
{
    const char *verdict = look_text(one, "verdict");
    char words[64];
    if (!verdict[0])
        return;
    draw_text(a, 0, 2, verdict_ink(verdict), face_word(s, verdict));
    if (look_has(one, "hit")) {
        snprintf(words, sizeof words, _("%s, %d ms"), face_word(s, look_text(one, "hit")),
                 look_int(one, "reaction_ms"));
        draw_text(a, 1, 2, INK_PLAIN, words);
    }
    if (look_has(one, "wood"))
        draw_format(a, 2, 2, INK_ACCENT, _("wood: %s"), face_word(s, look_text(one, "wood")));
}

/* `q w e  a  s` */
static void draw_own_keys(const scene *s, area a, int seat)
{
    const char *set = keys_of(s, seat);
    if (!(s->mine & KN_ACTOR(seat)) || !several_here(s) || by_hand(s))
        return;
    draw_format(a, 0, 2, INK_ACCENT, "%c %c %c  %c %c", set[0], set[1], set[2],
                has_black(s) ? set[3] : set[4], has_black(s) ? set[4] : ' ');
}

static void draw_seat(const scene *s, const face_choice *c, area a, int seat)
{
    const json_t *one = look_at(look_in(s->view, "seats"), seat);
    const json_t *last = look_at(look_in(look_in(s->view, "last"), "seats"), seat);
    bool acted = look_has(one, "hit");
    face_name(s, a, 0, 0, a.width, seat);
    draw_fingers(s, area_part(a, 1, 0, 2, a.width), one);
    draw_own_keys(s, area_part(a, 3, 0, 1, a.width), seat);
    area below = area_part(a, 4, 0, 4, a.width);
    if (!look_true(one, "in") && !s->over)
        draw_text(below, 0, 2, INK_SOFT, _("out of this round"));
    else if (by_hand(s))
        draw_format(below, 0, 2, INK_ACCENT, "%d %s", seat + 1,
                    c->marked >> seat & 1 ? face_word(s, "safe") : "");
    else if (in_window(s))
        draw_text(below, 0, 2, INK_SOFT, acted ? _("has acted") : "");
    else
        draw_verdict(s, below, last);
}

/* ---- the table ---- */

static void draw_heading(const scene *s, area a)
{
    int turn = look_int(s->view, "turn") - 1;
    int64_t left = time_of(s, "closes_ms") - scene_now_ms(s);
    char words[160] = "";
    draw_right(a, 0, a.width, INK_SOFT, face_word(s, look_text(s->view, "level")));
    if (by_hand(s)) {
        draw_text(a, 0, 0, INK_ACCENT, _("Who is safe?"));
    } else if (in_window(s) && !dice_shown(s)) {
        draw_text(a, 0, 0, INK_ACCENT, _("The dice are falling…"));
    } else if (in_window(s)) {
        draw_text(a, 0, 0, INK_ACCENT, _("Now!"));
        draw_run(a, 0, 8, left > 0 ? (int)(left / 200 % 1000) : 0, INK_ACCENT, GLYPH_FULL);
    } else if (look_is(s->view, "phase", "ring")) {
        snprintf(words, sizeof words, _("%s puts on a ring"),
                 scene_name(s, look_int(s->view, "ring_for") - 1));
        draw_text(a, 0, 0, INK_ACCENT, words);
    } else if (!s->over) {
        snprintf(words, sizeof words, _("%s throws"), scene_name(s, turn));
        draw_text(a, 0, 0, INK_STRONG, words);
    }
}

/* Returns how many rows it takes. */
static int draw_ring_choice(const scene *s, const face_choice *c, area a)
{
    const json_t *hand = look_in(look_at(look_in(s->view, "seats"), s->viewer), "hand");
    int column = 0, row = 0;
    for (int i = 0; i < FINGERS; i++) {
        const char *how = json_string_value(look_at(hand, i));
        bool worn = how && strcmp(how, "ring") == 0;
        char words[64];
        snprintf(words, sizeof words, "%s%d %s ", c->cursor == i ? draw_glyph(GLYPH_HERE) : " ",
                 i + 1, words_for_key("crane", fingers[i])); /* fingers are called alike */
        if (column > 0 && column + draw_width(words) > a.width) {
            row++;
            column = 0;
        }
        draw_text(a, row, column, worn ? INK_SOFT : c->cursor == i ? INK_MARKED : INK_PLAIN, words);
        if (!worn)
            draw_spot(a, row, column, 1, draw_width(words), SCREEN_PICK + i);
        column += draw_width(words) + 1;
    }
    return row + 1;
}

/* Draw again when the dice appear, and while the time runs. */
static void set_wake(const scene *s, face_choice *c)
{
    enum { TICK_MS = 100, WAIT_MOST_MS = 1000 };
    int64_t wait = dice_shown(s) ? TICK_MS : time_of(s, "shown_ms") - scene_now_ms(s);
    wait = wait < 1 ? 1 : wait > WAIT_MOST_MS ? WAIT_MOST_MS : wait;
    if (in_window(s) && !by_hand(s))
        c->wake_ns = native_steady_ns() + wait * 1000000;
}

/* ---- on a small screen: small dice, and a row for everyone ---- */

enum { SMALL_ROWS = 5, SMALL_COLUMNS = 7 };

/* Up to three symbols below each other. */
static void draw_small_symbols(area a, int column, const char *shown, ink with)
{
    area box = area_part(a, 0, column, SMALL_ROWS, SMALL_COLUMNS);
    int number = shown[0] - '0';
    draw_fill(box, with);
    draw_frame(box, with + 1);
    if (!shown[0] || !shown[1])
        return;
    for (int i = 0; i < number && i < 3; i++)
        draw_centred(box,
                     number == 1   ? 2
                     : number == 2 ? 1 + 2 * i
                                   : 1 + i,
                     with, symbol_of(shown[1]));
}

static void draw_small_knife(area a, int column, ink with)
{
    static const char *const blade[] = {"/ |", "|_|", "[=]"};
    area box = area_part(a, 0, column, SMALL_ROWS, SMALL_COLUMNS);
    draw_frame(box, with);
    for (int i = 0; i < 3; i++)
        draw_centred(box, 1 + i, with == INK_SOFT ? INK_PLAIN : with, blade[i]);
}

static void draw_small_dice(const scene *s, area a)
{
    static const die_look small = {
        SMALL_COLUMNS, 0, SMALL_COLUMNS + 1, SMALL_ROWS, draw_small_symbols, draw_small_knife};
    draw_dice_as(s, a, &small);
}

/* `┃┃·◎ ┃`, from the little finger to the thumb. */
static void draw_small_fingers(area a, int column, const json_t *seat)
{
    bool unicode = screen_has_unicode();
    for (int i = 0; i < FINGERS; i++) {
        const char *how = json_string_value(look_at(look_in(seat, "hand"), i));
        bool lost = how && strcmp(how, "lost") == 0, ring = how && strcmp(how, "ring") == 0;
        draw_text(a, 0, column + i + (i == FINGERS - 1), ring ? INK_ACCENT : INK_STRONG,
                  ring   ? (unicode ? "◎" : "O")
                  : lost ? draw_glyph(GLYPH_EMPTY)
                         : (unicode ? "┃" : "|"));
    }
}

/* Name, fingers, and what there is to know: keys while time runs, else what came of the throw. */
static void draw_small_seat(const scene *s, const face_choice *c, area a, int seat)
{
    enum { NAME = 12, FINGERS_AT = 13, REST = 20 };
    const json_t *one = look_at(look_in(s->view, "seats"), seat);
    const json_t *last = look_at(look_in(look_in(s->view, "last"), "seats"), seat);
    const char *verdict = look_text(last, "verdict");
    area rest = area_part(a, 0, REST, 1, a.width - REST);
    char words[96];
    face_name(s, a, 0, 0, NAME, seat);
    draw_small_fingers(a, FINGERS_AT, one);
    if (!look_true(one, "in") && !s->over) {
        draw_text(rest, 0, 0, INK_SOFT, _("out of this round"));
    } else if (by_hand(s)) {
        draw_format(rest, 0, 0, INK_ACCENT, "%d %s", seat + 1,
                    c->marked >> seat & 1 ? face_word(s, "safe") : "");
    } else if (in_window(s) && look_has(one, "hit")) {
        draw_text(rest, 0, 0, INK_SOFT, _("has acted"));
    } else if (in_window(s)) {
        draw_own_keys(s, area_part(a, 0, REST - 2, 1, a.width), seat);
    } else if (verdict[0]) {
        snprintf(words, sizeof words, "%s", face_word(s, verdict));
        if (look_has(last, "hit")) {
            size_t length = strlen(words);
            snprintf(words + length, sizeof words - length, _(" (%s, %d ms)"),
                     face_word(s, look_text(last, "hit")), look_int(last, "reaction_ms"));
        }
        draw_text(rest, 0, 0, verdict_ink(verdict), words);
    }
}

static void draw_small(const scene *s, const face_choice *c, area a)
{
    enum { COLUMNS = 60 };
    a = area_middle(a, a.height, a.width > COLUMNS ? COLUMNS : a.width);
    int boxes = has_black(s) ? HITS : HITS - 1;
    draw_heading(s, area_part(area_take_top(&a, 1), 0, 1, 1, a.width - 2));
    area dice = area_take_top(&a, SMALL_ROWS + 1);
    draw_small_dice(s, area_middle(dice, dice.height, boxes * (SMALL_COLUMNS + 1) - 1));
    if (look_is(s->view, "phase", "ring") && face_due(s))
        area_take_top(&a, draw_ring_choice(s, c, area_part(a, 0, 1, a.height, a.width - 1)));
    for (int seat = 0; seat < s->seats; seat++)
        draw_small_seat(s, c, area_part(a, seat, 0, 1, a.width), seat);
}

/* Reaction counts from the first frame that shows the dice. */
static void note_shown(const scene *s, face_choice *c)
{
    if (dice_shown(s) && c->shown_ns == 0) {
        c->shown_ns = FACE_SHOW_NOW;
        c->kind = (int)(time_of(s, "shown_ms") % SHOWN_TURN);
    }
    set_wake(s, c);
}

static void draw(const scene *s, face_choice *c, area a)
{
    enum { SEATS_ROWS = 8, ROWS = 24, COLUMNS = 100 };
    int boxes = has_black(s) ? HITS : HITS - 1;
    if (area_is_small(a)) {
        draw_small(s, c, a);
        note_shown(s, c);
        return;
    }
    if (a.height > ROWS)
        a = area_middle(a, ROWS, a.width < COLUMNS ? a.width : COLUMNS);
    draw_heading(s, area_part(area_take_top(&a, 1), 0, 1, 1, a.width - 2));
    area dice = area_take_top(&a, BOX_ROWS + 2);
    draw_dice(s, area_middle(dice, dice.height, boxes * (BOX_COLUMNS + 2)));
    if (a.height > SEATS_ROWS + 2)
        area_take_top(&a, 2);
    if (look_is(s->view, "phase", "ring") && face_due(s))
        draw_ring_choice(s, c, area_part(area_take_top(&a, 1), 0, 2, 1, a.width));
    area hands = area_middle(a, a.height, s->seats * SEAT_COLUMNS);
    for (int seat = 0; seat < s->seats; seat++)
        draw_seat(s, c, area_part(hands, 0, seat * SEAT_COLUMNS, SEATS_ROWS, SEAT_COLUMNS), seat);
    note_shown(s, c);
}

/* ---- keys ---- */

static bool may_throw(const scene *s)
{
    return look_is(s->view, "phase", "ready") && face_due(s);
}

static bool may_put_ring(const scene *s)
{
    return look_is(s->view, "phase", "ring") && face_due(s);
}

static int keys(const scene *s, const face_choice *c, draw_key *out)
{
    int count = 0;
    (void)c;
    if (may_throw(s)) {
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("throw")};
    } else if (may_put_ring(s)) {
        out[count++] = (draw_key){'1', "1-5", _("which finger")};
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("put the ring on")};
    } else if (by_hand(s) && s->due & s->mine) {
        out[count++] = (draw_key){SCREEN_NO_KEY, "1-5", _("who is safe")};
        out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("confirm")};
    } else if (in_window(s) && s->due & s->mine) {
        if (several_here(s)) {
            out[count++] = (draw_key){SCREEN_NO_KEY, _("your keys"),
                                      has_black(s) ? _("hit dice 1 2 3, the black die, the knife")
                                                   : _("hit dice 1 2 3, the knife")};
        } else {
            out[count++] = (draw_key){SCREEN_NO_KEY, "1 2 3", _("hit a die")};
            if (has_black(s))
                out[count++] = (draw_key){'4', "4", _("the black die")};
            out[count++] = (draw_key){' ', _("Space"), _("the knife")};
        }
        if (s->home)
            out[count++] = (draw_key){SCREEN_ENTER, "Enter", _("keep still")};
    }
    return count;
}

static face_act hit(const scene *s, const face_choice *c, int seat, int what, int64_t at_ns)
{
    face_act act = face_move(s, "hit %s", hits[what]);
    act.seat = seat;
    act.after_ms = c->shown_ns > 0 ? (double)(at_ns - c->shown_ns) / 1e6 : 0;
    act.after_ms = act.after_ms < 0 ? 0 : act.after_ms;
    return act;
}

static face_act choose_ring(const scene *s, face_choice *c, int pressed)
{
    int finger = face_pick(pressed, "12345", FINGERS);
    if (finger >= 0) {
        c->cursor = finger;
        return face_chose;
    }
    if (pressed == SCREEN_LEFT || pressed == SCREEN_RIGHT) {
        c->cursor = (c->cursor + (pressed == SCREEN_LEFT ? FINGERS - 1 : 1)) % FINGERS;
        return face_chose;
    }
    return pressed == SCREEN_ENTER ? face_move(s, "ring %s", fingers[c->cursor]) : face_nothing;
}

/* Seats are marked one by one. */
static face_act choose_safe(const scene *s, face_choice *c, int pressed)
{
    char move[KN_MOVE_TEXT_MAX] = "";
    kn_text text = kn_text_on(move, sizeof move);
    int seat = face_pick(pressed, "12345", s->seats);
    if (seat >= 0)
        c->marked ^= 1u << seat;
    if (seat >= 0 || pressed != SCREEN_ENTER || !(s->due & s->mine))
        return seat >= 0 ? face_chose : face_nothing;
    for (int i = 0; i < s->seats; i++)
        if (c->marked >> i & 1) {
            kn_put_char(&text, ' ');
            kn_put_int(&text, i + 1);
        }
    face_act act = face_move(s, "safe%s", move[0] ? move : " nobody");
    act.seat = kn_first_actor(s->due & s->mine);
    return act;
}

static face_act key(const scene *s, face_choice *c, int pressed, int64_t at_ns)
{
    int what;
    if (by_hand(s))
        return choose_safe(s, c, pressed);
    if (in_window(s)) {
        if (pressed == SCREEN_ENTER && s->home && s->due & s->mine)
            return (face_act){.what = FACE_HURRY, .after_ms = -1};
        int seat = seat_of_key(s, pressed, &what);
        if (seat < 0 || (what == WHITE && !has_black(s)))
            return face_nothing;
        return hit(s, c, seat, what, at_ns);
    }
    if (may_throw(s) && (pressed == SCREEN_ENTER || pressed == ' '))
        return face_move(s, "throw");
    return may_put_ring(s) ? choose_ring(s, c, pressed) : face_nothing;
}

static face_act wake(const scene *s, face_choice *c, int64_t at_ns)
{
    (void)s;
    (void)c;
    (void)at_ns;
    return face_chose;
}

/* The same throw: reaction counts from the same moment. */
static void carry(const scene *s, const face_choice *before, face_choice *now)
{
    if (in_window(s) && before->shown_ns > 0 &&
        before->kind == (int)(time_of(s, "shown_ms") % SHOWN_TURN)) {
        now->shown_ns = before->shown_ns;
        now->kind = before->kind;
    }
}

/* ---- words ---- */

static bool tell(const scene *s, const log_line *line, kn_text *out)
{
    char text[SCENE_TEXT_MAX], move[KN_MOVE_TEXT_MAX];
    snprintf(move, sizeof move, "%.*s", (int)line->move.length, line->move.at);
    if (line->actor == KN_CLOCK)
        return false;
    if (line->actor == KN_CHANCE)
        snprintf(text, sizeof text, "%s", face_word(s, move));
    else if (strncmp(move, "hit ", 4) == 0)
        snprintf(text, sizeof text, _("hits: %s"), face_word(s, move + 4));
    else if (strncmp(move, "ring ", 5) == 0)
        snprintf(text, sizeof text, _("puts a ring on: %s"), words_for_key("crane", move + 5));
    else
        snprintf(text, sizeof text, "%s", _("throws the dice"));
    kn_put(out, text);
    return true;
}

static const char *ask_dice(const scene *s)
{
    if (look_is(s->view, "phase", "fingers"))
        return _("How did the wooden finger fall? (clean, bloody, side)");
    return _("What do the real dice show? (skull s, banknote b, cleaver c: 1s 2b 3c)");
}

/* ---- the review: reactions and misses ---- */

enum { VERDICTS = YUBITSUME_NOT_SAFE + 1, HITS_MOST = 4096 };

/* What the throws of a match came to for a seat. */
typedef struct {
    int verdicts[VERDICTS];
    int ms[HITS_MOST], hits; /* the times of right hits, first or not */
} reactions;

static bool is_settled(const yubitsume_state *before, const yubitsume_state *after)
{
    return before->phase == YUBITSUME_WINDOW && after->phase != YUBITSUME_WINDOW;
}

static void count_throw(const yubitsume_state *s, int seat, reactions *r)
{
    uint8_t verdict[YUBITSUME_SEATS];
    yubitsume_judge(s, &s->last, verdict);
    bool right = verdict[seat] == YUBITSUME_SAFE || verdict[seat] == YUBITSUME_TOO_SLOW;
    r->verdicts[verdict[seat]]++;
    if (right && s->last.hit[seat] != YUBITSUME_HIT_NOTHING && !yubitsume_by_hand(s) &&
        r->hits < HITS_MOST)
        r->ms[r->hits++] = s->last.reaction_ms[seat];
}

static void count_match(const table *t, int seat, reactions *r)
{
    table_state before, after;
    kn_event event;
    memset(r, 0, sizeof *r);
    table_state_after(t, 0, &after);
    for (uint32_t number = 1; number <= t->log.count; number++) {
        if (!table_event(t, number, &after, &event))
            continue;
        before = after;
        yubitsume_game.apply(&after, &event);
        if (is_settled((yubitsume_state *)&before, (yubitsume_state *)&after))
            count_throw((yubitsume_state *)&after, seat, r);
    }
}

static int by_size(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void put_hits(reactions *r, kn_text *out)
{
    char text[SCENE_TEXT_MAX];
    if (r->hits == 0)
        return;
    qsort(r->ms, (size_t)r->hits, sizeof *r->ms, by_size);
    snprintf(text, sizeof text, _("; correct hits: median %d ms, fastest %d ms"),
             (r->ms[(r->hits - 1) / 2] + r->ms[r->hits / 2]) / 2, r->ms[0]);
    kn_put(out, text);
}

/* The kinds of misses that there were. */
static void put_misses(const reactions *r, kn_text *out)
{
    static const struct {
        int verdict;
        const char *key;
    } misses[] = {{YUBITSUME_TOO_SLOW, "too_slow"},
                  {YUBITSUME_WRONG, "wrong"},
                  {YUBITSUME_NOTHING, "nothing"},
                  {YUBITSUME_FALSE_START, "false_start"},
                  {YUBITSUME_NOT_SAFE, "not_safe"}};
    char text[SCENE_TEXT_MAX];
    for (size_t i = 0; i < sizeof misses / sizeof *misses; i++)
        if (r->verdicts[misses[i].verdict] > 0) {
            snprintf(text, sizeof text, "; %s: %d", words_for_key("yubitsume", misses[i].key),
                     r->verdicts[misses[i].verdict]);
            kn_put(out, text);
        }
}

static void review(const table *t, kn_text *out)
{
    static reactions r;
    char text[SCENE_TEXT_MAX];
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        int throws = 0;
        count_match(t, seat, &r);
        for (int verdict = 0; verdict < VERDICTS; verdict++)
            throws += verdict == YUBITSUME_NOT_IN ? 0 : r.verdicts[verdict];
        snprintf(text, sizeof text, _("- %d %s: safe in %d of %d throws"), seat + 1,
                 t->plan.seat[seat].name, r.verdicts[YUBITSUME_SAFE], throws);
        kn_put(out, text);
        put_hits(&r, out);
        put_misses(&r, out);
        kn_put(out, "\n");
    }
}

/* ---- the hand, for an evening ---- */

static int hand(const table *t, int seat, int *values, int most)
{
    static reactions r;
    count_match(t, seat, &r);
    int count = r.hits < most ? r.hits : most;
    memcpy(values, r.ms, (size_t)count * sizeof *values);
    return count;
}

const face face_yubitsume = {
    .game = "yubitsume",
    .together = true,
    .draw = draw,
    .keys = keys,
    .key = key,
    .carry = carry,
    .wake = wake,
    .tell = tell,
    .ask_dice = ask_dice,
    .review = review,
    .hand = hand,
    .hand_kind = FACE_FAST,
};
