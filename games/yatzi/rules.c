/* rules.c: the rules of Yatzi: thirteen turns of one to three throws, one box per turn.
 *
 * Nothing is hidden. A throw is a move of the seat (keep these dice, throw the rest), then one
 * event of chance for each die. README.md has the rules for players. */
#include <string.h>

#include "games/yatzi/rules.h"

static const char *const box_names[] = {"ones",
                                        "twos",
                                        "threes",
                                        "fours",
                                        "fives",
                                        "sixes",
                                        "three_of_a_kind",
                                        "four_of_a_kind",
                                        "full_house",
                                        "small_street",
                                        "large_street",
                                        "yatzi",
                                        "chance",
                                        NULL};

static const char *const second_names[] = {"rolled", "box", "off", NULL};
static const char *const sheet_names[] = {"ravensburger", "american", NULL};
static const kn_option options[] = {
    {"second_yatzi", second_names, 0, 2, YATZI_SECOND_ROLLED, false},
    {"sheet", sheet_names, 0, 1, YATZI_SHEET_RAVENSBURGER, false},
    KN_FIRST_OPTION,
};

static const char *const phase_names[] = {"draw_first", "ready", "throwing",
                                          "deciding",   "over",  NULL};

/* ---- what a throw is worth ---- */

yatzi_count yatzi_count_dice(const uint8_t *dice)
{
    yatzi_count c = {{0}, 0, 0};
    for (int i = 0; i < YATZI_DICE; i++) {
        c.of[dice[i]]++;
        c.sum = (uint8_t)(c.sum + dice[i]);
    }
    for (int face = 1; face <= YATZI_FACES; face++)
        if (c.of[face] > c.most)
            c.most = c.of[face];
    return c;
}

/* The length of the longest run of faces in a row. */
static int longest_street(const yatzi_count *c)
{
    int longest = 0, run = 0;
    for (int face = 1; face <= YATZI_FACES; face++) {
        run = c->of[face] ? run + 1 : 0;
        if (run > longest)
            longest = run;
    }
    return longest;
}

static bool is_full_house(const yatzi_count *c)
{
    bool pair = false;
    for (int face = 1; face <= YATZI_FACES; face++)
        pair |= c->of[face] == 2;
    return pair && c->most == 3;
}

static bool second_yatzi(const yatzi_state *s)
{
    if (s->setup.option[YATZI_OPTION_SHEET] == YATZI_SHEET_AMERICAN)
        return false;
    switch (s->setup.option[YATZI_OPTION_SECOND]) {
    case YATZI_SECOND_ROLLED: return s->yatzis[s->turn] > 0;
    case YATZI_SECOND_BOX: return s->box[s->turn][YATZI_BOX_YATZI] == YATZI_FIVE;
    default: return false;
    }
}

/* The american joker: a further five of a kind after the Yatzi box has been filled. */
static bool is_joker(const yatzi_state *s, const yatzi_count *c)
{
    return s->setup.option[YATZI_OPTION_SHEET] == YATZI_SHEET_AMERICAN && c->most == YATZI_DICE &&
           s->box[s->turn][YATZI_BOX_YATZI] != YATZI_FREE;
}

int yatzi_points(const yatzi_state *s, const yatzi_count *c, int box)
{
    bool joker = is_joker(s, c);
    switch (box) {
    case YATZI_BOX_THREE: return c->most >= 3 ? c->sum : 0;
    case YATZI_BOX_FOUR: return c->most >= 4 ? c->sum : 0;
    case YATZI_BOX_FULL_HOUSE: return joker || is_full_house(c) ? YATZI_FULL_HOUSE : 0;
    case YATZI_BOX_SMALL_STREET: return joker || longest_street(c) >= 4 ? YATZI_SMALL_STREET : 0;
    case YATZI_BOX_LARGE_STREET: return joker || longest_street(c) >= 5 ? YATZI_LARGE_STREET : 0;
    case YATZI_BOX_YATZI: return c->most == YATZI_DICE ? YATZI_FIVE : 0;
    case YATZI_BOX_CHANCE: return c->most == YATZI_DICE && second_yatzi(s) ? YATZI_SECOND : c->sum;
    default: return c->of[box + 1] * (box + 1);
    }
}

