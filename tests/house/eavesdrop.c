/* eavesdrop.c: see eavesdrop.h. */
#include "tests/house/eavesdrop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/log.h"

/* ---- the truth, from the disk ---- */

/* The match as the parts on disk tell it; read anew when there are more. */
static struct {
    table t;
    uint32_t match;
    int kept, losses;
    bool loaded;
    char *parts;
} truth;

static void free_table(table *t)
{
    free(t->log.text);
    free(t->log.marks);
}

static void free_truth(void)
{
    if (truth.loaded)
        free_table(&truth.t);
    truth.loaded = false;
    free(truth.parts);
    truth.parts = NULL;
}

void eavesdrop_end(void)
{
    free_truth();
    memset(&truth, 0, sizeof truth);
}

static bool load(const char *text, table *t)
{
    table_report report;
    size_t length = strlen(text);
    uint32_t lines = 16;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    table_log log = {.text = malloc(length + TABLE_HEADER_MAX),
                     .size = length + TABLE_HEADER_MAX,
                     .marks = malloc(lines * sizeof(table_mark)),
                     .capacity = lines};
    bool good = table_load(t, (kn_slice){text, length}, log, &report) == TABLE_OK;
    if (!good) {
        free(log.text);
        free(log.marks);
    }
    return good;
}

bool eavesdrop_log_is_right(const char *text)
{
    table t;
    if (!load(text, &t))
        return false;
    free_table(&t);
    return true;
}

/* The match up to that event, as it was then: what was taken back later still counts. Parts begin
 * with the secret; a log ends with it. */
static bool load_parts(const char *parts, uint32_t last, table *t)
{
    const char *log = strchr(parts, '\n') + 1, *end = strstr(log, "\nevents\n") + 8;
    uint32_t events = 0;
    for (; *end && events < last; events++)
        end = strchr(end, '\n') + 1;
    size_t size = strlen(parts) + 64;
    char *whole = malloc(size);
    snprintf(whole, size, "%.*s%.*send %u\n", (int)(end - log), log, (int)(log - parts), parts,
             (unsigned)events);
    bool good = load(whole, t);
    free(whole);
    return good;
}

static const table *find_truth(const false_machine *f, const char *room, uint32_t match)
{
    if (truth.loaded && truth.match == match && truth.kept == f->kept && truth.losses == f->losses)
        return &truth.t;
    free_truth();
    truth.parts = false_parts(f, room, match);
    if (!truth.parts)
        return NULL;
    char *closed = strstr(strstr(truth.parts, "\nevents\n") + 7, "\nclosed ");
    if (closed)
        closed[1] = '\0'; /* who vouches for the end */
    truth.loaded = load_parts(truth.parts, UINT32_MAX, &truth.t);
    truth.match = match;
    truth.kept = f->kept;
    truth.losses = f->losses;
    return truth.loaded ? &truth.t : NULL;
}

/* The seats somebody with this token holds, by the room's record on disk. */
static kn_actors seats_on_disk(const false_machine *f, const char *room, const char *token)
{
    const false_record *record = false_room(f, room);
    uint8_t hash[TABLE_HASH_BYTES];
    char hex[2 * TABLE_HASH_BYTES + 1], line[128];
    kn_text text = kn_text_on(hex, sizeof hex);
    kn_actors seats = 0;
    if (!token[0] || !record)
        return 0;
    table_hash(NULL, token, strlen(token), hash);
    kn_put_hex(&text, hash, sizeof hash);
    const char *at = strstr(record->text, hex);
    if (!at)
        return 0;
    while (at > record->text && at[-1] != '\n')
        at--;
    unsigned id = 0, holder, seat;
    sscanf(at, "person %u", &id);
    for (at = record->text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        if (sscanf(line, "seat %u %u", &seat, &holder) == 2 && holder == id)
            seats |= KN_ACTOR(seat - 1);
    }
    return seats;
}

/* ---- secrets ---- */

/* Every `secret` and every hash of a token that lies on disk. */
static void look_for_secrets(const false_machine *f, const char *message)
{
    static const char *const keys[] = {"secret ", "person "};
    char hex[2 * TABLE_HASH_BYTES + 1];
    for (int i = f->kept - 1; i >= 0 && i >= f->kept - 40; i--) {
        if (f->disk[i].record.what == HOUSE_KEEP_CHAT)
            continue;
        for (int k = 0; k < 2; k++)
            for (const char *at = f->disk[i].text; (at = strstr(at, keys[k])); at++) {
                const char *value = at + strlen(keys[k]);
                if (k == 1)
                    value += strcspn(value, " ") + 1;
                if (strspn(value, "0123456789abcdef") < sizeof hex - 1)
                    continue;
                memcpy(hex, value, sizeof hex - 1);
                hex[sizeof hex - 1] = '\0';
                if (strstr(message, hex))
                    eavesdrop_complain("a secret left the house", message);
            }
    }
}

