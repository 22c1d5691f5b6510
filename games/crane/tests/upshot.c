/* upshot.c: what came of a turn, as everyone is told it: the count, the bets, what each got, and
 * what ended the match. Played with real cards, where the count is typed in. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tests/engine/scenes.h"

/* Play a line; answer what a watcher is told came of it, or NULL. To be released. */
static json_t *upshot_of(scene *s, const char *line)
{
    char text[KN_DESCRIBE_MAX], move[32];
    uint64_t before[KN_STATE_MAX / 8] = {0}, after[KN_STATE_MAX / 8] = {0};
    kn_json json = kn_json_on(text, sizeof text);
    kn_event event = {.actor = (uint8_t)(line[0] - '1')};
    snprintf(move, sizeof move, "%s", line + strlen("1: "));
    assert_int_equal(s->game->read_move(s->state, event.actor, kn_slice_of(move), &event.move),
                     KN_OK);
    s->game->view(s->state, KN_WATCHER, before);
    scene_play(s, line, NULL);
    s->game->view(s->state, KN_WATCHER, after);
    kn_json_object(&json, NULL);
    if (!s->game->upshot(before, &event, after, &json))
        return NULL;
    kn_json_end_object(&json);
    assert_true(kn_json_whole(&json));
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    return root;
}

static int number_in(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void test_a_turn_of_three(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 hand=cards turns=4 cards=9,5,0");
    scene_play(&s, "dice: 18 ring", NULL);
    assert_null(upshot_of(&s, "2: close"));
    assert_null(upshot_of(&s, "1: bet low"));
    assert_null(upshot_of(&s, "3: bet high"));
    json_t *lifted = upshot_of(&s, "2: count 11");
    assert_int_equal(number_in(lifted, "turn"), 5);
    assert_int_equal(number_in(lifted, "of"), 6);
    assert_true(json_is_false(json_object_get(lifted, "settled")));
    assert_int_equal(number_in(json_object_get(lifted, "last"), "count"), 11);
    json_decref(lifted);
    json_t *paid = upshot_of(&s, "2: jackpot 1");
    const json_t *last = json_object_get(paid, "last"), *seats = json_object_get(last, "seats");
    assert_true(json_is_true(json_object_get(paid, "settled")));
    assert_string_equal(text_in(last, "right"), "low");
    assert_int_equal(number_in(last, "jackpot_change"), 7);
    assert_int_equal(number_in(json_array_get(seats, 1), "got"), 4);
    assert_int_equal(number_in(json_array_get(seats, 0), "got"), 2);
    assert_string_equal(text_in(json_array_get(seats, 2), "bet"), "high");
    /* 9 and 2 are eleven loose cards: ten are swapped. */
    assert_int_equal(json_integer_value(json_array_get(json_object_get(paid, "swaps"), 0)), 1);
    assert_string_equal(text_in(paid, "ended"), "");
    json_decref(paid);
}

static void test_opened_eyes(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 hand=cards");
    scene_play(&s, "dice: 10 ring", "1: close", "2: bet low", "3: bet low", NULL);
    json_t *upshot = upshot_of(&s, "1: open");
    assert_true(json_is_true(json_object_get(upshot, "opened")));
    assert_true(json_is_true(json_object_get(upshot, "settled")));
    assert_true(json_is_null(json_object_get(upshot, "last")));
    json_decref(upshot);
}

/* What ends a match, and who goes on after a tie; the challenger counts, or opens their eyes. */
static void test_ends(void **unused)
{
    static const struct {
        const char *position, *others[2], *end, *ended;
        char challenger;
        int tied;
    } table[] = {
        {"seats=3 hand=cards turns=5 cards=8,9,2",
         {"1: bet low", "2: bet low"},
         "3: open",
         "turns",
         '3',
         0},
        {"seats=3 hand=cards turns=5 cards=9,9,2",
         {"1: bet low", "2: bet low"},
         "3: open",
         "",
         '3',
         2},
        {"seats=3 hand=cards turns=7 tied=1,1,0 cards=9,9,2",
         {"1: bet low", "3: bet low"},
         "2: open",
         "tie_break",
         '2',
         0},
        {"seats=2 hand=cards turns=8 achieved2=1,1,0",
         {"2: bet just", NULL},
         "1: count 10",
         "goal",
         '1',
         0},
        {"seats=2 hand=cards turns=8 cards=7,0 multipliers=2,0",
         {"2: bet high", NULL},
         "1: count 10",
         "cards",
         '1',
         0},
        {"seats=2 hand=cards turns=8 cards=5,0 multipliers=3,0 achieved2=1,1,0",
         {"2: bet just", NULL},
         "1: count 10",
         "goal",
         '1',
         0},
        {"seats=2 hand=cards turns=99 cards=4,5", {"1: bet low", NULL}, "2: open", "limit", '2', 0},
        {"seats=2 hand=cards turns=98 cards=4,5", {"2: bet low", NULL}, "1: open", "", '1', 0},
        /* the deck has ten cards, and all of them are lifted and kept */
        {"seats=2 hand=cards turns=8 jackpots=121 cards=2,3",
         {"2: bet high", NULL},
         "1: count 10",
         "cards",
         '1',
         0},
        {"seats=3 hand=cards turns=3 jackpots=60,63 cards=1,1,1",
         {"2: bet high", "3: bet high"},
         "1: count 8",
         "",
         '1',
         0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char close[16] = "1: close";
        scene s = scene_from(&crane_game, table[i].position);
        close[0] = table[i].challenger;
        scene_play(&s, "dice: 10 ring", close, table[i].others[0], table[i].others[1], NULL);
        json_t *upshot = upshot_of(&s, table[i].end);
        if (strcmp(text_in(upshot, "ended"), table[i].ended) != 0)
            fail_msg("%s: ended by %s", table[i].position, text_in(upshot, "ended"));
        assert_int_equal(json_array_size(json_object_get(upshot, "tied")), table[i].tied);
        json_decref(upshot);
    }
}

/* No rulebook has it: the deck is used up, and nobody can turn up a card. */
static void test_empty_deck(void **unused)
{
    (void)unused;
    scene s =
        scene_from(&crane_game, "seats=3 hand=cards turns=3 jackpots=60,66 multipliers=2,2,2");
    scene_play(&s, "dice: 10 ring", "1: close", "2: bet low", "3: bet high", "1: count 10", NULL);
    json_t *upshot = upshot_of(&s, "1: jackpot 2");
    assert_string_equal(text_in(upshot, "ended"), "deck");
    json_decref(upshot);
    s = scene_from(&crane_game,
                   "seats=2 hand=cards turns=8 jackpots=124 multipliers=3,3 cards=1,1");
    scene_play(&s, "dice: 10 ring", "1: close", "2: bet low", NULL);
    upshot = upshot_of(&s, "1: count 9");
    assert_string_equal(text_in(upshot, "ended"), "");
    json_decref(upshot);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_turn_of_three),
    cmocka_unit_test(test_opened_eyes),
    cmocka_unit_test(test_ends),
    cmocka_unit_test(test_empty_deck),
};

SCENES_MAIN(tests)
