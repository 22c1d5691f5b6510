/* day.c: a day of a busy house, in the time of a false clock.
 *
 *     day HOURS PARTIES     so many hours with so many parties of two
 *
 * A party opens a room, plays a match or several, with a bot now and then, talks, loses its
 * connection, leaves in the middle or at the end, and opens the next room. Rooms that nobody has
 * touched for two hours are cleared away, as a store does. Every hour says what is in memory; in
 * the second half of the day that must not be more than in the first, and when everybody has gone
 * home and the rooms have left, no more than an empty house has. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "games/games.h"
#include "native/players.h"
#include "protocol/message.h"

enum {
    PARTIES_MAX = 1000,
    BUCKETS = 4096, /* for the rooms that are kept */
    HOUR_MS = 3600000,
    KEPT_MS = 2 * HOUR_MS,
    MORE_PERCENT = 10,   /* that the second half may need: it is never the same hour twice */
    MORE_BYTES = 262144, /* and with few parties: one match more at a time */
};

static const int64_t BEGAN_MS = 1794700800000;

static void fail(const char *what)
{
    printf("not ok - %s\n", what);
    exit(1);
}

/* ---- memory, counted ---- */

static size_t in_use;

typedef union {
    size_t size;
    _Alignas(16) char unused[16];
} head;

static void *grow(void *with, void *old, size_t size)
{
    (void)with;
    head *h = old ? (head *)old - 1 : NULL;
    if (h)
        in_use -= h->size;
    if (size == 0) {
        free(h);
        return NULL;
    }
    h = realloc(h, sizeof *h + size);
    if (!h)
        abort();
    h->size = size;
    in_use += size;
    return h + 1;
}

/* ---- a disk: the records of every room ---- */

typedef struct kept {
    struct kept *next;
    house_record record;
    char text[];
} kept;

typedef struct shelf {
    struct shelf *next; /* in its bucket */
    char code[HOUSE_CODE_MAX];
    int64_t touched_ms;
    kept *room, *parts, **parts_end, *chat, **chat_end;
    uint32_t match;
} shelf;

static shelf *shelves[BUCKETS];
static int shelf_count;

static void drop(kept *list)
{
    for (kept *next; list; list = next) {
        next = list->next;
        free(list);
    }
}

static shelf **bucket_of(const char *code)
{
    uint32_t hash = 5381;
    for (; *code; code++)
        hash = hash * 33 + (uint8_t)*code;
    return &shelves[hash % BUCKETS];
}

static shelf *find_shelf(const char *code, bool make)
{
    shelf **bucket = bucket_of(code);
    for (shelf *s = *bucket; s; s = s->next)
        if (strcmp(s->code, code) == 0)
            return s;
    if (!make)
        return NULL;
    shelf *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    snprintf(s->code, sizeof s->code, "%s", code);
    s->parts_end = &s->parts;
    s->chat_end = &s->chat;
    s->next = *bucket;
    shelf_count++;
    return *bucket = s;
}

static kept *copy(const house_record *record)
{
    kept *mine = malloc(sizeof *mine + record->text.length + 1);
    if (!mine)
        abort();
    mine->next = NULL;
    mine->record = *record;
    memcpy(mine->text, record->text.at, record->text.length);
    mine->text[record->text.length] = '\0';
    return mine;
}

static void add(kept ***end, kept *mine)
{
    **end = mine;
    *end = &mine->next;
}

static void keep(void *with, const house_record *record)
{
    (void)with;
    if (record->what == HOUSE_KEEP_SEAL)
        return;
    shelf *s = find_shelf(record->room, true);
    s->touched_ms = record->now_ms;
    if (record->what == HOUSE_KEEP_ROOM) {
        drop(s->room);
        s->room = copy(record);
    } else if (record->what == HOUSE_KEEP_CHAT) {
        add(&s->chat_end, copy(record));
    } else {
        if (record->match != s->match) {
            drop(s->parts);
            s->parts = NULL;
            s->parts_end = &s->parts;
            s->match = record->match;
        }
        add(&s->parts_end, copy(record));
    }
}

