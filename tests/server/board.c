/* board.c: which logs may be on the board of the day, and which must not: of another day, with
 * other dice, options or times, somebody else's, forged. */
#include "server/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "native/sign.h"
#include "table/inside.h"
#include "tests/table/sitting.h"

#define TODAY "2026-11-15"
#define HOUR INT64_C(3600000)

static const int64_t noon_ms = INT64_C(1794700800000) + 12 * HOUR;
static const char anna[] = "00112233445566778899aabbccddeeff";
static const char ben[] = "ffeeddccbbaa99887766554433221100";

/* ---- matches ---- */

static const kn_game *daily_game(void)
{
    for (int i = 0; kn_games[i]; i++)
        if (kn_games[i]->place)
            return kn_games[i];
    fail_msg("no game has such dice");
    return NULL;
}

static uint64_t tie_of(const kn_game *game, const char *day, const char *key)
{
    char board[BOARD_NAME_MAX];
    board_person person;
    uint64_t salt;
    snprintf(board, sizeof board, "%s %s ", day, game->key);
    board_person_of(board, kn_slice_of(key), &person);
    assert_true(kn_read_hex64(kn_slice_of(person.tie), &salt));
    return salt;
}

/* How a match is played; everything else is as it should be. */
typedef struct {
    const char *day, *key;
    int64_t opened_ms, move_ms;
    uint64_t salt;       /* of every move; 0: as follows from the key */
    int moves;           /* at most; 0: all */
    bool back;           /* something is taken back */
    const uint8_t *seed; /* of the key that signs it; NULL: nobody does */
    void (*change)(table_plan *plan);
} how;

static void play_alone(table *t, const how *h, uint64_t salt)
{
    kn_random random = kn_random_from(1);
    for (int n = 0; !table_over(t) && (!h->moves || n < h->moves); n++) {
        kn_move moves[KN_MOVES_MAX];
        char text[KN_MOVE_TEXT_MAX];
        int who = kn_first_actor(t->plan.game->to_act(&t->state));
        kn_text move = kn_text_on(text, sizeof text);
        int count = t->plan.game->moves(&t->state, who, moves);
        t->plan.game->write_move(&t->state, who, moves[kn_random_next(&random) % (uint64_t)count],
                                 &move);
        table_act act = {.now_ms = t->last_ms + h->move_ms,
                         .acted_ms = KN_NEVER,
                         .claimed_ms = KN_NEVER,
                         .salt = salt};
        assert_int_equal(table_play(t, who, kn_slice_of(text), &act), TABLE_OK);
        if (h->back && n == 1)
            assert_int_equal(table_take_back(t, 0, 0, t->last_ms), TABLE_OK);
    }
}

/* The log as the server with this key would end it. */
static char *close_log(table *t, char *log, const sign_key *key)
{
    char claim[ATTEST_TEXT_MAX], *closed = malloc(strlen(log) + 1024);
    table_report report = {0};
    kn_text text = kn_text_on(claim, sizeof claim), out = kn_text_on(closed, strlen(log) + 1024);
    t->closed = (attestation){.number = 9, .at_ms = noon_ms};
    table_hash(NULL, log, strlen(log), report.hash);
    table_end_claim(t, &report, &text);
    sign_text(key, (kn_slice){claim, text.length}, t->closed.signature);
    kn_put(&out, log);
    attest_put_end(&t->closed, &out);
    free(log);
    return closed;
}

