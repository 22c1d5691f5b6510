/* rules.c: the rules of Yu-C-A-Tan: pick a card, throw all dice left, stop in time.
 *
 * Nothing is hidden. Picking a card is a move of the seat, then comes one event of chance for each
 * die; the last of them settles the throw. README.md has the rules for players. */
#include <string.h>

#include "games/yucatan/rules.h"

enum { ROUNDS_FEW_SEATS = 4, ROUNDS_MANY_SEATS = 3, MANY_SEATS = 4 };
enum { MOST_A_DIE = YUCATAN_TURN_MOST / YUCATAN_DICE };

enum { CIRCLE = 3, BLUE = 6 };

static const char *const card_names[] = {"-",    "odd", "even",   "circle", "square", "cross",
                                         "blue", "red", "orange", "1",      "2",      "3",
                                         "4",    "5",   "6",      NULL};

/* All dice are alike: 1 circle blue, 2 square red, 3 cross orange, 4 circle red, 5 square orange,
 * 6 cross blue. A throw is judged by one card, so another pairing would not change the odds. */
enum { FIT_MOST = 3, NO_FACE = 0xff };
static const struct {
    uint8_t faces[FIT_MOST]; /* that fit; the last of them stands again where there are fewer */
    uint8_t worth;           /* points for each die */
} cards[YUCATAN_CARDS + 1] = {
    {{NO_FACE, NO_FACE, NO_FACE}, 0},
    {{1, 3, 5}, 1}, /* odd */
    {{2, 4, 6}, 1}, /* even */
    {{1, 4, 4}, 2}, /* circle */
    {{2, 5, 5}, 2}, /* square */
    {{3, 6, 6}, 2}, /* cross */
    {{1, 6, 6}, 2}, /* blue */
    {{2, 4, 4}, 2}, /* red */
    {{3, 5, 5}, 2}, /* orange */
    {{1, 1, 1}, 3},
    {{2, 2, 2}, 3},
    {{3, 3, 3}, 3},
    {{4, 4, 4}, 3},
    {{5, 5, 5}, 3},
    {{6, 6, 6}, 3},
};

static const kn_option options[] = {
    {"rounds", NULL, 1, YUCATAN_ROUNDS_MOST, ROUNDS_FEW_SEATS, false},
    KN_FIRST_OPTION,
};

static const char *const phase_names[] = {"draw_first", "ready", "throwing",
                                          "deciding",   "over",  NULL};

bool yucatan_fits(int card, int face)
{
    const uint8_t *faces = cards[card].faces;
    return (face == faces[0]) | (face == faces[1]) | (face == faces[2]);
}

int yucatan_worth(int card)
{
    return cards[card].worth;
}

/* ---- playing ---- */

static void adjust(kn_setup *setup)
{
    if (setup->seats >= MANY_SEATS)
        setup->option[YUCATAN_ROUNDS] = ROUNDS_MANY_SEATS;
}

static kn_refusal start(const kn_setup *setup, void *state)
{
    yucatan_state *s = state;
    if (!kn_begin(&yucatan_game, setup, s))
        return KN_BAD_SETUP;
    memset(s->sheet, YUCATAN_TO_COME, sizeof s->sheet);
    if (setup->option[YUCATAN_FIRST] == KN_FIRST_DRAWN) {
        s->phase = YUCATAN_DRAW_FIRST;
    } else {
        s->phase = YUCATAN_READY;
        s->turn = (uint8_t)(setup->option[YUCATAN_FIRST] - 1);
    }
    return KN_OK;
}

static kn_actors to_act(const void *state)
{
    const yucatan_state *s = state;
    switch (s->phase) {
    case YUCATAN_DRAW_FIRST:
    case YUCATAN_THROWING: return KN_ACTOR(KN_CHANCE);
    case YUCATAN_READY:
    case YUCATAN_DECIDING: return KN_ACTOR(s->turn);
    default: return 0;
    }
}

/* There is always a card left to pick: each card used holds a die, and a die is left too. */
static int moves(const void *state, int who, kn_move *out)
{
    const yucatan_state *s = state;
    int listed = 0;
    if (who != s->turn || (s->phase != YUCATAN_READY && s->phase != YUCATAN_DECIDING))
        return 0;
    if (s->phase == YUCATAN_DECIDING)
        out[listed++] = YUCATAN_STOP;
    for (kn_move card = 1; card <= YUCATAN_CARDS; card++)
        if (!(s->used >> card & 1))
            out[listed++] = card;
    return listed;
}

