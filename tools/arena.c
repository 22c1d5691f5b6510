/* arena.c: the command `arena`: many matches between bots, with confidence intervals.
 *
 * A round is one match for each rotation of the seats, all with the same dice: die i of throw j of
 * turn t of a seat is the same in each, so that luck cancels out. The interval comes from the
 * spread of whole rounds. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "native/native.h"
#include "native/threads.h"
#include "sentences/show.h"
#include "tools/command.h"
#include "tools/contestants.h"
#include "words/words.h"

enum { EVENTS_MOST = 100000 };

/* The results of one bot in one round, and its sums over all. */
typedef struct {
    double wins, points;
} result;

typedef struct {
    const kn_game *game;
    kn_setup setup;
    const char *const *keys; /* of the bots */
    contestant *contestants[KN_SEATS_MAX];
    int bots, rounds;
    uint64_t seed;
    result (*results)[KN_SEATS_MAX]; /* by round and bot */
    atomic_int done;
} arena;

/* ---- the same dice for everyone ---- */

/* Whose turn it is, and the throw in it. */
typedef struct {
    uint64_t seed;
    int seat;                /* who moved last */
    int turns[KN_SEATS_MAX]; /* of each seat so far */
    int move, die;           /* in this turn; behind this move */
} cup;

static void cup_moved(cup *c, int seat)
{
    if (seat != c->seat) {
        c->turns[seat]++;
        c->move = 0;
    }
    c->seat = seat;
    c->move++;
    c->die = 0;
}

static kn_move cup_throw(cup *c, const kn_game *game, const void *state)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    uint32_t total = 0;
    int count = game->outcomes(state, outcomes), i = 0;
    uint64_t place = ((uint64_t)(unsigned)(c->seat + 1) << 48) |
                     ((uint64_t)(unsigned)(c->seat < 0 ? 0 : c->turns[c->seat]) << 32) |
                     ((uint64_t)(unsigned)c->move << 16) | (unsigned)c->die++;
    kn_random random = kn_random_from(c->seed ^ place * 0x9e3779b97f4a7c15u);
    for (int k = 0; k < count; k++)
        total += outcomes[k].weight;
    uint32_t drawn = kn_random_below(&random, total);
    while (drawn >= outcomes[i].weight)
        drawn -= outcomes[i++].weight;
    return outcomes[i].move;
}

/* ---- one match ---- */

typedef struct {
    const arena *a;
    seated *seat[KN_SEATS_MAX];
    table_state state;
    cup dice;
    int64_t now_ms;
} match;

static void happen(match *m, int actor, kn_move move, int64_t at_ms)
{
    kn_event event = {.at_ms = at_ms, .acted_ms = at_ms, .move = move, .actor = (uint8_t)actor};
    for (int seat = 0; seat < m->a->setup.seats; seat++)
        seated_tell(m->seat[seat], &m->state, &event);
    if (m->a->game->apply(&m->state, &event) != KN_OK) {
        complain(EXIT_WRONG, _("a bot made an illegal move"));
        abort();
    }
    if (at_ms > m->now_ms)
        m->now_ms = at_ms;
    if (actor < KN_SEATS_MAX)
        cup_moved(&m->dice, actor);
    for (int seat = 0; seat < m->a->setup.seats; seat++)
        seated_watch(m->seat[seat], &m->state);
}

/* Every bot answers from the view at the start of the time limit; then the clock ends it. */
static void play_window(match *m, kn_actors due)
{
    const kn_game *game = m->a->game;
    table_state shown = m->state;
    int64_t from_ms = m->now_ms, alarm = game->alarm(&m->state);
    kn_move close;
    for (int seat = 0; seat < m->a->setup.seats; seat++) {
        int64_t delay_ms;
        if (!(due & KN_ACTOR(seat)))
            continue;
        kn_move move = seated_choose(m->seat[seat], &shown, &delay_ms);
        if (delay_ms != KN_NEVER && from_ms + delay_ms <= alarm)
            happen(m, seat, move, from_ms + delay_ms);
    }
    game->moves(&m->state, KN_CLOCK, &close);
    happen(m, KN_CLOCK, close, alarm > m->now_ms ? alarm : m->now_ms);
}

