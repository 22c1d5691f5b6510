/* loss.c: files that have lost something: damaged, cut off, deleted, moved, opened under another
 * name. Whatever was written before is there, or the store says that it is not: it refuses the
 * file, or answers `damaged` for the room. Never is a room that was written one that is not there.
 */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/random.h"
#include "native/native.h"
#include "tests/store/keeping.h"

enum { BATCHES = 120, ROOMS = 12, PATIENCE_S = 60 };

/* ---- a house that is killed ---- */

static const char *room_of(uint32_t batch)
{
    static char room[HOUSE_CODE_MAX];
    snprintf(room, sizeof room, "R%05u", batch % ROOMS);
    return room;
}

/* Every batch adds a part to one of the rooms. */
static void gather(store *s, uint32_t batch)
{
    char text[64], record[600];
    memset(record, '.', sizeof record);
    record[sizeof record - 1] = '\0';
    snprintf(text, sizeof text, "%u: told to somebody\n", batch);
    keep_room(s, room_of(batch), HOUSE_PLAYING, batch, record);
    keep_part(s, room_of(batch), 1, batch / ROOMS, batch, text);
}

/* Write everything and be gone, with the log of SQLite as it is. */
static int live_and_die(const char *path)
{
    char why[STORE_WHY_MAX];
    store *s = store_open(path, why);
    for (uint32_t batch = 0; s && batch < BATCHES; batch++) {
        gather(s, batch);
        store_batch *gathered = store_take(s);
        if (store_write(s, gathered, why) != STORE_WRITTEN)
            return 2;
        store_batch_free(gathered);
    }
    _exit(s ? 0 : 2);
}

static const char *beside(const char *ending)
{
    static char path[160];
    snprintf(path, sizeof path, "%s%s", keeping_path, ending);
    return path;
}

/* The files of that house, to be put back as often as one likes. */
typedef struct {
    char *bytes[3];
    size_t length[3];
} kept_files;

static const char *const endings[3] = {"", "-wal", "-tip"};

static void keep_files(kept_files *k)
{
    for (int i = 0; i < 3; i++) {
        k->bytes[i] = native_read_file(beside(endings[i]), 1 << 26, &k->length[i]);
        assert_non_null(k->bytes[i]);
    }
}

static void put_files(const kept_files *k)
{
    unlink(beside("-shm"));
    for (int i = 0; i < 3; i++)
        assert_true(native_write_file(beside(endings[i]), k->bytes[i], k->length[i]));
}

static void free_files(kept_files *k)
{
    for (int i = 0; i < 3; i++)
        free(k->bytes[i]);
}

static void make_files(kept_files *k)
{
    assert_int_equal(keeping_again("die", keeping_path, ""), 0);
    keep_files(k);
    assert_true(k->length[1] > 100000); /* most of it is still in the log */
}

/* How many of all parts the store hands out, right and in order. A room that is not there at all,
 * or without its last parts, is a loss that nobody has noticed. */
static int count_told(store *s, int *unnoticed)
{
    int told = 0;
    for (uint32_t n = 0; n < ROOMS; n++) {
        uint32_t match = 1, parts = BATCHES / ROOMS;
        size_t length, at = 0;
        const char *why = why_not_fetched(s, room_of(n));
        store_misread(s, keeping_why);
        if (why) {
            *unnoticed += strcmp(why, "damaged") != 0;
            continue;
        }
        char *text = store_parts(s, room_of(n), &match, &length);
        for (uint32_t part = 0; text && part < parts; part++) {
            char line[64];
            size_t size =
                (size_t)snprintf(line, sizeof line, "%u: told to somebody\n", part * ROOMS + n);
            bool right = at + size <= length && memcmp(text + at, line, size) == 0;
            told += right;
            *unnoticed += !right;
            at += size;
        }
        *unnoticed += !text && !store_misread(s, keeping_why);
        free(text);
    }
    return told;
}

/* Open what was damaged; whatever happens, no loss stays unnoticed. True: it was refused. */
static bool is_noticed(int round)
{
    int unnoticed = 0;
    keeping_why[0] = '\0';
    store *s = store_open(keeping_path, keeping_why);
    if (!s) {
        assert_true(keeping_why[0]);
        return true;
    }
    int told = count_told(s, &unnoticed);
    store_close(s);
    if (unnoticed > 0)
        fail_msg("round %d: opened without a word, %d of %d told, %d unnoticed", round, told,
                 BATCHES, unnoticed);
    return false;
}

