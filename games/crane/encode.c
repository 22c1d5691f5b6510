/* encode.c: Tactile Crane Championship as numbers: actions and observations. See core/encoding.h
 * and README.md. */
#include "core/encoding.h"
#include "games/crane/inside.h"

extern const kn_encoding crane_encoding;

/* Actions: close the eyes, open them, the bets, the jackpots, and a grab for each number of cards:
 * with real cards the number itself, on the screen the travel that would hold it if nothing
 * slipped, as the rules list it. */
enum {
    CLOSE,
    OPEN,
    BET_FROM,
    TAKE_FROM = BET_FROM + CRANE_BET_KINDS,
    GRAB_FROM = TAKE_FROM + 2,
    ACTIONS = GRAB_FROM + CRANE_CARDS,
};

/* Outcomes: the card turned up, the slip, or the seat that goes first. */
enum {
    SLIP_FROM = CRANE_CARD_KINDS,
    FIRST_FROM = SLIP_FROM + CRANE_SLIPS,
    CHANCES = FIRST_FROM + CRANE_SEATS,
};

static int actions(const kn_setup *setup)
{
    (void)setup;
    return ACTIONS;
}

/* ---- moves ---- */

static kn_move travel_step(const crane_state *s)
{
    return CRANE_THICKNESS_UM * CRANE_PER_MILLE / crane_gain[crane_finger(s->card)];
}

static bool grab_of(const crane_state *s, kn_move more, kn_move *out)
{
    if (s->phase != CRANE_GRAB)
        return false;
    kn_move step = travel_step(s);
    *out = crane_on_screen(s) ? CRANE_TRAVEL | (step / 2 + more * step) : CRANE_COUNT | (more + 1);
    return more < s->deck;
}

static bool move_of(const void *view, int seat, int action, kn_move *out)
{
    (void)seat;
    kn_move number = (kn_move)action;
    if (action < 0 || action >= ACTIONS)
        return false;
    if (action >= GRAB_FROM)
        return grab_of(view, number - GRAB_FROM, out);
    if (action >= TAKE_FROM)
        *out = CRANE_TAKE | (number - TAKE_FROM + 1);
    else if (action >= BET_FROM)
        *out = CRANE_BET | (number - BET_FROM + CRANE_HIGH);
    else
        *out = action == CLOSE ? CRANE_CLOSE : CRANE_OPEN;
    return true;
}

static int grab_number(const crane_state *s, kn_move travel)
{
    if (s->phase != CRANE_GRAB)
        return -1;
    kn_move step = travel_step(s), more = travel / step;
    return travel == step / 2 + more * step && more < s->deck ? GRAB_FROM + (int)more : -1;
}

static int action_of(const void *view, int seat, kn_move move)
{
    (void)seat;
    kn_move number = move & CRANE_TAG_NUMBER;
    switch (move - number) {
    case CRANE_CLOSE: return number == 0 ? CLOSE : -1;
    case CRANE_OPEN: return number == 0 ? OPEN : -1;
    case CRANE_BET:
        return number >= CRANE_HIGH && number <= CRANE_JUST ? BET_FROM + (int)number - CRANE_HIGH
                                                            : -1;
    case CRANE_TAKE: return number == 1 || number == 2 ? TAKE_FROM + (int)number - 1 : -1;
    case CRANE_TRAVEL: return grab_number(view, number);
    case CRANE_COUNT:
        return number >= 1 && number <= CRANE_CARDS ? GRAB_FROM + (int)number - 1 : -1;
    default: return -1;
    }
}

static void mask_run(uint64_t *words, int from, int count)
{
    for (int bit = from; bit < from + count; bit++)
        kn_set_bit(words, bit);
}

static void mask(const void *view, int seat, uint64_t *words)
{
    const crane_state *s = view;
    switch (s->phase) {
    case CRANE_EYES: kn_set_bit(words, CLOSE); break;
    case CRANE_BETS:
        for (int kind = CRANE_HIGH; kind <= CRANE_JUST; kind++)
            if (crane_has_bet(s, seat, kind))
                kn_set_bit(words, BET_FROM + kind - CRANE_HIGH);
        break;
    case CRANE_GRAB:
        kn_set_bit(words, OPEN);
        mask_run(words, GRAB_FROM, s->deck);
        break;
    default: mask_run(words, TAKE_FROM, 2);
    }
}

