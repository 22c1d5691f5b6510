/* simulate.c: houses with a false clock, a false network and a false disk, through many matches.
 *
 *     simulate FIRST LAST     plays the matches of these seeds; one seed repeats any failure
 *
 * Clients take seats, play, talk, cheat, lose their connection, come back, send twice. Messages are
 * late, overtake those of others, get lost with their connection. The house crashes; the disk
 * fails. After every message that leaves the house an eavesdropper (eavesdrop.c) sees whether its
 * receiver may know what is in it; at the end of every match, whether all that was told is true.
 *
 * Needs the games: bossa */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "tests/house/eavesdrop.h"
#include "tests/house/false_machine.h"

enum {
    CLIENTS = 6,
    CONNECTIONS = 16, /* numbers for the connections of one client, used in turn */
    LETTERS_MAX = 8192,
    LINES_MAX = 4096,
    ACKED_MAX = 4096,
    HOURS_MAX = 200,
    MATCHES = 2,
};

/* A message on its way, or held by the house until it is kept. */
typedef struct {
    int64_t at_ms; /* KN_NEVER: held */
    uint64_t order;
    uint32_t guest;
    bool to_house;
    char *text;
} letter;

typedef struct {
    int number;
    uint32_t guest;     /* 0: not connected */
    int connections;    /* there ever were */
    int64_t wakes_ms;   /* does something then */
    int64_t arrives_ms; /* of the last letter each way, so that none overtakes */
    int64_t heard_ms;
    char token[HOUSE_TOKEN_MAX];
    json_t *told; /* the last `table` */
    uint32_t match, event;
    char *lines[LINES_MAX]; /* of that match, as told */
    uint64_t salt;          /* of the play not yet answered; 0: none */
    uint32_t salt_match;    /* the match it was made in */
    int64_t id;
    bool host, over;
} client;

/* A move that was answered `done`. */
typedef struct {
    uint64_t salt;
    uint32_t match;
} acknowledged;

typedef struct {
    false_machine f;
    kn_random random;
    uint64_t seed, order;
    char code[HOUSE_CODE_MAX];
    const kn_game *game;
    client client[CLIENTS];
    int clients;
    letter letters[LETTERS_MAX];
    int letter_count;
    int64_t commit_ms, chaos_ms, healed_ms;
    acknowledged acked[ACKED_MAX];
    char tokens[FALSE_GUESTS][HOUSE_TOKEN_MAX]; /* shown or given on each connection */
    int acked_count, crashes, failures, messages, matches;
    bool calm; /* no more chaos: come to an end */
} world;

static world *now_playing; /* for messages of failure */

static void fail(const char *what)
{
    fprintf(stderr, "seed %" PRIu64 " (%s), %" PRId64 " ms: %s\n", now_playing->seed,
            now_playing->game->key, now_playing->f.now_ms - 1794700800000, what);
    const false_record *last = false_room(&now_playing->f, now_playing->code);
    if (last)
        fprintf(stderr, "%s\n", last->text); /* the room as it was kept */
    exit(1);
}

void eavesdrop_complain(const char *what, const char *message)
{
    fprintf(stderr, "%s\n", message);
    fail(what);
}

static uint32_t below(world *w, uint32_t bound)
{
    return kn_random_below(&w->random, bound);
}

static bool one_in(world *w, uint32_t n)
{
    return below(w, n) == 0;
}

/* ---- the network ---- */

static client *client_of(world *w, uint32_t guest)
{
    return &w->client[guest / CONNECTIONS];
}

static void post_letter(world *w, uint32_t guest, bool to_house, kn_slice text, int64_t at_ms)
{
    if (w->letter_count == LETTERS_MAX)
        fail("too many letters");
    letter *l = &w->letters[w->letter_count++];
    *l = (letter){at_ms, w->order++, guest, to_house, malloc(text.length + 1)};
    memcpy(l->text, text.at, text.length);
    l->text[text.length] = '\0';
}

/* Most are quick, some are not. */
static int64_t latency(world *w)
{
    return one_in(w, 20) ? 200 + below(w, 3000) : 5 + below(w, 80);
}

static int64_t arrival(world *w, int64_t *last_ms)
{
    int64_t at_ms = w->f.now_ms + latency(w);
    if (at_ms < *last_ms)
        at_ms = *last_ms;
    return *last_ms = at_ms;
}

/* For what was kept; what is unseen is waited for only by what tells of it, and by all that is said
 * to the same guest afterwards. */
