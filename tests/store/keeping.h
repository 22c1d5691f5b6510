/* keeping.h: a stage for tests of the store: a folder of its own, records to keep, and a house that
 * tells what it was handed. */
#ifndef KNOBEL_TESTS_STORE_KEEPING_H
#define KNOBEL_TESTS_STORE_KEEPING_H

#include "server/store/store.h"
#include "tests/engine/scenes.h"

enum { MINUTE_MS = 60000, HOUR_MS = 60 * MINUTE_MS };

/* What was fetched, a line for each record. */
struct house_fetching {
    char text[1 << 16];
    size_t length;
    int most;        /* records to understand; -1: all */
    const char *why; /* it cannot be had */
};

/* Of the test that runs: its folder, the file of the store in it, and what the store said last.
 * Under tests/postgres the store is a schema of that database instead. */
extern char keeping_folder[64], keeping_path[128], keeping_why[STORE_WHY_MAX];

/* A test with a folder of its own, which is removed behind it. */
#define KEEPING_TEST(name) cmocka_unit_test_setup_teardown(name, keeping_set_up, keeping_tear_down)
int keeping_set_up(void **unused);
int keeping_tear_down(void **unused);

/* Is it a database? Then this is done in it. */
bool keeping_in_database(void);
void keeping_do(const char *sql);
void keeping_must_be(const char *sql, long long number); /* what it finds */

/* The path of a file in that folder, or in another one, in a buffer that the next call overwrites.
 */
const char *keeping_in_folder(const char *name);
const char *keeping_in(const char *folder, const char *name);

/* Another program, namely this one with these arguments; its exit code. */
int keeping_again(const char *command, const char *one, const char *other);

store *open_store(void);
void keep_room(store *s, const char *room, int status, int64_t now_ms, const char *text);
void keep_part(store *s, const char *room, uint32_t match, uint32_t number, int64_t now_ms,
               const char *text);
void keep_chat(store *s, const char *room, uint32_t number, int64_t now_ms, const char *text);

/* A line of the list of seals, whose head is `head` before it, and behind it on return. */
void keep_next_seal(store *s, uint32_t number, uint8_t head[TABLE_HASH_BYTES]);

/* A room with a match and some talk, and how it is fetched if it is K7QM3T. */
void keep_example(store *s, const char *room, int64_t now_ms);
extern const char keeping_example[];

/* In a file: the same change in every table that may have the part. */
#define IN_ALL_PARTS(verb, change)                                                                 \
    verb " parts" change ";" verb " recent_0" change ";" verb " recent_1" change

/* Write what was gathered; the second fails the test if that fails. */
bool write_batch(store *s);
void must_write(store *s);

/* Put rooms into the bin, or empty it; how many, at most `most`. Nothing is written yet. */
int clear_rooms(store *s, const store_retention *retention, int64_t now_ms, int most,
                bool (*in_use)(void *with, const char *room));
int empty_bin(store *s, const store_retention *retention, int64_t now_ms, int most);

/* To be handed in: add the room to a text, which has space for it; nobody is in any room. */
void add_room(void *with, const char *room);
bool nobody(void *with, const char *room);

/* How long rooms stay that wait, play, are over: one hour, two, three. In the bin: four. */
extern const store_retention keeping_retention;

/* Everything about a room as text, in a buffer that the next call overwrites; empty if there is
 * none. */
const char *fetched(store *s, const char *room);

/* Why a room cannot be fetched; NULL: it can. */
const char *why_not_fetched(store *s, const char *room);

#endif
