/* encodings.c: tests of moves and views as numbers, for every game that has them: in random matches
 * every legal move has exactly one number and comes back as itself, masks are the legal moves, and
 * observations keep to their bounds and to what a seat may know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding.h"
#include "core/survey.h"
#include "games/games.h"
#include "library/inside.h"

enum { EVENTS_MOST = 2000, SEED = 11 };
#if defined KNOBEL_SANITIZED
enum { MATCHES = 12 };
#else
enum { MATCHES = 120 };
#endif

static int bits(const uint64_t *words, int count)
{
    int set = 0;
    for (int i = 0; i < count; i++)
        set += __builtin_popcountll(words[i]);
    return set;
}

/* ---- moves ---- */

static void check_seat(const knobel_position *p, int who, const knobel_shape *shape)
{
    knobel_move moves[KNOBEL_MOVES_MAX], back;
    uint64_t mask[KN_ACTIONS_MAX / 64], seen[KN_ACTIONS_MAX / 64] = {0};
    size_t count;
    int action;
    assert_int_equal(knobel_position_moves(p, who, moves, KNOBEL_MOVES_MAX, &count), KNOBEL_OK);
    assert_int_equal(knobel_position_mask(p, who, mask, KN_ACTIONS_MAX / 64), KNOBEL_OK);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(knobel_position_action(p, who, moves[i], &action), KNOBEL_OK);
        assert_in_range(action, 0, shape->actions - 1);
        assert_int_not_equal(action, shape->still);
        assert_false(seen[action / 64] >> action % 64 & 1); /* no number means two moves */
        kn_set_bit(seen, action);
        assert_int_equal(knobel_position_action_move(p, who, action, &back), KNOBEL_OK);
        assert_int_equal(back, moves[i]);
    }
    if (knobel_position_to_act(p) & KN_ACTOR(KN_CLOCK))
        kn_set_bit(seen, shape->still);
    assert_memory_equal(mask, seen, (size_t)shape->mask_words * sizeof *mask);
    /* Every other number is refused. */
    int accepted = 0;
    for (action = -1; action <= shape->actions; action++)
        accepted += knobel_position_action_move(p, who, action, &back) == KNOBEL_OK;
    assert_int_equal(accepted, count);
}

/* Dice that are said to follow do follow, with the same outcomes. */
static void check_next_die(const knobel_position *p, const kn_chances *here, kn_move move)
{
    knobel_position next = *p;
    kn_event event = {.move = move, .actor = KN_CHANCE};
    assert_int_equal(p->game->apply(&next.state, &event), KN_OK);
    kn_chances then = library_encoding(p->game)->chances_here(&next.state);
    assert_true(here->throws >= 1);
    if (here->throws == 1)
        return;
    assert_int_equal(then.throws, here->throws - 1);
    assert_true(then.first == here->first && then.from == here->from && then.step == here->step &&
                then.count == here->count && then.among == here->among);
}

/* A whole throw at once is the same as one die after the other. */
static void check_land(const knobel_position *p, const kn_chances *here, kn_random *random)
{
    const kn_encoding *encoding = library_encoding(p->game);
    knobel_position once = *p, each = *p;
    uint8_t outcomes[64];
    if (!encoding->land || here->throws < 2)
        return;
    assert_in_range(here->throws, 2, 64);
    for (int i = 0; i < here->throws; i++) {
        outcomes[i] = (uint8_t)kn_random_below(random, here->count);
        kn_event event = {.move = here->first + outcomes[i] * here->step, .actor = KN_CHANCE};
        assert_int_equal(p->game->apply(&each.state, &event), KN_OK);
    }
    encoding->land(&once.state, outcomes);
    assert_memory_equal(&once.state, &each.state, p->game->state_bytes);
}

static void check_chance(const knobel_position *p, const knobel_shape *shape)
{
    knobel_outcome outcomes[KNOBEL_OUTCOMES_MAX];
    uint64_t mask[KN_ACTIONS_MAX / 64];
    size_t count;
    int action;
    knobel_move back;
    kn_chances here = library_encoding(p->game)->chances_here(&p->state);
    assert_int_equal(knobel_position_outcomes(p, outcomes, KNOBEL_OUTCOMES_MAX, &count), KNOBEL_OK);
    assert_int_equal(knobel_position_mask(p, KNOBEL_CHANCE, mask, KN_ACTIONS_MAX / 64), KNOBEL_OK);
    assert_int_equal(bits(mask, shape->mask_words), count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(knobel_position_action(p, KNOBEL_CHANCE, outcomes[i].move, &action),
                         KNOBEL_OK);
        assert_in_range(action, 0, shape->chances - 1);
        assert_true(mask[action / 64] >> action % 64 & 1);
        assert_int_equal(knobel_position_action_move(p, KNOBEL_CHANCE, action, &back), KNOBEL_OK);
        assert_int_equal(back, outcomes[i].move);
        if (here.among) { /* what is drawn without a list */
            assert_int_equal(outcomes[i].weight, 1);
            assert_true(here.among >> (action - here.from) & 1);
        }
        check_next_die(p, &here, outcomes[i].move);
    }
    kn_random random = kn_random_from(here.among ^ count ^ (uint64_t)here.throws << 32);
    for (int i = 0; i < 4; i++)
        check_land(p, &here, &random);
    if (here.among)
        assert_int_equal(count, __builtin_popcountll(here.among));
}

/* ---- views ---- */