/* Dice that are the same for everybody, under a name that the house has drawn: who knew it could
 * compute them all. */
static void look_for_names_of_dice(const false_machine *f, const char *message)
{
    enum { LETTERS = 12 };
    char name[LETTERS + 1];
    for (int i = f->kept - 1; i >= 0 && i >= f->kept - 40; i--) {
        const char *text = f->disk[i].text, *at = strstr(text, "\nsame ");
        if (f->disk[i].record.what != HOUSE_KEEP_ROOM || !at || !strstr(text, "\nsame_fresh 1\n"))
            continue;
        snprintf(name, sizeof name, "%s", at + strlen("\nsame "));
        if (strlen(name) == LETTERS && strstr(message, name))
            eavesdrop_complain("the name of the dice left the house", message);
    }
}

/* ---- tables ---- */

static void check_eyes(const table *t, const table_state *state, const char *key, json_t *eyes,
                       const char *message)
{
    const kn_game *game = t->plan.game;
    int who = strcmp(key, "watcher") == 0 ? KN_WATCHER : atoi(key) - 1;
    table_state view;
    char described[KN_DESCRIBE_MAX], name[KN_MOVE_TEXT_MAX];
    kn_json json = kn_json_on(described, sizeof described);
    memset(&view, 0, sizeof view);
    game->view(state, who, &view);
    kn_json_object(&json, NULL);
    game->describe(&view, &json);
    kn_json_end_object(&json);
    json_t *allowed = json_loads(described, 0, NULL);
    if (!json_equal(allowed, json_object_get(eyes, "view")))
        eavesdrop_complain("a view that is not what these eyes see", message);
    json_decref(allowed);
    json_t *moves = json_object_get(eyes, "moves");
    kn_move legal[KN_MOVES_MAX];
    int count = who != KN_WATCHER && game->to_act(&view) & KN_ACTOR(who)
                    ? game->moves(&view, who, legal)
                    : 0;
    if (moves && (int)json_array_size(moves) > count)
        eavesdrop_complain("moves that these eyes do not have", message);
    for (int i = 0; moves && i < (int)json_array_size(moves); i++) {
        kn_text text = kn_text_on(name, sizeof name);
        game->write_move(&view, who, legal[i], &text);
        if (strcmp(name, json_string_value(json_array_get(moves, (size_t)i))) != 0)
            eavesdrop_complain("a move that is not in the view", message);
    }
}

/* The last event that all may know of. While some act unseen, the number of what comes behind would
 * tell how many have. */
static uint32_t known_to_all(const table *t)
{
    uint32_t known = t->log.count;
    while (known > 0 && t->log.marks[known - 1].unseen)
        known--;
    return known;
}

/* Every line must be one that these eyes may read, in these very words, and not behind `known`. */
static void check_lines(const table *t, kn_actors eyes, uint32_t known, json_t *told,
                        const char *message)
{
    json_t *lines = json_object_get(told, "lines");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        uint32_t number = (uint32_t)atoi(line);
        bool allowed = false;
        if (number == 0 || number > t->log.count)
            eavesdrop_complain("an event that is not on disk", message);
        if (number > known)
            eavesdrop_complain("an event whose number tells of others", message);
        for (int who = 0; who <= KN_WATCHER; who++) {
            char text[TABLE_LINE_MAX + 1];
            kn_text out = kn_text_on(text, sizeof text);
            if (!(eyes & KN_ACTOR(who)) || !table_line(t, who, number, &out))
                continue;
            text[out.length - 1] = '\0';
            allowed |= strcmp(text, line) == 0;
        }
        if (!allowed)
            eavesdrop_complain("an event these eyes may not see", message);
    }
    if (json_integer_value(json_object_get(told, "event")) > known)
        eavesdrop_complain("the number of an event these eyes may not know of", message);
}

/* What these eyes may be told of an event: the game's own word on two views of theirs. */
static json_t *upshot_for(const table *t, int who, uint32_t number)
{
    const kn_game *game = t->plan.game;
    table_state state, before, after;
    kn_event event;
    char text[KN_DESCRIBE_MAX], line[TABLE_LINE_MAX + 1];
    kn_json json = kn_json_on(text, sizeof text);
    kn_text out = kn_text_on(line, sizeof line);
    memset(&state, 0, sizeof state);
    memset(&before, 0, sizeof before);
    memset(&after, 0, sizeof after);
    table_state_after(t, number - 1, &state);
    if (!table_line(t, who, number, &out) || strstr(line, ": ?") ||
        !table_event(t, number, &state, &event))
        return NULL;
    game->view(&state, who, &before);
    game->apply(&state, &event);
    game->view(&state, who, &after);
    kn_json_object(&json, NULL);
    kn_json_int(&json, "event", number);
    if (!game->upshot(&before, &event, &after, &json))
        return NULL;
    kn_json_end_object(&json);
    return json_loads(text, 0, NULL);
}

