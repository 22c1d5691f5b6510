/* review.c: computes what was luck and what was a mistake in a match. See review.h. */
#include "bots/review.h"

#include <string.h>

enum { DECIMALS = 10 };

/* ---- doubt ---- */

static double both(double one, double other)
{
    return __builtin_sqrt(one * one + other * other);
}

/* Every value is part of two changes: added in the one that led to it, subtracted in the next. If
 * both are of the same kind, it cancels out; if not, both kinds take on its doubt. */
static void carry_doubt(review *r, int seat, review_kind kind)
{
    double *doubt = r->seat[seat].kind_doubt;
    review_kind before = (review_kind)r->last[seat];
    if (before != kind) {
        doubt[before] = both(doubt[before], r->value_doubt[seat]);
        doubt[kind] = both(doubt[kind], r->value_doubt[seat]);
    }
    r->last[seat] = (uint8_t)kind;
}

/* ---- values ---- */

static bot_opinion value_for(review *r, int seat)
{
    uint64_t view[KN_STATE_MAX / 8];
    r->game->view(r->state, seat, view);
    bot_opinion opinion = r->judge[seat].kind->value(&r->judge[seat], view);
    if (opinion.error > r->seat[seat].doubt)
        r->seat[seat].doubt = opinion.error;
    return opinion;
}

bool review_open(review *r, const kn_game *game, const kn_setup *setup, const bot *judges)
{
    memset(r, 0, sizeof *r);
    r->game = game;
    r->seats = setup->seats;
    for (int seat = 0; seat < r->seats; seat++) {
        const bot_kind *kind = judges[seat].kind;
        if (!kind || !kind->value || !kind->judge)
            return false;
        r->judge[seat] = judges[seat];
        r->random[seat] = judges[seat].random;
        r->meaning = kind->meaning;
    }
    if (game->start(setup, r->state) != KN_OK)
        return false;
    for (int seat = 0; seat < r->seats; seat++) {
        bot_opinion opinion = value_for(r, seat);
        r->seat[seat].start = r->seat[seat].end = opinion.value;
        r->value_doubt[seat] = opinion.error;
    }
    return true;
}

/* Compare what the match is worth to a seat now with what it was worth before the event. */
static void measure(review *r, review_note *note)
{
    bot_opinion opinion = value_for(r, note->seat);
    note->change = opinion.value - r->seat[note->seat].end;
    note->value = opinion.value;
    note->doubt = both(r->value_doubt[note->seat], opinion.error);
    note->value_doubt = opinion.error;
}

/* Enter what an event changed for a seat. */
static void enter(review *r, const review_note *note)
{
    review_account *a = &r->seat[note->seat];
    a->end = note->value;
    if (note->actor == KN_CHANCE) {
        a->luck += note->change;
        carry_doubt(r, note->seat, REVIEW_LUCK);
    } else if (note->actor == note->seat) {
        a->errors -= note->change;
        carry_doubt(r, note->seat, REVIEW_ERRORS);
    } else {
        a->gifts += note->change;
        carry_doubt(r, note->seat, REVIEW_GIFTS);
    }
    r->value_doubt[note->seat] = note->value_doubt;
}

void review_close(review *r)
{
    for (int seat = 0; seat < r->seats; seat++) {
        double *doubt = &r->seat[seat].kind_doubt[r->last[seat]];
        *doubt = both(*doubt, r->value_doubt[seat]);
        r->value_doubt[seat] = 0;
    }
}

/* ---- better moves ---- */

/* A decision as a judge saw it. */
typedef struct {
    bot_opinion opinions[KN_MOVES_MAX];
    int count;
    int place; /* of the move that was made; -1 if it is not listed, as on a continuous scale */
    bool idle; /* every move was worse than to keep still */
} decision;

/* Only where time runs out by itself can one keep still. There a judge says which moves are right,
 * not what they are worth: if none is, all of them are 0. */
