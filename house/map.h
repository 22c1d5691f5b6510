/* map.h: a hash map with numbers as keys: guests by their number, rooms by their code. Open
 * addressing; memory comes from the house's machine. */
#ifndef KNOBEL_HOUSE_MAP_H
#define KNOBEL_HOUSE_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t key; /* 0: nothing here */
    void *value;
} map_entry;

typedef struct {
    map_entry *entry;
    size_t capacity, count;
} map;

typedef void *map_grow(void *with, void *old, size_t size);

void *map_find(const map *m, uint64_t key);
void map_put(map *m, uint64_t key, void *value, map_grow *grow, void *with);
void map_remove(map *m, uint64_t key);

#endif
