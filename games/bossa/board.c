/* board.c: the small board of Bossa's bot: legal moves and their effect. It plays as
 * games/bossa/rules.c does, without reasons for refusals or text; a test compares the two. */
#include <string.h>

#include "core/assert.h"
#include "games/bossa/bot.h"

_Static_assert(sizeof(bossa_board) == 48, "no gaps");

#define TILE(tile) ((uint32_t)1 << (tile))

enum { VALUES_ROOM = 16 };

/* ---- from the rules ---- */

bossa_board bossa_board_from(const bossa_state *s)
{
    bossa_board b;
    memset(&b, 0, sizeof b);
    for (int colour = 0; colour < BOSSA_COLOURS; colour++) {
        const bossa_line *line = &s->line[colour];
        b.low[colour] = line->low;
        b.high[colour] = line->high;
        for (int value = line->low; value <= line->high; value++)
            b.counts[colour] |= (uint64_t)line->count[value] << 4 * value;
    }
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        b.hand[seat] = s->hand[seat];
        b.held[seat] = s->held[seat];
        b.spent[seat] = s->spent[seat];
        b.chip[seat] = s->under[seat] ? BOSSA_CHIP_NONE : s->chip[seat];
    }
    b.unseen = s->unseen;
    b.left = (uint8_t)__builtin_popcount(s->unseen);
    b.turn = s->turn;
    b.redrawing = s->phase == BOSSA_REDRAWING;
    b.white_owner = s->white_owner - 1;
    return b;
}

bossa_step bossa_step_from(const bossa_state *s, kn_move move)
{
    uint32_t hand = s->hand[s->turn];
    uint32_t tiles = bossa_pick(hand, move & ((1u << BOSSA_CHIP_AT) - 1));
    bossa_step kind = move >> BOSSA_KIND_AT & 7, line = move >> BOSSA_LINE_AT & 1;
    bossa_step value = move >> BOSSA_PLACE_AT, tile = 0, chipped = move >> BOSSA_CHIP_AT & 7;
    if (kind == BOSSA_EXCHANGE)
        return tiles | kind << STEP_KIND |
               (bossa_step)bossa_tile_at(s->hand[!s->turn], (unsigned)value) << STEP_TILE;
    if (kind == BOSSA_REDRAW)
        return tiles | kind << STEP_KIND;
    if (chipped)
        tile = (bossa_step)bossa_tile_at(hand, (unsigned)chipped - 1) + 1;
    return tiles | value << STEP_VALUE | (bossa_step)__builtin_popcount(tiles) << STEP_COUNT |
           tile << STEP_TILE | line << STEP_LINE | kind << STEP_KIND;
}

/* ---- listing, on any line ---- */

/* Sets of tiles as half-made steps: adding two adds their tiles, counts and pips. */
typedef struct {
    bossa_step plain[1 << BOSSA_HAND_MAX];
    bossa_step chipped[BOSSA_HAND_MAX << (BOSSA_HAND_MAX - 1)];
    int plains, chips;
} sums;

static int join(const bossa_step *sets, int count, bossa_step tile, unsigned most, bossa_step *out)
{
    int joined = 0;
    for (int i = 0; i < count; i++) {
        out[joined] = sets[i] + tile;
        joined += (out[joined] >> STEP_VALUE & 255) <= most;
    }
    return joined;
}

