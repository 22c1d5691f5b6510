/* false_owner.c: which node has a room, as a file says: a test's answer in place of owner.c. The
 * file is named by FALSE_OWNER and read anew for every question; a line is `CODE me`, `CODE other
 * HOST:PORT`, `CODE none`, `CODE unknown` or `CODE never`: no answer at all. Rooms that are not in
 * it are this node's. With FALSE_OWNER_MS the answer comes so much later. The node counts as one of
 * several. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "native/native.h"
#include "server/net/hub.h"
#include "server/owner.h"

enum { LINE_MAX_BYTES = 512 };

void __real_hub_open(hub *h, const hub_machine *machine, const server_settings *settings);
void __wrap_hub_open(hub *h, const hub_machine *machine, const server_settings *settings);
struct forwards *__real_forwards_open(uv_loop_t *loop, hub *h);
struct forwards *__wrap_forwards_open(uv_loop_t *loop, hub *h);
void __wrap_owner_ask(owner *o, const char *code, owner_answer answer, void *with);
void __wrap_owner_forget(owner *o, void *with);

void __wrap_hub_open(hub *h, const hub_machine *machine, const server_settings *settings)
{
    static server_settings ours;
    static int somebody;
    ours = *settings;
    ours.node = 1;
    __real_hub_open(h, machine, &ours);
    h->owner = (owner *)&somebody;
}

static uv_loop_t *the_loop;

struct forwards *__wrap_forwards_open(uv_loop_t *loop, hub *h)
{
    the_loop = loop;
    return __real_forwards_open(loop, h);
}

typedef struct question {
    uv_timer_t timer; /* must come first */
    struct question *next;
    char code[HOUSE_CODE_MAX];
    owner_answer answer;
    void *with; /* NULL: nobody wants to know any more */
} question;

static question *questions;

static void tell(const char *code, owner_answer answer, void *with)
{
    char line[LINE_MAX_BYTES], kind[LINE_MAX_BYTES] = "me", address[LINE_MAX_BYTES] = "";
    FILE *file = fopen(getenv("FALSE_OWNER"), "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, code, strlen(code)) == 0)
            sscanf(line + strlen(code), "%511s %511s", kind, address);
    if (file)
        fclose(file);
    if (strcmp(kind, "never") == 0)
        return;
    owner_kind told = strcmp(kind, "other") == 0     ? OWNER_OTHER
                      : strcmp(kind, "none") == 0    ? OWNER_NONE
                      : strcmp(kind, "unknown") == 0 ? OWNER_UNKNOWN
                                                     : OWNER_ME;
    answer(with, told, told == OWNER_OTHER ? address : NULL);
}

static void free_question(uv_handle_t *handle)
{
    free(handle);
}

static void ring(uv_timer_t *timer)
{
    question *q = (question *)timer, **place = &questions;
    while (*place != q)
        place = &(*place)->next;
    *place = q->next;
    if (q->with)
        tell(q->code, q->answer, q->with);
    uv_close((uv_handle_t *)timer, free_question);
}

void __wrap_owner_ask(owner *o, const char *code, owner_answer answer, void *with)
{
    const char *ms = getenv("FALSE_OWNER_MS");
    (void)o;
    if (!ms) {
        tell(code, answer, with);
        return;
    }
    question *q = native_realloc(NULL, sizeof *q);
    memset(q, 0, sizeof *q);
    snprintf(q->code, sizeof q->code, "%s", code);
    q->answer = answer;
    q->with = with;
    q->next = questions;
    questions = q;
    uv_timer_init(the_loop, &q->timer);
    uv_timer_start(&q->timer, ring, (uint64_t)atoi(ms), 0);
}

void __wrap_owner_forget(owner *o, void *with)
{
    (void)o;
    for (question *q = questions; q; q = q->next)
        if (q->with == with)
            q->with = NULL;
}
