/* faulty.c: a disk that fails on command. It stands between a program and the C library, preloaded
 * (LD_PRELOAD) or linked in, and does nothing unless the environment says so:
 *
 *   FAULTY_FILES    the files on this disk: all whose path begins so
 *   FAULTY_CONTROL  a file that says what goes wrong now, read at every call: `OP ERROR [AFTER
 *                   [ENDING]]`, OP one of read, write, sync, all, ERROR one of EIO, ENOSPC, EROFS
 *                   or HANG (no answer until the file says something else); after AFTER good
 *                   ones; only with files whose path ends so. Empty or not there: all is well
 *   FAULTY_TRACE    a file to write down what happened (faulty.h)
 *   FAULTY_DELAYS   a number from which it follows which calls take a moment longer, so that other
 *                   threads come in between */
#define _GNU_SOURCE /* syscall */
#include "tests/store/faulty.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* The system itself is asked by number, as the names are taken. */
static int real_open(const char *path, int flags, mode_t mode)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* ---- which files ---- */

static bool is_faulty_path(const char *path)
{
    const char *files = getenv("FAULTY_FILES");
    return files && files[0] && strncmp(path, files, strlen(files)) == 0;
}

/* The path of an open file, if it lies on this disk. */
static bool is_faulty(int file, char path[PATH_MAX])
{
    char link[64];
    int error = errno;
    if (!getenv("FAULTY_FILES"))
        return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    errno = error;
    path[length > 0 ? length : 0] = '\0';
    return is_faulty_path(path);
}

/* Is it the folder they lie in? */
static bool is_folder(int file, char path[PATH_MAX])
{
    const char *files = getenv("FAULTY_FILES");
    const char *slash = files ? strrchr(files, '/') : NULL;
    if (!slash || is_faulty(file, path))
        return false;
    return strlen(path) == (size_t)(slash - files) && strncmp(path, files, strlen(path)) == 0;
}

/* ---- what goes wrong ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void read_orders(char orders[64])
{
    const char *control = getenv("FAULTY_CONTROL");
    int file = control ? real_open(control, O_RDONLY | O_CLOEXEC, 0) : -1;
    ssize_t length = file >= 0 ? read(file, orders, 63) : 0;
    if (file >= 0)
        close(file);
    orders[length > 0 ? length : 0] = '\0';
}

static int error_named(const char *name)
{
    return strcmp(name, "ENOSPC") == 0 ? ENOSPC : strcmp(name, "EROFS") == 0 ? EROFS : EIO;
}

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), wanted = strlen(ending);
    return length >= wanted && strcmp(path + length - wanted, ending) == 0;
}

/* Wait until the orders are no longer these. */
static void hang(const char *orders)
{
    char now[64];
    do {
        usleep(20000);
        read_orders(now);
    } while (strcmp(now, orders) == 0);
}

/* The error that this operation meets now, or 0. */
static int fault(const char *operation, const char *path)
{
    static char last[64];
    static long good;
    char orders[64], wanted[16] = "", name[16] = "", ending[16] = "";
    long after = 0;
    int error = 0;
    read_orders(orders);
    if (sscanf(orders, "%15s %15s %ld %15s", wanted, name, &after, ending) < 2)
        orders[0] = '\0';
    if (!ends_with(path, ending))
        return 0;
    pthread_mutex_lock(&lock);
    if (strcmp(orders, last) != 0) {
        strcpy(last, orders);
        good = 0;
    }
    if (orders[0] && (strcmp(wanted, operation) == 0 || strcmp(wanted, "all") == 0)) {
        if (good < after)
            good++;
        else
            error = error_named(name);
    }
    pthread_mutex_unlock(&lock);
    if (error && strcmp(name, "HANG") == 0) {
        hang(orders);
        return 0;
    }
    return error;
}

/* A failed sync is told once to everybody who has the file open, as Linux does; whoever opens it
 * later is not told. */
enum { OPEN_MAX = 1024 };
static ino_t opened[OPEN_MAX];
static bool untold[OPEN_MAX];
static pthread_mutex_t telling = PTHREAD_MUTEX_INITIALIZER; /* over these two */

static void note_opened(int file)
{
    struct stat facts;
    if (file < 0 || file >= OPEN_MAX || fstat(file, &facts) != 0)
        return;
    pthread_mutex_lock(&telling);
    opened[file] = facts.st_ino;
    untold[file] = false;
    pthread_mutex_unlock(&telling);
}

/* The answer to a sync, with what others were told of the same file meanwhile. */
static int answer_sync(int file, int answer)
{
    if (file >= OPEN_MAX)
        return answer;
    for (int other = 0; other < OPEN_MAX && answer != 0; other++)
        untold[other] |= opened[other] && opened[other] == opened[file];
    if (untold[file]) {
        errno = EIO;
        answer = -1;
    }
    untold[file] = false;
    return answer;
}

static int fail(int error)
{
    errno = error;
    return -1;
}

/* ---- writing down ---- */

static int trace(void)
{
    static int file = -1;
    const char *path = getenv("FAULTY_TRACE");
    if (!path)
        return -1;
    pthread_mutex_lock(&lock);
    if (file < 0)
        file = real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    pthread_mutex_unlock(&lock);
    return file;
}

