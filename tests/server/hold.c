/* hold.c: what waits for the disk, and what must not. Guests of a hub without sockets, with a disk
 * that writes when it is told to: the order shows what a clock would measure.
 *
 * Needs the games: yubitsume */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "protocol/message.h"
#include "server/net/hub.h"
#include "tests/engine/scenes.h"

enum { ANNA, BEN, CARA, DAVE, GUESTS, HEARD_MAX = 1 << 16, TEXT_MAX = 512, FRAME_SHORT = 126 };

typedef struct {
    hub hub;
    server_settings settings;
    int64_t now_ms;
    int kept, unseen;             /* records */
    uint64_t written, in_writing; /* batches; in_writing 0: none */
    char room[HOUSE_CODE_MAX], token[GUESTS][HOUSE_TOKEN_MAX];
    connection *guest[GUESTS];
    char heard[HEARD_MAX]; /* by one of them, since somebody listened last */
} hall;

/* ---- the machine ---- */

static int64_t now_ms(void *with)
{
    return ((hall *)with)->now_ms;
}

static void keep(void *with, const house_record *record)
{
    hall *s = with;
    s->kept++;
    s->unseen += record->unseen;
}

static bool fetch(void *with, const char *room, struct house_fetching *fetching)
{
    (void)with, (void)room, (void)fetching;
    return false;
}

static void think(void *with, house_thought *thought)
{
    (void)with, (void)thought;
    fail();
}

/* What was gathered goes to the disk … */
static void begin_to_write(hall *s)
{
    assert_int_equal(s->in_writing, 0);
    s->in_writing = s->hub.batch++;
}

/* … and is there. */
static void is_written(hall *s)
{
    s->written = s->in_writing;
    s->in_writing = 0;
}

static void write_all(hall *s)
{
    begin_to_write(s);
    is_written(s);
}

/* ---- guests ---- */

static connection *come(hall *s, const char *request)
{
    connection *c = hub_welcome(&s->hub, "192.0.2.7");
    connection_read(c, kn_slice_of(request));
    return c;
}

static void enter_door(hall *s, int who)
{
    s->guest[who] = come(s, "GET /ws HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\n"
                            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                            "Sec-WebSocket-Protocol: knobel.1\r\n\r\n");
    assert_true(s->guest[who]->websocket_open);
}

