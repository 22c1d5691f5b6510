/* yubitsume.c: the rules of Yubitsume: everybody sees the dice at one instant, the fastest right
 * hand is safe, everybody else loses a finger.
 *
 * Slaps stay hidden until the clock closes the window; only then is anything judged, by when the
 * slaps were made and not by when they arrived. docs/games/yubitsume.md tells the rules to people.
 */
#include <string.h>

#include "games/games.h"
#include "games/yubitsume.h"

enum { WINDOW_MIN_MS = 1000, WINDOW_MAX_MS = 30000 };

enum { FACES = 6 };
static const char *const face_names[] = {"1s", "3s", "1b", "2b", "2c", "3c", NULL};
static const uint8_t face_symbol[FACES + 1] = {0, 's', 's', 'b', 'b', 'c', 'c'};
static const uint8_t face_number[FACES + 1] = {0, 1, 3, 1, 2, 2, 3};

static const char *const hit_names[] = {"1", "2", "3", "black", "knife", NULL};

/* From the one that goes first; rings are bits in this order. */
static const char *const finger_names[] = {"little", "ring", "middle", "index", "thumb", NULL};

enum { CLEAN = 1, BLOODY, SIDE };
static const char *const wood_names[] = {"clean", "bloody", "side", NULL};

static const char *const level_names[] = {"basic", "advanced", "professional", NULL};
static const kn_option options[] = {
    {"level", level_names, 0, 2, YUBITSUME_BASIC},
    {"window_ms", NULL, WINDOW_MIN_MS, WINDOW_MAX_MS, 4000},
    KN_FIRST_OPTION,
};

static const char *const phase_names[] = {"draw_first", "ready", "throwing", "window",
                                          "fingers",    "ring",  "over",     NULL};

_Static_assert(sizeof(yubitsume_state) == 120, "no bytes between the members");

/* The other moves: those of the clock and of chance. */
enum { CLOSE = 0, FACE = 48, WOOD = 64, NUMBER = 15 };

const kn_game yubitsume_game;

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

enum { NOT_IN, SAFE, TOO_SLOW, WRONG, FALSE_START, NOTHING };
static const char *const verdict_names[] = {"not_in", "safe",        "too_slow",
                                            "wrong",  "false_start", "nothing"};

/* One slap by itself; a right one is too slow until it turns out to be the fastest. */
static uint8_t judge_alone(const yubitsume_slaps *t, int seat, unsigned right)
{
    if (!(t->in >> seat & 1))
        return NOT_IN;
    if (t->hit[seat] == YUBITSUME_HIT_NOTHING)
        return right ? NOTHING : SAFE;
    if (t->reaction_ms[seat] < YUBITSUME_FALSE_START_MS)
        return FALSE_START;
    return right >> t->hit[seat] & 1 ? TOO_SLOW : WRONG;
}

/* Fill in the verdicts and answer who loses a finger. Among several earliest slaps the one that
 * can be trusted least sets the bar, so that the order of the seats decides nothing. */
static uint8_t judge(int level, const yubitsume_slaps *t, uint8_t *verdict)
{
    unsigned right = yubitsume_case_of(level, t->dice).right, losers = 0;
    int first_ms = WINDOW_MAX_MS + 1, first_error_ms = 0;
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++) {
        int ms = t->reaction_ms[seat], error_ms = t->error_ms[seat];
        verdict[seat] = judge_alone(t, seat, right);
        if (verdict[seat] != TOO_SLOW || ms > first_ms)
            continue;
        if (ms < first_ms || error_ms > first_error_ms)
            first_error_ms = error_ms;
        first_ms = ms;
    }
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++) {
        int behind_ms = t->reaction_ms[seat] - first_ms;
        if (verdict[seat] == TOO_SLOW && behind_ms <= t->error_ms[seat] + first_error_ms)
            verdict[seat] = SAFE;
        if (verdict[seat] > SAFE)
            losers |= 1u << seat;
    }
    return (uint8_t)losers;
}

/* ---- playing ---- */

static int level_of(const yubitsume_state *s)
{
    return s->setup.option[YUBITSUME_OPTION_LEVEL];
}

static int dice_count(const yubitsume_state *s)
{
    return level_of(s) == YUBITSUME_PROFESSIONAL ? YUBITSUME_DICE : YUBITSUME_WHITE;
}

