/* house.c: fuzzes a house with several guests: what they send, in any order, with time passing,
 * guests who go and come back, and crashes. Whatever leaves the house is checked by the
 * eavesdropper of the tests: nobody may be told what they may not know.
 *
 * An input is text. Its first byte chooses the game; then every line is something that happens:
 *
 *     a{"type":"start"}   guest a (b, c, d) sends a message; `$` in it stands for the room's code
 *     -b                  guest b goes
 *     +b                  … comes back, with the token it was given
 *     t1500               so many milliseconds pass
 *     c                   what was kept is on disk
 *     x                   a crash: what was not on disk is lost */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/check.h"
#include "games/games.h"
#include "tests/house/eavesdrop.h"

enum { GUESTS = 4, MESSAGE_MOST = 4096, WAIT_MOST_MS = 100000, LINES_MOST = 400 };

typedef struct {
    false_machine f;
    char code[HOUSE_CODE_MAX];
    char token[FALSE_GUESTS][HOUSE_TOKEN_MAX];
    bool there[GUESTS + 1];
} scene;

void eavesdrop_complain(const char *what, const char *message)
{
    fprintf(stderr, "%s\n", message);
    check_failed(__FILE__, __LINE__, what);
}

static void post(void *with, uint32_t guest, kn_slice text, house_when when)
{
    scene *s = with;
    (void)when;
    eavesdrop(&s->f, s->code, s->token[guest], text);
}

static void come(scene *s, uint32_t guest)
{
    char text[160];
    if (s->there[guest])
        return;
    s->there[guest] = true;
    s->f.box[guest].closed = 0;
    false_come(&s->f, guest);
    snprintf(text, sizeof text,
             "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true}", s->code,
             s->token[guest]);
    false_send(&s->f, guest, text);
}

static void go(scene *s, uint32_t guest)
{
    if (s->there[guest])
        false_go(&s->f, guest);
    s->there[guest] = false;
}

/* Whoever was sent away is not there any longer. */
static void note_dismissals(scene *s)
{
    for (uint32_t guest = 1; guest <= GUESTS; guest++)
        if (s->f.box[guest].closed)
            s->there[guest] = false;
}

static void say(scene *s, uint32_t guest, kn_slice message)
{
    char text[MESSAGE_MOST];
    kn_text out = kn_text_on(text, sizeof text);
    if (!s->there[guest])
        return;
    for (size_t i = 0; i < message.length; i++)
        if (message.at[i] == '$')
            kn_put(&out, s->code);
        else if (message.at[i] != '\0')
            kn_put_char(&out, message.at[i]);
    false_send(&s->f, guest, text);
}

static void crash(scene *s)
{
    false_crash(&s->f);
    memset(s->there, 0, sizeof s->there);
}

static void pass_time(scene *s, kn_slice number)
{
    int64_t ms;
    if (kn_read_int(number, 0, WAIT_MOST_MS, &ms))
        false_wait(&s->f, ms);
}

static void happen(scene *s, kn_slice line)
{
    if (line.length == 0)
        return;
    char first = line.at[0];
    kn_slice rest = {line.at + 1, line.length - 1};
    uint32_t other = rest.length > 0 ? (uint32_t)(rest.at[0] - 'a') + 1 : 0;
    bool known = other >= 1 && other <= GUESTS;
    if (first >= 'a' && first < 'a' + GUESTS && first != 'c')
        say(s, (uint32_t)(first - 'a') + 1, rest);
    else if (first == 'c' && rest.length > 0)
        say(s, 'c' - 'a' + 1, rest);
    else if (first == 'c')
        s->f.committed = s->f.kept;
    else if (first == '+' && known)
        come(s, other);
    else if (first == '-' && known)
        go(s, other);
    else if (first == 't')
        pass_time(s, rest);
    else if (first == 'x')
        crash(s);
    note_dismissals(s);
}

static void open_scene(scene *s, uint8_t game)
{
    char body[64];
    memset(s, 0, sizeof *s);
    false_open(&s->f, 1);
    s->f.post = post;
    s->f.post_with = s;
    int count = 0;
    while (kn_games[count])
        count++;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"pace_ms\":0}", kn_games[game % count]->key);
    HOLDS(false_open_room(&s->f, body, s->code, s->token[1]) == NULL);
    s->f.committed = s->f.kept;
    for (uint32_t guest = 1; guest <= GUESTS; guest++)
        come(s, guest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static scene s;
    kn_slice input = {(const char *)data, size}, line;
    open_scene(&s, check_byte(&input));
    for (int n = 0; n < LINES_MOST && input.length > 0; n++) {
        if (!kn_take_until(&input, '\n', &line)) {
            line = input;
            input.length = 0;
        }
        happen(&s, line);
    }
    false_close(&s.f);
    eavesdrop_end();
    return 0;
}
