/* native.c: time, memory and files on a POSIX system. See native.h. */
#include "native/native.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t native_unix_ms(void)
{
    return clock_ns(CLOCK_REALTIME) / 1000000;
}

int64_t native_steady_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

void *native_realloc(void *old, size_t size)
{
    void *room = realloc(old, size);
    if (!room)
        abort();
    return room;
}

void *native_aligned(size_t size)
{
    void *room;
    if (posix_memalign(&room, 64, size) != 0)
        abort();
    return room;
}

static char *read_stream(FILE *stream, size_t most, size_t *length)
{
    size_t size = 0, have = 0;
    char *text = NULL;
    do {
        size = size ? 2 * size : 4096;
        text = native_realloc(text, size + 1);
        have += fread(text + have, 1, size - have, stream);
    } while (have == size && have <= most);
    if (have > most || ferror(stream)) {
        if (have > most)
            errno = EFBIG;
        free(text);
        return NULL;
    }
    text[have] = '\0';
    *length = have;
    return text;
}

char *native_read_file(const char *path, size_t most, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream)
        return NULL;
    char *text = read_stream(stream, most, length);
    int error = errno;
    if (!standard)
        fclose(stream);
    errno = error;
    return text;
}

bool native_write_file(const char *path, const char *text, size_t length)
{
    char beside[4096];
    int named = snprintf(beside, sizeof beside, "%s.new", path);
    if (named < 0 || (size_t)named >= sizeof beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    FILE *stream = fopen(beside, "wb");
    if (!stream)
        return false;
    bool written = fwrite(text, 1, length, stream) == length && fflush(stream) == 0 &&
                   fsync(fileno(stream)) == 0;
    written = fclose(stream) == 0 && written;
    if (written && rename(beside, path) == 0)
        return true;
    int error = errno;
    remove(beside);
    errno = error;
    return false;
}
