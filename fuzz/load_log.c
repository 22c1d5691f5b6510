/* load_log.c: fuzzes the loading of a log. The whole input is the log; a log that loads must save,
 * load again and be playable. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/check.h"
#include "native/native.h"
#include "table/table.h"

enum { CALLS = 24, SECRET_HEX = 2 * TABLE_HASH_BYTES + 1 };

/* ---- loading and saving ---- */

static int count_lines(kn_slice text)
{
    int lines = 0;
    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    return lines;
}

/* Memory of exactly the size that `table_load` asks for, and for `more` lines. */
static table_log lend(kn_slice text, uint32_t more)
{
    uint32_t lines = (uint32_t)count_lines(text) + more;
    size_t size = text.length + 1 + (size_t)more * TABLE_LINE_MAX;
    return (table_log){.text = native_realloc(NULL, size),
                       .size = size,
                       .marks = native_realloc(NULL, lines ? lines * sizeof(table_mark) : 1),
                       .capacity = lines};
}

static void give_back(table_log *log)
{
    free(log->text);
    free(log->marks);
}

static kn_text save(const table *t)
{
    size_t size = table_save_size(t);
    kn_text out = kn_text_on(native_realloc(NULL, size), size);
    table_save(t, &out);
    HOLDS(!out.cut);
    return out;
}

static void check_same_state(const table *a, const table *b)
{
    HOLDS(a->plan.game == b->plan.game);
    HOLDS(memcmp(&a->state, &b->state, a->plan.game->state_bytes) == 0);
    HOLDS(memcmp(&a->envelope, &b->envelope, sizeof a->envelope) == 0);
    HOLDS(a->last_ms == b->last_ms && a->log.count == b->log.count && a->backs == b->backs);
    HOLDS(memcmp(a->moved, b->moved, sizeof a->moved) == 0);
    HOLDS(memcmp(a->reached, b->reached, sizeof a->reached) == 0);
}

/* What a table saves loads as the same table, which saves the same. */
static void check_saved(const table *t)
{
    table again;
    table_report report;
    kn_text once = save(t);
    kn_slice text = {once.at, once.length};
    table_log log = lend(text, 0);
    HOLDS(table_load(&again, text, log, &report) == TABLE_OK);
    HOLDS(report.over == table_over(t));
    check_same_state(t, &again);
    kn_text twice = save(&again);
    HOLDS(once.length == twice.length && memcmp(once.at, twice.at, once.length) == 0);
    free(once.at);
    free(twice.at);
    give_back(&log);
}

/* ---- looking ---- */

/* Until the match is over nothing that anyone is told has the secret in it. */
static void check_secret_is_kept(const table *t, int who)
{
    char hex[SECRET_HEX];
    size_t size = t->log.length + 2 * TABLE_LINE_MAX;
    kn_text secret = kn_text_on(hex, sizeof hex);
    kn_text told = kn_text_on(native_realloc(NULL, size), size);
    kn_put_hex(&secret, t->envelope.secret, TABLE_HASH_BYTES);
    HOLDS(table_since(t, who, 0, &told) == t->log.count && !told.cut);
    if (t->envelope.open && !table_over(t))
        HOLDS(!strstr(told.at, hex) && !strstr(t->log.text, hex));
    free(told.at);
}

/* ---- playing on ---- */

/* A move that is listed, or now and then something that is none. */
static table_answer play(table *t, kn_random *random, int64_t now_ms)
{
    static const int64_t claims[] = {KN_NEVER, 0, KN_TIME_MAX - 1, KN_TIME_MAX, INT64_MAX};
    const kn_game *game = t->plan.game;
    char line[KN_MOVE_TEXT_MAX] = "fold";
    kn_text text = kn_text_on(line, sizeof line);
    kn_move moves[KN_MOVES_MAX];
    kn_actors due = (kn_actors)(game->to_act(&t->state) & 0xff);
    int seat = due ? kn_first_actor(due) : 0;
    int count = game->moves(&t->state, seat, moves);
    table_act act = {
        .now_ms = now_ms,
        .acted_ms = now_ms - kn_random_below(random, 100),
        .claimed_ms = claims[kn_random_below(random, sizeof claims / sizeof *claims)],
        .error_ms = (uint16_t)kn_random_below(random, 50),
        .salt = kn_random_next(random) * kn_random_below(random, 2),
    };
    if (count > 0 && kn_random_below(random, 8) > 0)
        game->write_move(&t->state, seat, moves[kn_random_below(random, (uint32_t)count)], &text);
    return table_play(t, seat, kn_slice_of(line), &act);
}

