/* bot.c: the bots of Yubitsume: hands as fast and as easily confused as people of five levels.
 *
 * The time until a hand comes down is ex-Gaussian: a normal part (seeing and moving) and an
 * exponential tail (deciding), longer on harder dice. What it hits follows the ways in which people
 * err. All of it is drawn from the throw itself, so that asking twice gives the same answer. */
#include <string.h>

#include "bots/hands.h"
#include "games/yubitsume/rules.h"

/* Times in ms on the easiest dice, rates per mille. */
typedef struct {
    int16_t mean, spread, tail; /* of the normal part; of the exponential part */
    int16_t load;               /* how much of the extra time of hard dice it needs, per cent */
    int16_t simple;             /* judges by the basic rules: no black die, no cases 4 and 5 */
    int16_t wrong;              /* hits something else than it means to */
    int16_t jumps;              /* hits although it means to keep still */
    int16_t freezes;            /* keeps still although it means to hit */
    int16_t early;              /* false start: hits anything before it can have seen the dice */
    int16_t pause;              /* before throwing, and before the ring goes on */
} hand;

static const hand hands[BOT_LEVELS] = {
    /* mean spread tail load simple wrong jumps freezes early pause */
    {847, 140, 360, 150, 400, 120, 200, 60, 20, 1500}, /* child */
    {703, 95, 275, 120, 150, 70, 120, 30, 10, 1300},   /* beginner */
    {554, 65, 205, 100, 50, 40, 70, 15, 6, 1100},      /* regular */
    {446, 45, 145, 80, 15, 20, 35, 6, 3, 900},         /* strong */
    {352, 30, 95, 60, 2, 8, 12, 2, 1, 800},            /* best */
};

/* No hand that has seen the dice is faster than this; it is no false start. */
enum { FASTEST_MS = YUBITSUME_FALSE_START_MS + 50 };

/* The extra time of each case, per cent, and of the black die, for a load of 100. */
static const uint8_t extra[] = {0, 0, 15, 20, 25, 35, 30};
enum { EXTRA_BLACK = 30 };

/* ---- the hand ---- */

static int level_of(const yubitsume_state *s)
{
    return s->setup.option[YUBITSUME_OPTION_LEVEL];
}

/* The throw and the standing, but nothing that anyone does about them. */
static uint64_t occasion(const yubitsume_state *s)
{
    uint64_t mixed = (uint64_t)s->shown_ms ^ (uint64_t)s->turn << 56 ^ (uint64_t)s->phase << 60;
    for (int i = 0; i < YUBITSUME_DICE; i++)
        mixed = mixed * 31 + s->now.dice[i];
    for (int seat = 0; seat < s->setup.seats; seat++)
        mixed = mixed * 1021 + (unsigned)(s->lost[seat] * 32 + s->rings[seat]);
    return mixed;
}

static int64_t reaction_ms(const hand *h, const yubitsume_state *s, kn_random *random)
{
    int number = yubitsume_case_of(level_of(s), s->now.dice).number;
    int slower = extra[number] + (s->now.dice[YUBITSUME_BLACK] ? EXTRA_BLACK : 0);
    double ms = h->mean + h->spread * hands_normal(random) + h->tail * hands_exponential(random);
    ms *= 1 + slower * h->load / 10000.0;
    return ms < FASTEST_MS ? FASTEST_MS : (int64_t)ms;
}

/* One of the hits in a set; the black die only if it was thrown. */
static kn_move one_of(const yubitsume_state *s, unsigned set, kn_random *random)
{
    if (!s->now.dice[YUBITSUME_BLACK])
        set &= ~(1u << YUBITSUME_HIT_BLACK);
    uint32_t place = kn_random_below(random, (uint32_t)__builtin_popcount(set));
    while (place-- > 0)
        set &= set - 1;
    return YUBITSUME_HIT | (kn_move)__builtin_ctz(set);
}

/* What it means to hit: a bit for each, none to keep still. */
static unsigned meant(const hand *h, const yubitsume_state *s, kn_random *random)
{
    uint8_t dice[YUBITSUME_DICE];
    bool simple = hands_happen(random, h->simple);
    memcpy(dice, s->now.dice, sizeof dice);
    if (simple)
        dice[YUBITSUME_BLACK] = 0;
    return yubitsume_case_of(simple ? YUBITSUME_BASIC : level_of(s), dice).right;
}