static kn_chances chances_here(const void *state)
{
    const crane_state *s = state;
    switch (s->phase) {
    case CRANE_FLIP: return (kn_chances){0, 0, 1, CRANE_CARD_KINDS, 1, 0};
    case CRANE_SLIP:
        return (kn_chances){CRANE_SLIP_MIN, SLIP_FROM, CRANE_SLIP_STEP, CRANE_SLIPS, 1, 0};
    case CRANE_DRAW_FIRST:
        return (kn_chances){0, FIRST_FROM, 1, s->setup.seats, 1, KN_EVEN(s->setup.seats)};
    default: return (kn_chances){0};
    }
}

/* ---- views ---- */

enum { TENTH_MM_UM = 100 };
static const kn_observed fields[] = {
    {"phase", 1, false, 0, CRANE_OVER},
    {"turn", 1, false, 0, CRANE_SEATS - 1},
    {"turns", 1, false, 0, CRANE_TURNS_MAX},
    {"bet_goal", 1, false, 0, 1},
    {"real_cards", 1, false, 0, 1},
    {"deck", 1, false, 0, CRANE_CARDS},
    {"jackpots", 2, false, 0, CRANE_CARDS},
    {"multipliers_left", 1, false, 0, CRANE_MULTIPLIERS},
    {"card", 2, false, 0, CRANE_HIGHEST},
    {"last_card", 2, false, 0, CRANE_HIGHEST},
    {"last_count", 1, false, 0, CRANE_CARDS},
    {"last_travel", 1, false, 0, CRANE_TRAVEL_MAX_UM / TENTH_MM_UM},
    {"last_slip", 1, false, 0, CRANE_SLIP_MAX},
    {"last_jackpot", 1, false, 0, 2},
    {"last_challenger", 1, false, 0, CRANE_SEATS},
    {"gone", CRANE_CARD_KINDS, false, 0, CRANE_COPIES},
    {"cards", 1, true, 0, CRANE_CARDS},
    {"multipliers", 1, true, 0, CRANE_MULTIPLIERS},
    {"bet", 1, true, 0, CRANE_HIDDEN},
    {"achieved", CRANE_BET_KINDS, true, 0, 3},
    {"tied", 1, true, 0, 1},
    {"last_bet", 1, true, 0, CRANE_JUST},
    {"last_got", 1, true, 0, CRANE_CARDS},
};

static int16_t *observe_card(int card, int16_t *out)
{
    *out++ = (int16_t)(card ? crane_number(card) : 0);
    *out++ = (int16_t)(card ? crane_finger(card) + 1 : 0);
    return out;
}

static int16_t *observe_seat(const crane_state *s, int seat, int16_t *out)
{
    *out++ = s->loose[seat];
    *out++ = s->multipliers[seat];
    *out++ = s->bet[seat];
    for (int kind = 0; kind < CRANE_BET_KINDS; kind++)
        *out++ = crane_for_two(s) ? s->achieved[seat][kind] : 0;
    *out++ = s->tied >> seat & 1;
    *out++ = s->last.bet[seat];
    *out++ = s->last.got[seat];
    return out;
}

static int16_t *observe_last(const crane_state *s, int who, int16_t *out)
{
    const crane_grab *last = &s->last;
    out = observe_card(last->card, out);
    *out++ = last->count;
    *out++ = (int16_t)(last->travel_um / TENTH_MM_UM);
    *out++ = (int16_t)last->slip;
    *out++ = last->jackpot;
    *out++ = (int16_t)(last->card ? kn_seat_from(who, last->challenger, s->setup.seats) + 1 : 0);
    return out;
}

static void observe(const void *view, int who, int16_t *out)
{
    const crane_state *s = view;
    int seats = s->setup.seats;
    *out++ = s->phase;
    *out++ = (int16_t)kn_seat_from(who, s->turn, seats);
    *out++ = s->turns;
    *out++ = (int16_t)s->setup.option[CRANE_OPTION_GOAL];
    *out++ = !crane_on_screen(s);
    *out++ = s->deck;
    *out++ = s->jackpot[0];
    *out++ = s->jackpot[1];
    *out++ = (int16_t)crane_multipliers_left(s);
    out = observe_card(s->card, out);
    out = observe_last(s, who, out);
    for (int kind = 0; kind < CRANE_CARD_KINDS; kind++)
        *out++ = s->gone[kind];
    for (int place = 0; place < seats; place++)
        out = observe_seat(s, kn_seat_at(who, place, seats), out);
}

const kn_encoding crane_encoding = {
    .game = &crane_game,
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
