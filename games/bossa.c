/* bossa.c: the rules of Bossa: two lines of tiles growing from two dice, hands open, pile hidden.
 *
 * Tiles are drawn when somebody may first look at them: until then a hand or the pile is only a
 * number of tiles, and the tile that leaves unseen is never drawn. Secret are only the first looks
 * at a hand and the chips just kept. docs/games/bossa.md tells the rules to people. */
#include <string.h>

#include "games/bossa.h"
#include "games/games.h"

enum {
    ALL_TILES = (1 << BOSSA_TILES) - 1,
    PILE_FIRST = BOSSA_TILES - 1 - BOSSA_SEATS * BOSSA_DEALT
};

static const char *const switch_names[] = {"off", "on", NULL};
static const kn_option options[] = {{"chips", switch_names, 0, 1, BOSSA_CHIPS_OFF}};

static const char *const phase_names[] = {"throwing", "looking", "choosing",  "opening", "keeping",
                                          "drawing",  "acting",  "redrawing", "over",    NULL};
static const char *const take_names[] = {"white", "black", "start", NULL};
static const char *const marker_names[] = {"redraw", "exchange", "stack", NULL};
static const char *const chip_names[] = {"none", "hidden", "doubler", "converter", NULL};

enum { GOING, ENDED_A, ENDED_B, ENDED_C, ENDED_D, ENDED_E };
static const char *const ending_names[] = {"none", "a", "b", "c", "d", "e", NULL};

static const char *const kind_names[] = {"lay", "stack", "redraw", "exchange", NULL};

enum { MOVE_BITS = 22 };

#define KIND(kind) ((kn_move)(kind) << BOSSA_KIND_AT)
#define TILE(tile) ((uint32_t)1 << (tile))

const kn_game bossa_game;

/* ---- tiles ---- */

const uint8_t bossa_pips[BOSSA_COLOURS][BOSSA_TILES] = {
    {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6},
    {1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 0, 1, 2, 3, 0, 1, 2, 0, 1, 0},
};

static int first_tile(uint32_t tiles)
{
    return __builtin_ctz(tiles);
}

static int count_tiles(uint32_t tiles)
{
    return __builtin_popcount(tiles);
}

/* The place of a tile in the sorted hand. */
static int place_in(uint32_t hand, int tile)
{
    return count_tiles(hand & (TILE(tile) - 1));
}

/* ---- lines ---- */

static int positions(const bossa_line *line)
{
    return line->high - line->low;
}

static int owner(const bossa_state *s, int colour)
{
    return colour == BOSSA_WHITE ? s->white_owner - 1 : BOSSA_SEATS - s->white_owner;
}

/* How many tiles the seat whose turn it is may put on a value of a line, one bit for each number:
 * beyond an end that is to lay, within the line to stack. */
static unsigned counts_at(const bossa_state *s, int colour, unsigned value)
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

