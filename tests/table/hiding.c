/* hiding.c: what leaves a table: the secret never, and nothing that someone may not see.
 *
 * Needs the games: yatzi yucatan bossa yubitsume crane */
#include <stdlib.h>
#include <string.h>

#include "games/yatzi/rules.h"
#include "tests/table/sitting.h"

static bool contains(const char *text, const uint8_t *bytes, size_t count)
{
    char hex[2 * TABLE_HASH_BYTES + 1];
    kn_text out = kn_text_on(hex, sizeof hex);
    kn_put_hex(&out, bytes, count);
    return strstr(text, hex) != NULL;
}

/* Until the match is over the secret is in nothing that anyone gets. */
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
    table_lend_memory(&copy, log.text, log.size, log.marks, log.capacity);
    return copy;
}

/* Event `number` as someone sees it; empty if it is unseen. */
static const char *line_for(const table *t, int who, uint32_t number)
{
    static char lines[2][TABLE_LINE_MAX];
    static int turn;
    char *line = lines[turn++ % 2];
    kn_text text = kn_text_on(line, TABLE_LINE_MAX);
    table_line(t, who, number, &text);
    return line;
}

/* A move that is hidden from someone, swapped for any other: their line of it is the same, byte
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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_secret_stays),
    cmocka_unit_test(test_stream),
};

SCENES_MAIN(tests)
