/* hub.c: a hub for fuzzing. See hub.h. */
#include "fuzz/hub.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bots/random.h"
#include "fuzz/check.h"
#include "games/games.h"
#include "native/native.h"
#include "protocol/message.h"

/* ---- chance that can be repeated ---- */

static kn_random chance;

/* Takes the place of the kernel's in native/random.c. */
void native_random(void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(kn_random_next(&chance) >> 32);
}

static void use_repeatable_chance(void)
{
    static bool set;
    if (!set) {
        json_object_seed(1);
        set = true;
    }
    chance = kn_random_from(1);
}

/* ---- the machine ---- */

static int64_t now_ms(void *with)
{
    return ((false_hub *)with)->now_ms;
}

static void keep(void *with, const house_record *record)
{
    (void)with;
    HOLDS(strlen(record->room) < HOUSE_CODE_MAX);
    HOLDS(record->text.length <= HOUSE_PART_MAX);
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    (void)with, (void)room, (void)fetching;
    return false;
}

static void think(void *with, house_thought *thought)
{
    false_hub *f = with;
    HOLDS(f->thoughts < FALSE_THOUGHTS_MAX);
    f->thought[f->thoughts++] = thought;
}

/* ---- the hub ---- */

static void open_room(false_hub *f)
{
    char text[1024], wish[128];
    kn_text out = kn_text_on(text, sizeof text);
    kn_json json = kn_json_on(wish, sizeof wish);
    message said;
    kn_json_object(&json, NULL);
    kn_json_string(&json, "game", kn_games[0]->key);
    kn_json_bool(&json, "listed", true);
    kn_json_end_object(&json);
    HOLDS(message_read(kn_slice_of(wish), &said));
    HOLDS(!house_open_room(f->hub.house, "192.0.2.1", &said.said, f->now_ms, &out));
    message_free(&said);
    HOLDS(message_read((kn_slice){text, out.length}, &said));
    for (int i = 0; i < said.said.count; i++) {
        const house_field *field = &said.said.field[i];
        if (strcmp(field->key, "room") == 0)
            memcpy(f->room, field->text.at, field->text.length);
        if (strcmp(field->key, "token") == 0)
            memcpy(f->token, field->text.at, field->text.length);
    }
    message_free(&said);
}

void false_hub_open(false_hub *f)
{
    static server_settings settings;
    static char out[FALSE_OUT_MAX];
    const hub_machine machine = {
        .with = f, .now_ms = now_ms, .keep = keep, .fetch = fetch, .think = think};
    use_repeatable_chance();
    settings = server_settings_initial;
    settings.house = house_limits_initial;
    memset(f, 0, sizeof *f);
    f->now_ms = INT64_C(1794700800000);
    f->random = kn_random_from(1);
    f->out = out;
    hub_open(&f->hub, &machine, &settings);
    open_room(f);
}

void false_hub_close(false_hub *f)
{
    while (f->thoughts > 0)
        free(f->thought[--f->thoughts]);
    hub_close(&f->hub);
}

static void finish_thoughts(false_hub *f)
{
    int count = f->thoughts;
    house_thought *thought[FALSE_THOUGHTS_MAX];
    memcpy(thought, f->thought, sizeof thought);
    f->thoughts = 0;
    for (int i = 0; i < count; i++) {
        house_thought *t = thought[i];
        t->opinions = 0;
        if (!t->judge)
            t->move = random_bot(t->game, &t->view, t->seat, &f->random, &t->delay_ms);
        house_thought_done(f->hub.house, t, f->now_ms);
    }
}

/* Write as a socket would, now and then less than all. */
static void write_out(false_hub *f, connection *c)
{
    kn_slice pieces[4];
    int count = connection_lend(c, pieces, 4);
    size_t bytes = 0;
    for (int i = 0; i < count; i++) {
        size_t length = pieces[i].length;
        if (i == count - 1 && length > 1 && kn_random_below(&f->random, 4) == 0)
            length /= 2;
        HOLDS(f->out_length + length <= FALSE_OUT_MAX);
        memcpy(f->out + f->out_length, pieces[i].at, length);
        f->out_length += length;
        bytes += length;
    }
    connection_wrote(c, bytes);
}

bool false_hub_turn(false_hub *f, connection *c)
{
    hub *h = &f->hub;
    do {
        finish_thoughts(f);
        hub_release(h, h->batch++);
        while (hub_next_busy(h))
            while (c->out_count > 0 && c->end != END_NOW)
                write_out(f, c);
    } while (h->held_count > 0);
    if (!c->end)
        return true;
    connection_gone(c);
    return false;
}

bool false_hub_feed(false_hub *f, connection *c, kn_slice bytes, size_t piece)
{
    while (bytes.length > 0) {
        /* A copy that ends where the piece ends, so that a sanitizer sees who reads on. */
        size_t count = bytes.length < piece ? bytes.length : piece;
        char *copy = native_realloc(NULL, count);
        memcpy(copy, bytes.at, count);
        connection_read(c, (kn_slice){copy, count});
        free(copy);
        bytes.at += count;
        bytes.length -= count;
        if (!false_hub_turn(f, c))
            return false;
    }
    return true;
}
