/* store.c: what all kinds of stores share: gathering batches, time, what is on its way to the disk,
 * and handing out what was read. See store.h; kind.h is what the kinds do. */
#include "server/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/kind.h"
#include "words/words.h"

/* ---- kinds ---- */

static const char *const database_schemes[] = {"postgresql://", "postgres://"};

bool store_is_database(const char *where)
{
    for (size_t i = 0; i < sizeof database_schemes / sizeof *database_schemes; i++)
        if (strncmp(where, database_schemes[i], strlen(database_schemes[i])) == 0)
            return true;
    return false;
}

static const store_kind *kind_of(const char *where)
{
    return store_is_database(where) ? &store_postgres : &store_sqlite;
}

/* The password of `postgresql://anna:secret@host/house?password=secret` is nobody's business. What
 * stands between the first colon and the last @ of the host's part is left out, whatever it is. */
const char *store_shown(const char *where, char out[STORE_WHY_MAX])
{
    kn_text text = kn_text_on(out, STORE_WHY_MAX);
    bool database = store_is_database(where);
    const char *host = database ? strstr(where, "://") + 3 : where;
    size_t length = database ? strcspn(host, "/?") : 0;
    const char *at = NULL, *colon = memchr(host, ':', length);
    for (size_t i = 0; i < length; i++)
        if (host[i] == '@')
            at = host + i;
    if (at && colon && colon < at) {
        kn_put_slice(&text, (kn_slice){where, (size_t)(colon - where)});
        kn_put(&text, ":***");
        where = at;
    }
    const char *end = where + strlen(where);
    for (const char *secret; database && (secret = strstr(where, "password="));) {
        secret += strlen("password=");
        kn_put_slice(&text, (kn_slice){where, (size_t)(secret - where)});
        kn_put(&text, "***");
        where = secret + strcspn(secret, "&");
    }
    kn_put_slice(&text, (kn_slice){where, (size_t)(end - where)});
    return out;
}

static void hide(char *from, size_t length)
{
    memset(from, '*', length);
}

void store_hide(char *where)
{
    if (!store_is_database(where))
        return;
    char *host = strstr(where, "://") + 3, *at = NULL;
    size_t length = strcspn(host, "/?");
    char *colon = memchr(host, ':', length);
    for (size_t i = 0; i < length; i++)
        if (host[i] == '@')
            at = host + i;
    if (at && colon && colon < at)
        hide(colon + 1, (size_t)(at - colon - 1));
    for (char *secret = where; (secret = strstr(secret, "password="));) {
        secret += strlen("password=");
        hide(secret, strcspn(secret, "&"));
    }
}

bool store_say(char why[STORE_WHY_MAX], const char *sentence)
{
    snprintf(why, STORE_WHY_MAX, "%s", sentence);
    return false;
}

/* ---- opening and closing ---- */

store_batch *batch_new(void)
{
    store_batch *batch = native_realloc(NULL, sizeof *batch);
    *batch = (store_batch){0};
    return batch;
}

void batch_free(store_batch *batch)
{
    if (batch)
        free(batch->bytes);
    free(batch);
}

static store_batch *new_batch(store *s)
{
    store_batch *batch = batch_new();
    batch->owner = s;
    return batch;
}

void store_begin(store *s, const store_kind *kind)
{
    *s = (store){.kind = kind, .id = 1};
    s->gathered = new_batch(s);
}

void store_finish(store *s)
{
    batch_free(s->gathered);
    batch_free(s->spare);
}

store *store_open_as(const char *where, const store_self *self, char *lost, char why[STORE_WHY_MAX])
{
    return kind_of(where)->open(where, self, lost, why);
}

static const store_self alone = {1, ""};

store *store_open(const char *where, char why[STORE_WHY_MAX])
{
    return store_open_as(where, &alone, NULL, why);
}

store *store_open_anyway(const char *where, char lost[STORE_WHY_MAX], char why[STORE_WHY_MAX])
{
    return store_open_as(where, &alone, lost, why);
}

void store_close(store *s)
{
    s->kind->close(s);
}

bool store_in_place(store *s, char why[STORE_WHY_MAX])
{
    return s->kind->in_place(s, why);
}

bool store_damaged(store *s, char why[STORE_WHY_MAX])
{
    return s->kind->damaged(s, why);
}

/* ---- time ---- */

void store_set_time(store *s, int64_t now_ms)
{
    s->ahead_ms = now_ms - s->clock_ms;
}

