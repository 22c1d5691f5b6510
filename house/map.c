/* map.c: open addressing with linear probing; removing closes the gap. See map.h. */
#include "house/map.h"

#include <string.h>

enum { CAPACITY_FIRST = 64 };

/* Spreads keys that differ in few bits. */
static size_t place(const map *m, uint64_t key)
{
    key ^= key >> 33;
    key *= 0xff51afd7ed558ccdULL;
    key ^= key >> 33;
    return (size_t)key & (m->capacity - 1);
}

static size_t next(const map *m, size_t i)
{
    return (i + 1) & (m->capacity - 1);
}

static map_entry *entry_of(const map *m, uint64_t key)
{
    size_t i = place(m, key);
    while (m->entry[i].key && m->entry[i].key != key)
        i = next(m, i);
    return &m->entry[i];
}

void *map_find(const map *m, uint64_t key)
{
    return m->capacity ? entry_of(m, key)->value : NULL;
}

static void widen(map *m, map_grow *grow, void *with)
{
    map old = *m;
    m->capacity = old.capacity ? 2 * old.capacity : CAPACITY_FIRST;
    m->entry = grow(with, NULL, m->capacity * sizeof *m->entry);
    memset(m->entry, 0, m->capacity * sizeof *m->entry);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entry[i].key)
            *entry_of(m, old.entry[i].key) = old.entry[i];
    if (old.entry)
        grow(with, old.entry, 0);
}

void map_put(map *m, uint64_t key, void *value, map_grow *grow, void *with)
{
    if (4 * (m->count + 1) > 3 * m->capacity)
        widen(m, grow, with);
    map_entry *entry = entry_of(m, key);
    m->count += entry->key == 0;
    *entry = (map_entry){key, value};
}

void map_remove(map *m, uint64_t key)
{
    if (!m->capacity)
        return;
    size_t hole = (size_t)(entry_of(m, key) - m->entry);
    if (!m->entry[hole].key)
        return;
    m->count--;
    /* Whatever could have stood in the hole moves there, and leaves the next hole. */
    for (size_t i = next(m, hole); m->entry[i].key; i = next(m, i)) {
        size_t wished = place(m, m->entry[i].key);
        if (((i - wished) & (m->capacity - 1)) < ((i - hole) & (m->capacity - 1)))
            continue;
        m->entry[hole] = m->entry[i];
        hole = i;
    }
    m->entry[hole] = (map_entry){0, NULL};
}