static void play(match *m)
{
    const kn_game *game = m->a->game;
    kn_actors due;
    for (int n = 0; n < EVENTS_MOST && (due = game->to_act(&m->state)) != 0; n++) {
        int64_t delay_ms;
        if (due & KN_ACTOR(KN_CHANCE)) {
            happen(m, KN_CHANCE, cup_throw(&m->dice, game, &m->state), m->now_ms);
        } else if (due & KN_ACTOR(KN_CLOCK)) {
            play_window(m, due);
        } else {
            int seat = kn_first_actor(due);
            kn_move move = seated_choose(m->seat[seat], &m->state, &delay_ms);
            happen(m, seat, move, m->now_ms);
        }
    }
}

/* ---- rounds ---- */

static uint64_t mix(uint64_t a, uint64_t b)
{
    kn_random random = kn_random_from(a * 0x9e3779b97f4a7c15u + b);
    return kn_random_next(&random);
}

static void play_round(void *given, int round)
{
    arena *a = given;
    for (int turn = 0; turn < a->bots; turn++) {
        match m = {.a = a, .dice = {.seed = mix(a->seed, (uint64_t)round), .seat = -1}};
        for (int seat = 0; seat < a->bots; seat++) {
            int who = (seat + turn) % a->bots;
            m.seat[seat] = seated_open(a->contestants[who], a->game, &a->setup, seat,
                                       mix(m.dice.seed, (uint64_t)(100 + 10 * turn + seat)));
        }
        a->game->start(&a->setup, &m.state);
        play(&m);
        kn_actors winners = a->game->result(&m.state);
        for (int seat = 0; seat < a->bots; seat++) {
            result *r = &a->results[round][(seat + turn) % a->bots];
            if (winners & KN_ACTOR(seat))
                r->wins += 1.0 / __builtin_popcount(winners) / a->bots;
            r->points += (double)a->game->score(&m.state, seat) / a->bots;
        }
        for (int seat = 0; seat < a->bots; seat++)
            seated_close(m.seat[seat], &m.state);
    }
    int done = atomic_fetch_add(&a->done, 1) + 1;
    if (isatty(STDERR_FILENO) && (done * 100 / a->rounds) != ((done - 1) * 100 / a->rounds))
        fprintf(stderr, "\r%3d %%", done * 100 / a->rounds);
}

/* ---- the result ---- */

typedef struct {
    double mean, half; /* of the 95 % interval */
} estimate;

/* `which`: 0 for wins, 1 for points. */
static estimate estimate_of(const arena *a, int who, int which)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < a->rounds; i++) {
        const result *r = &a->results[i][who];
        double x = which ? r->points : r->wins;
        sum += x;
        squares += x * x;
    }
    double mean = sum / a->rounds, variance = squares / a->rounds - mean * mean;
    if (variance < 0)
        variance = 0;
    return (estimate){mean, a->rounds > 1 ? 1.96 * sqrt(variance / (a->rounds - 1)) : 0};
}

/* A text for JSON, in quotes. */
static void print_text(const char *text)
{
    char list[1024];
    kn_json json = kn_json_on(list, sizeof list);
    kn_json_list(&json, NULL);
    kn_json_string(&json, NULL, text);
    kn_json_end_list(&json);
    printf("%.*s", (int)strlen(list) - 2, list + 1);
}

static void print_json(const arena *a, int who, estimate wins, estimate points)
{
    const char *why;
    int lost = contestant_lost(a->contestants[who], &why);
    printf("%s{\"bot\":", who ? "," : "");
    print_text(a->keys[who]);
    printf(",\"wins\":%.6f,\"wins_error\":%.6f,\"points\":%.4f,\"points_error\":%.4f", wins.mean,
           wins.half, points.mean, points.half);
    if (why)
        printf(",\"turns_lost\":%d,\"why\":\"%s\"", lost, why);
    putchar('}');
}

static const char *words_for_lost(const char *why)
{
    static const struct {
        const char *why, *words;
    } all[] = {
        {"late", N_("no answer in time")},
        {"gone", N_("it ended, or closed its input or output")},
        {"floods", N_("too much output")},
        {"unreadable", N_("an answer that is not part of the protocol")},
        {"illegal", N_("an illegal move")},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].why, why) == 0)
            return _(all[i].words);
    return why;
}

