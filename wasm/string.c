/* string.c: the functions of string.h. With -mbulk-memory the first three are one instruction each;
 * without it they would call themselves. */
#include "wasm/string.h"

#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef strlen

void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count)
{
    return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count)
{
    return __builtin_memset(to, byte, count);
}

void *memchr(const void *in, int byte, size_t count)
{
    for (const unsigned char *at = in; count > 0; at++, count--)
        if (*at == (unsigned char)byte)
            return (void *)at;
    return NULL;
}

int memcmp(const void *a, const void *b, size_t count)
{
    const unsigned char *x = a, *y = b;
    for (; count > 0; x++, y++, count--)
        if (*x != *y)
            return *x < *y ? -1 : 1;
    return 0;
}

char *strchr(const char *string, int letter)
{
    while (*string && *string != (char)letter)
        string++;
    return *string == (char)letter ? (char *)string : NULL;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t count)
{
    while (count > 0 && *a && *a == *b)
        a++, b++, count--;
    return count > 0 ? (unsigned char)*a - (unsigned char)*b : 0;
}

size_t strlen(const char *string)
{
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}
