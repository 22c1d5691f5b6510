/* batch.c: many matches at once, as numbers. See knobel.h.
 *
 * A table of a batch is a state of the game and a stream of random numbers; nothing of one table
 * depends on another, so ranges of them can be stepped by different threads. */
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"
#include "library/inside.h"

enum {
    START_MS = 1 << 16, /* so that no reaction lies before the beginning */
    REACTION_MS = 300,
    TRIES = 64, /* to begin a match that is not over at once */
};

typedef struct {
    kn_random random;
    int64_t now_ms;  /* when the dice were shown */
    int64_t last_ms; /* of all that happened since */
    int32_t score[KN_SEATS_MAX];
    kn_actors asked; /* who keeps still while the clock runs */
    int8_t due;
} place;

struct knobel_batch {
    const kn_game *game;
    const kn_encoding *encoding;
    knobel_shape shape;
    size_t tables, stride; /* bytes from one state to the next */
    place *places;
    uint8_t *states;
    uint64_t seed;
    table_state start;
    bool given_dice, points, open; /* open: nothing is ever hidden */
};

/* One table of a batch, while it is worked on. */
typedef struct {
    const struct knobel_batch *b;
    place *at;
    void *state;
} sitting;

static sitting sit(const knobel_batch *b, size_t number)
{
    return (sitting){b, &b->places[number], b->states + number * b->stride};
}

/* ---- what happens by itself ---- */

static kn_event event_at(int64_t at_ms, int actor)
{
    return (kn_event){.at_ms = at_ms, .acted_ms = at_ms, .actor = (uint8_t)actor};
}

/* What falls, each outcome with its weight. */
static kn_move draw_weighted(const sitting *s)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    uint32_t total = 0;
    int i = 0, count = kn_outcomes(s->b->game, s->state, outcomes);
    for (int k = 0; k < count; k++)
        total += outcomes[k].weight;
    uint32_t drawn = kn_random_below(&s->at->random, total);
    while (drawn >= outcomes[i].weight)
        drawn -= outcomes[i++].weight;
    return outcomes[i].move;
}

/* One of the equally likely: bit k of `among` for outcome k. */
static kn_move draw_among(const sitting *s, const kn_chances *here)
{
    uint32_t drawn = kn_random_below(&s->at->random, kn_count_bits(here->among));
    return here->first + (kn_move)kn_nth_bit(here->among, drawn) * here->step;
}

/* The die before the point of a fraction times the number of faces; the fraction becomes the rest.
 */
static inline uint8_t next_die(uint64_t *fraction, uint32_t faces)
{
#ifdef __SIZEOF_INT128__
    __extension__ unsigned __int128 product = (unsigned __int128)*fraction * faces;
    *fraction = (uint64_t)product;
    return (uint8_t)(product >> 64);
#else
    uint64_t low = (*fraction & UINT32_MAX) * faces;
    uint64_t high = (*fraction >> 32) * faces + (low >> 32);
    *fraction = high << 32 | (low & UINT32_MAX);
    return (uint8_t)(high >> 32);
#endif
}

/* Several dice from one number: it is a fraction, and each multiplication by the number of faces
 * brings up the next die before the point. The few fractions that would make some throws likelier
 * than others are drawn again. */
static inline void draw_throw(kn_random *random, uint32_t faces, int dice, uint8_t *out)
{
    enum { THROWS_BITS = 36 }; /* there are no more throws than this many bits can count */
    for (;;) {
        uint64_t fraction = kn_random_next(random);
        for (int i = 0; i < dice; i++)
            out[i] = next_die(&fraction, faces);
        if (fraction >> THROWS_BITS)
            return;
        uint64_t throws = 1;
        for (int i = 0; i < dice; i++)
            throws *= faces;
        if (fraction >= (0 - throws) % throws)
            return;
    }
}

/* As many dice, with as many faces, as draw_throw can count. */
enum { THROW_MOST = 12, FACES_MOST = 8, USUAL_FACES = 6 };

static bool is_throw(const kn_chances *here)
{
    return here->throws > 1 && here->throws <= THROW_MOST && here->count <= FACES_MOST &&
           here->among == KN_EVEN(here->count);
}

