/* reasons.c: the reasons of the judge of Yu-C-A-Tan, against brute force through the rules. Nothing
 * here is timed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/yucatan/bot.h"
#include "games/yucatan/rules.h"
#include "tests/engine/advice.h"

static double fit_chance(int card, int dice)
{
    double miss = 1;
    int fits = 0;
    for (int face = 1; face <= YUCATAN_FACES; face++)
        fits += yucatan_fits(card, face);
    for (int i = 0; i < dice; i++)
        miss *= (double)(YUCATAN_FACES - fits) / YUCATAN_FACES;
    return 1 - miss;
}

static void check_yucatan(const advice *a, const yucatan_state *s)
{
    double turn[KN_MOVES_MAX];
    int dice = 0;
    for (int i = 0; i < YUCATAN_DICE; i++)
        dice += s->on[i] == YUCATAN_NO_CARD;
    for (int i = 0; i < a->reasons.count; i++) {
        const bot_reason *r = &a->reasons.reason[i];
        int card = (int)a->opinions[r->opinion].move;
        bool first = r == bot_reason_first(&a->reasons, r->opinion);
        if (r->key == REASON_HIT) {
            assert_int_equal(r->count, dice);
            assert_close(r->chance, fit_chance(card, dice), 1e-9);
        } else if (r->key == REASON_RISK) {
            assert_close(r->amount, s->points, 0);
        } else {
            assert_true(r->key == REASON_SAFE ? r->amount == s->points : r->key == REASON_TURN);
            assert_true(first); /* the whole comes before its parts */
            turn[r->opinion] = r->amount;
        }
    }
    for (int i = 0; i < a->count; i++)
        assert_close(a->opinions[0].value - a->opinions[i].value, turn[0] - turn[i], 1e-9);
}

static void test_yucatan(void **unused)
{
    enum { WALKS = 200 };
    kn_random random = kn_random_from(3);
    int checked = 0;
    (void)unused;
    for (int walk = 0; walk < WALKS; walk++) {
        scene s = scene_from(&yucatan_game, "seats=2");
        const yucatan_state *y = (yucatan_state *)s.state;
        if (!stroll(s.game, s.state, (int)kn_random_below(&random, 90), &random))
            continue;
        check_yucatan(judge(&yucatan_game, NULL, y->turn, y), y);
        checked++;
    }
    assert_true(checked > WALKS / 2);
}

/* A direction is given only where it makes a difference that can be seen: the first throw with a
 * number is worth 0.04 points more than one with a shape or a colour. */
static void test_nudges(void **unused)
{
    static const struct {
        const char *position, *nudge;
    } table[] = {
        {"seats=1 phase=ready", "close"},
        {"seats=1 phase=deciding dice=2,2,2,2,2,1,1,3,4,5,6,6 on=2,2,2,2,2,-,-,-,-,-,-,-",
         "shape_colour"},
        {"seats=1 phase=deciding dice=2,2,2,2,2,2,2,2,2,2,2,1 on=2,2,2,2,2,2,2,2,2,2,2,-", "stop"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(&yucatan_game, table[i].position);
        const advice *a = judge(&yucatan_game, NULL, 0, s.state);
        if (strcmp(nudge_for(a, s.state), table[i].nudge) != 0)
            fail_msg("%s: %s", table[i].position, nudge_for(a, s.state));
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_yucatan),
    cmocka_unit_test(test_nudges),
};

SCENES_MAIN(tests)
