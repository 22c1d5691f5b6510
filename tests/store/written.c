/* written.c: how much the store writes for a move, counted where it asks the system to write. */
#define _GNU_SOURCE /* syscall */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/random.h"
#include "tests/store/keeping.h"

enum {
    TEXT_BYTES = 100,  /* of a move, as the log has it */
    MOST_BYTES = 2048, /* to be written for one */
    MOVES = 200000,
    MOVE_MS = 5,
};

/* ---- counting ---- */

static atomic_llong bytes;

ssize_t pwrite(int file, const void *data, size_t length, off_t at)
{
    bytes += (long long)length;
    return syscall(SYS_pwrite64, file, data, length, at);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t at)
{
    bytes += (long long)length;
    return syscall(SYS_pwrite64, file, data, length, at);
}

/* ---- playing ---- */

/* Many rooms, in each of which somebody moves now and then; so many moves share a batch. */
static void play(store *s, uint32_t rooms, uint32_t batch, uint32_t *parts)
{
    kn_random random = kn_random_from(rooms);
    char room[HOUSE_CODE_MAX], text[TEXT_BYTES + 1];
    memset(text, 'x', TEXT_BYTES);
    text[TEXT_BYTES] = '\0';
    for (uint32_t i = 0; i < MOVES; i++) {
        uint32_t n = kn_random_below(&random, rooms);
        snprintf(room, sizeof room, "R%05u", n);
        if (parts[n] == 0)
            keep_room(s, room, HOUSE_PLAYING, i / MOVE_MS, "as it is");
        keep_part(s, room, 1, parts[n]++, i / MOVE_MS, text);
        if ((i + 1) % batch == 0)
            must_write(s);
    }
}

static void count(uint32_t rooms, uint32_t batch)
{
    static uint32_t parts[10000];
    memset(parts, 0, sizeof parts);
    store *s = open_store();
    bytes = 0;
    play(s, rooms, batch, parts);
    long long each = bytes / MOVES;
    print_message("# %u rooms, %u moves in a batch: %lld bytes for a move\n", rooms, batch, each);
    assert_in_range(each, TEXT_BYTES, MOST_BYTES);
    for (uint32_t n = 0; n < rooms; n += rooms / 10) {
        char room[HOUSE_CODE_MAX];
        uint32_t match = 0;
        size_t length = 0;
        snprintf(room, sizeof room, "R%05u", n);
        free(store_parts(s, room, &match, &length));
        assert_int_equal(length, parts[n] * TEXT_BYTES);
    }
    store_close(s);
}

static void test_bytes_for_a_move(void **unused)
{
    (void)unused;
    count(500, 15);
}

static void test_bytes_with_many_rooms(void **unused)
{
    (void)unused;
    count(7000, 15);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        KEEPING_TEST(test_bytes_for_a_move),
        KEEPING_TEST(test_bytes_with_many_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
