/* false_store.c: see false_store.h. */
#include "tests/nodes/false_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/kind.h"
#include "tests/nodes/false_system.h"
#include "tests/nodes/told.h"

enum {
    ROOMS_MAX = 4096,
    SEALS_MAX = 4096,
    PATIENCE_MS = 3000, /* then a connection is given up, as `tcp_user_timeout` says */
    SILENT_MS = 3000,   /* a node that stands still for so long is dead */
    LOOK_MS = 100,
    BREAKS = 300,     /* one in so many connections breaks while it waits for an answer … */
    OFTEN_BREAKS = 3, /* … and in so many where a late change could do the most harm … */
    LATE_MS = 4000,   /* … to what the server still does, this much later at most … */
    SOON_MS = 500,    /* … and mostly sooner */
};

false_store_counts false_store_counted;

/* ---- what is kept ---- */

typedef struct {
    uint32_t match, number;
    kn_slice text;
} line;

typedef struct {
    line *at;
    int count, size;
} lines;

typedef struct {
    char code[HOUSE_CODE_MAX];
    bool owned, there; /* `there`: not only reserved */
    int owner;
    int64_t owner_epoch;
    batch_record record;
    kn_slice text;
    lines parts, chat;
} room_row;

static struct {
    bool fenced, up;
    int life; /* another number after each start */
    int64_t slow_ms;
    uint32_t loses;
    store_node node[NODES + 1]; /* epoch 0: never seen */
    room_row *room[ROOMS_MAX];
    int rooms;
    lines seals[NODES + 1];
    int64_t clock_ms;
} db;

static kn_slice copy_of(kn_slice text)
{
    char *mine = native_realloc(NULL, text.length + 1);
    memcpy(mine, text.at, text.length);
    return (kn_slice){mine, text.length};
}

static void add_line(lines *all, uint32_t match, uint32_t number, kn_slice text)
{
    if (all->count == all->size) {
        all->size = all->size ? 2 * all->size : 16;
        all->at = native_realloc(all->at, (size_t)all->size * sizeof *all->at);
    }
    all->at[all->count++] = (line){match, number, copy_of(text)};
}

static bool has_line(const lines *all, uint32_t match, uint32_t number)
{
    for (int i = all->count; i > 0; i--)
        if (all->at[i - 1].match == match && all->at[i - 1].number == number)
            return true;
    return false;
}

static room_row *find_room(const char *code)
{
    for (int i = 0; i < db.rooms; i++)
        if (strcmp(db.room[i]->code, code) == 0)
            return db.room[i];
    return NULL;
}

static room_row *add_room(const char *code, int owner, int64_t epoch)
{
    room_row *row = native_realloc(NULL, sizeof *row);
    if (db.rooms == ROOMS_MAX)
        abort();
    *row = (room_row){.owned = true, .owner = owner, .owner_epoch = epoch};
    strcpy(row->code, code);
    return db.room[db.rooms++] = row;
}

void false_store_begin(bool fenced)
{
    memset(&db, 0, sizeof db);
    db.fenced = fenced;
    db.up = true;
    false_store_counted = (false_store_counts){0};
}

void false_store_stop(void)
{
    db.up = false;
    db.life++;
}

void false_store_start(void)
{
    db.up = true;
}

void false_store_slow(int64_t ms)
{
    db.slow_ms = ms;
}

void false_store_lose(uint32_t one_in_so_many)
{
    db.loses = one_in_so_many;
}

void false_store_drain(int node)
{
    if (db.node[node].epoch > 0 && db.node[node].state == STORE_LIVES)
        db.node[node].state = STORE_DRAINS;
}

/* ---- questions ---- */

/* One of a node's connections. */
typedef struct {
    bool up;
    int life; /* of the server when it was made */
} wire;

typedef struct {
    store base;
    int64_t epoch; /* 0: none */
    char address[STORE_ADDRESS_MAX];
    bool failed;
    wire writer, reader, pulse;
} false_store;

