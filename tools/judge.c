/* judge.c: the commands that judge: hint, review and solve. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/study.h"
#include "native/native.h"
#include "native/players.h"
#include "native/review.h"
#include "native/tables.h"
#include "native/threads.h"
#include "sentences/answers.h"
#include "sentences/reasons.h"
#include "sentences/show.h"
#include "table/log.h"
#include "terminal/face.h"
#include "tools/command.h"
#include "words/words.h"

enum { VALUE_DECIMALS = 10 };

/* A judge for a seat: the strongest bot. */
static bool open_judge(bot *b, const kn_game *game, const kn_setup *setup, int seat)
{
    return players_open(b, game, setup, seat, kn_slice_of("best"), 1) && b->kind;
}

static int no_judge(const kn_game *game)
{
    return complain(EXIT_WRONG, _("%s cannot be analysed"), game->key);
}

static const char *meaning_words(bot_meaning meaning)
{
    return meaning == BOT_WINS ? _("chance of winning") : _("expected final points");
}

static void print_value(double value, double error)
{
    if (error > 0)
        printf("%10.4f %s %.4f", show_number(value, 4), words_are_ascii() ? "+-" : "±", error);
    else
        printf("%10.4f", show_number(value, 4));
}

/* ---- hint ---- */

/* The points a move scores immediately. */
static double points_now(const kn_game *game, const table_state *state, int seat, kn_move move)
{
    table_state next = *state;
    int64_t alarm = game->alarm(state);
    kn_event event = {.actor = (uint8_t)seat, .move = move};
    event.at_ms = event.acted_ms = alarm == KN_NEVER ? 0 : alarm;
    if (game->apply(&next, &event) != KN_OK)
        return 0;
    return game->score(&next, seat) - game->score(state, seat);
}

static void print_opinion(const kn_game *game, const table_state *state, int seat,
                          const bot_opinion *one, double best, bot_meaning meaning)
{
    double value = bot_counted(meaning, one->value);
    fputs("  ", stdout);
    show_padded(show_move(game, state, seat, one->move), 26, stdout);
    print_value(value, one->error);
    printf("  %+9.4f", show_number(bot_counted(meaning, one->value - best), 4));
    if (meaning != BOT_WINS) {
        double now = points_now(game, state, seat, one->move);
        double before = game->score(state, seat);
        printf(_("   now %.0f, later %.4f"), show_number(now, 0),
               show_number(value - before - now, 4));
    }
    putchar('\n');
}

/* The reasons for an opinion, one per line. */
static void print_reasons(const kn_game *game, const bot_reasons *reasons, int opinion)
{
    for (int i = 0; i < reasons->count; i++) {
        char words[REASON_WORDS_MAX];
        kn_text text = kn_text_on(words, sizeof words);
        if (reasons->reason[i].opinion != opinion)
            continue;
        reason_words(game->key, &reasons->reason[i], &text);
        printf("      %s\n", words);
    }
}

static int json_opinions(const kn_game *game, const table_state *state, int seat,
                         const bot_opinion *opinions, int count, bot_meaning meaning,
                         const bot_reasons *reasons)
{
    static char buffer[1 << 17];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_object(&json, NULL);
    kn_json_int(&json, "seat", seat + 1);
    kn_json_string(&json, "meaning", bot_meanings[meaning]);
    kn_json_list(&json, "moves");
    for (int i = 0; i < count; i++) {
        kn_json_object(&json, NULL);
        kn_json_string(&json, "move", show_move(game, state, seat, opinions[i].move));
        kn_json_fixed(&json, "value", opinions[i].value, VALUE_DECIMALS);
        kn_json_fixed(&json, "error", opinions[i].error, VALUE_DECIMALS);
        kn_json_fixed(&json, "now", points_now(game, state, seat, opinions[i].move), 0);
        bot_write_reasons(reasons, i, &json);
        kn_json_end_object(&json);
    }
    kn_json_end_list(&json);
    kn_json_end_object(&json);
    puts(buffer);
    return EXIT_WELL;
}

/* All moves as the judge sees them: by points, or, where it can, by the chance to win. */
static int list_opinions(bot *judge, const void *view, bot_meaning meaning, bot_opinion *out)
{
    return meaning == judge->kind->meaning
               ? judge->kind->judge(judge, view, out)
               : bot_study_for(judge->kind->game)->judge_wins(judge, view, out);
}

