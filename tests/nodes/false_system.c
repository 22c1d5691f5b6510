/* false_system.c: see false_system.h. */
#define _XOPEN_SOURCE 700 /* ucontext */
#include "tests/nodes/false_system.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "core/random.h"
#include "native/native.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#define TELL_SANITIZER
#endif
#endif

enum {
    STACK_BYTES = 1 << 20,
    FIBERS_MAX = 512,
    DRIFT_PPM = 5000, /* by which clocks may differ from the world's */
};

struct fiber {
    ucontext_t context;
    char *stack;
    int machine, life;
    void (*work)(void *with);
    void *with;
    bool over, ready;
    const void *what; /* that it waits for */
    int64_t until_ns;
};

typedef struct {
    bool up, paused;
    int life;
    int64_t drift_ppm;
} machine;

static struct {
    kn_random random;
    int64_t now_ns;
    fiber *fibers[FIBERS_MAX];
    int fiber_count;
    fiber *now;
    ucontext_t scheduler;
    const void *scheduler_stack;
    size_t scheduler_size;
    machine machine[MACHINES];
    bool cut[MACHINES][MACHINES];
    pipe_end *pipes, *listener[MACHINES];
    char *spare[FIBERS_MAX];
    int spares;
    int pretended; /* -1: none */
} all;

/* ---- by lot ---- */

uint32_t below(uint32_t bound)
{
    return kn_random_below(&all.random, bound);
}

bool one_in(uint32_t n)
{
    return below(n) == 0;
}

uint64_t random_number(void)
{
    return kn_random_next(&all.random);
}

/* In place of the system's: native/random.c. */
void native_random(void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(random_number() >> 24);
}

/* ---- switching ---- */

/* The address sanitizer wants to know on which stack we are. */
static void leave(const void *stack, size_t size)
{
#ifdef TELL_SANITIZER
    __sanitizer_start_switch_fiber(NULL, stack, size);
#else
    (void)stack, (void)size;
#endif
}

static void arrive(const void **stack, size_t *size)
{
#ifdef TELL_SANITIZER
    __sanitizer_finish_switch_fiber(NULL, stack, size);
#else
    (void)stack, (void)size;
#endif
}

static void to_scheduler(void)
{
    leave(all.scheduler_stack, all.scheduler_size);
    swapcontext(&all.now->context, &all.scheduler);
    arrive(&all.scheduler_stack, &all.scheduler_size);
}

static void to_fiber(fiber *f)
{
    all.now = f;
    f->ready = false;
    leave(f->stack, STACK_BYTES);
    swapcontext(&all.scheduler, &f->context);
    arrive(NULL, NULL);
    all.now = NULL;
}

static void begin(void)
{
    arrive(&all.scheduler_stack, &all.scheduler_size);
    fiber *f = all.now;
    f->work(f->with);
    f->over = true;
    fiber_wake(f, true);
    to_scheduler();
}

/* ---- fibers ---- */

fiber *fiber_start(int where, void (*work)(void *with), void *with)
{
    fiber *f = native_realloc(NULL, sizeof *f);
    memset(f, 0, sizeof *f);
    f->stack = all.spares > 0 ? all.spare[--all.spares] : native_realloc(NULL, STACK_BYTES);
    f->machine = where;
    f->life = all.machine[where].life;
    f->work = work;
    f->with = with;
    f->ready = true;
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = STACK_BYTES;
    makecontext(&f->context, begin, 0);
    if (all.fiber_count == FIBERS_MAX)
        abort();
    all.fibers[all.fiber_count++] = f;
    return f;
}

bool fiber_is_over(const fiber *f)
{
    return f->over;
}

fiber *fiber_now(void)
{
    return all.now;
}

int machine_now(void)
{
    return all.now ? all.now->machine : WORLD;
}

void fiber_wait(const void *what, int64_t until_ns)
{
    all.now->what = what;
    all.now->until_ns = until_ns;
    to_scheduler();
    all.now->what = NULL;
}

void fiber_wake(const void *what, bool every)
{
    for (int i = 0; i < all.fiber_count; i++)
        if (all.fibers[i]->what == what && !all.fibers[i]->ready) {
            all.fibers[i]->ready = true;
            if (!every)
                return;
        }
}

void fiber_wake_at(const void *what, int64_t at_ns)
{
    for (int i = 0; i < all.fiber_count; i++)
        if (all.fibers[i]->what == what && all.fibers[i]->until_ns > at_ns)
            all.fibers[i]->until_ns = at_ns;
}

void fiber_sleep_ms(int64_t ms)
{
    int64_t until = all.now_ns + ms * MS_NS;
    while (all.now_ns < until)
        fiber_wait(NULL, until);
}

