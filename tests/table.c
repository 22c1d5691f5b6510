/* table.c: the table: opening, playing, hiding, taking back, saving, loading, the sealed envelope.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "games/yatzi.h"
#include "table/log.h"
#include "tests/scenes.h"

/* ---- a table to test with ---- */

enum { LOG_SIZE = 1 << 20, MARKS = 12000 };

typedef struct {
    table t;
    kn_random random;
    int64_t now_ms;
} sitting;

static table_log fresh_log(void)
{
    return (table_log){
        .text = malloc(LOG_SIZE),
        .size = LOG_SIZE,
        .marks = malloc(MARKS * sizeof(table_mark)),
        .room = MARKS,
    };
}

static void leave(table *t)
{
    free(t->log.text);
    free(t->log.marks);
}

static table_plan plan_for(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = {.game = game};
    kn_random random = kn_random_from(seed);
    kn_setup_initial(game, seats, &plan.setup);
    for (int i = 0; i < seats; i++) {
        snprintf(plan.seat[i].name, sizeof plan.seat[i].name, "Seat %d", i + 1);
        plan.seat[i].salt = kn_random_next(&random);
    }
    for (size_t i = 0; i < sizeof plan.secret; i++)
        plan.secret[i] = (uint8_t)kn_random_next(&random);
    return plan;
}

static sitting sit_down(const table_plan *plan, uint64_t seed)
{
    sitting s = {.random = kn_random_from(seed)};
    assert_int_equal(table_open(&s.t, plan, fresh_log()), TABLE_OK);
    return s;
}

static table_answer play_text(table *t, int seat, const char *move, uint64_t salt)
{
    table_act act = {
        .now_ms = t->last_ms, .acted_ms = KN_NEVER, .claimed_ms = KN_NEVER, .salt = salt};
    return table_play(t, seat, kn_slice_of(move), &act);
}

/* One random move of somebody due, or the clock. */
static void step(sitting *s)
{
    const kn_game *game = s->t.plan.game;
    kn_event event;
    char move[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(move, sizeof move);
    s->now_ms = s->t.last_ms;
    assert_true(kn_random_event(game, &s->t.state, &s->random, &s->now_ms, &event));
    if (event.actor == KN_CLOCK || event.actor == KN_CHANCE) {
        assert_int_equal(table_tick(&s->t, s->now_ms), TABLE_OK);
        return;
    }
    game->write_move(&s->t.state, event.actor, event.move, &text);
    table_act act = {.now_ms = s->now_ms + 30,
                     .acted_ms = s->now_ms,
                     .claimed_ms = s->now_ms - 1,
                     .error_ms = event.error_ms,
                     .salt = kn_random_next(&s->random)};
    assert_int_equal(table_play(&s->t, event.actor, kn_slice_of(move), &act), TABLE_OK);
}

static void play_out(sitting *s)
{
    while (!table_over(&s->t))
        step(s);
}

/* The saved text, to be freed. */
static char *saved(const table *t)
{
    size_t size = table_save_size(t);
    char *text = malloc(size);
    kn_text out = kn_text_on(text, size);
    table_save(t, &out);
    assert_false(out.cut);
    return text;
}

static table_answer load(const char *text, table *t, table_report *report)
{
    table_log log = fresh_log();
    table_answer answer = table_load(t, kn_slice_of(text), log, report);
    if (answer) {
        free(log.text);
        free(log.marks);
    }
    return answer;
}

static void for_every_game(void (*check)(const kn_game *game, int seats, uint64_t seed))
{
    for (int i = 0; kn_games[i]; i++)
        for (int seats = kn_games[i]->seats_min; seats <= kn_games[i]->seats_max; seats++)
            check(kn_games[i], seats, (uint64_t)(100 * i + seats));
}

/* ---- saving and loading ---- */

/* At any moment: what is saved loads to the same table, which goes on with the same dice. */
static void check_save_load(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    sitting s = sit_down(&plan, seed), r;
    table_report report;
    for (int n = 0; n < 25 && !table_over(&s.t); n++)
        step(&s);
    char *text = saved(&s.t);
    memset(&r, 0, sizeof r);
    assert_int_equal(load(text, &r.t, &report), TABLE_OK);
    assert_int_equal(report.unchecked, 0);
    r.random = s.random;
    play_out(&s);
    play_out(&r);
    char *one = saved(&s.t), *two = saved(&r.t);
    assert_string_equal(one, two);
    leave(&s.t);
    leave(&r.t);
    free(text), free(one), free(two);
}

static void test_save_load(void **unused)
{
    (void)unused;
    for_every_game(check_save_load);
}

/* Where the lines of a text begin. */
static size_t line_starts(const char *text, size_t *starts, size_t most)
{
    size_t count = 0;
    for (const char *at = text; *at && count < most; at = strchr(at, '\n') + 1)
        starts[count++] = (size_t)(at - text);
    starts[count] = strlen(text);
    return count;
}

/* A log in which something was changed is refused at the line where that shows first; what came
 * before is right, so the complaint is never earlier than the change. */
static void refuse(const char *text, size_t changed_line, const char *what)
{
    table t;
    table_report report;
    memset(&t, 0x77, sizeof t);
    table before = t;
    table_answer answer = load(text, &t, &report);
    if (answer == TABLE_OK)
        fail_msg("%s at line %zu: accepted", what, changed_line);
    if (report.line < (int)changed_line)
        fail_msg("%s at line %zu: complaint %d at line %d", what, changed_line, answer,
                 report.line);
    assert_memory_equal(&t, &before, sizeof t);
}

/* Damage to the log of this table, which is left. */
static void damage(sitting *s)
{
    enum { LINES = 4000 };
    static size_t at[LINES + 1];
    for (int n = 0; n < 12 && !table_over(&s->t); n++)
        step(s);
    char *text = saved(&s->t), *bad = malloc(2 * strlen(text) + 2);
    size_t lines = line_starts(text, at, LINES), length = strlen(text);
    for (size_t i = 0; i < lines; i++) {
        size_t size = at[i + 1] - at[i];
        snprintf(bad, length + 1, "%.*s", (int)at[i], text);
        refuse(bad, i, "cut off"); /* before line i + 1 */
        snprintf(bad, length + 1, "%.*s", (int)(at[i] + size / 2), text);
        refuse(bad, i + 1, "cut off in the line");
        snprintf(bad, length + 1, "%.*s%s", (int)at[i], text, text + at[i + 1]);
        refuse(bad, i + 1, "line left out");
        snprintf(bad, 2 * length + 2, "%.*s%s", (int)at[i + 1], text, text + at[i]);
        refuse(bad, i + 1, "line doubled");
        if (i + 1 < lines) {
            snprintf(bad, length + 1, "%.*s%.*s%.*s%s", (int)at[i], text,
                     (int)(at[i + 2] - at[i + 1]), text + at[i + 1], (int)size, text + at[i],
                     text + at[i + 2]);
            refuse(bad, i + 1, "lines swapped");
        }
    }
    leave(&s->t);
    free(text), free(bad);
}

static void check_damage(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    sitting s = sit_down(&plan, seed);
    damage(&s);
}

static void test_damage(void **unused)
{
    (void)unused;
    for_every_game(check_damage);
}

/* Every single character matters. */
static void test_edits(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        table_plan plan = plan_for(kn_games[i], 2, 7);
        sitting s = sit_down(&plan, 7);
        for (int n = 0; n < 8; n++)
            step(&s);
        char *text = saved(&s.t);
        size_t line = 1;
        for (size_t at = 0; text[at]; at++) {
            char kept = text[at];
            text[at] = kept == '1'                  ? '2'
                       : kept == 'a'                ? 'b'
                       : kept >= '0' && kept <= '9' ? '1'
                                                    : 'a';
            refuse(text, line, "edited");
            text[at] = kept;
            line += kept == '\n';
        }
        leave(&s.t);
        free(text);
    }
}

