/* memory.h: allocates, grows and frees memory, for a target without malloc. */
#ifndef KNOBEL_WASM_MEMORY_H
#define KNOBEL_WASM_MEMORY_H

#include <stddef.h>

/* Like realloc; size 0 frees. Aligned for any type. Traps if there is no more memory. */
void *memory_grow(void *old, size_t size);

#endif