static bool within(const bossa_line *line, unsigned value)
{
    return value >= line->low && value <= line->high;
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
        int tile = first_tile(rest);
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
        counts[value] = (uint16_t)counts_at(s, colour, value);
        kinds[value] =
            (kn_move)colour << BOSSA_LINE_AT | KIND(within(line, value) ? BOSSA_STACK : BOSSA_LAY);
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

/* Nothing to lay and no marker to use; asked after every draw, so the cheap answers come first. */
static bool is_stuck(const bossa_state *s)
{
    kn_move moves[KN_MOVES_MAX];
    return !may_exchange(s) && !may_redraw(s) && list_line(s, BOSSA_WHITE, moves) == 0 &&
           list_line(s, BOSSA_BLACK, moves) == 0;
}

/* How the game ends with the action just made, if it does. */
static int ending_now(const bossa_state *s)
{
    bool six[BOSSA_COLOURS] = {positions(&s->line[BOSSA_WHITE]) == BOSSA_GOAL,
                               positions(&s->line[BOSSA_BLACK]) == BOSSA_GOAL};
    if (s->held[s->turn] == 0)
        return six[owner(s, BOSSA_WHITE) == s->turn ? BOSSA_BLACK : BOSSA_WHITE] ? ENDED_C
                                                                                 : ENDED_A;
    if (six[BOSSA_WHITE] || six[BOSSA_BLACK])
        return ENDED_B;
    return pile_empty(s) ? ENDED_E : GOING;
}

static unsigned winners(const bossa_state *s, int ending)
{
    switch (ending) {
    case ENDED_A:
    case ENDED_C: return 1u << s->turn;
    case ENDED_B:
        return 1u << owner(s, positions(&s->line[BOSSA_WHITE]) == BOSSA_GOAL ? BOSSA_WHITE
                                                                             : BOSSA_BLACK);
    case ENDED_D: return 1u << !s->turn;
    default: return (s->held[0] <= s->held[1] ? 1 : 0) | (s->held[1] <= s->held[0] ? 2 : 0);
    }
}

static void finish(bossa_state *s, int ending)
{
    s->phase = BOSSA_OVER;
    s->ending = (uint8_t)ending;
    s->winners = (uint8_t)winners(s, ending);
}

static void end_turn(bossa_state *s)
{
    int ending = ending_now(s);
    s->drawn = 0;
    if (ending) {
        finish(s, ending);
        return;
    }
    s->turn = !s->turn;
    s->phase = BOSSA_DRAWING;
}

/* ---- what may be done ---- */

static kn_refusal start(const kn_setup *setup, void *state)
{
    bossa_state *s = state;
    if (!kn_setup_valid(&bossa_game, setup))
        return KN_BAD_SETUP;
    memset(s, 0, sizeof *s);
    s->setup = *setup;
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

/* The seat with the higher die; it chooses first. */
static int higher(const bossa_state *s)
{
    return s->line[BOSSA_BLACK].die > s->line[BOSSA_WHITE].die;
}

static int list_takes(const bossa_state *s, kn_move *out)
{
    int count = s->turn == higher(s) ? 3 : 2;
    for (int i = 0; i < count; i++)
        out[i] = KIND(BOSSA_TAKE) | (kn_move)i;
    return count;
}

static int list_actions(const bossa_state *s, kn_move *out)
{
    int listed = list_line(s, BOSSA_WHITE, out);
    listed += list_line(s, BOSSA_BLACK, out + listed);
    unsigned mine = s->held[s->turn], others = s->held[!s->turn];
    if (may_redraw(s))
        for (unsigned i = 0; i < mine; i++)
            out[listed++] = KIND(BOSSA_REDRAW) | 1u << i;
    if (may_exchange(s))
        for (unsigned i = 0; i < mine; i++)
            for (kn_move k = 0; k < others; k++)
                out[listed++] = KIND(BOSSA_EXCHANGE) | 1u << i | k << BOSSA_PLACE_AT;
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
    out[0] = KIND(BOSSA_KEEP) | BOSSA_CHIP_DOUBLER;
    out[1] = KIND(BOSSA_KEEP) | BOSSA_CHIP_CONVERTER;
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
        out[listed++] = (kn_outcome){(kn_move)first_tile(rest), 1};
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
    s->turn = (uint8_t)higher(s);
    s->phase = BOSSA_LOOKING;
    return KN_OK;
}

static bool is_hidden(const bossa_state *s, int seat)
{
    return s->hand[seat] == 0 && s->held[seat] > 0;
}

/* A tile for a hand. One that comes to a hidden hand stays hidden with it. */
static void take_tile(bossa_state *s, int seat, kn_move tile)
{
    if (!is_hidden(s, seat)) {
        s->hand[seat] |= TILE(tile);
        s->unseen &= ~TILE(tile);
    }
    s->held[seat]++;
}

/* On with it, once both hands lie open. */
static void after_opening(bossa_state *s)
{
    if (s->held[0] < BOSSA_DEALT || s->held[1] < BOSSA_DEALT)
        s->phase = BOSSA_OPENING;
    else
        s->phase =
            s->setup.option[BOSSA_OPTION_CHIPS] == BOSSA_CHIPS_ON ? BOSSA_KEEPING : BOSSA_DRAWING;
}

/* Whoever takes a colour leaves the start to the other, whichever of the two chose first. */
static kn_refusal take(bossa_state *s, kn_move what)
{
    if (s->phase != BOSSA_CHOOSING || what > BOSSA_START ||
        (what == BOSSA_START && s->turn != higher(s)))
        return KN_ILLEGAL;
    int chooser = s->turn;
    s->turn = !s->turn;
    if (what == BOSSA_START) {
        s->phase = BOSSA_LOOKING;
        return KN_OK;
    }
    s->white_owner = (uint8_t)((what == BOSSA_WHITE ? chooser : !chooser) + 1);
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        if (is_hidden(s, seat)) /* a view is played on: any tiles will do */
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
        int tile = first_tile(rest);
        unsigned counted = tile == under ? bossa_changed_pips(chip, colour, tile)
                                         : (unsigned)bossa_pips[colour][tile];
        if (counted == 0)
            return false;
        worth += counted;
    }
    return worth == value && within(line, value) == (kind == BOSSA_STACK) &&
           (counts_at(s, colour, value) >> count_tiles(tiles) & 1);
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
    s->held[seat] = (uint8_t)(s->held[seat] - count_tiles(tiles));
    if ((move >> BOSSA_KIND_AT & 7) == BOSSA_STACK) {
        s->spent[seat] |= BOSSA_MARKER_STACK;
        s->stack[seat] = tiles;
        s->stack_line[seat] = (uint8_t)colour;
        s->stack_value[seat] = (uint8_t)value;
    } else {
        line->laid[value] = tiles;
        line->count[value] = (uint8_t)count_tiles(tiles);
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
    s->hand[seat] ^= mine | TILE(theirs);
    s->hand[!seat] ^= mine | TILE(theirs);
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
        return take(s, move & ~KIND(7));
    if (kind == BOSSA_KEEP)
        return keep(s, seat, move & ~KIND(7));
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

static kn_refusal turn_up(bossa_state *s, kn_move tile)
{
    if (tile >= BOSSA_TILES || !(s->unseen & TILE(tile)))
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
        if (is_stuck(s))
            finish(s, ENDED_D);
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
            count_tiles(s->unseen) == BOSSA_TILES - BOSSA_SEATS * BOSSA_DEALT);
}

static void view(const void *state, int who, void *out)
{
    bossa_state *s = out;
    memcpy(s, state, sizeof *s);
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        if (seat == who)
            continue;
        if (hands_secret(s)) {
            s->unseen |= s->hand[seat];
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
        for (int left = is_hidden(s, seat) ? s->held[seat] : 0; left > 0; left--) {
            uint32_t place = kn_random_below(random, (uint32_t)count_tiles(s->unseen));
            uint32_t tile = TILE(bossa_tile_at(s->unseen, place));
            s->hand[seat] |= tile;
            s->unseen &= ~tile;
        }
        if (s->chip[seat] == BOSSA_CHIP_HIDDEN)
            s->chip[seat] = kn_random_below(random, 2) ? BOSSA_CHIP_CONVERTER : BOSSA_CHIP_DOUBLER;
    }
}

/* ---- moves as text ---- */

/* White pips, black pips: `41`. */
static void put_tile(kn_text *out, int tile)
{
    kn_put_int(out, bossa_pips[BOSSA_WHITE][tile]);
    kn_put_int(out, bossa_pips[BOSSA_BLACK][tile]);
}

static void put_tiles(kn_text *out, uint32_t tiles, char mark)
{
    for (uint32_t rest = tiles; rest; rest &= rest - 1) {
        if (rest != tiles)
            kn_put_char(out, mark);
        put_tile(out, first_tile(rest));
    }
}

static bool read_tile(kn_slice text, int *out)
{
    if (text.length != 2)
        return false;
    for (int tile = 0; tile < BOSSA_TILES; tile++)
        if (text.at[0] == '0' + bossa_pips[BOSSA_WHITE][tile] &&
            text.at[1] == '0' + bossa_pips[BOSSA_BLACK][tile]) {
            *out = tile;
            return true;
        }
    return false;
}

static void write_put_down(uint32_t hand, kn_move move, kn_text *out)
{
    uint32_t tiles = bossa_pick(hand, move & ((1 << BOSSA_CHIP_AT) - 1));
    unsigned chipped = move >> BOSSA_CHIP_AT & 7;
    int under = chipped ? bossa_tile_at(hand, chipped - 1) : -1;
    kn_put(out, take_names[move >> BOSSA_LINE_AT & 1]);
    kn_put_char(out, ' ');
    kn_put_int(out, move >> BOSSA_PLACE_AT);
    for (; tiles; tiles &= tiles - 1) {
        kn_put_char(out, ' ');
        put_tile(out, first_tile(tiles));
        if (first_tile(tiles) == under)
            kn_put_char(out, '*');
    }
}

static void write_action(const bossa_state *s, int seat, kn_move move, kn_text *out)
{
    kn_move kind = move >> BOSSA_KIND_AT & 7;
    int theirs = bossa_tile_at(s->hand[!seat], move >> BOSSA_PLACE_AT);
    kn_put(out, kind_names[kind]);
    kn_put_char(out, ' ');
    if (kind == BOSSA_LAY || kind == BOSSA_STACK) {
        write_put_down(s->hand[seat], move, out);
        return;
    }
    put_tiles(out, bossa_pick(s->hand[seat], move & ((1 << BOSSA_CHIP_AT) - 1)), ' ');
    if (kind == BOSSA_EXCHANGE && theirs >= 0) {
        kn_put_char(out, ' ');
        put_tile(out, theirs);
    }
}

static void write_move(const void *state, int actor, kn_move move, kn_text *out)
{
    const bossa_state *s = state;
    kn_move kind = move >> BOSSA_KIND_AT & 7, what = move & 3;
    if (actor == KN_CHANCE) {
        if (s->phase == BOSSA_THROWING || move >= BOSSA_TILES)
            kn_put_int(out, move);
        else
            put_tile(out, (int)move);
    } else if (kind == BOSSA_TAKE) {
        kn_put(out, what <= BOSSA_START ? take_names[what] : "");
    } else if (kind == BOSSA_KEEP) {
        kn_put(out, "keep ");
        kn_put(out, chip_names[what]);
    } else if (kind <= BOSSA_EXCHANGE && actor < BOSSA_SEATS) {
        write_action(s, actor, move, out);
    }
}

/* The tiles of a move in any order, one of them perhaps with the chip's star. A tile that is not in
 * the hand has no number there: such a move cannot even be told to `apply`. */
static kn_refusal read_subset(uint32_t hand, kn_slice text, kn_move *out)
{
    uint32_t tiles = 0;
    kn_move places = 0;
    int under = -1, tile;
    while (text.length > 0) {
        kn_slice word;
        if (!kn_take_word(&text, &word))
            return KN_UNREADABLE;
        bool starred = word.at[word.length - 1] == '*';
        word.length -= starred;
        if (!read_tile(word, &tile) || tiles & TILE(tile) || (starred && under >= 0))
            return KN_UNREADABLE;
        tiles |= TILE(tile);
        if (starred)
            under = tile;
    }
    if (tiles == 0)
        return KN_UNREADABLE;
    if (tiles & ~hand)
        return KN_ILLEGAL;
    for (uint32_t rest = tiles; rest; rest &= rest - 1)
        places |= 1u << place_in(hand, first_tile(rest));
    *out |= places | (under < 0 ? 0 : (kn_move)place_in(hand, under) + 1) << BOSSA_CHIP_AT;
    return KN_OK;
}

/* `white 6 41 10*` */
static kn_refusal read_put_down(uint32_t hand, kn_slice text, kn_move *out)
{
    kn_slice colour_word, value_word;
    int64_t value;
    if (!kn_take_word(&text, &colour_word) || !kn_take_word(&text, &value_word) ||
        !kn_read_int(value_word, 1, BOSSA_VALUES - 1, &value))
        return KN_UNREADABLE;
    int colour = kn_read_name(colour_word, take_names);
    if (colour != BOSSA_WHITE && colour != BOSSA_BLACK)
        return KN_UNREADABLE;
    *out |= (kn_move)colour << BOSSA_LINE_AT | (kn_move)value << BOSSA_PLACE_AT;
    return read_subset(hand, text, out);
}

/* `41 20`: the own tile, then the other's. */
static kn_refusal read_exchange(const bossa_state *s, int seat, kn_slice text, kn_move *out)
{
    kn_slice word;
    int mine, theirs;
    if (!kn_take_word(&text, &word) || !read_tile(word, &mine) || !read_tile(text, &theirs))
        return KN_UNREADABLE;
    if (!(s->hand[seat] & TILE(mine)) || !(s->hand[!seat] & TILE(theirs)))
        return KN_ILLEGAL;
    *out |= 1u << place_in(s->hand[seat], mine) | (kn_move)place_in(s->hand[!seat], theirs)
                                                      << BOSSA_PLACE_AT;
    return KN_OK;
}

static kn_refusal read_redraw(const bossa_state *s, int seat, kn_slice text, kn_move *out)
{
    int tile;
    return read_tile(text, &tile) ? read_subset(s->hand[seat], text, out) : KN_UNREADABLE;
}

static kn_refusal read_action(const bossa_state *s, int seat, kn_slice text, kn_move *out)
{
    kn_slice word;
    int taken = kn_read_name(text, take_names);
    if (taken >= 0) {
        *out = KIND(BOSSA_TAKE) | (kn_move)taken;
        return KN_OK;
    }
    if (!kn_take_until(&text, ' ', &word))
        return KN_UNREADABLE;
    if (kn_slice_is(word, "keep")) {
        int chip = kn_read_name(text, chip_names);
        *out = KIND(BOSSA_KEEP) | (kn_move)chip;
        return chip == BOSSA_CHIP_DOUBLER || chip == BOSSA_CHIP_CONVERTER ? KN_OK : KN_UNREADABLE;
    }
    int kind = kn_read_name(word, kind_names);
    *out = KIND(kind < 0 ? 0 : kind);
    switch (kind) {
    case BOSSA_LAY:
    case BOSSA_STACK: return read_put_down(s->hand[seat], text, out);
    case BOSSA_REDRAW: return read_redraw(s, seat, text, out);
    case BOSSA_EXCHANGE: return read_exchange(s, seat, text, out);
    default: return KN_UNREADABLE;
    }
}

static kn_refusal read_move(const void *state, int actor, kn_slice text, kn_move *out)
{
    const bossa_state *s = state;
    int64_t face;
    int tile;
    *out = 0;
    if (actor >= 0 && actor < BOSSA_SEATS)
        return read_action(s, actor, text, out);
    if (actor != KN_CHANCE)
        return KN_UNREADABLE;
    if (s->phase == BOSSA_THROWING) {
        if (!kn_read_int(text, 1, BOSSA_FACES, &face))
            return KN_UNREADABLE;
        *out = (kn_move)face;
        return KN_OK;
    }
    if (!read_tile(text, &tile))
        return KN_UNREADABLE;
    *out = (kn_move)tile;
    return KN_OK;
}

/* ---- positions: writing ---- */

static const char *const hand_keys[] = {"hand1", "hand2"};
static const char *const spent_keys[] = {"spent1", "spent2"};
static const char *const stack_keys[] = {"stack1", "stack2"};

/* `hand1=41,20`; hidden tiles are dashes; an empty hand is left out. */
static void write_hand(const bossa_state *s, int seat, kn_text *out)
{
    if (s->held[seat] == 0)
        return;
    kn_put_key(out, hand_keys[seat]);
    put_tiles(out, s->hand[seat], ',');
    for (int i = 0; is_hidden(s, seat) && i < s->held[seat]; i++)
        kn_put(out, i ? ",-" : "-");
}

/* `white=5:41+10,7:52+20` */
static void write_line(const bossa_state *s, int colour, kn_text *out)
{
    const bossa_line *line = &s->line[colour];
    bool begun = false;
    for (int value = line->low; value <= line->high; value++) {
        if (line->count[value] == 0)
            continue;
        if (begun)
            kn_put_char(out, ',');
        else
            kn_put_key(out, take_names[colour]);
        begun = true;
        kn_put_int(out, value);
        kn_put_char(out, ':');
        put_tiles(out, line->laid[value], '+');
    }
}

/* `spent1=redraw,stack`, `stack1=white:5:30+21` */
static void write_markers(const bossa_state *s, int seat, kn_text *out)
{
    bool begun = false;
    for (int marker = 0; marker_names[marker]; marker++) {
        if (!(s->spent[seat] >> marker & 1))
            continue;
        if (begun)
            kn_put_char(out, ',');
        else
            kn_put_key(out, spent_keys[seat]);
        begun = true;
        kn_put(out, marker_names[marker]);
    }
    if (s->stack[seat] == 0)
        return;
    kn_put_key(out, stack_keys[seat]);
    kn_put(out, take_names[s->stack_line[seat]]);
    kn_put_char(out, ':');
    kn_put_int(out, s->stack_value[seat]);
    kn_put_char(out, ':');
    put_tiles(out, s->stack[seat], '+');
}

static void put_one_tile(kn_text *out, uint8_t tile)
{
    if (tile)
        put_tile(out, tile - 1);
    else
        kn_put_char(out, '-');
}

static void write_chips(const bossa_state *s, kn_text *out)
{
    if (s->chip[0] || s->chip[1]) {
        kn_put_key(out, "kept");
        kn_put(out, chip_names[s->chip[0]]);
        kn_put_char(out, ',');
        kn_put(out, chip_names[s->chip[1]]);
    }
    if (s->under[0] || s->under[1]) {
        kn_put_key(out, "under");
        put_one_tile(out, s->under[0]);
        kn_put_char(out, ',');
        put_one_tile(out, s->under[1]);
    }
}

static void write_number(kn_text *out, const char *key, int number)
{
    if (number == 0)
        return;
    kn_put_key(out, key);
    kn_put_int(out, number);
}

static void write_position(const void *state, kn_text *out)
{
    const bossa_state *s = state;
    uint8_t dice[BOSSA_COLOURS] = {s->line[BOSSA_WHITE].die, s->line[BOSSA_BLACK].die};
    kn_write_setup(&bossa_game, s, out);
    kn_put_key(out, "phase");
    kn_put(out, phase_names[s->phase]);
    kn_put_key(out, "turn");
    kn_put_int(out, s->turn + 1);
    kn_put_list(out, "dice", dice, BOSSA_COLOURS, 0);
    write_number(out, "tie", s->tie);
    write_number(out, "white_owner", s->white_owner);
    for (int colour = 0; colour < BOSSA_COLOURS; colour++)
        write_line(s, colour, out);
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        write_hand(s, seat, out);
        write_markers(s, seat, out);
    }
    write_chips(s, out);
    if (s->gone) {
        kn_put_key(out, "gone");
        put_tiles(out, s->gone, ',');
    }
    if (s->drawn) {
        kn_put_key(out, "drawn");
        put_tile(out, s->drawn - 1);
    }
    if (s->ending) {
        kn_put_key(out, "ending");
        kn_put(out, ending_names[s->ending]);
    }
}

/* ---- positions: reading ---- */

/* The next piece before `mark`, or the last one; false when nothing is left. */
static bool next_piece(kn_slice *rest, char mark, kn_slice *piece)
{
    if (rest->length == 0)
        return false;
    if (!kn_take_until(rest, mark, piece)) {
        *piece = *rest;
        rest->length = 0;
        return true;
    }
    if (rest->length == 0) /* nothing behind the last mark */
        piece->length = 0;
    return true;
}

/* Different tiles that nobody has named before; they are unseen no longer. */
static bool read_tiles(bossa_state *s, kn_slice text, char mark, int most, uint32_t *out)
{
    kn_slice piece;
    int tile, count = 0;
    while (next_piece(&text, mark, &piece)) {
        if (count++ == most || !read_tile(piece, &tile) || !(s->unseen & TILE(tile)))
            return false;
        s->unseen &= ~TILE(tile);
        *out |= TILE(tile);
    }
    return count > 0;
}

static bool read_hand(bossa_state *s, kn_fields *fields, int seat)
{
    static const char *const hidden[] = {"-", "-,-", "-,-,-", "-,-,-,-", NULL};
    kn_slice text;
    if (!kn_field(fields, hand_keys[seat], &text))
        return true;
    int dashes = kn_read_name(text, hidden) + 1;
    if (dashes > 0) {
        s->held[seat] = (uint8_t)dashes;
        return true;
    }
    if (!read_tiles(s, text, ',', BOSSA_HAND_MAX, &s->hand[seat]))
        return false;
    s->held[seat] = (uint8_t)count_tiles(s->hand[seat]);
    return true;
}

/* Tiles on a value of a line: `5:41+10`. */
static bool read_placed(bossa_state *s, kn_slice text, uint32_t *tiles, int *out)
{
    kn_slice word;
    int64_t value;
    if (!kn_take_until(&text, ':', &word) || !kn_read_int(word, 1, BOSSA_VALUES - 1, &value))
        return false;
    *out = (int)value;
    return read_tiles(s, text, '+', BOSSA_HAND_MAX, tiles);
}

/* Positions in any order; together with the die they must make one unbroken line. */
static bool read_line(bossa_state *s, kn_fields *fields, int colour)
{
    bossa_line *line = &s->line[colour];
    kn_slice text, piece;
    int read = 0, value;
    line->low = line->high = line->die;
    if (!kn_field(fields, take_names[colour], &text))
        return true;
    for (; next_piece(&text, ',', &piece); read++) {
        uint32_t tiles = 0;
        if (!read_placed(s, piece, &tiles, &value) || line->count[value] || value == line->die)
            return false;
        line->laid[value] = tiles;
        line->count[value] = (uint8_t)count_tiles(tiles);
    }
    while (line->low > 1 && line->count[line->low - 1])
        line->low--;
    while (line->high < BOSSA_VALUES - 1 && line->count[line->high + 1])
        line->high++;
    return line->die != 0 && read == positions(line);
}

static bool read_markers(bossa_state *s, kn_fields *fields, int seat)
{
    kn_slice text, piece;
    int value;
    if (kn_field(fields, spent_keys[seat], &text))
        while (next_piece(&text, ',', &piece)) {
            int marker = kn_read_name(piece, marker_names);
            if (marker < 0 || s->spent[seat] >> marker & 1)
                return false;
            s->spent[seat] = (uint8_t)(s->spent[seat] | 1 << marker);
        }
    if (!kn_field(fields, stack_keys[seat], &text))
        return true;
    if (!kn_take_until(&text, ':', &piece))
        return false;
    int colour = kn_read_name(piece, take_names);
    if (colour < 0 || colour >= BOSSA_COLOURS || !read_placed(s, text, &s->stack[seat], &value))
        return false;
    s->stack_line[seat] = (uint8_t)colour;
    s->stack_value[seat] = (uint8_t)value;
    return true;
}

static bool read_one_tile(kn_slice text, uint8_t *out)
{
    int tile = -1;
    if (!kn_slice_is(text, "-") && !read_tile(text, &tile))
        return false;
    *out = (uint8_t)(tile + 1);
    return true;
}

static bool read_chips(bossa_state *s, kn_fields *fields)
{
    kn_slice text, first;
    if (kn_field(fields, "kept", &text)) {
        if (!kn_take_until(&text, ',', &first))
            return false;
        int chips[BOSSA_SEATS] = {kn_read_name(first, chip_names), kn_read_name(text, chip_names)};
        if (chips[0] < 0 || chips[1] < 0)
            return false;
        s->chip[0] = (uint8_t)chips[0];
        s->chip[1] = (uint8_t)chips[1];
    }
    if (!kn_field(fields, "under", &text))
        return true;
    return kn_take_until(&text, ',', &first) && read_one_tile(first, &s->under[0]) &&
           read_one_tile(text, &s->under[1]);
}

static bool read_all(bossa_state *s, kn_fields *fields)
{
    uint8_t turn = 1, dice[BOSSA_COLOURS] = {0, 0};
    kn_slice text;
    bool read = kn_field_name(fields, "phase", phase_names, &s->phase) &&
                kn_field_int(fields, "turn", 1, BOSSA_SEATS, &turn) &&
                kn_field_list(fields, "dice", dice, BOSSA_COLOURS, BOSSA_FACES, 0) &&
                kn_field_int(fields, "tie", 0, BOSSA_FACES, &s->tie) &&
                kn_field_int(fields, "white_owner", 0, BOSSA_SEATS, &s->white_owner) &&
                kn_field_name(fields, "ending", ending_names, &s->ending);
    s->turn = (uint8_t)(turn - 1);
    for (int colour = 0; colour < BOSSA_COLOURS; colour++) {
        s->line[colour].die = dice[colour];
        read = read && read_line(s, fields, colour);
    }
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        read = read && read_hand(s, fields, seat) && read_markers(s, fields, seat);
    if (read && kn_field(fields, "gone", &text))
        read = read_tiles(s, text, ',', BOSSA_SEATS, &s->gone);
    if (read && kn_field(fields, "drawn", &text))
        read = read_one_tile(text, &s->drawn);
    return read && read_chips(s, fields) && kn_fields_used(fields);
}

/* ---- positions: can it be? ---- */

/* Tiles laid in one turn: the right pips, and at most one chip of those that may lie on them. */
static bool adds_up(const bossa_state *s, uint32_t tiles, int colour, unsigned value,
                    unsigned seats)
{
    unsigned worth = 0, chips = 0;
    for (uint32_t rest = tiles; rest; rest &= rest - 1) {
        int tile = first_tile(rest), chip = BOSSA_CHIP_NONE;
        for (int seat = 0; seat < BOSSA_SEATS; seat++)
            if (s->under[seat] == tile + 1) {
                if (!(seats >> seat & 1))
                    return false;
                chip = s->chip[seat];
                chips++;
            }
        unsigned counted = chip ? bossa_changed_pips(chip, colour, tile) : bossa_pips[colour][tile];
        if (counted == 0)
            return false;
        worth += counted;
    }
    return worth == value && chips <= 1;
}

static bool line_possible(const bossa_state *s, int colour)
{
    const bossa_line *line = &s->line[colour];
    if (positions(line) > BOSSA_GOAL)
        return false;
    for (int value = line->low; value <= line->high; value++) {
        if (value == line->die)
            continue;
        unsigned inner = line->count[value < line->die ? value + 1 : value - 1];
        if (!(bossa_next_counts(inner) >> line->count[value] & 1) ||
            !adds_up(s, line->laid[value], colour, (unsigned)value, 3))
            return false;
    }
    return true;
}

static bool stack_possible(const bossa_state *s, int seat)
{
    const bossa_line *line = &s->line[s->stack_line[seat]];
    unsigned value = s->stack_value[seat];
    if (s->stack[seat] == 0 || !(s->spent[seat] & BOSSA_MARKER_STACK))
        return s->stack[seat] == 0 && !(s->spent[seat] & BOSSA_MARKER_STACK);
    return within(line, value) && value != line->die &&
           count_tiles(s->stack[seat]) == line->count[value] &&
           adds_up(s, s->stack[seat], s->stack_line[seat], value, 1u << seat);
}

static uint32_t tiles_in_line(const bossa_line *line)
{
    uint32_t tiles = 0;
    for (int value = line->low; value <= line->high; value++)
        tiles |= line->laid[value];
    return tiles;
}

/* Chips are kept by both or neither once play has begun, and lie where tiles lie. */
static bool chips_possible(const bossa_state *s)
{
    bool on = s->setup.option[BOSSA_OPTION_CHIPS] == BOSSA_CHIPS_ON;
    uint32_t tiles = tiles_in_line(&s->line[BOSSA_WHITE]) | tiles_in_line(&s->line[BOSSA_BLACK]) |
                     s->stack[0] | s->stack[1];
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        bool kept = s->chip[seat] != BOSSA_CHIP_NONE;
        if (s->phase == BOSSA_KEEPING ? !on || (kept && s->chip[!seat])
                                      : kept != (on && s->phase > BOSSA_KEEPING))
            return false;
        if (s->under[seat] &&
            (s->chip[seat] < BOSSA_CHIP_DOUBLER || !(tiles & TILE(s->under[seat] - 1))))
            return false;
    }
    return s->under[0] == 0 || s->under[0] != s->under[1];
}