/* A joker goes into the box of its own number; if that is full, into any free lower box; if those
 * are full too, anywhere. */
unsigned yatzi_fillable(const yatzi_state *s, const yatzi_count *c)
{
    const uint8_t *box = s->box[s->turn];
    unsigned open = 0;
    for (int b = 0; b < YATZI_BOXES; b++)
        open |= (unsigned)(box[b] == YATZI_FREE) << b;
    if (!is_joker(s, c))
        return open;
    unsigned own = 1u << (s->dice[0] - 1), lower = open & ~((1u << YATZI_BOX_THREE) - 1);
    return open & own ? own : lower ? lower : open;
}

/* ---- playing ---- */

static kn_refusal start(const kn_setup *setup, void *state)
{
    yatzi_state *s = state;
    if (!kn_begin(&yatzi_game, setup, s))
        return KN_BAD_SETUP;
    memset(s->box, YATZI_FREE, sizeof s->box);
    if (setup->option[YATZI_OPTION_FIRST] == KN_FIRST_DRAWN) {
        s->phase = YATZI_DRAW_FIRST;
    } else {
        s->phase = YATZI_READY;
        s->turn = (uint8_t)(setup->option[YATZI_OPTION_FIRST] - 1);
    }
    return KN_OK;
}

static kn_actors to_act(const void *state)
{
    const yatzi_state *s = state;
    switch (s->phase) {
    case YATZI_DRAW_FIRST:
    case YATZI_THROWING: return KN_ACTOR(KN_CHANCE);
    case YATZI_READY:
    case YATZI_DECIDING: return KN_ACTOR(s->turn);
    default: return 0;
    }
}

/* Every different choice of dice to keep, but not all five. */
static int list_keeps(const yatzi_count *c, kn_move *out)
{
    int listed = 1;
    out[0] = 0;
    for (int face = 1; face <= YATZI_FACES; face++) {
        int before = listed;
        for (kn_move kept = 1; kept <= c->of[face]; kept++)
            for (int i = 0; i < before; i++)
                out[listed++] = out[i] | kept << 3 * (face - 1);
    }
    return listed - 1;
}

static int moves(const void *state, int who, kn_move *out)
{
    const yatzi_state *s = state;
    int listed = 0;
    if (who != s->turn || (s->phase != YATZI_READY && s->phase != YATZI_DECIDING))
        return 0;
    if (s->phase == YATZI_READY) {
        out[0] = 0;
        return 1;
    }
    yatzi_count c = yatzi_count_dice(s->dice);
    unsigned open = yatzi_fillable(s, &c);
    for (kn_move box = 0; box < YATZI_BOXES; box++)
        if (open >> box & 1)
            out[listed++] = YATZI_FILL | box;
    if (s->throws < YATZI_THROWS)
        listed += list_keeps(&c, out + listed);
    return listed;
}

static int outcomes(const void *state, kn_outcome *out)
{
    const yatzi_state *s = state;
    if (s->phase == YATZI_DRAW_FIRST)
        return kn_even_outcomes(0, s->setup.seats, out);
    return s->phase == YATZI_THROWING ? kn_even_outcomes(1, YATZI_FACES, out) : 0;
}

/* A die keeps its place among the five, whatever is kept beside it. */
static kn_place place(const void *state)
{
    const yatzi_state *s = state;
    kn_place p = {0, 0, 0};
    if (s->phase != YATZI_THROWING)
        return p;
    for (int b = 0; b < YATZI_BOXES; b++)
        p.turn = (uint16_t)(p.turn + (s->box[s->turn][b] != YATZI_FREE));
    p.turn++;
    p.toss = s->throws;
    p.die = (uint16_t)((const uint8_t *)memchr(s->dice, 0, YATZI_DICE) - s->dice + 1);
    return p;
}

