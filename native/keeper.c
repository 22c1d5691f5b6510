/* keeper.c: starts a program with limits, and ends it with all that it has started. See keeper.h.
 *
 * A process of its own, because only a parent learns of children that their own parents have left:
 * as a "subreaper" it inherits them, wherever they hide. And it goes on if we crash. */
#include "native/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
    FILES_MOST = 256,      /* open in the program */
    FILE_MOST = 256 << 20, /* bytes of one that it writes */
    NICE = 10,             /* behind our own bots */
    PROCESSES_MOST = 64,   /* of the program; how often they are counted: */
    COUNT_EACH_MS = 200,
    LIST_MAX = 4096,        /* bytes of a list of children */
    DESCRIPTORS_MOST = 1024 /* that we may have inherited by accident */
};

bool keeper_wanted(int argc, char **argv)
{
    return argc == 5 && strcmp(argv[1], KEEPER_WORD) == 0;
}

/* ---- the program ---- */

static void limit(int what, rlim_t most)
{
    const struct rlimit both = {most, most};
    setrlimit(what, &both);
}

/* Memory that it really uses: some runtimes reserve far more addresses than they ever touch. */
static void limit_memory(const char *megabytes)
{
#ifdef KNOBEL_SANITIZED
    (void)megabytes; /* a sanitizer's shadow counts, too */
#else
    rlim_t most = (rlim_t)strtoul(megabytes, NULL, 10) << 20;
    if (most > 0)
        limit(RLIMIT_DATA, most);
#endif
}

/* What a program needs of our environment. The rest is not its business: the address of the
 * database may be in there, with its password. */
static char **few_variables(void)
{
    static const char *const names[] = {
        "PATH",   "HOME", "USER", "LOGNAME",        "LANG",       "LANGUAGE",    "LC_ALL",
        "TMPDIR", "TERM", "TZ",   "XDG_CACHE_HOME", "PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH"};
    enum { NAMES = sizeof names / sizeof *names };
    static char *kept[NAMES + 1];
    int count = 0;
    for (char **one = environ; *one; one++)
        for (int i = 0; i < NAMES && count < NAMES; i++) {
            size_t length = strlen(names[i]);
            if (strncmp(*one, names[i], length) == 0 && (*one)[length] == '=')
                kept[count++] = *one;
        }
    kept[count] = NULL;
    return kept;
}

static void become_program(char **argv)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (setpriority(PRIO_PROCESS, 0, NICE) != 0)
        errno = 0; /* then it is as important as we are */
    if (strcmp(argv[3], "quiet") == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    close(KEEPER_LIFELINE);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, FILE_MOST);
    limit(RLIMIT_NOFILE, FILES_MOST);
    limit_memory(argv[2]);
    execle("/bin/sh", "sh", "-c", argv[4], (char *)NULL, few_variables());
    _exit(127);
}

/* ---- its processes ---- */

/* The children that a thread has started, into `list`; returns how many were read. */
static int children_of_thread(const char *path, pid_t *list, int most)
{
    char text[LIST_MAX];
    int count = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    for (char *at = text, *end; count < most; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at || *end != ' ') /* the last one may be cut */
            break;
        list[count++] = (pid_t)pid;
    }
    return count;
}

/* Likewise of all threads of a process. */
static int children_of(pid_t parent, pid_t *list, int most)
{
    char path[320];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
    DIR *threads = opendir(path);
    for (const struct dirent *one; threads && count < most && (one = readdir(threads));) {
        if (one->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)parent, one->d_name);
        count += children_of_thread(path, list + count, most - count);
    }
    if (threads)
        closedir(threads);
    return count;
}

/* All that the program has started, itself included, as far as there are not too many. */
static bool too_many(void)
{
    pid_t list[PROCESSES_MOST + 1];
    int count = children_of(getpid(), list, PROCESSES_MOST + 1);
    for (int i = 0; i < count && count <= PROCESSES_MOST; i++)
        count += children_of(list[i], list + count, PROCESSES_MOST + 1 - count);
    return count > PROCESSES_MOST;
}

/* The whole group at one stroke, so that none of it can start another one meanwhile; then those who
 * have left the group, and whom these leave behind. */
static void end_all(pid_t group)
{
    pid_t list[PROCESSES_MOST];
    kill(-group, SIGKILL);
    do {
        int count = children_of(getpid(), list, PROCESSES_MOST);
        for (int i = 0; i < count; i++)
            kill(list[i], SIGKILL);
    } while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
}

/* ---- watching ---- */

/* That it is called is enough: it ends a wait. */
static void wake(int number)
{
    (void)number;
}

/* Has the program itself ended? Others that it has left behind are collected on the way. */
static bool has_ended(pid_t program)
{
    for (pid_t one; (one = waitpid(-1, NULL, WNOHANG)) > 0;)
        if (one == program)
            return true;
    return false;
}

/* Until the program ends, has too many processes, or is not wanted any longer. */
static void watch(pid_t program)
{
    const struct timespec wait = {0, COUNT_EACH_MS * 1000000L};
    fd_set lifeline;
    sigset_t none;
    sigemptyset(&none);
    while (!has_ended(program) && !too_many()) {
        FD_ZERO(&lifeline);
        FD_SET(KEEPER_LIFELINE, &lifeline);
        /* SIGCHLD is blocked except here: none is missed between the look and the wait. */
        if (pselect(KEEPER_LIFELINE + 1, &lifeline, NULL, NULL, &wait, &none) > 0)
            return;
    }
}

int keeper_run(char **argv)
{
    sigset_t child;
    struct sigaction woken = {.sa_handler = wake};
    for (int i = KEEPER_LIFELINE + 1; i < DESCRIPTORS_MOST; i++)
        close(i);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    sigaction(SIGCHLD, &woken, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    setsid(); /* a Ctrl-C at our terminal is for us: then we end it in order */
    pid_t program = fork();
    if (program < 0)
        return 1;
    if (program == 0)
        become_program(argv);
    close(STDIN_FILENO); /* or nobody would notice that the program has closed them */
    close(STDOUT_FILENO);
    watch(program);
    end_all(program);
    return 0;
}