static bool should_keep_still(const review *r, const void *before, const decision *d)
{
    return r->game->alarm(before) != KN_NEVER && d->count > 0 && d->opinions[0].value <= 0;
}

/* What this judge says of a move that was made at `before`. */
static void judge_move(const review *r, bot judge, const void *before, int seat, kn_move made,
                       decision *d)
{
    uint64_t view[KN_STATE_MAX / 8];
    r->game->view(before, seat, view);
    d->count = judge.kind->judge(&judge, view, d->opinions);
    d->place = -1;
    for (int i = 0; i < d->count && d->place < 0; i++)
        if (d->opinions[i].move == made)
            d->place = i;
    d->idle = should_keep_still(r, before, d);
}

static bool is_first(const decision *d)
{
    return !d->idle && d->place >= 0 && d->opinions[d->place].value >= d->opinions[0].value;
}

/* Would a hint have named this move first? Whoever asks for one is told by a judge that knows the
 * position alone, with the numbers that `review_open` got. The same search gives the same answer.
 */
static bool was_advised(const review *r, const void *before, int seat, kn_move made, decision *d)
{
    bot hint = r->judge[seat];
    hint.random = r->random[seat];
    memset(hint.memory, 0, sizeof hint.memory);
    judge_move(r, hint, before, seat, made, d);
    return is_first(d);
}

static void put_choice(const review *r, const void *before, const bot_opinion *opinion,
                       review_note *note)
{
    review_choice *choice = &note->better[note->better_count++];
    kn_text text = kn_text_on(choice->move, sizeof choice->move);
    r->game->write_move(before, note->seat, opinion->move, &text);
    choice->value = opinion->value;
    choice->doubt = opinion->error;
}

/* The moves that the judge prefers to the one that was made. */
static void put_better(const review *r, const void *before, const decision *d, review_note *note)
{
    for (int i = 0; i < d->count && note->better_count < REVIEW_BETTER_MAX; i++)
        if (!d->idle && (d->place < 0 || d->opinions[i].value > d->opinions[d->place].value))
            put_choice(r, before, &d->opinions[i], note);
    note->worse = note->better_count > 0 || d->idle;
}

/* The event changed nothing: the value before it still stands. */
static void stand(const review *r, review_note *note)
{
    note->change = note->doubt = 0;
    note->value = r->seat[note->seat].end;
    note->value_doubt = r->value_doubt[note->seat];
}

/* A decision is worth its best move: if a hint would have named this one first, nothing was lost,
 * and what deeper search finds after it is the luck of the next event. Where opinions are no values
 * the change counts, but it is no mistake. Nor is anything a matter of opinion once the match is
 * over. Returns whether the value before still stands. */
static bool judge_own_move(review *r, const void *before, kn_move made, review_note *note)
{
    const double least = 1e-9; /* below this two moves are equally good */
    bot *judge = &r->judge[note->seat];
    bool lost = note->change < -least - note->doubt;
    bool values = judge->kind->opinions_are_values && r->game->to_act(r->state);
    decision d;
    if (values ? __builtin_fabs(note->change) <= least : !lost)
        return false;
    note->advised = was_advised(r, before, note->seat, made, &d);
    if (values && note->advised) {
        stand(r, note);
        return true;
    }
    if (!lost || note->advised)
        return false;
    if (judge->kind->watch) /* it remembers what happened before */
        judge_move(r, *judge, before, note->seat, made, &d);
    note->advised = is_first(&d);
    if (!note->advised)
        put_better(r, before, &d, note);
    return false;
}

