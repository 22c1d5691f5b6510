/* trouble.c: the house: a disk that fails, rules that changed, limits, nonsense. Told as
 * scenes.
 *
 * Needs the games: yatzi */
#include <stdio.h>
#include <string.h>

#include "house/limits.h"
#include "tests/house/stage.h"

/* How often something that begins so was said, and how often before all was kept. */
typedef struct {
    const char *begins;
    int said, early;
} overheard;

static void overhear(void *with, uint32_t guest, kn_slice text, house_when when)
{
    overheard *o = with;
    (void)guest;
    if (!kn_slice_begins(text, o->begins))
        return;
    o->said++;
    o->early += when == HOUSE_AT_ONCE;
}

/* Opinions tell what fell, so they must not be there before it is kept. That nothing can be kept
 * tells nothing, and must not wait for a disk that does not answer. */
static void what_waits_for_the_disk(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    overheard opinions = {"{\"type\":\"opinions\"", 0, 0},
              refused = {"{\"type\":\"refused\"", 0, 0};
    say(s, ANNA, "{\"type\":\"set\",\"hints\":true}");
    s->f.post = overhear;
    s->f.post_with = &opinions;
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    say(s, ANNA, "{\"type\":\"judge\",\"seat\":1}");
    assert_int_equal(opinions.said, 1);
    assert_int_equal(opinions.early, 0);
    s->f.post_with = &refused;
    say(s, BEN, "{\"type\":\"play\",\"seat\":2,\"move\":\"throw\",\"id\":5}");
    assert_int_equal(refused.early, 0);
    house_refuse_all(s->f.house, "disk");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":5}");
    assert_int_equal(refused.said, 2);
    assert_int_equal(refused.early, 1);
    close_stage(s);
}

static void while_nothing_can_be_kept_nothing_is_accepted(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    int kept = s->f.kept;
    house_refuse_all(s->f.house, "disk");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, "disk");
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    assert_string_equal(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token), "disk");
    false_wait(&s->f, 100000);
    assert_int_equal(kept, s->f.kept);
    house_refuse_all(s->f.house, NULL);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

static int lines_of_kind(const stage *s, const char *kind)
{
    int count = 0;
    for (int i = 0; i < s->f.kept; i++)
        if (s->f.disk[i].record.what == HOUSE_KEEP_SEAL)
            count += strstr(s->f.disk[i].text, kind) != NULL;
    return count;
}

static void seal_of_room(stage *s, char *out)
{
    json_t *room = last(s, ANNA, "room");
    strcpy(out, json_string_value(json_object_get(room, "seal")));
    json_decref(room);
}

typedef struct {
    char kind[8], room[17];
    unsigned seals, stopped;
} listed;

/* A line of the list of seals, counted from its end: 1 is the last. */
static listed list_line(const stage *s, int from_end)
{
    listed line = {0};
    int at = s->f.kept;
    while (from_end > 0 && at > 0)
        from_end -= s->f.disk[--at].record.what == HOUSE_KEEP_SEAL;
    assert_int_equal(sscanf(s->f.disk[at].text, "%*s %*s %7s %16s %u %u", line.kind, line.room,
                            &line.seals, &line.stopped),
                     4);
    return line;
}

static void expect_listed_as_stopped(const stage *s)
{
    listed start = list_line(s, 3), stop = list_line(s, 2), seal = list_line(s, 1);
    assert_string_equal(start.kind, "start");
    assert_string_equal(stop.kind, "stop");
    assert_string_equal(stop.room, start.room);
    assert_int_equal(stop.seals, start.seals);
    assert_int_equal(stop.stopped, start.stopped);
    assert_string_equal(seal.kind, "seal");
    assert_int_equal(seal.seals, start.seals + 1);
    assert_int_equal(seal.stopped, start.stopped + 1);
}

/* The log of a match that is given up is open to all, so its secret is not that of the next. It
 * counts as stopped: else a server could hide one behind a change of rules. */
