/* rules.c: the rules of Bossa: two lines of tiles growing from two dice, open hands, a hidden pile.
 *
 * Tiles are drawn when someone may first look at them: until then a hand or the pile is only a
 * number of tiles, and the tile that is removed is never drawn. Only the first look at a hand and
 * the choice of a chip are secret. README.md has the rules for players.
 *
 * With real tiles somebody may say that they hold one that lies in the other's hidden hand. To
 * refuse that would tell what lies there. It is taken as said, and shows when the hands open. */
#include <string.h>

#include "games/bossa/inside.h"

enum { ALL_TILES = (1 << BOSSA_TILES) - 1 };

static const char *const switch_names[] = {"off", "on", NULL};
static const kn_option options[] = {{"chips", switch_names, 0, 1, BOSSA_CHIPS_OFF, false}};

enum { MOVE_BITS = 22 };

/* ---- tiles ---- */

const uint8_t bossa_pips[BOSSA_COLOURS][BOSSA_TILES] = {
    {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6},
    {1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 0, 1, 2, 3, 0, 1, 2, 0, 1, 0},
};

/* ---- lines ---- */

unsigned bossa_counts_at(const bossa_state *s, int colour, unsigned value)
{
    const bossa_line *line = &s->line[colour];
    if (value == 0)
        return 0;
    if (value + 1 == line->low)
        return bossa_next_counts(line->count[line->low]);
    if (value == line->high + 1u)
        return bossa_next_counts(line->count[line->high]);
    if (value < line->low || value > line->high || s->spent[s->turn] & BOSSA_MARKER_STACK)
        return 0;
    return 1u << line->count[value] & ~1u;
}

/* Kinds of sets of tiles, by how many they are and what they are worth: bit 8 * worth + count. */
typedef struct {
    uint64_t word[2];
} set_kinds;

_Static_assert((BOSSA_VALUES + 1) * 8 <= 128, "fits");

static void add_counts(set_kinds *kinds, unsigned value, unsigned counts)
{
    kinds->word[value / 8] |= (uint64_t)counts << 8 * (value % 8);
}

/* The kinds that the seat whose turn it is may put down in a line, without a chip: as
 * bossa_counts_at says, for all values at once. */
static set_kinds fitting_kinds(const bossa_state *s, int colour)
{
    const bossa_line *line = &s->line[colour];
    set_kinds kinds = {{0, 0}};
    if (!(s->spent[s->turn] & BOSSA_MARKER_STACK))
        for (unsigned value = line->low; value <= line->high; value++)
            add_counts(&kinds, value, 1u << line->count[value] & ~1u);
    if (line->low > 1)
        add_counts(&kinds, line->low - 1u, bossa_next_counts(line->count[line->low]));
    add_counts(&kinds, line->high + 1u, bossa_next_counts(line->count[line->high]));
    return kinds;
}

/* Does the hand of the seat whose turn it is have a set of one of these kinds? Every tile may join
 * all kinds of sets that there are, which moves their bits. */
static bool has_kind(const bossa_state *s, int colour, const set_kinds *kinds)
{
    uint64_t low = 1, high = 0;
    for (uint32_t rest = s->hand[s->turn]; rest; rest &= rest - 1) {
        unsigned pips = bossa_pips[colour][bossa_first_tile(rest)], by = 8 * pips + 1;
        if (pips == 0) /* it is not for this line */
            continue;
        high |= high << by | low >> (64 - by);
        low |= low << by;
    }
    return (low & kinds->word[0]) | (high & kinds->word[1]);
}

static int usable_chip(const bossa_state *s, int seat)
{
    return s->under[seat] ? BOSSA_CHIP_NONE : s->chip[seat];
}

/* ---- listing what may be put down ---- */

/* Sets of tiles as half-made moves: adding two adds their tiles, counts and pips. */
typedef struct {
    uint32_t plain[1 << BOSSA_HAND_MAX];
    uint32_t chipped[BOSSA_HAND_MAX << (BOSSA_HAND_MAX - 1)];
    int plains, chips;
} sums;

/* Join `tile` to the first `count` sets; those worth too much are dropped. */
static int join(const uint32_t *sets, int count, uint32_t tile, uint32_t limit, uint32_t *out)
{
    int joined = 0;
    for (int i = 0; i < count; i++) {
        out[joined] = sets[i] + tile;
        joined += out[joined] < limit;
    }
    return joined;
}

