/* store.c: what the house keeps: written and read again, all or nothing, cleared away. What a
 * failing disk does is in disk.c. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "tests/store/keeping.h"

/* ---- round trips ---- */

static void test_kept_and_fetched(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_chat(s, "K7QM3T", 1, 5, "hello");
    keep_part(s, "K7QM3T", 1, 0, 5, "the header\n");
    keep_part(s, "K7QM3T", 1, 1, 5, "1 0.000 seat1: throw\n");
    keep_room(s, "K7QM3T", HOUSE_PLAYING, 5, "as it is");
    must_write(s);
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_string_equal(fetched(s, "K7QM3X"), "");
    assert_null(store_take(s));
    store_close(s);
    s = open_store();
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_false(store_misread(s, keeping_why));
    store_close(s);
}

static void test_a_room_is_replaced(void **unused)
{
    (void)unused;
    store *s = open_store();
    store_keep(s, &(house_record){.what = HOUSE_KEEP_ROOM,
                                  .room = "K7QM3T",
                                  .status = HOUSE_WAITING,
                                  .listed = true,
                                  .text = kn_slice_of("first")});
    must_write(s);
    assert_string_equal(fetched(s, "K7QM3T"), "room K7QM3T waiting listed: first\n");
    store_keep(s, &(house_record){.what = HOUSE_KEEP_ROOM,
                                  .room = "K7QM3T",
                                  .status = HOUSE_OVER,
                                  .clocked = true,
                                  .text = kn_slice_of("second")});
    must_write(s);
    assert_string_equal(fetched(s, "K7QM3T"), "room K7QM3T over clocked: second\n");
    store_close(s);
}

/* Fetching brings the last match; the logs of all are there. */
static void test_the_last_match(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_room(s, "K7QM3T", HOUSE_PLAYING, 1, "");
    for (uint32_t match = 1; match <= 3; match++)
        for (uint32_t part = 0; part < match; part++) {
            char text[32];
            snprintf(text, sizeof text, "%u.%u;", match, part);
            keep_part(s, "K7QM3T", match, part, 1, text);
        }
    must_write(s);
    assert_string_equal(fetched(s, "K7QM3T"), "room K7QM3T playing: \n"
                                              "part 3.0: 3.0;\npart 3.1: 3.1;\npart 3.2: 3.2;\n");
    static const char *const logs[] = {"3.0;3.1;3.2;", "1.0;", "2.0;2.1;"};
    for (uint32_t match = 0; match < 3; match++) {
        uint32_t asked = match;
        size_t length;
        char *parts = store_parts(s, "K7QM3T", &asked, &length);
        assert_string_equal(parts, logs[match]);
        assert_int_equal(length, strlen(parts));
        assert_int_equal(asked, match ? match : 3);
        free(parts);
    }
    uint32_t none = 4;
    size_t length;
    assert_null(store_parts(s, "K7QM3T", &none, &length));
    none = 0;
    assert_null(store_parts(s, "K7QM3X", &none, &length));
    assert_false(store_misread(s, keeping_why));
    store_close(s);
}

static void test_long_texts(void **unused)
{
    (void)unused;
    static char text[HOUSE_PART_MAX];
    memset(text, 'x', sizeof text - 1);
    store *s = open_store();
    for (uint32_t part = 0; part < 40; part++)
        keep_part(s, "K7QM3T", 1, part, 1, text);
    must_write(s);
    uint32_t match = 0;
    size_t length;
    char *parts = store_parts(s, "K7QM3T", &match, &length);
    assert_int_equal(length, 40 * (sizeof text - 1));
    assert_int_equal(strspn(parts, "x"), length);
    free(parts);
    store_close(s);
}

static void test_only_the_last_chat_stays(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_room(s, "K7QM3T", HOUSE_WAITING, 1, "");
    for (uint32_t number = 1; number <= 3 * HOUSE_CHAT_KEPT; number++)
        keep_chat(s, "K7QM3T", number, 1, "well played");
    must_write(s);
    const char *all = fetched(s, "K7QM3T");
    assert_int_equal(strncmp(strchr(all, '\n'), "\nchat 0.401: ", 13), 0);
    int lines = 0;
    for (const char *at = all; (at = strstr(at, "\nchat")); at++)
        lines++;
    assert_int_equal(lines, HOUSE_CHAT_KEPT);
    store_close(s);
}

