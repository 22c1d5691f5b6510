/* crane.c: the rules of Tactile Crane Championship: grab so many cards, eyes closed, without one
 * finger, while the others bet on you.
 *
 * Two things are hidden: the bets, until all are in (from the challenger until the count), and how
 * much the cards slip, until the count. Cards are counted, not told apart, but for the one turned
 * up. docs/games/crane.md tells the rules to people. */
#include <string.h>

#include "games/crane.h"
#include "games/games.h"

enum { MULTIPLIERS = 6, TURNS_MAX = 100 };

static const char *const finger_names[] = {"index", "middle", "ring", "little", NULL};

const uint16_t crane_gain[CRANE_FINGERS] = {1120, 1060, 950, 890};

/* The slip is per mille and falls like two dice: the middle is likeliest. */
enum { SLIP_MIN = 960, SLIP_MAX = 1040, SLIP_STEP = 5 };
const kn_outcome crane_slips[CRANE_SLIPS] = {
    {960, 1},  {965, 2},  {970, 3},  {975, 4},  {980, 5},  {985, 6},
    {990, 7},  {995, 8},  {1000, 9}, {1005, 8}, {1010, 7}, {1015, 6},
    {1020, 5}, {1025, 4}, {1030, 3}, {1035, 2}, {1040, 1},
};

static const char *const bet_names[] = {"-", "high", "low", "just", "hidden", NULL};
static const uint8_t bets_of_two[CRANE_BET_KINDS] = {2, 2, 1}; /* the hand in a game of two */

static const char *const goal_names[] = {"each_kind", "any_three", NULL};
static const char *const hand_names[] = {"screen", "cards", NULL};
static const kn_option options[] = {
    {"bet_goal", goal_names, 0, 1, CRANE_GOAL_EACH_KIND},
    {"hand", hand_names, 0, 1, CRANE_HAND_SCREEN},
    KN_FIRST_OPTION,
};

static const char *const phase_names[] = {"draw_first", "flip",    "eyes", "bets", "slip",
                                          "grab",       "jackpot", "over", NULL};

const kn_game crane_game;

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

static bool is_slip(int64_t slip)
{
    return slip >= SLIP_MIN && slip <= SLIP_MAX && (slip - SLIP_MIN) % SLIP_STEP == 0;
}

int crane_cards_held(uint32_t travel_um, int slip, int card)
{
    uint64_t way = (uint64_t)travel_um * crane_gain[crane_finger(card)] * (unsigned)slip;
    return 1 + (int)(way / ((uint64_t)CRANE_THICKNESS_UM * CRANE_PER_MILLE * CRANE_PER_MILLE));
}

bool crane_has_bet(const crane_state *s, int seat, int kind)
{
    return !crane_for_two(s) || s->achieved[seat][kind - 1] < bets_of_two[kind - 1];
}

static int right_bet(const crane_grab *grab)
{
    int number = crane_number(grab->card);
    if (grab->count == number)
        return CRANE_JUST;
    return grab->count < number ? CRANE_LOW : CRANE_HIGH;
}

static int multipliers_left(const crane_state *s)
{
    int left = MULTIPLIERS;
    for (int seat = 0; seat < s->setup.seats; seat++)
        left -= s->multipliers[seat];
    return left;
}

static int32_t score(const void *state, int seat)
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
static bool match_over(const crane_state *s)
{
    if (s->deck == 0)
        return true;
    if (!crane_for_two(s))
        return s->turns >= CRANE_ROUNDS * s->setup.seats + __builtin_popcount(s->tied);
    for (int seat = 0; seat < 2; seat++)
        if (crane_goal_reached(s, seat) || score(s, seat) >= CRANE_CARDS_TO_WIN)
            return true;
    return s->turns >= TURNS_MAX;
}

static kn_actors highest_among(const crane_state *s, kn_actors seats)
{
    kn_actors best = 0;
    int32_t most = -1;
    for (kn_actors rest = seats; rest; rest &= (kn_actors)(rest - 1)) {
        int seat = kn_first_actor(rest);
        if (score(s, seat) > most)
            best = 0, most = score(s, seat);
        if (score(s, seat) == most)
            best |= KN_ACTOR(seat);
    }
    return best;
}

