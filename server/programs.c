/* programs.c: programs that play at tables. See programs.h. */
#include "server/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "native/program_bot.h"
#include "server/bot_threads.h"
#include "server/server_log.h"

/* One program. */
typedef struct {
    programs *all;
    const char *name;
    program_bot_plan plan;
    program_bot *bot; /* its thread's alone */
    bot_threads *thread;
} one_program;

struct programs {
    one_program each[SERVER_PROGRAMS_MAX];
    const house_program *first; /* of the settings */
    int count;
    void (*done)(void *with, house_thought *thought, int64_t took_ns);
    void *with;
    atomic_bool stop;
    atomic_uint_least64_t lost;
};

/* ---- on its thread ---- */

static program_bot_why ask(one_program *one, house_thought *t)
{
    char match[PROGRAM_MATCH_MAX];
    kn_random random = t->player.random;
    snprintf(match, sizeof match, "%s %u %d", t->room, (unsigned)t->match, t->seat);
    const program_question question = {.game = t->game,
                                       .view = &t->view,
                                       .seat = t->seat,
                                       .seed = kn_random_next(&random),
                                       .match = match,
                                       .events = t->events};
    return program_bot_ask(one->bot, &question, &t->move, &t->delay_ms);
}

static void think(void *with, house_thought *t)
{
    one_program *one = with;
    program_bot_why why = ask(one, t);
    if (!why)
        return;
    atomic_fetch_add(&one->all->lost, 1);
    if (why != PROGRAM_BOT_RESTS && why != PROGRAM_BOT_STOPPED)
        server_log(SERVER_LOG_WARNING, "bot_failed",
                   FACTS({"bot", one->name, 0}, {"why", program_bot_whys[why], 0}));
    house_let_stand_in(t);
    bot_threads_think(NULL, t);
}

/* ---- on the loop ---- */

static void done(void *with, house_thought *thought, int64_t took_ns)
{
    const programs *p = ((one_program *)with)->all;
    p->done(p->with, thought, took_ns);
}

static void open_one(programs *p, uv_loop_t *loop, const server_settings *settings, int which)
{
    one_program *one = &p->each[which];
    const bot_threads_calls calls = {one, think, done};
    one->all = p;
    one->name = settings->program[which].name;
    one->plan = (program_bot_plan){.program = {.command = settings->command[which],
                                               .memory_mb = settings->bot_memory_mb,
                                               .quiet = true,
                                               .stop = &p->stop},
                                   .move_ms = settings->bot_ms};
    one->bot = program_bot_open(&one->plan);
    one->thread = bot_threads_open(loop, 1, &calls);
}

programs *programs_open(uv_loop_t *loop, const server_settings *settings,
                        void (*told)(void *with, house_thought *thought, int64_t took_ns),
                        void *with)
{
    programs *p = native_realloc(NULL, sizeof *p);
    memset(p, 0, sizeof *p);
    atomic_init(&p->stop, false);
    atomic_init(&p->lost, 0);
    p->first = settings->program;
    p->count = settings->programs;
    p->done = told;
    p->with = with;
    for (int i = 0; i < p->count; i++)
        open_one(p, loop, settings, i);
    return p;
}

void programs_ask(programs *p, house_thought *thought)
{
    bot_threads_ask(p->each[thought->program - p->first].thread, thought);
}

size_t programs_waiting(programs *p)
{
    size_t count = 0;
    for (int i = 0; i < p->count; i++)
        count += bot_threads_waiting(p->each[i].thread);
    return count;
}

uint64_t programs_lost(const programs *p)
{
    return atomic_load(&p->lost);
}

bool programs_close(programs *p, int64_t wait_ms)
{
    bool all_done = true;
    atomic_store(&p->stop, true);
    for (int i = 0; i < p->count; i++) {
        if (bot_threads_close(p->each[i].thread, wait_ms))
            program_bot_close(p->each[i].bot);
        else
            all_done = false;
    }
    if (all_done)
        free(p);
    return all_done;
}
