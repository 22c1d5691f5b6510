/* scenes.c: the stage of the game tests. See scenes.h. */
#include "tests/engine/scenes.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scene scene_from(const kn_game *game, const char *position)
{
    scene s = {.game = game};
    kn_refusal refusal = game->read_position(kn_slice_of(position), s.state);
    if (refusal)
        fail_msg("position refused (%d): %s", (int)refusal, position);
    return s;
}

static kn_refusal apply_word(scene *s, int actor, kn_slice word, int64_t acted_ms)
{
    kn_event event = {.actor = (uint8_t)actor};
    if (acted_ms > s->now_ms)
        s->now_ms = acted_ms;
    event.at_ms = s->now_ms;
    event.acted_ms = acted_ms;
    kn_refusal refusal = s->game->read_move(s->state, actor, word, &event.move);
    return refusal ? refusal : s->game->apply(s->state, &event);
}

/* `dice: 3 3 4`: one event for each word, unless the game reads the whole line as one. */
static kn_refusal apply_dice(scene *s, kn_slice text)
{
    kn_move whole;
    kn_slice word;
    if (s->game->read_move(s->state, KN_CHANCE, text, &whole) == KN_OK)
        return apply_word(s, KN_CHANCE, text, s->now_ms);
    while (text.length > 0) {
        if (!kn_take_word(&text, &word))
            return KN_UNREADABLE;
        kn_refusal refusal = apply_word(s, KN_CHANCE, word, s->now_ms);
        if (refusal)
            return refusal;
    }
    return KN_OK;
}

kn_refusal scene_try(scene *s, const char *line)
{
    kn_slice text = kn_slice_of(line), who;
    int64_t seat, at_ms = s->now_ms;
    if (!kn_take_until(&text, ':', &who) || text.length == 0 || text.at[0] != ' ')
        fail_msg("not a line of a scene: %s", line);
    text = (kn_slice){text.at + 1, text.length - 1};
    const char *at = strstr(line, " @");
    if (at) {
        at_ms = atoll(at + 2);
        text.length = (size_t)(at - text.at);
    }
    if (kn_slice_is(who, "dice"))
        return apply_dice(s, text);
    if (kn_slice_is(who, "clock"))
        return apply_word(s, KN_CLOCK, text, at ? at_ms : s->game->alarm(s->state));
    if (!kn_read_int(who, 1, KN_SEATS_MAX, &seat))
        fail_msg("nobody acts in this line: %s", line);
    return apply_word(s, (int)seat - 1, text, at_ms);
}

void scene_play(scene *s, ...)
{
    va_list lines;
    const char *line;
    va_start(lines, s);
    while ((line = va_arg(lines, const char *))) {
        kn_refusal refusal = scene_try(s, line);
        if (refusal)
            fail_msg("refused (%d): %s  at  %s", (int)refusal, line, scene_position(s));
    }
    va_end(lines);
}

bool scene_lists(const scene *s, int seat, const char *move)
{
    kn_move moves[KN_MOVES_MAX];
    int count = s->game->moves(s->state, seat - 1, moves);
    for (int i = 0; i < count; i++) {
        char line[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(line, sizeof line);
        s->game->write_move(s->state, seat - 1, moves[i], &text);
        if (strcmp(line, move) == 0)
            return true;
    }
    return false;
}

static json_t *described(const scene *s, const char *path, json_t **root)
{
    char buffer[KN_DESCRIBE_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_json_object(&json, NULL);
    s->game->describe(s->state, &json);
    kn_json_end_object(&json);
    *root = json_loads(buffer, JSON_REJECT_DUPLICATES, NULL);
    json_t *node = *root;
    for (kn_slice rest = kn_slice_of(path), name; rest.length > 0;) {
        char key[64];
        if (!kn_take_until(&rest, '.', &name)) {
            name = rest;
            rest.length = 0;
        }
        snprintf(key, sizeof key, "%.*s", (int)name.length, name.at);
        node = json_is_array(node) ? json_array_get(node, (size_t)atoi(key))
                                   : json_object_get(node, key);
    }
    if (!node)
        fail_msg("no %s in %s", path, buffer);
    return node;
}

int64_t scene_number(const scene *s, const char *path)
{
    json_t *root, *node = described(s, path, &root);
    if (!json_is_integer(node))
        fail_msg("%s is not a number at %s", path, scene_position(s));
    int64_t number = json_integer_value(node);
    json_decref(root);
    return number;
}

const char *scene_string(const scene *s, const char *path)
{
    static char value[128];
    json_t *root, *node = described(s, path, &root);
    snprintf(value, sizeof value, "%s", json_is_string(node) ? json_string_value(node) : "");
    json_decref(root);
    return value;
}

const char *scene_position(const scene *s)
{
    static char position[KN_POSITION_MAX];
    kn_text text = kn_text_on(position, sizeof position);
    s->game->write_position(s->state, &text);
    return position;
}
