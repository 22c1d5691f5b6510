/* scene.c: what the house has said about one room. See scene.h. */
#include "terminal/scene.h"

#include <stdio.h>
#include <stdlib.h>

#include "native/native.h"
#include "sentences/answers.h"
#include "sentences/names.h"
#include "table/log.h"
#include "terminal/face.h"
#include "words/words.h"

void scene_open(scene *s)
{
    *s = (scene){.viewer = KN_WATCHER, .grip_seat = -1};
    s->told = native_realloc(NULL, SCENE_TOLD_MAX * sizeof *s->told);
    s->talk = native_realloc(NULL, SCENE_TALK_MAX * sizeof *s->talk);
}

void scene_close(scene *s)
{
    json_decref(s->room);
    json_decref(s->you);
    json_decref(s->table);
    json_decref(s->opinions);
    free(s->told);
    free(s->talk);
}

/* ---- looking ---- */

json_t *scene_view_of(const scene *s, int seat)
{
    char key[12] = "watcher";
    if (seat < KN_SEATS_MAX)
        snprintf(key, sizeof key, "%d", seat + 1);
    return look_in(look_in(look_in(s->table, "eyes"), key), "view");
}

void scene_look(scene *s, int viewer)
{
    char key[12] = "watcher";
    if (viewer < KN_SEATS_MAX)
        snprintf(key, sizeof key, "%d", viewer + 1);
    json_t *seen = look_in(look_in(s->table, "eyes"), key);
    s->viewer = viewer;
    s->view = look_in(seen, "view");
    s->moves = look_in(seen, "moves");
}

int64_t scene_now_ms(const scene *s)
{
    return look_ms(s->table, "now") + (native_steady_ns() - s->table_ns) / 1000000;
}

const char *scene_name(const scene *s, int seat)
{
    return seat >= 0 && seat < KN_SEATS_MAX ? s->names[seat] : "";
}

int scene_told_now(const scene *s)
{
    int64_t now = scene_now_ms(s);
    int count = s->told_count;
    bool timed = look_has(s->table, "alarm");
    while (timed && count > 0 && s->told[count - 1].at_ms > now)
        count--;
    return count;
}

const char *scene_option(const scene *s, const char *key)
{
    return look_text(look_in(s->room, "options"), key);
}

/* ---- the room ---- */

/* Replace the stored message by this one. */
static void keep(json_t **kept, json_t *message)
{
    json_decref(*kept);
    *kept = json_incref(message);
}

/* Bots are named after their level; several of one level get a number. */
static void name_bot(scene *s, int seat, const char *name)
{
    size_t length = strlen(name);
    int same = 1;
    s->bots |= KN_ACTOR(seat);
    for (int other = 0; other < seat; other++)
        same += s->bots & KN_ACTOR(other) && strncmp(s->names[other], name, length) == 0 &&
                (s->names[other][length] == '\0' || s->names[other][length] == ' ');
    snprintf(s->names[seat], TABLE_NAME_MAX, same > 1 ? "%s %d" : "%s", name, same);
}

static void hear_seat(scene *s, const json_t *one)
{
    int seat = look_int(one, "seat") - 1;
    if (seat < 0 || seat >= KN_SEATS_MAX)
        return;
    bool taken = look_has(one, "person") || look_has(one, "bot");
    snprintf(s->names[seat], TABLE_NAME_MAX, "%s", taken ? look_text(one, "name") : "");
    if (look_has(one, "bot"))
        name_bot(s, seat, level_name(look_text(one, "bot")));
    if (look_true(one, "away"))
        s->away |= KN_ACTOR(seat);
}

static void hear_room(scene *s, json_t *message)
{
    json_t *seats = look_in(message, "seats"), *one;
    size_t i;
    if (!look_in(message, "evening")) /* told when it has changed */
        json_object_set(message, "evening", look_in(s->room, "evening"));
    keep(&s->room, message);
    snprintf(s->game, sizeof s->game, "%s", look_text(message, "game"));
    s->bots = s->away = 0;
    memset(s->names, 0, sizeof s->names);
    json_array_foreach(seats, i, one)
    {
        hear_seat(s, one);
    }
    s->ours = look_is(message, "dice", "ours");
    s->playing = look_is(message, "status", "playing");
    s->seats = look_count(seats) < KN_SEATS_MAX ? look_count(seats) : KN_SEATS_MAX;
    if (look_is(message, "status", "waiting"))
        return;
    /* During a match, its seats are the first ones. */
    while (s->seats > 0 && !s->names[s->seats - 1][0])
        s->seats--;
}

static void hear_you(scene *s, json_t *message)
{
    keep(&s->you, message);
    s->host = look_true(message, "host");
    s->mine = look_seats(look_in(message, "seats"));
}

/* ---- the table ---- */

static scene_line *new_line(scene *s)
{
    if (s->told_count == SCENE_TOLD_MAX) {
        memmove(s->told, s->told + 1, (SCENE_TOLD_MAX - 1) * sizeof *s->told);
        s->told_count--;
    }
    return &s->told[s->told_count++];
}

