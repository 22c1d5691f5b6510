/* solution_cache.h: keeps solved games in files, so that the next program need not solve them
 * again. Only for the same build of the same program: another one may solve differently. */
#ifndef KNOBEL_NATIVE_SOLUTION_CACHE_H
#define KNOBEL_NATIVE_SOLUTION_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game.h"

/* Use this from now on: files in the folder of caches that the environment names
 * ($CACHE_DIRECTORY, $XDG_CACHE_HOME or ~/.cache). Before any threads; without it nothing is
 * kept. */
void solution_cache_use(void);

/* The solution, if it is kept, unspoilt, and nobody else could have written it. */
bool solution_cache_read(const kn_game *game, const kn_setup *setup, void *solved, size_t bytes);

/* Keep it, if that is possible. */
void solution_cache_write(const kn_game *game, const kn_setup *setup, const void *solved,
                          size_t bytes);

#endif