/* Before the first draw: no tiles in lines, no markers spent, hands of at most four. */
static bool setting_up_possible(const bossa_state *s)
{
    int white = s->line[BOSSA_WHITE].die, black = s->line[BOSSA_BLACK].die;
    int mine = s->held[s->turn], others = s->held[!s->turn];
    bool known = !is_hidden(s, 0) && !is_hidden(s, 1);
    if (positions(&s->line[BOSSA_WHITE]) || positions(&s->line[BOSSA_BLACK]) || s->stack[0] ||
        s->stack[1] || s->spent[0] || s->spent[1] || s->gone || s->drawn || s->ending ||
        mine > BOSSA_DEALT || others > BOSSA_DEALT)
        return false;
    if ((s->white_owner != 0) != (s->phase >= BOSSA_OPENING) || (s->tie && (s->phase || white)))
        return false;
    if (s->phase == BOSSA_THROWING)
        return black == 0 && s->turn == 0 && mine == 0 && others == 0;
    if (!white || !black || white == black)
        return false;
    switch (s->phase) {
    case BOSSA_LOOKING:
        return mine < BOSSA_DEALT && others == (s->turn == higher(s) ? 0 : BOSSA_DEALT);
    case BOSSA_CHOOSING:
        return mine == BOSSA_DEALT && others == (s->turn == higher(s) ? 0 : BOSSA_DEALT);
    case BOSSA_OPENING:
        return known && (s->held[0] == BOSSA_DEALT ? s->held[1] < BOSSA_DEALT
                                                   : s->held[1] % BOSSA_DEALT == 0);
    default: return known && mine == BOSSA_DEALT && others == BOSSA_DEALT;
    }
}

