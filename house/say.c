/* say.c: the messages to guests (docs/protocol.md). Everything that leaves the house goes through
 * here; the table decides what each guest may see of it. */
#include <string.h>

#include "house/inside.h"

/* ---- saying ---- */

kn_json say_begin(house *h, const char *type)
{
    kn_json json = kn_json_on(h->out, HOUSE_SAY_MAX);
    kn_json_object(&json, NULL);
    kn_json_string(&json, "type", type);
    return json;
}

void say_to(guest *g, kn_json *message, house_when when)
{
    house *h = g->room->house;
    h->counts.said++;
    if (when == HOUSE_AFTER_SEEN && g->room->changed)
        when = HOUSE_AFTER_KEEPING; /* it may tell what is kept only when the room settles */
    h->machine.say(h->machine.with, g->id, (kn_slice){message->text.at, message->text.length},
                   when);
}

/* An answer to a guest who may not have entered a room yet. */
void say_answer(house *h, guest *g, const house_message *m, refusal why)
{
    const house_field *id = m ? field(m, "id") : NULL;
    bool has_id = id && id->kind == HOUSE_NUMBER && id->number >= 0 && id->number < 1e15;
    h->counts.refused += why != NULL;
    if (!why && !has_id)
        return;
    kn_json json = say_begin(h, why ? "refused" : "done");
    if (has_id)
        kn_json_int(&json, "id", (int64_t)id->number);
    if (why)
        kn_json_string(&json, "why", why);
    if (why && g->unfit)
        kn_json_int(&json, "event", g->unfit);
    g->unfit = 0;
    kn_json_end_object(&json);
    h->counts.said++;
    /* That nothing can be kept must not wait until it can. */
    h->machine.say(h->machine.with, g->id, (kn_slice){json.text.at, json.text.length},
                   why && why == h->refuse ? HOUSE_AT_ONCE : HOUSE_AFTER_SEEN);
}

void say_entered(guest *g, int64_t now_ms)
{
    kn_json json = say_begin(g->room->house, "entered");
    kn_json_int(&json, "protocol", HOUSE_PROTOCOL);
    kn_json_string(&json, "room", g->room->code);
    kn_json_int(&json, "guest", g->id);
    kn_json_int(&json, "now", now_ms);
    kn_json_int(&json, "spread_ms", spread_ms(g->room->house));
    kn_json_list(&json, "phrases");
    for (int i = 0; phrases[i]; i++)
        kn_json_string(&json, NULL, phrases[i]);
    kn_json_end_list(&json);
    kn_json_list(&json, "reactions");
    for (int i = 0; reaction_names[i]; i++)
        kn_json_string(&json, NULL, reaction_names[i]);
    kn_json_end_list(&json);
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AFTER_SEEN);
}

static void put_actors(kn_json *json, const char *key, kn_actors set)
{
    kn_json_list(json, key);
    for (int i = 0; i < KN_SEATS_MAX; i++)
        if (set & KN_ACTOR(i))
            kn_json_int(json, NULL, i + 1);
    kn_json_end_list(json);
}

void say_you(guest *g)
{
    const room *r = g->room;
    kn_json json = say_begin(r->house, "you");
    if (g->person)
        kn_json_int(&json, "person", g->person);
    else
        kn_json_null(&json, "person");
    kn_json_bool(&json, "host", g->person && r->host == g->person);
    put_actors(&json, "seats", seats_of(r, g->person));
    if (g->token[0])
        kn_json_string(&json, "token", g->token);
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AFTER_SEEN);
    memset(g->token, 0, sizeof g->token);
    g->you_changed = false;
}

void say_chat(guest *g, const chat_line *line)
{
    kn_json json = say_begin(g->room->house, "chat");
    kn_json_int(&json, "number", line->number);
    kn_json_int(&json, "at", line->at_ms);
    kn_json_string(&json, "from", line->from);
    if (line->person)
        kn_json_int(&json, "person", line->person);
    kn_json_string(&json, line->phrase ? "phrase" : "text", line->text);
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AFTER_SEEN);
}

/* ---- the room ---- */

static const char *const status_names[] = {"waiting", "playing", "over"};