/* Every set of tiles in the hand that is not worth too much for this line. */
static void add_up(const bossa_board *board, int colour, sums *sum)
{
    int chip = board->chip[board->turn];
    unsigned most = board->high[colour] + 1u;
    sum->plain[0] = 0;
    sum->plains = 1;
    sum->chips = 0;
    for (uint32_t rest = board->hand[board->turn]; rest; rest &= rest - 1) {
        int tile = __builtin_ctz(rest);
        bossa_step own = bossa_pips[colour][tile];
        bossa_step set = TILE(tile) | (bossa_step)1 << STEP_COUNT;
        if (chip) {
            bossa_step changed = bossa_changed_pips(chip, colour, tile);
            if (own)
                sum->chips += join(sum->chipped, sum->chips, set | own << STEP_VALUE, most,
                                   sum->chipped + sum->chips);
            if (changed)
                sum->chips +=
                    join(sum->plain, sum->plains,
                         set | changed << STEP_VALUE | ((bossa_step)tile + 1) << STEP_TILE, most,
                         sum->chipped + sum->chips);
        }
        if (own)
            sum->plains += join(sum->plain, sum->plains, set | own << STEP_VALUE, most,
                                sum->plain + sum->plains);
    }
}

static unsigned count_at(const bossa_board *board, int colour, unsigned value)
{
    return (unsigned)(board->counts[colour] >> 4 * value) & 15;
}

/* How many tiles may be put on each value of a line, one bit for each number. */
static void allow(const bossa_board *board, int colour, uint16_t *allowed)
{
    unsigned low = board->low[colour], high = board->high[colour];
    memset(allowed, 0, VALUES_ROOM * sizeof *allowed);
    if (!(board->spent[board->turn] & BOSSA_MARKER_STACK))
        for (unsigned value = low; value <= high; value++)
            allowed[value] = (uint16_t)(1u << count_at(board, colour, value) & ~1u);
    if (low > 1)
        allowed[low - 1] = (uint16_t)bossa_next_counts(count_at(board, colour, low));
    allowed[high + 1] = (uint16_t)bossa_next_counts(count_at(board, colour, high));
}

static int keep_fitting(const bossa_board *board, int colour, const bossa_step *sets, int count,
                        const uint16_t *allowed, bossa_step *out)
{
    unsigned low = board->low[colour], high = board->high[colour];
    bossa_step lay = (bossa_step)colour << STEP_LINE | (bossa_step)BOSSA_LAY << STEP_KIND;
    bossa_step stack = (bossa_step)colour << STEP_LINE | (bossa_step)BOSSA_STACK << STEP_KIND;
    int listed = 0;
    for (int i = 0; i < count; i++) {
        unsigned value = sets[i] >> STEP_VALUE & 255;
        out[listed] = sets[i] | (value >= low && value <= high ? stack : lay);
        listed += allowed[value] >> (sets[i] >> STEP_COUNT & 255) & 1;
    }
    return listed;
}

static int list_long(const bossa_board *board, int colour, bossa_step *out)
{
    uint16_t allowed[VALUES_ROOM];
    sums sum;
    allow(board, colour, allowed);
    add_up(board, colour, &sum);
    int listed = keep_fitting(board, colour, sum.plain, sum.plains, allowed, out);
    return listed + keep_fitting(board, colour, sum.chipped, sum.chips, allowed, out + listed);
}

/* ---- listing, on a short line ---- */

/* Hardly any line goes beyond SHORT. On the others all sets that fit are one word: bit
 * 8 * value + count is set if so many tiles worth so much together may be put down. Taking a tile
 * shifts the word right by 8 * its pips + 1: then the word says what may still be added, and bit 0
 * whether the tiles taken so far fit as they are. Every set is looked up like this, almost without
 * branches, which a processor could not foresee. */
enum { SHORT = 6, BEYOND = 63, NO_TILE = 31, FEW = 5 };

/* How far a tile moves the word of a line: 8 * pips + 1; without pips out of it, as no tile does.
 */
static const uint8_t moves_by[BOSSA_COLOURS][NO_TILE + 1] = {
    {63, 63, 63, 63, 63, 63, 9,  9,  9,  9,  9,  9,  17, 17, 17, 17,
     17, 25, 25, 25, 25, 33, 33, 33, 41, 41, 49, 63, 63, 63, 63, 63},
    {9,  17, 25, 33, 41, 49, 63, 9,  17, 25, 33, 41, 63, 9,  17, 25,
     33, 63, 9,  17, 25, 63, 9,  17, 63, 9,  63, 63, 63, 63, 63, 63},
};