/* Those who play on after two rounds: all who have the most cards, if they are several. */
static kn_actors tied_seats(const crane_state *s)
{
    kn_actors best = kn_highest(&crane_game, s);
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
    return s->tied ? highest_among(s, s->tied) : kn_highest(&crane_game, s);
}

/* ---- playing ---- */

static kn_refusal start(const kn_setup *setup, void *state)
{
    crane_state *s = state;
    if (!kn_setup_valid(&crane_game, setup))
        return KN_BAD_SETUP;
    memset(s, 0, sizeof *s);
    s->setup = *setup;
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

/* The challenger of the turn that begins: in turn, and then the tied ones from the starter on. */
static int next_challenger(const crane_state *s)
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
        s->tied = (uint8_t)tied_seats(s);
    s->phase = match_over(s) ? CRANE_OVER : CRANE_FLIP;
    s->turn = s->phase == CRANE_OVER ? 0 : (uint8_t)next_challenger(s);
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
    int right = right_bet(&s->last);
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
    int left = multipliers_left(s);
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

/* From here on everybody knows the bets and the slip: they belong to the last grab. */
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
        if (!is_slip(move))
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

/* Only its owner knows a bet before the event that follows the last one; with real cards that is
 * the count itself. The challenger's eyes are closed until then in any case. */
static bool bets_hidden(const crane_state *s, int who)
{
    if (s->phase == CRANE_GRAB)
        return who == s->turn || !crane_on_screen(s);
    return s->phase == CRANE_BETS || s->phase == CRANE_SLIP;
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
        return KN_ACTED; /* nobody knows how much, but all see that the hand may begin */
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

/* ---- texts of moves ---- */

static void put_card(kn_text *out, int card, char between)
{
    kn_put_int(out, crane_number(card));
    kn_put_char(out, between);
    kn_put(out, finger_names[crane_finger(card)]);
}

/* `10 ring`, or `10,ring` inside a position. */
static bool read_card(kn_slice text, char between, uint8_t *card)
{
    kn_slice number_text;
    int64_t number;
    if (!kn_take_until(&text, between, &number_text) ||
        !kn_read_int(number_text, CRANE_LOWEST, CRANE_HIGHEST, &number))
        return false;
    int finger = kn_read_name(text, finger_names);
    if (finger < 0)
        return false;
    *card = (uint8_t)(1 + (number - CRANE_LOWEST) * CRANE_FINGERS + finger);
    return true;
}

static void write_chance(const crane_state *s, kn_move move, kn_text *out)
{
    if (s->phase == CRANE_DRAW_FIRST) {
        kn_write_first(move, out);
    } else if (s->phase == CRANE_SLIP) {
        kn_put(out, "slip ");
        kn_put_int(out, move);
    } else {
        put_card(out, (int)(move % CRANE_CARD_KINDS) + 1, ' ');
    }
}

static void write_move(const void *state, int actor, kn_move move, kn_text *out)
{
    kn_move number = move & CRANE_TAG_NUMBER;
    if (actor == KN_CHANCE) {
        write_chance(state, move, out);
        return;
    }
    switch (move - number) {
    case CRANE_CLOSE: kn_put(out, "close"); return;
    case CRANE_OPEN: kn_put(out, "open"); return;
    case CRANE_BET:
        kn_put(out, "bet ");
        kn_put(out, bet_names[number <= CRANE_JUST ? number : 0]);
        return;
    case CRANE_TRAVEL: kn_put(out, "grab "); break;
    case CRANE_COUNT: kn_put(out, "count "); break;
    default: kn_put(out, "jackpot "); break;
    }
    kn_put_int(out, number);
}

static kn_refusal read_chance(const crane_state *s, kn_slice text, kn_move *out)
{
    kn_slice word;
    int64_t slip;
    uint8_t card;
    if (s->phase == CRANE_DRAW_FIRST)
        return kn_read_first(text, s->setup.seats, out);
    if (s->phase != CRANE_SLIP) {
        if (!read_card(text, ' ', &card))
            return KN_UNREADABLE;
        *out = (kn_move)(card - 1);
        return KN_OK;
    }
    if (!kn_take_until(&text, ' ', &word) || !kn_slice_is(word, "slip") ||
        !kn_read_int(text, SLIP_MIN, SLIP_MAX, &slip))
        return KN_UNREADABLE;
    *out = (kn_move)slip;
    return KN_OK;
}

static bool read_number(kn_slice word, kn_slice text, kn_move *out)
{
    static const struct {
        const char *word;
        int32_t min, max;
        kn_move tag;
    } forms[] = {
        {"grab", 0, CRANE_TRAVEL_MAX_UM, CRANE_TRAVEL},
        {"count", 1, CRANE_CARDS, CRANE_COUNT},
        {"jackpot", 1, 2, CRANE_TAKE},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        int64_t number;
        if (!kn_slice_is(word, forms[i].word))
            continue;
        if (!kn_read_int(text, forms[i].min, forms[i].max, &number))
            return false;
        *out = forms[i].tag | (kn_move)number;
        return true;
    }
    return false;
}

static kn_refusal read_move(const void *state, int actor, kn_slice text, kn_move *out)
{
    kn_slice word;
    *out = 0;
    if (actor == KN_CHANCE)
        return read_chance(state, text, out);
    if (kn_slice_is(text, "close") || kn_slice_is(text, "open")) {
        *out = kn_slice_is(text, "open") ? CRANE_OPEN : CRANE_CLOSE;
        return KN_OK;
    }
    if (!kn_take_until(&text, ' ', &word))
        return KN_UNREADABLE;
    if (!kn_slice_is(word, "bet"))
        return read_number(word, text, out) ? KN_OK : KN_UNREADABLE;
    int kind = kn_read_name(text, bet_names);
    if (kind < CRANE_HIGH || kind > CRANE_JUST)
        return KN_UNREADABLE;
    *out = CRANE_BET | (kn_move)kind;
    return KN_OK;
}

/* ---- writing a position ---- */

static const char *const achieved_keys[] = {"achieved1", "achieved2"};

static void put_number(kn_text *out, const char *key, int64_t number)
{
    kn_put_key(out, key);
    kn_put_int(out, number);
}

static void write_last(const crane_state *s, kn_text *out)
{
    const crane_grab *last = &s->last;
    if (!last->card)
        return;
    put_number(out, "last_seat", last->challenger + 1);
    kn_put_key(out, "last_card");
    put_card(out, last->card, ',');
    put_number(out, "last_count", last->count);
    if (crane_on_screen(s)) {
        put_number(out, "last_travel", last->travel_um);
        put_number(out, "last_slip", last->slip);
    }
    kn_put_names(out, "last_bets", bet_names, last->bet, s->setup.seats);
    if (!last->jackpot)
        return;
    put_number(out, "last_jackpot", last->jackpot);
    kn_put_list(out, "last_got", last->got, s->setup.seats, -1);
}

/* The copies gone of each card, one digit each, from the lowest number and the index finger on. */
static void write_gone(const crane_state *s, kn_text *out)
{
    static const uint8_t none[CRANE_CARD_KINDS];
    if (memcmp(s->gone, none, sizeof none) == 0)
        return;
    kn_put_key(out, "gone");
    for (int kind = 0; kind < CRANE_CARD_KINDS; kind++)
        kn_put_char(out, (char)('0' + s->gone[kind]));
}

static void write_tied(const crane_state *s, kn_text *out)
{
    uint8_t tied[CRANE_SEATS];
    if (!s->tied)
        return;
    for (int seat = 0; seat < s->setup.seats; seat++)
        tied[seat] = s->tied >> seat & 1;
    kn_put_list(out, "tied", tied, s->setup.seats, -1);
}

/* Neither the deck nor whose turn it is stand in the text: both follow from the rest. */
static void write_position(const void *state, kn_text *out)
{
    const crane_state *s = state;
    int seats = s->setup.seats;
    kn_write_setup(&crane_game, s, out);
    kn_put_key(out, "phase");
    kn_put(out, phase_names[s->phase]);
    put_number(out, "turns", s->turns);
    if (s->setup.option[CRANE_OPTION_FIRST] == KN_FIRST_DRAWN && s->phase != CRANE_DRAW_FIRST)
        put_number(out, "starter", s->starter + 1);
    write_tied(s, out);
    kn_put_list(out, "jackpots", s->jackpot, crane_for_two(s) ? 1 : 2, -1);
    kn_put_list(out, "cards", s->loose, seats, -1);
    kn_put_list(out, "multipliers", s->multipliers, seats, -1);
    for (int seat = 0; crane_for_two(s) && seat < 2; seat++)
        kn_put_list(out, achieved_keys[seat], s->achieved[seat], CRANE_BET_KINDS, -1);
    if (s->card) {
        kn_put_key(out, "card");
        put_card(out, s->card, ',');
        kn_put_names(out, "bets", bet_names, s->bet, seats);
    }
    if (s->slip)
        put_number(out, "slip", s->slip);
    write_gone(s, out);
    write_last(s, out);
}

/* ---- reading a position ---- */

static bool field_card(kn_fields *fields, const char *key, uint8_t *card)
{
    kn_slice value;
    return !kn_field(fields, key, &value) || read_card(value, ',', card);
}

/* Numbers too large for a byte. */
static bool field_large(kn_fields *fields, const char *key, int64_t max, int64_t *out)
{
    kn_slice value;
    return !kn_field(fields, key, &value) || kn_read_int(value, 0, max, out);
}

static bool field_gone(kn_fields *fields, uint8_t *gone)
{
    kn_slice value;
    if (!kn_field(fields, "gone", &value))
        return true;
    if (value.length != CRANE_CARD_KINDS)
        return false;
    for (int kind = 0; kind < CRANE_CARD_KINDS; kind++) {
        if (value.at[kind] < '0' || value.at[kind] > '0' + CRANE_COPIES)
            return false;
        gone[kind] = (uint8_t)(value.at[kind] - '0');
    }
    return true;
}

static bool field_tied(kn_fields *fields, crane_state *s)
{
    uint8_t tied[CRANE_SEATS] = {0};
    if (!kn_field_list(fields, "tied", tied, s->setup.seats, 1, -1))
        return false;
    for (int seat = 0; seat < s->setup.seats; seat++)
        s->tied = (uint8_t)(s->tied | tied[seat] << seat);
    return true;
}

static bool read_last(kn_fields *fields, crane_state *s)
{
    crane_grab *last = &s->last;
    int64_t travel_um = 0, slip = 0;
    uint8_t seat = 1;
    if (!kn_field_int(fields, "last_seat", 1, s->setup.seats, &seat) ||
        !field_card(fields, "last_card", &last->card) ||
        !kn_field_int(fields, "last_count", 1, CRANE_CARDS, &last->count) ||
        !field_large(fields, "last_travel", CRANE_TRAVEL_MAX_UM, &travel_um) ||
        !field_large(fields, "last_slip", SLIP_MAX, &slip) ||
        !kn_field_names(fields, "last_bets", bet_names, last->bet, s->setup.seats) ||
        !kn_field_int(fields, "last_jackpot", 1, 2, &last->jackpot) ||
        !kn_field_list(fields, "last_got", last->got, s->setup.seats, CRANE_CARDS, -1))
        return false;
    last->challenger = (uint8_t)(seat - 1);
    last->travel_um = (uint32_t)travel_um;
    last->slip = (uint16_t)slip;
    return true;
}

static bool read_table(kn_fields *fields, crane_state *s)
{
    int seats = s->setup.seats;
    int64_t slip = 0;
    uint8_t starter = (uint8_t)(s->starter + 1);
    bool read =
        kn_field_name(fields, "phase", phase_names, &s->phase) &&
        kn_field_int(fields, "turns", 0, TURNS_MAX, &s->turns) &&
        kn_field_int(fields, "starter", 1, seats, &starter) && field_tied(fields, s) &&
        kn_field_list(fields, "jackpots", s->jackpot, crane_for_two(s) ? 1 : 2, CRANE_CARDS, -1) &&
        kn_field_list(fields, "cards", s->loose, seats, CRANE_CARDS, -1) &&
        kn_field_list(fields, "multipliers", s->multipliers, seats, MULTIPLIERS, -1) &&
        field_card(fields, "card", &s->card) && field_gone(fields, s->gone) &&
        kn_field_names(fields, "bets", bet_names, s->bet, seats) &&
        field_large(fields, "slip", SLIP_MAX, &slip);
    for (int seat = 0; crane_for_two(s) && seat < 2; seat++)
        read = read && kn_field_list(fields, achieved_keys[seat], s->achieved[seat],
                                     CRANE_BET_KINDS, CRANE_BETS_TO_WIN, -1);
    s->starter = (uint8_t)(starter - 1);
    s->slip = (uint16_t)slip;
    return read;
}

/* Count the deck: whatever lies nowhere else. False if the cards do not add up. */
static bool cards_possible(crane_state *s)
{
    int elsewhere = s->jackpot[0] + s->jackpot[1], held = 0, left = multipliers_left(s);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        elsewhere += s->loose[seat];
        held += score(s, seat);
        if (left > 0 && s->loose[seat] >= CRANE_MULTIPLIER)
            return false;
    }
    if (elsewhere > CRANE_CARDS || left < 0)
        return false;
    s->deck = (uint8_t)(CRANE_CARDS - elsewhere);
    return s->turns > 0 || (held == 0 && s->jackpot[0] == CRANE_JACKPOT &&
                            s->jackpot[1] == (crane_for_two(s) ? 0 : CRANE_JACKPOT));
}

/* No more gone and achieved than there were turns. */
static bool history_possible(const crane_state *s)
{
    int gone = 0, achieved = 0;
    for (int kind = 0; kind < CRANE_CARD_KINDS; kind++)
        gone += s->gone[kind];
    for (int i = 0; i < 2 * CRANE_BET_KINDS; i++) {
        int kind = i % CRANE_BET_KINDS, seat = i / CRANE_BET_KINDS;
        achieved += s->achieved[seat][kind];
        if (s->achieved[seat][kind] > bets_of_two[kind])
            return false;
    }
    return gone <= s->turns && achieved <= s->turns;
}

static bool turns_possible(const crane_state *s)
{
    int first = s->setup.option[CRANE_OPTION_FIRST] - 1, rounds = CRANE_ROUNDS * s->setup.seats;
    if (s->phase == CRANE_DRAW_FIRST)
        return first < 0 && s->turns == 0 && s->starter == 0 && !s->tied && !s->last.card;
    if (first >= 0 && s->starter != first)
        return false;
    if (crane_for_two(s) || s->turns < rounds) {
        if (s->tied)
            return false;
    } else if (s->turns == rounds) {
        if (s->tied != tied_seats(s))
            return false;
    } else if (!(s->tied & (s->tied - 1)) || s->turns > rounds + __builtin_popcount(s->tied)) {
        return false;
    }
    return (s->phase == CRANE_OVER) == match_over(s);
}

static bool bets_possible(const crane_state *s)
{
    int placed = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int bet = s->bet[seat];
        placed += bet != CRANE_NO_BET;
        if (bet >= CRANE_HIGH && bet <= CRANE_JUST && !crane_has_bet(s, seat, bet))
            return false;
    }
    bool by_the_challenger = s->bet[s->turn] != CRANE_NO_BET, all = placed == s->setup.seats - 1;
    if (s->slip && (s->phase != CRANE_GRAB || !crane_on_screen(s) || !is_slip(s->slip)))
        return false;
    if (s->card && s->gone[s->card - 1] == CRANE_COPIES)
        return false;
    switch (s->phase) {
    case CRANE_EYES: return s->card && placed == 0;
    case CRANE_BETS: return s->card && !by_the_challenger && !all;
    case CRANE_SLIP: return s->card && !by_the_challenger && all && crane_on_screen(s);
    case CRANE_GRAB: return s->card && !by_the_challenger && all;
    default: return !s->card && placed == 0;
    }
}