/* What is asked, and what is answered: copies, since the asker may be gone by then. */
typedef struct question {
    void (*answer)(struct question *q); /* on the server; nothing comes between */
    int node, life, node_life;
    uint32_t breaks;
    int64_t late_ms;
    bool done, lost;
    /* asked: */
    int64_t epoch;
    char code[HOUSE_CODE_MAX], address[STORE_ADDRESS_MAX];
    bool take, shows;
    char *shown, *counts;
    store_batch *batch;
    store_codes codes;
    store_node other;
    uint32_t match, after;
    room_row seen;
    /* answered: */
    int64_t number;
    int result;
    store_nodes nodes;
    lines lines;
} question;

static question *ask_of(const false_store *s, void (*answer)(question *q))
{
    question *q = native_realloc(NULL, sizeof *q);
    *q = (question){.answer = answer, .node = s->base.id, .epoch = s->epoch, .breaks = BREAKS};
    return q;
}

static int64_t latency_ms(void)
{
    return (one_in(20) ? below(300) : 1 + below(4)) + (db.slow_ms ? below(2 * db.slow_ms) : 0);
}

/* The way to the server, or back: false if it is lost. A cut that lasts loses some of what was on
 * its way, and only holds up the rest, maybe for longer than it lasts. */
static bool pass(const question *q)
{
    fiber_sleep_ms(latency_ms() + q->late_ms);
    bool held_up = false;
    while (link_is_cut(q->node, DATABASE)) {
        held_up = true;
        fiber_sleep_ms(LOOK_MS);
        if (one_in(100))
            return false;
    }
    if (held_up && one_in(3))
        fiber_sleep_ms(below(4000));
    return db.up && q->life == db.life;
}

static void carry(void *with)
{
    question *q = with;
    bool well = pass(q);
    if (well)
        q->answer(q);
    if (!well || !pass(q) || (db.loses && one_in(db.loses)))
        q->lost = true;
    q->done = true;
    fiber_wake(q, true);
}

static bool connect(false_store *s, wire *w)
{
    if (w->up && w->life == db.life)
        return true;
    fiber_sleep_ms(latency_ms());
    w->up = db.up && !link_is_cut(s->base.id, DATABASE);
    w->life = db.life;
    if (!w->up)
        fiber_sleep_ms(db.up ? PATIENCE_MS / 2 : 1); /* refused, or no answer at all */
    return w->up;
}

/* False: the connection is lost, and whether it was answered is unknown: it still may be, later. */
static bool ask(wire *w, question *q)
{
    int64_t patience_ms = one_in(q->breaks) ? below(10) : PATIENCE_MS;
    int64_t until_ns = machine_to_world_ns(machine_ns() + patience_ms * MS_NS);
    q->life = w->life;
    q->late_ms = patience_ms < PATIENCE_MS ? below(one_in(4) ? LATE_MS : SOON_MS) : 0;
    fiber_start(DATABASE, carry, q);
    while (!q->done && world_ns() < until_ns)
        fiber_wait(q, until_ns);
    w->up = q->done && !q->lost;
    return w->up;
}

/* ---- this node ---- */

static void do_look_at_node(question *q)
{
    q->other = db.node[q->node];
}

/* Only from the epoch that was seen: one that comes late changes nothing. */
static void do_register(question *q)
{
    store_node *n = &db.node[q->node];
    q->result = n->epoch == q->other.epoch;
    if (!q->result)
        return;
    n->id = q->node;
    n->epoch++;
    n->beat++;
    n->state = STORE_LIVES;
    n->reads = STORE_FORMAT;
    strcpy(n->address, q->address);
    q->number = n->epoch;
}

