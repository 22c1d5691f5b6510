/* wasm.c: see wasm.h. */
#include "fuzz/wasm.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/check.h"

enum { PAGE = 65536 };

/* The modules keep what they were given and use it again, so this ends. */
size_t wasm_memory_grow(int memory, size_t pages)
{
    (void)memory;
    void *grown = aligned_alloc(PAGE, pages * PAGE);
    HOLDS(grown);
    return (uintptr_t)grown / PAGE;
}

/* ---- what JavaScript provides ---- */

void learnt_hook(const char *game, size_t length, double part)
{
    (void)game, (void)length, (void)part;
}

/* Learning takes long: a solution in which everything is worth nothing is one, too. */
bool recall_solution_hook(const char *game, size_t length, const void *setup, size_t size,
                          void *solved, size_t bytes)
{
    (void)game, (void)length, (void)setup, (void)size;
    memset(solved, 0, bytes);
    return true;
}

void keep_solution_hook(const char *game, size_t length, const void *setup, size_t size,
                        const void *solved, size_t bytes)
{
    (void)game, (void)length, (void)setup, (void)size, (void)solved, (void)bytes;
}
