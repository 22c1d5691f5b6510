/* rows.c: the rows of each room. See rows.h. */
#include "server/store/sqlite/rows.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/mark.h"

enum { ROWS_FIRST = 1024, SLOTS_FIRST = 1024 };

/* ---- rooms by their codes ---- */

/* The slot of this code, or the empty one where it would be. */
static uint32_t *slot_of(const rows *r, const char *code)
{
    uint32_t at = (uint32_t)mark_bytes(0, code, strlen(code)) & (r->slots - 1);
    while (r->slot[at] && strcmp(r->room[r->slot[at] - 1].code, code) != 0)
        at = (at + 1) & (r->slots - 1);
    return &r->slot[at];
}

static void grow_slots(rows *r)
{
    r->slots = r->slots ? 2 * r->slots : SLOTS_FIRST;
    r->slot = native_realloc(r->slot, r->slots * sizeof *r->slot);
    memset(r->slot, 0, r->slots * sizeof *r->slot);
    for (uint32_t i = 0; i < r->rooms; i++)
        *slot_of(r, r->room[i].code) = i + 1;
}

static rows_room *make_room(rows *r, const char *code)
{
    if (2 * (r->rooms + 1) > r->slots)
        grow_slots(r);
    if (r->rooms == r->rooms_size) {
        r->rooms_size = r->rooms_size ? 2 * r->rooms_size : ROWS_FIRST;
        r->room = native_realloc(r->room, r->rooms_size * sizeof *r->room);
    }
    *slot_of(r, code) = r->rooms + 1;
    rows_room *room = &r->room[r->rooms++];
    *room = (rows_room){0};
    memcpy(room->code, code, strlen(code));
    return room;
}

rows_room *rows_find(const rows *r, const char *code)
{
    uint32_t found = r->slots && strlen(code) < HOUSE_CODE_MAX ? *slot_of(r, code) : 0;
    return found ? &r->room[found - 1] : NULL;
}

static int by_code(const void *one, const void *other)
{
    return strcmp(one, other);
}

char (*rows_codes(const rows *r))[HOUSE_CODE_MAX]
{
    char(*codes)[HOUSE_CODE_MAX] = native_realloc(NULL, (r->rooms + 1) * sizeof *codes);
    for (uint32_t i = 0; i < r->rooms; i++)
        memcpy(codes[i], r->room[i].code, sizeof *codes);
    qsort(codes, r->rooms, sizeof *codes, by_code);
    return codes;
}

/* ---- rows ---- */

static void grow_rows(rows *r, uint32_t number)
{
    uint32_t size = r->size ? r->size : ROWS_FIRST;
    while (size <= number)
        size *= 2;
    r->next = native_realloc(r->next, size * sizeof *r->next);
    r->match = native_realloc(r->match, size * sizeof *r->match);
    r->size = size;
}

bool rows_add(rows *r, const char *code, int64_t number, uint32_t match, uint32_t part)
{
    if (number <= r->top || number > ROWS_MAX || strlen(code) >= HOUSE_CODE_MAX)
        return false;
    uint32_t n = (uint32_t)number;
    rows_room *room = rows_find(r, code);
    if (!room)
        room = make_room(r, code);
    if (n >= r->size)
        grow_rows(r, n);
    r->next[n] = 0;
    r->match[n] = match;
    if (room->first)
        r->next[room->last] = n;
    else
        room->first = n;
    room->last = r->top = n;
    room->match = match;
    room->part = part;
    return true;
}

void rows_clear(rows *r, int64_t generation)
{
    r->generation = generation;
    r->top = r->rooms = 0;
    if (r->slots)
        memset(r->slot, 0, r->slots * sizeof *r->slot);
}

void rows_free(rows *r)
{
    free(r->next);
    free(r->match);
    free(r->room);
    free(r->slot);
    *r = (rows){0};
}
