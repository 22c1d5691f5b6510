/* rules.c: the rules of Tactile Crane Championship: grab the right number of cards, eyes closed,
 * without one finger, while the others bet on you.
 *
 * Two things are hidden: the bets, until all are in (from the challenger until the count), and the
 * slip, until the count. Cards are only counted, except for the face-up one. README.md has the
 * rules for players. */
#include <string.h>

#include "games/crane/inside.h"

const uint16_t crane_gain[CRANE_FINGERS] = {1120, 1060, 950, 890};

/* They fall like two dice: the middle is likeliest. */
const kn_outcome crane_slips[CRANE_SLIPS] = {
    {960, 1},  {965, 2},  {970, 3},  {975, 4},  {980, 5},  {985, 6},
    {990, 7},  {995, 8},  {1000, 9}, {1005, 8}, {1010, 7}, {1015, 6},
    {1020, 5}, {1025, 4}, {1030, 3}, {1035, 2}, {1040, 1},
};

const uint8_t crane_bets_of_two[CRANE_BET_KINDS] = {2, 2, 1};

static const char *const goal_names[] = {"each_kind", "any_three", NULL};
static const char *const hand_names[] = {"screen", "cards", NULL};
static const kn_option options[] = {
    {"bet_goal", goal_names, 0, 1, CRANE_GOAL_EACH_KIND, false},
    {"hand", hand_names, 0, 1, CRANE_HAND_SCREEN, false},
    KN_FIRST_OPTION,
};

/* ---- cards, bets and the hand ---- */

int crane_number(int card)
{
    return CRANE_LOWEST + (card - 1) / CRANE_FINGERS;
}

int crane_finger(int card)
{
    return (card - 1) % CRANE_FINGERS;
}

bool crane_for_two(const crane_state *s)
{
    return s->setup.seats == 2;
}

bool crane_on_screen(const crane_state *s)
{
    return s->setup.option[CRANE_OPTION_HAND] == CRANE_HAND_SCREEN;
}

bool crane_is_slip(int64_t slip)
{
    return slip >= CRANE_SLIP_MIN && slip <= CRANE_SLIP_MAX &&
           (slip - CRANE_SLIP_MIN) % CRANE_SLIP_STEP == 0;
}

int crane_cards_held(uint32_t travel_um, int slip, int card)
{
    uint64_t way = (uint64_t)travel_um * crane_gain[crane_finger(card)] * (unsigned)slip;
    return 1 + (int)(way / ((uint64_t)CRANE_THICKNESS_UM * CRANE_PER_MILLE * CRANE_PER_MILLE));
}

bool crane_has_bet(const crane_state *s, int seat, int kind)
{
    return !crane_for_two(s) || s->achieved[seat][kind - 1] < crane_bets_of_two[kind - 1];
}

int crane_right_bet(const crane_grab *grab)
{
    int number = crane_number(grab->card);
    if (grab->count == number)
        return CRANE_JUST;
    return grab->count < number ? CRANE_LOW : CRANE_HIGH;
}

int crane_multipliers_left(const crane_state *s)
{
    int left = CRANE_MULTIPLIERS;
    for (int seat = 0; seat < s->setup.seats; seat++)
        left -= s->multipliers[seat];
    return left;
}

int32_t crane_score(const void *state, int seat)
{
    const crane_state *s = state;
    return s->loose[seat] + CRANE_MULTIPLIER * s->multipliers[seat];
}

/* ---- the end ---- */

bool crane_goal_reached(const crane_state *s, int seat)
{
    const uint8_t *achieved = s->achieved[seat];
    if (s->setup.option[CRANE_OPTION_GOAL] == CRANE_GOAL_ANY_THREE)
        return achieved[0] + achieved[1] + achieved[2] >= CRANE_BETS_TO_WIN;
    return achieved[0] && achieved[1] && achieved[2];
}

/* Without cards to turn up nobody can go on, and two careful players might never end. */
bool crane_match_over(const crane_state *s)
{
    if (s->deck == 0)
        return true;
    if (!crane_for_two(s))
        return s->turns >= CRANE_ROUNDS * s->setup.seats + __builtin_popcount(s->tied);
    for (int seat = 0; seat < 2; seat++)
        if (crane_goal_reached(s, seat) || crane_score(s, seat) >= CRANE_CARDS_TO_WIN)
            return true;
    return s->turns >= CRANE_TURNS_MAX;
}

