/* knobel.c: the engine as a WebAssembly module: everything it exports. It imports only the hash
 * (hash.c) and a function that is told how far learning is (solutions.c). npm/engine.mjs wraps it
 * in classes.
 *
 * Texts go in and out through one shared buffer: the caller writes a text there and passes its
 * length; what a call leaves there is `knobel_text_length` bytes long. Answers are table_answer;
 * where a call returns a number of its own, a refusal is the negated answer. Times are doubles,
 * whole milliseconds since the table opened: exact far beyond KN_TIME_MAX, and plain numbers in
 * JavaScript. A call that only a faulty caller can make traps. */
#include <string.h>

#include "bots/bot.h"
#include "bots/random.h"
#include "bots/review.h"
#include "core/survey.h"
#include "games/games.h"
#include "table/table.h"
#include "wasm/export.h"
#include "wasm/solutions.h"

/* ---- blocks of memory ---- */

/* Memory in WebAssembly only grows. Blocks come in nine sizes, each double the one before; a freed
 * block waits in a list until that size is needed again. So nothing leaks: there are never more
 * blocks of a size than were in use at the same time. The largest holds the longest log. */
enum { PAGE = 65536, BLOCK_SIZES = 9 };

typedef struct block {
    struct block *next;
} block;

static block *free_blocks[BLOCK_SIZES];

static size_t block_bytes(int size)
{
    return (size_t)PAGE << size;
}

static void *take_block(int size)
{
    block *found = free_blocks[size];
    if (found) {
        free_blocks[size] = found->next;
        return found;
    }
    size_t page = __builtin_wasm_memory_grow(0, block_bytes(size) / PAGE);
    return page == SIZE_MAX ? NULL : (void *)(page * PAGE);
}

static void give_back(void *place, int size)
{
    block *given = place;
    given->next = free_blocks[size];
    free_blocks[size] = given;
}

/* ---- the shared text ---- */

static _Alignas(16) char first_text[PAGE];
static char *shared = first_text;
static int shared_size; /* of the block it is in */
static size_t shared_length;

static char *block_for_text(size_t bytes)
{
    int size = shared_size;
    while (size < BLOCK_SIZES && block_bytes(size) < bytes)
        size++;
    if (size == shared_size)
        return shared;
    char *larger = size < BLOCK_SIZES ? take_block(size) : NULL;
    if (larger) {
        give_back(shared, shared_size);
        shared = larger;
        shared_size = size;
    }
    return larger;
}

/* Where to write a text of this many bytes; the previous content is lost. 0: too long. */
EXPORT(char *, knobel_text, size_t bytes)
{
    return block_for_text(bytes);
}

/* The length of the text that the last call left. */
EXPORT(size_t, knobel_text_length, void)
{
    return shared_length;
}

static kn_slice given(size_t length)
{
    if (length > block_bytes(shared_size))
        __builtin_trap();
    return (kn_slice){shared, length};
}

static kn_text begin_text(void)
{
    return kn_text_on(shared, block_bytes(shared_size));
}

static kn_json begin_json(void)
{
    return kn_json_on(shared, block_bytes(shared_size));
}

static void leave(const kn_text *text)
{
    shared_length = text->length;
}

/* ---- answers and games ---- */

/* The key of an answer, from 0 on; after the last one an empty text. */
EXPORT(void, knobel_answer_name, unsigned answer)
{
    kn_text text = begin_text();
    if (answer < TABLE_ANSWERS)
        kn_put(&text, table_answer_key((table_answer)answer));
    leave(&text);
}

/* The games of the house, as JSON. */
EXPORT(void, knobel_games, void)
{
    kn_json json = begin_json();
    kn_json_list(&json, NULL);
    for (int i = 0; kn_games[i]; i++)
        kn_describe_game(kn_games[i], &json);
    kn_json_end_list(&json);
    leave(&json.text);
}

/* See core/survey.h; 0 if there is no such game. */
EXPORT(uint64_t, knobel_fingerprint, size_t length, uint64_t seed, int matches)
{
    const kn_game *game = kn_find_game(given(length));
    return game ? kn_fingerprint(game, seed, matches) : 0;
}

/* ---- the position in hand: one that was read, or what someone sees at a table ---- */

static const kn_game *chosen;
static table_state hand;

static const kn_game *in_hand(void)
{
    return chosen ? chosen : kn_games[0];
}

