/* false_machine.c: see false_machine.h. */
#include "tests/house/false_machine.h"

#include <stdlib.h>
#include <string.h>

#include "native/players.h"
#include "protocol/message.h"

/* ---- what a house asks for ---- */

static void *grow(void *with, void *old, size_t size)
{
    (void)with;
    if (size == 0) {
        free(old);
        return NULL;
    }
    void *room = realloc(old, size);
    if (!room)
        abort();
    return room;
}

static void *grow_house(void *with, void *old, size_t size)
{
    ((false_machine *)with)->asked += size > 0;
    return grow(with, old, size);
}

static void draw(void *with, void *bytes, size_t count)
{
    false_machine *f = with;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(kn_random_next(&f->random) >> 24);
}

static char *copy(kn_slice text)
{
    char *mine = grow(NULL, NULL, text.length + 1);
    memcpy(mine, text.at, text.length);
    mine[text.length] = '\0';
    return mine;
}

static void say(void *with, uint32_t guest, kn_slice said, house_when when)
{
    false_machine *f = with;
    false_box *box = &f->box[guest];
    if (f->post) {
        f->post(f->post_with, guest, said, when);
        return;
    }
    if (box->count == box->size) {
        box->size = box->size ? 2 * box->size : 16;
        box->text = grow(NULL, box->text, (size_t)box->size * sizeof *box->text);
    }
    box->text[box->count++] = copy(said);
}

static void dismiss(void *with, uint32_t guest, int code, const char *why)
{
    false_machine *f = with;
    (void)why;
    f->box[guest].closed = code;
}

static void keep(void *with, const house_record *record)
{
    false_machine *f = with;
    f->records++;
    if (f->kept == f->disk_size) {
        f->disk_size = f->disk_size ? 2 * f->disk_size : 64;
        f->disk = grow(NULL, f->disk, (size_t)f->disk_size * sizeof *f->disk);
    }
    false_record *mine = &f->disk[f->kept++];
    memset(mine, 0, sizeof *mine);
    mine->record = *record;
    mine->record.now_ms -= f->shut_ms;
    mine->text = copy(record->text);
    if (record->head)
        memcpy(mine->head, record->head, sizeof mine->head);
    memcpy(mine->room, record->room, strlen(record->room));
}

static bool hand_over(const false_machine *f, const false_record *mine,
                      struct house_fetching *fetching)
{
    house_record record = mine->record;
    record.room = mine->room;
    record.text.at = mine->text;
    record.now_ms += f->shut_ms;
    return house_fetched(fetching, &record);
}

const false_record *false_room(const false_machine *f, const char *room)
{
    for (int i = f->kept; i > 0; i--)
        if (f->disk[i - 1].record.what == HOUSE_KEEP_ROOM && strcmp(f->disk[i - 1].room, room) == 0)
            return &f->disk[i - 1];
    return NULL;
}

char *false_parts(const false_machine *f, const char *room, uint32_t match)
{
    char *parts = NULL;
    size_t length = 0;
    for (int i = 0; i < f->kept; i++) {
        const false_record *r = &f->disk[i];
        if (r->record.what != HOUSE_KEEP_PART || r->record.match != match ||
            strcmp(r->room, room) != 0)
            continue;
        parts = grow(NULL, parts, length + r->record.text.length + 1);
        memcpy(parts + length, r->text, r->record.text.length + 1);
        length += r->record.text.length;
    }
    return parts;
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    false_machine *f = with;
    const false_record *last = false_room(f, room);
    bool good = true;
    if (!last || !hand_over(f, last, fetching))
        return false;
    for (int what = HOUSE_KEEP_PART; what <= HOUSE_KEEP_CHAT; what++)
        for (int i = 0; i < f->kept && good; i++)
            if ((int)f->disk[i].record.what == what && strcmp(f->disk[i].room, room) == 0)
                good = hand_over(f, &f->disk[i], fetching);
    return good;
}

static void think_now(false_machine *f, house_thought *t)
{
    const void *solution =
        house_needs_solution(t) ? players_take_solution(t->game, &t->setup) : NULL;
    house_think(t, solution, &players_machine_alone);
    players_give_solution_back(solution);
    house_thought_done(f->house, t, f->now_ms);
}

static void think(void *with, house_thought *thought)
{
    false_machine *f = with;
    if (f->think_later && f->thinking < FALSE_GUESTS)
        f->thoughts[f->thinking++] = thought;
    else
        think_now(f, thought);
}

void false_think(false_machine *f)
{
    while (f->thinking > 0)
        think_now(f, f->thoughts[--f->thinking]);
}

static void sign(void *with, kn_slice text, uint8_t signature[ATTEST_SIGNATURE_BYTES])
{
    sign_text(&((false_machine *)with)->key, text, signature);
}