/* Chances to win exist unless one seat plays alone. */
static bool can_tell_wins(const bot *judge, const void *view)
{
    const bot_study *study = bot_study_for(judge->kind->game);
    return judge->kind->meaning == BOT_WINS ||
           (study->judge_wins && study->can_tell_wins(judge, view));
}

/* What a bot of some level does here. */
static int tell_choice(const kn_game *game, const kn_setup *setup, const table_state *state,
                       int seat, const arguments *given)
{
    bot b;
    int64_t seed = 1, delay_ms;
    if (given->seed && !kn_read_int(kn_slice_of(given->seed), 1, INT64_MAX, &seed))
        return complain(EXIT_MISUSED, _("--seed takes a number, 1 or higher"));
    if (!players_open(&b, game, setup, seat, kn_slice_of(given->bot), (uint64_t)seed))
        return complain(EXIT_MISUSED, _("unknown bot \"%s\"; choose from: %s"), given->bot,
                        COMMAND_BOTS);
    const char *move = show_move(game, state, seat, players_choose(&b, game, state, &delay_ms));
    if (given->json)
        printf("{\"seat\":%d,\"move\":\"%s\",\"delay_ms\":%lld}\n", seat + 1, move,
               (long long)delay_ms);
    else
        puts(delay_ms == KN_NEVER ? "-" : move);
    return EXIT_WELL;
}

/* All of them, the best few with their reasons. */
static void print_opinions(const kn_game *game, const table_state *state, int seat,
                           const bot_opinion *opinions, int count, bot_meaning meaning,
                           const bot_reasons *reasons)
{
    enum { REASONED = 5 };
    printf(_("Seat %d: %s, followed by the difference from the best move.\n"), seat + 1,
           meaning_words(meaning));
    for (int i = 0; i < count; i++) {
        print_opinion(game, state, seat, &opinions[i], opinions[0].value, meaning);
        if (i < REASONED)
            print_reasons(game, reasons, i);
    }
}

int hint_command(const arguments *given)
{
    static bot_opinion opinions[KN_MOVES_MAX];
    static bot_reasons reasons;
    table_state state, view;
    kn_setup setup;
    bot judge;
    const kn_game *game = command_game(given->word[0]);
    if (!game || !command_position(game, given->word[1], &state))
        return EXIT_MISUSED;
    memcpy(&setup, &state, sizeof setup);
    kn_actors due = (kn_actors)(game->to_act(&state) & 0xff);
    if (!due)
        return complain(EXIT_WRONG, _("there is no decision to make here"));
    int seat = kn_first_actor(due);
    if (!command_viewer(given->as, setup.seats, &seat))
        return EXIT_MISUSED;
    if (given->bot)
        return tell_choice(game, &setup, &state, seat, given);
    if (!open_judge(&judge, game, &setup, seat) || !judge.kind->judge)
        return no_judge(game);
    game->view(&state, seat, &view);
    if (given->wins && !can_tell_wins(&judge, &view))
        return complain(EXIT_WRONG, _("chances of winning are not available here"));
    bot_meaning meaning = given->wins ? BOT_WINS : judge.kind->meaning;
    int count = list_opinions(&judge, &view, meaning, opinions);
    bot_sort(opinions, count);
    if (meaning == judge.kind->meaning)
        bot_explain(&judge, &view, opinions, count, &reasons);
    if (given->json)
        return json_opinions(game, &state, seat, opinions, count, meaning, &reasons);
    print_opinions(game, &state, seat, opinions, count, meaning, &reasons);
    return EXIT_WELL;
}

/* ---- review ---- */

static void print_error(const table *t, const review_note *note)
{
    printf("  %5u  ", note->number);
    show_padded(t->plan.seat[note->seat].name, 14, stdout);
    printf(_(" %s loses %.4f; better: %s\n"), note->move, -note->change,
           note->better_count > 0 ? review_best(note) : _("keep still"));
}

