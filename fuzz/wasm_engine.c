/* wasm_engine.c: fuzzes what the module of the engine exports (wasm/knobel.c), called in any order
 * with anything that JavaScript may pass. Calls that trap on purpose are left out: they are the
 * caller's fault.
 *
 * An input is a text (a log, a position), closed by a zero byte, and then calls: a byte says which,
 * and those behind it are its arguments. */
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "fuzz/check.h"
#include "table/table.h"

enum {
    TABLES = 8,
    CALLS_MOST = 64,
    TEXT_MOST = 16384,
    PERFT_DEEPEST = 2,
    STEPS_MOST = 3, /* of reviews: each may search */
};

/* ---- the exports ---- */

char *knobel_text(size_t bytes);
size_t knobel_text_length(void);
void knobel_answer_name(unsigned answer);
void knobel_games(void);
table_answer knobel_position_read(size_t length);
void knobel_position_write(void);
void knobel_position_options(void);
void knobel_position_describe(void);
void knobel_position_moves(int who);
unsigned knobel_position_to_act(void);
unsigned knobel_position_result(void);
int knobel_position_score(int seat);
int knobel_position_version(void);
int knobel_position_seats(void);
uint64_t knobel_position_perft(int depth);
void knobel_bot_choose(int who, int level, uint64_t seed);
double knobel_bot_delay(void);
int knobel_bot_meaning(void);
void knobel_bot_judge(int who);
int knobel_table_load(size_t length);
void knobel_report(void);
void knobel_table_close(unsigned handle);
table_answer knobel_table_play(unsigned handle, int seat, size_t length, double now_ms,
                               double acted_ms, double claimed_ms, unsigned error_ms,
                               uint64_t salt);
table_answer knobel_table_tick(unsigned handle, double now_ms);
table_answer knobel_table_declare(unsigned handle, size_t length, double now_ms);
table_answer knobel_table_roll(unsigned handle, double now_ms);
double knobel_table_alarm(unsigned handle);
bool knobel_table_over(unsigned handle);
unsigned knobel_table_to_act(unsigned handle);
table_answer knobel_table_look(unsigned handle, int who);
table_answer knobel_table_look_back(unsigned handle, int who, uint32_t number);
int knobel_table_since(unsigned handle, int who, uint32_t after);
int knobel_table_before_last_move(unsigned handle, int seat);
table_answer knobel_table_ask_back(unsigned handle, int seat, uint32_t to, double now_ms);
table_answer knobel_table_agree_back(unsigned handle, int seat, double now_ms);
void knobel_table_refuse_back(unsigned handle);
table_answer knobel_table_save(unsigned handle);
bool knobel_review_begin(unsigned handle);
uint32_t knobel_review_step(unsigned handle);
void knobel_review_end(unsigned handle);

/* ---- arguments ---- */

static bool open_tables[TABLES];
static int reviewed = -1; /* the table whose review was begun */

static size_t pass_text(kn_slice text)
{
    char *place = knobel_text(text.length);
    HOLDS(place);
    memcpy(place, text.at, text.length);
    return text.length;
}

/* A line of the input. */
static size_t pass_line(kn_slice *input)
{
    kn_slice line;
    if (!kn_take_until(input, '\n', &line)) {
        line = *input;
        input->length = 0;
    }
    return pass_text(line);
}

/* Most times are sensible, some are none. */
static double take_time(kn_slice *input)
{
    static const double odd[] = {-1, 1e300, -1e300, 0.5, 9007199254740993.0, (double)KN_TIME_MAX};
    uint8_t byte = check_byte(input);
    if (byte < sizeof odd / sizeof *odd)
        return odd[byte];
    return byte == 6 ? __builtin_nan("") : byte * 1000.0;
}

static int take_seat(kn_slice *input)
{
    return (int8_t)check_byte(input) % 20;
}

static int take_table(kn_slice *input)
{
    int handle = check_byte(input) % TABLES;
    return open_tables[handle] ? handle : -1;
}

/* What a call left must be a text that can be read. */
static void read_text(void)
{
    size_t length = knobel_text_length();
    const char *text = knobel_text(0);
    HOLDS(length == 0 || memchr(text, '\0', length) == NULL);
}

/* ---- calls ---- */

static void load(kn_slice text)
{
    int handle = knobel_table_load(pass_text(text));
    HOLDS(handle < TABLES);
    if (handle >= 0) {
        HOLDS(!open_tables[handle]);
        open_tables[handle] = true;
    }
    knobel_report();
}

static void close_table(int handle)
{
    knobel_table_close((unsigned)handle);
    open_tables[handle] = false;
    if (reviewed == handle)
        reviewed = -1;
}