/* Every set of tiles in the hand that could be worth a place in this line. */
static void add_up(const bossa_state *s, int colour, sums *sum)
{
    int chip = usable_chip(s, s->turn);
    uint32_t limit = (uint32_t)(s->line[colour].high + 2) << BOSSA_PLACE_AT, place = 0;
    sum->plain[0] = 0;
    sum->plains = 1;
    sum->chips = 0;
    for (uint32_t rest = s->hand[s->turn]; rest; rest &= rest - 1, place++) {
        int tile = bossa_first_tile(rest);
        uint32_t own = bossa_pips[colour][tile], changed = bossa_changed_pips(chip, colour, tile);
        uint32_t set = 1u << place | 1u << BOSSA_COUNT_AT;
        if (own && sum->chips)
            sum->chips += join(sum->chipped, sum->chips, set | own << BOSSA_PLACE_AT, limit,
                               sum->chipped + sum->chips);
        if (changed)
            sum->chips += join(sum->plain, sum->plains,
                               set | (place + 1) << BOSSA_CHIP_AT | changed << BOSSA_PLACE_AT,
                               limit, sum->chipped + sum->chips);
        if (own)
            sum->plains += join(sum->plain, sum->plains, set | own << BOSSA_PLACE_AT, limit,
                                sum->plain + sum->plains);
    }
}

/* Of the sets of tiles those that fit somewhere, made into moves. */
static int keep_fitting(const uint32_t *sets, int count, const uint16_t *counts,
                        const kn_move *kinds, kn_move *out)
{
    int listed = 0;
    for (int i = 0; i < count; i++) {
        uint32_t set = sets[i], value = set >> BOSSA_PLACE_AT;
        out[listed] = (set & ~(15u << BOSSA_COUNT_AT)) | kinds[value];
        listed += counts[value] >> (set >> BOSSA_COUNT_AT & 15) & 1;
    }
    return listed;
}

static int list_line(const bossa_state *s, int colour, kn_move *out)
{
    const bossa_line *line = &s->line[colour];
    uint16_t counts[BOSSA_VALUES + 1] = {0};
    kn_move kinds[BOSSA_VALUES + 1] = {0};
    sums sum;
    for (unsigned value = line->low - 1u; value <= line->high + 1u; value++) {
        counts[value] = (uint16_t)bossa_counts_at(s, colour, value);
        kinds[value] = (kn_move)colour << BOSSA_LINE_AT |
                       BOSSA_KIND(bossa_within(line, value) ? BOSSA_STACK : BOSSA_LAY);
    }
    add_up(s, colour, &sum);
    int listed = keep_fitting(sum.plain, sum.plains, counts, kinds, out);
    return listed + keep_fitting(sum.chipped, sum.chips, counts, kinds, out + listed);
}

/* ---- whose turn, and the end ---- */

static bool pile_empty(const bossa_state *s)
{
    return (s->unseen & (s->unseen - 1)) == 0; /* the one left is out of the game */
}

static bool may_redraw(const bossa_state *s)
{
    return !(s->spent[s->turn] & BOSSA_MARKER_REDRAW) && !pile_empty(s);
}

static bool may_exchange(const bossa_state *s)
{
    return !(s->spent[s->turn] & BOSSA_MARKER_EXCHANGE);
}

static bool may_put(const bossa_state *s, int colour)
{
    kn_move moves[KN_MOVES_MAX];
    set_kinds kinds = fitting_kinds(s, colour);
    return has_kind(s, colour, &kinds) ||
           (usable_chip(s, s->turn) != BOSSA_CHIP_NONE && list_line(s, colour, moves) > 0);
}

/* Asked after every draw, so the cheap answers come first. */
bool bossa_is_stuck(const bossa_state *s)
{
    return !may_exchange(s) && !may_redraw(s) && !may_put(s, BOSSA_WHITE) &&
           !may_put(s, BOSSA_BLACK);
}

int bossa_ending_now(const bossa_state *s)
{
    bool six[BOSSA_COLOURS] = {bossa_line_positions(&s->line[BOSSA_WHITE]) == BOSSA_GOAL,
                               bossa_line_positions(&s->line[BOSSA_BLACK]) == BOSSA_GOAL};
    if (s->held[s->turn] == 0)
        return six[bossa_owner(s, BOSSA_WHITE) == s->turn ? BOSSA_BLACK : BOSSA_WHITE]
                   ? BOSSA_ENDED_C
                   : BOSSA_ENDED_A;
    if (six[BOSSA_WHITE] || six[BOSSA_BLACK])
        return BOSSA_ENDED_B;
    return pile_empty(s) ? BOSSA_ENDED_E : BOSSA_NOT_ENDED;
}

