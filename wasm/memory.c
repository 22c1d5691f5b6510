/* memory.c: an allocator. See memory.h. Sizes are powers of two; a freed block waits in the list of
 * its size. So there are never more blocks of a size than were once in use. */
#include "wasm/memory.h"

#include <stdint.h>
#include <string.h>

enum {
    PAGE = 65536,
    SMALLEST = 5, /* the least is 32 bytes, the most 256 MB: powers of two */
    LARGEST = 28,
};

/* Stored before each block; keeps the block aligned. */
typedef union {
    int size;
    _Alignas(16) char unused[16];
} head;

typedef struct block {
    struct block *next;
} block;

static block *given_back[LARGEST + 1];
static char *fresh, *end; /* not used yet */

static char *carve(size_t bytes)
{
    while ((size_t)(end - fresh) < bytes) {
        size_t pages = (bytes + PAGE - 1) / PAGE;
        size_t first = __builtin_wasm_memory_grow(0, pages);
        if (first == SIZE_MAX)
            __builtin_trap();
        if ((char *)(first * PAGE) != end) /* memory was grown elsewhere in between */
            fresh = (char *)(first * PAGE);
        end = (char *)((first + pages) * PAGE);
    }
    char *carved = fresh;
    fresh += bytes;
    return carved;
}

static int size_for(size_t bytes)
{
    int size = SMALLEST;
    while (size <= LARGEST && ((size_t)1 << size) - sizeof(head) < bytes)
        size++;
    if (size > LARGEST)
        __builtin_trap();
    return size;
}

static void *take(int size)
{
    block *found = given_back[size];
    if (found) {
        given_back[size] = found->next;
        return found;
    }
    head *h = (head *)carve((size_t)1 << size);
    h->size = size;
    return h + 1;
}

static void give_back(void *old)
{
    block *b = old;
    int size = ((head *)old - 1)->size;
    b->next = given_back[size];
    given_back[size] = b;
}

void *memory_grow(void *old, size_t size)
{
    if (size == 0) {
        if (old)
            give_back(old);
        return NULL;
    }
    int wanted = size_for(size);
    if (!old)
        return take(wanted);
    int had = ((head *)old - 1)->size;
    if (wanted <= had)
        return old;
    void *larger = take(wanted);
    memcpy(larger, old, ((size_t)1 << had) - sizeof(head));
    give_back(old);
    return larger;
}
