/* text.c: Yubitsume as text: moves, positions and their validity, the view as JSON. README.md lists
 * the texts. */
#include <string.h>

#include "games/yubitsume/inside.h"

static const char *const phase_names[] = {"draw_first", "ready", "throwing", "window",
                                          "fingers",    "ring",  "over",     NULL};

/* Nothing of the kind is a dash in a position; moves, which always name something, begin after it.
 */
static const char *const face_names[] = {"-", "1s", "3s", "1b", "2b", "2c", "3c", NULL};
static const char *const hit_names[] = {"-", "1", "2", "3", "black", "knife", NULL};
static const char *const wood_names[] = {"-", "clean", "bloody", "side", NULL};

/* From the finger that goes first; rings are bits in this order. */
static const char *const finger_names[] = {"little", "ring", "middle", "index", "thumb", NULL};

static const char *const verdict_names[] = {"not_in",      "safe",    "too_slow", "wrong",
                                            "false_start", "nothing", "not_safe"};

/* ---- texts of moves ---- */

static void put_named(kn_text *out, const char *verb, const char *const *names, kn_move count,
                      kn_move index)
{
    kn_put(out, verb);
    kn_put(out, index < count ? names[index] : "?");
}

/* `safe 1 3`, or `safe nobody`. */
static void put_spared(kn_text *out, kn_move spared)
{
    kn_put(out, "safe");
    if (!spared)
        kn_put(out, " nobody");
    for (int seat = 0; seat < YUBITSUME_SEATS; seat++)
        if (spared >> seat & 1) {
            kn_put_char(out, ' ');
            kn_put_int(out, seat + 1);
        }
}

void yubitsume_write_move(const void *state, int actor, kn_move move, kn_text *out)
{
    const yubitsume_state *s = state;
    kn_move kind = move & ~(kn_move)YUBITSUME_NUMBER, number = move & YUBITSUME_NUMBER;
    if (actor == KN_CLOCK)
        kn_put(out, "close");
    else if (actor == KN_CHANCE && s->phase == YUBITSUME_DRAW_FIRST)
        kn_write_first(move, out);
    else if (move >= YUBITSUME_SPARED)
        put_spared(out, move - YUBITSUME_SPARED);
    else if (kind == YUBITSUME_FACE)
        put_named(out, "", face_names + 1, YUBITSUME_FACES, number - 1);
    else if (kind == YUBITSUME_WOOD)
        put_named(out, "", wood_names + 1, YUBITSUME_SIDE, number - 1);
    else if (kind == YUBITSUME_HIT)
        put_named(out, "hit ", hit_names + 1, YUBITSUME_HITS - 1, number - 1);
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
    if (read_named(text, face_names + 1, YUBITSUME_FACE | 1, out) == KN_OK)
        return KN_OK;
    return read_named(text, wood_names + 1, YUBITSUME_WOOD | YUBITSUME_CLEAN, out);
}

static kn_refusal read_spared(kn_slice text, kn_move *out)
{
    kn_slice word;
    int64_t seat, before = 0;
    *out = YUBITSUME_SPARED;
    if (kn_slice_is(text, "nobody"))
        return KN_OK;
    do {
        if (!kn_take_word(&text, &word) || !kn_read_int(word, before + 1, YUBITSUME_SEATS, &seat))
            return KN_UNREADABLE;
        *out |= (kn_move)1 << (seat - 1);
        before = seat;
    } while (text.length > 0);
    return KN_OK;
}

kn_refusal yubitsume_read_move(const void *state, int actor, kn_slice text, kn_move *out)
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
        return read_named(text, hit_names + 1, YUBITSUME_HIT | 1, out);
    if (kn_slice_is(verb, "safe"))
        return read_spared(text, out);
    if (kn_slice_is(verb, "ring"))
        return read_named(text, finger_names, YUBITSUME_PUT_RING, out);
    return KN_UNREADABLE;
}

/* ---- positions: writing ---- */

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
        kn_put(out, hit_names[t->hit[seat]]);
        kn_put_char(out, '@');
        kn_put_int(out, t->reaction_ms[seat]);
        kn_put_char(out, '~');
        kn_put_int(out, t->error_ms[seat]);
    }
}

