/* game.c: what all games share: setups, the checks every event passes, small answers. See game.h.
 */
#include "core/game.h"

#include <string.h>

#include "core/assert.h"

/* ---- setups ---- */

void kn_setup_initial(const kn_game *game, int seats, kn_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    setup->seats = (uint8_t)seats;
    for (int i = 0; i < game->option_count; i++)
        setup->option[i] = game->options[i].initial;
    if (game->adjust)
        game->adjust(setup);
}

static bool option_takes(const kn_option *option, int64_t value)
{
    return (value >= option->min && value <= option->max) || (value == 0 && option->or_zero);
}

bool kn_setup_valid(const kn_game *game, const kn_setup *setup)
{
    if (setup->seats < game->seats_min || setup->seats > game->seats_max)
        return false;
    for (int i = 0; i < game->option_count; i++) {
        const kn_option *option = &game->options[i];
        if (!option_takes(option, setup->option[i]))
            return false;
        if (strcmp(option->key, "first") == 0 && setup->option[i] > setup->seats)
            return false;
    }
    for (int i = game->option_count; i < KN_OPTIONS_MAX; i++)
        if (setup->option[i] != 0)
            return false;
    return setup->unused[0] == 0 && setup->unused[1] == 0 && setup->unused[2] == 0;
}

bool kn_begin(const kn_game *game, const kn_setup *setup, void *state)
{
    if (!kn_setup_valid(game, setup))
        return false;
    memset(state, 0, game->state_bytes);
    memcpy(state, setup, sizeof *setup);
    return true;
}

void kn_write_options(const kn_game *game, const kn_setup *setup, bool all, kn_text *out)
{
    kn_setup initial;
    kn_setup_initial(game, setup->seats, &initial);
    for (int i = 0; i < game->option_count; i++) {
        const kn_option *option = &game->options[i];
        if (!all && setup->option[i] == initial.option[i])
            continue;
        kn_put_key(out, option->key);
        if (option->names)
            kn_put(out, option->names[setup->option[i]]);
        else
            kn_put_int(out, setup->option[i]);
    }
}

bool kn_read_option(const kn_game *game, kn_slice key, kn_slice value, kn_setup *setup)
{
    for (int i = 0; i < game->option_count; i++) {
        const kn_option *option = &game->options[i];
        int64_t number;
        if (!kn_slice_is(key, option->key))
            continue;
        if (option->names)
            number = kn_read_name(value, option->names);
        else if (!kn_read_int(value, INT32_MIN, INT32_MAX, &number))
            return false;
        if (!option_takes(option, number))
            return false;
        setup->option[i] = (int32_t)number;
        return true;
    }
    return false;
}

static void describe_option(const kn_option *option, kn_json *out)
{
    kn_json_object(out, NULL);
    kn_json_string(out, "key", option->key);
    if (option->names) {
        kn_json_list(out, "values");
        for (int i = 0; option->names[i]; i++)
            kn_json_string(out, NULL, option->names[i]);
        kn_json_end_list(out);
        kn_json_string(out, "initial", option->names[option->initial]);
    } else {
        kn_json_int(out, "min", option->min);
        kn_json_int(out, "max", option->max);
        if (option->or_zero)
            kn_json_bool(out, "or_zero", true);
        kn_json_int(out, "initial", option->initial);
    }
    kn_json_end_object(out);
}

void kn_describe_game(const kn_game *game, kn_json *out)
{
    kn_json_object(out, NULL);
    kn_json_string(out, "game", game->key);
    kn_json_int(out, "version", game->version);
    kn_json_int(out, "seats_min", game->seats_min);
    kn_json_int(out, "seats_max", game->seats_max);
    kn_json_string(out, "companion", game->companion);
    kn_json_bool(out, "same_dice", game->place != NULL);
    kn_json_bool(out, "fewest_win", game->fewest_win);
    kn_json_list(out, "seat_keys");
    for (int i = 0; game->seat_keys && game->seat_keys[i]; i++)
        kn_json_string(out, NULL, game->seat_keys[i]);
    kn_json_end_list(out);
    kn_json_list(out, "options");
    for (int i = 0; i < game->option_count; i++)
        describe_option(&game->options[i], out);
    kn_json_end_list(out);
    kn_json_end_object(out);
}

