/* played.h: a disk, played again from its trace (faulty.h) up to some moment, at which the power is
 * cut. What was not synced by then is lost in part: a disk writes in any order. The same folder,
 * the same seed and the same moment give the same files.
 *
 * The folder has the trace and, in `start`, the files as they were before it; or none. */
#ifndef KNOBEL_TESTS_STORE_PLAYED_H
#define KNOBEL_TESTS_STORE_PLAYED_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/store/faulty.h"

typedef struct played played;

played *played_open(const char *folder, uint64_t seed);
void played_close(played *d);

/* The entry of the trace at that place, and where the next one is. The path is not a string. */
faulty_entry played_entry(const played *d, size_t at, const char **path, size_t *next);
size_t played_length(const played *d); /* of the trace */

/* Play until at least there; where the next entry is. */
size_t played_until(played *d, size_t at);

/* Put the files into another folder as they are found after a cut now. */
void played_cut(const played *d, const char *folder);

/* The files of a store, the data file first. Others that it has are made again. */
enum { PLAYED_FILE_COUNT = 4 };
extern const char *const played_files[PLAYED_FILE_COUNT];

#endif