/* Each complaint by name, with its line. */
static void test_complaints(void **unused)
{
#define HEAD                                                                                       \
    "knobel log 1\ngame yatzi 1\nseats 1\n"                                                        \
    "options second_yatzi=rolled sheet=ravensburger first=1\ndice ours\n"                          \
    "seal 0000000000000000000000000000000000000000000000000000000000000000\nopened 0\n"            \
    "seat 1 person - Anna\nevents\n"
    static const struct {
        const char *text;
        table_answer answer;
        int line;
    } table_of_logs[] = {
        {"", TABLE_NOT_A_LOG, 1},
        {"hello\n", TABLE_NOT_A_LOG, 1},
        {"knobel log 2\n", TABLE_OTHER_FORMAT, 1},
        {"knobel log 1\ngame chess 1\n", TABLE_NO_SUCH_GAME, 2},
        {"knobel log 1\ngame yatzi 2\n", TABLE_OTHER_VERSION, 2},
        {"knobel log 1\ngame yatzi 1\nseats 9\n", KN_BAD_SETUP, 3},
        {"knobel log 1\ngame yatzi 1\nseats 1\noptions sheet=swiss\n", TABLE_BAD_OPTION, 4},
        {HEAD "end 0\n", TABLE_OK, 10},
        {HEAD "end 1\n", TABLE_WRONG_NUMBER, 10},
        {HEAD "end 0\nmore\n", TABLE_LEFTOVER, 11},
        {HEAD "end 0 0123456789abcdef\n", TABLE_CHANGED, 10},
        {HEAD, TABLE_CUT_OFF, 10},
        {HEAD "1 0.000 seat1: fill ones\nend 1\n", KN_ILLEGAL, 10},
        {HEAD "1 0.000 seat1: sing\nend 1\n", KN_UNREADABLE, 10},
        {HEAD "1 0.000 seat2: throw\nend 1\n", KN_NOT_DUE, 10},
        {HEAD "2 0.000 seat1: throw\nend 1\n", TABLE_WRONG_NUMBER, 10},
        {HEAD "1 0.0 seat1: throw\nend 1\n", TABLE_BAD_LINE, 10},
        {HEAD "1 0.000 seat1: throw \nend 1\n", KN_UNREADABLE, 10},
        {HEAD "1 5.000 seat1: throw\n2 4.999 ours: 3\nend 2\n", TABLE_TIME_BACKWARDS, 11},
        {HEAD "1 5.000 seat1: throw\n2 5.000 ours: 7\nend 2\n", KN_UNREADABLE, 11},
        {HEAD "1 5.000 seat1: throw\n2 5.000 ours: 6\nend 2\n", TABLE_OK, 12},
        {HEAD "1 5.000 seat1: throw\n2 5.000 clock: close\nend 2\n", KN_NOT_DUE, 11},
        {HEAD "1 5.000 seat1: throw\n2 6.000 back by=1: 0\nend 2\n", TABLE_OK, 12},
        {HEAD "1 5.000 seat1: throw\n2 6.000 back by=1: 1\nend 2\n", TABLE_NOTHING_BACK, 11},
        {HEAD "1 5.000 seat1: throw\n2 6.000 back by=2: 0\nend 2\n", TABLE_BAD_LINE, 11},
        {HEAD "1 5.000 seat1: throw\n2 6.000 back by=1: 0\n"
              "3 7.000 seat1 salt=0000000000000001: throw\nend 3\n",
         TABLE_WRONG_SALT, 12},
        {HEAD "secret 00\nend 0\n", TABLE_WRONG_SECRET, 10},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table_of_logs / sizeof *table_of_logs; i++) {
        table t;
        table_report report;
        table_answer answer = load(table_of_logs[i].text, &t, &report);
        if (answer != table_of_logs[i].answer || report.line != table_of_logs[i].line)
            fail_msg("log %zu: answer %d at line %d", i, answer, report.line);
        if (!answer)
            leave(&t);
    }
}

