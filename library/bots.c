/* bots.c: solutions, bots, judges and reviews. See knobel.h. */
#include <stdlib.h>
#include <string.h>

#include "bots/random.h"
#include "bots/review.h"
#include "library/inside.h"

enum { RANDOM = BOT_LEVELS }; /* the level of a bot that plays at random */

struct knobel_bot {
    bot bot;
    const kn_game *game;
    kn_setup setup;
    bot_machine machine;
    bool solved; /* does it have all that a judge needs? */
};

_Static_assert((int)KNOBEL_POINTS == (int)BOT_POINTS && (int)KNOBEL_WINS == (int)BOT_WINS &&
                   (int)KNOBEL_MINUS_POINTS == (int)BOT_MINUS_POINTS,
               "as bots count");

bot_machine library_machine(const knobel_machine *machine)
{
    if (!machine || machine->size < sizeof *machine)
        return (bot_machine){.cores = 1};
    return (bot_machine){.now_ns = machine->now_ns,
                         .spread = machine->spread,
                         .cores = machine->cores,
                         .learnt = machine->learnt};
}

/* ---- solutions ---- */

/* The bytes of the solution for a setup; 0: there is none. */
static size_t solution_bytes(const bot_kind *kind, const kn_setup *reduced)
{
    return kind && kind->solution_bytes ? kind->solution_bytes(reduced) : 0;
}

static void *allocate_aligned(size_t bytes)
{
    void *memory;
    return posix_memalign(&memory, 64, bytes) == 0 ? memory : NULL;
}

PUBLIC knobel_answer knobel_solve(const knobel_position *position, const knobel_machine *machine,
                                  const volatile bool *stop, knobel_solution **solution)
{
    static const bool never = false;
    if (!position || !solution || (machine && machine->size < sizeof *machine))
        return KNOBEL_BAD_ARGUMENT;
    const bot_kind *kind = bot_kind_for(position->game);
    kn_setup setup = library_setup(&position->state);
    if (!kind)
        return KNOBEL_NO_SOLUTION;
    setup = bot_setup_to_solve(kind, &setup);
    size_t bytes = solution_bytes(kind, &setup);
    if (bytes == 0)
        return KNOBEL_NO_SOLUTION;
    knobel_solution *fresh = malloc(sizeof *fresh);
    void *solved = fresh ? allocate_aligned(bytes) : NULL;
    if (!solved) {
        free(fresh);
        return KNOBEL_NO_MEMORY;
    }
    *fresh = (knobel_solution){kind, setup, bytes, solved};
    bot_machine lent = library_machine(machine);
    if (!kind->learn(&setup, solved, &lent, stop ? stop : &never)) {
        knobel_solution_free(fresh);
        return KNOBEL_STOPPED;
    }
    *solution = fresh;
    return KNOBEL_OK;
}

PUBLIC void knobel_solution_free(knobel_solution *solution)
{
    if (!solution)
        return;
    free(solution->solved);
    free(solution);
}

PUBLIC size_t knobel_solution_bytes(const knobel_solution *solution)
{
    return solution ? solution->bytes : 0;
}

/* Does the solution fit, and is it there if it is needed? */
static knobel_answer check_solution(const bot_kind *kind, const kn_setup *setup,
                                    const knobel_solution *solution, bool needed)
{
    kn_setup reduced = kind ? bot_setup_to_solve(kind, setup) : *setup;
    if (solution &&
        (solution->kind != kind || memcmp(&solution->setup, &reduced, sizeof reduced) != 0))
        return KNOBEL_OTHER_SOLUTION;
    return needed && !solution && solution_bytes(kind, &reduced) > 0 ? KNOBEL_NO_SOLUTION
                                                                     : KNOBEL_OK;
}

/* ---- bots ---- */

static int level_of(const char *key)
{
    if (!key)
        return -1;
    return strcmp(key, "random") == 0 ? RANDOM : bot_level(kn_slice_of(key));
}

PUBLIC knobel_answer knobel_bot_open(const knobel_position *position, int seat, const char *level,
                                     uint64_t seed, const knobel_solution *solution,
                                     const knobel_machine *machine, knobel_bot **out)
{
    if (!position || !out || (machine && machine->size < sizeof *machine))
        return KNOBEL_BAD_ARGUMENT;
    const bot_kind *kind = bot_kind_for(position->game);
    kn_setup setup = library_setup(&position->state);
    int found = level_of(level);
    if (seat < 0 || seat >= setup.seats)
        return KNOBEL_NO_SUCH_SEAT;
    if (found < 0)
        return KNOBEL_NO_SUCH_LEVEL;
    bool needed = kind && found != RANDOM && found >= kind->solution_from;
    knobel_answer answer = check_solution(kind, &setup, solution, needed);
    if (answer)
        return answer;
    knobel_bot *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return KNOBEL_NO_MEMORY;
    *fresh = (knobel_bot){.bot = bot_open(position->game, seat, found, seed),
                          .game = position->game,
                          .setup = setup,
                          .machine = library_machine(machine)};
    fresh->solved = kind && check_solution(kind, &setup, solution, true) == KNOBEL_OK;
    fresh->bot.solution = solution ? solution->solved : NULL;
    fresh->bot.machine = &fresh->machine;
    fresh->bot.budget_ms = machine && machine->budget_ms > 0 ? machine->budget_ms : 0;
    *out = fresh;
    return KNOBEL_OK;
}