/* ---- damage ---- */

/* Behind the back of the store. */
static void change_file(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(keeping_path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void scribble(kn_random *random, char *bytes, size_t length)
{
    size_t most = 1 + kn_random_below(random, 200), at = kn_random_below(random, length);
    for (size_t i = at; i < at + most && i < length; i++)
        bytes[i] = (char)kn_random_below(random, 256);
}

static void test_a_killed_house_is_no_loss(void **unused)
{
    (void)unused;
    kept_files k;
    int unnoticed = 0;
    make_files(&k);
    for (int round = 0; round < 2; round++) {
        put_files(&k);
        if (round == 1)
            assert_int_equal(unlink(beside("-tip")), 0); /* only less is known then */
        store *s = open_store();
        assert_int_equal(count_told(s, &unnoticed), BATCHES);
        store_close(s);
    }
    free_files(&k);
}

static void test_scribbled_logs(void **unused)
{
    (void)unused;
    kept_files k;
    int noticed = 0;
    make_files(&k);
    for (int round = 0; round < 60; round++) {
        kn_random random = kn_random_from((uint64_t)round);
        char *whole = k.bytes[1], *scribbled = malloc(k.length[1]);
        memcpy(scribbled, whole, k.length[1]);
        scribble(&random, scribbled, k.length[1]);
        k.bytes[1] = scribbled;
        put_files(&k);
        k.bytes[1] = whole;
        free(scribbled);
        noticed += is_noticed(round);
    }
    assert_true(noticed > 50); /* what is scribbled over old frames does no harm */
    free_files(&k);
}

static void test_logs_cut_off(void **unused)
{
    (void)unused;
    kept_files k;
    make_files(&k);
    for (int round = 0; round < 20; round++) {
        put_files(&k);
        assert_int_equal(truncate(beside("-wal"), (off_t)(k.length[1] * (size_t)round / 20)), 0);
        assert_true(is_noticed(round));
        assert_non_null(strstr(keeping_why, "of 120 writes are missing"));
    }
    put_files(&k);
    assert_int_equal(unlink(beside("-wal")), 0);
    assert_true(is_noticed(20));
    assert_int_equal(unlink(beside("-tip")), 0);
    assert_true(is_noticed(21));
    assert_true(is_noticed(22)); /* looking has changed nothing */
    assert_non_null(strstr(keeping_why, "-wal is missing"));
    free_files(&k);
}

static void test_scribbled_files(void **unused)
{
    (void)unused;
    kept_files k;
    int noticed = 0, unnoticed = 0;
    make_files(&k);
    store *s = open_store();
    assert_int_equal(count_told(s, &unnoticed), BATCHES);
    store_close(s);
    size_t length;
    char *whole = native_read_file(keeping_path, 1 << 26, &length), *scribbled = malloc(length);
    for (int round = 0; round < 300; round++) {
        kn_random random = kn_random_from((uint64_t)round);
        memcpy(scribbled, whole, length);
        scribble(&random, scribbled, length);
        assert_true(native_write_file(keeping_path, scribbled, length));
        noticed += is_noticed(round);
        unlink(beside("-wal"));
        unlink(beside("-shm"));
        unlink(beside("-tip"));
    }
    assert_true(noticed > 40); /* what is scribbled over unused places does no harm */
    free(scribbled);
    free(whole);
    free_files(&k);
}

/* A row that is gone, and one that is older than it was: SQLite has nothing to say about these. */
static void test_rows_that_were_changed(void **unused)
{
    (void)unused;
    static const char *const changes[] = {
        IN_ALL_PARTS("DELETE FROM", " WHERE room = 'R00003' AND part = 9"),
        "DELETE FROM rooms WHERE code = 'R00003'",
        IN_ALL_PARTS("UPDATE",
                     " SET text = '0: told to nobody' WHERE room = 'R00003' AND part = 9"),
        IN_ALL_PARTS("DELETE FROM", " WHERE room = 'R00003' AND part = 0"),
        "UPDATE rooms SET code = 'R00099' WHERE code = 'R00003'",
        "UPDATE rooms SET record = 'an older one' WHERE code = 'R00003'",
        "DELETE FROM tip",
    };
    for (int i = 0; i < 7; i++) {
        if (i > 0)
            assert_int_equal(unlink(keeping_path) | unlink(beside("-tip")), 0);
        assert_int_equal(keeping_again("die", keeping_path, ""), 0);
        change_file(changes[i]);
        assert_true(is_noticed(i));
        assert_non_null(strstr(keeping_why, "this file is damaged"));
        assert_non_null(strstr(keeping_why, "--accept-loss"));
    }
}

/* A room that cannot be read is not one that is not there. */
static void test_a_room_that_cannot_be_read(void **unused)
{
    (void)unused;
    char lost[STORE_WHY_MAX];
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    keep_example(s, "OTHER", 1);
    must_write(s);
    store_close(s);
    change_file(IN_ALL_PARTS("UPDATE", " SET text = 'x' WHERE room = 'OTHER' AND part = 1"));
    assert_null(store_open(keeping_path, keeping_why));
    for (int i = 0; i < 2; i++) { /* accepted once, it is known */
        s = i ? store_open(keeping_path, keeping_why)
              : store_open_anyway(keeping_path, lost, keeping_why);
        assert_non_null(s);
        uint32_t match = 0;
        size_t length;
        assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
        assert_string_equal(why_not_fetched(s, "OTHER"), "damaged");
        assert_string_equal(store_misread(s, keeping_why), "damaged");
        assert_null(store_parts(s, "OTHER", &match, &length));
        assert_string_equal(store_misread(s, keeping_why), "damaged");
        assert_string_equal(why_not_fetched(s, "NOBODY"), "no_such_room");
        assert_null(store_misread(s, keeping_why));
        store_close(s);
    }
    assert_non_null(strstr(lost, "1 record was changed"));
}

static void test_a_loss_is_accepted(void **unused)
{
    (void)unused;
    kept_files k;
    char lost[STORE_WHY_MAX];
    int unnoticed = 0;
    make_files(&k);
    assert_int_equal(truncate(beside("-wal"), (off_t)k.length[1] / 2), 0);
    assert_null(store_open(keeping_path, keeping_why));
    store *s = store_open_anyway(keeping_path, lost, keeping_why);
    assert_non_null(s);
    assert_non_null(strstr(lost, "writes are missing"));
    assert_in_range(count_told(s, &unnoticed), 10, BATCHES - 10);
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    store_close(s);
    s = store_open_anyway(keeping_path, lost, keeping_why);
    assert_non_null(s);
    assert_string_equal(lost, "");
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    store_close(s);
    free_files(&k);
}

/* A list with another line in it would make an honest house look like one that tells two stories.
 */
static void test_a_list_of_seals_that_was_changed(void **unused)
{
    (void)unused;
    char lost[STORE_WHY_MAX];
    uint8_t head[TABLE_HASH_BYTES] = {0};
    store_seals end;
    store *s = open_store();
    for (uint32_t number = 1; number <= 3; number++)
        keep_next_seal(s, number, head);
    must_write(s);
    assert_true(store_seals_end(s, &end));
    assert_int_equal(end.count, 3);
    assert_memory_equal(end.head, head, sizeof head);
    store_key key = *store_signing_key(s);
    store_close(s);
    change_file("UPDATE seals SET line = '2 0 stop' WHERE number = 2");
    assert_null(store_open(keeping_path, keeping_why));
    assert_non_null(strstr(keeping_why, "line 2"));
    assert_non_null(strstr(keeping_why, "--accept-loss"));
    s = store_open_anyway(keeping_path, lost, keeping_why);
    assert_non_null(s);
    assert_non_null(strstr(lost, "line 2"));
    assert_true(store_seals_end(s, &end));
    assert_int_equal(end.count, 0);
    assert_memory_not_equal(key.seed, store_signing_key(s)->seed, sizeof key.seed);
    memset(head, 0, sizeof head);
    keep_next_seal(s, 1, head);
    must_write(s);
    store_close(s);
    s = open_store(); /* all is well again */
    store_close(s);
}

/* A list is signed with a key: another one, without a word, would be nobody's. */
static void test_a_key_that_is_gone(void **unused)
{
    (void)unused;
    char lost[STORE_WHY_MAX];
    uint8_t head[TABLE_HASH_BYTES] = {0};
    store_key key;
    store_seals end;
    store *s = open_store();
    store_close(s);
    change_file("DELETE FROM keys"); /* nothing was signed with this one */
    s = open_store();
    keep_next_seal(s, 1, head);
    must_write(s);
    store_close(s);
    change_file("DELETE FROM keys");
    assert_false(store_read_key(keeping_path, 0, &key, keeping_why));
    assert_null(store_open(keeping_path, keeping_why));
    assert_non_null(strstr(keeping_why, "(keys)"));
    assert_non_null(strstr(keeping_why, "--accept-loss"));
    s = store_open_anyway(keeping_path, lost, keeping_why);
    assert_non_null(s);
    assert_non_null(strstr(lost, "(keys)"));
    assert_true(store_seals_end(s, &end));
    assert_int_equal(end.count, 0);
    store_close(s);
    store_close(open_store());
}

/* A room that was put into the bin at an impossible time was not put there by a house. */
static void test_a_bin_that_cannot_be(void **unused)
{
    (void)unused;
    static const char *const changes[] = {
        "UPDATE rooms SET binned_ms = 1099511627776 WHERE code = 'R00003'",
        "UPDATE rooms SET binned_ms = 1 WHERE code = 'R00003'", /* it was used after that */
        "UPDATE rooms SET binned_ms = -1 WHERE code = 'R00003'",
    };
    for (int i = 0; i < 3; i++) {
        char lost[STORE_WHY_MAX];
        int unnoticed = 0;
        if (i > 0)
            assert_int_equal(unlink(keeping_path) | unlink(beside("-tip")), 0);
        assert_int_equal(keeping_again("die", keeping_path, ""), 0);
        change_file(changes[i]);
        assert_true(is_noticed(i));
        assert_non_null(strstr(keeping_why, "1 record was changed"));
        store *s = store_open_anyway(keeping_path, lost, keeping_why);
        assert_non_null(s);
        assert_int_equal(count_told(s, &unnoticed), BATCHES);
        assert_int_equal(unnoticed, 0);
        store_set_time(s, INT64_C(1) << 41);
        assert_int_equal(empty_bin(s, &keeping_retention, INT64_C(1) << 41, 10), 0);
        store_close(s);
    }
}

/* Rooms grow old by this clock: ahead by a year, all of them would be deleted. */
static void test_a_clock_that_was_changed(void **unused)
{
    (void)unused;
    static const struct {
        const char *sql;
        bool alone; /* without the tip beside the file */
    } changes[] = {
        {"UPDATE tip SET clock_ms = clock_ms + 31536000000", false},
        {"UPDATE tip SET clock_ms = clock_ms - 1", false},
        {"UPDATE tip SET clock_ms = clock_ms + (1 << 45)", true},
        {"UPDATE tip SET clock_ms = -5", true},
    };
    for (int i = 0; i < 4; i++) {
        char lost[STORE_WHY_MAX];
        int unnoticed = 0;
        if (i > 0)
            assert_int_equal(unlink(keeping_path) | unlink(beside("-tip")), 0);
        assert_int_equal(keeping_again("die", keeping_path, ""), 0);
        if (changes[i].alone) {
            store_close(open_store());
            assert_int_equal(unlink(beside("-tip")), 0);
        }
        change_file(changes[i].sql);
        assert_true(is_noticed(i));
        if (!strstr(keeping_why, "(clock_ms)"))
            fail_msg("change %d: %s", i, keeping_why);
        store *s = store_open_anyway(keeping_path, lost, keeping_why);
        assert_non_null(s);
        store_set_time(s, 1);
        assert_int_equal(clear_rooms(s, &keeping_retention, 1, 10, nobody), 0);
        assert_int_equal(clear_rooms(s, &keeping_retention, 1 + 3 * HOUR_MS, 10, nobody), 10);
        assert_int_equal(count_told(s, &unnoticed), 2 * (BATCHES / ROOMS)); /* ten are going */
        store_close(s);
    }
}

/* The tip beside as an earlier version wrote it: no clock in it. */
static void test_a_tip_of_an_earlier_version(void **unused)
{
    (void)unused;
    enum { PLACE = 512, BEFORE_CLOCK = 56 };
    static const char nothing[PLACE - BEFORE_CLOCK];
    int unnoticed = 0;
    assert_int_equal(keeping_again("die", keeping_path, ""), 0);
    int file = open(beside("-tip"), O_RDWR);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pwrite(file, nothing, sizeof nothing, i * PLACE + BEFORE_CLOCK),
                         sizeof nothing);
    close(file);
    change_file("UPDATE tip SET clock_ms = clock_ms + 1");
    store *s = open_store();
    assert_int_equal(count_told(s, &unnoticed), BATCHES);
    store_close(s);
}

static void keep_entry(store *s, const char *id, int64_t points)
{
    store_entry e = {.points = points, .name = "Anna"};
    snprintf(e.id, sizeof e.id, "2026-11-18 dice %s", id);
    snprintf((char *)e.play, sizeof e.play, "%s", id);
    store_keep_entry(s, &e, 1);
}

/* A result was confirmed, and is still what it was. */
static void test_a_result_that_was_changed(void **unused)
{
    (void)unused;
    static const char *const changes[] = {"points = 400", "name = 'Ben'",
                                          "live = 1",     "play = zeroblob(32)",
                                          "kept_ms = 0",  "id = '2026-11-18 dice x'"};
    char lost[STORE_WHY_MAX], sql[128];
    store_board board = {0};
    for (int i = 0; i < 6; i++) {
        store *s = open_store();
        if (i == 0) {
            keep_entry(s, "1", 200);
            keep_entry(s, "2", 220);
            must_write(s);
        }
        store_close(s);
        snprintf(sql, sizeof sql,
                 "CREATE TABLE was AS SELECT * FROM board;"
                 "UPDATE board SET %s WHERE points = 200",
                 changes[i]);
        change_file(sql);
        assert_true(is_noticed(i));
        assert_non_null(strstr(keeping_why, "1 record was changed"));
        if (i == 5)
            break;
        change_file("DELETE FROM board; INSERT INTO board SELECT * FROM was; DROP TABLE was");
    }
    store *s = store_open_anyway(keeping_path, lost, keeping_why);
    assert_non_null(s);
    assert_false(store_read_board(s, "2026-11-18 dice ", &board));
    assert_string_equal(store_misread(s, keeping_why), "damaged");
    free(board.entry);
    store_close(s);
}

static void test_results_of_an_earlier_version(void **unused)
{
    (void)unused;
    store_board board;
    store *s = open_store();
    keep_entry(s, "1", 200);
    must_write(s);
    store_close(s);
    change_file("ALTER TABLE board DROP COLUMN mark");
    assert_true(store_backup(keeping_path, keeping_in_folder("copy.db"), keeping_why));
    s = open_store();
    keep_entry(s, "2", 220);
    must_write(s);
    assert_true(store_read_board(s, "2026-11-18 dice ", &board));
    assert_int_equal(board.count, 2);
    free(board.entry);
    store_close(s);
    store_close(open_store());
}

/* The check that goes on while the file is open. */
static void test_damage_while_it_is_open(void **unused)
{
    (void)unused;
    store *s = open_store();
    for (uint32_t batch = 0; batch < BATCHES; batch++)
        gather(s, batch);
    must_write(s);
    store_close(s);
    s = open_store();
    int file = open(keeping_path, O_RDWR);
    char bytes[4096];
    struct stat facts;
    assert_int_equal(fstat(file, &facts), 0);
    for (off_t at = 4096; at + 4096 <= facts.st_size; at += 4096) /* a bit in each page */
        if (pread(file, bytes, 4096, at) == 4096) {
            bytes[4000] ^= 4;
            assert_int_equal(pwrite(file, bytes, 4096, at), 4096);
        }
    bool noticed = false;
    for (int waited = 0; waited < PATIENCE_S * 20 && !noticed; waited++) {
        noticed = store_damaged(s, keeping_why);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    assert_true(noticed);
    assert_non_null(strstr(keeping_why, "damaged"));
    close(file); /* only now: it takes the locks of SQLite with it */
    store_close(s);
}

/* ---- names ---- */

/* While it is open. Nothing is said to be written that nobody will find. */
static void test_a_file_that_moves(void **unused)
{
    (void)unused;
    static const char *const files[] = {"", "-wal", "-shm"};
    char away[160], name[160];
    snprintf(away, sizeof away, "%s/away", keeping_folder);
    store *s = open_store();
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", keeping_path, files[i]);
        assert_true(store_in_place(s, keeping_why));
        assert_int_equal(rename(name, away), 0);
        assert_false(store_in_place(s, keeping_why));
        assert_non_null(strstr(keeping_why, "was deleted, renamed, replaced or cut off"));
        keep_example(s, "K7QM3T", 1);
        assert_false(write_batch(s));
        assert_false(store_try(s, keeping_why));
        assert_true(native_write_file(name, "another", 7));
        assert_false(store_try(s, keeping_why));
        assert_int_equal(rename(away, name), 0);
        assert_true(store_try(s, keeping_why));
        char room[HOUSE_CODE_MAX];
        snprintf(room, sizeof room, "AGAIN%d", i);
        keep_example(s, room, 1);
        must_write(s);
    }
    struct stat facts; /* cut off, though still longer than it was at first */
    for (uint32_t batch = 0; batch < 20 * BATCHES; batch++)
        gather(s, batch);
    must_write(s);
    assert_true(store_try(s, keeping_why)); /* now it is in the file, too */
    assert_true(store_in_place(s, keeping_why));
    assert_int_equal(stat(keeping_path, &facts), 0);
    assert_int_equal(truncate(keeping_path, facts.st_size - 4096), 0);
    assert_false(store_in_place(s, keeping_why));
    store_close(s);
}

static void test_a_second_name(void **unused)
{
    (void)unused;
    char second[160];
    snprintf(second, sizeof second, "%s/second.db", keeping_folder);
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    assert_int_equal(link(keeping_path, second), 0);
    assert_int_equal(keeping_again("open", second, ""), 1);
    keep_example(s, "AAAAAA", 1);
    must_write(s);
    store_close(s);
    assert_int_equal(keeping_again("open", second, ""), 0);
    /* After a kill what was written last is in the log, and that has the first name. */
    assert_int_equal(keeping_again("die", keeping_path, ""), 0);
    assert_null(store_open(second, keeping_why));
    assert_non_null(strstr(keeping_why, "-wal is missing"));
    s = open_store();
    int unnoticed = 0;
    assert_int_equal(count_told(s, &unnoticed), BATCHES);
    store_close(s);
}

/* A file that was deleted is not made anew without a word. */
static void test_a_file_that_is_gone(void **unused)
{
    (void)unused;
    char lost[STORE_WHY_MAX];
    for (int empty = 0; empty < 2; empty++) {
        store *s = open_store();
        keep_example(s, "K7QM3T", 1);
        must_write(s);
        store_close(s);
        assert_int_equal(empty ? truncate(keeping_path, 0) : unlink(keeping_path), 0);
        assert_null(store_open(keeping_path, keeping_why));
        assert_non_null(strstr(keeping_why, "this file is empty, but"));
        assert_int_equal(access(keeping_path, F_OK), empty ? 0 : -1);
        s = store_open_anyway(keeping_path, lost, keeping_why);
        assert_non_null(s);
        assert_string_equal(fetched(s, "K7QM3T"), "");
        store_close(s);
    }
}

/* A copy in the place of the original is what the operator wanted. */
static void test_a_copy_is_put_back(void **unused)
{
    (void)unused;
    char copy[160];
    snprintf(copy, sizeof copy, "%s/copy.db", keeping_folder);
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    assert_int_equal(keeping_again("backup", keeping_path, copy), 0);
    for (int i = 0; i < 10; i++) {
        keep_example(s, room_of((uint32_t)i), 1);
        must_write(s);
    }
    store_close(s);
    assert_int_equal(rename(copy, keeping_path), 0);
    for (int i = 0; i < 2; i++) {
        s = open_store();
        assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
        assert_string_equal(fetched(s, room_of(0)), "");
        store_close(s);
    }
}

/* ---- files of the first version ---- */

static const char first_version[] =
    "PRAGMA journal_mode = WAL; BEGIN;"
    "CREATE TABLE rooms(code TEXT NOT NULL PRIMARY KEY, status INT NOT NULL, listed INT NOT NULL,"
    " clocked INT NOT NULL, touched_ms INT NOT NULL, record TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX rooms_by_age ON rooms(status, touched_ms);"
    "CREATE INDEX rooms_clocked ON rooms(code) WHERE clocked;"
    "CREATE TABLE parts(room TEXT NOT NULL, match INT NOT NULL, part INT NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(room, match, part)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE chat(room TEXT NOT NULL, number INT NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY(room, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe(id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT;"
    "INSERT INTO rooms VALUES('K7QM3T', 1, 0, 0, 1600000000000, 'as it is');"
    "INSERT INTO rooms VALUES('LATER', 1, 0, 0, 1600003600000, 'as it is');"
    "INSERT INTO parts VALUES('K7QM3T', 1, 0, 'the header' || char(10));"
    "INSERT INTO parts VALUES('K7QM3T', 1, 1, '1 0.000 seat1: throw' || char(10));"
    "INSERT INTO chat VALUES('K7QM3T', 1, 'hello');"
    "PRAGMA application_id = 1265528674; PRAGMA user_version = 1; COMMIT";

static void test_a_file_of_the_first_version(void **unused)
{
    (void)unused;
    char copy[160];
    snprintf(copy, sizeof copy, "%s/copy.db", keeping_folder);
    change_file(first_version);
    assert_true(store_backup(keeping_path, copy, keeping_why));
    for (int i = 0; i < 2; i++) { /* the file, and the copy of it */
        const char *path = i ? copy : keeping_path;
        const int64_t now = INT64_C(2600000000000); /* a clock that is wrong by far */
        store *s = store_open(path, keeping_why);
        assert_non_null(s);
        store_set_time(s, now);
        assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
        /* K7QM3T is one hour older than the last record, not thirty years. */
        assert_int_equal(clear_rooms(s, &keeping_retention, now + 58 * MINUTE_MS, 10, nobody), 0);
        keep_part(s, "K7QM3T", 1, 2, now, "2 9.000 seat1: throw\n");
        keep_chat(s, "K7QM3T", 300, now, "the first line goes");
        keep_room(s, "K7QM3T", HOUSE_OVER, now, "changed");
        must_write(s);
        store_close(s);
        s = store_open(path, keeping_why);
        assert_non_null(s);
        assert_non_null(strstr(fetched(s, "K7QM3T"), "part 1.2: 2 9.000"));
        store_close(s);
    }
}

/* As the second version had it: no tables of recent parts. */
static const char back_to_the_second[] =
    "BEGIN; INSERT INTO parts(room, match, part, text, mark) SELECT room, match, part, text, mark"
    " FROM recent_0; DROP TABLE recent_0; DROP TABLE recent_1;"
    "ALTER TABLE tip DROP COLUMN generation; ALTER TABLE tip DROP COLUMN moved_room;"
    "ALTER TABLE tip DROP COLUMN moved_id; PRAGMA user_version = 2; COMMIT";

static void test_a_file_of_the_second_version(void **unused)
{
    (void)unused;
    char copy[160];
    snprintf(copy, sizeof copy, "%s/copy.db", keeping_folder);
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    store_close(s);
    change_file(back_to_the_second);
    assert_true(store_backup(keeping_path, copy, keeping_why));
    for (int i = 0; i < 2; i++) { /* the file, and the copy of it */
        s = store_open(i ? copy : keeping_path, keeping_why);
        assert_non_null(s);
        assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
        keep_part(s, "K7QM3T", 1, 1, 1, "there already");
        assert_false(write_batch(s));
        assert_true(store_try(s, keeping_why));
        keep_part(s, "K7QM3T", 1, 2, 1, "2 9.000 seat1: throw\n");
        must_write(s);
        assert_non_null(strstr(fetched(s, "K7QM3T"), "part 1.2: 2 9.000"));
        store_close(s);
    }
}

/* What keeping_again starts. */
static int run_command(char **argv)
{
    char reason[STORE_WHY_MAX];
    if (strcmp(argv[1], "die") == 0)
        return live_and_die(argv[2]);
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
        KEEPING_TEST(test_a_killed_house_is_no_loss),
        KEEPING_TEST(test_scribbled_logs),
        KEEPING_TEST(test_logs_cut_off),
        KEEPING_TEST(test_scribbled_files),
        KEEPING_TEST(test_rows_that_were_changed),
        KEEPING_TEST(test_a_room_that_cannot_be_read),
        KEEPING_TEST(test_a_loss_is_accepted),
        KEEPING_TEST(test_a_list_of_seals_that_was_changed),
        KEEPING_TEST(test_a_key_that_is_gone),
        KEEPING_TEST(test_a_bin_that_cannot_be),
        KEEPING_TEST(test_a_clock_that_was_changed),
        KEEPING_TEST(test_a_tip_of_an_earlier_version),
        KEEPING_TEST(test_a_result_that_was_changed),
        KEEPING_TEST(test_results_of_an_earlier_version),
        KEEPING_TEST(test_damage_while_it_is_open),
        KEEPING_TEST(test_a_file_that_moves),
        KEEPING_TEST(test_a_second_name),
        KEEPING_TEST(test_a_file_that_is_gone),
        KEEPING_TEST(test_a_copy_is_put_back),
        KEEPING_TEST(test_a_file_of_the_first_version),
        KEEPING_TEST(test_a_file_of_the_second_version),
    };
    if (argc == 4)
        return run_command(argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
