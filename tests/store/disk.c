/* disk.c: the store on a disk that fails: at every single operation, with every kind of error. What
 * was written stays, what failed has changed nothing, and it goes on when the disk does. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "native/native.h"
#include "server/store/sqlite/checkpoint.h"
#include "server/store/sqlite/sqlite.h"
#include "tests/store/keeping.h"

/* ---- orders for the disk (faulty.c) ---- */

static void disk_does(const char *orders)
{
    char control[128];
    snprintf(control, sizeof control, "%s", keeping_in_folder("control"));
    assert_true(native_write_file(control, orders, strlen(orders)));
    setenv("FAULTY_FILES", keeping_path, 1);
    setenv("FAULTY_CONTROL", control, 1);
}

static int tear_down(void **unused)
{
    unsetenv("FAULTY_FILES");
    unsetenv("FAULTY_CONTROL");
    return keeping_tear_down(unused);
}

/* ---- failing ---- */

/* The disk fails at the n-th operation while a batch is written, for every n there is: either the
 * batch is written or nothing of it, the store says keeping_why, and goes on when the disk does. */
static void fail_everywhere(const char *operation, const char *error)
{
    int failures = 0;
    store *s = open_store();
    keep_room(s, "K7QM3T", HOUSE_PLAYING, 1, "as it is");
    must_write(s);
    for (uint32_t n = 0, written = 0; written < 3; n++) {
        char orders[64], before[1 << 12], room[HOUSE_CODE_MAX];
        snprintf(before, sizeof before, "%s", fetched(s, "K7QM3T"));
        snprintf(room, sizeof room, "N%04u", n);
        snprintf(orders, sizeof orders, "%s %s %u", operation, error, n);
        disk_does(orders);
        keep_room(s, "K7QM3T", HOUSE_PLAYING, 1, room);
        keep_example(s, room, 1);
        bool done = write_batch(s);
        if (!done) {
            failures++;
            assert_false(store_try(s, keeping_why));
            assert_true(keeping_why[0]);
            assert_string_equal(fetched(s, room), "");
            disk_does("");
            assert_string_equal(fetched(s, "K7QM3T"), before);
            assert_true(store_try(s, keeping_why));
            assert_string_equal(fetched(s, "K7QM3T"), before);
        }
        disk_does("");
        assert_true(strstr(fetched(s, "K7QM3T"), room) ? done : !done);
        written += done;
    }
    assert_true(failures > 0);
    store_close(s);
    s = open_store();
    assert_int_equal(strncmp(fetched(s, "K7QM3T"), "room K7QM3T playing: N", 22), 0);
    store_close(s);
}

static void test_writing_fails(void **unused)
{
    (void)unused;
    fail_everywhere("write", "EIO");
}

static void test_the_disk_is_full(void **unused)
{
    (void)unused;
    fail_everywhere("write", "ENOSPC");
}

static void test_syncing_fails(void **unused)
{
    (void)unused;
    fail_everywhere("sync", "EIO");
}

static void test_sentences_of_a_failing_disk(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {{"write ENOSPC", "full"},
                                           {"write EIO", "Input/output error"},
                                           {"sync EIO", "Input/output error"},
                                           {"write EROFS", "Read-only file system"}};
    store *s = open_store();
    for (int i = 0; i < 4; i++) {
        disk_does(cases[i][0]);
        keep_example(s, "K7QM3T", 1);
        assert_false(write_batch(s));
        if (!strstr(keeping_why, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], keeping_why);
        disk_does("");
        assert_true(store_try(s, keeping_why));
    }
    store_close(s);
}

static void test_reading_fails(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    store_close(s);
    s = open_store();
    disk_does("read EIO");
    struct house_fetching f = {.most = -1};
    uint32_t match = 0;
    size_t length;
    assert_false(store_fetch(s, "K7QM3T", &f));
    assert_true(store_misread(s, keeping_why));
    assert_null(store_parts(s, "K7QM3T", &match, &length));
    assert_true(store_misread(s, keeping_why));
    disk_does("");
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_false(store_misread(s, keeping_why));
    store_close(s);
}

