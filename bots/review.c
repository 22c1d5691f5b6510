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

/* The values of this state for all seats. */
static void think_values(review *r, const void *state, review_values *out)
{
    uint64_t views[KN_SEATS_MAX][KN_STATE_MAX / 8];
    const void *seen[KN_SEATS_MAX];
    const bot_kind *kind = r->judge[0].kind;
    for (int seat = 0; seat < r->seats; seat++) {
        r->game->view(state, seat, views[seat]);
        seen[seat] = views[seat];
    }
    if (kind->values)
        kind->values(r->judge, seen, out->of);
    for (int seat = 0; !kind->values && seat < r->seats; seat++)
        out->of[seat] = kind->value(&r->judge[seat], seen[seat]);
}

void review_think(review *r, review_values *out)
{
    think_values(r, r->state, out);
}

void review_skip(review *r)
{
    uint64_t view[KN_STATE_MAX / 8];
    for (int seat = 0; seat < r->seats; seat++) {
        r->game->view(r->state, seat, view);
        r->judge[seat].kind->skip(&r->judge[seat], view);
    }
}

bool review_prepare(review *r, const kn_game *game, const kn_setup *setup, const bot *judges)
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
    return game->start(setup, r->state) == KN_OK;
}

static void take_on_doubt(review *r, int seat, double error)
{
    if (error > r->seat[seat].doubt)
        r->seat[seat].doubt = error;
}

void review_start(review *r, const review_values *values)
{
    for (int seat = 0; seat < r->seats; seat++) {
        r->seat[seat].start = r->seat[seat].end = values->of[seat].value;
        r->value_doubt[seat] = values->of[seat].error;
        take_on_doubt(r, seat, values->of[seat].error);
    }
}

bool review_open(review *r, const kn_game *game, const kn_setup *setup, const bot *judges)
{
    review_values values;
    if (!review_prepare(r, game, setup, judges))
        return false;
    review_think(r, &values);
    review_start(r, &values);
    return true;
}

