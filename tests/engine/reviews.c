/* reviews.c: hints and reviews agree, for all games: what a hint names first is no mistake in a
 * review unless the review says that it looked further; what is called a mistake lies outside of
 * its error; a direction is given only where the values carry it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/review.h"
#include "bots/study.h"
#include "core/survey.h"
#include "native/native.h"
#include "native/threads.h"
#include "tests/engine/scenes.h"

typedef union {
    uint64_t align;
    uint8_t bytes[KN_STATE_MAX];
} any_state;

static const bot_machine machine = {.spread = threads_spread, .cores = 2};
static const double least = 1e-9;

/* A setup of a game, and what is learned for it. */
typedef struct {
    const bot_kind *kind;
    kn_setup setup;
    void *solution; /* or NULL */
} ground;

static ground ground_for(const bot_kind *kind, kn_random *random)
{
    static const bool never = false;
    ground g = {.kind = kind};
    kn_random_setup(kind->game, random, &g.setup);
    size_t bytes = kind->solution_bytes ? kind->solution_bytes(&g.setup) : 0;
    g.solution = bytes ? native_aligned(bytes) : NULL;
    if (g.solution)
        assert_true(kind->learn(&g.setup, g.solution, &machine, &never));
    return g;
}

/* As the house asks for a hint: a judge that knows nothing but the position. */
static bot fresh_judge(const ground *g, int seat)
{
    bot b = bot_open(g->kind->game, seat, BOT_BEST, 1);
    b.solution = g->solution;
    b.machine = &machine;
    return b;
}

static int ask(const ground *g, const any_state *state, int seat, bot_opinion *opinions)
{
    any_state view;
    bot judge = fresh_judge(g, seat);
    memset(&view, 0, sizeof view);
    g->kind->game->view(state, seat, &view);
    return g->kind->judge(&judge, &view, opinions);
}

static void open_review(const ground *g, review *r)
{
    bot judges[KN_SEATS_MAX];
    for (int seat = 0; seat < g->setup.seats; seat++)
        judges[seat] = fresh_judge(g, seat);
    assert_true(review_open(r, g->kind->game, &g->setup, judges));
}

/* A search takes long: begin in the middle of a match. */
static void jump(review *r, const any_state *state)
{
    any_state view;
    memcpy(r->state, state, sizeof r->state);
    for (int seat = 0; seat < r->seats; seat++) {
        memset(&view, 0, sizeof view);
        r->game->view(state, seat, &view);
        bot_opinion now = r->judge[seat].kind->value(&r->judge[seat], &view);
        r->seat[seat] = (review_account){.start = now.value, .end = now.value};
        r->value_doubt[seat] = now.error;
    }
}

/* What a note about an own move may say. */
static void check_note(const review *r, const review_note *note, bool advised)
{
    const char *game = r->game->key;
    bool outside = note->change < -note->doubt - least;
    if (note->worse && !outside)
        fail_msg("%s: %s costs %.6f ± %.6f and is called a mistake", game, note->move,
                 -note->change, note->doubt);
    if (note->worse && advised)
        fail_msg("%s: a hint names %s first, and the review calls it a mistake", game, note->move);
    if (outside && !note->worse && !note->advised)
        fail_msg("%s: %s costs %.6f ± %.6f, and nothing says why that is no mistake", game,
                 note->move, -note->change, note->doubt);
    if (advised && outside && !note->advised)
        fail_msg("%s: %s costs %.6f; the review does not say that it looked further", game,
                 note->move, -note->change);
}

static void check_sums(const review *r)
{
    for (int seat = 0; seat < r->seats; seat++) {
        const review_account *a = &r->seat[seat];
        double end = a->start + a->luck - a->errors + a->gifts;
        if (fabs(end - a->end) > 1e-6)
            fail_msg("%s: adds up to %.9f instead of %.9f", r->game->key, end, a->end);
    }
}

/* One event in the review. Returns whether it was a move that a hint would have named first. */
static bool go_on(const ground *g, review *r, kn_event *event, bool follow)
{
    static bot_opinion opinions[KN_MOVES_MAX];
    static review_note notes[KN_SEATS_MAX];
    any_state before;
    int seat = event->actor;
    bool advised = false;
    memcpy(&before, r->state, sizeof before);
    if (seat < KN_SEATS_MAX) {
        int count = ask(g, &before, seat, opinions);
        bool right = r->game->alarm(&before) == KN_NEVER || opinions[0].value > 0;
        if (follow && count > 0 && right)
            event->move = opinions[0].move;
        for (int i = 0; i < count && opinions[i].value >= opinions[0].value; i++)
            advised |= right && opinions[i].move == event->move;
    }
    int count = review_event(r, 1, event, notes);
    for (int i = 0; i < count; i++)
        if (notes[i].seat == notes[i].actor)
            check_note(r, &notes[i], advised);
    check_sums(r);
    return advised;
}

/* Whole matches in which most moves follow the hints. */
static int follow_matches(const ground *g, kn_random *random)
{
    enum { EVENTS_MOST = 1500 };
    static review r;
    kn_event event;
    int64_t now_ms = 0;
    int advised = 0;
    open_review(g, &r);
    for (int n = 0; n < EVENTS_MOST; n++) {
        if (!kn_random_event(g->kind->game, r.state, random, &now_ms, &event))
            break;
        advised += go_on(g, &r, &event, kn_random_below(random, 3) > 0);
    }
    review_close(&r);
    return advised;
}