static uint8_t everybody(const yubitsume_state *s)
{
    return (uint8_t)((1u << s->setup.seats) - 1);
}

int yubitsume_fingers_left(const yubitsume_state *s, int seat)
{
    return YUBITSUME_FINGERS - __builtin_popcount(s->rings[seat]) - s->lost[seat];
}

static int clockwise(const yubitsume_state *s, int seat)
{
    return seat + 1 < s->setup.seats ? seat + 1 : 0;
}

/* The table may be so old that the window would end after all time. */
static int64_t window_end_ms(const yubitsume_state *s)
{
    int64_t end_ms = s->shown_ms + s->setup.option[YUBITSUME_OPTION_WINDOW];
    return end_ms < KN_TIME_MAX ? end_ms : KN_TIME_MAX;
}

static int64_t alarm(const void *state)
{
    const yubitsume_state *s = state;
    if (s->phase != YUBITSUME_WINDOW)
        return KN_NEVER;
    return s->acted == s->now.in ? s->shown_ms : window_end_ms(s);
}

static kn_refusal start(const kn_setup *setup, void *state)
{
    yubitsume_state *s = state;
    if (!kn_setup_valid(&yubitsume_game, setup))
        return KN_BAD_SETUP;
    memset(s, 0, sizeof *s);
    s->setup = *setup;
    s->now.in = everybody(s);
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
    case YUBITSUME_WINDOW: return (kn_actors)((s->now.in & ~s->acted) | KN_ACTOR(KN_CLOCK));
    case YUBITSUME_RING: return s->now.in; /* one seat only */
    default: return 0;
    }
}

static int list_hits(const yubitsume_state *s, kn_move *out)
{
    int listed = 0;
    for (kn_move hit = 1; hit < YUBITSUME_HITS; hit++)
        if (hit != YUBITSUME_HIT_BLACK || level_of(s) == YUBITSUME_PROFESSIONAL)
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

static int moves(const void *state, int who, kn_move *out)
{
    const yubitsume_state *s = state;
    if (who < 0 || who > KN_CLOCK || who == KN_CHANCE || !(to_act(s) & KN_ACTOR(who)))
        return 0;
    if (s->phase == YUBITSUME_WINDOW && who != KN_CLOCK)
        return list_hits(s, out);
    if (s->phase == YUBITSUME_RING)
        return list_rings(s, who, out);
    out[0] = s->phase == YUBITSUME_WINDOW ? CLOSE : YUBITSUME_THROW;
    return 1;
}

static int outcomes(const void *state, kn_outcome *out)
{
    const yubitsume_state *s = state;
    switch (s->phase) {
    case YUBITSUME_DRAW_FIRST: return kn_even_outcomes(0, s->setup.seats, out);
    case YUBITSUME_THROWING: return kn_even_outcomes(FACE | 1, FACES, out);
    case YUBITSUME_FINGER:
        out[0] = (kn_outcome){WOOD | CLEAN, YUBITSUME_CLEAN_WEIGHT};
        out[1] = (kn_outcome){WOOD | BLOODY, YUBITSUME_BLOODY_WEIGHT};
        out[2] = (kn_outcome){WOOD | SIDE, YUBITSUME_SIDE_WEIGHT};
        return 3;
    default: return 0;
    }
}

/* All fingers are back and everybody is in. */
static void heal(yubitsume_state *s)
{
    memset(s->lost, 0, sizeof s->lost);
    s->now.in = everybody(s);
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
    kn_move face = event->move - FACE;
    int count = dice_count(s), next = 0;
    if (face < 1 || face > FACES)
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
        (hit == YUBITSUME_HIT_BLACK && level_of(s) != YUBITSUME_PROFESSIONAL))
        return KN_ILLEGAL;
    if (reaction_ms > s->setup.option[YUBITSUME_OPTION_WINDOW])
        return KN_TOO_LATE;
    if (reaction_ms < -WINDOW_MAX_MS)
        reaction_ms = -WINDOW_MAX_MS;
    s->now.hit[seat] = (uint8_t)hit;
    s->now.reaction_ms[seat] = (int16_t)reaction_ms;
    s->now.error_ms[seat] = event->error_ms;
    s->acted |= (uint8_t)(1u << seat);
    return KN_OK;
}