/* With a mask of zeros. */
static void say(hall *s, int who, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void say(hall *s, int who, const char *format, ...)
{
    char frame[6 + FRAME_SHORT] = {(char)0x81};
    va_list values;
    va_start(values, format);
    int length = vsnprintf(frame + 6, FRAME_SHORT, format, values);
    va_end(values);
    assert_true(length < FRAME_SHORT);
    frame[1] = (char)(0x80 | length);
    connection_read(s->guest[who], (kn_slice){frame, 6 + (size_t)length});
}

/* All that has left for a connection since this was asked last. */
static const char *heard_on(hall *s, connection *c)
{
    kn_slice pieces[4];
    size_t length = 0;
    hub_release(&s->hub, s->written);
    while (hub_next_busy(&s->hub))
        continue;
    for (int count; (count = connection_lend(c, pieces, 4)) > 0;) {
        size_t bytes = 0;
        for (int i = 0; i < count; i++) {
            assert_true(length + bytes + pieces[i].length < HEARD_MAX);
            memcpy(s->heard + length + bytes, pieces[i].at, pieces[i].length);
            bytes += pieces[i].length;
        }
        connection_wrote(c, bytes);
        length += bytes;
    }
    for (size_t i = 0; i < length; i++) /* heads of frames hold zeros */
        s->heard[i] = s->heard[i] ? s->heard[i] : ' ';
    s->heard[length] = '\0';
    return s->heard;
}

static const char *heard(hall *s, int who)
{
    return heard_on(s, s->guest[who]);
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* ---- the hall: Anna has thrown, all hands may come down, all is on disk ---- */

static void copy_word(const char *text, const char *begins, char *out)
{
    const char *at = strstr(text, begins) + strlen(begins);
    memcpy(out, at, (size_t)(strchr(at, '"') - at));
}

static void open_room(hall *s)
{
    char text[TEXT_MAX];
    kn_text out = kn_text_on(text, sizeof text);
    message wish;
    assert_true(message_read(kn_slice_of("{\"game\":\"yubitsume\",\"pace_ms\":0}"), &wish));
    assert_null(house_open_room(s->hub.house, "192.0.2.1", &wish.said, s->now_ms, &out));
    message_free(&wish);
    copy_word(text, "\"room\":\"", s->room);
    copy_word(text, "\"token\":\"", s->token[ANNA]);
}

static void enter(hall *s, int who, const char *token)
{
    enter_door(s, who);
    say(s, who, "{\"type\":\"enter\",\"room\":\"%s\",\"token\":\"%s\",\"id\":1}", s->room, token);
}

static void enter_and_sit(hall *s, int who, const char *name)
{
    enter(s, who, s->token[who]);
    say(s, who, "{\"type\":\"sit\",\"name\":\"%s\",\"id\":2}", name);
}

static int open_hall(void **state)
{
    hall *s = test_calloc(1, sizeof *s);
    const hub_machine machine = {
        .with = s, .now_ms = now_ms, .keep = keep, .fetch = fetch, .think = think};
    s->settings = server_settings_initial;
    s->settings.house = house_limits_initial;
    s->now_ms = INT64_C(1794700800000);
    hub_open(&s->hub, &machine, &s->settings);
    open_room(s);
    enter_and_sit(s, ANNA, "Anna");
    enter_and_sit(s, BEN, "Ben");
    enter_and_sit(s, CARA, "Cara");
    enter_door(s, DAVE);
    say(s, ANNA, "{\"type\":\"set\",\"options\":{\"window_ms\":4000,\"first\":1},\"id\":3}");
    say(s, ANNA, "{\"type\":\"start\",\"id\":4}");
    say(s, ANNA, "{\"type\":\"play\",\"seat\":1,\"move\":\"throw\",\"id\":5}");
    write_all(s);
    assert_true(has(heard(s, ANNA), "{\"type\":\"done\",\"id\":5}"));
    for (int who = BEN; who <= CARA; who++) {
        assert_true(has(heard(s, who), "\"type\":\"table\""));
        copy_word(s->heard, "\"token\":\"", s->token[who]);
    }
    heard(s, DAVE);
    s->kept = s->unseen = 0;
    *state = s;
    return 0;
}

static int close_hall(void **state)
{
    hall *s = *state;
    hub_close(&s->hub);
    test_free(s);
    return 0;
}

static void slap(hall *s, int who)
{
    int kept = s->kept, unseen = s->unseen;
    say(s, who, "{\"type\":\"play\",\"seat\":%d,\"move\":\"hit knife\",\"id\":7}", who + 1);
    assert_int_equal(s->unseen - unseen, s->kept - kept);
}

static void ask(hall *s, int who)
{
    say(s, who, "{\"type\":\"correctable\",\"event\":999,\"id\":8}");
}

static void chat(hall *s, int who)
{
    say(s, who, "{\"type\":\"chat\",\"text\":\"x\",\"id\":9}");
}

static const char refused[] = "{\"type\":\"refused\",\"id\":8",
                  done[] = "{\"type\":\"done\",\"id\"", told[] = "\"type\":\"chat\"";

/* ---- */

/* While it is gathered and while it is written. */
static void nobody_else_waits_for_a_slap(void **state)
{
    hall *s = *state;
    slap(s, BEN);
    assert_int_equal(s->kept, 1);
    for (int i = 0; i < 2; i++) {
        char request[TEXT_MAX];
        ask(s, CARA);
        assert_true(has(heard(s, CARA), refused));
        say(s, CARA, "{\"type\":\"call\",\"word\":\"more\",\"id\":6}");
        assert_true(has(heard(s, CARA), done));
        say(s, DAVE, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":6}", s->room);
        assert_true(has(heard(s, DAVE), done));
        snprintf(request, sizeof request, "GET /api/rooms/%s HTTP/1.1\r\nHost: house\r\n\r\n",
                 s->room);
        assert_true(has(heard_on(s, come(s, request)), " 200 "));
        /* and nothing is read of a match that goes on */
        snprintf(request, sizeof request, "GET /api/rooms/%s/log HTTP/1.1\r\nHost: house\r\n\r\n",
                 s->room);
        assert_true(has(heard_on(s, come(s, request)), "\"playing\""));
        assert_false(has(heard(s, BEN), done));
        if (i == 0)
            begin_to_write(s);
    }
    is_written(s);
    assert_true(has(heard(s, BEN), done));
}

/* Who did it is told when it is on disk, and asks in vain before. */
static void who_slaps_waits(void **state)
{
    hall *s = *state;
    slap(s, BEN);
    begin_to_write(s);
    ask(s, BEN);
    assert_string_equal(heard(s, BEN), "");
    slap(s, CARA); /* the next batch: Ben does not wait for it */
    is_written(s);
    const char *at = strstr(heard(s, BEN), done);
    assert_non_null(at);
    assert_true(has(at, refused));
    assert_string_equal(heard(s, CARA), "");
    begin_to_write(s);
    ask(s, BEN);
    assert_true(has(heard(s, BEN), refused));
    assert_string_equal(heard(s, CARA), "");
    is_written(s);
    assert_true(has(heard(s, CARA), done));
}

/* On other devices, too: one that was there, and one that comes meanwhile. */
static void other_devices_of_who_slaps_wait(void **state)
{
    hall *s = *state;
    enter(s, DAVE, s->token[BEN]);
    assert_true(has(heard(s, DAVE), done));
    slap(s, BEN);
    begin_to_write(s);
    ask(s, DAVE);
    assert_string_equal(heard(s, DAVE), "");
    connection *before = s->guest[DAVE];
    enter(s, DAVE, s->token[BEN]);
    ask(s, DAVE);
    assert_false(has(heard(s, DAVE), "\"type\":\"table\""));
    assert_false(has(s->heard, refused));
    is_written(s);
    assert_true(has(heard_on(s, before), refused));
    write_all(s);
    assert_true(has(heard(s, DAVE), refused));
}

/* Once it is on disk, who slapped and comes in again waits for nobody else's slap. */
static void who_has_slapped_does_not_wait_for_others(void **state)
{
    hall *s = *state;
    slap(s, BEN);
    write_all(s);
    assert_true(has(heard(s, BEN), done));
    slap(s, CARA);
    for (int i = 0; i < 2; i++) {
        enter(s, DAVE, s->token[BEN]);
        assert_true(has(heard(s, DAVE), "\"type\":\"table\""));
        assert_true(has(s->heard, done));
        enter(s, DAVE, s->token[CARA]);
        assert_false(has(heard(s, DAVE), "\"type\":\"table\""));
        if (i == 0)
            begin_to_write(s);
    }
    is_written(s);
    heard(s, CARA);
    write_all(s);
    assert_true(has(heard(s, DAVE), "\"type\":\"table\""));
}

/* When the time is over all see what was hidden: nobody before that is on disk. */
static void everybody_waits_for_the_end_of_the_window(void **state)
{
    enum { LATER_MS = 10000 };
    hall *s = *state;
    slap(s, BEN);
    write_all(s);
    assert_true(has(heard(s, BEN), done));
    slap(s, CARA);
    s->now_ms += LATER_MS;
    house_tick(s->hub.house, s->now_ms);
    assert_true(s->kept > s->unseen);
    begin_to_write(s);
    for (int who = ANNA; who <= CARA; who++)
        assert_string_equal(heard(s, who), "");
    is_written(s);
    for (int who = ANNA; who <= CARA; who++)
        assert_true(has(heard(s, who), "\"type\":\"table\""));
}

/* What all see is waited for by all, and nothing overtakes it. */
static void everybody_waits_for_what_all_see(void **state)
{
    hall *s = *state;
    chat(s, ANNA);
    begin_to_write(s);
    slap(s, BEN); /* in the next batch: only Ben waits for that */
    ask(s, CARA);
    say(s, DAVE, "{\"type\":\"enter\",\"room\":\"%s\",\"id\":6}", s->room);
    for (int who = ANNA; who <= DAVE; who++)
        assert_false(has(heard(s, who), "\"type\""));
    is_written(s);
    const char *at = strstr(heard(s, CARA), told);
    assert_non_null(at);
    assert_true(has(at, refused));
    assert_true(has(heard(s, DAVE), done));
    at = heard(s, BEN);
    assert_true(has(at, told));
    assert_false(has(at, done));
    write_all(s);
    assert_true(has(heard(s, BEN), done));
}

static void a_line_of_chat_waits_for_itself(void **state)
{
    hall *s = *state;
    slap(s, BEN);
    begin_to_write(s);
    say(s, CARA, "{\"type\":\"chat\",\"text\":\"x\",\"id\":9}");
    ask(s, CARA);
    is_written(s);
    assert_false(has(heard(s, CARA), "\"type\""));
    write_all(s);
    const char *at = strstr(heard(s, CARA), told);
    assert_non_null(at);
    assert_true(has(at, refused));
}

/* What could not be written is told to nobody; what did not depend on it has left. */
static void a_slap_that_is_lost(void **state)
{
    hall *s = *state;
    slap(s, BEN);
    begin_to_write(s);
    ask(s, CARA);
    assert_true(has(heard(s, CARA), refused));
    hub_take_back(&s->hub);
    is_written(s);
    assert_false(has(heard(s, BEN), done));
    assert_int_equal(s->hub.held_count, 0);
    assert_int_equal(s->hub.held_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_else_waits_for_a_slap, open_hall, close_hall),
        cmocka_unit_test_setup_teardown(who_slaps_waits, open_hall, close_hall),
        cmocka_unit_test_setup_teardown(other_devices_of_who_slaps_wait, open_hall, close_hall),
        cmocka_unit_test_setup_teardown(who_has_slapped_does_not_wait_for_others, open_hall,
                                        close_hall),
        cmocka_unit_test_setup_teardown(everybody_waits_for_the_end_of_the_window, open_hall,
                                        close_hall),
        cmocka_unit_test_setup_teardown(everybody_waits_for_what_all_see, open_hall, close_hall),
        cmocka_unit_test_setup_teardown(a_line_of_chat_waits_for_itself, open_hall, close_hall),
        cmocka_unit_test_setup_teardown(a_slap_that_is_lost, open_hall, close_hall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
