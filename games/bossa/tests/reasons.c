/* reasons.c: the reasons of the judge of Bossa, against brute force through the rules. Nothing
 * here is timed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/bossa/bot.h"
#include "games/bossa/rules.h"
#include "tests/engine/advice.h"

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

/* Where nothing but the places that a hand fits is told of two moves, the better one says that it
 * is better all the same if it fits fewer; and it says so only if some worse move looks better. */
static void check_further(const bot_reasons *all, int count)
{
    for (int i = 0; i < count; i++) {
        bool further = bossa_reason(all, i, REASON_FURTHER), may = false;
        const bot_reason *fits = bossa_reason(all, i, REASON_FITS);
        for (int k = i + 1; k < count; k++) {
            const bot_reason *other = bossa_reason(all, k, REASON_FITS);
            if (fits && other && other->count > fits->count)
                assert_true(further);
            may |= !fits || !other || other->count > fits->count;
        }
        assert_true(may || !further);
    }
}

static void test_bossa(void **unused)
{
    enum { WALKS = 60, MOVES = 30 };
    kn_random random = kn_random_from(5);
    bot_opinion opinions[KN_MOVES_MAX];
    kn_move moves[KN_MOVES_MAX];
    bot_reasons reasons;
    int checked = 0, told = 0, further = 0;
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
            opinions[i] = (bot_opinion){.move = moves[i], .value = 1 - i / 100.0};
        bot_explain(&b, now, opinions, count, &reasons);
        for (int i = 0; i < count && count > 1; i++)
            check_bossa_move(now, moves[i], i, &reasons);
        if (count > 1)
            check_further(&reasons, count);
        told += reasons.count;
        for (int i = 0; i < count; i++)
            further += bossa_reason(&reasons, i, REASON_FURTHER) != NULL;
        checked++;
    }
    assert_true(checked > WALKS / 4 && told > 0 && further > 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_bossa),
};

SCENES_MAIN(tests)