void describe_room(const room *r, kn_json *json)
{
    kn_json_string(json, "room", r->code);
    kn_json_string(json, "game", r->settings.game->key);
    kn_json_string(json, "status", status_names[r->status]);
    kn_json_int(json, "seated", room_taken(r));
    kn_json_int(json, "seats", room_seats_max(r));
    kn_json_int(json, "watchers", r->watcher_count);
}

/* Whose turn it is, as far as those know who only watch. */
static kn_actors due_for_watchers(const room *r)
{
    table_state view;
    if (!match_on(r) || r->settings.watching != WATCH_ALL)
        return 0;
    memset(&view, 0, sizeof view);
    r->table->plan.game->view(&r->table->state, KN_WATCHER, &view);
    return r->table->plan.game->to_act(&view);
}

/* Who plays, for somebody who has been here before and asks from outside. */
void describe_players(const room *r, kn_json *json)
{
    kn_actors due = due_for_watchers(r);
    kn_json_list(json, "players");
    for (int i = 0; i < room_seats_max(r); i++) {
        const room_seat *s = &r->seat[i];
        if (!s->person && !s->bot[0])
            continue;
        kn_json_object(json, NULL);
        kn_json_int(json, "seat", i + 1);
        if (s->name[0])
            kn_json_string(json, "name", s->name);
        if (s->bot[0])
            kn_json_string(json, "bot", s->bot);
        if (due & KN_ACTOR(i))
            kn_json_bool(json, "due", true);
        kn_json_end_object(json);
    }
    kn_json_end_list(json);
}

void put_options(const room *r, kn_json *json)
{
    kn_setup setup;
    int taken = room_taken(r);
    match_setup(r, taken < r->settings.game->seats_min ? r->settings.game->seats_min : taken,
                &setup);
    if (match_on(r))
        setup = r->table->plan.setup;
    kn_json_object(json, "options");
    for (int i = 0; i < r->settings.game->option_count; i++) {
        const kn_option *o = &r->settings.game->options[i];
        if (o->names)
            kn_json_string(json, o->key, o->names[setup.option[i]]);
        else
            kn_json_int(json, o->key, setup.option[i]);
    }
    kn_json_end_object(json);
}

static void put_settings(const room *r, kn_json *json)
{
    kn_json_string(json, "dice",
                   r->settings.ours      ? "ours"
                   : r->settings.same[0] ? "same"
                                         : "house");
    if (r->settings.same[0])
        kn_json_string(json, "same", r->settings.same_fresh ? NULL : r->settings.same);
    kn_json_bool(json, "listed", r->settings.listed);
    kn_json_bool(json, "locked", r->settings.locked);
    kn_json_string(json, "watching", watching_names[r->settings.watching]);
    kn_json_string(json, "away", away_names[r->settings.away]);
    kn_json_int(json, "away_s", r->settings.away_s);
    kn_json_int(json, "turn_s", r->settings.turn_s);
    kn_json_int(json, "pace_ms", r->settings.pace_ms);
    kn_json_string(json, "standin", r->settings.standin);
    kn_json_bool(json, "hints", hints_allowed(r));
    kn_json_string(json, "language", language_names[r->settings.language]);
    kn_json_bool(json, "invite_names", r->settings.invite_names);
    kn_json_bool(json, "reactions", r->settings.reactions);
}

static void put_hex(kn_json *json, const char *key, const uint8_t *bytes, size_t count)
{
    char hex[2 * ATTEST_SIGNATURE_BYTES + 1];
    kn_text text = kn_text_on(hex, sizeof hex);
    kn_put_hex(&text, bytes, count);
    kn_json_string(json, key, hex);
}

/* How many seals the room has had, how many matches were stopped, and who vouches for this seal. */
static void put_attestation(const attest_seal *s, kn_json *json)
{
    char number[17];
    kn_text text = kn_text_on(number, sizeof number);
    kn_put_hex64(&text, s->room);
    kn_json_int(json, "seals", s->seals);
    kn_json_int(json, "stopped_matches", s->stopped);
    if (!s->given.number)
        return;
    kn_json_object(json, "vouched");
    put_hex(json, "key", s->key, sizeof s->key);
    kn_json_int(json, "number", (int64_t)s->given.number);
    kn_json_int(json, "at", s->given.at_ms);
    kn_json_string(json, "room", number);
    put_hex(json, "before", s->given.before, sizeof s->given.before);
    put_hex(json, "signature", s->given.signature, sizeof s->given.signature);
    kn_json_end_object(json);
}