PUBLIC void knobel_bot_free(knobel_bot *b)
{
    free(b);
}

/* Is it a position of the match that the bot was opened for? */
static knobel_answer check_position(const knobel_bot *b, const knobel_position *position)
{
    if (!b || !position)
        return KNOBEL_BAD_ARGUMENT;
    kn_setup setup = library_setup(&position->state);
    bool same = position->game == b->game && memcmp(&setup, &b->setup, sizeof setup) == 0;
    return same ? KNOBEL_OK : KNOBEL_BAD_SETUP;
}

/* The same, and has the seat something to decide? */
static knobel_answer check_due(const knobel_bot *b, const knobel_position *position)
{
    knobel_answer answer = check_position(b, position);
    if (answer)
        return answer;
    kn_actors due = b->game->to_act(&position->state);
    if (!due)
        return KNOBEL_OVER;
    return due & KN_ACTOR(b->bot.seat) ? KNOBEL_OK : KNOBEL_NOT_DUE;
}

PUBLIC knobel_answer knobel_bot_choose(knobel_bot *b, const knobel_position *position,
                                       knobel_move *move, int64_t *delay_ms)
{
    table_state view;
    int64_t delay = KN_NEVER;
    knobel_answer answer = move ? check_due(b, position) : KNOBEL_BAD_ARGUMENT;
    if (answer)
        return answer;
    b->game->view(&position->state, b->bot.seat, &view);
    *move = b->bot.kind && b->bot.level != RANDOM
                ? b->bot.kind->choose(&b->bot, &view, &delay)
                : random_bot(b->game, &view, b->bot.seat, &b->bot.random, &delay);
    if (delay_ms)
        *delay_ms = delay;
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_bot_watch(knobel_bot *b, const knobel_position *position)
{
    table_state view;
    knobel_answer answer = check_position(b, position);
    if (answer)
        return answer;
    if (b->bot.kind && b->bot.level != RANDOM && b->bot.kind->watch) {
        b->game->view(&position->state, b->bot.seat, &view);
        b->bot.kind->watch(&b->bot, &view);
    }
    return KNOBEL_OK;
}

/* ---- judges ---- */

/* A judge is a bot of the best level; whoever else is asked keeps its memory to itself. */
static bot judge_of(const knobel_bot *b)
{
    bot judge = bot_open(b->game, b->bot.seat, BOT_BEST, 1);
    judge.solution = b->bot.solution;
    judge.machine = &b->machine;
    judge.budget_ms = b->bot.budget_ms;
    return judge;
}

static knobel_answer check_judge(const knobel_bot *b)
{
    if (!b->bot.kind || !b->bot.kind->judge)
        return KNOBEL_NO_JUDGE;
    return b->solved ? KNOBEL_OK : KNOBEL_NO_SOLUTION;
}

PUBLIC knobel_answer knobel_bot_judge(knobel_bot *b, const knobel_position *position,
                                      knobel_opinion *opinions, size_t room, size_t *count)
{
    bot_opinion found[KN_MOVES_MAX];
    table_state view;
    if (!count || (!opinions && room > 0))
        return KNOBEL_BAD_ARGUMENT;
    knobel_answer answer = check_due(b, position);
    answer = answer ? answer : check_judge(b);
    if (answer)
        return answer;
    bot judge = judge_of(b);
    b->game->view(&position->state, judge.seat, &view);
    *count = (size_t)judge.kind->judge(&judge, &view, found);
    if (*count > room)
        return KNOBEL_TOO_SMALL;
    for (size_t i = 0; i < *count; i++)
        opinions[i] = (knobel_opinion){found[i].move, found[i].value, found[i].error};
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_bot_value(knobel_bot *b, const knobel_position *position,
                                      knobel_opinion *value)
{
    table_state view;
    knobel_answer answer = value ? check_position(b, position) : KNOBEL_BAD_ARGUMENT;
    answer = answer ? answer : check_judge(b);
    if (answer)
        return answer;
    bot judge = judge_of(b);
    if (!judge.kind->value)
        return KNOBEL_NO_JUDGE;
    b->game->view(&position->state, judge.seat, &view);
    bot_opinion found = judge.kind->value(&judge, &view);
    *value = (knobel_opinion){0, found.value, found.error};
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_bot_meaning(const knobel_bot *b, knobel_meaning *meaning)
{
    if (!b || !meaning)
        return KNOBEL_BAD_ARGUMENT;
    if (!b->bot.kind || !b->bot.kind->judge)
        return KNOBEL_NO_JUDGE;
    *meaning = (knobel_meaning)b->bot.kind->meaning;
    return KNOBEL_OK;
}

/* ---- reasons ---- */

/* Opinions and their reasons are too large for a small stack. */
typedef struct {
    bot_opinion opinion[KN_MOVES_MAX];
    bot_reasons reasons;
    char text[1 << 18];
} advice;

static void write_advice(const knobel_position *position, int seat, const advice *a, int count,
                         kn_json *json)
{
    enum { DECIMALS = 10 };
    kn_json_list(json, NULL);
    for (int i = 0; i < count; i++) {
        char move[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(move, sizeof move);
        position->game->write_move(&position->state, seat, a->opinion[i].move, &text);
        kn_json_object(json, NULL);
        kn_json_string(json, "move", move);
        kn_json_fixed(json, "value", a->opinion[i].value, DECIMALS);
        kn_json_fixed(json, "error", a->opinion[i].error, DECIMALS);
        bot_write_reasons(&a->reasons, i, json);
        kn_json_end_object(json);
    }
    kn_json_end_list(json);
}

PUBLIC knobel_answer knobel_bot_explain(knobel_bot *b, const knobel_position *position, char *out,
                                        size_t size, size_t *length)
{
    table_state view;
    knobel_answer answer = check_due(b, position);
    answer = answer ? answer : check_judge(b);
    if (answer)
        return answer;
    advice *a = malloc(sizeof *a);
    if (!a)
        return KNOBEL_NO_MEMORY;
    bot judge = judge_of(b);
    b->game->view(&position->state, judge.seat, &view);
    int count = judge.kind->judge(&judge, &view, a->opinion);
    bot_explain(&judge, &view, a->opinion, count, &a->reasons);
    kn_json json = kn_json_on(a->text, sizeof a->text);
    write_advice(position, judge.seat, a, count, &json);
    answer = library_hand_out(a->text, json.text.length, out, size, length);
    free(a);
    return answer;
}

/* ---- reviews ---- */

/* A review in progress, and its JSON, which grows. */
typedef struct {
    review course;
    review_note notes[KN_SEATS_MAX];
    char *text;
    size_t size;
    kn_json json;
} reviewing;

enum { NOTES_MOST = KN_SEATS_MAX * REVIEW_NOTE_JSON_MAX, ENDS_MOST = 16384 };

_Static_assert((int)KN_SEATS_MAX *(int)REVIEW_SEAT_JSON_MAX < (int)ENDS_MOST, "an end fits");

/* Memory for what one more event or the end may write. */
static bool make_room(reviewing *r)
{
    if (r->json.text.length + NOTES_MOST + ENDS_MOST <= r->size)
        return true;
    size_t size = r->size ? 2 * r->size : 8 * NOTES_MOST;
    char *text = realloc(r->text, size);
    if (!text)
        return false;
    if (!r->text)
        r->json = kn_json_on(text, size);
    r->text = r->json.text.at = text;
    r->size = r->json.text.size = size;
    return true;
}

static knobel_answer review_all(reviewing *r, const table *t, const volatile bool *stop)
{
    kn_event event;
    const char *names[KN_SEATS_MAX];
    if (!make_room(r))
        return KNOBEL_NO_MEMORY;
    review_json_begin(&r->course, &r->json);
    for (uint32_t number = 1; number <= t->log.count; number++) {
        if (stop && *stop)
            return KNOBEL_STOPPED;
        if (!table_event(t, number, r->course.state, &event))
            continue;
        if (!make_room(r))
            return KNOBEL_NO_MEMORY;
        int count = review_event(&r->course, number, &event, r->notes);
        for (int i = 0; i < count; i++)
            review_json_note(&r->notes[i], &r->json);
    }
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        names[seat] = t->plan.seat[seat].name;
    review_close(&r->course);
    review_json_end(&r->course, names, &r->json);
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_table_review(const knobel_table *t, const knobel_solution *solution,
                                         const knobel_machine *machine, const volatile bool *stop,
                                         char **json)
{
    if (!t || !json || (machine && machine->size < sizeof *machine))
        return KNOBEL_BAD_ARGUMENT;
    const table_plan *plan = &t->table.plan;
    knobel_answer answer = check_solution(bot_kind_for(plan->game), &plan->setup, solution, true);
    if (answer)
        return answer;
    bot judges[KN_SEATS_MAX];
    bot_machine lent = library_machine(machine);
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        judges[seat] = bot_open(plan->game, seat, BOT_BEST, 1);
        judges[seat].solution = solution ? solution->solved : NULL;
        judges[seat].machine = &lent;
    }
    reviewing *r = calloc(1, sizeof *r);
    if (!r)
        return KNOBEL_NO_MEMORY;
    answer = review_open(&r->course, plan->game, &plan->setup, judges)
                 ? review_all(r, &t->table, stop)
                 : KNOBEL_NO_JUDGE;
    if (answer)
        free(r->text);
    else
        *json = r->text;
    free(r);
    return answer;
}