/* Put what is not kept back into the cup. */
static kn_refusal throw_dice(yatzi_state *s, kn_move keep)
{
    yatzi_count c = yatzi_count_dice(s->dice);
    unsigned left[YATZI_FACES + 1] = {0}, kept = 0;
    if (s->throws == YATZI_THROWS || keep >> 3 * YATZI_FACES)
        return KN_ILLEGAL;
    for (int face = 1; face <= YATZI_FACES; face++) {
        left[face] = keep >> 3 * (face - 1) & 7;
        kept += left[face];
        if (left[face] > c.of[face])
            return KN_ILLEGAL;
    }
    if (kept == YATZI_DICE)
        return KN_ILLEGAL;
    for (int i = 0; i < YATZI_DICE; i++) {
        if (left[s->dice[i]] > 0)
            left[s->dice[i]]--;
        else
            s->dice[i] = 0;
    }
    s->throws++;
    s->phase = YATZI_THROWING;
    return KN_OK;
}

static kn_refusal fill(yatzi_state *s, kn_move box)
{
    yatzi_count c = yatzi_count_dice(s->dice);
    if (s->phase != YATZI_DECIDING || box >= YATZI_BOXES || !(yatzi_fillable(s, &c) >> box & 1))
        return KN_ILLEGAL;
    uint8_t *sheet = s->box[s->turn];
    if (is_joker(s, &c) && sheet[YATZI_BOX_YATZI] == YATZI_FIVE)
        s->bonuses[s->turn]++;
    sheet[box] = (uint8_t)yatzi_points(s, &c, (int)box);
    if (c.most == YATZI_DICE)
        s->yatzis[s->turn]++;
    memset(s->dice, 0, sizeof s->dice);
    s->throws = 0;
    s->turn = (uint8_t)((s->turn + 1) % s->setup.seats);
    s->phase = memchr(s->box[s->turn], YATZI_FREE, YATZI_BOXES) ? YATZI_READY : YATZI_OVER;
    return KN_OK;
}

static kn_refusal land_die(yatzi_state *s, kn_move face)
{
    if (face < 1 || face > YATZI_FACES)
        return KN_ILLEGAL;
    uint8_t *die = memchr(s->dice, 0, YATZI_DICE);
    *die = (uint8_t)face;
    if (!memchr(s->dice, 0, YATZI_DICE))
        s->phase = YATZI_DECIDING;
    return KN_OK;
}

void yatzi_land_all(yatzi_state *s, const uint8_t *faces)
{
    for (int i = 0; i < YATZI_DICE; i++)
        if (s->dice[i] == 0)
            s->dice[i] = *faces++;
    s->phase = YATZI_DECIDING;
}

static kn_refusal apply(void *state, const kn_event *event)
{
    yatzi_state *s = state;
    kn_refusal refusal = kn_event_refusal(to_act(s), event);
    if (refusal)
        return refusal;
    if (s->phase == YATZI_THROWING)
        return land_die(s, event->move);
    if (s->phase == YATZI_DRAW_FIRST) {
        if (event->move >= s->setup.seats)
            return KN_ILLEGAL;
        s->turn = (uint8_t)event->move;
        s->phase = YATZI_READY;
        return KN_OK;
    }
    return event->move & YATZI_FILL ? fill(s, event->move & ~(kn_move)YATZI_FILL)
                                    : throw_dice(s, event->move);
}

/* ---- counting ---- */

typedef struct {
    int upper, bonus, lower, hundreds;
} sums;

static sums sum_sheet(const yatzi_state *s, int seat)
{
    sums sum = {0, 0, 0, 100 * s->bonuses[seat]};
    for (int b = 0; b < YATZI_BOXES; b++)
        if (s->box[seat][b] != YATZI_FREE)
            *(b <= YATZI_BOX_SIXES ? &sum.upper : &sum.lower) += s->box[seat][b];
    if (sum.upper >= YATZI_BONUS_FROM)
        sum.bonus = YATZI_BONUS;
    return sum;
}

