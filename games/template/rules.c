/* rules.c: a trivial game to copy: everyone throws one die, the highest wins.
 *
 * It is built and tested like the others, but not on the home page. docs/adding-a-game.md explains
 * how to turn a copy of it into a game. */
#include <string.h>

#include "core/game.h"

extern const kn_game template_game;

enum { FACES = 6, NOT_YET = 0 };

enum { OPTION_GOAL };
enum { GOAL_HIGHEST, GOAL_LOWEST };
static const char *const goal_names[] = {"highest", "lowest", NULL};
static const kn_option options[] = {{"goal", goal_names, 0, 1, GOAL_HIGHEST, false}};

typedef struct {
    kn_setup setup;
    uint8_t turn; /* whose; as many as there are seats: over */
    bool thrown;  /* is the die in the air? */
    uint8_t die[KN_SEATS_MAX];
} template_state;

/* ---- playing ---- */

static kn_refusal start(const kn_setup *setup, void *state)
{
    template_state *s = state;
    if (!kn_begin(&template_game, setup, s))
        return KN_BAD_SETUP;
    return KN_OK;
}

static kn_actors to_act(const void *state)
{
    const template_state *s = state;
    if (s->turn == s->setup.seats)
        return 0;
    return s->thrown ? KN_ACTOR(KN_CHANCE) : KN_ACTOR(s->turn);
}

static int moves(const void *state, int who, kn_move *out)
{
    if (who >= KN_CHANCE || !(to_act(state) & KN_ACTOR(who)))
        return 0;
    out[0] = 0; /* the one thing there is to do: throw */
    return 1;
}

static int outcomes(const void *state, kn_outcome *out)
{
    const template_state *s = state;
    return s->thrown ? kn_even_outcomes(1, FACES, out) : 0;
}

static kn_refusal apply(void *state, const kn_event *event)
{
    template_state *s = state;
    kn_refusal refusal = kn_event_refusal(to_act(s), event);
    if (refusal)
        return refusal;
    if (s->thrown) {
        if (event->move < 1 || event->move > FACES)
            return KN_ILLEGAL;
        s->die[s->turn++] = (uint8_t)event->move;
        s->thrown = false;
        return KN_OK;
    }
    if (event->move != 0)
        return KN_ILLEGAL;
    s->thrown = true;
    return KN_OK;
}

static int32_t score(const void *state, int seat)
{
    const template_state *s = state;
    if (s->setup.option[OPTION_GOAL] == GOAL_LOWEST && s->die[seat] != NOT_YET)
        return FACES + 1 - s->die[seat];
    return s->die[seat];
}

static kn_actors result(const void *state)
{
    return to_act(state) ? 0 : kn_leading(&template_game, state);
}

/* ---- what may be known ---- */

static void view(const void *state, int who, void *out)
{
    (void)who;
    memcpy(out, state, sizeof(template_state));
}

/* ---- texts ---- */

static void write_move(const void *state, int actor, kn_move move, kn_text *out)
{
    (void)state;
    if (actor == KN_CHANCE)
        kn_put_int(out, move);
    else
        kn_put(out, "throw");
}

static kn_refusal read_move(const void *state, int actor, kn_slice text, kn_move *out)
{
    (void)state;
    *out = 0;
    if (actor == KN_CHANCE)
        return kn_read_face(text, FACES, out);
    return kn_slice_is(text, "throw") ? KN_OK : KN_UNREADABLE;
}

static void write_position(const void *state, kn_text *out)
{
    const template_state *s = state;
    kn_write_setup(&template_game, s, out);
    kn_put_list(out, "dice", s->die, s->setup.seats, NOT_YET);
    kn_put_number(out, "thrown", s->thrown);
}

static kn_refusal read_position(kn_slice text, void *state)
{
    template_state s;
    kn_fields fields;
    uint8_t thrown = 0;
    kn_refusal refusal = kn_read_setup(&template_game, text, &fields, &s);
    if (refusal)
        return refusal;
    if (!kn_field_list(&fields, "dice", s.die, s.setup.seats, FACES, NOT_YET) ||
        !kn_field_int(&fields, "thrown", 0, 1, &thrown) || !kn_fields_used(&fields))
        return KN_UNREADABLE;
    while (s.turn < s.setup.seats && s.die[s.turn] != NOT_YET)
        s.turn++;
    for (int seat = s.turn; seat < s.setup.seats; seat++)
        if (s.die[seat] != NOT_YET)
            return KN_IMPOSSIBLE;
    if (thrown && s.turn == s.setup.seats)
        return KN_IMPOSSIBLE;
    s.thrown = thrown;
    memcpy(state, &s, sizeof s);
    return KN_OK;
}

static void describe(const void *view, kn_json *out)
{
    const template_state *s = view;
    kn_json_int(out, "turn", s->turn + 1);
    kn_json_numbers(out, "dice", s->die, s->setup.seats);
}

static const char *const seat_keys[] = {"turn", NULL};

const kn_game template_game = {
    .key = "template",
    .version = 1,
    .seats_min = 1,
    .seats_max = KN_SEATS_MAX,
    .state_bytes = sizeof(template_state),
    .option_count = sizeof options / sizeof *options,
    .options = options,
    .seat_keys = seat_keys,
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
};