static void test_rooms_of_a_batch(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_example(s, "QQQQQQ", 1);
    keep_example(s, "AAAAAA", 1);
    keep_chat(s, "QQQQQQ", 2, 1, "again");
    size_t gathered = store_gathered(s);
    assert_in_range(gathered, 9 * 32, 9 * 100);
    store_batch *batch = store_take(s);
    assert_int_equal(store_gathered(s), 0);
    char rooms[64] = "";
    store_rooms_of(batch, add_room, rooms);
    assert_string_equal(rooms, "AAAAAA QQQQQQ ");
    assert_int_equal(store_records_of(batch), 9);
    store_batch_free(batch);
    store_close(s);
}

static void test_clocked_rooms(void **unused)
{
    (void)unused;
    store *s = open_store();
    for (int i = 0; i < 200; i++) {
        char room[HOUSE_CODE_MAX];
        snprintf(room, sizeof room, "R%03d", i);
        store_keep(s, &(house_record){.what = HOUSE_KEEP_ROOM, .room = room, .clocked = i % 2});
    }
    keep_room(s, "R001", HOUSE_OVER, 1, "");
    must_write(s);
    store_codes rooms;
    assert_true(store_clocked(s, &rooms));
    assert_int_equal(rooms.count, 99);
    assert_string_equal(rooms.code[0], "R003");
    assert_string_equal(rooms.code[1], "R005");
    free(rooms.code);
    store_close(s);
}

/* A room of which something is on its way cannot be fetched: the disk is behind. */
static void test_the_disk_is_behind(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    assert_string_equal(fetched(s, "K7QM3T"), "");
    store_batch *first = store_take(s);
    assert_int_equal(store_write(s, first, keeping_why), STORE_WRITTEN);
    assert_string_equal(fetched(s, "K7QM3T"), "");
    keep_example(s, "AAAAAA", 1);
    store_batch *second = store_take(s);
    store_batch_free(first);
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_string_equal(fetched(s, "AAAAAA"), "");
    store_batch_free(second);
    assert_string_equal(fetched(s, "AAAAAA"), "");
    store_close(s);
}

static void test_what_is_not_understood(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    for (int most = 0; most < 4; most++) {
        struct house_fetching f = {.most = most};
        assert_false(store_fetch(s, "K7QM3T", &f));
    }
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    store_close(s);
}

/* ---- all or nothing ---- */

static void test_all_or_nothing(void **unused)
{
    (void)unused;
    store *s = open_store();
    keep_example(s, "K7QM3T", 1);
    must_write(s);
    keep_room(s, "K7QM3T", HOUSE_OVER, 2, "changed");
    keep_chat(s, "K7QM3T", 2, 2, "goodbye");
    keep_example(s, "AAAAAA", 2);
    keep_part(s, "K7QM3T", 1, 1, 2, "what was told is not written over");
    assert_false(write_batch(s));
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_string_equal(fetched(s, "AAAAAA"), "");
    keep_example(s, "AAAAAA", 2);
    assert_false(write_batch(s)); /* not before store_try */
    assert_true(store_try(s, keeping_why));
    keep_example(s, "AAAAAA", 2);
    must_write(s);
    store_close(s);
    s = open_store();
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_int_equal(strlen(fetched(s, "AAAAAA")), strlen(keeping_example));
    store_close(s);
}

/* ---- two threads ---- */

typedef struct {
    store *s;
    store_batch *batch;
    bool written;
} errand;

static void *run_errand(void *with)
{
    errand *e = with;
    char reason[STORE_WHY_MAX];
    e->written = store_write(e->s, e->batch, reason) == STORE_WRITTEN;
    return NULL;
}