/* Time in the house as time of ours. */
static int64_t own_ms(const store *s, int64_t house_ms)
{
    return house_ms - s->ahead_ms;
}

void store_keep_time(store *s, int64_t now_ms)
{
    batch_clock(s->gathered, own_ms(s, now_ms));
}

/* ---- gathering and writing ---- */

void store_keep(store *s, const house_record *record)
{
    batch_keep(s->gathered, record, own_ms(s, record->now_ms));
}

size_t store_gathered(const store *s)
{
    return s->gathered->length;
}

store_batch *store_take(store *s)
{
    store_batch *taken = s->gathered;
    if (taken->records == 0)
        return NULL;
    s->gathered = s->spare ? s->spare : new_batch(s);
    s->spare = NULL;
    taken->next = s->taken;
    s->taken = taken;
    return taken;
}

void store_batch_free(store_batch *batch)
{
    store *s = batch->owner;
    store_batch **link = &s->taken;
    while (*link != batch)
        link = &(*link)->next;
    *link = batch->next;
    batch_reset(batch);
    if (s->spare)
        batch_free(batch);
    else
        s->spare = batch;
}

store_end store_write(store *s, store_batch *batch, char why[STORE_WHY_MAX])
{
    return s->kind->write(s, batch, why);
}

bool store_try(store *s, char why[STORE_WHY_MAX])
{
    return s->kind->try(s, why);
}

/* Has something been gathered that is not on disk yet? Then what the disk knows is old. */
bool store_is_on_its_way(const store *s, const char *room)
{
    bool found = batch_has(s->gathered, room);
    for (const store_batch *batch = s->taken; batch && !found; batch = batch->next)
        found = batch_has(batch, room);
    return found;
}

/* ---- reading a room ---- */

struct store_room {
    char code[HOUSE_CODE_MAX];
    load_end end;
    store_batch *records;
    const char *misread_key;
    char why[STORE_WHY_MAX];
};

bool store_call_misread(store *s, const char *key, const char *why)
{
    s->misread_key = key;
    return store_say(s->misread, why);
}

const char *store_misread(store *s, char why[STORE_WHY_MAX])
{
    const char *key = s->misread_key;
    if (key)
        store_say(why, s->misread);
    s->misread_key = NULL;
    return key;
}

store_room *store_no_room(const char *room)
{
    store_room *r = native_realloc(NULL, sizeof *r);
    *r = (store_room){.records = batch_new(), .end = LOAD_NONE};
    kn_text code = kn_text_on(r->code, sizeof r->code);
    kn_put(&code, room);
    return r;
}

store_room *store_load(store *s, const char *room)
{
    store_room *r = store_no_room(room);
    r->end = s->kind->load(s, room, r->records);
    if (r->end == LOAD_MISREAD)
        r->misread_key = store_misread(s, r->why);
    return r;
}

void store_room_free(store_room *r)
{
    if (r)
        batch_free(r->records);
    free(r);
}

const char *store_room_misread(const store_room *r, char why[STORE_WHY_MAX])
{
    if (r->misread_key)
        store_say(why, r->why);
    return r->misread_key;
}

/* A record as the house knows it. */
static house_record record_of(const store *s, const batch_record *r, kn_slice text)
{
    return (house_record){
        .what = r->what,
        .room = r->room,
        .now_ms = r->now_ms + s->ahead_ms,
        .match = r->match,
        .number = r->number,
        .text = text,
        .status = r->status,
        .listed = r->listed,
        .clocked = r->clocked,
    };
}

bool store_hand_out(store *s, store_room *r, struct house_fetching *fetching)
{
    const batch_record *next;
    size_t at = 0;
    kn_slice text;
    const char *why = r->end == LOAD_BINNED ? "cleared" : r->misread_key;
    if (store_is_on_its_way(s, r->code))
        why = "busy";
    if (why)
        house_not_fetched(fetching, why);
    if (why || r->end != LOAD_FOUND)
        return false;
    while ((next = batch_next(r->records, &at, &text))) {
        house_record record = record_of(s, next, text);
        if (house_fetched(fetching, &record))
            continue;
        r->misread_key = "damaged";
        store_say(r->why, words_in(s->kind->damaged_words));
        house_not_fetched(fetching, r->misread_key);
        return false;
    }
    return true;
}

bool store_fetch(store *s, const char *room, struct house_fetching *fetching)
{
    store_room *r = store_load(s, room);
    bool fetched = store_hand_out(s, r, fetching);
    if (r->misread_key)
        store_call_misread(s, r->misread_key, r->why);
    store_room_free(r);
    return fetched;
}