static bool waits(const world *w, uint32_t guest, house_when when)
{
    if (when != HOUSE_AFTER_SEEN)
        return when == HOUSE_AFTER_KEEPING;
    for (int i = 0; i < w->letter_count; i++)
        if (!w->letters[i].to_house && w->letters[i].guest == guest &&
            w->letters[i].at_ms == KN_NEVER)
            return true;
    for (int i = w->f.committed; i < w->f.kept; i++)
        if (!w->f.disk[i].record.unseen)
            return true;
    return false;
}

/* What leaves the house: heard by the eavesdropper, then held until it may go. */
static void post(void *with, uint32_t guest, kn_slice text, house_when when)
{
    world *w = with;
    client *c = client_of(w, guest);
    w->messages++;
    eavesdrop(&w->f, w->code, w->tokens[guest], text);
    post_letter(w, guest, false, text, waits(w, guest, when) ? KN_NEVER : arrival(w, &c->heard_ms));
}

static void drop_letter(world *w, int i)
{
    free(w->letters[i].text);
    w->letters[i] = w->letters[--w->letter_count];
}

static void lose_letters(world *w, uint32_t guest, bool all)
{
    for (int i = w->letter_count - 1; i >= 0; i--)
        if (all || w->letters[i].guest == guest)
            drop_letter(w, i);
}

/* Everything kept is on disk: what was held may go. */
static void commit(world *w)
{
    w->commit_ms = KN_NEVER;
    w->f.committed = w->f.kept;
    house_on_disk(w->f.house, w->f.records);
    /* In the order in which they were said. */
    for (uint64_t order = 0, next; order != UINT64_MAX; order = next) {
        letter *first = NULL;
        next = UINT64_MAX;
        for (int i = 0; i < w->letter_count; i++)
            if (w->letters[i].at_ms == KN_NEVER && (!first || w->letters[i].order < first->order))
                first = &w->letters[i];
        if (first) {
            first->at_ms = arrival(w, &client_of(w, first->guest)->heard_ms);
            next = first->order;
        }
    }
}

static void want_commit(world *w)
{
    if (w->commit_ms == KN_NEVER)
        w->commit_ms = w->f.now_ms + below(w, 20);
}

/* ---- clients ---- */

static void disconnect(world *w, client *c, bool house_knows)
{
    if (!c->guest)
        return;
    if (house_knows)
        false_go(&w->f, c->guest);
    lose_letters(w, c->guest, false);
    c->guest = 0;
    c->salt = 0;
    c->wakes_ms = w->f.now_ms + below(w, one_in(w, 4) ? 90000 : 3000);
}

static void send(world *w, client *c, const char *text)
{
    post_letter(w, c->guest, true, kn_slice_of(text), arrival(w, &c->arrives_ms));
    if (one_in(w, 30)) /* twice, as a nervous network or thumb would */
        post_letter(w, c->guest, true, kn_slice_of(text), arrival(w, &c->arrives_ms));
}

static void connect(world *w, client *c)
{
    char text[256];
    c->guest = (uint32_t)(c->number * CONNECTIONS + 1 + c->connections++ % (CONNECTIONS - 1));
    c->arrives_ms = c->heard_ms = w->f.now_ms;
    strcpy(w->tokens[c->guest], c->token);
    false_come(&w->f, c->guest);
    house_measured(w->f.house, c->guest, 20 + below(w, 200));
    snprintf(text, sizeof text,
             "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true,"
             "\"since\":{\"match\":%u,\"event\":%u}%s}",
             w->code, c->token, c->match, one_in(w, 10) ? 0 : c->event,
             !w->calm && !c->token[0] && one_in(w, 4) ? ",\"screen\":true" : "");
    send(w, c, text);
    c->wakes_ms = w->f.now_ms + 500;
}

static void forget_lines(client *c)
{
    for (int i = 0; i < LINES_MAX; i++) {
        free(c->lines[i]);
        c->lines[i] = NULL;
    }
}

/* What was told once stays true: the same number, the same line; only a hidden one may clear up. */
static void hear_lines(client *c, const json_t *lines)
{
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        int number = atoi(line);
        if (number >= LINES_MAX)
            continue;
        const char *known = c->lines[number];
        if (known && strcmp(known, line) != 0 && !strchr(known, '?') && !strchr(line, '?'))
            fail("an event was told in two ways");
        free(c->lines[number]);
        c->lines[number] = strdup(line);
    }
}