static bool hand_over(const shelf *s, const kept *list, struct house_fetching *fetching)
{
    for (; list; list = list->next) {
        house_record record = list->record;
        record.room = s->code;
        record.text.at = list->text;
        if (!house_fetched(fetching, &record))
            return false;
    }
    return true;
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    (void)with;
    const shelf *s = find_shelf(room, false);
    return s && s->room && hand_over(s, s->room, fetching) && hand_over(s, s->parts, fetching) &&
           hand_over(s, s->chat, fetching);
}

static void clear_shelf(shelf **at)
{
    shelf *s = *at;
    *at = s->next;
    drop(s->room);
    drop(s->parts);
    drop(s->chat);
    free(s);
    shelf_count--;
}

static void clear_shelves(const house *h, int64_t now_ms)
{
    for (int i = 0; i < BUCKETS; i++)
        for (shelf **at = &shelves[i]; *at;)
            if (now_ms - (*at)->touched_ms >= KEPT_MS && !house_has(h, (*at)->code))
                clear_shelf(at);
            else
                at = &(*at)->next;
}

/* ---- the parties ---- */

typedef struct {
    uint32_t guest;
    bool there;
    char token[HOUSE_TOKEN_MAX];
    char *table; /* the last `table` that it was told, not yet looked at; NULL: none */
} person;

typedef struct {
    person who[2];
    char code[HOUSE_CODE_MAX];
    char address[HOUSE_ADDRESS_MAX];
    const kn_game *game;
    int64_t wakes_ms, leaves_ms;
    bool over;
    int matches;
} party;

typedef struct {
    house *house;
    int64_t now_ms;
    kn_random random;
    party party[PARTIES_MAX];
    int parties;
    uint64_t rooms, abandoned;
} day;

static uint32_t below(day *d, uint32_t bound)
{
    return kn_random_below(&d->random, bound);
}

static bool one_in(day *d, uint32_t n)
{
    return below(d, n) == 0;
}

static person *person_of(day *d, uint32_t guest)
{
    return &d->party[(guest - 1) / 2].who[(guest - 1) % 2];
}

static void draw(void *with, void *bytes, size_t count)
{
    day *d = with;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(kn_random_next(&d->random) >> 24);
}

/* Only what is needed to play on: where one sits, and what one may do. */
static void say(void *with, uint32_t guest, kn_slice text, house_when when)
{
    day *d = with;
    (void)when;
    person *p = person_of(d, guest);
    if (!p->there)
        fail("said to somebody who has gone");
    if (strstr(text.at, "\"type\":\"table\"")) {
        free(p->table);
        p->table = strndup(text.at, text.length);
    } else if (strstr(text.at, "\"token\":\"")) {
        json_t *read = json_loadb(text.at, text.length, 0, NULL);
        const char *token = json_string_value(json_object_get(read, "token"));
        if (token)
            snprintf(p->token, sizeof p->token, "%s", token);
        json_decref(read);
    }
}

static void dismiss(void *with, uint32_t guest, int code, const char *why)
{
    day *d = with;
    (void)code, (void)why;
    person_of(d, guest)->there = false;
}

static void think(void *with, house_thought *t)
{
    day *d = with;
    const void *solution =
        house_needs_solution(t) ? players_take_solution(t->game, &t->setup) : NULL;
    house_think(t, solution, &players_machine_alone);
    players_give_solution_back(solution);
    house_thought_done(d->house, t, d->now_ms);
}

static void tell(day *d, const person *p, const char *text)
{
    message m;
    if (!p->there)
        return;
    if (!message_read(kn_slice_of(text), &m))
        abort();
    house_hear(d->house, p->guest, &m.said, d->now_ms);
    message_free(&m);
}

static void come(day *d, party *g, person *p)
{
    char text[256];
    p->there = true;
    house_come(d->house, p->guest, g->address, d->now_ms);
    house_measured(d->house, p->guest, 20 + below(d, 100));
    snprintf(text, sizeof text,
             "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"moves\":true}", g->code,
             p->token);
    tell(d, p, text);
}

