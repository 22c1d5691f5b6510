/* encode.c: Bossa as numbers: actions and observations. See core/encoding.h and README.md. */
#include "core/encoding.h"
#include "games/bossa/inside.h"

extern const kn_encoding bossa_encoding;

/* Actions: tiles by their places in the sorted hand. What they are worth tells where they go, and
 * so whether they are laid or stacked. The last two kinds are there only if chips are. */
enum {
    SETS = 1 << BOSSA_HAND_MAX,
    WITHOUT = SETS / 2, /* the sets of tiles beside the one under the chip */
    REDRAW_FROM = BOSSA_COLOURS * SETS,
    EXCHANGE_FROM = REDRAW_FROM + BOSSA_HAND_MAX,
    TAKE_FROM = EXCHANGE_FROM + BOSSA_HAND_MAX * BOSSA_HAND_MAX,
    KEEP_FROM = TAKE_FROM + BOSSA_START + 1,
    CHIP_FROM = KEEP_FROM + 2,
    ACTIONS = CHIP_FROM + BOSSA_COLOURS * BOSSA_HAND_MAX * WITHOUT,
};

/* Outcomes: the faces of the dice, then the tiles. */
enum { TILES_FROM = BOSSA_FACES, CHANCES = TILES_FROM + BOSSA_TILES };

static int actions(const kn_setup *setup)
{
    return setup->option[BOSSA_OPTION_CHIPS] == BOSSA_CHIPS_ON ? ACTIONS : KEEP_FROM;
}

/* ---- moves ---- */

/* A set of places without one of them, closed up; and the other way round. */
static unsigned take_out(unsigned set, unsigned place)
{
    unsigned below = (1u << place) - 1;
    return (set & below) | (set >> 1 & ~below);
}

static unsigned put_in(unsigned set, unsigned place)
{
    unsigned below = (1u << place) - 1;
    return (set & below) | (set & ~below) << 1 | 1u << place;
}

/* The move that puts these tiles down; `chipped` is the place under the chip plus one. */
static bool put_down(const bossa_state *s, int seat, int colour, unsigned set, unsigned chipped,
                     kn_move *out)
{
    uint32_t tiles = bossa_pick(s->hand[seat], set);
    int under = chipped ? bossa_tile_at(s->hand[seat], chipped - 1) : -1;
    unsigned value = 0;
    for (uint32_t rest = tiles; rest; rest &= rest - 1) {
        int tile = __builtin_ctz(rest);
        value += tile == under ? bossa_changed_pips(s->chip[seat], colour, tile)
                               : (unsigned)bossa_pips[colour][tile];
    }
    const bossa_line *line = &s->line[colour];
    bool within = value >= line->low && value <= line->high;
    *out = set | chipped << BOSSA_CHIP_AT | (kn_move)colour << BOSSA_LINE_AT |
           BOSSA_KIND(within ? BOSSA_STACK : BOSSA_LAY) | (kn_move)value << BOSSA_PLACE_AT;
    return value > 0 && value <= BOSSA_VALUES;
}

static bool chipped_move(const bossa_state *s, int seat, unsigned number, kn_move *out)
{
    unsigned beside = number % WITHOUT, place = number / WITHOUT % BOSSA_HAND_MAX;
    int colour = (int)(number / WITHOUT / BOSSA_HAND_MAX);
    return put_down(s, seat, colour, put_in(beside, place), place + 1, out);
}

static bool move_of(const void *view, int seat, int action, kn_move *out)
{
    const bossa_state *s = view;
    unsigned number = (unsigned)action;
    if (action < 0 || action >= ACTIONS)
        return false;
    if (action < REDRAW_FROM)
        return put_down(s, seat, action / SETS, number % SETS, 0, out);
    if (action >= CHIP_FROM)
        return chipped_move(s, seat, number - CHIP_FROM, out);
    if (action < EXCHANGE_FROM) {
        *out = BOSSA_KIND(BOSSA_REDRAW) | 1u << (number - REDRAW_FROM);
    } else if (action < TAKE_FROM) {
        number -= EXCHANGE_FROM;
        *out = BOSSA_KIND(BOSSA_EXCHANGE) | 1u << number / BOSSA_HAND_MAX |
               (kn_move)(number % BOSSA_HAND_MAX) << BOSSA_PLACE_AT;
    } else if (action < KEEP_FROM) {
        *out = BOSSA_KIND(BOSSA_TAKE) | (number - TAKE_FROM);
    } else {
        *out = BOSSA_KIND(BOSSA_KEEP) | (BOSSA_CHIP_DOUBLER + number - KEEP_FROM);
    }
    return true;
}