static void call_position(kn_slice *input)
{
    switch (check_byte(input) % 12) {
    case 0: knobel_position_read(pass_line(input)); return;
    case 1: knobel_position_write(); break;
    case 2: knobel_position_options(); break;
    case 3: knobel_position_describe(); break;
    case 4: knobel_position_moves(take_seat(input)); break;
    case 5: knobel_position_to_act(), knobel_position_result(); return;
    case 6: knobel_position_score(take_seat(input)); return;
    case 7: HOLDS(knobel_position_seats() <= KN_SEATS_MAX); return;
    case 8: knobel_position_perft(check_byte(input) % (PERFT_DEEPEST + 1)); return;
    case 9: knobel_answer_name(check_byte(input)); break;
    case 10: knobel_games(); break;
    case 11: knobel_position_version(); return;
    }
    read_text();
}

static void call_bot(kn_slice *input)
{
    int who = take_seat(input), level = (int8_t)check_byte(input) % (BOT_LEVELS + 3);
    switch (check_byte(input) % 8) {
    case 0: knobel_bot_judge(who); break;
    case 1: knobel_bot_meaning(); return;
    case 2: knobel_bot_choose(who, level, check_byte(input)); break;
    default: knobel_bot_choose(who, BOT_LEVELS, check_byte(input)); break; /* at random */
    }
    knobel_bot_delay();
    read_text();
}

static void call_review(int handle)
{
    if (reviewed != handle) {
        if (!knobel_review_begin((unsigned)handle))
            return;
        reviewed = handle;
    }
    for (int i = 0; i < STEPS_MOST && knobel_review_step((unsigned)handle) > 0; i++)
        read_text();
    knobel_review_end((unsigned)handle);
    read_text();
}

static void play(unsigned at, kn_slice *input)
{
    int seat = take_seat(input);
    double now = take_time(input), acted = take_time(input), claimed = take_time(input);
    unsigned error = check_byte(input) * 300u;
    knobel_table_play(at, seat, pass_line(input), now, acted, claimed, error, error);
}

static void call_table(kn_slice *input)
{
    int handle = take_table(input);
    unsigned at = (unsigned)handle;
    if (handle < 0)
        return;
    switch (check_byte(input) % 18) {
    case 0:
    case 1:
    case 2: play(at, input); return;
    case 3: knobel_table_tick(at, take_time(input)); return;
    case 4: {
        double now = take_time(input);
        knobel_table_declare(at, pass_line(input), now);
        return;
    }
    case 5: knobel_table_roll(at, take_time(input)); return;
    case 6: knobel_table_alarm(at), knobel_table_over(at); return;
    case 7: knobel_table_to_act(at); return;
    case 8: knobel_table_look(at, take_seat(input)); return;
    case 9: knobel_table_look_back(at, take_seat(input), check_byte(input)); return;
    case 10: knobel_table_since(at, take_seat(input), check_byte(input)); break;
    case 11: knobel_table_before_last_move(at, take_seat(input)); return;
    case 12: {
        int seat = take_seat(input);
        uint32_t to = check_byte(input);
        knobel_table_ask_back(at, seat, to, take_time(input));
        return;
    }
    case 13: knobel_table_agree_back(at, take_seat(input), take_time(input)); return;
    case 14: knobel_table_refuse_back(at); return;
    case 15: HOLDS(knobel_table_save(at) == TABLE_OK); break;
    case 16: call_review(handle); return;
    case 17: close_table(handle); return;
    }
    read_text();
}

/* What is at the table now can be saved and loaded again. */
static void check_saved(int handle)
{
    HOLDS(knobel_table_save((unsigned)handle) == TABLE_OK);
    kn_slice saved = {knobel_text(0), knobel_text_length()};
    char *copy = malloc(saved.length + 1);
    HOLDS(copy);
    memcpy(copy, saved.at, saved.length);
    close_table(handle);
    int again = knobel_table_load(pass_text((kn_slice){copy, saved.length}));
    HOLDS(again >= 0);
    open_tables[again] = true;
    close_table(again);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kn_slice input = {(const char *)data, size}, text;
    if (!kn_take_until(&input, '\0', &text)) {
        text = input;
        input.length = 0;
    }
    if (text.length > TEXT_MOST)
        return 0;
    if (knobel_position_read(pass_text(text)) != TABLE_OK)
        load(text);
    for (int i = 0; i < CALLS_MOST && input.length > 0; i++) {
        uint8_t kind = check_byte(&input);
        if (kind < 16)
            load(text);
        else if (kind < 80)
            call_position(&input);
        else if (kind < 96)
            call_bot(&input);
        else
            call_table(&input);
    }
    for (int handle = TABLES - 1; handle >= 0; handle--)
        if (open_tables[handle])
            check_saved(handle);
    return 0;
}