static int32_t score(const void *state, int seat)
{
    sums sum = sum_sheet(state, seat);
    return sum.upper + sum.bonus + sum.lower + sum.hundreds;
}

static kn_actors result(const void *state)
{
    const yatzi_state *s = state;
    return s->phase == YATZI_OVER ? kn_leading(&yatzi_game, state) : 0;
}

static void view(const void *state, int who, void *out)
{
    (void)who;
    memcpy(out, state, sizeof(yatzi_state));
}

/* ---- texts ---- */

static void write_move(const void *state, int actor, kn_move move, kn_text *out)
{
    const yatzi_state *s = state;
    if (actor == KN_CHANCE) {
        if (s->phase == YATZI_DRAW_FIRST)
            kn_write_first(move, out);
        else
            kn_put_int(out, move);
        return;
    }
    if (move & YATZI_FILL) {
        kn_move box = move & ~(kn_move)YATZI_FILL;
        kn_put(out, "fill ");
        kn_put(out, box < YATZI_BOXES ? box_names[box] : "?");
        return;
    }
    kn_put(out, move ? "keep" : "throw");
    for (int face = 1; face <= YATZI_FACES; face++)
        for (kn_move n = move >> 3 * (face - 1) & 7; n > 0; n--) {
            kn_put_char(out, ' ');
            kn_put_int(out, face);
        }
}

/* `keep 3 3 4`, in any order. */
static kn_refusal read_keep(kn_slice text, kn_move *out)
{
    kn_move keep = 0;
    for (int dice = 0; text.length > 0; dice++) {
        kn_slice word;
        int64_t face;
        if (dice == YATZI_DICE || !kn_take_word(&text, &word) ||
            !kn_read_int(word, 1, YATZI_FACES, &face))
            return KN_UNREADABLE;
        keep += 1u << 3 * (face - 1);
    }
    *out = keep;
    return KN_OK;
}

static kn_refusal read_move(const void *state, int actor, kn_slice text, kn_move *out)
{
    const yatzi_state *s = state;
    kn_slice word;
    if (actor == KN_CHANCE)
        return s->phase == YATZI_DRAW_FIRST ? kn_read_first(text, s->setup.seats, out)
                                            : kn_read_face(text, YATZI_FACES, out);
    if (kn_slice_is(text, "throw")) {
        *out = 0;
        return KN_OK;
    }
    if (!kn_take_until(&text, ' ', &word))
        return KN_UNREADABLE;
    if (kn_slice_is(word, "keep") && text.length > 0)
        return read_keep(text, out);
    int box = kn_read_name(text, box_names);
    if (!kn_slice_is(word, "fill") || box < 0)
        return KN_UNREADABLE;
    *out = YATZI_FILL | (kn_move)box;
    return KN_OK;
}

static const char *const sheet_keys[] = {"sheet1", "sheet2", "sheet3", "sheet4",
                                         "sheet5", "sheet6", "sheet7", "sheet8"};

static void write_position(const void *state, kn_text *out)
{
    const yatzi_state *s = state;
    kn_write_setup(&yatzi_game, s, out);
    kn_put_name(out, "phase", phase_names, s->phase);
    kn_put_number(out, "turn", s->turn + 1);
    kn_put_number(out, "throws", s->throws);
    kn_put_list(out, "dice", s->dice, YATZI_DICE, 0);
    for (int seat = 0; seat < s->setup.seats; seat++)
        kn_put_list(out, sheet_keys[seat], s->box[seat], YATZI_BOXES, YATZI_FREE);
    kn_put_list(out, "yatzis", s->yatzis, s->setup.seats, -1);
    if (s->setup.option[YATZI_OPTION_SHEET] == YATZI_SHEET_AMERICAN)
        kn_put_list(out, "bonuses", s->bonuses, s->setup.seats, -1);
}

