/* fair.c: the scenes of fair time: what the house believes of a slap, and that no claim, however
 * wild, gets further than the window.
 *
 * Needs the games: yubitsume */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/yubitsume/rules.h"
#include "house/fair.h"
#include "table/table.h"
#include "tests/engine/scenes.h"

enum { SHOWN_MS = 70000, CAP_MS = 200, UNMEASURED = -1 };

static fair_trips measured(double trip_ms)
{
    fair_trips trips = {.count = 0};
    if (trip_ms >= 0)
        fair_measured(&trips, trip_ms);
    return trips;
}

/* The window as docs/fair-time.md tells it. */
static int64_t window_ms(double trip_ms, int64_t cap_ms)
{
    int64_t ms = (int64_t)fmax(trip_ms, 0) + FAIR_DEVICE_MS;
    return ms < cap_ms ? ms : cap_ms;
}

/* ---- round trips ---- */

static void test_smallest_of_the_recent(void **unused)
{
    fair_trips trips = {.count = 0};
    (void)unused;
    assert_true(fair_smallest(&trips) < 0);
    fair_measured(&trips, 30);
    assert_true(fair_smallest(&trips) == 30);
    for (int i = 0; i < FAIR_TRIPS - 1; i++)
        fair_measured(&trips, 100 + i);
    assert_true(fair_smallest(&trips) == 30);
    fair_measured(&trips, 200); /* the 30 is forgotten: who has moved away is measured anew */
    assert_true(fair_smallest(&trips) == 100);
    fair_measured(&trips, 0.5);
    assert_true(fair_smallest(&trips) == 0.5);
}

static void test_impossible_trips(void **unused)
{
    static const double impossible[] = {-1, -DBL_MAX, -INFINITY, NAN};
    fair_trips trips = {.count = 0};
    (void)unused;
    for (int i = 0; i < 4; i++) {
        fair_measured(&trips, impossible[i]);
        assert_int_equal(trips.count, 0);
    }
    fair_measured(&trips, INFINITY);
    fair_measured(&trips, DBL_MAX);
    assert_int_equal(trips.count, 2);
    assert_true(isfinite(fair_smallest(&trips)));
}

