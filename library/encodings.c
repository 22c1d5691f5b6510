/* encodings.c: moves and views as numbers. See knobel.h and core/encoding.h. */
#include <string.h>

#include "library/inside.h"

#define DECLARE(name) extern const kn_encoding name##_encoding;
#define POINTER(name) &name##_encoding,
GAMES_WITH_ENCODING(DECLARE)

const kn_encoding *library_encoding(const kn_game *game)
{
    static const kn_encoding *const encodings[] = {GAMES_WITH_ENCODING(POINTER) NULL};
    for (int i = 0; encodings[i]; i++)
        if (encodings[i]->game == game)
            return encodings[i];
    return NULL;
}

void library_shape(const kn_encoding *encoding, const kn_setup *setup, knobel_shape *shape)
{
    int actions = encoding->actions(setup), chances = encoding->chances;
    int most = actions > chances ? actions : chances;
    *shape = (knobel_shape){.version = encoding->version,
                            .seats = setup->seats,
                            .actions = actions,
                            .chances = chances,
                            .mask_words = (most + 63) / 64,
                            .observed = kn_observed_count(encoding, setup->seats),
                            .still = encoding->still};
}

/* ---- single moves ---- */

static int chance_number(const kn_chances *here, kn_move move)
{
    kn_move behind = move - here->first;
    bool there = here->count > 0 && behind % here->step == 0 && behind / here->step < here->count;
    return there ? here->from + (int)(behind / here->step) : -1;
}

static void mask_chances(const kn_encoding *encoding, const void *state, uint64_t *words)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    kn_chances here = encoding->chances_here(state);
    int count = kn_outcomes(encoding->game, state, outcomes);
    for (int i = 0; i < count; i++)
        kn_set_bit(words, chance_number(&here, outcomes[i].move));
}

void library_mask(const kn_encoding *encoding, const void *view, int who, uint64_t *words)
{
    kn_move moves[KN_MOVES_MAX];
    if (who == KN_CHANCE) {
        mask_chances(encoding, view, words);
        return;
    }
    if (encoding->mask) {
        encoding->mask(view, who, words);
        return;
    }
    int count = kn_moves(encoding->game, view, who, moves);
    for (int i = 0; i < count; i++)
        kn_set_bit(words, encoding->action_of(view, who, moves[i]));
    if (encoding->still >= 0 && encoding->game->to_act(view) & KN_ACTOR(KN_CLOCK))
        kn_set_bit(words, encoding->still);
}

/* ---- for programs ---- */

/* Can this actor do something by number here? */
static knobel_answer find(const knobel_position *position, int who, const kn_encoding **encoding)
{
    if (!position)
        return KNOBEL_BAD_ARGUMENT;
    *encoding = library_encoding(position->game);
    if (!*encoding)
        return KNOBEL_NO_ENCODING;
    bool there = (who >= 0 && who < library_setup(&position->state).seats) || who == KN_CHANCE;
    if (!there)
        return KNOBEL_NO_SUCH_SEAT;
    return position->game->to_act(&position->state) & KN_ACTOR(who) ? KNOBEL_OK : KNOBEL_NOT_DUE;
}

PUBLIC knobel_answer knobel_position_shape(const knobel_position *position, knobel_shape *shape)
{
    if (!position || !shape)
        return KNOBEL_BAD_ARGUMENT;
    const kn_encoding *encoding = library_encoding(position->game);
    if (!encoding)
        return KNOBEL_NO_ENCODING;
    kn_setup setup = library_setup(&position->state);
    library_shape(encoding, &setup, shape);
    return KNOBEL_OK;
}

static void describe_field(const kn_observed *field, int place, int stride, kn_json *json)
{
    kn_json_object(json, NULL);
    kn_json_string(json, "key", field->key);
    kn_json_int(json, "place", place);
    kn_json_int(json, "count", field->count);
    kn_json_bool(json, "each_seat", field->each_seat);
    if (field->each_seat)
        kn_json_int(json, "stride", stride);
    kn_json_int(json, "min", field->min);
    kn_json_int(json, "max", field->max);
    kn_json_end_object(json);
}