/* One line of the log in words; the dice of a throw become one line. */
static void tell_line(scene *s, const log_line *line)
{
    const face *f = face_for(s->game);
    char words[SCENE_TEXT_MAX];
    kn_text text = kn_text_on(words, sizeof words);
    scene_line *last = s->told_count > 0 ? &s->told[s->told_count - 1] : NULL;
    if (line->actor == TABLE_BACK)
        snprintf(words, sizeof words, _("taken back at %s's request"), scene_name(s, line->by));
    else if (!f->tell || !f->tell(s, line, &text))
        return;
    if (line->actor == KN_CHANCE && last && last->actor == KN_CHANCE &&
        last->number + 1 == line->number) {
        size_t length = strlen(last->text);
        snprintf(last->text + length, sizeof last->text - length, " %s", words);
        last->number = line->number;
        last->at_ms = line->at_ms;
        return;
    }
    scene_line *fresh = new_line(s);
    fresh->actor = line->actor;
    fresh->number = line->number;
    fresh->at_ms = line->at_ms;
    snprintf(fresh->text, sizeof fresh->text, "%s", words);
}

static void tell_lines(scene *s, const json_t *lines)
{
    json_t *one;
    size_t i;
    json_array_foreach(lines, i, one)
    {
        log_line line;
        const char *text = json_string_value(one);
        if (text && log_read_line(kn_slice_of(text), &line))
            tell_line(s, &line);
    }
}

static void hear_table(scene *s, json_t *message)
{
    uint32_t match = (uint32_t)look_int(message, "match");
    if (match != s->match || look_true(message, "skipped"))
        s->told_count = 0;
    s->match = match;
    s->event = (uint32_t)look_int(message, "event");
    s->table_ns = native_steady_ns();
    keep(&s->table, message);
    s->due = look_seats(look_in(message, "due"));
    s->over = look_true(message, "over");
    s->stopped = look_true(message, "stopped");
    s->won = look_seats(look_in(message, "won"));
    s->dice_due = s->ours && !s->over && !s->due && !look_has(message, "alarm");
    s->grip_seat =
        s->due & KN_ACTOR(s->grip_seat < 0 ? KN_WATCHER : s->grip_seat) ? s->grip_seat : -1;
    if (!s->due)
        s->call_count = 0;
    scene_look(s, s->viewer);
    tell_lines(s, look_in(message, "lines"));
}

/* ---- talk ---- */

static void fill_talk(scene_talk *t, const json_t *message, const char *text)
{
    t->number = (uint32_t)look_int(message, "number");
    t->at_ns = native_steady_ns();
    snprintf(t->from, sizeof t->from, "%s", look_text(message, "from"));
    snprintf(t->text, sizeof t->text, "%s", text);
}

static scene_talk *new_talk(scene *s)
{
    if (s->talk_count == SCENE_TALK_MAX) {
        memmove(s->talk, s->talk + 1, (SCENE_TALK_MAX - 1) * sizeof *s->talk);
        s->talk_count--;
    }
    return &s->talk[s->talk_count++];
}

void scene_remark(scene *s, const char *text)
{
    fill_talk(new_talk(s), NULL, text);
    scene_line *line = new_line(s);
    *line = (scene_line){.actor = SCENE_SPOKEN};
    snprintf(line->text, sizeof line->text, "%s", text);
}

static void hear_chat(scene *s, const json_t *message)
{
    const char *phrase = look_text(message, "phrase");
    scene_talk *talk = new_talk(s);
    fill_talk(talk, message, phrase[0] ? phrase_words(phrase) : look_text(message, "text"));
    scene_line *line = new_line(s);
    *line = (scene_line){.actor = SCENE_SPOKEN};
    snprintf(line->text, sizeof line->text, "%.*s: %.*s", TABLE_NAME_MAX, talk->from,
             SCENE_TEXT_MAX - TABLE_NAME_MAX - 8, talk->text);
}

static void hear_call(scene *s, const json_t *message)
{
    if (s->call_count == SCENE_CALLS_MAX) {
        memmove(s->calls, s->calls + 1, (SCENE_CALLS_MAX - 1) * sizeof *s->calls);
        s->call_count--;
    }
    const char *word = look_text(message, "word");
    fill_talk(&s->calls[s->call_count++], message,
              word[0] ? call_words(word) : look_text(message, "text"));
}

static void hear_grip(scene *s, const json_t *message)
{
    s->grip_seat = look_int(message, "seat") - 1;
    s->grip_um = look_int(message, "um");
}

void scene_hear(scene *s, json_t *message)
{
    if (look_is(message, "type", "room"))
        hear_room(s, message);
    else if (look_is(message, "type", "you"))
        hear_you(s, message);
    else if (look_is(message, "type", "table"))
        hear_table(s, message);
    else if (look_is(message, "type", "opinions"))
        keep(&s->opinions, message);
    else if (look_is(message, "type", "chat"))
        hear_chat(s, message);
    else if (look_is(message, "type", "call"))
        hear_call(s, message);
    else if (look_is(message, "type", "grip"))
        hear_grip(s, message);
}