static void check_upshots(const table *t, kn_actors eyes, json_t *told, const char *message)
{
    json_t *upshots = json_object_get(told, "upshots"), *one;
    json_int_t known = json_integer_value(json_object_get(told, "event"));
    size_t i;
    if (upshots && !t->plan.game->upshot)
        eavesdrop_complain("upshots of a game that has none", message);
    json_array_foreach(upshots, i, one)
    {
        json_int_t number = json_integer_value(json_object_get(one, "event"));
        bool allowed = false;
        for (int who = 0; who <= KN_WATCHER && number > 0 && number <= known; who++) {
            json_t *may = eyes & KN_ACTOR(who) ? upshot_for(t, who, (uint32_t)number) : NULL;
            allowed |= may && json_equal(may, one);
            json_decref(may);
        }
        if (!allowed)
            eavesdrop_complain("an upshot these eyes may not know", message);
    }
}

static kn_actors actors_in(json_t *list)
{
    kn_actors set = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        set |= KN_ACTOR(json_integer_value(json_array_get(list, i)) - 1);
    return set;
}

static int64_t time_in(json_t *told, const char *key)
{
    json_t *value = json_object_get(told, key);
    return json_is_integer(value) ? json_integer_value(value) : KN_NEVER;
}

/* Who is due, and when the rules need the clock, must follow from the views alone. Returns who. */
static kn_actors check_due(const table *t, const table_state *state, kn_actors eyes, json_t *told,
                           const char *message)
{
    const kn_actors seats = (1u << KN_SEATS_MAX) - 1;
    kn_actors due = 0;
    int64_t alarm = KN_NEVER;
    for (int who = 0; who <= KN_WATCHER; who++) {
        table_state view;
        if (!(eyes & KN_ACTOR(who)))
            continue;
        memset(&view, 0, sizeof view);
        t->plan.game->view(state, who, &view);
        due |= t->plan.game->to_act(&view) & seats;
        alarm = t->plan.game->alarm(&view);
    }
    if (json_is_true(json_object_get(told, "over"))) {
        due = 0;
        alarm = KN_NEVER;
    }
    if (actors_in(json_object_get(told, "due")) != due)
        eavesdrop_complain("not those are due whom these eyes see", message);
    if (time_in(told, "alarm") != alarm)
        eavesdrop_complain("not the alarm that these eyes see", message);
    return due;
}

/* Did something happen then that these eyes know of? The match began at 0. */
static bool is_known_time(const table *t, kn_actors eyes, uint32_t known, int64_t at_ms)
{
    bool any = at_ms == 0;
    for (uint32_t i = 0; i < known && !any; i++) {
        const table_mark *mark = &t->log.marks[i];
        const char *text = t->log.text + mark->offset;
        log_line line;
        any = eyes & ~mark->unseen && log_read_line((kn_slice){text, strcspn(text, "\n")}, &line) &&
              line.at_ms == at_ms;
    }
    return any;
}

/* The turn clock runs for who is due, from something on that these eyes know of. Where several are
 * due, each sees their own. */
static void check_turn_ends(const false_machine *f, const char *room, const table *t,
                            kn_actors eyes, kn_actors due, json_t *told, const char *message)
{
    const false_record *record = false_room(f, room);
    const char *at = record ? strstr(record->text, "\nturn_s ") : NULL;
    int64_t ends = time_in(told, "turn_ends"), turn_ms = at ? 1000 * atoll(at + 8) : 0;
    uint32_t known = (uint32_t)json_integer_value(json_object_get(told, "event"));
    if (ends == KN_NEVER)
        return;
    if (turn_ms == 0 || !due || ((due & (due - 1)) && !(due & eyes)))
        eavesdrop_complain("a turn clock of nobody these eyes know of", message);
    if (!is_known_time(t, eyes, known, ends - turn_ms))
        eavesdrop_complain("a turn that began with nothing these eyes know of", message);
}

/* Is nothing hidden from anybody who plays? */
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

static bool was_open(const char *parts, uint32_t event)
{
    table t;
    if (!load_parts(parts, event, &t))
        return false;
    bool open = is_open(&t, &t.state);
    free_table(&t);
    return open;
}