static unsigned winners(const bossa_state *s, int ending)
{
    switch (ending) {
    case BOSSA_ENDED_A:
    case BOSSA_ENDED_C: return 1u << s->turn;
    case BOSSA_ENDED_B:
        return 1u << bossa_owner(s, bossa_line_positions(&s->line[BOSSA_WHITE]) == BOSSA_GOAL
                                        ? BOSSA_WHITE
                                        : BOSSA_BLACK);
    case BOSSA_ENDED_D: return 1u << !s->turn;
    default: return (s->held[0] <= s->held[1] ? 1 : 0) | (s->held[1] <= s->held[0] ? 2 : 0);
    }
}

void bossa_finish(bossa_state *s, int ending)
{
    s->phase = BOSSA_OVER;
    s->ending = (uint8_t)ending;
    s->winners = (uint8_t)winners(s, ending);
}

static void end_turn(bossa_state *s)
{
    int ending = bossa_ending_now(s);
    s->drawn = 0;
    if (ending) {
        bossa_finish(s, ending);
        return;
    }
    s->turn = !s->turn;
    s->phase = BOSSA_DRAWING;
}

/* ---- what may be done ---- */

static kn_refusal start(const kn_setup *setup, void *state)
{
    bossa_state *s = state;
    if (!kn_begin(&bossa_game, setup, s))
        return KN_BAD_SETUP;
    s->unseen = ALL_TILES;
    return KN_OK;
}

static kn_actors to_act(const void *state)
{
    const bossa_state *s = state;
    switch (s->phase) {
    case BOSSA_CHOOSING:
    case BOSSA_ACTING: return KN_ACTOR(s->turn);
    case BOSSA_KEEPING:
        return (kn_actors)((s->chip[0] ? 0 : KN_ACTOR(0)) | (s->chip[1] ? 0 : KN_ACTOR(1)));
    case BOSSA_OVER: return 0;
    default: return KN_ACTOR(KN_CHANCE);
    }
}

static int list_takes(const bossa_state *s, kn_move *out)
{
    int count = s->turn == bossa_higher(s) ? 3 : 2;
    for (int i = 0; i < count; i++)
        out[i] = BOSSA_KIND(BOSSA_TAKE) | (kn_move)i;
    return count;
}

static int list_actions(const bossa_state *s, kn_move *out)
{
    int listed = list_line(s, BOSSA_WHITE, out);
    listed += list_line(s, BOSSA_BLACK, out + listed);
    unsigned mine = s->held[s->turn], others = s->held[!s->turn];
    if (may_redraw(s))
        for (unsigned i = 0; i < mine; i++)
            out[listed++] = BOSSA_KIND(BOSSA_REDRAW) | 1u << i;
    if (may_exchange(s))
        for (unsigned i = 0; i < mine; i++)
            for (kn_move k = 0; k < others; k++)
                out[listed++] = BOSSA_KIND(BOSSA_EXCHANGE) | 1u << i | k << BOSSA_PLACE_AT;
    return listed;
}

static int moves(const void *state, int who, kn_move *out)
{
    const bossa_state *s = state;
    if (who < 0 || who >= BOSSA_SEATS || !(to_act(s) & KN_ACTOR(who)))
        return 0;
    if (s->phase == BOSSA_ACTING)
        return list_actions(s, out);
    if (s->phase == BOSSA_CHOOSING)
        return list_takes(s, out);
    out[0] = BOSSA_KIND(BOSSA_KEEP) | BOSSA_CHIP_DOUBLER;
    out[1] = BOSSA_KIND(BOSSA_KEEP) | BOSSA_CHIP_CONVERTER;
    return 2;
}

static int outcomes(const void *state, kn_outcome *out)
{
    const bossa_state *s = state;
    int listed = 0;
    if (s->phase == BOSSA_THROWING)
        return kn_even_outcomes(1, BOSSA_FACES, out);
    if (to_act(s) != KN_ACTOR(KN_CHANCE))
        return 0;
    for (uint32_t rest = s->unseen; rest; rest &= rest - 1)
        out[listed++] = (kn_outcome){(kn_move)bossa_first_tile(rest), 1};
    return listed;
}

