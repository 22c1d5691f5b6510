/* device_bytes.c: how many bytes a device is sent for a move, on which one, two, four or eight of a
 * table's seats play: each seat's eyes written whole, and with what several of them see told once
 * (`once`). The same moves for both, which are two devices of one person. Counted, so that it is
 * the same on every machine; `make bench` prints it. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "tests/house/stage.h"

enum {
    STEPS = 200,
    STEP_MS = 500, /* the house limits how fast a guest may speak */
    WHOLE = BEN,
    ONCE = CARA,
};

/* The host has the other seats. */
static stage *open_table(const kn_game *game, int seats)
{
    char token[HOUSE_TOKEN_MAX];
    stage *s = open_stage(game->key);
    for (int seat = seats; seat < game->seats_max; seat++)
        sit(s, ANNA, (char[]){(char)('A' + seat), '\0'});
    enter(s, WHOLE, "");
    sit(s, WHOLE, "a");
    token_of(s, WHOLE, token);
    for (int seat = 1; seat < seats; seat++)
        sit(s, WHOLE, (char[]){(char)('a' + seat), '\0'});
    false_come(&s->f, ONCE);
    say(s, ONCE,
        "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true,\"once\":true}",
        s->code, token);
    say(s, ANNA, "{\"type\":\"start\",\"id\":3}");
    return s;
}

/* Somebody due plays, one move after the other of those there are; false if nobody on this device
 * is. */
static bool play(stage *s, uint32_t guest, json_t *told, int step)
{
    const char *seat;
    json_t *one;
    json_object_foreach(json_object_get(told, "eyes"), seat, one)
    {
        json_t *moves = json_object_get(one, "moves");
        size_t count = json_array_size(moves);
        if (count == 0)
            continue;
        say(s, guest, "{\"type\":\"play\",\"seat\":%s,\"move\":\"%s\",\"id\":4}", seat,
            json_string_value(json_array_get(moves, (size_t)step % count)));
        return true;
    }
    return false;
}

/* What waits for a guest, without the answers to what it has said itself. */
static size_t waiting(const stage *s, uint32_t guest)
{
    const false_box *box = &s->f.box[guest];
    size_t bytes = 0;
    for (int i = 0; i < box->count; i++)
        if (!strstr(box->text[i], "\"type\":\"done\""))
            bytes += strlen(box->text[i]);
    return bytes;
}

/* The last table that a guest has heard of stays the one that counts. */
static void hear(stage *s, uint32_t guest, json_t **told)
{
    json_t *now = false_last(&s->f, guest, "table");
    if (!now)
        return;
    json_decref(*told);
    *told = now;
}

static void count(const kn_game *game, int seats)
{
    stage *s = open_table(game, seats);
    size_t whole = 0, once = 0;
    int moves = 0;
    json_t *ours = NULL, *theirs = NULL;
    for (int step = 0; step < STEPS; step++) {
        if (moves > 0) {
            whole += waiting(s, WHOLE);
            once += waiting(s, ONCE);
        }
        hear(s, WHOLE, &ours);
        hear(s, ANNA, &theirs);
        json_decref(false_last(&s->f, ONCE, "table"));
        moves += play(s, WHOLE, ours, step) || play(s, ANNA, theirs, step);
        false_wait(&s->f, STEP_MS);
    }
    json_decref(ours);
    json_decref(theirs);
    close_stage(s);
    printf("%-10s %d of %d seats  %6zu bytes per move, with once %6zu: %.2f times as many\n",
           game->key, seats, game->seats_max, whole / (size_t)moves, once / (size_t)moves,
           (double)once / (double)whole);
}

int main(void)
{
    for (int i = 0; kn_games[i]; i++)
        for (int seats = 1; seats <= kn_games[i]->seats_max; seats *= 2)
            count(kn_games[i], seats);
    return 0;
}
