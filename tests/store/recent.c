/* recent.c: parts on their way from where they were written to where their room is. Whatever is
 * read in between, after whatever end of the program, is what was written. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/random.h"
#include "server/store/sqlite/inside.h"
#include "tests/store/keeping.h"

enum { ROOMS = 30, MATCHES = 4, PARTS_MAX = 400, TEXT_MAX = 40 };

/* What was written. */
typedef struct {
    uint32_t match, parts; /* 0: there is no such room */
    uint32_t length[MATCHES + 1];
    char text[MATCHES + 1][PARTS_MAX * TEXT_MAX];
} known_room;
static known_room known[ROOMS];
static int64_t now_ms;

static const char *code(int room)
{
    static char text[HOUSE_CODE_MAX];
    snprintf(text, sizeof text, "R%d", room);
    return text;
}

static void add_part(store *s, int room, kn_random *random)
{
    known_room *k = &known[room];
    char text[TEXT_MAX];
    if (k->match == 0 || k->parts == PARTS_MAX ||
        (k->match < MATCHES && kn_random_below(random, 40) == 0)) {
        if (k->match == MATCHES)
            return;
        k->match++;
        k->parts = 0;
        keep_room(s, code(room), HOUSE_PLAYING, now_ms, "as it is");
    }
    snprintf(text, sizeof text, "%d.%u.%u %.*s;", room, k->match, k->parts,
             (int)kn_random_below(random, 20), "....................");
    keep_part(s, code(room), k->match, k->parts++, now_ms, text);
    memcpy(k->text[k->match] + k->length[k->match], text, strlen(text) + 1);
    k->length[k->match] += (uint32_t)strlen(text);
}

static void compare(store *s, int room)
{
    const known_room *k = &known[room];
    for (uint32_t match = 0; match <= MATCHES; match++) {
        uint32_t asked = match, right = match ? match : k->match;
        size_t length = 0;
        char *text = store_parts(s, code(room), &asked, &length);
        if (store_misread(s, keeping_why))
            fail_msg("%s: %s", code(room), keeping_why);
        if (right == 0 || right > k->match) {
            assert_null(text);
            continue;
        }
        assert_string_equal(text, k->text[right]);
        assert_int_equal(asked, right);
        free(text);
    }
}

static void compare_all(store *s)
{
    for (int room = 0; room < ROOMS; room++)
        compare(s, room);
}

/* Everything that is old goes, through the bin. */
static void forget_all(store *s)
{
    now_ms += 100 * HOUR_MS;
    assert_int_equal(clear_rooms(s, &keeping_retention, now_ms, ROOMS, nobody), ROOMS);
    must_write(s);
    now_ms += 100 * HOUR_MS;
    assert_int_equal(empty_bin(s, &keeping_retention, now_ms, ROOMS), ROOMS);
    must_write(s);
    memset(known, 0, sizeof known);
}

static void check_copy(void)
{
    char copy[160];
    snprintf(copy, sizeof copy, "%s/copy.db", keeping_folder);
    if (!store_backup(keeping_path, copy, keeping_why))
        fail_msg("%s", keeping_why);
    unlink(copy);
}

static void test_a_long_life(void **unused)
{
    (void)unused;
    kn_random random = kn_random_from(1);
    store *s = open_store();
    memset(known, 0, sizeof known);
    now_ms = 0;
    for (int batch = 0; batch < 3000; batch++) {
        for (uint32_t i = 1 + kn_random_below(&random, 8); i > 0; i--)
            add_part(s, (int)kn_random_below(&random, batch % 100 < 50 ? ROOMS : 3), &random);
        store_keep_time(s, now_ms);
        must_write(s);
        if (kn_random_below(&random, 20) == 0)
            compare(s, (int)kn_random_below(&random, ROOMS));
        if (kn_random_below(&random, 200) == 0) {
            store_close(s);
            s = open_store();
            compare_all(s);
        }
        if (batch % 500 == 499) {
            compare_all(s);
            check_copy();
        }
        if (batch % 1000 == 999)
            forget_all(s);
        now_ms += 1000;
    }
    compare_all(s);
    store_close(s);
}