/* ---- the same dice for everybody ---- */

/* What fell where: turns, throws and dice from 1 on; 0: nothing did. */
enum { TURNS = 16, TOSSES = 16, DICE = 16 };
typedef uint8_t fallen[TURNS][TOSSES][DICE];

/* Note every die of a match; where somebody threw before, the same has to lie. */
static void note_dice(const table *t, fallen known)
{
    const kn_game *game = t->plan.game;
    static bool thrown[KN_SEATS_MAX][TURNS][TOSSES][DICE];
    table_state state;
    int seat = 0;
    memset(thrown, 0, sizeof thrown);
    memset(&state, 0, sizeof state);
    assert_int_equal(game->start(&t->plan.setup, &state), KN_OK);
    for (uint32_t i = 0; i < t->log.count; i++) {
        const char *at = t->log.text + t->log.marks[i].offset;
        log_line line;
        assert_true(log_read_line((kn_slice){at, (size_t)(strchr(at, '\n') - at)}, &line));
        kn_event event = {.actor = (uint8_t)line.actor};
        assert_int_equal(game->read_move(&state, line.actor, line.move, &event.move), KN_OK);
        if (line.actor == KN_CHANCE) {
            kn_place p = game->place(&state);
            assert_true(p.turn > 0 && p.turn < TURNS && p.toss > 0 && p.toss < TOSSES);
            assert_true(p.die > 0 && p.die < DICE && !thrown[seat][p.turn][p.toss][p.die]);
            thrown[seat][p.turn][p.toss][p.die] = true;
            uint8_t *face = &known[p.turn][p.toss][p.die];
            assert_true(*face == 0 || *face == event.move);
            *face = (uint8_t)event.move;
        }
        seat = line.actor < KN_SEATS_MAX ? line.actor : seat;
        assert_int_equal(game->apply(&state, &event), KN_OK);
    }
}

static sitting sit_with_same(const kn_game *game, int seats, const char *name, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    snprintf(plan.same, sizeof plan.same, "%s", name);
    return sit_down(&plan, seed);
}

/* However many sit there and whatever they do: the same die falls at the same place. */
static void test_same_for_everybody(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        static fallen known;
        memset(known, 0, sizeof known);
        for (int n = 0; kn_games[i]->place && n < 3 * kn_games[i]->seats_max; n++) {
            sitting s = sit_with_same(kn_games[i], 1 + n % kn_games[i]->seats_max, "2026-11-15",
                                      (uint64_t)n + 1);
            play_out(&s);
            note_dice(&s.t, known);
            leave(&s.t);
        }
    }
    assert_non_null(yatzi_game.place);
    assert_non_null(yucatan_game.place);
}

/* The log tells the name, and the secret follows from it: checked with the secret line or without;
 * under another name the seal is wrong. */
static void test_same_log(void **unused)
{
    (void)unused;
    sitting s = sit_with_same(&yatzi_game, 2, "abc-1", 3);
    table t;
    table_report report;
    play_out(&s);
    char *text = saved(&s.t);
    assert_non_null(strstr(text, "\ndice same abc-1\nseal "));
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_true(report.rolls > 100);
    leave(&t);
    char *name = strstr(text, "abc-1");
    name[4] = '2';
    assert_int_equal(load(text, &t, &report), TABLE_WRONG_SECRET);
    assert_int_equal(report.line, 6);
    name[4] = 'X';
    assert_int_equal(load(text, &t, &report), TABLE_BAD_LINE);
    assert_int_equal(report.line, 5);
    name[4] = '1';
    sprintf(strstr(text, "secret "), "end %u\n", (unsigned)s.t.log.count);
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_int_equal(report.unchecked, 0);
    leave(&t);
    free(text);
    leave(&s.t);
}

static void test_same_damage(void **unused)
{
    (void)unused;
    for (int i = 0; kn_games[i]; i++) {
        sitting s = {.now_ms = 0};
        if (!kn_games[i]->place)
            continue;
        s = sit_with_same(kn_games[i], 2, "2026-11-15", 5);
        damage(&s);
    }
}

/* A name that cannot be, a game without places, real dice: no table. */
static void test_same_refused(void **unused)
{
    static const char *const bad[] = {"A", "a b", "ä", "a\nb"};
    (void)unused;
    table t;
    table_log log = fresh_log();
    table_plan plan = plan_for(&yatzi_game, 2, 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(plan.same, sizeof plan.same, "%s", bad[i]);
        assert_int_equal(table_open(&t, &plan, log), KN_BAD_SETUP);
    }
    memset(plan.same, 'a', sizeof plan.same); /* nothing closes it */
    assert_int_equal(table_open(&t, &plan, log), KN_BAD_SETUP);
    plan.same[TABLE_SAME_MAX - 1] = '\0';
    assert_int_equal(table_open(&t, &plan, log), TABLE_OK);
    plan.ours = true;
    assert_int_equal(table_open(&t, &plan, log), KN_BAD_SETUP);
    plan = plan_for(&bossa_game, 2, 1);
    plan.same[0] = 'a';
    assert_int_equal(table_open(&t, &plan, log), KN_BAD_SETUP);
    free(log.text), free(log.marks);
}

