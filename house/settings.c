/* settings.c: the settings that the host chooses for a room: the game and its options, the dice,
 * the clock, what happens when someone is away. */
#include <string.h>

#include "games/games.h"
#include "house/inside.h"

const room_settings room_settings_initial = {
    .away_s = 60, .pace_ms = 1500, .hints = HINTS_ALONE, .standin = "regular", .reactions = true};

const char *const begins_names[] = {"rotate", "loser", "same", NULL};
const char *const watching_names[] = {"all", "late", "none", NULL};
const char *const language_names[LANGUAGES + 1] = {"en", "de", "nl", "ja", NULL};

static void choose_game(room_settings *s, const kn_game *game)
{
    if (game != s->game)
        s->options[0] = '\0';
    if (!game->place) {
        s->same_fresh = false;
        s->same[0] = '\0';
    }
    s->game = game;
}

static refusal read_game(const house_message *m, room_settings *s)
{
    kn_slice key;
    if (field_is_absent(m, "game"))
        return NULL;
    const kn_game *game = field_text(m, "game", &key) ? kn_find_game(key) : NULL;
    if (!game)
        return "no_such_game";
    choose_game(s, game);
    return NULL;
}

/* The text of an option's value, which may come as a number. */
static kn_slice value_text(const house_field *f, char buffer[32])
{
    kn_text text = kn_text_on(buffer, 32);
    if (f->kind == HOUSE_TEXT)
        return f->text;
    if (f->kind == HOUSE_NUMBER && f->number > -1e9 && f->number < 1e9)
        kn_put_int(&text, (int64_t)f->number);
    return (kn_slice){buffer, text.length};
}

/* Add `key=value`, in place of an earlier value of that key. */
static bool put_option(room_settings *s, kn_slice key, kn_slice value)
{
    char merged[OPTIONS_TEXT_MAX];
    kn_text out = kn_text_on(merged, sizeof merged);
    kn_slice rest = kn_slice_of(s->options), word, head;
    while (rest.length > 0 && kn_take_word(&rest, &word)) {
        kn_slice tail = word;
        if (kn_take_until(&tail, '=', &head) && head.length == key.length &&
            memcmp(head.at, key.at, key.length) == 0)
            continue;
        kn_put(&out, out.length ? " " : "");
        kn_put_slice(&out, word);
    }
    kn_put(&out, out.length ? " " : "");
    kn_put_slice(&out, key);
    kn_put_char(&out, '=');
    kn_put_slice(&out, value);
    memcpy(s->options, merged, sizeof merged);
    return !out.cut;
}

/* Several people at one device are several: they count by their seats. */
bool hints_allowed(const room *r)
{
    int people = 0;
    for (int i = 0; i < (match_on(r) ? r->table->plan.setup.seats : KN_SEATS_MAX); i++)
        people += r->seat[i].person != 0;
    return r->settings.hints == HINTS_ON || (r->settings.hints == HINTS_ALONE && people < 2);
}

static refusal read_options(const house_message *m, room_settings *s)
{
    static const char prefix[] = "options.";
    char buffer[32];
    kn_setup setup;
    kn_setup_initial(s->game, s->game->seats_max, &setup);
    for (int i = 0; i < m->count; i++) {
        const house_field *f = &m->field[i];
        if (strncmp(f->key, prefix, sizeof prefix - 1) != 0)
            continue;
        kn_slice key = kn_slice_of(f->key + sizeof prefix - 1), value = value_text(f, buffer);
        if (!kn_read_option(s->game, key, value, &setup) || !put_option(s, key, value))
            return "bad_option";
    }
    return NULL;
}

static bool read_word(const house_message *m, const char *key, const char *no, const char *yes,
                      bool *out)
{
    kn_slice word;
    if (field_is_absent(m, key))
        return true;
    if (!field_text(m, key, &word) || (!kn_slice_is(word, no) && !kn_slice_is(word, yes)))
        return false;
    *out = kn_slice_is(word, yes);
    return true;
}

static bool read_number(const house_message *m, const char *key, int64_t min, int64_t max,
                        int64_t *out)
{
    const house_field *f = field(m, key);
    if (min > 0 && f && f->kind == HOUSE_NUMBER && f->number == 0)
        min = 0; /* no clock */
    return !f || field_int(m, key, min, max, out);
}

/* One of several words. */
static bool read_choice(const house_message *m, const char *key, const char *const *names,
                        uint8_t *out)
{
    kn_slice word;
    if (field_is_absent(m, key))
        return true;
    int which = field_text(m, key, &word) ? kn_read_name(word, names) : -1;
    if (which >= 0)
        *out = (uint8_t)which;
    return which >= 0;
}

static bool read_flag(const house_message *m, const char *key, bool *out)
{
    return field_is_absent(m, key) || field_bool(m, key, out);
}

