/* bench.c: the command `bench`: measures rules and bots. Rules through the contract on one core;
 * solvers on one thread and on two; judges by the time for one answer. bench_beside.c measures what
 * has a reference in the same run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/study.h"
#include "core/survey.h"
#include "native/native.h"
#include "native/players.h"
#include "native/threads.h"
#include "sentences/show.h"
#include "tools/bench.h"
#include "tools/command.h"
#include "words/words.h"

enum { SEATS = 2, SEED = 7, TRIES = 5 };
static const int64_t slice_ns = 300000000;

typedef struct {
    const kn_game *game;
    kn_setup setup;
    double events_per_second, matches_per_second, events_per_match;
    double moves_per_match; /* of the seats; the other events are the house's */
    double solve_ms[2];     /* on one thread, on two; 0: nothing to solve */
    size_t solution_bytes;
    double judge_us;            /* for one answer; 0: there is no judge */
    double playouts_per_second; /* of a tree search, on one thread */
} figures;

static double seconds_since(int64_t start)
{
    return (double)(native_steady_ns() - start) / 1e9;
}

/* ---- rules ---- */

/* Whole random matches for a while; the best of a few runs, since other work on the machine only
 * slows them down. */
static void measure_rules(figures *f)
{
    for (int i = 0; i < TRIES; i++) {
        kn_random random = kn_random_from(SEED);
        uint64_t events = 0, matches = 0;
        int64_t start = native_steady_ns();
        do {
            table_state state;
            f->game->start(&f->setup, &state);
            events += kn_random_match(f->game, &state, &random, UINT64_MAX);
            matches++;
        } while (native_steady_ns() - start < slice_ns);
        double seconds = seconds_since(start);
        if ((double)events / seconds > f->events_per_second) {
            f->events_per_second = (double)events / seconds;
            f->matches_per_second = (double)matches / seconds;
            f->events_per_match = (double)events / (double)matches;
        }
    }
}

/* Of random matches; counted apart, as counting takes time. */
static void count_moves(figures *f)
{
    enum { MATCHES = 200 };
    kn_random random = kn_random_from(SEED);
    uint64_t moves = 0;
    for (int i = 0; i < MATCHES; i++) {
        table_state state;
        kn_event event;
        int64_t now_ms = 0;
        f->game->start(&f->setup, &state);
        while (kn_random_event(f->game, &state, &random, &now_ms, &event)) {
            moves += event.actor < KN_SEATS_MAX;
            f->game->apply(&state, &event);
        }
    }
    f->moves_per_match = (double)moves / MATCHES;
}

/* ---- solvers and judges ---- */

static double solve_ms(const figures *f, const bot_kind *kind, void *solution, int threads)
{
    static const bool never = false;
    const bot_study *study = bot_study_for(f->game);
    double best = 0;
    threads_use(threads);
    for (int i = 0; i < TRIES; i++) {
        int64_t start = native_steady_ns();
        if (study->solve)
            study->solve(&f->setup, solution, &players_machine, 0, &never);
        else
            kind->learn(&f->setup, solution, &players_machine, &never);
        double ms = 1000 * seconds_since(start);
        if (i == 0 || ms < best)
            best = ms;
    }
    threads_use(0);
    return best;
}

/* The mean over the decisions of a random match. */
static double judge_us(const figures *f, const bot_kind *kind, const void *solution)
{
    static bot_opinion opinions[KN_MOVES_MAX];
    kn_random random = kn_random_from(SEED);
    table_state state, view;
    kn_event event;
    int64_t now_ms = 0, spent_ns = 0;
    int answers = 0;
    f->game->start(&f->setup, &state);
    while (spent_ns < 10 * slice_ns && kn_random_event(f->game, &state, &random, &now_ms, &event)) {
        if (event.actor < KN_SEATS_MAX) {
            bot judge = bot_open(f->game, event.actor, BOT_BEST, SEED);
            judge.solution = solution;
            judge.machine = &players_machine;
            f->game->view(&state, event.actor, &view);
            int64_t start = native_steady_ns();
            kind->judge(&judge, &view, opinions);
            spent_ns += native_steady_ns() - start;
            answers++;
        }
        f->game->apply(&state, &event);
    }
    return answers ? (double)spent_ns / 1000 / answers : 0;
}

