/* encode.c: Yubitsume as numbers: actions and observations. See core/encoding.h and README.md. */
#include "core/encoding.h"
#include "games/yubitsume/inside.h"

extern const kn_encoding yubitsume_encoding;

/* Actions: keep still, which is no move; the hits; a ring; a throw; and, with the real game, who is
 * safe. */
enum {
    STILL,
    HIT_FROM,
    RING_FROM = HIT_FROM + YUBITSUME_HITS - 1,
    THROW = RING_FROM + YUBITSUME_FINGERS,
    SPARED_FROM,
    ACTIONS = SPARED_FROM + (1 << YUBITSUME_SEATS),
};

/* Outcomes: a face, how the wooden finger falls, or the seat that goes first. */
enum {
    WOOD_FROM = YUBITSUME_FACES,
    FIRST_FROM = WOOD_FROM + YUBITSUME_SIDE,
    CHANCES = FIRST_FROM + YUBITSUME_SEATS,
};

static int actions(const kn_setup *setup)
{
    return setup->option[YUBITSUME_OPTION_WINDOW] == 0 ? ACTIONS : SPARED_FROM;
}

static bool move_of(const void *view, int seat, int action, kn_move *out)
{
    (void)view, (void)seat;
    kn_move number = (kn_move)action;
    if (action < HIT_FROM || action >= ACTIONS)
        return false;
    if (action < RING_FROM)
        *out = YUBITSUME_HIT | (number - HIT_FROM + 1);
    else if (action < THROW)
        *out = YUBITSUME_PUT_RING | (number - RING_FROM);
    else
        *out = action == THROW ? YUBITSUME_THROW : YUBITSUME_SPARED | (number - SPARED_FROM);
    return true;
}

static int action_of(const void *view, int seat, kn_move move)
{
    (void)view, (void)seat;
    if (move == YUBITSUME_THROW)
        return THROW;
    if (move > YUBITSUME_HIT && move < YUBITSUME_HIT + YUBITSUME_HITS)
        return HIT_FROM + (int)(move - YUBITSUME_HIT) - 1;
    if (move >= YUBITSUME_PUT_RING && move < YUBITSUME_PUT_RING + YUBITSUME_FINGERS)
        return RING_FROM + (int)(move - YUBITSUME_PUT_RING);
    if (move >= YUBITSUME_SPARED && move < YUBITSUME_SPARED + (1 << YUBITSUME_SEATS))
        return SPARED_FROM + (int)(move - YUBITSUME_SPARED);
    return -1;
}

static kn_chances chances_here(const void *state)
{
    const yubitsume_state *s = state;
    switch (s->phase) {
    case YUBITSUME_THROWING:
        return (kn_chances){YUBITSUME_FACE | 1, 0, 1, YUBITSUME_FACES, 1, KN_EVEN(YUBITSUME_FACES)};
    case YUBITSUME_FINGER:
        return (kn_chances){YUBITSUME_WOOD | YUBITSUME_CLEAN, WOOD_FROM, 1, YUBITSUME_SIDE, 1, 0};
    case YUBITSUME_DRAW_FIRST:
        return (kn_chances){0, FIRST_FROM, 1, s->setup.seats, 1, KN_EVEN(s->setup.seats)};
    default: return (kn_chances){0};
    }
}

/* ---- views ---- */

static const kn_observed fields[] = {
    {"phase", 1, false, 0, YUBITSUME_OVER},
    {"turn", 1, false, 0, YUBITSUME_SEATS - 1},
    {"level", 1, false, 0, YUBITSUME_PROFESSIONAL},
    {"window_ms", 1, false, 0, YUBITSUME_WINDOW_MAX_MS},
    {"dice", YUBITSUME_DICE, false, 0, YUBITSUME_FACES},
    {"last_dice", YUBITSUME_DICE, false, 0, YUBITSUME_FACES},
    {"in", 1, true, 0, 1},
    {"risk", 1, true, 0, 1},
    {"lost", 1, true, 0, YUBITSUME_FINGERS},
    {"rings", YUBITSUME_FINGERS, true, 0, 1},
    {"hit", 1, true, 0, YUBITSUME_HITS - 1},
    {"last_in", 1, true, 0, 1},
    {"last_hit", 1, true, 0, YUBITSUME_HITS - 1},
    {"last_ms", 1, true, -YUBITSUME_WINDOW_MAX_MS, YUBITSUME_WINDOW_MAX_MS},
    {"wood", 1, true, 0, YUBITSUME_SIDE},
};

static int16_t *observe_seat(const yubitsume_state *s, int seat, int16_t *out)
{
    *out++ = s->now.in >> seat & 1;
    *out++ = s->risk >> seat & 1;
    *out++ = s->lost[seat];
    for (int finger = 0; finger < YUBITSUME_FINGERS; finger++)
        *out++ = s->rings[seat] >> finger & 1;
    *out++ = s->now.hit[seat];
    *out++ = s->last.in >> seat & 1;
    *out++ = s->last.hit[seat];
    *out++ = s->last.reaction_ms[seat];
    *out++ = s->wood[seat];
    return out;
}

static void observe(const void *view, int who, int16_t *out)
{
    const yubitsume_state *s = view;
    int seats = s->setup.seats;
    *out++ = s->phase;
    *out++ = (int16_t)kn_seat_from(who, s->turn, seats);
    *out++ = (int16_t)s->setup.option[YUBITSUME_OPTION_LEVEL];
    *out++ = (int16_t)s->setup.option[YUBITSUME_OPTION_WINDOW];
    for (int die = 0; die < YUBITSUME_DICE; die++)
        *out++ = s->now.dice[die];
    for (int die = 0; die < YUBITSUME_DICE; die++)
        *out++ = s->last.dice[die];
    for (int place = 0; place < seats; place++)
        out = observe_seat(s, kn_seat_at(who, place, seats), out);
}

const kn_encoding yubitsume_encoding = {
    .game = &yubitsume_game,
    .version = 1,
    .chances = CHANCES,
    .still = STILL,
    .fields = fields,
    .field_count = sizeof fields / sizeof *fields,
    .actions = actions,
    .move_of = move_of,
    .action_of = action_of,
    .chances_here = chances_here,
    .observe = observe,
};