/* Everything is drawn in any case and in this order, so that one rate can be changed alone. */
static kn_move slap(const hand *h, const yubitsume_state *s, kn_random *random, int64_t *delay_ms)
{
    const unsigned anything = (1u << YUBITSUME_HITS) - 2;
    bool early = hands_happen(random, h->early), wrong = hands_happen(random, h->wrong);
    bool jumps = hands_happen(random, h->jumps), freezes = hands_happen(random, h->freezes);
    unsigned right = meant(h, s, random);
    *delay_ms = reaction_ms(h, s, random);
    if (early) {
        *delay_ms = kn_random_below(random, YUBITSUME_FALSE_START_MS);
        return one_of(s, anything, random);
    }
    if ((right ? freezes : !jumps) || *delay_ms > s->setup.option[YUBITSUME_OPTION_WINDOW])
        *delay_ms = KN_NEVER;
    if (!right)
        return one_of(s, anything, random);
    return one_of(s, wrong ? anything & ~right : right, random);
}

/* All fingers are alike in the rules: a ring saves none and costs one wherever it goes. So it goes
 * where people wear rings, and the thumb, which comes last, stays free. */
static kn_move ring_finger(const yubitsume_state *s, int seat)
{
    static const uint8_t liked[YUBITSUME_FINGERS] = {1, 2, 3, 0, 4};
    int i = 0;
    while (s->rings[seat] >> liked[i] & 1)
        i++;
    return YUBITSUME_PUT_RING | liked[i];
}

/* A bot has no hand at the real table: it answers as if nobody had moved. */
static kn_move nobody_moved(const yubitsume_state *s)
{
    bool still = yubitsume_case_of(level_of(s), s->now.dice).right == 0;
    return YUBITSUME_SPARED | (still ? s->now.in : 0);
}

static kn_move choose(bot *b, const void *view, int64_t *delay_ms)
{
    const yubitsume_state *s = view;
    const hand *h = &hands[b->level];
    kn_random random = hands_random(b, occasion(s));
    if (s->phase == YUBITSUME_WINDOW && !yubitsume_by_hand(s))
        return slap(h, s, &random, delay_ms);
    *delay_ms = hands_pause_ms(&random, h->pause);
    if (s->phase == YUBITSUME_WINDOW)
        return nobody_moved(s);
    return s->phase == YUBITSUME_RING ? ring_finger(s, b->seat) : YUBITSUME_THROW;
}

/* The result lies there until the next throw: what the dice asked for, a row for everyone who was
 * in, and the wooden fingers. The page gives people as long (page/reading.ts). */
static int64_t rest_ms(const void *view)
{
    enum { CASE_MS = 1800, ROW_MS = 800, WOOD_MS = 1000 };
    const yubitsume_state *s = view;
    int rows = __builtin_popcount(s->last.in), wood = 0;
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++)
        wood += s->wood[seat] != 0;
    if (s->phase != YUBITSUME_READY || rows == 0)
        return 0;
    return CASE_MS + rows * ROW_MS + wood * WOOD_MS;
}

/* What is right is no matter of opinion: 1 for a right move, 0 for a wrong one. If all are 0, keep
 * still. Throwing, and every finger for the ring, is right. */
static int judge(bot *b, const void *view, bot_opinion *out)
{
    const yubitsume_state *s = view;
    kn_move moves[KN_MOVES_MAX];
    int count = yubitsume_game.moves(s, b->seat, moves);
    unsigned right = 0;
    bool slaps = s->phase == YUBITSUME_WINDOW && !yubitsume_by_hand(s);
    if (slaps)
        right = yubitsume_case_of(level_of(s), s->now.dice).right;
    for (int i = 0; i < count; i++) {
        bool good = !slaps || (right >> (moves[i] - YUBITSUME_HIT) & 1);
        out[i] = (bot_opinion){.move = moves[i], .value = good};
    }
    bot_sort(out, count);
    return count;
}

/* ---- the chance to win among equals ---- */

/* Hands without times: whenever something must be hit, each is the fastest equally often. */
typedef struct {
    uint8_t fingers[YUBITSUME_SEATS], rings[YUBITSUME_SEATS];
    uint8_t in;
    int seats;
} round_of_hands;

