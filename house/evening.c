/* evening.c: the evening in a room: the matches of several games, points by place, who picks the
 * next game, who goes first in it, and who sits out while a game has too few seats.
 *
 * Nothing here is hidden: a match is listed when it is over. */
#include <string.h>

#include "games/games.h"
#include "house/inside.h"

/* ---- places and points ---- */

/* Winners share the first place, whatever their points are: the rules have decided that. */
static bool is_better(const kn_game *game, const void *state, int a, int b)
{
    kn_actors won = game->result(state);
    bool a_won = won & KN_ACTOR(a), b_won = won & KN_ACTOR(b);
    if (a_won || b_won)
        return a_won && !b_won;
    int32_t more = game->score(state, a) - game->score(state, b);
    return game->fewest_win ? more < 0 : more > 0;
}

void evening_places(const kn_game *game, const void *state, int seats, uint8_t place[KN_SEATS_MAX])
{
    for (int seat = 0; seat < seats; seat++) {
        place[seat] = 1;
        for (int other = 0; other < seats; other++)
            place[seat] += is_better(game, state, other, seat);
    }
}

int evening_points(const uint8_t *place, int seats, int seat)
{
    int points = 0;
    for (int other = 0; other < seats; other++)
        if (other != seat)
            points += 2 * (place[other] > place[seat]) + (place[other] == place[seat]);
    return points;
}

/* ---- those who play ---- */

evening *evening_of(room *r)
{
    if (!r->evening) {
        r->evening = r->house->machine.grow(r->house->machine.with, NULL, sizeof *r->evening);
        memset(r->evening, 0, sizeof *r->evening);
    }
    return r->evening;
}

void evening_free(room *r)
{
    if (r->evening)
        r->house->machine.grow(r->house->machine.with, r->evening, 0);
    r->evening = NULL;
}

/* Several bots of a level are told apart by their order at the table. */
static uint8_t nth_of_its_level(const room *r, int seat)
{
    uint8_t nth = 0;
    for (int i = 0; i < seat; i++)
        nth += r->seat[seat].bot[0] && strcmp(r->seat[i].bot, r->seat[seat].bot) == 0;
    return nth;
}

/* Who sits there; a seat that was freed during the match counts under the name it began with. */
static evening_player who_sits(const room *r, int seat)
{
    const room_seat *s = &r->seat[seat];
    evening_player who = {.person = s->person, .nth = nth_of_its_level(r, seat)};
    memcpy(who.bot, s->bot, sizeof who.bot);
    memcpy(who.name, s->name[0] ? s->name : r->table->plan.seat[seat].name, sizeof who.name);
    return who;
}

static int find_player(const evening *e, const evening_player *who)
{
    for (int i = 0; i < e->players; i++) {
        const evening_player *p = &e->player[i];
        if (p->person == who->person && p->nth == who->nth && strcmp(p->bot, who->bot) == 0 &&
            strcmp(p->name, who->name) == 0)
            return i;
    }
    return -1;
}

static bool plays_in(const evening_match *m, int player)
{
    for (int seat = 0; seat < m->seats; seat++)
        if (m->player[seat] == player)
            return true;
    return false;
}

static bool is_listed(const evening *e, int player)
{
    for (int i = 0; i < e->matches; i++)
        if (plays_in(&e->match[i], player))
            return true;
    return false;
}

/* The oldest match leaves the list; what it was worth stays. */
static void sum_up_oldest(evening *e)
{
    const evening_match *m = &e->match[0];
    for (int seat = 0; seat < m->seats && !m->struck; seat++) {
        evening_player *p = &e->player[m->player[seat]];
        p->points += (uint32_t)evening_points(m->place, m->seats, seat);
        p->wins += m->place[seat] == 1;
    }
    e->earlier++;
    e->matches--;
    memmove(&e->match[0], &e->match[1], (size_t)e->matches * sizeof *e->match);
}

