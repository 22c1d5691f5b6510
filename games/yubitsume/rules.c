/* rules.c: the rules of Yubitsume: everyone sees the dice at one instant, the fastest correct hand
 * is safe, everyone else loses a finger.
 *
 * Hits stay hidden until the clock closes the window. Only then are they judged, by when they were
 * made and not by when they arrived. README.md has the rules for players. */
#include <string.h>

#include "games/yubitsume/inside.h"

enum { WINDOW_MIN_MS = 1000 };

static const uint8_t face_symbol[YUBITSUME_FACES + 1] = {0, 's', 's', 'b', 'b', 'c', 'c'};
static const uint8_t face_number[YUBITSUME_FACES + 1] = {0, 1, 3, 1, 2, 2, 3};

const char *const yubitsume_level_names[] = {"basic", "advanced", "professional", NULL};
static const kn_option options[] = {
    {"level", yubitsume_level_names, 0, 2, YUBITSUME_BASIC, false},
    {"window_ms", NULL, WINDOW_MIN_MS, YUBITSUME_WINDOW_MAX_MS, 4000, true},
    KN_FIRST_OPTION,
};

_Static_assert(sizeof(yubitsume_state) == 120, "no bytes between the members");

/* ---- what the dice ask for ---- */

static bool alike(int a, int b)
{
    return face_symbol[a] == face_symbol[b] || face_number[a] == face_number[b];
}

/* The white dice that count: all, unless the black die (0 if it is not in play) strikes some. */
static unsigned counting_dice(const uint8_t *dice)
{
    unsigned counting = 0;
    for (int i = 0; i < YUBITSUME_WHITE; i++)
        if (!dice[YUBITSUME_BLACK] || !alike(dice[i], dice[YUBITSUME_BLACK]))
            counting |= 1u << i;
    return counting;
}

static unsigned unique_dice(const uint8_t *dice, unsigned counting)
{
    unsigned unique = counting;
    for (int i = 0; i < YUBITSUME_WHITE; i++)
        for (int j = 0; j < i; j++)
            if ((counting >> i & counting >> j & 1) && alike(dice[i], dice[j]))
                unique &= ~(1u << i | 1u << j);
    return unique;
}

/* Do all the dice of a set, which is not empty, show the same in this table of faces? */
static bool all_same(const uint8_t *dice, unsigned set, const uint8_t *shows)
{
    int first = __builtin_ctz(set);
    for (int i = first + 1; i < YUBITSUME_WHITE; i++)
        if ((set >> i & 1) && shows[dice[i]] != shows[dice[first]])
            return false;
    return true;
}

yubitsume_case yubitsume_case_of(int level, const uint8_t *dice)
{
    unsigned counting = counting_dice(dice), unique = unique_dice(dice, counting);
    bool one = (unique & (unique - 1)) == 0;
    if (counting == 0)
        return (yubitsume_case){6, 0};
    if (unique && one)
        return (yubitsume_case){1, (uint8_t)(unique << 1)};
    if (unique) /* two can only be unique if all are */
        return (yubitsume_case){3, 1u << YUBITSUME_HIT_KNIFE};
    if (level >= YUBITSUME_ADVANCED && all_same(dice, counting, face_symbol))
        return (yubitsume_case){4, (uint8_t)(counting << 1)};
    if (level >= YUBITSUME_ADVANCED && all_same(dice, counting, face_number))
        return (yubitsume_case){5, (uint8_t)(counting << 1)};
    return (yubitsume_case){2, 0};
}

/* ---- judging a throw ---- */

/* One slap by itself; a right one is too slow until it turns out to be the fastest. */
static uint8_t judge_alone(const yubitsume_slaps *t, int seat, unsigned right, bool by_hand)
{
    if (!(t->in >> seat & 1))
        return YUBITSUME_NOT_IN;
    if (t->hit[seat] == YUBITSUME_HIT_NOTHING)
        return right ? YUBITSUME_NOTHING : YUBITSUME_SAFE;
    if (t->reaction_ms[seat] < YUBITSUME_FALSE_START_MS && !by_hand)
        return YUBITSUME_FALSE_START;
    return right >> t->hit[seat] & 1 ? YUBITSUME_TOO_SLOW : YUBITSUME_WRONG;
}

