/* page.c: finds a file of the page in the best encoding for a browser. See page.h. */
#include "server/net/page.h"

#include <string.h>
#include <strings.h>

const page_file *page_find(kn_slice path)
{
    for (int i = 0; i < page_count; i++)
        if (kn_slice_is(path, page_files[i].path))
            return &page_files[i];
    return NULL;
}

const page_file *page_find_named(const char *begins, const char *ends)
{
    size_t length = strlen(begins);
    for (int i = 0; i < page_count; i++) {
        const char *path = page_files[i].path, *dot = strrchr(path, '.');
        if (strncmp(path, begins, length) == 0 && !strchr(path + length, '-') && dot &&
            strcmp(dot + 1, ends) == 0)
            return &page_files[i];
    }
    return NULL;
}

/* Is the coding in the list, and not with `q=0`? */
static bool accepts(const char *list, const char *coding)
{
    size_t length = strlen(coding);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        if (strncasecmp(at, coding, length) != 0 || !strchr(" \t;,", at[length]))
            continue;
        const char *weight = at + length + strspn(at + length, " \t;");
        return strncasecmp(weight, "q=0", 3) != 0 || strncmp(weight, "q=0.", 4) == 0;
    }
    return false;
}

int page_form(const page_file *file, const char *accepted)
{
    if (accepted && file->at[PAGE_BROTLI] && accepts(accepted, "br"))
        return PAGE_BROTLI;
    if (accepted && file->at[PAGE_GZIP] && accepts(accepted, "gzip"))
        return PAGE_GZIP;
    return PAGE_PLAIN;
}