/* What everybody got from a grab, as far as it does not hang on how much there was to get. */
static bool gains_possible(const crane_state *s)
{
    const crane_grab *last = &s->last;
    int right = right_bet(last), number = crane_number(last->card), count = last->count;
    int kept = 2 * count > number ? 2 * count - number : 0, got = last->got[last->challenger];
    if (right == CRANE_JUST ? got < count : got != (right == CRANE_LOW ? kept : 0))
        return false;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int most = last->bet[seat] != right || crane_for_two(s) ? 0
                   : right == CRANE_JUST                        ? CRANE_CARDS
                                                                : CRANE_PAY;
        if (last->got[seat] > score(s, seat))
            return false;
        if (seat != last->challenger && last->got[seat] > most)
            return false;
    }
    return true;
}

/* A position need not tell the last grab; what it tells must be one that could have been. */
static bool last_possible(const crane_state *s)
{
    static const crane_grab none;
    const crane_grab *last = &s->last;
    int seats = s->setup.seats;
    if (!last->card)
        return s->phase != CRANE_CHOOSE && memcmp(last, &none, sizeof none) == 0;
    int held = crane_on_screen(s) ? crane_cards_held(last->travel_um, last->slip, last->card)
                                  : CRANE_CARDS;
    if (crane_on_screen(s) ? !is_slip(last->slip) : last->slip || last->travel_um)
        return false;
    if (last->count < 1 || last->count > held)
        return false;
    for (int seat = 0; seat < seats; seat++)
        if ((last->bet[seat] == CRANE_NO_BET) != (seat == last->challenger))
            return false;
    if (s->phase == CRANE_CHOOSE)
        return !crane_for_two(s) && last->challenger == s->turn && !last->jackpot &&
               memcmp(last->got, none.got, sizeof none.got) == 0 && last->count <= s->deck &&
               (!crane_on_screen(s) || last->count == (held < s->deck ? held : s->deck)) &&
               s->gone[last->card - 1] < CRANE_COPIES;
    return (last->challenger - s->starter + seats) % seats < s->turns && last->jackpot >= 1 &&
           last->jackpot <= (crane_for_two(s) ? 1 : 2) && gains_possible(s);
}