/* A part that is there is never written over, wherever it is by now. */
static void test_a_part_is_written_once(void **unused)
{
    (void)unused;
    for (int others = 0; others < 200; others += 10) {
        store *s = open_store();
        char room[HOUSE_CODE_MAX];
        snprintf(room, sizeof room, "S%d", others);
        keep_example(s, room, 1);
        must_write(s);
        for (uint32_t i = 0; i < (uint32_t)others; i++) {
            snprintf(room, sizeof room, "T%d", others);
            keep_part(s, room, 1, i, 1, "another");
            must_write(s);
        }
        snprintf(room, sizeof room, "S%d", others);
        for (uint32_t part = 0; part < 2; part++) {
            keep_part(s, room, 1, part, 1, "again");
            assert_false(write_batch(s));
            assert_true(store_try(s, keeping_why));
        }
        keep_part(s, room, 1, 2, 1, "the next");
        must_write(s);
        assert_non_null(strstr(fetched(s, room), "part 1.1: 1 0.000 seat1: throw"));
        store_close(s);
    }
}

/* A table that SQLite cannot follow: what can be read of it is salvaged. */
static void test_a_damaged_table(void **unused)
{
    (void)unused;
    char lost[STORE_WHY_MAX], text[2000];
    sqlite3 *db;
    sqlite3_stmt *ask;
    store *s = open_store();
    memset(text, '.', sizeof text);
    text[sizeof text - 1] = '\0';
    for (uint32_t part = 0; part < 40; part++) /* fewer than fill it */
        keep_part(s, "MANY", 1, part, 1, text);
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    store_close(s);
    assert_int_equal(sqlite3_open(keeping_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT pageno FROM dbstat WHERE name = 'recent_0' AND"
                                        " pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 9",
                                        -1, &ask, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(ask), SQLITE_ROW);
    long page = (long)sqlite3_column_int64(ask, 0);
    sqlite3_finalize(ask);
    sqlite3_close(db);
    FILE *file = fopen(keeping_path, "r+");
    memset(text, 0x55, sizeof text);
    assert_int_equal(fseek(file, (page - 1) * 4096, SEEK_SET), 0);
    assert_int_equal(fwrite(text, 1, sizeof text, file), sizeof text);
    fclose(file);
    assert_null(store_open(keeping_path, keeping_why));
    s = store_open_anyway(keeping_path, lost, keeping_why);
    if (!s)
        fail_msg("%s", keeping_why);
    assert_non_null(strstr(lost, "this file is damaged"));
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    keep_part(s, "K7QM3T", 1, 2, 1, "2 9.000 seat1: throw\n");
    must_write(s);
    assert_non_null(strstr(fetched(s, "K7QM3T"), "part 1.2: 2 9.000"));
    store_close(s);
}

static int count_statement(unsigned what, void *with, void *statement, void *text)
{
    (void)what, (void)statement, (void)text;
    ++*(int *)with;
    return 0;
}

/* How many statements it takes to read the parts of a match; match 0: the last one. */
static int statements_for(store *s, uint32_t match)
{
    int count = 0;
    size_t length;
    sqlite3 *reader = ((sqlite_store *)s)->reader;
    free(store_parts(s, "K7QM3T", &match, &length)); /* knows now what was written */
    sqlite3_trace_v2(reader, SQLITE_TRACE_STMT, count_statement, &count);
    free(store_parts(s, "K7QM3T", &match, &length));
    sqlite3_trace_v2(reader, 0, NULL, NULL);
    return count;
}

/* How long it takes to read one match must not tell how much is hidden in another. */
static void test_only_the_match_asked_for_is_read(void **unused)
{
    enum { HIDDEN = 5, NONE = 99 };
    (void)unused;
    store *s = open_store();
    keep_room(s, "K7QM3T", HOUSE_PLAYING, 1, "as it is");
    keep_part(s, "K7QM3T", 1, 0, 1, "first");
    keep_part(s, "K7QM3T", 1, 1, 1, "second");
    must_write(s);
    int one = statements_for(s, 1), none = statements_for(s, NONE);
    for (uint32_t part = 0; part < HIDDEN; part++) {
        keep_part(s, "K7QM3T", 2, part, 1, "hidden");
        must_write(s);
        assert_int_equal(statements_for(s, 1), one);
        assert_int_equal(statements_for(s, NONE), none);
    }
    assert_int_equal(statements_for(s, 2), one + HIDDEN - 2);
    store_close(s);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        KEEPING_TEST(test_only_the_match_asked_for_is_read),
        KEEPING_TEST(test_a_long_life),
        KEEPING_TEST(test_a_part_is_written_once),
        KEEPING_TEST(test_a_damaged_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
