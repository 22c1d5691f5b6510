/* bot.c: the bots of Tactile Crane Championship: grabs and bets.
 *
 * A hand has scatter, a bias, and some idea of how it moves without each finger; it never knows the
 * slip. A bettor records everyone's grabs and bets on what pays best if they go on like that. With
 * two players, where bets win no cards, a bet is worth the turns it saves. */
#include <string.h>

#include "bots/hands.h"
#include "games/crane/bot.h"

typedef struct {
    double scatter; /* of the travel from grab to grab, relative to it */
    double lean;    /* of the travel by habit: the spread among hands of this level */
    double gains;   /* how well it knows the motion of the hand without each finger */
    double learns;  /* how much it corrects of what its own record shows */
    double listens; /* cards it gives for each call */
    double blurred; /* error in judging bets, relative to the value of the best one */
    double expects; /* the error of a stranger's grabs, as it believes: good hands stay below */
    double prior;   /* and their scatter */
    double trust;   /* how many grabs that belief is worth against the record */
    int pause_ms;   /* before a bet */
    bool careful;   /* aims for the most cards, not for the number */
    bool wary;      /* with two players: sees which outcome the opponent needs */
} hand;

static const hand hands[BOT_LEVELS] = {
    /* scatter lean gains learns listens blurred expects prior trust pause careful wary */
    {0.220, 0.120, 0.0, 0.0, 1.0, 1.00, 0.00, 0.25, 1000, 2500, false, false}, /* child */
    {0.150, 0.080, 0.4, 0.0, 0.7, 0.50, 0.00, 0.20, 16, 3500, false, false},   /* beginner */
    {0.100, 0.050, 0.7, 0.4, 0.4, 0.25, -0.02, 0.15, 10, 3000, true, false},   /* regular */
    {0.065, 0.025, 0.9, 0.7, 0.2, 0.10, -0.03, 0.10, 8, 2500, true, true},     /* strong */
    {0.040, 0.010, 1.0, 1.0, 0.0, 0.00, -0.03, 0.08, 8, 2000, true, true},     /* best */
};

enum { HIGH, LOW, JUST }; /* places in tables by kind of bet */
enum { CALLS_MOST = 3, NUMBERS = CRANE_HIGHEST - CRANE_LOWEST + 1 };
static const double slip_scatter = 0.0183; /* of crane_slips */
static const double surest = 0.02;         /* no scatter is assumed to be smaller */
static const double sure = 1.96;           /* spreads in half of a 95 % interval */

/* ---- what it remembers ---- */

/* Errors of grabs, relative to what was wanted. */
typedef struct {
    float sum, squares;
    uint32_t grabs;
} record;

enum { OWN = CRANE_SEATS }; /* after the seats: its own grabs against its aim */

typedef struct {
    record of[CRANE_SEATS + 1][CRANE_FINGERS];
    float aim; /* of its last grab, in cards */
    uint8_t aimed_turn;
    uint8_t started;
    uint8_t turns; /* when it looked last */
    int8_t heard;
    uint8_t jackpot[2];
    uint8_t score[CRANE_SEATS];
} memory;

_Static_assert(sizeof(memory) <= BOT_MEMORY, "a bot can remember its records");

static memory *remembered(bot *b)
{
    return (memory *)b->memory;
}

/* Counting rounds down: a twelfth of a card squared of what one sees is no scatter of the hand. */
static void note_error(record *r, double wanted, double got)
{
    double error = (got - wanted) / wanted;
    double square = error * error - 1 / (12 * wanted * wanted);
    r->sum += (float)error;
    r->squares += (float)(square > 0 ? square : 0);
    r->grabs++;
}

static void note_grab(bot *b, const crane_state *s)
{
    memory *m = remembered(b);
    const crane_grab *last = &s->last;
    int finger = crane_finger(last->card);
    note_error(&m->of[last->challenger][finger], crane_number(last->card), last->count);
    if (last->challenger == b->seat && m->aim > 1 && m->aimed_turn + 1 == s->turns)
        note_error(&m->of[OWN][finger], m->aim - 1.0, last->count - 0.5);
}

/* A counted grab always moves cards; opened eyes move none and leave the last grab as it was. */
static bool cards_moved(const memory *m, const crane_state *s)
{
    if (memcmp(m->jackpot, s->jackpot, sizeof m->jackpot) != 0)
        return true;
    for (int seat = 0; seat < CRANE_SEATS; seat++)
        if (m->score[seat] != crane_game.score(s, seat))
            return true;
    return false;
}