static void print_review(const table *t, const review_report *r)
{
    for (int i = 0; i < r->count; i++)
        if (r->notes[i].worse)
            print_error(t, &r->notes[i]);
    printf("\n%s\n", meaning_words(r->sum.meaning));
    for (int seat = 0; seat < r->sum.seats; seat++) {
        const review_account *a = &r->sum.seat[seat];
        bot_meaning meaning = r->sum.meaning;
        double errors = show_number(a->errors, 4);
        const char *sign = errors == 0                   ? ""
                           : meaning == BOT_MINUS_POINTS ? "+"
                           : words_are_ascii()           ? "-"
                                                         : "−";
        fputs("  ", stdout);
        show_padded(t->plan.seat[seat].name, 14, stdout);
        printf(_(" start %.4f  luck %+.4f  mistakes %s%.4f  gifts %+.4f  =  %.4f"),
               show_number(bot_counted(meaning, a->start), 4),
               show_number(bot_counted(meaning, a->luck), 4), sign, errors,
               show_number(bot_counted(meaning, a->gifts), 4),
               show_number(bot_counted(meaning, a->end), 4));
        if (a->doubt > 0)
            printf(_("  (each value ± %.4f)"), a->doubt);
        putchar('\n');
    }
}

/* The game has a review of its own: its moves have no value. */
static void print_own_review(const table *t, const face *f)
{
    static char text[1 << 14];
    kn_text out = kn_text_on(text, sizeof text);
    f->review(t, &out);
    fputs(text, stdout);
}

static void json_review(const table *t, const review_report *r)
{
    size_t size = KN_DESCRIBE_MAX + (size_t)r->count * REVIEW_NOTE_JSON_MAX +
                  KN_SEATS_MAX * REVIEW_SEAT_JSON_MAX;
    char *buffer = native_realloc(NULL, size);
    const char *names[KN_SEATS_MAX];
    kn_json json = kn_json_on(buffer, size);
    for (int seat = 0; seat < r->sum.seats; seat++)
        names[seat] = t->plan.seat[seat].name;
    review_json_begin(&r->sum, &json);
    for (int i = 0; i < r->count; i++)
        review_json_note(&r->notes[i], &json);
    review_json_end(&r->sum, names, &json);
    puts(buffer);
    free(buffer);
}

int review_command(const arguments *given)
{
    static const bool never = false;
    table t;
    review_report r;
    int code = command_load(given->word[0], &t);
    if (code)
        return code;
    const face *f = face_for(t.plan.game->key);
    if (f->review && !given->json) {
        print_own_review(&t, f);
        tables_free(&t);
        return code;
    }
    if (!review_make(&t, &never, &r))
        code = no_judge(t.plan.game);
    else if (given->json)
        json_review(&t, &r);
    else
        print_review(&t, &r);
    review_free(&r);
    tables_free(&t);
    return code;
}

/* ---- solve ---- */

/* The kind whose value answers what people ask of a solved game. */
static const bot_kind *solved_kind(const kn_game *game, const kn_setup *setup)
{
    const bot_study *study = bot_study_for(game);
    return study->asked ? study->asked(setup) : bot_kind_for(game);
}

/* Further figures of the solution. */
static void print_figures(const kn_game *game, const void *solution, bool json)
{
    const bot_study *study = bot_study_for(game);
    const words_game *words = words_of(game->key);
    double figure[STUDY_FIGURES_MAX] = {0};
    study->figures(solution, figure);
    if (!json && words->figures)
        printf(words_in(words->figures), figure[0], figure[1], figure[2], figure[3]);
    for (int i = 0; json && i < STUDY_FIGURES_MAX && study->figure_keys[i]; i++)
        printf(",\"%s\":%.10f", study->figure_keys[i], figure[i]);
}

