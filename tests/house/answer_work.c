/* answer_work.c: is it more work to answer a guest if something else is hidden from that guest?
 *
 * The same is said in two houses that differ only in what is hidden (twins.h), one after the other.
 * answer_work.mjs runs this under callgrind, which counts the instructions in hear_and_answer; the
 * lines printed here say in the same order what was asked. The last line has the processor time it
 * all took, which means something only without callgrind.
 *
 * Bots and judges do not think here: what they think about is what their own seat sees.
 *
 * Needs the games: yatzi bossa yubitsume crane */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/house/twins.h"

/* ---- memory ---- */

/* In place of the system's: handing out takes the same work whatever was asked for before. Each of
 * the two houses has its own, so that the same things lie at the same places of their pages, by
 * which functions for strings go. Given back when the next two houses open. */
enum { ARENA_BYTES = 1 << 26, PAGE = 4096, ALIGN = 16 };
static _Alignas(PAGE) char arenas[2][ARENA_BYTES];
static size_t arena_used[2];
static int arena;

/* Its length stands before each piece. */
void *malloc(size_t size)
{
    size_t *piece = (size_t *)(void *)(arenas[arena] + arena_used[arena]);
    arena_used[arena] += ALIGN + (size + ALIGN - 1) / ALIGN * ALIGN;
    if (arena_used[arena] > ARENA_BYTES)
        abort();
    *piece = size;
    return (char *)piece + ALIGN;
}

/* To the next page. */
static void begin_page(void)
{
    arena_used[arena] = (arena_used[arena] + PAGE - 1) / PAGE * PAGE;
}

void free(void *old)
{
    (void)old;
}

void *calloc(size_t count, size_t size)
{
    void *room = malloc(count * size);
    return memset(room, 0, count * size);
}

void *realloc(void *old, size_t size)
{
    size_t had = old ? *(size_t *)(void *)((char *)old - ALIGN) : 0;
    if (old && size <= had)
        return old;
    void *room = malloc(size);
    return had ? memcpy(room, old, had) : room;
}

/* One of the houses, for something that may need memory. */
static stage *in(int i)
{
    arena = i;
    return twin[i];
}

/* ---- asking ---- */

static int64_t took_ns;

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* What is asked from outside, as the routes of the server do it. */
static void answer_outside(stage *s, const char *what)
{
    static char text[1 << 16];
    kn_json json = kn_json_on(text, sizeof text);
    house_invitation invitation;
    kn_json_object(&json, NULL);
    if (strcmp(what, "GET room") == 0)
        house_describe_room(s->f.house, s->code, s->f.now_ms, &json);
    else if (strcmp(what, "GET rooms") == 0)
        house_list_rooms(s->f.house, &json);
    else
        house_invite(s->f.house, s->code, s->f.now_ms, &invitation);
}

/* Its instructions are counted. */
void hear_and_answer(stage *s, uint32_t guest, const char *said);
__attribute__((noinline)) void hear_and_answer(stage *s, uint32_t guest, const char *said)
{
    if (said[0] == '{')
        false_send(&s->f, guest, said);
    else
        answer_outside(s, said);
}

/* The text behind this in a message. */
static const char *part(const char *said, const char *behind, char out[PHRASE_MAX])
{
    const char *at = strstr(said, behind);
    size_t length = at ? strcspn(at + strlen(behind), "\" ") : 0;
    if (at)
        memcpy(out, at + strlen(behind), length);
    out[length] = '\0';
    return out;
}

/* The last that was said to who asked, and how much. */
static struct {
    uint32_t guest;
    int letters;
    bool refused;
} heard;

/* All that leaves is copied once, as a frame would be. */
static void post(void *with, uint32_t guest, kn_slice text, house_when when)
{
    static char frame[HOUSE_SAY_MAX];
    (void)with, (void)when;
    memcpy(frame, text.at, text.length);
    if (guest != heard.guest)
        return;
    heard.letters++;
    heard.refused = kn_slice_begins(text, "{\"type\":\"refused\"");
}

static void ask(const secret *about, uint32_t guest, const char *kind, const char *said)
{
    for (int i = 0; i < 2; i++) {
        stage *s = in(i);
        begin_page();
        heard.guest = guest;
        heard.letters = heard.refused = 0;
        s->f.post = post;
        int64_t begun = now_ns();
        hear_and_answer(s, guest, said);
        took_ns += now_ns() - begun;
    }
    printf("%s\t%s\t%s, %s\t%s\n", about->game, about->name, kind,
           heard.refused ? "refused" : "answered", said);
}