static double playouts_per_second(const figures *f)
{
    enum { PLAYOUTS = 20000 };
    double best = 0;
    for (int i = 0; i < TRIES; i++) {
        int64_t start = native_steady_ns();
        bot_study_for(f->game)->search(&f->setup, SEED, PLAYOUTS);
        double speed = PLAYOUTS / seconds_since(start);
        if (speed > best)
            best = speed;
    }
    return best;
}

static void measure_bots(figures *f)
{
    const bot_kind *kind = bot_kind_for(f->game);
    void *solution = NULL;
    f->solution_bytes = kind && kind->solution_bytes ? kind->solution_bytes(&f->setup) : 0;
    if (f->solution_bytes > 0) {
        solution = native_aligned(f->solution_bytes);
        memset(solution, 0, f->solution_bytes); /* do not measure the first touch of the memory */
        f->solve_ms[0] = solve_ms(f, kind, solution, 1);
        f->solve_ms[1] = solve_ms(f, kind, solution, 2);
        kind->learn(&f->setup, solution, &players_machine, &(const bool){false});
    }
    if (kind && kind->judge)
        f->judge_us = judge_us(f, kind, solution);
    if (bot_study_for(f->game)->search)
        f->playouts_per_second = playouts_per_second(f);
    free(solution);
}

/* ---- printing ---- */

static void print_json(const figures *f, bool first)
{
    printf("%s{\"game\":\"%s\",\"events_per_second\":%.0f,\"matches_per_second\":%.0f,"
           "\"events_per_match\":%.1f,\"moves_per_match\":%.1f,\"state_bytes\":%d,\"table_bytes\":%"
           "zu,\"solve_ms_1\":%.3f,"
           "\"solve_ms_2\":%.3f,\"solution_bytes\":%zu,\"judge_us\":%.3f,\"playouts_per_second\":%."
           "0f}",
           first ? "" : ",", f->game->key, f->events_per_second, f->matches_per_second,
           f->events_per_match, f->moves_per_match, f->game->state_bytes, sizeof(table),
           f->solve_ms[0], f->solve_ms[1], f->solution_bytes, f->judge_us, f->playouts_per_second);
}

static void print_row(const figures *f)
{
    printf("%-12s %-12.0f %-11.0f %-13.1f %-12d %-12zu %-10.1f %-10.1f %-15zu %-9.1f %.0f\n",
           f->game->key, f->events_per_second, f->matches_per_second, f->events_per_match,
           f->game->state_bytes, sizeof(table), f->solve_ms[0], f->solve_ms[1], f->solution_bytes,
           f->judge_us, f->playouts_per_second);
}

static void print_heading(void)
{
    const struct {
        const char *word;
        int width;
    } heads[] = {
        {_("game"), 13},         {_("events/s"), 13},    {_("matches/s"), 12},
        {_("events/match"), 14}, {_("state bytes"), 13}, {_("table bytes"), 13},
        {_("solve ms"), 11},     {_("2 threads"), 11},   {_("solution bytes"), 16},
        {_("judge µs"), 10},     {_("playouts/s"), 0},
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        show_padded(heads[i].word, heads[i].width, stdout);
    putchar('\n');
}

static void bench_games(const kn_game *only, bool json)
{
    if (json)
        putchar('[');
    else
        print_heading();
    for (int i = 0; only ? i < 1 : kn_games[i] != NULL; i++) {
        figures f = {.game = only ? only : kn_games[i]};
        kn_setup_initial(f.game, f.game->seats_min > SEATS ? f.game->seats_min : SEATS, &f.setup);
        measure_rules(&f);
        count_moves(&f);
        measure_bots(&f);
        if (json)
            print_json(&f, i == 0);
        else
            print_row(&f);
        fflush(stdout);
    }
    if (json)
        puts("]");
}

int bench_command(const arguments *given)
{
    bool hash_alone = given->words > 0 && strcmp(given->word[0], "hash") == 0;
    const kn_game *only = given->words > 0 && !hash_alone ? command_game(given->word[0]) : NULL;
    if (given->words > 0 && !hash_alone && !only)
        return EXIT_MISUSED;
    if (!hash_alone)
        bench_games(only, given->json);
    for (int i = 0; !hash_alone && !given->json && kn_games[i]; i++)
        if (!only || only == kn_games[i])
            bench_ways_to_solve(kn_games[i]);
    if (hash_alone || (!only && !given->json))
        bench_hash(given->json);
    return EXIT_WELL;
}
