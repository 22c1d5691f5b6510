/* wasm.h: the WebAssembly modules (wasm/) as native code, so that libFuzzer and the sanitizers can
 * look at them: included ahead of every file of theirs. It provides what JavaScript provides there,
 * except to the house, for which the target does. */
#ifndef KNOBEL_FUZZ_WASM_H
#define KNOBEL_FUZZ_WASM_H

#include <stdbool.h>
#include <stddef.h>

/* More memory, in pages of 64 KB; the number of the first one. */
size_t wasm_memory_grow(int memory, size_t pages);
#define __builtin_wasm_memory_grow wasm_memory_grow

/* Solutions (wasm/solutions.c). */
void learnt_hook(const char *game, size_t length, double part);
bool recall_solution_hook(const char *game, size_t length, const void *setup, size_t size,
                          void *solved, size_t bytes);
void keep_solution_hook(const char *game, size_t length, const void *setup, size_t size,
                        const void *solved, size_t bytes);

#endif
