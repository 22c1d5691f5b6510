/* reasons.c: the reasons of the judge of Yatzi, against brute force through the rules. Nothing
 * here is timed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/yatzi/bot.h"
#include "games/yatzi/rules.h"
#include "games/yatzi/solution.h"
#include "tests/engine/advice.h"

static const void *yatzi_learned(void)
{
    static void *solution;
    kn_setup setup;
    if (solution)
        return solution;
    kn_setup_initial(&yatzi_game, 1, &setup);
    solution = aligned_alloc(64, (yatzi_bot.solution_bytes(&setup) + 63) / 64 * 64);
    assert_non_null(solution);
    assert_true(yatzi_solve(&setup, solution, NULL, NULL, &(yatzi_solving){.squares = false}));
    return solution;
}

/* Every set of dice by its key: how many of each face, as digits in base six. */
enum { KEYS = 46656 };

/* What a box can bring, by plain recursion: every throw, every keep. Remembered are the dice on the
 * table with so many throws left: all five, or fewer when the others are about to be thrown. */
typedef struct {
    yatzi_state s;
    int box;
    bool chance; /* to score at all; otherwise points */
    double worth[YATZI_THROWS][KEYS];
    bool known[YATZI_THROWS][KEYS];
} plain;

static int key_of(const uint8_t *dice, int count)
{
    static const int digit[YATZI_FACES] = {1, 6, 36, 216, 1296, 7776};
    int key = 0;
    for (int i = 0; i < count; i++)
        key += digit[dice[i] - 1];
    return key;
}

static double plain_score(const plain *p, const uint8_t *dice)
{
    yatzi_count c = yatzi_count_dice(dice);
    yatzi_state s = p->s;
    memcpy(s.dice, dice, sizeof s.dice);
    int points = yatzi_fillable(&s, &c) >> p->box & 1 ? yatzi_points(&s, &c, p->box) : 0;
    return p->chance ? points > 0 : points;
}

static double plain_worth(plain *p, const uint8_t *dice, int count, int left);

/* The best of all keeps, each thrown with one throw less left. */
static double plain_best(plain *p, const uint8_t *dice, int left)
{
    double most = plain_worth(p, dice, YATZI_DICE, left - 1);
    for (unsigned set = 0; set < (1u << YATZI_DICE) - 1; set++) {
        uint8_t kept[YATZI_DICE];
        int count = 0;
        for (int i = 0; i < YATZI_DICE; i++)
            if (set >> i & 1)
                kept[count++] = dice[i];
        double one = plain_worth(p, kept, count, left - 1);
        most = one > most ? one : most;
    }
    return most;
}

/* The mean over the next die. */
static double plain_throw(plain *p, const uint8_t *kept, int count, int left)
{
    uint8_t dice[YATZI_DICE];
    double sum = 0;
    memcpy(dice, kept, (size_t)count);
    for (int face = 1; face <= YATZI_FACES; face++) {
        dice[count] = (uint8_t)face;
        sum += plain_worth(p, dice, count + 1, left);
    }
    return sum / YATZI_FACES;
}

/* What these dice are worth: the others are thrown now, then so many throws are left. */
static double plain_worth(plain *p, const uint8_t *dice, int count, int left)
{
    int key = key_of(dice, count);
    if (!p->known[left][key]) {
        p->worth[left][key] = count < YATZI_DICE ? plain_throw(p, dice, count, left)
                              : left > 0         ? plain_best(p, dice, left)
                                                 : plain_score(p, dice);
        p->known[left][key] = true;
    }
    return p->worth[left][key];
}

static int box_called(const char *name)
{
    char text[KN_MOVE_TEXT_MAX];
    for (int box = 0; box < YATZI_BOXES; box++) {
        kn_text out = kn_text_on(text, sizeof text);
        yatzi_game.write_move(NULL, 0, YATZI_FILL | (kn_move)box, &out);
        if (strcmp(text + 5, name) == 0)
            return box;
    }
    fail_msg("no box %s", name);
    return 0;
}

static int kept_dice(kn_move move, uint8_t *out)
{
    int count = 0;
    for (int face = 1; face <= YATZI_FACES; face++)
        for (kn_move n = move >> 3 * (face - 1) & 7; n > 0; n--)
            out[count++] = (uint8_t)face;
    return count;
}

/* Exactly the throws with one of these faces complete the box. */
static void check_faces(const plain *p, const uint8_t *kept, int count, const char *faces)
{
    int ways = 1;
    for (int i = count; i < YATZI_DICE; i++)
        ways *= YATZI_FACES;
    for (int way = 0; way < ways; way++) {
        uint8_t dice[YATZI_DICE];
        bool shown = false;
        int rest = way;
        memcpy(dice, kept, (size_t)count);
        for (int i = count; i < YATZI_DICE; i++, rest /= YATZI_FACES) {
            dice[i] = (uint8_t)(1 + rest % YATZI_FACES);
            shown |= strchr(faces, '0' + dice[i]) != NULL;
        }
        assert_int_equal(shown, plain_score(p, dice) > 0);
    }
}