static kn_actors highest_among(const crane_state *s, kn_actors seats)
{
    kn_actors best = 0;
    int32_t most = -1;
    for (kn_actors rest = seats; rest; rest &= (kn_actors)(rest - 1)) {
        int seat = kn_first_actor(rest);
        if (crane_score(s, seat) > most)
            best = 0, most = crane_score(s, seat);
        if (crane_score(s, seat) == most)
            best |= KN_ACTOR(seat);
    }
    return best;
}

kn_actors crane_tied_seats(const crane_state *s)
{
    kn_actors best = kn_leading(&crane_game, s);
    return best & (best - 1) ? best : 0;
}

static kn_actors result(const void *state)
{
    const crane_state *s = state;
    if (s->phase != CRANE_OVER)
        return 0;
    for (int seat = 0; crane_for_two(s) && seat < 2; seat++)
        if (crane_goal_reached(s, seat))
            return KN_ACTOR(seat);
    return s->tied ? highest_among(s, s->tied) : kn_leading(&crane_game, s);
}

/* ---- playing ---- */

static kn_refusal start(const kn_setup *setup, void *state)
{
    crane_state *s = state;
    if (!kn_begin(&crane_game, setup, s))
        return KN_BAD_SETUP;
    s->jackpot[0] = CRANE_JACKPOT;
    s->jackpot[1] = crane_for_two(s) ? 0 : CRANE_JACKPOT;
    s->deck = (uint8_t)(CRANE_CARDS - s->jackpot[0] - s->jackpot[1]);
    if (setup->option[CRANE_OPTION_FIRST] == KN_FIRST_DRAWN) {
        s->phase = CRANE_DRAW_FIRST;
    } else {
        s->phase = CRANE_FLIP;
        s->starter = s->turn = (uint8_t)(setup->option[CRANE_OPTION_FIRST] - 1);
    }
    return KN_OK;
}

static kn_actors to_bet(const crane_state *s)
{
    kn_actors due = 0;
    for (int seat = 0; seat < s->setup.seats; seat++)
        due |= (kn_actors)((s->bet[seat] == CRANE_NO_BET) << seat);
    return due & (kn_actors)~KN_ACTOR(s->turn);
}

static kn_actors to_act(const void *state)
{
    const crane_state *s = state;
    switch (s->phase) {
    case CRANE_DRAW_FIRST:
    case CRANE_FLIP:
    case CRANE_SLIP: return KN_ACTOR(KN_CHANCE);
    case CRANE_BETS: return to_bet(s);
    case CRANE_EYES:
    case CRANE_GRAB:
    case CRANE_CHOOSE: return KN_ACTOR(s->turn);
    default: return 0;
    }
}

static int list_bets(const crane_state *s, int seat, kn_move *out)
{
    int listed = 0;
    for (int kind = CRANE_HIGH; kind <= CRANE_JUST; kind++)
        if (crane_has_bet(s, seat, kind))
            out[listed++] = CRANE_BET | (kn_move)kind;
    return listed;
}

/* For every number of cards the travel that would hold it if nothing slipped, and the way out. */
static int list_grabs(const crane_state *s, kn_move *out)
{
    out[0] = CRANE_OPEN;
    if (crane_on_screen(s)) {
        /* Half a card on from the edge, so that the rounded step never falls short. */
        kn_move step = CRANE_THICKNESS_UM * CRANE_PER_MILLE / crane_gain[crane_finger(s->card)];
        for (kn_move n = 0; n < s->deck; n++)
            out[n + 1] = CRANE_TRAVEL | (step / 2 + n * step);
    } else {
        for (kn_move n = 1; n <= s->deck; n++)
            out[n] = CRANE_COUNT | n;
    }
    return s->deck + 1;
}

static int moves(const void *state, int who, kn_move *out)
{
    const crane_state *s = state;
    if (who < 0 || who >= s->setup.seats || !(to_act(s) & KN_ACTOR(who)))
        return 0;
    switch (s->phase) {
    case CRANE_EYES: out[0] = CRANE_CLOSE; return 1;
    case CRANE_BETS: return list_bets(s, who, out);
    case CRANE_GRAB: return list_grabs(s, out);
    default:
        out[0] = CRANE_TAKE | 1;
        out[1] = CRANE_TAKE | 2;
        return 2;
    }
}