static void a_match_of_other_rules_is_given_up(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char before[2 * TABLE_HASH_BYTES + 1], after[sizeof before];
    say(s, ANNA, "{\"type\":\"set\",\"listed\":true}");
    seal_of_room(s, before);
    for (int i = 0; i < s->f.kept; i++) {
        char *version = strstr(s->f.disk[i].text, "\ngame yatzi 1\n");
        if (version && s->f.disk[i].record.what == HOUSE_KEEP_PART)
            version[strlen("\ngame yatzi ")] = '9';
    }
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, ANNA, s->token);
    expect_listed_as_stopped(s);
    json_t *room = last(s, ANNA, "room");
    assert_true(equals(json_object_get(room, "stopped_matches"), "1"));
    json_decref(room);
    say(s, ANNA, "{\"type\":\"set\",\"listed\":true}");
    seal_of_room(s, after);
    assert_string_not_equal(before, after);
    crash_and_return(s); /* once */
    assert_int_equal(lines_of_kind(s, " stop "), 1);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

/* A log that the disk has changed is not one of other rules: nothing is given up, and nobody is
 * told that there was no such room. */
static void a_damaged_room_is_told_from_none(void **state)
{
    (void)state;
    for (int what = HOUSE_KEEP_ROOM; what <= HOUSE_KEEP_PART; what++) {
        stage *s = two_at_yatzi();
        say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
        for (int i = 0; i < s->f.kept; i++) {
            char *at = (int)s->f.disk[i].record.what == what
                           ? strstr(s->f.disk[i].text, what ? ": throw" : "\nstatus")
                           : NULL;
            if (at)
                at[3] = 'x';
        }
        s->f.committed = s->f.kept;
        false_crash(&s->f);
        int kept = s->f.kept;
        for (int i = 0; i <= s->f.limits.misses_a_minute; i++) { /* no wrong code, either */
            false_come(&s->f, CARA);
            say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
            EXPECT(CARA, "damaged");
            false_go(&s->f, CARA);
        }
        assert_int_equal(s->f.kept, kept);
        close_stage(s);
    }
}

static void a_room_that_was_not_kept_is_forgotten(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    s->f.committed = s->f.kept;
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    false_lose(&s->f);
    house_lost(s->f.house, s->code);
    assert_int_equal(s->f.box[ANNA].closed, 1013);
    enter(s, ANNA, s->token);
    json_t *told = last(s, ANNA, "table");
    assert_true(equals(json_object_get(told, "event"), "0"));
    json_decref(told);
    close_stage(s);
}

static void limits_answer_clearly(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    for (int i = 0; i < s->f.limits.messages_at_once; i++)
        say(s, BEN, "{\"type\":\"sync\",\"client\":1}");
    say(s, BEN, "{\"type\":\"sync\",\"client\":1,\"id\":9}");
    json_t *one, *answer = NULL;
    while ((one = false_read(&s->f, BEN))) {
        json_decref(answer);
        answer = one;
    }
    assert_string_equal(json_string_value(json_object_get(answer, "why")), "slow_down");
    json_decref(answer);
    for (int i = 0; i < 200; i++)
        say(s, BEN, "{\"type\":\"sync\",\"client\":1}");
    assert_int_equal(s->f.box[BEN].closed, 1008);
    for (int i = 0; i < s->f.limits.misses_a_minute; i++) {
        false_come(&s->f, CARA);
        say(s, CARA, "{\"type\":\"enter\",\"room\":\"333333\",\"id\":1}");
        EXPECT(CARA, "no_such_room");
        false_go(&s->f, CARA);
    }
    false_come(&s->f, CARA);
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
    EXPECT(CARA, "slow_down");
    assert_int_equal(s->f.box[CARA].closed, 1008);
    false_wait(&s->f, 60000);
    false_come(&s->f, CARA);
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
    EXPECT(CARA, NULL);
    close_stage(s);
}