static int outcomes(const void *state, kn_outcome *out)
{
    const yucatan_state *s = state;
    if (s->phase == YUCATAN_DRAW_FIRST)
        return kn_even_outcomes(0, s->setup.seats, out);
    return s->phase == YUCATAN_THROWING ? kn_even_outcomes(1, YUCATAN_FACES, out) : 0;
}

int yucatan_turns_had(const yucatan_state *s, int seat)
{
    int rounds = s->setup.option[YUCATAN_ROUNDS], had = 0;
    while (had < rounds && s->sheet[seat][had] != YUCATAN_TO_COME)
        had++;
    return had;
}

static void end_turn(yucatan_state *s, uint8_t written)
{
    s->sheet[s->turn][yucatan_turns_had(s, s->turn)] = written;
    memset(s->face, 0, sizeof s->face);
    memset(s->on, YUCATAN_NO_CARD, sizeof s->on);
    s->used = 0;
    s->points = 0;
    s->turn = (uint8_t)(s->turn + 1 == s->setup.seats ? 0 : s->turn + 1);
    s->phase = yucatan_turns_had(s, s->turn) < s->setup.option[YUCATAN_ROUNDS] ? YUCATAN_READY
                                                                               : YUCATAN_OVER;
}

/* Every throw of a turn takes a card of its own; a die keeps its place among the twelve. */
static kn_place place(const void *state)
{
    const yucatan_state *s = state;
    if (s->phase != YUCATAN_THROWING)
        return (kn_place){0, 0, 0};
    return (kn_place){(uint16_t)(yucatan_turns_had(s, s->turn) + 1),
                      (uint16_t)__builtin_popcount(s->used), (uint16_t)(__builtin_ctz(s->cup) + 1)};
}

/* Put all dice that do not lie on a card into the cup. */
static kn_refusal pick(yucatan_state *s, kn_move card)
{
    if (card > YUCATAN_CARDS || s->used >> card & 1)
        return KN_ILLEGAL;
    unsigned loose = 0; /* without branches, like settle */
    for (int i = YUCATAN_DICE - 1; i >= 0; i--)
        loose = loose * 2 + (s->on[i] == YUCATAN_NO_CARD);
    for (int i = 0; i < YUCATAN_DICE; i++)
        s->face[i] = s->on[i] == YUCATAN_NO_CARD ? 0 : s->face[i];
    s->cup = (uint16_t)loose;
    s->used |= (uint16_t)(1u << card);
    s->card = (uint8_t)card;
    s->phase = YUCATAN_THROWING;
    return KN_OK;
}

/* All bits of a byte if it is so: what the compiler can do with many dice at a time. */
static inline uint8_t all_bits(bool so)
{
    return so ? 0xff : 0;
}

/* All dice have landed: lay those that fit on the card. Nothing here depends on what they show, so
 * that the processor need not guess it. */
static void settle(yucatan_state *s)
{
    const uint8_t card = s->card, *faces = cards[card].faces;
    const uint8_t first = faces[0], second = faces[1], third = faces[2];
    uint8_t on[YUCATAN_DICE], thrown_face[YUCATAN_DICE], laid = 0, left = 0;
    for (int i = 0; i < YUCATAN_DICE; i++) {
        uint8_t face = s->face[i], thrown = all_bits(s->on[i] == YUCATAN_NO_CARD);
        uint8_t fit =
            thrown & (all_bits(face == first) | all_bits(face == second) | all_bits(face == third));
        thrown_face[i] = face & thrown;
        on[i] = s->on[i] | (fit & card);
        laid = (uint8_t)(laid - fit); /* all bits are -1 */
        left = (uint8_t)(left - (thrown ^ fit));
    }
    memcpy(s->on, on, sizeof on);
    memcpy(s->last_face, thrown_face, sizeof thrown_face);
    s->last_card = card;
    s->card = YUCATAN_NO_CARD;
    s->points = (uint8_t)(s->points + laid * cards[card].worth);
    s->phase = YUCATAN_DECIDING;
    if (laid == 0)
        end_turn(s, YUCATAN_DASH);
    else if (left == 0)
        end_turn(s, s->points);
}

static kn_refusal land_die(yucatan_state *s, kn_move face)
{
    if (face < 1 || face > YUCATAN_FACES)
        return KN_ILLEGAL;
    s->face[__builtin_ctz(s->cup)] = (uint8_t)face;
    s->cup &= (uint16_t)(s->cup - 1);
    if (s->cup == 0)
        settle(s);
    return KN_OK;
}