static kn_refusal read_position(kn_slice text, void *state)
{
    crane_state s;
    kn_fields fields;
    if (!kn_read_fields(text, &fields))
        return KN_UNREADABLE;
    kn_refusal refusal = kn_read_setup(&crane_game, &fields, &s);
    if (refusal)
        return refusal;
    if (!read_table(&fields, &s) || !read_last(&fields, &s) || !kn_fields_used(&fields))
        return KN_UNREADABLE;
    if (!cards_possible(&s) || !history_possible(&s) || !turns_possible(&s))
        return KN_IMPOSSIBLE;
    bool playing = s.phase != CRANE_OVER && s.phase != CRANE_DRAW_FIRST;
    s.turn = playing ? (uint8_t)next_challenger(&s) : 0;
    if (!bets_possible(&s) || !last_possible(&s))
        return KN_IMPOSSIBLE;
    memcpy(state, &s, sizeof s);
    return KN_OK;
}

/* ---- JSON ---- */

static void describe_card(kn_json *out, int card)
{
    if (!card) {
        kn_json_null(out, "card");
        return;
    }
    kn_json_object(out, "card");
    kn_json_int(out, "number", crane_number(card));
    kn_json_string(out, "finger", finger_names[crane_finger(card)]);
    kn_json_end_object(out);
}

