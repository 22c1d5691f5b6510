/* bench_beside.c: measures solvers and the hash, each beside a reference. See bench.h. Processor
 * time counts, so that other work on the machine disturbs as little as may be. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bots/study.h"
#include "native/native.h"
#include "native/players.h"
#include "native/threads.h"
#include "table/hash.h"
#include "tools/bench.h"
#include "words/words.h"

enum { TURNS = 9, WAYS_MAX = 8, SEATS = 2 };

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What came out in each turn, from the smallest to the greatest. */
typedef struct {
    double of[TURNS];
} turns;

static turns sorted(turns t)
{
    qsort(t.of, TURNS, sizeof *t.of, by_size);
    return t;
}

static turns ratios(const turns *a, const turns *b)
{
    turns t;
    for (int i = 0; i < TURNS; i++)
        t.of[i] = a->of[i] / b->of[i];
    return sorted(t);
}

/* ---- solvers ---- */

static double solve_ms(const kn_game *game, const kn_setup *setup, void *solution, int lanes)
{
    static const bool never = false;
    double start = cpu_ms();
    bot_study_for(game)->solve(setup, solution, &players_machine, lanes, &never);
    return cpu_ms() - start;
}

/* The first way is one number at a time. */
static void print_ways(const kn_game *game, const int *lanes, const turns *ms, int ways)
{
    turns plain = sorted(ms[0]);
    printf(_("%s, solver on one thread, one number at a time: %.1f ms (%.1f to %.1f)\n"), game->key,
           plain.of[TURNS / 2], plain.of[0], plain.of[TURNS - 1]);
    for (int way = 1; way < ways; way++) {
        turns took = sorted(ms[way]), times = ratios(&ms[0], &ms[way]);
        printf(_("  %d at the same time: %.1f ms (%.1f to %.1f), %.2f times as fast (%.2f to "
                 "%.2f)\n"),
               lanes[way], took.of[TURNS / 2], took.of[0], took.of[TURNS - 1], times.of[TURNS / 2],
               times.of[0], times.of[TURNS - 1]);
    }
}

void bench_ways_to_solve(const kn_game *game)
{
    const bot_study *study = bot_study_for(game);
    int lanes[WAYS_MAX], ways = 0;
    turns ms[WAYS_MAX];
    kn_setup setup;
    while (study->lanes && ways < WAYS_MAX && (lanes[ways] = study->lanes(ways)) > 0)
        ways++;
    if (ways < 2)
        return;
    kn_setup_initial(game, game->seats_min > SEATS ? game->seats_min : SEATS, &setup);
    size_t bytes = study->kind->solution_bytes(&setup);
    void *solution = native_aligned(bytes);
    memset(solution, 0, bytes); /* do not measure the first touch of the memory */
    threads_use(1);
    for (int turn = 0; turn < TURNS; turn++)
        for (int way = 0; way < ways; way++)
            ms[way].of[turn] = solve_ms(game, &setup, solution, lanes[way]);
    threads_use(0);
    free(solution);
    print_ways(game, lanes, ms, ways);
}

/* ---- the hash ---- */

/* Nettle does without special instructions where this variable says so; it is read when the program
 * starts. */
static const char override[] = "NETTLE_FAT_OVERRIDE";

typedef struct {
    double keyed_ns, plain_ns; /* HMAC-SHA-256, SHA-256 */
} hash_speed;

/* Of as many bytes as decide a roll for two. */
static double hash_ns(bool keyed)
{
    enum { ROLL_BYTES = 72, TIMES = 20000 };
    uint8_t message[ROLL_BYTES] = {0}, digest[TABLE_HASH_BYTES] = {0};
    double start = cpu_ms();
    for (int i = 0; i < TIMES; i++) {
        table_hash(keyed ? digest : NULL, message, sizeof message, digest);
        memcpy(message, digest, sizeof digest);
    }
    return (cpu_ms() - start) * 1e6 / TIMES;
}

static hash_speed measure_hash(void)
{
    return (hash_speed){.keyed_ns = hash_ns(true), .plain_ns = hash_ns(false)};
}

/* The same by this program, started once more. */
static bool measure_without(hash_speed *out)
{
    char command[128], line[128];
    snprintf(command, sizeof command, "%s=none /proc/%jd/exe bench hash --json", override,
             (intmax_t)getpid());
    FILE *other = popen(command, "r");
    bool told =
        other && fgets(line, sizeof line, other) &&
        sscanf(line, "{\"hmac_ns\":%lf,\"sha_ns\":%lf", &out->keyed_ns, &out->plain_ns) == 2;
    if (other)
        pclose(other);
    return told;
}

static void print_hash(const turns *keyed, const turns *plain, const turns *without)
{
    turns own = sorted(*keyed), beside = ratios(keyed, plain);
    printf(
        _("HMAC-SHA-256 of a roll: %.0f ns (%.0f to %.0f), %.2f times SHA-256 of the same bytes\n"),
        own.of[TURNS / 2], own.of[0], own.of[TURNS - 1], beside.of[TURNS / 2]);
    if (!without)
        return;
    turns slow = sorted(*without), times = ratios(without, keyed);
    printf(
        _("  without the processor's instructions for it: %.0f ns (%.0f to %.0f); with them %.2f "
          "times as fast (%.2f to %.2f)\n"),
        slow.of[TURNS / 2], slow.of[0], slow.of[TURNS - 1], times.of[TURNS / 2], times.of[0],
        times.of[TURNS - 1]);
}

void bench_hash(bool json)
{
    turns keyed, plain, without;
    bool told = true;
    measure_hash(); /* warm */
    if (json) {
        hash_speed own = measure_hash();
        printf("{\"hmac_ns\":%.1f,\"sha_ns\":%.1f}\n", own.keyed_ns, own.plain_ns);
        return;
    }
    for (int turn = 0; turn < TURNS; turn++) {
        hash_speed own = measure_hash(), other = {0};
        told = told && measure_without(&other);
        keyed.of[turn] = own.keyed_ns;
        plain.of[turn] = own.plain_ns;
        without.of[turn] = other.keyed_ns;
    }
    print_hash(&keyed, &plain, told ? &without : NULL);
}
