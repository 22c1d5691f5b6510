/* owner.c: which node has a room. See owner.h.
 *
 * Who has a room stands in the store. The reader's thread looks there, claims the room if it is
 * nobody's, and reads it; everybody who asks for it meanwhile waits for the same answer. Then it is
 * at hand while they are answered, and the house, which never waits, finds it. Nothing of a room
 * can change between reading and answering: it is not in memory, and only an answer can bring it
 * there. */
#include "server/owner.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/reader.h"

enum {
    BUCKETS = 1024,
    CODES_FIRST = 256, /* codes to have at hand; more, if they are used up faster */
    CODES_MOST = 8192,
};

/* Somebody who waits. */
typedef struct asker {
    struct asker *next;
    owner_answer answer;
    void *with; /* NULL: has gone */
} asker;

/* A room that is asked for. */
typedef struct ask {
    reader_job job; /* first */
    struct ask *next;
    owner *owner;
    char code[HOUSE_CODE_MAX];
    asker *askers, **last;
    bool take;
    int64_t epoch;
    claim_end claim;
    char address[STORE_ADDRESS_MAX];
    store_room *room;
} ask;

/* A text that is asked for. */
typedef struct text_job {
    reader_job job; /* first */
    struct text_job *next, **link;
    owner *owner;
    asker asker;
    char code[HOUSE_CODE_MAX]; /* empty: seals */
    uint32_t number;
    size_t most;
    owner_reading reading; /* or nothing: a text */
    owner_text text;
    char why[STORE_WHY_MAX];
} text_job;

/* Codes that are being reserved. */
typedef struct {
    reader_job job; /* first */
    owner *owner;
    store_codes wanted, got;
    int64_t epoch;
} reserving;

struct owner {
    owner_machine machine;
    ask *asks[BUCKETS];
    text_job *texts;
    const owner_text *text_at_hand;
    void *about_at_hand;
    store_room *at_hand;
    const char *at_hand_code;
    store_codes codes;
    size_t codes_wanted;
    bool reserving, draining, closing;
};

/* ---- codes ---- */

static void draw_random(void *with, void *bytes, size_t count)
{
    (void)with;
    native_random(bytes, count);
}

static void reserve(store *s, reader_job *job)
{
    reserving *r = (reserving *)job;
    char why[STORE_WHY_MAX];
    r->epoch = store_epoch(s);
    if (!store_reserve(s, &r->wanted, &r->got))
        store_misread(s, why); /* that is noticed elsewhere */
}

/* What belongs to an epoch that is over belongs to nobody. */
static void reserved(reader_job *job)
{
    reserving *r = (reserving *)job;
    owner *o = r->owner;
    o->reserving = false;
    if (!job->cancelled && r->epoch == store_epoch(o->machine.store))
        for (size_t i = 0; i < r->got.count; i++)
            store_add_code(&o->codes, r->got.code[i]);
    free(r->wanted.code);
    free(r->got.code);
    free(r);
}

/* As many new codes as are missing. */
static reserving *draw_codes(owner *o)
{
    reserving *r = native_realloc(NULL, sizeof *r);
    *r = (reserving){.job = {.read = reserve, .done = reserved}, .owner = o};
    for (size_t i = o->codes.count; i < o->codes_wanted; i++) {
        char code[HOUSE_CODE_MAX];
        house_draw_code(draw_random, NULL, code);
        store_add_code(&r->wanted, code);
    }
    return r;
}

/* While everybody waits: at the start, and where the store is next to us. */
static void refill_now(owner *o)
{
    reserving *r = draw_codes(o);
    reader_read_now(o->machine.reader, &r->job);
    reserved(&r->job);
}

static void refill(owner *o)
{
    if (o->reserving || o->closing || o->draining || o->codes.count > o->codes_wanted / 2)
        return;
    if (o->codes.count < o->codes_wanted / 8 && o->codes_wanted < CODES_MOST)
        o->codes_wanted *= 2;
    reserving *r = draw_codes(o);
    o->reserving = reader_ask(o->machine.reader, &r->job);
    if (!o->reserving) {
        free(r->wanted.code);
        free(r);
    }
}

