/* evening.c: the command that reads an evening: a table of its matches, and all their logs
 * (docs/log-format.md). Points are counted from the logs; the table says only who is who. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/evening.h"
#include "native/native.h"
#include "native/tables.h"
#include "sentences/answers.h"
#include "sentences/names.h"
#include "sentences/show.h"
#include "terminal/awards.h"
#include "tools/command.h"
#include "words/words.h"

enum { FILE_MAX = EVENING_MATCHES_MAX * (TABLE_LOG_MAX / 4), NAME_SHOWN = 24 };

typedef struct {
    uint32_t match;
    bool struck;
    int seats;
    int player[KN_SEATS_MAX];
    uint8_t place[KN_SEATS_MAX]; /* as the table says */
    kn_slice log;
} played;

typedef struct {
    char *text;
    char name[EVENING_PLAYERS_MAX][TABLE_NAME_MAX];
    bool bot[EVENING_PLAYERS_MAX];
    int players;
    int points[EVENING_PLAYERS_MAX], wins[EVENING_PLAYERS_MAX];
    played match[EVENING_MATCHES_MAX];
    int matches;
} evening_file;

/* ---- reading ---- */

/* `player 1 person Anna`, `player 2 bot:child child`: counted from 1 on. */
static bool read_player(evening_file *e, kn_slice line)
{
    kn_slice number, kind;
    int64_t at;
    if (!kn_take_until(&line, ' ', &number) || !kn_take_until(&line, ' ', &kind) ||
        !kn_read_int(number, e->players + 1, e->players + 1, &at) ||
        e->players == EVENING_PLAYERS_MAX || line.length == 0 || line.length >= TABLE_NAME_MAX)
        return false;
    memcpy(e->name[e->players], line.at, line.length);
    e->bot[e->players++] = !kn_slice_is(kind, "person");
    return true;
}

static bool read_seat(const evening_file *e, kn_slice word, played *p)
{
    kn_slice number;
    int64_t player, place;
    if (p->seats == KN_SEATS_MAX || !kn_take_until(&word, ':', &number) ||
        !kn_read_int(number, 1, e->players, &player) || !kn_read_int(word, 1, KN_SEATS_MAX, &place))
        return false;
    p->player[p->seats] = (int)player - 1;
    p->place[p->seats++] = (uint8_t)place;
    return true;
}

/* `match 3 GAME counted 1:2 2:1` */
static bool read_match(evening_file *e, kn_slice line)
{
    kn_slice number, game, word;
    int64_t match;
    if (e->matches == EVENING_MATCHES_MAX || !kn_take_until(&line, ' ', &number) ||
        !kn_take_until(&line, ' ', &game) || !kn_take_word(&line, &word) ||
        !kn_read_int(number, 1, UINT32_MAX, &match))
        return false;
    played *p = &e->match[e->matches++];
    p->match = (uint32_t)match;
    p->struck = kn_slice_is(word, "struck");
    while (line.length > 0)
        if (!kn_take_word(&line, &word) || !read_seat(e, word, p))
            return false;
    return true;
}

static bool is_log_head(kn_slice text)
{
    return kn_slice_begins(text, "knobel log ");
}

/* The logs follow each other, in the order of the table. */
static bool split_logs(evening_file *e, kn_slice rest)
{
    int count = 0;
    while (rest.length > 0) {
        kn_slice line, all = rest;
        if (count == e->matches || !is_log_head(rest))
            return false;
        while (kn_take_until(&rest, '\n', &line) && !is_log_head(rest))
            continue;
        e->match[count++].log = (kn_slice){all.at, (size_t)(rest.at - all.at)};
    }
    return count == e->matches && count > 0;
}

static bool read_file(evening_file *e, kn_slice text)
{
    kn_slice line;
    if (!kn_take_until(&text, '\n', &line) || !kn_slice_is(line, "knobel evening 1"))
        return false;
    while (!is_log_head(text)) {
        kn_slice key;
        if (!kn_take_until(&text, '\n', &line) || !kn_take_until(&line, ' ', &key))
            return false;
        if (kn_slice_is(key, "player")  ? !read_player(e, line)
            : kn_slice_is(key, "match") ? !read_match(e, line)
                                        : !kn_slice_is(key, "room"))
            return false;
    }
    return split_logs(e, text);
}

/* ---- counting ---- */

/* Load a log, see that the table says the same, and count it. */
static int count_match(evening_file *e, const char *path, played *p, table *t)
{
    table_report report;
    uint8_t place[KN_SEATS_MAX];
    table_answer answer = tables_load(t, p->log, &report);
    if (answer)
        return complain(EXIT_WRONG, _("%s, match %u, line %d: %s"), path, (unsigned)p->match,
                        report.line, answer_words(answer));
    evening_places(t->plan.game, &t->state, t->plan.setup.seats, place);
    if (!table_over(t) || p->seats != t->plan.setup.seats ||
        memcmp(place, p->place, (size_t)p->seats) != 0) {
        tables_free(t);
        return complain(EXIT_WRONG, _("%s, match %u: the table is not what the log says"), path,
                        (unsigned)p->match);
    }
    for (int seat = 0; seat < p->seats && !p->struck; seat++) {
        e->points[p->player[seat]] += evening_points(place, p->seats, seat);
        e->wins[p->player[seat]] += place[seat] == 1;
    }
    return EXIT_WELL;
}

/* ---- showing ---- */

static void put_names(const evening_file *e, const char *names[EVENING_PLAYERS_MAX])
{
    for (int i = 0; i < e->players; i++)
        names[i] = e->bot[i] ? level_name(e->name[i]) : e->name[i];
}

