/* tokens.c: tokens in the user's own file. See tokens.h. */
#include "terminal/tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "native/native.h"

enum { PATH_MAX_BYTES = 512, FILE_MAX_BYTES = 1 << 16, LINE_MAX_BYTES = 400, LINES_MAX = 100 };

/* Where the file is; false if there is no place for it. Makes the folders on request. */
static bool find_path(char path[PATH_MAX_BYTES], bool make)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char folder[PATH_MAX_BYTES - 16];
    if (state && state[0])
        snprintf(folder, sizeof folder, "%s", state);
    else if (home && home[0])
        snprintf(folder, sizeof folder, "%s/.local/state", home);
    else
        return false;
    for (char *slash = strchr(folder + 1, '/'); make && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
    if (make)
        mkdir(folder, 0700);
    snprintf(path, PATH_MAX_BYTES, "%s/knobel", folder);
    if (make)
        mkdir(path, 0700);
    snprintf(path, PATH_MAX_BYTES, "%s/knobel/tokens", folder);
    return true;
}

bool tokens_find(const char *host, const char *room, char token[HOUSE_TOKEN_MAX])
{
    char path[PATH_MAX_BYTES], start[LINE_MAX_BYTES];
    size_t length;
    char *text = find_path(path, false) ? native_read_file(path, FILE_MAX_BYTES, &length) : NULL;
    bool found = false;
    if (!text)
        return false;
    snprintf(start, sizeof start, "%s %s ", host, room);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, start, strlen(start)) == 0) {
            found = true; /* the newest is last */
            snprintf(token, HOUSE_TOKEN_MAX, "%s", line + strlen(start));
        }
    free(text);
    return found;
}

/* The old lines except those of this room, up to a limit, then the new one. */
void tokens_keep(const char *host, const char *room, const char *token)
{
    char path[PATH_MAX_BYTES], start[LINE_MAX_BYTES];
    size_t length = 0;
    /* A server's token must not be able to add a line about another server. */
    if (strpbrk(token, " \t\r\n") || strpbrk(room, " \t\r\n") || !find_path(path, true))
        return;
    char *old = native_read_file(path, FILE_MAX_BYTES, &length);
    size_t size = length + LINE_MAX_BYTES;
    char *text = native_realloc(NULL, size);
    kn_text out = kn_text_on(text, size);
    int lines = 0, passed = 0;
    snprintf(start, sizeof start, "%s %s ", host, room);
    for (size_t i = 0; i < length; i++)
        lines += old[i] == '\n';
    for (char *line = old ? strtok(old, "\n") : NULL; line; line = strtok(NULL, "\n"))
        if (strncmp(line, start, strlen(start)) != 0 && lines - passed++ < LINES_MAX) {
            kn_put(&out, line);
            kn_put_char(&out, '\n');
        }
    kn_put(&out, start);
    kn_put(&out, token);
    kn_put_char(&out, '\n');
    native_write_file(path, text, out.length);
    chmod(path, 0600);
    free(old);
    free(text);
}