static void describe_bet(kn_json *out, int bet)
{
    if (bet == CRANE_NO_BET || bet == CRANE_HIDDEN)
        kn_json_null(out, "bet");
    else
        kn_json_string(out, "bet", bet_names[bet]);
}

/* A number that is not 0, or null. */
static void describe_some(kn_json *out, const char *key, int number)
{
    if (number)
        kn_json_int(out, key, number);
    else
        kn_json_null(out, key);
}

static void describe_bet_cards(const crane_state *s, int seat, kn_json *out)
{
    for (int of = 0; of < 2; of++) {
        kn_json_object(out, of == 0 ? "bet_cards" : "achieved");
        for (int kind = CRANE_HIGH; kind <= CRANE_JUST; kind++) {
            int achieved = crane_for_two(s) ? s->achieved[seat][kind - 1] : 0;
            int owned = crane_for_two(s) ? bets_of_two[kind - 1] : 1;
            kn_json_int(out, bet_names[kind], of == 0 ? owned - achieved : achieved);
        }
        kn_json_end_object(out);
    }
}

static void describe_seat(const crane_state *s, int seat, kn_json *out)
{
    kn_json_object(out, NULL);
    kn_json_int(out, "cards", s->loose[seat]);
    kn_json_int(out, "multipliers", s->multipliers[seat]);
    kn_json_int(out, "total", score(s, seat));
    kn_json_bool(out, "has_bet", s->bet[seat] != CRANE_NO_BET);
    describe_bet(out, s->bet[seat]);
    describe_bet_cards(s, seat, out);
    kn_json_bool(out, "tied", s->tied >> seat & 1);
    kn_json_end_object(out);
}