static kn_refusal close_window(yubitsume_state *s, const kn_event *event)
{
    uint8_t verdict[YUBITSUME_SEATS], in = s->now.in;
    if (event->move != CLOSE)
        return KN_ILLEGAL;
    if (event->at_ms < alarm(s))
        return KN_TOO_SOON;
    s->last = s->now;
    memset(&s->now, 0, sizeof s->now);
    memset(s->wood, 0, sizeof s->wood);
    s->now.in = in;
    s->acted = 0;
    s->shown_ms = 0;
    lose_fingers(s, judge(level_of(s), &s->last, verdict));
    go_on(s);
    return KN_OK;
}

/* The next to throw the wooden finger, clockwise from the thrower. */
static int next_at_risk(const yubitsume_state *s)
{
    int seat = s->turn;
    while (!(s->risk >> seat & 1))
        seat = clockwise(s, seat);
    return seat;
}

static kn_refusal land_wood(yubitsume_state *s, kn_move move)
{
    kn_move fell = move - WOOD;
    int seat = next_at_risk(s);
    if (fell < CLEAN || fell > SIDE)
        return KN_ILLEGAL;
    s->wood[seat] = (uint8_t)fell;
    s->risk &= (uint8_t) ~(1u << seat);
    if (fell == BLOODY) {
        s->lost[seat]++;
        s->now.in &= (uint8_t) ~(1u << seat);
    }
    if (fell == SIDE)
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
        return event->actor == KN_CLOCK ? close_window(s, event) : slap(s, event);
    case YUBITSUME_FINGER: return land_wood(s, event->move);
    default: return put_ring(s, event);
    }
}

static int32_t score(const void *state, int seat)
{
    const yubitsume_state *s = state;
    return __builtin_popcount(s->rings[seat]);
}

static kn_actors result(const void *state)
{
    const yubitsume_state *s = state;
    return s->phase == YUBITSUME_OVER ? kn_highest(&yubitsume_game, state) : 0;
}

/* ---- what may be known ---- */

/* While the window is open nobody learns that another has acted. */
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
    bool slapped = s->phase == YUBITSUME_WINDOW && event->actor < KN_SEATS_MAX;
    return slapped && event->actor != who ? KN_UNSEEN : KN_SEEN;
}

/* ---- texts of moves ---- */

static void put_named(kn_text *out, const char *verb, const char *const *names, kn_move count,
                      kn_move index)
{
    kn_put(out, verb);
    kn_put(out, index < count ? names[index] : "?");
}

static void write_move(const void *state, int actor, kn_move move, kn_text *out)
{
    const yubitsume_state *s = state;
    kn_move kind = move & ~(kn_move)NUMBER, number = move & NUMBER;
    if (actor == KN_CLOCK)
        kn_put(out, "close");
    else if (actor == KN_CHANCE && s->phase == YUBITSUME_DRAW_FIRST)
        kn_write_first(move, out);
    else if (kind == FACE)
        put_named(out, "", face_names, FACES, number - 1);
    else if (kind == WOOD)
        put_named(out, "", wood_names, SIDE, number - 1);
    else if (kind == YUBITSUME_HIT)
        put_named(out, "hit ", hit_names, YUBITSUME_HITS - 1, number - 1);
    else if (kind == YUBITSUME_PUT_RING)
        put_named(out, "ring ", finger_names, YUBITSUME_FINGERS, number);
    else
        kn_put(out, "throw");
}

/* A word among names; the first of them is `first`. */
static kn_refusal read_named(kn_slice word, const char *const *names, kn_move first, kn_move *out)
{
    int index = kn_read_name(word, names);
    if (index < 0)
        return KN_UNREADABLE;
    *out = first + (kn_move)index;
    return KN_OK;
}

static kn_refusal read_chance(const yubitsume_state *s, kn_slice text, kn_move *out)
{
    if (s->phase == YUBITSUME_DRAW_FIRST)
        return kn_read_first(text, s->setup.seats, out);
    if (read_named(text, face_names, FACE | 1, out) == KN_OK)
        return KN_OK;
    return read_named(text, wood_names, WOOD | CLEAN, out);
}

static kn_refusal read_move(const void *state, int actor, kn_slice text, kn_move *out)
{
    kn_slice verb;
    if (actor == KN_CHANCE)
        return read_chance(state, text, out);
    if (kn_slice_is(text, actor == KN_CLOCK ? "close" : "throw")) {
        *out = YUBITSUME_THROW;
        return KN_OK;
    }
    if (actor == KN_CLOCK || !kn_take_until(&text, ' ', &verb))
        return KN_UNREADABLE;
    if (kn_slice_is(verb, "hit"))
        return read_named(text, hit_names, YUBITSUME_HIT | 1, out);
    if (kn_slice_is(verb, "ring"))
        return read_named(text, finger_names, YUBITSUME_PUT_RING, out);
    return KN_UNREADABLE;
}