void yubitsume_write_position(const void *state, kn_text *out)
{
    const yubitsume_state *s = state;
    int seats = s->setup.seats;
    kn_write_setup(&yubitsume_game, s, out);
    kn_put_name(out, "phase", phase_names, s->phase);
    kn_put_number(out, "turn", s->turn + 1);
    kn_put_list(out, "rings", s->rings, seats, -1);
    kn_put_list(out, "lost", s->lost, seats, -1);
    if (s->phase == YUBITSUME_THROWING || s->phase == YUBITSUME_WINDOW)
        kn_put_names(out, "dice", face_names, s->now.dice, yubitsume_dice_count(s));
    if (s->phase == YUBITSUME_WINDOW) {
        kn_put_number(out, "shown_ms", s->shown_ms);
        put_slaps(out, "slaps", &s->now, seats, false);
    }
    if (s->phase == YUBITSUME_FINGER)
        kn_put_set(out, "risk", s->risk, seats);
    if (s->last.in) {
        kn_put_names(out, "last", face_names, s->last.dice, yubitsume_dice_count(s));
        put_slaps(out, "last_slaps", &s->last, seats, true);
        kn_put_names(out, "last_wood", wood_names, s->wood, seats);
    }
}

/* ---- positions: reading ---- */

static bool read_slap(const yubitsume_state *s, kn_slice text, int seat, yubitsume_slaps *t)
{
    kn_slice hit, reaction;
    int64_t reaction_ms, error_ms;
    if (!kn_take_until(&text, '@', &hit) || !kn_take_until(&text, '~', &reaction) ||
        !kn_read_int(reaction, -YUBITSUME_WINDOW_MAX_MS, s->setup.option[YUBITSUME_OPTION_WINDOW],
                     &reaction_ms) ||
        !kn_read_int(text, 0, UINT16_MAX, &error_ms))
        return false;
    int what = kn_read_name(hit, hit_names);
    if (what <= YUBITSUME_HIT_NOTHING ||
        (what == YUBITSUME_HIT_BLACK && yubitsume_level_of(s) != YUBITSUME_PROFESSIONAL))
        return false;
    t->hit[seat] = (uint8_t)what;
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
    *in = yubitsume_everybody(s);
    for (int seat = 0; seat < seats; seat++) {
        piece = rest;
        if (seat + 1 < seats && !kn_take_until(&rest, ',', &piece))
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
    int seats = s->setup.seats, dice = yubitsume_dice_count(s);
    uint8_t turn = (uint8_t)(s->turn + 1), slapping = yubitsume_everybody(s);
    bool read = kn_field_name(fields, "phase", phase_names, &s->phase) &&
                kn_field_int(fields, "turn", 1, seats, &turn) &&
                kn_field_list(fields, "rings", s->rings, seats, (1 << YUBITSUME_FINGERS) - 1, -1) &&
                kn_field_list(fields, "lost", s->lost, seats, YUBITSUME_FINGERS, -1) &&
                kn_field_set(fields, "risk", &s->risk, seats) &&
                kn_field_names(fields, "dice", face_names, s->now.dice, dice) &&
                kn_field_names(fields, "last", face_names, s->last.dice, dice) &&
                kn_field_names(fields, "last_wood", wood_names, s->wood, seats) &&
                read_slaps(s, fields, "slaps", &s->now, &slapping) &&
                read_slaps(s, fields, "last_slaps", &s->last, &s->last.in) &&
                kn_field_number(fields, "shown_ms", 0, KN_TIME_MAX, &s->shown_ms);
    s->turn = (uint8_t)(turn - 1);
    return read && slapping == yubitsume_everybody(s) && kn_fields_used(fields);
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

/* Someone throws, someone wins the ring, or those at risk have one finger left. */
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
    int count = yubitsume_dice_count(s), thrown = 0, last = 0;
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
    return (s->acted & ~s->now.in) == 0 && !(s->acted && yubitsume_by_hand(s));
}

/* Does the hand of a seat fit what the last throw did to it, in the same round? */
static bool follows(const yubitsume_state *s, int seat, bool loser)
{
    bool was_in = s->last.in >> seat & 1, in = s->now.in >> seat & 1;
    if (in != (was_in && s->wood[seat] != YUBITSUME_BLOODY))
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
    unsigned losers = yubitsume_judge(s, &s->last, verdict);
    bool healed = memcmp(s->lost, nothing, YUBITSUME_SEATS) == 0;
    if (__builtin_popcount(s->last.in) < 2 || (s->risk & ~losers))
        return false;
    if ((s->phase == YUBITSUME_FINGER || s->phase == YUBITSUME_RING) &&
        !(s->last.in >> s->turn & 1))
        return false;
    int next = s->risk ? (yubitsume_next_at_risk(s) - s->turn + s->setup.seats) % s->setup.seats
                       : YUBITSUME_SEATS;
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

kn_refusal yubitsume_read_position(kn_slice text, void *state)
{
    yubitsume_state s;
    kn_fields fields;
    kn_refusal refusal = kn_read_setup(&yubitsume_game, text, &fields, &s);
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
    kn_json_string(out, key, value ? names[value] : NULL);
}

static void describe_dice(const yubitsume_state *s, const yubitsume_slaps *t, kn_json *out)
{
    kn_json_list(out, "dice");
    for (int i = 0; i < YUBITSUME_WHITE; i++)
        describe_name(out, NULL, face_names, t->dice[i]);
    kn_json_end_list(out);
    if (yubitsume_level_of(s) == YUBITSUME_PROFESSIONAL)
        describe_name(out, "black", face_names, t->dice[YUBITSUME_BLACK]);
}

/* What really was hit at a real table nobody has said. */
static void describe_slap(const yubitsume_state *s, const yubitsume_slaps *t, int seat,
                          kn_json *out)
{
    int hit = yubitsume_by_hand(s) ? YUBITSUME_HIT_NOTHING : t->hit[seat];
    describe_name(out, "hit", hit_names, hit);
    if (hit) {
        kn_json_int(out, "reaction_ms", t->reaction_ms[seat]);
        kn_json_int(out, "error_ms", t->error_ms[seat]);
    } else {
        kn_json_null(out, "reaction_ms");
        kn_json_null(out, "error_ms");
    }
}

/* What dice ask for. */
static void describe_asked(const yubitsume_state *s, const uint8_t *dice, kn_json *out)
{
    yubitsume_case asked = yubitsume_case_of(yubitsume_level_of(s), dice);
    kn_json_int(out, "case", asked.number);
    kn_json_list(out, "right");
    for (int hit = 1; hit < YUBITSUME_HITS; hit++)
        if (asked.right >> hit & 1)
            kn_json_string(out, NULL, hit_names[hit]);
    kn_json_end_list(out);
}

/* The throw settled last: what was right, what everyone did and what came of it. */
static void describe_last(const yubitsume_state *s, kn_json *out)
{
    uint8_t verdict[YUBITSUME_SEATS];
    if (!s->last.in) {
        kn_json_null(out, "last");
        return;
    }
    yubitsume_judge(s, &s->last, verdict);
    kn_json_object(out, "last");
    describe_dice(s, &s->last, out);
    describe_asked(s, s->last.dice, out);
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        kn_json_object(out, NULL);
        describe_slap(s, &s->last, seat, out);
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
    kn_json_int(out, "rings", yubitsume_score(s, seat));
    kn_json_int(out, "fingers_left", yubitsume_fingers_left(s, seat));
    kn_json_list(out, "hand");
    for (int finger = 0; finger < YUBITSUME_FINGERS; finger++) {
        if (s->rings[seat] >> finger & 1)
            kn_json_string(out, NULL, "ring");
        else
            kn_json_string(out, NULL, gone-- > 0 ? "lost" : "whole");
    }
    kn_json_end_list(out);
    describe_slap(s, &s->now, seat, out);
    kn_json_end_object(out);
}

void yubitsume_describe(const void *view, kn_json *out)
{
    const yubitsume_state *s = view;
    bool open = s->phase == YUBITSUME_WINDOW && !yubitsume_by_hand(s);
    kn_json_string(out, "phase", phase_names[s->phase]);
    kn_json_int(out, "turn", s->turn + 1);
    kn_json_string(out, "level", yubitsume_level_names[yubitsume_level_of(s)]);
    describe_dice(s, &s->now, out);
    if (open) {
        kn_json_int(out, "shown_ms", s->shown_ms);
        kn_json_int(out, "closes_ms", yubitsume_window_end_ms(s));
    } else {
        kn_json_null(out, "shown_ms");
        kn_json_null(out, "closes_ms");
    }
    if (s->phase == YUBITSUME_WINDOW && yubitsume_by_hand(s)) /* all hands are down: now judge */
        describe_asked(s, s->now.dice, out);
    kn_json_int_or_null(out, "wood_for", s->risk ? yubitsume_next_at_risk(s) + 1 : 0, 0);
    kn_json_int_or_null(out, "ring_for",
                        s->phase == YUBITSUME_RING ? kn_first_actor(s->now.in) + 1 : 0, 0);
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++)
        describe_seat(s, seat, out);
    kn_json_end_list(out);
    describe_last(s, out);
}
