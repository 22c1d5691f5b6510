/* programs.h: programs of the operator's that play at tables (docs/engine-protocol.md). Each has a
 * thread and a queue of its own: one that is slow keeps nobody waiting but those who play with it.
 */
#ifndef KNOBEL_SERVER_PROGRAMS_H
#define KNOBEL_SERVER_PROGRAMS_H

#include <uv.h>

#include "server/settings.h"

typedef struct programs programs;

/* Those of the settings, which must last; none is started before it is asked. `done` is as in
 * bot_threads.h. */
programs *programs_open(uv_loop_t *loop, const server_settings *settings,
                        void (*done)(void *with, house_thought *thought, int64_t took_ns),
                        void *with);

/* Ask the program that the thought names; if it fails, a bot stands in for it. */
void programs_ask(programs *p, house_thought *thought);

/* How many thoughts nobody has begun with, and how many turns were lost so far. */
size_t programs_waiting(programs *p);
uint64_t programs_lost(const programs *p);

/* Ends all of them. False: a bot that stands in still thinks, as in bot_threads_close. */
bool programs_close(programs *p, int64_t wait_ms);

#endif
