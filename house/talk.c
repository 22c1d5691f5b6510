/* talk.c: messages between people: chat, which is stored, and calls and grips, which are not. */
#include <string.h>

#include "house/inside.h"
#include "table/log.h"

const char *const phrases[] = {"hello",     "good_luck", "well_played", "thanks",     "sorry",
                               "oops",      "wow",       "your_turn",   "one_moment", "again",
                               "good_game", "bye",       NULL};

/* Text for others to read: as a name, but longer. */
bool good_text(kn_slice text, size_t size)
{
    char part[TABLE_NAME_MAX];
    char copy[HOUSE_CHAT_MAX];
    if (text.length == 0 || text.length >= size || text.length >= sizeof copy)
        return false;
    memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    if (strlen(copy) != text.length)
        return false;
    if (text.length < sizeof part)
        return log_good_name(copy);
    /* A name ends sooner: look at it piece by piece, parted between characters. */
    for (size_t at = 0; at < text.length;) {
        size_t length = text.length - at < sizeof part - 3 ? text.length - at : sizeof part - 3;
        while (at + length < text.length && ((uint8_t)copy[at + length] & 0xc0) == 0x80)
            length--;
        if (length == 0)
            return false;
        part[0] = part[length + 1] = 'x'; /* blanks are allowed within */
        memcpy(part + 1, copy + at, length);
        part[length + 2] = '\0';
        if (!log_good_name(part))
            return false;
        at += length;
    }
    return true;
}

/* A person's name: that of their first seat, or their name as a spectator. */
void guest_name(const room *r, const guest *g, char name[TABLE_NAME_MAX])
{
    kn_actors seats = seats_of(r, g->person);
    const char *from = seats ? r->seat[kn_first_actor(seats)].name : g->name;
    memset(name, 0, TABLE_NAME_MAX);
    memcpy(name, from, strlen(from));
}

static bool talks_too_much(guest *g, int64_t now_ms)
{
    return !bucket_take(&g->talk, g->room->house->limits.chats_at_once, 1000, now_ms);
}

/* ---- chat ---- */

/* The lines kept, oldest first. */
const chat_line *chat_at(const room *r, uint32_t index)
{
    return &r->chat[(r->chat_next - r->chat_count + index) % HOUSE_CHAT_KEPT];
}

chat_line *chat_add(room *r)
{
    house *h = r->house;
    uint32_t number = r->chat_count ? chat_at(r, r->chat_count - 1)->number + 1 : 1;
    if (!r->chat)
        r->chat = h->machine.grow(h->machine.with, NULL, HOUSE_CHAT_KEPT * sizeof *r->chat);
    chat_line *line = &r->chat[r->chat_next % HOUSE_CHAT_KEPT];
    memset(line, 0, sizeof *line);
    line->number = number;
    r->chat_next++;
    r->chat_count += r->chat_count < HOUSE_CHAT_KEPT;
    return line;
}

refusal hear_chat(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice text;
    bool phrase = field_text(m, "phrase", &text);
    if (phrase ? kn_read_name(text, phrases) < 0
               : !field_text(m, "text", &text) || !good_text(text, HOUSE_CHAT_MAX))
        return "bad_text";
    if (r->house->space >= HOUSE_NO_MATCHES)
        return "no_space";
    if (talks_too_much(g, now_ms))
        return "slow_down";
    chat_line *line = chat_add(r);
    line->at_ms = house_date(r->house, now_ms);
    line->person = g->person;
    line->phrase = phrase;
    guest_name(r, g, line->from);
    memcpy(line->text, text.at, text.length);
    keep_chat(r, line, now_ms);
    for (guest *each = r->guests; each; each = each->next)
        say_chat(each, line);
    return NULL;
}

/* ---- calls and grips ---- */

static const char *const words[] = {"less", "stop", "more", NULL};

refusal hear_call(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    char name[TABLE_NAME_MAX], text[HOUSE_CALL_MAX];
    kn_slice word;
    int which = field_text(m, "word", &word) ? kn_read_name(word, words) : -1;
    if (which < 0 && !field_name(m, "text", text, sizeof text))
        return "bad_text";
    if (!match_on(r))
        return "not_playing";
    if (talks_too_much(g, now_ms))
        return "slow_down";
    kn_json json = say_begin(r->house, "call");
    kn_actors seats = seats_of(r, g->person);
    guest_name(r, g, name);
    kn_json_string(&json, "from", name);
    if (seats)
        kn_json_int(&json, "seat", kn_first_actor(seats) + 1);
    kn_json_string(&json, which >= 0 ? "word" : "text", which >= 0 ? words[which] : text);
    kn_json_end_object(&json);
    for (guest *each = r->guests; each; each = each->next)
        say_to(each, &json, HOUSE_AT_ONCE);
    if (which >= 0)
        bots_hear(r, which - 1);
    return NULL;
}

