/* file.c: the file of the store: another's, newer, copied, damaged. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/random.h"
#include "native/native.h"
#include "tests/store/keeping.h"

/* ---- whose file it is ---- */

static void refuses(const char *name, const char *sentence)
{
    store *s = store_open(name, keeping_why);
    if (s)
        fail_msg("opened %s", name);
    if (!strstr(keeping_why, sentence))
        fail_msg("%s: %s", name, keeping_why);
}

static void run_sql(const char *name, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(name, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void write_file(const char *name, const char *text)
{
    assert_true(native_write_file(name, text, strlen(text)));
}

static void test_other_files_are_refused(void **unused)
{
    (void)unused;
    run_sql(keeping_in_folder("others.db"), "CREATE TABLE letters(text)");
    assert_int_equal(chmod(keeping_in_folder("others.db"), 0644), 0);
    refuses(keeping_in_folder("others.db"), "this file belongs to another program");
    struct stat facts;
    assert_int_equal(stat(keeping_in_folder("others.db"), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0644);
    run_sql(keeping_in_folder("marked.db"), "PRAGMA application_id = 77");
    refuses(keeping_in_folder("marked.db"), "this file belongs to another program");
    write_file(keeping_in_folder("letter.txt"),
               "Dear Anna,\nI have lost again. Well thrown!\nYours, Ben\n");
    refuses(keeping_in_folder("letter.txt"), "this is not a Knobel file");
    refuses(keeping_folder, "this is not a file");
    refuses(keeping_in_folder("nowhere/house.db"), "No such file");
    size_t length;
    char *letter = native_read_file(keeping_in_folder("letter.txt"), 1000, &length);
    assert_int_equal(strncmp(letter, "Dear Anna", 9), 0);
    free(letter);
}

static void test_a_newer_file_is_refused(void **unused)
{
    (void)unused;
    store_close(open_store());
    run_sql(keeping_path, "PRAGMA user_version = 4");
    refuses(keeping_path, "this file was made by a newer Knobel");
    run_sql(keeping_path, "PRAGMA user_version = 0");
    refuses(keeping_path, "this file is damaged");
}

static void test_an_empty_file_is_made_ours(void **unused)
{
    (void)unused;
    write_file(keeping_path, "");
    chmod(keeping_path, 0644);
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    static const char *const names[] = {"house.db", "house.db-wal", "house.db-shm",
                                        "house.db-lock"};
    for (int i = 0; i < 4; i++) {
        struct stat facts;
        assert_int_equal(stat(keeping_in_folder(names[i]), &facts), 0);
        assert_int_equal(facts.st_mode & 0777, 0600);
    }
    store_close(s);
    assert_int_not_equal(access(keeping_in_folder("house.db-wal"), F_OK), 0);
}

static void test_names_that_mislead(void **unused)
{
    (void)unused;
    char here[512];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(keeping_folder), 0);
    static const char *const names[] = {"file:house.db?mode=memory", ":memory:", "a b%20c'\"#.db"};
    for (int i = 0; i < 3; i++) {
        store *s = store_open(names[i], keeping_why);
        assert_non_null(s);
        keep_example(s, "K7QM3T", 1);
        must_write(s);
        store_close(s);
        struct stat facts;
        assert_int_equal(stat(names[i], &facts), 0);
        assert_true(facts.st_size > 0);
    }
    assert_int_equal(chdir(here), 0);
}

static void test_two_houses_are_refused(void **unused)
{
    (void)unused;
    store *s = open_store();
    refuses(keeping_path, "another server has this file open");
    assert_int_equal(keeping_again("open", keeping_path, ""), 1);
    assert_int_equal(symlink("house.db", keeping_in_folder("link.db")), 0);
    refuses(keeping_in_folder("link.db"), "another server has this file open");
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    store_close(s);
    assert_int_equal(keeping_again("open", keeping_path, ""), 0);
    s = open_store();
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    store_close(s);
}

/* ---- copies ---- */

static void test_a_copy(void **unused)
{
    (void)unused;
    char copy[160];
    snprintf(copy, sizeof copy, "%s/copy.db", keeping_folder);
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    assert_int_equal(keeping_again("backup", keeping_path, copy), 0);
    keep_example(s, "AAAAAA", 1);
    must_write(s);
    assert_int_equal(keeping_again("backup", keeping_path, copy), 1);
    store_close(s);
    assert_false(store_backup(keeping_path, copy, keeping_why));
    assert_string_equal(keeping_why, "a file with that name already exists");
    struct stat facts;
    assert_int_equal(stat(copy, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    s = store_open(copy, keeping_why);
    assert_non_null(s);
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_string_equal(fetched(s, "AAAAAA"), "");
    store_close(s);
    assert_false(
        store_backup(keeping_in_folder("nothing.db"), keeping_in_folder("x.db"), keeping_why));
    assert_non_null(strstr(keeping_why, "No such file"));
    write_file(keeping_in_folder("letter.txt"), "Dear Anna, how are you? This is a letter.");
    assert_false(store_backup(keeping_in_folder("letter.txt"), copy, keeping_why));
    unlink(copy);
    assert_false(store_backup(keeping_in_folder("letter.txt"), copy, keeping_why));
    assert_string_equal(keeping_why, "this is not a Knobel file");
    assert_int_not_equal(access(copy, F_OK), 0);
}

typedef struct {
    store *s;
    atomic_bool stop;
    uint32_t written;
} writing;

/* Every batch adds a part and says in the room's record how many there are. */
static void *write_on(void *with)
{
    writing *w = with;
    char why_not[STORE_WHY_MAX], text[32];
    while (!w->stop) {
        snprintf(text, sizeof text, "%u", w->written);
        keep_part(w->s, "K7QM3T", 1, w->written, 1, "one more\n");
        keep_room(w->s, "K7QM3T", HOUSE_PLAYING, 1, text);
        store_batch *batch = store_take(w->s);
        if (store_write(w->s, batch, why_not) != STORE_WRITTEN)
            break;
        store_batch_free(batch);
        w->written++;
    }
    return NULL;
}

static void check_copy(const char *copy)
{
    store *s = store_open(copy, keeping_why);
    assert_non_null(s);
    uint32_t match = 0;
    size_t length = 0;
    struct house_fetching f = {.most = 1};
    store_fetch(s, "K7QM3T", &f);
    long said = strtol(f.text + strlen("room K7QM3T playing: "), NULL, 10);
    free(store_parts(s, "K7QM3T", &match, &length));
    assert_int_equal(length / strlen("one more\n"), said + 1);
    store_close(s);
}

static void test_copies_while_the_house_writes(void **unused)
{
    (void)unused;
    writing w = {.s = open_store()};
    pthread_t thread;
    keep_room(w.s, "K7QM3T", HOUSE_PLAYING, 1, "0");
    keep_part(w.s, "K7QM3T", 1, 0, 1, "one more\n");
    must_write(w.s);
    w.written = 1;
    assert_int_equal(pthread_create(&thread, NULL, write_on, &w), 0);
    for (int i = 0; i < 5; i++) {
        char copy[160];
        snprintf(copy, sizeof copy, "%s/copy%d.db", keeping_folder, i);
        assert_int_equal(keeping_again("backup", keeping_path, copy), 0);
        check_copy(copy);
    }
    w.stop = true;
    pthread_join(thread, NULL);
    assert_true(w.written > 5);
    store_close(w.s);
}

/* ---- damage ---- */

/* Do everything with a file that may be damaged. It must not crash, and what fails must say why. */
static void use_damaged(const char *name)
{
    keeping_why[0] = '\0';
    store *s = store_open(name, keeping_why);
    if (!s) {
        assert_true(keeping_why[0]);
        return;
    }
    store_codes rooms;
    char room[HOUSE_CODE_MAX];
    for (int i = 0; i < 10; i++) {
        struct house_fetching f = {.most = -1};
        uint32_t match = 0;
        size_t length;
        snprintf(room, sizeof room, "R%05d", i);
        store_fetch(s, room, &f);
        free(store_parts(s, room, &match, &length));
        keep_part(s, room, 7, 0, 100 * HOUR_MS, "one more\n");
        keep_chat(s, room, 500, 1, "one more");
        keep_room(s, room, HOUSE_OVER, 1, "another");
        if (i % 2 && !write_batch(s))
            store_try(s, keeping_why);
    }
    store_clocked(s, &rooms);
    free(rooms.code);
    store_old *old = store_look_for_old(s, &keeping_retention, 100 * HOUR_MS, 5, 5);
    if (old)
        store_clear_old(s, old, (store_clearing){5, 5}, nobody, NULL);
    store_old_free(old);
    store_batch *batch = store_take(s);
    if (batch) {
        store_write(s, batch, keeping_why);
        store_batch_free(batch);
    }
    if (store_misread(s, keeping_why))
        assert_true(keeping_why[0]);
    store_close(s);
}

static void make_full_file(void)
{
    store *s = open_store();
    char room[HOUSE_CODE_MAX], text[400];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    for (int i = 0; i < 10; i++) {
        snprintf(room, sizeof room, "R%05d", i);
        keep_room(s, room, i % 3, i, text);
        for (uint32_t part = 0; part < 30; part++)
            keep_part(s, room, 1, part, i, text);
        for (uint32_t number = 1; number < 30; number++)
            keep_chat(s, room, number, i, "talk");
    }
    must_write(s);
    store_close(s);
}

static void test_damaged_files(void **unused)
{
    (void)unused;
    make_full_file();
    size_t length;
    char *whole = native_read_file(keeping_path, 1 << 24, &length), *damaged = malloc(length);
    kn_random random = kn_random_from(7);
    for (int round = 0; round < 300; round++) {
        char name[160];
        memcpy(damaged, whole, length);
        int flips = 1 << kn_random_below(&random, 10);
        size_t within = round % 2 ? length : 4096; /* every other time in the first page */
        for (int i = 0; i < flips; i++)
            damaged[kn_random_below(&random, within)] ^= (char)(1 << kn_random_below(&random, 8));
        size_t cut = round % 5 ? length : kn_random_below(&random, length);
        snprintf(name, sizeof name, "%s/damaged%d.db", keeping_folder, round);
        assert_true(native_write_file(name, damaged, cut));
        use_damaged(name);
    }
    free(damaged);
    free(whole);
}

static void make_full_file_again(void)
{
    assert_int_equal(unlink(keeping_path), 0);
    assert_int_equal(unlink(keeping_in_folder("house.db-tip")), 0);
    unlink(keeping_in_folder("house.db-wal"));
    unlink(keeping_in_folder("house.db-shm"));
    make_full_file();
}

static void test_a_damaged_file_is_not_copied(void **unused)
{
    (void)unused;
    make_full_file();
    size_t length;
    char *whole = native_read_file(keeping_path, 1 << 24, &length);
    memset(whole + length / 2, 0x55, 8192);
    assert_true(native_write_file(keeping_path, whole, length));
    free(whole);
    assert_false(store_backup(keeping_path, keeping_in_folder("copy.db"), keeping_why));
    assert_non_null(strstr(keeping_why, "this file is damaged"));
    assert_int_not_equal(access(keeping_in_folder("copy.db"), F_OK), 0);
    make_full_file_again();
    run_sql(keeping_path,
            IN_ALL_PARTS("UPDATE", " SET text = 'another' WHERE room = 'R00001' AND part = 7"));
    assert_false(store_backup(keeping_path, keeping_in_folder("copy.db"), keeping_why));
    assert_string_equal(keeping_why, "this file is damaged: 1 record was changed");
}

/* A part missing in the middle is worse than none. */
static void test_a_missing_part(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    keep_part(s, "K7QM3T", 1, 3, 1, "4 9.999 seat1: throw\n");
    must_write(s);
    struct house_fetching f = {.most = -1};
    assert_false(store_fetch(s, "K7QM3T", &f));
    assert_true(store_misread(s, keeping_why));
    assert_string_equal(keeping_why, "this file is damaged");
    assert_false(store_misread(s, keeping_why));
    store_close(s);
}

/* What keeping_again starts. */
static int run_command(char **argv)
{
    char reason[STORE_WHY_MAX];
    if (strcmp(argv[1], "backup") == 0)
        return !store_backup(argv[2], argv[3], reason);
    store *s = store_open(argv[2], reason);
    if (s)
        store_close(s);
    return !s;
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        KEEPING_TEST(test_other_files_are_refused),
        KEEPING_TEST(test_a_newer_file_is_refused),
        KEEPING_TEST(test_an_empty_file_is_made_ours),
        KEEPING_TEST(test_names_that_mislead),
        KEEPING_TEST(test_two_houses_are_refused),
        KEEPING_TEST(test_a_copy),
        KEEPING_TEST(test_copies_while_the_house_writes),
        KEEPING_TEST(test_damaged_files),
        KEEPING_TEST(test_a_damaged_file_is_not_copied),
        KEEPING_TEST(test_a_missing_part),
    };
    if (argc == 4)
        return run_command(argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