static void forget_player(evening *e, int player, evening_match *adding)
{
    e->players--;
    memmove(&e->player[player], &e->player[player + 1],
            (size_t)(e->players - player) * sizeof *e->player);
    for (int i = 0; i <= e->matches; i++) {
        evening_match *m = i < e->matches ? &e->match[i] : adding;
        for (int seat = 0; seat < m->seats; seat++)
            m->player[seat] -= m->player[seat] > player;
    }
}

/* Whoever plays in no match of the list and has the fewest points makes room. */
static void make_space(evening *e, evening_match *adding)
{
    while (e->players == EVENING_PLAYERS_MAX) {
        int least = -1;
        for (int i = 0; i < e->players; i++)
            if (!is_listed(e, i) && !plays_in(adding, i) &&
                (least < 0 || e->player[i].points < e->player[least].points))
                least = i;
        if (least >= 0)
            forget_player(e, least, adding);
        else
            sum_up_oldest(e);
    }
}

static int add_player(evening *e, const evening_player *who, evening_match *adding)
{
    make_space(e, adding);
    e->player[e->players] = *who;
    return e->players++;
}

void evening_renamed(room *r, int seat, const char *before)
{
    const room_seat *s = &r->seat[seat];
    evening *e = r->evening;
    if (!e)
        return;
    evening_player now = who_sits(r, seat);
    if (find_player(e, &now) >= 0)
        return;
    for (int i = 0; i < KN_SEATS_MAX; i++)
        if (r->seat[i].person == s->person && strcmp(r->seat[i].name, before) == 0)
            return; /* another seat of theirs has that name */
    for (int i = 0; i < e->players; i++)
        if (e->player[i].person == s->person && strcmp(e->player[i].name, before) == 0)
            memcpy(e->player[i].name, s->name, sizeof s->name);
}

/* ---- who goes first ---- */

int evening_first(const room *r)
{
    int taken = 0;
    for (int i = 0; i < KN_SEATS_MAX; i++) {
        if (r->seat[i].begins && r->seat[i].name[0])
            return taken;
        taken += r->seat[i].name[0] != '\0';
    }
    return -1;
}

void evening_set_first(room *r, int seat)
{
    for (int i = 0; i < KN_SEATS_MAX; i++)
        r->seat[i].begins = i == seat;
}

/* The last one by place; of several the first one after who went first. */
static int loser_of(const uint8_t *place, int seats, int began)
{
    int loser = -1;
    for (int n = 1; n <= seats; n++) {
        int seat = (began + n) % seats;
        if (loser < 0 || place[seat] > place[loser])
            loser = seat;
    }
    return loser;
}

/* A game in which nobody goes first, or which draws it, does not move the turn on. */
static void decide_first(room *r, const uint8_t *place)
{
    const kn_setup *played = &r->table->plan.setup;
    int option = kn_first_option(r->table->plan.game);
    int began = option >= 0 ? played->option[option] - 1 : -1;
    if (r->settings.begins == BEGINS_LOSER)
        evening_set_first(r, loser_of(place, played->seats, began < 0 ? 0 : began));
    else if (r->settings.begins == BEGINS_ROTATE && began >= 0)
        evening_set_first(r, (began + 1) % played->seats);
}

/* ---- the list of matches ---- */

/* Who plays alone beats nobody: such a match is not listed. */
void evening_add(room *r)
{
    const table *t = r->table;
    evening_match m = {.match = r->match, .game = t->plan.game};
    int seats = t->plan.setup.seats;
    if (seats < 2)
        return;
    evening *e = evening_of(r);
    evening_places(t->plan.game, &t->state, seats, m.place);
    if (e->matches == EVENING_MATCHES_MAX)
        sum_up_oldest(e);
    for (int seat = 0; seat < seats; seat++) {
        evening_player who = who_sits(r, seat);
        int player = find_player(e, &who);
        if (player < 0)
            player = add_player(e, &who, &m);
        m.player[seat] = (uint8_t)player;
        m.seats++;
    }
    e->match[e->matches++] = m;
    decide_first(r, m.place);
    r->changed = true;
}