static void watch(bot *b, const void *view)
{
    const crane_state *s = view;
    memory *m = remembered(b);
    if (m->started && m->turns == s->turns)
        return;
    bool fresh = m->started ? s->turns > m->turns && cards_moved(m, s) : s->phase != CRANE_CHOOSE;
    if (fresh && s->last.card)
        note_grab(b, s);
    if (m->turns != s->turns)
        m->heard = 0;
    m->started = 1;
    m->turns = s->turns;
    memcpy(m->jackpot, s->jackpot, sizeof m->jackpot);
    for (int seat = 0; seat < CRANE_SEATS; seat++)
        m->score[seat] = (uint8_t)crane_game.score(s, seat);
}

static int64_t travel(kn_move move)
{
    bool grabs = (move & ~CRANE_TAG_NUMBER) == CRANE_TRAVEL;
    return grabs ? move & CRANE_TAG_NUMBER : 0;
}

static void hear(bot *b, int direction)
{
    memory *m = remembered(b);
    if (direction == 0)
        m->heard = 0;
    else if (direction > 0 ? m->heard < CALLS_MOST : m->heard > -CALLS_MOST)
        m->heard = (int8_t)(m->heard + (direction > 0 ? 1 : -1));
}

/* ---- what the record says ---- */

typedef struct {
    double mean, scatter, grabs; /* the last: what the belief is worth, in grabs */
} belief;

/* Beliefs move from what is expected towards the record as it grows: first the habit of the hand,
 * then what one finger adds to it. Scatter shows sooner than habits do. */
static belief believe(const record *of, int finger, const belief *expected)
{
    const double sooner = 4;
    double sum = 0, squares = 0, grabs = 0, trust = expected->grabs;
    for (int i = 0; i < CRANE_FINGERS; i++) {
        sum += of[i].sum;
        squares += of[i].squares;
        grabs += of[i].grabs;
    }
    double mean = (trust * expected->mean + sum) / (trust + grabs);
    double about = squares - 2 * mean * sum + grabs * mean * mean;
    double variance = trust / sooner * expected->scatter * expected->scatter;
    variance = (variance + (about > 0 ? about : 0)) / (trust / sooner + grabs);
    double more = (of[finger].sum - of[finger].grabs * mean) / (of[finger].grabs + trust);
    if (variance < surest * surest)
        variance = surest * surest;
    return (belief){mean + more, __builtin_sqrt(variance), grabs + trust};
}

/* Exactly the number is half a card to both sides of it; what the deck lacks nobody can grab. */
static void chances_of(const belief *of, int number, int deck, double chance[CRANE_BET_KINDS])
{
    double half = 0.5 / number;
    double low = hands_below((-half - of->mean) / of->scatter);
    double not_high = hands_below((half - of->mean) / of->scatter);
    if (deck <= number)
        not_high = 1;
    if (deck < number)
        low = 1;
    chance[HIGH] = 1 - not_high;
    chance[LOW] = low;
    chance[JUST] = not_high - low;
}

static double chances(const hand *h, const memory *m, int seat, int card, int deck,
                      double chance[CRANE_BET_KINDS])
{
    belief stranger = {h->expects, h->prior, h->trust};
    belief of = believe(m->of[seat], crane_finger(card), &stranger);
    chances_of(&of, crane_number(card), deck, chance);
    return of.grabs;
}

double crane_bot_chances(const bot *b, int seat, int card, int deck, double chance[CRANE_BET_KINDS])
{
    return chances(&hands[b->level], (const memory *)b->memory, seat, card, deck, chance);
}

/* ---- a game of two: the way to the goal ---- */

static bool goal_reached(int goal, const int *achieved)
{
    if (goal == CRANE_GOAL_ANY_THREE)
        return achieved[HIGH] + achieved[LOW] + achieved[JUST] >= CRANE_BETS_TO_WIN;
    return achieved[HIGH] && achieved[LOW] && achieved[JUST];
}

