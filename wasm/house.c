/* house.c: a house as a WebAssembly module, for a page without a network: the same code that runs
 * behind sockets. wasm/house.mjs is the other side.
 *
 * JavaScript provides the hash, random numbers, the time (with every call) and a place for records,
 * and takes the messages. Texts go in and out through one shared buffer: the caller writes a text
 * there and passes its length; what a call leaves there is `local_text_length` bytes long. A
 * message comes field by field (`local_field`); JavaScript has parsed its JSON. */
#include <string.h>

#include "bots/bot.h"
#include "games/games.h"
#include "house/house.h"
#include "wasm/export.h"
#include "wasm/memory.h"
#include "wasm/solutions.h"

enum {
    NEAR_MS = 1,        /* a round trip between the page and its own house */
    LAG_CAP_MS = 50,    /* how far the page's own claim about a reaction is believed */
    NO_LIMIT = 100000,  /* limits on messages: none are needed against oneself */
    ROOMS = 16,         /* in memory; the others are only stored */
    WORDS_MAX = 8192,   /* bytes of keys and texts of one message */
    ANSWER_MAX = 32768, /* bytes of answers about rooms and games */
    THOUGHTS_MAX = 256, /* waiting thoughts: more than all seats of all these rooms can have */
};
static const char address[] = "here";

static house *local;
static int64_t now; /* the time of the current call */

/* ---- the shared text ---- */

static char *shared;
static size_t shared_size, shared_length;

static char *room_for_text(size_t bytes)
{
    if (bytes > shared_size) {
        memory_grow(shared, 0);
        shared = memory_grow(NULL, bytes);
        shared_size = bytes;
    }
    return shared;
}

/* Where to write a text of this many bytes; the previous content may be lost. */
EXPORT(char *, local_text, size_t bytes)
{
    return room_for_text(bytes);
}

/* The length of the text that the last call left. */
EXPORT(size_t, local_text_length, void)
{
    return shared_length;
}

static kn_slice given(size_t length)
{
    if (length > shared_size)
        __builtin_trap();
    return (kn_slice){shared, length};
}

static void leave(const char *text)
{
    kn_text out = kn_text_on(room_for_text(ANSWER_MAX), ANSWER_MAX);
    kn_put(&out, text);
    shared_length = out.length;
}

static bool given_code(size_t length, char code[HOUSE_CODE_MAX])
{
    return house_read_code(given(length), code);
}

/* ---- bots ---- */

static house_thought *thoughts[THOUGHTS_MAX];
static unsigned thoughts_asked, thoughts_taken; /* numbers that only grow */

/* Compute a thought: in this house or, copied byte by byte, in another instance of the same module,
 * where games and bots have the same addresses. */
EXPORT(void, local_think, house_thought *t)
{
    house_think(t, house_needs_solution(t) ? solution_for(t->player.kind, &t->setup) : NULL, NULL);
}

EXPORT(size_t, local_thought_bytes, void)
{
    return sizeof(house_thought);
}

/* Memory for a thought of another house, to be computed here. */
EXPORT(house_thought *, local_guest_thought, void)
{
    static house_thought guest;
    return &guest;
}

/* Later, so that nobody has to wait for a bot before seeing what happened. */
static void think(void *with, house_thought *thought)
{
    (void)with;
    if (thoughts_asked - thoughts_taken == THOUGHTS_MAX) {
        local_think(thought);
        house_thought_done(local, thought, now);
    } else {
        thoughts[thoughts_asked++ % THOUGHTS_MAX] = thought;
    }
}

EXPORT(bool, local_thinks, void)
{
    return thoughts_asked != thoughts_taken;
}

/* Take the next waiting thought, or 0. The caller reports when it is done. */
EXPORT(house_thought *, local_take_thought, void)
{
    return local_thinks() ? thoughts[thoughts_taken++ % THOUGHTS_MAX] : NULL;
}