/* The seal of the match on, or of the next one. */
static void put_seal(const room *r, kn_json *json)
{
    uint8_t seal[TABLE_HASH_BYTES];
    char hex[2 * TABLE_HASH_BYTES + 1];
    kn_text text = kn_text_on(hex, sizeof hex);
    envelope_seal(r->secret, seal);
    kn_put_hex(&text, match_on(r) ? r->table->envelope.seal : seal, sizeof seal);
    kn_json_string(json, "seal", hex);
    put_attestation(match_on(r) ? &r->table->plan.sealed : &r->sealed, json);
}

static void put_seat(const room *r, int seat, kn_json *json)
{
    const room_seat *s = &r->seat[seat];
    kn_json_object(json, NULL);
    kn_json_int(json, "seat", seat + 1);
    if (s->name[0])
        kn_json_string(json, "name", s->name);
    if (s->bot[0])
        kn_json_string(json, "bot", s->bot);
    if (s->hints.told)
        kn_json_int(json, "hints", s->hints.told);
    if (s->late.told)
        kn_json_int(json, "late", s->late.told);
    for (int i = 0; i < r->people_count && s->person; i++) {
        const person *p = &r->people[i];
        if (p->id != s->person)
            continue;
        kn_json_int(json, "person", p->id);
        kn_json_bool(json, "away", p->away);
        kn_json_int(json, "lag", p->lag);
        kn_json_bool(json, "salted", s->salt != 0);
        if (s->standin)
            kn_json_bool(json, "standin", true);
    }
    kn_json_end_object(json);
}

/* About whom those who are there decide, who they are, and what each wants. */
static void put_absent(const room *r, kn_json *json)
{
    char id[12];
    if (!r->absent)
        return;
    kn_json_object(json, "absent");
    put_actors(json, "seats", r->absent);
    kn_json_object(json, "votes");
    for (int i = 0; i < r->people_count; i++) {
        const person *p = &r->people[i];
        kn_text text = kn_text_on(id, sizeof id);
        kn_put_int(&text, p->id);
        if (may_vote(r, p))
            kn_json_string(json, id, vote_name(p));
    }
    kn_json_end_object(json);
    kn_json_end_object(json);
}

/* Who wants the next match. */
static void put_again(const room *r, kn_json *json)
{
    kn_json_list(json, "again");
    for (int i = 0; i < r->people_count; i++)
        if (r->people[i].again)
            kn_json_int(json, NULL, r->people[i].id);
    kn_json_end_list(json);
    if (r->not_started)
        kn_json_string(json, "not_started", r->not_started);
}

/* Bots besides ours that can be chosen. */
static void put_programs(const room *r, kn_json *json)
{
    const house_machine *m = &r->house->machine;
    int any = 0;
    for (int i = 0; i < m->program_count; i++) {
        if (!plays_here(r, &m->programs[i]))
            continue;
        if (any++ == 0)
            kn_json_list(json, "bots");
        kn_json_string(json, NULL, m->programs[i].name);
    }
    if (any)
        kn_json_end_list(json);
}

/* FNV-1a. */
static uint64_t sum_of(const char *text, size_t length)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (uint8_t)text[i]) * 1099511628211u;
    return sum;
}

/* The evening is long and seldom changes: it is told to those only who do not know it as it is.
 * `json` is the message as far as it goes for all. */
static void say_with_evening(room *r, kn_json json)
{
    size_t from = json.text.length;
    evening_put(r, &json);
    uint64_t sum = sum_of(json.text.at + from, json.text.length - from);
    for (guest *g = r->guests; g && sum != r->evening_told; g = g->next)
        g->wants_room = g->wants_evening = true;
    r->evening_told = sum;
    kn_json_end_object(&json);
    for (guest *g = r->guests; g; g = g->next)
        if (g->wants_evening)
            say_to(g, &json, HOUSE_AFTER_SEEN);
}