static int list_flips(const crane_state *s, kn_outcome *out)
{
    int listed = 0;
    for (kn_move kind = 0; kind < CRANE_CARD_KINDS; kind++)
        out[kind] = (kn_outcome){kind, (uint32_t)(CRANE_COPIES - s->gone[kind])};
    if (!memchr(s->gone, CRANE_COPIES, CRANE_CARD_KINDS))
        return CRANE_CARD_KINDS; /* nearly always, and fast */
    for (int kind = 0; kind < CRANE_CARD_KINDS; kind++)
        if (out[kind].weight > 0)
            out[listed++] = out[kind];
    return listed;
}

static int outcomes(const void *state, kn_outcome *out)
{
    const crane_state *s = state;
    switch (s->phase) {
    case CRANE_DRAW_FIRST: return kn_even_outcomes(0, s->setup.seats, out);
    case CRANE_FLIP: return list_flips(s, out);
    case CRANE_SLIP: memcpy(out, crane_slips, sizeof crane_slips); return CRANE_SLIPS;
    default: return 0;
    }
}

int crane_next_challenger(const crane_state *s)
{
    int seats = s->setup.seats, played = s->turns - CRANE_ROUNDS * seats;
    if (!s->tied)
        return (s->starter + s->turns) % seats;
    int seat = s->starter;
    while (!(s->tied >> seat & 1) || played-- > 0)
        seat = (seat + 1) % seats;
    return seat;
}

static void end_turn(crane_state *s)
{
    s->turns++;
    s->card = 0;
    s->slip = 0;
    memset(s->bet, CRANE_NO_BET, sizeof s->bet);
    if (!crane_for_two(s) && s->turns == CRANE_ROUNDS * s->setup.seats)
        s->tied = (uint8_t)crane_tied_seats(s);
    s->phase = crane_match_over(s) ? CRANE_OVER : CRANE_FLIP;
    s->turn = s->phase == CRANE_OVER ? 0 : (uint8_t)crane_next_challenger(s);
}

static void give(crane_state *s, int seat, int cards)
{
    s->loose[seat] = (uint8_t)(s->loose[seat] + cards);
    s->last.got[seat] = (uint8_t)(s->last.got[seat] + cards);
}

static uint8_t draw_cards(crane_state *s, int wanted)
{
    int drawn = wanted < s->deck ? wanted : s->deck;
    s->deck = (uint8_t)(s->deck - drawn);
    return (uint8_t)drawn;
}

/* What the challenger gets, what the jackpot gets, what goes back. */
static void settle_challenger(crane_state *s, uint8_t *jackpot)
{
    int count = s->last.count, number = crane_number(s->last.card);
    if (count > number) {
        *jackpot = (uint8_t)(*jackpot + count - number);
        s->deck = (uint8_t)(s->deck - (count - number));
        return;
    }
    s->deck = (uint8_t)(s->deck - count);
    s->gone[s->last.card - 1]++;
    if (count == number) {
        give(s, s->turn, count + *jackpot);
        *jackpot = 0;
        return;
    }
    int lost = number - count < count ? number - count : count;
    *jackpot = (uint8_t)(*jackpot + lost);
    give(s, s->turn, count - lost);
}

/* A jackpot shared by those who bet on just: equally, and the rest one by one. */
static void share_jackpot(crane_state *s, uint8_t *jackpot)
{
    int seats = s->setup.seats, right = 0;
    for (int seat = 0; seat < seats; seat++)
        right += s->last.bet[seat] == CRANE_JUST;
    if (right == 0)
        return;
    int each = *jackpot / right, rest = *jackpot % right;
    for (int place = 1; place < seats; place++) {
        int seat = (s->turn + place) % seats;
        if (s->last.bet[seat] == CRANE_JUST)
            give(s, seat, each + (rest-- > 0));
    }
    *jackpot = 0;
}

static void pay_bets(crane_state *s, uint8_t *left)
{
    int right = crane_right_bet(&s->last);
    if (crane_for_two(s)) {
        int audience = 1 - s->turn;
        if (s->last.bet[audience] == right)
            s->achieved[audience][right - 1]++;
        return;
    }
    if (right == CRANE_JUST) {
        share_jackpot(s, left);
        return;
    }
    for (int place = 1; place < s->setup.seats; place++) {
        int seat = (s->turn + place) % s->setup.seats;
        if (s->last.bet[seat] == right)
            give(s, seat, draw_cards(s, CRANE_PAY));
    }
}