/* While one thread writes, the other gathers and reads: what is on disk, or one batch more. */
static void test_reading_while_writing(void **unused)
{
    (void)unused;
    store *s = open_store();
    for (uint32_t part = 0; part < 200; part++) {
        pthread_t thread;
        uint32_t match = 0;
        size_t length = 0;
        keep_part(s, "K7QM3T", 1, part, part, "x");
        keep_room(s, "K7QM3T", HOUSE_PLAYING, part, "as it is");
        errand e = {.s = s, .batch = store_take(s)};
        assert_int_equal(pthread_create(&thread, NULL, run_errand, &e), 0);
        keep_chat(s, "AAAAAA", part, part, "hello");
        free(store_parts(s, "K7QM3T", &match, &length));
        assert_in_range(length, part, part + 1);
        assert_string_equal(fetched(s, "K7QM3T"), "");
        pthread_join(thread, NULL);
        assert_true(e.written);
        store_batch_free(e.batch);
        assert_int_equal(strncmp(fetched(s, "K7QM3T"), "room", 4), 0);
    }
    store_close(s);
}

/* ---- clearing away ---- */

static bool is_anna(void *with, const char *room)
{
    (void)with;
    return strcmp(room, "ANNA") == 0;
}

/* The rooms that are left of those named. */
static const char *left(store *s, const char *const *rooms)
{
    static char text[128];
    text[0] = '\0';
    for (; *rooms; rooms++)
        if (fetched(s, *rooms)[0])
            add_room(text, *rooms);
    return text;
}

static void test_clearing_by_status(void **unused)
{
    (void)unused;
    static const char *const rooms[] = {"WAIT", "PLAY", "OVER", NULL};
    store *s = open_store();
    for (int status = 0; rooms[status]; status++) {
        keep_example(s, rooms[status], 0);
        keep_room(s, rooms[status], status, 0, "");
    }
    must_write(s);
    static const struct {
        int64_t now_ms;
        int cleared;
        const char *left;
    } steps[] = {
        {1 * HOUR_MS, 0, "WAIT PLAY OVER "}, /* to the minute nobody knows */
        {1 * HOUR_MS + 2 * MINUTE_MS, 1, "PLAY OVER "},
        {2 * HOUR_MS + 2 * MINUTE_MS, 1, "OVER "},
        {3 * HOUR_MS, 0, "OVER "},
        {3 * HOUR_MS + 2 * MINUTE_MS, 1, ""},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        int cleared = clear_rooms(s, &keeping_retention, steps[i].now_ms, 10, nobody);
        assert_int_equal(cleared, steps[i].cleared);
        if (cleared > 0)
            must_write(s);
        assert_string_equal(left(s, rooms), steps[i].left);
    }
    store_close(s);
}

/* Empty what has been in the bin long enough; returns how many rooms. */
static int empty_now(store *s, int64_t now_ms)
{
    int count = empty_bin(s, &keeping_retention, now_ms, 10);
    if (count > 0)
        must_write(s);
    return count;
}

static void add_binned(void *with, const char *room, int64_t binned_ms)
{
    add_room(with, room);
    assert_true(binned_ms >= 0);
}

static const char *in_bin(void)
{
    static char rooms[128];
    rooms[0] = '\0';
    assert_true(store_list_bin(keeping_path, add_binned, rooms, keeping_why));
    return rooms;
}

/* A room that was cleared away is in the bin first, and comes back from there as it was; so does
 * one that has its code, which nobody else can get meanwhile. */
static void test_the_bin(void **unused)
{
    (void)unused;
    static const char *const rooms[] = {"K7QM3T", "OTHER", NULL};
    bool found;
    uint32_t match = 0;
    size_t length;
    store *s = open_store();
    keep_example(s, "K7QM3T", 0);
    keep_example(s, "OTHER", 0);
    must_write(s);
    int64_t binned = 2 * HOUR_MS + 2 * MINUTE_MS;
    assert_int_equal(clear_rooms(s, &keeping_retention, binned, 10, nobody), 2);
    must_write(s);
    assert_string_equal(left(s, rooms), "");
    assert_string_equal(why_not_fetched(s, "K7QM3T"), "cleared");
    assert_string_equal(why_not_fetched(s, "NOBODY"), "no_such_room");
    assert_null(store_parts(s, "K7QM3T", &match, &length));
    assert_string_equal(in_bin(), "K7QM3T OTHER ");
    assert_int_equal(empty_now(s, binned + 4 * HOUR_MS - 1), 0);
    assert_int_equal(clear_rooms(s, &keeping_retention, 100 * HOUR_MS, 10, nobody), 0);
    assert_true(store_restore(keeping_path, "K7QM3T", &found, keeping_why) && found);
    assert_true(store_restore(keeping_path, "K7QM3T", &found, keeping_why) && !found);
    assert_string_equal(fetched(s, "K7QM3T"), keeping_example);
    assert_int_equal(empty_now(s, binned + 4 * HOUR_MS), 1);
    assert_string_equal(in_bin(), "");
    assert_string_equal(why_not_fetched(s, "OTHER"), "no_such_room");
    match = 0;
    assert_null(store_parts(s, "OTHER", &match, &length));
    keep_example(s, "OTHER", 1);
    must_write(s);
    store_close(s);
    s = open_store(); /* and the sums are right */
    assert_string_equal(left(s, rooms), "K7QM3T OTHER ");
    store_close(s);
}