/* ---- opening, closing, crashing ---- */

/* The list of seals goes on from what is on disk. */
static void continue_seals(false_machine *f)
{
    static const uint8_t none[TABLE_HASH_BYTES];
    const uint8_t *head = none;
    uint32_t count = 0;
    for (int i = 0; i < f->kept; i++)
        if (f->disk[i].record.what == HOUSE_KEEP_SEAL) {
            count = f->disk[i].record.number;
            head = f->disk[i].head;
        }
    house_set_seals(f->house, f->key.public, count, head);
}

static void open_house(false_machine *f)
{
    house_machine machine = {.with = f,
                             .grow = grow_house,
                             .random = draw,
                             .say = say,
                             .dismiss = dismiss,
                             .keep = keep,
                             .fetch = fetch,
                             .think = think,
                             .sign = sign};
    f->house = house_open(&machine, &f->limits);
    f->records = 0;
    continue_seals(f);
}

void false_open(false_machine *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->limits = house_limits_initial;
    f->random = kn_random_from(seed);
    f->now_ms = 1794700800000;
    sign_key_from_seed(&f->key, (const uint8_t[SIGN_SEED_BYTES]){1});
    open_house(f);
}

static void empty_box(false_box *box)
{
    for (int i = 0; i < box->count; i++)
        free(box->text[i]);
    free(box->text);
    memset(box, 0, sizeof *box);
}

static void close_house(false_machine *f)
{
    for (int i = 0; i < f->thinking; i++)
        free(f->thoughts[i]);
    f->thinking = 0;
    house_close(f->house);
    f->house = NULL;
    for (int i = 0; i < FALSE_GUESTS; i++)
        empty_box(&f->box[i]);
}

void false_close(false_machine *f)
{
    close_house(f);
    for (int i = 0; i < f->kept; i++)
        free(f->disk[i].text);
    free(f->disk);
}

void false_lose(false_machine *f)
{
    f->losses++;
    while (f->kept > f->committed)
        free(f->disk[--f->kept].text);
    if (f->house)
        continue_seals(f);
}

void false_crash(false_machine *f)
{
    close_house(f);
    false_lose(f);
    open_house(f);
}

/* ---- guests ---- */

void false_come(false_machine *f, uint32_t guest)
{
    empty_box(&f->box[guest]);
    house_come(f->house, guest, "192.0.2.1", f->now_ms);
}

void false_go(false_machine *f, uint32_t guest)
{
    house_gone(f->house, guest, f->now_ms);
}

void false_send(false_machine *f, uint32_t guest, const char *text)
{
    message m;
    if (!message_read(kn_slice_of(text), &m)) {
        house_mishear(f->house, guest, f->now_ms);
        return;
    }
    house_hear(f->house, guest, &m.said, f->now_ms);
    message_free(&m);
}

json_t *false_read(false_machine *f, uint32_t guest)
{
    false_box *box = &f->box[guest];
    if (box->count == 0)
        return NULL;
    json_t *read = json_loads(box->text[0], JSON_REJECT_DUPLICATES, NULL);
    if (!read)
        abort();
    free(box->text[0]);
    memmove(box->text, box->text + 1, (size_t)--box->count * sizeof *box->text);
    return read;
}

json_t *false_last(false_machine *f, uint32_t guest, const char *type)
{
    json_t *last = NULL, *one;
    while ((one = false_read(f, guest))) {
        if (strcmp(json_string_value(json_object_get(one, "type")), type) != 0) {
            json_decref(one);
            continue;
        }
        json_decref(last);
        last = one;
    }
    return last;
}

void false_wait(false_machine *f, int64_t ms)
{
    int64_t until = f->now_ms + ms;
    for (int64_t alarm; (alarm = house_alarm(f->house)) != KN_NEVER && alarm <= until;) {
        f->now_ms = alarm > f->now_ms ? alarm : f->now_ms;
        house_tick(f->house, f->now_ms);
        false_think(f);
    }
    f->now_ms = until;
}

const char *false_open_room(false_machine *f, const char *body, char code[HOUSE_CODE_MAX],
                            char token[HOUSE_TOKEN_MAX])
{
    char answer[256];
    message m;
    kn_text out = kn_text_on(answer, sizeof answer);
    if (!message_read(kn_slice_of(body), &m))
        abort();
    const char *why = house_open_room(f->house, "192.0.2.1", &m.said, f->now_ms, &out);
    message_free(&m);
    if (why)
        return why;
    json_t *read = json_loads(answer, 0, NULL);
    strcpy(code, json_string_value(json_object_get(read, "room")));
    strcpy(token, json_string_value(json_object_get(read, "token")));
    json_decref(read);
    return NULL;
}