static int seats_in_hand(void)
{
    kn_setup setup;
    memcpy(&setup, &hand, sizeof setup);
    return setup.seats;
}

/* Take up `GAME key=value …`. */
EXPORT(table_answer, knobel_position_read, size_t length)
{
    kn_slice text = given(length), key;
    table_state read = {.bytes = {0}};
    if (!kn_take_until(&text, ' ', &key))
        return KN_UNREADABLE;
    const kn_game *game = kn_find_game(key);
    if (!game)
        return TABLE_NO_SUCH_GAME;
    table_answer answer = game->read_position(text, &read);
    if (!answer) {
        chosen = game;
        hand = read;
    }
    return answer;
}

EXPORT(void, knobel_position_write, void)
{
    kn_text text = begin_text();
    kn_put(&text, in_hand()->key);
    kn_put_char(&text, ' ');
    in_hand()->write_position(&hand, &text);
    leave(&text);
}

/* ` key=value …`: every option, as in the header of a log. */
EXPORT(void, knobel_position_options, void)
{
    kn_setup setup;
    kn_text text = begin_text();
    memcpy(&setup, &hand, sizeof setup);
    kn_write_options(in_hand(), &setup, true, &text);
    leave(&text);
}

EXPORT(void, knobel_position_describe, void)
{
    kn_json json = begin_json();
    kn_json_object(&json, NULL);
    in_hand()->describe(&hand, &json);
    kn_json_end_object(&json);
    leave(&json.text);
}

/* All moves of `who`, in the game's own numbers; for chance, all outcomes. */
static int list_moves(int who, kn_move *out)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    if (who != KN_CHANCE)
        return kn_moves(in_hand(), &hand, who, out);
    int count = kn_outcomes(in_hand(), &hand, outcomes);
    for (int i = 0; i < count; i++)
        out[i] = outcomes[i].move;
    return count;
}

/* The moves of a seat or of the clock, or the outcomes of chance, one per line. */
EXPORT(void, knobel_position_moves, int who)
{
    kn_move moves[KN_MOVES_MAX];
    kn_text text = begin_text();
    bool someone = (who >= 0 && who < seats_in_hand()) || who == KN_CHANCE || who == KN_CLOCK;
    int count = someone ? list_moves(who, moves) : 0;
    for (int i = 0; i < count; i++) {
        in_hand()->write_move(&hand, who, moves[i], &text);
        kn_put_char(&text, '\n');
    }
    leave(&text);
}

/* Sets of actors, one bit each. */
EXPORT(unsigned, knobel_position_to_act, void)
{
    return in_hand()->to_act(&hand);
}

EXPORT(unsigned, knobel_position_result, void)
{
    return in_hand()->result(&hand);
}

EXPORT(int, knobel_position_score, int seat)
{
    return seat >= 0 && seat < seats_in_hand() ? in_hand()->score(&hand, seat) : 0;
}

EXPORT(int, knobel_position_version, void)
{
    return in_hand()->version;
}

EXPORT(int, knobel_position_seats, void)
{
    return seats_in_hand();
}

/* See core/survey.h. Deeper than this no count ever ends, but the stack would. */
EXPORT(uint64_t, knobel_position_perft, int depth)
{
    enum { DEPTH_MAX = 64 };
    if (depth < 0 || depth > DEPTH_MAX)
        __builtin_trap();
    return kn_perft(in_hand(), &hand, depth);
}

/* ---- bots, at the position in hand ---- */

/* A bot for a seat that has something to decide here. */
static bool sit_down(bot *b, int who, int level, uint64_t seed)
{
    kn_setup setup;
    memcpy(&setup, &hand, sizeof setup);
    if (who < 0 || who >= setup.seats || !(in_hand()->to_act(&hand) & KN_ACTOR(who)))
        return false;
    *b = bot_open(in_hand(), who, level, seed);
    if (b->kind && level < BOT_LEVELS)
        b->solution = solution_for(b->kind, &setup);
    return true;
}

static double last_delay;

/* The move of a bot of that level (one past the last: at random); leaves its move, or nothing. */
EXPORT(void, knobel_bot_choose, int who, int level, uint64_t seed)
{
    kn_text text = begin_text();
    bot b;
    table_state view;
    int64_t delay_ms = KN_NEVER;
    if (sit_down(&b, who, level, seed)) {
        in_hand()->view(&hand, who, &view);
        kn_move move = b.kind && level >= 0 && level < BOT_LEVELS
                           ? b.kind->choose(&b, &view, &delay_ms)
                           : random_bot(in_hand(), &view, who, &b.random, &delay_ms);
        in_hand()->write_move(&hand, who, move, &text);
    }
    last_delay = (double)delay_ms;
    leave(&text);
}