/* Other seats' throws change only what is shared: then nothing is noted. */
int review_event(review *r, uint32_t number, const kn_event *event, review_note notes[KN_SEATS_MAX])
{
    uint64_t before[KN_STATE_MAX / 8];
    int count = 0;
    memcpy(before, r->state, sizeof before);
    if (r->game->apply(r->state, event) != KN_OK)
        return 0;
    for (int seat = 0; seat < r->seats; seat++) {
        review_note *note = &notes[count];
        memset(note, 0, sizeof *note);
        note->number = number;
        note->seat = seat;
        note->actor = event->actor;
        measure(r, note);
        if (event->actor != seat || !judge_own_move(r, before, event->move, note))
            enter(r, note);
        if (note->change == 0 && event->actor != seat)
            continue;
        kn_text text = kn_text_on(note->move, sizeof note->move);
        r->game->write_move(before, event->actor, event->move, &text);
        count++;
    }
    return count;
}

const char *review_best(const review_note *note)
{
    return note->better_count > 0 ? note->better[0].move : "-";
}

/* ---- as JSON ---- */

void review_json_begin(const review *r, kn_json *json)
{
    kn_json_object(json, NULL);
    kn_json_string(json, "game", r->game->key);
    kn_json_string(json, "meaning", bot_meanings[r->meaning]);
    kn_json_list(json, "events");
}

static void json_better(const review_note *note, kn_json *json)
{
    kn_json_list(json, "better");
    for (int i = 0; i < note->better_count; i++) {
        kn_json_object(json, NULL);
        kn_json_string(json, "move", note->better[i].move);
        kn_json_fixed(json, "value", note->better[i].value, DECIMALS);
        kn_json_fixed(json, "doubt", note->better[i].doubt, DECIMALS);
        kn_json_end_object(json);
    }
    kn_json_end_list(json);
}

void review_json_note(const review_note *note, kn_json *json)
{
    bool own = note->actor == note->seat;
    kn_json_object(json, NULL);
    kn_json_int(json, "number", note->number);
    kn_json_int(json, "seat", note->seat + 1);
    kn_json_string(json, "move", note->move);
    kn_json_fixed(json,
                  own                        ? "error"
                  : note->actor == KN_CHANCE ? "luck"
                                             : "gift",
                  own ? -note->change : note->change, DECIMALS);
    kn_json_fixed(json, "value", note->value, DECIMALS);
    kn_json_fixed(json, "doubt", note->doubt, DECIMALS);
    kn_json_fixed(json, "value_doubt", note->value_doubt, DECIMALS);
    if (note->advised && note->change < -note->doubt)
        kn_json_bool(json, "advised", true);
    if (note->worse) {
        kn_json_string(json, "best", review_best(note));
        json_better(note, json);
    }
    kn_json_end_object(json);
}

void review_json_end(const review *r, const char *const names[], kn_json *json)
{
    kn_json_end_list(json);
    kn_json_list(json, "seats");
    for (int seat = 0; seat < r->seats; seat++) {
        const review_account *a = &r->seat[seat];
        kn_json_object(json, NULL);
        kn_json_string(json, "name", names[seat]);
        kn_json_fixed(json, "start", a->start, DECIMALS);
        kn_json_fixed(json, "luck", a->luck, DECIMALS);
        kn_json_fixed(json, "errors", a->errors, DECIMALS);
        kn_json_fixed(json, "gifts", a->gifts, DECIMALS);
        kn_json_fixed(json, "end", a->end, DECIMALS);
        kn_json_fixed(json, "doubt", a->doubt, DECIMALS);
        kn_json_int(json, "score", r->game->score(r->state, seat));
        kn_json_fixed(json, "start_doubt", a->kind_doubt[REVIEW_START], DECIMALS);
        kn_json_fixed(json, "luck_doubt", a->kind_doubt[REVIEW_LUCK], DECIMALS);
        kn_json_fixed(json, "errors_doubt", a->kind_doubt[REVIEW_ERRORS], DECIMALS);
        kn_json_fixed(json, "gifts_doubt", a->kind_doubt[REVIEW_GIFTS], DECIMALS);
        kn_json_end_object(json);
    }
    kn_json_end_list(json);
    kn_json_end_object(json);
}
