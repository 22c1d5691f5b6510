/* scenes.c: the scenes of Tactile Crane Championship. Most are played with real cards, where the
 * challenger's count is typed in; those about the hand itself are played on the screen. */
#include <stdio.h>
#include <string.h>

#include "core/survey.h"
#include "tests/engine/scenes.h"

enum { CARD_KINDS = 68, GRAB_TAG = 4 << 20 };

/* What the position of someone's view says, in a buffer that the next call overwrites. */
static const char *seen_by(const scene *s, int who)
{
    static char position[KN_POSITION_MAX];
    uint64_t seen[KN_STATE_MAX / 8];
    kn_text text = kn_text_on(position, sizeof position);
    s->game->view(s->state, who, seen);
    s->game->write_position(seen, &text);
    return position;
}

static bool sees(const scene *s, int who, const char *piece)
{
    return strstr(seen_by(s, who), piece) != NULL;
}

static void assert_numbers(const scene *s, const char *path_form, const int *expected, int count)
{
    for (int i = 0; i < count; i++) {
        char path[64];
        snprintf(path, sizeof path, path_form, i);
        if (scene_number(s, path) != expected[i])
            fail_msg("%s is %d, not %d: %s", path, (int)scene_number(s, path), expected[i],
                     scene_position(s));
    }
}

static void test_set_up(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 6; seats++) {
        char position[16];
        snprintf(position, sizeof position, "seats=%d", seats);
        scene s = scene_from(&crane_game, position);
        bool two = seats == 2;
        assert_int_equal(scene_number(&s, "deck"), two ? 133 : 130);
        assert_int_equal(scene_number(&s, "jackpots.0"), 3);
        if (!two)
            assert_int_equal(scene_number(&s, "jackpots.1"), 3);
        assert_int_equal(scene_number(&s, "seats.1.bet_cards.high"), two ? 2 : 1);
        assert_int_equal(scene_number(&s, "seats.1.bet_cards.low"), two ? 2 : 1);
        assert_int_equal(scene_number(&s, "seats.1.bet_cards.just"), 1);
        assert_int_equal(scene_number(&s, "multipliers_left"), 6);
    }
}

static void test_a_turn(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3");
    assert_int_equal(scene_try(&s, "1: close"), KN_NOT_DUE); /* turn up a card first */
    assert_int_equal(scene_try(&s, "dice: 3 ring"), KN_UNREADABLE);
    scene_play(&s, "dice: 10 ring", NULL);
    assert_int_equal(scene_try(&s, "2: bet high"), KN_NOT_DUE); /* the eyes are open */
    assert_int_equal(scene_try(&s, "1: grab 5000"), KN_ILLEGAL);
    scene_play(&s, "1: close", NULL);
    assert_int_equal(scene_try(&s, "1: bet just"), KN_NOT_DUE); /* on oneself */
    scene_play(&s, "3: bet low", NULL);
    assert_int_equal(scene_try(&s, "3: bet high"), KN_NOT_DUE); /* a bet stands */
    assert_int_equal(scene_try(&s, "2: bet hidden"), KN_UNREADABLE);
    scene_play(&s, "2: bet high", NULL);
    assert_int_equal(scene_try(&s, "dice: slip 1001"), KN_ILLEGAL);
    scene_play(&s, "dice: slip 985", NULL);
    assert_int_equal(scene_try(&s, "1: count 10"), KN_ILLEGAL); /* not by hand */
    assert_int_equal(scene_try(&s, "1: grab 400001"), KN_UNREADABLE);
    assert_int_equal(scene_try(&s, "1: jackpot 1"), KN_ILLEGAL);
    scene_play(&s, "1: grab 17000", NULL); /* 1 + 17 mm × 0.95 × 0.985 / 2 mm */
    assert_int_equal(scene_number(&s, "last.count"), 8);
    assert_int_equal(scene_number(&s, "last.slip"), 985);
    assert_int_equal(scene_number(&s, "last.travel_um"), 17000);
    assert_int_equal(scene_try(&s, "1: jackpot 3"), KN_UNREADABLE);
    scene_play(&s, "1: jackpot 2", NULL);
    assert_string_equal(scene_string(&s, "phase"), "flip");
    assert_int_equal(scene_number(&s, "turn"), 2);
    assert_int_equal(scene_number(&s, "jackpots.1"), 5);
    assert_int_equal(scene_number(&s, "last.jackpot_change"), 2);
}