static void check_goal(const yatzi_state *s, kn_move move, const bot_reason *r)
{
    static plain p;
    uint8_t kept[YATZI_DICE];
    int count = kept_dice(move, kept), box = box_called(r->what);
    bool chance = r->key != REASON_BRINGS;
    if (memcmp(&p.s, s, sizeof *s) != 0 || p.box != box || p.chance != chance) {
        memset(&p, 0, sizeof p);
        p.s = *s;
        p.box = box;
        p.chance = chance;
    }
    double known = plain_worth(&p, kept, count, YATZI_THROWS - s->throws - 1);
    if (r->key == REASON_SURE)
        assert_close(known, 1, 1e-12);
    else
        assert_close(chance ? r->chance : r->amount, known, 1e-9);
    if (r->key == REASON_NEEDS)
        check_faces(&p, kept, count, r->faces);
}

/* What keeps are said to be good for, from sheets of all kinds. */
static void test_yatzi_keeps(void **unused)
{
    const void *solution = yatzi_learned();
    kn_random random = kn_random_from(7);
    int checked[REASON_NO_BONUS + 1] = {0};
    (void)unused;
    for (int done = 0; done < scene_times(6);) {
        scene s = scene_from(&yatzi_game, "seats=1");
        yatzi_state *y = (yatzi_state *)s.state;
        if (!stroll(s.game, s.state, (int)kn_random_below(&random, 120), &random) ||
            y->phase != YATZI_DECIDING || y->throws == YATZI_THROWS)
            continue;
        const advice *a = judge(&yatzi_game, solution, 0, y);
        for (int i = 0; i < a->reasons.count; i++) {
            const bot_reason *r = &a->reasons.reason[i];
            kn_move move = a->opinions[r->opinion].move;
            if (move & YATZI_FILL || r->key == REASON_TURN)
                continue;
            checked[r->key]++;
            check_goal(y, move, r);
        }
        done++;
    }
    assert_true(checked[REASON_REACH] > 0 && checked[REASON_BRINGS] > 0);
}

static void check_known(const char *position, const char *move, int nth, int key, const char *what,
                        const char *faces, double chance)
{
    scene s = scene_from(&yatzi_game, position);
    const advice *a = judge(&yatzi_game, yatzi_learned(), 0, s.state);
    const bot_reason *r = reason_for(a, &s, move, nth);
    if (!r)
        fail_msg("no reason for %s in %s", move, position);
    assert_int_equal(r->key, key);
    assert_string_equal(r->what, what);
    assert_string_equal(r->faces, faces);
    assert_close(r->chance, chance, 1e-12);
    if (key == REASON_NEEDS)
        check_goal((yatzi_state *)s.state, a->opinions[r->opinion].move, r);
}

static void test_yatzi_by_heart(void **unused)
{
    const char *four = "seats=1 phase=deciding throws=2 dice=2,3,4,5,5";
    const char *pairs = "seats=1 phase=deciding throws=1 dice=3,3,4,4,6";
    (void)unused;
    check_known(four, "keep 2 3 4 5", 0, REASON_NEEDS, "large_street", "16", 1.0 / 3);
    check_known(four, "keep 2 3 4 5", 1, REASON_SURE, "small_street", "", 1);
    check_known(four, "keep 3 4 5", 0, REASON_NEEDS, "small_street", "26", 5.0 / 9);
    check_known(pairs, "keep 3 3 4 4", 0, REASON_NEEDS, "full_house", "34", 5.0 / 9);
}

/* Points now and points later add up to what the judge says of the move, whether a box is filled or
 * dice are kept: so the reasons of a better move never say less than those of a worse one. */
static void check_whole(const advice *a, const yatzi_state *s)
{
    bool told[KN_MOVES_MAX] = {false};
    double have = yatzi_points_so_far(s, 0);
    for (int i = 0; i < a->reasons.count; i++) {
        const bot_reason *r = &a->reasons.reason[i];
        if (r->key != REASON_NOW && r->key != REASON_TURN)
            continue;
        assert_false(told[r->opinion]);
        told[r->opinion] = true;
        assert_close(a->opinions[r->opinion].value, have + r->amount + r->average, 1e-9);
    }
    for (int i = 0; i < a->count; i++)
        assert_true(told[i]);
}