/* Compare what the match is worth to a seat now with what it was worth before the event. */
static void measure(const review *r, const review_values *values, review_note *note)
{
    const bot_opinion *opinion = &values->of[note->seat];
    note->change = opinion->value - r->seat[note->seat].end;
    note->value = opinion->value;
    note->doubt = both(r->value_doubt[note->seat], opinion->error);
    note->value_doubt = opinion->error;
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

static void put_choice(const review *r, const void *before, int seat, const bot_opinion *opinion,
                       review_verdict *verdict)
{
    review_choice *choice = &verdict->better[verdict->better_count++];
    kn_text text = kn_text_on(choice->move, sizeof choice->move);
    r->game->write_move(before, seat, opinion->move, &text);
    choice->value = opinion->value;
    choice->doubt = opinion->error;
}

/* Is the move first, and which does the judge prefer to it? */
static void conclude(const review *r, const void *before, int seat, const decision *d,
                     review_verdict *out)
{
    memset(out, 0, sizeof *out);
    out->advised = is_first(d);
    if (out->advised)
        return;
    for (int i = 0; i < d->count && out->better_count < REVIEW_BETTER_MAX; i++)
        if (!d->idle && (d->place < 0 || d->opinions[i].value > d->opinions[d->place].value))
            put_choice(r, before, seat, &d->opinions[i], out);
    out->worse = out->better_count > 0 || d->idle;
}

/* Would a hint have named this move first? Whoever asks for one is told by a judge that knows the
 * position alone, with the numbers that `review_open` got. The same search gives the same answer.
 */
void review_judge(const review *r, const void *before, const kn_event *event, review_verdict *out)
{
    decision d;
    bot hint = r->judge[event->actor];
    hint.random = r->random[event->actor];
    memset(hint.memory, 0, sizeof hint.memory);
    judge_move(r, hint, before, event->actor, event->move, &d);
    conclude(r, before, event->actor, &d, out);
}

/* The same by the judge of the review, which remembers what happened before. */
static void judge_again(const review *r, const void *before, const review_note *note, kn_move made,
                        review_verdict *out)
{
    decision d;
    judge_move(r, r->judge[note->seat], before, note->seat, made, &d);
    conclude(r, before, note->seat, &d, out);
}

static void put_verdict(const review_verdict *verdict, review_note *note)
{
    note->worse = verdict->worse;
    note->better_count = verdict->better_count;
    memcpy(note->better, verdict->better, sizeof note->better);
}

/* The event changed nothing: the value before it still stands. */
static void stand(const review *r, review_note *note)
{
    note->change = note->doubt = 0;
    note->value = r->seat[note->seat].end;
    note->value_doubt = r->value_doubt[note->seat];
}

#define LEAST 1e-9 /* below this two moves are equally good */

static bool has_lost(const review_note *note)
{
    return note->change < -LEAST - note->doubt;
}

static bool tells_values(const review *r, const void *after, int seat)
{
    return r->judge[seat].kind->opinions_are_values && r->game->to_act(after);
}

/* Does it matter what a hint would have said of this seat's own move? */
static bool wants_verdict(const review *r, const void *after, const review_note *note)
{
    return tells_values(r, after, note->seat) ? __builtin_fabs(note->change) > LEAST
                                              : has_lost(note);
}

/* A decision is worth its best move: if a hint would have named this one first, nothing was lost,
 * and what deeper search finds after it is the luck of the next event. Where opinions are no values
 * the change counts, but it is no mistake. Nor is anything a matter of opinion once the match is
 * over. Returns whether the value before still stands. */
static bool judge_own_move(review *r, const void *before, kn_move made,
                           const review_verdict *verdict, review_note *note)
{
    bool lost = has_lost(note);
    review_verdict again;
    note->advised = verdict->advised;
    if (note->advised && tells_values(r, r->state, note->seat)) {
        stand(r, note);
        return true;
    }
    if (!lost || note->advised)
        return false;
    if (r->judge[note->seat].kind->watch) {
        judge_again(r, before, note, made, &again);
        verdict = &again;
    }
    note->advised = verdict->advised;
    put_verdict(verdict, note);
    return false;
}

static review_note note_for(const review *r, uint32_t number, int seat, const kn_event *event,
                            const review_values *values)
{
    review_note note;
    memset(&note, 0, sizeof note);
    note.number = number;
    note.seat = seat;
    note.actor = event->actor;
    measure(r, values, &note);
    return note;
}

bool review_wants_verdict(const review *r, const kn_event *event, const review_values *values)
{
    uint64_t after[KN_STATE_MAX / 8];
    if (event->actor >= r->seats)
        return false;
    memcpy(after, r->state, sizeof after);
    review_note note = note_for(r, 0, event->actor, event, values);
    return r->game->apply(after, event) == KN_OK && wants_verdict(r, after, &note);
}

/* Other seats' throws change only what is shared: then nothing is noted. */
int review_enter(review *r, uint32_t number, const kn_event *event, const review_values *values,
                 const review_verdict *verdict, review_note notes[KN_SEATS_MAX])
{
    uint64_t before[KN_STATE_MAX / 8];
    int count = 0;
    memcpy(before, r->state, sizeof before);
    if (r->game->apply(r->state, event) != KN_OK)
        return 0;
    for (int seat = 0; seat < r->seats; seat++) {
        review_note *note = &notes[count];
        *note = note_for(r, number, seat, event, values);
        take_on_doubt(r, seat, values->of[seat].error);
        if (event->actor != seat || !verdict ||
            !judge_own_move(r, before, event->move, verdict, note))
            enter(r, note);
        if (note->change == 0 && event->actor != seat)
            continue;
        kn_text text = kn_text_on(note->move, sizeof note->move);
        r->game->write_move(before, event->actor, event->move, &text);
        count++;
    }
    return count;
}

int review_event(review *r, uint32_t number, const kn_event *event, review_note notes[KN_SEATS_MAX])
{
    uint64_t after[KN_STATE_MAX / 8];
    review_values values;
    review_verdict verdict;
    memcpy(after, r->state, sizeof after);
    if (r->game->apply(after, event) != KN_OK)
        return 0;
    think_values(r, after, &values);
    bool wanted = review_wants_verdict(r, event, &values);
    if (wanted)
        review_judge(r, r->state, event, &verdict);
    return review_enter(r, number, event, &values, wanted ? &verdict : NULL, notes);
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