refusal hear_strike(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    int64_t match;
    bool struck;
    (void)g;
    (void)now_ms;
    if (!field_int(m, "match", 1, UINT32_MAX, &match) || !field_bool(m, "struck", &struck))
        return "not_understood";
    for (int i = 0; r->evening && i < r->evening->matches; i++)
        if (r->evening->match[i].match == match) {
            r->evening->match[i].struck = struck;
            r->changed = true;
            return NULL;
        }
    return "nothing_there";
}

/* A new evening: those who sit out still do. */
static void begin_anew(evening *e)
{
    e->players = e->matches = 0;
    e->earlier = 0;
    e->over = false;
}

refusal hear_evening(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    bool over = false, anew = false;
    (void)g;
    (void)now_ms;
    if (field_bool(m, "over", &over) == field_bool(m, "new", &anew))
        return "not_understood";
    if (match_on(r))
        return "playing";
    if (anew)
        begin_anew(evening_of(r));
    else
        evening_of(r)->over = over;
    r->changed = true;
    return NULL;
}

/* ---- those who sit out ---- */

bool evening_benched(const room *r, uint32_t id)
{
    for (int i = 0; r->evening && id && i < r->evening->benched; i++)
        if (r->evening->bench[i].person == id)
            return true;
    return false;
}

static void take_off_bench(evening *e, int at)
{
    e->benched--;
    memmove(&e->bench[at], &e->bench[at + 1], (size_t)(e->benched - at) * sizeof *e->bench);
}

void evening_unbench(room *r, uint32_t id, const char *name)
{
    evening *e = r->evening;
    for (int i = e ? e->benched - 1 : -1; i >= 0; i--)
        if (id && e->bench[i].person == id && (!name || strcmp(e->bench[i].name, name) == 0)) {
            take_off_bench(e, i);
            r->changed = true;
        }
}

/* All who sit, and then as many of those who sat out as there are seats, each where they sat. */
static int gather(const room *r, const evening *e, evening_bench all[2 * KN_SEATS_MAX])
{
    int count = 0;
    for (int i = 0; i < KN_SEATS_MAX; i++) {
        const room_seat *s = &r->seat[i];
        if (!s->name[0])
            continue;
        evening_bench *b = &all[count++];
        memset(b, 0, sizeof *b);
        b->person = s->person;
        memcpy(b->bot, s->bot, sizeof b->bot);
        memcpy(b->name, s->name, sizeof b->name);
    }
    for (int i = 0; i < e->benched; i++) { /* they lie by where they sat */
        int home = e->bench[i].home < count ? e->bench[i].home : count;
        memmove(&all[home + 1], &all[home], (size_t)(count - home) * sizeof *all);
        all[home] = e->bench[i];
        count++;
    }
    for (int i = 0; i < count; i++)
        all[i].home = (uint8_t)i;
    return count;
}

static int matches_played(const evening *e, const evening_bench *b)
{
    int played = 0;
    for (int i = 0; i < e->matches; i++)
        for (int seat = 0; seat < e->match[i].seats; seat++) {
            const evening_player *p = &e->player[e->match[i].player[seat]];
            played += p->person == b->person && strcmp(p->name, b->name) == 0;
        }
    return played;
}

/* Bots sit out first, then who is not there, then who has played most; of several the last one. */
static int next_to_sit_out(room *r, const evening *e, const evening_bench *all, int count)
{
    enum { A_BOT = 1000, AWAY = 500 };
    int out = 0, most = -1;
    for (int i = 0; i < count; i++) {
        int weight = !all[i].person                   ? A_BOT
                     : !person_here(r, all[i].person) ? AWAY
                                                      : matches_played(e, &all[i]);
        if (weight >= most) {
            out = i;
            most = weight;
        }
    }
    return out;
}

static void put_on_seat(room *r, int seat, const evening_bench *b, bool begins)
{
    room_seat *s = &r->seat[seat];
    bots_leave(r, seat);
    uint32_t thinking = s->thinking, judging = s->judging;
    memset(s, 0, sizeof *s);
    s->thinking = thinking;
    s->judging = judging;
    s->due_ms = KN_NEVER;
    if (!b)
        return;
    s->person = b->person;
    s->begins = begins;
    memcpy(s->bot, b->bot, sizeof s->bot);
    memcpy(s->name, b->name, sizeof s->name);
}