/* The turns needed once one more of a kind is achieved; none left to bet: as now. */
static double needed_after(const crane_way *way, const int *a, int kind, double now)
{
    int next[CRANE_BET_KINDS] = {a[HIGH], a[LOW], a[JUST]};
    if (next[kind]++ == (kind == JUST ? 1 : 2))
        return now;
    return way->needed[next[HIGH]][next[LOW]][next[JUST]];
}

/* How every card would fall out. */
typedef struct {
    double of[CRANE_CARD_KINDS][CRANE_BET_KINDS];
} card_chances;

/* Turns saved by the best bet, on average over the cards, if so many are needed now. */
static double saved(const crane_way *way, const int *a, double now, const card_chances *chance)
{
    double after[CRANE_BET_KINDS], sum = 0;
    for (int kind = 0; kind < CRANE_BET_KINDS; kind++)
        after[kind] = needed_after(way, a, kind, now);
    for (int card = 0; card < CRANE_CARD_KINDS; card++) {
        double most = 0;
        for (int kind = 0; kind < CRANE_BET_KINDS; kind++)
            if (chance->of[card][kind] * (now - after[kind]) > most)
                most = chance->of[card][kind] * (now - after[kind]);
        sum += most;
    }
    return sum / CRANE_CARD_KINDS;
}

/* A turn costs one and saves what its bet saves: the number needed is where the two are equal. */
static double turns_needed(const crane_way *way, const int *a, const card_chances *chance)
{
    enum { HALVINGS = 44 };
    double few = 0, many = 4096;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (few + many) / 2;
        if (saved(way, a, middle, chance) < 1)
            few = middle;
        else
            many = middle;
    }
    return (few + many) / 2;
}

static void find_way(const hand *h, const memory *m, int goal, int challenger, crane_way *way)
{
    card_chances chance;
    for (int card = 0; card < CRANE_CARD_KINDS; card++)
        chances(h, m, challenger, card + 1, CRANE_CARDS, chance.of[card]);
    for (int high = 2; high >= 0; high--)
        for (int low = 2; low >= 0; low--)
            for (int just = 1; just >= 0; just--) {
                int a[CRANE_BET_KINDS] = {high, low, just};
                way->needed[high][low][just] =
                    goal_reached(goal, a) ? 0 : turns_needed(way, a, &chance);
            }
}

void crane_bot_way(const bot *b, int goal, int challenger, crane_way *way)
{
    find_way(&hands[b->level], (const memory *)b->memory, goal, challenger, way);
}

/* In cards: the whole way is worth as many as win the game. */
static double way_done(const crane_way *way, const uint8_t *achieved)
{
    double left = way->needed[achieved[HIGH]][achieved[LOW]][achieved[JUST]];
    return CRANE_CARDS_TO_WIN * (1 - left / way->needed[0][0][0]);
}

static double way_gained(const crane_way *way, const uint8_t *achieved, int kind)
{
    uint8_t next[CRANE_BET_KINDS];
    memcpy(next, achieved, sizeof next);
    next[kind]++;
    return way_done(way, next) - way_done(way, achieved);
}

/* ---- bets ---- */

/* A part of the jackpot, if each of the others bets on it as often as it is right. */
static double share(int jackpot, int others, double rate)
{
    double sum = 0, ways = 1, odds = 1;
    for (int i = 0; i < others; i++)
        odds *= 1 - rate;
    if (rate >= 1)
        return (double)jackpot / (others + 1);
    for (int also = 0; also <= others; also++) {
        sum += ways * odds * jackpot / (also + 1);
        ways = ways * (others - also) / (also + 1);
        odds *= rate / (1 - rate);
    }
    return sum;
}

static int smaller_jackpot(const crane_state *s)
{
    return s->jackpot[0] < s->jackpot[1] ? s->jackpot[0] : s->jackpot[1];
}

static int larger_jackpot(const crane_state *s)
{
    return s->jackpot[0] > s->jackpot[1] ? s->jackpot[0] : s->jackpot[1];
}

/* What each kind of bet wins if it is right; the challenger is expected to take the larger jackpot.
 */
static void bet_pays(const crane_state *s, const double chance[CRANE_BET_KINDS],
                     double pays[CRANE_BET_KINDS])
{
    pays[HIGH] = pays[LOW] = CRANE_PAY;
    pays[JUST] = share(smaller_jackpot(s), s->setup.seats - 2, chance[JUST]);
}