/* Who loses a seat knows less than before. */
static bool same_eyes(const json_t *before, const json_t *now)
{
    const json_t *eyes = json_object_get(before, "eyes");
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(now, "eyes"), key, value)
    {
        if (!json_object_get(eyes, key))
            return false;
    }
    return json_object_size(eyes) == json_object_size(json_object_get(now, "eyes"));
}

static void hear_table(world *w, client *c, json_t *told)
{
    uint32_t match = (uint32_t)json_integer_value(json_object_get(told, "match"));
    if (match < c->match)
        fail("an earlier match came back");
    if (match != c->match)
        forget_lines(c);
    uint32_t event = (uint32_t)json_integer_value(json_object_get(told, "event"));
    if (match == c->match && event < c->event && same_eyes(c->told, told))
        fail("events were lost");
    c->match = match;
    c->event = event;
    c->over = json_is_true(json_object_get(told, "over"));
    hear_lines(c, json_object_get(told, "lines"));
    json_decref(c->told);
    c->told = json_incref(told);
    if (c->wakes_ms > w->f.now_ms + 4000 || one_in(w, 2))
        c->wakes_ms = w->f.now_ms + 1 + below(w, 800);
}

static void hear_answer(world *w, client *c, json_t *answer, bool done)
{
    if (json_integer_value(json_object_get(answer, "id")) != c->id || !c->salt)
        return;
    if (done && w->acked_count < ACKED_MAX)
        w->acked[w->acked_count++] = (acknowledged){c->salt, c->salt_match};
    c->salt = 0;
}

static void hear(world *w, client *c, const char *text)
{
    json_t *message = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (!message)
        fail("not JSON");
    const char *type = json_string_value(json_object_get(message, "type"));
    const char *token = json_string_value(json_object_get(message, "token"));
    if (token)
        strcpy(c->token, token);
    if (strcmp(type, "you") == 0)
        c->host = json_is_true(json_object_get(message, "host"));
    else if (strcmp(type, "table") == 0)
        hear_table(w, c, message);
    else if (strcmp(type, "done") == 0 || strcmp(type, "refused") == 0)
        hear_answer(w, c, message, type[0] == 'd');
    json_decref(message);
}

/* ---- what clients do ---- */

static void play(world *w, client *c)
{
    const char *seat;
    json_t *eyes;
    char text[256];
    json_object_foreach(json_object_get(c->told, "eyes"), seat, eyes)
    {
        json_t *moves = json_object_get(eyes, "moves");
        if (json_array_size(moves) == 0 || c->salt)
            continue;
        const char *move =
            json_string_value(json_array_get(moves, below(w, (uint32_t)json_array_size(moves))));
        c->salt = kn_random_next(&w->random) | 1;
        c->salt_match = c->match;
        c->id++;
        snprintf(text, sizeof text,
                 "{\"type\":\"play\",\"seat\":%s,\"move\":\"%s\",\"salt\":\"%016" PRIx64
                 "\",\"event\":%u,\"after_ms\":%u,\"id\":%" PRId64 "}",
                 seat, move, c->salt, c->event, below(w, 900), c->id);
        send(w, c, text);
    }
}

