/* wasm_house.c: fuzzes what the module of the house exports (wasm/house.c), as a page without a
 * network calls it: messages field by field, records handed back, some of them spoilt.
 *
 * An input is calls: a byte says which, and those behind it, to the end of the line, are its
 * arguments. The house is the same for all inputs, as a page has one for all its rooms; a room that
 * an input opens is lost at its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/check.h"
#include "house/house.h"

enum {
    GUESTS = 4,
    CALLS_MOST = 300,
    LINE_MOST = 4096,
    RECORDS_MOST = 256,
    STEP_MS = 50,
};

/* ---- the exports ---- */

char *local_text(size_t bytes);
size_t local_text_length(void);
void local_think(house_thought *t);
house_thought *local_take_thought(void);
void local_thought_done(house_thought *thought, double now_ms);
bool local_fetched(int what, uint32_t match, uint32_t number, size_t length);
void local_open(void);
void local_come(uint32_t guest, double now_ms);
void local_gone(uint32_t guest, double now_ms);
void local_tick(double now_ms);
double local_alarm(void);
void local_forget_message(void);
bool local_field(size_t key_length, int kind, size_t text_length, double number);
void local_hear(uint32_t guest, double now_ms);
void local_mishear(uint32_t guest, double now_ms);
bool local_open_room(double now_ms);
bool local_describe_room(size_t length, double now_ms);
bool local_log(uint32_t match, size_t code_length, size_t length, double now_ms);
void local_games(void);
bool local_has(size_t length);
void local_lost(size_t length);

/* ---- what JavaScript provides ---- */

void random_hook(void *bytes, size_t count);
void say_hook(uint32_t guest, const char *text, size_t length, bool at_once);
void dismiss_hook(uint32_t guest, int reason, const char *why, size_t length);
void keep_hook(int what, const char *room, size_t room_length, uint32_t match, uint32_t number,
               const char *text, size_t length);
bool fetch_hook(const char *room, size_t length);

typedef struct {
    int what;
    uint32_t match, number;
    char *text;
    size_t length;
} record;

static record kept[RECORDS_MOST]; /* of the room of this input */
static int records;
static char code[HOUSE_CODE_MAX];
static bool there[GUESTS + 1];
static kn_random dice;
static double now_ms;

void random_hook(void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)kn_random_next(&dice);
}

void say_hook(uint32_t guest, const char *text, size_t length, bool at_once)
{
    (void)at_once;
    HOLDS(guest >= 1 && guest <= GUESTS && there[guest]);
    HOLDS(length > 1 && length < HOUSE_SAY_MAX && text[0] == '{' && text[length - 1] == '}');
}

void dismiss_hook(uint32_t guest, int reason, const char *why, size_t length)
{
    (void)reason, (void)why, (void)length;
    HOLDS(guest >= 1 && guest <= GUESTS && there[guest]);
    there[guest] = false;
}

static void drop_record(int at)
{
    free(kept[at].text);
    kept[at] = kept[--records];
}

void keep_hook(int what, const char *room, size_t room_length, uint32_t match, uint32_t number,
               const char *text, size_t length)
{
    if (room_length != strlen(code) || memcmp(room, code, room_length) != 0)
        return;
    for (int i = 0; what == HOUSE_KEEP_ROOM && i < records; i++)
        if (kept[i].what == HOUSE_KEEP_ROOM)
            drop_record(i);
    if (records == RECORDS_MOST)
        return;
    char *copy = malloc(length + 1);
    HOLDS(copy);
    memcpy(copy, text, length);
    kept[records++] = (record){what, match, number, copy, length};
}

static size_t pass(const char *text, size_t length)
{
    char *place = local_text(length);
    memcpy(place, text, length);
    return length;
}

/* Room, parts and chat in their order; what does not fit together is the house's to notice. */
bool fetch_hook(const char *room, size_t length)
{
    static const int order[] = {HOUSE_KEEP_ROOM, HOUSE_KEEP_PART, HOUSE_KEEP_CHAT};
    if (length != strlen(code) || memcmp(room, code, length) != 0)
        return false;
    for (size_t o = 0; o < sizeof order / sizeof *order; o++)
        for (int i = 0; i < records; i++) {
            const record *r = &kept[i];
            if (r->what == order[o] &&
                !local_fetched(r->what, r->match, r->number, pass(r->text, r->length)))
                return false;
        }
    return records > 0;
}

/* ---- calls ---- */

/* `key=text key#number key+ key- key!`: fields of a message, with blanks between them; `$` is the
 * code of the room, and `_` a blank. */
