/* told.c: see told.h. */
#include "tests/nodes/told.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[2] = {"pace_ms", "away_s"};
enum { FIRST_SETTING = 100 };

/* ---- lines ---- */

/* A move may be hidden from some. */
static bool is_hidden(const char *line)
{
    size_t length = strlen(line);
    return length > 3 && strcmp(line + length - 3, ": ?") == 0;
}

static bool agree(const char *one, const char *other)
{
    return strcmp(one, other) == 0 || is_hidden(one) || is_hidden(other);
}

static void hear_line(told *t, uint32_t match, const char *line)
{
    int number = atoi(line);
    if (match >= TOLD_MATCHES || number < 0 || number >= TOLD_LINES)
        return;
    char **known = &t->line[match][number];
    if (*known && !agree(*known, line)) {
        char both[1024];
        snprintf(both, sizeof both, "%s, match %u: told \"%s\", now \"%s\"", t->code, match, *known,
                 line);
        fail("an event was told in two ways", both);
    }
    t->lines += !*known;
    if (!*known || is_hidden(*known)) {
        free(*known);
        *known = strdup(line);
    }
}

static void hear_table(told *t, const json_t *message)
{
    uint32_t match = (uint32_t)json_integer_value(json_object_get(message, "match"));
    const json_t *lines = json_object_get(message, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++)
        hear_line(t, match, json_string_value(json_array_get(lines, i)));
}

/* ---- chat and settings ---- */

static void hear_chat(told *t, const json_t *message)
{
    json_int_t number = json_integer_value(json_object_get(message, "number"));
    const char *text = json_string_value(json_object_get(message, "text"));
    if (number < 0 || number >= TOLD_CHAT || !text)
        return;
    if (t->chat[number] && strcmp(t->chat[number], text) != 0)
        fail("a line of chat was told in two ways", text);
    if (!t->chat[number])
        t->chat[number] = strdup(text);
}

/* They only ever grow. One that was confirmed stays; one that nobody has answered may still come
 * later, by a connection that is lost. */
static void hear_settings(told *t, told_settings *mine, const json_t *message)
{
    for (int key = 0; key < 2; key++) {
        const json_t *now = json_object_get(message, keys[key]);
        int value = (int)json_integer_value(now);
        if (!now || value < 0 || value >= TOLD_OPEN)
            continue;
        if (value < mine->value[key] && !t->unanswered[key][value]) {
            char both[128];
            snprintf(both, sizeof both, "%s: %s was %d, now %d", t->code, keys[key],
                     mine->value[key], value);
            fail("a setting was confirmed, and is forgotten", both);
        }
        mine->value[key] = value;
    }
}

const char *told_next_setting(told *t, char *out, size_t size, int *key, int *value)
{
    *key = ++t->changes % 2;
    *value = FIRST_SETTING + t->changes;
    if (*value >= TOLD_OPEN)
        fail("too many changes", "");
    t->unanswered[*key][*value] = true;
    snprintf(out, size, "{\"type\":\"set\",\"%s\":%d", keys[*key], *value);
    return out;
}

void told_answer_setting(told *t, told_settings *mine, int key, int value, bool done)
{
    t->unanswered[key][value] = false;
    t->changes_ok += done;
    if (done && value > mine->value[key])
        mine->value[key] = value;
}

void told_hear(told *t, told_settings *mine, const json_t *message)
{
    const char *type = json_string_value(json_object_get(message, "type"));
    if (strcmp(type, "table") == 0)
        hear_table(t, message);
    else if (strcmp(type, "chat") == 0)
        hear_chat(t, message);
    else if (strcmp(type, "room") == 0) {
        uint32_t match = (uint32_t)json_integer_value(json_object_get(message, "match"));
        t->match = match > t->match ? match : t->match;
        hear_settings(t, mine, message);
    }
}

/* ---- moves ---- */

int told_ask_move(told *t, uint64_t salt)
{
    if (t->moves == TOLD_MOVES)
        fail("too many moves", "");
    t->move[t->moves].salt = salt;
    return t->moves++;
}

void told_answer_move(told *t, int number, bool done)
{
    t->move[number].end = done ? MOVE_DONE : MOVE_REFUSED;
    t->acknowledged += done;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

void told_check_moves(const told *t, const char *logs)
{
    char salt[40];
    for (int i = 0; i < t->moves; i++) {
        snprintf(salt, sizeof salt, "salt=%016" PRIx64, t->move[i].salt);
        int count = count_of(logs, salt);
        if (count > 1)
            fail("a move was made twice", salt);
        if (t->move[i].end == MOVE_DONE && count == 0)
            fail("a move that was done is not in the log", salt);
        if (t->move[i].end == MOVE_REFUSED && count > 0)
            fail("a move that was refused is in the log", salt);
    }
}

/* The line of an event in a log, without its end; NULL: there is none. */
static char *log_line(const char *text, int number)
{
    const char *at = strstr(text, "\nevents\n");
    at = at ? at + strlen("\nevents\n") : NULL;
    for (int i = 1; at && i < number; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    return at && *at && *at != '\n' ? strndup(at, strcspn(at, "\n")) : NULL;
}

void told_check_log(const told *t, uint32_t match, const char *text)
{
    for (int number = 1; number < TOLD_LINES; number++) {
        const char *line = t->line[match][number];
        if (!line)
            continue;
        char *kept = log_line(text, number);
        if (!kept || !agree(line, kept))
            fail("what was told is not what was kept", line);
        free(kept);
    }
}