/* Who takes back and does something else gets what lies there for everybody. */
static void test_same_after_taking_back(void **unused)
{
    (void)unused;
    static fallen known;
    sitting s = sit_with_same(&yatzi_game, 1, "back", 1), other;
    play_text(&s.t, 0, "throw", 1);
    table_state thrown = s.t.state;
    assert_int_equal(table_ask_back(&s.t, 0, 0, 0), TABLE_OK);
    play_text(&s.t, 0, "throw", 2);
    assert_memory_equal(&s.t.state, &thrown, sizeof thrown);
    other = sit_with_same(&yatzi_game, 1, "back", 9);
    play_out(&other);
    memset(known, 0, sizeof known);
    note_dice(&other.t, known);
    for (int i = 0; i < 5; i++)
        assert_int_equal(((const uint8_t *)&thrown)[offsetof(yatzi_state, dice) + (size_t)i],
                         known[1][1][i + 1]);
    leave(&s.t);
    leave(&other.t);
}

/* ---- the sealed envelope ---- */

/* The same secret, moves and salts give the same dice, whatever the times. */
static void test_same_dice(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 1);
    sitting one = sit_down(&plan, 1), two = sit_down(&plan, 1);
    table_act act = {.now_ms = 99999, .acted_ms = 5, .claimed_ms = 77, .error_ms = 3, .salt = 11};
    assert_int_equal(play_text(&one.t, 0, "throw", 11), TABLE_OK);
    assert_int_equal(table_play(&two.t, 0, kn_slice_of("throw"), &act), TABLE_OK);
    assert_memory_equal(&one.t.state, &two.t.state, sizeof one.t.state);
    leave(&one.t);
    leave(&two.t);
}

/* Another salt, another secret, another salt when sitting down: other dice. */
static void test_other_dice(void **unused)
{
    (void)unused;
    int same = 0;
    for (uint64_t i = 0; i < 64; i++) {
        table_plan plan = plan_for(&yatzi_game, 2, 1), other = plan;
        if (i % 3 == 0)
            other.secret[i % 32] ^= 1;
        if (i % 3 == 1)
            other.seat[1].salt ^= 1 + i;
        sitting one = sit_down(&plan, 1), two = sit_down(&other, 1);
        play_text(&one.t, 0, "throw", 11);
        play_text(&two.t, 0, "throw", i % 3 == 2 ? 12 + i : 11);
        same += memcmp(&one.t.state, &two.t.state, sizeof one.t.state) == 0;
        leave(&one.t);
        leave(&two.t);
    }
    assert_true(same < 4); /* by chance 64 / 7776 */
}

/* In which order the bets of two seats arrive changes nothing, not even the dice to come. */
static void test_order_does_not_choose_dice(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&crane_game, 3, 4);
    sitting one = sit_down(&plan, 1), two = sit_down(&plan, 1);
    play_text(&one.t, 0, "close", 1);
    play_text(&two.t, 0, "close", 1);
    assert_int_equal(play_text(&one.t, 1, "bet high", 2), TABLE_OK);
    assert_int_equal(play_text(&one.t, 2, "bet low", 3), TABLE_OK);
    assert_int_equal(play_text(&two.t, 2, "bet low", 3), TABLE_OK);
    assert_int_equal(play_text(&two.t, 1, "bet high", 2), TABLE_OK);
    assert_memory_equal(&one.t.state, &two.t.state, sizeof one.t.state);
    leave(&one.t);
    leave(&two.t);
}

/* Draws follow the weights: a chi-square over many rolls of uneven outcomes. */
static void test_weights(void **unused)
{
    enum { ROLLS = 60000, KINDS = 4 };
    static const kn_outcome outcomes[KINDS] = {{0, 19}, {1, 19}, {2, 2}, {3, 60}};
    envelope e = {.open = true};
    int seen[KINDS] = {0};
    double chi = 0;
    (void)unused;
    memcpy(e.secret, "a secret for a test of the dice.", sizeof e.secret);
    for (e.rolls = 0; e.rolls < ROLLS; e.rolls++)
        seen[envelope_roll(&e, 2, outcomes, KINDS)]++;
    for (int i = 0; i < KINDS; i++) {
        double expected = ROLLS * outcomes[i].weight / 100.0;
        chi += (seen[i] - expected) * (seen[i] - expected) / expected;
    }
    assert_true(chi < 16.27); /* three degrees of freedom, one in a thousand; the secret is fixed */
}

/* ---- what leaves the house ---- */

static bool contains(const char *text, const uint8_t *bytes, size_t count)
{
    char hex[2 * TABLE_HASH_BYTES + 1];
    kn_text out = kn_text_on(hex, sizeof hex);
    kn_put_hex(&out, bytes, count);
    return strstr(text, hex) != NULL;
}

/* Until the match is over the secret is in nothing that anybody gets. */
static void check_secret_stays(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    sitting s = sit_down(&plan, seed);
    char *stream = malloc(LOG_SIZE);
    char buffer[KN_DESCRIBE_MAX], position[KN_POSITION_MAX];
    for (int n = 0; n < 60 && !table_over(&s.t); n++) {
        for (int who = 0; who <= seats; who++) {
            table_state view;
            kn_text text = kn_text_on(stream, LOG_SIZE),
                    line = kn_text_on(position, sizeof position);
            kn_json json = kn_json_on(buffer, sizeof buffer);
            int eyes = who < seats ? who : KN_WATCHER;
            memset(&view, 0, sizeof view);
            table_view(&s.t, eyes, &view);
            table_since(&s.t, eyes, 0, &text);
            game->describe(&view, &json);
            game->write_position(&view, &line);
            assert_false(contains(stream, s.t.envelope.secret, 8));
            assert_false(contains(buffer, s.t.envelope.secret, 8));
            assert_false(contains(position, s.t.envelope.secret, 8));
            for (size_t i = 0; i + 8 <= sizeof view; i++)
                assert_true(memcmp(view.bytes + i, s.t.envelope.secret, 8) != 0);
        }
        step(&s);
    }
    free(stream);
    leave(&s.t);
}