/* ---- reading other things ---- */

void store_join(store_joined *all, kn_slice text)
{
    while (all->length + text.length + 1 > all->size) {
        all->size = all->size ? 2 * all->size : HOUSE_PART_MAX;
        all->at = native_realloc(all->at, all->size);
    }
    memcpy(all->at + all->length, text.at, text.length);
    all->length += text.length;
    all->at[all->length] = '\0';
}

char *store_parts(store *s, const char *room, uint32_t *match, size_t *length)
{
    return s->kind->parts(s, room, match, length);
}

int64_t store_used(store *s)
{
    return s->kind->used(s);
}

bool store_add_code(store_codes *codes, const char *code)
{
    if (!code || strlen(code) >= HOUSE_CODE_MAX)
        return false;
    if (codes->count == codes->size) {
        codes->size = codes->size ? 2 * codes->size : 64;
        codes->code = native_realloc(codes->code, codes->size * sizeof *codes->code);
    }
    strcpy(codes->code[codes->count++], code);
    return true;
}

bool store_clocked(store *s, store_codes *out)
{
    *out = (store_codes){0};
    return s->kind->clocked(s, out);
}

bool store_seals_end(store *s, store_seals *end)
{
    return s->kind->seals_end(s, end);
}

bool store_seals_lines(store *s, uint32_t after, kn_text *out)
{
    return s->kind->seals_lines(s, after, out);
}

bool store_seals_were(store *s, const store_seals *then)
{
    return then->count > 0 && s->kind->seals_were(s, then);
}

/* ---- nodes ---- */

void store_nodes_free(store_nodes *nodes)
{
    for (size_t i = 0; i < nodes->count; i++) {
        free(nodes->node[i].shown);
        free(nodes->node[i].counts);
    }
    free(nodes->node);
    *nodes = (store_nodes){0};
}

int store_node_id(const store *s)
{
    return s->id;
}

int64_t store_epoch(const store *s)
{
    return s->kind->epoch ? s->kind->epoch(s) : 1;
}

bool store_is_shared(const store *s)
{
    return s->kind->claim;
}

beat_end store_beat(store *s, const char *shown, const char *counts, bool draining,
                    store_nodes *others, char why[STORE_WHY_MAX])
{
    return s->kind->beat(s, shown, counts, draining, others, why);
}

bool store_bury(store *s, const store_node *dead, char why[STORE_WHY_MAX])
{
    return s->kind->bury(s, dead, why);
}

claim_end store_claim(store *s, const char *room, bool take, char address[STORE_ADDRESS_MAX])
{
    return s->kind->claim(s, room, take, address);
}

bool store_claim_all(store *s, const store_codes *rooms, store_codes *out)
{
    *out = (store_codes){0};
    if (s->kind->claim_all)
        return s->kind->claim_all(s, rooms, out);
    for (size_t i = 0; i < rooms->count; i++)
        store_add_code(out, rooms->code[i]);
    return true;
}

bool store_release(store *s, const store_codes *rooms)
{
    return s->kind->release(s, rooms);
}

bool store_reserve(store *s, const store_codes *wanted, store_codes *out)
{
    *out = (store_codes){0};
    return s->kind->reserve(s, wanted, out);
}

/* ---- the board of the day ---- */

void store_keep_entry(store *s, const store_entry *entry, int64_t now_ms)
{
    store_entry kept = *entry;
    kept.kept_ms = own_ms(s, now_ms);
    batch_entry(s->gathered, &kept);
}

void store_forget_entries(store *s, int64_t before_ms, int64_t now_ms)
{
    batch_forget(s->gathered, own_ms(s, before_ms), own_ms(s, now_ms));
}

store_entry *store_add_entry(store_board *board)
{
    if (board->count == board->size) {
        board->size = board->size ? 2 * board->size : 64;
        board->entry = native_realloc(board->entry, board->size * sizeof *board->entry);
    }
    store_entry *added = &board->entry[board->count++];
    memset(added, 0, sizeof *added);
    return added;
}

bool store_read_board(store *s, const char *board, store_board *out)
{
    *out = (store_board){0};
    if (!s->kind->board(s, board, out))
        return false;
    for (size_t i = 0; i < out->count; i++)
        out->entry[i].kept_ms += s->ahead_ms;
    return true;
}

/* ---- clearing away ---- */

enum { OLD_BINNED = HOUSE_OVER + 1, OLDS }; /* behind the rooms by their status */

