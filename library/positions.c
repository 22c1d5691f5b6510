/* positions.c: situations of a match. See knobel.h. */
#include <stdlib.h>
#include <string.h>

#include "core/survey.h"
#include "library/inside.h"

enum { KEY_MAX = 64 };
_Static_assert((int)KNOBEL_POSITION_MAX >= (int)KN_POSITION_MAX + KEY_MAX, "a position fits");
_Static_assert((int)KNOBEL_DESCRIBE_MAX >= (int)KN_DESCRIBE_MAX + 2, "a description fits");

static int seats_of(const knobel_position *p)
{
    return library_setup(&p->state).seats;
}

static bool is_actor(const knobel_position *p, int who)
{
    return (who >= 0 && who < seats_of(p)) || who == KN_CHANCE || who == KN_CLOCK;
}

/* ---- reading, freeing, copying ---- */

PUBLIC knobel_answer knobel_position_read(const char *text, size_t length,
                                          knobel_position **position)
{
    kn_slice given;
    if (!position || !library_given(text, length, &given))
        return KNOBEL_BAD_ARGUMENT;
    if (length > KNOBEL_POSITION_MAX)
        return KNOBEL_TOO_LONG;
    knobel_position *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return KNOBEL_NO_MEMORY;
    knobel_answer answer = library_read_position(given, &fresh->game, &fresh->state);
    if (answer)
        free(fresh);
    else
        *position = fresh;
    return answer;
}

PUBLIC void knobel_position_free(knobel_position *position)
{
    free(position);
}

PUBLIC knobel_answer knobel_position_copy(const knobel_position *from, knobel_position *into)
{
    if (!from || !into)
        return KNOBEL_BAD_ARGUMENT;
    memmove(into, from, sizeof *into);
    return KNOBEL_OK;
}

PUBLIC const knobel_game *knobel_position_game(const knobel_position *position)
{
    return position ? position->game : NULL;
}

PUBLIC int knobel_position_seats(const knobel_position *position)
{
    return position ? seats_of(position) : 0;
}

/* ---- texts ---- */

PUBLIC knobel_answer knobel_position_text(const knobel_position *position, char *out, size_t size,
                                          size_t *length)
{
    char buffer[KNOBEL_POSITION_MAX];
    kn_text text = kn_text_on(buffer, sizeof buffer);
    if (!position)
        return KNOBEL_BAD_ARGUMENT;
    kn_put(&text, position->game->key);
    kn_put_char(&text, ' ');
    position->game->write_position(&position->state, &text);
    return library_hand_out(buffer, text.length, out, size, length);
}

PUBLIC knobel_answer knobel_position_options(const knobel_position *position, char *out,
                                             size_t size, size_t *length)
{
    char buffer[KNOBEL_POSITION_MAX];
    kn_text text = kn_text_on(buffer, sizeof buffer);
    if (!position)
        return KNOBEL_BAD_ARGUMENT;
    kn_setup setup = library_setup(&position->state);
    kn_write_options(position->game, &setup, true, &text);
    size_t blank = text.length > 0; /* every option begins with one */
    return library_hand_out(buffer + blank, text.length - blank, out, size, length);
}

PUBLIC knobel_answer knobel_position_describe(const knobel_position *position, char *out,
                                              size_t size, size_t *length)
{
    char buffer[KNOBEL_DESCRIBE_MAX];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    if (!position)
        return KNOBEL_BAD_ARGUMENT;
    kn_json_object(&json, NULL);
    position->game->describe(&position->state, &json);
    kn_json_end_object(&json);
    return library_hand_out(buffer, json.text.length, out, size, length);
}

/* ---- looking ---- */