/* Ten loose cards for a multiplier, from the challenger's left on: the deck stays thick. Which ten
 * nobody says, so from then on every card may come up again. */
static void exchange(crane_state *s)
{
    int left = crane_multipliers_left(s);
    for (int place = 1; place <= s->setup.seats; place++) {
        int seat = (s->turn + place) % s->setup.seats;
        for (; left > 0 && s->loose[seat] >= CRANE_MULTIPLIER; left--) {
            s->loose[seat] = (uint8_t)(s->loose[seat] - CRANE_MULTIPLIER);
            s->deck = (uint8_t)(s->deck + CRANE_MULTIPLIER);
            s->multipliers[seat]++;
            memset(s->gone, 0, sizeof s->gone);
        }
    }
}

static void settle(crane_state *s, int chosen)
{
    s->last.jackpot = (uint8_t)(chosen + 1);
    settle_challenger(s, &s->jackpot[chosen]);
    pay_bets(s, &s->jackpot[1 - chosen]);
    for (int i = 0; i < (crane_for_two(s) ? 1 : 2); i++)
        if (s->jackpot[i] == 0)
            s->jackpot[i] = draw_cards(s, CRANE_JACKPOT);
    exchange(s);
    end_turn(s);
}

/* From here on everyone knows the bets and the slip: they belong to the last grab. */
static void count_grab(crane_state *s, int count, uint32_t travel_um, int slip)
{
    crane_grab *last = &s->last;
    memset(last, 0, sizeof *last);
    last->travel_um = travel_um;
    last->slip = (uint16_t)slip;
    last->card = s->card;
    last->count = (uint8_t)(count < s->deck ? count : s->deck);
    last->challenger = s->turn;
    memcpy(last->bet, s->bet, sizeof last->bet);
    memset(s->bet, CRANE_NO_BET, sizeof s->bet);
    s->card = 0;
    s->slip = 0;
    s->phase = CRANE_CHOOSE;
    if (crane_for_two(s))
        settle(s, 0);
}

static kn_refusal play_grab(crane_state *s, kn_move move)
{
    kn_move number = move & CRANE_TAG_NUMBER;
    if (move == CRANE_OPEN) {
        end_turn(s);
        return KN_OK;
    }
    if (crane_on_screen(s)) {
        if (move - number != CRANE_TRAVEL || number > CRANE_TRAVEL_MAX_UM)
            return KN_ILLEGAL;
        int slip = s->slip ? s->slip : CRANE_PER_MILLE; /* in a view nothing slips */
        count_grab(s, crane_cards_held(number, slip, s->card), number, slip);
        return KN_OK;
    }
    if (move - number != CRANE_COUNT || number < 1 || number > s->deck)
        return KN_ILLEGAL;
    count_grab(s, (int)number, 0, 0);
    return KN_OK;
}

static kn_refusal play_bet(crane_state *s, int seat, kn_move move)
{
    int kind = (int)(move & CRANE_TAG_NUMBER);
    if (move != (CRANE_BET | (kn_move)kind) || kind < CRANE_HIGH || kind > CRANE_JUST ||
        !crane_has_bet(s, seat, kind))
        return KN_ILLEGAL;
    s->bet[seat] = (uint8_t)kind;
    if (!to_bet(s))
        s->phase = crane_on_screen(s) ? CRANE_SLIP : CRANE_GRAB;
    return KN_OK;
}

static kn_refusal play_chance(crane_state *s, kn_move move)
{
    switch (s->phase) {
    case CRANE_DRAW_FIRST:
        if (move >= s->setup.seats)
            return KN_ILLEGAL;
        s->starter = s->turn = (uint8_t)move;
        s->phase = CRANE_FLIP;
        return KN_OK;
    case CRANE_FLIP:
        if (move >= CRANE_CARD_KINDS || s->gone[move] >= CRANE_COPIES)
            return KN_ILLEGAL;
        s->card = (uint8_t)(move + 1);
        s->phase = CRANE_EYES;
        return KN_OK;
    default:
        if (!crane_is_slip(move))
            return KN_ILLEGAL;
        s->slip = (uint16_t)move;
        s->phase = CRANE_GRAB;
        return KN_OK;
    }
}