static table_answer declare(table *t, kn_random *random, int64_t now_ms)
{
    char line[KN_MOVE_TEXT_MAX] = "7";
    kn_text text = kn_text_on(line, sizeof line);
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    int count = t->plan.game->outcomes(&t->state, outcomes);
    if (count > 0)
        t->plan.game->write_move(&t->state, KN_CHANCE,
                                 outcomes[kn_random_below(random, (uint32_t)count)].move, &text);
    return table_declare(t, kn_slice_of(line), now_ms);
}

static table_answer call(table *t, kn_random *random, int64_t now_ms)
{
    int seat = (int)kn_random_below(random, t->plan.setup.seats + 1u);
    bool any;
    switch (kn_random_below(random, 16)) {
    case 0: return table_tick(t, now_ms);
    case 1: return table_tick(t, table_alarm(t));
    case 2: return table_roll(t, now_ms);
    case 3:
    case 4:
    case 5: return declare(t, random, now_ms);
    case 6: return table_ask_back(t, seat, kn_random_below(random, t->log.count + 2), now_ms);
    case 7: return table_ask_back(t, seat, table_before_last_move(t, seat, &any), now_ms);
    case 8:
    case 9: return table_agree_back(t, seat, now_ms);
    case 10: table_refuse_back(t); return TABLE_OK;
    default: return play(t, random, now_ms);
    }
}

/* Time mostly goes on; now and then a clock stands still, goes back or is out of its mind. */
static int64_t later(const table *t, kn_random *random)
{
    uint32_t pick = kn_random_below(random, 64);
    if (pick == 0)
        return KN_TIME_MAX;
    if (pick == 1)
        return 0;
    return t->last_ms + (int64_t)kn_random_below(random, 1500);
}

static void check_playing_on(table *t, kn_random *random)
{
    for (int i = 0; i < CALLS; i++) {
        table before = *t;
        table_answer answer = call(t, random, later(t, random));
        HOLDS(answer >= 0 && answer < TABLE_NOT_A_LOG && answer != TABLE_NO_MEMORY);
        if (answer)
            HOLDS(memcmp(t, &before, sizeof before) == 0);
        HOLDS(t->log.text[t->log.length] == '\0');
    }
    for (int who = 0; who < t->plan.setup.seats; who++)
        check_secret_is_kept(t, who);
    check_secret_is_kept(t, KN_WATCHER);
    check_saved(t);
}

static void move_to_more_room(table *t)
{
    table_log old = t->log;
    table_log more = lend((kn_slice){old.text, old.length}, (CALLS + 1) * TABLE_BURST);
    memcpy(more.text, old.text, old.length + 1);
    memcpy(more.marks, old.marks, old.count * sizeof *old.marks);
    table_lend_memory(t, more.text, more.size, more.marks, more.capacity);
    give_back(&old);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kn_slice text = {(const char *)data, size};
    kn_random random = kn_random_from(check_seed(data, size));
    table t, before;
    table_report report;
    table_log log = lend(text, 0);
    memset(&before, 0x5a, sizeof before);
    t = before;
    table_answer answer = table_load(&t, text, log, &report);
    if (answer) {
        HOLDS(memcmp(&t, &before, sizeof t) == 0);
        HOLDS(answer > 0 && answer < TABLE_ANSWERS && answer != TABLE_NO_MEMORY);
        HOLDS(report.line >= 1 && report.line <= count_lines(text) + 1);
        give_back(&log);
        return 0;
    }
    HOLDS(t.log.length < size && memcmp(t.log.text, data, t.log.length) == 0);
    check_saved(&t);
    move_to_more_room(&t);
    check_playing_on(&t, &random);
    give_back(&t.log);
    return 0;
}