static uint64_t traced(void)
{
    struct stat facts;
    int file = trace();
    return file >= 0 && fstat(file, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

/* In one piece, so that threads do not mix. */
static void write_down(int what, const char *path, uint64_t begun, uint64_t offset,
                       const void *bytes, size_t length)
{
    int error = errno, file = trace();
    if (file < 0)
        return;
    faulty_entry entry = {
        .begun = begun,
        .offset = offset,
        .length = (uint32_t)length,
        .path_length = (uint16_t)strlen(path),
        .what = (uint8_t)what,
    };
    struct iovec pieces[3] = {
        {&entry, sizeof entry}, {(char *)path, strlen(path)}, {(void *)bytes, length}};
    size_t whole = sizeof entry + strlen(path) + length;
    if (writev(file, pieces, 3) != (ssize_t)whole)
        abort();
    errno = error;
}

/* ---- other threads ---- */

/* Held by all who change a file until it is written down; and by whoever ends the program. */
static pthread_rwlock_t changing = PTHREAD_RWLOCK_INITIALIZER;

_Noreturn void faulty_kill(void)
{
    pthread_rwlock_wrlock(&changing);
    _exit(0);
}

/* One call in eight takes up to half a millisecond longer. */
static void delay(void)
{
    static atomic_ullong calls;
    const char *seed = getenv("FAULTY_DELAYS");
    if (!seed)
        return;
    uint64_t x = (strtoull(seed, NULL, 10) << 32 | ++calls) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    int error = errno;
    if (x >> 61 == 0)
        usleep((x >> 32) % 500);
    errno = error;
}

/* ---- in place of the C library ---- */

/* A full disk takes half of what it is given, as real ones do. */
static ssize_t write_some(int file, const void *bytes, size_t count, off_t offset)
{
    char path[PATH_MAX];
    if (!is_faulty(file, path))
        return syscall(SYS_pwrite64, file, bytes, count, offset);
    int error = fault("write", path);
    if (error == ENOSPC)
        count /= 2;
    if (error && (error != ENOSPC || count == 0))
        return fail(error);
    delay();
    pthread_rwlock_rdlock(&changing);
    uint64_t begun = traced();
    ssize_t written = syscall(SYS_pwrite64, file, bytes, count, offset);
    if (written > 0)
        write_down(FAULTY_WRITE, path, begun, (uint64_t)offset, bytes, (size_t)written);
    pthread_rwlock_unlock(&changing);
    return written;
}

static ssize_t read_some(int file, void *bytes, size_t count, off_t offset)
{
    char path[PATH_MAX];
    int error = is_faulty(file, path) ? fault("read", path) : 0;
    return error ? fail(error) : syscall(SYS_pread64, file, bytes, count, offset);
}

static int sync_all(int file, long number)
{
    char path[PATH_MAX];
    bool faulty = is_faulty(file, path), folder = is_folder(file, path);
    if (!faulty && !folder)
        return (int)syscall(number, file);
    delay();
    uint64_t begun = traced();
    int error = fault("sync", path);
    int answer = error ? fail(error) : (int)syscall(number, file);
    delay();
    pthread_rwlock_rdlock(&changing);
    pthread_mutex_lock(&telling);
    if (faulty)
        answer = answer_sync(file, answer);
    if (answer == 0)
        write_down(folder ? FAULTY_FOLDER_SYNC : FAULTY_SYNC, path, begun, 0, NULL, 0);
    else if (faulty)
        write_down(FAULTY_SYNC_FAILED, path, begun, 0, NULL, 0);
    pthread_mutex_unlock(&telling);
    pthread_rwlock_unlock(&changing);
    delay();
    return answer;
}

static int truncate_to(int file, off_t size)
{
    char path[PATH_MAX];
    bool faulty = is_faulty(file, path);
    int error = faulty ? fault("write", path) : 0;
    pthread_rwlock_rdlock(&changing);
    uint64_t begun = faulty ? traced() : 0;
    int answer = error ? fail(error) : (int)syscall(SYS_ftruncate, file, size);
    if (faulty && answer == 0)
        write_down(FAULTY_TRUNCATE, path, begun, (uint64_t)size, NULL, 0);
    pthread_rwlock_unlock(&changing);
    return answer;
}

static int open_path(const char *path, int flags, mode_t mode)
{
    if (!is_faulty_path(path))
        return real_open(path, flags, mode);
    pthread_rwlock_rdlock(&changing);
    bool creates = (flags & O_CREAT) && access(path, F_OK) != 0;
    uint64_t begun = traced();
    int file = real_open(path, flags, mode);
    note_opened(file);
    if (creates && file >= 0)
        write_down(FAULTY_CREATE, path, begun, 0, NULL, 0);
    pthread_rwlock_unlock(&changing);
    return file;
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & O_CREAT ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_path(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_path(path, flags, mode);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    return write_some(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset)
{
    return write_some(file, bytes, count, offset);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset)
{
    return read_some(file, bytes, count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset)
{
    return read_some(file, bytes, count, offset);
}

int fsync(int file)
{
    return sync_all(file, SYS_fsync);
}

int fdatasync(int file)
{
    return sync_all(file, SYS_fdatasync);
}

int ftruncate(int file, off_t size)
{
    return truncate_to(file, size);
}

int ftruncate64(int file, off64_t size)
{
    return truncate_to(file, size);
}

int unlink(const char *path)
{
    if (!is_faulty_path(path))
        return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    pthread_rwlock_rdlock(&changing);
    uint64_t begun = traced();
    int answer = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (answer == 0)
        write_down(FAULTY_UNLINK, path, begun, 0, NULL, 0);
    pthread_rwlock_unlock(&changing);
    return answer;
}