/* The same with two. */
static void bet_gains(const hand *h, const memory *m, const crane_state *s, int seat,
                      double gains[CRANE_BET_KINDS])
{
    crane_way way;
    find_way(h, m, s->setup.option[CRANE_OPTION_GOAL], 1 - seat, &way);
    for (int kind = 0; kind < CRANE_BET_KINDS; kind++)
        gains[kind] =
            crane_has_bet(s, seat, kind + 1) ? way_gained(&way, s->achieved[seat], kind) : 0;
}

/* What a bet of each kind is worth on a card, and how far that can be wrong. */
typedef struct {
    double value[CRANE_BET_KINDS], error[CRANE_BET_KINDS];
} bet_values;

static bet_values value_bets(const hand *h, const memory *m, const crane_state *s, int seat,
                             int card)
{
    double chance[CRANE_BET_KINDS], pays[CRANE_BET_KINDS];
    bet_values v;
    double grabs = chances(h, m, s->turn, card, s->deck, chance);
    if (crane_for_two(s))
        bet_gains(h, m, s, seat, pays);
    else
        bet_pays(s, chance, pays);
    for (int kind = 0; kind < CRANE_BET_KINDS; kind++) {
        double p = chance[kind];
        v.value[kind] = p * pays[kind];
        v.error[kind] = sure * pays[kind] * __builtin_sqrt(p * (1 - p) / grabs);
    }
    return v;
}

static int best_bet(const bet_values *v)
{
    int best = v->value[LOW] > v->value[HIGH] ? LOW : HIGH;
    return v->value[JUST] > v->value[best] ? JUST : best;
}

static int list_bets(const hand *h, const memory *m, const crane_state *s, int seat,
                     bot_opinion *out)
{
    bet_values v = value_bets(h, m, s, seat, s->card);
    int listed = 0;
    for (int kind = 0; kind < CRANE_BET_KINDS; kind++)
        if (crane_has_bet(s, seat, kind + 1))
            out[listed++] =
                (bot_opinion){CRANE_BET | (kn_move)(kind + 1), v.value[kind], v.error[kind]};
    return listed;
}

/* ---- the grab ---- */

/* What a grab is for: the number, what an exact one takes with it, and with two what each outcome
 * gives the other. */
typedef struct {
    int number, deck, jackpot;
    int to_win; /* cards that end a game of two; 0: none do */
    double gives[CRANE_BET_KINDS];
} prize;

static int outcome_of(int count, int number)
{
    return count == number ? JUST : count < number ? LOW : HIGH;
}

static int cards_kept(const prize *p, int count)
{
    if (count == p->number)
        return count + p->jackpot;
    if (count > p->number)
        return 0;
    return 2 * count > p->number ? 2 * count - p->number : 0;
}

/* To win is worth the whole way once more. */
static double worth(const prize *p, int count)
{
    if (count > p->deck)
        count = p->deck;
    int kept = cards_kept(p, count);
    double bonus = p->to_win && kept >= p->to_win ? CRANE_CARDS_TO_WIN : 0;
    return kept + bonus - p->gives[outcome_of(count, p->number)];
}

/* What the outcomes would give the other of two, who probably bets on what looks best. */
static void find_gives(const hand *h, const memory *m, const crane_state *s, prize *p)
{
    const double likely = 0.7, unlikely = (1 - likely) / 2;
    double gains[CRANE_BET_KINDS];
    int other = 1 - s->turn;
    bet_values v = value_bets(h, m, s, other, s->card);
    int best = best_bet(&v);
    bet_gains(h, m, s, other, gains);
    for (int kind = 0; kind < CRANE_BET_KINDS; kind++) {
        crane_state after = *s;
        if (!crane_has_bet(s, other, kind + 1))
            continue;
        after.achieved[other][kind]++;
        double bonus = crane_goal_reached(&after, other) ? CRANE_CARDS_TO_WIN : 0;
        p->gives[kind] = (gains[kind] + bonus) * (kind == best ? likely : unlikely);
    }
}

static prize find_prize(const hand *h, const memory *m, const crane_state *s)
{
    prize p = {.number = crane_number(s->card), .deck = s->deck, .jackpot = larger_jackpot(s)};
    if (crane_for_two(s) && h->wary) {
        p.to_win = CRANE_CARDS_TO_WIN - crane_game.score(s, s->turn);
        find_gives(h, m, s, &p);
    }
    return p;
}