/* From within a room, too; and the room goes on without who was sent away. */
static void who_tries_codes_in_a_room_has_to_go(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    for (int i = 0; i < s->f.limits.misses_a_minute; i++) {
        say(s, BEN, "{\"type\":\"enter\",\"room\":\"333333\",\"id\":1}");
        EXPECT(BEN, "no_such_room");
        false_wait(&s->f, 40);
    }
    say(s, BEN, "{\"type\":\"enter\",\"room\":\"333333\",\"id\":1}");
    EXPECT(BEN, "slow_down");
    assert_int_equal(s->f.box[BEN].closed, 1008);
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

/* Where addresses would be counted if no house had a random key. */
static unsigned place_without_key(const char *address)
{
    static const uint8_t none[ADDRESSES_KEY];
    uint8_t hash[TABLE_HASH_BYTES];
    table_hash(none, address, strlen(address), hash);
    return (hash[0] | (unsigned)hash[1] << 8) % ADDRESSES;
}

static void find_address_beside(const char *address, char out[HOUSE_ADDRESS_MAX])
{
    unsigned number = 0;
    do
        snprintf(out, HOUSE_ADDRESS_MAX, "10.%u.%u.%u", number >> 16 & 255, number >> 8 & 255,
                 number & 255);
    while (number++ < 1 << 24 && place_without_key(out) != place_without_key(address));
}

/* Else somebody could use up what another address may do. */
static void nobody_knows_which_addresses_are_counted_together(void **state)
{
    (void)state;
    stage *s = seated("yatzi", BEN);
    char beside[HOUSE_ADDRESS_MAX];
    bool refused = false;
    for (int i = 0; i < 2000 && !refused; i++) {
        say(s, ANNA, "{\"type\":\"bot\",\"seat\":3,\"level\":\"%s\",\"id\":3}",
            i % 2 ? "random" : "child");
        false_wait(&s->f, 40);
        json_t *answer = false_last(&s->f, ANNA, "refused");
        refused = answer != NULL;
        json_decref(answer);
    }
    assert_true(refused);
    find_address_beside("192.0.2.1", beside); /* all on this stage have that one */
    house_come(s->f.house, CARA, beside, s->f.now_ms);
    say(s, CARA, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
    close_stage(s);
}

static void larger_networks_are_known(void **state)
{
    static const struct {
        const char *address, *wider; /* NULL: none */
    } networks[] = {
        {"192.0.2.1", NULL},
        {"", NULL},
        {"home", NULL},
        {"::1", NULL},
        {"fe80::1234", NULL},
        {"2001:db8:1:2::", "2001:db8:1"},
        {"2001:db8:1::", "2001:db8:1"},
        {"2001:db8::", "2001:db8"},
        {"2001::", "2001"},
        {"2001:0:0:5::", "2001:0:0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        char wider[ADDRESS_WIDER_MAX];
        bool has = address_wider(networks[i].address, wider);
        if (has != (networks[i].wider != NULL) || (has && strcmp(wider, networks[i].wider) != 0))
            fail_msg("%s: %s", networks[i].address, has ? wider : "none");
    }
}

/* Who has a network of IPv6 has 65,536 smaller ones to come from. */
static void a_larger_network_counts_as_well(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    char address[48];
    int tried = 0;
    for (; tried < 10000; tried++) {
        snprintf(address, sizeof address, "2001:db8:7:%x::", tried + 1);
        if (house_tried_too_often(s->f.house, address, s->f.now_ms))
            break;
        house_missed(s->f.house, address, s->f.now_ms);
    }
    assert_int_equal(tried, ADDRESS_WIDER * s->f.limits.misses_a_minute);
    assert_false(house_tried_too_often(s->f.house, "2001:db8:8:1::", s->f.now_ms));
    close_stage(s);
}

/* What is new is refused first; what is being played goes on. */
static void without_space_matches_still_end(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    house_set_space(s->f.house, HOUSE_NO_ROOMS);
    assert_string_equal(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token), "no_space");
    say(s, ANNA, "{\"type\":\"chat\",\"text\":\"x\",\"id\":4}");
    EXPECT(ANNA, NULL);
    house_set_space(s->f.house, HOUSE_NO_MATCHES);
    say(s, ANNA, "{\"type\":\"chat\",\"text\":\"x\",\"id\":4}");
    EXPECT(ANNA, "no_space");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":4}");
    EXPECT(ANNA, NULL);
    say(s, ANNA, "{\"type\":\"stop\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    EXPECT(ANNA, "no_space");
    house_set_space(s->f.house, HOUSE_PLENTY);
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    EXPECT(ANNA, NULL);
    close_stage(s);
}

static void rooms_are_limited_by_address(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    char code[HOUSE_CODE_MAX], token[HOUSE_TOKEN_MAX];
    for (int i = 1; i < s->f.limits.rooms_an_hour; i++)
        assert_null(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token));
    assert_string_equal(false_open_room(&s->f, "{\"game\":\"yatzi\"}", code, token), "slow_down");
    close_stage(s);
}

static void people_who_left_their_seats_do_not_fill_the_room(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    for (int i = 0; i < 40; i++) {
        enter(s, BEN, "");
        sit(s, BEN, "Ben");
        say(s, BEN, "{\"type\":\"stand\",\"id\":3}");
        EXPECT(BEN, NULL);
        false_go(&s->f, BEN);
    }
    enter(s, CARA, "");
    sit(s, CARA, "Cara");
    EXPECT(CARA, NULL);
    close_stage(s);
}

static void watchers_do_not_keep_out_who_plays(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    char ben[HOUSE_TOKEN_MAX];
    token_of(s, BEN, ben);
    false_go(&s->f, BEN);
    for (int i = 0; i < s->f.limits.guests_a_room; i++)
        enter(s, (uint32_t)(10 + i), "");
    enter(s, 9, "");
    EXPECT(9, "full");
    enter(s, BEN, ben);
    EXPECT(BEN, NULL);
    close_stage(s);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    static const char *const nonsense[] = {"{}",
                                           "[]",
                                           "7",
                                           "{\"type\":7}",
                                           "{\"type\":\"fly\"}",
                                           "{\"type\":\"play\",\"type\":\"play\"}",
                                           "{"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        false_send(&s->f, ANNA, nonsense[i]);
        EXPECT(ANNA, "not_understood");
    }
    false_come(&s->f, DAVE);
    say(s, DAVE, "{\"type\":\"chat\",\"text\":\"x\",\"id\":1}");
    EXPECT(DAVE, "not_entered");
    close_stage(s);
}

/* Whose address has the code of a room in it. */
static void a_connection_of_one_room_enters_no_other(void **state)
{
    (void)state;
    stage *s = two_at_yatzi();
    false_come(&s->f, DAVE);
    house_tie(s->f.house, DAVE, "333333");
    say(s, DAVE, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":1}", s->code);
    EXPECT(DAVE, "other_room");
    say(s, DAVE, "{\"type\":\"enter\",\"room\":\"333333\",\"id\":2}");
    EXPECT(DAVE, "no_such_room");
    house_tie(s->f.house, DAVE, s->code);
    say(s, DAVE, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":3}", s->code);
    EXPECT(DAVE, NULL);
    close_stage(s);
}

static int64_t told_spread(stage *s, uint32_t guest)
{
    json_t *told = last(s, guest, "spread");
    int64_t ms = json_integer_value(json_object_get(told, "ms"));
    json_decref(told);
    return ms;
}

/* The more there are, the longer they take to come back; and they know before they are cut off. */
static void guests_are_told_over_how_long_to_come_back(void **state)
{
    (void)state;
    stage *s = open_stage("yatzi");
    const int each_ms = 1000 / s->f.limits.returns_a_second + 1;
    uint32_t many = 251, few = 11;
    for (uint32_t i = 10; i < many; i++)
        false_come(&s->f, i);
    int64_t told = told_spread(s, ANNA);
    assert_true(told >= 100 && told <= (int64_t)many * each_ms);
    enter(s, BEN, "");
    json_t *entered = last(s, BEN, "entered");
    assert_true(json_integer_value(json_object_get(entered, "spread_ms")) > told / 2);
    json_decref(entered);
    for (uint32_t i = few; i < many; i++)
        false_go(&s->f, i);
    assert_true(told_spread(s, BEN) < told / 2);
    house_farewell(s->f.house);
    assert_true(told_spread(s, BEN) <= 3 * each_ms);
    assert_int_equal(s->f.box[BEN].closed, 1001);
    close_stage(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_waits_for_the_disk),
    cmocka_unit_test(while_nothing_can_be_kept_nothing_is_accepted),
    cmocka_unit_test(a_match_of_other_rules_is_given_up),
    cmocka_unit_test(a_damaged_room_is_told_from_none),
    cmocka_unit_test(a_room_that_was_not_kept_is_forgotten),
    cmocka_unit_test(limits_answer_clearly),
    cmocka_unit_test(who_tries_codes_in_a_room_has_to_go),
    cmocka_unit_test(nobody_knows_which_addresses_are_counted_together),
    cmocka_unit_test(larger_networks_are_known),
    cmocka_unit_test(a_larger_network_counts_as_well),
    cmocka_unit_test(without_space_matches_still_end),
    cmocka_unit_test(rooms_are_limited_by_address),
    cmocka_unit_test(people_who_left_their_seats_do_not_fill_the_room),
    cmocka_unit_test(watchers_do_not_keep_out_who_plays),
    cmocka_unit_test(nonsense_is_refused),
    cmocka_unit_test(a_connection_of_one_room_enters_no_other),
    cmocka_unit_test(guests_are_told_over_how_long_to_come_back),
};

SCENES_MAIN(tests)