static char *play(const kn_game *game, const how *given)
{
    how h = *given;
    sign_key key;
    table t;
    h.day = h.day ? h.day : TODAY;
    h.key = h.key ? h.key : anna;
    h.opened_ms = h.opened_ms ? h.opened_ms : noon_ms - HOUR;
    h.move_ms = h.move_ms ? h.move_ms : 700;
    table_plan plan = {.game = game, .opened_ms = h.opened_ms};
    kn_setup_initial(game, 1, &plan.setup);
    snprintf(plan.same, sizeof plan.same, "%s", h.day);
    snprintf(plan.seat[0].name, sizeof plan.seat[0].name, "%s", h.key == ben ? "Ben" : "Anna");
    if (h.seed) {
        sign_key_from_seed(&key, h.seed);
        memcpy(plan.sealed.key, key.public, sizeof plan.sealed.key);
        plan.sealed.given = (attestation){.number = 7, .at_ms = h.opened_ms};
        plan.sealed.seals = 1;
    }
    if (h.change)
        h.change(&plan);
    assert_int_equal(table_open(&t, &plan, fresh_log()), TABLE_OK);
    play_alone(&t, &h, h.salt ? h.salt : tie_of(game, h.day, h.key));
    char *log = saved(&t);
    if (h.seed)
        log = close_log(&t, log, &key);
    leave(&t);
    return log;
}

static board_finding found;

/* Why the log is refused as Anna's at noon; empty: it is not. */
static const char *why_not(const char *log, const char *key, int64_t now_ms)
{
    const char *why = board_check(kn_slice_of(log), kn_slice_of(key), now_ms, &found);
    return why ? why : "";
}

static const char *why_not_how(how h)
{
    char *log = play(daily_game(), &h);
    const char *why = why_not(log, h.key ? h.key : anna, noon_ms);
    free(log);
    return why;
}

/* ---- what may be on it ---- */

static void test_a_good_one(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        const kn_game *game = kn_games[i];
        char id[STORE_ENTRY_ID_MAX];
        table t;
        table_report report;
        if (!game->place)
            continue;
        char *log = play(game, &(how){0});
        assert_string_equal(why_not(log, anna, noon_ms), "");
        snprintf(id, sizeof id, TODAY " %s %s", game->key, board_entry_of(&found.entry));
        assert_string_equal(found.entry.id, id);
        assert_int_equal(strlen(board_entry_of(&found.entry)), BOARD_ENTRY_MAX - 1);
        assert_string_equal(found.entry.name, "Anna");
        assert_int_equal(load(log, &t, &report), TABLE_OK);
        assert_int_equal(found.entry.points, game->score(&t.state, 0));
        assert_int_equal(found.closed.count, 0);
        assert_true(strlen(log) < BOARD_LOG_MAX / 2);
        leave(&t);
        free(log);
    }
}

/* The entry says nothing about the key, nor about other days and games. */
static void test_entries_are_unlike(void **unused)
{
    (void)unused;
    static const char *const boards[] = {"2026-11-15 dice ", "2026-11-16 dice ",
                                         "2026-11-15 cards "};
    board_person person[4];
    for (int i = 0; i < 4; i++)
        board_person_of(boards[i % 3], kn_slice_of(i < 3 ? anna : ben), &person[i]);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(person[i].entry, person[j].entry);
            assert_string_not_equal(person[i].tie, person[j].tie);
        }
    /* As docs/protocol.md says: printf 'knobel board …' | sha256sum */
    assert_string_equal(person[0].tie, "a5f04748bc2a711d");
    assert_string_equal(person[0].entry, "5ace64db376c3858a5287e2fa0cfb8d2");
}

/* ---- what must not ---- */

static void with_a_bot(table_plan *plan)
{
    snprintf(plan->seat[0].bot, sizeof plan->seat[0].bot, "best");
}

static void with_two(table_plan *plan)
{
    kn_setup_initial(plan->game, 2, &plan->setup);
    snprintf(plan->seat[1].name, sizeof plan->seat[1].name, "Eva");
}

static void with_other_options(table_plan *plan)
{
    for (int i = 0; i < plan->game->option_count; i++)
        for (int value = 0; value < 4; value++) {
            kn_setup other = plan->setup;
            other.option[i] = value;
            if (other.option[i] != plan->setup.option[i] && kn_setup_valid(plan->game, &other)) {
                plan->setup = other;
                return;
            }
        }
    fail_msg("there are no other options");
}

static void with_sealed_dice(table_plan *plan)
{
    plan->same[0] = '\0';
}

