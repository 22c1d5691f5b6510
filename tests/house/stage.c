/* stage.c: a house with people in it. See stage.h.
 *
 * Needs the games: yatzi */
#include "tests/house/stage.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void say(stage *s, uint32_t guest, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    false_send(&s->f, guest, text);
}

void expect_answer(stage *s, uint32_t guest, const char *why, int line)
{
    json_t *one, *answer = NULL;
    while ((one = false_read(&s->f, guest))) {
        const char *type = json_string_value(json_object_get(one, "type"));
        if (strcmp(type, "done") != 0 && strcmp(type, "refused") != 0) {
            json_decref(one);
            continue;
        }
        json_decref(answer);
        answer = one;
    }
    const char *given = json_string_value(json_object_get(answer, "why"));
    if (!answer || strcmp(given ? given : "done", why ? why : "done") != 0)
        fail_msg("line %d: answered %s, not %s", line, given ? given : "done", why ? why : "done");
    json_decref(answer);
}

json_t *last(stage *s, uint32_t guest, const char *type)
{
    json_t *message = false_last(&s->f, guest, type);
    if (!message)
        fail_msg("%u heard no %s", (unsigned)guest, type);
    return message;
}

bool equals(json_t *message, const char *expected)
{
    char *text = json_dumps(message, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    bool same = strcmp(text, expected) == 0;
    if (!same)
        print_message("%s instead of %s\n", text, expected);
    free(text);
    return same;
}

void enter(stage *s, uint32_t guest, const char *token)
{
    false_come(&s->f, guest);
    say(s, guest, "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true,\"id\":1}",
        s->code, token);
}

void sit(stage *s, uint32_t guest, const char *name)
{
    say(s, guest, "{\"type\":\"sit\",\"name\":\"%s\",\"salt\":\"00000000000000%02x\",\"id\":2}",
        name, (unsigned)guest);
}

void token_of(stage *s, uint32_t guest, char token[HOUSE_TOKEN_MAX])
{
    json_t *you = last(s, guest, "you");
    strcpy(token, json_string_value(json_object_get(you, "token")));
    json_decref(you);
}

stage *open_stage(const char *game)
{
    stage *s = calloc(1, sizeof *s);
    char body[128];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"pace_ms\":0}", game);
    false_open(&s->f, 1);
    assert_null(false_open_room(&s->f, body, s->code, s->token));
    enter(s, ANNA, s->token);
    expect_answer(s, ANNA, NULL, __LINE__);
    return s;
}

void close_stage(stage *s)
{
    false_close(&s->f);
    free(s);
}

stage *seated(const char *game, uint32_t last)
{
    static const char *const names[] = {[ANNA] = "Anna", [BEN] = "Ben", [CARA] = "Cara"};
    stage *s = open_stage(game);
    for (uint32_t guest = ANNA; guest <= last; guest++) {
        if (guest != ANNA)
            enter(s, guest, "");
        sit(s, guest, names[guest]);
    }
    return s;
}

stage *against_bot(const char *game, const char *level)
{
    stage *s = open_stage(game);
    sit(s, ANNA, "Anna");
    say(s, ANNA, "{\"type\":\"bot\",\"seat\":2,\"level\":\"%s\",\"id\":3}", level);
    return s;
}

stage *two_at_yatzi(void)
{
    stage *s = seated("yatzi", BEN);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    expect_answer(s, ANNA, NULL, __LINE__);
    return s;
}

void crash_and_return(stage *s)
{
    s->f.committed = s->f.kept;
    false_crash(&s->f);
    enter(s, ANNA, s->token);
}
