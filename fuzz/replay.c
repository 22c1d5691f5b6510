/* replay.c: runs a fuzz target over files kept from earlier runs, without libFuzzer; the ordinary
 * tests do this with every corpus and every past crash. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/check.h"
#include "native/native.h"

enum { FILE_MOST = 1 << 20, PATH_BYTES = 4096 };

static int replay_file(const char *path)
{
    size_t length;
    char *text = native_read_file(path, FILE_MOST, &length);
    if (!text) {
        perror(path);
        exit(2);
    }
    /* A copy that ends where the input ends, so that a sanitizer sees who reads on. */
    uint8_t *data = native_realloc(NULL, length ? length : 1);
    memcpy(data, text, length);
    free(text);
    LLVMFuzzerTestOneInput(data, length);
    free(data);
    return 1;
}

static int replay(const char *path)
{
    DIR *folder = opendir(path);
    int files = 0;
    if (!folder)
        return replay_file(path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char inside[PATH_BYTES];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        files += replay(inside);
    }
    closedir(folder);
    return files;
}

int main(int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; i++)
        files += replay(argv[i]);
    printf("%d files replayed\n", files);
    return files > 0 ? 0 : 2;
}