static void test_secret_stays(void **unused)
{
    (void)unused;
    for_every_game(check_secret_stays);
}

/* The same table once more, with a log of its own. */
static table copy_of(const table *t)
{
    table copy = *t;
    table_log log = fresh_log();
    memcpy(log.text, t->log.text, t->log.length + 1);
    memcpy(log.marks, t->log.marks, t->log.count * sizeof *log.marks);
    table_lend_room(&copy, log.text, log.size, log.marks, log.room);
    return copy;
}

/* Event `number` as somebody sees it; empty if it is unseen. */
static const char *line_for(const table *t, int who, uint32_t number)
{
    static char lines[2][TABLE_LINE_MAX];
    static int turn;
    char *line = lines[turn++ % 2];
    kn_text text = kn_text_on(line, TABLE_LINE_MAX);
    table_line(t, who, number, &text);
    return line;
}

/* A move that is hidden from somebody, swapped for any other: their line of it is the same, byte
 * for byte. */
static int compare_swapped(const table *t, int seat, const char *move)
{
    kn_move moves[KN_MOVES_MAX];
    const kn_game *game = t->plan.game;
    int count = game->moves(&t->state, seat, moves), compared = 0;
    uint32_t number = t->log.count + 1;
    table one = copy_of(t);
    assert_int_equal(play_text(&one, seat, move, 1), TABLE_OK);
    for (int i = 0; i < count; i++) {
        char other[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(other, sizeof other);
        game->write_move(&t->state, seat, moves[i], &text);
        table two = copy_of(t);
        assert_int_equal(play_text(&two, seat, other, 2), TABLE_OK);
        for (int who = 0; who < t->plan.setup.seats; who++)
            if (one.log.marks[number - 1].hidden & KN_ACTOR(who)) {
                assert_string_equal(line_for(&one, who, number), line_for(&two, who, number));
                compared++;
            }
        leave(&two);
    }
    leave(&one);
    return compared;
}

/* What is hidden shows a question mark and nothing that belongs to it. */
static void check_hidden_lines(const table *t, uint32_t from)
{
    for (uint32_t n = from + 1; n <= t->log.count; n++)
        for (int who = 0; who < t->plan.setup.seats; who++) {
            const table_mark *mark = &t->log.marks[n - 1];
            const char *line = line_for(t, who, n);
            assert_int_equal(line[0] != '\0', !(mark->unseen & KN_ACTOR(who)));
            if (mark->hidden & KN_ACTOR(who) && line[0]) {
                assert_non_null(strstr(line, ": ?\n"));
                assert_null(strchr(line, '='));
            }
        }
}

static int check_stream(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    if (game == &bossa_game)
        plan.setup.option[0] = 1; /* chips */
    sitting s = sit_down(&plan, seed);
    int compared = 0;
    for (int n = 0; n < 60 && !table_over(&s.t); n++) {
        kn_actors due = (kn_actors)(game->to_act(&s.t.state) & 0xff);
        uint32_t before = s.t.log.count;
        if (due & (due - 1)) {
            kn_move moves[KN_MOVES_MAX];
            char move[KN_MOVE_TEXT_MAX];
            kn_text text = kn_text_on(move, sizeof move);
            game->moves(&s.t.state, kn_first_actor(due), moves);
            game->write_move(&s.t.state, kn_first_actor(due), moves[0], &text);
            compared += compare_swapped(&s.t, kn_first_actor(due), move);
        }
        step(&s);
        check_hidden_lines(&s.t, before);
    }
    leave(&s.t);
    return compared;
}

static void test_stream(void **unused)
{
    (void)unused;
    assert_true(check_stream(&bossa_game, 2, 1) > 0);
    assert_true(check_stream(&crane_game, 4, 1) > 0);
    assert_true(check_stream(&yubitsume_game, 3, 1) > 0);
    check_stream(&yatzi_game, 2, 1);
    check_stream(&yucatan_game, 2, 1);
}

/* ---- taking back ---- */

static void test_take_back(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 3);
    sitting s = sit_down(&plan, 3);
    bool any;
    assert_int_equal(table_before_last_move(&s.t, 0, &any), 0);
    assert_false(any);
    assert_int_equal(table_ask_back(&s.t, 0, 0, 0), TABLE_NOTHING_BACK);
    play_text(&s.t, 0, "throw", 5);
    table_state after_throw = s.t.state;
    play_text(&s.t, 0, "throw", 6); /* all five again */
    table_state after_second = s.t.state;
    uint32_t to = table_before_last_move(&s.t, 0, &any);
    assert_true(any);
    /* Everybody has to agree. */
    assert_int_equal(table_ask_back(&s.t, 0, to, 10), TABLE_OK);
    assert_memory_equal(&s.t.state, &after_second, sizeof after_second);
    assert_int_equal(table_agree_back(&s.t, 1, 10), TABLE_OK);
    assert_memory_equal(&s.t.state, &after_throw, sizeof after_throw);
    /* The same action gives the same dice, even with another salt. */
    assert_int_equal(play_text(&s.t, 0, "throw", 999), TABLE_OK);
    assert_memory_equal(&s.t.state, &after_second, sizeof after_second);
    /* And the log tells it all, loads and checks. */
    char *text = saved(&s.t);
    table t;
    table_report report;
    assert_non_null(strstr(text, " back by=1: 6\n"));
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_int_equal(report.rolls, 15);
    assert_int_equal(report.events, 12);
    assert_memory_equal(&t.state, &s.t.state, sizeof t.state);
    leave(&t);
    leave(&s.t);
    free(text);
}