void kn_write_setup(const kn_game *game, const void *state, kn_text *out)
{
    kn_setup setup;
    memcpy(&setup, state, sizeof setup);
    kn_put(out, "seats=");
    kn_put_int(out, setup.seats);
    kn_write_options(game, &setup, false, out);
}

kn_refusal kn_read_setup(const kn_game *game, kn_slice text, kn_fields *fields, void *state)
{
    kn_setup setup;
    uint8_t seats = game->seats_min < 2 && game->seats_max >= 2 ? 2 : game->seats_min;
    if (!kn_read_fields(text, fields))
        return KN_UNREADABLE;
    if (!kn_field_int(fields, "seats", game->seats_min, game->seats_max, &seats))
        return KN_BAD_SETUP;
    kn_setup_initial(game, seats, &setup);
    for (int i = 0; i < game->option_count; i++) {
        const char *key = game->options[i].key;
        kn_slice value;
        if (kn_field(fields, key, &value) && !kn_read_option(game, kn_slice_of(key), value, &setup))
            return KN_BAD_SETUP;
    }
    return game->start(&setup, state);
}

/* ---- events ---- */

kn_refusal kn_event_refusal(kn_actors due, const kn_event *event)
{
    if (due == 0)
        return KN_OVER;
    if (event->actor > KN_CLOCK || !(due & KN_ACTOR(event->actor)))
        return KN_NOT_DUE;
    if (event->at_ms < 0 || event->at_ms > KN_TIME_MAX || event->acted_ms < 0 ||
        event->acted_ms > event->at_ms)
        return KN_BAD_TIME;
    return KN_OK;
}

int kn_moves(const kn_game *game, const void *state, int who, kn_move *out)
{
    int count = game->moves(state, who, out);
    kn_assert(count >= 0 && count <= KN_MOVES_MAX);
    return count;
}

int kn_outcomes(const kn_game *game, const void *state, kn_outcome *out)
{
    int count = game->outcomes(state, out);
    kn_assert(count >= 0 && count <= KN_OUTCOMES_MAX);
    return count;
}

int kn_even_outcomes(kn_move first, int count, kn_outcome *out)
{
    for (int i = 0; i < count; i++)
        out[i] = (kn_outcome){first + (kn_move)i, 1};
    return count;
}

kn_sight kn_all_seen(const void *state, const kn_event *event, int who)
{
    (void)state, (void)event, (void)who;
    return KN_SEEN;
}

int64_t kn_no_alarm(const void *state)
{
    (void)state;
    return KN_NEVER;
}

kn_actors kn_leading(const kn_game *game, const void *state)
{
    kn_setup setup;
    kn_actors best = 0;
    int64_t most = INT64_MIN;
    memcpy(&setup, state, sizeof setup);
    for (int seat = 0; seat < setup.seats; seat++) {
        int64_t score = game->score(state, seat);
        score = game->fewest_win ? -score : score;
        if (score > most)
            best = 0, most = score;
        if (score == most)
            best |= KN_ACTOR(seat);
    }
    return best;
}

int kn_first_actor(kn_actors set)
{
    return __builtin_ctz(set);
}

int kn_first_option(const kn_game *game)
{
    for (int i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].key, "first") == 0)
            return i;
    return -1;
}

kn_refusal kn_read_first(kn_slice text, int seats, kn_move *out)
{
    kn_slice word;
    int64_t seat;
    if (!kn_take_until(&text, ' ', &word) || !kn_slice_is(word, "first") ||
        !kn_read_int(text, 1, seats, &seat))
        return KN_UNREADABLE;
    *out = (kn_move)(seat - 1);
    return KN_OK;
}

void kn_write_first(kn_move seat, kn_text *out)
{
    kn_put(out, "first ");
    kn_put_int(out, (int64_t)seat + 1);
}

kn_refusal kn_read_face(kn_slice text, int faces, kn_move *out)
{
    int64_t face;
    if (!kn_read_int(text, 1, faces, &face))
        return KN_UNREADABLE;
    *out = (kn_move)face;
    return KN_OK;
}