/* A place in the deck, counted in cards from its top, and the average value of aiming there. */
typedef struct {
    double place, brings;
} aim;

static double expected(const prize *p, double place, double scatter)
{
    double sum = 0, below = 0;
    for (int count = 1; count <= 2 * p->number && below < 1; count++) {
        double up_to =
            count == 2 * p->number ? 1 : hands_below((count / (place - 1) - 1) / scatter);
        sum += (up_to - below) * worth(p, count);
        below = up_to;
    }
    return sum;
}

static double whole_scatter(const hand *h)
{
    return __builtin_sqrt(h->scatter * h->scatter + h->lean * h->lean +
                          slip_scatter * slip_scatter);
}

static aim best_aim(const hand *h, const prize *p)
{
    enum { STEPS = 8 }; /* to a card */
    double scatter = whole_scatter(h);
    aim best = {p->number + 0.5, 0};
    best.brings = expected(p, best.place, scatter);
    for (int step = (1 + p->number / 2) * STEPS; h->careful && step <= (p->number + 2) * STEPS;
         step++) {
        aim one = {(double)step / STEPS, 0};
        one.brings = expected(p, one.place, scatter);
        if (one.brings > best.brings)
            best = one;
    }
    return best;
}

/* The way to a place, as this hand goes it. */
static uint32_t travel_to(bot *b, const hand *h, double place, int card, kn_random *random)
{
    enum { OWN_TRUST = 5 };
    const memory *m = remembered(b);
    kn_random habits = hands_random(b, 0);
    double gain = (double)crane_gain[crane_finger(card)] / CRANE_PER_MILLE;
    double believed = 1 + h->gains * (gain - 1);
    belief beginning = {0, h->scatter, OWN_TRUST};
    belief own = believe(m->of[OWN], crane_finger(card), &beginning);
    double error = h->lean * hands_normal(&habits) + h->scatter * hands_normal(random);
    double um = (place - 1) * CRANE_THICKNESS_UM / believed;
    um *= (1 + error) * (1 - h->learns * own.mean);
    if (um < 0)
        return 0;
    return um > CRANE_TRAVEL_MAX_UM ? CRANE_TRAVEL_MAX_UM : (uint32_t)um;
}

static kn_move grab(bot *b, const crane_state *s, kn_random *random)
{
    const hand *h = &hands[b->level];
    memory *m = remembered(b);
    prize p = find_prize(h, m, s);
    double place = best_aim(h, &p).place + h->listens * m->heard;
    if (place < 1.5)
        place = 1.5;
    m->aim = (float)place;
    m->aimed_turn = s->turns;
    uint32_t um = travel_to(b, h, place, s->card, random);
    if (crane_on_screen(s))
        return CRANE_TRAVEL | um;
    int count = crane_cards_held(um, CRANE_PER_MILLE, s->card);
    return CRANE_COUNT | (kn_move)(count < s->deck ? count : s->deck);
}

/* The value of a travel, over all slips. */
static double worth_of_travel(const prize *p, uint32_t um, int card)
{
    double sum = 0, weight = 0;
    for (int i = 0; i < CRANE_SLIPS; i++) {
        int count = crane_cards_held(um, (int)crane_slips[i].move, card);
        sum += crane_slips[i].weight * worth(p, count);
        weight += crane_slips[i].weight;
    }
    return sum / weight;
}

/* As if the hand obeyed. */
static int list_grabs(const hand *h, const memory *m, const crane_state *s, int seat,
                      bot_opinion *out)
{
    kn_move moves[KN_MOVES_MAX];
    int count = crane_game.moves(s, seat, moves);
    prize p = find_prize(h, m, s);
    for (int i = 0; i < count; i++) {
        kn_move number = moves[i] & CRANE_TAG_NUMBER, tag = moves[i] - number;
        out[i] = (bot_opinion){.move = moves[i]};
        if (tag == CRANE_TRAVEL)
            out[i].value = worth_of_travel(&p, number, s->card);
        else if (tag == CRANE_COUNT)
            out[i].value = worth(&p, (int)number);
    }
    return count;
}

/* ---- jackpots ---- */