/* The tiles that have pips for a line. */
static const uint32_t line_tiles[BOSSA_COLOURS] = {0x7ffffc0, 0x2ddefbf};

static uint64_t fitting(const bossa_board *board, int colour)
{
    unsigned low = board->low[colour], high = board->high[colour];
    uint64_t fit = 0;
    if (!(board->spent[board->turn] & BOSSA_MARKER_STACK))
        for (unsigned value = low; value <= high; value++)
            fit |= (uint64_t)(1u << count_at(board, colour, value) & ~1u) << 8 * value;
    /* Before 1 there is no place, but no set is worth nothing either. */
    fit |= (uint64_t)bossa_next_counts(count_at(board, colour, low)) << 8 * (low - 1);
    fit |= (uint64_t)bossa_next_counts(count_at(board, colour, high)) << 8 * (high + 1);
    /* Seven tiles worth one each may only lie beside six such tiles, and there are not that many:
     * six, and two more under the converters. */
    return fit & ~((uint64_t)1 << BEYOND);
}

static bossa_step one_tile(int tile, unsigned by)
{
    return TILE(tile) | (bossa_step)1 << STEP_COUNT | (bossa_step)(by / 8) << STEP_VALUE;
}

/* Without the chip, of FEW tiles at most: every set is a bit, in the order in which sets are
 * listed. */
typedef struct {
    uint8_t tile[FEW], by[FEW];
} few_tiles;

/* False if there are more. */
static bool take_few(uint32_t tiles, int colour, few_tiles *few)
{
    for (int i = 0; i < FEW; i++, tiles &= tiles - 1) {
        few->tile[i] = (uint8_t)__builtin_ctz(tiles | (uint32_t)1 << NO_TILE);
        few->by[i] = moves_by[colour][few->tile[i]];
    }
    return tiles == 0;
}

/* Each tile doubles the sets: without it, and with it. */
static uint32_t ask_1(uint64_t fit, const uint8_t *by)
{
    return (uint32_t)(fit & 1) | (uint32_t)(fit >> by[0] & 1) << 1;
}

static uint32_t ask_2(uint64_t fit, const uint8_t *by)
{
    return ask_1(fit, by) | ask_1(fit >> by[1], by) << 2;
}

static uint32_t ask_3(uint64_t fit, const uint8_t *by)
{
    return ask_2(fit, by) | ask_2(fit >> by[2], by) << 4;
}

static uint32_t ask_4(uint64_t fit, const uint8_t *by)
{
    return ask_3(fit, by) | ask_3(fit >> by[3], by) << 8;
}

static int list_few(const few_tiles *few, uint64_t fit, bossa_step *out)
{
    uint32_t sets = ask_4(fit, few->by);
    int listed = 0;
    if (few->tile[4] != NO_TILE)
        sets |= ask_4(fit >> few->by[4], few->by) << 16;
    for (; sets; sets &= sets - 1) {
        unsigned set = (unsigned)__builtin_ctz(sets);
        out[listed] = 0;
        for (int i = 0; i < FEW; i++)
            out[listed] += one_tile(few->tile[i], few->by[i]) & -(bossa_step)(set >> i & 1);
        listed++;
    }
    return listed;
}

/* With the chip or with more tiles: which sets the tiles before each one make, plain and with the
 * chip on one of them, as bits like those of the word of what fits. */
typedef struct {
    int count;
    uint8_t tile[BOSSA_HAND_MAX], by[BOSSA_HAND_MAX], chipped_by[BOSSA_HAND_MAX];
    uint64_t plain[BOSSA_HAND_MAX + 1], chipped[BOSSA_HAND_MAX + 1];
} sets_before;