/* A whole throw. */
static bool throw_many(const sitting *s, const kn_chances *here, kn_event *event)
{
    uint8_t dice[THROW_MOST];
    if (here->count == USUAL_FACES) /* a constant is faster */
        draw_throw(&s->at->random, USUAL_FACES, here->throws, dice);
    else
        draw_throw(&s->at->random, here->count, here->throws, dice);
    if (s->b->encoding->land) {
        s->b->encoding->land(s->state, dice);
        return true;
    }
    for (int i = 0; i < here->throws; i++) {
        event->move = here->first + (kn_move)dice[i] * here->step;
        if (s->b->game->apply(s->state, event) != KN_OK)
            return false;
    }
    return true;
}

/* Throw the dice that are due; false if the rules do not take one, as at the end of all time. */
static bool throw_dice(const sitting *s)
{
    kn_event event = event_at(s->at->now_ms, KN_CHANCE);
    kn_chances here = s->b->encoding->chances_here(s->state);
    if (is_throw(&here))
        return throw_many(s, &here, &event);
    event.move = here.among ? draw_among(s, &here) : draw_weighted(s);
    return s->b->game->apply(s->state, &event) == KN_OK;
}

/* Everybody has acted or keeps still: the time is over. */
static bool run_out(const sitting *s)
{
    kn_move moves[KN_MOVES_MAX];
    place *at = s->at;
    int64_t alarm = s->b->game->alarm(s->state);
    at->now_ms = alarm > at->last_ms ? alarm : at->last_ms;
    at->last_ms = at->now_ms;
    at->asked = 0;
    kn_event event = event_at(at->now_ms, KN_CLOCK);
    if (kn_moves(s->b->game, s->state, KN_CLOCK, moves) < 1)
        return false;
    event.move = moves[0];
    return s->b->game->apply(s->state, &event) == KN_OK;
}

/* Dice and clock, until somebody has something to decide. */
static void go_on(const sitting *s)
{
    const kn_actors chance = s->b->given_dice ? 0 : KN_ACTOR(KN_CHANCE);
    s->at->due = KNOBEL_NOBODY;
    for (;;) {
        kn_actors due = s->b->game->to_act(s->state);
        if (due & chance) {
            if (!throw_dice(s))
                return;
            continue;
        }
        if (due & KN_ACTOR(KN_CLOCK)) {
            due &= (kn_actors) ~(KN_ACTOR(KN_CLOCK) | s->at->asked);
            if (!due) {
                if (!run_out(s))
                    return;
                continue;
            }
        }
        if (due)
            s->at->due = (int8_t)kn_first_actor(due);
        return;
    }
}

/* A new match. One that is over before anybody has decided anything is passed over. */
static void begin(const sitting *s)
{
    for (int i = 0; i < TRIES; i++) {
        memcpy(s->state, &s->b->start, s->b->game->state_bytes);
        s->at->now_ms = s->at->last_ms = START_MS;
        s->at->asked = 0;
        go_on(s);
        if (s->at->due != KNOBEL_NOBODY)
            break;
    }
    if (s->b->points)
        for (int seat = 0; seat < s->b->shape.seats; seat++)
            s->at->score[seat] = s->b->game->score(s->state, seat);
}

/* ---- what is decided ---- */

static knobel_answer throw_given(const sitting *s, int32_t number)
{
    kn_chances here = s->b->encoding->chances_here(s->state);
    kn_event event = event_at(s->at->now_ms, KN_CHANCE);
    if (number < here.from || number >= here.from + here.count)
        return KNOBEL_ILLEGAL;
    event.move = here.first + (kn_move)(number - here.from) * here.step;
    return (knobel_answer)s->b->game->apply(s->state, &event);
}

static knobel_answer act(const sitting *s, int32_t action, int32_t reaction_ms)
{
    place *at = s->at;
    const kn_encoding *encoding = s->b->encoding;
    bool timed =
        encoding->still != KN_NO_STILL && s->b->game->to_act(s->state) & KN_ACTOR(KN_CLOCK);
    if (at->due == KNOBEL_NOBODY)
        return KNOBEL_OVER;
    if (at->due == KNOBEL_CHANCE)
        return throw_given(s, action);
    if (timed && action == encoding->still) {
        at->asked |= KN_ACTOR(at->due);
        return KNOBEL_OK;
    }
    kn_event event = event_at(at->now_ms + (timed ? reaction_ms : 0), at->due);
    if (!encoding->move_of(s->state, at->due, action, &event.move))
        return KNOBEL_ILLEGAL;
    knobel_answer answer = (knobel_answer)s->b->game->apply(s->state, &event);
    if (!answer && event.at_ms > at->last_ms)
        at->last_ms = event.at_ms;
    return answer;
}

