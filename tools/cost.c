/* cost.c: memory and CPU time of a process. See cost.h. */
#include "tools/cost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 64, LINE_ROOM = 1024 };

static FILE *open_file(int pid, const char *name)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    return fopen(path, "r");
}

static double memory_kb(int pid)
{
    char line[LINE_ROOM];
    double kb = 0;
    FILE *file = open_file(pid, "status");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kb = strtod(line + 6, NULL);
    if (file)
        fclose(file);
    return kb;
}

static double cpu_s(int pid)
{
    static const char layout[] = " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu %lu";
    char line[LINE_ROOM];
    unsigned long user = 0, system = 0;
    FILE *file = open_file(pid, "stat");
    /* The name in brackets may contain anything: count from the last bracket. */
    const char *rest = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (rest && sscanf(rest + 1, layout, &user, &system) != 2)
        user = system = 0;
    if (file)
        fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

cost cost_of(int pid)
{
    cost c = {0, 0};
    if (pid > 0)
        c = (cost){memory_kb(pid), cpu_s(pid)};
    return c;
}
