/* encode.c: Yu-C-A-Tan as numbers: actions and observations. See core/encoding.h and README.md. */
#include <string.h>

#include "core/bits.h"
#include "core/encoding.h"
#include "games/yucatan/rules.h"

extern const kn_encoding yucatan_encoding;

/* Actions: stop, then the cards. A move has the same number. */
enum { ACTIONS = YUCATAN_CARDS + 1 };

/* Outcomes: a face, or the seat that goes first. */
enum { FIRST_FROM = YUCATAN_FACES, CHANCES = FIRST_FROM + YUCATAN_SEATS };

static int actions(const kn_setup *setup)
{
    (void)setup;
    return ACTIONS;
}

static bool move_of(const void *view, int seat, int action, kn_move *out)
{
    (void)view, (void)seat;
    *out = (kn_move)action;
    return action >= 0 && action < ACTIONS;
}

static int action_of(const void *view, int seat, kn_move move)
{
    (void)view, (void)seat;
    return move < ACTIONS ? (int)move : -1;
}

static void mask(const void *view, int seat, uint64_t *words)
{
    const yucatan_state *s = view;
    (void)seat;
    words[0] = (~(uint64_t)s->used & ((1u << ACTIONS) - 2)) | (s->phase == YUCATAN_DECIDING);
}

static kn_chances chances_here(const void *state)
{
    const yucatan_state *s = state;
    switch (s->phase) {
    case YUCATAN_THROWING:
        return (kn_chances){
            1, 0, 1, YUCATAN_FACES, (uint16_t)kn_count_bits(s->cup), KN_EVEN(YUCATAN_FACES)};
    case YUCATAN_DRAW_FIRST:
        return (kn_chances){0, FIRST_FROM, 1, s->setup.seats, 1, KN_EVEN(s->setup.seats)};
    default: return (kn_chances){0};
    }
}

static void land(void *state, const uint8_t *outcomes)
{
    yucatan_land_all(state, outcomes);
}

enum { TOTAL_MOST = YUCATAN_ROUNDS_MOST * YUCATAN_TURN_MOST };
static const kn_observed fields[] = {
    {"phase", 1, false, 0, YUCATAN_OVER},
    {"turn", 1, false, 0, YUCATAN_SEATS - 1},
    {"card", 1, false, 0, YUCATAN_CARDS},
    {"points", 1, false, 0, YUCATAN_TURN_MOST},
    {"left", 1, false, 0, YUCATAN_DICE},
    {"rounds", 1, false, 1, YUCATAN_ROUNDS_MOST},
    {"laid", YUCATAN_CARDS, false, 0, YUCATAN_DICE},
    {"sheet", YUCATAN_ROUNDS_MOST, true, -1, YUCATAN_TURN_MOST},
    {"total", 1, true, 0, TOTAL_MOST},
};

/* Always over all rounds of the match, which are the same for all tables of a batch; as a signed
 * byte, a turn that is to come is -1. */
static int16_t *observe_sheet(const uint8_t *sheet, int rounds, int16_t *out)
{
    int16_t total = 0;
    memset(out, 0xff, YUCATAN_ROUNDS_MOST * sizeof *out); /* -1 */
    for (int round = 0; round < rounds; round++) {
        int8_t written = (int8_t)sheet[round];
        out[round] = written;
        total = (int16_t)(total + (written > 0 ? written : 0));
    }
    out[YUCATAN_ROUNDS_MOST] = total;
    return out + YUCATAN_ROUNDS_MOST + 1;
}

_Static_assert(YUCATAN_TO_COME == (uint8_t)-1 && YUCATAN_TURN_MOST <= INT8_MAX, "as said above");

static void observe(const void *view, int who, int16_t *out)
{
    const yucatan_state *s = view;
    int16_t laid[YUCATAN_CARDS + 1] = {0}, rounds = s->setup.option[YUCATAN_ROUNDS];
    for (int i = 0; i < YUCATAN_DICE; i++)
        laid[s->on[i]]++;
    *out++ = s->phase;
    *out++ = (int16_t)kn_seat_from(who, s->turn, s->setup.seats);
    *out++ = s->card;
    *out++ = s->points;
    *out++ = laid[YUCATAN_NO_CARD];
    *out++ = rounds;
    memcpy(out, laid + 1, sizeof laid - sizeof *laid);
    out += YUCATAN_CARDS;
    for (int place = 0; place < s->setup.seats; place++)
        out = observe_sheet(s->sheet[kn_seat_at(who, place, s->setup.seats)], rounds, out);
}

const kn_encoding yucatan_encoding = {
    .game = &yucatan_game,
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