/* Is somebody at this place of the order to go first? Who sits out leaves that to the next. */
static int first_of(const room *r, const evening_bench *all, int count)
{
    for (int i = 0; i < KN_SEATS_MAX; i++)
        for (int k = 0; r->seat[i].begins && k < count; k++)
            if (all[k].person == r->seat[i].person && strcmp(all[k].name, r->seat[i].name) == 0 &&
                strcmp(all[k].bot, r->seat[i].bot) == 0)
                return k;
    return -1;
}

/* Seat everybody for a game: those who sat out come back, and others sit out where it has too few
 * seats. */
static void seat_for(room *r, const kn_game *game)
{
    evening *e = evening_of(r);
    evening_bench all[2 * KN_SEATS_MAX], out[2 * KN_SEATS_MAX];
    int before = e->benched, count = gather(r, e, all), outside = 0;
    int first = first_of(r, all, count);
    if (before == 0 && count <= game->seats_max) {
        seats_close_up(r, game->seats_max);
        return;
    }
    while (count > game->seats_max) {
        int goes = next_to_sit_out(r, e, all, count);
        out[outside++] = all[goes];
        count--;
        memmove(&all[goes], &all[goes + 1], (size_t)(count - goes) * sizeof *all);
        first -= first > goes;
        if (first == count)
            first = 0;
    }
    for (int i = 0; i < KN_SEATS_MAX; i++)
        you_changed(r, r->seat[i].person);
    for (int i = 0; i < KN_SEATS_MAX; i++)
        put_on_seat(r, i, i < count ? &all[i] : NULL, i == first);
    for (int i = 0; i < count; i++)
        you_changed(r, r->seat[i].person);
    e->benched = 0;
    for (int home = 0; home < 2 * KN_SEATS_MAX; home++)
        for (int i = 0; i < outside && e->benched < KN_SEATS_MAX; i++)
            if (out[i].home == home)
                e->bench[e->benched++] = out[i];
    room_seal_next(r);
}

/* ---- the next game ---- */

void evening_forget_picks(room *r)
{
    for (int i = 0; i < r->people_count; i++)
        r->people[i].pick = NULL;
}

/* One vote for each person at the table or on the bench who is there, and for the host. */
static bool may_pick(const room *r, const person *p)
{
    return !p->away && (p->id == r->host || seats_of(r, p->id) || evening_benched(r, p->id));
}

/* More than half of those who are there want this game. */
static bool is_wanted(const room *r, const kn_game *game)
{
    int voters = 0, votes = 0;
    for (int i = 0; i < r->people_count; i++)
        if (may_pick(r, &r->people[i])) {
            voters++;
            votes += r->people[i].pick == game;
        }
    return 2 * votes > voters;
}

refusal hear_pick(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice key;
    const kn_game *game = field_text(m, "game", &key) ? kn_find_game(key) : NULL;
    person *p = person_find(r, g->person);
    (void)now_ms;
    if (!game)
        return "no_such_game";
    if (match_on(r))
        return "playing";
    if (!p || !may_pick(r, p))
        return "not_yours";
    bool host = p->id == r->host;
    if (!host && r->match == 0)
        return "not_host"; /* others may still be on their way */
    p->pick = game;
    r->told_differs = true;
    if (!host && !is_wanted(r, game))
        return NULL;
    seat_for(r, game);
    settings_pick(r, game);
    evening_forget_picks(r);
    r->changed = true;
    return NULL;
}

/* ---- telling ---- */

static void put_player(const evening_player *p, kn_json *json)
{
    kn_json_string(json, "name", p->name);
    if (p->person)
        kn_json_int(json, "person", p->person);
    else
        kn_json_null(json, "person");
    if (p->bot[0])
        kn_json_string(json, "bot", p->bot);
    if (p->nth)
        kn_json_int(json, "number", p->nth + 1);
}