static void test_wish_lapses(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 3);
    sitting s = sit_down(&plan, 3);
    play_text(&s.t, 0, "throw", 5);
    assert_int_equal(table_ask_back(&s.t, 0, 0, 10), TABLE_OK);
    play_text(&s.t, 0, "fill chance", 6);
    assert_int_equal(table_agree_back(&s.t, 1, 10), TABLE_NOTHING_BACK);
    assert_int_equal(table_ask_back(&s.t, 0, 0, 10), TABLE_OK);
    table_refuse_back(&s.t);
    assert_int_equal(table_agree_back(&s.t, 1, 10), TABLE_NOTHING_BACK);
    assert_int_equal(table_ask_back(&s.t, 5, 0, 10), TABLE_NO_SUCH_SEAT);
    leave(&s.t);
}

/* Random matches with random take-backs load, and never re-roll. */
static void check_many_backs(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    for (int i = 1; i < seats; i++)
        strcpy(plan.seat[i].bot, "random"); /* bots agree */
    sitting s = sit_down(&plan, seed);
    for (int n = 0; n < 60 && !table_over(&s.t); n++) {
        if (n % 5 == 4 && s.t.log.count > 3) {
            uint32_t to = kn_random_below(&s.random, s.t.log.count);
            table_ask_back(&s.t, 0, to, s.t.last_ms);
        }
        if (!table_over(&s.t))
            step(&s);
    }
    char *text = saved(&s.t);
    table t;
    table_report report;
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_memory_equal(&t.state, &s.t.state, sizeof t.state);
    leave(&t);
    leave(&s.t);
    free(text);
}

static void test_many_backs(void **unused)
{
    (void)unused;
    for_every_game(check_many_backs);
}

/* ---- dice of our own ---- */

static void test_declared(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 2, 3);
    sitting house = sit_down(&plan, 3);
    assert_int_equal(table_declare(&house.t, kn_slice_of("3"), 0), TABLE_NOT_OURS);
    plan.ours = true;
    sitting s = sit_down(&plan, 3);
    assert_int_equal(table_declare(&s.t, kn_slice_of("3"), 0), TABLE_NO_DICE_DUE);
    play_text(&s.t, 0, "throw", 0);
    assert_int_equal(play_text(&s.t, 0, "throw", 0), KN_NOT_DUE); /* the dice are in the air */
    assert_int_equal(table_declare(&s.t, kn_slice_of("7"), 0), KN_UNREADABLE);
    for (int i = 0; i < 4; i++)
        assert_int_equal(table_declare(&s.t, kn_slice_of("6"), 0), TABLE_OK);
    assert_int_equal(table_roll(&s.t, 0),
                     TABLE_OK); /* one fell off the table: the house throws it */
    char *text = saved(&s.t);
    table t;
    table_report report;
    assert_non_null(strstr(text, " ours: 6\n"));
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    assert_int_equal(report.declared, 4);
    assert_int_equal(report.rolls, 1);
    leave(&t);
    leave(&s.t);
    leave(&house.t);
    free(text);
}

/* Throws and declares five dice. */
static void throw_five(table *t, int seat, const char *move, const char *faces)
{
    assert_int_equal(play_text(t, seat, move, 7), TABLE_OK);
    for (; *faces; faces++)
        assert_int_equal(table_declare(t, (kn_slice){faces, 1}, t->last_ms + 5), TABLE_OK);
}

/* The log of a table loads, and leads to the same position. */
static void assert_loads_same(const table *t, uint32_t declared)
{
    char *text = saved(t);
    table again;
    table_report report;
    assert_int_equal(load(text, &again, &report), TABLE_OK);
    assert_int_equal(report.declared, declared);
    assert_memory_equal(&again.state, &t->state, sizeof t->state);
    leave(&again);
    free(text);
}

static table_answer correct(table *t, uint32_t number, const char *right, uint32_t *unfit)
{
    return table_correct(t, 1, number, kn_slice_of(right), t->last_ms + 9, unfit);
}

/* Two turns of Yatzi: 1 throw, 2-6 dice, 7 fill fours, 8 throw, 9-13 dice, 14 keep, 15-17 dice. */
static sitting two_turns(table_plan *plan)
{
    *plan = plan_for(&yatzi_game, 2, 3);
    plan->ours = true;
    sitting s = sit_down(plan, 3);
    throw_five(&s.t, 0, "throw", "44423");
    assert_int_equal(play_text(&s.t, 0, "fill fours", 8), TABLE_OK);
    throw_five(&s.t, 1, "throw", "55123");
    throw_five(&s.t, 1, "keep 5 5", "666");
    return s;
}

static void test_correct(void **unused)
{
    (void)unused;
    table_plan plan;
    uint32_t unfit;
    sitting s = two_turns(&plan);
    assert_int_equal(yatzi_game.score(&s.t.state, 0), 12);
    /* a die: all behind it is as it was */
    assert_int_equal(correct(&s.t, 6, "4", &unfit), TABLE_OK);
    assert_int_equal(yatzi_game.score(&s.t.state, 0), 16);
    assert_int_equal(s.t.log.count, 17 + 1 + 12);
    assert_true(s.t.plan.game->to_act(&s.t.state) == KN_ACTOR(1));
    /* a box, now at another number: 18 took back, 19 is the die */
    assert_int_equal(correct(&s.t, 7, "fill chance", &unfit), TABLE_NOTHING_THERE);
    assert_int_equal(correct(&s.t, 20, "fill chance", &unfit), TABLE_OK);
    assert_int_equal(yatzi_game.score(&s.t.state, 0), 18);
    assert_loads_same(&s.t, 5 + 5 + 3);
    leave(&s.t);
}

