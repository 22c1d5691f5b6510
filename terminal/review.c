/* review.c: what was luck and what was error in a match. See review.h. */
#include "terminal/review.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "native/players.h"
#include "table/log.h"
#include "terminal/play.h"
#include "terminal/show.h"

enum { STACK_BYTES = 8 << 20 };

typedef struct {
    const table *played;
    const kn_game *game;
    const volatile bool *stop;
    table_state state;
    bot judge[KN_SEATS_MAX];
    review *out;
} going;

static double value_for(going *g, int seat)
{
    table_state view;
    g->game->view(&g->state, seat, &view);
    bot_opinion opinion = g->judge[seat].kind->value(&g->judge[seat], &view);
    if (opinion.error > g->out->seat[seat].doubt)
        g->out->seat[seat].doubt = opinion.error;
    return opinion.value;
}

/* Enter what an event changed for a seat; returns the change. */
static double enter(going *g, int seat, int actor)
{
    review_account *a = &g->out->seat[seat];
    double before = a->end;
    a->end = value_for(g, seat);
    if (actor == KN_CHANCE)
        a->luck += a->end - before;
    else if (actor == seat)
        a->errors -= a->end - before;
    else
        a->gifts += a->end - before;
    return a->end - before;
}

static void put_best_move(going *g, int seat, const table_state *before, review_note *note)
{
    bot_opinion *opinions = native_room(NULL, KN_MOVES_MAX * sizeof *opinions);
    table_state view;
    kn_text text = kn_text_on(note->best, sizeof note->best);
    g->game->view(before, seat, &view);
    g->judge[seat].kind->judge(&g->judge[seat], &view, opinions);
    g->game->write_move(before, seat, opinions[0].move, &text);
    free(opinions);
}

static review_note *new_note(review *r)
{
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->notes = native_room(r->notes, (size_t)r->room * sizeof *r->notes);
    }
    return &r->notes[r->count++];
}

static void note_change(going *g, const log_line *line, int seat, double change,
                        const table_state *before)
{
    const double least = 1e-9; /* below this two moves are equally good */
    review_note *note = new_note(g->out);
    *note = (review_note){.number = line->number,
                          .seat = seat,
                          .actor = line->actor,
                          .change = change,
                          .value = g->out->seat[seat].end};
    snprintf(note->move, sizeof note->move, "%.*s", (int)line->move.length, line->move.at);
    note->worse = line->actor == seat && change < -least - g->out->seat[seat].doubt;
    if (note->worse)
        put_best_move(g, seat, before, note);
}

/* A throw of others changes only what is shared: then nothing is noted. */
static void go_through(going *g, const log_line *line)
{
    table_state before = g->state;
    kn_event event = {.at_ms = line->at_ms, .error_ms = line->error_ms};
    event.acted_ms = line->acted_ms == KN_NEVER ? line->at_ms : line->acted_ms;
    event.actor = (uint8_t)line->actor;
    g->game->read_move(&g->state, line->actor, line->move, &event.move);
    g->game->apply(&g->state, &event);
    for (int seat = 0; seat < g->out->seats; seat++) {
        double change = enter(g, seat, line->actor);
        if (change != 0 || line->actor == seat)
            note_change(g, line, seat, change, &before);
    }
}

/* All events that count, from the start. */
static bool go_through_all(going *g)
{
    const table_log *log = &g->played->log;
    g->game->start(&g->played->plan.setup, &g->state);
    for (int seat = 0; seat < g->out->seats; seat++)
        g->out->seat[seat].start = g->out->seat[seat].end = value_for(g, seat);
    for (uint32_t i = 0; i < log->count && !*g->stop; i++) {
        size_t end = i + 1 < log->count ? log->marks[i + 1].offset : log->length;
        kn_slice text = {log->text + log->marks[i].offset, end - log->marks[i].offset - 1};
        log_line line;
        if (!log->marks[i].taken_back && log->marks[i].actor != TABLE_BACK &&
            log_read_line(text, &line))
            go_through(g, &line);
    }
    return !*g->stop;
}

bool review_make(const table *t, const volatile bool *stop, review *out)
{
    going g = {.played = t, .game = t->plan.game, .stop = stop, .out = out};
    memset(out, 0, sizeof *out);
    out->seats = t->plan.setup.seats;
    for (int seat = 0; seat < out->seats; seat++)
        if (!players_open(&g.judge[seat], g.game, &t->plan.setup, seat, kn_slice_of("best"), 1) ||
            !g.judge[seat].kind || !g.judge[seat].kind->value || !g.judge[seat].kind->judge)
            return false;
    out->meaning = g.judge[0].kind->meaning;
    if (!go_through_all(&g)) {
        review_free(out);
        return false;
    }
    for (int seat = 0; seat < out->seats; seat++)
        out->score[seat] = g.game->score(&g.state, seat);
    return true;
}

void review_free(review *r)
{
    free(r->notes);
    memset(r, 0, sizeof *r);
}

/* ---- beside the screen ---- */

struct review_job {
    pthread_t thread;
    char *log;
    volatile bool stop;
    bool well;
    atomic_bool done;
    review result;
};

static void *work(void *with)
{
    review_job *job = with;
    table t;
    table_report report;
    if (!play_load(&t, kn_slice_of(job->log), &report)) {
        job->well = review_make(&t, &job->stop, &job->result);
        play_free(&t);
    }
    atomic_store(&job->done, true);
    return NULL;
}

review_job *review_begin(const char *log)
{
    review_job *job = native_room(NULL, sizeof *job);
    pthread_attr_t size;
    memset(job, 0, sizeof *job);
    job->log = native_room(NULL, strlen(log) + 1);
    strcpy(job->log, log);
    pthread_attr_init(&size);
    pthread_attr_setstacksize(&size, STACK_BYTES);
    if (pthread_create(&job->thread, &size, work, job) != 0)
        abort();
    pthread_attr_destroy(&size);
    return job;
}

bool review_done(const review_job *job)
{
    return atomic_load(&job->done);
}

const review *review_result(const review_job *job)
{
    return job->well ? &job->result : NULL;
}

void review_end(review_job *job)
{
    if (!job)
        return;
    job->stop = true;
    pthread_join(job->thread, NULL);
    review_free(&job->result);
    free(job->log);
    free(job);
}