/* ---- positions: writing ---- */

/* ` key=1s,-,3c`: words for numbers from 1 on, a dash for 0. */
static void put_words(kn_text *out, const char *key, const uint8_t *values, int count,
                      const char *const *names)
{
    kn_put_key(out, key);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            kn_put_char(out, ',');
        kn_put(out, values[i] ? names[values[i] - 1] : "-");
    }
}

/* `knife@420~15`: what was hit, after how long, and by how much that may be wrong. */
static void put_slaps(kn_text *out, const char *key, const yubitsume_slaps *t, int seats,
                      bool tell_out)
{
    kn_put_key(out, key);
    for (int seat = 0; seat < seats; seat++) {
        if (seat > 0)
            kn_put_char(out, ',');
        if (t->hit[seat] == YUBITSUME_HIT_NOTHING) {
            kn_put(out, tell_out && !(t->in >> seat & 1) ? "out" : "-");
            continue;
        }
        kn_put(out, hit_names[t->hit[seat] - 1]);
        kn_put_char(out, '@');
        kn_put_int(out, t->reaction_ms[seat]);
        kn_put_char(out, '~');
        kn_put_int(out, t->error_ms[seat]);
    }
}

static void put_bits(kn_text *out, const char *key, unsigned set, int seats)
{
    uint8_t bits[YUBITSUME_SEATS];
    for (int seat = 0; seat < seats; seat++)
        bits[seat] = set >> seat & 1;
    kn_put_list(out, key, bits, seats, -1);
}

static void write_position(const void *state, kn_text *out)
{
    const yubitsume_state *s = state;
    int seats = s->setup.seats;
    kn_write_setup(&yubitsume_game, s, out);
    kn_put_key(out, "phase");
    kn_put(out, phase_names[s->phase]);
    kn_put_key(out, "turn");
    kn_put_int(out, s->turn + 1);
    kn_put_list(out, "rings", s->rings, seats, -1);
    kn_put_list(out, "lost", s->lost, seats, -1);
    if (s->phase == YUBITSUME_THROWING || s->phase == YUBITSUME_WINDOW)
        put_words(out, "dice", s->now.dice, dice_count(s), face_names);
    if (s->phase == YUBITSUME_WINDOW) {
        kn_put_key(out, "shown_ms");
        kn_put_int(out, s->shown_ms);
        put_slaps(out, "slaps", &s->now, seats, false);
    }
    if (s->phase == YUBITSUME_FINGER)
        put_bits(out, "risk", s->risk, seats);
    if (s->last.in) {
        put_words(out, "last", s->last.dice, dice_count(s), face_names);
        put_slaps(out, "last_slaps", &s->last, seats, true);
        put_words(out, "last_wood", s->wood, seats, wood_names);
    }
}

/* ---- positions: reading ---- */

/* The next of several pieces parted by commas. */
static bool take_piece(kn_slice *rest, bool last, kn_slice *piece)
{
    if (!last)
        return kn_take_until(rest, ',', piece);
    *piece = *rest;
    return true;
}

static bool read_words(kn_fields *fields, const char *key, uint8_t *values, int count,
                       const char *const *names)
{
    kn_slice rest, piece;
    if (!kn_field(fields, key, &rest))
        return true;
    for (int i = 0; i < count; i++) {
        if (!take_piece(&rest, i + 1 == count, &piece))
            return false;
        int index = kn_slice_is(piece, "-") ? -1 : kn_read_name(piece, names);
        if (index < 0 && !kn_slice_is(piece, "-"))
            return false;
        values[i] = (uint8_t)(index + 1);
    }
    return true;
}