void fiber_yield(void)
{
    all.now->ready = true;
    to_scheduler();
}

/* ---- taking turns ---- */

static bool may_run(const fiber *f)
{
    const machine *m = &all.machine[f->machine];
    return m->up && !m->paused && m->life == f->life;
}

/* Those that are over, or whose machine is gone, are forgotten. Their memory is not given back: it
 * may be somebody's who waited for them, and a seed is short. */
static void sweep(void)
{
    int kept = 0;
    for (int i = 0; i < all.fiber_count; i++) {
        fiber *f = all.fibers[i];
        if (f->over)
            all.spare[all.spares++] = f->stack;
        if (!f->over && all.machine[f->machine].life == f->life)
            all.fibers[kept++] = f;
    }
    all.fiber_count = kept;
}

static fiber *draw_next(void)
{
    fiber *runnable[FIBERS_MAX];
    uint32_t count = 0;
    int64_t soonest = NEVER_NS;
    for (int i = 0; i < all.fiber_count; i++) {
        fiber *f = all.fibers[i];
        if (!may_run(f))
            continue;
        if (f->ready || f->until_ns <= all.now_ns)
            runnable[count++] = f;
        else if (f->until_ns < soonest)
            soonest = f->until_ns;
    }
    if (count > 0)
        return runnable[count == 1 ? 0 : below(count)];
    if (soonest == NEVER_NS)
        abort(); /* everybody waits for everybody */
    all.now_ns = soonest;
    return draw_next();
}

void system_run(uint64_t seed, void (*work)(void *with), void (*watch)(void), void *with)
{
    memset(&all, 0, sizeof all);
    all.random = kn_random_from(seed);
    all.now_ns = 1000 * MS_NS;
    all.pretended = -1;
    for (int i = 0; i < MACHINES; i++) {
        all.machine[i].up = true;
        if (i != WORLD)
            all.machine[i].drift_ppm = (int64_t)below(2 * DRIFT_PPM) - DRIFT_PPM;
    }
    fiber *main_one = fiber_start(WORLD, work, with);
    while (!main_one->over) {
        to_fiber(draw_next());
        sweep();
        watch();
    }
}

/* ---- machines and time ---- */

int64_t world_ns(void)
{
    return all.now_ns;
}

void machine_pretend(int which)
{
    all.pretended = which;
}

static int64_t drift(void)
{
    int which = all.pretended >= 0 ? all.pretended : machine_now();
    return 1000000 + all.machine[which].drift_ppm;
}

int64_t machine_ns(void)
{
    return all.now_ns * drift() / 1000000;
}

/* Rounded up: what is due then is due. */
int64_t machine_to_world_ns(int64_t ns)
{
    return ns * 1000000 / drift() + 1;
}

/* In place of the system's. Programs that are not on a machine, as this one is at its end, get the
 * world's time. */
int clock_gettime(clockid_t clock, struct timespec *out)
{
    const int64_t unix_ns = clock == CLOCK_REALTIME ? INT64_C(1794700800000) * MS_NS : 0;
    int64_t ns = machine_ns() + unix_ns;
    *out = (struct timespec){ns / 1000000000, ns % 1000000000};
    return 0;
}

void machine_pause(int which, bool paused)
{
    all.machine[which].paused = paused;
}

void machine_boot(int which)
{
    all.machine[which].up = true;
    all.machine[which].paused = false;
}

bool machine_is_up(int which)
{
    return all.machine[which].up;
}

int machine_life(int which)
{
    return all.machine[which].life;
}

/* ---- connections ---- */

/* Something on its way. */
typedef struct packet {
    struct packet *next;
    int64_t at_ns;
    came what;
    size_t count, used;
    pipe_end *caller;
    char bytes[];
} packet;

struct pipe_end {
    pipe_end *next; /* of all */
    pipe_end *peer; /* NULL: a listener, or gone */
    int machine, life, other;
    const void *waits;
    bool closed, reset;
    packet *first, **last;
    int64_t last_ns;
};

static pipe_end *new_end(int where, int other, const void *waits)
{
    pipe_end *p = native_realloc(NULL, sizeof *p);
    memset(p, 0, sizeof *p);
    p->machine = where;
    p->life = all.machine[where].life;
    p->other = other;
    p->waits = waits;
    p->last = &p->first;
    p->next = all.pipes;
    all.pipes = p;
    return p;
}