/* ---- setting up ---- */

static kn_refusal land_die(bossa_state *s, kn_move face)
{
    bossa_line *line = &s->line[s->line[BOSSA_WHITE].die ? BOSSA_BLACK : BOSSA_WHITE];
    if (face < 1 || face > BOSSA_FACES)
        return KN_ILLEGAL;
    s->tie = 0;
    line->die = line->low = line->high = (uint8_t)face;
    if (s->line[BOSSA_BLACK].die == 0)
        return KN_OK;
    if (s->line[BOSSA_WHITE].die == s->line[BOSSA_BLACK].die) {
        memset(s->line, 0, sizeof s->line);
        s->tie = (uint8_t)face;
        return KN_OK;
    }
    s->turn = (uint8_t)bossa_higher(s);
    s->phase = BOSSA_LOOKING;
    return KN_OK;
}

/* A tile for a hand. One that comes to a hidden hand stays hidden with it. */
static void take_tile(bossa_state *s, int seat, kn_move tile)
{
    if (!bossa_is_hidden(s, seat)) {
        s->hand[seat] |= BOSSA_TILE(tile);
        s->unseen &= ~BOSSA_TILE(tile);
    }
    s->held[seat]++;
}

/* Continue once both hands are open. */
static void after_opening(bossa_state *s)
{
    if (s->held[0] < BOSSA_DEALT || s->held[1] < BOSSA_DEALT)
        s->phase = BOSSA_OPENING;
    else
        s->phase =
            s->setup.option[BOSSA_OPTION_CHIPS] == BOSSA_CHIPS_ON ? BOSSA_KEEPING : BOSSA_DRAWING;
}

/* Now that the hands open: a tile that was said to lie in both is taken from who looked last, and
 * another one has to be turned up. */
static void drop_doubles(bossa_state *s, int seat)
{
    if (bossa_is_hidden(s, seat))
        return;
    s->hand[seat] &= ~s->hand[!seat];
    s->held[seat] = (uint8_t)bossa_count_tiles(s->hand[seat]);
}

/* The player who takes a colour lets the opponent go first, no matter who chose first. */
static kn_refusal take(bossa_state *s, kn_move what)
{
    if (s->phase != BOSSA_CHOOSING || what > BOSSA_START ||
        (what == BOSSA_START && s->turn != bossa_higher(s)))
        return KN_ILLEGAL;
    int chooser = s->turn;
    if (what != BOSSA_START)
        drop_doubles(s, chooser);
    s->turn = !s->turn;
    if (what == BOSSA_START) {
        s->phase = BOSSA_LOOKING;
        return KN_OK;
    }
    s->white_owner = (uint8_t)((what == BOSSA_WHITE ? chooser : !chooser) + 1);
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        if (bossa_is_hidden(s, seat)) /* a view is played on: any tiles will do */
            s->held[seat] = 0;
    after_opening(s);
    return KN_OK;
}

static kn_refusal keep(bossa_state *s, int seat, kn_move chip)
{
    if (s->phase != BOSSA_KEEPING || (chip != BOSSA_CHIP_DOUBLER && chip != BOSSA_CHIP_CONVERTER))
        return KN_ILLEGAL;
    s->chip[seat] = (uint8_t)chip;
    if (s->chip[!seat] != BOSSA_CHIP_NONE)
        s->phase = BOSSA_DRAWING;
    return KN_OK;
}

/* ---- playing ---- */

/* Is this number of tiles, worth this much, right for that place? */
static bool fits(const bossa_state *s, kn_move move, uint32_t tiles)
{
    unsigned subset = move & ((1 << BOSSA_CHIP_AT) - 1), chipped = move >> BOSSA_CHIP_AT & 7;
    unsigned value = move >> BOSSA_PLACE_AT, kind = move >> BOSSA_KIND_AT & 7, worth = 0;
    int colour = move >> BOSSA_LINE_AT & 1, chip = usable_chip(s, s->turn);
    const bossa_line *line = &s->line[colour];
    if (subset >> s->held[s->turn] || (chipped && !(subset >> (chipped - 1) & 1)))
        return false;
    int under = chipped ? bossa_tile_at(s->hand[s->turn], chipped - 1) : -1;
    for (uint32_t rest = tiles; rest; rest &= rest - 1) {
        int tile = bossa_first_tile(rest);
        unsigned counted = tile == under ? bossa_changed_pips(chip, colour, tile)
                                         : (unsigned)bossa_pips[colour][tile];
        if (counted == 0)
            return false;
        worth += counted;
    }
    return worth == value && bossa_within(line, value) == (kind == BOSSA_STACK) &&
           (bossa_counts_at(s, colour, value) >> bossa_count_tiles(tiles) & 1);
}