PUBLIC knobel_answer knobel_position_view(const knobel_position *position, int who,
                                          knobel_position *into)
{
    table_state view = {.bytes = {0}};
    if (!position || !into)
        return KNOBEL_BAD_ARGUMENT;
    if (!library_may_look(who, seats_of(position)))
        return KNOBEL_NO_SUCH_SEAT;
    position->game->view(&position->state, who, &view);
    into->game = position->game;
    into->state = view;
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_position_guess(knobel_position *view, int who, uint64_t seed)
{
    if (!view)
        return KNOBEL_BAD_ARGUMENT;
    if (!library_may_look(who, seats_of(view)))
        return KNOBEL_NO_SUCH_SEAT;
    kn_random random = kn_random_from(seed);
    if (view->game->guess)
        view->game->guess(&view->state, who, &random);
    return KNOBEL_OK;
}

PUBLIC knobel_actors knobel_position_to_act(const knobel_position *position)
{
    return position ? position->game->to_act(&position->state) : 0;
}

PUBLIC int64_t knobel_position_alarm(const knobel_position *position)
{
    return position ? position->game->alarm(&position->state) : KNOBEL_NEVER;
}

PUBLIC int32_t knobel_position_score(const knobel_position *position, int seat)
{
    bool there = position && seat >= 0 && seat < seats_of(position);
    return there ? position->game->score(&position->state, seat) : 0;
}

PUBLIC knobel_actors knobel_position_result(const knobel_position *position)
{
    return position ? position->game->result(&position->state) : 0;
}

PUBLIC knobel_answer knobel_position_count(const knobel_position *position, int depth,
                                           uint64_t *count)
{
    if (!position || !count || depth < 0 || depth > KNOBEL_DEPTH_MAX)
        return KNOBEL_BAD_ARGUMENT;
    *count = kn_perft(position->game, &position->state, depth);
    return KNOBEL_OK;
}

/* ---- moves ---- */

PUBLIC knobel_answer knobel_position_moves(const knobel_position *position, int who,
                                           knobel_move *moves, size_t room, size_t *count)
{
    kn_move listed[KN_MOVES_MAX];
    if (!position || !count || (!moves && room > 0))
        return KNOBEL_BAD_ARGUMENT;
    if (!is_actor(position, who) || who == KN_CHANCE)
        return KNOBEL_NO_SUCH_SEAT;
    bool due = position->game->to_act(&position->state) & KN_ACTOR(who);
    *count = due ? (size_t)kn_moves(position->game, &position->state, who, listed) : 0;
    if (*count > room)
        return KNOBEL_TOO_SMALL;
    if (*count > 0)
        memcpy(moves, listed, *count * sizeof *moves);
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_position_outcomes(const knobel_position *position,
                                              knobel_outcome *outcomes, size_t room, size_t *count)
{
    kn_outcome listed[KN_OUTCOMES_MAX];
    if (!position || !count || (!outcomes && room > 0))
        return KNOBEL_BAD_ARGUMENT;
    *count = (size_t)kn_outcomes(position->game, &position->state, listed);
    if (*count > room)
        return KNOBEL_TOO_SMALL;
    for (size_t i = 0; i < *count; i++)
        outcomes[i] = (knobel_outcome){listed[i].move, listed[i].weight};
    return KNOBEL_OK;
}

/* At the time when the clock may act, hits are still in time. */
static int64_t usual_time(const knobel_position *p)
{
    int64_t alarm = p->game->alarm(&p->state);
    return alarm == KN_NEVER ? 0 : alarm;
}

static kn_event event_of(const knobel_position *p, const knobel_event *e)
{
    bool timeless = e->at_ms == KNOBEL_NEVER;
    int64_t usual = timeless ? usual_time(p) : 0;
    return (kn_event){.at_ms = timeless ? usual : e->at_ms,
                      .acted_ms = timeless ? usual : e->acted_ms,
                      .move = e->move,
                      .error_ms = e->error_ms,
                      .actor = e->actor};
}

PUBLIC knobel_answer knobel_position_play(knobel_position *position, const knobel_event *event)
{
    if (!position || !event)
        return KNOBEL_BAD_ARGUMENT;
    kn_event happens = event_of(position, event);
    return (knobel_answer)position->game->apply(&position->state, &happens);
}

/* Games write only moves that can be: others might lead their texts astray. */
PUBLIC knobel_answer knobel_position_write_move(const knobel_position *position, int actor,
                                                knobel_move move, char *out, size_t size,
                                                size_t *length)
{
    char buffer[KN_MOVE_TEXT_MAX];
    kn_text text = kn_text_on(buffer, sizeof buffer);
    if (!position)
        return KNOBEL_BAD_ARGUMENT;
    if (!is_actor(position, actor))
        return KNOBEL_NO_SUCH_SEAT;
    knobel_position tried = *position;
    knobel_event event = {.at_ms = KNOBEL_NEVER, .move = move, .actor = (uint8_t)actor};
    knobel_answer answer = knobel_position_play(&tried, &event);
    if (answer)
        return answer;
    position->game->write_move(&position->state, actor, move, &text);
    return library_hand_out(buffer, text.length, out, size, length);
}

PUBLIC knobel_answer knobel_position_read_move(const knobel_position *position, int actor,
                                               const char *text, size_t length, knobel_move *move)
{
    kn_slice given;
    if (!position || !move || !library_given(text, length, &given))
        return KNOBEL_BAD_ARGUMENT;
    if (!is_actor(position, actor))
        return KNOBEL_NO_SUCH_SEAT;
    return (knobel_answer)position->game->read_move(&position->state, actor, given, move);
}