/* How often a seat grabs exactly, over all cards. */
static double exactness(const hand *h, const memory *m, int seat)
{
    double sum = 0;
    for (int card = 1; card <= CRANE_CARD_KINDS; card++) {
        double chance[CRANE_BET_KINDS];
        chances(h, m, seat, card, CRANE_CARDS, chance);
        sum += chance[JUST];
    }
    return sum / CRANE_CARD_KINDS;
}

/* An exact grab takes the larger. Otherwise the loss goes where it makes the best jackpot, which
 * the next one may take, no larger than it must be. */
static int list_jackpots(const hand *h, const memory *m, const crane_state *s, bot_opinion *out)
{
    int number = crane_number(s->last.card), count = s->last.count;
    double next = exactness(h, m, (s->turn + 1) % s->setup.seats);
    for (int i = 0; i < 2; i++) {
        prize p = {.number = number, .deck = s->deck, .jackpot = s->jackpot[i]};
        int kept = cards_kept(&p, count), mine = s->jackpot[i], other = s->jackpot[1 - i];
        if (count == number)
            mine = CRANE_JACKPOT;
        else
            mine += count > number ? count - number : count - kept;
        out[i] = (bot_opinion){.move = CRANE_TAKE | (kn_move)(i + 1)};
        out[i].value = kept - next * (mine > other ? mine : other);
    }
    return 2;
}

/* ---- choosing ---- */

static int list(const hand *h, const memory *m, const crane_state *s, int seat, bot_opinion *out)
{
    if (!(crane_game.to_act(s) & KN_ACTOR(seat)))
        return 0;
    switch (s->phase) {
    case CRANE_BETS: return list_bets(h, m, s, seat, out);
    case CRANE_GRAB: return list_grabs(h, m, s, seat, out);
    case CRANE_CHOOSE: return list_jackpots(h, m, s, out);
    default: out[0] = (bot_opinion){.move = CRANE_CLOSE}; return 1;
    }
}

/* The best of a few moves, for a player with noisy judgement. */
static kn_move pick(const hand *h, bot_opinion *opinions, int count, kn_random *random)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        if (opinions[i].value > most)
            most = opinions[i].value;
    for (int i = 0; i < count; i++)
        opinions[i].value += h->blurred * most * hands_normal(random);
    bot_sort(opinions, count);
    return opinions[0].move;
}

static kn_move choose(bot *b, const void *view, int64_t *delay_ms)
{
    enum { EYES_MS = 700, GRAB_MS = 6000, JACKPOT_MS = 1200 };
    const crane_state *s = view;
    const hand *h = &hands[b->level];
    bot_opinion opinions[CRANE_BET_KINDS];
    watch(b, s);
    kn_random random = hands_random(b, 1 + ((uint64_t)s->turns << 16 | (unsigned)s->phase << 8 |
                                            (unsigned)(s->card ? s->card : s->last.card)));
    int usual_ms = s->phase == CRANE_BETS   ? h->pause_ms
                   : s->phase == CRANE_GRAB ? GRAB_MS
                   : s->phase == CRANE_EYES ? EYES_MS
                                            : JACKPOT_MS;
    *delay_ms = hands_pause_ms(&random, usual_ms);
    if (s->phase == CRANE_GRAB)
        return grab(b, s, &random);
    int count = list(h, remembered(b), s, b->seat, opinions);
    return pick(h, opinions, count, &random);
}

/* ---- what a position is worth ---- */

typedef struct {
    double cards, variance;
} outlook;

/* The average value of a new turn, over all cards. */
static outlook turn_to_come(const hand *h, const memory *m, const crane_state *s, int seat,
                            int challenger)
{
    crane_state then = *s;
    outlook o = {0, 0};
    then.turn = (uint8_t)challenger;
    for (int card = 1; challenger != seat && card <= CRANE_CARD_KINDS; card++) {
        bet_values v = value_bets(h, m, &then, seat, card);
        int best = best_bet(&v);
        o.cards += v.value[best] / CRANE_CARD_KINDS;
        o.variance += v.error[best] * v.error[best] / CRANE_CARD_KINDS;
    }
    for (int number = CRANE_LOWEST; challenger == seat && number <= CRANE_HIGHEST; number++) {
        prize p = {.number = number, .deck = s->deck, .jackpot = larger_jackpot(s)};
        o.cards += best_aim(h, &p).brings / NUMBERS;
    }
    return o;
}

/* Everything that does not depend on the current turn. With two players nobody knows how long the
 * race will be: only what has been achieved counts. */