static void say_room(room *r)
{
    kn_json json = say_begin(r->house, "room");
    kn_json_string(&json, "room", r->code);
    kn_json_string(&json, "game", r->settings.game->key);
    put_options(r, &json);
    put_settings(r, &json);
    kn_json_string(&json, "status", status_names[r->status]);
    kn_json_int(&json, "match", r->match);
    put_seal(r, &json);
    put_absent(r, &json);
    put_again(r, &json);
    put_programs(r, &json);
    if (r->host)
        kn_json_int(&json, "host", r->host);
    else
        kn_json_null(&json, "host");
    kn_json_int(&json, "watchers", r->watcher_count);
    kn_json_int(&json, "screens", r->screen_count);
    kn_json_list(&json, "seats");
    for (int i = 0; i < room_seats_max(r); i++)
        put_seat(r, i, &json);
    kn_json_end_list(&json);
    say_with_evening(r, json);
    kn_json_end_object(&json);
    for (guest *g = r->guests; g; g = g->next) {
        if ((r->told_differs || g->wants_room) && !g->wants_evening)
            say_to(g, &json, HOUSE_AFTER_SEEN);
        g->wants_room = g->wants_evening = false;
    }
    r->told_differs = false;
}

/* ---- the table ---- */

/* With whose eyes a guest looks: the seats it holds in the match, or a watcher's. */
kn_actors eyes_of(const room *r, const guest *g)
{
    kn_actors seats = match_seats(r, g);
    return seats ? seats : KN_ACTOR(KN_WATCHER);
}

bool sees_live(const room *r, const guest *g)
{
    return !match_on(r) || r->settings.watching == WATCH_ALL || g->let_in || match_seats(r, g);
}

/* ---- the table as it was when nothing was hidden ---- */

static bool is_open(const table *t, const table_state *state)
{
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        table_state view;
        memset(&view, 0, sizeof view);
        t->plan.game->view(state, seat, &view);
        if (memcmp(&view, state, t->plan.game->state_bytes) != 0)
            return false;
    }
    return true;
}

/* Play on from when it was open, and see whether it has been since. What does not count says
 * nothing behind an open table. */
static void find_open(room *r)
{
    const table *t = r->table;
    table_state state = r->open_state;
    kn_event event;
    for (uint32_t number = r->open_event + 1; number <= t->log.count; number++) {
        if (table_event(t, number, &state, &event)) {
            t->plan.game->apply(&state, &event);
            if (!is_open(t, &state))
                continue;
            r->open_event = r->open_known = number;
            r->open_state = state;
        } else if (r->open_known == number - 1) {
            r->open_known = number;
        }
    }
}

/* Again only when something has happened: to play on takes as long as what is hidden is. */
static void look_for_open(room *r)
{
    const table *t = r->table;
    if (r->open_match == r->match && r->open_looked == t->log.count)
        return;
    uint32_t told = r->open_match == r->match ? r->open_known : 0;
    if (r->open_match != r->match || r->open_backs != t->backs) {
        r->open_match = r->match;
        r->open_backs = t->backs;
        r->open_event = r->open_known = 0;
        memset(&r->open_state, 0, sizeof r->open_state);
        table_state_after(t, 0, &r->open_state);
    }
    find_open(r);
    r->open_looked = t->log.count;
    if (r->open_known < told) /* what was told once stays told when something is taken back */
        r->open_known = told;
}

/* One line as the best of these eyes sees it; false if none does. */
static bool line_for(const table *t, kn_actors eyes, uint32_t number, kn_text *out)
{
    const table_mark *mark = &t->log.marks[number - 1];
    kn_actors clear = (kn_actors)(eyes & ~mark->hidden & ~mark->unseen);
    kn_actors some = (kn_actors)(eyes & ~mark->unseen);
    if (!some)
        return false;
    return table_line(t, kn_first_actor(clear ? clear : some), number, out);
}

/* What those eyes have to be told: the events behind `passed`, up to one that everybody may know
 * of: behind that the number of an event, even of one's own, would tell how many others have acted.
 */
typedef struct {
    kn_actors eyes;
    uint32_t passed;          /* told up to here */
    uint32_t known;           /* and now up to here */
    const table_state *state; /* the table then */
    bool skipped, moves, once;
    bool late; /* it has gone on since */
} news;

/* Has something happened behind event `looked` that these eyes see, their own doings included? */
static bool sees_anything(const table *t, kn_actors eyes, uint32_t looked)
{
    for (uint32_t i = looked; i < t->log.count; i++)
        if (eyes & ~t->log.marks[i].unseen)
            return true;
    return false;
}

