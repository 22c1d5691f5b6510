/* false_clock.c: clocks that are wrong on command, preloaded (LD_PRELOAD) before a program. The
 * file FALSE_CLOCK has two numbers, read at every call: how many milliseconds the clock on the wall
 * is ahead, and how many the one that only goes on. Not there: all is well. */
#define _GNU_SOURCE /* syscall */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t ahead_ms(clockid_t clock)
{
    long long wall = 0, steady = 0;
    char text[64];
    const char *path = getenv("FALSE_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    if (sscanf(text, "%lld %lld", &wall, &steady) != 2)
        return 0;
    return clock == CLOCK_REALTIME                                       ? wall
           : clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE ? steady
                                                                         : 0;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int answer = (int)syscall(SYS_clock_gettime, clock, out);
    out->tv_sec += ahead_ms(clock) / 1000;
    return answer;
}