/* Things that may or may not be allowed. */
static void misbehave(world *w, client *c)
{
    static const char *const tricks[] = {
        "{\"type\":\"sit\",\"name\":\"X\"}",
        "{\"type\":\"sit\",\"seat\":2,\"name\":\"Y\",\"salt\":\"00000000000000ff\"}",
        "{\"type\":\"chat\",\"text\":\"hello\"}",
        "{\"type\":\"chat\",\"phrase\":\"wow\"}",
        "{\"type\":\"call\",\"word\":\"more\"}",
        "{\"type\":\"call\",\"text\":\"now\"}",
        "{\"type\":\"grip\",\"seat\":1,\"um\":12000}",
        "{\"type\":\"grip\",\"seat\":2,\"um\":9000}",
        "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\"}",
        "{\"type\":\"play\",\"seat\":2,\"move\":\"hit knife\",\"after_ms\":-5}",
        "{\"type\":\"back\",\"seat\":1}",
        "{\"type\":\"back\",\"seat\":2}",
        "{\"type\":\"back\",\"seat\":1,\"to\":0}",
        "{\"type\":\"agree\",\"seat\":1}",
        "{\"type\":\"agree\",\"seat\":2}",
        "{\"type\":\"agree\",\"seat\":3}",
        "{\"type\":\"disagree\",\"seat\":2}",
        "{\"type\":\"rename\",\"seat\":1,\"name\":\"Z\"}",
        "{\"type\":\"salt\",\"seat\":1,\"salt\":\"00000000000000aa\"}",
        "{\"type\":\"stand\",\"seat\":3}",
        "{\"type\":\"leave\"}",
        "{\"type\":\"declare\",\"shown\":\"4\"}",
        "{\"type\":\"roll\"}",
        "{\"type\":\"set\",\"dice\":\"ours\"}",
        "{\"type\":\"set\",\"dice\":\"house\"}",
        "{\"type\":\"set\",\"dice\":\"same\"}",
        "{\"type\":\"set\",\"dice\":\"same\",\"same\":\"2026-11-15\"}",
        "{\"type\":\"correct\",\"event\":2,\"shown\":\"3\"}",
        "{\"type\":\"correct\",\"event\":1,\"move\":\"throw\"}",
        "{\"type\":\"correctable\",\"event\":3}",
        "{\"type\":\"correct\",\"event\":4,\"remove\":true}",
        "{\"type\":\"sync\",\"client\":12.5}",
        "{\"type\":\"start\"}",
        "{\"type\":\"again\"}",
        "{\"type\":\"vote\",\"for\":\"bot\"}",
        "{\"type\":\"vote\",\"for\":\"stop\"}",
        "{\"type\":\"judge\",\"seat\":1}",
        "{\"type\":\"set\",\"hints\":true,\"begins\":\"same\"}",
        "{\"type\":\"set\",\"begins\":\"loser\"}",
        "{\"type\":\"pick\",\"game\":\"bossa\"}",
        "{\"type\":\"pick\",\"game\":\"yatzi\"}",
        "{\"type\":\"strike\",\"match\":1,\"struck\":true}",
        "{\"type\":\"evening\",\"over\":true}",
        "{\"type\":\"stop\"}",
        "{\"type\":\"bot\",\"seat\":3,\"level\":\"random\"}",
        "{\"type\":\"bot\",\"seat\":2,\"level\":null}",
        "{\"type\":\"bot\",\"seat\":2,\"level\":\"child\"}",
        "{\"type\":\"remove\",\"seat\":2}",
        "{\"type\":\"host\",\"seat\":2}",
        "{\"type\":\"set\",\"turn_s\":20}",
        "{\"type\":\"set\",\"turn_s\":0,\"away\":\"bot\",\"away_s\":10}",
        "{\"type\":\"set\",\"game\":\"bossa\"}",
        "{\"type\":\"set\",\"listed\":true,\"pace_ms\":300}",
        "{\"type\":\"fly\"}",
        "not even JSON",
    };
    send(w, c, tricks[below(w, sizeof tricks / sizeof *tricks)]);
}

/* The host keeps the room going: somebody at every seat, a match on. */
static void run_room(world *w, client *c)
{
    char text[128];
    if (c->told && !c->over && json_array_size(json_object_get(c->told, "due")) > 0)
        for (int seat = 1; seat <= w->game->seats_max && w->calm; seat++) {
            snprintf(text, sizeof text, "{\"type\":\"bot\",\"seat\":%d,\"level\":\"random\"}",
                     seat);
            send(w, c, text);    /* refused where somebody sits */
            if (one_in(w, 50)) { /* who may never come back: the token was lost on its way */
                snprintf(text, sizeof text, "{\"type\":\"remove\",\"seat\":%d}", seat);
                send(w, c, text);
            }
        }
    /* A match with real dice whose people have all left goes on for nobody. */
    if (w->calm && c->told && !c->over && one_in(w, 500))
        send(w, c, "{\"type\":\"stop\"}");
    if (c->told && !c->over)
        return;
    if (c->over && c->match >= MATCHES)
        return;
    for (int seat = 1; seat <= w->game->seats_min; seat++) {
        snprintf(text, sizeof text, "{\"type\":\"bot\",\"seat\":%d,\"level\":\"random\"}", seat);
        send(w, c, text);
    }
    send(w, c, "{\"type\":\"start\"}");
}

