/* reasons.c: the reasons of judges, against brute force through the rules. Nothing here is timed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bossa.h"
#include "bots/hands.h"
#include "bots/yatzi.h"
#include "bots/yucatan.h"
#include "games/crane.h"
#include "games/yatzi.h"
#include "tests/scenes.h"

static void assert_close(double value, double expected, double most)
{
    if (!(fabs(value - expected) <= most))
        fail_msg("%.12f instead of %.12f", value, expected);
}

/* ---- looking for reasons ---- */

typedef struct {
    bot b;
    bot_opinion opinions[KN_MOVES_MAX];
    int count;
    bot_reasons reasons;
} advice;

static advice *judge(const kn_game *game, const void *lore, int seat, const void *state)
{
    static advice a;
    a.b = bot_open(game, seat, BOT_BEST, 1);
    a.b.lore = lore;
    a.count = a.b.kind->judge(&a.b, state, a.opinions);
    bot_explain(&a.b, state, a.opinions, a.count, &a.reasons);
    return &a;
}

/* The `nth` reason for a move; NULL if there is none. */
static const bot_reason *reason_for(const advice *a, const scene *s, const char *move, int nth)
{
    char text[KN_MOVE_TEXT_MAX];
    for (int i = 0; i < a->reasons.count; i++) {
        const bot_reason *one = &a->reasons.reason[i];
        kn_text out = kn_text_on(text, sizeof text);
        s->game->write_move(s->state, a->b.seat, a->opinions[one->opinion].move, &out);
        if (strcmp(text, move) == 0 && nth-- == 0)
            return one;
    }
    return NULL;
}

/* Anything legal, until somebody of this phase is due; false if the match ends before. */
static bool stroll(const kn_game *game, void *state, int events, kn_random *random)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    kn_move moves[KN_MOVES_MAX];
    for (int i = 0; i < events || game->to_act(state) & KN_ACTOR(KN_CHANCE); i++) {
        kn_actors due = game->to_act(state);
        kn_event event = {.actor = KN_CHANCE};
        if (!due)
            return false;
        if (due & KN_ACTOR(KN_CHANCE)) {
            int count = game->outcomes(state, outcomes);
            event.move = outcomes[kn_random_below(random, (uint32_t)count)].move;
        } else {
            event.actor = (uint8_t)kn_first_actor(due);
            int count = game->moves(state, event.actor, moves);
            event.move = moves[kn_random_below(random, (uint32_t)count)];
        }
        assert_int_equal(game->apply(state, &event), KN_OK);
    }
    return game->to_act(state) != 0;
}

/* ---- Yatzi ---- */

static const void *yatzi_learned(void)
{
    static void *lore;
    kn_setup setup;
    if (lore)
        return lore;
    kn_setup_initial(&yatzi_game, 1, &setup);
    lore = aligned_alloc(64, (yatzi_bot.lore_bytes(&setup) + 63) / 64 * 64);
    assert_non_null(lore);
    assert_true(yatzi_solve(&setup, lore, NULL, NULL, &(yatzi_solving){.squares = false}));
    return lore;
}

enum { THROWN = 7776 }; /* ways five dice can lie, in order */

/* What a box can bring, by plain recursion: every throw, every keep. Dice are five digits. */
typedef struct {
    yatzi_state s;
    int box;
    bool chance; /* to score at all; otherwise points */
    double best[2][THROWN];
    bool known[2][THROWN];
} plain;

static double plain_keep(plain *p, const uint8_t *kept, int count, int left);

static double plain_score(const plain *p, const uint8_t *dice)
{
    yatzi_count c = yatzi_count_dice(dice);
    yatzi_state s = p->s;
    memcpy(s.dice, dice, sizeof s.dice);
    int points = yatzi_fillable(&s, &c) >> p->box & 1 ? yatzi_points(&s, &c, p->box) : 0;
    return p->chance ? points > 0 : points;
}