void yucatan_land_all(yucatan_state *s, const uint8_t *faces)
{
    for (unsigned cup = s->cup; cup; cup &= cup - 1)
        s->face[__builtin_ctz(cup)] = (uint8_t)(*faces++ + 1);
    s->cup = 0;
    settle(s);
}

static kn_refusal apply(void *state, const kn_event *event)
{
    yucatan_state *s = state;
    kn_refusal refusal = kn_event_refusal(to_act(s), event);
    if (refusal)
        return refusal;
    if (s->phase == YUCATAN_THROWING)
        return land_die(s, event->move);
    if (s->phase == YUCATAN_DRAW_FIRST) {
        if (event->move >= s->setup.seats)
            return KN_ILLEGAL;
        s->turn = (uint8_t)event->move;
        s->phase = YUCATAN_READY;
        return KN_OK;
    }
    if (event->move != YUCATAN_STOP)
        return pick(s, event->move);
    if (s->phase != YUCATAN_DECIDING)
        return KN_ILLEGAL;
    end_turn(s, s->points);
    return KN_OK;
}

static int32_t score(const void *state, int seat)
{
    const yucatan_state *s = state;
    int32_t sum = 0;
    for (int had = yucatan_turns_had(s, seat), round = 0; round < had; round++)
        sum += s->sheet[seat][round];
    return sum;
}

static kn_actors result(const void *state)
{
    const yucatan_state *s = state;
    return s->phase == YUCATAN_OVER ? kn_leading(&yucatan_game, state) : 0;
}

static void view(const void *state, int who, void *out)
{
    (void)who;
    memcpy(out, state, sizeof(yucatan_state));
}

/* ---- texts ---- */

static void write_move(const void *state, int actor, kn_move move, kn_text *out)
{
    const yucatan_state *s = state;
    if (actor == KN_CHANCE) {
        if (s->phase == YUCATAN_DRAW_FIRST)
            kn_write_first(move, out);
        else
            kn_put_int(out, move);
    } else if (move == YUCATAN_STOP) {
        kn_put(out, "stop");
    } else {
        kn_put(out, "pick ");
        kn_put(out, card_names[move <= YUCATAN_CARDS ? move : YUCATAN_NO_CARD]);
    }
}

static kn_refusal read_move(const void *state, int actor, kn_slice text, kn_move *out)
{
    const yucatan_state *s = state;
    kn_slice word;
    if (actor == KN_CHANCE)
        return s->phase == YUCATAN_DRAW_FIRST ? kn_read_first(text, s->setup.seats, out)
                                              : kn_read_face(text, YUCATAN_FACES, out);
    if (kn_slice_is(text, "stop")) {
        *out = YUCATAN_STOP;
        return KN_OK;
    }
    if (!kn_take_until(&text, ' ', &word) || !kn_slice_is(word, "pick"))
        return KN_UNREADABLE;
    int card = kn_read_name(text, card_names);
    if (card <= YUCATAN_NO_CARD)
        return KN_UNREADABLE;
    *out = (kn_move)card;
    return KN_OK;
}

static const char *const sheet_keys[] = {"sheet1", "sheet2", "sheet3", "sheet4", "sheet5"};

/* What is as at the start is left out. */
static void write_position(const void *state, kn_text *out)
{
    const yucatan_state *s = state;
    kn_write_setup(&yucatan_game, s, out);
    kn_put_name(out, "phase", phase_names, s->phase);
    kn_put_number(out, "turn", s->turn + 1);
    if (s->card != YUCATAN_NO_CARD)
        kn_put_name(out, "card", card_names, s->card);
    if (s->used != 0) {
        kn_put_list(out, "dice", s->face, YUCATAN_DICE, 0);
        kn_put_names(out, "on", card_names, s->on, YUCATAN_DICE);
    }
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (yucatan_turns_had(s, seat) > 0)
            kn_put_list(out, sheet_keys[seat], s->sheet[seat], s->setup.option[YUCATAN_ROUNDS],
                        YUCATAN_TO_COME);
    if (s->last_card != YUCATAN_NO_CARD) {
        kn_put_name(out, "last", card_names, s->last_card);
        kn_put_list(out, "last_dice", s->last_face, YUCATAN_DICE, 0);
    }
}