/* How long the bot takes, in milliseconds; -1: it keeps still. */
EXPORT(double, knobel_bot_delay, void)
{
    return last_delay;
}

/* The meaning of the current game's values: see bot_meaning; -1 if there is no judge. */
EXPORT(int, knobel_bot_meaning, void)
{
    const bot_kind *kind = bot_kind_for(in_hand());
    return kind && kind->judge ? (int)kind->meaning : -1;
}

/* Every move of a seat with its value and error, best first, as JSON. */
EXPORT(void, knobel_bot_judge, int who)
{
    static bot_opinion opinions[KN_MOVES_MAX];
    static bot_reasons reasons;
    kn_json json = begin_json();
    bot b;
    table_state view;
    int count = 0;
    if (sit_down(&b, who, BOT_BEST, 1) && b.kind && b.kind->judge) {
        in_hand()->view(&hand, who, &view);
        count = b.kind->judge(&b, &view, opinions);
        bot_explain(&b, &view, opinions, count, &reasons);
    }
    kn_json_list(&json, NULL);
    for (int i = 0; i < count; i++) {
        char move[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(move, sizeof move);
        in_hand()->write_move(&hand, who, opinions[i].move, &text);
        kn_json_object(&json, NULL);
        kn_json_string(&json, "move", move);
        kn_json_fixed(&json, "value", opinions[i].value, 10);
        kn_json_fixed(&json, "error", opinions[i].error, 10);
        bot_write_reasons(&reasons, i, &json);
        kn_json_end_object(&json);
    }
    kn_json_end_list(&json);
    leave(&json.text);
}

/* ---- tables: opening and closing ---- */

enum { TABLES = 8 };

static struct {
    table table;
    void *memory;
    int size;
} places[TABLES]; /* without memory: free */

static table_report report;

static table *at(unsigned handle)
{
    if (handle >= TABLES || !places[handle].memory)
        __builtin_trap();
    return &places[handle].table;
}

/* How many events are certain to fit into a block. */
static uint32_t events_in(int size)
{
    return (uint32_t)((block_bytes(size) - TABLE_HEADER_MAX) /
                      (TABLE_LINE_MAX + sizeof(table_mark)));
}

_Static_assert((((size_t)PAGE << (BLOCK_SIZES - 1)) - TABLE_HEADER_MAX) /
                       (TABLE_LINE_MAX + sizeof(table_mark)) >=
                   TABLE_EVENTS_MAX + TABLE_BURST,
               "the largest block must hold the longest log");

/* Use a block as a log: the marks first, then the text. */
static table_log log_in(void *place, int size)
{
    uint32_t events = events_in(size);
    size_t marks = events * sizeof(table_mark);
    return (table_log){.text = (char *)place + marks,
                       .size = block_bytes(size) - marks,
                       .marks = place,
                       .capacity = events};
}

/* The smallest block for a log to be loaded. */
static int size_for(kn_slice text)
{
    uint32_t lines = 0;
    int size = 0;
    for (kn_slice line; kn_take_until(&text, '\n', &line);)
        lines++;
    while (size < BLOCK_SIZES - 1 && events_in(size) < lines)
        size++;
    return size;
}

/* Load the log given; returns the handle of its table. `knobel_report` tells more. */
EXPORT(int, knobel_table_load, size_t length)
{
    kn_slice text = given(length);
    int handle = 0, size = size_for(text);
    memset(&report, 0, sizeof report);
    while (handle < TABLES && places[handle].memory)
        handle++;
    void *place = handle < TABLES ? take_block(size) : NULL;
    if (!place)
        return -TABLE_NO_MEMORY;
    table_answer answer = table_load(&places[handle].table, text, log_in(place, size), &report);
    if (answer) {
        give_back(place, size);
        return -answer;
    }
    places[handle].memory = place;
    places[handle].size = size;
    return handle;
}

/* The report on the last log, as JSON. */
EXPORT(void, knobel_report, void)
{
    kn_json json = begin_json();
    kn_json_object(&json, NULL);
    kn_json_int(&json, "line", report.line);
    kn_json_int(&json, "events", report.events);
    kn_json_int(&json, "rolls", report.rolls);
    kn_json_int(&json, "unchecked", report.unchecked);
    kn_json_int(&json, "declared", report.declared);
    kn_json_int(&json, "salted", report.salted);
    kn_json_int(&json, "unsalted", report.unsalted);
    kn_json_bool(&json, "over", report.over);
    kn_json_end_object(&json);
    leave(&json.text);
}

EXPORT(void, knobel_table_close, unsigned handle)
{
    memset(at(handle), 0, sizeof(table));
    give_back(places[handle].memory, places[handle].size);
    places[handle].memory = NULL;
}

/* Give the table memory for one more call, if there is any; the call itself refuses if there is
 * none. */
static table *with_memory(unsigned handle)
{
    table *t = at(handle);
    int size = places[handle].size + 1;
    if (table_has_memory(t) || size == BLOCK_SIZES)
        return t;
    void *place = take_block(size);
    if (!place)
        return t;
    table_log larger = log_in(place, size);
    memcpy(larger.text, t->log.text, t->log.length + 1);
    memcpy(larger.marks, t->log.marks, t->log.count * sizeof *larger.marks);
    table_lend_memory(t, larger.text, larger.size, larger.marks, larger.capacity);
    give_back(places[handle].memory, places[handle].size);
    places[handle].memory = place;
    places[handle].size = size;
    return t;
}

/* ---- tables: playing ---- */

/* A time from outside; an invalid one becomes KN_NEVER. */
static int64_t ms(double time)
{
    return time >= 0 && time <= (double)KN_TIME_MAX ? (int64_t)time : KN_NEVER;
}

EXPORT(table_answer, knobel_table_play, unsigned handle, int seat, size_t length, double now_ms,
       double acted_ms, double claimed_ms, unsigned error_ms, uint64_t salt)
{
    table_act act = {.now_ms = ms(now_ms),
                     .acted_ms = ms(acted_ms),
                     .claimed_ms = ms(claimed_ms),
                     .error_ms = error_ms < UINT16_MAX ? (uint16_t)error_ms : UINT16_MAX,
                     .salt = salt};
    return table_play(with_memory(handle), seat, given(length), &act);
}

EXPORT(table_answer, knobel_table_tick, unsigned handle, double now_ms)
{
    return table_tick(with_memory(handle), ms(now_ms));
}

EXPORT(table_answer, knobel_table_declare, unsigned handle, size_t length, double now_ms)
{
    return table_declare(with_memory(handle), given(length), ms(now_ms));
}

EXPORT(table_answer, knobel_table_roll, unsigned handle, double now_ms)
{
    return table_roll(with_memory(handle), ms(now_ms));
}

EXPORT(double, knobel_table_alarm, unsigned handle)
{
    return (double)table_alarm(at(handle));
}

EXPORT(bool, knobel_table_over, unsigned handle)
{
    return table_over(at(handle));
}

EXPORT(unsigned, knobel_table_to_act, unsigned handle)
{
    const table *t = at(handle);
    return t->plan.game->to_act(&t->state);
}

/* ---- tables: looking ---- */

/* Only seats and watchers may look: hidden things are marked for them alone. */
static bool may_look(const table *t, int who)
{
    return (who >= 0 && who < t->plan.setup.seats) || who == KN_WATCHER;
}

/* Make the view of `who` the current position. */
EXPORT(table_answer, knobel_table_look, unsigned handle, int who)
{
    const table *t = at(handle);
    if (!may_look(t, who))
        return TABLE_NO_SUCH_SEAT;
    chosen = t->plan.game;
    memset(&hand, 0, sizeof hand);
    table_view(t, who, &hand);
    return TABLE_OK;
}

/* The same as it was after event `number` (0: before the first), of the events that count. */
EXPORT(table_answer, knobel_table_look_back, unsigned handle, int who, uint32_t number)
{
    const table *t = at(handle);
    table_state then = {.bytes = {0}};
    if (!may_look(t, who))
        return TABLE_NO_SUCH_SEAT;
    chosen = t->plan.game;
    memset(&hand, 0, sizeof hand);
    table_state_after(t, number, &then);
    in_hand()->view(&then, who, &hand);
    return TABLE_OK;
}

/* The events after number `after` as `who` sees them, as many as fit; returns the last one. */
EXPORT(int, knobel_table_since, unsigned handle, int who, uint32_t after)
{
    const table *t = at(handle);
    kn_text text = begin_text();
    if (!may_look(t, who))
        return -TABLE_NO_SUCH_SEAT;
    int passed = (int)table_since(t, who, after, &text);
    leave(&text);
    return passed;
}

/* ---- tables: taking back, keeping ---- */

/* The event to go back to for the last move of that seat. */
EXPORT(int, knobel_table_before_last_move, unsigned handle, int seat)
{
    bool any;
    uint32_t to = table_before_last_move(at(handle), seat, &any);
    return any ? (int)to : -TABLE_NOTHING_BACK;
}

EXPORT(table_answer, knobel_table_ask_back, unsigned handle, int seat, uint32_t to, double now_ms)
{
    return table_ask_back(with_memory(handle), seat, to, ms(now_ms));
}

EXPORT(table_answer, knobel_table_agree_back, unsigned handle, int seat, double now_ms)
{
    return table_agree_back(with_memory(handle), seat, ms(now_ms));
}

EXPORT(void, knobel_table_refuse_back, unsigned handle)
{
    table_refuse_back(at(handle));
}

/* The whole log, with the secret if it is known. */
EXPORT(table_answer, knobel_table_save, unsigned handle)
{
    const table *t = at(handle);
    if (!block_for_text(table_save_size(t)))
        return TABLE_NO_MEMORY;
    kn_text text = begin_text();
    table_save(t, &text);
    leave(&text);
    return TABLE_OK;
}

/* ---- reviews, one at a time ---- */

/* The texts left by begin, every step and end, joined, are the JSON. */
static struct {
    review course;
    uint32_t number; /* number of the last event reviewed */
    bool started;    /* does the list in the JSON have an entry? */
} reviewing;

static kn_json go_on_with_json(void)
{
    kn_json json = begin_json();
    json.started = reviewing.started;
    return json;
}

static void leave_json(const kn_json *json)
{
    reviewing.started = json->started;
    leave(&json->text);
}

/* The solution may have been replaced since the last step. */
static void lend_solution(bot *judge, const kn_setup *setup)
{
    if (judge->kind)
        judge->solution = solution_for(judge->kind, setup);
}

static void open_judges(const table *t, bot *out)
{
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        out[seat] = bot_open(t->plan.game, seat, BOT_BEST, 1);
        lend_solution(&out[seat], &t->plan.setup);
    }
}