static void act(world *w, client *c)
{
    c->wakes_ms = w->f.now_ms + 1000 + below(w, 4000);
    if (!c->guest) {
        connect(w, c);
        return;
    }
    if (!w->calm && one_in(w, 8))
        misbehave(w, c);
    if (w->calm && one_in(w, 100)) /* somebody must be there to become the host */
        send(w, c, "{\"type\":\"sit\",\"name\":\"Late\"}");
    if (w->calm && c->told && !c->over && json_array_size(json_object_get(c->told, "due")) == 0)
        send(w, c, "{\"type\":\"roll\"}"); /* or a match with real dice would never end */
    if (c->host && one_in(w, 3))
        run_room(w, c);
    if (c->told)
        play(w, c);
}

/* ---- trouble ---- */

static void after_restart(world *w)
{
    lose_letters(w, 0, true);
    for (int i = 0; i < w->clients; i++) {
        w->client[i].guest = 0;
        w->client[i].salt = 0;
        w->client[i].wakes_ms = w->f.now_ms + below(w, 3000);
    }
}

static void crash(world *w)
{
    w->crashes++;
    false_crash(&w->f);
    w->commit_ms = KN_NEVER;
    after_restart(w);
    house_wake(w->f.house, w->code, w->f.now_ms);
}

/* The disk takes nothing: what was not kept never happened, and nobody was told. */
static void fail_disk(world *w)
{
    w->failures++;
    w->commit_ms = KN_NEVER;
    for (int i = w->letter_count - 1; i >= 0; i--)
        if (w->letters[i].at_ms == KN_NEVER)
            drop_letter(w, i);
    false_lose(&w->f);
    house_lost(w->f.house, w->code);
    house_refuse_all(w->f.house, "disk");
    w->healed_ms = w->f.now_ms + below(w, 5000);
}

static void cause_chaos(world *w)
{
    w->chaos_ms = w->f.now_ms + 500 + below(w, 12000);
    if (w->calm)
        return;
    switch (below(w, 6)) {
    case 0: crash(w); break;
    case 1: fail_disk(w); break;
    default: disconnect(w, &w->client[below(w, (uint32_t)w->clients)], !one_in(w, 3));
    }
}

/* Whom the house has sent away. */
static void notice_dismissals(world *w)
{
    for (int i = 0; i < w->clients; i++) {
        client *c = &w->client[i];
        if (c->guest && w->f.box[c->guest].closed) {
            w->f.box[c->guest].closed = 0;
            disconnect(w, c, false);
        }
    }
}

/* ---- time ---- */

static int64_t sooner(int64_t a, int64_t b)
{
    return b != KN_NEVER && (a == KN_NEVER || b < a) ? b : a;
}

static int first_letter(const world *w)
{
    int first = -1;
    for (int i = 0; i < w->letter_count; i++) {
        const letter *l = &w->letters[i];
        if (l->at_ms == KN_NEVER)
            continue;
        if (first < 0 || l->at_ms < w->letters[first].at_ms ||
            (l->at_ms == w->letters[first].at_ms && l->order < w->letters[first].order))
            first = i;
    }
    return first;
}

static void deliver(world *w, int i)
{
    letter l = w->letters[i];
    w->letters[i] = w->letters[--w->letter_count];
    client *c = client_of(w, l.guest);
    if (c->guest == l.guest) {
        if (l.to_house)
            false_send(&w->f, l.guest, l.text);
        else
            hear(w, c, l.text);
    }
    free(l.text);
}

/* One thing happens: the soonest. */
static void step(world *w)
{
    int letter_at = first_letter(w), sleeper = 0;
    for (int i = 1; i < w->clients; i++)
        if (w->client[i].wakes_ms < w->client[sleeper].wakes_ms)
            sleeper = i;
    int64_t letter_ms = letter_at < 0 ? KN_NEVER : w->letters[letter_at].at_ms;
    int64_t alarm_ms = house_alarm(w->f.house);
    int64_t next = sooner(sooner(letter_ms, alarm_ms), w->client[sleeper].wakes_ms);
    next = sooner(sooner(next, w->chaos_ms), sooner(w->commit_ms, w->healed_ms));
    if (next > w->f.now_ms)
        w->f.now_ms = next;
    if (next == letter_ms)
        deliver(w, letter_at);
    else if (next == alarm_ms)
        house_tick(w->f.house, w->f.now_ms);
    else if (next == w->commit_ms)
        commit(w);
    else if (next == w->client[sleeper].wakes_ms)
        act(w, &w->client[sleeper]);
    else if (next == w->healed_ms) {
        house_refuse_all(w->f.house, NULL);
        w->healed_ms = KN_NEVER;
    } else {
        cause_chaos(w);
    }
    if (w->f.thinking > 0 && one_in(w, 2))
        false_think(&w->f);
    notice_dismissals(w);
    want_commit(w);
}

