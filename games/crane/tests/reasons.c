/* reasons.c: the reasons of the judge of Tactile Crane Championship, against brute force through
 * the rules. Nothing here is timed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/crane/bot.h"
#include "games/crane/rules.h"
#include "tests/engine/advice.h"

static void test_crane_grabs(void **unused)
{
    scene s =
        scene_from(&crane_game, "seats=3 phase=grab turns=3 jackpots=3,5 cards=6,2,0 card=10,ring "
                                "bets=-,high,low slip=985");
    crane_state *now = (crane_state *)s.state;
    int seat = now->turn;
    (void)unused;
    const advice *a = judge(&crane_game, NULL, seat, now);
    assert_true(a->reasons.count > 0);
    for (int i = 0; i < a->reasons.count; i++) {
        const bot_reason *r = &a->reasons.reason[i];
        uint32_t exact = 0, all = 0;
        for (int k = 0; k < CRANE_SLIPS; k++) {
            crane_state then = *now;
            kn_event event = {.actor = (uint8_t)seat, .move = a->opinions[r->opinion].move};
            then.slip = (uint16_t)crane_slips[k].move;
            assert_int_equal(crane_game.apply(&then, &event), KN_OK);
            exact += then.last.count == 10 ? crane_slips[k].weight : 0;
            all += crane_slips[k].weight;
        }
        assert_int_equal(r->key, REASON_GRAB);
        assert_int_equal(r->count, 10);
        assert_close(r->chance, (double)exact / all, 1e-12);
    }
}

/* The jackpot that is named holds, or loses, as many cards as was said. */
static void check_jackpots(const char *grabbed)
{
    scene s =
        scene_from(&crane_game, "seats=3 hand=cards phase=grab turns=3 jackpots=3,5 cards=6,2,0 "
                                "card=10,ring bets=-,high,low");
    crane_state *now = (crane_state *)s.state;
    int seat = now->turn;
    char line[KN_MOVE_TEXT_MAX];
    snprintf(line, sizeof line, "%d: %s", seat + 1, grabbed);
    scene_play(&s, line, NULL);
    const advice *a = judge(&crane_game, NULL, seat, now);
    assert_int_equal(a->reasons.count, 2);
    for (int i = 0; i < 2; i++) {
        const bot_reason *r = &a->reasons.reason[i];
        crane_state then = *now;
        kn_event event = {.actor = (uint8_t)seat, .move = a->opinions[r->opinion].move};
        int which = (int)(event.move & CRANE_TAG_NUMBER) - 1;
        assert_int_equal(crane_game.apply(&then, &event), KN_OK);
        if (r->key == REASON_TAKES)
            assert_close(r->amount,
                         crane_game.score(&then, seat) - crane_game.score(now, seat) - 10, 0);
        else
            assert_close(r->amount, then.jackpot[which], 0);
    }
}

static void test_crane_jackpots(void **unused)
{
    (void)unused;
    check_jackpots("count 10");
    check_jackpots("count 12");
    check_jackpots("count 7");
    check_jackpots("count 3");
}

static void test_crane_bets(void **unused)
{
    scene s = scene_from(&crane_game, "seats=3 phase=bets turns=3 jackpots=3,5 card=10,ring");
    int seat = 1;
    double sum = 0;
    (void)unused;
    while (!(crane_game.to_act(s.state) & KN_ACTOR(seat)))
        seat = (seat + 1) % 3;
    const advice *a = judge(&crane_game, NULL, seat, s.state);
    assert_close(reason_for(a, &s, "bet high", 1)->amount, CRANE_PAY, 0);
    assert_close(reason_for(a, &s, "bet low", 1)->amount, CRANE_PAY, 0);
    assert_close(reason_for(a, &s, "bet just", 1)->amount, 3, 0); /* the smaller jackpot */
    for (int i = 0; i < a->reasons.count; i++)
        sum += a->reasons.reason[i].chance;
    assert_close(sum, 1, 1e-9);
}

static void test_crane_goal(void **unused)
{
    scene s = scene_from(&crane_game, "seats=2 phase=bets turns=4 card=10,ring achieved2=1,1,0");
    int seat = kn_first_actor(crane_game.to_act(s.state));
    (void)unused;
    assert_int_equal(seat, 1);
    const advice *a = judge(&crane_game, NULL, seat, s.state);
    assert_int_equal(reason_for(a, &s, "bet just", 1)->key, REASON_GOAL);
    assert_null(reason_for(a, &s, "bet high", 1));
}

static void test_nudges(void **unused)
{
    scene s = scene_from(&crane_game, "seats=3 phase=bets card=10,ring");
    (void)unused;
    const advice *a = judge(&crane_game, NULL, 1, s.state);
    assert_string_equal(nudge_for(a, s.state), "bet");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_crane_grabs), cmocka_unit_test(test_crane_jackpots),
    cmocka_unit_test(test_crane_bets),  cmocka_unit_test(test_crane_goal),
    cmocka_unit_test(test_nudges),
};

SCENES_MAIN(tests)
