/* solution_cache.c: see solution_cache.h. A file has the hash of what it is and holds, then the
 * solution. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "native/solution_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "native/native.h"
#include "table/hash.h"

enum {
    FILES_MOST = 16,
    PATH_BYTES = 1024,
    BUILD_BYTES = 20,
    NAME_HEX = 16, /* digits of the hash in the name of a file */
};

static char folder[PATH_BYTES]; /* empty: nothing is kept */
static uint8_t build[BUILD_BYTES];

/* ---- which program this is ---- */

/* The linker's hash of the program, in a note of its first file. */
static int find_build(struct dl_phdr_info *info, size_t size, void *found)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_NOTE)
            continue;
        const char *at = (const char *)(info->dlpi_addr + part->p_vaddr), *end = at + part->p_memsz;
        while (at + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
            const char *name = at + sizeof *note, *bytes = name + (note->n_namesz + 3) / 4 * 4;
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
                memcmp(name, "GNU", 4) == 0 && note->n_descsz == BUILD_BYTES) {
                memcpy(build, bytes, BUILD_BYTES);
                *(bool *)found = true;
            }
            at = bytes + (note->n_descsz + 3) / 4 * 4;
        }
    }
    return 1; /* the first one is the program; the others are its libraries */
}

/* ---- where ---- */

static bool make_folder(const char *path)
{
    struct stat facts;
    mkdir(path, 0700);
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

void solution_cache_use(void)
{
    const char *given = getenv("CACHE_DIRECTORY"), *cache = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    bool known = false;
    char parent[PATH_BYTES];
    dl_iterate_phdr(find_build, &known);
    if (given && given[0] == '/')
        cache = given;
    if (cache && cache[0] == '/')
        snprintf(parent, sizeof parent, "%s", cache);
    else if (home && home[0] == '/')
        snprintf(parent, sizeof parent, "%s/.cache", home);
    else
        return;
    int length = snprintf(folder, sizeof folder, "%s/knobel", parent);
    if (!known || length >= (int)sizeof folder - 64 || !make_folder(parent) || !make_folder(folder))
        folder[0] = '\0';
}

/* ---- a file ---- */

/* What the file is: everything that its content follows from. */
static void identify(const kn_game *game, const kn_setup *setup, uint8_t hash[TABLE_HASH_BYTES])
{
    uint8_t facts[BUILD_BYTES + TABLE_HASH_BYTES + sizeof *setup] = {0};
    memcpy(facts, build, BUILD_BYTES);
    table_hash(NULL, game->key, strlen(game->key), facts + BUILD_BYTES);
    memcpy(facts + BUILD_BYTES + TABLE_HASH_BYTES, setup, sizeof *setup);
    table_hash(NULL, facts, sizeof facts, hash);
}

static void name_file(const uint8_t identity[TABLE_HASH_BYTES], char path[PATH_BYTES])
{
    char hex[NAME_HEX + 1];
    for (int i = 0; i < NAME_HEX / 2; i++)
        snprintf(hex + 2 * i, 3, "%02x", identity[i]);
    snprintf(path, PATH_BYTES, "%.*s/solution-%s", PATH_BYTES - 64, folder, hex);
}

/* Only ours, and only we can write it. */
static bool is_ours(int file, size_t length)
{
    struct stat facts;
    return fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid() &&
           (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0 && facts.st_size == (off_t)length;
}

static bool read_all(int file, void *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t got = read(file, (char *)bytes + done, length - done);
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

bool solution_cache_read(const kn_game *game, const kn_setup *setup, void *solved, size_t bytes)
{
    uint8_t identity[TABLE_HASH_BYTES], wanted[TABLE_HASH_BYTES], found[TABLE_HASH_BYTES];
    char path[PATH_BYTES];
    if (!folder[0])
        return false;
    identify(game, setup, identity);
    name_file(identity, path);
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return false;
    futimens(file, NULL); /* used now: the last to be removed */
    bool good = is_ours(file, sizeof wanted + bytes) && read_all(file, wanted, sizeof wanted) &&
                read_all(file, solved, bytes);
    close(file);
    if (!good)
        return false;
    table_hash(identity, solved, bytes, found);
    return memcmp(found, wanted, sizeof found) == 0;
}

/* Remove the file used longest ago until there is room for one more. */
static void make_room(void)
{
    for (;;) {
        char oldest[PATH_BYTES] = "";
        struct timespec when = {0};
        int count = 0;
        DIR *list = opendir(folder);
        for (const struct dirent *entry; list && (entry = readdir(list));) {
            char path[PATH_BYTES];
            struct stat facts;
            if (strncmp(entry->d_name, "solution-", 9) != 0)
                continue;
            snprintf(path, sizeof path, "%.*s/%.60s", PATH_BYTES - 64, folder, entry->d_name);
            if (stat(path, &facts) != 0)
                continue;
            if (count++ == 0 || facts.st_mtim.tv_sec < when.tv_sec) {
                when = facts.st_mtim;
                memcpy(oldest, path, sizeof oldest);
            }
        }
        if (list)
            closedir(list);
        if (count < FILES_MOST || unlink(oldest) != 0)
            return;
    }
}

void solution_cache_write(const kn_game *game, const kn_setup *setup, const void *solved,
                          size_t bytes)
{
    uint8_t identity[TABLE_HASH_BYTES];
    char path[PATH_BYTES];
    if (!folder[0])
        return;
    identify(game, setup, identity);
    name_file(identity, path);
    char *whole = native_realloc(NULL, TABLE_HASH_BYTES + bytes);
    table_hash(identity, solved, bytes, (uint8_t *)whole);
    memcpy(whole + TABLE_HASH_BYTES, solved, bytes);
    make_room();
    if (native_write_file(path, whole, TABLE_HASH_BYTES + bytes))
        chmod(path, 0600);
    free(whole);
}