/* What a grab brings, three players, jackpots of 3 and 5 cards, the first one named. */
static void test_counts(void **unused)
{
    static const struct {
        const char *card, *bets[2], *count, *jackpot;
        int got[3], jackpots[2], deck;
    } table[] = {
        /* short of it: the shortfall goes to the jackpot, the rest to the challenger */
        {"10 ring", {"just", "high"}, "8", "1", {6, 0, 0}, {5, 5}, 128 - 8},
        {"10 ring", {"just", "high"}, "8", "2", {6, 0, 0}, {3, 7}, 128 - 8},
        {"10 ring", {"just", "high"}, "4", "1", {0, 0, 0}, {7, 5}, 128 - 4},
        {"10 ring", {"just", "high"}, "5", "1", {0, 0, 0}, {8, 5}, 128 - 5},
        {"10 ring", {"just", "high"}, "6", "1", {2, 0, 0}, {7, 5}, 128 - 6},
        {"20 little", {"just", "high"}, "1", "1", {0, 0, 0}, {4, 5}, 128 - 1},
        /* beyond it: the excess goes to the jackpot, the rest back */
        {"10 ring", {"just", "low"}, "13", "1", {0, 0, 0}, {6, 5}, 128 - 3},
        {"4 index", {"just", "low"}, "128", "2", {0, 0, 0}, {3, 129}, 4},
        /* just so: a whole jackpot, and it is filled again */
        {"9 ring", {"high", "low"}, "9", "2", {14, 0, 0}, {3, 3}, 128 - 9 - 3 + 10},
        {"10 ring", {"high", "low"}, "10", "1", {13, 0, 0}, {3, 5}, 128 - 10 - 3 + 10},
        /* right bets */
        {"10 ring", {"low", "high"}, "8", "1", {6, 2, 0}, {5, 5}, 128 - 8 - 2},
        {"10 ring", {"low", "low"}, "8", "1", {6, 2, 2}, {5, 5}, 128 - 8 - 4},
        {"10 ring", {"low", "high"}, "13", "1", {0, 0, 2}, {6, 5}, 128 - 3 - 2},
        {"10 ring", {"just", "low"}, "10", "2", {15, 3, 0}, {3, 3}, 128 - 10 - 6 + 10},
        {"10 ring", {"just", "just"}, "10", "1", {13, 3, 2}, {3, 3}, 128 - 10 - 6 + 10},
        {"10 ring", {"just", "just"}, "10", "2", {15, 2, 1}, {3, 3}, 128 - 10 - 6 + 10},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char lines[5][32];
        scene s = scene_from(&crane_game, "seats=3 hand=cards turns=3 jackpots=3,5");
        snprintf(lines[0], sizeof lines[0], "dice: %s", table[i].card);
        snprintf(lines[1], sizeof lines[1], "2: bet %s", table[i].bets[0]);
        snprintf(lines[2], sizeof lines[2], "3: bet %s", table[i].bets[1]);
        snprintf(lines[3], sizeof lines[3], "1: count %s", table[i].count);
        snprintf(lines[4], sizeof lines[4], "1: jackpot %s", table[i].jackpot);
        scene_play(&s, lines[0], "1: close", lines[1], lines[2], lines[3], lines[4], NULL);
        assert_numbers(&s, "seats.%d.total", table[i].got, 3);
        assert_numbers(&s, "last.seats.%d.got", table[i].got, 3);
        assert_numbers(&s, "jackpots.%d", table[i].jackpots, 2);
        assert_int_equal(scene_number(&s, "deck"), table[i].deck);
    }
}

/* What is left over of a shared jackpot goes round from the challenger's left. */
static void test_remainder_goes_clockwise(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=4 hand=cards first=3 turns=4 jackpots=3,8");
    scene_play(&s, "dice: 7 middle", "3: close", "1: bet just", "2: bet just", "4: bet just",
               "3: count 7", "3: jackpot 1", NULL);
    assert_numbers(&s, "seats.%d.total", (const int[]){3, 2, 10, 3}, 4);
}

/* A deck that runs short pays what there is, in order; without cards to turn up the game ends. */
static void test_short_deck(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=4 hand=cards turns=4 multipliers=6,0,0,0 "
                                      "cards=50,23,23,23");
    assert_int_equal(scene_number(&s, "deck"), 11);
    scene_play(&s, "dice: 4 index", "1: close", "2: bet high", "3: bet high", "4: bet high", NULL);
    assert_int_equal(scene_try(&s, "1: count 12"), KN_ILLEGAL);
    scene_play(&s, "1: count 11", "1: jackpot 1", NULL);
    assert_numbers(&s, "last.seats.%d.got", (const int[]){0, 2, 2, 0}, 4);
    assert_string_equal(scene_string(&s, "phase"), "over");
    assert_int_equal(crane_game.result(s.state), KN_ACTOR(0));
    assert_int_equal(scene_try(&s, "dice: 4 index"), KN_OVER);
    s = scene_from(&crane_game, "seats=3 turns=3 multipliers=2,2,2 cards=40,40,41 hand=cards");
    scene_play(&s, "dice: 9 ring", "1: close", "2: bet high", "3: bet just", "1: count 9",
               "1: jackpot 1", NULL);
    assert_numbers(&s, "jackpots.%d", (const int[]){0, 0}, 2);
    assert_numbers(&s, "seats.%d.total", (const int[]){72, 60, 64}, 3);
}