/* The box that the best move keeps for later would score more now, and is another one. */
static void check_later(const advice *a, const scene *s)
{
    const bot_reason *now = bot_reason_first(&a->reasons, 0), *later = NULL;
    const yatzi_state *y = (const yatzi_state *)s->state;
    yatzi_count c = yatzi_count_dice(y->dice);
    int most = 0;
    for (int i = 0; i < a->reasons.count; i++)
        if (a->reasons.reason[i].key == REASON_LATER)
            later = &a->reasons.reason[i];
    for (int box = 0; box < YATZI_BOXES; box++)
        if (yatzi_fillable(y, &c) >> box & 1 && yatzi_points(y, &c, box) > most)
            most = yatzi_points(y, &c, box);
    assert_int_equal(later != NULL, now->key == REASON_NOW && most > now->amount);
    if (later) {
        assert_int_equal(later->opinion, 0);
        assert_int_equal(yatzi_points(y, &c, box_called(later->than)), most);
    }
}

static void test_yatzi_fills(void **unused)
{
    enum { WALKS = 400 };
    kn_random random = kn_random_from(11);
    int checked = 0;
    (void)unused;
    for (int walk = 0; walk < WALKS; walk++) {
        scene s = scene_from(&yatzi_game, "seats=1");
        const yatzi_state *y = (yatzi_state *)s.state;
        if (!stroll(s.game, s.state, (int)kn_random_below(&random, 160), &random) ||
            y->phase != YATZI_DECIDING)
            continue;
        const advice *a = judge(&yatzi_game, yatzi_learned(), 0, y);
        if (a->count < 2)
            continue;
        check_whole(a, y);
        check_later(a, &s);
        checked++;
    }
    assert_true(checked > WALKS / 4);
}

/* The points of this turn with one die to throw: the best box for each of six throws. */
static double plain_turn(const scene *s, kn_move keep)
{
    double sum = 0;
    for (int face = 1; face <= YATZI_FACES; face++) {
        scene next = *s;
        yatzi_state *y = (yatzi_state *)next.state;
        kn_event kept = {.actor = 0, .move = keep},
                 die = {.actor = KN_CHANCE, .move = (kn_move)face};
        assert_int_equal(yatzi_game.apply(y, &kept), KN_OK);
        assert_int_equal(yatzi_game.apply(y, &die), KN_OK);
        yatzi_count c = yatzi_count_dice(y->dice);
        const advice *a = judge(&yatzi_game, yatzi_learned(), 0, y);
        sum += yatzi_points(y, &c, (int)(a->opinions[0].move & ~(kn_move)YATZI_FILL));
    }
    return sum / YATZI_FACES;
}

static void test_yatzi_turns(void **unused)
{
    static const char *const positions[] = {
        "seats=1 phase=deciding throws=2 dice=2,3,4,5,5",
        "seats=1 phase=deciding throws=2 dice=3,3,4,4,6",
        "seats=1 phase=deciding throws=2 dice=6,6,6,1,2",
    };
    int checked = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        scene s = scene_from(&yatzi_game, positions[i]);
        static advice a;
        uint8_t dice[YATZI_DICE];
        a = *judge(&yatzi_game, yatzi_learned(), 0, s.state);
        for (int r = 0; r < a.reasons.count; r++) {
            kn_move move = a.opinions[a.reasons.reason[r].opinion].move;
            if (a.reasons.reason[r].key != REASON_TURN || kept_dice(move, dice) != YATZI_DICE - 1)
                continue;
            assert_close(a.reasons.reason[r].amount, plain_turn(&s, move), 1e-9);
            checked++;
        }
    }
    assert_true(checked > 6);
}

/* Which direction is given, at positions with an obvious one. */
static void test_nudges(void **unused)
{
    static const struct {
        const char *position, *nudge;
    } table[] = {
        {"seats=1 phase=ready", "only_one"},
        {"seats=1 phase=deciding throws=2 dice=2,3,4,5,5", "street"},
        {"seats=1 phase=deciding throws=2 dice=2,2,5,5,6", "upper_box"},
        {"seats=1 phase=deciding throws=2 dice=2,3,4,5,6", "good_enough"},
        {"seats=1 phase=deciding throws=3 dice=5,5,5,5,1", "look_upper"},
        {"seats=1 phase=deciding throws=3 dice=2,3,4,5,6", "look_lower"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        scene s = scene_from(&yatzi_game, table[i].position);
        const advice *a = judge(&yatzi_game, yatzi_learned(), 0, s.state);
        if (strcmp(nudge_for(a, s.state), table[i].nudge) != 0)
            fail_msg("%s: %s", table[i].position, nudge_for(a, s.state));
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_yatzi_keeps), cmocka_unit_test(test_yatzi_by_heart),
    cmocka_unit_test(test_yatzi_fills), cmocka_unit_test(test_yatzi_turns),
    cmocka_unit_test(test_nudges),
};

SCENES_MAIN(tests)