static void test_correct_refused(void **unused)
{
    (void)unused;
    table_plan plan;
    uint32_t unfit;
    sitting s = two_turns(&plan);
    char *before = saved(&s.t);
    static const struct {
        uint32_t number;
        const char *right;
        table_answer answer;
        uint32_t unfit;
    } wrong[] = {
        {9, "1", KN_ILLEGAL, 14}, /* then there are no two fives to keep */
        {6, "7", KN_UNREADABLE, 0},       {7, "fill nonsense", KN_UNREADABLE, 0},
        {7, "throw", KN_NOT_DUE, 8}, /* then the dice are in the air */
        {0, "1", TABLE_NOTHING_THERE, 0}, {18, "1", TABLE_NOTHING_THERE, 0},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        table_answer answer = correct(&s.t, wrong[i].number, wrong[i].right, &unfit);
        assert_int_equal(answer, wrong[i].answer);
        assert_int_equal(unfit, wrong[i].unfit);
        char *after = saved(&s.t);
        assert_string_equal(before, after);
        free(after);
    }
    /* what it says already */
    assert_int_equal(correct(&s.t, 7, "fill fours", &unfit), TABLE_OK);
    assert_int_equal(s.t.log.count, 17);
    /* too little room: nothing happens, then it does */
    s.t.log.room = 20;
    assert_int_equal(correct(&s.t, 6, "4", &unfit), TABLE_NO_ROOM);
    assert_int_equal(s.t.log.count, 17);
    s.t.log.room = MARKS;
    assert_int_equal(correct(&s.t, 6, "4", &unfit), TABLE_OK);
    s.t.backs = TABLE_BACKS_MAX;
    assert_int_equal(correct(&s.t, 19, "3", &unfit), TABLE_TOO_MANY_BACKS);
    free(before);
    leave(&s.t);
    table_plan house = plan_for(&yatzi_game, 2, 3);
    s = sit_down(&house, 3);
    play_text(&s.t, 0, "throw", 1);
    assert_int_equal(correct(&s.t, 2, "1", &unfit), TABLE_NOT_OURS);
    leave(&s.t);
}

/* A die that the house threw is not to be corrected; if it no longer follows from the secret after
 * a correction, it becomes one that people say fell, and the log still holds. */