static void test_refusals(void **unused)
{
    (void)unused;
    const struct {
        how h;
        const char *why;
    } all[] = {
        {{.change = with_a_bot}, "not_alone"},
        {{.change = with_two}, "not_alone"},
        {{.change = with_other_options}, "not_usual"},
        {{.change = with_sealed_dice}, "not_daily"},
        {{.day = "anna"}, "not_daily"},
        {{.day = "2026-11-17"}, "not_yet"},
        {{.day = "2026-11-13"}, "day_over"},
        {{.day = "2026-11-08"}, "day_over"},
        {{.day = "2026-11-16"}, ""}, /* it has begun in the east */
        {{.day = "2026-11-14", .opened_ms = noon_ms - 30 * HOUR}, "day_over"},
        {{.opened_ms = noon_ms + HOUR}, "impossible_time"},
        {{.opened_ms = noon_ms - 1000, .move_ms = 60000}, "impossible_time"},
        {{.opened_ms = noon_ms - 27 * HOUR}, "impossible_time"}, /* nobody had that day yet */
        {{.opened_ms = 1}, "impossible_time"},
        {{.move_ms = 2}, "impossible_time"},
        {{.moves = 7}, "not_over"},
        {{.back = true}, "taken_back"},
        {{.salt = 0x1122334455667788}, "not_yours"},
        {{.salt = 1}, "not_yours"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *why = why_not_how(all[i].h);
        if (strcmp(why, all[i].why) != 0)
            fail_msg("case %zu: %s, not %s", i, why, all[i].why);
    }
}

static void test_after_the_day(void **unused)
{
    (void)unused;
    char *log = play(daily_game(), &(how){0});
    assert_string_equal(why_not(log, anna, noon_ms + 23 * HOUR), "");
    assert_string_equal(why_not(log, anna, noon_ms + 25 * HOUR), "day_over");
    assert_string_equal(why_not(log, anna, noon_ms - 27 * HOUR), "not_yet");
    free(log);
}

static void test_keys(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "", "00112233445566778899aabbccddeef", "00112233445566778899aabbccddeeff0",
        "00112233445566778899AABBCCDDEEFF", "0011223344556677 899aabbccddeeff"};
    char *log = play(daily_game(), &(how){0});
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_string_equal(why_not(log, bad[i], noon_ms), "bad_key");
    assert_string_equal(why_not(log, ben, noon_ms), "not_yours");
    free(log);
}

/* Whoever copies a match and makes it his own has played the same. */
static void test_a_copied_match(void **unused)
{
    (void)unused;
    uint8_t play_of_anna[TABLE_HASH_BYTES];
    char *hers = play(daily_game(), &(how){0}), *his = play(daily_game(), &(how){.key = ben});
    char *later = play(daily_game(), &(how){.key = ben, .move_ms = 701});
    assert_string_equal(why_not(hers, anna, noon_ms), "");
    memcpy(play_of_anna, found.entry.play, sizeof play_of_anna);
    assert_string_equal(why_not(his, ben, noon_ms), "");
    assert_memory_equal(found.entry.play, play_of_anna, sizeof play_of_anna);
    assert_string_equal(found.entry.name, "Ben");
    assert_string_equal(why_not(later, ben, noon_ms), "");
    assert_memory_not_equal(found.entry.play, play_of_anna, sizeof play_of_anna);
    free(hers);
    free(his);
    free(later);
}

/* ---- forgeries ---- */

/* No byte can be another one, and none can be missing at the end. */
static void test_every_byte(void **unused)
{
    (void)unused;
    char *log = play(daily_game(), &(how){0});
    size_t length = strlen(log);
    for (size_t i = 0; i < length; i += 3) {
        char was = log[i];
        log[i] = was == '1' ? '2' : '1';
        if (!*why_not(log, anna, noon_ms))
            fail_msg("byte %zu does not matter", i);
        log[i] = was;
    }
    for (size_t end = 0; end < length; end += 97) {
        const char *why = board_check((kn_slice){log, end}, kn_slice_of(anna), noon_ms, &found);
        assert_non_null(why);
    }
    free(log);
}