static void new_round(round_of_hands *r)
{
    for (int seat = 0; seat < r->seats; seat++)
        r->fingers[seat] = (uint8_t)(YUBITSUME_FINGERS - r->rings[seat]);
    r->in = (uint8_t)((1u << r->seats) - 1);
}

static void throw_wood(round_of_hands *r, int seat, kn_random *random)
{
    enum { ALL = YUBITSUME_CLEAN_WEIGHT + YUBITSUME_BLOODY_WEIGHT + YUBITSUME_SIDE_WEIGHT };
    int fell = (int)kn_random_below(random, ALL);
    if (fell < YUBITSUME_BLOODY_WEIGHT)
        r->in &= (uint8_t) ~(1u << seat);
    else if (fell < YUBITSUME_BLOODY_WEIGHT + YUBITSUME_SIDE_WEIGHT)
        r->fingers[seat]++;
}

static void lose(round_of_hands *r, unsigned losers, kn_random *random)
{
    for (; losers; losers &= losers - 1) {
        int seat = __builtin_ctz(losers);
        if (r->fingers[seat] > 1)
            r->fingers[seat]--;
        else
            throw_wood(r, seat, random);
    }
}

/* One of those who can still be right is the fastest; everyone else in the round loses. */
static void play_throw(round_of_hands *r, unsigned able, kn_random *random)
{
    unsigned losers = r->in, rest = able;
    if (able) {
        uint32_t place = kn_random_below(random, (uint32_t)__builtin_popcount(able));
        while (place-- > 0)
            rest &= rest - 1;
        losers &= ~(rest & (0u - rest));
    }
    lose(r, losers, random);
}

/* Is there a winner? One left in the round wears a ring more, and a new round begins. */
static bool settled(round_of_hands *r, int *winner)
{
    if (r->in & (r->in - 1))
        return false;
    if (r->in) {
        *winner = __builtin_ctz(r->in);
        if (++r->rings[*winner] == YUBITSUME_RINGS_TO_WIN)
            return true;
    }
    new_round(r);
    return false;
}

/* What is under way on the table is finished first. */
static int play_out(const yubitsume_state *s, int me, kn_random *random)
{
    round_of_hands r = {.in = s->now.in, .seats = s->setup.seats};
    int winner = 0;
    for (int seat = 0; seat < r.seats; seat++) {
        r.fingers[seat] = (uint8_t)yubitsume_fingers_left(s, seat);
        r.rings[seat] = (uint8_t)__builtin_popcount(s->rings[seat]);
    }
    lose(&r, s->risk, random);
    if (s->phase == YUBITSUME_WINDOW) {
        unsigned right = yubitsume_case_of(level_of(s), s->now.dice).right, mine = 1u << me;
        bool acted = s->acted >> me & 1, good = acted && (right >> s->now.hit[me] & 1) &&
                                                s->now.reaction_ms[me] >= YUBITSUME_FALSE_START_MS;
        if (right)
            play_throw(&r, acted && !good ? r.in & ~mine : r.in, random);
        else if (acted)
            lose(&r, mine, random);
    }
    while (!settled(&r, &winner))
        play_throw(&r, r.in, random);
    return winner;
}

/* Numbers are copied: judging must not change how the hand will play. */
static bot_opinion value(bot *b, const void *view)
{
    enum { PLAYOUTS = 4096, AT_ONCE = 64 };
    const yubitsume_state *s = view;
    kn_random random = b->random;
    if (s->phase == YUBITSUME_OVER)
        return (bot_opinion){.value = yubitsume_game.result(s) >> b->seat & 1};
    bool timed = b->budget_ms > 0 && b->machine && b->machine->now_ns;
    int64_t end_ns = timed ? b->machine->now_ns() + b->budget_ms * 1000000 : 0;
    int won = 0, played = 0;
    while (played < PLAYOUTS && !(timed && played && b->machine->now_ns() > end_ns))
        for (int i = 0; i < AT_ONCE; i++, played++)
            won += play_out(s, b->seat, &random) == b->seat;
    double mean = (won + 1.0) / (played + 2.0); /* never quite sure */
    double error = 1.96 * __builtin_sqrt(mean * (1 - mean) / played);
    return (bot_opinion){.value = (double)won / played, .error = error};
}

const bot_kind yubitsume_bot = {
    .game = &yubitsume_game,
    .meaning = BOT_WINS,
    .choose = choose,
    .rest_ms = rest_ms,
    .judge = judge,
    .value = value,
};