static void test_correct_house_die(void **unused)
{
    (void)unused;
    table_plan plan;
    uint32_t unfit;
    sitting s = two_turns(&plan);
    assert_int_equal(play_text(&s.t, 1, "fill sixes", 9), TABLE_OK);
    assert_int_equal(play_text(&s.t, 0, "throw", 10), TABLE_OK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(table_roll(&s.t, s.t.last_ms), TABLE_OK); /* events 20 to 24 */
    assert_int_equal(correct(&s.t, 22, "1", &unfit), TABLE_HOUSE_THREW_IT);
    assert_int_equal(correct(&s.t, 6, "4", &unfit), TABLE_OK); /* moves are as before: so is it */
    assert_loads_same(&s.t, 13);
    assert_int_equal(correct(&s.t, 27, "fill chance", &unfit), TABLE_OK);
    assert_loads_same(&s.t, 13 + 4); /* one of them happens to follow all the same */
    assert_int_equal(play_text(&s.t, 0, "fill ones", 11), TABLE_OK);
    leave(&s.t);
}

/* Whatever is corrected in whatever game: either nothing has changed, or the log loads again. */
static void check_corrections(const kn_game *game, int seats, uint64_t seed)
{
    table_plan plan = plan_for(game, seats, seed);
    plan.ours = true;
    kn_slice key, value = kn_slice_of(game->companion ? game->companion : "");
    if (kn_take_until(&value, '=', &key))
        assert_true(kn_read_option(game, key, value, &plan.setup));
    sitting s = sit_down(&plan, seed);
    for (int n = 0; n < 300 && !table_over(&s.t); n++) {
        if (game->to_act(&s.t.state) & KN_ACTOR(KN_CHANCE)) {
            kn_outcome outcomes[KN_OUTCOMES_MAX];
            char name[KN_MOVE_TEXT_MAX];
            kn_text text = kn_text_on(name, sizeof name);
            uint32_t count = (uint32_t)game->outcomes(&s.t.state, outcomes);
            kn_move shown = outcomes[kn_random_below(&s.random, count)].move;
            game->write_move(&s.t.state, KN_CHANCE, shown, &text);
            assert_int_equal(table_declare(&s.t, kn_slice_of(name), s.t.last_ms + 1), TABLE_OK);
        } else {
            kn_event event;
            char name[KN_MOVE_TEXT_MAX];
            kn_text text = kn_text_on(name, sizeof name);
            s.now_ms = s.t.last_ms;
            assert_true(kn_random_event(game, &s.t.state, &s.random, &s.now_ms, &event));
            game->write_move(&s.t.state, event.actor, event.move, &text);
            assert_int_equal(play_text(&s.t, event.actor, name, kn_random_next(&s.random)),
                             TABLE_OK);
        }
        if (n % 7 || s.t.log.count == 0 || s.t.log.count > 4000 || s.t.backs > 30)
            continue;
        uint32_t number = 1 + kn_random_below(&s.random, s.t.log.count), unfit;
        table_state at;
        if (table_correctable(&s.t, number, &at))
            continue;
        int actor = s.t.log.marks[number - 1].actor;
        kn_move moves[KN_MOVES_MAX];
        kn_outcome outcomes[KN_OUTCOMES_MAX];
        uint32_t count = (uint32_t)(actor == KN_CHANCE ? game->outcomes(&at, outcomes)
                                                       : game->moves(&at, actor, moves));
        uint32_t which = kn_random_below(&s.random, count);
        char name[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(name, sizeof name);
        game->write_move(&at, actor, actor == KN_CHANCE ? outcomes[which].move : moves[which],
                         &text);
        table before = s.t;
        if (table_correct(&s.t, 0, number, kn_slice_of(name), s.t.last_ms + 1, &unfit)) {
            assert_memory_equal(&before, &s.t, sizeof before);
            assert_true(unfit == 0 || unfit > number);
        }
    }
    char *text = saved(&s.t);
    table again;
    table_report report;
    assert_int_equal(load(text, &again, &report), TABLE_OK);
    assert_memory_equal(&again.state, &s.t.state, sizeof s.t.state);
    leave(&again);
    leave(&s.t);
    free(text);
}

static void test_corrections(void **unused)
{
    (void)unused;
    for_every_game(check_corrections);
}

/* ---- limits ---- */

static void test_names(void **unused)
{
    static const struct {
        const char *name;
        bool good;
    } names[] = {
        {"Anna", true},
        {"さくら", true},
        {"Zoë van Dam", true},
        {"", false},
        {" Anna", false},
        {"Anna ", false},
        {"A\nB", false},
        {"A\x7f", false},
        {"\xff\xfe", false},
        {"\xc0\x80", false},
        {"\xed\xa0\x80", false},
        {"a\xe2\x80\xae"
         "b",
         false},
        {"0123456789012345678901234567890123456789", false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        table t;
        table_plan plan = plan_for(&yatzi_game, 1, 1);
        table_log log = fresh_log();
        memset(plan.seat[0].name, 0, sizeof plan.seat[0].name);
        memcpy(plan.seat[0].name, names[i].name,
               strlen(names[i].name) < TABLE_NAME_MAX ? strlen(names[i].name) : TABLE_NAME_MAX);
        table_answer answer = table_open(&t, &plan, log);
        if ((answer == TABLE_OK) != names[i].good)
            fail_msg("name %zu: %d", i, answer);
        free(log.text);
        free(log.marks);
    }
}

/* Without room nothing happens; with more lent, play goes on. */
static void test_room(void **unused)
{
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 1, 1);
    table t;
    table_log log = fresh_log();
    log.size = TABLE_HEADER_MAX;
    log.room = 4;
    assert_int_equal(table_open(&t, &plan, log), TABLE_OK);
    table before = t;
    assert_int_equal(play_text(&t, 0, "throw", 1), TABLE_NO_ROOM);
    assert_memory_equal(&t, &before, sizeof t);
    table_lend_room(&t, log.text, LOG_SIZE, log.marks, MARKS);
    assert_int_equal(play_text(&t, 0, "throw", 1), TABLE_OK);
    assert_int_equal(t.log.count, 6);
    assert_true(sizeof(table) <= 8192);
    leave(&t);
}

/* Times from a broken clock do no harm: they never go back, and the log still loads. */
static void test_wild_times(void **unused)
{
    static const int64_t wild[] = {INT64_MIN, -5, 0, 100, 50, KN_TIME_MAX - 1, INT64_MAX, 3};
    (void)unused;
    table_plan plan = plan_for(&yatzi_game, 1, 1);
    sitting s = sit_down(&plan, 1);
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        table_act act = {.now_ms = wild[i],
                         .acted_ms = wild[(i + 3) % 8],
                         .claimed_ms = wild[(i + 5) % 8],
                         .error_ms = 65535,
                         .salt = UINT64_MAX};
        table_answer expected = i == 3 || i == 5 || i == 7 ? KN_ILLEGAL : TABLE_OK;
        assert_int_equal(table_play(&s.t, 0, kn_slice_of(i % 2 ? "fill chance" : "throw"), &act),
                         expected);
        table_tick(&s.t, wild[i]);
    }
    char *text = saved(&s.t);
    table t;
    table_report report;
    assert_int_equal(load(text, &t, &report), TABLE_OK);
    leave(&t);
    leave(&s.t);
    free(text);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_save_load),
    cmocka_unit_test(test_damage),
    cmocka_unit_test(test_edits),
    cmocka_unit_test(test_complaints),
    cmocka_unit_test(test_same_dice),
    cmocka_unit_test(test_same_for_everybody),
    cmocka_unit_test(test_same_log),
    cmocka_unit_test(test_same_damage),
    cmocka_unit_test(test_same_refused),
    cmocka_unit_test(test_same_after_taking_back),
    cmocka_unit_test(test_other_dice),
    cmocka_unit_test(test_order_does_not_choose_dice),
    cmocka_unit_test(test_weights),
    cmocka_unit_test(test_secret_stays),
    cmocka_unit_test(test_stream),
    cmocka_unit_test(test_take_back),
    cmocka_unit_test(test_wish_lapses),
    cmocka_unit_test(test_many_backs),
    cmocka_unit_test(test_declared),
    cmocka_unit_test(test_correct),
    cmocka_unit_test(test_correct_refused),
    cmocka_unit_test(test_correct_house_die),
    cmocka_unit_test(test_corrections),
    cmocka_unit_test(test_names),
    cmocka_unit_test(test_room),
    cmocka_unit_test(test_wild_times),
};

SCENES_MAIN(tests)