static void check_bounds(const kn_encoding *encoding, const int16_t *numbers, int seats)
{
    for (int part = 0; part <= seats; part++)
        for (int i = 0; i < encoding->field_count; i++) {
            const kn_observed *field = &encoding->fields[i];
            for (int k = 0; field->each_seat == (part > 0) && k < field->count; k++, numbers++)
                if (*numbers < field->min || *numbers > field->max)
                    fail_msg("%s: %s is %d", encoding->game->key, field->key, *numbers);
        }
}

/* The truth and the view give the same numbers; so does any other truth behind that view. */
static void check_view(const knobel_position *p, int who, const knobel_shape *shape)
{
    int16_t truth[KN_OBSERVED_MAX + 1], view[KN_OBSERVED_MAX], other[KN_OBSERVED_MAX];
    knobel_position seen;
    size_t bytes = (size_t)shape->observed * sizeof *view;
    truth[shape->observed] = 12345;
    assert_int_equal(knobel_position_observe(p, who, truth, (size_t)shape->observed), KNOBEL_OK);
    assert_int_equal(truth[shape->observed], 12345);
    assert_int_equal(knobel_position_view(p, who, &seen), KNOBEL_OK);
    library_encoding(p->game)->observe(&seen.state, who, view);
    assert_memory_equal(truth, view, bytes);
    check_bounds(library_encoding(p->game), view, shape->seats);
    if (!p->game->guess)
        return;
    assert_int_equal(knobel_position_guess(&seen, who, SEED), KNOBEL_OK);
    assert_int_equal(knobel_position_observe(&seen, who, other, KN_OBSERVED_MAX), KNOBEL_OK);
    assert_memory_equal(truth, other, bytes);
}

static void check_position(const knobel_position *p, const knobel_shape *shape)
{
    kn_actors due = knobel_position_to_act(p);
    if (due & KN_ACTOR(KN_CHANCE))
        check_chance(p, shape);
    for (int who = 0; who < shape->seats; who++) {
        if (due & KN_ACTOR(who))
            check_seat(p, who, shape);
        check_view(p, who, shape);
    }
    check_view(p, KNOBEL_WATCHER, shape);
}

/* ---- matches ---- */

static void walk(const kn_game *game, kn_random *random)
{
    knobel_position p = {.game = game};
    knobel_shape shape;
    kn_setup setup;
    kn_event event;
    int64_t now_ms = 0;
    kn_random_setup(game, random, &setup);
    assert_int_equal(game->start(&setup, &p.state), KN_OK);
    assert_int_equal(knobel_position_shape(&p, &shape), KNOBEL_OK);
    assert_in_range(shape.actions, 1, KN_ACTIONS_MAX);
    assert_in_range(shape.observed, 1, KN_OBSERVED_MAX);
    for (int n = 0; n < EVENTS_MOST; n++) {
        check_position(&p, &shape);
        if (!kn_random_event(game, &p.state, random, &now_ms, &event))
            break;
        assert_int_equal(game->apply(&p.state, &event), KN_OK);
    }
}

static void every_move_has_one_number(void **none)
{
    (void)none;
    int games = 0;
    for (int i = 0; kn_games[i]; i++) {
        kn_random random = kn_random_from(SEED);
        if (!library_encoding(kn_games[i]))
            continue;
        for (int match = 0; match < MATCHES; match++)
            walk(kn_games[i], &random);
        games++;
    }
    assert_true(games > 0);
}

static void every_game_of_the_shelf_has_numbers(void **none)
{
    (void)none;
    for (int i = 0; kn_games[i]; i++)
        assert_non_null(library_encoding(kn_games[i]));
}

/* ---- fields ---- */

static void fields_have_different_keys(void **none)
{
    (void)none;
    for (int i = 0; kn_games[i]; i++) {
        const kn_encoding *encoding = library_encoding(kn_games[i]);
        for (int a = 0; a < encoding->field_count; a++)
            for (int b = 0; b < a; b++)
                assert_string_not_equal(encoding->fields[a].key, encoding->fields[b].key);
    }
}

/* Those that are there once come first, as the JSON says. */
static void fields_are_in_order(void **none)
{
    (void)none;
    for (int i = 0; kn_games[i]; i++) {
        const kn_encoding *encoding = library_encoding(kn_games[i]);
        for (int a = 1; a < encoding->field_count; a++)
            assert_true(encoding->fields[a].each_seat >= encoding->fields[a - 1].each_seat);
    }
}

/* The README of a game has a line of its table for every field: `| key | count |`. */
static void every_field_is_in_the_readme(void **none)
{
    (void)none;
    for (int i = 0; kn_games[i]; i++) {
        const kn_encoding *encoding = library_encoding(kn_games[i]);
        char path[512], line[128];
        static char text[1 << 16];
        snprintf(path, sizeof path, "%s/%s/README.md", GAMES_DIR, kn_games[i]->key);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        for (int a = 0; a < encoding->field_count; a++) {
            snprintf(line, sizeof line, "\n| `%s` | %d | %d…%d |", encoding->fields[a].key,
                     encoding->fields[a].count, encoding->fields[a].min, encoding->fields[a].max);
            if (!strstr(text, line))
                fail_msg("%s has no line %s", path, line + 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_has_one_number),
        cmocka_unit_test(every_game_of_the_shelf_has_numbers),
        cmocka_unit_test(fields_have_different_keys),
        cmocka_unit_test(fields_are_in_order),
        cmocka_unit_test(every_field_is_in_the_readme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
