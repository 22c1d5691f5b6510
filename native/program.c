/* program.c: talks with another program in lines. See program.h. */
#define _GNU_SOURCE /* pipe2: a pipe must not slip into a program that another thread starts */
#include "native/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "native/keeper.h"
#include "native/native.h"

enum {
    LOOK_EACH_MS = 100, /* whether we are to stop */
    END_MS = 5000,      /* for the keeper; after that it is killed itself */
    HELD_MAX = 4096,    /* bytes read ahead */
};

struct program {
    const program_plan *plan;
    pid_t keeper;
    int lifeline, in, out; /* `in` is its standard input, which we write to */
    char held[HELD_MAX];
    size_t first, count; /* of what is held */
    size_t said;         /* bytes since the last question */
};

extern char **environ;

/* ---- starting ---- */

/* Three pipes for the keeper, who finds them at 0, 1 and KEEPER_LIFELINE. The ends are moved out of
 * the way first, since one of them may have such a number already. */
static bool spawn(program *p, int input, int output, int lifeline)
{
    char memory[16];
    const char *words[] = {"knobel",         KEEPER_WORD, memory, p->plan->quiet ? "quiet" : "loud",
                           p->plan->command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, usual;
    snprintf(memory, sizeof memory, "%d", p->plan->memory_mb);
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, lifeline, KEEPER_LIFELINE);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setsigmask(&how, &none);
    int failed = posix_spawn(&p->keeper, "/proc/self/exe", &files, &how,
                             (char *const *)(uintptr_t)words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return !failed;
}

/* A pipe whose ends have numbers that no child gets. */
static bool open_pipe(int ends[2])
{
    enum { ABOVE = 10 };
    int raw[2];
    if (pipe2(raw, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, ABOVE);
        close(raw[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

static void close_pipes(int pipes[3][2], int end)
{
    for (int i = 0; i < 3; i++)
        if (pipes[i][end] >= 0)
            close(pipes[i][end]);
}

program *program_start(const program_plan *plan)
{
    int pipes[3][2] = {
        {-1, -1}, {-1, -1}, {-1, -1}}; /* its input, the lifeline; its output turned */
    program *p = native_realloc(NULL, sizeof *p);
    memset(p, 0, sizeof *p);
    p->plan = plan;
    int output[2] = {-1, -1};
    bool open = open_pipe(pipes[0]) && open_pipe(pipes[1]) && open_pipe(output);
    pipes[2][0] = output[1]; /* [0] is the end of the child in each */
    pipes[2][1] = output[0];
    bool started = open && spawn(p, pipes[0][0], pipes[2][0], pipes[1][0]);
    close_pipes(pipes, 0);
    if (!started) {
        close_pipes(pipes, 1);
        free(p);
        return NULL;
    }
    p->in = pipes[0][1];
    p->lifeline = pipes[1][1];
    p->out = pipes[2][1];
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    return p;
}

/* The keeper ends as soon as it has ended the rest, unless the machine is in a bad way. */
static void await_keeper(pid_t keeper)
{
    const struct timespec moment = {0, 2000000};
    int64_t until = native_steady_ns() + (int64_t)END_MS * 1000000;
    while (waitpid(keeper, NULL, WNOHANG) == 0) {
        if (native_steady_ns() > until) {
            kill(keeper, SIGKILL);
            waitpid(keeper, NULL, 0);
            return;
        }
        nanosleep(&moment, NULL);
    }
}

void program_end(program *p)
{
    if (!p)
        return;
    close(p->lifeline);
    close(p->in);
    close(p->out);
    await_keeper(p->keeper);
    free(p);
}

/* ---- talking ---- */

/* Wait until one may go on with `file`. A program that has closed its input will not play on: it is
 * gone, unless it still has something to say. */
static program_answer await(const program *p, int file, short events, int64_t until_ns)
{
    for (;;) {
        struct pollfd both[] = {{.fd = file, .events = events}, {.fd = p->in}};
        int64_t left_ms = (until_ns - native_steady_ns()) / 1000000 + 1;
        if (left_ms <= 0 || (p->plan->stop && atomic_load(p->plan->stop)))
            return PROGRAM_LATE;
        if (poll(both, 2, left_ms < LOOK_EACH_MS ? (int)left_ms : LOOK_EACH_MS) <= 0)
            continue;
        return both[0].revents ? PROGRAM_WELL : PROGRAM_GONE;
    }
}

program_answer program_say(program *p, kn_slice text, int64_t until_ns)
{
    while (text.length > 0) {
        ssize_t wrote = write(p->in, text.at, text.length);
        program_answer answer = PROGRAM_WELL;
        if (wrote > 0) {
            text.at += wrote;
            text.length -= (size_t)wrote;
        } else if (wrote < 0 && errno != EAGAIN && errno != EINTR) {
            answer = PROGRAM_GONE;
        } else {
            answer = await(p, p->in, POLLOUT, until_ns);
        }
        if (answer)
            return answer;
    }
    return PROGRAM_WELL;
}

/* Read more; what was held is gone by now, or moves to the front. */
static program_answer read_more(program *p, int64_t until_ns)
{
    memmove(p->held, p->held + p->first, p->count);
    p->first = 0;
    for (;;) {
        ssize_t got = read(p->out, p->held + p->count, sizeof p->held - p->count);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return PROGRAM_GONE;
        if (got > 0) {
            p->count += (size_t)got;
            p->said += (size_t)got;
            return p->said > PROGRAM_SAYS_MAX ? PROGRAM_FLOODS : PROGRAM_WELL;
        }
        program_answer answer = await(p, p->out, POLLIN, until_ns);
        if (answer)
            return answer;
    }
}

program_answer program_hear(program *p, char line[PROGRAM_LINE_MAX], int64_t until_ns)
{
    for (;;) {
        char *from = p->held + p->first, *end = memchr(from, '\n', p->count);
        size_t length = end ? (size_t)(end - from) : p->count;
        if (length >= PROGRAM_LINE_MAX)
            return PROGRAM_FLOODS;
        if (end) {
            memcpy(line, from, length);
            line[length - (length > 0 && from[length - 1] == '\r')] = '\0';
            p->first += length + 1;
            p->count -= length + 1;
            return PROGRAM_WELL;
        }
        program_answer answer = read_more(p, until_ns);
        if (answer)
            return answer;
    }
}

/* Not to its end, if there is none. */
void program_turn(program *p)
{
    enum { READS_MOST = 16 };
    for (int n = 0; n < READS_MOST && read(p->out, p->held, sizeof p->held) > 0; n++)
        continue;
    p->first = p->count = p->said = 0;
}