static void put_lines(const table *t, const news *n, kn_json *json)
{
    char line[TABLE_LINE_MAX + 1];
    kn_json_list(json, "lines");
    for (uint32_t i = n->passed + 1; i <= n->known && !n->skipped; i++) {
        kn_text text = kn_text_on(line, sizeof line);
        if (!line_for(t, n->eyes, i, &text))
            continue;
        line[text.length - 1] = '\0'; /* its end */
        kn_json_string(json, NULL, line);
    }
    kn_json_end_list(json);
    if (n->skipped)
        kn_json_bool(json, "skipped", true);
}

/* What came of an event that `who` sees; the state goes on behind it. */
static void put_upshot(const table *t, uint32_t number, int who, table_state *state, kn_json *json)
{
    const kn_game *game = t->plan.game;
    const table_mark *mark = &t->log.marks[number - 1];
    table_state before, after;
    kn_event event;
    kn_json nothing = *json;
    if (!table_event(t, number, state, &event))
        return;
    memset(&before, 0, sizeof before);
    memset(&after, 0, sizeof after);
    game->view(state, who, &before);
    game->apply(state, &event);
    game->view(state, who, &after);
    if ((mark->hidden | mark->unseen) & KN_ACTOR(who))
        return;
    kn_json_object(json, NULL);
    kn_json_int(json, "event", number);
    if (game->upshot(&before, &event, &after, json))
        kn_json_end_object(json);
    else
        *json = nothing;
}

/* What came of the events told, in a game that has more to say of them than their lines do. Those
 * hidden at the end are not played on: how long that takes would tell of them. */
static void put_upshots(const table *t, const news *n, kn_json *json)
{
    table_state state;
    int who = kn_first_actor(n->eyes);
    uint32_t last = n->known;
    if (!t->plan.game->upshot || n->skipped || n->passed >= n->known)
        return;
    while (last > n->passed && t->log.marks[last - 1].hidden & KN_ACTOR(who))
        last--;
    memset(&state, 0, sizeof state);
    if (last > n->passed)
        table_state_after(t, n->passed, &state);
    kn_json_list(json, "upshots");
    for (uint32_t i = n->passed + 1; i <= last; i++)
        put_upshot(t, i, who, &state, json);
    kn_json_end_list(json);
}

static void put_moves(const kn_game *game, const void *view, int seat, kn_json *json)
{
    kn_move moves[KN_MOVES_MAX];
    char name[KN_MOVE_TEXT_MAX];
    kn_json_list(json, "moves");
    int count = game->to_act(view) & KN_ACTOR(seat) ? kn_moves(game, view, seat, moves) : 0;
    for (int i = 0; i < count; i++) {
        kn_text text = kn_text_on(name, sizeof name);
        game->write_move(view, seat, moves[i], &text);
        kn_json_string(json, NULL, name);
    }
    kn_json_end_list(json);
}

/* A view; of another one than the first, which begins at `first`, only what differs, if that is
 * wanted. */
static void put_view(const kn_game *game, const void *view, bool once, size_t *first, kn_json *json)
{
    kn_json_object(json, "view");
    size_t at = json->text.length - 1;
    game->describe(view, json);
    kn_json_end_object(json);
    if (*first == 0)
        *first = at;
    else if (once && kn_json_drop_equal(json, *first, at))
        kn_json_bool(json, "like_first", true);
}

/* The view of `who` and the moves in it. Returns who is to move, as far as `who` knows. */
static kn_actors put_eyes(const room *r, const news *n, int who, size_t *first, int64_t *alarm,
                          kn_json *json)
{
    const kn_game *game = r->table->plan.game;
    char key[8] = "watcher";
    kn_text text = kn_text_on(key, sizeof key);
    table_state view;
    if (who != KN_WATCHER)
        kn_put_int(&text, who + 1);
    else
        kn_put(&text, "watcher");
    memset(&view, 0, sizeof view);
    game->view(n->state, who, &view);
    kn_json_object(json, key);
    put_view(game, &view, n->once, first, json);
    if (n->moves && match_on(r))
        put_moves(game, &view, who, json);
    kn_json_end_object(json);
    *alarm = game->alarm(&view);
    return game->to_act(&view);
}