static void print_lost(const arena *a)
{
    for (int who = 0; who < a->bots; who++) {
        const char *why;
        int lost = contestant_lost(a->contestants[who], &why);
        if (why)
            printf(words_plural("%s lost %ld turn; a random move was made instead. The last "
                                "reason: %s.\n",
                                "%s lost %ld turns; random moves were made instead. The last "
                                "reason: %s.\n",
                                lost),
                   a->keys[who], (long)lost, words_for_lost(why));
    }
}

static void print_results(const arena *a, double seconds, bool json)
{
    const char *between = words_are_ascii() ? "+-" : "±";
    if (json)
        printf("{\"game\":\"%s\",\"matches\":%d,\"seconds\":%.3f,\"bots\":[", a->game->key,
               a->rounds * a->bots, seconds);
    else
        printf(
            _("%s: %d matches in %.1f s; wins (per cent) and points, each with a 95%% interval\n"),
            a->game->key, a->rounds * a->bots, seconds);
    for (int who = 0; who < a->bots; who++) {
        estimate wins = estimate_of(a, who, 0), points = estimate_of(a, who, 1);
        if (json)
            print_json(a, who, wins, points);
        else
            printf("  %-10s %6.2f %s %.2f   %8.2f %s %.2f\n", a->keys[who], 100 * wins.mean,
                   between, 100 * wins.half, show_number(points.mean, 2), between, points.half);
    }
    if (json)
        puts("]}");
    else
        print_lost(a);
}

/* ---- the command ---- */

static void close_contestants(arena *a)
{
    for (int i = 0; i < a->bots; i++)
        contestant_close(a->contestants[i]);
}

static bool open_contestants(arena *a, int64_t move_ms)
{
    for (int i = 0; i < a->bots; i++) {
        a->contestants[i] = contestant_open(a->keys[i], move_ms);
        if (a->contestants[i])
            continue;
        complain(EXIT_MISUSED, _("unknown bot \"%s\"; choose from: %s"), a->keys[i],
                 COMMAND_BOTS ", exec:COMMAND");
        close_contestants(a);
        return false;
    }
    signal(SIGPIPE, SIG_IGN); /* a program that is gone is an error like any other */
    return true;
}

int arena_command(const arguments *given)
{
    int64_t matches = 1000, seed = 1, threads = 0, move_ms = PROGRAM_MOVE_MS;
    arena a = {.game = command_game(given->word[0]), .keys = given->word + 1};
    a.bots = given->words - 1;
    if (!a.game || !command_setup(a.game, a.bots, given, &a.setup))
        return EXIT_MISUSED;
    if (given->matches && !kn_read_int(kn_slice_of(given->matches), 1, 100000000, &matches))
        return complain(EXIT_MISUSED, _("-n takes a number of matches"));
    if (given->seed && !kn_read_int(kn_slice_of(given->seed), 1, INT64_MAX, &seed))
        return complain(EXIT_MISUSED, _("--seed takes a number, 1 or higher"));
    if (given->threads && !kn_read_int(kn_slice_of(given->threads), 1, 64, &threads))
        return complain(EXIT_MISUSED, _("--threads takes a number from 1 to 64"));
    if (given->bot_ms && !kn_read_int(kn_slice_of(given->bot_ms), 1, 3600000, &move_ms))
        return complain(EXIT_MISUSED, _("--bot-ms takes a number of milliseconds"));
    if (!open_contestants(&a, move_ms))
        return EXIT_MISUSED;
    a.seed = (uint64_t)seed;
    a.rounds = (int)((matches + a.bots - 1) / a.bots);
    a.results = native_realloc(NULL, (size_t)a.rounds * sizeof *a.results);
    memset(a.results, 0, (size_t)a.rounds * sizeof *a.results);
    threads_use((int)threads);
    int64_t start = native_steady_ns();
    threads_spread(play_round, &a, a.rounds);
    if (isatty(STDERR_FILENO))
        fputs("\r     \r", stderr);
    print_results(&a, (double)(native_steady_ns() - start) / 1e9, given->json);
    close_contestants(&a);
    free(a.results);
    return EXIT_WELL;
}