static void begin_review(void)
{
    reviewing.number = 0;
    reviewing.started = false;
    kn_json json = go_on_with_json();
    review_json_begin(&reviewing.course, &json);
    leave_json(&json);
}

/* Begin to review a table; false if there is no judge for its game. */
EXPORT(bool, knobel_review_begin, unsigned handle)
{
    const table *t = at(handle);
    bot judges[KN_SEATS_MAX];
    open_judges(t, judges);
    if (!review_open(&reviewing.course, t->plan.game, &t->plan.setup, judges))
        return false;
    begin_review();
    return true;
}

/* The review is of this table. */
static void must_review(const table *t)
{
    const review *r = &reviewing.course;
    if (r->game != t->plan.game || r->seats != t->plan.setup.seats)
        __builtin_trap();
}

static uint32_t events_left(const table *t)
{
    return t->log.count > reviewing.number ? t->log.count - reviewing.number : 0;
}

static void leave_notes(const review_note *notes, int count)
{
    kn_json json = go_on_with_json();
    for (int i = 0; i < count; i++)
        review_json_note(&notes[i], &json);
    leave_json(&json);
}

/* The next event; returns how many events are left. */
EXPORT(uint32_t, knobel_review_step, unsigned handle)
{
    const table *t = at(handle);
    review *r = &reviewing.course;
    review_note notes[KN_SEATS_MAX];
    kn_event event;
    must_review(t);
    for (int seat = 0; seat < r->seats; seat++)
        lend_solution(&r->judge[seat], &t->plan.setup);
    int count = 0;
    if (table_event(t, ++reviewing.number, r->state, &event))
        count = review_event(r, reviewing.number, &event, notes);
    leave_notes(notes, count);
    return events_left(t);
}

