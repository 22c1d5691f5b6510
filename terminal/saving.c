/* saving.c: files for logs. See saving.h. */
#include "terminal/saving.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A file is written under another name beside it, and then renamed (native_write_file). */
bool saving_possible(const char *path)
{
    char beside[SAVING_PATH_MAX];
    struct stat there;
    int length = snprintf(beside, sizeof beside, "%s.new", path);
    if (length < 0 || (size_t)length >= sizeof beside || !path[0]) {
        errno = path[0] ? ENAMETOOLONG : ENOENT;
        return false;
    }
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode)) {
        errno = EISDIR;
        return false;
    }
    FILE *trial = fopen(beside, "ab");
    if (!trial)
        return false;
    fclose(trial);
    if (stat(beside, &there) == 0 && there.st_size == 0)
        remove(beside);
    return true;
}

bool saving_would_replace(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && !(S_ISREG(there.st_mode) && there.st_size == 0);
}

void saving_find_free(const char *path, char out[SAVING_PATH_MAX])
{
    enum { MOST = 9999 };
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (!dot || dot == path || (slash && dot <= slash + 1))
        dot = path + strlen(path);
    snprintf(out, SAVING_PATH_MAX, "%s", path);
    for (int number = 2; number <= MOST && saving_would_replace(out); number++)
        snprintf(out, SAVING_PATH_MAX, "%.*s-%d%s", (int)(dot - path), path, number, dot);
}
