/* string.h: the part of the C library that the engine uses, for a target that has none. Sizes known
 * to the compiler become plain loads and stores, hence the builtins; the rest is in string.c. */
#ifndef KNOBEL_WASM_STRING_H
#define KNOBEL_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
void *memchr(const void *in, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
char *strchr(const char *string, int letter);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t count);
size_t strlen(const char *string);

#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset
#define memcmp __builtin_memcmp
#define strlen __builtin_strlen

#endif