static double plain_best(plain *p, const uint8_t *dice, int left)
{
    int at = 0;
    if (left == 0)
        return plain_score(p, dice);
    for (int i = 0; i < YATZI_DICE; i++)
        at = 6 * at + dice[i] - 1;
    if (p->known[left - 1][at])
        return p->best[left - 1][at];
    double most = 0;
    for (unsigned set = 0; set < 1u << YATZI_DICE; set++) {
        uint8_t kept[YATZI_DICE];
        int count = 0;
        for (int i = 0; i < YATZI_DICE; i++)
            if (set >> i & 1)
                kept[count++] = dice[i];
        double one = plain_keep(p, kept, count, left);
        most = one > most ? one : most;
    }
    p->known[left - 1][at] = true;
    return p->best[left - 1][at] = most;
}

static void sort_dice(uint8_t *dice)
{
    for (int i = 1; i < YATZI_DICE; i++)
        for (int k = i; k > 0 && dice[k - 1] > dice[k]; k--) {
            uint8_t swap = dice[k];
            dice[k] = dice[k - 1];
            dice[k - 1] = swap;
        }
}

static double plain_keep(plain *p, const uint8_t *kept, int count, int left)
{
    int ways = 1;
    double sum = 0;
    for (int i = count; i < YATZI_DICE; i++)
        ways *= YATZI_FACES;
    for (int way = 0; way < ways; way++) {
        uint8_t dice[YATZI_DICE];
        int rest = way;
        memcpy(dice, kept, (size_t)count);
        for (int i = count; i < YATZI_DICE; i++, rest /= YATZI_FACES)
            dice[i] = (uint8_t)(1 + rest % YATZI_FACES);
        sort_dice(dice);
        sum += plain_best(p, dice, left - 1);
    }
    return sum / ways;
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
    double known = plain_keep(&p, kept, count, YATZI_THROWS - s->throws);
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
    const void *lore = yatzi_learned();
    kn_random random = kn_random_from(7);
    int checked[REASON_KEYS] = {0};
    (void)unused;
    for (int done = 0; done < scene_times(6);) {
        scene s = scene_from(&yatzi_game, "seats=1");
        yatzi_state *y = (yatzi_state *)s.state;
        if (!stroll(s.game, s.state, (int)kn_random_below(&random, 120), &random) ||
            y->phase != YATZI_DECIDING || y->throws == YATZI_THROWS)
            continue;
        const advice *a = judge(&yatzi_game, lore, 0, y);
        for (int i = 0; i < a->reasons.count; i++) {
            const bot_reason *r = &a->reasons.reason[i];
            kn_move move = a->opinions[r->opinion].move;
            if (move & YATZI_FILL)
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

/* What the reasons for filling a box say makes the difference between two boxes; a bonus of less
 * than half a point is not told. */
static void check_fills(const advice *a)
{
    const double untold = 0.5, rounding = 1e-9;
    double net[KN_MOVES_MAX], doubt[KN_MOVES_MAX] = {0};
    int first = -1;
    for (int i = 0; i < a->count; i++)
        net[i] = NAN;
    for (int i = 0; i < a->reasons.count; i++) {
        const bot_reason *r = &a->reasons.reason[i];
        int at = r->opinion;
        if (r->key == REASON_NOW || r->key == REASON_LEAST) {
            net[at] = r->amount - r->average;
            doubt[at] = box_called(r->what) <= YATZI_BOX_SIXES ? untold : 0;
            first = first < 0 ? at : first;
        } else if (r->key == REASON_BONUS || r->key == REASON_NO_BONUS) {
            net[at] += r->key == REASON_BONUS ? r->amount : -r->amount;
            doubt[at] = 0;
        }
    }
    for (int i = 0; i < a->count; i++)
        if (!isnan(net[i]))
            assert_close(a->opinions[first].value - a->opinions[i].value, net[first] - net[i],
                         doubt[first] + doubt[i] + rounding);
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
            y->phase != YATZI_DECIDING || yatzi_count_dice(y->dice).most == YATZI_DICE)
            continue;
        check_fills(judge(&yatzi_game, yatzi_learned(), 0, y));
        checked++;
    }
    assert_true(checked > WALKS / 4);
}

/* ---- Yu-C-A-Tan ---- */

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
        if (r->key == REASON_HIT) {
            assert_int_equal(r->count, dice);
            assert_close(r->chance, fit_chance(card, dice), 1e-9);
        } else if (r->key == REASON_RISK) {
            assert_close(r->amount, s->points, 0);
        } else {
            assert_true(r->key == REASON_SAFE ? r->amount == s->points : r->key == REASON_TURN);
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

/* ---- Bossa ---- */

/* After one move of mine: how many tiles let the other win at once, or leave it nothing to do, or
 * nothing to lay. */
typedef struct {
    int wins, blocked, stuck, of;
} prospects;

static int kind_of(kn_move move)
{
    return (int)(move >> BOSSA_KIND_AT & 7);
}

static bool can_put(const bossa_state *s)
{
    kn_move moves[KN_MOVES_MAX];
    int count = bossa_game.moves(s, s->turn, moves);
    for (int i = 0; i < count; i++)
        if (kind_of(moves[i]) == BOSSA_LAY || kind_of(moves[i]) == BOSSA_STACK)
            return true;
    return false;
}

/* Ends of the lines that a seat could lay something at, were it to move; without drawing. */
static int plain_fits(bossa_state s, int seat)
{
    kn_move moves[KN_MOVES_MAX];
    bool open[2][32] = {{false}};
    int found = 0;
    s.turn = (uint8_t)seat;
    s.phase = BOSSA_ACTING;
    int count = bossa_game.moves(&s, seat, moves);
    for (int i = 0; i < count; i++) {
        bool *end = &open[moves[i] >> BOSSA_LINE_AT & 1][moves[i] >> BOSSA_PLACE_AT & 31];
        found += kind_of(moves[i]) == BOSSA_LAY && !*end;
        *end |= kind_of(moves[i]) == BOSSA_LAY;
    }
    return found;
}

static bool can_win(const bossa_state *s)
{
    kn_move moves[KN_MOVES_MAX];
    int seat = kn_first_actor(bossa_game.to_act(s)), count = bossa_game.moves(s, seat, moves);
    for (int i = 0; i < count; i++) {
        bossa_state then = *s;
        kn_event event = {.actor = (uint8_t)seat, .move = moves[i]};
        assert_int_equal(bossa_game.apply(&then, &event), KN_OK);
        if (bossa_game.result(&then) == KN_ACTOR(seat))
            return true;
    }
    return false;
}

static prospects plain_prospects(const bossa_state *after)
{
    kn_outcome tiles[KN_OUTCOMES_MAX];
    prospects p = {.of = bossa_game.outcomes(after, tiles)};
    for (int i = 0; i < p.of; i++) {
        bossa_state then = *after;
        kn_event event = {.actor = KN_CHANCE, .move = tiles[i].move};
        assert_int_equal(bossa_game.apply(&then, &event), KN_OK);
        if (then.phase == BOSSA_OVER) {
            p.blocked++;
        } else {
            p.wins += can_win(&then);
            p.stuck += !can_put(&then);
        }
    }
    return p;
}

static const bot_reason *bossa_reason(const bot_reasons *all, int opinion, int key)
{
    for (int i = 0; i < all->count; i++)
        if (all->reason[i].opinion == opinion && all->reason[i].key == key)
            return &all->reason[i];
    return NULL;
}

static void check_count(const bot_reason *r, int count, int of)
{
    assert_int_equal(r ? r->count : 0, count);
    if (r)
        assert_int_equal(r->of, of);
}

/* After a redraw: with how many tiles the hand fits somewhere; nothing if the match ends with it.
 */
static void check_redraw(const bossa_state *after, const bot_reason *finds)
{
    kn_outcome tiles[KN_OUTCOMES_MAX];
    int of = bossa_game.outcomes(after, tiles), found = 0;
    bool over = false;
    for (int i = 0; i < of; i++) {
        bossa_state then = *after;
        kn_event event = {.actor = KN_CHANCE, .move = tiles[i].move};
        assert_int_equal(bossa_game.apply(&then, &event), KN_OK);
        over |= then.phase == BOSSA_OVER;
        found += plain_fits(then, after->turn) > 0;
    }
    assert_int_equal(finds == NULL, over);
    if (finds)
        check_count(finds, found, of);
}

static void check_bossa_move(const bossa_state *s, kn_move move, int opinion,
                             const bot_reasons *all)
{
    bossa_state then = *s;
    kn_event event = {.actor = s->turn, .move = move};
    assert_int_equal(bossa_game.apply(&then, &event), KN_OK);
    kn_actors won = bossa_game.result(&then);
    bool mine = won & KN_ACTOR(s->turn), theirs = won & KN_ACTOR(!s->turn);
    assert_int_equal(bossa_reason(all, opinion, REASON_WINS) != NULL, mine && !theirs);
    assert_int_equal(bossa_reason(all, opinion, REASON_LOSES) != NULL, theirs && !mine);
    assert_int_equal(bossa_reason(all, opinion, REASON_DRAWS) != NULL, mine && theirs);
    if (then.phase == BOSSA_REDRAWING)
        check_redraw(&then, bossa_reason(all, opinion, REASON_FINDS));
    if (won || then.phase == BOSSA_REDRAWING)
        return;
    prospects p = plain_prospects(&then);
    check_count(bossa_reason(all, opinion, REASON_LETS_WIN), p.wins, p.of);
    check_count(bossa_reason(all, opinion, REASON_BLOCKS), p.blocked, p.of);
    check_count(bossa_reason(all, opinion, REASON_STUCK), p.stuck, p.of);
    const bot_reason *fits = bossa_reason(all, opinion, REASON_FITS);
    if (fits)
        assert_int_equal(fits->count, plain_fits(then, s->turn));
}

static void test_bossa(void **unused)
{
    enum { WALKS = 60, MOVES = 30 };
    kn_random random = kn_random_from(5);
    bot_opinion opinions[KN_MOVES_MAX];
    kn_move moves[KN_MOVES_MAX];
    bot_reasons reasons;
    int checked = 0, told = 0;
    (void)unused;
    for (int walk = 0; walk < WALKS; walk++) {
        scene s = scene_from(&bossa_game, walk % 2 ? "seats=2" : "seats=2 chips=on");
        bossa_state *now = (bossa_state *)s.state;
        if (!stroll(s.game, s.state, 14 + (int)kn_random_below(&random, 40), &random) ||
            now->phase != BOSSA_ACTING)
            continue;
        bot b = bot_open(&bossa_game, now->turn, BOT_BEST, 1);
        int count = bossa_game.moves(now, now->turn, moves);
        count = count < MOVES ? count : MOVES;
        for (int i = 0; i < count; i++)
            opinions[i] = (bot_opinion){.move = moves[i]};
        bot_explain(&b, now, opinions, count, &reasons);
        for (int i = 0; i < count && count > 1; i++)
            check_bossa_move(now, moves[i], i, &reasons);
        told += reasons.count;
        checked++;
    }
    assert_true(checked > WALKS / 4 && told > 0);
}

/* ---- Crane ---- */

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

/* ---- as JSON ---- */

static void test_written(void **unused)
{
    char buffer[512];
    static bot_reasons reasons;
    (void)unused;
    reasons.count = 0;
    bot_reason *r = bot_reason_add(&reasons, 2, REASON_NEEDS);
    strcpy(r->what, "large_street");
    strcpy(r->faces, "36");
    r->chance = 1.0 / 3;
    r->count = 1;
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_object(&json, NULL);
    bot_write_reasons(&reasons, 1, &json);
    bot_write_reasons(&reasons, 2, &json);
    kn_json_end_object(&json);
    assert_string_equal(buffer, "{\"why\":[{\"key\":\"needs\",\"what\":\"large_street\",\"faces\":"
                                "\"36\",\"count\":1,\"chance\":0.3333}]}");
    for (int i = 0; i < 2 * BOT_REASONS_MAX; i++) /* what does not fit is left out */
        bot_reason_add(&reasons, i, REASON_WINS);
    assert_int_equal(reasons.count, BOT_REASONS_MAX);
    for (int key = 0; key < REASON_KEYS; key++)
        assert_non_null(bot_reason_kinds[key].name);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_yatzi_keeps),    cmocka_unit_test(test_yatzi_by_heart),
    cmocka_unit_test(test_yatzi_fills),    cmocka_unit_test(test_yucatan),
    cmocka_unit_test(test_bossa),          cmocka_unit_test(test_crane_grabs),
    cmocka_unit_test(test_crane_jackpots), cmocka_unit_test(test_crane_bets),
    cmocka_unit_test(test_crane_goal),     cmocka_unit_test(test_written),
};

SCENES_MAIN(tests)