/* Could one seat have laid `lays` of the positions, with so many tiles, and the other the rest? */
static bool share_possible(const bossa_state *s, int lays, int tiles)
{
    uint32_t reached[2 * BOSSA_GOAL + 1] = {1}; /* by how many positions: one bit for each sum */
    if (lays < 0 || lays > 2 * BOSSA_GOAL || tiles < 0 || tiles > BOSSA_TILES)
        return false;
    for (int colour = 0; colour < BOSSA_COLOURS; colour++)
        for (int value = s->line[colour].low; value <= s->line[colour].high; value++)
            for (int n = 2 * BOSSA_GOAL; s->line[colour].count[value] && n > 0; n--)
                reached[n] |= reached[n - 1] << s->line[colour].count[value];
    return reached[lays] >> tiles & 1;
}

/* Turns alternate and each is one action, so the seats' hands and markers tell what they laid. */
static bool turns_possible(const bossa_state *s)
{
    bool begun = s->phase == BOSSA_ACTING || s->ending == ENDED_D;
    int redrawing = s->phase == BOSSA_REDRAWING, sum_of_tiles = 0;
    int turns = positions(&s->line[BOSSA_WHITE]) + positions(&s->line[BOSSA_BLACK]) - redrawing +
                count_tiles(s->spent[0]) + count_tiles(s->spent[1]);
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        bool ahead = (seat == s->turn) == (s->phase == BOSSA_OVER && !begun);
        bool at_it = seat == s->turn && redrawing;
        int own = (turns + ahead) / 2;
        int lays = own - count_tiles(s->spent[seat]) + at_it;
        int tiles = BOSSA_DEALT + own + (seat == s->turn && begun) - s->held[seat] -
                    count_tiles(s->stack[seat]);
        if (!share_possible(s, lays, tiles) || (at_it && !(s->spent[seat] & BOSSA_MARKER_REDRAW)))
            return false;
        if (lays == 0 && s->under[seat] && !(s->stack[seat] & TILE(s->under[seat] - 1)))
            return false;
        sum_of_tiles += tiles;
    }
    return sum_of_tiles == count_tiles(tiles_in_line(&s->line[BOSSA_WHITE])) +
                               count_tiles(tiles_in_line(&s->line[BOSSA_BLACK]));
}