/* ---- the twins ---- */

static void begin(const secret *about)
{
    for (int i = 0; i < 2; i++) {
        arena = i;
        arena_used[i] = 0;
        twin[i] = about->set(i);
        twin[i]->f.think_later = true;
    }
}

/* ---- what is asked ---- */

/* Some of each kind: so many, spread over all. A kind is the type of a message, and the first word
 * of what it wants; all tiles are one. */
enum { SOME = 3 };

static void kind_of(const char *said, char kind[2 * PHRASE_MAX])
{
    char type[PHRASE_MAX], word[PHRASE_MAX];
    part(said, "\"type\":\"", type);
    part(said, strstr(said, "\"move\"") ? "\"move\":\"" : "\"shown\":\"", word);
    word[strspn(word, "0123456789") ? 0 : strlen(word)] = '\0';
    snprintf(kind, 2 * PHRASE_MAX, "%s %s", type, word);
}

static bool is_chosen(int n)
{
    static char kind[PHRASES_MAX][2 * PHRASE_MAX];
    int before = 0, all = 0;
    if (n == 0)
        for (int i = 0; i < phrase_count; i++)
            kind_of(phrases_said[i], kind[i]);
    for (int i = 0; i < phrase_count; i++)
        if (strcmp(kind[i], kind[n]) == 0) {
            all++;
            before += i < n;
        }
    return before % ((all + SOME - 1) / SOME) == 0;
}

static void ask_phrases(const secret *about)
{
    char type[PHRASE_MAX];
    int refusals = REFUSALS;
    make_phrases(about->asks);
    for (int n = 0; n < phrase_count; n++) {
        if (!is_chosen(n) || opens(about, phrases_said[n]))
            continue;
        if (++refusals > REFUSALS || heard.letters != 1 || !heard.refused) {
            begin(about);
            refusals = 0;
        }
        ask(about, about->asks, part(phrases_said[n], "\"type\":\"", type), phrases_said[n]);
    }
}

/* A stranger with the link, who says how far they have got. */
static void strangers_enter(const secret *about)
{
    enum { STRANGER = 20 };
    char text[PHRASE_MAX];
    for (int n = 0; n < 2 * NUMBERS; n += 3) {
        begin(about);
        for (int i = 0; i < 2; i++)
            false_come(&in(i)->f, STRANGER);
        write_enter(text, twin[0]->code, n / NUMBERS, n % NUMBERS);
        ask(about, STRANGER, "enter", text);
    }
}

/* The same person again, on another device. */
static void enter_again(const secret *about)
{
    enum { DEVICE = 21 };
    char text[2 * PHRASE_MAX], key[PHRASE_MAX];
    for (int event = 0; event < NUMBERS && about->asks != DAVE; event += 3) {
        begin(about);
        for (int i = 0; i < 2; i++) {
            say(in(i), about->asks, "{\"type\":\"seat_key\",\"id\":9}");
            false_come(&twin[i]->f, DEVICE);
        }
        json_t *told = last(in(0), about->asks, "seat_key");
        strcpy(key, json_string_value(json_object_get(told, "key")));
        json_decref(told);
        snprintf(text, sizeof text,
                 "{\"type\":\"enter\",\"room\":\"%s\",\"seat_key\":\"%s\",\"moves\":true,"
                 "\"since\":{\"match\":1,\"event\":%d},\"id\":9}",
                 twin[0]->code, key, event);
        ask(about, DEVICE, "enter again", text);
    }
}

static void ask_from_outside(const secret *about)
{
    static const char *const questions[] = {"GET room", "GET rooms", "GET invitation"};
    begin(about);
    for (int i = 0; i < 2; i++)
        say(in(i), ANNA, "{\"type\":\"set\",\"listed\":true,\"id\":9}");
    for (int i = 0; i < 3; i++)
        ask(about, about->asks, questions[i], questions[i]);
}

int main(void)
{
    static char out[BUFSIZ];
    setvbuf(stdout, out, _IOFBF, sizeof out);
    json_object_seed(1);
    for (const secret *about = secrets; about->name; about++) {
        ask_phrases(about);
        strangers_enter(about);
        enter_again(about);
        ask_from_outside(about);
    }
    printf("ns\t%lld\n", (long long)took_ns);
    return 0;
}
