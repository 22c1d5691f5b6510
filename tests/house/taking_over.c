/* taking_over.c: the house: who may take over a seat of a match that is being played. Nobody who
 * has had another: they would see two hands. Told as scenes.
 *
 * Needs the games: yatzi bossa yubitsume crane */
#include <stdio.h>
#include <string.h>

#include "tests/house/stage.h"

/* Anna and a bot, and Ben in the third seat where there is one, in a match that has begun. */
static stage *beside_a_bot(const char *game)
{
    bool three = strcmp(game, "bossa") != 0;
    stage *s = against_bot(game, "random");
    if (three) {
        enter(s, BEN, "");
        sit(s, BEN, "Ben");
    }
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    return s;
}

static void free_from_bot(stage *s, int seat)
{
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":%d,\"level\":null,\"id\":3}", seat);
    EXPECT(ANNA, NULL);
}

static void take(stage *s, uint32_t guest, int seat)
{
    say(s, guest, "{\"type\":\"sit\",\"seat\":%d,\"name\":\"X\",\"id\":3}", seat);
}

static void stand(stage *s, uint32_t guest, int seat)
{
    say(s, guest, "{\"type\":\"stand\",\"seat\":%d,\"id\":3}", seat);
    EXPECT(guest, NULL);
}

static void expect_seats(stage *s, uint32_t guest, const char *seats)
{
    json_t *you = last(s, guest, "you");
    assert_true(equals(json_object_get(you, "seats"), seats));
    json_decref(you);
}

static const char *const hiding[] = {"bossa", "yubitsume", "crane"};
enum { HIDING = sizeof hiding / sizeof *hiding };

static void the_host_does_not_look_into_the_hand_of_a_bot(void **state)
{
    (void)state;
    for (int i = 0; i < HIDING; i++) {
        stage *s = beside_a_bot(hiding[i]);
        free_from_bot(s, 2);
        take(s, ANNA, 2);
        EXPECT(ANNA, "other_hand");
        close_stage(s);
    }
}

static void nor_into_that_of_somebody_they_remove(void **state)
{
    (void)state;
    stage *s = beside_a_bot("crane");
    say(s, ANNA, "{\"type\":\"remove\",\"seat\":3,\"id\":3}");
    EXPECT(ANNA, NULL);
    free_from_bot(s, 3);
    take(s, ANNA, 3);
    EXPECT(ANNA, "other_hand");
    close_stage(s);
}

/* It was seen, whatever happens then. */
static void to_stand_up_first_does_not_help(void **state)
{
    (void)state;
    stage *s = beside_a_bot("crane");
    free_from_bot(s, 2);
    stand(s, ANNA, 1);
    take(s, ANNA, 2);
    EXPECT(ANNA, "other_hand");
    crash_and_return(s);
    take(s, ANNA, 2);
    EXPECT(ANNA, "other_hand");
    close_stage(s);
}

/* What an earlier version has kept does not say who has held what: those who hold a seat have. */
static void who_came_from_an_earlier_version_does_not_either(void **state)
{
    (void)state;
    stage *s = beside_a_bot("crane");
    free_from_bot(s, 2);
    char *held = strstr(false_room(&s->f, s->code)->text, "\nheld "), *next;
    assert_non_null(held);
    for (; strncmp(held, "\nheld ", 6) == 0; memmove(held, next, strlen(next) + 1))
        next = strchr(held + 1, '\n');
    ((false_record *)false_room(&s->f, s->code))->record.text.length =
        strlen(false_room(&s->f, s->code)->text);
    crash_and_return(s);
    take(s, ANNA, 2);
    EXPECT(ANNA, "other_hand");
    close_stage(s);
}

static void who_comes_late_takes_over_from_a_bot(void **state)
{
    (void)state;
    for (int i = 0; i < HIDING; i++) {
        stage *s = beside_a_bot(hiding[i]);
        free_from_bot(s, 2);
        enter(s, CARA, "");
        take(s, CARA, 2);
        EXPECT(CARA, NULL);
        stand(s, CARA, 2);
        free_from_bot(s, 2);
        take(s, CARA, 2); /* it was theirs */
        EXPECT(CARA, NULL);
        close_stage(s);
    }
}

static void who_stood_up_may_come_back(void **state)
{
    (void)state;
    stage *s = beside_a_bot("crane");
    stand(s, BEN, 3);
    free_from_bot(s, 3);
    take(s, BEN, 3);
    EXPECT(BEN, NULL);
    close_stage(s);
}

/* Two seats, one device: both hands are theirs, also after a restart. */
static void who_has_held_both_may_have_both_again(void **state)
{
    (void)state;
    stage *s = open_stage("crane");
    take(s, ANNA, 1);
    take(s, ANNA, 2);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    stand(s, ANNA, 2);
    crash_and_return(s);
    free_from_bot(s, 2);
    take(s, ANNA, 2);
    expect_seats(s, ANNA, "[1,2]");
    close_stage(s);
}

/* The seats of the next match are open, and whoever names none gets one of them. */
static void seats_of_the_next_match_are_anybodys(void **state)
{
    (void)state;
    stage *s = beside_a_bot("crane");
    free_from_bot(s, 2);
    sit(s, ANNA, "Anna too");
    EXPECT(ANNA, NULL);
    take(s, BEN, 5);
    EXPECT(BEN, NULL);
    take(s, ANNA, 2);
    EXPECT(ANNA, "other_hand");
    say(s, ANNA, "{\"type\":\"stop\",\"id\":3}");
    take(s, ANNA, 2); /* nothing is hidden any longer */
    expect_seats(s, ANNA, "[1,2,4]");
    close_stage(s);
}

static void another_match_is_another_hand(void **state)
{
    (void)state;
    stage *s = beside_a_bot("crane");
    say(s, ANNA, "{\"type\":\"stop\",\"id\":3}");
    stand(s, BEN, 3);
    enter(s, CARA, "");
    take(s, CARA, 3);
    EXPECT(CARA, NULL);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    free_from_bot(s, 2);
    take(s, BEN, 2); /* in the match before, seat 3 was theirs */
    EXPECT(BEN, NULL);
    close_stage(s);
}

/* Nothing is hidden in Yatzi: there the host may play on for anybody. */
static void where_nothing_is_hidden_anybody_may(void **state)
{
    (void)state;
    stage *s = beside_a_bot("yatzi");
    free_from_bot(s, 2);
    take(s, ANNA, 2);
    expect_seats(s, ANNA, "[1,2]");
    close_stage(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_host_does_not_look_into_the_hand_of_a_bot),
    cmocka_unit_test(nor_into_that_of_somebody_they_remove),
    cmocka_unit_test(to_stand_up_first_does_not_help),
    cmocka_unit_test(who_came_from_an_earlier_version_does_not_either),
    cmocka_unit_test(who_comes_late_takes_over_from_a_bot),
    cmocka_unit_test(who_stood_up_may_come_back),
    cmocka_unit_test(who_has_held_both_may_have_both_again),
    cmocka_unit_test(seats_of_the_next_match_are_anybodys),
    cmocka_unit_test(another_match_is_another_hand),
    cmocka_unit_test(where_nothing_is_hidden_anybody_may),
};

SCENES_MAIN(tests)
