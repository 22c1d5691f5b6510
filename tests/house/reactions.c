/* reactions.c: the house: reactions from seats, limited, switched off by the host, and never while
 * they could tell something hidden. Told as scenes.
 *
 * Needs the games: yatzi yubitsume crane */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/stage.h"

static void react(stage *s, uint32_t guest, const char *what)
{
    say(s, guest, "{\"type\":\"react\",\"what\":\"%s\",\"id\":6}", what);
}

static bool hears_reaction(stage *s, uint32_t guest)
{
    json_t *heard = false_last(&s->f, guest, "reaction");
    json_decref(heard);
    return heard != NULL;
}

static void everybody_sees_at_which_seat(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    int kept = s->f.kept;
    enter(s, CARA, "");
    react(s, BEN, "party");
    json_t *heard = last(s, CARA, "reaction");
    assert_true(equals(heard, "{\"seat\":2,\"type\":\"reaction\",\"what\":\"party\"}"));
    json_decref(heard);
    assert_true(hears_reaction(s, ANNA));
    EXPECT(BEN, NULL);
    assert_int_equal(s->f.kept, kept); /* never stored */
    react(s, BEN, "no such thing");
    EXPECT(BEN, "bad_text");
    react(s, CARA, "wow");
    EXPECT(CARA, "not_yours");
    say(s, BEN, "{\"type\":\"react\",\"what\":\"wow\",\"seat\":1,\"id\":6}");
    EXPECT(BEN, "not_yours");
    close_stage(s);
}

static void nobody_floods_the_table(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    for (int i = 0; i < 3; i++) {
        react(s, BEN, "laugh");
        EXPECT(BEN, NULL);
    }
    react(s, BEN, "laugh");
    EXPECT(BEN, "slow_down");
    enter(s, CARA, ben); /* a second window has no limit of its own */
    react(s, CARA, "laugh");
    EXPECT(CARA, "slow_down");
    false_wait(&s->f, 2000);
    react(s, BEN, "laugh");
    EXPECT(BEN, NULL);
    close_stage(s);
}

static void the_host_can_switch_them_off(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    say(s, ANNA, "{\"type\":\"set\",\"reactions\":false,\"id\":4}");
    EXPECT(ANNA, NULL);
    react(s, BEN, "bravo");
    EXPECT(BEN, "no_reactions");
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, ANNA, s->token);
    json_t *room = last(s, ANNA, "room");
    assert_true(equals(json_object_get(room, "reactions"), "false"));
    json_decref(room);
    close_stage(s);
}

static stage *three_at(const char *game)
{
    stage *s = seated(game, CARA);
    enter(s, DAVE, "");
    return s;
}

/* While hands may come down, a sign would say that this one is free again. */
static void none_while_hands_may_come_down(void **state)
{
    (void)state;
    stage *s = three_at("yubitsume");
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":4000,\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    react(s, BEN, "luck");
    EXPECT(BEN, NULL);
    assert_true(hears_reaction(s, DAVE));
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    for (uint32_t guest = ANNA; guest <= CARA; guest++) {
        react(s, guest, "wow");
        EXPECT(guest, "quiet_now");
    }
    /* All hands are down, and nobody may know it before the time is over. */
    for (uint32_t guest = ANNA; guest <= CARA; guest++) {
        say(s, guest, "{\"type\":\"play\",\"seat\":%u,\"move\":\"hit knife\",\"id\":4}", guest);
        if (guest == CARA)
            break;
        react(s, guest, "wow");
        EXPECT(guest, "quiet_now");
        assert_false(hears_reaction(s, DAVE));
    }
    false_wait(&s->f, 10000);
    react(s, BEN, "wow");
    EXPECT(BEN, NULL);
    assert_true(hears_reaction(s, DAVE));
    close_stage(s);
}

/* While several bet at once. */
static void none_while_several_bet(void **state)
{
    (void)state;
    stage *s = three_at("crane");
    say(s, ANNA, "{\"type\":\"set\",\"dice\":\"ours\",\"options\":{\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"declare\",\"shown\":\"7 ring\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"close\",\"id\":4}");
    EXPECT(ANNA, NULL);
    json_t *told = last(s, DAVE, "table");
    assert_true(equals(json_object_get(told, "due"), "[2,3]"));
    json_decref(told);
    for (uint32_t guest = ANNA; guest <= CARA; guest++) {
        react(s, guest, "wow");
        EXPECT(guest, "quiet_now");
    }
    assert_false(hears_reaction(s, DAVE));
    close_stage(s);
}

/* Whoever sees the table late sees no reactions to what they have not seen. */
static void spectators_who_see_late_see_none(void **state)
{
    (void)state;
    stage *s = seated("yatzi", BEN);
    enter(s, DAVE, "");
    say(s, ANNA, "{\"type\":\"set\",\"watching\":\"none\",\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    react(s, ANNA, "wow");
    EXPECT(ANNA, NULL);
    assert_true(hears_reaction(s, BEN));
    assert_false(hears_reaction(s, DAVE));
    close_stage(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(everybody_sees_at_which_seat),
    cmocka_unit_test(nobody_floods_the_table),
    cmocka_unit_test(the_host_can_switch_them_off),
    cmocka_unit_test(none_while_hands_may_come_down),
    cmocka_unit_test(none_while_several_bet),
    cmocka_unit_test(spectators_who_see_late_see_none),
};

SCENES_MAIN(tests)