/* The accounts, as if the last event entered were the last of the match. */
EXPORT(void, knobel_review_end, unsigned handle)
{
    const table *t = at(handle);
    const char *names[KN_SEATS_MAX];
    static review closed;
    must_review(t);
    for (int seat = 0; seat < KN_SEATS_MAX; seat++)
        names[seat] = t->plan.seat[seat].name;
    closed = reviewing.course;
    review_close(&closed);
    kn_json json = go_on_with_json();
    review_json_end(&closed, names, &json);
    leave(&json.text);
}

/* ---- reviews in pieces: some modules think, one enters their thoughts ---- */

/* Thoughts are bytes, for modules that are alike. */
static struct {
    review course;
    uint32_t number; /* the state is the one after this event */
    bool thought;    /* are its values thought of, or is there nothing to think of? */
} thinking;

static void leave_bytes(const void *bytes, size_t count)
{
    memcpy(shared, bytes, count);
    shared_length = count;
}

/* Begin to think about a table; can its events be thought about apart from each other? */
EXPORT(bool, knobel_think_begin, unsigned handle)
{
    const table *t = at(handle);
    const bot_kind *kind = bot_kind_for(t->plan.game);
    bot judges[KN_SEATS_MAX];
    if (!kind || !kind->skip)
        return false; /* and nothing is learnt for it */
    open_judges(t, judges);
    thinking.number = 0;
    thinking.thought = false;
    return review_prepare(&thinking.course, t->plan.game, &t->plan.setup, judges);
}

