/* heart.c: who is declared dead, and when; and by which beats a node may speak. The rest of the
 * heart is tested with nodes (nodes.test.mjs). */
#include "server/heart.h"

#include <stdatomic.h>
#include <time.h>

#include "native/native.h"
#include "server/store/kind.h"
#include "tests/engine/scenes.h"

enum { ME = 1, OTHER = 2 };

/* We beat every HEART_EVERY_MS from `from` to `to` and see the other one as it is; when is it dead?
 * -1: never. */
static int64_t dead_at(observer *o, store_node *other, int64_t from, int64_t to)
{
    store_node both[] = {{.id = ME, .epoch = 1}, *other};
    const store_nodes nodes = {both, 2};
    for (int64_t now = from; now <= to; now += HEART_EVERY_MS) {
        size_t next = 0;
        both[0].beat++;
        observer_look(o, &nodes, ME, now);
        const store_node *dead = observer_next_dead(o, &nodes, &next, now);
        if (dead) {
            assert_int_equal(dead->id, OTHER);
            return now;
        }
    }
    return -1;
}

static void test_who_stands_still_is_dead(void **unused)
{
    (void)unused;
    observer o = {0};
    store_node other = {.id = OTHER, .epoch = 5, .beat = 7};
    assert_int_equal(dead_at(&o, &other, 1000, 60000), 1000 + HEART_DEAD_MS);
}

static void test_who_beats_lives(void **unused)
{
    (void)unused;
    observer o = {0};
    store_node other = {.id = OTHER, .epoch = 5, .beat = 7};
    for (int64_t now = 1000; now < 60000; now += HEART_DEAD_MS - HEART_EVERY_MS) {
        other.beat++; /* late, but not too late */
        assert_int_equal(dead_at(&o, &other, now, now + HEART_DEAD_MS - 2 * HEART_EVERY_MS), -1);
    }
    other.epoch++; /* it has begun anew */
    assert_int_equal(dead_at(&o, &other, 60000, 60000 + HEART_DEAD_MS - HEART_EVERY_MS), -1);
}

/* Whoever was asleep or cut off knows nothing of what others did meanwhile. */
static void test_a_sleeper_declares_nobody_dead(void **unused)
{
    (void)unused;
    observer o = {0};
    store_node other = {.id = OTHER, .epoch = 5, .beat = 7};
    int64_t awake = 1000, slept = awake + 2000, woken = slept + 60000;
    assert_int_equal(dead_at(&o, &other, awake, slept), -1);
    assert_int_equal(dead_at(&o, &other, woken, woken + 2 * HEART_DEAD_MS), woken + HEART_DEAD_MS);
}

static void test_the_gone_stay_gone(void **unused)
{
    (void)unused;
    observer o = {0};
    store_node other = {.id = OTHER, .state = STORE_GONE};
    assert_int_equal(dead_at(&o, &other, 1000, 60000), -1);
}

/* Nobody is dead before their time, and then the next look comes at once. */
static void test_the_next_look_is_when_somebody_is_due(void **unused)
{
    (void)unused;
    enum { MOST = HEART_EVERY_MS };
    observer o = {0};
    store_node other = {.id = OTHER, .epoch = 5, .beat = 7};
    assert_int_equal(observer_due_ms(&o, 1000, MOST), MOST);
    assert_int_equal(dead_at(&o, &other, 1000, 1000 + HEART_DEAD_MS - MOST), -1);
    assert_int_equal(observer_due_ms(&o, 1000, MOST), MOST);
    assert_int_equal(observer_due_ms(&o, 1000 + HEART_DEAD_MS - 20, MOST), 20);
    assert_int_equal(observer_due_ms(&o, 1000 + HEART_DEAD_MS, MOST), MOST); /* it was looked at */
}

/* This node falls silent before the others may think it dead. */
static void test_silence_comes_before_death(void **unused)
{
    (void)unused;
    assert_true(HEART_LEASE_MS < HEART_DEAD_MS);
    assert_true(heart_may_speak(NULL));
}

/* ---- by which beats it may speak ---- */

static atomic_int epoch, beats; /* beats of this epoch */

static beat_end beat_well(store *s, const char *shown, const char *counts, bool draining,
                          store_nodes *others, char why[STORE_WHY_MAX])
{
    (void)s, (void)shown, (void)counts, (void)draining, (void)others, (void)why;
    beats++;
    return BEAT_WELL;
}

static int64_t epoch_of(const store *s)
{
    (void)s;
    return epoch;
}

static void told(void *with, const heart_news *news)
{
    (void)with, (void)news;
}

static void rest(int64_t begun_ns)
{
    assert_true(native_steady_ns() - begun_ns < 60 * INT64_C(1000000000));
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void wait_for_beats(int count)
{
    int64_t begun_ns = native_steady_ns();
    for (beats = 0; beats < count;)
        rest(begun_ns);
}

/* After a long pause of a busy machine only the next beat allows it. */
static void wait_until_it_may_speak(const heart *h)
{
    int64_t begun_ns = native_steady_ns();
    while (!heart_may_speak(h))
        rest(begun_ns);
}

/* What is in memory may be of the epoch before until the server knows of the new one. */
static void test_a_new_epoch_is_silent_until_the_server_knows(void **unused)
{
    (void)unused;
    const store_kind kind = {.beat = beat_well, .epoch = epoch_of};
    store s = {.kind = &kind, .id = ME};
    uv_loop_t loop;
    epoch = 5;
    assert_int_equal(uv_loop_init(&loop), 0);
    heart *h = heart_open(&loop, &s, told, NULL);
    wait_until_it_may_speak(h);
    epoch = 6;
    wait_for_beats(3); /* the first may have begun before */
    assert_false(heart_may_speak(h));
    heart_hurry(h, 6);
    wait_until_it_may_speak(h);
    heart_close(h);
    uv_run(&loop, UV_RUN_DEFAULT);
    heart_free(h);
    assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_stands_still_is_dead),
        cmocka_unit_test(test_who_beats_lives),
        cmocka_unit_test(test_a_sleeper_declares_nobody_dead),
        cmocka_unit_test(test_the_gone_stay_gone),
        cmocka_unit_test(test_the_next_look_is_when_somebody_is_due),
        cmocka_unit_test(test_silence_comes_before_death),
        cmocka_unit_test(test_a_new_epoch_is_silent_until_the_server_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
