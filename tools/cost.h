/* cost.h: memory and CPU time that a process on this machine has used, from /proc. */
#ifndef KNOBEL_TOOLS_COST_H
#define KNOBEL_TOOLS_COST_H

typedef struct {
    double memory_kb; /* resident */
    double cpu_s;     /* since it began */
} cost;

/* Zeros if there is no such process. */
cost cost_of(int pid);

#endif
