/* contestants.c: bots and programs in the arena. See contestants.h. */
#include "tools/contestants.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "native/players.h"
#include "table/table.h"

enum { IDLE_MOST = 64 /* as many as there are threads */, EVENTS_FIRST = 4096 };

struct contestant {
    const char *key;
    bool is_program;
    program_bot_plan plan;
    pthread_mutex_t lock; /* of what follows */
    program_bot *idle[IDLE_MOST];
    int idles;
    unsigned matches;
    int lost;
    program_bot_why why;
};

struct seated {
    contestant *by;
    const kn_game *game;
    bot bot; /* for a program, the one that stands in */
    program_bot *program;
    uint64_t seed;
    char match[PROGRAM_MATCH_MAX];
    char *events; /* for a program: what it has seen */
    size_t length, size;
    unsigned count; /* of all events, seen or not */
};

/* ---- contestants ---- */

contestant *contestant_open(const char *key, int64_t move_ms)
{
    static const char exec[] = "exec:";
    bool is_program = strncmp(key, exec, sizeof exec - 1) == 0;
    if (!is_program && strcmp(key, "random") != 0 && bot_level(kn_slice_of(key)) < 0)
        return NULL;
    contestant *c = native_realloc(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    c->key = key;
    c->is_program = is_program;
    if (is_program)
        c->plan = (program_bot_plan){
            .program = {.command = key + sizeof exec - 1, .memory_mb = PROGRAM_MEMORY_MB},
            .move_ms = move_ms};
    return c;
}

void contestant_close(contestant *c)
{
    if (!c)
        return;
    for (int i = 0; i < c->idles; i++)
        program_bot_close(c->idle[i]);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

int contestant_lost(const contestant *c, const char **why)
{
    *why = c->lost > 0 ? program_bot_whys[c->why] : NULL;
    return c->lost;
}

/* Of a process for every match that is played at the same time. */
static program_bot *take_program(contestant *c, unsigned *match)
{
    pthread_mutex_lock(&c->lock);
    *match = c->matches++;
    program_bot *one = c->idles > 0 ? c->idle[--c->idles] : NULL;
    pthread_mutex_unlock(&c->lock);
    return one ? one : program_bot_open(&c->plan);
}

static void give_program_back(contestant *c, program_bot *one)
{
    pthread_mutex_lock(&c->lock);
    bool kept = c->idles < IDLE_MOST;
    if (kept)
        c->idle[c->idles++] = one;
    pthread_mutex_unlock(&c->lock);
    if (!kept)
        program_bot_close(one);
}

/* A program that rests was told why before. */
static void note_lost(contestant *c, program_bot_why why)
{
    pthread_mutex_lock(&c->lock);
    c->lost++;
    if (why != PROGRAM_BOT_RESTS)
        c->why = why;
    pthread_mutex_unlock(&c->lock);
}

/* ---- in a match ---- */

seated *seated_open(contestant *c, const kn_game *game, const kn_setup *setup, int seat,
                    uint64_t seed)
{
    const char *level = c->is_program ? "random" : c->key;
    unsigned match;
    seated *s = native_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    s->by = c;
    s->game = game;
    s->seed = seed;
    players_open(&s->bot, game, setup, seat, kn_slice_of(level), seed);
    s->bot.machine = &players_machine_alone;
    if (c->is_program) {
        s->program = take_program(c, &match);
        snprintf(s->match, sizeof s->match, "%u", match);
    }
    return s;
}

static program_question question(const seated *s, const void *view)
{
    return (program_question){.game = s->game,
                              .view = view,
                              .seat = s->bot.seat,
                              .seed = s->seed,
                              .match = s->match,
                              .events = {s->events ? s->events : "", s->length}};
}

void seated_close(seated *s, const void *state)
{
    table_state view;
    if (s->program) {
        s->game->view(state, s->bot.seat, &view);
        const program_question over = question(s, &view);
        program_bot_over(s->program, &over);
        give_program_back(s->by, s->program);
    }
    free(s->events);
    free(s);
}

kn_move seated_choose(seated *s, const void *state, int64_t *delay_ms)
{
    table_state view;
    kn_move move;
    if (!s->program)
        return players_choose(&s->bot, s->game, state, delay_ms);
    s->game->view(state, s->bot.seat, &view);
    const program_question asked = question(s, &view);
    program_bot_why why = program_bot_ask(s->program, &asked, &move, delay_ms);
    if (!why)
        return move;
    note_lost(s->by, why);
    return players_choose(&s->bot, s->game, state, delay_ms);
}

/* ---- what it sees ---- */

/* `12 3.000 seat1: fill fours`, as in a log. */
static void put_line(seated *s, const void *state, const kn_event *event, bool hidden)
{
    char line[TABLE_LINE_MAX], head[64];
    kn_text out = kn_text_on(line, sizeof line);
    if (event->actor < KN_SEATS_MAX)
        snprintf(head, sizeof head, "%u %.3f seat%d: ", s->count, (double)event->at_ms / 1000,
                 event->actor + 1);
    else
        snprintf(head, sizeof head, "%u %.3f %s: ", s->count, (double)event->at_ms / 1000,
                 event->actor == KN_CHANCE ? "dice" : "clock");
    kn_put(&out, head);
    if (hidden)
        kn_put(&out, "?");
    else
        s->game->write_move(state, event->actor, event->move, &out);
    kn_put_char(&out, '\n');
    if (s->size - s->length < sizeof line) {
        s->size = s->size ? 2 * s->size : EVENTS_FIRST;
        s->events = native_realloc(s->events, s->size);
    }
    memcpy(s->events + s->length, line, out.length);
    s->length += out.length;
}

void seated_tell(seated *s, const void *state, const kn_event *event)
{
    s->count++;
    if (!s->program)
        return;
    kn_sight sight = s->game->seen(state, event, s->bot.seat);
    if (sight != KN_UNSEEN)
        put_line(s, state, event, sight == KN_ACTED);
}

void seated_watch(seated *s, const void *state)
{
    players_watch(&s->bot, s->game, state);
}