static int action_of(const void *view, int seat, kn_move move)
{
    (void)view, (void)seat;
    unsigned set = move & (SETS - 1), chipped = move >> BOSSA_CHIP_AT & 7;
    unsigned colour = move >> BOSSA_LINE_AT & 1, place = move >> BOSSA_PLACE_AT;
    switch (move >> BOSSA_KIND_AT & 7) {
    case BOSSA_LAY:
    case BOSSA_STACK:
        if (!chipped)
            return (int)(colour * SETS + set);
        return (int)(CHIP_FROM + (colour * BOSSA_HAND_MAX + chipped - 1) * WITHOUT +
                     take_out(set, chipped - 1));
    case BOSSA_REDRAW: return set ? REDRAW_FROM + __builtin_ctz(set) : -1;
    case BOSSA_EXCHANGE:
        return set && place < BOSSA_HAND_MAX
                   ? EXCHANGE_FROM + __builtin_ctz(set) * BOSSA_HAND_MAX + (int)place
                   : -1;
    case BOSSA_TAKE: return set <= BOSSA_START ? TAKE_FROM + (int)set : -1;
    case BOSSA_KEEP:
        return set == BOSSA_CHIP_DOUBLER || set == BOSSA_CHIP_CONVERTER
                   ? KEEP_FROM + (int)set - BOSSA_CHIP_DOUBLER
                   : -1;
    default: return -1;
    }
}

/* Sets of tiles are worked out all at once, without branches: a bit of a word is a set of the first
 * PLACES tiles of the hand, as in the masks. */
enum { PLACES = 6, PIPS_BITS = 3, WORTH_BITS = 4 };
static const uint64_t with_place[PLACES] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                            0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                            0xffff0000ffff0000, 0xffffffff00000000};
/* The sets of so many tiles. */
static const uint64_t of_count[BOSSA_HAND_MAX + 2] = {
    0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
    0x1668688068808000, 0x6880800080000000, 0x8000000000000000,
};

/* What the sets are worth in a line: bit k of it in word k. */
typedef struct {
    uint64_t worth[WORTH_BITS];
    uint64_t fine; /* the sets in which every tile has pips, and that are not worth too much */
} sums;

_Static_assert(BOSSA_VALUES < 1 << WORTH_BITS && BOSSA_FACES < 1 << PIPS_BITS, "fit");
_Static_assert(BOSSA_HAND_MAX == PLACES + 1 && SETS == 2 * 64, "the sets of a hand are two words");

/* A tile joins these sets: an addition in each of them. */
static inline void join(sums *sum, uint64_t sets, unsigned pips)
{
    uint64_t carry = 0;
    for (int k = 0; k < PIPS_BITS; k++) {
        uint64_t own = sum->worth[k], more = sets & -(uint64_t)(pips >> k & 1);
        sum->worth[k] = own ^ more ^ carry;
        carry = (own & more) | (carry & (own ^ more));
    }
    for (int k = PIPS_BITS; k < WORTH_BITS; k++) {
        uint64_t own = sum->worth[k];
        sum->worth[k] = own ^ carry;
        carry &= own;
    }
    sum->fine &= ~(carry | (sets & -(uint64_t)(pips == 0)));
}

/* The sets with so many tiles, one bit for each number; two of them at most. */
static inline uint64_t sets_of(unsigned counts)
{
    return of_count[__builtin_ctz(counts)] | of_count[31 - __builtin_clz(counts)];
}