static void test_lead(void **unused)
{
    static const struct {
        double trip_ms;
        int64_t most_ms, lead_ms;
    } rows[] = {
        {0, 150, FAIR_MARGIN_MS},
        {80, 150, 40 + FAIR_MARGIN_MS},
        {81, 150, 40 + FAIR_MARGIN_MS},
        {1000, 150, 150},
        {INFINITY, 150, 150},
        {UNMEASURED, 150, FAIR_MARGIN_MS},
        {80, 0, 0},
        {80, -5, 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fair_trips trips = measured(rows[i].trip_ms);
        assert_int_equal(fair_lead(&trips, rows[i].most_ms), rows[i].lead_ms);
    }
}

/* ---- what is believed ---- */

/* Times after the dice were shown. A round trip of 80 ms gives a window of 105. */
static void test_beliefs(void **unused)
{
    static const struct {
        double trip_ms, after_ms;
        int arrived_ms, acted_ms, error_ms;
    } rows[] = {
        /* a claim in the window is believed, at its ends too */
        {80, 420, 470, 420, 8},
        {80, 420, 420, 420, 8},
        {80, 420, 525, 420, 8},
        /* to the nearest millisecond, but never behind the arrival */
        {80, 420.4, 470, 420, 8},
        {80, 420.5, 470, 421, 8},
        {80, 419.6, 420, 420, 8},
        {80, 420.4, 420, 420, 8},
        /* a little too early to be true: so much is doubted */
        {80, 420, 526, 422, 8},
        {80, 420, 535, 440, 13},
        {80, 420, 577, 524, 34},
        /* far too early: where a slap without a claim stands, give or take a quarter window */
        {80, 420, 578, 526, 34},
        {80, 420, 900, 848, 34},
        {80, 0, 900, 848, 34},
        {80, -1, 900, 848, 34},
        /* later than it arrived: doubted likewise */
        {80, 421, 420, 419, 8},
        {80, 430, 420, 410, 13},
        {80, 9999, 420, 367, 34},
        /* a near one has a window too: a frame must be painted */
        {1, 420, 446, 420, 8},
        {1, 420, 447, 422, 8},
        /* the cap: from far away no more than this is believed */
        {250, 420, 620, 420, 8},
        {250, 420, 622, 424, 9},
        {250, 0, 700, 563, 39},
        {250, -1, 700, 563, 39},
        {5000, 420, 1000, 800, 8},
        {5000, -1, 1000, 800, 8},
        /* no round trip is known: nothing but the device's own delay is believed */
        {UNMEASURED, 420, 445, 420, 8},
        {UNMEASURED, 420, 500, 488, 14},
        {UNMEASURED, -1, 500, 488, 14},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fair_trips trips = measured(rows[i].trip_ms);
        fair_belief belief =
            fair_judge(&trips, SHOWN_MS, rows[i].after_ms, SHOWN_MS + rows[i].arrived_ms, CAP_MS);
        int acted_ms = (int)(belief.acted_ms - SHOWN_MS);
        if (acted_ms != rows[i].acted_ms || belief.error_ms != rows[i].error_ms)
            fail_msg("row %zu: %d give or take %d, not %d give or take %d", i, acted_ms,
                     belief.error_ms, rows[i].acted_ms, rows[i].error_ms);
    }
}

/* Every mixture of connections, caps, claims and arrivals, wild ones among them. */
static void for_all(void (*check)(double trip_ms, int64_t cap_ms, double after_ms,
                                  int64_t arrived_ms))
{
    static const double trips[] = {UNMEASURED, 0, 0.4, 1, 19.9, 80, 199.5, 1000, 1e9, INFINITY};
    static const int64_t caps[] = {-7, 0, 1, 50, 199, 200, 201, KN_TIME_MAX};
    const double last = (double)(KN_TIME_MAX - SHOWN_MS);
    const double claims[] = {
        -0.1, -0.0,  0,   1e-300, 0.5,        99.5,       100,        399.49,   400,      400.51,
        650,  1e4,   1e9, 2.8e14, last - 2.5, last - 0.6, last - 0.4, last + 9, 1e15,     9.3e18,
        1e19, 1e300, -1,  -400,   -1e9,       -1e300,     NAN,        INFINITY, -INFINITY};
    static const int64_t arrivals[] = {0,
                                       1,
                                       SHOWN_MS - 300,
                                       SHOWN_MS,
                                       SHOWN_MS + 1,
                                       SHOWN_MS + 400,
                                       SHOWN_MS + 650,
                                       SHOWN_MS + 40000,
                                       KN_TIME_MAX};
    for (size_t i = 0; i < sizeof trips / sizeof *trips; i++)
        for (size_t j = 0; j < sizeof caps / sizeof *caps; j++)
            for (size_t k = 0; k < sizeof claims / sizeof *claims; k++)
                for (size_t m = 0; m < sizeof arrivals / sizeof *arrivals; m++)
                    check(trips[i], caps[j], claims[k], arrivals[m]);
}

#define HOLDS(fact)                                                                                \
    do {                                                                                           \
        if (!(fact))                                                                               \
            fail_msg("not so: %s  with a trip of %g, a cap of %lld, %g after, arrived at %lld",    \
                     #fact, trip_ms, (long long)cap_ms, after_ms, (long long)arrived_ms);          \
    } while (0)

/* A liar's gain is at most the window, and that at most the cap; error included. */
static void check_bounds(double trip_ms, int64_t cap_ms, double after_ms, int64_t arrived_ms)
{
    fair_trips trips = measured(trip_ms);
    fair_belief belief = fair_judge(&trips, SHOWN_MS, after_ms, arrived_ms, cap_ms);
    int64_t most_ms = cap_ms > 0 ? cap_ms : 0;
    int64_t window = trip_ms > 1e6 ? most_ms : window_ms(trip_ms, most_ms);
    HOLDS(belief.acted_ms >= 0);
    HOLDS(belief.acted_ms <= arrived_ms);
    HOLDS(belief.acted_ms >= arrived_ms - window || belief.acted_ms == 0);
    HOLDS(belief.error_ms >= FAIR_ERROR_MS);
    HOLDS(belief.error_ms <= FAIR_ERROR_MS + (window + 1) / 4);
    int64_t before_ms = arrived_ms - belief.acted_ms + belief.error_ms;
    HOLDS(before_ms <= window + FAIR_ERROR_MS || belief.acted_ms == 0);
    HOLDS(belief.acted_ms + belief.error_ms <= arrived_ms + FAIR_ERROR_MS || belief.acted_ms == 0);
}

static void test_bounds(void **unused)
{
    (void)unused;
    for_all(check_bounds);
}

/* What is no time at all is no claim; every other claim is remembered as it was made. */
static void check_claim(double trip_ms, int64_t cap_ms, double after_ms, int64_t arrived_ms)
{
    fair_trips trips = measured(trip_ms);
    fair_belief belief = fair_judge(&trips, SHOWN_MS, after_ms, arrived_ms, cap_ms);
    fair_belief silent = fair_judge(&trips, SHOWN_MS, -1, arrived_ms, cap_ms);
    HOLDS(silent.claimed_ms == KN_NEVER);
    if (after_ms >= 0 && after_ms < 1e14) {
        HOLDS(fabs((double)(belief.claimed_ms - SHOWN_MS) - after_ms) <= 0.5);
    } else if (!(after_ms >= 0 && after_ms < 1e15)) {
        HOLDS(belief.claimed_ms == KN_NEVER);
        HOLDS(belief.acted_ms == silent.acted_ms && belief.error_ms == silent.error_ms);
    }
    HOLDS(belief.claimed_ms < KN_TIME_MAX);
}

static void test_claims(void **unused)
{
    (void)unused;
    for_all(check_claim);
}

/* The same claim that comes later is never judged to be earlier. */
static void test_later_arrival(void **unused)
{
    (void)unused;
    for (int trip_ms = 0; trip_ms <= 300; trip_ms += 7) {
        fair_trips trips = measured(trip_ms);
        int64_t last_ms = 0;
        for (int64_t arrived_ms = SHOWN_MS; arrived_ms < SHOWN_MS + 1200; arrived_ms++) {
            fair_belief belief = fair_judge(&trips, SHOWN_MS, 420, arrived_ms, CAP_MS);
            assert_true(belief.acted_ms >= last_ms);
            last_ms = belief.acted_ms;
        }
    }
}

/* A millisecond more or less in a claim is a millisecond more or less in the belief: no edge is
 * worth aiming at. And of all claims the one at the edge is judged earliest: lying further only
 * makes it worse. */
static void test_lying_further(void **unused)
{
    (void)unused;
    for (int trip_ms = 0; trip_ms <= 300; trip_ms += 7) {
        fair_trips trips = measured(trip_ms);
        const int64_t arrived_ms = SHOWN_MS + 600, window = window_ms(trip_ms, CAP_MS);
        fair_belief last = fair_judge(&trips, SHOWN_MS, 0, arrived_ms, CAP_MS);
        for (int after_ms = 1; after_ms < 1200; after_ms++) {
            fair_belief next = fair_judge(&trips, SHOWN_MS, after_ms, arrived_ms, CAP_MS);
            int64_t edge_ms = 600 - window, gain_ms = arrived_ms - next.acted_ms;
            assert_true(llabs(next.acted_ms - last.acted_ms) <= 1);
            assert_true(abs(next.error_ms - last.error_ms) <= 1);
            assert_true((gain_ms == window) == (after_ms == edge_ms));
            last = next;
        }
    }
}

/* Who never answers a ping is believed no more than somebody beside the house. */
static void test_no_pongs(void **unused)
{
    fair_trips none = {.count = 0}, near = measured(0);
    (void)unused;
    for (int after_ms = -1; after_ms < 1200; after_ms++) {
        fair_belief a = fair_judge(&none, SHOWN_MS, after_ms, SHOWN_MS + 600, CAP_MS);
        fair_belief b = fair_judge(&near, SHOWN_MS, after_ms, SHOWN_MS + 600, CAP_MS);
        assert_memory_equal(&a.acted_ms, &b.acted_ms, sizeof a.acted_ms);
        assert_int_equal(a.error_ms, b.error_ms);
    }
}

/* ---- at a table ---- */

enum { LOG_SIZE = 1 << 16, MARKS = 256, LEAD_MS = 150 };

/* Two seats, and dice that ask for a hit lie on the table. */
static table thrown_table(char *text, table_mark *marks)
{
    table_log log = {.text = text, .size = LOG_SIZE, .marks = marks, .capacity = MARKS};
    table_plan plan = {.game = &yubitsume_game, .seat = {{.name = "Anna"}, {.name = "Ben"}}};
    table_act now = {.now_ms = SHOWN_MS - LEAD_MS, .acted_ms = KN_NEVER, .claimed_ms = KN_NEVER};
    table t;
    const yubitsume_state *state = (const yubitsume_state *)&t.state;
    kn_setup_initial(plan.game, 2, &plan.setup);
    do {
        plan.secret[0]++;
        assert_int_equal(table_open(&t, &plan, log), TABLE_OK);
        t.lead_ms = LEAD_MS;
        assert_int_equal(table_play(&t, 0, kn_slice_of("throw"), &now), TABLE_OK);
    } while (yubitsume_case_of(YUBITSUME_BASIC, state->now.dice).number != 3);
    assert_int_equal(state->shown_ms, SHOWN_MS);
    return t;
}

static table_answer hit_knife(table *t, int seat, int64_t arrived_ms, fair_belief belief)
{
    table_act act = {arrived_ms, belief.acted_ms, belief.claimed_ms, belief.error_ms, 0};
    return table_play(t, seat, kn_slice_of("hit knife"), &act);
}

static char table_text[LOG_SIZE];
static table_mark table_marks[MARKS];

/* Ben is far away: his slap comes later and was made earlier. */
static void test_far_away(void **unused)
{
    table t = thrown_table(table_text, table_marks);
    const yubitsume_state *state = (const yubitsume_state *)&t.state;
    fair_trips near = measured(20), far = measured(200);
    (void)unused;
    fair_belief anna = fair_judge(&near, SHOWN_MS, 450.3, SHOWN_MS + 462, CAP_MS);
    fair_belief ben = fair_judge(&far, SHOWN_MS, 420.8, SHOWN_MS + 531, CAP_MS);
    assert_int_equal(hit_knife(&t, 0, SHOWN_MS + 462, anna), TABLE_OK);
    assert_int_equal(hit_knife(&t, 1, SHOWN_MS + 531, ben), TABLE_OK);
    assert_non_null(strstr(t.log.text, "70.462 seat1 acted=70.450 error=8 claimed=70.450: hit"));
    assert_non_null(strstr(t.log.text, "70.531 seat2 acted=70.421 error=8 claimed=70.421: hit"));
    assert_int_equal(state->lost[0], 1);
    assert_int_equal(state->lost[1], 0);
}

/* A hand that was down before the dice were shown has started too early, however it is told. */
static void test_false_start(void **unused)
{
    static const double told_ms[] = {-1, 0, 50, 99, 300, 5000};
    (void)unused;
    for (size_t i = 0; i < sizeof told_ms / sizeof *told_ms; i++) {
        table t = thrown_table(table_text, table_marks);
        const yubitsume_state *state = (const yubitsume_state *)&t.state;
        fair_trips trips = measured(40);
        for (int seat = 0; seat < 2; seat++) {
            int64_t arrived_ms = SHOWN_MS + (seat ? 500 : -20);
            double after_ms = seat ? 480 : told_ms[i];
            fair_belief belief = fair_judge(&trips, SHOWN_MS, after_ms, arrived_ms, CAP_MS);
            assert_int_equal(hit_knife(&t, seat, arrived_ms, belief), TABLE_OK);
        }
        assert_int_equal(state->lost[0], 1);
        assert_int_equal(state->lost[1], 0);
    }
}

/* Whatever is believed, the table accepts it and writes a log that can be loaded again. */
static void check_table(double trip_ms, int64_t cap_ms, double after_ms, int64_t arrived_ms)
{
    static char saved[LOG_SIZE], again[LOG_SIZE];
    static table_mark marks[MARKS];
    static table t, loaded;
    kn_text text = kn_text_on(saved, sizeof saved);
    table_log log = {.text = again, .size = sizeof again, .marks = marks, .capacity = MARKS};
    table_report report;
    fair_trips trips = measured(trip_ms);
    fair_belief belief = fair_judge(&trips, SHOWN_MS, after_ms, arrived_ms, cap_ms);
    if (t.log.text != table_text)
        t = thrown_table(table_text, table_marks);
    table thrown = t;
    table_answer answer = hit_knife(&t, 1, arrived_ms, belief);
    HOLDS(answer == TABLE_OK || (answer == KN_TOO_LATE && arrived_ms > SHOWN_MS + 4000));
    table_save(&t, &text);
    HOLDS(table_load(&loaded, (kn_slice){saved, text.length}, log, &report) == TABLE_OK);
    t = thrown;
    t.log.text[t.log.length] = 0;
}

static void test_table_accepts(void **unused)
{
    (void)unused;
    for_all(check_table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_smallest_of_the_recent),
    cmocka_unit_test(test_impossible_trips),
    cmocka_unit_test(test_lead),
    cmocka_unit_test(test_beliefs),
    cmocka_unit_test(test_bounds),
    cmocka_unit_test(test_claims),
    cmocka_unit_test(test_later_arrival),
    cmocka_unit_test(test_lying_further),
    cmocka_unit_test(test_no_pongs),
    cmocka_unit_test(test_far_away),
    cmocka_unit_test(test_false_start),
    cmocka_unit_test(test_table_accepts),
};

SCENES_MAIN(tests)
