/* old_house.c: what houses once did, and logs still tell. */
#include "tests/house/old_house.h"

#include "house/inside.h"
#include "table/inside.h"

void old_house_begins_again(house *h, const char *code)
{
    room *r = room_in_memory(h, code);
    while (table_take_back(r->table, 0, 0, r->table->last_ms) == TABLE_NO_MEMORY)
        match_grow(r);
}