/* The sets that fit somewhere in a line; each of them has `beside` tiles more than its bit says. */
static inline uint64_t fitting_sets(const bossa_state *s, int colour, const sums *sum, int beside)
{
    const bossa_line *line = &s->line[colour];
    const uint64_t *w = sum->worth;
    const uint64_t low[] = {~w[0] & ~w[1], w[0] & ~w[1], ~w[0] & w[1], w[0] & w[1]};
    const uint64_t high[] = {~w[2] & ~w[3], w[2] & ~w[3], ~w[2] & w[3], w[2] & w[3]};
    unsigned below = line->low - 1u, above = line->high + 1u;
    uint64_t sets = low[above & 3] & high[above >> 2] &
                    sets_of(bossa_next_counts(line->count[line->high]) >> beside);
    if (below > 0)
        sets |= low[below & 3] & high[below >> 2] &
                sets_of(bossa_next_counts(line->count[line->low]) >> beside);
    if (!(s->spent[s->turn] & BOSSA_MARKER_STACK))
        for (unsigned value = line->low; value <= line->high; value++)
            if (line->count[value])
                sets |= low[value & 3] & high[value >> 2] & of_count[line->count[value] - beside];
    return sets & sum->fine;
}

/* The bits of a line, without a chip. */
static void mask_line(const bossa_state *s, int colour, uint64_t *words)
{
    sums sum = {{0}, ~(uint64_t)0};
    uint32_t rest = s->hand[s->turn];
    for (int place = 0; place < PLACES; place++, rest &= rest - 1)
        join(&sum, with_place[place], rest ? bossa_pips[colour][bossa_first_tile(rest)] : 0);
    words[0] |= fitting_sets(s, colour, &sum, 0);
    if (rest) {
        join(&sum, ~(uint64_t)0, bossa_pips[colour][bossa_first_tile(rest)]);
        words[1] |= fitting_sets(s, colour, &sum, 1);
    }
}

/* Bits of whoever is to act without chips: the two lines, then the markers. */
static void mask_action(const bossa_state *s, uint64_t *words)
{
    int mine = s->held[s->turn], theirs = s->held[!s->turn], spent = s->spent[s->turn];
    bool pile = (s->unseen & (s->unseen - 1)) != 0;
    mask_line(s, BOSSA_WHITE, words);
    mask_line(s, BOSSA_BLACK, words + SETS / 64);
    if (pile && !(spent & BOSSA_MARKER_REDRAW))
        words[REDRAW_FROM / 64] |= (((uint64_t)1 << mine) - 1) << REDRAW_FROM % 64;
    if (!(spent & BOSSA_MARKER_EXCHANGE)) {
        uint64_t row = ((uint64_t)1 << theirs) - 1, rows = 0;
        for (int i = 0; i < mine; i++)
            rows |= row << i * BOSSA_HAND_MAX;
        words[EXCHANGE_FROM / 64] |= rows << EXCHANGE_FROM % 64;
    }
}

_Static_assert(REDRAW_FROM / 64 == (TAKE_FROM - 1) / 64, "the markers are in one word");

static void mask(const void *view, int seat, uint64_t *words)
{
    const bossa_state *s = view;
    kn_move moves[KN_MOVES_MAX];
    if (s->phase == BOSSA_ACTING && s->setup.option[BOSSA_OPTION_CHIPS] == BOSSA_CHIPS_OFF) {
        mask_action(s, words);
        return;
    }
    int count = kn_moves(&bossa_game, view, seat, moves);
    for (int i = 0; i < count; i++)
        kn_set_bit(words, action_of(view, seat, moves[i]));
}

static kn_chances chances_here(const void *state)
{
    const bossa_state *s = state;
    switch (s->phase) {
    case BOSSA_THROWING: return (kn_chances){1, 0, 1, BOSSA_FACES, 1, KN_EVEN(BOSSA_FACES)};
    case BOSSA_LOOKING:
    case BOSSA_OPENING:
    case BOSSA_DRAWING:
    case BOSSA_REDRAWING: return (kn_chances){0, TILES_FROM, 1, BOSSA_TILES, 1, s->unseen};
    default: return (kn_chances){0};
    }
}

