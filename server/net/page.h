/* page.h: the files of the page, embedded in the program. server/embed writes the list when the
 * program is built. */
#ifndef KNOBEL_SERVER_NET_PAGE_H
#define KNOBEL_SERVER_NET_PAGE_H

#include <stdbool.h>

#include "core/text.h"

/* One file, plain and if there are such also packed. A form that is not there is empty. */
typedef struct {
    const char *path; /* begins with a slash */
    const char *type;
    const char *etag[3]; /* with their quotes; one a form */
    bool immutable;      /* its name says what is in it */
    const char *at[3], *end[3];
} page_file;

enum { PAGE_PLAIN, PAGE_GZIP, PAGE_BROTLI };

extern const page_file page_files[];
extern const int page_count;

/* The script and the style inside the page, as a policy allows them: " 'sha256-…'", or nothing. */
extern const char page_script[], page_style[];

/* The file of that path, or NULL. */
const page_file *page_find(kn_slice path);

/* A file whose name has what is in it behind this beginning, with this end; or NULL. */
const page_file *page_find_named(const char *begins, const char *ends);

/* The variant to send to a client that accepts these codings (NULL: none). */
int page_form(const page_file *file, const char *accepted);

#endif