static void test_eyes_opened(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3");
    scene_play(&s, "dice: 10 ring", "1: close", "2: bet high", "3: bet low", "dice: slip 1000",
               "1: open", NULL);
    assert_string_equal(scene_position(&s), "seats=3 phase=flip turns=1 jackpots=3,3 cards=0,0,0 "
                                            "multipliers=0,0,0");
    assert_int_equal(scene_number(&s, "turn"), 2);
}

/* Ten loose cards become a multiplier while there are any, from the challenger's left on. */
static void test_multipliers(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 hand=cards turns=1 cards=9,9,9");
    scene_play(&s, "dice: 10 ring", "2: close", "1: bet low", "3: bet low", "2: count 8",
               "2: jackpot 1", NULL);
    assert_numbers(&s, "seats.%d.multipliers", (const int[]){1, 1, 1}, 3);
    assert_numbers(&s, "seats.%d.cards", (const int[]){1, 5, 1}, 3);
    assert_int_equal(scene_number(&s, "deck"), 136 - 8 - 7);
    s = scene_from(&crane_game, "seats=3 hand=cards turns=1 multipliers=5,0,0 cards=9,9,9");
    scene_play(&s, "dice: 10 ring", "2: close", "1: bet low", "3: bet low", "2: count 8",
               "2: jackpot 1", NULL);
    assert_numbers(&s, "seats.%d.multipliers", (const int[]){5, 0, 1}, 3);
    assert_numbers(&s, "seats.%d.total", (const int[]){61, 15, 11}, 3);
}

#define OPEN_TURN(seat, a, b)                                                                      \
    "dice: 10 ring", seat ": close", a ": bet low", b ": bet low", seat ": open"

/* Two turns each; the tied take one more, in order from the first challenger; only they can win. */
static void test_end_of_three(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 hand=cards turns=5 cards=8,9,2");
    scene_play(&s, OPEN_TURN("3", "1", "2"), NULL);
    assert_int_equal(crane_game.result(s.state), KN_ACTOR(1));
    s = scene_from(&crane_game, "seats=3 hand=cards first=2 turns=5 cards=8,7,8");
    scene_play(&s, OPEN_TURN("1", "2", "3"), NULL);
    assert_int_equal(crane_game.result(s.state), 0);
    assert_int_equal(scene_number(&s, "turn"), 3);
    scene_play(&s, "dice: 10 ring", "3: close", "2: bet low", "1: bet high", "3: count 2",
               "3: jackpot 1", NULL);
    assert_int_equal(scene_number(&s, "turn"), 1);
    assert_int_equal(scene_number(&s, "seats.1.total"), 9); /* ahead, but not among the tied */
    scene then = s;
    scene_play(&s, OPEN_TURN("1", "2", "3"), NULL);
    assert_int_equal(crane_game.result(s.state), KN_ACTOR(0) | KN_ACTOR(2));
    scene_play(&then, "dice: 10 ring", "1: close", "2: bet just", "3: bet just", "1: count 6",
               "1: jackpot 1", NULL);
    assert_int_equal(crane_game.result(then.state), KN_ACTOR(0));
}

static void test_two_players(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=2 hand=cards");
    scene_play(&s, "dice: 10 ring", "1: close", "2: bet low", "1: count 8", NULL);
    assert_numbers(&s, "seats.%d.total", (const int[]){6, 0}, 2);
    assert_int_equal(scene_number(&s, "seats.1.achieved.low"), 1);
    assert_int_equal(scene_number(&s, "seats.1.bet_cards.low"), 1);
    assert_int_equal(scene_number(&s, "jackpots.0"), 5);
    scene_play(&s, "dice: 10 ring", "2: close", "1: bet just", "2: count 8", NULL);
    assert_int_equal(scene_number(&s, "seats.0.bet_cards.just"), 1); /* a wrong one returns */
    scene_play(&s, "dice: 4 index", "1: close", "2: bet just", "1: count 4", NULL);
    assert_int_equal(scene_number(&s, "seats.0.total"), 6 + 4 + 7);
    assert_int_equal(scene_number(&s, "seats.1.total"), 6);
    assert_int_equal(scene_number(&s, "jackpots.0"), 3);
    scene_play(&s, "dice: 4 index", "2: close", "1: bet low", "2: open", "dice: 9 index",
               "1: close", NULL);
    assert_false(scene_lists(&s, 2, "bet just"));
    assert_true(scene_lists(&s, 2, "bet low"));
    assert_int_equal(scene_try(&s, "2: bet just"), KN_ILLEGAL);
}