static bool end_possible(const bossa_state *s)
{
    bool drawn = s->drawn && s->hand[s->turn] & TILE(s->drawn - 1);
    int ending = ending_now(s);
    if (s->held[!s->turn] == 0 || s->unseen == 0)
        return false;
    switch (s->phase) {
    case BOSSA_ACTING: return drawn && !s->ending && (!ending || ending == ENDED_E) && !is_stuck(s);
    case BOSSA_OVER:
        if (s->ending == ENDED_D)
            return drawn && (!ending || ending == ENDED_E) && is_stuck(s);
        return !s->drawn && ending != GOING && s->ending == ending;
    default: return !s->drawn && !s->ending && !ending;
    }
}

static bool playing_possible(const bossa_state *s)
{
    int redraws = (s->spent[0] & BOSSA_MARKER_REDRAW) + (s->spent[1] & BOSSA_MARKER_REDRAW);
    int white = s->line[BOSSA_WHITE].die, black = s->line[BOSSA_BLACK].die;
    return white && black && white != black && s->white_owner && !s->tie && !is_hidden(s, 0) &&
           !is_hidden(s, 1) && count_tiles(s->gone) == redraws && line_possible(s, BOSSA_WHITE) &&
           line_possible(s, BOSSA_BLACK) && stack_possible(s, 0) && stack_possible(s, 1) &&
           turns_possible(s) && end_possible(s);
}

