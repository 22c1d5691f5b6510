/* correct.c: corrects an entry at a table with real dice. Anyone with a seat may ask what an entry
 * could have been, and change it, or remove the last one: people around one table see what the
 * others do, and everyone is told. */
#include <string.h>

#include "house/inside.h"

/* The entry a message speaks of, if this guest sees it: what is hidden from somebody is not theirs
 * to correct, nor to ask about. Nor is whether something is there: while hands may come down that
 * would tell whether one has. */
static refusal field_entry(const room *r, const guest *g, const house_message *m, uint32_t *number,
                           kn_actors *eyes)
{
    int64_t event;
    refusal why = match_seated(r, g);
    if (why)
        return why;
    if (!r->table->plan.ours)
        return "not_ours";
    if (match_shown_ms(r) != KN_NEVER)
        return "too_soon";
    if (!field_int(m, "event", 1, TABLE_EVENTS_MAX, &event))
        return "not_understood";
    if (event > r->table->log.count)
        return "nothing_there";
    const table_mark *mark = &r->table->log.marks[event - 1];
    *number = (uint32_t)event;
    *eyes = (kn_actors)(match_seats(r, g) & ~mark->hidden & ~mark->unseen);
    return *eyes ? NULL : "not_yours";
}

/* Is something at the table hidden from this guest now? */
static bool knows_less(const room *r, kn_actors eyes)
{
    const table *t = r->table;
    for (int seat = 0; seat < t->plan.setup.seats; seat++) {
        table_state view;
        if (!(eyes & KN_ACTOR(seat)))
            continue;
        memset(&view, 0, sizeof view);
        table_view(t, seat, &view);
        if (memcmp(&view, &t->state, t->plan.game->state_bytes) == 0)
            return false;
    }
    return true;
}

/* Could a correction tell this guest what is hidden? It could where something hidden lies behind
 * the entry, by whether that still fits; and where somebody else's move is changed to one that
 * opens what they hide. Such a correction has to wait. */
static bool may_tell(const room *r, const guest *g, uint32_t number)
{
    const table_log *log = &r->table->log;
    kn_actors eyes = match_seats(r, g);
    int actor = log->marks[number - 1].actor;
    bool touched = actor < KN_SEATS_MAX && !(eyes & KN_ACTOR(actor));
    for (uint32_t i = number; i < log->count && !touched; i++)
        touched = !log->marks[i].taken_back && !(eyes & ~log->marks[i].hidden);
    return touched && knows_less(r, eyes);
}

/* Every text that could stand there, as these eyes knew the table then. */
static void put_choices(const table *t, const void *before, int actor, int who, kn_json *json)
{
    const kn_game *game = t->plan.game;
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    kn_move moves[KN_MOVES_MAX];
    table_state view;
    int count;
    memset(&view, 0, sizeof view);
    game->view(before, who, &view);
    if (actor == KN_CHANCE) {
        count = kn_outcomes(game, &view, outcomes);
        for (int i = 0; i < count; i++)
            moves[i] = outcomes[i].move;
    } else {
        count = kn_moves(game, &view, actor, moves);
    }
    kn_json_list(json, "may");
    for (int i = 0; i < count; i++) {
        char name[KN_MOVE_TEXT_MAX];
        kn_text text = kn_text_on(name, sizeof name);
        game->write_move(&view, actor, moves[i], &text);
        kn_json_string(json, NULL, name);
    }
    kn_json_end_list(json);
}

refusal hear_correctable(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    table_state before;
    kn_actors eyes;
    uint32_t number;
    (void)now_ms;
    refusal why = field_entry(r, g, m, &number, &eyes);
    if (why)
        return why;
    table_answer answer = table_correctable(r->table, number, &before);
    if (answer)
        return table_answer_key(answer);
    int actor = r->table->log.marks[number - 1].actor;
    int who = actor < KN_SEATS_MAX && eyes & KN_ACTOR(actor) ? actor : kn_first_actor(eyes);
    kn_json json = say_begin(r->house, "correctable");
    kn_json_int(&json, "event", number);
    put_choices(r->table, &before, actor, who, &json);
    kn_json_end_object(&json);
    say_to(g, &json, HOUSE_AFTER_SEEN);
    return NULL;
}

/* What an entry should have been; nothing at all (no text) if the message removes it. */
static bool field_right(const house_message *m, kn_slice *right)
{
    bool remove = false;
    *right = (kn_slice){NULL, 0};
    if (field_bool(m, "remove", &remove) && remove)
        return true;
    return (field_text(m, "shown", right) || field_text(m, "move", right)) &&
           right->length < KN_MOVE_TEXT_MAX;
}

static table_answer change(room *r, guest *g, int by, uint32_t number, kn_slice right, int64_t now)
{
    if (!right.at)
        return table_withdraw(r->table, by, number, now);
    return table_correct(r->table, by, number, right, now, &g->unfit);
}

refusal hear_correct(room *r, guest *g, const house_message *m, int64_t now_ms)
{
    kn_actors eyes;
    uint32_t number, backs;
    kn_slice right;
    refusal why = field_entry(r, g, m, &number, &eyes);
    if (why)
        return why;
    if (!field_right(m, &right))
        return "unreadable";
    if (may_tell(r, g, number))
        return "too_soon";
    backs = r->table->backs;
    if (backs >= ROOM_BACKS_MAX)
        return "too_many_backs";
    table_answer answer;
    while ((answer = change(r, g, kn_first_actor(eyes), number, right, match_now(r, now_ms))) ==
           TABLE_NO_MEMORY)
        match_grow(r);
    match_decide_anew(r, backs);
    return answer ? table_answer_key(answer) : NULL;
}