PUBLIC knobel_answer knobel_position_fields(const knobel_position *position, char *out, size_t size,
                                            size_t *length)
{
    char buffer[KN_DESCRIBE_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    if (!position)
        return KNOBEL_BAD_ARGUMENT;
    const kn_encoding *encoding = library_encoding(position->game);
    if (!encoding)
        return KNOBEL_NO_ENCODING;
    int place = 0, stride = kn_observed_count(encoding, 1) - kn_observed_count(encoding, 0);
    kn_json_list(&json, NULL);
    for (int i = 0; i < encoding->field_count; i++) {
        describe_field(&encoding->fields[i], place, stride, &json);
        place += encoding->fields[i].count;
    }
    kn_json_end_list(&json);
    return library_hand_out(buffer, json.text.length, out, size, length);
}

/* Is this move among those listed? */
static bool listed(const knobel_position *position, int who, kn_move move)
{
    kn_move moves[KN_MOVES_MAX];
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    if (who == KN_CHANCE) {
        int count = kn_outcomes(position->game, &position->state, outcomes);
        for (int i = 0; i < count; i++)
            if (outcomes[i].move == move)
                return true;
        return false;
    }
    int count = kn_moves(position->game, &position->state, who, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

PUBLIC knobel_answer knobel_position_action(const knobel_position *position, int who,
                                            knobel_move move, int *action)
{
    const kn_encoding *encoding;
    knobel_answer answer = action ? find(position, who, &encoding) : KNOBEL_BAD_ARGUMENT;
    if (answer)
        return answer;
    if (!listed(position, who, move))
        return KNOBEL_NO_NUMBER;
    kn_chances here = encoding->chances_here(&position->state);
    *action = who == KN_CHANCE ? chance_number(&here, move)
                               : encoding->action_of(&position->state, who, move);
    return *action >= 0 ? KNOBEL_OK : KNOBEL_NO_NUMBER;
}

PUBLIC knobel_answer knobel_position_action_move(const knobel_position *position, int who,
                                                 int action, knobel_move *move)
{
    const kn_encoding *encoding;
    kn_move meant = 0;
    knobel_answer answer = move ? find(position, who, &encoding) : KNOBEL_BAD_ARGUMENT;
    if (answer)
        return answer;
    if (who == KN_CHANCE) {
        kn_chances here = encoding->chances_here(&position->state);
        if (action < here.from || action >= here.from + here.count)
            return KNOBEL_NO_NUMBER;
        meant = here.first + (kn_move)(action - here.from) * here.step;
    } else if (!encoding->move_of(&position->state, who, action, &meant)) {
        return KNOBEL_NO_NUMBER;
    }
    if (!listed(position, who, meant))
        return KNOBEL_NO_NUMBER;
    *move = meant;
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_position_mask(const knobel_position *position, int who, uint64_t *mask,
                                          size_t room)
{
    const kn_encoding *encoding;
    knobel_shape shape;
    knobel_answer answer = mask ? find(position, who, &encoding) : KNOBEL_BAD_ARGUMENT;
    if (answer)
        return answer;
    kn_setup setup = library_setup(&position->state);
    library_shape(encoding, &setup, &shape);
    if (room < (size_t)shape.mask_words)
        return KNOBEL_TOO_SMALL;
    memset(mask, 0, (size_t)shape.mask_words * sizeof *mask);
    library_mask(encoding, &position->state, who, mask);
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_position_observe(const knobel_position *position, int who, int16_t *out,
                                             size_t room)
{
    table_state view;
    knobel_shape shape;
    knobel_answer answer = out ? knobel_position_shape(position, &shape) : KNOBEL_BAD_ARGUMENT;
    if (answer)
        return answer;
    if (!library_may_look(who, shape.seats))
        return KNOBEL_NO_SUCH_SEAT;
    if (room < (size_t)shape.observed)
        return KNOBEL_TOO_SMALL;
    position->game->view(&position->state, who, &view);
    library_encoding(position->game)->observe(&view, who, out);
    return KNOBEL_OK;
}