/* Rooms grow old only while a house runs, whatever the clock says. */
static void test_the_time_of_the_store(void **unused)
{
    (void)unused;
    const int64_t day = 24 * HOUR_MS, wrong = 400 * day, right = 20000 * day;
    store *s = open_store();
    store_set_time(s, right);
    keep_example(s, "K7QM3T", right + MINUTE_MS);
    must_write(s);
    store_close(s);
    for (int i = 0; i < 2; i++) { /* ahead, and right again */
        int64_t now = i ? right : right + wrong;
        s = open_store();
        store_set_time(s, now);
        assert_int_equal(clear_rooms(s, &keeping_retention, now, 10, nobody), 0);
        assert_int_equal(clear_rooms(s, &keeping_retention, now + 50 * MINUTE_MS, 10, nobody), 0);
        store_keep_time(s, now + 50 * MINUTE_MS);
        must_write(s);
        store_close(s);
    }
    s = open_store(); /* it has run for 1 h 40 min now */
    store_set_time(s, right);
    assert_int_equal(clear_rooms(s, &keeping_retention, right + 20 * MINUTE_MS, 10, nobody), 0);
    assert_int_equal(clear_rooms(s, &keeping_retention, right + 24 * MINUTE_MS, 10, nobody), 1);
    store_close(s);
}

static void test_clearing_spares(void **unused)
{
    (void)unused;
    static const char *const rooms[] = {"ANNA", "BEN", "CARL", "DORA", NULL};
    store *s = open_store();
    for (int i = 0; rooms[i]; i++)
        keep_example(s, rooms[i], i);
    must_write(s);
    int64_t late = 100 * HOUR_MS;
    assert_int_equal(
        clear_rooms(s, &(store_retention){{KN_NEVER, KN_NEVER, KN_NEVER}, 1}, late, 10, nobody), 0);
    /* the oldest that is not in use, one at a time */
    assert_int_equal(clear_rooms(s, &keeping_retention, late, 1, is_anna), 1);
    assert_string_equal(left(s, rooms), "ANNA CARL DORA "); /* BEN is going */
    assert_int_equal(clear_rooms(s, &keeping_retention, late, 1, is_anna), 0);
    must_write(s);
    /* somebody comes back before it is written */
    assert_int_equal(clear_rooms(s, &keeping_retention, late, 1, is_anna), 1);
    store_batch *clearing = store_take(s);
    keep_part(s, "CARL", 1, 2, late, "2 9.000 seat1: throw\n");
    must_write(s);
    assert_int_equal(store_write(s, clearing, keeping_why), STORE_WRITTEN);
    store_batch_free(clearing);
    assert_string_equal(left(s, rooms), "ANNA CARL DORA ");
    /* what was not written has changed nothing */
    assert_int_equal(clear_rooms(s, &keeping_retention, late, 10, is_anna), 1);
    store_batch_free(store_take(s));
    assert_string_equal(left(s, rooms), "ANNA CARL DORA ");
    assert_int_equal(clear_rooms(s, &keeping_retention, late, 10, nobody), 2);
    must_write(s);
    assert_string_equal(left(s, rooms), "CARL ");
    store_close(s);
}