EXPORT(void, local_thought_done, house_thought *thought, double now_ms)
{
    now = (int64_t)now_ms;
    house_thought_done(local, thought, now);
}

/* ---- what the house asks of JavaScript ---- */

IMPORT("local", "random")
void random_hook(void *bytes, size_t count);
IMPORT("local", "say")
void say_hook(uint32_t guest, const char *text, size_t length, bool at_once);
IMPORT("local", "dismiss")
void dismiss_hook(uint32_t guest, int code, const char *why, size_t length);
IMPORT("local", "keep")
void keep_hook(int what, const char *room, size_t room_length, uint32_t match, uint32_t number,
               const char *text, size_t length);
IMPORT("local", "fetch")
bool fetch_hook(const char *room, size_t length);

static void *grow(void *with, void *old, size_t size)
{
    (void)with;
    return memory_grow(old, size);
}

static void draw_random(void *with, void *bytes, size_t count)
{
    (void)with;
    random_hook(bytes, count);
}

static void say(void *with, uint32_t guest, kn_slice text, house_when when)
{
    (void)with;
    say_hook(guest, text.at, text.length, when == HOUSE_AT_ONCE);
}

static void dismiss(void *with, uint32_t guest, int code, const char *why)
{
    (void)with;
    dismiss_hook(guest, code, why, strlen(why));
}

static void keep(void *with, const house_record *r)
{
    (void)with;
    keep_hook(r->what, r->room, strlen(r->room), r->match, r->number, r->text.at, r->text.length);
}

static struct house_fetching *fetching; /* while JavaScript hands records over */
static const char *fetching_room;

static bool fetch(void *with, const char *room, struct house_fetching *f)
{
    (void)with;
    fetching = f;
    fetching_room = room;
    bool found = fetch_hook(room, strlen(room));
    fetching = NULL;
    return found;
}

/* One record of the room that is being fetched; only while it is. */
EXPORT(bool, local_fetched, int what, uint32_t match, uint32_t number, size_t length)
{
    house_record record = {.what = what,
                           .room = fetching_room,
                           .match = match,
                           .number = number,
                           .text = given(length)};
    return fetching && house_fetched(fetching, &record);
}

/* ---- the house ---- */

EXPORT(void, local_open, void)
{
    house_machine machine = {.grow = grow,
                             .random = draw_random,
                             .say = say,
                             .dismiss = dismiss,
                             .keep = keep,
                             .fetch = fetch,
                             .think = think};
    house_limits limits = house_limits_initial;
    limits.rooms = ROOMS;
    limits.messages_a_second = limits.messages_at_once = limits.chats_at_once = NO_LIMIT;
    limits.rooms_an_hour = limits.misses_a_minute = NO_LIMIT;
    limits.lag_cap_ms = LAG_CAP_MS;
    local = house_open(&machine, &limits);
    leave("");
}

EXPORT(void, local_come, uint32_t guest, double now_ms)
{
    house_come(local, guest, address, (int64_t)now_ms);
    house_measured(local, guest, NEAR_MS);
}

EXPORT(void, local_gone, uint32_t guest, double now_ms)
{
    house_gone(local, guest, (int64_t)now_ms);
}

EXPORT(void, local_tick, double now_ms)
{
    now = (int64_t)now_ms;
    house_tick(local, now);
}

/* The latest time for the next tick, or -1. */
EXPORT(double, local_alarm, void)
{
    return (double)house_alarm(local);
}

/* ---- messages ---- */

static house_message message;
static char words[WORDS_MAX];
static size_t words_length;

static char *add_word(kn_slice word)
{
    if (word.length >= WORDS_MAX - words_length)
        return NULL;
    char *at = words + words_length;
    memcpy(at, word.at, word.length);
    at[word.length] = '\0';
    words_length += word.length + 1;
    return at;
}

/* Drop the fields so far. */
EXPORT(void, local_forget_message, void)
{
    message.count = 0;
    words_length = 0;
}