static void print_solution(const kn_game *game, const kn_setup *setup, const void *solution,
                           double seconds, size_t bytes, int threads, bool json)
{
    const bot_kind *kind = solved_kind(game, setup);
    table_state state;
    bot judge = bot_open(game, 0, BOT_BEST, 1);
    judge.kind = kind;
    judge.solution = solution;
    game->start(setup, &state);
    /* The seat that goes first; seat 1 if that is drawn. */
    kn_actors due = (kn_actors)(game->to_act(&state) & 0xff);
    judge.seat = (uint8_t)(due ? kn_first_actor(due) : 0);
    double value = kind->value(&judge, &state).value;
    if (json)
        printf("{\"game\":\"%s\",\"meaning\":\"%s\",\"value\":%.10f,\"seconds\":%.6f,\"bytes\":%zu,"
               "\"threads\":%d",
               game->key, bot_meanings[kind->meaning], value, seconds, bytes, threads);
    else
        printf(_("%s: %s %.10f, solved in %.1f ms on %d threads, %zu bytes\n"), game->key,
               meaning_words(kind->meaning), bot_counted(kind->meaning, value), seconds * 1000,
               threads, bytes);
    if (bot_study_for(game)->figures)
        print_figures(game, solution, json);
}

/* Every final score: how likely it is when played for points, and the best chance to do at least
 * as well. */
static void print_odds(const kn_game *game, const kn_setup *setup, const void *solution, bool json)
{
    static const bool never = false;
    static double likely[STUDY_SCORES_MOST], reach[STUDY_SCORES_MOST];
    const bot_study *study = bot_study_for(game);
    table_state state;
    game->start(setup, &state);
    void *memory = native_aligned(study->odds_bytes(solution, &state, 0));
    int64_t start = native_steady_ns();
    int count = study->distribution(solution, &state, 0, memory, &players_machine, &never, likely);
    double likely_s = (double)(native_steady_ns() - start) / 1e9;
    start = native_steady_ns();
    int reached = study->reach(solution, &state, 0, memory, &players_machine, &never, reach);
    double reach_s = (double)(native_steady_ns() - start) / 1e9;
    free(memory);
    if (json)
        printf(",\"distribution_seconds\":%.3f,\"reach_seconds\":%.3f,\"odds\":[", likely_s,
               reach_s);
    else
        puts(game->fewest_win ? _("points   probability    best chance of at most this")
                              : _("points   probability    best chance of at least this"));
    for (int points = 0; points < reached; points++)
        printf(json ? "%s[%d,%.10g,%.10g]" : "%s%6d   %-12.6g   %.6g\n",
               json && points > 0 ? "," : "", points, points < count ? likely[points] : 0,
               reach[points]);
    if (json)
        putchar(']');
}

static bool solve(const kn_game *game, const kn_setup *setup, void *solution)
{
    static const bool never = false;
    const bot_study *study = bot_study_for(game);
    if (study->solve)
        return study->solve(setup, solution, &players_machine, 0, &never);
    return bot_kind_for(game)->learn(setup, solution, &players_machine, &never);
}

/* The best of three: a core that has just woken up is slow, which says nothing about the solver. */
static double best_seconds(const kn_game *game, const kn_setup *setup, void *solution)
{
    double best = INFINITY;
    for (int i = 0; i < 3; i++) {
        int64_t start = native_steady_ns();
        solve(game, setup, solution);
        best = fmin(best, (double)(native_steady_ns() - start) / 1e9);
    }
    return best;
}

int solve_command(const arguments *given)
{
    kn_setup setup;
    int64_t threads = 0;
    int seats = 2;
    const kn_game *game = command_game(given->word[0]);
    const bot_kind *kind = game ? bot_kind_for(game) : NULL;
    if (!game)
        return EXIT_MISUSED;
    if (given->threads && !kn_read_int(kn_slice_of(given->threads), 1, 64, &threads))
        return complain(EXIT_MISUSED, _("--threads takes a number from 1 to 64"));
    if (!command_seats(game, given, &seats) || !command_setup(game, seats, given, &setup))
        return EXIT_MISUSED;
    size_t bytes = kind && kind->solution_bytes ? kind->solution_bytes(&setup) : 0;
    if (bytes == 0)
        return complain(EXIT_WRONG, _("there is no solver for %s"), game->key);
    int used = threads_use((int)threads);
    void *solution = native_aligned(bytes);
    memset(solution, 0, bytes); /* do not measure the first touch of the memory */
    double seconds = best_seconds(game, &setup, solution);
    print_solution(game, &setup, solution, seconds, bytes, used, given->json);
    if (given->odds && bot_study_for(game)->distribution)
        print_odds(game, &setup, solution, given->json);
    if (given->json)
        puts("}");
    free(solution);
    return EXIT_WELL;
}