static kn_refusal put_down(bossa_state *s, kn_move move)
{
    int seat = s->turn, colour = move >> BOSSA_LINE_AT & 1;
    unsigned value = move >> BOSSA_PLACE_AT, chipped = move >> BOSSA_CHIP_AT & 7;
    uint32_t tiles = bossa_pick(s->hand[seat], move & ((1 << BOSSA_CHIP_AT) - 1));
    bossa_line *line = &s->line[colour];
    if (!fits(s, move, tiles))
        return KN_ILLEGAL;
    if (chipped)
        s->under[seat] = (uint8_t)(bossa_tile_at(s->hand[seat], chipped - 1) + 1);
    s->hand[seat] &= ~tiles;
    s->held[seat] = (uint8_t)(s->held[seat] - bossa_count_tiles(tiles));
    if ((move >> BOSSA_KIND_AT & 7) == BOSSA_STACK) {
        s->spent[seat] |= BOSSA_MARKER_STACK;
        s->stack[seat] = tiles;
        s->stack_line[seat] = (uint8_t)colour;
        s->stack_value[seat] = (uint8_t)value;
    } else {
        line->laid[value] = tiles;
        line->count[value] = (uint8_t)bossa_count_tiles(tiles);
        *(value < line->low ? &line->low : &line->high) = (uint8_t)value;
    }
    end_turn(s);
    return KN_OK;
}

/* The one tile of the hand that a redraw or an exchange names, or 0. */
static uint32_t named_tile(const bossa_state *s, kn_move move)
{
    unsigned subset = move & ((1 << BOSSA_LINE_AT) - 1);
    bool one = subset && !(subset & (subset - 1)) && subset >> s->held[s->turn] == 0;
    return one && !(move >> BOSSA_LINE_AT & 1) ? bossa_pick(s->hand[s->turn], subset) : 0;
}

static kn_refusal redraw(bossa_state *s, kn_move move)
{
    uint32_t tile = named_tile(s, move);
    if (!tile || move >> BOSSA_COUNT_AT || !may_redraw(s))
        return KN_ILLEGAL;
    s->hand[s->turn] &= ~tile;
    s->held[s->turn]--;
    s->gone |= tile;
    s->spent[s->turn] |= BOSSA_MARKER_REDRAW;
    s->drawn = 0;
    s->phase = BOSSA_REDRAWING;
    return KN_OK;
}

static kn_refusal exchange(bossa_state *s, kn_move move)
{
    int seat = s->turn;
    uint32_t mine = named_tile(s, move);
    int theirs = bossa_tile_at(s->hand[!seat], move >> BOSSA_PLACE_AT);
    if (!mine || theirs < 0 || !may_exchange(s))
        return KN_ILLEGAL;
    s->hand[seat] ^= mine | BOSSA_TILE(theirs);
    s->hand[!seat] ^= mine | BOSSA_TILE(theirs);
    s->spent[seat] |= BOSSA_MARKER_EXCHANGE;
    end_turn(s);
    return KN_OK;
}

static kn_refusal act(bossa_state *s, int seat, kn_move move)
{
    kn_move kind = move >> BOSSA_KIND_AT & 7;
    if (move >> MOVE_BITS || move >> BOSSA_COUNT_AT & 15)
        return KN_ILLEGAL;
    if (kind == BOSSA_TAKE)
        return take(s, move & ~BOSSA_KIND(7));
    if (kind == BOSSA_KEEP)
        return keep(s, seat, move & ~BOSSA_KIND(7));
    if (s->phase != BOSSA_ACTING)
        return KN_ILLEGAL;
    switch (kind) {
    case BOSSA_LAY:
    case BOSSA_STACK: return put_down(s, move);
    case BOSSA_REDRAW: return redraw(s, move);
    case BOSSA_EXCHANGE: return exchange(s, move);
    default: return KN_ILLEGAL;
    }
}

/* What can be turned up, as far as who looks at it knows. */
static uint32_t possible_tiles(const bossa_state *s)
{
    return s->phase == BOSSA_LOOKING ? ALL_TILES & ~s->hand[s->turn] : s->unseen;
}