static bool possible_in_box(const yatzi_state *s, int box, int value)
{
    switch (box) {
    case YATZI_BOX_THREE:
    case YATZI_BOX_FOUR:
        return value == 0 || (value >= YATZI_DICE && value <= YATZI_DICE * YATZI_FACES);
    case YATZI_BOX_FULL_HOUSE: return value == 0 || value == YATZI_FULL_HOUSE;
    case YATZI_BOX_SMALL_STREET: return value == 0 || value == YATZI_SMALL_STREET;
    case YATZI_BOX_LARGE_STREET: return value == 0 || value == YATZI_LARGE_STREET;
    case YATZI_BOX_YATZI: return value == 0 || value == YATZI_FIVE;
    case YATZI_BOX_CHANCE:
        return (value >= YATZI_DICE && value <= YATZI_DICE * YATZI_FACES) ||
               (value == YATZI_SECOND &&
                s->setup.option[YATZI_OPTION_SHEET] == YATZI_SHEET_RAVENSBURGER &&
                s->setup.option[YATZI_OPTION_SECOND] != YATZI_SECOND_OFF);
    default: return value % (box + 1) == 0 && value <= YATZI_DICE * (box + 1);
    }
}

static int boxes_filled(const yatzi_state *s, int seat)
{
    int filled = 0;
    for (int b = 0; b < YATZI_BOXES; b++)
        filled += s->box[seat][b] != YATZI_FREE;
    return filled;
}

static bool sheet_possible(const yatzi_state *s, int seat)
{
    for (int b = 0; b < YATZI_BOXES; b++)
        if (s->box[seat][b] != YATZI_FREE && !possible_in_box(s, b, s->box[seat][b]))
            return false;
    int needed = (s->box[seat][YATZI_BOX_YATZI] == YATZI_FIVE) +
                 (s->box[seat][YATZI_BOX_CHANCE] == YATZI_SECOND);
    bool american = s->setup.option[YATZI_OPTION_SHEET] == YATZI_SHEET_AMERICAN;
    int most_bonuses = american && needed > 0 ? s->yatzis[seat] - 1 : 0;
    return s->yatzis[seat] >= needed && s->yatzis[seat] <= boxes_filled(s, seat) &&
           s->bonuses[seat] <= most_bonuses;
}

/* From the starter to the one before whose turn it is, everyone has had one turn more. */
static bool turns_possible(const yatzi_state *s)
{
    int first = s->setup.option[YATZI_OPTION_FIRST] - 1, seats = s->setup.seats;
    int least = boxes_filled(s, s->turn);
    bool level = true;
    for (int seat = 0; seat < seats; seat++) {
        int more = boxes_filled(s, seat) - least;
        if (more < 0 || more > 1)
            return false;
        if (more > 0)
            level = false;
        bool earlier = (seat - first + seats) % seats < (s->turn - first + seats) % seats;
        if (first >= 0 && more != earlier)
            return false;
        /* With a starter that was drawn, those ahead sit in one stretch that ends before `turn`. */
        int next = (seat + 1) % seats;
        if (first < 0 && more == 1 && next != s->turn && boxes_filled(s, next) == least)
            return false;
    }
    if (s->phase == YATZI_DRAW_FIRST)
        return first < 0 && level && least == 0 && s->turn == 0;
    return (s->phase == YATZI_OVER) == (least == YATZI_BOXES);
}

static bool dice_possible(const yatzi_state *s)
{
    int in_cup = yatzi_count_dice(s->dice).of[0];
    switch (s->phase) {
    case YATZI_THROWING: return s->throws > 0 && in_cup > 0 && (s->throws > 1 || s->dice[4] == 0);
    case YATZI_DECIDING: return s->throws > 0 && in_cup == 0;
    default: return s->throws == 0 && in_cup == YATZI_DICE;
    }
}