static bool register_node(false_store *s, char why[STORE_WHY_MAX])
{
    question *seen = ask_of(s, do_look_at_node);
    if (!ask(&s->writer, seen))
        return store_say(why, "no answer");
    question *q = ask_of(s, do_register);
    q->breaks = OFTEN_BREAKS;
    q->other = seen->other;
    strcpy(q->address, s->address);
    if (!ask(&s->writer, q) || !q->result)
        return store_say(why, "no answer to the registration");
    s->epoch = q->number;
    return true;
}

/* Nobody else has this number. */
static bool wait_for_silence(false_store *s, char why[STORE_WHY_MAX])
{
    int64_t beat = -1;
    for (int waited = 0; waited < SILENT_MS; waited += LOOK_MS) {
        question *q = ask_of(s, do_look_at_node);
        if (!ask(&s->writer, q))
            return store_say(why, "no answer");
        if (q->other.epoch == 0 || q->other.state == STORE_GONE)
            return true;
        if (beat >= 0 && beat != q->other.beat)
            return store_say(why, "another one has this number");
        beat = q->other.beat;
        fiber_sleep_ms(LOOK_MS);
    }
    return true;
}

static void do_leave(question *q)
{
    store_node *n = &db.node[q->node];
    if (n->epoch != q->epoch)
        return;
    n->epoch++;
    n->state = STORE_GONE;
}

static void close_store(store *base)
{
    false_store *s = (false_store *)base;
    if (s->writer.up && !s->failed && s->epoch > 0)
        ask(&s->writer, ask_of(s, do_leave));
    store_finish(base);
    free(s);
}

static store *open_store(const char *where, const store_self *self, char *lost,
                         char why[STORE_WHY_MAX])
{
    (void)where, (void)lost;
    false_store *s = native_realloc(NULL, sizeof *s);
    memset(s, 0, sizeof *s);
    store_begin(&s->base, &store_postgres);
    s->base.id = self->id;
    s->base.clock_ms = db.clock_ms;
    s->base.key.seed[0] = (uint8_t)self->id;
    strcpy(s->address, self->address);
    if ((connect(s, &s->writer) || store_say(why, "no connection")) && wait_for_silence(s, why) &&
        register_node(s, why))
        return &s->base;
    close_store(&s->base);
    return NULL;
}

static bool try_database(store *base, char why[STORE_WHY_MAX])
{
    false_store *s = (false_store *)base;
    bool again = !s->writer.up || s->writer.life != db.life, begins = s->epoch == 0;
    if (again && !begins) {
        s->epoch = 0;
        return store_say(why, "no connection");
    }
    if (again && !connect(s, &s->writer))
        return store_say(why, "no connection");
    if (begins && !register_node(s, why))
        return false;
    s->failed = false;
    return true;
}

static int64_t epoch_of(const store *base)
{
    return ((const false_store *)base)->epoch;
}

/* ---- beats and burials ---- */

static void copy_nodes(store_nodes *out)
{
    out->node = native_realloc(NULL, (NODES + 1) * sizeof *out->node);
    for (int i = 1; i <= NODES; i++)
        if (db.node[i].epoch > 0) {
            out->node[out->count] = db.node[i];
            out->node[out->count].shown = out->node[out->count].counts = NULL;
            out->count++;
        }
}

static void do_beat(question *q)
{
    store_node *n = &db.node[q->node];
    q->result = n->epoch == q->epoch;
    if (!q->result)
        return;
    n->beat++;
    if (q->take && n->state == STORE_LIVES)
        n->state = STORE_DRAINS;
    copy_nodes(&q->nodes);
}

static beat_end beat(store *base, const char *shown, const char *counts, bool draining,
                     store_nodes *others, char why[STORE_WHY_MAX])
{
    false_store *s = (false_store *)base;
    (void)shown, (void)counts;
    *others = (store_nodes){0};
    store_say(why, "no answer");
    if (s->epoch == 0)
        return BEAT_FAILED;
    if (!connect(s, &s->pulse))
        return BEAT_UNSENT;
    question *q = ask_of(s, do_beat);
    q->take = draining;
    if (!ask(&s->pulse, q))
        return BEAT_UNSENT;
    if (q->result) {
        *others = q->nodes;
        return BEAT_WELL;
    }
    false_store_counted.fenced++;
    if (s->epoch != q->epoch)
        return BEAT_FAILED;
    s->epoch = 0;
    return BEAT_FENCED;
}