/* Add a field to the next message: the shared text holds its key, followed by its text if it has
 * one. False if that is too much: then the message cannot be understood. */
EXPORT(bool, local_field, size_t key_length, int kind, size_t text_length, double number)
{
    kn_slice both = given(key_length + text_length);
    char *key = add_word((kn_slice){both.at, key_length});
    char *text = add_word((kn_slice){both.at + key_length, text_length});
    if (!key || !text || message.count == HOUSE_FIELDS_MAX)
        return false;
    message.field[message.count++] =
        (house_field){.key = key, .kind = kind, .text = {text, text_length}, .number = number};
    return true;
}

EXPORT(void, local_hear, uint32_t guest, double now_ms)
{
    now = (int64_t)now_ms;
    house_hear(local, guest, &message, now);
    local_forget_message();
}

EXPORT(void, local_mishear, uint32_t guest, double now_ms)
{
    local_forget_message();
    house_mishear(local, guest, (int64_t)now_ms);
}

/* ---- what others get over HTTP ---- */

/* Leaves the answer, or the reason for the refusal. */
static bool answer(const char *why, const kn_text *text)
{
    if (why)
        leave(why);
    else
        shared_length = text->length;
    return !why;
}

/* Open a room as the message asks. */
EXPORT(bool, local_open_room, double now_ms)
{
    kn_text out = kn_text_on(room_for_text(ANSWER_MAX), ANSWER_MAX);
    now = (int64_t)now_ms;
    const char *why = house_open_room(local, address, &message, now, &out);
    local_forget_message();
    return answer(why, &out);
}

EXPORT(bool, local_describe_room, size_t length, double now_ms)
{
    char code[HOUSE_CODE_MAX];
    if (!given_code(length, code))
        return answer("no_such_room", NULL);
    now = (int64_t)now_ms;
    house_wake(local, code, now); /* fetching uses the shared text */
    kn_json json = kn_json_on(room_for_text(ANSWER_MAX), ANSWER_MAX);
    kn_json_object(&json, NULL);
    const char *why = house_describe_room(local, code, now, &json);
    kn_json_end_object(&json);
    return answer(why, &json.text);
}

/* The log of a match: the shared text holds the room code, followed by all parts of that match. */
EXPORT(bool, local_log, uint32_t match, size_t code_length, size_t length, double now_ms)
{
    char code[HOUSE_CODE_MAX];
    if (code_length > length || !given_code(code_length, code))
        return answer("no_such_room", NULL);
    size_t size = length - code_length;
    char *parts = memory_grow(NULL, size + 1);
    memcpy(parts, given(length).at + code_length, size);
    now = (int64_t)now_ms;
    house_wake(local, code, now); /* fetching uses the shared text */
    kn_text out = kn_text_on(room_for_text(size + TABLE_LINE_MAX), size + TABLE_LINE_MAX);
    const char *why = house_write_log(local, code, match, (kn_slice){parts, size}, now, &out);
    memory_grow(parts, 0);
    return answer(why, &out);
}

/* The games of the house. */
EXPORT(void, local_games, void)
{
    kn_json json = kn_json_on(room_for_text(ANSWER_MAX), ANSWER_MAX);
    kn_json_list(&json, NULL);
    for (int i = 0; kn_games[i]; i++)
        kn_describe_game(kn_games[i], &json);
    kn_json_end_list(&json);
    shared_length = json.text.length;
}

/* ---- the shelf ---- */

/* Is the room in memory? Then it need not be fetched. */
EXPORT(bool, local_has, size_t length)
{
    char code[HOUSE_CODE_MAX];
    return given_code(length, code) && house_has(local, code);
}

/* The room's records could not be stored: drop it from memory. */
EXPORT(void, local_lost, size_t length)
{
    char code[HOUSE_CODE_MAX];
    if (given_code(length, code))
        house_lost(local, code);
}