static void put_match(const evening *e, const evening_match *m, kn_json *json)
{
    kn_json_object(json, NULL);
    kn_json_int(json, "match", m->match);
    kn_json_string(json, "game", m->game->key);
    kn_json_list(json, "seats");
    for (int seat = 0; seat < m->seats; seat++) {
        kn_json_object(json, NULL);
        put_player(&e->player[m->player[seat]], json);
        kn_json_int(json, "place", m->place[seat]);
        kn_json_int(json, "points", evening_points(m->place, m->seats, seat));
        kn_json_end_object(json);
    }
    kn_json_end_list(json);
    kn_json_bool(json, "struck", m->struck);
    kn_json_end_object(json);
}

typedef struct {
    uint32_t points, wins;
} sum;

static void add_up(const evening *e, sum sums[EVENING_PLAYERS_MAX])
{
    for (int i = 0; i < e->players; i++)
        sums[i] = (sum){e->player[i].points, e->player[i].wins};
    for (int i = 0; i < e->matches; i++) {
        const evening_match *m = &e->match[i];
        for (int seat = 0; seat < m->seats && !m->struck; seat++) {
            sums[m->player[seat]].points += (uint32_t)evening_points(m->place, m->seats, seat);
            sums[m->player[seat]].wins += m->place[seat] == 1;
        }
    }
}

static bool is_ahead(const sum *a, const sum *b)
{
    return a->points != b->points ? a->points > b->points : a->wins > b->wins;
}

/* Best first; the same points are the same place. */
static void put_standings(const evening *e, kn_json *json)
{
    sum sums[EVENING_PLAYERS_MAX];
    int order[EVENING_PLAYERS_MAX], place = 0;
    add_up(e, sums);
    for (int i = 0; i < e->players; i++) {
        int at = i;
        for (; at > 0 && is_ahead(&sums[i], &sums[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < e->players; i++) {
        const sum *s = &sums[order[i]];
        if (i == 0 || s->points != sums[order[i - 1]].points)
            place = i + 1;
        kn_json_object(json, NULL);
        put_player(&e->player[order[i]], json);
        kn_json_int(json, "points", s->points);
        kn_json_int(json, "wins", s->wins);
        kn_json_int(json, "place", place);
        kn_json_end_object(json);
    }
}

/* Who wants which game, by person. */
static void put_votes(const room *r, kn_json *json)
{
    char id[12];
    kn_json_object(json, "votes");
    for (int i = 0; i < r->people_count; i++) {
        const person *p = &r->people[i];
        kn_text text = kn_text_on(id, sizeof id);
        kn_put_int(&text, p->id);
        if (p->pick && may_pick(r, p))
            kn_json_string(json, id, p->pick->key);
    }
    kn_json_end_object(json);
}

static void put_bench(const evening *e, kn_json *json)
{
    kn_json_list(json, "bench");
    for (int i = 0; i < e->benched; i++) {
        evening_player p = {.person = e->bench[i].person};
        memcpy(p.bot, e->bench[i].bot, sizeof p.bot);
        memcpy(p.name, e->bench[i].name, sizeof p.name);
        kn_json_object(json, NULL);
        put_player(&p, json);
        kn_json_end_object(json);
    }
    kn_json_end_list(json);
}

/* What is played next, between matches. */
static void put_next(const room *r, bool over, kn_json *json)
{
    if (match_on(r) || over) {
        kn_json_null(json, "next");
        return;
    }
    kn_json_object(json, "next");
    kn_json_string(json, "game", r->settings.game->key);
    put_options(r, json);
    kn_json_end_object(json);
}

void evening_put(const room *r, kn_json *json)
{
    static const evening none;
    const evening *e = r->evening ? r->evening : &none;
    kn_json_object(json, "evening");
    kn_json_list(json, "matches");
    for (int i = 0; i < e->matches; i++)
        put_match(e, &e->match[i], json);
    kn_json_end_list(json);
    if (e->earlier)
        kn_json_int(json, "earlier", e->earlier);
    kn_json_list(json, "standings");
    put_standings(e, json);
    kn_json_end_list(json);
    put_next(r, e->over, json);
    kn_json_bool(json, "over", e->over);
    kn_json_string(json, "begins", begins_names[r->settings.begins]);
    put_votes(r, json);
    put_bench(e, json);
    kn_json_end_object(json);
}