static kn_refusal read_position(kn_slice text, void *state)
{
    bossa_state s;
    kn_fields fields;
    if (!kn_read_fields(text, &fields))
        return KN_UNREADABLE;
    kn_refusal refusal = kn_read_setup(&bossa_game, &fields, &s);
    if (refusal)
        return refusal;
    if (!read_all(&s, &fields))
        return KN_UNREADABLE;
    if (!chips_possible(&s) ||
        !(s.phase <= BOSSA_KEEPING ? setting_up_possible(&s) : playing_possible(&s)))
        return KN_IMPOSSIBLE;
    if (s.phase == BOSSA_OVER)
        finish(&s, s.ending);
    memcpy(state, &s, sizeof s);
    return KN_OK;
}

/* ---- JSON ---- */

static void describe_tile(kn_json *out, const char *key, int tile)
{
    char name[3];
    kn_text text = kn_text_on(name, sizeof name);
    if (tile < 0) {
        kn_json_null(out, key);
        return;
    }
    put_tile(&text, tile);
    kn_json_string(out, key, name);
}

static void describe_tiles(kn_json *out, const char *key, uint32_t tiles)
{
    kn_json_list(out, key);
    for (; tiles; tiles &= tiles - 1)
        describe_tile(out, NULL, first_tile(tiles));
    kn_json_end_list(out);
}