static kn_refusal turn_up(bossa_state *s, kn_move tile)
{
    if (tile >= BOSSA_TILES || !(possible_tiles(s) & BOSSA_TILE(tile)))
        return KN_ILLEGAL;
    bool opening = s->phase == BOSSA_OPENING;
    take_tile(s, opening ? s->held[0] == BOSSA_DEALT : s->turn, tile);
    if (opening) {
        after_opening(s);
    } else if (s->phase == BOSSA_LOOKING) {
        if (s->held[s->turn] == BOSSA_DEALT)
            s->phase = BOSSA_CHOOSING;
    } else if (s->phase == BOSSA_REDRAWING) {
        end_turn(s);
    } else {
        s->drawn = (uint8_t)(tile + 1);
        s->phase = BOSSA_ACTING;
        if (bossa_is_stuck(s))
            bossa_finish(s, BOSSA_ENDED_D);
    }
    return KN_OK;
}

static kn_refusal apply(void *state, const kn_event *event)
{
    bossa_state *s = state;
    kn_refusal refusal = kn_event_refusal(to_act(s), event);
    if (refusal)
        return refusal;
    if (event->actor != KN_CHANCE)
        return act(s, event->actor, event->move);
    return s->phase == BOSSA_THROWING ? land_die(s, event->move) : turn_up(s, event->move);
}

static int32_t score(const void *state, int seat)
{
    const bossa_state *s = state;
    return s->winners == 1u << seat;
}

static kn_actors result(const void *state)
{
    return ((const bossa_state *)state)->winners;
}

/* ---- what may be known ---- */

static bool hands_secret(const bossa_state *s)
{
    return s->phase == BOSSA_LOOKING || s->phase == BOSSA_CHOOSING;
}

/* Chips stay covered until the first tile has been drawn, so that the second choice does not open
 * the first. */
static bool chips_secret(const bossa_state *s)
{
    return s->phase == BOSSA_KEEPING ||
           (s->phase == BOSSA_DRAWING &&
            bossa_count_tiles(s->unseen) == BOSSA_TILES - BOSSA_SEATS * BOSSA_DEALT);
}

static void view(const void *state, int who, void *out)
{
    bossa_state *s = out;
    memcpy(s, state, sizeof *s);
    uint32_t own = who == 0 || who == 1 ? s->hand[who] : 0;
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        if (seat == who)
            continue;
        if (hands_secret(s)) {
            s->unseen |= s->hand[seat] & ~own;
            s->hand[seat] = 0;
        }
        if (chips_secret(s) && s->chip[seat] != BOSSA_CHIP_NONE)
            s->chip[seat] = BOSSA_CHIP_HIDDEN;
    }
}

static kn_sight seen(const void *state, const kn_event *event, int who)
{
    const bossa_state *s = state;
    if (s->phase == BOSSA_LOOKING && event->actor == KN_CHANCE)
        return who == s->turn ? KN_SEEN : KN_ACTED;
    if (s->phase == BOSSA_KEEPING && event->actor < BOSSA_SEATS)
        return who == event->actor ? KN_SEEN : KN_ACTED;
    return KN_SEEN;
}

static void guess(void *view, int who, kn_random *random)
{
    bossa_state *s = view;
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        if (seat == who)
            continue;
        for (int left = bossa_is_hidden(s, seat) ? s->held[seat] : 0; left > 0; left--) {
            uint32_t place = kn_random_below(random, (uint32_t)bossa_count_tiles(s->unseen));
            uint32_t tile = BOSSA_TILE(bossa_tile_at(s->unseen, place));
            s->hand[seat] |= tile;
            s->unseen &= ~tile;
        }
        if (s->chip[seat] == BOSSA_CHIP_HIDDEN)
            s->chip[seat] = kn_random_below(random, 2) ? BOSSA_CHIP_CONVERTER : BOSSA_CHIP_DOUBLER;
    }
}

static const char *const seat_keys[] = {"turn", "owner", "winners", NULL};

const kn_game bossa_game = {
    .key = "bossa",
    .version = 1,
    .seats_min = BOSSA_SEATS,
    .seats_max = BOSSA_SEATS,
    .state_bytes = sizeof(bossa_state),
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
    .seen = seen,
    .write_move = bossa_write_move,
    .read_move = bossa_read_move,
    .write_position = bossa_write_position,
    .read_position = bossa_read_position,
    .describe = bossa_describe,
    .guess = guess,
};