/* Who watches may be told late: of a table from which nothing was hidden from anybody; or nothing
 * at all. Puts the table that may be told of into `state`, and up to which event into `known`. */
static void check_watching(const false_machine *f, const char *room, const table *t, json_t *told,
                           table_state *state, uint32_t *known, const char *message)
{
    const false_record *record = false_room(f, room);
    const char *at = record ? strstr(record->text, "\nwatching ") : NULL;
    char watching = at ? at[strlen("\nwatching ")] : '0';
    if (!json_object_get(json_object_get(told, "eyes"), "watcher") || watching == '0' ||
        json_is_true(json_object_get(told, "over")))
        return;
    if (watching == '2')
        eavesdrop_complain("a table to who may not watch", message);
    json_int_t event = json_integer_value(json_object_get(told, "event"));
    if (event < 0 || event > t->log.count || !was_open(truth.parts, (uint32_t)event))
        eavesdrop_complain("an event too early for who watches late", message);
    if (time_in(told, "turn_ends") != KN_NEVER || json_object_get(told, "back"))
        eavesdrop_complain("what goes on, to who watches late", message);
    *known = (uint32_t)event;
    do {
        memset(state, 0, sizeof *state);
        table_state_after(t, (uint32_t)event, state);
    } while (!is_open(t, state) && event-- > 0);
}

static void check_table(const false_machine *f, const char *room, const char *token, json_t *told,
                        const char *message)
{
    static const char *const keys[] = {"type", "match",   "event",  "lines",     "now",    "eyes",
                                       "due",  "alarm",   "over",   "turn_ends", "won",    "opened",
                                       "back", "skipped", "scores", "stopped",   "upshots"};
    const table *t =
        find_truth(f, room, (uint32_t)json_integer_value(json_object_get(told, "match")));
    const char *key;
    json_t *value;
    if (!t)
        eavesdrop_complain("a table that is not on disk", message);
    json_object_foreach(told, key, value)
    {
        bool known = false;
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            known |= strcmp(key, keys[i]) == 0;
        if (!known)
            eavesdrop_complain("a member that nobody has judged", message);
    }
    kn_actors playing = (kn_actors)((1u << t->plan.setup.seats) - 1);
    kn_actors seats = seats_on_disk(f, room, token) & playing, eyes = 0;
    table_state state = t->state;
    uint32_t known = known_to_all(t);
    check_watching(f, room, t, told, &state, &known, message);
    json_object_foreach(json_object_get(told, "eyes"), key, value)
    {
        int who = strcmp(key, "watcher") == 0 ? KN_WATCHER : atoi(key) - 1;
        if (who != KN_WATCHER && !(seats & KN_ACTOR(who)))
            eavesdrop_complain("the eyes of somebody else", message);
        eyes |= KN_ACTOR(who);
        check_eyes(t, &state, key, value, message);
    }
    check_lines(t, eyes, known, told, message);
    check_upshots(t, eyes, told, message);
    kn_actors due = check_due(t, &state, eyes, told, message);
    check_turn_ends(f, room, t, eyes, due, told, message);
}

/* A token is told to nobody but who gets it, once; then its hash must lie on disk. */
static void check_you(const false_machine *f, const char *room, char mine[HOUSE_TOKEN_MAX],
                      json_t *you, const char *message)
{
    const char *token = json_string_value(json_object_get(you, "token"));
    const false_record *record = false_room(f, room);
    uint8_t hash[TABLE_HASH_BYTES];
    char hex[2 * TABLE_HASH_BYTES + 1];
    kn_text text = kn_text_on(hex, sizeof hex);
    if (!token)
        return;
    table_hash(NULL, token, strlen(token), hash);
    kn_put_hex(&text, hash, sizeof hash);
    if (!record || !strstr(record->text, hex))
        eavesdrop_complain("a token that is not kept", message);
    strcpy(mine, token);
}

void eavesdrop(const false_machine *f, const char *room, char token[HOUSE_TOKEN_MAX], kn_slice text)
{
    char *message = malloc(text.length + 1);
    memcpy(message, text.at, text.length);
    message[text.length] = '\0';
    json_t *read = json_loads(message, JSON_REJECT_DUPLICATES, NULL);
    if (!read)
        eavesdrop_complain("not JSON", message);
    const char *type = json_string_value(json_object_get(read, "type"));
    look_for_secrets(f, message);
    look_for_names_of_dice(f, message);
    if (strcmp(type, "you") == 0)
        check_you(f, room, token, read, message);
    else if (json_object_get(read, "token"))
        eavesdrop_complain("a token where none belongs", message);
    if (strcmp(type, "table") == 0)
        check_table(f, room, token, read, message);
    json_decref(read);
    free(message);
}