/* As bossa_changed_pips, for a chip that is known. */
static unsigned moves_chipped_by(int chip, int colour, int tile)
{
    unsigned own = moves_by[colour][tile], other = moves_by[!colour][tile];
    if (chip == BOSSA_CHIP_DOUBLER)
        return own <= BEYOND / 2 ? 2 * own - 1 : BEYOND;
    return other != own ? other : BEYOND;
}

static void find_sets_before(const bossa_board *board, int colour, sets_before *b)
{
    int chip = board->chip[board->turn], n = 0;
    uint64_t plain = 1, chipped = 0;
    kn_assert(chip != BOSSA_CHIP_HIDDEN);
    for (uint32_t rest = board->hand[board->turn]; rest; rest &= rest - 1, n++) {
        int tile = __builtin_ctz(rest);
        unsigned by = moves_by[colour][tile], chipped_by = moves_chipped_by(chip, colour, tile);
        b->tile[n] = (uint8_t)tile;
        b->by[n] = (uint8_t)by;
        b->chipped_by[n] = (uint8_t)chipped_by;
        b->plain[n] = plain;
        b->chipped[n] = chipped;
        chipped |= chipped << by | plain << chipped_by;
        plain |= plain << by;
    }
    b->plain[n] = plain;
    b->chipped[n] = chipped;
    b->count = n;
}

/* A set begun with the last tiles of the hand, and what the tiles before them can add so that it
 * fits. */
typedef struct {
    uint64_t may_add;
    bossa_step step;
} begun_set;

/* From sets begun with the tiles behind this one to those that go on with it: without it, with it,
 * with it under the chip. Those that can no longer fit are left out. */
static int go_on(const sets_before *b, int at, bool chip, const begun_set *from, int count,
                 begun_set *out)
{
    int made = 0;
    bossa_step with = one_tile(b->tile[at], b->by[at]);
    bossa_step under = one_tile(b->tile[at], b->chipped_by[at]) | ((bossa_step)b->tile[at] + 1)
                                                                      << STEP_TILE;
    for (int i = 0; i < count; i++) {
        uint64_t may_add = from[i].may_add;
        bossa_step step = from[i].step;
        bool chip_to_come = chip && step >> STEP_TILE == 0;
        uint64_t before = chip_to_come ? b->chipped[at] : b->plain[at];
        out[made] = (begun_set){may_add & before, step};
        made += out[made].may_add != 0;
        out[made] = (begun_set){may_add >> b->by[at] & before, step + with};
        made += out[made].may_add != 0;
        if (chip) {
            uint64_t chipped = chip_to_come ? may_add >> b->chipped_by[at] & b->plain[at] : 0;
            out[made] = (begun_set){chipped, step + under};
            made += chipped != 0;
        }
    }
    return made;
}

static int list_begun(const sets_before *b, uint64_t fit, bool chip, bossa_step *out)
{
    begun_set sets[2][BOSSA_STEPS_MAX];
    int count = 1, now = 0;
    sets[0][0] = (begun_set){fit & (chip ? b->chipped : b->plain)[b->count], 0};
    if (sets[0][0].may_add == 0)
        return 0;
    for (int at = b->count - 1; at >= 0; at--, now = !now)
        count = go_on(b, at, chip, sets[now], count, sets[!now]);
    for (int i = 0; i < count; i++)
        out[i] = sets[now][i].step;
    return count;
}

static int list_short(const bossa_board *board, int colour, bossa_step *out)
{
    bool chip = board->chip[board->turn] != BOSSA_CHIP_NONE;
    uint64_t fit = fitting(board, colour);
    few_tiles few;
    sets_before before;
    bool are_few = take_few(board->hand[board->turn] & line_tiles[colour], colour, &few);
    if (chip || !are_few)
        find_sets_before(board, colour, &before);
    int listed = are_few ? list_few(&few, fit, out) : list_begun(&before, fit, false, out);
    if (chip)
        listed += list_begun(&before, fit, true, out + listed);
    for (int i = 0; i < listed; i++) {
        unsigned value = out[i] >> STEP_VALUE & 255;
        bool stacks = value >= board->low[colour] && value <= board->high[colour];
        out[i] |= (bossa_step)colour << STEP_LINE | (bossa_step)(stacks ? BOSSA_STACK : BOSSA_LAY)
                                                        << STEP_KIND;
    }
    return listed;
}