static bool read_hints(const house_message *m, uint8_t *out)
{
    bool allowed;
    if (field_is_absent(m, "hints"))
        return true;
    if (!field_bool(m, "hints", &allowed))
        return false;
    *out = allowed ? HINTS_ON : HINTS_OFF;
    return true;
}

/* Dice that are the same for everybody: `same` is their name, or the house draws one each time. */
static bool read_same(const house_message *m, room_settings *s)
{
    kn_slice name;
    bool named = field_text(m, "same", &name);
    s->ours = false;
    s->same_fresh = !named;
    memset(s->same, 0, sizeof s->same);
    if (!named) { /* any name until one is drawn */
        s->same[0] = '-';
        const house_field *f = field(m, "same");
        return s->game->place && (!f || f->kind == HOUSE_NULL);
    }
    if (name.length >= sizeof s->same)
        return false;
    memcpy(s->same, name.at, name.length);
    return s->game->place && table_good_same(s->same);
}

static bool read_dice(const house_message *m, room_settings *s)
{
    kn_slice word;
    if (field_is_absent(m, "dice"))
        return field_is_absent(m, "same");
    if (field_text(m, "dice", &word) && kn_slice_is(word, "same"))
        return read_same(m, s);
    s->same_fresh = false;
    s->same[0] = '\0';
    return field_is_absent(m, "same") && read_word(m, "dice", "house", "ours", &s->ours);
}

/* Will everybody get the same dice as without this message? */
static bool same_stays(const room_settings *s, const room *r)
{
    bool named_alike = s->same_fresh == r->settings.same_fresh &&
                       (s->same_fresh || strcmp(s->same, r->settings.same) == 0);
    return named_alike && (s->game == r->settings.game || !s->same[0]);
}

static refusal read_settings(const house_message *m, room_settings *s)
{
    kn_slice level;
    refusal why = read_game(m, s);
    if (!why)
        why = read_options(m, s);
    if (why)
        return why;
    if (!field_is_absent(m, "standin")) {
        if (!field_text(m, "standin", &level) || !level_exists(level))
            return "bad_level";
        memset(s->standin, 0, sizeof s->standin);
        memcpy(s->standin, level.at, level.length);
    }
    bool good = read_dice(m, s) && read_choice(m, "away", away_names, &s->away) &&
                read_flag(m, "listed", &s->listed) && read_flag(m, "locked", &s->locked) &&
                read_choice(m, "begins", begins_names, &s->begins) && read_hints(m, &s->hints) &&
                read_choice(m, "watching", watching_names, &s->watching) &&
                read_choice(m, "language", language_names, &s->language) &&
                read_flag(m, "invite_names", &s->invite_names) &&
                read_flag(m, "reactions", &s->reactions) &&
                read_number(m, "away_s", AWAY_MIN_S, AWAY_MAX_S, &s->away_s) && s->away_s > 0 &&
                read_number(m, "turn_s", TURN_MIN_S, TURN_MAX_S, &s->turn_s) &&
                read_number(m, "pace_ms", 0, PACE_MAX_MS, &s->pace_ms);
    return good ? NULL : "bad_option";
}

/* The finished match is of another game now: nobody may show its table as one of this game. */
static void leave_table(room *r)
{
    if (r->status == HOUSE_OVER)
        r->status = HOUSE_WAITING;
}

void settings_pick(room *r, const kn_game *game)
{
    if (game == r->settings.game)
        return;
    choose_game(&r->settings, game);
    leave_table(r);
    room_seal_next(r);
}

/* A refused message changes nothing: it is read into a copy. */
refusal room_change(room *r, const house_message *m, int64_t now_ms)
{
    room_settings *old = &r->settings, s = *old;
    refusal why = read_settings(m, &s);
    if (why)
        return why;
    /* Nor may anybody open the table to watchers, and be one, while it is played at. */
    bool same_game = s.game == old->game && s.ours == old->ours &&
                     !strcmp(s.options, old->options) && s.watching == old->watching;
    bool dice_stay = same_stays(&s, r);
    if (match_on(r) && !(same_game && dice_stay))
        return "playing";
    if (!dice_stay && table_day_to_come(s.same, house_date(r->house, now_ms)))
        return "not_yet";
    if (room_taken(r) > s.game->seats_max)
        return "too_many";
    if (!match_on(r))
        seats_close_up(r, s.game->seats_max);
    if (dice_stay)
        memcpy(s.same, old->same, sizeof s.same);
    if (s.watching != old->watching)
        screens_out(r);
    if (s.game != old->game)
        leave_table(r);
    bool begins_stays = s.begins == old->begins && field_is_absent(m, "options.first");
    if (!field_is_absent(m, "options.first"))
        evening_set_first(r, -1);
    *old = s;
    if (!same_game || !dice_stay || (!begins_stays && !match_on(r)))
        room_seal_next(r); /* the options have a part in the dice: salts must come after them */
    r->changed = true;
    return NULL;
}

refusal hear_set(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    (void)g;
    return room_change(r, m, now_ms);
}