static void pass_fields(kn_slice line)
{
    static const char marks[] = "=#+-!"; /* in the order of the kinds of house_field */
    local_forget_message();
    while (line.length > 0) {
        kn_slice field;
        char both[LINE_MOST];
        if (!kn_take_until(&line, ' ', &field)) {
            field = line;
            line.length = 0;
        }
        size_t key = 0, length = 0;
        while (key < field.length && !memchr(marks, field.at[key], sizeof marks - 1))
            key++;
        for (size_t i = 0; i < field.length; i++) {
            if (i == key)
                continue;
            if (field.at[i] == '$')
                length += (size_t)snprintf(both + length, sizeof both - length, "%s", code);
            else
                both[length++] = field.at[i] == '_' ? ' ' : field.at[i];
            if (length > sizeof both - HOUSE_CODE_MAX)
                return;
        }
        const char *mark = key < field.length ? strchr(marks, field.at[key]) : NULL;
        size_t key_length = key < length ? key : length;
        double number = length > 0 ? (double)(int8_t)both[length - 1] : 0;
        pass(both, length);
        local_field(key_length, mark ? (int)(mark - marks) : HOUSE_NULL, length - key_length,
                    number);
    }
}

/* Spoil a byte of a record, as a full or failing disk may. */
static void spoil(kn_slice *input)
{
    if (records == 0)
        return;
    record *r = &kept[check_byte(input) % records];
    size_t at = check_byte(input) * 7u;
    if (at < r->length)
        r->text[at] = (char)check_byte(input);
}

static void open_room(kn_slice line)
{
    if (code[0])
        return;
    pass_fields(line);
    if (!local_open_room(now_ms))
        return;
    const char *answer = local_text(0), *found = strstr(answer, "\"room\":\"");
    HOLDS(found);
    HOLDS(sscanf(found, "\"room\":\"%7[^\"]", code) == 1);
}

static void lose(void)
{
    if (code[0])
        local_lost(pass(code, strlen(code)));
}

static void think(void)
{
    house_thought *t = local_take_thought();
    if (!t)
        return;
    local_think(t);
    local_thought_done(t, now_ms);
}

static void write_log(uint32_t match)
{
    char both[LINE_MOST];
    size_t length = (size_t)snprintf(both, sizeof both, "%s", code), code_length = length;
    for (int i = 0; i < records; i++)
        if (kept[i].what == HOUSE_KEEP_PART && kept[i].length < sizeof both - length) {
            memcpy(both + length, kept[i].text, kept[i].length);
            length += kept[i].length;
        }
    local_log(match, code_length, pass(both, length), now_ms);
}

static void call(kn_slice line)
{
    uint8_t kind = check_byte(&line);
    uint32_t guest = kind % GUESTS + 1;
    switch (kind) {
    case 'o': open_room(line); return;
    case 't': now_ms += check_byte(&line) * (double)STEP_MS, local_tick(now_ms); return;
    case 'k': think(); return;
    case 's': spoil(&line); return;
    case 'x': lose(); return;
    case 'g': local_games(); return;
    case 'd': local_describe_room(pass(line.at, line.length), now_ms); return;
    case 'D': local_describe_room(pass(code, strlen(code)), now_ms); return;
    case 'L': write_log(check_byte(&line) % 4); return;
    case 'h': local_has(pass(line.at, line.length)), local_alarm(); return;
    default: break;
    }
    if (kind >= '0' && kind <= '7') { /* come or go */
        if (there[guest])
            local_gone(guest, now_ms);
        else
            local_come(guest, now_ms);
        there[guest] = !there[guest];
    } else if (there[guest] && kind > 'a') {
        pass_fields(line);
        local_hear(guest, now_ms);
    } else if (there[guest]) {
        local_mishear(guest, now_ms);
    }
}

static void begin(void)
{
    static bool opened;
    if (!opened)
        local_open();
    opened = true;
    dice = kn_random_from(1);
}

static void end(void)
{
    for (uint32_t guest = 1; guest <= GUESTS; guest++)
        if (there[guest]) {
            local_gone(guest, now_ms);
            there[guest] = false;
        }
    lose();
    for (house_thought *t; (t = local_take_thought());) /* of a room that is gone */
        local_thought_done(t, now_ms);
    while (records > 0)
        drop_record(records - 1);
    code[0] = '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kn_slice input = {(const char *)data, size}, line;
    begin();
    for (int n = 0; n < CALLS_MOST && input.length > 0; n++) {
        if (!kn_take_until(&input, '\n', &line)) {
            line = input;
            input.length = 0;
        }
        if (line.length < LINE_MOST)
            call(line);
    }
    end();
    return 0;
}