/* ---- listing ---- */

static int list_line(const bossa_board *board, int colour, bossa_step *out)
{
    return board->high[colour] <= SHORT ? list_short(board, colour, out)
                                        : list_long(board, colour, out);
}

int bossa_list_puts(const bossa_board *board, bossa_step *out)
{
    int listed = list_line(board, BOSSA_WHITE, out);
    return listed + list_line(board, BOSSA_BLACK, out + listed);
}

/* As bossa_swap_at has them, one by one; but that costs five times as much for all. */
int bossa_list_swaps(const bossa_board *board, bossa_step *out)
{
    unsigned spent = board->spent[board->turn];
    uint32_t mine = board->hand[board->turn];
    int listed = 0;
    if (!(spent & BOSSA_MARKER_REDRAW) && board->left > 1)
        for (uint32_t rest = mine; rest; rest &= rest - 1)
            out[listed++] = (rest & -rest) | (bossa_step)BOSSA_REDRAW << STEP_KIND;
    if (!(spent & BOSSA_MARKER_EXCHANGE))
        for (uint32_t rest = mine; rest; rest &= rest - 1)
            for (uint32_t theirs = board->hand[!board->turn]; theirs; theirs &= theirs - 1)
                out[listed++] = (rest & -rest) | (bossa_step)BOSSA_EXCHANGE << STEP_KIND |
                                (bossa_step)__builtin_ctz(theirs) << STEP_TILE;
    return listed;
}

static uint32_t count_redraws(const bossa_board *board)
{
    bool may = !(board->spent[board->turn] & BOSSA_MARKER_REDRAW) && board->left > 1;
    return may ? board->held[board->turn] : 0;
}

uint32_t bossa_count_swaps(const bossa_board *board)
{
    bool may_exchange = !(board->spent[board->turn] & BOSSA_MARKER_EXCHANGE);
    return count_redraws(board) + (may_exchange ? board->held[0] * board->held[1] : 0u);
}

bossa_step bossa_swap_at(const bossa_board *board, uint32_t at)
{
    uint32_t redraws = count_redraws(board), others = board->held[!board->turn];
    uint32_t mine = board->hand[board->turn], theirs = board->hand[!board->turn];
    if (at < redraws)
        return TILE(kn_nth_bit(mine, at)) | (bossa_step)BOSSA_REDRAW << STEP_KIND;
    at -= redraws;
    return TILE(kn_nth_bit(mine, at / others)) | (bossa_step)BOSSA_EXCHANGE << STEP_KIND |
           (bossa_step)kn_nth_bit(theirs, at % others) << STEP_TILE;
}

int bossa_list(const bossa_board *board, bossa_step *out)
{
    int listed = bossa_list_puts(board, out);
    return listed + bossa_list_swaps(board, out + listed);
}

/* ---- what comes of it ---- */

/* The pile is empty: the smaller hand. */
static int compare_hands(unsigned mine, unsigned others)
{
    return mine < others ? BOSSA_WON : mine == others ? BOSSA_DRAWN : BOSSA_LOST;
}

int bossa_outcome(const bossa_board *board, bossa_step step)
{
    unsigned kind = step >> STEP_KIND, count = step >> STEP_COUNT & 255;
    unsigned mine = board->held[board->turn], others = board->held[!board->turn];
    if (kind == BOSSA_REDRAW)
        return BOSSA_GOING;
    if (count == mine)
        return BOSSA_WON;
    int colour = step >> STEP_LINE & 1;
    if (kind == BOSSA_LAY && bossa_positions(board, colour) == BOSSA_GOAL - 1)
        return (board->white_owner ^ colour) == board->turn ? BOSSA_WON : BOSSA_LOST;
    return board->left > 1 ? BOSSA_GOING : compare_hands(mine - count, others);
}