struct store_old {
    int64_t own_ms;
    int64_t since_ms[OLDS];
    store_codes codes[OLDS];
    size_t next[OLDS]; /* whose turn it is */
};

void store_old_free(store_old *old)
{
    for (int i = 0; old && i < OLDS; i++)
        free(old->codes[i].code);
    free(old);
}

/* What is kept as the time of the last record may be STORE_TOUCH_MS too early. */
store_old *store_look_for_old(store *s, const store_retention *retention, int64_t now_ms, int most,
                              int claims)
{
    store_old *old = native_realloc(NULL, sizeof *old);
    bool read = true;
    *old = (store_old){.own_ms = own_ms(s, now_ms)};
    for (int status = HOUSE_WAITING; status <= HOUSE_OVER && read; status++) {
        int64_t kept_ms = retention->kept_ms[status];
        old->since_ms[status] = old->own_ms - STORE_TOUCH_MS - kept_ms;
        if (kept_ms != KN_NEVER)
            read =
                s->kind->past(s, status, old->since_ms[status], most, claims, &old->codes[status]);
    }
    old->since_ms[OLD_BINNED] = old->own_ms - retention->bin_ms;
    if (read && retention->bin_ms != KN_NEVER)
        read = s->kind->binned(s, old->since_ms[OLD_BINNED], most, &old->codes[OLD_BINNED]);
    if (read)
        return old;
    store_old_free(old);
    return NULL;
}

/* Are rooms that are to be cleared away still on their way? */
static bool is_clearing(const store *s)
{
    bool found = s->gathered->clears;
    for (const store_batch *batch = s->taken; batch && !found; batch = batch->next)
        found = batch->clears;
    return found;
}

static int clear_some(store *s, store_old *old, int which, int most,
                      bool (*in_use)(void *with, const char *room), void *with)
{
    int count = 0;
    for (size_t *i = &old->next[which]; *i < old->codes[which].count && count < most; ++*i) {
        const char *room = old->codes[which].code[*i];
        if ((in_use && in_use(with, room)) || store_is_on_its_way(s, room))
            continue;
        batch_clear(s->gathered, which == OLD_BINNED ? BATCH_EMPTY : BATCH_CLEAR, room,
                    old->since_ms[which], old->own_ms);
        count++;
    }
    return count;
}

store_clearing store_clear_old(store *s, store_old *old, store_clearing most,
                               bool (*in_use)(void *with, const char *room), void *with)
{
    store_clearing done = {0};
    if (is_clearing(s))
        return done;
    for (int status = HOUSE_WAITING; status <= HOUSE_OVER; status++)
        done.binned += clear_some(s, old, status, most.binned - done.binned, in_use, with);
    done.emptied = clear_some(s, old, OLD_BINNED, most.emptied, NULL, NULL);
    return done;
}

bool store_old_is_done(const store *s, const store_old *old)
{
    for (int i = 0; i < OLDS; i++)
        if (old->next[i] < old->codes[i].count)
            return false;
    return !is_clearing(s);
}

/* ---- without a house ---- */

void store_secret(const store *s, uint8_t secret[TABLE_HASH_BYTES])
{
    memcpy(secret, s->secret, sizeof s->secret);
}

const store_key *store_signing_key(const store *s)
{
    return &s->key;
}

/* A file has a node, too, but only one. */
static bool may_have_node(const char *where, int node, char why[STORE_WHY_MAX])
{
    return node == alone.id || store_is_database(where) ||
           store_say(why, _("only a server on PostgreSQL has nodes"));
}

bool store_read_key(const char *where, int node, store_key *key, char why[STORE_WHY_MAX])
{
    return may_have_node(where, node, why) && kind_of(where)->read_key(where, node, key, why);
}

bool store_replace_key(const char *where, int node, const store_key *key, char why[STORE_WHY_MAX])
{
    return may_have_node(where, node, why) && kind_of(where)->replace_key(where, node, key, why);
}

bool store_list_bin(const char *where,
                    void (*each)(void *with, const char *room, int64_t binned_ms), void *with,
                    char why[STORE_WHY_MAX])
{
    return kind_of(where)->list_bin(where, each, with, why);
}

bool store_restore(const char *where, const char *room, bool *found, char why[STORE_WHY_MAX])
{
    return kind_of(where)->restore(where, room, found, why);
}

bool store_backup(const char *where, const char *copy, char why[STORE_WHY_MAX])
{
    return kind_of(where)->backup(where, copy, why);
}