static kn_refusal apply(void *state, const kn_event *event)
{
    crane_state *s = state;
    kn_refusal refusal = kn_event_refusal(to_act(s), event);
    if (refusal)
        return refusal;
    switch (s->phase) {
    case CRANE_EYES:
        if (event->move != CRANE_CLOSE)
            return KN_ILLEGAL;
        s->phase = CRANE_BETS;
        return KN_OK;
    case CRANE_BETS: return play_bet(s, event->actor, event->move);
    case CRANE_GRAB: return play_grab(s, event->move);
    case CRANE_CHOOSE:
        if (event->move != (CRANE_TAKE | 1) && event->move != (CRANE_TAKE | 2))
            return KN_ILLEGAL;
        settle(s, (int)(event->move & CRANE_TAG_NUMBER) - 1);
        return KN_OK;
    default: return play_chance(s, event->move);
    }
}

/* ---- what may be known ---- */

/* Those who see the bets as soon as they are turned up. The challenger's eyes are closed until the
 * count. With real cards it all happens at one table: a watcher elsewhere waits for the count, too.
 */
static bool in_audience(const crane_state *s, int who)
{
    return who != s->turn && (who < s->setup.seats || crane_on_screen(s));
}

/* Only its owner knows a bet until all of them are turned up, before the grab: on a screen with the
 * slip, with real cards as the last one is laid. */
static bool bets_hidden(const crane_state *s, int who)
{
    if (s->phase == CRANE_GRAB)
        return !in_audience(s, who);
    return s->phase == CRANE_BETS || s->phase == CRANE_SLIP;
}

/* Of real bet cards the last one is not hidden from the audience: it opens all of them. */
static bool turns_bets_up(const crane_state *s, int actor)
{
    return s->phase == CRANE_BETS && !crane_on_screen(s) && to_bet(s) == KN_ACTOR(actor);
}

static void view(const void *state, int who, void *out)
{
    crane_state *s = out;
    memcpy(s, state, sizeof *s);
    s->slip = 0;
    if (!bets_hidden(s, who))
        return;
    for (int seat = 0; seat < CRANE_SEATS; seat++)
        if (seat != who && s->bet[seat] != CRANE_NO_BET)
            s->bet[seat] = CRANE_HIDDEN;
}

static kn_sight seen(const void *state, const kn_event *event, int who)
{
    const crane_state *s = state;
    if (s->phase == CRANE_SLIP)
        return KN_ACTED; /* the slip is secret, but everyone sees that the hand may start */
    if (turns_bets_up(s, event->actor) && in_audience(s, who))
        return KN_SEEN;
    return s->phase == CRANE_BETS && event->actor != who ? KN_ACTED : KN_SEEN;
}

static uint16_t guess_slip(kn_random *random)
{
    uint32_t total = 0;
    int i = 0;
    for (int k = 0; k < CRANE_SLIPS; k++)
        total += crane_slips[k].weight;
    uint32_t drawn = kn_random_below(random, total);
    while (drawn >= crane_slips[i].weight)
        drawn -= crane_slips[i++].weight;
    return (uint16_t)crane_slips[i].move;
}

static void guess(void *view, int who, kn_random *random)
{
    crane_state *s = view;
    (void)who;
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (s->bet[seat] == CRANE_HIDDEN) {
            kn_move possible[CRANE_BET_KINDS];
            uint32_t count = (uint32_t)list_bets(s, seat, possible);
            s->bet[seat] = (uint8_t)(possible[kn_random_below(random, count)] & CRANE_TAG_NUMBER);
        }
    if (s->phase == CRANE_GRAB && crane_on_screen(s) && s->slip == 0)
        s->slip = guess_slip(random);
}

static const char *const seat_keys[] = {"turn", "seat", NULL};

const kn_game crane_game = {
    .key = "crane",
    .version = 1,
    .seats_min = 2,
    .seats_max = CRANE_SEATS,
    .state_bytes = sizeof(crane_state),
    .option_count = sizeof options / sizeof *options,
    .options = options,
    .seat_keys = seat_keys,
    .companion = "hand=cards",
    .start = start,
    .to_act = to_act,
    .moves = moves,
    .outcomes = outcomes,
    .apply = apply,
    .alarm = kn_no_alarm,
    .score = crane_score,
    .result = result,
    .view = view,
    .seen = seen,
    .write_move = crane_write_move,
    .read_move = crane_read_move,
    .write_position = crane_write_position,
    .read_position = crane_read_position,
    .describe = crane_describe,
    .upshot = crane_upshot,
    .guess = guess,
};