static void do_bury(question *q)
{
    store_node *n = &db.node[q->other.id];
    q->result = n->epoch == q->other.epoch && n->beat == q->other.beat;
    if (!q->result)
        return;
    n->epoch++;
    n->state = STORE_GONE;
    false_store_counted.burials++;
}

static bool bury(store *base, const store_node *dead, char why[STORE_WHY_MAX])
{
    false_store *s = (false_store *)base;
    question *q = ask_of(s, do_bury);
    q->other = *dead;
    store_say(why, "no answer");
    return s->pulse.up && ask(&s->pulse, q) && q->result;
}

/* ---- rooms ---- */

static bool lives(const room_row *row)
{
    const store_node *n = &db.node[row->owner];
    return row->owned && n->epoch == row->owner_epoch && n->state != STORE_GONE;
}

/* What stands there now; and, as another question, the change of exactly that. */
static void do_look_at_owner(question *q)
{
    const room_row *row = find_room(q->code);
    q->result = CLAIM_NONE;
    if (!row || !row->there)
        return;
    q->seen = *row;
    q->result = CLAIM_MINE;
    if (!lives(row))
        return;
    q->result = CLAIM_OTHER;
    strcpy(q->address, db.node[row->owner].address);
}

static void do_take(question *q)
{
    room_row *row = find_room(q->code);
    q->result = row && db.node[q->node].epoch == q->epoch && row->owned == q->seen.owned &&
                row->owner == q->seen.owner && row->owner_epoch == q->seen.owner_epoch;
    if (!q->result)
        return;
    row->owned = true;
    row->owner = q->node;
    row->owner_epoch = q->epoch;
    false_store_counted.claims++;
}

static void do_find_another(question *q)
{
    q->result = CLAIM_UNKNOWN;
    for (int i = 1; i <= NODES; i++)
        if (i != q->node && db.node[i].epoch > 0 && db.node[i].state == STORE_LIVES) {
            q->result = CLAIM_OTHER;
            strcpy(q->address, db.node[i].address);
        }
}

static question *ask_reader(false_store *s, const char *code, void (*answer)(question *q))
{
    question *q = ask_of(s, answer);
    strcpy(q->code, code);
    if (connect(s, &s->reader) && ask(&s->reader, q))
        return q;
    store_call_misread(&s->base, "disk", "no answer");
    return NULL;
}

static void copy_codes(const store_codes *from, store_codes *to)
{
    for (size_t i = 0; i < from->count; i++)
        store_add_code(to, from->code[i]);
}

static void do_release(question *q)
{
    for (size_t i = 0; i < q->codes.count; i++) {
        room_row *row = find_room(q->codes.code[i]);
        if (row && row->owned && row->owner == q->node && row->owner_epoch == q->epoch)
            row->owned = false;
    }
}

static void do_reserve(question *q)
{
    store_codes free_ones = {0};
    for (size_t i = 0; i < q->codes.count && db.node[q->node].epoch == q->epoch; i++)
        if (!find_room(q->codes.code[i])) {
            add_room(q->codes.code[i], q->node, q->epoch);
            store_add_code(&free_ones, q->codes.code[i]);
        }
    q->codes = free_ones;
}

static question *ask_about_codes(false_store *s, const store_codes *codes,
                                 void (*answer)(question *q))
{
    question *q = ask_of(s, answer);
    q->breaks = answer == do_release ? OFTEN_BREAKS : BREAKS;
    copy_codes(codes, &q->codes);
    if (connect(s, &s->reader) && ask(&s->reader, q))
        return q;
    store_call_misread(&s->base, "disk", "no answer");
    return NULL;
}

