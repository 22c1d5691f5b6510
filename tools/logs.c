/* logs.c: the commands that read logs: replay and verify. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "native/tables.h"
#include "sentences/answers.h"
#include "sentences/events.h"
#include "sentences/show.h"
#include "table/log.h"
#include "tools/command.h"
#include "words/words.h"

/* Read a file and load it; `*answer` is what the table says of it. */
static int load(const char *path, table *t, table_report *report, table_answer *answer)
{
    size_t length;
    char *text = native_read_file(path, TABLE_LOG_MAX, &length);
    if (!text)
        return complain(EXIT_FAILED, _("cannot read %s: %s"), path, strerror(errno));
    *answer = tables_load(t, (kn_slice){text, length}, report);
    free(text);
    return EXIT_WELL;
}

static int complain_of(const char *path, const table_report *report, table_answer answer)
{
    return complain(EXIT_WRONG, _("%s, line %d: %s"), path, report->line, answer_words(answer));
}

int command_load(const char *path, table *t)
{
    table_report report;
    table_answer answer = TABLE_OK;
    int code = load(path, t, &report, &answer);
    return code || !answer ? code : complain_of(path, &report, answer);
}

/* ---- replay ---- */

static void json_event(const kn_slice text, kn_json *json)
{
    log_line line;
    char move[KN_MOVE_TEXT_MAX];
    if (!log_read_line(text, &line))
        return;
    snprintf(move, sizeof move, "%.*s", (int)line.move.length, line.move.at);
    kn_json_object(json, NULL);
    kn_json_int(json, "number", line.number);
    kn_json_int(json, "at_ms", line.at_ms);
    if (line.actor < KN_SEATS_MAX)
        kn_json_int(json, "seat", line.actor + 1);
    else
        kn_json_string(json, "actor",
                       line.actor == KN_CLOCK     ? "clock"
                       : line.actor == TABLE_BACK ? "back"
                       : line.declared            ? "ours"
                                                  : "dice");
    if (line.acted_ms != KN_NEVER)
        kn_json_int(json, "acted_ms", line.acted_ms);
    kn_json_string(json, "move", move);
    kn_json_end_object(json);
}

static void json_match(const table *t, int who, kn_json *json)
{
    const kn_game *game = t->plan.game;
    table_state view;
    kn_json_object(json, NULL);
    kn_json_string(json, "game", game->key);
    kn_json_list(json, "names");
    for (int seat = 0; seat < t->plan.setup.seats; seat++)
        kn_json_string(json, NULL, t->plan.seat[seat].name);
    kn_json_end_list(json);
    kn_json_list(json, "events");
    for (uint32_t n = 1; n <= t->log.count; n++) {
        char line[TABLE_LINE_MAX];
        kn_text text = kn_text_on(line, sizeof line);
        if (table_line(t, who, n, &text))
            json_event((kn_slice){line, text.length - 1}, json);
    }
    kn_json_end_list(json);
    table_view(t, who, &view);
    kn_json_object(json, "view");
    game->describe(&view, json);
    kn_json_end_object(json);
    kn_json_bool(json, "over", table_over(t));
    kn_json_list(json, "winners");
    for (int seat = 0; seat < t->plan.setup.seats; seat++)
        if (game->result(&t->state) & KN_ACTOR(seat))
            kn_json_int(json, NULL, seat + 1);
    kn_json_end_list(json);
    kn_json_end_object(json);
}

static int replay_json(const table *t, int who)
{
    size_t size = 2 * KN_DESCRIBE_MAX + (size_t)t->log.count * 2 * TABLE_LINE_MAX;
    char *buffer = native_realloc(NULL, size);
    kn_json json = kn_json_on(buffer, size);
    json_match(t, who, &json);
    puts(buffer);
    free(buffer);
    return EXIT_WELL;
}

int replay_command(const arguments *given)
{
    table t;
    table_state view;
    int who = KN_WATCHER, code = command_load(given->word[0], &t);
    if (code)
        return code;
    if (!command_viewer(given->as, t.plan.setup.seats, &who))
        code = EXIT_MISUSED;
    else if (given->json)
        code = replay_json(&t, who);
    else {
        tell_events(&t, who, 0, stdout);
        table_view(&t, who, &view);
        putchar('\n');
        show_view(t.plan.game, &view, t.plan.seat, stdout);
        putchar('\n');
        if (table_over(&t))
            tell_result(&t, stdout);
        else
            puts(_("The match is not over."));
    }
    tables_free(&t);
    return code;
}

/* ---- verify ---- */

static void json_report(const table_report *report, bool right, table_answer answer)
{
    char buffer[1024];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_object(&json, NULL);
    kn_json_bool(&json, "right", right);
    if (answer) {
        kn_json_int(&json, "line", report->line);
        kn_json_string(&json, "complaint", table_answer_key(answer));
    }
    kn_json_int(&json, "events", report->events);
    kn_json_int(&json, "rolls", report->rolls);
    kn_json_int(&json, "unchecked", report->unchecked);
    kn_json_int(&json, "declared", report->declared);
    kn_json_int(&json, "salted", report->salted);
    kn_json_int(&json, "unsalted", report->unsalted);
    kn_json_bool(&json, "over", report->over);
    kn_json_end_object(&json);
    puts(buffer);
}

static void print_report(const table_report *report, bool same)
{
    unsigned rolls = report->rolls, declared = report->declared;
    if (rolls)
        printf(answer_rolls(rolls, same), rolls);
    if (declared)
        printf(words_plural("%u roll was made with real dice.\n",
                            "%u rolls were made with real dice.\n", declared),
               declared);
    printf(_("Moves with a salt: %u; without: %u. Bots add none.\n"), report->salted,
           report->unsalted);
    if (!report->over)
        puts(_("The match is not over."));
}

int verify_command(const arguments *given)
{
    const char *path = given->word[0];
    table t;
    table_report report;
    table_answer answer = TABLE_OK;
    int code = load(path, &t, &report, &answer);
    if (code)
        return code;
    bool same = !answer && t.plan.same[0];
    if (!answer)
        tables_free(&t);
    bool right = !answer && report.unchecked == 0;
    if (given->json)
        json_report(&report, right, answer);
    else if (answer)
        return complain_of(path, &report, answer);
    else if (!right)
        return complain(EXIT_WRONG, _("%s: the log has no secret, so the dice cannot be checked"),
                        path);
    else
        print_report(&report, same);
    return right ? EXIT_WELL : EXIT_WRONG;
}