static bool read_slap(const yubitsume_state *s, kn_slice text, int seat, yubitsume_slaps *t)
{
    kn_slice hit, reaction;
    int64_t reaction_ms, error_ms;
    if (!kn_take_until(&text, '@', &hit) || !kn_take_until(&text, '~', &reaction) ||
        !kn_read_int(reaction, -WINDOW_MAX_MS, s->setup.option[YUBITSUME_OPTION_WINDOW],
                     &reaction_ms) ||
        !kn_read_int(text, 0, UINT16_MAX, &error_ms))
        return false;
    int index = kn_read_name(hit, hit_names);
    if (index < 0 || (index + 1 == YUBITSUME_HIT_BLACK && level_of(s) != YUBITSUME_PROFESSIONAL))
        return false;
    t->hit[seat] = (uint8_t)(index + 1);
    t->reaction_ms[seat] = (int16_t)reaction_ms;
    t->error_ms[seat] = (uint16_t)error_ms;
    return true;
}

/* Slaps, and into `in` who was not `out`. */
static bool read_slaps(const yubitsume_state *s, kn_fields *fields, const char *key,
                       yubitsume_slaps *t, uint8_t *in)
{
    kn_slice rest, piece;
    int seats = s->setup.seats;
    if (!kn_field(fields, key, &rest))
        return true;
    *in = everybody(s);
    for (int seat = 0; seat < seats; seat++) {
        if (!take_piece(&rest, seat + 1 == seats, &piece))
            return false;
        if (kn_slice_is(piece, "out"))
            *in &= (uint8_t) ~(1u << seat);
        else if (!kn_slice_is(piece, "-") && !read_slap(s, piece, seat, t))
            return false;
    }
    return true;
}

static bool read_members(kn_fields *fields, yubitsume_state *s)
{
    int seats = s->setup.seats, dice = dice_count(s);
    uint8_t turn = (uint8_t)(s->turn + 1), slapping = everybody(s), risk[YUBITSUME_SEATS] = {0};
    kn_slice shown;
    bool read = kn_field_name(fields, "phase", phase_names, &s->phase) &&
                kn_field_int(fields, "turn", 1, seats, &turn) &&
                kn_field_list(fields, "rings", s->rings, seats, (1 << YUBITSUME_FINGERS) - 1, -1) &&
                kn_field_list(fields, "lost", s->lost, seats, YUBITSUME_FINGERS, -1) &&
                kn_field_list(fields, "risk", risk, seats, 1, -1) &&
                read_words(fields, "dice", s->now.dice, dice, face_names) &&
                read_words(fields, "last", s->last.dice, dice, face_names) &&
                read_words(fields, "last_wood", s->wood, seats, wood_names) &&
                read_slaps(s, fields, "slaps", &s->now, &slapping) &&
                read_slaps(s, fields, "last_slaps", &s->last, &s->last.in);
    if (!read || slapping != everybody(s))
        return false;
    if (kn_field(fields, "shown_ms", &shown) && !kn_read_int(shown, 0, KN_TIME_MAX, &s->shown_ms))
        return false;
    s->turn = (uint8_t)(turn - 1);
    for (int seat = 0; seat < seats; seat++)
        s->risk |= (uint8_t)(risk[seat] << seat);
    return kn_fields_used(fields);
}

/* Hands that can be; fills in who is in the round. */
static bool hands_possible(yubitsume_state *s)
{
    int winners = 0, lost = 0, rings = 0;
    s->now.in = 0;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int worn = __builtin_popcount(s->rings[seat]);
        if (worn > YUBITSUME_RINGS_TO_WIN || yubitsume_fingers_left(s, seat) < 0)
            return false;
        if (yubitsume_fingers_left(s, seat) > 0)
            s->now.in |= (uint8_t)(1u << seat);
        winners += worn == YUBITSUME_RINGS_TO_WIN;
        rings += worn;
        lost += s->lost[seat];
    }
    if (s->phase == YUBITSUME_OVER)
        return winners == 1 && lost == 0;
    if (s->phase == YUBITSUME_DRAW_FIRST &&
        (s->setup.option[YUBITSUME_OPTION_FIRST] != KN_FIRST_DRAWN || s->turn || rings || lost ||
         s->last.in))
        return false;
    return winners == 0;
}

/* Somebody throws, somebody wins the ring, or those at risk have one finger left. */
static bool round_possible(const yubitsume_state *s)
{
    int in = __builtin_popcount(s->now.in);
    for (int seat = 0; seat < s->setup.seats; seat++)
        if ((s->risk >> seat & 1) && yubitsume_fingers_left(s, seat) != 1)
            return false;
    if ((s->phase == YUBITSUME_FINGER) != (s->risk != 0))
        return false;
    switch (s->phase) {
    case YUBITSUME_FINGER: return s->last.in != 0;
    case YUBITSUME_RING: return in == 1;
    default: return in > 1 && (s->now.in >> s->turn & 1);
    }
}