/* Among several earliest slaps the one that can be trusted least sets the bar, so that the order of
 * the seats decides nothing. */
uint8_t yubitsume_judge(const yubitsume_state *s, const yubitsume_slaps *t, uint8_t *verdict)
{
    unsigned right = yubitsume_case_of(yubitsume_level_of(s), t->dice).right, losers = 0;
    int first_ms = YUBITSUME_WINDOW_MAX_MS + 1, first_error_ms = 0;
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++) {
        int ms = t->reaction_ms[seat], error_ms = t->error_ms[seat];
        verdict[seat] = judge_alone(t, seat, right, yubitsume_by_hand(s));
        if (verdict[seat] != YUBITSUME_TOO_SLOW || ms > first_ms)
            continue;
        if (ms < first_ms || error_ms > first_error_ms)
            first_error_ms = error_ms;
        first_ms = ms;
    }
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++) {
        int behind_ms = t->reaction_ms[seat] - first_ms;
        if (verdict[seat] == YUBITSUME_TOO_SLOW && behind_ms <= t->error_ms[seat] + first_error_ms)
            verdict[seat] = YUBITSUME_SAFE;
        if (verdict[seat] > YUBITSUME_SAFE)
            losers |= 1u << seat;
        if (verdict[seat] > YUBITSUME_SAFE && yubitsume_by_hand(s))
            verdict[seat] = YUBITSUME_NOT_SAFE;
    }
    return (uint8_t)losers;
}

/* ---- playing ---- */

int yubitsume_fingers_left(const yubitsume_state *s, int seat)
{
    return YUBITSUME_FINGERS - __builtin_popcount(s->rings[seat]) - s->lost[seat];
}

static int clockwise(const yubitsume_state *s, int seat)
{
    return seat + 1 < s->setup.seats ? seat + 1 : 0;
}

/* The table may be so old that the window would end after all time. */
int64_t yubitsume_window_end_ms(const yubitsume_state *s)
{
    int64_t end_ms = s->shown_ms + s->setup.option[YUBITSUME_OPTION_WINDOW];
    return end_ms < KN_TIME_MAX ? end_ms : KN_TIME_MAX;
}

static int64_t alarm(const void *state)
{
    const yubitsume_state *s = state;
    if (s->phase != YUBITSUME_WINDOW || yubitsume_by_hand(s))
        return KN_NEVER;
    return s->acted == s->now.in ? s->shown_ms : yubitsume_window_end_ms(s);
}

static kn_refusal start(const kn_setup *setup, void *state)
{
    yubitsume_state *s = state;
    if (!kn_begin(&yubitsume_game, setup, s))
        return KN_BAD_SETUP;
    s->now.in = yubitsume_everybody(s);
    if (setup->option[YUBITSUME_OPTION_FIRST] == KN_FIRST_DRAWN) {
        s->phase = YUBITSUME_DRAW_FIRST;
    } else {
        s->phase = YUBITSUME_READY;
        s->turn = (uint8_t)(setup->option[YUBITSUME_OPTION_FIRST] - 1);
    }
    return KN_OK;
}

static kn_actors to_act(const void *state)
{
    const yubitsume_state *s = state;
    switch (s->phase) {
    case YUBITSUME_DRAW_FIRST:
    case YUBITSUME_THROWING:
    case YUBITSUME_FINGER: return KN_ACTOR(KN_CHANCE);
    case YUBITSUME_READY: return KN_ACTOR(s->turn);
    case YUBITSUME_WINDOW:
        if (yubitsume_by_hand(s))
            return KN_ACTOR(s->turn);
        return (kn_actors)((s->now.in & ~s->acted) | KN_ACTOR(KN_CLOCK));
    case YUBITSUME_RING: return s->now.in; /* one seat only */
    default: return 0;
    }
}

