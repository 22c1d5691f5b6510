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
#include "tools/vouch.h"
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

/* What was found out about a log. */
typedef struct {
    const table *t; /* NULL: it could not be loaded */
    table_report report;
    table_answer answer;
    vouch vouched;
    bool listed; /* a list of seals was given, and */
    vouch_list list;
    const char *list_complaint; /* NULL: it contains the log */
} finding;

static void json_vouch(const finding *f, kn_json *json)
{
    const attest_seal *sealed = &f->t->plan.sealed;
    char key[2 * ATTEST_KEY_BYTES + 1];
    kn_text text = kn_text_on(key, sizeof key);
    kn_json_string(json, "vouched", vouch_key(f->vouched));
    if (f->vouched == VOUCH_NOBODY)
        return;
    kn_put_hex(&text, sealed->key, sizeof sealed->key);
    kn_json_string(json, "key", key);
    kn_json_int(json, "seals", sealed->seals);
    kn_json_int(json, "stopped", sealed->stopped);
    if (!f->listed)
        return;
    kn_json_object(json, "list");
    if (f->list_complaint)
        kn_json_string(json, "complaint", f->list_complaint);
    kn_json_int(json, "lines", f->list.lines);
    kn_json_int(json, "seals", f->list.seals);
    kn_json_int(json, "started", f->list.started);
    kn_json_int(json, "ended", f->list.ended);
    kn_json_int(json, "stopped", f->list.stopped);
    kn_json_end_object(json);
}

static void json_report(const finding *f, bool right)
{
    const table_report *report = &f->report;
    table_answer answer = f->answer;
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
    if (!answer)
        json_vouch(f, &json);
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

static void print_finding(const finding *f)
{
    print_report(&f->report, f->t->plan.same[0]);
    if (f->t->plan.same[0])
        return; /* everybody knows these dice: there is nothing to vouch for */
    vouch_print(f->vouched, &f->t->plan.sealed);
    if (f->listed)
        vouch_print_list(&f->list);
}

/* What is wrong, in words; the exit code. */
static int complain_of_finding(const char *path, const finding *f)
{
    if (f->answer)
        return complain_of(path, &f->report, f->answer);
    if (f->report.unchecked > 0)
        return complain(EXIT_WRONG, _("%s: the log has no secret, so the dice cannot be checked"),
                        path);
    if (f->vouched == VOUCH_FALSE)
        return complain(EXIT_WRONG, _("%s: a signature in this log is false"), path);
    if (f->vouched == VOUCH_NOBODY)
        return complain(EXIT_WRONG, _("%s: this log is not signed, so it is in no list of seals"),
                        path);
    if (strcmp(f->list_complaint, "unreadable") == 0)
        return complain(EXIT_FAILED, _("the list of seals cannot be read"));
    return complain(EXIT_WRONG,
                    strcmp(f->list_complaint, "broken") == 0
                        ? _("the list of seals is not in order: line %u")
                        : _("the list of seals, of %u lines, does not contain this log"),
                    f->list.lines + (strcmp(f->list_complaint, "broken") == 0));
}

static void look_at(finding *f, const char *list)
{
    f->vouched = vouch_for(f->t, &f->report);
    f->listed = list != NULL;
    if (!list || f->vouched == VOUCH_FALSE)
        return;
    f->list_complaint =
        f->vouched == VOUCH_NOBODY ? "missing" : vouch_read_list(list, f->t, &f->report, &f->list);
}

int verify_command(const arguments *given)
{
    table t;
    finding f = {0};
    int code = load(given->word[0], &t, &f.report, &f.answer);
    if (code)
        return code;
    if (!f.answer) {
        f.t = &t;
        look_at(&f, given->seals);
    }
    bool right =
        !f.answer && f.report.unchecked == 0 && f.vouched != VOUCH_FALSE && !f.list_complaint;
    if (given->json)
        json_report(&f, right);
    else if (right)
        print_finding(&f);
    else
        code = complain_of_finding(given->word[0], &f);
    if (f.t)
        tables_free(&t);
    return code ? code : right ? EXIT_WELL : EXIT_WRONG;
}