/* What was found with one look goes in several batches, and is looked at again by each. */
static void test_clearing_goes_on(void **unused)
{
    (void)unused;
    static const char *const rooms[] = {"ANNA", "BEN", "CARL", "DORA", "EMIL", NULL};
    const store_clearing two = {2, 1};
    const int64_t late = 100 * HOUR_MS;
    store *s = open_store();
    for (int i = 0; rooms[i]; i++)
        keep_example(s, rooms[i], i);
    must_write(s);
    store_old *old = store_look_for_old(s, &keeping_retention, late, 10, 10);
    assert_int_equal(store_clear_old(s, old, two, is_anna, NULL).binned, 2);
    assert_int_equal(store_clear_old(s, old, two, nobody, NULL).binned, 0); /* on their way */
    must_write(s);
    assert_string_equal(left(s, rooms), "ANNA DORA EMIL ");
    keep_part(s, "DORA", 1, 2, late, "2 9.000 seat1: throw\n");
    must_write(s);
    assert_false(store_old_is_done(s, old));
    assert_int_equal(store_clear_old(s, old, two, nobody, NULL).binned, 2);
    assert_false(store_old_is_done(s, old)); /* not written yet */
    must_write(s);
    assert_string_equal(left(s, rooms), "ANNA DORA ");
    assert_true(store_old_is_done(s, old));
    assert_int_equal(store_clear_old(s, old, two, nobody, NULL).binned, 0);
    store_old_free(old);
    /* out of the bin, too, and fewer at a time */
    old = store_look_for_old(s, &keeping_retention, 2 * late, 10, 10);
    store_clearing done = store_clear_old(s, old, two, nobody, NULL);
    assert_int_equal(done.binned, 2);
    assert_int_equal(done.emptied, 1);
    must_write(s);
    assert_false(store_old_is_done(s, old));
    store_old_free(old);
    store_close(s);
}

/* A room lives as long as anything happens in it, though only parts and chat are kept. */
static void test_parts_and_chat_keep_a_room(void **unused)
{
    (void)unused;
    static const char *const rooms[] = {"CHAT", "PART", NULL};
    store *s = open_store();
    for (int i = 0; rooms[i]; i++)
        keep_example(s, rooms[i], 0);
    must_write(s);
    for (uint32_t i = 2; i < 300; i++) {
        keep_chat(s, "CHAT", i, i * MINUTE_MS, "still here");
        keep_part(s, "PART", 1, i, i * MINUTE_MS, "still here\n");
        must_write(s);
        assert_int_equal(clear_rooms(s, &keeping_retention, i * MINUTE_MS, 10, nobody), 0);
    }
    assert_int_equal(clear_rooms(s, &keeping_retention, 301 * MINUTE_MS + 2 * HOUR_MS, 10, nobody),
                     2);
    must_write(s);
    assert_string_equal(left(s, rooms), "");
    store_close(s);
}

/* ---- the board of the day ---- */

static void keep_entry(store *s, const char *id, int play, int64_t points, int64_t now_ms)
{
    store_entry e = {.points = points, .live = points % 2, .play = {(uint8_t)play}};
    snprintf(e.id, sizeof e.id, "%s", id);
    snprintf(e.name, sizeof e.name, "Änna %d", play);
    store_keep_entry(s, &e, now_ms);
}

/* `PERSON:points[+] ` each, with a + for those played here. */
static const char *board(store *s, const char *which)
{
    static char text[1024];
    store_board found;
    size_t length = 0;
    assert_true(store_read_board(s, which, &found));
    text[0] = '\0';
    for (size_t i = 0; i < found.count; i++) {
        const store_entry *e = &found.entry[i];
        char name[TABLE_NAME_MAX];
        snprintf(name, sizeof name, "Änna %d", e->play[0]);
        assert_string_equal(e->name, name);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s:%d%s ",
                                   strrchr(e->id, ' ') + 1, (int)e->points, e->live ? "+" : "");
    }
    free(found.entry);
    return text;
}

