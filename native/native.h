/* native.h: random numbers, time, memory and files from the operating system. Nothing below the
 * faces includes this. */
#ifndef KNOBEL_NATIVE_NATIVE_H
#define KNOBEL_NATIVE_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unpredictable bytes, for secrets and salts; the program ends if the machine has none. */
void native_random(void *bytes, size_t count);

/* Unix time, and a clock that never jumps. */
int64_t native_unix_ms(void);
int64_t native_steady_ns(void);

/* Memory, or the program ends. Aligned: for vectors and cache lines. */
void *native_realloc(void *old, size_t size);
void *native_aligned(size_t size);

/* A whole file with a final zero, to be freed; `-` is standard input. NULL if it cannot be read
 * (errno says why) or is longer than `most`. */
char *native_read_file(const char *path, size_t most, size_t *length);

/* Write a file completely or not at all. */
bool native_write_file(const char *path, const char *text, size_t length);

#endif
