/* record.c: fuzzes what is read from the disk: the record of a room, the parts of its last match,
 * its chat. Whatever lies there, a room is found and can be entered, or it is refused.
 *
 * An input is text: the record of the room, a line `--parts`, the parts, a line `--chat`, one line
 * of chat each. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/check.h"
#include "native/native.h"
#include "native/players.h"
#include "protocol/message.h"

enum { CHATS_MOST = 8 };

static const char code[] = "K7QM3T";

typedef struct {
    house *house;
    kn_slice room, parts, chat;
    int64_t now_ms;
} disk;

static void *grow(void *with, void *old, size_t size)
{
    (void)with;
    if (size > 0)
        return native_realloc(old, size);
    free(old);
    return NULL;
}

static void draw(void *with, void *bytes, size_t count)
{
    (void)with;
    memset(bytes, 7, count);
}

static void say(void *with, uint32_t guest, kn_slice text, house_when when)
{
    (void)with, (void)guest, (void)when;
    HOLDS(text.length > 0 && text.at[0] == '{');
}

static void dismiss(void *with, uint32_t guest, int why, const char *key)
{
    (void)with, (void)guest, (void)why, (void)key;
}

static void keep(void *with, const house_record *record)
{
    (void)with;
    HOLDS(record->text.length <= HOUSE_PART_MAX);
}

static bool hand_over(struct house_fetching *fetching, int what, uint32_t number, kn_slice text)
{
    house_record record = {.what = what, .room = code, .match = 1, .number = number, .text = text};
    return house_fetched(fetching, &record);
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    const disk *d = with;
    kn_slice chat = d->chat, line;
    uint32_t lines = 0;
    if (strcmp(room, code) != 0 || !hand_over(fetching, HOUSE_KEEP_ROOM, 0, d->room))
        return false;
    if (d->parts.length > 0 && !hand_over(fetching, HOUSE_KEEP_PART, 0, d->parts))
        return false;
    while (lines < CHATS_MOST && kn_take_until(&chat, '\n', &line))
        if (!hand_over(fetching, HOUSE_KEEP_CHAT, ++lines, line))
            return false;
    return true;
}

static void think(void *with, house_thought *thought)
{
    disk *d = with;
    const void *solution = house_needs_solution(thought)
                               ? players_take_solution(thought->game, &thought->setup)
                               : NULL;
    house_think(thought, solution, &players_machine_alone);
    players_give_solution_back(solution);
    house_thought_done(d->house, thought, d->now_ms);
}

/* What stands before a line; the rest stays. Without it, all. */
static kn_slice take_before(kn_slice *rest, const char *mark)
{
    size_t length = strlen(mark);
    for (size_t i = 0; i + length <= rest->length; i++)
        if (memcmp(rest->at + i, mark, length) == 0) {
            kn_slice piece = {rest->at, i};
            *rest = (kn_slice){rest->at + i + length, rest->length - i - length};
            return piece;
        }
    kn_slice all = *rest;
    rest->length = 0;
    return all;
}

static void send(disk *d, const char *text)
{
    message m;
    HOLDS(message_read(kn_slice_of(text), &m));
    house_hear(d->house, 1, &m.said, d->now_ms);
    message_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kn_slice rest = {(const char *)data, size};
    disk d = {.now_ms = 1794700800000};
    d.room = take_before(&rest, "--parts\n");
    d.parts = take_before(&rest, "--chat\n");
    d.chat = rest;
    house_machine machine = {.with = &d,
                             .grow = grow,
                             .random = draw,
                             .say = say,
                             .dismiss = dismiss,
                             .keep = keep,
                             .fetch = fetch,
                             .think = think};
    d.house = house_open(&machine, &house_limits_initial);
    house_come(d.house, 1, "192.0.2.1", d.now_ms);
    send(&d, "{\"type\":\"enter\",\"room\":\"K7QM3T\",\"moves\":true}");
    send(&d, "{\"type\":\"sit\",\"name\":\"Anna\"}");
    send(&d, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}");
    for (int n = 0; n < 20 && house_alarm(d.house) != KN_NEVER; n++) {
        if (house_alarm(d.house) > d.now_ms)
            d.now_ms = house_alarm(d.house);
        house_tick(d.house, d.now_ms);
    }
    house_gone(d.house, 1, d.now_ms);
    house_close(d.house);
    return 0;
}
