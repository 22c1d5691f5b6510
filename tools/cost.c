/* cost.c: memory, CPU time and writing of a process. See cost.h. */
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

/* The number behind a name that a line begins with; 0 if there is none. */
static double number_of(int pid, const char *name, const char *label)
{
    char line[LINE_ROOM];
    double number = 0;
    FILE *file = open_file(pid, name);
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, label, strlen(label)) == 0)
            number = strtod(line + strlen(label), NULL);
    if (file)
        fclose(file);
    return number;
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
    cost c = {0};
    if (pid > 0) {
        c.memory_kb = number_of(pid, "status", "VmRSS:");
        c.cpu_s = cpu_s(pid);
        c.written = number_of(pid, "io", "write_bytes:");
    }
    return c;
}