static void go(day *d, person *p)
{
    if (p->there)
        house_gone(d->house, p->guest, d->now_ms);
    p->there = false;
    free(p->table);
    p->table = NULL;
}

static void open_party(day *d, party *g)
{
    char body[160], answer[256];
    kn_text out = kn_text_on(answer, sizeof answer);
    message m;
    int games = 0;
    while (kn_games[games])
        games++;
    g->game = kn_games[below(d, (uint32_t)games)];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"pace_ms\":%u,\"away\":\"%s\",\"away_s\":20}",
             g->game->key, below(d, 500), one_in(d, 2) ? "bot" : "wait");
    if (!message_read(kn_slice_of(body), &m))
        abort();
    const char *why = house_open_room(d->house, g->address, &m.said, d->now_ms, &out);
    message_free(&m);
    if (why)
        fail(why);
    json_t *read = json_loads(answer, 0, NULL);
    snprintf(g->code, sizeof g->code, "%s", json_string_value(json_object_get(read, "room")));
    snprintf(g->who[0].token, sizeof g->who[0].token, "%s",
             json_string_value(json_object_get(read, "token")));
    json_decref(read);
    g->who[1].token[0] = '\0';
    for (int i = 0; i < 2; i++) {
        come(d, g, &g->who[i]);
        tell(d, &g->who[i],
             i ? "{\"type\":\"sit\",\"name\":\"Ben\"}" : "{\"type\":\"sit\",\"name\":\"Anna\"}");
    }
    if (g->game->seats_max > 2 && one_in(d, 3))
        tell(d, &g->who[0], "{\"type\":\"bot\",\"seat\":3,\"level\":\"random\"}");
    tell(d, &g->who[0], "{\"type\":\"start\"}");
    g->over = false;
    g->matches = 1;
    g->leaves_ms = d->now_ms + 60000 + below(d, HOUR_MS / 2);
    d->rooms++;
}

static void close_party(day *d, party *g)
{
    if (!g->over)
        d->abandoned++;
    for (int i = 0; i < 2; i++)
        go(d, &g->who[i]);
    g->code[0] = '\0';
}

/* Play what is due, at random; notice the end. */
static void play(day *d, party *g, person *p)
{
    const char *seat;
    json_t *eyes;
    char text[256];
    if (!p->table)
        return;
    json_t *told = json_loads(p->table, 0, NULL);
    free(p->table);
    p->table = NULL;
    g->over = json_is_true(json_object_get(told, "over"));
    uint32_t event = (uint32_t)json_integer_value(json_object_get(told, "event"));
    json_object_foreach(json_object_get(told, "eyes"), seat, eyes)
    {
        const json_t *moves = json_object_get(eyes, "moves");
        if (json_array_size(moves) == 0)
            continue;
        snprintf(
            text, sizeof text,
            "{\"type\":\"play\",\"seat\":%s,\"move\":\"%s\",\"salt\":\"%016" PRIx64
            "\",\"event\":%u,\"after_ms\":%u}",
            seat,
            json_string_value(json_array_get(moves, below(d, (uint32_t)json_array_size(moves)))),
            kn_random_next(&d->random) | 1, event, below(d, 900));
        tell(d, p, text);
    }
    json_decref(told);
}

static void act(day *d, party *g)
{
    g->wakes_ms = d->now_ms + 200 + below(d, 3000);
    if (!g->code[0]) {
        open_party(d, g);
        return;
    }
    if (d->now_ms >= g->leaves_ms || (g->over && one_in(d, 3))) {
        close_party(d, g);
        g->wakes_ms = d->now_ms + below(d, 60000);
        return;
    }
    for (int i = 0; i < 2; i++) {
        person *p = &g->who[i];
        if (!p->there) {
            if (one_in(d, 4))
                come(d, g, p);
            continue;
        }
        if (one_in(d, 200))
            go(d, p);
        else if (one_in(d, 60))
            tell(d, p, "{\"type\":\"chat\",\"text\":\"well played\"}");
        else
            play(d, g, p);
    }
    if (g->over)
        tell(d, &g->who[0], "{\"type\":\"start\"}");
}

/* ---- the day ---- */

