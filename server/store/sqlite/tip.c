/* tip.c: the tip beside the file. See tip.h.
 *
 * It is written after every batch but synced only now and then, as a second sync for every batch
 * would cost as much as the first. That is enough: it may be behind the data file, never ahead. Two
 * places, written in turn, each in a sector of its own: one of them is always whole. */
#include "server/store/sqlite/tip.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/store/mark.h"

enum { PLACES = 2, PLACE_BYTES = 512 };

typedef struct {
    char name[8];
    uint8_t house[TIP_HOUSE_BYTES];
    uint64_t number, hash, open;
    uint64_t check; /* of all above */
    int64_t clock_ms;
    uint64_t clock_check; /* of `check` and the clock; earlier versions write neither */
} place;

static const char name[8] = "Knobtip1";

uint64_t tip_hash(const tip *before, uint64_t sum)
{
    return mark_mix(mark_mix(before->hash, before->number + 1), sum);
}

static uint64_t check_of(const place *p)
{
    return mark_bytes(0, p, offsetof(place, check));
}

static bool is_whole(const place *p)
{
    return memcmp(p->name, name, sizeof name) == 0 && p->check == check_of(p);
}

static uint64_t clock_check_of(const place *p)
{
    return mark_mix(p->check, (uint64_t)p->clock_ms);
}

static bool is_blank(const place *p)
{
    static const place blank;
    return memcmp(p, &blank, sizeof blank) == 0;
}

static tip_read_end read_places(tip_beside *beside, tip *out)
{
    tip_read_end end = TIP_NONE;
    uint64_t most = 0;
    for (int i = 0; i < PLACES; i++) {
        place p = {0};
        ssize_t length = pread(beside->file, &p, sizeof p, (off_t)i * PLACE_BYTES);
        if (length < 0)
            return TIP_NO_FILE;
        if (is_whole(&p) && p.number >= most) {
            end = TIP_THERE;
            most = p.number;
            beside->good = i;
            memcpy(out->house, p.house, sizeof out->house);
            out->number = p.number;
            out->hash = p.hash;
            out->open = p.open;
            out->clock_ms = p.clock_check == clock_check_of(&p) ? p.clock_ms : TIP_NO_CLOCK;
        } else if (end == TIP_NONE && !is_whole(&p) && !is_blank(&p)) {
            end = TIP_DAMAGED;
        }
    }
    return end;
}

tip_read_end tip_open(tip_beside *beside, const char *path, bool make, tip *out)
{
    char whole[PATH_MAX];
    *beside = (tip_beside){.file = -1};
    if (snprintf(whole, sizeof whole, "%s-tip", path) >= (int)sizeof whole) {
        errno = ENAMETOOLONG;
        return TIP_NO_FILE;
    }
    beside->file = open(whole, O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600);
    if (beside->file < 0)
        return errno == ENOENT ? TIP_NONE : TIP_NO_FILE;
    return read_places(beside, out);
}

void tip_close(tip_beside *beside)
{
    if (beside->file >= 0)
        close(beside->file);
    beside->file = -1;
}

void tip_write(tip_beside *beside, const tip *now)
{
    place p;
    memset(&p, 0, sizeof p);
    memcpy(p.name, name, sizeof p.name);
    memcpy(p.house, now->house, sizeof p.house);
    p.number = now->number;
    p.hash = now->hash;
    p.open = now->open;
    p.check = check_of(&p);
    p.clock_ms = now->clock_ms;
    p.clock_check = clock_check_of(&p);
    int next = !beside->good;
    if (pwrite(beside->file, &p, sizeof p, (off_t)next * PLACE_BYTES) == (ssize_t)sizeof p)
        beside->good = next;
    beside->unsynced = true;
}

bool tip_sync(tip_beside *beside)
{
    return beside->file < 0 || !atomic_exchange(&beside->unsynced, false) ||
           fdatasync(beside->file) == 0;
}
