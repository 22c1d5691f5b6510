/* false_system.h: several machines in one process, so that one seed repeats everything that happens
 * on them: threads that take turns, clocks, a network that can be cut, and libuv on top of that
 * (false_uv.c). Whatever runs here runs unchanged in the server, on real threads and sockets.
 *
 * A thread is a fiber: it runs until it waits for something. Then the next one is drawn by lot; if
 * all wait, time goes on to whatever is due first. */
#ifndef KNOBEL_TESTS_NODES_FALSE_SYSTEM_H
#define KNOBEL_TESTS_NODES_FALSE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORLD = 0, NODES = 3, DATABASE = NODES + 1, MACHINES };
#define NEVER_NS INT64_MAX
#define MS_NS INT64_C(1000000)

/* All begins with a seed, and ends when `work` has. `watch` looks at it after every turn. */
void system_run(uint64_t seed, void (*work)(void *with), void (*watch)(void), void *with);

/* By lot. */
uint32_t below(uint32_t bound);
bool one_in(uint32_t n);
uint64_t random_number(void);

/* ---- fibers ---- */

typedef struct fiber fiber;

/* On a machine, which has to be up. */
fiber *fiber_start(int machine, void (*work)(void *with), void *with);
bool fiber_is_over(const fiber *f);

/* The one that runs, and its machine. */
fiber *fiber_now(void);
int machine_now(void);

/* Wait until somebody wakes those who wait for `what`, or until then, or for no reason at all. */
void fiber_wait(const void *what, int64_t until_ns);
void fiber_wake(const void *what, bool all);

/* Have those who wait for `what` wake up then, if not earlier. */
void fiber_wake_at(const void *what, int64_t at_ns);

void fiber_sleep_ms(int64_t ms);

/* Maybe it is somebody else's turn. */
void fiber_yield(void);

/* ---- machines and time ---- */

int64_t world_ns(void);

/* What the clocks of the machine that runs show: they are not equally fast. */
int64_t machine_ns(void);
int64_t machine_to_world_ns(int64_t ns);

/* Whoever looks from outside sees the clocks of this machine; -1: that is over. */
void machine_pretend(int machine);

void machine_pause(int machine, bool paused);
void machine_kill(int machine); /* nothing that runs there ever goes on */
void machine_boot(int machine);
bool machine_is_up(int machine);
int machine_life(int machine); /* another number after each boot */

/* Nothing gets from one to the other, nor back. */
void link_cut(int one, int other, bool cut);
bool link_is_cut(int one, int other);

/* ---- connections ---- */

typedef struct pipe_end pipe_end;

typedef enum { CAME_NOTHING, CAME_BYTES, CAME_END, CAME_RESET, CAME_CALL, CAME_ANSWER } came;

/* The machine that runs listens: those who call are accepted from this end. `waits` is what the
 * fiber waits for that reads from it. */
pipe_end *pipe_listen(const void *waits);
pipe_end *pipe_accept(pipe_end *listener, const void *waits); /* NULL: nobody has called */

/* Call a machine. CAME_ANSWER or CAME_RESET comes of it, or nothing at all. */
pipe_end *pipe_call(int machine, const void *waits);

bool pipe_write(pipe_end *p, const void *bytes, size_t count); /* false: it is reset */

/* What has come, and at most `size` bytes of it. Nothing: see pipe_due_ns. */
came pipe_read(pipe_end *p, void *bytes, size_t size, size_t *count);
int64_t pipe_due_ns(const pipe_end *p);
int pipe_peer(const pipe_end *p); /* its machine */
void pipe_close(pipe_end *p);

#endif
