/* cost.h: memory and CPU time that a process on this machine has used, and what it has written to
 * disk, from /proc. */
#ifndef KNOBEL_TOOLS_COST_H
#define KNOBEL_TOOLS_COST_H

typedef struct {
    double memory_kb; /* resident */
    double cpu_s;     /* since it began */
    double written;   /* bytes to disk, likewise: whole pages; memory files do not count */
} cost;

/* Zeros if there is no such process. */
cost cost_of(int pid);

#endif
