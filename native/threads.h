/* threads.h: runs work in parallel. */
#ifndef KNOBEL_NATIVE_THREADS_H
#define KNOBEL_NATIVE_THREADS_H

/* Run parts 0 to `parts` - 1 on as many threads as `threads_use` said (at first: one a core), each
 * part once; returns when all are done. Parts must not care who runs them or in which order. */
void threads_spread(void (*part)(void *job, int part), void *job, int parts);

/* How many threads; 0: one a core. Returns the number in force. */
int threads_use(int count);

#endif