static outlook standing(const hand *h, const memory *m, const crane_state *s, int seat)
{
    const double rough = 0.08; /* jackpots will not stay as they are, nor bet all independently */
    outlook sum = {crane_game.score(s, seat), 0};
    int seats = s->setup.seats;
    bool begun = s->phase != CRANE_FLIP && s->phase != CRANE_DRAW_FIRST;
    if (s->phase == CRANE_OVER)
        return sum;
    if (crane_for_two(s)) {
        crane_way way;
        find_way(h, m, s->setup.option[CRANE_OPTION_GOAL], 1 - seat, &way);
        sum.cards += way_done(&way, s->achieved[seat]);
        return sum;
    }
    outlook of[CRANE_SEATS];
    for (int challenger = 0; challenger < seats; challenger++)
        of[challenger] = turn_to_come(h, m, s, seat, challenger);
    int end = CRANE_ROUNDS * seats + __builtin_popcount(s->tied);
    for (int turn = s->turns + begun; turn < end; turn++) {
        const outlook *one = &of[(s->starter + turn) % seats];
        sum.cards += one->cards;
        sum.variance += one->variance;
    }
    double doubt = rough * (sum.cards - crane_game.score(s, seat));
    sum.variance += doubt * doubt;
    return sum;
}

/* The error is that of the move alone: the future is the same for all moves. */
static int judge(bot *b, const void *view, bot_opinion *out)
{
    const hand *h = &hands[BOT_BEST];
    watch(b, view);
    int count = list(h, remembered(b), view, b->seat, out);
    if (count == 0)
        return 0;
    outlook rest = standing(h, remembered(b), view, b->seat);
    for (int i = 0; i < count; i++)
        out[i].value += rest.cards;
    bot_sort(out, count);
    return count;
}

/* The turn under way, for one of the audience: the bet made, or else the best one. */
static outlook bet_under_way(const hand *h, const memory *m, const crane_state *s, int seat)
{
    bet_values v = value_bets(h, m, s, seat, s->card);
    int kind = s->bet[seat] == CRANE_NO_BET ? best_bet(&v) : s->bet[seat] - 1;
    return (outlook){v.value[kind], v.error[kind] * v.error[kind]};
}

/* The same when the cards have been counted. */
static outlook bet_counted(const crane_state *s, int seat)
{
    int right = outcome_of(s->last.count, crane_number(s->last.card)) + 1, sharing = 0;
    for (int i = 0; i < s->setup.seats; i++)
        sharing += s->last.bet[i] == CRANE_JUST;
    if (s->last.bet[seat] != right)
        return (outlook){0, 0};
    return (outlook){right == CRANE_JUST ? (double)smaller_jackpot(s) / sharing : CRANE_PAY, 0};
}

/* The same for the challenger, with the best of hands. */
static outlook grab_under_way(const hand *h, const memory *m, const crane_state *s)
{
    prize p = find_prize(h, m, s);
    return (outlook){best_aim(h, &p).brings, 0};
}

static outlook grab_counted(const crane_state *s)
{
    prize p = {.number = crane_number(s->last.card), .deck = s->deck, .jackpot = larger_jackpot(s)};
    return (outlook){cards_kept(&p, s->last.count), 0};
}

static bot_opinion value(bot *b, const void *view)
{
    const crane_state *s = view;
    const hand *h = &hands[BOT_BEST];
    const memory *m = remembered(b);
    watch(b, s);
    outlook sum = standing(h, m, s, b->seat), now = {0, 0};
    bool challenger = s->turn == b->seat;
    if (s->phase == CRANE_CHOOSE)
        now = challenger ? grab_counted(s) : bet_counted(s, b->seat);
    else if (s->card)
        now = challenger ? grab_under_way(h, m, s) : bet_under_way(h, m, s, b->seat);
    return (bot_opinion){.value = sum.cards + now.cards,
                         .error = __builtin_sqrt(sum.variance + now.variance)};
}

const bot_kind crane_bot = {
    .game = &crane_game,
    .meaning = BOT_POINTS,
    .watch = watch,
    .choose = choose,
    .judge = judge,
    .why = crane_why,
    .reasons = crane_reasons,
    .nudge = crane_nudge,
    .nudges = crane_nudges,
    .hear = hear,
    .travel = travel,
    .value = value,
};
