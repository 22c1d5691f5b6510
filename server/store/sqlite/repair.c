/* repair.c: repairs the data file after a failed sync.
 *
 * After a failed sync the system may show what was written as if it were on disk. It is not, and no
 * later sync writes it, because it counts as written. SQLite does not know this:
 *
 *  - The failed batch is in its log with the right checksums. A server that is killed then finds it
 *    at the next start, takes it for stored and builds on what a power cut removes.
 *  - It moves pages from the log to the file in several passes and syncs after the last. If that
 *    fails, it repeats only the last pass, believes that all is in the file, and drops the log.
 *
 * Only what is written again is synced again. So everything affected is read and written back
 * unchanged: the log, and the pages of the file that it contains. All other pages were synced
 * before the log was started. */
#include "server/store/sqlite/repair.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/* The log as SQLite documents it: a header, then frames, each a header and a page. */
enum { LOG_HEADER = 32, FRAME_HEADER = 24, AT_PAGE_SIZE = 8, PAGE_MIN = 512, PAGE_MAX = 65536 };

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Write a piece back as it is. What is not there in full need not be. */
static bool rewrite(int file, uint8_t *piece, size_t length, off_t at, bool *there)
{
    ssize_t have = pread(file, piece, length, at);
    *there = have == (ssize_t)length;
    return have >= 0 && (!*there || pwrite(file, piece, length, at) == have);
}

static bool rewrite_frames(int file, int log, size_t page_size)
{
    uint8_t frame[FRAME_HEADER + PAGE_MAX], page[PAGE_MAX];
    size_t frame_size = FRAME_HEADER + page_size;
    bool there = true, page_there;
    for (off_t at = LOG_HEADER; there; at += (off_t)frame_size) {
        if (!rewrite(log, frame, frame_size, at, &there))
            return false;
        off_t number = there ? number_at(frame) : 0;
        if (number > 0 &&
            !rewrite(file, page, page_size, (number - 1) * (off_t)page_size, &page_there))
            return false;
    }
    return true;
}

static bool repair_with(int file, int log)
{
    uint8_t header[LOG_HEADER];
    bool there;
    if (!rewrite(log, header, sizeof header, 0, &there))
        return false;
    uint32_t page_size = there ? number_at(header + AT_PAGE_SIZE) : 0;
    if (page_size < PAGE_MIN || page_size > PAGE_MAX)
        return true; /* empty, or nothing that SQLite would read */
    return rewrite_frames(file, log, page_size) && fdatasync(log) == 0 && fdatasync(file) == 0;
}

bool repair_file(int file, const char *path)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s-wal", path);
    int log = open(name, O_RDWR | O_CLOEXEC);
    if (log < 0)
        return errno == ENOENT;
    bool mended = repair_with(file, log);
    int error = errno;
    close(log);
    errno = error;
    return mended;
}