/* ---- reactions ---- */

const char *const reaction_names[] = {"bravo", "laugh", "wow",   "oh_no", "heart",
                                      "luck",  "hmm",   "party", NULL};

/* While several decide at once, or reaction counts, a sign of one of them would tell the others
 * something: who is done, who hesitates. What these eyes see decides, so that the answer tells
 * nothing else. */
static bool is_calm(const room *r, kn_actors eyes)
{
    const kn_game *game = r->table->plan.game;
    for (int who = 0; who <= KN_WATCHER; who++) {
        table_state view;
        if (!(eyes & KN_ACTOR(who)))
            continue;
        memset(&view, 0, sizeof view);
        game->view(&r->table->state, who, &view);
        kn_actors due = (kn_actors)(game->to_act(&view) & match_all_seats(r));
        if (due & (due - 1) || game->alarm(&view) != KN_NEVER)
            return false;
    }
    return true;
}

static bool sees_reactions(const room *r, const guest *g)
{
    return !match_on(r) || (sees_live(r, g) && is_calm(r, eyes_of(r, g)));
}

/* Only from seats: that is where it is shown, and spectators see more than players do. */
refusal hear_react(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    kn_slice name;
    kn_actors seats = seats_of(r, g->person);
    int which = field_text(m, "what", &name) ? kn_read_name(name, reaction_names) : -1;
    int seat = seats ? kn_first_actor(seats) : 0;
    refusal why = field_is_absent(m, "seat") ? NULL : field_own_seat(r, g, m, &seat);
    if (why || !seats)
        return why ? why : "not_yours";
    if (which < 0)
        return "bad_text";
    if (!r->settings.reactions)
        return "no_reactions";
    if (!sees_reactions(r, g))
        return "quiet_now";
    if (!bucket_take(&person_find(r, g->person)->reactions, REACTIONS_AT_ONCE, REACTIONS_EACH_MS,
                     now_ms))
        return "slow_down";
    kn_json json = say_begin(r->house, "reaction");
    kn_json_int(&json, "seat", seat + 1);
    kn_json_string(&json, "what", reaction_names[which]);
    kn_json_end_object(&json);
    for (guest *each = r->guests; each; each = each->next)
        if (sees_reactions(r, each))
            say_to(each, &json, HOUSE_AT_ONCE);
    return NULL;
}

/* To everybody but those who hold the seat, and those who see no match as it goes on. */
void talk_grip(room *r, int seat, int64_t um)
{
    uint32_t holder = r->seat[seat].person;
    kn_json json = say_begin(r->house, "grip");
    kn_json_int(&json, "seat", seat + 1);
    kn_json_int(&json, "um", um);
    kn_json_end_object(&json);
    for (guest *each = r->guests; each; each = each->next)
        if ((!holder || each->person != holder) && sees_live(r, each))
            say_to(each, &json, HOUSE_AT_ONCE);
}

refusal hear_grip(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    enum { GRIP_MAX_UM = 1000000 };
    int64_t um;
    int seat;
    refusal why = field_own_seat(r, g, m, &seat);
    (void)now_ms;
    if (why)
        return why;
    if (!field_int(m, "um", 0, GRIP_MAX_UM, &um))
        return "not_understood";
    if (!match_on(r) || !(r->settings.game->to_act(&r->table->state) & KN_ACTOR(seat)))
        return "not_due";
    talk_grip(r, seat, um);
    return NULL;
}

refusal hear_sync(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    static const double SYNC_MAX_MS = 1e13;
    const house_field *client = field(m, "client");
    if (!client || client->kind != HOUSE_NUMBER ||
        !(client->number > -SYNC_MAX_MS && client->number < SYNC_MAX_MS))
        return "not_understood";
    kn_json json = say_begin(r->house, "sync");
    kn_json_fixed(&json, "client", client->number, 3);
    kn_json_int(&json, "house", now_ms);
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AT_ONCE);
    return NULL;
}
