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

/* ---- lines ---- */

typedef struct {
    const char *token, *names; /* names: empty in lines of earlier versions */
    size_t token_length;
} line_parts;

/* The rest of a line about this room; false if it is about another one. */
static bool read_line(const char *line, const char *start, line_parts *out)
{
    if (strncmp(line, start, strlen(start)) != 0)
        return false;
    out->token = line + strlen(start);
    out->token_length = strcspn(out->token, " ");
    out->names = out->token + out->token_length;
    out->names += *out->names == ' ';
    return true;
}

/* Is this one of the names? Without names, only nobody is. */
static bool has_name(const char *names, const char *name, size_t length)
{
    for (size_t each; *names; names += each + (names[each] == '\t')) {
        each = strcspn(names, "\t");
        if (each == length && strncmp(names, name, length) == 0)
            return true;
    }
    return false;
}

static bool share_a_name(const char *some, const char *others)
{
    if (!some[0] && !others[0])
        return true;
    for (size_t each; *some; some += each + (some[each] == '\t')) {
        each = strcspn(some, "\t");
        if (has_name(others, some, each))
            return true;
    }
    return false;
}

bool tokens_find(const char *host, const char *room, const char *name, char token[HOUSE_TOKEN_MAX])
{
    char path[PATH_MAX_BYTES], start[LINE_MAX_BYTES];
    size_t length;
    char *text = find_path(path, false) ? native_read_file(path, FILE_MAX_BYTES, &length) : NULL;
    bool found = false;
    line_parts parts;
    if (!text)
        return false;
    snprintf(start, sizeof start, "%s %s ", host, room);
    bool named = false;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (!read_line(line, start, &parts))
            continue;
        bool fits = !name || has_name(parts.names, name, strlen(name));
        if (!fits && (named || parts.names[0]))
            continue; /* an earlier version stored no names: better than none */
        found = true; /* the newest is last */
        named |= fits;
        snprintf(token, HOUSE_TOKEN_MAX, "%.*s", (int)parts.token_length, parts.token);
    }
    free(text);
    return found;
}

/* Is the line replaced by the new one? If it is of the same person: the same token, or the same
 * name after a server has forgotten the old one. */
static bool is_replaced(const char *line, const char *start, const char *token, const char *names)
{
    line_parts parts;
    if (!read_line(line, start, &parts))
        return false;
    return (strlen(token) == parts.token_length &&
            strncmp(token, parts.token, parts.token_length) == 0) ||
           share_a_name(names, parts.names);
}

/* The old lines except that of this person, up to a limit, then the new one. */
void tokens_keep(const char *host, const char *room, const char *token, const char *names)
{
    char path[PATH_MAX_BYTES], start[LINE_MAX_BYTES];
    size_t length = 0;
    /* What a server says must not be able to add a line about another server. */
    if (strpbrk(token, " \t\r\n") || strpbrk(room, " \t\r\n") || strpbrk(names, "\r\n") ||
        !find_path(path, true))
        return;
    char *old = native_read_file(path, FILE_MAX_BYTES, &length);
    size_t size = length + LINE_MAX_BYTES + HOUSE_TOKEN_MAX + TOKENS_NAMES_MAX;
    char *text = native_realloc(NULL, size);
    kn_text out = kn_text_on(text, size);
    int lines = 0, passed = 0;
    snprintf(start, sizeof start, "%s %s ", host, room);
    for (size_t i = 0; i < length; i++)
        lines += old[i] == '\n';
    for (char *line = old ? strtok(old, "\n") : NULL; line; line = strtok(NULL, "\n"))
        if (!is_replaced(line, start, token, names) && lines - passed++ < LINES_MAX) {
            kn_put(&out, line);
            kn_put_char(&out, '\n');
        }
    kn_put(&out, start);
    kn_put(&out, token);
    kn_put(&out, names[0] ? " " : "");
    kn_put(&out, names);
    kn_put_char(&out, '\n');
    native_write_file(path, text, out.length);
    chmod(path, 0600);
    free(old);
    free(text);
}