/* ---- views ---- */

enum { VALUES = BOSSA_VALUES - 1, MARKERS = 3 };
static const kn_observed fields[] = {
    {"phase", 1, false, 0, BOSSA_OVER},
    {"turn", 1, false, 0, 1},
    {"tie", 1, false, 0, BOSSA_FACES},
    {"drawn", 1, false, 0, BOSSA_TILES},
    {"chips", 1, false, 0, 1},
    {"white_line", 3, false, 0, VALUES},
    {"white_counts", VALUES, false, 0, BOSSA_HAND_MAX},
    {"black_line", 3, false, 0, VALUES},
    {"black_counts", VALUES, false, 0, BOSSA_HAND_MAX},
    {"unseen", BOSSA_TILES, false, 0, 1},
    {"colour", 1, true, 0, 2},
    {"hand", BOSSA_HAND_MAX, true, 0, BOSSA_TILES},
    {"tiles", 1, true, 0, BOSSA_HAND_MAX},
    {"markers", MARKERS, true, 0, 1},
    {"stack", 3, true, 0, VALUES},
    {"chip", 1, true, 0, BOSSA_CHIP_CONVERTER},
    {"chip_on", 1, true, 0, BOSSA_TILES},
};

static int16_t *observe_line(const bossa_line *line, int16_t *out)
{
    *out++ = line->die;
    *out++ = line->low;
    *out++ = line->high;
    for (int value = 1; value <= VALUES; value++)
        *out++ = line->count[value];
    return out;
}

/* In two halves, which the compiler makes into vectors. */
static int16_t *observe_tiles(uint32_t tiles, int16_t *out)
{
    enum { HALF = 16 };
    uint16_t low = (uint16_t)tiles, high = (uint16_t)(tiles >> HALF);
    for (int i = 0; i < HALF; i++)
        out[i] = (low & (uint16_t)(1u << i)) != 0;
    for (int i = 0; i < BOSSA_TILES - HALF; i++)
        out[HALF + i] = (high & (uint16_t)(1u << i)) != 0;
    return out + BOSSA_TILES;
}

static int16_t *observe_seat(const bossa_state *s, int seat, int16_t *out)
{
    bool white = s->white_owner == seat + 1;
    uint32_t rest = s->hand[seat];
    *out++ = s->white_owner == 0 ? 0 : white ? 1 : 2;
    for (int i = 0; i < BOSSA_HAND_MAX; i++, rest &= rest - 1)
        *out++ = (int16_t)(rest ? __builtin_ctz(rest) + 1 : 0);
    *out++ = s->held[seat];
    for (int marker = 0; marker < MARKERS; marker++)
        *out++ = !(s->spent[seat] >> marker & 1);
    *out++ = (int16_t)(s->stack[seat] ? __builtin_popcount(s->stack[seat]) : 0); /* mostly none */
    *out++ = (int16_t)(s->stack[seat] ? s->stack_line[seat] + 1 : 0);
    *out++ = s->stack_value[seat];
    *out++ = s->chip[seat];
    *out++ = s->under[seat];
    return out;
}

static void observe(const void *view, int who, int16_t *out)
{
    const bossa_state *s = view;
    *out++ = s->phase;
    *out++ = (int16_t)kn_seat_from(who, s->turn, BOSSA_SEATS);
    *out++ = s->tie;
    *out++ = s->drawn;
    *out++ = (int16_t)s->setup.option[BOSSA_OPTION_CHIPS];
    out = observe_line(&s->line[BOSSA_WHITE], out);
    out = observe_line(&s->line[BOSSA_BLACK], out);
    out = observe_tiles(s->unseen, out);
    out = observe_seat(s, kn_seat_at(who, 0, BOSSA_SEATS), out);
    observe_seat(s, kn_seat_at(who, 1, BOSSA_SEATS), out);
}

const kn_encoding bossa_encoding = {
    .game = &bossa_game,
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
    .observe = observe,
};