/* To the table after the next event. */
static void think_of_next(const table *t)
{
    kn_event event;
    if (!thinking.thought)
        review_skip(&thinking.course);
    thinking.thought = !table_event(t, ++thinking.number, thinking.course.state, &event);
    if (!thinking.thought)
        t->plan.game->apply(thinking.course.state, &event);
}

/* Leave the values after event `number`, which comes after the one before; nothing for an event
 * that does not count. */
EXPORT(void, knobel_think_values, unsigned handle, uint32_t number)
{
    const table *t = at(handle);
    review_values values;
    if (number < thinking.number || number > t->log.count || thinking.course.game != t->plan.game)
        __builtin_trap();
    while (thinking.number < number)
        think_of_next(t);
    memset(&values, 0, sizeof values);
    if (!thinking.thought)
        review_think(&thinking.course, &values);
    leave_bytes(&values, thinking.thought ? 0 : sizeof values);
    thinking.thought = true;
}

/* Leave the verdict on a seat's event. */
EXPORT(void, knobel_think_verdict, unsigned handle, uint32_t number)
{
    const table *t = at(handle);
    table_state before = {.bytes = {0}};
    review_verdict verdict;
    kn_event event;
    table_state_after(t, number - 1, &before);
    if (!table_event(t, number, &before, &event) || event.actor >= t->plan.setup.seats ||
        thinking.course.game != t->plan.game)
        __builtin_trap();
    review_judge(&thinking.course, &before, &event, &verdict);
    leave_bytes(&verdict, sizeof verdict);
}

/* The thoughts in the text: values, and perhaps a verdict. */
static void take_thoughts(size_t length, review_values *values, review_verdict *verdict)
{
    kn_slice bytes = given(length);
    if (length != sizeof *values && length != sizeof *values + sizeof *verdict)
        __builtin_trap();
    memcpy(values, bytes.at, sizeof *values);
    if (length > sizeof *values)
        memcpy(verdict, bytes.at + sizeof *values, sizeof *verdict);
}

/* Begin to review a table with the values at its start; returns how many events are left. */
EXPORT(uint32_t, knobel_enter_begin, unsigned handle, size_t length)
{
    const table *t = at(handle);
    bot judges[KN_SEATS_MAX];
    review_values values;
    review_verdict none;
    take_thoughts(length, &values, &none);
    open_judges(t, judges);
    if (!review_prepare(&reviewing.course, t->plan.game, &t->plan.setup, judges))
        __builtin_trap();
    review_start(&reviewing.course, &values);
    begin_review();
    return t->log.count;
}

/* Enter the next event with what was thought of it; false if the verdict is wanted, too. */
EXPORT(bool, knobel_enter_step, unsigned handle, size_t length)
{
    const table *t = at(handle);
    review *r = &reviewing.course;
    review_note notes[KN_SEATS_MAX];
    review_values values;
    review_verdict verdict;
    kn_event event;
    int count = 0;
    bool judged = length > sizeof values;
    must_review(t);
    if (table_event(t, reviewing.number + 1, r->state, &event)) {
        take_thoughts(length, &values, &verdict);
        if (!judged && review_wants_verdict(r, &event, &values))
            return false;
        count =
            review_enter(r, reviewing.number + 1, &event, &values, judged ? &verdict : NULL, notes);
    }
    reviewing.number++;
    leave_notes(notes, count);
    return true;
}