/* Fill in what follows from the dice and their cards. */
static void count_laid(yucatan_state *s)
{
    for (int i = 0; i < YUCATAN_DICE; i++)
        if (s->on[i] != YUCATAN_NO_CARD) {
            s->used |= (uint16_t)(1u << s->on[i]);
            s->points = (uint8_t)(s->points + cards[s->on[i]].worth);
        } else if (s->phase == YUCATAN_THROWING && s->face[i] == 0) {
            s->cup |= (uint16_t)(1u << i);
        }
    if (s->card != YUCATAN_NO_CARD)
        s->used |= (uint16_t)(1u << s->card);
}

static bool sheet_possible(const yucatan_state *s, int seat)
{
    int had = yucatan_turns_had(s, seat);
    for (int round = 0; round < YUCATAN_ROUNDS_MOST; round++) {
        bool written = s->sheet[seat][round] != YUCATAN_TO_COME;
        if (written != (round < had) || (written && s->sheet[seat][round] > YUCATAN_TURN_MOST))
            return false;
    }
    return true;
}

/* From the starter to the one before whose turn it is, everyone has had one turn more. */
static bool started_by(const yucatan_state *s, int first)
{
    int seats = s->setup.seats, ahead = (s->turn - first + seats) % seats;
    for (int seat = 0; seat < seats; seat++) {
        bool earlier = (seat - first + seats) % seats < ahead;
        if (yucatan_turns_had(s, seat) != yucatan_turns_had(s, s->turn) + earlier)
            return false;
    }
    return true;
}

static bool turns_possible(const yucatan_state *s)
{
    int first = s->setup.option[YUCATAN_FIRST], had = yucatan_turns_had(s, s->turn);
    bool possible = first != KN_FIRST_DRAWN && started_by(s, first - 1);
    for (int seat = 0; first == KN_FIRST_DRAWN && seat < s->setup.seats; seat++)
        possible |= started_by(s, seat);
    if (s->phase == YUCATAN_DRAW_FIRST)
        return first == KN_FIRST_DRAWN && s->turn == 0 && had == 0 && started_by(s, 0);
    return possible && (s->phase == YUCATAN_OVER) == (had == s->setup.option[YUCATAN_ROUNDS]);
}

static bool dice_possible(const yucatan_state *s)
{
    int laid = 0, landed = 0;
    for (int i = 0; i < YUCATAN_DICE; i++) {
        if (s->on[i] != YUCATAN_NO_CARD &&
            (s->on[i] == s->card || !yucatan_fits(s->on[i], s->face[i])))
            return false;
        laid += s->on[i] != YUCATAN_NO_CARD;
        landed += s->on[i] == YUCATAN_NO_CARD && s->face[i] != 0;
        /* Dice land in order. */
        if (s->on[i] == YUCATAN_NO_CARD && s->face[i] != 0 && s->cup & ((1u << i) - 1))
            return false;
    }
    switch (s->phase) {
    case YUCATAN_THROWING: return s->card != YUCATAN_NO_CARD && s->cup != 0;
    case YUCATAN_DECIDING:
        return s->card == YUCATAN_NO_CARD && laid > 0 && landed > 0 &&
               laid + landed == YUCATAN_DICE;
    default: return s->card == YUCATAN_NO_CARD && laid + landed == 0;
    }
}

/* Could the dice lie as they do after a throw for this card? */
static bool settled_by(const yucatan_state *s, int card)
{
    bool laid = false;
    for (int i = 0; i < YUCATAN_DICE; i++) {
        laid |= s->on[i] == card;
        if (s->on[i] == YUCATAN_NO_CARD && s->phase == YUCATAN_DECIDING &&
            yucatan_fits(card, s->face[i]))
            return false;
    }
    return laid;
}

/* The last throw was made in this turn: some of its dice lie on the card, the rest did not fit. */
static bool last_in_turn(const yucatan_state *s)
{
    if (!settled_by(s, s->last_card))
        return false;
    for (int i = 0; i < YUCATAN_DICE; i++) {
        bool laid = s->on[i] == s->last_card, left = s->on[i] == YUCATAN_NO_CARD;
        if ((laid || left) != (s->last_face[i] != 0) ||
            (left && yucatan_fits(s->last_card, s->last_face[i])))
            return false;
        if ((laid || (left && s->phase == YUCATAN_DECIDING)) && s->last_face[i] != s->face[i])
            return false;
    }
    return true;
}

