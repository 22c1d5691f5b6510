/* rules.c: the rules of a game, translated paragraph by paragraph. See rules.h. */
#include "terminal/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "native/native.h"
#include "words/rules.h"
#include "words/words.h"

enum { LINE_MAX_BYTES = 4096 };

/* Marks stay, words are translated, figures are left out: only the page can show them. */
static void put_line(const char *line, kn_text *out)
{
    bool marked = strncmp(line, "# ", 2) == 0 || strncmp(line, "- ", 2) == 0;
    if (strncmp(line, "{figure ", 8) == 0)
        return;
    if (marked)
        kn_put(out, line[0] == '#' ? "# " : "- ");
    kn_put(out, words_in(marked ? line + 2 : line));
    kn_put_char(out, '\n');
}

void rules_open(pager *p, const char *game)
{
    enum { SIZE = 1 << 16 };
    char *text = native_realloc(NULL, SIZE), line[LINE_MAX_BYTES];
    kn_text out = kn_text_on(text, SIZE);
    for (const char *at = rules_text(game); *at;) {
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        put_line(line, &out);
        at += length + (at[length] == '\n');
        if (strncmp(line, "{figure ", 8) == 0 && *at == '\n')
            at++;
    }
    pager_begin(p, words_for_key("game", game), text, false);
    free(text);
}