/* Codes that were drawn at the same time may be the same, and one may have become a room since. */
bool owner_code(owner *o, char code[HOUSE_CODE_MAX])
{
    bool found = false;
    if (o->codes.count == 0 && !o->draining && !store_is_shared(o->machine.store))
        refill_now(o);
    while (!found && o->codes.count > 0 && !o->draining) {
        memcpy(code, o->codes.code[--o->codes.count], HOUSE_CODE_MAX);
        found =
            !o->machine.has(o->machine.with, code) && !store_is_on_its_way(o->machine.store, code);
    }
    refill(o);
    return found;
}

void owner_lost_all(owner *o)
{
    o->codes.count = 0;
    refill(o);
}

/* ---- asking ---- */

static ask **bucket_of(owner *o, const char *code)
{
    unsigned hash = 0;
    for (const char *c = code; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    ask **link = &o->asks[hash % BUCKETS];
    while (*link && strcmp((*link)->code, code) != 0)
        link = &(*link)->next;
    return link;
}

static void look_up(store *s, reader_job *job)
{
    ask *a = (ask *)job;
    char why[STORE_WHY_MAX];
    a->epoch = store_epoch(s);
    a->claim = store_is_shared(s) ? store_claim(s, a->code, a->take, a->address) : CLAIM_MINE;
    if (a->claim == CLAIM_MINE)
        a->room = store_load(s, a->code);
    else
        store_misread(s, why); /* whoever writes will notice */
}

/* A claim counts only in the epoch in which it was made. */
static owner_kind kind_of(const ask *a)
{
    if (a->job.cancelled || (a->claim != CLAIM_OTHER && a->claim != CLAIM_NONE &&
                             a->epoch != store_epoch(a->owner->machine.store)))
        return OWNER_UNKNOWN;
    switch (a->claim) {
    case CLAIM_MINE: return OWNER_ME;
    case CLAIM_OTHER: return OWNER_OTHER;
    case CLAIM_NONE: return OWNER_NONE;
    default: return OWNER_UNKNOWN;
    }
}

static void answer_one(asker *one, owner_kind kind, const char *address)
{
    void *with = one->with;
    one->with = NULL; /* who is being answered need not be forgotten any more */
    if (with)
        one->answer(with, kind, kind == OWNER_OTHER ? address : NULL);
}

static void looked_up(reader_job *job)
{
    ask *a = (ask *)job;
    owner *o = a->owner;
    owner_kind kind = kind_of(a);
    if (kind == OWNER_NONE && !a->room)
        a->room = store_no_room(a->code);
    ask **link = bucket_of(o, a->code);
    *link = a->next;
    o->at_hand = kind == OWNER_ME || kind == OWNER_NONE ? a->room : NULL;
    o->at_hand_code = a->code;
    for (asker *one = a->askers, *next; one; one = next) {
        next = one->next;
        answer_one(one, kind, a->address);
        free(one);
    }
    o->at_hand = NULL;
    store_room_free(a->room);
    free(a);
}

static void add_asker(ask *a, owner_answer answer, void *with)
{
    asker *one = native_realloc(NULL, sizeof *one);
    *one = (asker){.answer = answer, .with = with};
    *a->last = one;
    a->last = &one->next;
}

static ask *begin(owner *o, const char *code)
{
    ask *a = native_realloc(NULL, sizeof *a);
    *a = (ask){.job = {.read = look_up, .done = looked_up}, .owner = o, .take = !o->draining};
    a->last = &a->askers;
    kn_text text = kn_text_on(a->code, sizeof a->code);
    kn_put(&text, code);
    return a;
}

/* A room in memory is ours. One whose last records are still on their way is, too, but cannot be
 * read yet: the house will say that it is busy. */
void owner_ask(owner *o, const char *code, owner_answer answer, void *with)
{
    if (!o || o->machine.has(o->machine.with, code) ||
        store_is_on_its_way(o->machine.store, code)) {
        answer(with, OWNER_ME, NULL);
        return;
    }
    ask **link = bucket_of(o, code);
    if (!*link) {
        ask *a = begin(o, code);
        if (!reader_ask(o->machine.reader, &a->job)) {
            free(a);
            answer(with, OWNER_UNKNOWN, NULL);
            return;
        }
        *link = a;
    }
    add_asker(*link, answer, with);
}

void owner_forget(owner *o, void *with)
{
    for (int i = 0; o && i < BUCKETS; i++)
        for (ask *a = o->asks[i]; a; a = a->next)
            for (asker *one = a->askers; one; one = one->next)
                if (one->with == with)
                    one->with = NULL;
    for (text_job *t = o ? o->texts : NULL; t; t = t->next)
        if (t->asker.with == with)
            t->asker.with = NULL;
}

store_room *owner_at_hand(owner *o, const char *code)
{
    return o && o->at_hand && strcmp(o->at_hand_code, code) == 0 ? o->at_hand : NULL;
}

/* ---- texts ---- */

static void read_log(store *s, text_job *t)
{
    owner_text *text = &t->text;
    text->match[0] = t->number;
    text->text[0] = store_parts(s, t->code, &text->match[0], &text->length[0]);
    if (!text->text[0] || t->number > 0 || text->match[0] < 2)
        return;
    text->match[1] = text->match[0] - 1;
    text->text[1] = store_parts(s, t->code, &text->match[1], &text->length[1]);
}

static void read_seals(store *s, text_job *t)
{
    t->text.text[0] = native_realloc(NULL, t->most);
    kn_text lines = kn_text_on(t->text.text[0], t->most);
    store_seals_lines(s, t->number, &lines);
    t->text.length[0] = lines.length;
}

static void read_text(store *s, reader_job *job)
{
    text_job *t = (text_job *)job;
    if (t->reading.look)
        t->reading.look(s, t->reading.about);
    else if (t->code[0])
        read_log(s, t);
    else
        read_seals(s, t);
    t->text.why = store_misread(s, t->why);
}

static void free_text(text_job *t)
{
    if (t->reading.drop)
        t->reading.drop(t->reading.about);
    free(t->text.text[0]);
    free(t->text.text[1]);
    free(t);
}

static void text_read(reader_job *job)
{
    text_job *t = (text_job *)job;
    owner *o = t->owner;
    *t->link = t->next;
    if (t->next)
        t->next->link = t->link;
    if (!job->cancelled && t->text.why)
        o->machine.misread(o->machine.with, t->text.why, t->why);
    o->text_at_hand = &t->text;
    o->about_at_hand = t->reading.about;
    answer_one(&t->asker, job->cancelled ? OWNER_UNKNOWN : OWNER_ME, NULL);
    o->text_at_hand = NULL;
    o->about_at_hand = NULL;
    free_text(t);
}

static void ask_for_text(owner *o, const text_job *wanted)
{
    text_job *t = native_realloc(NULL, sizeof *t);
    *t = *wanted;
    t->job = (reader_job){.read = read_text, .done = text_read};
    t->owner = o;
    if (!reader_ask(o->machine.reader, &t->job)) {
        free_text(t);
        wanted->asker.answer(wanted->asker.with, OWNER_UNKNOWN, NULL);
        return;
    }
    t->next = o->texts;
    t->link = &o->texts;
    if (t->next)
        t->next->link = &t->next;
    o->texts = t;
}

void owner_read_log(owner *o, const char *code, uint32_t match, owner_answer answer, void *with)
{
    text_job wanted = {.asker = {.answer = answer, .with = with}, .number = match};
    kn_text text = kn_text_on(wanted.code, sizeof wanted.code);
    kn_put(&text, code);
    ask_for_text(o, &wanted);
}

void owner_read_seals(owner *o, uint32_t after, size_t most, owner_answer answer, void *with)
{
    const text_job wanted = {
        .asker = {.answer = answer, .with = with}, .number = after, .most = most};
    ask_for_text(o, &wanted);
}

void owner_read(owner *o, const owner_reading *reading, owner_answer answer, void *with)
{
    const text_job wanted = {.asker = {.answer = answer, .with = with}, .reading = *reading};
    ask_for_text(o, &wanted);
}

void *owner_about_at_hand(const owner *o)
{
    return o->about_at_hand;
}

const owner_text *owner_text_at_hand(const owner *o)
{
    return o->text_at_hand;
}

/* ---- opening and closing ---- */

owner *owner_open(const owner_machine *machine)
{
    owner *o = native_realloc(NULL, sizeof *o);
    memset(o, 0, sizeof *o);
    o->machine = *machine;
    o->codes_wanted = CODES_FIRST;
    refill_now(o);
    return o;
}

void owner_drain(owner *o)
{
    o->draining = true;
}

void owner_stop(owner *o)
{
    o->closing = true;
}

void owner_close(owner *o)
{
    free(o->codes.code);
    free(o);
}
