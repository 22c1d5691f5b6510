/* sitting.c: a table to test with. */
#include "tests/table/sitting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"

table_log fresh_log(void)
{
    return (table_log){
        .text = malloc(LOG_SIZE),
        .size = LOG_SIZE,
        .marks = malloc(MARKS * sizeof(table_mark)),
        .capacity = MARKS,
    };
}

void leave(table *t)
{
    free(t->log.text);
    free(t->log.marks);
}

table_plan plan_for(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = {.game = game};
    kn_random random = kn_random_from(seed);
    kn_setup_initial(game, seats, &plan.setup);
    for (int i = 0; i < seats; i++) {
        snprintf(plan.seat[i].name, sizeof plan.seat[i].name, "Seat %d", i + 1);
        plan.seat[i].salt = kn_random_next(&random);
    }
    for (size_t i = 0; i < sizeof plan.secret; i++)
        plan.secret[i] = (uint8_t)kn_random_next(&random);
    return plan;
}

sitting sit_down(const table_plan *plan, uint64_t seed)
{
    sitting s = {.random = kn_random_from(seed)};
    assert_int_equal(table_open(&s.t, plan, fresh_log()), TABLE_OK);
    return s;
}

sitting sit_with_same(const kn_game *game, int seats, const char *name, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    snprintf(plan.same, sizeof plan.same, "%s", name);
    return sit_down(&plan, seed);
}

table_answer play_text(table *t, int seat, const char *move, uint64_t salt)
{
    table_act act = {
        .now_ms = t->last_ms, .acted_ms = KN_NEVER, .claimed_ms = KN_NEVER, .salt = salt};
    return table_play(t, seat, kn_slice_of(move), &act);
}

void step(sitting *s)
{
    const kn_game *game = s->t.plan.game;
    kn_event event;
    char move[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(move, sizeof move);
    s->now_ms = s->t.last_ms;
    assert_true(kn_random_event(game, &s->t.state, &s->random, &s->now_ms, &event));
    if (event.actor == KN_CLOCK || event.actor == KN_CHANCE) {
        assert_int_equal(table_tick(&s->t, s->now_ms), TABLE_OK);
        return;
    }
    game->write_move(&s->t.state, event.actor, event.move, &text);
    table_act act = {.now_ms = s->now_ms + 30,
                     .acted_ms = s->now_ms,
                     .claimed_ms = s->now_ms - 1,
                     .error_ms = event.error_ms,
                     .salt = kn_random_next(&s->random)};
    assert_int_equal(table_play(&s->t, event.actor, kn_slice_of(move), &act), TABLE_OK);
}

void play_out(sitting *s)
{
    while (!table_over(&s->t))
        step(s);
}

char *saved(const table *t)
{
    size_t size = table_save_size(t);
    char *text = malloc(size);
    kn_text out = kn_text_on(text, size);
    table_save(t, &out);
    assert_false(out.cut);
    return text;
}

table_answer load(const char *text, table *t, table_report *report)
{
    table_log log = fresh_log();
    table_answer answer = table_load(t, kn_slice_of(text), log, report);
    if (answer) {
        free(log.text);
        free(log.marks);
    }
    return answer;
}

void assert_loads_same(const table *t, uint32_t declared)
{
    char *text = saved(t);
    table again;
    table_report report;
    assert_int_equal(load(text, &again, &report), TABLE_OK);
    assert_int_equal(report.declared, declared);
    assert_memory_equal(&again.state, &t->state, sizeof t->state);
    leave(&again);
    free(text);
}

void for_every_game(void (*check)(const kn_game *game, int seats, uint64_t seed))
{
    for (int i = 0; kn_games[i]; i++)
        for (int seats = kn_games[i]->seats_min; seats <= kn_games[i]->seats_max; seats++)
            check(kn_games[i], seats, (uint64_t)(100 * i + seats));
}