static void describe_number(kn_json *out, const char *key, int number)
{
    if (number)
        kn_json_int(out, key, number);
    else
        kn_json_null(out, key);
}

/* The tiles of one position, the stacked ones after those they lie on. */
static void describe_place(const bossa_state *s, int colour, int value, kn_json *out)
{
    kn_json_object(out, NULL);
    kn_json_int(out, "value", value);
    kn_json_int(out, "count", s->line[colour].count[value]);
    kn_json_list(out, "layers");
    describe_tiles(out, NULL, s->line[colour].laid[value]);
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        if (s->stack[seat] && s->stack_line[seat] == colour && s->stack_value[seat] == value)
            describe_tiles(out, NULL, s->stack[seat]);
    kn_json_end_list(out);
    kn_json_end_object(out);
}

/* An end of the line where something may be laid, and with how many tiles. */
static void describe_end(const bossa_state *s, int colour, int value, kn_json *out)
{
    unsigned counts = counts_at(s, colour, (unsigned)value);
    if (counts == 0)
        return;
    kn_json_object(out, NULL);
    kn_json_int(out, "value", value);
    kn_json_list(out, "counts");
    for (int count = 1; count <= BOSSA_HAND_MAX; count++)
        if (counts >> count & 1)
            kn_json_int(out, NULL, count);
    kn_json_end_list(out);
    kn_json_end_object(out);
}