static void pass_time(day *d, int64_t until_ms, bool open)
{
    while (d->now_ms < until_ms) {
        int64_t next_ms = until_ms, alarm_ms = house_alarm(d->house);
        party *first = NULL;
        for (int i = 0; open && i < d->parties; i++)
            if (d->party[i].wakes_ms < next_ms) {
                first = &d->party[i];
                next_ms = first->wakes_ms;
            }
        if (alarm_ms != KN_NEVER && alarm_ms <= next_ms) {
            d->now_ms = alarm_ms > d->now_ms ? alarm_ms : d->now_ms;
            house_tick(d->house, d->now_ms);
            continue;
        }
        d->now_ms = next_ms;
        if (first)
            act(d, first);
    }
}

static size_t say_hour(day *d, int hour)
{
    house_counts counts;
    house_count(d->house, &counts);
    clear_shelves(d->house, d->now_ms);
    printf("# hour %2d: %6.2f MB in memory, %" PRIu64 " rooms there, %" PRIu64
           " guests; ever %" PRIu64 " rooms (%" PRIu64 " left in mid-match), %" PRIu64
           " moves, %" PRIu64 " messages\n",
           hour, (double)in_use / 1e6, counts.rooms, counts.guests, d->rooms, d->abandoned,
           counts.moves, counts.said);
    fflush(stdout);
    return in_use;
}

static day *open_day(int parties)
{
    day *d = calloc(1, sizeof *d);
    if (!d)
        abort();
    d->now_ms = BEGAN_MS;
    d->parties = parties;
    d->random = kn_random_from(1);
    house_machine machine = {.with = d,
                             .grow = grow,
                             .random = draw,
                             .say = say,
                             .dismiss = dismiss,
                             .keep = keep,
                             .fetch = fetch,
                             .think = think};
    house_limits limits = house_limits_initial;
    limits.rooms_an_hour = 1000; /* a party opens one after the other */
    d->house = house_open(&machine, &limits);
    for (int i = 0; i < parties; i++) {
        snprintf(d->party[i].address, HOUSE_ADDRESS_MAX, "10.%d.%d.1", i / 250, i % 250);
        d->party[i].wakes_ms = d->now_ms + below(d, 60000);
        for (int k = 0; k < 2; k++)
            d->party[i].who[k].guest = (uint32_t)(2 * i + k + 1);
    }
    return d;
}

int main(int argc, char **argv)
{
    int hours = argc > 1 ? atoi(argv[1]) : 24, parties = argc > 2 ? atoi(argv[2]) : 100;
    if (hours < 4 || parties < 1 || parties > PARTIES_MAX)
        return 2;
    day *d = open_day(parties);
    size_t empty = in_use, first = 0, second = 0;
    for (int hour = 1; hour <= hours; hour++) {
        pass_time(d, d->now_ms + HOUR_MS, true);
        size_t now = say_hour(d, hour);
        size_t *most = hour <= hours / 2 ? &first : &second;
        if (now > *most)
            *most = now;
    }
    for (int i = 0; i < d->parties; i++)
        if (d->party[i].code[0])
            close_party(d, &d->party[i]);
    pass_time(d, d->now_ms + 3 * (int64_t)HOUR_MS, false);
    size_t after = say_hour(d, hours + 3);
    size_t more = first / 100 * MORE_PERCENT;
    bool flat = second <= first + (more > MORE_BYTES ? more : MORE_BYTES);
    printf("%s - memory is flat: at most %.2f MB in the first half, %.2f in the second\n",
           flat ? "ok" : "not ok", (double)first / 1e6, (double)second / 1e6);
    house_counts counts;
    house_count(d->house, &counts);
    bool gone = counts.rooms == 0 && shelf_count == 0 && after <= empty + empty / 100;
    printf("%s - everything has left: %zu bytes, %zu when the house was new\n",
           gone ? "ok" : "not ok", after, empty);
    house_close(d->house);
    bool clean = in_use == 0;
    printf("%s - nothing is left when the house closes\n", clean ? "ok" : "not ok");
    free(d);
    return flat && gone && clean ? 0 : 1;
}
