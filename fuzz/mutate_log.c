/* mutate_log.c: how libFuzzer changes a log: within a line or by whole lines. Then it mostly
 * renumbers the lines and adds a plain `end`, so that the change itself gets tested. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "core/text.h"
#include "native/native.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { LINES_MAX = 4096, LINE_BYTES = 300 };

typedef struct {
    kn_slice line[LINES_MAX];
    int count;
    char changed[LINE_BYTES]; /* where the changed line stands */
} lines;

static void split(kn_slice text, lines *all)
{
    all->count = 0;
    while (all->count < LINES_MAX && kn_take_until(&text, '\n', &all->line[all->count]))
        all->count++;
    if (text.length > 0 && all->count < LINES_MAX)
        all->line[all->count++] = text;
}

static void change_line(lines *all, int at)
{
    size_t length = all->line[at].length < LINE_BYTES ? all->line[at].length : LINE_BYTES;
    memcpy(all->changed, all->line[at].at, length);
    length = LLVMFuzzerMutate((uint8_t *)all->changed, length, LINE_BYTES);
    all->line[at] = (kn_slice){all->changed, length};
}

static void change(lines *all, kn_random *random)
{
    int at = (int)kn_random_below(random, (uint32_t)all->count);
    int to = (int)kn_random_below(random, (uint32_t)all->count);
    kn_slice line = all->line[at];
    switch (kn_random_below(random, 6)) {
    case 0: /* leave a line out */
        all->count--;
        memmove(all->line + at, all->line + at + 1, (size_t)(all->count - at) * sizeof line);
        break;
    case 1: /* say a line again elsewhere */
        if (all->count == LINES_MAX)
            break;
        memmove(all->line + to + 1, all->line + to, (size_t)(all->count - to) * sizeof line);
        all->line[to] = line;
        all->count++;
        break;
    case 2: /* swap two */
        all->line[at] = all->line[to];
        all->line[to] = line;
        break;
    case 3: /* stop early */ all->count = at + 1; break;
    default: change_line(all, at);
    }
}

/* Write the lines, those of events numbered from 1, and the end as it should be. */
static void join(const lines *all, bool mend, kn_text *out)
{
    bool events = false;
    int number = 0;
    for (int i = 0; i < all->count; i++) {
        kn_slice line = all->line[i], old;
        if (mend && kn_slice_begins(line, "end "))
            continue;
        if (mend && events && !kn_slice_begins(line, "secret ") &&
            kn_take_until(&line, ' ', &old)) {
            kn_put_int(out, ++number);
            kn_put_char(out, ' ');
        }
        events = events || kn_slice_is(line, "events");
        for (size_t k = 0; k < line.length; k++)
            kn_put_char(out, line.at[k]);
        kn_put_char(out, '\n');
    }
    if (!mend)
        return;
    kn_put(out, "end ");
    kn_put_int(out, number);
    kn_put_char(out, '\n');
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    kn_random random = kn_random_from(seed);
    lines all;
    if (size == 0 || kn_random_below(&random, 16) == 0)
        return LLVMFuzzerMutate(data, size, most);
    char *copy = native_realloc(NULL, size);
    memcpy(copy, data, size);
    split((kn_slice){copy, size}, &all);
    change(&all, &random);
    char *joined = native_realloc(NULL, most + 1);
    kn_text out = kn_text_on(joined, most + 1);
    join(&all, kn_random_below(&random, 8) > 0, &out);
    memcpy(data, joined, out.length);
    free(copy);
    free(joined);
    return out.length;
}
