/* text.c: Tactile Crane Championship as text: moves, positions and their validity, the view as
 * JSON. README.md lists the texts. */
#include <string.h>

#include "games/crane/inside.h"

static const char *const phase_names[] = {"draw_first", "flip",    "eyes", "bets", "slip",
                                          "grab",       "jackpot", "over", NULL};
static const char *const finger_names[] = {"index", "middle", "ring", "little", NULL};
static const char *const bet_names[] = {"-", "high", "low", "just", "hidden", NULL};

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

void crane_write_move(const void *state, int actor, kn_move move, kn_text *out)
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
        !kn_read_int(text, CRANE_SLIP_MIN, CRANE_SLIP_MAX, &slip))
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

kn_refusal crane_read_move(const void *state, int actor, kn_slice text, kn_move *out)
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

static void write_last(const crane_state *s, kn_text *out)
{
    const crane_grab *last = &s->last;
    if (!last->card)
        return;
    kn_put_number(out, "last_seat", last->challenger + 1);
    kn_put_key(out, "last_card");
    put_card(out, last->card, ',');
    kn_put_number(out, "last_count", last->count);
    if (crane_on_screen(s)) {
        kn_put_number(out, "last_travel", last->travel_um);
        kn_put_number(out, "last_slip", last->slip);
    }
    kn_put_names(out, "last_bets", bet_names, last->bet, s->setup.seats);
    if (!last->jackpot)
        return;
    kn_put_number(out, "last_jackpot", last->jackpot);
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

/* Neither the deck nor whose turn it is stand in the text: both follow from the rest. */
void crane_write_position(const void *state, kn_text *out)
{
    const crane_state *s = state;
    int seats = s->setup.seats;
    kn_write_setup(&crane_game, s, out);
    kn_put_name(out, "phase", phase_names, s->phase);
    kn_put_number(out, "turns", s->turns);
    if (s->setup.option[CRANE_OPTION_FIRST] == KN_FIRST_DRAWN && s->phase != CRANE_DRAW_FIRST)
        kn_put_number(out, "starter", s->starter + 1);
    if (s->tied)
        kn_put_set(out, "tied", s->tied, seats);
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
        kn_put_number(out, "slip", s->slip);
    write_gone(s, out);
    write_last(s, out);
}

/* ---- reading a position ---- */

static bool field_card(kn_fields *fields, const char *key, uint8_t *card)
{
    kn_slice value;
    return !kn_field(fields, key, &value) || read_card(value, ',', card);
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

static bool read_last(kn_fields *fields, crane_state *s)
{
    crane_grab *last = &s->last;
    int64_t travel_um = 0, slip = 0;
    uint8_t seat = 1;
    if (!kn_field_int(fields, "last_seat", 1, s->setup.seats, &seat) ||
        !field_card(fields, "last_card", &last->card) ||
        !kn_field_int(fields, "last_count", 1, CRANE_CARDS, &last->count) ||
        !kn_field_number(fields, "last_travel", 0, CRANE_TRAVEL_MAX_UM, &travel_um) ||
        !kn_field_number(fields, "last_slip", 0, CRANE_SLIP_MAX, &slip) ||
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
        kn_field_int(fields, "turns", 0, CRANE_TURNS_MAX, &s->turns) &&
        kn_field_int(fields, "starter", 1, seats, &starter) &&
        kn_field_set(fields, "tied", &s->tied, seats) &&
        kn_field_list(fields, "jackpots", s->jackpot, crane_for_two(s) ? 1 : 2, CRANE_CARDS, -1) &&
        kn_field_list(fields, "cards", s->loose, seats, CRANE_CARDS, -1) &&
        kn_field_list(fields, "multipliers", s->multipliers, seats, CRANE_MULTIPLIERS, -1) &&
        field_card(fields, "card", &s->card) && field_gone(fields, s->gone) &&
        kn_field_names(fields, "bets", bet_names, s->bet, seats) &&
        kn_field_number(fields, "slip", 0, CRANE_SLIP_MAX, &slip);
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
    int elsewhere = s->jackpot[0] + s->jackpot[1], held = 0, left = crane_multipliers_left(s);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        elsewhere += s->loose[seat];
        held += crane_score(s, seat);
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
        if (s->achieved[seat][kind] > crane_bets_of_two[kind])
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
        if (s->tied != crane_tied_seats(s))
            return false;
    } else if (!(s->tied & (s->tied - 1)) || s->turns > rounds + __builtin_popcount(s->tied)) {
        return false;
    }
    return (s->phase == CRANE_OVER) == crane_match_over(s);
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
    if (s->slip && (s->phase != CRANE_GRAB || !crane_on_screen(s) || !crane_is_slip(s->slip)))
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

/* What everyone got from a grab, as far as it does not hang on how much there was to get. */
static bool gains_possible(const crane_state *s)
{
    const crane_grab *last = &s->last;
    int right = crane_right_bet(last), number = crane_number(last->card), count = last->count;
    int kept = 2 * count > number ? 2 * count - number : 0, got = last->got[last->challenger];
    if (right == CRANE_JUST ? got < count : got != (right == CRANE_LOW ? kept : 0))
        return false;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        int most = last->bet[seat] != right || crane_for_two(s) ? 0
                   : right == CRANE_JUST                        ? CRANE_CARDS
                                                                : CRANE_PAY;
        if (last->got[seat] > crane_score(s, seat))
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
    if (crane_on_screen(s) ? !crane_is_slip(last->slip) : last->slip || last->travel_um)
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

kn_refusal crane_read_position(kn_slice text, void *state)
{
    crane_state s;
    kn_fields fields;
    kn_refusal refusal = kn_read_setup(&crane_game, text, &fields, &s);
    if (refusal)
        return refusal;
    if (!read_table(&fields, &s) || !read_last(&fields, &s) || !kn_fields_used(&fields))
        return KN_UNREADABLE;
    if (!cards_possible(&s) || !history_possible(&s) || !turns_possible(&s))
        return KN_IMPOSSIBLE;
    bool playing = s.phase != CRANE_OVER && s.phase != CRANE_DRAW_FIRST;
    s.turn = playing ? (uint8_t)crane_next_challenger(&s) : 0;
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
    bool known = bet != CRANE_NO_BET && bet != CRANE_HIDDEN;
    kn_json_string(out, "bet", known ? bet_names[bet] : NULL);
}

static void describe_bet_cards(const crane_state *s, int seat, kn_json *out)
{
    for (int of = 0; of < 2; of++) {
        kn_json_object(out, of == 0 ? "bet_cards" : "achieved");
        for (int kind = CRANE_HIGH; kind <= CRANE_JUST; kind++) {
            int achieved = crane_for_two(s) ? s->achieved[seat][kind - 1] : 0;
            int owned = crane_for_two(s) ? crane_bets_of_two[kind - 1] : 1;
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
    kn_json_int(out, "total", crane_score(s, seat));
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

void crane_describe_last(const crane_state *s, kn_json *out)
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
    kn_json_int_or_null(out, "slip", last->slip, 0);
    kn_json_string(out, "right", bet_names[crane_right_bet(last)]);
    kn_json_int_or_null(out, "jackpot", last->jackpot, 0);
    if (last->jackpot)
        kn_json_int(out, "jackpot_change", jackpot_change(last));
    else
        kn_json_null(out, "jackpot_change");
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++) {
        kn_json_object(out, NULL);
        describe_bet(out, last->bet[seat]);
        kn_json_bool(out, "right", last->bet[seat] == crane_right_bet(last));
        kn_json_int(out, "got", last->got[seat]);
        kn_json_end_object(out);
    }
    kn_json_end_list(out);
    kn_json_end_object(out);
}

void crane_describe(const void *view, kn_json *out)
{
    const crane_state *s = view;
    bool playing = s->phase != CRANE_OVER && s->phase != CRANE_DRAW_FIRST;
    kn_json_string(out, "phase", phase_names[s->phase]);
    kn_json_int_or_null(out, "turn", playing ? s->turn + 1 : 0, 0);
    kn_json_int(out, "turns", s->turns);
    kn_json_int(out, "deck", s->deck);
    kn_json_numbers(out, "jackpots", s->jackpot, crane_for_two(s) ? 1 : 2);
    kn_json_int(out, "multipliers_left", crane_multipliers_left(s));
    describe_card(out, s->card);
    kn_json_int_or_null(out, "slip", s->slip, 0);
    kn_json_list(out, "seats");
    for (int seat = 0; seat < s->setup.seats; seat++)
        describe_seat(s, seat, out);
    kn_json_end_list(out);
    crane_describe_last(s, out);
}