static int list_hits(const yubitsume_state *s, kn_move *out)
{
    int listed = 0;
    for (kn_move hit = 1; hit < YUBITSUME_HITS; hit++)
        if (hit != YUBITSUME_HIT_BLACK || yubitsume_level_of(s) == YUBITSUME_PROFESSIONAL)
            out[listed++] = YUBITSUME_HIT | hit;
    return listed;
}

static int list_rings(const yubitsume_state *s, int seat, kn_move *out)
{
    int listed = 0;
    for (kn_move finger = 0; finger < YUBITSUME_FINGERS; finger++)
        if (!(s->rings[seat] >> finger & 1))
            out[listed++] = YUBITSUME_PUT_RING | finger;
    return listed;
}

/* Everyone, or nobody, or any of those in the round are safe. */
static int list_spared(const yubitsume_state *s, kn_move *out)
{
    int listed = 0;
    for (kn_move spared = 0; spared <= yubitsume_everybody(s); spared++)
        if ((spared & ~(kn_move)s->now.in) == 0)
            out[listed++] = YUBITSUME_SPARED | spared;
    return listed;
}

static int moves(const void *state, int who, kn_move *out)
{
    const yubitsume_state *s = state;
    if (who < 0 || who > KN_CLOCK || who == KN_CHANCE || !(to_act(s) & KN_ACTOR(who)))
        return 0;
    if (s->phase == YUBITSUME_WINDOW && yubitsume_by_hand(s))
        return list_spared(s, out);
    if (s->phase == YUBITSUME_WINDOW && who != KN_CLOCK)
        return list_hits(s, out);
    if (s->phase == YUBITSUME_RING)
        return list_rings(s, who, out);
    out[0] = s->phase == YUBITSUME_WINDOW ? YUBITSUME_CLOSE : YUBITSUME_THROW;
    return 1;
}

static int outcomes(const void *state, kn_outcome *out)
{
    const yubitsume_state *s = state;
    switch (s->phase) {
    case YUBITSUME_DRAW_FIRST: return kn_even_outcomes(0, s->setup.seats, out);
    case YUBITSUME_THROWING: return kn_even_outcomes(YUBITSUME_FACE | 1, YUBITSUME_FACES, out);
    case YUBITSUME_FINGER:
        out[0] = (kn_outcome){YUBITSUME_WOOD | YUBITSUME_CLEAN, YUBITSUME_CLEAN_WEIGHT};
        out[1] = (kn_outcome){YUBITSUME_WOOD | YUBITSUME_BLOODY, YUBITSUME_BLOODY_WEIGHT};
        out[2] = (kn_outcome){YUBITSUME_WOOD | YUBITSUME_SIDE, YUBITSUME_SIDE_WEIGHT};
        return 3;
    default: return 0;
    }
}

/* All fingers are back and everyone is in. */
static void heal(yubitsume_state *s)
{
    memset(s->lost, 0, sizeof s->lost);
    s->now.in = yubitsume_everybody(s);
}

static void next_thrower(yubitsume_state *s)
{
    do
        s->turn = (uint8_t)clockwise(s, s->turn);
    while (!(s->now.in >> s->turn & 1));
    s->phase = YUBITSUME_READY;
}

/* The throw is settled as far as it can be: who or what comes next? */
static void go_on(yubitsume_state *s)
{
    if (s->risk) {
        s->phase = YUBITSUME_FINGER;
        return;
    }
    if (s->now.in && (s->now.in & (s->now.in - 1)) == 0) {
        s->phase = YUBITSUME_RING;
        return;
    }
    if (s->now.in == 0)
        heal(s);
    next_thrower(s);
}

static void lose_fingers(yubitsume_state *s, unsigned losers)
{
    for (; losers; losers &= losers - 1) {
        int seat = __builtin_ctz(losers);
        if (yubitsume_fingers_left(s, seat) > 1)
            s->lost[seat]++;
        else
            s->risk |= (uint8_t)(1u << seat);
    }
}