static void put_time(kn_json *json, const char *key, int64_t ms)
{
    if (ms == KN_NEVER)
        kn_json_null(json, key);
    else
        kn_json_int(json, key, ms);
}

static void put_result(const room *r, kn_json *json)
{
    const table *t = r->table;
    bool over = table_over(t);
    kn_json_bool(json, "over", over || r->stopped);
    if (r->stopped)
        kn_json_bool(json, "stopped", true);
    if (!over)
        return;
    put_actors(json, "won", t->plan.game->result(&t->state));
    kn_json_list(json, "scores");
    for (int i = 0; i < t->plan.setup.seats; i++)
        kn_json_int(json, NULL, t->plan.game->score(&t->state, i));
    kn_json_end_list(json);
}

static void put_back(const table *t, kn_json *json)
{
    if (!t->back_agreed)
        return;
    kn_json_object(json, "back");
    kn_json_int(json, "by", t->back_by + 1);
    kn_json_int(json, "to", t->back_to);
    put_actors(json, "agreed", t->back_agreed);
    kn_json_end_object(json);
}

/* When the turn clock of the seats due runs out; where several act at once they see only their own.
 */
static int64_t turn_ends(const room *r, kn_actors due, kn_actors eyes)
{
    int64_t soonest = KN_NEVER;
    bool alone = (due & (due - 1)) == 0;
    for (int i = 0; match_on(r) && i < r->table->plan.setup.seats; i++) {
        if (!(due & KN_ACTOR(i)) || (!alone && !(eyes & KN_ACTOR(i))))
            continue;
        int64_t ends = turn_clock_ends(r, i);
        if (ends != KN_NEVER && (soonest == KN_NEVER || ends < soonest))
            soonest = ends;
    }
    return soonest;
}

static kn_json table_message(const room *r, const news *n, int64_t now_ms)
{
    kn_json json = say_begin(r->house, "table");
    const table *t = r->table;
    kn_actors due = 0;
    int64_t alarm = KN_NEVER;
    size_t first = 0;
    kn_json_int(&json, "match", r->match);
    kn_json_int(&json, "event", n->known);
    put_lines(t, n, &json);
    put_upshots(t, n, &json);
    kn_json_int(&json, "opened", r->began_ms);
    kn_json_int(&json, "now", match_now(r, now_ms));
    kn_json_object(&json, "eyes");
    for (int who = 0; who <= KN_WATCHER; who++)
        if (n->eyes & KN_ACTOR(who))
            due |= put_eyes(r, n, who, &first, &alarm, &json);
    kn_json_end_object(&json);
    put_actors(&json, "due", match_on(r) ? due : 0);
    put_time(&json, "alarm", match_on(r) ? alarm : KN_NEVER);
    put_time(&json, "turn_ends", n->late ? KN_NEVER : turn_ends(r, due, n->eyes));
    put_result(r, &json);
    if (!n->late)
        put_back(t, &json);
    kn_json_end_object(&json);
    return json;
}

static bool same_news(const news *a, const news *b)
{
    return a->eyes == b->eyes && a->passed == b->passed && a->skipped == b->skipped &&
           a->moves == b->moves && a->once == b->once && a->late == b->late;
}

/* Is it too much to tell line by line? What those eyes do not see must not count. */
static bool missed_too_much(const table *t, const news *n)
{
    char line[TABLE_LINE_MAX + 1];
    size_t told = 0;
    if (n->passed >= n->known || t->log.length - t->log.marks[n->passed].offset <= MISSED_MAX)
        return false; /* as told it is never longer */
    for (uint32_t i = n->passed + 1; i <= n->known && told <= MISSED_MAX; i++) {
        kn_text text = kn_text_on(line, sizeof line);
        if (line_for(t, n->eyes, i, &text))
            told += text.length;
    }
    return told > MISSED_MAX;
}

/* The table as this guest may be told of it. */
static news table_for(const room *r, const guest *g)
{
    const table *t = r->table;
    news n = {.eyes = eyes_of(r, g),
              .moves = g->wants_moves,
              .once = g->wants_once,
              .late = !sees_live(r, g)};
    n.known = n.late ? r->open_known : t->log.known;
    n.state = n.late ? &r->open_state : &t->state;
    return n;
}