/* The first entry of a person stays, and the first person with a match. */
static void test_a_board(void **unused)
{
    (void)unused;
    store *s = open_store();
    assert_string_equal(board(s, "2026-11-18 dice "), "");
    keep_entry(s, "2026-11-18 dice b", 1, 200, 10);
    keep_entry(s, "2026-11-18 dice a", 2, 231, 20);
    keep_entry(s, "2026-11-18 dice a", 3, 300, 30);
    must_write(s);
    keep_entry(s, "2026-11-18 dice c", 1, 200, 40);
    keep_entry(s, "2026-11-18 dice b", 4, 333, 50);
    keep_entry(s, "2026-11-18 cards b", 5, 77, 60);
    keep_entry(s, "2026-11-19 dice b", 6, 99, 70);
    keep_entry(s, "2026-11-18 dicex b", 7, 98, 80);
    must_write(s);
    for (int again = 0; again < 2; again++) {
        assert_string_equal(board(s, "2026-11-18 dice "), "b:200 a:231+ ");
        assert_string_equal(board(s, "2026-11-18 cards "), "b:77+ ");
        assert_string_equal(board(s, "2026-11-19 dice "), "b:99+ ");
        assert_string_equal(board(s, "2026-11-20 dice "), "");
        store_close(s);
        s = open_store();
    }
    assert_null(store_misread(s, keeping_why));
    store_close(s);
}

/* By the time of the store. */
static void test_old_entries_go(void **unused)
{
    (void)unused;
    store *s = open_store();
    for (int i = 0; i < 5; i++) {
        char id[32];
        snprintf(id, sizeof id, "2026-11-18 dice %d", i);
        keep_entry(s, id, i, 2 * i, i * HOUR_MS);
    }
    must_write(s);
    store_forget_entries(s, 2 * HOUR_MS, 4 * HOUR_MS);
    must_write(s);
    assert_string_equal(board(s, "2026-11-18 dice "), "2:4 3:6 4:8 ");
    store_close(s);
    s = open_store(); /* much later, but nobody had it open meanwhile */
    store_set_time(s, 100 * HOUR_MS);
    store_forget_entries(s, 97 * HOUR_MS, 100 * HOUR_MS);
    must_write(s);
    assert_string_equal(board(s, "2026-11-18 dice "), "2:4 3:6 4:8 ");
    store_forget_entries(s, 99 * HOUR_MS, 100 * HOUR_MS);
    must_write(s);
    assert_string_equal(board(s, "2026-11-18 dice "), "3:6 4:8 ");
    store_close(s);
}

/* A head that the list never had is somebody else's, whatever key signed it. */
static void test_what_the_seals_were(void **unused)
{
    (void)unused;
    store *s = open_store();
    store_seals then[4] = {{0}};
    for (uint32_t number = 1; number <= 3; number++) {
        then[number] = then[number - 1];
        then[number].count = number;
        keep_next_seal(s, number, then[number].head);
    }
    must_write(s);
    assert_false(store_seals_were(s, &then[0]));
    for (uint32_t number = 1; number <= 3; number++) {
        store_seals other = then[number];
        assert_true(store_seals_were(s, &other));
        other.count = number % 3 + 1;
        assert_false(store_seals_were(s, &other));
        other = then[number];
        other.head[31] ^= 1;
        assert_false(store_seals_were(s, &other));
    }
    assert_null(store_misread(s, keeping_why));
    store_close(s);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        KEEPING_TEST(test_kept_and_fetched),
        KEEPING_TEST(test_a_room_is_replaced),
        KEEPING_TEST(test_the_last_match),
        KEEPING_TEST(test_long_texts),
        KEEPING_TEST(test_only_the_last_chat_stays),
        KEEPING_TEST(test_rooms_of_a_batch),
        KEEPING_TEST(test_clocked_rooms),
        KEEPING_TEST(test_the_disk_is_behind),
        KEEPING_TEST(test_what_is_not_understood),
        KEEPING_TEST(test_all_or_nothing),
        KEEPING_TEST(test_reading_while_writing),
        KEEPING_TEST(test_clearing_by_status),
        KEEPING_TEST(test_the_bin),
        KEEPING_TEST(test_the_time_of_the_store),
        KEEPING_TEST(test_clearing_spares),
        KEEPING_TEST(test_clearing_goes_on),
        KEEPING_TEST(test_parts_and_chat_keep_a_room),
        KEEPING_TEST(test_a_board),
        KEEPING_TEST(test_old_entries_go),
        KEEPING_TEST(test_what_the_seals_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