static int seat_before(const yucatan_state *s)
{
    return s->turn > 0 ? s->turn - 1 : s->setup.seats - 1;
}

/* Whose throw was the last. */
static int last_seat(const yucatan_state *s)
{
    return s->points > 0 ? s->turn : seat_before(s);
}

/* What that seat wrote down for the turn, or YUCATAN_TO_COME while the turn goes on. */
static uint8_t last_written(const yucatan_state *s)
{
    int had = yucatan_turns_had(s, last_seat(s));
    return s->points > 0 || had == 0 ? YUCATAN_TO_COME : s->sheet[last_seat(s)][had - 1];
}

static int last_fits(const yucatan_state *s)
{
    int count = 0;
    for (int i = 0; i < YUCATAN_DICE; i++)
        count += yucatan_fits(s->last_card, s->last_face[i]);
    return count;
}

/* The last throw ended the turn before: what is written must fit it. */
static bool last_before_turn(const yucatan_state *s)
{
    int written = last_written(s), fit = last_fits(s), earlier = 0;
    for (int i = 0; i < YUCATAN_DICE; i++)
        earlier += s->last_face[i] == 0;
    if (written == YUCATAN_TO_COME)
        return false;
    if (written == YUCATAN_DASH)
        return fit == 0 && earlier < YUCATAN_DICE;
    int rest = written - fit * cards[s->last_card].worth;
    return fit > 0 && rest >= earlier && rest <= earlier * MOST_A_DIE;
}

/* A position may be silent about the last throw, but what it says must be true. */
static bool last_possible(const yucatan_state *s)
{
    static const uint8_t nothing[YUCATAN_DICE];
    if (s->last_card != YUCATAN_NO_CARD)
        return s->points > 0 ? last_in_turn(s) : last_before_turn(s);
    if (memcmp(s->last_face, nothing, YUCATAN_DICE) != 0)
        return false;
    bool possible = s->phase != YUCATAN_DECIDING;
    for (int card = 1; card <= YUCATAN_CARDS; card++)
        possible |= settled_by(s, card);
    return possible;
}

static bool possible(const yucatan_state *s)
{
    for (int seat = 0; seat < s->setup.seats; seat++)
        if (!sheet_possible(s, seat))
            return false;
    return turns_possible(s) && dice_possible(s) && last_possible(s);
}

static kn_refusal read_position(kn_slice text, void *state)
{
    yucatan_state s;
    kn_fields fields;
    kn_refusal refusal = kn_read_setup(&yucatan_game, text, &fields, &s);
    if (refusal)
        return refusal;
    uint8_t turn = (uint8_t)(s.turn + 1);
    int rounds = s.setup.option[YUCATAN_ROUNDS];
    bool read = kn_field_name(&fields, "phase", phase_names, &s.phase) &&
                kn_field_int(&fields, "turn", 1, s.setup.seats, &turn) &&
                kn_field_name(&fields, "card", card_names, &s.card) &&
                kn_field_list(&fields, "dice", s.face, YUCATAN_DICE, YUCATAN_FACES, 0) &&
                kn_field_names(&fields, "on", card_names, s.on, YUCATAN_DICE) &&
                kn_field_name(&fields, "last", card_names, &s.last_card) &&
                kn_field_list(&fields, "last_dice", s.last_face, YUCATAN_DICE, YUCATAN_FACES, 0);
    for (int seat = 0; seat < s.setup.seats; seat++)
        read = read && kn_field_list(&fields, sheet_keys[seat], s.sheet[seat], rounds,
                                     YUCATAN_TURN_MOST, YUCATAN_TO_COME);
    if (!read || !kn_fields_used(&fields))
        return KN_UNREADABLE;
    s.turn = (uint8_t)(turn - 1);
    count_laid(&s);
    if (!possible(&s))
        return KN_IMPOSSIBLE;
    memcpy(state, &s, sizeof s);
    return KN_OK;
}

/* ---- JSON ---- */

static void describe_card(kn_json *out, int card)
{
    kn_json_string(out, "card", card == YUCATAN_NO_CARD ? NULL : card_names[card]);
}

/* What is printed on the six faces. */
static void describe_faces(kn_json *out)
{
    kn_json_list(out, "faces");
    for (int face = 1; face <= YUCATAN_FACES; face++) {
        int shape = CIRCLE, colour = BLUE;
        while (!yucatan_fits(shape, face))
            shape++;
        while (!yucatan_fits(colour, face))
            colour++;
        kn_json_object(out, NULL);
        kn_json_int(out, "number", face);
        kn_json_string(out, "shape", card_names[shape]);
        kn_json_string(out, "colour", card_names[colour]);
        kn_json_end_object(out);
    }
    kn_json_end_list(out);
}