/* Dice are thrown from the first to the last. */
static bool dice_possible(const yubitsume_state *s)
{
    int count = dice_count(s), thrown = 0, last = 0;
    while (thrown < count && s->now.dice[thrown])
        thrown++;
    for (int i = thrown; i < count; i++)
        if (s->now.dice[i])
            return false;
    for (int i = 0; i < count; i++)
        last += s->last.dice[i] != 0;
    if (last != (s->last.in ? count : 0))
        return false;
    switch (s->phase) {
    case YUBITSUME_THROWING: return thrown < count;
    case YUBITSUME_WINDOW: return thrown == count;
    default: return thrown == 0;
    }
}

/* Slaps only in the window and of those in the round, at times that are; notes who has acted. */
static bool slaps_possible(yubitsume_state *s)
{
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int64_t acted_ms = s->shown_ms + s->now.reaction_ms[seat];
        if (s->now.hit[seat] == YUBITSUME_HIT_NOTHING)
            continue;
        if (acted_ms < 0 || acted_ms > KN_TIME_MAX)
            return false;
        s->acted |= (uint8_t)(1u << seat);
    }
    if (s->phase != YUBITSUME_WINDOW)
        return s->acted == 0 && s->shown_ms == 0;
    return (s->acted & ~s->now.in) == 0;
}

/* Does the hand of a seat fit what the last throw did to it, in the same round? */
static bool follows(const yubitsume_state *s, int seat, bool loser)
{
    bool was_in = s->last.in >> seat & 1, in = s->now.in >> seat & 1;
    if (in != (was_in && s->wood[seat] != BLOODY))
        return false;
    return !loser || s->lost[seat] > 0;
}

/* The throw remembered may be left out, but if it is there, the rest must follow from it. */
static bool last_possible(const yubitsume_state *s)
{
    static const uint8_t nothing[YUBITSUME_SEATS];
    uint8_t verdict[YUBITSUME_SEATS];
    if (!s->last.in)
        return memcmp(s->wood, nothing, YUBITSUME_SEATS) == 0;
    unsigned losers = judge(level_of(s), &s->last, verdict);
    bool healed = memcmp(s->lost, nothing, YUBITSUME_SEATS) == 0;
    if (__builtin_popcount(s->last.in) < 2 || (s->risk & ~losers))
        return false;
    if ((s->phase == YUBITSUME_FINGER || s->phase == YUBITSUME_RING) &&
        !(s->last.in >> s->turn & 1))
        return false;
    int next =
        s->risk ? (next_at_risk(s) - s->turn + s->setup.seats) % s->setup.seats : YUBITSUME_SEATS;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        bool loser = losers >> seat & 1;
        int place = (seat - s->turn + s->setup.seats) % s->setup.seats;
        if (s->wood[seat] && (!loser || place >= next))
            return false;
        if (!healed && !follows(s, seat, loser))
            return false;
    }
    return true;
}

static kn_refusal read_position(kn_slice text, void *state)
{
    yubitsume_state s;
    kn_fields fields;
    if (!kn_read_fields(text, &fields))
        return KN_UNREADABLE;
    kn_refusal refusal = kn_read_setup(&yubitsume_game, &fields, &s);
    if (refusal)
        return refusal;
    if (!read_members(&fields, &s))
        return KN_UNREADABLE;
    if (!hands_possible(&s) || !round_possible(&s) || !dice_possible(&s) || !slaps_possible(&s) ||
        !last_possible(&s))
        return KN_IMPOSSIBLE;
    memcpy(state, &s, sizeof s);
    return KN_OK;
}

/* ---- JSON ---- */

static void describe_name(kn_json *out, const char *key, const char *const *names, int value)
{
    if (value)
        kn_json_string(out, key, names[value - 1]);
    else
        kn_json_null(out, key);
}

/* A seat from 1 on, or null. */
static void describe_seat_number(kn_json *out, const char *key, bool there, int seat)
{
    if (there)
        kn_json_int(out, key, seat + 1);
    else
        kn_json_null(out, key);
}

static void describe_dice(const yubitsume_state *s, const yubitsume_slaps *t, kn_json *out)
{
    kn_json_list(out, "dice");
    for (int i = 0; i < YUBITSUME_WHITE; i++)
        describe_name(out, NULL, face_names, t->dice[i]);
    kn_json_end_list(out);
    if (level_of(s) == YUBITSUME_PROFESSIONAL)
        describe_name(out, "black", face_names, t->dice[YUBITSUME_BLACK]);
}