static kn_refusal read_position(kn_slice text, void *state)
{
    yatzi_state s;
    kn_fields fields;
    uint8_t turn = 0;
    kn_refusal refusal = kn_read_setup(&yatzi_game, text, &fields, &s);
    if (refusal)
        return refusal;
    turn = (uint8_t)(s.turn + 1);
    bool read = kn_field_name(&fields, "phase", phase_names, &s.phase) &&
                kn_field_int(&fields, "turn", 1, s.setup.seats, &turn) &&
                kn_field_int(&fields, "throws", 0, YATZI_THROWS, &s.throws) &&
                kn_field_list(&fields, "dice", s.dice, YATZI_DICE, YATZI_FACES, 0) &&
                kn_field_list(&fields, "yatzis", s.yatzis, s.setup.seats, YATZI_BOXES, -1) &&
                kn_field_list(&fields, "bonuses", s.bonuses, s.setup.seats, YATZI_BOXES, -1);
    for (int seat = 0; seat < s.setup.seats; seat++)
        read = read &&
               kn_field_list(&fields, sheet_keys[seat], s.box[seat], YATZI_BOXES, 254, YATZI_FREE);
    if (!read || !kn_fields_used(&fields))
        return KN_UNREADABLE;
    s.turn = (uint8_t)(turn - 1);
    for (int seat = 0; seat < s.setup.seats; seat++)
        if (!sheet_possible(&s, seat))
            return KN_IMPOSSIBLE;
    if (!turns_possible(&s) || !dice_possible(&s))
        return KN_IMPOSSIBLE;
    memcpy(state, &s, sizeof s);
    return KN_OK;
}

/* ---- JSON ---- */

static void describe_sheet(const yatzi_state *s, int seat, kn_json *out)
{
    sums sum = sum_sheet(s, seat);
    kn_json_object(out, NULL);
    for (int b = 0; b < YATZI_BOXES; b++)
        kn_json_int_or_null(out, box_names[b], s->box[seat][b], YATZI_FREE);
    kn_json_int(out, "upper", sum.upper);
    kn_json_int(out, "bonus", sum.bonus);
    kn_json_int(out, "lower", sum.lower);
    if (s->setup.option[YATZI_OPTION_SHEET] == YATZI_SHEET_AMERICAN)
        kn_json_int(out, "hundreds", sum.hundreds);
    kn_json_int(out, "total", score(s, seat));
    kn_json_end_object(out);
}

static void describe(const void *view, kn_json *out)
{
    const yatzi_state *s = view;
    kn_json_string(out, "phase", phase_names[s->phase]);
    kn_json_int(out, "turn", s->turn + 1);
    kn_json_int(out, "throws", s->throws);
    kn_json_list(out, "dice");
    for (int i = 0; i < YATZI_DICE; i++)
        kn_json_int_or_null(out, NULL, s->dice[i], 0);
    kn_json_end_list(out);
    if (s->phase == YATZI_DECIDING) {
        yatzi_count c = yatzi_count_dice(s->dice);
        kn_json_object(out, "possible");
        for (int b = 0; b < YATZI_BOXES; b++)
            if (yatzi_fillable(s, &c) >> b & 1)
                kn_json_int(out, box_names[b], yatzi_points(s, &c, b));
        kn_json_end_object(out);
    }
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++)
        describe_sheet(s, seat, out);
    kn_json_end_list(out);
}

static const char *const seat_keys[] = {"turn", NULL};

const kn_game yatzi_game = {
    .key = "yatzi",
    .version = 1,
    .seats_min = 1,
    .seats_max = 8,
    .state_bytes = sizeof(yatzi_state),
    .option_count = sizeof options / sizeof *options,
    .options = options,
    .seat_keys = seat_keys,
    .start = start,
    .to_act = to_act,
    .moves = moves,
    .outcomes = outcomes,
    .apply = apply,
    .alarm = kn_no_alarm,
    .score = score,
    .result = result,
    .view = view,
    .seen = kn_all_seen,
    .write_move = write_move,
    .read_move = read_move,
    .write_position = write_position,
    .read_position = read_position,
    .describe = describe,
    .place = place,
};