/* Ours, or nobody's and ours from now on. */
static void do_claim_all(question *q)
{
    store_codes ours = {0};
    for (size_t i = 0; i < q->codes.count && db.node[q->node].epoch == q->epoch; i++) {
        room_row *row = find_room(q->codes.code[i]);
        if (!row || !row->there || (lives(row) && row->owner != q->node))
            continue;
        false_store_counted.claims += !lives(row);
        row->owned = true;
        row->owner = q->node;
        row->owner_epoch = q->epoch;
        store_add_code(&ours, row->code);
    }
    q->codes = ours;
}

static bool claim_all(store *base, const store_codes *rooms, store_codes *out)
{
    question *q = ask_about_codes((false_store *)base, rooms, do_claim_all);
    if (q)
        copy_codes(&q->codes, out);
    return q;
}

static bool release(store *base, const store_codes *rooms)
{
    return ask_about_codes((false_store *)base, rooms, do_release);
}

static bool release_one(store *base, const char *code)
{
    store_codes one = {0};
    store_add_code(&one, code);
    return release(base, &one);
}

static claim_end claim(store *base, const char *code, bool take, char address[STORE_ADDRESS_MAX])
{
    enum { CLAIMS_MAX = 5 };
    false_store *s = (false_store *)base;
    for (int i = 0; i < CLAIMS_MAX; i++) {
        int64_t epoch = s->epoch;
        question *q = epoch == 0 ? NULL : ask_reader(s, code, do_look_at_owner);
        if (!q)
            return CLAIM_UNKNOWN;
        bool mine = q->result == CLAIM_OTHER && q->seen.owner == s->base.id;
        if (mine && q->seen.owner_epoch != epoch)
            return CLAIM_UNKNOWN;
        if (mine && take)
            return CLAIM_MINE;
        if (mine && !release_one(base, code))
            return CLAIM_UNKNOWN;
        if (!take && (mine || q->result == CLAIM_MINE))
            q = ask_reader(s, code, do_find_another);
        if (!q)
            return CLAIM_UNKNOWN;
        if (q->result != CLAIM_MINE) {
            strcpy(address, q->address);
            return (claim_end)q->result;
        }
        question *taking = ask_of(s, do_take);
        strcpy(taking->code, code);
        taking->seen = q->seen;
        taking->epoch = epoch;
        if (!ask(&s->reader, taking)) {
            store_call_misread(base, "disk", "no answer");
            return CLAIM_UNKNOWN;
        }
        if (taking->result)
            return CLAIM_MINE;
    }
    return CLAIM_UNKNOWN;
}

/* A few are enough here. */
static bool reserve(store *base, const store_codes *wanted, store_codes *out)
{
    const store_codes few = {wanted->code, wanted->count < 4 ? wanted->count : 4, wanted->size};
    question *q = ask_about_codes((false_store *)base, &few, do_reserve);
    if (q)
        copy_codes(&q->codes, out);
    return q;
}

/* ---- writing ---- */

/* What was told to somebody is never written over. */
static bool conflicts(const question *q)
{
    const batch_record *r;
    size_t at = 0;
    kn_slice text;
    while ((r = batch_next(q->batch, &at, &text))) {
        const room_row *row = find_room(r->room);
        if ((r->what == HOUSE_KEEP_PART && row && has_line(&row->parts, r->match, r->number)) ||
            (r->what == HOUSE_KEEP_CHAT && row && has_line(&row->chat, 0, r->number)) ||
            (r->what == HOUSE_KEEP_SEAL && has_line(&db.seals[q->node], 0, r->number)))
            return true;
    }
    return false;
}