static void describe_slap(const yubitsume_slaps *t, int seat, kn_json *out)
{
    describe_name(out, "hit", hit_names, t->hit[seat]);
    if (t->hit[seat]) {
        kn_json_int(out, "reaction_ms", t->reaction_ms[seat]);
        kn_json_int(out, "error_ms", t->error_ms[seat]);
    } else {
        kn_json_null(out, "reaction_ms");
        kn_json_null(out, "error_ms");
    }
}

/* The throw settled last: what was right, what everybody did and what came of it. */
static void describe_last(const yubitsume_state *s, kn_json *out)
{
    uint8_t verdict[YUBITSUME_SEATS];
    if (!s->last.in) {
        kn_json_null(out, "last");
        return;
    }
    yubitsume_case asked = yubitsume_case_of(level_of(s), s->last.dice);
    judge(level_of(s), &s->last, verdict);
    kn_json_object(out, "last");
    describe_dice(s, &s->last, out);
    kn_json_int(out, "case", asked.number);
    kn_json_list(out, "right");
    for (int hit = 1; hit < YUBITSUME_HITS; hit++)
        if (asked.right >> hit & 1)
            kn_json_string(out, NULL, hit_names[hit - 1]);
    kn_json_end_list(out);
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        kn_json_object(out, NULL);
        describe_slap(&s->last, seat, out);
        kn_json_string(out, "verdict", verdict_names[verdict[seat]]);
        describe_name(out, "wood", wood_names, s->wood[seat]);
        kn_json_end_object(out);
    }
    kn_json_end_list(out);
    kn_json_end_object(out);
}

/* The hand from the little finger to the thumb, and this throw's slap as far as it is known. */
static void describe_seat(const yubitsume_state *s, int seat, kn_json *out)
{
    int gone = s->lost[seat];
    kn_json_object(out, NULL);
    kn_json_bool(out, "in", s->now.in >> seat & 1);
    kn_json_int(out, "rings", score(s, seat));
    kn_json_int(out, "fingers_left", yubitsume_fingers_left(s, seat));
    kn_json_list(out, "hand");
    for (int finger = 0; finger < YUBITSUME_FINGERS; finger++) {
        if (s->rings[seat] >> finger & 1)
            kn_json_string(out, NULL, "ring");
        else
            kn_json_string(out, NULL, gone-- > 0 ? "lost" : "whole");
    }
    kn_json_end_list(out);
    describe_slap(&s->now, seat, out);
    kn_json_end_object(out);
}

static void describe(const void *view, kn_json *out)
{
    const yubitsume_state *s = view;
    bool open = s->phase == YUBITSUME_WINDOW;
    kn_json_string(out, "phase", phase_names[s->phase]);
    kn_json_int(out, "turn", s->turn + 1);
    kn_json_string(out, "level", level_names[level_of(s)]);
    describe_dice(s, &s->now, out);
    if (open) {
        kn_json_int(out, "shown_ms", s->shown_ms);
        kn_json_int(out, "closes_ms", window_end_ms(s));
    } else {
        kn_json_null(out, "shown_ms");
        kn_json_null(out, "closes_ms");
    }
    describe_seat_number(out, "wood_for", s->risk, s->risk ? next_at_risk(s) : 0);
    describe_seat_number(out, "ring_for", s->phase == YUBITSUME_RING,
                         __builtin_ctz(s->now.in | 1u << YUBITSUME_SEATS));
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++)
        describe_seat(s, seat, out);
    kn_json_end_list(out);
    describe_last(s, out);
}

const kn_game yubitsume_game = {
    .key = "yubitsume",
    .version = 1,
    .seats_min = 2,
    .seats_max = YUBITSUME_SEATS,
    .state_bytes = sizeof(yubitsume_state),
    .option_count = sizeof options / sizeof *options,
    .options = options,
    .start = start,
    .to_act = to_act,
    .moves = moves,
    .outcomes = outcomes,
    .apply = apply,
    .alarm = alarm,
    .score = score,
    .result = result,
    .view = view,
    .seen = seen,
    .write_move = write_move,
    .read_move = read_move,
    .write_position = write_position,
    .read_position = read_position,
    .describe = describe,
};