/* ---- the caller's arrays ---- */

static void put_rewards(const sitting *s, bool over, float *out)
{
    int seats = s->b->shape.seats;
    if (!s->b->points) {
        kn_actors winners = over ? s->b->game->result(s->state) : 0;
        for (int seat = 0; seat < seats; seat++)
            out[seat] = winners >> seat & 1 ? 1.0f / (float)kn_count_bits(winners) : 0.0f;
        return;
    }
    for (int seat = 0; seat < seats; seat++) {
        int32_t score = s->b->game->score(s->state, seat), more = score - s->at->score[seat];
        s->at->score[seat] = score;
        out[seat] = (float)(s->b->game->fewest_win ? -more : more);
    }
}

static void put_end(const sitting *s, const knobel_batch_arrays *a, size_t number)
{
    size_t seats = (size_t)s->b->shape.seats;
    if (a->winners)
        a->winners[number] = (uint8_t)s->b->game->result(s->state);
    for (size_t seat = 0; a->scores && seat < seats; seat++)
        a->scores[number * seats + seat] = s->b->game->score(s->state, (int)seat);
}

/* What who is due may know and do. */
static void put_sight(const sitting *s, const knobel_batch_arrays *a, size_t number)
{
    const struct knobel_batch *b = s->b;
    int due = s->at->due, who = due >= 0 && due < KN_SEATS_MAX ? due : KN_WATCHER;
    table_state hidden;
    const void *view = s->state;
    if (a->due)
        a->due[number] = s->at->due;
    if (!b->open && (a->observations || a->masks)) {
        b->game->view(s->state, who, &hidden);
        view = &hidden;
    }
    if (a->observations)
        b->encoding->observe(view, who, a->observations + number * (size_t)b->shape.observed);
    if (a->masks) {
        uint64_t *words = a->masks + number * (size_t)b->shape.mask_words;
        for (int i = 0; i < b->shape.mask_words; i++)
            words[i] = 0;
        if (due != KNOBEL_NOBODY)
            library_mask(b->encoding, due == KNOBEL_CHANCE ? s->state : view, due, words);
    }
}

static knobel_answer step(const sitting *s, const knobel_batch_arrays *a, size_t number)
{
    int32_t reaction_ms = a->reaction_ms ? a->reaction_ms[number] : REACTION_MS;
    knobel_answer answer = act(s, a->actions[number], reaction_ms);
    bool over = false;
    if (!answer) {
        go_on(s);
        over = s->at->due == KNOBEL_NOBODY;
    }
    if (a->rewards)
        put_rewards(s, over, a->rewards + number * (size_t)s->b->shape.seats);
    if (a->done)
        a->done[number] = over;
    if (over) {
        put_end(s, a, number);
        begin(s);
    }
    return answer;
}

/* ---- for programs ---- */

static knobel_answer read_plan(const knobel_batch_plan *plan, knobel_batch *b)
{
    if (strlen(plan->start) > KNOBEL_POSITION_MAX)
        return KNOBEL_TOO_LONG;
    knobel_answer answer = library_read_position(kn_slice_of(plan->start), &b->game, &b->start);
    if (answer)
        return answer;
    b->encoding = library_encoding(b->game);
    if (!b->encoding)
        return KNOBEL_NO_ENCODING;
    if (b->game->to_act(&b->start) == 0)
        return KNOBEL_OVER;
    kn_setup setup = library_setup(&b->start);
    library_shape(b->encoding, &setup, &b->shape);
    b->tables = plan->tables;
    b->stride = (b->game->state_bytes + 7u) & ~(size_t)7;
    b->seed = plan->seed;
    b->given_dice = plan->given_dice;
    b->points = plan->reward == KNOBEL_REWARD_POINTS;
    b->open = b->game->seen == kn_all_seen;
    return KNOBEL_OK;
}

/* Every table its own numbers, whichever thread works on it. */
static void seed_tables(knobel_batch *b)
{
    kn_random mixer = kn_random_from(b->seed);
    uint64_t base = kn_random_next(&mixer);
    for (size_t i = 0; i < b->tables; i++) {
        b->places[i].random = kn_random_from(base + i * 0x9e3779b97f4a7c15u);
        b->places[i].due = KNOBEL_NOBODY;
    }
}