static void describe_dice(const yucatan_state *s, kn_json *out)
{
    kn_json_list(out, "dice");
    for (int i = 0; i < YUCATAN_DICE; i++) {
        kn_json_object(out, NULL);
        kn_json_int_or_null(out, "face", s->face[i], 0);
        describe_card(out, s->on[i]);
        kn_json_end_object(out);
    }
    kn_json_end_list(out);
}

static void describe_cards(const yucatan_state *s, kn_json *out)
{
    kn_json_list(out, "cards");
    for (int card = 1; card <= YUCATAN_CARDS; card++) {
        kn_json_object(out, NULL);
        kn_json_string(out, "name", card_names[card]);
        kn_json_int(out, "worth", cards[card].worth);
        kn_json_bool(out, "used", s->used >> card & 1);
        kn_json_list(out, "dice");
        for (int i = 0; i < YUCATAN_DICE; i++)
            if (s->on[i] == card)
                kn_json_int(out, NULL, s->face[i]);
        kn_json_end_list(out);
        kn_json_end_object(out);
    }
    kn_json_end_list(out);
}

/* The last throw; `points` is null while its turn goes on. */
static void describe_last(const yucatan_state *s, kn_json *out)
{
    if (s->last_card == YUCATAN_NO_CARD) {
        kn_json_null(out, "last");
        return;
    }
    kn_json_object(out, "last");
    kn_json_int(out, "seat", last_seat(s) + 1);
    kn_json_string(out, "card", card_names[s->last_card]);
    kn_json_list(out, "dice");
    for (int i = 0; i < YUCATAN_DICE; i++)
        kn_json_int_or_null(out, NULL, s->last_face[i], 0);
    kn_json_end_list(out);
    kn_json_int(out, "fits", last_fits(s));
    kn_json_int_or_null(out, "points", last_written(s), YUCATAN_TO_COME);
    kn_json_bool(out, "dash", last_fits(s) == 0);
    kn_json_end_object(out);
}

/* A 0 on the sheet is a dash: what is written down is 1 at least. */
static void describe_sheet(const yucatan_state *s, int seat, kn_json *out)
{
    kn_json_object(out, NULL);
    kn_json_list(out, "sheet");
    for (int round = 0; round < s->setup.option[YUCATAN_ROUNDS]; round++)
        kn_json_int_or_null(out, NULL, s->sheet[seat][round], YUCATAN_TO_COME);
    kn_json_end_list(out);
    kn_json_int(out, "total", score(s, seat));
    kn_json_end_object(out);
}

static void describe(const void *view, kn_json *out)
{
    const yucatan_state *s = view;
    int rounds = s->setup.option[YUCATAN_ROUNDS], had = yucatan_turns_had(s, s->turn);
    kn_json_string(out, "phase", phase_names[s->phase]);
    kn_json_int(out, "turn", s->turn + 1);
    kn_json_int(out, "round", had < rounds ? had + 1 : rounds);
    kn_json_int(out, "rounds", rounds);
    describe_card(out, s->card);
    kn_json_int(out, "in_cup", __builtin_popcount(s->cup));
    kn_json_int(out, "points", s->points);
    describe_dice(s, out);
    describe_cards(s, out);
    describe_last(s, out);
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++)
        describe_sheet(s, seat, out);
    kn_json_end_list(out);
    describe_faces(out);
}

static const char *const seat_keys[] = {"turn", "seat", NULL};

const kn_game yucatan_game = {
    .key = "yucatan",
    .version = 1,
    .seats_min = 1,
    .seats_max = YUCATAN_SEATS,
    .state_bytes = sizeof(yucatan_state),
    .option_count = sizeof options / sizeof *options,
    .options = options,
    .seat_keys = seat_keys,
    .adjust = adjust,
    .start = start,
    .to_act = to_act,
    .moves = moves,
    .outcomes = outcomes,
    .apply = apply,
    .alarm = kn_no_alarm,
    .score = score,
    .result = result,
    .view = view,
    .seen = kn_all_seen,
    .write_move = write_move,
    .read_move = read_move,
    .write_position = write_position,
    .read_position = read_position,
    .describe = describe,
    .place = place,
};