/* What to tell a guest; false: nothing has happened that it may know of. */
static bool news_for(const room *r, guest *g, news *n)
{
    const table *t = r->table;
    *n = table_for(r, g);
    /* The number may be the guest's own word: nothing but what all know is an answer to it. */
    bool same_match = g->match == r->match && g->passed <= n->known;
    bool back = t->back_agreed != r->back_told && !n->late;
    n->passed = same_match ? g->passed : 0;
    bool happened = n->late ? n->known > g->looked : sees_anything(t, n->eyes, g->looked);
    bool anything = g->wants_table || back || !same_match || happened;
    n->skipped =
        missed_too_much(t, n) || (!same_match && g->match != 0 && g->match != r->match - 1);
    g->match = r->match;
    g->passed = n->known;
    g->looked = n->late ? n->known : t->log.count;
    g->wants_table = false;
    return anything;
}

/* Does it tell what others do not see, and may not be on disk yet? This comes before all else that
 * a guest is told of it, so that nothing else has to wait. What is on disk waits for nothing: the
 * time would tell whether somebody else has done something unseen. */
static bool tells_unkept(const room *r, const news *n)
{
    bool unkept = false;
    for (int seat = 0; seat < r->table->plan.setup.seats; seat++)
        unkept |=
            n->eyes & KN_ACTOR(seat) && r->seat[seat].unseen_record > r->house->records_on_disk;
    return unkept && !n->late && sees_anything(r->table, n->eyes, r->table->log.known);
}

static void say_table(room *r, int64_t now_ms)
{
    news last = {0}, n;
    kn_json json;
    if (r->settings.watching == WATCH_LATE && match_on(r))
        look_for_open(r);
    for (guest *g = r->guests; g; g = g->next) {
        if (r->settings.watching == WATCH_NONE && !sees_live(r, g))
            continue; /* till it is over */
        if (!news_for(r, g, &n))
            continue;
        if (!last.eyes || !same_news(&n, &last))
            json = table_message(r, &n, now_ms);
        last = n;
        say_to(g, &json, tells_unkept(r, &n) ? HOUSE_AFTER_KEEPING : HOUSE_AFTER_SEEN);
    }
    r->back_told = r->table->back_agreed;
}

void say_changes(room *r, int64_t now_ms)
{
    bool wanted = r->told_differs;
    for (guest *g = r->guests; g; g = g->next) {
        if (g->you_changed)
            say_you(g);
        if (g->wants_key)
            say_screen_key(g);
        wanted |= g->wants_room;
    }
    if (wanted)
        say_room(r);
    if (r->table)
        say_table(r, now_ms);
    else
        for (guest *g = r->guests; g; g = g->next)
            g->wants_table = false;
}

/* ---- judges ---- */

void say_opinions(guest *g, const pending *p)
{
    const house_thought *t = &p->thought;
    const bot_kind *kind = bot_kind_for(t->game);
    char name[KN_MOVE_TEXT_MAX], position[KN_POSITION_MAX];
    kn_text place = kn_text_on(position, sizeof position);
    kn_json json = say_begin(g->room->house, "opinions");
    kn_json_int(&json, "seat", t->seat + 1);
    kn_json_int(&json, "event", t->event);
    t->game->write_position(&t->view, &place);
    kn_json_string(&json, "position", position);
    kn_json_string(&json, "meaning", bot_meanings[kind->meaning]);
    kn_json_list(&json, "moves");
    for (int i = 0; i < t->opinions; i++) {
        kn_text text = kn_text_on(name, sizeof name);
        t->game->write_move(&t->view, t->seat, t->opinion[i].move, &text);
        kn_json_object(&json, NULL);
        kn_json_string(&json, "move", name);
        kn_json_fixed(&json, "value", t->opinion[i].value, 4);
        kn_json_fixed(&json, "error", t->opinion[i].error, 4);
        bot_write_reasons(&t->reasons, i, &json);
        kn_json_end_object(&json);
    }
    kn_json_end_list(&json);
    kn_json_string(&json, "nudge",
                   bot_nudge(&t->player, &t->view, t->opinion, t->opinions, &t->reasons));
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AFTER_SEEN); /* they tell what fell */
}