static void keep(const question *q, const batch_record *r, kn_slice text)
{
    if (r->now_ms > db.clock_ms)
        db.clock_ms = r->now_ms;
    if (r->what == HOUSE_KEEP_SEAL)
        add_line(&db.seals[q->node], 0, r->number, text);
    if (r->what > HOUSE_KEEP_CHAT)
        return;
    room_row *row = find_room(r->room);
    if (!row)
        row = add_room(r->room, q->node, q->epoch);
    if (r->what == HOUSE_KEEP_ROOM) {
        row->there = true;
        row->record = *r;
        row->text = copy_of(text);
    } else if (r->what == HOUSE_KEEP_PART) {
        add_line(&row->parts, r->match, r->number, text);
    } else {
        add_line(&row->chat, 0, r->number, text);
    }
}

/* What the fence is for: who may write has the rooms. */
static void check_owner(const question *q, const batch_record *r)
{
    const room_row *row = find_room(r->room);
    if (r->what > HOUSE_KEEP_CHAT || !db.fenced)
        return;
    if (!row || !row->owned || row->owner != q->node || row->owner_epoch != q->epoch)
        fail("a room is written by a node that does not have it", r->room);
}

static void do_write(question *q)
{
    const batch_record *r;
    size_t at = 0;
    kn_slice text;
    q->result = STORE_FENCED;
    if (db.fenced && db.node[q->node].epoch != q->epoch)
        return;
    q->result = STORE_FAILED;
    if (conflicts(q))
        return;
    while ((r = batch_next(q->batch, &at, &text))) {
        check_owner(q, r);
        keep(q, r, text);
    }
    q->result = STORE_WRITTEN;
    false_store_counted.writes++;
}

static store_batch *copy_batch(const store_batch *batch)
{
    store_batch *mine = batch_new();
    *mine = *batch;
    mine->bytes = native_realloc(NULL, batch->length);
    memcpy(mine->bytes, batch->bytes, batch->length);
    return mine;
}

static store_end write_batch(store *base, const store_batch *batch, char why[STORE_WHY_MAX])
{
    false_store *s = (false_store *)base;
    store_say(why, "it could not be written");
    store_end end = s->failed ? STORE_FAILED : STORE_UNKNOWN;
    if (!s->failed && s->writer.up) {
        question *q = ask_of(s, do_write);
        q->batch = copy_batch(batch);
        end = ask(&s->writer, q) ? (store_end)q->result : STORE_UNKNOWN;
    }
    s->failed = end != STORE_WRITTEN;
    false_store_counted.unknown += end == STORE_UNKNOWN;
    false_store_counted.fenced += end == STORE_FENCED;
    if (end == STORE_FENCED || end == STORE_UNKNOWN)
        s->epoch = 0;
    return end;
}

/* ---- reading ---- */

static void do_load(question *q)
{
    const room_row *row = find_room(q->code);
    uint32_t last = 0;
    q->result = row && row->there ? LOAD_FOUND : LOAD_NONE;
    if (q->result == LOAD_NONE)
        return;
    q->batch = batch_new();
    house_record r = {.room = q->code,
                      .text = row->text,
                      .status = row->record.status,
                      .listed = row->record.listed,
                      .clocked = row->record.clocked};
    batch_keep(q->batch, &r, row->record.now_ms);
    for (int i = 0; i < row->parts.count; i++)
        last = row->parts.at[i].match > last ? row->parts.at[i].match : last;
    for (int i = 0; i < row->parts.count + row->chat.count; i++) {
        bool part = i < row->parts.count;
        const line *one = part ? &row->parts.at[i] : &row->chat.at[i - row->parts.count];
        r = (house_record){.what = part ? HOUSE_KEEP_PART : HOUSE_KEEP_CHAT,
                           .room = q->code,
                           .match = one->match,
                           .number = one->number,
                           .text = one->text};
        if (!part || one->match == last)
            batch_keep(q->batch, &r, 0);
    }
}