/* Without the check at its end anybody can write a log: dice and rules still hold. */
static void test_changed_dice(void **unused)
{
    (void)unused;
    char *log = play(daily_game(), &(how){0});
    char *end = strstr(log, "\nend "), *check = strchr(end + 5, ' ');
    check[0] = '\n';
    check[1] = '\0';
    assert_string_equal(why_not(log, anna, noon_ms), ""); /* as if written by hand */
    char *die = strstr(log, " dice: ") + 7;
    *die = *die == '6' ? '5' : '6';
    assert_string_equal(why_not(log, anna, noon_ms), "wrong_dice");
    free(log);
}

static void test_long_and_odd(void **unused)
{
    (void)unused;
    static char text[BOARD_LOG_MAX + 2];
    memset(text, 'x', BOARD_LOG_MAX + 1);
    assert_string_equal(why_not(text, anna, noon_ms), "too_long");
    memset(text, '\n', BOARD_LOG_MAX);
    text[BOARD_LOG_MAX] = '\0';
    assert_string_equal(why_not(text, anna, noon_ms), "not_a_log");
    assert_string_equal(why_not("", anna, noon_ms), "not_a_log");
    kn_random random = kn_random_from(5);
    for (int i = 0; i < 2000; i++) {
        char bytes[64];
        for (size_t n = 0; n < sizeof bytes; n++)
            bytes[n] = (char)kn_random_next(&random);
        assert_non_null(
            board_check((kn_slice){bytes, sizeof bytes}, kn_slice_of(anna), noon_ms, &found));
    }
}

static void test_signatures(void **unused)
{
    (void)unused;
    static const uint8_t seed[SIGN_SEED_BYTES] = {1, 2, 3};
    uint8_t signature[ATTEST_SIGNATURE_BYTES];
    char claim[ATTEST_TEXT_MAX];
    kn_text text = kn_text_on(claim, sizeof claim);
    sign_key key;
    sign_key_from_seed(&key, seed);
    char *log = play(daily_game(), &(how){.seed = seed});
    assert_string_equal(why_not(log, anna, noon_ms), "");
    assert_int_equal(found.closed.count, 9);
    attest_write_signed(9, found.closed.head, &text);
    char *signed_at = strstr(strstr(log, "\nclosed "), "\nsigned ") + 8;
    assert_true(
        kn_read_hex((kn_slice){signed_at, 2 * sizeof signature}, signature, sizeof signature));
    assert_true(sign_is_valid(key.public, (kn_slice){claim, text.length}, signature));
    *signed_at = *signed_at == '0' ? '1' : '0';
    assert_string_equal(why_not(log, anna, noon_ms), "false_signature");
    strstr(log, "\nclosed ")[1] = '\0'; /* without it nobody vouches for the match */
    assert_string_equal(why_not(log, anna, noon_ms), "");
    assert_int_equal(found.closed.count, 0);
    free(log);
}

/* ---- the order ---- */

static void test_order(void **unused)
{
    (void)unused;
    store_entry entries[] = {{.points = 5, .kept_ms = 2, .id = "d g a"},
                             {.points = 9, .kept_ms = 3, .id = "d g b"},
                             {.points = 5, .kept_ms = 1, .id = "d g c"},
                             {.points = 1, .kept_ms = 1, .id = "d g d"}};
    store_board board = {.entry = entries, .count = 4};
    board_sort(&board, false);
    for (int i = 0; i < 4; i++)
        assert_int_equal(board_entry_of(&entries[i])[0], "bcad"[i]);
    board_sort(&board, true);
    for (int i = 0; i < 4; i++)
        assert_int_equal(board_entry_of(&entries[i])[0], "dcab"[i]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_good_one),   cmocka_unit_test(test_entries_are_unlike),
    cmocka_unit_test(test_refusals),     cmocka_unit_test(test_after_the_day),
    cmocka_unit_test(test_keys),         cmocka_unit_test(test_a_copied_match),
    cmocka_unit_test(test_every_byte),   cmocka_unit_test(test_changed_dice),
    cmocka_unit_test(test_long_and_odd), cmocka_unit_test(test_signatures),
    cmocka_unit_test(test_order),
};

SCENES_MAIN(tests)