static void test_opening_on_a_failing_disk(void **unused)
{
    (void)unused;
    static const char *const operations[] = {"read", "write", "sync"};
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    store_close(s);
    for (int i = 0; i < 3; i++)
        for (int n = 0; n < 40; n++) {
            char orders[64];
            snprintf(orders, sizeof orders, "%s EIO %d", operations[i], n);
            disk_does(orders);
            s = store_open(keeping_path, keeping_why);
            assert_true(s || keeping_why[0]);
            if (s)
                store_close(s);
            disk_does("");
            s = open_store();
            assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
            store_close(s);
        }
}

/* The same with a real limit of the system. */
static void test_a_limit_of_the_system(void **unused)
{
    (void)unused;
    struct rlimit before, small = {.rlim_cur = 100000};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    static char text[HOUSE_PART_MAX];
    memset(text, 'x', sizeof text - 1);
    for (uint32_t part = 2; part < 10; part++)
        keep_part(s, "K7QM3T", 1, part, 1, text);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool written = write_batch(s);
    bool again_written = store_try(s, keeping_why);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(written);
    assert_false(again_written);
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_true(store_try(s, keeping_why));
    keep_part(s, "K7QM3T", 1, 2, 1, "goes on\n");
    must_write(s);
    assert_non_null(strstr(fetched(s, "K7QM3T"), "goes on"));
    store_close(s);
}

/* ---- moving pages out of SQLite's log ---- */

/* What SQLite draws whenever it begins its log anew, at the beginning of the log. */
static uint64_t salt_of_log(void)
{
    size_t length;
    uint64_t salt;
    char *log = native_read_file(keeping_in_folder("house.db-wal"), 1 << 20, &length);
    assert_true(length > 24);
    memcpy(&salt, log + 16, sizeof salt);
    free(log);
    return salt;
}

/* A disk that fails for a moment: what the failed sync has lost of earlier passes is in the log and
 * nowhere else, so the log is not begun anew until it was repaired. */
static void test_nothing_moves_after_a_failed_sync(void **unused)
{
    (void)unused;
    enum { MANY = 1 << 20 }; /* pages, so that a commit waits for a pass */
    assert_true(native_write_file(keeping_path, "", 0));
    sqlite3 *db = sqlite_open(keeping_path, keeping_why);
    assert_true(sqlite_do(db, "PRAGMA journal_mode = WAL; CREATE TABLE t(n)", keeping_why));
    uint64_t salt = salt_of_log();
    checkpoint *m = checkpoint_start(keeping_path, keeping_why);
    disk_does("sync EIO 0 .db");
    checkpoint_note(m, MANY);
    assert_false(checkpoint_ready(m, keeping_why));
    disk_does("");
    assert_false(checkpoint_ready(m, keeping_why));
    assert_true(sqlite_do(db, "INSERT INTO t VALUES(1)", keeping_why));
    assert_int_equal(salt_of_log(), salt);
    assert_false(checkpoint_stop(m));
    m = checkpoint_start(keeping_path, keeping_why); /* a good one moves everything */
    checkpoint_note(m, MANY);
    assert_true(checkpoint_ready(m, keeping_why));
    assert_true(sqlite_do(db, "INSERT INTO t VALUES(2)", keeping_why));
    assert_int_not_equal(salt_of_log(), salt);
    assert_true(checkpoint_stop(m));
    sqlite_close(&db, NULL, 0);
}

/* ---- all of them ---- */

#define DISK_TEST(name) cmocka_unit_test_setup_teardown(name, keeping_set_up, tear_down)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        DISK_TEST(test_writing_fails),         DISK_TEST(test_the_disk_is_full),
        DISK_TEST(test_syncing_fails),         DISK_TEST(test_sentences_of_a_failing_disk),
        DISK_TEST(test_reading_fails),         DISK_TEST(test_opening_on_a_failing_disk),
        DISK_TEST(test_a_limit_of_the_system), DISK_TEST(test_nothing_moves_after_a_failed_sync),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