static void print_match(const evening_file *e, const played *p, const table *t)
{
    const char *names[EVENING_PLAYERS_MAX];
    put_names(e, names);
    printf("%3u  %s%s\n", (unsigned)p->match, words_for_key("game", t->plan.game->key),
           p->struck ? _(" (struck out)") : "");
    for (int place = 1; place <= p->seats; place++)
        for (int seat = 0; seat < p->seats; seat++)
            if (p->place[seat] == place) {
                printf("     %d  ", place);
                show_padded(names[p->player[seat]], NAME_SHOWN, stdout);
                printf("%3d\n", evening_points(p->place, p->seats, seat));
            }
}

static int next_best(const evening_file *e, const bool shown[EVENING_PLAYERS_MAX])
{
    int best = -1;
    for (int i = 0; i < e->players; i++)
        if (!shown[i] && (best < 0 || e->points[i] > e->points[best]))
            best = i;
    return best;
}

static void print_standings(const evening_file *e)
{
    bool shown[EVENING_PLAYERS_MAX] = {false};
    const char *names[EVENING_PLAYERS_MAX];
    int last = -1, place = 0;
    put_names(e, names);
    for (int n = 0; n < e->players; n++) {
        int i = next_best(e, shown);
        shown[i] = true;
        if (e->points[i] != last)
            place = n + 1;
        last = e->points[i];
        printf("%3d  ", place);
        show_padded(names[i], NAME_SHOWN, stdout);
        printf(words_plural("%3d point", "%3d points", (unsigned)e->points[i]), e->points[i]);
        putchar('\n');
    }
}

static void print_awards(const evening_file *e, const awards *a)
{
    const char *names[EVENING_PLAYERS_MAX];
    char text[8192];
    kn_text out = kn_text_on(text, sizeof text);
    put_names(e, names);
    awards_write(a, names, e->players, &out);
    printf("\n%s", text);
}

static void print_json(const evening_file *e)
{
    char buffer[16384];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_object(&json, NULL);
    kn_json_list(&json, "players");
    for (int i = 0; i < e->players; i++) {
        kn_json_object(&json, NULL);
        kn_json_string(&json, "name", e->name[i]);
        kn_json_bool(&json, "bot", e->bot[i]);
        kn_json_int(&json, "points", e->points[i]);
        kn_json_int(&json, "wins", e->wins[i]);
        kn_json_end_object(&json);
    }
    kn_json_end_list(&json);
    kn_json_list(&json, "matches");
    for (int i = 0; i < e->matches; i++) {
        kn_json_object(&json, NULL);
        kn_json_int(&json, "match", e->match[i].match);
        kn_json_bool(&json, "struck", e->match[i].struck);
        kn_json_numbers(&json, "places", e->match[i].place, e->match[i].seats);
        kn_json_end_object(&json);
    }
    kn_json_end_list(&json);
    kn_json_end_object(&json);
    puts(buffer);
}

/* ---- the command ---- */

static void add_awards(const evening_file *e, const played *p, const table *t, awards *a)
{
    static const bool never = false;
    review_report r;
    kn_actors people = 0;
    for (int seat = 0; seat < p->seats; seat++)
        if (!e->bot[p->player[seat]])
            people |= KN_ACTOR(seat);
    bool reviewed = review_make(t, &never, &r);
    awards_add(a, t, reviewed ? &r : NULL, p->player, people);
    review_free(&r);
}

static int show_log(const evening_file *e, const char *word)
{
    int64_t match;
    for (int i = 0; kn_read_int(kn_slice_of(word), 1, UINT32_MAX, &match) && i < e->matches; i++)
        if (e->match[i].match == match) {
            fwrite(e->match[i].log.at, 1, e->match[i].log.length, stdout);
            return EXIT_WELL;
        }
    return complain(EXIT_MISUSED, _("there is no match %s in this evening"), word);
}

/* First the points, which are there at once; the reviews take longer. */
static int show_evening(evening_file *e, const char *path, bool json)
{
    table *t = native_realloc(NULL, EVENING_MATCHES_MAX * sizeof *t);
    awards a = {0};
    int loaded = 0, code = EXIT_WELL;
    while (!code && loaded < e->matches) {
        code = count_match(e, path, &e->match[loaded], &t[loaded]);
        loaded += !code;
    }
    if (!code && json)
        print_json(e);
    for (int i = 0; !code && !json && i < loaded; i++)
        print_match(e, &e->match[i], &t[i]);
    if (!code && !json) {
        putchar('\n');
        print_standings(e);
        fflush(stdout);
        for (int i = 0; i < loaded; i++)
            if (!e->match[i].struck)
                add_awards(e, &e->match[i], &t[i], &a);
        print_awards(e, &a);
    }
    for (int i = 0; i < loaded; i++)
        tables_free(&t[i]);
    free(t);
    return code;
}

int evening_command(const arguments *given)
{
    static evening_file e;
    size_t length;
    const char *path = given->word[0];
    e.text = native_read_file(path, FILE_MAX, &length);
    if (!e.text)
        return complain(EXIT_FAILED, _("cannot read %s: %s"), path, strerror(errno));
    int code = EXIT_WELL;
    if (!read_file(&e, (kn_slice){e.text, length}))
        code = complain(EXIT_WRONG, _("%s is not an evening"), path);
    else if (given->words > 1)
        code = show_log(&e, given->word[1]);
    else
        code = show_evening(&e, path, given->json);
    free(e.text);
    return code;
}