static kn_refusal land_die(yubitsume_state *s, const kn_event *event)
{
    kn_move face = event->move - YUBITSUME_FACE;
    int count = yubitsume_dice_count(s), next = 0;
    if (face < 1 || face > YUBITSUME_FACES)
        return KN_ILLEGAL;
    while (s->now.dice[next] != 0)
        next++;
    s->now.dice[next] = (uint8_t)face;
    if (next + 1 == count) {
        s->phase = YUBITSUME_WINDOW;
        s->shown_ms = event->at_ms;
    }
    return KN_OK;
}

static kn_refusal slap(yubitsume_state *s, const kn_event *event)
{
    kn_move hit = event->move - YUBITSUME_HIT;
    int64_t reaction_ms = event->acted_ms - s->shown_ms;
    int seat = event->actor;
    if (hit < 1 || hit >= YUBITSUME_HITS ||
        (hit == YUBITSUME_HIT_BLACK && yubitsume_level_of(s) != YUBITSUME_PROFESSIONAL))
        return KN_ILLEGAL;
    if (reaction_ms > s->setup.option[YUBITSUME_OPTION_WINDOW])
        return KN_TOO_LATE;
    if (reaction_ms < -YUBITSUME_WINDOW_MAX_MS)
        reaction_ms = -YUBITSUME_WINDOW_MAX_MS;
    s->now.hit[seat] = (uint8_t)hit;
    s->now.reaction_ms[seat] = (int16_t)reaction_ms;
    s->now.error_ms[seat] = event->error_ms;
    s->acted |= (uint8_t)(1u << seat);
    return KN_OK;
}

/* All hands are down: fingers go. */
static void settle_throw(yubitsume_state *s)
{
    uint8_t verdict[YUBITSUME_SEATS], in = s->now.in;
    s->last = s->now;
    memset(&s->now, 0, sizeof s->now);
    memset(s->wood, 0, sizeof s->wood);
    s->now.in = in;
    s->acted = 0;
    s->shown_ms = 0;
    lose_fingers(s, yubitsume_judge(s, &s->last, verdict));
    go_on(s);
}

static kn_refusal close_window(yubitsume_state *s, const kn_event *event)
{
    if (event->move != YUBITSUME_CLOSE)
        return KN_ILLEGAL;
    if (event->at_ms < alarm(s))
        return KN_TOO_SOON;
    settle_throw(s);
    return KN_OK;
}

/* Who is safe is known, so it is kept as hands that would have led to it: where a hit was due the
 * safe ones have hit what was right, where it was not the others have hit something. */
static kn_refusal spare(yubitsume_state *s, kn_move move)
{
    kn_move spared = move - YUBITSUME_SPARED;
    unsigned right = yubitsume_case_of(yubitsume_level_of(s), s->now.dice).right;
    if (move < YUBITSUME_SPARED || (spared & ~(kn_move)s->now.in))
        return KN_ILLEGAL;
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++) {
        bool safe = spared >> seat & 1, in = s->now.in >> seat & 1;
        if (in && safe == (right != 0))
            s->now.hit[seat] = (uint8_t)(right ? __builtin_ctz(right) : YUBITSUME_HIT_KNIFE);
    }
    settle_throw(s);
    return KN_OK;
}

int yubitsume_next_at_risk(const yubitsume_state *s)
{
    int seat = s->turn;
    while (!(s->risk >> seat & 1))
        seat = clockwise(s, seat);
    return seat;
}

static kn_refusal land_wood(yubitsume_state *s, kn_move move)
{
    kn_move fell = move - YUBITSUME_WOOD;
    int seat = yubitsume_next_at_risk(s);
    if (fell < YUBITSUME_CLEAN || fell > YUBITSUME_SIDE)
        return KN_ILLEGAL;
    s->wood[seat] = (uint8_t)fell;
    s->risk &= (uint8_t) ~(1u << seat);
    if (fell == YUBITSUME_BLOODY) {
        s->lost[seat]++;
        s->now.in &= (uint8_t) ~(1u << seat);
    }
    if (fell == YUBITSUME_SIDE)
        s->lost[seat]--;
    go_on(s);
    return KN_OK;
}