/* Single decisions all over a match. */
static int follow_decisions(const ground *g, kn_random *random, int decisions)
{
    static review r;
    const kn_game *game = g->kind->game;
    any_state state;
    kn_event event;
    int64_t now_ms = 0;
    int advised = 0;
    open_review(g, &r);
    while (decisions > 0) {
        game->start(&g->setup, &state);
        for (int n = 0; decisions > 0; n++) {
            if (!kn_random_event(game, &state, random, &now_ms, &event))
                break;
            if (event.actor < KN_SEATS_MAX && n > 10 && kn_random_below(random, 6) == 0) {
                jump(&r, &state);
                advised += go_on(g, &r, &event, kn_random_below(random, 4) > 0);
                decisions--;
            }
            game->apply(&state, &event);
        }
    }
    return advised;
}

static void test_agree(void **given)
{
    const int matches = scene_is_long() ? 3 : 2, decisions = scene_is_long() ? 24 : 12;
    const bot_kind *kind = *(const bot_kind **)*given;
    kn_random random = kn_random_from(21);
    int advised = 0;
    if (bot_study_for(kind->game)->search) {
        ground g = ground_for(kind, &random);
        advised = follow_decisions(&g, &random, scene_times(decisions));
    }
    for (int match = 0; !bot_study_for(kind->game)->search && match < scene_times(matches);
         match++) {
        ground g = ground_for(kind, &random);
        advised += follow_matches(&g, &random);
        free(g.solution);
    }
    assert_true(advised > 0);
}

/* ---- directions ---- */

/* In the digits people see, a difference below this is none. */
static double seen_least(bot_meaning meaning)
{
    return meaning == BOT_WINS ? 0.0005 : 0.05;
}

static void check_direction(const bot_kind *kind, const bot *b, const void *view,
                            const bot_opinion *opinions, int count, const bot_reasons *reasons)
{
    const char *said = bot_nudge(b, view, opinions, count, reasons);
    for (int i = 1; i < count; i++) {
        double away = opinions[0].value - opinions[i].value;
        double error = hypot(opinions[0].error, opinions[i].error);
        const char *other = kind->nudges[kind->nudge(view, opinions, count, reasons, i)];
        bool shared = strcmp(said, "close") == 0 || strcmp(said, "all_alike") == 0;
        if (!shared && strcmp(said, other) != 0 &&
            (away <= error || away < seen_least(kind->meaning)))
            fail_msg("%s says \"%s\", but a move that is \"%s\" is only %.5f ± %.5f worse",
                     kind->game->key, said, other, away, error);
    }
}

static void test_directions(void **given)
{
    enum { MATCHES = 2 };
    static bot_opinion opinions[KN_MOVES_MAX];
    static bot_reasons reasons;
    const bot_kind *kind = *(const bot_kind **)*given;
    kn_random random = kn_random_from(22);
    bool costly = bot_study_for(kind->game)->search;
    int every = !costly ? 1 : scene_is_long() ? 4 : 8;
    for (int match = 0; match < (costly ? 1 : scene_times(MATCHES)); match++) {
        ground g = ground_for(kind, &random);
        any_state state, view;
        kn_event event;
        int64_t now_ms = 0;
        kind->game->start(&g.setup, &state);
        for (int n = 0; kn_random_event(kind->game, &state, &random, &now_ms, &event); n++) {
            bool here = event.actor < KN_SEATS_MAX && n % every == 0;
            if (here) {
                bot judge = fresh_judge(&g, event.actor);
                memset(&view, 0, sizeof view);
                kind->game->view(&state, event.actor, &view);
                int count = kind->judge(&judge, &view, opinions);
                bot_explain(&judge, &view, opinions, count, &reasons);
                if (count > 1)
                    check_direction(kind, &judge, &view, opinions, count, &reasons);
            }
            kind->game->apply(&state, &event);
        }
        free(g.solution);
    }
}

/* ---- the list ---- */

enum { TESTS_MOST = 32 };

int main(void)
{
    static char names[TESTS_MOST][64];
    static struct CMUnitTest tests[TESTS_MOST];
    static const bot_kind *kinds[TESTS_MOST];
    int count = 0;
    for (int i = 0; kn_games[i]; i++) {
        const bot_kind *kind = bot_kind_for(kn_games[i]);
        const struct {
            const char *name;
            CMUnitTestFunction test;
            bool here;
        } all[] = {{"hints and reviews agree", test_agree, kind && kind->judge && kind->value},
                   {"directions", test_directions, kind && kind->nudge}};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            if (!all[k].here)
                continue;
            snprintf(names[count], sizeof names[count], "%s: %s", kn_games[i]->key, all[k].name);
            kinds[count] = kind;
            tests[count] =
                (struct CMUnitTest){names[count], all[k].test, NULL, NULL, &kinds[count]};
            count++;
        }
    }
    return _cmocka_run_group_tests("reviews", tests, (size_t)count, NULL, NULL);
}