/* How a game of two ends. The first seat is the challenger and counts; the second one bets. */
static void test_end_of_two(void **unused)
{
    static const struct {
        const char *position, *bet, *count; /* against a 10 */
        kn_actors winners;
    } table[] = {
        /* one of each kind, or any three */
        {"achieved2=1,1,0", "just", "10", KN_ACTOR(1)},
        {"achieved2=1,0,1 cards=9,0 multipliers=2,0", "low", "9", KN_ACTOR(1)},
        {"achieved2=1,0,1", "high", "12", 0},
        {"bet_goal=any_three achieved2=1,0,1", "high", "12", KN_ACTOR(1)},
        {"bet_goal=any_three achieved2=2,0,0", "low", "9", KN_ACTOR(1)},
        {"achieved2=2,2,0", "just", "9", 0},
        /* forty cards */
        {"cards=6,0 multipliers=2,0", "high", "10", 0},
        {"cards=7,0 multipliers=2,0", "high", "10", KN_ACTOR(0)},
        {"cards=2,9 multipliers=3,3", "high", "9", KN_ACTOR(0)},
        /* both at once: the bets win */
        {"cards=5,0 multipliers=3,0 achieved2=1,1,0", "just", "10", KN_ACTOR(1)},
        {"turns=98 cards=1,0", "high", "1", 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char position[128], bet[16], count[16];
        bool late = strstr(table[i].position, "turns=") != NULL;
        snprintf(position, sizeof position, "seats=2 hand=cards %s%s", late ? "" : "turns=8 ",
                 table[i].position);
        snprintf(bet, sizeof bet, "2: bet %s", table[i].bet);
        snprintf(count, sizeof count, "1: count %s", table[i].count);
        scene s = scene_from(&crane_game, position);
        scene_play(&s, "dice: 10 ring", "1: close", bet, count, NULL);
        if (crane_game.result(s.state) != table[i].winners)
            fail_msg("%s: won by %x", position, crane_game.result(s.state));
    }
}

/* A game of two ends after a hundred turns at the latest; the most cards win then. */
static void test_hundred_turns(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=2 hand=cards turns=99 cards=4,5");
    scene_play(&s, "dice: 10 ring", "2: close", "1: bet low", "2: open", NULL);
    assert_int_equal(crane_game.result(s.state), KN_ACTOR(1));
    s = scene_from(&crane_game, "seats=2 hand=cards turns=99 cards=5,5");
    scene_play(&s, "dice: 10 ring", "2: close", "1: bet low", "2: open", NULL);
    assert_int_equal(crane_game.result(s.state), KN_ACTOR(0) | KN_ACTOR(1));
}

/* Who knows which bet when: their owners; then the audience; the challenger at the count. */
static void test_secrets(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3");
    scene_play(&s, "dice: 10 ring", "1: close", "2: bet high", NULL);
    assert_true(sees(&s, 1, "bets=-,high,-"));
    assert_true(sees(&s, 2, "bets=-,hidden,-"));
    assert_true(sees(&s, KN_WATCHER, "bets=-,hidden,-"));
    scene_play(&s, "3: bet low", NULL); /* the last one is hidden like the others */
    assert_true(sees(&s, 0, "bets=-,hidden,hidden"));
    assert_true(sees(&s, 1, "bets=-,high,hidden"));
    assert_true(sees(&s, 2, "bets=-,hidden,low"));
    assert_true(sees(&s, KN_WATCHER, "bets=-,hidden,hidden"));
    scene_play(&s, "dice: slip 985", NULL);
    assert_true(sees(&s, 0, "bets=-,hidden,hidden"));
    assert_true(sees(&s, 1, "bets=-,high,low"));
    assert_true(sees(&s, KN_WATCHER, "bets=-,high,low"));
    for (int who = 0; who <= KN_WATCHER; who++)
        assert_false(sees(&s, who, "slip="));
    scene_play(&s, "1: grab 17000", NULL);
    assert_true(sees(&s, 0, "last_slip=985 last_bets=-,high,low"));
}

/* With real cards the last bet turns up all of them, before the grab; the challenger's eyes are
 * closed. */
static void test_secrets_with_cards(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 hand=cards");
    scene_play(&s, "dice: 10 ring", "1: close", "2: bet high", NULL);
    assert_true(sees(&s, 2, "bets=-,hidden,-"));
    assert_true(sees(&s, KN_WATCHER, "bets=-,hidden,-"));
    scene_play(&s, "3: bet low", NULL);
    assert_true(sees(&s, 0, "bets=-,hidden,hidden"));
    assert_true(sees(&s, 1, "bets=-,high,low"));
    assert_true(sees(&s, 2, "bets=-,high,low"));
    assert_true(sees(&s, KN_WATCHER, "bets=-,hidden,hidden")); /* a second window tells nothing */
    scene_play(&s, "1: count 10", NULL);
    assert_true(sees(&s, 0, "last_bets=-,high,low"));
}

/* Nothing of a game of two tells the challenger which bet card lies there. */
static void test_secrets_of_two(void **unused)
{
    static const char *const bets[] = {"2: bet high", "2: bet low", "2: bet just"};
    char first[KN_POSITION_MAX];
    (void)unused;
    for (int i = 0; i < 3; i++) {
        scene s = scene_from(&crane_game, "seats=2 turns=4 achieved2=1,1,0");
        scene_play(&s, "dice: 10 ring", "1: close", bets[i], "dice: slip 1000", NULL);
        if (i == 0)
            snprintf(first, sizeof first, "%s", seen_by(&s, 0));
        assert_string_equal(seen_by(&s, 0), first);
    }
}

static void test_what_is_seen(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 phase=bets card=10,ring");
    kn_event bet = {.actor = 1}, slip = {.actor = KN_CHANCE}, grab = {.actor = 0};
    assert_int_equal(crane_game.seen(s.state, &bet, 1), KN_SEEN);
    assert_int_equal(crane_game.seen(s.state, &bet, 0), KN_ACTED);
    assert_int_equal(crane_game.seen(s.state, &bet, KN_WATCHER), KN_ACTED);
    s = scene_from(&crane_game, "seats=3 hand=cards phase=bets card=10,ring");
    assert_int_equal(crane_game.seen(s.state, &bet, 2), KN_ACTED);
    s = scene_from(&crane_game, "seats=3 hand=cards phase=bets card=10,ring bets=-,-,low");
    assert_int_equal(crane_game.seen(s.state, &bet, 0), KN_ACTED);
    assert_int_equal(crane_game.seen(s.state, &bet, 2), KN_SEEN);
    assert_int_equal(crane_game.seen(s.state, &bet, KN_WATCHER), KN_ACTED);
    s = scene_from(&crane_game, "seats=3 phase=slip card=10,ring bets=-,low,low");
    for (int who = 0; who < 3; who++)
        assert_int_equal(crane_game.seen(s.state, &slip, who), KN_ACTED);
    assert_int_equal(crane_game.seen(s.state, &slip, KN_WATCHER), KN_ACTED);
    s = scene_from(&crane_game, "seats=3 phase=grab card=10,ring bets=-,low,low slip=985");
    assert_int_equal(crane_game.seen(s.state, &grab, 2), KN_SEEN);
}

/* The 136 cards, and which of them come up again. */
static void test_flips(void **unused)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    uint32_t cards = 0;
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 hand=cards");
    assert_int_equal(crane_game.outcomes(s.state, outcomes), CARD_KINDS);
    for (int i = 0; i < CARD_KINDS; i++)
        cards += outcomes[i].weight;
    assert_int_equal(cards, 136);
    scene_play(&s, OPEN_TURN("1", "2", "3"), NULL); /* back */
    assert_int_equal(crane_game.outcomes(s.state, outcomes), CARD_KINDS);
    assert_int_equal(outcomes[26].weight, 2);
    scene_play(&s, "dice: 10 ring", "2: close", "1: bet low", "3: bet low", "2: count 11",
               "2: jackpot 1", NULL); /* back */
    crane_game.outcomes(s.state, outcomes);
    assert_int_equal(outcomes[26].weight, 2);
    scene_play(&s, "dice: 10 ring", "3: close", "1: bet high", "2: bet high", "3: count 1",
               "3: jackpot 1", NULL); /* into the jackpot */
    crane_game.outcomes(s.state, outcomes);
    assert_int_equal(outcomes[26].weight, 1);
    scene_play(&s, "dice: 10 ring", "1: close", "3: bet just", "2: bet just", "1: count 9",
               "1: jackpot 1", NULL); /* to the challenger */
    assert_int_equal(crane_game.outcomes(s.state, outcomes), CARD_KINDS - 1);
    assert_int_equal(scene_try(&s, "dice: 10 ring"), KN_ILLEGAL);
    scene_play(&s, "dice: 11 ring", "2: close", "3: bet low", "1: bet low", "2: count 11",
               "2: jackpot 1",
               NULL); /* ten of these go back for a multiplier: any card may be there */
    assert_int_equal(scene_number(&s, "seats.1.multipliers"), 1);
    assert_int_equal(crane_game.outcomes(s.state, outcomes), CARD_KINDS);
}

