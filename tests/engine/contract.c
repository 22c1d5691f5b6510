/* contract.c: what generic code learns about games through the contract. */
#include <jansson.h>
#include <string.h>

#include "core/survey.h"
#include "tests/engine/scenes.h"

/* Who leads has the most points, or the fewest where those win. */
static void check_leading(kn_game game)
{
    uint64_t state[KN_STATE_MAX / 8];
    kn_random random = kn_random_from(3);
    kn_setup setup;
    kn_setup_initial(&game, game.seats_max, &setup);
    assert_int_equal(game.start(&setup, state), KN_OK);
    kn_random_match(&game, state, &random, 300);
    for (int fewest = 0; fewest < 2; fewest++) {
        game.fewest_win = fewest;
        kn_actors leading = kn_leading(&game, state);
        int32_t best = game.score(state, kn_first_actor(leading));
        for (int seat = 0; seat < setup.seats; seat++) {
            int32_t score = game.score(state, seat);
            assert_true(fewest ? score >= best : score <= best);
            assert_int_equal(score == best, leading >> seat & 1);
        }
    }
}

static void test_leading(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++)
        check_leading(*kn_games[i]);
}

/* A game tells which members of its description hold seats, `turn` among them. */
static void test_seat_keys_are_told(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        char buffer[KN_DESCRIBE_MAX];
        kn_json json = kn_json_on(buffer, sizeof buffer);
        kn_describe_game(kn_games[i], &json);
        json_t *told = json_loads(buffer, 0, NULL);
        json_t *keys = json_object_get(told, "seat_keys");
        assert_string_equal(json_string_value(json_array_get(keys, 0)), "turn");
        assert_true(json_is_boolean(json_object_get(told, "fewest_win")));
        json_decref(told);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_leading),
    cmocka_unit_test(test_seat_keys_are_told),
};

SCENES_MAIN(tests)