/* Most are quick, some are not; none overtakes another. */
static void send_packet(pipe_end *to, came what, const void *bytes, size_t count, pipe_end *caller)
{
    packet *one = native_realloc(NULL, sizeof *one + count);
    int64_t at_ns = all.now_ns + (one_in(30) ? below(400) * MS_NS : (1 + below(5)) * MS_NS);
    *one = (packet){.at_ns = at_ns > to->last_ns ? at_ns : to->last_ns,
                    .what = what,
                    .count = count,
                    .caller = caller};
    if (count > 0)
        memcpy(one->bytes, bytes, count);
    to->last_ns = one->at_ns;
    *to->last = one;
    to->last = &one->next;
    fiber_wake_at(to->waits, one->at_ns);
}

static bool is_alive(const pipe_end *p)
{
    return !p->closed && all.machine[p->machine].up && all.machine[p->machine].life == p->life;
}

pipe_end *pipe_listen(const void *waits)
{
    pipe_end *p = new_end(machine_now(), machine_now(), waits);
    all.listener[p->machine] = p;
    return p;
}

pipe_end *pipe_call(int where, const void *waits)
{
    pipe_end *p = new_end(machine_now(), where, waits), *listener = all.listener[where];
    if (link_is_cut(p->machine, where))
        return p;
    if (!listener || !is_alive(listener)) {
        send_packet(p, CAME_RESET, NULL, 0, NULL);
        return p;
    }
    pipe_end *called = new_end(where, p->machine, NULL);
    called->peer = p;
    p->peer = called;
    send_packet(listener, CAME_CALL, NULL, 0, called);
    send_packet(p, CAME_ANSWER, NULL, 0, NULL);
    return p;
}

bool pipe_write(pipe_end *p, const void *bytes, size_t count)
{
    if (p->reset || p->closed)
        return false;
    if (p->peer && is_alive(p->peer))
        send_packet(p->peer, CAME_BYTES, bytes, count, NULL);
    else if (p->peer && all.machine[p->other].up)
        send_packet(p, CAME_RESET, NULL, 0, NULL); /* that machine knows nothing of it */
    return true;
}

int64_t pipe_due_ns(const pipe_end *p)
{
    const packet *one = p->first;
    int from = one && one->caller ? one->caller->other : p->other;
    return !one || link_is_cut(p->machine, from) ? NEVER_NS : one->at_ns;
}

static packet *take_packet(pipe_end *p)
{
    packet *one = p->first;
    p->first = one->next;
    if (!p->first)
        p->last = &p->first;
    return one;
}

came pipe_read(pipe_end *p, void *bytes, size_t size, size_t *count)
{
    *count = 0;
    if (pipe_due_ns(p) > all.now_ns)
        return CAME_NOTHING;
    packet *one = p->first;
    came what = one->what;
    if (what == CAME_CALL)
        return what; /* pipe_accept takes it */
    if (what == CAME_BYTES) {
        *count = one->count - one->used < size ? one->count - one->used : size;
        memcpy(bytes, one->bytes + one->used, *count);
        one->used += *count;
        if (one->used < one->count)
            return what;
    }
    p->reset |= what == CAME_RESET;
    free(take_packet(p));
    return what;
}

pipe_end *pipe_accept(pipe_end *listener, const void *waits)
{
    if (pipe_due_ns(listener) > all.now_ns)
        return NULL;
    packet *one = take_packet(listener);
    pipe_end *p = one->caller;
    free(one);
    p->waits = waits;
    return p;
}

int pipe_peer(const pipe_end *p)
{
    return p->other;
}

/* The memory stays: the other end may know of it. */
void pipe_close(pipe_end *p)
{
    if (p->closed)
        return;
    p->closed = true;
    if (p->peer && is_alive(p->peer))
        send_packet(p->peer, CAME_END, NULL, 0, NULL);
}

/* ---- what is done to them ---- */

/* Its system says so to those who were connected, or the machine is gone without a word. */
void machine_kill(int which)
{
    bool quietly = one_in(3);
    for (pipe_end *p = all.pipes; p; p = p->next)
        if (p->machine == which && p->life == all.machine[which].life && !p->closed) {
            p->closed = true;
            if (!quietly && p->peer && is_alive(p->peer))
                send_packet(p->peer, CAME_RESET, NULL, 0, NULL);
        }
    all.listener[which] = NULL;
    all.machine[which].up = false;
    all.machine[which].life++;
}

bool link_is_cut(int one, int other)
{
    return all.cut[one][other];
}

void link_cut(int one, int other, bool cut)
{
    all.cut[one][other] = all.cut[other][one] = cut;
    for (pipe_end *p = all.pipes; p && !cut; p = p->next)
        if (p->first && (p->machine == one || p->machine == other))
            fiber_wake_at(p->waits, all.now_ns);
}