static load_end load(store *base, const char *code, store_batch *into)
{
    question *q = ask_reader((false_store *)base, code, do_load);
    if (!q)
        return LOAD_MISREAD;
    if (q->result == LOAD_FOUND)
        *into = *q->batch;
    return (load_end)q->result;
}

static void do_read_parts(question *q)
{
    const room_row *row = find_room(q->code);
    for (int i = 0; row && q->match == 0 && i < row->parts.count; i++)
        q->number = row->parts.at[i].match > q->number ? row->parts.at[i].match : q->number;
    q->number = q->match ? q->match : q->number;
    for (int i = 0; row && i < row->parts.count; i++)
        if (row->parts.at[i].match == q->number)
            add_line(&q->lines, 0, 0, row->parts.at[i].text);
}

static char *read_parts(store *base, const char *code, uint32_t *match, size_t *length)
{
    false_store *s = (false_store *)base;
    question *q = ask_of(s, do_read_parts);
    store_joined joined = {0};
    strcpy(q->code, code);
    q->match = *match;
    if (!connect(s, &s->reader) || !ask(&s->reader, q)) {
        store_call_misread(base, "disk", "no answer");
        return NULL;
    }
    for (int i = 0; i < q->lines.count; i++)
        store_join(&joined, q->lines.at[i].text);
    *match = (uint32_t)q->number;
    *length = joined.length;
    return joined.at;
}

static void do_find_clocked(question *q)
{
    for (int i = 0; i < db.rooms; i++)
        if (db.room[i]->there && db.room[i]->record.clocked &&
            (db.room[i]->owner == q->node || !lives(db.room[i])))
            store_add_code(&q->codes, db.room[i]->code);
}

static bool find_clocked(store *base, store_codes *out)
{
    question *q = ask_reader((false_store *)base, "", do_find_clocked);
    if (q)
        copy_codes(&q->codes, out);
    return q;
}

static void do_look_at_seals(question *q)
{
    const lines *seals = &db.seals[q->node];
    if (seals->count > 0)
        add_line(&q->lines, 0, seals->at[seals->count - 1].number,
                 seals->at[seals->count - 1].text);
}

static bool seals_end(store *base, store_seals *end)
{
    question *q = ask_reader((false_store *)base, "", do_look_at_seals);
    *end = (store_seals){0};
    if (q && q->lines.count > 0) {
        end->count = q->lines.at[0].number;
        memcpy(end->head, q->lines.at[0].text.at, sizeof end->head);
    }
    return q;
}

/* ---- what nobody asks for here: nothing is old, nothing is full ---- */

static bool seals_lines(store *base, uint32_t after, kn_text *out)
{
    (void)base, (void)after, (void)out;
    return true;
}

static bool in_place(store *base, char why[STORE_WHY_MAX])
{
    (void)base, (void)why;
    return true;
}

static bool damaged(store *base, char why[STORE_WHY_MAX])
{
    (void)base, (void)why;
    return false;
}

static int64_t used(store *base)
{
    (void)base;
    return 0;
}

static bool past(store *base, int status, int64_t before_ms, int most, int claims, store_codes *out)
{
    (void)base, (void)status, (void)before_ms, (void)most, (void)claims, (void)out;
    return true;
}

static bool binned(store *base, int64_t until_ms, int most, store_codes *out)
{
    (void)base, (void)until_ms, (void)most, (void)out;
    return true;
}

const store_kind store_postgres = {
    .damaged_words = "damaged",
    .open = open_store,
    .close = close_store,
    .in_place = in_place,
    .damaged = damaged,
    .write = write_batch,
    .try = try_database,
    .load = load,
    .parts = read_parts,
    .used = used,
    .clocked = find_clocked,
    .past = past,
    .binned = binned,
    .seals_end = seals_end,
    .seals_lines = seals_lines,
    .beat = beat,
    .bury = bury,
    .epoch = epoch_of,
    .claim = claim,
    .claim_all = claim_all,
    .release = release,
    .reserve = reserve,
};