/* ---- a match, checked at its end ---- */

/* All that was acknowledged is in the log, and the log is right. */
static void check_log(world *w, uint32_t match)
{
    char *parts = false_parts(&w->f, w->code, match);
    if (!parts)
        fail("the log is gone");
    size_t size = strlen(parts) + TABLE_LINE_MAX;
    char *text = malloc(size), salt[32];
    kn_text out = kn_text_on(text, size);
    const char *why =
        house_write_log(w->f.house, w->code, match, kn_slice_of(parts), w->f.now_ms, &out);
    if (why)
        fail("the log cannot be had");
    /* After something was taken back a move brings the salt it had before. */
    for (int i = 0; i < w->acked_count && !strstr(text, " back "); i++) {
        snprintf(salt, sizeof salt, "salt=%016" PRIx64, w->acked[i].salt);
        if (w->acked[i].match == match && !strstr(text, salt))
            fail("a move that was acknowledged is not in the log");
    }
    if (!eavesdrop_log_is_right(text))
        fail("the log is not right");
    free(text);
    free(parts);
}

static bool everybody_saw_the_end(const world *w, uint32_t match)
{
    for (int i = 0; i < w->clients; i++)
        if (w->client[i].match != match || !w->client[i].over)
            return false;
    return true;
}

static uint64_t count_games(void)
{
    uint64_t count = 0;
    while (kn_games[count])
        count++;
    return count;
}

static void open_world(world *w, uint64_t seed)
{
    char body[256], token[HOUSE_TOKEN_MAX];
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->random = kn_random_from(seed * 2654435761u + 1);
    now_playing = w;
    false_open(&w->f, seed);
    w->f.limits.lead_ms = 300;
    w->f.think_later = true;
    w->f.post = post;
    w->f.post_with = w;
    w->game = kn_games[seed % count_games()];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"pace_ms\":%u,\"away\":\"%s\",\"away_s\":20,\"dice\":\"%s\","
             "\"watching\":\"%s\"}",
             w->game->key, below(w, 500),
             one_in(w, 2)   ? "bot"
             : one_in(w, 2) ? "ask"
                            : "wait",
             w->game->place && one_in(w, 2) ? "same" : "house",
             seed % 3 == 0   ? "late"
             : seed % 7 == 0 ? "none"
                             : "all");
    if (false_open_room(&w->f, body, w->code, token))
        fail("no room");
    w->f.committed = w->f.kept;
    w->commit_ms = w->healed_ms = KN_NEVER;
    w->chaos_ms = w->f.now_ms + 5000;
    w->clients = 2 + (int)below(w, CLIENTS - 1);
    for (int i = 0; i < w->clients; i++) {
        w->client[i].number = i;
        w->client[i].wakes_ms = w->f.now_ms + below(w, 1000);
    }
    strcpy(w->client[0].token, token);
}

static void close_world(world *w)
{
    lose_letters(w, 0, true);
    for (int i = 0; i < w->clients; i++) {
        forget_lines(&w->client[i]);
        json_decref(w->client[i].told);
    }
    eavesdrop_end();
    false_close(&w->f);
}

static void play_world(world *w)
{
    int64_t began_ms = w->f.now_ms;
    for (uint32_t match = 1; match <= MATCHES;) {
        step(w);
        int64_t hours = (w->f.now_ms - began_ms) / 3600000;
        w->calm = hours >= 1; /* long enough; now come to an end */
        if (hours >= HOURS_MAX)
            fail("the match does not end");
        if (w->client[0].match > match) /* stopped, and begun anew */
            match = w->client[0].match;
        if (!everybody_saw_the_end(w, match))
            continue;
        commit(w);
        check_log(w, match);
        w->matches++;
        match++;
    }
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    uint64_t last = argc > 2 ? strtoull(argv[2], NULL, 10) : first;
    long matches = 0, messages = 0, crashes = 0, failures = 0;
    world *w = malloc(sizeof *w);
    if (!w)
        return 3;
    for (uint64_t seed = first; seed <= last; seed++) {
        open_world(w, seed);
        play_world(w);
        matches += w->matches;
        messages += w->messages;
        crashes += w->crashes;
        failures += w->failures;
        close_world(w);
    }
    free(w);
    printf("ok - %ld matches, %ld messages overheard, %ld crashes, %ld failures of the disk\n",
           matches, messages, crashes, failures);
    return 0;
}
