/* threads.h: runs work in parallel. */
#ifndef KNOBEL_NATIVE_THREADS_H
#define KNOBEL_NATIVE_THREADS_H

/* Run parts 0 to `parts` - 1, each once, on as many threads as `threads_use` said (by default one
 * per core); returns when all are done. Parts must not depend on the thread or the order they run
 * in. */
void threads_spread(void (*part)(void *job, int part), void *job, int parts);

/* Set the number of threads; 0: one per core. Returns the number in use. */
int threads_use(int count);

#endif
