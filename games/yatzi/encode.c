/* encode.c: Yatzi as numbers: actions and observations. See core/encoding.h and README.md. */
#include "core/encoding.h"
#include "games/yatzi/rules.h"

extern const kn_encoding yatzi_encoding;

/* Actions: every set of up to four dice to keep, those of fewer dice first; then the boxes. */
enum { KEEPS = 210, ACTIONS = KEEPS + YATZI_BOXES, KEPT_MOST = YATZI_DICE - 1 };

/* Outcomes: a face, or the seat that goes first. */
enum { FIRST_FROM = YATZI_FACES, CHANCES = FIRST_FROM + KN_SEATS_MAX };

/* The number of the first set of so many dice. */
static const uint8_t sets_from[KEPT_MOST + 2] = {0, 1, 7, 28, 84, KEEPS};

/* Among sets of equal size, sorted dice d1 <= d2 <= … have the place that the sum over i of
 * C(d_i - 2 + i, i) tells: here added up for `more` dice of a face behind `kept` smaller ones. */
static const uint8_t place_by[YATZI_FACES][YATZI_DICE][YATZI_DICE + 1] = {
    {{0}},
    {{0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4}, {0, 1, 2, 3}, {0, 1, 2}, {0, 1}},
    {{0, 2, 5, 9, 14, 20}, {0, 3, 7, 12, 18}, {0, 4, 9, 15}, {0, 5, 11}, {0, 6}},
    {{0, 3, 9, 19, 34, 55}, {0, 6, 16, 31, 52}, {0, 10, 25, 46}, {0, 15, 36}, {0, 21}},
    {{0, 4, 14, 34, 69, 125}, {0, 10, 30, 65, 121}, {0, 20, 55, 111}, {0, 35, 91}, {0, 56}},
    {{0, 5, 20, 55, 125, 251}, {0, 15, 50, 120, 246}, {0, 35, 105, 231}, {0, 70, 196}, {0, 126}},
};

static int actions(const kn_setup *setup)
{
    (void)setup;
    return ACTIONS;
}

/* ---- moves ---- */

static int keep_number(kn_move keep)
{
    unsigned kept = 0, place = 0;
    for (int face = 0; face < YATZI_FACES; face++) {
        unsigned more = keep >> 3 * face & 7;
        if (kept + more > KEPT_MOST)
            return -1;
        if (more)
            place += place_by[face][kept][more];
        kept += more;
    }
    return (int)(sets_from[kept] + place);
}

static int action_of(const void *view, int seat, kn_move move)
{
    (void)view, (void)seat;
    kn_move box = move - YATZI_FILL;
    if (move & YATZI_FILL)
        return box < YATZI_BOXES ? KEEPS + (int)box : -1;
    return move >> 3 * YATZI_FACES ? -1 : keep_number(move);
}

/* The largest die comes off first: it is the largest face whose share still fits. */
static kn_move keep_of(int number)
{
    int size = 0;
    kn_move keep = 0;
    while (number >= sets_from[size + 1])
        size++;
    for (unsigned place = (unsigned)number - sets_from[size]; size > 0; size--) {
        int face = YATZI_FACES - 1;
        while (face > 0 && place_by[face][size - 1][1] > place)
            face--;
        place -= place_by[face][size - 1][1];
        keep += (kn_move)1 << 3 * face;
    }
    return keep;
}

static bool move_of(const void *view, int seat, int action, kn_move *out)
{
    (void)view, (void)seat;
    if (action < 0 || action >= ACTIONS)
        return false;
    *out = action < KEEPS ? keep_of(action) : YATZI_FILL | (kn_move)(action - KEEPS);
    return true;
}

/* Sets of dice, each as its size and its place, grown face by face; the last is all five. */
static void mask_keeps(const yatzi_count *c, uint64_t *words)
{
    uint8_t size[1 << YATZI_DICE], place[1 << YATZI_DICE];
    int listed = 1;
    size[0] = place[0] = 0;
    for (int face = 0; face < YATZI_FACES; face++) {
        int before = listed;
        for (unsigned more = 1; more <= c->of[face + 1]; more++)
            for (int i = 0; i < before; i++, listed++) {
                size[listed] = (uint8_t)(size[i] + more);
                place[listed] = (uint8_t)(place[i] + place_by[face][size[i]][more]);
            }
    }
    for (int i = 0; i < listed - 1; i++)
        kn_set_bit(words, sets_from[size[i]] + place[i]);
}