/* The slip is even on both sides, likeliest in the middle, and never more than four percent. */
static void test_slips(void **unused)
{
    kn_outcome slips[KN_OUTCOMES_MAX];
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 phase=slip card=10,ring bets=-,low,low");
    int count = crane_game.outcomes(s.state, slips);
    assert_int_equal(count, 17);
    for (int i = 0; i < count; i++) {
        assert_int_equal(slips[i].move + slips[count - 1 - i].move, 2000);
        assert_int_equal(slips[i].weight, slips[count - 1 - i].weight);
        assert_in_range(slips[i].move, 960, 1040);
        if (i <= count / 2)
            assert_int_equal(slips[i].weight, i + 1);
    }
}

static const char *const fingers[] = {"index", "middle", "ring", "little"};

/* How many cards a travel holds with this slip. */
static int64_t grabbed(const char *finger, int slip, kn_move travel)
{
    char position[128];
    snprintf(position, sizeof position, "seats=3 phase=grab card=20,%s bets=-,low,low slip=%d",
             finger, slip);
    scene s = scene_from(&crane_game, position);
    kn_event event = {.actor = 0, .move = GRAB_TAG | travel};
    assert_int_equal(crane_game.apply(s.state, &event), KN_OK);
    return scene_number(&s, "last.count");
}

