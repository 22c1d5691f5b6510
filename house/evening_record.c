/* evening_record.c: the evening as lines of a room's record (keep.c), and back. */
#include <string.h>

#include "games/games.h"
#include "house/inside.h"

/* ---- writing ---- */

static void put_number(kn_text *out, int64_t number)
{
    kn_put_int(out, number);
    kn_put_char(out, ' ');
}

static void put_word(kn_text *out, const char *word)
{
    kn_put(out, word[0] ? word : "-");
    kn_put_char(out, ' ');
}

/* `played 7 GAME 0 1:2 2:1`: the match, its game, whether it was struck out, and for each seat the
 * player, counted from 0, and the place. */
static void write_match(const evening_match *m, kn_text *out)
{
    kn_put(out, "played ");
    put_number(out, m->match);
    put_word(out, m->game->key);
    kn_put_int(out, m->struck);
    for (int seat = 0; seat < m->seats; seat++) {
        kn_put_char(out, ' ');
        kn_put_int(out, m->player[seat]);
        kn_put_char(out, ':');
        kn_put_int(out, m->place[seat]);
    }
    kn_put_char(out, '\n');
}

/* `player 3 - 0 12 2 Anna`: the person or 0, the bot or a dash, which one of its level, points and
 * wins of matches that are no longer listed, the name. */
static void write_player(const evening_player *p, kn_text *out)
{
    kn_put(out, "player ");
    put_number(out, p->person);
    put_word(out, p->bot);
    put_number(out, p->nth);
    put_number(out, p->points);
    put_number(out, p->wins);
    kn_put(out, p->name);
    kn_put_char(out, '\n');
}

/* `bench 2 5 - Cara`: where they sat, the person or 0, the bot or a dash, the name. */
static void write_bench(const evening_bench *b, kn_text *out)
{
    kn_put(out, "bench ");
    put_number(out, b->home);
    put_number(out, b->person);
    put_word(out, b->bot);
    kn_put(out, b->name);
    kn_put_char(out, '\n');
}

void evening_write(const room *r, kn_text *out)
{
    const evening *e = r->evening;
    for (int i = 0; i < KN_SEATS_MAX; i++)
        if (r->seat[i].begins) {
            kn_put(out, "first ");
            kn_put_int(out, i + 1);
            kn_put_char(out, '\n');
        }
    if (!e)
        return;
    kn_put(out, "evening ");
    put_number(out, e->over);
    kn_put_int(out, e->earlier);
    kn_put_char(out, '\n');
    for (int i = 0; i < e->players; i++)
        write_player(&e->player[i], out);
    for (int i = 0; i < e->matches; i++)
        write_match(&e->match[i], out);
    for (int i = 0; i < e->benched; i++)
        write_bench(&e->bench[i], out);
}

/* ---- reading ---- */

static bool take_number(kn_slice *rest, int64_t max, int64_t *out)
{
    kn_slice word;
    return kn_take_until(rest, ' ', &word) && kn_read_int(word, 0, max, out);
}

/* A bot's key or a dash. */
static bool take_bot(kn_slice *rest, char level[TABLE_BOT_MAX])
{
    kn_slice word;
    if (!kn_take_until(rest, ' ', &word) || word.length >= TABLE_BOT_MAX)
        return false;
    if (!kn_slice_is(word, "-"))
        memcpy(level, word.at, word.length);
    return true;
}

static bool take_name(kn_slice rest, char name[TABLE_NAME_MAX])
{
    if (rest.length == 0 || rest.length >= TABLE_NAME_MAX)
        return false;
    memcpy(name, rest.at, rest.length);
    return true;
}

static bool read_first(room *r, kn_slice value)
{
    int64_t seat;
    if (!kn_read_int(value, 1, KN_SEATS_MAX, &seat))
        return false;
    evening_set_first(r, (int)seat - 1);
    return true;
}

static bool read_evening(evening *e, kn_slice value)
{
    int64_t over, earlier;
    if (!take_number(&value, 1, &over) || !kn_read_int(value, 0, UINT32_MAX, &earlier))
        return false;
    e->over = over;
    e->earlier = (uint32_t)earlier;
    return true;
}

static bool read_player(evening *e, kn_slice value)
{
    int64_t id, nth, points, wins;
    if (e->players == EVENING_PLAYERS_MAX)
        return false;
    evening_player *p = &e->player[e->players++];
    if (!take_number(&value, UINT32_MAX, &id) || !take_bot(&value, p->bot) ||
        !take_number(&value, KN_SEATS_MAX, &nth) || !take_number(&value, UINT32_MAX, &points) ||
        !take_number(&value, UINT32_MAX, &wins) || !take_name(value, p->name))
        return false;
    p->person = (uint32_t)id;
    p->nth = (uint8_t)nth;
    p->points = (uint32_t)points;
    p->wins = (uint32_t)wins;
    return true;
}

static bool read_result(const evening *e, kn_slice word, evening_match *m)
{
    kn_slice player;
    int64_t who, place;
    if (m->seats == KN_SEATS_MAX || !kn_take_until(&word, ':', &player) ||
        !kn_read_int(player, 0, e->players - 1, &who) ||
        !kn_read_int(word, 1, KN_SEATS_MAX, &place))
        return false;
    m->player[m->seats] = (uint8_t)who;
    m->place[m->seats++] = (uint8_t)place;
    return true;
}

static bool read_match(evening *e, kn_slice value)
{
    evening_match m = {0};
    int64_t match;
    kn_slice game, word;
    if (e->matches == EVENING_MATCHES_MAX || !take_number(&value, UINT32_MAX, &match) ||
        !kn_take_until(&value, ' ', &game) || !kn_take_word(&value, &word))
        return false;
    m.match = (uint32_t)match;
    m.game = kn_find_game(game);
    m.struck = kn_slice_is(word, "1");
    while (value.length > 0)
        if (!kn_take_word(&value, &word) || !read_result(e, word, &m))
            return false;
    if (m.game) /* else one that this program no longer has */
        e->match[e->matches++] = m;
    return true;
}

static bool read_bench(evening *e, kn_slice value)
{
    int64_t home, id;
    if (e->benched == KN_SEATS_MAX)
        return false;
    evening_bench *b = &e->bench[e->benched++];
    if (!take_number(&value, 2 * KN_SEATS_MAX, &home) || !take_number(&value, UINT32_MAX, &id) ||
        !take_bot(&value, b->bot) || !take_name(value, b->name))
        return false;
    b->home = (uint8_t)home;
    b->person = (uint32_t)id;
    return true;
}

static const char *const record_keys[] = {"first", "evening", "player", "played", "bench", NULL};

bool evening_reads(kn_slice key)
{
    return kn_read_name(key, record_keys) >= 0;
}

bool evening_read(room *r, kn_slice key, kn_slice value)
{
    if (kn_slice_is(key, "first"))
        return read_first(r, value);
    evening *e = evening_of(r);
    if (kn_slice_is(key, "player"))
        return read_player(e, value);
    if (kn_slice_is(key, "played"))
        return read_match(e, value);
    return kn_slice_is(key, "bench") ? read_bench(e, value) : read_evening(e, value);
}