static void describe_line(const bossa_state *s, int colour, kn_json *out)
{
    const bossa_line *line = &s->line[colour];
    kn_json_object(out, NULL);
    kn_json_string(out, "colour", take_names[colour]);
    describe_number(out, "die", line->die);
    describe_number(out, "owner", s->white_owner ? owner(s, colour) + 1 : 0);
    kn_json_list(out, "positions");
    for (int value = line->low; value <= line->high; value++)
        if (line->count[value])
            describe_place(s, colour, value, out);
    kn_json_end_list(out);
    kn_json_list(out, "ends");
    if (s->phase >= BOSSA_OPENING && s->phase != BOSSA_OVER) {
        describe_end(s, colour, line->low - 1, out);
        describe_end(s, colour, line->high + 1, out);
    }
    kn_json_end_list(out);
    kn_json_end_object(out);
}

static void describe_seat(const bossa_state *s, int seat, kn_json *out)
{
    bool playing = s->phase > BOSSA_OPENING;
    kn_json_object(out, NULL);
    if (s->hand[seat] || playing)
        describe_tiles(out, "hand", s->hand[seat]);
    else
        kn_json_null(out, "hand");
    kn_json_int(out, "tiles", playing ? s->held[seat] : BOSSA_DEALT);
    if (s->white_owner)
        kn_json_string(out, "colour",
                       take_names[owner(s, BOSSA_WHITE) == seat ? BOSSA_WHITE : BOSSA_BLACK]);
    else
        kn_json_null(out, "colour");
    for (int marker = 0; marker_names[marker]; marker++)
        kn_json_bool(out, marker_names[marker], !(s->spent[seat] >> marker & 1));
    kn_json_bool(out, "chip_kept", s->chip[seat] != BOSSA_CHIP_NONE);
    if (s->chip[seat] >= BOSSA_CHIP_DOUBLER)
        kn_json_string(out, "chip", chip_names[s->chip[seat]]);
    else
        kn_json_null(out, "chip");
    describe_tile(out, "chip_on", s->under[seat] - 1);
    kn_json_end_object(out);
}

static void describe(const void *view, kn_json *out)
{
    const bossa_state *s = view;
    kn_json_string(out, "phase", phase_names[s->phase]);
    describe_number(out, "turn", s->phase == BOSSA_THROWING ? 0 : s->turn + 1);
    describe_number(out, "tie", s->tie);
    kn_json_int(out, "pile", s->phase > BOSSA_OPENING ? count_tiles(s->unseen) - 1 : PILE_FIRST);
    describe_tile(out, "drawn", s->drawn - 1);
    kn_json_list(out, "lines");
    for (int colour = 0; colour < BOSSA_COLOURS; colour++)
        describe_line(s, colour, out);
    kn_json_end_list(out);
    kn_json_list(out, "seats");
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        describe_seat(s, seat, out);
    kn_json_end_list(out);
    describe_tiles(out, "gone", s->gone);
    describe_tiles(out, "unseen", s->unseen);
    if (s->ending)
        kn_json_string(out, "ending", ending_names[s->ending]);
    else
        kn_json_null(out, "ending");
    kn_json_list(out, "winners");
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        if (s->winners >> seat & 1)
            kn_json_int(out, NULL, seat + 1);
    kn_json_end_list(out);
}

const kn_game bossa_game = {
    .key = "bossa",
    .version = 1,
    .seats_min = BOSSA_SEATS,
    .seats_max = BOSSA_SEATS,
    .state_bytes = sizeof(bossa_state),
    .option_count = sizeof options / sizeof *options,
    .options = options,
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
    .write_move = write_move,
    .read_move = read_move,
    .write_position = write_position,
    .read_position = read_position,
    .describe = describe,
    .guess = guess,
};