/* Every number of cards is listed once, as the travel that holds it if nothing slips. */
static void test_listed_grabs(void **unused)
{
    (void)unused;
    for (int finger = 0; finger < 4; finger++) {
        char position[96];
        kn_move moves[KN_MOVES_MAX];
        snprintf(position, sizeof position, "seats=3 phase=grab card=20,%s bets=-,low,low",
                 fingers[finger]);
        scene s = scene_from(&crane_game, position);
        assert_int_equal(crane_game.moves(s.state, 0, moves), 131);
        assert_true(scene_lists(&s, 1, "open"));
        for (int cards = 1; cards <= 130; cards++)
            assert_int_equal(grabbed(fingers[finger], 1000, moves[cards] - GRAB_TAG), cards);
    }
}

/* The same travel is not the same grab: by the finger left out, and by the slip. */
static void test_travel(void **unused)
{
    static const struct {
        const char *finger;
        int slip, travel, cards;
    } table[] = {
        {"index", 1000, 0, 1},        {"index", 1000, 1785, 1},     {"index", 1000, 1786, 2},
        {"middle", 1000, 1886, 1},    {"middle", 1000, 1887, 2},    {"ring", 1000, 2105, 1},
        {"ring", 1000, 2106, 2},      {"little", 1000, 2247, 1},    {"little", 1000, 2248, 2},
        {"index", 1000, 20000, 12},   {"middle", 1000, 20000, 11},  {"ring", 1000, 20000, 10},
        {"little", 1000, 20000, 9},   {"index", 960, 20000, 11},    {"little", 1040, 20000, 10},
        {"index", 1000, 400000, 130}, {"little", 960, 400000, 130}, /* the whole deck */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (grabbed(table[i].finger, table[i].slip, (kn_move)table[i].travel) != table[i].cards)
            fail_msg("%s %d %d", table[i].finger, table[i].slip, table[i].travel);
}

/* Nobody grabs by arithmetic: the best travel for 20 cards fails in 12 of 81 turns, for 4 never. */
static void test_odds_of_the_best_travel(void **unused)
{
    kn_outcome slips[KN_OUTCOMES_MAX];
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 phase=slip card=10,ring bets=-,low,low");
    int count = crane_game.outcomes(s.state, slips);
    for (int finger = 0; finger < 4; finger++) {
        char position[96];
        kn_move moves[KN_MOVES_MAX];
        uint32_t hits[2] = {0, 0};
        snprintf(position, sizeof position, "seats=3 phase=grab card=20,%s bets=-,low,low",
                 fingers[finger]);
        s = scene_from(&crane_game, position);
        crane_game.moves(s.state, 0, moves);
        for (int i = 0; i < count; i++) {
            int slip = (int)slips[i].move;
            hits[0] +=
                grabbed(fingers[finger], slip, moves[4] - GRAB_TAG) == 4 ? slips[i].weight : 0;
            hits[1] +=
                grabbed(fingers[finger], slip, moves[20] - GRAB_TAG) == 20 ? slips[i].weight : 0;
        }
        assert_int_equal(hits[0], 81);
        assert_int_equal(hits[1], 69);
    }
}

/* The tree of a first turn: a card, eyes closed, two bets in either order, a slip. */
static void test_counted_tree(void **unused)
{
    static const uint64_t leaves[] = {1, 68, 68, 68 * 6, 68 * 6 * 3, 68 * 6 * 3 * 17};
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3");
    for (int depth = 0; depth <= 5; depth++)
        assert_int_equal(kn_perft(&crane_game, s.state, depth), leaves[depth]);
}

static void test_first_drawn(void **unused)
{
    (void)unused;
    scene s = scene_from(&crane_game, "seats=3 first=0 hand=cards");
    assert_int_equal(scene_try(&s, "dice: first 4"), KN_UNREADABLE);
    scene_play(&s, "dice: first 3", "dice: 4 little", "3: close", "1: bet low", "2: bet low",
               "3: open", NULL);
    assert_int_equal(scene_number(&s, "turn"), 1);
}

static void test_guess(void **unused)
{
    kn_random random = kn_random_from(7);
    (void)unused;
    for (int i = 0; i < 50; i++) {
        scene s = scene_from(&crane_game, "seats=2 phase=grab turns=4 card=10,ring bets=-,hidden "
                                          "achieved2=2,0,1");
        crane_game.guess(s.state, 0, &random);
        assert_non_null(strstr(scene_position(&s), "bets=-,low slip="));
    }
}

/* Both copies of a card are gone, and it is turned up. */
#define TWICE_GONE                                                                                 \
    "seats=3 turns=2 phase=eyes card=4,index "                                                     \
    "gone=20000000000000000000000000000000000000000000000000000000000000000000"

/* Positions that no match can reach, and texts that are none. */
static void test_refused_positions(void **unused)
{
    static const char *const table[] = {
        "seats=1",
        "seats=7",
        "seats=3 first=4",
        "seats=3 colour=red",
        "seats=3 phase=shuffle",
        "seats=3 jackpots=4,3",                            /* nothing has happened yet */
        "seats=3 cards=1,0,0",                             /* likewise */
        "seats=3 turns=2 cards=10,0,0",                    /* not changed for a multiplier */
        "seats=3 turns=2 multipliers=4,3,0",               /* seven of six */
        "seats=3 turns=2 multipliers=6,0,0 cards=99,99,0", /* more cards than there are */
        "seats=3 turns=2 multipliers=6,0,0 cards=99,31,0", /* nothing to turn up */
        "seats=2 jackpots=3,3",                            /* one jackpot for two */
        "seats=3 turns=2 achieved1=1,0,0",                 /* only for two */
        "seats=2 turns=9 achieved1=0,0,2",                 /* of one */
        "seats=2 turns=9 achieved1=1,1,1",                 /* won already */
        "seats=2 turns=9 multipliers=4,0",                 /* likewise */
        "seats=2 turns=1 achieved1=1,1,0",                 /* in one turn */
        "seats=2 turns=100",                               /* over */
        "seats=2 turns=101 phase=over",                    /* too many */
        "seats=3 phase=over",                              /* too few */
        "seats=3 turns=6",                                 /* everyone is tied */
        "seats=3 turns=6 cards=5,5,4 tied=1,0,1",          /* not these */
        "seats=3 turns=6 cards=5,4,4",                     /* over */
        "seats=3 turns=7 cards=5,4,4 tied=1,0,0",          /* alone */
        "seats=3 turns=8 cards=5,4,4 tied=1,1,0",          /* over */
        "seats=3 turns=2 tied=1,1,0",                      /* too early */
        "seats=3 starter=2",                               /* the first seat begins */
        "seats=3 first=0 turns=1",                         /* nobody was drawn */
        "seats=3 phase=draw_first",                        /* nobody is drawn */
        "seats=3 phase=eyes",                              /* no card */
        "seats=3 phase=eyes card=3,ring",                  /* no such card */
        "seats=3 phase=eyes card=10,thumb",                /* likewise */
        "seats=3 phase=flip card=10,ring",                 /* not yet */
        "seats=3 phase=eyes card=10,ring bets=-,low,-",    /* too early */
        "seats=3 phase=bets card=10,ring bets=low,-,-",    /* by the challenger */
        "seats=3 phase=bets card=10,ring bets=-,low,low",  /* all are in */
        "seats=3 phase=slip card=10,ring bets=-,low,-",    /* one is missing */
        "seats=3 phase=grab card=10,ring bets=-,low",      /* likewise */
        "seats=3 phase=grab card=10,ring bets=-,low,low slip=1001",
        "seats=3 phase=grab card=10,ring bets=-,low,low slip=955",
        "seats=3 phase=slip card=10,ring bets=-,low,low slip=1000",
        "seats=3 hand=cards phase=slip card=10,ring bets=-,low,low",
        "seats=3 hand=cards phase=grab card=10,ring bets=-,low,low slip=1000",
        "seats=2 phase=bets turns=4 card=10,ring achieved2=0,0,1 bets=-,just",
        "seats=2 phase=grab turns=4 card=10,ring achieved2=0,0,1 bets=-,just",
        "seats=3 phase=jackpot", /* nothing was counted */
        "seats=3 turns=1 gone=1",
        "seats=3 turns=1 gone=11000000000000000000000000000000000000000000000000000000000000000000",
        TWICE_GONE,
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint64_t state[KN_STATE_MAX / 8];
        if (crane_game.read_position(kn_slice_of(table[i]), state) == KN_OK)
            fail_msg("accepted: %s", table[i]);
    }
}

#define COUNTED "seats=3 hand=cards turns=1 jackpots=5,3 cards=6,2,0 last_card=10,ring "

/* The last grab need not be told, but it must be one that could have been. */
static void test_last_grab_in_positions(void **unused)
{
    static const struct {
        const char *position;
        kn_refusal refusal;
    } table[] = {
        {COUNTED "last_count=8 last_bets=-,low,high last_jackpot=1 last_got=6,2,0", KN_OK},
        {COUNTED "last_count=8 last_bets=-,low,high last_jackpot=1 last_got=5,2,0", KN_IMPOSSIBLE},
        {COUNTED "last_count=8 last_bets=-,low,high last_jackpot=1 last_got=6,0,2", KN_IMPOSSIBLE},
        {COUNTED "last_count=8 last_bets=-,low,high last_got=6,2,0", KN_IMPOSSIBLE},
        {COUNTED "last_count=8 last_bets=low,low,high last_jackpot=1 last_got=6,2,0",
         KN_IMPOSSIBLE},
        {COUNTED "last_seat=2 last_count=8 last_bets=low,-,high last_jackpot=1 last_got=2,6,0",
         KN_IMPOSSIBLE},
        {COUNTED "last_count=8 last_bets=-,low,high last_jackpot=1 last_got=6,2,0 last_slip=1000",
         KN_IMPOSSIBLE},
        {"seats=3 last_count=8", KN_IMPOSSIBLE},
        {"seats=3 last_slip=1041", KN_UNREADABLE},
        {"seats=3 phase=jackpot last_card=10,ring last_count=8 last_travel=17000 last_slip=985 "
         "last_bets=-,low,low",
         KN_OK},
        {"seats=3 phase=jackpot last_card=10,ring last_count=9 last_travel=17000 last_slip=985 "
         "last_bets=-,low,low",
         KN_IMPOSSIBLE},
        {"seats=3 phase=jackpot last_card=10,ring last_count=8 last_travel=17000 "
         "last_bets=-,low,low",
         KN_IMPOSSIBLE},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint64_t state[KN_STATE_MAX / 8];
        if (crane_game.read_position(kn_slice_of(table[i].position), state) != table[i].refusal)
            fail_msg("%s", table[i].position);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_set_up),
    cmocka_unit_test(test_a_turn),
    cmocka_unit_test(test_counts),
    cmocka_unit_test(test_remainder_goes_clockwise),
    cmocka_unit_test(test_short_deck),
    cmocka_unit_test(test_eyes_opened),
    cmocka_unit_test(test_multipliers),
    cmocka_unit_test(test_end_of_three),
    cmocka_unit_test(test_two_players),
    cmocka_unit_test(test_end_of_two),
    cmocka_unit_test(test_hundred_turns),
    cmocka_unit_test(test_secrets),
    cmocka_unit_test(test_secrets_with_cards),
    cmocka_unit_test(test_secrets_of_two),
    cmocka_unit_test(test_what_is_seen),
    cmocka_unit_test(test_flips),
    cmocka_unit_test(test_slips),
    cmocka_unit_test(test_listed_grabs),
    cmocka_unit_test(test_travel),
    cmocka_unit_test(test_odds_of_the_best_travel),
    cmocka_unit_test(test_counted_tree),
    cmocka_unit_test(test_first_drawn),
    cmocka_unit_test(test_guess),
    cmocka_unit_test(test_refused_positions),
    cmocka_unit_test(test_last_grab_in_positions),
};

SCENES_MAIN(tests)