static kn_refusal put_ring(yubitsume_state *s, const kn_event *event)
{
    kn_move finger = event->move - YUBITSUME_PUT_RING;
    uint8_t *rings = &s->rings[event->actor];
    if (finger >= YUBITSUME_FINGERS || (*rings >> finger & 1))
        return KN_ILLEGAL;
    *rings |= (uint8_t)(1u << finger);
    heal(s);
    if (__builtin_popcount(*rings) == YUBITSUME_RINGS_TO_WIN)
        s->phase = YUBITSUME_OVER;
    else
        next_thrower(s);
    return KN_OK;
}

static kn_refusal apply(void *state, const kn_event *event)
{
    yubitsume_state *s = state;
    kn_refusal refusal = kn_event_refusal(to_act(s), event);
    if (refusal)
        return refusal;
    switch (s->phase) {
    case YUBITSUME_DRAW_FIRST:
        if (event->move >= s->setup.seats)
            return KN_ILLEGAL;
        s->turn = (uint8_t)event->move;
        s->phase = YUBITSUME_READY;
        return KN_OK;
    case YUBITSUME_READY:
        if (event->move != YUBITSUME_THROW)
            return KN_ILLEGAL;
        s->phase = YUBITSUME_THROWING;
        return KN_OK;
    case YUBITSUME_THROWING: return land_die(s, event);
    case YUBITSUME_WINDOW:
        if (yubitsume_by_hand(s))
            return spare(s, event->move);
        return event->actor == KN_CLOCK ? close_window(s, event) : slap(s, event);
    case YUBITSUME_FINGER: return land_wood(s, event->move);
    default: return put_ring(s, event);
    }
}

int32_t yubitsume_score(const void *state, int seat)
{
    const yubitsume_state *s = state;
    return __builtin_popcount(s->rings[seat]);
}

static kn_actors result(const void *state)
{
    const yubitsume_state *s = state;
    return s->phase == YUBITSUME_OVER ? kn_leading(&yubitsume_game, state) : 0;
}

/* ---- what may be known ---- */

/* While the window is open nobody learns that another has acted. At the real table all see it. */
static void view(const void *state, int who, void *out)
{
    yubitsume_state *s = out;
    memcpy(s, state, sizeof *s);
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++) {
        if (seat == who)
            continue;
        s->acted &= (uint8_t) ~(1u << seat);
        s->now.hit[seat] = YUBITSUME_HIT_NOTHING;
        s->now.reaction_ms[seat] = 0;
        s->now.error_ms[seat] = 0;
    }
}

static kn_sight seen(const void *state, const kn_event *event, int who)
{
    const yubitsume_state *s = state;
    bool slapped =
        s->phase == YUBITSUME_WINDOW && event->actor < KN_SEATS_MAX && !yubitsume_by_hand(s);
    return slapped && event->actor != who ? KN_UNSEEN : KN_SEEN;
}

static const char *const seat_keys[] = {"turn", "wood_for", "ring_for", NULL};

const kn_game yubitsume_game = {
    .key = "yubitsume",
    .version = 1,
    .seats_min = 2,
    .seats_max = YUBITSUME_SEATS,
    .state_bytes = sizeof(yubitsume_state),
    .option_count = sizeof options / sizeof *options,
    .options = options,
    .seat_keys = seat_keys,
    .companion = "window_ms=0",
    .start = start,
    .to_act = to_act,
    .moves = moves,
    .outcomes = outcomes,
    .apply = apply,
    .alarm = alarm,
    .score = yubitsume_score,
    .result = result,
    .view = view,
    .seen = seen,
    .write_move = yubitsume_write_move,
    .read_move = yubitsume_read_move,
    .write_position = yubitsume_write_position,
    .read_position = yubitsume_read_position,
    .describe = yubitsume_describe,
};