static void mask(const void *view, int seat, uint64_t *words)
{
    const yatzi_state *s = view;
    (void)seat;
    if (s->phase == YATZI_READY) {
        words[0] |= 1;
        return;
    }
    yatzi_count c = yatzi_count_dice(s->dice);
    uint64_t boxes = yatzi_fillable(s, &c);
    words[KEEPS / 64] |= boxes << KEEPS % 64;
    if (s->throws < YATZI_THROWS)
        mask_keeps(&c, words);
}

_Static_assert(KEEPS % 64 + YATZI_BOXES <= 64, "the boxes lie in one word");

static uint16_t dice_in_cup(const yatzi_state *s)
{
    int count = 0;
    for (int i = 0; i < YATZI_DICE; i++)
        count += s->dice[i] == 0;
    return (uint16_t)count;
}

static kn_chances chances_here(const void *state)
{
    const yatzi_state *s = state;
    switch (s->phase) {
    case YATZI_THROWING:
        return (kn_chances){1, 0, 1, YATZI_FACES, dice_in_cup(s), KN_EVEN(YATZI_FACES)};
    case YATZI_DRAW_FIRST:
        return (kn_chances){0, FIRST_FROM, 1, s->setup.seats, 1, KN_EVEN(s->setup.seats)};
    default: return (kn_chances){0};
    }
}

static void land(void *state, const uint8_t *outcomes)
{
    uint8_t faces[YATZI_DICE];
    int count = dice_in_cup(state);
    for (int i = 0; i < count; i++)
        faces[i] = (uint8_t)(outcomes[i] + 1);
    yatzi_land_all(state, faces);
}

/* ---- views ---- */

enum { BOX_MOST = YATZI_SECOND };
static const kn_observed fields[] = {
    {"phase", 1, false, 0, YATZI_OVER},         {"turn", 1, false, 0, KN_SEATS_MAX - 1},
    {"throws", 1, false, 0, YATZI_THROWS},      {"faces", YATZI_FACES, false, 0, YATZI_DICE},
    {"second_yatzi", 1, false, 0, 2},           {"sheet", 1, false, 0, 1},
    {"boxes", YATZI_BOXES, true, -1, BOX_MOST}, {"yatzis", 1, true, 0, YATZI_BOXES},
    {"bonuses", 1, true, 0, YATZI_BOXES},
};

static void observe(const void *view, int who, int16_t *out)
{
    const yatzi_state *s = view;
    int16_t faces[YATZI_FACES + 1] = {0};
    for (int i = 0; i < YATZI_DICE; i++)
        faces[s->dice[i]]++;
    *out++ = s->phase;
    *out++ = (int16_t)kn_seat_from(who, s->turn, s->setup.seats);
    *out++ = s->throws;
    for (int face = 1; face <= YATZI_FACES; face++)
        *out++ = faces[face];
    *out++ = (int16_t)s->setup.option[YATZI_OPTION_SECOND];
    *out++ = (int16_t)s->setup.option[YATZI_OPTION_SHEET];
    for (int place = 0; place < s->setup.seats; place++) {
        int seat = kn_seat_at(who, place, s->setup.seats);
        for (int b = 0; b < YATZI_BOXES; b++)
            *out++ = s->box[seat][b] == YATZI_FREE ? -1 : s->box[seat][b];
        *out++ = s->yatzis[seat];
        *out++ = s->bonuses[seat];
    }
}

const kn_encoding yatzi_encoding = {
    .game = &yatzi_game,
    .version = 1,
    .chances = CHANCES,
    .still = KN_NO_STILL,
    .fields = fields,
    .field_count = sizeof fields / sizeof *fields,
    .actions = actions,
    .move_of = move_of,
    .action_of = action_of,
    .mask = mask,
    .chances_here = chances_here,
    .land = land,
    .observe = observe,
};