/* How many cards the grab brought into the jackpot, or took out of it as a negative number. */
static int jackpot_change(const crane_grab *last)
{
    int number = crane_number(last->card), count = last->count;
    if (count == number)
        return count - last->got[last->challenger];
    if (count > number)
        return count - number;
    return number - count < count ? number - count : count;
}

static void describe_last(const crane_state *s, kn_json *out)
{
    const crane_grab *last = &s->last;
    if (!last->card) {
        kn_json_null(out, "last");
        return;
    }
    kn_json_object(out, "last");
    kn_json_int(out, "seat", last->challenger + 1);
    describe_card(out, last->card);
    kn_json_int(out, "count", last->count);
    if (crane_on_screen(s))
        kn_json_int(out, "travel_um", last->travel_um);
    else
        kn_json_null(out, "travel_um");
    describe_some(out, "slip", last->slip);
    kn_json_string(out, "right", bet_names[right_bet(last)]);
    describe_some(out, "jackpot", last->jackpot);
    if (last->jackpot)
        kn_json_int(out, "jackpot_change", jackpot_change(last));
    else
        kn_json_null(out, "jackpot_change");
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        kn_json_object(out, NULL);
        describe_bet(out, last->bet[seat]);
        kn_json_bool(out, "right", last->bet[seat] == right_bet(last));
        kn_json_int(out, "got", last->got[seat]);
        kn_json_end_object(out);
    }
    kn_json_end_list(out);
    kn_json_end_object(out);
}

static void describe(const void *view, kn_json *out)
{
    const crane_state *s = view;
    bool playing = s->phase != CRANE_OVER && s->phase != CRANE_DRAW_FIRST;
    kn_json_string(out, "phase", phase_names[s->phase]);
    describe_some(out, "turn", playing ? s->turn + 1 : 0);
    kn_json_int(out, "turns", s->turns);
    kn_json_int(out, "deck", s->deck);
    kn_json_numbers(out, "jackpots", s->jackpot, crane_for_two(s) ? 1 : 2);
    kn_json_int(out, "multipliers_left", multipliers_left(s));
    describe_card(out, s->card);
    describe_some(out, "slip", s->slip);
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++)
        describe_seat(s, seat, out);
    kn_json_end_list(out);
    describe_last(s, out);
}

const kn_game crane_game = {
    .key = "crane",
    .version = 1,
    .seats_min = 2,
    .seats_max = CRANE_SEATS,
    .state_bytes = sizeof(crane_state),
    .option_count = sizeof options / sizeof *options,
    .options = options,
    .companion = "hand=cards",
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