PUBLIC knobel_answer knobel_batch_open(const knobel_batch_plan *plan, knobel_batch **batch)
{
    if (!plan || plan->size < sizeof *plan || !plan->start || !batch || plan->tables < 1 ||
        plan->tables > KNOBEL_BATCH_TABLES_MAX ||
        (plan->reward != KNOBEL_REWARD_WINS && plan->reward != KNOBEL_REWARD_POINTS))
        return KNOBEL_BAD_ARGUMENT;
    knobel_batch *b = calloc(1, sizeof *b);
    if (!b)
        return KNOBEL_NO_MEMORY;
    knobel_answer answer = read_plan(plan, b);
    if (!answer) {
        b->places = calloc(b->tables, sizeof *b->places);
        b->states = calloc(b->tables, b->stride);
        answer = b->places && b->states ? KNOBEL_OK : KNOBEL_NO_MEMORY;
    }
    if (answer) {
        knobel_batch_free(b);
        return answer;
    }
    seed_tables(b);
    for (size_t i = 0; i < b->tables; i++) {
        sitting s = sit(b, i);
        begin(&s);
    }
    *batch = b;
    return KNOBEL_OK;
}

PUBLIC void knobel_batch_free(knobel_batch *batch)
{
    if (!batch)
        return;
    free(batch->places);
    free(batch->states);
    free(batch);
}

PUBLIC knobel_answer knobel_batch_shape(const knobel_batch *batch, knobel_shape *shape)
{
    if (!batch || !shape)
        return KNOBEL_BAD_ARGUMENT;
    *shape = batch->shape;
    return KNOBEL_OK;
}

static bool good_range(const knobel_batch *b, const knobel_batch_arrays *a, size_t from, size_t to)
{
    return b && a && a->size >= sizeof *a && from <= to && to <= b->tables;
}

PUBLIC knobel_answer knobel_batch_reset(knobel_batch *batch, const knobel_batch_arrays *arrays,
                                        size_t from, size_t to)
{
    if (!good_range(batch, arrays, from, to))
        return KNOBEL_BAD_ARGUMENT;
    size_t seats = (size_t)batch->shape.seats;
    for (size_t number = from; number < to; number++) {
        sitting s = sit(batch, number);
        begin(&s);
        if (arrays->rewards)
            memset(arrays->rewards + number * seats, 0, seats * sizeof *arrays->rewards);
        if (arrays->done)
            arrays->done[number] = 0;
        if (arrays->answers)
            arrays->answers[number] = KNOBEL_OK;
        put_sight(&s, arrays, number);
    }
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_batch_step(knobel_batch *batch, const knobel_batch_arrays *arrays,
                                       size_t from, size_t to)
{
    knobel_answer first = KNOBEL_OK;
    if (!good_range(batch, arrays, from, to) || !arrays->actions)
        return KNOBEL_BAD_ARGUMENT;
    for (size_t number = from; number < to; number++) {
        sitting s = sit(batch, number);
        knobel_answer answer = step(&s, arrays, number);
        if (arrays->answers)
            arrays->answers[number] = (uint8_t)answer;
        first = first ? first : answer;
        put_sight(&s, arrays, number);
    }
    return first;
}

PUBLIC knobel_answer knobel_batch_weights(const knobel_batch *batch, size_t number,
                                          uint32_t *weights, size_t room)
{
    kn_outcome outcomes[KN_OUTCOMES_MAX];
    if (!batch || !weights || number >= batch->tables)
        return KNOBEL_BAD_ARGUMENT;
    if (room < (size_t)batch->shape.chances)
        return KNOBEL_TOO_SMALL;
    sitting s = sit(batch, number);
    kn_chances here = batch->encoding->chances_here(s.state);
    int count = kn_outcomes(batch->game, s.state, outcomes);
    memset(weights, 0, (size_t)batch->shape.chances * sizeof *weights);
    for (int i = 0; i < count; i++)
        weights[here.from + (outcomes[i].move - here.first) / here.step] = outcomes[i].weight;
    return KNOBEL_OK;
}

PUBLIC knobel_answer knobel_batch_view(const knobel_batch *batch, size_t number, int who,
                                       knobel_position *into)
{
    if (!batch || !into || number >= batch->tables)
        return KNOBEL_BAD_ARGUMENT;
    if (!library_may_look(who, batch->shape.seats))
        return KNOBEL_NO_SUCH_SEAT;
    memset(into, 0, sizeof *into);
    into->game = batch->game;
    batch->game->view(sit(batch, number).state, who, &into->state);
    return KNOBEL_OK;
}
