/* memory.h: allocates, grows and frees memory, for a target without malloc. */
#ifndef KNOBEL_WASM_MEMORY_H
#define KNOBEL_WASM_MEMORY_H

#include <stddef.h>

/* As realloc; size 0 gives back. Aligned for any type. Traps if the machine has no more. */
void *memory_grow(void *old, size_t size);

#endif