bool bossa_wins_now(const bossa_board *board)
{
    bossa_step steps[BOSSA_STEPS_MAX];
    unsigned mine = board->held[board->turn], others = board->held[!board->turn];
    if (board->left <= 1 && mine < others && !(board->spent[board->turn] & BOSSA_MARKER_EXCHANGE))
        return true;
    int count = bossa_list_puts(board, steps);
    for (int i = 0; i < count; i++)
        if (bossa_outcome(board, steps[i]) == BOSSA_WON)
            return true;
    return false;
}

static void put(bossa_board *board, bossa_step step)
{
    int seat = board->turn, colour = step >> STEP_LINE & 1;
    unsigned value = step >> STEP_VALUE & 255, count = step >> STEP_COUNT & 255;
    board->hand[seat] &= ~(uint32_t)step;
    board->held[seat] = (uint8_t)(board->held[seat] - count);
    if (step >> STEP_TILE & 255)
        board->chip[seat] = BOSSA_CHIP_NONE;
    if (step >> STEP_KIND == BOSSA_STACK) {
        board->spent[seat] |= BOSSA_MARKER_STACK;
        return;
    }
    board->counts[colour] |= (uint64_t)count << 4 * value;
    *(value < board->low[colour] ? &board->low[colour] : &board->high[colour]) = (uint8_t)value;
}

void bossa_make(bossa_board *board, bossa_step step)
{
    int seat = board->turn;
    uint32_t mine = (uint32_t)step;
    if (step >> STEP_KIND == BOSSA_REDRAW) {
        board->hand[seat] &= ~mine;
        board->held[seat]--;
        board->spent[seat] |= BOSSA_MARKER_REDRAW;
        board->redrawing = 1;
        return;
    }
    if (step >> STEP_KIND == BOSSA_EXCHANGE) {
        uint32_t both = mine | TILE(step >> STEP_TILE & 255);
        board->hand[0] ^= both;
        board->hand[1] ^= both;
        board->spent[seat] |= BOSSA_MARKER_EXCHANGE;
    } else {
        put(board, step);
    }
    board->turn = !board->turn;
}

int bossa_draw(bossa_board *board, int tile)
{
    board->hand[board->turn] |= TILE(tile);
    board->held[board->turn]++;
    board->unseen &= ~TILE(tile);
    board->left--;
    if (!board->redrawing)
        return BOSSA_GOING;
    board->redrawing = 0;
    if (board->left <= 1)
        return compare_hands(board->held[board->turn], board->held[!board->turn]);
    board->turn = !board->turn;
    return BOSSA_GOING;
}

/* Where nobody can stack any more only the ends of a line matter. */
static uint64_t counts_that_matter(const bossa_board *board, int colour)
{
    if (!(board->spent[0] & board->spent[1] & BOSSA_MARKER_STACK))
        return board->counts[colour];
    return board->counts[colour] &
           ((uint64_t)15 << 4 * board->low[colour] | (uint64_t)15 << 4 * board->high[colour]);
}

uint64_t bossa_hash(const bossa_board *board)
{
    uint64_t words[5], hash = 0x9e3779b97f4a7c15u;
    memcpy(words, board, sizeof words);
    words[0] = counts_that_matter(board, BOSSA_WHITE);
    words[1] = counts_that_matter(board, BOSSA_BLACK);
    for (int i = 0; i < 5; i++) {
        hash = (hash ^ words[i]) * 0xd6e8feb86659fd93u;
        hash ^= hash >> 32;
    }
    return hash;
}
